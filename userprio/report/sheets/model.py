"""The parts of a screen: tables, and the words around them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from userprio.report.text import amount, printable

_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")

FITTING: Final = 30
"""Rows of a table on a terminal unless more are asked for: with headings and notes, they fill a screen."""

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


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column, and how to treat its values."""

    key: str
    """Its name in CSV or, if it is not there, a name in the same style."""
    heading: str
    kind: Kind = Kind.NUMBER
    sums: bool = False
    """Whether the values of several lines may be added up."""
    write: Callable[[float], str] = amount
    """Formats such a sum."""
    optional: bool = False
    """The column is omitted if it is empty in all lines."""
    alone: bool = False
    """A figure of a group without its subgroups, left empty when these are folded in."""
    extra: bool = False
    """The column is shown only if it is asked for."""
    aliases: tuple[str, ...] = ()
    """Further names to select it by, in the style of keys, such as former ones."""
    inclusive: bool = False
    """A group's figure already includes its subgroups, so that the figures of groups do not add up."""

    @property
    def title(self) -> str:
        """The heading on one line."""
        return " ".join(self.heading.replace("-\n", "-").split())

    @property
    def names(self) -> tuple[str, ...]:
        """The names it may be selected by: its key first, its heading in the same style, and its aliases."""
        return tuple(filter(None, (self.key, in_key_style(self.heading), *self.aliases)))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a line."""

    text: str = ""
    style: str = ""
    value: float | str | None = None
    """The value to sort by and to add up."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. As in a tree, following lines of greater depth are below it."""

    cells: tuple[Cell, ...]
    submitter: str = ""
    """The full name of the submitter that it is about."""
    group: str = ""
    """The full name of the group that it is about, or of its submitter's group."""
    depth: int = 0
    title: bool = False
    """It is only a title for the lines below it."""
    style: str = ""
    pinned: bool = False
    """It is shown however few lines fit."""

    @property
    def whole(self) -> str:
        """The full name of what it is about."""
        return self.submitter or self.group


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    title: str = ""
    one: str = "row"
    """The noun for a line, in the singular."""
    by: str = ""
    """If not all lines fit, the largest by this column are shown; empty: the first ones."""
    fits: int = FITTING
    total: Line | None = None
    notes: tuple[str, ...] = ()
    """Lines under the table."""
    inset: int = 0
    narrowest: int = NARROWEST
    """The least width for names; longer ones are folded if there is no more room."""
    also: tuple[Head, ...] = ()
    """Columns that are empty in all lines, and shown only if they are asked for."""

    @property
    def name_at(self) -> int:
        """The index of the first column of names."""
        kinds = [head.kind for head in self.heads]
        return kinds.index(Kind.NAME) if Kind.NAME in kinds else 0


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of styled pieces of text."""

    parts: tuple[tuple[str, str], ...]
    inset: int = 0
    apart: bool = False
    """An empty line precedes it."""
    unbroken: bool = False
    """It is never wrapped."""

    @classmethod
    def of(cls, text: str, style: str = "", *, inset: int = 0, apart: bool = False, unbroken: bool = False) -> "Words":
        """A paragraph in one style, with control characters escaped."""
        return cls(((printable(text), style),), inset, apart, unbroken)

    @property
    def text(self) -> str:
        """The text without styles."""
        return "".join(text for text, _ in self.parts)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines that depend on the available width."""

    lines: Callable[[int], Iterable[Words]]


Block: TypeAlias = Sheet | Words | Drawing


def name_head(key: str, heading: str = "", *, aliases: tuple[str, ...] = ()) -> Head:
    """The heading of a column of names."""
    return Head(key, heading or key, Kind.NAME, aliases=aliases)


def text_head(key: str, heading: str = "", *, optional: bool = False) -> Head:
    """The heading of a column of words."""
    return Head(key, heading or key, Kind.TEXT, optional=optional)


def cell(text: str, style: str = "") -> Cell:
    """Text of any origin, made safe to print and sorted alphabetically."""
    safe = printable(text)
    return Cell(safe, style, safe.lower() or None)


def number(value: float | None, write: Callable[[float], str] = amount, style: str = "", mark: str = "") -> Cell:
    """A number, empty for None, followed by `mark`."""
    return Cell("" if value is None else write(value) + mark, style, value)
