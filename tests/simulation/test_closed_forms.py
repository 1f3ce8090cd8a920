"""Forecasts of pools for which the answer is known in closed form."""

from math import sqrt

import pytest

from tests.negotiation.builders import NOW, held, jobs, submitter
from tests.simulation.pools import HOUR, course, foretold, hungry, ledger_of, long_run, mean_use, settled
from userprio.ledger import Ledger
from userprio.pool import Pool
from userprio.simulation.trajectory import factor_effects, long_run_shares, shares_now

HALF_LIFE = "PRIORITY_HALFLIFE = 7200\n"
DAY = 24 * HOUR


def test_the_priority_of_somebody_who_uses_nothing_halves_with_each_half_life() -> None:
    pool = Pool((), (submitter("ann", 5),), tuple(jobs("ann", 5, 1)))
    found = foretold(pool, ledger_of({"ann": {"Priority": 80.0, "PriorityFactor": 1000.0}}), length_s=3 * DAY)
    real = {at - NOW: point.real_priority for at, point in zip(found.times, course(found, "ann").points, strict=True)}
    assert [real[day * DAY] for day in range(4)] == pytest.approx([80, 40, 20, 10], abs=1e-3)
    assert course(found, "ann").points[-1].effective_priority == pytest.approx(10_000, abs=1)


def test_the_priority_of_somebody_who_uses_the_same_all_the_time_comes_half_way_to_it() -> None:
    pool = Pool(tuple(held("ann", 12, 1)), (submitter("ann", 0, running=12),))
    start = ledger_of({"ann": {"Priority": 4.0, "PriorityFactor": 1000.0}})
    found = foretold(pool, start, length_s=2 * DAY, step_s=3600, job_length_s=100.0 * DAY)
    for at, point in zip(found.times, course(found, "ann").points, strict=True):
        assert point.in_use == 12
        assert point.real_priority == pytest.approx(12 - 8 * 0.5 ** ((at - NOW) / DAY), abs=1e-3)


@pytest.mark.parametrize("users", [2, 5])
def test_users_with_equal_factors_and_constant_demand_settle_at_equal_use(users: int) -> None:
    found = long_run(hungry({f"u{number}": 12 for number in range(users)}, 15))
    for number in range(users):
        assert settled(found, f"u{number}") == pytest.approx(15 / users, abs=0.5)
    # Limits that are fractions of a slot leave one or two of them to nobody.
    assert 0.9 < sum(one.steady.share for one in found.submitters if one.steady) <= 1


@pytest.mark.slow
def test_history_does_not_matter_in_the_long_run() -> None:
    start = ledger_of({"ann": {"Priority": 900.0, "PriorityFactor": 1000.0}, "bob": {"PriorityFactor": 1000.0}})
    found = long_run(hungry({"ann": 16, "bob": 16}, 16), start)
    assert settled(found, "ann") == pytest.approx(8, abs=0.5)


@pytest.mark.slow
@pytest.mark.parametrize("factor", [2, 9])
def test_use_settles_by_the_square_root_of_factors(factor: int) -> None:
    start = ledger_of({"ann": {"PriorityFactor": 1000.0}, "bob": {"PriorityFactor": 1000.0 * factor}})
    found = long_run(hungry({"ann": 22, "bob": 22}, 24), start)
    worse = 24 / (1 + sqrt(factor))
    assert settled(found, "bob") == pytest.approx(worse, abs=0.6)
    assert settled(found, "ann") == pytest.approx(24 - worse, abs=0.6)


@pytest.mark.slow
def test_the_course_itself_comes_to_where_the_steady_state_is() -> None:
    start = ledger_of({"ann": {"PriorityFactor": 1000.0}, "bob": {"PriorityFactor": 4000.0}})
    found = foretold(hungry({"ann": 14, "bob": 14}, 15), start, HALF_LIFE, length_s=DAY, step_s=1200, long_run=True)
    assert mean_use(found, "ann", 24) / mean_use(found, "bob", 24) == pytest.approx(2, rel=0.12)
    assert settled(found, "ann") == pytest.approx(10, abs=0.5)


def test_a_factor_divides_the_share_in_the_first_cycle_in_full() -> None:
    start = ledger_of({"ann": {"PriorityFactor": 1000.0}, "bob": {"PriorityFactor": 4000.0}})
    found = foretold(hungry({"ann": 50, "bob": 50}, 30), start, length_s=HOUR)
    assert [course(found, user).points[0].in_use for user in ("ann", "bob")] == [24, 6]


def test_who_wants_less_than_his_share_gets_it_and_the_others_the_rest() -> None:
    found = long_run(hungry({"ann": 2, "bob": 14, "cid": 14}, 14))
    assert settled(found, "ann") == pytest.approx(2, abs=0.1)
    assert settled(found, "bob") + settled(found, "cid") == pytest.approx(12, abs=0.1)
    assert settled(found, "bob") == pytest.approx(6, abs=0.5)


def test_a_group_settles_at_its_quota_and_its_members_share_that() -> None:
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 8\nGROUP_QUOTA_b = 4\n"
    found = long_run(hungry({"a.ann": 9, "a.amy": 9, "b.bob": 9}, 12), Ledger.empty(), knobs)
    steady = {group.name: group.steady.in_use for group in found.groups if group.steady}
    assert steady == {"<none>": 0, "a": pytest.approx(8, abs=0.4), "b": pytest.approx(4, abs=0.4)}
    assert settled(found, "a.ann") == pytest.approx(4, abs=0.5)


def test_a_ceiling_holds_in_the_long_run() -> None:
    start = ledger_of({"ann": {"PriorityFactor": 1000.0, "Ceiling": 5}})
    found = long_run(hungry({"ann": 12, "bob": 12}, 14), start)
    assert settled(found, "ann") == pytest.approx(5, abs=0.1)


def test_twice_the_factor_halves_the_weight_in_the_pie_now_and_takes_a_root_of_two_later() -> None:
    effect = factor_effects({"ann": 500.0, "bob": 500.0}, {"ann": 1000.0, "bob": 1000.0})["ann"]
    assert effect.now == effect.long_run == 0.5
    assert effect.now_doubled / (1 - effect.now_doubled) == pytest.approx(1 / 2)
    assert effect.long_run_doubled / (1 - effect.long_run_doubled) == pytest.approx(1 / sqrt(2))


def test_shares_sum_to_one() -> None:
    assert shares_now({"ann": 1000.0, "bob": 3000.0}) == pytest.approx({"ann": 0.75, "bob": 0.25})
    assert long_run_shares({"ann": 1000.0, "bob": 9000.0}) == pytest.approx({"ann": 0.75, "bob": 0.25})
