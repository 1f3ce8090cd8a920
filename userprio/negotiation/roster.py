"""The slots of a pool in a cycle, and what they come to together, which is kept up as single slots change."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, TypeVar

from userprio.accounting import Charge, SlotStatus
from userprio.classad import Ad, Form
from userprio.frozen import quickly_made
from userprio.kept import differences
from userprio.pool import Missing, NegotiatorSettings, PoolWeights, SlotSize, Trim, total_weights

K = TypeVar("K", bound=Hashable)

_LARGE: Final = 1e9
"""Whole weights below it have sums that do not depend on their order."""


@quickly_made
@dataclass(frozen=True, slots=True, eq=False)
class SlotFacts:
    """What the ad of a slot that was fetched settles by itself."""

    name: str
    ad: Ad
    """As it was fetched."""
    status: SlotStatus
    size: SlotSize
    trim: Trim | None
    """Whatever the slots before it say; see `trims`."""
    counts_limits: bool
    """It has concurrency limits in use, or may have."""
    consumes: bool
    """It has a consumption policy."""
    form: Form | None
    """Where forms are wanted."""

    @property
    def charge(self) -> Charge | None:
        """Who is charged for it, and with what weight."""
        user = self.status.claimed_by
        return None if user is None else (user, self.status.weight)


class Roster:
    """The slots that exist for the negotiator, in the collector's order.

    Each sum is that of `slots`: what changes from one cycle to the next is added and taken away. Weights that are not
    whole are added anew in the order of the slots, on which rounding depends.
    """

    def __init__(self) -> None:
        self._found: Sequence[SlotFacts | Missing] = ()
        self.slots: Sequence[SlotFacts] = ()
        self.charges: Counter[Charge] = Counter()
        self.forms: Counter[Form | None] = Counter()
        self._sizes: Counter[SlotSize] = Counter()
        self._missing: Counter[Missing] = Counter()
        self._trimmed = self._limited = self._consuming = 0

    def turn_to(self, found: Sequence[SlotFacts | Missing]) -> None:
        """Another cycle begins, with these."""
        if found is self._found:
            return
        lost, won = differences(self._found, found)
        for facts in lost:
            self._count(facts, -1)
        for facts in won:
            self._count(facts, 1)
        self._found = found
        self.slots = [facts for facts in found if isinstance(facts, SlotFacts)]

    def _count(self, facts: SlotFacts | Missing, by: int) -> None:
        if isinstance(facts, Missing):
            _add(self._missing, facts, by)
            return
        _add(self._sizes, facts.size, by)
        _add(self.forms, facts.form, by)
        if facts.charge is not None:
            _add(self.charges, facts.charge, by)
        self._trimmed += by * (facts.trim is not None)
        self._limited += by * facts.counts_limits
        self._consuming += by * facts.consumes

    @property
    def nameless(self) -> int:
        """How many are left out for want of a name."""
        return self._missing[Missing.NAME]

    @property
    def consumes(self) -> bool:
        """Whether one has a consumption policy."""
        return self._consuming > 0

    def ads(self) -> list[Ad]:
        """As they were fetched."""
        return list(map(_AD, self.slots))

    def left(self) -> list[Ad]:
        """The ads of those that are left for matching, whatever the slots before them say."""
        return [facts.ad for facts in self.slots if facts.trim is None] if self._trimmed else self.ads()

    def limited(self) -> list[Ad]:
        """The ads of those that have concurrency limits in use, or may have."""
        return [facts.ad for facts in self.slots if facts.counts_limits] if self._limited else []

    def charged(self) -> list[Charge]:
        """Who is charged for what, in the order of the slots."""
        return [facts.charge for facts in self.slots if facts.charge is not None]

    def weights(self, settings: NegotiatorSettings) -> PoolWeights:
        """The size of the pool."""
        if not all(size.weight.is_integer() and size.weight < _LARGE for size in self._sizes):
            return total_weights([facts.size for facts in self.slots], settings)
        return total_weights(self._sizes, settings)

    def in_use(self) -> float:
        """Weight charged to somebody."""
        if not all(weight.is_integer() and weight < _LARGE for _, weight in self.charges):
            return sum(weight for _, weight in self.charged())
        return sum(count * weight for (_, weight), count in self.charges.items())


_AD: Final = attrgetter("ad")


def _add(counts: Counter[K], what: K, by: int) -> None:
    counts[what] += by
    if not counts[what]:
        del counts[what]
