"""Foreign text made fit to show."""

from hypothesis import given
from hypothesis import strategies as st

from userprio.report.text import printable


def test_ordinary_names_stay_as_they_are() -> None:
    assert printable("group_a.müller@exämple.org") == "group_a.müller@exämple.org"
    assert printable("日本@pool") == "日本@pool"


def test_control_characters_become_visible() -> None:
    assert printable("a\x1b[31mb\tc\nd\x7f\x9b") == "a\\x1b[31mb\\x09c\\x0ad\\x7f\\x9b"


def test_characters_that_reorder_or_break_lines_become_visible() -> None:
    assert printable("a\u202eb\u2028c\U000e0041") == "a\\u202eb\\u2028c\\U000e0041"


def test_a_byte_that_was_no_utf8_shows_as_that_byte() -> None:
    assert printable(b"caf\xe9@pool".decode(errors="surrogateescape")) == "caf\\xe9@pool"


@given(st.text(st.characters(codec=None)))
def test_whatever_comes_out_can_be_encoded_and_holds_no_control_character(text: str) -> None:
    shown = printable(text)
    shown.encode()
    assert all(char >= " " and not "\x7f" <= char <= "\x9f" for char in shown)
    assert printable(shown) == shown
