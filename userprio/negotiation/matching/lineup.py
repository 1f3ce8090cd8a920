"""Many slots asked at once whether they and a request match: sets of slots are the bits of numbers, one for each slot.

Most conditions compare a number of the other ad with one of their own, as `TARGET.Memory >= 1466` does. What meets them
is looked up by bisection, so that nothing is evaluated for slot after slot, nor for request after request. They read
nothing that passes, so it makes no difference which slots are asked. All other conditions are asked only of slots that
meet those before them, in the order of the slots; answers that hold for good are remembered as sets, too.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import Final, Generic, TypeAlias, TypeVar

from userprio.classad import SPECIAL_NAMES, Ad, AttributeRef, Literal, Value, is_own
from userprio.negotiation.matching.answers import Condition, MatchSide, Ordering

S = TypeVar("S", bound=MatchSide)

Chain: TypeAlias = tuple[Condition, ...]
"""The conditions that all have to be true for a side to match."""
_EXACT: Final = 2**53
"""Up to here all integers are floats, too."""
_MOST_STEPS: Final = 4
_MOST_SLOTS: Final = 1 << 13
"""A bit takes as many bits of memory as there were slots before it, so that more are asked one by one."""
_FAILING: Final = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
"""How a bound compares with a number that is not below it, and so on."""


def fitting(conditions: Chain, slots: Collection[S], job: MatchSide) -> Collection[S]:
    """The slots for which all of these are true."""
    for predicate in conditions:
        projection = predicate.projection
        known = predicate.answers.setdefault(job.number(projection), {})
        fit: list[S] = []
        for slot in slots:
            number = slot.numbers.get(projection)
            if known[number] if number in known else predicate.known_or_new(known, slot, job):
                fit.append(slot)
        slots = fit
    return slots


def plain_number(ad: Ad, name: str) -> float | None:
    """The number that an attribute, in lower case, certainly is, itself or by way of others; None if that is open."""
    expr = ad.lookup(name)
    for _ in range(_MOST_STEPS):
        if not isinstance(expr, AttributeRef) or not is_own(expr) or ad.shadows or expr.name.lower() in SPECIAL_NAMES:
            break
        expr = ad.lookup(expr.name.lower())
    return _as_exact(expr.value) if isinstance(expr, Literal) else None


def ordering(name: str, op: str, value: Value) -> Ordering | None:
    """The condition that the other ad's attribute, in lower case, compares so with a value; None if numbers do not."""
    bound = _as_exact(value)
    return None if bound is None or op not in _FAILING else Ordering(name, op, bound)


def _as_exact(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) and abs(value) <= _EXACT else None


class _SortedSets:
    """Sets of slots in the order of a number."""

    def __init__(self, sets: Mapping[float, int]) -> None:
        self._numbers = sorted(sets)
        each = [sets[number] for number in self._numbers]
        self._first = list(accumulate(each, or_, initial=0))
        """The first so many sets together."""
        self._without_first = list(accumulate(reversed(each), or_, initial=0))[::-1]

    def those(self, op: str, bound: float) -> int:
        """The slots whose number compares like this with a bound."""
        place = (bisect_left if op in ("<", ">=") else bisect_right)(self._numbers, bound)
        return self._first[place] if op in ("<", "<=") else self._without_first[place]


class _Column:
    """Numbers of slots, as far as they were known when it was made; those that came later are asked one by one.

    Once that took as long as to make it anew, it is `outdated`.
    """

    __slots__ = ("_late", "_seen", "covered")

    def __init__(self, seen: int, covered: int) -> None:
        self._seen, self._late = seen, 0
        self.covered = covered
        """The slots about which it says everything."""

    def outdated(self, asked: int) -> bool:
        """Whether it should be made anew rather than these slots asked without it."""
        self._late += (asked & ~self._seen).bit_count()
        return self._late > self._seen.bit_count()


class _Attribute(_Column):
    """An attribute of slots."""

    __slots__ = ("numbers",)

    def __init__(self, seen: int, sets: Mapping[float, int]) -> None:
        super().__init__(seen, reduce(or_, sets.values(), 0))
        self.numbers = _SortedSets(sets)


class _Bounds(_Column):
    """What slots compare attributes of requests with."""

    __slots__ = ("by_attribute",)

    def __init__(self, seen: int, covered: int, by_attribute: Mapping[tuple[str, str], Mapping[float, int]]) -> None:
        super().__init__(seen, covered)
        self.by_attribute = [(*asked, _SortedSets(sets)) for asked, sets in by_attribute.items()]
        """By the attribute's name and the operator."""

    def refusing(self, job: Ad) -> int | None:
        """The slots that refuse a request; None if it leaves open some attribute."""
        refused = 0
        for name, op, bounds in self.by_attribute:
            number = plain_number(job, name)
            if number is None:
                return None
            refused |= bounds.those(_FAILING[op], number)
        return refused


