"""Numbers and times for people."""

from datetime import UTC

import pytest

from userprio.report.text import amount, count, duration, moment, percent


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
