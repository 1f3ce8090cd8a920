import json
import math

import pytest

from tests.classad.files.conftest import Reader
from tests.classad.files.content import exprs, texts
from userprio.base.limits import AD_SIZE, run_with
from userprio.classad.files import AdsFileError
from userprio.classad.parser import Dialect, parse
from userprio.classad.values import UNDEFINED, AdExpr, ListExpr, Literal

AS_CONDOR_STATUS_PRINTS = r"""[
{
  "Name": "slot1@a.example.org",
  "Cpus": 8,
  "LoadAvg": 0.25,
  "Whole": 8.0,
  "Big": 1E+20,
  "Offline": false,
  "RemoteOwner": null,
  "Path": "/usr/bin \"x\" \\d",
  "Requirements": "\/Expr((START) && regexp(\"a\\\\.b\",Name))\/",
  "GPUs": [ { "Id": "GPU-1", "Memory": 40960 }, "\/Expr(Cpus + 1)\/" ]
}
,
{ "Name": "slot1@b.example.org" }
]
"""


def test_the_array_that_condor_status_prints(read: Reader) -> None:
    ads, problems = read(AS_CONDOR_STATUS_PRINTS)
    assert problems == []
    assert exprs(ads[0]) == {
        "name": Literal("slot1@a.example.org"),
        "cpus": Literal(8),
        "loadavg": Literal(0.25),
        "whole": Literal(8.0),
        "big": Literal(1e20),
        "offline": Literal(False),
        "remoteowner": Literal(UNDEFINED),
        "path": Literal('/usr/bin "x" \\d'),
        "requirements": parse('(START) && regexp("a\\\\.b", Name)', Dialect.NEW),
        "gpus": ListExpr(
            (AdExpr((("Id", Literal("GPU-1")), ("Memory", Literal(40960)))), parse("Cpus + 1", Dialect.NEW))
        ),
    }
    assert texts(ads[1]) == {"Name": '"slot1@b.example.org"'}


def test_the_same_after_another_tool_put_it_on_one_line(read: Reader) -> None:
    before, _ = read(AS_CONDOR_STATUS_PRINTS)
    squeezed = json.dumps(json.loads(AS_CONDOR_STATUS_PRINTS), separators=(",", ":"))
    assert "\n" not in squeezed and "\\/" not in squeezed
    after, problems = read(squeezed)
    assert [exprs(ad) for ad in after] == [exprs(ad) for ad in before]
    assert problems == []


@pytest.mark.parametrize(
    "text", ['{"A":1}\n{"A":2}\n', '{"A":1}{"A":2}', '[{"A":1}]\n[\n{"A":2}]', '# c\n{\n"A":1}\n{"A":2}']
)
def test_objects_and_arrays_one_after_another(read: Reader, text: str) -> None:
    ads, _ = read(text)
    assert [texts(ad) for ad in ads] == [{"A": "1"}, {"A": "2"}]


@pytest.mark.parametrize("text", ["", "[\n]\n", "[]", "{}", "[{}]"])
def test_no_ads_in_every_spelling(read: Reader, text: str) -> None:
    assert read(text) == ([], [])


def test_equal_ads_share_their_texts(read: Reader) -> None:
    one, two = read('[{"A":"text","R":"\\/Expr(x + 1)\\/"},{"A":"text","R":"\\/Expr(x + 1)\\/"}]')[0]
    assert one.source("A") == '"text"'
    assert one.source("A") is two.source("A")
    assert one.source("R") == "x + 1"
    assert one.source("R") is two.source("R")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1", 1),
        ("-0", 0),
        ("1.0", 1.0),
        ("-0.0", -0.0),
        ("1e3", 1000.0),
        ("0.30000000000000004", 0.30000000000000004),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("9223372036854775808", 0),
        ("9" * 5000, 0),
        ("1e999", math.inf),
        ('"a\\nb"', "a\nb"),
        ('"\\u00e9\\ud83d\\ude00"', "é😀"),
        ('"c:\\\\"', "c:\\"),
        ('"say \\"a\\"\\nb"', 'say "a"\nb'),
        ('"\\/Expr(1)\\/ "', "/Expr(1)/ "),
        ('"\\\\\\"\\/Expr(1)"', '\\"/Expr(1)'),
    ],
)
def test_values_keep_their_type_and_every_digit(read: Reader, written: str, value: int | float | str) -> None:
    for text in (f'{{"A":{written}}}', f'{{"A":[{written}]}}'):
        (ad,), problems = read(text)
        literal = Literal(value)
        assert ad.expr("A") == (literal if "[" not in text else ListExpr((literal,)))
        assert problems == []


