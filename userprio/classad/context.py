"""Where an expression is evaluated, and what a name means there: in its own ad, in the ads around that one, as one of
the special names, or on the other side of a match.

References become closures. Nearly all of a match is spent in those, so the common case is one dictionary away.
"""

from __future__ import annotations

import random as dice
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, tzinfo
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from userprio.base.cxx import int32
from userprio.base.limits import (
    ELEMENT_TEXT,
    EVALUATION_LEVELS,
    EVALUATION_STEPS,
    EVALUATION_TEXT,
    FREE_STEPS,
    FREE_TEXT,
    STEP_TEXT,
    STEPS,
    Budget,
    budget,
)
from userprio.classad import values
from userprio.classad.ad import Ad
from userprio.classad.parser import Dialect, parse_ad
from userprio.classad.values import ERROR, UNDEFINED, AdValue, AttributeRef, Expr, ListExpr, ListValue, Literal, Value

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
    """Functions by lower-case name. An ERROR argument makes a strict one ERROR unless it is among the tolerant ones."""

    strict: Mapping[str, Strict] = msgspec.field(default_factory=dict)
    lazy: Mapping[str, Lazy] = msgspec.field(default_factory=dict)
    error_tolerant: frozenset[str] = frozenset()


class ReadCounter(msgspec.Struct):
    """Counts reads of what may differ the next time: the time, random numbers, and the like."""

    count: int = 0
    timed: int = 0
    """How many of them may read something else in another second."""


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
    caching: values.Caching = values.Caching.NONE
    budget: Budget = msgspec.field(default_factory=budget)
    """The budget shared by all evaluations."""
    impure_reads: ReadCounter = msgspec.field(default_factory=ReadCounter)


class EvaluationFailure(Exception):
    """The evaluation went too deep or took too many steps: it ends without a value, which counts as ERROR."""


