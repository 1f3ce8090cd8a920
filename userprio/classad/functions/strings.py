"""Functions of strings, among them of version numbers: `versioncmp` and its like, by natural order."""

from collections.abc import Callable
from typing import Final

from userprio.base.cxx import int32
from userprio.classad.context import Context, Strict
from userprio.classad.functions.conversion import to_text
from userprio.classad.values import ERROR, UNDEFINED, AdValue, ListValue, Special, Value, decode, encode

_BLANKS: Final = b" \t\n\v\f\r"
_DIGITS: Final = b"0123456789"


def _strcat(context: Context, arguments: list[Value]) -> Value:
    """`strcat(a, ...)`: the first argument that is undefined or an error decides."""
    parts = []
    for argument in arguments:
        text = to_text(argument)
        if isinstance(text, Special):
            return text
        parts.append(text)
    return "".join(parts)


def _join(context: Context, arguments: list[Value]) -> Value:
    """`join(separator, a, ...)`, `join(separator, list)`, `join(list)`: what is undefined is passed over.

    Empty strings at the start leave no separator. If something was undefined and nothing to join was defined, so is the
    result.
    """
    values = arguments
    if 0 < len(arguments) <= 2 and isinstance(arguments[-1], ListValue):
        values = [*(arguments[:-1] or [""]), *arguments[-1]]
    if values and isinstance(values[0], str):
        # Many short elements around a long separator make much of little.
        context.run.hold([values[0]] * len(values))
    separator, joined = "", ""
    undefined = defined = False
    for number, value in enumerate(values):
        text = to_text(value)
        if text is ERROR:
            return ERROR
        if isinstance(text, Special):
            undefined = True
        elif number == 0:
            separator = text
        else:
            defined = True
            joined += separator + text if joined else text
    return UNDEFINED if undefined and not defined else joined


def _in_case(change: Callable[[bytes], bytes]) -> Callable[[Context, list[Value]], Value]:
    def changed(context: Context, arguments: list[Value]) -> Value:
        text = to_text(arguments[0])
        return text if isinstance(text, Special) else decode(change(encode(text)))

    return changed


def _size(context: Context, arguments: list[Value]) -> Value:
    """`size(x)`: bytes of a string, elements of a list, attributes of an ad."""
    value = arguments[0]
    if isinstance(value, str):
        return len(encode(value))
    if isinstance(value, ListValue | AdValue):
        return len(value)
    return UNDEFINED if value is UNDEFINED else ERROR


def _substr(context: Context, arguments: list[Value]) -> Value:
    """`substr(s, position [, length])`: what is negative counts from the end."""
    if UNDEFINED in arguments:
        return UNDEFINED
    text, *numbers = arguments
    if not isinstance(text, str):
        return ERROR
    wanted: list[int] = []
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, int):
            return ERROR
        wanted.append(int32(number))
    data = encode(text)
    start = min(wanted[0], len(data)) if wanted[0] >= 0 else max(len(data) + wanted[0], 0)
    if len(wanted) == 1:
        return decode(data[start:])
    end = len(data) + wanted[1] if wanted[1] < 0 else start + wanted[1]
    return decode(data[start : max(end, start)])


def _of_two(answer: Callable[[str, str], Value]) -> Callable[[Context, list[Value]], Value]:
    """A function of two texts; an undefined one makes the answer undefined, whatever the other is."""

    def answered(context: Context, arguments: list[Value]) -> Value:
        if UNDEFINED in arguments:
            return UNDEFINED
        left, right = to_text(arguments[0]), to_text(arguments[1])
        return answer(left, right) if isinstance(left, str) and isinstance(right, str) else ERROR

    return answered


def _order(left: bytes, right: bytes) -> int:
    """`strcmp` and `stricmp`: -1, 0 or 1."""
    return (left > right) - (left < right)


def _split_at(without: Callable[[str], list[Value]]) -> Callable[[Context, list[Value]], Value]:
    """`splitUserName` and `splitSlotName`: the two pieces around the first `@`."""

    def split(context: Context, arguments: list[Value]) -> Value:
        text = arguments[0]
        if not isinstance(text, str):
            return ERROR
        first, at, second = text.partition("@")
        return ListValue.of([first, second] if at else without(text))

    return split


