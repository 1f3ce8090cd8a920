"""Where an expression is evaluated: the ad it belongs to, the ads around that one, and the other side of a match."""

from __future__ import annotations

import random as dice
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, tzinfo
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from userprio.base.limits import EVALUATION_LEVELS, EVALUATION_STEPS, EVALUATION_TEXT, FREE_STEPS, STEPS, Budget, budget
from userprio.classad.ad import Ad
from userprio.classad.lexer import Dialect
from userprio.classad.parser import parse_ad
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AdExpr,
    AdValue,
    Attributes,
    Caching,
    Expr,
    ListValue,
    Literal,
    Value,
)

Code: TypeAlias = "Callable[[Context], Value]"
"""A compiled expression."""
Strict: TypeAlias = "tuple[int, int | None, Callable[[Context, list[Value]], Value]]"
"""A function of evaluated arguments: fewest and most of them (None: any number), and the implementation."""
Lazy: TypeAlias = "tuple[int, int | None, Callable[[Context, list[Expr]], Value]]"
"""A function that evaluates its arguments itself, with `Context.evaluate`."""
UserMaps: TypeAlias = Mapping[str, Callable[[str], str | None]]
"""Map files by lower-case name: each gives the comma-separated names that a user maps to, None for nothing."""

KNOWN_HOMES: Final[Mapping[str, str]] = MappingProxyType({"root": "/root"})
"""Home directories that are the same on every machine."""

_MATCH: Final = parse_ad(
    "[ symmetricMatch = RIGHT.requirements && LEFT.requirements; leftMatchesRight = RIGHT.requirements;"
    " rightMatchesLeft = LEFT.requirements; leftRankValue = LEFT.rank; rightRankValue = RIGHT.rank ]",
    Dialect.NEW,
).attributes


class Functions(msgspec.Struct, frozen=True):
    """The functions of the language by lower-case name.

    An ERROR argument makes a strict function ERROR unless its name is among the tolerant ones.
    """

    strict: Mapping[str, Strict] = msgspec.field(default_factory=dict)
    lazy: Mapping[str, Lazy] = msgspec.field(default_factory=dict)
    error_tolerant: frozenset[str] = frozenset()


class ReadCounter(msgspec.Struct):
    """Counts reads of what may differ the next time: the time, random numbers, and the like."""

    count: int = 0


class Surroundings(msgspec.Struct, frozen=True):
    """What expressions can access besides ads: time, zone, random numbers, map files, functions, home directories."""

    now: int
    random: dice.Random
    zone: tzinfo = UTC
    user_maps: UserMaps = msgspec.field(default_factory=dict)
    functions: Functions = msgspec.field(default_factory=Functions)
    homes: Mapping[str, str] = KNOWN_HOMES
    circles_are_undefined: bool = True
    """See `userprio.base.versions.Behaviour`."""
    caching: Caching = Caching.NONE
    budget: Budget = msgspec.field(default_factory=budget)
    """The budget shared by all evaluations."""
    impure_reads: ReadCounter = msgspec.field(default_factory=ReadCounter)


class EvaluationFailure(Exception):
    """The evaluation went too deep or took too many steps: it ends without a value, which counts as ERROR."""


class Evaluation:
    """One evaluation: its surroundings, what compiles expressions, and how much of its limits it has used.

    The first steps are its own. More are drawn from the run's budget, in portions, so that what nearly every evaluation
    takes is a subtraction. `strayed` is where the expression goes on after a call that did not come back from an ad it
    looked into, `ended` where the last expression with such a call ended.
    """

    __slots__ = ("compile", "depth", "ended", "portion_left", "reserve", "strayed", "surroundings", "text_left")

    def __init__(self, surroundings: Surroundings, compile: Callable[[Expr], Code]) -> None:
        self.surroundings = surroundings
        self.compile = compile
        self.depth = 0
        self.portion_left = FREE_STEPS
        self.reserve = EVALUATION_STEPS - FREE_STEPS
        """Steps that can still be drawn."""
        self.text_left = EVALUATION_TEXT
        self.strayed: Context | None = None
        self.ended: Context | None = None

    @property
    def steps_left(self) -> int:
        """Steps that may still be taken, negative if it is over."""
        return self.portion_left + self.reserve

    def step(self, steps: int) -> None:
        """Count steps. Raises `EvaluationFailure` when there were too many."""
        self.portion_left -= steps
        if self.portion_left < 0:
            self.draw()

    def draw(self) -> None:
        """Draw another portion of steps.

        Raises:
            EvaluationFailure: there were too many.
            Exceeded: there were too many in the run.
        """
        portion = min(max(FREE_STEPS, -self.portion_left), self.reserve)
        self.reserve -= portion
        self.portion_left += portion
        self.surroundings.budget.spend(STEPS, portion)
        if self.portion_left < 0:
            raise EvaluationFailure

    def circle(self) -> Value:
        """The value of an attribute that is under evaluation already.

        Raises:
            EvaluationFailure: it would be evaluated again and again, as before 25.13.2.
        """
        if not self.surroundings.circles_are_undefined:
            raise EvaluationFailure
        return UNDEFINED

    def set_off(self, steps: int) -> None:
        """Count steps that the run has counted elsewhere, as searches do; what is too much shows at the next step."""
        self.reserve -= steps
        if self.reserve < 0:
            self.portion_left += self.reserve
            self.reserve = 0

    def hold(self, values: Iterable[Value]) -> None:
        """Count the characters of strings and the elements of lists. Raises `EvaluationFailure` when it is too much."""
        for value in values:
            if isinstance(value, str | ListValue):
                self.text_left -= len(value)
        if self.text_left < 0:
            raise EvaluationFailure


