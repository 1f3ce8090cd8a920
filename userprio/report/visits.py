"""The visits of a negotiation cycle as a table, in order, and why each ended."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.negotiation import (
    CycleSummary,
    LeftJobs,
    Outcome,
    PassKind,
    Reason,
    Unvisited,
    Visit,
    reasons_of,
    visit_reasons,
)
from userprio.report.data import fields_of
from userprio.report.layout.blocks import TableBlock, TableColumn, TableRow, cell, number
from userprio.report.summary import (
    STARTS_NOTE,
    Tone,
    beyond_note,
    eviction_note,
    starts_differ,
    time_notes,
    tone,
    visits_beyond,
)
from userprio.report.table import Table, data_column, field_columns, name_column, text_column, whole
from userprio.report.text import amount, limit_text, percent, within_group

_TONES: Final = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "red"}
"""The styles of reasons."""
NEVER_VISITED: Final = "never visited"
NARROWEST_NAME: Final = 18
"""The least width for names of submitters: reasons are folded first, since they read as well in two lines."""


def won_text(weight: float, beyond: bool) -> str:
    """Weight won, with a mark if that is more than a limit."""
    return amount(weight) + "*" * beyond


def reason_style(reason: Reason | None, left: int, holds: float) -> str:
    """The style of the reason why a submitter with so many jobs left, which holds this weight, got no more."""
    return "" if reason is None else _TONES[tone(left, holds)]


class VisitLine(Struct, frozen=True):
    """A visit, and why it ended."""

    visit: Visit
    reason: Reason | None
    """Why most of the jobs left wait; None if the submitter was visited there again."""
    holds: float
    """Weight that its submitter has after the cycle."""
    beyond: bool = False
    """It won more than its limit."""
    first_of_spin: bool = True

    @property
    def place(self) -> str:
        """The group, and whether the visit was for floors."""
        parts = (self.visit.group or "", "floors" if self.visit.kind is PassKind.FLOOR else "")
        return ", ".join(part for part in parts if part)


VISIT_COLUMNS: Final[tuple[TableColumn[VisitLine], ...]] = (
    TableColumn("share", "share", lambda line: line.visit.share, write=percent),
    TableColumn("limit", "limit", lambda line: line.visit.limit),
    # Use and jobs left may not be added: the next visit of the same submitter begins with what this one ends with.
    TableColumn("usage", "in\nuse", lambda line: line.visit.usage),
    TableColumn(
        "won",
        "won",
        lambda line: line.visit.won,
        text=lambda line: won_text(line.visit.won, line.beyond),
        sums=True,
        aliases=("got",),
    ),
    TableColumn("matched", "matches", lambda line: line.visit.matched, write=whole, sums=True),
    TableColumn("jobs", "jobs\nstart", lambda line: line.visit.jobs, write=whole, sums=True),
    TableColumn("left", "idle\nleft", lambda line: line.visit.left, write=whole),
    text_column(
        "reason",
        lambda line: line.reason,
        "why no more",
        aliases=("stopped",),
        in_rows=False,
        style=lambda line: reason_style(line.reason, line.visit.left, line.holds),
    ),
)
"""What came of a visit."""
_SHOWN_OF_VISITS: Final = ("round", "group_limit", "spin", "submitter", "priority", "share", "limit", "usage", "won")
VISITS: Final = Table[VisitLine](
    "negotiate visits", noun="visit", group=lambda line: line.visit.group or "", order=(*fields_of(Visit), "stopped")
).of(
    TableColumn("round", "round", lambda line: line.visit.round, write=str, optional=True),
    text_column("group", lambda line: line.place, optional=True, in_rows=False),
    TableColumn("group_limit", "group\nlimit", lambda line: line.visit.group_limit, write=limit_text, optional=True),
    TableColumn(
        "spin",
        "spin",
        lambda line: line.visit.spin,
        text=lambda line: str(line.visit.spin) if line.first_of_spin else "",
    ),
    name_column("submitter", lambda line: line.visit.submitter),
    TableColumn("priority", "effective\npriority", lambda line: line.visit.priority),
    *VISIT_COLUMNS,
    *field_columns(
        lambda line: line.visit,
        (
            name
            for name in fields_of(Visit)
            if name not in (*_SHOWN_OF_VISITS, *(column.key for column in VISIT_COLUMNS))
        ),
    ),
    data_column("stopped", lambda line: line.reason),
)
OF_TURNS: Final = frozenset({"round", "group", "group_limit", "spin"})
"""The columns of visits that rows for submitters lack."""


def visit_block(outcome: Outcome, summary: CycleSummary, flat: bool) -> TableBlock:
    """The visits under the titles of their turns; if `flat`, with group and round in columns instead."""
    several = starts_differ(outcome)
    schedds = _schedds(outcome)
    beyond = visits_beyond(outcome)
    floors = any(visit.kind is PassKind.FLOOR for visit in outcome.visits)
    rows: list[TableRow] = []
    # A turn is a group in a round: when any part of it changes, a title begins, and spins count anew.
    turn: tuple[object, ...] = ()
    spin: int | None = None
    for index, line in enumerate(visit_lines(outcome, summary)):
        visit = line.visit
        titled = not flat and (visit.group is not None or visit.round is not None or floors)
        if turn != (now := (visit.round, visit.group, visit.group_limit, visit.kind)):
            turn, spin = now, None
            if titled:
                title = {"submitter": cell(_turn_title(visit), "bold"), "limit": number(visit.group_limit, limit_text)}
                rows.append(VISITS.filled(title, title=True))
        # Below the title of its group, a submitter needs no group in its name; at several schedds, it needs the schedd.
        name = visit.submitter if flat or visit.group is None else within_group(visit.submitter, visit.group)
        label = name + (f" ({visit.schedd})" if len(schedds[visit.submitter]) > 1 else "")
        shown = replace(line, beyond=index in beyond, first_of_spin=flat or visit.spin != spin)
        rows.append(VISITS.row(shown, label=label, depth=int(titled)))
        spin = visit.spin
    grouped = any(unvisited.group is not None for unvisited in outcome.unvisited)
    rows += _unvisited(outcome, summary, schedds, titled=not flat and (floors or grouped))
    return VISITS.block(
        rows,
        "Submitters in the order of their visits",
        notes=visit_notes(outcome, several),
        narrowest=NARROWEST_NAME,
        hide=(*(() if flat else OF_TURNS - {"spin"}), *(() if several else ("jobs",))),
    )


def visit_lines(outcome: Outcome, summary: CycleSummary) -> Iterator[VisitLine]:
    """The visits in order."""
    holds = {submitter.name: submitter.holds for submitter in summary.submitters}
    for visit, reason in zip(outcome.visits, visit_reasons(outcome), strict=True):
        yield VisitLine(visit, reason, holds[visit.submitter])


def _schedds(outcome: Outcome) -> Mapping[str, set[str]]:
    """The schedds at which each submitter has jobs."""
    schedds: dict[str, set[str]] = {}
    for asker in askers(outcome):
        schedds.setdefault(asker.submitter, set()).add(asker.schedd or "")
    return schedds


def askers(outcome: Outcome) -> Sequence[Visit | Unvisited]:
    """Every submitter at a schedd that asks for something, visited or not."""
    return (*outcome.visits, *outcome.unvisited)


def _turn_title(visit: Visit) -> str:
    title = "all submitters" if visit.group is None else visit.group
    turn = "" if visit.round is None else f", round {visit.round}"
    return f"{title}{turn}{', floors' if visit.kind is PassKind.FLOOR else ''}"


def _unvisited(
    outcome: Outcome, summary: CycleSummary, schedds: Mapping[str, set[str]], *, titled: bool
) -> Iterator[TableRow]:
    """Submitters with waiting jobs whose turn never came."""
    if outcome.unvisited and titled:
        yield VISITS.filled({"submitter": cell(NEVER_VISITED, "bold")}, title=True)
    holds = {submitter.name: submitter.holds for submitter in summary.submitters}
    waiting: dict[tuple[str, str | None], list[LeftJobs]] = {}
    for jobs in outcome.waiting:
        waiting.setdefault((jobs.submitter, jobs.schedd), []).append(jobs)
    for unvisited in outcome.unvisited:
        name, schedd, group = unvisited.submitter, unvisited.schedd, unvisited.group or ""
        reasons = reasons_of(waiting.get((name, schedd), ()))
        reason = reasons[0].reason if reasons else None
        # A turn that never came has no share, no limit and no spin: these cells stay blank.
        cells = {
            "submitter": cell(name + (f" ({schedd})" if len(schedds[name]) > 1 and schedd else "")),
            "group": cell(group),
            "left": number(unvisited.idle_jobs, str),
            "reason": cell(reason or "", reason_style(reason, unvisited.idle_jobs, holds[name])),
        }
        yield VISITS.filled(cells, submitter=name, group=group, depth=int(titled))


def visit_notes(outcome: Outcome, several: bool) -> tuple[str, ...]:
    """What has to be said under a table of visits or submitters; empty texts say nothing."""
    beyond = beyond_note(visits_beyond(outcome).values(), holds=False)
    starts = STARTS_NOTE if several else ""
    return beyond, starts, eviction_note(outcome.matches), *time_notes(outcome)
