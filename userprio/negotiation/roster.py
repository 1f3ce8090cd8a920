"""The slots and submitters of a cycle, and sums over them; those over slots are updated as single slots change.

Facts that follow from a slot's ad alone come first: they are worked out once for all slots whose ads agree in what
decides them.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

from msgspec import Struct

from userprio.accounting import Charge, claimed_by, slot_state, slot_weight
from userprio.base.incremental import differences
from userprio.classad import (
    Ad,
    ChangeKind,
    Evaluator,
    Projection,
    ReferenceIndex,
    ReferenceSchema,
    ReferenceSchemas,
    SchemaProjection,
    integer_of,
    text_of,
)
from userprio.negotiation.matching import consumption_attributes, policy_resources
from userprio.negotiation.schedd import Directory, directory
from userprio.pool import (
    FETCHED_BY,
    Fetched,
    Missing,
    NegotiatorSettings,
    PoolWeights,
    SlotSize,
    Submitter,
    Trim,
    fetched_slot,
    slot_size,
    together,
    total_weights,
    why_trimmed,
)

_LIMITS: Final = ("ConcurrencyLimits", "PreemptingConcurrencyLimits")
_READ: Final = FETCHED_BY | {"activity", "accountinggroup", "remoteuser", "machineresources"}
"""Attributes that decide, in lower case, besides those that configuration and the slot's own expressions name. Which
attributes a slot has, such as `ConsumptionCpus`, depends on its form.
"""
_PRESENT: Final = frozenset(map(str.lower, _LIMITS))
"""Attributes that decide by being there, as those of consumption policies do."""
_SHUTDOWN: Final = frozenset({"daemonshutdown", "daemonshutdownfast"})
_MOST: Final = 1 << 16
"""Largest number of different slots that are cached."""


class SlotStanding(Struct, frozen=True, eq=False):
    """What a negotiator makes of a slot; one object for all slots that agree."""

    weight: float
    matched: bool
    """The slot is in state Matched."""
    user: str | None
    """The user who is charged for it."""
    size: SlotSize
    trim: Trim | None
    """Why it is dropped, not considering the slots before it; see `trims`."""
    counts_limits: bool
    """It uses concurrency limits, or may."""
    consumes: bool
    """It has a consumption policy."""
    form: ReferenceSchema | None
    """None unless forms were asked for."""

    @property
    def charge(self) -> Charge | None:
        """Who is charged for it, and with what weight."""
        return None if self.user is None else (self.user, self.weight)


class SlotFacts(Struct, frozen=True, eq=False, gc=False):
    """A slot that exists for the negotiator."""

    name: str
    ad: Ad
    """As it was fetched."""
    standing: SlotStanding
    group: Hashable = None
    """Shared by slots that agree in all that decides about their standing; None if it is not known."""
    before: "SlotFacts | None" = None
    """The facts of the ad that this one was made from (`Ad.origin`), if both belong to groups."""


class FactFinder:
    """Works out the facts of slots for one configuration and set of versions."""

    def __init__(
        self,
        settings: NegotiatorSettings,
        evaluator: Evaluator,
        forms: ReferenceSchemas,
        met: Callable[[Ad], "SlotFacts | Missing | None"],
    ) -> None:
        """`met` returns the facts of ads that were in the pool before."""
        self._settings, self._evaluator, self._forms, self._met = settings, evaluator, forms, met
        deciding = (settings.slot_constraint, settings.pool_size_constraint, settings.slot_weight)
        self._deciding = [expr for expr in deciding if expr is not None]
        self._read = SchemaProjection(self._deciding, _READ)
        self._known: dict[Hashable, tuple[SlotStanding, Hashable]] = {}
        """The standing of each group, with the object that stands for the group."""
        self._changed: dict[tuple[Hashable, ChangeKind], tuple[SlotStanding, Hashable]] = {}
        """The same by the group of the ads that others were made from, and the kind of changes."""
        self._standings: dict[Hashable, SlotStanding] = {}

    def of(self, raw: Ad) -> SlotFacts | Missing:
        """The facts of a slot, or why it does not exist."""
        origin = raw.origin
        before = None if origin is None else self._met(origin[0])
        if origin is None or not isinstance(before, SlotFacts) or before.group is None:
            return self._read_through(raw)
        known = self._changed.get((before.group, origin[1]))
        if known is not None:
            return SlotFacts(before.name, raw, *known, before)
        answer = self._read_through(raw)
        if isinstance(answer, SlotFacts) and answer.group is not None and answer.name == before.name:
            form = answer.standing.form
            if form is not None and self._read.ignores_differences_in(origin[1], form):
                if len(self._changed) >= _MOST:
                    self._changed.clear()
                self._changed[before.group, origin[1]] = answer.standing, answer.group
                return SlotFacts(answer.name, raw, answer.standing, answer.group, before)
        return answer

    def _read_through(self, raw: Ad) -> SlotFacts | Missing:
        form = self._forms.of(raw)
        number = self._read.number(raw, form)
        return self._found_out(raw, self._forms) if number is None else self._shared(raw, (form, number), self._forms)

    def of_all(self, ads: Sequence[Ad]) -> list[SlotFacts | Missing]:
        """The facts of all slots of a pool to which no others come, without forms."""
        references = ReferenceIndex(ads)
        names = references.names()
        read = {*_READ, *_PRESENT, *consumption_attributes(names)}
        # MyCurrentTime differs from machine to machine, and is asked only of those that say when they shut down.
        if _SHUTDOWN.isdisjoint(names):
            read.remove("mycurrenttime")
        deciding = references.closure(self._deciding, read).names
        if deciding is None:
            return [self._found_out(ad, None) for ad in ads]
        self._known, number = {}, Projection(deciding).number
        return [self._shared(ad, number(ad), None) for ad in ads]

    def _shared(self, raw: Ad, key: Hashable, forms: ReferenceSchemas | None) -> SlotFacts | Missing:
        """The facts of a slot; but for the name they are the same for all with this key."""
        evaluator = self._evaluator
        name, known = text_of(evaluator, raw, "Name"), self._known.get(key)
        if name is not None and known is not None:
            return SlotFacts(name, raw, *known)
        looks = evaluator.impure_reads
        answer = self._found_out(raw, forms)
        if isinstance(answer, SlotFacts) and answer.ad is raw and evaluator.impure_reads == looks:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[key] = answer.standing, key
            return SlotFacts(answer.name, raw, answer.standing, key)
        return answer

    def _found_out(self, raw: Ad, forms: ReferenceSchemas | None) -> SlotFacts | Missing:
        settings, evaluator = self._settings, self._evaluator
        ad = fetched_slot(raw, settings, evaluator)
        if isinstance(ad, Missing):
            return ad
        matched = slot_state(ad, evaluator) == "Matched"
        weight = slot_weight(ad, settings.charging, evaluator)
        standing = self._standing(
            weight,
            matched,
            claimed_by(ad, settings.charging, evaluator),
            slot_size(ad, weight, settings, evaluator),
            why_trimmed(ad, settings, evaluator),
            matched or any(name in ad for name in _LIMITS),
            policy_resources(ad, evaluator) is not None,
            None if forms is None else forms.of(ad),
        )
        return SlotFacts(text_of(evaluator, ad, "Name") or "", ad, standing)

    def _standing(self, weight: float, *others: Any) -> SlotStanding:
        """One object for all slots with these values."""
        if len(self._standings) >= _MOST:
            self._standings.clear()
        key = repr(weight), repr(others[2]), others  # zero is not minus zero
        known = self._standings.get(key)
        if known is None:
            known = self._standings[key] = SlotStanding(weight, *others)
        return known


K = TypeVar("K", bound=Hashable)

_LARGE: Final = 1e9
"""Whole weights below it have sums that do not depend on their order."""
_AD: Final = attrgetter("ad")


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
        self._charges: Counter[Charge] | None = None
        """The charges; None if they were not asked for since the slots changed."""

    def turn_to(self, answers: Sequence[SlotFacts | Missing]) -> None:
        """Begin another cycle, with these slots."""
        if answers is self._found:
            return
        self._charges = None
        lost, won = differences(self._found, answers)
        changes = Counter(_standings(won))
        changes.subtract(Counter(_standings(lost)))
        for standing, change in changes.items():
            if isinstance(standing, Missing):
                self._missing[standing] += change
            elif change:
                self._standings[standing] += change
                if not self._standings[standing]:
                    del self._standings[standing]
        self._found = answers
        self.slots = cast("Sequence[SlotFacts]", answers)
        if self._missing.total():
            self.slots = [facts for facts in answers if isinstance(facts, SlotFacts)]

    def _counted(self, what: Callable[[SlotStanding], K]) -> Counter[K]:
        """How many slots there are of each value of a function of their standing."""
        counts: Counter[K] = Counter()
        for standing, number in self._standings.items():
            counts[what(standing)] += number
        return counts

    @property
    def charges(self) -> Counter[Charge]:
        """The charges, each with the number of slots that have it."""
        return self._counted_charges().copy()

    def _counted_charges(self) -> Counter[Charge]:
        if self._charges is None:
            self._charges = self._counted(attrgetter("charge"))
            del self._charges[None]
        return self._charges

    @property
    def forms(self) -> frozenset[ReferenceSchema | None]:
        """The forms of the slots."""
        return frozenset([standing.form for standing in self._standings])

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
        charges = self._counted_charges()
        if not all(weight.is_integer() and weight < _LARGE for _, weight in charges):
            return sum(weight for _, weight in self.charged())
        return sum(count * weight for (_, weight), count in charges.items())


def _standings(answers: Iterable[SlotFacts | Missing]) -> list[SlotStanding | Missing]:
    return [answer.standing if isinstance(answer, SlotFacts) else answer for answer in answers]


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
    def of(cls, ads: tuple[Ad, ...], fetched: Sequence[Fetched], evaluator: Evaluator) -> "Advertised":
        """Sum up these ads; `fetched` has what was made of each."""
        submitters, remarks = together(fetched)
        names, schedds = set[str | None](), set[str | None]()
        running: Counter[str] = Counter()
        # Of all ads, whether or not they take part: a schedd counts whatever runs.
        for ad, (taking, _) in zip(ads, fetched, strict=True):
            if taking:
                names.add(taking[0].advertised_name)
                schedds.add(taking[0].schedd_name)
                running[taking[0].schedd_address] += taking[0].running_jobs
            else:
                names.add(text_of(evaluator, ad, "Name"))
                schedds.add(text_of(evaluator, ad, "ScheddName"))
                running[text_of(evaluator, ad, "ScheddIpAddr") or ""] += integer_of(evaluator, ad, "RunningJobs")
        return cls(ads, submitters, remarks, frozenset(names), directory(submitters, frozenset(schedds)), running)
