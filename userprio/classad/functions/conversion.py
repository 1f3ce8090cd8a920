"""Values made into one another, and functions of numbers.

Tests of a value's type are among them: `isUndefined`, `isError`, `isString` and their like, which are never undefined
or error themselves.
"""

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeGuard

from userprio.base.cxx import int32, to_int64
from userprio.base.limits import EVALUATION_TEXT, FREE_STEPS, STEPS, budget
from userprio.base.patterns import lazy_pattern
from userprio.classad import values
from userprio.classad.compiler import divide, quotient, wrap
from userprio.classad.context import Context, EvaluationFailure, Strict
from userprio.classad.parser import Dialect
from userprio.classad.printing import format_value, unparse_as_string
from userprio.classad.values import ERROR, UNDEFINED, AbsTime, AdValue, Expr, ListValue, RelTime, Special, Value

_NODE: Final = 64  # Characters that a node of an expression counts for
_NUMBER: Final = lazy_pattern(
    r"[ \t\n\v\f\r]*(?P<sign>[-+]?)"
    r"(?:0[xX](?P<hex>[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?P<binary>[pP][-+]?[0-9]+)?"
    r"|(?P<decimal>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)"
    r"|(?P<infinity>[iI][nN][fF](?:[iI][nN][iI][tT][yY])?)|(?P<nan>[nN][aA][nN]))"
)


def leading_number(text: str) -> float | None:
    """The number that the text begins with, None without one (`strtod`: hexadecimal, `inf` and `nan` count)."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    sign = -1.0 if match["sign"] == "-" else 1.0
    if match["decimal"]:
        return sign * float(match["decimal"])
    if match["hex"]:
        with suppress(OverflowError):
            return sign * float.fromhex("0x" + match["hex"] + (match["binary"] or ""))
    return sign * (math.nan if match["nan"] else math.inf)


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
    return value if isinstance(value, Special) else ERROR


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
            return values.format_instant(value)
        case RelTime():
            return values.format_length(float(value.whole_seconds))
        case AdValue() | ListValue():
            _refuse_endless(value)
            inner = (
                values.AdExpr(tuple(value.ad.items())) if isinstance(value, AdValue) else values.ListExpr(value.items)
            )
            return unparse_as_string(inner)
    return format_value(value, Dialect.NEW)


def _refuse_endless(value: Value) -> None:
    """Raise `EvaluationFailure` for lists within lists that would print as more than memory holds.

    Nodes count as steps of the run, of which there may be none left (`Exceeded`).
    """
    left = EVALUATION_TEXT
    waiting: list[Value | Expr] = [value]
    steps = -FREE_STEPS
    while waiting:
        left -= _NODE
        steps += 1
        met = waiting.pop()
        inner = met.value if isinstance(met, values.Literal) else met
        if isinstance(inner, str):
            left -= len(inner)
        elif isinstance(inner, ListValue):
            waiting.extend(inner.items)
        elif isinstance(inner, AdValue):
            waiting.extend(expr for _, expr in inner.ad.items())
        elif isinstance(inner, Expr):
            waiting.extend(inner.children)
        if left < 0:
            break
    if steps > 0:
        budget().spend(STEPS, steps)
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
    return value if isinstance(value, Special) else ERROR


def _is_integer(value: Value) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _test(holds: Callable[[Value], bool]) -> Strict:
    return (1, 1, lambda context, arguments: holds(arguments[0]))


_PREDICATES: Final[dict[str, Strict]] = {
    "isundefined": _test(lambda value: value is UNDEFINED),
    "iserror": _test(lambda value: value is ERROR),
    "isstring": _test(lambda value: isinstance(value, str)),
    "isinteger": _test(_is_integer),
    "isreal": _test(lambda value: isinstance(value, float)),
    "isboolean": _test(lambda value: isinstance(value, bool)),
    "islist": _test(lambda value: isinstance(value, ListValue)),
    "isclassad": _test(lambda value: isinstance(value, AdValue)),
    "isabstime": _test(lambda value: isinstance(value, AbsTime)),
    "isreltime": _test(lambda value: isinstance(value, RelTime)),
    # A daemon would log it.
    "debug": (1, 1, lambda context, arguments: arguments[0]),
}


def _rounded(rounding: Callable[[float], float]) -> Callable[[Context, list[Value]], Value]:
    """`floor`, `ceiling` and `round`: an integer stays as it is, all else goes through a real."""

    def rounded(context: Context, arguments: list[Value]) -> Value:
        if _is_integer(arguments[0]):
            return arguments[0]
        number = to_real(arguments[0])
        if isinstance(number, Special):
            return ERROR
        return to_int64(rounding(number) if math.isfinite(number) else number)

    return rounded


def _c_pow(base: float, exponent: float) -> float:
    """C's `pow`, which answers infinity or not-a-number where Python raises."""
    odd = exponent.is_integer() and exponent % 2.0 == 1.0
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and odd else math.inf
    except ValueError:
        if base == 0.0:
            return math.copysign(math.inf, base) if odd else math.inf
        return math.nan


