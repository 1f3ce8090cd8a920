"""Every function against HTCondor's own, where its Python bindings are installed.

Known differences, all of them where HTCondor leaves its own ground:

- Times beyond what a C `struct tm` holds (years over 32 bits) make `splitTime` and `formatTime` read stray memory.
- `%z` with a flag or a width in `formatTime`.
- `absTime("...")` of a text that is not an ISO 8601 date, which HTCondor reads as one of the first centuries.
- A nested ad that came out of `evalInEachContext` has lost the ads around it in HTCondor.
- `unresolved(MY)`, `unresolved(TARGET)` and `unresolved(CurrentTime)`, which are not attributes.
- Regular expressions: searches that end in a smaller budget, `\\C`, and what changed between the PCRE2 10.32 of these
  bindings and the one used here: `{,2}` stood for itself, `\\p{Lu}` heeded the case where it is ignored, and `\\K`
  was allowed in assertions.
- `.Name`, the outermost ad's, where no ad is given at all: HTCondor fails, which is ERROR, here it is undefined.
- `random`, `time`, `currentTime` and `dayTime` answer by what the caller gives.
"""

import json
import os
import random
import subprocess
import sys

import pytest

from userprio.classad import UNDEFINED, AbsTime, AdValue, ClassAdSyntaxError, Dialect, Evaluator, ListValue, parse
from userprio.classad.functions import LAZY, STRICT
from userprio.classad.values import RelTime

pytest.importorskip("classad2", reason="the oracle comes with HTCondor's Python bindings")

NOT_FIXED = {"time", "currenttime", "daytime", "random"}

WRITTEN = r"""
undefined; error; true; false; 0; 1; -3; 2; 9223372036854775807; 4294967297
0.0; -0.5; 2.5; -2.5; 1e300; real("INF"); real("-INF"); real("NaN")
""; "a"; "A,b c"; "12abc"; " -0x1Fp2 "; "true"; "1,2.5"; "a@b@c"; " x ,, y "; "8.10"; "8.09"; "é"
"it's '' b=1"; "X=1;Y=2"; "|X=1|Y=2 3"; "(a)|b"; "<\\1>"; "fgi"; "=="; ">="; "is"
{}; {1, 2}; {2.5, undefined, true}; {"a", "B"}; {"a b", "'"}; {error}; {undefined}; {[a = 1], [a = true], undefined}
[]; [bb = 1;a = "x"]; [Year = 2024;Month = 2;Day = 29;Hours = 3]
absTime("2020-06-15T12:34:56+01:30"); absTime(0, 0); relTime(90061); relTime(-3.5); nope; a > 0
""".strip()
VALUES = [value for line in WRITTEN.splitlines() for value in line.split("; ")]
"""Every type, and texts that mean something to some function."""

ATOMS = r"""
a b ab . \w \d [ab] [^a] (a) (b|a) (?:ab) ^ $ \b \1 (?=a) (?!b) (?<=a) (?<!b) (?>a|ab) (a|) (?i) \n \K (?1) \Z \A \z \G
(?(1)a|b) (a*) (a+?) ( | ) \Q.\E [[:alpha:]] \B (?m) (?s) \R \h A (?U) (?#c) (?<n>b) \k<n> (?|(a)|(b)) \p{L} [\d-]
(*COMMIT) (*PRUNE) (*SKIP) (*THEN) (*F) (?J) \p{Greek} (?C) \x{41}
""".split()
QUANTIFIERS = "* + ? *? +? ?? {2} {0,2} {1,} *+ ?+ {2,1}".split()
SETTINGS = "(*UTF) (*UCP) (*CRLF) (*ANY) (*NOTEMPTY) (*NO_START_OPT) (*LIMIT_MATCH=9000000)".split()

