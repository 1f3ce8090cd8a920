"""Looking through the slots for one request: which may be given, and the best of them (`matchmakingAlgorithm`)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from userprio.cxx import std_order, std_sort
from userprio.matching.assessment import Assessment, Assessor, Displacement, Rank, SlotKind
from userprio.matching.candidates import Candidate, Refusals, Slot, SlotList
from userprio.matching.classes import SlotClass
from userprio.matching.predicates import MatchSide
from userprio.pool.addresses import share_protocol

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
    """Given where concurrency limits depend on the slot."""
    multi_match: MultiMatch | None
    """Given where dynamic slots may be preempted for the sake of their partitionable slot."""
    stop_at_weight: float | None
    """With slots ranked once a cycle: stop when the accepted ones weigh more than this."""


@dataclass(frozen=True, slots=True)
class Found:
    """Classes of slots that nobody holds, any of which may be given; slots are not touched before they are wanted."""

    slots: SlotList
    given: list[SlotClass]
    order: Sequence[int]
    """How rank classes of slots stand to each other."""
    candidate: Callable[[Slot], Candidate]
    costs: Counter[float]
    """How many slots there are of each cost."""

    def best_first(self) -> Iterator[Candidate]:
        """The candidates, equals as `std::sort` leaves them."""
        places, ranks = self.slots.ranked(self.given, self.order)
        by_place = self.slots.by_place
        return (self.candidate(by_place[place]) for place in std_order(ranks, places))

    def best(self) -> Candidate:
        """The first of the best in list order."""
        return self.candidate(self.slots.best(self.given, self.order))


@dataclass(slots=True)
class Listed:
    """The candidates of a scan that had to look at each slot, in list order; they are made when they are wanted."""

    assess: Callable[[SlotKind], Assessment]
    slots: list[Slot | Candidate] = field(default_factory=list)
    ranks: list[Rank] = field(default_factory=list)
    costs: Counter[float] = field(default_factory=Counter)
    """How many there are of each cost."""

    def add(self, slot: Slot, rank: Rank, cost: float) -> None:
        """One more slot that may be given."""
        self.slots.append(slot)
        self.ranks.append(rank)
        self.costs[cost] += 1

    def add_made(self, candidate: Candidate) -> None:
        """One more candidate."""
        self.slots.append(candidate)
        self.ranks.append(candidate.rank)
        self.costs[candidate.assessment.cost] += 1

    def best_first(self) -> Iterator[Candidate]:
        """The candidates, equals as `std::sort` leaves them."""
        keys = [
            (-pre, -job, -post, -displacement, -preempting) for pre, job, post, displacement, preempting in self.ranks
        ]
        return map(self._candidate, std_sort(range(len(keys)), keys.__getitem__))

    def best(self) -> Candidate | None:
        """The first of the best in list order."""
        return self._candidate(max(range(len(self.ranks)), key=self.ranks.__getitem__)) if self.ranks else None

    def _candidate(self, number: int) -> Candidate:
        slot = self.slots[number]
        if isinstance(slot, Candidate):
            return slot
        rank = self.ranks[number]
        return Candidate(slot, self.assess(slot.kind), Displacement(rank[3]), rank)


def scan(search: Search, slots: SlotList, assessor: Assessor) -> tuple[Found | Listed, Refusals]:
    """Every slot that may be given, and why others may not."""
    refusals = Refusals()
    if search.multi_match is not None or search.stop_at_weight is not None:
        return _one_by_one(search, slots, assessor, refusals), refusals
    if search.limits_reached is not None and any(_has_empty_limits(search, of, assessor) for of in slots.classes):
        return _one_by_one(search, slots, assessor, refusals), refusals
    given: list[SlotClass] = []
    costs: Counter[float] = Counter()
    for of in slots.classes:
        displacement = _judge(search, of, assessor, refusals)
        if displacement is Displacement.NONE:
            given.append(of)
            costs[assessor.charge(search.job, of.kind)[0]] += of.holders.total()
        elif displacement is not None:
            # Slots that are taken from somebody rank by who that is and what runs there.
            return _one_by_one(search, slots, assessor, refusals), refusals
    if not given:
        return Listed(partial(assessor.of_match, search.job)), refusals
    order = assessor.order(search.job, slots.ranked_kinds)
    if order is None:
        return _one_by_one(search, slots, assessor, refusals), refusals
    return Found(slots, given, order, _Free(search.job, assessor).candidate, costs), refusals


class _Free:
    """Makes candidates of slots that nobody holds; those of a kind share what there is to say about them."""

    def __init__(self, job: MatchSide, assessor: Assessor) -> None:
        self._job = job
        self._assessor = assessor
        self._known: dict[SlotKind, tuple[Assessment, Rank]] = {}

    def candidate(self, slot: Slot) -> Candidate:
        """The slot as a candidate."""
        known = self._known.get(slot.kind)
        if known is None:
            assessment = self._assessor.of_match(self._job, slot.kind)
            known = self._known[slot.kind] = assessment, assessment.rank(Displacement.NONE)
        return Candidate(slot, known[0], Displacement.NONE, known[1])


def _one_by_one(search: Search, slots: SlotList, assessor: Assessor, refusals: Refusals) -> Listed:
    """The candidates where it takes more than the class of a slot to tell them."""
    job = search.job
    found = Listed(partial(assessor.of_match, job))
    judged: dict[SlotClass, tuple[Displacement, float] | None] = {}
    weight = 0.0
    for slot in slots:
        kind = slot.kind
        of = slots.class_of(slot)
        try:
            given = judged[of]
        except KeyError:
            displacement = _judge(search, of, assessor, refusals)
            given = None if displacement is None else (displacement, assessor.charge(job, of.kind)[0])
            if given is not None or not _has_empty_limits(search, of, assessor):
                judged[of] = given
        if given is not None:
            displacement, cost = given
            if displacement is Displacement.PRIORITY and kind.user == search.submitter:
                continue
            found.add(slot, assessor.rank(job, kind, displacement), cost)
        elif search.multi_match is not None and _unmatched(search, of, assessor):
            candidate = search.multi_match(slot)
            if candidate is None or not _affordable(
                search, candidate.assessment.cost, candidate.assessment.limits, candidate.displacement, refusals
            ):
                continue
            found.add_made(candidate)
            kind = candidate.merged or kind
        else:
            continue
        if search.stop_at_weight is not None:
            weight += kind.advertised_weight
            if weight > search.stop_at_weight:
                break
    return found


def _judge(search: Search, of: SlotClass, assessor: Assessor, refusals: Refusals) -> Displacement | None:
    """What giving slots of a class does to their users; None where they may not be given."""
    displacement, refused = _displacement(search, of, assessor)
    if displacement is None and (not refused or refusals.policy):
        return None
    if not _in_reach(search, of.kind) or not assessor.matches(search.job, of.kind):
        return None
    if displacement is None:
        refusals.policy = True
        return None
    cost, limits = assessor.charge(search.job, of.kind)
    return displacement if _affordable(search, cost, limits, displacement, refusals) else None


def _in_reach(search: Search, kind: SlotKind) -> bool:
    if not share_protocol(kind.protocols, search.protocols):
        return False
    if search.multi_match is not None and kind.covered:
        return False
    return kind.claiming_schedd is None or kind.claiming_schedd == search.schedd_name


def _unmatched(search: Search, of: SlotClass, assessor: Assessor) -> bool:
    """Whether slots could be had if only they matched."""
    return _in_reach(search, of.kind) and not assessor.matches(search.job, of.kind)


def _displacement(search: Search, of: SlotClass, assessor: Assessor) -> tuple[Displacement | None, bool]:
    """What it does to the users of slots if they match and are given, and whether it is policy that forbids it."""
    if not of.held:
        # A slot that runs nothing cannot prefer the request to what it runs.
        return None if search.rank_only else Displacement.NONE, False
    if assessor.prefers_strictly(search.job, of.kind):
        return Displacement.RANK, False
    if search.rank_only or of.holders.keys() == {search.submitter}:
        return None, False
    if not assessor.may_be_taken(search.job, of.kind):
        return None, True
    return Displacement.PRIORITY if assessor.prefers_equally(search.job, of.kind) else None, False


def _affordable(
    search: Search, cost: float, limits: str | None, displacement: Displacement, refusals: Refusals
) -> bool:
    """Submitter limit, which rank preemption does not know, then concurrency limits that depend on the slot."""
    allowance = search.allowance
    within = (
        displacement is Displacement.RANK
        or (displacement is Displacement.PRIORITY and allowance.permits(cost))
        or (displacement is Displacement.NONE and allowance.permits_unclaimed(cost))
    )
    if not within:
        refusals.limit = True
        return False
    if search.limits_reached is not None and limits is not None and search.limits_reached(limits):
        # Empty limits are refused without being noted as a reason.
        refusals.concurrency = refusals.concurrency or limits != ""
        return False
    return True


def _has_empty_limits(search: Search, of: SlotClass, assessor: Assessor) -> bool:
    """Whether the request has empty limits with these slots: refused until a scan has come to limits that are reached.

    So it is their place in the list that decides, and not their class.
    """
    return search.limits_reached is not None and assessor.limits(search.job, of.kind) == ""
