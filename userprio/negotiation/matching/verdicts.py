"""Whether slots may be given to a request, and why not: decided here only, for scans and for explanations of them.

A scan checks classes of slots in the fastest order and keeps few of the reasons; `slot_verdict` checks one slot in the
order in which people would, and keeps the first reason against it.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Final

from msgspec import Struct

from userprio.negotiation.matching.assessment import Assessment, Assessor, Displacement, SlotKind
from userprio.negotiation.matching.candidates import Candidate, Slot
from userprio.negotiation.matching.predicates import MatchSide
from userprio.pool import Trim, share_protocol


class SlotVerdict(StrEnum):
    """Why a slot is not given to a request: the first reason found."""

    UNREACHABLE = "no common IP protocol"
    PART = "part of another slot"
    """A dynamic slot that can be preempted only by way of its partitionable slot."""
    OTHER_SCHEDD = "claimed by another schedd"
    REQUIREMENTS = "does not match"
    GIVEN = "given in this cycle"
    NO_CLAIM = "has no claim to give"
    CLAIMED = "claimed, preemption off"
    RETIRING = "within retirement time"
    SHUTTING_DOWN = "about to shut down"
    CLAIMED_FOR_ANOTHER = "kept for another pool"
    OWN = "held by itself"
    POLICY = "PREEMPTION_REQUIREMENTS not true"
    RANK = "prefers its present job"
    CEILING = "beyond its ceiling"
    LIMIT = "beyond its limit"
    CONCURRENCY = "concurrency limit"
    NONE = "could be given"


UNFIT: Final = frozenset(
    {SlotVerdict.UNREACHABLE, SlotVerdict.PART, SlotVerdict.OTHER_SCHEDD, SlotVerdict.REQUIREMENTS}
)
"""Verdicts on slots that do not suit a request, whatever limits and submitters there are."""

TRIMMED: Final = {
    Trim.CLAIMED: SlotVerdict.CLAIMED,
    Trim.RETIRING: SlotVerdict.RETIRING,
    Trim.SHUTTING_DOWN: SlotVerdict.SHUTTING_DOWN,
    Trim.CLAIMED_FOR_ANOTHER: SlotVerdict.CLAIMED_FOR_ANOTHER,
}
"""The verdicts on slots that are trimmed before the first request."""

LimitsReached = Callable[[str], bool]
"""Whether one of these concurrency limits is reached now."""

MultiMatch = Callable[[Slot], Candidate | None]
"""The candidate that a slot becomes by preempting dynamic slots of it; None if it cannot become one."""


class Allowance(Struct, frozen=True):
    """What a submitter may take in a visit, and has taken (`SubmitterLimitPermits`)."""

    limit: float
    used: float
    unclaimed_limit: float
    unclaimed_used: float
    closed: SlotVerdict | None = None
    """CEILING or LIMIT if that has stopped the visit."""
    open_to_rank: bool = False
    """Slots that strictly prefer the request are given even then."""

    def permits(self, cost: float) -> bool:
        """Whether a slot may be taken from another user."""
        return permits(self.used, cost, self.limit)

    def permits_unclaimed(self, cost: float) -> bool:
        """Whether a free slot may be taken."""
        return permits(self.unclaimed_used, cost, self.unclaimed_limit)

    def refusal(self, cost: float, displacement: Displacement) -> SlotVerdict | None:
        """Why a slot of this cost may not be taken, None if it may; preemption by rank ignores the limit."""
        if displacement is Displacement.RANK:
            return None if self.open_to_rank else self.closed
        if self.closed is not None:
            return self.closed
        within = self.permits(cost) if displacement is Displacement.PRIORITY else self.permits_unclaimed(cost)
        return None if within else SlotVerdict.LIMIT


def permits(used: float, cost: float, allowed: float) -> bool:
    """Whether a match stays within the limit, or is the first: that one may go beyond any limit above zero."""
    return used + cost <= allowed or (used <= 0 and allowed > 0)


class Search(Struct, frozen=True):
    """The search for a slot for one request."""

    job: MatchSide
    submitter: str
    schedd_name: str
    protocols: frozenset[int]
    """IP protocols of the schedd's addresses."""
    rank_only: bool
    """Over its limit in the first spin: only slots that strictly prefer the request."""
    consider_preemption: bool
    allowance: Allowance
    limits_reached: LimitsReached | None
    """Given if concurrency limits depend on the slot."""
    multi_match: MultiMatch | None
    """Given if dynamic slots may be preempted for their partitionable slot."""
    stop_at_weight: float | None
    """With slots ranked once a cycle: stop when the accepted ones weigh more than this."""


