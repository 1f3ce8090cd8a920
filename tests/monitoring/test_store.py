"""The database of `record`: what it takes, what it refuses, how it is thinned, and that it survives kills."""

import os
import shutil
import signal
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.monitoring.moments import ANN, BOB, DAY, HOUR, MINUTE, START, moment
from userprio.base import BadInput, Refused
from userprio.monitoring import (
    FullState,
    Period,
    Recording,
    bill,
    opened,
    period_of,
    record,
    standings,
    timeline,
    write_state,
)
from userprio.monitoring.store import SCHEMA_VERSION


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pool.db"


def asked(path: Path, query: str) -> list[tuple[object, ...]]:
    with opened(path) as connection:
        return connection.execute(query).fetchall()


def times(path: Path) -> list[object]:
    return [at for (at,) in asked(path, "SELECT at FROM moments ORDER BY at")]


def test_a_moment_is_added_to_those_before(path: Path) -> None:
    assert record(path, moment(START, {ANN: 1}, {ANN: 4})).first
    assert not record(path, moment(START + 300, {ANN: 1.25}, {ANN: 3})).first
    assert times(path) == [START, START + 300]
    assert asked(path, "SELECT held, charged FROM submitters ORDER BY at") == [(4 * 60, 0), (3 * 300, 900_000)]


def test_the_same_moment_twice_is_refused_and_so_is_an_earlier_one(path: Path) -> None:
    record(path, moment(START))
    with pytest.raises(Refused, match="this very moment already"):
        record(path, moment(START))
    with pytest.raises(Refused, match="ends 60 seconds later than this moment: a clock was set back"):
        record(path, moment(START - 60))
    assert times(path) == [START]


def test_the_database_of_another_pool_is_refused(path: Path) -> None:
    record(path, moment(START))
    with pytest.raises(Refused, match="is the database of cm, and this is other"):
        record(path, moment(START + 300, pool="other"))


def test_a_newer_schema_is_refused_by_its_number(path: Path) -> None:
    record(path, moment(START))
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    for use in (lambda: record(path, moment(START + 300)), lambda: times(path)):
        with pytest.raises(BadInput, match=f"has version {SCHEMA_VERSION + 1} of its schema"):
            use()


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("UPDATE names SET name = 5", "names"),
        ("UPDATE moments SET half_life = 'x'", "moments"),
        ("UPDATE moments SET covered = 0", "moments"),
        ("UPDATE pool SET identity = 'x'", "pool"),
        ("UPDATE submitters SET name = 99", "submitters"),
        ("INSERT INTO verified VALUES (1, 1, 'agrees', 1, 1, 1, 'text')", "verified"),
    ],
)
def test_a_database_that_somebody_changed_by_hand_is_refused_by_its_table(path: Path, change: str, table: str) -> None:
    record(path, moment(START, {ANN: 1.0}, {ANN: 2.0}))
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    for use in (lambda: record(path, moment(START + 300)), lambda: times(path)):
        with pytest.raises(BadInput, match=f"damaged, in its table {table}"):
            use()


@pytest.mark.parametrize("content", [b"no database at all, but a text that is long enough to be one\n" * 20, None])
def test_a_file_of_something_else_is_refused_and_stays(path: Path, content: bytes | None) -> None:
    if content is None:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE somebody_elses (x)")
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    for use in (lambda: record(path, moment(START)), lambda: times(path)):
        with pytest.raises(BadInput, match="this is not a database of userprio record"):
            use()
    assert path.read_bytes() == before


def test_a_database_that_is_not_there_is_not_made_by_reading(path: Path) -> None:
    with pytest.raises(BadInput, match="there is no such database"):
        times(path)
    assert not path.exists()


