"""Optional acceleration of long arrays with numpy; results are identical without it.

It pays off where a cycle picks and sorts its candidates among a hundred thousand slots, thousands of times. Importing
numpy takes a tenth of a second, so it is not imported for less.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

from userprio.base.cxx import depth_limit, heap_sort, median, ordered, std_order, swap

MANY: Final = 1 << 16
"""Minimum length for which numpy pays off."""
_SHORT: Final = 512  # Parts up to this length are sorted without it


@cache
def numpy() -> Any:
    """The package; None if it is not installed."""
    try:
        # By name, so that type checking does not need numpy either.
        return import_module("numpy")
    except ImportError:
        return None


def chosen(flags: bytes | bytearray) -> Any:
    """The indices of the bytes that are not 0, as an array."""
    # As booleans they are scanned ten times faster than as numbers.
    return numpy().frombuffer(flags, dtype="?").nonzero()[0]


def as_array(numbers: Any, kind: str) -> Any:
    """An array that shares the memory of an `array.array`, or a copy of anything else."""
    return numpy().asarray(numbers, dtype=kind)


def best_first(ranks: Any, items: Any) -> Iterator[Any]:
    """`std_order` for arrays of numpy or plain sequences."""
    return std_order(ranks, items) if isinstance(ranks, Sequence) else _best_first(ranks, items)


def _best_first(ranks: Any, items: Any) -> Iterator[Any]:
    x, at = ranks.copy(), items.copy()
    waiting = [(0, len(x), depth_limit(len(x)) if len(x) else 0)]
    while waiting:
        first, last, depth = waiting.pop()
        while last - first > _SHORT:
            if depth == 0:
                heap_sort(x, at, first, last)
                break
            depth -= 1
            cut = _partition(x, at, first, last)
            waiting.append((cut, last, depth))
            last = cut
        if last - first > _SHORT:
            yield from at[first:last].tolist()
        else:
            yield from ordered(x[first:last].tolist(), at[first:last].tolist(), depth)


def _partition(x: Any, at: Any, first: int, last: int) -> int:
    """Move everything that ranks above the pivot to the right, and return where that part begins; see `cxx`."""
    swap(x, at, first, median(x, first + 1, first + (last - first) // 2, last - 1))
    pivot, begin = x[first], first + 1
    ranks, items = x[begin:last], at[begin:last]
    lefts, rights = (ranks >= pivot).nonzero()[0], (ranks <= pivot).nonzero()[0][::-1]
    shorter = min(len(lefts), len(rights))
    swaps = bisect_left(range(shorter), True, key=lambda number: lefts[number] >= rights[number])
    left_items, right_items = lefts[:swaps], rights[:swaps]
    for column in (ranks, items):
        column[left_items], column[right_items] = column[right_items], column[left_items]
    right = begin + int(right_items[-1]) if swaps else last
    return min(begin + int(lefts[swaps]), right) if swaps < len(lefts) else right
