"""Results for scripts: CSV for spreadsheets, and JSON with nothing in it that a strict parser would refuse."""

import csv
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from io import StringIO
from typing import Any, Final, TypeAlias

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


def dump(document: Mapping[str, Any]) -> str:
    """The text of a document, indented."""
    return _indented(plain_document(document), "\n") + "\n"


def json_line(row: Mapping[str, Field]) -> str:
    """A row as an object on one line; null stands for what JSON has no word for."""
    return _encoder(" ").encode(plain(row))


def plain_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document without what JSON cannot hold.

    JSON has no infinities and no not-a-number: null stands in their place, and where there are such, `not_finite` says
    at which path in the document which of them (`NaN`, `Infinity`, `-Infinity`) is meant.
    """
    found: dict[str, Any] = plain(document)
    places = dict(_not_finite(document, ""))
    return found | {"not_finite": places} if places else found


_ALWAYS_FINITE: Final = (str, int, type(None))


def _not_finite(value: Any, path: str) -> Iterator[tuple[str, str]]:
    match value:
        case float():
            if not math.isfinite(value):
                yield path, "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        case Mapping():
            for key, item in value.items():
                if not isinstance(item, _ALWAYS_FINITE):
                    yield from _not_finite(item, f"{path}.{key}" if path else str(key))
        case list() | tuple():
            for place, item in enumerate(value):
                if not isinstance(item, _ALWAYS_FINITE):
                    yield from _not_finite(item, f"{path}[{place}]")
        case _ if is_dataclass(value):
            yield from _not_finite(field_values(value), path)


def plain(value: Any) -> Any:
    """The same value without what JSON cannot hold: records, non-finite numbers, and bytes that were not UTF-8."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case str():
            return value if value.isascii() else value.encode(errors="surrogateescape").decode(errors="replace")
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return plain(field_values(value)) if is_dataclass(value) else value


def field_values(record: Any) -> dict[str, Any]:
    """The fields of a record by name, those inside as they are."""
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
