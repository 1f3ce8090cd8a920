"""CSV for spreadsheets: one table with a fixed heading line."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from io import StringIO
from typing import Final

from userprio.negotiation.outcome import Outcome, Visit
from userprio.report.fields import KEYS, Field, record_fields
from userprio.report.listing import Listing
from userprio.report.text import printable

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")


def listing_csv(listing: Listing) -> str:
    """One line for each printed record; the columns are those of `fields.KEYS` whatever the listing shows."""
    return _table(KEYS, (record_fields(row) for row in listing.rows))


def outcome_csv(outcome: Outcome) -> str:
    """One line for each visit of a submitter, in order, with the fields of `Visit`.

    Visits are the one table that holds shares, limits and what each submitter got; matches and rejections one by one
    are in the JSON.
    """
    names = [field.name for field in fields(Visit)]
    return _table(names, ({name: getattr(visit, name) for name in names} for visit in outcome.visits))


def _table(names: Sequence[str], rows: Iterable[Mapping[str, Field]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row[name]) for name in names] for row in rows)
    return out.getvalue()


def _cell(value: Field) -> str:
    """None is empty; a number is written in full, `inf` and `nan` included; text cannot become a formula.

    Spreadsheets run a cell that begins with one of a few characters: an apostrophe before it makes it text again.
    Numbers keep their minus sign.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return repr(value)
    text = printable(value)
    return "'" + text if value.startswith(_FORMULA_STARTS) or not value[:1].isprintable() else text