class Lineup(Generic[S]):
    """Slots that requests are matched with."""

    def __init__(self, slots: Collection[S], bits: Sequence[int]) -> None:
        self.slots = slots
        self.bits = bits
        """That of each slot; none if there are too many slots."""
        self._sets: dict[int, frozenset[S]] = {}

    def chosen(self, among: int) -> list[S]:
        """The slots of a set, in their order."""
        return [slot for slot, bit in zip(self.slots, self.bits, strict=True) if bit & among]

    def chosen_set(self, among: int) -> frozenset[S]:
        """The same as a set, the same object for the same slots."""
        known = self._sets.get(among)
        if known is None:
            known = self._sets[among] = frozenset(self.chosen(among))
        return known


class MatchedSlots:
    """The slots that requests were matched with, in a column for each attribute that is compared with numbers."""

    def __init__(self, conditions_of: Callable[[MatchSide], Chain]) -> None:
        """`conditions_of` gives the conditions of a slot; it is called only for slots that meet those of a request."""
        self._conditions_of = conditions_of
        self._bits: dict[MatchSide, int] = {}
        self._attributes: dict[str, _Attribute] = {}
        self._chains: dict[Chain, int] = {}
        """The slots by their conditions."""
        self._chained = 0
        """The slots whose conditions are known."""
        self._bounds = _Bounds(0, 0, {})
        self._answers: dict[tuple[Condition, int], tuple[int, int]] = {}
        """The slots that a condition was asked of and those for which it was true, by class number of the request."""

    def lineup(self, slots: Collection[S]) -> Lineup[S]:
        """These slots, to be matched with one request or many."""
        if max(len(slots), len(self._bits)) > _MOST_SLOTS:
            return Lineup(slots, ())
        return Lineup(slots, [self._bits.get(slot) or self._bit(slot) for slot in slots])

    def matching(self, job: MatchSide, conditions: Chain, lineup: Lineup[S]) -> int:
        """The slots that match a request with these conditions."""
        left = sum(lineup.bits)
        for condition in conditions:
            left = self._meeting(condition, job, lineup, left)
            if not left:
                return 0
        return self._agreeing(job, lineup, left)

    def _bit(self, slot: MatchSide) -> int:
        return self._bits.setdefault(slot, 1 << len(self._bits))

    def _meeting(self, condition: Condition, job: MatchSide, lineup: Lineup[S], left: int) -> int:
        """The slots, of those that are left, for which a condition of the request is true."""
        ordering, met = condition.ordering, 0
        if ordering is not None and not job.ad.shadows:
            attribute = self._attributes.get(ordering.name)
            if attribute is None or attribute.outdated(left):
                attribute = self._attributes[ordering.name] = self._attribute(ordering.name)
            met = left & attribute.covered & attribute.numbers.those(ordering.op, ordering.bound)
            left &= ~attribute.covered
        return met | self._true(condition, job, lineup, left) if left else met

    def _attribute(self, name: str) -> _Attribute:
        sets: dict[float, int] = {}
        for slot, bit in self._bits.items():
            number = plain_number(slot.ad, name)
            if number is not None:
                sets[number] = sets.get(number, 0) | bit
        return _Attribute((1 << len(self._bits)) - 1, sets)

    def _agreeing(self, job: MatchSide, lineup: Lineup[S], left: int) -> int:
        """The slots, of those that are left, whose own conditions are true."""
        new = left & ~self._chained
        for slot in lineup.chosen(new):
            conditions = self._conditions_of(slot)
            self._chains[conditions] = self._chains.get(conditions, 0) | self._bits[slot]
        self._chained |= new
        if self._bounds.outdated(left):
            self._bounds = self._all_bounds()
        met, covered = 0, left & self._bounds.covered
        refusing = self._bounds.refusing(job.ad) if covered else None
        if refusing is not None:
            met = covered & ~refusing
            left &= ~covered
        for conditions, having in self._chains.items() if left else ():
            some = left & having
            for condition in conditions:
                some = some and self._true(condition, job, lineup, some)
            met |= some
        return met

    def _all_bounds(self) -> _Bounds:
        covered, by_attribute = 0, dict[tuple[str, str], dict[float, int]]()
        shadowing = sum(bit for slot, bit in self._bits.items() if slot.ad.shadows)
        for conditions, having in self._chains.items():
            orderings = [condition.ordering for condition in conditions if condition.ordering is not None]
            if len(orderings) < len(conditions):
                continue
            covered |= having & ~shadowing
            for ordering in orderings:
                sets = by_attribute.setdefault((ordering.name, ordering.op), {})
                sets[ordering.bound] = sets.get(ordering.bound, 0) | having
        return _Bounds(self._chained, covered, by_attribute)

    def _true(self, condition: Condition, job: MatchSide, lineup: Lineup[S], left: int) -> int:
        """The slots, of those that are left, for which a condition is true; each is asked once."""
        key = condition, job.number(condition.projection)
        asked, true = self._answers.get(key, (0, 0))
        if new := left & ~asked:
            met = sum(self._bits[slot] for slot in fitting((condition,), lineup.chosen(new), job))
            true |= met
            if not condition.passes:
                self._answers[key] = asked | new, true
        return left & true
