"""Which attributes decide about something, and which ads agree in all of them.

An expression refers to attributes, whose expressions refer to others, and so on: that is its closure of references.
Ads are projected on a closure, and those with the same projection are one equivalence class: what holds for one of them
holds for all. A request is then matched once with each class of slots, not with each slot: the difference between hours
and seconds in a large pool.

Invariants, which tests/classad/test_equivalence.py verifies:

- Two ads of one class give the same value for every expression whose closure was projected, against any other ad and in
  either role, at one time and with functions that answer the same. Where an expression may look at any attribute, every
  attribute counts. Classes may be finer than they need be (texts are compared, not values), never coarser.
- Closures only grow with what they start from and with the ads that are looked at; the closure of a closure is itself.
- Ads never change, so that the class of an ad stays what it is as long as the partition lives; `Ad.replace` makes
  another ad, which has a class of its own. Nothing here needs to be dropped, and what is dropped to save memory comes
  back with the same numbers.
- An answer remembered for a class has to be dropped when a function of its closure (`ReferenceClosure.called`) begins
  to answer something else.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from operator import attrgetter, itemgetter
from typing import Any, Final, Generic, TypeAlias, TypeVar
from typing import Literal as OneOf

import msgspec

from userprio.classad.ad import SCOPE_NAMES, Ad, ChangeKind, Schema
from userprio.classad.context import SPECIAL_NAMES
from userprio.classad.parser import are_plain, is_plain
from userprio.classad.values import AdExpr, AdValue, AttributeRef, Call, Expr, ListExpr, ListValue, Literal

K = TypeVar("K")
N = TypeVar("N", bound=Hashable)

Scope: TypeAlias = OneOf["my", "target", "bare"]

_SCOPES: Final[dict[str, Scope]] = {"my": "my", "self": "my", "target": "target", "other": "target"}

RawValue = str | Expr | None
"""The content of an attribute: its text as in the file, or its expression if it has no text; None without it."""

_OPAQUE_CALLS: Final = frozenset({"eval", "unparse", "unresolved"})
"""Functions that may read any attribute, whatever their arguments are."""
_WHOLE_ADS: Final = SPECIAL_NAMES - {"currenttime"}
"""Names that stand for whole ads, or for results of matching two whole ads."""

_VALUE_OF: Final = attrgetter("value")
_LABEL_OF: Final = attrgetter("label")
_CONTAINERS: Final = frozenset({ListValue, AdValue})
"""Values whose `repr` does not tell where their elements are evaluated."""
_MOST_PLANS: Final = 1 << 14  # How many schema keys are cached; neighbours mostly share a few


class Reference(msgspec.Struct, frozen=True):
    """An attribute that an expression names: `scope` says with which prefix, `name` is in lower case."""

    scope: Scope
    name: str


@lru_cache(maxsize=1 << 12)
def references(expr: Expr) -> frozenset[Reference]:
    """The attributes that the text of `expr` names.

    Of `a.b` only `a`, unless `a` is MY or TARGET; names that a nested ad defines are not counted inside it. What is put
    together at run time, as with `eval()`, is not seen.
    """
    return frozenset(_walk(expr))


def closure(start: Iterable[N], behind: Callable[[N], Iterable[N]]) -> set[N]:
    """Everything that is reached from here by following references to the end."""
    reached = set(start)
    waiting = list(reached)
    while waiting:
        new = set(behind(waiting.pop())) - reached
        reached |= new
        waiting.extend(new)  # Ends although attributes refer to each other: each is followed once
    return reached


def external_references(ad: Ad, names: Iterable[str] | None = None) -> frozenset[str]:
    """Lower-case names that attributes of the ad (`names`, by default all) refer to in another ad, or nowhere.

    Own attributes that are referred to are followed. A name with TARGET before it counts even if the ad has it too, and
    one that is missing with MY before it, although no other ad can answer it (`ClassAd::GetExternalReferences`). This
    is what an autocluster is made of.
    """
    return _reachable(ad, names)[1]


def internal_references(ad: Ad, names: Iterable[str]) -> frozenset[str]:
    """Lower-case names of the ad's own attributes that its attributes `names` refer to, directly or through others."""
    return _reachable(ad, names)[0]


