"""The past of a history is asked as the present is, and what is said there is compared with what happened."""

import math
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW, configured, slot
from tests.simulation.worlds import WORLDS, Life, coming
from userprio.analysis.wait import WaitTerms, backtest, wait
from userprio.analysis.wait.backtesting import ask_past, ranked_probability_score, waiting_at
from userprio.analysis.wait.past import known_jobs, past_of
from userprio.analysis.wait.recalibration import Line, Recalibration
from userprio.base import BadInput
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import Demand, StartTarget
from userprio.simulation.history import History, read_history

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


def test_the_ranges_of_the_present_are_moved_as_those_of_the_past_should_have_been() -> None:
    scenario, history, _ = lived(7)
    terms = WaitTerms(futures=20, horizon_s=HOUR, remedies=False, past=past_of(history, scenario))
    tested = backtest(scenario, history, WaitTerms(futures=2, horizon_s=HOUR), moments=2)
    twice = Recalibration(high=Line(1.0, math.log(2)))
    moved = wait(scenario, terms, tested=replace(tested, recalibration=twice))
    usual = wait(scenario, terms, tested=replace(tested, recalibration=Recalibration()))
    assert usual.found == wait(scenario, terms).found
    assert any(own.waits.high_s for own in usual.found)
    by_name = {own.submitter: own.waits for own in moved.found}
    for own in usual.found:
        assert by_name[own.submitter] == twice.moved(own.waits, HOUR)


def test_ranges_of_a_backtest_are_scored_as_other_moments_move_them() -> None:
    scenario, history, _ = lived(7)
    result = backtest(scenario, history, WaitTerms(futures=3, horizon_s=HOUR), moments=12)
    assert len(result.answers) >= 20
    assert result.recalibrated_coverage is not None
    assert result.recalibrated_width_s is not None
    assert 0 <= result.recalibrated_coverage <= 1
    assert 0 < result.recalibrated_width_s <= HOUR
    assert backtest(scenario, history, WaitTerms(futures=2, horizon_s=HOUR), moments=2).recalibrated_coverage is None


def test_the_jobs_of_a_trace_are_told_apart_at_past_moments(tmp_path: Path) -> None:
    """One core, one job after the other, all of one user: each of those that wait has its own start."""
    lines = [
        f"{number} {60 * number} {540 * (number - 1)} 600 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1"
        for number in range(1, 31)
    ]
    (tmp_path / "trace.swf").write_text("\n".join(lines))
    history = read_history([tmp_path / "trace.swf"])
    scenario = ScenarioData(Pool((slot(1),)), Ledger.empty(), configured(), int(history.ends_at))
    jobs, _ = known_jobs(history, scenario)
    waiting = waiting_at(jobs, 1230)["user1@trace"]
    targets = [StartTarget(job.submitter, (job.schedd, job.id)) for job in waiting[:3]]
    terms = WaitTerms(futures=2, horizon_s=2 * HOUR, coming=Demand.QUEUE)
    asked = list(ask_past(1230, scenario, history, jobs, terms, targets))
    assert [one.true_s for one in asked] == [30, 630, 1230]
    for one, next_one in pairwise(asked):
        for start, later in zip(one.starts, next_one.starts, strict=True):
            assert start.wait_s is not None
            assert later.wait_s is not None
            assert start.wait_s < later.wait_s


def test_the_score_is_the_distance_from_the_truth_less_that_among_the_futures() -> None:
    """Of 1, 2 and 6 and the truth 3: (2 + 1 + 3) / 3 less half of the mean of |x - y|, (1 + 5 + 4) × 2 / 9."""
    assert ranked_probability_score([1.0, 2.0, 6.0], 3.0) == pytest.approx(2 - 10 / 9)
    assert ranked_probability_score([4.0], 3.0) == 1.0


def test_a_history_of_nothing_is_too_short() -> None:
    scenario, _, _ = lived(7)
    with pytest.raises(BadInput, match="too short"):
        backtest(scenario, History(()), WaitTerms())
