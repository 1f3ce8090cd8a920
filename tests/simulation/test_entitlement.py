"""Measures of fairness, and what submitters are entitled to, with numbers worked out by hand."""

from math import inf

import pytest

from userprio.simulation.replay_figures import Entitled, GroupRight, divided, entitled_at, entitlements, gini, jain

NO_GROUP = GroupRight(0.0, surplus=True)


def test_jain_is_one_for_equals_and_one_nth_if_one_has_everything() -> None:
    assert jain([3, 3, 3]) == 1
    assert jain([5, 0, 0, 0]) == 0.25
    # (1 + 2 + 3)² / (3 * (1 + 4 + 9)) = 36 / 42
    assert jain([1, 2, 3]) == pytest.approx(36 / 42)


def test_gini_is_zero_for_equals_and_near_one_if_one_has_everything() -> None:
    assert gini([3, 3, 3]) == 0
    assert gini([0, 0, 0, 5]) == 0.75
    # Differences of all ordered pairs: 2 * (1 + 2 + 1) = 8; over 2 * n² * mean = 2 * 9 * 2.
    assert gini([3, 1, 2]) == pytest.approx(8 / 36)


def test_what_somebody_does_not_want_is_for_the_others() -> None:
    """12 among three of weights 1, 1 and 2: one wants only 1, so that 11 go as 1 to 2."""
    got = divided(12, {"ann": 1, "bob": 100, "cy": 100}, {"ann": 1, "bob": 1, "cy": 2})
    assert got == {"ann": 1, "bob": pytest.approx(11 / 3), "cy": pytest.approx(22 / 3)}


def test_weights_far_apart_leave_to_each_what_is_due() -> None:
    """Of 3, the one who weighs all wants 1; what is left goes by 2:1 to two who weigh next to nothing."""
    got = divided(3, {"ann": 1, "bob": 100, "cy": 100}, {"ann": 1, "bob": 2e-150, "cy": 1e-150})
    assert got == pytest.approx({"ann": 1, "bob": 4 / 3, "cy": 2 / 3})
    endless = entitled_at(2, {"ann": 5}, {"ann": Entitled(0, inf)}, [GroupRight(0, True)])
    assert endless == {"ann": 2}


def test_shares_follow_the_inverse_square_root_of_the_factor() -> None:
    who = {"ann": Entitled(0, 1000.0), "bob": Entitled(0, 4000.0)}
    assert entitled_at(30, {"ann": 50, "bob": 50}, who, [NO_GROUP]) == {"ann": 20, "bob": 10}


def test_a_group_has_its_quota_and_what_others_leave_if_it_accepts_that() -> None:
    """Of 20, physics has 12 and wants 5; bio has 4 and takes no more; chem has 4 and accepts what is left."""
    groups = [NO_GROUP, GroupRight(12, surplus=True), GroupRight(4, surplus=False), GroupRight(4, surplus=True)]
    who = {"physics": Entitled(1, 1.0), "bio": Entitled(2, 1.0), "chem": Entitled(3, 1.0)}
    got = entitled_at(20, {"physics": 5, "bio": 30, "chem": 30}, who, groups)
    assert got == {"physics": 5, "bio": 4, "chem": 11}


def test_entitlement_lasts_as_long_as_somebody_asks() -> None:
    """Ten slots for 100 s: ann asks all the time, bob from 40 on. 40 s alone and 60 s of a half: 700 and 300."""
    who = {"ann": Entitled(0, 1.0), "bob": Entitled(0, 1.0)}
    demands = [("ann", 0.0, 100.0, 10.0), ("bob", 40.0, 200.0, 10.0)]
    assert entitlements([(0.0, 10.0)], demands, who, lambda _: [NO_GROUP], 0.0, 100.0) == {
        "ann": pytest.approx(700),
        "bob": pytest.approx(300),
    }


def test_entitlement_is_to_the_slots_that_are_there() -> None:
    """Ten slots for 40 s, then four for 60: 640 for two who always ask."""
    who = {"ann": Entitled(0, 1.0), "bob": Entitled(0, 1.0)}
    demands = [("ann", 0.0, 100.0, 10.0), ("bob", 0.0, 100.0, 10.0)]
    assert entitlements([(0.0, 10.0), (40.0, 4.0)], demands, who, lambda _: [NO_GROUP], 0.0, 100.0) == {
        "ann": pytest.approx(320),
        "bob": pytest.approx(320),
    }
