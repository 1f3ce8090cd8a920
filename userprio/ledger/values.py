"""Values of attributes: from the text in the log, and to the two forms of text that HTCondor writes."""

import math
import re
from collections.abc import Mapping
from typing import Final

from userprio.classad import (
    UNDEFINED,
    Ad,
    ClassAdSyntaxError,
    Evaluator,
    Value,
    format_value,
    parse,
    unparse,
)
from userprio.cxx import INT_MAX, INT_MIN

PLAIN_NUMBER: Final = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
"""Numbers that need no parser; those with a leading zero, a suffix or more digits than 64 bits hold do."""

PLAIN_STRING: Final = r'"[^"\\\n\0]*"'
"""Strings without a quote or a backslash inside."""

_NUMBER = re.compile(PLAIN_NUMBER)
_STRING = re.compile(PLAIN_STRING)

_SHORT: Final = 18
"""Digits that certainly fit in 64 bits."""
_INT64_MIN: Final = -(2**63)
_INT64_MAX: Final = 2**63 - 1


def value_of(text: str, ad: Mapping[str, str] | None = None) -> Value:
    """The value of an attribute's text; an expression is evaluated among the other attributes in `ad`.

    A text that is no expression is UNDEFINED, as for a reader with `CLASSAD_LOG_STRICT_PARSING = False`.
    """
    if _NUMBER.fullmatch(text):
        return int(text) if text.lstrip("-").isdigit() else float(text)
    if _STRING.fullmatch(text):
        return text[1:-1]
    try:
        # Evaluation at time 0: nothing that the accountant stores looks at a clock.
        return Evaluator(now=0).evaluate(parse(text), my=Ad.lazy((ad or {}).items()))
    except ClassAdSyntaxError:
        return UNDEFINED


def real_of(text: str | None, ad: Mapping[str, str] | None = None) -> float | None:
    """The text as a real (`LookupFloat`): integers and booleans count, everything else is missing (None)."""
    if text is None:
        return None
    if _NUMBER.fullmatch(text):
        return float(text)
    value = value_of(text, ad)
    return float(value) if isinstance(value, (bool, int, float)) else None


def integer_of(text: str | None, ad: Mapping[str, str] | None = None) -> int | None:
    """The text as an integer (`LookupInteger`): reals are cut towards zero, booleans are 0 or 1, else None."""
    if text is None:
        return None
    if len(text) < _SHORT and text.isdecimal() and text.isascii() and (text[0] != "0" or text == "0"):
        return int(text)
    value = value_of(text, ad)
    if isinstance(value, float):
        # What 64 bits cannot hold is INT64_MIN on x86-64.
        return int(value) if _INT64_MIN <= value < _INT64_MAX + 1 else _INT64_MIN
    return int(value) if isinstance(value, (bool, int)) else None


def int32_of(text: str | None, ad: Mapping[str, str] | None = None) -> int | None:
    """The text as a C++ `int`: the low 32 bits of the integer, so that a ceiling of 3000000000 means unlimited."""
    value = integer_of(text, ad)
    if value is None or INT_MIN <= value <= INT_MAX:
        return value
    return (value - INT_MIN) % 2**32 + INT_MIN


def string_of(text: str | None, ad: Mapping[str, str] | None = None) -> str | None:
    """The text as a string, None if it is something else."""
    if text is None:
        return None
    value = value_of(text, ad)
    return value if isinstance(value, str) else None


def real_text(value: float) -> str:
    """A real as `SetAttributeFloat` appends it: always six decimals, never an exponent."""
    return f"{value:f}"


def integer_text(value: int) -> str:
    """An integer as `SetAttributeInt` appends it."""
    return str(value)


def string_text(value: str) -> str:
    """A string as `SetAttributeString` appends it: quoted, nothing escaped; UNDEFINED if that does not parse."""
    text = f'"{value}"'
    if _STRING.fullmatch(text):
        return text
    try:
        parse(text)
    except ClassAdSyntaxError:
        return "UNDEFINED"
    return text


def compacted_text(text: str) -> str:
    """The text that compaction makes of an attribute's text (`ExprTreeToString`): reals with up to 16 digits.

    `1000.000000` becomes `1000.0`; integers, strings and what is no number keep their meaning.
    """
    if _NUMBER.fullmatch(text):
        if text.lstrip("-").isdigit():
            return text
        number = float(text)
        if math.isfinite(number):
            short = f"{number:.16G}"
            return short if "." in short or "E" in short else f"{short}.0"
    if _STRING.fullmatch(text):
        return text
    try:
        return unparse(parse(text))
    except ClassAdSyntaxError:
        return format_value(UNDEFINED)
