"""What job ads of a history tell: when a job came, when it started, how long it ran, and what became of it."""

from pathlib import Path

import pytest

from userprio.base.errors import BadInput
from userprio.classad import Ad, Evaluator, integer_of
from userprio.simulation.history import Fate, PastJob, as_submitted, history_of, read_history

ENDED = {
    "ClusterId": "7",
    "ProcId": "2",
    "GlobalJobId": '"ap1@pool.test#7.2#1000"',
    "User": '"ann@pool.test"',
    "AccountingGroup": '"physics.ann"',
    "QDate": "1000",
    "JobStatus": "4",
    "JobUniverse": "5",
    "JobStartDate": "1060",
    "JobCurrentStartDate": "1060",
    "CompletionDate": "1360",
    "EnteredCurrentStatus": "1360",
    "NumShadowStarts": "1",
    "RemoteWallClockTime": "300.0",
    "CumulativeSlotTime": "1200.0",
    "RequestCpus": "2",
    "LastRemoteHost": '"slot1_3@exec4@pool.test"',
}


def ad(**changes: str | None) -> Ad:
    return Ad.lazy([(name, text) for name, text in {**ENDED, **changes}.items() if text is not None])


def told(**changes: str | None) -> PastJob:
    (job,) = history_of([ad(**changes)]).jobs
    return job


def test_a_job_that_ran_once() -> None:
    """Queued at 1000, started at 1060, over at 1360: 300 s on a slot that was charged four times that."""
    job = told()
    assert job.key == ("ap1@pool.test", "7.2")
    assert job.submitter == "physics.ann@pool.test"
    assert (job.queued_at, job.started_at, job.ended_at, job.length_s) == (1000, 1060, 1360, 300)
    assert (job.length_s, job.earlier_s, job.weight, job.runs, job.fate) == (300, 0, 4, 1, Fate.COMPLETED)
    assert job.machine == "exec4@pool.test"


def test_of_a_job_that_was_interrupted_the_last_run_tells_how_long_it_takes() -> None:
    """A first run of 140 s from 1060 on was lost; the second, from 1500 to 1800, came to its end."""
    job = told(
        JobCurrentStartDate="1500",
        CompletionDate="1800",
        NumShadowStarts="2",
        RemoteWallClockTime="440.0",
        CumulativeSlotTime="440.0",
    )
    assert (job.started_at, job.last_started_at, job.length_s, job.earlier_s, job.runs) == (1060, 1500, 300, 140, 2)
    assert job.weight == 1


def test_a_job_that_was_removed_ran_until_then_or_never() -> None:
    ran = told(JobStatus="3", CompletionDate=None, EnteredCurrentStatus="1400", RemoteWallClockTime="340")
    assert (ran.fate, ran.length_s) == (Fate.REMOVED, 340)
    never = told(JobStatus="3", JobStartDate=None, JobCurrentStartDate=None, CompletionDate=None)
    assert (never.fate, never.started_at, never.ended_at, never.length_s) == (Fate.WITHDRAWN, None, 1360, None)


def test_a_job_on_hold_ran_until_then_or_takes_no_part() -> None:
    """It was evicted after 200 s, waited, and was held at 1400: its run was not longer than the clock of its runs."""
    ran = told(JobStatus="5", CompletionDate=None, EnteredCurrentStatus="1400", RemoteWallClockTime="200")
    assert (ran.fate, ran.ended_at, ran.length_s, ran.withdrawn) == (Fate.HELD, 1400, 200, False)
    never = told(JobStatus="5", JobStartDate=None, JobCurrentStartDate=None, CompletionDate=None)
    assert (never.fate, never.started_at, never.withdrawn) == (Fate.HELD, None, True)


