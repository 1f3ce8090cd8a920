"""Two cycles as an HTML page: the changes made, what comes out differently, and both cycles in full."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from userprio.analysis.plan import Figure, Mark, Plan, Shift
from userprio.negotiation import Outcome, SubmitterSummary, summarise
from userprio.report.page.cycle import cycle_figures, cycle_sections, what_if
from userprio.report.page.parts import (
    Heading,
    Html,
    PageHead,
    PageRow,
    PageSection,
    bar,
    bullets,
    document,
    element,
    figures,
    folded,
    joined,
    key,
    name_text,
    navigation,
    number,
    sections,
    table,
    text,
)
from userprio.report.plan import between, plan_rows, several_jobs, summary_line
from userprio.report.summary import STARTS_NOTE
from userprio.report.text import amount, moment, percent

_CHANGES: Final = (
    Heading("what", number=False),
    Heading("of", number=False),
    Heading("figure", number=False),
    Heading("before", number=False),
    Heading("after", number=False),
)
_SHIFTS: Final = (
    Heading("submitter", number=False),
    Heading("holds", number=False, about="weight after the cycle, before and after the changes"),
    Heading("before"),
    Heading("after"),
    Heading("by"),
    Heading("jobs start", about="expected from the matches"),
)
_GROUPS: Final = (
    Heading("group", number=False),
    Heading("holds and quota", number=False, about="before and after the changes"),
    Heading("holds", about="weight of its own members after the cycle"),
    Heading("quota", about="effective quota"),
    Heading("of the subtree", about="quota with all groups below it"),
    Heading("demand"),
    Heading("allocated", about="with surplus, in the last round"),
    Heading("limit", about="of its last turn"),
)
_SUBMITTERS: Final = (
    Heading("submitter", number=False),
    Heading("holds", about="weight after the cycle"),
    Heading("matches"),
    Heading("jobs start", about="expected from the matches"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
    Heading("preempted", about="weight that others take from it"),
    Heading("effective priority", about="real priority times factor; less is better"),
    Heading("share", about="of the pie in its own turn"),
    Heading("limit", about="the most it could win in that turn"),
    Heading("why no more", number=False, about="why most of the jobs left wait"),
)
_SIDES: Final = (("before", "as things are"), ("after", "with the changes"))
_NOT_INPUT: Final = frozenset({"gain", "loss", "total", "group", "submitter", "warning"})
"""Kinds of rows of a plan that are results rather than changes."""


def comparison_page(plan: Plan, name: str, head: PageHead) -> str:
    """An HTML page about a plan of this name."""
    parts = [*what_if(head), *_differences(plan)]
    both = zip(_SIDES, (plan.before, plan.after), strict=True)
    full = joined(
        folded(
            f"The whole cycle {when}",
            joined([cycle_figures(outcome), sections(list(cycle_sections(outcome)), 3, f"{place}-")]),
            place,
        )
        for (place, when), outcome in both
    )
    told = f"Two dry runs for {moment(plan.before.at, head.zone)}: nothing was changed."
    pieces = (
        element("p", text(told), "soft"),
        element("p", text(summary_line(plan).replace("->", "→"))),
        _figures(plan),
        navigation(parts, [(place, f"Cycle {when}") for place, when in _SIDES]),
        sections(parts),
        full,
    )
    return document(f"What {name} would do to {head.source}", head, pieces)


def _differences(plan: Plan) -> Iterator[PageSection]:
    found = plan.difference
    yield PageSection("Changes", _changes(plan))
    if plan.remarks:
        yield PageSection("What was assumed", bullets(plan.remarks, "warnings"), "Assumed")
    colours = key(("before", "before"), ("after", "after"), ("mark", "quota"))
    for title, shifts in (("Who gains", found.gains), ("Who loses", found.losses)):
        if shifts:
            yield PageSection(title, joined([_key(), _shifts(title.lower(), shifts)]))
    if found.groups:
        own = element("p", text("Only groups that differ; figures are without subgroups."), "soft")
        yield PageSection("Groups", joined([colours, own, _groups(plan)]))
    if found.submitters:
        note = f"{STARTS_NOTE[0].upper()}{STARTS_NOTE[1:]}" if several_jobs(plan) else ""
        about = element("p", text(f"Only those that differ. {note}".strip()), "soft")
        yield PageSection("Submitters", joined([about, _submitters(plan)]))
    for title, warnings in (("New warnings", found.new_warnings), ("Warnings that go away", found.gone_warnings)):
        if warnings:
            yield PageSection(title, bullets(warnings, "warnings"))


def _key() -> Html:
    return key(("before", "before"), ("after", "after"), more="Each pair of bars has a scale of its own.")


def _figures(plan: Plan) -> Html:
    found = plan.difference.pool
    before, after = summarise(plan.before), summarise(plan.after)
    told = (
        (found.weight, "weight of the pool"),
        (found.matched_weight, "weight given"),
        (Figure(before.served, after.served), "submitters served"),
        (found.jobs, "jobs expected to start"),
        (Figure(before.idle_left, after.idle_left), "jobs left idle"),
        (found.preemptions, "preemptions"),
    )
    return figures((_between(figure), words) for figure, words in told)


def _between(figure: Figure, shown: Callable[[float], str] = amount) -> str:
    return between(figure, shown).replace("->", "→")


def _cell(figure: Figure, shown: Callable[[float], str] = amount) -> Html:
    """Before and after, sorted by the latter; bold with an arrow if the difference is visible."""
    told = _between(figure, shown)
    if "→" not in told:
        return number(figure.after, told)
    return number(figure.after or 0.0, told, "changed")


def _changes(plan: Plan) -> Html:
    names, rows = plan_rows(plan)
    inputs = [[row[name] for name in names] for row in rows if row["kind"] not in _NOT_INPUT]
    if not inputs:
        return element("p", text("These changes change nothing."))
    cells = (PageRow([text(_plain(value)) for value in values]) for _, *values in inputs)
    return table("changes", _CHANGES, cells)


def _plain(value: object) -> str:
    return "" if value is None else amount(value) if isinstance(value, float) else str(value)


def _pair(figure: Figure, marks: Figure | None = None) -> Html:
    """A bar for the weight held before above one for after, on the same scale."""
    held = (figure.before or 0.0, figure.after or 0.0)
    drawn = (None, None) if marks is None else (marks.before, marks.after)
    whole = max(*held, *(mark or 0.0 for mark in drawn))
    bars = (
        bar(((when, weight),), mark, f"holds {when}: {amount(weight)}", whole)
        for (when, _), weight, mark in zip(_SIDES, held, drawn, strict=True)
    )
    return Html(f'<div class="bars">{"".join(bars)}</div>')


def _shifts(label: str, shifts: Iterable[Shift]) -> Html:
    rows = (
        PageRow(
            (
                name_text(shift.submitter),
                _pair(shift.holds),
                number(shift.holds.before or 0.0),
                number(shift.holds.after or 0.0),
                number(shift.by, f"{shift.by:+.6g}", "more" if shift.by > 0 else "less" if shift.by < 0 else ""),
                _cell(shift.jobs),
            )
        )
        for shift in shifts
    )
    return table(label, _SHIFTS, rows)


def _groups(plan: Plan) -> Html:
    rows = []
    for group in plan.difference.groups:
        figured = (group.holds, group.effective_quota, group.subtree_quota, group.requested, group.allocated)
        cells = (
            Html(f"{name_text(group.name)}{_told(group.mark)}"),
            _pair(group.holds, group.effective_quota),
            *map(_cell, figured),
            _cell(group.limit, lambda limit: "" if limit < 0 else amount(limit)),
        )
        rows.append(PageRow(cells, name=group.name))
    return table("groups", _GROUPS, rows)


def _told(mark: Mark) -> str:
    """A word for an entry that exists on one side only."""
    return {Mark.MORE: text(" (new)"), Mark.LESS: text(" (gone)")}.get(mark, "")


def _submitters(plan: Plan) -> Html:
    sides = [_by_name(outcome) for outcome in (plan.before, plan.after)]
    rows = []
    for one in plan.difference.submitters:
        idle = Figure(*(float(side[one.name].left) if one.name in side else None for side in sides))
        before, after = (str(side[one.name].reason or "") if one.name in side else "" for side in sides)
        cells = (
            Html(f"{name_text(one.name)}{_told(one.mark)}"),
            *map(_cell, (one.holds, one.matches, one.jobs, idle, one.preempted, one.effective_priority)),
            _cell(one.share, percent),
            _cell(one.limit),
            text(after if before == after else f"{before or 'takes no part'} → {after or 'takes no part'}"),
        )
        rows.append(PageRow(cells, name=one.name))
    return table("submitters", _SUBMITTERS, rows)


def _by_name(outcome: Outcome) -> Mapping[str, SubmitterSummary]:
    return {submitter.name: submitter for submitter in summarise(outcome).submitters}
