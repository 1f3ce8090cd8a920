"""How a visit ended, in a few words that hold whatever else is on the screen, and how good that is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from userprio.cxx import INT_MIN
from userprio.negotiation.outcome import Because, Match, Outcome, Visit, VisitOutcome

NO_JOBS_LEFT: Final = "no jobs left"
NEVER_VISITED: Final = "never visited"
_TOLERANCE: Final = 1e-9


class Tone(StrEnum):
    """Three degrees, for whoever can show them; the words say the same without."""

    GOOD = "good"
    """No job of the submitter waits."""
    HELD = "held"
    """It has what it may have, and jobs wait."""
    REFUSED = "refused"
    """Jobs wait, and nothing could be done for them."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the negotiator left a submitter."""

    words: str
    tone: Tone


_LIMITS: Final = {
    VisitOutcome.LIMIT: Ending("at its limit", Tone.HELD),
    VisitOutcome.CEILING: Ending("at its ceiling", Tone.HELD),
    VisitOutcome.SHARE_TOO_SMALL: Ending("limit < a slot", Tone.REFUSED),
    VisitOutcome.PIE_TOO_SMALL: Ending("pie < a slot", Tone.REFUSED),
    VisitOutcome.NO_TAG: Ending("no submitter tag", Tone.REFUSED),
}
"""While jobs wait."""

_REFUSALS: Final = (
    ("concurrency limit", Ending("concurrency limit", Tone.REFUSED)),
    ("PREEMPTION_REQUIREMENTS", Ending("preemption refused", Tone.REFUSED)),
    ("submitter limit", Ending("at its limit", Tone.HELD)),
    ("", Ending("no slot found", Tone.REFUSED)),
)
"""By how the negotiator's words for refused requests begin."""

WORDS: Final = {
    NO_JOBS_LEFT: "Every idle job of the submitter at this schedd is expected to start.",
    "at its limit": "It has what its submitter limit lets it win in this visit, or a slot would go beyond that.",
    "at its ceiling": "It has in use what its ceiling allows.",
    "limit < a slot": "What it may still win is less than the smallest slot of the pool.",
    "pie < a slot": "What all together may still win is less than the smallest slot of the pool.",
    "no slot found": "Requests were refused with `no match found`: no slot that was left fits, or can be had.",
    "preemption refused": "Slots fit, but they are somebody's, and PREEMPTION_REQUIREMENTS protect them.",
    "concurrency limit": "A concurrency limit that its jobs name has no room.",
    "no more offered": "No request was refused, but the schedd offered no more jobs, because of "
    "MAX_CONCURRENT_UPLOADS_PER_USER, MAX_JOBS_RUNNING or NEGOTIATOR_JOB_CONSTRAINT, or since the snapshot lacks them.",
    "no submitter tag": "Its ad has no SubmitterTag, without which its schedd cannot be asked for jobs.",
    NEVER_VISITED: "It has idle jobs, and its turn never came: its group was left out or had nothing more to give, or "
    "its ad lacks the name of its schedd or counts no idle jobs.",
}
"""What the words mean, in a sentence each."""


def ending(visit: Visit) -> Ending:
    """Why the negotiator left a submitter, good only where none of its jobs at that schedd stays idle."""
    if visit.left <= 0:
        return Ending(NO_JOBS_LEFT, Tone.GOOD)
    if visit.outcome is not VisitOutcome.SATISFIED:
        return _LIMITS[visit.outcome]
    refused = visit.refused
    if refused is None:
        return Ending("no more offered", Tone.HELD)
    return next(said for begins, said in _REFUSALS if refused.startswith(begins))


def final(visits: Iterable[Visit]) -> list[Visit]:
    """The last visit of a submitter at each of its schedds."""
    return list({(visit.submitter, visit.schedd): visit for visit in visits}.values())


def last_ending(visits: Iterable[Visit]) -> Ending:
    """Why a submitter was left in the end, over all its schedds: good only where none of its jobs stays idle."""
    last = final(visits)
    waiting = [visit for visit in last if visit.left > 0]
    return ending((waiting or last)[-1])


@dataclass(frozen=True, slots=True)
class Excess:
    """A submitter that won more in a visit than its limit, or a group that holds more."""

    name: str
    weight: float
    limit: float
    by_rank: bool = False
    """Slots that prefer its jobs to what they run were among it, to which the limit does not apply."""


def visits_beyond(outcome: Outcome) -> dict[int, Excess]:
    """The visits, by their place, that won more than their limit: a match costs a whole slot."""
    found = {}
    at = 0
    for place, visit in enumerate(outcome.visits):
        matches = outcome.matches[at : at + visit.matched]
        at += visit.matched
        limit = min(visit.limit, visit.unclaimed_limit) if _all_free(matches) else visit.limit
        if _above(visit.won, limit):
            by_rank = any(match.because is Because.RANK for match in matches)
            found[place] = Excess(visit.submitter, visit.won, limit, by_rank)
    return found


def _all_free(matches: Iterable[Match]) -> bool:
    return all(match.because is Because.FREE for match in matches)


def groups_beyond(outcome: Outcome, won: Mapping[str | None, float]) -> dict[str, Excess]:
    """The groups that hold more after the cycle than any of their turns let them, by what they won in it."""
    limits: dict[str, int] = {}
    for step in outcome.passes:
        limits[step.group] = max(limits.get(step.group, INT_MIN), step.limit)
    found = {}
    for group in outcome.groups:
        gained, limit = won.get(group.name, 0.0), limits.get(group.name, INT_MIN)
        if gained and limit > INT_MIN and _above(group.usage + gained, limit):
            found[group.name] = Excess(group.name, group.usage + gained, limit)
    return found


def _above(weight: float, limit: float) -> bool:
    return weight > limit + _TOLERANCE * max(1.0, abs(limit))
