"""Expressions and their values: Python's own scalars, and the types of the language that Python lacks; times as text.

The parts of an expression are immutable nodes, equal where their structure and spelling are equal. Chains of operators
nest to the left without bound, so nothing here recurses: everything that walks a tree goes through `fold` or keeps its
own stack.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from enum import Enum, IntEnum
from operator import attrgetter
from typing import Final, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec.structs import force_setattr

from userprio.base.cxx import to_int
from userprio.base.patterns import lazy_pattern

T = TypeVar("T")


class Special(Enum):
    """The two values that stand for a missing value; test for them with `is`."""

    UNDEFINED = "undefined"
    ERROR = "error"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


UNDEFINED: Final = Special.UNDEFINED
"""The value of a missing attribute."""
ERROR: Final = Special.ERROR
"""The value of an expression that makes no sense."""


class AbsTime(msgspec.Struct, frozen=True):
    """An instant: seconds since the epoch, and the offset from UTC in seconds that it is shown in."""

    seconds: int
    offset: int = 0


class RelTime(msgspec.Struct, frozen=True):
    """A length of time in seconds."""

    seconds: float

    @property
    def whole_seconds(self) -> int:
        """The length as most of the language sees it: without its fraction, in 32 bits."""
        return to_int(self.seconds)


class Expr(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """An expression. `code` is the closure it was compiled to and `cost` its number of nodes, once it was evaluated."""

    code: Callable[..., Value] | None = None
    cost: int = 0
    _hash: int | None = None

    def __reduce__(self) -> tuple[type[Expr], tuple[object, ...]]:
        # Closures cannot be pickled; whoever evaluates the copy compiles it.
        return self.__class__, tuple(getattr(self, field) for field in self.__class__.__match_args__)

    @property
    def children(self) -> tuple[Expr, ...]:
        """Its subexpressions, from left to right."""
        return ()

    @property
    def label(self) -> Hashable:
        """What distinguishes it from other nodes of its class with the same children."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expr):
            return NotImplemented
        if self is other:
            return True
        if hash(self) != hash(other):  # Cached, and unequal for nearly all unequal trees
            return False
        pairs = [(self, other)]  # No recursion: a chain of a thousand operators is a thousand deep
        while pairs:
            first, second = pairs.pop()
            if first is second:
                continue
            if first.__class__ is not second.__class__ or first.label != second.label:
                return False
            if len(first.children) != len(second.children):
                return False
            pairs.extend(zip(first.children, second.children, strict=True))
        return True

    def __ne__(self, other: object) -> bool:
        # Python would derive it from `__eq__`, but the base class has one of its own, which compares identities.
        return not self == other

    def __hash__(self) -> int:
        number = self._hash
        if number is None:
            number = fold(self, lambda node, parts: hash((node.__class__, node.label, *parts)))
            force_setattr(self, "_hash", number)
        return number

    def __repr__(self) -> str:
        parts = [*([] if self.label is None else [self.label]), *self.children]
        return f"{self.__class__.__name__}({', '.join(map(repr, parts))})"


