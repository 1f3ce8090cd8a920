"""Queue statements: which jobs they make, and of which version."""

from pathlib import Path

import pytest

from tests.submission.making import each, submit
from userprio.base import BadInput


def items(queue: str, version: str = "25.14.1", folder: Path = Path("/")) -> list[str]:
    """What the variables a, b and c are in each job, separated by bars."""
    jobs = submit(f'+Is = "$(a)|$(b)|$(c)"\n{queue}\n', version, folder=folder)
    return [(text or "").strip('"').rstrip("|") for text in each(jobs, "Is")]


@pytest.mark.parametrize(
    ("queue", "expected"),
    [
        ("queue", [""]),
        ("queue 1+1", ["", ""]),
        ("queue a in (x, y z)", ["x", "y", "z"]),
        ("queue a in x y", ["x", "y"]),
        ("queue 2 a in (x)", ["x", "x"]),
        ("queue a,b in (x y)", ["x", "y"]),
        ("queue a in (\nx\n  y, z\n# no\n)", ["x", "y", "z"]),
        ("queue a,b,c from (\nx, y z , w\n)", ["x|y|z , w"]),
        ("queue a b from (x y)", ["x|y"]),
        ("queue a in [1:3] (w x y z)", ["x", "y"]),
        ("queue a in [-2:] (w x y z)", ["y", "z"]),
        ("queue a in [::2] (w x y)", ["w", "y"]),
        ("queue a in [5:] (w x y)", []),
        ("iterate a in (x)", ["x"]),
        ("n = 2\nqueue $(n)", ["", ""]),
    ],
)
def test_items_of_a_queue_statement(queue: str, expected: list[str]) -> None:
    assert items(queue) == expected


def test_items_of_files_keep_their_comments_and_blank_lines(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("x\n# y\n\nz\n")
    assert items("queue a from list", folder=tmp_path) == ["x", "# y", "# y", "z"]


def test_items_of_a_table_have_the_names_of_its_header(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("a,b\n1, x y\n2\n")
    assert items("queue from table(csv,header=0) t.csv", folder=tmp_path) == ["1|x y", "2"]
    assert items("queue from table(skip=1,header=0) t.csv", folder=tmp_path) == ["1|x y", "2"]


def test_files_and_folders_match_patterns(tmp_path: Path) -> None:
    for name in ("b.dat", "a.dat", ".hidden.dat", "c.txt"):
        (tmp_path / name).touch()
    (tmp_path / "d.dat").mkdir()
    (tmp_path / "d.dat" / "inner.dat").touch()
    assert items("queue a matching *.dat", folder=tmp_path) == ["a.dat", "b.dat", "d.dat/"]
    assert items("queue a matching files *.dat", folder=tmp_path) == ["a.dat", "b.dat"]
    assert items("queue a matching dirs *", folder=tmp_path) == ["d.dat/"]
    assert items("queue a matching */*.dat *.txt", folder=tmp_path) == ["d.dat/inner.dat", "c.txt"]
    assert items("queue a matching none*", folder=tmp_path) == []


def test_a_row_that_lacks_fields_depends_on_the_version() -> None:
    queue = "queue a,b from (\nx y\nz\n)"
    assert items(queue) == ["x|y", "z"]
    assert items(queue, "23.9.6") == ["x|y", "z|y"]


def test_no_jobs_or_one_depends_on_the_version() -> None:
    assert items("queue 0") == [""]
    assert items("queue 0", "23.9.6") == []
    with pytest.raises(BadInput, match="there is no queue statement"):
        submit("executable = /bin/sh # queue\n", "23.9.6")


def test_nothing_may_follow_the_queue_statement_unless_the_version_or_a_knob_allows_it() -> None:
    text = "executable = /bin/sh\nrequest_cpus = 1\nqueue\n# fine\nrequest_cpus = 2\nqueue 2\n"
    with pytest.raises(BadInput, match="something follows the queue statement") as error:
        submit(text)
    assert error.value.line == 5
    for jobs in (submit(text, "23.9.6"), submit(text, knobs={"SUBMIT_PREVENT_MULTI_QUEUE": "False"})):
        assert each(jobs, "RequestCpus") == ["1", "2", "2"]
        assert each(jobs, "ProcId") == ["0", "1", "2"]


@pytest.mark.parametrize(
    "queue",
    ["queue abc", "queue -1", "queue x from", "queue a in [1:2:0] (x)", "queue a in (\nx", "queue a from /none/list",
     "queue a in files (x)", "queue from table(header=9) (\nx\n)"],
)  # fmt: skip
def test_a_queue_statement_that_makes_no_sense_is_refused_with_its_line(queue: str) -> None:
    with pytest.raises(BadInput) as error:
        items(queue)
    assert error.value.path == "job.sub"
    assert error.value.line is not None


def test_more_jobs_than_a_schedd_takes_are_refused_before_any_is_made() -> None:
    with pytest.raises(BadInput, match=r"at most 20,000 jobs at once .* 1,000,000,000"):
        submit("executable = /bin/sh\nqueue 1000000000\n")
    assert len(submit("", count=50, knobs={"MAX_JOBS_PER_SUBMISSION": "50"}).jobs) == 50


def test_a_job_factory_makes_the_first_jobs() -> None:
    jobs = submit("executable = /bin/sh\nmax_idle = 3\nqueue 1000000000\n")
    assert len(jobs.jobs) == 3
    assert jobs.later == 999_999_997


def test_the_number_of_jobs_can_be_replaced() -> None:
    assert each(submit("executable = /bin/sh\nqueue 5 a in (x y)\n", count=2), "ProcId") == ["0", "1", "2", "3"]


def test_later_jobs_inherit_what_the_first_one_set() -> None:
    jobs = submit("request_cpus = $(a)\nqueue a,b from (\n2 x\n, y\n)\n")
    assert each(jobs, "RequestCpus") == ["2", "2"]
