"""How HTCondor's tools write numbers, dates and durations."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from userprio.cxx import INT_MAX

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FAR_FUTURE: Final = 250_000_000_000
"""Seconds since the epoch, in the year 9892."""
_CYCLE_S: Final = 146_097 * 86_400
"""400 years of the Gregorian calendar."""
_UNKNOWN: Final = "    ???    "


def fixed(width: int, decimals: int) -> Callable[[float], str]:
    """What `FormatFloat` makes of a number: fixed decimals, or, where that is too wide, `width - 6` digits that count,
    then cut."""
    usual, narrow = f"{width}.{decimals}f", f"{width}.{width - 6}g"

    def write(value: float) -> str:
        text = format(value, usual)
        return text if len(text) <= width else format(value, narrow)[:width]

    return write


def date(at: int, zone: tzinfo) -> str:
    """`format_date`: month, day and time, such as ` 1/5  09:29`."""
    local = _local(at, zone)
    if local is None:
        return _UNKNOWN
    day, _ = local
    return f"{day.month:2}/{day.day:<2} {day:%H:%M}"


def date_with_year(at: int, zone: tzinfo) -> str:
    """`format_date_year`, such as ` 1/05/2026 09:30`."""
    local = _local(at, zone)
    if local is None:
        return _UNKNOWN
    day, year = local
    return f"{day.month:2}/{day.day:02}/{year:<4} {day:%H:%M}"


def elapsed(seconds: int) -> str:
    """`format_time_nosecs`: days, hours and minutes, such as `  0+05:36`."""
    if seconds < 0:
        return "[?????]"
    minutes = seconds // 60
    return f"{minutes // 1440:3}+{minutes // 60 % 24:02}:{minutes % 60:02}"


def duration(seconds: int) -> str:
    """`format_time`: days, hours, minutes and seconds, such as `  0+02:02:05`; each has the sign of the whole."""
    sign = -1 if seconds < 0 else 1
    minutes, left = divmod(abs(seconds), 60)
    days, hours, minutes = (sign * part for part in (minutes // 1440, minutes // 60 % 24, minutes % 60))
    return f"{days:3}+{hours:02}:{minutes:02}:{sign * left:02}"


def _local(at: int, zone: tzinfo) -> tuple[datetime, int] | None:
    """The local time and its year, which may be beyond those of Python: the calendar repeats every 400 years.

    None for what no calendar holds; times of a damaged ledger may be anything.
    """
    cycles = max(at - _FAR_FUTURE, 0) // _CYCLE_S + (at > _FAR_FUTURE)
    if at < 0 or 400 * cycles > INT_MAX:
        return None
    day = (_EPOCH + timedelta(seconds=at - cycles * _CYCLE_S)).astimezone(zone)
    return day, day.year + 400 * cycles