def _reachable(ad: Ad, names: Iterable[str] | None) -> tuple[frozenset[str], frozenset[str]]:
    def own(reference: Reference) -> Expr | None:
        return None if reference.scope == "target" else ad.lookup(reference.name)

    def behind(reference: Reference) -> Iterable[Reference]:
        expr = own(reference)
        return () if expr is None else references(expr)

    start = [expr for name in (ad if names is None else names) if (expr := ad.expr(name)) is not None]
    reached = closure({reference for expr in start for reference in references(expr)}, behind)
    internal = {reference for reference in reached if own(reference) is not None}
    return frozenset(own.name for own in internal), frozenset(far.name for far in reached - internal)


def _walk(root: Expr) -> Iterator[Reference]:
    stack: list[tuple[Expr, frozenset[str]]] = [(root, frozenset())]
    while stack:
        node, bound = stack.pop()
        if isinstance(node, AdExpr):  # `[ a = 1; b = a ].b` names no attribute `a` of the ad around
            bound |= {name.lower() for name, _ in node.attributes}
        if isinstance(node, AttributeRef):
            name, base = node.name.lower(), node.base
            if isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _SCOPES:
                yield Reference(_SCOPES[base.name.lower()], name)
                continue
            if base is None and name not in bound and name not in SCOPE_NAMES:
                yield Reference("my" if node.absolute else "bare", name)
        stack.extend((child, bound) for child in node.children)


class ReferenceClosure(msgspec.Struct, frozen=True):
    """The attributes that decide about something, and the functions that are called on the way."""

    names: tuple[str, ...] | None
    """In lower case, sorted; None where an expression may look at any attribute: equal ads only are of one class."""
    calls: frozenset[str]
    """The functions that are called as far as they can be told, in lower case."""
    selects: bool = False
    """Something is taken out of an ad that is neither of the two that are matched."""

    def __contains__(self, name: str) -> bool:
        return self.names is None or name.lower() in self.names

    def called(self, functions: frozenset[str]) -> frozenset[str]:
        """Those of some functions (in lower case) that may be called; all where any attribute may be looked at."""
        return functions if self.names is None else functions & self.calls


class ReferenceIndex:
    """Which attributes the attributes of some ads refer to, in whichever ad of a match; each name is looked up once."""

    def __init__(self, ads: Iterable[Ad]) -> None:
        self._ads = AdsBySchema(ads)
        self._known: dict[str, ReferenceClosure] = {}
        self._closures: dict[tuple[ReferenceClosure, frozenset[str]], ReferenceClosure] = {}

    def names(self) -> set[str]:
        """The names of all attributes of the ads, in lower case."""
        return self._ads.names()

    def closure(self, expressions: Iterable[Expr], names: Iterable[str]) -> ReferenceClosure:
        """Everything that these expressions and these attributes of the ads refer to, and so on to the end."""
        start = mentioned(expressions)
        if start.names is None:
            return start
        first = frozenset([*start.names, *(name.lower() for name in names)])
        known = self._closures.get((start, first))
        if known is None:
            known = self._closures[start, first] = self._followed(start, first)
        return known

    def _followed(self, start: ReferenceClosure, first: frozenset[str]) -> ReferenceClosure:
        reached = closure(first, lambda name: self._behind(name).names or ())
        behind = [start, *map(self._behind, reached)]
        calls = frozenset[str]().union(*(part.calls for part in behind))
        every = None if any(part.names is None for part in behind) else tuple(sorted(reached))
        return ReferenceClosure(every, calls, any(part.selects for part in behind))

    def _behind(self, name: str) -> ReferenceClosure:
        if name not in self._known:
            values = self._ads.distinct_values(name).items()
            ads = (ad for value, ad in values if not (value is None or (isinstance(value, str) and is_plain(value))))
            self._known[name] = mentioned(expr for ad in ads if (expr := ad.lookup(name)) is not None)
        return self._known[name]


def mentioned(expressions: Iterable[Expr]) -> ReferenceClosure:
    """What expressions name and call by themselves: right of any dot, and inside nested ads too."""
    names: set[str] = set()
    calls: set[str] = set()
    opaque = selects = False
    for node, is_base in (pair for expr in expressions for pair in _nodes(expr)):
        if isinstance(node, Call):
            calls.add(node.name.lower())
        elif isinstance(node, AttributeRef):
            name = node.name.lower()
            names.add(name)
            selects = selects or (node.base is not None and not _is_scope(node.base))
            # Of `MY.x` only x counts; an ad that is handed on may be asked for anything.
            opaque = opaque or (name in _WHOLE_ADS and not is_base)
    known = None if opaque or calls & _OPAQUE_CALLS else tuple(sorted(names))
    return ReferenceClosure(known, frozenset(calls), selects)


