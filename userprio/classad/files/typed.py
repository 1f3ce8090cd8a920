"""Ads whose values come with their type: JSON, new form, `[ a = 1 ]`, and XML.

They are kept like those of a long file: an attribute becomes its text in long form wherever that says exactly the same,
and an expression only where not. Ads with the same names then share them, and equal texts are one object, which is most
of the memory.

JSON and new form are cut out of a stream one by one before anything parses them. XML is read by expat piece by piece; a
document type may be named, but nothing it says is followed.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from math import isfinite
from typing import Final, NoReturn, TypeAlias
from xml.parsers import expat

import msgspec

from userprio.base.limits import AD_NESTING, AD_SIZE, budget
from userprio.classad import values
from userprio.classad.ad import Ad
from userprio.classad.files.source import Report
from userprio.classad.parser import ClassAdSyntaxError, Dialect, parse, prefix_or_none, without_escapes
from userprio.classad.printing import unparse
from userprio.classad.values import ERROR, UNDEFINED, AdExpr, Expr, ListExpr, Literal, RelTime, Special, Value

Content: TypeAlias = str | Expr
"""What an attribute holds: a text in long form, or an expression that has none."""

_INTEGERS: Final = range(-(2**63), 2**63)
_LONGEST_INTEGER: Final = 20  # Characters of an integer of 64 bits, sign included
_PLAIN_NAME = re.compile(r"(?!(?:true|false|undefined|error|is|isnt)\Z)[A-Za-z_][A-Za-z0-9_]*", re.I)
_HELD: Final = "undefined"  # Keeps the place of an attribute without a text


class Unusable(Exception):
    """A value that no ad can hold; its text is the reason."""


def ad_of(attributes: Iterable[tuple[str, Content]]) -> Ad:
    """The ad of these attributes; of a repeated name the last content and the first spelling."""
    pairs: list[tuple[str, str]] = []
    textless: dict[str, Expr | None] = {}
    for name, content in attributes:
        if isinstance(content, str):
            pairs.append((name, content))
            if textless:
                textless.pop(name.lower(), None)
        else:
            pairs.append((name, _HELD))
            textless[name.lower()] = content
    ad = Ad.lazy(pairs)
    return ad.replace(textless) if textless else ad


def content_of(expr: Expr) -> Content:
    """The text of `expr` in long form if reading that gives `expr` again, else `expr`."""
    text = _quoted(expr.value) if isinstance(expr, Literal) and isinstance(expr.value, str) else _text(expr)
    return expr if text is None else sys.intern(text)


@lru_cache(maxsize=1 << 12)
def attribute_name(name: str) -> str:
    """The one object that equal names are. Raises `Unusable` for what cannot be a name."""
    if not name:
        raise Unusable("its name is empty")
    string(name)
    return sys.intern(name)


def expression(text: str) -> Expr:
    """The expression that `text` is in the new dialect. Raises `Unusable`."""
    try:
        return parse(text, Dialect.NEW)
    except ClassAdSyntaxError as error:
        raise Unusable(f"its expression does not parse: {error.message}") from None


def string(text: str) -> Literal:
    """The string `text`. Raises `Unusable` for what a file in UTF-8 cannot hold."""
    if "\0" in text:
        raise Unusable("a string cannot hold the character NUL")
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Unusable("half of a surrogate pair is not a character") from None
    return Literal(text)


def to_integer(digits: str) -> int | None:
    """The integer that plain `digits` say, None beyond 64 bits."""
    if len(digits) > _LONGEST_INTEGER:
        return None
    number = int(digits)
    return number if number in _INTEGERS else None


def _quoted(text: str) -> str | None:
    """A string in quotes. A quote at the end of a line counts as the last one, whatever stands before it."""
    if '"' not in text:
        return f'"{text}"'
    return None if '"\n' in text else '"' + text.replace('"', '\\"') + '"'


def _text(expr: Expr) -> str | None:
    """The text of an expression that may stand within a larger one; None where it has none that is exact."""
    match expr:
        case values.WrittenLength():
            return None
        case Literal(value=value):
            if isinstance(value, str):
                # Before more text a backslash at the end would hide the closing quote.
                return None if value.endswith("\\") else _quoted(value)
            if isinstance(value, float):
                return repr(value) if isfinite(value) else None
            if isinstance(value, bool):
                return "true" if value else "false"
            return str(value) if isinstance(value, int) else value.value if isinstance(value, Special) else None
        case ListExpr():
            items = [known for item in expr.items if (known := _text(item)) is not None]
            return f"{{ {','.join(items)} }}" if len(items) == len(expr.items) else None
        case AdExpr():
            statements = [(name, _text(part)) for name, part in expr.attributes if _PLAIN_NAME.fullmatch(name)]
            plain = [f"{name} = {text}" for name, text in statements if text is not None]
            return f"[ {'; '.join(plain)} ]" if len(plain) == len(expr.attributes) else None
    return _operation_text(expr)


@lru_cache(maxsize=1 << 12)
def _operation_text(expr: Expr) -> str | None:
    """Operators and calls as printed, read again to make sure: printing may round a real or confuse a backslash."""
    text = unparse(expr)
    return text if "\\" not in text and prefix_or_none(text) == expr else None


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
            continue
        if mark == brackets.list_open and not list_line:
            list_line, first = window.line, True
        elif mark == brackets.list_close and list_line and not comma:
            list_line, first = 0, True
        elif mark == "," and list_line and not comma and not first:
            comma = True
        else:
            wanted = f"an ad, which begins with '{brackets.ad_open}'," if comma or not list_line or first else "a ','"
            what = f"this is not {brackets.name}: {wanted} is expected, not {mark!r}"
            raise report.failure(what, window.line, _CUT_OFF)
        window.advance(window.at + 1)
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


_NEW_RUN: Final = re.compile(
    r"""(?>(?:[^"'{}\[\]/]++|"(?>(?:[^"\\]++|\\.)*)"|'(?>(?:[^'\\]++|\\.)*)'"""
    r"""|//[^\n]*+\n|/\*(?>(?:[^*]++|\*(?!/))*)\*/|/(?![*/]))*)[{}\[\]]""",
    re.S,
)
_OF_NEW_FORM: Final = Brackets("a list of ads in new form", list_open="{", list_close="}", ad_open="[", run=_NEW_RUN)


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

_JSON_RUN: Final = re.compile(r'(?>(?:[^"{}\[\]]++|"(?>(?:[^"\\]++|\\.)*)")*)[{}\[\]]', re.S)
_OF_JSON: Final = Brackets("a JSON array of ads", list_open="[", list_close="]", ad_open="{", run=_JSON_RUN)
# A quote that no backslash precedes and `\/` follows can only open a string.
_MARKER = re.compile(r'"\\/Expr\((?<!\\"\\/Expr\()')
_MARKED: Final = '"\\u0000Expr('
_EXPRESSION_ENDS: Final = ")/"
_JSON_HINT: Final = "Write the file again, with -json"


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
            raise report.failure(f"this is not JSON: {error.msg}", line + error.lineno - 1, _JSON_HINT) from None
        begins = "\0Expr(" if count else "/Expr("
        attributes: list[tuple[str, Content]] = []
        for name, value in members:
            try:
                attributes.append((attribute_name(name), _json_content(value, begins)))
            except Unusable as why:
                where = line + text.count("\n", 0, max(0, text.find(json.dumps(name, ensure_ascii=False))))
                report.problem(where, f"attribute {name!r} is left out: {why}")
        if attributes:
            yield ad_of(attributes)


def _json_content(value: Json, begins: str) -> Content:
    return (
        content_of(_expr(value, begins)) if isinstance(value, float | list | tuple) else _scalar_content(value, begins)
    )


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
        return _ad_expr((attribute_name(name), _expr(item, begins)) for name, item in value)
    return Literal(UNDEFINED if value is None else value)


def _ad_expr(attributes: Iterable[tuple[str, Expr]]) -> AdExpr:
    """Each name once: the last expression under the first spelling."""
    return AdExpr(tuple(Ad(attributes).items()))


def _integer(digits: str) -> int:
    """Beyond 64 bits it is 0, as everywhere in the language."""
    return to_integer(digits) or 0


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not a value", name, 0)


_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=_integer, parse_constant=_no_constant)


_VALUES: Final = frozenset({"i", "r", "s", "b", "un", "er", "at", "rt", "l", "c", "e"})
_MAY_HOLD: Final = {"": {"classads"}, "classads": {"c"}, "c": {"a"}, "a": _VALUES, "l": _VALUES}
_WITH_TEXT: Final = frozenset({"i", "r", "s", "at", "rt", "e"})
_INTEGER_TEXT = re.compile(r"\s*([-+]?[0-9]+)")
_REAL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?INF|NaN")
_XML_HINT: Final = "Write the file again, with -xml"


def read_xml(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of an XML file. An attribute whose value cannot be understood is left out and reported.

    Raises `AdsFileError` for XML that is not well formed or has other elements than ads, and for declared entities:
    HTCondor writes none, and they are how a small file makes a parser read others or fill the memory.
    """
    reading = _ParseState(report)
    parser = reading.parser
    fed = 0
    largest = budget().most(AD_SIZE)
    try:
        for chunk in chunks:
            data = chunk.encode("utf-8", "surrogateescape")  # Expat counts its positions in bytes
            parser.Parse(data, False)
            yield from reading.finished()
            fed += len(data)
            if fed - reading.ad_begins > largest:
                raise report.too_large("this ad is larger than", AD_SIZE, parser.CurrentLineNumber)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        what = expat.ErrorString(error.code)
        raise report.failure(f"this is not well-formed XML: {what}", error.lineno, _XML_HINT) from None
    yield from reading.finished()


class _Element(msgspec.Struct):
    """An element that is open: its text so far, and what the elements in it were worth, None for unusable."""

    tag: str
    label: str
    """The name of an attribute, the letter of a boolean."""
    line: int
    text: list[str] = msgspec.field(default_factory=list)
    values: list[Expr | None] = msgspec.field(default_factory=list)
    attributes: list[tuple[str, Expr | None]] = msgspec.field(default_factory=list)


class _ParseState:
    """The state of one parse: the elements that are open, and the ads that are complete but not yet yielded."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._open = [_Element("", "", 1)]
        self._ads: list[Ad] = []
        self.ad_begins = 0
        """Where the last ad begins, in bytes of the file."""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._refuse_entity
        self.parser.SkippedEntityHandler = self._refuse_unknown_entity

    def finished(self) -> list[Ad]:
        """The ads completed since this was last asked."""
        ads, self._ads = self._ads, []
        return ads

    def _start(self, tag: str, labels: dict[str, str]) -> None:
        within = self._open[-1].tag
        line = self.parser.CurrentLineNumber
        if tag not in _MAY_HOLD.get(within, ()):
            place = f"inside <{within}>" if within else "as the outermost element of a file of ads"
            raise self._report.failure(f"<{tag}> has no meaning {place}", line, _XML_HINT)
        if len(self._open) > 2 * AD_NESTING:
            what = f"this ad is nested deeper than {AD_NESTING} levels"
            raise self._report.failure(what, line, "HTCondor does not write such ads: leave it out")
        if within == "classads":
            self.ad_begins = self.parser.CurrentByteIndex
        self._open.append(_Element(tag, labels.get("n" if tag == "a" else "v", ""), line))

    def _end(self, tag: str) -> None:
        element = self._open.pop()
        outer = self._open[-1]
        if tag == "a":
            self._attribute(element, outer)
        elif tag == "c" and outer.tag == "classads":
            attributes = [(name, content_of(expr)) for name, expr in element.attributes if expr is not None]
            if attributes:
                self._ads.append(ad_of(attributes))
        elif tag in _VALUES:
            outer.values.append(self._value(element))

    def _attribute(self, element: _Element, ad: _Element) -> None:
        if element.label and len(element.values) == 1:
            ad.attributes.append((attribute_name(element.label), element.values[0]))
        elif element.label:
            why = "it has no value" if not element.values else "it has more than one value"
            self._report.problem(element.line, f"attribute {element.label!r} is left out: {why}")
            ad.attributes.append((element.label, None))
        else:
            self._report.problem(element.line, "an attribute without a name is left out")

    def _value(self, element: _Element) -> Expr | None:
        try:
            return _element_expr(element)
        except Unusable as why:
            name = next((outer.label for outer in reversed(self._open) if outer.tag == "a"), "")
            self._report.problem(element.line, f"attribute {name!r} is left out: {why}")
            return None

    def _characters(self, text: str) -> None:
        element = self._open[-1]
        if element.tag in _WITH_TEXT:
            element.text.append(text)
        elif not text.isspace():
            line = self.parser.CurrentLineNumber - text.lstrip().count("\n")
            self._report.problem(line, "text outside a value is left out")

    def _refuse_entity(self, name: str, *_: object) -> None:
        what = f"this file declares the entity {name!r}, which is refused"
        raise self._report.failure(what, self.parser.CurrentLineNumber, _XML_HINT)

    def _refuse_unknown_entity(self, name: str, _is_parameter: bool) -> None:
        raise self._report.failure(f"the entity {name!r} is not known", self.parser.CurrentLineNumber, _XML_HINT)


def _element_expr(element: _Element) -> Expr | None:
    """What a value element says; None if something in it is unusable and has been reported."""
    if element.tag == "l":
        items = [item for item in element.values if item is not None]
        return ListExpr(tuple(items)) if len(items) == len(element.values) else None
    if element.tag == "c":
        attributes = [(name, expr) for name, expr in element.attributes if expr is not None]
        return _ad_expr(attributes) if len(attributes) == len(element.attributes) else None
    return _SCALARS[element.tag]("".join(element.text), element.label)


def _scalar(read: Callable[[str], Value | None], complaint: str) -> Callable[[str, str], Expr]:
    """The literal of a text; what cannot be read as one is unusable."""

    def literal(text: str, label: str) -> Expr:
        value = read(text)
        if value is None:
            raise Unusable(complaint)
        return Literal(value)

    return literal


def _xml_integer(text: str) -> int | None:
    match = _INTEGER_TEXT.match(text)
    return None if match is None else to_integer(match[1])


def _xml_length(text: str) -> RelTime | None:
    seconds = values.parse_length(text)
    return None if seconds is None else RelTime(seconds)


_SCALARS: Final[dict[str, Callable[[str, str], Expr]]] = {
    "i": _scalar(_xml_integer, "it is not an integer of 64 bits"),
    "r": _scalar(lambda text: float(text) if _REAL.fullmatch(text.strip()) else None, "it is not a number"),
    "s": lambda text, label: string(without_escapes(text)),
    "b": lambda text, label: Literal(label in ("t", "T")),
    "un": lambda text, label: Literal(UNDEFINED),
    "er": lambda text, label: Literal(ERROR),
    "at": _scalar(lambda text: values.parse_instant(text, None), "it is not a time"),
    "rt": _scalar(_xml_length, "it is not a duration"),
    "e": lambda text, label: expression(text),
}
