"""What operators make of values."""

import math
import random

import pytest

from userprio.classad import ERROR, UNDEFINED, Ad, Evaluator, as_number, evaluate, is_true, parse, text_of

KNOWN = {"F": "false", "T": "true", "U": "undefined", "E": "error"}
WORTH = {"F": False, "T": True, "U": UNDEFINED, "E": ERROR}


@pytest.mark.parametrize(
    ("op", "row", "results"),
    [
        ("&&", "F", "FFFF"),
        ("&&", "T", "FTUE"),
        ("&&", "U", "FUUE"),
        ("&&", "E", "EEEE"),
        ("||", "F", "FTUE"),
        ("||", "T", "TTTT"),
        ("||", "U", "UTUE"),
        ("||", "E", "EEEE"),
    ],
)
def test_logic_has_four_values(op, row, results):
    assert [evaluate(f"{KNOWN[row]} {op} {KNOWN[column]}") for column in "FTUE"] == [
        WORTH[result] for result in results
    ]


def test_number_is_a_boolean_in_logic():
    assert evaluate("1 && 2") is True
    assert evaluate("0.0 || 0") is False
    assert evaluate("!2") is False
    assert evaluate('false && "a"') is False
    assert evaluate('undefined && "a"') is ERROR


def test_chain_of_logic_goes_on_past_undefined():
    assert evaluate("undefined && true && false && error") is False
    assert evaluate("undefined && true && error && false") is ERROR
    assert evaluate("undefined || false || 3") is True
    assert evaluate("false || (undefined && true) || false") is UNDEFINED


def test_branch_not_taken_is_not_evaluated():
    assert evaluate("true ? 1 : noSuchFunction()") == 1
    assert evaluate("undefined ? 1 : 2") is UNDEFINED
    assert evaluate('"a" ? 1 : 2') is ERROR


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9223372036854775807 + 1", -(2**63)),
        ("9223372036854775807 * 2", -2),
        ("-(-9223372036854775808)", -(2**63)),
        ("-9223372036854775808 / -1", 2**63 - 1),
        ("-9223372036854775808 % -1", 0),
        ("1 << 63", -(2**63)),
        ("1 << 64", 1),
        ("1 << -1", -(2**63)),
        ("-8 >> 1", -4),
        ("-8 >> 65", -1),
        ("8 >> 65", 4),
        ("-8 >> -1", -8),
        ("-8 >>> 1", 2**63 - 4),
        ("-8 >>> 0", 0),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7 % -3", 1),
    ],
)
def test_integers_are_those_of_64_bits(text, value):
    assert evaluate(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + true", 2),
        ("7 / 2.0", 3.5),
        ("true * 5", 5),
        ("1.0 / 0", ERROR),
        ("1e308 * 10", ERROR),
        ("-1.0 / 0.0", -math.inf),
        ("1 / 0", ERROR),
        ("5.5 % 2", ERROR),
        ("-true", ERROR),
        ('"a" + "b"', ERROR),
        ("5 & true", ERROR),
        ("1 + undefined", UNDEFINED),
        ("undefined * error", ERROR),
    ],
)
def test_arithmetic_promotes_numbers_and_refuses_the_rest(text, value):
    assert evaluate(text) == value


def test_real_arithmetic_may_leave_not_a_number():
    result = evaluate("0.0 / 0.0")
    assert isinstance(result, float)
    assert math.isnan(result)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"abc" == "ABC"', True),
        ('"É" == "é"', False),
        ('"10" < "9"', True),
        ('"Z" > "a"', True),
        ("2 == true", False),
        ("9007199254740993 == 9007199254740992.0", True),
        ("9007199254740993 == 9007199254740992", False),
        ('"a" == 1', ERROR),
        ("{1} == {1}", ERROR),
        ("undefined == undefined", UNDEFINED),
        ("3 > 2 > 1", False),
        ("1 =?= 1.0", False),
        ('"a" =?= "A"', False),
        ("undefined =?= undefined", True),
        ("error =!= undefined", True),
        ("{1} =?= {1}", ERROR),
        ("{1} =?= 1", False),
    ],
)
def test_comparison(text, value):
    assert evaluate(text) is value


