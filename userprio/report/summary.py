"""What the many lines of a negotiation cycle come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from userprio.negotiation.outcome import Outcome, VisitOutcome
from userprio.report.people import amount, count

STOPPED: Final = {
    VisitOutcome.SATISFIED: "satisfied",
    VisitOutcome.LIMIT: "at its limit",
    VisitOutcome.CEILING: "at its ceiling",
    VisitOutcome.SHARE_TOO_SMALL: "limit < a slot",
    VisitOutcome.PIE_TOO_SMALL: "pie < a slot",
    VisitOutcome.NO_TAG: "no submitter tag",
}
"""Why a submitter was left, in a few words."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One cycle in a few numbers."""

    matches: int
    weight: float
    """Weight charged for the matches."""
    served: int
    """Submitters that got at least one match."""
    submitters: int
    """Submitters visited."""
    idle_left: int
    """Idle jobs of the visited submitters that got no match."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The rejections of one submitter for one reason."""

    submitter: str
    reason: str
    rejections: int
    """How often a request was refused; the same one may be refused again in a later spin or round."""
    jobs: int
    """Jobs behind the refused requests, each request counted once, as it stood at its last refusal."""


def summarise(outcome: Outcome) -> Summary:
    """Count matches, submitters and the jobs that stay idle."""
    idle: dict[tuple[str, str], int] = {}
    for visit in outcome.visits:
        idle.setdefault((visit.submitter, visit.schedd), visit.idle_jobs)
    for match in outcome.matches:
        key = match.submitter, match.schedd
        idle[key] = idle.get(key, 0) - 1
    return Summary(
        matches=len(outcome.matches),
        weight=sum(match.cost for match in outcome.matches),
        served=len({match.submitter for match in outcome.matches}),
        submitters=len({visit.submitter for visit in outcome.visits}),
        idle_left=sum(max(jobs, 0) for jobs in idle.values()),
    )


def pool_line(outcome: Outcome) -> str:
    """One sentence: the pool, what was matched, what stays idle."""
    pool, summary = outcome.pool, summarise(outcome)
    slots = f"{count(pool.slots, 'slot')}, weight {amount(pool.weight)}"
    matched = f"{count(summary.matches, 'match', 'matches')}, weight {amount(summary.weight)}"
    served = f"for {summary.served} of {count(summary.submitters, 'submitter')}"
    return f"{slots}; {matched}, {served}; {count(summary.idle_left, 'job')} idle"


def gains(outcome: Outcome) -> Mapping[str | None, float]:
    """Weight that each group's negotiations won, by the group under which they were held."""
    won: dict[str | None, float] = {}
    for match in outcome.matches:
        won[match.group] = won.get(match.group, 0.0) + match.cost
    return won


def refusals(outcome: Outcome) -> list[Refusal]:
    """Rejections by submitter and reason, in the order of their first appearance."""
    times: dict[tuple[str, str], int] = {}
    jobs: dict[tuple[str, str], dict[tuple[str, str], int]] = {}
    for rejection in outcome.rejections:
        key = rejection.submitter, rejection.reason
        times[key] = times.get(key, 0) + 1
        jobs.setdefault(key, {})[rejection.schedd, rejection.request] = rejection.jobs
    return [
        Refusal(submitter, reason, number, sum(jobs[submitter, reason].values()))
        for (submitter, reason), number in times.items()
    ]
