"""Targets and what may be turned, as they are typed."""

import pytest

from userprio.analysis.aim import (
    LeverKind,
    Permission,
    Target,
    TargetKind,
    parse_hold,
    parse_share,
    parse_turn,
    parse_use,
)
from userprio.base.errors import BadInput


def test_targets_are_read() -> None:
    assert parse_share("atlas=40%") == Target(TargetKind.SHARE, "atlas", 0.4)
    assert parse_share("ann@lab.example = 2.5 %") == Target(TargetKind.SHARE, "ann@lab.example", 0.025)
    assert parse_use("ada=2x:ben") == Target(TargetKind.USE, "ada", 2, "ben")
    assert parse_use("a.ada@x=0.5:ben@y") == Target(TargetKind.USE, "a.ada@x", 0.5, "ben@y")
    assert parse_hold("salam=12") == parse_hold("12:salam") == Target(TargetKind.HOLD, "salam", 12)
    assert parse_hold("a.ben@x = 2.5") == Target(TargetKind.HOLD, "a.ben@x", 2.5)


@pytest.mark.parametrize("text", ["atlas", "atlas=40", "atlas=-1%", "=40%", "atlas=101%", "atlas=40%%"])
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a share of the pool"):
        parse_share(text)


@pytest.mark.parametrize("text", ["ada=2x", "ada=0x:ben", "ada:ben", "=2x:ben", "ada=2x:"])
def test_what_compares_nobody_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="does not compare two uses"):
        parse_use(text)


@pytest.mark.parametrize(
    "text", ["salam", "0:salam", "salam:12", "12:", "-3:salam", "salam=0", "salam=", "=3", "salam=12x"]
)
def test_what_is_no_weight_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a weight that somebody holds"):
        parse_hold(text)


def test_what_may_be_turned_is_read() -> None:
    assert parse_turn("factors") == Permission(LeverKind.FACTORS)
    assert parse_turn("quotas:group_*") == Permission(LeverKind.QUOTAS, "group_*")
    assert parse_turn("factors:ada=100..5000") == Permission(LeverKind.FACTORS, "ada", 100, 5000)
    assert parse_turn("quotas=0.1..0.5") == Permission(LeverKind.QUOTAS, None, 0.1, 0.5)


@pytest.mark.parametrize(
    "text", ["", "knobs", "factors:", "factors:ada=100", "factors:ada=5..1", "surplus:a=0..1", "factors:ada=0.5..2"]
)
def test_what_cannot_be_turned_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_turn(text)
