"""Classes of slots that no request can tell apart, and rank classes of slots that rank alike for all requests."""

from collections import Counter
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from userprio.classad import Projection
from userprio.negotiation.matching.assessment import SlotKind

_FEW: Final = 64


@dataclass(slots=True, eq=False)
class SlotClass:
    """Slots that agree in which requests they match, and in what a match costs."""

    number: int
    """Counts from 1, separately for free and for held classes; mostly small enough for a byte."""
    kind: SlotKind
    """The kind of one of its slots."""
    held: bool
    """Somebody holds them, and preemption is considered."""
    holders: Counter[str | None] = field(default_factory=Counter)
    """How many of its remaining slots each user holds; None for free slots."""


class SlotClasses:
    """Assigns kinds of slots to classes and rank classes."""

    def __init__(self, match: Projection, taking: Projection, ranks: Projection, consider_preemption: bool) -> None:
        """The projections that distinguish slots in matches, in whether they may be taken from users, and in rank."""
        self._match, self._taking, self.ranks = match, taking, ranks
        self._consider_preemption = consider_preemption
        self._known: dict[object, SlotClass] = {}
        self._of_kind: dict[SlotKind, tuple[SlotClass, int]] = {}
        self._rank_classes: dict[int, int] = {}
        self.free: list[SlotClass] = []
        self.held: list[SlotClass] = []
        """Classes of held slots, in the order of their first appearance."""
        self.ranked_kinds: list[SlotKind] = []
        """One kind of each rank class of free slots; their numbers begin with 1."""
        self.refilled = 0
        """How often a class without slots got one."""
        self._refills: dict[SlotClass, int] = {}
        """The value of `refilled` when each class last got one, ascending."""

    @property
    def are_stale(self) -> bool:
        """Whether most classes have become empty."""
        met = (*self.free, *self.held)
        return len(met) > _FEW and len(met) > 4 * sum(bool(slot_class.holders) for slot_class in met)

    def refill(self, slot_class: SlotClass) -> None:
        """Note that a class without slots gets one."""
        self.refilled += 1
        self._refills.pop(slot_class, None)
        self._refills[slot_class] = self.refilled

    def refilled_since(self, count: int) -> list[SlotClass]:
        """The classes refilled after this count."""
        return [
            slot_class for slot_class, _ in takewhile(lambda refill: refill[1] > count, reversed(self._refills.items()))
        ]

    def of(self, kind: SlotKind) -> tuple[SlotClass, int]:
        """Class and rank class of a kind; held slots have no rank class."""
        known = self._of_kind.get(kind)
        if known is None:
            held = bool(kind.user) and self._consider_preemption
            known = self._of_kind[kind] = self._class(kind, held), 0 if held else self._rank_class(kind)
        return known

    def taking(self, kind: SlotKind) -> int:
        """A number shared by all kinds that agree in what decides whether slots may be taken from their users."""
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
