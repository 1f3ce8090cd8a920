"""From configured to effective quotas: what each group of the tree gets of the pool, top down."""

from dataclasses import dataclass, replace

from userprio.cxx import total
from userprio.quotas.settings import QuotaSettings
from userprio.quotas.tree import GroupTree


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
        # Only the root never counts twice what its children have: its quota is nobody's configuration.
        keeps_all = settings.oversubscription and group.parent is not None
        effective[group.number] = quota if keeps_all else max(0.0, quota - handed_down)
    return Quotas(pool, tuple(subtree), tuple(effective))
