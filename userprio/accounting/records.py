"""Accounting records as condor_userprio lists them, and how the accountant makes them from its ledger.

See `Accountant::ReportState` and `ReportGroups`.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from userprio.accounting.priorities import (
    MIN_FACTOR,
    ROOT_GROUP,
    GroupOf,
    PriorityRules,
    effective_priority,
    has_factor,
    priority_factor,
)
from userprio.cxx import round_trip
from userprio.frozen import quickly_made
from userprio.ledger import CUSTOMER_ATTRIBUTES, CUSTOMER_PREFIX, Customer, Ledger, has_any

USAGE: Final[Mapping[str, type[int | float]]] = {
    "resources_used": int,
    "weighted_resources_used": float,
    "hier_weighted_resources_used": float,
    "accumulated_usage": float,
    "weighted_accumulated_usage": float,
    "begin_usage_time": int,
    "last_usage_time": int,
}
"""The fields of usage, which a record has as its customer has them, and what kind of number each is."""

LEASES: Final = ("ceiling_lease_expiration", "floor_lease_expiration", "factor_lease_expiration")
_SHARES: Final = ("submitter_share", "submitter_limit")
_REALS: Final = ("priority", "factor", *(field for field, kind in USAGE.items() if kind is float), *_SHARES)
_QUOTAS: Final = ("effective_quota", "config_quota", "subtree_quota", "sort_key", "requested")
_SUMMED: Final = ("resources_used", "weighted_resources_used", "accumulated_usage", "weighted_accumulated_usage")

_FILL_COLUMNS: Final = (
    "resources_used",
    "weighted_resources_used",
    "weighted_accumulated_usage",
    "begin_usage_time",
    "last_usage_time",
)
"""What a column needs one value of to be shown."""


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


@quickly_made
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


FiguresT = TypeVar("FiguresT", AccountingRecord, GroupFigures)

_NO_SHARES: Final[Mapping[str, PieShare]] = {}
_NO_SHARE: Final = PieShare(0.0, 0.0)


def accounting_records(
    ledger: Ledger,
    rules: PriorityRules,
    group_of: GroupOf,
    figures: Mapping[str, GroupFigures],
    shares: Mapping[str, PieShare] = _NO_SHARES,
    among: Iterable[str] | None = None,
) -> list[AccountingRecord]:
    """The modular answer: one record per customer, or one of those `among`, in the order of HTCondor's table.

    Groups come mixed with submitters. `figures` are those of the configured groups by name, `<none>` among them. A
    group that vanished from the configuration shows those of `<none>`. `shares` are those of the submitters that the
    last cycle visited.
    """
    since = set(ledger.history[ledger.updated_after :])
    records = []
    for name in ledger.customers_in_table_order(among):
        key, customer, share = CUSTOMER_PREFIX + name, ledger.customers[name], shares.get(name)
        if (
            share is None
            and customer.submitter_share is None
            and ("+" + key not in since or _was_updated(ledger.ads[key]))
        ):
            share = _NO_SHARE
        records.append(
            _record(customer, ledger.last_update_time, rules, group_of(name), figures, share, _with_16_digits)
        )
    return records


def stand_in(ledger: Ledger, rules: PriorityRules, group_of: GroupOf, names: Sequence[str]) -> AccountingRecord:
    """One record for all those of the submitters `names`, for a listing that counts them and does not show them.

    It has a value wherever one of theirs has one, for a column stays only if somebody has a value for it, and belongs
    to a group if one of them does, for only then are groups numbered.
    """
    missing = {CUSTOMER_ATTRIBUTES[field]: field for field in _FILL_COLUMNS}
    values: dict[str, Any] = {}
    for name in names:
        if has_any(ledger.ads[CUSTOMER_PREFIX + name], missing.keys()):
            customer = ledger.customers[name]
            for attribute, field in tuple(missing.items()):
                values[field] = getattr(customer, field)
                if values[field] is not None:
                    del missing[attribute]
            if not missing:
                break
    group = next((group for group in map(group_of, names) if group != ROOT_GROUP), ROOT_GROUP)
    return replace(_record(Customer(names[0]), ledger.last_update_time, rules, group, {}), **values)


def _was_updated(ad: Mapping[str, str]) -> bool:
    """Whether a record made since the last update seems to have gone through it, the log having been compacted.

    Updates clear shares in memory, though not in the log. An update stores the counts of uncharged usage, and the time
    of the last usage if there was any. A match stores these counts too, but those of slots before them; compaction,
    which follows an update, puts shorter names first.
    """
    if "UnchargedTime" not in ad:
        return False
    counted = "WeightedResourcesUsed" if "WeightedResourcesUsed" in ad else "ResourcesUsed"
    return "LastUsageTime" in ad or next(name for name in ad if name in ("UnchargedTime", counted)) == "UnchargedTime"


def _record(
    customer: Customer,
    last_update: int,
    rules: PriorityRules,
    group: str,
    figures: Mapping[str, GroupFigures],
    share: PieShare | None = None,
    sent: Callable[[float | None], Any] = lambda real: real,
) -> AccountingRecord:
    """A record; with a share, that takes the place of what is stored. `sent` is what comes back of each real."""
    of_group = figures.get(group) if customer.is_group else None
    return AccountingRecord(
        name=customer.name,
        is_group=customer.is_group,
        accounting_group=group,
        priority=sent(effective_priority(customer, group, rules)),
        factor=sent(_stored_factor(customer, group, rules)),
        ceiling=-1 if customer.ceiling is None else max(customer.ceiling, -1),
        floor=max(customer.floor or 0, 0),
        resources_used=customer.resources_used,
        weighted_resources_used=sent(customer.weighted_resources_used),
        hier_weighted_resources_used=sent(customer.hier_weighted_resources_used),
        accumulated_usage=sent(customer.accumulated_usage),
        weighted_accumulated_usage=sent(customer.weighted_accumulated_usage),
        begin_usage_time=customer.begin_usage_time,
        last_usage_time=customer.last_usage_time,
        last_update=last_update,
        submitter_share=sent(customer.submitter_share if share is None else share.share),
        submitter_limit=sent(customer.submitter_limit if share is None else share.limit),
        ceiling_lease_expiration=customer.ceiling_lease_expiration,
        floor_lease_expiration=customer.floor_lease_expiration,
        factor_lease_expiration=customer.factor_lease_expiration,
        group_figures=None if of_group is None else _all_sent(of_group, _QUOTAS, sent),
    )


def _all_sent(of: FiguresT, names: Iterable[str], sent: Callable[[float | None], Any]) -> FiguresT:
    """The same with what comes back of these reals."""
    changes: dict[str, Any] = {name: sent(getattr(of, name)) for name in names}
    return replace(of, **changes)


def _with_16_digits(real: float | None) -> float | None:
    """What comes back of a real from the wire, over which it goes with 16 digits: that decides how some halves round.

    Most are whole, and stay what they are.
    """
    if not real:
        return None if real is None else float(real)
    return float(real if -1e15 < real < 1e15 and real == int(real) else f"{real:.16G}")


def _stored_factor(customer: Customer, group: str, rules: PriorityRules) -> float:
    """The factor in the record after it was read: reading stores a missing one."""
    factor = priority_factor(customer, group, rules)
    return factor if has_factor(customer) else round_trip(max(factor, MIN_FACTOR))


def legacy_records(
    ledger: Ledger,
    rules: PriorityRules,
    group_of: GroupOf,
    figures: Mapping[str, GroupFigures],
    parents: Mapping[str, str | None],
    *,
    rollup: bool = False,
    shares: Mapping[str, PieShare] = _NO_SHARES,
) -> list[AccountingRecord]:
    """The old answer: configured groups breadth first, then all submitters in table order; missing figures are 0.

    `parents` names the parent of every configured group, breadth first, None for the root. With `rollup` a group's
    usage includes that of all below it. A record's number in the answer is its place in the list, from 1.
    """
    groups: dict[str, AccountingRecord] = {}
    for name, parent in parents.items():
        record = _legacy(ledger, name, rules, group_of(name), figures)
        # A group names its parent here, and shows the factor of the configuration, 0 if there is none; it has neither
        # ceiling nor floor.
        groups[name] = replace(
            record,
            accounting_group=name if parent is None else parent,
            priority=0.0 if rollup else record.priority,
            ceiling=-1,
            floor=0,
            factor=record.factor if rollup else rules.group_factors.get(name, 0.0),
        )
    if rollup:
        children: dict[str, list[str]] = {}
        for name, parent in parents.items():
            if parent is not None:
                children.setdefault(parent, []).append(name)
        # From the leaves up, each group complete before it is added to its parent.
        for name in reversed(list(parents)):
            for child in children.get(name, ()):
                groups[name] = _rolled_up(groups[name], groups[child])
    submitters = [
        _legacy(ledger, name, rules, group_of(name), figures, shares.get(name, _NO_SHARE))
        for name in ledger.customers_in_table_order()
        if "@" in name
    ]
    return [_all_of_wire(record) for record in (*groups.values(), *submitters)]


def _legacy(
    ledger: Ledger,
    name: str,
    rules: PriorityRules,
    group: str,
    figures: Mapping[str, GroupFigures],
    share: PieShare = _NO_SHARE,
) -> AccountingRecord:
    """A record in which nothing is missing."""
    customer = ledger.customers.get(name, Customer(name))
    found = _record(customer, ledger.last_update_time, rules, group, figures)
    complete: dict[str, Any] = {field: getattr(found, field) or number() for field, number in USAGE.items()}
    complete |= dict.fromkeys(LEASES)
    if found.is_group:
        complete |= dict.fromkeys(_SHARES)
    else:
        complete["hier_weighted_resources_used"] = None
        complete["submitter_share"] = found.submitter_share or share.share
        complete["submitter_limit"] = found.submitter_limit or share.limit
    return replace(found, **complete)


def _all_of_wire(record: AccountingRecord) -> AccountingRecord:
    figures = record.group_figures
    if figures is not None:
        record = replace(record, group_figures=_all_sent(figures, _QUOTAS, _with_16_digits))
    return _all_sent(record, _REALS, _with_16_digits)


def _rolled_up(parent: AccountingRecord, child: AccountingRecord) -> AccountingRecord:
    """The parent with the child's usage; a begin of 0, never used, counts as the earliest."""
    sums: dict[str, Any] = {field: getattr(parent, field) + getattr(child, field) for field in _SUMMED}
    return replace(
        parent,
        **sums,
        begin_usage_time=min(parent.begin_usage_time or 0, child.begin_usage_time or 0),
        last_usage_time=max(parent.last_usage_time or 0, child.last_usage_time or 0),
    )
