"""Points in time and durations as people write and say them."""

import re
from collections.abc import Callable
from datetime import datetime, time, timedelta, tzinfo
from itertools import pairwise
from numbers import Real
from typing import Final

from userprio.base.errors import BadInput
from userprio.base.formats import counted
from userprio.base.patterns import lazy_pattern
from userprio.base.records import Record

_UNITS: Final = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
_LENGTH: Final = lazy_pattern(r"\d{1,12}|(?:\d{1,12}[smhdw])+", re.ASCII)
_PART: Final = lazy_pattern(r"(\d+)([smhdw]?)", re.ASCII)
_EPOCH: Final = lazy_pattern(r"\d{1,12}", re.ASCII)
_DAYS: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_SPOKEN: Final = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_MANY: Final = 10  # From this many of the largest unit on, the next smaller one is left out

_LAST_MOMENT: Final = 253_402_300_799  # The last second of the year 9999, the last that Python's calendar knows


class Moment(Record):
    """A point in time as it was written: absolute, or relative to now."""

    fixed: int | None = None
    """Seconds since the epoch; None: relative."""
    length_s: int = 0
    """If relative: seconds before now, or after it."""
    midnight: tuple[int, tzinfo] | None = None
    """If relative: the midnight at which a day begins, as days from today and the time zone."""

    def at(self, now: int, *, ahead: bool = False) -> int:
        """Seconds since the epoch; a duration means that long ago, with `ahead` that long from now.

        Raises:
            BadInput: the time is before 1970 or after 9999.
        """
        if self.fixed is not None:
            return self.fixed
        if self.midnight is not None:
            days, zone = self.midnight
            day = datetime.fromtimestamp(now, zone).date() + timedelta(days=days)
            return int(datetime.combine(day, time(), zone).timestamp())
        moment = now + (self.length_s if ahead else -self.length_s)
        if not 0 <= moment <= _LAST_MOMENT:
            raise BadInput("the time is before 1970 or after 9999")
        return moment


def parse_moment(text: str, zone: tzinfo) -> Moment:
    """A time in ISO 8601, in `zone` unless it names a time zone, or in seconds since the epoch; `now`; a duration such
    as 90d; `yesterday`, `today` or `tomorrow`, meaning midnight in `zone`.

    Raises:
        BadInput: it is not one of these.
    """
    word = text.strip().lower()
    if word == "now":
        return Moment()
    if word in _DAYS:
        return Moment(midnight=(_DAYS[word], zone))
    if _EPOCH.fullmatch(word):
        seconds = int(word)
    elif _LENGTH.fullmatch(word):
        return Moment(length_s=parse_length(word))
    else:
        seconds = _iso(text.strip(), zone)
    if not 0 <= seconds <= _LAST_MOMENT:
        raise BadInput(
            f"{text!r} is not a time, such as 2026-03-02, '2026-03-02 09:00', yesterday, 90d or seconds since 1970"
        )
    return Moment(seconds)


def seconds_since_epoch(given: object, zone: Callable[[], tzinfo], now: int) -> int:
    """A time that somebody gives to count as the present, in whole seconds since the epoch.

    It is a number of such seconds, a `datetime`, or a text for `parse_moment`, where a duration means that long from
    `now`. Without a time zone of its own, a `datetime` or a text is in `zone`.

    Raises:
        BadInput: a text is not a time, or the time is before 1970 or after 9999.
        TypeError: it is none of these.
    """
    if isinstance(given, str):
        return parse_moment(given, zone()).at(now, ahead=True)
    try:
        if isinstance(given, datetime):
            seconds = int((given if given.tzinfo is not None else given.replace(tzinfo=zone())).timestamp())
        elif isinstance(given, Real) and not isinstance(given, bool):
            seconds = int(float(given))
        else:
            raise TypeError(
                f"a time is a number of seconds since 1970, a datetime, or a text such as '2026-03-02 09:00', "
                f"not of type {type(given).__name__}"
            )
    except (ValueError, OverflowError):
        seconds = -1
    if not 0 <= seconds <= _LAST_MOMENT:
        raise BadInput(f"{given!r} is not a time between 1970 and 9999, in seconds since 1970")
    return seconds


def _iso(text: str, zone: tzinfo) -> int:
    try:
        moment = datetime.fromisoformat(text)
        return int((moment if moment.tzinfo is not None else moment.replace(tzinfo=zone)).timestamp())
    except (ValueError, OverflowError):
        return -1


def parse_length(text: str) -> int:
    """The seconds in a duration such as 3600, 90m, 2d or 1d12h.

    Raises:
        BadInput: it is not one.
    """
    if not _LENGTH.fullmatch(text):
        raise BadInput(f"{text!r} is not a duration, such as 3600, 90m, 12h or 2d")
    return sum(int(number) * _UNITS[unit] for number, unit in _PART.findall(text))


def spoken(seconds: int) -> str:
    """A duration as people say it: `278 days`, `2 days 12 hours`, `1 minute`; smaller units are left out."""
    left = abs(seconds)
    for (unit, size), (smaller, smaller_size) in pairwise(_SPOKEN):
        if left >= size:
            number, rest = left // size, left % size // smaller_size
            text = counted(number, unit)
            return f"{text} {counted(rest, smaller)}" if rest and number < _MANY else text
    return counted(left, "second")
