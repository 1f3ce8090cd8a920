import pytest

from userprio.config.statements import LogicalLine, LogicalLines


def texts(text: str, *, old_comments: bool = False) -> list[str]:
    return [line.text for line in LogicalLines(text, old_comments=old_comments)]


def test_blanks_are_cut_off_both_ends_of_every_physical_line() -> None:
    assert texts("\tA = 1 \r\n   B = 2\t\n") == ["A = 1", "B = 2"]


def test_a_continued_line_takes_the_next_one_without_anything_in_between() -> None:
    assert texts("A = a \\\n   b\\\nc\n") == ["A = a bc"]


def test_a_logical_line_has_the_number_of_its_last_physical_line() -> None:
    assert list(LogicalLines("A = a \\\n b\nB = 1\n")) == [LogicalLine("A = a b", 2), LogicalLine("B = 1", 3)]


def test_a_blank_line_ends_a_continuation_and_leaves_the_blank_before_the_backslash() -> None:
    assert texts("A = a \\\n\nB = 1\n") == ["A = a ", "B = 1"]


@pytest.mark.parametrize(
    ("comment", "statement"),
    [("# comment", "A = x t"), ("  # note!", "A = x !"), ("#", "A = x #"), ("# $(C)", "A = x )")],
)
def test_a_comment_in_a_continuation_ends_it_and_leaves_its_last_character(comment: str, statement: str) -> None:
    assert texts(f"A = x \\\n{comment}\nB = 1\n") == [statement, "B = 1"]


def test_a_comment_that_ends_in_a_backslash_vanishes_from_a_continuation() -> None:
    assert texts("A = x \\\n  # comment \\\n  # more \\\n y\n") == ["A = x y"]


def test_a_comment_of_its_own_is_never_continued() -> None:
    assert texts("# comment \\\nA = 1\n") == ["# comment ", "A = 1"]


def test_the_old_rule_takes_comments_in_a_continuation_for_text() -> None:
    assert texts("A = x \\\n# comment\nB = 1\n", old_comments=True) == ["A = x # comment", "B = 1"]
    assert texts("# foo \\\nA = x\nB = 1\n", old_comments=True) == ["# foo A = x", "B = 1"]


def test_a_last_line_without_a_newline_is_left_as_it_is() -> None:
    assert texts("A = a \\") == ["A = a \\"]
    assert texts("B = 1\n A = 5  ") == ["B = 1", " A = 5  "]


def test_the_rule_may_change_between_two_lines() -> None:
    lines = LogicalLines("A = x \\\n# one\nB = x \\\n# two\n")
    read = []
    for line in lines:
        read.append(line.text)
        lines.old_comments = True
    assert read == ["A = x e", "B = x # two"]
