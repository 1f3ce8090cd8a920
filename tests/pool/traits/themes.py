"""Themes: which traits make a scenario, in which order. Pools are small and contested, so that every rule decides."""

import random
from collections.abc import Callable
from typing import Final

from tests.pool.scenario import Scenario
from tests.pool.traits.crowd import crowd
from tests.pool.traits.draft import Draft
from tests.pool.traits.flat import flat_groups, flat_jobs, flat_ledger, flat_slots, flat_users
from tests.pool.traits.groups import group_policy, groups, whole_slots
from tests.pool.traits.jobs import concurrency, jobs, several_clusters, two_schedds
from tests.pool.traits.machines import cross_slots, odd_slots, saved_requirements, slots
from tests.pool.traits.memory import bounds, ledger, resources, usage_records
from tests.pool.traits.partitionable import consumption, own_slots, partitionable, rolled_up
from tests.pool.traits.people import nice_users, people, user_map
from tests.pool.traits.policy import preemption, ranking, short_lists, switches
from tests.pool.traits.site import (
    careless_names,
    empty_limits,
    flattened,
    functions,
    gpus,
    lists,
    schedd_policy,
    seldom_knobs,
)
from tests.pool.traits.starting import slot_weights, starting
from tests.pool.traits.steps import steps, to_quota
from tests.pool.traits.undetermined import determined

Trait = Callable[[Draft], None]

GROUPED: Final = (groups, group_policy, people)
FLAT: Final = (flat_groups, flat_users, flat_ledger, flat_slots, flat_jobs)
MIXED: Final = "mixed"
"""The theme whose traits come as they may."""

THEMES: Final[dict[str, tuple[Trait, ...]]] = {
    "plain": (people, slots, jobs),
    "ledger": (people, ledger, slots, jobs),
    "bounds": (people, bounds, slots, jobs),
    "groups": (*GROUPED, ledger, slots, jobs),
    "group-bounds": (*GROUPED, bounds, nice_users, slots, jobs, switches),
    "slots": (people, slots, odd_slots, jobs),
    "partitionable": (people, slots, partitionable, jobs, several_clusters),
    "consumption": (people, slots, consumption, jobs, several_clusters),
    "requests": (people, slots, jobs, several_clusters, ranking),
    "licences": (people, slots, jobs, concurrency),
    "preemption": (people, ledger, slots, odd_slots, jobs, several_clusters, preemption, ranking),
    "group-preemption": (*GROUPED, ledger, slots, odd_slots, jobs, preemption),
    "switches": (people, ledger, slots, jobs, several_clusters, switches),
    "flat": FLAT,
    "flat-schedds": (*FLAT, two_schedds),
    "schedds": (people, ledger, slots, jobs, several_clusters, two_schedds),
    "schedd-mix": (
        *(*GROUPED, bounds, slots, odd_slots, partitionable, jobs, several_clusters, concurrency),
        *(preemption, ranking, switches, two_schedds, own_slots),
    ),
    "resources": (people, ledger, slots, concurrency, resources, jobs),
    "group-resources": (*GROUPED, ledger, slots, usage_records, concurrency, resources, jobs),
    "usage": (*GROUPED, ledger, usage_records, slots, jobs),
    "rolled-up": (people, slots, rolled_up, jobs, several_clusters),
    "rolled-up-mix": (
        *(*GROUPED, ledger, slots, odd_slots, rolled_up, jobs, several_clusters, concurrency, preemption, ranking),
        *(short_lists, two_schedds),
    ),
    "user-map": (*GROUPED, ledger, user_map, slots, jobs),
    "cross-slots": (people, ledger, slots, cross_slots, jobs),
    "group-cross": (*GROUPED, ledger, slots, cross_slots, jobs),
    "short-lists": (people, slots, jobs, several_clusters, short_lists),
    "short-mix": (
        *(*GROUPED, ledger, slots, odd_slots, jobs, several_clusters, concurrency, preemption, ranking, short_lists),
    ),
    "saved": (people, slots, consumption, odd_slots, saved_requirements, jobs, several_clusters),
    "crowd": (crowd,),
    "group-crowd": (groups, group_policy, crowd),
    "crowd-ledger": (crowd, ledger),
    "crowd-schedds": (crowd, two_schedds),
    "functions": (people, slots, functions, jobs),
    "lists": (people, slots, lists, jobs),
    "lists-shared": (people, slots, consumption, lists, jobs, several_clusters),
    "flattened": (people, slots, flattened, jobs),
    "flattened-mix": (
        *(*GROUPED, ledger, slots, odd_slots, flattened, jobs, several_clusters, concurrency, preemption, ranking),
    ),
    "flattened-shared": (people, slots, consumption, flattened, saved_requirements, jobs, several_clusters),
    "flattened-parts": (people, slots, rolled_up, flattened, jobs, several_clusters),
    "gpus": (people, slots, gpus, jobs),
    "schedd-policy": (people, slots, schedd_policy, jobs, several_clusters),
    "starting": (people, slots, jobs, several_clusters, starting),
    "starting-mix": (*GROUPED, ledger, slots, odd_slots, partitionable, jobs, several_clusters, starting, two_schedds),
    "weights": (*GROUPED, ledger, slots, odd_slots, partitionable, jobs, slot_weights),
    "empty-limits": (people, slots, concurrency, empty_limits, jobs),
    "seldom": (people, ledger, slots, jobs, several_clusters, seldom_knobs),
    "seldom-consumption": (*GROUPED, slots, consumption, odd_slots, jobs, several_clusters, seldom_knobs),
    "careless": (*GROUPED, ledger, slots, careless_names, jobs, concurrency),
}
NAMES: Final = (*THEMES, MIXED)

