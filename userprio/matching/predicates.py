"""Expressions that are asked of slots and requests again and again, each answered once for all it cannot tell apart.

A question sees little of an ad: `TARGET.Memory >= RequestMemory` is the same for all slots with that much memory and
all requests for that much, whatever else sets them apart. A chain of `&&` is therefore asked operand by operand: five
thousand kinds of requests and three hundred kinds of slots need a few thousand answers then, not a million and a half.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from userprio.classad import Ad, Evaluator, Expr, is_true
from userprio.classad.ast import AttributeRef, Binary, Parenthesized
from userprio.classad.kinds import ReferenceClosure, ReferenceIndex
from userprio.classad.projection import Projection

T = TypeVar("T")

_MY: Final = frozenset({"my", "self"})
WHOLE: Final = AttributeRef("Requirements")
"""The Requirements of an ad, undivided."""


@dataclass(slots=True, eq=False)
class MatchSide:
    """One side of a match: an ad, and the numbers under which questions know what they see of it."""

    ad: Ad
    numbers: dict["SideProjection", int] = field(default_factory=dict)
    conditions: "tuple[Memoized[bool], ...] | None" = None
    """What its Requirements ask, worked out when first wanted."""


class SideProjection:
    """What some questions see of ads: a number for each different sight."""

    def __init__(self, relevance: ReferenceClosure) -> None:
        self.relevance = relevance
        self._projection = Projection(relevance.names)

    def of(self, party: MatchSide) -> int:
        """The number of what is seen of this ad."""
        number = party.numbers.get(self)
        if number is None:
            number = party.numbers[self] = self._projection.number(party.ad)
        return number


class Memoized(Generic[T]):
    """Something to be found out about a slot and a request, remembered by what it depends on."""

    __slots__ = ("_answers", "_ask", "view")

    def __init__(self, view: SideProjection, ask: Callable[[Ad, Ad], T]) -> None:
        self.view = view
        self._ask = ask
        self._answers: dict[tuple[int, int], T] = {}

    def of(self, slot: MatchSide, job: MatchSide) -> T:
        """The answer for a slot and a request."""
        view = self.view
        try:
            key = (slot.numbers[view], job.numbers[view])
        except KeyError:
            key = (view.of(slot), view.of(job))
        try:
            return self._answers[key]
        except KeyError:
            answer = self._answers[key] = self._ask(slot.ad, job.ad)
            return answer

    def forget(self) -> None:
        """Drop the answers: something that they depend on has changed."""
        self._answers.clear()


class MatchPredicates:
    """All questions of a cycle, each one there once."""

    def __init__(self, references: ReferenceIndex, evaluator: Evaluator) -> None:
        self._references = references
        self._evaluator = evaluator
        self._views: dict[ReferenceClosure, SideProjection] = {}
        self._seen: dict[Expr, ReferenceClosure] = {}
        self._conditions: dict[tuple[Expr, bool], Memoized[bool]] = {}
        self._every: list[Memoized[Any]] = []

    def about(self, expressions: list[Expr], names: list[str], ask: Callable[[Ad, Ad], T]) -> Memoized[T]:
        """A question whose answer depends on these expressions and attributes; `ask` is given slot and request."""
        return self._new(self._references.relevance(expressions, names), ask)

    def _new(self, relevance: ReferenceClosure, ask: Callable[[Ad, Ad], T]) -> Memoized[T]:
        question = Memoized(self._views.setdefault(relevance, SideProjection(relevance)), ask)
        self._every.append(question)
        return question

    def forget(self, calls: frozenset[str]) -> None:
        """Drop the answers that come of calling one of these functions."""
        for question in self._every:
            if not calls.isdisjoint(question.view.relevance.calls):
                question.forget()

    def match(self, slot: MatchSide, job: MatchSide) -> bool:
        """Whether the Requirements of both are true, or numbers other than zero."""
        return _all_true(job.conditions or self._asked_by(job, of_slot=False), slot, job) and _all_true(
            slot.conditions or self._asked_by(slot, of_slot=True), slot, job
        )

    def _asked_by(self, party: MatchSide, *, of_slot: bool) -> "tuple[Memoized[bool], ...]":
        own = party.ad.expr("Requirements")
        if own is None:
            asked: tuple[Memoized[bool], ...] = (self.about([], [], lambda slot, job: False),)
        else:
            asked = tuple(self._condition(expr, of_slot) for expr, _ in self.operands(party.ad, own))
        party.conditions = asked
        return asked

    def operands(self, ad: Ad, requirements: Expr) -> "list[tuple[Expr, tuple[str, ...]]]":
        """What has to be true for the Requirements to be true, each with the attributes through which it was reached.

        It is the whole if one of the parts refers back to it.
        """
        parts = list(conjuncts(ad, requirements))
        names = {"requirements", *(name.lower() for _, through in parts for name in through)}
        for expr, _ in parts:
            seen = self._seen_by(expr).names
            if seen is None or not names.isdisjoint(seen):
                return [(WHOLE, ())]
        return parts

    def _seen_by(self, expr: Expr) -> ReferenceClosure:
        known = self._seen.get(expr)
        if known is None:
            # A match puts saved Requirements back in their place.
            names = ["SavedRequirements"] if expr is WHOLE else []
            known = self._seen[expr] = self._references.relevance([expr], names)
        return known

    def _condition(self, expr: Expr, of_slot: bool) -> Memoized[bool]:
        known = self._conditions.get((expr, of_slot))
        if known is None:
            evaluate = self._evaluator.evaluate
            if of_slot:
                known = self._new(self._seen_by(expr), lambda slot, job: is_true(evaluate(expr, slot, job)))
            else:
                known = self._new(self._seen_by(expr), lambda slot, job: is_true(evaluate(expr, job, slot)))
            self._conditions[expr, of_slot] = known
        return known


def _all_true(questions: "tuple[Memoized[bool], ...]", slot: MatchSide, job: MatchSide) -> bool:
    # Written out: a generator for all() would cost as much again as the questions.
    for question in questions:
        if not question.of(slot, job):
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
