"""Tests of a value's type: `isUndefined`, `isError`, `isString` and their like. Never undefined or error themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from userprio.classad.values import ERROR, UNDEFINED, AbsTime, AdValue, ListValue, RelTime, Value

if TYPE_CHECKING:
    from userprio.classad.context import Context, Strict


def _test(holds: Callable[[Value], bool]) -> Strict:
    return (1, 1, lambda context, arguments: holds(arguments[0]))


def _debug(context: Context, arguments: list[Value]) -> Value:
    """`debug(x)` is `x`; a daemon would log it."""
    return arguments[0]


STRICT: Final[dict[str, Strict]] = {
    "isundefined": _test(lambda value: value is UNDEFINED),
    "iserror": _test(lambda value: value is ERROR),
    "isstring": _test(lambda value: isinstance(value, str)),
    "isinteger": _test(lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "isreal": _test(lambda value: isinstance(value, float)),
    "isboolean": _test(lambda value: isinstance(value, bool)),
    "islist": _test(lambda value: isinstance(value, ListValue)),
    "isclassad": _test(lambda value: isinstance(value, AdValue)),
    "isabstime": _test(lambda value: isinstance(value, AbsTime)),
    "isreltime": _test(lambda value: isinstance(value, RelTime)),
    "debug": (1, 1, _debug),
}

ERROR_TOLERANT: Final = frozenset(STRICT)
