"""What results are shown as: blocks of a screen, rows for scripts, and the formats that a type of result has."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, tzinfo
from enum import Enum, auto
from typing import Any, Final, Generic, TypeAlias, TypeVar

from msgspec import Struct

from userprio.base.formats import EVERYTHING, Format, View
from userprio.base.patterns import lazy_pattern
from userprio.report.text import amount, printable

R = TypeVar("R")
T = TypeVar("T")

Field = str | float | bool | None
Rows: TypeAlias = tuple[Sequence[str], Iterable[Mapping[str, Field]]]
"""A result as a flat table: headings, and rows with a value for each of them."""

_NOT_IN_NAMES: Final = lazy_pattern(r"[^a-z0-9]+")

FITTING: Final = 30
"""Rows of a table on a terminal of unknown height, unless more are asked for."""

NARROWEST: Final = 12
"""The least width of a column of names, however many numbers are beside it."""


class Kind(Enum):
    """How a column is aligned and folded."""

    NAME = auto()
    """Takes the room that is left, and folds rather than truncates."""
    TEXT = auto()
    """Left-aligned, folded between words if there is too little room."""
    NUMBER = auto()
    """Right-aligned, never folded."""
    FIGURES = auto()
    """Right-aligned, folded between words if there is too little room."""


def in_key_style(text: str) -> str:
    """Text as a key would spell it: small letters and digits, joined by underscores."""
    return _NOT_IN_NAMES.sub("_", text.lower()).strip("_")


def no_value(record: object) -> None:
    """The value of a column that is filled in by hand, or empty."""


class TableColumn(Struct, Generic[R], frozen=True):
    """A column: its names, its value for a record, its meaning, and how it is written and added up.

    A column of `Table` is on the screen and in the rows for scripts, unless it says otherwise.
    """

    key: str
    """Its name in CSV and JSON or, if it is not there, a name in the same style."""
    heading: str = ""
    """Its heading on a screen; a line break is kept."""
    value: Callable[[R], Field] = no_value
    """The value for scripts, by which rows are sorted and which is added up."""
    unit: str = ""
    about: str = ""
    """The meaning, in a few words; empty where the heading says it all."""
    kind: Kind = Kind.NUMBER
    write: Callable[[Any], str] = amount
    """Formats a number, and a sum of several."""
    text: Callable[[R], str] | None = None
    """What the screen shows, if that is more than the value as written."""
    style: Callable[[R], str] | None = None
    sums: bool = False
    """Whether the values of several rows may be added up."""
    optional: bool = False
    """The column is omitted if it is empty in all rows."""
    alone: bool = False
    """A figure of a group without its subgroups, left empty when these are folded in."""
    extra: bool = False
    """The column is shown only if it is asked for."""
    aliases: tuple[str, ...] = ()
    """Further names to select it by, in the style of keys, such as former ones."""
    inclusive: bool = False
    """A group's figure already includes its subgroups, so that the figures of groups do not add up."""
    gives_way: int = 0
    """Where a table is too wide, columns with the largest number are left out first; with 0, never."""
    blank_zero: bool = False
    """Zero says nothing, and is left empty on a screen."""
    to_the_second: bool = False
    """Whether a screen shows times to the second, and not to the minute."""
    on_screen: bool = True
    in_rows: bool = True
    """A screen-only column may have the key of one that only scripts have."""

    @property
    def title(self) -> str:
        """The heading on one line."""
        return " ".join(self.heading.replace("-\n", "-").split())

    @property
    def names(self) -> tuple[str, ...]:
        """The names it may be selected by: its key first, its heading in the same style, and its aliases."""
        return tuple(filter(None, (self.key, in_key_style(self.heading), *self.aliases)))


AnyColumn: TypeAlias = TableColumn[Any]


class Cell(Struct, frozen=True):
    """One cell of a row."""

    text: str = ""
    style: str = ""
    value: float | str | None = None
    """The value to sort by and to add up."""
    parts: tuple[tuple[str, str], ...] = ()
    """The pieces of the text with a style each, if they differ."""


