"""Accounting groups, step by step: the tree, the quotas, what each round allocates, and the limit of each group.

This is `GroupEntry.cpp` retold. Each function bears the name of its step there without the prefix `hgq_`, and a group
is one object whose figures change as the steps go on, as they do there. The fast engine gets the same numbers from
`userprio.accounting.quotas`, of which nothing is used here but the record of knobs.

All figures are weights, sums of `SlotWeight`, or numbers of slots where NEGOTIATOR_USE_SLOT_WEIGHTS is False. They are
reals, and every sum is formed in the order of the C++ code, so that it is rounded in the same way.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from userprio.accounting.quotas import ROOT, QuotaSettings
from userprio.base.cxx import FLT_MAX, floor, std_sort, to_int, total
from userprio.classad import Ad, Evaluator, Expr, Value, as_number
from userprio.config import Config


@dataclass(eq=False)
class Group:
    """One node of the tree (`GroupEntry`)."""

    name: str
    parent: "Group | None" = None
    children: list["Group"] = field(default_factory=list)
    configured: float = 0.0
    """GROUP_QUOTA_<name>, or GROUP_QUOTA_DYNAMIC_<name>, a fraction."""
    static: bool = False
    accepts_surplus: bool = False
    autoregroup: bool = False
    subtree_quota: float = 0.0
    """What the group and all below it received."""
    quota: float = 0.0
    """The effective quota: what the group may use itself."""
    demand: float = 0.0
    """What its submitters have and want as the cycle begins (`requested` when loaded)."""
    asked: float = 0.0
    """With how much of that a round begins (`currently_requested`)."""
    unmet: float = 0.0
    """How much of that is not allocated yet (`requested` during a round)."""
    allocated: float = 0.0
    subtree_unmet: float = 0.0
    """`unmet`, and that of the children that accept surplus and of those below them (`subtree_requested`)."""
    usage: float = 0.0
    """In use by exactly this group as the round began."""
    served_at: float = 0.0
    """When it was last dealt a whole slot or wanted none (`rr_time`)."""
    subtree_served_at: float = math.inf
    """The earliest such time of the group and of those below that still want something."""
    dealt: bool = False
    """It, or a group below it, was dealt a whole slot in this round (`rr`)."""
    sort_key: float = 0.0


# -- the tree and the quotas ---------------------------------------------------------------------------------------


def folded(name: str) -> bytes:
    """Names are compared as by `strcasecmp`: letters beyond ASCII do not ignore case."""
    return name.encode("utf-8", "surrogatepass").lower()


class Tree(NamedTuple):
    """All groups, breadth first, the root first."""

    groups: tuple[Group, ...]
    any_accepts_surplus: bool
    """Some group, or GROUP_ACCEPT_SURPLUS, accepts surplus (`global_accept_surplus`)."""

    @property
    def root(self) -> Group:
        """The group of all submitters without one."""
        return self.groups[0]

    @property
    def group_mode(self) -> bool:
        """Whether there is any group besides the root: without, a cycle does not go group by group."""
        return len(self.groups) > 1


def construct_tree(config: Config) -> Tree:
    """The tree of a configuration (`hgq_construct_tree`).

    A name that is the root's, that was listed before, or whose parent is not listed is ignored.
    """
    accepts, regroups = config.boolean("GROUP_ACCEPT_SURPLUS"), config.boolean("GROUP_AUTOREGROUP")
    root = Group(ROOT, accepts_surplus=True)
    groups = {b"": root}
    # In alphabetical order a parent comes before its children.
    for name in std_sort([name for name in config.words("GROUP_NAMES") if name != ROOT], key=folded):
        parent = groups.get(folded(name.rpartition(".")[0]))
        # `.x` has an empty name before the dot, which is no group's.
        if parent is None or folded(name) in groups or name.startswith("."):
            continue
        group = groups[folded(name)] = Group(name, parent)
        parent.children.append(group)
        group.accepts_surplus = config.boolean(f"GROUP_ACCEPT_SURPLUS_{name}", default=accepts)
        group.autoregroup = config.boolean(f"GROUP_AUTOREGROUP_{name}", default=regroups)
        static = config.real(f"GROUP_QUOTA_{name}", default=None)
        dynamic = config.real(f"GROUP_QUOTA_DYNAMIC_{name}", default=None)
        # NaN is not at least zero, so it counts as unset.
        if static is not None and static >= 0:
            group.configured, group.static = static, True
        elif dynamic is not None and dynamic >= 0:
            group.configured = dynamic
    below_root = [group for group in groups.values() if group is not root]
    root.autoregroup = regroups or any(group.autoregroup for group in below_root)
    breadth_first = [root]
    for group in breadth_first:
        breadth_first += group.children
    return Tree(tuple(breadth_first), accepts or any(group.accepts_surplus for group in below_root))


def assigned_group(name: str, tree: Tree) -> Group:
    """The group of a submitter or an accounting record (`GetAssignedGroup`).

    The name of a group belongs to that group. Of `group.sub.user@domain`, what is behind the last `@` and the last dot
    is left out; the rest is walked down from the root as far as there are groups. Any other name without `@` is that of
    a group which was removed, and belongs to the root.
    """
    for group in tree.groups:
        if folded(group.name) == folded(name):
            return group
    at = tree.root
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
        if child.static:
            part = child.configured * (for_static / static_sum if static_sum > 0 else 0.0)
        else:
            part = child.configured * (for_dynamic / max(dynamic_sum, 1.0))
        assign_quotas(child, part, oversubscription=oversubscription)
        handed_down += part
    keeps_all = oversubscription and group.parent is not None
    group.quota = quota if keeps_all else max(0.0, quota - handed_down)


# -- one round of allocation ---------------------------------------------------------------------------------------


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


class Claimant(NamedTuple):
    """Who wants a part of a surplus: a child with all that is below it, or the group itself without them."""

    group: Group
    weight: float
    """The quota by which a surplus that is too small is shared."""
    wants: float


def claimants(group: Group) -> list[Claimant]:
    """The children that accept surplus, and last the group itself, which always competes with them."""
    children = [
        Claimant(child, child.subtree_quota, max(child.subtree_unmet, 0.0) if child.accepts_surplus else 0.0)
        for child in group.children
    ]
    return [*children, Claimant(group, group.quota, max(group.unmet, 0.0))]


def allocate_surplus(group: Group, surplus: float) -> float:
    """Share a surplus among a group and its children, and on below them (`hgq_allocate_surplus`); returns the rest.

    If it suffices, all get what they want. If not, it is shared in proportion to quotas; those without any get
    something only of what is then still left, in equal parts.
    """
    if surplus <= 0:
        return 0.0
    if group.subtree_unmet <= 0:
        return surplus
    competing, wanted = claimants(group), group.subtree_unmet
    if surplus >= wanted:
        given = [claimant.wants for claimant in competing]
        surplus -= wanted
        wanted = 0.0
    else:
        left, given = [claimant.wants for claimant in competing], [0.0] * len(competing)
        surplus, wanted = allocate_surplus_loop([one.weight for one in competing], left, given, surplus, wanted)
        surplus, wanted = allocate_surplus_loop([1.0] * len(competing), left, given, surplus, wanted)
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
    competing = claimants(group)

    def turn(at: int) -> tuple[float, float, float]:
        claimant = competing[at]
        waited_since = group.served_at if claimant.group is group else claimant.group.subtree_served_at
        wish = group.unmet if claimant.group is group else claimant.group.subtree_unmet
        return waited_since, -claimant.weight, -wish

    turns = std_sort(range(len(competing)), key=turn)
    left, given = [claimant.wants for claimant in competing], [0.0] * len(competing)
    wanted = group.subtree_unmet
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
    for claimant, slots in zip(competing, given, strict=True):
        claimant.group.dealt = claimant.group.dealt or slots > 0
    for child, slots in zip(group.children, given[:-1], strict=True):
        if slots > 0:
            round_robin(child, slots)
    group.allocated += given[-1]
    group.unmet -= given[-1]
    group.subtree_unmet = wanted
    return surplus


# -- the rounds of a cycle -----------------------------------------------------------------------------------------


class RoundRow(NamedTuple):
    """One group as a round begins to negotiate."""

    round: int
    group: str
    requested: float
    allocated: float
    unallocated: float


class PassRow(NamedTuple):
    """One negotiation with the members of a group; `limit` is what the negotiator applies, without its fraction."""

    round: int
    group: str
    limit: int


class VisitRow(NamedTuple):
    """A turn of a submitter with idle jobs; the fields are those of `Visit` in the outcome of a cycle."""

    round: int | None
    group: str | None
    group_limit: int | None
    kind: str
    spin: int
    submitter: str
    schedd: str
    share: float
    limit: float
    unclaimed_limit: float
    usage: float
    matched: int
    outcome: str


class MatchRow(NamedTuple):
    """A slot given to a submitter; the fields are those of `Match`."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str
    request: str
    number: int
    slot: str
    because: str
    preempts: str | None
    cost: float


