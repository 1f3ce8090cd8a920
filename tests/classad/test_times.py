"""Times as text."""

from datetime import timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from userprio.classad import AbsTime
from userprio.classad.values import format_instant, format_length, parse_instant, parse_length

NEW_YEAR = 1_577_836_800


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("2020-01-01T00:00:00Z", AbsTime(NEW_YEAR, 0)),
        ("2020-01-01T00:00:00+01:00", AbsTime(NEW_YEAR - 3600, 3600)),
        ("2020-01-01 00:00:00 -0130", AbsTime(NEW_YEAR + 5400, -5400)),
        ("20200101", AbsTime(NEW_YEAR, 0)),
        ("2020-01-01T12", AbsTime(NEW_YEAR + 43200, 0)),
        ("2020", AbsTime(NEW_YEAR - 86400, 0)),
        ("2019-13-01", AbsTime(NEW_YEAR, 0)),
        ("bad", None),
        ("", None),
        ("2020-01-01T00:00:00 7", None),
    ],
)
def test_instant_is_read(text, instant):
    assert parse_instant(text, None) == instant


def test_instant_without_offset_is_local():
    assert parse_instant("2020-07-01", ZoneInfo("Europe/Berlin")) == AbsTime(1_593_554_400, 7200)
    assert parse_instant("2020-01-01", timezone(timedelta(hours=-5))) == AbsTime(NEW_YEAR + 18000, -18000)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("1+02:03:04", 93784.0),
        ("1:00", 60.0),
        ("90", 90.0),
        ("1.5", 1.5),
        ("-1d2h", -93600.0),
        ("1h30", 3630.0),
        ("x", None),
    ],
)
def test_length_is_read(text, seconds):
    assert parse_length(text) == seconds


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "00"),
        (67, "01:07"),
        (3600, "01:00:00"),
        (1_472_523, "17+01:02:03"),
        (-61.5, "-01:01"),
        (1e12, "-24855+-3:-14:-8"),
    ],
)
def test_length_is_written(seconds, text):
    assert format_length(seconds) == text


def test_instant_is_written_in_its_own_offset():
    assert format_instant(AbsTime(NEW_YEAR, -5400)) == "2019-12-31T22:30:00-01:30"
