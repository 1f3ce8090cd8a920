import pytest

from userprio.classad.files import AdFormat, recognise


@pytest.mark.parametrize(
    ("head", "form"),
    [
        ("", AdFormat.LONG),
        ("\n\n", AdFormat.LONG),
        ('Name = "x"\n', AdFormat.LONG),
        ("# said\n\nA = 1", AdFormat.LONG),
        ("*** Offset = 0\n", AdFormat.LONG),
        ("{ x = 1", AdFormat.LONG),
        ("<html", AdFormat.LONG),
        ('<?xml version="1.0"?>', AdFormat.XML),
        ("\n<classads>", AdFormat.XML),
        ("<!-- made today -->\n<classads>", AdFormat.XML),
        ("[\n{\n", AdFormat.JSON),
        ('[{"A":1}]', AdFormat.JSON),
        ("[\n]\n", AdFormat.JSON),
        ("[]", AdFormat.JSON),
        ('# said\n{"A":1}', AdFormat.JSON),
        ('{\n  "A": 1', AdFormat.JSON),
        ("{}", AdFormat.JSON),
        ("[ a = 1 ]", AdFormat.NEW),
        ("[\n  a = 1;", AdFormat.NEW),
        ("[ 'x y' = 1 ]", AdFormat.NEW),
        ("{\n[ a = 1 ]", AdFormat.NEW),
        ("/* said */ {[", AdFormat.NEW),
    ],
)
def test_the_form_is_recognised_by_how_the_file_begins(head: str, form: AdFormat) -> None:
    assert recognise(head) is form
