"""The formats that results are written in (`userprio.report.formats` makes them), and wording of sentences."""

from collections.abc import Iterable
from enum import StrEnum


class Format(StrEnum):
    """How a result is written."""

    AUTO = "auto"
    """A table on a terminal; elsewhere condor_userprio's text, or the table without colour where it has no text."""
    TABLE = "table"
    CLASSIC = "classic"
    JSON = "json"
    CSV = "csv"
    LONG = "long"
    """Whole ads, of listings only."""
    JSONL = "jsonl"
    """The lines of CSV, each an object of JSON on a line of its own."""
    MARKDOWN = "markdown"
    """The tables, for a page, a ticket or a review."""
    SARIF = "sarif"
    """Findings for code scanning."""
    GITHUB = "github"
    """Findings as annotations in the log of a GitHub action."""


def figure(value: float) -> str:
    """At most two decimals, no trailing zeros; four digits where it is very large."""
    if value != value or abs(value) >= 1e9:
        return f"{value:.4g}"
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    # What is not nothing must not look like it.
    return f"{value:.2g}" if text in ("0", "-0") and abs(value) > 1e-9 else "0" if text == "-0" else text


def percent(fraction: float) -> str:
    """A fraction of 1 in percent."""
    return "<0.01%" if 0 < fraction < 1e-4 else f"{figure(100 * fraction)}%"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 slot`, `2 slots`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(items: Iterable[str], most: int | None = None, joined_by: str = "and") -> str:
    """`a, b and c`; of more than `most` the first few, as in `a, b and 3 more`."""
    *first, last = list(items) or [""]
    if most is not None and len(first) >= most:
        first, last = first[: most - 1], f"{len(first) - most + 2} more"
    return f"{', '.join(first)} {joined_by} {last}" if first else last
