"""An ad: named expressions. Ads of files keep their text and parse an attribute when it is first wanted.

Many ads take little memory as `PackedAds`: a million jobs as ads of their own take hundreds of bytes each, though most
differ from their neighbours in two numbers. What neighbours share is kept once, the rest as packed text.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, islice, repeat
from operator import is_
from typing import Final, overload

import msgspec
from msgspec.structs import force_setattr, replace

from userprio.classad.parser import NEWEST, Dialect, Grammar, parse_ad, plain_or_none, prefix_or_none
from userprio.classad.values import AdExpr, AttributeRef, Caching, Expr, ListExpr, Literal, Value

SCOPE_NAMES: Final = frozenset({"my", "self", "target", "other", "parent", "root", "toplevel", "currenttime"})
"""Names that mean an ad or the present, unless an ad defines them itself."""
_MOST_LAYERS: Final = 64  # How many successors of a layer are cached
_MOST_KIN: Final = 4096  # How many layers of ads with the same names are cached


_Names = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
"""Of changes: all names as they are spelled; in lower case, those that are removed and those set to no plain value."""


class AttributeChanges(msgspec.Struct, frozen=True, eq=False):
    """Attributes that are set or removed, prepared once for all ads that are changed in the same way."""

    table: dict[str, Expr]
    """What is set, by lower-case name."""
    names: _Names

    @classmethod
    def of(cls, changes: Mapping[str, Expr | Value | None]) -> AttributeChanges:
        """These attributes are set, or removed where None."""
        table: dict[str, Expr] = {}
        return cls(table, _put(changes, table))


def _put(changes: Mapping[str, Expr | Value | None], table: dict[str, Expr]) -> _Names:
    """Set and remove attributes in a table; returns the names of these changes."""
    removed, computed = [], []
    for name, content in changes.items():
        lower = name.lower()
        if content is None:
            removed.append(lower)
            table.pop(lower, None)
        elif isinstance(content, Expr):
            table[lower] = content
            if content.__class__ is not Literal:
                computed.append(lower)
        else:
            table[lower] = Literal(content)
    if removed:  # Unless set again in another spelling
        removed = [lower for lower in removed if lower not in table]
    return tuple(changes), tuple(removed), tuple(computed)


class ChangeKind(msgspec.Struct, frozen=True, eq=False):
    """Changes that set and remove the same attributes, and set them to the same values but for some of them.

    Readers then know what such changes made of an equal ad, unless they look at one of those.
    """

    apart: frozenset[str]
    """Attributes that each change sets to a value of its own, in lower case, and all that are set to expressions."""


class Layer(msgspec.Struct, frozen=True, eq=False):
    """The changes of ads with the same names since they were read: what was added, replaced or removed.

    Ads with the same changes mostly share one, in whatever steps they were made. A layer is known by identity.
    """

    names: Mapping[str, str]
    """The names that the ads were read with, see `Schema`."""
    added: Mapping[str, str]
    """The names of attributes that were added or replaced, as they are spelled, by lower-case name."""
    gone: frozenset[str]
    """The names of attributes that were there at first and then replaced or removed, in lower case."""
    computed: frozenset[str]
    """The names of attributes that were set to something else than a plain value, in lower case."""
    shadows: frozenset[str]
    """The scope names that the ads define themselves."""
    _following: dict[Hashable, Layer] = msgspec.field(default_factory=dict)  # Cached successors, by the next change
    _kin: dict[Hashable, Layer] = msgspec.field(default_factory=dict)
    """Cached layers of ads with the same names, by what was changed."""

    def after(self, names: _Names) -> Layer:
        """The layer after changes of these names."""
        known = self._following.get(names)
        if known is None:
            if len(self._following) >= _MOST_LAYERS:  # An attribute named after a job would add one with every change
                self._following.clear()
            known = self._following[names] = self.followed(*names)
        return known

    def followed(self, spelled: Iterable[str], removed: Iterable[str], computed: Iterable[str]) -> Layer:
        """The same, not cached."""
        added, gone, own = dict(self.added), set(self.gone), set(self.computed)
        for name in spelled:
            lower = name.lower()
            # The first spelling stays, as in HTCondor's attribute list.
            added[lower] = added.get(lower) or self.names.get(lower, name)
            if lower in self.names:
                gone.add(lower)
            own.discard(lower)
        for lower in removed:
            added.pop(lower, None)
        changed = tuple(added.items()), frozenset(gone), frozenset(own.union(computed))
        known = self._kin.get(changed)
        if known is None:
            if len(self._kin) >= _MOST_KIN:
                self._kin.clear()
            shadows = SCOPE_NAMES.intersection(self.names).difference(gone).union(SCOPE_NAMES.intersection(added))
            known = self._kin[changed] = Layer(self.names, added, *changed[1:], shadows, _kin=self._kin)
        return known


class Schema:
    """What ads of a file share: their attribute names, and the texts that are the same in all of them.

    `where` says, by lower-case name, what stands right of the `=`: the text itself, or its index among the texts that
    each ad has for itself. A schema is known by identity.
    """

    __slots__ = ("_kin", "bare", "grammar", "names", "parsed", "where")

    def __init__(
        self,
        bare: Layer,
        where: dict[str, str | int],
        kin: dict[Grammar, Schema] | None = None,
        grammar: Grammar = NEWEST,
    ) -> None:
        self.names = bare.names
        """As they are spelled, by lower-case name, in order."""
        self.bare = bare
        """The layer of its ads as they were read."""
        self.where = where
        self.parsed: dict[str, Expr | None] = {}
        """The expressions of shared texts, by lower-case name; None for what is not an expression."""
        self.grammar = grammar
        """How texts are read."""
        self._kin = {} if kin is None else kin
        self._kin[grammar] = self

    @classmethod
    def of(cls, spelled: tuple[str, ...], where: Iterable[str | int]) -> Schema:
        """The schema of these attributes; of a repeated name the first spelling and the last text count."""
        # Interned and cached: a dump has a few dozen lists of names, and a hundred thousand ads.
        lower, bare = _names(spelled)
        return cls(bare, dict(zip(lower, where, strict=True)))

    def narrowed(self, texts: Sequence[str], indices: Sequence[int]) -> Schema:
        """The schema of those of its ads that say `texts`, except in `indices`, where each has a text of its own."""
        # Texts that all of them share move from the ads into the schema.
        numbers = {index: number for number, index in enumerate(indices)}
        says = self.where.items()
        where = {name: own if isinstance(own, str) else numbers.get(own, texts[own]) for name, own in says}
        return Schema(self.bare, where, grammar=self.grammar)

    def read(self, text: str) -> Expr | None:
        """The expression that a text of one of its ads is; None if it is not one."""
        return _attribute(text, self.grammar)

    def read_by(self, grammar: Grammar) -> Schema:
        """The same, its texts read by a grammar; always the same schema for that grammar."""
        schema = self._kin.get(grammar)
        return Schema(self.bare, self.where, self._kin, grammar) if schema is None else schema


@lru_cache(maxsize=4096)
def _names(spelled: tuple[str, ...]) -> tuple[list[str], Layer]:
    """The names in lower case, and the layer of unchanged ads that have them."""
    lower = [sys.intern(name.lower()) for name in spelled]
    names: dict[str, str] = {}
    for name, own in zip(lower, spelled, strict=True):
        names.setdefault(name, own)
    return lower, Layer(names, {}, frozenset(), frozenset(), SCOPE_NAMES.intersection(names))


@lru_cache(maxsize=4096)
def _schema(spelled: tuple[str, ...]) -> Schema:
    return Schema.of(spelled, range(len(spelled)))


@lru_cache(maxsize=4096)
def _made_of(spelled: tuple[str, ...], computed: tuple[str, ...]) -> Layer:
    return _names(())[1].followed(spelled, (), computed)


class Ad:
    """Attributes in order. Names ignore case, their spelling is kept. Never changes; `replace` makes another.

    `table` holds what was added since it was read, and the expressions that were parsed already and are more than a
    plain value, by lower-case name; `lookup` finds the others.
    """

    __slots__ = ("_layer", "origin", "schema", "shadows", "table", "texts")

    schema: Schema
    texts: tuple[str, ...]
    """The texts of its own, as its schema numbers them."""
    _layer: Layer
    shadows: frozenset[str]
    """The scope names that it defines itself."""
    table: dict[str, Expr]
    origin: tuple[Ad, ChangeKind] | None
    """The ad that it was made from, and the kind of the changes, if that is known."""

    def __init__(self, attributes: Mapping[str, Expr | Value] | Iterable[tuple[str, Expr | Value]] = ()) -> None:
        pairs = attributes.items() if isinstance(attributes, Mapping) else attributes
        names: list[str] = []
        table: dict[str, Expr] = {}
        for name, content in pairs:
            names.append(name)
            table[name.lower()] = content if isinstance(content, Expr) else Literal(content)
        computed = [lower for lower, expr in table.items() if expr.__class__ is not Literal]
        self._set(_schema(()), (), table, _made_of(tuple(names), tuple(computed)))

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
        names, texts = zip(*pairs, strict=True) if (pairs := list(pairs)) else ((), ())
        return cls.of_schema(_schema(names), texts)

    @classmethod
    def of_schema(cls, schema: Schema, texts: tuple[str, ...]) -> Ad:
        """The ad of this schema with these texts of its own. Whoever has it made has looked at the texts."""
        ad = cls.__new__(cls)  # Past `__init__`, which a million ads of a file would pay for
        ad.schema = schema
        ad.texts = texts
        ad.table = {}
        ad._layer = layer = schema.bare
        ad.shadows = layer.shadows
        ad.origin = None
        return ad

    def _set(self, schema: Schema, texts: tuple[str, ...], table: dict[str, Expr], layer: Layer) -> None:
        self.schema = schema
        self.texts = texts
        self.table = table
        self._layer = layer
        self.shadows = layer.shadows
        self.origin = None

    def lookup(self, lower: str) -> Expr | None:
        """The expression of the attribute with this lower-case name."""
        expr = self.table.get(lower)
        if expr is None:
            says = self.schema.where.get(lower)
            if says is None or lower in self._layer.gone:
                return None
            if isinstance(says, str):
                parsed = self.schema.parsed
                if lower not in parsed:
                    parsed[lower] = _attribute(says, self.schema.grammar)
                return parsed[lower]
            text = self.texts[says]
            expr = plain_or_none(text)  # Not put into `table`: it is cached by text, and an ad has a hundred of them
            if expr is None:
                expr = _attribute(text, self.schema.grammar)
                if expr is not None:
                    self.table[lower] = expr
        return expr

    def expr(self, name: str) -> Expr | None:
        """The expression of attribute `name`, None where there is none."""
        return self.lookup(name.lower())

    def source(self, name: str) -> str | None:
        """The text of attribute `name` as its file has it, else None. Equal texts mean equal expressions."""
        said = self.raw_value(name.lower())
        return said if isinstance(said, str) else None

    def raw_value(self, lower: str) -> str | Expr | None:
        """The content of an attribute (lower-case name) for comparison: its text, or else its expression.

        None without it. In ads of files, equal content has equal text.
        """
        says = self.schema.where.get(lower)
        if says is None or lower in self._layer.gone:
            return self.table.get(lower)
        return says if isinstance(says, str) else self.texts[says]

    @property
    def added(self) -> Iterable[str]:
        """The names of attributes that were added or replaced since it was read, in lower case."""
        return self._layer.added

    @property
    def computed(self) -> Iterable[str]:
        """The names of those of the `added` attributes that are no plain values, in lower case."""
        return self._layer.computed

    @property
    def gone(self) -> frozenset[str]:
        """The names of attributes that were read and then replaced or removed, in lower case."""
        return self._layer.gone

    @property
    def schema_key(self) -> Hashable:
        """Its schema, together with the changes since it was read."""
        schema, layer = self.schema, self._layer
        # Unchanged ads are told apart by one identity, without a tuple.
        return schema if layer is schema.bare else (schema, layer)

    def is_changed(self, lower: str) -> bool:
        """Whether the attribute of this lower-case name was added, replaced or removed since the ad was read."""
        return lower in self._layer.added or lower in self._layer.gone

    def read_by(self, grammar: Grammar) -> Ad:
        """The same ad as a reader with this grammar understands it. What has no text is read as it is printed."""
        if self.schema.grammar == grammar:
            return self
        ad = Ad.of_schema(self.schema.read_by(grammar), self.texts)
        if self._layer is not self.schema.bare:
            table = {lower: _reread(self.table[lower], grammar) for lower in self._layer.added}
            ad._set(ad.schema, self.texts, table, self._layer)
        return ad

    def replace(
        self, changes: Mapping[str, Expr | Value | None] | AttributeChanges, kind: ChangeKind | None = None
    ) -> Ad:
        """The same ad with these attributes set, or removed where None; texts and parsed expressions stay shared.

        `kind` is that of the changes, if they have one.
        """
        if isinstance(changes, AttributeChanges):
            table, names = self.table | changes.table, changes.names
            for lower in names[1]:
                table.pop(lower, None)
        else:
            table = self.table.copy()
            names = _put(changes, table)
        ad = Ad.__new__(Ad)
        ad._set(self.schema, self.texts, table, self._layer.after(names))
        if kind is not None:
            ad.origin = self, kind
        return ad

    def items(self) -> Iterator[tuple[str, Expr]]:
        """Names as spelled with their expressions, in order; what cannot be parsed is left out."""
        for name in self:
            if (expr := self.expr(name)) is not None:
                yield name, expr

    def __contains__(self, name: str) -> bool:
        lower = name.lower()
        layer = self._layer
        return lower in layer.added or (lower in self.schema.where and lower not in layer.gone)

    def __len__(self) -> int:
        return len(self.schema.names) + len(self._layer.added) - len(self._layer.gone)

    def __iter__(self) -> Iterator[str]:
        """Names as spelled, those of the file first; a replaced one keeps its place."""
        layer = self._layer
        for lower, spelled in self.schema.names.items():
            if lower not in layer.gone or lower in layer.added:
                yield spelled
        for lower, spelled in layer.added.items():
            if lower not in self.schema.names:
                yield spelled

    def __repr__(self) -> str:
        return f"Ad({dict(self.items())!r})"


def _attribute(text: str, grammar: Grammar) -> Expr | None:
    """The expression of an attribute; ads written out in it belong to no other ad where the expression is cached."""
    expr = prefix_or_none(text, grammar)
    if "[" not in text or expr is None or isinstance(expr, ListExpr | AdExpr):
        return expr
    # Operators and calls: what HTCondor's cache takes at `Caching.OPERATORS`.
    alone = not isinstance(expr, Literal | AttributeRef) and text.lstrip()[0] not in "[{"
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, AdExpr):
            force_setattr(node, "alone_from", Caching.OPERATORS if alone else Caching.ALL)
        else:
            waiting += node.children
    return expr


def _reread(expr: Expr, grammar: Grammar) -> Expr:
    # Ads of files, which have texts, need nothing printed.
    from userprio.classad.printing import unparse

    if isinstance(expr, Literal):
        return expr
    return prefix_or_none(unparse(expr), grammar) or expr


_BLOCK: Final = 1 << 18  # Characters that are packed together, about: so much is unpacked while ads are gone through
_SEPARATOR: Final = "\0"
_FAST: Final = 1  # Level of compression; the others take longer than all that is gained is worth


class PackedRun(msgspec.Struct, frozen=True):
    """Ads of one schema that follow each other.

    They say `common`, the texts that the schema asks for, but in `indices` each has texts of its own: `rows`, one ad
    after the other. Without `common` all of them are its own.
    """

    schema: Schema
    common: Sequence[str]
    indices: Sequence[int]
    rows: Sequence[str]
    count: int

    @classmethod
    def of(cls, ad: Ad) -> PackedRun:
        """The run of a single ad, nothing of which was replaced."""
        return cls(ad.schema, (), range(len(ad.texts)), ad.texts, 1)

    def ads(self) -> Iterator[Ad]:
        """The ads, made anew."""
        if self.count == 1 and not self.common:  # As most slots of a dump, which have many texts of their own
            return iter((Ad.of_schema(self.schema, tuple(self.rows)),))
        schema = self.schema.narrowed(self.common, self.indices) if self.common else self.schema
        width = len(self.indices)
        own = zip(*[iter(self.rows)] * width, strict=True) if width else repeat((), self.count)
        return map(Ad.of_schema, repeat(schema), own)

    def first(self) -> Ad:
        """The first ad by itself: it shares its schema with the ads of other runs, and may be kept without this one."""
        texts = list(self.common) or [""] * len(self.indices)
        for index, text in zip(self.indices, self.rows, strict=False):
            texts[index] = text
        return Ad.of_schema(self.schema, tuple(texts))

    def differs(self, names: Iterable[str]) -> bool:
        """Whether its ads may say different things in one of these attributes (lower-case names)."""
        return not {self.schema.where.get(name) for name in names}.isdisjoint(self.indices)

    def split(self, names: Iterable[str]) -> list[PackedRun]:
        """The runs of neighbours among its ads that say the same in these attributes (lower-case names)."""
        width, telling = len(self.indices), {self.schema.where.get(name) for name in names}
        same = [at for at, index in enumerate(self.indices) if index in telling]
        own = [at for at in range(width) if at not in same]
        parts, row = [], 0
        for said, group in groupby(zip(*(self.rows[at::width] for at in same), strict=True)):
            common = list(self.common) or [""] * width
            for at, text in zip(same, said, strict=True):
                common[self.indices[at]] = text
            count = sum(1 for _ in group)
            rows = [self.rows[start + at] for start in range(row * width, (row + count) * width, width) for at in own]
            parts.append(PackedRun(self.schema, common, [self.indices[at] for at in own], rows, count))
            row += count
        return parts

    def texts(self, lower: str) -> Sequence[str | None]:
        """What each of its ads says of the attribute of this lower-case name; None without it."""
        says = self.schema.where.get(lower)
        if isinstance(says, int):
            if says in self.indices:
                return self.rows[self.indices.index(says) :: len(self.indices)]
            says = self.common[says]
        return [says] * self.count

    def chosen(self, wanted: Sequence[bool]) -> PackedRun:
        """The run of those of its ads that are wanted."""
        width = len(self.indices)
        rows = [text for at, keep in enumerate(wanted) if keep for text in self.rows[at * width : (at + 1) * width]]
        return PackedRun(self.schema, self.common, self.indices, rows, sum(wanted))


class PackedAds(Sequence[Ad]):
    """Ads in order, made anew whenever they are gone through: two that say the same are two objects.

    Memory: what tells each ad from its neighbour, packed to a fraction, and a few hundred bytes for each run of
    neighbours. Indexing goes through all that stands before.
    """

    def __init__(self, pieces: Iterable[PackedRun | Ad]) -> None:
        self._blocks: list[_PackedBlock | Ad] = []
        self._count = 0
        waiting, size = list[PackedRun](), 0
        for piece in pieces:
            if isinstance(piece, PackedRun):
                waiting.append(piece)
                size += sum(map(len, piece.rows))
                self._count += piece.count
                if size < _BLOCK:  # Small blocks: all of one is unpacked to read a single ad of it
                    continue
            self._pack(waiting)
            waiting, size = [], 0
            if isinstance(piece, Ad):
                self._blocks.append(piece)
                self._count += 1
        self._pack(waiting)

    def _pack(self, runs: list[PackedRun]) -> None:
        if runs:
            block = _packed(runs)
            self._blocks += [ad for run in runs for ad in run.ads()] if block is None else [block]

    def pieces(self) -> Iterator[PackedRun | Ad]:
        """What they were made of, in order; neighbours may have become one run."""
        for block in self._blocks:
            yield from (block,) if isinstance(block, Ad) else block.runs()

    def read_by(self, grammar: Grammar) -> PackedAds:
        """The same ads as a reader with this grammar understands them; nothing is unpacked for that."""
        blocks = [block.read_by(grammar) for block in self._blocks]
        if all(map(is_, blocks, self._blocks)):
            return self
        ads = PackedAds(())
        ads._blocks = blocks
        ads._count = self._count
        return ads

    def __iter__(self) -> Iterator[Ad]:
        for piece in self.pieces():
            yield from (piece,) if isinstance(piece, Ad) else piece.ads()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Ad: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Ad, ...]: ...
    def __getitem__(self, at: int | slice) -> Ad | tuple[Ad, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        return next(islice(self, range(self._count)[at], None))


class _PackedGroup(msgspec.Struct, frozen=True):
    """A run without its texts, and how many of these are in common."""

    schema: Schema
    common: int
    indices: Sequence[int]
    count: int


class _PackedBlock(msgspec.Struct, frozen=True):
    """Some runs, and their texts packed."""

    groups: tuple[_PackedGroup, ...]
    packed: bytes

    def read_by(self, grammar: Grammar) -> _PackedBlock:
        """The same, as `PackedAds.read_by` says."""
        if all(group.schema.grammar == grammar for group in self.groups):
            return self
        groups = (replace(group, schema=group.schema.read_by(grammar)) for group in self.groups)
        return replace(self, groups=tuple(groups))

    def runs(self) -> Iterator[PackedRun]:
        """The runs as they were; equal texts of ads unlike their neighbours are one object."""
        texts = zlib.decompress(self.packed).decode("utf-8", "surrogatepass").split(_SEPARATOR)
        known: dict[str, str] = {}
        at = 0
        for group in self.groups:
            begin = at + group.common
            end = begin + len(group.indices) * group.count
            rows = texts[begin:end]
            if group.count == 1:  # What tells neighbours apart are ids, of which hardly two are equal
                rows = list(map(known.setdefault, rows, rows))
            yield PackedRun(group.schema, texts[at:begin], group.indices, rows, group.count)
            at = end


def _packed(runs: Iterable[PackedRun]) -> _PackedBlock | None:
    """The block of these runs; None where a text holds the character that separates them."""
    groups: list[_PackedGroup] = []
    texts: list[str] = []
    last: PackedRun | None = None
    for run in runs:
        count = run.count
        if last is None or run.schema is not last.schema:
            texts += run.common
        elif _continues(run, last):
            count += groups.pop().count
        elif run.common is last.rows and groups[-1].count == 1:
            # The ad before is the one with which these have the rest in common.
            count += groups.pop().count
            texts += [run.common[index] for index in run.indices]
        else:
            texts += run.common
        groups.append(_PackedGroup(run.schema, len(run.common), run.indices, count))
        texts += run.rows
        last = run
    joined = _SEPARATOR.join(texts)
    if joined.count(_SEPARATOR) != max(len(texts) - 1, 0):  # A text with a NUL would be cut in two when it is unpacked
        return None
    return _PackedBlock(tuple(groups), zlib.compress(joined.encode("utf-8", "surrogatepass"), _FAST))


def _continues(run: PackedRun, last: PackedRun) -> bool:
    """Whether a run of the same schema differs from the one before in its rows only."""
    return not (run.common or last.common) or (run.common is last.common and run.indices is last.indices)