CHAINS: Final[dict[str, tuple[Trait, ...]]] = {
    "chain-flat": (*FLAT, to_quota),
    "chain-groups": (*GROUPED, ledger, slots, jobs, several_clusters, to_quota),
    "chain-preemption": (*GROUPED, ledger, slots, odd_slots, jobs, several_clusters, preemption, ranking),
    "chain-plain": (people, ledger, slots, jobs, several_clusters, preemption),
    "chain-partitionable": (*GROUPED, ledger, slots, partitionable, jobs, several_clusters, to_quota),
    "chain-consumption": (*GROUPED, slots, consumption, jobs, several_clusters, to_quota),
    "chain-licences": (*GROUPED, ledger, slots, jobs, concurrency, to_quota),
    "chain-bounds": (*GROUPED, bounds, nice_users, slots, jobs, to_quota, switches),
    "chain-schedds": (*FLAT, two_schedds, to_quota),
    "chain-cross": (*GROUPED, ledger, slots, cross_slots, jobs),
    "chain-short": (*GROUPED, ledger, slots, odd_slots, jobs, several_clusters, to_quota, short_lists),
    "chain-site": (*GROUPED, ledger, slots, functions, careless_names, gpus, schedd_policy, jobs, to_quota),
    "chain-crowd": (groups, group_policy, crowd, to_quota),
    "chain-whole-slots": (*FLAT, whole_slots, to_quota),
}
"""Those of several cycles in a row."""
CHAIN_NAMES: Final = tuple(CHAINS)

_BEFORE_SLOTS: Final[tuple[Trait, ...]] = (nice_users, ledger, bounds)
_BEFORE_JOBS: Final[tuple[Trait, ...]] = (odd_slots, partitionable, consumption)
_RARE: Final[tuple[Trait, ...]] = (functions, gpus, careless_names, empty_limits)
_LAST: Final[tuple[Trait, ...]] = (several_clusters, concurrency, preemption, ranking, switches)


def draw(theme: str, seed: int) -> Scenario:
    """The scenario of a theme and seed, the same each time."""
    draft = Draft(random.Random(f"{theme}-{seed}"))
    chain = CHAINS.get(theme)
    for trait in chain or THEMES.get(theme) or _mixed(draft):
        trait(draft)
    determined(draft)
    if chain:
        steps(draft)
    return draft.finished(f"{theme}-{seed}")


def _mixed(draft: Draft) -> list[Trait]:
    wanted = {trait for trait in (*_BEFORE_SLOTS, *_BEFORE_JOBS, *_LAST) if draft.chance(0.45)}
    wanted |= {trait for trait in _RARE if draft.chance(0.2)}
    first: tuple[Trait, ...] = GROUPED if draft.chance(0.6) else (people,)
    order = (*first, *_BEFORE_SLOTS, slots, *_BEFORE_JOBS, *_RARE, jobs, *_LAST)
    always = {*first, slots, jobs}
    return [trait for trait in order if trait in wanted or trait in always]
