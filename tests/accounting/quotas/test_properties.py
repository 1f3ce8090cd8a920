"""What holds for every tree, pool and demand."""

import math
from dataclasses import dataclass

from hypothesis import example, given
from hypothesis import strategies as st

from userprio.accounting.quotas import GroupTree, Quotas, QuotaSettings, assign_quotas, build_tree, first_round
from userprio.accounting.quotas.rounds import Allocation, allocate
from userprio.config import Config

from .driver import configure, play

NAMES = ("a", "b", "c", "a.x", "a.y", "b.x", "a.x.p", "a.x.q", "b.x.r")


@dataclass(frozen=True)
class Pool:
    config: Config
    size: float
    demand: dict[str, float]

    @property
    def tree(self) -> GroupTree:
        return build_tree(self.config)

    @property
    def settings(self) -> QuotaSettings:
        return QuotaSettings.from_config(self.config)

    @property
    def quotas(self) -> Quotas:
        return assign_quotas(self.tree, self.size, self.settings)

    @property
    def allocation(self) -> Allocation:
        wanted = [self.demand[group.name] for group in self.tree.groups]
        start = first_round(self.tree, self.quotas, wanted, [0.0] * len(wanted))
        return allocate(start, self.settings, [0.0] * len(wanted))


@st.composite
def pools(draw: st.DrawFn) -> Pool:
    names = draw(st.lists(st.sampled_from(NAMES), unique=True))
    knobs: dict[str, object] = {"GROUP_NAMES": " ".join(names)}
    for name in names:
        if draw(st.booleans()):
            knobs[f"GROUP_QUOTA_{name}"] = draw(st.integers(0, 60))
        else:
            knobs[f"GROUP_QUOTA_DYNAMIC_{name}"] = draw(st.sampled_from([0, 0.1, 0.33, 0.5, 0.66, 1]))
        knobs[f"GROUP_ACCEPT_SURPLUS_{name}"] = draw(st.booleans())
    knobs["NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"] = draw(st.booleans())
    knobs["NEGOTIATOR_USE_SLOT_WEIGHTS"] = draw(st.booleans())
    demand = {name: float(draw(st.integers(0, 80))) for name in ("<none>", *names)}
    return Pool(configure(**knobs), draw(st.integers(0, 100)), demand)


@given(pools())
def test_dynamic_children_never_have_more_than_their_parent(pool: Pool) -> None:
    tree, quotas = pool.tree, pool.quotas
    for group in tree.groups:
        dynamic = [quotas.subtree[child] for child in group.children if not tree.groups[child].static]
        assert sum(dynamic) <= quotas.subtree[group.number] * (1 + 1e-12)


@given(pools())
def test_without_oversubscription_children_never_have_more_than_their_parent(pool: Pool) -> None:
    tree, quotas = pool.tree, pool.quotas
    if pool.settings.oversubscription:
        return
    for group in tree.groups:
        children = sum(quotas.subtree[child] for child in group.children)
        assert children <= quotas.subtree[group.number] * (1 + 1e-12)
        assert math.isclose(children + quotas.effective[group.number], quotas.subtree[group.number], abs_tol=1e-9)
    assert math.isclose(sum(quotas.effective), pool.size, abs_tol=1e-9)


@given(pools())
def test_static_quotas_are_never_exceeded(pool: Pool) -> None:
    for group in pool.tree.groups:
        if group.static:
            assert pool.quotas.subtree[group.number] <= group.configured * (1 + 1e-12)


@given(pools())
def test_an_allocation_is_part_of_the_demand_and_the_rest_is_unmet(pool: Pool) -> None:
    for group, slots, unmet in zip(pool.tree.groups, pool.allocation.allocated, pool.allocation.unmet, strict=True):
        assert -1e-9 <= slots <= pool.demand[group.name] + 1e-9
        assert math.isclose(slots + unmet, pool.demand[group.name], abs_tol=1e-9)


@given(pools())
def test_quota_is_allocated_or_left_as_surplus_and_none_is_made(pool: Pool) -> None:
    allocation = pool.allocation
    assert math.isclose(sum(allocation.allocated) + allocation.surplus, sum(pool.quotas.effective), abs_tol=1e-6)


@given(pools())
@example(
    Pool(
        configure(GROUP_NAMES="b b.x", GROUP_QUOTA_b=1, **{"GROUP_QUOTA_b.x": 49}, NEGOTIATOR_USE_SLOT_WEIGHTS=False),
        1,
        {"<none>": 0.0, "b": 0.0, "b.x": 1.0},
    )
)
def test_everybody_gets_what_it_wants_of_its_own_quota(pool: Pool) -> None:
    for group, slots, quota in zip(pool.tree.groups, pool.allocation.allocated, pool.quotas.effective, strict=True):
        own = min(pool.demand[group.name], quota)
        # Whole slots are cut without tolerance: of 49 * (1 / 49), a hair below 1, nothing is left.
        assert slots >= (own if pool.settings.slot_weights else math.floor(own)) - 1e-9


@given(pools())
def test_without_weights_allocations_are_whole(pool: Pool) -> None:
    if not pool.settings.slot_weights:
        assert all(slots == math.floor(slots) for slots in pool.allocation.allocated)


@given(pools())
def test_users_without_group_go_short_only_where_no_surplus_is_left(pool: Pool) -> None:
    allocation = pool.allocation
    if allocation.unmet[0] > 1e-9:
        assert allocation.surplus < (1e-9 if pool.settings.slot_weights else 1)


@given(pools())
def test_a_cycle_never_gives_out_more_than_the_pool_and_caps_hold(pool: Pool) -> None:
    cycle = play(pool.config, pool.size, pool.demand)
    assert sum(cycle.obtained.values()) <= pool.size
    for group in cycle.tree.groups:
        below = [other for other in cycle.tree.groups if group in list(cycle.tree.ancestry(other.number))]
        if not group.accepts_surplus:
            cap = group.configured if group.static else cycle.quotas.subtree[group.number]
            assert sum(cycle.obtained[other.name] for other in below) <= cap + 1e-9
