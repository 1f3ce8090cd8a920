"""What `condor_userprio -long` printed is read as a ledger where a ledger is only read, and never changed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
OURS = {"previous_quotas_source", "warnings"}


@pytest.fixture
def printed(userprio: Run, tmp_path: Path) -> Path:
    """The accounts of an example, as a negotiator would tell them."""
    path = tmp_path / "printed"
    path.write_text(userprio("--snapshot", "physics", "most", "--all-users", "--format", "long").out)
    return path


def cycle(userprio: Run, *options: str | Path) -> dict[str, Any]:
    document = json.loads(userprio("--snapshot", "physics", *options, "negotiate", "--format", "json").out)
    return {key: value for key, value in document.items() if key not in OURS}


def test_a_cycle_decides_as_with_the_ledger(userprio: Run, printed: Path) -> None:
    assert cycle(userprio, "--ledger", printed) == cycle(userprio)


def test_so_does_one_over_a_snapshot_that_has_it_instead_of_a_ledger(userprio: Run, printed: Path) -> None:
    from userprio.pool import examples

    folder = printed.parent / "copy"
    folder.mkdir()
    for path in examples.find("physics").folder.iterdir():
        if path.is_file() and path.name != "Accountantnew.log":
            (folder / path.name).write_bytes(path.read_bytes())
    printed.rename(folder / "userprio.ads")
    document = json.loads(userprio("--snapshot", folder, "negotiate", "--format", "json").out)
    assert {key: value for key, value in document.items() if key not in OURS} == cycle(userprio)


@pytest.mark.parametrize("command", [["most"], ["quotas"], ["priority", "--all-users"], ["resources", "einstein"]])
def test_it_can_be_listed_and_what_it_lacks_is_said_once(userprio: Run, printed: Path, command: list[str]) -> None:
    done = userprio("--ledger", printed, *command)
    assert done.status == 0
    assert done.err.count("this is not a ledger, but what a negotiator tells of one: it lacks") == 1


def test_listed_priorities_are_those_of_the_ledger(userprio: Run, printed: Path) -> None:
    keys = "--columns", "name,real_priority,priority_factor,used_weight_s,last_used_at"
    listing = "--all-users", *keys, "--format", "csv"
    with_ledger = userprio("--snapshot", "physics", "priority", *listing).out
    assert sorted(userprio("--ledger", printed, "priority", *listing).out.splitlines()) == sorted(
        with_ledger.splitlines()
    )


def test_it_is_checked_as_a_ledger_is(userprio: Run, printed: Path) -> None:
    found = [
        {finding["code"] for finding in json.loads(done.out)["findings"]}
        for done in (
            userprio("--snapshot", "physics", *options, "check", "--format", "json")
            for options in ((), ("--ledger", printed))
        )
    ]
    assert found[0] == found[1]


@pytest.mark.parametrize("command", [["set", "einstein", "factor=5"], ["reset", "--all", "--yes"], ["update"]])
def test_an_edit_of_it_is_refused_and_says_why(userprio: Run, printed: Path, command: list[str]) -> None:
    before = printed.read_bytes()
    done = userprio("--ledger", printed, *command)
    assert done.status == 6
    assert done.err.endswith("what condor_userprio -long prints can be looked at, but not changed.\n")
    assert printed.read_bytes() == before
    assert [path.name for path in printed.parent.iterdir() if "operations" in path.name] == []
