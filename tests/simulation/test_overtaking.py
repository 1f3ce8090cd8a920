"""Who overtakes whom, from effective priorities in the order of time."""

import pytest

from tests.simulation.pools import HOUR, foretold, hungry, ledger_of
from userprio.simulation import Overtaking
from userprio.simulation.trajectory import overtakings

TIMES = range(0, 60, 10)


def test_the_moment_is_the_first_at_which_the_priority_is_better() -> None:
    found = overtakings(TIMES, {"ann": [9, 8, 7, 6, 5, 4], "bob": [5, 5, 6, 6.05, 7, 8]})
    assert found == [Overtaking(30, "ann", "bob", level=False)]


def test_who_is_ahead_all_the_time_overtakes_nobody() -> None:
    assert overtakings(TIMES, {"ann": [1, 2, 3, 4, 5, 6], "bob": [7, 7, 7, 7, 7, 7]}) == []


def test_who_comes_as_near_as_makes_no_difference_draws_level() -> None:
    found = overtakings(TIMES, {"ann": [9, 8, 7, 6.05, 6.01, 6.02], "bob": [5, 5, 5, 6, 6, 6]})
    assert found == [Overtaking(30, "ann", "bob", level=True)]


def test_who_draws_level_stays_so_while_the_two_swing_around_each_other() -> None:
    found = overtakings(TIMES, {"ann": [9, 6.05, 6.2, 5.8, 6.2, 6.0], "bob": [5, 6, 6, 6, 6, 6]})
    assert found == [Overtaking(10, "ann", "bob", level=True)]


def test_who_takes_turns_is_told_of_once() -> None:
    found = overtakings(TIMES, {"ann": [9, 1, 9, 1, 9, 1], "bob": [5, 5, 5, 5, 5, 5]})
    assert found == [Overtaking(10, "ann", "bob", level=True)]


def test_a_touch_that_comes_to_nothing_is_not_an_overtaking() -> None:
    assert overtakings(TIMES, {"ann": [9, 7, 6.01, 7, 9, 9], "bob": [5, 6, 6, 6, 6, 5]}) == []


def test_a_newcomer_is_overtaken_by_nobody_until_his_use_shows() -> None:
    start = ledger_of({"old": {"Priority": 5.0, "PriorityFactor": 1000.0}, "new": {"PriorityFactor": 1000.0}})
    found = foretold(hungry({"old": 14, "new": 14}, 12), start, "PRIORITY_HALFLIFE = 7200\n", length_s=12 * HOUR)
    assert [(event.who, event.whom) for event in found.overtakings] == [("old@pool.test", "new@pool.test")]
    assert HOUR < found.overtakings[0].at - found.times[0] < 8 * HOUR


@pytest.mark.slow
def test_members_of_different_groups_share_no_pie_and_are_not_compared() -> None:
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 4\nGROUP_QUOTA_b = 8\nPRIORITY_HALFLIFE = 7200\n"
    start = ledger_of({"a.old": {"Priority": 6.0, "PriorityFactor": 1000.0}, "b.new": {"PriorityFactor": 1000.0}})
    found = foretold(hungry({"a.old": 2, "b.new": 12}, 12), start, knobs, length_s=12 * HOUR)
    assert found.overtakings == ()
