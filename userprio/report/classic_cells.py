"""How HTCondor's tools write numbers, dates and durations."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_UNKNOWN: Final = "    ???    "


def fixed(value: float, width: int, decimals: int) -> str:
    """`FormatFloat`: with fixed decimals, or, where that is too wide, with `width - 6` digits that count, then cut."""
    text = f"{value:{width}.{decimals}f}"
    if len(text) > width:
        text = f"{value:{width}.{width - 6}g}"
    return text[:width]


def date(at: int, zone: tzinfo) -> str:
    """`format_date`: month, day and time, such as ` 1/5  09:29`."""
    local = _local(at, zone)
    return _UNKNOWN if local is None else f"{local.month:2}/{local.day:<2} {local:%H:%M}"


def date_with_year(at: int, zone: tzinfo) -> str:
    """`format_date_year`, such as ` 1/05/2026 09:30`."""
    local = _local(at, zone)
    return _UNKNOWN if local is None else f"{local.month:2}/{local.day:02}/{local.year:<4} {local:%H:%M}"


def elapsed(seconds: int) -> str:
    """`format_time_nosecs`: days, hours and minutes, such as `  0+05:36`."""
    if seconds < 0:
        return _UNKNOWN
    minutes = seconds // 60
    return f"{minutes // 1440:3}+{minutes // 60 % 24:02}:{minutes % 60:02}"


def _local(at: int, zone: tzinfo) -> datetime | None:
    """None for what no calendar holds; times of a damaged ledger may be anything."""
    if at < 0:
        return None
    try:
        return (_EPOCH + timedelta(seconds=at)).astimezone(zone)
    except OverflowError:
        return None
