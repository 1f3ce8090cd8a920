"""The engine's verdict on each slot of the pool for a request at one moment of a cycle."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from userprio.classad import Ad, Evaluator
from userprio.explain.requirements import meets
from userprio.matching import (
    TRIMMED,
    UNFIT,
    Assessor,
    Search,
    Slot,
    SlotDecision,
    SlotKind,
    SlotVerdict,
    fitness,
    slot_verdict,
)
from userprio.pool import Trim


@dataclass(frozen=True, slots=True, eq=False)
class PoolSlot:
    """A slot of the pool when the cycle began."""

    number: int
    """The index in the pool."""
    name: str
    ad: Ad
    """The ad; for a trimmed slot, that of an indistinguishable one."""
    weight: float
    slot: Slot | None
    """The negotiator's record of it; None if it was trimmed."""
    kind: SlotKind | None
    """Its kind at that time."""
    trim: Trim | None
    user: str | None
    """Who holds it."""


@dataclass(frozen=True, slots=True, eq=False)
class AlikeSlots:
    """Slots that no request can distinguish at one moment."""

    first: PoolSlot
    numbers: tuple[int, ...]
    """Indexes in the pool."""
    weight: float
    here: bool
    """Whether they can still be matched."""
    receiver: str | None
    """Who got them, if not."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedSlots:
    """Slots with the same verdict for a request."""

    verdict: SlotVerdict
    who: str | None
    """Who got them, holds them, or has them reserved."""
    parts: tuple[AlikeSlots, ...]
    cheapest: float | None
    """The least that one of them would cost; None if they do not match."""

    @property
    def count(self) -> int:
        """How many slots."""
        return sum(len(part.numbers) for part in self.parts)

    @property
    def weight(self) -> float:
        """Their total weight."""
        return sum(part.weight for part in self.parts)

    @property
    def slots(self) -> Iterator[int]:
        """The slots' indexes in the pool."""
        return chain.from_iterable(part.numbers for part in self.parts)


def alike(places: Iterable[PoolSlot], remaining: Iterable[Slot], given: Mapping[int, str]) -> tuple[AlikeSlots, ...]:
    """The slots as they are now, grouped so that no request can distinguish members of a group.

    `given` says who got the slots that are no longer among the `remaining` ones.
    """
    left = {id(slot) for slot in remaining}
    groups: dict[object, list[PoolSlot]] = {}
    for place in places:
        if place.slot is None or place.kind is None:
            key: object = (id(place.ad), place.trim, place.user)
        else:
            # Merging dynamic slots into one does not change its kind.
            apart = place.number if place.slot.preempted_children else None
            here = id(place.slot) in left
            key = (id(place.kind), id(place.slot.kind), here, given.get(place.number), apart)
        groups.setdefault(key, []).append(place)
    return tuple(
        AlikeSlots(
            first=theirs[0],
            numbers=tuple(place.number for place in theirs),
            weight=sum(place.weight for place in theirs),
            here=id(theirs[0].slot) in left,
            receiver=given.get(theirs[0].number),
        )
        for theirs in groups.values()
    )


def judged(
    search: Search, slots: Iterable[AlikeSlots], assessor: Assessor, evaluator: Evaluator
) -> tuple[JudgedSlots, ...]:
    """All slots by their verdict for a request."""
    found: dict[tuple[SlotVerdict, str | None], list[AlikeSlots]] = {}
    costs: dict[tuple[SlotVerdict, str | None], float] = {}
    for group in slots:
        decision = _decision(search, group, assessor, evaluator)
        key = decision.verdict, decision.user
        found.setdefault(key, []).append(group)
        if decision.cost is not None:
            costs[key] = min(decision.cost, costs.get(key, decision.cost))
    order = list(SlotVerdict)
    unsorted = [JudgedSlots(*key, tuple(theirs), costs.get(key)) for key, theirs in found.items()]
    return tuple(sorted(unsorted, key=lambda group: (order.index(group.verdict), -group.count, group.who or "")))


def _decision(search: Search, group: AlikeSlots, assessor: Assessor, evaluator: Evaluator) -> SlotDecision:
    place = group.first
    if place.slot is None or place.kind is None:
        assert place.trim is not None
        if meets(search.job, place.ad, evaluator):
            return SlotDecision(TRIMMED[place.trim], place.user, place.weight)
        return SlotDecision(SlotVerdict.REQUIREMENTS)
    if group.here:
        now = slot_verdict(search, place.slot, assessor)
        if now.verdict is not SlotVerdict.REQUIREMENTS:
            return now
    before = fitness(search, place.kind, assessor)
    if before.verdict is not SlotVerdict.NONE:
        return before
    # A slot that is no longer available although nobody got it had no claim to give.
    verdict = SlotVerdict.GIVEN if group.receiver is not None else SlotVerdict.NO_CLAIM
    return SlotDecision(verdict, group.receiver, before.cost)


def fitting(found: Iterable[JudgedSlots]) -> frozenset[int]:
    """The slots that fit a request, whatever became of them."""
    return frozenset(number for group in found if group.verdict not in UNFIT for number in group.slots)


def under_verdict(found: Iterable[JudgedSlots], *verdicts: SlotVerdict) -> frozenset[int]:
    """The slots with one of these verdicts."""
    return frozenset(number for group in found if group.verdict in verdicts for number in group.slots)
