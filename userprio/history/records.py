"""What is known of jobs that are past. Times are seconds since the epoch."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from userprio.classad import Ad

JobKey: TypeAlias = tuple[str | None, str]
"""Schedd and cluster.proc."""
Stay: TypeAlias = tuple[float, float]
"""From when until when a machine is there; infinite where it always was, or stays."""


class Fate(StrEnum):
    """What had become of a job when its record was written."""

    COMPLETED = "completed"
    REMOVED = "removed"
    """It was removed after it had started."""
    WITHDRAWN = "withdrawn"
    """It was removed before it ever started."""
    HELD = "held"
    """It was on hold, after runs or before it ever started, and nothing tells of a release."""
    RUNNING = "running"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class PastJob:
    """One job, as its schedd recorded it."""

    schedd: str | None
    id: str
    """cluster.proc."""
    submitter: str
    """The name under which its use is charged."""
    queued_at: float
    started_at: float | None
    """Its first start."""
    last_started_at: float | None
    """The start of its last run."""
    ended_at: float | None
    """When it was over; None: it was not."""
    length_s: float | None
    """How long it runs if nothing interrupts it: its last run, as far as that came to its end."""
    earlier_s: float
    """How long the runs before its last one took together; of a job that waits again, all of them."""
    runs: int
    """How many times it was started."""
    weight: float
    """What it is charged for while it runs: the weight of its slot, else the cores that it asks for."""
    fate: Fate
    ad: Ad
    """As it was submitted, as far as the record tells. Of several `pieces`, that of each but for ProcId."""
    matched_at: float | None = None
    """When a negotiator matched it last."""
    machine: str | None = None
    """The startd that it ran on last."""
    killed: bool | None = None
    """When it was told to go last: whether it had not gone by itself and was killed; None: nothing tells."""
    pieces: int = 1
    """So many jobs with this ad, of `weight` / `pieces` each, are it together: they start by themselves, and it starts
    when the last of them does."""

    @property
    def withdrawn(self) -> bool:
        """Whether it never started, and was removed or held: nobody knows how long it would have run, or waited."""
        return self.fate is Fate.WITHDRAWN or (self.fate is Fate.HELD and self.started_at is None)

    @property
    def used_s(self) -> float:
        """How long it ran in all, as far as its runs are over."""
        return self.earlier_s + (self.length_s or 0.0)

    @property
    def key(self) -> JobKey:
        """What it is known by."""
        return self.schedd, self.id


@dataclass(frozen=True, slots=True)
class MachineTimes:
    """When machines were there; those that it does not name were all the time."""

    stays: Mapping[str, tuple[Stay, ...]]
    """By machine, in the order of time; no two overlap."""
    source: str
    """Where this comes from."""
    remarks: tuple[str, ...] = ()
    """What it leaves open, one sentence each."""


@dataclass(frozen=True, slots=True)
class History:
    """The jobs of a period."""

    jobs: tuple[PastJob, ...]
    """In the order in which they were queued."""
    remarks: tuple[str, ...] = ()
    """What was left out or assumed, one sentence each."""
    trace: bool = False
    """It is a trace in the Standard Workload Format, which names no machines and no attributes."""
    machines: MachineTimes | None = None
    """When they were there; None: all the time."""

    @property
    def begins_at(self) -> float:
        """When the first job was queued."""
        return self.jobs[0].queued_at if self.jobs else 0.0

    @property
    def ends_at(self) -> float:
        """The last moment that a record tells of."""
        return max(
            (moment for job in self.jobs for moment in (job.queued_at, job.last_started_at, job.ended_at) if moment),
            default=0.0,
        )
