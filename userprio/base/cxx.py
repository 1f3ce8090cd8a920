"""How C++ treats numbers and orders equal elements, where HTCondor's answers depend on it, on x86-64 Linux."""

import math
import re
import struct
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import lru_cache
from itertools import chain, compress, repeat
from operator import ge, le, ne
from typing import Any, Final, TypeVar

import msgspec

from userprio.base.patterns import lazy_pattern

T = TypeVar("T")

INT_MAX: Final = 2**31 - 1
INT_MIN: Final = -(2**31)
FLT_MAX: Final = 3.4028234663852886e38
"""The largest number of single precision."""

_FLOAT32 = struct.Struct("f")
_LEADING_NUMBER = lazy_pattern(
    r"\s*(?:([-+]?0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[-+]?\d+)?)"
    r"|([-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|inf(?:inity)?|nan)))",
    re.I | re.A,
)


def float32(value: float) -> float:
    """`(float)value`: the nearest number in single precision.

    The negotiator keeps its three ranks, group limits and group usage in `float`, which turns near-ties into ties.
    """
    try:
        packed = _FLOAT32.pack(value)
    except OverflowError:
        return math.copysign(math.inf, value)
    number: float = _FLOAT32.unpack(packed)[0]
    return number


def to_int(value: float) -> int:
    """`(int)value`: the fraction is dropped; NaN and numbers that 32 bits cannot hold give `INT_MIN`.

    C++ leaves the latter undefined; x86-64 gives INT_MIN, and group limits that are 0/0 depend on it.
    """
    if math.isnan(value) or not INT_MIN <= value < INT_MAX + 1:
        return INT_MIN
    return int(value)


def to_int64(value: float) -> int:
    """`(long long)value`, the same for 64 bits."""
    if math.isnan(value) or not -(2.0**63) <= value < 2.0**63:
        return -(2**63)
    return int(value)


def int32(number: int) -> int:
    """`(int)number` for an integer: the lower 32 bits, signed."""
    return (number + 2**31) % 2**32 - 2**31


def round_trip(value: float) -> float:
    """The number as it is read back after being written with `%f`, which has six decimals.

    The accountant writes every real to its log this way and goes on with what it reads back.
    """
    # Whole numbers, which most weights are, come back as they were.
    return value if value.__class__ is float and value.is_integer() else float(f"{value:f}")


def atof(text: str) -> float:
    """`atof(text)`: the number at the beginning of the text, also in hexadecimal; 0.0 if there is none."""
    match = _LEADING_NUMBER.match(text)
    if match is None:
        return 0.0
    if match[1] is None:
        return float(match[2])
    try:
        return float.fromhex(match[1])
    except OverflowError:
        return -math.inf if match[1].startswith("-") else math.inf


def total(values: Iterable[float]) -> float:
    """Add from left to right, each step rounded to a double.

    `sum` of Python 3.12 and later carries the rounding error along, so it disagrees with the negotiator on sums such
    as 0.33 + 0.66 + 0.01.
    """
    result = 0.0
    for value in values:
        result += value
    return result


def floor(value: float) -> float:
    """`floor(value)` as a real number; infinities and NaN are unchanged."""
    return float(math.floor(value)) if math.isfinite(value) else value


# The order in which GNU libstdc++'s `std::sort` leaves elements, equal ones included.
#
# Submitters, candidate slots and groups are sorted with it in the negotiator, and where keys tie, as they mostly do,
# the result decides who is served first. It is a function of the input order, so it can be reproduced: introsort down
# to runs of sixteen, then insertion (reference: libstdc++'s `bits/stl_algo.h`, `bits/stl_heap.h`).
#
# `std_order` is lazy: the partitions of introsort do not depend on each other, so those to the right need not be sorted
# until they are reached. The first few of a hundred thousand candidates take one pass over the list, one over half of
# it, and so on.

RUN: Final = 16
"""Up to this length libstdc++ leaves a part to insertion sort, which is stable."""


def depth_limit(count: int) -> int:
    """How often partitions are split before heap sort takes over."""
    return 2 * (count.bit_length() - 1)


def median(x: Sequence[Any], a: int, b: int, c: int) -> int:
    """The index of the median of three; which one of equals is taken matters for the result."""
    if x[a] < x[b]:
        return b if x[b] < x[c] else c if x[a] < x[c] else a
    return a if x[a] < x[c] else c if x[b] < x[c] else b


