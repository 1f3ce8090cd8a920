"""Preempting dynamic slots so that their partitionable slot can take a request (`pslotMultiMatch`).

Claim ids of dynamic slots are private; every dynamic slot that is listed is assumed to have one.
"""

import math
from itertools import repeat
from operator import itemgetter

from userprio.classad import (
    UNDEFINED,
    Ad,
    Evaluator,
    ListValue,
    Value,
    as_number,
    flag_of,
    integer_of,
    number_of,
    text_of,
)
from userprio.cxx import std_sort
from userprio.matching import (
    USER_NAMES,
    Assessment,
    Candidate,
    Displacement,
    MatchSide,
    Slot,
    slot_kind,
    unflattened,
)
from userprio.negotiation.state import CycleState

NOBODY_IN_PARTICULAR = "various_dSlot_users"
"""`RemoteUser` of a partitionable slot merged with dynamic slots."""


def multi_match(slot: Slot, *, job: MatchSide, submitter: str, rank_only: bool, state: CycleState) -> Candidate | None:
    """The slot with as many of its dynamic slots merged into it as the request needs, lowest current rank first.

    None if it is not partitionable, or if even all that may be preempted do not suffice. A dynamic slot whose current
    rank is below the slot's rank of the request is preempted by rank; one where they are equal by priority, if
    PREEMPTION_REQUIREMENTS allow. Dynamic slots that were merged once are not considered again in the cycle.
    """
    evaluator = state.evaluator
    if not flag_of(evaluator, slot.ad, "PartitionableSlot"):
        return None
    wanted = as_number(evaluator.attribute("Rank", slot.ad, job.ad)) or 0.0
    merged, taken, displacement = slot.ad, [], Displacement.NONE
    for place, current_rank in _eligible(slot, evaluator):
        if current_rank > wanted:
            break
        if current_rank == wanted:
            if rank_only or not _may_displace(slot, place, job.ad, submitter, state):
                continue
            displacement = Displacement.PRIORITY
        elif displacement is not Displacement.PRIORITY:
            displacement = Displacement.RANK
        taken.append(place)
        if slot.kind.flattens:
            # HTCondor undoes the merge if it does not suffice, but does not flatten Requirements again.
            ad = unflattened(slot.ad)
            state.slots.change(slot, ad, state.unflattened_kinds(ad))
        merged = _merge(merged, slot.ad, place, evaluator)
        if state.assessor.fits_changed(job, merged):
            slot.preempted_children |= frozenset(taken)
            return _candidate(slot, merged, job, tuple(taken), displacement, state)
    return None


def _candidate(
    slot: Slot, merged: Ad, job: MatchSide, taken: tuple[int, ...], displacement: Displacement, state: CycleState
) -> Candidate:
    ad = merged.replace({"RemoteUser": NOBODY_IN_PARTICULAR})
    kind = slot_kind(ad, state.settings, state.evaluator, flattens=False)
    assessment = Assessment(kind.weight, state.assessor.limits.of(kind, job))
    return Candidate(slot, assessment, displacement, state.assessor.rank(job, kind, displacement), taken, kind)


def _eligible(slot: Slot, evaluator: Evaluator) -> list[tuple[int, float]]:
    """The dynamic slots that may be preempted, as places in the slot's lists, with their current ranks, ascending."""
    count = max(integer_of(evaluator, slot.ad, "NumDynamicSlots"), 0)
    retirements, states, ranks = (
        _of_children(slot.ad, name, count, evaluator) for name in ("RetirementTimeRemaining", "State", "CurrentRank")
    )
    children = [
        (place, float(as_number(rank) or 0.0))
        for place, (retirement, state, rank) in enumerate(zip(retirements, states, ranks, strict=True))
        if not (place in slot.preempted_children or (as_number(retirement) or 0) > 0 or state == "Preempting")
    ]
    return std_sort(children, key=itemgetter(1))


def _of_children(ad: Ad, name: str, count: int, evaluator: Evaluator) -> list[Value]:
    """An attribute of so many dynamic slots, from the list in which their partitionable slot rolls it up."""
    rolled_up = evaluator.attribute(f"Child{name}", ad)
    values = list(rolled_up)[:count] if isinstance(rolled_up, ListValue) else []
    return [*values, *repeat(UNDEFINED, count - len(values))]


def _of_child(ad: Ad, name: str, place: int, evaluator: Evaluator) -> Value:
    """The same of one of them."""
    return _of_children(ad, name, place + 1, evaluator)[place]


def _may_displace(slot: Slot, place: int, job: Ad, submitter: str, state: CycleState) -> bool:
    name = _of_child(slot.ad, "Name", place, state.evaluator)
    ad = state.by_name().get(name) if isinstance(name, str) else None
    policy = state.settings.ranks.preemption_requirements
    if ad is None or policy is None:
        return False
    users = (text_of(state.evaluator, ad, user) for user in USER_NAMES)
    if next((user for user in users if user is not None), "") == submitter:
        return False
    return state.evaluator.evaluate(policy, ad, job) is True


def _merge(merged: Ad, parent: Ad, place: int, evaluator: Evaluator) -> Ad:
    """Add what a dynamic slot holds of each resource to what its partitionable slot has left."""
    listed = text_of(evaluator, parent, "MachineResources")
    added: dict[str, Value] = {}
    for name in ["Cpus", "Memory", "Disk"] if listed is None else listed.split():
        left = number_of(evaluator, merged, name)
        more = _of_child(parent, name, place, evaluator)
        if left is not None and isinstance(more, int | float) and not isinstance(more, bool):
            added[name] = math.floor(left) + more
    return merged.replace(added)
