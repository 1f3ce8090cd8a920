"""Values made into one another: `int real string bool`, and the conversions that other functions make of their
arguments.
"""

import math
import re
from typing import Final

from userprio.base.cxx import to_int64
from userprio.base.limits import EVALUATION_TEXT
from userprio.classad.context import Context, EvaluationFailure, Strict
from userprio.classad.parser import Dialect
from userprio.classad.printing import format_value, unparse_as_string
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AbsTime,
    AdExpr,
    AdValue,
    Expr,
    ListExpr,
    ListValue,
    Literal,
    RelTime,
    Special,
    Value,
    format_instant,
    format_length,
)

_NODE: Final = 64  # Characters that a node of an expression counts for
_NUMBER: Final = re.compile(
    r"[ \t\n\v\f\r]*(?P<sign>[-+]?)"
    r"(?:0[xX](?P<hex>[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?P<binary>[pP][-+]?[0-9]+)?"
    r"|(?P<decimal>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
    r"|(?P<infinity>[iI][nN][fF](?:[iI][nN][iI][tT][yY])?)|(?P<nan>[nN][aA][nN]))"
)


def leading_number(text: str) -> float | None:
    """The number that the text begins with, None where it begins with none (`strtod`: hexadecimal, `inf` and `nan`
    count).
    """
    match = _NUMBER.match(text)
    if match is None:
        return None
    sign = -1.0 if match["sign"] == "-" else 1.0
    if match["decimal"]:
        return sign * float(match["decimal"])
    if match["hex"]:
        try:
            return sign * float.fromhex("0x" + match["hex"] + (match["binary"] or ""))
        except OverflowError:
            return sign * math.inf
    return sign * (math.inf if match["infinity"] else math.nan)


def to_real(value: Value) -> float | Special:
    """The value as a real (`convertValueToRealValue`); UNDEFINED and ERROR where there is none."""
    match value:
        case bool() | int() | float():
            return float(value)
        case str():
            number = leading_number(value)
            return ERROR if number is None else number
        case AbsTime():
            return float(value.seconds)
        case RelTime():
            return float(value.whole_seconds)
        case Special():
            return value
    return ERROR


def to_integer(value: Value) -> int | Special:
    """The value as an integer (`convertValueToIntegerValue`); UNDEFINED and ERROR where there is none."""
    match value:
        case bool() | int():
            return int(value)
        case AbsTime():
            return value.seconds
        case RelTime():
            return value.whole_seconds
    number = to_real(value)
    return number if isinstance(number, Special) else to_int64(number)


def to_text(value: Value) -> str | Special:
    """The value as a string (`convertValueToStringValue`): as the new dialect prints it, strings and times bare."""
    match value:
        case str() | Special():
            return value
        case AbsTime():
            return format_instant(value)
        case RelTime():
            return format_length(float(value.whole_seconds))
        case AdValue() | ListValue():
            _refuse_endless(value)
            inner = AdExpr(tuple(value.ad.items())) if isinstance(value, AdValue) else ListExpr(value.items)
            return unparse_as_string(inner)
    return format_value(value, Dialect.NEW)


def _refuse_endless(value: Value) -> None:
    """Raise `EvaluationFailure` for lists within lists that would print as more than memory holds."""
    left = EVALUATION_TEXT
    waiting: list[Value | Expr] = [value]
    while waiting:
        left -= _NODE
        met = waiting.pop()
        inner = met.value if isinstance(met, Literal) else met
        if isinstance(inner, str):
            left -= len(inner)
        elif isinstance(inner, ListValue):
            waiting.extend(inner.items)
        elif isinstance(inner, AdValue):
            waiting.extend(expr for _, expr in inner.ad.items())
        elif isinstance(inner, Expr):
            waiting.extend(inner.children)
        if left < 0:
            raise EvaluationFailure


def _bool(context: Context, arguments: list[Value]) -> Value:
    """`bool(x)`: a string other than true and false is undefined, not an error."""
    value = arguments[0]
    match value:
        case bool() | int() | float():
            return bool(value)
        case RelTime():
            return value.whole_seconds != 0
        case str():
            return {"true": True, "false": False}.get(value.lower() if value.isascii() else "", UNDEFINED)
        case Special():
            return value
    return ERROR


STRICT: Final[dict[str, Strict]] = {
    "int": (1, 1, lambda context, arguments: to_integer(arguments[0])),
    "real": (1, 1, lambda context, arguments: to_real(arguments[0])),
    "string": (1, 1, lambda context, arguments: to_text(arguments[0])),
    "bool": (1, 1, _bool),
}
