"""What an expression can be worth: Python's own scalars, and the types of the language that Python lacks.

Lists and ads hold expressions, and an expression may be a value written out, so that `Expr` and `Literal` stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol, TypeAlias, TypeVar

T = TypeVar("T")


class Special(Enum):
    """The two values that stand for the lack of one; test for them with `is`."""

    UNDEFINED = "undefined"
    ERROR = "error"

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


UNDEFINED: Final = Special.UNDEFINED
"""What a missing attribute is worth."""
ERROR: Final = Special.ERROR
"""What nonsense is worth."""


@dataclass(frozen=True, slots=True)
class AbsTime:
    """An instant: seconds since the epoch, and the offset from UTC in seconds that it is shown in."""

    seconds: int
    offset: int = 0


@dataclass(frozen=True, slots=True)
class RelTime:
    """A length of time in seconds."""

    seconds: float


class Expr:
    """An expression. `code` is the closure it was compiled to and `cost` its number of nodes, once it was evaluated."""

    __slots__ = ("_hash", "code", "cost")

    code: Callable[..., Value]
    cost: int
    _hash: int

    @property
    def children(self) -> tuple[Expr, ...]:
        """The expressions it is made of, from left to right."""
        return ()

    @property
    def label(self) -> Hashable:
        """What tells it apart from another node of its class with the same children."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Expr):
            return NotImplemented
        if self is other:
            return True
        if hash(self) != hash(other):
            return False
        pairs = [(self, other)]
        while pairs:
            one, two = pairs.pop()
            if one is two:
                continue
            if one.__class__ is not two.__class__ or one.label != two.label:
                return False
            if len(one.children) != len(two.children):
                return False
            pairs.extend(zip(one.children, two.children, strict=True))
        return True

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            number = fold(self, lambda node, parts: hash((node.__class__, node.label, *parts)))
            object.__setattr__(self, "_hash", number)
            return number

    def __repr__(self) -> str:
        parts = [*([] if self.label is None else [self.label]), *self.children]
        return f"{self.__class__.__name__}({', '.join(map(repr, parts))})"


def fold(root: Expr, combine: Callable[[Expr, list[T]], T]) -> T:
    """Make one thing of an expression: `combine` is given each node with what its children became, leaves first."""
    order: list[Expr] = []
    stack = [root]
    while stack:
        node = stack.pop()
        order.append(node)
        stack.extend(node.children)
    made: list[T] = []
    for node in reversed(order):
        first = len(made) - len(node.children)
        made[first:] = [combine(node, made[first:])]
    return made[0]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Literal(Expr):
    """A value written out."""

    value: Value

    @property
    def label(self) -> Hashable:
        """Type and value; reals by their digits, since 0.0 is not -0.0 and not-a-number is equal to itself here."""
        value = self.value
        return (value.__class__, repr(value) if isinstance(value, float) else value)

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({self.value!r})"


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


@dataclass(frozen=True, slots=True)
class ListValue:
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


@dataclass(frozen=True, slots=True)
class AdValue:
    """A nested ad as a value. `context` is where its attributes are evaluated, None where it is made of values."""

    ad: Attributes
    context: EvaluationScope | None = None

    def __len__(self) -> int:
        return len(self.ad)

    def names(self) -> list[str]:
        """Its attribute names as they were spelled, in order."""
        return list(self.ad)

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


Value: TypeAlias = bool | int | float | str | Special | AbsTime | RelTime | ListValue | AdValue
"""Any value. Integers are within 64 bits; strings are UTF-8 decoded with `surrogateescape`."""