class TableRow(Struct, frozen=True):
    """A row of a table. As in a tree, following rows of greater depth are below it."""

    cells: tuple[Cell, ...]
    submitter: str = ""
    """The full name of the submitter that it is about."""
    group: str = ""
    """The full name of the group that it is about, or of its submitter's group."""
    depth: int = 0
    title: bool = False
    """It is only a title for the rows below it."""
    style: str = ""
    pinned: bool = False
    """It is shown however few rows fit."""

    @property
    def full_name(self) -> str:
        """The full name of what it is about."""
        return self.submitter or self.group


class TableBlock(Struct, frozen=True):
    """A table on a screen."""

    columns: tuple[AnyColumn, ...]
    rows: tuple[TableRow, ...]
    title: str = ""
    noun: str = "row"
    """The noun for a row, in the singular."""
    by: str = ""
    """If not all rows fit, the largest by this column are shown; empty: the first ones."""
    fits: int | None = None
    """Rows that are shown on a terminal; None: as many as it has room for."""
    total: TableRow | None = None
    notes: tuple[str, ...] = ()
    """Lines under the table."""
    inset: int = 0
    narrowest: int = NARROWEST
    """The least width for names; longer ones are folded if there is no more room."""
    on_request: bool = False
    """It is shown only where one of its columns is asked for."""
    also: tuple[AnyColumn, ...] = ()
    """Columns that are empty in all rows, and shown only if they are asked for."""
    legend: tuple[str, ...] = ()
    """Lines that begin with a mark, and stand under the table where a cell that ends in it is shown."""

    @property
    def name_at(self) -> int:
        """The index of the first column of names."""
        return next((index for index, column in enumerate(self.columns) if column.kind is Kind.NAME), 0)

    @property
    def all_rows(self) -> tuple[TableRow, ...]:
        """The rows, and the total below them if there is one."""
        return self.rows if self.total is None else (*self.rows, self.total)


class Paragraph(Struct, frozen=True):
    """A paragraph of styled pieces of text."""

    parts: tuple[tuple[str, str], ...]
    inset: int = 0
    space_before: bool = False
    """An empty line precedes it."""
    unbroken: bool = False
    """It is never wrapped."""

    @classmethod
    def of(
        cls, text: str, style: str = "", *, inset: int = 0, space_before: bool = False, unbroken: bool = False
    ) -> "Paragraph":
        """A paragraph in one style, with control characters escaped."""
        return cls(((printable(text), style),), inset, space_before, unbroken)

    @property
    def text(self) -> str:
        """The text without styles."""
        return "".join(text for text, _ in self.parts)


class Drawing(Struct, frozen=True):
    """Lines that depend on the available width."""

    lines: Callable[[int], Iterable[Paragraph]]


Block: TypeAlias = TableBlock | Paragraph | Drawing


def cell(text: str, style: str = "") -> Cell:
    """Text of any origin, made safe to print and sorted alphabetically."""
    safe = printable(text)
    return Cell(safe, style, safe.lower() or None)


def number(value: float | None, write: Callable[[float], str] = amount, style: str = "", mark: str = "") -> Cell:
    """A number, empty for None, followed by `mark`."""
    return Cell("" if value is None else write(value) + mark, style, value)


class Presentation(Struct, frozen=True):
    """What a text depends on besides the result."""

    view: View = EVERYTHING
    zone: tzinfo = UTC
    on_terminal: bool = False
    unicode: bool = True
    """Whether the output can have characters beyond ASCII, such as blocks."""
    coloured: bool = False


Blocks: TypeAlias = Iterable[Block]
"""The parts of a screen."""
TextOf: TypeAlias = Callable[[T, Presentation], str]


class Formats(Struct, Generic[T], frozen=True):
    """The formats of a type of result, each with the function that writes it.

    A result with a screen has it as its table, and as its classic format unless it has a text too.
    """

    document: Callable[[T], Mapping[str, Any] | str] | None = None
    """JSON: a dictionary, or finished text."""
    rows: Callable[[T], Rows] | None = None
    """CSV and JSON Lines."""
    screen: Callable[[T, Presentation], Blocks] | None = None
    """Tables and words, still to be drawn or written."""
    text: TextOf[T] | None = None
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
