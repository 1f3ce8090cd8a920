"""The figures of a replay and the sentences about it, for screens and pages alike."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Final, TypeAlias

from userprio.report.text import amount, count, duration, moment, percent
from userprio.simulation import Calibration, Figures, Replay, ReplayedPolicy

_LONG_S: Final = 3600
_MINUTE_S: Final = 60
NOT_SIMULATED: Final = (
    "not simulated: jobs that are suspended, held, released or removed while they wait; input and output; the time "
    "that cycles take; an interrupted job begins anew"
)
NOT_KNOWN: Final = "whether this is near what really was is not known: the history tells of no starts"
NOT_NEAR: Final = "This replay is not near what really was:"


def length(seconds: float) -> str:
    """A length of time in its two largest units."""
    if seconds >= _LONG_S:
        return duration(round(seconds))
    if seconds < _MINUTE_S:
        return f"{amount(seconds)}s"
    return f"{int(seconds) // _MINUTE_S}m {int(seconds) % _MINUTE_S}s"


def hours(weight_s: float) -> str:
    """Weight-seconds as core-hours."""
    return amount(weight_s / _LONG_S)


def three_decimals(value: float) -> str:
    """A measure between 0 and 1, of which small differences matter."""
    return f"{value:.3f}"


def period_line(found: Replay, zone: tzinfo) -> str:
    """When it was, and how much came to pass."""
    first, last = int(found.begins_at), int(found.ends_at)
    jobs, cycles = count(len(found.in_force.jobs), "job"), count(found.in_force.cycles, "cycle")
    return f"{moment(first, zone)} to {moment(last, zone)}, {length(last - first)}: {jobs}, {cycles}"


def nearness_lines(found: Calibration) -> Iterator[str]:
    """How near the replay comes to what really was, in figures."""
    yield (
        f"{count(found.jobs, 'job')} whose start is known: {percent(found.within_interval)} start within "
        f"{length(found.interval_s)} (a cycle) of the truth, {percent(found.within_ten_minutes)} within "
        f"10 minutes, {percent(found.within_tenth)} within 10% of their wait"
    )
    worst = max(found.weight_s, key=lambda each: abs(each.replayed - each.true), default=None)
    if worst is not None:
        then, now = hours(worst.true), hours(worst.replayed)
        largest = "" if then == now else f"; the largest difference is {then} -> {now} core-hours of {worst.name}"
        yield f"{percent(1 - found.misplaced)} of the core-hours are used by the same submitters{largest}"


Total: TypeAlias = tuple[str, Callable[[ReplayedPolicy], float], Callable[[float], str]]
"""A figure of a whole policy: what it is, where it is, how it is written."""
TOTALS: Final[Sequence[Total]] = (
    ("core-hours of the pool", lambda policy: policy.pool_weight_s, hours),
    ("used", lambda policy: policy.everybody.used_weight_s, hours),
    ("idle", lambda policy: policy.idle_weight_s, hours),
    ("idle while as much waited", lambda policy: policy.idle_while_waiting_weight_s, hours),
    ("lost to interruptions (badput)", lambda policy: policy.everybody.badput_weight_s, hours),
    ("jobs started", lambda policy: policy.everybody.started, amount),
    ("jobs finished", lambda policy: policy.everybody.finished, amount),
    ("interruptions", lambda policy: policy.everybody.preemptions, amount),
    ("median wait", lambda policy: policy.everybody.waits.median_s, length),
    ("95% of waits within", lambda policy: policy.everybody.waits.p95_s, length),
    ("median slowdown", lambda policy: policy.everybody.slowdown, amount),
)
FAIRNESS: Final[Sequence[Total]] = (
    ("Jain's index of use / entitlement", lambda policy: policy.fairness.jain, three_decimals),
    ("Gini coefficient of the same", lambda policy: policy.fairness.gini, three_decimals),
)

Column: TypeAlias = tuple[Callable[[Figures], float | None], Callable[[float], str]]
"""A figure of a submitter or group: where it is, how it is written; None where there was no job to have it."""
COLUMNS: Final[Mapping[str, Column]] = {
    "jobs": (lambda each: each.jobs, amount),
    "started": (lambda each: each.started, amount),
    "used_core_hours": (lambda each: each.used_weight_s, hours),
    "share": (lambda each: each.share, percent),
    "entitled_share": (lambda each: each.entitled_share, percent),
    "wait_median_s": (lambda each: each.waits.median_s if each.jobs else None, length),
    "wait_p95_s": (lambda each: each.waits.p95_s if each.jobs else None, length),
    "slowdown": (lambda each: each.slowdown if each.jobs else None, amount),
    "preemptions": (lambda each: each.preemptions, amount),
    "badput_core_hours": (lambda each: each.badput_weight_s, hours),
}