@pytest.fixture
def readable_only() -> Iterator[Path]:
    """A database that this process may read and not write."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pool.db"
        record(path, moment(START))
        path.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
        Path(folder).chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65_534)
        try:
            yield path
        finally:
            if root:
                os.seteuid(0)
            Path(folder).chmod(0o755)


def test_a_database_that_may_only_be_read_is_read(readable_only: Path) -> None:
    assert times(readable_only) == [START]
    with pytest.raises(BadInput, match="the database cannot be opened or written: attempt to write a readonly"):
        record(readable_only, moment(START + 300))


def test_two_who_record_at_once_wait_for_each_other(path: Path) -> None:
    record(path, moment(START))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert times(path) == [START]
    other.execute("ROLLBACK")
    record(path, moment(START + 300))


def test_names_may_have_any_bytes(path: Path) -> None:
    odd = "ann\x1b[31m\udcff@lab"
    record(path, moment(START, {odd: 1}, {odd: 2}))
    record(path, moment(START + 300, {odd: 2}, {odd: 2}))
    assert asked(path, "SELECT name FROM names WHERE kind = 1") == [(b"ann\x1b[31m\xff@lab",)]


def test_after_two_days_there_is_a_moment_an_hour_and_after_sixty_one_a_day(path: Path) -> None:
    ages = [*range(0, 2 * HOUR, 10 * MINUTE)]
    for minutes, at in enumerate(ages):
        record(path, moment(START + at, {ANN: minutes}, {ANN: minutes, BOB: 2} if minutes % 2 else {ANN: minutes}))
    record(path, moment(START + 2 * DAY + 2 * HOUR, {ANN: 11}))
    # The moment at 01:00 belongs to the hour that it ends.
    assert times(path) == [START, START + HOUR, START + 110 * MINUTE, START + 2 * DAY + 2 * HOUR]
    used = asked(path, "SELECT s.held, n.name FROM submitters s JOIN names n ON n.id = s.name ORDER BY at, n.id")
    # 1 to 6 in the second hour, and 2 for three of its six moments.
    assert used[1:3] == [(21 * 600, ANN.encode()), (6 * 600, BOB.encode())]
    assert asked(path, "SELECT SUM(charged) FROM submitters") == [(11 * 3600 * 1000,)]
    record(path, moment(START + 62 * DAY, {ANN: 11}))
    assert times(path) == [START, START + 110 * MINUTE, START + 2 * DAY + 2 * HOUR, START + 62 * DAY]
    assert asked(path, "SELECT SUM(charged) FROM submitters") == [(11 * 3600 * 1000,)]


def test_a_year_of_two_thousand_submitters_every_five_minutes_takes_less_than_two_gigabytes(path: Path) -> None:
    """Two days of every moment, fifty-eight of every hour, and the days before them."""
    names = [f"group_physics.sub{number % 40}.user{number:04d}@lab.example.org" for number in range(2000)]
    number = 4
    for count in range(number):
        hours = {name: 1000.0 * place + count for place, name in enumerate(names)}
        record(path, moment(START + 300 * count, hours, dict.fromkeys(names, 30.5), left=dict.fromkeys(names, 300)))
    moments = 2 * 288 + 58 * 24 + (365 - 60)
    assert path.stat().st_size / number * moments < 1e9


def test_where_moments_were_thinned_steps_are_as_long_as_they(path: Path) -> None:
    for at in (*range(9 * HOUR, 13 * HOUR, HOUR // 2), *range(70 * HOUR, 73 * HOUR, HOUR // 2)):
        record(path, moment(START + at, held={ANN: 1 + at // HOUR}))
    with opened(path) as connection:
        early, late = (period_of(connection, START + at, START + at + 2 * HOUR, 0) for at in (10 * HOUR, 70 * HOUR))
        # Those that are left as they were came every half hour.
        assert (early.step_s, late.step_s) == (HOUR, HOUR // 2)
        steps = timeline(connection, ANN, early, is_group=False).steps
    assert [(step.begun_at - START, step.covered_s, step.held) for step in steps] == [
        *((10 * HOUR, HOUR, 11.5), (11 * HOUR, HOUR, 12.5))
    ]


def test_a_gap_stands_for_no_more_than_a_usual_interval(path: Path) -> None:
    for minutes in (0, 5, 10, 75, 80):
        record(path, moment(START + minutes * MINUTE))
    assert [covered for (covered,) in asked(path, "SELECT covered FROM moments")] == [60, 300, 300, 300, 300]


def test_with_daily_moments_a_missing_week_is_a_gap(path: Path) -> None:
    days = (0, 1, 2, 3, 4, 11, 12)
    for day in days:
        record(path, moment(START + day * DAY, {ANN: 24.0 * day}))
    assert [covered for (covered,) in asked(path, "SELECT covered FROM moments")] == [60, *[DAY] * 6]
    assert asked(path, "SELECT kind, since, at FROM remarks") == [("gap", START + 4 * DAY, START + 11 * DAY)]


def test_numbers_without_names_are_refused_in_a_sentence(path: Path) -> None:
    for at in (0, 300):
        record(path, moment(START + at, {ANN: at / 300, BOB: 1}, {ANN: 1, BOB: 1}))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE submitters SET member = 77 WHERE member IS NOT NULL")
        connection.execute("UPDATE days SET name = 88 WHERE name = (SELECT MAX(name) FROM days)")
    for use in (
        lambda connection: standings(connection, Period(START - DAY, START + DAY, DAY, 0)),
        lambda connection: bill(connection, START - DAY, START + DAY, None),
    ):
        with pytest.raises(BadInput, match=r"cannot be used: no name has the number [78]"), opened(path) as connection:
            use(connection)


@pytest.mark.parametrize(
    "change",
    [
        "submitters SET held = 'x'",
        "submitters SET priority = 'x'",
        "reasons SET jobs = 'x'",
        "days SET priority = 'x'",
        "days SET at = NULL",
    ],
)
def test_values_of_other_types_are_refused_in_a_sentence(path: Path, change: str) -> None:
    for at in (0, DAY):
        record(path, moment(START + at, {ANN: 1}, {ANN: 1}, left={ANN: 2}))
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE {change}")
    period = Period(START - DAY, START + 2 * DAY, DAY, 0)
    with pytest.raises(BadInput, match="a value in it is of the wrong type"), opened(path) as connection:
        standings(connection, period)
        timeline(connection, ANN, period, is_group=False)


def earlier_schema(path: Path) -> None:
    """Make a database what it was before full states."""
    with sqlite3.connect(path) as connection:
        for table in ("days", "contents", "states", "verified"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version = 1")


def test_a_database_of_an_earlier_schema_is_brought_up_to_date_by_the_next_moment(path: Path) -> None:
    for at in range(0, 3 * HOUR, 10 * MINUTE):
        record(path, moment(START - HOUR + at, {ANN: at}, {ANN: 1 + at / 600, BOB: 2}, left={ANN: 3}))
    days = asked(path, "SELECT * FROM days")
    assert len(days) == 4
    earlier_schema(path)
    with pytest.raises(BadInput, match=r"by an earlier userprio.*The next userprio record brings it up to date"):
        times(path)
    record(path, moment(START + DAY))
    assert asked(path, f"SELECT * FROM days WHERE at < {START + DAY}") == days


@pytest.fixture(scope="module")
def hourly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of five days."""
    path = tmp_path_factory.mktemp("hourly") / "pool.db"
    for at in range(5 * 24):
        record(path, moment(START + at * HOUR, held={ANN: at % 7, BOB: 1}))
    return path


