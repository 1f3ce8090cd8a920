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


def dialects():
    for number, case in enumerate(RECORDED["cases"]):
        only = case.get("syntax")
        for dialect in ("old", "new") if only is None else (only,):
            yield pytest.param(case, dialect, id=f"{number}-{case['group']}-{dialect}-{case['expr'][:50]}")


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


@pytest.mark.parametrize(("case", "dialect"), list(dialects()))
def test_expression_has_the_value_that_htcondor_gives_it(case, dialect):
    read = parse_prefix if dialect == "old" else (lambda text: parse(text, Dialect.NEW))
    if case["type"] == "parse-error":
        with pytest.raises(ClassAdSyntaxError):
            read(case["expr"])
        return
    my, target = ad_of(case, "my", dialect), ad_of(case, "target", dialect)
    value = Evaluator(NOW).evaluate(read(case["expr"]), my, target)
    expected = case.get("value")
    match case["type"]:
        case "undefined":
            assert value is UNDEFINED
        case "error":
            assert value is ERROR
        case "abstime":
            assert isinstance(value, AbsTime)
            assert value.seconds == expected
        case "reltime":
            assert isinstance(value, RelTime)
            assert value.seconds == expected
        case "real":
            expected = REALS.get(expected, expected)
            assert type(value) is float
            assert math.isclose(value, expected, rel_tol=1e-12) or (math.isnan(value) and math.isnan(expected))
        case _:
            assert same(to_plain(value), expected)
    assert format_value(value) == case["text"]
