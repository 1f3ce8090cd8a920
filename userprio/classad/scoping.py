"""What a name means in a context: the ad, the ads around it, the special names, and the other side of a match.

References become closures. Nearly all of a match is spent in those, so the common case is one dictionary away.
"""

from __future__ import annotations

from typing import Final

from userprio.base.cxx import int32
from userprio.base.limits import EVALUATION_LEVELS
from userprio.classad.ad import Ad
from userprio.classad.context import Code, Context, EvaluationFailure
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AdExpr,
    AdValue,
    AttributeRef,
    Call,
    Expr,
    ListExpr,
    ListValue,
    Literal,
    Value,
    as_element,
)

LOCAL_NAMES: Final = frozenset({"my", "self", "root", "toplevel", "parent", "currenttime"})
"""Names that every ad answers to, if no attribute of its own hides them."""
_MATCH_NAMES: Final = frozenset(
    "other target ad left right lctx rctx"
    " symmetricmatch leftmatchesright rightmatchesleft leftrankvalue rightrankvalue".split()
)
"""Names that the ads around two matched ones define."""
SPECIAL_NAMES: Final = LOCAL_NAMES | _MATCH_NAMES
STRAYING: Final = frozenset({"unresolved", "evalineachcontext", "countmatches"})
"""Functions that look for their first argument, and do not come back from the ad where they have found it."""
_OWN: Final = frozenset({"my", "self"})
_FAR: Final = frozenset({"target", "other"})


def strays(expr: Expr, ad: Ad | None = None) -> bool:
    """Whether a call in it may end in another ad, in which what follows is evaluated; see `STRAYING`.

    With `ad`, in which it is evaluated, calls that look for something which the ad has itself do not count. What
    attributes stand for is not looked at: a reference comes back.
    """
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Call) and node.name.lower() in STRAYING and node.arguments:
            sought = node.arguments[0]
            if isinstance(sought, AttributeRef) and not (ad is not None and is_own(sought) and sought.name in ad):
                return True
        if not isinstance(node, AttributeRef):
            waiting.extend(node.children)
    return False


def is_own(node: AttributeRef) -> bool:
    """Whether the name is looked for in the ad itself first."""
    if node.absolute:
        return False
    base = node.base
    return base is None or (isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _OWN)


def reference(node: AttributeRef, base: Code | None, level: int) -> Code:
    """The closure of a reference with `level` operators around it; `base` is that of what stands left of the dot."""
    name = node.name.lower()
    if node.absolute:
        return lambda context: _within(outermost(context), name, level)
    if base is None:
        return (lambda context: _bare(context, name, level)) if name in SPECIAL_NAMES else _direct(name, "", level)
    if isinstance(node.base, AttributeRef) and node.base.base is None and not node.base.absolute:
        prefix = node.base.name.lower()
        if prefix in _OWN | _FAR and name not in SPECIAL_NAMES:
            return _direct(name, prefix, level)

    def code(context: Context) -> Value:
        if context.run.depth + level >= EVALUATION_LEVELS:
            return ERROR
        return select(context, base(context), name, level)

    return code


def _direct(name: str, prefix: str, level: int) -> Code:
    """`name`, `MY.name` or `TARGET.name`, where `name` is not a special one."""
    far = prefix in _FAR

    def unusual(context: Context) -> Value:
        if not prefix:
            return _bare(context, name, level)
        return select(context, _bare(context, prefix, level + 1), name, level)

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
            return run.circle()
        run_expr = home.begin(expr)
        run.depth = depth + level + 1
        active.add(name)
        try:
            return run_expr(home)
        finally:
            active.discard(name)
            run.depth = depth

    return code


def _find(context: Context, name: str, level: int) -> Value | None:
    """The value of `name` (lower case) in this ad or those around it, None where none has it (`LookupInScope`)."""
    here: Context | None = context
    while here is not None:
        expr = here.ad.lookup(name)
        if expr is not None:
            return here.enter(name, expr, level)
        if name in LOCAL_NAMES:
            return _local(here, name)
        here = here.around() if name in _MATCH_NAMES else here.parent
    return None


def _bare(context: Context, name: str, level: int) -> Value:
    """The value of a bare name: as `_find`, then in the target if the ad is one that is matched."""
    value = _find(context, name, level)
    if value is None and context.other is not None:
        value = _find(context.other, name, level)
    return UNDEFINED if value is None else value


def _within(context: Context, name: str, level: int) -> Value:
    """As `_find`, UNDEFINED where no ad has it."""
    value = _find(context, name, level)
    return UNDEFINED if value is None else value


def select(context: Context, base: Value, name: str, level: int) -> Value:
    """`base.name`: of an ad, which sees the names around it; of a list, the list of the values for its elements."""
    if isinstance(base, AdValue):
        home = base.context if isinstance(base.context, Context) else context.alone(base.ad)
        return _within(home, name, level)
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
        found.append(as_element(value))
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
        place = int32(index)
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
    top = outermost(here)
    return AdValue(top.ad, top)


def outermost(context: Context) -> Context:
    """The context of the ad around all others."""
    while (around := context.around()) is not None:
        context = around
    return context
