"""The accounting record of a submitter or group as condor_userprio lists it."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """What the last cycle made of a group's quota; weights, see `quotas`. None: an ad from elsewhere lacks it."""

    effective_quota: float | None
    config_quota: float | None
    subtree_quota: float | None
    sort_key: float | None
    surplus_policy: str | None
    """`no`, `byquota` or `regroup`."""
    requested: float | None


@dataclass(frozen=True, slots=True)
class PieShare:
    """What a submitter was entitled to in the first spin of the last cycle."""

    share: float
    """Fraction of the pie, 0 to 1."""
    limit: float
    """The same in weight."""


@dataclass(frozen=True, slots=True)
class AccountingRecord:
    """One record of the negotiator's modular answer (`Accountant::ReportState`); None: the ledger has no such value."""

    name: str
    is_group: bool
    accounting_group: str
    """The submitter's group; of a group its own name, of a vanished group `<none>`."""
    priority: float
    """Effective priority."""
    factor: float | None
    """The ledger's own records always have one once they were read."""
    ceiling: float = -1
    floor: float = 0
    resources_used: int | None = None
    weighted_resources_used: float | None = None
    hier_weighted_resources_used: float | None = None
    accumulated_usage: float | None = None
    weighted_accumulated_usage: float | None = None
    """Weight-seconds."""
    begin_usage_time: int | None = None
    last_usage_time: int | None = None
    last_update: int = 0
    submitter_share: float | None = None
    submitter_limit: float | None = None
    ceiling_lease_expiration: int | None = None
    floor_lease_expiration: int | None = None
    factor_lease_expiration: int | None = None
    group_figures: GroupFigures | None = None
    """Groups only."""

    @property
    def real_priority(self) -> float:
        """Effective priority divided by the factor, as the tool shows it; not a number without a factor."""
        return self.priority / self.factor if self.factor else math.nan
