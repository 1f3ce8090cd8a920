"""Small cases that random comparison with HTCondor's library brought up, with the answers that the library gives."""

import pytest

from userprio.classad import ERROR, UNDEFINED, Ad, ClassAdSyntaxError, Dialect, Evaluator, evaluate, parse, unparse


@pytest.mark.parametrize(
    ("text", "my", "value"),
    [
        ('([ a = a is undefined ])["a"]', "[]", False),
        ('N["a"]', "[ N = [ a = a is undefined ] ]", False),
        ('isError(L["a"])', "[ L = [ a = x / 0 ]; x = 1 ]", True),
        ('relTime("60") + 1', "[]", 61.0),
        ("isReal((L.N)[0])", "[ L = { [ A = 1 ] }; N = relTime(60.75) ]", True),
        ("(L.N)[0]", "[ L = { [ A = 1 ] }; N = relTime(60.75) ]", 60.0),
        ("string(L.N)", "[ L = { [ A = 1 ] }; N = relTime(60.75) ]", '{ relTime("01:00") }'),
        ("string(evalInEachContext(N, L))", "[ L = { [ A = 1 ] }; N = relTime(60.75) ]", '{ relTime("01:00") }'),
        ("string([ D = A.'x y' ])", "[]", "[ D = A.x y ]"),
        ("unparse(A)", "[ A = B.'x y' + 'x y' ]", "B.x y + 'x y'"),
        ("string([ b = [ D = 1; C = 2 ].C ])", "[]", "[ b = [ C = 2; D = 1 ].C ]"),
        ('stringListSum("0x", "|")', "[]", ERROR),
        ('stringListSum("0x10", "|")', "[]", 16.0),
        ('stringListSum("infi", "|")', "[]", ERROR),
        ('stringListSum("infx", "|")', "[]", float("inf")),
        ("20e5.E05", "[]", ERROR),
        ("[] =?= splitTime(absTime(0, 0))", "[]", ERROR),
    ],
)
def test_an_odd_expression_has_htcondor_s_value(text: str, my: str, value: object) -> None:
    assert evaluate(text, my=my, now=0) == value


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ('relTime("1+02:03:04.75")', 'relTime("1+02:03:4.75")'),
        ('relTime("-61.5")', 'relTime("-01:1.5")'),
        ('relTime("0.0000001")', 'relTime("1e-07")'),
        ('relTime("59.9999999")', 'relTime("60")'),
        ("TARGET.parent.D", "TARGET.parent.D"),
        ("parent.D", "'parent'.D"),
    ],
)
def test_an_odd_expression_is_printed_as_htcondor_prints_it(text: str, printed: str) -> None:
    assert unparse(parse(text, Dialect.NEW), Dialect.NEW) == printed


@pytest.mark.parametrize("seconds", ["5.", ".", "1:2.", "00.", "1:5. ", "5 .5"])
def test_a_length_of_time_needs_digits_behind_its_point(seconds: str) -> None:
    with pytest.raises(ClassAdSyntaxError):
        parse(f'relTime("{seconds}")')


@pytest.mark.parametrize(("seconds", "value"), [("5.s", 5.0), ("5. s", 5.0), (".5", 0.5), (". s", 0.0), ("1:.5", 60.5)])
def test_unless_the_letter_of_seconds_follows(seconds: str, value: float) -> None:
    assert evaluate(f'relTime("{seconds}")', now=0) == value


NEARLY = [f'"{"a" * 40}{number}"' for number in range(60)]
DOUBLING = "; ".join(f"A{i} = strcat(A{i + 1}, A{i + 1})" for i in range(40))


@pytest.mark.parametrize(
    ("text", "my"),
    [
        ("A0", f'[ {DOUBLING}; A40 = "abcdefgh" ]'),
        ("size(replaceAll(S, S, S))", f'[ S = "{"a" * 3000}" ]'),
        (f'replaceAll("", "{"a" * 30_000}", "{"b" * 30_000}")', "[]"),
        (f'join("{"s" * 30_000}", split("{"a " * 30_000}"))', "[]"),
        pytest.param(f'regexpMember("^(a+)+$", {{ {", ".join(NEARLY)} }})', "[]", marks=pytest.mark.differential),
    ],
)
def test_text_and_searches_without_measure_are_an_error_or_come_back(text: str, my: str) -> None:
    assert evaluate(text, my=my, now=0) in (ERROR, 3000)


def test_an_ad_that_an_index_closes_into_a_circle_comes_back() -> None:
    ad = Ad.parse('[ N = [ a = N["a"] ]; L = { L[0] } ]')
    for text in ('N["a"]', "L[0]"):
        assert Evaluator(0).evaluate(parse(text), ad) in (ERROR, UNDEFINED)


@pytest.mark.slow
def test_an_expression_of_too_many_tokens_is_refused() -> None:
    with pytest.raises(ClassAdSyntaxError, match="too long"):
        parse("1+" * 300_000 + "1")
