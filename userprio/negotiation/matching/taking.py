"""Candidates of which some would be taken from their users, judged all at once."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from operator import add, sub
from typing import Any

from userprio.base.array_sort import MANY, as_array, best_first, chosen, numpy
from userprio.negotiation.matching.assessment import EQUALLY_PREFERRED, STRICTLY_PREFERRED, Assessor, Displacement
from userprio.negotiation.matching.candidates import Candidate, Refusals
from userprio.negotiation.matching.classes import SlotClass
from userprio.negotiation.matching.columns import Flags, flags_of, without
from userprio.negotiation.matching.held import HeldSlots, RankNumbers
from userprio.negotiation.matching.predicates import MatchSide
from userprio.negotiation.matching.slots import SlotList, in_bytes
from userprio.negotiation.matching.verdicts import Search


@dataclass(frozen=True, slots=True)
class Taken:
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
