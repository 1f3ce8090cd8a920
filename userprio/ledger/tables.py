"""The table of records that a log describes, built as HTCondor replays it (`Log*::Play`), and its order.

HTCondor walks its table, a chained hash table (`HashTable.h`), in an order that is neither sorted nor that of the log:
listings, compaction and the aging of priorities go through the records in it. It follows from the history of insertions
and removals alone, so it can be reproduced.
"""

from collections.abc import Container, Iterable, Mapping
from typing import Final

from userprio.ledger.records import DeleteAttribute, DestroyAd, NewAd, Record, SetAttribute

_FIRST_SIZE: Final = 7
_MASK: Final = 2**64 - 1


class LogTable:
    """Records under construction. Keys are case-sensitive; of attribute names the first spelling is kept.

    `ads` holds the records in the order in which they were made, as attribute name to text of the expression;
    `history` has `+key` for every record made and `-key` for every one destroyed, for `table_order`.
    """

    __slots__ = ("_borrowed", "ads", "history")

    def __init__(self, ads: Mapping[str, Mapping[str, str]] | None = None, history: Iterable[str] = ()) -> None:
        self.ads: dict[str, Mapping[str, str]] = dict(ads or {})
        self.history = list(history)
        self._borrowed = set(self.ads)
        """Keys whose records are shared and are copied before the first change."""

    def play(self, record: Record) -> bool:
        """Apply one record; whether it fitted. Brackets and sequence numbers change nothing here."""
        match record:
            case SetAttribute(key, name, value):
                ad = self.writable(key)
                if ad is None:
                    return False
                ad[spelling(ad, name)] = value
                return True
            case NewAd(key, my_type):
                return self.make(key, my_type)
            case DestroyAd(key):
                return self.destroy(key)
            case DeleteAttribute(key, name):
                ad = self.writable(key)
                return ad is not None and ad.pop(spelling(ad, name), None) is not None
            case _:
                return True

    def writable(self, key: str) -> dict[str, str] | None:
        """The record under `key`, free to be changed; None if there is none."""
        ad = self.ads.get(key)
        if isinstance(ad, dict) and key not in self._borrowed:
            return ad
        if ad is None:
            return None
        own = self.ads[key] = dict(ad)
        self._borrowed.discard(key)
        return own

    def make(self, key: str, my_type: str) -> bool:
        """An empty record under `key`; one that exists keeps what it has."""
        if key in self.ads:
            return False
        escaped = my_type.replace('"', '\\"')
        self.ads[key] = {"MyType": f'"{escaped}"'}
        self.history.append("+" + key)
        return True

    def destroy(self, key: str) -> bool:
        """The record under `key` goes."""
        if self.ads.pop(key, None) is None:
            return False
        self._borrowed.discard(key)
        self.history.append("-" + key)
        return True


def spelling(ad: Mapping[str, str], name: str) -> str:
    """The name under which `ad` has the attribute, or would have it."""
    if name in ad:
        return name
    wanted = name.lower()
    return next((known for known in ad if known.lower() == wanted), name)


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
