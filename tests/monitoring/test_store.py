"""The database of `record`: what it takes, what it refuses, how it is thinned, and that it survives kills."""

import os
import shutil
import signal
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.marks import slow
from tests.monitoring.moments import ANN, BOB, DAY, HOUR, MINUTE, START, moment
from userprio.base import BadInput, Refused
from userprio.monitoring import Recording, opened, period_of, record, timeline
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
        ("UPDATE pool SET identity = 'x'", "pool"),
        ("UPDATE submitters SET name = 99", "submitters"),
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
        assert (early.step_s, late.step_s) == (HOUR, 300)
        steps = timeline(connection, ANN, early, is_group=False).steps
    assert [(step.begun_at - START, step.covered_s, step.held) for step in steps] == [
        *((10 * HOUR, HOUR, 11.5), (11 * HOUR, HOUR, 12.5))
    ]


def test_a_gap_stands_for_no_more_than_a_usual_interval(path: Path) -> None:
    for minutes in (0, 5, 10, 75, 80):
        record(path, moment(START + minutes * MINUTE))
    assert [covered for (covered,) in asked(path, "SELECT covered FROM moments")] == [60, 300, 300, 300, 300]


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
            record(path, recording)
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


@pytest.mark.parametrize("begun", [True, *slow([False])])
def test_killed_at_any_statement_it_loses_at_most_the_moment(tmp_path: Path, begun: bool) -> None:
    """A new database, and one in which a moment is added and others are thinned."""
    before = [START + 300, START + 600, START + 900] if begun else []
    last = moment(START + 2 * DAY + HOUR, {ANN: 3, BOB: 1}, {ANN: 1, BOB: 1}, left={ANN: 2})
    for at in before:
        record(tmp_path / "begun.db", moment(at, {ANN: 1}, {ANN: 1}, left={ANN: 1}))
    statement = 0
    while True:
        path = tmp_path / f"{statement}.db"
        if begun:
            shutil.copy(tmp_path / "begun.db", path)
        if not killed_at(statement, path, last):
            break
        with sqlite3.connect(path) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        if begun:
            assert times(path) == before
        record(path, last)
        assert times(path) == [*before[-1:], last.at]
        statement += 1
    # The last process was not killed.
    assert times(path) == [*before[-1:], last.at]
    assert statement > 20