def heap_sort(x: MutableSequence[Any], at: list[Any], first: int, last: int) -> None:
    """`make_heap` and `sort_heap`, the fallback of introsort when partitions stay lopsided."""
    length = last - first
    for parent in range((length - 2) // 2, -1, -1):
        _sift(x, at, first, parent, length, x[first + parent], at[first + parent])
    for end in range(length - 1, 0, -1):
        value, item = x[first + end], at[first + end]
        x[first + end], at[first + end] = x[first], at[first]
        _sift(x, at, first, 0, end, value, item)


def _sift(x: MutableSequence[Any], at: list[Any], first: int, hole: int, length: int, value: Any, item: Any) -> None:
    """Move the hole down to a leaf along the larger children, then the value up from there (`__adjust_heap`)."""
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
_FEW: Final = 1 << 10  # The longest list of equals whose order is cached, and the size of that cache


def std_order(ranks: Sequence[int], items: Iterable[T]) -> Iterator[T]:
    """The items in the order in which `std::sort` would leave them, smallest rank first.

    `ranks` are integers from 0, one for each item. Equals come in the order in which GNU libstdc++ leaves them.
    """
    at = list(items)
    count = len(ranks)
    if count <= RUN:
        yield from (at[place] for place in sorted(range(count), key=ranks.__getitem__))
        return
    if count <= _FEW and ranks.count(ranks[0]) == count:
        yield from map(at.__getitem__, _equals(count)())
        return
    # Bytes can be compared with a pivot several times faster than numbers.
    x: bytearray | list[int] = bytearray(ranks) if max(ranks) < _BYTE else list(ranks)
    yield from ordered(x, at, depth_limit(count))


@lru_cache(maxsize=_FEW)
def _equals(count: int) -> Callable[[], Iterator[int]]:
    """Gives the places of `count` equals in sorted order, which depends on nothing else.

    In a pool of equal machines every scan ends with such a list. The part computed so far is cached.
    """
    known: list[int] = []
    rest = ordered(bytearray(count), list(range(count)), depth_limit(count))

    def places() -> Iterator[int]:
        for number in range(count):
            if number == len(known):
                known.append(next(rest))
            yield known[number]

    return places


def ordered(x: bytearray | list[int], at: list[T], depth: int) -> Iterator[T]:
    """The items in the order of their ranks `x`, with `depth` splits left; both lists are changed."""
    waiting = [(0, len(at), depth)]
    while waiting:
        first, last, depth = waiting.pop()
        while last - first > RUN:
            if depth == 0:
                heap_sort(x, at, first, last)
                break
            depth -= 1
            cut = _partition(x, at, first, last)
            waiting.append((cut, last, depth))
            last = cut
        # Insertion sort is stable, and does not move anything across a split.
        for place in sorted(range(first, last), key=x.__getitem__):
            yield at[place]


def _partition(x: bytearray | list[int], at: list[Any], first: int, last: int) -> int:
    """Move what ranks above the pivot to the right; returns where that begins (`__unguarded_partition_pivot`).

    Both scans stop at equals, so the n-th item from the left that is not below the pivot is swapped with the n-th from
    the right that is not above it, until they meet.
    """
    swap(x, at, first, median(x, first + 1, first + (last - first) // 2, last - 1))
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
    return map(le, repeat(pivot), ranks)


def _not_above(ranks: bytearray | list[int], pivot: int) -> Iterable[int]:
    if isinstance(ranks, bytearray):
        return ranks.translate(b"\1" * (pivot + 1) + bytes(_BYTE - pivot - 1))
    return map(ge, repeat(pivot), ranks)


def swap(x: MutableSequence[Any], at: list[Any], first: int, second: int) -> None:
    """Swap two items and their keys."""
    x[first], x[second] = x[second], x[first]
    at[first], at[second] = at[second], at[first]


def std_sort(items: Iterable[T], key: Callable[[T], Any]) -> list[T]:
    """Sort `items` ascending by `key`, leaving equals in the order that `std::sort` would."""
    listed = list(items)
    keys = [key(item) for item in listed]
    if _any_nan(keys):
        # NaN is neither less nor greater than anything, so even short lists come out unsorted.
        return [listed[i] for i in _introsort([_Partial(value) for value in keys])]
    if len(listed) <= RUN or len(distinct := set(keys)) == len(listed):
        return [listed[i] for i in sorted(range(len(listed)), key=keys.__getitem__)]
    rank = {value: number for number, value in enumerate(sorted(distinct))}
    return list(std_order([rank[value] for value in keys], listed))


def _any_nan(keys: Sequence[Any]) -> bool:
    """Whether any key is NaN, or is a tuple with a NaN in it."""
    values = list(chain.from_iterable(keys)) if keys and isinstance(keys[0], tuple) else keys
    return any(map(ne, values, values))


class _Partial(msgspec.Struct, frozen=True):
    """A key with NaN in it, compared as by HTCondor: the first value that is less or greater decides."""

    key: Any

    def __lt__(self, other: "_Partial") -> bool:
        if not isinstance(self.key, tuple):
            return bool(self.key < other.key)
        pairs = zip(self.key, other.key, strict=True)
        return next((mine < others for mine, others in pairs if mine < others or mine > others), False)


def _introsort(keys: Iterable[Any]) -> list[int]:
    """The original places of the items in sorted order: the algorithm step by step, for partially ordered keys."""
    x = list(keys)
    at = list(range(len(x)))
    waiting = [(0, len(x), depth_limit(len(x)))]
    while waiting:
        first, last, depth = waiting.pop()
        if last - first <= RUN:
            continue
        if depth == 0:
            heap_sort(x, at, first, last)
            continue
        swap(x, at, first, median(x, first + 1, first + (last - first) // 2, last - 1))
        cut = _partition_step_by_step(x, at, first, last)
        waiting += [(first, cut, depth - 1), (cut, last, depth - 1)]
    for i, value in enumerate(x):
        item = at[i]
        to_front = i < RUN and value < x[0]
        while i and (to_front or value < x[i - 1]):
            x[i], at[i] = x[i - 1], at[i - 1]
            i -= 1
        x[i], at[i] = value, item
    return at


def _partition_step_by_step(x: list[Any], at: list[int], first: int, last: int) -> int:
    pivot, low, high = x[first], first + 1, last
    while True:
        # Only with NaN among the keys can these scans reach the ends of the list; C++ would run past them.
        while low < len(x) and x[low] < pivot:
            low += 1
        high -= 1
        while high > 0 and pivot < x[high]:
            high -= 1
        if low >= high:
            return low
        swap(x, at, low, high)
        low += 1
