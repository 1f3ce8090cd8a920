"""Evaluating expressions, matching ads, and looking up attributes by type, converted as HTCondor's daemons do it."""

from __future__ import annotations

import random as dice
from collections.abc import Mapping
from copy import copy
from datetime import UTC, tzinfo
from typing import Final

from msgspec.structs import replace

from userprio.base.cxx import to_int
from userprio.base.limits import Exceeded
from userprio.classad.ad import Ad
from userprio.classad.compiler import as_number, compiled, is_true
from userprio.classad.context import (
    KNOWN_HOMES,
    SPECIAL_NAMES,
    Context,
    Evaluation,
    Functions,
    Strict,
    Surroundings,
    UserMaps,
)
from userprio.classad.values import UNDEFINED, AdValue, AttributeRef, Caching, Expr, ListValue, Literal, Value

_EMPTY: Final = Ad()


class Evaluator:
    """Evaluates expressions at the time `now` (seconds since the epoch), `zone` being the local zone.

    `functions` adds to the functions of the language: name to fewest arguments, most, and implementation. `homes` are
    the home directories that `userHome()` finds. `circles_are_undefined` is as in `userprio.base.versions`; `caching`
    is that of the daemon that evaluates. What HTCondor calls a failed evaluation (400 levels, 10,000,000 steps) is
    ERROR; methods that evaluate raise only `Exceeded`, when the run's steps are used up.
    """

    def __init__(
        self,
        now: int,
        functions: Mapping[str, Strict] | None = None,
        random: dice.Random | None = None,
        user_maps: UserMaps | None = None,
        zone: tzinfo = UTC,
        *,
        homes: Mapping[str, str] = KNOWN_HOMES,
        circles_are_undefined: bool = True,
        caching: Caching = Caching.NONE,
    ) -> None:
        # The library is a third of the language, and numbers and texts as ledgers hold them are never evaluated.
        from userprio.classad import functions as library

        added = {name.lower(): function for name, function in (functions or {}).items()}
        table = Functions({**library.STRICT, **added}, library.LAZY, library.ERROR_TOLERANT)
        self._surroundings = Surroundings(
            now, random or dice.Random(0), zone, user_maps or {}, table, homes, circles_are_undefined, caching
        )

    @property
    def now(self) -> int:
        """The present, seconds since the epoch."""
        self._surroundings.impure_reads.count += 1
        self._surroundings.impure_reads.timed += 1
        return self._surroundings.now

    @property
    def present(self) -> int:
        """The same without counting a look, to compare it or hand it on."""
        return self._surroundings.now

    def turn_to(self, now: int) -> None:
        """Let it be another second. What was worked out without a look at the present (`impure_reads`) still holds."""
        self._surroundings = replace(self._surroundings, now=now)

    def at(self, now: int) -> Evaluator:
        """One like it for another second; the two share their dice and count looks together."""
        other = copy(self)  # Shares `impure_reads` and the dice, so that what one reads counts for both
        other.turn_to(now)
        return other

    @property
    def impure_reads(self) -> int:
        """How often the present, dice or a function that calls `Context.look` was asked so far.

        What was worked out while this number stayed the same depends on expressions and ads alone.
        """
        return self._surroundings.impure_reads.count

    @property
    def timed_reads(self) -> int:
        """How many of these were of something that may differ in another second though ads and usage are the same."""
        return self._surroundings.impure_reads.timed

    def look(self, *, timed: bool = False) -> None:
        """Count one more look; `timed`: at something that may differ in another second."""
        self._surroundings.impure_reads.count += 1
        self._surroundings.impure_reads.timed += timed

    @property
    def user_maps(self) -> UserMaps:
        """The map files that `userMap()` may use, by lower-case name."""
        return self._surroundings.user_maps

    def evaluate(self, expr: Expr, my: Ad | None = None, target: Ad | None = None, *, leads: bool = True) -> Value:
        """The value of `expr` in the ad `my`, with `target` as the other ad if there is one.

        `leads`: of the two, `my` is the one that LEFT names, as a request is where it is matched with a slot.
        """
        if isinstance(expr, Literal):
            return expr.value
        context = self._context(my, target)
        if not leads and context.other is not None:
            context.leads, context.other.leads = False, True  # LEFT is the request also where the slot's side is asked
        try:
            return _left(context, context.settle(expr))
        except Exceeded as error:
            raise _told(error, my, target) from None

    def attribute(self, name: str, my: Ad, target: Ad | None = None) -> Value:
        """The value of `my`'s attribute `name`, UNDEFINED where it has none."""
        expr = my.lookup(name.lower())
        if expr is None:
            return UNDEFINED
        if isinstance(expr, Literal):
            return expr.value
        # `SlotWeight = Cpus`, say, which every slot has: a name that a plain value of the same ad goes by.
        if expr.__class__ is AttributeRef and expr.base is None and not expr.absolute:
            sought = expr.name.lower()
            plain = None if sought in SPECIAL_NAMES else my.lookup(sought)
            if plain.__class__ is Literal:
                return plain.value
        context = self._context(my, target)
        try:
            return _left(context, context.settle_attribute(name, expr))
        except Exceeded as error:
            raise _told(error, my, target) from None

    def matches(self, my: Ad, target: Ad) -> bool:
        """Whether the Requirements of each of the two ads, with the other as target, are true or a non-zero number."""
        context = self._context(my, target)
        other = context.other
        try:
            for side in (context, other):
                expr = side.ad.lookup("requirements") if side is not None else None
                if side is None or expr is None or not is_true(side.settle_attribute("requirements", expr)):
                    return False
            return True
        except Exceeded as error:
            raise _told(error, my, target) from None
        finally:
            # They would be there until garbage is collected.
            context.other = None

    def flatten(self, expr: Expr, my: Ad, *, leads: bool | None = None) -> Expr | None:
        """`expr` with everything worked out that `my` alone settles; None where it has to stay as it is.

        `leads` as in `evaluate` where `my` is to be matched with another ad.
        """
        from userprio.classad.flatten import flattened

        try:
            return flattened(expr, self._context(my, None), leads=leads)
        except Exceeded as error:
            raise _told(error, my) from None

    def _context(self, my: Ad | None, target: Ad | None) -> Context:
        run = Evaluation(self._surroundings, compiled)
        if target is None:
            return Context(run, _EMPTY if my is None else my)
        return Context.of_match(run, _EMPTY if my is None else my, target)


