"""The slots of a pool in a cycle, and sums over them that are updated as single slots change."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Final, TypeVar, cast

from userprio.accounting import Charge
from userprio.base.incremental import differences
from userprio.classad import Ad, ReferenceSchema
from userprio.negotiation.facts import SlotFacts, SlotStanding
from userprio.pool import Missing, NegotiatorSettings, PoolWeights, total_weights

K = TypeVar("K", bound=Hashable)

_LARGE: Final = 1e9
"""Whole weights below it have sums that do not depend on their order."""
_AD: Final = attrgetter("ad")
_STANDING: Final = attrgetter("standing")


class Roster:
    """The slots that exist for the negotiator, in the collector's order.

    Only what differs from the cycle before updates the number of slots of each standing, and sums are over standings.
    Weights that are not whole are added in the order of the slots, since rounding depends on it.
    """

    def __init__(self) -> None:
        self._found: Sequence[SlotFacts | Missing] = ()
        self.slots: Sequence[SlotFacts] = ()
        self._standings: Counter[SlotStanding] = Counter()
        self._missing: Counter[Missing] = Counter()

    def turn_to(self, found: Sequence[SlotFacts | Missing]) -> None:
        """Begin another cycle, with these slots."""
        if found is self._found:
            return
        lost, won = differences(self._found, found)
        self._standings.update(map(_STANDING, _slots(won)))
        self._standings.subtract(Counter(map(_STANDING, _slots(lost))))
        self._missing.update(each for each in won if isinstance(each, Missing))
        self._missing.subtract(each for each in lost if isinstance(each, Missing))
        for standing in [standing for standing, number in self._standings.items() if not number]:
            del self._standings[standing]
        self._found = found
        self.slots = _slots(found) if self._missing.total() else cast("Sequence[SlotFacts]", found)

    def _counted(self, what: Callable[[SlotStanding], K]) -> Counter[K]:
        """How many slots there are of each value of a function of their standing."""
        counts: Counter[K] = Counter()
        for standing, number in self._standings.items():
            counts[what(standing)] += number
        return counts

    @property
    def charges(self) -> Counter[Charge]:
        """The charges, each with the number of slots that have it."""
        counts = self._counted(attrgetter("charge"))
        del counts[None]
        return counts

    @property
    def forms(self) -> Counter[ReferenceSchema | None]:
        """How many slots have each form."""
        return self._counted(attrgetter("form"))

    @property
    def nameless(self) -> int:
        """The number of slots left out because they have no name."""
        return self._missing[Missing.NAME]

    @property
    def consumes(self) -> bool:
        """Whether any slot has a consumption policy."""
        return any(standing.consumes for standing in self._standings)

    def ads(self) -> tuple[Ad, ...]:
        """The ads as they were fetched."""
        return tuple(map(_AD, self.slots))

    def left(self) -> Sequence[SlotFacts]:
        """The slots left for matching after trims that do not depend on the slots before them."""
        if all(standing.trim is None for standing in self._standings):
            return self.slots
        return [facts for facts in self.slots if facts.standing.trim is None]

    def limited(self) -> list[Ad]:
        """The ads of slots that use concurrency limits, or may."""
        if not any(standing.counts_limits for standing in self._standings):
            return []
        return [facts.ad for facts in self.slots if facts.standing.counts_limits]

    def charged(self) -> list[Charge]:
        """The charge for each slot that has one, in the order of the slots."""
        return [charge for facts in self.slots if (charge := facts.standing.charge) is not None]

    def weights(self, settings: NegotiatorSettings) -> PoolWeights:
        """The size of the pool."""
        sizes = self._counted(attrgetter("size"))
        if not all(size.weight.is_integer() and size.weight < _LARGE for size in sizes):
            return total_weights([facts.standing.size for facts in self.slots], settings)
        return total_weights(sizes, settings)

    def in_use(self) -> float:
        """Weight in use: the sum of all charges."""
        charges = self.charges
        if not all(weight.is_integer() and weight < _LARGE for _, weight in charges):
            return sum(weight for _, weight in self.charged())
        return sum(count * weight for (_, weight), count in charges.items())


def _slots(found: Sequence[SlotFacts | Missing]) -> list[SlotFacts]:
    return [facts for facts in found if isinstance(facts, SlotFacts)]
