"""What a set of values comes to: one step of the search, counted and kept."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeAlias

from userprio.aim.levers import Lever
from userprio.aim.targets import Course
from userprio.history import History
from userprio.negotiation import Memory, PoolSize, negotiate
from userprio.plan import Changes, CycleFigures, CycleResult
from userprio.pool import Scenario
from userprio.simulation import (
    Calibration,
    ForecastTerms,
    ReplayTerms,
    calibrated,
    cycle_times,
    lived,
    setting_of,
    settled,
)

Values: TypeAlias = tuple[float, ...]
"""A value for each lever."""


class Over(StrEnum):
    """Over what time targets are to be reached."""

    CYCLE = "cycle"
    """What everybody holds after the next cycle: what they hold now, and what they win in it."""
    LONG_RUN = "long-run"
    """What everybody holds in the mean where the pool settles, if everybody goes on wanting what they want now."""
    REPLAY = "replay"
    """What everybody holds in the mean of a past period that is lived again, and how long jobs wait in it."""


_WAITS_S: Final = 120.0
"""Whose jobs wait for longer in the mean would take more."""
MOST_STEPS: Final[Mapping[Over, int]] = {Over.CYCLE: 200, Over.LONG_RUN: 40, Over.REPLAY: 40}
"""Steps unless another number is given."""


class OutOfSteps(Exception):
    """The search has used up its steps."""


class Steps:
    """Makes courses of values, each once, and counts them."""

    def __init__(
        self,
        make: Callable[[Changes], Scenario],
        levers: tuple[Lever, ...],
        course_of: Callable[[Scenario], Course],
        most: int,
        within: float | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """`make` is the scenario with changes made, `course_of` what comes of it."""
        self._make, self._course_of = make, course_of
        self._levers, self._progress, self._within = levers, progress, within
        self._known: dict[Values, Course] = {}
        self.most = most

    @property
    def courses(self) -> Iterable[Course]:
        """All that were worked out."""
        return self._known.values()

    @property
    def taken(self) -> int:
        """How many courses were worked out."""
        return len(self._known)

    def changes(self, values: Values) -> Changes:
        """The changes from what is there to these values."""
        own = Changes()
        for lever, value in zip(self._levers, values, strict=True):
            if value != lever.now:
                own = own.and_then(lever.change(value))
        return own

    def scenario(self, values: Values) -> Scenario:
        """The scenario with these values."""
        return self._make(self.changes(values))

    def course(self, values: Values) -> Course:
        """What these values come to.

        Raises:
            OutOfSteps: that would be a step too many.
        """
        known = self._known.get(values)
        if known is not None:
            return known
        if self.taken >= self.most:
            raise OutOfSteps
        if self._progress is not None:
            self._progress(self.taken, self.most)
        made = self._known[values] = replace(self._course_of(self.scenario(values)), within=self._within)
        return made


def after_cycle(scenario: Scenario, memory: Memory | None = None) -> Course:
    """What everybody holds after a cycle."""
    outcome = negotiate(scenario, memory=memory)
    cycle = CycleFigures(CycleResult(outcome, scenario, {}))
    names = (*cycle.visits, *cycle.names, *cycle.left)
    wanting = frozenset(name for name, left in cycle.left.items() if left > 0)
    kept = {name: cycle.in_use[name] - cycle.preempted[name] for name in names}
    visits = {name: visit for name in names if (visit := cycle.first_visit(name)) is not None}
    return Course(
        *_size(outcome.pool),
        {name: cycle.holds(name) for name in names},
        wanting,
        kept,
        shares={name: visit.share for name, visit in visits.items()},
    )


def in_long_run(scenario: Scenario, terms: ForecastTerms) -> Course:
    """What everybody holds where the pool settles."""
    pool = negotiate(scenario).pool
    found = settled(scenario, terms)
    weight, slot = _size(pool)
    wanting = frozenset(
        name for name, demand in found.demand.items() if demand > found.in_use.get(name, 0.0) + slot / 2
    )
    holds = {**dict.fromkeys(found.demand, 0.0), **found.in_use}
    return Course(weight, slot, holds, wanting, demand=found.demand, exact=False)


def in_replay(scenario: Scenario, history: History, terms: ReplayTerms) -> Course:
    """What everybody holds in the mean of a past period, and how long jobs wait.

    Raises:
        BadInput: the terms make no sense.
    """
    setting = setting_of(scenario, history, terms)
    times = cycle_times(setting, terms)
    policy = lived(setting, times=times)
    length_s = setting.ends_at - setting.begins_at
    slots = len(scenario.pool.slots)
    weight = policy.pool_weight_s / length_s
    return Course(
        weight,
        weight / slots if slots else 0.0,
        {each.name: each.used_weight_s / length_s for each in policy.submitters},
        frozenset(each.name for each in policy.submitters if each.waits.mean_s > _WAITS_S),
        waits={each.name: each.waits.p95_s for each in (*policy.submitters, *policy.groups)},
        exact=False,
        remarks=(*_beside_the_truth(calibrated(policy, setting, times.interval_s)), *setting.assumptions),
    )


def _beside_the_truth(found: Calibration | None) -> Iterator[str]:
    """What is to be said of a replay that need not be what really was."""
    if found is None:
        yield "how near the replay comes to what really was is not known: the history tells of no start in the period"
    elif not found.near:
        yield f"the replay is not near what really was: {'; '.join(found.why_not)}"


def _size(pool: PoolSize) -> tuple[float, float]:
    """Weight of the pool, and of a slot in the mean."""
    return pool.weight, pool.weight / pool.slots if pool.slots else 0.0
