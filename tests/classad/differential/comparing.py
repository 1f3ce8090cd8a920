"""What both sides make of a case, and where they differ."""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.classad.differential.generator import Case, Generator
from tests.classad.differential.known import known
from tests.classad.differential.oracle import DIED, FAILED, asked
from userprio.classad import (
    ERROR,
    UNDEFINED,
    AbsTime,
    Ad,
    AdValue,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Expr,
    ListValue,
    Value,
    format_value,
    parse,
    parse_prefix,
    unparse,
)
from userprio.classad.printing import join_in_order, unparse_indented
from userprio.classad.values import RelTime, fold

FRAMES = 20_000
"""Python's own limit while cases are compared, so that circles through lists reach the 400 levels of the language."""
BATCH = 2000
DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Difference:
    """A case that the two sides do not agree on: in what, ours, theirs, and why if that is known."""

    case: Case
    part: str
    ours: Any
    theirs: Any
    reason: str | None


def differences(cases: Sequence[Case]) -> Iterator[Difference]:
    """Every difference, known ones with their reason."""
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(FRAMES)
    try:
        while cases:
            answers = asked([(case.text, case.my, case.target) for case in cases])
            within: list[Case] = []
            for case, theirs in zip(cases, answers, strict=True):
                found = list(compared(case, theirs))
                for part, one, two in found:
                    yield Difference(case, part, one, two, known(case, part, one, two))
                if theirs not in (None, DIED) and not found:
                    within += inside(case, theirs[0])
            cases = within
    finally:
        sys.setrecursionlimit(frames)


def batches(seed: int, count: int, shape: str | None = None) -> Iterator[list[Case]]:
    """`count` cases in all, in batches that one child can answer."""
    generator = Generator(seed)
    while count > 0:
        yield [generator.case(shape) for _ in range(min(count, BATCH))]
        count -= BATCH


def compared(case: Case, theirs: Any) -> Iterator[tuple[str, Any, Any]]:
    """The parts in which the case differs, ours first."""
    if theirs == DIED:
        yield "end", None, "the library ended or hung"
        return
    try:
        expr = parse_prefix(case.text) if case.my is None else parse(case.text, Dialect.NEW)
        my = None if case.my is None else Ad.parse(case.my)
        target = None if case.target is None else Ad.parse(case.target)
    except ClassAdSyntaxError as error:
        if theirs is not None:
            yield "read", error.message, "an expression"
        return
    if theirs is None:
        yield "read", unparse(expr), "no expression"
        return
    value, new, again, old = theirs
    if my is None:
        my = Ad({"X": expr})
    mine = plain(Evaluator(0).evaluate(expr, my, target))
    if not agree(mine, value):
        yield "value", mine, value
    yield from _printed(expr, new, again, old)


def _printed(expr: Expr, new: str | None, again: str | None, old: str | None) -> Iterator[tuple[str, Any, Any]]:
    """Printing on both sides, and reading here what was printed there."""
    if new is None:
        return
    shown = unparse_indented(expr)
    if shown != new:
        yield "print", shown, new
    read = _read_again(new)
    if read != again:
        yield "read again", read, again
    if old is not None:
        shown = fold(expr, lambda node, parts: join_in_order(node, parts, Dialect.OLD))
        mine = f"X = {shown}\n"
        if mine != old:
            yield "print old", mine, old


def _read_again(text: str) -> str | None:
    try:
        return unparse_indented(parse(text, Dialect.NEW))
    except ClassAdSyntaxError:
        return None


def agree(mine: Any, theirs: Any) -> bool:
    """Whether two plain values are the same; what the bindings cannot hold counts as that."""
    if theirs == FAILED:
        return bool(mine == ["error"])
    return bool(mine == theirs) or theirs[:1] == ["unseen"]


def plain(value: Value) -> list[Any]:
    """A value as the oracle tells it: of a list its length, of an ad its names."""
    match value:
        case bool():
            return ["boolean", value]
        case int():
            return ["integer", value]
        case float():
            return ["real", "nan" if math.isnan(value) else value.hex()]
        case str():
            return ["string", value]
        case RelTime():
            return ["length", float(value.seconds).hex()]
        case AbsTime():
            return ["instant", value.seconds]
        case ListValue():
            return ["list", len(value)]
        case AdValue():
            return ["ad", sorted(name.lower() for name in value.ad)]
    assert value is UNDEFINED or value is ERROR
    return [value.value]


def inside(case: Case, value: list[Any]) -> list[Case]:
    """Cases that ask for what is in the list or ad that a case is worth.

    The bindings evaluate elements outside of the ads that they stand in, so each is asked for by the language itself.
    """
    if value[:1] not in (["list"], ["ad"]) or case.text.count("[") > DEEPEST:
        return []
    text = case.text if case.my is not None else unparse(parse_prefix(case.text), Dialect.NEW)
    keys = range(value[1]) if value[0] == "list" else (format_value(name, Dialect.NEW) for name in value[1])
    return [Case(case.shape, f"({text})[{key}]", case.my or "[]", case.target) for key in keys]
