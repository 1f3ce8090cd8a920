"""A negotiation cycle as an HTML page: groups, submitters, who takes slots from whom, and waiting jobs."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.negotiation import (
    Because,
    GroupOutcome,
    Match,
    Outcome,
    PassKind,
    PoolSize,
    Visit,
    VisitOutcome,
    WaitingClass,
)
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
    joined,
    key,
    name_text,
    navigation,
    number,
    sections,
    table,
    text,
)
from userprio.report.summary import (
    NEVER_VISITED,
    NO_MORE_OFFERED,
    STARTS_NOTE,
    StopRemark,
    beyond_note,
    configured,
    ending,
    final,
    gains,
    last_ending,
    starts_differ,
    summarise,
    visits_beyond,
)
from userprio.report.text import ROOT, amount, count, depth_first, moment, percent


def report_page(outcome: Outcome, waiting: Sequence[WaitingClass], head: PageHead) -> str:
    """An HTML page about a cycle and the jobs that wait after it."""
    parts = [*what_if(head), *cycle_sections(outcome, waiting)]
    when = f"A dry run for {moment(outcome.at, head.zone)}: nothing was changed."
    pieces = (element("p", text(when), "soft"), cycle_figures(outcome), navigation(parts), sections(parts))
    return document(f"Negotiation cycle of {head.source}", head, pieces)


def what_if(head: PageHead) -> Iterator[PageSection]:
    """The hypothetical changes to the pool, if there are any."""
    if head.what_if:
        heading, *changes = head.what_if
        yield PageSection(
            heading.removesuffix(":"), joined(element("p", text(change)) for change in changes), "What if"
        )


def cycle_sections(outcome: Outcome, waiting: Sequence[WaitingClass]) -> Iterator[PageSection]:
    """Warnings, groups, submitters, who takes slots from whom, and waiting jobs."""
    if outcome.warnings:
        yield PageSection("Warnings", bullets(outcome.warnings, "warnings"))
    if outcome.groups:
        yield PageSection("Groups", group_table(outcome))
    yield PageSection("Submitters, in the order of their visits", submitter_table(outcome), "Submitters")
    if taken := takeovers(outcome.matches):
        yield PageSection("Preemption", takeover_table(taken))
    yield PageSection("Where jobs wait, and why", waiting_table(waiting, outcome), "Where jobs wait")


def cycle_figures(outcome: Outcome) -> Html:
    """The key figures of a cycle."""
    pool, summary = outcome.pool, summarise(outcome)
    return figures(
        (
            (amount(pool.weight), f"weight of {count(pool.slots, 'slot')}"),
            (amount(pool.in_use), "in use before"),
            (amount(summary.weight), f"given in {count(summary.matches, 'match', 'matches')}"),
            (f"{summary.served} of {summary.submitters}", "submitters served"),
            (str(summary.jobs), "jobs expected to start"),
            (str(summary.idle_left), "jobs left idle"),
        )
    )


ITSELF: Final = "itself"
_GROUP_HEADINGS: Final = (
    Heading("group", number=False),
    Heading("use and quota", number=False, about="in use, won in this cycle, and the quota; each bar on its own scale"),
    Heading("configured", about="quota as configured; a fraction is of what the parent has left"),
    Heading("quota", about="effective quota"),
    Heading("demand", about="weight of running and idle jobs"),
    Heading("in use"),
    Heading("allocated", about="with surplus, in the last round"),
    Heading("got", about="weight won in this cycle"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
)


@dataclass(frozen=True, slots=True)
class GroupRow:
    """A group with all its subgroups, or by itself. Weights are sums of SlotWeight."""

    name: str
    label: str
    depth: int
    configured: str
    quota: float
    requested: float
    used: float
    allocated: float
    got: float
    left: int
    """Idle jobs that no match is expected to start."""


def group_rows(outcome: Outcome) -> Iterator[GroupRow]:
    """Parents before children; a group with both children and members of its own is followed by itself, without them.

    The row of the root has only those without a group, since everything is below the root.
    """
    won = gains(outcome)
    parents = {group.parent for group in outcome.groups} - {ROOT}
    for depth, label, group in depth_first(outcome.groups, lambda group: group.name):
        inner = group.name in parents
        theirs = [one for one in outcome.groups if one is group or (inner and _below(one.name, group.name))]
        quota = group.subtree_quota if inner else group.effective_quota
        yield _group_row(group, label, depth, quota, configured(group), theirs, won)
        own = _group_row(group, ITSELF, depth + 1, group.effective_quota, "", [group], won)
        if inner and (own.requested or own.used or own.got or own.left):
            yield own


def _below(name: str, group: str) -> bool:
    return name.lower().startswith(f"{group.lower()}.")


def _group_row(
    group: GroupOutcome,
    label: str,
    depth: int,
    quota: float,
    told: str,
    theirs: Sequence[GroupOutcome],
    won: dict[str | None, float],
) -> GroupRow:
    return GroupRow(
        name=group.name,
        label=label,
        depth=depth,
        configured=told,
        quota=quota,
        requested=sum(one.requested for one in theirs),
        used=sum(one.usage for one in theirs),
        allocated=sum(one.allocated for one in theirs),
        got=sum(won.get(one.name, 0.0) for one in theirs),
        left=sum(one.left for one in theirs),
    )


def group_table(outcome: Outcome) -> Html:
    """The groups as a tree, with bars for use, weight won and quota."""
    more = "A group's bar and figures include its subgroups; each bar has its own scale."
    colours = key(("used", "in use"), ("got", "won in this cycle"), ("mark", "quota"), more=more)
    return joined([colours, table("groups", _GROUP_HEADINGS, _group_lines(group_rows(outcome)))])


def _group_lines(groups: Iterable[GroupRow]) -> Iterator[PageRow]:
    for one in groups:
        about = f"in use {amount(one.used)}, won {amount(one.got)}, quota {amount(one.quota)}"
        cells = (
            name_text(one.label),
            bar((("used", one.used), ("got", one.got)), one.quota, about),
            text(one.configured),
            *map(number, (one.quota, one.requested, one.used, one.allocated, one.got)),
            number(one.left, str(one.left), "left" if one.left else ""),
        )
        yield PageRow(cells, one.depth, one.name)


@dataclass(frozen=True, slots=True)
class SubmitterSummary:
    """One submitter. Weights are sums of SlotWeight."""

    name: str
    group: str | None
    """The group in which it was first visited; None without groups."""
    priority: float
    factor: float
    share: float
    """Fraction of the pie at its first visit; a visit for its floor counts only if there is no other."""
    due: float
    """The weight of that share."""
    used: float
    """Weight in use before the cycle."""
    got: float
    jobs_matched: int
    jobs_started: int
    """Jobs expected to start from the matches."""
    jobs_left: int
    """Idle jobs that no match is expected to start."""
    stopped: StopRemark
    """Why its last visit ended."""


@dataclass(frozen=True, slots=True)
class Takeover:
    """Slots that pass from one user to another by preemption."""

    winner: str
    loser: str
    because: Because
    slots: int
    weight: float


def submitter_summaries(outcome: Outcome) -> list[SubmitterSummary]:
    """Every submitter that was visited, in the order of first visits."""
    visits: dict[str, list[Visit]] = defaultdict(list)
    for visit in outcome.visits:
        visits[visit.submitter].append(visit)
    matches: dict[str, list[Match]] = defaultdict(list)
    for match in outcome.matches:
        matches[match.submitter].append(match)
    return [_summary(name, theirs, matches[name], outcome.pool.weight) for name, theirs in visits.items()]


def _summary(name: str, visits: list[Visit], matches: list[Match], pool: float) -> SubmitterSummary:
    first = visits[0]
    usual = next((visit for visit in visits if visit.kind is PassKind.NORMAL), first)
    pie = pool if usual.group_limit is None else max(min(pool, usual.group_limit), 0.0)
    return SubmitterSummary(
        name=name,
        group=first.group,
        priority=first.priority,
        factor=first.factor,
        share=usual.share,
        due=usual.share * pie,
        used=first.usage,
        got=sum(match.cost for match in matches),
        jobs_matched=len(matches),
        jobs_started=sum(match.jobs for match in matches),
        jobs_left=sum(visit.left for visit in final(visits)),
        stopped=last_ending(visits),
    )


def takeovers(matches: Iterable[Match]) -> list[Takeover]:
    """Who loses slots to whom, in order of occurrence."""
    weights: dict[tuple[str, str, Because], list[float]] = defaultdict(list)
    for match in matches:
        if match.preempts is not None:
            weights[match.submitter, match.preempts, match.because].append(match.cost)
    return [Takeover(*key, len(theirs), sum(theirs)) for key, theirs in weights.items()]


_SUBMITTERS: Final = (
    Heading("submitter", number=False),
    Heading("use and share", number=False, about="in use, won in this cycle, and its share; each bar on its own scale"),
    Heading("in use"),
    Heading("got", about="weight won in this cycle"),
    Heading("share comes to", about="the weight of its share of the pie at its first visit"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
    Heading("stopped", number=False, about="why its last visit ended"),
    Heading("effective priority", about="real priority times factor; less is better"),
    Heading("factor"),
    Heading("share", about="of the pie at its first visit"),
    Heading("matches"),
    Heading("jobs start", about="expected from the matches, including those on leftovers of partitionable slots"),
)
_TAKEOVERS: Final = (
    Heading("submitter", number=False),
    Heading("takes from", number=False),
    Heading("slots"),
    Heading("weight"),
    Heading("because", number=False),
)


def submitter_table(outcome: Outcome) -> Html:
    """The submitters in the order of their visits; those never visited come last."""
    found = submitter_summaries(outcome)
    if not found and not outcome.unvisited:
        return element("p", text("Nobody asked for anything."))
    rows = list(map(_row, found))
    for one in outcome.unvisited:
        waits = (left_cell(one.idle_jobs), text(NEVER_VISITED))
        cells = (name_text(one.submitter), *[text("")] * 4, *waits, *[text("")] * 5)
        rows.append(PageRow(cells, name=one.submitter))
    more = "Each bar has its own scale."
    colours = key(("used", "in use"), ("got", "won in this cycle"), ("mark", "what its share comes to"), more=more)
    notes = [beyond_note(visits_beyond(outcome).values(), holds=False).removeprefix("* ")]
    notes.append(STARTS_NOTE if starts_differ(outcome) else "")
    told = [element("p", text(note[0].upper() + note[1:]), "soft") for note in notes if note]
    return joined([colours, table("submitters", _SUBMITTERS, rows), *told])


def _row(one: SubmitterSummary) -> PageRow:
    due = one.due if math.isfinite(one.due) else None
    about = f"in use {amount(one.used)}, won {amount(one.got)}"
    about += "" if due is None else f", its share comes to {amount(due)}"
    cells = (
        name_text(one.name),
        bar((("used", one.used), ("got", one.got)), due, about),
        *map(number, (one.used, one.got, one.due)),
        left_cell(one.jobs_left),
        text(one.stopped.words),
        *map(number, (one.priority, one.factor)),
        number(one.share, percent(one.share)),
        *map(number, (one.jobs_matched, one.jobs_started)),
    )
    return PageRow(cells, name=one.name)


def left_cell(jobs: int) -> Html:
    """The number of jobs left waiting."""
    return number(jobs, str(jobs), "left" if jobs else "")


def takeover_table(taken: Iterable[Takeover]) -> Html:
    """Who loses slots to whom."""
    rows = (
        PageRow((*map(name_text, (one.winner, one.loser)), number(one.slots), number(one.weight), text(one.because)))
        for one in taken
    )
    return table("preemption", _TAKEOVERS, rows)


_WAITING_HEADINGS: Final = (
    Heading("submitter", number=False),
    Heading("jobs like", number=False, about="the first of a group of identical jobs"),
    Heading("each asks for", number=False),
    Heading("waiting", about="jobs that no match is expected to start"),
    Heading("slots that fit", about="when the cycle began, among those that the negotiator considered"),
    Heading("why", number=False),
)
_KB_IN_MB: Final = 1024
_MB_IN_GB: Final = 1024
_CONCURRENCY: Final = "concurrency limit"
_LIMIT: Final = "submitter limit"
_PROTECTED: Final = "PREEMPTION_REQUIREMENTS"


def waiting_table(waiting: Sequence[WaitingClass], outcome: Outcome) -> Html:
    """The classes of jobs that wait after a cycle, by submitter in the order of visits, those never visited last."""
    if not waiting:
        return element("p", text("No job waits."))
    several = len({one.schedd for one in waiting}) > 1
    visited = (visit.submitter for visit in outcome.visits)
    names = dict.fromkeys((*visited, *(one.submitter for one in waiting)))
    turns = {name: turn for turn, name in enumerate(names)}
    rows = [_waiting_row(one, outcome.pool, several) for one in sorted(waiting, key=lambda one: turns[one.submitter])]
    command = element("code", text("userprio explain NAME"))
    more = Html(f"Identical jobs share a row; {command} says more about each submitter.")
    return joined([element("p", more, "soft"), table("waiting jobs", _WAITING_HEADINGS, rows)])


def _waiting_row(one: WaitingClass, pool: PoolSize, several: bool) -> PageRow:
    place = f" at {one.schedd}" if several and one.schedd else ""
    cells = (
        name_text(one.submitter),
        name_text(f"{one.job or ''}{place}"),
        text(asked(one.asks)),
        left_cell(one.jobs),
        number(one.fits),
        text(why(one, pool)),
    )
    return PageRow(cells, name=one.submitter)


def asked(asks: Mapping[str, float]) -> str:
    """A job's request, such as `4 cores, 16 GB, 1 GPU`; disk space only if there is nothing else."""
    by_name = {name.lower(): (name, value) for name, value in asks.items()}
    told = []
    for name, (spelled, value) in by_name.items():
        match name:
            case "cpus":
                told.append(f"{amount(value)} {'core' if value == 1 else 'cores'}")
            case "memory":
                told.append(_size(value))
            case "gpus":
                told.append(f"{amount(value)} {'GPU' if value == 1 else 'GPUs'}")
            case "disk":
                if len(by_name) == 1:
                    told.append(f"{_size(value / _KB_IN_MB)} of disk")
            case _:
                told.append(f"{spelled} {amount(value)}")
    return ", ".join(told)


