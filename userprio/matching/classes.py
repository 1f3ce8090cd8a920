"""Slots in classes that no request can tell apart, and in rank classes, which rank alike for all requests."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from userprio.classad import Projection
from userprio.matching.assessment import SlotKind

_FEW: Final = 64


@dataclass(slots=True, eq=False)
class SlotClass:
    """Slots that agree in whether they match a request, and in what a match costs."""

    number: int
    """From 1 on among those that nobody holds, and among those that somebody holds; mostly few enough for a byte."""
    kind: SlotKind
    """One of them."""
    held: bool
    """Somebody holds them, and preemption is considered."""
    holders: Counter[str | None] = field(default_factory=Counter)
    """How many slots that are still there each user holds; None for those that nobody holds."""


class SlotClasses:
    """Puts kinds of slots in classes and rank classes, by what decides about them."""

    def __init__(self, match: Projection, taking: Projection, ranks: Projection, consider_preemption: bool) -> None:
        """What sets slots apart in matches, in whether they may be taken from their users, and in their ranks."""
        self._match, self._taking, self.ranks = match, taking, ranks
        self._consider_preemption = consider_preemption
        self._known: dict[object, SlotClass] = {}
        self._of_kind: dict[SlotKind, tuple[SlotClass, int]] = {}
        self._rank_classes: dict[int, int] = {}
        self.free: list[SlotClass] = []
        self.held: list[SlotClass] = []
        """In the order in which they were met."""
        self.ranked_kinds: list[SlotKind] = []
        """A kind of each rank class of slots that nobody holds; their numbers begin with 1."""
        self.refilled = 0
        """Counts how often a class without slots has won one."""
        self._refills: dict[SlotClass, int] = {}
        """The count at which each of them last did so, in that order."""

    @property
    def are_stale(self) -> bool:
        """Whether most of those that were met have no slots any more."""
        met = (*self.free, *self.held)
        return len(met) > _FEW and len(met) > 4 * sum(bool(each.holders) for each in met)

    def refill(self, each: SlotClass) -> None:
        """A class without slots wins one."""
        self.refilled += 1
        self._refills.pop(each, None)
        self._refills[each] = self.refilled

    def refilled_since(self, count: int) -> list[SlotClass]:
        """The classes that did so after this count."""
        return [each for each, _ in takewhile(lambda refill: refill[1] > count, reversed(self._refills.items()))]

    def of(self, kind: SlotKind) -> tuple[SlotClass, int]:
        """Class and rank class of a kind; those that somebody holds have none."""
        known = self._of_kind.get(kind)
        if known is None:
            held = bool(kind.user) and self._consider_preemption
            known = self._of_kind[kind] = self._class(kind, held), 0 if held else self._rank_class(kind)
        return known

    def taking(self, kind: SlotKind) -> int:
        """The number of what decides whether a slot may be taken from its user."""
        return kind.number(self._taking)

    def _class(self, kind: SlotKind, held: bool) -> SlotClass:
        facts = kind.protocols, kind.weight, kind.claiming_schedd, kind.resources, kind.covered
        key = (held, kind.flattens, facts, kind.number(self._match))
        known = self._known.get(key)
        if known is None:
            listed = self.held if held else self.free
            known = self._known[key] = SlotClass(len(listed) + 1, kind, held)
            listed.append(known)
        return known

    def _rank_class(self, kind: SlotKind) -> int:
        known = self._rank_classes.setdefault(kind.number(self.ranks), len(self.ranked_kinds) + 1)
        if known > len(self.ranked_kinds):
            self.ranked_kinds.append(kind)
        return known
