"""Snapshots in which ads stand more than once, or speak of what is not simulated."""

import gzip
from pathlib import Path

import pytest

from userprio.classad import Evaluator
from userprio.pool import Pool
from userprio.pool.loading import read_snapshot


def job(cluster: int, proc: int = 0, *, schedd: str | None = "ap1", **more: object) -> str:
    ids = {"ClusterId": cluster, "ProcId": proc}
    name = {} if schedd is None else {"GlobalJobId": f'"{schedd}#{cluster}.{proc}#1772433000"'}
    given = {"MyType": '"Job"', **ids, **name, "User": '"ann@lab.example"', "JobStatus": 1, "JobUniverse": 5, **more}
    return "".join(f"{name} = {value}\n" for name, value in given.items()) + "\n"


def pool_of(folder: Path, **files: str) -> Pool:
    for name, text in files.items():
        (folder / f"{name}.ads").write_text(text)
    return read_snapshot(folder)


def numbers(pool: Pool, name: str) -> list[object]:
    evaluator = Evaluator(now=0)
    return [evaluator.attribute(name, ad) for ad in (pool.jobs or pool.slots or pool.submitters)]


SUBMITTER = 'Name = "ann@lab.example"\nScheddName = "{}"\nMyAddress = "<10.0.0.1:9618>"\nIdleJobs = {}\n\n'


def test_a_job_that_stands_there_twice_counts_once_and_the_last_time_counts(tmp_path: Path) -> None:
    once = "".join(job(cluster, proc, JobPrio=1) for cluster in range(1, 30) for proc in range(9))
    again = "".join(job(cluster, proc, JobPrio=2) for cluster in range(20, 40) for proc in range(9))
    pool = pool_of(tmp_path, jobs=once + again, submitters=SUBMITTER.format("ap1", 1))
    assert len(pool.jobs) == 39 * 9
    assert sorted(zip(numbers(pool, "ClusterId"), numbers(pool, "JobPrio"), strict=True)) == sorted(
        (cluster, 1 if cluster < 20 else 2) for cluster in range(1, 40) for _ in range(9)
    )
    assert pool.problems == (f"{tmp_path / 'jobs.ads'}: 90 ads are left out, because they are repeated later",)


def test_jobs_of_several_schedds_may_have_the_same_numbers(tmp_path: Path) -> None:
    text = job(1, schedd="ap1") + job(1, schedd="ap2") + job(2, schedd=None) + job(3, schedd=None)
    pool = pool_of(tmp_path, jobs=text, submitters=SUBMITTER.format("ap1", 1))
    assert (len(pool.jobs), pool.problems) == (4, ())


def test_without_a_global_id_schedd_and_numbers_tell_jobs_apart(tmp_path: Path) -> None:
    text = job(1, schedd=None) + job(1, 1, schedd=None) + job(1, schedd=None) + job(1, schedd=None, ScheddName='"ap2"')
    pool = pool_of(tmp_path, jobs=text, submitters=SUBMITTER.format("ap1", 1))
    assert numbers(pool, "ProcId") == [1, 0, 0]


def test_ads_of_other_forms_are_looked_at_too(tmp_path: Path) -> None:
    ad = '[ GlobalJobId = "ap1#1.0#5"; ClusterId = 1; ProcId = 0; User = "ann@lab.example" ]\n'
    (tmp_path / "jobs.ads.gz").write_bytes(gzip.compress((ad * 3).encode()))
    assert len(pool_of(tmp_path, submitters=SUBMITTER.format("ap1", 1)).jobs) == 1


def test_of_slots_and_submitters_the_last_ad_takes_the_place_of_the_others_as_in_the_collector(tmp_path: Path) -> None:
    slot = 'Name = "slot1@{}"\nMyAddress = "<10.0.0.1:9618>"\nCpus = {}\n\n'
    slots = "".join(slot.format(*each) for each in [("a", 1), ("b", 2), ("a", 3), ("c", 4)])
    submitters = SUBMITTER.format("ap1", 1) + SUBMITTER.format("ap2", 2) + SUBMITTER.format("ap1", 3)
    pool = pool_of(tmp_path, slots=slots, submitters=submitters)
    assert numbers(pool, "Cpus") == [3, 2, 4]
    assert numbers(Pool(submitters=pool.submitters), "IdleJobs") == [3, 2]
    assert pool.problems == (
        f"{tmp_path / 'slots.ads'}: 1 ad is left out, because it is repeated later",
        f"{tmp_path / 'submitters.ads'}: 1 ad is left out, because it is repeated later",
    )


@pytest.mark.parametrize(("count", "told"), [(1, "1 idle job of the parallel"), (2, "2 idle jobs of the parallel")])
def test_parallel_jobs_that_wait_are_said_to_take_no_part(tmp_path: Path, count: int, told: str) -> None:
    text = job(1) + "".join(job(2, proc, JobUniverse=11) for proc in range(count)) + job(3, JobUniverse=11, JobStatus=2)
    (problem,) = pool_of(tmp_path, jobs=text, submitters=SUBMITTER.format("ap1", 1)).problems
    assert problem.startswith(told)


@pytest.mark.parametrize(("count", "told"), [(1, "1 job takes no part: it is"), (2, "2 jobs take no part: they are")])
def test_jobs_that_are_still_being_prepared_are_said_to_take_no_part(tmp_path: Path, count: int, told: str) -> None:
    text = job(1) + "".join(job(2, proc, JobStatus=10) for proc in range(count)) + job(3, JobStatus=5)
    (problem,) = pool_of(tmp_path, jobs=text + job(1), submitters=SUBMITTER.format("ap1", 1)).problems[1:]
    assert problem == f"{told} still being prepared (JobStatus 10), and will be idle after that"
