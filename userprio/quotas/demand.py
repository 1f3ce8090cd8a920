"""Who asks for how much: submitters and their groups."""

from collections.abc import Iterable, Sequence

from userprio.quotas.settings import QuotaSettings
from userprio.quotas.tree import GroupTree


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
