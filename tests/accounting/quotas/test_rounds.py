"""Rounds of allocation, and the order in which they serve groups."""

import math

import pytest

from userprio.accounting.quotas import (
    AllocationRound,
    GroupLimit,
    QuotaSettings,
    Skip,
    assign_quotas,
    build_tree,
    end_round,
    first_round,
    group_limit,
    open_round,
    passes,
    served_times,
    subtree_usage,
)
from userprio.accounting.quotas.rounds import allocate
from userprio.base.cxx import FLT_MAX, INT_MIN
from userprio.classad import Evaluator
from userprio.config import Config

from .driver import groups, play


def served(**knobs: object) -> list[str]:
    """The order in which groups a, b and c and the root are served; a has 5 of 10, b 1 of 10, c no quota."""
    config = groups({"a": 10, "b": 10, "c": 0}, **knobs)
    demand = dict.fromkeys(("<none>", "a", "b", "c"), 20)
    return list(play(config, 30, demand, usage={"a": 5, "b": 1}).rounds[0].passes[0])


def test_by_default_those_furthest_below_quota_come_first_and_the_root_last() -> None:
    assert served() == ["b", "a", "c", "<none>"]


def test_the_default_keys() -> None:
    keys = play(groups({"a": 10, "b": 0}), 30, {"a": 9}, usage={"a": 5}).rounds[0].keys
    assert keys == {"<none>": 3.4e38, "a": 0.5, "b": 3.3e38}


def test_the_expression_sees_name_quota_allocation_and_usage_of_the_group() -> None:
    config = groups(
        {"a": 10, "b": 10},
        GROUP_SORT_EXPR="GroupQuota * 1e6 + GroupResourcesAllocated * 1e3 + GroupResourcesInUse"
        ' + (AccountingGroup == "b" ? 0.25 : 0)',
    )
    keys = play(config, 30, {"a": 3, "b": 8}, usage={"a": 2, "b": 1}).rounds[0].keys
    assert (keys["a"], keys["b"]) == (10_003_002, 10_008_001.25)


def test_it_sees_its_own_text() -> None:
    config = groups({"a": 10}, GROUP_SORT_EXPR="size(SortExprString)")
    assert play(config, 30, {"a": 3}).rounds[0].keys["a"] == 20


@pytest.mark.parametrize("expression", ["0 - EffectiveQuota", '"first"', "error", "GroupQuota / 0 =?= 1 || x"])
def test_what_is_not_a_number_sorts_after_the_default_of_the_root(expression: str) -> None:
    order = served(GROUP_SORT_EXPR=f'ifThenElse(AccountingGroup =?= "<none>", 3.4e+38, {expression})')
    assert order == ["<none>", "a", "b", "c"]
    config = groups({"a": 1}, GROUP_SORT_EXPR=expression)
    assert play(config, 3, {"a": 1}).rounds[0].keys["a"] == FLT_MAX


def test_order_is_plainly_ascending_negative_first() -> None:
    assert served(GROUP_SORT_EXPR='AccountingGroup == "c" ? -1 : AccountingGroup == "b" ? 2 : 1') == [
        "c",
        "<none>",
        "a",
        "b",
    ]


def test_with_autoregroup_anywhere_the_root_is_last_whatever_its_key() -> None:
    assert served(GROUP_SORT_EXPR="0", GROUP_AUTOREGROUP_c=True) == ["a", "b", "c", "<none>"]
    assert served(GROUP_SORT_EXPR="0") == ["<none>", "a", "b", "c"]


def test_equal_keys_of_more_than_sixteen_groups_lie_as_std_sort_leaves_them() -> None:
    names = [f"g{number}" for number in range(25)]
    config = groups({name: 1 + number % 4 for number, name in enumerate(names)}, GROUP_ACCEPT_SURPLUS=True)
    order = list(play(config, 61, dict.fromkeys(names, 3)).rounds[0].passes[0])
    # As a pool with these groups recorded it: all keys are 0, the list began with <none>, g0, g1, g10, g11, ...
    recorded = "g2 g9 g8 g7 g6 g5 g4 g3 g24 g23 g22 g21 g20 g19 g18 g17 g16 g15 g14 g13 g12 g11 g10 g1 g0 <none>"
    assert order == recorded.split()


