"""What is measured: the columns of each table. The runner prints them, and README.md has the last ones."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

Row = Mapping[str, Any]
"""Values by the keys of `TABLES`: texts, counts, and figures in the unit that ends the key."""

MEASURED_AT: Final = {"pace_s": "pace s", "commit": "commit"}
"""In every table: how fast the machine was, and what was measured."""

TABLES: Final[Mapping[str, Mapping[str, str]]] = {
    "cycle": {
        "pool": "pool",
        "read_s": "read s",
        "account_s": "account s",
        "match_s": "match s",
        "reasons_s": "reasons s",
        "report_s": "report s",
        "total_s": "total s",
        "matches": "matches",
        "matches_per_s": "matches a second",
        "peak_mib": "peak MiB",
    },
    "growth": {
        "pool": "pool",
        "total_s": "total s",
        "growth": "times the one before",
        "matches": "matches",
        "peak_mib": "peak MiB",
    },
    "later": {
        "pool": "pool",
        "ended": "jobs that end",
        "cycle_ms": "cycle ms, best",
        "cycle_median_ms": "median",
        "minute_ms": "minute ms, best",
        "minute_median_ms": "median",
    },
    "work": {"command": "command", "seconds": "processor s", "wall_s": "wall s"},
    "startup": {"command": "command", "seconds": "processor s", "of_click": "times `import click`"},
    "ledger": {"command": "command", "seconds": "processor s"},
    "reading": {
        "file": "file",
        "ads": "ads",
        "ad_us": "us an ad",
        "classad2_us": "classad2",
        "of_file": "memory / file",
    },
}
"""The heads of each table's columns by their keys, in order."""


def columns(topic: str) -> Mapping[str, str]:
    """The heads of all columns of a table, by key."""
    return {**TABLES[topic], **MEASURED_AT}


def cell(value: Any) -> str:
    """A value as tables have it; of a figure three digits or so."""
    if isinstance(value, int):
        return f"{value:,}"
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f}"


def markdown(topic: str, rows: Iterable[Row]) -> Iterator[str]:
    """The lines of a table as README.md has it."""
    heads = columns(topic)
    yield f"| {' | '.join(heads.values())} |"
    yield f"| {' | '.join('---' for _ in heads)} |"
    for row in rows:
        yield f"| {' | '.join(cell(row[key]) for key in heads)} |"
