"""Makes jobs of descriptions for the tests of this folder."""

from collections.abc import Mapping
from pathlib import Path

from userprio.base import parse_version
from userprio.classad import Ad, unparse
from userprio.config import read
from userprio.submission import SubmitHost, SubmittedJobs, jobs_of

KNOBS = {"ARCH": "X86_64", "OPSYS": "LINUX", "FILESYSTEM_DOMAIN": "lab.example"}
PLATFORM = '(TARGET.Arch == "X86_64") && (TARGET.OpSys == "LINUX")'
DISK = '(versionGE(split(TARGET.CondorVersion)[1],"25.12.0") || (TARGET.Disk >= RequestDisk))'
MEMORY = "(TARGET.Memory >= RequestMemory)"
TRANSFER = "((TARGET.FileSystemDomain == MY.FileSystemDomain) || (TARGET.HasFileTransfer))"


def host(folder: Path, version: str = "25.14.1", knobs: Mapping[str, str] = {}, *, allow: bool = False) -> SubmitHost:
    """Where a description is submitted from a folder."""
    config = read(None, environ={}, version=parse_version(version)).with_overrides({**KNOBS, **knobs})
    day = ("2026", "03", "02")
    return SubmitHost(config, config.version, {"HOME": "/home/ann"}, folder, 1_772_442_000, day, allow, "submit")


def submit(
    text: str,
    version: str = "25.14.1",
    *,
    folder: Path = Path("/"),
    knobs: Mapping[str, str] = {},
    count: int | None = None,
) -> SubmittedJobs:
    """The jobs of a description; `executable` and `queue` are there unless it has them."""
    lines = text if "executable" in text else f"executable = /bin/sh\n{text}"
    whole = lines if "queue" in lines or "iterate" in lines else f"{lines}\nqueue\n"
    return jobs_of(whole, "job.sub", host(folder, version, knobs), count)


def only(text: str, version: str = "25.14.1", **options: Mapping[str, str]) -> Ad:
    """The only job of a description."""
    (job,) = submit(text, version, **options).jobs
    return job


def said(job: Ad, name: str) -> str | None:
    """The text of an attribute of a job; None if it has none."""
    expr = job.expr(name)
    return None if expr is None else unparse(expr)


def each(jobs: SubmittedJobs, name: str) -> list[str | None]:
    """The text of an attribute in each job."""
    return [said(job, name) for job in jobs.jobs]
