"""What is said of the slots of a list, place by place, as bytes: flags of all of them are made at once, not one by one.

Flags are integers, a byte for each place, so that they are joined by `&` and `|` with the speed of the machine.
"""

from collections.abc import Iterable, Sequence
from typing import Final

Flags = int
"""An integer with a byte for each place of a list of slots, 1 or 0, the first place being the lowest byte."""

_BYTE: Final = 256
_MOST_ASKED: Final = 16
"""Most groups that are looked through one by one."""


def flags_of(data: bytes | bytearray) -> Flags:
    """Flags from bytes."""
    return int.from_bytes(data, "little")


def without(flags: Flags, others: Flags) -> Flags:
    """The flags that are not among the others."""
    return flags ^ (flags & others)


class CodeColumn:
    """A code for each place, below `count`.

    Codes that fill more than a byte are put in groups of neighbours. What is looked up for each code is mostly the same
    within nearly all groups, if codes are numbered in an order that matters.
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
        found = bytearray(self._bytes.translate(bytes(group[0] for group in groups).ljust(_BYTE, b"\0")))
        for number in mixed:
            for place in self._members_of(number):
                found[place] = table[self._codes[place]]
        return bytes(found)

    def _members_of(self, group: int) -> list[int]:
        if not self._members:
            members: dict[int, list[int]] = {}
            for place, number in enumerate(self._bytes):
                members.setdefault(number, []).append(place)
            self._members = members
        return self._members.get(group, [])


def numbered(things: Iterable[int]) -> tuple[list[int], dict[int, int]]:
    """Codes from 0 on for these numbers, as they are first met, and the code of each."""
    codes: dict[int, int] = {}
    return [codes.setdefault(thing, len(codes)) for thing in things], codes
