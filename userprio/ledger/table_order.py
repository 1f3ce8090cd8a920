"""The order in which HTCondor walks its table of records: that of a chained hash table (`HashTable.h`).

Listings, compaction and the aging of priorities go through the records in this order, which is neither sorted nor that
of the log. It follows from the history of insertions and removals alone, so it can be reproduced.
"""

from collections.abc import Container, Iterable, Mapping
from typing import Final

_FIRST_SIZE: Final = 7
_MASK: Final = 2**64 - 1


def _hash(key: str) -> int:
    """`hashFunction`: 33 * h + byte, modulo 2^64."""
    h = 0
    for byte in key.encode("utf-8", "surrogateescape"):
        h = 33 * h + byte
    return h & _MASK


def table_order(history: Iterable[str], among: Container[str] | None = None) -> list[str]:
    """The keys that are left after `history`, in the order of HTCondor's table; of a few only, those `among`.

    `history` holds `+key` for a record made and `-key` for one destroyed. A new entry goes to the head of its bucket;
    at a load of 0.8 the table grows to 2n + 1 buckets. It is emptied for that bucket by bucket, each from its head, so
    that entries which stay together change places.
    """
    size = _FIRST_SIZE
    count = 0
    # In the order in which they were put into the table of this size. Chains need not be kept: how entries stand to
    # each other is the same whatever other entries there are.
    entries: dict[str, int] = {}
    for event in history:
        key = event[1:]
        counts = among is None or key in among
        if event[0] == "+":
            if counts:
                entries[key] = _hash(key)
            count += 1
            if count / size >= 0.8:
                entries = dict(_walked(entries, size))
                size = 2 * size + 1
        else:
            if counts:
                del entries[key]
            count -= 1
    return [key for key, _ in _walked(entries, size)]


def _walked(entries: Mapping[str, int], size: int) -> list[tuple[str, int]]:
    """Bucket by bucket, in each the last entry first."""
    walked = list(entries.items())
    walked.reverse()
    walked.sort(key=lambda entry: entry[1] % size)
    return walked
