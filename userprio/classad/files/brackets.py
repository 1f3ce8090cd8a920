"""Ads in brackets, cut out of a stream one by one before anything parses them: JSON, and new form, `[ a = 1 ]`."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NoReturn, TypeAlias

import msgspec

from userprio.base.limits import AD_NESTING, AD_SIZE, budget
from userprio.classad.ad import Ad
from userprio.classad.files.source import (
    Content,
    Report,
    Unusable,
    ad_of,
    attribute_name,
    content_of,
    expression,
    string,
    to_integer,
)
from userprio.classad.parser import ClassAdSyntaxError
from userprio.classad.values import UNDEFINED, AdExpr, Expr, ListExpr, Literal

_CUT_OFF = "The file may be cut off: write it again"


class Brackets(msgspec.Struct, frozen=True):
    """How a form writes a list of ads, the brackets around ads optional."""

    name: str
    list_open: str
    list_close: str
    ad_open: str
    run: re.Pattern[str]
    """Everything up to and including the next bracket that is not in a string or a comment."""


_OPENING = frozenset("[{")
_GAP = re.compile(r"(?>(?:\s++|#[^\n]*+\n|//[^\n]*+\n|/\*(?>(?:[^*]++|\*(?!/))*)\*/)*)")
_COMMENT_BEGINS = frozenset("#/")


class _Window:
    """The part of the stream that is held: what lies before `at` is done with, `line` is the line of `at`."""

    __slots__ = ("_chunks", "at", "line", "text")

    def __init__(self, chunks: Iterable[str]) -> None:
        # The added line break ends a comment on the last line.
        self._chunks = chain(chunks, ("\n",))
        self.text = ""
        self.at = 0
        self.line = 1

    def advance(self, end: int) -> None:
        """Be done with everything before `end`."""
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def more(self) -> bool:
        """Drop what is done with, and hold at least twice as much of the rest, so that rescanning stays cheap."""
        parts = [self.text[self.at :]]
        wanted = len(parts[0])  # At least doubled each time: one huge ad is then scanned twice, not n times
        self.at = 0
        for chunk in self._chunks:
            parts.append(chunk)
            wanted -= len(chunk)
            if wanted <= 0:
                break
        self.text = "".join(parts)
        return len(parts) > 1

    def next_mark(self) -> str:
        """The next character that is neither white space nor comment, which `at` then stands on; "" at the end."""
        while True:
            if match := _GAP.match(self.text, self.at):
                self.advance(match.end())
            mark = self.text[self.at : self.at + 1]
            if mark and mark not in _COMMENT_BEGINS:
                return mark
            if not self.more():
                return mark


def _cut_ads(chunks: Iterable[str], brackets: Brackets, report: Report) -> Iterator[tuple[int, str]]:
    """First line and text of each ad: of lists of ads, of ads one after another, or of both in turn.

    Raises `AdsFileError` where brackets and commas do not add up, or an ad is beyond the limits.
    """
    window = _Window(chunks)
    list_line = 0
    comma = False
    first = True
    while mark := window.next_mark():
        if mark == brackets.ad_open and (not list_line or comma or first):
            line = window.line
            yield line, _cut(window, brackets, report)
            comma = first = False
        elif mark == brackets.list_open and not list_line:
            list_line, first = window.line, True
            window.advance(window.at + 1)
        elif mark == brackets.list_close and list_line and not comma:
            list_line, first = 0, True
            window.advance(window.at + 1)
        elif mark == "," and list_line and not comma and not first:
            comma = True
            window.advance(window.at + 1)
        else:
            wanted = f"an ad, which begins with '{brackets.ad_open}'," if comma or not list_line or first else "a ','"
            raise report.failure(
                f"this is not {brackets.name}: {wanted} is expected, not {mark!r}", window.line, _CUT_OFF
            )
    if list_line:
        raise report.failure(f"the list of ads is not closed with '{brackets.list_close}'", list_line, _CUT_OFF)


def _cut(window: _Window, brackets: Brackets, report: Report) -> str:
    """The text of the ad that the window stands on, and past it."""
    length = depth = 0
    largest = budget().most(AD_SIZE)
    while True:
        match = brackets.run.match(window.text, window.at + length)
        if match is None:
            if len(window.text) - window.at > largest:
                raise report.too_large("this ad is larger than", AD_SIZE, window.line)
            if not window.more():
                raise report.failure("the file ends in the middle of the ad that begins here", window.line, _CUT_OFF)
            continue
        length = match.end() - window.at
        depth += 1 if match[0][-1] in _OPENING else -1  # Which bracket closes which is left to the parser of the ad
        if depth > AD_NESTING:
            what = f"this ad is nested deeper than {AD_NESTING} levels"
            raise report.failure(what, window.line, "HTCondor does not write such ads: leave it out")
        if depth == 0:
            text = window.text[window.at : window.at + length]
            window.advance(window.at + length)
            return text


_OF_NEW_FORM: Final = Brackets(
    name="a list of ads in new form",
    list_open="{",
    list_close="}",
    ad_open="[",
    run=re.compile(
        r"""(?>(?:[^"'{}\[\]/]++|"(?>(?:[^"\\]++|\\.)*)"|'(?>(?:[^'\\]++|\\.)*)'"""
        r"""|//[^\n]*+\n|/\*(?>(?:[^*]++|\*(?!/))*)\*/|/(?![*/]))*)[{}\[\]]""",
        re.S,
    ),
)


def read_new(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a file in new form; one that cannot be parsed is left out and reported with the line of the error."""
    for line, text in _cut_ads(chunks, _OF_NEW_FORM, report):
        try:
            ad = Ad.parse(text)
        except ClassAdSyntaxError as error:
            where = line + text.count("\n", 0, max(0, (error.column or 1) - 1))
            report.problem(where, f"this ad is left out: {error.message}")
            continue
        if len(ad):
            yield ad_of((name, content_of(expr)) for name, expr in ad.items())


Json: TypeAlias = "bool | int | float | str | list[Json] | tuple[tuple[str, Json], ...] | None"
"""Decoded JSON; an object is a tuple of its members, so that their order and repetitions are kept."""

_OF_JSON: Final = Brackets(
    name="a JSON array of ads",
    list_open="[",
    list_close="]",
    ad_open="{",
    run=re.compile(r'(?>(?:[^"{}\[\]]++|"(?>(?:[^"\\]++|\\.)*)")*)[{}\[\]]', re.S),
)
# A quote that no backslash precedes and `\/` follows can only open a string.
_MARKER = re.compile(r'"\\/Expr\((?<!\\"\\/Expr\()')
_MARKED: Final = '"\\u0000Expr('
_EXPRESSION_ENDS: Final = ")/"
_HINT: Final = "Write the file again, with -json"


def read_json(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a JSON file. A value that no ad can hold, or an expression that does not parse, is left out.

    An expression is a string that begins with `\\/Expr(`. Tools that rewrite JSON drop that backslash; in an ad that
    has it nowhere, `/Expr(` is therefore taken for it. Raises `AdsFileError` for what is not JSON.
    """
    for line, text in _cut_ads(chunks, _OF_JSON, report):
        marked, count = _MARKER.subn(lambda _: _MARKED, text)
        try:
            members = _DECODER.decode(marked)
        except json.JSONDecodeError as error:
            raise report.failure(f"this is not JSON: {error.msg}", line + error.lineno - 1, _HINT) from None
        begins = "\0Expr(" if count else "/Expr("
        attributes: list[tuple[str, Content]] = []
        for name, value in members:
            try:
                attributes.append((attribute_name(name), _content(value, begins)))
            except Unusable as why:
                where = line + text.count("\n", 0, max(0, text.find(json.dumps(name, ensure_ascii=False))))
                report.problem(where, f"attribute {name!r} is left out: {why}")
        if attributes:
            yield ad_of(attributes)


def _content(value: Json, begins: str) -> Content:
    if isinstance(value, float | list | tuple):
        return content_of(_expr(value, begins))
    return _scalar_content(value, begins)


@lru_cache(maxsize=1 << 16, typed=True)
def _scalar_content(value: str | int | None, begins: str) -> Content:
    """Remembered, since most values come again; reals are not, for 0.0 would be taken for -0.0."""
    return content_of(_expr(value, begins))


def _expr(value: Json, begins: str) -> Expr:
    if isinstance(value, str):
        if value.startswith(begins) and value.endswith(_EXPRESSION_ENDS):
            return expression(value[len(begins) : -len(_EXPRESSION_ENDS)])
        return string("/" + value[1:] if value.startswith("\0Expr(") else value)
    if isinstance(value, list):
        return ListExpr(tuple(_expr(item, begins) for item in value))
    if isinstance(value, tuple):
        return AdExpr(_once((attribute_name(name), _expr(item, begins)) for name, item in value))
    if value is None:
        return Literal(UNDEFINED)
    return Literal(value)


def _once(attributes: Iterable[tuple[str, Expr]]) -> tuple[tuple[str, Expr], ...]:
    """Each name once: the last expression under the first spelling."""
    return tuple(Ad(attributes).items())


def _integer(digits: str) -> int:
    """Beyond 64 bits it is 0, as everywhere in the language."""
    return to_integer(digits) or 0


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not a value", name, 0)


_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=_integer, parse_constant=_no_constant)
