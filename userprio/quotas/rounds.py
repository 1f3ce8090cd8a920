"""Rounds of allocation: what each group may hold, in which order groups are served and under what limits.

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

Usage is that of exactly each group, by group number: weights, or slots where weights are not used.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from userprio.classad import Ad, Evaluator, Expr, Value, as_number
from userprio.cxx import FLT_MAX, floor, std_sort, to_int, total
from userprio.quotas.surplus import AllocationState, fair_share, recover_remainders
from userprio.quotas.tree import Group, GroupTree, Quotas, QuotaSettings


@dataclass(frozen=True, slots=True)
class RoundStart:
    """What a round begins with."""

    number: int
    """Counts from 1."""
    tree: GroupTree
    quotas: Quotas
    requested: tuple[float, ...]
    usage: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Allocation:
    """What a round allocates, by group number; weighted slots."""

    allocated: tuple[float, ...]
    """What each group may hold, surplus included."""
    unmet: tuple[float, ...]
    """What it asked for beyond that."""
    dealt: tuple[bool, ...]
    """Whether it was dealt whole slots by turns."""
    surplus: float
    """Quota that no group takes."""


@dataclass(frozen=True, slots=True)
class AllocationRound:
    """A round ready to be negotiated."""

    start: RoundStart
    settings: QuotaSettings
    quotas: Quotas
    """As at the start, but for the root, which has the whole pool under autoregroup."""
    allocation: Allocation
    keys: tuple[float, ...]
    """Sort key of each group, by number."""
    order: tuple[int, ...]
    """Numbers of the groups in the order in which each pass serves them."""
    largest_growth: float
    """By how much the group furthest below its target may grow; the last pass reaches it."""


class Skip(StrEnum):
    """Why a group is left out of a pass, in the negotiator's words."""

    ZERO_ALLOCATED = "zero slots allocated"
    AT_QUOTA = "at or over quota"
    NO_SUBMITTERS = "no submitters"


@dataclass(frozen=True, slots=True)
class GroupLimit:
    """Under what limit the members of a group are negotiated in one pass. It counts what they already hold."""

    slots: float
    """As the negotiator logs it; not a number where it divided 0 by 0."""
    limit: int
    """The same as the negotiator uses it: the fraction is dropped, -2147483648 for not a number."""
    capped_by: int | None
    """The group whose quota cut it, itself or one above, which accepts no surplus; None where nothing was cut."""
    everybody: bool
    """The root's pass under autoregroup: no group limit applies, usage of the group does not count, and the pie is the
    pool; `limit` is what the log shows."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What a round came to."""

    usage: tuple[float, ...]
    credit: float
    """How much of what was allocated is in use."""
    requested: tuple[float, ...]
    """Demand as another round would begin with it."""
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


def open_round(
    start: RoundStart, settings: QuotaSettings, evaluator: Evaluator, served_at: Sequence[float]
) -> AllocationRound:
    """Allocate, and put the groups in order (the head of `GroupEntry::hgq_negotiate_with_all_groups`).

    `order` is that of `group_order`.
    """
    tree = start.tree
    allocation = allocate(start, settings, served_at)
    quotas = start.quotas.with_whole_pool_for_root() if tree.root.autoregroup else start.quotas

    def sort_key(group: Group) -> float:
        attributes: dict[str, Expr | Value] = {
            "AccountingGroup": group.name,
            "SortExpr": settings.sort_expression,
            "SortExprString": settings.sort_text,
            "GroupQuota": float(quotas.effective[group.number]),
            "GroupResourcesAllocated": float(allocation.allocated[group.number]),
            "GroupResourcesInUse": float(start.usage[group.number]),
        }
        value = as_number(evaluator.attribute("SortExpr", Ad(attributes)))
        return FLT_MAX if value is None else float(value)

    keys = tuple(sort_key(group) for group in tree.groups)
    order = group_order(keys, root_last=tree.root.autoregroup)
    targets = allocation.allocated if tree.accepts_surplus else quotas.effective
    growth = max(0.0, *(target - used for target, used in zip(targets, start.usage, strict=True)))
    return AllocationRound(start, settings, quotas, allocation, keys, order, growth)


def group_order(keys: Sequence[float], *, root_last: bool) -> tuple[int, ...]:
    """Numbers of the groups in the order in which the negotiator serves them: smallest GROUP_SORT_EXPR first.

    Equal keys stay in the order that `std::sort` leaves of the breadth-first list (`GroupSortKey`). With autoregroup
    anywhere the root is last, whatever its key.
    """
    return tuple(std_sort(range(len(keys)), key=lambda number: (root_last and number == 0, keys[number])))


def passes(opened: AllocationRound) -> Iterator[float]:
    """The passes of a round: up to what growth each lets the furthest group go. There is at least one."""
    growth = 0.0
    while True:
        growth = min(growth + opened.settings.round_robin_rate, opened.largest_growth)
        yield growth
        # Not >=: a rate that is not a number must end it as well.
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
        # 0/0 where allocations are met and a quota above them is not: nothing new for the group in this pass.
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
    """Keep every subtree whose group accepts no surplus within its quota; the limit, and whose quota cut it last.

    What is in use now counts against usage at the start of the round: from the second pass on, what the group won in
    earlier passes is subtracted twice, as the negotiator does.
    """
    tree, held = opened.start.tree, opened.start.usage[number]
    new, capped_by = slots - held, None
    for group in tree.ancestry(number):
        if group.accepts_surplus:
            continue
        quota = group.configured if group.static else opened.quotas.subtree[group.number]
        room = max(0.0, quota - subtree_usage(tree, group.number, usage))
        # Not min(): not-a-number has to pass.
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
    the others ask for what they asked before. There is another round while less than the allocated is in use.
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
    """When each group was last dealt whole slots, or had nothing to ask for, after the last round of a cycle.

    Seconds since the epoch; a negotiator keeps them until it is reconfigured.
    """
    return tuple(
        now if dealt or requested <= 0 else before
        for dealt, requested, before in zip(last.allocation.dealt, end.requested, served_at, strict=True)
    )
