"""`userprio jobprio`, and Moab's order in a cycle."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from userprio.report.jobprio import full

Run = Callable[..., Any]

MOAB = "CREDWEIGHT 10\nUSERWEIGHT 1\nUSERCFG[amy] PRIORITY=20\nUSERCFG[bert] PRIORITY=-9\nQUEUETIMEWEIGHT 2\n"
JOBS = """
now = 1772442000
[[jobs]]
id = "7"
user = "amy"
eligible = 90
[[jobs]]
id = "8"
user = "bert"
eligible = "2:00:00"
[[jobs]]
id = "9"
state = "running"
eligible = 0
[[jobs]]
id = "10"
state = "userhold"
eligible = 0
"""


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, ...]:
    """A small configuration with its jobs, as options."""
    (tmp_path / "moab.cfg").write_text(MOAB)
    (tmp_path / "jobs.toml").write_text(JOBS)
    return ("--moab", str(tmp_path / "moab.cfg"), "--data", str(tmp_path / "jobs.toml"))


def test_the_table_has_a_line_for_each_job_with_points_and_percent(userprio: Run, files: tuple[str, ...]) -> None:
    done = userprio("jobprio", *files)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        "Job priorities at 2026-03-02 09:00, partition ALL",
        "",
        "Job      Priority    Cred    %    Serv    %",
        "Weights  --------      10            1",
        "",
        "7             203  +200.0 98.5    +3.0  1.5",
        "8             150   -90.0 27.3  +240.0 72.7",
        "",
        "Percent  --------         54.4         45.6",
        "",
        "2 more that are active or blocked: -v shows active ones, -vv all.",
    ]


def test_factors_stand_in_brackets(userprio: Run, files: tuple[str, ...]) -> None:
    lines = userprio("jobprio", *files, "--factors").out.splitlines()
    assert lines[2:6] == [
        "Job      Priority    Cred    %( User)    Serv    %( QTime)",
        "Weights  --------      10     (    1)       1     (     2)",
        "",
        "7             203  +200.0 98.5(+20.0)    +3.0  1.5(  +3.0)",
    ]
    raw = userprio("jobprio", *files, "--raw").out.splitlines()
    assert raw[5] == "7             203  +200.0 98.5(  20)    +3.0  1.5(  1.5)"


@pytest.mark.parametrize(("flag", "ids"), [("-v", ["7", "8", "9"]), ("-vv", ["7", "8", "9", "10"])])
def test_active_and_blocked_jobs_are_listed_on_request(
    userprio: Run, files: tuple[str, ...], flag: str, ids: list[str]
) -> None:
    document = json.loads(userprio("jobprio", *files, flag, "--format", "json").out)
    assert [one["id"] for one in document["jobs"]] == ids


def test_one_job_is_explained_so_that_the_sum_is_in_view(userprio: Run, files: tuple[str, ...]) -> None:
    text = userprio("jobprio", *files, "--job", "7", "--set", "QUEUETIMEWEIGHT=1").out
    assert "Job 7 (user amy): priority 202" in text
    words = [line.split() for line in text.splitlines()]
    for row in (
        ["Cred", "User", "20", "points", "20", "x", "1", "+20"],
        ["sum", "20", "20", "x", "10", "+200", "99.3"],
        ["Serv", "QTime", "1.5", "minutes", "1.5", "x", "1", "+1.5"],
        ["Sum", "of", "the", "components", "+201.5"],
        ["rounding", "+0.5"],
        ["Priority", "202"],
        ["7", "203", "202", "-1", "1", "1", "-1.5"],
    ):
        assert row in words


def test_a_job_that_is_not_there_is_not_found(userprio: Run, files: tuple[str, ...]) -> None:
    done = userprio("jobprio", *files, "--job", "77")
    assert (done.status, done.out, done.err) == (1, "", "userprio: there is no job 77.\n")


def test_other_settings_are_compared(userprio: Run, files: tuple[str, ...]) -> None:
    done = userprio("jobprio", *files, "--set", "QUEUETIMEWEIGHT=20")
    assert done.out.splitlines() == [
        "With QUEUETIMEWEIGHT=20: 2 jobs of 2 would change place.",
        "",
        "Job  Before  After   Gain  Rank ->        Serv",
        "8       150   2310  +2160     2  1 +1  +2160.0",
        "7       203    230    +27     1  2 -1    +27.0",
    ]
    document = json.loads(userprio("jobprio", *files, "--set", "QUEUETIMEWEIGHT=20", "--format", "json").out)
    assert document["jobs"][0]["before"] == {"priority": 150, "rank": 2}


def test_json_and_csv_carry_full_precision(userprio: Run, files: tuple[str, ...]) -> None:
    document = json.loads(userprio("jobprio", *files, "--format", "json").out)
    assert (document["schema"], document["at"], document["hidden"]) == ("userprio.jobprio/1", 1_772_442_000, 2)
    cred, service = document["jobs"][1]["components"]
    assert (cred["name"], cred["points"]) == ("CRED", -90.0)
    assert service["subfactors"] == [
        {"name": "QUEUETIME", "raw": 120.0, "capped": 120.0, "weight": 2, "points": 240.0},
    ]
    rows = list(csv.DictReader(io.StringIO(userprio("jobprio", *files, "--format", "csv").out)))
    assert [row["priority"] for row in rows] == ["203", "150"]
    assert (rows[1]["CRED_points"], rows[1]["QUEUETIME_raw"], rows[1]["FS_points"]) == ("-90.0", "120.0", "")


def test_usage_is_shown_against_targets(userprio: Run) -> None:
    lines = [line.split() for line in userprio("jobprio", "--snapshot", "moab", "--usage").out.splitlines()]
    assert ["Weight", "-------", "-------", "1.0000", "0.5000", "0.2500", "0.1250"] in lines
    assert ["bert*", "43.35", "25.00-", "54.55", "32.00", "30.00", "33.33"] in lines
    assert ["phys*", "32.37", "40.00+", "36.36", "28.00", "20.00", "40.00"] in lines
    document = json.loads(userprio("jobprio", "--snapshot", "moab", "--usage", "--format", "json").out)
    phys = next(one for one in document["credentials"] if one["name"] == "phys")
    assert (phys["kind"], phys["target_kind"], phys["state"]) == ("account", "floor", "floor violated")
    rows = list(
        csv.DictReader(io.StringIO(userprio("jobprio", "--snapshot", "moab", "--usage", "--format", "csv").out))
    )
    assert rows[0]["window_3"] == "20.0"


def test_what_was_delivered_is_a_part_of_what_was_available(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "moab.cfg").write_text("FSPOLICY DEDICATEDPS%\n")
    (tmp_path / "jobs.toml").write_text("[usage]\ntotal = [7200]\ncapacity = [72000]\nuser.amy = [3600]\n")
    lines = userprio("jobprio", "--moab", tmp_path / "moab.cfg", "--data", tmp_path / "jobs.toml", "--usage").out
    found = {line.split()[0]: line.split() for line in lines.splitlines() if line}
    assert found["Total"][2] == "10.00"
    assert found["amy"][1] == "5.00"


@pytest.mark.parametrize(
    ("value", "text"), [(1.00000001, "1"), (0.9999999, "1"), (-2.5, "-2.5"), (100.0, "100"), (0.00012, "0.00012")]
)
def test_figures_of_an_explanation_have_as_many_digits_as_they_need(value: float, text: str) -> None:
    assert full(value) == text


def test_usage_of_another_time_is_told(userprio: Run) -> None:
    told = "the data file gives usage as of 2026-03-02 09:00, in another window of fair share: it counts as of now"
    assert told in userprio("jobprio", "--snapshot", "moab", "--now", "2026-03-02T12:00:00Z").err
    assert userprio("jobprio", "--snapshot", "moab", "--now", "2026-03-02T11:59:59Z").err == ""


def test_the_literal_mode_is_asked_for_and_says_so(userprio: Run) -> None:
    text = userprio("jobprio", "--snapshot", "moab", "--fs-mode", "literal", "--job", "2.0").out
    assert "(floor violated, mode literal), 0 points" in text
    assert "differs from the manual's own worked example" in text


def test_job_ads_come_from_a_file_or_a_snapshot(userprio: Run, tmp_path: Path, files: tuple[str, ...]) -> None:
    ads = tmp_path / "jobs.ads"
    ads.write_text('ClusterId = 5\nProcId = 1\nOwner = "amy"\nJobStatus = 1\nQDate = 1772441940\n')
    document = json.loads(userprio("jobprio", *files, "--jobs", ads, "--format", "json").out)
    assert [(one["id"], one["priority"]) for one in document["jobs"]] == [("5.1", 202)]
    whole = json.loads(userprio("jobprio", "--snapshot", "moab", "--format", "json").out)
    assert [one["priority"] for one in whole["jobs"]][:3] == [3893, 3893, 1223]


def test_usage_files_take_the_place_of_other_usage(userprio: Run, tmp_path: Path) -> None:
    (tmp_path / "FS.1772409600").write_text("User amy 50\nTOTAL 100\n")
    text = userprio("jobprio", "--snapshot", "moab", "--fs-files", tmp_path, "--usage").out
    assert ["amy*", "50.00", "10.00", "50.00", "-------", "-------", "-------"] in [
        line.split() for line in text.splitlines()
    ]


def test_what_cannot_be_computed_is_said_once(userprio: Run, files: tuple[str, ...]) -> None:
    done = userprio("jobprio", *files, "--set", "XFACTORWEIGHT=1")
    assert done.err.count("XFACTOR counts as 0 for 4 jobs, such as") == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("USERWEIGHT 1\nXFACTORWEIGHT 1.5\n", "line 2: XFACTORWEIGHT must be a whole number such as 10 or -10"),
        ("USERCFG[a PRIORITY=3\n", "line 1: `[a PRIORITY=3` directly after USERCFG"),
    ],
)
def test_nothing_is_computed_from_a_file_with_an_error(
    userprio: Run, tmp_path: Path, files: tuple[str, ...], text: str, complaint: str
) -> None:
    (tmp_path / "moab.cfg").write_text(text)
    done = userprio("jobprio", *files)
    assert (done.status, done.out) == (6, "")
    assert complaint in done.err
    assert done.err.count("\n") == 1


def test_slips_are_remarked_upon_and_foreign_parameters_only_on_request(
    userprio: Run, tmp_path: Path, files: tuple[str, ...]
) -> None:
    (tmp_path / "moab.cfg").write_text("RMCFG[base] TYPE=PBS\nXFACTORWEIGTH 5\n")
    err = userprio("jobprio", *files).err
    assert "line 2: unknown parameter XFACTORWEIGTH has no effect. Did you mean XFACTORWEIGHT?" in err
    assert "RMCFG" not in err
    assert "line 1: RMCFG has nothing to do with priorities" in userprio("jobprio", *files, "-v").err


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (("--set", "XFACTORWEIGTH=5"), 6, "Did you mean XFACTORWEIGHT?"),
        (("--set", "XFACTORWEIGHT=much"), 6, "XFACTORWEIGHT must be a whole number"),
        (("--partition", "batch"), 6, "unknown partition 'batch'"),
        (("--usage", "--job", "7"), 2, "--usage shows everybody"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    userprio: Run, files: tuple[str, ...], arguments: tuple[str, ...], status: int, complaint: str
) -> None:
    done = userprio("jobprio", *files, *arguments)
    assert done.status == status
    assert complaint in done.err


def test_a_configuration_and_jobs_must_be_named(userprio: Run, files: tuple[str, ...]) -> None:
    assert "there is no Moab configuration" in userprio("jobprio").err
    assert "there are no jobs" in userprio("jobprio", *files[:2]).err
    assert userprio("jobprio", "--moab", "nowhere/moab.cfg").status == 6


def test_a_cycle_can_offer_jobs_in_moabs_order(userprio: Run) -> None:
    def first_requests(*options: str) -> dict[str, str]:
        done = userprio("negotiate", "--snapshot", "moab", "--format", "json", *options)
        assert done.status == 0
        return {match["submitter"]: match["request"] for match in json.loads(done.out)["matches"][:3]}

    assert first_requests()["phys.amy@lab.example"] == "1.0"
    assert first_requests("--job-order", "moab")["phys.amy@lab.example"] == "2.0"
    done = userprio("negotiate", "--snapshot", "physics", "--job-order", "moab")
    assert (done.status, "there is no Moab configuration" in done.err) == (6, True)
