"""The slots that a submitter holds by the accountant's records (`condor_userprio -getreslist`), and its idle jobs in
the order in which schedds offer them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import tzinfo
from typing import Any, Final

from userprio.classad import Ad, Evaluator, as_number, format_value
from userprio.ledger import RESOURCE_PREFIX, Ledger, Resource
from userprio.negotiation.schedd import Job
from userprio.report.ads import long_text
from userprio.report.classic import date, duration
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.sheets.model import Block, Cell, Head, Kind, Line, Sheet, cell, number
from userprio.report.text import count, moment, printable

_LONGEST_NAME: Final = 127
"""The most bytes of a slot's name with its address; longer ones are truncated."""
_PRIORITIES: Final = ("pre_prio_1", "pre_prio_2", "prio", "post_prio_1", "post_prio_2")
_HEADINGS: Final = dict(zip(_PRIORITIES, ("Pre1", "Pre2", "Prio", "Post1", "Post2"), strict=True))


@dataclass(frozen=True, slots=True)
class Holdings:
    """The slots of one submitter."""

    submitter: str
    slots: tuple[Resource, ...]
    """In the order of HTCondor's table."""
    now: int
    weighed: bool = True
    """Whether weights are known; a running negotiator does not report them."""


def holdings(ledger: Ledger, submitter: str, now: int) -> Holdings:
    """The slots charged to exactly this name."""
    slots = (ledger.resources[key.removeprefix(RESOURCE_PREFIX)] for key in ledger.in_table_order(RESOURCE_PREFIX))
    return Holdings(submitter, tuple(slot for slot in slots if slot.remote_user == submitter), now)


def slot_name(slot: Resource) -> str:
    """The slot's name without the address after the last `@`."""
    name = slot.name.encode(errors="surrogateescape")[:_LONGEST_NAME].decode(errors="surrogateescape")
    return printable(name.rpartition("@")[0] if "@" in name else name)


def holdings_text(found: Holdings, zone: tzinfo) -> str:
    """condor_userprio's text: name, start, and time since."""
    rows = [
        ("Resource Name", " Start Time", " Match Time"),
        ("-------------", " ----------", " ----------"),
        *(
            (slot_name(slot), date(slot.start_time or 0, zone), duration(found.now - (slot.start_time or 0)))
            for slot in found.slots
        ),
        ("-------------", " ------------", " ------------"),
    ]
    lines = [f"{name:<30} {start:>12} {since:>12}\n" for name, start, since in rows]
    return "".join(lines) + f"Number of Resources Used: {len(found.slots)}\n"


def holdings_long(found: Holdings) -> str:
    """The ad that the negotiator sends (`Accountant::ReportState` of one customer)."""
    pairs = []
    for place, slot in enumerate(found.slots, start=1):
        pairs += [(f"Name{place}", format_value(slot.name)), (f"StartTime{place}", str(slot.start_time or 0))]
    return long_text(Ad.lazy(pairs))


def _holdings_fields(found: Holdings) -> list[dict[str, Field]]:
    """The slots under stable keys, for JSON and CSV; None if unknown."""
    return [
        {
            "slot": slot_name(slot),
            "address": printable(slot.name.rpartition("@")[2]),
            "weight": slot.slot_weight if slot.slot_weight is not None or not found.weighed else 1.0,
            "started_at": slot.start_time or None,
            "held_for_s": found.now - slot.start_time if slot.start_time else None,
            "concurrency_limits": slot.matched_concurrency_limits,
        }
        for slot in found.slots
    ]


def holdings_document(found: Holdings) -> dict[str, Any]:
    """The slots of a submitter, schema `userprio.resources/1`."""
    return {
        "schema": "userprio.resources/1",
        "at": found.now,
        "submitter": found.submitter,
        "units": {"weight": "weight", "started_at": "seconds since the epoch", "held_for_s": "seconds"},
        "resources": _holdings_fields(found),
    }


def holdings_rows(found: Holdings) -> Rows:
    """A row for each slot."""
    return ("slot", "address", "weight", "started_at", "held_for_s", "concurrency_limits"), _holdings_fields(found)


