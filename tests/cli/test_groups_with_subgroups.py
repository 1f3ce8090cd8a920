"""Use of groups with and without their subgroups: counted once, compared with the quota it belongs to, and labelled."""

import json
from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[..., Any]


def cells(text: str, name: str) -> list[str]:
    """The cells of the group's or submitter's line."""
    return next(line.split()[1:] for line in text.splitlines() if line.split()[:1] == [name])


@pytest.mark.parametrize("options", [(), ("--depth", "1"), ("--depth", "2")], ids=" ".join)
def test_groups_that_include_their_subgroups_are_not_added_up_again_when_folded(userprio: Run, options: Any) -> None:
    """Below cosmo only cosmo.lensing has slots, 36, and of 59,800 weight-hours it used 47,000."""
    listing = ("most", "--snapshot", "research", "--group-rollup", "--columns", "weight_in_use,weight-hours")
    text = userprio(*listing, *options, "--format", "table").out
    assert cells(text, "cosmo") == ["36", "59800"]
    assert cells(text, "ml") == ["8", "25300"]


def test_groups_on_their_own_are_added_up_when_folded(userprio: Run) -> None:
    listing = ("most", "--all-users", "--snapshot", "research", "--columns", "weight_in_use,demand", "--depth", "1")
    assert cells(userprio(*listing).out, "cosmo") == ["36", "108"]


def test_with_subgroups_a_group_is_over_its_quota_if_its_subtree_is(userprio: Run) -> None:
    """The pool of physics has a weight of 30, and in all 6 are in use, of which <none> itself has 0 and no quota."""
    listing = ("most", "--snapshot", "physics", "--columns", "weight_in_use", "--format", "table")
    assert cells(userprio(*listing, "--group-rollup").out, "<none>") == ["6"]
    over = userprio(*listing, "--group-rollup", "--set", "GROUP_QUOTA_group_physics=1").out
    assert cells(over, "group_physics") == ["2!"]
    assert "\n! more in use, with subgroups, than the subtree quota\n" in over


def test_on_its_own_a_group_is_over_its_quota_if_its_own_is_less_than_its_use(userprio: Run) -> None:
    listing = (
        "most",
        "--snapshot",
        "physics",
        "--columns",
        "weight_in_use",
        "--set",
        "GROUP_QUOTA_group_physics.lep=1",
    )
    assert (
        "\n! more in use, without subgroups, than the effective quota\n" in userprio(*listing, "--format", "table").out
    )


def test_a_label_says_whether_subgroups_are_included(userprio: Run) -> None:
    listing = ("most", "--all-users", "--snapshot", "physics", "--format", "table")
    alone = "\nof groups without their subgroups: weight in use, weight-hours, demand\n"
    rolled_up = "\nwith subgroups: weight in use, weight-hours; without: demand\n"
    assert alone in userprio(*listing).out
    assert rolled_up in userprio(*listing, "--group-rollup").out
    assert "without their subgroups" not in userprio("most", "--snapshot", "fairshare", "--format", "table").out


@pytest.mark.parametrize("option", [(), ("--group-rollup",)], ids=" ".join)
def test_json_says_whether_subgroups_are_included(userprio: Run, option: Any) -> None:
    document = json.loads(userprio("most", "--snapshot", "physics", "--format", "json", *option).out)
    assert document["rolled_up"] is bool(option)


def test_a_forecast_counts_subgroups_once_when_folded(userprio: Run) -> None:
    """Its groups include their subgroups: of cosmo's 48, cosmo.lensing has 36 and cosmo.survey 12."""
    forecast = ("forecast", "--snapshot", "research", "--for", "10m", "--no-long-run", "--columns", "in_use")
    whole, folded = (userprio(*forecast, *options).out for options in ((), ("--depth", "1")))
    assert cells(whole, "cosmo") == cells(folded, "cosmo") == ["48"]
