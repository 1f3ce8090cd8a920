"""A replay for scripts; its tables are in `report.screens`."""

from collections.abc import Iterator, Mapping
from math import floor
from typing import Any, Final

from userprio.report.data import Field, Rows
from userprio.simulation import Calibration, Compared, Figures, Replay, ReplayedPolicy

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
    """A replay, schema `userprio.replay/1`; `jobs` where each was asked for."""
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
    """One line for each policy and submitter or group; where each job was asked for, one for each job."""
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
    # Another policy may leave out none, so that places are the same.
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
    """Of a moment; schedds too write down the second in which something happened."""
    return None if moment is None else floor(moment)
