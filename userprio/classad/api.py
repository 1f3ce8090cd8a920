"""The language for scripts: texts in, Python values out."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TypeAlias

from userprio.classad.ad import Ad
from userprio.classad.evaluator import Evaluator
from userprio.classad.parser import parse
from userprio.classad.values import UNDEFINED, AbsTime, AdValue, ListValue, RelTime, Special, Value

AdLike: TypeAlias = Ad | Mapping[str, str] | str
"""An ad, its attributes as texts in the old dialect, or the whole of it as `[ a = 1; b = 2 ]`."""
Plain: TypeAlias = "bool | int | float | str | Special | AbsTime | RelTime | list[Plain] | dict[str, Plain]"
"""A value with lists and ads as Python's own."""


def evaluate(text: str, my: AdLike | None = None, target: AdLike | None = None, *, now: int | None = None) -> Plain:
    """The value of the expression `text`, written as in configuration, in the ad `my` and with the other ad `target`.

    `now` is the time in seconds since the epoch, the clock's by default. Lists come back as lists, ads as dictionaries.
    Raises `ClassAdSyntaxError` for a text that is neither an expression nor an ad.

    >>> evaluate("Cpus * 2", my={"Cpus": "TARGET.RequestCpus + 1"}, target="[ RequestCpus = 3 ]")
    8
    """
    evaluator = Evaluator(int(time.time()) if now is None else now)
    return to_plain(evaluator.evaluate(parse(text), _ad(my), _ad(target)))


def to_plain(value: Value) -> Plain:
    """The value with lists and ads, also inside each other, as Python's own. What holds itself ends in UNDEFINED."""
    return _plain(value, frozenset())


def _ad(source: AdLike | None) -> Ad | None:
    if source is None or isinstance(source, Ad):
        return source
    if isinstance(source, str):
        return Ad.parse(source)
    return Ad({name: parse(text) for name, text in source.items()})


def _plain(value: Value, around: frozenset[tuple[int, int]]) -> Plain:
    if isinstance(value, ListValue):
        inside = around | {(id(value.items), id(value.context))}
        return UNDEFINED if len(inside) == len(around) else [_plain(element, inside) for element in value]
    if isinstance(value, AdValue):
        inside = around | {(id(value.ad), id(value.context))}
        if len(inside) == len(around):
            return UNDEFINED
        return {name: _plain(value.get(name), inside) for name in value.names()}
    return value
