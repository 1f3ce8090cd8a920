"""Moments and lengths of time as people write them and say them."""

from datetime import UTC
from zoneinfo import ZoneInfo

import pytest

from userprio.base.errors import BadInput
from userprio.base.times import parse_length, parse_moment, spoken

NOW = 1_772_442_000
"""2026-03-02 09:00 in UTC."""
DAY = 86_400


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1772442000", NOW),
        ("2026-03-02T09:00", NOW),
        ("2026-03-02 09:00", NOW),
        ("2026-03-02", NOW - 9 * 3600),
        ("2026-03-02T09:00:00Z", NOW),
        ("2026-03-02T10:00+01:00", NOW),
        ("2026-03-02 09:00:00+00:00", NOW),
        ("now", NOW),
        (" Now ", NOW),
        ("90d", NOW - 90 * DAY),
        ("1d12h", NOW - 36 * 3600),
        ("yesterday", NOW - 9 * 3600 - DAY),
        ("today", NOW - 9 * 3600),
        ("tomorrow", NOW + 15 * 3600),
    ],
)
def test_a_moment_is_written_in_many_ways(text: str, seconds: int) -> None:
    assert parse_moment(text, UTC).at(NOW) == seconds


def test_a_length_of_time_may_be_meant_from_now() -> None:
    assert parse_moment("90d", UTC).at(NOW, ahead=True) == NOW + 90 * DAY
    assert parse_moment("2026-03-02", UTC).at(NOW, ahead=True) == NOW - 9 * 3600


def test_a_moment_without_a_zone_is_local() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert parse_moment("2026-07-01T09:00", berlin) == parse_moment("2026-07-01T07:00Z", UTC)


def test_yesterday_began_at_midnight_where_somebody_is() -> None:
    """On 29 March 2026 the night was an hour shorter in Berlin."""
    noon = parse_moment("2026-03-30T12:00", ZoneInfo("Europe/Berlin")).at(NOW)
    assert parse_moment("yesterday", ZoneInfo("Europe/Berlin")).at(noon) == noon - (12 + 23) * 3600


@pytest.mark.parametrize(
    "text", ["", "someday", "-1", "-3d", "12:00", "2026-13-01", "9" * 5000, "999999999999", "1e9", "\u0663"]
)
def test_other_texts_are_not_moments(text: str) -> None:
    with pytest.raises(BadInput, match="is not a time, such as 2026-03-02"):
        parse_moment(text, UTC)


def test_no_calendar_goes_so_far() -> None:
    for ahead in (False, True):
        with pytest.raises(BadInput, match="the time is before 1970 or after 9999"):
            parse_moment("999999999999d", UTC).at(NOW, ahead=ahead)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0", 0), ("3600", 3600), ("90m", 5400), ("2d", 172800), ("1d12h", 129600), ("1w", 604800), ("5s", 5)],
)
def test_lengths_have_units(text: str, seconds: int) -> None:
    assert parse_length(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "-5", "2 d", "1y", "1.5h", "9" * 5000, "\u0663"])
def test_other_texts_are_not_lengths(text: str) -> None:
    with pytest.raises(BadInput, match="is not a duration, such as 3600, 90m, 12h or 2d"):
        parse_length(text)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (59, "59 seconds"),
        (60, "1 minute"),
        (140, "2 minutes 20 seconds"),
        (20 * 60 + 5, "20 minutes"),
        (3600, "1 hour"),
        (5400, "1 hour 30 minutes"),
        (2 * DAY, "2 days"),
        (2 * DAY + 12 * 3600, "2 days 12 hours"),
        (24_069_414, "278 days"),
        (-60, "1 minute"),
    ],
)
def test_lengths_are_told_as_people_say_them(seconds: int, text: str) -> None:
    assert spoken(seconds) == text
