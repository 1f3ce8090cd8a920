"""How long a negotiator's steps take, and its time limits: how much of each a cycle has used.

Steps take no time at all, as in a dry run, or what was measured on a real negotiator. The limits are those of
`NEGOTIATOR_MAX_TIME_PER_…`. HTCondor counts whole seconds,
which rounds each visit up or down by chance; here fractions count.
"""

import math
from collections import defaultdict
from typing import Final, NamedTuple

from msgspec import Struct, field
from msgspec.structs import astuple

from userprio.pool import Submitter, TimeLimits


class Costs(Struct, frozen=True):
    """Wall-clock seconds for each kind of step."""

    slot_fetched: float = 0.0
    """Fetching and accounting for a slot's ad, before any submitter is visited."""
    visit: float = 0.0
    """Contacting a schedd about a submitter and waiting for its first answer."""
    request: float = 0.0
    """Receiving, preparing and answering a request."""
    slot_scanned: float = 0.0
    """Considering a slot for a request that has no match list yet."""
    candidate: float = 0.0
    """In addition, for a slot that is a candidate: the rest of both Requirements, its ranks, its place in the list."""
    match: float = 0.0
    """Handing out a slot, including what the schedd does with it, since it reads nothing else meanwhile."""

    def times(self, factor: float) -> "Costs":
        """The costs on a machine that takes `factor` times as long."""
        return Costs(*(factor * cost for cost in astuple(self)))


NO_TIME: Final = Costs()
"""Unlimited time: only limits of zero seconds or less stop such a cycle."""

MEASURED: Final = Costs(
    slot_fetched=80e-6, visit=200e-6, request=70e-6, slot_scanned=1e-6, candidate=4.8e-6, match=200e-6
)
"""A negotiator of 25.14.1 by its own log, with 10 to 4,000 slots of 105 attributes and up to 3,500 jobs.

`python -m tests.pool.costs` measures them again. Negotiator and schedd shared a machine of two cores: a network between
them adds to each visit, and to each match that the schedd cannot take in at once. START was three comparisons;
expressions of several times that length cost several times as much.
"""


_KNOB: Final = "NEGOTIATOR_MAX_TIME_PER_"
PER_CYCLE: Final = f"{_KNOB}CYCLE"
PER_SUBMITTER: Final = f"{_KNOB}SUBMITTER"
PER_SCHEDD: Final = f"{_KNOB}SCHEDD"
PER_VISIT: Final = f"{_KNOB}PIESPIN"


class TimeLeft(NamedTuple):
    """What is left of one of the limits."""

    seconds: float
    knob: str


class Deadline(NamedTuple):
    """When a visit has to stop, in seconds since the cycle began, and the knob that says so."""

    at_s: float
    knob: str


_NEVER: Final = Deadline(math.inf, PER_VISIT)


class Clock(Struct):
    """The time that a cycle has taken so far, in seconds."""

    limits: TimeLimits
    costs: Costs
    now_s: float = 0.0
    """Since the cycle began."""
    _spent: defaultdict[object, float] = field(default_factory=lambda: defaultdict(float))
    """Time spent, by submitter ad and by schedd address."""

    stands_still: bool = False
    """Steps cost no time and every limit is above zero, so that no limit will ever stop a visit."""

    def __post_init__(self) -> None:
        limits = self.limits
        least = min(limits.submitter_s, limits.schedd_s, limits.cycle_s, limits.visit_s)
        self.stands_still = self.costs is NO_TIME and self.now_s == 0 and least > 0

    def used_up(self, submitter: Submitter) -> str | None:
        """The knob of the first limit that leaves no time to visit a submitter, None where all leave some."""
        return next((left.knob for left in self._left(submitter) if left.seconds <= 0), None)

    def deadline(self, submitter: Submitter) -> Deadline:
        """When a visit that begins now has to stop."""
        if self.stands_still:
            return _NEVER
        visit = TimeLeft(float(self.limits.visit_s), PER_VISIT)
        left = min((visit, *self._left(submitter)), key=lambda left: left.seconds)
        return Deadline(self.now_s + left.seconds, left.knob)

    def visited(self, submitter: Submitter, began_s: float) -> None:
        """Charge a visit that has just ended to its submitter and schedd."""
        if self.stands_still:
            return
        for whom in (_ad(submitter), submitter.schedd_address):
            self._spent[whom] += self.now_s - began_s

    def _left(self, submitter: Submitter) -> tuple[TimeLeft, ...]:
        """In the order in which the negotiator looks at them."""
        limits, spent = self.limits, self._spent
        return (
            TimeLeft(limits.submitter_s - spent[_ad(submitter)], PER_SUBMITTER),
            TimeLeft(limits.schedd_s - spent[submitter.schedd_address], PER_SCHEDD),
            TimeLeft(limits.cycle_s - self.now_s, PER_CYCLE),
        )


def _ad(submitter: Submitter) -> object:
    return submitter.name, submitter.schedd_address, submitter.job_prios
