"""Lengths of jobs: what their scores mean, how alike those of a cluster are, and what runs of it say about the rest."""

import math
from random import Random
from statistics import fmean, median

import pytest

from userprio.simulation.lengths import (
    Lengths,
    Span,
    Variation,
    drawn_level,
    pooled,
    resampled,
    since_change,
    variation,
)


def clusters(alike: float, number: int, size: int, seed: int = 1) -> list[Span]:
    """Lengths around e^7 s, whose logarithms have the standard deviation 1 and that correlation within a cluster."""
    random, spans = Random(seed), []
    for cluster in range(number):
        level = random.gauss(0, 1)
        for _ in range(size):
            score = math.sqrt(alike) * level + math.sqrt(1 - alike) * random.gauss(0, 1)
            spans.append(Span(math.exp(7 + score), cluster=cluster))
    return spans


def test_a_score_and_its_length_belong_together() -> None:
    """Between the known lengths, beyond them, and at each of them."""
    lengths = Lengths([Span(value) for value in (60.0, 90.0, 400.0, 1000.0)])
    for value in (20.0, 60.0, 75.0, 399.0, 1000.0, 5000.0):
        assert lengths.at(lengths.score(value)) == pytest.approx(value)
    assert lengths.score(60.0) == pytest.approx(-1.150, abs=0.001)  # the quantile at 1/8


def test_beyond_the_longest_of_runs_that_never_ended_a_score_says_how_little_is_left() -> None:
    """Two of four runs ended, at 100 s and 200 s, the others went on beyond 300 s: half of them are over by then."""
    lengths = Lengths([Span(100.0), Span(200.0), Span(300.0, over=False), Span(300.0, over=False)])
    assert lengths.score(300.0) == pytest.approx(0.0, abs=1e-9)
    assert lengths.at(lengths.score(450.0)) == pytest.approx(450.0)


def test_what_is_all_equal_has_no_score_elsewhere() -> None:
    lengths = Lengths([Span(60.0)] * 3)
    assert (lengths.score(30.0), lengths.score(60.0), lengths.score(90.0)) == (-math.inf, 0.0, math.inf)


@pytest.mark.parametrize("alike", [0.0, 0.5, 0.9])
def test_jobs_are_as_alike_as_their_clusters_show(alike: float) -> None:
    """40 clusters of 6 jobs; the mean over 50 futures."""
    known, random = variation(clusters(alike, 40, 6)), Random(3)
    assert fmean(known.sharing(random) for _ in range(50)) == pytest.approx(alike, abs=0.12)


def test_a_few_clusters_leave_open_how_alike_their_jobs_are() -> None:
    few, many, random = variation(clusters(0.5, 4, 3)), variation(clusters(0.5, 100, 3)), Random(3)
    wide, narrow = ([known.sharing(random) for _ in range(200)] for known in (few, many))
    assert max(wide) - min(wide) > 2 * (max(narrow) - min(narrow))


def test_single_jobs_say_nothing_about_how_alike_jobs_of_a_cluster_are() -> None:
    """Then it may be anything from 0 to 1."""
    assert variation([Span(float(number), cluster=number) for number in range(1, 9)]) == Variation()
    drawn = sorted(Variation().sharing(Random(seed)) for seed in range(200))
    assert (drawn[0] < 0.1, drawn[-1] > 0.9) == (True, True)
    assert median(drawn) == pytest.approx(0.5, abs=0.1)


def test_what_others_show_counts_as_a_few_clusters() -> None:
    """Nothing is known of its own: others' variation, of 99 and 500 degrees of freedom, counts as of 4 and 20.2."""
    others = variation(clusters(0.9, 100, 6))
    assert (others.between_df, others.within_df) == (99, 500)
    own = Variation().and_others(pooled([others]))
    assert (own.between_df, own.within_df, own.size) == (4, pytest.approx(20.2, abs=0.01), 6)
    assert fmean(own.sharing(Random(seed)) for seed in range(100)) == pytest.approx(0.85, abs=0.1)


def test_whole_clusters_are_drawn_again() -> None:
    spans = clusters(0.9, 20, 5)
    drawn = resampled(spans, Random(2))
    assert len(drawn) == 100
    assert all(sum(span.cluster == number for span in drawn) % 5 == 0 for number in range(20))


def test_runs_of_a_cluster_that_are_over_tell_how_long_its_others_take() -> None:
    """Lengths from 100 s to 10,000 s; two of the cluster took 5,000 s, and its jobs are nearly alike."""
    lengths, own = Lengths([Span(100.0 * number) for number in range(1, 101)]), [Span(5000.0), Span(5000.0)]
    random = Random(1)
    like, unlike = (
        [lengths.draw(random, 0.0, drawn_level(lengths, sharing, own, random), sharing) for _ in range(300)]
        for sharing in (0.98, 0.0)
    )
    assert sorted(like)[30] > 3500
    assert sorted(like)[-30] < 6500
    assert sorted(unlike)[30] < 1500
    assert sorted(unlike)[-30] > 8500


def test_runs_of_a_cluster_that_go_on_tell_that_its_others_take_long() -> None:
    """Ten have run for 6,000 s of at most 10,000 s; if alike, hardly any takes less than 5,000 s."""
    lengths, own = Lengths([Span(100.0 * number) for number in range(1, 101)]), [Span(6000.0, over=False)] * 10
    random = Random(1)
    drawn = [lengths.draw(random, 0.0, drawn_level(lengths, 0.95, own, random), 0.95) for _ in range(300)]
    assert fmean(length > 5000 for length in drawn) > 0.95


def test_a_job_that_has_run_for_some_time_takes_longer_in_any_cluster() -> None:
    lengths, random = Lengths([Span(100.0 * number) for number in range(1, 11)]), Random(1)
    for level in (-3.0, 0.0, 3.0):
        assert min(lengths.draw(random, 850.0, level, 0.9) for _ in range(200)) > 850


def test_where_lengths_became_others_only_the_later_ones_count() -> None:
    """Fifteen clusters of about e^7 s, then ten of four times as long; runs that go on are never dropped."""
    earlier = clusters(0.0, 15, 3)
    later = [Span(4 * span.length_s, cluster=f"later {span.cluster}") for span in clusters(0.0, 10, 3, seed=2)]
    going_on = Span(50.0, over=False, cluster=3)
    assert list(since_change([*earlier, *later, going_on])) == [*later, going_on]
    assert since_change([*earlier, going_on]) == [*earlier, going_on]


def test_lengths_that_vary_as_ever_have_not_changed() -> None:
    """Of 200 pasts hardly any; a few clusters would not show it."""
    changed = sum(len(since_change(spans)) < 60 for seed in range(200) if (spans := clusters(0.3, 20, 3, seed)))
    assert changed <= 10
    few = [Span(100.0, cluster=number) for number in range(3)] + [Span(900.0, cluster=9 + n) for n in range(3)]
    assert since_change(few) == few