def _left(context: Context, value: Value) -> Value:
    """The value that an evaluation in this context ended with.

    The contexts of a match hold each other, and would be there until garbage is collected. A list or an ad may still
    have to be evaluated in them.
    """
    if context.other is not None and not isinstance(value, _HOLDING):
        context.other.other = None
    return value


_HOLDING: Final = (ListValue, AdValue)
_TELLING: Final = ("globaljobid", "name", "myaddress", "owner", "machine")


def _told(error: Exceeded, *ads: Ad | None) -> Exceeded:
    """The error with what tells the ads from others."""
    said = [ad.lookup(name) for ad in ads if ad is not None for name in _TELLING]
    names = [expr.value for expr in said if isinstance(expr, Literal) and isinstance(expr.value, str)]
    return error.mentioning(names)


def text_of(evaluator: Evaluator, ad: Ad, name: str) -> str | None:
    """A string attribute of an ad, None where it is missing or something else (`LookupString`)."""
    said = ad.raw_value(name.lower())
    if said is None:
        return None
    if isinstance(said, str):
        # Addresses and names differ from ad to ad: no table of values has them, and nothing in them needs a parser.
        quoted = said[:1] == '"' and said.find('"', 1) == len(said) - 1
        if quoted and "\\" not in said and said.isprintable():
            return said[1:-1]
    value = said.value if isinstance(said, Literal) else evaluator.attribute(name, ad)
    return value if isinstance(value, str) else None


def number_of(evaluator: Evaluator, ad: Ad, name: str) -> float | None:
    """A numeric attribute of an ad, booleans as 0 and 1, None where it is missing or something else (`LookupFloat`)."""
    return as_number(evaluator.attribute(name, ad))


def integer_of(evaluator: Evaluator, ad: Ad, name: str, default: int = 0) -> int:
    """An integer attribute of an ad, reals truncated (`LookupInteger`)."""
    number = number_of(evaluator, ad, name)
    return default if number is None else number if isinstance(number, int) else to_int(number)


def flag_of(evaluator: Evaluator, ad: Ad, name: str, default: bool = False) -> bool:
    """A boolean attribute of an ad, numbers as zero or not (`LookupBool`)."""
    number = number_of(evaluator, ad, name)
    return default if number is None else bool(number)


def satisfies(evaluator: Evaluator, ad: Ad, constraint: Expr | None) -> bool:
    """Whether an ad by itself meets a constraint; no constraint is always met."""
    return constraint is None or is_true(evaluator.evaluate(constraint, ad))
