"""The accounting record of a submitter or group as condor_userprio lists it."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GroupFigures:
    """What the last cycle made of a group's quota; weights, see `quotas`."""

    effective_quota: float
    config_quota: float
    subtree_quota: float
    sort_key: float
    surplus_policy: str
    """`no`, `byquota` or `regroup`."""
    requested: float


@dataclass(frozen=True, slots=True)
class AccountingRecord:
    """One record of the negotiator's modular answer (`Accountant::ReportState`); None: the ledger has no such value."""

    name: str
    is_group: bool
    accounting_group: str
    """The submitter's group; of a group its own name, of a vanished group `<none>`."""
    priority: float
    """Effective priority."""
    factor: float
    ceiling: int = -1
    floor: int = 0
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
