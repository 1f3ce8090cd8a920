"""Slots as a scan looks at them: in classes that a request cannot tell apart before it comes to who holds them."""

from collections import Counter
from dataclasses import dataclass, field

from userprio.classad.excerpts import Excerpts
from userprio.negotiation.assessment import SlotKind
from userprio.negotiation.kinds import Relevance


@dataclass(slots=True, eq=False)
class SlotClass:
    """Kinds of slots that agree in whether a request may have them, but for the name of who holds them."""

    number: int
    """From 1; 0 stands for slots that are gone."""
    kind: SlotKind
    """One of them."""
    held: bool
    """Somebody holds them, and preemption is considered."""
    holders: Counter[str | None] = field(default_factory=Counter)
    """How many slots that are still there each user holds; None for those that nobody holds."""


class SlotClasses:
    """Puts kinds of slots in classes.

    Of slots that nobody holds, everything counts that may decide or rank a match. Of others, the ranks wait until one
    of them may be taken at all: the default ranks look at the owner and the run time of its job, and each such slot
    would be a class of its own.
    """

    def __init__(self, free: Relevance, held: Relevance, consider_preemption: bool) -> None:
        self._free = Excerpts(free.names)
        self._held = Excerpts(held.names)
        self._consider_preemption = consider_preemption
        self._known: dict[object, SlotClass] = {}
        self._of_kind: dict[SlotKind, SlotClass] = {}
        self.listed: list[SlotClass] = []
        """In the order of their numbers, which begin with 1."""

    def of(self, kind: SlotKind) -> SlotClass:
        """The class of a kind."""
        known = self._of_kind.get(kind)
        if known is None:
            held = bool(kind.user) and self._consider_preemption
            relevant = self._held if held else self._free
            facts = (
                held,
                kind.user is None,
                kind.protocols,
                kind.weight,
                kind.advertised_weight,
                kind.claiming_schedd,
                kind.resources,
                kind.covered,
            )
            key = (facts, relevant.number(kind.ad))
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = SlotClass(len(self.listed) + 1, kind, held)
                self.listed.append(known)
            self._of_kind[kind] = known
        return known