def test_each_round_sorts_the_breadth_first_list_anew() -> None:
    cycle = play(groups({"a": 10, "b": 10}), 12, {"a": 3, "b": 20}, usage={"a": 2})
    assert list(cycle.rounds[0].passes[0]) == ["b", "a", "<none>"]
    assert (cycle.rounds[0].usage["a"], cycle.rounds[0].usage["b"]) == (2, 10)


def opened(
    config: Config, pool: float, demand: tuple[float, ...], usage: tuple[float, ...] | None = None
) -> AllocationRound:
    """The first round; demand and usage by number of the group."""
    tree, settings = build_tree(config), QuotaSettings.from_config(config)
    start = first_round(tree, assign_quotas(tree, pool, settings), demand, usage or (0.0,) * len(demand))
    return open_round(start, settings, Evaluator(now=0), (0.0,) * len(demand))


def limit(round_: AllocationRound, number: int, usage: tuple[float, ...] | None = None) -> GroupLimit:
    decided = group_limit(round_, round_.largest_growth, number, usage or round_.start.usage, True)
    assert isinstance(decided, GroupLimit)
    return decided


class TestSkips:
    def test_a_group_without_demand_or_quota_is_skipped(self) -> None:
        round_ = opened(groups({"a": 10, "b": 0}), 30, (0, 0, 5))
        assert group_limit(round_, 10, 1, (0, 0, 0), True) is Skip.ZERO_ALLOCATED
        assert group_limit(round_, 10, 2, (0, 0, 0), True) is Skip.ZERO_ALLOCATED

    def test_a_group_at_its_allocation_is_skipped_only_without_preemption(self) -> None:
        config = groups({"a": 10}, NEGOTIATOR_CONSIDER_PREEMPTION=False)
        assert group_limit(opened(config, 30, (0, 20), (0, 10)), 0, 1, (0, 10), True) is Skip.AT_QUOTA
        assert limit(opened(groups({"a": 10}), 30, (0, 20), (0, 10)), 1).limit == 10

    def test_usage_since_the_start_of_the_round_does_not_skip_a_group(self) -> None:
        round_ = opened(groups({"a": 10}, NEGOTIATOR_CONSIDER_PREEMPTION=False), 30, (0, 20), (0, 5))
        assert limit(round_, 1, (0, 10)).limit == 5

    def test_a_group_whose_submitters_are_gone_is_skipped(self) -> None:
        round_ = opened(groups({"a": 10}), 30, (0, 20))
        assert group_limit(round_, 10, 1, (0, 0), False) is Skip.NO_SUBMITTERS

    def test_reasons_are_the_negotiators_words(self) -> None:
        assert [*Skip] == ["zero slots allocated", "at or over quota", "no submitters"]


