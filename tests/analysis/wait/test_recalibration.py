"""Ranges are moved to where past ones should have been."""

import math
from random import Random

import pytest

from userprio.analysis.wait.futures import as_much_later
from userprio.analysis.wait.recalibration import UNCHANGED, Line, PastRange, Recalibration, recalibration
from userprio.simulation import WaitRange

HORIZON_S = 43_200


def test_a_line_multiplies_waits_and_a_minute() -> None:
    """Twice 9 minutes and one, less that minute, are 19; with the slope 0 it is the same whatever was said."""
    assert Line(1.0, math.log(2)).at(540) == pytest.approx(1140)
    assert Line(0.0, math.log(600)).at(5) == Line(0.0, math.log(600)).at(5000) == pytest.approx(540)


def test_nineteen_answers_move_nothing() -> None:
    past = [PastRange(10, 20, 30, 1000)] * 19
    assert recalibration(past) is UNCHANGED
    assert recalibration([*past, past[0]]) != UNCHANGED


def test_starts_that_were_later_by_a_factor_move_the_range_by_it() -> None:
    """Futures of any length, and starts at three times to nine times their median; the tails are a tenth each."""
    past = []
    for number in range(99):
        median = 60.0 * 2 ** (number % 8)
        later = 3 * 3 ** (number * 37 % 99 / 98)
        past.append(PastRange(median, median, median, later * (median + 60) - 60))
    moved = recalibration(past)
    assert (moved.low.slope, moved.median.slope, moved.high.slope) == (1, 1, 1)
    assert math.exp(moved.low.offset) == pytest.approx(3 * 3**0.1, rel=0.05)
    assert math.exp(moved.median.offset) == pytest.approx(3 * 3**0.5, rel=0.05)
    assert math.exp(moved.high.offset) == pytest.approx(3 * 3**0.9, rel=0.05)


def test_futures_that_say_nothing_are_replaced_by_usual_starts() -> None:
    random = Random(5)
    past = [PastRange(*(random.uniform(1, 9000) for _ in range(4))) for _ in range(200)]
    moved = recalibration(past)
    assert moved.low.slope == moved.high.slope == 0
    assert moved.high.at(1) == pytest.approx(8100, rel=0.05)


@pytest.mark.parametrize("spread", [0.3, 1.5])
def test_four_out_of_five_ranges_hold_on_what_was_not_known(spread: float) -> None:
    """Too narrow and too wide ones, with starts around the median that was said."""
    random = Random(11)

    def drawn() -> PastRange:
        median = math.exp(random.gauss(7, 1))
        return PastRange(median / 2, median, median * 2, median * math.exp(random.gauss(0, spread)))

    moved = recalibration([drawn() for _ in range(400)])
    new = [drawn() for _ in range(2000)]
    ranges = (moved.moved(WaitRange(20, 20, past.median_s, past.low_s, past.high_s), 10.0**9) for past in new)
    held = [(each.low_s or 0) <= past.true_s <= (each.high_s or 0) for past, each in zip(new, ranges, strict=True)]
    assert sum(held) / len(held) == pytest.approx(0.8, abs=0.05)


def test_what_is_moved_beyond_the_time_looked_ahead_is_not_known() -> None:
    twice = Line(1.0, math.log(2))
    waits = WaitRange(20, 15, 30_000.0, 600.0, None)
    moved = Recalibration(twice, twice, twice).moved(waits, HORIZON_S)
    assert moved.median_s is None
    assert moved.high_s is None
    assert moved.low_s == pytest.approx(1260)
    assert (moved.futures, moved.started) == (20, 15)


def test_an_end_that_was_beyond_it_comes_nearer_if_starts_were_sooner() -> None:
    half = Recalibration(high=Line(1.0, math.log(0.5)))
    moved = half.moved(WaitRange(20, 15, 600.0, 60.0, None), HORIZON_S)
    assert moved.high_s == pytest.approx(HORIZON_S / 2 - 30)


def test_ends_keep_their_order() -> None:
    odd = Recalibration(Line(0.0, math.log(7260)), Line(), Line(0.0, math.log(660)))
    moved = odd.moved(WaitRange(20, 20, 60.0, 10.0, 90.0), HORIZON_S)
    assert moved == WaitRange(20, 20, pytest.approx(600), pytest.approx(60), pytest.approx(7200))


def test_half_and_all_jobs_start_as_long_after_the_first_as_in_the_futures() -> None:
    """The first is said to start at 1000 s rather than at 10: the last, simulated to be 500 s later, is so still."""
    simulated, first = WaitRange(20, 20, 10.0, 5.0, 20.0), WaitRange(20, 20, 1000.0, 300.0, 3000.0)
    last = WaitRange(20, 20, 510.0, 405.0, 620.0)
    assert as_much_later(last, simulated, first) == WaitRange(20, 20, 1500.0, 700.0, 3600.0)
    # Where either is beyond the time looked ahead, so is what comes later.
    unseen = WaitRange(20, 20, 1000.0, 300.0, None)
    assert as_much_later(last, simulated, unseen) == WaitRange(20, 20, 1500.0, 700.0, None)
    assert as_much_later(WaitRange(20, 3, None, 405.0, None), simulated, first) == WaitRange(20, 3, None, 700.0, None)
    # Nothing starts before the first.
    assert as_much_later(WaitRange(20, 20, 8.0, 5.0, 20.0), simulated, first).median_s == 1000
