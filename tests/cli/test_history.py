"""`record` and `history` as somebody types them."""

import csv
import io
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import userprio as package
from tests.cli.conftest import Run
from tests.monitoring.moments import ANN, BOB, DAY, HOUR, MINUTE, START, moment
from userprio.cli.environment import ExitStatus
from userprio.monitoring import Recording, record
from userprio.monitoring.recording import RecordedGroup

ODD = "ann\x1b[31m\udcff@lab"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "pool.db"


def filled(path: Path, *recordings: Recording) -> Path:
    for recording in recordings:
        record(path, recording)
    return path


def hour(path: Path) -> Path:
    """Twelve moments of an hour: ann has 10 cores, from half past on 50, of 100; bob always 10."""
    quota = 30.0
    return filled(
        path,
        *(
            moment(
                START + minute * MINUTE,
                {ANN: minute / 6, BOB: minute / 6},
                {ANN: 10 if minute <= 30 else 50, BOB: 10},
                left={ANN: 6} if minute <= 30 else {},
                groups=(RecordedGroup("physics", quota, 60, 60, 10 if minute <= 30 else 50, 6 if minute <= 30 else 0),),
            )
            for minute in range(0, 65, 5)
        ),
    )


def test_a_moment_of_a_shipped_pool_is_recorded_once(userprio: Run, database: Path) -> None:
    done = userprio("--snapshot", "physics", "record", database)
    assert (done.status, done.err) == (ExitStatus.DONE, "")
    assert done.out == "2026-03-02 08:59:35: 7 submitters of physics recorded; the first moment of this database\n"
    again = userprio("--snapshot", "physics", "record", database)
    assert (again.status, again.out) == (ExitStatus.REFUSED, "")
    assert again.err == f"userprio: {database} has this very moment already; nothing was recorded.\n"
    other = userprio("--snapshot", "thirds", "record", database)
    assert other.status is ExitStatus.REFUSED
    assert other.err == f"userprio: {database} is the database of physics, and this is thirds.\n"


def test_what_is_recorded_is_what_negotiate_shows(userprio: Run, database: Path) -> None:
    userprio("--snapshot", "physics", "record", database)
    cycle = json.loads(userprio("--snapshot", "physics", "negotiate", "--format", "json").out)
    with sqlite3.connect(database) as connection:
        rows = connection.execute(
            "SELECT n.name, won, lost, waiting, held, r.name FROM submitters s JOIN names n ON n.id = s.name"
            " LEFT JOIN names r ON r.id = s.reason"
        ).fetchall()
        groups = connection.execute("SELECT n.name, quota FROM groups g JOIN names n ON n.id = g.name").fetchall()
    recorded = {name.decode(): [*(figure / 60 for figure in figures)] for name, *figures, _ in rows}
    assert recorded == {
        entry["name"]: [entry["won"], entry["lost"], entry["left"], entry["held"]] for entry in cycle["submitters"]
    }
    reasons = {name.decode(): reason.decode() for name, *_, reason in rows if reason}
    assert reasons == {entry["name"]: entry["reason"] for entry in cycle["submitters"] if entry["left"]}
    quotas = {group["name"]: group["subtree_quota"] for group in cycle["groups"] if group["name"] != "<none>"}
    assert {name.decode(): quota / 60 for name, quota in groups if name != b"<none>"} == quotas


def test_a_reset_between_two_moments_is_told_at_once(userprio: Run, database: Path, tmp_path: Path) -> None:
    pool = tmp_path / "pool"
    shutil.copytree(Path(package.__file__).parent / "pool" / "examples" / "physics", pool)
    userprio("--snapshot", pool, "record", database)
    ledger = next(pool.glob("*.log"))
    name = "group_chemistry.curie@example.org"
    with ledger.open("a") as log:
        log.write(f"103 Customer.{name} WeightedAccumulatedUsage 60.0\n103 Customer.{name} BeginUsageTime 1772442100\n")
        log.write("103 Accountant. LastUpdateTime 1772442200\n")
    done = userprio("--snapshot", pool, "--now", "1772442240", "record", database)
    assert done.status is ExitStatus.DONE
    assert f"{name}: usage was reset at some 1950 weight-hours; what was used between the moment before" in done.err


