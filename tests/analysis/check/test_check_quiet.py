"""A check never cries wolf: what real configurations have, and works, is without a warning."""

from pathlib import Path

import pytest

from tests.analysis.check.planting import checked, places, slots_and_jobs
from userprio.analysis.check import Level
from userprio.config.statements import CATEGORIES, template_names
from userprio.config.tables import default_names, default_text

THREE = "GROUP_NAMES = a, b, c\n"
QUIET = [
    "IsOwner = False\n",
    "use EXPERIMENTAL : HAD, HADSharedPort(COLLECTOR, cm1.example)\n",
    "use UPGRADE : DISCARDX\nuse UPGRADE : DISCARDIF\n",
    "CLAIM_WORKLIFE = ifThenElse(TotalSlots > 1, 3600, 1200)\n",
    THREE + "GROUP_QUOTA_DYNAMIC_a = 0.33334\nGROUP_QUOTA_DYNAMIC_b = 0.33334\nGROUP_QUOTA_DYNAMIC_c = 0.33333\n",
    "CONDOR_HOST1 = one.example\nCONDOR_HOST2 = two.example\n",
    "use FEATURE : OAUTH, PelicanCache\n",
]


@pytest.mark.parametrize("config", QUIET)
def test_what_works_is_without_a_finding(tmp_path: Path, config: str) -> None:
    assert checked(tmp_path, config) == ()


def test_dynamic_quotas_that_miss_one_by_more_than_a_ten_thousandth_are_told(tmp_path: Path) -> None:
    """A negotiator logs it from 1.0001 on: 0.6002 + 0.4 is 1.0002."""
    config = "GROUP_NAMES = a, b\nGROUP_QUOTA_DYNAMIC_a = {}\nGROUP_QUOTA_DYNAMIC_b = 0.4\n"
    assert checked(tmp_path, config.format("0.60005")) == ()
    assert places(checked(tmp_path, config.format("0.6002"))) == [("dynamic-above-one", "condor_config", 2)]


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_template_of_htcondor_is_without_an_error_or_a_warning(tmp_path: Path, category: str) -> None:
    for name in template_names(category):
        if f"{category}:{name}" != "upgrade:discard":  # which no daemon can read
            asks = category != "policy" or name in ("preempt_if", "want_hold_if")
            arguments = "(PREEMPT, 35, /bin/x, more, still)" if asks else ""
            found = checked(tmp_path, f"use {category} : {name}{arguments}\n")
            assert [each for each in found if each.level is not Level.NOTE] == [], name


def test_quotas_so_large_that_nobody_means_them_as_quotas_are_but_noted(tmp_path: Path) -> None:
    """A million each lets groups take what they want of 10 cores; quotas of 8 and 7 are a mistake in the sum."""
    config = "GROUP_NAMES = a, b\nGROUP_QUOTA_a = {}\nGROUP_QUOTA_b = {}\n"
    levels = {
        quotas: next(each.level for each in checked(tmp_path, config.format(*quotas), pool=slots_and_jobs(10)))
        for quotas in ((8, 7), (1_000_000, 1_000_000))
    }
    assert levels == {(8, 7): Level.WARNING, (1_000_000, 1_000_000): Level.NOTE}


def test_intervals_that_have_no_effect_are_one_note(tmp_path: Path) -> None:
    config = "NEGOTIATOR_INTERVAL = 2\nNEGOTIATOR_MIN_INTERVAL = 5\nNEGOTIATOR_CYCLE_DELAY = 5\n"
    (found,) = checked(tmp_path, config)
    assert (found.level, found.code, found.line) == (Level.NOTE, "cycle-delay", 3)
    assert found.happens == (
        "NEGOTIATOR_CYCLE_DELAY is 5 and NEGOTIATOR_MIN_INTERVAL is 5, more than NEGOTIATOR_INTERVAL, 2, which has no "
        "effect: a cycle starts 5 s after the end of the last and 5 s after its start"
    )


def test_many_groups_without_a_quota_are_one_finding(tmp_path: Path) -> None:
    names = [f"g{number}" for number in range(21)]
    (found,) = checked(tmp_path, f"GROUP_NAMES = {', '.join(names)}\n")
    assert (found.level, found.code) == (Level.WARNING, "group-without-quota")
    assert found.happens.startswith("g0, g1, g10 and 18 more have no quota, which counts as 0")


def test_values_that_want_the_same_macro_are_one_finding_that_names_it(tmp_path: Path) -> None:
    config = "START = $(IDLE) && True\nSUSPEND = !( $(IDLE) )\nCONTINUE = $(WAITS)\nWAITS = $(IDLE) > 5\n"
    (found,) = checked(tmp_path, config)
    assert (found.level, found.code, found.line) == (Level.WARNING, "undefined-macro", 1)
    assert found.happens.startswith("START, SUSPEND and CONTINUE refer to $(IDLE), which nothing sets")


MINI = "\n".join(
    [
        "CONDOR_HOST = $(IP_ADDRESS)",
        "use ROLE : CentralManager",
        "use ROLE : Submit",
        "use ROLE : Execute",
        "SCHEDD_INTERVAL = 5",
        "NEGOTIATOR_INTERVAL = 2",
        "NEGOTIATOR_CYCLE_DELAY = 5",
        "UPDATE_INTERVAL = 5",
        "RUNBENCHMARKS = 0",
    ]
)
"""What the package minicondor sets."""


def test_a_pool_on_one_machine_as_it_is_packaged_is_but_noted(tmp_path: Path) -> None:
    assert [(each.level, each.code) for each in checked(tmp_path, MINI + "\n")] == [(Level.NOTE, "cycle-delay")]


def test_all_defaults_of_htcondor_written_out_are_without_a_finding(tmp_path: Path) -> None:
    lines = [f"{name} = {default_text(name)}" for name in default_names()]
    assert len(lines) > 800
    assert checked(tmp_path, "\n".join(lines) + "\n") == ()
