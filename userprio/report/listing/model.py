"""What is asked of a listing, and a listing: rows with typed cells and totals, and its form for scripts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, Final

from userprio.accounting import AccountingRecord
from userprio.frozen import quickly_made
from userprio.report.data import Field, Rows
from userprio.report.listing.columns import EPOCH, NOTHING, Cell, Column, Value, time_of
from userprio.versions import LATEST, Behaviour

EVERYBODY: Final = -1
"""Activity limit that hides nobody."""

DAY_S: Final = 86_400


class Layout(Enum):
    """How groups and users are arranged."""

    HIERARCHICAL = "hierarchical"
    """Members under their group."""
    FLAT = "flat"
    """Groups and users in one list."""
    GROUPS_FIRST = "grouporder"
    """All groups breadth first, then all users."""


@dataclass(frozen=True, slots=True)
class ListingOptions:
    """What is asked of one listing; times are seconds since the epoch."""

    now: int
    details: Column = NOTHING
    """Columns asked for; nothing stands for `MOST`."""
    keep_quotas: bool = False
    """Quota columns were asked for by name (`-quotas`, `-surplus`): they stay although no user has a group."""
    layout: Layout | None = None
    """None where nobody asked: hierarchical, but flat for priorities alone."""
    active_since: int | None = None
    """Records last used before this are hidden. None: a day before `now`; `EVERYBODY`: none hidden."""
    tool: Behaviour = LATEST
    """The condor_userprio whose text it is to be."""

    @property
    def activity_limit(self) -> int:
        """Oldest last usage still shown, `EVERYBODY` for no limit."""
        return self.now - DAY_S if self.active_since is None else self.active_since

    def shows(self, last_used: int | None) -> bool:
        """Whether a record, user or group, last used then is shown: what was never used only without a limit."""
        return (last_used or -1) >= self.activity_limit


@quickly_made
@dataclass(frozen=True, slots=True)
class Row:
    """One printed record."""

    record: AccountingRecord
    label: str
    """The name as it is shown: under its group a member loses the group's name and dot."""
    member: bool
    """It stands under its group."""
    group_number: int
    """0 for `<none>` and its users, 1 and up where groups are numbered, negative where they are not."""
    group_order: float | None
    """Where its group stands among the groups, None where groups are not numbered."""
    cells: tuple[Cell, ...]
    """One for each column of the listing."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The figures under a listing."""

    users: int
    """Visible users, printed or not; groups do not count."""
    records: int
    """All records, groups and hidden ones included."""
    groups: int
    """Groups among all records; the root does not count."""
    surplus_policy: str | None
    """Policy of the last group, in order of arrival, that accepts surplus at all."""
    in_use: float
    """Weight in use by the printed users."""
    usage: float
    """Weight-seconds of the printed users."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What condor_userprio would print, as data."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: Totals
    hierarchical: bool
    users_hidden: bool
    """Only quota columns are left, which users do not have: groups alone are printed."""
    usage_known: bool
    """At least one record, hidden ones included, has accumulated usage."""
    longest_name: int
    """Bytes of the longest name of a visible record; under a group a member counts its own part of it, plus 2."""
    last_update: int
    """When priorities were last updated, epoch seconds, 0 if unknown."""
    activity_limit: int
    now: int
    tool: Behaviour = LATEST
    """The condor_userprio whose text it is to be; what is shown elsewhere does not depend on it."""


_OTHERS: Final[Mapping[str, tuple[str, Value]]] = {
    "slots_in_use": ("slots", attrgetter("resources_used")),
    "subtree_weight_in_use": ("weight", attrgetter("hier_weighted_resources_used")),
    "used_slot_s": ("slot-seconds", attrgetter("accumulated_usage")),
    "factor_lease_ends_at": (EPOCH, time_of("factor_lease_expiration")),
    "floor_lease_ends_at": (EPOCH, time_of("floor_lease_expiration")),
    "ceiling_lease_ends_at": (EPOCH, time_of("ceiling_lease_expiration")),
    "submitter_share": ("fraction of the pie", attrgetter("submitter_share")),
    "submitter_limit": ("weight", attrgetter("submitter_limit")),
}
"""Keys of what no column shows, with their units."""

_HEAD: Final = ("name", "is_group", "accounting_group", "group_id", "group_order")
_USUAL: Final = (
    *("effective_priority", "real_priority", "priority_factor", "slots_in_use", "weight_in_use"),
    *("subtree_weight_in_use", "used_slot_s", "used_weight_s", "first_used_at", "last_used_at", "unused_for_s"),
    *("floor", "ceiling", "factor_lease_ends_at", "floor_lease_ends_at", "ceiling_lease_ends_at", "submitter_share"),
    *("submitter_limit", "effective_quota", "configured_quota", "subtree_quota", "sort_key", "requested"),
    "surplus_policy",
)
"""The order that scripts know; new keys come last."""

_VALUES: Final[Mapping[str, Value]] = {key: value for key, (_, value) in _OTHERS.items()} | {
    column.spec.key: column.spec.scripted or column.spec.value for column in Column if column.spec.value is not None
}

KEYS: Final = tuple(dict.fromkeys((*_HEAD, *_USUAL, *_VALUES)))
"""All keys of a record, in order."""

_UNITS: Final = {key: unit for key, (unit, _) in _OTHERS.items()} | {
    column.spec.key: column.spec.unit for column in Column if column.spec.unit is not None
}
UNITS: Final[Mapping[str, str]] = {key: _UNITS[key] for key in KEYS if key in _UNITS}
"""Unit of each key that has one. Weight is the sum of SlotWeight: cores, unless a pool says otherwise."""


def _record_fields(row: Row) -> dict[str, Field]:
    """Everything known of a listed record, whatever columns were asked for.

    None means no such value: no group figures, never used, no ceiling, no lease, groups not numbered.
    """
    record = row.record
    return {
        "name": record.name,
        "is_group": record.is_group,
        "accounting_group": record.accounting_group,
        "group_id": row.group_number if row.group_number >= 0 else None,
        "group_order": row.group_order,
        **{key: _VALUES[key](record) for key in KEYS[len(_HEAD) :]},
    }


def listing_document(listing: Listing) -> dict[str, Any]:
    """A listing, schema `userprio.listing/1`: the printed records in order, each with every key of `KEYS`."""
    totals = listing.totals
    return {
        "schema": "userprio.listing/1",
        "at": listing.now,
        "last_update_at": listing.last_update or None,
        "active_since_at": listing.activity_limit if listing.activity_limit > 0 else None,
        "hierarchical": listing.hierarchical,
        "columns": [column.spec.key for column in listing.columns],
        "units": UNITS,
        "records": [_record_fields(row) for row in listing.rows],
        "totals": {
            "users": totals.users,
            "records": totals.records,
            "surplus_policy": totals.surplus_policy,
            "weight_in_use": totals.in_use,
            "used_weight_s": totals.usage,
        },
    }


def listing_rows(listing: Listing) -> Rows:
    """One line for each printed record; the columns are those of `KEYS` whatever the listing shows."""
    return KEYS, (_record_fields(row) for row in listing.rows)