def walk(root: Expr) -> Iterator[Expr]:
    """An expression and all its subexpressions."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(node.children)


def fold(root: Expr, combine: Callable[[Expr, list[T]], T]) -> T:
    """Fold an expression: `combine` is given each node with the results of its children, leaves first."""
    order: list[Expr] = []
    stack = [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children)
    results: list[T] = []
    for node in reversed(order):
        first = len(results) - len(node.children)
        results[first:] = [combine(node, results[first:])]  # The results of its children are the last ones
    return results[0]


class Literal(Expr, frozen=True):
    """A literal value."""

    value: Value

    @property
    def label(self) -> Hashable:
        """Type and value; reals by their digits, since 0.0 is not -0.0 and not-a-number is equal to itself here."""
        value = self.value
        return (value.__class__, repr(value) if value.__class__ is float else value)

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({self.value!r})"


class WrittenLength(Literal, frozen=True):
    """`relTime("…")` of a plain text, which HTCondor reads as a real, a defect, and prints as the time that it is."""


class AttributeRef(Expr, frozen=True):
    """A name: bare, of the outermost ad (`.name`, absolute), or of the value of `base` (`base.name`)."""

    name: str
    base: Expr | None = None
    absolute: bool = False

    children = property(lambda self: () if self.base is None else (self.base,))
    label = property(attrgetter("name", "absolute"))


class Unary(Expr, frozen=True):
    """`-a`, `+a`, `!a` or `~a`."""

    op: str
    operand: Expr

    children = property(lambda self: (self.operand,))
    label = property(attrgetter("op"))


class Binary(Expr, frozen=True):
    """Two operands and one of `* / % + - << >> >>> < <= > >= == != =?= =!= & ^ | && || ?:`.

    `is` and `isnt` are read as `=?=` and `=!=`.
    """

    op: str
    left: Expr
    right: Expr

    children = property(attrgetter("left", "right"))
    label = property(attrgetter("op"))


class Conditional(Expr, frozen=True):
    """`condition ? yes : no`."""

    condition: Expr
    yes: Expr
    no: Expr

    children = property(attrgetter("condition", "yes", "no"))


class Subscript(Expr, frozen=True):
    """`base[index]`."""

    base: Expr
    index: Expr

    children = property(attrgetter("base", "index"))


class Parenthesized(Expr, frozen=True):
    """`(inner)`; kept because printing keeps it."""

    inner: Expr

    children = property(lambda self: (self.inner,))


class Call(Expr, frozen=True):
    """A function call; whether there is such a function shows when it is evaluated."""

    name: str
    arguments: tuple[Expr, ...]

    children = property(attrgetter("arguments"))
    label = property(attrgetter("name"))


class MisspeltCall(Call, frozen=True):
    """A call in a spelling that finds its function but that the function itself does not recognise in this version."""


class ListExpr(Expr, frozen=True):
    """`{ a, b }`."""

    items: tuple[Expr, ...]

    children = property(attrgetter("items"))


class Caching(IntEnum):
    """For which attributes a daemon shares one expression among ads with equal text (`ENABLE_CLASSAD_CACHING`)."""

    NONE = 0
    OPERATORS = 1
    """Operators and calls, unless the text begins with a list or an ad."""
    ALL = 2
    """Whatever is not a list or an ad as a whole."""


class AdExpr(Expr, frozen=True):
    """`[ a = 1; b = 2 ]`: names as spelled with their expressions, each name once whatever its case."""

    attributes: tuple[tuple[str, Expr], ...]
    alone_from: Caching | None = None
    """Where so much is cached, no ad is around it, though it stands in an attribute of one; None: never so."""

    children = property(lambda self: tuple(expr for _, expr in self.attributes))
    label = property(lambda self: tuple(name for name, _ in self.attributes))


def as_element(value: Value) -> Literal:
    """A value as element of a list. There a length of time prints as one, with its whole seconds, a real, as value."""
    return WrittenLength(float(value.whole_seconds)) if isinstance(value, RelTime) else Literal(value)


class Attributes(Protocol):
    """The named expressions of an ad (`Ad`)."""

    def expr(self, name: str) -> Expr | None:
        """The expression of attribute `name`, whatever its case, None where there is none."""

    def items(self) -> Iterator[tuple[str, Expr]]:
        """Names as spelled with their expressions, in order."""

    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...


class EvaluationScope(Protocol):
    """An ad while expressions are evaluated in it (`Context`)."""

    def evaluate(self, expr: Expr) -> Value:
        """The value of an expression."""

    def settle_inside(self, expr: Expr) -> Value:
        """The value of an expression while something else is under evaluation, ERROR where the evaluation fails."""

    def settle_attribute(self, name: str, expr: Expr) -> Value:
        """The value of the ad's attribute `name`, which is `expr`; ERROR where the evaluation fails."""


class ListValue(msgspec.Struct, frozen=True):
    """A list. Its elements are expressions and are evaluated, where the list was written, when looked at.

    `context` is None for a list that a function made of values; the language tells the two apart in one place, `=?=`.
    """

    items: tuple[Expr, ...]
    context: EvaluationScope | None = None

    @classmethod
    def of(cls, values: Iterable[Value]) -> ListValue:
        """The list of these values."""
        return cls(tuple(Literal(value) for value in values))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Value]:
        return map(self._value, self.items)

    def __getitem__(self, index: int) -> Value:
        return self._value(self.items[index])

    def _value(self, item: Expr) -> Value:
        if isinstance(item, Literal):
            return item.value
        return UNDEFINED if self.context is None else self.context.settle_inside(item)


