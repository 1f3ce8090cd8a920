"""Random expressions against HTCondor's own evaluator, where its Python bindings are installed."""

import math
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.classad.oracle import DIED, FAILED, REFUSED, Oracle
from userprio.classad import (
    ERROR,
    UNDEFINED,
    Ad,
    AdValue,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    ListValue,
    format_value,
    parse,
    parse_prefix,
    unparse,
)

pytest.importorskip("classad2", reason="the oracle comes with HTCondor's Python bindings")

NAMES = ["A", "B", "C", "D", "N", "L", "nope"]
BINARY = [
    *("+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "=?=", "=!=", "is", "isnt"),
    *("&&", "||", "&", "|", "^", "<<", ">>", ">>>", "?:"),
]
LITERALS = [
    *("0", "1", "2", "3", "-1", "7", "63", "64", "9223372036854775807", "-9223372036854775808", "99999999999999999999"),
    *("0.0", "0.5", "2.0", "1e308", "1e999", "-1.5E-3", ".25", "9007199254740992.0", "9007199254740993"),
    *(
        "true",
        "false",
        "undefined",
        "error",
        "UNDEFINED",
        '""',
        '"a"',
        '"A"',
        '"b"',
        '"10"',
        '"9"',
        '"é"',
        '"É"',
        '"a_b"',
    ),
    *("{}", "[]"),
]
PREFIXES = ["MY", "TARGET", "other", "self", "my", "target", "parent", "root", "N", "L", "A", "ad", "LEFT", "RIGHT"]


def operation(inner):
    return st.one_of(
        st.builds("{} {} {}".format, inner, st.sampled_from(BINARY), inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(BINARY), inner),
        st.builds("{}{}".format, st.sampled_from(["-", "+", "!", "~", "- "]), inner),
        st.builds("{} ? {} : {}".format, inner, inner, inner),
    )


def compound(inner):
    name = st.sampled_from(NAMES)
    return st.one_of(
        operation(inner),
        st.builds("ifThenElse({}, {}, {})".format, inner, inner, inner),
        st.builds(
            "{{ {}, {} }}[{}]".format, inner, inner, st.sampled_from(["0", "1", "2", "-1", "A", "1.0", "undefined"])
        ),
        st.builds("{{ {}, {} }}".format, inner, inner),
        st.builds("[ {} = {}; {} = {} ]".format, name, inner, name, inner),
        st.builds("[ {} = {}; {} = {} ].{}".format, name, inner, name, inner, name),
        st.builds("({}).{}".format, inner, name),
        st.builds('({})["{}"]'.format, inner, name),
        st.builds("isUndefined({})".format, inner),
        st.builds("isError({})".format, inner),
        st.builds("size({})".format, inner),
    )


values = st.one_of(
    st.sampled_from(LITERALS),
    st.integers(-(2**63), 2**63 - 1).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.text("abAB_ é", max_size=3).map('"{}"'.format),
)
operations = st.recursive(values, operation, max_leaves=6)
PIECES = [
    *("1", "2", "0", "07", "9", ".", "..", "e", "E5", "0x", "1.5", "a", "b", "is", "isnt", "isn", "true", "true1"),
    *('"', "'", "\\", "\\n", "\\101", "\\x", '\\"', '"s"', "'n'", "/", "//", "/*", "*/", " ", "\t", "?", ":", "? :"),
    *("=", "==", "=?=", "=!=", "=!", "!", "!=", "<", "<<", "<=", ">", ">>", ">>>", "&", "&&", "|", "||", "^", "~"),
    *("+", "-", "*", "%", "(", ")", "[", "]", "{", "}", "f(", "a =", ";", ",", "é", "$", "@", "#", "_", "undefined"),
]
pieces = st.lists(st.sampled_from(PIECES), max_size=8)
soup = pieces.map("".join) | pieces.map(" ".join)
references = st.one_of(
    st.sampled_from(NAMES), st.builds("{}.{}".format, st.sampled_from(PREFIXES), st.sampled_from(NAMES)), st.just(".A")
)
expressions = st.recursive(st.one_of(st.sampled_from(LITERALS), references, references), compound, max_leaves=8)
# Mostly short ones: in them names are found, in long ones something is an error.
short = st.sampled_from(["1", "2", "3.5", "true", '"a"']) | references
attributes = st.one_of(short, short, short, expressions)
questions = st.one_of(references, short, expressions)
ads = st.dictionaries(st.sampled_from(NAMES[:-1]), attributes, max_size=6)


@pytest.fixture(scope="module")
def oracle():
    """The oracle, and room enough for circles through lists: Python's stack would end them before their 400 levels."""
    process = Oracle()
    frames = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    yield process
    sys.setrecursionlimit(frames)
    process.close()


def ours(text, my, target):
    """Kind, value and text as the oracle tells them."""
    try:
        expr = parse_prefix(text) if my is None else parse(text, Dialect.NEW)
        mine = None if my is None else Ad.parse(my)
        theirs = None if target is None else Ad.parse(target)
    except ClassAdSyntaxError:
        return REFUSED, None, None
    value = Evaluator(0).evaluate(expr, mine, theirs)
    printed = unparse(expr, Dialect.NEW)
    if value is UNDEFINED or value is ERROR:
        return value.value, None, printed
    if isinstance(value, ListValue | AdValue):
        return "list" if isinstance(value, ListValue) else "ad", len(value), printed
    return type(value).__name__, value, printed


def ad_text(attributes):
    return f"[ {'; '.join(f'{name} = {text}' for name, text in attributes.items())} ]"


def agree(one, two):
    if one[0] == two[0] == "float" and math.isnan(one[1]):
        return math.isnan(two[1])
    return one[:2] == two[:2]


def compare(oracle, text, my, target=None):
    """Compare kind, value and text.

    How an evaluation without end comes to its end is left out: there Python's stack differs from that of C++. The
    oracle breaks lists and ads over lines, so only other expressions are compared as printed.
    """
    my, target = my if my is None else ad_text(my), None if target is None else ad_text(target)
    theirs = oracle.ask(text, my, target)
    if theirs[0] not in (DIED, FAILED) and ours(f"isError({text})", my, target)[0] != "error":
        mine = ours(text, my, target)
        assert agree(mine, theirs), (mine, theirs)
        assert mine[2] == theirs[2] or any(bracket in text for bracket in "{[")


def open_comment(text):
    """Whether a comment may begin and not end: HTCondor takes the token before it again (differential/known.py)."""
    return "*/" not in text.rpartition("/*")[2] and "/*" in text


@given(questions, ads, st.none() | ads | ads)
def test_names_mean_what_they_mean_to_the_oracle(oracle, text, my, target):
    compare(oracle, text, my, target)


@given(operations)
def test_operators_give_what_the_oracles_give(oracle, text):
    compare(oracle, text, {})


@given(soup.filter(lambda text: not open_comment(text)))
def test_any_text_is_read_as_the_oracle_reads_it_in_the_new_dialect(oracle, text):
    compare(oracle, f"eval({format_value(text, Dialect.NEW)})", {})


@given(soup.filter(lambda text: text.strip() and not open_comment(text)))
def test_any_text_is_read_as_the_oracle_reads_it_in_a_long_file(oracle, text):
    compare(oracle, text, None)
