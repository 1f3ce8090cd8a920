from collections.abc import Callable

import pytest

from userprio.config import Config, ConfigError, ErrorKind, WarningKind

Reading = Callable[..., Config]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("true", True),
        ("YES", True),
        ("t", True),
        ("no", False),
        ("0.0", False),
        ("-1", True),
        ("1e-5", True),
        ("$(SET)", True),
        ("$(UNSET)", False),
        ("! $(UNSET)", True),
        ("defined SET", True),
        ("defined EMPTY", False),
        ("defined PRIORITY_HALFLIFE", True),
        ("defined GROUP_NAMES", False),
        ("defined", False),
        ("defined 5", True),
        ("defined use FEATURE", True),
        ("defined use feature:gpus", True),
        ("defined use POLICY:NOPE", False),
        ("version >= 8.1.6", True),
        ("version == v25.14", True),
        ("version == 25.14.0", False),
        ("version != 25.14.1", False),
        ("version < 9.0", False),
        ("!version > 30.1", True),
        (f"version < {'9' * 5000}.1", True),
    ],
)
def test_a_condition_holds_or_not(reading: Reading, condition: str, holds: bool) -> None:
    text = f"SET = 1\nEMPTY =\nif {condition}\nR = yes\nelse\nR = no\nendif\n"
    assert reading(text).text("R") == ("yes" if holds else "no")


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("SET == 1", "comparisons of knobs are not supported"),
        ("true && true", "not supported"),
        ("on", "is not a condition"),
        ("", "is not a condition"),
        ('"true"', "is not a condition"),
        ("true # x", "is not a condition"),
        ("defined A B", "more than one name"),
        ("defined use FEATURE : GPUs", "has a space"),
        ("defined use SECURITY:recommended_v9_0", "is not a condition"),
        ("version", "does not compare with a version"),
        ("version >= 5.0", "does not compare with a version"),
        ("version>=9.0", "is not a condition"),
    ],
)
def test_anything_else_is_refused_with_its_line(reading: Reading, condition: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        reading(f"SET = 1\nif {condition}\nendif\n")
    assert (caught.value.kind, caught.value.line) == (ErrorKind.BAD_CONDITION, 2)


def test_only_the_first_branch_that_holds_is_read(reading: Reading) -> None:
    text = "if no\nR = 1\nelif yes\nR = 2\nelif yes\nR = 3\nelse\nR = 4\nendif\n"
    assert reading(text).text("R") == "2"


def test_lines_and_conditions_of_other_branches_may_be_anything(reading: Reading) -> None:
    text = "if yes\nR = 1\nelif X == 1\ngarbage\n if more garbage\n endif\nuse NOPE : NOPE\nendif\n"
    assert reading(text).text("R") == "1"


@pytest.mark.parametrize(
    ("text", "kind", "line"),
    [
        ("if true\nR = 1\n", ErrorKind.MISSING_ENDIF, 2),
        ("R = 1\nelse\n", ErrorKind.ELSE_WITHOUT_IF, 2),
        ("elif true\n", ErrorKind.ELSE_WITHOUT_IF, 1),
        ("endif\n", ErrorKind.ENDIF_WITHOUT_IF, 1),
        ("if true\nelse\nelse\nendif\n", ErrorKind.ELSE_AFTER_ELSE, 3),
        ("if true\nelse\nelif true\nendif\n", ErrorKind.ELIF_AFTER_ELSE, 3),
        ("if true\n" * 64 + "endif\n" * 64, ErrorKind.IF_DEPTH, 64),
    ],
)
def test_blocks_that_do_not_fit_are_refused(reading: Reading, text: str, kind: ErrorKind, line: int) -> None:
    with pytest.raises(ConfigError) as caught:
        reading(text)
    assert (caught.value.kind, caught.value.line) == (kind, line)


def test_blocks_nest_63_deep(reading: Reading) -> None:
    assert reading("if true\n" * 63 + "R = 1\n" + "endif\n" * 63).text("R") == "1"


@pytest.mark.parametrize("line", ["if $INT(abc)\nendif", "include ifexist : $INT(abc)", "X_$INT(abc) = 5"])
def test_a_function_that_fails_while_reading_is_remarked_upon_and_read_as_nothing(reading: Reading, line: str) -> None:
    """A schedd of HTCondor 25.14.1 prints `$INT() macro: abc does not evaluate to an integer!`, and comes up."""
    (warning,) = reading(f"\n{line}\n").warnings
    assert (warning.kind, warning.line) == (WarningKind.MACRO_FUNCTION, 2)
