"""Caches of values computed from a sequence of things, reused for things that come again."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, MutableSequence, Sequence
from itertools import compress, count, repeat
from operator import is_, is_not, not_
from typing import Any, Final, Generic, TypeVar, cast
from weakref import ref

import msgspec

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
M = TypeVar("M", bound=MutableSequence[Any])

_SPARE: Final = 2  # A generation of the cache has at most this many times the entries that were last asked for
_FEW: Final = 4  # So many things are looked up sooner than compared
_MANY: Final = 8  # If more than one item in this many differs, two lists of the same length may differ by what moved
_SCATTERED: Final = 32  # So many differences are come across sooner one by one than by looking at all things


class ListDiff(msgspec.Struct, frozen=True):
    """What turns a list into another: without these items both have identical objects in the same order."""

    removed: Sequence[int]
    """Places in the first list, ascending."""
    added: Sequence[int]
    """Places in the second list, ascending; the same object as `removed` if nothing moved."""

    @property
    def in_place(self) -> bool:
        """Whether everything that is in both lists has the same index in both."""
        return self.added is self.removed

    def carry(self, before: M, after: M) -> M:
        """`after`, as long as the second list, with what `before`, as long as the first, has for what is in both."""
        removed, added = (*self.removed, len(before)), (*self.added, len(after))
        old = new = skipped = 0
        for at, end in enumerate(added):
            # What is left of the first list up to here, piece by piece between what was removed.
            while new < end:
                while removed[skipped] == old < len(before):
                    old, skipped = old + 1, skipped + 1
                count = min(end - new, removed[skipped] - old)
                after[new : new + count] = before[old : old + count]
                old, new = old + count, new + count
            new += at < len(added) - 1
        return after


class MappedList(list[T]):
    """Values computed from a sequence of things, in the same order; must not be changed."""

    __slots__ = ("__weakref__", "_before", "_diff")

    def __init__(
        self, values: Iterable[T], before: "MappedList[Any] | None" = None, diff: ListDiff | None = None
    ) -> None:
        """If `before` is given, `diff` turns it into this list."""
        super().__init__(values)
        self._before, self._diff = None if before is None else ref(before), diff

    def diff_since(self, before: Sequence[object]) -> ListDiff | None:
        """What turns `before` into this list; None if unknown."""
        return self._diff if self._before is not None and self._before() is before else None


class KeyedList(Generic[K, T]):
    """Values by key, in the order in which the keys came; lists of them know what has changed since the one before."""

    def __init__(self) -> None:
        self._values: dict[K, T] = {}
        self._last: MappedList[T] = MappedList(())
        self._places: dict[K, int] = {}
        """Where the value of each key is in the last list."""
        self._changed: set[K] = set()
        """Keys that came, went or got another value since then."""
        self._moved = False
        """Whether any came or went."""

    def __getitem__(self, key: K) -> T:
        return self._values[key]

    def __setitem__(self, key: K, value: T) -> None:
        if self._values.get(key) is not value:
            self._moved = self._moved or key not in self._values
            self._changed.add(key)
            self._values[key] = value

    def __delitem__(self, key: K) -> None:
        del self._values[key]
        self._changed.add(key)
        self._moved = True

    def listed(self) -> MappedList[T]:
        """The values in order; the same list as before if none has changed."""
        if not self._changed:
            return self._last
        changed, places = self._changed, self._places
        removed = added = sorted([places[key] for key in changed if key in places])
        if self._moved:
            self._places = places = dict(zip(self._values, count()))
            added = sorted([places[key] for key in changed if key in places])
        self._last = MappedList(self._values.values(), self._last, ListDiff(removed, added))
        self._changed, self._moved = set(), False
        return self._last


class MemoizedMap(Generic[K, T]):
    """Computes a value from each of a sequence of things, and caches it for things that come again.

    `impure_reads` counts accesses to anything that may change, such as the clock (`Evaluator.impure_reads`): a value is
    cached only if there were none while it was computed. Values that are no longer asked for are dropped after a while.
    """

    def __init__(self) -> None:
        self._known: dict[K, T] = {}
        self._older: dict[K, T] = {}
        """The generation before: what is asked for again goes on in the present one, the rest is dropped with it."""
        self._last: tuple[Sequence[K], MappedList[T]] | None = None
        """The last sequence and its values, if all of these are cached."""

    def of(
        self, things: Sequence[K], make: Callable[[K], T], impure_reads: Callable[[], int], among: int | None = None
    ) -> MappedList[T]:
        """The value of each thing; `among` is the total number of things if these are only some of them.

        The sequence must not be changed afterwards.
        """
        last = self._last
        if last is not None and last[0] is things:
            return last[1]
        diff = None if last is None or len(things) <= _FEW else list_diff(last[0], things)
        if last is None or diff is None:
            values = cast("MappedList[T]", MappedList(map(self._known.get, things)))
            unsettled: Sequence[int] = list(compress(count(), map(is_, values, repeat(None))))
        else:
            # Most are the same as last time, and comparing costs less than a look-up.
            carried = last[1] if diff.in_place else diff.carry(last[1], cast("MappedList[T]", [None] * len(things)))
            values, unsettled = MappedList(carried, last[1], diff), diff.added
        settled, cached = self.each(
            [things[index] for index in unsettled], make, impure_reads, len(things) if among is None else among
        )
        for index, value in zip(unsettled, settled, strict=True):
            values[index] = value
        self._last = (things, values) if cached else None
        return values

    def each(
        self, things: Iterable[K], make: Callable[[K], T], impure_reads: Callable[[], int], among: int
    ) -> tuple[list[T], bool]:
        """The values of some things of `among`, and whether all of them are cached."""
        known, older = self._known, self._older
        values: list[T] = []
        uncached: dict[K, T] = {}
        before = impure_reads()
        for thing in things:
            if (value := known.get(thing)) is None:
                if (value := older.get(thing)) is not None:
                    known[thing] = value
                elif (value := uncached.get(thing)) is None:
                    value = make(thing)
                    after = impure_reads()
                    (known if after == before else uncached)[thing] = value
                    before = after
            values.append(value)
        if len(known) > _SPARE * among:
            self._older, self._known = known, {}
        return values, not uncached

    def known(self, thing: K) -> T | None:
        """The cached value of a thing; None if there is none."""
        value = self._known.get(thing)
        if value is None and (value := self._older.get(thing)) is not None:
            self._known[thing] = value
        return value

    def keep(self, pairs: Iterable[tuple[K, T]]) -> None:
        """Add pairs of a thing and its value to the cache."""
        self._known.update(pairs)


def list_diff(before: Sequence[object], now: Sequence[object]) -> ListDiff | None:
    """What turns a list into another; None if that is not known: things changed places."""
    known = now.diff_since(before) if isinstance(now, MappedList) else None
    if known is not None:
        return known
    in_place = None
    if len(before) == len(now):
        indices = list(compress(count(), map(is_not, before, now)))
        in_place = ListDiff(indices, indices)
        if len(indices) * _MANY <= len(now):
            return in_place
    if (walked := _walked(before, now)) is not None:
        return _shorter(in_place, walked)
    were, are = list(map(id, before)), list(map(id, now))
    stays, stayed = list(map(set(are).__contains__, were)), list(map(set(were).__contains__, are))
    if list(compress(were, stays)) != list(compress(are, stayed)):
        return in_place
    removed, added = (list(compress(count(), map(not_, stay))) for stay in (stays, stayed))
    return _shorter(in_place, ListDiff(removed, added))


def _shorter(in_place: ListDiff | None, moved: ListDiff) -> ListDiff:
    return in_place if in_place is not None and len(in_place.added) <= len(moved.added) else moved


def _walked(before: Sequence[object], now: Sequence[object]) -> ListDiff | None:
    """What turns a list into another, if that is a few single things that came, went or were replaced."""
    removed: list[int] = []
    added: list[int] = []
    old = new = 0
    # The same iterators all the way: to begin again would be to skip everything before.
    left_before, left_now = iter(before), iter(now)
    while len(removed) + len(added) <= _SCATTERED:
        rest = map(is_not, left_before, left_now)
        same = next(compress(count(), rest), min(len(before) - old, len(now) - new))
        old, new = old + same, new + same
        if old == len(before) or new == len(now):
            removed += range(old, len(before))
            added += range(new, len(now))
            left, came = {id(before[place]) for place in removed}, {id(now[place]) for place in added}
            return ListDiff(removed, added) if left.isdisjoint(came) else None
        comes = new + 1 < len(now) and before[old] is now[new + 1]
        goes = old + 1 < len(before) and before[old + 1] is now[new]
        if goes or not comes:
            removed.append(old)
            old += 1
        if comes or not goes:
            added.append(new)
            new += 1
        # Both iterators have passed the places that differ. If only one thing came or went, the next two are the same.
        if comes != goes:
            next(left_now if comes else left_before)
            old, new = old + 1, new + 1
    return None


def differences(before: Sequence[K], now: Sequence[K]) -> tuple[list[K], list[K]]:
    """What a list has lost and gained since `before`; fast if most is in both in the same order."""
    diff = list_diff(before, now)
    if diff is not None:
        return [before[index] for index in diff.removed], [now[index] for index in diff.added]
    were, are = Counter(before), Counter(now)
    return list((were - are).elements()), list((are - were).elements())
