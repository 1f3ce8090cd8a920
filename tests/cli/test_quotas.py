"""`userprio quotas`: who is over quota, and by how much; and listings of groups alone."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .large import large_pool

Run = Callable[..., Any]

CODES = re.compile(r"\x1b\[[0-9;]*m")
LEP_OVER = ("--snapshot", "physics", "--set", "GROUP_QUOTA_group_physics.lep=1")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_pool(tmp_path_factory.mktemp("large"))


def rows(text: str) -> dict[str, list[str]]:
    return {line.split()[0]: line.split()[1:] for line in CODES.sub("", text).splitlines() if line.split()}


def test_who_is_over_quota_is_said_with_what_is_in_use_and_how_much_too_much(userprio: Run) -> None:
    """Of group_physics only lep has slots, 2, and its quota is 1 here."""
    wanted = ("--columns", "in_use,quota,of_quota,over", "--format", "table")
    shown = rows(userprio("quotas", *LEP_OVER, *wanted).out)
    assert shown["group_physics.lep"] == ["2", "1", "200%", "1"]
    assert shown["group_physics"] == ["2", "20", "10%"]
    assert shown["group_chemistry"] == ["4", "10", "40%"]


def test_use_beyond_the_quota_is_yellow_and_nothing_is_red(userprio: Run) -> None:
    text = userprio("quotas", *LEP_OVER, terminal=True, COLUMNS="80").out
    line = next(line for line in text.splitlines() if CODES.sub("", line).strip().startswith("lep"))
    assert "\x1b[33m 200%" in line
    assert "\x1b[36m█\x1b[0m\x1b[1m│" in line
    assert "\x1b[31m" not in text


def test_the_group_that_is_over_may_be_asked_for_alone(userprio: Run) -> None:
    """Its subgroups count though they are not listed."""
    for asked in (["group_physics"], ["--constraint", 'Name == "group_physics"']):
        shown = rows(userprio("quotas", *asked, "--snapshot", "physics", "--format", "table").out)
        assert shown["group_physics"][:4] == ["2", "20", "10%", "41"]
        assert "group_chemistry" not in shown


def test_in_use_quota_and_demand_are_those_of_negotiate(userprio: Run) -> None:
    wanted = ("--snapshot", "research", "--columns", "in_use,demand")
    ours = rows(userprio("quotas", *wanted, "--format", "table").out)
    groups = userprio("negotiate", *wanted).out.partition("Groups\n")[2].partition("\ngroups include")[0]
    cycle = rows(re.sub(r"^.* itself .*$", "", groups, flags=re.MULTILINE))
    assert len(cycle) > 9
    for name, figures in list(cycle.items())[1:]:
        assert ours[name] == figures, name


def test_without_a_pool_nothing_is_compared_with_quotas(userprio: Run, tmp_path: Path, ledger: Path) -> None:
    config = tmp_path / "config"
    config.write_text("GROUP_NAMES = lab\nGROUP_QUOTA_lab = 7\n")
    text = userprio("--config", config, "--ledger", ledger, "quotas", "--format", "table").out
    assert "over" not in text
    assert "%" not in text


@pytest.mark.parametrize("command", ["most", "all", "usage", "quotas"])
def test_groups_may_be_listed_without_their_users(userprio: Run, command: str) -> None:
    listing = (command, "--groups", "--all-users", "--snapshot", "physics")
    names = [record["name"] for record in json.loads(userprio(*listing, "--format", "json").out)["records"]]
    assert sorted(names) == [
        *("<none>", "group_chemistry", "group_physics", "group_physics.hep", "group_physics.lep"),
    ]
    shown = CODES.sub("", userprio(*listing, terminal=True, COLUMNS="80").out)
    assert "  lep" in shown
    assert "curie" not in shown


def test_groups_to_a_depth_are_totals_of_departments(userprio: Run) -> None:
    listing = ("most", "--groups", "--depth", "1", "--all-users", "--snapshot", "physics", "--columns", "in_use")
    assert {
        name: cells for name, cells in rows(userprio(*listing).out).items() if name.startswith(("group_", "<"))
    } == {
        "<none>": ["0"],
        "group_chemistry": ["4"],
        "group_physics": ["2"],
    }


@pytest.mark.parametrize("command", ["most", "quotas"])
@pytest.mark.parametrize("height", [24, 40])
def test_a_listing_takes_as_many_lines_as_the_terminal_has(
    userprio: Run, large: Path, command: str, height: int
) -> None:
    """One is left for the shell's next prompt."""
    done = userprio(command, "--snapshot", large, terminal=True, COLUMNS="120", LINES=str(height), PAGER="cat")
    assert height - 4 <= len(done.out.splitlines()) <= height - 1
    whole = userprio(command, "--snapshot", large, "--top", "all", terminal=True, COLUMNS="120", PAGER="cat")
    assert len(whole.out.splitlines()) > 50
