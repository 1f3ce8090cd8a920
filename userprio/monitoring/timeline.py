"""What recorded moments come to over time: use, idle jobs and reasons of submitters and groups, held against a promise.

A moment stands for the time since the one before it, but for no gap (`covered`); means are over that time. Who is
missing in a moment held nothing and had no idle jobs.
"""

import os
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from userprio.monitoring.store import GROUP, SCALE, SUBMITTER, in_bytes

_STEPS: Final = (300, 900, 3600, 3 * 3600, 6 * 3600, 86_400, 7 * 86_400, 30 * 86_400)
_MOST_STEPS: Final = 32
_EPSILON: Final = 1e-3


class Condition(Struct, frozen=True):
    """How long something held."""

    covered_s: int
    since: int | None
    """Since when it holds without a break, as far as is recorded; None: it does not hold at the end."""
    throughout: bool
    """It held in every moment, so that it may have begun earlier."""


class TimelineStep(Struct, frozen=True):
    """Means of a submitter or group over a part of the time."""

    name: str
    group: str
    """That of a submitter, if it was asked for; else empty."""
    begun_at: int
    ended_at: int
    covered_s: int
    """How much of it was recorded."""
    held: float
    of_pool: float | None
    """Fraction of the pool's weight; None: the pool had none."""
    of_use: float | None
    """Fraction of what all have in use; None: nothing was."""
    left: float
    reason: str | None
    """Why most of the idle jobs left waited."""
    priority: float | None
    quota: float | None = None
    requested: float | None = None


class Timeline(Struct, frozen=True):
    """A submitter or a group over time; a group's figures are with its subgroups."""

    name: str
    is_group: bool
    steps: tuple[TimelineStep, ...]
    covered_s: int
    promise: float | None = None
    """Fraction of the pool's weight that it was held against."""
    below: Condition | None = None
    below_with_jobs_s: int = 0
    """How long it was below its promise while idle jobs were left."""
    above: Condition | None = None
    over_quota: Condition | None = None
    """Of groups."""


class ReasonTime(Struct, frozen=True):
    """How long idle jobs waited for a reason."""

    begun_at: int
    name: str
    reason: str
    job_s: float


class Period(Struct, frozen=True):
    """From when until when, and the length of a step, all in seconds; `offset_s` is that of local time from UTC."""

    begins_at: int
    ends_at: int
    offset_s: int = 0

    @property
    def step_s(self) -> int:
        """The shortest step of which a few dozen make the whole."""
        length = self.ends_at - self.begins_at
        return next((step for step in _STEPS if length <= _MOST_STEPS * step), _STEPS[-1])

    def step_of(self, at: int) -> int:
        """The number of the step that a moment is in, which stands for the time before it."""
        return (at - 1 + self.offset_s) // self.step_s


class _Moment(Struct, frozen=True):
    at: int
    since: int
    covered: int
    weight: int | None
    in_use: int | None
    held: int
    left: int
    priority: int | None
    quota: int | None
    requested: int | None