class Context:
    """One ad while expressions are evaluated in it.

    `table` holds its parsed attributes by lower-case name. `parent` is the ad around a nested one; `other` the target
    of an ad that is matched, whose own `other` is this one, and `leads` tells which of the two is asked. `active` names
    the attributes under evaluation: one that is met again closes a circle.
    """

    __slots__ = ("_nested", "active", "ad", "leads", "other", "parent", "run", "table")

    def __init__(self, run: Evaluation, ad: Ad, parent: Context | None = None) -> None:
        self.run = run
        self.ad = ad
        self.table = ad.table
        self.parent = parent
        self.other: Context | None = None
        self.leads = False
        self.active: set[str] = set()
        self._nested: dict[Ad, Context] | None = None

    @classmethod
    def of_match(cls, run: Evaluation, my: Ad, target: Ad) -> Context:
        """The context of `my` in a match with `target`."""
        context, other = cls(run, my), cls(run, target)
        context.other, other.other = other, context
        context.leads = True
        return context

    @property
    def now(self) -> int:
        """The present, seconds since the epoch."""
        self.look()
        return self.run.surroundings.now

    def look(self) -> None:
        """Note that the value under evaluation may differ the next time."""
        self.run.surroundings.impure_reads.count += 1

    @property
    def zone(self) -> tzinfo:
        """The local time zone."""
        return self.run.surroundings.zone

    def begin(self, expr: Expr) -> Code:
        """The closure of `expr`, its steps counted. Raises `EvaluationFailure` when there were too many."""
        code = expr.code
        if code is None:
            code = self.run.compile(expr)
        run = self.run
        run.portion_left -= expr.cost
        if run.portion_left < 0:
            run.draw()
        return code

    def evaluate(self, expr: Expr) -> Value:
        """The value of `expr` here. Raises `EvaluationFailure`, which functions let pass."""
        return self.begin(expr)(self)

    def settle(self, expr: Expr) -> Value:
        """The value of `expr` here, ERROR where the evaluation fails: for looking at elements of lists and ads."""
        depth = self.run.depth
        try:
            return self.begin(expr)(self)
        except (EvaluationFailure, RecursionError):
            self.run.depth = depth
            return ERROR

    def settle_inside(self, expr: Expr) -> Value:
        """The same while something else is under evaluation, one level deeper."""
        run = self.run
        if run.depth >= EVALUATION_LEVELS:
            return ERROR
        run.depth += 1
        value = self.settle(expr)
        run.depth -= 1
        return value

    def enter(self, name: str, expr: Expr, level: int) -> Value:
        """The value of this ad's attribute `name` (lower case), which is `expr`.

        `level` counts the operators around the reference in its own expression. An attribute that is under evaluation
        already closes a circle.
        """
        if isinstance(expr, Literal):
            return expr.value
        run = self.run
        depth = run.depth
        if depth + level >= EVALUATION_LEVELS:
            raise EvaluationFailure
        active = self.active
        if name in active:
            return run.circle()
        code = self.begin(expr)
        run.depth = depth + level + 1
        active.add(name)
        try:
            return code(self)
        finally:
            active.discard(name)
            run.depth = depth

    def settle_attribute(self, name: str, expr: Expr) -> Value:
        """The value of this ad's attribute `name`, which is `expr`; ERROR where the evaluation fails."""
        depth = self.run.depth
        try:
            return self.enter(name.lower(), expr, 0)
        except (EvaluationFailure, RecursionError):
            self.run.depth = depth
            return ERROR

    def alone(self, ad: Attributes) -> Context:
        """The context of an ad that belongs to no other, in the same evaluation."""
        return Context(self.run, ad if isinstance(ad, Ad) else Ad(ad.items()))

    def inside(self, ad: Ad, written: AdExpr) -> Context:
        """The context of an ad written out in this one; the same each time, so that circles through it are seen."""
        if self._nested is None:
            self._nested = {}
        found = self._nested.get(ad)
        if found is None:
            alone = written.alone_from is not None and self.run.surroundings.caching >= written.alone_from
            found = self._nested[ad] = Context(self.run, ad, None if alone else self)
        return found

    def around(self) -> Context | None:
        """The context around this one; around each of two matched ads that is one where TARGET is an attribute."""
        if self.parent is None and self.other is not None:
            left, right = (self, self.other) if self.leads else (self.other, self)
            _surround(left, right)
        return self.parent


def _surround(left: Context, right: Context) -> None:
    """Put two matched ads where HTCondor's `MatchClassAd` has them: in ads that name each of them and the other."""
    one, two = AdValue(left.ad, left), AdValue(right.ad, right)
    sides = []
    for context, mine, others in ((left, one, two), (right, two, one)):
        names = Ad({"other": others, "target": others, "my": mine, "ad": mine})
        context.parent = Context(left.run, names)
        sides.append(context.parent)
    contexts = [AdValue(side.ad, side) for side in sides]
    table = Ad([*_MATCH, ("LEFT", one), ("RIGHT", two), ("lCtx", contexts[0]), ("rCtx", contexts[1])])
    match = Context(left.run, table)
    for side in sides:
        side.parent = match
