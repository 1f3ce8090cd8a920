"""Of what screens are made: tables, and words around them."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from userprio.report.text import amount, printable

_NOT_IN_NAMES: Final = re.compile(r"[^a-z0-9]+")

FITTING: Final = 30
"""Rows of a table on a terminal unless more are asked for: with its heading and what stands around it, a screen."""

NARROWEST: Final = 12
"""A column of names keeps this much, however many numbers stand beside it."""


class Kind(Enum):
    """How a column takes its room."""

    NAME = auto()
    """It takes what room is left, and folds rather than loses a letter."""
    TEXT = auto()
    """To the left, folded between words where there is too little room."""
    NUMBER = auto()
    """To the right, never folded."""
    FIGURES = auto()
    """To the right, folded between words where there is too little room."""


@dataclass(frozen=True, slots=True)
class Head:
    """The top of a column, and what may be done with what is below."""

    key: str
    """Its name in CSV, where it is there, or else one in the same style."""
    heading: str
    kind: Kind = Kind.NUMBER
    sums: bool = False
    """Whether its values are those of each line alone, so that those of several lines may be added up."""
    write: Callable[[float], str] = amount
    """What writes such a sum."""
    optional: bool = False
    """It is left out where no line has anything to show."""
    alone: bool = False
    """It is about a group without those below it: it says nothing where these are counted in."""

    @property
    def names(self) -> tuple[str, str]:
        """What it may be called by: its key, and its heading in the same style."""
        return self.key, _NOT_IN_NAMES.sub("_", self.heading.lower()).strip("_")


@dataclass(frozen=True, slots=True)
class Cell:
    """The cell of a line below a heading."""

    text: str = ""
    style: str = ""
    value: float | str | None = None
    """What it is sorted by, and added up."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table. Those that follow it with a greater depth belong below it, as in a tree."""

    cells: tuple[Cell, ...]
    submitter: str = ""
    """The whole name of the submitter that it is about."""
    group: str = ""
    """The whole name of the group that it is about, or to which its submitter belongs."""
    depth: int = 0
    title: bool = False
    """It is the title of the lines below it."""
    style: str = ""
    pinned: bool = False
    """It is always shown, however few lines are."""

    @property
    def whole(self) -> str:
        """What it is about, by its whole name."""
        return self.submitter or self.group


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    title: str = ""
    one: str = "row"
    """What a line is about, in the singular."""
    by: str = ""
    """The column by which lines are the largest that are shown where not all fit; nothing: the first are."""
    fits: int = FITTING
    total: Line | None = None
    notes: tuple[str, ...] = ()
    """Lines under the table."""
    inset: int = 0
    narrowest: int = NARROWEST
    """The least room that a name gets; longer ones are folded where there is no more."""

    @property
    def name_at(self) -> int:
        """The place of the first column of names."""
        kinds = [head.kind for head in self.heads]
        return kinds.index(Kind.NAME) if Kind.NAME in kinds else 0


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of pieces of text with their styles."""

    parts: tuple[tuple[str, str], ...]
    inset: int = 0
    apart: bool = False
    """An empty line stands before it."""
    unbroken: bool = False
    """It stays on one line, however long."""

    @classmethod
    def of(cls, text: str, style: str = "", *, inset: int = 0, apart: bool = False, unbroken: bool = False) -> "Words":
        """A paragraph in one style; what must not act in it is escaped."""
        return cls(((printable(text), style),), inset, apart, unbroken)

    @property
    def text(self) -> str:
        """The same without styles."""
        return "".join(text for text, _ in self.parts)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines that depend on how wide they may be."""

    lines: Callable[[int], Iterable[Words]]


Block: TypeAlias = Sheet | Words | Drawing


def name_head(key: str, heading: str = "") -> Head:
    """The top of a column of names."""
    return Head(key, heading or key, Kind.NAME)


def text_head(key: str, heading: str = "", *, optional: bool = False) -> Head:
    """The top of a column of words."""
    return Head(key, heading or key, Kind.TEXT, optional=optional)


def cell(text: str, style: str = "") -> Cell:
    """A foreign name or a word, safe to show, sorted by what it says."""
    safe = printable(text)
    return Cell(safe, style, safe.lower() or None)


def number(value: float | None, write: Callable[[float], str] = amount, style: str = "", mark: str = "") -> Cell:
    """A number, empty for None, followed by `mark`."""
    return Cell("" if value is None else write(value) + mark, style, value)
