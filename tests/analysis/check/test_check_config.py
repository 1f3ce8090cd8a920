"""Faults planted in a configuration are found at their lines, and nothing else is."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import checked, places
from tests.analysis.check.tried import (
    DRAINS,
    GROUPS,
    PASSES,
    PASSES_SCHEDD,
    STOPS,
    STOPS_DEFRAG,
    STOPS_SCHEDD,
    SUBGROUPS,
)
from userprio.analysis.check import Level, Situation, check
from userprio.config import KNOBS, read
from userprio.ledger import Ledger
from userprio.pool import examples, read_snapshot
from userprio.pool.scenario import Pool, ScenarioData
from userprio.pool.toml_file import read_toml_pool


@pytest.mark.parametrize("line", STOPS)
def test_what_stops_a_real_negotiator_is_an_error_at_its_line(tmp_path: Path, line: str) -> None:
    errors = [each for each in checked(tmp_path, SUBGROUPS + line + "\n") if each.level is Level.ERROR]
    assert [(each.file, each.line) for each in errors] == [(str(tmp_path / "condor_config"), 6)]


@pytest.mark.parametrize("line", ["GROUP_SORT_EXPR = $(NOTHING)", "SLOT_WEIGHT = $INT(nonsense)"])
def test_so_are_values_that_only_their_expansion_shows_to_be_bad(tmp_path: Path, line: str) -> None:
    errors = [each for each in checked(tmp_path, SUBGROUPS + line + "\n") if each.level is Level.ERROR]
    assert [each.line for each in errors] == [6]


@pytest.mark.parametrize("line", PASSES)
def test_what_a_real_negotiator_starts_with_is_not_an_error_but_is_told(tmp_path: Path, line: str) -> None:
    findings = checked(tmp_path, SUBGROUPS + line + "\n")
    assert Level.ERROR not in {each.level for each in findings}
    if not line.startswith("NEGOTIATOR_INTERVAL"):
        assert 6 in {each.line for each in findings}


@pytest.mark.parametrize("line", [*STOPS_SCHEDD, *(DRAINS + line for line in STOPS_DEFRAG)])
def test_what_stops_a_real_schedd_or_condor_defrag_is_an_error_at_its_line(tmp_path: Path, line: str) -> None:
    errors = [each for each in checked(tmp_path, line + "\n") if each.level is Level.ERROR]
    assert [each.line for each in errors] == [line.count("\n") + 1]


@pytest.mark.parametrize("line", PASSES_SCHEDD)
def test_what_a_real_schedd_starts_with_is_told_and_not_an_error(tmp_path: Path, line: str) -> None:
    assert [each.level for each in checked(tmp_path, line + "\n")] == [Level.WARNING]


PLANTED = [
    # groups
    ("quota-without-group", SUBGROUPS + "GROUP_QUOTA_c = 5\n", 6),
    ("quota-without-group", SUBGROUPS + "GROUP_QUOTA_DYNAMIC_b.z = 0.5\n", 6),
    ("knob-without-group", SUBGROUPS + "GROUP_ACCEPT_SURPLUS_c = True\n", 6),
    ("group-without-quota", SUBGROUPS.replace("GROUP_QUOTA_a = 10\n", ""), 1),
    ("missing-parent", SUBGROUPS.replace("b.y\n", "b.y, c.x\n", 1), 1),
    ("duplicate-group", SUBGROUPS.replace("= a,", "= A, a,"), 1),
    ("duplicate-group", SUBGROUPS.replace("= a,", "= a, a,"), 1),
    ("reserved-group", SUBGROUPS.replace("= a,", "= <none>, a,"), 1),
    ("two-quotas", SUBGROUPS + "GROUP_QUOTA_DYNAMIC_a = 0.5\n", 6),
    ("bad-value", SUBGROUPS.replace("GROUP_QUOTA_a = 10\n", "GROUP_QUOTA_a = nan\nGROUP_QUOTA_DYNAMIC_a = 0.5\n"), 2),
    # quotas
    ("quotas-above-parent", GROUPS + "GROUP_QUOTA_b.x = 15\nGROUP_QUOTA_b.y = 15\n", 5),
    ("nothing-left", GROUPS + "GROUP_QUOTA_b.x = 20\nGROUP_QUOTA_DYNAMIC_b.y = 0.5\n", 4),
    ("dynamic-above-one", GROUPS + "GROUP_QUOTA_DYNAMIC_b.x = 0.7\nGROUP_QUOTA_DYNAMIC_b.y = 0.4\n", 4),
    ("parent-without-quota", "GROUP_NAMES = b, b.x\nGROUP_QUOTA_b = 0\nGROUP_QUOTA_b.x = 5\n", 3),
    ("surplus-stops", SUBGROUPS + "GROUP_ACCEPT_SURPLUS_b.x = True\n", 6),
    ("surplus-stops", SUBGROUPS + "GROUP_ACCEPT_SURPLUS = True\nGROUP_ACCEPT_SURPLUS_b = False\n", 7),
    ("surplus-and-regroup", SUBGROUPS + "GROUP_ACCEPT_SURPLUS_a = True\nGROUP_AUTOREGROUP_a = True\n", 7),
    ("round-robin-stalls", SUBGROUPS + "GROUP_QUOTA_ROUND_ROBIN_RATE = 5\n", 6),
    # spelling
    ("misspelt-knob", SUBGROUPS + "GROUP_ACCEPT_SURPLUSS = True\n", 6),
    ("misspelt-knob", SUBGROUPS + "GROUP_AUTO_REGROUP = True\n", 6),
    ("misspelt-knob", SUBGROUPS + "GROUP_QOUTA_a = 10\n", 6),
    ("misspelt-knob", SUBGROUPS + "GROUP_DYNAMIC_QUOTA_a = 0.5\n", 6),
    ("misspelt-knob", SUBGROUPS + "NEGOTIATOR_INTERVALL = 60\n", 6),
    ("misspelt-knob", SUBGROUPS + "PRIORITY_HALFLIVE = 86400\n", 6),
    ("quota-without-group", SUBGROUPS + "GROUP_QUOTA_DYNAMC_a = 0.5\n", 6),
    ("dead-knob", SUBGROUPS + "HFS_MAX_ALLOCATION_ROUNDS = 5\n", 6),
    # policy
    ("half-life", SUBGROUPS + "PRIORITY_HALFLIFE = 0\n", 6),
    ("half-life", SUBGROUPS + "PRIORITY_HALFLIFE = 24\n", 6),
    ("factor-misread", SUBGROUPS + "DEFAULT_PRIO_FACTOR = 1000 * 2\n", 6),
    ("factor-below-one", SUBGROUPS + "DEFAULT_PRIO_FACTOR = 0.5\n", 6),
    ("factor-below-one", SUBGROUPS + "GROUP_PRIO_FACTOR_a = 0.5\n", 6),
    ("cycle-delay", SUBGROUPS + "NEGOTIATOR_CYCLE_DELAY = 300\n", 6),
    ("cycle-delay", SUBGROUPS + "NEGOTIATOR_INTERVAL = 10\n", 6),
    ("no-time", SUBGROUPS + "NEGOTIATOR_MAX_TIME_PER_SUBMITTER = 0\n", 6),
    ("no-time", SUBGROUPS + "NEGOTIATOR_MAX_TIME_PER_PIESPIN = 0\n", 6),
    ("curbed", SUBGROUPS + "CURB_MATCHMAKING = True\n", 6),
    ("preemption-ungated", SUBGROUPS + "PREEMPTION_REQUIREMENTS =\n", 6),
    ("preemption-number", SUBGROUPS + "PREEMPTION_REQUIREMENTS = 1\n", 6),
    ("preemption-attribute", SUBGROUPS + "PREEMPTION_REQUIREMENTS = RemoteUserPrio > SubmitterPrio * 1.2\n", 6),
    (
        "preemption-unused",
        SUBGROUPS + "PREEMPTION_REQUIREMENTS = RemoteUserPrio > 5\nNEGOTIATOR_CONSIDER_PREEMPTION = False\n",
        6,
    ),
    ("sort-attribute", SUBGROUPS + "GROUP_SORT_EXPR = GroupUsage / GroupQuota\n", 6),
    ("groups-not-reread", SUBGROUPS + "NEGOTIATOR_READ_CONFIG_BEFORE_CYCLE = True\n", 6),
    ("wrong-local-domain", SUBGROUPS + "UID_DOMAIN = lab.example\nACCOUNTANT_LOCAL_DOMAIN = Lab.example\n", 7),
    # reading
    ("placeholder", SUBGROUPS + "X = YOU_MUST_CHANGE_THIS_INVALID_CONDOR_CONFIGURATION_VALUE\n", 6),
    ("config-colon-assignment", SUBGROUPS + "NEGOTIATOR_TIMEOUT : 30\n", 6),
    ("bad-macro", SUBGROUPS + "NEGOTIATOR_TIMEOUT = $(T)\nT = $(NEGOTIATOR_TIMEOUT)\n", 6),
]


@pytest.mark.parametrize(
    ("code", "config", "line"), PLANTED, ids=[f"{code}-{i}" for i, (code, _, _) in enumerate(PLANTED)]
)
def test_a_planted_fault_is_found_at_its_line(tmp_path: Path, code: str, config: str, line: int) -> None:
    assert (code, "condor_config", line) in places(checked(tmp_path, config))


@pytest.mark.parametrize(
    ("code", "config", "line"), PLANTED, ids=[f"{code}-{i}" for i, (code, _, _) in enumerate(PLANTED)]
)
def test_nothing_but_the_planted_fault_is_found(tmp_path: Path, code: str, config: str, line: int) -> None:
    others = {found for found, _, _ in places(checked(tmp_path, config))} - {code}
    # A group that lost its quota, or its parent, leaves its knobs behind; a circle has two ends.
    assert others <= {"knob-without-group", "bad-macro"}


def test_every_finding_says_in_a_sentence_what_happens_and_in_another_what_to_do(tmp_path: Path) -> None:
    for _, config, _ in PLANTED:
        for each in checked(tmp_path, config):
            assert len(each.happens.split()) > 4
            assert each.advice[0].isupper()
            assert not each.happens.endswith(".") and not each.advice.endswith(".")


def test_one_fault_does_not_hide_another(tmp_path: Path) -> None:
    config = SUBGROUPS + "GROUP_QUOTA_a = -5\nNEGOTIATOR_INTERVAL = 60s\nGROUP_QUOTA_c = 3\n"
    assert places(checked(tmp_path, config)) == [
        ("bad-value", "condor_config", 6),
        ("bad-value", "condor_config", 7),
        ("quota-without-group", "condor_config", 8),
        ("set-twice", "condor_config", 6),
    ]


def test_what_oversubscription_means_is_said(tmp_path: Path) -> None:
    config = GROUPS + "GROUP_QUOTA_b.x = 20\nGROUP_QUOTA_b.y = 20\n"
    [default] = checked(tmp_path, config)
    assert "add up to 40, but b has 20" in default.happens and "not scaled down" in default.happens
    [scaled] = checked(tmp_path, config + "NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION = False\n")
    assert "scaled down by the factor 0.5" in scaled.happens


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("GROUP_QOUTA_a", "GROUP_QUOTA_a"),
        ("GROUP_DYNAMIC_QUOTA_a", "GROUP_QUOTA_DYNAMIC_a"),
        ("GROUP_PRIORITY_FACTOR_a", "GROUP_PRIO_FACTOR_a"),
        ("GROUP_QUOTA_DYNAMC_a", "GROUP_QUOTA_DYNAMIC_a"),
        ("NEGOTIATOR_CYCEL_DELAY", "NEGOTIATOR_CYCLE_DELAY"),
        ("GROUP_AUTO_REGROUP", "GROUP_AUTOREGROUP"),
    ],
)
def test_the_knob_that_was_meant_is_named(tmp_path: Path, typed: str, meant: str) -> None:
    [found] = checked(tmp_path, SUBGROUPS + f"{typed} = 1\n")
    assert found.advice == f"Write {meant}, if that is what you mean"


def test_a_macro_of_ones_own_is_not_a_quota_of_a_group(tmp_path: Path) -> None:
    config = (
        GROUPS + "GROUP_QUOTA_each = 5\nGROUP_QUOTA_b.x = $(GROUP_QUOTA_each)\nGROUP_QUOTA_b.y = $(GROUP_QUOTA_each)\n"
    )
    assert checked(tmp_path, config) == ()


@pytest.mark.parametrize("name", ["NEGOTIATOR_ARGS", "NEGOTIATOR_ADDRESS_FILE", "NEGOTIATOR_HOST", "NEGOTIATOR_SITE"])
def test_knobs_that_daemons_have_by_their_names_are_left_alone(tmp_path: Path, name: str) -> None:
    assert checked(tmp_path, SUBGROUPS + f"{name} = x\n") == ()


def test_macros_of_ones_own_are_not_misspelt_knobs(tmp_path: Path) -> None:
    config = SUBGROUPS + "NEGOTIATOR_INTERVALS = 60\nNEGOTIATOR_INTERVAL = $(NEGOTIATOR_INTERVALS)\nMY_SITE = x\n"
    assert checked(tmp_path, config) == ()


def test_the_defaults_of_htcondor_are_without_a_finding() -> None:
    assert check(Situation(ScenarioData(Pool(), Ledger.empty(), read(None, environ={}), 1_772_442_000))) == ()


def test_so_are_the_defaults_written_out(tmp_path: Path) -> None:
    lines = [f"{knob.name} = {knob.default}" for knob in KNOBS.values() if knob.default and not knob.is_pattern]
    assert len(lines) > 80
    assert checked(tmp_path, "\n".join(lines) + "\n") == ()


SHIPPED = {
    "research": ["leftovers-beyond-quota"],
    "physics": ["never-matches"],
    "handmade": ["never-matches"],
    "fairshare": ["preemption-refused"],
    "thirds": ["fractional-shares"],
}
"""There schedds put 48 cores' worth of jobs of a group with a quota of 32 on the rest of a machine; and somebody has
jobs that fit nowhere, or would need those of others to end, for `explain` to tell why."""


@pytest.mark.parametrize("example", examples.shipped(), ids=lambda each: each.name)
def test_the_shipped_examples_are_without_a_finding_but_for_what_they_are_to_show(example: examples.Example) -> None:
    folder, now = example.folder, 1_772_442_000
    if (folder / "pool.toml").exists():
        written = read_toml_pool(folder / "pool.toml", now)
        situation = Situation(
            ScenarioData(written.pool, Ledger.empty(), read(None, environ={}, overrides=written.config), now)
        )
    else:
        config = read(folder / "condor_config", environ={})
        ledger = Ledger.read(folder / "Accountantnew.log")
        situation = Situation(ScenarioData(read_snapshot(folder), ledger, config, now))
    assert [each.code for each in check(situation)] == SHIPPED.get(example.name, [])
