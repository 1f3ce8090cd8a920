"""Slots and requests that no expression in play can tell apart: what holds for one of a kind holds for all.

Two ads are of one kind when they agree, as text, on every attribute that any expression which decides about matches
refers to, directly or through other attributes. A request is then matched with each kind of slot once, not with each
slot: the difference between hours and seconds in a large pool.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from userprio.classad import Ad, Expr
from userprio.classad.ast import AttributeRef, Call, Subscript
from userprio.classad.projection import AdsByShape, Projection

K = TypeVar("K")

OPAQUE_CALLS: Final = frozenset({"eval", "unparse", "unresolved"})
"""Functions that may look at any attribute, whatever their arguments name."""
WHOLE_ADS: Final = frozenset({"my", "self", "target", "other", "parent", "root", "toplevel"})
"""Names that stand for ads."""


@dataclass(frozen=True, slots=True)
class ReferenceClosure:
    """The attributes that decide about something."""

    names: tuple[str, ...] | None
    """In lower case, sorted; None where an expression may look at any attribute: each ad is a kind of its own."""
    calls: frozenset[str]
    """The functions that their expressions call, in lower case."""

    def __contains__(self, name: str) -> bool:
        return self.names is None or name.lower() in self.names


@dataclass(frozen=True, slots=True)
class _Mentioned:
    """What expressions refer to and call; `opaque` where that cannot be told."""

    names: frozenset[str]
    calls: frozenset[str]
    opaque: bool


class ReferenceIndex:
    """Which attributes the attributes of some ads refer to; each name is looked up in all ads once."""

    def __init__(self, ads: Iterable[Ad]) -> None:
        self._ads = AdsByShape(ads)
        self._known: dict[str, _Mentioned] = {}

    def names(self) -> set[str]:
        """The names of all attributes of the ads, in lower case."""
        return self._ads.names()

    def relevance(self, expressions: Iterable[Expr], names: Iterable[str]) -> ReferenceClosure:
        """Everything that these expressions and these attributes of the ads refer to, and so on to the end."""
        start = _mentioned(expressions)
        waiting = {*start.names, *(name.lower() for name in names)}
        found: set[str] = set()
        calls = set(start.calls)
        opaque = start.opaque
        while waiting and not opaque:
            name = waiting.pop()
            found.add(name)
            behind = self._behind(name)
            waiting |= behind.names - found
            calls |= behind.calls
            opaque = behind.opaque
        return ReferenceClosure(None if opaque else tuple(sorted(found)), frozenset(calls))

    def _behind(self, name: str) -> _Mentioned:
        known = self._known.get(name)
        if known is None:
            expressions = (ad.lookup(name) for says, ad in self._ads.distinct_values(name).items() if says is not None)
            known = self._known[name] = _mentioned(expr for expr in expressions if expr is not None)
        return known


def _mentioned(expressions: Iterable[Expr]) -> _Mentioned:
    names: set[str] = set()
    calls: set[str] = set()
    opaque = False
    for node in (node for expr in expressions for node in _nodes(expr)):
        if isinstance(node, Call):
            calls.add(node.name.lower())
        elif isinstance(node, AttributeRef):
            names.add(node.name.lower())
        elif isinstance(node, Subscript) and _is_whole_ad(node.base):
            opaque = True
    return _Mentioned(frozenset(names), frozenset(calls), opaque or not calls.isdisjoint(OPAQUE_CALLS))


def _nodes(expr: Expr) -> Iterator[Expr]:
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def _is_whole_ad(expr: Expr) -> bool:
    return isinstance(expr, AttributeRef) and expr.base is None and expr.name.lower() in WHOLE_ADS


class Partition(Generic[K]):
    """Makes one thing of each kind of ad, when the first of a kind is seen."""

    def __init__(self, relevance: ReferenceClosure, make: Callable[[Ad], K]) -> None:
        self._projection = Projection(relevance.names)
        self._make = make
        self._known: dict[object, K] = {}

    def of(self, ad: Ad, *more: object) -> K:
        """The kind of an ad; `more` tells ads apart that agree in their attributes."""
        key = (more, self._projection.number(ad))
        kind = self._known.get(key)
        if kind is None:
            kind = self._known[key] = self._make(ad)
        return kind
