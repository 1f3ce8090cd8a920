"""A negotiation cycle as tables: groups, visits in order or a line for each submitter, who takes slots from whom, a
summary of rejections, and the pool in a line."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from userprio.base.formats import View
from userprio.negotiation import (
    CycleSummary,
    GroupTotals,
    LeftJobs,
    Outcome,
    PassKind,
    Reason,
    SubmitterSummary,
    Unvisited,
    Visit,
    reasons_of,
    summarise,
    visit_reasons,
)
from userprio.report.formats import Formats
from userprio.report.sheets.model import (
    FITTING,
    Block,
    Cell,
    Head,
    Kind,
    Line,
    Sheet,
    Words,
    cell,
    in_key_style,
    name_head,
    number,
    text_head,
)
from userprio.report.summary import (
    STARTS_NOTE,
    CycleRows,
    CycleTable,
    Tone,
    beyond_note,
    configured,
    cycle_table_document,
    cycle_table_rows,
    eviction_note,
    gains,
    groups_beyond,
    outcome_document,
    outcome_rows,
    pool_line,
    refusals,
    starts_differ,
    time_notes,
    tone,
    visits_beyond,
)
from userprio.report.text import depth_first, limit_text, percent, within_group

_TONES: Final = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "red"}
"""The styles of reasons."""
REASON: Final = Head("reason", "why no more", Kind.TEXT, aliases=("stopped",))
"""The column of the one reason why a submitter got no more."""
NEVER_VISITED: Final = "never visited"
_NAMES: Final = 18
"""The least width for names of submitters: reasons are folded first, since they read as well in two lines."""


def outcome_blocks(outcome: Outcome, view: View) -> Iterator[Block]:
    """A cycle as tables, the summary last; warnings are left to the caller."""
    summary = summarise(outcome)
    sheets = (
        _groups(outcome, summary, flat=view.whole or view.rearranged),
        _visits(outcome, summary, view.whole) if _in_order(outcome, view) else _submitters(outcome, summary),
        _takeovers(summary),
        _rejections(outcome),
    )
    # Which columns can be asked for does not depend on the pool: one table also has those of the tables left out.
    absent = tuple(head for sheet in sheets if not sheet.lines for head in sheet.heads)
    main = next((sheet for sheet in (sheets[1], sheets[0]) if sheet.lines), None)
    for sheet in sheets:
        if sheet.lines:
            yield replace(sheet, also=absent) if sheet is main else sheet
    yield Words.of(pool_line(outcome, summary), "bold", apart=True)


_OF_TURNS: Final = frozenset({"round", "group", "group_limit", "spin"})
"""The columns of visits that lines for submitters lack."""


def _in_order(outcome: Outcome, view: View) -> bool:
    """Whether visits are shown one by one rather than combined by submitter."""
    asked = not _OF_TURNS.isdisjoint(map(in_key_style, view.columns))
    return not view.rearranged and (view.every or not view.fits or asked or _rows(outcome, view) <= FITTING)


def cycle_table_blocks(table: CycleTable, view: View) -> Iterator[Block]:
    """One of these tables."""
    outcome, summary = table.outcome, summarise(table.outcome)
    match table.rows:
        case CycleRows.GROUPS:
            yield _groups(outcome, summary, flat=view.whole or view.rearranged)
        case CycleRows.SUBMITTERS:
            yield _submitters(outcome, summary)
        case CycleRows.VISITS:
            yield _visits(outcome, summary, view.whole)
        case CycleRows.MATCHES:
            yield _matches(outcome)
        case CycleRows.REJECTIONS:
            yield _rejections(outcome)


def _rows(outcome: Outcome, view: View) -> int:
    """The number of lines in the table of visits."""
    askers: Sequence[Visit | Unvisited] = (*outcome.visits, *outcome.unvisited)
    return sum(
        view.takes_user(one.submitter, one.group or "") and (not view.groups or view.takes_group(one.group or ""))
        for one in askers
    )


def _notes(*notes: str) -> tuple[str, ...]:
    return tuple(note for note in notes if note)


def reason_cell(reason: Reason | None, left: int, holds: float) -> Cell:
    """Why a submitter with so many jobs left, which holds this weight, got no more."""
    return Cell() if reason is None else cell(str(reason), _TONES[tone(left, holds)])


def _won(weight: float, beyond: bool) -> Cell:
    """Weight won, with a mark if that is more than a limit."""
    return number(weight, mark="*" if beyond else "")


_GROUP_HEADS: Final = (
    name_head("group"),
    Head("configured_quota", "config\nquota"),
    Head("effective_quota", "effective\nquota", alone=True),
    Head("subtree_quota", "subtree\nquota"),
    Head("requested", "demand", sums=True, inclusive=True),
    Head("usage", "in use", sums=True, inclusive=True, aliases=("held",)),
    Head("allocated", "allocated", sums=True, inclusive=True),
    Head("limit", "limit", alone=True),
    Head("won", "won", sums=True, inclusive=True, aliases=("got",)),
    Head("lost", "lost", sums=True, inclusive=True, optional=True),
    Head("holds", "holds", sums=True, inclusive=True, extra=True),
    Head("left", "idle\nleft", sums=True, inclusive=True),
)


def _groups(outcome: Outcome, summary: CycleSummary, *, flat: bool) -> Sheet:
    """Each group with its subgroups and, if it has some and submitters of its own, by itself."""
    beyond = groups_beyond(outcome, gains(outcome))
    summed = {group.name: group for group in summary.groups}
    lines = []
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        figures = summed[group.name]
        limit = number(figures.limit, limit_text)
        quotas = (
            Cell(configured(group), "", group.configured_quota),
            number(group.effective_quota),
            number(group.subtree_quota),
        )
        over = group.name in beyond
        if not figures.has_subgroups:
            lines.append(
                Line((cell(label), *quotas, *_figures(figures.alone, limit, over)), group=group.name, depth=depth)
            )
            continue
        own = figures.alone
        active = own.requested or own.held or own.won or own.lost or own.left
        above = _figures(figures.whole, Cell() if active else limit, over and not active)
        lines.append(Line((cell(label), *quotas, *above), group=group.name, depth=depth))
        if active:
            itself = f"{group.name if flat else label} itself"
            blanks = Cell(), Cell(), Cell()
            cells = (cell(itself), *blanks, *_figures(own, limit, over))
            lines.append(Line(cells, group=group.name, depth=depth + 1))
    nested = "groups include their subgroups" if any(group.has_subgroups for group in summary.groups) else ""
    notes = _notes(nested, beyond_note(beyond.values(), holds=True))
    return Sheet(_GROUP_HEADS, tuple(lines), "Groups", "group", "requested", notes=notes)


def _figures(group: GroupTotals, limit: Cell, beyond: bool) -> tuple[Cell, ...]:
    return (
        number(group.requested),
        number(group.held),
        number(group.allocated),
        limit,
        _won(group.won, beyond),
        number(group.lost or None),
        number(group.holds),
        number(group.left, str),
    )


def visit_heads(*, several: bool) -> tuple[Head, ...]:
    """The columns for the result of a visit; `several` if a match may start several jobs."""
    return (
        Head("share", "share"),
        Head("limit", "limit"),
        Head("usage", "in\nuse"),
        Head("won", "won", sums=True, aliases=("got",)),
        Head("matched", "matches", sums=True),
        Head("jobs", "jobs\nstart", sums=True, extra=not several),
        Head("left", "idle\nleft"),
        REASON,
    )


def _heads(several: bool, whole: bool) -> tuple[Head, ...]:
    return (
        Head("round", "round", optional=True, extra=not whole),
        Head("group", "group", Kind.TEXT, optional=True, extra=not whole),
        Head("group_limit", "group\nlimit", optional=True, extra=not whole),
        Head("spin", "spin"),
        name_head("submitter"),
        Head("priority", "effective\npriority"),
        *visit_heads(several=several),
    )


def _visits(outcome: Outcome, summary: CycleSummary, whole: bool) -> Sheet:
    """The visits under the titles of their turns; if `whole`, with group and round in columns instead."""
    several = starts_differ(outcome)
    heads = _heads(several, whole)
    schedds = _schedds(outcome)
    beyond = visits_beyond(outcome)
    reasons, holds = visit_reasons(outcome), {each.name: each.holds for each in summary.submitters}
    floors = any(visit.kind is PassKind.FLOOR for visit in outcome.visits)
    lines: list[Line] = []
    turn: tuple[object, ...] = ()
    spin: int | None = None
    for place, visit in enumerate(outcome.visits):
        titled = not whole and (visit.group is not None or visit.round is not None or floors)
        if turn != (now := (visit.round, visit.group, visit.group_limit, visit.kind)):
            turn, spin = now, None
            if titled:
                title = cell(_turn_title(visit), "bold")
                limit = number(visit.group_limit, limit_text)
                of_turn = {"submitter": title, "limit": limit}
                lines.append(Line(tuple(of_turn.get(head.key, Cell()) for head in heads), title=True))
        name = visit.submitter if whole or visit.group is None else within_group(visit.submitter, visit.group)
        label = name + (f" ({visit.schedd})" if len(schedds[visit.submitter]) > 1 else "")
        pass_kind = ["floors"] if visit.kind is PassKind.FLOOR else []
        where = ", ".join([visit.group, *pass_kind] if visit.group else pass_kind)
        cells = (
            *(number(visit.round, str), cell(where), number(visit.group_limit, limit_text)),
            Cell(str(visit.spin) if whole or visit.spin != spin else "", "", visit.spin),
            cell(label),
            number(visit.priority),
            number(visit.share, percent),
            number(visit.limit),
            number(visit.usage),
            _won(visit.won, place in beyond),
            number(visit.matched, str),
            number(visit.jobs, str),
            number(visit.left, str),
            reason_cell(reasons[place], visit.left, holds[visit.submitter]),
        )
        lines.append(Line(cells, visit.submitter, visit.group or "", depth=int(titled)))
        spin = visit.spin
    lines += _unvisited(outcome, summary, heads, schedds, titled=not whole and (floors or _grouped(outcome)))
    about = "Submitters in the order of their visits"
    notes = _visit_notes(outcome, several)
    return Sheet(heads, tuple(lines), about, "visit", notes=notes, narrowest=_NAMES)


def _grouped(outcome: Outcome) -> bool:
    return any(one.group is not None for one in outcome.unvisited)


def _schedds(outcome: Outcome) -> Mapping[str, set[str]]:
    """The schedds at which each submitter has jobs."""
    schedds: dict[str, set[str]] = {}
    askers: Sequence[Visit | Unvisited] = (*outcome.visits, *outcome.unvisited)
    for one in askers:
        schedds.setdefault(one.submitter, set()).add(one.schedd or "")
    return schedds


def _turn_title(visit: Visit) -> str:
    title = "all submitters" if visit.group is None else visit.group
    turn = "" if visit.round is None else f", round {visit.round}"
    return f"{title}{turn}{', floors' if visit.kind is PassKind.FLOOR else ''}"


def _unvisited(
    outcome: Outcome, summary: CycleSummary, heads: Sequence[Head], schedds: Mapping[str, set[str]], *, titled: bool
) -> Iterator[Line]:
    """Submitters with waiting jobs whose turn never came."""
    if outcome.unvisited and titled:
        title = {"submitter": cell(NEVER_VISITED, "bold")}
        yield Line(tuple(title.get(head.key, Cell()) for head in heads), title=True)
    holds = {each.name: each.holds for each in summary.submitters}
    waiting: dict[tuple[str, str | None], list[LeftJobs]] = {}
    for jobs in outcome.waiting:
        waiting.setdefault((jobs.submitter, jobs.schedd), []).append(jobs)
    for each in outcome.unvisited:
        label = each.submitter + (f" ({each.schedd})" if len(schedds[each.submitter]) > 1 and each.schedd else "")
        reasons = reasons_of(waiting.get((each.submitter, each.schedd), ()))
        known = {
            "submitter": cell(label),
            "group": cell(each.group or ""),
            "left": number(each.idle_jobs, str),
            "reason": reason_cell(reasons[0].reason if reasons else None, each.idle_jobs, holds[each.submitter]),
        }
        cells = tuple(known.get(head.key, Cell()) for head in heads)
        yield Line(cells, each.submitter, each.group or "", depth=int(titled))


def _visit_notes(outcome: Outcome, several: bool) -> tuple[str, ...]:
    beyond = beyond_note(visits_beyond(outcome).values(), holds=False)
    starts = STARTS_NOTE if several else ""
    return _notes(beyond, starts, eviction_note(outcome.matches), *time_notes(outcome))


def _submitters(outcome: Outcome, summary: CycleSummary) -> Sheet:
    """A line for each submitter, combining its visits."""
    several = starts_differ(outcome)
    beyond = {outcome.visits[place].submitter for place in visits_beyond(outcome)}
    heads = (
        name_head("submitter"),
        Head("priority", "effective\npriority"),
        Head("share", "share"),
        Head("limit", "limit", extra=True),
        Head("usage", "in\nuse", sums=True, aliases=("held",)),
        Head("won", "won", sums=True, aliases=("got",)),
        Head("lost", "lost", sums=True, optional=True),
        Head("holds", "holds", sums=True, extra=not summary.takeovers),
        Head("matched", "matches", sums=True, write=_whole, aliases=("matches",)),
        Head("jobs", "jobs\nstart", sums=True, write=_whole, extra=not several),
        Head("left", "idle\nleft", sums=True, write=_whole),
        REASON,
    )
    lines = (
        Line(_submitter_cells(each, each.name in beyond), each.name, each.group or "") for each in summary.submitters
    )
    by = "won" if outcome.matches else "left"
    notes = _visit_notes(outcome, several)
    return Sheet(heads, tuple(lines), "Submitters", "submitter", by, notes=notes, narrowest=_NAMES)


def _submitter_cells(summary: SubmitterSummary, beyond: bool) -> tuple[Cell, ...]:
    return (
        cell(summary.name),
        number(summary.priority),
        number(summary.share, percent),
        number(summary.limit),
        number(summary.held),
        _won(summary.won, beyond),
        number(summary.lost or None, style="red"),
        number(summary.holds),
        number(summary.matches, str),
        number(summary.jobs, str),
        number(summary.left, str),
        reason_cell(summary.reason, summary.left, summary.holds),
    )


_TAKEOVER_HEADS: Final = (
    name_head("submitter"),
    name_head("takes_from", "takes from"),
    Head("slots", "slots", sums=True, write=lambda slots: str(round(slots))),
    Head("weight", "weight", sums=True),
    text_head("because"),
    Head("names", "which", Kind.TEXT, extra=True),
)


def _takeovers(summary: CycleSummary) -> Sheet:
    group_of = {each.name: each.group or "" for each in summary.submitters}
    lines = (
        Line(
            (
                cell(each.winner),
                cell(each.loser),
                number(len(each.slots), str),
                number(each.weight),
                cell(each.because),
                cell(", ".join(each.slots)),
            ),
            each.winner,
            group_of.get(each.winner, ""),
        )
        for each in summary.takeovers
    )
    return Sheet(_TAKEOVER_HEADS, tuple(lines), "Who takes slots from whom", "takeover", "weight")


_MATCH_HEADS: Final = (
    name_head("submitter"),
    Head("request", "request"),
    name_head("slot"),
    Head("cost", "cost", sums=True),
    text_head("because"),
    name_head("preempts"),
    Head("jobs", "jobs\nstart", sums=True),
)


def _matches(outcome: Outcome) -> Sheet:
    lines = (
        Line(
            (
                cell(match.submitter),
                cell(match.request),
                cell(match.slot),
                number(match.cost),
                cell(match.because),
                cell(match.preempts or ""),
                number(match.jobs, str),
            ),
            match.submitter,
            match.group or "",
        )
        for match in outcome.matches
    )
    return Sheet(_MATCH_HEADS, tuple(lines), "Matches", "match")


def _whole(number: float) -> str:
    return str(round(number))


def _rejections(outcome: Outcome) -> Sheet:
    heads = (
        name_head("submitter"),
        name_head("reason"),
        Head("rejections", "times", sums=True, write=_whole),
        Head("jobs", "jobs\nleft", sums=True, write=_whole, aliases=("unmatched_jobs",)),
    )
    group_of = {visit.submitter: visit.group or "" for visit in outcome.visits}
    lines = (
        Line(
            (cell(one.submitter), cell(one.reason), number(one.rejections, str), number(one.jobs, str)),
            one.submitter,
            group_of.get(one.submitter, ""),
        )
        for one in refusals(outcome)
    )
    return Sheet(heads, tuple(lines), "Rejections", "rejection", "jobs")


CYCLE_TABLE_FORMATS: Final = Formats[CycleTable](
    document=cycle_table_document,
    rows=cycle_table_rows,
    screen=lambda result, look: cycle_table_blocks(result, look.view),
)


OUTCOME_FORMATS: Final = Formats[Outcome](
    document=outcome_document,
    rows=outcome_rows,
    screen=lambda result, look: outcome_blocks(result, look.view),
)