def recorded_names(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
    """All submitters and all groups that were ever recorded."""
    rows = connection.execute("SELECT kind, name FROM names WHERE kind IN (?, ?) ORDER BY id", (SUBMITTER, GROUP))
    names: dict[int, list[str]] = {SUBMITTER: [], GROUP: []}
    for kind, name in rows:
        names[kind].append(os.fsdecode(name))
    return names[SUBMITTER], names[GROUP]


def recorded_span(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """When the first and the last moment were; None: there is none."""
    first, last = connection.execute("SELECT MIN(since), MAX(at) FROM moments").fetchone()
    return None if first is None else (first, last)


_WITHIN: Final = "m.at > :begins_at AND m.at <= :ends_at"
_OF_SUBMITTER: Final = (
    "SELECT m.at, m.since, m.covered, m.weight, m.held, IFNULL(s.held, 0), IFNULL(s.waiting, 0), s.priority, NULL, NULL"
    f" FROM moments m LEFT JOIN submitters s ON s.at = m.at AND s.name = :name WHERE {_WITHIN} ORDER BY m.at"
)
_OF_GROUP: Final = (
    "SELECT m.at, m.since, m.covered, m.weight, m.held, IFNULL(g.held, 0), IFNULL(g.waiting, 0), NULL, g.quota,"
    f" g.requested FROM moments m LEFT JOIN groups g ON g.at = m.at AND g.name = :name WHERE {_WITHIN} ORDER BY m.at"
)


def timeline(
    connection: sqlite3.Connection, name: str, period: Period, *, is_group: bool, promise: float | None = None
) -> Timeline:
    """A submitter or group over a period."""
    found = connection.execute(
        "SELECT id FROM names WHERE kind = ? AND name = ?", (GROUP if is_group else SUBMITTER, in_bytes(name))
    ).fetchone()
    span = {"begins_at": period.begins_at, "ends_at": period.ends_at, "name": None if found is None else found[0]}
    rows = connection.execute(_OF_GROUP if is_group else _OF_SUBMITTER, span)
    moments = [_Moment(*row) for row in rows]
    reasons: dict[int, Counter[str]] = defaultdict(Counter)
    for waited in reason_times(connection, (name,), period, is_group=is_group):
        reasons[period.step_of(waited.begun_at + 1)][waited.reason] += round(waited.job_s)
    steps = tuple(
        _step(name, [*group], reasons[number])
        for number, group in groupby(moments, lambda moment: period.step_of(moment.at))
    )
    return Timeline(
        name=name,
        is_group=is_group,
        steps=steps,
        covered_s=sum(moment.covered for moment in moments),
        promise=promise,
        below=None if promise is None else _condition(moments, lambda moment: _share(moment) < promise - _EPSILON),
        below_with_jobs_s=0
        if promise is None
        else sum(moment.covered for moment in moments if moment.left and _share(moment) < promise - _EPSILON),
        above=None if promise is None else _condition(moments, lambda moment: _share(moment) > promise + _EPSILON),
        over_quota=_condition(moments, lambda moment: moment.quota is not None and moment.held > moment.quota)
        if is_group
        else None,
    )


def _share(moment: _Moment) -> float:
    return moment.held / moment.weight if moment.weight else 0.0


def _condition(moments: Sequence[_Moment], holds: Callable[[_Moment], bool]) -> Condition:
    states = [holds(moment) for moment in moments]
    covered = sum(moment.covered for moment, state in zip(moments, states, strict=True) if state)
    since = None
    for moment, state in zip(reversed(moments), reversed(states), strict=True):
        if not state:
            break
        since = moment.since
    return Condition(covered, since, bool(states) and all(states))


def _step(name: str, moments: Sequence[_Moment], reasons: Counter[str]) -> TimelineStep:
    def mean(values: Iterable[int | None]) -> float | None:
        pairs = [(value, moment.covered) for value, moment in zip(values, moments, strict=True) if value is not None]
        total = sum(covered for _, covered in pairs)
        return sum(value * covered for value, covered in pairs) / total / SCALE if total else None

    held = mean(moment.held for moment in moments) or 0.0
    weight, in_use = (mean(values) for values in ((m.weight for m in moments), (m.in_use for m in moments)))
    return TimelineStep(
        name=name,
        group="",
        begun_at=moments[0].since,
        ended_at=moments[-1].at,
        covered_s=sum(moment.covered for moment in moments),
        held=held,
        of_pool=held / weight if weight else None,
        of_use=held / in_use if in_use else None,
        left=mean(moment.left for moment in moments) or 0.0,
        reason=max(reasons, key=reasons.__getitem__, default=None),
        priority=mean(moment.priority for moment in moments),
        quota=mean(moment.quota for moment in moments),
        requested=mean(moment.requested for moment in moments),
    )


def _numbers(connection: sqlite3.Connection, names: Iterable[str], *, are_groups: bool) -> list[int]:
    """The numbers of submitters, or of groups with all their subgroups."""
    numbers = {os.fsdecode(name): number for number, name in connection.execute(
        "SELECT id, name FROM names WHERE kind = ?", (GROUP if are_groups else SUBMITTER,))}  # fmt: skip
    if not are_groups:
        return [numbers[name] for name in names if name in numbers]
    return [number for group, number in numbers.items() for name in names if f"{group}.".startswith(f"{name}.")]


def reason_times(
    connection: sqlite3.Connection, names: Sequence[str], period: Period, *, is_group: bool = False
) -> list[ReasonTime]:
    """How long idle jobs of some submitters, or of all submitters of groups, waited for which reason, step by step.

    Without names, of everybody. `begun_at` is the beginning of the first moment of a step.
    """
    numbers = _numbers(connection, names, are_groups=is_group)
    members = "JOIN submitters s ON s.at = r.at AND s.name = r.name" if is_group else ""
    which = f"AND {'s.member' if is_group else 'r.name'} IN ({', '.join(map(str, numbers))})" if names else ""
    query = (
        f"SELECT m.at, m.since, n.name, SUM(r.jobs * m.covered) FROM moments m JOIN reasons r ON r.at = m.at {members}"
        f" JOIN names n ON n.id = r.reason WHERE {_WITHIN} {which} GROUP BY m.at, r.reason ORDER BY m.at"
    )
    span = {"begins_at": period.begins_at, "ends_at": period.ends_at}
    times: dict[tuple[int, str], float] = defaultdict(float)
    begun: dict[int, int] = {}
    for at, since, reason, jobs in connection.execute(query, span):
        step = period.step_of(at)
        begun.setdefault(step, since)
        times[step, os.fsdecode(reason)] += jobs / SCALE
    label = ", ".join(names)
    return [ReasonTime(begun[step], label, reason, job_s) for (step, reason), job_s in times.items()]


def standings(connection: sqlite3.Connection, period: Period) -> list[TimelineStep]:
    """Everybody over a period as a single step, those with most in use first."""
    span = {"begins_at": period.begins_at, "ends_at": period.ends_at}
    begun, ended, covered, weight, in_use = connection.execute(
        "SELECT MIN(since), MAX(at), SUM(covered), SUM(weight * covered), SUM(held * covered)"
        f" FROM moments m WHERE {_WITHIN}",
        span,
    ).fetchone()
    names = {number: os.fsdecode(name) for number, name in connection.execute("SELECT id, name FROM names")}
    reasons: dict[int, Counter[int]] = defaultdict(Counter)
    query = "SELECT r.name, r.reason, SUM(r.jobs * m.covered) FROM moments m JOIN reasons r ON r.at = m.at"
    for name, reason, jobs in connection.execute(f"{query} WHERE {_WITHIN} GROUP BY 1, 2", span):
        reasons[name][reason] += jobs
    rows = connection.execute(
        "SELECT s.name, s.member, SUM(s.held * m.covered), SUM(s.waiting * m.covered), s.priority, MAX(s.at)"
        f" FROM moments m JOIN submitters s ON s.at = m.at WHERE {_WITHIN} GROUP BY 1 ORDER BY 3 DESC",
        span,
    )
    return [
        TimelineStep(
            name=names[name],
            group=names.get(member, ""),
            begun_at=begun,
            ended_at=ended,
            covered_s=covered,
            held=held / covered / SCALE,
            of_pool=held / weight if weight else None,
            of_use=held / in_use if in_use else None,
            left=left / covered / SCALE,
            reason=names[reasons[name].most_common(1)[0][0]] if reasons[name] else None,
            priority=None if priority is None else priority / SCALE,
        )
        for name, member, held, left, priority, _ in rows
    ]
