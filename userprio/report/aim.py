"""Targets that were sought, for scripts; the tables are in `report.screens`."""

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any

from userprio.aim import Aim, Aimed, Target, TargetKind, Turned
from userprio.report.data import Field, Rows
from userprio.report.plan_form import shift_fields, summary_line
from userprio.report.text import amount, duration, percent
from userprio.report.what_if import changed_fields

_COLUMNS = ("kind", "name", "target", "before", "after", "wanted", "reached", "because")


def aim_document(found: Aim) -> dict[str, Any]:
    """Targets and what reaches them, schema `userprio.aim/1`.

    `levers` are all that might be turned, `changes` what is to be changed, with what was asked for besides; `gains` and
    `losses` are those of the next cycle. Weights are sums of SlotWeight.
    """
    plan = found.plan
    return {
        "schema": "userprio.aim/1",
        "at": found.at,
        "over": found.over,
        "reached": found.reached,
        "targets": [_target(each) for each in found.targets],
        "levers": [_lever(each) for each in found.levers],
        "changes": changed_fields(plan.changes, plan.inputs, plan.upgrade),
        "pool_weight": found.pool_weight,
        "tolerance": found.tolerance,
        "steps": found.steps,
        "most_steps": found.most_steps,
        "out_of_steps": found.out_of_steps,
        "next_cycle": summary_line(plan),
        "gains": [shift_fields(shift) for shift in plan.difference.gains],
        "losses": [shift_fields(shift) for shift in plan.difference.losses],
        "remarks": found.remarks,
    }


def _target(each: Aimed) -> dict[str, Any]:
    target = each.target
    return {
        "kind": target.kind,
        "name": target.name,
        "amount": target.amount,
        "other": target.other,
        "before": _finite(each.before),
        "after": _finite(each.after),
        "held_before": each.held_before,
        "held_after": each.held_after,
        "wanted": each.wanted,
        "reached": each.reached,
        "because": each.because,
    }


def _lever(each: Turned) -> dict[str, Any]:
    lever = each.lever
    return {
        "kind": lever.kind,
        "name": lever.name,
        "label": lever.label,
        "before": each.before,
        "after": each.after,
        "low": lever.low,
        "high": lever.high,
        "turned": each.differs,
        "size": each.size,
    }


def _finite(value: float) -> float | None:
    """A ratio of which one side is nothing is no number that JSON has."""
    return value if math.isfinite(value) else None


def aim_rows(found: Aim) -> Rows:
    """A line for each target, and one for each lever that is turned."""
    return _COLUMNS, _rows(found)


def _rows(found: Aim) -> Iterator[dict[str, Field]]:
    values: Iterator[tuple[Field, ...]] = chain(map(_target_row, found.targets), map(_lever_row, found.turned))
    return (dict(zip(_COLUMNS, row, strict=True)) for row in values)


def _target_row(each: Aimed) -> tuple[Field, ...]:
    target, figures = each.target, (_finite(each.before), _finite(each.after), each.wanted)
    return target.kind, target.name, target.text, *figures, each.reached, each.because


def _lever_row(each: Turned) -> tuple[Field, ...]:
    return each.lever.kind, each.lever.name, each.lever.label, each.before, each.after, None, None, None


def target_figure(target: Target, value: float) -> str:
    """A figure in the measure of a target."""
    if target.kind is TargetKind.SHARE:
        return percent(value)
    if target.kind is TargetKind.USE:
        return f"{amount(value)}x" if math.isfinite(value) else "none" if math.isnan(value) else "all"
    if target.kind is TargetKind.WAIT:
        return duration(round(value))
    return amount(value)
