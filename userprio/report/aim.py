"""The result of `aim`, as tables and for scripts."""

import math
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from userprio.analysis.aim import Aim, Aimed, LeverKind, Over, Target, TargetKind, Turned
from userprio.base.formats import View
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.plan_form import shift_fields, summary_line
from userprio.report.screens.plan import shift_sheets
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import amount, count, duration, percent
from userprio.report.what_if import changed_fields

_COLUMNS = ("kind", "name", "target", "before", "after", "wanted", "reached", "because")


def aim_document(found: Aim) -> dict[str, Any]:
    """Targets and the changes that reach them, schema `userprio.aim/1`.

    `levers` are all settings that may be turned, `changes` the changes to make including the fixed ones; `gains` and
    `losses` are those in the next cycle. Weights are sums of SlotWeight.
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
    """None for a ratio to nothing: JSON has no infinity."""
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
    """A figure in the target's measure, with its unit."""
    if target.kind is TargetKind.SHARE:
        return percent(value)
    if target.kind is TargetKind.USE:
        return f"{amount(value)}x" if math.isfinite(value) else "none" if math.isnan(value) else "all"
    if target.kind is TargetKind.WAIT:
        return duration(round(value))
    return amount(value)


_OVER: Final = {
    Over.CYCLE: "after the next cycle",
    Over.LONG_RUN: "in the long run",
    Over.REPLAY: "in the replayed period",
}
_STEP: Final = {Over.CYCLE: "cycle", Over.LONG_RUN: "long run", Over.REPLAY: "replay"}


def aim_blocks(found: Aim, view: View) -> Iterator[Block]:
    """The targets, the changes to make, and their effect on the next cycle; remarks are left to the caller."""
    yield _targets(found)
    for each in found.targets:
        if each.because is not None:
            yield Words.of(f"{each.target.name}, {each.target.text}, is not reached: {each.because}.", apart=True)
    if found.turned:
        heads = (name_head("what"), Head("before", "before"), Head("after", "after"))
        lines = (
            Line((cell(each.lever.label), _value(each, each.before), _value(each, each.after))) for each in found.turned
        )
        title = "What to change" if found.reached else "What comes nearest"
        yield Sheet(heads, tuple(lines), title, "change")
        yield from shift_sheets(found.plan)
        cycle = summary_line(found.plan)
        yield Words.of(f"In the next cycle: {cycle[0].lower()}{cycle[1:]}", apart=True)
    yield Words.of(_summary(found), "bold", apart=True)


def _targets(found: Aim) -> Sheet:
    heads = (
        name_head("name", "who"),
        text_head("target"),
        Head("before", "before"),
        Head("after", "after"),
        Head("held_after", "holds"),
        Head("wanted", "wanted"),
        text_head("reached"),
    )
    lines = []
    for each in found.targets:
        reached = Cell("yes", "green", "yes") if each.reached else Cell("no", "red", "no")
        before, after = (target_figure(each.target, value) for value in (each.before, each.after))
        cells = (
            cell(each.target.name),
            cell(each.target.text),
            Cell(before, "", each.before),
            Cell(after, "", each.after),
            number(each.held_after),
            number(each.wanted),
            reached,
        )
        lines.append(Line(cells, each.target.name))
    return Sheet(heads, tuple(lines), f"Targets {_OVER[found.over]}", "target")


def _value(each: Turned, value: float) -> Cell:
    text = each.lever.written(value)
    return Cell(amount(value) if each.lever.kind is LeverKind.FACTORS else text, "", value)


def _summary(found: Aim) -> str:
    steps = f"{count(found.steps, _STEP[found.over])} of {found.most_steps} at most"
    near = f"to within a weight of {amount(found.tolerance)}"
    missed = sum(not each.reached for each in found.targets)
    if missed:
        ended = ", and there the search ended" if found.out_of_steps else ""
        return f"{count(missed, 'target')} of {len(found.targets)} not reached {near}; {steps}{ended}."
    all_of = "The target is" if len(found.targets) == 1 else f"{len(found.targets)} targets are"
    if not found.turned:
        return f"{all_of} reached {near} as things are."
    more = "; the search ended there, and there may be a smaller change" if found.out_of_steps else ""
    return f"{all_of} reached {near} with {count(len(found.turned), 'change')}; {steps}{more}."


AIM_FORMATS: Final = Formats[Aim](
    document=aim_document,
    rows=aim_rows,
    screen=lambda result, look: aim_blocks(result, look.view),
)
