"""How worlds of one scenario begin: their slots and the jobs that wait and run, read for the first of them only."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from operator import is_
from typing import Any, Final

from msgspec import Struct

from userprio.classad import Ad, Evaluator
from userprio.ledger import Ledger
from userprio.negotiation import Memory
from userprio.negotiation.schedd import Job
from userprio.pool import ScenarioData
from userprio.simulation.schedds import WaitingJobs, running_jobs
from userprio.simulation.slots import Claim, EventClock, Held, Owner, SimulatedSlot, SimulatedSlots

_MOST: Final = 4
"""So many scenarios take turns."""


class _Running(Struct, frozen=True):
    """The jobs that run, each with the place of its claim among all."""

    slots: list[Ad]
    schedds: dict[str, str]
    jobs: list[tuple[int, Owner, Job]]
    next_cluster: int


class Beginning:
    """What worlds of a scenario need not work out again, one after the other. What depended on dice is not kept."""

    def __init__(self, scenario: ScenarioData) -> None:
        self.scenario = scenario
        self._slots: dict[tuple[str, Ad], SimulatedSlot] = {}
        self._waiting: WaitingJobs | None = None
        self._running: _Running | None = None
        self._started: tuple[Set[str], Ledger] | None = None

    def slots(self, clock: EventClock) -> SimulatedSlots:
        """The slots."""
        dice = _dice(clock.evaluator)
        slots = SimulatedSlots(self.scenario.pool.slots, self.scenario.config, clock, self._slots)
        if _dice(clock.evaluator) != dice:
            self._slots = {}
        return slots

    def waiting(self, most: int, evaluator: Evaluator) -> WaitingJobs:
        """The jobs that wait; the first cycle asks for at most so many of those submitted together."""
        if self._waiting is None:
            dice, waiting = _dice(evaluator), WaitingJobs(self.scenario.pool.jobs, evaluator)
            if _dice(evaluator) != dice:
                return waiting
            waiting.ads(most)
            self._waiting = waiting
        return self._waiting.copy(evaluator)

    def started(self, names: Set[str], start: Callable[[], Ledger]) -> Ledger:
        """The ledger of a negotiator that has just begun, with no submitters but these."""
        if self._started is None or self._started[0] != names:
            self._started = names, start()
        return self._started[1]

    def running(
        self,
        claimed: Sequence[Held],
        ads: Sequence[Ad],
        waiting: WaitingJobs,
        schedds: Mapping[str, str],
        evaluator: Evaluator,
    ) -> Iterable[tuple[Claim, Owner, Job]]:
        """See `running_jobs`; `waiting` are those that waited in the beginning."""
        slots, known = [slot.idle for slot, _ in claimed], self._running
        same = known is not None and len(slots) == len(known.slots) and all(map(is_, slots, known.slots))
        if known is not None and same and known.schedds == schedds:
            waiting.next_cluster = known.next_cluster
            return [(claimed[place][1], owner, job) for place, owner, job in known.jobs]
        dice, places = _dice(evaluator), {id(claim): place for place, (_, claim) in enumerate(claimed)}
        jobs = list(running_jobs(claimed, ads, waiting, schedds, evaluator))
        if self._waiting is not None and _dice(evaluator) == dice:
            numbered = [(places[id(claim)], owner, job) for claim, owner, job in jobs]
            self._running = _Running(slots, dict(schedds), numbered, waiting.next_cluster)
        return jobs


def _dice(evaluator: Evaluator) -> int:
    """How often something was read that may differ at the same moment."""
    return evaluator.impure_reads - evaluator.timed_reads


class WorldMemory(Memory):
    """A negotiator's memory, and how worlds begin: for those of a few scenarios that live one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self._beginnings: list[Beginning] = []

    def beginning(self, scenario: ScenarioData) -> Beginning:
        """How worlds of this scenario begin."""
        known = next((known for known in self._beginnings if known.scenario is scenario), None)
        if known is None:
            known = Beginning(scenario)
            self._beginnings = [known, *self._beginnings[: _MOST - 1]]
        return known

    def __reduce__(self) -> tuple[Any, ...]:
        return WorldMemory, ()
