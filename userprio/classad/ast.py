"""The parts of an expression: immutable nodes, equal where their structure and spelling are equal.

Chains of operators nest to the left without bound, so nothing here recurses: everything that walks a tree goes
through `fold` or keeps its own stack. What they are made from, `Expr` and `Literal`, stands beside the values.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from userprio.classad.values import Expr, Literal, fold

__all__ = [
    "AdExpr",
    "AttributeRef",
    "Binary",
    "Call",
    "Conditional",
    "Expr",
    "ListExpr",
    "Literal",
    "Parenthesized",
    "Subscript",
    "Unary",
    "WrittenLength",
    "fold",
    "rebuilt",
]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WrittenLength(Literal):
    """`relTime("…")` of a plain text, which HTCondor reads as a real, a defect, and prints as the time that it is."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AttributeRef(Expr):
    """A name: bare, of the outermost ad (`.name`, absolute), or of what `base` is worth (`base.name`)."""

    name: str
    base: Expr | None = None
    absolute: bool = False

    @property
    def children(self) -> tuple[Expr, ...]:
        """The base, if there is one."""
        return () if self.base is None else (self.base,)

    @property
    def label(self) -> Hashable:
        """Name and kind."""
        return (self.name, self.absolute)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Unary(Expr):
    """`-a`, `+a`, `!a` or `~a`."""

    op: str
    operand: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        """The operand."""
        return (self.operand,)

    @property
    def label(self) -> Hashable:
        """The operator."""
        return self.op


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Binary(Expr):
    """Two operands and one of `* / % + - << >> >>> < <= > >= == != =?= =!= & ^ | && || ?:`.

    `is` and `isnt` are read as `=?=` and `=!=`.
    """

    op: str
    left: Expr
    right: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        """Both operands."""
        return (self.left, self.right)

    @property
    def label(self) -> Hashable:
        """The operator."""
        return self.op


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Conditional(Expr):
    """`condition ? yes : no`."""

    condition: Expr
    yes: Expr
    no: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        """Condition and branches."""
        return (self.condition, self.yes, self.no)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Subscript(Expr):
    """`base[index]`."""

    base: Expr
    index: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        """Base and index."""
        return (self.base, self.index)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Parenthesized(Expr):
    """`(inner)`; kept because printing keeps it."""

    inner: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        """What stands inside."""
        return (self.inner,)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Call(Expr):
    """A function call; whether there is such a function shows when it is evaluated."""

    name: str
    arguments: tuple[Expr, ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        """The arguments."""
        return self.arguments

    @property
    def label(self) -> Hashable:
        """The name as it was spelled."""
        return self.name


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ListExpr(Expr):
    """`{ a, b }`."""

    items: tuple[Expr, ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        """The elements."""
        return self.items


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AdExpr(Expr):
    """`[ a = 1; b = 2 ]`: names as spelled with their expressions, each name once whatever its case."""

    attributes: tuple[tuple[str, Expr], ...]

    @property
    def children(self) -> tuple[Expr, ...]:
        """The expressions of the attributes."""
        return tuple(expr for _, expr in self.attributes)

    @property
    def label(self) -> Hashable:
        """The names."""
        return tuple(name for name, _ in self.attributes)


def rebuilt(node: Expr, parts: Sequence[Expr]) -> Expr:
    """The same node over other children, as many as it has."""
    match node:
        case Literal():
            return node
        case AttributeRef():
            return AttributeRef(node.name, parts[0] if parts else None, node.absolute)
        case Unary():
            return Unary(node.op, parts[0])
        case Binary():
            return Binary(node.op, parts[0], parts[1])
        case Conditional():
            return Conditional(*parts)
        case Subscript():
            return Subscript(*parts)
        case Parenthesized():
            return Parenthesized(*parts)
        case Call():
            return Call(node.name, tuple(parts))
        case ListExpr():
            return ListExpr(tuple(parts))
        case AdExpr():
            return AdExpr(tuple(zip((name for name, _ in node.attributes), parts, strict=True)))
        case _:
            raise TypeError(f"{node.__class__.__name__} is not part of an expression")
