"""Where a pool ends up in which everybody goes on asking as much as now.

The same cycles are run on, with time pressed together: priorities come a step nearer to use in every cycle, by less and
less, as if half-lives were short, and use is averaged when that has settled. Whole slots make use jump where priorities
are level, so the mean is what somebody has in the long run, not what he has at any moment.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from math import log2
from typing import Final

from userprio.accounting import expire_leases
from userprio.pool.scenario import Scenario
from userprio.simulation.lengths import JobLengths
from userprio.simulation.result import Demand, ForecastTerms
from userprio.simulation.world import Pace, World

SETTLING_CYCLES: Final = 40
AVERAGED_CYCLES: Final = 40
JOB_CYCLES: Final = 4
"""Cycles for which a job runs in the mean."""

LONGEST_STEP_S: Final = 86_400
_FIRST_GAIN, _LAST_GAIN = 0.3, 0.04
"""How far a real priority comes towards use in one cycle."""
_ALL_OVER: Final = 2**40
"""A time at which every lease is over, seconds since the epoch."""


def steady_state(
    scenario: Scenario,
    pace: Pace,
    mean_length_s: float,
    progress: Callable[[], None],
) -> dict[str, float]:
    """Mean weight in use by submitter in the long run. Leases are taken for over.

    `progress` is called after each cycle.
    """
    step = max(round(min(mean_length_s / JOB_CYCLES, LONGEST_STEP_S)), 1)
    terms = ForecastTerms(job_length_s=float(step * JOB_CYCLES))
    settling = replace(
        pace,
        step_s=step,
        demand=Demand.CONSTANT,
        lengths=JobLengths(terms, {}, {}, {}),
        worklife_s=0.0,
    )
    world = World(scenario, settling)
    world.ledger = expire_leases(world.ledger, _ALL_OVER, world.rules.default_factor)
    total: dict[str, float] = defaultdict(float)
    at = scenario.now
    for cycle in range(SETTLING_CYCLES + AVERAGED_CYCLES):
        at += step
        world.advance_to(at, half_life_s=-step / log2(1 - _gain(cycle)))
        world.cycle()
        if cycle >= SETTLING_CYCLES:
            for name, weight in world.in_use().items():
                total[name] += weight
        progress()
    return {name: weight / AVERAGED_CYCLES for name, weight in total.items()}


def _gain(cycle: int) -> float:
    """From the first gain to the last while it settles, evenly by ratio."""
    part = min(cycle / SETTLING_CYCLES, 1.0)
    return float(_FIRST_GAIN * (_LAST_GAIN / _FIRST_GAIN) ** part)
