"""What Python's own expressions take in place of PCRE2 is what both read alike, and nothing else."""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import userprio
from userprio.classad.functions import patterns
from userprio.classad.functions.patterns import LONGER_HERE, NOT_EMPTY, compile_pattern, search
from userprio.classad.functions.plain_patterns import PatternNotSupported, plain_pattern

TAKEN = r"""
slot1@.* ^slot[0-9]+(_[0-9]+)?@ ^group_.*\.(higgs|susy)$ (?i)CMS [^@]+@ \bprod\b [\w.-]+ (?:ab){2,3} a{2} a{2,}
x|yz| () ^Slot[0-9]*_ [A-Za-z_][A-Za-z0-9_]* \x41\x2e (?=a)a(?!c) []a]+ [^]a] a.c$ [a-] [+-.] [.] \"\@ \Ab ((a)|b)c
(?:a|b)?c [Z-a]
""".split()

DEFAULT = userprio.load("pie").config.text("LOCAL_CONFIG_DIR_EXCLUDE_REGEXP")
"""Of LOCAL_CONFIG_DIR_EXCLUDE_REGEXP, which decides what configuration is read."""
TAKEN.append(DEFAULT)

REFUSED = r"""
[[:alpha:]]+ [:alpha:] [..] [[.a.]] \h \v \R \K a\Kb a++ a?+ (?>a) (?R) (?1) \p{L} \pL \X \N \Z a\z \G \Qa\E a{,3}
a{1,2}{3} a{2}+ a{0} [a[b]] [a--b] [+--] [a&&b] [a~~b] [a||b] [\w-a] [a-z-9] [[] (a)\1 \8 \k<n> (?<n>a) (?P<n>a) (?<=a)b
(?<!a)b (?i:a) a(?i)b (?#a) (*UTF)a (*FAIL) (?|(a)) (?C) (?(1)a) \x{41} \x4 \u0041 \o{101} \101 \cA \e \B [\b]
^* $+ \b? (a*)* (a*)+ (?:a|)* (a+)+ (?:a|b)* (?:(a)|b)* (?:a?){16} (?=(a))a x{1001} ( ) [ [] * + a** \ \y (?x)a
(?U)a+ (?J)a {
""".split()


@pytest.mark.parametrize("pattern", TAKEN)
def test_what_real_pools_have_is_taken(pattern):
    plain_pattern(pattern.encode(), "", ungreedy=False)


@pytest.mark.parametrize("pattern", REFUSED)
def test_what_may_mean_something_else_is_refused_by_its_name(pattern):
    with pytest.raises(PatternNotSupported) as refused:
        plain_pattern(pattern.encode(), "", ungreedy=False)
    assert f"`{pattern}` needs the package pcre2" in str(refused.value)


@pytest.mark.parametrize(("pattern", "letters"), [("^a", "m"), ("(?m)^a", ""), ("a b", "x"), ("a#b", "x")])
def test_so_is_what_an_option_makes_of_it(pattern, letters):
    with pytest.raises(PatternNotSupported):
        plain_pattern(pattern.encode(), letters, ungreedy=False)
    with pytest.raises(PatternNotSupported):
        plain_pattern(b"a+", "", ungreedy=True)


def spans(pattern, subject, letters, options, *, plain):
    compiled = compile_pattern(pattern, letters)
    if plain:
        taken = plain_pattern(pattern, letters, ungreedy=False)
        compiled = patterns.Pattern(taken.compiled.groups, None, pattern, 0, taken)
    try:
        return search(compiled, subject, options=options)
    except PatternNotSupported:
        assert plain, "PCRE2 takes everything"
        return None


def agrees(pattern, subject, letters):
    taken = plain_pattern(pattern, letters, ungreedy=False)
    if taken.ways(len(subject)) > 1 << 16:
        return
    for options in (0,) if taken.may_be_empty else (0, NOT_EMPTY, LONGER_HERE):
        ours, theirs = (spans(pattern, subject, letters, options, plain=plain) for plain in (True, False))
        assert ours == theirs, (pattern, subject, letters, options)


SUBJECTS = [
    b"",
    b"\n",
    b"a\n",
    b"a\nb\n",
    b"slot1_2@node.lab",
    b"xx aBcC bc a.c",
    b"ab" * 6,
    b"]a-&[",
    b"\x0b\x85\xe9",
    b"CMS",
]


