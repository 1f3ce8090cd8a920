"""A pool of identical slots, each group's members being one greedy submitter: enough to drive rounds of allocation."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from userprio.accounting.quotas import (
    AllocationRound,
    GroupTree,
    Quotas,
    QuotaSettings,
    Skip,
    assign_quotas,
    build_tree,
    end_round,
    first_round,
    group_limit,
    open_round,
    passes,
    served_times,
)
from userprio.classad import Evaluator
from userprio.config import Config, read

Amounts = Mapping[str, float]


def configure(**knobs: object) -> Config:
    return read(None, environ={}, overrides={name: str(value) for name, value in knobs.items()})


def groups(slots: Amounts | None = None, fractions: Amounts | None = None, **knobs: object) -> Config:
    """Groups with static quotas and with dynamic ones, and further knobs."""
    slots, fractions = slots or {}, fractions or {}
    quotas = {f"GROUP_QUOTA_{name}": quota for name, quota in slots.items()}
    quotas |= {f"GROUP_QUOTA_DYNAMIC_{name}": quota for name, quota in fractions.items()}
    return configure(GROUP_NAMES=", ".join([*slots, *fractions]), **quotas, **knobs)


@dataclass
class PlayedRound:
    allocated: dict[str, float]
    unmet: dict[str, float]
    keys: dict[str, float]
    largest_growth: float
    surplus: float
    passes: list[dict[str, int | Skip]] = field(default_factory=list)
    """Per pass, each group's limit or why it was skipped, in the order of service."""
    usage: dict[str, float] = field(default_factory=dict)
    """At the end."""
    credit: float = math.nan

    @property
    def limits(self) -> dict[str, int]:
        """Of the last pass, without the groups that were skipped."""
        return {name: limit for name, limit in self.passes[-1].items() if not isinstance(limit, Skip)}


@dataclass
class Played:
    tree: GroupTree
    quotas: Quotas
    rounds: list[PlayedRound]
    obtained: dict[str, float]
    served_at: tuple[float, ...]

    @property
    def effective(self) -> dict[str, float]:
        return named(self.tree, self.quotas.effective)

    @property
    def subtree(self) -> dict[str, float]:
        return named(self.tree, self.quotas.subtree)


def named(tree: GroupTree, values: tuple[float, ...] | list[float]) -> dict[str, float]:
    return {group.name: value for group, value in zip(tree.groups, values, strict=True)}


def play(
    config: Config,
    pool: float,
    demand: Amounts,
    usage: Amounts | None = None,
    served_at: tuple[float, ...] | None = None,
    now: int = 1000,
) -> Played:
    """One cycle: `demand` and `usage` by group; what is not in use is free."""
    tree, settings = build_tree(config), QuotaSettings.from_config(config)
    live = [float((usage or {}).get(group.name, 0)) for group in tree.groups]
    before = list(live)
    wanted = [float(demand.get(group.name, 0)) for group in tree.groups]
    idle = [max(0.0, want - held) for want, held in zip(wanted, live, strict=True)]
    listed = [want > 0 for want in wanted]
    times = served_at or (0.0,) * len(tree.groups)
    quotas = assign_quotas(tree, pool, settings)
    played = Played(tree, quotas, [], {}, times)
    start = first_round(tree, quotas, wanted, live)
    while True:
        opened = open_round(start, settings, Evaluator(now=now), times)
        shown = _shown(opened)
        played.rounds.append(shown)
        for growth in passes(opened):
            shown.passes.append({})
            for number in opened.order:
                members = [number] if number or not tree.root.autoregroup else [0, *_regrouping(tree)]
                members = [member for member in members if listed[member]]
                limit = group_limit(opened, growth, number, live, bool(members))
                shown.passes[-1][tree.groups[number].name] = limit if isinstance(limit, Skip) else limit.limit
                if isinstance(limit, Skip):
                    continue
                for member in members:
                    free = math.floor(pool - math.fsum(live))
                    room = free if limit.everybody else limit.limit - live[number]
                    taken = max(0.0, min(idle[member], room, free))
                    live[member] += taken
                    idle[member] -= taken
                    # Who has run out of requests is not contacted again.
                    listed[member] = idle[member] > 0
        ended = end_round(opened, live)
        shown.usage, shown.credit = named(tree, live), ended.credit
        if ended.following is None:
            break
        start = ended.following
    played.served_at = served_times(opened, ended, times, now)
    played.obtained = named(tree, [after - held for after, held in zip(live, before, strict=True)])
    return played


def _regrouping(tree: GroupTree) -> list[int]:
    return [group.number for group in tree.groups[1:] if group.autoregroup]


def _shown(opened: AllocationRound) -> PlayedRound:
    tree = opened.start.tree
    return PlayedRound(
        allocated=named(tree, opened.allocation.allocated),
        unmet=named(tree, opened.allocation.unmet),
        keys=named(tree, opened.keys),
        largest_growth=opened.largest_growth,
        surplus=opened.allocation.surplus,
    )
