"""Comparisons that sorted slots need not be asked one by one: where the answer changes is found by halving.

`RemoteUserPrio > SubmitterUserPrio * 1.2` has one side that slots differ in and one that is the same for all of them.
With a few steps of arithmetic around what differs, as in `RemoteUserPrio / SubmitterUserPrio > 1.2`, the answer still
changes at most once from the smallest number to the largest. Why that is so:

- Adding a constant, taking it away, being taken from it, multiplying with it, dividing by it: each step preserves or
  reverses the order of numbers of one type, weakly, also as doubles are rounded, as integers are divided, and as
  integers become doubles. So what comes out lies between what comes out at both ends.
- That ends where a number stops being finite or an integer leaves its 64 bits. Neither happens in between if it does
  not happen, in any step, at both ends.
- `<`, `<=`, `>` and `>=` with a constant give false and true, and change once; with a constant that is not a number
  they give the same for all numbers.

Where one of this does not hold, and for values that are not numbers, every value is asked by itself.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from userprio.classad import (
    UNDEFINED,
    Binary,
    Expr,
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
"""The states of a condition: in logic, a number other than zero counts as true, but it is not the boolean."""

_ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
_COMPARISONS: Final = _ORDERINGS | {"==", "!=", "=?=", "=!="}
_STEPS: Final = frozenset("+-*/")


def state_of(value: Value) -> int:
    """The state that a value is."""
    if isinstance(value, bool):
        return TRUE if value else FALSE
    known = truth(value)
    if isinstance(known, Special):
        return UNKNOWN if known is UNDEFINED else FAILED
    return NUMBER if known else FALSE


@dataclass(frozen=True, slots=True)
class Step:
    """An operation on the varying side: with a constant, given by its place among the constants, or `-` of it alone."""

    op: str
    constant: int | None
    constant_first: bool


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of something that differs between slots with something that does not."""

    op: str
    varying: Expr
    steps: tuple[Step, ...]
    """From the innermost outwards."""
    constants: tuple[Expr, ...]
    """The last is the right-hand side of the comparison; those before it are used in steps."""
    constant_first: bool


def taken_apart(expr: Expr, is_constant: Callable[[Expr], bool]) -> Comparison | None:
    """The comparison that an expression is, None if it is not one of a varying side with a constant one."""
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
            # What is divided by something that differs need not keep its order, and two that differ none at all.
            if first == is_constant(varying.right) or (first and varying.op == "/"):
                break
            steps.append(Step(varying.op, len(constants), first))
            constants.append(varying.left if first else varying.right)
            varying = varying.right if first else varying.left
        else:
            break
    return Comparison(expr.op, varying, tuple(reversed(steps)), (*constants, bound), constant_first)


class AskedComparison:
    """A comparison with the values of its constants for a request."""

    def __init__(self, comparison: Comparison, constants: Sequence[Value]) -> None:
        self._comparison = comparison
        self._constants = constants

    def state(self, value: Value) -> int:
        """Its state if the varying side has this value."""
        for step in self._comparison.steps:
            value = self._step(step, value)
        return self._compared(value)

    def states(self, run: Sequence[int] | Sequence[float]) -> bytes:
        """Its states for numbers of one type, ascending, none of them a boolean or not-a-number."""
        if len(run) > 2 and self._comparison.op in _ORDERINGS and self._goes_through(run[0], run[-1]):
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
        one, two = (bound, value) if self._comparison.constant_first else (value, bound)
        if op in ("=?=", "=!="):
            same = identical(one, two)
            return state_of(same is not (op == "=!=") if isinstance(same, bool) else same)
        return state_of(compare(op, one, two))

    def _goes_through(self, *ends: float) -> bool:
        """Whether each step preserves the order of all numbers between these."""
        return all(map(self._stays_a_number, ends))

    def _stays_a_number(self, value: float) -> bool:
        made: Value = value
        for step in self._comparison.steps:
            before, made = made, self._step(step, made)
            if isinstance(made, bool) or not isinstance(made, int | float) or not math.isfinite(made):
                return False
            if isinstance(made, int) and made != self._exactly(step, before):
                return False
        return math.isfinite(value)

    def _exactly(self, step: Step, value: Value) -> int | None:
        """The result of a step on integers of unlimited size."""
        constant = 0 if step.constant is None else self._constants[step.constant]
        assert isinstance(value, int)
        assert isinstance(constant, int)
        one, two = (constant, value) if step.constant_first or step.constant is None else (value, constant)
        match step.op:
            case "+":
                return one + two
            case "-":
                return one - two
            case "*":
                return one * two
            case _:
                return abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1)
