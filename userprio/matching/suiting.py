"""Classes of slots that a request cannot tell apart, and those of them that suit a request."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from userprio.matching.assessment import Assessor, SlotKind
from userprio.matching.verdicts import Search, out_of_reach


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


@dataclass(slots=True)
class Suiting:
    """The classes whose slots and a request could be brought together if nobody held them.

    They hold as long as expressions do; whether there are slots of them is another question. Classes that are met
    later are asked when somebody wants to know.
    """

    _met: list[SlotClass]
    """All classes that there are; more may come."""
    _known: list[SlotClass] = field(default_factory=list)
    _asked: int = 0

    @property
    def complete(self) -> bool:
        """All were asked."""
        return self._asked == len(self._met)

    def every(self, search: Search, assessor: Assessor) -> Sequence[SlotClass]:
        """All of them, new ones behind the others; `search` is always that of the same request."""
        if not self.complete:
            for _ in self.asked_for(search, assessor):
                pass
        return self._known

    def asked_for(self, search: Search, assessor: Assessor) -> Iterator[SlotClass]:
        """The same, asked no sooner than they are wanted."""
        yield from self._known
        while self._asked < len(self._met):
            each = self._met[self._asked]
            self._asked += 1
            if out_of_reach(search, each.kind) is None and assessor.matches(search.job, each.kind):
                self._known.append(each)
                yield each
