"""The database of `record`: moments of one pool in a file of SQLite, thinned as they grow old.

Every moment is kept for two days, then one for each hour, after sixty days one for each day (in UTC): whatever the
interval, some 2,400 for a year. Full states (see `states`) go with their moments. What is a weight, or a number of
jobs, is stored times the seconds that the moment stands for, and charges are weight-seconds: to thin is to add up, and
changes neither means nor bills.
"""

import math
import sqlite3
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from statistics import median
from typing import Any, Final, NoReturn, TypeVar

import msgspec
from msgspec import Struct

from userprio.base.errors import BadInput, Refused
from userprio.base.writing import check_links
from userprio.monitoring.recording import (
    Charges,
    LastMoment,
    RecordedSubmitter,
    Recording,
    UsageCounter,
    UsageRemark,
    UsageRemarkKind,
    charges_since,
    is_gap,
)
from userprio.monitoring.states import FullState, add_state, drop_unused, state_at

_Rows = TypeVar("_Rows")

SCHEMA_VERSION: Final = 2
_APPLICATION: Final = 0x75707268
SCALE: Final = 1000
"""Other figures are stored in thousandths: SQLite packs whole numbers into few bytes."""
SUBMITTER, GROUP, REASON = 1, 2, 3
"""Kinds of names."""
EVERYBODY: Final = 0
"""The number that stands for all submitters in the table of reasons, where a group's is for all of its members."""
_FIRST_S: Final = 60
"""The first moment stands for a minute, so that it has a mean."""
_BUSY_S: Final = 10.0
_HOUR_S, _DAY_S = 3600, 86_400
TIERS: Final = ((1, 2 * _DAY_S, _HOUR_S), (2, 60 * _DAY_S, _DAY_S))
"""Tier, the age at which moments come into it, and the length of what becomes one moment there; seconds."""
_INTERVALS: Final = 12
"""So many of the last intervals show what is usual."""

_TABLES: Final = (
    "CREATE TABLE pool (identity BLOB NOT NULL)",
    "CREATE TABLE names (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, name BLOB NOT NULL, UNIQUE (kind, name))",
    "CREATE TABLE moments (at INTEGER PRIMARY KEY, since INTEGER NOT NULL, covered INTEGER NOT NULL,"
    " tier INTEGER NOT NULL, version TEXT NOT NULL, weight INTEGER NOT NULL, held INTEGER NOT NULL,"
    " half_life REAL NOT NULL, charged_since INTEGER NOT NULL, ledger_at INTEGER NOT NULL)",
    "CREATE TABLE submitters (at INTEGER, name INTEGER, member INTEGER, priority INTEGER, factor INTEGER,"
    " held INTEGER, won INTEGER, lost INTEGER, waiting INTEGER, reason INTEGER, share INTEGER, most INTEGER,"
    " accumulated INTEGER, charged INTEGER, PRIMARY KEY (at, name)) WITHOUT ROWID",
    "CREATE TABLE groups (at INTEGER, name INTEGER, quota INTEGER, requested INTEGER, allocated INTEGER,"
    " held INTEGER, waiting INTEGER, PRIMARY KEY (at, name)) WITHOUT ROWID",
    "CREATE TABLE reasons (at INTEGER, name INTEGER, reason INTEGER, jobs INTEGER,"
    " PRIMARY KEY (at, name, reason)) WITHOUT ROWID",
    "CREATE TABLE counters (name INTEGER PRIMARY KEY, weight_s REAL NOT NULL, begun_at INTEGER NOT NULL)",
    "CREATE TABLE remarks (since INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL, name INTEGER,"
    " before REAL, after REAL, weight_s REAL)",
    f"PRAGMA application_id = {_APPLICATION}",
)
"""`covered` are the seconds that a moment stands for: since the one before it, but no gap. Shares are in millionths."""

