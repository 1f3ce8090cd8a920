"""Allocation rounds: how much each group may hold, in which order groups are served, and under which limits.

A negotiation cycle drives them:

    start = first_round(tree, quotas, demand, usage)
    while start is not None:
        opened = open_round(start, settings, evaluator, served_at)
        for growth in passes(opened):
            for number in opened.order:
                limit = group_limit(opened, growth, number, usage now, whether it has submitters left)
                ...                                     # negotiate with the group, unless the limit is a Skip
        ended = end_round(opened, usage now)
        start = ended.following
    served_at = served_times(opened, ended, served_at, now)

Usage is each group's own, without its subgroups, by group number: weighted slots, or slots where weights are off.

Before that, fair share and surplus in one round: groups get their own quota first, then what others leave, bottom up.
Without slot weights, fractions of slots are then collected and dealt out as whole slots, in turn.
"""

import math
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from enum import StrEnum
from typing import Final, Self

from msgspec import Struct

from userprio.accounting.quotas.tree import Group, GroupTree, Quotas, QuotaSettings
from userprio.base.cxx import FLT_MAX, floor, std_sort, to_int, total
from userprio.classad import Ad, Evaluator, Expr, Value, as_number

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

    if surplus <= 0:
        return 0.0

    def divide(at: int, slots: float) -> tuple[float, Sequence[float]]:
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


class RoundStart(Struct, frozen=True):
    """The input of a round; demand and usage by group number."""

    number: int
    """Counts from 1."""
    tree: GroupTree
    quotas: Quotas
    requested: tuple[float, ...]
    usage: tuple[float, ...]


class Allocation(Struct, frozen=True):
    """What a round allocates, by group number; weighted slots."""

    allocated: tuple[float, ...]
    """What each group may hold, surplus included."""
    unmet: tuple[float, ...]
    """What each group asked for beyond its allocation."""
    dealt: tuple[bool, ...]
    """Whether each group was dealt whole slots, see `recover_remainders`."""
    surplus: float
    """Quota that no group took."""


class AllocationRound(Struct, frozen=True):
    """A round ready to be negotiated."""

    start: RoundStart
    settings: QuotaSettings
    quotas: Quotas
    """Those of the start, except that under autoregroup the root's own quota is the whole pool."""
    allocation: Allocation
    keys: tuple[float, ...]
    """Sort key of each group, by number."""
    order: tuple[int, ...]
    """Numbers of the groups in the order in which each pass serves them."""
    largest_growth: float
    """How many slots the group furthest below its target may grow by; the last pass allows all of them."""


class Skip(StrEnum):
    """Why a group is left out of a pass, in the negotiator's words."""

    ZERO_ALLOCATED = "zero slots allocated"
    AT_QUOTA = "at or over quota"
    NO_SUBMITTERS = "no submitters"


class GroupLimit(Struct, frozen=True):
    """The limit for the members of a group in one pass, slots that they already hold included."""

    slots: float
    """As the negotiator logs it; NaN where it divided 0 by 0."""
    limit: int
    """What the negotiator applies: `slots` without the fraction, -2147483648 for NaN."""
    capped_by: int | None
    """The group that cut the limit to its quota, itself or an ancestor, for it accepts no surplus; None: not cut."""
    everybody: bool
    """Whether this is the root's pass under autoregroup: no group limit applies, the group's usage does not count, and
    the pie is the whole pool; `limit` is only what the log shows."""


class RoundEnd(Struct, frozen=True):
    """The outcome of a round."""

    usage: tuple[float, ...]
    credit: float
    """How much of what was allocated is in use."""
    requested: tuple[float, ...]
    """The demand with which another round would begin."""
    following: RoundStart | None
    """The next round, None after the last."""


def first_round(tree: GroupTree, quotas: Quotas, demand: Sequence[float], usage: Sequence[float]) -> RoundStart:
    """The start of a cycle's first round, from demand and usage at the start of the cycle."""
    return RoundStart(1, tree, quotas, tuple(demand), tuple(usage))


