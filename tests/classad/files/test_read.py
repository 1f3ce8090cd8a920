import pytest

from userprio.classad.files import Form, recognise


@pytest.mark.parametrize(
    ("head", "form"),
    [
        ("", Form.LONG),
        ("\n\n", Form.LONG),
        ('Name = "x"\n', Form.LONG),
        ("# said\n\nA = 1", Form.LONG),
        ("*** Offset = 0\n", Form.LONG),
        ("{ x = 1", Form.LONG),
        ("<html", Form.LONG),
        ('<?xml version="1.0"?>', Form.XML),
        ("\n<classads>", Form.XML),
        ("<!-- made today -->\n<classads>", Form.XML),
        ("[\n{\n", Form.JSON),
        ('[{"A":1}]', Form.JSON),
        ("[\n]\n", Form.JSON),
        ("[]", Form.JSON),
        ('# said\n{"A":1}', Form.JSON),
        ('{\n  "A": 1', Form.JSON),
        ("{}", Form.JSON),
        ("[ a = 1 ]", Form.NEW),
        ("[\n  a = 1;", Form.NEW),
        ("[ 'x y' = 1 ]", Form.NEW),
        ("{\n[ a = 1 ]", Form.NEW),
        ("/* said */ {[", Form.NEW),
    ],
)
def test_the_form_is_recognised_by_how_the_file_begins(head: str, form: Form) -> None:
    assert recognise(head) is form
