"""Classes of slots that suit a request."""

from collections.abc import Iterator, Sequence

from userprio.negotiation.matching.assessment import Assessor
from userprio.negotiation.matching.classes import SlotClass, SlotClasses
from userprio.negotiation.matching.verdicts import Search, out_of_reach


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
        near = {slot_class.kind: slot_class for slot_class in present if out_of_reach(search, slot_class.kind) is None}
        self._known += map(near.__getitem__, assessor.matching(search.job, near))
