"""Which jobs come later, as those came that are known: how often, in which hours of the day and week, and together.

What was submitted together comes again together. When, is a Poisson process whose rate follows the day and, after some
weeks, the week, as far as the past shows such a rhythm; of the pool as a whole, and of each submitter beside that.
How high the rate is in each hour is drawn anew for each future, since few observations leave that uncertain.
"""

import math
from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Final

from msgspec import Struct

from userprio.classad import Ad
from userprio.simulation.slots import Owner

TOGETHER_S: Final = 60.0
"""Jobs of a submitter that come no further apart were submitted together."""
_HOUR_S, _DAY_S = 3600, 86_400
_HOURS, _DAYS = 24, 7
_FEWEST_BATCHES: Final = 8
"""So many show that a rate has changed."""
_LEAST_PART: Final = 0.1
"""The part of the past that has to lie before and after a change."""
_CHANGE: Final = 3.3
"""A deviation in standard deviations that one in fifty pasts of a steady rate shows somewhere."""
_WEEKS_TO_TELL: Final = 2
"""So many whole weeks show a rhythm of the week."""


class Submission(Struct, frozen=True):
    """A job as it was submitted."""

    owner: Owner
    at: float
    """Seconds since the epoch."""
    ad: Ad
    cluster: int = 0
    """Jobs of one number, submitted together, are alike for their schedd."""


class ArrivingJob(Struct, frozen=True):
    """A job that comes later."""

    at: float
    together: Hashable
    """The same of jobs that are one cluster."""
    like: Submission


Batch = Sequence[Submission]
"""Jobs that were submitted together, in the order of time."""


def batches_of(submissions: Sequence[Submission]) -> list[list[Submission]]:
    """What was submitted together, of one owner's jobs in the order of time."""
    batches: list[list[Submission]] = []
    for submission in submissions:
        if batches and submission.at - batches[-1][-1].at <= TOGETHER_S:
            batches[-1].append(submission)
        else:
            batches.append([submission])
    return batches


def _hour(at: float) -> int:
    return int(at // _HOUR_S) % _HOURS


def _day(at: float) -> int:
    return int(at // _DAY_S) % _DAYS


class Rhythm(Struct, frozen=True):
    """How high a rate is in each hour of the day and on each day of the week (UTC); in the past, 1 in the mean."""

    hours: Sequence[float] = (1.0,) * _HOURS
    days: Sequence[float] = (1.0,) * _DAYS

    def at(self, at: float) -> float:
        """The level at a time."""
        return self.hours[_hour(at)] * self.days[_day(at)]

    @property
    def highest(self) -> float:
        """No level is higher."""
        return max(self.hours) * max(self.days)


STEADY: Final = Rhythm()
"""The same rate at all times."""


def drawn_rhythm(times: Sequence[float], since: float, until: float, random: Random, usual: Rhythm = STEADY) -> Rhythm:
    """The rhythm of events that happened from `since` until `until`, where `usual` is what others' have.

    How high it is in an hour is drawn from what counts tell: a gamma distribution, around the usual and the narrower
    the less the counts of all hours deviate from that beyond chance (Gelman and others, Bayesian Data Analysis, 2013,
    2.6 and 5.1). Where they do not, it is the usual.
    """
    hours, days = list(usual.hours), list(usual.days)
    pieces = list(_pieces(since, until))
    bins = [(hours, _hour)]
    if until - since >= _WEEKS_TO_TELL * _DAYS * _DAY_S:
        bins.append((days, _day))
    for levels, place in bins:
        counts, expected = [0.0] * len(levels), [0.0] * len(levels)
        for at in times:
            counts[place(at)] += 1
        for begin, end in pieces:
            expected[place(begin)] += (end - begin) * hours[_hour(begin)] * days[_day(begin)]
        scale = len(times) / sum(expected)
        expected = [scale * value for value in expected]
        if levels is hours:
            counts, expected = _in_threes(counts), _in_threes(expected)
        factors = _factors(counts, expected, random)
        levels[:] = [level * factor for level, factor in zip(levels, factors, strict=True)]
    mean = sum((end - begin) * hours[_hour(begin)] * days[_day(begin)] for begin, end in pieces) / (until - since)
    return Rhythm(tuple(level / mean for level in hours), tuple(days))


def _pieces(since: float, until: float) -> Iterator[tuple[float, float]]:
    """The parts of a period, none of which goes beyond an hour of the clock."""
    begin = since
    while begin < until:
        end = min((begin // _HOUR_S + 1) * _HOUR_S, until)
        yield begin, end
        begin = end


def _in_threes(values: list[float]) -> list[float]:
    """Each with both of its neighbours, around the clock."""
    return [values[place - 1] + value + values[(place + 1) % len(values)] for place, value in enumerate(values)]


def _factors(counts: Sequence[float], expected: Sequence[float], random: Random) -> list[float]:
    """By how much each count's rate is higher than expected."""
    squares = sum(value**2 for value in expected)
    # The variance beyond that of Poisson counts, relative to the square of their means.
    excess = sum((seen - value) ** 2 - value for seen, value in zip(counts, expected, strict=True))
    if excess <= 0 or not squares:
        return [1.0] * len(counts)
    strength = squares / excess
    return [
        random.gammavariate(strength + seen, 1 / (strength + value))
        for seen, value in zip(counts, expected, strict=True)
    ]


def since_change(batches: Sequence[Batch], since: float, until: float, rhythm: Rhythm) -> tuple[Sequence[Batch], float]:
    """The batches since their rate last changed, if it ever did, and for how many seconds of an even rhythm that is.

    At a steady rate, the part of the events before any moment is the part of the time before it, but for chance.
    """
    ends, passed = list[float](), [0.0]
    for begin, end in _pieces(since, until):
        ends.append(end)
        passed.append(passed[-1] + (end - begin) * rhythm.at(begin))
    whole, number = passed[-1], len(batches)

    def before(at: float) -> float:
        place = min(bisect_left(ends, at), len(ends) - 1)
        return passed[place + 1] - (ends[place] - min(at, ends[place])) * rhythm.at(min(at, until - 1e-6))

    def deviation(place: int) -> float:
        part = before(batches[place][0].at) / whole
        if not _LEAST_PART <= part <= 1 - _LEAST_PART:
            return 0.0
        return abs(place - number * part) / math.sqrt(number * part * (1 - part))

    if number >= _FEWEST_BATCHES:
        place = max(range(1, number), key=deviation)
        if deviation(place) > _CHANGE:
            return batches[place:], whole - before(batches[place][0].at)
    return batches, whole


def arriving(
    batches: Sequence[Batch], rhythm: Rhythm, now: float, observed_s: float, random: Random
) -> Iterator[tuple[float, Batch]]:
    """Which of one owner's batches, seen in so much time, come again, and how many seconds after `now`, without end."""
    # The rate of a Poisson process of which so many events were seen (Jeffreys' prior).
    rate = random.gammavariate(len(batches) + 0.5, 1 / observed_s) * rhythm.highest
    # Another sample of those that might have been seen (bootstrap, Efron 1979).
    sample, after = random.choices(batches, k=len(batches)), random.expovariate(rate)
    while True:
        # Thinning (Lewis and Shedler 1979): of the highest rate, the part that the level is.
        if random.random() * rhythm.highest < rhythm.at(now + after):
            yield after, random.choice(sample)
        after += random.expovariate(rate)
