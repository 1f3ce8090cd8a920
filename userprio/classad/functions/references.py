"""What names in an expression refer to, without evaluating it: for `unresolved`, `countMatches` and
`evalInEachContext`.
"""

from __future__ import annotations

from typing import Final

from userprio.classad.ast import AttributeRef, Expr
from userprio.classad.context import Context
from userprio.classad.lexer import Dialect
from userprio.classad.printing import unparse
from userprio.classad.values import UNDEFINED, AdValue

_KNOWN_TO_EVERY_AD: Final = frozenset({"my", "self", "root", "toplevel", "parent", "currenttime"})

_DEEPEST: Final = 400
"""Attributes that are followed one through another; beyond that, as in a circle, HTCondor gives up."""


def definition(context: Context, reference: AttributeRef) -> tuple[Context, Expr | None]:
    """The expression that an attribute reference stands for, None where there is none, and the context where the search
    ended.

    That is the context it belongs to, or the outermost one if all were searched in vain
    (`AttributeReference::FindExpr`).
    """
    if reference.base is not None:
        base = context.evaluate(reference.base)
        if not isinstance(base, AdValue) or not isinstance(base.context, Context):
            return context, None
        return _search(base.context, reference.name)
    if reference.absolute:
        return _search(_outermost(context), reference.name)
    found = _search(context, reference.name)
    if found[1] is None and context.other is not None:
        found = _search(context.other, reference.name)
    return found


def _search(context: Context, name: str) -> tuple[Context, Expr | None]:
    """The attribute `name` of the ad or of the nearest ad around it that has one."""
    return _in_scope(context, name) or (_outermost(context), None)


def _in_scope(context: Context | None, name: str) -> tuple[Context, Expr] | None:
    while context is not None:
        expr = context.ad.expr(name)
        if expr is not None:
            return context, expr
        context = context.parent
    return None


def _outermost(context: Context) -> Context:
    while (around := context.around()) is not None:
        context = around
    return context


def unresolved_names(context: Context, expr: Expr) -> list[str]:
    """Names that the expression needs and the ad lacks, in order ignoring case; `TARGET.` is left out.

    Attributes of the ad are followed. None at all where that does not end (`ClassAd::_GetExternalReferences`).
    """
    names: dict[str, str] = {}
    pending: list[tuple[Context, Expr, int]] = [(context, expr, 0)]
    while pending:
        here, node, depth = pending.pop()
        if depth > _DEEPEST:
            return []
        if not isinstance(node, AttributeRef):
            pending.extend((here, child, depth) for child in node.children)
            continue
        name = node.name
        start = _outermost(here) if node.absolute else here
        if node.base is not None:
            base = here.evaluate(node.base)
            if base is UNDEFINED:
                name = f"{unparse(node.base, Dialect.NEW)}.{name}"
                names.setdefault(name.lower(), name)
                continue
            if not isinstance(base, AdValue) or not isinstance(base.context, Context):
                return []
            start = base.context
        found = _in_scope(start, name)
        if found is not None:
            pending.append((*found, depth + 1))
        elif name.lower() not in _KNOWN_TO_EVERY_AD:
            names.setdefault(name.lower(), name)
    return [name[7:] if name.lower().startswith("target.") else name for _, name in sorted(names.items())]
