"""An ad: named expressions. Ads of files keep their text and parse an attribute when it is first wanted."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from userprio.classad.grammar import NEWEST, Grammar
from userprio.classad.lexer import Dialect
from userprio.classad.parser import parse_ad, prefix_or_none
from userprio.classad.values import (
    AdExpr,
    Binary,
    Caching,
    Call,
    Conditional,
    Expr,
    ListExpr,
    Literal,
    Parenthesized,
    Subscript,
    Unary,
    Value,
)

SCOPE_NAMES: Final = frozenset({"my", "self", "target", "other", "parent", "root", "toplevel", "currenttime"})
"""Names that mean an ad or the present, unless an ad defines them itself."""
_OPERATORS: Final = (Unary, Binary, Conditional, Subscript, Parenthesized, Call)


_MOST_OUTLINES: Final = 1 << 14


class Shape:
    """What ads of a file share: their attribute names, and the texts that are the same in all of them.

    `where` says, by lower-case name, what stands right of the `=`: the text itself, or its place among the texts that
    each ad has for itself. A shape is known by identity.
    """

    __slots__ = ("_kin", "_outlines", "grammar", "names", "parsed", "shadows", "where")

    def __init__(
        self,
        names: Mapping[str, str],
        where: dict[str, str | int],
        shadows: frozenset[str],
        kin: dict[Grammar, Shape] | None = None,
        grammar: Grammar = NEWEST,
    ) -> None:
        self.names = names
        """As they are spelled, by lower-case name, in order."""
        self.where = where
        self.shadows = shadows
        self.parsed: dict[str, Expr | None] = {}
        """The expressions of shared texts, by lower-case name; None for what is not an expression."""
        self.grammar = grammar
        """How texts are read."""
        self._kin = {} if kin is None else kin
        self._kin[grammar] = self
        self._outlines: dict[Hashable, object] = {}

    @classmethod
    def of(cls, spelled: tuple[str, ...], where: Iterable[str | int]) -> Shape:
        """The shape of these attributes; of a repeated name the first spelling and the last text count."""
        lower, names, shadows = _names(spelled)
        return cls(names, dict(zip(lower, where, strict=True)), shadows)

    def narrowed(self, texts: Sequence[str], places: Sequence[int]) -> Shape:
        """The shape of those of its ads that say `texts`, except in `places`, where each has a text of its own."""
        numbers = {place: number for number, place in enumerate(places)}
        where = {
            name: says if isinstance(says, str) else numbers.get(says, texts[says]) for name, says in self.where.items()
        }
        return Shape(self.names, where, self.shadows, grammar=self.grammar)

    def read(self, text: str) -> Expr | None:
        """The expression that a text of one of its ads is; None if it is not one."""
        return _attribute(text, self.grammar)

    def outline(self, changed: Hashable) -> object:
        """What stands for this shape with such names replaced or removed; it is known by identity."""
        if len(self._outlines) >= _MOST_OUTLINES:
            self._outlines.clear()
        return self._outlines.setdefault(changed, object())

    def read_by(self, grammar: Grammar) -> Shape:
        """The same, its texts read by a grammar; always the same shape for that grammar."""
        found = self._kin.get(grammar)
        return Shape(self.names, self.where, self.shadows, self._kin, grammar) if found is None else found


@lru_cache(maxsize=4096)
def _names(spelled: tuple[str, ...]) -> tuple[list[str], dict[str, str], frozenset[str]]:
    """The same in lower case, as a table of spellings, and the names of scopes among them."""
    lower = [sys.intern(name.lower()) for name in spelled]
    names: dict[str, str] = {}
    for name, own in zip(lower, spelled, strict=True):
        names.setdefault(name, own)
    return lower, names, SCOPE_NAMES.intersection(names)


@lru_cache(maxsize=4096)
def _shape(spelled: tuple[str, ...]) -> Shape:
    return Shape.of(spelled, range(len(spelled)))


_NONE: Final[frozenset[str]] = frozenset()
_NOTHING: Final[dict[str, str]] = {}
"""Of ads to which nothing was added; never changed."""


class Ad:
    """Attributes in order. Names ignore case, their spelling is kept. Never changes; `replace` makes another.

    `table` holds the expressions that are parsed already, by lower-case name; `lookup` finds the others.
    """

    __slots__ = ("_added", "_gone", "_outline", "shadows", "shape", "table", "texts")

    shape: Shape
    texts: tuple[str, ...]
    """The texts of its own, as its shape numbers them."""
    _added: dict[str, str]
    _gone: frozenset[str]
    _outline: Hashable
    """See `outline`; None where nobody asked yet."""
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
        return cls(parse_ad(text, dialect).attributes)

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
        return cls.shaped(_shape(tuple(names)), tuple(texts))

    @classmethod
    def shaped(cls, shape: Shape, texts: tuple[str, ...]) -> Ad:
        """The ad of this shape with these texts of its own. Whoever has it made has looked at the texts."""
        ad = cls.__new__(cls)
        ad.shape = shape
        ad.texts = texts
        ad.table = {}
        ad._added = _NOTHING
        ad._gone = _NONE
        ad._outline = shape
        ad.shadows = shape.shadows
        return ad

    def _set(
        self, shape: Shape, texts: tuple[str, ...], table: dict[str, Expr], added: dict[str, str], gone: frozenset[str]
    ) -> None:
        self.shape = shape
        self.texts = texts
        self.table = table
        self._added = added
        self._gone = gone
        self._outline = None if added or gone else shape
        shadows = shape.shadows - gone if gone else shape.shadows
        self.shadows = shadows.union(SCOPE_NAMES.intersection(added)) if added else shadows

    def lookup(self, lower: str) -> Expr | None:
        """The expression of the attribute with this lower-case name."""
        expr = self.table.get(lower)
        if expr is None:
            says = self.shape.where.get(lower)
            if says is None or lower in self._gone:
                return None
            if isinstance(says, str):
                parsed = self.shape.parsed
                if lower not in parsed:
                    parsed[lower] = _attribute(says, self.shape.grammar)
                return parsed[lower]
            expr = _attribute(self.texts[says], self.shape.grammar)
            if expr is not None:
                self.table[lower] = expr
        return expr

    def expr(self, name: str) -> Expr | None:
        """The expression of attribute `name`, None where there is none."""
        return self.lookup(name.lower())

    def source(self, name: str) -> str | None:
        """The text of attribute `name` as its file has it, None where it did not come from one.

        Equal texts mean equal expressions.
        """
        lower = name.lower()
        says = self.shape.where.get(lower)
        if says is None or lower in self._gone:
            return None
        return says if isinstance(says, str) else self.texts[says]

    def raw_value(self, lower: str) -> str | Expr | None:
        """What the attribute of this lower-case name says, for comparison: its text, or else its expression.

        None without it. Ads of files that say the same say it in the same words.
        """
        text = self.source(lower)
        return self.table.get(lower) if text is None else text

    @property
    def added(self) -> Iterable[str]:
        """The names of attributes that were added or replaced since it was read, in lower case."""
        return self._added

    @property
    def gone(self) -> frozenset[str]:
        """The names of attributes that were read and then replaced or removed, in lower case."""
        return self._gone

    @property
    def outline(self) -> Hashable:
        """What stands for its shape, together with the names of what was replaced or removed since it was read.

        The shape itself where nothing was.
        """
        if self._outline is None:
            self._outline = self.shape.outline((self._gone, *self._added))
        return self._outline

    def is_changed(self, lower: str) -> bool:
        """Whether the attribute of this lower-case name was added, replaced or removed since the ad was read."""
        return lower in self._added or lower in self._gone

    def read_by(self, grammar: Grammar) -> Ad:
        """The same ad as a reader with this grammar understands it. What has no text is read as it is printed."""
        if self.shape.grammar == grammar:
            return self
        ad = Ad.shaped(self.shape.read_by(grammar), self.texts)
        if self._added or self._gone:
            own = {lower: self.table[lower] for lower in self._added}
            table = {lower: _reread(expr, grammar) for lower, expr in own.items()}
            ad._set(ad.shape, self.texts, table, self._added, self._gone)
        return ad

    def replace(self, changes: Mapping[str, Expr | Value | None]) -> Ad:
        """The same ad with these attributes set, or removed where None; texts and parsed expressions stay shared."""
        table = self.table.copy()
        added = self._added.copy()
        gone = set(self._gone)
        for name, content in changes.items():
            lower = name.lower()
            spelled = added.get(lower) or self.shape.names.get(lower, name)
            if lower in self.shape.where:
                gone.add(lower)
            if content is None:
                table.pop(lower, None)
                added.pop(lower, None)
            else:
                table[lower] = content if isinstance(content, Expr) else Literal(content)
                added[lower] = spelled
        ad = Ad.__new__(Ad)
        ad._set(self.shape, self.texts, table, added, frozenset(gone))
        return ad

    def items(self) -> Iterator[tuple[str, Expr]]:
        """Names as spelled with their expressions, in order; what cannot be parsed is left out."""
        for name in self:
            expr = self.expr(name)
            if expr is not None:
                yield name, expr

    def __contains__(self, name: str) -> bool:
        lower = name.lower()
        return lower in self._added or (lower in self.shape.where and lower not in self._gone)

    def __len__(self) -> int:
        return len(self.shape.names) + len(self._added) - len(self._gone)

    def __iter__(self) -> Iterator[str]:
        """Names as spelled, those of the file first; a replaced one keeps its place."""
        for lower, spelled in self.shape.names.items():
            if lower not in self._gone or lower in self._added:
                yield spelled
        for lower, spelled in self._added.items():
            if lower not in self.shape.names:
                yield spelled

    def __repr__(self) -> str:
        return f"Ad({dict(self.items())!r})"


def _attribute(text: str, grammar: Grammar) -> Expr | None:
    """The expression of an attribute; ads written out in it belong to no other ad where the expression is cached."""
    expr = prefix_or_none(text, grammar)
    if "[" not in text or expr is None or isinstance(expr, ListExpr | AdExpr):
        return expr
    alone = isinstance(expr, _OPERATORS) and text.lstrip()[0] not in "[{"
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, AdExpr):
            object.__setattr__(node, "alone_from", Caching.OPERATORS if alone else Caching.ALL)
        else:
            waiting += node.children
    return expr


def _reread(expr: Expr, grammar: Grammar) -> Expr:
    # Ads of files, which have texts, need nothing printed.
    from userprio.classad.printing import unparse

    if isinstance(expr, Literal):
        return expr
    return prefix_or_none(unparse(expr), grammar) or expr
