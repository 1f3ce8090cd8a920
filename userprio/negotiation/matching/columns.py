"""Codes and flags of the slots of a list, a byte for each place, so that all are computed at once, not one by one.

Flags are large integers, so that `&` and `|` combine all places in one operation.
"""

from collections.abc import Iterable, Sequence
from typing import Final

Flags = int
"""An integer with a byte for each place of a list of slots, 1 or 0, the first place being the lowest byte."""

_BYTE: Final = 256
_MOST_ASKED: Final = 16
"""At most so many groups with different entries are looked through slot by slot."""


def flags_of(data: bytes | bytearray) -> Flags:
    """Flags from bytes."""
    return int.from_bytes(data, "little")


def without(flags: Flags, others: Flags) -> Flags:
    """The flags that are not among the others."""
    return flags ^ (flags & others)


class CodeColumn:
    """A code for each place, below `count`.

    If there are more codes than a byte holds, neighbouring codes form groups. If the order of codes means something,
    the table has the same entry for all codes of nearly every group.
    """

    __slots__ = ("_bytes", "_codes", "_members", "_width")

    def __init__(self, codes: Sequence[int], count: int) -> None:
        self._codes = codes
        self._width = -(-max(count, 1) // _BYTE)
        width = self._width
        self._bytes = bytes(codes) if width == 1 else bytes([code // width for code in codes])
        self._members: dict[int, list[int]] = {}

    def look_up(self, table: bytes) -> bytes:
        """The table's entry for the code of each place."""
        width = self._width
        if width == 1:
            return self._bytes.translate(table.ljust(_BYTE, b"\0"))
        groups = [table[first : first + width] for first in range(0, len(table), width)]
        mixed = [number for number, group in enumerate(groups) if group.count(group[:1]) < len(group)]
        if len(mixed) > _MOST_ASKED:
            return bytes(map(table.__getitem__, self._codes))
        values = bytearray(self._bytes.translate(bytes(group[0] for group in groups).ljust(_BYTE, b"\0")))
        for number in mixed:
            for place in self._members_of(number):
                values[place] = table[self._codes[place]]
        return bytes(values)

    def _members_of(self, group: int) -> list[int]:
        if not self._members:
            members: dict[int, list[int]] = {}
            for place, number in enumerate(self._bytes):
                members.setdefault(number, []).append(place)
            self._members = members
        return self._members.get(group, [])


def numbered(things: Iterable[int]) -> tuple[list[int], dict[int, int]]:
    """A code for each of these numbers, counting from 0 in order of first occurrence, and the codes by number."""
    codes: dict[int, int] = {}
    return [codes.setdefault(thing, len(codes)) for thing in things], codes
