"""When somebody's effective priority becomes better than another's."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from userprio.simulation.result import Overtaking

LEVEL: Final = 0.02
"""Priorities that differ by no more than this part of the larger one are level: nobody is ahead."""
APART: Final = 0.05
"""Those that were level stay so until they differ by more than this: whole slots make them swing around each other."""
_TURNS: Final = 2
"""A pair that changes places more often than this takes turns."""


def overtakings(times: Sequence[int], priorities: Mapping[str, Sequence[float]]) -> list[Overtaking]:
    """Who overtakes whom, in the order of time, from effective priorities at those times; smaller is ahead.

    Who is ahead has to be so by more than `LEVEL`. A pair that draws level and stays so, or that goes on taking turns,
    is told of once, as level.
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
