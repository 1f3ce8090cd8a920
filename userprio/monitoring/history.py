"""What recorded moments come to over time: use, idle jobs and reasons of submitters and groups, held against a promise.

A moment stands for the time since the one before it, but for no gap (`covered`); means are over that time. Who is
missing in a moment held nothing and had no idle jobs.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean
from typing import Final, TypeAlias

from msgspec import Struct

from userprio.monitoring.agreement import AgreementSummary, agreement_between
from userprio.monitoring.store import EVERYBODY, GROUP, SCALE, SUBMITTER, TIERS, in_bytes, in_text, stored_names, typed

_DAY_S: Final = 86_400
_STEPS: Final = (300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 86_400, 7 * 86_400, 30 * 86_400)
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


class ReasonTime(Struct, frozen=True):
    """How long idle jobs waited for a reason."""

    name: str
    """Empty: everybody's."""
    begun_at: int
    """Of the step."""
    reason: str
    job_s: float


class Timeline(Struct, frozen=True):
    """A submitter or a group over time; a group's figures are with its subgroups."""

    name: str
    is_group: bool
    steps: tuple[TimelineStep, ...]
    reasons: tuple[ReasonTime, ...]
    covered_s: int
    promise: float | None = None
    """Fraction of the pool's weight that it was held against."""
    below: Condition | None = None
    below_with_jobs_s: int = 0
    """How long it was below its promise while idle jobs were left."""
    above: Condition | None = None
    over_quota: Condition | None = None
    """Of groups."""


class Period(Struct, frozen=True):
    """From when until when, in steps; times are in seconds since the epoch."""

    begins_at: int
    ends_at: int
    step_s: int
    offset_s: int
    """That of local time from UTC: steps of a day begin at midnight."""

    def step_of(self, at: int) -> int:
        """When the step begins that a moment is in, which stands for the time before it."""
        return (at - 1 + self.offset_s) // self.step_s * self.step_s - self.offset_s

    @property
    def span(self) -> dict[str, int]:
        """The parameters of queries for moments in it."""
        return {"begins_at": self.begins_at, "ends_at": self.ends_at}


class _Moment(Struct, frozen=True, array_like=True):
    at: int
    since: int
    covered: int
    # What follows is times the seconds covered, but for the priority.
    weight: int
    in_use: int
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
        names[kind].append(in_text(name))
    return names[SUBMITTER], names[GROUP]


_WITHIN: Final = "m.at > :begins_at AND m.at <= :ends_at"


def recorded_span(connection: sqlite3.Connection) -> tuple[int, int] | None:
    """When the first and the last moment were; None: there is none."""
    first, last = connection.execute("SELECT MIN(at), MAX(at) FROM moments").fetchone()
    return None if first is None else (first, last)


