"""Regular expressions as PCRE2 10.32 takes them; every answer here was also asked of the library itself."""

import time

import pytest

from userprio.classad.functions.pcre import BudgetExceeded, PatternError, compile_pattern, search


def first(pattern, subject, options=""):
    spans = search(compile_pattern(pattern.encode(), options), subject.encode())
    return None if spans is None else subject.encode()[spans[0] : spans[1]].decode()


@pytest.mark.parametrize(
    ("pattern", "subject", "text"),
    [
        ("b+", "abbc", "bb"),
        ("b+?", "abbc", "b"),
        ("a{2,3}", "aaaa", "aaa"),
        ("a{,3}", "a{,3}", "a{,3}"),
        ("(a|ab)(c|bcd)", "abcd", "abcd"),
        ("(?>a|ab)c", "abc", None),
        ("a++b", "aab", "aab"),
        ("(a+)+b", "aac", None),
        ("()*a", "a", "a"),
        ("(a|b*)*c", "ababc", "ababc"),
        ("((a)|b)*\\2", "abaa", "abaa"),
        ("(a)?\\1b", "b", None),
        ("(?<=ab|c)d", "abd", "d"),
        ("(?<!a)b", "ab cb", "b"),
        ("a(?=b)", "acab", "a"),
        ("foo\\Kbar", "foobar", "bar"),
        ("\\bslot\\d+", "my slot12", "slot12"),
        ("[[:alpha:]]+", "12ab", "ab"),
        ("[]a]+", "x]a", "]a"),
        ("[^]a]", "]a", None),
        ("[\\w-]+", "a-b", "a-b"),
        ("\\Qa.b\\E+", "a.bb", "a.bb"),
        ("\\x41\\o{102}\\103", "ABC", "ABC"),
        ("\\R", "\r\n", "\r\n"),
        ("(?i:a)b", "Ab AB", "Ab"),
        ("a(?i)b|c", "C", "C"),
        ("(?|(a)|(b))\\1", "bb", "bb"),
        ("(?<n>a)\\k<n>\\g{n}", "aaa", "aaa"),
        ("(?(1)a|b(c))", "bc", "bc"),
        ("(a)?(?(1)b|c)", "ab", "ab"),
        ("(?(DEFINE)(?<byte>25[0-5]|1?\\d))(?&byte)\\.(?&byte)", "x 255.17", "255.17"),
        ("\\((?:[^()]|(?R))*\\)", "a(b(c)d)e", "(b(c)d)"),
        ("^(a(?1)?b)$", "aabb", "aabb"),
        ("\\p{Lu}", "aB", "B"),
        ("a$", "a\n", "a"),
        ("a\\z", "a\n", None),
        ("(*FAIL)|b", "ab", "b"),
    ],
)
def test_a_pattern_finds_what_pcre2_finds(pattern, subject, text):
    assert first(pattern, subject) == text


@pytest.mark.parametrize(
    ("pattern", "subject", "options", "text"),
    [
        ("ABC", "xabc", "i", "abc"),
        ("^b", "a\nb", "m", "b"),
        ("^$", "a\n", "m", None),
        ("a.b", "a\nb", "", None),
        ("a.b", "a\nb", "s", "a\nb"),
        (" a b # two letters", "ab", "x", "ab"),
        ("a", "A", "I", None),
    ],
)
def test_options_are_lower_case_letters(pattern, subject, options, text):
    assert first(pattern, subject, options) == text


BAD = r"""
( a) [a *a a** ^* a{2}{3} a{2,1} a{65536} [z-a] [a-\d] [\d-z] [[:foo:]] \ \i \y \8 \2(a) (?2)(a) \k<zz> (?<1>a) (?i
(?z)a (?<n>a)(?<n>b) \x{100} \x{} \c (?<=a+)b (?(1)a|b|c)(d) (?(1)a) \p{Foo} [\R] (*FOO)a
""".split()


@pytest.mark.parametrize("pattern", [*BAD, "(" * 300, "((a{999}){99}){99}"])
def test_a_bad_pattern_is_refused(pattern):
    with pytest.raises(PatternError):
        compile_pattern(pattern.encode())


@pytest.mark.parametrize(
    "form", ["(?{})a", "(?(R{})a)", "(?({})a)", "a{{{}}}", "\\{}", "\\g{{{}}}", "\\x{{{}}}", "(?+{})a"]
)
def test_a_number_of_any_length_is_merely_too_large(form):
    with pytest.raises(PatternError):
        compile_pattern(form.format("9" * 6000).encode())


@pytest.mark.parametrize("pattern", ["(*COMMIT)a", "(*UTF)a", "(*CRLF)a", "(?J)a"])
def test_what_is_not_supported_is_refused_too(pattern):
    with pytest.raises(PatternError):
        compile_pattern(pattern.encode())


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a|a?)+$"])
def test_endless_backtracking_comes_to_an_end(pattern):
    started = time.perf_counter()
    with pytest.raises(BudgetExceeded):
        search(compile_pattern(pattern.encode()), b"a" * 60 + b"c")
    assert time.perf_counter() - started < 20


def test_nothing_is_tried_if_a_needed_character_is_missing():
    assert first("(a*)*b", "a" * 60 + "c") is None
    assert first("(?R)x", "a") is None


def test_a_call_without_progress_comes_to_an_end():
    with pytest.raises(BudgetExceeded):
        search(compile_pattern(b"(?R)"), b"a")


def test_nesting_costs_no_recursion():
    assert first("(" * 249 + "a" + ")" * 249, "ba") == "a"


def test_a_long_text_is_searched_in_no_time():
    subject = b"slot1@host " * 100_000 + b"z"
    started = time.perf_counter()
    assert search(compile_pattern(b"z"), subject) is not None
    assert search(compile_pattern(b".*host"), subject) is not None
    assert time.perf_counter() - started < 20
