"""Targets for which the answer is known in closed form."""

import pytest

from tests.analysis.aim.pools import holds, pool_of, sought, turned
from userprio.analysis.plan import Horizon

THREE = "GROUP_NAMES = a, b, c\nGROUP_QUOTA_a = 30\nGROUP_QUOTA_b = 30\nGROUP_QUOTA_c = 40\n"
DYNAMIC = (
    "GROUP_NAMES = a, b, c\nGROUP_QUOTA_DYNAMIC_a = 0.3\nGROUP_QUOTA_DYNAMIC_b = 0.3\nGROUP_QUOTA_DYNAMIC_c = 0.2\n"
)
WANT = {"a.ann": 120, "b.bob": 120, "c.cid": 120}


def test_forty_percent_of_a_hundred_slots_are_a_quota_of_forty() -> None:
    found = sought(pool_of(WANT, 100, THREE), "share a=40%")
    assert (turned(found), holds(found), found.reached) == ({"GROUP_QUOTA_a": 40}, [40], True)


def test_two_shares_are_two_quotas() -> None:
    found = sought(pool_of(WANT, 100, THREE), "share a=40%", "share b=10%")
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_a": 40, "GROUP_QUOTA_b": 10}, [40, 10])


def test_a_dynamic_quota_stays_a_fraction() -> None:
    """0.45 of 100 slots; the other fractions leave room for it: 0.45 + 0.3 + 0.2 is 0.95."""
    found = sought(pool_of(WANT, 100, DYNAMIC), "share a=45%")
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_DYNAMIC_a": 0.45}, [45])


def test_fractions_that_exceed_one_are_scaled_and_the_quota_makes_up_for_it() -> None:
    """0.6 is wanted beside 0.5 of others: x / (x + 0.5) = 0.6 for x = 0.75."""
    found = sought(pool_of(WANT, 100, DYNAMIC), "share a=60%", within=0.5)
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_DYNAMIC_a": 0.75}, [60])


def test_a_fraction_that_doubles_write_a_hair_too_small_is_not_a_slot_too_small() -> None:
    """0.29 * 100 is 28.999999999999996, and limits lose their fractions."""
    found = sought(pool_of(WANT, 100, DYNAMIC), "share a=29%", within=0.5)
    assert holds(found) == [29]


def test_the_quota_of_a_subgroup_counts_for_the_group() -> None:
    knobs = "GROUP_NAMES = a, a.x, b\nGROUP_QUOTA_a = 40\nGROUP_QUOTA_a.x = 10\nGROUP_QUOTA_b = 20\n"
    found = sought(pool_of({"a.x.ann": 70, "b.bob": 70}, 60, knobs), "share a.x=50%")
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_a.x": 30}, [30])


def test_twice_the_use_in_one_cycle_is_about_half_the_factor() -> None:
    """Shares of the pie go by the inverse of factors: 20 and 10 of 30; 19 and 10 come near enough."""
    found = sought(pool_of({"ann": 50, "bob": 50}, 30), "use ann=2x:bob")
    assert turned(found) == {"setfactor:ann": 570}
    assert [(each.before, each.after) for each in found.targets] == [(1, 1.9)]
    exactly = sought(pool_of({"ann": 50, "bob": 50}, 30), "use ann=2x:bob", within=0)
    assert turned(exactly) == {"setfactor:ann": 500}
    assert [each.after for each in exactly.targets] == [2]


def test_a_change_is_the_smallest_round_one_that_reaches_the_target_within_its_tolerance() -> None:
    """Of 30 slots between three, ann's are 30 / (1 + 2 r), cut to whole ones, with r times the factor of the others.

    That is below 7 from 1643 on, and below 8 from 1375 on: 1700 gives the 6 that are wanted, and 1400 one more.
    """
    hungry = pool_of({"ann": 20, "bob": 20, "cid": 20}, 30)
    found = sought(hungry, "share ann=20%", turn=("factors:ann",))
    assert (turned(found), holds(found)) == ({"setfactor:ann": 1700}, [6])
    found = sought(hungry, "share ann=20%", turn=("factors:ann",), within=1)
    assert (turned(found), holds(found)) == ({"setfactor:ann": 1400}, [7])


@pytest.mark.slow
def test_twice_the_use_in_the_long_run_is_a_quarter_of_the_factor() -> None:
    """Use settles by the inverse square root of factors."""
    found = sought(pool_of({"ann": 34, "bob": 34}, 24), "use ann=2x:bob", over=Horizon.LONG_RUN)
    assert turned(found) == {"setfactor:ann": 250}
    assert found.targets[0].after == pytest.approx(2, abs=0.1)


