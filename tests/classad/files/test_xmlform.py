import pytest

from tests.classad.files.conftest import Reader
from tests.classad.files.content import exprs, texts
from userprio.base.limits import AD_SIZE, run_with
from userprio.classad.files import AdsFileError
from userprio.classad.parser import Dialect, parse
from userprio.classad.values import ERROR, UNDEFINED, AbsTime, AdExpr, Expr, ListExpr, Literal, RelTime

PROLOG = '<?xml version="1.0"?>\n<!DOCTYPE classads SYSTEM "classads.dtd">\n'


def document(*ads: str) -> str:
    return PROLOG + "<classads>\n" + "".join(f"<c>\n{ad}\n</c>\n" for ad in ads) + "</classads>\n"


def test_ads_one_after_another(read: Reader) -> None:
    ads, problems = read(document('<a n="A"><i>1</i></a>\n<a n="B"><e>A + 1</e></a>', "", '<a n="A"><i>2</i></a>'))
    assert [texts(ad) for ad in ads] == [{"A": "1", "B": "A + 1"}, {"A": "2"}]
    assert problems == []


@pytest.mark.parametrize(
    ("element", "value"),
    [
        ("<i>8</i>", Literal(8)),
        ("<i> -08 </i>", Literal(-8)),
        ("<r>2.5E-01</r>", Literal(0.25)),
        ("<r>1</r>", Literal(1.0)),
        ("<r>-INF</r>", Literal(float("-inf"))),
        ("<r>NaN</r>", Literal(float("nan"))),
        ("<s/>", Literal("")),
        ("<s> a  b\n</s>", Literal(" a  b\n")),
        ("<s>a\\nb&lt;\\101\\&quot;\\\\q\\q&#233;</s>", Literal('a\nb<A"\\qqé')),
        ("<s>\\303\\251 \\377</s>", Literal("é \udcff")),
        ('<b v="t"/>', Literal(True)),
        ('<b v="f"/>', Literal(False)),
        ("<un/>", Literal(UNDEFINED)),
        ("<er/>", Literal(ERROR)),
        ("<at>2020-01-01T01:00:00+01:00</at>", Literal(AbsTime(1577836800, 3600))),
        ("<at>2020-01-01T00:00:00-00:00</at>", Literal(AbsTime(1577836800))),
        ("<rt>1+00:00:00</rt>", Literal(RelTime(86400))),
        ("<l/>", ListExpr(())),
        ("<l><i>1</i><s>x</s><e>q</e></l>", ListExpr((Literal(1), Literal("x"), parse("q")))),
        ('<c><a n="q"><i>1</i></a></c>', AdExpr((("q", Literal(1)),))),
        ('<e>x &lt; "a\\\\.b"</e>', parse('x < "a\\\\.b"', Dialect.NEW)),
        ("<e><![CDATA[a && b]]></e>", parse("a && b")),
    ],
)
def test_every_kind_of_value(read: Reader, element: str, value: Expr) -> None:
    (ad,), problems = read(document(f'<a n="A">{element}</a>'))
    assert exprs(ad) == {"a": value}
    assert problems == []


@pytest.mark.parametrize(
    ("element", "why"),
    [
        ("<i>x</i>", "it is not an integer of 64 bits"),
        ("<i>9223372036854775808</i>", "it is not an integer of 64 bits"),
        ("<i>" + "9" * 5000 + "</i>", "it is not an integer of 64 bits"),
        ("<r>1_0</r>", "it is not a number"),
        ("<s>\\0</s>", "a string cannot hold the character NUL"),
        ("<at>soon</at>", "it is not a time"),
        ("<rt>soon</rt>", "it is not a duration"),
        ("<e>1 +</e>", "its expression does not parse"),
        ("<e/>", "its expression does not parse"),
        ("<l><i>1</i><e>)</e></l>", "its expression does not parse"),
        ('<c><a n="q"><e>)</e></a></c>', "its expression does not parse"),
        ("", "it has no value"),
        ("<i>1</i><i>2</i>", "it has more than one value"),
    ],
)
def test_a_value_that_cannot_be_understood_is_left_out_and_reported_with_its_line(
    read: Reader, element: str, why: str
) -> None:
    (ad,), problems = read(document(f'<a n="Bad">{element}</a>\n<a n="C"><i>3</i></a>'))
    assert texts(ad) == {"C": "3"}
    (problem,) = problems
    assert problem.line == 5
    assert why in problem.message
    assert "is left out" in problem.message


def test_an_attribute_without_a_name_and_stray_text_are_reported(read: Reader) -> None:
    (ad,), problems = read(document('<a><i>1</i></a>stray\n<a n="C"><i>3</i></a>'))
    assert texts(ad) == {"C": "3"}
    assert [problem.line for problem in problems] == [5, 5]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (PROLOG + "<classads>\n<c>", 4, "this is not well-formed XML: no element found"),
        (PROLOG + "<classads>\n</c>", 4, "this is not well-formed XML: mismatched tag"),
        (document("<zz/>"), 5, "<zz> has no meaning inside <c>"),
        (document("<i>1</i>"), 5, "<i> has no meaning inside <c>"),
        ("<!DOCTYPE html>\n<html></html>", 2, "<html> has no meaning as the outermost element"),
        (document('<a n="A"><s>&nosuch;</s></a>'), 5, "the entity 'nosuch' is not known"),
        ("<?xml?>", 1, "this is not well-formed XML: XML declaration not well-formed"),
        (PROLOG, 3, "this is not well-formed XML: no element found"),
        (document('<a n="A"><s>\udcff</s></a>'), 5, "this is not well-formed XML"),
    ],
)
def test_what_is_not_a_file_of_ads_is_refused_with_its_line(read: Reader, text: str, line: int, why: str) -> None:
    with pytest.raises(AdsFileError) as caught:
        read(text)
    assert caught.value.line == line
    assert why in caught.value.message


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">',
        '<!ENTITY file SYSTEM "file:///etc/passwd">',
        '<!ENTITY % more SYSTEM "http://example.org/x.dtd"> %more;',
    ],
)
def test_declared_entities_are_refused_before_they_can_do_anything(read: Reader, declaration: str) -> None:
    with pytest.raises(AdsFileError, match="declares the entity"):
        read(f'<?xml version="1.0"?>\n<!DOCTYPE classads [{declaration}]>\n<classads/>')


def test_nesting_without_end_is_refused(read: Reader) -> None:
    with pytest.raises(AdsFileError, match="nested deeper than 100 levels"):
        read(document('<a n="A">' + "<l>" * 100_000))


def test_an_ad_beyond_the_limit_is_refused(read: Reader) -> None:
    with run_with({AD_SIZE: 1 << 20}), pytest.raises(AdsFileError, match="this ad is larger than 1 MiB"):
        read(document('<a n="A"><s>' + "x" * (4 << 20) + "</s></a>"))


def test_many_ads_are_more_than_one_ad_may_be(read: Reader) -> None:
    with run_with({AD_SIZE: 3 << 19}):
        ads, _ = read(document(*['<a n="A"><s>' + "x" * 1000 + "</s></a>"] * 4000))
    assert len(ads) == 4000


def test_latin_1_that_says_so_is_read(read: Reader) -> None:
    text = document('<a n="A"><s>é</s></a>').replace('"1.0"', '"1.0" encoding="ISO-8859-1"')
    (ad,), _ = read(text.encode("latin-1"))
    assert ad.expr("A") == Literal("é")
