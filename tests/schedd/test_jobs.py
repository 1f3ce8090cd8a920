"""Packed jobs are read column by column where they are alike: what comes out is what each says by itself."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from userprio.classad import Ad, ClosurePartition, Evaluator, read_ads, read_packed
from userprio.schedd import JobReader
from userprio.schedd.jobs import JOB_FACTS

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
