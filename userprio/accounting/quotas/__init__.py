"""Accounting groups: effective quotas of a pool, and what each group may hold in a cycle, in which order.

Pure: configuration, pool size, demand and usage in, numbers out. Begin with `rounds`, which shows how a cycle uses
this package and sorts the groups (`group_order`); `tree` computes effective quotas, `surplus` shares what is unused.
"""

from typing import TYPE_CHECKING

from userprio.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from userprio.accounting.quotas.rounds import (
        AllocationRound,
        GroupLimit,
        RoundStart,
        Skip,
        SortedBy,
        end_round,
        first_round,
        group_limit,
        open_round,
        passes,
        served_times,
        subtree_usage,
    )
    from userprio.accounting.quotas.tree import (
        NEGLIGIBLE,
        ROOT,
        Group,
        GroupTree,
        GroupWarning,
        GroupWarningKind,
        Quotas,
        QuotaSettings,
        assign_quotas,
        assigned_number,
        build_tree,
        excess,
        fold,
        group_demand,
        members,
        submitter_demand,
    )
else:
    __all__, __getattr__ = lazy_exports(__file__)
