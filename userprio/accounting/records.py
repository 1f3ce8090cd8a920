"""Accounting records as condor_userprio lists them: made by the accountant from its ledger, and as the ads it sends.

See `Accountant::ReportState` and `ReportGroups`, and back from the ads `CollectInfo`. The modular answer is one ad per
record: the stored ad, overlaid with the computed attributes. The legacy answer is a single ad in which the attributes
of the first record end in 1, those of the second in 2, and so on. Ads are read as condor_userprio reads them.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from operator import mul
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.priorities import MIN_FACTOR, MIN_PRIORITY, ROOT_GROUP, GroupOf, PriorityRules, default_factor
from userprio.base.cxx import INT_MIN, round_trip
from userprio.base.patterns import lazy_pattern
from userprio.classad import Ad, Evaluator, Value, as_number, format_value
from userprio.ledger import CUSTOMER_ATTRIBUTES, CUSTOMER_PREFIX, Customer, Ledger, compacted_text, has_any

USAGE: Final[Mapping[str, type[int | float]]] = {
    "resources_used": int,
    "weighted_resources_used": float,
    "hier_weighted_resources_used": float,
    "accumulated_usage": float,
    "weighted_accumulated_usage": float,
    "begin_usage_time": int,
    "last_usage_time": int,
}
"""The usage fields, which a record copies from its customer, and their types."""

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
"""Fields whose columns are shown only if some record has a value."""


class GroupFigures(Struct, frozen=True):
    """A group's figures in the last cycle, in weighted slots (see `quotas`). None: an ad from elsewhere lacks it."""

    effective_quota: float | None
    config_quota: float | None
    subtree_quota: float | None
    sort_key: float | None
    surplus_policy: str | None
    """`no`, `byquota` or `regroup`."""
    requested: float | None
    static: bool | None = None
    """Whether `config_quota` is a weight rather than a fraction of the parent's; None: an ad does not say, and the root
    has no quota of its own."""


class PieShare(Struct, frozen=True):
    """What a submitter was entitled to in the first spin of the last cycle."""

    share: float
    """Fraction of the pie, 0 to 1."""
    limit: float
    """The same in weighted slots."""


class AccountingRecord(Struct, frozen=True):
    """One record of the negotiator's modular answer (`Accountant::ReportState`); None: the ledger has no such value."""

    name: str
    is_group: bool
    accounting_group: str
    """The submitter's group; a group's own name, or `<none>` for a group no longer configured."""
    priority: float
    """Effective priority."""
    factor: float | None
    """Only an ad from elsewhere may lack one: reading a record of the ledger stores it."""
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
        """Effective priority divided by the factor, as condor_userprio shows it; NaN without a factor."""
        return self.priority / self.factor if self.factor else math.nan


Columns = Mapping[str, Sequence[Any]]
"""The values of each field of `Customer` for a list of customers."""

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
    """The modular answer: one record per customer, or per customer in `among`, in the order of HTCondor's table.

    Groups and submitters are mixed. `figures` has those of the configured groups by name, `<none>` included; a group no
    longer configured shows those of `<none>`. `shares` has those of the submitters that the last cycle visited.
    """
    names = ledger.customers_in_table_order(among)
    columns = ledger.customer_columns(names)
    since = set(ledger.history[ledger.updated_after :])
    replaced = [
        _NO_SHARE
        if share is None
        and stored is None
        and (f"+{CUSTOMER_PREFIX}{name}" not in since or (uncharged is not None and _was_updated(ledger, name)))
        else share
        for name, share, stored, uncharged in zip(
            names, map(shares.get, names), columns["submitter_share"], columns["uncharged_time"], strict=True
        )
    ]
    groups = list(map(group_of, names))
    return _records(columns, ledger.last_update_time, rules, groups, figures, replaced, _with_16_digits)


def stand_in(ledger: Ledger, rules: PriorityRules, group_of: GroupOf, names: Sequence[str]) -> AccountingRecord:
    """One record in place of those of the submitters `names`, for a listing that counts them but does not show them.

    It has a value wherever one of them has, because a column is shown only if some record has a value for it, and
    belongs to a group if one of them does, because only then are groups numbered.
    """
    missing = {CUSTOMER_ATTRIBUTES[field]: field for field in _FILL_COLUMNS}
    values: dict[str, Any] = {}
    for name in names:
        if has_any(ledger.ads[CUSTOMER_PREFIX + name], missing.keys()):
            # Parsed only if its text has such an attribute at all: most records
            # that a listing counts never come to this.
            customer = ledger.customers[name]
            for attribute, field in tuple(missing.items()):
                values[field] = getattr(customer, field)
                if values[field] is not None:
                    del missing[attribute]
            if not missing:
                break
    group = next((group for group in map(group_of, names) if group != ROOT_GROUP), ROOT_GROUP)
    [first] = _records(_columns([Customer(names[0])]), ledger.last_update_time, rules, [group], {})
    return replace(first, **values)


