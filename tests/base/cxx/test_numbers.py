"""Numbers as compiled C++ has them, where HTCondor's answers depend on it."""

import math

import pytest

from userprio.base.cxx import INT_MIN, atof, float32, floor, round_trip, to_int, total


def test_single_precision_makes_near_ties_ties() -> None:
    assert float32(-19_661_001) == float32(-19_661_000)
    assert float32(16_777_216) == 16_777_216
    assert float32(2_000_000_100.0) == 2_000_000_128.0


def test_what_single_precision_cannot_hold_is_infinite() -> None:
    assert float32(-1.7976931348623157e308) == -math.inf
    assert float32(1e39) == math.inf
    assert math.isnan(float32(math.nan))


@pytest.mark.parametrize(
    ("value", "integer"),
    [(9.9, 9), (0.3, 0), (14.999925, 14), (-0.5, 0), (math.nan, INT_MIN), (2147483648.0, INT_MIN), (math.inf, INT_MIN)],
)
def test_a_real_becomes_an_integer_by_losing_its_fraction(value: float, integer: int) -> None:
    assert to_int(value) == integer


def test_what_is_stored_keeps_six_decimals() -> None:
    assert round_trip(0.50164412) == 0.501644
    assert round_trip(4e-7) == 0.0
    assert round_trip(1e30) == 1e30


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000*2", 1000.0),
        ("1e10", 1e10),
        (" -2.5x", -2.5),
        (".5", 0.5),
        ("5e", 5.0),
        ("abc", 0.0),
        ("", 0.0),
        ("inf", math.inf),
        ("1e400", math.inf),
        ("0x10", 16.0),
        ("-0X1.8p1z", -3.0),
        ("0xg", 0.0),
        ("-0x1p5000", -math.inf),
        ("\u0663", 0.0),
    ],
)
def test_a_text_is_the_number_that_it_begins_with(text: str, number: float) -> None:
    assert atof(text) == number


def test_sums_are_rounded_at_every_step() -> None:
    assert total([0.1] * 10) == 0.9999999999999999
    assert total([1e16, 1.0, -1e16]) == 0.0
    assert total([]) == 0.0


def test_floor_lets_through_what_is_not_finite() -> None:
    assert (floor(2.9), floor(-0.5), floor(math.inf)) == (2.0, -1.0, math.inf)
    assert math.isnan(floor(math.nan))
    assert isinstance(floor(1e300), float)
