"""The stable keys under which scripts find the values of a listing, in JSON and CSV alike."""

from collections.abc import Mapping
from typing import Any, Final

from userprio.accounting.records import AccountingRecord
from userprio.report.csv_form import Field, Rows
from userprio.report.listing import Detail, Listing, Row

UNITS: Final[Mapping[str, str]] = {
    "effective_priority": "priority",
    "real_priority": "priority",
    "priority_factor": "factor",
    "slots_in_use": "slots",
    "weight_in_use": "weight",
    "subtree_weight_in_use": "weight",
    "used_slot_s": "slot-seconds",
    "used_weight_s": "weight-seconds",
    "first_used_at": "seconds since the epoch",
    "last_used_at": "seconds since the epoch",
    "unused_for_s": "seconds, at the last update of priorities",
    "floor": "weight",
    "ceiling": "weight",
    "factor_lease_ends_at": "seconds since the epoch",
    "floor_lease_ends_at": "seconds since the epoch",
    "ceiling_lease_ends_at": "seconds since the epoch",
    "submitter_share": "fraction of the pie",
    "submitter_limit": "weight",
    "effective_quota": "weight",
    "configured_quota": "weight",
    "subtree_quota": "weight",
    "sort_key": "value of GROUP_SORT_EXPR",
    "requested": "weight",
}
"""Unit of each key that has one. Weight is the sum of SlotWeight: cores, unless a pool says otherwise."""

KEYS: Final = ("name", "is_group", "accounting_group", "group_id", "group_order", *UNITS, "surplus_policy")
"""All keys of a record, in order."""


COLUMN_KEYS: Final[Mapping[Detail, str]] = {
    Detail.GROUP_ID: "group_id",
    Detail.GROUP_ORDER: "group_order",
    Detail.SORT_KEY: "sort_key",
    Detail.EFFECTIVE_QUOTA: "effective_quota",
    Detail.CONFIG_QUOTA: "configured_quota",
    Detail.SURPLUS: "surplus_policy",
    Detail.SUBTREE_QUOTA: "subtree_quota",
    Detail.PRIORITY: "effective_priority",
    Detail.REAL_PRIORITY: "real_priority",
    Detail.FACTOR: "priority_factor",
    Detail.IN_USE: "weight_in_use",
    Detail.USAGE: "used_weight_s",
    Detail.FIRST_USED: "first_used_at",
    Detail.LAST_USED: "last_used_at",
    Detail.IDLE_FOR: "unused_for_s",
    Detail.REQUESTED: "requested",
    Detail.FLOOR: "floor",
    Detail.CEILING: "ceiling",
}
"""The key that holds what a column shows."""


def record_fields(row: Row) -> dict[str, Field]:
    """Everything known of a listed record, whatever columns were asked for.

    None means no such value: no group figures, never used, no ceiling, no lease, groups not numbered.
    """
    record = row.record
    last = _time(record.last_usage_time)
    fields: dict[str, Field] = {
        "name": record.name,
        "is_group": record.is_group,
        "accounting_group": record.accounting_group,
        "group_id": row.group_number if row.group_number >= 0 else None,
        "group_order": row.group_order,
        "effective_priority": record.priority,
        "real_priority": record.real_priority if record.factor and record.factor > 0 else None,
        "priority_factor": record.factor,
        "slots_in_use": record.resources_used,
        "weight_in_use": record.weighted_resources_used,
        "subtree_weight_in_use": record.hier_weighted_resources_used,
        "used_slot_s": record.accumulated_usage,
        "used_weight_s": record.weighted_accumulated_usage,
        "first_used_at": _time(record.begin_usage_time),
        "last_used_at": last,
        "unused_for_s": None if last is None else max(record.last_update - last, 0),
        "floor": record.floor,
        "ceiling": record.ceiling if record.ceiling >= 0 else None,
        "factor_lease_ends_at": _time(record.factor_lease_expiration),
        "floor_lease_ends_at": _time(record.floor_lease_expiration),
        "ceiling_lease_ends_at": _time(record.ceiling_lease_expiration),
        "submitter_share": record.submitter_share,
        "submitter_limit": record.submitter_limit,
        **_group_fields(record),
    }
    return {key: fields.get(key) for key in KEYS}


def _group_fields(record: AccountingRecord) -> dict[str, Field]:
    figures = record.group_figures
    if figures is None:
        return {}
    return {
        "effective_quota": figures.effective_quota,
        "configured_quota": figures.config_quota,
        "subtree_quota": figures.subtree_quota,
        "sort_key": figures.sort_key,
        "requested": figures.requested,
        "surplus_policy": figures.surplus_policy,
    }


def _time(at: int | None) -> int | None:
    """0 in a ledger means never."""
    return at or None


def listing_document(listing: Listing) -> dict[str, Any]:
    """A listing, schema `userprio.listing/1`: the printed records in order, each with every key of `KEYS`."""
    totals = listing.totals
    return {
        "schema": "userprio.listing/1",
        "at": listing.now,
        "last_update_at": listing.last_update or None,
        "active_since_at": listing.activity_limit if listing.activity_limit > 0 else None,
        "hierarchical": listing.hierarchical,
        "columns": [COLUMN_KEYS[column] for column in listing.columns],
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