def test_of_a_job_that_was_held_and_of_one_that_ran_later_the_later_counts() -> None:
    held = ad(JobStatus="5", CompletionDate=None, EnteredCurrentStatus="1400")
    released = ad(JobStatus="2", CompletionDate=None, JobCurrentStartDate="1500", EnteredCurrentStatus="1500")
    for both in ([held, released], [released, held]):
        assert [job.fate for job in history_of(both).jobs] == [Fate.RUNNING]
    again = ad(JobStatus="5", CompletionDate=None, JobCurrentStartDate="1500", EnteredCurrentStatus="1600")
    assert [job.fate for job in history_of([again, released]).jobs] == [Fate.HELD]


def test_a_job_that_still_runs_or_waits_has_no_end() -> None:
    runs = told(JobStatus="2", CompletionDate=None, EnteredCurrentStatus="1060", ServerTime="1100")
    assert (runs.fate, runs.ended_at, runs.length_s) == (Fate.RUNNING, None, None)
    waits = told(JobStatus="1", JobStartDate=None, JobCurrentStartDate=None, CompletionDate=None)
    assert (waits.fate, waits.started_at, waits.runs) == (Fate.WAITING, None, 0)


def test_a_job_that_is_still_being_prepared_does_not_wait_yet_and_takes_no_part() -> None:
    never = {"JobStartDate": None, "JobCurrentStartDate": None, "CompletionDate": None}
    job = told(JobStatus="10", **never)
    assert (job.fate, job.withdrawn, job.ended_at) == (Fate.PREPARING, True, None)
    later = history_of([ad(JobStatus="1", **never), ad(JobStatus="10", **never)])
    assert [job.fate for job in later.jobs] == [Fate.WAITING]


def test_without_times_of_slots_a_job_weighs_the_cores_that_it_was_given_or_asks_for() -> None:
    assert told(CumulativeSlotTime=None).weight == 2
    assert told(CumulativeSlotTime=None, CpusProvisioned="3").weight == 3


def test_of_a_job_in_the_queue_and_in_the_history_the_end_counts() -> None:
    found = history_of([ad(), ad(JobStatus="2", CompletionDate=None)])
    assert [job.fate for job in found.jobs] == [Fate.COMPLETED]


def test_jobs_that_no_negotiator_matches_and_ads_without_a_date_are_left_out_and_counted() -> None:
    found = history_of([ad(), ad(JobUniverse="7"), ad(QDate=None), ad(JobUniverse="12", ProcId="3")])
    assert len(found.jobs) == 1
    assert found.remarks == (
        "2 ads of a universe that no negotiator matches left out",
        "1 ad without a cluster number (ClusterId) or queue time (QDate) left out",
    )


def test_as_it_was_submitted_a_job_is_idle_and_knows_nothing_of_its_run() -> None:
    was = as_submitted(told(MemoryUsage="3000").ad, 1000)
    evaluator = Evaluator(0)
    assert integer_of(evaluator, was, "JobStatus") == 1
    assert "JobStartDate" not in was and "LastRemoteHost" not in was and "MemoryUsage" not in was
    assert integer_of(evaluator, was, "RequestCpus") == 2


@pytest.mark.parametrize("form", ["long", "json", "gzip"])
def test_histories_are_read_in_every_form_of_ads(tmp_path: Path, form: str) -> None:
    import gzip

    text = "".join(f"{name} = {value}\n" for name, value in ENDED.items())
    if form == "json":
        text = "[{" + ", ".join(f'"{name}": {value}' for name, value in ENDED.items()) + "}]"
    path = tmp_path / "history"
    path.write_bytes(gzip.compress(text.encode()) if form == "gzip" else text.encode())
    (job,) = read_history([path]).jobs
    assert (job.id, job.length_s) == ("7.2", 300)


def test_a_file_without_jobs_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "history"
    path.write_text("")
    with pytest.raises(BadInput, match="no jobs that can be replayed"):
        read_history([path])


@pytest.mark.parametrize("text", ['real("INF")', 'real("NaN")', "-5", "1e300", '"soon"', "undefined"])
def test_what_no_clock_says_is_no_time(text: str) -> None:
    assert history_of([ad(QDate=text)]).jobs == ()
    assert told(JobStartDate=text).started_at == 1060
