"""What an expression can be worth: Python's own scalars, and the types of the language that Python lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from userprio.classad.ad import Ad
    from userprio.classad.ast import Expr
    from userprio.classad.context import Context


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


@dataclass(frozen=True, slots=True)
class ListValue:
    """A list. Its elements are expressions and are evaluated, where the list was written, when looked at.

    `context` is None for a list that a function made of values; the language tells the two apart in one place, `=?=`.
    """

    items: tuple[Expr, ...]
    context: Context | None = None

    @classmethod
    def of(cls, values: Iterable[Value]) -> ListValue:
        """The list of these values."""
        from userprio.classad.ast import Literal

        return cls(tuple(Literal(value) for value in values))

    def __len__(self) -> int:
        return len(self.items)

    def __iter__(self) -> Iterator[Value]:
        return map(self._value, self.items)

    def __getitem__(self, index: int) -> Value:
        return self._value(self.items[index])

    def _value(self, item: Expr) -> Value:
        from userprio.classad.ast import Literal

        if isinstance(item, Literal):
            return item.value
        return UNDEFINED if self.context is None else self.context.settle_inside(item)


@dataclass(frozen=True, slots=True)
class AdValue:
    """A nested ad as a value. `context` is where its attributes are evaluated, None for one that a function made."""

    ad: Ad
    context: Context | None = None

    @classmethod
    def of(cls, attributes: Mapping[str, Value]) -> AdValue:
        """The ad of these values."""
        from userprio.classad.ad import Ad

        return cls(Ad(attributes))

    def __len__(self) -> int:
        return len(self.ad)

    def names(self) -> list[str]:
        """Its attribute names as they were spelled, in order."""
        return list(self.ad)

    def get(self, name: str) -> Value:
        """The value of its own attribute `name`, UNDEFINED where it has none; the ads around it are not searched."""
        expr = self.ad.expr(name)
        return UNDEFINED if expr is None else self._context().settle_attribute(name, expr)

    def evaluate(self, expr: Expr) -> Value:
        """The value of `expr` inside this ad, seeing the names around it too."""
        return self._context().settle_inside(expr)

    def _context(self) -> Context:
        from userprio.classad.context import Context

        return Context.detached(self.ad) if self.context is None else self.context


Value: TypeAlias = bool | int | float | str | Special | AbsTime | RelTime | ListValue | AdValue
"""Any value. Integers are within 64 bits; strings are UTF-8 decoded with `surrogateescape`."""