@given(begin=st.integers(0, 5 * 24), length=st.integers(1, 5 * 24))
def test_means_of_whole_days_are_those_of_their_moments(hourly: Path, begin: int, length: int) -> None:
    begins_at, ends_at = START + begin * HOUR - 7, START + (begin + length) * HOUR - 7
    within = [at for at in range(5 * 24) if begins_at < START + at * HOUR <= ends_at]
    with opened(hourly) as connection:
        steps = {step.name: step for step in standings(connection, Period(begins_at, ends_at, DAY, 0))}
    assert steps.keys() == ({ANN, BOB} if within else set())
    if within:
        covered = sum(60 if at == 0 else HOUR for at in within)
        assert steps[ANN].held == pytest.approx(sum(at % 7 * (60 if at == 0 else HOUR) for at in within) / covered)
        assert steps[BOB].priority == 500.0


def test_whole_days_of_everybody_are_read_without_their_moments(path: Path) -> None:
    """As a year of thousands of submitters must be."""
    for at in range(0, 4 * 24, 6):
        record(path, moment(START + at * HOUR + 1, held={ANN: at % 7, BOB: 1}))
    week = Period(START - DAY, START + 6 * DAY, DAY, 0)
    with opened(path) as connection:
        before = standings(connection, week)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM submitters")
    with opened(path) as connection:
        assert standings(connection, week) == before


def kept(path: Path) -> dict[int, dict[str, str]]:
    """All full states."""
    states = {}
    with opened(path) as connection, tempfile.TemporaryDirectory() as folder:
        for (at,) in connection.execute("SELECT DISTINCT at FROM states ORDER BY at").fetchall():
            target = Path(folder) / str(at)
            target.mkdir()
            write_state(connection, at, target)
            states[at] = {file.name: file.read_bytes().decode("utf-8", "surrogateescape") for file in target.iterdir()}
    return states


