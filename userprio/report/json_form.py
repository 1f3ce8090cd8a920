"""JSON for scripts: a schema with a version, stable keys, and nothing a strict parser would refuse."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Final

from userprio.ledger import Operation
from userprio.negotiation.outcome import Outcome
from userprio.report.endings import ending
from userprio.report.fields import COLUMN_KEYS, UNITS, record_fields
from userprio.report.listing import Listing
from userprio.report.operations import EditReport, change_fields, dropped, made, operation_fields
from userprio.report.resources import Holdings, holdings_fields
from userprio.report.summary import summarise

NEGOTIATE: Final = "userprio.negotiate/1"
LISTING: Final = "userprio.listing/1"
RESOURCES: Final = "userprio.resources/1"
EDIT: Final = "userprio.edit/1"
LOG: Final = "userprio.log/1"


def outcome_json(outcome: Outcome) -> str:
    """A negotiation cycle, schema `userprio.negotiate/1`: the fields of `Outcome` under their own names.

    A visit also has `stopped`, the words of the table for its end.

    Infinities and not-a-number, for which JSON has no word, are null; so is what does not apply. A pass whose limit
    HTCondor computed from 0/0 has -2147483648.
    """
    return dump(outcome_document(outcome))


def outcome_document(outcome: Outcome) -> dict[str, Any]:
    """The document of `outcome_json`, for others to hold."""
    visits = [{**_fields(visit), "stopped": ending(visit).words} for visit in outcome.visits]
    return {"schema": NEGOTIATE, **_fields(outcome), "visits": visits, "summary": summarise(outcome)}


def listing_json(listing: Listing) -> str:
    """A listing, schema `userprio.listing/1`: the printed records in order, each with every key of `fields.KEYS`."""
    totals = listing.totals
    return dump(
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


def holdings_json(found: Holdings) -> str:
    """The slots of a submitter, schema `userprio.resources/1`."""
    return dump(
        {
            "schema": RESOURCES,
            "at": found.now,
            "submitter": found.submitter,
            "units": {"weight": "weight", "started_at": "seconds since the epoch", "held_for_s": "seconds"},
            "resources": holdings_fields(found),
        }
    )


def edit_json(report: EditReport) -> str:
    """What an edit changed, schema `userprio.edit/1`; `operation` is its number in the log, null if nothing changed.

    Records that came or went are named in `created` and `deleted`; the attributes of either are among the changes.
    """
    operation = report.operation
    return dump(
        {
            "schema": EDIT,
            "ledger": None if report.ledger is None else str(report.ledger),
            "pool": report.pool,
            "action": report.action,
            "operation": None if operation is None else operation.id,
            "at": None if operation is None else operation.at,
            "undoes": None if operation is None else operation.undoes,
            "created": made(report.changes),
            "deleted": dropped(report.changes),
            "changes": change_fields(report.changes),
            "ended_leases": change_fields(report.ended),
            "messages": list(report.messages),
            "note": report.note,
        }
    )


def operations_json(operations: Sequence[Operation], limit: int | None = None) -> str:
    """The history of edits, oldest first, schema `userprio.log/1`; `limit` counts from the end."""
    return dump(
        {
            "schema": LOG,
            "operations": [
                {
                    **operation_fields(operation, operations),
                    "names": list(operation.names),
                    "version": operation.version,
                    "created": made(operation.changes),
                    "deleted": dropped(operation.changes),
                    "changes": change_fields(operation.changes),
                    "ended_leases": change_fields(operation.ended),
                }
                for operation in (operations[-limit:] if limit else operations)
            ],
        }
    )


def dump(document: Mapping[str, Any]) -> str:
    """The text of a document, indented."""
    return _indented(plain(document), "\n") + "\n"


def plain(value: Any) -> Any:
    """The same value without what JSON cannot hold: records, non-finite numbers, and bytes that were no UTF-8."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case str():
            return value if value.isascii() else value.encode(errors="surrogateescape").decode(errors="replace")
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return plain(_fields(value)) if is_dataclass(value) else value


def _fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__dataclass_fields__}


def _indented(value: Any, margin: str) -> str:
    """As `json.dumps` with an indent of two, which does without C: here only what holds containers does."""
    if not isinstance(value, dict | list) or not value:
        return _encoder("").encode(value)
    inner = margin + "  "
    items = value.values() if isinstance(value, dict) else value
    if any(isinstance(item, dict | list) for item in items):
        if isinstance(value, dict):
            parts = [f"{_encoder('').encode(str(key))}: {_indented(item, inner)}" for key, item in value.items()]
        else:
            parts = [_indented(item, inner) for item in value]
        body = f",{inner}".join(parts)
    else:
        body = _encoder(inner).encode(value)[1:-1]
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}{inner}{body}{margin}{end}"


@cache
def _encoder(margin: str) -> json.JSONEncoder:
    return json.JSONEncoder(allow_nan=False, separators=(f",{margin}", ": "))
