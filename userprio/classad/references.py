"""Which attributes an expression refers to."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, TypeVar

from userprio.classad.ad import SCOPE_NAMES, Ad
from userprio.classad.ast import AdExpr, AttributeRef, Expr

N = TypeVar("N", bound=Hashable)

Scope: TypeAlias = Literal["my", "target", "bare"]

_SCOPES: Final[dict[str, Scope]] = {"my": "my", "self": "my", "target": "target", "other": "target"}


@dataclass(frozen=True, slots=True)
class Reference:
    """An attribute that an expression names: `scope` says with which prefix, `name` is in lower case."""

    scope: Scope
    name: str


def references(expr: Expr) -> frozenset[Reference]:
    """The attributes that the text of `expr` names.

    Of `a.b` only `a`, unless `a` is MY or TARGET; names that a nested ad defines are not counted inside it. What is put
    together at run time, as with `eval()`, is not seen.
    """
    return frozenset(_walk(expr))


def closure(start: Iterable[N], behind: Callable[[N], Iterable[N]]) -> set[N]:
    """Everything that is reached from here by following references to the end."""
    found = set(start)
    waiting = list(found)
    while waiting:
        new = set(behind(waiting.pop())) - found
        found |= new
        waiting.extend(new)
    return found


def external_references(ad: Ad, names: Iterable[str] | None = None) -> frozenset[str]:
    """Lower-case names that attributes of the ad (`names`, by default all) refer to and that it does not have itself.

    Own attributes that are referred to are followed. A name that is missing counts with MY before it too, although no
    other ad can answer it (`ClassAd::GetExternalReferences`). This is what an autocluster is made of.
    """
    return _reachable(ad, names)[1]


def internal_references(ad: Ad, names: Iterable[str] | None = None) -> frozenset[str]:
    """Lower-case names of the ad's own attributes that its attributes `names` refer to, directly or through others."""
    return _reachable(ad, names)[0]


def _reachable(ad: Ad, names: Iterable[str] | None) -> tuple[frozenset[str], frozenset[str]]:
    def own(reference: Reference) -> Expr | None:
        return None if reference.scope == "target" else ad.lookup(reference.name)

    def behind(reference: Reference) -> Iterable[Reference]:
        expr = own(reference)
        return () if expr is None else references(expr)

    start = [expr for name in (ad if names is None else names) if (expr := ad.expr(name)) is not None]
    found = closure({reference for expr in start for reference in references(expr)}, behind)
    internal = {reference for reference in found if own(reference) is not None}
    return frozenset(each.name for each in internal), frozenset(each.name for each in found - internal)


def _walk(root: Expr) -> Iterator[Reference]:
    stack: list[tuple[Expr, frozenset[str]]] = [(root, frozenset())]
    while stack:
        node, bound = stack.pop()
        if isinstance(node, AdExpr):
            bound |= {name.lower() for name, _ in node.attributes}
        if isinstance(node, AttributeRef):
            name, base = node.name.lower(), node.base
            if isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _SCOPES:
                yield Reference(_SCOPES[base.name.lower()], name)
                continue
            if base is None and name not in bound and name not in SCOPE_NAMES:
                yield Reference("my" if node.absolute else "bare", name)
        stack.extend((child, bound) for child in node.children)
