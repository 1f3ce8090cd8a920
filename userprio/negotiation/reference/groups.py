"""Accounting groups, step by step: the tree, the quotas, what each round allocates, and the limit of each group.

This is `GroupEntry.cpp` retold. Each function bears the name of its step there without the prefix `hgq_`, and a group
is one object whose figures change as the steps go on, as they do there.

All figures are weights, sums of `SlotWeight`, or numbers of slots where NEGOTIATOR_USE_SLOT_WEIGHTS is False. They are
reals, and every sum is formed in the order of the C++ code, so that it is rounded in the same way.
"""

import math
from collections.abc import Mapping, Sequence

import msgspec

from userprio.accounting.quotas import ROOT, QuotaSettings
from userprio.base.cxx import floor, std_sort, total
from userprio.config import Config
from userprio.negotiation.reference.jobs import Queue


class Group(msgspec.Struct, eq=False):
    """One node of the tree (`GroupEntry`)."""

    name: str
    parent: "Group | None" = None
    children: list["Group"] = msgspec.field(default_factory=list)
    configured: float = 0.0  # GROUP_QUOTA_<name>, or GROUP_QUOTA_DYNAMIC_<name>, a fraction
    static: bool = False
    accepts_surplus: bool = False
    autoregroup: bool = False
    subtree_quota: float = 0.0  # what the group and all below it received
    quota: float = 0.0  # the effective quota: what the group may use itself
    demand: float = 0.0  # what its submitters have and want as the cycle begins (`requested` when loaded)
    asked: float = 0.0  # with how much of that a round begins (`currently_requested`)
    unmet: float = 0.0  # how much of that is not allocated yet (`requested` during a round)
    allocated: float = 0.0
    subtree_unmet: float = 0.0  # and that of the children that accept surplus and below them (`subtree_requested`)
    usage: float = 0.0  # in use by exactly this group as the round began
    served_at: float = 0.0  # when it was last dealt a whole slot or wanted none (`rr_time`)
    subtree_served_at: float = math.inf  # the earliest such time of the group and those below that want something
    dealt: bool = False  # it, or a group below it, was dealt a whole slot in this round (`rr`)
    sort_key: float = 0.0
    # Its submitters that are left; the root has who regroups too
    members: list[Queue] = msgspec.field(default_factory=list)


def folded(name: str) -> bytes:
    """Names are compared as by `strcasecmp`: letters beyond ASCII do not ignore case."""
    return name.encode("utf-8", "surrogatepass").lower()


def construct_tree(config: Config) -> list[Group]:
    """The groups of a configuration, breadth first, the root first (`hgq_construct_tree`).

    A name that is the root's, that was listed before, or whose parent is not listed is ignored.
    """
    accepts, regroups = config.boolean("GROUP_ACCEPT_SURPLUS"), config.boolean("GROUP_AUTOREGROUP")
    root = Group(ROOT, accepts_surplus=True)
    by_name = {b"": root}
    # In alphabetical order a parent comes before its children.
    for name in std_sort([name for name in config.words("GROUP_NAMES") if name != ROOT], key=folded):
        parent = by_name.get(folded(name.rpartition(".")[0]))
        # `.x` has an empty name before the dot, which is no group's.
        if parent is None or folded(name) in by_name or name.startswith("."):
            continue
        group = by_name[folded(name)] = Group(name, parent)
        parent.children.append(group)
        group.accepts_surplus = config.boolean(f"GROUP_ACCEPT_SURPLUS_{name}", default=accepts)
        group.autoregroup = config.boolean(f"GROUP_AUTOREGROUP_{name}", default=regroups)
        for knob, static in ((f"GROUP_QUOTA_DYNAMIC_{name}", False), (f"GROUP_QUOTA_{name}", True)):
            # NaN is not at least zero, so it counts as unset.
            if config.real(knob, default=-1.0) >= 0:
                group.configured, group.static = config.real(knob), static
    groups = [root]
    for group in groups:
        groups += group.children
    root.autoregroup = regroups or any(group.autoregroup for group in groups[1:])
    return groups


def assigned_group(name: str, groups: Sequence[Group]) -> Group:
    """The group of a submitter or an accounting record (`GetAssignedGroup`).

    The name of a group belongs to that group. Of `group.sub.user@domain`, what is behind the last `@` and the last dot
    is left out; the rest is walked down from the root as far as there are groups. Any other name without `@` is that of
    a group which was removed, and belongs to the root.
    """
    for group in groups:
        if folded(group.name) == folded(name):
            return group
    at = groups[0]
    for component in folded(name).rpartition(b"@")[0].split(b".")[:-1]:
        below = [child for child in at.children if folded(child.name).rpartition(b".")[2] == component]
        if not below:
            break
        at = below[0]
    return at


