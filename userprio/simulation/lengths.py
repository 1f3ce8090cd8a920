"""How long jobs run, as far as runs tell: those that are over, and those of which only a part is known.

A run that goes on, or was stopped, says that it is longer than so much; one that had begun before anybody looked is
known only because it was longer than that. The product-limit estimator takes both as they are (Kaplan and Meier 1958;
with late entries Tsai, Jewell and Wang 1987). Between the lengths that it knows, and beyond them, the logarithm of a
length is a linear function of its normal score, which is the quantile of the standard normal distribution at the
length's probability.

The jobs of a cluster may be alike. Their normal scores are then those of a one-way random-effects model: a level that
the cluster's jobs share, and a deviation of each; `sharing` is the part of the variance that is the level's (the
intraclass correlation: Searle, Casella and McCulloch, Variance Components, 1992, chapter 3).
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import accumulate, chain, count, groupby, pairwise
from operator import itemgetter
from random import Random
from statistics import NormalDist
from typing import Final, NamedTuple

from msgspec import Struct

MOST_SPANS: Final = 2000
"""How many of a submitter's latest runs are used."""
_LEAST_S: Final = 0.01
_RARE: Final = 1e-9
"""A probability of no account."""
_MOST_SHARING: Final = 0.99
_LIKE_CLUSTERS: Final = 4
"""What others' clusters tell of a submitter's sharing counts no more than so many of its own."""
_CANDIDATES: Final = 60
"""How many levels are tried where runs of a cluster go on."""
_MOST_RUNNING: Final = 40
"""So many of the runs of a cluster that go on, those that have taken longest, say enough about its level."""
_FEWEST_CLUSTERS: Final = 4
"""So many clusters before and after show a change of lengths."""
_CHANGE: Final = 12.0
"""The square of a difference in standard errors that one in fifty histories without a change shows somewhere."""
_NORMAL: Final = NormalDist()
_ROOT: Final = math.sqrt(0.5)


class Span(Struct, frozen=True):
    """What is known of how long a run takes."""

    length_s: float
    """How long it took, or has taken so far."""
    over: bool = True
    """It ended by itself."""
    known_from_s: float = 0.0
    """How long it had run when it was first seen."""
    cluster: Hashable = None
    """Jobs with the same were submitted together; None: by itself."""


class Lengths:
    """A distribution of lengths, from some spans."""

    def __init__(self, spans: Sequence[Span]) -> None:
        """At least one of the spans is over."""
        self._values, self._parts = _estimated(spans)
        weights = [part - before for before, part in pairwise((0.0, *self._parts))]
        logs, total = [math.log(value) for value in self._values], self._parts[-1]
        centre = sum(weight * log for weight, log in zip(weights, logs, strict=True)) / total
        variance = sum(weight * (log - centre) ** 2 for weight, log in zip(weights, logs, strict=True)) / total
        self._spread = math.sqrt(variance)
        self._scores = [_NORMAL.inv_cdf(part - weight / 2) for part, weight in zip(self._parts, weights, strict=True)]
        self._logs = logs
        self._longest = max(span.length_s for span in spans)
        self.mean_s = sum(weight * value for weight, value in zip(weights, self._values, strict=True)) / total
        """The mean of the known part of the distribution."""

    def draw(self, random: Random, longer_than_s: float = 0.0, level: float = 0.0, sharing: float = 0.0) -> float:
        """A length, of a run that has taken `longer_than_s` already, in a cluster of that level."""
        common, own = math.sqrt(sharing) * level, math.sqrt(1 - sharing)
        least = (self.score(longer_than_s) - common) / own if longer_than_s > 0 else -math.inf
        longer = _above(least)
        if longer >= _RARE:
            # From the upper tail, which is precise where little is left of it.
            rank = -_NORMAL.inv_cdf(min(max(longer * (1 - random.random()), _RARE**2), 1 - _RARE))
            length = self.at(common + own * rank)
            if length > longer_than_s:
                return length
        # Nothing like it is known: it may end at any time.
        return longer_than_s + random.expovariate(1 / self.mean_s)

    def at(self, score: float) -> float:
        """The length at a normal score."""
        left, scores, logs = _above(score), self._scores, self._logs
        goes_on = 1 - self._parts[-1]
        # Some known runs never ended: beyond the longest, nothing but their mean is known.
        if left < goes_on:
            return self._longest - self.mean_s * math.log(max(left / goes_on, _RARE))
        if score <= scores[0]:
            log = logs[0] + self._spread * (score - scores[0])
        elif score < scores[-1]:
            place = bisect_right(scores, score)
            part = (score - scores[place - 1]) / (scores[place] - scores[place - 1])
            log = logs[place - 1] + part * (logs[place] - logs[place - 1])
        else:
            log = logs[-1] if goes_on > _RARE else logs[-1] + self._spread * (score - scores[-1])
        return max(math.exp(log), _LEAST_S)

    def score(self, length_s: float) -> float:
        """The normal score of a length; infinite where nothing like it is known."""
        scores, logs, log = self._scores, self._logs, math.log(max(length_s, _LEAST_S))
        place = bisect_left(logs, log)
        if place < len(logs) and (logs[place] == log or place > 0):
            if logs[place] == log:
                return scores[place]
            part = (log - logs[place - 1]) / (logs[place] - logs[place - 1])
            return scores[place - 1] + part * (scores[place] - scores[place - 1])
        goes_on = 1 - self._parts[-1]
        if place == len(logs) and goes_on > _RARE:
            left = goes_on * math.exp(-max(length_s - self._longest, 0.0) / self.mean_s)
            return -_NORMAL.inv_cdf(max(left, _RARE))
        if not self._spread:
            return -math.inf if place == 0 else math.inf
        end = 0 if place == 0 else -1
        return scores[end] + (log - logs[end]) / self._spread

    def median_s(self, longer_than_s: float = 0.0) -> float:
        """The length within which half of the runs that have taken `longer_than_s` already are over."""
        at = bisect_right(self._values, longer_than_s)
        longer = 1 - (self._parts[at - 1] if at else 0.0)
        half = bisect_left(self._parts, 1 - longer / 2)
        if half < len(self._values) and longer > 0:
            return self._values[half]
        # Nothing like it is known: half of them end within `mean_s` × ln 2.
        return max(longer_than_s, self._longest) + self.mean_s * math.log(2)


