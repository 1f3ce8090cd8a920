"""The tree of accounting groups and what it makes of a pool: effective quotas, allocations, order and limits.

Pure: configuration, pool size, demand and usage in, numbers out. `rounds` shows how a cycle is driven.
"""

from typing import TYPE_CHECKING, Final

from userprio.ondemand import on_demand

if TYPE_CHECKING:
    from userprio.quotas.demand import group_demand, members, submitter_demand
    from userprio.quotas.order import FLT_MAX
    from userprio.quotas.quotas import Quotas, assign_quotas
    from userprio.quotas.rounds import (
        Allocation,
        AllocationRound,
        GroupLimit,
        RoundEnd,
        RoundStart,
        Skip,
        allocate,
        end_round,
        first_round,
        group_limit,
        open_round,
        passes,
        served_times,
        subtree_usage,
    )
    from userprio.quotas.settings import QuotaSettings
    from userprio.quotas.tree import ROOT, Group, GroupTree, GroupTrouble, GroupWarning, build_tree, fold

__all__ = [
    "FLT_MAX",
    "ROOT",
    "Allocation",
    "AllocationRound",
    "Group",
    "GroupLimit",
    "GroupTree",
    "GroupTrouble",
    "GroupWarning",
    "QuotaSettings",
    "Quotas",
    "RoundEnd",
    "RoundStart",
    "Skip",
    "allocate",
    "assign_quotas",
    "build_tree",
    "end_round",
    "first_round",
    "fold",
    "group_demand",
    "group_limit",
    "members",
    "open_round",
    "passes",
    "served_times",
    "submitter_demand",
    "subtree_usage",
]

_MODULES: Final = {
    "demand": "group_demand members submitter_demand",
    "order": "FLT_MAX",
    "quotas": "Quotas assign_quotas",
    "rounds": "Allocation AllocationRound GroupLimit RoundEnd RoundStart Skip allocate end_round first_round "
    "group_limit open_round passes served_times subtree_usage",
    "settings": "QuotaSettings",
    "tree": "ROOT Group GroupTree GroupTrouble GroupWarning build_tree fold",
}
"""What is found where. All but the tree is loaded when quotas are first worked out."""

__getattr__ = on_demand(__name__, _MODULES)
