"""Idle jobs in the order in which schedds offer them: a table for each submitter at each of its schedds."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Final

from userprio.report.sheets.model import Block, Cell, Head, Kind, Line, Sheet, cell, number
from userprio.report.submitters import PRIORITIES, JobQueues, QueuedJob
from userprio.report.text import count, moment
from userprio.view import View

_HEADINGS: Final = dict(zip(PRIORITIES, ("Pre1", "Pre2", "Prio", "Post1", "Post2"), strict=True))


def queues_blocks(queues: JobQueues, view: View, zone: tzinfo) -> Iterator[Block]:
    """The tables; of the five priorities only those that some job has."""
    blocks: dict[tuple[str, str | None], list[QueuedJob]] = {}
    for job in queues.jobs:
        blocks.setdefault((job.submitter, job.schedd), []).append(job)
    for owner, jobs in blocks.items():
        yield _table(owner, jobs, zone)


def _table(owner: tuple[str, str | None], jobs: Sequence[QueuedJob], zone: tzinfo) -> Sheet:
    submitter, schedd = owner
    where = "" if schedd is None else f" at {schedd}"
    by_moab = any(job.moab_priority is not None for job in jobs)
    shown = [key for key in PRIORITIES if key == "prio" or any(getattr(job, key) for job in jobs)]
    lines = []
    for job in jobs:
        cells = (
            number(job.place, str),
            cell(job.job),
            *([number(job.moab_priority, str)] if by_moab else []),
            *(number(getattr(job, key)) for key in shown),
            number(job.cpus),
            number(job.memory_mb),
            Cell(moment(job.submitted_at, zone) if job.submitted_at else "", "", job.submitted_at),
        )
        lines.append(Line(cells, job.submitter))
    heads = (
        Head("place", "#"),
        Head("job", "Job", Kind.TEXT),
        *([Head("moab_priority", "Moab")] if by_moab else []),
        *(Head(key, _HEADINGS[key]) for key in shown),
        Head("cpus", "Cpus", sums=True),
        Head("memory_mb", "Memory", sums=True),
        Head("submitted_at", "Submitted"),
    )
    return Sheet(heads, tuple(lines), f"{submitter}{where}: {count(len(jobs), 'idle job')}", "job")
