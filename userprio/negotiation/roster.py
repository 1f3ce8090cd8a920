"""The slots and submitters of a cycle, and sums over them; those over slots are updated as single slots change."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Final, TypeVar, cast

from msgspec import Struct

from userprio.accounting import Charge
from userprio.base.incremental import differences
from userprio.classad import Ad, Evaluator, ReferenceSchema, text_of
from userprio.negotiation.facts import SlotFacts, SlotStanding
from userprio.negotiation.schedd import Directory, directory
from userprio.pool import Fetched, Missing, NegotiatorSettings, PoolWeights, Submitter, together, total_weights

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

    def turn_to(self, answers: Sequence[SlotFacts | Missing]) -> None:
        """Begin another cycle, with these slots."""
        if answers is self._found:
            return
        lost, won = differences(self._found, answers)
        self._standings.update(map(_STANDING, _slots(won)))
        self._standings.subtract(Counter(map(_STANDING, _slots(lost))))
        self._missing.update(answer for answer in won if isinstance(answer, Missing))
        self._missing.subtract(answer for answer in lost if isinstance(answer, Missing))
        for standing in [standing for standing, number in self._standings.items() if not number]:
            del self._standings[standing]
        self._found = answers
        self.slots = _slots(answers) if self._missing.total() else cast("Sequence[SlotFacts]", answers)

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


def _slots(slots: Sequence[SlotFacts | Missing]) -> list[SlotFacts]:
    return [facts for facts in slots if isinstance(facts, SlotFacts)]


class Advertised(Struct, frozen=True):
    """The submitters of a cycle and sums over their ads, valid until other ads arrive."""

    ads: tuple[Ad, ...]
    submitters: list[Submitter]
    """Submitters that take part in the cycle."""
    remarks: list[str]
    """What was left out, one sentence each."""
    names: frozenset[str | None]
    """The names in all submitter ads."""
    find: Directory
    """Finds the submitter of a job."""
    running: Mapping[str, int]
    """Running jobs by address of their schedd."""

    @classmethod
    def of(cls, ads: tuple[Ad, ...], fetched: Iterable[Fetched], evaluator: Evaluator) -> "Advertised":
        """Sum up these ads; `fetched` has what was made of each."""
        submitters, remarks = together(fetched)
        names, schedds = (frozenset(text_of(evaluator, ad, name) for ad in ads) for name in ("Name", "ScheddName"))
        running: Counter[str] = Counter()
        for submitter in submitters:
            running[submitter.schedd_address] += submitter.running_jobs
        return cls(ads, submitters, remarks, names, directory(submitters, schedds), running)
