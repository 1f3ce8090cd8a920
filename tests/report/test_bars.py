"""Bars on one scale, with a tick at the quota."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.report.bars import axis, bar


def text(value: float, tick: float | None, most: float, width: int) -> str:
    return "".join(piece for piece, _ in bar(value, tick, most, width, "in", "over"))


@pytest.mark.parametrize(
    ("value", "tick", "drawn"),
    [
        (0, None, ""),
        (5, None, "█████"),
        (5.5, None, "█████▌"),
        (0.001, None, "▏"),
        (10, None, "██████████"),
        (5, 7, "█████  │"),
        (7, 5, "█████│█"),
        (0, 0, "│"),
        (3, 10, "███      │"),
        (3, 99, "███"),
    ],
)
def test_a_bar_ends_at_its_value_and_a_tick_stands_at_the_quota(value: float, tick: float | None, drawn: str) -> None:
    assert text(value, tick, most=10, width=10) == drawn


def test_where_there_is_only_ascii_bars_are_of_it() -> None:
    pieces = bar(5.6, 3, 10, 10, "in", "over", unicode=False)
    assert "".join(piece for piece, _ in pieces) == "###|#="
    assert "".join(piece for piece, _ in bar(0.001, None, 10, 10, "in", "over", unicode=False)) == "-"


def test_what_is_beyond_the_tick_has_a_style_of_its_own() -> None:
    assert bar(3, 1, 4, 4, "in", "over") == [("█", "in"), ("│", "bold"), ("█", "over")]


@given(st.floats(0, 1e9), st.floats(0, 1e9) | st.none(), st.floats(1e-3, 1e9), st.integers(1, 200))
def test_no_bar_is_wider_than_its_room(value: float, tick: float | None, most: float, width: int) -> None:
    assert len(text(value, tick, most, width)) <= width


@given(st.floats(1e-6, 1e12), st.integers(1, 200))
def test_the_numbers_of_an_axis_fit_above_the_bars_and_rise(most: float, width: int) -> None:
    line = axis(most, width)
    numbers = [float(number.replace(",", "")) for number in line.split()]
    assert len(line) <= max(width, 1)
    assert numbers[0] == 0
    assert numbers == sorted(set(numbers))


def test_a_number_begins_where_a_bar_of_its_value_ends() -> None:
    assert axis(100, 40) == "0       20      40      60      80"
    assert axis(1800, 42) == "0           500        1,000       1,500"
