"""What schedds do by their own timers: they start jobs in bursts, and find jobs for claims that they keep idle."""

import math
from collections import defaultdict
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from userprio.simulation.claimed import Claim
from userprio.simulation.clock import EventClock
from userprio.simulation.slots import SimulatedSlot


class StartBursts(Struct):
    """When a schedd starts jobs: JOB_START_COUNT at once, then not for JOB_START_DELAY seconds."""

    count: int
    delay_s: float
    _at: float = -math.inf
    _used: int = 0

    def next(self, wanted: float) -> float:
        """When a job starts that could start at `wanted`, after those asked for before."""
        if wanted >= self._at + self.delay_s:
            self._at, self._used = wanted, 1
        elif self._used < self.count:
            self._used += 1
        else:
            self._at, self._used = self._at + self.delay_s, 1
        return max(self._at, wanted)


class KeptClaims:
    """Claims that stay without a job, for the next one (`KeepClaimIdle`).

    A schedd looks after all of them every SCHEDD_INTERVAL, whenever it has started a shadow on a new claim
    (`Scheduler::StartJobs`), and when condor_submit sends a reschedule: only then do they get a job, or are released if
    they have waited long enough.
    """

    def __init__(self, interval_s: float, clock: EventClock, serve: Callable[[SimulatedSlot, Claim], bool]) -> None:
        """`serve` gives a claim a job or releases it, and says whether it did either."""
        self._interval_s, self._clock, self._serve = interval_s, clock, serve
        self._kept: dict[str | None, list[tuple[SimulatedSlot, Claim]]] = defaultdict(list)
        self._looked_at: dict[str | None, float] = defaultdict(lambda: clock.now)

    def keep(self, slot: SimulatedSlot, claim: Claim) -> None:
        """Keep one more claim."""
        assert claim.owner is not None
        schedd = claim.owner[1]
        if not self._kept[schedd]:
            self._plan(schedd)
        self._kept[schedd].append((slot, claim))

    def look(self, schedd: str | None) -> None:
        """A schedd looks after its claims, and does so again after its interval."""
        self._looked_at[schedd] = self._clock.now
        kept = self._kept.pop(schedd, [])
        left = [(slot, claim) for slot, claim in kept if slot.claim is claim and not self._serve(slot, claim)]
        if left:
            self._kept[schedd] = left
            self._plan(schedd)

    def _plan(self, schedd: str | None) -> None:
        last = self._looked_at[schedd]
        passed = math.floor((self._clock.now - last) / self._interval_s)
        self._clock.at(last + (passed + 1) * self._interval_s, partial(self._look_again, schedd, last))

    def _look_again(self, schedd: str | None, last: float) -> None:
        if self._looked_at[schedd] == last:
            self.look(schedd)
