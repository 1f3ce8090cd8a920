"""A plan as tables: the changes, gains and losses, the differences of groups and submitters, and a summary."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Final

from userprio.analysis.plan import (
    Difference,
    Draining,
    Figure,
    GroupDifference,
    Mark,
    Plan,
    Shift,
    SubmitterDifference,
    Upgrade,
)
from userprio.base.formats import View
from userprio.report.defrag import few_names, shares_text
from userprio.report.formats import Formats
from userprio.report.plan_form import between, plan_document, plan_rows, several_jobs, summary_line, why_text
from userprio.report.sheets.model import Block, Cell, Head, Kind, Line, Sheet, Words, cell, name_head, text_head
from userprio.report.summary import STARTS_NOTE, eviction_note
from userprio.report.text import ROOT, amount, count, limit_text, percent, printable, within_group
from userprio.report.what_if import change_texts

_STYLES: Final = {Mark.MORE: "green", Mark.CHANGED: "yellow", Mark.LESS: "red", Mark.SAME: ""}
_MARK: Final = Head("mark", "", Kind.TEXT)
"""The narrow column of marks before the names."""


def plan_blocks(plan: Plan, view: View, zone: tzinfo) -> Iterator[Block]:
    """A plan as tables; remarks are left to the caller, who prints them to stderr."""
    found, several = plan.difference, several_jobs(plan)
    if plan.inputs or plan.changes.to_snapshot is not None or plan.upgrade is not None:
        yield _changes(plan, zone)
    if plan.upgrade is not None:
        yield from _upgrade(plan.upgrade)
    if plan.draining is not None:
        yield Words.of("condor_defrag, at its first poll", "bold", apart=True)
        for when, side in (("before", plan.draining.before), ("after", plan.draining.after)):
            yield Words.of(f"{when}: {_draining(side)}")
    yield from shift_sheets(plan)
    if plan.whys:
        yield _whys(plan)
    if found.groups:
        yield _groups(found.groups)
    if found.submitters:
        yield _submitters(found.submitters, several, view.whole or view.rearranged)
    if found.new_warnings or found.gone_warnings:
        yield Words.of("Warnings", "bold", apart=True)
        yield from _warnings(found)
    yield Words.of(summary_line(plan), "bold", apart=True)
    if several:
        yield Words.of(STARTS_NOTE)
    if note := eviction_note(plan.after.matches):
        yield Words.of(note)


def shift_sheets(plan: Plan) -> Iterator[Sheet]:
    """The tables of gains and losses."""
    found, several = plan.difference, several_jobs(plan)
    for title, shifts, mark in (("Who gains", found.gains, Mark.MORE), ("Who loses", found.losses, Mark.LESS)):
        if shifts:
            yield _shifts(title, shifts, mark, several)


def _draining(side: Draining | None) -> str:
    """How many machines are drained, which ones, and how many are due."""
    if side is None:
        return "it exits because of a knob's value"
    poll, due = side.poll, shares_text(side.rate)
    if poll.nothing_because is not None:
        return f"drains nothing: {poll.nothing_because} (due: {due})"
    which = f": {few_names(poll.drained)}" if poll.drained else ""
    return f"drains {count(len(poll.drained), 'machine')}{which} (due: {due})"


def _upgrade(upgrade: Upgrade) -> Iterator[Words]:
    yield Words.of(f"What HTCondor {upgrade.after} decides differently from {upgrade.before}", "bold", apart=True)
    for rule in upgrade.to_blame:
        mark = Mark.MORE if rule.holds(upgrade.after) else Mark.LESS
        yield Words(((str(mark), _STYLES[mark]), (f" {rule.meaning} ({rule.decided_by.value})", "")))
    yield Words.of(_harmless(upgrade), "dim")


def _harmless(upgrade: Upgrade) -> str:
    """How many behaviours differ without effect on this cycle."""
    number = len(upgrade.changes) - len(upgrade.to_blame)
    other = "other " if upgrade.to_blame else ""
    if not number:
        return f"No {other}simulated behaviour differs."
    differ = "behaviour differs, but makes" if number == 1 else "behaviours differ, but make"
    return f"{number} {other}{differ} no difference in this cycle."


def _mark(mark: Mark | str) -> Cell:
    return Cell(str(mark), _STYLES[Mark(mark)], str(mark))


def _changes(plan: Plan, zone: tzinfo) -> Sheet:
    rows = change_texts(plan.changes, plan.inputs, zone, plan.upgrade)
    lines = (Line((_mark(mark), *map(cell, texts))) for mark, *texts in rows)
    heads = (_MARK, name_head("what"), _figure_head("before"), _figure_head("after"))
    return Sheet(heads, tuple(lines), "Changes", "change")


def _figure_head(key: str, heading: str = "", *, extra: bool = False) -> Head:
    """The heading of a column of figures before and after, which wraps between the two rather than truncate."""
    return Head(key, heading or key, Kind.FIGURES, extra=extra)


def _shifts(title: str, shifts: Sequence[Shift], mark: Mark, several: bool) -> Sheet:
    heads = [_MARK, name_head("submitter"), _figure_head("holds"), Head("by", "by", sums=True, write=_signed)]
    heads.append(_figure_head("jobs", "jobs\nstart", extra=not several))
    lines = []
    for shift in shifts:
        by = Cell(f"{mark}{amount(abs(shift.by))}", "", shift.by) if shift.holds.differs else Cell()
        cells = (_mark(mark), cell(shift.submitter), _figure(shift.holds), by)
        lines.append(Line((*cells, _figure(shift.jobs)), shift.submitter, shift.group))
    return Sheet(tuple(heads), tuple(lines), title, "submitter")


def _whys(plan: Plan) -> Sheet:
    gains = {shift.submitter for shift in plan.difference.gains}
    lines = []
    for why in plan.whys:
        mark = _mark(Mark.MORE if why.submitter in gains else Mark.LESS)
        lines.append(Line((mark, cell(why.submitter), cell(why_text(why))), why.submitter))
    return Sheet((_MARK, name_head("submitter"), text_head("what led there")), tuple(lines), "Why", "submitter")


def _signed(value: float) -> str:
    return f"{'+' if value > 0 else ''}{amount(value)}"


_GROUP_COLUMNS: Final[Mapping[str, tuple[str, bool]]] = {
    "effective_quota": ("effective\nquota", True),
    "subtree_quota": ("subtree\nquota", False),
    "requested": ("demand", False),
    "in_use": ("in use", False),
    "allocated": ("allocated", True),
    "limit": ("limit", True),
    "holds": ("holds", True),
}
"""Figure, heading, and whether it is shown even if no group differs in it."""


def _groups(groups: Sequence[GroupDifference]) -> Sheet:
    figures = (
        _figure_head(name, heading, extra=not (always or any(getattr(group, name).differs for group in groups)))
        for name, (heading, always) in _GROUP_COLUMNS.items()
    )
    heads = (_MARK, name_head("group"), *figures)
    lines = []
    for group in groups:
        cells = (_figure(getattr(group, name), limit_text if name == "limit" else amount) for name in _GROUP_COLUMNS)
        lines.append(Line((_mark(group.mark), cell(group.name), *cells), group=group.name))
    return Sheet(heads, tuple(lines), "Groups", "group", "holds")


_SUBMITTER_COLUMNS: Final[Mapping[str, str]] = {
    "effective_priority": "effective\npriority",
    "share": "share",
    "limit": "limit",
    "matches": "matches",
    "jobs": "jobs\nstart",
    "preempted": "preempted",
    "holds": "holds",
}
"""Figure and heading."""


def _submitters(submitters: Sequence[SubmitterDifference], several: bool, whole: bool) -> Sheet:
    """Submitters below their groups, with names shortened accordingly unless `whole`."""
    preempts = any(one.preempted.before or one.preempted.after for one in submitters)
    unused = {*(() if several else ("jobs",)), *(() if preempts else ("preempted",))}
    titled = not whole and any(one.group != ROOT for one in submitters)
    lines = []
    for group, members in groupby(submitters, lambda one: one.group):
        if titled:
            lines.append(Line((Cell(), cell(group, "bold"), *[Cell()] * len(_SUBMITTER_COLUMNS)), title=True))
        for one in members:
            name = within_group(one.name, group) if titled else one.name
            cells = (_figure(getattr(one, what), percent if what == "share" else amount) for what in _SUBMITTER_COLUMNS)
            lines.append(Line((_mark(one.mark), cell(name), *cells), one.name, one.group, depth=int(titled)))
    figures = (_figure_head(key, heading, extra=key in unused) for key, heading in _SUBMITTER_COLUMNS.items())
    heads = (_MARK, name_head("submitter"), *figures)
    return Sheet(heads, tuple(lines), "Submitters", "submitter", "holds")


def _figure(figure: Figure, text: Callable[[float], str] = amount) -> Cell:
    """A figure before and after, bold if the difference is visible, else shown once; sorted by the figure after."""
    told = between(figure, text)
    return Cell(told, "bold" if " -> " in told else "", figure.after if figure.after is not None else figure.before)


def _warnings(found: Difference) -> Iterator[Words]:
    for mark, warnings in ((Mark.MORE, found.new_warnings), (Mark.LESS, found.gone_warnings)):
        for warning in warnings:
            yield Words(((str(mark), _STYLES[mark]), (f" {printable(warning)}", "")))


PLAN_FORMATS: Final = Formats[Plan](
    document=plan_document,
    rows=plan_rows,
    screen=lambda result, look: plan_blocks(result, look.view, look.zone),
)