def allocate(start: RoundStart, settings: QuotaSettings, served_at: Sequence[float]) -> Allocation:
    """Fair share, surplus and, without slot weights, whole slots; then the root's share under autoregroup.

    `served_at` is what `served_times` returned after the previous cycle, zeros at first.
    """
    state = AllocationState.at_start(start.requested)
    surplus = fair_share(start.tree, start.quotas, state)
    if not settings.slot_weights:
        surplus += recover_remainders(start.tree, start.quotas, state, served_at)
    if start.tree.root.autoregroup:
        state.allocated[0] = start.quotas.pool
    return Allocation(tuple(state.allocated), tuple(state.unmet), tuple(state.dealt), surplus)


SortedBy = tuple[str, float, float, float]
"""A group, its quota, what it was allocated and what it has in use."""
_MOST_KEYS: Final = 1 << 16
"""Largest number of sort keys that are cached."""


def open_round(
    start: RoundStart,
    settings: QuotaSettings,
    evaluator: Evaluator,
    served_at: Sequence[float],
    known: MutableMapping[SortedBy, float] | None = None,
) -> AllocationRound:
    """Allocate, and sort the groups (the first part of `GroupEntry::hgq_negotiate_with_all_groups`).

    `known` has sort keys of other rounds with the same settings, and gets those of this one.
    """
    tree = start.tree
    allocation = allocate(start, settings, served_at)
    quotas = start.quotas.with_whole_pool_for_root() if tree.root.autoregroup else start.quotas

    keys_by_figures = {} if known is None else known

    def sort_key(group: Group) -> float:
        number = group.number
        quota, allocated, in_use = quotas.effective[number], allocation.allocated[number], start.usage[number]
        by = group.name, float(quota), float(allocated), float(in_use)
        key = keys_by_figures.get(by)
        if key is None:
            reads = evaluator.impure_reads
            key = _sort_key(by, settings, evaluator)
            if evaluator.impure_reads == reads and len(keys_by_figures) < _MOST_KEYS:
                keys_by_figures[by] = key
        return key

    keys = tuple(sort_key(group) for group in tree.groups)
    order = group_order(keys, root_last=tree.root.autoregroup)
    targets = allocation.allocated if tree.accepts_surplus else quotas.effective
    growth = max(0.0, *(target - used for target, used in zip(targets, start.usage, strict=True)))
    return AllocationRound(start, settings, quotas, allocation, keys, order, growth)


def _sort_key(by: SortedBy, settings: QuotaSettings, evaluator: Evaluator) -> float:
    group, quota, allocated, in_use = by
    attributes: dict[str, Expr | Value] = {
        "AccountingGroup": group,
        "SortExpr": settings.sort_expression,
        "SortExprString": settings.sort_text,
        "GroupQuota": quota,
        "GroupResourcesAllocated": allocated,
        "GroupResourcesInUse": in_use,
    }
    value = as_number(evaluator.attribute("SortExpr", Ad(attributes)))
    return FLT_MAX if value is None else float(value)


def group_order(keys: Sequence[float], *, root_last: bool) -> tuple[int, ...]:
    """Numbers of the groups in the order in which the negotiator serves them: smallest GROUP_SORT_EXPR first.

    Groups with equal keys come as `std::sort` leaves the breadth-first list (`GroupSortKey`). `root_last`, where any
    group has autoregroup, puts the root last whatever its key.
    """
    return tuple(std_sort(range(len(keys)), key=lambda number: (root_last and number == 0, keys[number])))


def passes(opened: AllocationRound) -> Iterator[float]:
    """The passes of a round, at least one: how many slots each lets the group furthest below its target grow by."""
    growth = 0.0
    while True:
        growth = min(growth + opened.settings.round_robin_rate, opened.largest_growth)
        yield growth
        # Not >=: a rate of NaN must end the passes as well.
        if not growth < opened.largest_growth:
            return


