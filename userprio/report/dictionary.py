"""The data dictionary: every column of every table, with its key, heading, unit and meaning."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

from userprio.report.formats import AnyColumn
from userprio.report.glossary import GLOSSARY
from userprio.report.table import CORE_S, EPOCH, SECONDS, Table

MODULES: Final = (
    *("listing.model", "listing.quotas", "submitters", "cycle", "visits", "explaining", "explaining_slots"),
    *("what_if", "plan", "aim", "sweep", "forecast", "bands"),
    *("wait", "defrag", "replay", "drawn_periods", "swept_period", "operations", "policy", "findings"),
    *("housekeeping", "jobprio", "page.cycle", "status", "chain", "monitoring", "history", "guards"),
)
"""The modules with tables, in the order of the dictionary."""

_ENDINGS: Final[Mapping[str, str]] = {
    "_weight_s": CORE_S,
    "_slot_s": "slot-seconds",
    "_core_s": "core-seconds",
    "_core_hours": "core-hours",
    "_per_s": "a second",
    "_s": SECONDS,
    "_at": EPOCH,
    "_mib": "MiB",
    "_memory_mb": "MB",
    "_kib": "KiB",
}
"""The units that names end with, the longer endings first."""


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


def meaning_of(command: str, key: str) -> tuple[str, str]:
    """Unit and meaning of a key of this command's results, by its name; both empty if neither is known."""
    entry = GLOSSARY.get(f"{command}.{key}") or GLOSSARY.get(key)
    return (unit_by_name(key), "") if entry is None else entry


def meaning_at(place: str, key: str) -> tuple[str, str] | None:
    """Unit and meaning of a key in a table, or in the object of JSON at a path, if these are its own.

    `place` is the name of the table, or the command and the path, as in `negotiate rejections`.
    """
    return GLOSSARY.get(f"{place}.{key}")


def unit_by_name(key: str) -> str:
    """The unit that the end of a key says; empty if it says none."""
    return next((unit for end, unit in _ENDINGS.items() if f"_{key}".endswith(end)), "")


def _entry(table: Table[Any], column: AnyColumn, heading: str, *, in_rows: bool) -> DictionaryEntry:
    own = meaning_at(table.name, column.key) if " " in table.name else None
    unit, meaning = own or meaning_of(table.name.partition(" ")[0], column.key)
    # A column with a meaning of its own and no unit has none, whatever others of its name have.
    unit = column.unit or ("" if column.about else unit)
    return DictionaryEntry(table.name, column.key, heading, unit, column.about or meaning, in_rows)
