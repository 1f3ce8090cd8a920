"""What operators make of values: three-valued logic, promotion, 64-bit integers (`Operation` in HTCondor)."""

import math
import operator
from collections.abc import Callable
from typing import Any, Final

from userprio.classad.values import ERROR, UNDEFINED, AbsTime, AdValue, ListValue, RelTime, Special, Value
from userprio.cxx import to_int

INTEGER_MAX: Final = 2**63 - 1
INTEGER_MIN: Final = -(2**63)

COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def wrap(number: int) -> int:
    """The signed 64-bit integer that C++ is left with."""
    return number if INTEGER_MIN <= number <= INTEGER_MAX else (number + 2**63) % 2**64 - 2**63


def fold_case(text: str) -> str | bytes:
    """What strings are compared by where case is ignored: ASCII letters only, other bytes as they are."""
    return text.lower() if text.isascii() else text.encode("utf-8", "surrogateescape").lower()


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
        case Special():
            return value
        case _:
            return ERROR


def plus(value: Value) -> Value:
    """`+a`."""
    return ERROR if isinstance(value, bool | str | ListValue | AdValue | AbsTime) else value


def complement(value: Value) -> Value:
    """`~a`."""
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
            return test(*_alike(left, right))
        case (AbsTime(seconds=one), AbsTime(seconds=two)) | (RelTime(seconds=one), RelTime(seconds=two)):
            return test(one, two)
        case _:
            return ERROR


def _alike(left: str, right: str) -> tuple[str, str] | tuple[bytes, bytes]:
    if left.isascii() and right.isascii():
        return left.lower(), right.lower()
    return left.encode("utf-8", "surrogateescape").lower(), right.encode("utf-8", "surrogateescape").lower()


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
    match op:
        case "+":
            return wrap(left + right)
        case "-":
            return wrap(left - right)
        case "*":
            return wrap(left * right)
    if right == 0:
        return ERROR
    # C++ would trap on the one quotient that does not fit; HTCondor answers the largest integer there.
    quotient = min(abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1), INTEGER_MAX)
    if op == "/":
        return quotient
    rest = abs(left) % abs(right)
    return -rest if left < 0 else rest


def _real_arithmetic(op: str, left: float, right: float) -> Value:
    match op:
        case "+":
            result = left + right
        case "-":
            result = left - right
        case "*":
            result = left * right
        case "/":
            result = divide(left, right)
        case _:
            return ERROR
    return ERROR if result == math.inf else result


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
        case _:
            return ERROR


def _moved(instant: AbsTime, seconds: float) -> Value:
    """The instant so many whole seconds later."""
    return AbsTime(instant.seconds + to_int(seconds), instant.offset)


def bitwise(op: str, left: Value, right: Value) -> Value:
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
        case _:
            if left >= 0:
                return left >> right % 64
            # One bit goes first to clear the sign, then the others: a count of 0 thus becomes one of 1 + 63.
            return ((left % 2**64) >> 1) >> (right - 1) % 64
