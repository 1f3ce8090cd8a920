"""The language for scripts: texts in, Python values out."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TypeAlias

from userprio.base.scalars import plain_number
from userprio.classad.ad import Ad
from userprio.classad.evaluator import Evaluator
from userprio.classad.parser import parse
from userprio.classad.printing import format_value
from userprio.classad.values import UNDEFINED, AbsTime, AdValue, ListValue, RelTime, Special, Value

Plain: TypeAlias = "bool | int | float | str | Special | AbsTime | RelTime | list[Plain] | dict[str, Plain]"
"""A value with lists and ads as Python's own."""
AdLike: TypeAlias = "Ad | Mapping[str, object] | str"
"""An ad, the whole of it as `[ a = 1; b = 2 ]`, or its attributes: a text is an expression, in which a string has its
quotes (`quote` gives it some); numbers, truth values, None (undefined), lists and mappings are values."""


def quote(text: str) -> str:
    """The expression whose value is the text itself, for an attribute of an ad.

    >>> evaluate("TARGET.Owner", target={"Owner": quote("ann")})
    'ann'
    """
    return format_value(text)


def evaluate(text: str, my: AdLike | None = None, target: AdLike | None = None, *, now: int | None = None) -> Plain:
    """The value of the expression `text`, written as in configuration, in the ad `my` and with the other ad `target`.

    `now` is the time in seconds since the epoch, the clock's by default. Lists come back as lists, ads as dictionaries.
    Raises `ClassAdSyntaxError` for a text that is neither an expression nor an ad, `TypeError` for an attribute of a
    type that the language lacks, and `Exceeded` where the run may take no more steps.

    >>> evaluate("Cpus * 2", my={"Cpus": "TARGET.RequestCpus + 1"}, target="[ RequestCpus = 3 ]")
    8
    >>> evaluate("MY.Cpus", my={"Cpus": 4})
    4
    """
    evaluator = Evaluator(int(time.time()) if now is None else now)
    return to_plain(evaluator.evaluate(parse(text), _ad(my), _ad(target)))


def _ad(source: AdLike | None) -> Ad | None:
    if source is None or isinstance(source, Ad):
        return source
    if isinstance(source, str):
        return Ad.parse(source)
    return Ad({name: parse(_expression(value)) for name, value in source.items()})


def _expression(value: object) -> str:
    """The text of an attribute's value; TypeError where the language has nothing of that type."""
    value = plain_number(value)
    match value:
        case None:
            return UNDEFINED.value
        case str():
            return value
        case bool() | int() | float() | Special() | AbsTime() | RelTime():
            return format_value(value)
        case Mapping():
            return f"[ {'; '.join(f'{name} = {_expression(part)}' for name, part in value.items())} ]"
        case list() | tuple():
            return f"{{ {', '.join(map(_expression, value))} }}"
    raise TypeError(f"an attribute of an ad cannot be {value!r}")


def to_plain(value: Value, around: frozenset[tuple[int, int]] = frozenset()) -> Plain:
    """The value with lists and ads as Python's own; one within itself, that is among those `around`, is UNDEFINED."""
    if isinstance(value, ListValue):
        inside = around | {(id(value.items), id(value.context))}
        return UNDEFINED if len(inside) == len(around) else [to_plain(element, inside) for element in value]
    if isinstance(value, AdValue):
        inside = around | {(id(value.ad), id(value.context))}
        if len(inside) == len(around):
            return UNDEFINED
        return {name: to_plain(value.get(name), inside) for name in value.ad}
    return value
