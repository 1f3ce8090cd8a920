"""CSV for spreadsheets: one table with a fixed heading line."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from io import StringIO
from typing import Final

from userprio.ledger import Operation
from userprio.negotiation.outcome import Outcome, Visit
from userprio.report.endings import ending
from userprio.report.fields import KEYS, Field, record_fields
from userprio.report.listing import Listing
from userprio.report.operations import CHANGE_KEYS, OPERATION_KEYS, EditReport, change_fields, operation_fields
from userprio.report.resources import HOLDING_KEYS, Holdings, holdings_fields
from userprio.report.text import printable

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_SIGNS: Final = ("+", "-")
"""By themselves these are not formulas: scripts find the marks of a plan as they are."""


def listing_csv(listing: Listing) -> str:
    """One line for each printed record; the columns are those of `fields.KEYS` whatever the listing shows."""
    return csv_table(KEYS, (record_fields(row) for row in listing.rows))


def holdings_csv(found: Holdings) -> str:
    """One line for each slot; a heading alone where there is none."""
    return csv_table(HOLDING_KEYS, holdings_fields(found))


def outcome_csv(outcome: Outcome) -> str:
    """One line for each visit of a submitter, in order, with the fields of `Visit` and why it was left, in words.

    Visits are the one table that holds shares, limits and what each submitter got; matches and rejections one by one
    are in the JSON.
    """
    names = [field.name for field in fields(Visit)]
    rows = (
        {**{name: getattr(visit, name) for name in names}, "stopped": ending(visit).words} for visit in outcome.visits
    )
    return csv_table([*names, "stopped"], rows)


def edit_csv(report: EditReport) -> str:
    """One line for each attribute that an edit changed; expired leases that it ended come first."""
    return csv_table(CHANGE_KEYS, change_fields((*report.ended, *report.changes)))


def operations_csv(operations: Sequence[Operation], limit: int | None = None) -> str:
    """One line for each attribute that an operation changed, or one for an operation without any."""
    rows: list[Mapping[str, Field]] = []
    for operation in operations[-limit:] if limit else operations:
        head = operation_fields(operation, operations)
        changes = change_fields(operation.changes) or [dict.fromkeys(CHANGE_KEYS)]
        rows += [{**head, **change} for change in changes]
    return csv_table((*OPERATION_KEYS, *CHANGE_KEYS), rows)


def csv_table(names: Sequence[str], rows: Iterable[Mapping[str, Field]]) -> str:
    """A heading of these names and a line for each row, which has a value for each of them."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row[name]) for name in names] for row in rows)
    return out.getvalue()


def _cell(value: Field) -> str:
    """None is empty; a number is written in full, `inf` and `nan` included; text cannot become a formula.

    Spreadsheets run a cell that begins with one of a few characters: an apostrophe before it makes it text again.
    Numbers keep their minus sign, and a lone sign is let be.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return repr(value)
    text = printable(value)
    if value in _SIGNS:
        return value
    return "'" + text if value.startswith(_FORMULA_STARTS) or not value[:1].isprintable() else text