def _is_scope(base: Expr) -> bool:
    return isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _SCOPES


def _nodes(expr: Expr) -> Iterator[tuple[Expr, bool]]:
    waiting = [(expr, False)]
    while waiting:
        node, is_base = waiting.pop()
        yield node, is_base
        waiting.extend([(child, isinstance(node, AttributeRef)) for child in node.children])


class Projection:
    """Numbers for what ads say in some attributes: ads that say the same, in the same words, have the same number."""

    def __init__(self, names: Iterable[str] | None) -> None:
        self._names = None if names is None else tuple(names)
        self._lower_names = frozenset(map(str.lower, self._names or ()))
        self._numbers: dict[Hashable, int] = {}
        self._plans: dict[Hashable, _Plan] = {}

    def number(self, ad: Ad) -> int:
        """The number of what this ad says."""
        schema_key = ad.schema_key
        plan = self._plans.get(schema_key)
        if plan is None:
            if len(self._plans) >= _MOST_PLANS:
                self._plans.clear()
            plan = self._plans[schema_key] = self._plan(ad)
        own = plan.read(ad.texts)
        if plan.plain is not None:
            plain = plan.plain(ad.table)
            values = list(map(_VALUE_OF, plain))
            # `repr` tells 0.0 from -0.0 and 1 from 1.0, and takes less time than a label.
            is_told_by_repr = _CONTAINERS.isdisjoint(map(type, values))
            own = (*own, *(map(repr, values) if is_told_by_repr else map(_LABEL_OF, plain)))
        if plan.computed is not None:
            own = (*own, *plan.computed(ad.table))
        number = plan.known.get(own)
        if number is None:
            # Two schemas with the same texts must come to the same number.
            number = plan.known[own] = self._numbers.setdefault(plan.row(ad), len(self._numbers))
        return number

    def ignores_differences_in(self, kind: ChangeKind) -> bool:
        """Whether changes of a kind agree in all that counts."""
        return self._names is not None and kind.apart.isdisjoint(self._lower_names)

    def is_shared(self, ad: Ad) -> bool:
        """Whether all ads with the schema key of this one, which has a number, say the same."""
        return not self._plans[ad.schema_key].indices

    def _plan(self, ad: Ad) -> _Plan:
        """What tells ads of this schema key apart."""
        names = tuple(ad) if self._names is None else self._names
        where, added = ad.schema.where, set(ad.added)
        shared: list[Hashable] = []
        read: dict[int, int] = {}
        replaced: dict[int, str] = {}
        for index, name in enumerate(map(str.lower, names)):
            text = where.get(name)
            if name in added:
                replaced[index] = name
            elif isinstance(text, int) and not ad.is_changed(name):
                read[index] = text
            shared.append(ad.raw_value(name))
        if self._names is None:
            shared.append(names)  # Where every attribute counts, so does which ones there are
        computed = {index: name for index, name in replaced.items() if name in ad.computed}
        plain = {index: name for index, name in replaced.items() if index not in computed}
        return _Plan(
            _items(list(read.values())),
            _items(list(plain.values())) if plain else None,
            _items(list(computed.values())) if computed else None,
            [*read, *plain, *computed],
            shared,
            {},
        )


class _Plan(msgspec.Struct, frozen=True):
    """How ads of one schema key are told apart."""

    read: Callable[[tuple[str, ...]], tuple[Hashable, ...]]
    """Picks those of its texts that tell each from others."""
    plain: Callable[[dict[str, Expr]], tuple[Expr, ...]] | None
    """Picks the plain values that were added or replaced in each; None if no such attribute counts."""
    computed: Callable[[dict[str, Expr]], tuple[Expr, ...]] | None
    """Picks what else was added or replaced."""
    indices: list[int]
    """Where these stand among all that they say."""
    shared: list[Hashable]
    """What all of them say."""
    known: dict[Hashable, int]
    """Numbers by what each says for itself."""

    def row(self, ad: Ad) -> tuple[Hashable, ...]:
        """All that an ad says."""
        row, own = self.shared.copy(), list[Hashable](self.read(ad.texts))
        if self.plain is not None:
            # What stands for a value is made faster than its hash.
            own += map(_LABEL_OF, self.plain(ad.table))
        if self.computed is not None:
            own += self.computed(ad.table)
        for index, says in zip(self.indices, own, strict=True):
            row[index] = says
        return tuple(row)


