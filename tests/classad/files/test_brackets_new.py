import pytest

from tests.classad.files.conftest import Reader
from tests.classad.files.content import exprs, texts
from userprio.classad.files import AdsFileError
from userprio.classad.values import Literal


@pytest.mark.parametrize(
    "text",
    [
        "{\n[ a = 1; b = a + 1 ]\n,\n[ a = 2 ]\n}\n",
        "[ a = 1; b = a + 1 ]\n[ a = 2 ]\n",
        "{ [a=1;b=a + 1],[a=2] }",
        "[\n  a = 1;\n  b = a + 1;\n]\n\n[\na = 2\n]",
        "# said\n[ a = 1; /* ] */ b = a + 1; // ]\n ]\n// more\n[ a = 2 ]\n# end",
    ],
)
def test_ads_in_a_list_or_one_after_another(read: Reader, text: str) -> None:
    ads, problems = read(text)
    assert [texts(ad) for ad in ads] == [{"a": "1", "b": "a + 1"}, {"a": "2"}]
    assert problems == []


def test_brackets_in_strings_and_names_do_not_count(read: Reader) -> None:
    (ad,), _ = read('[ a = "]\\"}"; \'b]\' = 2; c = { [ d = 4 / 2 ] } ]')
    assert list(ad) == ["a", "b]", "c"]
    assert ad.expr("a") == Literal(']"}')


def test_strings_have_c_escapes(read: Reader) -> None:
    (ad,), _ = read(r'[ a = "x\ty\101" "z" ]')
    assert exprs(ad) == {"a": Literal("x\tyAz")}


def test_an_empty_list_and_empty_ads_are_nothing(read: Reader) -> None:
    assert read("{\n}\n") == ([], [])
    assert read("{ [ ] , [] }") == ([], [])


def test_an_ad_that_does_not_parse_is_left_out_and_reported_with_its_line(read: Reader) -> None:
    ads, problems = read("[ a = 1 ]\n[\n b = 2;\n c = 1 +;\n d = 4 ]\n[ a = 3 ]\n")
    assert [texts(ad) for ad in ads] == [{"a": "1"}, {"a": "3"}]
    assert [problem.line for problem in problems] == [4]
    assert problems[0].message.startswith("this ad is left out: ")


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("{\n[ a = 1 ]\n", 1, "the list of ads is not closed with '}'"),
        ("[ a = 1 ]\n[ a = ", 2, "the file ends in the middle of the ad that begins here"),
        ('[ a = "1 ]', 1, "the file ends in the middle of the ad that begins here"),
        ("[ a = 1 ]\na = 2\n", 2, "this is not a list of ads in new form"),
        ("[ a = 1 ]\n/* open", 2, "this is not a list of ads in new form"),
    ],
)
def test_what_does_not_add_up_is_refused_with_its_line(read: Reader, text: str, line: int, why: str) -> None:
    with pytest.raises(AdsFileError) as caught:
        read(text)
    assert caught.value.line == line
    assert why in caught.value.message
