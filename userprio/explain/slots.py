"""Where the slots of the pool stand for a request at one moment of a cycle, by the verdicts of the engine."""

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
    """A slot of the pool as the cycle began."""

    number: int
    """Place in the pool."""
    name: str
    ad: Ad
    """Of a trimmed slot, the ad of one that nothing tells apart from it."""
    weight: float
    slot: Slot | None
    """What the negotiator has of it, None where it was trimmed."""
    kind: SlotKind | None
    """Its kind at that time."""
    trim: Trim | None
    user: str | None
    """Who holds it."""


@dataclass(frozen=True, slots=True, eq=False)
class AlikeSlots:
    """Slots that no request can tell apart at one moment."""

    first: PoolSlot
    numbers: tuple[int, ...]
    """By their place in the pool."""
    weight: float
    here: bool
    """They can still be matched."""
    receiver: str | None
    """Who got them, where they are not."""


@dataclass(frozen=True, slots=True, eq=False)
class JudgedSlots:
    """Slots with the same verdict for a request."""

    verdict: SlotVerdict
    who: str | None
    """Who got them, holds them, or has them reserved."""
    parts: tuple[AlikeSlots, ...]
    cheapest: float | None
    """The least that one of them would cost, None where they do not match."""

    @property
    def count(self) -> int:
        """How many slots."""
        return sum(len(part.numbers) for part in self.parts)

    @property
    def weight(self) -> float:
        """What they weigh together."""
        return sum(part.weight for part in self.parts)

    @property
    def slots(self) -> Iterator[int]:
        """The slots by their place in the pool."""
        return chain.from_iterable(part.numbers for part in self.parts)


def alike(places: Iterable[PoolSlot], remaining: Iterable[Slot], given: Mapping[int, str]) -> tuple[AlikeSlots, ...]:
    """The slots as they are now, those put together that no request can tell apart.

    `given` says who got the slots that are not among the `remaining` any more.
    """
    left = {id(slot) for slot in remaining}
    groups: dict[object, list[PoolSlot]] = {}
    for place in places:
        if place.slot is None or place.kind is None:
            key: object = (id(place.ad), place.trim, place.user)
        else:
            # Dynamic slots that were merged into one slot change nothing in its kind.
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
    """Every slot under its verdict for a request."""
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
    # A slot that is not to be had any more without being given had no claim to give.
    verdict = SlotVerdict.GIVEN if group.receiver is not None else SlotVerdict.NO_CLAIM
    return SlotDecision(verdict, group.receiver, before.cost)


def fitting(found: Iterable[JudgedSlots]) -> frozenset[int]:
    """The slots that a request fits, whatever became of them."""
    return frozenset(number for group in found if group.verdict not in UNFIT for number in group.slots)


def under_verdict(found: Iterable[JudgedSlots], *verdicts: SlotVerdict) -> frozenset[int]:
    """The slots with one of these verdicts."""
    return frozenset(number for group in found if group.verdict in verdicts for number in group.slots)