def out_of_reach(search: Search, kind: SlotKind) -> SlotVerdict | None:
    """Why slots are out of reach, whatever they and the request require; None if they are not."""
    if not share_protocol(kind.protocols, search.protocols):
        return SlotVerdict.UNREACHABLE
    if search.multi_match is not None and kind.covered:
        return SlotVerdict.PART
    if kind.claiming_schedd is not None and kind.claiming_schedd != search.schedd_name:
        return SlotVerdict.OTHER_SCHEDD
    return None


def displacement_of(
    search: Search, kind: SlotKind, assessor: Assessor, *, held: bool, own: bool
) -> Displacement | SlotVerdict:
    """What giving matching slots does to their users, or why they are not given.

    `held`: somebody holds them, and preemption is considered; `own`: the submitter itself does.
    """
    if not held:
        # A slot that runs nothing cannot prefer the request to what it runs.
        return SlotVerdict.LIMIT if search.rank_only else Displacement.NONE
    # `matchmakingAlgorithm` tries rank before anything else: neither the user nor PREEMPTION_REQUIREMENTS can prevent
    # it, and a submitter may displace a job of its own.
    if assessor.prefers_strictly.of(kind, search.job):
        return Displacement.RANK
    if search.rank_only:
        return SlotVerdict.LIMIT
    if own:
        return SlotVerdict.OWN
    if not assessor.may_be_taken.of(kind, search.job):
        return SlotVerdict.POLICY
    return Displacement.PRIORITY if assessor.prefers_equally.of(kind, search.job) else SlotVerdict.RANK


def afforded(search: Search, match: Assessment, displacement: Displacement) -> SlotVerdict:
    """NONE if limits allow a match: first the submitter's, then concurrency limits that depend on the slot."""
    refused = search.allowance.refusal(match.cost, displacement)
    if refused is not None:
        return refused
    if search.limits_reached is not None and match.limits is not None and search.limits_reached(match.limits):
        return SlotVerdict.CONCURRENCY
    return SlotVerdict.NONE


class SlotDecision(Struct, frozen=True, gc=False):
    """The verdict on a slot for one request."""

    verdict: SlotVerdict
    user: str | None = None
    """The user who holds the slot or was given it, or the schedd that has claimed it; None if there is none."""
    cost: float | None = None
    """What it would cost; None if it does not suit the request."""


def fitness(search: Search, kind: SlotKind, assessor: Assessor) -> SlotDecision:
    """Whether a kind of slot suits a request at all: the verdict is NONE, with its cost, or one of UNFIT."""
    beyond = out_of_reach(search, kind)
    if beyond is not None:
        return SlotDecision(beyond, kind.claiming_schedd if beyond is SlotVerdict.OTHER_SCHEDD else None)
    if not assessor.matches(search.job, kind):
        return SlotDecision(SlotVerdict.REQUIREMENTS)
    return SlotDecision(SlotVerdict.NONE, cost=assessor.of_match(search.job, kind).cost)


def kind_verdict(
    search: Search, kind: SlotKind, fit: SlotDecision, assessor: Assessor, user: str | None
) -> SlotDecision:
    """The verdict on a slot of this kind that is still available, and that this user holds (None: nobody).

    `fit` is its fitness.
    """
    if fit.verdict is not SlotVerdict.NONE:
        return fit
    held = bool(user) and search.consider_preemption
    displaced = displacement_of(search, kind, assessor, held=held, own=user == search.submitter)
    return verdict_of(search, kind, displaced, assessor, user if held else None, fit.cost)


def verdict_of(
    search: Search,
    kind: SlotKind,
    displaced: Displacement | SlotVerdict,
    assessor: Assessor,
    user: str | None,
    cost: float | None,
) -> SlotDecision:
    """The verdict on a matching slot that this user holds (None: nobody), given what `displacement_of` says."""
    if not isinstance(displaced, SlotVerdict):
        displaced = afforded(search, assessor.of_match(search.job, kind), displaced)
    return SlotDecision(displaced, user, cost)


def slot_verdict(search: Search, slot: Slot, assessor: Assessor) -> SlotDecision:
    """The verdict on a slot that is still available, which dynamic slots may be merged into."""
    known = kind_verdict(search, slot.kind, fitness(search, slot.kind, assessor), assessor, slot.kind.user)
    if known.verdict is SlotVerdict.REQUIREMENTS and search.multi_match is not None:
        # A copy, so that its dynamic slots are not marked as merged.
        merged = search.multi_match(replace(slot))
        if merged is not None:
            verdict = afforded(search, merged.assessment, merged.displacement)
            return SlotDecision(verdict, cost=merged.assessment.cost)
    return known
