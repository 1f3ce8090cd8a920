"""What condor_defrag ends at, and what it takes otherwise, is found at its line; of its defaults nothing is said."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import checked
from userprio.analysis.check import Finding, Level

BASE = "DAEMON_LIST = MASTER, DEFRAG\nDEFRAG_INTERVAL = 300\nDEFRAG_DRAINING_MACHINES_PER_HOUR = 24\n"
POOL = """
[[slots]]
count = 3
Cpus = 0
TotalSlotCpus = 8
PartitionableSlot = true
Draining = true
"""

STOPS = [
    "DEFRAG_CANCEL_REQUIREMENTS = ==",
    "DEFRAG_INTERVAL = often",
    "DEFRAG_MAX_CONCURRENT_DRAINING = -5",
    "DEFRAG_MAX_WHOLE_MACHINES = -2",
    "DEFRAG_RANK = (1",
    "DEFRAG_DRAINING_MACHINES_PER_HOUR = -1",
    "DEFRAG_DRAINING_MACHINES_PER_HOUR = few",
    "DEFRAG_REQUIREMENTS = Memory >",
    "DEFRAG_REQUIREMENTS = true) || (true",
    "DEFRAG_DRAINING_SCHEDULE = gentle",
    "DEFRAG_DRAINING_START_EXPR = a b",
    "DEFRAG_WHOLE_MACHINE_EXPR =",
    "DEFRAG_WHOLE_MACHINE_EXPR = Cpus == TotalSlotCpus // all of it",
]
"""Each ended a condor_defrag of HTCondor 25.14.1 with status 4, at its start or at its first poll."""
PASSES = ["DEFRAG_INTERVAL = 0", "DEFRAG_RANK =", "DEFRAG_DRAINING_MACHINES_PER_HOUR = 2 * 12", "DEFRAG_SCHEDULE = no"]
"""With each it went on."""


def found(folder: Path, config: str, code: str, pool: str | None = None) -> list[Finding]:
    return [each for each in checked(folder, config, pool=pool) if each.code == code]


@pytest.mark.parametrize("line", STOPS)
def test_what_ends_condor_defrag_is_an_error_at_its_line(tmp_path: Path, line: str) -> None:
    errors = [each for each in checked(tmp_path, BASE + line + "\n") if each.level is Level.ERROR]
    assert [(each.file, each.line) for each in errors] == [(str(tmp_path / "condor_config"), 4)]
    assert "condor_defrag exits" in errors[0].happens
    assert "condor_negotiator" not in errors[0].happens + errors[0].advice


@pytest.mark.parametrize("line", PASSES)
def test_what_it_goes_on_with_is_not_an_error(tmp_path: Path, line: str) -> None:
    assert Level.ERROR not in {each.level for each in checked(tmp_path, BASE + line + "\n")}


@pytest.mark.parametrize("config", ["", "DAEMON_LIST = MASTER, NEGOTIATOR\n", "DEFRAG_LOG = /var/log/DefragLog\n"])
def test_nothing_is_said_where_nobody_configures_it(tmp_path: Path, config: str) -> None:
    assert checked(tmp_path, config) == ()


def test_nothing_is_said_of_a_sound_policy(tmp_path: Path) -> None:
    """2 a poll of at most 10: 1 + 2 · 4 = 9 may come of polls, and 10 - 1 + 2 = 11 at the worst, with 9 draining."""
    sound = "DEFRAG_MAX_CONCURRENT_DRAINING = 10\nDEFRAG_REQUIREMENTS = TotalCpus > 4 // large\n"
    assert checked(tmp_path, BASE + sound.replace(" // large", "")) == ()


@pytest.mark.parametrize(
    ("name", "hint"),
    [("DEFRAG_SCHEDULE", "Write DEFRAG_DRAINING_SCHEDULE"), ("DEFRAG_STATE_FILE", "Take it out")],
)
def test_documented_knobs_that_are_never_read_are_named(tmp_path: Path, name: str, hint: str) -> None:
    (dead,) = checked(tmp_path, BASE + f"{name} = quick\n")
    assert (dead.code, dead.line, dead.advice) == ("dead-knob", 4, hint)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("DEFRAG_INTERVAL = 7200", "DEFRAG_INTERVAL is 7200 s, more than an hour: condor_defrag polls, but never"),
        ("DEFRAG_INTERVAL = 0", "DEFRAG_INTERVAL is 0: condor_defrag never polls"),
        ("DEFRAG_DRAINING_MACHINES_PER_HOUR = 0", "is 0, its default: it drains nothing"),
        ("DEFRAG_DRAINING_MACHINES_PER_HOUR = nan", "it drains nothing"),
        ("DEFRAG_DRAINING_MACHINES_PER_HOUR = 0.02", "is 0.02, which is no whole machine a day: it drains nothing"),
        ("DEFRAG_DRAINING_MACHINES_PER_HOUR = 1e-320", "which is no whole machine a day: it drains nothing"),
        ("DEFRAG_DRAINING_MACHINES_PER_HOUR = 1e12", "is 1e+12, which is more than condor_defrag can count"),
    ],
)
def test_a_daemon_that_never_drains_anything_is_told(tmp_path: Path, line: str, told: str) -> None:
    (idle,) = (each for each in checked(tmp_path, BASE + line + "\n") if each.code != "set-twice")
    assert (idle.code, idle.line) == ("defrag-idle", 4)
    assert told in idle.happens


def test_knobs_without_the_daemon_are_worth_a_note(tmp_path: Path) -> None:
    (note,) = checked(tmp_path, "DEFRAG_DRAINING_MACHINES_PER_HOUR = 6\n")
    assert (note.code, note.level, note.line) == ("defrag-not-started", Level.NOTE, 1)


def test_a_daemon_of_another_name_counts(tmp_path: Path) -> None:
    config = "DAEMON_LIST = MASTER, DEFRAG_BIG\nDEFRAG_BIG = $(DEFRAG)\nDEFRAG_DRAINING_MACHINES_PER_HOUR = 6\n"
    assert found(tmp_path, config, "defrag-not-started") == []


def test_a_maximum_that_one_poll_may_go_beyond_is_told_with_the_numbers(tmp_path: Path) -> None:
    """2 a poll and none besides, at most 1: with none draining two are drained. 10 an hour come to 0 and 10."""
    (gate,) = found(tmp_path, BASE + "DEFRAG_MAX_CONCURRENT_DRAINING = 1\n", "defrag-maximum")
    assert gate.line == 4
    assert "up to 2 are drained at each poll, so that there may be 2" in gate.happens
    assert found(tmp_path, BASE + "DEFRAG_MAX_CONCURRENT_DRAINING = 2\n", "defrag-maximum") == []
    slow = BASE + "DEFRAG_DRAINING_MACHINES_PER_HOUR = 10\nDEFRAG_MAX_WHOLE_MACHINES = 4\n"
    (gate,) = found(tmp_path, slow, "defrag-maximum")
    assert gate.line == 5
    assert "up to 10 are drained at the first poll of an hour or a day, so that there may be 13" in gate.happens


@pytest.mark.parametrize("rate", ["24", "7", "11.4", "0.27"])
def test_with_what_is_advised_then_no_poll_goes_beyond_a_maximum_of_one(tmp_path: Path, rate: str) -> None:
    config = f"DAEMON_LIST = DEFRAG\nDEFRAG_DRAINING_MACHINES_PER_HOUR = {rate}\nDEFRAG_MAX_CONCURRENT_DRAINING = 1\n"
    (gate,) = checked(tmp_path, config)
    advised = gate.advice.removeprefix("One machine at a time is due with ").replace(" and ", "\n")
    assert found(tmp_path, f"{config}{advised}\n", "defrag-maximum") == []


def test_what_is_left_of_a_maximum_is_counted_with_the_pool(tmp_path: Path) -> None:
    """Three machines drain: of four one is left, and two are due; of five two are; of three none, so nothing is."""
    config = BASE + "DEFRAG_MAX_CONCURRENT_DRAINING = {}\n"
    told = {most: found(tmp_path, config.format(most), "defrag-maximum", POOL) for most in (3, 4, 5)}
    assert [most for most, findings in told.items() if findings] == [4]
    assert told[4][0].happens.endswith("so that there may be 5; 3 machines are draining now")


@pytest.mark.parametrize(
    ("expr", "hint"),
    [
        (
            "Cpus == TotalSlotCpus || Cpus >= 32",
            "Write DEFRAG_WHOLE_MACHINE_EXPR = (Cpus == TotalSlotCpus || Cpus >= 32)",
        ),
        ("Big ? Cpus > 8 : Cpus > 2", "Write DEFRAG_WHOLE_MACHINE_EXPR = (Big ? Cpus > 8 : Cpus > 2)"),
        ("Cpus > 8 // all\nDEFRAG_CANCEL_REQUIREMENTS =", "Take out the comment"),
    ],
)
def test_whole_machines_without_brackets_or_with_a_comment_are_told(tmp_path: Path, expr: str, hint: str) -> None:
    (whole,) = checked(tmp_path, BASE + f"DEFRAG_WHOLE_MACHINE_EXPR = {expr}\n")
    assert (whole.code, whole.line, whole.advice) == ("defrag-whole", 4, hint)


def test_with_brackets_nothing_is_wrong(tmp_path: Path) -> None:
    assert checked(tmp_path, BASE + 'DEFRAG_WHOLE_MACHINE_EXPR = (Cpus > 8 || Arch == "a//b") && Cpus > 1\n') == ()


@pytest.mark.parametrize("value", ["ifThenElse(PartitionableSlot =?= true, 3600, 0)", "-1", "20 * 60"])
def test_the_age_of_claims_may_be_an_expression(tmp_path: Path, value: str) -> None:
    """The startd puts it into its ad and evaluates it there (`Resource::claimWorklifeExpired`)."""
    assert checked(tmp_path, f"CLAIM_WORKLIFE = {value}\n") == ()


def test_what_is_not_one_lets_claims_live_on(tmp_path: Path) -> None:
    (bad,) = checked(tmp_path, "CLAIM_WORKLIFE = 20m\n")
    assert (bad.code, bad.line, bad.level) == ("ignored-expression", 1, Level.WARNING)
    assert bad.happens.endswith("condor_startd ignores it: claims take further jobs at any age")
