"""When the first, half and all of somebody's idle jobs have started, and how much is simulated to see it."""

from concurrent.futures import Executor
from random import Random

import pytest
from msgspec.structs import replace

from tests.negotiation.builders import DOMAIN, NOW, configured, jobs, slot, submitter
from tests.simulation.pools import hungry
from userprio.analysis.wait import Wait, WaitTerms, futures, wait
from userprio.analysis.wait.futures import LEAST_FUTURES, is_precise
from userprio.base import Stopped
from userprio.base.executors import Processes
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import Milestone, slow_interval_s

HOUR = 3600
ANN = f"ann@{DOMAIN}"


def asked(pool: Pool, horizon_s: int = 8 * HOUR, count: int | None = 4, executor: Executor | None = None) -> Wait:
    scenario = ScenarioData(pool, Ledger.empty(), configured("MAX_CONCURRENT_UPLOADS_PER_USER = 20\n"), NOW)
    given = WaitTerms(futures=count, horizon_s=horizon_s, job_length_s=float(HOUR), remedies=False)
    return wait(scenario, given, "ann", executor=executor)


def medians(answer: Wait) -> list[float | None]:
    return [passed.waits.median_s for passed in answer.found[0].milestones]


def test_on_one_slot_the_second_and_the_third_job_start_an_hour_or_so_after_the_one_before() -> None:
    first, half, every = medians(asked(hungry({"ann": 3}, 1), count=12))
    assert first is not None and half is not None and every is not None
    assert first < 62
    assert 0.7 * HOUR < half < 1.3 * HOUR
    assert 1.6 * HOUR < every < 2.4 * HOUR


def test_what_does_not_start_in_time_is_in_no_median() -> None:
    """Of five jobs on one slot three start within three hours, more or less."""
    answer = asked(hungry({"ann": 5}, 1), horizon_s=3 * HOUR)
    first, half, every = answer.found[0].milestones
    assert [passed.jobs for passed in (first, half, every)] == [1, 3, 5]
    assert (first.waits.started, every.waits.started) == (4, 0)
    assert every.waits.median_s is None


def test_later_jobs_of_the_submitter_do_not_count() -> None:
    """Demand is constant: for each job that ends another comes, and the two that wait are still all of them."""
    assert [passed.jobs for passed in asked(hungry({"ann": 2}, 2)).found[0].milestones] == [1, 1, 2]


def test_jobs_that_fit_no_slot_are_told_at_once_and_are_no_part_of_all() -> None:
    """Five hundred of them stand before one that fits, which its schedd never offers: the pool stays as it is."""
    slots = tuple(slot(number, Memory=2000, Requirements="TARGET.RequestMemory <= MY.Memory") for number in range(1, 5))
    waiting = (*jobs("ann", 500, 1, RequestMemory=30000), *jobs("ann", 1, 2, RequestMemory=500))
    answer = asked(Pool(slots, (submitter("ann", 501),), waiting), horizon_s=72 * HOUR, count=100)
    (found,) = answer.found
    assert (found.idle_jobs, found.fitting_jobs) == (501, 1)
    assert (found.waits.futures, found.waits.started) == (100, 0)


def test_the_first_start_is_the_same_whether_futures_are_followed_or_not() -> None:
    pool = hungry({"ann": 6, "bob": 6}, 2)
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    terms = WaitTerms(futures=4, horizon_s=4 * HOUR, job_length_s=float(HOUR), remedies=False)
    every = {estimate.submitter: estimate for estimate in wait(scenario, terms).found}
    single = wait(scenario, terms, "ann").found[0]
    assert single.waits == every[ANN].waits
    assert single.milestones[0].waits == single.waits
    assert every[ANN].milestones == ()


