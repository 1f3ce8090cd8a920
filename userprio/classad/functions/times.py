"""Times: the present, making instants and lengths, taking them apart, and writing them.

Local time is that of `Context.zone`, the present is `Context.now`.
"""

from collections.abc import Callable
from typing import Final

from msgspec.structs import astuple

from userprio.base.cxx import int32, to_int
from userprio.classad.compiler import MadeAd
from userprio.classad.context import Context, EvaluationFailure, Lazy, Strict
from userprio.classad.functions.calendar import BrokenDownTime, format_moment, moment, offset_at
from userprio.classad.functions.conversion import to_integer
from userprio.classad.times import parse_instant
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AbsTime,
    AdValue,
    Expr,
    ListValue,
    Literal,
    RelTime,
    Special,
    Value,
)


def _local(context: Context, seconds: int) -> AbsTime:
    """An instant in local time."""
    return AbsTime(seconds, offset_at(seconds, context.zone))


def _abs_time(context: Context, arguments: list[Expr]) -> Value:
    """`absTime()`, `absTime(text)`, `absTime(x [, offset])`.

    Only a literal text is read; a text that was computed is given back as it is (`FunctionCall::convTime` expects
    none). Seconds and offset are cut to 32 bits.
    """
    if not arguments:
        return _local(context, context.now)
    first = arguments[0]
    if len(arguments) == 1 and isinstance(first, Literal) and isinstance(first.value, str):
        instant = parse_instant(first.value, context.zone)
        return ERROR if instant is None else instant
    value = context.evaluate(first)
    offset: int | None = None
    if len(arguments) == 2:
        match context.evaluate(arguments[1]):
            case bool():
                return ERROR
            case int(number):
                offset = int32(number)
            case float(number):
                offset = to_int(number)
            case RelTime() as length:
                offset = int32(length.whole_seconds)
            case _:
                return ERROR
    return _instant(context, value, offset)


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


def _day_time(context: Context, arguments: list[Value]) -> Value:
    """`dayTime()`: seconds since local midnight."""
    return RelTime(float((context.now + offset_at(context.now, context.zone)) % 86400))


_FIELDS: Final[dict[str, Callable[[BrokenDownTime], int]]] = {
    "getyear": lambda when: when.year,
    "getmonth": lambda when: when.month,
    "getdayofyear": lambda when: when.day_of_year,
    "getdayofmonth": lambda when: when.day,
    "getdayofweek": lambda when: when.weekday,
    "gethours": lambda when: when.hour,
    "getminutes": lambda when: when.minute,
    "getseconds": lambda when: when.second,
}

_PARTS: Final[dict[str, tuple[int, int]]] = {
    "getdays": (2**64, 86400),
    "gethours": (86400, 3600),
    "getminutes": (3600, 60),
    "getseconds": (60, 1),
}
"""Parts of a length of time: remainder of what, in units of how many seconds."""


def _field(name: str) -> Strict:
    """`getYear` to `getSeconds`: of an instant in local time whatever its offset, of a length if that makes sense."""

    def field(context: Context, arguments: list[Value]) -> Value:
        value = arguments[0]
        if isinstance(value, AbsTime) and name in _FIELDS:
            return _FIELDS[name](moment(value.seconds + offset_at(value.seconds, context.zone)))
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
    whole = to_int(size)
    sign = -1 if whole < 0 else 1
    days, rest = divmod(abs(whole), 86400)
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
    """`splitTime(t)`."""
    value = arguments[0]
    if value is UNDEFINED:
        return UNDEFINED
    if isinstance(value, RelTime):
        return _split_length(value)
    instant = _as_instant(context, value)
    return ERROR if instant is None else _split_instant(instant)


def _part(split: AdValue, name: str, missing: int) -> int:
    number = split.get(name)
    return int32(number) if isinstance(number, int) and not isinstance(number, bool) else missing


def _format_time(context: Context, arguments: list[Value]) -> Value:
    """`formatTime([t [, format]])`. An ad is read as `splitTime` makes them."""
    value = arguments[0] if arguments else context.now
    template = arguments[1] if len(arguments) == 2 else "%c"
    if isinstance(value, AdValue):
        split = value
    else:
        instant = _as_instant(context, value)
        if instant is None:
            return ERROR
        split = _split_instant(instant)
    if not isinstance(template, str):
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
    "daytime": (0, 0, _day_time),
    "reltime": (1, 2, _rel_time),
    **{name: _field(name) for name in {**_FIELDS, **_PARTS}},
    "splittime": (1, 1, _split_time),
    "formattime": (0, 2, _format_time),
    "interval": (1, 1, _interval),
}

LAZY: Final[dict[str, Lazy]] = {"abstime": (0, 2, _abs_time)}
