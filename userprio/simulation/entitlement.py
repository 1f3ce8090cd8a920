"""What submitters are entitled to over a period, by quotas and priority factors, whoever really got it.

At every moment the pool belongs to those who ask for something, with jobs that wait or run. First each group has its
quota for its members, as far as they ask for it; what is left of the pool is for those who ask for more, in groups that
accept surplus or in none. Both are divided by weights of 1 / sqrt(factor): where everybody always wants more, use
settles there, because real priority follows use (see `priorities`). Nobody is entitled to more than they ask for.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from math import inf, sqrt
from typing import Final

from msgspec import Struct

MOST_MOMENTS: Final = 5_000
"""At how many moments of a period it is worked out at most."""
_MOST_FACTOR: Final = 1e300
"""Larger factors count as this one: a ledger may have an infinite one."""


class Entitled(Struct, frozen=True):
    """Somebody who may ask for something."""

    group: int
    factor: float


class GroupRight(Struct, frozen=True):
    """What a group has for its members; the first, number 0, is for those without a group."""

    quota: float
    surplus: bool


def divided(amount: float, wants: Mapping[str, float], weights: Mapping[str, float]) -> dict[str, float]:
    """Divide an amount in proportion to weights; what somebody does not want goes to the others."""
    got = dict.fromkeys(wants, 0.0)
    # Those who want the least for their weight first: what they leave, the others share.
    asking = sorted((name for name, want in wants.items() if want > 0), key=lambda name: wants[name] / weights[name])
    # Added up from the end: subtracting large weights one by one would leave nothing of small ones.
    wholes = [*accumulate(weights[name] for name in reversed(asking))]
    for name, whole in zip(asking, reversed(wholes), strict=True):
        got[name] = min(wants[name], amount * weights[name] / whole)
        amount = max(amount - got[name], 0.0)
    return got


def entitled_at(
    pool: float, asked: Mapping[str, float], who: Mapping[str, Entitled], groups: Sequence[GroupRight]
) -> dict[str, float]:
    """The weight that everybody is entitled to while they ask for so much."""
    weights = {name: 1 / sqrt(min(who[name].factor, _MOST_FACTOR)) for name in asked}
    by_group: dict[int, dict[str, float]] = defaultdict(dict)
    for name, want in asked.items():
        by_group[who[name].group][name] = want
    got: dict[str, float] = {}
    for number, wants in by_group.items():
        got |= divided(min(groups[number].quota, pool), wants, weights)
    left = pool - sum(got.values())
    if left > 0:
        more = {name: asked[name] - has for name, has in got.items() if groups[who[name].group].surplus}
        for name, extra in divided(left, more, weights).items():
            got[name] += extra
    return got


def entitlements(
    capacity: Sequence[tuple[float, float]],
    demands: Iterable[tuple[str, float, float, float]],
    who: Mapping[str, Entitled],
    groups: Callable[[float], Sequence[GroupRight]],
    begin: float,
    end: float,
) -> dict[str, float]:
    """Weight-seconds that everybody is entitled to from `begin` to `end`.

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
    places = [*sorted(place for place in {*changes, *pools} if place < moments), moments]
    for place, following in pairwise(places):
        pool = pools.get(place, pool)
        for name, change in changes.get(place, {}).items():
            asked[name] = asked.get(name, 0.0) + change
        asked = {name: weight for name, weight in asked.items() if weight > 1e-9}
        share = entitled_at(pool, asked, who, groups(pool))
        for name, weight in share.items():
            got[name] += weight * step * (following - place)
    return dict(got)


def _moment(at: float, begin: float, step: float) -> int:
    """The first of the moments that is not before a time."""
    if at == inf:
        return 2**62
    return -int(-((at - begin) / step - 0.5) // 1)
