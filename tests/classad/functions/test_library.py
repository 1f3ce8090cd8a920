"""Functions of the language, by the values that HTCondor gives them."""

import random
from zoneinfo import ZoneInfo

import pytest

from userprio.classad import ERROR, UNDEFINED, AbsTime, Ad, Dialect, Evaluator, parse
from userprio.classad.api import to_plain
from userprio.classad.functions import ERROR_TOLERANT, LAZY, STRICT
from userprio.classad.values import RelTime

NOW = 1_795_000_000  # 2026-11-18 11:06:40 UTC


def value(text, my=None, target=None, **given):
    my, target = (None if ad is None else Ad.parse(ad) for ad in (my, target))
    return to_plain(Evaluator(NOW, **given).evaluate(parse(text, Dialect.NEW), my, target))


def check(cases):
    """A test of the lines `expression => expression of the same value`."""
    lines = [line.strip().rpartition(" => ") for line in cases.strip().splitlines()]

    @pytest.mark.parametrize(("text", "expected"), [(text.strip(), expected) for text, _, expected in lines])
    def compare(text, expected):
        assert repr(value(text)) == repr(value(expected))

    return compare


test_what_is_undefined_decides_before_an_error_in_some_functions = check("""
    strcat("a", undefined, error) => undefined
    substr(undefined, error) => undefined
    member(undefined, error) => undefined
    versioncmp(error, undefined) => undefined
    version_in_range(undefined, "1", "2") => error
    anyCompare(undefined, error, 1) => undefined
    regexp(undefined, error) => error
    join(",", undefined, error) => error
    isError(error) => true
    identicalMember(error, {error}) => true
""")

test_numbers_are_read_as_strtod_reads_them = check("""
    int("  12abc") => 12
    int("0x1Fp2") => 124
    int(".") => error
    real("-infinity") => real("-INF")
    int("nan") => -9223372036854775808
    int(1e300) => -9223372036854775808
    real("1e999") => real("INF")
    bool("TRUE") => true
    bool("yes") => undefined
    int(relTime(-3.5)) => -3
""")

test_rounding_and_powers_keep_the_program_s_oddities = check("""
    round(2.5) => 2
    round("3.5") => 4
    ceil(true) => 1
    floor(real("INF")) => -9223372036854775808
    pow(-2, 3) => -7
    pow(2, 70) => -9223372036854775808
    pow(0, -1) => real("INF")
    pow(-8.0, 0.5) => real("NaN")
    quantize(-3, 8) => 0
    quantize(-0.5, 1) => -0.0
    quantize(3.3, {2, "4"}) => "4"
    quantize(9, {2, 4}) => 12
    quantize(9, 1e-9) => 9
    quantize("x", 2) => error
""")

test_numbers_of_a_list_promote_each_other = check("""
    max({3, 1.5, 2}) => 3.0
    max({true}) => true
    max({true, false}) => 1
    sum({true, true}) => 2
    sum({true}) => true
    avg({1, undefined, 2}) => 1.5
    min({undefined}) => undefined
    sum({9223372036854775807, 1}) => -9223372036854775808
    allCompare("<", {1, undefined}, 2) => false
    anyCompare("<", {"a"}, 2) => error
""")

test_strings_count_bytes_and_fold_ascii_only = check(r"""
    size("é") => 2
    toUpper("é-a") => "é-A"
    substr("éa", 2) => "a"
    substr("abc", 4294967297) => "bc"
    stricmp("É", "é") => -1
    string([bb = 1; a = {[c = 2; b = 1]}]) => "[ a = { [ b = 1; c = 2 ] }; bb = 1 ]"
    string(relTime(90061.5)) => "1+01:01:01"
    strcat(absTime("2020-01-01T00:00:00Z")) => "2020-01-01T00:00:00-00:00"
    join("-", "", "a", "b") => "a-b"
    join(undefined, "a", "b") => "ab"
    join("-", {undefined}) => undefined
    split(" a ,, b ") => {"a", "", "b"}
    split("a;b c", ";") => {"a", "b c"}
    splitSlotName("slot1@a@b") => {"slot1", "a@b"}
""")

