"""C's printf for the single value of `$INT`, `$REAL` and `$STRING` (`validatePrintfFormat`)."""

import re
from typing import Final

_DIRECTIVE = re.compile(r"%([-+ #0]*)(\d*)(\.\d*)?(hh|h|ll|l|L|q|j|z|t)?([A-Za-z])")
_NUMBER_LENGTH: Final = 55
"""Room for a formatted number; what is longer is cut."""
_STRING_WIDTH: Final = 2**16
"""A width or precision beyond this is refused, as nothing but a mistake asks for it."""


def format_integer(form: str, value: int) -> str | None:
    """`value` in a format with one integer directive; None for any other format."""
    found = _only_directive(form, "diouxXc")
    if found is None:
        return None
    flags, width, precision, length, conversion = found
    bits = 64 if length in ("l", "ll", "q", "j", "z", "t") else 32
    value &= 2**bits - 1
    if conversion in "di":
        conversion = "d"
        value -= 2**bits if value >= 2 ** (bits - 1) else 0
    if conversion == "u":
        conversion = "d"
    if conversion == "c":
        value &= 0xFF
    return _filled(form, f"%{flags}{_capped(width)}{_capped(precision)}{conversion}", value)[:_NUMBER_LENGTH]


def format_real(form: str, value: float) -> str | None:
    """`value` in a format with one real directive; None for any other format. `.0` is added where no dot came out."""
    found = _only_directive(form, "fFeEgG")
    if found is None:
        return None
    flags, width, precision, _, conversion = found
    text = _filled(form, f"%{flags}{_capped(width)}{_capped(precision)}{conversion}", value)[:_NUMBER_LENGTH]
    return text if "." in text else f"{text}.0"


def format_string(form: str, value: str) -> str | None:
    """`value` in a format with one string directive; None for any other format."""
    found = _only_directive(form, "s")
    if found is None:
        return None
    flags, width, precision, _, _ = found
    if any(len(number) > 9 or int(number or 0) > _STRING_WIDTH for number in (width, precision.lstrip("."))):
        return None
    return _filled(form, f"%{flags}{width}{precision}s", value)


def _only_directive(form: str, conversions: str) -> tuple[str, str, str, str, str] | None:
    """The parts of the only directive of a format, if it is one of `conversions`."""
    bare = form.replace("%%", "")
    found = _DIRECTIVE.search(bare)
    if found is None or found[5] not in conversions or bare.count("%") != 1:
        return None
    return found[1], found[2], found[3] or "", found[4] or "", found[5]


def _capped(number: str) -> str:
    """A width or precision, no larger than what is shown of it."""
    dot = "." if number.startswith(".") else ""
    digits = number.lstrip(".")
    if len(digits.lstrip("0")) > 2 or int(digits or 0) > _NUMBER_LENGTH + 1:
        digits = str(_NUMBER_LENGTH + 1)
    return dot + digits


def _filled(form: str, directive: str, value: int | float | str) -> str:
    """The format with the value in the place of its directive."""
    before, _, after = form.replace("%%", "\0").partition("%")
    found = _DIRECTIVE.match(f"%{after}")
    rest = after[found.end() - 1 :] if found else after
    return (before + directive % value + rest).replace("\0", "%")
