"""Both truths about priority factors, in closed form.

A share now is in inverse proportion to effective priority, real priority times factor: doubling a factor halves the
submitter's weight in the pie. But real priority follows use. Where everybody always wants more, use settles where
use = c / (use * factor), that is at c divided by the square root of the factor (`Accountant::UpdateOnePriority`,
`Matchmaker::calculateSubmitterLimit`).
"""

from collections.abc import Mapping
from math import fsum, sqrt

from userprio.simulation.result import FactorEffect


def shares_now(effective_priorities: Mapping[str, float]) -> dict[str, float]:
    """Each competitor's fraction of the pie, by effective priority."""
    return _normalised({name: 1 / priority for name, priority in effective_priorities.items()})


def long_run_shares(factors: Mapping[str, float]) -> dict[str, float]:
    """The fractions at which competitors settle who always want more, by priority factor.

    As long as each holds half a slot at least; below that real priorities stay at 0.5.
    """
    return _normalised({name: 1 / sqrt(factor) for name, factor in factors.items()})


def factor_effects(effective_priorities: Mapping[str, float], factors: Mapping[str, float]) -> dict[str, FactorEffect]:
    """What each competitor's factor does, and what twice that factor would."""
    now, later = shares_now(effective_priorities), long_run_shares(factors)
    return {
        name: FactorEffect(
            now=now[name],
            now_doubled=_scaled(now[name], 0.5),
            long_run=later[name],
            long_run_doubled=_scaled(later[name], 1 / sqrt(2)),
        )
        for name in effective_priorities
    }


def _normalised(weights: Mapping[str, float]) -> dict[str, float]:
    whole = fsum(weights.values())
    return {name: weight / whole for name, weight in weights.items()}


def _scaled(share: float, by: float) -> float:
    """A share whose weight in the pie is changed while those of the others stay."""
    return share * by / (1 - share + share * by)
