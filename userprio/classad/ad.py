"""An ad: named expressions. Ads of files keep their text and parse an attribute when it is first wanted."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from userprio.classad.ast import AdExpr, Expr, Literal
from userprio.classad.lexer import Dialect
from userprio.classad.parser import ClassAdSyntaxError, parse_ad, parse_prefix
from userprio.classad.values import Value

SCOPE_NAMES: Final = frozenset({"my", "self", "target", "other", "parent", "root", "toplevel", "currenttime"})
"""Names that mean an ad or the present, unless an ad defines them itself."""


class _Shape:
    """What ads with the same attribute names share: where the text of each name stands."""

    __slots__ = ("names", "shadows", "where")

    def __init__(self, spelled: tuple[str, ...]) -> None:
        self.where: dict[str, int] = {}
        first: dict[str, str] = {}
        for place, name in enumerate(spelled):
            lower = sys.intern(name.lower())
            first.setdefault(lower, name)
            self.where[lower] = place
        self.names = first
        self.shadows = SCOPE_NAMES.intersection(first)


@lru_cache(maxsize=4096)
def _shape(spelled: tuple[str, ...]) -> _Shape:
    return _Shape(spelled)


class Ad:
    """Attributes in order. Names ignore case, their spelling is kept. Never changes; `replace` makes another.

    `table` holds the expressions that are parsed already, by lower-case name; `lookup` finds the others.
    """

    __slots__ = ("_added", "_gone", "_shape", "_texts", "shadows", "table")

    _shape: _Shape
    _texts: tuple[str, ...]
    _added: dict[str, str]
    _gone: frozenset[str]
    shadows: frozenset[str]
    """The scope names that it defines itself."""
    table: dict[str, Expr]

    def __init__(self, attributes: Mapping[str, Expr | Value] | Iterable[tuple[str, Expr | Value]] = ()) -> None:
        pairs = attributes.items() if isinstance(attributes, Mapping) else attributes
        table: dict[str, Expr] = {}
        added: dict[str, str] = {}
        for name, content in pairs:
            lower = name.lower()
            added.setdefault(lower, name)
            table[lower] = content if isinstance(content, Expr) else Literal(content)
        self._set(_shape(()), (), table, added, frozenset())

    @classmethod
    def parse(cls, text: str, dialect: Dialect = Dialect.NEW) -> Ad:
        """The ad `[ a = 1; b = 2 ]`. Raises `ClassAdSyntaxError`."""
        return cls.of(parse_ad(text, dialect))

    @classmethod
    def of(cls, expr: AdExpr) -> Ad:
        """The ad that a nested ad in an expression is."""
        return cls(expr.attributes)

    @classmethod
    def lazy(cls, pairs: Iterable[tuple[str, str]]) -> Ad:
        """The ad of lines of a `-long` file: names and the texts right of `=`. Of a repeated name the last one wins.

        A text that does not begin with an expression counts as a missing attribute; whoever reads files checks first
        if that matters. Ads with the same names share what they can; share equal strings before you come here.
        """
        names: list[str] = []
        texts: list[str] = []
        for name, text in pairs:
            names.append(name)
            texts.append(text)
        ad = cls.__new__(cls)
        ad._set(_shape(tuple(names)), tuple(texts), {}, {}, frozenset())
        return ad

    def _set(
        self, shape: _Shape, texts: tuple[str, ...], table: dict[str, Expr], added: dict[str, str], gone: frozenset[str]
    ) -> None:
        self._shape = shape
        self._texts = texts
        self.table = table
        self._added = added
        self._gone = gone
        shadows = shape.shadows - gone if gone else shape.shadows
        self.shadows = shadows.union(SCOPE_NAMES.intersection(added)) if added else shadows

    def lookup(self, lower: str) -> Expr | None:
        """The expression of the attribute with this lower-case name."""
        expr = self.table.get(lower)
        if expr is None:
            place = self._shape.where.get(lower)
            if place is not None and lower not in self._gone:
                try:
                    expr = self.table[lower] = parse_prefix(self._texts[place])
                except ClassAdSyntaxError:
                    return None
        return expr

    def expr(self, name: str) -> Expr | None:
        """The expression of attribute `name`, None where there is none."""
        return self.lookup(name.lower())

    def source(self, name: str) -> str | None:
        """The text of attribute `name` as its file has it, None where it did not come from one.

        Equal texts mean equal expressions.
        """
        lower = name.lower()
        place = self._shape.where.get(lower)
        return None if place is None or lower in self._gone else self._texts[place]

    def replace(self, changes: Mapping[str, Expr | Value | None]) -> Ad:
        """The same ad with these attributes set, or removed where None; texts and parsed expressions stay shared."""
        table = self.table.copy()
        added = self._added.copy()
        gone = set(self._gone)
        for name, content in changes.items():
            lower = name.lower()
            spelled = added.get(lower) or self._shape.names.get(lower, name)
            if lower in self._shape.where:
                gone.add(lower)
            if content is None:
                table.pop(lower, None)
                added.pop(lower, None)
            else:
                table[lower] = content if isinstance(content, Expr) else Literal(content)
                added[lower] = spelled
        ad = Ad.__new__(Ad)
        ad._set(self._shape, self._texts, table, added, frozenset(gone))
        return ad

    def items(self) -> Iterator[tuple[str, Expr]]:
        """Names as spelled with their expressions, in order; what cannot be parsed is left out."""
        for name in self:
            expr = self.expr(name)
            if expr is not None:
                yield name, expr

    def __contains__(self, name: str) -> bool:
        lower = name.lower()
        return lower in self._added or (lower in self._shape.where and lower not in self._gone)

    def __len__(self) -> int:
        return len(self._shape.names) + len(self._added) - len(self._gone)

    def __iter__(self) -> Iterator[str]:
        """Names as spelled, those of the file first; a replaced one keeps its place."""
        for lower, spelled in self._shape.names.items():
            if lower not in self._gone or lower in self._added:
                yield spelled
        for lower, spelled in self._added.items():
            if lower not in self._shape.names:
                yield spelled

    def __repr__(self) -> str:
        from userprio.classad.printing import format_ad

        return f"<Ad {format_ad(self)}>"
