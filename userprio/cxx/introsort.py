"""What the two ways of sorting like libstdc++ share: constants, the choice of the pivot, the fallback to a heap."""

from collections.abc import MutableSequence, Sequence
from typing import Any, Final

RUN: Final = 16
"""Below this length libstdc++ leaves the rest to insertion sort, which is stable."""


def depth_limit(count: int) -> int:
    """How often parts are cut before a heap takes over."""
    return 2 * (count.bit_length() - 1)


def median(x: Sequence[Any], a: int, b: int, c: int) -> int:
    """Where the median of three stands; which of several equals is taken matters for the result."""
    if x[a] < x[b]:
        return b if x[b] < x[c] else c if x[a] < x[c] else a
    return a if x[a] < x[c] else c if x[b] < x[c] else b


class Heap:
    """`make_heap` and `sort_heap` over ranks; `at` says which item stands where."""

    def __init__(self, ranks: MutableSequence[Any], at: list[Any]) -> None:
        self.x = ranks
        self.at = at

    def sort(self, first: int, last: int) -> None:
        """The fallback of introsort when partitions stay lopsided."""
        length = last - first
        for parent in range((length - 2) // 2, -1, -1):
            self._sift(first, parent, length, self.x[first + parent], self.at[first + parent])
        for end in range(length - 1, 0, -1):
            value, item = self.x[first + end], self.at[first + end]
            self.x[first + end], self.at[first + end] = self.x[first], self.at[first]
            self._sift(first, 0, end, value, item)

    def _sift(self, first: int, hole: int, length: int, value: Any, item: Any) -> None:
        """Let the hole sink to a leaf along the larger children, then let the value rise from there."""
        x, at = self.x, self.at
        top, child = hole, hole
        while child < (length - 1) // 2:
            child = 2 * (child + 1)
            if x[first + child] < x[first + child - 1]:
                child -= 1
            x[first + hole], at[first + hole] = x[first + child], at[first + child]
            hole = child
        if length % 2 == 0 and child == (length - 2) // 2:
            child = 2 * child + 1
            x[first + hole], at[first + hole] = x[first + child], at[first + child]
            hole = child
        while hole > top and x[first + (hole - 1) // 2] < value:
            parent = (hole - 1) // 2
            x[first + hole], at[first + hole] = x[first + parent], at[first + parent]
            hole = parent
        x[first + hole], at[first + hole] = value, item
