"""Comparisons that need not be evaluated for each of the sorted slots: bisection finds where the answer changes.

`RemoteUserPrio > SubmitterUserPrio * 1.2` has a side that varies between slots and one that is the same for all of
them. With a few steps of arithmetic around what varies, as in `RemoteUserPrio / SubmitterUserPrio > 1.2`, the answer
still changes at most once from the smallest number to the largest. Why that is so:

- Adding or subtracting a constant, subtracting from it, multiplying or dividing by it: each step preserves or reverses
  the order of numbers of one type, weakly, even as doubles are rounded, integers divided, and integers converted to
  doubles. So each result lies between the results at both ends.
- That no longer holds where a number stops being finite or an integer overflows its 64 bits. If that does not happen at
  either end, in any step, it does not happen in between.
- `<`, `<=`, `>` and `>=` with a constant are false or true, and change once; with a constant that is not a number they
  have the same result for all numbers.

Where any of this does not hold, and for values that are not numbers, each value is evaluated by itself.
"""

import math
from collections.abc import Callable, Collection, Sequence
from typing import Final

import msgspec

from userprio.classad import (
    UNDEFINED,
    AttributeRef,
    Binary,
    Expr,
    Literal,
    Parenthesized,
    Special,
    Unary,
    Value,
    arithmetic,
    compare,
    identical,
    minus,
    truth,
)

FALSE: Final = 0
TRUE: Final = 1
UNKNOWN: Final = 2
FAILED: Final = 3
NUMBER: Final = 4
"""The states of a condition; NUMBER is one other than zero, which counts as true in logic but is not the boolean."""

_ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
_COMPARISONS: Final = _ORDERINGS | {"==", "!=", "=?=", "=!="}
_STEPS: Final = frozenset("+-*/")


