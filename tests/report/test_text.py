"""Foreign text made fit to show; numbers and times for people."""

from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.report.text import amount, count, duration, moment, percent, printable


def test_ordinary_names_stay_as_they_are() -> None:
    assert printable("group_a.müller@exämple.org") == "group_a.müller@exämple.org"
    assert printable("日本@pool") == "日本@pool"


def test_control_characters_become_visible() -> None:
    assert printable("a\x1b[31mb\tc\nd\x7f\x9b") == "a\\x1b[31mb\\x09c\\x0ad\\x7f\\x9b"


def test_characters_that_reorder_or_break_lines_become_visible() -> None:
    assert printable("a\u202eb\u2028c\U000e0041") == "a\\u202eb\\u2028c\\U000e0041"


def test_a_byte_that_was_not_utf8_shows_as_that_byte() -> None:
    assert printable(b"caf\xe9@pool".decode(errors="surrogateescape")) == "caf\\xe9@pool"


@given(st.text(st.characters(codec=None)))
def test_whatever_comes_out_can_be_encoded_and_holds_no_control_character(text: str) -> None:
    shown = printable(text)
    shown.encode()
    assert all(char >= " " and not "\x7f" <= char <= "\x9f" for char in shown)
    assert printable(shown) == shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (0.0, "0"),
        (-0.0, "0"),
        (-0.001, "0"),
        (10.0, "10"),
        (1 / 3, "0.33"),
        (100.5, "100.5"),
        (1234.56, "1234.6"),
        (123456.7, "123457"),
        (100000.0, "100000"),
        (3.4e38, "3.4e+38"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
    ],
)
def test_amounts_are_short(value: float | None, text: str) -> None:
    assert amount(value) == text


def test_fractions_are_percent() -> None:
    assert [percent(value) for value in (1.0, 2 / 3, 0.0, 0.25, float("nan"))] == ["100%", "66.7%", "0%", "25%", "nan"]


def test_durations_have_two_units_at_most() -> None:
    assert [duration(s) for s in (-5, 59, 60, 3600, 20190, 86400, 259170)] == [
        "now",
        "now",
        "1m",
        "1h",
        "5h 36m",
        "1d",
        "2d 23h",
    ]


def test_moments_are_dates_never_or_what_they_are() -> None:
    assert moment(1767605400, UTC) == "2026-01-05 09:30"
    assert moment(0, UTC) == "never"
    assert moment(10**17, UTC) == "100000000000000000"


def test_counts_have_their_noun() -> None:
    assert [count(1, "match", "matches"), count(2, "match", "matches"), count(0, "slot")] == [
        "1 match",
        "2 matches",
        "0 slots",
    ]
