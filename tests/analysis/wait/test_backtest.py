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
from userprio.analysis.wait import WaitTerms, backtest, present_waits, wait
from userprio.analysis.wait.backtesting import ask_past, ranked_probability_score, waiting_at
from userprio.analysis.wait.basis import Basis, Choice
from userprio.analysis.wait.past import known_jobs, past_of
from userprio.analysis.wait.past_waits import PastWaits
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
    choice = Choice(Basis.MOVED_SIMULATION, Basis.MOVED_SIMULATION, twice)
    moved = wait(scenario, terms, tested=replace(tested, choice=choice))
    usual = wait(scenario, terms, tested=replace(tested, choice=Choice()))
    assert usual.found == wait(scenario, terms).found
    assert any(own.waits.high_s for own in usual.found)
    by_name = {own.submitter: own.waits for own in moved.found}
    for own in usual.found:
        assert by_name[own.submitter] == twice.moved(own.waits, HOUR)


def test_past_waits_answer_for_the_present_only_where_they_are_given() -> None:
    """With changes they are not: the better one of the two simulations answers then."""
    scenario, history, _ = lived(7)
    terms = WaitTerms(futures=3, horizon_s=HOUR, past=past_of(history, scenario))
    tested = replace(
        backtest(scenario, history, WaitTerms(futures=2, horizon_s=HOUR), moments=2),
        choice=Choice(basis=Basis.PAST_WAITS),
    )
    waits = present_waits(history, scenario)
    past = wait(scenario, terms, f"bob@{DOMAIN}", tested=tested, past_waits=waits)
    simulated = wait(scenario, terms, f"bob@{DOMAIN}", tested=tested)
    known = waits(StartTarget(f"bob@{DOMAIN}"))
    assert known is not None
    assert (past.basis, simulated.basis) == (Basis.PAST_WAITS, Basis.SIMULATION)
    assert past.found[0].past_waits == known.futures
    assert past.found[0].waits.high_s == (None if (known.high_s or 0) > HOUR else known.high_s)
    assert past.found[0].waits.started == simulated.found[0].waits.started
    assert simulated.found[0].past_waits is None
    assert simulated.found[0].waits != past.found[0].waits
    # What would help is compared with the future without it, in the same futures.
    assert past.remedies == simulated.remedies
    assert past.found[0].milestones == simulated.found[0].milestones


def test_a_pool_that_is_as_simulated_is_simulated() -> None:
    """Past waits know nothing of what runs and waits there now."""
    scenario, history, _ = lived(7)
    result = backtest(scenario, history, WaitTerms(futures=10, horizon_s=6 * HOUR), moments=12)
    assert len(result.answers) >= 20
    assert result.choice.basis is not Basis.PAST_WAITS
    score = {own.basis: own for own in result.scores}
    assert score[Basis.PAST_WAITS].interval_score > score[Basis.SIMULATION].interval_score
    assert score[Basis.SIMULATION].coverage == result.coverage
    assert result.nearer < result.asked == len({answer.at for answer in result.answers})
    assert result.expected_coverage is not None
    assert 0 <= result.expected_coverage <= 1
    few = backtest(scenario, history, WaitTerms(futures=2, horizon_s=HOUR), moments=2)
    assert few.expected_coverage is None


def test_jobs_or_clusters_are_asked_for_in_the_past_where_they_are_at_present() -> None:
    scenario, history, life = lived(7)
    terms, ids = WaitTerms(futures=1, horizon_s=HOUR), {job.id for job in life.jobs}
    single = backtest(scenario, history, terms, moments=4, job="1.0").answers
    clusters = backtest(scenario, history, terms, moments=4, job="1").answers
    assert {answer.job in ids for answer in single} == {True}
    assert {f"{answer.job}.0" in ids for answer in clusters} == {True}
    for answer in single:
        job = next(job for job in life.jobs if job.id == answer.job)
        waited = math.inf if job.started_at is None else job.started_at - answer.at
        assert answer.true_s == (None if waited > HOUR else waited)


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
    asked = list(ask_past(1230, scenario, history, jobs, terms, targets, PastWaits(jobs)))
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
