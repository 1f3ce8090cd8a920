"""The same texts, read as versions of HTCondor read them.

The values of 23.9.6 and 25.14.1 were asked of both: `$EVAL()` of each text with condor_config_val.
"""

from pathlib import Path

import pytest

from userprio.base.versions import Behaviour, Version, parse_version
from userprio.classad import (
    Ad,
    ClassAdSyntaxError,
    Dialect,
    Evaluator,
    Grammar,
    format_value,
    parse,
    read_packed,
    unparse,
)

EVALUATOR = Evaluator(now=0)
REFUSED = "not an expression"


def grammar(version: str) -> Grammar:
    return Grammar.of(Behaviour(parse_version(version)))


def value(text: str, version: str) -> str:
    try:
        expr = parse(text, grammar=grammar(version))
    except ClassAdSyntaxError:
        return REFUSED
    return format_value(EVALUATOR.evaluate(expr), Dialect.NEW)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("10 ?: 5 * 2", "10", "20"),
        ("10 ? : 5 * 2", "10", "20"),
        ("undefined ?: 5 * 2", "10", "10"),
        ("3 ?: 5 + 1 == 4", "3", "true"),
        ("-2 ?: 5 * 2", "-2", "-4"),
        ("1 + 2 ?: 5 * 2", "3", "5"),
        ("1 ?: 2 ?: 3 * 2", "1", "2"),
        ("undefined ?: 1 ? 2 : 3", "2", "2"),
        ("0 ?: 1 ? 2 : 3", "0", "3"),
        ("true ? 1 ?: 5 * 2 : 7", "1", "2"),
        ("error ?: 3", "error", "error"),
        ("[a = 1 ?: 2 * 3; b = 2].a", "1", "3"),
        ("{1 ?: 2 * 3}[0]", "1", "3"),
        ("strcat(1 ?: 2 * 3, 4)", '"14"', '"34"'),
        ('split("a b")[0] ?: 3 == 4', '"a"', "error"),
        # What follows a conditional is dropped, and the old `?:` is one.
        ("1 ?: 2 rest", "1", REFUSED),
        ("1 ? : 2 rest", "1", REFUSED),
        ("(1 ?: 2 rest)", REFUSED, REFUSED),
        ("1 ?/**/: 5 * 2", "1", REFUSED),
        ("1 ? 2 + : 3 * 2", "1", REFUSED),
        ("undefined ? 2 + : 3 * 2", "6", REFUSED),
        ("1 ? - : 3 * 2", "1", REFUSED),
        ("1 ? (2 + : 3 * 2", "1", REFUSED),
        ("1 ?: ", REFUSED, REFUSED),
        ('versiongt("10.2", "9.1")', "error", "true"),
        ('versionGT("10.2", "9.1")', "true", "true"),
        ('VERSIONGT(undefined, "9.1")', "undefined", "undefined"),
        ('versionge("10.2", error)', "error", "error"),
        ('VersionCmp("10.2", "9.1")', "1", "1"),
        ("9999999999999999999", "0", "0"),
        ("1K", REFUSED, REFUSED),
    ],
)
def test_a_text_is_worth_what_each_version_makes_of_it(text: str, old: str, new: str) -> None:
    assert (value(text, "23.9.6"), value(text, "25.14.1")) == (old, new)


@pytest.mark.parametrize(
    ("text", "version", "worth"),
    [
        ("10 ?: 5 * 2", "23.10.1", "20"),
        ("10 ? : 5 * 2", "23.10.1", "10"),
        ("10 ? : 5 * 2", "25.13.1", "10"),
        ("10 ? : 5 * 2", "25.13.2", "20"),
        ("1K", "23.8.1", "1.024000000000000E+03"),
        ("2m + 0.5", "23.8.1", "2.097152500000000E+06"),
        ("5B", "23.8.1", "5.000000000000000E+00"),
        ("1.5G", "23.8.1", "1.610612736000000E+09"),
        ("Memory > 1T", "23.8.1", "undefined"),
        ("9999999999999999999", "23.2.0", "9223372036854775807"),
        ("-9999999999999999999", "23.2.0", "-9223372036854775808"),
        ("9999999999999999999", "23.3.0", "0"),
        ('versionle("1", "2")', "25.13.1", "error"),
    ],
)
def test_changes_come_with_the_version_that_made_them(text: str, version: str, worth: str) -> None:
    assert value(text, version) == worth


def test_a_slot_weight_with_a_default_weighs_less_before_23_10_1() -> None:
    """SlotWeight = MyWeight ?: Cpus * 2 with MyWeight = 3, Cpus = 8: 3, and since then 3 * 2."""
    slot = Ad.lazy([("MyWeight", "3"), ("Cpus", "8"), ("SlotWeight", "MyWeight ?: Cpus * 2")])
    old = slot.read_by(grammar("23.9.6"))
    assert EVALUATOR.attribute("SlotWeight", slot) == 6
    assert EVALUATOR.attribute("SlotWeight", old) == 3
    assert EVALUATOR.attribute("SlotWeight", old.replace({"MyWeight": None})) == 16
    assert EVALUATOR.attribute("SlotWeight", slot.replace({"MyWeight": None})) == 16


def test_an_ad_without_texts_is_read_as_it_is_printed() -> None:
    old = Ad.parse("[ Cpus = 8; SlotWeight = 3 ?: Cpus * 2 ]").read_by(grammar("23.9.6"))
    assert EVALUATOR.attribute("SlotWeight", old) == 3
    assert old.expr("Cpus") == parse("8")


def test_a_misspelt_function_keeps_its_spelling_and_its_error_when_it_is_flattened() -> None:
    expr = parse('versiongt(TARGET.Version, "9.1")', grammar=grammar("24.0.1"))
    flat = EVALUATOR.flatten(expr, Ad())
    assert unparse(flat) == 'versiongt(TARGET.Version,"9.1")'
    assert format_value(EVALUATOR.evaluate(flat, Ad(), Ad({"Version": "10.2"}))) == "error"


def test_ads_that_are_read_as_they_were_are_the_same() -> None:
    slot = Ad.lazy([("Rank", "A ?: B + 1")])
    assert slot.read_by(Grammar()) is slot
    old = slot.read_by(grammar("23.9.6"))
    assert old.read_by(grammar("23.0.28")).schema is slot.read_by(grammar("23.0.28")).schema
    assert old.texts is slot.texts
    assert old.read_by(Grammar()).schema is slot.schema


def test_packed_jobs_are_read_anew_without_being_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "jobs.ads"
    path.write_text("\n".join(f"ProcId = {number}\nRank = ProcId ?: 1 * 2\n" for number in range(3)))
    jobs = read_packed(path)
    old = jobs.read_by(grammar("23.9.6"))
    assert [EVALUATOR.attribute("Rank", job) for job in jobs] == [0, 2, 4]
    assert [EVALUATOR.attribute("Rank", job) for job in old] == [0, 1, 2]
    assert len(old) == 3


def test_the_newest_grammar_is_that_of_the_newest_version() -> None:
    assert Grammar.of(Behaviour(Version(25, 14, 1))) == Grammar()
