"""The order that `std::sort` of GNU libstdc++ leaves, equals included.

Submitters, candidate slots and groups are sorted with it in the negotiator, and where keys tie, as they mostly do,
the result decides who is served first. It is a function of the input order, so it can be reproduced: introsort down
to runs of sixteen, then insertion (reference: libstdc++'s `bits/stl_algo.h`, `bits/stl_heap.h`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import ne
from typing import Any, TypeVar

from userprio.cxx.best_first import std_order
from userprio.cxx.introsort import RUN, Heap, depth_limit, median

T = TypeVar("T")


def std_sort(items: Iterable[T], key: Callable[[T], Any]) -> list[T]:
    """Sort `items` ascending by `key`, leaving equals in the order that `std::sort` would."""
    listed = list(items)
    keys = [key(item) for item in listed]
    if _any_nan(keys):
        # NaN is neither less nor greater than anything, so that even few items come out in no order at all.
        return [listed[i] for i in _Introsort([_Partial(value) for value in keys]).order()]
    if len(listed) <= RUN:
        return [listed[i] for i in sorted(range(len(listed)), key=keys.__getitem__)]
    distinct = sorted(set(keys))
    if len(distinct) == len(listed):
        return [listed[i] for i in sorted(range(len(listed)), key=keys.__getitem__)]
    rank = {value: number for number, value in enumerate(distinct)}
    return list(std_order([rank[value] for value in keys], listed))


def _any_nan(keys: Sequence[Any]) -> bool:
    """Whether something is not equal to itself, among the keys or within them."""
    values = list(chain.from_iterable(keys)) if keys and isinstance(keys[0], tuple) else keys
    return any(map(ne, values, values))


@dataclass(frozen=True, slots=True)
class _Partial:
    """A key with NaN in it, by the rule of HTCondor's comparisons: the first value that is less or greater decides."""

    key: Any

    def __lt__(self, other: "_Partial") -> bool:
        if not isinstance(self.key, tuple):
            return bool(self.key < other.key)
        return next((one < two for one, two in zip(self.key, other.key, strict=True) if one < two or one > two), False)


class _Introsort:
    """One run of the algorithm over partial keys; `at` says which item stands where."""

    def __init__(self, ranks: Sequence[Any]) -> None:
        self.x = list(ranks)
        self.at = list(range(len(self.x)))

    def order(self) -> list[int]:
        """The indices of the items in sorted order."""
        n = len(self.x)
        if n > RUN:
            self._loop(0, n, depth_limit(n))
        for i in range(1, n):
            self._insert(i, to_front=i < RUN and self.x[i] < self.x[0])
        return self.at

    def _swap(self, i: int, j: int) -> None:
        x, at = self.x, self.at
        x[i], x[j] = x[j], x[i]
        at[i], at[j] = at[j], at[i]

    def _insert(self, i: int, *, to_front: bool) -> None:
        """Move element i to the left while it is less than its left neighbour, or all the way."""
        x, at = self.x, self.at
        value, item = x[i], at[i]
        while i and (to_front or value < x[i - 1]):
            x[i], at[i] = x[i - 1], at[i - 1]
            i -= 1
        x[i], at[i] = value, item

    def _loop(self, first: int, last: int, depth: int) -> None:
        while last - first > RUN:
            if depth == 0:
                Heap(self.x, self.at).sort(first, last)
                return
            depth -= 1
            middle = first + (last - first) // 2
            self._swap(first, median(self.x, first + 1, middle, last - 1))
            cut = self._partition(first + 1, last, self.x[first])
            self._loop(cut, last, depth)
            last = cut

    def _partition(self, low: int, high: int, pivot: Any) -> int:
        x, end = self.x, len(self.x)
        while True:
            # Only NaN among the keys can make these walks reach the ends of the list; C++ would walk on into memory.
            while low < end and x[low] < pivot:
                low += 1
            high -= 1
            while high > 0 and pivot < x[high]:
                high -= 1
            if low >= high:
                return low
            self._swap(low, high)
            low += 1
