"""Whole slots: fractions of an allocation are collected and dealt out by turns, where slots have no weights."""

import math
from collections.abc import Sequence

from userprio.cxx import floor, std_sort
from userprio.quotas.quotas import Quotas
from userprio.quotas.surplus import Participant, Standing, cascade, participants
from userprio.quotas.tree import GroupTree


def recover_remainders(tree: GroupTree, quotas: Quotas, standing: Standing, served_at: Sequence[float]) -> float:
    """Cut allocations to whole slots and deal out what that frees, bottom up (`hgq_recover_remainders`).

    `served_at` says for each group when it was last served or had no need, seconds since the epoch, 0 for never; those
    served longest ago go first. Returns the fractions that made no whole slot, or that nobody may have.
    """
    left = [0.0] * len(tree.groups)
    oldest = [math.inf] * len(tree.groups)
    for group in reversed(tree.groups):
        number = group.number
        fraction = standing.allocated[number] - floor(standing.allocated[number])
        standing.allocated[number] = floor(0.5 + (standing.allocated[number] - fraction))
        standing.unmet[number] = floor(0.5 + (standing.unmet[number] + fraction))
        standing.hunger[number] = standing.unmet[number]
        left[number] = fraction
        if standing.unmet[number] > 0:
            oldest[number] = served_at[number]
        if not group.children:
            continue
        for child in group.children:
            left[number] += left[child]
            if tree.groups[child].accepts_surplus:
                standing.hunger[number] += standing.hunger[child]
                if standing.hunger[child] > 0:
                    oldest[number] = min(oldest[number], oldest[child])
        left[number] = _deal(tree, quotas, standing, served_at, oldest, number, left[number])
    return left[0]


def _deal(
    tree: GroupTree,
    quotas: Quotas,
    standing: Standing,
    served_at: Sequence[float],
    oldest: Sequence[float],
    place: int,
    surplus: float,
) -> float:
    """Deal whole slots at one place and down its subtree; returns the rest (`GroupEntry::hgq_round_robin`)."""

    def divide(at: int, slots: float) -> tuple[float, Sequence[float]]:
        standing.hunger[at] = floor(standing.hunger[at])
        # A remainder of 0.999..., where fractions should add up to 1, is not a slot: there is no tolerance.
        if standing.hunger[at] <= 0 or slots < 1:
            return slots, ()
        competing = participants(tree, quotas, standing, at)
        times = [served_at[one.number] if one.number == at else oldest[one.number] for one in competing]
        given, slots, standing.hunger[at] = deal(slots, standing.hunger[at], competing, times)
        for one, got in zip(competing, given, strict=True):
            standing.dealt[one.number] |= got > 0
        *to_children, own = given
        standing.grant(at, own)
        return slots, to_children

    return cascade(tree, place, surplus, divide)


def deal(
    surplus: float, hunger: float, competing: Sequence[Participant], times: Sequence[float]
) -> tuple[list[float], float, float]:
    """Deal out whole slots in turns: what each participant gets, the surplus left, the hunger left.

    First in turn is who was served longest ago by `times`, then who has more quota, then who wants more.
    """
    given = [0.0] * len(competing)
    left = [one.wants for one in competing]
    hungry = sum(wanted > 0 for wanted in left)
    turns = std_sort(range(len(competing)), key=lambda at: (times[at], -competing[at].weight, -competing[at].hunger))
    while surplus >= 1 and hunger > 0 and hungry:
        most = max(1.0, floor(surplus / hungry))
        hungry = 0
        for at in turns:
            if left[at] <= 0:
                continue
            slots = min(left[at], most)
            given[at] += slots
            left[at] -= slots
            surplus -= slots
            hunger -= slots
            hungry += left[at] > 0
            if surplus < most:
                break
    return given, surplus, hunger
