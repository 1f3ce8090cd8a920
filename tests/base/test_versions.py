"""The table of what HTCondor does differently from version to version."""

import pytest

from userprio.base.errors import BadInput
from userprio.base.versions import Behaviour, Version, advertised_version, changes, parse_version, rules


@pytest.mark.parametrize(
    ("text", "version"), [("23.9.6", (23, 9, 6)), ("24.0", (24, 0, 0)), (" 25.14.1 ", (25, 14, 1))]
)
def test_versions_are_read_as_they_are_written(text: str, version: tuple[int, int, int]) -> None:
    assert parse_version(text) == Version(*version)


@pytest.mark.parametrize("text", ["", "25", "25.x.1", "25.14.1-rc1", "$CondorVersion: 25.14.1 $"])
def test_what_is_not_a_version_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadInput, match=r"not a version of HTCondor"):
        parse_version(text)


def test_ads_tell_their_version_among_other_things() -> None:
    assert advertised_version('"$CondorVersion: 23.9.6 2026-07-12 PackageID: 23.9.6+dfsg-2.1 $"') == (23, 9, 6)
    assert advertised_version("undefined") is None
    assert advertised_version(None) is None


def test_a_behaviour_begins_with_its_first_version_and_lasts() -> None:
    assert not Behaviour(Version(25, 10, 1)).schedd_caps_offers
    assert Behaviour(Version(25, 11, 0)).schedd_caps_offers
    assert Behaviour(Version(26, 0, 0)).schedd_caps_offers


def test_a_behaviour_that_came_and_went_holds_in_its_branches_only() -> None:
    """A matched slot went to the front in 23.10 for good, in 24.0 until 24.0.2, and in 24.1.1."""
    held = ["23.10.29", "24.0.1", "24.1.1"]
    ended = ["23.9.6", "24.0.2", "24.2.1", "25.0.1"]
    assert all(Behaviour(parse_version(text)).revaluated_slots_go_first for text in held)
    assert not any(Behaviour(parse_version(text)).revaluated_slots_go_first for text in ended)


def test_one_rule_can_be_turned_round_to_see_what_it_makes_of_a_cycle() -> None:
    turned = Behaviour(Version(25, 14, 1), frozenset({"schedd_caps_offers"}))
    assert not turned.schedd_caps_offers
    assert turned.usage_is_recounted


def test_every_rule_has_its_name_and_holds_in_some_version_and_not_in_another() -> None:
    for rule in rules():
        assert rule.name and getattr(Behaviour, rule.name) is rule
        assert rule.holds(rule.spans[0][0])
        assert not rule.holds(Version(22, 0, 0))


def test_between_two_versions_what_only_one_of_them_does_is_a_change() -> None:
    names = {rule.name for rule in changes(Version(25, 10, 1), Version(25, 11, 0))}
    assert {"schedd_caps_offers", "matchmaking_can_be_skipped"} <= names
    assert "usage_is_recounted" not in names
