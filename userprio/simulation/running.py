"""How many jobs of each owner run, and what their slots weigh, as schedds count them for their ads.

A schedd counts every few minutes, and between two counts few slots change: only those are looked at again.
"""

from collections import Counter, defaultdict
from typing import Final, NamedTuple

from userprio.simulation.slots import EventClock, Owner, SimulatedSlots

_LARGE: Final = 1e9
"""Whole weights below it have sums that do not depend on their order."""


class Running(NamedTuple):
    """What runs at a moment, by owner."""

    jobs: dict[Owner, int]
    weights: dict[Owner, float]


class RunningCounts:
    """Counts of what runs in the slots of a simulation."""

    def __init__(self, slots: SimulatedSlots, clock: EventClock) -> None:
        self._slots, self._clock = slots, clock
        self._known: dict[str, tuple[Owner, float]] = {}
        """By name of the slot, whose job runs in it, and its weight."""
        self._counts: Counter[tuple[Owner, float]] = Counter()
        """In how many slots."""

    def now(self) -> Running:
        """What runs at the moment."""
        changed, self._slots.changed = self._slots.changed, {}
        for name in changed:
            before, slot = self._known.pop(name, None), self._slots.named(name)
            if before is not None:
                self._counts[before] -= 1
                if not self._counts[before]:
                    del self._counts[before]
            if slot is None or slot.claim is None or slot.claim.idle_until is not None:
                continue
            owner = slot.claim.owner or (slot.claim.submitter, None)
            runs = self._known[name] = owner, float(slot.weighs(self._clock.evaluator))
            self._counts[runs] += 1
            if slot.weighed is not slot.ad:
                # Its weight may be another one next time.
                self._slots.changed[name] = None
        running = Running(defaultdict(int), defaultdict(float))
        for (owner, weight), count in self._counts.items():
            running.jobs[owner] += count
            running.weights[owner] += count * weight
        if not all(weight.is_integer() and weight < _LARGE for _, weight in self._counts):
            running.weights.clear()
            for slot in self._slots:
                if slot.name in self._known:
                    owner, weight = self._known[slot.name]
                    running.weights[owner] += weight
        return running
