"""The columns of the listings, and the listing itself: rows of typed cells, totals, and its documents for scripts.

JSON and CSV have all columns. Those of text and tables are chosen by `MOST` for `userprio most`, and `ALL` for
`userprio all`.
"""

from collections.abc import Callable, Mapping
from enum import Enum, Flag, auto
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from userprio.accounting import AccountingRecord
from userprio.base.versions import LATEST, Behaviour
from userprio.report.formats import Field, TableColumn
from userprio.report.table import EPOCH, Table, data_column

Cell = float | str | None
"""A number in the record's unit (weight, weight-seconds, seconds, epoch seconds), the name of a surplus policy, or None
if the record has no such value."""

Value = Callable[[AccountingRecord], Cell]


class ValueKind(Enum):
    """How the values of a column are written."""

    AMOUNT = auto()
    POSITIVE = auto()
    """An amount; empty if not positive."""
    LIMIT = auto()
    """An amount; empty if negative, which means no limit."""
    GROUP = auto()
    """The number of a group."""
    ORDER = auto()
    SORT_KEY = auto()
    POLICY = auto()
    """The name of a surplus policy."""
    USAGE = auto()
    """Weight-seconds, shown in hours."""
    DATE = auto()
    AGE = auto()
    """Seconds, shown as a duration."""


def _shows_use(record: AccountingRecord) -> bool:
    """Use and usage go together: a value for either fills both columns."""
    return record.resources_used is not None or record.weighted_accumulated_usage is not None


def _shows_usage(record: AccountingRecord) -> bool:
    """Weight in use, however, fills only the column of usage, as in condor_userprio."""
    return _shows_use(record) or record.weighted_resources_used is not None


def _usage(record: AccountingRecord) -> Cell:
    # Most records have a value: check that first.
    return record.weighted_accumulated_usage or (0.0 if _shows_usage(record) else None)


def weight_in_use(record: AccountingRecord) -> float:
    """The weight of the slots in use, or their number if the weight is unknown."""
    weight = record.weighted_resources_used
    return float(record.resources_used or 0) if weight is None else weight


def _idle_for(record: AccountingRecord) -> Cell:
    # For condor_userprio, whoever never used anything did so a second before the epoch.
    last = record.last_usage_time
    return None if last is None else record.last_update - (last or -1)


def _unused_for(record: AccountingRecord) -> Cell:
    last = record.last_usage_time
    return max(record.last_update - last, 0) if last else None


def time_of(name: str) -> Value:
    """A time; None for 0, which means never in a ledger."""
    return lambda record: getattr(record, name) or None


def _quota(name: str) -> Value:
    """A figure of a group, which users mostly lack."""
    read = attrgetter(name)
    return lambda record: None if record.group_figures is None else read(record.group_figures)


def _has(name: str) -> Callable[[AccountingRecord], bool]:
    return lambda record: getattr(record, name) is not None


class ColumnSpec(msgspec.Struct, frozen=True):
    """What the output formats need of a column."""

    key: str
    """The key in JSON and CSV."""
    unit: str | None
    """The unit in JSON and CSV."""
    heading: str
    """The heading of a table."""
    classic: tuple[str, str]
    """The two heading lines of condor_userprio's text."""
    width: int
    """The column's width in that text, in bytes."""
    value: Value | None
    """The value of a record; None: it follows from the number or order of the record's group."""
    kind: ValueKind = ValueKind.AMOUNT
    decimals: int = 2
    """Decimals in condor_userprio's text."""
    scripted: Value | None = None
    """The value for JSON and CSV if it differs: placeholders are None there."""
    filled: Callable[[AccountingRecord], bool] | None = None
    """The column is omitted unless this is true of some record."""
    aliases: tuple[str, ...] = ()
    """Further names to select the column by."""
    lease: Callable[[AccountingRecord], int | None] | None = None
    """When a lease on the value ends, in seconds since the epoch."""
    gives_way: int = 0
    """Where a table is too wide, columns with the largest number are left out first; with 0, never."""


def _date(key: str, heading: str, classic: tuple[str, str], name: str, gives_way: int) -> ColumnSpec:
    kind, scripted, filled = ValueKind.DATE, time_of(name), _has(name)
    value = attrgetter(name)
    return ColumnSpec(
        key, EPOCH, heading, classic, 16, value, kind, scripted=scripted, filled=filled, gives_way=gives_way
    )


_CONFIGURED: Final = "weight, or a fraction of the parent's quota unless static_quota"


def _of_group(
    key: str, unit: str | None, heading: str, classic: tuple[str, str], figure: str = "", **options: Any
) -> ColumnSpec:
    """A figure that groups have, by default of the name of its key; the options are those of a column."""
    return ColumnSpec(key, unit, heading, classic, **({"width": 9} | options), value=_quota(figure or key))