def _items(keys: Sequence[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Picks the items with these keys; `itemgetter` would give no tuple for fewer than two."""
    if len(keys) > 1:
        return itemgetter(*keys)
    return (lambda container: (container[keys[0]],)) if keys else lambda container: ()


class Partition(Generic[K]):
    """Makes one thing of each class of ads, when the first of a class is seen."""

    def __init__(self, closure: ReferenceClosure, make: Callable[[Ad], K]) -> None:
        self._projection = Projection(closure.names)
        self._make = make
        self._known: dict[object, K] = {}

    def __len__(self) -> int:
        """How many classes were met."""
        return len(self._known)

    def of(self, ad: Ad, *more: object) -> K:
        """What was made of the class of an ad; `more` tells ads apart that agree in their attributes."""
        key = (more, self._projection.number(ad))
        value = self._known.get(key)
        if value is None:
            value = self._known[key] = self._make(ad)
        return value


class ClosurePartition:
    """Numbers classes of ads that say the same in some attributes, in what those refer to in the same ad, and so on.

    The closure is that of each ad by itself: one that says `RequestDisk = DiskUsage` is compared in DiskUsage too. What
    to compare next follows from what was found, so that it is worked out once for each thing that ads say, and a
    million of them are told apart by a few look-ups. Numbers count up from 0 as classes are first seen.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._first = _Step(frozenset(names), frozenset())
        self._classes = 0
        self._last: Ad | None = None
        """The last ad of a schema in which everything that is read is shared. Neighbours mostly are of one schema."""
        self._last_number = 0

    def number(self, ad: Ad) -> int:
        """That of the class of this ad."""
        schema_key = ad.schema_key
        # Identity suffices: a changed ad has a tuple as key.
        if self._last is not None and schema_key is self._last.schema:
            return self._last_number
        step, shared = self._first, schema_key is ad.schema
        while True:
            key = step.projection.number(ad)
            shared = shared and step.projection.is_shared(ad)
            following = step.following.get(key)
            if following is None:
                following = step.following[key] = self._after(step, ad)
            if isinstance(following, int):
                break
            step = following
        if shared:
            self._last, self._last_number = ad, following
        return following

    def compared(self, ad: Ad) -> frozenset[str]:
        """The names of the attributes, in lower case, that tell the class of this ad, which has a number, from others.

        Ads that say the same in them are of one class.
        """
        step: _Step | int = self._first
        while isinstance(step, _Step):
            last, step = step, step.following[step.projection.number(ad)]
        return last.read

    def _after(self, step: _Step, ad: Ad) -> _Step | int:
        """What to read next in ads that say what this one says; the number of a new class where there is nothing."""
        expressions = [expr for name in step.names if (expr := ad.lookup(name)) is not None]
        referred = (reference for expr in expressions for reference in references(expr))
        more = {reference.name for reference in referred if reference.scope != "target"}
        if more <= step.read:  # Nothing new is referred to, so the closure is complete
            self._classes += 1
            return self._classes - 1
        return _Step(frozenset(more - step.read), step.read)


class _Step:
    """Some attributes that are read at once, the first of them being those that the closure starts from."""

    __slots__ = ("following", "names", "projection", "read")

    def __init__(self, names: frozenset[str], read: frozenset[str]) -> None:
        self.names = names
        self.read = read | names
        """These and those of the steps before."""
        self.projection = Projection(sorted(names))
        self.following: dict[int, _Step | int] = {}
        """By number of the projection, where to read on or the class."""


class AdsBySchema:
    """Ads put together by schema, to see what all of them say without asking each."""

    def __init__(self, ads: Iterable[Ad]) -> None:
        self._groups: dict[Hashable, list[Ad]] = {}
        for ad in ads:
            self._groups.setdefault(ad.schema_key, []).append(ad)

    def names(self) -> set[str]:
        """The names of all attributes, in lower case."""
        return {name.lower() for ads in self._groups.values() for name in ads[0]}

    def distinct_values(self, name: str) -> dict[RawValue, Ad]:
        """Everything that is said under this lower-case name, each with an ad that says it."""
        values: dict[RawValue, Ad] = {}
        for ads in self._groups.values():
            first = ads[0]
            index = first.schema.where.get(name)
            if first.is_changed(name):
                values |= {ad.raw_value(name): ad for ad in ads}
            elif isinstance(index, int):
                values |= {ad.texts[index]: ad for ad in ads}
            else:
                values[first.raw_value(name)] = first
        return values

    def representatives(self, tells: Callable[[str], bool]) -> list[Ad]:
        """Enough of the ads to see everything that is said in attributes with texts that `tells` is true of.

        It is true of no plain value (`is_plain`). Of ads that agree in schema and in these attributes there is one.
        """
        telling = cache(tells)
        chosen: list[Ad] = []
        for key, ads in self._groups.items():
            if not isinstance(key, Schema):
                chosen += ads
                continue
            columns = zip(*[ad.texts for ad in ads], strict=True)
            distinct = map(set, columns)
            indices = [at for at, texts in enumerate(distinct) if not are_plain(texts) and any(map(telling, texts))]
            if indices:
                own = itemgetter(*indices)  # One of each combination of the texts that tell
                chosen += {own(ad.texts): ad for ad in ads}.values()
            else:
                chosen.append(ads[0])
        return chosen


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


_Said = tuple[ReferenceClosure, frozenset[Reference], bool]  # What an expression refers to, and whether it is a list
_NOTHING: Final = ReferenceClosure((), frozenset())
_ABSENT: Final[_Said] = (_NOTHING, frozenset(), False)  # Of a text that is not an expression
_VALUE: Final = 0  # The number of what refers to nothing
_MOST_TEXTS: Final = 1 << 16


class ReferenceSchemas:
    """Finds the schemas of ads. Two ads of one schema differ in nothing but values, and in the words of expressions."""

    def __init__(self) -> None:
        self._schemas: dict[Hashable, ReferenceSchema] = {}
        self._indices: dict[Schema, list[tuple[str, int]]] = {}
        self._of_own: dict[tuple[Schema, int], tuple[tuple[str, ...], int]] = {}
        """The number of what the texts of an ad say that are expressions, whatever was replaced or removed since.

        By the identity of the texts, which ads that were made of each other share; equal ones are rare otherwise.
        """
        self._own_numbers: dict[tuple[tuple[str, int], ...], int] = {}
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
        table, texts = ad.table, (ad.schema, id(ad.texts))
        known = self._of_own.get(texts)
        if known is None:
            if len(self._of_own) >= _MOST_TEXTS:  # Each job may be a text of its own; schemas are few and stay
                self._of_own.clear()
            own = self._own_numbers.setdefault(self._own(ad), len(self._own_numbers))
            known = self._of_own[texts] = ad.texts, own  # With them, so that no others get their identity
        added = [(name, said) for name in ad.computed if (said := self._of_expression(table[name])) != _VALUE]
        return ad.schema_key, known[1], *added

    def _own(self, ad: Ad) -> tuple[tuple[str, int], ...]:
        indices = self._indices.get(ad.schema)
        if indices is None:
            where = ad.schema.where.items()
            indices = self._indices[ad.schema] = [(name, index) for name, index in where if isinstance(index, int)]
        said = ((name, self._of_text(ad.texts[index], ad.schema)) for name, index in indices)
        return tuple([pair for pair in said if pair[1] != _VALUE])

    def _of_text(self, text: str, schema: Schema) -> int:
        try:
            return self._of_texts[text]
        except KeyError:
            expr = schema.read(text)  # Not cached as expression: the number is all that is asked for
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
        telling = frozenset(mention for mention in mentions if mention[1] != _NOTHING)
        return ReferenceSchema(external_references(ad, asking), telling, frozenset(map(str.lower, ad)))


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

    def ignores_differences_in(self, kind: ChangeKind, schema: ReferenceSchema) -> bool:
        """Whether changes of a kind agree in all that counts in the ads of this schema that they make."""
        projection = self._of_schema.get(schema)
        return projection is not None and projection.ignores_differences_in(kind)

    def _projection(self, schema: ReferenceSchema) -> Projection | None:
        if self._start is None:
            return None
        behind = dict(schema.mentions)
        names = closure(self._start, lambda name: behind.get(name, _NOTHING).names or ())
        # An `eval()` anywhere on the way may read anything.
        opaque = any(behind[name].names is None for name in names & behind.keys())
        return None if opaque else Projection(sorted(names))


def mentions(schemas: Iterable[ReferenceSchema]) -> frozenset[Mention]:
    """What ads of these schemas mention together."""
    return frozenset().union(*(schema.mentions for schema in schemas))
