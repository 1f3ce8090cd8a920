"""A job, the system it waits for and the people around it, as priorities see them; times are seconds since 1970."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from userprio.moab.fairshare import HistoryRecord, UsageWindows
from userprio.moab.parameters import CredentialKind
from userprio.moab.values import ACCRUAL_POLICIES

ACTIVE: Final = frozenset({"starting", "running", "suspended"})
"""States of jobs that hold resources."""
WAITING: Final = frozenset({"idle", "eligible", "staged", "staging", "migrated", "unknown"})
"""States of jobs that could start."""
BLOCKED: Final = frozenset(
    "hold userhold batchhold systemhold held deferred blocked notqueued vacated completed removed".split()
)
"""States of jobs that cannot start."""


class JobClass(StrEnum):
    """The three lists that Moab shows jobs in."""

    ELIGIBLE = "eligible"
    ACTIVE = "active"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of time in which a job violated something; times are seconds since the epoch."""

    begin: float
    end: float | None
    """None: it still does."""
    reason: str


@dataclass(frozen=True, slots=True)
class Accrual:
    """When a job's queue time counts: a policy (`JOBPRIOACCRUALPOLICY`) with its exceptions."""

    resets: bool
    exceptions: frozenset[str]

    @classmethod
    def of(cls, policy: str, exceptions: Iterable[str]) -> "Accrual":
        """The exceptions that are named, and those that an older policy name implies."""
        resets, implied = ACCRUAL_POLICIES[policy]
        return cls(resets, frozenset((*implied, *exceptions)))

    def time_s(self, submitted: float, until: float, blocks: Iterable[Block]) -> float:
        """Seconds that count between submission and `until`, never below 0."""
        stops = [
            (max(block.begin, submitted), until if block.end is None else min(block.end, until))
            for block in blocks
            if block.reason not in self.exceptions
        ]
        stops = sorted((begin, end) for begin, end in stops if begin < end)
        if self.resets:
            return max(0.0, until - max((end for _, end in stops), default=submitted))
        lost, covered = 0.0, submitted
        for begin, end in stops:
            lost += max(0.0, end - max(begin, covered))
            covered = max(covered, end)
        return max(0.0, until - submitted - lost)


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Equal tasks of a job; everything but `nodes` is for one task."""

    tasks: int = 1
    procs: float = 1.0
    mem_mb: float = 0.0
    swap_mb: float = 0.0
    disk_mb: float = 0.0
    nodes: float = 1.0
    """Of the whole group."""


@dataclass(frozen=True, slots=True)
class AdminPriority:
    """A priority that an administrator set on a job (`mjobctl -p`)."""

    value: int
    """1 to 1000 above every computed priority; or a number to be added to the computed one."""
    relative: bool


@dataclass(frozen=True, slots=True)
class MoabJob:
    """Everything that can matter about one job; None is not known."""

    id: str
    name: str | None = None
    user: str | None = None
    group: str | None = None
    account: str | None = None
    qos: str | None = None
    class_: str | None = None
    state: str = "idle"
    """In lower case: one of ACTIVE, WAITING, BLOCKED."""
    submitted: float | None = None
    started: float | None = None
    wallclock_s: float | None = None
    """The limit that it asks for."""
    eligible_s: float | None = None
    """Effective queue time, where that is known; else it is worked out from `submitted` and `blocks`."""
    blocks: tuple[Block, ...] = ()
    tasks: tuple[TaskGroup, ...] = (TaskGroup(),)
    resources: tuple[str, ...] = ()
    """Generic resources that it asks for."""
    attributes: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    """Node features that it asks for."""
    bypassed: int = 0
    restarts: int = 0
    deadline: float | None = None
    soft_violation: bool = False
    user_priority: int = 0
    hunger: float = 0.0
    """Processors needed to balance a dynamic job."""
    admin: AdminPriority | None = None

    @property
    def active(self) -> bool:
        """Whether it holds resources."""
        return self.state in ACTIVE

    @property
    def procs(self) -> float:
        """Processors of all its tasks."""
        return sum([group.tasks * group.procs for group in self.tasks])

    def belongs_to(self, kind: CredentialKind) -> str | None:
        """The credential of that kind."""
        name: str | None = getattr(self, kind.field)
        return name

    def job_class(self, now: float) -> JobClass:
        """The list it is shown in; one that violates something at this moment is blocked."""
        if self.active:
            return JobClass.ACTIVE
        violating = self.blocks and any(
            block.begin <= now and (block.end is None or now < block.end) for block in self.blocks
        )
        return JobClass.BLOCKED if violating or self.state in BLOCKED else JobClass.ELIGIBLE


@dataclass(frozen=True, slots=True)
class PartitionTotals:
    """What a partition has; 0 is not known."""

    procs: float = 0.0
    mem_mb: float = 0.0
    swap_mb: float = 0.0
    disk_mb: float = 0.0


@dataclass(frozen=True, slots=True)
class UserActivity:
    """What a user's active jobs hold now, and how well the user estimates run times; None: to be worked out."""

    jobs: float | None = None
    procs: float | None = None
    proc_s: float | None = None
    """Processors times wallclock limit of the active jobs."""
    accuracy: float | None = None
    """Processor-seconds used of those asked for, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Site:
    """Jobs and everything about them that no configuration says."""

    jobs: tuple[MoabJob, ...] = ()
    totals: Mapping[str, PartitionTotals] = field(default_factory=dict)
    """By partition, `ALL` being the whole system."""
    default_wallclock_s: float | None = None
    """Limit of jobs that ask for none."""
    users: Mapping[str, UserActivity] = field(default_factory=dict)
    usage: UsageWindows | None = None
    history: tuple[HistoryRecord, ...] = ()
    """What usage is worked out from where there are no windows."""
    global_usage: UsageWindows | None = None
    """Usage of several clusters together, for FSGUSER and its like."""
    queues: Mapping[str, int] = field(default_factory=dict)
    """Priorities that the resource manager gives to its queues."""
    now: int | None = None
    """When it was like that."""


def joined(first: Site, second: Site) -> Site:
    """One site with what a second has to say besides; what both say counts as the second says it."""
    return replace(
        first,
        jobs=second.jobs or first.jobs,
        totals={**first.totals, **second.totals},
        default_wallclock_s=second.default_wallclock_s or first.default_wallclock_s,
        users={**first.users, **second.users},
        usage=second.usage or first.usage,
        history=second.history or first.history,
        global_usage=second.global_usage or first.global_usage,
        queues={**first.queues, **second.queues},
        now=first.now if second.now is None else second.now,
    )
