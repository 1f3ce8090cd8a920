"""Results for scripts: CSV for spreadsheets, and JSON that strict parsers accept."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from io import StringIO
from itertools import chain
from typing import Any, Final

from msgspec.structs import asdict

from userprio.base.formats import EVERYTHING, Format, View
from userprio.report.formats import Field, Formats, Presentation, Rows, T
from userprio.report.text import printable

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_SIGNS: Final = ("+", "-")
"""Alone these are not formulas, so the marks of a plan are left unescaped for scripts."""


def csv_table(names: Sequence[str], rows: Iterable[Mapping[str, Field]]) -> str:
    """CSV with these headings; each row has a value for every name."""
    import csv

    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(row[name]) for name in names] for row in rows)
    return out.getvalue()


def _cell(value: Field) -> str:
    """None is empty; a number, `inf` and `nan` included, is written in full; text cannot become a formula.

    Spreadsheets evaluate a cell that begins with one of a few characters: an apostrophe before it makes it text.
    Numbers keep their minus sign, and a lone sign stays as it is.
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
    """The document as indented JSON."""
    writer = _Writer()
    writer.write(document, "\n")
    if not writer.finite:
        writer = _Writer()
        writer.write({**document, "not_finite": dict(_not_finite(document, ""))}, "\n")
    writer.pieces.append("\n")
    return "".join(writer.pieces)


def json_line(row: Mapping[str, Field]) -> str:
    """A row as an object on one line; values that JSON lacks become null."""
    return _encoder(" ").encode(plain(row))