@pytest.mark.slow
def test_every_so_often_it_records_again_until_ctrl_c(database: Path) -> None:
    argv = [sys.executable, "-m", "userprio", "--snapshot", "physics", "record", str(database), "--every", "1s"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as recorder:
        assert recorder.stdout is not None
        assert recorder.stderr is not None
        assert "7 submitters of physics recorded" in recorder.stdout.readline()
        # The snapshot is the same again: that is told, and tried again.
        for _ in range(2):
            assert "has this very moment already; nothing was recorded" in recorder.stderr.readline()
        recorder.send_signal(signal.SIGINT)
        assert recorder.wait(20) == ExitStatus.DONE


def test_a_row_is_the_mean_of_a_step(userprio: Run, database: Path) -> None:
    done = userprio("history", ANN, "--db", hour(database), "--from", str(START), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [int(row["begun_at"]) - START for row in rows] == [*range(0, HOUR, 300)]
    assert [float(row["held"]) for row in rows] == [10.0] * 6 + [50.0] * 6
    assert [float(row["of_use"]) for row in rows] == pytest.approx([0.5] * 6 + [50 / 60] * 6)
    assert [row["reason"] for row in rows] == ["group limit reached"] * 6 + [""] * 6


def test_a_promise_is_held_against_the_past(userprio: Run, database: Path) -> None:
    done = userprio("history", "ann", "--db", hour(database), "--from", str(START), "--against", "40%")
    assert done.err == f"userprio: ann is {ANN}.\n"
    assert done.out.splitlines()[-3:] == [
        "below 40% of the pool 50% of the time, not at the end",
        "below it with idle jobs left 50% of the time",
        "above 40% of the pool 50% of the time; at the end since 2026-10-24 00:30",
    ]
    assert max(map(len, done.out.splitlines())) <= 80


def test_use_over_time_is_shown_as_a_picture(userprio: Run, database: Path) -> None:
    done = userprio("history", ANN, "--db", hour(database), "--from", START, "--until", START + HOUR)
    assert "\nin use ▃▃▃▃▃▃▇▇▇▇▇▇ at most 50\n" in done.out


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_plot_has_use_against_the_promise_and_priority(
    userprio: Run, database: Path, tmp_path: Path, form: str
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"ann.{form}"
    done = userprio("history", ANN, "physics", "--db", hour(database), "--against", "40%", "--plot", path)
    assert (done.status, done.err) == (ExitStatus.DONE, "")
    drawn = path.read_bytes()
    assert drawn.startswith(b"\x89PNG" if form == "png" else b"<?xml")
    if form == "svg":
        for text in (b"part of the pool in use", b"effective priority", ANN.encode(), b">physics<"):
            assert text in drawn
    again = tmp_path / f"again.{form}"
    userprio("history", ANN, "physics", "--db", database, "--against", "40%", "--plot", again)
    assert again.read_bytes() == drawn


def test_of_a_group_it_is_said_since_when_it_is_over_its_quota(userprio: Run, database: Path) -> None:
    done = userprio("history", "physics", "--db", hour(database), "--from", str(START))
    assert done.out.splitlines()[-1] == "over its quota 50% of the time; at the end since 2026-10-24 00:30"


def test_without_a_name_there_is_a_row_for_everybody(userprio: Run, database: Path) -> None:
    done = userprio("history", "--db", hour(database), "--from", str(START))
    lines = done.out.splitlines()
    assert lines[0] == "2026-10-24 00:00 to 2026-10-24 01:00; 1h of it recorded"
    assert [line.split()[:3] for line in lines[-2:]] == [[ANN, "30", "30%"], [BOB, "10", "10%"]]


def test_reasons_are_in_job_hours(userprio: Run, database: Path) -> None:
    for name in (ANN, "physics", None):
        words = () if name is None else (name,)
        done = userprio("history", *words, "--db", hour(database) if not database.exists() else database, "--reasons",
                        "--from", str(START), "--format", "json")  # fmt: skip
        document = json.loads(done.out)
        reasons = document["reasons"] if name is None else document["names"][0]["reasons"]
        assert {entry["reason"] for entry in reasons} == {"group limit reached"}
        assert sum(entry["job_hours"] for entry in reasons) == pytest.approx(6 * 0.5)


def test_reasons_come_with_how_often_a_promise_was_kept(userprio: Run, database: Path) -> None:
    words = ("history", ANN, "--db", hour(database), "--from", str(START), "--against", "40%")
    conditions = [line for line in userprio(*words).out.splitlines() if "40% of the pool" in line]
    assert conditions
    out = userprio(*words, "--reasons").out
    assert "group limit reached" in out
    assert [line for line in out.splitlines() if "40% of the pool" in line] == [f"{ANN}: {it}" for it in conditions]


def test_a_bill_has_prices_and_what_it_lacks(userprio: Run, database: Path, tmp_path: Path) -> None:
    rates = tmp_path / "rates.toml"
    rates.write_text("[group]\nphysics = 0.5\n")
    words = ("history", "--db", hour(database), "--bill", "--month", "2026-10", "--rates", rates)
    out = userprio(*words).out
    assert out.splitlines()[-4:] == [
        "",
        "nothing was recorded before 2026-10-24 00:00: what was used earlier is not in it",
        "nothing is recorded after 2026-10-24 01:00: what was used later is not in it",
        "there is no rate for 1 submitter, with 10 weight-hours",
    ]
    document = json.loads(userprio(*words, "--format", "json").out)
    assert document["schema"] == "userprio.bill/1"
    assert [(entry["submitter"], entry["weight_hours"], entry["price"]) for entry in document["entries"]] == [
        (BOB, pytest.approx(10), None),
        (ANN, pytest.approx(10), pytest.approx(5)),
    ]
    rows = list(csv.DictReader(io.StringIO(userprio(*words, "--format", "csv").out)))
    assert [(row["submitter"], row["price"]) for row in rows] == [(BOB, ""), (ANN, "5.0")]


@pytest.mark.slow
def test_a_month_begins_at_local_midnight(database: Path) -> None:
    argv = [sys.executable, "-m", "userprio", "history", "--db", str(hour(database)), "--bill", "--month", "2026-10"]
    out = subprocess.check_output([*argv, "--format", "json"], env={"TZ": "Europe/Zurich"}, text=True)
    # At two hours from UTC, and at its end, after the change of clocks, at one.
    october = int(datetime(2026, 10, 1, tzinfo=UTC).timestamp())
    assert json.loads(out)["begins_at"] == october - 2 * HOUR
    assert json.loads(out)["ends_at"] == october + 31 * DAY - HOUR


def test_a_month_without_moments_has_an_empty_bill(userprio: Run, database: Path) -> None:
    words = ("history", "--db", hour(database), "--bill", "--month", "2026-09")
    assert userprio(*words).out.splitlines()[-1] == "nothing was recorded of this time"


def test_a_bill_of_a_single_moment_says_that_it_takes_two(userprio: Run, database: Path, tmp_path: Path) -> None:
    words = ("history", "--bill", "--month", "2026-03", "--db", database)
    userprio("--snapshot", "physics", "record", database)
    assert userprio(*words).out.splitlines()[-1] == (
        "only one moment of this time was recorded, and a bill needs two: it has what the ledger charged between them"
    )
    # A ledger whose priorities were not updated since has charged nothing.
    userprio("--snapshot", "physics", "--now", "2026-03-02 10:00", "record", database)
    assert userprio(*words).out.splitlines()[-1] == "the ledger was not updated between the moments of this time"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bill",), "A bill is of a month: --bill --month 2026-10."),
        (("--month", "2026-10"), "A bill is of a month"),
        (("--bill", "--month", "2026-13"), "'2026-13' is not a month, such as 2026-10."),
        (("--bill", "--month", "2026-10", "ann"), "--bill goes with --month and --rates only."),
        (("--rates", "r.toml"), "--rates are for --bill."),
        (("--against", "40%"), "--against needs a NAME"),
        (("ann", "--against", "40"), "'40' is not a part of the pool, such as 40%."),
        (("--from", "2027-01-01"), "--from must be earlier than --until, or than the last moment."),
    ],
)
def test_options_that_make_no_sense_are_refused(
    userprio: Run, database: Path, words: tuple[str, ...], told: str
) -> None:
    done = userprio("history", "--db", filled(database, moment(START)), *words)
    assert done.status is ExitStatus.USAGE
    assert told in done.err


def test_an_unknown_name_is_told_with_status_1(userprio: Run, database: Path) -> None:
    done = userprio("history", "anne@lab", "--db", hour(database))
    assert done.status is ExitStatus.FAILED
    assert "there is no recorded submitter or group anne@lab" in done.err


def test_escape_codes_and_bytes_that_are_no_text_are_shown_as_such(userprio: Run, database: Path) -> None:
    recordings = [moment(START + at, {ODD: 1 + at, BOB: 20}, {ODD: 3}, left={ODD: 2}) for at in (0, 300, 600)]
    filled(database, *recordings, moment(START + 900, {ODD: 5, BOB: 10}, {ODD: 3}))
    for words in ((), (ODD,), ("--reasons",), ("--bill", "--month", "2026-10")):
        for form in ("table", "csv", "json", "markdown"):
            done = userprio("history", *words, "--db", database, "--format", form)
            assert done.status is ExitStatus.DONE, done.err
            assert "\x1b" not in done.out + done.err
    assert "ann\\x1b[31m\\xff@lab" in userprio("history", "--db", database).out


def test_a_remark_is_shown_where_it_belongs(userprio: Run, database: Path) -> None:
    filled(database, moment(START, {BOB: 20}), moment(START + HOUR, {BOB: 3}), moment(START + DAY, {BOB: 4}))
    out = userprio("history", BOB, "--db", database).out
    assert "bob@lab: usage fell from 20 to 3 weight-hours without a reset; nothing is charged" in " ".join(out.split())
    later = userprio("history", BOB, "--db", database, "--from", str(START + 2 * HOUR)).out
    assert "usage fell" not in later


def test_a_plot_of_groups_has_no_priorities(userprio: Run, database: Path, tmp_path: Path) -> None:
    """A group has none."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "physics.svg"
    done = userprio("history", "physics", "--db", hour(database), "--plot", path)
    assert (done.status, done.err) == (ExitStatus.DONE, "")
    assert b"weight in use" in path.read_bytes()
    assert b"effective priority" not in path.read_bytes()
