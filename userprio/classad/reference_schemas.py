"""What ads refer to, found out once for all ads that have the same names and the same references: their schema."""

from collections.abc import Hashable, Iterable
from typing import Final

import msgspec

from userprio.classad.ad import Ad, Schema
from userprio.classad.equivalence import (
    Projection,
    Reference,
    ReferenceClosure,
    closure,
    external_references,
    mentioned,
    references,
)
from userprio.classad.values import Expr, ListExpr, Literal

Mention = tuple[str, ReferenceClosure]
"""An attribute by its lower-case name, and what its expression names and calls by itself."""


class ReferenceSchema(msgspec.Struct, frozen=True, eq=False):
    """What ads of one schema have in common. A schema is known by identity."""

    external: frozenset[str]
    """Names in lower case that its computed attributes refer to and that it does not have; lists do not count."""
    mentions: frozenset[Mention]
    """Of all attributes that refer to something: equal ones make equal `ReferenceIndex`es."""
    names: frozenset[str]
    """Those of its attributes, in lower case."""


_Said = tuple[ReferenceClosure, frozenset[Reference], bool]
"""What an expression refers to, and whether it is a list."""
_NOTHING: Final = ReferenceClosure((), frozenset())
_ABSENT: Final[_Said] = (_NOTHING, frozenset(), False)
"""Of a text that is not an expression."""
_VALUE: Final = 0
"""The number of what refers to nothing."""
_MOST_TEXTS: Final = 1 << 16


class ReferenceSchemas:
    """Finds the schemas of ads. Two ads of one schema differ in nothing but values, and in the words of expressions."""

    def __init__(self) -> None:
        self._schemas: dict[Hashable, ReferenceSchema] = {}
        self._places: dict[Schema, list[tuple[str, int]]] = {}
        self._of_own: dict[tuple[Schema, tuple[str, ...]], list[tuple[str, int]]] = {}
        """What the texts of an ad say that are expressions, whatever was replaced or removed since."""
        self._numbers: dict[_Said, int] = {}
        self._of_texts: dict[str, int] = {}
        self._of_expressions: dict[Expr, int] = {}

    def of(self, ad: Ad) -> ReferenceSchema:
        """The schema of an ad."""
        key = self._key(ad)
        schema = self._schemas.get(key)
        if schema is None:
            schema = self._schemas[key] = self._reference_schema(ad)
        return schema

    def _key(self, ad: Ad) -> Hashable:
        gone, table = ad.gone, ad.table
        texts = ad.schema, ad.texts
        own = self._of_own.get(texts)
        if own is None:
            if len(self._of_own) >= _MOST_TEXTS:
                self._of_own.clear()
            own = self._of_own[texts] = self._own(ad)
        added = [
            (name, said)
            for name, expr in zip(ad.added, map(table.__getitem__, ad.added), strict=True)
            if expr.__class__ is not Literal and (said := self._of_expression(expr)) != _VALUE
        ]
        return ad.schema_key, *[said for said in own if said[0] not in gone], *added

    def _own(self, ad: Ad) -> list[tuple[str, int]]:
        places = self._places.get(ad.schema)
        if places is None:
            where = ad.schema.where.items()
            places = self._places[ad.schema] = [(name, place) for name, place in where if isinstance(place, int)]
        said = ((name, self._of_text(ad.texts[place], ad.schema)) for name, place in places)
        return [each for each in said if each[1] != _VALUE]

    def _of_text(self, text: str, schema: Schema) -> int:
        try:
            return self._of_texts[text]
        except KeyError:
            expr = schema.read(text)
            number = self._of_texts[text] = self._number(_ABSENT) if expr is None else self._of_expression(expr)
            return number

    def _of_expression(self, expr: Expr) -> int:
        """The number of what an expression refers to, and whether it is a list."""
        if isinstance(expr, Literal):
            return _VALUE
        try:
            return self._of_expressions[expr]
        except KeyError:
            mention = mentioned([expr])
            said = None if mention == _NOTHING else (mention, references(expr), isinstance(expr, ListExpr))
            number = self._of_expressions[expr] = _VALUE if said is None else self._number(said)
            return number

    def _number(self, said: _Said) -> int:
        return self._numbers.setdefault(said, len(self._numbers) + 1)

    def _reference_schema(self, ad: Ad) -> ReferenceSchema:
        computed = [(name, expr) for name in ad if not isinstance(expr := ad.lookup(name.lower()), Literal | None)]
        asking = [name for name, expr in computed if not isinstance(expr, ListExpr)]
        mentions = ((name.lower(), mentioned([expr])) for name, expr in computed if expr is not None)
        return ReferenceSchema(
            external_references(ad, asking),
            frozenset(mention for mention in mentions if mention[1] != _NOTHING),
            frozenset(name.lower() for name in ad),
        )


class SchemaProjection:
    """Numbers for what ads say in some attributes and in all that these refer to, and so on, in whichever ad.

    Ads of one schema with the same number agree in every expression that refers to nothing else.
    """

    def __init__(self, expressions: Iterable[Expr], names: Iterable[str]) -> None:
        """What these expressions and these attributes, in lower case, refer to."""
        start = mentioned(expressions)
        self._start = None if start.names is None else {*start.names, *names}
        self._of_schema: dict[ReferenceSchema, Projection | None] = {}

    def number(self, ad: Ad, schema: ReferenceSchema) -> int | None:
        """The number of an ad of this schema; None where any attribute may be looked at."""
        try:
            projection = self._of_schema[schema]
        except KeyError:
            projection = self._of_schema[schema] = self._projection(schema)
        return None if projection is None else projection.number(ad)

    def _projection(self, schema: ReferenceSchema) -> Projection | None:
        if self._start is None:
            return None
        behind = dict(schema.mentions)
        names = closure(self._start, lambda name: behind.get(name, _NOTHING).names or ())
        opaque = any(behind[name].names is None for name in names & behind.keys())
        return None if opaque else Projection(sorted(names))


def mentions(schemas: Iterable[ReferenceSchema]) -> frozenset[Mention]:
    """What ads of these schemas mention together."""
    return frozenset().union(*(schema.mentions for schema in schemas))