def state(slots: str, keep_s: int = 30 * DAY) -> FullState:
    return FullState({"slots.ads": iter(slots), "condor_config": ("A = 1\n", "B = \udcff\n")}, keep_s)


def test_full_states_come_back_and_equal_files_are_stored_once(path: Path) -> None:
    for count in range(3):
        record(path, moment(START + 300 * count), state(f"slots {count // 2}\n" * 9))
    config = "A = 1\nB = \udcff\n"
    assert kept(path) == {
        START + 300 * count: {"slots.ads": f"slots {count // 2}\n" * 9, "condor_config": config} for count in range(3)
    }
    assert asked(path, "SELECT COUNT(*) FROM contents") == [(3,)]


def test_full_states_thin_out_with_their_moments_and_go_at_their_age(path: Path) -> None:
    for minutes in range(0, 120, 10):
        record(path, moment(START + minutes * MINUTE), state(f"{minutes}"))
    record(path, moment(START + 2 * DAY + 2 * HOUR), state("later"))
    assert list(kept(path)) == times(path)
    assert [files["slots.ads"] for files in kept(path).values()] == ["0", "60", "110", "later"]
    record(path, moment(START + 3 * DAY), state("last", keep_s=DAY))
    assert [files["slots.ads"] for files in kept(path).values()] == ["later", "last"]
    assert asked(path, "SELECT COUNT(*) FROM contents") == [(3,)]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE contents SET packed = substr(packed, 1, length(packed) - 20)",
        "UPDATE contents SET packed = x'00'",
        "UPDATE contents SET packed = 'text'",
        "UPDATE states SET file = '../slots.ads' WHERE file = 'slots.ads'",
    ],
)
def test_a_damaged_full_state_is_refused(path: Path, change: str) -> None:
    record(path, moment(START), state("one" * 1000))
    with sqlite3.connect(path) as connection:
        connection.execute(change)
    with pytest.raises(BadInput, match=r"a full state in it is damaged"):
        kept(path)


def test_a_full_state_that_expands_beyond_all_measure_is_refused(path: Path) -> None:
    record(path, moment(START), FullState({"slots.ads": repeat(" " * (1 << 20), 40)}, DAY))
    with pytest.raises(BadInput, match="holds more than 200 times its packed size"):
        kept(path)


def killed_at(statement: int, path: Path, recording: Recording) -> bool:
    """Record a moment in a process that is killed right before this statement; whether there is such a statement."""
    child = os.fork()
    if not child:
        connect: Callable[..., sqlite3.Connection] = sqlite3.connect
        left = iter(range(statement))

        def counted(*arguments: object, **options: object) -> sqlite3.Connection:
            connection = connect(*arguments, **options)
            connection.set_trace_callback(
                lambda sql: os.kill(os.getpid(), signal.SIGKILL) if next(left, None) is None else None
            )
            return connection

        pytest.MonkeyPatch().setattr(sqlite3, "connect", counted)
        try:
            record(path, recording, state("new"))
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize(
    ("begun", "every"),
    [
        ("now", 6),
        *(pytest.param(begun, 1, marks=pytest.mark.slow) for begun in ("now", "not", "earlier")),
    ],
)
def test_killed_at_any_statement_it_loses_at_most_the_moment(tmp_path: Path, begun: str, every: int) -> None:
    """A new database, one in which a moment is added and others are thinned, and one of an earlier schema."""
    before = [] if begun == "not" else [START + 300, START + 600, START + 900]
    last = moment(START + 2 * DAY + HOUR, {ANN: 3, BOB: 1}, {ANN: 1, BOB: 1}, left={ANN: 2})
    for at in before:
        record(tmp_path / "begun.db", moment(at, {ANN: 1}, {ANN: 1}, left={ANN: 1}), state(str(at)))
    if begun == "earlier":
        earlier_schema(tmp_path / "begun.db")
    statement = 0
    while True:
        path = tmp_path / f"{statement}.db"
        if before:
            shutil.copy(tmp_path / "begun.db", path)
        if not killed_at(statement, path, last):
            break
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if begun == "now":
            assert times(path) == before
            assert list(kept(path)) == before
        record(path, last, state("new"))
        assert times(path) == [*before[-1:], last.at]
        assert list(kept(path)) == [*([] if begun == "earlier" else before[-1:]), last.at]
        statement += every
    # The last process was not killed.
    assert times(path) == [*before[-1:], last.at]
    assert statement > 20
