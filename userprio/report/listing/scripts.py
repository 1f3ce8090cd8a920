"""Listings for scripts: their rows, and their documents."""

from typing import Any

from userprio.report.formats import Rows
from userprio.report.listing.model import RECORDS, UNITS, Listing
from userprio.report.listing.quotas import USE, is_of_quotas, use_of_groups


def listing_rows(listing: Listing) -> Rows:
    """A row for each printed record, with all `KEYS` whatever the listing shows.

    In a listing of quotas they also have what its table says of use and demand, under the names of its columns.
    """
    keys, records = RECORDS.rows(listing.entries)
    if not is_of_quotas(listing):
        return keys, records
    use = USE.dicts(use_of_groups(listing))
    return (*keys, *USE.keys), ({**record, **figures} for record, figures in zip(records, use, strict=True))


def listing_document(listing: Listing) -> dict[str, Any]:
    """A listing, schema `userprio.listing/1`: the printed records in order, each with the keys of `listing_rows`."""
    totals, (keys, rows) = listing.totals, listing_rows(listing)
    return {
        "schema": "userprio.listing/1",
        "at": listing.now,
        "last_update_at": listing.last_update or None,
        # The limit that hides nobody is -1, which is no time.
        "active_since_at": listing.activity_limit if listing.activity_limit > 0 else None,
        "hierarchical": listing.hierarchical,
        "columns": [column.spec.key for column in listing.columns],
        "units": {**UNITS, **{column.key: column.unit for column in USE.columns if column.key in keys}},
        "records": list(rows),
        "totals": {
            "users": totals.users,
            "records": totals.records,
            "surplus_policy": totals.surplus_policy,
            "weight_in_use": totals.in_use,
            "used_weight_s": totals.usage,
            "inactive_users": totals.inactive_users,
            "inactive_groups": totals.inactive_groups,
        },
        "rolled_up": listing.rolled_up,
    }
