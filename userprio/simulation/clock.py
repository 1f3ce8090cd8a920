"""Simulated time: the present and the events to come, and how HTCondor's daemons keep time.

Timers of daemons count whole seconds, and go off when the daemon is awake.
"""

import math
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, Protocol, TypeVar

from msgspec import Struct, field

from userprio.classad import Ad, Evaluator


class EventClock:
    """The present, and events in the order of their times, then in that in which they were planned."""

    def __init__(self, now: float) -> None:
        self.now: float = now
        """Seconds since the epoch."""
        self.evaluator = Evaluator(int(now))
        """One whose present is that second."""
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    def at(self, time: float, event: Callable[[], None]) -> None:
        """Plan an event."""
        heappush(self._events, (time, next(self._number), event))

    @property
    def next_at(self) -> float:
        """When the next event is; infinite without one."""
        return self._events[0][0] if self._events else math.inf

    def pop(self) -> Callable[[], None]:
        """Take out the next event."""
        return heappop(self._events)[2]

    def turn_to(self, time: float) -> None:
        """Set the present."""
        self.now = time
        if int(time) != self.evaluator.present:
            self.evaluator = self.evaluator.at(int(time))


REPORTED_AFTER_S: Final = 1
"""Seconds from a change to its update: a startd waits for more changes (`ResMgr::rip_update_needed`)."""

CALLED_S: Final = 0.08
"""How long a cycle keeps a schedd busy that it calls. This and the following are means of recorded pools."""
SPAWNING_S: Final = 0.055
"""How long the start of a shadow does: with twenty of them a schedd is busy for over a second."""
FOLLOWING_S: Final = 0.15
"""How long the next job on a claim does."""
LEAVING_S: Final = 0.1
"""How long the end of a claim does."""
MOST_BUSY_S: Final = 1.5
"""Nothing keeps a schedd busy for longer, however much comes together."""

HALF_S: Final = 0.5
"""Assumed fraction of times of which only the second is known."""


def rounded(at: float) -> int:
    """The second for which a schedd sets a timer that is to go off at some time (`Timeslice::updateNextStartTime`)."""
    return math.floor(at + 0.5)


class Daemon(Struct, eq=False):
    """A daemon that sleeps until something happens or a timer is due (`TimerManager::Timeout`, `DaemonCore::Driver`).

    It sleeps for whole seconds from the moment at which it fell asleep, so that a timer goes off at the fraction of a
    second at which the daemon was awake last; or before, as soon as anything wakes it in the second of the timer.
    """

    awake_at: float
    """When it was awake last, seconds since the epoch."""

    def goes_off_at(self, second: int) -> float:
        """When a timer goes off that is set for a second."""
        return self.awake_at if self.awake_at >= second else second + self.awake_at % 1


class AdvertisedSlot(Protocol):
    """A slot that a startd advertises."""

    ad: Ad
    """As it is."""
    advertised: Ad
    """As the collector has it."""


AnySlot = TypeVar("AnySlot", bound=AdvertisedSlot)


class Startd(Daemon, Generic[AnySlot], eq=False):
    """The startd of a machine, which tells the collector what changed about its slots: all at once, a little later."""

    updated_at: int
    """When it last sent the ads of all its slots, as the oldest of them in the snapshot shows."""
    unreported: dict[AnySlot, None] = field(default_factory=dict)
    """Slots that have changed since the collector was told of them."""
    _due: int = 0

    def change(self, slot: AnySlot, ad: Ad, now: float) -> None:
        """Give a slot another ad. The collector must have been told what was due by now."""
        if not self.unreported:
            self._due = math.floor(now) + REPORTED_AFTER_S
        slot.ad = ad
        self.unreported[slot] = None
        self.awake_at = now

    def reports_by(self, now: float) -> bool:
        """Whether there are changes that the collector is to know by now."""
        return bool(self.unreported) and now >= self.goes_off_at(self._due)

    def last_full_update(self, now: float, interval_s: int) -> int:
        """The second in which it last sent the ads of all its slots."""
        last = int(now) - (int(now) - self.updated_at) % interval_s
        return last if now >= self.goes_off_at(last) else last - interval_s
