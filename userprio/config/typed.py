"""Texts as numbers and truth values, as `param_integer`, `param_double` and `param_boolean` read them.

None always means that the text is not of that type. There are no units; what is not a plain number is a ClassAd
expression.
"""

import math
import re
from typing import Final

from userprio.classad import Ad, ClassAdSyntaxError, Dialect, Evaluator, Expr, Grammar, Value, parse
from userprio.config.statements import BLANKS

LONG_MAX: Final = 2**63 - 1
NEWEST: Final = Grammar()

_INTEGER = re.compile(r"[ \t\n\v\f\r]*([-+]?)0*(\d+)[ \t\n\v\f\r]*", re.ASCII)
_HEXADECIMAL = re.compile(r"([-+]?)(0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[-+]?\d+)?)", re.I | re.ASCII)
_DECIMAL = re.compile(r"[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan(?:\(\w*\))?)", re.I | re.ASCII)
_LITERAL_TRUTH: Final = {"true": True, "1": True, "false": False, "0": False}


def integer_of(text: str, name: str = "", grammar: Grammar = NEWEST) -> int | None:
    """A decimal number (`strtoll`), or an expression worth an integer, a real, whose fraction is dropped, or a boolean.

    The expression is evaluated as the attribute `name` of an otherwise empty ad. 64 bits; more is cut to them.
    """
    found = _INTEGER.fullmatch(text)
    if found:
        number = int(found[2]) if len(found[2]) < 20 else LONG_MAX
        return max(-LONG_MAX - 1, min(-number if found[1] == "-" else number, LONG_MAX))
    value = _evaluated(text, name, grammar)
    if isinstance(value, bool | int):
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return max(-LONG_MAX - 1, min(int(value), LONG_MAX))
    return None


def real_of(text: str, name: str = "", grammar: Grammar = NEWEST) -> float | None:
    """A number as `strtod` reads it, hexadecimal, `inf` and `nan` included, or an expression worth a number."""
    literal = text.strip(BLANKS)
    hexadecimal = _HEXADECIMAL.fullmatch(literal)
    if hexadecimal:
        try:
            number = float.fromhex(hexadecimal[2])
        except OverflowError:
            number = math.inf
        return -number if hexadecimal[1] == "-" else number
    if _DECIMAL.fullmatch(literal):
        return float(literal.partition("(")[0])
    value = _evaluated(text, name, grammar)
    return float(value) if isinstance(value, bool | int | float) else None


def boolean_of(text: str, name: str = "", grammar: Grammar = NEWEST) -> bool | None:
    """`true`, `false`, `1` or `0`, or an expression worth a boolean or a number. `yes` and `t` are none of these."""
    literal = _LITERAL_TRUTH.get(text.rstrip(BLANKS).lower())
    if literal is not None:
        return literal
    value = _evaluated(text, name, grammar)
    return value != 0 if isinstance(value, bool | int | float) else None


def expression_of(text: str, grammar: Grammar = NEWEST) -> Expr | None:
    """The ClassAd expression that the whole text is."""
    try:
        return parse(text, Dialect.OLD, grammar)
    except ClassAdSyntaxError:
        return None


def _evaluated(text: str, name: str, grammar: Grammar) -> Value | None:
    expression = expression_of(text, grammar)
    if expression is None:
        return None
    attribute = name or "Knob"
    return Evaluator(now=0).attribute(attribute, Ad({attribute: expression}))
