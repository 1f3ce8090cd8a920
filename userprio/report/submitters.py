"""The slots that a submitter holds by the accountant's records (`condor_userprio -getreslist`), and its idle jobs in
the order in which schedds offer them."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.base.formats import Format
from userprio.classad import Ad, Evaluator, as_number, format_value
from userprio.ledger import RESOURCE_PREFIX, Ledger, Resource
from userprio.negotiation.schedd import Job
from userprio.report.classic import date, duration, long_text
from userprio.report.data import fields_of
from userprio.report.formats import Block, Cell, Formats, Paragraph, TableBlock, TableColumn, number
from userprio.report.table import EPOCH, SECONDS, WEIGHT, Table, data_column, name_column, text_column
from userprio.report.text import count, printable
from userprio.report.text import duration as in_units

_LONGEST_NAME: Final = 127
"""The most bytes of a slot's name with its address; longer ones are truncated."""
_PRIORITIES: Final = ("pre_prio_1", "pre_prio_2", "prio", "post_prio_1", "post_prio_2")


class Holdings(Struct, frozen=True):
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


def holdings_text(holdings: Holdings, zone: tzinfo) -> str:
    """condor_userprio's text: name, start, and time since."""
    rows = [
        ("Resource Name", " Start Time", " Match Time"),
        ("-------------", " ----------", " ----------"),
        *(
            (slot_name(slot), date(slot.start_time or 0, zone), duration(holdings.now - (slot.start_time or 0)))
            for slot in holdings.slots
        ),
        ("-------------", " ------------", " ------------"),
    ]
    lines = [f"{name:<30} {start:>12} {since:>12}\n" for name, start, since in rows]
    return "".join(lines) + f"Number of Resources Used: {len(holdings.slots)}\n"


def holdings_long(holdings: Holdings) -> str:
    """The ad that the negotiator sends (`Accountant::ReportState` of one customer)."""
    pairs = []
    for place, slot in enumerate(holdings.slots, start=1):
        pairs += [(f"Name{place}", format_value(slot.name)), (f"StartTime{place}", str(slot.start_time or 0))]
    return long_text(Ad.lazy(pairs))


class _HeldSlot(Struct, frozen=True):
    slot: Resource
    now: int
    weighed: bool


_HOLDINGS: Final = Table[_HeldSlot](
    "resources",
    noun="slot",
    by="held_for_s",
    order=("slot", "address", "weight", "started_at", "held_for_s", "concurrency_limits"),
).of(
    name_column("slot", lambda held: slot_name(held.slot)),
    data_column("address", lambda held: printable(held.slot.name.rpartition("@")[2])),
    TableColumn("weight", "weight", lambda held: held.slot.weight, sums=True, in_rows=False),
    # In a ledger, a slot without a weight counts as 1; a running negotiator reports none, and none is made up.
    data_column(
        "weight",
        lambda held: held.slot.slot_weight if held.slot.slot_weight is not None or not held.weighed else 1.0,
        WEIGHT,
    ),
    TableColumn("started_at", "since", lambda held: held.slot.start_time or 0, EPOCH, in_rows=False),
    data_column("started_at", lambda held: held.slot.start_time or None, EPOCH),
    TableColumn(
        "held_for_s",
        "for",
        lambda held: held.now - held.slot.start_time if held.slot.start_time else None,
        SECONDS,
        write=lambda seconds: in_units(int(seconds)),
    ),
    data_column("concurrency_limits", lambda held: held.slot.matched_concurrency_limits),
)


def _held(holdings: Holdings) -> list[_HeldSlot]:
    return [_HeldSlot(slot, holdings.now, holdings.weighed) for slot in holdings.slots]


def holdings_document(holdings: Holdings) -> dict[str, Any]:
    """The slots of a submitter, schema `userprio.resources/1`."""
    return {
        "schema": "userprio.resources/1",
        "at": holdings.now,
        "submitter": holdings.submitter,
        "units": {"weight": "weight", "started_at": "seconds since the epoch", "held_for_s": "seconds"},
        "resources": list(_HOLDINGS.dicts(_held(holdings))),
    }


def holdings_blocks(holdings: Holdings, zone: tzinfo) -> Iterator[Block]:
    """A row for each slot, and the total weight; `zone` is for dates."""
    if not holdings.slots:
        yield Paragraph.of(f"{holdings.submitter} holds no slot.")
        return
    weights = sum(slot.weight for slot in holdings.slots)
    total = {"slot": Cell(count(len(holdings.slots), "slot")), "weight": number(weights)}
    yield _HOLDINGS.block(_held(holdings), zone=zone, total=_HOLDINGS.filled(total))


