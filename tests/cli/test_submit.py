"""`--submit`: commands about jobs that are not submitted yet."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

SMALL = "executable = /bin/sh\naccounting_group = group_physics.hep\nqueue 5\n"
LARGE = "executable = /bin/sh\nrequest_memory = 20000\nqueue 3\n"


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A file to write a description to."""
    return tmp_path / "job.sub"


def test_explain_says_how_many_jobs_start_and_what_holds_back_the_others(userprio: Run, job: Path) -> None:
    job.write_text(SMALL)
    done = userprio("explain", "--snapshot", "physics", "--submit", job, "--as", "higgs")
    assert done.status == 0
    assert f"{job}: 5 jobs, cluster 108 of higgs@example.org at ap1.example.org; made by userprio" in done.out
    assert (
        "Cluster 108 of group_physics.hep.higgs@example.org: none of 5 jobs starts in this cycle, 5 wait." in done.out
    )
    assert "Why: group limit reached (5 jobs)" in done.out
    assert "30 of 30 slots fit one or more of the jobs" in done.out
    assert "JOB_TRANSFORM_NAMES" in done.err


def test_explain_says_with_which_requests_more_slots_would_do(userprio: Run, job: Path) -> None:
    job.write_text(LARGE)
    out = userprio("explain", "--snapshot", "physics", "--submit", job, "--as", "ann").out
    assert "Why: no slot matches (3 jobs)" in out
    assert "0 of 30 slots fit one or more of the jobs" in out
    assert "RequestMemory of at most 16000 instead of 20000: 6 more slots." in out


def test_each_sentence_of_a_reason_says_how_many_jobs_it_is_about(userprio: Run, job: Path) -> None:
    job.write_text("executable = /bin/sh\nqueue request_memory,request_cpus from (\n20000,1\n20000,1\n100,64\n)\n")
    out = userprio("explain", "--snapshot", "physics", "--submit", job, "--as", "ann").out
    assert "Why: no slot matches (3 jobs)" in out
    assert "2 jobs: no slot meets the job's `TARGET.Memory >= RequestMemory`; RequestMemory is 20000" in out
    assert "1 job: no slot meets the job's `TARGET.Cpus >= RequestCpus`; RequestCpus is 64" in out


def test_jobs_that_start_are_counted_and_the_cycle_has_them(userprio: Run, job: Path) -> None:
    job.write_text("executable = /bin/sh\nqueue 2\n")
    told = userprio("explain", "--snapshot", "physics", "--submit", job, "--as", "ann", "--format", "json")
    explained = json.loads(told.out)
    assert (explained["subject"], explained["name"], explained["submitter"]) == ("cluster", "108", "ann@example.org")
    assert explained["jobs"] + explained["jobs_left"] == 2
    cycle = json.loads(
        userprio("negotiate", "--snapshot", "physics", "--submit", job, "--as", "ann", "--format", "json").out
    )
    matches = [match for match in cycle["matches"] if match["submitter"] == "ann@example.org"]
    assert len(matches) == explained["jobs"] > 0
    kinds = [(change["kind"], change["name"]) for change in cycle["what_if"]]
    assert kinds == [("submission", str(job)), ("jobs", "ann@example.org")]


def test_plan_says_who_loses_by_the_jobs(userprio: Run, job: Path, tmp_path: Path) -> None:
    job.write_text("executable = /bin/sh\nqueue 2\n")
    asked = ("plan", "--snapshot", "physics", "--submit", job, "--as", "ann")
    done = userprio(*asked)
    assert done.status == 3
    assert "ann@example.org: idle jobs" in done.out
    assert userprio(*asked, "-o", tmp_path / "x.plan").status == 2
    assert not (tmp_path / "x.plan").exists()


def test_wait_says_when_the_jobs_start(userprio: Run, job: Path) -> None:
    job.write_text("executable = /bin/sh\nqueue 2\n")
    out = userprio(
        "wait", "--snapshot", "physics", "--submit", job, "--as", "alice", "--futures", "3", "--no-remedies"
    ).out
    assert "cluster 108 of alice@example.org, which has 2 idle jobs" in out


def test_a_description_may_come_from_standard_input_and_the_number_from_the_command_line(userprio: Run) -> None:
    asked = ("explain", "--snapshot", "physics", "--submit", "-", "--queue", "7")
    out = userprio(*asked, typed="executable = /bin/sh\nqueue 1000000000\n").out
    assert "-: 7 jobs, cluster 108 of root@example.org" in out


def test_a_whole_cluster_of_the_pool_can_be_asked_about(userprio: Run) -> None:
    out = userprio("explain", "--job", "106", "--snapshot", "physics").out
    assert out.startswith("Cluster 106 of group_chemistry.einstein@example.org: none of 1 job starts")
    done = userprio("explain", "--job", "999", "--snapshot", "physics")
    assert (done.status, done.err) == (1, "userprio: there is no cluster 999.\n")


