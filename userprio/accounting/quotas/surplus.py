"""Fair share and surplus in one round: groups get their own quota first, then what others leave, bottom up.

Without slot weights, fractions of slots are then collected and dealt out as whole slots, in turn.
"""

import math
from collections.abc import Callable, Sequence
from typing import Self

from msgspec import Struct

from userprio.accounting.quotas.tree import GroupTree, Quotas
from userprio.base.cxx import floor, std_sort, total

Dealt = tuple[list[float], float, float]
"""What each participant gets, the surplus that is left, and the unmet demand that is left."""


class AllocationState(Struct):
    """The state of each group while a round's allocation is worked out; weighted slots, by group number."""

    unmet: list[float]
    """The group's own demand that no allocation covers yet."""
    allocated: list[float]
    unmet_demand: list[float]
    """Unmet demand that surplus may serve: the group's own, and that of the children that accept surplus."""
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


class Participant(Struct, frozen=True):
    """A competitor for the surplus at a node of the tree: the node's own group, or one of its children."""

    number: int
    weight: float
    """Quota: a child's is that of its whole subtree, the node's group has only its own."""
    unmet_demand: float
    eligible: bool

    @property
    def wants(self) -> float:
        """What it may still be given: its unmet_demand, nothing for a child that accepts no surplus."""
        return self.unmet_demand if self.eligible and self.unmet_demand > 0 else 0.0


def _participants(tree: GroupTree, quotas: Quotas, state: AllocationState, place: int) -> tuple[Participant, ...]:
    """The competitors for surplus at a node: its children, then its own group.

    The node's own group competes whether it accepts surplus or not; at the root this is how submitters without a
    group get quota that groups leave idle.
    """
    children = (
        Participant(child, quotas.subtree[child], state.unmet_demand[child], tree.groups[child].accepts_surplus)
        for child in tree.groups[place].children
    )
    return (*children, Participant(place, quotas.effective[place], state.unmet[place], True))


def fair_share(tree: GroupTree, quotas: Quotas, state: AllocationState) -> float:
    """Give each group what it wants of its own quota, then a share of what others leave (`hgq_fairshare`).

    Unused quota is offered first within the group's own subtree, then within its parent's, and so on. Returns the
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
    """Share a surplus among a node's own group and its children, and down their subtrees; returns the rest.

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
    """Divide a surplus at a node, then each child's part at that child, and so on; returns what the node left over.

    `divide` returns what it leaves over and what it hands to each child. A child is never handed more than its subtree
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
    """Divide a surplus: all demand is met if it suffices, else it goes in proportion to quota, then evenly.

    `unmet_demand` is the total of `competing`. Participants without quota get something only in the last step, from
    what the others had no use for.
    """
    left = [participant.wants for participant in competing]
    if surplus >= unmet_demand:
        return left, surplus - unmet_demand, 0.0
    given = [0.0] * len(left)
    for weights in ([participant.weight for participant in competing], [1.0] * len(left)):
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
                # Everything was handed out; what is left is rounding error.
                surplus = 0.0
    return given, surplus, unmet_demand


def recover_remainders(tree: GroupTree, quotas: Quotas, state: AllocationState, served_at: Sequence[float]) -> float:
    """Cut allocations to whole slots and deal out what that frees, bottom up (`hgq_recover_remainders`).

    `served_at` says for each group when it was last served or had no demand, seconds since the epoch, 0 for never;
    groups served longest ago come first. Returns the fractions that did not make a whole slot, or that no group may
    have.
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
    """Deal whole slots at one node and down its subtree; returns the rest (`GroupEntry::hgq_round_robin`)."""

    def divide(at: int, slots: float) -> tuple[float, Sequence[float]]:
        state.unmet_demand[at] = floor(state.unmet_demand[at])
        # A remainder of 0.999..., where fractions should add up to 1, is not a slot: there is no tolerance.
        if state.unmet_demand[at] <= 0 or slots < 1:
            return slots, ()
        competing = _participants(tree, quotas, state, at)
        # A subgroup competes as the one in it that was served longest ago, the group itself by its own time.
        numbers = [participant.number for participant in competing]
        times = [served_at[number] if number == at else oldest[number] for number in numbers]
        given, slots, state.unmet_demand[at] = deal(slots, state.unmet_demand[at], competing, times)
        for number, got in zip(numbers, given, strict=True):
            state.dealt[number] |= got > 0
        *to_children, own = given
        state.grant(at, own)
        return slots, to_children

    return _cascade(tree, place, surplus, divide)


def deal(surplus: float, unmet_demand: float, competing: Sequence[Participant], times: Sequence[float]) -> Dealt:
    """Deal out whole slots in turn: by `times`, longest ago first, then by quota and by demand, largest first."""
    given = [0.0] * len(competing)
    left = [participant.wants for participant in competing]
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