def assign_quotas(group: Group, quota: float, *, oversubscription: bool) -> None:
    """Hand a quota down the tree (`hgq_assign_quotas`).

    Static children come first. If they ask for more than there is, they get all of it in proportion, or, with
    NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION, what they ask for all the same. Dynamic children share what is left; if
    their fractions sum up to more than one, each is divided by the sum. With oversubscription a group keeps its whole
    quota for itself too; the root never does, as its quota is not configured but what the others leave.
    """
    if quota <= 0:
        return
    group.subtree_quota = quota
    static_sum = total(child.configured for child in group.children if child.static)
    dynamic_sum = total(child.configured for child in group.children if not child.static)
    for_static = static_sum if oversubscription else min(static_sum, quota)
    for_dynamic = max(0.0, quota - for_static)
    handed_down = 0.0
    for child in group.children:
        of_static = for_static / static_sum if static_sum > 0 else 0.0
        part = child.configured * (of_static if child.static else for_dynamic / max(dynamic_sum, 1.0))
        assign_quotas(child, part, oversubscription=oversubscription)
        handed_down += part
    keeps_all = oversubscription and group.parent is not None
    group.quota = quota if keeps_all else max(0.0, quota - handed_down)


def fairshare(group: Group) -> float:
    """Give every group what it wants of its own quota; what is left is offered around it (`hgq_fairshare`).

    From the leaves up: what a group and those below it leave unused is offered to all of them again, and what none of
    them wants is handed to the parent. Returns that. Whether the group accepts surplus makes no difference here: it
    does so only for what comes from its parent.
    """
    group.allocated = min(group.unmet, group.quota)
    group.unmet -= group.allocated
    group.subtree_unmet = group.unmet
    surplus = group.quota - group.allocated
    for child in group.children:
        surplus += fairshare(child)
        if child.accepts_surplus:
            group.subtree_unmet += child.subtree_unmet
    return allocate_surplus(group, surplus)


def quotas_and_wishes(group: Group) -> tuple[list[float], list[float]]:
    """By which quotas a surplus is shared, and who wants how much of it.

    The children compete, each for all below it, if they accept surplus; and last the group itself, which always does.
    """
    wishes = [max(child.subtree_unmet, 0.0) if child.accepts_surplus else 0.0 for child in group.children]
    return [*(child.subtree_quota for child in group.children), group.quota], [*wishes, max(group.unmet, 0.0)]


def allocate_surplus(group: Group, surplus: float) -> float:
    """Share a surplus among a group and its children, and on below them (`hgq_allocate_surplus`); returns the rest.

    If it suffices, all get what they want. If not, it is shared in proportion to quotas; those without any get
    something only of what is then still left, in equal parts.
    """
    if surplus <= 0:
        return 0.0
    if group.subtree_unmet <= 0:
        return surplus
    quotas, wishes = quotas_and_wishes(group)
    wanted, given = group.subtree_unmet, [0.0] * len(wishes)
    if surplus >= wanted:
        surplus, wanted, given = surplus - wanted, 0.0, wishes
    else:
        surplus, wanted = allocate_surplus_loop(quotas, wishes, given, surplus, wanted)
        surplus, wanted = allocate_surplus_loop([1.0] * len(wishes), wishes, given, surplus, wanted)
    for child, part in zip(group.children, given[:-1], strict=True):
        # A child is given no more than it wants, so nothing comes back.
        allocate_surplus(child, part)
    group.allocated += given[-1]
    group.unmet -= given[-1]
    group.subtree_unmet = wanted
    return surplus


def allocate_surplus_loop(
    weights: Sequence[float], left: list[float], given: list[float], surplus: float, wanted: float
) -> tuple[float, float]:
    """Share in proportion to weights until nobody's wish caps its part (`hgq_allocate_surplus_loop`).

    Whoever gets all it wants frees the rest of its part for the others, so the rest is shared again. `left` and `given`
    are changed; returns the surplus and the unmet demand that are left.
    """
    while surplus > 0:
        weight_sum = total(weight for weight, wish in zip(weights, left, strict=True) if wish > 0)
        if weight_sum <= 0:
            break
        handed_out, capped = 0.0, False
        for at, weight in enumerate(weights):
            if left[at] > 0:
                part = surplus * (weight / weight_sum)
                if part > left[at]:
                    part, capped = left[at], True
                given[at] += part
                left[at] -= part
                handed_out += part
        surplus -= handed_out
        wanted -= handed_out
        if not capped or surplus < 0:
            # All of it was handed out: anything else is an error of rounding.
            surplus = 0.0
    return surplus, wanted