def test_the_work_bounds_how_many_futures_are_followed_and_how_far(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = hungry({"ann": 9}, 1)
    monkeypatch.setattr(futures, "_FOLLOWED_WORK_EACH", 211 * 50)
    monkeypatch.setattr(futures, "FOLLOWED_WORK", 211 * 50 * 12)
    first, half, every = asked(pool, count=15).found[0].milestones
    assert first.waits.futures == 15
    assert half.waits.futures == every.waits.futures == 12
    # A cycle a minute up to 20 minutes, and then one each twentieth of the time ahead.
    assert half.followed_s == every.followed_s
    assert HOUR < half.followed_s < 2 * HOUR
    assert first.followed_s == 8 * HOUR


def test_cycles_are_further_apart_further_ahead_but_never_coarse_beside_the_lengths_of_jobs() -> None:
    assert [slow_interval_s(ahead_s, 60, 300.0) for ahead_s in (0, 1200, 2000, 10**6)] == [60, 60, 100, 300]
    assert slow_interval_s(10**6, 60, 10.0) == 60


@pytest.mark.slow
def test_cycles_further_apart_change_the_answer_little(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = hungry({"ann": 12, "bob": 12}, 3)
    coarse = medians(asked(pool, horizon_s=24 * HOUR, count=20))
    monkeypatch.setattr("userprio.simulation.monte_carlo.SLOW", 0.0)
    fine = medians(asked(pool, horizon_s=24 * HOUR, count=20))
    for one, other in zip(coarse[1:], fine[1:], strict=True):
        assert one is not None and other is not None
        assert other * 0.95 < one < other * 1.08


def test_processes_change_nothing() -> None:
    pool = hungry({"ann": 5, "bob": 5}, 2)
    with Processes(2) as executor:
        assert asked(pool, count=11, executor=executor) == asked(pool, count=11)


def test_a_progress_callback_may_stop_it_and_gets_the_futures_so_far() -> None:
    pool = hungry({"ann": 5, "bob": 5}, 2)
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    terms = WaitTerms(futures=6, horizon_s=4 * HOUR, job_length_s=float(HOUR), remedies=False)

    def stop(done: int, of: int) -> None:
        if done == 2:
            raise Stopped

    with pytest.raises(Stopped) as stopped:
        wait(scenario, terms, "ann", progress=stop)
    assert stopped.value.reached == "2 of 6 futures"
    assert stopped.value.result.found == wait(scenario, replace(terms, futures=2), "ann").found


# -- When the answer is precise ----------------------------------------------------------------------------------------


def test_starts_in_the_next_cycle_are_precise_and_waits_of_very_different_lengths_are_not() -> None:
    random = Random(1)
    assert is_precise(sorted(random.uniform(0, 60) for _ in range(30)), 60)
    assert not is_precise(sorted(random.expovariate(1 / HOUR) for _ in range(30)), 60)


def test_more_waits_make_it_precise() -> None:
    random = Random(1)
    waits = [random.uniform(HOUR, 3 * HOUR) for _ in range(400)]
    assert not is_precise(sorted(waits[:12]), 60)
    assert is_precise(sorted(waits), 60)


def test_without_a_number_drawing_ends_when_the_answer_is_precise() -> None:
    """Two slots are free: it starts in the next cycle in every future."""
    answer = asked(hungry({"ann": 1}, 2), count=None)
    assert (answer.futures, answer.found[0].waits.started) == (30, 30)


def test_half_of_an_odd_number_is_the_larger_half() -> None:
    assert [Milestone.HALF.of(jobs) for jobs in (0, 1, 6, 7)] == [0, 1, 3, 4]
    assert [(Milestone.FIRST.of(jobs), Milestone.ALL.of(jobs)) for jobs in (0, 7)] == [(0, 0), (1, 7)]


def test_the_work_bounds_how_many_futures_are_drawn_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = hungry({"ann": 9}, 1)
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    terms = WaitTerms(horizon_s=8 * HOUR, job_length_s=float(HOUR), remedies=False)
    monkeypatch.setattr(futures, "DRAWN_WORK", 1)
    answer = wait(scenario, terms, "ann")
    assert answer.futures == answer.found[0].waits.futures == LEAST_FUTURES
    assert "only 10 futures were drawn, to bound the work; --futures N draws more" in answer.assumptions
    as_many_as_asked_for = wait(scenario, replace(terms, futures=15), "ann")
    assert as_many_as_asked_for.futures == 15
    assert not [sentence for sentence in as_many_as_asked_for.assumptions if "drawn" in sentence]


@pytest.mark.slow
def test_cycles_left_out_before_the_first_start_change_the_answer_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pool whose jobs of twelve hours keep ann waiting for hours, cycle by cycle and with cycles left out."""
    pool = hungry({"ann": 4, "bob": 30}, 3)
    scenario = ScenarioData(pool, Ledger.empty(), configured(), NOW)
    terms = WaitTerms(futures=40, horizon_s=72 * HOUR, job_length_s=12.0 * HOUR, remedies=False)
    fine = wait(scenario, terms).found
    monkeypatch.setattr(futures, "EXACT_WORK", 211 * 60)
    coarse = wait(scenario, terms).found
    medians_fine, medians_coarse = (
        {estimate.submitter: estimate.waits.median_s for estimate in estimates} for estimates in (fine, coarse)
    )
    assert medians_coarse == pytest.approx(medians_fine, rel=0.08)
