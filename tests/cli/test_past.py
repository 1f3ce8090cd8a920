"""What status, the page of a cycle and metrics say of the past that a database of record has."""

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.test_metrics import parsed
from userprio.cli.environment import ExitStatus

TAKEN = 1_772_441_975
"""The time of the example physics."""
PHYSICS = ("--snapshot", "physics")


@pytest.fixture
def database(userprio: Run, tmp_path: Path) -> Path:
    """Two moments, of which one was held against the log, and another that was not to be compared."""
    path = tmp_path / "pool.db"
    for at in (TAKEN, TAKEN + 300):
        userprio(*PHYSICS, "--now", str(at), "record", path)
    with sqlite3.connect(path) as connection:
        rows = [
            (TAKEN, TAKEN + 10, "agrees", 1, 6, 6, b""),
            (TAKEN + 100, TAKEN + 110, "differs", 0, 6, 2, b"curie: none"),
            (TAKEN + 300, TAKEN + 310, "moved", None, 6, 5, b"slot gone"),
        ]
        connection.executemany("INSERT INTO verified VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return path


LATER = ("--now", str(TAKEN + 400), *PHYSICS)


def test_status_has_the_last_days_in_two_lines(userprio: Run, database: Path) -> None:
    out = userprio(*LATER, "--db", database, "status").out
    lines = [" ".join(line.split()) for line in out.splitlines()]
    (first,) = (number for number, line in enumerate(lines) if line.startswith("Past"))
    text = " ".join(lines[first : first + 5])
    document = json.loads(userprio(*LATER, "--db", database, "status", "--format", "json").out)
    left, in_use = document["idle_left"], document["in_use"] / document["weight"]
    assert f"since 2026-03-02 08:59 (6m recorded) on average {in_use:.0%} of the pool in use, {left} idle jobs" in text
    assert "dry runs agree with 1 of 2 compared cycles of the log; besides, 1 moved" in text
    assert len(out.splitlines()) <= 24
    assert document["past"]["left"] == left
    assert document["past"]["agreement"]["ratio"] == 0.5
    assert json.loads(userprio(*LATER, "status", "--format", "json").out)["past"] is None


def test_a_page_has_them_too(userprio: Run, database: Path) -> None:
    page = userprio(*LATER, "--db", database, "negotiate", "--page", "-").out
    assert "The last days, as recorded" in page
    assert "dry runs agree with 1 of 2 compared cycles" in page
    assert "as recorded" not in userprio(*LATER, "negotiate", "--page", "-").out


def test_metrics_have_how_often_dry_runs_agreed(userprio: Run, database: Path) -> None:
    series = parsed(userprio(*LATER, "--db", database, "metrics").out)
    assert series["userprio_verify_agreement_ratio"] == {frozenset(): 0.5}
    verdicts = {dict(labels)["verdict"]: value for labels, value in series["userprio_verify_cycles"].items()}
    assert verdicts == {"agrees": 1, "differs": 1, "moved": 1}
    assert series["userprio_verify_last_cycle_timestamp_seconds"] == {frozenset(): TAKEN + 310}
    assert not [name for name in parsed(userprio(*LATER, "metrics").out) if "verify" in name]


def test_a_month_later_nothing_is_left_of_the_last_days(userprio: Run, database: Path) -> None:
    done = userprio(*PHYSICS, "--now", str(TAKEN + 30 * 86_400), "--db", database, "status")
    assert (done.status, done.err) == (ExitStatus.DONE, "")
    assert "Past" not in done.out


def test_another_pools_past_is_not_shown(userprio: Run, database: Path) -> None:
    done = userprio("--snapshot", "thirds", "--now", str(TAKEN + 400), "--db", database, "status")
    assert done.status is ExitStatus.DONE
    assert "Past" not in done.out


def test_a_database_that_cannot_be_read_is_a_warning(userprio: Run, database: Path) -> None:
    database.write_text("no database\n" * 100)
    done = userprio(*LATER, "--db", database, "status")
    assert done.status is ExitStatus.DONE
    assert "warning: the recorded past is not known" in done.err
    assert "Waiting" in done.out
