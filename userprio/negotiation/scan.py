"""Looking through the slots for one request: which may be given, and the best of them (`matchmakingAlgorithm`)."""

from collections.abc import Callable
from dataclasses import dataclass

from userprio.classad import Ad
from userprio.negotiation.addresses import share_protocol
from userprio.negotiation.assessment import Assessment, Assessor, Displacement, SlotKind
from userprio.negotiation.candidates import Candidate, Refusals, Slot, SlotList

LimitsReached = Callable[[str], bool]
"""Whether a string of concurrency limits cannot be met now."""

MultiMatch = Callable[[Slot], Candidate | None]
"""What may become of a partitionable slot that does not match as it is, by preempting some of its dynamic slots."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a submitter may still take in a visit, and what it took (`SubmitterLimitPermits`)."""

    limit: float
    used: float
    unclaimed_limit: float
    unclaimed_used: float

    def permits(self, cost: float) -> bool:
        """Whether a slot may be taken from another user."""
        return _permits(self.used, cost, self.limit)

    def permits_unclaimed(self, cost: float) -> bool:
        """Whether a slot that nobody holds may be taken."""
        return _permits(self.unclaimed_used, cost, self.unclaimed_limit)


def _permits(used: float, cost: float, allowed: float) -> bool:
    """Within the limit; or the first match of a visit, which may round a limit above zero up to any slot."""
    return used + cost <= allowed or (used <= 0 and allowed > 0)


@dataclass(frozen=True, slots=True)
class Search:
    """One request looking for a slot."""

    job: Ad
    submitter: str
    schedd_name: str
    protocols: frozenset[int]
    """IP protocols of the schedd's addresses."""
    rank_only: bool
    """Over its limit in the first spin: only slots that strictly prefer the request."""
    consider_preemption: bool
    allowance: Allowance
    limits_reached: LimitsReached | None
    """Given where concurrency limits depend on the slot."""
    multi_match: MultiMatch | None
    """Given where dynamic slots may be preempted for the sake of their partitionable slot."""
    stop_at_weight: float | None
    """With slots ranked once a cycle: stop when the accepted ones weigh more than this."""


def scan(search: Search, slots: SlotList, assessor: Assessor) -> tuple[list[Candidate], Refusals]:
    """Every slot that may be given, in list order, and why others may not."""
    found: list[Candidate] = []
    refusals = Refusals()
    verdicts: dict[SlotKind, _Verdict] = {}
    weight = 0.0
    for slot in slots:
        verdict = verdicts.get(slot.kind)
        if verdict is None:
            verdict = verdicts[slot.kind] = _judge(search, slot.kind, assessor, refusals)
        candidate = None
        if verdict.displacement is not None and verdict.assessment is not None:
            rank = verdict.assessment.rank(verdict.displacement)
            candidate = Candidate(slot, verdict.assessment, verdict.displacement, rank)
        elif verdict is _NO_MATCH and search.multi_match is not None:
            candidate = search.multi_match(slot)
            if candidate is not None and not _affordable(
                search, candidate.assessment, candidate.displacement, refusals
            ):
                candidate = None
        if candidate is None:
            continue
        found.append(candidate)
        if search.stop_at_weight is not None:
            weight += (candidate.merged or slot.kind).advertised_weight
            if weight > search.stop_at_weight:
                break
    return found, refusals


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a kind of slot is for a request. Only a match that may be given has both parts."""

    assessment: Assessment | None
    displacement: Displacement | None


_NO_MATCH = _Verdict(None, None)
_OUT_OF_REACH = _Verdict(None, None)


def _judge(search: Search, kind: SlotKind, assessor: Assessor, refusals: Refusals) -> _Verdict:
    if not share_protocol(kind.protocols, search.protocols):
        return _OUT_OF_REACH
    if search.multi_match is not None and kind.covered:
        return _OUT_OF_REACH
    if kind.claiming_schedd is not None and kind.claiming_schedd != search.schedd_name:
        return _OUT_OF_REACH
    assessment = assessor.assess(search.job, kind)
    if assessment is None:
        return _NO_MATCH
    displacement = _displacement(search, kind, assessment, refusals)
    if displacement is None or not _affordable(search, assessment, displacement, refusals):
        return _Verdict(assessment, None)
    return _Verdict(assessment, displacement)


def _displacement(search: Search, kind: SlotKind, assessment: Assessment, refusals: Refusals) -> Displacement | None:
    """What giving the slot does to its user, None where it may not be given."""
    user = kind.user if search.consider_preemption else None
    if not user:
        # A slot that runs nothing cannot prefer the request to what it runs.
        return None if search.rank_only else Displacement.NONE
    if assessment.strictly_preferred:
        return Displacement.RANK
    if search.rank_only or user == search.submitter:
        return None
    if not assessment.policy_allows:
        refusals.policy = True
        return None
    return Displacement.PRIORITY if assessment.equally_preferred else None


def _affordable(search: Search, assessment: Assessment, displacement: Displacement, refusals: Refusals) -> bool:
    """Submitter limit, which rank preemption does not know, then concurrency limits that depend on the slot."""
    allowance = search.allowance
    within = (
        displacement is Displacement.RANK
        or (displacement is Displacement.PRIORITY and allowance.permits(assessment.cost))
        or (displacement is Displacement.NONE and allowance.permits_unclaimed(assessment.cost))
    )
    if not within:
        refusals.limit = True
        return False
    if search.limits_reached is not None and assessment.limits is not None and search.limits_reached(assessment.limits):
        refusals.concurrency = True
        return False
    return True
