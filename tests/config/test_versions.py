"""A configuration as versions of HTCondor see it; values of 23.9.6 and 25.14.1 are those of condor_config_val."""

from collections.abc import Callable

import pytest

from userprio.base.versions import NEWEST, Version, parse_version
from userprio.classad import Evaluator
from userprio.config import KNOBS, Config, WarningKind, find_knob

Reading = Callable[..., Config]
OLD = Version(23, 9, 6)


@pytest.mark.parametrize(
    ("name", "version", "text"),
    [
        ("REMOVE_SIGNIFICANT_ATTRIBUTES", "25.4.0", None),
        ("REMOVE_SIGNIFICANT_ATTRIBUTES", "25.5.1", "CpusUsage,DiskUsage,GPUsUsage,MemoryUsage,ResidentSetSize"),
        ("REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX", "25.4.0", None),
        ("REMOVE_SIGNIFICANT_ATTRIBUTES_REGEX", "25.5.1", "^Slot[0-9]*_"),
        ("MAX_CONCURRENT_UPLOADS_PER_USER", "25.10.1", None),
        ("MAX_CONCURRENT_UPLOADS_PER_USER", "25.11.0", "100/5"),
        (
            "JOB_DEFAULT_REQUESTMEMORY",
            "25.1.0",
            "ifthenelse(MemoryUsage =!= UNDEFINED,MemoryUsage,(ImageSize+1023)/1024)",
        ),
        ("JOB_DEFAULT_REQUESTMEMORY", "25.2.1", "128"),
        ("JOB_DEFAULT_REQUESTDISK", "25.0.13", "DiskUsage"),
        ("JOB_DEFAULT_REQUESTDISK", "25.2.1", "MAX({1024, (TransferInputSizeMB+1) * 1.25}) * 1024"),
        ("CONDOR_VERSION", "23.9.6", "23.9.6"),
        ("NEGOTIATOR_INTERVAL", "23.9.6", "60"),
    ],
)
def test_defaults_are_those_of_the_version(reading: Reading, name: str, version: str, text: str | None) -> None:
    assert reading("").as_of(parse_version(version)).text(name) == text


def test_running_jobs_show_when_they_wrote_last_from_24_5_1_on(reading: Reading) -> None:
    def shown(version: str) -> set[str]:
        return set(reading("").as_of(parse_version(version)).words("SYSTEM_STARTD_JOB_ATTRS"))

    assert shown("24.5.1") - shown("24.4.0") == {"StdoutMtime", "StderrMtime"}
    assert len(shown("24.4.0")) == 10


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("FORCE_NEGOTIATOR_SLOT_WEIGHT", "25.5.1"),
        ("SCHEDD_ENABLE_PER_USER_MATCH_LIMITS", "25.11.0"),
        ("CLASSAD_USER_MAP_PREFIX_groups", "23.1.0"),
    ],
)
def test_a_knob_counts_from_the_version_that_has_it(reading: Reading, name: str, first: str) -> None:
    config = reading(f"{name} = true\nCOPY = $({name})\n")
    major, minor, patch = parse_version(first)
    before, since = config.as_of(Version(major, minor - 1, 99)), config.as_of(Version(major, minor, patch))
    assert (before.boolean(name), since.boolean(name)) == (False, True)
    assert (before.is_set(name), since.is_set(name)) == (False, True)
    assert before.text("COPY") == "true"


def test_without_a_cap_on_offers_its_knobs_mean_none(reading: Reading) -> None:
    config = reading("MAX_CONCURRENT_UPLOADS_PER_USER = nonsense\n").as_of(OLD)
    assert config.integer("MAX_CONCURRENT_UPLOADS_PER_USER") == 0
    assert config.boolean("SCHEDD_ENABLE_PER_USER_MATCH_LIMITS") is False
    config.value("MAX_CONCURRENT_UPLOADS_PER_USER")


def test_condor_userprio_asks_record_by_record_from_25_10_1_on(reading: Reading) -> None:
    name = "USERPRIO_USE_NEGOTIATOR_MODULAR_QUERY"
    defaults = [reading("").as_of(version).boolean(name) for version in (Version(25, 9, 0), Version(25, 10, 1))]
    assert defaults == [False, True]
    assert reading(f"{name} = true\n").as_of(OLD).boolean(name) is True


