"""Two cycles as an HTML page: the changes made, what comes out differently, and both cycles in full."""

from collections.abc import Iterable, Iterator
from datetime import tzinfo
from itertools import starmap
from typing import Final

from userprio.analysis.plan import Figure, Mark, Plan, SubmitterDifference
from userprio.negotiation import summarise
from userprio.report.layout.blocks import TableBlock
from userprio.report.page.cycle import cycle_figures, cycle_sections, what_if
from userprio.report.page.parts import (
    Bars,
    Html,
    PageHead,
    PageSection,
    bar,
    bullets,
    document,
    element,
    figures,
    folded,
    joined,
    key,
    navigation,
    sections,
    table,
    text,
)
from userprio.report.plan import (
    CHANGES,
    GROUPS,
    SUBMITTERS,
    ChangeLine,
    between,
    figure_column,
    several_jobs,
    shift_tables,
    summary_line,
)
from userprio.report.summary import STARTS_NOTE
from userprio.report.table import text_column
from userprio.report.text import amount, moment
from userprio.report.what_if import change_texts

_SIDES: Final = (("before", "as things are"), ("after", "with the changes"))


def comparison_page(plan: Plan, name: str, head: PageHead) -> str:
    """An HTML page about a plan of this name."""
    parts = [*what_if(head), *_differences(plan, head.zone)]
    both = zip(_SIDES, (plan.before, plan.after), strict=True)
    full = joined(
        folded(
            f"The whole cycle {when}",
            joined([cycle_figures(outcome), sections(list(cycle_sections(outcome)), 3, f"{place}-")]),
            place,
        )
        for (place, when), outcome in both
    )
    dry_runs = f"Two dry runs for {moment(plan.before.at, head.zone)}: nothing was changed."
    pieces = (
        element("p", text(dry_runs), "soft"),
        element("p", text(summary_line(plan).replace("->", "→"))),
        _figures(plan),
        navigation(parts, [(place, f"Cycle {when}") for place, when in _SIDES]),
        sections(parts),
        full,
    )
    return document(f"What {name} would do to {head.source}", head, pieces)


def _differences(plan: Plan, zone: tzinfo) -> Iterator[PageSection]:
    difference = plan.difference
    yield PageSection("Changes", _changes(plan, zone))
    if plan.remarks:
        yield PageSection("What was assumed", bullets(plan.remarks, "warnings"), "Assumed")
    sides = ("before", "before"), ("after", "after")
    pairs = key(*sides, more="Each pair of bars has a scale of its own.")
    # Like the tables, which are left out if empty, so that bars stand beside their own rows.
    shown = [shifts for shifts in (difference.gains, difference.losses) if shifts]
    for block, shifts in zip(shift_tables(plan), shown, strict=True):
        yield PageSection(block.title, joined([pairs, _shifts(block, (shift.holds for shift in shifts))]))
    if difference.groups:
        own = element("p", text("Only groups that differ; figures are without subgroups."), "soft")
        yield PageSection("Groups", joined([key(*sides, ("mark", "quota")), own, _groups(plan)]))
    if difference.submitters:
        note = f"{STARTS_NOTE[0].upper()}{STARTS_NOTE[1:]}" if several_jobs(plan) else ""
        about = element("p", text(f"Only those that differ. {note}".strip()), "soft")
        yield PageSection("Submitters", joined([about, _submitters(plan)]))
    for title, warnings in (
        ("New warnings", difference.new_warnings),
        ("Warnings that go away", difference.gone_warnings),
    ):
        if warnings:
            yield PageSection(title, bullets(warnings, "warnings"))


def _figures(plan: Plan) -> Html:
    difference = plan.difference.pool
    before, after = summarise(plan.before), summarise(plan.after)
    pairs = (
        (difference.weight, "weight of the pool"),
        (difference.matched_weight, "weight given"),
        (Figure(before.served, after.served), "submitters served"),
        (difference.jobs, "jobs expected to start"),
        (Figure(before.idle_left, after.idle_left), "jobs left idle"),
        (difference.preemptions, "preemptions"),
    )
    return figures((between(figure).replace("->", "→"), words) for figure, words in pairs)


def _changes(plan: Plan, zone: tzinfo) -> Html:
    changes = list(starmap(ChangeLine, change_texts(plan.changes, plan.inputs, zone, plan.upgrade)))
    if not changes:
        return element("p", text("These changes change nothing."))
    return table("changes", CHANGES.block(changes), without=_MARK)


def _pair(figure: Figure, marks: Figure | None = None) -> Html:
    """A bar for the weight held before above one for after, on the same scale."""
    held = (figure.before or 0.0, figure.after or 0.0)
    drawn = (None, None) if marks is None else (marks.before, marks.after)
    # The same for both sides, or what is less could look like more.
    scale = max(*held, *(mark or 0.0 for mark in drawn))
    bars = (
        bar(((when, weight),), mark, f"holds {when}: {amount(weight)}", scale)
        for (when, _), weight, mark in zip(_SIDES, held, drawn, strict=True)
    )
    return Html(f'<div class="bars">{"".join(bars)}</div>')


_MARK: Final = ("mark",)
"""The column of marks, whose words are beside the names instead."""


def _shifts(shifts: TableBlock, holds: Iterable[Figure]) -> Html:
    bars = Bars("weight", "held after the cycle, before and after the changes", list(map(_pair, holds)))
    return table(shifts.title.lower(), shifts, bars, without=_MARK, also=("jobs",))


def _groups(plan: Plan) -> Html:
    groups = plan.difference.groups
    bars = Bars(
        "holds and quota",
        "before and after the changes",
        [_pair(group.holds, group.effective_quota) for group in groups],
    )
    rows = (GROUPS.row(group, label=f"{group.name}{_new_or_gone(group.mark)}") for group in groups)
    every = tuple(column.key for column in GROUPS.columns)
    return table("groups", GROUPS.block(rows), bars, without=_MARK, also=every)


def _new_or_gone(mark: Mark) -> str:
    """A word for an entry that exists on one side only."""
    return {Mark.MORE: " (new)", Mark.LESS: " (gone)"}.get(mark, "")


def _submitters(plan: Plan) -> Html:
    summaries = (summarise(outcome) for outcome in (plan.before, plan.after))
    sides = [{submitter.name: submitter for submitter in summary.submitters} for summary in summaries]

    def idle(submitter: SubmitterDifference) -> Figure:
        return Figure(*(float(side[submitter.name].left) if submitter.name in side else None for side in sides))

    def why(submitter: SubmitterDifference) -> str:
        before, after = (str(side[submitter.name].reason or "") if submitter.name in side else "" for side in sides)
        return after if before == after else f"{before or 'takes no part'} -> {after or 'takes no part'}"

    submitters = SUBMITTERS.with_columns(
        figure_column("idle_left", idle, "idle left", about="idle jobs that no match is expected to start"),
        text_column("reason", why, "why no more", about="why most of the jobs left wait"),
    )
    rows = (
        submitters.row(submitter, label=f"{submitter.name}{_new_or_gone(submitter.mark)}")
        for submitter in plan.difference.submitters
    )
    return table("submitters", submitters.block(rows), without=_MARK)
