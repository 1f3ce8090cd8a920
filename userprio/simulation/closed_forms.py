"""What can be said of shares without simulating: by factors now and in the long run, by quotas, and how evenly.

Two things are true of priority factors. A share now is in inverse proportion to effective priority, real priority
times factor: doubling a factor halves the submitter's weight in the pie. But real priority follows use. Where everybody
always wants more, use settles where use = c / (use * factor), that is at c divided by the square root of the factor
(`Accountant::UpdateOnePriority`, `Matchmaker::calculateSubmitterLimit`).

What submitters are entitled to follows from that. At every moment the pool belongs to those who ask for something, with
jobs that wait or run. First each group has its quota for its members, as far as they ask for it; what is left of the
pool is for those who ask for more, in groups that accept surplus or in none. Both are divided by weights of
1 / sqrt(factor). Nobody is entitled to more than they ask for.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, combinations, pairwise
from math import fsum, inf, sqrt
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.simulation.results import FactorEffect, Overtaking

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
        name: FactorEffect(now[name], _scaled(now[name], 0.5), later[name], _scaled(later[name], 1 / sqrt(2)))
        for name in effective_priorities
    }


def _normalised(weights: Mapping[str, float]) -> dict[str, float]:
    total = fsum(weights.values())
    return {name: weight / total for name, weight in weights.items()}


def _scaled(share: float, by: float) -> float:
    """A share whose weight in the pie is changed while those of the others stay."""
    return share * by / (1 - share + share * by)


def overtakings(times: Sequence[int], priorities: Mapping[str, Sequence[float]]) -> list[Overtaking]:
    """Who overtakes whom, in the order of time, from effective priorities at those times; smaller is ahead.

    To be ahead is to be so by more than `LEVEL`. A pair that draws level and stays so, or that keeps taking turns, is
    listed once, as level.
    """
    pairs = combinations(priorities.items(), 2)
    return sorted((event for pair in pairs for event in _of_pair(times, *pair)), key=lambda event: event.at)


def _of_pair(
    times: Sequence[int], first: tuple[str, Sequence[float]], second: tuple[str, Sequence[float]]
) -> list[Overtaking]:
    turns: list[Overtaking] = []
    leader: str | None = None
    level_since: int | None = None
    crossed_at: int | None = None
    for at, first_value, second_value in zip(times, first[1], second[1], strict=True):
        ahead = first[0] if first_value < second_value else second[0]
        # With one threshold a pair that swings around it would part and meet again in every other cycle.
        threshold = LEVEL if level_since is None else APART
        apart = abs(first_value - second_value) > threshold * max(first_value, second_value)
        level_since = None if apart else at if level_since is None else level_since
        # It overtakes when it comes ahead, not when it has drawn away far enough to count.
        crossed_at = None if ahead == leader else at if crossed_at is None else crossed_at
        if apart and ahead != leader:
            if leader is not None:
                turns.append(Overtaking(at if crossed_at is None else crossed_at, ahead, leader, level=False))
            leader, crossed_at = ahead, None
    # A pair that swings around level: each turn alone would be noise.
    if len(turns) > _TURNS:
        return [replace(turns[0], level=True)]
    if leader is not None and level_since is not None:
        behind = second[0] if leader == first[0] else first[0]
        turns.append(Overtaking(level_since, behind, leader, level=True))
    return turns


MOST_MOMENTS: Final = 5_000
"""At how many moments of a period it is worked out at most."""
_MOST_FACTOR: Final = 1e300
"""Larger factors count as this one: a ledger may have an infinite one."""


class Entitled(Struct, frozen=True):
    """A submitter who may ask for something."""

    group: int
    factor: float


class GroupRight(Struct, frozen=True):
    """What a group has for its members; the first, number 0, is for those without a group."""

    quota: float
    surplus: bool


def divided(amount: float, wants: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, float]:
    """Divide an amount in proportion to weights; what a submitter does not want goes to the others."""
    shares = dict.fromkeys(wants, 0.0)
    # Those who want the least for their weight first: what they leave, the others share.
    asking = sorted((name for name, want in wants.items() if want > 0), key=lambda name: wants[name] / weights[name])
    # Added up from the end: subtracting large weights one by one would leave nothing of small ones.
    sums = [*accumulate(weights[name] for name in reversed(asking))]
    for name, weights_left in zip(asking, reversed(sums), strict=True):
        shares[name] = min(wants[name], amount * weights[name] / weights_left)
        amount = max(amount - shares[name], 0.0)
    return shares


def entitled_at(
    pool: float, asked: Mapping[str, float], who: Mapping[str, Entitled], groups: Sequence[GroupRight]
) -> dict[str, float]:
    """The weight that submitters are entitled to while they ask for so much."""
    weights = {name: 1 / sqrt(min(who[name].factor, _MOST_FACTOR)) for name in asked}
    by_group: dict[int, dict[str, float]] = defaultdict(dict)
    for name, want in asked.items():
        by_group[who[name].group][name] = want
    shares: dict[str, float] = {}
    for number, wants in by_group.items():
        shares |= divided(min(groups[number].quota, pool), wants, weights)
    left = pool - sum(shares.values())
    if left > 0:
        more = {name: asked[name] - has for name, has in shares.items() if groups[who[name].group].surplus}
        for name, extra in divided(left, more, weights).items():
            shares[name] += extra
    return shares


def entitlements(
    capacity: Sequence[tuple[float, float]],
    demands: Iterable[tuple[str, float, float, float]],
    who: Mapping[str, Entitled],
    groups: Callable[[float], Sequence[GroupRight]],
    begin: float,
    end: float,
) -> dict[str, float]:
    """Weight-seconds that submitters are entitled to from `begin` to `end`.

    `capacity` has the weight of the pool from each time on, first from `begin`; `groups` gives their rights to such a
    weight. `demands` are of jobs: whose, from when, until when, and how much weight they ask for. Both are sampled in
    the middle of `MOST_MOMENTS` equal steps, or of as many as there are seconds if these are fewer.
    """
    moments = max(min(MOST_MOMENTS, int(end - begin)), 1)
    step = (end - begin) / moments
    changes: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name, since, until, weight in demands:
        first, last = _moment(since, begin, step), _moment(until, begin, step)
        if last > max(first, 0):
            changes[max(first, 0)][name] += weight
            changes[last][name] -= weight
    pools = {max(_moment(at, begin, step), 0): weight for at, weight in capacity}
    pool = 0.0
    asked: dict[str, float] = {}
    got: dict[str, float] = defaultdict(float)
    share: dict[str, float] = {}
    moments_of_change = [*sorted(moment for moment in {*changes, *pools} if moment < moments), moments]
    for moment, following in pairwise(moments_of_change):
        pool = pools.get(moment, pool)
        for name, change in changes.get(moment, {}).items():
            asked[name] = asked.get(name, 0.0) + change
        asked = {name: weight for name, weight in asked.items() if weight > 1e-9}
        share = entitled_at(pool, asked, who, groups(pool))
        for name, weight in share.items():
            got[name] += weight * step * (following - moment)
    return dict(got)


def _moment(at: float, begin: float, step: float) -> int:
    """The first of the moments that is not before a time."""
    if at == inf:
        return 2**62
    return -int(-((at - begin) / step - 0.5) // 1)


def jain(values: Sequence[float]) -> float:
    """Jain's index, (sum of x)² / (n * sum of x²): 1 if all are equal, 1/n if one has everything; 1 of nothing.

    R. Jain, D. Chiu and W. Hawe, A Quantitative Measure of Fairness, DEC Research Report TR-301, 1984.
    """
    squares = fsum(value * value for value in values)
    return fsum(values) ** 2 / (len(values) * squares) if squares > 0 else 1.0


def gini(values: Sequence[float]) -> float:
    """The Gini coefficient, the mean difference of two of them over twice their mean: 0 if all are equal; 0 of nothing.

    C. Gini, Variabilità e mutabilità, 1912; with values in order, sum of (2i - n - 1) * x_i / (n * sum of x).
    """
    number, total = len(values), fsum(values)
    if total <= 0:
        return 0.0
    return fsum((2 * rank - number - 1) * value for rank, value in enumerate(sorted(values), 1)) / (number * total)
