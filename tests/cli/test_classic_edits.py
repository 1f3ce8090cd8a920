"""Edits in condor_userprio's spelling: its words on stdout and stderr, its exit statuses, and what is written."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import Ledger

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN, NEW = "ann@lab.example", "new@lab.example"
SUBMITTOR = "userprio: You must specify the full name of the submittor you wish\n"
NAMES = "(user@uid.domain or user@full.host.name)"


@pytest.fixture
def edit(userprio: Run, ledger: Path) -> Run:
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


@pytest.mark.parametrize(
    ("arguments", "out", "records"),
    [
        (["-setprio", ANN, "7.25"], f"The priority of {ANN} was set to 7.250000", ["Priority 7.250000"]),
        (
            ["-setfactor", ANN, "500"],
            f"The priority factor of {ANN} was set to 500.000000",
            ["PriorityFactor 500.000000"],
        ),
        (["-setfloor", ANN, "5"], f"The floor of {ANN} was set to 5", ["Floor 5"]),
        (["-setceiling", ANN, "-1"], f"The ceiling of {ANN} was set to -1", ["Ceiling -1"]),
        (
            ["-setaccum", ANN, "3600"],
            f"The Accumulated Usage of {ANN} was set to 3600.000000",
            ["WeightedAccumulatedUsage 3600.000000"],
        ),
        (["-setbegin", ANN, "5"], f"The Begin Usage Time of {ANN} was set to 5", ["BeginUsageTime 5"]),
        (["-setlast", ANN, "6"], f"The Last Usage Time of {ANN} was set to 6", ["LastUsageTime 6"]),
        (
            ["-resetusage", ANN],
            f"The accumulated usage of {ANN} was reset",
            ["AccumulatedUsage 0.000000", "WeightedAccumulatedUsage 0.000000", f"BeginUsageTime {NOW}"],
        ),
        (
            ["-setceiling", ANN, "10", "-duration", "600"],
            f"Set ceiling lease on {ANN} to 10 for 600 seconds",
            ["CeilingPreLeaseValue -1", f"CeilingLeaseExpiration {NOW + 600}", "Ceiling 10"],
        ),
        (
            ["-setfactor", ANN, "10", "-duration", "600"],
            f"Set priority-factor lease on {ANN} to 10.000000 for 600 seconds",
            [
                "PriorityFactorPreLeaseValue 1000.000000",
                f"PriorityFactorLeaseExpiration {NOW + 600}",
                "PriorityFactor 10.000000",
            ],
        ),
    ],
)
def test_what_it_says_and_writes(edit: Run, ledger: Path, arguments: list[str], out: str, records: list[str]) -> None:
    before = ledger.read_text()
    done = edit(*arguments)
    assert (done.status, done.out, done.err) == (0, f"{out}\n", "userprio: operation 1 was made.\n")
    lines = "".join(f"103 Customer.{ANN} {record}\n" for record in records)
    assert ledger.read_text() == f"{before}105 \n{lines}106 \n"


def test_deleting_and_resetting_everything(edit: Run, ledger: Path) -> None:
    done = edit("-resetall")
    assert (done.status, done.out) == (0, "The accumulated usage was reset for all users\n")
    done = edit("-delete", ANN)
    assert (done.status, done.out) == (0, f"The accountant record named {ANN} was deleted\n")
    assert ANN not in Ledger.read(ledger).customers


def test_unknown_names_get_a_record_silently_and_deleting_them_succeeds(edit: Run, ledger: Path) -> None:
    assert edit("-delete", NEW).out == f"The accountant record named {NEW} was deleted\n"
    assert edit("-setfactor", NEW, "5").status == 0
    assert Ledger.read(ledger).customers[NEW].priority_factor == 5.0


def test_leases_are_refused_and_cancelled_in_the_negotiators_words(edit: Run) -> None:
    for option, kind in (("ceiling", "ceiling"), ("floor", "floor"), ("factor", "priority-factor")):
        done = edit(f"-cancel{option}lease", ANN)
        assert (done.status, done.err) == (
            1,
            f"negotiator rejected cancel: no {kind} lease in effect for {ANN}\n",
        )
        assert edit(f"-set{option}", ANN, "10", "-duration", "600").status == 0
        done = edit(f"-set{option}", ANN, "20", "-duration", "600")
        assert (done.status, done.err) == (
            1,
            f"negotiator rejected {kind} lease: {kind} lease for {ANN} is already in effect (expires at {NOW + 600})\n",
        )
        done = edit(f"-cancel{option}lease", ANN)
        assert (done.status, done.out) == (0, f"Cancelled {kind} lease for {ANN}\n")


@pytest.mark.parametrize(
    ("arguments", "err"),
    [
        (["-setprio", "ann", "5"], f"{SUBMITTOR}\tto update the priority of {NAMES}\n"),
        (["-setfactor", "ann", "5"], f"{SUBMITTOR}\tto update the priority of {NAMES}\n"),
        (["-setfloor", "ann", "5"], f"{SUBMITTOR}\tto update the floor of {NAMES} (not ann)\n"),
        (["-setceiling", "ann", "5"], f"{SUBMITTOR}\tto update the ceiling of {NAMES} (not ann)\n"),
        (["-setaccum", "ann", "5"], f"{SUBMITTOR}\tto update the Accumulated usage of {NAMES}\n"),
        (["-setbegin", "ann", "5"], f"{SUBMITTOR}\tto update the begin usage time of {NAMES}\n"),
        (["-setlast", "ann", "5"], f"{SUBMITTOR}\tto update the last usage time of {NAMES}\n"),
        (["-resetusage", "ann"], f"{SUBMITTOR}\tto update the priority of {NAMES}\n"),
        (
            ["-delete", "ann"],
            f"userprio: You must specify the full name of the record you wish\n\tto delete {NAMES}\n",
        ),
        (
            ["-cancelfloorlease", "ann"],
            "userprio: -cancelfloorlease requires a full submitter name (user@domain)\n",
        ),
        (["-setfactor", ANN, "0.9"], "Priority factors must be greater than or equal to 1.\n"),
        (["-setfloor", ANN, "-1"], "floor must be greater than or equal to 0.\n"),
        (["-setceiling", ANN, "-2"], "ceiling must be greater than or equal to -1.\n"),
        (["-setaccum", ANN, "-1"], "Usage must be greater than 0 seconds\n"),
        (["-setbegin", ANN, "-1"], "Time must be greater than 0 seconds\n"),
        (["-setlast", ANN, "-1"], "Time must be greater than 0 seconds\n"),
    ],
)
def test_what_it_objects_to(edit: Run, ledger: Path, arguments: list[str], err: str) -> None:
    before = ledger.read_text()
    done = edit(*arguments)
    assert (done.status, done.out, done.err) == (1, "", err)
    assert ledger.read_text() == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["-setfactor", "a b@lab.example", "5"],
        ["-setfactor", 'a"@lab.example', "5"],
        ["-setaccum", ANN, "inf"],
        ["-setfactor", ANN, "nan", "-duration", "600"],
        ["-setceiling", ANN, "3000000000"],
        ["-setlast", ANN, "9" * 5000],
    ],
)
def test_what_would_damage_the_ledger_is_refused_though_it_is_not_there(
    edit: Run, ledger: Path, arguments: list[str]
) -> None:
    before = ledger.read_text()
    done = edit(*arguments)
    assert (done.status, done.out) == (1, "")
    assert ledger.read_text() == before


@pytest.mark.parametrize(
    ("arguments", "out", "record", "warning"),
    [
        (["-setprio", ANN, "abc"], "priority of * was set to 0.000000", "Priority 0.000000", "'abc' is not a number"),
        (["-setprio", ANN, "0x10"], "priority of * was set to 16.000000", "Priority 16.000000", "reads it as 16"),
        (["-setprio", ANN, "inf"], "priority of * was set to inf", "Priority -1.000000", "stores -1 for it"),
        (["-setbegin", ANN, "12x"], "Begin Usage Time of * was set to 12", "BeginUsageTime 12", "reads it as 12"),
        (["-setceiling", ANN, "7.5"], "ceiling of * was set to 7", "Ceiling 7", "'7.5' is not a whole number"),
        (["-setfloor", ANN, "x"], "floor of * was set to 0", "Floor 0", "reads it as 0"),
        (
            ["-setfactor", ANN, "1e400"],
            "priority factor of * was set to inf",
            "PriorityFactor 1.000000",
            "'1e400' is not a finite number; a negotiator stores 1 for it",
        ),
    ],
)
def test_a_value_that_is_hardly_a_number_is_read_as_condor_userprio_reads_it_and_remarked_upon(
    edit: Run, ledger: Path, arguments: list[str], out: str, record: str, warning: str
) -> None:
    done = edit(*arguments)
    assert (done.status, done.out) == (0, f"The {out.replace('*', ANN)}\n")
    assert f"103 Customer.{ANN} {record}\n" in ledger.read_text()
    assert done.err.startswith(f"userprio: warning: {arguments[0]}: ") and warning in done.err


@pytest.mark.parametrize("value", ["7", " 7", "7.0", "+7"])
def test_a_whole_number_is_not_remarked_upon(edit: Run, value: str) -> None:
    assert "warning" not in edit("-setceiling", ANN, value).err


def test_a_ledger_that_is_missing_is_a_failure_in_one_sentence(userprio: Run, tmp_path: Path) -> None:
    done = userprio("--ledger", tmp_path / "none.log", "-setfactor", ANN, "5", CONDOR_CONFIG="ONLY_ENV")
    assert (done.status, done.err.count("\n")) == (1, 1)


def test_it_is_written_down_like_any_other_edit(edit: Run) -> None:
    edit("-setfactor", ANN, "500")
    edit("-cancelfactorlease", ANN)
    [operation] = json.loads(edit("log", "--format", "json").out)["operations"]
    assert (operation["action"], operation["names"]) == ("setfactor", [ANN])
