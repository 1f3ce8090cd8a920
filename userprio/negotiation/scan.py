"""Looking through the slots for one request: which may be given, and the best of them (`matchmakingAlgorithm`)."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from userprio.cxx import std_order, std_sort
from userprio.negotiation.addresses import share_protocol
from userprio.negotiation.assessment import Assessment, Assessor, Displacement, Rank, SlotKind
from userprio.negotiation.candidates import Candidate, Refusals, Slot, SlotList
from userprio.negotiation.classes import SlotClass
from userprio.negotiation.questions import Party

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

    job: Party
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
    """How grades of slots stand to each other."""
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


@dataclass(frozen=True, slots=True)
class Listed:
    """The candidates of a scan that had to look at each slot, in list order."""

    candidates: list[Candidate]

    @property
    def costs(self) -> Counter[float]:
        """How many there are of each cost."""
        return Counter(candidate.assessment.cost for candidate in self.candidates)

    def best_first(self) -> Iterator[Candidate]:
        """The candidates, equals as `std::sort` leaves them."""
        return iter(std_sort(self.candidates, key=lambda candidate: tuple(-value for value in candidate.rank)))

    def best(self) -> Candidate | None:
        """The first of the best in list order."""
        return max(self.candidates, key=lambda candidate: candidate.rank, default=None)


def scan(search: Search, slots: SlotList, assessor: Assessor) -> tuple[Found | Listed, Refusals]:
    """Every slot that may be given, and why others may not."""
    refusals = Refusals()
    if search.multi_match is not None or search.stop_at_weight is not None:
        return Listed(_one_by_one(search, slots, assessor, refusals)), refusals
    given: list[SlotClass] = []
    costs: Counter[float] = Counter()
    for of in slots.classes:
        displacement = _judge(search, of, assessor, refusals)
        if displacement is Displacement.NONE:
            given.append(of)
            costs[assessor.charge(search.job, of.kind)[0]] += of.holders.total()
        elif displacement is not None:
            # Slots that are taken from somebody rank by who that is and what runs there.
            return Listed(_one_by_one(search, slots, assessor, refusals)), refusals
    if not given:
        return Listed([]), refusals
    order = assessor.order(search.job, slots.graded)
    if order is None:
        return Listed(_one_by_one(search, slots, assessor, refusals)), refusals
    return Found(slots, given, order, _Free(search.job, assessor).candidate, costs), refusals


class _Free:
    """Makes candidates of slots that nobody holds; those of a kind share what there is to say about them."""

    def __init__(self, job: Party, assessor: Assessor) -> None:
        self._job = job
        self._assessor = assessor
        self._known: dict[SlotKind, tuple[Assessment, Rank]] = {}

    def candidate(self, slot: Slot) -> Candidate:
        """The slot as a candidate."""
        known = self._known.get(slot.kind)
        if known is None:
            assessment = self._assessor.assess(self._job, slot.kind)
            assert assessment is not None
            known = self._known[slot.kind] = assessment, assessment.rank(Displacement.NONE)
        return Candidate(slot, known[0], Displacement.NONE, known[1])


def _one_by_one(search: Search, slots: SlotList, assessor: Assessor, refusals: Refusals) -> list[Candidate]:
    """The candidates where it takes more than the class of a slot to tell them."""
    found: list[Candidate] = []
    judged: dict[SlotClass, Displacement | None] = {}
    weight = 0.0
    for slot in slots:
        of = slots.class_of(slot)
        if of not in judged:
            judged[of] = _judge(search, of, assessor, refusals)
        displacement = judged[of]
        candidate = None
        if displacement is not None:
            if displacement is not Displacement.PRIORITY or slot.kind.user != search.submitter:
                candidate = _candidate(search, assessor, slot, displacement)
        elif search.multi_match is not None and _unmatched(search, of, assessor):
            candidate = search.multi_match(slot)
            if candidate is not None and not _affordable(
                search, candidate.assessment.cost, candidate.assessment.limits, candidate.displacement, refusals
            ):
                candidate = None
        if candidate is None:
            continue
        found.append(candidate)
        if search.stop_at_weight is not None:
            weight += (candidate.merged or slot.kind).advertised_weight
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
        refusals.concurrency = True
        return False
    return True


def _candidate(search: Search, assessor: Assessor, slot: Slot, displacement: Displacement) -> Candidate:
    assessment = assessor.assess(search.job, slot.kind)
    assert assessment is not None
    return Candidate(slot, assessment, displacement, assessment.rank(displacement))