def period_of(connection: sqlite3.Connection, begins_at: int, ends_at: int, offset_s: int) -> Period:
    """A period in a few dozen steps, none shorter than the moments that are left of the time, or were recorded."""
    span = {"begins_at": begins_at, "ends_at": ends_at}
    figures = f"SELECT IFNULL(MAX(tier), 0), IFNULL(AVG(covered), 0) FROM moments m WHERE {_WITHIN}"
    tier, usual = connection.execute(figures, span).fetchone()
    least = max((ends_at - begins_at) / _MOST_STEPS, (0, *(length for _, _, length in TIERS))[tier], usual)
    step = next((step for step in _STEPS if step >= least), _STEPS[-1])
    return Period(begins_at, ends_at, step, offset_s)


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
    span = {**period.span, "name": _number(connection, name, is_group=is_group)}
    moments = typed(connection.execute(_OF_GROUP if is_group else _OF_SUBMITTER, span), list[_Moment])
    reasons = reason_times(connection, period, name, is_group=is_group)
    waited: dict[int, dict[str, float]] = defaultdict(dict)
    for entry in reasons:
        waited[entry.begun_at][entry.reason] = entry.job_s
    steps = tuple(
        _step(name, begun_at, [*group], waited[begun_at])
        for begun_at, group in groupby(moments, lambda moment: period.step_of(moment.at))
    )
    below = above = None
    short: list[_Moment] = []
    if promise is not None:
        below = _condition(moments, lambda moment: _share(moment) < promise - _EPSILON)
        above = _condition(moments, lambda moment: _share(moment) > promise + _EPSILON)
        short = [moment for moment in moments if moment.left and _share(moment) < promise - _EPSILON]
    return Timeline(
        name=name,
        is_group=is_group,
        steps=steps,
        reasons=reasons,
        covered_s=sum(moment.covered for moment in moments),
        promise=promise,
        below=below,
        below_with_jobs_s=sum(moment.covered for moment in short),
        above=above,
        over_quota=_condition(moments, lambda moment: moment.held > (moment.quota or 0)) if is_group else None,
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


def _step(name: str, begun_at: int, moments: Sequence[_Moment], reasons: Mapping[str, float]) -> TimelineStep:
    covered = sum(moment.covered for moment in moments)
    weight, in_use = (sum(values) for values in ((m.weight for m in moments), (m.in_use for m in moments)))

    def mean(values: Iterable[int | None]) -> float | None:
        # A group that is new has a quota since it is there.
        present = [(value, moment.covered) for value, moment in zip(values, moments, strict=True) if value is not None]
        return sum(value for value, _ in present) / sum(seconds for _, seconds in present) if present else None

    held = mean(moment.held for moment in moments) or 0.0
    priorities = [moment.priority / SCALE for moment in moments if moment.priority is not None]
    return TimelineStep(
        name=name,
        group="",
        begun_at=begun_at,
        ended_at=moments[-1].at,
        covered_s=covered,
        held=held,
        of_pool=held * covered / weight if weight else None,
        of_use=held * covered / in_use if in_use else None,
        left=mean(moment.left for moment in moments) or 0.0,
        reason=max(reasons, key=lambda reason: reasons[reason], default=None),
        priority=fmean(priorities) if priorities else None,
        quota=mean(moment.quota for moment in moments),
        requested=mean(moment.requested for moment in moments),
    )


def reason_times(
    connection: sqlite3.Connection, period: Period, name: str | None = None, *, is_group: bool = False
) -> tuple[ReasonTime, ...]:
    """How long idle jobs of a submitter, of all members of a group, or of everybody waited for which reason."""
    query = (
        "SELECT r.at, n.name, r.jobs FROM moments m JOIN reasons r ON r.at = m.at JOIN names n ON n.id = r.reason"
        f" WHERE r.name = :name AND {_WITHIN} ORDER BY r.at"
    )
    about = EVERYBODY if name is None else _number(connection, name, is_group=is_group)
    times: dict[tuple[int, str], float] = defaultdict(float)
    rows = typed(connection.execute(query, {**period.span, "name": about}), list[tuple[int, bytes, int]])
    for at, reason, jobs in rows:
        times[period.step_of(at), in_text(reason)] += jobs
    order = sorted(times, key=lambda key: (key[0], -times[key]))
    return tuple(ReasonTime(name or "", *key, times[key]) for key in order)


def _number(connection: sqlite3.Connection, name: str, *, is_group: bool) -> int | None:
    key = GROUP if is_group else SUBMITTER, in_bytes(name)
    row = connection.execute("SELECT id FROM names WHERE kind = ? AND name = ?", key).fetchone()
    return None if row is None else int(row[0])


class RecentPast(Struct, frozen=True):
    """The last days of a pool in a few figures; means over what was recorded."""

    begins_at: int
    ends_at: int
    covered_s: int
    of_pool: float | None
    """Fraction of the pool's weight that was in use."""
    left: float
    """Idle jobs that the next cycle would leave."""
    leaders: tuple[TimelineStep, ...]
    """Those who had most in use."""
    agreement: AgreementSummary | None
    """How often dry runs agreed with the log; None: none was held against it."""


_RECENT_S: Final = 7 * _DAY_S
_LEADERS: Final = 3


def recent_past(connection: sqlite3.Connection, until: int, pool: str | None) -> RecentPast | None:
    """The days before a time; None if nothing of them is recorded, or the database is not of this `pool`."""
    identity = connection.execute("SELECT identity FROM pool").fetchone()
    # Whole days are sums already.
    begin = (until - _RECENT_S) // _DAY_S * _DAY_S
    span = {"begins_at": begin, "ends_at": until}
    if identity is None or (pool is not None and identity[0] != in_bytes(pool)):
        return None
    since, covered, weight, in_use = connection.execute(
        f"SELECT MIN(since), SUM(covered), SUM(weight), SUM(held) FROM moments m WHERE {_WITHIN}", span
    ).fetchone()
    if covered is None:
        return None
    everybody = standings(connection, Period(begin, until, _RECENT_S, 0))
    return RecentPast(
        max(begin, since),
        until,
        covered,
        in_use / weight if weight else None,
        sum(step.left for step in everybody),
        tuple(step for step in everybody[:_LEADERS] if step.held),
        agreement_between(connection, begin, until),
    )


_Standing: TypeAlias = tuple[int, int | None, float, float, int | None, int | None, int]
"""Name, group, sums of weight in use and of idle jobs, reason, priority, and when these were last."""


def standings(connection: sqlite3.Connection, period: Period) -> list[TimelineStep]:
    """Everybody over a period as a single step, those with most in use first; priority and reason are the last."""
    ended, covered, weight, in_use = connection.execute(
        f"SELECT MAX(at), SUM(covered), SUM(weight), SUM(held) FROM moments m WHERE {_WITHIN}", period.span
    ).fetchone()
    names = stored_names(connection)
    # Whole days are summed up already; what is left are parts of two days at most.
    first, last = -(-period.begins_at // _DAY_S), period.ends_at // _DAY_S
    if period.ends_at >= (latest := connection.execute("SELECT MAX(at) FROM moments").fetchone()[0]):
        # The last day is as whole as it can be.
        last = (latest - 1) // _DAY_S + 1
    last = max(first, last)
    spans = period.span | {"first": first, "last": last, "morning": first * _DAY_S, "midnight": last * _DAY_S}
    columns = "name, member, held, waiting, reason, priority, at"
    rows = connection.execute(
        "SELECT name, member, SUM(held), SUM(waiting), reason, priority, MAX(at) FROM ("
        f"SELECT {columns} FROM days WHERE day >= :first AND day < :last UNION ALL"
        f" SELECT {columns} FROM submitters WHERE at > :begins_at AND at <= MIN(:morning, :ends_at) UNION ALL"
        f" SELECT {columns} FROM submitters WHERE at > :midnight AND at <= :ends_at"
        ") GROUP BY name ORDER BY 3 DESC",
        spans,
    )
    return [
        TimelineStep(
            name=names[name],
            group="" if member is None else names[member],
            begun_at=period.begins_at,
            ended_at=ended,
            covered_s=covered,
            held=held / covered,
            of_pool=held / weight if weight else None,
            of_use=held / in_use if in_use else None,
            left=left / covered,
            reason=None if reason is None else names[reason],
            priority=None if priority is None else priority / SCALE,
        )
        for name, member, held, left, reason, priority, _ in typed(rows, list[_Standing])
    ]
