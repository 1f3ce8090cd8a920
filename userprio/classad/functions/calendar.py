"""The calendar: days and seconds to years, months and weekdays, for any year, and their text (`strftime` in the C
locale).
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

import msgspec

_WEEKDAYS: Final = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()
_MONTHS: Final = "January February March April May June July August September October November December".split()

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CONVERSION: Final = re.compile(r"%(?P<flag>[-_0^#]*)(?P<width>[0-9]{0,4})(?P<modifier>[EO]?)(?P<letter>.)", re.DOTALL)
_COMPOSED: Final = {
    "c": "%a %b %e %H:%M:%S %Y",
    "D": "%m/%d/%y",
    "F": "%Y-%m-%d",
    "R": "%H:%M",
    "r": "%I:%M:%S %p",
    "T": "%H:%M:%S",
    "X": "%H:%M:%S",
    "x": "%m/%d/%y",
}
_REFUSED: Final = {"E": "aABbhdeFHIjklMmSUVgGWwD", "O": "aAcxXDFY"}
"""Letters that the modifiers E and O (alternative calendars and digits, of which the C locale has none) do not go with.
"""


class BrokenDownTime(msgspec.Struct, frozen=True):
    """A broken-down time. Month and day count from 1, the weekday from 0 = Sunday, the day of the year from 0."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int

    @property
    def weekday(self) -> int:
        """0 for Sunday."""
        return (_days_from_civil(self.year, self.month, self.day) + 4) % 7

    @property
    def day_of_year(self) -> int:
        """0 for the first of January."""
        return _days_from_civil(self.year, self.month, self.day) - _days_from_civil(self.year, 1, 1)


def _days_from_civil(year: int, month: int, day: int) -> int:
    """Days since the epoch of a date of the Gregorian calendar, which is extended to all years."""
    shifted = year - (month <= 2)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return shifted * 365 + shifted // 4 - shifted // 100 + shifted // 400 + of_year - 719468


def moment(seconds: int) -> BrokenDownTime:
    """The date and time, in UTC, so many seconds after the epoch (`gmtime`)."""
    days, rest = divmod(seconds, 86400)
    era, of_era = divmod(days + 719468, 146097)
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted_month = (5 * of_year + 2) // 153
    month = shifted_month + 3 if shifted_month < 10 else shifted_month - 9
    return BrokenDownTime(
        year=era * 400 + year_of_era + (month <= 2),
        month=month,
        day=of_year - (153 * shifted_month + 2) // 5 + 1,
        hour=rest // 3600,
        minute=rest // 60 % 60,
        second=rest % 60,
    )


def offset_at(seconds: int, zone: tzinfo) -> int:
    """Seconds that local time is ahead of UTC at an instant; zero beyond the years 1 to 9999, which Python cannot ask
    about.
    """
    try:
        offset = (_EPOCH + timedelta(seconds=seconds)).astimezone(zone).utcoffset()
    except OverflowError:
        return 0
    return 0 if offset is None else int(offset.total_seconds())


def format_moment(template: str, when: BrokenDownTime, zone: tzinfo) -> str:
    """The text of a time as glibc's `strftime` writes it in the C locale.

    The time carries no offset, so `%z` is always +0000; `%Z` is the name of local standard time, and `%s` takes the
    time for local.
    """
    return _CONVERSION.sub(lambda found: _converted(found, when, zone), template)


def _converted(found: re.Match[str], when: BrokenDownTime, zone: tzinfo) -> str:
    letter, flags, width = found["letter"], found["flag"], found["width"]
    if letter in _REFUSED.get(found["modifier"], ""):
        return found[0]
    if letter in _COMPOSED:
        text = format_moment(_COMPOSED[letter], when, zone)
        return (text.upper() if "^" in flags else text).rjust(int(width or 0))
    if letter not in _NUMBERS:
        word = _word(letter, when, zone)
        if word is None:
            return found[0]
        if "^" in flags or ("#" in flags and letter in "aAbBh"):
            word = word.upper()
        elif "#" in flags and letter in "pZ":
            word = word.swapcase()
        return word.rjust(int(width or 0), "0" if "0" in flags else " ")
    number, digits, pad = _NUMBERS[letter]
    value = number(when, zone)
    if "-" in flags and not width:
        return str(value)
    pad = " " if "_" in flags else "0" if "0" in flags else pad
    wanted = int(width or digits)
    return str(value).zfill(wanted) if pad == "0" else str(value).rjust(wanted)