def _above(score: float) -> float:
    """The part of the standard normal distribution above a score."""
    return 0.5 * math.erfc(score * _ROOT)


def _estimated(spans: Sequence[Span]) -> tuple[list[float], list[float]]:
    """Lengths in rising order, and the probability of each or a shorter one, at last below 1 if longer ones go on."""
    entries = sorted(span.known_from_s for span in spans)
    ends = sorted((max(span.length_s, _LEAST_S), not span.over) for span in spans)
    values: list[float] = []
    parts: list[float] = []
    left, at = 1.0, 0
    for length, same in groupby(ends, key=itemgetter(0)):
        goes_on = [more for _, more in same]
        over = goes_on.count(False)
        if over:
            # Those that came later than this length were not there to end at it.
            at_risk = max(bisect_right(entries, length) - at, over)
            # A few that came first may all end while longer ones are still to come.
            left *= 1 - over / (at_risk + (at_risk == over and at + len(goes_on) < len(ends)))
            values.append(length)
            parts.append(1 - left)
        at += len(goes_on)
    return values, parts


def _clusters(spans: Iterable[Span]) -> list[list[Span]]:
    """The spans of each cluster."""
    alone, clusters = count(), defaultdict[Hashable, list[Span]](list)
    for span in spans:
        clusters[(next(alone),) if span.cluster is None else span.cluster].append(span)
    return list(clusters.values())


def resampled(spans: Sequence[Span], random: Random) -> list[Span]:
    """As many clusters drawn from these, and a span that is over if none of theirs is (bootstrap, Efron 1979)."""
    clusters = _clusters(spans)
    drawn = [*chain.from_iterable(random.choices(clusters, k=len(clusters)))]
    if not any(span.over for span in drawn):
        drawn.append(random.choice([span for span in spans if span.over]))
    return drawn


def since_change(spans: Sequence[Span]) -> Sequence[Span]:
    """The spans, the latest last, from the cluster on with which lengths became others, if they ever did.

    Where the means of scores before and after differ most, relative to their standard error, is a change if that is
    more than chance brings about somewhere (Hawkins, Testing a Sequence of Observations for a Shift in Location, 1977).
    """
    over = [span for span in spans if span.over]
    clusters = _clusters(over)
    if len(clusters) < 2 * _FEWEST_CLUSTERS:
        return spans
    lengths = Lengths(spans)
    levels = [sum(lengths.score(span.length_s) for span in cluster) / len(cluster) for cluster in clusters]
    before = [*accumulate(levels, initial=0.0)]
    squares = sum(level**2 for level in levels)
    number, total = len(levels), before[-1]

    def statistic(place: int) -> float:
        first, second = before[place], total - before[place]
        explained = first**2 / place + second**2 / (number - place)
        left = max(squares - explained, _RARE) / (number - 2)
        return (explained - total**2 / number) / left

    place = max(range(_FEWEST_CLUSTERS, number - _FEWEST_CLUSTERS + 1), key=statistic)
    if statistic(place) < _CHANGE:
        return spans
    gone = {id(span) for cluster in clusters[:place] for span in cluster}
    return [span for span in spans if id(span) not in gone]


