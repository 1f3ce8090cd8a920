"""Targets that were sought as tables: how near they are before and after, why some are not reached, what to change."""

from collections.abc import Iterator
from typing import Final

from userprio.aim import Aim, LeverKind, Over, Turned
from userprio.report.aim import target_figure
from userprio.report.plan_form import summary_line
from userprio.report.screens.plan import shift_sheets
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import amount, count
from userprio.view import View

_OVER: Final = {
    Over.CYCLE: "after the next cycle",
    Over.LONG_RUN: "in the long run",
    Over.REPLAY: "in the replayed period",
}
_STEP: Final = {Over.CYCLE: "cycle", Over.LONG_RUN: "long run", Over.REPLAY: "replay"}


def aim_blocks(found: Aim, view: View) -> Iterator[Block]:
    """The targets, what is to be changed, and what the next cycle makes of it; remarks are left to the caller."""
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
