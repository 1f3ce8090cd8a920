"""Caches of values computed from a sequence of things, reused for things that come again."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress, count, repeat
from operator import is_, is_not
from typing import Any, Final, Generic, TypeVar, cast
from weakref import ref

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_SPARE: Final = 4
"""The cache is pruned when it has more than this many times the entries that were last asked for."""


class Made(list[T]):
    """Values computed from a sequence of things, in the same order; must not be changed."""

    __slots__ = ("__weakref__", "_before", "_places")

    def __init__(self, made: Iterable[T], before: "Made[Any] | None" = None, places: Sequence[int] = ()) -> None:
        """If `before` is given, the two lists differ at most at `places`."""
        super().__init__(made)
        self._before, self._places = None if before is None else ref(before), places

    def places_since(self, before: Sequence[object]) -> Sequence[int] | None:
        """The places at which it may differ from a list of the same length; None if unknown."""
        return self._places if self._before is not None and self._before() is before else None


class Kept(Generic[K, T]):
    """Computes a value from each of a sequence of things, and caches it for things that come again.

    `looks` counts accesses to anything that may change, such as the clock (`Evaluator.looks`): a value is cached only
    if there were none while it was computed. Values that are no longer asked for are dropped after a while.
    """

    def __init__(self) -> None:
        self._known: dict[K, T] = {}
        self._last: tuple[Sequence[K], Made[T]] | None = None
        """The last sequence and its values, if all of these are cached."""

    def of(
        self, things: Sequence[K], make: Callable[[K], T], looks: Callable[[], int], among: int | None = None
    ) -> Made[T]:
        """The value of each thing; `among` is the total number of things if these are only some of them.

        The sequence must not be changed afterwards.
        """
        known, last = self._known, self._last
        if last is not None and last[0] is things:
            return last[1]
        found: Made[T | None]
        if last is not None and len(last[0]) == len(things):
            # Most are the same as last time, and comparing costs less than a look-up.
            places = changed_places(last[0], things)
            found = Made(last[1], last[1], places)
            for place in places:
                found[place] = known.get(things[place])
            missing = [place for place in places if found[place] is None]
        else:
            found = Made(map(known.get, things))
            missing = list(compress(count(), map(is_, found, repeat(None))))
        made: dict[K, T] = {}
        for thing in dict.fromkeys(things[place] for place in missing):
            before = looks()
            made[thing] = make(thing)
            if looks() == before:
                known[thing] = made[thing]
        for place in missing:
            found[place] = made[things[place]]
        made_anew = [thing for thing in made if thing not in known]
        self._last = None if made_anew else (things, cast("Made[T]", found))
        if among is not None and len(known) > _SPARE * among:
            known.clear()
        elif among is None and len(known) > _SPARE * len(things):
            self._known = {thing: known[thing] for thing in things if thing in known}
        return cast("Made[T]", found)

    def known(self, thing: K) -> T | None:
        """The cached value of a thing; None if there is none."""
        return self._known.get(thing)

    def keep(self, made: Iterable[tuple[K, T]]) -> None:
        """Add pairs of a thing and its value to the cache."""
        self._known.update(made)


def changed_places(before: Sequence[object], now: Sequence[object]) -> Sequence[int]:
    """The places at which two lists of the same length may differ; elsewhere they have identical objects."""
    places = now.places_since(before) if isinstance(now, Made) else None
    return list(compress(count(), map(is_not, before, now))) if places is None else places


def differences(before: Sequence[K], now: Sequence[K]) -> tuple[list[K], list[K]]:
    """What a list has lost and gained since `before`; fast if most elements are at the same places."""
    if len(before) == len(now):
        places = changed_places(before, now)
        return [before[place] for place in places], [now[place] for place in places]
    were, are = Counter(before), Counter(now)
    return list((were - are).elements()), list((are - were).elements())
