"""In which order groups are served."""

import pytest

from userprio.cxx import FLT_MAX

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
def test_what_is_no_number_sorts_after_the_default_of_the_root(expression: str) -> None:
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