def _was_updated(ledger: Ledger, name: str) -> bool:
    """Whether a record made since the last update, by the log, seems to be older: the log was compacted meanwhile.

    Updates clear shares in memory, though not in the log. An update stores uncharged usage, and the last usage time if
    anything was used. A match stores uncharged usage too, but after the slots in use; compaction, which follows an
    update, puts shorter names first.
    """
    ad = ledger.ads[CUSTOMER_PREFIX + name]
    counted = "WeightedResourcesUsed" if "WeightedResourcesUsed" in ad else "ResourcesUsed"
    return (
        "LastUsageTime" in ad
        or next((attribute for attribute in ad if attribute in ("UnchargedTime", counted)), "") == "UnchargedTime"
    )


def _columns(customers: Sequence[Customer]) -> Columns:
    """The fields of these customers, one list per field."""
    return {field: [getattr(customer, field) for customer in customers] for field in ("name", *CUSTOMER_ATTRIBUTES)}


def _records(
    columns: Columns,
    last_update: int,
    rules: PriorityRules,
    groups: Sequence[str],
    figures: Mapping[str, GroupFigures],
    shares: Sequence[PieShare | None] = (),
    sent: Callable[[float | None], Any] = lambda real: real,
) -> list[AccountingRecord]:
    """The records of customers with these fields and groups; a share replaces the stored one.

    `sent` turns a real into what arrives over the wire; it must leave None and 0.0 alone.
    """
    names, stored = columns["name"], columns["priority_factor"]
    missing = [place for place, factor in enumerate(stored) if factor is None or not factor >= MIN_FACTOR]
    used, shown = list(stored), list(stored)
    for place in missing:
        used[place] = default_factor(names[place], groups[place], rules)
        # Reading a factor stores it.
        shown[place] = round_trip(max(used[place], MIN_FACTOR))
    pie = shares or [None] * len(names)
    real = [max(priority or MIN_PRIORITY, MIN_PRIORITY) for priority in columns["priority"]]
    values: dict[str, Iterable[Any]] = {
        **{field: columns[field] for field in ("name", *USAGE, *LEASES)},
        "is_group": ["@" not in name for name in names],
        "accounting_group": groups,
        "priority": list(map(mul, real, used)),
        "factor": shown,
        "ceiling": [-1 if ceiling is None else max(ceiling, -1) for ceiling in columns["ceiling"]],
        "floor": [max(floor or 0, 0) for floor in columns["floor"]],
        "last_update": repeat(last_update),
        "submitter_share": [
            old if share is None else share.share for old, share in zip(columns["submitter_share"], pie, strict=True)
        ],
        "submitter_limit": [
            old if share is None else share.limit for old, share in zip(columns["submitter_limit"], pie, strict=True)
        ],
        "group_figures": [
            None if "@" in name or group not in figures else _all_sent(figures[group], _QUOTAS, sent)
            for name, group in zip(names, groups, strict=True)
        ],
    }
    for field in _REALS:
        # A column of None and 0.0 arrives as it is.
        values[field] = list(map(sent, values[field])) if any(values[field]) else values[field]
    return list(map(AccountingRecord, *map(values.__getitem__, AccountingRecord.__struct_fields__)))


def _all_sent(of: FiguresT, names: Iterable[str], sent: Callable[[float | None], Any]) -> FiguresT:
    """A copy in which these reals are as they arrive over the wire."""
    changes: dict[str, Any] = {name: sent(getattr(of, name)) for name in names}
    return replace(of, **changes)


_SIXTEEN_DIGITS: Final = "%.16G"
"""Twice as fast as a format specification, which counts with a hundred thousand records."""


