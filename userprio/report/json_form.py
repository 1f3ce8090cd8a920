"""JSON for scripts: a schema with a version, stable keys, and nothing a strict parser would refuse."""

import json
import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from userprio.negotiation.outcome import Outcome
from userprio.report.fields import COLUMN_KEYS, UNITS, record_fields
from userprio.report.listing import Listing
from userprio.report.summary import summarise

NEGOTIATE: Final = "userprio.negotiate/1"
LISTING: Final = "userprio.listing/1"


def outcome_json(outcome: Outcome) -> str:
    """A negotiation cycle, schema `userprio.negotiate/1`: the fields of `Outcome` under their own names.

    Infinities and not-a-number, for which JSON has no word, are null; so is what does not apply. A pass whose limit
    HTCondor computed from 0/0 has -2147483648.
    """
    return _dump({"schema": NEGOTIATE, **asdict(outcome), "summary": asdict(summarise(outcome))})


def listing_json(listing: Listing) -> str:
    """A listing, schema `userprio.listing/1`: the printed records in order, each with every key of `fields.KEYS`."""
    totals = listing.totals
    return _dump(
        {
            "schema": LISTING,
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
    )


def _dump(document: Mapping[str, Any]) -> str:
    return json.dumps(_plain(document), indent=2, allow_nan=False) + "\n"


def _plain(value: Any) -> Any:
    """The same value without what JSON cannot hold: non-finite numbers, and bytes that were no UTF-8."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case str():
            return value.encode(errors="surrogateescape").decode(errors="replace")
        case Mapping():
            return {key: _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
    return value
