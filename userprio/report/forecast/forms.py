"""A forecast for scripts."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from userprio.report.csv_form import Field, Rows
from userprio.simulation import Forecast, GroupCourse, SubmitterCourse

FORECAST: Final = "userprio.forecast/1"
_UNITS: Final = {
    "at": "seconds since the epoch",
    "in_use": "weight, from this time to the next",
    "demand": "weight",
    "used_weight_s": "weight-seconds",
    "share": "fraction of the weight of the pool",
}
_COLUMNS: Final = ("at", "kind", "name", "in_use", "real_priority", "effective_priority")


def forecast_document(found: Forecast) -> dict[str, Any]:
    """A forecast, schema `userprio.forecast/1`; the points of each course are at the times in `times`."""
    terms = found.terms
    return {
        "schema": FORECAST,
        "at": found.times[0],
        "until_at": found.times[-1],
        "step_s": found.step_s,
        "demand": terms.demand,
        "half_life_s": found.half_life_s,
        "pool_weight": found.pool_weight,
        "units": _UNITS,
        "times": found.times,
        "submitters": [_submitter(one) for one in found.submitters],
        "groups": [_group(one) for one in found.groups],
        "overtakings": [asdict(event) for event in found.overtakings],
        "cycles": found.cycles,
        "steady_cycles": found.steady_cycles,
        "warnings": found.warnings,
    }


def forecast_rows(found: Forecast) -> Rows:
    """One line for each time and submitter or group."""
    courses = [("submitter", one.name, one.points) for one in found.submitters]
    courses += [("group", one.name, one.points) for one in found.groups]
    rows: list[Mapping[str, Field]] = [
        {"at": at, "kind": kind, "name": name, **asdict(points[number])}
        for number, at in enumerate(found.times)
        for kind, name, points in courses
    ]
    return _COLUMNS, rows


def _submitter(course: SubmitterCourse) -> dict[str, Any]:
    return {
        "name": course.name,
        "group": course.group,
        "factor": course.factor,
        "running_jobs": course.running_jobs,
        "idle_jobs": course.idle_jobs,
        "demand": course.demand,
        "job_length_s": course.length.seconds,
        "job_length_from": course.length.source,
        "used_weight_s": course.used_weight_s,
        "steady": None if course.steady is None else asdict(course.steady),
        "factor_effect": None if course.effect is None else asdict(course.effect),
        "points": [asdict(point) for point in course.points],
    }


def _group(course: GroupCourse) -> dict[str, Any]:
    return {
        "name": course.name,
        "configured_quota": course.configured_quota,
        "static": course.static,
        "effective_quota": course.effective_quota,
        "used_weight_s": course.used_weight_s,
        "steady": None if course.steady is None else asdict(course.steady),
        "points": [asdict(point) for point in course.points],
    }
