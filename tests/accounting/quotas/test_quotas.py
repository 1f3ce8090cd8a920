"""Settings, effective quotas and demand."""

import pytest

from userprio.accounting.quotas import QuotaSettings, assign_quotas, build_tree, group_demand, members, submitter_demand
from userprio.config import Config, KnobError

from .driver import configure, groups, named


def test_defaults_are_those_of_the_parameter_table() -> None:
    settings = QuotaSettings.from_config(configure())
    assert settings.oversubscription
    assert settings.strict
    assert settings.slot_weights
    assert settings.weighted_demand
    assert settings.consider_preemption
    assert settings.round_robin_rate == 1e100
    assert settings.max_rounds == 3
    assert settings.sort_text.replace(" ", "").startswith('ifThenElse(AccountingGroup=?="<none>",3.4e+38,')


@pytest.mark.parametrize(
    ("knob", "value"),
    [
        ("GROUP_QUOTA_ROUND_ROBIN_RATE", "0.5"),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", "0"),
        ("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS", "three"),
        ("NEGOTIATOR_STRICT_ENFORCE_QUOTA", "perhaps not"),
        ("GROUP_SORT_EXPR", "1 +"),
        ("GROUP_SORT_EXPR", ""),
    ],
)
def test_values_that_would_stop_a_negotiator_are_refused(knob: str, value: str) -> None:
    with pytest.raises(KnobError, match=knob):
        QuotaSettings.from_config(configure(**{knob: value}))


SCALED = {"NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION": False}


def quotas_of(config: Config, pool: float) -> dict[str, tuple[float, float]]:
    """Subtree and effective quota of each group."""
    tree = build_tree(config)
    quotas = assign_quotas(tree, pool, QuotaSettings.from_config(config))
    subtree, effective = named(tree, quotas.subtree), named(tree, quotas.effective)
    return {name: (subtree[name], effective[name]) for name in subtree}


@pytest.mark.parametrize("knobs", [{}, SCALED])
def test_static_quotas_are_never_scaled_up(knobs: dict[str, bool]) -> None:
    assert quotas_of(groups({"a": 5, "b": 10}, **knobs), 30) == {"<none>": (30, 15), "a": (5, 5), "b": (10, 10)}


def test_static_quotas_beyond_the_parent_stay_by_default() -> None:
    quotas = quotas_of(groups({"a": 20, "b": 20}, {"c": 0.5}), 30)
    assert quotas == {"<none>": (30, 0), "a": (20, 20), "b": (20, 20), "c": (0, 0)}


def test_static_quotas_beyond_the_parent_are_scaled_without_oversubscription() -> None:
    quotas = quotas_of(groups({"a": 20, "b": 40}, {"c": 0.5}, **SCALED), 30)
    assert quotas == {"<none>": (30, 0), "a": (10, 10), "b": (20, 20), "c": (0, 0)}


@pytest.mark.parametrize("knobs", [{}, SCALED])
def test_fractions_beyond_one_are_always_scaled(knobs: dict[str, bool]) -> None:
    quotas = quotas_of(groups(fractions={"a": 0.5, "b": 1, "c": 1}, **knobs), 30)
    assert [quotas[name][1] for name in "abc"] == [6, 12, 12]


def test_a_fraction_is_one_of_the_parent() -> None:
    quotas = quotas_of(groups({"a": 20}, {"a.x": 0.25}), 100)
    assert quotas["a.x"] == (5, 5)


@pytest.mark.parametrize(("knobs", "own"), [({}, 20), (SCALED, 15)])
def test_an_inner_group_keeps_all_or_what_its_children_leave(knobs: dict[str, bool], own: float) -> None:
    assert quotas_of(groups({"a": 20}, {"a.x": 0.25}, **knobs), 100)["a"] == (20, own)


def test_below_a_group_without_quota_nobody_has_any() -> None:
    quotas = quotas_of(groups({"a": 0, "a.x": 5}), 100)
    assert (quotas["a"], quotas["a.x"]) == ((0, 0), (0, 0))


def test_an_empty_pool_leaves_everybody_with_nothing() -> None:
    quotas = quotas_of(groups({"a": 5, "b": 0}), 0)
    assert set(quotas.values()) == {(0, 0)}


def test_quotas_of_zero_divide_nothing() -> None:
    assert quotas_of(groups({"a": 0, "b": 0}), 10) == {"<none>": (10, 10), "a": (0, 0), "b": (0, 0)}


def test_odd_names_and_knobs_as_a_pool_of_20_recorded_them() -> None:
    config = configure(
        GROUP_NAMES="g1, G1, g2.x, g3, <none>, g4, g4.sub",
        GROUP_QUOTA_g1=5,
        GROUP_QUOTA_G4=6,
        GROUP_QUOTA_DYNAMIC_g4=0.5,
        **{"GROUP_QUOTA_g4.SUB": 9, "GROUP_ACCEPT_SURPLUS_G4.sub": True},
    )
    assert quotas_of(config, 20) == {"<none>": (20, 9), "g1": (5, 5), "g3": (0, 0), "g4": (6, 6), "g4.sub": (9, 9)}


def test_autoregroup_leaves_the_root_the_whole_pool() -> None:
    config = groups({"a": 5})
    quotas = assign_quotas(build_tree(config), 30, QuotaSettings.from_config(config))
    assert quotas.with_whole_pool_for_root().effective == (30, 5)
    assert quotas.effective == (25, 5)


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
