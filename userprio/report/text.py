"""Names, numbers and times as people read them, groups as a tree, and lines of text in columns."""

import math
import unicodedata
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final, TypeVar

import msgspec

from userprio.base.cxx import INT_MIN

T = TypeVar("T")

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control and format characters (escape codes, changes of text direction), undecoded bytes, line breaks."""


def printable(text: str) -> str:
    r"""The text with every character that does not print as such written as an escape, such as `\x1b`.

    Names come from files that anybody may have written, and an escape code in one could rewrite a terminal's screen. A
    byte that was not UTF-8 (`surrogateescape`) shows as that byte. The backslash itself stays as it is.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(char) if unicodedata.category(char) in _UNSEEN else char for char in text)


def _escape(char: str) -> str:
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:
        code -= 0xDC00
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST_PLAIN: Final = 1e9


def amount(value: float | None) -> str:
    """About six digits, at most two decimals, no trailing zeros; four digits from a billion up; empty for None."""
    if value is None:
        return ""
    if math.isnan(value):
        return "nan"
    if abs(value) >= _LONGEST_PLAIN:
        return f"{value:.4g}"
    decimals = 2 if abs(value) < 1e3 else 1 if abs(value) < 1e4 else 0
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    # A tiny negative amount, left over from a subtraction, is no debt.
    return "0" if text == "-0" else text


def limit_text(limit: float) -> str:
    """A limit as text; one that HTCondor computed from 0/0 lets nothing through."""
    return "0/0" if limit == INT_MIN else amount(limit)


def percent(fraction: float) -> str:
    """A fraction in percent, with up to one decimal."""
    if math.isnan(fraction):
        return "nan"
    return f"{100 * fraction:.1f}".removesuffix(".0") + "%"


def count(number: int, noun: str, many: str | None = None) -> str:
    """A number with its noun: `1 match`, `2 matches`."""
    return f"{number} {noun if number == 1 else many or noun + 's'}"


def duration(seconds: int) -> str:
    """The two largest units, such as `2d 23h`, `5h 36m`, `12m`; `now` below a minute."""
    minutes = seconds // 60
    if minutes <= 0:
        return "now"
    units = [(minutes // 1440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "m")]
    largest = next(place for place, (number, _) in enumerate(units) if number)
    return " ".join(f"{number}{unit}" for number, unit in units[largest : largest + 2] if number)


def moment(at: int, zone: tzinfo, to_the_second: bool = False) -> str:
    """Local date and minute in ISO 8601's order; `never` for 0 and less, the number itself past the calendar."""
    if at <= 0:
        return "never"
    try:
        local = (_EPOCH + timedelta(seconds=at)).astimezone(zone)
        return f"{local:%Y-%m-%d %H:%M:%S}" if to_the_second else f"{local:%Y-%m-%d %H:%M}"
    except OverflowError:
        return str(at)


ROOT: Final = "<none>"
"""The name of the group of submitters that belong to none."""


def within_group(name: str, group: str) -> str:
    """A member's name without its group and the dot; the whole name if it does not begin with them."""
    prefix = f"{group}."
    return name[len(prefix) :] if name[: len(prefix)].lower() == prefix.lower() else name


def depth_first(groups: Sequence[T], name: Callable[[T], str]) -> list[tuple[int, str, T]]:
    """Depth, name without the parent's, and group: parents before children, siblings in the order given.

    The parent is the longest dotted prefix, ignoring case, that is itself among the groups. The root and its children
    are both at depth 0: since everything descends from the root, an indent for it would say nothing.
    """
    present = {name(group).lower() for group in groups}
    children: dict[str | None, list[tuple[str, T]]] = {}
    for group in groups:
        parent = _nearest_ancestor(name(group).lower(), present)
        label = name(group) if parent is None else name(group)[len(parent) + 1 :]
        children.setdefault(parent, []).append((label, group))
    ordered = []
    waiting = [(0, label, group) for label, group in reversed(children.get(None, []))]
    while waiting:
        depth, label, group = waiting.pop()
        ordered.append((depth, label, group))
        below = children.pop(name(group).lower(), [])
        waiting += [(depth + 1, label, child) for label, child in reversed(below)]
    return ordered


def _nearest_ancestor(name: str, present: set[str]) -> str | None:
    while name != ROOT and "." in name:
        name = name.rpartition(".")[0]
        if name in present:
            return name
    return None


class TextColumn(msgspec.Struct, frozen=True):
    """A column including its heading, and the separator before it on each line."""

    cells: Sequence[str]
    before: str = "  "
    left: bool = False
    """Left-aligned; numbers are right-aligned."""
    after: str = ""
    """Text after the column on each line."""


def grid(columns: Sequence[TextColumn]) -> list[str]:
    """The lines of the columns side by side, without trailing blanks."""
    padded = []
    for number, column in enumerate(columns):
        width = max(map(len, column.cells), default=0)
        before = column.before if number else ""
        adjust = str.ljust if column.left else str.rjust
        padded.append([f"{before}{adjust(cell, width)}{column.after}" for cell in column.cells])
    return ["".join(cells).rstrip() for cells in zip(*padded, strict=True)]


_LONG_S: Final = 3600
_MINUTE_S: Final = 60


def length(seconds: float) -> str:
    """A length of time in its two largest units."""
    if seconds >= _LONG_S:
        return duration(round(seconds))
    if seconds < _MINUTE_S:
        return f"{amount(seconds)}s"
    return f"{int(seconds) // _MINUTE_S}m {int(seconds) % _MINUTE_S}s"