class Column(Flag):
    """One or several columns of a listing; iteration goes from left to right."""

    spec: ColumnSpec

    def __new__(cls, spec: ColumnSpec) -> "Column":
        """A new column to the right of those before it."""
        column = object.__new__(cls)
        column._value_ = 1 << len(cls.__members__)
        column.spec = spec
        return column

    GROUP_ID = ColumnSpec("group_id", None, "group\nid", ("Group", "Id"), 5, None, kind=ValueKind.GROUP, decimals=0)
    GROUP_ORDER = ColumnSpec("group_order", None, "group\norder", ("Group", "Order"), 9, None, kind=ValueKind.ORDER)
    SORT_KEY = _of_group(
        "sort_key", "value of GROUP_SORT_EXPR", "sort\nkey", ("Group", "Sort Key"), kind=ValueKind.SORT_KEY
    )
    EFFECTIVE_QUOTA = _of_group("effective_quota", "weight", "effective\nquota", ("Effective", "Quota"), gives_way=7)
    CONFIG_QUOTA = _of_group(
        "configured_quota", _CONFIGURED, "config\nquota", ("Config", "Quota"), "config_quota", gives_way=3
    )
    SURPLUS = _of_group(
        *("surplus_policy", None, "takes\nsurplus", ("Use", "Surplus")),
        width=7,
        kind=ValueKind.POLICY,
        gives_way=11,
    )
    SUBTREE_QUOTA = _of_group("subtree_quota", "weight", "subtree\nquota", ("Subtree", "Quota"), gives_way=8)
    PRIORITY = ColumnSpec(
        "effective_priority",
        "priority",
        "effective\npriority",
        ("Effective", "Priority"),
        12,
        # A group's effective priority is not shown, since nothing is ordered by it.
        lambda record: None if record.is_group else record.priority,
        scripted=attrgetter("priority"),
    )
    REAL_PRIORITY = ColumnSpec(
        "real_priority",
        "priority",
        "real\npriority",
        ("Real", "Priority"),
        8,
        # The real priority is the effective one divided by the factor.
        lambda record: record.real_priority if record.factor and record.factor > 0 else None,
        gives_way=6,
    )
    FACTOR = ColumnSpec(
        "priority_factor",
        "factor",
        "factor",
        ("Priority", "Factor"),
        9,
        attrgetter("factor"),
        kind=ValueKind.POSITIVE,
        filled=_has("factor"),
        lease=attrgetter("factor_lease_expiration"),
        gives_way=1,
    )
    IN_USE = ColumnSpec(
        "weight_in_use",
        "weight",
        "weight\nin use",
        ("Wghted", "In Use"),
        6,
        lambda record: weight_in_use(record) if _shows_use(record) else None,
        decimals=0,
        # A number of slots, which stands in for an unknown weight on screens, must not pass for one in a script.
        scripted=attrgetter("weighted_resources_used"),
        filled=_shows_usage,
        aliases=("in_use",),
    )
    USAGE = ColumnSpec(
        "used_weight_s",
        "weight-seconds",
        "weight-\nhours",
        ("Total Usage", "(wghted-hrs)"),
        12,
        _usage,
        kind=ValueKind.USAGE,
        scripted=attrgetter("weighted_accumulated_usage"),
        filled=_shows_usage,
        gives_way=2,
    )
    FIRST_USED = _date("first_used_at", "first used", ("Usage", "Start Time"), "begin_usage_time", 10)
    LAST_USED = _date("last_used_at", "last used", ("Last", "Usage Time"), "last_usage_time", 9)
    IDLE_FOR = ColumnSpec(
        "unused_for_s",
        "seconds, at the last update of priorities",
        "last\nuse",
        ("Time Since", "Last Usage"),
        10,
        _idle_for,
        kind=ValueKind.AGE,
        scripted=_unused_for,
        filled=_has("last_usage_time"),
        gives_way=4,
    )
    REQUESTED = _of_group("requested", "weight", "demand", ("Weighted", "Requested"), width=10, decimals=0, gives_way=5)
    FLOOR = ColumnSpec(
        "floor",
        "weight",
        "floor",
        ("Submitter", "Floor"),
        9,
        attrgetter("floor"),
        kind=ValueKind.POSITIVE,
        lease=attrgetter("floor_lease_expiration"),
        gives_way=4,
    )
    CEILING = ColumnSpec(
        "ceiling",
        "weight",
        "ceiling",
        ("Submitter", "Ceiling"),
        9,
        attrgetter("ceiling"),
        kind=ValueKind.LIMIT,
        scripted=lambda record: record.ceiling if record.ceiling >= 0 else None,
        lease=attrgetter("ceiling_lease_expiration"),
        gives_way=4,
    )


