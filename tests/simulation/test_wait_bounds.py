"""Bounds on waits, and the first of several replays that keeps to one."""

import pytest

from userprio.base.errors import BadInput
from userprio.simulation import WaitBound, WaitFigure, Waits, WeekWaits, first_that_holds, parse_wait_bound


def test_bounds_are_read() -> None:
    assert parse_wait_bound("p95 <= 1h") == WaitBound(WaitFigure.P95, 3600)
    assert parse_wait_bound("mean<10m") == WaitBound(WaitFigure.MEAN, 600)
    assert parse_wait_bound(" median<=90 ") == WaitBound(WaitFigure.MEDIAN, 90)


@pytest.mark.parametrize("text", ["", "p95", "p99<=1h", "p95>=1h", "p95<=0", "p95 <= soon"])
def test_what_is_no_bound_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_wait_bound(text)


def waits(p95_s: float) -> Waits:
    return Waits(0.0, p95_s, 0.0)


def test_the_first_that_holds_is_sought_for_the_period_and_for_each_week() -> None:
    """Of three values; the second week needs the last, the third has none."""
    weeks = [
        [WeekWaits(0, 5, waits(first)), WeekWaits(1, 6, waits(second)), WeekWaits(2, 7, waits(99))]
        for first, second in ((10, 90), (9, 70), (8, 20))
    ]
    found = first_that_holds(WaitBound(WaitFigure.P95, 30), [waits(60), waits(30), waits(5)], weeks)
    assert found.first == 1
    assert [(week.jobs, week.first) for week in found.weeks] == [(5, 0), (6, 2), (7, None)]