_ATTRIBUTES: Final = ("PreJobPrio1", "PreJobPrio2", "JobPrio", "PostJobPrio1", "PostJobPrio2")


@dataclass(frozen=True, slots=True)
class QueuedJob:
    """An idle job and what decides its position; greater priorities come first."""

    submitter: str
    schedd: str | None
    place: int
    """The position among its submitter's jobs at this schedd, from 1."""
    job: str
    moab_priority: int | None
    """Moab's priority, if that is the order; the others then have no effect."""
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
    """In seconds since the epoch."""


def queued_jobs(
    queues: Mapping[tuple[str, str | None], Sequence[Job]], evaluator: Evaluator, *, by_moab: bool
) -> list[QueuedJob]:
    """The jobs to show, queue by queue; `by_moab` says that they are ordered by Moab's priority."""
    found = []
    for (submitter, schedd), jobs in queues.items():
        for place, job in enumerate(jobs, 1):
            priorities = (_number(job.ad, name, evaluator) or 0 for name in _ATTRIBUTES)
            submitted = _number(job.ad, "QDate", evaluator)
            found.append(
                QueuedJob(
                    submitter=submitter,
                    schedd=schedd,
                    place=place,
                    job=job.id,
                    moab_priority=-int(job.order[0]) if by_moab else None,
                    **dict(zip(_PRIORITIES, priorities, strict=True)),
                    cpus=_number(job.ad, "RequestCpus", evaluator),
                    memory_mb=_number(job.ad, "RequestMemory", evaluator),
                    submitted_at=None if submitted is None else int(submitted),
                )
            )
    return found


def _number(ad: Ad, name: str, evaluator: Evaluator) -> float | None:
    return as_number(evaluator.attribute(name, ad))


def queues_document(queues: JobQueues) -> dict[str, Any]:
    """Schema `userprio.jobs/1`: the jobs in order."""
    return {"schema": "userprio.jobs/1", "at": queues.at, "jobs": [asdict(job) for job in queues.jobs]}


def queues_rows(queues: JobQueues) -> Rows:
    """A line for each job, in order."""
    return list(QueuedJob.__dataclass_fields__), (asdict(job) for job in queues.jobs)


def queues_blocks(queues: JobQueues, zone: tzinfo) -> Iterator[Block]:
    """A table for each queue, with only those of the five priorities that some job has."""
    blocks: dict[tuple[str, str | None], list[QueuedJob]] = {}
    for job in queues.jobs:
        blocks.setdefault((job.submitter, job.schedd), []).append(job)
    for owner, jobs in blocks.items():
        yield _table(owner, jobs, zone)


def _table(owner: tuple[str, str | None], jobs: Sequence[QueuedJob], zone: tzinfo) -> Sheet:
    submitter, schedd = owner
    where = "" if schedd is None else f" at {schedd}"
    by_moab = any(job.moab_priority is not None for job in jobs)
    unused = [key for key in _PRIORITIES if key != "prio" and not any(getattr(job, key) for job in jobs)]
    lines = []
    for job in jobs:
        cells = (
            number(job.place, str),
            cell(job.job),
            number(job.moab_priority, str),
            *(number(getattr(job, key)) for key in _PRIORITIES),
            number(job.cpus),
            number(job.memory_mb),
            Cell(moment(job.submitted_at, zone) if job.submitted_at else "", "", job.submitted_at),
        )
        lines.append(Line(cells, job.submitter))
    heads = (
        Head("place", "#"),
        Head("job", "Job", Kind.TEXT),
        Head("moab_priority", "Moab", extra=not by_moab),
        *(Head(key, _HEADINGS[key], extra=key in unused) for key in _PRIORITIES),
        Head("cpus", "Cpus", sums=True),
        Head("memory_mb", "Memory", sums=True),
        Head("submitted_at", "Submitted"),
    )
    return Sheet(heads, tuple(lines), f"{submitter}{where}: {count(len(jobs), 'idle job')}", "job")


QUEUES_FORMATS: Final = Formats[JobQueues](
    document=queues_document,
    rows=queues_rows,
    screen=lambda result, look: queues_blocks(result, look.zone),
)
