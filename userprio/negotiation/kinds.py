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

K = TypeVar("K")

OPAQUE_CALLS: Final = frozenset({"eval", "unparse", "unresolved"})
"""Functions that may look at any attribute, whatever their arguments name."""
WHOLE_ADS: Final = frozenset({"my", "self", "target", "other", "parent", "root", "toplevel"})
"""Names that stand for ads."""


def content(ad: Ad, name: str) -> str | Expr | None:
    """What an attribute says, for comparison: its text as the file has it, or its expression; None without it."""
    text = ad.source(name)
    return ad.expr(name) if text is None else text


@dataclass(frozen=True, slots=True)
class Relevance:
    """The attributes that decide about matches."""

    names: tuple[str, ...] | None
    """In lower case, sorted; None where an expression may look at any attribute: each ad is a kind of its own."""
    calls: frozenset[str]
    """The functions that their expressions call, in lower case."""

    def __contains__(self, name: str) -> bool:
        return self.names is None or name.lower() in self.names

    def signature(self, ad: Ad) -> tuple[object, ...]:
        """What ads of one kind have in common."""
        if self.names is None:
            return tuple((name, content(ad, name)) for name in ad)
        return tuple(content(ad, name) for name in self.names)


def relevance(expressions: Iterable[Expr], names: Iterable[str], ads: Iterable[Ad]) -> Relevance:
    """Everything that these expressions and these attributes of the ads refer to, and so on to the end."""
    every = list(ads)
    found: set[str] = set()
    calls: set[str] = set()
    waiting = {name.lower() for name in names}
    seen: set[str | Expr] = set()
    for expr in expressions:
        if not _look_at(expr, waiting, calls):
            return Relevance(None, frozenset(calls))
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        for ad in every:
            says = content(ad, name)
            if says is None or says in seen:
                continue
            seen.add(says)
            found_expr = ad.expr(name)
            if found_expr is not None and not _look_at(found_expr, waiting, calls):
                return Relevance(None, frozenset(calls))
    return Relevance(tuple(sorted(found)), frozenset(calls))


def _look_at(expr: Expr, names: set[str], calls: set[str]) -> bool:
    """Collect what an expression refers to; False where that cannot be told."""
    for node in _nodes(expr):
        if isinstance(node, Call):
            calls.add(node.name.lower())
        elif isinstance(node, AttributeRef):
            names.add(node.name.lower())
        elif isinstance(node, Subscript) and _is_whole_ad(node.base):
            return False
    return calls.isdisjoint(OPAQUE_CALLS)


def _nodes(expr: Expr) -> Iterator[Expr]:
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def _is_whole_ad(expr: Expr) -> bool:
    return isinstance(expr, AttributeRef) and expr.base is None and expr.name.lower() in WHOLE_ADS


class Kinds(Generic[K]):
    """Makes one thing of each kind of ad, when the first of a kind is seen."""

    def __init__(self, relevance: Relevance, make: Callable[[Ad], K]) -> None:
        self._relevance = relevance
        self._make = make
        self._known: dict[object, K] = {}

    def of(self, ad: Ad, *more: object) -> K:
        """The kind of an ad; `more` tells ads apart that agree in their attributes."""
        key = (more, self._relevance.signature(ad))
        kind = self._known.get(key)
        if kind is None:
            kind = self._known[key] = self._make(ad)
        return kind