class RejectionRow(NamedTuple):
    """A request refused; the fields are those of `Rejection`."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str
    request: str
    reason: str
    jobs: int


@dataclass
class GroupRounds:
    """The rounds of a cycle, and within each the passes (`hgq_negotiate_with_all_groups`)."""

    tree: Tree
    settings: QuotaSettings
    evaluator: Evaluator
    usage: Callable[[Group], float]
    """What exactly this group has in use now."""
    has_submitters: Callable[[Group], bool]
    """Whether any of its submitters are left."""
    negotiate: Callable[[int, Group, int], None]
    """Negotiates with the members of a group, given the round, the group and its limit."""
    rounds: list[RoundRow] = field(default_factory=list)
    passes: list[PassRow] = field(default_factory=list)

    def run(self, now: float) -> None:
        """Allocate and negotiate, until as much is in use as was allocated, or after the last round allowed."""
        groups, root = self.tree.groups, self.tree.root
        for group in groups:
            group.asked = group.demand
        for number in range(1, self.settings.max_rounds + 1):
            for group in groups:
                group.usage, group.unmet, group.dealt = self.usage(group), group.asked, False
            fairshare(root)
            # Weights are reals already; only numbers of slots have to be made whole.
            if not self.settings.slot_weights:
                recover_remainders(root)
            # Where any group regroups, everybody may turn to the root as well, so it has the whole pool. Its quota
            # stays that large, and in later rounds what it leaves unused of it counts as surplus once more.
            if root.autoregroup:
                root.allocated = root.quota = root.subtree_quota
            self.rounds += [RoundRow(number, group.name, group.asked, group.allocated, group.unmet) for group in groups]
            self.one_round(number)
            # Whoever could not fill what it was allocated asks for no more than it has, so that others get a chance
            # at the rest; all others repeat their demand.
            used = [self.usage(group) for group in groups]
            for group, in_use in zip(groups, used, strict=True):
                group.asked = in_use if in_use < group.allocated else group.unmet + group.allocated
            credit = total(min(in_use, group.allocated) for group, in_use in zip(groups, used, strict=True))
            if not credit < total(group.allocated for group in groups):
                break
        for group in groups:
            if group.dealt or group.asked <= 0:
                group.served_at = now

    def one_round(self, number: int) -> None:
        """The passes of a round: each lets groups grow further, and serves all of them in the same order.

        How much the group furthest below its target may grow in a pass is GROUP_QUOTA_ROUND_ROBIN_RATE; by default that
        is beyond all bounds, so that there is one pass. The target of this measure is not that of `group_limit`: where
        nobody accepts surplus it is the quota, else the allocation.
        """
        groups, root, settings = self.tree.groups, self.tree.root, self.settings
        for group in groups:
            group.sort_key = self.sort_key(group)
        # The smallest key first; under autoregroup the root is last, whatever its key.
        order = std_sort(groups, key=lambda group: (root.autoregroup and group is root, group.sort_key))
        targets = [group.allocated if self.tree.any_accepts_surplus else group.quota for group in groups]
        largest_growth = max(0.0, *(target - group.usage for target, group in zip(targets, groups, strict=True)))
        growth = 0.0
        while True:
            growth = min(growth + settings.round_robin_rate, largest_growth)
            for group in order:
                if group.allocated <= 0:
                    continue  # "zero slots allocated"
                if group.usage >= group.allocated and not settings.consider_preemption:
                    continue  # "at or over quota"
                if not self.has_submitters(group):
                    continue
                # The callback takes an int, so a fraction is lost; for NaN that gives the smallest integer.
                limit = to_int(self.group_limit(group, growth, largest_growth))
                self.passes.append(PassRow(number, group.name, limit))
                self.negotiate(number, group, limit)
            # Not `>=`: a rate that is not a number has to end the passes as well.
            if not growth < largest_growth:
                break

    def sort_key(self, group: Group) -> float:
        """GROUP_SORT_EXPR of a group; FLT_MAX, which is behind everybody, if it is not a number."""
        attributes: dict[str, Expr | Value] = {
            "AccountingGroup": group.name,
            "SortExpr": self.settings.sort_expression,
            "SortExprString": self.settings.sort_text,
            "GroupQuota": float(group.quota),
            "GroupResourcesAllocated": float(group.allocated),
            "GroupResourcesInUse": float(group.usage),
        }
        key = as_number(self.evaluator.attribute("SortExpr", Ad(attributes)))
        return FLT_MAX if key is None else float(key)

    def group_limit(self, group: Group, growth: float, largest_growth: float) -> float:
        """How much a group may hold after this pass, what it has already included.

        From what it had as the round began it grows towards its target in step with the group that is furthest from
        its own. The target is the quota if that is more than the allocation: a group that asks for little has its whole
        quota as its limit all the same.
        """
        target = max(group.allocated, group.quota)
        lacking = max(0.0, target - group.usage)
        slots = target
        if lacking > 0:
            # 0/0 where all that is allocated is in use, but a larger quota is not: then this group gets nothing new.
            step = growth / largest_growth if largest_growth else math.nan
            grown = group.usage + lacking * step
            slots = target if target < grown else grown
        if not self.settings.slot_weights:
            slots = floor(slots)
        return self.strict_enforce_quota(group, slots) if self.settings.strict else slots

    def strict_enforce_quota(self, group: Group, slots: float) -> float:
        """Cut a limit so that no group above that accepts no surplus goes beyond its quota with all that is below it.

        A static group is held to the number configured, even if it received less. What is free is taken from usage
        now, but added to usage as the round began: with several passes, what was won in the earlier ones counts twice.
        """
        new = slots - group.usage
        at: Group | None = group
        while at is not None:
            if not at.accepts_surplus:
                quota = at.configured if at.static else at.subtree_quota
                free = max(0.0, quota - self.subtree_usage(at))
                # Not min(): a limit that is not a number stays one.
                if new > free:
                    new = free
            at = at.parent
        return new + group.usage

    def subtree_usage(self, group: Group) -> float:
        """What a group and all below it have in use now."""
        return total(map(self.subtree_usage, group.children)) + self.usage(group)
