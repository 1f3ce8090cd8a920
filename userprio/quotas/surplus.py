"""Fair share and surplus: how demand meets quotas in one round, bottom up, and how slots are made whole.

Without weights the fractions of an allocation are collected and dealt out by turns.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from userprio.cxx import floor, std_sort, total
from userprio.quotas.tree import GroupTree, Quotas

Dealt = tuple[list[float], float, float]
"""What each participant gets, what is left of the surplus, and of everybody's unmet demand."""


@dataclass(slots=True)
class AllocationState:
    """The state of each group while a round's allocation is worked out; weighted slots, by group number."""

    unmet: list[float]
    """Demand of the group itself that nothing is allocated for yet."""
    allocated: list[float]
    unmet_demand: list[float]
    """Unmet demand that surplus may reach: of the group itself and of the children that accept surplus."""
    dealt: list[bool]
    """Whether whole slots were dealt to the group or through it, see `recover_remainders`."""

    @classmethod
    def at_start(cls, requested: Sequence[float]) -> Self:
        """Everything requested, nothing allocated."""
        size = len(requested)
        return cls(list(requested), [0.0] * size, [0.0] * size, [False] * size)

    def grant(self, number: int, slots: float) -> None:
        """Allocate more slots to the group itself."""
        self.allocated[number] += slots
        self.unmet[number] -= slots


@dataclass(frozen=True, slots=True)
class Participant:
    """One who competes where surplus appears: the group of that place, or a child of it."""

    number: int
    weight: float
    """Quota: of the whole subtree for a child, its own for the group of the place."""
    unmet_demand: float
    eligible: bool

    @property
    def wants(self) -> float:
        """What it may still be given: its unmet_demand, nothing for a child that accepts no surplus."""
        return self.unmet_demand if self.eligible and self.unmet_demand > 0 else 0.0


def _participants(tree: GroupTree, quotas: Quotas, state: AllocationState, place: int) -> tuple[Participant, ...]:
    """Who meets where surplus appears: the children of the place, then its group itself.

    The group of the place competes whether it accepts surplus or not; for the root this is how submitters without a
    group come by quotas that groups leave idle.
    """
    children = (
        Participant(child, quotas.subtree[child], state.unmet_demand[child], tree.groups[child].accepts_surplus)
        for child in tree.groups[place].children
    )
    return (*children, Participant(place, quotas.effective[place], state.unmet[place], True))


def fair_share(tree: GroupTree, quotas: Quotas, state: AllocationState) -> float:
    """Give each group what it wants of its own quota and what it may have of others' (`hgq_fairshare`).

    Quota that a group leaves unused is offered first around its own place, then one level up, and so on. Returns the
    surplus that nobody took.
    """
    left = [0.0] * len(tree.groups)
    for group in reversed(tree.groups):
        number = group.number
        state.grant(number, min(state.unmet[number], quotas.effective[number]))
        state.unmet_demand[number] = state.unmet[number]
        left[number] = quotas.effective[number] - state.allocated[number]
        for child in group.children:
            left[number] += left[child]
            if tree.groups[child].accepts_surplus:
                state.unmet_demand[number] += state.unmet_demand[child]
        left[number] = _distribute(tree, quotas, state, number, left[number])
    return left[0]


def _distribute(tree: GroupTree, quotas: Quotas, state: AllocationState, place: int, surplus: float) -> float:
    """Share a surplus among the group of this place and its children, and down their subtrees; returns the rest.

    `GroupEntry::hgq_allocate_surplus`.
    """

    def divide(at: int, slots: float) -> tuple[float, Sequence[float]]:
        if slots <= 0:
            return 0.0, ()
        if state.unmet_demand[at] <= 0:
            return slots, ()
        given, slots, state.unmet_demand[at] = share(
            slots, state.unmet_demand[at], _participants(tree, quotas, state, at)
        )
        *to_children, own = given
        state.grant(at, own)
        return slots, to_children

    return _cascade(tree, place, surplus, divide)


def _cascade(
    tree: GroupTree, place: int, surplus: float, divide: Callable[[int, float], tuple[float, Sequence[float]]]
) -> float:
    """Divide a surplus at a place, then what its children got at theirs, and so on; returns the rest of the first.

    `divide` answers what it leaves and what it hands to each child. A child is never handed more than its subtree
    wants, so nothing comes back from below.
    """
    rest, waiting = 0.0, [(place, surplus)]
    while waiting:
        at, slots = waiting.pop()
        left, handed = divide(at, slots)
        rest = left if at == place else rest
        waiting += [(child, got) for child, got in zip(tree.groups[at].children, handed, strict=False) if got > 0]
    return rest


def share(surplus: float, unmet_demand: float, competing: Sequence[Participant]) -> Dealt:
    """Divide a surplus: to everybody's content if it suffices, else in proportion to quota, then evenly.

    `unmet_demand` is that of all _participants. Who has no quota gets something only in the last step, from what
    those with quota had no use for.
    """
    left = [each.wants for each in competing]
    if surplus >= unmet_demand:
        return left, surplus - unmet_demand, 0.0
    given = [0.0] * len(left)
    for weights in ([each.weight for each in competing], [1.0] * len(left)):
        while surplus > 0:
            norm = total(weight for weight, wanted in zip(weights, left, strict=True) if wanted > 0)
            if norm <= 0:
                break
            handed, capped = 0.0, False
            for place, weight in enumerate(weights):
                if left[place] <= 0:
                    continue
                slots = surplus * (weight / norm)
                if slots > left[place]:
                    slots, capped = left[place], True
                given[place] += slots
                left[place] -= slots
                handed += slots
            surplus -= handed
            unmet_demand -= handed
            if not capped or surplus < 0:
                # Everything was handed out; what is left is the rounding of doubles.
                surplus = 0.0
    return given, surplus, unmet_demand


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
        state.allocated[number] = floor(state.allocated[number])
        state.unmet[number] = floor(0.5 + (state.unmet[number] + fraction))
        state.unmet_demand[number] = state.unmet[number]
        left[number] = fraction
        if state.unmet[number] > 0:
            oldest[number] = served_at[number]
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
        competing = _participants(tree, quotas, state, at)
        times = [served_at[each.number] if each.number == at else oldest[each.number] for each in competing]
        given, slots, state.unmet_demand[at] = deal(slots, state.unmet_demand[at], competing, times)
        for one, got in zip(competing, given, strict=True):
            state.dealt[one.number] |= got > 0
        *to_children, own = given
        state.grant(at, own)
        return slots, to_children

    return _cascade(tree, place, surplus, divide)


def deal(surplus: float, unmet_demand: float, competing: Sequence[Participant], times: Sequence[float]) -> Dealt:
    """Deal out whole slots in turns.

    First in turn is who was served longest ago by `times`, then who has more quota, then who wants more.
    """
    given = [0.0] * len(competing)
    left = [each.wants for each in competing]
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
