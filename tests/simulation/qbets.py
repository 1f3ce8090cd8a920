"""Bounds on waits from past waits alone, as QBETS predicts them, to hold the ranges of `wait` against.

After Nurmi, Brevik and Wolski, "QBETS: Queue Bounds Estimation from Time Series" (JSSPP 2007), and Brevik, Nurmi and
Wolski, "Predicting Bounds on Queuing Delay for Batch-scheduled Parallel Machines" (PPoPP 2006): the waits of a queue
are taken as draws from one distribution; how many of n lie below its q-quantile is then binomial, so that an order
statistic bounds the quantile with a given confidence. Where more waits in a row are beyond the bounds than chance
explains, given how much one wait says about the next, the distribution has changed: all but the latest waits that
suffice for a bound are forgotten.
"""

import math
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from random import Random
from statistics import NormalDist

CONFIDENCE = 0.95
LOW, HIGH = 0.1, 0.9
"""The quantiles that are bounded from below and from above: a range of 80 %."""
_RARE = 0.05
"""The part of the runs of waits beyond a bound that may be as long, if nothing has changed."""
_MOST_WAITS = 5_000
"""Earlier ones are forgotten: they say nothing about the present that so many later ones do not."""
_FOR_CORRELATION = 500
_SIMULATED = 40_000


def upper_place(number: int, part: float = HIGH, confidence: float = CONFIDENCE) -> int | None:
    """Which of so many values, the smallest first and counted from 1, is not below the quantile with that confidence.

    None: not even the largest is.
    """
    if part**number > 1 - confidence:
        return None
    # The k-th is below the quantile if k or more values are: summed from the top, where terms are few.
    above, logs = 0.0, (math.log(part), math.log1p(-part))
    for place in range(number, 0, -1):
        choices = math.lgamma(number + 1) - math.lgamma(place + 1) - math.lgamma(number - place + 1)
        above += math.exp(choices + place * logs[0] + (number - place) * logs[1])
        if above > 1 - confidence:
            return place + 1
    return 1


@cache
def fewest(part: float = HIGH, confidence: float = CONFIDENCE) -> int:
    """So many values are needed for a bound."""
    return math.ceil(math.log(1 - confidence) / math.log(part))


@cache
def rare_run(correlation: float, part: float = HIGH) -> int:
    """How many values in a row beyond a quantile are rare, for values of which each is so correlated with the next.

    From a simulated autoregressive series of normal values.
    """
    random, bound, value = Random(0), NormalDist().inv_cdf(part), 0.0
    runs, length = list[int](), 0
    for _ in range(_SIMULATED):
        value = correlation * value + math.sqrt(1 - correlation**2) * random.gauss(0, 1)
        if value > bound:
            length += 1
        elif length:
            runs.append(length)
            length = 0
    runs.sort()
    return runs[math.floor((1 - _RARE) * len(runs))] + 1


def correlation(values: Sequence[float]) -> float:
    """Of each value with the next, in tenths from 0 to 0.9."""
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    products = sum((one - mean) * (other - mean) for one, other in pairwise(values))
    return min(max(math.floor(10 * products / squares) / 10, 0.0), 0.9) if squares else 0.0


class QueueBounds:
    """The bounds that the waits of one queue show so far."""

    def __init__(self) -> None:
        self._waits: deque[float] = deque()
        self._ordered: list[float] = []
        self._beyond = 0
        self._rare = rare_run(0.0)

    def observe(self, wait_s: float) -> None:
        """A job has started that had waited so long."""
        low, high = self.range_s()
        # Beyond either end in a row: both quantiles are a tenth from the end.
        self._beyond = self._beyond + 1 if wait_s > high or wait_s < low else 0
        self._waits.append(wait_s)
        insort(self._ordered, wait_s)
        if self._beyond >= self._rare:
            self._keep(fewest())
            self._beyond = 0
        self._keep(_MOST_WAITS)
        if len(self._waits) % _FOR_CORRELATION == 0:
            latest = list(self._waits)[-_FOR_CORRELATION:]
            self._rare = rare_run(correlation([math.log(value + 1) for value in latest]))

    def _keep(self, number: int) -> None:
        while len(self._waits) > number:
            del self._ordered[bisect_left(self._ordered, self._waits.popleft())]

    def range_s(self, longer_than_s: float = 0.0) -> tuple[float, float]:
        """The bounds of the wait of a job that has waited so long already; infinite where nothing is known."""
        ordered = self._ordered
        if longer_than_s > 0:
            ordered = ordered[bisect_right(ordered, longer_than_s) :]
        place = upper_place(len(ordered))
        if place is None:
            return 0.0, math.inf
        return ordered[len(ordered) - place], ordered[place - 1]
