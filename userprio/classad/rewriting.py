"""Expressions with other names in them."""

from collections.abc import Mapping, Sequence

from userprio.classad.values import (
    AdExpr,
    AttributeRef,
    Binary,
    Call,
    Conditional,
    Expr,
    ListExpr,
    Parenthesized,
    Subscript,
    Unary,
    fold,
)


def renamed(expr: Expr, names: Mapping[str, str]) -> Expr:
    """The expression with other names for these (in lower case) where they stand alone or left of a dot.

    `RewriteAttrRefs`: with `slot` as `TARGET`, `SLOT.Cpus` becomes `TARGET.Cpus`, and `MY.Slot` stays. A name may begin
    with a dot, as in `.LEFT`.
    """

    def combine(node: Expr, parts: Sequence[Expr]) -> Expr:
        if isinstance(node, AttributeRef) and node.base is None:
            name = names.get(node.name.lower(), node.name)
            return AttributeRef(name.removeprefix("."), None, node.absolute or name.startswith("."))
        return _over(node, parts)

    return fold(expr, combine)


def _over(node: Expr, parts: Sequence[Expr]) -> Expr:
    """The same node over other children."""
    match node:
        case AttributeRef():
            return AttributeRef(node.name, parts[0], node.absolute)
        case Unary():
            return Unary(node.op, *parts)
        case Binary():
            return Binary(node.op, *parts)
        case Conditional():
            return Conditional(*parts)
        case Subscript():
            return Subscript(*parts)
        case Parenthesized():
            return Parenthesized(*parts)
        case Call():
            return node.__class__(node.name, tuple(parts))
        case ListExpr():
            return ListExpr(tuple(parts))
        case AdExpr():
            return AdExpr(tuple((name, part) for (name, _), part in zip(node.attributes, parts, strict=True)))
        case _:
            return node