@pytest.mark.parametrize("pattern", TAKEN)
def test_what_is_taken_finds_what_pcre2_finds(pattern):
    for subject in SUBJECTS:
        # With x, a # begins a comment, and the pattern is not taken.
        for letters in ("", "i", "s", "is", *("x" * ("#" not in pattern))):
            agrees(pattern.encode(), subject, letters)


PIECES = [
    *r"""
a b A B _ 1 . ^ $ | ( ) (?: (?= (?! * + ? {2} {1,2} {0,1} {2,} [ ] [^ - ] \d \D \w \W \s \S \b \n \. \- \x61
[ab] [^a] [a-b] [B-a] [\w-] [^\s] []a] [^]b] [-a] [a-] ab ba a+ b* [: :] (a) (b) (a|b) (?:ab)+ (?i) (?s) (?m) & ~ { }
\ \z [:alpha:]
""".split(),
    "\n",
    " ",
    "\xe9",
    "\x85",
]


@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map(lambda pieces: "".join(pieces).encode("latin-1")),
    st.lists(
        st.text("aAbB_1 .-]\n\r\x0b\x85\xe9\xc9&{", max_size=9).map(lambda text: text.encode("latin-1")), max_size=4
    ),
    st.sampled_from(["", "i", "s", "m", "x", "im", "imsx"]),
)
def test_what_is_taken_of_drawn_patterns_finds_what_pcre2_finds(pattern, subjects, letters):
    try:
        plain_pattern(pattern, letters, ungreedy=False)
    except PatternNotSupported:
        return
    for subject in [*subjects, b"ab", b"a\n"]:
        agrees(pattern, subject, letters)


def without_pcre2(*texts):
    """What expressions give where PCRE2 is missing, or the sentence that refuses them."""
    code = (
        "import json, sys; sys.modules['pcre2'] = None\n"
        "from userprio import BadInput, evaluate\n"
        "def answer(text):\n"
        "    try: return str(evaluate(text))\n"
        "    except BadInput as refused: return f'refused: {refused}'\n"
        "print(json.dumps([answer(text) for text in json.loads(sys.argv[1])]))"
    )
    done = subprocess.run([sys.executable, "-c", code, json.dumps(texts)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_without_the_library_the_language_goes_on_with_what_both_read_alike_and_refuses_the_rest():
    answers = without_pcre2(
        'regexp("^slot[0-9]+@", "slot12@node")',
        'regexp("^slot[0-9]+@", "Slot12@node")',
        'regexps("([a-z]+)@(.*)", "ann@lab", "\\2:\\1")',
        'replaceAll("l", "hello", "L")',
        'regexp("[[:alpha:]]", "a")',
        'replaceAll("l*", "hello", "L")',
        f'regexp("a.*a.*a.*a.*a.*b", "{"a" * 500}")',
    )
    assert answers[:4] == ["True", "False", "lab:ann", "heLLo"]
    assert answers[4] == (
        "refused: the regular expression `[[:alpha:]]` needs the package pcre2, which is not installed "
        "(a bracket in brackets). Install it with pip install pcre2"
    )
    assert answers[5].startswith("refused: a search for `l*`, which may match nothing, needs the package pcre2")
    assert answers[6].startswith("refused: a search for `a.*a.*a.*a.*a.*b` in 500 bytes might take too long")


def test_a_command_that_meets_such_a_pattern_ends_with_that_sentence(tmp_path):
    (tmp_path / "slots.ads").write_text('Name = "slot1@a"\nMyType = "Machine"\nCpus = 1\n', encoding="ascii")
    code = "import sys; sys.modules['pcre2'] = None; from userprio.__main__ import main; main()"
    knob = r"REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX=^\h"
    done = subprocess.run(
        [sys.executable, "-c", code, "negotiate", "--snapshot", str(tmp_path), "--set", knob],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (6, "")
    assert (
        r"`^\h` needs the package pcre2, which is not installed (\h). Install it with pip install pcre2." in done.stderr
    )
    assert "Traceback" not in done.stderr


def test_ways_to_match_add_up_over_alternatives_and_multiply_over_what_follows():
    ways = {
        pattern: plain_pattern(pattern.encode(), "", ungreedy=False).ways(9)
        for pattern in ("a", "^a", "^a*b*", "^a*|b")
    }
    assert ways == {"a": 10, "^a": 1, "^a*b*": 100, "^a*|b": 110}
    assert plain_pattern(DEFAULT.encode(), "", ungreedy=False).ways(255) == DEFAULT.count(".*") * 256
    assert plain_pattern(b"^(?:a|b)(?:a?|b{2,4})", "", ungreedy=False).ways(9) == 2 * (2 + 3)
