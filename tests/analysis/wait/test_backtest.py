"""The past of a history is asked as the present is, and what is said there is compared with what happened."""

import math
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW
from tests.simulation.worlds import WORLDS, Life, coming
from userprio.analysis.wait import WaitTerms, backtest, wait
from userprio.analysis.wait.backtesting import BacktestAnswer, _quantiles, ranked_probability_score
from userprio.analysis.wait.past import past_of
from userprio.base import BadInput
from userprio.pool import ScenarioData
from userprio.simulation import WaitRange
from userprio.simulation.history import History

HOUR = 3600


def lived(seed: int) -> tuple[ScenarioData, History, Life]:
    """A pool after two days, and its history."""
    life = Life(12, coming(WORLDS["both"], 12, ["ann", "bob", "cid"], Random(seed)), 20.0)
    life.run_until(NOW)
    return life.snapshot(), life.history(), life


def test_what_happened_is_when_the_first_of_the_jobs_that_waited_then_started() -> None:
    scenario, history, life = lived(7)
    result = backtest(scenario, history, WaitTerms(futures=2, horizon_s=2 * HOUR), f"bob@{DOMAIN}", moments=8)
    assert result.answers
    for answer in result.answers:
        waited = [job for job in life.jobs if job.user == "bob" and job.at <= answer.at]
        waits = [job.started_at - answer.at for job in waited if (job.started_at or 0.0) > answer.at]
        first = min((wait for wait in waits if wait is not None), default=math.inf)
        assert answer.true_s == (None if first > 2 * HOUR else first)
        assert answer.submitter == f"bob@{DOMAIN}"
    assert result.coverage == fmean(answer.covered for answer in result.answers)
    assert {NOW - 4 * 24 * HOUR < answer.at <= NOW - 2 * HOUR for answer in result.answers} == {True}


@pytest.mark.slow
def test_ranges_of_a_life_hold_about_as_often_as_they_say() -> None:
    scenario, history, _ = lived(9)
    result = backtest(scenario, history, WaitTerms(horizon_s=6 * HOUR))
    assert result.coverage is not None
    assert len(result.answers) > 40
    assert 0.6 < result.coverage < 0.97


def test_the_answer_for_the_present_is_from_the_quantiles_that_held_in_the_past() -> None:
    scenario, history, _ = lived(7)
    terms = WaitTerms(futures=20, horizon_s=HOUR, remedies=False, past=past_of(history, scenario))
    tested = backtest(scenario, history, WaitTerms(futures=2, horizon_s=HOUR), moments=2)
    wide = wait(scenario, terms, tested=replace(tested, low=0.01, high=0.99))
    usual = wait(scenario, terms)
    for one, other in zip(wide.found, usual.found, strict=True):
        assert (one.waits.low_s or math.inf) <= (other.waits.low_s or math.inf)
        assert (one.waits.high_s or math.inf) >= (other.waits.high_s or math.inf)
    assert any(one.waits != other.waits for one, other in zip(wide.found, usual.found, strict=True))
    assert usual.backtest is None


def test_the_score_is_the_distance_from_the_truth_less_that_among_the_futures() -> None:
    """Of 1, 2 and 6 and the truth 3: (2 + 1 + 3) / 3 less half of the mean of |x - y|, (1 + 5 + 4) × 2 / 9."""
    assert ranked_probability_score([1.0, 2.0, 6.0], 3.0) == pytest.approx(2 - 10 / 9)
    assert ranked_probability_score([4.0], 3.0) == 1.0


def test_four_out_of_five_starts_were_between_the_quantiles() -> None:
    """Of 29 ranks 0, 0.01, … 0.28 the third of 30 parts at either end: between 0.02 and 0.26."""
    answers = [
        BacktestAnswer(NOW, "ann", WaitRange(2, 2, 1.0, 1.0, 1.0), 1.0, number / 100, 0.0, True) for number in range(29)
    ]
    assert _quantiles(answers) == {"low": 0.02, "middle": 0.14, "high": 0.26}


def test_a_history_of_nothing_is_too_short() -> None:
    scenario, _, _ = lived(7)
    with pytest.raises(BadInput, match="too short"):
        backtest(scenario, History(()), WaitTerms())
