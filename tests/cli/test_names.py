"""Names on the command line of whatever only reads: the end of one is enough, and it is said whom it was taken for."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
EINSTEIN = "group_chemistry.einstein@example.org"
TOLD = f"userprio: einstein is {EINSTEIN}.\n"

NAMESAKES = """\
107 1 CreationTimestamp 1772000000
101 Customer.<none> * *
101 Customer.field.ann@lab.example * *
101 Customer.ward.ann@lab.example * *
"""


@pytest.mark.parametrize("listing", ["most", "all", "usage", "priority"])
def test_a_listing_takes_the_end_of_a_name(userprio: Run, listing: str) -> None:
    done = userprio("--snapshot", "physics", listing, "einstein", "--format", "json")
    assert (done.status, done.err) == (0, TOLD)
    assert [record["name"] for record in json.loads(done.out)["records"]] == [EINSTEIN]


def test_a_listing_takes_the_end_of_the_name_of_a_group(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "quotas", "chemistry", "--format", "csv")
    assert done.err == "userprio: chemistry is group_chemistry.\n"
    assert [line.partition(",")[0] for line in done.out.splitlines()] == ["name", "group_chemistry"]


def test_condor_userprios_own_spelling_takes_no_ends(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "-most", "einstein")
    assert "einstein" not in done.out + done.err


def test_whole_names_are_not_remarked_upon(userprio: Run) -> None:
    for name in (EINSTEIN, EINSTEIN.partition("@")[0], "group_chemistry"):
        done = userprio("--snapshot", "physics", "most", name)
        assert (done.status, done.err) == (0, "")


def test_the_slots_of_a_submitter_are_found_by_the_end_of_its_name(userprio: Run) -> None:
    done = userprio("--snapshot", "physics", "resources", "curie", "--format", "json")
    assert (done.status, done.err) == (0, "userprio: curie is group_chemistry.curie@example.org.\n")
    assert json.loads(done.out)["submitter"] == "group_chemistry.curie@example.org"
    nobody = userprio("--snapshot", "physics", "resources", "nobody")
    assert (nobody.status, nobody.err) == (1, "userprio: there is no record of nobody.\n")


def test_jobs_and_explanations_are_found_by_the_end_of_a_name(userprio: Run) -> None:
    jobs = userprio("--snapshot", "physics", "jobs", "einstein")
    assert (jobs.status, jobs.err) == (0, "")
    assert jobs.out.startswith(f"{EINSTEIN} at ")
    for arguments in (["einstein"], ["einstein@example.org"], ["--job", "106.0", "einstein"]):
        explained = userprio("--snapshot", "physics", "explain", *arguments, "--format", "json")
        assert (explained.status, json.loads(explained.out)["submitter"]) == (0, EINSTEIN)
    group = userprio("--snapshot", "physics", "explain", "--group", "Chemistry")
    assert group.out.startswith("Group group_chemistry: ")


def test_a_forecast_looks_at_the_end_of_a_name(userprio: Run) -> None:
    forecast = ("--snapshot", "physics", "forecast", "--for", "10m", "--no-long-run", "--format", "json")
    done = userprio(*forecast, "--only", "einstein", "--job-length", "einstein=5m")
    assert [one["name"] for one in json.loads(done.out)["submitters"]] == [EINSTEIN]
    wrong = userprio(*forecast, "--only", "einsten")
    assert (wrong.status, wrong.err) == (
        6,
        f"userprio: there is no submitter or group einsten. Did you mean {EINSTEIN}?\n",
    )


@pytest.mark.parametrize("command", [["most"], ["resources"]])
def test_the_end_of_several_names_is_refused_with_the_candidates(
    userprio: Run, tmp_path: Path, command: list[str]
) -> None:
    ledger = tmp_path / "Accountantnew.log"
    ledger.write_text(NAMESAKES)
    done = userprio("--ledger", ledger, *command, "ann", CONDOR_CONFIG="ONLY_ENV")
    assert (done.status, done.out) == (1, "")
    assert done.err == ("userprio: ann may be field.ann@lab.example or ward.ann@lab.example. Give the full name.\n")


def test_the_log_is_searched_for_edits_of_somebody(userprio: Run, ledger: Path) -> None:
    edit = ("--ledger", ledger)
    userprio(*edit, "setfactor", "ann@lab.example", "500", CONDOR_CONFIG="ONLY_ENV")
    userprio(*edit, "setfloor", "--new", "ben@lab.example", "5", CONDOR_CONFIG="ONLY_ENV")
    userprio(*edit, "setfloor", "ann@lab.example", "7", CONDOR_CONFIG="ONLY_ENV")

    def found(*arguments: str) -> list[int]:
        done = userprio(*edit, "log", *arguments, "--format", "json", CONDOR_CONFIG="ONLY_ENV")
        return [operation["id"] for operation in json.loads(done.out)["operations"]]

    assert found("ann") == [1, 3]
    assert found("ann", "--last", "1") == [3]
    assert found("ben@lab.example") == [2]
    assert found() == [1, 2, 3]
    nobody = userprio(*edit, "log", "bean", CONDOR_CONFIG="ONLY_ENV")
    assert (nobody.status, nobody.err) == (
        1,
        "userprio: there is no edit of the submitter bean. Did you mean ben@lab.example?\n",
    )
