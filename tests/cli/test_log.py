"""The history of edits, and taking them back."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.ledger import Ledger

Run = Callable[..., Any]
NOW = 1_772_442_000
ANN, BEN = "ann@lab.example", "ben@lab.example"


@pytest.fixture
def edit(userprio: Run, ledger: Path) -> Run:
    return lambda *arguments, **more: userprio("--ledger", ledger, *arguments, **{"CONDOR_CONFIG": "ONLY_ENV", **more})


def ads(ledger: Path) -> dict[str, dict[str, str]]:
    return {key: dict(ad) for key, ad in Ledger.read(ledger).ads.items()}


def operations(edit: Run, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(edit("log", "--format", "json", *more).out)["operations"]
    return found


def test_a_ledger_without_edits_has_no_history(edit: Run) -> None:
    done = edit("log")
    assert (done.status, done.out.strip()) == (0, "No operations.")
    assert operations(edit) == []


def test_a_ledger_that_is_not_there_has_none(userprio: Run, tmp_path: Path) -> None:
    done = userprio("--ledger", tmp_path / "none.log", "log", CONDOR_CONFIG="ONLY_ENV")
    assert (done.status, done.out) == (6, "")
    assert "there is no such ledger" in done.err


def test_a_shipped_example_has_no_history_and_its_edits_can_be_tried(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "log")
    assert (done.status, done.out.strip()) == (0, "No operations.")
    tried = userprio("--snapshot", "physics", "setfactor", "alice@example.org", "500", "--dry-run")
    assert tried.status == 0 and "500" in tried.out
    assert userprio("--snapshot", "physics", "setfactor", "alice@example.org", "500").status == 4


def test_every_edit_is_written_down_with_who_when_what_and_why(edit: Run) -> None:
    edit("setfactor", ANN, "500", "--reason", "paper deadline")
    edit("delete", ANN, "--yes", "--now", str(NOW + 60))
    first, second = operations(edit)
    assert (first["id"], first["at"], first["who"], first["action"]) == (1, NOW, "root", "setfactor")
    assert (first["names"], first["reason"], first["state"]) == ([ANN], "paper deadline", "done")
    assert first["changes"] == [{"name": ANN, "attribute": "PriorityFactor", "before": 1000.0, "after": 500.0}]
    assert (second["at"], second["deleted"]) == (NOW + 60, [ANN])
    assert operations(edit, "--last", "1") == operations(edit, "--limit", "1") == [second]


def test_the_history_as_a_table_and_as_csv(edit: Run) -> None:
    edit("setfactor", ANN, "500", "--reason", "=1+1")
    edit("undo")
    table = edit("log").out
    assert "priority factor 1000 -> 500, undone by 2" in table
    assert "undo 1" in table
    rows = list(csv.DictReader(io.StringIO(edit("log", "--format", "csv").out)))
    assert [(row["id"], row["before"], row["after"]) for row in rows] == [
        ("1", "1000.0", "500.0"),
        ("2", "500.0", "1000.0"),
    ]
    assert rows[0]["reason"] == "'=1+1"
    assert (rows[0]["undone_by"], rows[1]["undoes"]) == ("2", "1")


@pytest.mark.parametrize(
    "command",
    [
        ["setfactor", ANN, "500"],
        ["setfactor", ANN, "500", "--duration", "1h"],
        ["setceiling", ANN, "-1"],
        ["resetusage", ANN],
        ["resetall", "--yes"],
        ["delete", ANN, "--yes"],
        ["setfloor", ANN, BEN, "3", "--new"],
        ["-setfactor", BEN, "500"],
    ],
)
def test_undo_restores_what_was_and_undoing_that_what_was_done(edit: Run, ledger: Path, command: list[str]) -> None:
    before = ads(ledger)
    assert edit(*command).status == 0
    after = ads(ledger)
    assert after != before
    assert edit("undo").status == 0
    assert ads(ledger) == before
    assert edit("undo", "2").status == 0
    assert ads(ledger) == after
    assert edit("undo", "1").status == 0
    assert ads(ledger) == before


def test_undo_without_a_number_goes_back_step_by_step(edit: Run, ledger: Path) -> None:
    states = [ads(ledger)]
    for value in ("500", "300", "200"):
        edit("setfactor", ANN, value)
        states.append(ads(ledger))
    for state in reversed(states[:-1]):
        assert edit("undo").status == 0
        assert ads(ledger) == state
    done = edit("undo")
    assert (done.status, done.err) == (4, "userprio: there is no operation to undo.\n")


def test_undo_says_which_operation_it_took_back(edit: Run) -> None:
    edit("setfactor", ANN, "500")
    document = json.loads(edit("undo", "1", "--reason", "wrong ann", "--format", "json").out)
    assert (document["operation"], document["undoes"]) == (2, 1)
    assert operations(edit)[1]["reason"] == "wrong ann"


def test_undo_of_a_value_that_changed_since_is_refused_with_the_reason(edit: Run, ledger: Path) -> None:
    edit("setfactor", ANN, "500")
    edit("setfactor", ANN, "300")
    before = ledger.read_text()
    done = edit("undo", "1")
    assert done.status == 4
    assert done.err == (
        "userprio: operation 1 (setfactor) is not undone: "
        f"PriorityFactor of {ANN} is 300.0 now, after it was set to 500.0.\n"
    )
    assert ledger.read_text() == before


def test_undo_after_a_compaction_works(edit: Run, ledger: Path) -> None:
    edit("setfactor", ANN, "500")
    ledger.write_text(ledger.read_text().replace("500.000000", "500.0"))
    assert edit("undo").status == 0


def test_there_is_no_undoing_twice_nor_of_what_never_was(edit: Run) -> None:
    edit("setfactor", ANN, "500")
    assert edit("undo", "1").status == 0
    assert "operation 1 has already been undone by operation 2" in edit("undo", "1").err
    assert "there is no operation 9" in edit("undo", "9").err
    assert edit("undo", "9").status == 4


def test_a_history_that_makes_no_sense_is_bad_input_with_its_line(edit: Run, ledger: Path) -> None:
    edit("setfactor", ANN, "500")
    history = Path(f"{ledger}.operations")
    history.write_text(history.read_text() + "{}\n")
    for command in (["log"], ["undo"], ["setfactor", ANN, "5"]):
        done = edit(*command)
        assert done.status == 6
        assert "operations log makes no sense" in done.err
        assert done.err.count("\n") == 1


def test_an_edit_that_only_ended_an_expired_lease_does_not_stand_in_the_way_of_undo(edit: Run, ledger: Path) -> None:
    edit("setfactor", ANN, "500")
    edit("setceiling", ANN, "9", "--duration", "10", "--now", str(NOW - 30))
    edit("setceiling", ANN, "-1")
    assert operations(edit)[-1]["changes"] == []
    assert "it only ended expired leases" in edit("undo", "3").err
    assert edit("undo", "1").status == 0


def test_the_history_says_what_a_lease_is_and_what_is_new(edit: Run) -> None:
    edit("setceiling", ANN, "9", "--duration", "2d")
    edit("setfloor", BEN, "3", "--new")
    table = edit("log").out
    assert "ceiling none -> 9 until 2026-03-04 09:00" in table
    assert "created, floor none -> 3" in table


def test_a_lease_on_a_value_that_stays_is_named_with_its_end(edit: Run) -> None:
    """Ann has a factor of 1000 already."""
    done = edit("set", ANN, "factor=1000", "--for", "2d")
    assert done.out.splitlines() == [
        f"{ANN} PriorityFactorPreLeaseValue none -> 1000.0",
        f"{ANN} PriorityFactorLeaseExpiration none -> 2026-03-04 09:00",
    ]
    assert "factor lease ends none -> 2026-03-04 09:00" in edit("log").out
    assert edit("undo").out.splitlines()[1] == f"{ANN} PriorityFactorLeaseExpiration 2026-03-04 09:00 -> none"
    assert "factor lease ends 2026-03-04 09:00 -> none" in edit("log").out
    assert "0 changes" not in edit("log").out


def test_names_in_a_history_cannot_act_on_a_terminal(edit: Run, ledger: Path) -> None:
    odd = "b\x1b[2J@x"
    ledger.write_text(ledger.read_text() + f"101 Customer.{odd} * *\n")
    for done in (edit("delete", odd, "--yes", "--reason", "\x1b[2J"), edit("log", terminal=True)):
        assert "\x1b[2J" not in done.out + done.err
