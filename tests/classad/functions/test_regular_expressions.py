"""Regular expressions as PCRE2 takes them with HTCondor's options, and the end to every search."""

import pytest

from userprio.base.limits import PATTERN_LENGTH, SEARCH_STEPS
from userprio.classad.functions.patterns import (
    LONGER_HERE,
    NOT_EMPTY,
    PatternError,
    SearchBudget,
    SearchError,
    compile_pattern,
    search,
)


def first(pattern, subject, options=""):
    spans = search(compile_pattern(pattern.encode(), options), subject.encode())
    return None if spans is None else subject.encode()[slice(*spans[0])].decode()


@pytest.mark.parametrize(
    ("pattern", "subject", "text"),
    [
        ("b+", "abbc", "bb"),
        ("b+?", "abbc", "b"),
        ("a{2,3}", "aaaa", "aaa"),
        ("a{,3}", "aaaa", "aaa"),
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
        ("a+(*COMMIT)c|b", "aab", None),
        ("a+(*SKIP)c|.", "aab", "b"),
        ("(*ANYCRLF)(?m)^b", "a\rb", "b"),
        ("(*UTF).", "é", "é"),
        ("(?J)(?<n>a)|(?<n>b)", "b", "b"),
        ("\\p{Greek}", "a", None),
        ("(?C)a(?C'here')b", "ab", "ab"),
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


@pytest.mark.parametrize(
    "pattern",
    [*BAD, "(" * 10_000 + ")" * 10_000, "((a{999}){99}){99}", "a" * 100_000, "(?#" + " " * PATTERN_LENGTH + ")"],
)
def test_a_bad_pattern_is_refused(pattern):
    with pytest.raises(PatternError):
        compile_pattern(pattern.encode())


@pytest.mark.parametrize(
    "form", ["(?{})a", "(?(R{})a)", "(?({})a)", "a{{{}}}", "\\{}", "\\g{{{}}}", "\\x{{{}}}", "(?+{})a"]
)
def test_a_number_of_any_length_is_merely_too_large(form):
    with pytest.raises(PatternError):
        compile_pattern(form.format("9" * 6000).encode())


def test_what_is_wrong_with_a_pattern_is_told_in_the_words_of_pcre2():
    with pytest.raises(PatternError, match=r"^missing closing parenthesis$"):
        compile_pattern(b"(a")


def test_a_text_is_bytes_and_need_not_be_of_any_encoding():
    assert search(compile_pattern(rb"(\xe9.)\d"), b"caf\xe9\xff1") == ((3, 6), (3, 5))


def test_a_setting_for_utf_8_finds_a_text_in_another_encoding_to_be_wrong():
    with pytest.raises(SearchError, match="UTF-8"):
        search(compile_pattern(b"(*UTF)."), b"\xff")


def test_spans_end_with_the_last_group_that_took_part():
    assert search(compile_pattern(b"(a)?(b)(c)?"), b"b") == ((0, 1), (-1, -1), (0, 1))


def test_an_empty_match_may_not_count():
    pattern = compile_pattern(b"a*")
    assert search(pattern, b"ba", options=NOT_EMPTY) == ((1, 2),)
    assert search(pattern, b"ba", options=LONGER_HERE) is None


def test_repetitions_can_be_lazy_unless_said_otherwise():
    assert search(compile_pattern(b"a+", ungreedy=True), b"aaa") == ((0, 1),)
    assert search(compile_pattern(b"a+", "U"), b"aaa") == ((0, 3),)


LONG = 20_000
HOSTILE = {
    "nested repetitions": ("(a+)+$", "a" * 60 + "c"),
    "alternatives that overlap": ("(a|aa)+$", "a" * 60 + "c"),
    "repetitions of what may be empty": ("(a|a?)+$", "a" * 60 + "c"),
    "much to try at each place": ("(?:a?){16}[bc]", "a" * 500),
    "the same in a long text": ("(?:a?){16}[bc]", "a" * LONG),
    "a look at the rest of the text from each place": ("\\w*+[12]", "a" * 500_000),
    "a limit of its own": ("(*UTF)(*LIMIT_MATCH=4000000000)(a+)+$", "a" * 60 + "c"),
    "a limit behind zeros": ("(*LIMIT_MATCH=00000000000004000000000)(a+)+$", "a" * 60 + "c"),
    "calls within calls": ("(a(?R)b|)+", "a" * LONG),
    "groups that are gone back to": ("(a*)*\\1\\1$", "a" * LONG + "b"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("pattern", "subject"), HOSTILE.values(), ids=HOSTILE)
def test_a_search_takes_a_limited_number_of_steps(pattern, subject):
    budget = SearchBudget()
    with pytest.raises(SearchError):
        search(compile_pattern(pattern.encode()), subject.encode(), budget=budget)
    assert budget.left == pytest.approx(0, abs=20)


def test_the_memory_of_a_search_is_limited_whatever_the_pattern_says():
    pattern = compile_pattern(b"(*LIMIT_HEAP=4000000000)" + b"()" * 3000 + b"(?:a|b)*[cd]")
    with pytest.raises(SearchError, match="heap limit"):
        search(pattern, b"ab" * LONG)


def test_a_pattern_may_lower_its_limits():
    with pytest.raises(SearchError, match="match limit"):
        search(compile_pattern(b"(*LIMIT_MATCH=3)(a+)+$"), b"aaac")


def test_searches_can_share_a_budget():
    budget = SearchBudget(60)
    search(compile_pattern(b"b"), b"a" * 39, budget=budget)
    assert budget.left == 20
    with pytest.raises(SearchError):
        search(compile_pattern(b"(a+)+$"), b"a" * 60 + b"c", budget=budget)


def test_what_takes_many_steps_is_found_as_what_takes_few():
    assert first("(?:a|b)*c", "ab" * 2000 + "c") == "ab" * 2000 + "c"
    assert first("^(.*),(.*),(.*);$", ",x" * 20 + "," * 20) is None
    assert first(".*foo", "foo" + "b" * LONG + "\n") == "foo"


def test_nothing_is_tried_if_a_needed_character_is_missing():
    assert first("(a*)*b", "a" * 60 + "c") is None
    assert first("(?R)x", "a") is None


def test_a_call_without_progress_comes_to_an_end():
    with pytest.raises(SearchError):
        search(compile_pattern(b"(?R)"), b"a")


def test_nesting_costs_no_recursion():
    assert first("(" * 249 + "a" + ")" * 249, "ba") == "a"


def test_a_long_text_takes_few_steps_where_little_of_it_is_looked_at():
    subject = b"slot1@host " * 100_000 + b"z"
    budget = SearchBudget()
    assert search(compile_pattern(b"z"), subject, budget=budget) == ((1_100_000, 1_100_001),)
    assert search(compile_pattern(b".*host"), subject, budget=budget) == ((0, 1_099_999),)
    assert budget.left > SEARCH_STEPS * 0.9
