"""Logical lines (`getline_implementation`) and their statements: assignments, here documents, keywords."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final

import msgspec

BLANKS: Final = " \t\n\v\f\r"
"""White space in the C locale; Python's `str.strip` would also strip no-break spaces from a value."""


class LogicalLine(msgspec.Struct, frozen=True):
    """A logical line and the number of its last physical line, from 1."""

    text: str
    number: int


class LogicalLines:
    """The logical lines of a text.

    `old_comments` says how a comment inside a continued statement is read; it may be switched between two lines, as
    `#opt:oldcomment` and `#opt:newcomment` do.
    """

    def __init__(self, text: str, *, old_comments: bool = False) -> None:
        self.old_comments = old_comments
        self._text = text

    def __iter__(self) -> Iterator[LogicalLine]:
        *lines, last = self._text.split("\n")
        statement = ""
        for number, physical in enumerate(lines, 1):
            piece, goes_on = self._piece(physical, continued=bool(statement))
            statement += piece
            if not goes_on:
                yield LogicalLine(statement, number)
                statement = ""
        # HTCondor trims lines at their newline, so the last line of a file that lacks one keeps its blanks and its
        # backslash.
        if statement or last:
            yield LogicalLine(statement + last, len(lines) + bool(last))

    def _piece(self, physical: str, continued: bool) -> tuple[str, bool]:
        """What a physical line adds to its statement, and whether the statement continues after it."""
        piece = physical.strip(BLANKS)
        comment = piece.startswith("#") and not self.old_comments
        if comment and continued:
            # HTCondor means to blank out the comment, but leaves its last character, be it text or the backslash.
            piece = piece[-1]
            comment = False
        return (piece[:-1], not comment) if piece.endswith("\\") else (piece, False)


_NAME = re.compile(r"[A-Za-z0-9_./]+")
_OPERATOR = re.compile(r"[^=:@+]*(?:(?P<sign>[=:])|(?P<here>@=)|\+(?P<glue>([,;|&*])\4?)?=)")
_OLD_OPERATOR = re.compile(r"[^=:@]*(?:(?P<sign>[=:])|(?P<here>@=))(?P<glue>)")


class Problem(Enum):
    """Why a line is not a statement."""

    NO_OPERATOR = "this line has no = in it"
    BAD_INCLUDE = "this include has a word that is not one of its options"


class Assignment(msgspec.Struct, frozen=True):
    """`name = text`. For an append, `glue` is what separates the old value from the text; else None."""

    name: str
    text: str
    glue: str | None = None
    colon: bool = False
    """Written `name : text`."""


class HereDocument(msgspec.Struct, frozen=True):
    """`name @=tag`: the lines up to `@tag` are the value."""

    name: str
    tag: str


class Use(msgspec.Struct, frozen=True):
    """`use category : templates`."""

    category: str
    templates: str


class Include(msgspec.Struct, frozen=True):
    """`include [ifexist] [command [into file]] : source`."""

    source: str
    if_exists: bool = False
    command: bool = False
    into: str | None = None


class Message(msgspec.Struct, frozen=True):
    """`warning : text` or `error : text`."""

    text: str
    fatal: bool


Statement = Assignment | HereDocument | Use | Include | Message


def is_legal_name(name: str) -> bool:
    """Whether a knob may have this name."""
    return _NAME.fullmatch(name) is not None


def parse_statement(line: str, *, appends: bool = True) -> Statement | Problem | None:
    """Parse a logical line (`Parse_macros`); neither side is expanded yet. `[section]` has no effect: None.

    `@=` and `+=` need white space before them, else they are part of the name. Versions without `+=` (not `appends`)
    ignore anything between the name and the `=`.
    """
    name_end = next((i for i, c in enumerate(line) if c in BLANKS or c in "=:"), len(line))
    if name_end == len(line):
        return None if line.startswith("[") else Problem.NO_OPERATOR
    operator = (_OPERATOR if appends else _OLD_OPERATOR).match(line, name_end)
    if operator is None:
        return Problem.NO_OPERATOR
    name, text = line[:name_end], line[operator.end() :].lstrip(BLANKS)
    match operator["sign"]:
        case "=":
            return Assignment(name, text)
        case ":":
            # Only keywords have a use for words between the name and the operator.
            return _keyword(name, line[name_end : operator.end() - 1].strip(BLANKS), text)
    if operator["here"]:
        return HereDocument(name, text)
    separator = operator["glue"] or " "
    return Assignment(name, text, glue=separator if len(separator) == 1 else f" {separator} ")


def _keyword(name: str, words: str, text: str) -> Statement | Problem:
    match name.removeprefix("@").lower():
        case "use":
            return Use(words, text)
        case "include":
            return _include(words, text)
        case "error":
            return Message(text, fatal=True)
        case "warning":
            return Message(text, fatal=False)
    return Assignment(name, text, colon=True)


def _include(words: str, source: str) -> Include | Problem:
    """An include from the options before its colon, which are lower case, in fixed order; extra words are ignored."""
    options = words.split()
    if_exists = options[:1] in (["ifexist"], ["ifexists"])
    if if_exists:
        del options[0]
    if not options:
        return Include(source, if_exists)
    if options[0] not in ("command", "output"):
        return Problem.BAD_INCLUDE
    if options[1:2] != ["into"]:
        return Include(source, if_exists, command=True)
    if len(options) < 3:
        return Problem.BAD_INCLUDE
    return Include(source, if_exists, command=True, into=options[2])
