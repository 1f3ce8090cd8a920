"""What operators make of values, and expressions compiled to closures.

Operators are as `Operation` in HTCondor: three-valued logic, promotion, 64-bit integers. First what they make of
values; then their closures, which meet the usual types inline.

An expression is turned once into a function of the context it is evaluated in. The tree is walked with a stack of its
own, and a chain of `&&` or `||` becomes one loop, so that neither compiling nor evaluating recurses deeper than the
language's own limit allows.

HTCondor notes where it looks for names, and three functions leave that note at the ad in which they looked for their
first argument (`STRAYING`). What follows such a call in the same expression is evaluated there; an attribute
that leads to an expression puts the note back.
"""

from __future__ import annotations

import math
import operator
import random as dice
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import force_setattr

from userprio.base.cxx import to_int
from userprio.base.limits import EVALUATION_LEVELS
from userprio.classad import values
from userprio.classad.ad import Ad
from userprio.classad.context import (
    STRAYING,
    Code,
    Context,
    Evaluation,
    EvaluationFailure,
    Surroundings,
    reference,
    subscript,
)
from userprio.classad.values import ERROR, UNDEFINED, AbsTime, Expr, Literal, RelTime, Special, Value, fold_case

_INTEGER_MAX: Final = 2**63 - 1
_INTEGER_MIN: Final = -(2**63)

_ORDER: Final = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = _ORDER | {"==": operator.eq, "!=": operator.ne}
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
    return ERROR if isinstance(value, bool | str | values.ListValue | values.AdValue | AbsTime) else value


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
        return ERROR if isinstance(left, values.AdValue) and isinstance(right, values.AdValue) else False
    if isinstance(left, values.ListValue) and isinstance(right, values.ListValue):
        return ERROR if (left.context is None) == (right.context is None) else False
    if isinstance(left, values.AdValue):
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
            if op == "%":
                return ERROR
            real = divide(float(left), float(right)) if op == "/" else _EXACT[op](float(left), float(right))
            # Only plus infinity: minus infinity and NaN are values to HTCondor.
            return ERROR if real == math.inf else real
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
        if kind is str:
            context.run.hold((first, second))
        return compare(op, first, second)

    return code


def _equals_text(op: str, left: Code, text: str) -> Code:
    equal, folded = op == "==", fold_case(text)

    def code(context: Context) -> Value:
        value = left(context)
        if value.__class__ is str:
            if len(value) > _LONG:
                context.run.hold_text(len(value))
            # Equal spelling is the usual case and needs no folding.
            return (value == text or fold_case(value) == folded) is equal
        return compare(op, value, text)

    return code


def _identity(left: Code, right: Code, right_expr: Expr, *, negated: bool) -> Code:
    if isinstance(right_expr, Literal) and right_expr.value is UNDEFINED:
        return lambda context: (left(context) is UNDEFINED) is not negated

    def code(context: Context) -> Value:
        first, second = left(context), right(context)
        if first.__class__ is str and len(first) > _LONG:
            context.run.hold_text(len(first))
        same = identical(first, second)
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


_LONG: Final = 512
"""Characters of a text that count where comparing shorter ones costs no more than any other step."""
_UNCHECKED: Final = 16
"""Expressions no deeper than this are not checked on their own: the attributes on the way to them are."""


class _Part(msgspec.Struct):
    """A compiled node. `deepest` counts operators from the root down its left side, which is always evaluated.

    `chain` holds the operands of `&&` or `||` (`op`) as long as more of them may follow. With `strays`, what follows
    may be evaluated in another ad.
    """

    code: Code | None
    deepest: int
    op: str = ""
    chain: list[Code] | None = None
    strays: bool = False


def compiled(expr: Expr) -> Code:
    """The closure of `expr`, kept on the node together with the number of steps it counts for."""
    code, cost = _compile(expr)
    force_setattr(expr, "code", code)
    force_setattr(expr, "cost", cost)
    return code


def _compile(root: Expr) -> tuple[Code, int]:
    order: list[tuple[Expr, int]] = []
    stack = [(root, 0)]
    while stack:
        node, level = stack.pop()
        order.append((node, level))
        # Arguments of a call begin at its own level.
        inner = level if isinstance(node, values.Call) else level + 1
        stack.extend((child, inner) for child in _operands(node))
    parts: list[_Part] = []
    for node, level in reversed(order):
        first = len(parts) - len(_operands(node))
        parts[first:] = [_combine(node, level, parts[first:])]
    return _and_back(parts[0]), len(order)


def _operands(node: Expr) -> tuple[Expr, ...]:
    """The children that are evaluated with the node; elements of lists and ads wait until they are looked at."""
    return () if isinstance(node, values.ListExpr | values.AdExpr) else node.children


def _combine(node: Expr, level: int, parts: list[_Part]) -> _Part:
    match node:
        case Literal():
            value = node.value  # Bound here, so that the closure needs no look-up in the node
            return _Part(lambda context: value, level)
        case values.AttributeRef():
            base = _and_back(parts[0]) if parts else None
            return _Part(reference(node, base, level), parts[0].deepest if parts else level)
        case values.MisspeltCall():
            code = _call(node, parts, level)
            return _Part(lambda context: UNDEFINED if code(context) is UNDEFINED else ERROR, level)
        case values.Call():
            return _Part(_call(node, parts, level), level, strays=_stray(parts) or node.name.lower() in STRAYING)
        case values.ListExpr():
            return _Part(_list(node.items), level)
        case values.AdExpr():
            ad = Ad(node.attributes)
            return _Part(lambda context: values.AdValue(ad, context.inside(ad, node)), level)
        case values.Binary(op="&&" | "||"):
            return _logic(node.op, *parts)
    code = _operator(node, _finish(parts[0]), _in_turn(parts)[1:])
    return _Part(code, parts[0].deepest, strays=_stray(parts))


