"""A format that a result does not have is refused before anything is done."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.mark.parametrize("command", ["negotiate", "check", "forecast", "plan", "jobs"])
def test_a_format_that_a_result_does_not_have_is_refused_by_name_of_those_that_it_has(
    userprio: Run, command: str
) -> None:
    done = userprio(command, "--snapshot", "physics", "--format", "long")
    assert (done.status, done.out) == (2, "")
    assert f"--format long: {command} has auto, table, classic, json, csv, jsonl, markdown" in done.err


def test_an_edit_is_not_made_in_a_format_that_its_report_does_not_have(userprio: Run, tmp_path: Path) -> None:
    ledger = tmp_path / "Accountantnew.log"
    ledger.write_bytes(b"107 1 CreationTimestamp 1\n101 Customer.ann@x * *\n")
    before = ledger.read_bytes()
    assert userprio("--format", "long", "--ledger", ledger, "setfactor", "ann@x", "5").status == 2
    assert ledger.read_bytes() == before


def test_listings_have_whole_ads_too(userprio: Run) -> None:
    done = userprio("most", "--snapshot", "physics", "--all-users", "--format", "long")
    assert done.status == 0
    assert 'Name = "' in done.out


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        (("--user", "curie"), "group_chemistry.curie@example.org"),
        (("--user", "group_chemistry.cur*"), "group_chemistry.curie@example.org"),
        (("--group", "group_physics.lep", "--user", "*"), "group_physics.lep.noether@example.org"),
    ],
)
@pytest.mark.parametrize("form", [(), ("--group-rollup",), ("--group-rollup", "--modular")])
def test_long_has_the_submitters_that_are_asked_for(
    userprio: Run, wanted: tuple[str, ...], name: str, form: tuple[str, ...]
) -> None:
    """As many ads as `most NAME` prints; what a column or an order would be of an ad is not defined."""
    listing = ("most", "--snapshot", "physics", "--format", "long", *form)
    done = userprio(*listing, *wanted)
    assert (done.status, done.out) == (0, userprio(*listing, name).out)
    assert f'"{name}"' in done.out
    assert userprio(*listing, "--user", "curie", "--sort", "name").status == 2


def test_a_default_format_that_a_result_does_not_have_does_not_stand_in_its_way(userprio: Run) -> None:
    assert userprio("settings", "format", "long").status == 0
    done = userprio("negotiate", "--snapshot", "physics")
    assert (done.status, done.out) == (0, userprio("negotiate", "--snapshot", "physics", "--format", "auto").out)
