"""Packed jobs are read column by column where they are alike: what comes out is what each says by itself."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from userprio.classad import Ad, ClosurePartition, Evaluator, read_ads, read_packed
from userprio.negotiation.schedd import JobQueue, JobReader
from userprio.negotiation.schedd.jobs import JOB_FACTS
from userprio.pool import Batch, BatchEdit, Batches, JobCopy

COMMON = (
    'User = "ann@pool.test"\nRequestMemory = 512\nRequestDisk = DiskUsage\nDiskUsage = {disk}\nJobStatus = {status}'
)
JOB = "ClusterId = {cluster}\nProcId = {proc}\nGlobalJobId = {id}\n" + COMMON + "\n\n"


def job(cluster: int, proc: object, *, schedd: str = "ap1", disk: int = 100, status: int = 1) -> str:
    return JOB.format(cluster=cluster, proc=proc, id=f'"{schedd}#{cluster}.{proc}#1"', disk=disk, status=status)


def read(ads: Sequence[Ad]) -> dict[tuple[str, str | None], list[tuple[str, int, str | None]]]:
    classes = ClosurePartition([*JOB_FACTS, "requestmemory", "requestdisk"])
    reader = JobReader(classes.number, lambda ad: True, Evaluator(0), classes=classes)
    (found,) = reader.read(ads)
    return {
        owner: [(each.id, each.autocluster, each.ad.source("DiskUsage")) for each in jobs]
        for owner, jobs in found.items()
    }


@pytest.mark.parametrize(
    "text",
    [
        "".join(job(1, proc) for proc in range(50)),
        "".join(job(cluster, proc, disk=cluster) for cluster in range(1, 9) for proc in range(9)),
        "".join(job(1, proc, disk=100 + proc % 3) for proc in range(30)),
        "".join(job(1, proc, schedd=f"ap{proc % 2}") for proc in range(30)),
        "".join(job(1, proc, status=1 + proc // 10) for proc in range(30)),
        "".join(job(1, f"{proc} + 1") for proc in range(30)),
        "".join(job(1, proc, schedd='a\\"p') for proc in range(30)),
    ],
    ids=["one cluster", "clusters", "behind RequestDisk", "schedds", "some run", "computed ids", "quotes in names"],
)
def test_packed_jobs_are_read_as_they_are_one_by_one(text: str, tmp_path: Path) -> None:
    file = tmp_path / "jobs.ads"
    file.write_text(text)
    assert read(read_packed(file)) == read(list(read_ads(file)))


def kinds(texts: Sequence[str], tmp_path: Path) -> tuple[list[str], int]:
    """The jobs of a file by id, read where schedds form no autoclusters, and of how many kinds they are."""
    file = tmp_path / "jobs.ads"
    file.write_text("".join(texts))
    one_by_one = JobReader(lambda ad: -1, lambda ad: True, Evaluator(0))
    together = JobReader(lambda ad: -1, lambda ad: True, Evaluator(0), ids_are_names=True)
    (alone,), (shared,) = one_by_one.read(read_packed(file)), together.read(read_packed(file))
    said = [
        [
            (owner, each.id, each.ad.source("DiskUsage"), each.kind.order)
            for owner, jobs in read.items()
            for each in jobs
        ]
        for read in (alone, shared)
    ]
    assert said[0] == said[1]
    return [identity for _, identity, *_ in said[1]], sum(
        len({id(kind) for kind in jobs.kinds}) for jobs in shared.values()
    )


def test_equal_neighbours_share_an_ad_without_autoclusters_too(tmp_path: Path) -> None:
    jobs = [job(cluster, proc, disk=cluster) for cluster in range(1, 9) for proc in range(9)]
    ids, number = kinds(jobs, tmp_path)
    assert ids == [f"{cluster}.{proc}" for cluster in range(1, 9) for proc in range(9)]
    assert number <= 16, "a cluster at most two: runs of ads begin somewhere"


def test_jobs_that_refer_to_their_own_ids_share_nothing(tmp_path: Path) -> None:
    jobs = [job(1, proc).replace("\n\n", "\nRequirements = TARGET.SlotID > MY.ProcId\n\n") for proc in range(20)]
    assert kinds(jobs, tmp_path)[1] == 20


def test_what_puts_a_name_together_at_run_time_may_read_ids(tmp_path: Path) -> None:
    jobs = [job(1, proc).replace("\n\n", '\nRequirements = eval("Proc" + "Id") > 3\n\n') for proc in range(20)]
    assert kinds(jobs, tmp_path)[1] == 20


def test_jobs_that_differ_one_by_one_are_read_one_by_one(tmp_path: Path) -> None:
    assert kinds([job(1, proc, disk=100 + proc % 3) for proc in range(30)], tmp_path)[1] == 30


@pytest.mark.parametrize("seed", range(30))
def test_a_batch_that_was_made_of_another_is_read_as_if_it_came_alone(seed: int, tmp_path: Path) -> None:
    """Jobs of different priorities go and come one after the other, some where their schedd would not have them."""
    random, file = Random(seed), tmp_path / "jobs.ads"
    file.write_text("".join(job(cluster, proc) for cluster in range(1, 5) for proc in range(4)))
    ads = [ad.replace({"JobPrio": random.choice((0, 0, 3))}) for ad in read_ads(file)]
    classes, asked = ClosurePartition([*JOB_FACTS]), [Batch(ads[:10])]
    reader = JobReader(classes.number, lambda ad: True, Evaluator(0), classes=classes)
    edits: dict[tuple[Ad, ...], BatchEdit] = {}
    for _ in range(6):
        before, changes = asked[-1], list[tuple[int, Ad | None]]()
        length = len(before)
        for _ in range(random.choice((1, 2, 8))):
            there = length > 0 and random.random() < 0.5
            place = random.randrange(length if there else length + 1)
            changes.append((place, None if there else random.choice(ads)))
            length += -1 if there else 1
        edit = BatchEdit(before, tuple(changes))
        asked.append(edit.applied())
        edits[asked[-1]] = edit
    for batch in asked:
        (kept,), (anew,) = reader.read(Batches([batch], edits)), reader.read(Batches([Batch(batch)]))
        assert list(kept) == list(anew) and len(asked) > 1
        for owner in kept:
            here, there = JobQueue(kept[owner]).jobs, JobQueue(anew[owner]).jobs
            assert (list(here), here.groups()) == (list(there), there.groups())
            assert all(one.order <= other.order for one, other in pairwise(here))


def asking(cluster: int, disk: str) -> Ad:
    """A job that asks for a disk of a size that is an expression."""
    lines = job(cluster, 0).replace("= DiskUsage", f"= {disk}").split("\n")
    return Ad.lazy([(name, text) for name, _, text in (line.partition(" = ") for line in lines) if text])


def disk_reader() -> JobReader:
    classes = ClosurePartition([*JOB_FACTS, "requestdisk"])
    return JobReader(classes.number, lambda ad: True, Evaluator(0), classes=classes)


@pytest.mark.parametrize(("disk", "shared"), [("DiskUsage", True), ("DiskUsage + 0 * ProcId", False)])
def test_a_copy_is_of_the_kind_of_what_it_repeats_unless_that_refers_to_its_ids(disk: str, shared: bool) -> None:
    first, reader = asking(1, disk), disk_reader()
    before, copied = Batch([first]), first.replace({"ClusterId": 7, "ProcId": 2, "GlobalJobId": "ap1#7.2"})
    edit = BatchEdit(before, ((1, copied),))
    batch = edit.applied()
    reader.read(Batches([before]))
    (read,) = reader.read(Batches([batch], {batch: edit}, {copied: JobCopy(first, 7, 2)}))
    (jobs,) = read.values()
    assert [each.id for each in jobs] == ["1.0", "7.2"]
    assert (len(jobs.different) == 1) is shared


@pytest.mark.parametrize(("disk", "shared"), [("DiskUsage", True), ("DiskUsage + 0 * ClusterId", False)])
def test_jobs_that_wait_anew_are_of_one_kind_if_what_they_repeat_is_and_no_id_counts(disk: str, shared: bool) -> None:
    first, second, reader = asking(1, disk), asking(2, disk), disk_reader()
    before, waits = Batch([first, second]), {"JobStatus": 1, "CurrentHosts": 0}
    seventh = first.replace({"ClusterId": 7, "GlobalJobId": "ap1#7.0", **waits})
    eighth = second.replace({"ClusterId": 8, "GlobalJobId": "ap1#8.0", **waits})
    edit = BatchEdit(before, ((2, seventh), (3, eighth)))
    batch = edit.applied()
    copies = {
        ad: JobCopy(of, cluster, 0, waits_anew=True) for ad, of, cluster in ((seventh, first, 7), (eighth, second, 8))
    }
    reader.read(Batches([before]))
    (read,) = reader.read(Batches([batch], {batch: edit}, copies))
    ((owner, jobs),) = read.items()
    (anew,) = disk_reader().read(Batches([batch]))
    assert [(each.id, each.order) for each in jobs] == [(each.id, each.order) for each in anew[owner]]
    # They have a CurrentHosts, which a policy may look at.
    assert jobs.kinds[0] not in jobs.kinds[2:]
    assert (jobs.kinds[2] is jobs.kinds[3]) is shared
