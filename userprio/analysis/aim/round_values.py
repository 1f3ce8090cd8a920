"""The values among which a search looks for the smallest change: round numbers between the bounds of a lever.

There are two sets: all values of so many significant digits, for a lever that is turned alone, and six values a
decade, for levers that are turned together, of which all combinations are tried.
"""

import math
from collections.abc import Iterator
from typing import Final

from userprio.analysis.aim.levers import Lever, LeverKind

DIGITS: Final = 2
"""Significant digits of a value, where such values reach the targets."""
MOST_DIGITS: Final = 4
SERIES: Final = (10, 15, 20, 30, 50, 70)
"""Leading digits of values that are tried in combinations."""
FAR: Final = 16.0
"""The largest ratio by which a combination changes a factor."""
_LEAST: Final = 1e-4
"""Values below this are not tried, other than a bound."""


def round_values(lever: Lever, digits: int = DIGITS) -> list[float]:
    """All values of so many significant digits within the bounds, and the bounds; in ascending order.

    Weights are whole numbers from 1 on, as the limits that come of them are.
    """
    if lever.kind is LeverKind.SURPLUS:
        return [0.0, 1.0]
    return values_between(lever, lever.low, lever.high, digits)


def combined_values(lever: Lever) -> list[float]:
    """The values that are tried in combinations, and the bounds; in ascending order."""
    if lever.kind is LeverKind.SURPLUS:
        return [0.0, 1.0]
    low, high = lever.low, lever.high
    if lever.kind is LeverKind.FACTORS:
        low, high = max(low, lever.now / FAR), min(high, lever.now * FAR)
    return _within(lever, low, high, _scaled(SERIES, 2, low, high))


def values_between(lever: Lever, low: float, high: float, digits: int) -> list[float]:
    """Those of `round_values` from `low` to `high`, and both of these."""
    return _within(lever, low, high, _scaled(range(10 ** (digits - 1), 10**digits), digits, low, high))


def significant_digits(lever: Lever, value: float) -> int:
    """How many significant digits a value has, `DIGITS` at least; the bounds and the present value count as round."""
    if value in (lever.now, lever.low, lever.high) or lever.kind is LeverKind.SURPLUS:
        return DIGITS
    return max(DIGITS, next(digits for digits in range(1, 18) if float(f"{value:.{digits}g}") == value))


def rounded_ways(lever: Lever, value: float, digits: int) -> list[float]:
    """The values of so many digits next to this one, within the bounds: one if it has no more digits, else two."""
    step = 10.0 ** (math.floor(math.log10(value)) - digits + 1) if value > 0 else 1.0
    if _is_whole(lever) and value >= 1:
        step = max(step, 1.0)
    ways = (lever.within(float(f"{turn(value / step) * step:.12g}")) for turn in (math.floor, math.ceil))
    return sorted(set(ways))


def _scaled(leading: range | tuple[int, ...], digits: int, low: float, high: float) -> Iterator[float]:
    if high <= 0:
        return
    first = math.floor(math.log10(max(low, _LEAST))) - digits + 1
    for exponent in range(first, math.floor(math.log10(high)) - digits + 2):
        yield from (float(f"{number}e{exponent}") for number in leading)


def _within(lever: Lever, low: float, high: float, values: Iterator[float]) -> list[float]:
    whole = _is_whole(lever)
    inner = (value for value in values if low < value < high and not (whole and value > 1 and value % 1))
    return sorted({low, high, *inner})


def _is_whole(lever: Lever) -> bool:
    return lever.kind is LeverKind.QUOTAS and lever.static
