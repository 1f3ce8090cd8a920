"""What the configuration gives each group, and what its submitters ask for."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from userprio.classad import Expr
from userprio.config import Config
from userprio.cxx import total
from userprio.quotas.tree import GroupTree


@dataclass(frozen=True, slots=True)
class QuotaSettings:
    """Values of the knobs, read once for a cycle."""

    oversubscription: bool
    """`NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION`: static quotas may exceed their parent's, which keeps its own."""
    strict: bool
    """`NEGOTIATOR_STRICT_ENFORCE_QUOTA`: groups that accept no surplus cap their whole subtree."""
    slot_weights: bool
    """`NEGOTIATOR_USE_SLOT_WEIGHTS`: slots are counted by weight and fractions of them are kept."""
    weighted_demand: bool
    """`NEGOTIATOR_USE_WEIGHTED_DEMAND`."""
    consider_preemption: bool
    """`NEGOTIATOR_CONSIDER_PREEMPTION`."""
    round_robin_rate: float
    """`GROUP_QUOTA_ROUND_ROBIN_RATE`: by how many slots the largest limit may grow from pass to pass."""
    max_rounds: int
    """`GROUP_QUOTA_MAX_ALLOCATION_ROUNDS`."""
    sort_expression: Expr
    """`GROUP_SORT_EXPR`."""
    sort_text: str
    """The same as written."""

    @classmethod
    def from_config(cls, config: Config) -> Self:
        """Read the knobs; `KnobError` where one of them has no valid value."""
        sort_expression = config.expression("GROUP_SORT_EXPR")
        assert sort_expression is not None, "an empty one is refused"
        return cls(
            oversubscription=config.boolean("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"),
            strict=config.boolean("NEGOTIATOR_STRICT_ENFORCE_QUOTA"),
            slot_weights=config.boolean("NEGOTIATOR_USE_SLOT_WEIGHTS"),
            weighted_demand=config.boolean("NEGOTIATOR_USE_WEIGHTED_DEMAND"),
            consider_preemption=config.boolean("NEGOTIATOR_CONSIDER_PREEMPTION"),
            round_robin_rate=config.real("GROUP_QUOTA_ROUND_ROBIN_RATE"),
            max_rounds=config.integer("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS"),
            sort_expression=sort_expression,
            sort_text=config.string("GROUP_SORT_EXPR") or "",
        )


@dataclass(frozen=True, slots=True)
class Quotas:
    """Quotas of one cycle by group number; weighted slots."""

    pool: float
    """Size of the pool, the quota of the root's subtree."""
    subtree: tuple[float, ...]
    """What each group received for itself and its descendants."""
    effective: tuple[float, ...]
    """What each group may use itself, without its descendants (`EffectiveQuota`)."""

    def with_whole_pool_for_root(self) -> "Quotas":
        """The same with the whole pool as the root's own quota, as autoregroup leaves it."""
        return replace(self, effective=(self.pool, *self.effective[1:]))


def assign_quotas(tree: GroupTree, pool: float, settings: QuotaSettings) -> Quotas:
    """Hand the pool down the tree (`GroupEntry::hgq_assign_quotas`; HTCondor manual, "Defining Group Quotas").

    Static children come first, dynamic ones share what is left. Dynamic fractions that sum to more than 1 are scaled
    to 1; static quotas that exceed their parent's are scaled down only without oversubscription. A group that receives
    nothing leaves its whole subtree with nothing.
    """
    subtree = [0.0] * len(tree.groups)
    effective = [0.0] * len(tree.groups)
    subtree[0] = max(pool, 0.0)
    for group in tree.groups:
        quota = subtree[group.number]
        if quota <= 0:
            continue
        children = [tree.groups[number] for number in group.children]
        wanted = total(child.configured for child in children if child.static)
        fractions = total(child.configured for child in children if not child.static)
        for_static = wanted if settings.oversubscription else min(wanted, quota)
        for_dynamic = max(0.0, quota - for_static)
        per_static = for_static / wanted if wanted > 0 else 0.0
        per_dynamic = for_dynamic / max(fractions, 1.0)
        handed_down = 0.0
        for child in children:
            subtree[child.number] = child.configured * (per_static if child.static else per_dynamic)
            handed_down += subtree[child.number]
        # Only the root never counts twice what its children have: its quota is not configured.
        keeps_all = settings.oversubscription and group.parent is not None
        effective[group.number] = quota if keeps_all else max(0.0, quota - handed_down)
    return Quotas(pool, tuple(subtree), tuple(effective))


def submitter_demand(
    idle: int, running: int, weighted_idle: float | None, weighted_running: float | None, settings: QuotaSettings
) -> float:
    """What one submitter ad asks for, running jobs included; weighted slots, jobs without weighted demand.

    A weighted count that the ad lacks (None) is replaced by the count of jobs.
    """
    if not settings.weighted_demand:
        return float(running + idle)
    return float(running if weighted_running is None else weighted_running) + (
        idle if weighted_idle is None else weighted_idle
    )


def group_demand(tree: GroupTree, submitters: Iterable[tuple[str, float]]) -> tuple[float, ...]:
    """Demand of each group itself, from the names and demands of submitter ads; names without `@` are passed over."""
    demand = [0.0] * len(tree.groups)
    for name, slots in submitters:
        if "@" in name:
            demand[tree.assigned(name).number] += slots
    return tuple(demand)


def members(tree: GroupTree, names: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """For each group, which of the submitter ads (by place in `names`) are negotiated with it, in the ads' order.

    The members of groups with autoregroup are in the root's list as well, after the root's own.
    """
    lists: list[list[int]] = [[] for _ in tree.groups]
    for place, name in enumerate(names):
        if "@" in name:
            lists[tree.assigned(name).number].append(place)
    for group in tree.groups[1:]:
        if group.autoregroup:
            lists[0] += lists[group.number]
    return tuple(tuple(places) for places in lists)