def test_real_priorities_that_differ_stay_as_they_are() -> None:
    """Effective priorities are 3000 and 1000; for equal shares the first factor becomes a third."""
    records = {"ann": {"Priority": 3.0, "PriorityFactor": 1000.0}, "bob": {"Priority": 1.0, "PriorityFactor": 1000.0}}
    found = sought(pool_of({"ann": 50, "bob": 50}, 30, "", records), "use ann=1x:bob", turn=("factors:ann",))
    assert turned(found) == {"setfactor:ann": 380}
    assert holds(found) == [14]


def test_a_share_of_a_pie_with_others_goes_by_odds() -> None:
    """From 10:20 to 15:15, twice the weight."""
    found = sought(pool_of({"ann": 50, "bob": 50, "cid": 50}, 30), "share ann=50%")
    assert (turned(found), holds(found)) == ({"setfactor:ann": 500}, [15])


def test_two_shares_of_one_pie_are_found_together() -> None:
    """18 : 6 : 6 is 3 : 1 : 1, so that one factor does within a slot; 15 : 9 : 6 is 2.5 : 1.5 : 1 or a little more."""
    hungry = pool_of({"ann": 50, "bob": 50, "cid": 50}, 30)
    one = sought(hungry, "share ann=60%", "share bob=20%", within=1)
    assert turned(one) == {"setfactor:ann": pytest.approx(360, abs=30)}
    assert holds(sought(hungry, "share ann=60%", "share bob=20%")) == [18, 6]
    found = sought(hungry, "share ann=50%", "share bob=30%", within=0.5)
    assert holds(found) == [15, 9]
    assert turned(found) == {"setfactor:ann": pytest.approx(360, abs=40), "setfactor:bob": pytest.approx(610, abs=60)}


def test_what_is_held_may_be_more_than_was_asked_for_and_is_then_left_alone() -> None:
    found = sought(pool_of({"ann": 50, "bob": 50}, 30), "hold 12:ann")
    assert (found.reached, turned(found), holds(found), found.steps) == (True, {}, [15], 1)


def test_a_promise_of_a_weight_is_kept_to_the_slot() -> None:
    found = sought(pool_of({"ann": 50, "bob": 50}, 30), "hold 20:bob")
    assert (turned(found), holds(found)) == ({"setfactor:bob": 500}, [20])


def test_a_group_that_takes_up_surplus_comes_down_when_it_no_longer_accepts_it() -> None:
    """Group b has no jobs, so that its 20 go to a, unless a accepts no surplus."""
    knobs = (
        "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 10\nGROUP_QUOTA_b = 20\nGROUP_ACCEPT_SURPLUS_a = True\n"
        "GROUP_QUOTA_b.x = 1\n"
    )
    scenario = pool_of({"a.ann": 50}, 30, knobs)
    assert not sought(scenario, "share a=33.4%", turn=("quotas:a",)).reached
    found = sought(scenario, "share a=33.4%", turn=("surplus",))
    assert (turned(found), holds(found)) == ({"GROUP_ACCEPT_SURPLUS_a": 0}, [10])


@pytest.mark.slow
def test_submitters_of_different_groups_are_compared_by_quotas() -> None:
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 15\nGROUP_QUOTA_b = 15\n"
    scenario = pool_of({"a.ann": 50, "b.bob": 50}, 30, knobs)
    found = sought(scenario, "use b.bob=2x:a.ann", "share b.bob=66.7%", within=0.5)
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_a": 10, "GROUP_QUOTA_b": 20}, [20, 20])
    assert sought(scenario, "use b.bob=3x:a.ann", turn=("factors",)).reached is False


def test_quotas_that_come_to_more_than_there_is_are_told_of() -> None:
    """In one cycle a, which comes first, gets its 15; later b, which has 5 of its 12, goes before it."""
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 8\nGROUP_QUOTA_b = 12\n"
    scenario = pool_of({"a.ann": 40, "b.bob": 40}, 20, knobs)
    found = sought(scenario, "share a=75%")
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_a": 15}, [15])
    assert any("quotas of a and b add up to 27, and there are 20 for them" in remark for remark in found.remarks)
    within = pool_of({"a.ann": 40, "b.bob": 40}, 20, knobs.replace("12", "5"))
    assert sought(within, "share a=75%").remarks == ()


@pytest.mark.slow
def test_in_the_long_run_quotas_that_come_to_more_than_there_is_are_shared() -> None:
    """Groups settle by their quotas where these exceed the pool, and at them where they do not: 15 and 5, or 6."""
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 8\nGROUP_QUOTA_b = 12\n"
    found = sought(
        pool_of({"a.ann": 40, "b.bob": 40}, 20, knobs), "share a=75%", over=Horizon.LONG_RUN, turn=("quotas:*",)
    )
    assert found.reached
    assert holds(found)[0] == pytest.approx(15, abs=1)
    quotas = turned(found)
    assert quotas["GROUP_QUOTA_a"] == 15
    assert quotas["GROUP_QUOTA_b"] == pytest.approx(5, abs=1)
