"""The data dictionary: every column of every table, with its key, heading, unit and meaning."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

from userprio.report.formats import AnyColumn
from userprio.report.table import FRACTION, SECONDS, WEIGHT, Table

MODULES: Final = (
    *("listing.model", "listing.quotas", "submitters", "cycle", "visits", "explaining", "explaining_slots"),
    *("what_if", "plan", "aim", "sweep", "forecast", "bands"),
    *("wait", "defrag", "replay", "drawn_periods", "swept_period", "operations", "policy", "findings"),
    *("housekeeping", "jobprio", "page.cycle", "status", "chain", "monitoring", "history", "guards"),
)
"""The modules with tables, in the order of the dictionary."""

_GLOSSARY: Final[Mapping[str, tuple[str, str]]] = {
    "after": ("", "with the changes"),
    "allocated": (WEIGHT, "with surplus, in the last round"),
    "because": ("", "why it is so, in words"),
    "before": ("", "as things are"),
    "configured_quota": ("", "a weight, or a fraction of the parent's quota"),
    "cost": (WEIGHT, "what the submitter is charged for the slot"),
    "due": (WEIGHT, "what the share of the pie comes to"),
    "effective_priority": ("", "real priority times factor; less is better"),
    "effective_quota": (WEIGHT, "quota without that of the subgroups"),
    "factor": ("", "priority factor"),
    "group": ("", "accounting group"),
    "held": (WEIGHT, "in use as the cycle begins"),
    "holds": (WEIGHT, "after the cycle"),
    "idle_jobs": ("jobs", "as the cycle begins"),
    "jobs": ("jobs", "expected to start from the matches, in a cycle"),
    "left": ("jobs", "idle jobs that no match is expected to start"),
    "limit": (WEIGHT, "the most that may be won"),
    "lost": (WEIGHT, "what others take by preemption"),
    "matched": ("matches", ""),
    "name": ("", "of the submitter, group or other thing that the row is about"),
    "priority": ("", "effective priority: real priority times factor; less is better"),
    "quota": (WEIGHT, "effective quota; with subgroups, that of the subtree"),
    "real_priority": ("", "decaying use; less is better"),
    "reason": ("", "why most of the jobs left wait"),
    "refused": ("", "why most of them were last refused, in HTCondor's words"),
    "request": ("", "cluster.proc of the first job of the request"),
    "requested": (WEIGHT, "demand of running and idle jobs"),
    "share": (FRACTION, "of the pie"),
    "stopped": ("", "why most of the jobs left wait that the submitter has at that schedd"),
    "subtree_quota": (WEIGHT, "quota with that of the subgroups"),
    "submitter": ("", "a user of a group, at a schedd or at several"),
    "took_s": (SECONDS, "that a real negotiator is estimated to need"),
    "usage": (WEIGHT, "in use as the turn begins"),
    "weight": (WEIGHT, "sum of SlotWeight: cores, unless a pool says otherwise"),
    "won": (WEIGHT, "of the matches"),
}
"""Unit and meaning of the keys that several tables have, where a column says neither itself."""


class DictionaryEntry(Struct, frozen=True):
    """A column of a table."""

    table: str
    key: str
    heading: str
    """On a screen, on one line; empty for columns that only scripts have."""
    unit: str
    meaning: str
    in_rows: bool
    """Whether CSV and JSON rows have it."""


def tables() -> Iterator[Table[Any]]:
    """Every table, module by module; columns that depend on a result, such as one for each policy, are not there."""
    # A module that imports a table of another names it too: each counts once, where it is made.
    by_name: dict[str, Table[Any]] = {}
    for name in MODULES:
        for value in vars(import_module(f"userprio.report.{name}")).values():
            if isinstance(value, Table):
                by_name.setdefault(value.name, value)
    yield from by_name.values()


def data_dictionary() -> Iterator[DictionaryEntry]:
    """The columns of every table; those of scripts first, in their order."""
    for table in tables():
        places = {key: index for index, key in enumerate(table.keys)}
        listed = sorted(table.columns, key=lambda column: places.get(column.key, len(places)))
        headings = {column.key: column.title for column in table.columns if column.on_screen}
        # A key may be that of a column of the screen and of one for scripts: the first of them speaks for both.
        for key in dict.fromkeys(column.key for column in listed):
            column = next(column for column in listed if column.key == key)
            yield _entry(table, column, headings.get(key, ""), in_rows=key in places)


def _entry(table: Table[Any], column: AnyColumn, heading: str, *, in_rows: bool) -> DictionaryEntry:
    unit, meaning = column.unit, column.about
    if not (unit or meaning):
        unit, meaning = _GLOSSARY.get(column.key, ("", ""))
    return DictionaryEntry(table.name, column.key, heading, unit, meaning, in_rows)
