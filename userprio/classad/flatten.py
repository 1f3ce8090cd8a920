"""Flattening: an expression with everything worked out that its own ad settles (`FlattenAndInline`).

HTCondor flattens the Requirements of slots and requests before it matches them. That is meant to save time only, and
yet it may change what they say: a constant moves to the left of `||`, `&&`, `+` and `*`, where an error among them is
met before what would have decided; and a function whose arguments are all constant is called without a target.
"""

from __future__ import annotations

from typing import Final

import msgspec

from userprio.base.cxx import to_int
from userprio.base.limits import EVALUATION_LEVELS, FLATTENING_STEPS, FREE_STEPS, STEPS
from userprio.classad import values
from userprio.classad.ad import Ad
from userprio.classad.compiler import binary, chain, truth, unary
from userprio.classad.context import Code, Context, EvaluationFailure, outermost, select, strays, subscript
from userprio.classad.parser import parse
from userprio.classad.values import ERROR, UNDEFINED, AdValue, AttributeRef, Binary, Expr, ListValue, Literal, Value

_ASSOCIATIVE: Final = frozenset({"+", "*", "&", "^", "|", "&&", "||"})
"""Operators among whose operands constants are gathered."""
_TARGET: Final = frozenset({"target", "other"})
_PRESENT: Final = parse("time()")
_STEP: Final = 8  # Steps of an evaluation that one of flattening counts for, by the time they take


class _Flat(msgspec.Struct):
    """What became of a node: a value, or an expression that needs the other ad.

    With `op`, it is both, which that operator is to join: the value that its constants came to, and the rest.
    """

    value: Value = UNDEFINED
    rest: Expr | None = None
    op: str = ""

    @property
    def expr(self) -> Expr:
        """Both joined, the value first."""
        if self.rest is None:
            return _literal(self.value)
        return Binary(self.op, _literal(self.value), self.rest) if self.op else self.rest


def flattened(expr: Expr, context: Context, *, inline: bool = True, leads: bool | None = None) -> Expr | None:
    """`expr` flattened in an ad that has no target; None where that fails and HTCondor leaves it as it is.

    It fails in a circle of attributes, after too many steps, and where a list or an ad that was worked out would have
    to be written out, such as one given to a function.

    With `inline`, an attribute that is not settled gives its place to what became of it (`FlattenAndInline`), else it
    stays (`Flatten`). `context.ad` must not define MY, TARGET or OTHER: HTCondor leaves such an ad alone.

    With `leads`, HTCondor calls the other ad of a match `.RIGHT`, or `.LEFT`, which says the same as TARGET wherever it
    is evaluated. So it is called here only where what TARGET means depends on that.
    """
    flattener = _Flattener(context, inline)
    try:
        flat = _at_home(flattener.flatten(expr).expr)
    except (EvaluationFailure, RecursionError):
        return None
    finally:
        if flattener.steps > FREE_STEPS:
            context.run.surroundings.budget.spend(STEPS, (flattener.steps - FREE_STEPS) * _STEP)
    if leads is None or not strays(flat):
        return flat
    return values.renamed(flat, dict.fromkeys(_TARGET, ".RIGHT" if leads else ".LEFT"))


