"""Many ads in little memory: what neighbours share is kept once, the rest as packed text, made into ads when wanted.

A million jobs as ads of their own take hundreds of bytes each, though most differ from their neighbours in two numbers.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, repeat
from typing import Final, overload

import msgspec
from msgspec.structs import replace

from userprio.classad.ad import Ad, Schema
from userprio.classad.lexer import Grammar

_BLOCK: Final = 1 << 18
"""Characters that are packed together, about: so much is unpacked while ads are gone through."""
_SEPARATOR: Final = "\0"
_FAST: Final = 1
"""Level of compression; the others take longer than all that is gained is worth."""


class PackedRun(msgspec.Struct, frozen=True):
    """Ads of one schema that follow each other.

    They say `common`, the texts that the schema asks for, but in `places` each has texts of its own: `rows`, one ad
    after the other. Without `common` all of the places are its own.
    """

    schema: Schema
    common: Sequence[str]
    places: Sequence[int]
    rows: Sequence[str]
    count: int

    @classmethod
    def of(cls, ad: Ad) -> PackedRun:
        """The run of a single ad, nothing of which was replaced."""
        return cls(ad.schema, (), range(len(ad.texts)), ad.texts, 1)

    def ads(self) -> Iterator[Ad]:
        """The ads, made anew."""
        schema = self.schema.narrowed(self.common, self.places) if self.common else self.schema
        width = len(self.places)
        own = zip(*[iter(self.rows)] * width, strict=True) if width else repeat((), self.count)
        return map(Ad.of_schema, repeat(schema), own)

    def first(self) -> Ad:
        """The first ad by itself: it shares its schema with the ads of other runs, and may be kept without this one."""
        texts = list(self.common) or [""] * len(self.places)
        for place, text in zip(self.places, self.rows, strict=False):
            texts[place] = text
        return Ad.of_schema(self.schema, tuple(texts))

    def differs(self, names: Iterable[str]) -> bool:
        """Whether its ads may say different things in one of these attributes (lower-case names)."""
        return not {self.schema.where.get(name) for name in names}.isdisjoint(self.places)

    def texts(self, lower: str) -> Sequence[str | None]:
        """What each of its ads says of the attribute of this lower-case name; None without it."""
        says = self.schema.where.get(lower)
        if isinstance(says, int):
            if says in self.places:
                return self.rows[self.places.index(says) :: len(self.places)]
            says = self.common[says]
        return [says] * self.count

    def chosen(self, wanted: Sequence[bool]) -> PackedRun:
        """The run of those of its ads that are wanted."""
        width = len(self.places)
        rows = [text for at, keep in enumerate(wanted) if keep for text in self.rows[at * width : (at + 1) * width]]
        return PackedRun(self.schema, self.common, self.places, rows, sum(wanted))


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
                if size < _BLOCK:
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
            if isinstance(block, Ad):
                yield block
            else:
                yield from block.runs()

    def read_by(self, grammar: Grammar) -> PackedAds:
        """The same ads as a reader with this grammar understands them; nothing is unpacked for that."""
        ads = PackedAds(())
        ads._blocks = [block.read_by(grammar) for block in self._blocks]
        ads._count = self._count
        return ads

    def __iter__(self) -> Iterator[Ad]:
        for piece in self.pieces():
            if isinstance(piece, Ad):
                yield piece
            else:
                yield from piece.ads()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Ad: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Ad, ...]: ...
    def __getitem__(self, at: int | slice) -> Ad | tuple[Ad, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        place = range(self._count)[at]
        return next(islice(self, place, None))


class _PackedGroup(msgspec.Struct, frozen=True):
    """A run without its texts, and how many of these are in common."""

    schema: Schema
    common: int
    places: Sequence[int]
    count: int


class _PackedBlock(msgspec.Struct, frozen=True):
    """Some runs, and their texts packed."""

    groups: tuple[_PackedGroup, ...]
    packed: bytes

    def read_by(self, grammar: Grammar) -> _PackedBlock:
        """The same, as `PackedAds.read_by` says."""
        return replace(self, groups=tuple(replace(each, schema=each.schema.read_by(grammar)) for each in self.groups))

    def runs(self) -> Iterator[PackedRun]:
        """The runs as they were; equal texts are one object, which helps whoever keeps the ads."""
        texts = zlib.decompress(self.packed).decode("utf-8", "surrogatepass").split(_SEPARATOR)
        known: dict[str, str] = {}
        at = 0
        for group in self.groups:
            common, width = group.common, len(group.places)
            rows = at + common + width * group.count
            yield PackedRun(
                group.schema,
                texts[at : at + common],
                group.places,
                list(map(known.setdefault, texts[at + common : rows], texts[at + common : rows])),
                group.count,
            )
            at = rows


def _packed(runs: Iterable[PackedRun]) -> _PackedBlock | None:
    """The block of these runs; None where a text holds the character that separates them."""
    groups: list[_PackedGroup] = []
    texts: list[str] = []
    last: PackedRun | None = None
    for run in runs:
        if last is not None and run.schema is last.schema and _continues(run, last):
            groups[-1] = _PackedGroup(run.schema, len(run.common), run.places, groups[-1].count + run.count)
        else:
            groups.append(_PackedGroup(run.schema, len(run.common), run.places, run.count))
            texts += run.common
        texts += run.rows
        last = run
    joined = _SEPARATOR.join(texts)
    if joined.count(_SEPARATOR) != max(len(texts) - 1, 0):
        return None
    return _PackedBlock(tuple(groups), zlib.compress(joined.encode("utf-8", "surrogatepass"), _FAST))


def _continues(run: PackedRun, last: PackedRun) -> bool:
    """Whether a run of the same schema differs from the one before in its rows only."""
    return not (run.common or last.common) or (run.common is last.common and run.places is last.places)
