"""Classes of slots that no request can tell apart, which of them suit a request, and rank classes of free slots."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final

from userprio.classad import Projection
from userprio.negotiation.matching.assessment import Assessor, SlotKind
from userprio.negotiation.matching.verdicts import Search, out_of_reach

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


class Suiting:
    """The classes whose slots would match a request if they were free.

    They hold as long as the values of expressions do, whether or not they have slots. New classes are checked on
    demand, and empty ones once they get a slot.
    """

    def __init__(self, classes: SlotClasses, held: bool) -> None:
        """Looks at the held classes, or at the free ones."""
        self._classes = classes
        self._met = classes.held if held else classes.free
        self._known: list[SlotClass] = []
        self._looked_at = 0
        self._empty: set[SlotClass] = set()
        """Classes that were empty when it was their turn to be checked."""
        self._refilled = classes.refilled
        """The count at the last check."""

    @property
    def complete(self) -> bool:
        """Whether all classes that have slots were checked."""
        return self._looked_at == len(self._met) and (not self._empty or self._refilled == self._classes.refilled)

    def every(self, search: Search, assessor: Assessor) -> Sequence[SlotClass]:
        """All suitable classes that have or had slots, new ones last; `search` is always for the same request."""
        if not self.complete:
            self._again(search, assessor)
            new, self._looked_at = self._met[self._looked_at :], len(self._met)
            self._look_at(new, search, assessor)
        return self._known

    def with_empty(self, search: Search, assessor: Assessor) -> Sequence[SlotClass]:
        """All suitable classes, those included that lost their slots before anybody asked."""
        self.every(search, assessor)
        if self._empty:
            empty, self._empty = self._empty, set()
            self._match(sorted(empty, key=lambda slot_class: slot_class.number), search, assessor)
        return self._known

    def asked_for(self, search: Search, assessor: Assessor) -> Iterator[SlotClass]:
        """The same, checked lazily."""
        self._again(search, assessor)
        given = 0
        while True:
            # Other callers may find some meanwhile.
            present = self._known[given:]
            yield from present
            given += len(present)
            if given == len(self._known):
                if self._looked_at == len(self._met):
                    break
                self._looked_at += 1
                self._look_at(self._met[self._looked_at - 1 : self._looked_at], search, assessor)

    def _again(self, search: Search, assessor: Assessor) -> None:
        """Check classes that were empty and got slots."""
        if self._refilled != self._classes.refilled:
            again = self._empty.intersection(self._classes.refilled_since(self._refilled))
            self._refilled = self._classes.refilled
            self._empty -= again
            self._look_at(sorted(again, key=lambda slot_class: slot_class.number), search, assessor)

    def _look_at(self, classes: Sequence[SlotClass], search: Search, assessor: Assessor) -> None:
        """Check these classes, unless they are empty."""
        present = [slot_class for slot_class in classes if slot_class.holders]
        if len(present) < len(classes):
            self._empty.update(slot_class for slot_class in classes if not slot_class.holders)
        self._match(present, search, assessor)

    def _match(self, classes: Sequence[SlotClass], search: Search, assessor: Assessor) -> None:
        near = {slot_class.kind: slot_class for slot_class in classes if out_of_reach(search, slot_class.kind) is None}
        self._known += map(near.__getitem__, assessor.matching(search.job, near))
