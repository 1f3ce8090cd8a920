"""What differs from HTCondor's library: one entry for each reason, with an example that is tested to differ still."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.classad.differential.generator import Case

_LONG_LENGTH = re.compile(r'relTime\("[^"]*"\)|-?[0-9.]+(?:E[-+][0-9]+)?')
_LOCAL_INSTANT = re.compile(r'absTime\("[^"]*"\)', re.I)
_QUOTES = re.compile(r"(?<=\.)'((?:[^'\\]|\\.)*)'")
_WRITTEN_OUT = re.compile(r"\(+[\[{].*[\]}](?:\.\w+)?\)\[.*\]\Z", re.S)
_INDEXED = re.compile(r"\((\w+)\)\[")
_CALENDAR = re.compile(r"(?:split|format)time", re.I)


@dataclass(frozen=True, slots=True)
class Known:
    """A difference that stays: why, in which part of a comparison, how it is recognised, and an example."""

    reason: str
    parts: frozenset[str]
    holds: Callable[[Case, Any, Any], bool]
    example: Case


def _alike(pattern: re.Pattern[str], ours: Any, theirs: Any) -> bool:
    """Whether two texts are the same but for what the pattern finds, and for the quotes that HTCondor forgets."""
    return (
        isinstance(ours, str)
        and isinstance(theirs, str)
        and pattern.sub("", _unquoted(ours)) == pattern.sub("", _unquoted(theirs))
    )


def _indexes_itself(case: Case) -> bool:
    """Whether an index is put to a name that the ad has, and mentions."""
    found = _INDEXED.search(case.text)
    return found is not None and len(re.findall(rf"\b{found[1]}\b", case.my or "", re.I)) > 1


def _unquoted(text: str) -> str:
    return _QUOTES.sub(r"\1", text)


KNOWN: Final = (
    Known(
        "HTCondor forgets the quotes of a name behind a dot in the old dialect, and could not read its text again",
        frozenset({"print old"}),
        lambda _, ours, theirs: isinstance(ours, str) and _unquoted(ours) == theirs,
        Case("", "A.'x y'"),
    ),
    Known(
        "an instant without an offset is local: HTCondor asks for the zone when it reads, here it is asked for when "
        "the expression is evaluated, so that reading depends on nothing",
        frozenset({"print", "print old", "read again"}),
        lambda _, ours, theirs: _alike(_LOCAL_INSTANT, ours, theirs),
        Case("", 'absTime("2020-01-01")'),
    ),
    Known(
        "a length of time that is the whole of a line of a long file, or in a list there, is kept as the real that it "
        "is worth; only the printing differs",
        frozenset({"print", "print old", "read again"}),
        lambda case, ours, theirs: case.my is None and _alike(_LONG_LENGTH, ours, theirs),
        Case("", '{ relTime("60") }', None),
    ),
    Known(
        "what HTCondor prints without those quotes behind a conditional looks like text after the end, which `eval()` "
        "and configuration drop there and the bindings refuse",
        frozenset({"read again"}),
        lambda case, _, theirs: theirs is None and "?" in case.text and ".'" in case.text,
        Case("", "A ? B : C.'x y'"),
    ),
    Known(
        "HTCondor's library ends the process or never comes back: elements of lists that are gone when they are looked "
        "at, and circles that only an index closes",
        frozenset({"end"}),
        lambda *_: True,
        Case("", '(split("a")).b'),
    ),
    Known(
        "an ad or a list that holds itself and that an index finds: HTCondor sees the circle one step sooner",
        frozenset({"value"}),
        lambda case, ours, theirs: ours[0] in ("ad", "list", "error") and theirs == ["undefined"] and ")[" in case.text,
        Case("", '(([ a = { a } ])["a"])[0]'),
    ),
    Known(
        "the same where an operator makes something else of what the circle leaves",
        frozenset({"value"}),
        lambda case, ours, theirs: ours == ["undefined"] and theirs == ["error"] and _indexes_itself(case),
        Case("", "(A)[0]", "[ A = { A.L ^ nope } ]", "[]"),
    ),
    Known(
        "what an index takes out of an ad written out in the expression has lost the names around it in HTCondor",
        frozenset({"value"}),
        lambda case, *_: _WRITTEN_OUT.match(case.text) is not None,
        Case("", '(([ a = { b }; b = 1 ])["a"])[0]'),
    ),
    Known(
        "an ad that came out of `evalInEachContext` has lost the ads around it in HTCondor",
        frozenset({"value"}),
        lambda case, _, theirs: "evalineachcontext" in case.text.lower() and theirs == ["undefined"],
        Case("", "evalInEachContext([ x = B ], { [ B = 2 ] })[0].x"),
    ),
    Known(
        "`unresolved` of a name in something that is not an ad is the empty text in HTCondor",
        frozenset({"value"}),
        lambda case, ours, theirs: "unresolved(" in case.text.lower() and theirs == ["string", ""],
        Case("", "unresolved(({ }).a)"),
    ),
    Known(
        "where a comment is never closed HTCondor takes the token before it again, once: `f(g() /*` is `f(g())`",
        frozenset({"read"}),
        lambda _, ours, __: ours == "this comment is not closed",
        Case("", "f(g() /*", None),
    ),
    Known(
        "the same in the text for an `eval`",
        frozenset({"value"}),
        lambda case, ours, _: ours == ["error"] and "eval(" in case.text and "/*" in case.text,
        Case("", r'eval("(absTime(\"2020\") /*")'),
    ),
    Known(
        "`absTime` of a text that is not a date, which HTCondor reads as one of the first centuries",
        frozenset({"read"}),
        lambda _, ours, theirs: "as a time" in ours and theirs == "an expression",
        Case("", 'absTime("0x10")'),
    ),
    Known(
        "times beyond what a C `struct tm` holds make HTCondor read stray memory",
        frozenset({"value"}),
        lambda case, ours, theirs: (
            _CALENDAR.search(f"{case.text} {case.my} {case.target}") is not None
            and (ours[0] == theirs[0] or theirs == ["error"])
        ),
        Case("", "splitTime(-9223372036854775808).Month"),
    ),
    Known(
        "an attribute of a list that holds itself: HTCondor's evaluation fails as a whole where here the circle is cut",
        frozenset({"value"}),
        lambda case, ours, theirs: theirs == ["failed"] and ours[0] == "list" and "." in case.text,
        Case("", "A.A", '[ A = { replace("b", .A, A.RIGHT.A, "i"), (1 | ad.a_b) } ]'),
    ),
    # These hold for many texts, and so come last.
    Known(
        "what an index finds in what an index found has lost the names around it, where there is a target too",
        frozenset({"value"}),
        lambda case, _, theirs: theirs == ["undefined"] and case.text.count(")[") > 1,
        Case("", '((A)["B"])["C"]', "[ A = [ C = N; B = A ]; N = 1 ]", "[]"),
    ),
)


def known(case: Case, part: str, ours: Any, theirs: Any) -> str | None:
    """Why a difference is there, None where that is not known."""
    return next((each.reason for each in KNOWN if part in each.parts and each.holds(case, ours, theirs)), None)
