"""A negotiation cycle as tables: groups, visits in order, a summary of rejections, and the pool in a line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from userprio.formats import View
from userprio.negotiation import Outcome, PassKind, Unvisited, Visit
from userprio.report.sheets.model import (
    FITTING,
    Block,
    Cell,
    Head,
    Line,
    Sheet,
    Words,
    cell,
    name_head,
    number,
    text_head,
)
from userprio.report.summary import (
    NEVER_VISITED,
    STARTS_NOTE,
    StopRemark,
    Tone,
    beyond_note,
    configured,
    ending,
    eviction_note,
    final,
    gains,
    groups_beyond,
    last_ending,
    pool_line,
    refusals,
    starts_differ,
    time_notes,
    visits_beyond,
)
from userprio.report.text import depth_first, limit_text, percent, within_group

_TONES: Final = {Tone.GOOD: "green", Tone.HELD: "yellow", Tone.REFUSED: "red"}
"""The styles of the reasons why visits ended."""

_NEVER: Final = StopRemark(NEVER_VISITED, Tone.REFUSED)


def outcome_blocks(outcome: Outcome, view: View) -> Iterator[Block]:
    """A cycle as tables, the summary last; warnings are left to the caller."""
    if outcome.groups:
        yield _groups(outcome)
    if outcome.visits or outcome.unvisited:
        in_order = not view.rearranged and (view.every or not view.fits or _rows(outcome, view) <= FITTING)
        yield _visits(outcome, view.whole) if in_order else _submitters(outcome)
    if outcome.rejections:
        yield _rejections(outcome)
    yield Words.of(pool_line(outcome), "bold", apart=True)


def _rows(outcome: Outcome, view: View) -> int:
    """The number of lines in the table of visits."""
    askers: Sequence[Visit | Unvisited] = (*outcome.visits, *outcome.unvisited)
    return sum(
        view.takes_user(one.submitter, one.group or "") and (not view.groups or view.takes_group(one.group or ""))
        for one in askers
    )


def _notes(*notes: str) -> tuple[str, ...]:
    return tuple(note for note in notes if note)


def stopped_cell(end: StopRemark) -> Cell:
    """Why the last visit of a submitter ended."""
    return cell(end.words, _TONES[end.tone])


def _got(weight: float, beyond: bool, left: int) -> Cell:
    """Weight won; for a submitter with waiting jobs, none is red and some is yellow."""
    style = ("yellow" if weight else "red") if left else "green" if weight else ""
    return number(weight, style=style, mark="*" if beyond else "")


_GROUP_HEADS: Final = (
    name_head("group"),
    Head("configured_quota", "config\nquota"),
    Head("effective_quota", "effective\nquota", alone=True),
    Head("subtree_quota", "subtree\nquota"),
    Head("requested", "demand", sums=True),
    Head("usage", "in use", sums=True),
    Head("allocated", "allocated", sums=True),
    Head("limit", "limit", alone=True),
    Head("won", "got", sums=True),
    Head("left", "idle\nleft", sums=True),
)


def _groups(outcome: Outcome) -> Sheet:
    won = gains(outcome)
    beyond = groups_beyond(outcome, won)
    limits = {step.group: step.limit for step in outcome.passes}
    lines = []
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        weights = (group.effective_quota, group.subtree_quota, group.requested, group.usage, group.allocated)
        cells = (
            cell(label),
            Cell(configured(group), "", group.configured_quota),
            *map(number, weights),
            number(limits.get(group.name), limit_text),
            _got(won.get(group.name, 0.0), group.name in beyond, group.left),
            number(group.left, str),
        )
        lines.append(Line(cells, group=group.name, depth=depth))
    note = beyond_note(beyond.values(), holds=True)
    return Sheet(_GROUP_HEADS, tuple(lines), "Groups", "group", "requested", notes=_notes(note))


def visit_heads(*, several: bool) -> tuple[Head, ...]:
    """The columns for the result of a visit; `several` if a match may start several jobs."""
    return (
        Head("share", "share"),
        Head("limit", "limit"),
        Head("usage", "in\nuse"),
        Head("won", "got", sums=True),
        Head("matched", "matches", sums=True),
        *([Head("jobs", "jobs\nstart", sums=True)] if several else []),
        Head("left", "idle\nleft"),
        text_head("stopped"),
    )


def _heads(several: bool, whole: bool) -> tuple[Head, ...]:
    where = (
        Head("round", "round", optional=True),
        text_head("group", optional=True),
        Head("group_limit", "group\nlimit", optional=True),
    )
    return (
        *(where if whole else ()),
        Head("spin", "spin"),
        name_head("submitter"),
        Head("priority", "effective\npriority"),
        *visit_heads(several=several),
    )


def _visits(outcome: Outcome, whole: bool) -> Sheet:
    """The visits under the titles of their turns; if `whole`, with group and round in columns instead."""
    several = starts_differ(outcome)
    heads = _heads(several, whole)
    schedds = _schedds(outcome)
    beyond = visits_beyond(outcome)
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
        pass_kind = ["floors"] if whole and visit.kind is PassKind.FLOOR else []
        where = ", ".join([visit.group, *pass_kind] if visit.group else pass_kind)
        cells = (
            *((number(visit.round, str), cell(where), number(visit.group_limit, limit_text)) if whole else ()),
            Cell(str(visit.spin) if whole or visit.spin != spin else "", "", visit.spin),
            cell(label),
            number(visit.priority),
            number(visit.share, percent),
            number(visit.limit),
            number(visit.usage),
            _got(visit.won, place in beyond, visit.left),
            number(visit.matched, str),
            *([number(visit.jobs, str)] if several else []),
            number(visit.left, str),
            stopped_cell(ending(visit)),
        )
        lines.append(Line(cells, visit.submitter, visit.group or "", depth=int(titled)))
        spin = visit.spin
    lines += _unvisited(outcome, heads, schedds, titled=not whole and (floors or _grouped(outcome)))
    about = "Submitters in the order of their visits"
    return Sheet(heads, tuple(lines), about, "visit", notes=_visit_notes(outcome, several))


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
    outcome: Outcome, heads: Sequence[Head], schedds: Mapping[str, set[str]], *, titled: bool
) -> Iterator[Line]:
    """Submitters with waiting jobs whose turn never came."""
    if outcome.unvisited and titled:
        title = {"submitter": cell(NEVER_VISITED, "bold")}
        yield Line(tuple(title.get(head.key, Cell()) for head in heads), title=True)
    for one in outcome.unvisited:
        label = one.submitter + (f" ({one.schedd})" if len(schedds[one.submitter]) > 1 and one.schedd else "")
        known = {
            "submitter": cell(label),
            "group": cell(one.group or ""),
            "left": number(one.idle_jobs, str),
            "stopped": stopped_cell(_NEVER),
        }
        cells = tuple(known.get(head.key, Cell()) for head in heads)
        yield Line(cells, one.submitter, one.group or "", depth=int(titled))


def _visit_notes(outcome: Outcome, several: bool) -> tuple[str, ...]:
    beyond = beyond_note(visits_beyond(outcome).values(), holds=False)
    starts = STARTS_NOTE if several else ""
    return _notes(beyond, starts, eviction_note(outcome.matches), *time_notes(outcome))


def _submitters(outcome: Outcome) -> Sheet:
    """A line for each submitter, combining its visits."""
    several = starts_differ(outcome)
    visits: dict[str, list[Visit]] = {}
    for visit in outcome.visits:
        visits.setdefault(visit.submitter, []).append(visit)
    beyond = {outcome.visits[place].submitter for place in visits_beyond(outcome)}
    never: dict[str, list[Unvisited]] = {}
    for one in outcome.unvisited:
        never.setdefault(one.submitter, []).append(one)
    lines = []
    for name, theirs in visits.items():
        end = last_ending(theirs)
        left = sum(visit.left for visit in final(theirs)) + sum(one.idle_jobs for one in never.get(name, ()))
        cells = (
            cell(name),
            number(theirs[0].priority),
            number(theirs[0].share, percent),
            number(theirs[0].usage),
            _got(sum(visit.won for visit in theirs), name in beyond, left),
            number(sum(visit.matched for visit in theirs), str),
            *([number(sum(visit.jobs for visit in theirs), str)] if several else []),
            number(left, str),
            stopped_cell(_NEVER if name in never and end.tone is Tone.GOOD else end),
        )
        lines.append(Line(cells, name, theirs[0].group or ""))
    for name, others in never.items():
        if name not in visits:
            left = sum(one.idle_jobs for one in others)
            blanks = [Cell()] * (5 + several)
            cells = (cell(name), *blanks, number(left, str), stopped_cell(_NEVER))
            lines.append(Line(cells, name, others[0].group or ""))
    heads = (
        name_head("submitter"),
        Head("priority", "effective\npriority"),
        Head("share", "share"),
        Head("usage", "in\nuse", sums=True),
        Head("won", "got", sums=True),
        Head("matched", "matches", sums=True, write=_whole),
        *([Head("jobs", "jobs\nstart", sums=True, write=_whole)] if several else []),
        Head("left", "idle\nleft", sums=True, write=_whole),
        text_head("stopped"),
    )
    by = "won" if outcome.matches else "left"
    return Sheet(heads, tuple(lines), "Submitters", "submitter", by, notes=_visit_notes(outcome, several))


def _whole(number: float) -> str:
    return str(round(number))


def _rejections(outcome: Outcome) -> Sheet:
    heads = (
        name_head("submitter"),
        name_head("reason"),
        Head("rejections", "times", sums=True, write=_whole),
        Head("jobs", "unmatched\njobs", sums=True, write=_whole),
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
