"""Looking through the slots for one request: which may be given, and the best of them (`matchmakingAlgorithm`).

Of two equally good slots a job gets the one that comes first in `best_first`; without match lists
(NEGOTIATOR_MATCHLIST_CACHING = False), the one that `best` returns. A scan returns `Found` if nobody holds any of the
candidates, `Taking` if some would be taken from their users, all of them judged at once, and `Listed` if slots had to
be judged one by one; each has both methods.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, compress
from operator import add, sub
from typing import Any

import msgspec

from userprio.base.array_sort import MANY, as_array, best_first, chosen, numpy
from userprio.base.cxx import std_sort
from userprio.negotiation.matching.answers import MatchSide
from userprio.negotiation.matching.assessment import (
    EQUALLY_PREFERRED,
    STRICTLY_PREFERRED,
    Assessment,
    Assessor,
    Displacement,
    Rank,
    SlotKind,
)
from userprio.negotiation.matching.candidates import (
    Candidate,
    Refusals,
    Search,
    Slot,
    SlotClass,
    SlotVerdict,
    afforded,
    displacement_of,
    out_of_reach,
)
from userprio.negotiation.matching.held import Flags, HeldSlots, RankNumbers, flags_of, without
from userprio.negotiation.matching.slots import SlotList, in_bytes


class Taken(msgspec.Struct, frozen=True):
    """The held slots that a request may be given."""

    held: HeldSlots
    preferring: Flags
    """Those that prefer the request to what they run."""
    others: Flags
    """Those taken because of priorities."""
    classes: Sequence[SlotClass]
    """The held classes that match the request."""
    search: tuple[Hashable, ...]
    """Everything that determines the others, as long as slots only leave the list."""


class Taking:
    """The candidates of a request of which some would be taken from their users; they are created lazily."""

    def __init__(
        self,
        slots: SlotList,
        free: Sequence[SlotClass],
        taken: Taken,
        numbers: RankNumbers,
        search: Search,
        assessor: Assessor,
    ) -> None:
        self._slots, self._free, self._taken, self._numbers = slots, free, taken, numbers
        self._job, self._assessor = search.job, assessor
        # As the list is now: places may be closed up before the last candidate is wanted.
        self._by_place, self._rank_classes = slots.by_place, slots.rank_classes

    @cached_property
    def costs(self) -> Counter[float]:
        """How many candidates there are of each cost."""
        slots, job, costs = self._slots, self._job, Counter[float]()
        for slot_class in self._free:
            costs[self._assessor.of_match(job, slot_class.kind).cost] += slot_class.holders.total()
        by_cost: dict[float, list[SlotClass]] = {}
        for slot_class in self._taken.classes:
            by_cost.setdefault(self._assessor.of_match(job, slot_class.kind).cost, []).append(slot_class)
        taken = self._taken.preferring | self._taken.others
        for cost, classes in by_cost.items():
            costs[cost] += (flags_of(slots.flags(classes, held=True)) & taken).bit_count()
        return costs

    def best_first(self) -> Iterator[Candidate]:
        """The candidates as a match list has them, equals as `std::sort` leaves them."""
        # Where equals end up after this sort hangs on every comparison.
        self._assessor.passing.compares_held = True
        places, ranks = self._ranked()
        return map(self._candidate, best_first(ranks, places))

    def best(self) -> Candidate:
        """Without match lists: of equally good candidates the first in the order of the slots."""
        search = (*self._taken.search, tuple([slot_class.number for slot_class in self._free]), self._numbers)
        return self._candidate(self._slots.first(search, self._ranked))

    def _ranked(self) -> tuple[Any, Any]:
        """The places of the candidates and the rank of each, as numpy arrays or plain sequences."""
        slots, taken, numbers = self._slots, self._taken, self._numbers
        length, by_free = len(slots.by_place), numbers.free
        every = taken.preferring | taken.others
        if self._free:
            every |= flags_of(slots.flags(self._free, held=False))
        flags = every.to_bytes(length, "little")
        if length >= MANY and numpy() is not None:
            places = chosen(flags)
            ranks = as_array(numbers.taken, "q")[places]
            if self._free:
                ranks = ranks + as_array(by_free, "q")[as_array(slots.rank_classes, "i")[places]]
            if taken.preferring:
                ranks = ranks - as_array(bytearray(self._is_preferring), "u1")[places] * numbers.preferred
            return places, ranks
        places, listed = list(compress(slots.numbers, flags)), list(compress(numbers.taken, flags))
        if self._free:
            listed = list(map(add, listed, map(by_free.__getitem__, compress(slots.rank_classes, flags))))
        if taken.preferring:
            less = (0, numbers.preferred)
            listed = list(map(sub, listed, map(less.__getitem__, compress(self._is_preferring, flags))))
        return places, in_bytes(listed)

    def _candidate(self, place: int) -> Candidate:
        slot = self._by_place[place]
        displacement = Displacement.NONE
        if self._is_other[place]:
            displacement = Displacement.PRIORITY
        elif self._is_preferring[place]:
            displacement = Displacement.RANK
        if displacement is not Displacement.NONE:
            self._assessor.passing.compares_held = True
        rank = self._numbers.rank(place, self._rank_classes[place], displacement)
        return Candidate(slot, self._assessor.of_match(self._job, slot.kind), displacement, rank)

    @cached_property
    def _is_preferring(self) -> bytes:
        return self._taken.preferring.to_bytes(len(self._by_place), "little")

    @cached_property
    def _is_other(self) -> bytes:
        return self._taken.others.to_bytes(len(self._by_place), "little")


def taken_from(search: Search, slots: SlotList, assessor: Assessor, refusals: Refusals) -> Taken | None:
    """The held slots that a request may be given; None if there are none."""
    job = search.job
    # No held slot can be had, but those of others that meet both Requirements still count as refused by
    # PREEMPTION_REQUIREMENTS, which makes that the reason for the rejection. Over the limit the policy is not asked.
    if slots.may_lose_any(job, assessor) is False:
        if not search.rank_only:
            refusals.policy = _others_keep_some(search, slots, assessor)
        return None
    held = slots.held(assessor)
    if held is None:
        return None
    preferring = held.true(STRICTLY_PREFERRED, job)
    if search.rank_only:
        own = allowed = content = 0
        if not preferring:
            return None
    else:
        own, content = held.of_user(search.submitter), held.true(EQUALLY_PREFERRED, job)
        allowed = held.every if assessor.policy is None else held.true(assessor.policy, job)
        if not preferring and not allowed:
            refusals.policy = _others_keep_some(search, slots, assessor)
            return None
    classes = list(slots.fitting(search, assessor, held=True))
    matching = flags_of(slots.flags(classes, held=True))
    by_rank = matching & preferring
    if search.rank_only:
        by_priority = 0
    else:
        # A slot that strictly prefers the request is taken by rank, whoever holds it, the submitter itself included.
        # Only the others are asked for their users, then by policy, then whether they like the request as well.
        foreign = without(without(matching, own), preferring)
        refusals.policy = refusals.policy or without(foreign, allowed) != 0
        by_priority = foreign & allowed & content
    # Slots of a class cost the same. A limit counts as the reason only if it refuses a slot that nothing before it has
    # refused, as in the order of tests in `matchmakingAlgorithm`.
    beyond: dict[Displacement, list[SlotClass]] = {Displacement.RANK: [], Displacement.PRIORITY: []}
    for slot_class in classes:
        cost = assessor.of_match(job, slot_class.kind).cost
        for displacement, unaffordable in beyond.items():
            if search.allowance.refusal(cost, displacement) is not None:
                unaffordable.append(slot_class)
    for displacement, unaffordable in beyond.items():
        if unaffordable:
            dear = flags_of(slots.flags(unaffordable, held=True))
            if displacement is Displacement.RANK:
                refusals.limit = refusals.limit or by_rank & dear != 0
                by_rank = without(by_rank, dear)
            else:
                refusals.limit = refusals.limit or by_priority & dear != 0
                by_priority = without(by_priority, dear)
    if not by_rank and not by_priority:
        return None
    # The allowance changes with every match; what matters of it is which classes it refuses.
    decided_by = (
        *(tuple([slot_class.number for slot_class in some]) for some in (classes, *beyond.values())),
        *(search.submitter, search.rank_only, preferring, allowed, content),
    )
    return Taken(held, by_rank, by_priority, classes, decided_by)


def _others_keep_some(search: Search, slots: SlotList, assessor: Assessor) -> bool:
    """Whether others hold slots that match the request."""
    fitting = slots.fitting(search, assessor, held=True)
    return any(slot_class.holders.keys() != {search.submitter} for slot_class in fitting)


def any_may_be_taken(classes: Iterable[SlotClass], job: MatchSide, slots: SlotList, assessor: Assessor) -> bool:
    """Whether the request might take a slot of these classes, all of them held.

    Classes are expensive to work out: they are not asked for if no slot can be taken.
    """
    may_lose = slots.may_lose_any(job, assessor)
    if may_lose is not None:
        return may_lose and any(True for _ in classes)
    held = slots.held(assessor)
    if held is None:
        return False
    preferring = held.true(STRICTLY_PREFERRED, job)
    taken = preferring | (held.every if assessor.policy is None else held.true(assessor.policy, job))
    return taken != 0 and taken & flags_of(slots.flags(classes, held=True)) != 0


class Found(msgspec.Struct, frozen=True):
    """Classes of free slots, any of which may be given; slots are not touched before they are needed."""

    slots: SlotList
    given: list[SlotClass]
    order: Sequence[int]
    """The rank of each rank class."""
    candidate: Callable[[Slot], Candidate]
    costs: dict[float, int]
    """How many slots there are of each cost."""

    def best_first(self) -> Iterator[Candidate]:
        """The candidates as a match list has them, equals as `std::sort` leaves them."""
        places, ranks = self.slots.ranked(self.given, self.order)
        return map(self.candidate, map(self.slots.by_place.__getitem__, best_first(ranks, places)))

    def best(self) -> Candidate:
        """Without match lists: of equally good candidates the first in the order of the slots."""
        return self.candidate(self.slots.best(self.given, self.order))


class Listed(msgspec.Struct):
    """The candidates of a scan that had to judge each slot, in list order; they are created lazily."""

    assess: Callable[[SlotKind], Assessment]
    slots: list[Slot | Candidate] = msgspec.field(default_factory=list)
    ranks: list[Rank] = msgspec.field(default_factory=list)
    costs: Counter[float] = msgspec.field(default_factory=Counter)
    """How many there are of each cost."""

    def add(self, slot: Slot | Candidate, rank: Rank, cost: float) -> None:
        """Add a slot that may be given, or a candidate."""
        self.slots.append(slot)
        self.ranks.append(rank)
        self.costs[cost] += 1

    def best_first(self) -> Iterator[Candidate]:
        """The candidates as a match list has them, equals as `std::sort` leaves them."""
        keys = [
            (-pre, -job, -post, -displacement, -preempting) for pre, job, post, displacement, preempting in self.ranks
        ]
        return map(self._candidate, std_sort(range(len(keys)), keys.__getitem__))

    def best(self) -> Candidate | None:
        """Without match lists: of equally good candidates the first in the order of the slots."""
        return self._candidate(max(range(len(self.ranks)), key=self.ranks.__getitem__)) if self.ranks else None

    def _candidate(self, number: int) -> Candidate:
        slot = self.slots[number]
        if isinstance(slot, Candidate):
            return slot
        rank = self.ranks[number]
        return Candidate(slot, self.assess(slot.kind), Displacement(rank[3]), rank)


def scan(search: Search, slots: SlotList, assessor: Assessor) -> tuple[Found | Taking | Listed, Refusals]:
    """The slots that may be given, and why others may not."""
    refusals = Refusals()
    # No slot that prefers the request may be taken.
    if search.rank_only and not slots.displaces:
        return Listed(partial(assessor.of_match, search.job)), refusals
    # What follows goes class by class. Wherever slots of a class are not all given or refused alike, or the order in
    # which they are looked at matters, each is judged by itself: where merging dynamic slots changes a slot, where the
    # scan stops at a weight, or where empty limits are refused only until others have been.
    unmatched = _unmatched(search, slots, assessor)
    if unmatched or search.stop_at_weight is not None:
        return _one_by_one(search, slots, assessor, refusals, unmatched), refusals
    if search.limits_reached is not None and any(
        _has_empty_limits(search, slot_class.kind, assessor)
        for slot_class in chain(slots.free_classes, slots.held_classes)
    ):
        return _one_by_one(search, slots, assessor, refusals), refusals
    given: list[SlotClass] = []
    costs: defaultdict[float, int] = defaultdict(int)
    # A slot that runs nothing cannot prefer the request to what it runs.
    for slot_class in () if search.rank_only else slots.fitting(search, assessor, held=False):
        match = assessor.of_match(search.job, slot_class.kind)
        if _affordable(search, match, Displacement.NONE, refusals):
            given.append(slot_class)
            costs[match.cost] += sum(slot_class.holders.values())
    # Held slots compete with free ones in one list, so ranks of both have to be numbered together.
    taken = taken_from(search, slots, assessor, refusals)
    if taken is not None:
        numbers = taken.held.rank_numbers(search.job, slots.ranked_kinds)
        if numbers is None or search.limits_reached is not None:
            return _one_by_one(search, slots, assessor, refusals), refusals
        return Taking(slots, given, taken, numbers, search, assessor), refusals
    if not given:
        return Listed(partial(assessor.of_match, search.job)), refusals
    # None stands for a rank that is not a number: it is neither before nor behind others, so no classes can be ranked,
    # and what a sort makes of it depends on each single comparison.
    order = assessor.order(search.job, slots.ranked_kinds)
    if order is None:
        return _one_by_one(search, slots, assessor, refusals), refusals
    return Found(slots, given, order, _free(search, assessor), costs), refusals


def _free(search: Search, assessor: Assessor) -> Callable[[Slot], Candidate]:
    """Returns a function that makes candidates of free slots; those of a kind share assessment and rank."""

    known: dict[SlotKind, tuple[Assessment, Rank]] = {}

    def candidate(slot: Slot) -> Candidate:
        said = known.get(slot.kind)
        if said is None:
            rank = assessor.rank(search.job, slot.kind, Displacement.NONE)
            said = known[slot.kind] = assessor.of_match(search.job, slot.kind), rank
        return Candidate(slot, said[0], Displacement.NONE, said[1])

    return candidate


def _unmatched(search: Search, slots: SlotList, assessor: Assessor) -> frozenset[SlotClass]:
    """The classes of slots that do not match as they are, but may if dynamic slots are preempted for them."""
    if search.multi_match is None or search.children_stay:
        return frozenset()
    return frozenset(
        slot_class
        for slot_class in chain(slots.free_classes, slots.held_classes)
        if slot_class.kind.partitionable
        and out_of_reach(search, slot_class.kind) is None
        and not assessor.matches(search.job, slot_class.kind)
    )


def _one_by_one(
    search: Search,
    slots: SlotList,
    assessor: Assessor,
    refusals: Refusals,
    unmatched: frozenset[SlotClass] = frozenset(),
) -> Listed:
    """The candidates of a scan in which the class of a slot does not decide, slot by slot.

    Of `unmatched` classes, those that `multi_match` makes of them.
    """
    job = search.job
    listed = Listed(partial(assessor.of_match, job))
    judged: dict[object, tuple[Displacement, float] | None] = {}
    weight = 0.0
    for slot in _considered(search, slots, assessor, refusals, unmatched):
        kind = slot.kind
        slot_class = slots.class_of(kind)
        # A submitter's own slots are refused without asking the policy, so they are another sort than those of others.
        own = slot_class.held and kind.user == search.submitter
        alike = (slot_class, slots.taking(kind), own) if slot_class.held else slot_class
        try:
            given = judged[alike]
        except KeyError:
            displacement = _judge(search, kind, assessor, refusals, held=slot_class.held, own=own)
            given = None if displacement is None else (displacement, assessor.of_match(job, kind).cost)
            # Empty limits are refused here and may be allowed further on in the list, so that answer is not reused.
            if given is not None or not _has_empty_limits(search, kind, assessor):
                judged[alike] = given
        if given is not None:
            displacement, cost = given
            listed.add(slot, assessor.rank(job, kind, displacement), cost)
        elif search.multi_match is not None and slot_class in unmatched:
            candidate = search.multi_match(slot)
            if candidate is None or not _affordable(search, candidate.assessment, candidate.displacement, refusals):
                continue
            listed.add(candidate, candidate.rank, candidate.assessment.cost)
            kind = candidate.merged or kind
        else:
            continue
        if search.stop_at_weight is not None:
            weight += kind.advertised_weight
            if weight > search.stop_at_weight:
                break
    return listed


def _considered(
    search: Search, slots: SlotList, assessor: Assessor, refusals: Refusals, unmatched: frozenset[SlotClass]
) -> Iterator[Slot]:
    """The slots that could be given, in list order; notes why others could not, unless the scan may stop early."""
    if search.stop_at_weight is not None:
        return iter(slots)
    free = {slot_class for slot_class in unmatched if not slot_class.held}
    flags = flags_of(slots.flags(unmatched - free, held=True))
    taken = taken_from(search, slots, assessor, refusals)
    if taken is not None:
        flags |= taken.preferring | taken.others
    if not search.rank_only:
        free.update(slots.fitting(search, assessor, held=False))
    flags |= flags_of(slots.flags(free, held=False))
    return compress(slots.by_place.copy(), flags.to_bytes(len(slots.by_place), "little"))


def _judge(
    search: Search, kind: SlotKind, assessor: Assessor, refusals: Refusals, *, held: bool, own: bool = False
) -> Displacement | None:
    """What giving slots of a kind does to their users; None if they may not be given."""
    displacement = displacement_of(search, kind, assessor, held=held, own=own)
    # The policy is asked first, since its answer is mostly known already. A refusal counts only if both Requirements
    # are met; that is worth finding out for the first one, as HTCondor's reason does not say how many there were.
    if isinstance(displacement, SlotVerdict) and (displacement is not SlotVerdict.POLICY or refusals.policy):
        return None
    if out_of_reach(search, kind) is not None or not assessor.matches(search.job, kind):
        return None
    if isinstance(displacement, SlotVerdict):
        refusals.policy = True
        return None
    match = assessor.of_match(search.job, kind)
    return displacement if _affordable(search, match, displacement, refusals) else None


def _affordable(search: Search, match: Assessment, displacement: Displacement, refusals: Refusals) -> bool:
    """Whether limits allow a match; if not, adds the reason to the refusals."""
    verdict = afforded(search, match, displacement)
    if verdict is SlotVerdict.LIMIT:
        refusals.limit = True
    elif verdict is SlotVerdict.CONCURRENCY:
        # A refusal of empty limits does not count as a reason.
        refusals.concurrency = refusals.concurrency or match.limits != ""
    return verdict is SlotVerdict.NONE


def _has_empty_limits(search: Search, kind: SlotKind, assessor: Assessor) -> bool:
    """Whether the request has empty limits with these slots.

    Those are refused until a scan comes to limits that are reached, so a slot's place in the list decides, not its
    class.
    """
    return search.limits_reached is not None and assessor.limits.of(kind, search.job) == ""
