"""The columns of the listings, each with what the output formats need.

JSON and CSV have all columns. Those of text and tables are chosen at the end of this file: `MOST` for `userprio most`,
`ALL` for `userprio all`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, Flag, auto
from operator import attrgetter
from typing import Final

from userprio.accounting import AccountingRecord
from userprio.report.table import EPOCH

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


@dataclass(frozen=True, slots=True)
class ColumnSpec:
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


def _date(key: str, heading: str, classic: tuple[str, str], name: str) -> ColumnSpec:
    kind, scripted, filled = ValueKind.DATE, time_of(name), _has(name)
    return ColumnSpec(key, EPOCH, heading, classic, 16, attrgetter(name), kind, scripted=scripted, filled=filled)


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
    SORT_KEY = ColumnSpec(
        "sort_key",
        "value of GROUP_SORT_EXPR",
        "sort\nkey",
        ("Group", "Sort Key"),
        9,
        _quota("sort_key"),
        kind=ValueKind.SORT_KEY,
    )
    EFFECTIVE_QUOTA = ColumnSpec(
        "effective_quota", "weight", "effective\nquota", ("Effective", "Quota"), 9, _quota("effective_quota")
    )
    CONFIG_QUOTA = ColumnSpec(
        "configured_quota",
        "weight, or a fraction of the parent's quota unless static_quota",
        "config\nquota",
        ("Config", "Quota"),
        9,
        _quota("config_quota"),
    )
    SURPLUS = ColumnSpec(
        "surplus_policy", None, "takes\nsurplus", ("Use", "Surplus"), 7, _quota("surplus_policy"), kind=ValueKind.POLICY
    )
    SUBTREE_QUOTA = ColumnSpec(
        "subtree_quota", "weight", "subtree\nquota", ("Subtree", "Quota"), 9, _quota("subtree_quota")
    )
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
    )
    FIRST_USED = _date("first_used_at", "first used", ("Usage", "Start Time"), "begin_usage_time")
    LAST_USED = _date("last_used_at", "last used", ("Last", "Usage Time"), "last_usage_time")
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
    )
    REQUESTED = ColumnSpec(
        "requested", "weight", "demand", ("Weighted", "Requested"), 10, _quota("requested"), decimals=0
    )
    FLOOR = ColumnSpec(
        "floor",
        "weight",
        "floor",
        ("Submitter", "Floor"),
        9,
        attrgetter("floor"),
        kind=ValueKind.POSITIVE,
        lease=attrgetter("floor_lease_expiration"),
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
