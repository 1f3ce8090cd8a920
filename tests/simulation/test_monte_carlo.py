"""Work that is drawn by chance: lengths as past runs had them, arrivals as often as they came, one seed, one answer."""

import math
from collections import Counter
from itertools import pairwise
from random import Random
from statistics import fmean, median, pstdev, stdev

import pytest

from tests.negotiation.builders import DOMAIN, NOW, jobs
from userprio.classad import Evaluator, integer_of
from userprio.negotiation.schedd import offered_jobs
from userprio.simulation import Demand, ForecastTerms, Lengths, LengthSource, Past, Span, Submission, WorkloadModel
from userprio.simulation.lengths import resampled
from userprio.simulation.slots import Claim
from userprio.simulation.workload import JobLengths

HOUR = 3600.0
ANN = f"ann@{DOMAIN}"


def known(mean_s: float | None = None, **limits: list[float]) -> JobLengths:
    return JobLengths(ForecastTerms(job_length_s=mean_s), {f"{name}@{DOMAIN}": v for name, v in limits.items()}, {}, {})


def drawn(spans: list[Span], number: int = 4000, longer_than_s: float = 0.0) -> list[float]:
    lengths, random = Lengths(spans), Random(1)
    return [lengths.draw(random, longer_than_s) for _ in range(number)]


# -- lengths -----------------------------------------------------------------------------------------------------------


def test_lengths_are_spread_as_those_that_are_known() -> None:
    """The logarithms have the same mean, and the standard deviation that such a sample comes from (n - 1)."""
    past = [100.0, 200.0, 400.0, 800.0, 1600.0]
    logs = [math.log(value) for value in past]
    found = [math.log(value) for value in drawn([Span(value) for value in past])]
    assert fmean(found) == pytest.approx(fmean(logs), abs=0.05)
    assert pstdev(found) == pytest.approx(stdev(logs), rel=0.05)


def test_half_of_the_runs_are_over_by_the_median_of_those_that_took_as_long() -> None:
    """1, 2, 3 and 4 minutes: half of all are over by 2, of those beyond 2 by 3; beyond 5 a mean of 150 s goes on."""
    lengths = Lengths([Span(60.0 * number) for number in (1, 2, 3, 4)])
    assert [lengths.median_s(longer) for longer in (0.0, 60.0, 120.0, 200.0)] == [120.0, 180.0, 180.0, 240.0]
    assert lengths.median_s(300.0) == pytest.approx(300 + 150 * math.log(2))


def test_lengths_that_are_all_equal_stay_so() -> None:
    assert drawn([Span(60.0)] * 3, 50) == pytest.approx([60.0] * 50)


def test_runs_that_go_on_count_as_longer_than_they_are() -> None:
    """Exponential lengths of mean 1000 s, of which nothing is known beyond 900 s: their median is 693 s.

    That of those that have ended is less than 450 s.
    """
    random = Random(5)
    full = [random.expovariate(1 / 1000) for _ in range(2000)]
    cut = [Span(min(length, 900.0), length <= 900) for length in full]
    assert median(drawn(cut)) == pytest.approx(693, rel=0.08)
    assert median([span.length_s for span in cut if span.over]) < 450


def test_runs_that_had_begun_before_anybody_looked_do_not_make_jobs_look_longer() -> None:
    """Jobs of 100 s and 1000 s, equally many: of those that run at some moment ten in eleven are long.

    These are known from amid their lives on. Taken as complete, far more than half of the runs would be long.
    """
    seen_from_begin = [Span(100.0)] * 50 + [Span(1000.0)] * 50
    seen_from_amid = [Span(1000.0, True, 1000.0 * place / 51) for place in range(1, 51)]
    seen_from_amid += [Span(100.0, True, 100.0 * place / 6) for place in range(1, 6)]
    found = drawn([*seen_from_begin, *seen_from_amid])
    assert fmean(length > 316 for length in found) == pytest.approx(0.5, abs=0.05)


def test_a_running_job_is_longer_than_it_has_run() -> None:
    """Of 100, 200, …, 1000 s only 900 and 1000 s are left for a job that has run 850 s, but for some smoothing."""
    past = [Span(100.0 * number) for number in range(1, 11)]
    found = drawn(past, longer_than_s=850.0)
    assert min(found) > 850
    assert 900 < median(found) < 1300


def test_a_job_that_has_run_longer_than_any_before_may_end_at_any_time() -> None:
    """What is left is exponential, of the mean of all that is known."""
    found = drawn([Span(100.0)] * 5, longer_than_s=5000.0)
    assert min(found) > 5000
    assert fmean(found) - 5000 == pytest.approx(100, rel=0.1)


def test_a_few_early_ends_do_not_rule_out_what_is_longer() -> None:
    """The only run that is known from its beginning ends at 50 s; those seen later last for 500 s."""
    assert max(drawn([Span(50.0), *[Span(500.0, True, 200.0)] * 9])) > 300


def test_what_might_have_been_known_differs_from_future_to_future() -> None:
    spans = [Span(float(number)) for number in range(1, 6)]
    sums = {sum(span.length_s for span in resampled(spans, Random(seed))) for seed in range(20)}
    assert len(sums) > 5
    assert all(any(span.over for span in resampled([Span(9.0, False)] * 9 + [Span(1.0)], Random(n))) for n in range(9))


# -- drawn work --------------------------------------------------------------------------------------------------------


def expected(
    coming: Demand = Demand.QUEUE, past: Past | None = None, lengths: JobLengths | None = None
) -> WorkloadModel:
    return WorkloadModel(lengths or known(), {}, coming, past)


