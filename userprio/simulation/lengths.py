"""How long jobs run, drawn from what is known of runs: those that are over, and those of which only a part is known.

A run that goes on, or was stopped, says that it is longer than so much; one that had begun before anybody looked is
known only because it was longer than that. The product-limit estimator takes both as they are (Kaplan and Meier 1958;
with late entries Tsai, Jewell and Wang 1987). What is drawn from it is smoothed on a logarithmic scale, as wide as
Silverman's rule says and filtered so that the variance stays (Silverman, Density Estimation, 1986, 3.31 and 6.4.1).
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from msgspec import Struct

MOST_SPANS: Final = 2000
"""How many of a submitter's latest runs are used."""
_TRIES: Final = 200
_LEAST_S: Final = 0.01


class Span(Struct, frozen=True):
    """What is known of how long a run takes."""

    length_s: float
    """How long it took, or has taken so far."""
    over: bool = True
    """It ended by itself."""
    known_from_s: float = 0.0
    """How long it had run when it was first seen."""


class Lengths:
    """A distribution of lengths, from some spans."""

    def __init__(self, spans: Sequence[Span]) -> None:
        """At least one of the spans is over."""
        self._values, self._parts = _estimated(spans)
        weights = [part - before for part, before in zip(self._parts, [0.0, *self._parts], strict=False)]
        logs = [math.log(value) for value in self._values]
        total = self._parts[-1]
        self._centre = sum(weight * log for weight, log in zip(weights, logs, strict=True)) / total
        variance = sum(weight * (log - self._centre) ** 2 for weight, log in zip(weights, logs, strict=True)) / total
        over = sum(span.over for span in spans)
        # Silverman's rule takes the number of observations; unfinished ones show no length.
        self._width = 0.9 * math.sqrt(variance) * over**-0.2
        self._shrink = 1.0 if variance <= 0 else 1 / math.sqrt(1 + self._width**2 / variance)
        self._longest = max(span.length_s for span in spans)
        self.mean_s = sum(weight * value for weight, value in zip(weights, self._values, strict=True)) / total
        """The mean of the known part of the distribution."""

    def draw(self, random: Random, longer_than_s: float = 0.0) -> float:
        """A length, of a run that has taken `longer_than_s` already."""
        for _ in range(_TRIES):
            length = self._any(random)
            if length > longer_than_s:
                return length
        # Nothing like it is known: it may end at any time.
        return longer_than_s + random.expovariate(1 / self.mean_s)

    def median_s(self, longer_than_s: float = 0.0) -> float:
        """The length within which half of the runs that have taken `longer_than_s` already are over."""
        at = bisect_right(self._values, longer_than_s)
        longer = 1 - (self._parts[at - 1] if at else 0.0)
        half = bisect_left(self._parts, 1 - longer / 2)
        if half < len(self._values) and longer > 0:
            return self._values[half]
        # Nothing like it is known: half of them end within `mean_s` × ln 2.
        return max(longer_than_s, self._longest) + self.mean_s * math.log(2)

    def _any(self, random: Random) -> float:
        at = bisect_right(self._parts, random.random())
        # Some known runs never ended: beyond the longest, nothing but their mean is known.
        if at == len(self._values):
            return self._longest + random.expovariate(1 / self.mean_s)
        if not self._width:
            return self._values[at]
        log = math.log(self._values[at]) - self._centre + random.gauss(0.0, self._width)
        return max(math.exp(self._centre + self._shrink * log), _LEAST_S)


def _estimated(spans: Iterable[Span]) -> tuple[list[float], list[float]]:
    """Lengths in rising order, and the probability of each or a shorter one; the last is below 1 if longer ones are
    known whose end is not."""
    spans = list(spans)
    entries = sorted(span.known_from_s for span in spans)
    ends = sorted((max(span.length_s, _LEAST_S), not span.over) for span in spans)
    values: list[float] = []
    parts: list[float] = []
    left, at = 1.0, 0
    while at < len(ends):
        length = ends[at][0]
        same = at
        while same < len(ends) and ends[same][0] == length:
            same += 1
        over = sum(not goes_on for _, goes_on in ends[at:same])
        if over:
            # Those that came later than this length were not there to end at it.
            at_risk = max(bisect_right(entries, length) - at, over)
            # A few that came first may all end while longer ones are still to come.
            left *= 1 - over / (at_risk + (at_risk == over and same < len(ends)))
            values.append(length)
            parts.append(1 - left)
        at = same
    return values, parts


def resampled(spans: Sequence[Span], random: Random) -> list[Span]:
    """As many spans drawn from these, and one that is over if none of them is (bootstrap, Efron 1979)."""
    drawn = random.choices(spans, k=len(spans))
    if not any(span.over for span in drawn):
        drawn.append(random.choice([span for span in spans if span.over]))
    return drawn
