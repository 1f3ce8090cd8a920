"""Ads as text: whole, one `Name = value` per line (`fPrintAd`), or the attributes chosen by `-autoformat`
(`AttrListPrintMask`)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from enum import Enum, auto
from typing import Final

from userprio.base.errors import BadInput
from userprio.base.formats import Format
from userprio.classad import (
    UNDEFINED,
    AbsTime,
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Expr,
    Value,
    as_number,
    format_value,
    parse,
    unparse,
)
from userprio.ledger import compacted_text
from userprio.report.classic import date, duration
from userprio.report.formats import Formats
from userprio.report.text import printable


def long_text(ad: Ad) -> str:
    """The attributes of an ad, sorted by the bytes of their names."""
    names = sorted(ad, key=lambda name: name.encode(errors="surrogateescape"))
    return "".join(f"{printable(name)} = {printable(_attribute_text(ad, name))}\n" for name in names)


@dataclass(frozen=True, slots=True)
class Ads:
    """Ads to be listed in full."""

    ads: Sequence[Ad]
    whole: Ad | None = None
    """The single numbered ad that has all of them, if there is one."""
    modular: bool = False
    """An ad for each record was asked for (`-modular`), even if one ad has all of them."""


def ads_text(listed: Ads) -> str:
    """A single ad; several with an empty line after each, or before each with `-modular`."""
    if listed.whole is not None and not listed.modular:
        return long_text(listed.whole)
    return "".join(f"\n{long_text(ad)}" if listed.modular else f"{long_text(ad)}\n" for ad in listed.ads)


def _attribute_text(ad: Ad, name: str) -> str:
    text = ad.source(name)
    if text is not None:
        return compacted_text(text)
    expr = ad.expr(name)
    return "undefined" if expr is None else unparse(expr)


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class ValueShape(Enum):
    """How `-autoformat` writes a value."""

    PLAIN = auto()
    """The plain value, strings without quotes."""
    RAW = auto()
    """The expression, not its value."""
    QUOTED = auto()
    DATE = auto()
    DURATION = auto()


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    """One column; without an expression it is empty, like a job id in an ad that is not a job's."""

    heading: str
    expr: Expr | None
    attribute: str | None
    """The attribute name, if the expression is just that."""
    shape: ValueShape = ValueShape.PLAIN
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Autoformat:
    """The options of `-autoformat`; given again, they add columns and replace the separators."""

    columns: tuple[PrintedColumn, ...] = ()
    headed: bool = False
    """Print a line of headings first, and pad columns to the widest value so far."""
    before_row: str = ""
    before_column: str = " "
    after_column: str = ""

    def adding(self, flags: str, attributes: Iterable[str]) -> "Autoformat":
        """The same with more columns; letters that are not flags are ignored.

        Raises:
            BadInput: an attribute is not an expression; its text is the message.
        """
        shape = next((shape for letters, shape in _SHAPES if set(letters) & set(flags)), ValueShape.PLAIN)
        headed = self.headed or "h" in flags
        labelled = "l" in flags and not headed and shape not in (ValueShape.DATE, ValueShape.DURATION)
        added = [PrintedColumn(" ID", None, None, shape, labelled)] if "j" in flags else []
        added += [_column(text, shape, labelled) for text in attributes]
        separators = {"before_row": "", "before_column": " ", "after_column": ""}
        for flag in flags:
            separators |= _SEPARATORS.get(flag, {})
        return Autoformat((*self.columns, *added), headed, **separators)


_SHAPES = (("ro", ValueShape.RAW), ("V", ValueShape.QUOTED), ("Y", ValueShape.DATE), ("T", ValueShape.DURATION))
"""Flags for a shape; if several are given, the first in this order counts."""

_SEPARATORS = {
    ",": {"after_column": ","},
    "n": {"after_column": "\n"},
    "t": {"before_column": "\t"},
    "g": {"before_row": "\n", "before_column": ""},
}
"""Flags for a separator; if several are given, the last counts."""


def _column(text: str, shape: ValueShape, labelled: bool) -> PrintedColumn:
    try:
        expr = parse(text)
    except ClassAdSyntaxError as error:
        raise BadInput(text) from error
    return PrintedColumn(text, expr, text if _NAME.fullmatch(text) else None, shape, labelled)


def autoformat_text(ads: Iterable[Ad], wanted: Autoformat, evaluator: Evaluator, zone: tzinfo) -> str:
    """A line for each ad. A column grows with its widest value, so lines before that one are narrower."""
    widths = [len(_bytes(column.heading)) if column.expr else 0 for column in wanted.columns]
    lines = []
    if wanted.headed:
        lines.append(_line([printable(column.heading) for column in wanted.columns], wanted))
    for ad in ads:
        texts = []
        for place, column in enumerate(wanted.columns):
            text, width = _cell(column, ad, evaluator, zone)
            if wanted.headed:
                widths[place] = max(widths[place], width, len(_bytes(text)))
                text = _padded(text, column, widths[place])
            texts.append(f"{printable(column.heading)} = {text}" if column.labelled and column.expr else text)
        lines.append(_line(texts, wanted))
    return "".join(lines)


def _line(texts: Sequence[str], wanted: Autoformat) -> str:
    return wanted.before_row + (wanted.after_column + wanted.before_column).join(texts) + "\n"


def _padded(text: str, column: PrintedColumn, width: int) -> str:
    blanks = " " * (width - len(_bytes(text)))
    return blanks + text if text and column.shape in (ValueShape.DATE, ValueShape.DURATION) else text + blanks


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogateescape")


def _cell(column: PrintedColumn, ad: Ad, evaluator: Evaluator, zone: tzinfo) -> tuple[str, int]:
    """The text and the width it requires."""
    if column.expr is None:
        return "", 0
    stored = None if column.attribute is None else ad.expr(column.attribute)
    if column.shape is ValueShape.RAW:
        if stored is None and column.attribute is not None:
            return format_value(UNDEFINED), 0
        return printable(unparse(stored or column.expr)), 0
    value = evaluator.evaluate(stored or column.expr, ad)
    match column.shape:
        case ValueShape.DATE:
            at = value.seconds if isinstance(value, AbsTime) else _whole(value)
            return "" if at is None else date(at, zone), 0
        case ValueShape.DURATION:
            seconds = _whole(value)
            return "" if seconds is None else duration(seconds), 0
        case ValueShape.PLAIN if isinstance(value, str):
            return printable(value), 0
    # HTCondor measures a real in the new syntax, with 16 digits and an exponent, but prints it in the old one.
    width = len(format_value(value, Dialect.NEW)) if isinstance(value, float) else 0
    return printable(format_value(value)), width


def _whole(value: Value) -> int | None:
    """The value as a C++ 64-bit integer; values out of range become the smallest one."""
    number = as_number(value)
    if number is None:
        return None
    return int(number) if abs(number) < 2**63 else -(2**63)


ADS_FORMATS: Final = Formats[Ads](others={Format.LONG: lambda result, look: ads_text(result)})