def _split(context: Context, arguments: list[Value]) -> Value:
    """`split(s [, separators])`.

    An empty piece counts only between two of the same separator that is not a blank; blanks around it do not matter.
    """
    text, separators = arguments[0], arguments[1] if len(arguments) > 1 else ", \t"
    if not isinstance(text, str) or not isinstance(separators, str):
        return ERROR
    data, cuts = encode(text), encode(separators)
    pieces: list[Value] = []
    start, last = 0, -1
    for place, byte in enumerate(data):
        if byte not in cuts:
            continue
        if place > start:
            pieces.append(decode(data[start:place]))
        elif byte == last:
            pieces.append("")
        if byte not in _BLANKS:
            last = byte
        start = place + 1
    if start < len(data):
        pieces.append(decode(data[start:]))
    return ListValue.of(pieces)


def _natural_order(left: str, right: str) -> int:
    """Negative, zero or positive as `one` comes before, with or after `two`; runs of digits compare as numbers.

    A run with more leading zeros comes first, like digits after a decimal point (`natural_cmp`, after glibc's
    `strverscmp`).
    """
    a, b = encode(left) + b"\0", encode(right) + b"\0"
    if a == b:
        return 0
    at = next(place for place, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
    difference = _signed(a[at]) - _signed(b[at])
    start = len(a[:at].rstrip(_DIGITS))
    if start == at and not (a[at] in _DIGITS and b[at] in _DIGITS):
        return difference
    zeros_a, digits_a = _digits(a[start:])
    zeros_b, digits_b = _digits(b[start:])
    if zeros_a != zeros_b:
        return zeros_b - zeros_a
    if zeros_a:
        return difference
    return digits_a - digits_b or difference


def _signed(byte: int) -> int:
    """A byte as C's `char` on x86-64."""
    return byte - 256 if byte > 127 else byte


def _digits(text: bytes) -> tuple[int, int]:
    """How many digits the text begins with: leading zeros, of which the last digit is never one, and all of them."""
    digits = text[: len(text) - len(text.lstrip(_DIGITS))]
    return len(digits[:-1]) - len(digits[:-1].lstrip(b"0")), len(digits)


def _version_in_range(context: Context, arguments: list[Value]) -> Value:
    """`version_in_range(v, low, high)`, both ends included; an undefined `v` is an error."""
    if UNDEFINED in arguments[1:]:
        return UNDEFINED
    version, low, high = (to_text(argument) for argument in arguments)
    if not isinstance(version, str) or not isinstance(low, str) or not isinstance(high, str):
        return ERROR
    return _natural_order(low, version) <= 0 and _natural_order(version, high) <= 0


_OF_VERSIONS: Final[dict[str, Strict]] = {
    "versioncmp": (2, 2, _of_two(_natural_order)),
    "versionle": (2, 2, _of_two(lambda left, right: _natural_order(left, right) <= 0)),
    "versionlt": (2, 2, _of_two(lambda left, right: _natural_order(left, right) < 0)),
    "versionge": (2, 2, _of_two(lambda left, right: _natural_order(left, right) >= 0)),
    "versiongt": (2, 2, _of_two(lambda left, right: _natural_order(left, right) > 0)),
    "versioneq": (2, 2, _of_two(lambda left, right: _natural_order(left, right) == 0)),
    "version_in_range": (3, 3, _version_in_range),
}

STRICT: Final[dict[str, Strict]] = {
    "strcat": (0, None, _strcat),
    "join": (0, None, _join),
    "tolower": (1, 1, _in_case(bytes.lower)),
    "toupper": (1, 1, _in_case(bytes.upper)),
    "size": (1, 1, _size),
    "substr": (2, 3, _substr),
    "strcmp": (2, 2, _of_two(lambda left, right: _order(encode(left), encode(right)))),
    "stricmp": (2, 2, _of_two(lambda left, right: _order(encode(left).lower(), encode(right).lower()))),
    "split": (1, 2, _split),
    "splitusername": (1, 1, _split_at(lambda text: [text, ""])),
    "splitslotname": (1, 1, _split_at(lambda text: ["", text])),
    **_OF_VERSIONS,
}

ERROR_TOLERANT: Final = frozenset({"strcat", "substr", "strcmp", "stricmp", *_OF_VERSIONS})
