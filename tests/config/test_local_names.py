"""Several negotiators of one configuration: which knobs count for which of them."""

import pytest

from tests.config.conftest import Reading
from userprio.config import Config, WarningKind, as_negotiator

TWO = """\
NEGOTIATOR_SLOT_CONSTRAINT = true
GROUP_NAMES = a
GROUP_QUOTA_a = 1
PRIORITY_HALFLIFE = 50
NEG1_ARGS = -local-name NEG1
NEG1.NEGOTIATOR_NAME = day
NEG1.NEGOTIATOR_SLOT_CONSTRAINT = Cpus < 8
NEG1.GROUP_QUOTA_a = 2
NEG1.SPOOL = /spool/$(LOCALNAME)
NEG2.NEGOTIATOR_SLOT_CONSTRAINT = Cpus >= 8
"""
UNKNOWN = "counts only for a negotiator with the local name"


def slots_of(config: Config) -> str | None:
    return config.text("NEGOTIATOR_SLOT_CONSTRAINT")


@pytest.mark.parametrize(
    ("name", "slots"),
    [
        ("NEG1@cm.example.org", "Cpus < 8"),
        ("neg2@cm.example.org", "Cpus >= 8"),
        # With a local name, a negotiator does not read NEGOTIATOR_NAME.
        ("day@cm.example.org", "true"),
        ("cm.example.org", "true"),
    ],
)
def test_the_name_in_a_negotiators_ad_says_whose_knobs_count(reading: Reading, name: str, slots: str) -> None:
    config = as_negotiator(reading(TWO), name)
    assert slots_of(config) == slots
    assert config.text("PRIORITY_HALFLIFE") == "50"
    assert not config.warnings


def test_a_local_name_counts_for_groups_and_for_macros_too(reading: Reading) -> None:
    config = as_negotiator(reading(TWO), "NEG1@cm.example.org")
    assert (config.text("GROUP_QUOTA_a"), config.text("SPOOL")) == ("2", "/spool/NEG1")


def test_without_the_name_none_of_them_counts_and_that_is_said(reading: Reading) -> None:
    config = as_negotiator(reading(TWO), None)
    assert slots_of(config) == "true"
    assert [(warning.line, warning.kind) for warning in config.warnings] == [
        (6, WarningKind.LOCAL_NAME),
        (10, WarningKind.LOCAL_NAME),
    ]
    assert UNKNOWN in config.warnings[0].message


def test_quotas_alone_may_be_those_of_a_local_name(reading: Reading) -> None:
    config = as_negotiator(reading("GROUP_NAMES = a\nGROUP_QUOTA_a = 1\nneg1.GROUP_QUOTA_a = 2\n"), "NEG1@host")
    assert config.text("GROUP_QUOTA_a") == "2"


def test_a_knob_that_is_set_later_replaces_that_of_the_local_name(reading: Reading) -> None:
    config = as_negotiator(reading(TWO + "NEGOTIATOR.NEGOTIATOR_SLOT_CONSTRAINT = false\n"), "NEG1@host")
    assert slots_of(config) == "Cpus < 8"
    changed = config.with_overrides({"NEGOTIATOR_SLOT_CONSTRAINT": "Cpus == 1"})
    assert slots_of(changed) == "Cpus == 1"
    assert not changed.warnings


@pytest.mark.parametrize(
    "line", ["GROUP_QUOTA_a.NEG = 1", "poolx.one_LIMIT = 2", "SCHEDD2.SPOOL = /x", "NEGOTIATOR.PRIORITY_HALFLIFE = 1"]
)
def test_other_names_with_dots_are_no_local_names(reading: Reading, line: str) -> None:
    assert not as_negotiator(reading(f"GROUP_NAMES = a, a.NEG\n{line}\n"), None).warnings
