"""Where a pool settles: what everybody holds in the long run, as a value by itself."""

from collections.abc import Callable, Mapping
from statistics import fmean

from msgspec import Struct

from userprio.accounting.quotas import QuotaSettings, build_tree
from userprio.classad import Evaluator
from userprio.pool import ScenarioData
from userprio.simulation.course import steady_state
from userprio.simulation.demand import ASSUMED_S, asked_by, claims_of, job_lengths
from userprio.simulation.result import ForecastTerms


class Settled(Struct, frozen=True):
    """The long run, with everybody always wanting what they want now. Weights are sums of SlotWeight."""

    in_use: Mapping[str, float]
    """Mean weight by submitter."""
    demand: Mapping[str, float]
    """Weight of running and idle jobs, by submitter."""


def settled(scenario: ScenarioData, terms: ForecastTerms, progress: Callable[[], None] = lambda: None) -> Settled:
    """Where the pool settles; `terms` say how long jobs run. `progress` is called after each cycle.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator.
    """
    evaluator, tree, claims = Evaluator(scenario.now), build_tree(scenario.config), claims_of(scenario)
    asked = asked_by(scenario.pool, claims, QuotaSettings.from_config(scenario.config), evaluator)
    lengths = job_lengths(scenario.pool, claims, terms, tree, evaluator)
    mean_s = fmean([lengths.of(name).seconds for name in asked] or [ASSUMED_S])
    use = steady_state(scenario, mean_s, progress)
    return Settled(use, {name: one.demand for name, one in asked.items()})
