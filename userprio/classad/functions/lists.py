"""Functions of lists, and of string lists: strings that hold names between delimiters."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from userprio.base.cxx import FLT_MAX, to_int64
from userprio.classad.context import Context, Strict
from userprio.classad.functions.conversion import leading_number
from userprio.classad.operators import COMPARE, arithmetic, compare, identical, logical_not
from userprio.classad.values import ERROR, UNDEFINED, AdValue, ListValue, Value, decode, encode, fold_case

_COMPARISONS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    **{op: partial(compare, op) for op in COMPARE},
    "is": identical,
    "isnt": lambda left, right: logical_not(identical(left, right)),
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


_CUT_OFF: Final = re.compile(r"\s*[-+]?(?:0x(?!\.?[0-9a-f])|inf(?=i)(?!inity))", re.I | re.A)
"""What `sscanf` has begun to read as a number when it turns out to be none, and does not go back from."""
_BLANKS: Final = b" \t\n\v\f\r"
_SMALLEST_FLOAT: Final = 2.0**-126
"""`FLT_MIN`, where `stringListMax` starts counting; it means the lowest number but is the smallest positive one."""


def tokens(text: str, delimiters: str = ", ") -> list[str]:
    """The items of a string list: trimmed, the empty ones left out (`StringTokenIterator`)."""
    return [decode(item) for piece in _pieces(text, delimiters) if (item := piece.strip(_BLANKS))]


def _pieces(text: str, delimiters: str) -> list[bytes]:
    """What stands between the delimiters, each of which is a byte."""
    cuts = encode(delimiters)
    return encode(text).translate(bytes.maketrans(cuts, bytes(len(cuts)))).split(b"\0")


def _text_member(key: Callable[[str], str]) -> Callable[[Context, list[Value]], Value]:
    """`stringListMember` and `stringListIMember`."""
    return _membership(lambda item, items, delimiters: key(item) in map(key, items))


def _subset(key: Callable[[str], str]) -> Callable[[Context, list[Value]], Value]:
    """`stringListSubsetMatch`, `stringListISubsetMatch`: true for the empty text, false for one of delimiters alone."""

    def is_subset(text: str, items: Iterable[str], delimiters: str) -> bool:
        wanted, present = tokens(text, delimiters), {key(item) for item in items}
        return not text or (bool(wanted) and all(key(item) in present for item in wanted))

    return _membership(is_subset)


def _membership(holds: Callable[[str, list[str], str], bool]) -> Callable[[Context, list[Value]], Value]:
    """A question about a text and a list. An undefined argument counts as empty, unless both are."""

    def answer(context: Context, arguments: list[Value]) -> Value:
        given = ["" if argument is UNDEFINED else argument for argument in arguments[:2]]
        delimiters = ", \t\r\n" if len(arguments) < 3 or arguments[2] is UNDEFINED else arguments[2]
        match (*given, delimiters):
            case (str(text), str(listed), str(cuts)):
                if arguments[0] is UNDEFINED and arguments[1] is UNDEFINED:
                    return UNDEFINED
                return holds(text, tokens(listed, cuts), cuts)
        return ERROR

    return answer


def _intersect(context: Context, arguments: list[Value]) -> Value:
    """`stringListsIntersect(a, b [, delimiters])`. Items are not trimmed here."""
    if UNDEFINED in arguments:
        return UNDEFINED
    match (*arguments, "")[:3]:
        case (str(first), str(second), str(delimiters)):
            cuts = delimiters or " ,"
            return not set(_pieces(first, cuts)).isdisjoint(filter(None, _pieces(second, cuts)))
    return ERROR


def _items(arguments: list[Value]) -> list[str] | None:
    """The items of a list given as `(l [, delimiters])`, None where that is not what is given."""
    match (*arguments, ", ")[:2]:
        case (str(text), str(delimiters)):
            return tokens(text, delimiters)
    return None


def _size(context: Context, arguments: list[Value]) -> Value:
    items = _items(arguments)
    return ERROR if items is None else len(items)


def _summary(start: float, empty: Value, add: Callable[[float, float], float], mean: bool = False) -> Strict:
    """Sum, mean, least or greatest of the numbers the items begin with; an integer if every item looks like one."""

    def summarise(context: Context, arguments: list[Value]) -> Value:
        items = _items(arguments)
        if items is None:
            return ERROR
        if not items:
            return empty
        total = start
        for item in items:
            number = leading_number(item)
            if number is None or _CUT_OFF.match(item):
                return ERROR
            total = add(number, total)
        if mean:
            total /= len(items)
        return to_int64(total) if all(set(item) <= set("+-0123456789") for item in items) else total

    return (1, 2, summarise)


STRICT: Final[dict[str, Strict]] = {
    "member": (2, 2, _member),
    "identicalmember": (2, 2, _identical_member),
    "anycompare": (3, 3, _compared(every=False)),
    "allcompare": (3, 3, _compared(every=True)),
    "sum": (1, 1, _over_numbers(_sum)),
    "avg": (1, 1, _over_numbers(_average)),
    "min": (1, 1, _over_numbers(_extreme("<"))),
    "max": (1, 1, _over_numbers(_extreme(">"))),
    "stringlistmember": (2, 3, _text_member(str)),
    "stringlistimember": (2, 3, _text_member(fold_case)),
    "stringlistsubsetmatch": (2, 3, _subset(str)),
    "stringlistisubsetmatch": (2, 3, _subset(fold_case)),
    "stringlistsintersect": (2, 3, _intersect),
    "stringlistsize": (1, 2, _size),
    "stringlistsum": _summary(0.0, 0.0, lambda item, total: item + total),
    "stringlistavg": _summary(0.0, 0.0, lambda item, total: item + total, mean=True),
    "stringlistmin": _summary(FLT_MAX, UNDEFINED, lambda item, total: item if item < total else total),
    "stringlistmax": _summary(_SMALLEST_FLOAT, UNDEFINED, lambda item, total: item if item > total else total),
}

ERROR_TOLERANT: Final = frozenset({"member", "identicalmember", "anycompare", "allcompare"})
