"""`userprio set` and `reset`: several values of several submitters as one edit, and how each edit is taken back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.accounting import SETTABLE
from userprio.ledger import Customer, Ledger

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN, BEN = "ann@lab.example", "ben@lab.example"
DAY = 86_400


@pytest.fixture
def edit(userprio: Run, ledger: Path) -> Run:
    """Run a command on the small ledger."""
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


def customer(ledger: Path, name: str = ANN) -> Customer:
    return Ledger.read(ledger).customers[name]


def test_several_values_of_several_names_are_one_transaction_that_one_undo_takes_back(edit: Run, ledger: Path) -> None:
    before = ledger.read_text()
    done = edit("set", ANN, BEN, "factor=500", "floor=16", "--new", "--reason", "deadline")
    assert (done.status, done.out) == (
        0,
        f"{ANN} PriorityFactor 1000.0 -> 500.0\n"
        f"{BEN} created\n"
        f"{BEN} PriorityFactor none -> 500.0\n"
        f"{ANN} Floor none -> 16\n"
        f"{BEN} Floor none -> 16\n",
    )
    text = ledger.read_text().removeprefix(before)
    assert (text.count("105 "), text.count("106 ")) == (1, 1)
    [operation] = json.loads(edit("log", "--format", "json").out)["operations"]
    assert "created, priority factor -> 500, floor -> 16" in edit("log").out
    assert [operation[key] for key in ("id", "action", "names", "reason")] == [1, "set", [ANN, BEN], "deadline"]
    assert edit("undo").status == 0
    assert (customer(ledger).priority_factor, customer(ledger).floor) == (1000.0, None)
    assert BEN not in Ledger.read(ledger).customers


def test_everything_that_a_setter_sets_can_be_set_by_its_word(
    edit: Run, ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = {
        "prio": "2.5",
        "factor": "500",
        "floor": "3",
        "ceiling": "none",
        "usage": "7200",
        "begin": "90d",
        "last": "2026-03-02T08:00",
    }
    assert list(words) == list(SETTABLE)
    assert edit("set", *(f"{word}={value}" for word, value in words.items()), ANN).status == 0
    own = customer(ledger)
    assert (own.priority, own.priority_factor, own.floor, own.ceiling) == (2.5, 500.0, 3, -1)
    assert (own.weighted_accumulated_usage, own.begin_usage_time) == (7200.0, NOW - 90 * DAY)
    assert own.last_usage_time == NOW - 3600
    capsys.readouterr()
    edit("set", "--help")
    help_text = capsys.readouterr().out
    assert all(f"  {word}=" in help_text for word in words)


def test_with_a_time_all_values_are_leases(edit: Run, ledger: Path) -> None:
    assert edit("set", ANN, "factor=500", "floor=3", "ceiling=30", "--for", "2d").status == 0
    own = customer(ledger)
    told = edit("log", terminal=True, COLUMNS="200").out
    assert "factor 1000 -> 500, floor none -> 3, ceiling none -> 30; leases until 2026-03-04 09:00" in told
    ends = (own.factor_lease_expiration, own.floor_lease_expiration, own.ceiling_lease_expiration)
    assert ends == (NOW + 2 * DAY,) * 3
    again = edit("set", ANN, "floor=4", "--for", "1h")
    assert again.status == 4
    assert again.err == (
        f"userprio: {ANN} has a floor lease already, which ends in 2 days; `userprio reset --lease` ends it.\n"
    )
    assert edit("reset", ANN, "--lease", "floor").status == 0
    assert customer(ledger).floor == 0


def test_a_new_lease_ends_the_expired_leases_of_others_of_each_kind(edit: Run, ledger: Path) -> None:
    edit("set", BEN, "factor=7", "floor=3", "--new")
    edit("set", BEN, "factor=9", "floor=9", "--for", "60", "--now", str(NOW - 3600))
    done = edit("set", ANN, "factor=5", "floor=5", "--for", "60")
    assert f"{BEN} PriorityFactor 9.0 -> 7.0\n" in done.out and f"{BEN} Floor 9 -> 3\n" in done.out
    assert (customer(ledger, BEN).priority_factor, customer(ledger, BEN).floor) == (7.0, 3)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ((ANN,), 2, "Say what to set, such as factor=500."),
        ((ANN, "500"), 2, "Say what to set"),
        (("factor=500",), 2, "Name the submitters to change"),
        ((ANN, "fctor=500"), 2, "'fctor' is nothing that can be set. Did you mean factor?"),
        ((ANN, "weight=500"), 2, "Known are prio, factor, floor, ceiling, usage, begin, last."),
        ((ANN, "factor=x"), 2, "Invalid value for factor=x: 'x' is not a number."),
        ((ANN, "begin=soon"), 2, "Invalid value for begin=soon: 'soon' is not a time"),
        ((ANN, "factor=5", "factor=6"), 2, "factor is given twice."),
        ((ANN, "factor=5", "usage=0", "last=1d", "--for", "1d"), 2, "usage and last cannot be leased; only ceiling,"),
        ((ANN, "floor=5", "factor=0.5"), 4, "a priority factor must be at least 1, not 0.5"),
        ((ANN, "floor=5", "ceiling=-2"), 4, "a ceiling must be at least -1, not -2"),
        ((ANN, "ann@lab.exmaple", "floor=5"), 4, "did you mean ann@lab.example? Give --new to create a record."),
        ((ANN, "a=b@lab.example", "floor=5"), 4, "there is no submitter a=b@lab.example"),
        (("a*", "floor=5"), 4, "set asks for confirmation, which needs a terminal; use --yes."),
        (("-", "floor=5"), 2, "There is no standard input to read names from."),
    ],
)
def test_what_cannot_be_set_is_said_before_anything_is_touched(
    edit: Run, ledger: Path, words: tuple[str, ...], status: int, message: str
) -> None:
    before = ledger.read_text()
    done = edit("set", *words)
    assert (done.status, done.out) == (status, "")
    assert message in " ".join(done.err.split())
    assert ledger.read_text() == before


def test_a_name_may_have_an_equals_sign(edit: Run, ledger: Path) -> None:
    assert edit("set", "a=b@lab.example", "factor=5", "--new").status == 0
    assert customer(ledger, "a=b@lab.example").priority_factor == 5.0


def test_a_pattern_is_asked_about_with_all_that_is_to_be_set(edit: Run, ledger: Path) -> None:
    done = edit("set", "a*", "factor=500", "last=2026-03-02", "--for", "1d", terminal=True, typed="y\n")
    assert done.status == 2
    done = edit("set", "a*", "factor=500", "last=2026-03-02", terminal=True, typed="y\n")
    assert done.err.startswith(
        "1 submitter:\n  ann@lab.example\n"
        "Set the priority factor of 1 submitter to 500.0, the last use to 2026-03-02 00:00? [y/N] "
    )
    assert customer(ledger).priority_factor == 500.0


def test_names_come_from_standard_input(edit: Run, ledger: Path) -> None:
    assert edit("set", "-", "factor=5", "floor=1", "--new", typed=f"{ANN}\n{BEN}\n").status == 0
    assert (customer(ledger).floor, customer(ledger, BEN).priority_factor) == (1, 5.0)


def test_under_a_key_it_is_the_same_edit_in_either_spelling(edit: Run, ledger: Path) -> None:
    assert edit("setfactor", ANN, "500", "--once", "k").status == 0
    again = edit("set", ANN, "factor=500", "--once", "k")
    assert (again.status, again.err) == (0, "userprio: operation 1 made this edit already; nothing was done now.\n")
    assert edit("set", ANN, "factor=500", "floor=1", "--once", "k").status == 2


def test_a_dry_run_writes_nothing(edit: Run, ledger: Path) -> None:
    before = ledger.read_text()
    done = edit("set", ANN, "factor=500", "floor=3", "--dry-run")
    assert done.status == 0
    assert done.out.startswith(f"{ANN} PriorityFactor 1000.0 -> 500.0\n{ANN} Floor none -> 3\n")
    assert ledger.read_text() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Give the names of submitters, or --all."),
        ((ANN, "--all"), "Give the names of submitters, or --all."),
        (("--all", "--lease", "floor"), "--lease ends leases of the submitters that are named"),
        ((ANN, "--lease", "prio"), "'prio' is not one of 'ceiling', 'floor', 'factor'"),
    ],
)
def test_a_reset_says_whose(edit: Run, ledger: Path, words: tuple[str, ...], message: str) -> None:
    before = ledger.read_text()
    done = edit("reset", *words)
    assert (done.status, ledger.read_text()) == (2, before)
    assert message in " ".join(done.err.split())


def test_on_a_terminal_every_edit_says_once_how_to_take_it_back(edit: Run) -> None:
    done = edit("set", ANN, "factor=500", terminal=True)
    assert done.err == "userprio: operation 1 was made.\nuserprio: `userprio undo 1` takes it back.\n"
    assert "undo" not in done.out
    several = edit("setfloor", ANN, BEN, "3", "--new", terminal=True)
    assert several.err.endswith("2 records were changed by operation 2; `userprio undo 2` takes them back.\n")
    assert (several.out + several.err).count("undo 2") == 1
    assert edit("undo", "1", terminal=True).err.endswith("userprio: `userprio undo 3` takes it back.\n")
    assert "undo" not in edit("setfloor", ANN, "0", "--dry-run", terminal=True).err
    # It cannot be taken back.
    assert "undo" not in edit("update", terminal=True).err


def test_a_script_that_changes_one_record_and_condor_userprios_spelling_are_told_nothing_more(edit: Run) -> None:
    assert edit("set", ANN, "factor=500").err == "userprio: operation 1 was made.\n"
    assert "userprio undo 2" in edit("set", ANN, "factor=600", "--format", "table").out
    classic = edit("-setfactor", ANN, "700", terminal=True)
    assert (classic.status, classic.err) == (0, "userprio: operation 3 was made.\n")
    assert classic.out == f"The priority factor of {ANN} was set to 700.000000\n"
