import time
from collections.abc import Callable

import pytest

from userprio.config import Config, ConfigError, ErrorKind, KnobError

Reading = Callable[..., Config]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A = $(B)\nB = 1\nB = 2\n", "2"),
        ("A = $($(B))\nB = C\nC = 7\n", "7"),
        ("A = $(X_$(I))\nX_1 = one\nI = 1\n", "one"),
        ("A = $(UNSET:5)\n", "5"),
        ("A = $(EMPTY:7)\nEMPTY =\n", "7"),
        ("A = $(Y:$(Z:3))\n", "3"),
        ("A = $(Y:a b,c)\n", "a b,c"),
        ("A = $(Y:(a-b))\n", "(a-b)"),
        ("A = $(Y:a-b)\n", "$(Y:a-b)"),
        ("A = $(Y:C:\\d)\n", "C:\\d"),
        ("A = $( B )\nB = 1\n", "$( B )"),
        ("A = x $(B\n", "x $(B"),
        ("A = $(DOLLAR)(B)\nB = 1\n", "$(B)"),
        ("A = $$(B) $$$(B) $$([B])\nB = 1\n", "$$(B) $$1 $$([B])"),
        ("A = $foo $ (B) $FOO(1)\n", "$foo $ (B) $FOO(1)"),
        ("A = $(X)B) $(Y)(B) $INT$(Z)\nB = b\nX = $(\nY = $\nZ = (5)\n", "b b 5"),
        ("A = $(Y)$(B)\nB = b\nY = $\n", "$$(B)"),
    ],
)
def test_macros_expand_when_looked_up(reading: Reading, text: str, value: str) -> None:
    assert reading(text).text("A") == value


def test_a_reference_to_itself_is_the_value_so_far(reading: Reading) -> None:
    config = reading("A = 1\nA = $(A) 2\nB = $(b:def) z\nSPOOL = $(SPOOL)/x\n", detected={"TILDE": "/var/lib/condor"})
    assert config.raw("A") == "1 2"
    assert config.text("B") == "def z"
    assert config.text("SPOOL") == "/var/lib/condor/spool/x"


def test_the_prefixed_name_refers_to_itself_by_both_its_names(reading: Reading) -> None:
    assert reading("X = g\nNEGOTIATOR.X = $(X) n\n").text("X") == "g n"
    assert reading("NEGOTIATOR.X = $(X) n\nX = g\n").text("X") == " n"


def test_a_circle_is_refused_with_its_knobs_and_their_lines(reading: Reading) -> None:
    config = reading("A = $(B)\n\nB = x $(C:1)\nC = $(A)\n")
    with pytest.raises(ConfigError) as caught:
        config.text("B")
    assert caught.value.kind is ErrorKind.CIRCULAR_MACRO
    assert caught.value.line == 3
    places = [f"{name} ({caught.value.path}, line {line})" for name, line in [("B", 3), ("C", 4), ("A", 1), ("B", 3)]]
    assert " -> ".join(places) in caught.value.message


def test_a_circle_through_a_function_is_refused(reading: Reading) -> None:
    with pytest.raises(ConfigError, match=r"A \(.*line 1\) -> B \(.*line 2\) -> A"):
        reading("A = $INT(B)\nB = $(A) + 1\n").text("A")


def test_a_circle_through_a_default_that_is_not_used_is_none(reading: Reading) -> None:
    config = reading("A = $(B:$(A))\nB = 1\n")
    assert config.text("A") == "1"
    with pytest.raises(ConfigError) as caught:
        reading("A = $(B:$(A))\n").text("A")
    assert caught.value.kind is ErrorKind.CIRCULAR_MACRO


def test_an_environment_variable_that_names_an_unset_self_is_a_circle(reading: Reading) -> None:
    with pytest.raises(ConfigError, match="the environment"):
        reading("", environ={"_CONDOR_A": "$(A) 2"}).text("A")


@pytest.mark.slow
@pytest.mark.parametrize("leaf", ["x", "", "x" * 100_000])
def test_doubling_chains_are_refused_soon(reading: Reading, leaf: str) -> None:
    chain = "".join(f"A{i} = $(A{i - 1}:)$(A{i - 1}:)\n" for i in range(1, 60))
    config = reading(f"A0 = {leaf}\n{chain}")
    began = time.perf_counter()
    with pytest.raises(ConfigError) as caught:
        config.text("A59")
    assert caught.value.kind is ErrorKind.EXPANSION_TOO_LARGE
    assert time.perf_counter() - began < 20


def test_long_chains_and_many_macros_are_no_trouble(reading: Reading) -> None:
    chain = "".join(f"A{i} = $(A{i - 1})\n" for i in range(1, 1000))
    config = reading(f"A0 = x\n{chain}B = {'$(A0)' * 10_000}\n")
    assert config.text("A999") == "x"
    assert config.text("B") == "x" * 10_000


def test_a_variable_that_brings_itself_back_is_refused(reading: Reading) -> None:
    with pytest.raises(ConfigError) as caught:
        reading("A = $ENV(Q)\n", environ={"Q": "$ENV(Q)"}).text("A")
    assert caught.value.kind is ErrorKind.EXPANSION_TOO_LARGE


def test_functions_nested_without_end_are_refused(reading: Reading) -> None:
    chain = "".join(f"A{i} = $INT(A{i - 1})\n" for i in range(1, 300))
    config = reading(f"A0 = 1\n{chain}")
    assert config.text("A90") == "1"
    with pytest.raises(ConfigError) as caught:
        config.text("A299")
    assert caught.value.kind is ErrorKind.EXPANSION_TOO_LARGE


def test_a_failing_function_stops_a_negotiator_and_leaves_nothing_for_a_tool(reading: Reading) -> None:
    with pytest.raises(KnobError) as caught:
        reading("A = x$INT(abc)y\n").text("A")
    assert (caught.value.line, caught.value.instead) == (1, "xy")
    assert "`abc`, which is not an integer" in caught.value.message