NOTHING: Final = Column.GROUP_ID & Column.CEILING
"""No column."""

QUOTAS: Final = Column.EFFECTIVE_QUOTA | Column.CONFIG_QUOTA | Column.SURPLUS | Column.SUBTREE_QUOTA | Column.REQUESTED
PRIORITIES: Final = Column.PRIORITY | Column.REAL_PRIORITY | Column.FACTOR
USAGES: Final = Column.IN_USE | Column.USAGE | Column.FIRST_USED | Column.LAST_USED
ALL: Final = QUOTAS | PRIORITIES | USAGES | Column.IDLE_FOR | Column.FLOOR | Column.CEILING
"""The columns of `-all`: everything but the group's number, order and sort key."""
MOST: Final = (
    (Column.CONFIG_QUOTA | Column.SURPLUS | Column.REQUESTED)
    | (Column.PRIORITY | Column.FACTOR)
    | (Column.IN_USE | Column.USAGE)
    | (Column.IDLE_FOR | Column.FLOOR | Column.CEILING)
)
"""The columns of `-most`, which is also the default; empty ones are left out."""


EVERYBODY: Final = -1
"""The activity limit that hides nobody."""

DAY_S: Final = 86_400


class Layout(Enum):
    """How groups and users are arranged."""

    HIERARCHICAL = "hierarchical"
    """Each group followed by its members."""
    FLAT = "flat"
    """Groups and users in one list."""
    GROUPS_FIRST = "grouporder"
    """All groups breadth first, then all users."""


class ListingOptions(msgspec.Struct, frozen=True):
    """The options of one listing; times are seconds since the epoch."""

    now: int
    details: Column = NOTHING
    """Columns asked for; none means `MOST`."""
    required: Column = NOTHING
    """Further columns, and those of `details` that stay even if they are empty; they change neither rows nor order."""
    keep_quotas: bool = False
    """Quota columns were asked for by name (`-quotas`, `-surplus`) and stay even if no user has a group."""
    layout: Layout | None = None
    """None: the default, which is hierarchical, but flat for priorities alone."""
    active_since: int | None = None
    """Hide records last used before this. None: a day before `now`; `EVERYBODY`: hide none."""
    tool: Behaviour = LATEST
    """The version of condor_userprio whose text to reproduce."""
    classic: bool = True
    """For condor_userprio's text. For other formats, who holds slots is listed even if no use is recorded yet, and
    groups have all there is to say of them even if no user is listed."""
    selected: bool = False
    """Only some records were asked for, by name or condition."""
    only_groups: bool = False
    """Groups are listed, and users only counted."""
    in_order: bool = True
    """The records come in the order of the reply; of those in a collector, a snapshot does not know it."""

    @property
    def activity_limit(self) -> int:
        """The oldest last use that is still shown; `EVERYBODY` for no limit."""
        return self.now - DAY_S if self.active_since is None else self.active_since

    def shows(self, record: AccountingRecord) -> bool:
        """Whether a user or group is shown; one that was never used, only without a limit or if it holds slots."""
        if record.last_usage_time or self.classic:
            # Never used is -1, before every limit but the one that hides nobody.
            return (record.last_usage_time or -1) >= self.activity_limit
        return self.activity_limit <= EVERYBODY or weight_in_use(record) > 0


class Row(Struct, frozen=True):
    """One printed record."""

    record: AccountingRecord
    label: str
    """The name as shown: below its group, a member's name omits the group's name and dot."""
    member: bool
    """It is listed below its group."""
    group_number: int
    """The group's number: 0 for `<none>` and its users, positive for numbered groups, negative for others."""
    group_order: float | None
    """The group's order; None if groups are not numbered."""
    cells: tuple[Cell, ...]
    """A cell for each column of the listing."""


class Subtree(Struct, frozen=True):
    """A group with its subgroups, in weight; None: unknown."""

    in_use: float | None
    quota: float | None
    requested: float | None


class Totals(msgspec.Struct, frozen=True):
    """The figures under a listing."""

    users: int
    """Visible users, printed or not, without groups."""
    records: int
    """All records, groups and hidden ones included."""
    groups: int
    """Groups among all records, without the root."""
    surplus_policy: str | None
    """Surplus policy of the last group, in order of arrival, that accepts surplus at all."""
    in_use: float
    """Weight in use by the printed users."""
    usage: float
    """Weight-seconds of the printed users."""
    inactive_users: int = 0
    """Users left out because they were not active since the activity limit."""
    inactive_groups: int = 0
    """Groups left out for that reason, without the root."""