def test_knobs_that_are_expressions_are_read_by_the_grammar_of_the_version(reading: Reading) -> None:
    config = reading("NEGOTIATOR_INTERVAL = 10 ?: 5 * 2\nSLOT_WEIGHT = 3 ?: Cpus * 2\nX = $INT(NEGOTIATOR_INTERVAL)\n")
    old, evaluator = config.as_of(OLD), Evaluator(0)
    weight = old.expression("SLOT_WEIGHT")
    assert [old.integer("NEGOTIATOR_INTERVAL"), config.integer("NEGOTIATOR_INTERVAL")] == [10, 20]
    assert [old.text("X"), config.text("X")] == ["10", "20"]
    assert weight is not None and evaluator.evaluate(weight) == 3


def test_23_0_takes_units_where_later_versions_stop(reading: Reading) -> None:
    config = reading("NEGOTIATOR_PRE_JOB_RANK = Memory > 1K ? 1 : 2\n").as_of(Version(23, 0, 28))
    assert config.expression("NEGOTIATOR_PRE_JOB_RANK") is not None


APPENDS = "A = 1\nA +,= 2\nB = 1\nB += 2\nC = 1\nC +&&= 2\n"


def test_before_25_11_0_an_append_replaces(reading: Reading) -> None:
    old, new = reading(APPENDS, version=OLD), reading(APPENDS)
    assert [old.text(name) for name in "ABC"] == ["2", "2", "2"]
    assert [new.text(name) for name in "ABC"] == ["1,2", "1 2", "1 && 2"]
    assert [(warning.kind, warning.line) for warning in old.warnings] == [
        (WarningKind.NOT_APPENDED, line) for line in (2, 4, 6)
    ]
    assert old.warnings[0].message == "`A +,= 2` does not append: HTCondor 23.9.6 replaces what A was"
    assert not new.warnings


def test_old_versions_take_anything_before_the_equals_sign(reading: Reading) -> None:
    config = reading("G = 1\nG + = 3\nH = 1\nH x+,= 4\n", version=OLD)
    assert [config.text(name) for name in "GH"] == ["3", "4"]


def test_a_condition_is_answered_by_the_version_that_reads_it(reading: Reading) -> None:
    text = "if version >= 24.0\nG = new\nelse\nG = old\nendif\n"
    assert [reading(text, version=OLD).text("G"), reading(text).text("G")] == ["old", "new"]


def test_the_ending_of_a_base_name_is_left_out_from_24_12_4_on(reading: Reading) -> None:
    config = reading("D = /p/q.r\nE = $BASENAME(D,.r)\nF = $BASENAME(D)\n")
    old = config.as_of(OLD)
    assert [old.text("E"), old.text("F")] == ["D,.r", "q.r"]
    assert [config.text("E"), config.text("F")] == ["q", "q.r"]


def test_what_another_version_would_have_read_otherwise_is_told(reading: Reading) -> None:
    config = reading("A = 1\nA += 2\nif version >= 24.0\nB = 1\nendif\nif version >= 23.1\nC = 1\nendif\n")
    told = config.as_of(OLD).warnings
    assert [(warning.line, warning.kind) for warning in told] == [
        (2, WarningKind.READ_OTHERWISE),
        (3, WarningKind.READ_OTHERWISE),
    ]
    assert told[0].message == "HTCondor 23.9.6 reads `A += 2` differently; it was read here as 25.14.1 reads it"
    assert told[1].message.startswith("HTCondor 23.9.6 reads `version >= 24.0` differently")
    assert not config.as_of(Version(25, 12, 0)).warnings


def test_the_same_version_is_the_same_configuration(reading: Reading) -> None:
    config = reading("A = 1\n")
    assert config.as_of(NEWEST) is config


def test_changes_of_knobs_are_in_the_order_of_versions_and_replace_one_text() -> None:
    for knob in KNOBS.values():
        ends = [parse_version(end) for end, _ in knob.before]
        assert ends == sorted(ends)
        assert knob.default is None or knob.fallback is None
        assert find_knob(knob.name, NEWEST) == knob
