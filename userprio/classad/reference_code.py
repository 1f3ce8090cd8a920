"""Closures for attribute references: nearly all of a match is spent here, so the common case is one dictionary away."""

from __future__ import annotations

from typing import Final

from userprio.classad.ast import AttributeRef, Literal
from userprio.classad.context import Code, Context, EvaluationFailure
from userprio.classad.scoping import (
    SPECIAL_NAMES,
    find_absolute,
    find_bare,
    select,
)
from userprio.classad.values import ERROR, UNDEFINED, Value
from userprio.limits import EVALUATION_LEVELS

_OWN: Final = frozenset({"my", "self"})
_FAR: Final = frozenset({"target", "other"})


def reference(node: AttributeRef, base: Code | None, level: int) -> Code:
    """The closure of a reference with `level` operators around it; `base` is that of what stands left of the dot."""
    name = node.name.lower()
    if node.absolute:
        return lambda context: find_absolute(context, name, level)
    if base is None:
        return (lambda context: find_bare(context, name, level)) if name in SPECIAL_NAMES else _plain(name, "", level)
    if isinstance(node.base, AttributeRef) and node.base.base is None and not node.base.absolute:
        prefix = node.base.name.lower()
        if prefix in _OWN | _FAR and name not in SPECIAL_NAMES:
            return _plain(name, prefix, level)

    def code(context: Context) -> Value:
        if context.run.depth + level >= EVALUATION_LEVELS:
            return ERROR
        return select(context, base(context), name, level)

    return code


def _plain(name: str, prefix: str, level: int) -> Code:
    """`name`, `MY.name` or `TARGET.name`, where `name` is none of the special ones."""
    far = prefix in _FAR

    def unusual(context: Context) -> Value:
        if not prefix:
            return find_bare(context, name, level)
        return select(context, find_bare(context, prefix, level + 1), name, level)

    def code(context: Context) -> Value:
        home = context
        if prefix:
            if context.ad.shadows:
                return unusual(context)
            if far:
                if context.other is None:
                    return unusual(context)
                home = context.other
        expr = home.table.get(name)
        if expr is None:
            expr = home.ad.lookup(name)
            if expr is None:
                if prefix or context.other is None or context.parent is not None:
                    return UNDEFINED if far or context.parent is None else unusual(context)
                home = context.other
                expr = home.table.get(name) or home.ad.lookup(name)
                if expr is None:
                    return UNDEFINED
        if expr.__class__ is Literal:
            return expr.value
        # From here on as `Context.enter`, written out to spend one Python frame on a level and not two.
        run = home.run
        depth = run.depth
        if depth + level >= EVALUATION_LEVELS:
            raise EvaluationFailure
        active = home.active
        if name in active:
            return UNDEFINED
        run_expr = home.begin(expr)
        run.depth = depth + level + 1
        active.add(name)
        try:
            return run_expr(home)
        finally:
            active.discard(name)
            run.depth = depth

    return code
