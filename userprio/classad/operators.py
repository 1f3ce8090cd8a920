"""What operators make of values: three-valued logic, promotion, 64-bit integers (`Operation` in HTCondor).

The first half works on values. The second makes closures for the compiler, which meet the usual types inline.
"""

import math
import operator
from collections.abc import Callable
from typing import Any, Final

from userprio.base.cxx import to_int
from userprio.classad.context import Code, Context
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AbsTime,
    AdValue,
    Expr,
    ListValue,
    Literal,
    RelTime,
    Special,
    Value,
    fold_case,
)

_INTEGER_MAX: Final = 2**63 - 1
_INTEGER_MIN: Final = -(2**63)

COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_EXACT: Final[dict[str, Callable[[Any, Any], Any]]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def wrap(number: int) -> int:
    """The signed 64-bit integer that C++ is left with."""
    return number if _INTEGER_MIN <= number <= _INTEGER_MAX else (number + 2**63) % 2**64 - 2**63


def truth(value: Value) -> Value:
    """The value as an operand of logic: a number is a boolean, and what is neither is ERROR."""
    if isinstance(value, bool | Special):
        return value
    return value != 0 if isinstance(value, int | float) else ERROR


def as_number(value: Value) -> float | int | None:
    """A number as it is, a boolean as 1 or 0, None for anything else: how the negotiator reads a rank."""
    if isinstance(value, bool):
        return int(value)
    return value if isinstance(value, int | float) else None


def is_true(value: Value) -> bool:
    """Whether the value is true or a non-zero number: what a match asks of Requirements."""
    return truth(value) is True


def logical_not(value: Value) -> Value:
    """`!a`."""
    known = truth(value)
    return not known if isinstance(known, bool) else known


def minus(value: Value) -> Value:
    """`-a`."""
    match value:
        case bool():
            return ERROR
        case int():
            return wrap(-value)
        case float():
            return -value
        case RelTime():
            return RelTime(-value.seconds)
    return value if isinstance(value, Special) else ERROR


def plus(value: Value) -> Value:
    """`+a`."""
    return ERROR if isinstance(value, bool | str | ListValue | AdValue | AbsTime) else value


def _complement(value: Value) -> Value:
    if isinstance(value, Special):
        return value
    return ~value if isinstance(value, int) and not isinstance(value, bool) else ERROR


def compare(op: str, left: Value, right: Value) -> Value:
    """`< <= > >= == !=`."""
    if left is ERROR or right is ERROR:
        return ERROR
    if left is UNDEFINED or right is UNDEFINED:
        return UNDEFINED
    test = COMPARE[op]
    match left, right:
        case (int() | float(), int() | float()):
            if isinstance(left, float) or isinstance(right, float):
                return test(float(left), float(right))
            return test(left, right)
        case (str(), str()):
            return test(fold_case(left), fold_case(right))
        case (AbsTime(seconds=first), AbsTime(seconds=second)) | (RelTime(seconds=first), RelTime(seconds=second)):
            return test(first, second)
    return ERROR


def identical(left: Value, right: Value) -> Value:
    """`=?=`: same type and same value. Lists and ads cannot be compared with their like."""
    if left.__class__ is not right.__class__:
        return ERROR if isinstance(left, AdValue) and isinstance(right, AdValue) else False
    if isinstance(left, ListValue) and isinstance(right, ListValue):
        return ERROR if (left.context is None) == (right.context is None) else False
    if isinstance(left, AdValue):
        return ERROR
    return left == right


def arithmetic(op: str, left: Value, right: Value) -> Value:
    """`+ - * / %`."""
    if left is ERROR or right is ERROR:
        return ERROR
    if left is UNDEFINED or right is UNDEFINED:
        return UNDEFINED
    if isinstance(left, int | float) and isinstance(right, int | float):
        if isinstance(left, float) or isinstance(right, float):
            return _real_arithmetic(op, float(left), float(right))
        return _integer_arithmetic(op, int(left), int(right))
    if isinstance(left, AbsTime | RelTime) or isinstance(right, AbsTime | RelTime):
        return _time_arithmetic(op, left, right)
    return ERROR


def _integer_arithmetic(op: str, left: int, right: int) -> Value:
    if op in _EXACT:
        return wrap(_EXACT[op](left, right))
    if right == 0:
        return ERROR
    if op == "/":
        # C++ would trap on the one quotient that does not fit; HTCondor answers the largest integer there.
        return min(quotient(left, right), _INTEGER_MAX)
    rest = abs(left) % abs(right)  # The sign of the dividend, unlike Python's of the divisor
    return -rest if left < 0 else rest


def _real_arithmetic(op: str, left: float, right: float) -> Value:
    if op == "%":
        return ERROR
    result = divide(left, right) if op == "/" else _EXACT[op](left, right)
    return ERROR if result == math.inf else result  # Only plus infinity: minus infinity and NaN are values to HTCondor


def quotient(left: int, right: int) -> int:
    """Integer division of C++, which drops the fraction."""
    return abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)