class _Flattener:
    """One flattening. `scope` is the ad in which names are looked up.

    It is not always put back after a nested ad was looked into, since HTCondor then goes on in the wrong one.
    """

    def __init__(self, context: Context, inline: bool) -> None:
        self.scope = context
        self._inline = inline
        self._levels = EVALUATION_LEVELS
        # Attributes that lead to each other in several ways double with every level; HTCondor would never be done.
        self._steps_left = FLATTENING_STEPS

    @property
    def steps(self) -> int:
        """Steps so far."""
        return FLATTENING_STEPS - self._steps_left

    def flatten(self, node: Expr) -> _Flat:
        """What becomes of a node by itself."""
        self._steps_left -= 1
        if self._steps_left < 0:
            raise EvaluationFailure
        match node:
            case Literal():
                # A list or an ad among the elements of a list that was made is an expression to HTCondor.
                composite = isinstance(node.value, ListValue | AdValue)
                return _Flat(rest=node) if composite else _Flat(node.value)
            case AttributeRef():
                return self._reference(node)
            case Binary() if node.op in _ASSOCIATIVE:
                part = self._chain(node)
                return _Flat(rest=part.expr) if part.op else part
            case values.Conditional():
                return self._conditional(node)
            case values.Call():
                return self._call(node)
            case values.ListExpr():
                return _Flat(rest=values.ListExpr(tuple(self.flatten(item).expr for item in node.items)))
            case values.AdExpr():
                return self._nested(node)
        parts = [self.flatten(child) for child in node.children]
        if any(part.rest is not None for part in parts):
            # A list next to an operator is lost (`Operation::_Flatten`).
            if isinstance(node, Binary) and node.op != "?:" and any(_is_composite(part) for part in parts):
                return _Flat(UNDEFINED)
            return _Flat(rest=values.with_children(node, [part.expr for part in parts]))
        return _Flat(self._applied(node, [part.value for part in parts]))

    def _chain(self, node: Binary) -> _Flat:
        """A chain of associative operators, which nests to the left, from its innermost operand on."""
        chain = [node]
        while isinstance(node.left, Binary) and node.left.op in _ASSOCIATIVE:
            node = node.left
            chain.append(node)
        left = self.flatten(node.left)
        for each in reversed(chain):
            right = each.right
            if isinstance(right, Binary) and right.op in _ASSOCIATIVE:
                left = self._combined(each.op, left, self._chain(right))
            else:
                left = self._combined(each.op, left, self.flatten(right))
        return left

    def _combined(self, op: str, left: _Flat, right: _Flat) -> _Flat:
        """What becomes of two operands of an associative operator (`Operation::combine`)."""
        if op in ("&&", "||") and (left.rest is None) is not (right.rest is None):
            settled, other = (left, right) if left.rest is None else (right, left)
            # The other counts as undefined, and a number becomes a boolean on the way.
            decided = self._logic(op, *((settled.value, UNDEFINED) if settled is left else (UNDEFINED, settled.value)))
            if isinstance(decided, bool):
                return _Flat(decided)
            if isinstance(settled.value, int | float):
                settled.value = truth(settled.value)
            if op == "&&" and settled.value is True:
                # Without its operator, the constant that came with the rest is lost.
                return _Flat(rest=other.rest)
        if left.rest is None and right.rest is None:
            return _Flat(self._value(op, left.value, right.value))
        if left.rest is None and not right.op:
            return _Flat(left.value, right.rest, op)
        if right.rest is None and not left.op:
            return _Flat(right.value, left.rest, op)
        if not (left.op or right.op) or op not in (left.op, right.op):
            return _Flat(rest=Binary(op, left.expr, right.expr))
        if left.rest is None or right.rest is None:
            return _Flat(self._value(op, left.value, right.value), left.rest or right.rest, op)
        if left.op == right.op:
            return _Flat(self._value(op, left.value, right.value), Binary(op, left.rest, right.rest), op)
        return _Flat(left.value if left.op == op else right.value, Binary(op, left.rest, right.rest), op)

    def _conditional(self, node: values.Conditional) -> _Flat:
        condition = self.flatten(node.condition)
        if condition.rest is None and condition.value is not UNDEFINED:
            known = truth(condition.value)
            return _Flat(known) if known is ERROR else self.flatten(node.yes if known else node.no)
        yes, no = self.flatten(node.yes), self.flatten(node.no)
        asked = condition.rest or node.condition
        if _is_composite(yes):
            # What cannot be written out is missing, as between the two characters of `?:`.
            return _Flat(rest=Binary("?:", asked, no.expr))
        return _Flat(rest=values.Conditional(asked, yes.expr, no.expr))

    def _call(self, node: values.Call) -> _Flat:
        functions = self.scope.run.surroundings.functions
        if node.name.lower() not in functions.strict.keys() | functions.lazy.keys():
            return _Flat(ERROR)
        arguments = [self.flatten(argument) for argument in node.arguments]
        call = node.__class__(node.name, tuple(argument.expr for argument in arguments))
        # One open argument keeps the call, as flattened as the others are.
        if any(argument.rest is not None for argument in arguments):
            return _Flat(rest=call)
        value = self.scope.evaluate(node)
        if strays(node):
            self.scope = self.scope.run.ended or self.scope
        return _Flat(value)

    def _nested(self, node: values.AdExpr) -> _Flat:
        around = self.scope
        self.scope = around.inside(Ad(node.attributes), node)
        attributes = tuple((name, self.flatten(expr).expr) for name, expr in node.attributes)
        self.scope = around
        return _Flat(rest=values.AdExpr(attributes))

    def _reference(self, node: AttributeRef) -> _Flat:
        scope = self.scope
        home: Context | None = scope
        name = node.name.lower()
        if node.base is not None:
            base = self._base(node.base) if self._levels else ERROR
            if base is UNDEFINED and not self._inline:
                return _Flat(rest=node)
            if base is UNDEFINED:
                inner = self._deeper(node.base, scope)
                self.scope = scope
                return _Flat(rest=node if inner.rest is None else AttributeRef(node.name, inner.rest))
            if isinstance(base, ListValue):
                chosen = select(scope, base, name, 0)
                assert isinstance(chosen, ListValue)
                return self._found(node, values.ListExpr(chosen.items), scope)
            if not isinstance(base, AdValue):
                return _Flat(ERROR)
            home = base.context if isinstance(base.context, Context) else scope.alone(base.ad)
        elif node.absolute:
            home = outermost(scope)
        while home is not None:
            expr = home.ad.lookup(name)
            if expr is not None:
                return self._found(node, expr, home)
            if name == "currenttime":
                return self._found(node, _PRESENT, home)
            if name in ("my", "self", "toplevel", "root") or (name == "parent" and home.parent is not None):
                self.scope = home
                return _Flat(rest=node)
            home = None if name == "parent" else home.parent
        return _Flat(rest=node)

    def _base(self, base: Expr) -> Value:
        if isinstance(base, AttributeRef) and base.base is None and base.name.lower() in _TARGET:
            return UNDEFINED
        return self.scope.evaluate(base)

    def _found(self, node: AttributeRef, expr: Expr, home: Context) -> _Flat:
        before, self.scope = self.scope, home  # Put back below only where HTCondor does, see the class
        if isinstance(expr, values.AdExpr) or (isinstance(expr, Literal) and isinstance(expr.value, AdValue)):
            return _Flat(rest=node)
        part = self._deeper(expr, home)
        if part.rest is not None and self._inline:
            return _Flat(rest=part.expr)
        self.scope = before
        return _Flat(part.value) if part.rest is None else _Flat(rest=node)

    def _deeper(self, expr: Expr, scope: Context) -> _Flat:
        if self._levels <= 0:
            raise EvaluationFailure
        self._levels -= 1  # As deep as evaluation goes; a circle of attributes ends here too
        self.scope = scope
        part = self.flatten(expr)
        self._levels += 1
        return part

    def _applied(self, node: Expr, operands: list[Value]) -> Value:
        match node:
            case values.Parenthesized():
                return operands[0]
            case values.Unary():
                return unary(node.op, _constant(operands[0]))(self.scope)
            case values.Subscript():
                return subscript(*operands)
            case Binary():
                return self._value(node.op, *operands)
        raise TypeError(f"{node.__class__.__name__} is not an operator")

    def _value(self, op: str, left: Value, right: Value) -> Value:
        if op in ("&&", "||"):
            return self._logic(op, left, right)
        return binary(op, _constant(left), _constant(right), Literal(right))(self.scope)

    def _logic(self, op: str, left: Value, right: Value) -> Value:
        if not all(isinstance(value, bool | int | float | values.Special) for value in (left, right)):
            return ERROR
        return chain(op, (_constant(left), _constant(right)))(self.scope)


def _at_home(expr: Expr) -> Expr:
    """The expression as its ad has it from now on: ads written out in it are in that ad, cached or not before."""
    waiting = [expr]
    while waiting:
        node = waiting.pop()
        if isinstance(node, values.AdExpr) and node.alone_from is not None:
            return values.renamed(expr, {})
        waiting += node.children
    return expr


def _is_composite(part: _Flat) -> bool:
    return part.rest is None and isinstance(part.value, ListValue | AdValue)


def _literal(value: Value) -> Literal:
    """The value written out.

    Raises:
        EvaluationFailure: it is a list or an ad, which HTCondor cannot write out here (`Literal::MakeLiteral`).
    """
    if isinstance(value, ListValue | AdValue):
        raise EvaluationFailure
    return Literal(values.RelTime(to_int(value.seconds)) if isinstance(value, values.RelTime) else value)


def _constant(value: Value) -> Code:
    return lambda context: value