_SINCE_2: Final = (
    "CREATE TABLE days (day INTEGER, name INTEGER, at INTEGER, member INTEGER, priority INTEGER, reason INTEGER,"
    " held INTEGER, waiting INTEGER, PRIMARY KEY (day, name)) WITHOUT ROWID",
    "CREATE TABLE contents (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, packed BLOB NOT NULL)",
    "CREATE TABLE states (at INTEGER, file TEXT, content INTEGER NOT NULL, PRIMARY KEY (at, file)) WITHOUT ROWID",
    "CREATE TABLE verified (at INTEGER PRIMARY KEY, cycle INTEGER NOT NULL, verdict TEXT NOT NULL, agrees INTEGER,"
    " matches INTEGER NOT NULL, foretold INTEGER NOT NULL, because BLOB NOT NULL)",
    f"INSERT INTO days SELECT (at - 1) / {_DAY_S}, name, MAX(at), member, priority, reason, SUM(held), SUM(waiting)"
    " FROM submitters GROUP BY 1, 2",
    "PRAGMA user_version = 2",
)
"""What became of version 1 of the schema. Sums of whole days do not change when their moments are thinned."""

_SOUND: Final = {
    "pool": {"identity": "blob"},
    "names": {"kind": "integer", "name": "blob"},
    "moments": {
        **dict.fromkeys(("since", "covered", "tier", "weight", "held", "charged_since", "ledger_at"), "integer"),
        "version": "text",
        "half_life": "real",
    },
    "counters": {"weight_s": "real", "begun_at": "integer"},
    "remarks": {"since": "integer", "at": "integer", "kind": "text"},
    "verified": {**dict.fromkeys(("cycle", "matches", "foretold"), "integer"), "verdict": "text", "because": "blob"},
}
"""The types of what small tables hold, which SQLite by itself does not insist on; those of the others are summed up."""
_SUMMED: Final = ("submitters", "groups", "reasons")

_MERGED: Final = {
    "submitters": "name, member, priority, factor, SUM(held), SUM(won), SUM(lost), SUM(waiting), reason, share, most,"
    " accumulated, SUM(charged)",
    "groups": "name, SUM(quota), SUM(requested), SUM(allocated), SUM(held), SUM(waiting)",
    "reasons": "name, reason, SUM(jobs)",
}
"""What becomes of several moments. A column without a function is that of the last (see `_merge`)."""


class Recorded(Struct, frozen=True):
    """What became of a moment that was recorded."""

    first: bool
    """It is the first in its database."""
    remarks: tuple[UsageRemark, ...]


@contextmanager
def opened(path: Path, *, write: bool = False) -> Iterator[sqlite3.Connection]:
    """The database in a file; to write, it is made if it is not there, and everything is one transaction.

    Raises:
        BadInput: the file cannot be used, is no such database, or one of a newer version.
        Refused: others are writing to it all the time.
    """
    if write:
        check_links(path)
    elif not path.exists():
        raise BadInput("there is no such database", path, hint="userprio record makes one")
    mode = "rwc" if write else "ro"
    try:
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=_BUSY_S, isolation_level=None
        )
        try:
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            _check(connection, path, write=write)
            yield connection
            connection.execute("COMMIT")
        finally:
            # Whatever is not committed is undone.
            connection.close()
    except sqlite3.Error as error:
        raise _in_words(error, path) from error


def _check(connection: sqlite3.Connection, path: Path, *, write: bool) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if not tables and not application and write:
        for statement in (*_TABLES, *_SINCE_2):
            connection.execute(statement)
    elif application != _APPLICATION:
        raise BadInput("this is not a database of userprio record", path, hint="Name another file")
    elif version > SCHEMA_VERSION:
        what = f"the database has version {version} of its schema, and this userprio knows {SCHEMA_VERSION}"
        raise BadInput(what, path, hint="Use the newer userprio that wrote it")
    elif version < SCHEMA_VERSION and write:
        for statement in _SINCE_2:
            connection.execute(statement)
    elif version < SCHEMA_VERSION:
        what = "the database was written by an earlier userprio, and has not been recorded into since"
        raise BadInput(what, path, hint="The next userprio record brings it up to date")
    for table in _damaged(connection):
        raise BadInput(f"the database is damaged, in its table {table}", path, hint="Restore it, or begin another one")