test_patterns_are_filled_in_and_replaced = check(r"""
    regexps("(a)|(b)", "b", "<\\1\\2>") => "<b>"
    regexps("(a)|b", "b", "<\\1>") => error
    regexps("a", "b", "c", "f") => "b"
    regexps("a*", "baac", "X", "fg") => error
    replaceAll("a", "banana", "\\0o") => "baonaonao"
    replaceAll("", "", "x") => error
    regexps(".*?(?<=a)", "Aaa1bab", "<\\0>", "g") => "<Aa><><a><1ba>b"
    regexpMember("(", {"a"}) => false
    regexpMember("a", {1, "a"}) => error
    regexp("(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac") => error
    stringList_regexpMember("^B$", "a b", " ", "I") => true
    stringList_regexpMember("b", "") => undefined
""")

test_versions_come_in_natural_order = check("""
    versionLT("9.12", "10.0.0") => true
    versioncmp("1.2rc1", "1.2") => 114
    versioncmp("1.01", "1.1") => -1
    versioncmp("1.010", "1.09") => -8
    versionEQ(10, "10") => true
    version_in_range("9.0", "8.0", "9.0") => true
""")

test_string_lists_are_trimmed_items = check("""
    stringListSize(" a ,b ; c,", ",") => 2
    stringListMember("a b", "x; a b ", ";") => true
    stringListIMember("B", "a, b") => true
    stringListMember("b", undefined) => false
    stringListSubsetMatch(",", "a") => false
    stringListSubsetMatch("", "a") => true
    stringListsIntersect("a b,c", "x, c") => true
    stringListSum("1, 2x") => 3.0
    stringListAvg("1,2") => 1
    stringListMax("-3, -1") => 0
    stringListMin("0x10") => 16.0
""")

test_environments_and_arguments_change_their_syntax = check(r"""
    envV1ToV2("A=1;B=x y") => "A=1 B=x' 'y"
    envV1ToV2("|A=1|B=;") => "A=1 B=;"
    envV1ToV2("A") => error
    mergeEnvironment("B=1 A=2", undefined, "B='it''s'") => "A=2 B=it''''s"
    mergeEnvironment("$$(X)") => "$$(X)"
    argsToList("a 'b c' d''e") => {"a", "b c", "de"}
    argsToList("a 'b", 1) => {"a", "'b"}
    argsToList("'a") => error
    listToArgs({"a b", "", "c"}) => "a' 'b '' c"
    listToArgs({"a b"}, 1) => error
""")

test_times_are_taken_apart_and_written = check("""
    getHours(absTime("2020-06-15T12:34:56+01:30")) => 11
    getDayOfYear(absTime("2020-12-31T00:00:00Z")) => 365
    getMinutes(relTime(-90)) => -1
    getYear(5) => error
    splitTime(relTime(-3.5)).Seconds => -3.5
    splitTime(absTime("2020-06-15T12:34:56+01:30")).Hours => 12
    formatTime(0, "%Y-%m-%d %H:%M:%S %a %j") => "1970-01-01 00:00:00 Thu 001"
    formatTime(0, "%U %V %e|%5d|%-m|%^a|%Q") => "00 01  1|00001|1|THU|%Q"
    formatTime([Year = 2024; Month = 2; Day = 29]) => "Thu Feb 29 00:00:00 2024"
    formatTime([]) => "Sun Jan  0 00:00:00 1900"
    formatTime(relTime(1)) => error
    absTime(strcat("2020")) => "2020"
    absTime(4294967296, 0) => absTime(0, 0)
    interval(-3600) => "-1:00:00"
    interval("90") => "1:30"
    eval(relTime(60)) => error
""")


def test_the_present_and_the_local_zone_are_given():
    new_york = ZoneInfo("America/New_York")
    assert value("time()") == NOW
    assert value("currentTime()", zone=new_york) == AbsTime(NOW, -5 * 3600)
    assert value("dayTime()", zone=new_york) == RelTime(6 * 3600 + 6 * 60 + 40)
    assert value("timezoneOffset()", zone=new_york) == RelTime(-5 * 3600)
    assert value("getHours(absTime(1592224496, 0))", zone=new_york) == 8
    assert value('formatTime(1592224496, "%H:%M %Z %s")', zone=new_york) == "08:34 EST 1592224496"
    assert value('absTime("2020-07-01T00:00:00")', zone=new_york) == AbsTime(1593576000, -4 * 3600)


def test_dice_are_thrown_by_the_caller_s_generator():
    assert value("random(10)", random=random.Random(1)) == random.Random(1).randrange(10)
    assert 0 <= value("random()") < 1
    assert value("random(0)") is ERROR
    assert value('random("a")') is ERROR


