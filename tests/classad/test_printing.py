"""Expressions and values as text."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.classad import ERROR, UNDEFINED, AbsTime, Ad, Dialect, ListValue, evaluate, format_value, parse, unparse
from userprio.classad.compiler import MadeAd
from userprio.classad.printing import format_ad
from userprio.classad.values import RelTime


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("a+b*-c", "a + b *  -c", "a + b *  -c"),
        ("!a&&(b||c)", " !a && (b || c)", " !a && (b || c)"),
        ("x is Undefined", "x =?= undefined", "x is undefined"),
        ("x ISNT ERROR", "x =!= error", "x isnt error"),
        ("f( a ,b )", "f(a,b)", "f(a,b)"),
        ("{1,2.5}[ 0 ]", "{ 1,2.5 }[0]", "{ 1,2.500000000000000E+00 }[0]"),
        ("[a=1;b=TRUE]", "[ a = 1; b = true ]", "[ a = 1; b = true ]"),
        ("{}", "{  }", "{  }"),
        ("a?b:c ?: d", "a ? b : c ?: d", "a ? b : c ?: d"),
        (".a.b", ".a.b", ".a.b"),
        ("'x y'+'is'", "'x y' + 'is'", "'x y' + 'is'"),
        ('"a\\d"', '"a\\d"', '"a\\\\d"'),
    ],
)
def test_expression_is_printed_in_its_dialect(text, old, new):
    assert unparse(parse(text)) == old
    assert unparse(parse(text), Dialect.NEW) == new


@pytest.mark.parametrize(
    ("value", "old", "new"),
    [
        (0.1 + 0.2, "0.3", "3.000000000000000E-01"),
        (5.0, "5.0", "5.000000000000000E+00"),
        (1e16, "1E+16", "1.000000000000000E+16"),
        (-0.0, "-0.0", "-0.0"),
        (math.inf, 'real("INF")', 'real("INF")'),
        (-math.inf, 'real("-INF")', 'real("-INF")'),
        (math.nan, 'real("NaN")', 'real("NaN")'),
        (True, "true", "true"),
        (UNDEFINED, "undefined", "undefined"),
        (ERROR, "error", "error"),
        ('say "é"\n\\', '"say \\"é\\"\n\\"', '"say \\"\\303\\251\\"\\n\\\\"'),
        (AbsTime(1_577_836_800, 3600), 'absTime("2020-01-01T01:00:00+01:00")', 'absTime("2020-01-01T01:00:00+01:00")'),
        (AbsTime(1_577_836_800), 'absTime("2020-01-01T00:00:00-00:00")', 'absTime("2020-01-01T00:00:00-00:00")'),
        (RelTime(93784), 'relTime("1+02:03:04")', 'relTime("1+02:03:04")'),
        (RelTime(-67.9), 'relTime("-01:07")', 'relTime("-01:07")'),
        (ListValue.of([1, "a"]), '{ 1,"a" }', '{ 1,"a" }'),
        (MadeAd.of({"a": 1, "b c": 2.0}), "[ a = 1; 'b c' = 2.0 ]", "[ a = 1; 'b c' = 2.000000000000000E+00 ]"),
    ],
)
def test_value_is_printed_in_its_dialect(value, old, new):
    assert format_value(value) == old
    assert format_value(value, Dialect.NEW) == new


def test_ad_is_printed_in_its_order():
    assert format_ad(Ad({"b": 1, "A": parse("b + 1")})) == "[ b = 1; A = b + 1 ]"


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_string_survives_the_new_dialect(text):
    assert evaluate("X", my=f"[ X = {format_value(text, Dialect.NEW)} ]") == text


@given(st.binary().map(lambda data: data.replace(b"\0", b"").decode("utf-8", "surrogateescape")))
def test_bytes_survive_the_new_dialect(text):
    assert evaluate("X", my=f"[ X = {format_value(text, Dialect.NEW)} ]") == text


@given(st.floats(-1e300, 1e300))
def test_real_survives_to_sixteen_digits(value):
    assert evaluate(format_value(value)) == pytest.approx(value, rel=1e-15)


@given(st.text(min_size=1).filter(lambda name: "\0" not in name))
def test_any_name_can_be_written_in_the_new_dialect(name):
    if name.isprintable():
        expr = parse(format_value(MadeAd.of({name: 1}), Dialect.NEW), Dialect.NEW)
        assert [spelled for spelled, _ in expr.attributes] == [name]
