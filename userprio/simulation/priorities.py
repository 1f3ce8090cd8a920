"""What factors do to priorities, in closed form, and when somebody's effective priority becomes better than another's.

Two things are true of priority factors. A share now is in inverse proportion to effective priority, real priority
times factor: doubling a factor halves the submitter's weight in the pie. But real priority follows use. Where everybody
always wants more, use settles where use = c / (use * factor), that is at c divided by the square root of the factor
(`Accountant::UpdateOnePriority`, `Matchmaker::calculateSubmitterLimit`).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import fsum, sqrt
from typing import Final

from msgspec.structs import replace

from userprio.simulation.result import FactorEffect, Overtaking

LEVEL: Final = 0.02
"""Priorities that differ by no more than this part of the larger one are level: nobody is ahead."""
APART: Final = 0.05
"""Those that were level stay so until they differ by more than this: whole slots make them swing around each other."""
_TURNS: Final = 2
"""A pair that changes places more often than this takes turns."""


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


def overtakings(times: Sequence[int], priorities: Mapping[str, Sequence[float]]) -> list[Overtaking]:
    """Who overtakes whom, in the order of time, from effective priorities at those times; smaller is ahead.

    To be ahead is to be so by more than `LEVEL`. A pair that draws level and stays so, or that keeps taking turns, is
    listed once, as level.
    """
    found = [
        event
        for one, other in combinations(priorities, 2)
        for event in _of_pair(times, (one, priorities[one]), (other, priorities[other]))
    ]
    return sorted(found, key=lambda event: event.at)


def _of_pair(
    times: Sequence[int], one: tuple[str, Sequence[float]], other: tuple[str, Sequence[float]]
) -> list[Overtaking]:
    turns: list[Overtaking] = []
    leader: str | None = None
    level_since: int | None = None
    crossed_at: int | None = None
    for at, mine, theirs in zip(times, one[1], other[1], strict=True):
        ahead = one[0] if mine < theirs else other[0]
        apart = abs(mine - theirs) > (LEVEL if level_since is None else APART) * max(mine, theirs)
        level_since = None if apart else at if level_since is None else level_since
        crossed_at = None if ahead == leader else at if crossed_at is None else crossed_at
        if apart and ahead != leader:
            if leader is not None:
                turns.append(Overtaking(at if crossed_at is None else crossed_at, ahead, leader, level=False))
            leader, crossed_at = ahead, None
    if len(turns) > _TURNS:
        return [replace(turns[0], level=True)]
    if leader is not None and level_since is not None:
        behind = other[0] if leader == one[0] else one[0]
        turns.append(Overtaking(level_since, behind, leader, level=True))
    return turns