class TestLimits:
    def test_a_group_that_wants_less_than_its_quota_may_use_all_of_it(self) -> None:
        assert limit(opened(groups({"a": 10}), 30, (0, 3)), 1).limit == 10

    def test_fractions_are_cut_off_with_weights_and_without(self) -> None:
        weighted = limit(opened(groups({"a": 9.9}), 30, (0, 20)), 1)
        assert (weighted.slots, weighted.limit) == (9.9, 9)
        whole = limit(opened(groups({"a": 9.9}, NEGOTIATOR_USE_SLOT_WEIGHTS=False), 30, (0, 20)), 1)
        assert (whole.slots, whole.limit) == (9, 9)

    @pytest.mark.parametrize("weights", [True, False])
    def test_zero_by_zero_becomes_the_smallest_integer(self, weights: bool) -> None:
        config = groups({"a": 10, "b": 10}, GROUP_ACCEPT_SURPLUS=True, NEGOTIATOR_USE_SLOT_WEIGHTS=weights)
        round_ = opened(config, 20, (0, 4, 4), (0, 4, 4))
        assert round_.largest_growth == 0
        assert list(passes(round_)) == [0]
        got = limit(round_, 1)
        assert math.isnan(got.slots)
        assert (got.limit, got.capped_by) == (INT_MIN, None)

    def test_not_a_number_passes_through_the_hard_cap(self) -> None:
        config = groups({"a": 10, "b": 10}, GROUP_ACCEPT_SURPLUS_b=True)
        round_ = opened(config, 20, (0, 4, 4), (0, 4, 4))
        assert limit(round_, 1, (0, 20, 0)).limit == INT_MIN

    def test_a_group_over_its_target_is_negotiated_for_its_target(self) -> None:
        assert limit(opened(groups({"a": 10}, GROUP_ACCEPT_SURPLUS=True), 30, (0, 12), (0, 25)), 1).limit == 12

    def test_passes_grow_by_the_rate_up_to_what_the_furthest_group_lacks(self) -> None:
        round_ = opened(groups({"a": 12, "b": 3}, GROUP_QUOTA_ROUND_ROBIN_RATE=5), 15, (0, 50, 50))
        assert list(passes(round_)) == [5, 10, 12]
        assert list(passes(opened(groups({"a": 12}), 12, (0, 50)))) == [12]

    def test_the_root_counts_as_well_when_growth_is_measured(self) -> None:
        assert opened(groups({"a": 12}), 30, (0, 50)).largest_growth == 18

    @pytest.mark.parametrize(("accepts", "growth"), [(False, 10), (True, 7)])
    def test_growth_is_measured_to_the_allocation_only_where_surplus_is_accepted(
        self, accepts: bool, growth: float
    ) -> None:
        round_ = opened(groups({"a": 10}, GROUP_ACCEPT_SURPLUS=accepts), 10, (0, 7))
        assert round_.largest_growth == growth


class TestHardCap:
    def test_it_sees_what_is_in_use_now(self) -> None:
        round_ = opened(groups({"a": 20, "a.x": 15, "a.y": 15}), 60, (0, 0, 30, 30))
        got = limit(round_, 3, (0, 0, 15, 0))
        assert (got.limit, got.capped_by) == (5, 1)

    def test_what_the_group_itself_won_in_the_round_is_subtracted_twice(self) -> None:
        round_ = opened(groups({"a": 20}), 60, (0, 30), (0, 4))
        assert limit(round_, 1, (0, 4)).limit == 20
        assert limit(round_, 1, (0, 12)).limit == 12

    def test_a_static_group_is_capped_by_its_configured_quota_though_that_was_scaled(self) -> None:
        config = groups({"a": 20, "b": 20}, NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION=False)
        round_ = opened(config, 30, (0, 30, 30))
        assert round_.quotas.effective == (0, 15, 15)
        assert limit(round_, 1, (0, 3, 0)).limit == 15
        assert limit(round_, 1, (0, 9, 0)).limit == 11

    def test_a_dynamic_group_is_capped_by_what_its_subtree_received(self) -> None:
        round_ = opened(groups(fractions={"a": 0.5, "a.x": 1}), 30, (0, 0, 30), (0, 0, 10))
        got = limit(round_, 2, (0, 3, 10))
        assert (got.limit, got.capped_by) == (12, 1)

    def test_accepting_groups_and_the_root_cap_nothing(self) -> None:
        round_ = opened(groups({"a": 10}, GROUP_ACCEPT_SURPLUS=True), 30, (0, 30))
        got = limit(round_, 1, (25, 5))
        assert (got.limit, got.capped_by) == (30, None)

    def test_it_can_be_switched_off(self) -> None:
        round_ = opened(groups({"a": 20}, NEGOTIATOR_STRICT_ENFORCE_QUOTA=False), 60, (0, 30))
        assert limit(round_, 1, (0, 15)).limit == 20

    def test_usage_of_a_subtree_is_that_of_all_below(self) -> None:
        tree = build_tree(groups({"a": 1, "a.x": 1, "a.x.p": 1, "b": 1}))
        usage = (1, 2, 4, 8, 16)
        assert [subtree_usage(tree, number, usage) for number in range(5)] == [31, 26, 4, 24, 16]


