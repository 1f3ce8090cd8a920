"""Closures for operators: the usual types are met inline, everything else goes to `operators`."""

from __future__ import annotations

import math
import operator
from typing import Final

from userprio.classad import operators
from userprio.classad.ast import Expr, Literal
from userprio.classad.context import Code, Context
from userprio.classad.operators import INTEGER_MAX, INTEGER_MIN
from userprio.classad.values import ERROR, UNDEFINED, Value

_EXACT: Final = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_UNARY: Final = {
    "-": operators.minus,
    "+": operators.plus,
    "!": operators.logical_not,
    "~": operators.complement,
}


def unary(op: str, operand: Code) -> Code:
    """`-a`, `+a`, `!a`, `~a`."""
    apply = _UNARY[op]
    return lambda context: apply(operand(context))


def binary(op: str, left: Code, right: Code, right_expr: Expr) -> Code:
    """Every binary operator but `&&` and `||`."""
    if op in operators.COMPARE:
        if isinstance(right_expr, Literal) and isinstance(right_expr.value, str) and op in ("==", "!="):
            return _equals_text(op, left, right_expr.value)
        return _comparison(op, left, right)
    if op in ("=?=", "=!="):
        return _identity(left, right, right_expr, negated=op == "=!=")
    if op in ("+", "-", "*", "/", "%"):
        return _arithmetic(op, left, right)
    if op == "?:":
        return _otherwise(left, right)
    return lambda context: operators.bitwise(op, left(context), right(context))


def all_of(operands: tuple[Code, ...]) -> Code:
    """A chain of `&&`: false decides, an error ends it, undefined goes on looking."""

    def code(context: Context) -> Value:
        result: Value = True
        for operand in operands:
            value = operand(context)
            if value is True:
                continue
            if value is False:
                return False
            value = operators.truth(value)
            if value is False or value is ERROR:
                return value
            if value is UNDEFINED:
                result = UNDEFINED
        return result

    return code


def any_of(operands: tuple[Code, ...]) -> Code:
    """A chain of `||`: true decides, an error ends it, undefined goes on looking."""

    def code(context: Context) -> Value:
        result: Value = False
        for operand in operands:
            value = operand(context)
            if value is False:
                continue
            if value is True:
                return True
            value = operators.truth(value)
            if value is True or value is ERROR:
                return value
            if value is UNDEFINED:
                result = UNDEFINED
        return result

    return code


def conditional(condition: Code, yes: Code, no: Code) -> Code:
    """`condition ? yes : no`; the branch not taken is not evaluated."""

    def code(context: Context) -> Value:
        known = operators.truth(condition(context))
        if known is True:
            return yes(context)
        return no(context) if known is False else known

    return code


def _otherwise(left: Code, right: Code) -> Code:
    def code(context: Context) -> Value:
        value = left(context)
        return right(context) if value is UNDEFINED else value

    return code


def _comparison(op: str, left: Code, right: Code) -> Code:
    test = operators.COMPARE[op]

    def code(context: Context) -> Value:
        one, two = left(context), right(context)
        kind = one.__class__
        if kind is two.__class__ and (kind is int or kind is float):
            return test(one, two)
        return operators.compare(op, one, two)

    return code


def _equals_text(op: str, left: Code, text: str) -> Code:
    equal, folded = op == "==", operators.fold_case(text)

    def code(context: Context) -> Value:
        value = left(context)
        if value.__class__ is str:
            return (value == text or operators.fold_case(value) == folded) is equal
        return operators.compare(op, value, text)

    return code


def _identity(left: Code, right: Code, right_expr: Expr, *, negated: bool) -> Code:
    if isinstance(right_expr, Literal) and right_expr.value is UNDEFINED:
        return lambda context: (left(context) is UNDEFINED) is not negated

    def code(context: Context) -> Value:
        same = operators.identical(left(context), right(context))
        return same is not negated if isinstance(same, bool) else same

    return code


def _arithmetic(op: str, left: Code, right: Code) -> Code:
    exact = _EXACT.get(op)
    if exact is None:
        return lambda context: operators.arithmetic(op, left(context), right(context))

    def code(context: Context) -> Value:
        one, two = left(context), right(context)
        kind = one.__class__
        if kind is two.__class__:
            if kind is int:
                number: int = exact(one, two)
                return number if INTEGER_MIN <= number <= INTEGER_MAX else operators.wrap(number)
            if kind is float:
                real: float = exact(one, two)
                return ERROR if real == math.inf else real
        return operators.arithmetic(op, one, two)

    return code
