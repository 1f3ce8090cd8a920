"""Packed jobs are read column by column where they are alike: what comes out is what each says by itself."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from userprio.classad import Ad, ClosurePartition, Evaluator, read_ads, read_packed
from userprio.negotiation.schedd import JobQueue, JobReader
from userprio.negotiation.schedd.jobs import JOB_FACTS
from userprio.pool import Batch, BatchEdit, Batches

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
