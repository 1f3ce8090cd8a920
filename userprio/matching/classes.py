"""Slots as a scan looks at them: in classes that a request cannot tell apart, coarse ones and finer ones within.

Of slots that nobody holds, a class says whether a request may have them, and a rank class how they rank. Of others,
ranks wait until one of them may be taken at all: the default ranks look at the owner and the run time of its job, and
each such slot would be a rank class of its own.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from userprio.classad import Projection, ReferenceClosure
from userprio.matching.assessment import SlotKind

UNRANKED: Final = 0
"""Of slots that somebody holds."""

GONE: Final = 0
HELD: Final = 1
"""Class bytes of slots that are gone, and of those that somebody holds."""


@dataclass(slots=True, eq=False)
class SlotClass:
    """Slots that agree in whether a request may have them, but for the name of who holds them."""

    class_byte: int
    """What a list of slots notes of it: from 2 on one for each class of slots that nobody holds, mostly few enough for
    a byte; the others are always looked at one by one."""
    kind: SlotKind
    """One of them."""
    held: bool
    """Somebody holds them, and preemption is considered."""
    holders: Counter[str | None] = field(default_factory=Counter)
    """How many slots that are still there each user holds; None for those that nobody holds."""


class SlotClasses:
    """Puts kinds of slots in classes and rank classes, by what decides about them."""

    def __init__(
        self, free: ReferenceClosure, held: ReferenceClosure, ranks: ReferenceClosure, consider_preemption: bool
    ) -> None:
        self._free = Projection(free.names)
        self._held = Projection(held.names)
        self._ranks = Projection(ranks.names)
        self._consider_preemption = consider_preemption
        self._known: dict[object, SlotClass] = {}
        self._of_kind: dict[SlotKind, tuple[SlotClass, int]] = {}
        self._rank_classes: dict[int, int] = {}
        self.listed: list[SlotClass] = []
        """In the order in which they were met."""
        self._last_byte = HELD
        self.ranked_kinds: list[SlotKind] = []
        """A kind of each rank class; their numbers begin with 1."""

    def of(self, kind: SlotKind) -> tuple[SlotClass, int]:
        """Class and rank class of a kind."""
        known = self._of_kind.get(kind)
        if known is None:
            held = bool(kind.user) and self._consider_preemption
            known = self._of_kind[kind] = self._class(kind, held), UNRANKED if held else self._rank_class(kind)
        return known

    def _class(self, kind: SlotKind, held: bool) -> SlotClass:
        facts = (
            held,
            kind.user is None,
            kind.protocols,
            kind.weight,
            kind.claiming_schedd,
            kind.resources,
            kind.covered,
        )
        key = (facts, (self._held if held else self._free).number(kind.ad))
        known = self._known.get(key)
        if known is None:
            self._last_byte += not held
            known = self._known[key] = SlotClass(HELD if held else self._last_byte, kind, held)
            self.listed.append(known)
        return known

    def _rank_class(self, kind: SlotKind) -> int:
        number = self._ranks.number(kind.ad)
        rank_class = self._rank_classes.get(number)
        if rank_class is None:
            self.ranked_kinds.append(kind)
            rank_class = self._rank_classes[number] = len(self.ranked_kinds)
        return rank_class