def recover_remainders(group: Group) -> float:
    """Cut allocations to whole slots, and deal out as slots what that frees (`hgq_recover_remainders`).

    Only without slot weights. From the leaves up as in `fairshare`; returns what does not make a slot here.
    """
    remainder = group.allocated - floor(group.allocated)
    group.allocated = floor(group.allocated)
    # What is unmet is whole again but for errors of rounding.
    group.unmet = floor(0.5 + (group.unmet + remainder))
    group.subtree_unmet = group.unmet
    group.subtree_served_at = group.served_at if group.unmet > 0 else math.inf
    for child in group.children:
        remainder += recover_remainders(child)
        if child.accepts_surplus:
            group.subtree_unmet += child.subtree_unmet
            if child.subtree_unmet > 0:
                group.subtree_served_at = min(group.subtree_served_at, child.subtree_served_at)
    return round_robin(group, remainder)


def round_robin(group: Group, surplus: float) -> float:
    """Deal out whole slots at a group and on below it (`hgq_round_robin`); returns the rest.

    Whoever was served longest ago comes first, then the larger quota, then the larger wish. As many slots go to each in
    a turn as go round evenly, at least one. There is no tolerance: 0.999999 is not a slot.
    """
    group.subtree_unmet = floor(group.subtree_unmet)
    if group.subtree_unmet <= 0 or surplus < 1:
        return surplus
    keys = [(child.subtree_served_at, -child.subtree_quota, -child.subtree_unmet) for child in group.children]
    keys.append((group.served_at, -group.quota, -group.unmet))
    turns = std_sort(range(len(keys)), key=keys.__getitem__)
    _, left = quotas_and_wishes(group)
    wanted, given = group.subtree_unmet, [0.0] * len(left)
    while surplus >= 1 and wanted > 0 and any(wish > 0 for wish in left):
        most = max(1.0, floor(surplus / sum(wish > 0 for wish in left)))
        for at in turns:
            if left[at] > 0:
                slots = min(left[at], most)
                given[at] += slots
                left[at] -= slots
                wanted -= slots
                surplus -= slots
                if surplus < most:
                    break
    for child, slots in zip(group.children, given[:-1], strict=True):
        if slots > 0:
            child.dealt = True
            round_robin(child, slots)
    group.dealt = group.dealt or given[-1] > 0
    group.allocated += given[-1]
    group.unmet -= given[-1]
    group.subtree_unmet = wanted
    return surplus


def group_limit(
    group: Group, growth: float, largest_growth: float, settings: QuotaSettings, used: Mapping[str, float]
) -> float:
    """How much a group may hold after a pass, what it has already included; `used` is what groups have now by name.

    From what it had as the round began it grows towards its target in step with the group that is furthest from
    its own. The target is the quota if that is more than the allocation: a group that asks for little has its whole
    quota as its limit all the same.
    """
    slots = target = max(group.allocated, group.quota)
    lacking = max(0.0, target - group.usage)
    if lacking > 0:
        # 0/0 where all that is allocated is in use, but a larger quota is not: then this group gets nothing new.
        grown = group.usage + lacking * (growth / largest_growth if largest_growth else math.nan)
        slots = target if target < grown else grown
    if not settings.slot_weights:
        slots = floor(slots)
    return strict_enforce_quota(group, slots, used) if settings.strict else slots


def strict_enforce_quota(group: Group, slots: float, used: Mapping[str, float]) -> float:
    """Cut a limit so that no group above that accepts no surplus goes beyond its quota with all that is below it.

    A static group is held to the number configured, even if it received less. What is free is taken from usage
    now, but added to usage as the round began: with several passes, what was won in the earlier ones counts twice.
    """
    new = slots - group.usage
    at: Group | None = group
    while at is not None:
        if not at.accepts_surplus:
            quota = at.configured if at.static else at.subtree_quota
            free = max(0.0, quota - subtree_usage(at, used))
            # Not min(): a limit that is not a number stays one.
            new = free if new > free else new
        at = at.parent
    return new + group.usage


def subtree_usage(group: Group, used: Mapping[str, float]) -> float:
    """What a group and all below it have in use now."""
    return total(subtree_usage(child, used) for child in group.children) + used[group.name]
