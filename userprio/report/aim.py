"""The result of `aim`, as tables and for scripts."""

import math
from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.aim import Aim, LeverChange, LeverKind, Target, TargetKind, TargetResult
from userprio.analysis.plan import Horizon
from userprio.base.formats import View
from userprio.report.data import field_values
from userprio.report.drawn_periods import differences_data, differences_line
from userprio.report.formats import Block, Formats, Paragraph, TableColumn
from userprio.report.plan import shift_fields, shift_tables, summary_line
from userprio.report.table import WEIGHT, Table, data_column, name_column, text_column
from userprio.report.text import amount, count, duration, percent
from userprio.report.what_if import changed_fields


def aim_document(aim: Aim) -> dict[str, Any]:
    """Targets and the changes that reach them, schema `userprio.aim/1`.

    `levers` are all settings that may be turned, `changes` the changes to make including the fixed ones; `gains` and
    `losses` are those in the next cycle. Weights are sums of SlotWeight.
    """
    plan = aim.plan
    return {
        "schema": "userprio.aim/1",
        **field_values(aim, "at", "over", "reached"),
        "targets": list(map(_target, aim.targets)),
        "levers": list(map(_lever, aim.levers)),
        "changes": changed_fields(plan.changes, plan.inputs, plan.upgrade),
        **field_values(aim, "pool_weight", "tolerance", "steps", "most_steps", "out_of_steps"),
        "next_cycle": summary_line(plan),
        "gains": [shift_fields(shift) for shift in plan.difference.gains],
        "losses": [shift_fields(shift) for shift in plan.difference.losses],
        "remarks": aim.remarks,
        **({} if aim.differences is None else {"differences": differences_data(aim.differences)}),
    }


def _target(result: TargetResult) -> dict[str, Any]:
    return {
        **field_values(result.target, "kind", "name", "amount", "other"),
        "before": _finite(result.before),
        "after": _finite(result.after),
        **field_values(result, "held_before", "held_after", "wanted", "reached", "because"),
    }


def _lever(turned: LeverChange) -> dict[str, Any]:
    return {
        **field_values(turned.lever, "kind", "name", "label"),
        **field_values(turned, "before", "after"),
        **field_values(turned.lever, "low", "high"),
        "turned": turned.differs,
        "size": turned.size,
    }


def _finite(value: float) -> float | None:
    """None for a ratio to nothing: JSON has no infinity."""
    return value if math.isfinite(value) else None


class _AimRow(Struct, frozen=True):
    """A target, or a lever that is turned, whose label stands for the target."""

    kind: str
    name: str
    target: str
    before: float | None
    after: float | None
    wanted: float | None = None
    reached: bool | None = None
    because: str | None = None


_ROWS: Final = Table[_AimRow]("aim").of(
    data_column("kind", lambda row: row.kind, about="share, use and so on; of a lever, what it sets"),
    data_column("name", lambda row: row.name),
    data_column("target", lambda row: row.target, about="in words"),
    data_column("before", lambda row: row.before),
    data_column("after", lambda row: row.after),
    data_column("wanted", lambda row: row.wanted, WEIGHT, "what the target comes to"),
    data_column("reached", lambda row: row.reached),
    data_column("because", lambda row: row.because, about="why not"),
)


def _target_row(result: TargetResult) -> _AimRow:
    target, before, after = result.target, _finite(result.before), _finite(result.after)
    return _AimRow(target.kind, target.name, target.text, before, after, result.wanted, result.reached, result.because)


def _lever_row(turned: LeverChange) -> _AimRow:
    return _AimRow(turned.lever.kind, turned.lever.name, turned.lever.label, turned.before, turned.after)


def target_figure(target: Target, value: float) -> str:
    """A figure in the target's measure, with its unit."""
    if target.kind is TargetKind.SHARE:
        return percent(value)
    if target.kind is TargetKind.USE:
        return f"{amount(value)}x" if math.isfinite(value) else "none" if math.isnan(value) else "all"
    if target.kind is TargetKind.WAIT:
        return duration(round(value))
    return amount(value)


