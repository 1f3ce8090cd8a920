"""The order in which HTCondor walks its table of records: that of a chained hash table (`HashTable.h`).

Listings, compaction and the aging of priorities go through the records in this order, which is neither sorted nor that
of the log. It follows from the history of insertions and removals alone, so it can be reproduced.
"""

from collections.abc import Iterable
from typing import Final

_FIRST_SIZE: Final = 7
_MASK: Final = 2**64 - 1


def _hash(key: str) -> int:
    """`hashFunction`: 33 * h + byte, modulo 2^64."""
    h = 0
    for byte in key.encode("utf-8", "surrogateescape"):
        h = 33 * h + byte
    return h & _MASK


def table_order(history: Iterable[str]) -> list[str]:
    """The keys that are left after `history`, in the order of HTCondor's table.

    `history` holds `+key` for a record made and `-key` for one destroyed. A new entry goes to the head of its bucket;
    at a load of 0.8 the table grows to 2n + 1 buckets, and a growing table turns its chains around.
    """
    size = _FIRST_SIZE
    buckets: list[list[tuple[int, str]]] = [[] for _ in range(size)]
    count = 0
    for event in history:
        key = event[1:]
        h = _hash(key)
        if event[0] == "+":
            # Chains are kept tail first, so that a new head is appended.
            buckets[h % size].append((h, key))
            count += 1
            if count / size >= 0.8:
                size = 2 * size + 1
                grown: list[list[tuple[int, str]]] = [[] for _ in range(size)]
                for chain in buckets:
                    for entry in reversed(chain):
                        grown[entry[0] % size].append(entry)
                buckets = grown
        else:
            buckets[h % size].remove((h, key))
            count -= 1
    return [key for chain in buckets for _, key in reversed(chain)]
