"""What a negotiator's steps cost in time: nothing, as a cycle is run dry, or what a real one was seen to need."""

from dataclasses import dataclass, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds by the clock for one of each step."""

    slot_fetched: float = 0.0
    """Taking in a slot's ad and its accounting, before anybody is visited."""
    visit: float = 0.0
    """Turning to a schedd for a submitter, asking it, and waiting for its first answer."""
    request: float = 0.0
    """Receiving a request, making it ready, and answering it."""
    slot_scanned: float = 0.0
    """Looking at a slot for a request that has no match list yet."""
    candidate: float = 0.0
    """Of those slots, one that may be given: the rest of both Requirements, its ranks, its place in the list."""
    match: float = 0.0
    """Handing out a slot: what the schedd does with it counts, for it reads no further before."""

    def times(self, factor: float) -> "Costs":
        """The same on a machine that takes so many times as long."""
        return Costs(**{each.name: factor * getattr(self, each.name) for each in fields(self)})


NO_TIME: Final = Costs()
"""All the time it wants: only limits of zero seconds and less hold such a cycle back."""

MEASURED: Final = Costs(
    slot_fetched=80e-6,
    visit=200e-6,
    request=70e-6,
    slot_scanned=1e-6,
    candidate=4.8e-6,
    match=200e-6,
)
"""A negotiator of 25.14.1 by its own log, with 10 to 4,000 slots of 105 attributes and up to 3,500 jobs.

`python -m tests.pool.costs` measures them again. Negotiator and schedd shared a machine of two cores: a network between
them adds to each visit, and to each match that the schedd cannot take in at once. START was three comparisons;
expressions of several times that length cost several times as much.
"""
