"""Preempting dynamic slots so that their partitionable slot can take a request (`pslotMultiMatch`).

Claim ids of dynamic slots are private; every dynamic slot that is listed is assumed to have one.
"""

import math
from itertools import chain, repeat
from operator import itemgetter

from userprio.base.cxx import std_sort
from userprio.classad import UNDEFINED, Ad, Evaluator, ListValue, Value, as_number, integer_of, number_of, text_of
from userprio.negotiation.matching import (
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
    eligible = _eligible(slot, state) if slot.kind.partitionable else []
    if not eligible:
        return None
    by_priority = state.settings.ranks.priority_displaces and not rank_only
    wanted = as_number(evaluator.attribute("Rank", slot.ad, job.ad)) or 0.0
    merged, taken, displacement = slot.ad, [], Displacement.NONE
    for place, current_rank in eligible:
        # They come in ascending order, so none of the rest can be preempted either.
        if current_rank > wanted:
            break
        if current_rank == wanted:
            # Passed over without an end: the next of the same rank may belong to another user.
            if not by_priority or not _may_displace(slot, place, job.ad, submitter, state):
                continue
            displacement = Displacement.PRIORITY
        # One that is taken by priority makes the whole match one of priority.
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


def _eligible(slot: Slot, state: CycleState) -> list[tuple[int, float]]:
    """The dynamic slots that may be preempted, as places in the slot's lists, with their current ranks, ascending."""
    key = slot.ad, slot.preempted_children
    known = state.eligible_children.get(key)
    if known is None:
        known = state.eligible_children[key] = _find_eligible(slot, state.evaluator)
    return known


def _find_eligible(slot: Slot, evaluator: Evaluator) -> list[tuple[int, float]]:
    retirements, states, ranks = (
        chain(_rolled_up(slot.ad, name, evaluator), repeat(UNDEFINED))
        for name in ("RetirementTimeRemaining", "State", "CurrentRank")
    )
    places = range(integer_of(evaluator, slot.ad, "NumDynamicSlots"))
    children = [
        (place, float(as_number(rank) or 0.0))
        for place, retirement, state, rank in zip(places, retirements, states, ranks, strict=False)
        if not (place in slot.preempted_children or (as_number(retirement) or 0) > 0 or state == "Preempting")
    ]
    return std_sort(children, key=itemgetter(1))


def _rolled_up(ad: Ad, name: str, evaluator: Evaluator) -> ListValue:
    """An attribute of all dynamic slots, from the list in which their partitionable slot rolls it up."""
    values = evaluator.attribute(f"Child{name}", ad)
    return values if isinstance(values, ListValue) else ListValue(())


def of_child(ad: Ad, name: str, place: int, evaluator: Evaluator) -> Value:
    """The same of one of them."""
    values = _rolled_up(ad, name, evaluator)
    return values[place] if place < len(values) else UNDEFINED


def _may_displace(slot: Slot, place: int, job: Ad, submitter: str, state: CycleState) -> bool:
    name = of_child(slot.ad, "Name", place, state.evaluator)
    ad = state.by_name().get(name) if isinstance(name, str) else None
    policy = state.settings.ranks.preemption_requirements
    # An unset policy allows any slot to be taken, but no dynamic slot: `pslotMultiMatch` asks for a true one.
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
        more = of_child(parent, name, place, evaluator)
        if left is not None and isinstance(more, int | float) and not isinstance(more, bool):
            added[name] = math.floor(left) + more
    return merged.replace(added)
