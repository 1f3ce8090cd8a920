"""Targets that cannot be reached: which, why, and what comes nearest."""

import pytest

from tests.analysis.aim.pools import because, holds, pool_of, sought, turned
from tests.negotiation.builders import NOW, configured, free, held, jobs, submitter
from tests.simulation.pools import ledger_of
from userprio.analysis.plan import Horizon
from userprio.base.errors import BadInput
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData

GROUPS = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 20\nGROUP_QUOTA_b = 10\n"


def test_nobody_gets_more_than_was_asked_for() -> None:
    found = sought(pool_of({"ann": 5, "bob": 50}, 30), "hold 12:ann")
    assert because(found) == ["ann@pool.test asks for no more: its idle jobs got 5 slots"]
    assert (holds(found), turned(found), found.reached) == ([5], {}, False)


@pytest.mark.slow
def test_nobody_gets_more_in_the_long_run_either() -> None:
    found = sought(
        pool_of({"ann": 5, "bob": 50}, 20), "share ann=60%", over=Horizon.LONG_RUN, turn=("factors:ann=500..2000",)
    )
    assert "ann@pool.test asks for 5 in all" in (because(found)[0] or "")


def test_what_comes_nearest_is_found_where_more_is_asked_for_than_is_there() -> None:
    """Of 30 slots bob would have 15; with the best factor nearly all of the 20 that ann's 10 jobs leave."""
    found = sought(pool_of({"ann": 10, "bob": 50}, 30), "hold 40:bob")
    assert because(found) == ["that is 40, and the pool has 30"]
    assert holds(found)[0] >= 29


@pytest.mark.slow
def test_shares_of_more_than_all_contradict_each_other() -> None:
    found = sought(pool_of({"ann": 50, "bob": 50}, 30), "share ann=90%", "share bob=60%")
    assert not found.reached
    told = "ann@pool.test and bob@pool.test are to have 45 together, and the pool has 30"
    assert set(because(found)) <= {told, None}
    assert told in because(found)


@pytest.mark.slow
def test_a_group_cannot_have_less_than_its_members() -> None:
    found = sought(pool_of({"a.ann": 50, "b.bob": 50}, 30, GROUPS), "share a=20%", "share a.ann=50%")
    assert "that is 15, and a is to have 6" in because(found)


@pytest.mark.slow
def test_shares_that_do_not_fit_a_ratio_contradict_it() -> None:
    found = sought(pool_of({"a.ann": 50, "b.bob": 50}, 30, GROUPS), "share a=50%", "share b=50%", "use a=3x:b")
    assert "a is to have 50% of the pool and b 50%, which is not 3 times as much" in because(found)


@pytest.mark.slow
def test_bounds_that_end_too_early_are_named() -> None:
    found = sought(pool_of({"a.ann": 50, "b.bob": 50}, 40, GROUPS), "share b=50%", turn=("quotas:b=5..12",))
    assert because(found) == [
        "b: group b has 12 in use, and its limit is 12; GROUP_QUOTA_b may not be above 12 (--turn)"
    ]
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_b": 12}, [12])


@pytest.mark.slow
def test_who_comes_too_late_gets_no_more_by_a_larger_quota_and_others_have_to_be_turned() -> None:
    """Quotas may exceed the pool: a comes first and takes its 20 of the 30 slots, whatever b may have."""
    scenario = pool_of({"a.ann": 50, "b.bob": 50}, 30, GROUPS)
    found = sought(scenario, "share b=50%")
    assert because(found) == [
        "b with GROUP_QUOTA_b = 30: of 30 slots that fit, 20 went to others before its turn: a.ann@pool.test 20 "
        "(--turn 'quotas:*' would let the quotas of others be turned)"
    ]
    found = sought(scenario, "share b=50%", turn=("quotas:*",))
    assert (turned(found), holds(found)) == ({"GROUP_QUOTA_a": 15, "GROUP_QUOTA_b": 15}, [15])


def test_a_factor_cannot_fall_below_one() -> None:
    records = {"ann": {"PriorityFactor": 2.0}, "bob": {"PriorityFactor": 1.0}}
    found = sought(pool_of({"ann": 50, "bob": 50}, 30, "", records), "share ann=80%")
    assert (turned(found), holds(found)) == ({"setfactor:ann": 1}, [15])
    assert "setfactor:ann@pool.test may not be below 1" in (because(found)[0] or "")


@pytest.mark.slow
def test_slots_that_the_cycle_leaves_to_their_holder_are_not_said_to_be_beyond_reach_for_good() -> None:
    pool = Pool(
        (*held("ann", 20, 1), *free(10, 21)),
        (submitter("ann", 10, running=20), submitter("bob", 40)),
        (*jobs("ann", 10, 1), *jobs("bob", 40, 2)),
    )
    scenario = ScenarioData(pool, ledger_of({}), configured(), NOW)
    found = sought(scenario, "share ann=30%")
    [told] = because(found)
    assert told is not None
    assert told.startswith("ann@pool.test keeps 20 of what it had in use, and one cycle takes no more from it")
    in_time = sought(scenario, "share ann=30%", over=Horizon.LONG_RUN)
    assert in_time.reached
    assert holds(in_time)[0] == pytest.approx(9, abs=1)


