"""Numbers, times and durations as people read them in a table."""

import math
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LONGEST_PLAIN: Final = 1e9


def amount(value: float | None) -> str:
    """About six digits, two decimals at most, no trailing zeros; four digits from a billion up; empty for None."""
    if value is None:
        return ""
    if math.isnan(value):
        return "nan"
    if abs(value) >= _LONGEST_PLAIN:
        return f"{value:.4g}"
    decimals = 2 if abs(value) < 1e3 else 1 if abs(value) < 1e4 else 0
    text = f"{value:.{decimals}f}"
    if decimals:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def percent(fraction: float) -> str:
    """A fraction of 1 in percent with up to one decimal."""
    if math.isnan(fraction):
        return "nan"
    return f"{100 * fraction:.1f}".removesuffix(".0") + "%"


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 match`, `2 matches`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def duration(seconds: int) -> str:
    """The two largest units, such as `2d 23h`, `5h 36m`, `12m`; `now` below a minute."""
    minutes = seconds // 60
    if minutes <= 0:
        return "now"
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return f"{days}d {hours}h" if hours else f"{days}d"
    if hours:
        return f"{hours}h {minutes}m" if minutes else f"{hours}h"
    return f"{minutes}m"


def moment(at: int, zone: tzinfo) -> str:
    """Local date and minute in ISO 8601's order; `never` for 0 and less, the number itself past the calendar."""
    if at <= 0:
        return "never"
    try:
        return f"{(_EPOCH + timedelta(seconds=at)).astimezone(zone):%Y-%m-%d %H:%M}"
    except OverflowError:
        return str(at)
