"""Version numbers: `versioncmp`, its comparisons and `version_in_range`, by natural order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from userprio.classad.functions.conversion import encode, to_text
from userprio.classad.values import ERROR, UNDEFINED, Value

if TYPE_CHECKING:
    from userprio.classad.context import Context, Strict


def natural_order(one: str, two: str) -> int:
    """Negative, zero or positive as `one` comes before, with or after `two`; runs of digits compare as numbers.

    A run with more leading zeros comes first, like digits after a decimal point (`natural_cmp`, after glibc's
    `strverscmp`).
    """
    a, b = encode(one) + b"\0", encode(two) + b"\0"
    if a == b:
        return 0
    at = next(place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
    difference = _signed(a[at]) - _signed(b[at])
    start = at
    while start and _is_digit(a[start - 1]):
        start -= 1
    if start == at and not (_is_digit(a[at]) and _is_digit(b[at])):
        return difference
    zeros_a, zeros_b = _leading_zeros(a, start), _leading_zeros(b, start)
    if zeros_a != zeros_b:
        return zeros_b - zeros_a
    if zeros_a:
        return difference
    digits_a, digits_b = _run(a, start), _run(b, start)
    return digits_a - digits_b if digits_a != digits_b else difference


def _is_digit(byte: int) -> bool:
    return 48 <= byte <= 57


def _signed(byte: int) -> int:
    """A byte as C's `char` on x86-64."""
    return byte - 256 if byte > 127 else byte


def _run(text: bytes, start: int) -> int:
    """Digits from `start` on."""
    end = start
    while _is_digit(text[end]):
        end += 1
    return end - start


def _leading_zeros(text: bytes, start: int) -> int:
    """Zeros that lead a run of digits; a zero that ends it is a digit like any other."""
    end = start
    while text[end] == 48:
        end += 1
    return end - start - (end > start and not _is_digit(text[end]))


def _compared(answer: Callable[[int], Value]) -> Callable[[Context, list[Value]], Value]:
    """A function of two versions; an undefined one makes the answer undefined, whatever the other is."""

    def compare(context: Context, arguments: list[Value]) -> Value:
        if UNDEFINED in arguments:
            return UNDEFINED
        one, two = to_text(arguments[0]), to_text(arguments[1])
        if not isinstance(one, str) or not isinstance(two, str):
            return ERROR
        return answer(natural_order(one, two))

    return compare


def _version_in_range(context: Context, arguments: list[Value]) -> Value:
    """`version_in_range(v, low, high)`, both ends included; an undefined `v` is an error."""
    if UNDEFINED in arguments[1:]:
        return UNDEFINED
    version, low, high = (to_text(argument) for argument in arguments)
    if not isinstance(version, str) or not isinstance(low, str) or not isinstance(high, str):
        return ERROR
    return natural_order(low, version) <= 0 and natural_order(version, high) <= 0


STRICT: Final[dict[str, Strict]] = {
    "versioncmp": (2, 2, _compared(lambda order: order)),
    "versionle": (2, 2, _compared(lambda order: order <= 0)),
    "versionlt": (2, 2, _compared(lambda order: order < 0)),
    "versionge": (2, 2, _compared(lambda order: order >= 0)),
    "versiongt": (2, 2, _compared(lambda order: order > 0)),
    "versioneq": (2, 2, _compared(lambda order: order == 0)),
    "version_in_range": (3, 3, _version_in_range),
}

ERROR_TOLERANT: Final = frozenset(STRICT)
