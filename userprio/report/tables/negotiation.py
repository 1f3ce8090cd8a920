"""A negotiation cycle as tables: the pool in a line, the groups, the visits in order, the rejections summed up."""

from itertools import groupby
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from userprio.negotiation import Outcome, PassKind, Unvisited, Visit
from userprio.report.summary import (
    NEVER_VISITED,
    STARTS_NOTE,
    Ending,
    Tone,
    beyond_note,
    configured,
    ending,
    eviction_note,
    gains,
    groups_beyond,
    pool_line,
    refusals,
    starts_differ,
    time_notes,
    visits_beyond,
)
from userprio.report.tables import (
    add_name_column,
    add_number_column,
    indented,
    limit_text,
    name_text,
    named_table,
    new_table,
    print_section,
)
from userprio.report.text import amount, depth_first, percent, within_group

TONES: Final = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "red"}
"""How words for why the negotiator left a submitter are drawn."""

_NEVER: Final = Ending(NEVER_VISITED, Tone.REFUSED)


def print_outcome(outcome: Outcome, console: Console) -> None:
    """Print everything a person wants of a cycle; warnings are left to the caller, who has a stream for them."""
    console.print(Text(pool_line(outcome)))
    if outcome.groups:
        note = beyond_note(groups_beyond(outcome, gains(outcome)).values(), holds=True)
        print_section(console, "Groups", _groups(outcome, console), *_notes(note))
    if outcome.visits or outcome.unvisited:
        note = beyond_note(visits_beyond(outcome).values(), holds=False)
        starts = STARTS_NOTE if starts_differ(outcome) else ""
        title = "Submitters in the order of their visits"
        print_section(
            console,
            title,
            _visits(outcome, console),
            *_notes(note, starts, eviction_note(outcome.matches), *time_notes(outcome)),
        )
    if outcome.rejections:
        print_section(console, "Rejections", _rejections(outcome, console))


def _notes(*notes: str) -> list[Text]:
    return [name_text(note) for note in notes if note]


def stopped_text(end: Ending) -> Text:
    """Why the negotiator left a submitter."""
    return Text(end.words, style=TONES[end.tone])


def _got(weight: float, beyond: bool, left: int) -> Text:
    """Weight that was won; nothing for somebody who waits is red, something yellow."""
    style = ("yellow" if weight else "red") if left else "green" if weight else ""
    return Text(f"{amount(weight)}{'*' if beyond else ''}", style=style)


def _groups(outcome: Outcome, console: Console) -> Table:
    quotas = ("config\nquota", "effective\nquota", "subtree\nquota")
    table = named_table(console, "group", *quotas, "demand", "in use", "allocated", "limit", "got", "idle\nleft")
    won = gains(outcome)
    beyond = groups_beyond(outcome, won)
    limits = {step.group: step.limit for step in outcome.passes}
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        name = indented(name_text(label), 2 * depth)
        weights = (group.effective_quota, group.subtree_quota, group.requested, group.usage, group.allocated)
        limit = limit_text(limits[group.name]) if group.name in limits else ""
        got = _got(won.get(group.name, 0.0), group.name in beyond, group.left)
        table.add_row(name, configured(group), *map(amount, weights), limit, got, str(group.left))
    return table


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
    askers: list[Visit | Unvisited] = [*outcome.visits, *outcome.unvisited]
    for one in askers:
        schedds.setdefault(one.submitter, set()).add(one.schedd or "")
    beyond = {id(outcome.visits[place]) for place in visits_beyond(outcome)}
    floors = any(visit.kind is PassKind.FLOOR for visit in outcome.visits)
    for (round_, group, limit, kind), visits in groupby(
        outcome.visits, key=lambda visit: (visit.round, visit.group, visit.group_limit, visit.kind)
    ):
        titled = group is not None or round_ is not None or floors
        if titled:
            title = name_text(_pass_title(round_, group, kind), style="bold")
            table.add_row("", title, "", "", "" if limit is None else limit_text(limit))
        spin: int | None = None
        for visit in visits:
            name = visit.submitter if visit.group is None else within_group(visit.submitter, visit.group)
            label = name + (f" ({visit.schedd})" if len(schedds[visit.submitter]) > 1 else "")
            figures = (amount(visit.priority), percent(visit.share), amount(visit.limit), amount(visit.usage))
            jobs = (str(visit.matched), *([str(visit.jobs)] if several else []), str(visit.left))
            table.add_row(
                "" if visit.spin == spin else str(visit.spin),
                indented(name_text(label), 2 * titled),
                *figures,
                _got(visit.won, id(visit) in beyond, visit.left),
                *jobs,
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
            table.add_row("", indented(name_text(label), 2 * titled), *blanks, str(one.idle_jobs), stopped_text(_NEVER))
    return table


def _pass_title(round_: int | None, group: str | None, kind: PassKind) -> str:
    title = "all submitters" if group is None else group
    turn = "" if round_ is None else f", round {round_}"
    return f"{title}{turn}{', floors' if kind is PassKind.FLOOR else ''}"


def _rejections(outcome: Outcome, console: Console) -> Table:
    table = named_table(console, "submitter")
    add_name_column(table, "reason")
    add_number_column(table, "times")
    add_number_column(table, "unmatched\njobs")
    for one in refusals(outcome):
        table.add_row(name_text(one.submitter), name_text(one.reason), str(one.rejections), str(one.jobs))
    return table
