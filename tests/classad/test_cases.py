"""Expressions with the values that HTCondor 25.14 gave them, in UTC.

A case without `syntax` holds for both dialects; `old` means the right side of a line of a `-long` file.
"""

import json
import math
from pathlib import Path

import pytest

from userprio.classad import (
    ERROR,
    UNDEFINED,
    AbsTime,
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    format_value,
    parse,
    parse_prefix,
)
from userprio.classad.api import to_plain
from userprio.classad.values import RelTime

RECORDED = json.loads(Path(__file__).with_name("expressions.json").read_text(encoding="utf-8"))
NOW = 1_795_000_000
REALS = {"INF": math.inf, "-INF": -math.inf, "NaN": math.nan}


def ad_of(case, side, dialect):
    attributes = case.get(side)
    if isinstance(attributes, str):
        attributes = RECORDED["ads"][attributes]
    if attributes is None:
        return None
    if dialect == "old":
        return Ad.lazy(attributes.items())
    return Ad.parse(f"[ {'; '.join(f'{name} = {text}' for name, text in attributes.items())} ]")


def same(value, expected):
    if isinstance(expected, dict) and expected.get("type") in ("undefined", "error"):
        return value is (UNDEFINED if expected["type"] == "undefined" else ERROR)
    if isinstance(expected, list):
        return isinstance(value, list) and len(value) == len(expected) and all(map(same, value, expected))
    if isinstance(expected, dict):
        return (
            isinstance(value, dict)
            and value.keys() == expected.keys()
            and all(same(value[k], expected[k]) for k in value)
        )
    if isinstance(expected, float):
        return type(value) is float and math.isclose(value, expected, rel_tol=1e-12)
    return type(value) is type(expected) and value == expected


def evaluated(case, dialect):
    """The value of the expression, None if it is not one."""
    read = parse_prefix if dialect == "old" else (lambda text: parse(text, Dialect.NEW))
    try:
        expr = read(case["expr"])
    except ClassAdSyntaxError:
        return None
    return Evaluator(NOW).evaluate(expr, ad_of(case, "my", dialect), ad_of(case, "target", dialect))


def agrees(case, value):
    """Whether the value is of the type that was recorded, equal, and printed so."""
    if value is None or case["type"] == "parse-error":
        return value is None and case["type"] == "parse-error"
    expected = case.get("value")
    match case["type"]:
        case "undefined":
            right = value is UNDEFINED
        case "error":
            right = value is ERROR
        case "abstime":
            right = isinstance(value, AbsTime) and value.seconds == expected
        case "reltime":
            right = isinstance(value, RelTime) and value.seconds == expected
        case "real":
            expected = REALS.get(expected, expected)
            right = type(value) is float and (
                math.isclose(value, expected, rel_tol=1e-12) or (math.isnan(value) and math.isnan(expected))
            )
        case _:
            right = same(to_plain(value), expected)
    return right and format_value(value) == case["text"]


@pytest.mark.parametrize("dialect", ["old", "new"])
@pytest.mark.parametrize("group", dict.fromkeys(case["group"] for case in RECORDED["cases"]))
def test_expressions_have_the_values_that_htcondor_gives_them(group, dialect):
    cases = [case for case in RECORDED["cases"] if case["group"] == group and case.get("syntax", dialect) == dialect]
    values = [evaluated(case, dialect) for case in cases]
    assert [
        (case["expr"], case.get("text", case["type"]), "parse-error" if value is None else format_value(value))
        for case, value in zip(cases, values, strict=True)
        if not agrees(case, value)
    ] == []
