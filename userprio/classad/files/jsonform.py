"""Ads in JSON: an array of objects, or objects one after another, read object by object."""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NoReturn, TypeAlias

from userprio.classad.ad import Ad
from userprio.classad.ast import AdExpr, Expr, ListExpr, Literal
from userprio.classad.files.brackets import Brackets, cut_ads
from userprio.classad.files.source import Report
from userprio.classad.files.typed import (
    Content,
    Unusable,
    ad_of,
    attribute_name,
    content_of,
    expression,
    string,
    to_integer,
)
from userprio.classad.values import UNDEFINED

Json: TypeAlias = "bool | int | float | str | list[Json] | tuple[tuple[str, Json], ...] | None"
"""Decoded JSON; an object is a tuple of its members, so that their order and repetitions are kept."""

_BRACKETS: Final = Brackets(
    name="a JSON array of ads",
    list_open="[",
    list_close="]",
    ad_open="{",
    run=re.compile(r'(?>(?:[^"{}\[\]]++|"(?>(?:[^"\\]++|\\.)*)")*)[{}\[\]]', re.S),
)
# A quote that no backslash precedes and `\/` follows can only open a string.
_MARKER = re.compile(r'"\\/Expr\((?<!\\"\\/Expr\()')
_MARKED: Final = '"\\u0000Expr('
_EXPRESSION_ENDS: Final = ")/"
_HINT: Final = "Write the file again, with -json"


def read_json(chunks: Iterable[str], report: Report) -> Iterator[Ad]:
    """The ads of a JSON file. A value that no ad can hold, or an expression that does not parse, is left out.

    An expression is a string that begins with `\\/Expr(`. Tools that rewrite JSON drop that backslash; in an ad that
    has it nowhere, `/Expr(` is therefore taken for it. Raises `AdsFileError` for what is not JSON.
    """
    for line, text in cut_ads(chunks, _BRACKETS, report):
        marked, count = _MARKER.subn(lambda _: _MARKED, text)
        try:
            members = _DECODER.decode(marked)
        except json.JSONDecodeError as error:
            raise report.failure(f"this is not JSON: {error.msg}", line + error.lineno - 1, _HINT) from None
        begins = "\0Expr(" if count else "/Expr("
        attributes: list[tuple[str, Content]] = []
        for name, value in members:
            try:
                attributes.append((attribute_name(name), _content(value, begins)))
            except Unusable as why:
                where = line + text.count("\n", 0, max(0, text.find(json.dumps(name, ensure_ascii=False))))
                report.problem(where, f"attribute {name!r} is left out: {why}")
        if attributes:
            yield ad_of(attributes)


def _content(value: Json, begins: str) -> Content:
    if isinstance(value, float | list | tuple):
        return content_of(_expr(value, begins))
    return _scalar_content(value, begins)


@lru_cache(maxsize=1 << 16, typed=True)
def _scalar_content(value: str | int | None, begins: str) -> Content:
    """Remembered, since most values come again; reals are not, for 0.0 would be taken for -0.0."""
    return content_of(_expr(value, begins))


def _expr(value: Json, begins: str) -> Expr:
    if isinstance(value, str):
        if value.startswith(begins) and value.endswith(_EXPRESSION_ENDS):
            return expression(value[len(begins) : -len(_EXPRESSION_ENDS)])
        return string("/" + value[1:] if value.startswith("\0Expr(") else value)
    if isinstance(value, list):
        return ListExpr(tuple(_expr(item, begins) for item in value))
    if isinstance(value, tuple):
        return AdExpr(_once((attribute_name(name), _expr(item, begins)) for name, item in value))
    if value is None:
        return Literal(UNDEFINED)
    return Literal(value)


def _once(attributes: Iterable[tuple[str, Expr]]) -> tuple[tuple[str, Expr], ...]:
    """Each name once: the last expression under the first spelling."""
    return tuple(Ad(attributes).items())


def _integer(digits: str) -> int:
    """Beyond 64 bits it is 0, as everywhere in the language."""
    return to_integer(digits) or 0


def _no_constant(name: str) -> NoReturn:
    raise json.JSONDecodeError(f"{name} is not a value", name, 0)


_DECODER = json.JSONDecoder(object_pairs_hook=tuple, parse_int=_integer, parse_constant=_no_constant)
