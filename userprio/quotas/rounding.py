"""Whole slots: fractions of an allocation are collected and dealt out by turns, where slots have no weights."""

import math
from collections.abc import Sequence

from userprio.cxx import floor, std_sort
from userprio.quotas.quotas import Quotas
from userprio.quotas.surplus import AllocationState, Participant, cascade, participants
from userprio.quotas.tree import GroupTree


def recover_remainders(tree: GroupTree, quotas: Quotas, state: AllocationState, served_at: Sequence[float]) -> float:
    """Cut allocations to whole slots and deal out what that frees, bottom up (`hgq_recover_remainders`).

    `served_at` says for each group when it was last served or had no need, seconds since the epoch, 0 for never; those
    served longest ago go first. Returns the fractions that made no whole slot, or that nobody may have.
    """
    left = [0.0] * len(tree.groups)
    oldest = [math.inf] * len(tree.groups)
    for group in reversed(tree.groups):
        number = group.number
        fraction = state.allocated[number] - floor(state.allocated[number])
        state.allocated[number] = floor(0.5 + (state.allocated[number] - fraction))
        state.unmet[number] = floor(0.5 + (state.unmet[number] + fraction))
        state.unmet_demand[number] = state.unmet[number]
        left[number] = fraction
        if state.unmet[number] > 0:
            oldest[number] = served_at[number]
        if not group.children:
            continue
        for child in group.children:
            left[number] += left[child]
            if tree.groups[child].accepts_surplus:
                state.unmet_demand[number] += state.unmet_demand[child]
                if state.unmet_demand[child] > 0:
                    oldest[number] = min(oldest[number], oldest[child])
        left[number] = _deal(tree, quotas, state, served_at, oldest, number, left[number])
    return left[0]


def _deal(
    tree: GroupTree,
    quotas: Quotas,
    state: AllocationState,
    served_at: Sequence[float],
    oldest: Sequence[float],
    place: int,
    surplus: float,
) -> float:
    """Deal whole slots at one place and down its subtree; returns the rest (`GroupEntry::hgq_round_robin`)."""

    def divide(at: int, slots: float) -> tuple[float, Sequence[float]]:
        state.unmet_demand[at] = floor(state.unmet_demand[at])
        # A remainder of 0.999..., where fractions should add up to 1, is not a slot: there is no tolerance.
        if state.unmet_demand[at] <= 0 or slots < 1:
            return slots, ()
        competing = participants(tree, quotas, state, at)
        times = [served_at[one.number] if one.number == at else oldest[one.number] for one in competing]
        given, slots, state.unmet_demand[at] = deal(slots, state.unmet_demand[at], competing, times)
        for one, got in zip(competing, given, strict=True):
            state.dealt[one.number] |= got > 0
        *to_children, own = given
        state.grant(at, own)
        return slots, to_children

    return cascade(tree, place, surplus, divide)


def deal(
    surplus: float, unmet_demand: float, competing: Sequence[Participant], times: Sequence[float]
) -> tuple[list[float], float, float]:
    """Deal out whole slots in turns: what each participant gets, the surplus left, the unmet_demand left.

    First in turn is who was served longest ago by `times`, then who has more quota, then who wants more.
    """
    given = [0.0] * len(competing)
    left = [one.wants for one in competing]
    hungry = sum(wanted > 0 for wanted in left)
    turns = std_sort(
        range(len(competing)), key=lambda at: (times[at], -competing[at].weight, -competing[at].unmet_demand)
    )
    while surplus >= 1 and unmet_demand > 0 and hungry:
        most = max(1.0, floor(surplus / hungry))
        hungry = 0
        for at in turns:
            if left[at] <= 0:
                continue
            slots = min(left[at], most)
            given[at] += slots
            left[at] -= slots
            surplus -= slots
            unmet_demand -= slots
            hungry += left[at] > 0
            if surplus < most:
                break
    return given, surplus, unmet_demand
