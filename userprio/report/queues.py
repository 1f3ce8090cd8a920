"""The idle jobs of submitters in the order in which their schedds offer them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import tzinfo
from typing import Any, Final

from userprio.classad import Ad, Evaluator, as_number
from userprio.report.data import Rows
from userprio.report.text import TextColumn, amount, count, grid, moment, printable
from userprio.schedd import Job

JOBS: Final = "userprio.jobs/1"
_PRIORITIES: Final = ("pre_prio_1", "pre_prio_2", "prio", "post_prio_1", "post_prio_2")
_HEADINGS: Final = ("Pre1", "Pre2", "Prio", "Post1", "Post2")
_ATTRIBUTES: Final = ("PreJobPrio1", "PreJobPrio2", "JobPrio", "PostJobPrio1", "PostJobPrio2")


@dataclass(frozen=True, slots=True)
class QueuedJob:
    """One idle job and what decides about its place; greater priorities come first."""

    submitter: str
    schedd: str | None
    place: int
    """Among its submitter's jobs at this schedd, from 1."""
    job: str
    moab_priority: int | None
    """Where that is the order; the others then decide nothing."""
    pre_prio_1: float
    pre_prio_2: float
    prio: float
    post_prio_1: float
    post_prio_2: float
    cpus: float | None
    memory_mb: float | None
    submitted_at: int | None


@dataclass(frozen=True, slots=True)
class JobQueues:
    """The idle jobs of submitters, queue by queue."""

    jobs: Sequence[QueuedJob]
    at: int
    """Seconds since the epoch."""


def queued_jobs(
    queues: Mapping[tuple[str, str | None], Sequence[Job]], evaluator: Evaluator, *, by_moab: bool = False
) -> list[QueuedJob]:
    """What is shown of each job, queue by queue; `by_moab` says that Moab's priority made the order."""
    found = []
    for (submitter, schedd), jobs in queues.items():
        for place, job in enumerate(jobs, 1):
            pre_1, pre_2, prio, post_1, post_2 = (_number(job.ad, name, evaluator) or 0 for name in _ATTRIBUTES)
            submitted = _number(job.ad, "QDate", evaluator)
            found.append(
                QueuedJob(
                    submitter=submitter,
                    schedd=schedd,
                    place=place,
                    job=job.id,
                    moab_priority=-int(job.order[0]) if by_moab else None,
                    pre_prio_1=pre_1,
                    pre_prio_2=pre_2,
                    prio=prio,
                    post_prio_1=post_1,
                    post_prio_2=post_2,
                    cpus=_number(job.ad, "RequestCpus", evaluator),
                    memory_mb=_number(job.ad, "RequestMemory", evaluator),
                    submitted_at=None if submitted is None else int(submitted),
                )
            )
    return found


def _number(ad: Ad, name: str, evaluator: Evaluator) -> float | None:
    return as_number(evaluator.attribute(name, ad))


def queues_text(queues: JobQueues, zone: tzinfo) -> str:
    """A table for each submitter at each schedd; of the five priorities only those that some job has."""
    blocks: dict[tuple[str, str | None], list[QueuedJob]] = {}
    for job in queues.jobs:
        blocks.setdefault((job.submitter, job.schedd), []).append(job)
    return "\n".join(_block(owner, theirs, zone) for owner, theirs in blocks.items())


def _block(owner: tuple[str, str | None], jobs: Sequence[QueuedJob], zone: tzinfo) -> str:
    submitter, schedd = owner
    where = "" if schedd is None else f" at {schedd}"
    columns = [
        TextColumn(["#", *(str(job.place) for job in jobs)]),
        TextColumn(["Job", *(job.job for job in jobs)], left=True),
    ]
    if any(job.moab_priority is not None for job in jobs):
        columns.append(TextColumn(["Moab", *(str(job.moab_priority) for job in jobs)]))
    for key, heading in zip(_PRIORITIES, _HEADINGS, strict=True):
        values = [getattr(job, key) for job in jobs]
        if any(values) or heading == "Prio":
            columns.append(TextColumn([heading, *map(amount, values)]))
    columns += [
        TextColumn(["Cpus", *(amount(job.cpus) for job in jobs)]),
        TextColumn(["Memory", *(amount(job.memory_mb) for job in jobs)]),
        TextColumn(
            ["Submitted", *(moment(job.submitted_at, zone) if job.submitted_at else "" for job in jobs)], left=True
        ),
    ]
    return "\n".join([f"{printable(submitter + where)}: {count(len(jobs), 'idle job')}", "", *grid(columns)]) + "\n"


def queues_document(queues: JobQueues) -> dict[str, Any]:
    """Schema `userprio.jobs/1`: the jobs in order."""
    return {"schema": JOBS, "at": queues.at, "jobs": [asdict(job) for job in queues.jobs]}


def queues_rows(queues: JobQueues) -> Rows:
    """A line for each job, in order."""
    names = list(QueuedJob.__dataclass_fields__)
    return names, (asdict(job) for job in queues.jobs)
