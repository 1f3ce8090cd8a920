"""From physical lines to logical ones: trimming, continuation and comments (`getline_implementation`)."""

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
class Line:
    """A logical line and the number of its last physical line, from 1."""

    text: str
    number: int


class LogicalLines:
    """The logical lines of a text; `rule` may be changed between two of them."""

    def __init__(self, text: str, rule: CommentRule = CommentRule.NEW) -> None:
        self.rule = rule
        self._text = text

    def __iter__(self) -> Iterator[Line]:
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
                yield Line(statement, number)
                statement = ""
        if statement:
            yield Line(statement, number)

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