class Evaluation:
    """One evaluation: its surroundings, what compiles expressions, and how much of its limits it has used.

    The first steps are its own. More are drawn from the run's budget, in portions, so that what nearly every evaluation
    takes is a subtraction; with text, which takes steps, it is the same. `strayed` is where the expression goes on
    after a call that did not come back from an ad it looked into, `ended` where the last expression with such a call
    ended.
    """

    __slots__ = (
        "compile",
        "depth",
        "ended",
        "portion_left",
        "reserve",
        "strayed",
        "surroundings",
        "text_left",
        "text_reserve",
    )

    def __init__(self, surroundings: Surroundings, compile: Callable[[Expr], Code]) -> None:
        self.surroundings = surroundings
        self.compile = compile
        self.depth = 0
        self.portion_left = FREE_STEPS
        self.reserve = EVALUATION_STEPS - FREE_STEPS
        """Steps that can still be drawn."""
        self.text_left = FREE_TEXT
        self.text_reserve = EVALUATION_TEXT - FREE_TEXT
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
        run = self.surroundings.budget
        run.spend(STEPS, portion)
        run.check_time()
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
            if value.__class__ is str:
                self.text_left -= len(value)
            elif isinstance(value, ListValue):
                self.text_left -= ELEMENT_TEXT * len(value)
        if self.text_left < 0:
            self._draw_text()

    def hold_text(self, characters: int) -> None:
        """The same for a number of characters."""
        self.text_left -= characters
        if self.text_left < 0:
            self._draw_text()

    def _draw_text(self) -> None:
        portion = min(max(FREE_TEXT, -self.text_left), self.text_reserve)
        self.text_reserve -= portion
        self.text_left += portion
        self.step(portion // STEP_TEXT)
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

    def look(self, *, timed: bool = True) -> None:
        """Note that the value under evaluation may differ the next time; `timed`: even if only the second differs."""
        reads = self.run.surroundings.impure_reads
        reads.count += 1
        reads.timed += timed

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
        # A whole expression at once; branches not taken count, which only errs on the safe side.
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

    def elements(self, listed: ListValue) -> Iterator[Value]:
        """The values that a function called here meets in a list.

        HTCondor looks for their names here, and not where the list was written. Lists and ads among them keep their
        place.
        """
        if listed.context is None or listed.context is self:
            return iter(listed)
        return (
            listed[place] if isinstance(item, Literal | values.AdExpr | ListExpr) else self.settle_inside(item)
            for place, item in enumerate(listed.items)
        )

    def settle_inside(self, expr: Expr) -> Value:
        """The same while something else is under evaluation, one level deeper."""
        run = self.run
        if run.depth >= EVALUATION_LEVELS:
            return ERROR
        run.depth += 1
        value = self.settle(expr)
        run.depth -= 1
        if value.__class__ is str:
            try:
                run.hold((value,))
            except EvaluationFailure:
                return ERROR
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

    def alone(self, ad: values.Attributes) -> Context:
        """The context of an ad that belongs to no other, in the same evaluation."""
        return Context(self.run, ad if isinstance(ad, Ad) else Ad(ad.items()))

    def inside(self, ad: Ad, written: values.AdExpr) -> Context:
        """The context of an ad written out in this one; the same each time, so that circles through it are seen."""
        if self._nested is None:
            self._nested = {}  # Only ads with nested ads need one
        context = self._nested.get(ad)
        if context is None:
            alone = written.alone_from is not None and self.run.surroundings.caching >= written.alone_from
            context = self._nested[ad] = Context(self.run, ad, None if alone else self)
        return context

    def around(self) -> Context | None:
        """The context around this one; around each of two matched ads that is one where TARGET is an attribute."""
        if self.parent is None and self.other is not None:
            # LEFT is always the ad that leads, whichever of the two is asked.
            left, right = (self, self.other) if self.leads else (self.other, self)
            _surround(left, right)
        return self.parent


def _surround(left: Context, right: Context) -> None:
    """Put two matched ads where HTCondor's `MatchClassAd` has them: in ads that name each of them and the other."""
    left_ad, right_ad = AdValue(left.ad, left), AdValue(right.ad, right)
    sides = []
    for context, mine, others in ((left, left_ad, right_ad), (right, right_ad, left_ad)):
        context.parent = Context(left.run, Ad({"other": others, "target": others, "my": mine, "ad": mine}))
        sides.append(context.parent)
    contexts = [AdValue(side.ad, side) for side in sides]
    table = Ad([*_MATCH, ("LEFT", left_ad), ("RIGHT", right_ad), ("lCtx", contexts[0]), ("rCtx", contexts[1])])
    match = Context(left.run, table)
    for side in sides:
        side.parent = match


LOCAL_NAMES: Final = frozenset({"my", "self", "root", "toplevel", "parent", "currenttime"})
"""Names that every ad answers to, if no attribute of its own hides them."""
_MATCH_NAMES: Final = frozenset("other target ad left right lctx rctx".split()).union(
    "symmetricmatch leftmatchesright rightmatchesleft leftrankvalue rightrankvalue".split()
)
"""Names that the ads around two matched ones define."""
SPECIAL_NAMES: Final = LOCAL_NAMES | _MATCH_NAMES
STRAYING: Final = frozenset({"unresolved", "evalineachcontext", "countmatches"})
"""Functions that look for their first argument, and do not come back from the ad where they have found it."""
_OWN: Final = frozenset({"my", "self"})
_FAR: Final = frozenset({"target", "other"})


def strays(expr: Expr, ad: Ad | None = None) -> bool:
    """Whether a call in it may end in another ad, in which what follows is evaluated; see `STRAYING`.

    With `ad`, in which it is evaluated, calls that look for something which the ad has itself do not count. What
    attributes stand for is not looked at: a reference comes back.
    """
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, values.Call) and node.name.lower() in STRAYING and node.arguments:
            sought = node.arguments[0]
            if isinstance(sought, AttributeRef) and not (ad is not None and is_own(sought) and sought.name in ad):
                return True
        if not isinstance(node, AttributeRef):
            waiting.extend(node.children)
    return False


def is_own(node: AttributeRef) -> bool:
    """Whether the name is looked for in the ad itself first."""
    if node.absolute:
        return False
    base = node.base
    return base is None or (isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _OWN)


def reference(node: AttributeRef, base: Code | None, level: int) -> Code:
    """The closure of a reference with `level` operators around it; `base` is that of what stands left of the dot."""
    name = node.name.lower()
    if node.absolute:
        return lambda context: _within(outermost(context), name, level)
    if base is None:
        return (lambda context: _bare(context, name, level)) if name in SPECIAL_NAMES else _direct(name, "", level)
    if isinstance(node.base, AttributeRef) and node.base.base is None and not node.base.absolute:
        prefix = node.base.name.lower()
        if prefix in _OWN | _FAR and name not in SPECIAL_NAMES:
            return _direct(name, prefix, level)

    def code(context: Context) -> Value:
        if context.run.depth + level >= EVALUATION_LEVELS:
            return ERROR
        return select(context, base(context), name, level)

    return code


