"""Whose jobs count where."""

import pytest

from userprio.quotas import QuotaSettings, build_tree, group_demand, members, submitter_demand

from .driver import configure, groups


@pytest.mark.parametrize(
    ("weighted", "counts", "demand"),
    [
        (True, (3, 1, 12.5, 4.0), 16.5),
        (True, (3, 1, None, 4.0), 7),
        (True, (3, 1, 12.5, None), 13.5),
        (True, (3, 1, None, None), 4),
        (False, (3, 1, 12.5, 4.0), 4),
    ],
)
def test_a_submitter_asks_for_idle_and_running_jobs_by_weight_where_known(
    weighted: bool, counts: tuple[int, int, float | None, float | None], demand: float
) -> None:
    settings = QuotaSettings.from_config(configure(NEGOTIATOR_USE_WEIGHTED_DEMAND=weighted))
    assert submitter_demand(*counts, settings) == demand


def test_ads_of_one_group_add_up_and_a_childs_demand_is_its_own() -> None:
    tree = build_tree(groups({"a": 1, "a.x": 1}))
    ads = [("a.u@d", 1.0), ("a.u@d", 2.0), ("A.v@d", 4.0), ("a.x.u@d", 8.0), ("w@d", 16.0), ("a.broken", 32.0)]
    assert group_demand(tree, ads) == (16, 7, 8)


def test_members_are_listed_in_the_order_of_their_ads() -> None:
    tree = build_tree(groups({"a": 1, "b": 1}))
    assert members(tree, ["b.x@d", "a.x@d", "nodomain", "b.y@d", "w@d"]) == ((4,), (1,), (0, 3))


def test_members_of_regrouping_groups_follow_in_the_roots_list() -> None:
    tree = build_tree(groups({"a": 1, "b": 1, "a.c": 1}, GROUP_AUTOREGROUP=True, GROUP_AUTOREGROUP_b=False))
    names = ["a.c.x@d", "b.x@d", "a.x@d", "w@d"]
    assert members(tree, names) == ((3, 2, 0), (2,), (1,), (0,))