@pytest.mark.parametrize("options", ["--as ann", "--queue 3"])
def test_options_of_a_submission_need_one(userprio: Run, options: str) -> None:
    done = userprio("negotiate", "--snapshot", "physics", *options.split())
    assert done.status == 2
    assert "give --submit FILE" in done.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("include command : touch done\n", "line 1: this line runs a command, `touch done`, and commands are not run."),
        ("executable = /bin/sh\nqueue x from touch done |\n", "line 2: the items come from a command, `touch done`"),
        ("executable = /bin/sh\nqueue 10000000000\n", "line 2: 10000000000 jobs cannot be queued"),
        ("executable = /bin/sh\nqueue 1000000000\n", "a schedd takes at most 20,000 jobs at once"),
        ("executable = /bin/sh\nx = $(y)\ny = $(x)\nrequest_cpus = $(x)\nqueue\n", "in a circle"),
        ("executable = /bin/sh\nqueue x from none.list\n", "`none.list` cannot be read: No such file or directory"),
    ],
)
def test_what_cannot_be_submitted_is_a_sentence_with_its_place(
    userprio: Run, job: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    job.write_text(text)
    done = userprio("explain", "--snapshot", "physics", "--submit", "job.sub", "--as", "ann")
    assert (done.status, done.out) == (6, "")
    assert says in done.err
    assert "job.sub" in done.err
    assert not (tmp_path / "done").exists()


def test_a_file_that_is_missing_is_a_sentence(userprio: Run) -> None:
    done = userprio("explain", "--snapshot", "physics", "--submit", "/none/job.sub")
    assert done.status == 6
    assert "/none/job.sub: this submit description cannot be read: No such file or directory" in done.err


def fake_condor_submit(folder: Path, script: str) -> str:
    """A PATH with a condor_submit on it that notes how it was called."""
    tool = folder / "bin" / "condor_submit"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\necho "$@" > {folder}/called\n{script}\n')
    tool.chmod(0o755)
    return f"{tool.parent}:/usr/bin:/bin"


DRY = r"""
echo 'Dry-Run job(s)'
echo '2 job(s) dry-run to cluster 1.'
for proc in 0 1; do
echo "ClusterId = 1
ProcId = $proc
JobStatus = 1
JobUniverse = 5
RequestCpus = 1
RequestMemory = 99
Requirements = true
"
done
echo 'WARNING: beware' >&2
"""


def test_the_machines_condor_submit_makes_the_ads_where_there_is_one(userprio: Run, job: Path, tmp_path: Path) -> None:
    job.write_text("executable = /bin/sh\nqueue 2\n")
    path = fake_condor_submit(tmp_path, DRY)
    done = userprio("explain", "--snapshot", "physics", "--submit", job, "--as", "root", PATH=path)
    assert f"made by {tmp_path}/bin/condor_submit -dry-run:full" in done.out
    assert f"warning: {job}: beware" in done.err
    assert (tmp_path / "called").read_text() == f"-dry-run:full - {job}\n"


def test_condor_submit_is_not_run_where_that_would_run_commands(userprio: Run, job: Path, tmp_path: Path) -> None:
    job.write_text("include command : true\nexecutable = /bin/sh\nqueue 2\n")
    asked = ("explain", "--snapshot", "physics", "--submit", job, "--as", "root")
    path = fake_condor_submit(tmp_path, DRY)
    assert userprio(*asked, PATH=path).status == 6
    assert not (tmp_path / "called").exists()
    assert userprio(*asked, "--allow-commands", PATH=path).status == 0
    assert (tmp_path / "called").exists()


@pytest.mark.parametrize(
    ("script", "says"),
    [("echo 'ERROR: no thanks' >&2; exit 1", "no thanks"), (DRY.replace("2 job", "9 job"), "a job factory")],
)
def test_where_condor_submit_makes_no_ads_that_is_said_and_our_own_are_taken(
    userprio: Run, job: Path, tmp_path: Path, script: str, says: str
) -> None:
    job.write_text("executable = /bin/sh\nqueue 2\n")
    path = fake_condor_submit(tmp_path, script)
    done = userprio("explain", "--snapshot", "physics", "--submit", job, "--as", "root", PATH=path)
    assert done.status == 0
    assert "made by userprio" in done.out
    assert f"condor_submit of this machine makes no ads of {job}: {says}" in done.err


@pytest.mark.parametrize("options", ["--as ann", "--queue 3"])
def test_condor_submit_makes_no_jobs_of_others_and_no_other_number(
    userprio: Run, job: Path, tmp_path: Path, options: str
) -> None:
    job.write_text("executable = /bin/sh\nqueue 2\n")
    path = fake_condor_submit(tmp_path, DRY)
    done = userprio("explain", "--snapshot", "physics", "--submit", job, *options.split(), PATH=path)
    assert "made by userprio" in done.out
    assert not (tmp_path / "called").exists()
