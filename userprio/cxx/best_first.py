"""The order of `std::sort`, worked out only as far as it is asked for.

Whoever sorts a hundred thousand candidates to take the first ten need not wait for the others: the parts that
introsort cuts a list into do not depend on each other, so those to the right can stay as they are until somebody
wants them. What is left for the first few is one walk over the list, one over half of it, and so on.
"""

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import compress
from typing import Any, Final, TypeVar

from userprio.cxx.introsort import RUN, Heap, depth_limit, median

T = TypeVar("T")

_BYTE: Final = 256


def std_order(ranks: Sequence[int], items: Iterable[T]) -> Iterator[T]:
    """The items in the order in which `std::sort` would leave them, smallest rank first.

    `ranks` are natural numbers, one for each item. Equals come out as GNU libstdc++ leaves them.
    """
    at = list(items)
    count = len(ranks)
    if count <= RUN:
        yield from (at[place] for place in sorted(range(count), key=ranks.__getitem__))
        return
    # Bytes are compared with a pivot several times as fast as numbers.
    x: bytearray | list[int] = bytearray(ranks) if max(ranks) < _BYTE else list(ranks)
    waiting = [(0, count, depth_limit(count))]
    while waiting:
        first, last, depth = waiting.pop()
        while last - first > RUN:
            if depth == 0:
                Heap(x, at).sort(first, last)
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
    _swap(x, at, first, median(x, first + 1, first + (last - first) // 2, last - 1))
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