def lengths_of(what: WorkloadModel, number: int = 400) -> list[float]:
    """Of the same job in so many futures."""
    ((owner, (job,)),) = offered_jobs(jobs("ann", 1, 7), Evaluator(NOW)).items()
    return [what.draw(str(seed), NOW, NOW + HOUR).length_s(owner, job) for seed in range(number)]


def test_a_job_has_the_same_length_in_the_same_future_and_others_in_others() -> None:
    found = lengths_of(expected(lengths=known(HOUR)), 50)
    assert found == lengths_of(expected(lengths=known(HOUR)), 50)
    assert len(set(found)) == 50


def test_a_mean_that_is_given_is_spread_from_half_to_one_and_a_half_of_it() -> None:
    found = lengths_of(expected(lengths=known(HOUR)))
    assert 0.5 * HOUR < min(found) < 0.6 * HOUR
    assert 1.4 * HOUR < max(found) < 1.5 * HOUR
    assert fmean(found) == pytest.approx(HOUR, rel=0.05)


def test_a_mean_that_is_guessed_leaves_everything_open() -> None:
    found = lengths_of(expected())
    assert min(found) < 0.1 * HOUR
    assert max(found) > 5 * HOUR


def test_what_is_left_of_running_jobs_is_half_of_a_guessed_mean() -> None:
    """Whatever the distribution, jobs seen at some moment have run as long as they will go on, in the mean."""
    what = WorkloadModel(JobLengths(ForecastTerms(), {}, {ANN: [1000.0] * 50}, {}), {ANN: 50}, Demand.QUEUE)
    assert (what.lengths.of(ANN).seconds, what.lengths.of(ANN).source) == (2000, LengthSource.RUNNING)
    claim = Claim(ANN, None, None, NOW - 1000, NOW - 1000)
    left = [what.draw(str(seed), NOW, NOW + HOUR).left_s(claim, NOW) for seed in range(1000)]
    assert fmean(left) == pytest.approx(1000, rel=0.1)


def test_the_history_of_others_stands_in_where_somebody_has_less_than_three_runs() -> None:
    past = Past(NOW - HOUR, NOW, {f"bob@{DOMAIN}": [Span(50.0)] * 5, ANN: [Span(9000.0)] * 2})
    assert not past.knows(ANN)
    assert Counter(span.length_s for span in past.known(ANN)) == {50.0: 5, 9000.0: 2}
    assert not Past(NOW - HOUR, NOW, {ANN: [Span(9000.0)] * 2}).known(ANN)


def test_lengths_that_are_given_go_before_the_history() -> None:
    past = Past(NOW - HOUR, NOW, {ANN: [Span(50.0)] * 5})
    assert max(lengths_of(expected(past=past))) < 60
    assert min(lengths_of(expected(past=past, lengths=known(HOUR)))) > 1000


def submissions(*times: float, user: str = "ann") -> list[Submission]:
    ads = jobs(user, len(times), 3)
    return [Submission((f"{user}@{DOMAIN}", "ap1"), NOW + at, ad) for at, ad in zip(times, ads, strict=True)]


def test_jobs_come_as_often_as_they_came() -> None:
    """Ten single jobs in ten hours; over 200 futures of ten hours ten and a half come in the mean (Jeffreys' prior)."""
    past = Past(NOW - 10 * HOUR, NOW, {}, submissions(*(-number * HOUR + 1 for number in range(1, 11))))
    what = expected(Demand.HISTORY, past)
    counts = [len(list(what.draw(str(seed), NOW, NOW + 10 * HOUR).coming())) for seed in range(200)]
    assert fmean(counts) == pytest.approx(10.5, abs=1.0)
    # Of a rate that is known, the standard deviation would be 3.2; this one is known from ten events only.
    assert 3.8 < pstdev(counts) < 5.5


def test_what_was_handed_in_at_once_comes_at_once() -> None:
    """Three jobs 20 s apart, and one an hour later."""
    past = Past(NOW - 4 * HOUR, NOW, {}, submissions(-9000, -8980, -8960, -5000))
    what = expected(Demand.HISTORY, past)
    futures = [list(what.draw(str(seed), NOW, NOW + 40 * HOUR).coming()) for seed in range(100)]
    gaps = [round(later - earlier) for own in futures for (earlier, _, _), (later, _, _) in pairwise(own)]
    assert 0.3 < gaps.count(20) / len(gaps) < 0.7
    arrivals = max(futures, key=len)
    numbers = [(job.cluster, job.proc) for _, _, job in arrivals]
    assert len(set(numbers)) == len(numbers)
    # What was one cluster is one again, and only what came at once.
    assert {proc for _, proc in numbers} == {0, 1, 2}
    for at, owner, job in arrivals:
        assert owner == (ANN, "ap1")
        assert [integer_of(Evaluator(NOW), job.ad, name) for name in ("ClusterId", "ProcId", "QDate")] == [
            job.cluster,
            job.proc,
            int(at),
        ]


def test_jobs_of_one_submitter_come_alike_whatever_others_do() -> None:
    """So that two pools that differ in something else are compared in the same future."""
    own = submissions(*(-number * HOUR for number in range(1, 9)))
    alone = expected(Demand.HISTORY, Past(NOW - 10 * HOUR, NOW, {}, own))
    among = expected(Demand.HISTORY, Past(NOW - 10 * HOUR, NOW, {}, [*own, *submissions(-100, user="bob")]))
    times = [
        [round(at, 3) for at, owner, _ in what.draw("5", NOW, NOW + 20 * HOUR).coming() if owner[0] == ANN]
        for what in (alone, among)
    ]
    assert times[0]
    assert times[0] == times[1]
