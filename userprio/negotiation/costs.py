"""How long a negotiator's steps take: no time at all, as in a dry run, or what was measured on a real one."""

from typing import Final

from msgspec import Struct
from msgspec.structs import astuple


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