def _direct(name: str, prefix: str, level: int) -> Code:
    """`name`, `MY.name` or `TARGET.name`, where `name` is not a special one."""
    far = prefix in _FAR

    def unusual(context: Context) -> Value:
        return (
            select(context, _bare(context, prefix, level + 1), name, level) if prefix else _bare(context, name, level)
        )

    def code(context: Context) -> Value:
        home = context
        if prefix:
            if context.ad.shadows:
                return unusual(context)
            if far:
                if context.other is None:
                    return unusual(context)
                home = context.other
        expr = home.table.get(name)  # Parsed attributes only; `lookup` also finds what is still text
        if expr is None:
            expr = home.ad.lookup(name)
            if expr is None:
                if prefix or context.other is None or context.parent is not None:
                    return UNDEFINED if far or context.parent is None else unusual(context)
                home = context.other
                expr = home.table.get(name) or home.ad.lookup(name)
                if expr is None:
                    return UNDEFINED
        if expr.__class__ is Literal:  # One comparison of identities, as this is met in every look-up
            return expr.value
        # From here on as `Context.enter`, written out to spend one Python frame on a level and not two.
        run = home.run
        depth = run.depth
        if depth + level >= EVALUATION_LEVELS:
            raise EvaluationFailure
        active = home.active
        if name in active:
            return run.circle()
        run_expr = home.begin(expr)
        run.depth = depth + level + 1
        active.add(name)
        try:
            return run_expr(home)
        finally:
            active.discard(name)
            run.depth = depth

    return code


def _find(context: Context, name: str, level: int) -> Value | None:
    """The value of `name` (lower case) in this ad or those around it, None where none has it (`LookupInScope`)."""
    here: Context | None = context
    while here is not None:
        expr = here.ad.lookup(name)
        if expr is not None:
            return here.enter(name, expr, level)
        if name in LOCAL_NAMES:
            return _local(here, name)
        # Around a matched ad there is one only for names that it defines.
        here = here.around() if name in _MATCH_NAMES else here.parent
    return None


def _bare(context: Context, name: str, level: int) -> Value:
    """The value of a bare name: as `_find`, then in the target if the ad is one that is matched."""
    value = _find(context, name, level)
    if value is None and context.other is not None:
        value = _find(context.other, name, level)
    return UNDEFINED if value is None else value


def _within(context: Context, name: str, level: int) -> Value:
    return UNDEFINED if (value := _find(context, name, level)) is None else value


def select(context: Context, base: Value, name: str, level: int) -> Value:
    """`base.name`: of an ad, which sees the names around it; of a list, the list of the values for its elements."""
    if isinstance(base, AdValue):
        home = base.context if isinstance(base.context, Context) else context.alone(base.ad)
        return _within(home, name, level)
    if isinstance(base, ListValue):
        return _project(context, base, name, level)
    return UNDEFINED if base is UNDEFINED else ERROR


def _project(context: Context, base: ListValue, name: str, level: int) -> Value:
    """`list.name`. HTCondor evaluates the elements where the name is written, not where the list is."""
    run = context.run
    depth = run.depth
    elements: list[Expr] = []
    for item in base.items:
        home = base.context if isinstance(item, values.AdExpr | ListExpr) else None
        run.depth = depth + level + 1
        try:
            element = (home or context).evaluate(item)  # Lists and ads keep the place where they were written
        finally:
            run.depth = depth
        elements.append(values.as_element(select(context, element, name, level)))
    return ListValue(tuple(elements), context)


def subscript(base: Value, index: Value) -> Value:
    """`base[index]`: an element of a list, counted from 0, or an ad's own attribute by name.

    Unlike a reference, the latter does not count as under evaluation: what refers to itself is evaluated once more.
    """
    if base is ERROR or index is ERROR:
        return ERROR
    if base is UNDEFINED or index is UNDEFINED:
        return UNDEFINED
    if isinstance(base, ListValue) and index.__class__ is int:
        assert isinstance(index, int)
        place = int32(index)  # `list[4294967296]` is the first element
        return base[place] if 0 <= place < len(base) else ERROR
    if isinstance(base, AdValue) and isinstance(index, str):
        expr = base.ad.expr(index)
        return UNDEFINED if expr is None else base.evaluate(expr)
    return ERROR


def _local(here: Context, name: str) -> Value:
    if name == "currenttime":
        return here.now
    if name in ("my", "self"):
        return AdValue(here.ad, here)
    if name == "parent":
        around = here.around()
        return UNDEFINED if around is None else AdValue(around.ad, around)
    top = outermost(here)
    return AdValue(top.ad, top)


def outermost(context: Context) -> Context:
    """The context of the ad around all others."""
    while (around := context.around()) is not None:
        context = around
    return context
