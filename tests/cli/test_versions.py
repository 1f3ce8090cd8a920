"""`userprio versions`, `--condor-version` and `plan --to-version`, as they are typed."""

import csv
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run


def test_versions_lists_each_behaviour_with_the_versions_that_have_it(userprio: Run) -> None:
    rows = list(csv.DictReader(userprio("versions", "25.10.1", "25.11", "--format", "csv").out.splitlines()))
    capped = next(row for row in rows if row["name"] == "schedd_caps_offers")
    assert (capped["25.10.1"], capped["25.11.0"], capped["component"]) == ("false", "true", "schedd")


def test_the_behaviours_that_one_daemons_version_decides_stand_together(userprio: Run) -> None:
    titles = [line for line in userprio("versions").out.splitlines() if line.startswith("by the version of")]
    assert titles == [
        "by the version of the negotiator",
        "by the version of each schedd",
        "by the version of the daemon that reads the expression",
        "by the version of condor_userprio",
        "by the version of condor_submit",
    ]


def test_versions_in_json_say_since_when(userprio: Run) -> None:
    document = json.loads(userprio("versions", "--format", "json").out)
    capped = next(rule for rule in document["behaviours"] if rule["name"] == "schedd_caps_offers")
    assert document["schema"] == "userprio.versions/1"
    assert (capped["since"], capped["before"], capped["known_from"]) == (["25.11.0"], [None], "run")


@pytest.fixture
def forty_jobs(tmp_path: Path) -> str:
    """60 slots, and one submitter with 40 jobs."""
    path = tmp_path / "pool.toml"
    path.write_text("[[slots]]\ncount = 60\n\n[[jobs]]\nuser = 'ann@example.org'\ncount = 40\n")
    return str(path)


def test_an_older_schedd_offers_all_of_a_submitters_jobs(userprio: Run, forty_jobs: str) -> None:
    def matches(*version: str) -> int:
        found = userprio("--snapshot", forty_jobs, "negotiate", *version, "--format", "json")
        return len(json.loads(found.out)["matches"])

    assert matches("--condor-version", "24.0.23") == 40
    assert matches() == 20


def test_a_version_newer_than_all_known_is_run_as_the_newest_and_says_so(userprio: Run) -> None:
    found = userprio("--snapshot", "physics", "negotiate", "--condor-version", "27.1.0")
    assert found.status == 0
    assert (
        "HTCondor 27.1.0 is newer than 25.14.1, the newest whose behaviour is known, and is treated as that version"
        in found.err
    )


def test_a_version_older_than_all_known_is_run_as_the_oldest_and_says_so(userprio: Run) -> None:
    found = userprio("--snapshot", "physics", "negotiate", "--condor-version", "10.0.9")
    assert (
        "HTCondor 10.0.9 is older than 23.0.0, the oldest whose behaviour is known, and is treated as that version"
        in found.err
    )


def test_what_is_not_a_version_is_refused(userprio: Run) -> None:
    found = userprio("--snapshot", "physics", "negotiate", "--condor-version", "twenty")
    assert (found.status, found.err) == (6, "userprio: `twenty` is not a version of HTCondor. Write it as 24.0.23.\n")


def test_a_plan_to_another_version_says_which_behaviours_are_to_blame(userprio: Run, forty_jobs: str) -> None:
    found = userprio(
        "--snapshot", forty_jobs, "plan", "--as-version", "24.0.23", "--to-version", "25.14.1", "--format", "json"
    )
    assert found.status == 3
    upgrade = json.loads(found.out)["upgrade"]
    assert (upgrade["before"], upgrade["after"]) == ("24.0.23", "25.14.1")
    # That nothing of the jobs is significant any more changes which of equal slots they are given.
    blamed = [rule["name"] for rule in upgrade["behaviours"] if rule["makes_a_difference"]]
    assert blamed == ["few_significant_attributes", "schedd_caps_offers"]


