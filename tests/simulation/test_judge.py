"""The judge of simulated lives: what it can tell from real ones, and that it cannot tell ours."""

from random import Random

import pytest

from tests.simulation.judge import RECORDED, distance, energy, judged, permutation_test, read_recorded


def _points(random: Random, mean: float, count: int) -> list[tuple[float, ...]]:
    return [tuple(random.gauss(mean, 1) for _ in range(8)) for _ in range(count)]


def test_a_distance_is_the_root_mean_square_of_the_differences() -> None:
    """Two times that are 3 s and 4 s apart: the root of (9 + 16) / 2."""
    assert distance((0, 0), (3, 4)) == pytest.approx((25 / 2) ** 0.5)


def test_the_energy_distance_of_two_samples_by_hand() -> None:
    """Points 0 and 2 against 5: twice the mean of 5 and 3, less the mean 1 within the first, is 7."""
    points = (0.0, 2.0, 5.0)
    between = [[abs(a - b) for b in points] for a in points]
    assert energy(between, [0, 1], [2]) == pytest.approx(2 * 4 - 1)


def test_samples_of_one_distribution_are_not_told_apart_more_often_than_by_chance() -> None:
    random = Random(3)
    values = [permutation_test([(_points(random, 0, 5), _points(random, 0, 5))], random) for _ in range(30)]
    assert sum(p < 0.1 for p in values) <= 8
    assert sum(p < 0.5 for p in values) >= 6


def test_samples_that_are_a_deviation_apart_are_told_apart() -> None:
    random = Random(4)
    comparisons = [(_points(random, 0, 5), _points(random, 1.5, 5)) for _ in range(2)]
    assert permutation_test(comparisons, random) < 0.01


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in RECORDED.iterdir()))
def test_simulated_lives_are_not_told_from_ten_real_ones(name: str) -> None:
    """Lives of six pools, each recorded ten times with HTCondor 25.14.1, one of them with two schedds."""
    recorded = read_recorded(RECORDED / name)
    assert len(recorded.recordings) == 10
    verdict = judged(recorded)
    assert verdict.p >= 0.01
    # Of eleven lives alike, a time of one is beyond those of all others in two of eleven cases.
    assert verdict.outermost < 2 * verdict.expected
