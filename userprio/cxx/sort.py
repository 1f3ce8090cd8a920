"""The order that `std::sort` of GNU libstdc++ leaves, equals included.

Submitters, candidate slots and groups are sorted with it in the negotiator, and where keys tie, as they mostly do,
the result decides who is served first. It is a function of the input order, so it can be reproduced: introsort down
to runs of sixteen, then insertion (reference: libstdc++'s `bits/stl_algo.h`, `bits/stl_heap.h`).

`std_order` works it out only as far as it is asked for. To take the first ten of a hundred thousand candidates, the
others need not be sorted: the parts that introsort cuts a list into do not depend on each other, so those to the right
can stay as they are until they are wanted. What is left for the first few is one walk over the list, one over half of
it, and so on.
"""

from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from itertools import chain, compress
from operator import ne
from typing import Any, Final, TypeVar

T = TypeVar("T")

_RUN: Final = 16
"""Below this length libstdc++ leaves the rest to insertion sort, which is stable."""


def _depth_limit(count: int) -> int:
    """How often parts are cut before a heap takes over."""
    return 2 * (count.bit_length() - 1)


def _median(x: Sequence[Any], a: int, b: int, c: int) -> int:
    """Where the median of three stands; which of several equals is taken matters for the result."""
    if x[a] < x[b]:
        return b if x[b] < x[c] else c if x[a] < x[c] else a
    return a if x[a] < x[c] else c if x[b] < x[c] else b


class _Heap:
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


_BYTE: Final = 256


def std_order(ranks: Sequence[int], items: Iterable[T]) -> Iterator[T]:
    """The items in the order in which `std::sort` would leave them, smallest rank first.

    `ranks` are natural numbers, one for each item. Equals come out as GNU libstdc++ leaves them.
    """
    at = list(items)
    count = len(ranks)
    if count <= _RUN:
        yield from (at[place] for place in sorted(range(count), key=ranks.__getitem__))
        return
    # Bytes are compared with a pivot several times as fast as numbers.
    x: bytearray | list[int] = bytearray(ranks) if max(ranks) < _BYTE else list(ranks)
    waiting = [(0, count, _depth_limit(count))]
    while waiting:
        first, last, depth = waiting.pop()
        while last - first > _RUN:
            if depth == 0:
                _Heap(x, at).sort(first, last)
                break
            depth -= 1
            cut = _partition(x, at, first, last)
            waiting.append((cut, last, depth))
            last = cut
        # Insertion sort is stable, and nothing that it moves crosses a cut.
        for place in sorted(range(first, last), key=x.__getitem__):
            yield at[place]


def _partition(x: bytearray | list[int], at: list[Any], first: int, last: int) -> int:
    """Move what ranks above the pivot to the right, and tell where that part begins (`__unguarded_partition_pivot`).

    Both ends stop at equals, so the n-th from the left that is not below the pivot changes places with the n-th from
    the right that is not above it, until they meet.
    """
    _swap(x, at, first, _median(x, first + 1, first + (last - first) // 2, last - 1))
    pivot, begin = x[first], first + 1
    right = last
    from_left = compress(range(begin, last), _not_below(x[begin:last], pivot))
    from_right = compress(range(last - 1, first, -1), _not_above(x[last - 1 : first : -1], pivot))
    for left in from_left:
        far = next(from_right, first)
        if left >= far:
            return min(left, right)
        x[left], x[far] = x[far], x[left]
        at[left], at[far] = at[far], at[left]
        right = far
    return right


def _not_below(ranks: bytearray | list[int], pivot: int) -> Iterable[int]:
    if isinstance(ranks, bytearray):
        return ranks.translate(bytes(pivot) + b"\1" * (_BYTE - pivot))
    return map(pivot.__le__, ranks)


def _not_above(ranks: bytearray | list[int], pivot: int) -> Iterable[int]:
    if isinstance(ranks, bytearray):
        return ranks.translate(b"\1" * (pivot + 1) + bytes(_BYTE - pivot - 1))
    return map(pivot.__ge__, ranks)


def _swap(x: MutableSequence[int], at: list[Any], one: int, two: int) -> None:
    x[one], x[two] = x[two], x[one]
    at[one], at[two] = at[two], at[one]


def std_sort(items: Iterable[T], key: Callable[[T], Any]) -> list[T]:
    """Sort `items` ascending by `key`, leaving equals in the order that `std::sort` would."""
    listed = list(items)
    keys = [key(item) for item in listed]
    if _any_nan(keys):
        # NaN is neither less nor greater than anything, so that even few items come out in no order at all.
        return [listed[i] for i in _Introsort([_Partial(value) for value in keys]).order()]
    if len(listed) <= _RUN:
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
        if n > _RUN:
            self._loop(0, n, _depth_limit(n))
        for i in range(1, n):
            self._insert(i, to_front=i < _RUN and self.x[i] < self.x[0])
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
        while last - first > _RUN:
            if depth == 0:
                _Heap(self.x, self.at).sort(first, last)
                return
            depth -= 1
            middle = first + (last - first) // 2
            self._swap(first, _median(self.x, first + 1, middle, last - 1))
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
