"""CSV for spreadsheets: one table with a fixed heading line."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import Final, TypeAlias

from userprio.report.text import printable

Field = str | float | bool | None
Rows: TypeAlias = tuple[Sequence[str], Iterable[Mapping[str, Field]]]
"""Headings, and lines that have a value for each of them: a result as a flat table."""

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_SIGNS: Final = ("+", "-")
"""By themselves these are not formulas: scripts find the marks of a plan as they are."""


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
