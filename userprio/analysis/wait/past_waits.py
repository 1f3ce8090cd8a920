"""What a wait is likely to be by the waits of the past alone, whatever made them as long as they were.

A job that has waited for some time is one of those that wait longer: what is left of its wait is what was left of
theirs at that age. So the latest waits of the submitter's own jobs that were longer are taken, and beside them the
latest of everybody's, since the pool is now what it was just now. Where the first of a submitter's jobs to start is
waited for, its own waits are those from one start to the next, or from when the first of them was queued.
"""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct

from userprio.simulation import HIGH, LOW, StartTarget, WaitRange, quantile
from userprio.simulation.history import PastJob

OWN: Final = 50
"""So many of the submitter's latest waits are taken that were longer."""
EVERYBODYS: Final = 20
"""So many of everybody's."""
LEAST_WAITS: Final = 9
"""A tenth of all waits is expected beyond the longest of nine, and more beyond that of fewer."""
_OWN_LOOKED_AT, _LOOKED_AT = 1_000, 3_000
"""Among so many of the latest."""


class _Waits(Struct):
    """In the order of starts."""

    starts: list[float] = []
    of_jobs: list[float] = []
    to_next: list[float] = []
    """From the start before, or since when a job of them waited, to this start."""

    def longer(self, age_s: float, at: float, *, to_next: bool, looked_at: int) -> Iterator[float]:
        """What was left of them at that age, the latest first."""
        end = bisect_right(self.starts, at)
        waits = (self.to_next if to_next else self.of_jobs)[max(end - looked_at, 0) : end]
        return (wait_s - age_s for wait_s in reversed(waits) if wait_s > age_s)


class PastWaits:
    """The waits of jobs that have started, as they were known at any moment."""

    def __init__(self, jobs: Iterable[PastJob]) -> None:
        started = sorted((start, job.id, job) for job in jobs if (start := job.started_at) is not None)
        own: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for start, _, job in started:
            own[job.submitter].append((start, job.queued_at))
        self._own = {name: _Waits(*_waits(starts)) for name, starts in own.items()}
        everybodys = [(start, job.queued_at) for start, _, job in started]
        self._everybodys = _Waits([start for start, _ in everybodys], [start - queued for start, queued in everybodys])

    def left(self, target: StartTarget, waiting: Iterable[PastJob], at: float) -> list[float]:
        """What was left of the waits that were longer than the target's has been so far, the shortest first.

        `waiting` are the jobs that wait at that time, and at least one of them is meant.
        """
        queued = [job.queued_at for job in waiting if target.is_meant((job.submitter, job.schedd), job.id)]
        since, own = min(queued), self._own.get(target.submitter, _Waits())
        of_anyone = target.job is None and target.cluster is None
        if of_anyone and (before := bisect_right(own.starts, at)):
            since = max(since, own.starts[before - 1])
        age_s = max(at - since, 0.0)
        latest = own.longer(age_s, at, to_next=of_anyone, looked_at=_OWN_LOOKED_AT)
        everybodys = self._everybodys.longer(age_s, at, to_next=False, looked_at=_LOOKED_AT)
        return sorted([*islice(latest, OWN), *islice(everybodys, EVERYBODYS)])

    def range(self, target: StartTarget, waiting: Iterable[PastJob], at: float) -> WaitRange:
        """The range and the median of `left`."""
        return range_of(self.left(target, waiting, at))


def range_of(left: Sequence[float]) -> WaitRange:
    """The range and the median of what was left of past waits: from now to any time if these are too few to tell."""
    if len(left) < LEAST_WAITS:
        return WaitRange(len(left), len(left), None, 0.0, None)
    low, median, high = (quantile(left, part) for part in (LOW, 0.5, HIGH))
    return WaitRange(len(left), len(left), median, low, high)


def _waits(starts: Sequence[tuple[float, float]]) -> tuple[list[float], list[float], list[float]]:
    """Of one submitter's starts and the times when these jobs were queued."""
    to_next, earliest = list[float](), math.inf
    for place in range(len(starts) - 1, -1, -1):
        start, queued = starts[place]
        # The first to be queued of those that had not started before.
        earliest = min(earliest, queued)
        to_next.append(start - max(earliest, starts[place - 1][0] if place else -math.inf))
    return [start for start, _ in starts], [start - queued for start, queued in starts], to_next[::-1]