def _pow(context: Context, arguments: list[Value]) -> Value:
    """`pow(base, exponent)`: of integers, a half is added and the rest cut, one off below zero: pow(-2, 3) is -7."""
    base, exponent = arguments
    if _is_integer(base) and _is_integer(exponent) and exponent >= 0:
        return to_int64(_c_pow(float(base), float(exponent)) + 0.5)
    real_base, real_exponent = to_real(base), to_real(exponent)
    if isinstance(real_base, Special) or isinstance(real_exponent, Special):
        return ERROR
    return _c_pow(real_base, real_exponent)


def _quantize(context: Context, arguments: list[Value]) -> Value:
    """`quantize(x, n)` and `quantize(x, {n1, n2, ...})`: the first element that is large enough, else by the last."""
    value, step = arguments
    number = to_real(value)
    if isinstance(number, Special):
        return ERROR
    if isinstance(step, ListValue):
        last: Value = 0.0
        for last in context.elements(step):
            bound = to_real(last)
            if isinstance(bound, Special):
                return ERROR
            if bound >= number:
                return last
        step = last
    size = to_real(step)
    if isinstance(size, Special):
        return ERROR
    # HTCondor takes so small a step for zero, and by zero nothing is quantized.
    if abs(size) <= 1e-8:
        return value
    if _is_integer(step) and _is_integer(value):
        return wrap(quotient(wrap(value + step - 1), step) * step)
    times = divide(number, size)
    # C's `ceil`: infinities and the sign of zero stay.
    times = math.copysign(float(math.ceil(times)), times) if math.isfinite(times) else times
    return times * (step if _is_integer(step) else size)


def _random(context: Context, arguments: list[Value]) -> Value:
    """`random()`, `random(n)`: below `n`, an integer if that is one. Without a positive `n` evaluation fails."""
    limit = arguments[0] if arguments else 1.0
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        return ERROR
    if isinstance(limit, int):
        limit = int32(limit)
    if limit <= 0:
        raise EvaluationFailure
    context.look()
    dice = context.run.surroundings.random
    return dice.randrange(limit) if isinstance(limit, int) else limit * dice.random()


STRICT: Final[dict[str, Strict]] = {
    "int": (1, 1, lambda context, arguments: to_integer(arguments[0])),
    "real": (1, 1, lambda context, arguments: to_real(arguments[0])),
    "string": (1, 1, lambda context, arguments: to_text(arguments[0])),
    "bool": (1, 1, _bool),
    **_PREDICATES,
    "floor": (1, 1, _rounded(math.floor)),
    "ceil": (1, 1, _rounded(math.ceil)),
    "ceiling": (1, 1, _rounded(math.ceil)),
    "round": (1, 1, _rounded(round)),
    "pow": (2, 2, _pow),
    "quantize": (2, 2, _quantize),
    "random": (0, 1, _random),
}

ERROR_TOLERANT: Final = frozenset(_PREDICATES)
