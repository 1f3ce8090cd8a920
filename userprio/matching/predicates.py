"""What is asked of slots and requests again and again, evaluated once for each class of slots and of requests.

A predicate looks at little of an ad: `TARGET.Memory >= RequestMemory` is the same for all slots with that much memory
and all requests for that much, whatever else sets them apart. A chain of `&&` is therefore asked operand by operand:
five thousand kinds of requests and three hundred kinds of slots then need a few thousand answers, not 1.5 million.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from userprio.classad import (
    Ad,
    AttributeRef,
    Binary,
    Evaluator,
    Expr,
    Parenthesized,
    Projection,
    ReferenceClosure,
    ReferenceIndex,
    is_true,
)

T = TypeVar("T")

_MY: Final = frozenset({"my", "self"})
WHOLE: Final = AttributeRef("Requirements")
"""The Requirements of an ad, undivided."""


@dataclass(slots=True, eq=False)
class MatchSide:
    """One side of a match: an ad, and the numbers of its classes in the projections of the predicates."""

    ad: Ad
    numbers: dict[Projection, int] = field(default_factory=dict)
    conditions: "tuple[Memoized[bool], ...] | None" = None
    """What its Requirements ask, worked out when first wanted."""

    def number(self, projection: Projection) -> int:
        """The number of its class in a projection."""
        number = self.numbers.get(projection)
        if number is None:
            number = self.numbers[projection] = projection.number(self.ad)
        return number


class Memoized(Generic[T]):
    """Something to be found out about a slot and a request, remembered for the classes that they are of."""

    __slots__ = ("_ask", "answers", "closure", "projection")

    def __init__(self, closure: ReferenceClosure, projection: Projection, ask: Callable[[Ad, Ad], T]) -> None:
        self.closure = closure
        self.projection = projection
        """On that closure."""
        self._ask = ask
        self.answers: dict[tuple[int, int], T] = {}

    def of(self, slot: MatchSide, job: MatchSide) -> T:
        """The answer for a slot and a request."""
        projection = self.projection
        try:
            key = (slot.numbers[projection], job.numbers[projection])
        except KeyError:
            key = (slot.number(projection), job.number(projection))
        try:
            return self.answers[key]
        except KeyError:
            answer = self.answers[key] = self._ask(slot.ad, job.ad)
            return answer


class MatchPredicates:
    """All that is asked of slots and requests in a cycle, each predicate there once."""

    def __init__(self, references: ReferenceIndex, evaluator: Evaluator) -> None:
        self._references = references
        self._evaluator = evaluator
        self._projections: dict[ReferenceClosure, Projection] = {}
        self._closures: dict[Expr, ReferenceClosure] = {}
        self._conditions: dict[tuple[Expr, bool], Memoized[bool]] = {}
        self._every: list[Memoized[Any]] = []

    def about(self, expressions: list[Expr], names: list[str], ask: Callable[[Ad, Ad], T]) -> Memoized[T]:
        """A predicate that depends on these expressions and attributes; `ask` is given slot and request."""
        return self._new(self._references.closure(expressions, names), ask)

    def _new(self, closure: ReferenceClosure, ask: Callable[[Ad, Ad], T]) -> Memoized[T]:
        predicate = Memoized(closure, self._projections.setdefault(closure, Projection(closure.names)), ask)
        self._every.append(predicate)
        return predicate

    def forget(self, functions: frozenset[str]) -> None:
        """Drop the answers that may come of calling one of these functions."""
        for predicate in self._every:
            if predicate.closure.called(functions):
                predicate.answers.clear()

    def match(self, slot: MatchSide, job: MatchSide) -> bool:
        """Whether the Requirements of both are true, or numbers other than zero."""
        return _all_true(job.conditions or self._conditions_of(job, of_slot=False), slot, job) and _all_true(
            slot.conditions or self._conditions_of(slot, of_slot=True), slot, job
        )

    def _conditions_of(self, side: MatchSide, *, of_slot: bool) -> "tuple[Memoized[bool], ...]":
        own = side.ad.expr("Requirements")
        if own is None:
            side.conditions = (self.about([], [], lambda slot, job: False),)
        else:
            side.conditions = tuple(self._condition(expr, of_slot) for expr, _ in self.operands(side.ad, own))
        return side.conditions

    def operands(self, ad: Ad, requirements: Expr) -> "list[tuple[Expr, tuple[str, ...]]]":
        """What has to be true for the Requirements to be true, each with the attributes through which it was reached.

        It is the whole if one of the parts refers back to it.
        """
        parts = list(conjuncts(ad, requirements))
        names = {"requirements", *(name.lower() for _, through in parts for name in through)}
        for expr, _ in parts:
            closure = self._closure_of(expr)
            if closure.names is None or not names.isdisjoint(closure.names):
                return [(WHOLE, ())]
        return parts

    def _closure_of(self, expr: Expr) -> ReferenceClosure:
        known = self._closures.get(expr)
        if known is None:
            # A match puts saved Requirements back in their place.
            names = ["SavedRequirements"] if expr == WHOLE else []
            known = self._closures[expr] = self._references.closure([expr], names)
        return known

    def _condition(self, expr: Expr, of_slot: bool) -> Memoized[bool]:
        known = self._conditions.get((expr, of_slot))
        if known is None:
            evaluate = self._evaluator.evaluate
            if of_slot:
                known = self._new(self._closure_of(expr), lambda slot, job: is_true(evaluate(expr, slot, job)))
            else:
                known = self._new(self._closure_of(expr), lambda slot, job: is_true(evaluate(expr, job, slot)))
            self._conditions[expr, of_slot] = known
        return known


def _all_true(predicates: "tuple[Memoized[bool], ...]", slot: MatchSide, job: MatchSide) -> bool:
    # Written out: a generator for all() would cost as much again as the predicates.
    for predicate in predicates:
        if not predicate.of(slot, job):
            break
    else:
        return True
    return False


def conjuncts(ad: Ad, expr: Expr) -> Iterator[tuple[Expr, tuple[str, ...]]]:
    """The operands of a chain of `&&` and of the chains that its attributes stand for, with those attributes."""
    waiting: list[tuple[Expr, tuple[str, ...]]] = [(expr, ())]
    while waiting:
        expr, through = waiting.pop()
        if isinstance(expr, Parenthesized):
            waiting.append((expr.children[0], through))
        elif isinstance(expr, Binary) and expr.op == "&&":
            waiting += [(expr.right, through), (expr.left, through)]
        elif isinstance(expr, AttributeRef) and _is_own(expr) and expr.name.lower() not in map(str.lower, through):
            meant = None if ad.shadows else ad.lookup(expr.name.lower())
            if meant is None:
                yield expr, through
            else:
                waiting.append((meant, (*through, expr.name)))
        else:
            yield expr, through


def _is_own(expr: AttributeRef) -> bool:
    """Whether the name is looked for in the ad itself first."""
    if expr.absolute:
        return False
    base = expr.base
    return base is None or (isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _MY)
