"""Expressions and values back to text (`ClassAdUnParser` of HTCondor's classad library)."""

import math
from collections.abc import Iterable
from typing import Final

from userprio.base.patterns import lazy_pattern
from userprio.classad import values
from userprio.classad.parser import CONTROL_CHARACTERS, Dialect

_PLAIN_NAME = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_RESERVED: Final = frozenset({"error", "false", "is", "isnt", "parent", "true", "undefined"})
_NEW_SPELLING: Final = {"=?=": "is", "=!=": "isnt"}
_ESCAPES: Final = {"\\": "\\\\", **{char: f"\\{letter}" for letter, char in CONTROL_CHARACTERS.items()}}


def unparse(expr: values.Expr, dialect: Dialect = Dialect.OLD) -> str:
    """The text of an expression. Parentheses of the source are kept and none are added."""
    return values.fold(expr, lambda node, parts: _join(node, parts, dialect))


def unparse_as_string(expr: values.Expr) -> str:
    """The text in the new dialect as `string()` gives it, attributes in HTCondor's own order.

    Names after a dot are without quotes, by a mistake of HTCondor's, so that the text may not be readable.
    """
    return values.fold(expr, lambda node, parts: _unquoted(node, parts) or join_in_order(node, parts, Dialect.NEW))


def unparse_indented(expr: values.Expr) -> str:
    """The text in the new dialect with lists and ads spread over lines, as `unparse()` of the language gives it.

    Attributes of ads come in HTCondor's own order (`PrettyPrint`).
    """
    return values.fold(expr, _join_indented)


def format_value(value: values.Value, dialect: Dialect = Dialect.OLD) -> str:
    """The text of a value; read back in the same dialect it gives the same value, but for the last digit of reals."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return format_real(value, dialect)
        case str():
            return _quote(value, '"', dialect)
        case values.Special():
            return value.value
        case values.AbsTime():
            return f'absTime("{values.format_instant(value)}")'
        case values.RelTime():
            return f'relTime("{values.format_length(value.seconds)}")'
        case values.ListValue():
            return f"{{ {','.join(unparse(item, dialect) for item in value.items)} }}"
        case values.AdValue():
            return format_ad(value.ad, dialect)


def format_ad(ad: values.Attributes, dialect: Dialect = Dialect.NEW) -> str:
    """`[ a = 1; b = 2 ]`, in the order of the ad."""
    return _attributes(((name, unparse(expr, dialect)) for name, expr in ad.items()), dialect)


def format_real(value: float, dialect: Dialect) -> str:
    """Sixteen significant digits: `0.3`, `5.0`, `1E+16` in the old dialect, `3.000000000000000E-01` in the new one."""
    if math.isnan(value):
        return 'real("NaN")'
    if math.isinf(value):
        return 'real("INF")' if value > 0 else 'real("-INF")'
    if value == 0:
        return f"{value:.1f}"
    if dialect is Dialect.NEW:
        return f"{value:.15E}"
    digits = f"{value:.16G}"
    return digits if "." in digits or "E" in digits else f"{digits}.0"  # Else it would be read as an integer


def _format_name(name: str, dialect: Dialect) -> str:
    """An attribute name as expressions write it: in single quotes where it is not plain."""
    if _PLAIN_NAME.fullmatch(name) and name.lower() not in _RESERVED:
        return name
    return _quote(name, "'", dialect)


def _quote(text: str, quote: str, dialect: Dialect) -> str:
    if dialect is Dialect.OLD:
        return f"{quote}{text.replace(quote, chr(92) + quote)}{quote}"

    def escaped(char: str) -> str:
        if char == quote:
            return f"\\{quote}"
        if " " <= char <= "~":
            return _ESCAPES.get(char, char)
        return _ESCAPES.get(char) or "".join(f"\\{byte:03o}" for byte in values.encode(char))

    return f"{quote}{''.join(map(escaped, text))}{quote}"


def _attributes(pairs: Iterable[tuple[str, str]], dialect: Dialect) -> str:
    return f"[ {'; '.join(f'{_format_name(name, dialect)} = {text}' for name, text in pairs)} ]"


def _join(node: values.Expr, parts: list[str], dialect: Dialect) -> str:
    match node:
        case values.WrittenLength():
            assert isinstance(node.value, float)
            return f'relTime("{values.format_length(node.value, written=True)}")'
        case values.Literal():
            return format_value(node.value, dialect)
        case values.AttributeRef():
            if parts and node.name.lower() == "parent":  # Reserved only where it stands alone
                return f"{parts[0]}.{node.name}"
            name = _format_name(node.name, dialect)
            return f"{parts[0]}.{name}" if parts else f".{name}" if node.absolute else name
        case values.Unary():
            return f" {node.op}{parts[0]}"
        case values.Binary():
            op = node.op if dialect is Dialect.OLD else _NEW_SPELLING.get(node.op, node.op)
            return f"{parts[0]} {op} {parts[1]}"
        case values.Conditional():
            return f"{parts[0]} ? {parts[1]} : {parts[2]}"
        case values.Subscript():
            return f"{parts[0]}[{parts[1]}]"
        case values.Parenthesized():
            return f"({parts[0]})"
        case values.Call():
            return f"{node.name}({','.join(parts)})"
        case values.ListExpr():
            return f"{{ {','.join(parts)} }}"
        case values.AdExpr():
            return _attributes(zip(node.label, parts, strict=True), dialect)
    raise TypeError(f"{node.__class__.__name__} is not part of an expression")


def join_in_order(node: values.Expr, parts: list[str], dialect: Dialect) -> str:
    """The same with the attributes of all ads in HTCondor's order."""
    match node:
        case values.AdExpr():
            return _attributes(_in_order(node, parts), dialect)
        case values.Literal(value=values.AdValue() as value):
            written: values.Expr = values.AdExpr(tuple(value.ad.items()))
        case values.Literal(value=values.ListValue() as value):
            written = values.ListExpr(value.items)
        case _:
            return _join(node, parts, dialect)
    return values.fold(written, lambda node, parts: join_in_order(node, parts, dialect))


def _in_order(node: values.AdExpr, parts: list[str]) -> list[tuple[str, str]]:
    """Names and texts as HTCondor orders attributes: by length of the name, then by alphabet."""
    return sorted(zip(node.label, parts, strict=True), key=lambda pair: (len(pair[0]), values.fold_case(pair[0])))


def _join_indented(node: values.Expr, parts: list[str]) -> str:
    match node:
        case values.ListExpr():
            return _spread("{", parts, ",", "}", 3)
        case values.AdExpr():
            lines = [f"{_format_name(name, Dialect.NEW)} = {text}" for name, text in _in_order(node, parts)]
            return _spread("[", lines, "; ", "]", 4)
    return _unquoted(node, parts) or _join(node, parts, Dialect.NEW)


def _unquoted(node: values.Expr, parts: list[str]) -> str | None:
    """A name after a dot as HTCondor writes it in values, None for any other expression."""
    return f"{parts[0]}.{node.name}" if isinstance(node, values.AttributeRef) and parts else None


def _spread(opening: str, items: list[str], separator: str, closing: str, width: int) -> str:
    outer, inner = "\n" + " " * width, "\n" + " " * (2 * width)
    held = separator.join(inner + item.replace("\n", inner) for item in items)
    return f"{outer}{opening}{held}{outer}{closing}"