def test_lists_come_back_as_lists_and_ads_as_dictionaries():
    assert evaluate("{ A, [ b = A; c = { b } ] }", my={"A": "3"}) == [3, {"b": 3, "c": [3]}]


def test_subscript_takes_an_integer_or_a_name():
    assert evaluate("{ 10, 20 }[1]") == 20
    assert evaluate("{ 10, 20 }[2]") is ERROR
    assert evaluate("{ 10, 20 }[1.0]") is ERROR
    assert evaluate('[ a = 1 ]["A"]') == 1
    assert evaluate('"abc"[0]') is ERROR


def test_ads_of_a_match_are_both_needed():
    evaluator = Evaluator(now=0)
    job = Ad.parse("[ RequestCpus = 2; Requirements = TARGET.Cpus >= RequestCpus ]")
    assert evaluator.matches(job, Ad.parse("[ Cpus = 4; Requirements = TARGET.RequestCpus ]"))
    assert not evaluator.matches(job, Ad.parse("[ Cpus = 1; Requirements = true ]"))
    assert not evaluator.matches(job, Ad.parse("[ Cpus = 4; Requirements = TARGET.Owner == 1 ]"))
    assert not evaluator.matches(job, Ad.parse("[ Cpus = 4 ]"))


def test_evaluator_knows_the_time_it_is_given():
    evaluator = Evaluator(now=1_795_000_000)
    assert evaluator.evaluate(parse("time() - CurrentTime")) == 0
    assert evaluator.evaluate(parse("CurrentTime + 1")) == 1_795_000_001


def test_evaluator_rolls_the_dice_it_is_given():
    first, again = (Evaluator(0, random=random.Random(7)).evaluate(parse("random(1000000)")) for _ in range(2))
    assert first == again


def test_further_functions_can_be_added():
    usage = {"alice": 3.0}
    evaluator = Evaluator(0, {"ResourcesInUseByUser": (1, 1, lambda context, args: usage.get(args[0], 0.0))})
    assert evaluator.evaluate(parse('resourcesInUseByUser("alice") + 1')) == 4.0
    assert evaluator.evaluate(parse("ResourcesInUseByUser()")) is ERROR
    assert evaluator.evaluate(parse("ResourcesInUseByUser(1 / 0)")) is ERROR


def test_negotiator_reads_results_as_numbers_or_truth():
    assert [as_number(value) for value in (True, 2, 2.5, "2", UNDEFINED)] == [1, 2, 2.5, None, None]
    assert [is_true(value) for value in (True, 2, 0.0, "true", UNDEFINED, ERROR)] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


def test_attribute_is_evaluated_in_its_ad():
    ad = Ad.parse("[ A = B + 1; B = 1 ]")
    assert Evaluator(0).attribute("a", ad) == 2
    assert Evaluator(0).attribute("C", ad) is UNDEFINED
    assert Evaluator(0).attribute("C", ad, Ad.parse("[ C = 3 ]")) is UNDEFINED


@pytest.mark.parametrize(
    "text",
    [
        '"plain"',
        '""',
        '"',
        '"a" ',
        ' "a"',
        '"a" + 1',
        r'"a\"b"',
        r'"a\\"',
        r'"a\nb"',
        '"tab\there"',
        '"é中"',
        '"\udce9"',
    ],
)
def test_a_text_is_that_of_its_expression_whether_or_not_it_is_taken_as_written(text):
    """Also where a string has escapes, unprintable characters, blanks around it or something behind it."""
    expected = Evaluator(0).attribute("Name", Ad.lazy([("Name", text)]))
    assert text_of(Evaluator(0), Ad.lazy([("Name", text)]), "name") == (expected if isinstance(expected, str) else None)
    assert text_of(Evaluator(0), Ad.lazy([("Name", text)]).replace({"Name": "other"}), "Name") == "other"