class AdValue(msgspec.Struct, frozen=True):
    """A nested ad as a value. `context` is where its attributes are evaluated, None where it is made of values."""

    ad: Attributes
    context: EvaluationScope | None = None

    def __len__(self) -> int:
        return len(self.ad)

    def get(self, name: str) -> Value:
        """The value of its own attribute `name`, UNDEFINED where it has none; the ads around it are not searched."""
        expr = self.ad.expr(name)
        if expr is None or isinstance(expr, Literal):
            return UNDEFINED if expr is None else expr.value
        return UNDEFINED if self.context is None else self.context.settle_attribute(name, expr)

    def evaluate(self, expr: Expr) -> Value:
        """The value of `expr` inside this ad, seeing the names around it too."""
        if isinstance(expr, Literal):
            return expr.value
        return UNDEFINED if self.context is None else self.context.settle_inside(expr)


def encode(text: str) -> bytes:
    """The bytes of a string, which is what the language counts and compares."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    """The string of these bytes."""
    return data.decode("utf-8", "surrogateescape")


def fold_case(text: str) -> str:
    """The form in which strings are compared without case: ASCII letters folded, other bytes one character each."""
    return text.lower() if text.isascii() else encode(text).lower().decode("latin-1")  # `strcasecmp` in the C locale


Value: TypeAlias = bool | int | float | str | Special | AbsTime | RelTime | ListValue | AdValue
"""Any value. Integers are within 64 bits; strings are UTF-8 decoded with `surrogateescape`."""


def renamed(expr: Expr, names: Mapping[str, str]) -> Expr:
    """The expression with other names for these (in lower case) where they stand alone or left of a dot.

    `RewriteAttrRefs`: with `slot` as `TARGET`, `SLOT.Cpus` becomes `TARGET.Cpus`, and `MY.Slot` stays. A name may begin
    with a dot, as in `.LEFT`.
    """

    def combine(node: Expr, parts: Sequence[Expr]) -> Expr:
        if isinstance(node, AttributeRef) and node.base is None:
            name = names.get(node.name.lower(), node.name)
            return AttributeRef(name.removeprefix("."), None, node.absolute or name.startswith("."))
        return with_children(node, parts)

    return fold(expr, combine)


def with_children(node: Expr, parts: Sequence[Expr]) -> Expr:
    """The same node with other children."""
    match node:
        case Call():
            return node.__class__(node.name, tuple(parts))
        case ListExpr():
            return ListExpr(tuple(parts))
        case AdExpr():
            return AdExpr(tuple((name, part) for (name, _), part in zip(node.attributes, parts, strict=True)))
    # The others have each child as a field of its own, in order; a literal has none.
    following = iter(parts)
    make: Callable[..., Expr] = node.__class__
    fields = (getattr(node, name) for name in node.__class__.__match_args__)
    return make(*(next(following) if isinstance(field, Expr) else field for field in fields))


_OFFSET = lazy_pattern(r"([-+])([0-9]{2}):?([0-9]{2})$")
_FIELDS = lazy_pattern(
    r"[^0-9]*([0-9]{4})(?:[^0-9]*([0-9]{2}))?(?:[^0-9]*([0-9]{2}))?(?:[^0-9]*([0-9]{2}))?(?:[^0-9]*([0-9]{2}))?"
    r"(?:[^0-9]*([0-9]{2}))?[^0-9]*"
)
_LENGTH = lazy_pattern(
    r"\s*(?P<sign>-?)\s*(?:(?P<days>[0-9]*)\s*[dD+])?\s*(?:(?P<hours>[0-9]*)\s*[hH:])??\s*(?:(?P<minutes>[0-9]*)\s*[mM:])?"
    r"\s*(?:(?P<seconds>[0-9]*(?:\.(?:[0-9]+|(?=\s*[sS])))?)\s*[sS]?)?\s*"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def parse_instant(text: str, zone: tzinfo | None) -> AbsTime | None:
    """An ISO 8601 date with optional time and offset as an instant; None for any other text.

    Missing parts count as zero, a missing day therefore as the last of the month before. Without an offset the time is
    local to `zone`; without a zone such a text is read as UTC (`Literal::MakeAbsTime`).
    """
    body = text.rstrip()
    offset: int | None = None
    if len(body) > 1 and body[-1] in "zZ":
        body, offset = body[:-1], 0
    elif zone_match := _OFFSET.search(text):
        sign = -1 if zone_match[1] == "-" else 1
        body, offset = text[: zone_match.start()], sign * (int(zone_match[2]) * 3600 + int(zone_match[3]) * 60)
    fields = _FIELDS.fullmatch(body)
    if fields is None:
        return None
    year, month, day, hour, minute, second = (None if field is None else int(field) for field in fields.groups())
    months = (year or 0) * 12 + (1 if month is None else month) - 1  # `timegm` carries a month 0 or 13 into the year
    try:
        local = datetime(months // 12, months % 12 + 1, 1) + timedelta(
            days=(day or 0) - 1, hours=hour or 0, minutes=minute or 0, seconds=second or 0
        )
    except (ValueError, OverflowError):
        return None
    if offset is None:
        shift = None if zone is None else local.replace(tzinfo=zone).utcoffset()
        offset = 0 if shift is None else int(shift.total_seconds())
    return AbsTime(int((local.replace(tzinfo=UTC) - _EPOCH).total_seconds()) - offset, offset)


def has_offset(text: str) -> bool:
    """Whether the text of an instant says which offset it is in."""
    return text.rstrip()[-1:] in ("z", "Z") or _OFFSET.search(text) is not None


def parse_length(text: str) -> float | None:
    """`[-][days+][hh:][mm:]ss` in seconds, also with the letters `d h m s`; None for any other text."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        return None
    days, hours, minutes = (_small(match[unit]) for unit in ("days", "hours", "minutes"))
    digits = match["seconds"] or ""
    seconds = float(digits) if digits.strip(".") else 0.0
    total = days * 86400 + hours * 3600 + minutes * 60 + seconds
    return -total if match["sign"] else total