def divide(left: float, right: float) -> float:
    """IEEE division, which Python refuses for a zero divisor."""
    if right != 0:
        return left / right
    if left == 0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def _time_arithmetic(op: str, left: Value, right: Value) -> Value:
    match op, left, right:
        case "+", AbsTime(), RelTime():
            return _moved(left, right.seconds)
        case "+", RelTime(), AbsTime():
            return _moved(right, left.seconds)
        case "-", AbsTime(), RelTime():
            return _moved(left, -right.seconds)
        case "-", AbsTime(), AbsTime():
            return RelTime(float(left.seconds - right.seconds))
        case "+", RelTime(), RelTime():
            return RelTime(left.seconds + right.seconds)
        case "-", RelTime(), RelTime():
            return RelTime(left.seconds - right.seconds)
        case ("*" | "/", _, bool()) | ("*", bool(), _):
            return ERROR
        case "*", RelTime(), int() | float():
            return RelTime(left.seconds * right)
        case "*", int() | float(), RelTime():
            return RelTime(left * right.seconds)
        case "/", RelTime(), int() | float():
            return RelTime(divide(left.seconds, float(right)))
    return ERROR


def _moved(instant: AbsTime, seconds: float) -> Value:
    return AbsTime(instant.seconds + to_int(seconds), instant.offset)


def _bitwise(op: str, left: Value, right: Value) -> Value:
    """`& | ^ << >> >>>`, of integers only."""
    if left is ERROR or right is ERROR:
        return ERROR
    if left is UNDEFINED or right is UNDEFINED:
        return UNDEFINED
    if left.__class__ is not int or right.__class__ is not int:
        return ERROR
    assert isinstance(left, int)
    assert isinstance(right, int)
    match op:
        case "&":
            return left & right
        case "|":
            return left | right
        case "^":
            return left ^ right
        case "<<":
            return wrap(left << right % 64)
        case ">>":
            # A negative number is shifted bit by bit in a loop, so there a count is not taken modulo 64.
            return left >> (right % 64 if left >= 0 else min(max(right, 0), 64))
    if left >= 0:
        return left >> right % 64
    # One bit goes first to clear the sign, then the others: a count of 0 thus becomes one of 1 + 63.
    return ((left % 2**64) >> 1) >> (right - 1) % 64


_UNARY: Final = {"-": minus, "+": plus, "!": logical_not, "~": _complement}


def unary(op: str, operand: Code) -> Code:
    """`-a`, `+a`, `!a`, `~a`."""
    apply = _UNARY[op]
    return lambda context: apply(operand(context))


def binary(op: str, left: Code, right: Code, right_expr: Expr) -> Code:
    """Every binary operator but `&&` and `||`."""
    if op in COMPARE:
        if isinstance(right_expr, Literal) and isinstance(right_expr.value, str) and op in ("==", "!="):
            return _equals_text(op, left, right_expr.value)
        return _comparison(op, left, right)
    if op in ("=?=", "=!="):
        return _identity(left, right, right_expr, negated=op == "=!=")
    if op in ("+", "-", "*", "/", "%"):
        return _arithmetic(op, left, right)
    if op == "?:":
        return lambda context: right(context) if (value := left(context)) is UNDEFINED else value
    return lambda context: _bitwise(op, left(context), right(context))


def chain(op: str, operands: tuple[Code, ...]) -> Code:
    """Operands of `&&` or `||`: false or true decides, an error ends the search, undefined does not."""
    deciding = op == "||"
    passing = not deciding

    def code(context: Context) -> Value:
        result: Value = passing
        for operand in operands:
            value = operand(context)
            if value is passing:  # By identity, so 1 and 1.0 take the longer way through `truth`
                continue
            if value is deciding:
                return value
            value = truth(value)
            if value is deciding or value is ERROR:
                return value
            if value is UNDEFINED:
                result = UNDEFINED
        return result

    return code


def conditional(condition: Code, yes: Code, no: Code) -> Code:
    """`condition ? yes : no`; the branch not taken is not evaluated."""

    def code(context: Context) -> Value:
        known = truth(condition(context))
        if known is True:
            return yes(context)
        return no(context) if known is False else known

    return code


def _comparison(op: str, left: Code, right: Code) -> Code:
    test = COMPARE[op]

    def code(context: Context) -> Value:
        first, second = left(context), right(context)
        kind = first.__class__
        if kind is second.__class__ and (kind is int or kind is float):
            return test(first, second)
        return compare(op, first, second)

    return code


def _equals_text(op: str, left: Code, text: str) -> Code:
    equal, folded = op == "==", fold_case(text)

    def code(context: Context) -> Value:
        value = left(context)
        if value.__class__ is str:
            # Equal spelling is the usual case and needs no folding.
            return (value == text or fold_case(value) == folded) is equal
        return compare(op, value, text)

    return code


def _identity(left: Code, right: Code, right_expr: Expr, *, negated: bool) -> Code:
    if isinstance(right_expr, Literal) and right_expr.value is UNDEFINED:
        return lambda context: (left(context) is UNDEFINED) is not negated

    def code(context: Context) -> Value:
        same = identical(left(context), right(context))
        return same is not negated if isinstance(same, bool) else same

    return code


def _arithmetic(op: str, left: Code, right: Code) -> Code:
    exact = _EXACT.get(op)
    if exact is None:
        return lambda context: arithmetic(op, left(context), right(context))

    def code(context: Context) -> Value:
        first, second = left(context), right(context)
        kind = first.__class__
        if kind is second.__class__:
            if kind is int:
                number: int = exact(first, second)
                return number if _INTEGER_MIN <= number <= _INTEGER_MAX else wrap(number)
            if kind is float:
                real: float = exact(first, second)
                return ERROR if real == math.inf else real
        return arithmetic(op, first, second)

    return code
