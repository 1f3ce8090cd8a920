"""The values that parameters take: each reader returns None for what it does not accept."""

import math
import re
from typing import Final

_INTEGER: Final = re.compile(r"[+-]?0*([0-9]{1,18})\Z")
_DECIMAL: Final = re.compile(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})\Z")
_DURATION: Final = re.compile(r"[0-9]{1,9}(:[0-9]{1,9}){0,3}\Z")
_UNITS_S: Final = (1, 60, 3600, 86400)
_TRUE: Final = frozenset({"TRUE", "ON", "YES", "1"})
_FALSE: Final = frozenset({"FALSE", "OFF", "NO", "0"})


def integer(text: str) -> int | None:
    """A decimal integer with or without a sign, of at most 18 digits; a leading zero changes nothing."""
    found = _INTEGER.match(text)
    return None if found is None else -int(found[1]) if text.startswith("-") else int(found[1])


def decimal(text: str) -> float | None:
    """A decimal number without an exponent."""
    return float(text) if _DECIMAL.match(text) else None


def boolean(text: str) -> bool | None:
    """`TRUE`, `ON`, `YES`, `1` and their opposites, in any case."""
    word = text.upper()
    return True if word in _TRUE else False if word in _FALSE else None


def duration(text: str) -> int | None:
    """Seconds, or `[[DD:]HH:]MM:SS`."""
    if not _DURATION.match(text):
        return None
    return sum(int(part) * unit for part, unit in zip(reversed(text.split(":")), _UNITS_S, strict=False))


def words(text: str) -> tuple[str, ...]:
    """The items of a list with commas or colons between them."""
    return tuple(word for word in re.split(r"[,:\s]+", text) if word)


def clamp(value: float, cap: float) -> float:
    """A value bounded by a cap on both sides; a cap of zero or less is none."""
    return max(-cap, min(cap, value)) if cap > 0 else value


def whole(value: float) -> int:
    """A number without its fraction, toward zero."""
    return math.trunc(value)
