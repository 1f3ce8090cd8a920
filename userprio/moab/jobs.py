"""Jobs, the system and its users, as far as they matter for priorities; times are seconds since the epoch."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.moab.fairshare import HistoryRecord, UsageWindows
from userprio.moab.parameters import ACCRUAL_POLICIES, ACTIVE, BLOCKED, CredentialKind


class JobClass(StrEnum):
    """The three lists that Moab shows jobs in."""

    ELIGIBLE = "eligible"
    ACTIVE = "active"
    BLOCKED = "blocked"


class Block(Struct, frozen=True):
    """A period in which a job violated a policy; times are seconds since the epoch."""

    begin: float
    end: float | None
    """None: still violated."""
    reason: str


class Accrual(Struct, frozen=True):
    """When a job's queue time counts: a policy (`JOBPRIOACCRUALPOLICY`) with its exceptions."""

    resets: bool
    exceptions: frozenset[str]

    @classmethod
    def of(cls, policy: str, exceptions: Iterable[str]) -> "Accrual":
        """The named exceptions, and those that an older policy name implies."""
        resets, implied = ACCRUAL_POLICIES[policy]
        return cls(resets, frozenset((*implied, *exceptions)))

    def time_s(self, submitted: float, until: float, blocks: Iterable[Block]) -> float:
        """Seconds that count between submission and `until`, at least 0."""
        stops = [
            (max(block.begin, submitted), until if block.end is None else min(block.end, until))
            for block in blocks
            if block.reason not in self.exceptions
        ]
        # Sorted, since blocks may overlap, and time lost twice counts once.
        stops = sorted((begin, end) for begin, end in stops if begin < end)
        if self.resets:
            return max(0.0, until - max((end for _, end in stops), default=submitted))
        lost, covered = 0.0, submitted
        for begin, end in stops:
            lost += max(0.0, end - max(begin, covered))
            covered = max(covered, end)
        return max(0.0, until - submitted - lost)


class TaskGroup(Struct, frozen=True):
    """Equal tasks of a job; everything except `nodes` is per task."""

    tasks: int = 1
    procs: float = 1.0
    mem_mb: float = 0.0
    swap_mb: float = 0.0
    disk_mb: float = 0.0
    nodes: float = 1.0
    """The nodes of all tasks together."""


class AdminPriority(Struct, frozen=True):
    """A priority that an administrator set on a job (`mjobctl -p`)."""

    value: int
    """1 to 1000, which ranks above every computed priority; or, if relative, a number to add to the computed one."""
    relative: bool


class MoabJob(Struct, frozen=True):
    """Everything that may matter about one job; None means unknown."""

    id: str
    name: str | None = None
    user: str | None = None
    group: str | None = None
    account: str | None = None
    qos: str | None = None
    class_: str | None = None
    state: str = "idle"
    """In lower case: one of `STATES`."""
    submitted: float | None = None
    started: float | None = None
    wallclock_s: float | None = None
    """The requested limit, in seconds."""
    eligible_s: float | None = None
    """Effective queue time in seconds; None: computed from `submitted` and `blocks`."""
    blocks: tuple[Block, ...] = ()
    tasks: tuple[TaskGroup, ...] = (TaskGroup(),)
    resources: tuple[str, ...] = ()
    """Requested generic resources."""
    attributes: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    """Requested node features."""
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

    def limit_s(self, of_class: float | None, of_system: float | None) -> float | None:
        """The wallclock limit that it asks for, else the default of its class, else that of the system."""
        return self.wallclock_s or of_class or of_system or None

    def belongs_to(self, kind: CredentialKind) -> str | None:
        """The credential of that kind."""
        name: str | None = getattr(self, kind.field)
        return name

    def job_class(self, now: float) -> JobClass:
        """The list it is shown in; a job that violates a policy at this moment is blocked."""
        if self.active:
            return JobClass.ACTIVE
        # By time and not by state: a data file may tell of blocks without giving the state.
        violating = self.blocks and any(
            block.begin <= now and (block.end is None or now < block.end) for block in self.blocks
        )
        return JobClass.BLOCKED if violating or self.state in BLOCKED else JobClass.ELIGIBLE


class PartitionTotals(Struct, frozen=True):
    """The resources of a partition; 0 means unknown."""

    procs: float = 0.0
    mem_mb: float = 0.0
    swap_mb: float = 0.0
    disk_mb: float = 0.0


class UserActivity(Struct, frozen=True):
    """What a user's active jobs hold now, and how well the user estimates run times; None: to be computed."""

    jobs: float | None = None
    procs: float | None = None
    proc_s: float | None = None
    """Processors times wallclock limit of the active jobs."""
    accuracy: float | None = None
    """Processor-seconds used as a fraction of those requested, 0 to 1."""


class Site(Struct, frozen=True):
    """Jobs, and everything about them that is not in the configuration."""

    jobs: tuple[MoabJob, ...] = ()
    totals: Mapping[str, PartitionTotals] = field(default_factory=dict)
    """Totals by partition; `ALL` is the whole system."""
    default_wallclock_s: float | None = None
    """The limit of jobs without one, in seconds."""
    users: Mapping[str, UserActivity] = field(default_factory=dict)
    usage: UsageWindows | None = None
    history: tuple[HistoryRecord, ...] = ()
    """The runs that usage is computed from if there are no windows."""
    global_usage: UsageWindows | None = None
    """Usage of several clusters together, for FSGUSER and similar subfactors."""
    queues: Mapping[str, int] = field(default_factory=dict)
    """Priorities of queues in the resource manager."""
    now: int | None = None
    """The time of these data, in seconds since the epoch."""


def joined(first: Site, second: Site) -> Site:
    """Both sites combined; where both have a value, that of the second counts."""
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