def _with_16_digits(real: float | None) -> float | None:
    """A real as it arrives over the wire, which carries 16 digits: that decides how some halves round.

    Most are whole and stay as they are.
    """
    if not real:
        return None if real is None else float(real)
    return float(real if -1e15 < real < 1e15 and real == int(real) else _SIXTEEN_DIGITS % real)


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
    """The legacy answer: configured groups breadth first, then all submitters in table order; missing figures are 0.

    `parents` names the parent of every configured group, breadth first, None for the root. With `rollup` a group's
    usage includes that of all groups below it. A record's number in the answer is its place in the list, from 1.
    """
    groups: dict[str, AccountingRecord] = {}
    of_groups = _columns([ledger.customers.get(name, Customer(name)) for name in parents])
    records = _records(of_groups, ledger.last_update_time, rules, list(map(group_of, parents)), figures)
    for record, (name, parent) in zip(map(_legacy, records), parents.items(), strict=True):
        # Here a group names its parent and shows its configured factor, or 0; it has neither ceiling nor floor.
        groups[name] = replace(
            record,
            accounting_group=name if parent is None else parent,
            # In the rolled-up answer every group has the priority 0.
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
    names = [name for name in ledger.customers_in_table_order() if "@" in name]
    records = _records(
        ledger.customer_columns(names), ledger.last_update_time, rules, list(map(group_of, names)), figures
    )
    submitters = map(_legacy, records, (shares.get(name, _NO_SHARE) for name in names))
    return [_all_of_wire(record) for record in (*groups.values(), *submitters)]


def published_groups(
    ledger: Ledger,
    rules: PriorityRules,
    group_of: GroupOf,
    figures: Mapping[str, GroupFigures],
    parents: Mapping[str, str | None],
) -> list[AccountingRecord]:
    """The groups as the negotiator publishes them in the collector: as in the legacy answer, with the stored factor."""
    of_groups = _columns([ledger.customers.get(name, Customer(name)) for name in parents])
    records = _records(of_groups, ledger.last_update_time, rules, list(map(group_of, parents)), figures)
    return [
        _all_of_wire(replace(record, accounting_group=record.name if parent is None else parent, ceiling=-1, floor=0))
        for record, parent in zip(map(_legacy, records), parents.values(), strict=True)
    ]


def _legacy(record: AccountingRecord, share: PieShare = _NO_SHARE) -> AccountingRecord:
    """The record with missing usage and shares as 0, and without leases."""
    complete: dict[str, Any] = {field: getattr(record, field) or number() for field, number in USAGE.items()}
    complete |= dict.fromkeys(LEASES)
    if record.is_group:
        complete |= dict.fromkeys(_SHARES)
    else:
        complete["hier_weighted_resources_used"] = None
        complete["submitter_share"] = record.submitter_share or share.share
        complete["submitter_limit"] = record.submitter_limit or share.limit
    return replace(record, **complete)


def _all_of_wire(record: AccountingRecord) -> AccountingRecord:
    figures = record.group_figures
    if figures is not None:
        record = replace(record, group_figures=_all_sent(figures, _QUOTAS, _with_16_digits))
    return _all_sent(record, _REALS, _with_16_digits)


def _rolled_up(parent: AccountingRecord, child: AccountingRecord) -> AccountingRecord:
    """The parent with the child's usage added; a begin time of 0 (never used) counts as the earliest."""
    sums: dict[str, Any] = {field: getattr(parent, field) + getattr(child, field) for field in _SUMMED}
    return replace(
        parent,
        **sums,
        begin_usage_time=min(parent.begin_usage_time or 0, child.begin_usage_time or 0),
        last_usage_time=max(parent.last_usage_time or 0, child.last_usage_time or 0),
    )


_UNREPORTED: Final = frozenset({"currenttime", "mytype", "targettype", "unchargedtime", "weightedunchargedtime"})
"""Attributes of a stored ad that the answer leaves out."""

_NUMBERED: Final = lazy_pattern(r"(.*[^0-9])0*([1-9][0-9]{0,6})", re.DOTALL)
"""Name and number of an attribute; a number of more than seven digits does not belong to a record."""

_NUMBER: Final = "SubmittorId"
_NOTHING: Final = Ad()

_LONGEST_NAME: Final = 127
"""Bytes; condor_userprio cuts longer names."""

_SENT_QUOTAS: Final = {
    "effective_quota": "EffectiveQuota",
    "config_quota": "ConfigQuota",
    "subtree_quota": "SubtreeQuota",
    "sort_key": "GroupSortKey",
    "surplus_policy": "SurplusPolicy",
    "requested": "Requested",
}
"""Field of `GroupFigures` to attribute of an ad."""

_SENT_SHARES: Final = {field: CUSTOMER_ATTRIBUTES[field] for field in ("submitter_share", "submitter_limit")}
_USED: Final = {field: CUSTOMER_ATTRIBUTES[field] for field in USAGE}
_NO_FIGURES: Final = GroupFigures(None, None, None, None, None, None)


RECORD_ATTRIBUTES: Final = frozenset(
    {
        *CUSTOMER_ATTRIBUTES.values(),
        *_SENT_QUOTAS.values(),
        *("Name", "LastUpdate", "Priority", "PriorityFactor", "Ceiling", "Floor", "IsAccountingGroup"),
        *("AccountingGroup", _NUMBER),
    }
)
"""All attributes that an answer gives a record's ad; the stored ad may add others."""


def modular_ad(record: AccountingRecord, stored: Mapping[str, str]) -> Ad:
    """One ad of the modular answer; `stored` is the ledger's ad, as texts, and usage missing there stays missing."""
    reported = {name.lower(): (name, text) for name, text in stored.items() if name.lower() not in _UNREPORTED}
    attributes = {lowered: (name, compacted_text(text)) for lowered, (name, text) in reported.items()}
    # The computed attributes go over the stored ones: a stored Priority is the real
    # one, and the answer has the effective one.
    for name, value in {**_always(record), **_quotas(record), **_present(record, _SENT_SHARES)}.items():
        attributes[name.lower()] = (name, format_value(value))
    return Ad.lazy(attributes.values())


def published_group_ad(record: AccountingRecord) -> Ad:
    """The ad of a group that the negotiator publishes in the collector (`forwardGroupAccounting`)."""
    values = {**_legacy_values(replace(record, hier_weighted_resources_used=None)), "LastUpdate": record.last_update}
    return Ad.lazy((name, format_value(value)) for name, value in values.items())


def legacy_ad(records: Sequence[AccountingRecord], last_update: int, limits: Mapping[str, float]) -> Ad:
    """The single ad of the legacy answer, rolled up if the records are; `limits` gives what each limit has in use."""
    pairs: list[tuple[str, Value]] = [("LastUpdate", last_update), ("NumSubmittors", len(records))]
    pairs += [(f"ConcurrencyLimit_{name.replace('.', '_')}", amount) for name, amount in limits.items()]
    for number, record in enumerate(records, start=1):
        pairs += [(f"{name}{number}", value) for name, value in _legacy_values(record).items()]
    return Ad.lazy((name, format_value(value)) for name, value in pairs)


def split_legacy(ad: Ad) -> list[Ad]:
    """A legacy ad as one ad for each number (`ConvertLegacyUserprioAdToAdList`), `SubmittorId` added.

    An attribute whose name ends in digits goes to the record of that number; others are dropped. Numbers missing in
    between give empty ads.
    """
    parts: dict[int, list[tuple[str, str]]] = {}
    for name in ad:
        match = _NUMBERED.fullmatch(name)
        # Such an attribute of a concurrency limit is misfiled as in HTCondor: nothing
        # tells `ConcurrencyLimit_sw2` from a record.
        if match:
            parts.setdefault(int(match[2]), []).append((match[1], ad.source(name) or ""))
    ads = {number: Ad.lazy([*pairs, (_NUMBER, str(number))]) for number, pairs in parts.items()}
    return [ads.get(number, _NOTHING) for number in range(1, max(parts, default=0) + 1)]


def join_legacy(ads: Sequence[Ad], first: Ad) -> Ad:
    """The reverse of `split_legacy`: these ads numbered from 1, after the attributes of `whole` without a number."""
    pairs = [(name, first.source(name) or "") for name in first if not _NUMBERED.fullmatch(name)]
    pairs = [(name, str(len(ads)) if name.lower() == "numsubmittors" else text) for name, text in pairs]
    for number, ad in enumerate(ads, start=1):
        pairs += [(f"{name}{number}", ad.source(name) or "") for name in ad if name != _NUMBER]
    return Ad.lazy(pairs)


def _always(record: AccountingRecord) -> dict[str, Value]:
    return {
        "Name": record.name,
        "LastUpdate": record.last_update,
        "Priority": float(record.priority),
        "PriorityFactor": float(record.factor or 0.0),
        "Ceiling": record.ceiling,
        "Floor": record.floor,
        "IsAccountingGroup": record.is_group,
        "AccountingGroup": record.accounting_group,
    }


def _quotas(record: AccountingRecord) -> dict[str, Value]:
    return {} if record.group_figures is None else _present(record.group_figures, _SENT_QUOTAS)


def _legacy_values(record: AccountingRecord) -> dict[str, Value]:
    """One record's attributes in the legacy answer; groups have no ceiling, floor or share."""
    values = _always(record)
    del values["LastUpdate"]
    if record.is_group:
        del values["Ceiling"], values["Floor"]
    return {**values, **_present(record, _USED), **_quotas(record), **_present(record, _SENT_SHARES)}


def _present(figures: AccountingRecord | GroupFigures, names: Mapping[str, str]) -> dict[str, Value]:
    """The values of the fields in `names` that have one, by attribute."""
    return {name: value for field, name in names.items() if (value := getattr(figures, field)) is not None}


def legacy_entries(ad: Ad, evaluator: Evaluator) -> list[AccountingRecord]:
    """The records of a legacy ad, as many as its `NumSubmittors` says; those without name or priority are left out."""
    number = _Reader(ad, "", evaluator).integer("NumSubmittors") or 0
    # `NumSubmittors` may be any number, but an ad cannot describe more records than it has attributes.
    records = (record_of(ad, evaluator, str(place)) for place in range(1, min(number, len(ad)) + 1))
    return [record for record in records if record is not None]


def record_of(ad: Ad, evaluator: Evaluator, suffix: str = "") -> AccountingRecord | None:
    """The record that an ad describes in attributes whose names end in `suffix`; None without name or priority."""
    read = _Reader(ad, suffix, evaluator)
    name, priority = read.string("Name"), read.real("Priority")
    if name is None or priority is None:
        return None
    is_group = read.boolean("IsAccountingGroup") or False
    ceiling, floor = read.real("Ceiling"), read.real("Floor")
    stored: dict[str, Any] = {
        field: read.integer(CUSTOMER_ATTRIBUTES[field]) if kind is int else read.real(CUSTOMER_ATTRIBUTES[field])
        for field, kind in {**USAGE, **dict.fromkeys(_SENT_SHARES, float), **dict.fromkeys(LEASES, int)}.items()
    }
    return AccountingRecord(
        name=name.encode(errors="surrogateescape")[:_LONGEST_NAME].decode(errors="surrogateescape"),
        is_group=is_group,
        accounting_group=read.string("AccountingGroup") or ROOT_GROUP,
        priority=priority,
        factor=read.real("PriorityFactor"),
        ceiling=-1 if ceiling is None else ceiling,
        # condor_userprio shows a floor that an ad lacks as -1, although a floor of 0 is what it means.
        floor=-1 if floor is None else floor,
        last_update=_Reader(ad, "", evaluator).integer("LastUpdate") or 0,
        group_figures=_figures(read, is_group),
        **stored,
    )


def _figures(read: "_Reader", is_group: bool) -> GroupFigures | None:
    """Quotas of a group, and in old releases of a user; None if the ad has none of them."""
    policy = read.string("SurplusPolicy")
    # Older negotiators sent only whether a group takes part in autoregroup.
    if policy is None and (regroup := read.boolean("GroupAutoRegroup")) is not None:
        policy = "regroup" if regroup else "no"
    figures = GroupFigures(
        effective_quota=read.real("EffectiveQuota"),
        config_quota=read.real("ConfigQuota"),
        subtree_quota=read.real("SubtreeQuota") if is_group else None,
        sort_key=read.real("GroupSortKey") if is_group else None,
        surplus_policy=policy if is_group else None,
        requested=read.real("Requested"),
    )
    return None if figures == _NO_FIGURES else figures


class _Reader(Struct, frozen=True):
    """Attributes of one record with the types that condor_userprio expects; None if missing or of another type."""

    ad: Ad
    suffix: str
    evaluator: Evaluator

    def string(self, name: str) -> str | None:
        value = self.evaluator.attribute(name + self.suffix, self.ad)
        return value if isinstance(value, str) else None

    def real(self, name: str) -> float | None:
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        return None if number is None else float(number)

    def integer(self, name: str) -> int | None:
        """As a C++ `int`: cut towards zero, then the low 32 bits; a real beyond 64 bits is 0."""
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        if number is None:
            return None
        integer = int(number) if abs(number) < 2**63 else 0
        return (integer - INT_MIN) % 2**32 + INT_MIN

    def boolean(self, name: str) -> bool | None:
        number = as_number(self.evaluator.attribute(name + self.suffix, self.ad))
        return None if number is None else number != 0
