"""The submitters of a cycle as rows of a page: what came of all visits of each, and who takes slots from whom."""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from userprio.negotiation import Because, Match, Outcome, PassKind, Visit
from userprio.report.page.parts import (
    Heading,
    Html,
    PageRow,
    bar,
    element,
    joined,
    key,
    name_text,
    number,
    table,
    text,
)
from userprio.report.summary import (
    NEVER_VISITED,
    STARTS_NOTE,
    StopRemark,
    beyond_note,
    final,
    last_ending,
    starts_differ,
    visits_beyond,
)
from userprio.report.text import amount, percent


@dataclass(frozen=True, slots=True)
class SubmitterSummary:
    """One submitter. Weights are those of slots."""

    name: str
    group: str | None
    """Under which it was visited first, None without groups."""
    priority: float
    factor: float
    share: float
    """Of the pie in its first visit; one for its floor counts only where there is no other."""
    due: float
    """What that share comes to."""
    used: float
    """In use before the cycle."""
    got: float
    jobs_matched: int
    jobs_started: int
    """Jobs expected to start from the matches."""
    jobs_left: int
    """Idle jobs that no match is expected to start."""
    stopped: StopRemark
    """Why the negotiator left it in the end."""


@dataclass(frozen=True, slots=True)
class Takeover:
    """Slots that go from one user to another."""

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
    """Who loses slots to whom, in the order in which it happens."""
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
    Heading("share comes to", about="what its share of the pie of its first visit comes to"),
    Heading("idle left", about="idle jobs that no match is expected to start"),
    Heading("stopped", number=False, about="why the negotiator left it in the end"),
    Heading("effective priority", about="real priority times factor; less is better"),
    Heading("factor"),
    Heading("share", about="of the pie of its first visit"),
    Heading("matches"),
    Heading("jobs start", about="expected from the matches, further ones on leftovers of partitionable slots included"),
)
_TAKEOVERS: Final = (
    Heading("submitter", number=False),
    Heading("takes from", number=False),
    Heading("slots"),
    Heading("weight"),
    Heading("because", number=False),
)


def submitter_table(outcome: Outcome) -> Html:
    """The submitters in the order of their visits, those that were never visited last."""
    found = submitter_summaries(outcome)
    if not found and not outcome.unvisited:
        return element("p", text("Nobody asked for anything."))
    rows = list(map(_row, found))
    for one in outcome.unvisited:
        waits = (left_cell(one.idle_jobs), text(NEVER_VISITED))
        cells = (name_text(one.submitter), *[text("")] * 4, *waits, *[text("")] * 5)
        rows.append(PageRow(cells, name=one.submitter))
    more = "Each bar has a scale of its own."
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
    """A number of jobs that wait."""
    return number(jobs, str(jobs), "left" if jobs else "")


def takeover_table(taken: Iterable[Takeover]) -> Html:
    """Who loses slots to whom."""
    rows = (
        PageRow((*map(name_text, (one.winner, one.loser)), number(one.slots), number(one.weight), text(one.because)))
        for one in taken
    )
    return table("preemption", _TAKEOVERS, rows)