def state_of(value: Value) -> int:
    """The state of a condition with this value."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    known = truth(value)
    if isinstance(known, Special):
        return UNKNOWN if known is UNDEFINED else FAILED
    return NUMBER if known else FALSE


class Step(msgspec.Struct, frozen=True):
    """An operation on the varying side: with a constant, given by its place among them, or unary `-` (None)."""

    op: str
    constant: int | None
    constant_first: bool


class Comparison(msgspec.Struct, frozen=True):
    """A comparison of something that varies between slots with something that does not."""

    op: str
    varying: Expr
    steps: tuple[Step, ...]
    """From the innermost outwards."""
    constants: tuple[Expr, ...]
    """The last is the right-hand side of the comparison; those before it are used in steps."""
    constant_first: bool


def taken_apart(expr: Expr, is_constant: Callable[[Expr], bool]) -> Comparison | None:
    """The expression as such a comparison; None if it is not one of a varying side with a constant one."""
    if not isinstance(expr, Binary) or expr.op not in _COMPARISONS:
        return None
    constant_first = is_constant(expr.left)
    if constant_first == is_constant(expr.right):
        return None
    bound, varying = (expr.left, expr.right) if constant_first else (expr.right, expr.left)
    steps: list[Step] = []
    constants: list[Expr] = []
    while True:
        if isinstance(varying, Parenthesized):
            varying = varying.inner
        elif isinstance(varying, Unary) and varying.op == "-":
            steps.append(Step("-", None, constant_first=False))
            varying = varying.operand
        elif isinstance(varying, Binary) and varying.op in _STEPS:
            first = is_constant(varying.left)
            # A constant divided by something that varies need not keep the order, two that vary do not either.
            if first == is_constant(varying.right) or (first and varying.op == "/"):
                break
            steps.append(Step(varying.op, len(constants), first))
            constants.append(varying.left if first else varying.right)
            varying = varying.right if first else varying.left
        else:
            break
    return Comparison(expr.op, varying, tuple(reversed(steps)), (*constants, bound), constant_first)


def only_ordering(expr: Expr, names: Collection[str]) -> Comparison | None:
    """The ordering in which an expression reads one of these attributes (in lower case), with literals in its steps.

    None if it reads them more than once, or in another way.
    """
    path, waiting = list[Expr](), [(expr, 0)]
    reads: list[list[Expr]] = []
    while waiting:
        node, depth = waiting.pop()
        path[depth:] = [node]
        if isinstance(node, AttributeRef) and node.name.lower() in names:
            reads.append(path.copy())
        waiting += [(child, depth + 1) for child in node.children]
    if len(reads) != 1:
        return None
    (behind,) = reads
    for node in reversed(behind):
        if isinstance(node, Binary) and node.op in _ORDERINGS:
            # By identity: an equal expression elsewhere would be another read.
            comparison = taken_apart(node, lambda part: all(part is not other for other in behind))
            if comparison is None or comparison.varying is not behind[-1]:
                return None
            return comparison if all(isinstance(step, Literal) for step in comparison.constants[:-1]) else None
    return None


def keeps_order(comparison: Comparison, low: float, high: float) -> bool:
    """Whether an ordering with literals in its steps changes at most once between two values of what varies."""
    constants = [constant.value for constant in comparison.constants if isinstance(constant, Literal)]
    return AskedComparison(comparison, constants).goes_through(low, high)


class AskedComparison:
    """A comparison with the values of its constants for a request."""

    def __init__(self, comparison: Comparison, constants: Sequence[Value]) -> None:
        self._comparison = comparison
        self._constants = constants

    def state(self, value: Value) -> int:
        """Its state where the varying side has this value."""
        for step in self._comparison.steps:
            value = self._step(step, value)
        return self._compared(value)

    def states(self, run: Sequence[int] | Sequence[float]) -> bytes:
        """Its states for numbers of one type, ascending, without booleans and NaN."""
        if len(run) > 2 and self._comparison.op in _ORDERINGS and self.goes_through(run[0], run[-1]):
            first, last = self.state(run[0]), self.state(run[-1])
            if first == last:
                return bytes((first,)) * len(run)
            low, high = 0, len(run) - 1
            while high - low > 1:
                middle = (low + high) // 2
                if self.state(run[middle]) == first:
                    low = middle
                else:
                    high = middle
            return bytes((first,)) * high + bytes((last,)) * (len(run) - high)
        return bytes(map(self.state, run))

    def _step(self, step: Step, value: Value) -> Value:
        if step.constant is None:
            return minus(value)
        constant = self._constants[step.constant]
        return arithmetic(step.op, constant, value) if step.constant_first else arithmetic(step.op, value, constant)

    def _compared(self, value: Value) -> int:
        op, bound = self._comparison.op, self._constants[-1]
        left, two = (bound, value) if self._comparison.constant_first else (value, bound)
        if op in ("=?=", "=!="):
            same = identical(left, two)
            return state_of(same is not (op == "=!=") if isinstance(same, bool) else same)
        return state_of(compare(op, left, two))

    def goes_through(self, *ends: float) -> bool:
        """Whether every step preserves or reverses the order of all numbers between these."""
        return all(map(self._stays_a_number, ends))

    def _stays_a_number(self, value: float) -> bool:
        result: Value = value
        for step in self._comparison.steps:
            before, result = result, self._step(step, result)
            if isinstance(result, bool) or not isinstance(result, int | float) or not math.isfinite(result):
                return False
            if isinstance(result, int) and result != self._exactly(step, before):
                return False
        return math.isfinite(value)

    def _exactly(self, step: Step, value: Value) -> int | None:
        """The result of a step on integers of unlimited size."""
        constant = 0 if step.constant is None else self._constants[step.constant]
        assert isinstance(value, int)
        assert isinstance(constant, int)
        left, two = (constant, value) if step.constant_first or step.constant is None else (value, constant)
        match step.op:
            case "+":
                return left + two
            case "-":
                return left - two
            case "*":
                return left * two
            case _:
                return abs(left) // abs(two) * (1 if (left < 0) == (two < 0) else -1)
