"""Traces in the Standard Workload Format."""

from pathlib import Path

import pytest

from userprio.base.errors import BadInput
from userprio.classad import Evaluator, integer_of
from userprio.simulation.history import Fate, History, part_in_pieces, read_history, remarks_on_pieces

HEADER = "; Version: 2\n; UnixStartTime: 1000000\n;\n"
REST = "-1 -1 -1"


def line(
    number: int, queued: int, waited: int, ran: int, cores: int, user: int = 5, group: int = 1, status: int = 1
) -> str:
    return f"{number} {queued} {waited} {ran} {cores} -1 -1 {cores} -1 -1 {status} {user} {group} -1 -1 -1 -1 -1\n"


def read(tmp_path: Path, *lines: str, cores_of_a_slot: float = 8) -> History:
    path = tmp_path / "trace.swf"
    path.write_text(HEADER + "".join(lines))
    return read_history([path], cores_of_a_slot=cores_of_a_slot)


def test_a_line_is_a_job(tmp_path: Path) -> None:
    """Job 3 came 10 s after the beginning, waited 20 s and ran for 300 s on 4 cores: 1200 core-seconds."""
    (job,) = read(tmp_path, line(3, 10, 20, 300, 4)).jobs
    assert (job.id, job.submitter) == ("3.0", "user5@trace")
    assert (job.queued_at, job.started_at, job.ended_at) == (1_000_010, 1_000_030, 1_000_330)
    assert (job.length_s, job.weight, job.pieces, job.fate) == (300, 4, 1, Fate.COMPLETED)
    assert integer_of(Evaluator(0), job.ad, "RequestCpus") == 4


def test_groups_are_named_where_there_are_several(tmp_path: Path) -> None:
    found = read(tmp_path, line(1, 0, 0, 60, 1, group=1), line(2, 5, 0, 60, 1, group=2))
    assert [job.submitter for job in found.jobs] == ["group1.user5@trace", "group2.user5@trace"]


def test_a_job_that_is_larger_than_every_slot_comes_in_pieces_and_is_told(tmp_path: Path) -> None:
    """20 cores on slots of 8: three pieces of 8, which weigh 20 together."""
    found = read(tmp_path, line(1, 0, 0, 60, 20), line(2, 0, 0, 60, 8))
    assert [(job.pieces, job.weight) for job in found.jobs] == [(3, 20), (1, 8)]
    (remark,) = remarks_on_pieces(found.jobs)
    assert remark.startswith("1 job that asks for more cores than the largest slot has comes in 3 pieces")
    assert part_in_pieces(found.jobs) == pytest.approx(20 / 28)


def test_jobs_without_a_length_or_cores_are_left_out_and_counted(tmp_path: Path) -> None:
    found = read(tmp_path, line(1, 0, 0, -1, 4), line(2, 0, 0, 60, -1), line(3, 0, 0, 60, 1))
    assert [job.id for job in found.jobs] == ["3.0"]
    assert found.remarks == (
        "1 job without a submit time or run time left out",
        "1 job without a number of processors left out",
    )


def test_a_cancelled_job_never_started(tmp_path: Path) -> None:
    (job,) = read(tmp_path, line(1, 0, 50, 0, 4, status=5)).jobs
    assert (job.fate, job.started_at, job.ended_at) == (Fate.WITHDRAWN, None, 1_000_050)


def test_what_stands_behind_the_eighteen_numbers_is_let_be(tmp_path: Path) -> None:
    found = read(tmp_path, line(1, 0, 0, 60, 1).rstrip() + " {12,12} q_1d 1:ppn=1\n")
    assert len(found.jobs) == 1


def test_a_line_that_is_not_a_job_is_refused_with_its_number(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as raised:
        read(tmp_path, line(1, 0, 0, 60, 1), "2 sixty\n")
    assert str(raised.value).endswith(
        "trace.swf, line 5: this is not a job in the Standard Workload Format. "
        "A line is eighteen numbers, -1 for unknown values"
    )


def test_a_job_of_more_pieces_than_a_run_may_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="more than 6,000,000 jobs"):
        read(tmp_path, line(1, 0, 0, 60, 10**9))


@pytest.mark.parametrize("number", ["9" * 400, "nan", "inf", "1e9", "٣"])
def test_what_is_not_a_usual_number_is_refused(tmp_path: Path, number: str) -> None:
    with pytest.raises(BadInput, match="not a job in the Standard Workload Format"):
        read(tmp_path, line(1, 0, 0, 60, 1), f"2 {number} 1 1 1 -1 -1 1 -1 -1 1 1 1 -1 -1 -1 -1 -1\n")
