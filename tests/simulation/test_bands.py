"""Many futures of a pool: their ranges, and the differences that changes make in the same futures."""

from concurrent.futures import Executor
from random import Random

import pytest
from msgspec import structs

import userprio
from userprio.base import BadInput, Stopped
from userprio.base.executors import Processes
from userprio.pool import ScenarioData
from userprio.simulation import (
    Demand,
    Forecast,
    ForecastTerms,
    Past,
    Sampling,
    Span,
    Submission,
    forecast,
    paired_differences,
)
from userprio.simulation.bands import band

HOUR = 3600
TERMS = ForecastTerms(2 * HOUR, HOUR // 2, long_run=False)


def bands_of(
    scenario: ScenarioData, sampling: Sampling, terms: ForecastTerms = TERMS, executor: Executor | None = None
) -> Forecast:
    return forecast(scenario, terms, sampling=sampling, executor=executor)


def test_a_band_leaves_out_a_tenth_on_each_side() -> None:
    """Of nine values the first has a tenth of their distribution below it, the last nine tenths."""
    assert band([5, 1, 9, 3, 7, 2, 8, 4, 6]) == band(list(range(1, 10)))
    assert (band(range(1, 10)).low, band(range(1, 10)).median, band(range(1, 10)).high) == (1, 5, 9)


def test_fewer_than_ten_futures_show_no_range() -> None:
    with pytest.raises(BadInput, match="10 futures"):
        Sampling(9)


def test_what_all_use_at_any_moment_adds_up_to_the_pool_as_far_as_it_is_in_use() -> None:
    """Use is the mean of the futures, of which each keeps to the pool: no submitter's median has to be added up."""
    course = bands_of(userprio.load("pie"), Sampling(10))
    for moment in zip(*(submitter.points for submitter in course.submitters), strict=True):
        assert sum(point.in_use for point in moment) <= course.pool_weight + 1e-9


def test_the_median_of_the_charged_mean_lies_within_its_range_and_near_the_mean_that_is_shown() -> None:
    course = bands_of(userprio.load("pie"), Sampling(12))
    assert course.bands is not None
    assert course.bands.futures == 12
    for trajectory, of in zip(course.submitters, course.bands.submitters, strict=True):
        assert trajectory.name == of.name
        assert of.mean_in_use.low <= of.mean_in_use.median <= of.mean_in_use.high
        assert trajectory.used_weight_s / (2 * HOUR) == pytest.approx(sum(of.means) / 12)
        assert len(of.in_use) == len(of.effective_priority) == len(course.times)


def test_the_same_seed_draws_the_same_and_another_one_others() -> None:
    pool = userprio.load("pie")
    first = bands_of(pool, Sampling(10, seed=1))
    assert bands_of(pool, Sampling(10, seed=1)) == first
    with Processes(2) as executor:
        assert bands_of(pool, Sampling(10, seed=1), executor=executor) == first
    assert bands_of(pool, Sampling(10, seed=2)).bands != first.bands


def test_nothing_changed_makes_no_difference_in_any_future() -> None:
    """Paired futures: chance is the same on both sides, and what is left is what a change does."""
    first, second = (bands_of(userprio.load("pie"), Sampling(10)).bands for _ in range(2))
    assert first is not None
    assert second is not None
    for difference in paired_differences(first, second).submitters:
        assert (difference.difference.low, difference.difference.high, difference.more) == (0, 0, 0)


def test_a_better_factor_gains_in_nearly_all_futures_and_others_lose_what_it_gains() -> None:
    """Three users with 1:1:1 on the pie; one of them with a tenth of the factor."""
    pool = userprio.load("thirds")
    name = forecast(pool, TERMS).submitters[0].name
    factored = pool.with_(factors={name: 100})
    terms = structs.replace(TERMS, job_length_s=600.0)
    before, after = (bands_of(each, Sampling(10), terms).bands for each in (pool, factored))
    assert before is not None
    assert after is not None
    differences = {each.name: each for each in paired_differences(before, after).submitters}
    assert differences[name].difference.low > 0
    assert differences[name].more == 1
    assert sum(each.difference.median for each in differences.values()) == pytest.approx(0, abs=0.5)


def test_bands_of_different_futures_are_not_compared() -> None:
    pool = userprio.load("pie")
    first, second = (bands_of(pool, Sampling(10, seed=seed)).bands for seed in (1, 2))
    assert first is not None
    assert second is not None
    with pytest.raises(ValueError, match="different futures"):
        paired_differences(first, second)


def test_with_a_history_those_come_too_who_have_no_job_now() -> None:
    pool = userprio.load("pie")
    like = pool.pool.jobs[0].replace({"Owner": "new", "User": "new@pool.example", "AccountingGroup": None})
    random = Random(1)
    since, until = pool.now - 20 * HOUR, float(pool.now)
    came = tuple(
        Submission(("new@pool.example", None), at, like, number)
        for number, at in enumerate(sorted(random.uniform(since, until) for _ in range(400)))
    )
    spans = {"new@pool.example": [Span(300.0, True, 0.0, ("", number)) for number in range(20)]}
    past = Past(float(since), until, spans, came)
    course = bands_of(pool, Sampling(10, past=past), structs.replace(TERMS, demand=Demand.HISTORY))
    assert course.bands is not None
    started = {of.name: of.started.median for of in course.bands.submitters}
    assert "new@pool.example" in started
    assert "new@pool.example" in {trajectory.name for trajectory in course.submitters}


def test_jobs_of_a_history_need_one() -> None:
    with pytest.raises(BadInput, match="random futures only"):
        forecast(userprio.load("pie"), structs.replace(TERMS, demand=Demand.HISTORY))


def test_what_is_stopped_after_ten_futures_is_the_answer_of_those() -> None:
    def stop(done: int, of: int) -> None:
        if done == 11:
            raise Stopped(None, "")

    with pytest.raises(Stopped) as stopped:
        forecast(userprio.load("pie"), TERMS, stop, Sampling(40))
    assert isinstance(stopped.value.result, Forecast)
    assert stopped.value.result.bands is not None
    assert 10 <= stopped.value.result.bands.futures <= 11
