"""What scored best so far is what ranges rest on, and nothing that was not over yet counts."""

import math

import pytest

from userprio.analysis.wait.basis import Basis, BasisScore, Choice, PastQuestion, choice_of, interval_score, sayings
from userprio.analysis.wait.recalibration import PastRange
from userprio.simulation import WaitRange

HORIZON_S = 10_000


def said(low: float, high: float) -> WaitRange:
    return WaitRange(20, 20, (low + high) / 2, low, high)


def question(at: int, true_s: float, simulated: WaitRange, past: WaitRange) -> PastQuestion:
    return PastQuestion(at, simulated, past, true_s)


NARROW, WIDE, EARLY = said(500, 700), said(60, 7140), said(0, 40)


def test_the_score_is_the_width_and_ten_times_what_is_outside_of_logarithms() -> None:
    """From 40 s to 140 s, with a minute each, is a factor of two; 340 s are outside by another factor of two."""
    assert interval_score(PastRange(40, 90, 140, 100)) == pytest.approx(math.log(2))
    assert interval_score(PastRange(40, 90, 140, 340)) == pytest.approx(11 * math.log(2))
    assert interval_score(PastRange(340, 350, 740, 140)) == pytest.approx(11 * math.log(2))


def test_scores_of_two_ranges_are_their_means() -> None:
    score = BasisScore.of(Basis.PAST_WAITS, [PastRange(40, 90, 140, 100), PastRange(40, 90, 140, 340)])
    assert (score.coverage, score.width_s) == (0.5, 100)
    assert score.interval_score == pytest.approx(6 * math.log(2))


@pytest.mark.parametrize(
    ("simulated", "past", "true_s", "basis"),
    [
        (NARROW, WIDE, 600.0, Basis.SIMULATION),
        (EARLY, WIDE, 600.0, Basis.PAST_WAITS),
        (EARLY, EARLY, 600.0, Basis.SIMULATION),
        (NARROW, NARROW, 600.0, Basis.SIMULATION),
    ],
)
def test_what_scored_best_is_chosen_and_of_equals_the_simulation(
    simulated: WaitRange, past: WaitRange, true_s: float, basis: Basis
) -> None:
    past_sayings = sayings([question(at, true_s, simulated, past) for at in range(3)], HORIZON_S)
    assert choice_of(past_sayings, HORIZON_S).basis is basis


def test_past_waits_that_are_hardly_better_do_not_replace_the_simulation() -> None:
    """From 40 to 140 s is a factor of two with a minute each, from 40 to 134 s hardly less, to 120 s a tenth less."""
    near, nearer = said(40, 134), said(40, 120)
    assert choice_of(sayings([question(0, 100.0, said(40, 140), near)], HORIZON_S), HORIZON_S).basis is Basis.SIMULATION
    assert (
        choice_of(sayings([question(0, 100.0, said(40, 140), nearer)], HORIZON_S), HORIZON_S).basis is Basis.PAST_WAITS
    )


def test_what_is_not_over_yet_shows_nothing() -> None:
    """The start of 100 s after 0 is known from 100 on."""
    asked = [question(0, 100.0, EARLY, WIDE), question(99, 100.0, EARLY, WIDE), question(100, 1.0, EARLY, WIDE)]
    first, second, third = sayings(asked, HORIZON_S)
    assert (first.known, second.known, third.known) == (0, 0, 1)
    assert (first.choice, second.choice) == (Choice(), Choice())
    assert third.choice.basis is Basis.PAST_WAITS
    assert third.said == third.ranges[Basis.PAST_WAITS]


def test_a_start_that_was_never_seen_is_known_when_the_time_looked_ahead_is_over() -> None:
    asked = [question(0, math.inf, EARLY, WIDE), question(9_999, 1.0, EARLY, WIDE), question(10_000, 1.0, EARLY, WIDE)]
    assert [saying.known for saying in sayings(asked, HORIZON_S)] == [0, 0, 2]


def test_questions_are_answered_in_the_order_of_time() -> None:
    asked = [question(500, 1.0, EARLY, WIDE), question(0, 100.0, EARLY, WIDE)]
    assert [(saying.question.at, saying.known) for saying in sayings(asked, HORIZON_S)] == [(0, 0), (500, 1)]


def test_a_simulation_that_is_off_by_a_factor_is_moved_and_stays_the_basis() -> None:
    """Starts at ten times what was said, whatever that was: past waits tell no more than where starts usually are."""
    past = []
    for at in range(60):
        middle = 60.0 * 2 ** (at % 6)
        simulated = WaitRange(20, 20, middle, middle * 0.9, middle * 1.1)
        past.append(question(at * HORIZON_S, 10 * middle, simulated, said(300, 9_000)))
    choice = choice_of(sayings(past, HORIZON_S), HORIZON_S)
    assert (choice.basis, choice.of_simulations) == (Basis.MOVED_SIMULATION, Basis.MOVED_SIMULATION)
    moved = choice.of_futures(WaitRange(20, 20, 500, 450, 550), HORIZON_S)
    assert (moved.low_s or 0) < 5_000 < (moved.high_s or 0)


def test_with_changes_the_better_one_of_both_simulations_answers() -> None:
    near = [question(at * HORIZON_S, 600.0, EARLY, said(590, 610)) for at in range(15)]
    choice = choice_of(sayings(near, HORIZON_S), HORIZON_S)
    assert (choice.basis, choice.of_simulations) == (Basis.PAST_WAITS, Basis.SIMULATION)
    assert choice.of_futures(NARROW, HORIZON_S) == NARROW
    # Of sixty answers forty were given after twenty were known, by which it could be moved.
    more = [question(at * HORIZON_S, 600.0, EARLY, said(590, 610)) for at in range(60)]
    choice = choice_of(sayings(more, HORIZON_S), HORIZON_S)
    assert choice.of_simulations is Basis.MOVED_SIMULATION
    assert choice.of_futures(EARLY, HORIZON_S).low_s == pytest.approx(600)


def test_past_waits_that_are_off_by_a_factor_are_moved() -> None:
    """The simulation knows nothing, and everything takes twice as long as it took."""
    past = []
    for at in range(60):
        middle = 60.0 * 2 ** (at % 6)
        waits = WaitRange(20, 20, middle, middle * 0.9, middle * 1.1)
        past.append(question(at * HORIZON_S, 2 * middle, EARLY, waits))
    choice = choice_of(sayings(past, HORIZON_S), HORIZON_S)
    assert choice.basis is Basis.MOVED_PAST_WAITS
    moved = choice.of_past_waits(WaitRange(20, 20, 500, 450, 550), HORIZON_S, choice.basis)
    assert (moved.low_s or 0) < 1_000 < (moved.high_s or 0) < 1_500
    # Nothing can be moved where past waits do not tell.
    unknown = WaitRange(3, 3, None, 0.0, None)
    assert choice.of_past_waits(unknown, HORIZON_S, choice.basis) == unknown


def test_what_is_moved_tells_nothing_beyond_the_time_that_past_answers_looked_ahead() -> None:
    """They saw starts within an hour or later: when later, no line can tell."""
    later = [question(at * HORIZON_S, math.inf, EARLY, WIDE) for at in range(60)]
    choice = choice_of(sayings(later, 3600), 3600)
    assert choice.reach_s(Basis.MOVED_SIMULATION, 3 * 86_400) == 3600
    assert choice.reach_s(Basis.SIMULATION, 3 * 86_400) == 3 * 86_400
    moved = choice.of_futures(EARLY, 3 * 86_400, Basis.MOVED_SIMULATION)
    assert (moved.low_s, moved.median_s, moved.high_s) == (None, None, None)