@pytest.mark.slow
def test_a_plan_to_another_version_counts_the_behaviours_that_make_no_difference(
    userprio: Run, forty_jobs: str
) -> None:
    def told(version: str, other: str) -> str:
        return userprio("--snapshot", forty_jobs, "plan", "--as-version", version, "--to-version", other).out

    upgrade = told("24.0.23", "25.14.1")
    assert "\n+ a visit offers at most 20 jobs of a submitter (schedd)\n" in upgrade
    assert "\n17 other behaviours differ, but make no difference in this cycle.\n" in upgrade
    assert "\n1 behaviour differs, but makes no difference in this cycle.\n" in told("25.3.0", "25.4.0")
    assert "\nNo simulated behaviour differs.\n" in told("25.14.1", "25.14.1")


def test_what_is_not_simulated_is_marked_in_the_table(userprio: Run) -> None:
    rules = userprio("versions", "25.14.1").out
    assert "may be separated by tabs (not simulated)" in rules
    assert "by the version of each schedd" in rules


@pytest.fixture
def by_version(tmp_path: Path) -> str:
    """A configuration in which the quota of a group depends on the version that reads it."""
    path = tmp_path / "condor_config"
    path.write_text("GROUP_NAMES = a\nif version >= 25.0\n  GROUP_QUOTA_a = 3\nelse\n  GROUP_QUOTA_a = 1\nendif\n")
    return str(path)


@pytest.mark.parametrize(("version", "quota"), [("24.0.23", 1), ("25.14.1", 3)])
def test_the_configuration_is_read_as_of_the_version(
    userprio: Run, forty_jobs: str, by_version: str, version: str, quota: int
) -> None:
    shown = userprio(
        *("--snapshot", forty_jobs, "--config", by_version, "quotas", "--condor-version", version, "--format", "json")
    )
    (group,) = (one for one in json.loads(shown.out)["records"] if one["name"] == "a")
    assert group["configured_quota"] == quota


@pytest.mark.slow
def test_a_plan_to_another_version_warns_of_lines_that_it_takes_otherwise(
    userprio: Run, forty_jobs: str, by_version: str
) -> None:
    versions = ("--condor-version", "24.0.23", "--to-version", "25.14.1")
    shown = userprio("--snapshot", forty_jobs, "--config", by_version, "plan", *versions)
    assert "line 2: HTCondor 25.14.1 reads `version >= 25.0` differently" in shown.err


def test_a_version_that_nobody_knows_is_marked_in_the_table(userprio: Run) -> None:
    shown = userprio("versions", "25.14.9", "26.0.1", "10.0.9").out
    capped = next(line for line in shown.splitlines() if line.startswith("a visit offers at most 20 jobs"))
    assert capped.split()[-3:] == ["yes", "yes?", "-?"]
    assert (
        "? HTCondor 26.0.1 is newer than 25.14.1, the newest that is known: a dry run treats it as that version."
        in shown
    )
    assert (
        "? HTCondor 10.0.9 is older than 23.0.0, the oldest that is known: a dry run treats it as that version."
        in shown
    )
    document = json.loads(userprio("versions", "25.14.9", "26.0.1", "--format", "json").out)
    capped = next(rule for rule in document["behaviours"] if rule["name"] == "schedd_caps_offers")
    assert capped["holds"] == {"25.14.9": True, "26.0.1": None}


def test_a_plan_to_a_version_that_nobody_knows_does_not_say_that_nothing_else_differs(
    userprio: Run, forty_jobs: str
) -> None:
    words = ("--snapshot", forty_jobs, "plan", "--as-version", "25.0.13", "--to-version", "26.0.1")
    shown = userprio(*words)
    assert "+ a visit offers at most 20 jobs of a submitter (schedd)" in shown.out
    unknown = (
        "What else HTCondor 26.0.1 decides differently is not known: it is newer than 25.14.1, the newest that is."
    )
    assert unknown in " ".join(shown.out.split())
    upgrade = json.loads(userprio(*words, "--format", "json").out)["upgrade"]
    assert (upgrade["after"], upgrade["after_is_known"]) == ("26.0.1", False)