class Listing(msgspec.Struct, frozen=True):
    """A listing of condor_userprio as data."""

    columns: tuple[Column, ...]
    entries: tuple[Row, ...]
    totals: Totals
    hierarchical: bool
    users_hidden: bool
    """Only groups are printed: they were asked for, or only quota columns are left, which users do not have."""
    usage_known: bool
    """Some record, hidden ones included, has accumulated usage."""
    longest_name: int
    """Bytes of the longest visible name; below a group, a member's own part of it plus 2."""
    last_update: int
    """When priorities were last updated, epoch seconds, 0 if unknown."""
    activity_limit: int
    now: int
    tool: Behaviour = LATEST
    """The version of condor_userprio whose text to reproduce; other formats do not depend on it."""
    extra: Column = NOTHING
    """Columns that the listing does not have by itself."""
    rolled_up: bool = False
    """Use and usage of groups include those of all groups below them; for `<none>`, of all groups."""
    subtrees: Mapping[str, Subtree] = msgspec.field(default_factory=dict)
    """Groups with their subgroups, by name; `<none>` is the users of no group."""


def _static(record: AccountingRecord) -> bool | None:
    """Whether a group's configured quota is a weight rather than a fraction of its parent's."""
    return None if record.group_figures is None else record.group_figures.static


_OTHERS: Final[Mapping[str, tuple[str | None, Value]]] = {
    "slots_in_use": ("slots", attrgetter("resources_used")),
    "subtree_weight_in_use": ("weight", attrgetter("hier_weighted_resources_used")),
    "used_slot_s": ("slot-seconds", attrgetter("accumulated_usage")),
    "factor_lease_ends_at": (EPOCH, time_of("factor_lease_expiration")),
    "floor_lease_ends_at": (EPOCH, time_of("floor_lease_expiration")),
    "ceiling_lease_ends_at": (EPOCH, time_of("ceiling_lease_expiration")),
    "submitter_share": ("fraction of the pie", attrgetter("submitter_share")),
    "submitter_limit": ("weight", attrgetter("submitter_limit")),
    "static_quota": (None, _static),
}
"""Keys without a column, with their units."""

_HEAD: Final = ("name", "is_group", "accounting_group", "group_id", "group_order")
_USUAL: Final = (
    *("effective_priority", "real_priority", "priority_factor", "slots_in_use", "weight_in_use"),
    *("subtree_weight_in_use", "used_slot_s", "used_weight_s", "first_used_at", "last_used_at", "unused_for_s"),
    *("floor", "ceiling", "factor_lease_ends_at", "floor_lease_ends_at", "ceiling_lease_ends_at", "submitter_share"),
    *("submitter_limit", "effective_quota", "configured_quota", "subtree_quota", "sort_key", "requested"),
    "surplus_policy",
)
"""The order that scripts rely on; new keys come last."""

_VALUES: Final[Mapping[str, Value]] = {key: value for key, (_, value) in _OTHERS.items()} | {
    column.spec.key: column.spec.scripted or column.spec.value for column in Column if column.spec.value is not None
}

OTHERS: Final = ("is_group", "accounting_group", *_OTHERS)
"""Keys that have no column in condor_userprio's text."""

KEYS: Final = tuple(dict.fromkeys((*_HEAD, *_USUAL, *_VALUES)))
"""All keys of a record, in order."""

_UNITS: Final = {key: unit for key, (unit, _) in _OTHERS.items() if unit is not None} | {
    column.spec.key: column.spec.unit for column in Column if column.spec.unit is not None
}
UNITS: Final[Mapping[str, str]] = {key: _UNITS[key] for key in KEYS if key in _UNITS}
"""Unit of each key that has one. Weight is the sum of SlotWeight: cores, unless a pool says otherwise."""


def _record_column(key: str) -> TableColumn[Row]:
    read = _VALUES[key]
    return data_column(key, lambda row: read(row.record), UNITS.get(key, ""))


RECORDS: Final = Table[Row]("most").of(
    data_column("name", lambda row: row.record.name),
    data_column("is_group", lambda row: row.record.is_group),
    data_column("accounting_group", lambda row: row.record.accounting_group),
    data_column("group_id", lambda row: row.group_number if row.group_number >= 0 else None),
    data_column("group_order", lambda row: row.group_order),
    *(_record_column(key) for key in KEYS[len(_HEAD) :]),
)
"""All values of a listed record, whatever columns were asked for.

None means that there is no such value: no group figures, never used, no ceiling, no lease, groups not numbered.
"""


def other_field(row: Row, key: str) -> Field:
    """The value of a record under one of the keys that have no column."""
    return _OTHERS[key][1](row.record) if key in _OTHERS else getattr(row.record, key)