class Variation(NamedTuple):
    """How much the scores of lengths vary between clusters, and within them: sums of squares and degrees of freedom."""

    between: float = 0.0
    between_df: float = 0.0
    within: float = 0.0
    within_df: float = 0.0
    size: float = 1.0
    """Jobs of a cluster, as they count for the variance between clusters."""

    def and_others(self, others: "Variation") -> "Variation":
        """With what others' clusters show, as far as that counts."""
        weight = min(1.0, _LIKE_CLUSTERS / others.between_df) if others.between_df else 0.0
        between_df, size = self.between_df + weight * others.between_df, self.size
        if between_df:
            size = (self.between_df * self.size + weight * others.between_df * others.size) / between_df
        return Variation(
            self.between + weight * others.between,
            between_df,
            self.within + weight * others.within,
            self.within_df + weight * others.within_df,
            size,
        )

    def sharing(self, random: Random) -> float:
        """The intraclass correlation, drawn from what is known of it; evenly from 0 to 1 if nothing is."""
        if self.between_df < 1 or self.within_df < 1:
            return random.random() * _MOST_SHARING
        between = self.between / (2 * random.gammavariate(self.between_df / 2, 1.0))
        within = self.within / (2 * random.gammavariate(self.within_df / 2, 1.0))
        total = between + (self.size - 1) * within
        return min(max((between - within) / total, 0.0), _MOST_SHARING) if total > 0 else _MOST_SHARING


def variation(spans: Sequence[Span]) -> Variation:
    """How much the lengths of runs that are over vary between clusters, and within them."""
    over = [span for span in spans if span.over]
    if not over:
        return Variation()
    lengths = Lengths(spans)
    clusters = [[lengths.score(span.length_s) for span in cluster] for cluster in _clusters(over)]
    number, mean = len(over), sum(map(sum, clusters)) / len(over)
    if len(clusters) < 2 or number == len(clusters):
        return Variation()
    means = [sum(cluster) / len(cluster) for cluster in clusters]
    between = sum(len(own) * (level - mean) ** 2 for own, level in zip(clusters, means, strict=True))
    within = sum((score - level) ** 2 for own, level in zip(clusters, means, strict=True) for score in own)
    size = (number - sum(len(own) ** 2 for own in clusters) / number) / (len(clusters) - 1)
    return Variation(between, len(clusters) - 1, within, number - len(clusters), size)


def pooled(variations: Iterable[Variation]) -> Variation:
    """The variation in several submitters' jobs together."""
    every = [own for own in variations if own.between_df]
    if not every:
        return Variation()
    between, between_df, within, within_df, _ = (sum(column) for column in zip(*every, strict=True))
    size = sum(own.size * own.between_df for own in every) / between_df
    return Variation(between, between_df, within, within_df, size)


def drawn_level(lengths: Lengths, sharing: float, spans: Iterable[Span], random: Random) -> float:
    """The level of a cluster, given what is known of its runs."""
    of_own = 1 - sharing
    over, goes_on = list[float](), list[float]()
    for span in spans:
        score = lengths.score(span.length_s)
        if math.isfinite(score):
            (over if span.over else goes_on).append(score)
    # Of a normal level, given deviations that are normal, too.
    variance = of_own / (of_own + len(over) * sharing)
    mean = variance * math.sqrt(sharing) / of_own * sum(over)
    if not goes_on:
        return random.gauss(mean, math.sqrt(variance))
    levels = [random.gauss(mean, math.sqrt(variance)) for _ in range(_CANDIDATES)]
    common, own = math.sqrt(sharing), math.sqrt(of_own)
    longest = sorted(goes_on)[-_MOST_RUNNING:]
    likely = [
        sum(math.log(max(_above((score - common * level) / own), _RARE**4)) for score in longest) for level in levels
    ]
    most = max(likely)
    return random.choices(levels, [math.exp(weight - most) for weight in likely])[0]
