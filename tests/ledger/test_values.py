"""Values in both styles of writing: what the accountant appends, and what compaction makes of it."""

import math

import pytest

from userprio.classad import UNDEFINED
from userprio.ledger import compacted_text, real_text, value_of
from userprio.ledger.values import int32_of, integer_of, real_of, string_of, string_text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1000.000000", 1000.0),
        ("1000.0", 1000.0),
        ("1E+16", 1e16),
        ("-0.5", -0.5),
        ("0", 0),
        ("-12", -12),
        ("9223372036854775807", 2**63 - 1),
        ('"group_a.bob@x.org"', "group_a.bob@x.org"),
        (r'"a\b"', r"a\b"),
        (r'"say \"hi\" now"', 'say "hi" now'),
        ("true", True),
        ("UNDEFINED", UNDEFINED),
        ("2 * 3", 6),
        ('real("INF")', math.inf),
    ],
)
def test_texts_are_read_as_classad_values(text: str, value: object) -> None:
    found = value_of(text)
    assert (found, type(found)) == (value, type(value))


def test_a_backslash_before_the_last_quote_is_data() -> None:
    assert value_of('"a\\"') == "a\\"


def test_what_is_not_an_expression_is_undefined() -> None:
    assert value_of("010") is UNDEFINED
    assert value_of("1 +") is UNDEFINED


def test_numbers_are_taken_as_what_is_wanted() -> None:
    assert (integer_of("3.9"), integer_of("-3.9"), integer_of("true"), integer_of("7")) == (3, -3, 1, 7)
    assert (real_of("7"), real_of("false"), real_of("0.5")) == (7.0, 0.0, 0.5)
    assert (integer_of('"7"'), real_of("undefined"), real_of(None), string_of("7")) == (None, None, None, None)
    assert integer_of('real("NaN")') == integer_of("1e300") == -(2**63)


def test_an_expression_sees_the_other_attributes_of_its_record() -> None:
    assert real_of("Base * 2", {"Base": "1.5"}) == 3.0


def test_what_is_an_int_in_cpp_keeps_its_low_32_bits() -> None:
    assert int32_of("3000000000") == 3000000000 - 2**32
    assert int32_of("2147483647") == 2147483647
    assert int32_of("-2147483649") == 2147483647


def test_a_number_of_5000_digits_is_not_an_accident() -> None:
    assert real_of("1" * 5000 + ".5") is None or math.isinf(real_of("1" * 5000 + ".5") or 0.0)
    integer_of("1" * 5000)
    integer_of("1." + "1" * 5000)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1000.0, "1000.000000"),
        (0.5016435, "0.501644"),
        (1e10, "10000000000.000000"),
        (4e-7, "0.000000"),
        (1e30, "1000000000000000019884624838656.000000"),
    ],
)
def test_reals_are_appended_with_six_decimals(value: float, text: str) -> None:
    assert real_text(value) == text


def test_strings_are_appended_as_they_are_and_impossible_ones_as_undefined() -> None:
    assert string_text("group_a.bob@x.org") == '"group_a.bob@x.org"'
    assert string_text(r"dom\user") == r'"dom\user"'
    assert string_text('a"b') == "UNDEFINED"


@pytest.mark.parametrize(
    ("text", "compacted"),
    [
        ("1000.000000", "1000.0"),
        ("0.500000", "0.5"),
        ("10000000000.000000", "10000000000.0"),
        ("10000000000000000.000000", "1E+16"),
        ("0.000000", "0.0"),
        ("-0.000000", "-0.0"),
        ("-40.000000", "-40.0"),
        ("0.501644", "0.501644"),
        ("1767600070", "1767600070"),
        ('"*"', '"*"'),
        (r'"dom\user"', r'"dom\user"'),
        ("TRUE", "true"),
        ("UNDEFINED", "undefined"),
    ],
)
def test_compaction_rewrites_reals_and_keeps_the_rest(text: str, compacted: str) -> None:
    assert compacted_text(text) == compacted


def test_a_real_too_long_for_the_accountants_buffer_is_cut_and_reads_as_another_number() -> None:
    """1e300 has 301 digits before its point, of which 254 fit: an integer beyond 64 bits."""
    text = real_text(1e300)
    assert (len(text), "." in text) == (254, False)
    assert real_of(text) != 1e300