ORACLE = """
import json, sys
import classad2
# The functions that HTCondor adds to the language are there once an ad has been read.
classad2.parseOne("A = 1\\n")

def plain(value):
    if value is classad2.Value.Undefined or value is classad2.Value.Error:
        return ["undefined" if value is classad2.Value.Undefined else "error"]
    if isinstance(value, (bool, str)):
        return [type(value).__name__, value]
    if isinstance(value, (int, float)):
        return [type(value).__name__, repr(value)]
    if isinstance(value, classad2.ClassAd):
        return ["ad", sorted([name.lower(), plain(value.eval(name))] for name in value.keys())]
    if isinstance(value, list):
        return ["list", [plain(element) for element in value]]
    if isinstance(value, classad2.ExprTree):
        return plain(value.eval())
    return ["time", int(value.timestamp())]

for line in sys.stdin:
    try:
        answer = plain(classad2.ExprTree(json.loads(line)).eval())
    except SyntaxError:
        answer = ["syntax"]
    except classad2.ClassAdException as problem:
        answer = ["syntax"] if "parse" in str(problem).lower() else ["error"]
    print(json.dumps(answer), flush=True)
"""


def asked(texts):
    """What HTCondor answers, from a process of its own, which odd input can end."""
    child = subprocess.run(
        [sys.executable, "-c", ORACLE],
        input="".join(json.dumps(text) + "\n" for text in texts),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TZ": "UTC", "CONDOR_CONFIG": os.devnull},
        check=False,
    )
    answers = [json.loads(line) for line in child.stdout.splitlines()]
    assert len(answers) == len(texts), f"the oracle ended at {texts[len(answers)]}: {child.stderr}"
    return answers


def plain(value):
    """A value in the form the oracle gives it in; it does not tell lengths of time from reals."""
    match value:
        case bool() | str():
            return [type(value).__name__, value]
        case int() | float():
            return [type(value).__name__, repr(value)]
        case RelTime():
            return ["float", repr(value.seconds)]
        case AbsTime():
            return ["time", value.seconds]
        case ListValue():
            return ["list", [plain(element) for element in value]]
        case AdValue():
            return ["ad", sorted([name.lower(), plain(value.get(name))] for name in value.ad)]
    return ["undefined"] if value is UNDEFINED else ["error"]


def answered(text):
    """What userprio answers."""
    try:
        expr = parse(text, Dialect.NEW)
    except ClassAdSyntaxError:
        return ["syntax"]
    return plain(Evaluator(0).evaluate(expr))


def differences(texts):
    texts = sorted(texts)
    pairs = zip(texts, asked(texts), map(answered, texts), strict=True)
    return [(text, theirs, ours) for text, theirs, ours in pairs if theirs != ours]


def is_known(text):
    is_beyond = ("9223372036854775807" in text or "1e300" in text) and text.startswith(("splittime", "formattime"))
    return is_beyond or text.startswith('abstime("')


def calls(name, dice):
    """Calls with every count of arguments that is right and one that is wrong on either side."""
    least, most, _ = (STRICT | LAZY)[name]
    for count in range(max(least - 1, 0), (most or 4) + 2):
        if count == 0 and name in ("formattime", "abstime"):
            continue
        if count == 1:
            yield from (f"{name}({value})" for value in VALUES)
        for _ in range(25):
            yield f"{name}({', '.join(dice.choices(VALUES, k=count))})"


def test_functions_answer_as_htcondor_s_do():
    names = (STRICT.keys() | LAZY.keys()) - NOT_FIXED
    assert (
        differences({text for name in names for text in calls(name, random.Random(name)) if not is_known(text)}) == []
    )


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def test_regular_expressions_find_what_pcre2_finds():
    dice = random.Random(7)
    texts = set()
    for _ in range(500):
        pieces = [dice.choice(ATOMS) + dice.choice([*QUANTIFIERS, *[""] * 20]) for _ in range(dice.randint(1, 5))]
        pieces.insert(0, dice.choice([*SETTINGS, *[""] * 30]))
        subject = "".join(dice.choices("aabbAB1. \n-", k=dice.randint(0, 8)))
        options = "".join(dice.choices("imsx", k=dice.randint(0, 2)))
        call = f"{quoted(''.join(pieces))}, {quoted(subject)}"
        texts.add(f'regexp({call}, "{options}")')
        texts.add(f'regexps({call}, "<\\\\0>", "{options}{dice.choice(["", "f", "g", "fg"])}")')
    assert differences(texts) == []
