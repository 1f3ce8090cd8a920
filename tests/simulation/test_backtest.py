"""The ranges of `wait` are as wide as they have to be: four of five true starts lie within them."""

import pytest

from tests.marks import SAMPLE
from tests.simulation.backtest import Asked, backtested
from userprio.simulation import StartTarget, WaitRange


def answer(low: float | None, high: float | None, true: float | None) -> Asked:
    return Asked("", 0, StartTarget("ann"), WaitRange(10, 10, low, low, high), true)


@pytest.mark.parametrize(
    ("low", "high", "true", "covered"),
    [
        (60, 120, 90, True),
        (60, 120, 120, True),
        (60, 120, 130, False),
        (60, 120, 50, False),
        (60, None, 1e6, True),
        (60, None, None, True),
        (60, 120, None, False),
        (None, None, None, True),
    ],
)
def test_a_start_is_covered_if_it_lies_in_the_range(
    low: float | None, high: float | None, true: float | None, covered: bool
) -> None:
    """What is not known is beyond the time that was looked at."""
    assert answer(low, high, true).covered is covered


@pytest.mark.slow
def test_the_range_of_80_percent_covers_between_70_and_90_percent_of_true_starts() -> None:
    """Eight pools of each of four kinds: lengths lognormal, exponential and uniform, machines that are cut, groups.

    With `SAMPLE` it is the first of each, whose few answers may be off by more.
    """
    pools, slack = (1, 0.2) if SAMPLE else (8, 0.1)
    answers = backtested(pools, futures=40)
    assert len(answers) > 12 * pools
    for which in (answers, [one for one in answers if one.target.job], [one for one in answers if not one.target.job]):
        covered = sum(one.covered for one in which) / len(which)
        assert abs(covered - 0.8) <= slack, f"{covered:.1%} of {len(which)}"
