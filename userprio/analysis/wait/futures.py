"""How many futures are drawn, how far each is followed, and what happened in them.

The first start of a submitter comes soon, or nothing can be said about the others. Until half or all of its jobs have
started may take days, and every cycle of a large pool takes its time. So the work is bounded: a future has all its
cycles for as long as `EXACT_WORK` lasts; no more futures are drawn than `DRAWN_WORK` pays for, and no more of these are
followed to the last start than `FOLLOWED_WORK` does, at least `LEAST_FUTURES` of each. What is decided depends on the
futures before, never on the time that they took, so that the same seed gives the same answer.
"""

import math
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from msgspec import Struct

from userprio.analysis.wait.basis import Choice
from userprio.base import Progress, run_each
from userprio.negotiation.schedd import Job
from userprio.pool import ScenarioData
from userprio.simulation import (
    HIGH,
    LEAST_FUTURES,
    LOW,
    SLOW,
    CycleTimes,
    Demand,
    Future,
    JobNumber,
    Milestone,
    Owner,
    Past,
    Start,
    StartTarget,
    WaitRange,
    WorkloadModel,
    WorldMemory,
    ordered_waits,
    sample_future,
    slow_interval_s,
)

MOST_FUTURES: Final = 100
EXACT_WORK: Final = 300_000
"""How much of a future is simulated cycle by cycle; beyond, cycles are left out. The unit of work is a slot or idle
job that a cycle goes over, about 5 microseconds of a processor."""
DRAWN_WORK: Final = 10_000_000
"""How much is simulated in all, once there are `LEAST_FUTURES`."""
FOLLOWED_WORK: Final = 1_500_000
"""How much to see half and all of the jobs start."""
_FOLLOWED_WORK_EACH: Final = 750_000
"""How much for any of them."""
_OF_A_CYCLE: Final = 200
"""So many slots and jobs take as long as what has to be done in any cycle."""
_ENOUGH: Final = (30, 50, 70)
"""After so many futures drawing ends if the answer is precise."""
_PRECISE: Final = 0.1
"""Of the range, which the standard errors of its ends and its median may be; or as long as from cycle to cycle."""
DAY_S = 86_400


class WaitTerms(Struct, frozen=True):
    """How the futures for `wait` are drawn."""

    futures: int | None = None
    """How many futures are drawn; None: as many as make the answer precise, at most `MOST_FUTURES`."""
    seed: int = 0
    """The same seed draws the same futures."""
    horizon_s: int = 3 * DAY_S
    """How far each future goes, in seconds."""
    past: Past | None = None
    """Job lengths and arrivals learnt from a history."""
    coming: Demand | None = None
    """Which jobs come later; None: as in the history if there is one, else demand stays as it is."""
    job_length_s: float | None = None
    job_lengths_s: Mapping[str, float] = {}
    """Mean run times in seconds; see `ForecastTerms`."""
    remedies: bool = True
    """Whether to try remedies."""
    groups: tuple[str, ...] = ()
    """Full names of groups that the submitter may use besides those in which it is known."""
    submitted: JobNumber | None = None
    """Schedd and number of a cluster of the pool that is yet to be submitted: it is waited for from then on."""
    choice: Choice = Choice()
    """What the ranges rest on, as a backtest may have it."""


class MilestoneWait(Struct, frozen=True):
    """How long a submitter waits until so many of its idle jobs have started."""

    milestone: Milestone
    jobs: int
    """How many that is, of those that fit a slot."""
    waits: WaitRange
    followed_s: int
    """How far each of its futures was looked at: no start that comes later is known."""


class FutureSide(Struct, frozen=True):
    """A scenario, whose starts are wanted in it, and the keys under which they are kept."""

    scenario: ScenarioData
    targets: Sequence[StartTarget]
    keys: Sequence[Hashable]
    never: Collection[JobNumber] = ()
    """Jobs that fit no slot, and are not waited for."""
    submitted: Sequence[tuple[Owner, Job]] = ()
    """Jobs that are submitted soon, see `sample_future`."""


class _Futures(Struct, frozen=True):
    """What futures are drawn of."""

    sides: Sequence[FutureSide]
    expected: WorkloadModel
    seed: int
    horizon_s: int
    exact_s: float
    longest_s: float
    memory: WorldMemory


_Draw: TypeAlias = tuple[int, tuple[int, ...], float]
"""The number of a future, of which sides it is wanted, and how far the first of them is followed."""


