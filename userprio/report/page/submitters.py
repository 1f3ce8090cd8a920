"""What a cycle came to for each submitter, over all its schedds, spins and rounds."""

from collections.abc import Iterable
from dataclasses import dataclass

from userprio.negotiation.outcome import Because, Match, Outcome, PassKind, Visit
from userprio.report.endings import Ending, final, last_ending


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
    used: float
    """In use before the cycle."""
    got: float
    jobs_matched: int
    jobs_started: int
    """Jobs expected to start from the matches."""
    jobs_left: int
    """Idle jobs that no match is expected to start."""
    stopped: Ending
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
    visits: dict[str, list[Visit]] = {}
    for visit in outcome.visits:
        visits.setdefault(visit.submitter, []).append(visit)
    matches: dict[str, list[Match]] = {}
    for match in outcome.matches:
        matches.setdefault(match.submitter, []).append(match)
    return [_summary(name, theirs, matches.get(name, [])) for name, theirs in visits.items()]


def _summary(name: str, visits: list[Visit], matches: list[Match]) -> SubmitterSummary:
    first = visits[0]
    usual = next((visit for visit in visits if visit.kind is PassKind.NORMAL), first)
    return SubmitterSummary(
        name=name,
        group=first.group,
        priority=first.priority,
        factor=first.factor,
        share=usual.share,
        used=first.usage,
        got=sum(match.cost for match in matches),
        jobs_matched=len(matches),
        jobs_started=sum(match.jobs for match in matches),
        jobs_left=sum(visit.left for visit in final(visits)),
        stopped=last_ending(visits),
    )


def takeovers(matches: Iterable[Match]) -> list[Takeover]:
    """Who loses slots to whom, in the order in which it happens."""
    found: dict[tuple[str, str, Because], tuple[int, float]] = {}
    for match in matches:
        if match.preempts is not None:
            key = match.submitter, match.preempts, match.because
            slots, weight = found.get(key, (0, 0.0))
            found[key] = slots + 1, weight + match.cost
    return [Takeover(*key, *figures) for key, figures in found.items()]
