"""Ads in XML, read by expat piece by piece; a document type may be named, but nothing it says is followed."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from xml.parsers import expat

import msgspec

from userprio.base.limits import AD_NESTING, AD_SIZE, budget
from userprio.classad.ad import Ad
from userprio.classad.files.source import (
    Report,
    Unusable,
    ad_of,
    attribute_name,
    content_of,
    expression,
    string,
    to_integer,
)
from userprio.classad.parser import without_escapes
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AdExpr,
    Expr,
    ListExpr,
    Literal,
    RelTime,
    parse_instant,
    parse_length,
)

_VALUES: Final = frozenset({"i", "r", "s", "b", "un", "er", "at", "rt", "l", "c", "e"})
_CONTENT: Final = {
    "": frozenset({"classads"}),
    "classads": frozenset({"c"}),
    "c": frozenset({"a"}),
    "a": _VALUES,
    "l": _VALUES,
}
_TEXT: Final = frozenset({"i", "r", "s", "at", "rt", "e"})
_INTEGER = re.compile(r"\s*([-+]?[0-9]+)")
_REAL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|[-+]?INF|NaN")
_HINT: Final = "Write the file again, with -xml"


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
        raise report.failure(f"this is not well-formed XML: {what}", error.lineno, _HINT) from None
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
        if tag not in _CONTENT.get(within, ()):
            place = f"inside <{within}>" if within else "as the outermost element of a file of ads"
            raise self._report.failure(f"<{tag}> has no meaning {place}", line, _HINT)
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
            return _expr(element)
        except Unusable as why:
            name = next((outer.label for outer in reversed(self._open) if outer.tag == "a"), "")
            self._report.problem(element.line, f"attribute {name!r} is left out: {why}")
            return None

    def _characters(self, text: str) -> None:
        element = self._open[-1]
        if element.tag in _TEXT:
            element.text.append(text)
        elif not text.isspace():
            line = self.parser.CurrentLineNumber - text.lstrip().count("\n")
            self._report.problem(line, "text outside a value is left out")

    def _refuse_entity(self, name: str, *_: object) -> None:
        line = self.parser.CurrentLineNumber
        raise self._report.failure(f"this file declares the entity {name!r}, which is refused", line, _HINT)

    def _refuse_unknown_entity(self, name: str, _is_parameter: bool) -> None:
        raise self._report.failure(f"the entity {name!r} is not known", self.parser.CurrentLineNumber, _HINT)


def _expr(element: _Element) -> Expr | None:
    """What a value element says; None if something in it is unusable and has been reported."""
    if element.tag == "l":
        items = [item for item in element.values if item is not None]
        return ListExpr(tuple(items)) if len(items) == len(element.values) else None
    if element.tag == "c":
        attributes = [(name, expr) for name, expr in element.attributes if expr is not None]
        complete = len(attributes) == len(element.attributes)
        return AdExpr(tuple(Ad(attributes).items())) if complete else None
    return _SCALARS[element.tag]("".join(element.text), element.label)


def _integer(text: str, _label: str) -> Expr:
    match = _INTEGER.match(text)
    number = None if match is None else to_integer(match[1])
    if number is None:
        raise Unusable("it is not an integer of 64 bits")
    return Literal(number)


def _real(text: str, _label: str) -> Expr:
    if not _REAL.fullmatch(text.strip()):
        raise Unusable("it is not a number")
    return Literal(float(text))


def _string(text: str, _label: str) -> Expr:
    return string(without_escapes(text))


def _instant(text: str, _label: str) -> Expr:
    instant = parse_instant(text, None)
    if instant is None:
        raise Unusable("it is not a time")
    return Literal(instant)


def _length(text: str, _label: str) -> Expr:
    seconds = parse_length(text)
    if seconds is None:
        raise Unusable("it is not a duration")
    return Literal(RelTime(seconds))


_SCALARS: Final[dict[str, Callable[[str, str], Expr]]] = {
    "i": _integer,
    "r": _real,
    "s": _string,
    "b": lambda _text, label: Literal(label in ("t", "T")),
    "un": lambda _text, _label: Literal(UNDEFINED),
    "er": lambda _text, _label: Literal(ERROR),
    "at": _instant,
    "rt": _length,
    "e": lambda text, _label: expression(text),
}