def plain_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document with only values that JSON has.

    JSON has neither infinities nor NaN: null replaces them, and `not_finite`, if there are any, maps the path of each
    to `NaN`, `Infinity` or `-Infinity`.
    """
    values: dict[str, Any] = plain(document)
    places = dict(_not_finite(document, ""))
    return values | {"not_finite": places} if places else values


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
            for index, item in enumerate(value):
                if not isinstance(item, _ALWAYS_FINITE):
                    yield from _not_finite(item, f"{path}[{index}]")
        case _ if fields_of(type(value)):
            yield from _not_finite(field_values(value), path)


def plain(value: Any) -> Any:
    """The value with only types that JSON has: no records, non-finite numbers, or bytes that were not UTF-8."""
    match value:
        case float():
            return value if math.isfinite(value) else None
        case str():
            return value if value.isascii() else value.encode(errors="surrogateescape").decode(errors="replace")
        case Mapping():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
    return plain(field_values(value)) if fields_of(type(value)) else value


def fields_of(kind: type) -> tuple[str, ...]:
    """The fields of a type of records; none for other types."""
    fields: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    return fields


def field_values(record: Any, *names: str) -> dict[str, Any]:
    """The fields of a record by name, or only these; nested records stay as they are."""
    return {name: getattr(record, name) for name in names} if names else asdict(record)


_RECORDS: Final = 1000  # So many are converted together


class _Writer:
    """Writes JSON like `json.dumps` with an indent of two, but faster: C code writes whatever holds no containers.

    Records are converted some at a time, so that a long list of them needs little more memory than its text.
    """

    def __init__(self) -> None:
        self.pieces: list[str] = []
        """The text."""
        self.finite = True
        """Whether all numbers so far were finite."""

    def write(self, value: Any, margin: str) -> None:
        """Write a value, starting each line with the margin."""
        put, inner = self.pieces.append, margin + "  "
        named = _named(value)
        items: Sequence[Any] = value if named is None else list(named.values())
        if named is None and not isinstance(value, list | tuple):
            put(self._flat(value, ""))
        elif not items:
            put("[]" if named is None else "{}")
        elif all(map(_is_leaf, map(type, items))):
            begin, end = "[]" if named is None else "{}"
            body = self._flat(items if named is None else named, inner)[1:-1]
            put(f"{begin}{inner}{body}{margin}{end}")
        elif named is None:
            before = "[" + inner
            for at in range(0, len(items), _RECORDS):
                some = items[at : at + _RECORDS]
                text = self._records(some, inner)
                if text is not None:
                    put(before + text)
                    before = "," + inner
                    continue
                for item in some:
                    put(before)
                    self.write(item, inner)
                    before = "," + inner
            put(margin + "]")
        else:
            before = "{" + inner
            for name, item in named.items():
                put(f"{before}{_encoder('').encode(str(name))}: ")
                self.write(item, inner)
                before = "," + inner
            put(margin + "}")

    def _records(self, values: Sequence[Any], margin: str) -> str | None:
        """The text of neighbours in a list if they are records without nested containers, which C code writes at once.

        None if they are not, or have what JSON lacks.
        """
        rows = [named for value in values if (named := _named(value))]
        kinds = set(map(type, chain.from_iterable(row.values() for row in rows)))
        if len(rows) < len(values) or not all(map(_is_leaf, kinds)):
            return None
        inner = margin + "  "
        try:
            text = _encoder(inner).encode(rows)
        except ValueError:
            return None
        if "\\u" in text:
            # It may be a byte that was not UTF-8, see `_flat`.
            return None
        # In strings line breaks are escaped, so that this stands between records only.
        between = text[2:-2].replace(f"}},{inner}{{", f"{margin}}},{margin}{{{inner}")
        return f"{{{inner}{between}{margin}}}"

    def _flat(self, value: Any, margin: str) -> str:
        """The text of a value without nested containers."""
        try:
            text = _encoder(margin).encode(value)
        except ValueError:
            self.finite = False
            return _encoder(margin).encode(plain(value))
        # Bytes that were not UTF-8 are escaped as well.
        return _encoder(margin).encode(plain(value)) if "\\u" in text else text


def _named(value: Any) -> Mapping[Any, Any] | None:
    """The members of a JSON object; None for other values."""
    if isinstance(value, Mapping):
        return value
    return field_values(value) if fields_of(type(value)) else None


@cache
def _is_leaf(kind: type) -> bool:
    """Whether values of a type contain no others."""
    return issubclass(kind, str | int | float | None)


@cache
def _encoder(margin: str) -> json.JSONEncoder:
    return json.JSONEncoder(allow_nan=False, separators=(f",{margin}", ": "))


def json_text(
    result: T, formats: Formats[T], what_if: Sequence[Mapping[str, Any]] | None = None, stopped: str = ""
) -> str:
    """The result as JSON; `what_if` lists the changes that were made to its input.

    With `stopped`, which says how far work got that was stopped, the document says that it is not complete.
    """
    assert formats.document is not None
    document = formats.document(result)
    if isinstance(document, str):
        return document
    if what_if is not None:
        document = {"schema": document["schema"], "what_if": what_if, **document}
    if stopped:
        document = {"schema": document["schema"], "complete": False, "stopped_after": stopped, **document}
    return dump(document)


def _selected(result: T, formats: Formats[T], view: View) -> Rows:
    from userprio.report.layout import rows_selected

    assert formats.rows is not None
    return rows_selected(
        formats.rows(result), view, lambda: () if formats.screen is None else formats.screen(result, Presentation())
    )


def csv_text(result: T, formats: Formats[T], view: View = EVERYTHING) -> str:
    """The result, or the part selected by `view`, as CSV."""
    return csv_table(*_selected(result, formats, view))


def jsonl_text(result: T, formats: Formats[T], view: View = EVERYTHING) -> str:
    """The rows of CSV as JSON Lines."""
    names, rows = _selected(result, formats, view)
    return "".join(json_line({name: row[name] for name in names}) + "\n" for row in rows)


def fields_text(result: T, formats: Formats[T], view: View) -> str:
    """The rows of CSV as a JSON list of objects with the view's columns as fields.

    Raises:
        ViewError: there is no such field.
    """
    lines = jsonl_text(result, formats, view).splitlines()
    inside = ",\n  ".join(lines)
    return f"[\n  {inside}\n]\n" if lines else "[]\n"


def to_dict(result: T, formats: Formats[T]) -> dict[str, Any]:
    """The JSON document of a result."""
    assert formats.document is not None
    document = formats.document(result)
    return json.loads(document) if isinstance(document, str) else plain_document(document)


def to_rows(result: T, formats: Formats[T]) -> list[dict[str, Any]]:
    """The rows of a result's CSV, as dictionaries."""
    assert formats.rows is not None
    names, rows = formats.rows(result)
    return [{name: row[name] for name in names} for row in rows]


ROWS_OF: Final[Mapping[Format, Callable[[Any, Formats[Any], View], str]]] = {
    Format.CSV: csv_text,
    Format.JSONL: jsonl_text,
}
"""The functions that write formats made of rows."""
