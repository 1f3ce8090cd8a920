"""Slots as they are when nobody holds them, nor any part of them: which of them could ever take a job."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from userprio.classad import Ad, ClosurePartition, number_of
from userprio.config import Config
from userprio.negotiation import amounts_of, finite, whole
from userprio.negotiation.schedd import asked_attributes
from userprio.pool import NegotiatorSettings, Pool, ScenarioData
from userprio.simulation.slots import EventClock, SimulatedSlot, SimulatedSlots, machine_of

_OF_DRAINING: Final = ("Draining", "DrainReason", "DrainingRequestId", "AcceptedWhileDraining")


def drained(pool: Pool, machines: Collection[str], config: Config, now: int) -> Pool:
    """The pool with these machines empty and whole, whether or not it has the dynamic slots that were cut from them."""
    clock = EventClock(now)
    slots = SimulatedSlots(pool.slots, config, clock)
    for slot, _ in slots.claimed():
        if machine_of(slot.name) in machines:
            slots.free(slot)
    undrained = {**dict.fromkeys(_OF_DRAINING), "State": "Unclaimed", "Activity": "Idle"}

    def ad_of(slot: SimulatedSlot) -> Ad:
        if machine_of(slot.name) not in machines:
            return slot.ad
        available = amounts_of(slot.ad, clock.evaluator) if slot.partitionable else {}
        totals = {name: number_of(clock.evaluator, slot.ad, f"TotalSlot{name}") or 0.0 for name in available}
        restored = {name: whole(total) for name, total in totals.items() if total > available[name]}
        return slot.ad.replace({**undrained, **restored})

    return replace(pool, slots=tuple(map(ad_of, slots)))


class EligibleSlots:
    """The slots of a pool as they would be if they were empty."""

    def __init__(self, scenario: ScenarioData) -> None:
        clock = EventClock(scenario.now)
        slots = list(SimulatedSlots(scenario.pool.slots, scenario.config, clock))
        self._evaluator = clock.evaluator
        taken: dict[SimulatedSlot, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        for slot in slots:
            if slot.parent is not None:
                for name, amount in slot.amounts.items():
                    taken[slot.parent][name] += amount
        self._slots = [self._emptied(slot, taken[slot]) for slot in slots if slot.parent is None]
        self._asked = asked_attributes(self._slots, NegotiatorSettings.of(scenario)) | {"requirements"}

    def _emptied(self, slot: SimulatedSlot, taken: Mapping[str, float]) -> Ad:
        own = {name: finite(self._evaluator.attribute(name, slot.idle)) for name in taken}
        return slot.idle.replace({name: whole(own[name] + more) for name, more in taken.items()})

    def next_size(self, jobs: Sequence[Ad], request: str, resource: str) -> float | None:
        """The largest smaller request with which these jobs would fit further slots; None if there is none.

        `request` is an attribute of jobs, such as RequestMemory, `resource` that of slots.
        """
        alike = list(_one_of_each(jobs, self._asked))
        least = [job.replace({request: 1}) for job in alike]
        evaluator = self._evaluator
        refusing = (slot for slot in self._slots if not self._takes(slot, alike))
        sizes = {finite(evaluator.attribute(resource, slot)) for slot in refusing if self._takes(slot, least)}
        asked = max((finite(evaluator.attribute(request, job)) for job in alike), default=0.0)
        return max((size for size in sizes if 1 <= size < asked), default=None)

    def fitting(self, jobs: Iterable[Ad]) -> list[bool]:
        """Which of these jobs some slot could take."""
        partition, known = ClosurePartition(self._asked), dict[int, bool]()
        fits = []
        for job in jobs:
            number = partition.number(job)
            if number not in known:
                known[number] = any(self._evaluator.matches(slot, job) for slot in self._slots)
            fits.append(known[number])
        return fits

    def slots(self, jobs: Sequence[Ad]) -> int:
        """How many slots could take one of these jobs; a partitionable one counts once."""
        alike = list(_one_of_each(jobs, self._asked))
        return sum(self._takes(slot, alike) for slot in self._slots)

    def _takes(self, slot: Ad, jobs: Sequence[Ad]) -> bool:
        return any(self._evaluator.matches(slot, job) for job in jobs)


def _one_of_each(jobs: Iterable[Ad], asked: frozenset[str]) -> Iterator[Ad]:
    """One of each set of jobs that agree in the attributes that matching asks for."""
    partition, seen = ClosurePartition(asked), set[int]()
    for job in jobs:
        number = partition.number(job)
        if number not in seen:
            seen.add(number)
            yield job