def _figure_column(key: str, value: Callable[[TargetResult], float]) -> TableColumn[TargetResult]:
    return TableColumn(key, key, value, text=lambda result: target_figure(result.target, value(result)))


_OVER: Final = {
    Horizon.CYCLE: "after the next cycle",
    Horizon.LONG_RUN: "in the long run",
    Horizon.REPLAY: "in the replayed period",
}
_STEP: Final = {Horizon.CYCLE: "cycle", Horizon.LONG_RUN: "long run", Horizon.REPLAY: "replay"}


_TARGETS: Final = Table[TargetResult](
    "aim targets", noun="target", scripts=False, submitter=lambda result: result.target.name
).of(
    name_column("name", lambda result: result.target.name, "who"),
    text_column("target", lambda result: result.target.text),
    _figure_column("before", lambda result: result.before),
    _figure_column("after", lambda result: result.after),
    TableColumn("held_after", "holds", lambda result: result.held_after, WEIGHT),
    TableColumn("wanted", "wanted", lambda result: result.wanted, WEIGHT),
    text_column("reached", lambda result: result.reached, style=lambda result: "green" if result.reached else "red"),
)
_TURNED: Final = Table[LeverChange]("aim changes", noun="change", scripts=False).of(
    name_column("what", lambda turned: turned.lever.label),
    TableColumn("before", "before", lambda turned: turned.before, text=lambda turned: _value(turned, turned.before)),
    TableColumn("after", "after", lambda turned: turned.after, text=lambda turned: _value(turned, turned.after)),
)


def aim_blocks(aim: Aim, view: View) -> Iterator[Block]:
    """The targets, the changes to make, and their effect on the next cycle; remarks are left to the caller."""
    yield _TARGETS.block(aim.targets, f"Targets {_OVER[aim.over]}")
    for result in aim.targets:
        if result.because is not None:
            missed = f"{result.target.name}, {result.target.text}, is not reached: {result.because}."
            yield Paragraph.of(missed, space_before=True)
    if aim.differences is not None:
        drawn = f"In {aim.differences.futures} periods drawn from this one: {differences_line(aim.differences)}."
        yield Paragraph.of(drawn, "bold", space_before=True)
        yield Paragraph.of(aim.differences.assumption, "dim")
    if aim.turned:
        yield _TURNED.block(aim.turned, "What to change" if aim.reached else "What comes nearest")
        yield from shift_tables(aim.plan)
        cycle = summary_line(aim.plan)
        yield Paragraph.of(f"In the next cycle: {cycle[0].lower()}{cycle[1:]}", space_before=True)
    yield Paragraph.of(_summary(aim), "bold", space_before=True)


def _value(turned: LeverChange, value: float) -> str:
    return amount(value) if turned.lever.kind is LeverKind.FACTORS else turned.lever.written(value)


def _summary(aim: Aim) -> str:
    steps = f"{count(aim.steps, _STEP[aim.over])} of {aim.most_steps} at most"
    near = f"to within a weight of {amount(aim.tolerance)}"
    missed = sum(not result.reached for result in aim.targets)
    if missed:
        ended = ", and there the search ended" if aim.out_of_steps else ""
        return f"{count(missed, 'target')} of {len(aim.targets)} not reached {near}; {steps}{ended}."
    all_of = "The target is" if len(aim.targets) == 1 else f"{len(aim.targets)} targets are"
    if not aim.turned:
        return f"{all_of} reached {near} as things are."
    more = "; the search ended there, and there may be a smaller change" if aim.out_of_steps else ""
    return f"{all_of} reached {near} with {count(len(aim.turned), 'change')}; {steps}{more}."


AIM_FORMATS: Final = Formats[Aim](
    document=aim_document,
    rows=lambda result: _ROWS.rows([*map(_target_row, result.targets), *map(_lever_row, result.turned)]),
    screen=lambda result, look: aim_blocks(result, look.view),
)