class TestAutoregroup:
    def test_the_roots_pass_is_for_everybody(self) -> None:
        round_ = opened(groups({"a": 10}, GROUP_AUTOREGROUP=True), 30, (5, 20))
        assert round_.quotas.effective == (30, 10)
        assert round_.allocation.allocated == (30, 10)
        assert limit(round_, 0).everybody
        assert not limit(round_, 1).everybody

    def test_one_regrouping_group_is_enough_as_a_pool_of_18_recorded_it(self) -> None:
        config = groups(
            {"g0": 26, "g1": 16, "g1.s0": 12, "g1.s2": 12},
            {"g1.s1": 0.166},
            **{"GROUP_AUTOREGROUP_g1.s1": True, "GROUP_ACCEPT_SURPLUS_g1.s2": True},
        )
        #        <none>, g0, g1, g1.s0, g1.s1, g1.s2
        round_ = opened(config, 18, (0, 0, 0, 0, 59, 29), (0, 0, 0, 0, 2, 0))
        assert round_.quotas.effective == (18, 26, 16, 12, 0, 12)
        assert round_.allocation.allocated == (18, 0, 0, 0, 0, 29)
        assert round_.allocation.unmet == (0, 0, 0, 0, 59, 0)
        assert (round_.largest_growth, round_.allocation.surplus) == (29, 37)
        assert [limit(round_, number).slots for number in (5, 0)] == [14, 18]
        ended = end_round(round_, (0, 0, 0, 0, 2, 18))
        assert ended.following is not None
        second = allocate(ended.following, round_.settings, (0.0,) * 6)
        # The root's quota stays the whole pool, so it is counted once more as surplus.
        assert (second.allocated, second.surplus) == ((18, 0, 0, 0, 0, 18), 66)


class TestEndOfRound:
    def test_a_group_that_fell_short_asks_for_what_it_has_and_the_others_as_before(self) -> None:
        ended = end_round(opened(groups({"a": 10, "b": 10}), 30, (0, 25, 25)), (0, 10, 4))
        assert ended.requested == (0, 25, 4)
        assert ended.credit == 14
        assert ended.following is not None
        assert (ended.following.number, ended.following.usage) == (2, (0, 10, 4))

    def test_use_beyond_the_allocation_earns_no_credit(self) -> None:
        ended = end_round(opened(groups({"a": 10, "b": 10}), 30, (0, 25, 25)), (0, 15, 5))
        assert ended.credit == 15
        assert ended.following is not None

    def test_it_is_the_last_when_all_that_was_allocated_is_in_use(self) -> None:
        ended = end_round(opened(groups({"a": 10, "b": 10}), 30, (0, 25, 25)), (0, 10, 10))
        assert ended.following is None

    @pytest.mark.parametrize("rounds", [1, 2, 5])
    def test_there_are_no_more_rounds_than_configured(self, rounds: int) -> None:
        config = groups({"a": 10}, GROUP_AUTOREGROUP=True, GROUP_QUOTA_MAX_ALLOCATION_ROUNDS=rounds)
        assert len(play(config, 30, {"a": 10}).rounds) == rounds

    def test_what_one_group_cannot_fill_is_surplus_in_the_next_round(self) -> None:
        round_ = opened(groups({"a": 10, "b": 10}, GROUP_ACCEPT_SURPLUS=True), 20, (0, 25, 25))
        ended = end_round(round_, (0, 10, 4))
        assert ended.following is not None
        assert allocate(ended.following, round_.settings, (0.0, 0.0, 0.0)).allocated == (0, 16, 4)

    def test_times_of_groups_that_wanted_nothing_or_got_nothing_are_renewed(self) -> None:
        round_ = opened(groups({"a": 10, "b": 10}), 30, (0, 25, 25))
        ended = end_round(round_, (0, 10, 0))
        assert served_times(round_, ended, (1, 2, 3), now=99) == (99, 2, 99)