def test_ifthenelse_evaluates_only_the_branch_it_takes():
    assert value("ifThenElse(0.5, 1, error)") == 1
    assert value("ifThenElse(undefined, 1, 2)") is UNDEFINED
    assert value("ifThenElse({}, 1, 2)") is ERROR


def test_eval_reads_the_new_dialect_where_it_stands():
    assert value('eval(strcat("A", 1))', "[ A1 = B; B = 7 ]") == 7
    assert value('eval("1 +")') is ERROR
    assert value("eval(1.5)") == 1.5


def test_unparse_spreads_lists_and_ads_over_lines():
    my = '[ A = x =?= 1.5; L = y + {1, [bb = 2; a = "q"]} ]'
    assert value("unparse(A)", my) == "x is 1.500000000000000E+00"
    assert value("unparse(L)", my) == (
        'y + \n   {\n      1,\n      \n          [\n              a = "q"; \n              bb = 2\n          ]\n   }'
    )
    assert value("unparse(Nope)", my) == ""
    assert value("unparse(A + 1)", my) is ERROR


def test_unresolved_names_what_the_ad_lacks():
    my = "[ A = B + x + TARGET.Y; B = z; Loop = Loop + q; N = [u = v]; C = N.u ]"
    assert value("unresolved(A)", my) == "Y,x,z"
    assert value("unresolved(C)", my) == "v"
    assert value("unresolved(Loop)", my) == ""
    assert value("unresolved(Nope)", my) is UNDEFINED
    assert value('unresolved(A, "^X")', my) is True
    assert value('unresolved(B, "^X")', my) is False


SLOT = "[ AvailableGPUs = {g1, g2, nope}; g1 = [ Capability = 4.0 ]; g2 = [ Capability = 8.0 ]; Floor = 5 ]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("countMatches(RequireGPUs, AvailableGPUs)", 1),
        ("countMatches(MY.RequireGPUs, TARGET.AvailableGPUs)", 1),
        ("countMatches(Capability > MinCapability, AvailableGPUs)", 1),
        ("countMatches(Capability > Floor, AvailableGPUs)", 1),
        ("evalInEachContext(Capability + 0, AvailableGPUs)", [4.0, 8.0, UNDEFINED]),
        # A name that neither ad has: HTCondor looks for the list where it gave up looking for the name, and finds none.
        ("evalInEachContext(Capability, AvailableGPUs)", UNDEFINED),
        ("evalInEachContext(true, {1, error})", [ERROR, ERROR]),
        ("evalInEachContext(Capability, Missing)", UNDEFINED),
        ("countMatches(Capability, Missing)", 0),
        ("countMatches(RequireGPUs, 5)", ERROR),
    ],
)
def test_an_expression_is_tried_in_each_ad_of_a_list(text, expected):
    job = "[ RequireGPUs = Capability >= MinCapability; MinCapability = 5 ]"
    assert value(text, job, SLOT) == expected


def test_user_maps_are_handed_over_by_name():
    maps = {"groups": {"alice": "physics, Chemistry", "bob": ""}.get}
    assert value('userMap("Groups", "alice")', user_maps=maps) == "physics, Chemistry"
    assert value('userMap("groups", "alice", "CHEMISTRY")', user_maps=maps) == "Chemistry"
    assert value('userMap("groups", "alice", "none")', user_maps=maps) == "physics"
    assert value('userMap("groups.any", "carol", "x", "guest")', user_maps=maps) == "guest"
    assert value('userMap("groups", "bob", "x")', user_maps=maps) is UNDEFINED
    assert value('userMap("nope", "alice")', user_maps=maps) is UNDEFINED
    assert value('userMap(error, "alice", 1, 2)', user_maps=maps) is ERROR


def test_user_home_never_asks_the_system():
    assert value('userHome("root", "/tmp")') == "/root"
    assert value('userHome("nobody at all")') is UNDEFINED
    assert value('userHome("nobody at all", "/tmp")') == "/tmp"
    assert value("userHome(1)") is ERROR


def test_no_name_is_both_strict_and_lazy():
    assert not STRICT.keys() & LAZY.keys()
    assert STRICT.keys() >= ERROR_TOLERANT
    assert all(name == name.lower() for name in STRICT | LAZY)
