"""Conversions of numbers as compiled C++ makes them on x86-64 Linux."""

import math
import re
import struct
from collections.abc import Iterable
from typing import Final

INT_MAX: Final = 2**31 - 1
INT_MIN: Final = -(2**31)
FLT_MAX: Final = 3.4028234663852886e38
"""The largest number of single precision."""

_FLOAT32 = struct.Struct("f")
_LEADING_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf(?:inity)?|nan))", re.I)


def float32(value: float) -> float:
    """`(float)value`: the nearest number of single precision.

    The negotiator keeps its three ranks, group limits and group usage in `float`; near-ties become ties by it.
    """
    try:
        packed = _FLOAT32.pack(value)
    except OverflowError:
        return math.copysign(math.inf, value)
    number: float = _FLOAT32.unpack(packed)[0]
    return number


def to_int(value: float) -> int:
    """`(int)value`: the fraction is dropped; not-a-number and what 32 bits cannot hold give `INT_MIN`.

    C++ leaves the second half undefined; x86-64 answers INT_MIN, and group limits that are 0/0 depend on it.
    """
    if math.isnan(value) or not INT_MIN <= value < INT_MAX + 1:
        return INT_MIN
    return int(value)


def round_trip(value: float) -> float:
    """The number that comes back after it was written with `%f`, six decimals.

    The accountant keeps every real in its log this way and computes on with what it read back.
    """
    return float(f"{value:f}")


def atof(text: str) -> float:
    """`atof(text)`: the number that the text begins with, 0.0 where it begins with none."""
    found = _LEADING_NUMBER.match(text)
    return float(found[1]) if found else 0.0


def total(values: Iterable[float]) -> float:
    """Add from left to right, each step rounded to a double.

    `sum` of Python 3.12 and later carries the rounding error along, so it disagrees with the negotiator on sums such
    as 0.33 + 0.66 + 0.01.
    """
    result = 0.0
    for value in values:
        result += value
    return result


def floor(value: float) -> float:
    """`floor(value)` as a real number; infinities and not-a-number stay what they are."""
    return float(math.floor(value)) if math.isfinite(value) else value