def _small(digits: str | None) -> int:
    """`from_chars` into an int: what does not fit leaves it zero."""
    text = (digits or "0").lstrip("0") or "0"
    # Digits without end would take Python a time that grows with their square.
    number = int(text) if len(text) <= 10 else 2**31
    return number if number < 2**31 else 0


def format_instant(instant: AbsTime) -> str:
    """`2020-01-01T00:00:00-00:00`, in the instant's own offset; UTC is written with a minus, as HTCondor does."""
    sign, away = ("+", instant.offset) if instant.offset > 0 else ("-", -instant.offset)
    try:
        shown = (_EPOCH + timedelta(seconds=instant.seconds + instant.offset)).strftime("%Y-%m-%dT%H:%M:%S")
    except OverflowError:
        shown = str(instant.seconds)
    return f"{shown}{sign}{away // 3600:02}:{away // 60 % 60:02}"


def format_length(seconds: float, *, written: bool = False) -> str:
    """`1+02:03:04`, leaving out leading parts that are zero and any fraction, as HTCondor does.

    A length that was `written` out keeps six digits of the seconds where these have a fraction. Beyond 32 bits the
    parts are what its arithmetic leaves of the smallest integer.
    """
    fraction = math.modf(abs(seconds))[0] if written else 0.0
    total = to_int(abs(seconds))
    sign = -1 if total < 0 else 1
    minutes, last = divmod(abs(total), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = [sign * part for part in (days, hours, minutes, last)]
    while len(parts) > 1 and parts[0] == 0:
        del parts[0]
    shown = f"{parts.pop(0)}+" if len(parts) == 4 else ""
    texts = [f"{part:02}" for part in parts]
    if fraction:
        texts[-1] = f"{parts[-1] + fraction:g}"
    return f"{'-' if seconds < 0 else ''}{shown}{':'.join(texts)}"