_ATTRIBUTES: Final = ("PreJobPrio1", "PreJobPrio2", "JobPrio", "PostJobPrio1", "PostJobPrio2")


class QueuedJob(Struct, frozen=True):
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


class JobQueues(Struct, frozen=True):
    """The idle jobs of submitters, queue by queue."""

    jobs: Sequence[QueuedJob]
    at: int
    """In seconds since the epoch."""


def queued_jobs(
    queues: Mapping[tuple[str, str | None], Sequence[Job]], evaluator: Evaluator, *, by_moab: bool
) -> list[QueuedJob]:
    """The jobs to show, queue by queue; `by_moab` says that they are ordered by Moab's priority."""
    queued = []
    for (submitter, schedd), jobs in queues.items():
        for place, job in enumerate(jobs, 1):
            priorities = (_number(job.ad, name, evaluator) or 0 for name in _ATTRIBUTES)
            submitted = _number(job.ad, "QDate", evaluator)
            queued.append(
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
    return queued


def _number(ad: Ad, name: str, evaluator: Evaluator) -> float | None:
    return as_number(evaluator.attribute(name, ad))


_JOBS: Final = Table[QueuedJob]("jobs", noun="job", submitter=lambda job: job.submitter, order=fields_of(QueuedJob)).of(
    TableColumn("place", "#", lambda job: job.place, about="among its submitter's at this schedd", write=str),
    text_column("job", lambda job: job.job, "job", about="cluster.proc"),
    TableColumn("moab_priority", "moab", lambda job: job.moab_priority, write=str),
    TableColumn("pre_prio_1", "pre1", lambda job: job.pre_prio_1, about="PreJobPrio1"),
    TableColumn("pre_prio_2", "pre2", lambda job: job.pre_prio_2, about="PreJobPrio2"),
    TableColumn("prio", "prio", lambda job: job.prio, about="JobPrio"),
    TableColumn("post_prio_1", "post1", lambda job: job.post_prio_1, about="PostJobPrio1"),
    TableColumn("post_prio_2", "post2", lambda job: job.post_prio_2, about="PostJobPrio2"),
    TableColumn("cpus", "cores", lambda job: job.cpus, "cores", "RequestCpus", sums=True),
    TableColumn("memory_mb", "MB", lambda job: job.memory_mb, "MB", "RequestMemory", sums=True),
    TableColumn("submitted_at", "submitted", lambda job: job.submitted_at, EPOCH, in_rows=False, blank_zero=True),
    data_column("submitter", lambda job: job.submitter),
    data_column("schedd", lambda job: job.schedd),
    data_column("submitted_at", lambda job: job.submitted_at, EPOCH),
)


def queues_blocks(queues: JobQueues, zone: tzinfo) -> Iterator[Block]:
    """A table for each queue, with only those of the five priorities that some job has."""
    blocks: dict[tuple[str, str | None], list[QueuedJob]] = {}
    for job in queues.jobs:
        blocks.setdefault((job.submitter, job.schedd), []).append(job)
    for owner, jobs in blocks.items():
        yield _table(owner, jobs, zone)


def _table(owner: tuple[str, str | None], jobs: Sequence[QueuedJob], zone: tzinfo) -> TableBlock:
    submitter, schedd = owner
    where = "" if schedd is None else f" at {schedd}"
    # Four of the five keys are 0 in nearly every pool; JobPrio is what users set, and always shown.
    hide = [key for key in _PRIORITIES if key != "prio" and not any(getattr(job, key) for job in jobs)]
    if all(job.moab_priority is None for job in jobs):
        hide.append("moab_priority")
    return _JOBS.block(jobs, f"{submitter}{where}: {count(len(jobs), 'idle job')}", zone=zone, hide=hide)


QUEUES_FORMATS: Final = Formats[JobQueues](
    document=lambda result: {"schema": "userprio.jobs/1", "at": result.at, "jobs": result.jobs},
    rows=lambda result: _JOBS.rows(result.jobs),
    screen=lambda result, look: queues_blocks(result, look.zone),
)

HOLDINGS_FORMATS: Final = Formats[Holdings](
    document=holdings_document,
    rows=lambda result: _HOLDINGS.rows(_held(result)),
    screen=lambda result, look: holdings_blocks(result, look.zone),
    text=lambda result, look: holdings_text(result, look.zone),
    others={Format.LONG: lambda result, look: holdings_long(result)},
)
