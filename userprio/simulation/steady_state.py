"""Where a pool settles: what each submitter holds in the long run.

To find that, the pool is run in compressed time: in every cycle priorities come closer to use by a step that shrinks,
as if half-lives were short, and use is averaged once that has settled. Whole slots make use jump where priorities are
level, so the mean is what a submitter has in the long run, not at any moment.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from math import log2
from statistics import fmean
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import QuotaSettings, build_tree
from userprio.classad import Evaluator
from userprio.pool import ScenarioData
from userprio.simulation.forecast_records import ForecastTerms
from userprio.simulation.workload import ASSUMED_S, SteppedWork, asked_by, claims_of, job_lengths
from userprio.simulation.world import SETTLED_S, CycleTimes, World

SETTLING_CYCLES: Final = 40
AVERAGED_CYCLES: Final = 40
JOB_CYCLES: Final = 4
"""Cycles for which a job runs in the mean, in compressed time."""

SHORTEST_STEP_S: Final = 60
LONGEST_STEP_S: Final = 86_400
_FIRST_GAIN, _LAST_GAIN = 0.3, 0.04
"""How far a real priority comes towards use in the first cycle and in the last, as a fraction."""
_ALL_OVER: Final = 2**40
"""A time at which every lease has expired, seconds since the epoch."""


class SteadyState(Struct, frozen=True):
    """The long run, where all submitters always want what they want now. Weights are sums of SlotWeight."""

    in_use: Mapping[str, float]
    """Mean weight by submitter."""
    demand: Mapping[str, float]
    """Weight of running and idle jobs, by submitter."""


def find_steady_state(
    scenario: ScenarioData, terms: ForecastTerms, progress: Callable[[], None] = lambda: None
) -> SteadyState:
    """Where the pool settles; `terms` say how long jobs run. `progress` is called after each cycle.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    evaluator, tree, claims = Evaluator(scenario.now), build_tree(scenario.config), claims_of(scenario)
    asked = asked_by(scenario.pool, claims, QuotaSettings.from_config(scenario.config), evaluator)
    lengths = job_lengths(scenario.pool, claims, terms, tree, evaluator)
    mean_s = fmean([lengths.of(name).seconds for name in asked] or [ASSUMED_S])
    use = long_run_use(scenario, mean_s, progress)
    return SteadyState(use, {name: wants.demand for name, wants in asked.items()})


def long_run_use(scenario: ScenarioData, mean_length_s: float, progress: Callable[[], None]) -> dict[str, float]:
    """Mean weight in use by submitter in the long run. Leases count as expired.

    `progress` is called after each cycle.
    """
    step = max(round(min(mean_length_s / JOB_CYCLES, LONGEST_STEP_S)), SHORTEST_STEP_S)
    knobs = {"CLAIM_WORKLIFE": "0", **dict.fromkeys(("SCHEDD_INTERVAL", "SCHEDD_MIN_INTERVAL"), str(2 * step))}
    # Each claim ends with its job, so that every cycle gives all slots away anew, by the priorities of that moment;
    # and schedds only send their ads when they are told to below, once in a cycle.
    pressed = replace(scenario, config=scenario.config.with_overrides(knobs))
    world = World(pressed, SteppedWork(step, JOB_CYCLES), CycleTimes(step, step))
    world.accountant.expire_leases(_ALL_OVER, world.rules.default_factor, world.behaviour)
    total: dict[str, float] = defaultdict(float)
    for cycle in range(SETTLING_CYCLES + AVERAGED_CYCLES):
        # `UpdateOnePriority` moves priority towards use by 1 - 0.5 ** (step / half-life): this half-life makes it the
        # gain.
        world.half_life_s = -step / log2(1 - _gain(cycle))
        at = scenario.now + (cycle + 1) * step
        world.run_until(at - 1)
        # Older ads would hide the jobs that have come to wait.
        world.send_ads()
        world.run_until(at + SETTLED_S)
        if cycle >= SETTLING_CYCLES:
            for name, weight in world.in_use().items():
                total[name] += weight
        progress()
    return {name: weight / AVERAGED_CYCLES for name, weight in total.items()}


def _gain(cycle: int) -> float:
    """From the first gain to the last while it settles, evenly by ratio."""
    part = min(cycle / SETTLING_CYCLES, 1.0)
    return float(_FIRST_GAIN * (_LAST_GAIN / _FIRST_GAIN) ** part)
