"""What stands between a request and each slot of the pool at one moment of a cycle."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain

from userprio.classad import Ad
from userprio.matching.assessment import Assessment, Displacement, SlotKind
from userprio.matching.candidates import Slot
from userprio.matching.predicates import MatchSide
from userprio.matching.scan import Allowance
from userprio.negotiation.multimatch import multi_match
from userprio.negotiation.state import CycleState
from userprio.pool.slots import Trim, share_protocol


class Obstacle(StrEnum):
    """Why a slot is not given to a request; the first that is met."""

    UNREACHABLE = "no common IP protocol"
    PART = "part of another slot"
    """A dynamic slot for which its partitionable slot answers."""
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


FITS_NOT = frozenset({Obstacle.UNREACHABLE, Obstacle.PART, Obstacle.OTHER_SCHEDD, Obstacle.REQUIREMENTS})
"""Obstacles that no limit and no other submitter is the cause of."""

_TRIMMED = {
    Trim.CLAIMED: Obstacle.CLAIMED,
    Trim.RETIRING: Obstacle.RETIRING,
    Trim.SHUTTING_DOWN: Obstacle.SHUTTING_DOWN,
    Trim.CLAIMED_FOR_ANOTHER: Obstacle.CLAIMED_FOR_ANOTHER,
}


@dataclass(frozen=True, slots=True, eq=False)
class Place:
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
class Alike:
    """Slots that no request can tell apart at one moment."""

    first: Place
    numbers: tuple[int, ...]
    """By their place in the pool."""
    weight: float
    here: bool
    """They are still on the state."""
    receiver: str | None
    """Who got them, where they are not."""


@dataclass(frozen=True, slots=True, eq=False)
class SlotVerdict:
    """Slots with the same obstacle in their way."""

    obstacle: Obstacle
    who: str | None
    """Who got them, holds them, or has them reserved."""
    parts: tuple[Alike, ...]
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


@dataclass(frozen=True, slots=True)
class Asking:
    """One request and what its submitter may still take."""

    job: MatchSide
    submitter: str
    schedd: str
    protocols: frozenset[int]
    allowance: Allowance
    over_limit: bool
    """Nothing is given within the limit any more, not even by rounding up."""
    rank_only: bool
    """Over its limit slots may be had that strictly prefer the request."""
    at_ceiling: bool


_Verdict = tuple[Obstacle, str | None, float | None]
"""Obstacle, who has the slot, and what it would cost."""


def alike(places: Iterable[Place], state: CycleState, given: Mapping[int, str]) -> tuple[Alike, ...]:
    """The slots as they are now, those put together that no request can tell apart.

    `given` says who got the slots that are no longer on the state.
    """
    on_table = {id(slot) for slot in state.slots}
    groups: dict[object, list[Place]] = {}
    for place in places:
        if place.slot is None or place.kind is None:
            key: object = (id(place.ad), place.trim, place.user)
        else:
            # Dynamic slots that were merged into one slot change nothing in its kind.
            apart = place.number if place.slot.preempted_children else None
            here = id(place.slot) in on_table
            key = (id(place.kind), id(place.slot.kind), here, given.get(place.number), apart)
        groups.setdefault(key, []).append(place)
    return tuple(
        Alike(
            first=theirs[0],
            numbers=tuple(place.number for place in theirs),
            weight=sum(place.weight for place in theirs),
            here=id(theirs[0].slot) in on_table,
            receiver=given.get(theirs[0].number),
        )
        for theirs in groups.values()
    )


def fates(
    asking: Asking, slots: Iterable[Alike], state: CycleState, meets: Callable[[Ad], bool]
) -> tuple[SlotVerdict, ...]:
    """The fate of every slot, each in exactly one. `meets`: whether the job and a trimmed slot match."""
    found: dict[tuple[Obstacle, str | None], list[Alike]] = {}
    costs: dict[tuple[Obstacle, str | None], float] = {}
    for group in slots:
        obstacle, who, cost = _verdict(asking, group, state, meets)
        found.setdefault((obstacle, who), []).append(group)
        if cost is not None:
            costs[obstacle, who] = min(cost, costs.get((obstacle, who), cost))
    order = list(Obstacle)
    unsorted = [SlotVerdict(*key, tuple(theirs), costs.get(key)) for key, theirs in found.items()]
    return tuple(sorted(unsorted, key=lambda fate: (order.index(fate.obstacle), -fate.count, fate.who or "")))


def _verdict(asking: Asking, group: Alike, state: CycleState, meets: Callable[[Ad], bool]) -> _Verdict:
    place = group.first
    slot, kind = place.slot, place.kind
    if slot is None or kind is None:
        assert place.trim is not None
        matches = meets(place.ad)
        return (_TRIMMED[place.trim], place.user, place.weight) if matches else (Obstacle.REQUIREMENTS, None, None)
    settings = state.settings
    several = settings.allow_pslot_preemption and settings.consider_preemption
    if not share_protocol(kind.protocols, asking.protocols):
        return Obstacle.UNREACHABLE, None, None
    if several and kind.covered:
        return Obstacle.PART, None, None
    if kind.claiming_schedd is not None and kind.claiming_schedd != asking.schedd:
        return Obstacle.OTHER_SCHEDD, kind.claiming_schedd, None
    at_first = state.assessor.assess(asking.job, kind)
    gone: _Verdict = (Obstacle.REQUIREMENTS, None, None)
    if at_first is not None:
        # A slot that left the state without being given had no claim to give.
        given = Obstacle.GIVEN if group.receiver is not None else Obstacle.NO_CLAIM
        gone = given, group.receiver, at_first.cost
    if not group.here:
        return gone
    assessment = state.assessor.assess(asking.job, slot.kind)
    if assessment is not None:
        return (*_to_be_had(asking, slot, assessment, state), assessment.cost)
    if several:
        # A copy: looking must not mark the dynamic slots as taken.
        merged = multi_match(
            replace(slot), job=asking.job, submitter=asking.submitter, rank_only=asking.rank_only, state=state
        )
        if merged is not None:
            verdict = _affordable(asking, merged.assessment, merged.displacement, None, state)
            return (*verdict, merged.assessment.cost)
    return gone


def _to_be_had(asking: Asking, slot: Slot, assessment: Assessment, state: CycleState) -> tuple[Obstacle, str | None]:
    """What becomes of a slot that matches and is on the table; see `scan._displacement`."""
    user = slot.kind.user if state.settings.consider_preemption else None
    if not user:
        return _affordable(asking, assessment, Displacement.NONE, None, state)
    if assessment.strictly_preferred:
        return _affordable(asking, assessment, Displacement.RANK, user, state)
    if user == asking.submitter:
        return Obstacle.OWN, user
    if not assessment.policy_allows:
        return Obstacle.POLICY, user
    if not assessment.equally_preferred:
        return Obstacle.RANK, user
    return _affordable(asking, assessment, Displacement.PRIORITY, user, state)


def _affordable(
    asking: Asking, assessment: Assessment, displacement: Displacement, user: str | None, state: CycleState
) -> tuple[Obstacle, str | None]:
    if asking.at_ceiling:
        return Obstacle.CEILING, user
    allowance, cost = asking.allowance, assessment.cost
    match displacement:
        case Displacement.RANK:
            within = not asking.over_limit or asking.rank_only
        case Displacement.PRIORITY:
            within = not asking.over_limit and allowance.permits(cost)
        case _:
            within = not asking.over_limit and allowance.permits_unclaimed(cost)
    if not within:
        return Obstacle.LIMIT, user
    if assessment.limits is not None and state.concurrency.refused(assessment.limits) is not None:
        return Obstacle.CONCURRENCY, user
    return Obstacle.NONE, user


def fitting(found: Iterable[SlotVerdict]) -> frozenset[int]:
    """The slots that a request fits, whatever became of them."""
    return frozenset(number for fate in found if fate.obstacle not in FITS_NOT for number in fate.slots)


def with_obstacle(found: Iterable[SlotVerdict], *obstacles: Obstacle) -> frozenset[int]:
    """The slots in whose way one of these stands."""
    return frozenset(number for fate in found if fate.obstacle in obstacles for number in fate.slots)
