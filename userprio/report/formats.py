"""How results are written: the formats that a type of result has, and what is the same for all types."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from userprio.base.formats import EVERYTHING, Format, View

if TYPE_CHECKING:
    from userprio.report.data import Rows
    from userprio.report.layout.blocks import Block

T = TypeVar("T")


class Presentation(Struct, frozen=True):
    """What a text depends on besides the result."""

    view: View = EVERYTHING
    zone: tzinfo = UTC
    on_terminal: bool = False


Blocks: TypeAlias = "Iterable[Block]"
"""The parts of a screen."""
Document: TypeAlias = "Callable[[T], Mapping[str, Any] | str]"
RowsOf: TypeAlias = "Callable[[T], Rows]"
Screen: TypeAlias = "Callable[[T, Presentation], Blocks]"
TextOf: TypeAlias = Callable[[T, Presentation], str]


class Formats(Struct, Generic[T], frozen=True):
    """The formats of a type of result, each with the function that writes it.

    A result with a screen has it as its table, and as its classic format unless it has a text too.
    """

    document: "Document[T] | None" = None
    """JSON: a dictionary, or finished text."""
    rows: "RowsOf[T] | None" = None
    """CSV and JSON Lines."""
    screen: "Screen[T] | None" = None
    """Tables and words, still to be drawn or written."""
    text: "TextOf[T] | None" = None
    """condor_userprio's text, or one that is the same in all formats of tables."""
    others: Mapping[Format, TextOf[T]] = {}

    @property
    def available(self) -> set[Format]:
        """The formats there are, without `auto`."""
        forms = set(self.others)
        if self.screen is not None:
            forms |= {Format.TABLE, Format.CLASSIC, Format.MARKDOWN}
        if self.text is not None:
            forms |= {Format.TABLE, Format.CLASSIC}
        if self.document is not None:
            forms.add(Format.JSON)
        if self.rows is not None:
            forms |= {Format.CSV, Format.JSONL}
        return forms

    def text_in(self, form: Format) -> TextOf[T] | None:
        """The function that writes the text of a format of tables; None: the screen is drawn."""
        if form in self.others:
            return self.others[form]
        return self.text if form is Format.CLASSIC or self.screen is None else None


def formats_of(*results: Formats[Any]) -> tuple[Format, ...]:
    """The formats available for these types of results, `auto` first."""
    available = {form for formats in results for form in formats.available}
    return tuple(form for form in Format if form is Format.AUTO or form in available)


def json_text(result: T, formats: Formats[T], what_if: Sequence[Mapping[str, Any]] | None = None) -> str:
    """The result as JSON; `what_if` lists the changes that were made to its input."""
    from userprio.report.data import dump

    assert formats.document is not None
    document = formats.document(result)
    if isinstance(document, str):
        return document
    if what_if is not None:
        document = {"schema": document["schema"], "what_if": what_if, **document}
    return dump(document)


def _selected(result: T, formats: Formats[T], view: View) -> "Rows":
    from userprio.report.layout.selecting import rows_selected

    assert formats.rows is not None
    return rows_selected(
        formats.rows(result), view, lambda: () if formats.screen is None else formats.screen(result, Presentation())
    )


def csv_text(result: T, formats: Formats[T], view: View = EVERYTHING) -> str:
    """The result, or the part selected by `view`, as CSV."""
    from userprio.report.data import csv_table

    return csv_table(*_selected(result, formats, view))


def jsonl_text(result: T, formats: Formats[T], view: View = EVERYTHING) -> str:
    """The rows of CSV as JSON Lines."""
    from userprio.report.data import json_line

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
    from json import loads

    from userprio.report.data import plain_document

    assert formats.document is not None
    document = formats.document(result)
    return loads(document) if isinstance(document, str) else plain_document(document)


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
