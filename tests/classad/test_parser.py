"""Reading expressions: the two dialects, levels of operators, and texts that are refused."""

import pytest

from userprio.classad import UNDEFINED, AbsTime, ClassAdSyntaxError, Dialect, Evaluator, evaluate, parse, parse_prefix
from userprio.classad.values import (
    AdExpr,
    AttributeRef,
    Binary,
    Call,
    Conditional,
    ListExpr,
    Literal,
    Parenthesized,
    Subscript,
    Unary,
    WrittenLength,
)

A, B, C = (AttributeRef(name) for name in "abc")


def test_operators_group_to_the_left_by_level():
    assert parse("a + b * c") == Binary("+", A, Binary("*", B, C))
    assert parse("a - b - c") == Binary("-", Binary("-", A, B), C)
    assert parse("a == b & c") == Binary("&", Binary("==", A, B), C)
    assert parse("a || b && c") == Binary("||", A, Binary("&&", B, C))


def test_else_if_undefined_binds_as_tightly_as_a_dot():
    assert parse("a + b ?: c") == Binary("+", A, Binary("?:", B, C))
    assert parse("-a ?: b") == Unary("-", Binary("?:", A, B))
    assert parse("a ? : b") == Binary("?:", A, B)


def test_right_side_of_else_if_undefined_has_no_sign():
    assert parse("a ?: -1") == Binary("?:", A, Literal(-1))
    with pytest.raises(ClassAdSyntaxError):
        parse("a ?: -b")


def test_conditional_groups_to_the_right():
    assert parse("a ? b : c ? a : b") == Conditional(A, B, Conditional(C, A, B))
    assert parse("a ? b ? a : b : c") == Conditional(A, Conditional(B, A, B), C)


def test_every_kind_of_primary_is_read():
    assert parse("a.b[1].c") == AttributeRef("c", Subscript(AttributeRef("b", A), Literal(1)))
    assert parse(".a") == AttributeRef("a", absolute=True)
    assert parse("f(a, (b))") == Call("f", (A, Parenthesized(B)))
    assert parse("{ a, { } }") == ListExpr((A, ListExpr(())))
    assert parse("[ a = 1; A = 2;; b = [] ]") == AdExpr((("a", Literal(2)), ("b", AdExpr(()))))


def test_identity_has_two_spellings():
    assert parse("a is b") == parse("a =?= b")
    assert parse("a ISNT b") == parse("a =!= b")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("42", 42),
        ("-7", -7),
        ("-007", -7),
        ("-0x1F", 0),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("9223372036854775808", 0),
        ("1" * 5000, 0),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.5E-3", 0.0015),
        ("TRUE", True),
        ("Undefined", UNDEFINED),
        ("2--3", 5),
        ("/* one */ 1 // and the rest", 1),
    ],
)
def test_literal_is_read(text, value):
    result = evaluate(text)
    assert result == value
    assert type(result) is type(value)


@pytest.mark.parametrize("text", ["007", "08", "-08", "0x1F", "5.", "1e", "1e+", "1..5", "1.a"])
def test_malformed_number_is_refused(text):
    with pytest.raises(ClassAdSyntaxError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (r'"a\"b"', 'a"b', 'a"b'),
        (r'"a\nb"', r"a\nb", "a\nb"),
        (r'"a\\b"', r"a\\b", r"a\b"),
        (r'"\101\x"', r"\101\x", "Ax"),
        (r'"\303\251"', r"\303\251", "é"),
        ('"é"', "é", "é"),
    ],
)
def test_backslash_is_an_escape_in_the_new_dialect_only(text, old, new):
    assert parse(text, Dialect.OLD) == Literal(old)
    assert parse(text, Dialect.NEW) == Literal(new)


def test_backslash_before_the_last_quote_of_an_old_text_is_itself():
    assert parse_prefix(r'"c:\dir\"') == Literal("c:\\dir\\")
    assert parse_prefix('"a\\" b"') == Literal('a" b')


def test_neighbouring_strings_are_one_in_the_new_dialect():
    assert parse('"a" "b"', Dialect.NEW) == Literal("ab")
    with pytest.raises(ClassAdSyntaxError):
        parse('"a" "b"', Dialect.OLD)


def test_string_cannot_hold_nul():
    with pytest.raises(ClassAdSyntaxError, match="NUL"):
        parse(r'"a\0b"', Dialect.NEW)


def test_name_in_single_quotes_may_hold_anything():
    assert parse("'x y' + 1") == Binary("+", AttributeRef("x y"), Literal(1))


@pytest.mark.parametrize(
    ("text", "value"), [("1 + 2 tail", 3), ("1K", 1), ('"a" "b"', "a"), ("1;", 1), ("1 /* open", 1)]
)
def test_line_of_a_file_needs_an_expression_at_its_start_only(text, value):
    assert Evaluator(now=0).evaluate(parse_prefix(text)) == value
    with pytest.raises(ClassAdSyntaxError):
        parse(text)


def test_text_after_a_conditional_is_dropped_as_htcondor_does():
    assert parse("true ? 1 : 2 tail") == parse("true ? 1 : 2")


def test_refusal_says_what_is_wrong_and_where():
    with pytest.raises(ClassAdSyntaxError) as refused:
        parse("Cpus >= && 3")
    assert (refused.value.message, refused.value.column) == ("an expression is missing", 9)
    with pytest.raises(ClassAdSyntaxError) as refused:
        parse('Name == "abc')
    assert (refused.value.message, refused.value.column) == ("this string is not closed", 9)


@pytest.mark.parametrize(
    "text", ["", " ", "1 +", "(1", "{1,}", "{1,,2}", "[a = 1", "[;]", "[a 1]", "f(1,)", "f(1;2)", "a.1", "=? 1"]
)
def test_incomplete_text_is_refused(text):
    with pytest.raises(ClassAdSyntaxError):
        parse(text)


def test_times_in_plain_text_are_read_at_once():
    assert parse('absTime("2020-01-01T01:00:00+01:00")') == Literal(AbsTime(1_577_836_800, 3600))
    assert parse('relTime("1+02:03:04")') == WrittenLength(93784.0)
    with pytest.raises(ClassAdSyntaxError, match="as a time"):
        parse('absTime("bad")')


@pytest.mark.parametrize(
    ("left", "right", "most"),
    [
        ("(", ")", 165),
        ("{", "}", 165),
        ("[a=", "]", 165),
        ("f(", ")", 165),
        ("!", "", 497),
        ("1?:", "", 497),
        ("1?1:", "", 497),
    ],
)
def test_nesting_has_htcondors_limit(left, right, most):
    parse(left * most + "1" + right * most)
    with pytest.raises(ClassAdSyntaxError, match="too deeply"):
        parse(left * (most + 1) + "1" + right * (most + 1))


@pytest.mark.slow
def test_long_chains_of_operators_have_no_limit():
    chain = parse(" + ".join(["a"] * 20_000))
    assert chain == parse("+".join(["a"] * 20_000))
    assert hash(chain) == hash(parse("+ ".join(["a"] * 20_000)))


def test_equal_texts_give_one_object():
    assert parse("Memory >= 1024") is parse_prefix("Memory >= 1024")


def test_expressions_are_equal_by_structure_and_type():
    assert parse("1") != parse("1.0")
    assert parse("1") != parse("true")
    assert parse("0.0") != parse("-0.0")
    assert parse("a+b") == parse("a  +  b")
    assert len({parse("a+b"), parse("a + b"), parse("(a + b)")}) == 2
