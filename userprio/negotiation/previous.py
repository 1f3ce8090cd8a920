"""What the cycle before left behind: the groups' effective quotas, which slots held by their members show.

A negotiator keeps them in memory only (`groupQuotasHash`). Policies read them as `RemoteGroupQuota` and, without a
value, as the absence of `RemoteGroup` and `RemoteGroupResourcesInUse`: all three are missing in its first cycle.
"""

from typing import Final

from userprio.quotas import GroupTree, Quotas

MISSING_IN_FIRST_CYCLE: Final = ("remotegroup", "remotegroupquota", "remotegroupresourcesinuse")
"""Attributes of a claimed slot, in lower case; those of other slots of its machine have a prefix."""


def steady_quotas(tree: GroupTree, quotas: Quotas) -> dict[str, float]:
    """What every cycle leaves, by group, as long as configuration and size of the pool stay what they are.

    `quotas` are those of the quota phase; surplus and rounds do not touch them. The root has the whole pool under
    autoregroup (`GroupEntry::hgq_negotiate_with_all_groups`).
    """
    left = quotas.with_whole_pool_for_root() if tree.root.autoregroup else quotas
    return {group.name: left.effective[group.number] for group in tree.groups}


def may_be_read(names: tuple[str, ...] | None) -> bool:
    """Whether expressions that refer to these attributes (in lower case; None: to any) may read previous quotas."""
    return names is None or any(name.endswith(MISSING_IN_FIRST_CYCLE) for name in names)