def _word(letter: str, when: BrokenDownTime, zone: tzinfo) -> str | None:
    """The conversions that are not numbers; None for a letter that means nothing."""
    match letter:
        case "A" | "a":
            name = _WEEKDAYS[when.weekday]
            return name if letter == "A" else name[:3]
        case "B" | "b" | "h":
            name = _MONTHS[when.month - 1] if 1 <= when.month <= 12 else "?"
            return name if letter == "B" else name[:3]
        case "p" | "P":
            half = "PM" if when.hour > 11 else "AM"
            return half if letter == "p" else half.lower()
        case "n" | "t" | "%":
            return {"n": "\n", "t": "\t", "%": "%"}[letter]
        case "Z":
            return _standard_name(zone)
        case "z":
            return "+0000"
        case _:
            return None


def _since_epoch(when: BrokenDownTime, zone: tzinfo) -> int:
    """Seconds since the epoch of a local time."""
    days = _days_from_civil(when.year, when.month, when.day)
    seconds = days * 86400 + when.hour * 3600 + when.minute * 60 + when.second
    return seconds - offset_at(seconds - offset_at(seconds, zone), zone)


def _iso_week(when: BrokenDownTime) -> tuple[int, int]:
    """Year and week of ISO 8601: weeks start on Monday and belong to the year of their Thursday."""
    thursday = _days_from_civil(when.year, when.month, when.day) - (when.weekday - 1) % 7 + 3
    year = moment(thursday * 86400).year
    return year, (thursday - _days_from_civil(year, 1, 1)) // 7 + 1


_NUMBERS: Final[dict[str, tuple[Callable[[BrokenDownTime, tzinfo], int], int, str]]] = {
    "Y": (lambda when, zone: when.year, 1, "0"),
    "C": (lambda when, zone: when.year // 100, 2, "0"),
    "y": (lambda when, zone: when.year % 100, 2, "0"),
    "m": (lambda when, zone: when.month, 2, "0"),
    "d": (lambda when, zone: when.day, 2, "0"),
    "e": (lambda when, zone: when.day, 2, " "),
    "H": (lambda when, zone: when.hour, 2, "0"),
    "k": (lambda when, zone: when.hour, 2, " "),
    "I": (lambda when, zone: when.hour % 12 or 12, 2, "0"),
    "l": (lambda when, zone: when.hour % 12 or 12, 2, " "),
    "M": (lambda when, zone: when.minute, 2, "0"),
    "S": (lambda when, zone: when.second, 2, "0"),
    "j": (lambda when, zone: when.day_of_year + 1, 3, "0"),
    "s": (_since_epoch, 1, "0"),
    "u": (lambda when, zone: when.weekday or 7, 1, "0"),
    "w": (lambda when, zone: when.weekday, 1, "0"),
    "U": (lambda when, zone: (when.day_of_year - when.weekday + 7) // 7, 2, "0"),
    "W": (lambda when, zone: (when.day_of_year - (when.weekday - 1) % 7 + 7) // 7, 2, "0"),
    "G": (lambda when, zone: _iso_week(when)[0], 1, "0"),
    "g": (lambda when, zone: _iso_week(when)[0] % 100, 2, "0"),
    "V": (lambda when, zone: _iso_week(when)[1], 2, "0"),
}
"""The conversions that are numbers: value, usual width and padding."""


def _standard_name(zone: tzinfo) -> str:
    """The name of local time outside of daylight saving."""
    for month in (1, 7):
        when = datetime(1970, month, 1, tzinfo=zone)
        if not when.dst():
            return when.tzname() or ""
    return ""
