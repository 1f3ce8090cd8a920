import gzip
import json
import tempfile
from math import isfinite
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.classad.files.content import exprs
from userprio.base.errors import BadInput
from userprio.classad.ad import Ad
from userprio.classad.files import AdsFileError, AdsProblem, read_ads, write_long
from userprio.classad.values import (
    ERROR,
    UNDEFINED,
    AdExpr,
    AttributeRef,
    Binary,
    Call,
    Expr,
    ListExpr,
    Literal,
    Parenthesized,
)

HERE = Path(__file__).parent


names = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,6}", fullmatch=True).filter(
    lambda name: name.lower() not in ("true", "false", "undefined", "error", "is", "isnt", "parent")
)
# Reals with at most sixteen digits: the seventeenth is not printed.
reals = st.floats(allow_nan=False, allow_infinity=False).map(lambda number: float(f"{number:.15g}")).filter(isfinite)
strings = st.text(st.characters(exclude_characters="\0\n\r\\", exclude_categories=["Cs"]), max_size=12)
literals: st.SearchStrategy[Expr] = st.one_of(
    st.sampled_from([True, False, UNDEFINED, ERROR]), st.integers(0, 2**63 - 1), reals.map(abs), strings
).map(Literal)
expressions: st.SearchStrategy[Expr] = st.recursive(
    literals | names.map(AttributeRef),
    lambda inner: st.one_of(
        st.builds(lambda items: ListExpr(tuple(items)), st.lists(inner, max_size=3)),
        st.builds(
            lambda attributes: AdExpr(tuple(attributes)),
            st.lists(st.tuples(names, inner), max_size=3, unique_by=lambda pair: pair[0].lower()),
        ),
        st.builds(lambda name, items: Call(name, tuple(items)), st.just("member"), st.lists(inner, max_size=3)),
        st.builds(
            lambda op, left, right: Parenthesized(Binary(op, Parenthesized(left), Parenthesized(right))),
            st.sampled_from(["+", "=?=", "&&", "<", "?:"]),
            inner,
            inner,
        ),
    ),
    max_leaves=8,
)
ads = st.dictionaries(names, expressions, min_size=1, max_size=5).map(Ad)


def read_text(content: bytes) -> tuple[list[Ad], list[AdsProblem]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.ads"
        path.write_bytes(content)
        problems: list[AdsProblem] = []
        return list(read_ads(path, problems)), problems


def test_attributes_are_sorted_and_a_blank_line_ends_each_ad() -> None:
    written = list(write_long([Ad({"cpus": 8, "_x": 0.5, "Arch": "x86"}), Ad({"R": AttributeRef("START")})]))
    assert written == ['_x = 0.5\nArch = "x86"\ncpus = 8\n\n', "R = START\n\n"]


def test_what_was_read_is_written_with_the_text_it_had() -> None:
    ad = Ad.lazy([("A", "1  +  2"), ("B", "0.30000000000000004")])
    assert list(write_long([ad, ad.replace({"A": 7, "B": None})])) == [
        "A = 1  +  2\nB = 0.30000000000000004\n\n",
        "A = 7\n\n",
    ]


@pytest.mark.parametrize("name", ["slots.ads", "submitters.ads"])
def test_recorded_files_are_written_as_they_were(name: str) -> None:
    assert "".join(write_long(read_ads(HERE / name))).rstrip() == (HERE / name).read_text().rstrip()


@pytest.mark.parametrize("name", ["a=b", "#a", " a", "a\n", "*** a", ""])
def test_a_name_that_would_not_be_read_back_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        list(write_long([Ad({name: 1})]))


@pytest.mark.parametrize(
    "content",
    [
        Literal("two\nlines"),
        Literal("a\rb"),
        ListExpr((Literal("ends in \\"), Literal("x"))),
    ],
)
def test_a_value_that_would_not_be_read_back_is_refused(content: Expr) -> None:
    with pytest.raises(BadInput, match="the value of A cannot be written"):
        list(write_long([Ad({"A": content})]))


@given(st.lists(ads, max_size=4))
def test_what_is_written_is_read_back_equal(written: list[Ad]) -> None:
    read, problems = read_text("".join(write_long(written)).encode("utf-8", "surrogateescape"))
    assert [exprs(ad) for ad in read] == [exprs(ad) for ad in written]
    assert problems == []


@given(st.text(max_size=20))
def test_any_string_is_read_back_equal_or_refused(text: str) -> None:
    try:
        written = "".join(write_long([Ad({"A": text})])).encode("utf-8", "surrogateescape")
    except (BadInput, UnicodeEncodeError):
        return
    if "\0" not in text:
        ((ad,), _) = read_text(written)
        assert ad.expr("A") == Literal(text)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | strings,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(names, values, min_size=1, max_size=4), max_size=3), st.booleans())
def test_json_keeps_every_value_and_so_does_its_long_form(objects: list[dict[str, object]], indented: bool) -> None:
    folded = [{name.lower(): value for name, value in each.items()} for each in objects]
    read, problems = read_text(json.dumps(folded, indent=2 if indented else None).encode())
    assert problems == []
    assert [[*ad] for ad in read] == [[*each] for each in folded]
    again, problems = read_text("".join(write_long(read)).encode())
    assert problems == []
    assert [exprs(ad) for ad in again] == [exprs(ad) for ad in read]


FORMS = {
    "long": 'A = "ä"\nB = x + { 1,2 }\n\nA = "b"\n*** C = 4\nC = 5\n'.encode(),
    "json": '[\n{ "A": "ä", "B": "\\/Expr(x + 1)\\/", "C": [1, {"D": null}] }\n,\n{ "A": 1.5 }\n]\n'.encode(),
    "jsonl": b'{"A": 1}\n{"A": true}\n',
    "new": b'{\n[ A = "x"; B = { 1, 2 } ]\n,\n[ /* c */ A = 2 ]\n}\n',
    "xml": b'<?xml version="1.0"?>\n<classads>\n<c>\n<a n="A"><l><i>1</i><e>x &lt; 2</e></l></a>\n</c>\n</classads>\n',
}
FORMS["gzip"] = gzip.compress(FORMS["long"])


@pytest.mark.parametrize("form", FORMS)
def test_a_file_cut_off_at_any_byte_gives_ads_or_a_declared_error(form: str) -> None:
    whole = FORMS[form]
    for length in range(len(whole)):
        try:
            found, _ = read_text(whole[:length])
        except AdsFileError as error:
            assert error.message
            assert "\n" not in str(error)
        else:
            assert all(len(ad) for ad in found)


@given(st.data())
def test_a_file_damaged_at_any_byte_gives_ads_or_a_declared_error(data: st.DataObject) -> None:
    content = bytearray(FORMS[data.draw(st.sampled_from(sorted(FORMS)))])
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=3)):
        content[place] = data.draw(st.integers(0, 255))
    try:
        found, problems = read_text(bytes(content))
    except AdsFileError as error:
        assert error.message
    else:
        assert all(problem.line >= 1 for problem in problems)
        for ad in found:
            assert list(ad)


@given(st.binary(max_size=60))
def test_any_bytes_give_ads_or_a_declared_error(content: bytes) -> None:
    try:
        read_text(content)
    except AdsFileError as error:
        assert error.message
