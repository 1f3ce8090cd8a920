"""Expressions compiled to closures: each is turned once into a function of the context it is evaluated in.

The tree is walked with a stack of its own, and a chain of `&&` or `||` becomes one loop, so that neither compiling nor
evaluating recurses deeper than the language's own limit allows.

HTCondor notes where it looks for names, and three functions leave that note at the ad in which they looked for their
first argument (`STRAYING`). What follows such a call in the same expression is evaluated there; an attribute
that leads to an expression puts the note back.
"""

from __future__ import annotations

import random as dice
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import force_setattr

from userprio.base.limits import EVALUATION_LEVELS
from userprio.classad import operators
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
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AdExpr,
    AdValue,
    AttributeRef,
    Binary,
    Call,
    Conditional,
    Expr,
    ListExpr,
    ListValue,
    Literal,
    MisspeltCall,
    Parenthesized,
    Subscript,
    Unary,
    Value,
)

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
        inner = level if isinstance(node, Call) else level + 1
        stack.extend((child, inner) for child in _operands(node))
    parts: list[_Part] = []
    for node, level in reversed(order):
        first = len(parts) - len(_operands(node))
        parts[first:] = [_combine(node, level, parts[first:])]
    return _and_back(parts[0]), len(order)


def _operands(node: Expr) -> tuple[Expr, ...]:
    """The children that are evaluated with the node; elements of lists and ads wait until they are looked at."""
    return () if isinstance(node, ListExpr | AdExpr) else node.children


def _combine(node: Expr, level: int, parts: list[_Part]) -> _Part:
    match node:
        case Literal():
            value = node.value  # Bound here, so that the closure needs no look-up in the node
            return _Part(lambda context: value, level)
        case AttributeRef():
            base = _and_back(parts[0]) if parts else None
            return _Part(reference(node, base, level), parts[0].deepest if parts else level)
        case MisspeltCall():
            code = _call(node, parts, level)
            return _Part(lambda context: UNDEFINED if code(context) is UNDEFINED else ERROR, level)
        case Call():
            return _Part(_call(node, parts, level), level, strays=_stray(parts) or node.name.lower() in STRAYING)
        case ListExpr():
            items = node.items
            return _Part(lambda context: ListValue(items, context), level)
        case AdExpr():
            ad = Ad(node.attributes)
            return _Part(lambda context: AdValue(ad, context.inside(ad, node)), level)
        case Binary(op="&&" | "||"):
            return _logic(node.op, *parts)
    code = _operator(node, _finish(parts[0]), _in_turn(parts)[1:])
    return _Part(code, parts[0].deepest, strays=_stray(parts))


def _operator(node: Expr, first: Code, others: list[Code]) -> Code:
    match node:
        case Parenthesized():
            return first
        case Unary():
            return operators.unary(node.op, first)
        case Binary():
            return operators.binary(node.op, first, others[0], node.right)
        case Conditional():
            return operators.conditional(first, *others)
        case Subscript():
            (index,) = others
            return lambda context: subscript(first(context), index(context))
    raise TypeError(f"{node.__class__.__name__} is not part of an expression")


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
        return operators.chain(part.op, tuple(part.chain))
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


def _call(node: Call, parts: list[_Part], level: int) -> Code:
    """A call. An unknown name or a wrong number of arguments is ERROR; so is an ERROR argument of most functions."""
    name, count = node.name.lower(), len(parts)
    arguments, unevaluated = _in_turn(parts), list(node.arguments)
    # The branch is evaluated where the condition ended, so it cannot wait.
    if name == "ifthenelse" and count == 3 and parts[0].strays:
        return operators.conditional(arguments[0], *arguments[1:])

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


class MadeAd(AdValue, frozen=True):
    """An ad that a function made of values: nothing is around it, and expressions see nothing but these values."""

    @classmethod
    def of(cls, attributes: Mapping[str, Value]) -> MadeAd:
        """The ad of these values."""
        return cls(Ad(attributes))

    def evaluate(self, expr: Expr) -> Value:
        """The value of `expr` among these values."""
        evaluation = Evaluation(Surroundings(now=0, random=dice.Random(0)), compiled)
        return Context(evaluation, Ad(self.ad.items())).settle_inside(expr)
