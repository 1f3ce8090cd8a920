"""Times: the present, making instants and lengths, taking them apart, and writing them.

Local time is that of `Context.zone`, the present is `Context.now`.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

import msgspec
from msgspec.structs import astuple

from userprio.base.cxx import int32, to_int
from userprio.base.patterns import lazy_pattern
from userprio.classad import values
from userprio.classad.compiler import MadeAd
from userprio.classad.context import Context, EvaluationFailure, Lazy, Strict
from userprio.classad.functions.conversion import to_integer
from userprio.classad.values import ERROR, UNDEFINED, AbsTime, AdValue, Expr, ListValue, RelTime, Special, Value

_WEEKDAYS: Final = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split()
_MONTHS: Final = "January February March April May June July August September October November December".split()

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_CONVERSION: Final = lazy_pattern(
    r"%(?P<flag>[-_0^#]*)(?P<width>[0-9]{0,4})(?P<modifier>[EO]?)(?P<letter>.)", re.DOTALL
)
_DATES: Final = {"c": "%a %b %e %H:%M:%S %Y", "D": "%m/%d/%y", "F": "%Y-%m-%d", "x": "%m/%d/%y"}
_COMPOSED: Final = _DATES | {"R": "%H:%M", "r": "%I:%M:%S %p", "T": "%H:%M:%S", "X": "%H:%M:%S"}
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
    year, day = era * 400 + year_of_era + (month <= 2), of_year - (153 * shifted_month + 2) // 5 + 1
    return BrokenDownTime(year, month, day, rest // 3600, rest // 60 % 60, rest % 60)


def offset_at(seconds: int, zone: tzinfo) -> int:
    """Seconds that local time is ahead of UTC at an instant; zero beyond the years 1 to 9999, which Python lacks."""
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
    return _CONVERSION.sub(lambda directive: _converted(directive, when, zone), template)


def _converted(directive: re.Match[str], when: BrokenDownTime, zone: tzinfo) -> str:
    letter, flags, width = directive["letter"], directive["flag"], directive["width"]
    if letter in _REFUSED.get(directive["modifier"], ""):
        return directive[0]
    if letter in _COMPOSED:
        text = format_moment(_COMPOSED[letter], when, zone)
        return (text.upper() if "^" in flags else text).rjust(int(width or 0))
    if letter not in _NUMBERS:
        word = _word(letter, when, zone)
        if word is None:
            return directive[0]
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
        case "Z":
            return _standard_name(zone)
    return {"n": "\n", "t": "\t", "%": "%", "z": "+0000"}.get(letter)


def _since_epoch(when: BrokenDownTime, zone: tzinfo) -> int:
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
    seasons = (datetime(1970, month, 1, tzinfo=zone) for month in (1, 7))
    return next((when.tzname() or "" for when in seasons if not when.dst()), "")


def _local(context: Context, seconds: int) -> AbsTime:
    return AbsTime(seconds, offset_at(seconds, context.zone))


def _abs_time(context: Context, arguments: list[Expr]) -> Value:
    """`absTime()`, `absTime(text)`, `absTime(x [, offset])`.

    Only a literal text is read; a text that was computed is given back as it is (`FunctionCall::convTime` expects
    none). Seconds and offset are cut to 32 bits.
    """
    if not arguments:
        return _local(context, context.now)
    first = arguments[0]
    if len(arguments) == 1 and isinstance(first, values.Literal) and isinstance(first.value, str):
        instant = values.parse_instant(first.value, context.zone)
        return ERROR if instant is None else instant
    value = context.evaluate(first)
    if len(arguments) == 1:
        return _instant(context, value, None)
    match context.evaluate(arguments[1]):
        case bool():
            return ERROR
        case int(number):
            return _instant(context, value, int32(number))
        case float(real):
            return _instant(context, value, to_int(real))
        case RelTime() as length:
            return _instant(context, value, int32(length.whole_seconds))
    return ERROR


def _instant(context: Context, value: Value, offset: int | None) -> Value:
    match value:
        case bool() | ListValue() | AdValue():
            return ERROR
        case int():
            seconds = int32(value)
            if offset == -1:
                raise EvaluationFailure
        case float():
            seconds = to_int(value)
        case RelTime():
            seconds = value.whole_seconds
        case _:
            return value
    return _local(context, seconds) if offset is None else AbsTime(seconds, offset)


def _rel_time(context: Context, arguments: list[Value]) -> Value:
    """`relTime(x)`. A second argument is an error, a text that was computed counts as zero."""
    value = arguments[0]
    if len(arguments) == 2 or isinstance(value, bool | ListValue | AdValue):
        return ERROR
    match value:
        case int():
            return RelTime(float(int32(value)))
        case float():
            return RelTime(value)
        case str():
            return RelTime(0.0)
        case AbsTime():
            return RelTime(float(value.seconds))
    return value


_DATE = {"year": "year", "month": "month", "dayofyear": "day_of_year", "dayofmonth": "day", "dayofweek": "weekday"}
_FIELDS: Final = _DATE | {"hours": "hour", "minutes": "minute", "seconds": "second"}
"""Fields of a `BrokenDownTime`, by the name of their function without its `get`."""
_PARTS: Final = {"days": (2**64, 86400), "hours": (86400, 3600), "minutes": (3600, 60), "seconds": (60, 1)}
"""Parts of a length of time: remainder of what, in units of how many seconds."""


def _field(name: str) -> Strict:
    """`getYear` to `getSeconds`: of an instant in local time whatever its offset, of a length if that makes sense."""

    def field(context: Context, arguments: list[Value]) -> Value:
        value = arguments[0]
        if isinstance(value, AbsTime) and name in _FIELDS:
            number: int = getattr(moment(value.seconds + offset_at(value.seconds, context.zone)), _FIELDS[name])
            return number
        if isinstance(value, RelTime) and name in _PARTS:
            whole, unit = _PARTS[name]
            seconds = value.whole_seconds
            part = abs(seconds) % whole // unit
            return -part if seconds < 0 else part
        return ERROR

    return (1, 1, field)


_MISSING_FIELDS: Final = {"Year": 1900, "Month": 1, "Day": 0, "Hours": 0, "Minutes": 0, "Seconds": 0}
"""The fields of a `BrokenDownTime` in an ad. One to be formatted may lack them, and this then stands for them: a C
`struct tm` of zeros."""


def _split_instant(value: AbsTime) -> AdValue:
    fields = zip(_MISSING_FIELDS, astuple(moment(value.seconds + value.offset)), strict=True)
    return MadeAd.of({"Type": "AbsoluteTime", **dict(fields), "Offset": value.offset})


def _split_length(value: RelTime) -> AdValue:
    """Parts of a length; the sign is on the largest that is not zero."""
    size = abs(value.seconds)
    seconds = to_int(size)
    sign = -1 if seconds < 0 else 1
    days, rest = divmod(abs(seconds), 86400)
    parts = [sign * days, sign * (rest // 3600), sign * (rest % 3600 // 60), sign * (rest % 60) + size % 1.0]
    if value.seconds < 0:
        largest = next((place for place, part in enumerate(parts[:3]) if part > 0), 3)
        parts[largest] = -parts[largest]
    return MadeAd.of({"Type": "RelativeTime", **dict(zip(("Days", "Hours", "Minutes", "Seconds"), parts, strict=True))})


def _as_instant(context: Context, value: Value) -> AbsTime | None:
    """What counts as an instant: a number as one in local time, though a boolean does not."""
    if isinstance(value, AbsTime):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return _local(context, value if isinstance(value, int) else to_int(value))


def _split_time(context: Context, arguments: list[Value]) -> Value:
    value = arguments[0]
    if isinstance(value, RelTime):
        return _split_length(value)
    instant = _as_instant(context, value)
    return _split_instant(instant) if instant is not None else UNDEFINED if value is UNDEFINED else ERROR


def _part(split: AdValue, name: str, missing: int) -> int:
    number = split.get(name)
    return int32(number) if isinstance(number, int) and not isinstance(number, bool) else missing


def _format_time(context: Context, arguments: list[Value]) -> Value:
    """`formatTime([t [, format]])`. An ad is read as `splitTime` makes them."""
    value = arguments[0] if arguments else context.now
    template = arguments[1] if len(arguments) == 2 else "%c"
    instant = _as_instant(context, value)
    split = _split_instant(instant) if instant is not None else value
    if not isinstance(split, AdValue) or not isinstance(template, str):
        return ERROR
    parts = (_part(split, name, missing) for name, missing in _MISSING_FIELDS.items())
    return format_moment(template, BrokenDownTime(*parts), context.zone)


def _interval(context: Context, arguments: list[Value]) -> Value:
    """`interval(seconds)`: `17+01:02:03`, without the leading parts that are zero; the sign is on the largest."""
    total = to_integer(arguments[0])
    if isinstance(total, Special):
        return ERROR
    total = int32(total)
    sign, size = "-" if total < 0 else "", abs(total)
    days, hours, minutes, seconds = size // 86400, size % 86400 // 3600, size % 3600 // 60, size % 60
    if days:
        return f"{sign}{days}+{hours:02}:{minutes:02}:{seconds:02}"
    if hours:
        return f"{sign}{hours}:{minutes:02}:{seconds:02}"
    return f"{sign}{minutes}:{seconds:02}" if minutes else f"{sign}{seconds}"


STRICT: Final[dict[str, Strict]] = {
    "time": (0, 0, lambda context, arguments: context.now),
    "currenttime": (0, 0, lambda context, arguments: _local(context, context.now)),
    "timezoneoffset": (0, 0, lambda context, arguments: RelTime(float(offset_at(context.now, context.zone)))),
    # Seconds since local midnight.
    "daytime": (0, 0, lambda context, _: RelTime(float((context.now + offset_at(context.now, context.zone)) % 86400))),
    "reltime": (1, 2, _rel_time),
    **{f"get{name}": _field(name) for name in {**_FIELDS, **_PARTS}},
    "splittime": (1, 1, _split_time),
    "formattime": (0, 2, _format_time),
    "interval": (1, 1, _interval),
}

LAZY: Final[dict[str, Lazy]] = {"abstime": (0, 2, _abs_time)}