def _drawn(of: _Futures, draw: _Draw, progress: Progress) -> list[Future]:
    number, wanted, follow_s = draw
    return [
        sample_future(
            side.scenario,
            of.expected,
            side.targets,
            f"{of.seed} {number}",
            of.horizon_s,
            of.memory,
            follow_s=0.0 if index else follow_s,
            exact_s=of.exact_s,
            longest_s=of.longest_s,
            never=side.never,
            submitted=side.submitted,
            tick=partial(progress, 0, 1),
        )
        for index in wanted
        for side in [of.sides[index]]
    ]


class Futures:
    """Random futures of one or more scenarios. What differs between them is due to the scenarios, not to chance."""

    def __init__(
        self,
        sides: Sequence[FutureSide],
        expected: WorkloadModel,
        terms: WaitTerms,
        shortest_s: float,
        executor: Executor | None = None,
    ) -> None:
        """`shortest_s` is the least mean length of anybody's jobs."""
        self._sides, self._terms, self._executor = sides, terms, executor
        self._starts: defaultdict[Hashable, list[Start]] = defaultdict(list)
        self.most = MOST_FUTURES if terms.futures is None else terms.futures
        """How many may be drawn."""
        self.exact_s = _interval_s(sides[0].scenario) * EXACT_WORK // _size(sides[0].scenario) if sides else 0
        """How far ahead no cycle is left out, up to the first start."""
        self.count = 0
        """How many have been drawn."""
        self._work = 0
        """How much was simulated for these."""
        self._followed, self._follow_s = 0, 0
        """How many are followed beyond the first start, and how far."""
        self._longest_s = SLOW * shortest_s
        self._settled: dict[int, Future] = {}
        """The only future of each scenario that leaves nothing to chance."""
        drawing = _Futures(sides, expected, terms.seed, terms.horizon_s, self.exact_s, self._longest_s, WorldMemory())
        self._run = partial(_drawn, drawing)

    def follow(self) -> None:
        """Follow futures of the first scenario until all jobs of its first target have started."""
        scenario = self._sides[0].scenario
        self._followed = self.most
        cycles = islice(self._cycles(self._terms.horizon_s), max(_FOLLOWED_WORK_EACH // _size(scenario), 1))
        self._follow_s = min(self._terms.horizon_s, max(cycles))

    @property
    def bounded(self) -> bool:
        """Whether drawing ended because of `DRAWN_WORK`."""
        return self._terms.futures is None and self.count == self.most < MOST_FUTURES

    @property
    def slowest_s(self) -> int:
        """How far cycles are apart, at most, beyond the first start or `exact_s`; 0: as always."""
        if not self._sides:
            return 0
        interval_s = _interval_s(self._sides[0].scenario)
        ahead_s = max(self._follow_s, self._terms.horizon_s if self.exact_s < self._terms.horizon_s else 0)
        slowest_s = slow_interval_s(ahead_s, interval_s, self._longest_s)
        return slowest_s if slowest_s > interval_s else 0

    def _cycles(self, until_s: float) -> Iterator[int]:
        """When cycles are over, in seconds from the present, in a future that is followed so far."""
        interval_s, at_s = _interval_s(self._sides[0].scenario), 0
        while at_s < until_s:
            at_s += slow_interval_s(at_s, interval_s, self._longest_s)
            yield at_s

    def draw(self, progress: Progress | None = None) -> None:
        """Draw as many as the terms ask for.

        Raises:
            Stopped: `progress` raised it; the futures before stay.
        """
        if not self._sides:
            return
        wanted = self._terms.futures is None
        for count in (1, LEAST_FUTURES, *(_ENOUGH if wanted else ())):
            # What is not yet drawn may become less on the way.
            if count < self.most:
                self._draw(count, progress)
                if count == LEAST_FUTURES:
                    self._bound()
                if count in _ENOUGH and self._is_precise():
                    return
        self._draw(self.most, progress)

    def _draw(self, count: int, progress: Progress | None) -> None:
        """Draw until there are so many."""
        before = self.count
        # What leaves nothing to chance shows it in the first future, which is drawn alone.
        wanted = tuple(index for index in range(len(self._sides)) if index not in self._settled)
        draws = [
            (number, wanted, self._follow_s if number < self._followed else 0.0) for number in range(before, count)
        ]

        def report(done: int, of: int) -> None:
            if progress is not None:
                progress(before + done * len(draws) // of, self.most)

        for own in run_each(self._run, draws, self._executor, report):
            futures = {**self._settled, **dict(zip(wanted, own, strict=True))}
            for index, side in enumerate(self._sides):
                future = futures[index]
                for key, start in zip(side.keys, future.starts, strict=True):
                    self._starts[key].append(start)
                if index not in self._settled:
                    self._work += future.cycles * _size(side.scenario)
                if not future.by_chance:
                    self._settled[index] = future
            self.count += 1

    def _bound(self) -> None:
        """Draw and follow no more futures than the work allows, going by those that were."""
        if self._terms.futures is None:
            self.most = min(self.most, max(DRAWN_WORK * self.count // max(self._work, 1), LEAST_FUTURES))
        if self._followed:
            scenario = self._sides[0].scenario
            ends_s = [self._follow_s if start.all_s is None else start.all_s for start in self._of_first()]
            cycles = sum(sum(1 for _ in self._cycles(end_s)) for end_s in ends_s) / len(ends_s)
            affordable = int(FOLLOWED_WORK / max(cycles * _size(scenario), 1.0))
            self._followed = min(self.most, max(affordable, LEAST_FUTURES))

    def _of_first(self) -> list[Start]:
        return self._starts[self._sides[0].keys[0]]

    def _is_precise(self) -> bool:
        """Whether the ends and the median of the ranges are known well enough."""
        least_s = _interval_s(self._sides[0].scenario)
        for key in self._sides[0].keys:
            for milestone in Milestone:
                starts = self._starts[key] if milestone is Milestone.FIRST else self._starts[key][: self._followed]
                # Where no more will be followed, drawing more brings nothing.
                if milestone is not Milestone.FIRST and self._followed < self.count:
                    continue
                waits = [min(wait_s, self._terms.horizon_s) for wait_s in ordered_waits(starts, milestone)]
                if waits and not is_precise(waits, least_s):
                    return False
        return True

    def starts(self, key: Hashable) -> list[Start]:
        """The first starts under a key, in the order of the futures; none where no slot fits."""
        return self._starts[key]

    def milestones(self, key: Hashable, jobs: int) -> Iterator[MilestoneWait]:
        """Until the first, half and all of so many jobs have started."""
        starts, horizon_s = self._starts[key], self._terms.horizon_s
        simulated = WaitRange.of(starts)
        first = self._terms.choice.of_futures(simulated, horizon_s)
        for milestone in Milestone:
            number = milestone.of(jobs)
            if number == 1:
                yield MilestoneWait(milestone, number, first, horizon_s)
                continue
            waits = WaitRange.of(starts[: self._followed], milestone)
            if first != simulated:
                waits = as_much_later(waits, simulated, first)
            yield MilestoneWait(milestone, number, waits, self._follow_s)


def as_much_later(waits: WaitRange, simulated: WaitRange, first: WaitRange) -> WaitRange:
    """A later start where the first is said to be other than simulated: it comes as long after that as in the futures.

    What past answers show is about first starts alone.
    """

    def moved(end: float | None, old: float | None, new: float | None) -> float:
        return math.inf if end is None or old is None or new is None else max(end - old + new, new)

    low, median, high = sorted(
        (
            moved(waits.low_s, simulated.low_s, first.low_s),
            moved(waits.median_s, simulated.median_s, first.median_s),
            moved(waits.high_s, simulated.high_s, first.high_s),
        )
    )
    return WaitRange(waits.futures, waits.started, *(None if math.isinf(end) else end for end in (median, low, high)))


def _interval_s(scenario: ScenarioData) -> int:
    return CycleTimes.from_config(scenario.config).interval_s


def _size(scenario: ScenarioData) -> int:
    return _OF_A_CYCLE + len(scenario.pool.slots) + len(scenario.pool.jobs)


def is_precise(waits: Sequence[float], least_s: float) -> bool:
    """Whether the standard errors of the median and of both ends of the range are small, or no more than `least_s`.

    The rank of the part p of n values has the standard deviation of a binomial variate, the root of n p (1 - p); the
    values at that distance on either side show the error (David and Nagaraja, Order Statistics, 2003, 7.1).
    """
    last = len(waits) - 1

    def at(rank: float) -> float:
        return waits[min(max(round(rank), 0), last)]

    ranks = {part: part * (len(waits) + 1) - 1 for part in (LOW, 0.5, HIGH)}
    allowed = max(_PRECISE * (at(ranks[HIGH]) - at(ranks[LOW])), least_s)
    errors = {part: math.sqrt(len(waits) * part * (1 - part)) for part in ranks}
    return all(at(rank + errors[part]) - at(rank - errors[part]) <= 2 * allowed for part, rank in ranks.items())