def _size(megabytes: float) -> str:
    gigabytes, odd = divmod(megabytes, _MB_IN_GB)
    return f"{megabytes:.0f} MB" if odd or not gigabytes else f"{gigabytes:.0f} GB"


def why(one: WaitingClass, pool: PoolSize) -> str:
    """Why these jobs wait. What ended the visit takes precedence over refusals in it: beyond its limit, a submitter is
    still asked for jobs that some slot prefers to what it runs, and mostly refused."""
    if one.job is None:
        return "counted by the submitter ad, and not in the snapshot"
    if one.withheld is not None:
        return f"not offered by its schedd: {one.withheld}"
    if one.left is None:
        return NEVER_VISITED
    refused = one.refused or ""
    if refused.startswith(_CONCURRENCY):
        return refused
    if not one.fits:
        return "no slot fits" if pool.candidates == pool.slots else "no slot that could be given fits"
    if one.left.outcome is not VisitOutcome.SATISFIED:
        return ending(one.left).words
    if refused.startswith(_LIMIT):
        return "at its limit"
    if refused.startswith(_PROTECTED):
        return "slots that fit are held by others; PREEMPTION_REQUIREMENTS protects them"
    return f"{count(one.fits, 'slot')} would fit, but none was available any more" if refused else NO_MORE_OFFERED