def test_who_competes_with_nobody_cannot_have_less() -> None:
    found = sought(pool_of({"ann": 50}, 30), "share ann=50%")
    assert because(found) == ["nobody else asks for more, so that ann@pool.test gets what they leave"]


def test_what_matches_no_slot_gets_none_and_the_reason_is_that_of_explain() -> None:
    large = [*jobs("ann", 20, 1, RequestCpus=4), *jobs("bob", 50, 2)]
    pool = Pool(tuple(free(30)), (submitter("ann", 20), submitter("bob", 50)), tuple(large))
    found = sought(ScenarioData(pool, ledger_of({}), configured(), NOW), "share ann=40%")
    [told] = because(found)
    assert told is not None
    assert told.startswith("ann@pool.test: the job does not meet the slots' Requirements `TARGET.RequestCpus <= Cpus`")
    assert turned(found) == {}


def test_a_concurrency_limit_is_named() -> None:
    limited = [*jobs("ann", 20, 1, ConcurrencyLimits='"lic"'), *jobs("bob", 50, 2)]
    pool = Pool(tuple(free(30)), (submitter("ann", 20), submitter("bob", 50)), tuple(limited))
    found = sought(ScenarioData(pool, ledger_of({}), configured("LIC_LIMIT = 5\n"), NOW), "hold 12:ann")
    assert because(found) == ["ann@pool.test: limit lic allows 5, of which 5 are in use; the job asks for 1"]
    assert holds(found) == [5]


def test_a_quota_below_a_slot_is_named() -> None:
    """A limit loses its fraction: with half a slot nobody gets anything."""
    knobs = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = 0.5\nGROUP_QUOTA_b = 10\n"
    scenario = pool_of({"a.ann": 50, "b.bob": 50}, 30, knobs)
    found = sought(scenario, "share a=5%", turn=("quotas:a=0.1..0.9",))
    [told] = because(found)
    assert told is not None
    assert "the limit of a is 0.9, and HTCondor drops the fraction" in told
    assert holds(sought(scenario, "share a=5%")) == [1]


@pytest.mark.slow
def test_a_quota_that_may_not_be_turned_is_named() -> None:
    found = sought(pool_of({"a.ann": 50, "a.amy": 50, "b.bob": 50}, 30, GROUPS), "hold 25:a.ann")
    [told] = because(found)
    assert told is not None
    assert "(--turn quotas:a would let its quota be turned)" in told
    assert sought(
        pool_of({"a.ann": 50, "a.amy": 50, "b.bob": 50}, 30, GROUPS), "hold 25:a.ann", turn=("factors", "quotas")
    ).reached


@pytest.mark.slow
def test_whole_slots_leave_gaps() -> None:
    """Slots of 8 cores: 0, 8, 16, 24 of 32, and nothing near 20."""
    slots = free(4, Cpus=8, Memory=20000)
    pool = Pool(
        tuple(slots),
        (submitter("ann", 40), submitter("bob", 40)),
        (*jobs("ann", 40, 1, RequestCpus=8), *jobs("bob", 40, 2, RequestCpus=8)),
    )
    found = sought(ScenarioData(pool, ledger_of({}), configured(), NOW), "share ann=62.5%", within=2)
    assert not found.reached
    assert "it came to 50% or 75%, and nothing between" in (because(found)[0] or "")


def test_a_search_ends_at_its_steps_and_says_so() -> None:
    found = sought(pool_of({"ann": 5, "bob": 50}, 30), "hold 12:ann", most_steps=2)
    assert (found.steps, found.out_of_steps, found.reached) == (2, True, False)
    assert "the search ended after 2 steps; --steps allows it more" in (because(found)[0] or "")


@pytest.mark.parametrize(
    ("targets", "turn", "message"),
    [
        (("share zoe=10%",), (), "there is no submitter or group zoe"),
        (("use a=2x:a.ann",), (), "a and a.ann@pool.test have submitters in common, and cannot be compared"),
        (("share a=10%",), ("factors:zoe",), "no submitter is called zoe"),
        (("share a=10%",), ("quotas:zoe*",), "no group is called zoe*"),
        (("share a=10%",), ("factors",), "there is nothing to turn: no factors of those that targets are about"),
    ],
)
def test_mistakes_are_told(targets: tuple[str, ...], turn: tuple[str, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("*", r"\*")):
        sought(pool_of({"a.ann": 50, "b.bob": 50}, 30, GROUPS), *targets, turn=turn)
