"""Ads out of values that come with their type, as in JSON and XML, kept like those of a long file.

An attribute becomes its text in long form wherever that says exactly the same, and an expression only where not: ads
with the same names then share them, and equal texts are one object, which is most of the memory.
"""

import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from math import isfinite
from typing import Final, TypeAlias

from userprio.classad.ad import Ad
from userprio.classad.lexer import Dialect
from userprio.classad.parser import ClassAdSyntaxError, parse, prefix_or_none
from userprio.classad.printing import unparse
from userprio.classad.values import AdExpr, Expr, ListExpr, Literal, Special, WrittenLength

Content: TypeAlias = str | Expr
"""What an attribute holds: a text in long form, or an expression that has none."""

_INTEGERS: Final = range(-(2**63), 2**63)
_LONGEST_INTEGER: Final = 20
"""Characters of an integer of 64 bits, sign included."""
_PLAIN_NAME = re.compile(r"(?!(?:true|false|undefined|error|is|isnt)\Z)[A-Za-z_][A-Za-z0-9_]*", re.I)
_HELD: Final = "undefined"
"""Keeps the place of an attribute without a text."""


class Unusable(Exception):
    """A value that no ad can hold; its text is the reason."""


def ad_of(attributes: Iterable[tuple[str, Content]]) -> Ad:
    """The ad of these attributes; of a repeated name the last content and the first spelling."""
    pairs: list[tuple[str, str]] = []
    textless: dict[str, Expr | None] = {}
    for name, content in attributes:
        if isinstance(content, str):
            pairs.append((name, content))
            if textless:
                textless.pop(name.lower(), None)
        else:
            pairs.append((name, _HELD))
            textless[name.lower()] = content
    ad = Ad.lazy(pairs)
    return ad.replace(textless) if textless else ad


def content_of(expr: Expr) -> Content:
    """The text of `expr` in long form if reading that gives `expr` again, else `expr`."""
    text = _quoted(expr.value) if isinstance(expr, Literal) and isinstance(expr.value, str) else _text(expr)
    return expr if text is None else sys.intern(text)


@lru_cache(maxsize=1 << 12)
def attribute_name(name: str) -> str:
    """The one object that equal names are. Raises `Unusable` for what cannot be a name."""
    if not name:
        raise Unusable("its name is empty")
    string(name)
    return sys.intern(name)


def expression(text: str) -> Expr:
    """The expression that `text` is in the new dialect. Raises `Unusable`."""
    try:
        return parse(text, Dialect.NEW)
    except ClassAdSyntaxError as error:
        raise Unusable(f"its expression does not parse: {error.message}") from None


def string(text: str) -> Literal:
    """The string `text`. Raises `Unusable` for what a file in UTF-8 cannot hold."""
    if "\0" in text:
        raise Unusable("a string cannot hold the character NUL")
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Unusable("half of a surrogate pair is not a character") from None
    return Literal(text)


def to_integer(digits: str) -> int | None:
    """The integer that plain `digits` say, None beyond 64 bits."""
    if len(digits) > _LONGEST_INTEGER:
        return None
    number = int(digits)
    return number if number in _INTEGERS else None


def _quoted(text: str) -> str | None:
    """A string in quotes. A quote at the end of a line counts as the last one, whatever stands before it."""
    if '"' not in text:
        return f'"{text}"'
    return None if '"\n' in text else '"' + text.replace('"', '\\"') + '"'


def _text(expr: Expr) -> str | None:
    """The text of an expression that may stand within a larger one; None where it has none that is exact."""
    if isinstance(expr, WrittenLength):
        return None
    if isinstance(expr, Literal):
        value = expr.value
        if isinstance(value, str):
            # Before more text a backslash at the end would hide the closing quote.
            return None if value.endswith("\\") else _quoted(value)
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return repr(value) if isfinite(value) else None
        return value.value if isinstance(value, Special) else None
    if isinstance(expr, ListExpr):
        items = [_text(item) for item in expr.items]
        known = [item for item in items if item is not None]
        return f"{{ {','.join(known)} }}" if len(known) == len(items) else None
    if isinstance(expr, AdExpr):
        statements = [(name, _text(part)) for name, part in expr.attributes]
        plain = [f"{name} = {text}" for name, text in statements if text is not None and _PLAIN_NAME.fullmatch(name)]
        return f"[ {'; '.join(plain)} ]" if len(plain) == len(statements) else None
    return _operation_text(expr)


@lru_cache(maxsize=1 << 12)
def _operation_text(expr: Expr) -> str | None:
    """Operators and calls as printed, read again to make sure: printing may round a real or confuse a backslash."""
    text = unparse(expr)
    return text if "\\" not in text and prefix_or_none(text) == expr else None