def test_zero_and_minus_zero_stay_apart(read: Reader) -> None:
    ads, _ = read('{"A":0.0}{"A":-0.0}{"A":0}{"A":false}')
    assert [texts(ad)["A"] for ad in ads] == ["0.0", "-0.0", "0", "false"]


def test_where_the_marker_is_used_a_plain_text_that_looks_like_it_is_a_string(read: Reader) -> None:
    (ad,), _ = read('{"A":"/Expr(x)/","B":"\\/Expr(x)\\/"}')
    assert exprs(ad) == {"a": Literal("/Expr(x)/"), "b": parse("x", Dialect.NEW)}


def test_of_a_repeated_name_the_last_one_wins_whatever_it_holds(read: Reader) -> None:
    (ad,), _ = read('{"A":"\\"\\n","B":1,"a":2,"b":"\\"\\n"}')
    assert list(ad) == ["A", "B"]
    assert exprs(ad) == {"a": Literal(2), "b": Literal('"\n')}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ('"\\/Expr(1 +)\\/"', "its expression does not parse"),
        ('[1,"\\/Expr()\\/"]', "its expression does not parse"),
        ('"\\u0000"', "a string cannot hold the character NUL"),
        ('"\\ud800"', "half of a surrogate pair is not a character"),
        ('{"":1}', "its name is empty"),
    ],
)
def test_a_value_that_no_ad_can_hold_is_left_out_and_reported_with_its_line(read: Reader, value: str, why: str) -> None:
    (ad,), problems = read(f'[\n{{\n  "A": 1,\n  "Bad": {value},\n  "C": 3\n}}\n]\n')
    assert texts(ad) == {"A": "1", "C": "3"}
    (problem,) = problems
    assert problem.line == 4
    assert problem.message.startswith(f"attribute 'Bad' is left out: {why}")


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ('[\n{"A":1}\n', 1, "the list of ads is not closed"),
        ('[\n{"A":1},\n]', 3, "an ad, which begins with '{', is expected"),
        ('[\n{"A":1}\n{"A":2}]', 3, "a ',' is expected"),
        ('{"A":1}\n]', 2, "an ad, which begins with '{', is expected"),
        ('{"A":1}\n,{"A":1}', 2, "an ad, which begins with '{', is expected"),
        ('[{"A":1},\n7]', 2, "an ad, which begins with '{', is expected"),
        ('{"A":1}\n{"A":', 2, "the file ends in the middle of the ad"),
        ('{"A":\n007}', 2, "this is not JSON"),
        ('{"A":1,}', 1, "this is not JSON"),
        ('{"A":NaN}', 1, "this is not JSON: NaN is not a value"),
        ('{"A":1]', 1, "this is not JSON"),
        ('{"A":"tab\there"}', 1, "this is not JSON"),
    ],
)
def test_what_is_not_json_is_refused_with_its_line(read: Reader, text: str, line: int, why: str) -> None:
    with pytest.raises(AdsFileError) as caught:
        read(text)
    assert caught.value.line == line
    assert why in caught.value.message


def test_nesting_without_end_is_refused(read: Reader) -> None:
    with pytest.raises(AdsFileError, match="nested deeper than 100 levels"):
        read('{"A":' + "[" * 100_000 + "]" * 100_000 + "}")


def test_an_ad_beyond_the_limit_is_refused(read: Reader) -> None:
    with run_with({AD_SIZE: 1 << 20}), pytest.raises(AdsFileError, match="this ad is larger than 1 MiB"):
        read('{"A":"' + "x" * (4 << 20) + '"}')


def test_a_string_longer_than_a_piece_of_the_file_is_read(read: Reader) -> None:
    (ad,), _ = read('[{"A":"' + '\\"{x' * 300_000 + '"}]')
    assert ad.expr("A") == Literal('"{x' * 300_000)
