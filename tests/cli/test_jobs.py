"""`userprio jobs`."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    """A snapshot of jobs alone, which differ in every priority of a schedd."""
    prios = {
        1: {},
        2: {"JobPrio": 5},
        3: {"PostJobPrio1": 1},
        4: {"PreJobPrio2": 1, "JobPrio": -5},
        5: {"PreJobPrio1": 1, "JobPrio": -9},
        6: {"PostJobPrio2": 1},
        7: {"JobStatus": 2},
    }
    ads = (
        {"ClusterId": cluster, "ProcId": proc, "JobStatus": 1, "Owner": '"ann"', "User": '"ann@lab.example"', **more}
        for cluster, more in prios.items()
        for proc in (1, 0)
    )
    text = "\n\n".join("\n".join(f"{name} = {value}" for name, value in ad.items()) for ad in ads)
    (tmp_path / "jobs.ads").write_text(text + "\n")
    return tmp_path


def test_jobs_stand_in_the_order_in_which_the_schedd_offers_them(userprio: Run, pool: Path) -> None:
    done = userprio("jobs", "--snapshot", pool, "--format", "json")
    assert (done.status, done.err) == (0, "")
    document = json.loads(done.out)
    assert document["schema"] == "userprio.jobs/1"
    ids = [job["job"] for job in document["jobs"]]
    assert ids == ["5.0", "5.1", "4.0", "4.1", "2.0", "2.1", "3.0", "3.1", "6.0", "6.1", "1.0", "1.1"]


def test_the_table_shows_only_priorities_that_some_job_has(userprio: Run, pool: Path) -> None:
    lines = userprio("jobs", "ann", "--snapshot", pool).out.splitlines()
    assert lines[0] == "ann@lab.example: 12 idle jobs"
    assert lines[1].split() == ["#", "job", "pre1", "pre2", "prio", "post1", "post2", "cores", "MB", "submitted"]
    assert lines[2].split() == ["1", "5.0", "1", "0", "-9", "0", "0"]
    few = userprio("jobs", "phys.amy", "--snapshot", "moab", "--now", "1772442000").out.splitlines()
    assert few[1].split() == ["#", "job", "prio", "cores", "MB", "submitted"]
    assert few[2].split() == ["1", "1.0", "0", "1", "1024", "2026-03-02", "08:30"]


def test_moabs_order_can_be_shown_instead(userprio: Run) -> None:
    out = userprio("jobs", "phys.amy@lab.example", "--snapshot", "moab", "--job-order", "moab", "--format", "csv").out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["job"], row["moab_priority"]) for row in rows] == [
        ("2.0", "3893"),
        ("2.1", "3893"),
        ("1.0", "1223"),
        ("1.1", "1223"),
        ("1.2", "1223"),
    ]


def test_a_submitter_without_idle_jobs_is_told_from_one_whom_nobody_knows(userprio: Run, pool: Path) -> None:
    (pool / "submitters.ads").write_text('MyType = "Submitter"\nName = "bob@lab.example"\n')
    for name, reason in (
        ("bob", "there are no idle jobs of bob@lab.example."),
        ("bib", "there is no submitter bib. Did you mean bob@lab.example?"),
    ):
        done = userprio("jobs", name, "--snapshot", pool)
        assert (done.status, done.out, done.err.splitlines()[-1]) == (1, "", f"userprio: {reason}")


def test_a_pool_must_be_named(userprio: Run) -> None:
    assert userprio("jobs").status == 2
