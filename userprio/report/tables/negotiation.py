"""A negotiation cycle as tables: the pool in a line, the groups, the visits in order, the rejections summed up."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from userprio.cxx import INT_MIN
from userprio.negotiation import GroupOutcome, Outcome, PassKind, Visit
from userprio.report.listing import ROOT
from userprio.report.listing.groups import depth_first
from userprio.report.summary import (
    NEVER_VISITED,
    STARTS_NOTE,
    Ending,
    Tone,
    beyond_note,
    ending,
    gains,
    groups_beyond,
    pool_line,
    refusals,
    starts_differ,
    visits_beyond,
)
from userprio.report.tables import (
    add_name_column,
    add_number_column,
    indented,
    name_text,
    new_table,
    print_heading,
)
from userprio.report.text import amount, percent

TONES: Final = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "red"}
"""How words for why the negotiator left a submitter are drawn."""

_NEVER: Final = Ending(NEVER_VISITED, Tone.REFUSED)


def print_outcome(outcome: Outcome, console: Console) -> None:
    """Print everything a person wants of a cycle; warnings are left to the caller, who has a stream for them."""
    console.print(Text(pool_line(outcome)))
    if outcome.groups:
        console.print()
        print_heading(console, "Groups")
        console.print(_groups(outcome, console))
        _print_note(console, beyond_note(groups_beyond(outcome, gains(outcome)).values(), holds=True))
    if outcome.visits or outcome.unvisited:
        console.print()
        print_heading(console, "Submitters in the order of their visits")
        console.print(_visits(outcome, console))
        _print_note(console, beyond_note(visits_beyond(outcome).values(), holds=False))
        if starts_differ(outcome):
            _print_note(console, STARTS_NOTE)
    if outcome.rejections:
        console.print()
        print_heading(console, "Rejections")
        console.print(_rejections(outcome, console))


def _print_note(console: Console, note: str) -> None:
    if note:
        console.print(name_text(note))


def stopped_text(end: Ending) -> Text:
    """Why the negotiator left a submitter."""
    return Text(end.words, style=TONES[end.tone])


def _got(weight: float, beyond: bool, left: int) -> Text:
    """Weight that was won; nothing for somebody who waits is red, something yellow."""
    style = ("yellow" if weight else "red") if left else "green" if weight else ""
    return Text(f"{amount(weight)}{'*' if beyond else ''}", style=style)


def _groups(outcome: Outcome, console: Console) -> Table:
    table = new_table(console)
    add_name_column(table, "group")
    headings = (
        "config\nquota",
        "effective\nquota",
        "subtree\nquota",
        "demand",
        "in use",
        "allocated",
        "limit",
        "got",
        "idle\nleft",
    )
    for heading in headings:
        add_number_column(table, heading)
    won = gains(outcome)
    beyond = groups_beyond(outcome, won)
    limits: dict[str | None, int] = {}
    for step in outcome.passes:
        limits[step.group] = step.limit
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        table.add_row(
            indented(name_text(label), 2 * depth),
            _configured(group),
            amount(group.effective_quota),
            amount(group.subtree_quota),
            amount(group.requested),
            amount(group.usage),
            amount(group.allocated),
            _limit(limits[group.name]) if group.name in limits else "",
            _got(won.get(group.name, 0.0), group.name in beyond, group.left),
            str(group.left),
        )
    return table


def _configured(group: GroupOutcome) -> str:
    """A static quota in slots, a dynamic one as the part of the parent's it is."""
    if group.name == ROOT:
        return ""
    return amount(group.configured_quota) if group.static else percent(group.configured_quota)


def _limit(limit: int) -> str:
    """HTCondor's limit of 0/0 lets nothing through."""
    return "0/0" if limit == INT_MIN else amount(limit)


def _visits(outcome: Outcome, console: Console) -> Table:
    table = new_table(console)
    add_number_column(table, "spin")
    add_name_column(table, "submitter")
    several = starts_differ(outcome)
    headings = ["effective\npriority", "share", "limit", "in\nuse", "got", "matches"]
    for heading in (*headings, *(["jobs\nstart"] if several else []), "idle\nleft"):
        add_number_column(table, heading)
    table.add_column("stopped", vertical="top")
    schedds: dict[str, set[str]] = {}
    for visit in outcome.visits:
        schedds.setdefault(visit.submitter, set()).add(visit.schedd)
    for one in outcome.unvisited:
        schedds.setdefault(one.submitter, set()).add(one.schedd or "")
    beyond = {id(outcome.visits[place]) for place in visits_beyond(outcome)}
    floors = any(visit.kind is PassKind.FLOOR for visit in outcome.visits)
    for (round_, group, limit, kind), visits in groupby(
        outcome.visits, key=lambda visit: (visit.round, visit.group, visit.group_limit, visit.kind)
    ):
        titled = group is not None or round_ is not None or floors
        if titled:
            title = name_text(_pass_title(round_, group, kind), style="bold")
            table.add_row("", title, "", "", "" if limit is None else _limit(limit))
        spin: int | None = None
        for visit in visits:
            label = _submitter(visit) + (f" ({visit.schedd})" if len(schedds[visit.submitter]) > 1 else "")
            starts = [str(visit.jobs)] if several else []
            table.add_row(
                "" if visit.spin == spin else str(visit.spin),
                indented(name_text(label), 2 if titled else 0),
                amount(visit.priority),
                percent(visit.share),
                amount(visit.limit),
                amount(visit.usage),
                _got(visit.won, id(visit) in beyond, visit.left),
                str(visit.matched),
                *starts,
                str(visit.left),
                stopped_text(ending(visit)),
            )
            spin = visit.spin
    if outcome.unvisited:
        titled = floors or any(one.group is not None for one in outcome.unvisited)
        if titled:
            table.add_row("", Text(NEVER_VISITED, style="bold"))
        blanks = [""] * (len(headings) + several)
        for one in outcome.unvisited:
            label = one.submitter + (f" ({one.schedd})" if len(schedds[one.submitter]) > 1 and one.schedd else "")
            name = indented(name_text(label), 2 if titled else 0)
            table.add_row("", name, *blanks, str(one.idle_jobs), stopped_text(_NEVER))
    return table


def _pass_title(round_: int | None, group: str | None, kind: PassKind) -> str:
    return ", ".join(_title_parts(round_, group, kind))


def _title_parts(round_: int | None, group: str | None, kind: PassKind) -> Iterator[str]:
    yield group if group is not None else "all submitters"
    if round_ is not None:
        yield f"round {round_}"
    if kind is PassKind.FLOOR:
        yield "floors"


def _submitter(visit: Visit) -> str:
    """The name without the group that stands above it."""
    prefix = f"{visit.group}."
    if visit.group is None or not visit.submitter.lower().startswith(prefix.lower()):
        return visit.submitter
    return visit.submitter[len(prefix) :]


def _rejections(outcome: Outcome, console: Console) -> Table:
    table = new_table(console)
    add_name_column(table, "submitter")
    add_name_column(table, "reason")
    add_number_column(table, "times")
    add_number_column(table, "unmatched\njobs")
    for refusal in refusals(outcome):
        table.add_row(
            name_text(refusal.submitter), name_text(refusal.reason), str(refusal.rejections), str(refusal.jobs)
        )
    return table
