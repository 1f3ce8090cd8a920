"""What a name means in a context: the ad, the ads around it, the special names, and the other side of a match."""

from __future__ import annotations

from typing import Final

from userprio.classad.ast import AdExpr, Expr, ListExpr, Literal, WrittenLength
from userprio.classad.context import Context
from userprio.classad.values import ERROR, UNDEFINED, AdValue, ListValue, RelTime, Value
from userprio.cxx import to_int

_LOCAL_NAMES: Final = frozenset({"my", "self", "root", "toplevel", "parent", "currenttime"})
"""Names that every ad answers to, if no attribute of its own hides them."""
MATCH_NAMES: Final = frozenset({"other", "target", "ad", "left", "right", "lctx", "rctx"}) | {
    "symmetricmatch",
    "leftmatchesright",
    "rightmatchesleft",
    "leftrankvalue",
    "rightrankvalue",
}
"""Names that the ads around two matched ones define."""
SPECIAL_NAMES: Final = _LOCAL_NAMES | MATCH_NAMES


def find(context: Context, name: str, level: int) -> Value | None:
    """The value of `name` (lower case) in this ad or those around it, None where none has it (`LookupInScope`)."""
    here: Context | None = context
    while here is not None:
        expr = here.ad.lookup(name)
        if expr is not None:
            return here.enter(name, expr, level)
        if name in _LOCAL_NAMES:
            return _local(here, name)
        here = here.around() if name in MATCH_NAMES else here.parent
    return None


def find_bare(context: Context, name: str, level: int) -> Value:
    """The value of a bare name: as `find`, then in the target if the ad is one that is matched."""
    value = find(context, name, level)
    if value is None and context.other is not None:
        value = find(context.other, name, level)
    return UNDEFINED if value is None else value


def find_absolute(context: Context, name: str, level: int) -> Value:
    """The value of `.name`: looked up in the outermost ad."""
    value = find(_outermost(context), name, level)
    return UNDEFINED if value is None else value


def select(context: Context, base: Value, name: str, level: int) -> Value:
    """`base.name`: of an ad, which sees the names around it; of a list, the list of what its elements give."""
    if isinstance(base, AdValue):
        home = base.context if isinstance(base.context, Context) else context.alone(base.ad)
        value = find(home, name, level)
        return UNDEFINED if value is None else value
    if isinstance(base, ListValue):
        return _project(context, base, name, level)
    return UNDEFINED if base is UNDEFINED else ERROR


def _project(context: Context, base: ListValue, name: str, level: int) -> Value:
    """`list.name`. HTCondor evaluates the elements where the name is written, not where the list is."""
    run = context.run
    depth = run.depth
    found: list[Expr] = []
    for item in base.items:
        home = base.context if isinstance(item, AdExpr | ListExpr) else None
        run.depth = depth + level + 1
        try:
            element = (home or context).evaluate(item)
        finally:
            run.depth = depth
        value = select(context, element, name, level)
        # A length of time in such a list prints as one, and is worth its whole seconds as a real.
        found.append(WrittenLength(float(to_int(value.seconds))) if isinstance(value, RelTime) else Literal(value))
    return ListValue(tuple(found), context)


def subscript(base: Value, index: Value) -> Value:
    """`base[index]`: an element of a list, counted from 0, or an ad's own attribute by name.

    Unlike a reference, the latter does not count as under evaluation: what refers to itself is evaluated once more.
    """
    if base is ERROR or index is ERROR:
        return ERROR
    if base is UNDEFINED or index is UNDEFINED:
        return UNDEFINED
    if isinstance(base, ListValue) and index.__class__ is int:
        assert isinstance(index, int)
        place = (index + 2**31) % 2**32 - 2**31
        return base[place] if 0 <= place < len(base) else ERROR
    if isinstance(base, AdValue) and isinstance(index, str):
        expr = base.ad.expr(index)
        return UNDEFINED if expr is None else base.evaluate(expr)
    return ERROR


def _local(here: Context, name: str) -> Value:
    """A name that every ad answers to."""
    if name == "currenttime":
        return here.now
    if name in ("my", "self"):
        return AdValue(here.ad, here)
    if name == "parent":
        around = here.around()
        return UNDEFINED if around is None else AdValue(around.ad, around)
    top = _outermost(here)
    return AdValue(top.ad, top)


def _outermost(context: Context) -> Context:
    while (around := context.around()) is not None:
        context = around
    return context
