"""Against HTCondor's own reader, where its bindings are installed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.classad.files.test_long_written import ads, read_text
from userprio.classad.ad import Ad
from userprio.classad.files import AdsFileError, AdsProblem, read_ads, write_long
from userprio.classad.parser import Dialect
from userprio.classad.printing import unparse

classad2 = pytest.importorskip("classad2")
HERE = Path(__file__).parent


def theirs(text: str, form: Any = None) -> list[dict[str, str]]:
    found = classad2.parseAds(text, classad2.ParserType.Old if form is None else form)
    return [{name.lower(): one_line(ad.lookup(name)) for name in ad} for ad in found]


def theirs_or_nothing(block: str) -> list[dict[str, str]]:
    """One ad; their reader stops for good at one of which nothing is left, so each is given to it alone."""
    try:
        return theirs(block)
    except ValueError:
        return []


def ours(found: list[Ad]) -> list[dict[str, str]]:
    # Through their printer too: only what was read is to be compared.
    return [
        {name.lower(): one_line(classad2.ExprTree(unparse(expr, Dialect.NEW))) for name, expr in ad.items()}
        for ad in found
    ]


def one_line(expr: object) -> str:
    return " ".join(str(expr).split())


@pytest.mark.parametrize("name", ["slots.ads", "submitters.ads"])
def test_recorded_files_hold_what_htcondor_reads_in_them(name: str) -> None:
    problems: list[AdsProblem] = []
    found = list(read_ads(HERE / name, problems))
    assert ours(found) == theirs((HERE / name).read_text())


LINES = [
    "A = 1",
    "a = 2",
    "B = A + 1 tail",
    'C = "c:\\dir\\"',
    'C = "c:\\dir\\"  ',
    'D = "a\\"b" c',
    "  E=1K",
    "F = 007",
    "G = 1 +",
    "no equals sign",
    "H = ",
    " = 5",
    "I\t= 5",
    "x y = 3",
    "# J = 1",
    "",
    " \t",
    "K = x ? 1",
    "L = { 1,2 } }",
    "M = 1 /* open",
    "N == 1",
    "O = [ a = 1; b = { } ]",
    "P = 'q r' + 1",
    "Q = 99999999999999999999",
    'R = "a" "b"',
    "S = -5",
    "T = 1.5E-3;",
    "U = 1e",
    "V = f(x, 1) || !y",
]


@given(st.lists(st.sampled_from(LINES), max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_any_mixture_of_good_and_damaged_lines_is_read_as_htcondor_does(lines: list[str], end: str) -> None:
    text = "".join(line + end for line in lines)
    try:
        found, _ = read_text(text.encode())
    except AdsFileError:
        found = []
    blocks = "\n".join("" if line.isspace() else line for line in lines).split("\n\n")
    assert ours(found) == [ad for block in blocks for ad in theirs_or_nothing(block)]


@given(st.lists(ads, max_size=3))
def test_htcondor_reads_what_is_written(written: list[Ad]) -> None:
    text = "".join(write_long(written))
    assert theirs(text) == ours(written)


@given(ads)
def test_json_that_htcondor_writes_is_read_as_what_it_was(written: Ad) -> None:
    (original,) = classad2.parseAds("".join(write_long([written])), classad2.ParserType.Old)
    found, problems = read_text(original.printJson().encode())
    assert problems == []
    assert ours(found) == theirs(original.printJson(), classad2.ParserType.JSON)


@pytest.mark.parametrize(
    "text",
    [
        '{"A":99999999999999999999}',
        '{"A":1e999}',
        '{"A":1,"a":2}',
        '{"A":"\\/Expr(1)\\/ "}',
        '{"A":"\\/Expr(\\"a\\\\\\\\.b\\")\\/"}',
        '{"A":[1,"\\/Expr(x)\\/",{"B":null}]}',
        '{"a b":1}',
    ],
)
def test_the_corners_of_json_are_read_as_htcondor_does(text: str) -> None:
    assert json.loads(text)
    found, _ = read_text(text.encode())
    assert ours(found) == theirs(text, classad2.ParserType.JSON)


@pytest.mark.parametrize(
    "element",
    [
        "<i> 08 </i>",
        "<i>1.5</i>",
        "<i>0x10</i>",
        "<r>1</r>",
        "<r>1e999</r>",
        "<r>-INF</r>",
        "<s> a  b </s>",
        '<s>a\\nb&lt;\\101\\"\\\\q\\q</s>',
        "<s>\\303\\251</s>",
        '<b v="T"/>',
        '<b v="true"/>',
        "<un/>",
        "<er/>",
        "<rt>1+00:00:00</rt>",
        "<l><i>1</i><s>x</s><e>q</e></l>",
        '<c><a n="q"><i>1</i></a></c>',
        '<e>x &lt; "a\\\\.b"</e>',
    ],
)
def test_every_kind_of_xml_value_is_read_as_htcondor_does(element: str) -> None:
    text = (
        '<?xml version="1.0"?>\n<!DOCTYPE classads SYSTEM "classads.dtd">\n<classads>\n'
        f'<c>\n<a n="A">{element}</a></c></classads>'
    )
    found, _ = read_text(text.encode())
    assert ours(found) == theirs(text, classad2.ParserType.XML)
