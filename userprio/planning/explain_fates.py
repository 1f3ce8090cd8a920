"""What stands between a request and each slot of the pool at one moment of a cycle."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from userprio.classad import Ad
from userprio.negotiation.addresses import share_protocol
from userprio.negotiation.assessment import Assessment, Displacement, SlotKind
from userprio.negotiation.candidates import Slot
from userprio.negotiation.multimatch import multi_match
from userprio.negotiation.scan import Allowance
from userprio.negotiation.slotads import Trim
from userprio.negotiation.table import Table


class Obstacle(StrEnum):
    """Why a slot is not given to a request; the first that is met."""

    UNREACHABLE = "no common IP protocol"
    PART = "part of another slot"
    """A dynamic slot for which its partitionable slot answers."""
    OTHER_SCHEDD = "claimed by another schedd"
    REQUIREMENTS = "does not match"
    GIVEN = "given in this cycle"
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


@dataclass(frozen=True, slots=True)
class Fate:
    """Slots with the same obstacle in their way."""

    obstacle: Obstacle
    who: str | None
    """Who got them, holds them, or has them reserved."""
    slots: tuple[int, ...]
    """By their place in the pool."""
    weight: float
    cheapest: float | None
    """The least that one of them would cost, None where they do not match."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A slot of the pool as the cycle began."""

    number: int
    """Place in the pool."""
    name: str
    ad: Ad
    weight: float
    slot: Slot | None
    """What the negotiator has of it, None where it was trimmed."""
    kind: SlotKind | None
    """Its kind at that time."""
    trim: Trim | None
    user: str | None
    """Who holds it."""


@dataclass(frozen=True, slots=True)
class Asking:
    """One request and what its submitter may still take."""

    job: Ad
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


def fates(
    asking: Asking,
    places: Sequence[Place],
    table: Table,
    given: Mapping[int, str],
    meets: Callable[[Ad], bool],
) -> tuple[Fate, ...]:
    """The fate of every place, alike ones together, each slot in exactly one.

    `given` says who got the slots that are no longer on the table; `meets` whether a trimmed slot and the job meet
    each other's Requirements.
    """
    on_table = {id(slot) for slot in table.slots}
    verdicts: dict[object, _Verdict] = {}
    found: dict[tuple[Obstacle, str | None], list[Place]] = {}
    costs: dict[tuple[Obstacle, str | None], float] = {}
    for place in places:
        receiver = given.get(place.number)
        if place.slot is None or place.kind is None:
            key: object = (id(place.ad), place.trim)
        else:
            here = id(place.slot) in on_table
            # Dynamic slots that were merged into one slot change nothing in its kind.
            apart = place.number if place.slot.preempted_children else None
            key = (id(place.kind), id(place.slot.kind), here, receiver, apart)
        verdict = verdicts.get(key)
        if verdict is None:
            verdict = verdicts[key] = _verdict(asking, place, table, on_table, receiver, meets)
        obstacle, who, cost = verdict
        found.setdefault((obstacle, who), []).append(place)
        if cost is not None:
            costs[obstacle, who] = min(cost, costs.get((obstacle, who), cost))
    order = list(Obstacle)
    return tuple(
        Fate(
            obstacle,
            who,
            tuple(place.number for place in theirs),
            sum(place.weight for place in theirs),
            costs.get((obstacle, who)),
        )
        for (obstacle, who), theirs in sorted(
            found.items(), key=lambda item: (order.index(item[0][0]), -len(item[1]), item[0][1] or "")
        )
    )


def _verdict(
    asking: Asking,
    place: Place,
    table: Table,
    on_table: set[int],
    receiver: str | None,
    meets: Callable[[Ad], bool],
) -> _Verdict:
    slot, kind = place.slot, place.kind
    if slot is None or kind is None:
        assert place.trim is not None
        matches = meets(place.ad)
        return (_TRIMMED[place.trim], place.user, place.weight) if matches else (Obstacle.REQUIREMENTS, None, None)
    settings = table.settings
    several = settings.allow_pslot_preemption and settings.consider_preemption
    if not share_protocol(kind.protocols, asking.protocols):
        return Obstacle.UNREACHABLE, None, None
    if several and kind.covered:
        return Obstacle.PART, None, None
    if kind.claiming_schedd is not None and kind.claiming_schedd != asking.schedd:
        return Obstacle.OTHER_SCHEDD, kind.claiming_schedd, None
    at_first = table.assessor.assess(asking.job, kind)
    gone: _Verdict = (
        (Obstacle.REQUIREMENTS, None, None) if at_first is None else (Obstacle.GIVEN, receiver, at_first.cost)
    )
    if id(slot) not in on_table:
        return gone
    assessment = table.assessor.assess(asking.job, slot.kind)
    if assessment is not None:
        return (*_to_be_had(asking, slot, assessment, table), assessment.cost)
    if several:
        # A copy: looking must not mark the dynamic slots as taken.
        merged = multi_match(
            replace(slot), job=asking.job, submitter=asking.submitter, rank_only=asking.rank_only, table=table
        )
        if merged is not None:
            verdict = _affordable(asking, merged.assessment, merged.displacement, None, table)
            return (*verdict, merged.assessment.cost)
    return gone


def _to_be_had(asking: Asking, slot: Slot, assessment: Assessment, table: Table) -> tuple[Obstacle, str | None]:
    """What becomes of a slot that matches and is on the table; see `scan._displacement`."""
    user = slot.kind.user if table.settings.consider_preemption else None
    if not user:
        return _affordable(asking, assessment, Displacement.NONE, None, table)
    if assessment.strictly_preferred:
        return _affordable(asking, assessment, Displacement.RANK, user, table)
    if user == asking.submitter:
        return Obstacle.OWN, user
    if not assessment.policy_allows:
        return Obstacle.POLICY, user
    if not assessment.equally_preferred:
        return Obstacle.RANK, user
    return _affordable(asking, assessment, Displacement.PRIORITY, user, table)


def _affordable(
    asking: Asking, assessment: Assessment, displacement: Displacement, user: str | None, table: Table
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
    if assessment.limits is not None and table.concurrency.refused(assessment.limits) is not None:
        return Obstacle.CONCURRENCY, user
    return Obstacle.NONE, user


def fitting(found: Iterable[Fate]) -> frozenset[int]:
    """The slots that a request fits, whatever became of them."""
    return frozenset(number for fate in found if fate.obstacle not in FITS_NOT for number in fate.slots)


def with_obstacle(found: Iterable[Fate], *obstacles: Obstacle) -> frozenset[int]:
    """The slots in whose way one of these stands."""
    return frozenset(number for fate in found if fate.obstacle in obstacles for number in fate.slots)