def _damaged(connection: sqlite3.Connection) -> Iterator[str]:
    """Tables with values that this program does not write, or without the names that rows are about."""
    for table, types in _SOUND.items():
        wrong = " OR ".join(f"typeof({column}) <> '{kind}'" for column, kind in types.items())
        # A moment stands for some time, by which sums are divided.
        wrong += " OR covered <= 0" * (table == "moments")
        if connection.execute(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1").fetchone():
            yield table
    for table in _SUMMED:
        # By the index of the last moment's rows: all of a year would take too long each time.
        rows = f"(SELECT name FROM {table} WHERE at = (SELECT MAX(at) FROM moments))"
        if connection.execute(
            f"SELECT 1 FROM {rows} WHERE name <> 0 AND name NOT IN (SELECT id FROM names)"
        ).fetchone():
            yield table


def _in_words(error: sqlite3.Error, path: Path) -> BadInput | Refused:
    # The low byte; the others say more than anybody needs.
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return Refused(f"{path}: another process has been writing to it for {_BUSY_S:g} seconds")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN:
            hint = "SQLite needs permission to write to the file, and to make a journal in its folder"
            return BadInput(f"the database cannot be opened or written: {error}", path, hint=hint)
        case sqlite3.SQLITE_NOTADB:
            return BadInput("this is not a database of userprio record", path, hint="Name another file")
    return BadInput(f"the database cannot be used: {error}", path, hint="Restore it, or begin another one")


def typed(rows: Iterable[tuple[object, ...]], kind: type[_Rows]) -> _Rows:
    """Rows whose values have these types, which SQLite by itself does not insist on.

    Raises:
        sqlite3.DatabaseError: one has another type.
    """
    try:
        return msgspec.convert([*rows], kind)
    except msgspec.ValidationError as error:
        raise sqlite3.DatabaseError("a value in it is of the wrong type") from error


def in_bytes(name: str) -> bytes:
    """A name as it is stored: names in ads may have any bytes."""
    return name.encode("utf-8", "surrogateescape")


def in_text(name: bytes) -> str:
    """A stored name."""
    return name.decode("utf-8", "surrogateescape")


def _scaled(value: float | None) -> int | None:
    if value is None or not math.isfinite(value):
        return None
    return max(min(round(value * SCALE), 2**63 - 1), -(2**63))


def stored_names(connection: sqlite3.Connection) -> Mapping[int, str]:
    """All names by their numbers.

    Looking up a number without a name raises sqlite3.DatabaseError.
    """
    rows = connection.execute("SELECT id, name FROM names")
    return _StoredNames((number, in_text(name)) for number, name in rows)


class _StoredNames(dict[int, str]):
    def __missing__(self, number: object) -> NoReturn:
        raise sqlite3.DatabaseError(f"no name has the number {number}")


class _Names:
    """Numbers of names, made as they are needed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._numbers: dict[tuple[int, bytes], int] = {
            (kind, name): number for number, kind, name in connection.execute("SELECT id, kind, name FROM names")
        }

    def number(self, kind: int, name: str) -> int:
        key = kind, in_bytes(name)
        if key not in self._numbers:
            made = self._connection.execute("INSERT INTO names (kind, name) VALUES (?, ?)", key)
            assert made.lastrowid is not None
            self._numbers[key] = made.lastrowid
        return self._numbers[key]


def record(path: Path, recording: Recording, state: FullState | None = None) -> Recorded:
    """Add a moment to a database, which is made if there is none, and thin what has grown old.

    With the first full state the file becomes its owner's alone.

    Raises:
        Refused: the database is of another pool, or has this moment or a later one.
        BadInput: it cannot be used.
    """
    with opened(path, write=True) as connection:
        last = _last(connection, path, recording)
        names = _Names(connection)
        usual = _usual_interval(connection)
        before = _counters(connection)
        charges = Charges({}, ()) if last is None else charges_since(last, before, recording, usual)
        _add(connection, names, recording, charges, last, usual)
        changed = (
            (names.number(SUBMITTER, name), counter.weight_s, counter.begun_at)
            for name, counter in recording.counters.items()
            if name not in before
            or (before[name].weight_s, before[name].begun_at) != (counter.weight_s, counter.begun_at)
        )
        connection.executemany("INSERT OR REPLACE INTO counters VALUES (?, ?, ?)", changed)
        gone = ((names.number(SUBMITTER, name),) for name in before.keys() - recording.counters.keys())
        connection.executemany("DELETE FROM counters WHERE name = ?", gone)
        if state is not None:
            if state_at(connection, recording.at) is None:
                path.chmod(path.stat().st_mode & stat.S_IRWXU)
            add_state(connection, recording.at, state)
        _thin(connection, recording.at)
        drop_unused(connection)
    return Recorded(last is None, charges.remarks)


def _last(connection: sqlite3.Connection, path: Path, recording: Recording) -> LastMoment | None:
    """The last moment of a database that may take this one."""
    pool = connection.execute("SELECT identity FROM pool").fetchone()
    if pool is None:
        connection.execute("INSERT INTO pool VALUES (?)", (in_bytes(recording.pool),))
        return None
    if pool[0] != in_bytes(recording.pool):
        raise Refused(f"{path} is the database of {in_text(pool[0])}, and this is {recording.pool}")
    columns = "at, MAX(weight, held) * 1.0 / covered, half_life, ledger_at"
    row = connection.execute(f"SELECT {columns} FROM moments ORDER BY at DESC LIMIT 1").fetchone()
    if row is None:
        return None
    if row[0] == recording.at:
        raise Refused(f"{path} has this very moment already; nothing was recorded")
    if row[0] > recording.at:
        what = f"{path} ends {row[0] - recording.at} seconds later than this moment: a clock was set back, or this is"
        raise Refused(f"{what} an earlier snapshot; nothing was recorded")
    return LastMoment(*row)


def _usual_interval(connection: sqlite3.Connection) -> float | None:
    """The median of the last intervals, in seconds; None: there are too few."""
    query = "SELECT at FROM moments WHERE tier <= ? ORDER BY at DESC LIMIT ?"
    times: list[int] = []
    for tier in range(len(TIERS) + 1):
        # Where it is recorded once a day, all but the last moments are in higher tiers, each by itself.
        if len(times) <= 2:
            times = [at for (at,) in connection.execute(query, (tier, _INTERVALS + 1))]
    intervals = [later - earlier for later, earlier in pairwise(times)]
    return float(median(intervals)) if len(intervals) > 1 else None


def _counters(connection: sqlite3.Connection) -> dict[str, UsageCounter]:
    rows = connection.execute("SELECT n.name, weight_s, begun_at FROM counters c JOIN names n ON n.id = c.name")
    return {in_text(name): UsageCounter(weight_s, begun_at) for name, weight_s, begun_at in rows}


def _add(
    connection: sqlite3.Connection,
    names: _Names,
    recording: Recording,
    charges: Charges,
    last: LastMoment | None,
    usual: float | None,
) -> None:
    at = recording.at
    since, covered, charged_since = at, _FIRST_S, recording.ledger_at
    if last is not None:
        since, charged_since = last.at, min(last.ledger_at, recording.ledger_at)
        covered = round(usual) if usual is not None and is_gap(at - since, usual) else at - since

    def whole(*figures: float) -> tuple[int, ...]:
        return tuple(round(figure * covered) for figure in figures)

    weights = whole(recording.weight, recording.in_use)
    row = (
        at,
        since,
        covered,
        0,
        recording.version,
        *weights,
        recording.half_life_s,
        charged_since,
        recording.ledger_at,
    )
    _insert(connection, "moments", [row])
    by_name = {submitter.name: submitter for submitter in recording.submitters}
    # Who was charged is there too, even without any use or idle job now.
    unseen = (name for name in charges.weight_s if name not in by_name)
    unused = (RecordedSubmitter(name, recording.counters[name].group, None, None) for name in unseen)
    known = {group.name for group in recording.groups}
    submitters, waiting = [], Counter[tuple[int, int]]()
    for submitter in (*recording.submitters, *unused):
        name, group = names.number(SUBMITTER, submitter.name), submitter.group
        lineage = [names.number(GROUP, group)] if group else []
        reasons = [(names.number(REASON, reason), *whole(jobs)) for reason, jobs in submitter.reasons]
        # A share of one in many would be too coarse in thousandths.
        share = None if submitter.share is None else submitter.share * SCALE
        counter = recording.counters.get(submitter.name)
        submitters.append((
            at, name, *(lineage or (None,)), _scaled(submitter.priority), _scaled(submitter.factor),
            *whole(submitter.held, submitter.won, submitter.lost, submitter.left), reasons[0][0] if reasons else None,
            _scaled(share), _scaled(submitter.limit), _scaled(None if counter is None else counter.weight_s),
            _scaled(charges.weight_s.get(submitter.name, 0.0)),
        ))  # fmt: skip
        while group := group.rpartition(".")[0]:
            if group in known:
                lineage.append(names.number(GROUP, group))
        for reason, jobs in reasons:
            for about in (name, *lineage, EVERYBODY):
                waiting[about, reason] += jobs
    _insert(connection, "submitters", submitters)
    connection.execute(
        f"INSERT INTO days SELECT (at - 1) / {_DAY_S}, name, at, member, priority, reason, held, waiting"
        " FROM submitters WHERE at = ? ON CONFLICT DO UPDATE SET at = excluded.at, member = excluded.member,"
        " priority = excluded.priority, reason = excluded.reason, held = held + excluded.held,"
        " waiting = waiting + excluded.waiting",
        (at,),
    )
    _insert(connection, "reasons", [(at, *about, jobs) for about, jobs in waiting.items()])
    groups = [
        (
            at,
            names.number(GROUP, group.name),
            *whole(group.quota, group.requested, group.allocated, group.held, group.left),
        )
        for group in recording.groups
    ]
    _insert(connection, "groups", groups)
    remarks = (
        (remark.since, remark.at, str(remark.kind), names.number(SUBMITTER, remark.name) if remark.name else None,
         remark.before, remark.after, remark.weight_s)
        for remark in charges.remarks
    )  # fmt: skip
    connection.executemany("INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?, ?)", remarks)


def remarks_between(connection: sqlite3.Connection, begins_at: int, ends_at: int) -> Iterator[UsageRemark]:
    """What is to be said of the time from one moment to another."""
    rows = connection.execute(
        "SELECT since, at, r.kind, n.name, before, after, weight_s FROM remarks r LEFT JOIN names n ON n.id = r.name"
        " WHERE at > ? AND since < ? ORDER BY at",
        (begins_at, ends_at),
    )
    for since, at, kind, name, *figures in rows:
        yield UsageRemark(since, at, UsageRemarkKind(kind), in_text(name or b""), *figures)


def _insert(connection: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def _thin(connection: sqlite3.Connection, now: int) -> None:
    """Merge the moments of each hour, and of each day, that is old enough and over."""
    for tier, age, length in TIERS:
        until = (now - age) // length * length
        query = (
            "SELECT at, since, covered, weight, held, charged_since FROM moments WHERE tier < ? AND at <= ? ORDER BY at"
        )
        moments = connection.execute(query, (tier, until)).fetchall()
        # A moment stands for the time before it, so that one at a full hour belongs to the hour before.
        for _, group in groupby(moments, partial(_bucket, length)):
            _merge(connection, [*group], tier)


def _bucket(length: int, moment: tuple[int, ...]) -> int:
    return (moment[0] - 1) // length


def _merge(connection: sqlite3.Connection, moments: Sequence[tuple[int, ...]], tier: int) -> None:
    """Add up some moments, which follow each other, as the last of them."""
    (first, since, *_, charged_since), last = moments[0], moments[-1][0]
    if len(moments) > 1:
        span = (first, last)
        for table, columns in _MERGED.items():
            by = "name, reason" if table == "reasons" else "name"
            # With max(at), columns without a function are those of that row: a rule of SQLite's own.
            merged = f"SELECT max(at), {columns} FROM {table} WHERE at BETWEEN ? AND ? GROUP BY {by}"
            rows = [(last, *row[1:]) for row in connection.execute(merged, span)]
            connection.execute(f"DELETE FROM {table} WHERE at BETWEEN ? AND ?", span)
            _insert(connection, table, rows)
        for table in ("moments", "states"):
            connection.execute(f"DELETE FROM {table} WHERE at >= ? AND at < ?", span)
        sums = (sum(moment[column] for moment in moments) for column in (2, 3, 4))
        connection.execute(
            "UPDATE moments SET since = ?, covered = ?, weight = ?, held = ?, charged_since = ? WHERE at = ?",
            (since, *sums, charged_since, last),
        )
    connection.execute("UPDATE moments SET tier = ? WHERE at = ?", (tier, last))
