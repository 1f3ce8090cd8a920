"""What flattening makes of an expression, as HTCondor's library does (`ClassAd.flatten` of its bindings)."""

import pytest

from userprio.classad import ERROR, UNDEFINED, Ad, Evaluator, parse, unparse

AD = Ad({"Foo": 1, "Text": "x", "Ask": parse("TARGET.Want + Foo"), "Cpus": 4, "Numbers": parse("{ Foo, 2 }")})


def flat(text: str, ad: Ad = AD) -> str | None:
    made = Evaluator(now=1_000_000).flatten(parse(text), ad)
    return None if made is None else unparse(made)


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("Foo + 1", "2"),
        ("TARGET.Want > Cpus * 2", "TARGET.Want > 8"),
        ("MY.Cpus >= TARGET.RequestCpus", "4 >= TARGET.RequestCpus"),
        ("Missing", "Missing"),
        ("MY.Missing", "MY.Missing"),
        ("CurrentTime > 5", "true"),
        ("(Foo) == 1", "true"),
        ("noSuchFunction(Foo)", "error"),
    ],
)
def test_what_the_ad_itself_settles_is_worked_out(text: str, becomes: str) -> None:
    assert flat(text) == becomes


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("1 + (X + 2)", "1 + (2 + X)"),
        ("X * 2 * 3", "6 * X"),
        ("X + 1 + Y + 2", "3 + X + Y"),
        ("X - 1 - 2", "X - 1 - 2"),
        ("X && true && Y && 3", "X && Y"),
        ("X || false", "false || X"),
        ("X || true", "true"),
        ("X && false", "false"),
    ],
)
def test_constants_of_a_chain_are_gathered_on_its_left(text: str, becomes: str) -> None:
    assert flat(text) == becomes


def test_an_error_among_constants_is_met_before_what_would_have_decided() -> None:
    """`TARGET.Group == "x"` alone would do, but the comparison of a string with a number comes first."""
    assert flat('TARGET.Group == "x" || Text > 3') == 'error || TARGET.Group == "x"'


def test_a_function_of_constants_is_called_without_a_target() -> None:
    assert flat('eval("TARGET.Want")') == "undefined"
    assert flat("ifThenElse(Foo == 1, TARGET.Want, 0)") == "ifThenElse(true,TARGET.Want,0)"


def test_an_attribute_that_needs_the_other_ad_is_put_in_its_place() -> None:
    assert flat("Ask > 3") == "1 + TARGET.Want > 3"
    assert flat("Numbers[TARGET.Which]") == "{ 1,2 }[TARGET.Which]"


def test_a_condition_that_is_known_leaves_its_branch() -> None:
    assert flat("Foo == 1 ? TARGET.A : TARGET.B") == "TARGET.A"
    assert flat("Missing ? Foo : Text") == 'Missing ? 1 : "x"'


def test_a_circle_of_attributes_leaves_everything_as_it_was() -> None:
    circle = Ad({"A": parse("B + 1"), "B": parse("A + 1")})
    assert flat("A > 1 && 1 + 1 == 2", circle) is None


def test_attributes_that_double_with_every_level_do_not_take_for_ever() -> None:
    doubling = Ad({f"A{i}": parse(f"(A{i + 1} + TARGET.x) * (A{i + 1} - TARGET.y)") for i in range(60)})
    assert Evaluator(now=0).flatten(parse("A0 > 1"), doubling) is None


def test_a_list_among_the_arguments_of_a_call_leaves_everything_as_it_was() -> None:
    assert flat('size(split("a b")) == TARGET.N + 0') is None


def test_a_true_constant_behind_an_undefined_one_drops_it() -> None:
    """So it is in HTCondor: what is never true is then asked for no more."""
    nothing = Ad({"X": UNDEFINED, "E": ERROR})
    assert flat("X && TARGET.A == 1 && 3", nothing) == "TARGET.A == 1"
    assert flat("TARGET.A && E && true", nothing) == "TARGET.A"
    assert flat("X && TARGET.A", nothing) == "undefined && TARGET.A"
