"""Rows as a notebook shows them: a plain table of HTML, without styles of its own."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

MOST: Final = 60
"""Rows that are shown."""


def html_table(rows: Sequence[Mapping[str, Any]]) -> str:
    """A table of the rows, whose keys are its headings; what is too much is summed up in a line."""
    if not rows:
        return "<p>No rows.</p>"
    head = "".join(f"<th>{escape(str(name))}</th>" for name in rows[0])
    body = "".join(f"<tr>{''.join(_cell(value) for value in row.values())}</tr>" for row in rows[:MOST])
    more = f"<p>and {len(rows) - MOST} more rows</p>" if len(rows) > MOST else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: object) -> str:
    if value is None:
        return "<td></td>"
    if isinstance(value, float):
        return f"<td>{value:g}</td>"
    return f"<td>{escape(str(value))}</td>"
