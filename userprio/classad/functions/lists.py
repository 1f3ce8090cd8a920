"""Lists: membership, comparison, and numbers over a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from userprio.classad.operators import arithmetic, compare, identical, logical_not
from userprio.classad.values import ERROR, UNDEFINED, AdValue, ListValue, Value

if TYPE_CHECKING:
    from userprio.classad.context import Context, Strict

_COMPARISONS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    "<": lambda one, two: compare("<", one, two),
    "<=": lambda one, two: compare("<=", one, two),
    "!=": lambda one, two: compare("!=", one, two),
    "==": lambda one, two: compare("==", one, two),
    ">": lambda one, two: compare(">", one, two),
    ">=": lambda one, two: compare(">=", one, two),
    "is": identical,
    "isnt": lambda one, two: logical_not(identical(one, two)),
}


def _member(context: Context, arguments: list[Value]) -> Value:
    """`member(x, list)`, by `==`: elements that cannot be compared are passed over."""
    wanted, elements = arguments
    if wanted is UNDEFINED or elements is UNDEFINED:
        return UNDEFINED
    if wanted is ERROR or not isinstance(elements, ListValue) or isinstance(wanted, ListValue | AdValue):
        return ERROR
    return any(compare("==", element, wanted) is True for element in elements)


def _identical_member(context: Context, arguments: list[Value]) -> Value:
    """`identicalMember(x, list)`, by `=?=`: undefined and error can be looked for."""
    wanted, elements = arguments
    if elements is UNDEFINED:
        return UNDEFINED
    if not isinstance(elements, ListValue) or isinstance(wanted, ListValue | AdValue):
        return ERROR
    return any(identical(element, wanted) is True for element in elements)


def _compared(every: bool) -> Callable[[Context, list[Value]], Value]:
    """`anyCompare` and `allCompare`: the first element that is not comparable ends the search."""

    def answer(context: Context, arguments: list[Value]) -> Value:
        name, elements, value = arguments
        if name is UNDEFINED:
            return UNDEFINED
        comparison = _COMPARISONS.get(name) if isinstance(name, str) else None
        if comparison is None:
            return ERROR
        if elements is UNDEFINED:
            return UNDEFINED
        if not isinstance(elements, ListValue):
            return ERROR
        for element in elements:
            result = comparison(element, value)
            if result is UNDEFINED:
                return False
            if not isinstance(result, bool):
                return ERROR
            if result is not every:
                return result
        return every

    return answer


def _over_numbers(summarise: Callable[[list[bool | int | float]], Value]) -> Callable[[Context, list[Value]], Value]:
    """A function of a list of numbers: undefined elements are passed over, anything else is an error."""

    def answer(context: Context, arguments: list[Value]) -> Value:
        elements = arguments[0]
        if not isinstance(elements, ListValue):
            return UNDEFINED if elements is UNDEFINED else ERROR
        numbers: list[bool | int | float] = []
        for element in elements:
            if isinstance(element, int | float):
                numbers.append(element)
            elif element is not UNDEFINED:
                return ERROR
        return summarise(numbers)

    return answer


def _sum(numbers: list[bool | int | float]) -> Value:
    if not numbers:
        return 0
    total: Value = numbers[0]
    for number in numbers[1:]:
        total = arithmetic("+", total, number)
    return total


def _average(numbers: list[bool | int | float]) -> Value:
    return arithmetic("/", _sum(numbers), float(len(numbers))) if numbers else 0


def _extreme(op: str) -> Callable[[list[bool | int | float]], Value]:
    """The least or greatest. Comparing promotes what it has found so far, so one real among them makes reals of all."""

    def choose(numbers: list[bool | int | float]) -> Value:
        if not numbers:
            return UNDEFINED
        best = numbers[0]
        for number in numbers[1:]:
            kind = float if isinstance(best, float) or isinstance(number, float) else int
            best, candidate = kind(best), kind(number)
            if compare(op, candidate, best) is True:
                best = candidate
        return best

    return choose


STRICT: Final[dict[str, Strict]] = {
    "member": (2, 2, _member),
    "identicalmember": (2, 2, _identical_member),
    "anycompare": (3, 3, _compared(every=False)),
    "allcompare": (3, 3, _compared(every=True)),
    "sum": (1, 1, _over_numbers(_sum)),
    "avg": (1, 1, _over_numbers(_average)),
    "min": (1, 1, _over_numbers(_extreme("<"))),
    "max": (1, 1, _over_numbers(_extreme(">"))),
}

ERROR_TOLERANT: Final = frozenset({"member", "identicalmember", "anycompare", "allcompare"})
