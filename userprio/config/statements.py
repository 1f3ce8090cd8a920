"""Logical lines (`getline_implementation`) and their statements: assignments, here documents, keywords."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

BLANKS: Final = " \t\n\v\f\r"
"""White space of the C locale; Python's own idea of it would also cut no-break spaces off a value."""


class CommentRule(Enum):
    """How a comment line inside a continued statement is read; `#opt:oldcomment` and `#opt:newcomment` switch."""

    NEW = "new"
    OLD = "old"


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A logical line and the number of its last physical line, from 1."""

    text: str
    number: int


class LogicalLines:
    """The logical lines of a text; `rule` may be changed between two of them."""

    def __init__(self, text: str, rule: CommentRule = CommentRule.NEW) -> None:
        self.rule = rule
        self._text = text

    def __iter__(self) -> Iterator[LogicalLine]:
        statement = ""
        number = 0
        for physical, ended in _physical(self._text):
            number += 1
            if not ended:
                # HTCondor trims lines at their newline, so the last line of a file that lacks one keeps its blanks
                # and its backslash.
                statement += physical
                break
            piece, goes_on = self._piece(physical, continued=bool(statement))
            statement += piece
            if not goes_on:
                yield LogicalLine(statement, number)
                statement = ""
        if statement:
            yield LogicalLine(statement, number)

    def _piece(self, physical: str, continued: bool) -> tuple[str, bool]:
        """What a physical line adds to its statement, and whether the statement goes on after it."""
        piece = physical.strip(BLANKS)
        comment = piece.startswith("#")
        if comment and continued and self.rule is CommentRule.NEW:
            # HTCondor means to blank the comment out and leaves its last character, be it text or the backslash.
            piece = piece[-1]
            comment = False
        if not piece.endswith("\\"):
            return piece, False
        return piece[:-1], not (comment and self.rule is CommentRule.NEW)


def _physical(text: str) -> Iterator[tuple[str, bool]]:
    """Lines without their newline, and whether they had one."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end], True
        start = end + 1
    if start < len(text):
        yield text[start:], False


_SEPARATORS: Final = ",;|&*"
"""Characters that may stand between `+` and `=`."""
_NAME_CHARACTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./")


class Problem(Enum):
    """Why a line is not a statement."""

    NO_OPERATOR = "this line has no = in it"
    BAD_INCLUDE = "this include has a word that is none of its options"


@dataclass(frozen=True, slots=True)
class Assignment:
    """`name = text`. `glue` is None, or what stands between the old value and the text of an append."""

    name: str
    text: str
    glue: str | None = None
    colon: bool = False
    """Written `name : text`."""


@dataclass(frozen=True, slots=True)
class HereDocument:
    """`name @=tag`: the lines up to `@tag` are the value."""

    name: str
    tag: str


@dataclass(frozen=True, slots=True)
class Use:
    """`use category : templates`."""

    category: str
    templates: str


@dataclass(frozen=True, slots=True)
class Include:
    """`include [ifexist] [command [into file]] : source`."""

    source: str
    if_exists: bool = False
    command: bool = False
    into: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """`warning : text` or `error : text`."""

    text: str
    fatal: bool


@dataclass(frozen=True, slots=True)
class Header:
    """`[section]`, which has no effect."""


Statement = Assignment | HereDocument | Use | Include | Message | Header


@dataclass(frozen=True, slots=True)
class _Operator:
    """An operator at `start`, with its right-hand side from `end` on; `sign` is `=`, `:`, `@` or `+`."""

    start: int
    end: int
    sign: str
    glue: str | None = None


def is_legal_name(name: str) -> bool:
    """Whether a knob may be called so."""
    return bool(name) and _NAME_CHARACTERS.issuperset(name)


def parse_statement(line: str) -> Statement | Problem:
    """Take a logical line apart (`Parse_macros`). Neither side is expanded yet."""
    name_end = next((i for i, c in enumerate(line) if c in BLANKS or c in "=:"), len(line))
    if name_end == len(line):
        return Header() if line.startswith("[") else Problem.NO_OPERATOR
    operator = _operator(line, name_end)
    if operator is None:
        return Problem.NO_OPERATOR
    name = line[:name_end]
    text = line[operator.end :].lstrip(BLANKS)
    if operator.sign == ":":
        # Words between the name and the operator mean something to keywords only.
        words = line[name_end : operator.start].strip(BLANKS)
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
    if operator.sign == "@":
        return HereDocument(name, text)
    return Assignment(name, text, glue=operator.glue)


def _operator(line: str, name_end: int) -> _Operator | None:
    """The first operator. `@=` and `+=` need white space before them, else they belong to the name."""
    if line[name_end] in "=:":
        return _Operator(name_end, name_end + 1, line[name_end])
    start = next((i for i in range(name_end, len(line)) if line[i] in "=:@+"), len(line))
    if start == len(line):
        return None
    sign, end, glue = line[start], start + 1, None
    if sign == "+":
        glue = " "
        separator = line[end : end + 1]
        if separator and separator in _SEPARATORS:
            doubled = line[end : end + 2] == separator * 2
            glue = f" {separator * 2} " if doubled else separator
            end += 2 if doubled else 1
    if sign in "@+":
        if line[end : end + 1] != "=":
            return None
        end += 1
    return _Operator(start, end, sign, glue)


def _include(words: str, source: str) -> Include | Problem:
    """The options before the colon. They are lower case only and their order is fixed; what follows is dropped."""
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
