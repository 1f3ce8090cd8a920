"""Ads in batches, so that whoever reads them again and again need not look at each that is still the same."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain
from typing import overload

from userprio.classad import Ad


class Batch(tuple[Ad, ...]):
    """Ads that come and go together, known by identity: whoever looks one up need not look at its ads."""

    __slots__ = ()

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Batches(Sequence[Ad]):
    """The ads of batches one after the other. A batch that is the same object as before has the same ads."""

    def __init__(self, batches: Sequence[tuple[Ad, ...]]) -> None:
        self.batches = batches
        self._ends = list(accumulate(map(len, batches)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[Ad]:
        return chain.from_iterable(self.batches)

    @overload
    def __getitem__(self, at: int) -> Ad: ...
    @overload
    def __getitem__(self, at: slice) -> list[Ad]: ...
    def __getitem__(self, at: int | slice) -> Ad | list[Ad]:
        if isinstance(at, slice):
            return list(self)[at]
        place = range(len(self))[at]
        batch = bisect_right(self._ends, place)
        return self.batches[batch][place - self._ends[batch]]
