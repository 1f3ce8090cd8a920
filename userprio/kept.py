"""What was made of things, kept from one time to the next for those that are there again."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress, count, repeat
from operator import is_, is_not
from typing import Final, Generic, TypeVar, cast

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_SPARE: Final = 4
"""So many times as much as was asked for last may be known."""


class Kept(Generic[K, T]):
    """Makes something of each of some things, and of things that come again only once.

    `looks` counts what may be otherwise the next time, such as a look at the clock (`Evaluator.looks`): what was made
    while it stayed the same is kept. What is not asked for any more is dropped after a while.
    """

    def __init__(self) -> None:
        self._known: dict[K, T] = {}
        self._last: tuple[Sequence[K], list[T]] | None = None
        """The last things, if they cannot change and all is known that was made of them."""

    def of(
        self, things: Sequence[K], make: Callable[[K], T], looks: Callable[[], int], among: int | None = None
    ) -> list[T]:
        """What is made of each, in a list that nobody changes; they are `among` so many, if they are not all."""
        known, last = self._known, self._last
        if last is not None and last[0] is things:
            return last[1]
        found: list[T | None]
        if last is not None and len(last[0]) == len(things):
            # Most are those of the last time, which costs less than a look at a table.
            places = list(compress(count(), map(is_not, last[0], things)))
            found = [*last[1]]
            for place in places:
                found[place] = known.get(things[place])
            missing = [place for place in places if found[place] is None]
        else:
            found = list(map(known.get, things))
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
        self._last = (things, cast("list[T]", found)) if isinstance(things, tuple) and not made_anew else None
        if among is not None and len(known) > _SPARE * among:
            known.clear()
        elif among is None and len(known) > _SPARE * len(things):
            self._known = {thing: known[thing] for thing in things if thing in known}
        return cast("list[T]", found)

    def known(self, thing: K) -> T | None:
        """What was made of a thing, if that is known."""
        return self._known.get(thing)

    def keep(self, made: Iterable[tuple[K, T]]) -> None:
        """These things are known, with what was made of them."""
        self._known.update(made)


def differences(before: Sequence[K], now: Sequence[K]) -> tuple[list[K], list[K]]:
    """What a list has lost and what it has won since, where most is the same, or at the same place."""
    if len(before) == len(now):
        places = list(compress(count(), map(is_not, before, now)))
        return [before[place] for place in places], [now[place] for place in places]
    were, are = Counter(before), Counter(now)
    return list((were - are).elements()), list((are - were).elements())
