"""A replay: its figures, sentences, JSON and CSV; `screens` has its tables."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from math import floor
from typing import Any, Final, TypeAlias

from userprio.report.data import Field, Rows
from userprio.report.text import amount, count, duration, moment, percent
from userprio.simulation import Calibration, Compared, Figures, Replay, ReplayedPolicy

_LONG_S: Final = 3600
_MINUTE_S: Final = 60
NOT_SIMULATED: Final = (
    "not simulated: jobs that are suspended, held, released or removed while they wait; input and output; the time "
    "that cycles take; an interrupted job starts over"
)
NOT_KNOWN: Final = "it is not known how close this is to what really happened: the history has no starts"
NOT_NEAR: Final = "This replay is not close to what really happened:"


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
    """A measure between 0 and 1 where small differences matter."""
    return f"{value:.3f}"


def period_line(found: Replay, zone: tzinfo) -> str:
    """The period, and how many jobs and cycles there were in it."""
    first, last = int(found.begins_at), int(found.ends_at)
    jobs, cycles = count(len(found.in_force.jobs), "job"), count(found.in_force.cycles, "cycle")
    return f"{moment(first, zone)} to {moment(last, zone)}, {length(last - first)}: {jobs}, {cycles}"


def busiest_first(found: Replay) -> list[str]:
    """The groups or submitters that used anything under any policy, busiest first."""
    used: Counter[str] = Counter()
    for policy in found.policies:
        for look in policy.looks:
            used.update(look.weights)
    return sorted(used, key=lambda name: (-used[name], name))


def nearness_lines(found: Calibration) -> Iterator[str]:
    """How close the replay comes to what really happened, in figures."""
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
"""A figure of a whole policy: its name, how to get it, how to write it."""
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
"""A figure of a submitter or group: how to get it, how to write it; None without a job to compute it from."""
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


_UNITS: Final = {
    "*_at": "seconds since the epoch",
    "*_s": "seconds",
    "*_core_hours": "weight-hours: core-hours where slots weigh their cores",
    "share": "fraction of all use",
    "slowdown": "median of (wait + run) / run, runs of less than 10 s counted as 10 s",
}
_FIGURES: Final = (
    *("jobs", "started", "finished", "used_core_hours", "wait_median_s", "wait_p95_s", "wait_mean_s", "slowdown"),
    *("preemptions", "badput_core_hours", "entitled_core_hours", "share", "entitled_share", "use_over_entitlement"),
)
_JOB: Final = (
    *("id", "schedd", "submitter", "group", "queued_at", "started_at", "last_started_at", "ended_at", "preemptions"),
    *("used_core_hours", "true_started_at", "true_last_started_at", "true_ended_at"),
)
_CHANGED: Final = ("changed_started_at", "changed_ended_at")


def replay_document(found: Replay) -> dict[str, Any]:
    """A replay, schema `userprio.replay/1`; with `jobs` if each job was asked for."""
    document: dict[str, Any] = {
        "schema": "userprio.replay/1",
        "near": None if found.calibration is None else found.calibration.near,
        "begins_at": found.begins_at,
        "ends_at": found.ends_at,
        "units": _UNITS,
        "calibration": None if found.calibration is None else _calibration(found.calibration),
        "assumptions": list(found.assumptions),
        "policies": [_policy(policy) for policy in found.policies],
    }
    if found.terms.each_job:
        document["jobs"] = list(_jobs(found))
    return document


def replay_rows(found: Replay) -> Rows:
    """A row for each policy and submitter or group; if each job was asked for, a row for each job."""
    if found.terms.each_job:
        return (*_JOB, *(_CHANGED if found.changed else ())), _jobs(found)
    return ("policy", "kind", "name", "group", *_FIGURES), (
        {"policy": policy.name, "kind": kind, "name": each.name, "group": each.group, **_figures(each)}
        for policy in found.policies
        for kind, everyone in (
            ("submitter", policy.submitters),
            ("group", policy.groups),
            ("everybody", (policy.everybody,)),
        )
        for each in everyone
    )


def _policy(policy: ReplayedPolicy) -> dict[str, Any]:
    return {
        "name": policy.name,
        "until": policy.until,
        "cycles": policy.cycles,
        "pool_core_hours": policy.pool_weight_s / 3600,
        "idle_core_hours": policy.idle_weight_s / 3600,
        "idle_while_waiting_core_hours": policy.idle_while_waiting_weight_s / 3600,
        "utilisation": policy.everybody.used_weight_s / policy.pool_weight_s if policy.pool_weight_s else 0.0,
        "fairness": {
            "jain": policy.fairness.jain,
            "gini": policy.fairness.gini,
            "submitters": policy.fairness.members,
        },
        "everybody": _figures(policy.everybody),
        "groups": [{"name": each.name, **_figures(each)} for each in policy.groups],
        "submitters": [{"name": each.name, "group": each.group, **_figures(each)} for each in policy.submitters],
    }


def _figures(each: Figures) -> dict[str, Field]:
    values = (
        *(each.jobs, each.started, each.finished, each.used_weight_s / 3600),
        *(each.waits.median_s, each.waits.p95_s, each.waits.mean_s, each.slowdown, each.preemptions),
        *(each.badput_weight_s / 3600, each.entitled_weight_s / 3600, each.share, each.entitled_share),
        each.used_weight_s / each.entitled_weight_s if each.entitled_weight_s else None,
    )
    return dict(zip(_FIGURES, values, strict=True))


def _calibration(found: Calibration) -> dict[str, Any]:
    return {
        "near": found.near,
        "why_not": list(found.why_not),
        "jobs": found.jobs,
        "interval_s": found.interval_s,
        "tolerance_s": found.tolerance_s,
        "within_interval": found.within_interval,
        "within_10_minutes": found.within_ten_minutes,
        "within_10_percent": found.within_tenth,
        "near_jobs": found.near_jobs,
        "misplaced": found.misplaced,
        "really_waiting": found.really_waiting,
        "submitters": [_compared(each, "core_hours", 3600) for each in found.weight_s],
        "groups": [_compared(each, "core_hours", 3600) for each in found.group_weight_s],
        "group_waits": [_compared(each, "wait_median_s", 1) for each in found.group_waits_s],
        "peak_weight": found.peak_weight,
        "unknown_machines": list(found.unknown_machines),
        "on_unknown_machines": found.on_unknown_machines,
    }


def _compared(each: Compared, what: str, unit: float) -> dict[str, Field]:
    return {"name": each.name, f"true_{what}": each.true / unit, what: each.replayed / unit}


def _jobs(found: Replay) -> Iterator[Mapping[str, Field]]:
    groups = {each.name: each.group for each in found.in_force.submitters}
    # No policy may leave out a job, so that indexes agree.
    others = [policy.jobs for policy in found.changed]
    for place, course in enumerate(found.in_force.jobs):
        past = course.past
        row: dict[str, Field] = {
            "id": past.id,
            "schedd": past.schedd,
            "submitter": past.submitter,
            "group": groups[past.submitter],
            "queued_at": past.queued_at,
            "started_at": _second(course.started_at),
            "last_started_at": _second(course.last_started_at),
            "ended_at": _second(course.ended_at),
            "preemptions": course.preemptions,
            "used_core_hours": course.weight_s / 3600,
            "true_started_at": past.started_at,
            "true_last_started_at": past.last_started_at,
            "true_ended_at": past.ended_at,
        }
        for jobs in others:
            other = jobs[place]
            row |= {"changed_started_at": _second(other.started_at), "changed_ended_at": _second(other.ended_at)}
        yield row


def _second(moment: float | None) -> int | None:
    """The time in whole seconds, as schedds record it."""
    return None if moment is None else floor(moment)
