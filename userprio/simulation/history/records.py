"""What is known of past jobs. Times are seconds since the epoch."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from userprio.classad import Ad

JobKey: TypeAlias = tuple[str | None, str]
"""Schedd and cluster.proc."""
Stay: TypeAlias = tuple[float, float]
"""From when until when a machine is in the pool; infinite where it always was there, or stays."""


class Fate(StrEnum):
    """What had become of a job when its record was written."""

    COMPLETED = "completed"
    REMOVED = "removed"
    """It was removed after it had started."""
    WITHDRAWN = "withdrawn"
    """It was removed before it ever started."""
    HELD = "held"
    """It was on hold, having started or not, and there is no record of a release."""
    RUNNING = "running"
    WAITING = "waiting"
    PREPARING = "preparing"
    """Its schedd still had something to do before it could wait for a slot."""


class PastJob(Struct, frozen=True):
    """One job, as its schedd recorded it."""

    schedd: str | None
    id: str
    """cluster.proc."""
    submitter: str
    """The name that its usage is charged to."""
    queued_at: float
    started_at: float | None
    """Its first start."""
    last_started_at: float | None
    """The start of its last run."""
    ended_at: float | None
    """When it was over; None: it was not."""
    length_s: float | None
    """How long it runs if nothing interrupts it: the length of its last run, if that ended."""
    earlier_s: float
    """The total length of the runs before its last one; for a job that waits again, of all its runs."""
    runs: int
    """How many times it was started."""
    weight: float
    """What is charged while it runs: the weight of its slot, or else the cores that it requests."""
    fate: Fate
    ad: Ad
    """As submitted, as far as the record tells; for several `pieces`, that of each except ProcId."""
    matched_at: float | None = None
    """When a negotiator matched it last."""
    machine: str | None = None
    """The machine that it last ran on."""
    killed: bool | None = None
    """Whether it was killed when it was last told to vacate, having not gone by itself; None: unknown."""
    pieces: int = 1
    """How many jobs with this ad, each of `weight` / `pieces`, make it up: they start independently, and it counts as
    started when the last of them does."""

    @property
    def withdrawn(self) -> bool:
        """Whether it was removed or held without ever starting, or had not even begun to wait: how long it would have
        waited or run is unknown."""
        never = self.fate in (Fate.HELD, Fate.PREPARING) and self.started_at is None
        return self.fate is Fate.WITHDRAWN or never

    @property
    def key(self) -> JobKey:
        """Its schedd and cluster.proc."""
        return self.schedd, self.id


class MachineTimes(Struct, frozen=True):
    """When machines were in the pool; machines that it does not name were there all the time."""

    stays: Mapping[str, tuple[Stay, ...]]
    """By machine, in order of time, without overlaps."""
    source: str
    """The file that it was read from."""
    remarks: tuple[str, ...] = ()
    """What was left out or assumed, one sentence each."""


class History(Struct, frozen=True):
    """The jobs of a period."""

    jobs: tuple[PastJob, ...]
    """In the order in which they were queued."""
    remarks: tuple[str, ...] = ()
    """What was left out or assumed, one sentence each."""
    trace: bool = False
    """Whether it is a trace in the Standard Workload Format, which names neither machines nor attributes."""
    machines: MachineTimes | None = None
    """When machines were there; None: all the time."""

    @property
    def begins_at(self) -> float:
        """When the first job was queued."""
        return self.jobs[0].queued_at if self.jobs else 0.0

    @property
    def ends_at(self) -> float:
        """The latest time in any record."""
        moments = (moment for job in self.jobs for moment in (job.queued_at, job.last_started_at, job.ended_at))
        return max(filter(None, moments), default=0.0)