def _operator(node: Expr, first: Code, others: list[Code]) -> Code:
    match node:
        case values.Parenthesized():
            return first
        case values.Unary():
            return unary(node.op, first)
        case values.Binary():
            return binary(node.op, first, others[0], node.right)
        case values.Conditional():
            return conditional(first, *others)
        case values.Subscript():
            (index,) = others
            return _subscript(first, index)
    raise TypeError(f"{node.__class__.__name__} is not part of an expression")


def _subscript(base: Code, index: Code) -> Code:
    def code(context: Context) -> Value:
        of, at = base(context), index(context)
        if at.__class__ is str:
            context.run.hold((at,))
        return subscript(of, at)

    return code


def _list(items: tuple[Expr, ...]) -> Code:
    """A list. The text in it counts here: no function that looks at its elements counts it."""
    text = sum(len(item.value) for item in items if isinstance(item, Literal) and isinstance(item.value, str))

    def code(context: Context) -> Value:
        context.run.hold_text(text)
        return values.ListValue(items, context)

    return code if text > _LONG else lambda context: values.ListValue(items, context)


def _logic(op: str, left: _Part, right: _Part) -> _Part:
    """`&&` and `||`: another operand of the chain on the left if that is of the same operator, else a new chain."""
    _, code = _in_turn([left, right])
    # `a && b && c` becomes one loop of three, not two calls inside each other.
    if left.chain is not None and left.op == op:
        left.chain.append(code)
        left.strays = left.strays or right.strays
        return left
    return _Part(None, left.deepest, op, [_finish(left), code], left.strays or right.strays)


def _stray(parts: list[_Part]) -> bool:
    return any(part.strays for part in parts)


def _in_turn(parts: list[_Part]) -> list[Code]:
    """The closures of operands that are evaluated in this order, each where those before it ended."""
    codes = map(_checked, parts)
    return [_where_it_ended(code) if _stray(parts[:number]) else code for number, code in enumerate(codes)]


def _where_it_ended(code: Code) -> Code:
    return lambda context: code(context.run.strayed or context)


def _and_back(part: _Part) -> Code:
    """The closure of a part after which nothing is evaluated where it ended."""
    code = _checked(part)
    if not part.strays:
        return code

    def returning(context: Context) -> Value:
        run = context.run
        before, run.strayed = run.strayed, None
        try:
            return code(context)
        finally:
            run.ended, run.strayed = run.strayed or context, before

    return returning


def _finish(part: _Part) -> Code:
    """The closure of a part that nothing will be appended to any more."""
    if part.chain is not None:
        return chain(part.op, tuple(part.chain))
    assert part.code is not None
    return part.code


def _checked(part: _Part) -> Code:
    """The closure of a part that is not the left side of an operator, failing where its own left side goes too deep."""
    code, deepest = _finish(part), part.deepest
    if deepest <= _UNCHECKED:  # Nearly every expression, which is spared a call
        return code

    def guarded(context: Context) -> Value:
        if context.run.depth + deepest > EVALUATION_LEVELS:
            raise EvaluationFailure
        return code(context)

    return guarded


def _call(node: values.Call, parts: list[_Part], level: int) -> Code:
    """A call. An unknown name or a wrong number of arguments is ERROR; so is an ERROR argument of most functions."""
    name, count = node.name.lower(), len(parts)
    arguments, unevaluated = _in_turn(parts), list(node.arguments)
    # The branch is evaluated where the condition ended, so it cannot wait.
    if name == "ifthenelse" and count == 3 and parts[0].strays:
        return conditional(arguments[0], *arguments[1:])

    def code(context: Context) -> Value:
        functions = context.run.surroundings.functions
        strict = functions.strict.get(name)
        if strict is not None:
            least, most, apply = strict
            if count < least or (most is not None and count > most):
                return ERROR
            values = [argument(context) for argument in arguments]
            # By identity and `==`: no other value is equal to ERROR.
            if ERROR in values and name not in functions.error_tolerant:
                return ERROR
            run = context.run
            run.hold(values)  # Text counts when it comes and when it goes, so that doubling stops early
            result = apply(context, values)
            run.hold((result,))
            return result
        lazy = functions.lazy.get(name)
        if lazy is None or count < lazy[0] or (lazy[1] is not None and count > lazy[1]):
            return ERROR
        run = context.run
        depth = run.depth
        run.depth = depth + level
        try:
            return lazy[2](context, unevaluated.copy())
        finally:
            run.depth = depth

    return code


class MadeAd(values.AdValue, frozen=True):
    """An ad that a function made of values: nothing is around it, and expressions see nothing but these values."""

    @classmethod
    def of(cls, attributes: Mapping[str, Value]) -> MadeAd:
        """The ad of these values."""
        return cls(Ad(attributes))

    def evaluate(self, expr: Expr) -> Value:
        """The value of `expr` among these values."""
        evaluation = Evaluation(Surroundings(now=0, random=dice.Random(0)), compiled)
        return Context(evaluation, Ad(self.ad.items())).settle_inside(expr)
