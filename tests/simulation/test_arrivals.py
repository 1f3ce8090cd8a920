"""Jobs come in the hours in which they came, as far as the past shows such a rhythm."""

import math
from collections import Counter
from random import Random
from statistics import fmean, pstdev

import pytest

from userprio.classad import Ad
from userprio.simulation.arrivals import STEADY, Rhythm, Submission, drawn_rhythm, since_change

HOUR, DAY = 3600.0, 86_400.0


def events(days: float, by_hour: float, level: str, seed: int = 1) -> list[float]:
    """Random times with so many events in an hour, in the mean: at all hours alike, or by day only."""
    random, at, times = Random(seed), 0.0, list[float]()
    while True:
        at += random.expovariate(2 * by_hour / HOUR)
        if at >= days * DAY:
            return times
        busy = {"even": 0.5, "day": float(8 <= at / HOUR % 24 < 20), "week": 0.7 * float(at / DAY % 7 < 5)}[level]
        if random.random() < busy:
            times.append(at)


def test_what_comes_by_day_comes_by_day_again() -> None:
    """From 8 to 20 o'clock as often again as in the mean, else never, but for the hours next to them."""
    rhythm = drawn_rhythm(events(10, 5.0, "day"), 0.0, 10 * DAY, Random(1))
    by_hour = [rhythm.at(hour * HOUR) for hour in range(24)]
    assert fmean(by_hour) == pytest.approx(1.0, abs=1e-9)
    assert fmean(by_hour[9:19]) == pytest.approx(2.0, rel=0.15)
    assert max(*by_hour[:7], *by_hour[21:]) < 0.1


def test_what_comes_at_all_hours_has_hardly_a_rhythm() -> None:
    """Over 20 pasts: counts that deviate no more than chance has it are taken for chance."""
    levels = [
        drawn_rhythm(events(4, 2.0, "even", seed), 0.0, 4 * DAY, Random(seed)).at(hour * HOUR)
        for seed in range(20)
        for hour in range(24)
    ]
    assert pstdev(levels) < 0.15


def test_some_weeks_show_a_rhythm_of_the_week() -> None:
    """Four weeks with no events on the sixth and seventh day; after ten days nobody could tell."""
    rhythm = drawn_rhythm(events(28, 3.0, "week"), 0.0, 28 * DAY, Random(1))
    assert fmean(rhythm.days[:5]) / max(max(rhythm.days[5:]), 0.01) > 5
    assert drawn_rhythm(events(10, 3.0, "week"), 0.0, 10 * DAY, Random(1)).days == STEADY.days


def test_a_user_without_a_rhythm_of_its_own_has_the_usual() -> None:
    usual = Rhythm(tuple(2.0 if 8 <= hour < 20 else 0.0 for hour in range(24)))
    own = drawn_rhythm([12 * HOUR], 0.0, 2 * DAY, Random(1), usual)
    assert [own.at(hour * HOUR) for hour in (3, 12)] == pytest.approx([0.0, 2.0])


def test_a_part_of_an_hour_counts_as_that_part() -> None:
    """From half past seven on: six events in the half hour, six in each of the five hours after it."""
    times = [7.5 * HOUR + number * HOUR / 12 for number in range(6)]
    times += [8 * HOUR + number * HOUR / 6 for number in range(30)]
    rhythm = drawn_rhythm(times, 7.5 * HOUR, 13 * HOUR, Random(3))
    assert all(math.isfinite(level) and level > 0 for level in rhythm.hours)
    assert sum((0.5 if hour == 7 else 1.0) * rhythm.at(hour * HOUR) for hour in range(7, 13)) == pytest.approx(5.5)


def test_the_level_is_never_above_the_highest() -> None:
    rhythm = drawn_rhythm(events(20, 3.0, "week"), 0.0, 20 * DAY, Random(1))
    levels = Counter(rhythm.at(hour * HOUR) <= rhythm.highest for hour in range(24 * 7))
    assert levels == {True: 24 * 7}


def batches(*times: float) -> list[list[Submission]]:
    return [[Submission(("ann@pool.test", "ap1"), at, Ad({}))] for at in times]


def test_a_rate_that_changed_is_that_since_then() -> None:
    """Twelve a day for two days, then 48 in the third: since the beginning of that, a day of observation."""
    own = batches(
        *(number * DAY / 12 for number in range(1, 25)), *(2 * DAY + number * DAY / 48 for number in range(1, 48))
    )
    recent, observed_s = since_change(own, 0.0, 3 * DAY, STEADY)
    assert 40 <= len(recent) <= 50
    assert observed_s == pytest.approx(DAY, rel=0.1)
    assert recent[-1] is own[-1]


def test_a_rate_that_follows_the_day_has_not_changed() -> None:
    """The last half day, a night, is without any event, as every night before."""
    times = events(3.0, 5.0, "day")
    rhythm = drawn_rhythm(times, 0.0, 3.3 * DAY, Random(1))
    own = batches(*times)
    assert since_change(own, 0.0, 3.3 * DAY, rhythm)[0] is own
    assert since_change(own[:6], 0.0, 3.3 * DAY, STEADY)[0] == own[:6]
