"""Simulated time: the present, and what is to happen later."""

import math
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count

from userprio.classad import Evaluator


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
