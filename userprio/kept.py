"""What was made of things, kept from one time to the next for those that are there again."""

from collections.abc import Callable, Hashable, Iterable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Kept(Generic[K, T]):
    """Makes something of each of some things, and of things that come again only once.

    `looks` counts what may be otherwise the next time, such as a look at the clock (`Evaluator.looks`): what was made
    while it stayed the same is kept. What was not asked for the last time is dropped.
    """

    def __init__(self) -> None:
        self._known: dict[K, T] = {}

    def of(self, things: Iterable[K], make: Callable[[K], T], looks: Callable[[], int]) -> list[T]:
        """What is made of each."""
        known, kept = self._known, dict[K, T]()
        found: list[T] = []
        for thing in things:
            made = known.get(thing)
            if made is None:
                before = looks()
                made = make(thing)
                if looks() == before:
                    kept[thing] = made
            else:
                kept[thing] = made
            found.append(made)
        self._known = kept
        return found

    def keep(self, made: Iterable[tuple[K, T]]) -> None:
        """These things are known, with what was made of them."""
        self._known.update(made)
