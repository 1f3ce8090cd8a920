import pytest

from userprio.config.statements import (
    Assignment,
    HereDocument,
    Include,
    Message,
    Problem,
    Statement,
    Use,
    is_legal_name,
    parse_statement,
)


@pytest.mark.parametrize(
    ("line", "statement"),
    [
        ("A = b = c", Assignment("A", "b = c")),
        ("A == 5", Assignment("A", "= 5")),
        ("A=", Assignment("A", "")),
        ("A B = 5", Assignment("A", "5")),
        ("A : 5", Assignment("A", "5", colon=True)),
        ("A := 5", Assignment("A", "= 5", colon=True)),
        ("A:B = 1", Assignment("A", "B = 1", colon=True)),
        ("A += 1", Assignment("A", "1", glue=" ")),
        ("A +,= 1", Assignment("A", "1", glue=",")),
        ("A +&&= 1", Assignment("A", "1", glue=" && ")),
        ("A+= 1", Assignment("A+", "1")),
        ("A @=end", HereDocument("A", "end")),
        ("A @= end", HereDocument("A", "end")),
        ("A@=end", Assignment("A@", "end")),
        ("use ROLE : Submit Execute", Use("ROLE", "Submit Execute")),
        ("@USE role:Submit", Use("role", "Submit")),
        ("use : Submit", Use("", "Submit")),
        ("use = 5", Assignment("use", "5")),
        ("include : /etc/x y", Include("/etc/x y")),
        ("Include ifexist : x", Include("x", if_exists=True)),
        ("include ifexists command into c : run", Include("run", if_exists=True, command=True, into="c")),
        ("include output : run me", Include("run me", command=True)),
        ("error 5 : bad", Message("bad", fatal=True)),
        ("warning : hm", Message("hm", fatal=False)),
        ("[section]", None),
    ],
)
def test_a_line_says(line: str, statement: Statement) -> None:
    assert parse_statement(line) == statement


@pytest.mark.parametrize("line", ["garbage", "garbage words", "[a b]", "E +; = y", "A @ foo", "A +", "A B+C = 1"])
def test_a_line_without_a_whole_operator_is_not_a_statement(line: str) -> None:
    assert parse_statement(line) is Problem.NO_OPERATOR


@pytest.mark.parametrize(
    "line", ["include foo : x", "include IfExist : x", "include command into : x", "include into c : x"]
)
def test_options_of_include_are_lower_case_and_known(line: str) -> None:
    assert parse_statement(line) is Problem.BAD_INCLUDE


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("A", True),
        ("1A", True),
        (".A", True),
        ("a/b_c.d", True),
        ("", False),
        ("A-B", False),
        ("A+", False),
        ("É", False),
    ],
)
def test_names_have_letters_digits_and_three_signs(name: str, legal: bool) -> None:
    assert is_legal_name(name) is legal
