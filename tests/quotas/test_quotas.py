"""Effective quotas, case by case."""

import pytest

from userprio.config import Config
from userprio.quotas import QuotaSettings, assign_quotas, build_tree

from .driver import configure, groups, named

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
