"""Where a comparison changes along sorted numbers is found by halving, and comes out as if each were asked."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.classad import ERROR, UNDEFINED, Ad, AttributeRef, Evaluator, Expr, Value, parse
from userprio.negotiation.matching.cuts import (
    FAILED,
    FALSE,
    NUMBER,
    TRUE,
    UNKNOWN,
    AskedComparison,
    keeps_order,
    only_ordering,
    state_of,
    taken_apart,
)

EVALUATOR = Evaluator(1_800_000_000)
NAMES = ("C0", "C1", "C2", "3", "-2.5", "0")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("{x} {op} {c}", "{c} {op} {x}", "-{x}")), st.sampled_from("+-*/"), st.sampled_from(NAMES)
    ),
    max_size=3,
)
BOUNDS = st.tuples(
    st.sampled_from(("{x} {op} {c}", "{c} {op} {x}")),
    st.sampled_from(("<", "<=", ">", ">=", "==", "!=", "=?=", "=!=")),
    st.sampled_from(NAMES),
)
INTEGERS = st.one_of(st.integers(-9, 9), st.integers(-(2**63), 2**63 - 1))
REALS = st.one_of(st.floats(-9, 9), st.floats(allow_nan=False))
CONSTANTS = st.one_of(INTEGERS, REALS, st.sampled_from([UNDEFINED, ERROR, True, False, "text", math.nan, 0, 0.0, -0.0]))


def is_constant(expr: Expr) -> bool:
    """Whether it does not look at what slots differ in."""
    return "X" not in {node.name for node in nodes(expr) if isinstance(node, AttributeRef)}


def nodes(expr: Expr) -> list[Expr]:
    return [expr, *(node for child in expr.children for node in nodes(child))]


def worth(expr: Expr, values: dict[str, Value]) -> Value:
    return EVALUATOR.evaluate(expr, Ad(values))


@given(STEPS, BOUNDS, st.lists(CONSTANTS, min_size=3, max_size=3), st.one_of(st.lists(INTEGERS), st.lists(REALS)))
def test_halving_answers_as_asking_each_number_does(
    steps: list[tuple[str, str, str]],
    bound: tuple[str, str, str],
    constants: list[Value],
    numbers: list[int] | list[float],
) -> None:
    text = "X"
    for form, op, constant in [*steps, bound]:
        text = f"({form.format(x=text, op=op, c=constant)})"
    expr = parse(text[1:-1])
    apart = taken_apart(expr, is_constant)
    assert apart is not None
    given_values = {f"C{number}": value for number, value in enumerate(constants)}
    asked = AskedComparison(apart, [worth(constant, given_values) for constant in apart.constants])
    run = sorted(set(numbers))
    varying = [worth(apart.varying, {**given_values, "X": number}) for number in run]
    expected = [state_of(worth(expr, {**given_values, "X": number})) for number in run]
    assert [asked.state(value) for value in varying] == expected
    if isinstance(apart.varying, AttributeRef):
        assert list(asked.states(run)) == expected


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("X > 3", "FFFT"),
        ("3 > X", "TTTF"),
        ("X / 2 >= 1", "FFTT"),
        ("10 - X * 2 > 5", "TTTF"),
        ("-X < -2", "FFFT"),
        ("X > undefined", "UUUU"),
        ('X > "text"', "EEEE"),
    ],
)
def test_answers_change_once(text: str, runs: str) -> None:
    """Of 0, 1, 2 and 4; X / 2 is 0, 0, 1 and 2."""
    apart = taken_apart(parse(text), is_constant)
    assert apart is not None
    asked = AskedComparison(apart, [worth(constant, {}) for constant in apart.constants])
    letters = {TRUE: "T", FALSE: "F", UNKNOWN: "U", FAILED: "E"}
    assert "".join(letters[state] for state in asked.states([0, 1, 2, 4])) == runs


@pytest.mark.parametrize(
    ("text", "run", "answers"),
    [
        # In 64 bits 2**61 times 4 is -2**63, and 2**62 + 1 times 4 is 4.
        ("X * 4 > 0", [1, 2**61, 2**62 + 1], "TFT"),
        # 1e308 times 10 is beyond the largest real, which is an error.
        ("X * 1e308 > 5e307", [0.0, 1.0, 1.5, 10.0, 20.0], "FTTEE"),
    ],
)
def test_numbers_that_leave_their_type_do_not_mislead(text: str, run: list[int] | list[float], answers: str) -> None:
    apart = taken_apart(parse(text), is_constant)
    assert apart is not None
    asked = AskedComparison(apart, [worth(constant, {}) for constant in apart.constants])
    assert "".join("FTUE"[state] for state in asked.states(run)) == answers


@pytest.mark.parametrize("text", ["X > 3600", "X * 2 - 10 > 7190"])
def test_few_values_are_asked_of_many(text: str) -> None:
    """Of a hundred thousand run times, some twenty are looked at, whatever is reckoned with them first."""
    apart = taken_apart(parse(text), is_constant)
    assert apart is not None
    looked_at: list[Value] = []

    class Watched(AskedComparison):
        def state(self, value: Value) -> int:
            looked_at.append(value)
            return super().state(value)

    states = Watched(apart, [worth(constant, {}) for constant in apart.constants]).states(range(100_000))
    assert states.count(FALSE) == 3601
    assert len(looked_at) < 25


@pytest.mark.parametrize("text", ["X > X + 1", "C0 > C1", "X && C0", "X", "10 / X > X"])
def test_what_has_no_side_that_is_constant_is_left_alone(text: str) -> None:
    assert taken_apart(parse(text), is_constant) is None


@pytest.mark.parametrize("text", ["C0 / X > 1", "X % 7 > 1", "X * X > 1"])
def test_steps_that_need_not_keep_an_order_are_no_steps(text: str) -> None:
    apart = taken_apart(parse(text), is_constant)
    assert apart is not None
    assert apart.steps == ()


def test_a_number_counts_as_true_but_is_not_the_boolean() -> None:
    assert [state_of(value) for value in (True, 2, 0, False, UNDEFINED, "x")] == [
        *(TRUE, NUMBER, FALSE, FALSE, UNKNOWN, FAILED)
    ]


POLICIES = (
    "Y {op} {x}",
    "{x} {op} Y && Z",
    "Z || !({x} {op} Y)",
    "ifThenElse({x} {op} Y, Z, Y > 3)",
    "({x} {op} Y ? Z : 2) =?= 2",
)


@given(
    st.sampled_from(POLICIES),
    st.sampled_from(("X", "X * 1.2", "-X / 3", "(2 - X)", "X * 1e300")),
    st.sampled_from(("<", "<=", ">", ">=")),
    st.lists(REALS, min_size=3, max_size=3).map(sorted),
    CONSTANTS,
    st.booleans(),
)
def test_what_compares_a_number_once_has_no_other_values_between_two_numbers(
    form: str, varying: str, op: str, numbers: list[float], bound: Value, more: bool
) -> None:
    expr = parse(form.format(op=op, x=varying))
    comparison = only_ordering(expr, {"x"})
    assert comparison is not None
    low, between, high = (worth(expr, {"X": number, "Y": bound, "Z": more}) for number in numbers)
    if keeps_order(comparison, numbers[0], numbers[-1]):
        assert repr(between) in (repr(low), repr(high))


@pytest.mark.parametrize(
    "text",
    ["Y > 1", "X > 1 || X < Y", "X == 1", "X > X", "X * Y > 2", "1 / X > 2", "X", "f(X) > 1", "X.a > 1 && X > 1"],
)
def test_a_number_that_is_read_in_another_way_has_no_ordering(text: str) -> None:
    assert only_ordering(parse(text), {"x"}) is None
