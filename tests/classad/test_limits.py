"""Circles, depth, and work without end: an evaluation always comes back, and never with an exception."""

import pytest

from userprio.base.limits import STEPS, Exceeded, run_with
from userprio.classad import ERROR, UNDEFINED, Ad, Evaluator, evaluate, parse, unparse
from userprio.classad.values import Literal, Unary


def chain_of_attributes(links: int) -> Ad:
    return Ad.parse(f"[ {'; '.join(f'A{i} = A{i + 1} + 0' for i in range(links))}; A{links} = 5 ]")


@pytest.mark.parametrize(
    "ad",
    [
        "[ A = A ]",
        "[ A = A + 1 ]",
        "[ A = B; B = A ]",
        "[ A = B + 1; B = A + 1 ]",
        "[ A = [ x = parent.A.x ].x ]",
        "[ A = { A }[0] ]",
    ],
)
def test_circle_is_undefined_where_it_closes(ad):
    assert evaluate("A", my=ad) is UNDEFINED


def test_rest_of_a_circle_is_evaluated_normally():
    assert evaluate("A || true", my="[ A = A ]") is True
    assert evaluate("A", my="[ A = A is undefined ]") is True
    assert evaluate("A", my="[ A = B ]", target="[ B = A ]") is UNDEFINED
    assert evaluate("A", my="[ A = TARGET.B ]", target="[ B = TARGET.A ]") is UNDEFINED


def test_list_that_holds_itself_ends():
    assert evaluate("A", my="[ A = { 1, A } ]") == [1, UNDEFINED]


@pytest.mark.parametrize("op", ["+", "&&", "||", "=?="])
def test_chain_of_operators_may_be_400_deep(op):
    assert evaluate(f" {op} ".join(["0"] * 401)) is not ERROR
    assert evaluate(f" {op} ".join(["0"] * 402)) is ERROR


def test_chain_of_attributes_may_be_400_deep():
    assert Evaluator(0).attribute("A0", chain_of_attributes(195)) == 5
    assert Evaluator(0).attribute("A0", chain_of_attributes(205)) is ERROR


def test_failed_evaluation_is_error_as_a_whole_and_matches_nothing():
    endless = chain_of_attributes(300)
    assert Evaluator(0).evaluate(parse("isError(A0)"), endless) is ERROR
    assert not Evaluator(0).matches(
        endless.replace({"Requirements": parse("isError(A0)")}), Ad.parse("[ Requirements = 1 ]")
    )


def test_evaluator_can_be_used_after_a_failure():
    evaluator = Evaluator(0)
    ad = chain_of_attributes(300)
    assert evaluator.attribute("A0", ad) is ERROR
    assert evaluator.attribute("A290", ad) == 5


@pytest.mark.slow
def test_very_long_chain_fails_and_nothing_more():
    expr = parse(" && ".join(["true"] * 50_000))
    assert Evaluator(0).evaluate(expr) is ERROR
    assert len(unparse(expr)) == 50_000 * 8 - 4


def test_deep_tree_that_no_parser_made_fails_and_nothing_more():
    expr = Literal(1)
    for _ in range(50_000):
        expr = Unary("-", expr)
    assert Evaluator(0).evaluate(expr) is ERROR
    assert hash(expr) == hash(Unary("-", expr.operand))


@pytest.mark.parametrize("text", ["a" + ".b" * 5_000, "a" + "[0]" * 5_000, "{" * 160 + "1" + "}" * 160 + "[0]" * 160])
def test_long_postfix_chain_comes_back(text):
    assert evaluate(text) in (UNDEFINED, ERROR, 1)


@pytest.mark.slow
def test_exponential_work_is_cut_off():
    doubling = "; ".join(f"A{i} = A{i + 1} + A{i + 1}" for i in range(64))
    assert evaluate("A0", my=f"[ {doubling}; A64 = 1 ]") is ERROR


def test_calls_nested_to_the_parsers_limit_through_attributes_come_back():
    nested = "strcat(" * 160
    ad = f"[ A = {nested}B{')' * 160}; B = {nested}C{')' * 160}; C = {nested}D{')' * 160}; D = 1 ]"
    assert evaluate("A", my=ad) in ("1", ERROR)


@pytest.mark.parametrize("ask", [lambda it, ad: it.attribute("Requirements", ad), lambda it, ad: it.matches(ad, ad)])
def test_what_uses_up_the_steps_of_a_run_is_told_with_its_ad(ask):
    ad = Ad({"Name": "slot1@host", "Requirements": parse(" + ".join(["1"] * 350))})
    with run_with({STEPS: 300}):
        evaluator = Evaluator(0)
        with pytest.raises(Exceeded) as raised:
            ask(evaluator, ad)
    assert "slot1@host" in raised.value.about