def group_limit(
    opened: AllocationRound, growth: float, number: int, usage: Sequence[float], has_submitters: bool
) -> GroupLimit | Skip:
    """The limit of a group in the pass of this growth, given what every group has in use now.

    The limit grows from the usage at the start of the round in proportion to what the group lacks, up to the larger
    of quota and allocation; then groups that accept no surplus cap it (`GroupEntry::strict_enforce_quota`).
    """
    allocated, held = opened.allocation.allocated[number], opened.start.usage[number]
    if allocated <= 0:
        return Skip.ZERO_ALLOCATED
    if held >= allocated and not opened.settings.consider_preemption:
        return Skip.AT_QUOTA
    if not has_submitters:
        return Skip.NO_SUBMITTERS
    target = max(allocated, opened.quotas.effective[number])
    lacking = max(0.0, target - held)
    slots = target
    if lacking > 0:
        # 0/0 where all allocations are in use but a larger quota is not: nothing new for the group in this pass.
        part = growth / opened.largest_growth if opened.largest_growth else float("nan")
        grown = held + lacking * part
        slots = target if target < grown else grown
    if not opened.settings.slot_weights:
        slots = floor(slots)
    capped_by = None
    if opened.settings.strict:
        slots, capped_by = _cap(opened, number, slots, usage)
    return GroupLimit(slots, to_int(slots), capped_by, everybody=number == 0 and opened.start.tree.root.autoregroup)


def _cap(opened: AllocationRound, number: int, slots: float, usage: Sequence[float]) -> tuple[float, int | None]:
    """Keep subtrees of groups that accept no surplus within quota; returns the limit, and the group that cut it last.

    As in the negotiator, what is free now is added to usage at the start of the round: from the second pass on, slots
    that the group won in earlier passes are subtracted twice.
    """
    tree, held = opened.start.tree, opened.start.usage[number]
    new, capped_by = slots - held, None
    for group in tree.ancestry(number):
        if group.accepts_surplus:
            continue
        quota = group.configured if group.static else opened.quotas.subtree[group.number]
        room = max(0.0, quota - subtree_usage(tree, group.number, usage))
        # Not min(): NaN has to pass through.
        if new > room:
            new, capped_by = room, group.number
    return new + held, capped_by


def subtree_usage(tree: GroupTree, number: int, usage: Sequence[float]) -> float:
    """What a group and all its descendants have in use."""
    below = [number]
    for at in below:
        below.extend(tree.groups[at].children)
    held: dict[int, float] = {}
    for at in reversed(below):
        held[at] = total(held[child] for child in tree.groups[at].children) + usage[at]
    return held[number]


def end_round(opened: AllocationRound, usage: Sequence[float]) -> RoundEnd:
    """Compare what is in use now with what was allocated.

    A group that could not fill its allocation asks for no more than it has, so that others get a chance at the rest;
    the others repeat their demand. Another round follows while less is in use than was allocated, up to
    GROUP_QUOTA_MAX_ALLOCATION_ROUNDS.
    """
    allocated, start = opened.allocation.allocated, opened.start
    credit = total(min(used, slots) for used, slots in zip(usage, allocated, strict=True))
    requested = tuple(
        used if used < slots else unmet + slots
        for used, slots, unmet in zip(usage, allocated, opened.allocation.unmet, strict=True)
    )
    following = None
    if credit < total(allocated) and start.number < opened.settings.max_rounds:
        following = RoundStart(start.number + 1, start.tree, opened.quotas, requested, tuple(usage))
    return RoundEnd(tuple(usage), credit, requested, following)


def served_times(last: AllocationRound, end: RoundEnd, served_at: Sequence[float], now: float) -> tuple[float, ...]:
    """When each group was last dealt whole slots or had no demand, as of the last round of a cycle.

    Seconds since the epoch; a negotiator keeps them until it is reconfigured.
    """
    return tuple(
        now if dealt or requested <= 0 else before
        for dealt, requested, before in zip(last.allocation.dealt, end.requested, served_at, strict=True)
    )
