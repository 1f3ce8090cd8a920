"""The stable keys under which scripts find the values of a listing, in JSON and CSV alike."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final

from userprio.report.csv_form import Field, Rows
from userprio.report.listing import Column, Listing, Row
from userprio.report.listing.columns import EPOCH, Value, time_of

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
"""The order that scripts know; what is new comes behind."""

_VALUES: Final[dict[str, Value]] = {key: value for key, (_, value) in _OTHERS.items()}
_VALUES.update(
    (column.spec.key, column.spec.scripted or column.spec.value) for column in Column if column.spec.value is not None
)

KEYS: Final = tuple(dict.fromkeys((*_HEAD, *_USUAL, *_VALUES)))
"""All keys of a record, in order."""

_UNITS: Final = {key: unit for key, (unit, _) in _OTHERS.items()} | {
    column.spec.key: column.spec.unit for column in Column if column.spec.unit is not None
}
UNITS: Final[Mapping[str, str]] = {key: _UNITS[key] for key in KEYS if key in _UNITS}
"""Unit of each key that has one. Weight is the sum of SlotWeight: cores, unless a pool says otherwise."""


def record_fields(row: Row) -> dict[str, Field]:
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
        "records": [record_fields(row) for row in listing.rows],
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
    return KEYS, (record_fields(row) for row in listing.rows)
