"""What priorities follow from: jobs, the system, its users, and the rules that all jobs of a partition share.

Times are seconds since the epoch.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.moab.config import MoabConfig
from userprio.moab.fairshare import BoundsMode, FairShare, FairShareUsage, HistoryRecord, UsageWindows, accuracy_of
from userprio.moab.parameters import (
    ACCRUAL_POLICIES,
    ACTIVE,
    BLOCKED,
    GLOBAL,
    SUBFACTORS,
    Component,
    Credential,
    CredentialKind,
    MoabError,
    Subfactor,
    nearest,
)


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
        counting = (block for block in blocks if block.reason not in self.exceptions)
        spans = ((max(it.begin, submitted), until if it.end is None else min(it.end, until)) for it in counting)
        # Sorted, since blocks may overlap, and time lost twice counts once.
        stops = sorted((begin, end) for begin, end in spans if begin < end)
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
        violating = any(block.begin <= now and (block.end is None or now < block.end) for block in self.blocks)
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


_OFFSETS: Final = {"QUEUETIME": "qtweight", "XFACTOR": "xfweight"}
"""Subfactors whose weight a credential may change, with the credential's attribute."""


class SubfactorRules(Struct, frozen=True):
    """Weight and cap of a subfactor in this partition."""

    subfactor: Subfactor
    weight: int
    """The weight, without what credentials add."""
    cap: int
    offset: str = ""
    """The attribute of credentials that adds to the weight."""
    offsets: tuple[CredentialKind, ...] = ()
    """The kinds of credentials that have the attribute."""


class ComponentRules(Struct, frozen=True):
    """Weight and cap of a component, and of those of its subfactors that can count."""

    component: Component
    weight: int
    cap: int
    subfactors: tuple[SubfactorRules, ...]
    weights: tuple[int, ...]
    """The weights of the subfactors, without what credentials add."""
    offset: str = ""
    offsets: tuple[CredentialKind, ...] = ()


class MoabRules(Struct, frozen=True):
    """Everything besides the job that its priority depends on. `now` is in seconds since the epoch."""

    config: MoabConfig
    now: int
    partition: str
    totals: PartitionTotals
    default_wallclock_s: float | None
    users: Mapping[str, UserActivity]
    queues: Mapping[str, int]
    fair_share: FairShareUsage
    global_fair_share: FairShareUsage
    components: tuple[ComponentRules, ...]
    """The components that can affect a priority, in the order of summation."""
    negative_allowed: bool
    capped: tuple[CredentialKind, ...]
    """Kinds of credentials with at least one usage cap."""
    accruals: Mapping[str | None, Accrual]
    """By QoS; None: for jobs whose QoS sets nothing of its own."""
    credentials: Mapping[tuple[CredentialKind, str], Credential]
    """The credentials of the site's jobs, with defaults filled in."""
    shares: Mapping[tuple[CredentialKind, str], FairShare]

    @classmethod
    def of(
        cls, config: MoabConfig, site: Site, now: int, partition: str = GLOBAL, mode: BoundsMode = BoundsMode.BOUNDS
    ) -> "MoabRules":
        """The rules of a partition; MoabError if configuration and data lack it, or a required capacity is missing."""
        known = sorted({GLOBAL, *config.partitions(), *site.totals})
        if partition not in known:
            near = nearest(partition, known)
            hint = f"Did you mean {near}?" if near else f"There are {', '.join(known)}"
            raise MoabError(f"unknown partition {partition!r}", hint=hint)
        fair_share = fair_share_usage(config, site, now, partition, mode)
        belonging = ((kind, job.belongs_to(kind)) for job in site.jobs for kind in CredentialKind)
        named = {(kind, name) for kind, name in belonging if name is not None}
        credentials = {key: config.credential(*key) for key in named}
        return cls(
            config=config,
            now=now,
            partition=partition,
            totals=site.totals.get(partition, site.totals.get(GLOBAL, PartitionTotals())),
            default_wallclock_s=site.default_wallclock_s,
            users=_users_now(site, now, credentials),
            queues=site.queues,
            fair_share=fair_share,
            global_fair_share=FairShareUsage.of(site.global_usage or UsageWindows(), config, partition, mode),
            components=_components(config, partition),
            negative_allowed=config.value("ENABLENEGJOBPRIORITY"),
            capped=_kinds_with(config, "caps"),
            accruals=_accruals(config, {name for kind, name in named if kind is CredentialKind.QOS}),
            credentials=credentials,
            shares={key: fair_share.share(*key, own.target) for key, own in credentials.items()},
        )

    def credential(self, kind: CredentialKind, name: str | None) -> Credential:
        """A credential with defaults filled in."""
        if name is None:
            return self.config.credential(kind, None)
        return self.credentials.get((kind, name)) or self.config.credential(kind, name)

    def share(self, kind: CredentialKind, name: str) -> FairShare:
        """A credential's usage against its target."""
        return self.shares.get((kind, name)) or self.fair_share.share(kind, name, self.credential(kind, name).target)

    def accrual(self, qos: str | None) -> Accrual:
        """When the queue time of a job counts."""
        return self.accruals.get(qos) or self.accruals[None]


def fair_share_usage(config: MoabConfig, site: Site, now: int, partition: str, mode: BoundsMode) -> FairShareUsage:
    """Usage from the site's windows, else its history; MoabError if percentages are of a capacity that is unknown."""
    usage = site.usage
    # Windows are what Moab itself would read; the history is for sites that kept none.
    if usage is None and site.history:
        procs = site.totals.get(partition, site.totals.get(GLOBAL, PartitionTotals())).procs
        windows = (config.integer("FSINTERVAL"), config.integer("FSDEPTH"))
        usage = UsageWindows.of_history(site.history, now, *windows, config.policy(partition).charge, procs)
    return FairShareUsage.of(usage or UsageWindows(), config, partition, mode)


def _users_now(
    site: Site, now: int, credentials: Mapping[tuple[CredentialKind, str], Credential]
) -> dict[str, UserActivity]:
    """Each user's activity as given, else as derived from active jobs and history."""
    accuracy = accuracy_of(site.history, now)
    limits = {name: own.wclimit for (kind, name), own in credentials.items() if kind is CredentialKind.CLASS}
    held: dict[str, list[MoabJob]] = defaultdict(list)
    for job in site.jobs:
        if job.active and job.user is not None:
            held[job.user].append(job)

    def proc_s(job: MoabJob) -> float:
        return job.procs * (job.limit_s(limits.get(job.class_ or ""), site.default_wallclock_s) or 0.0)

    users: dict[str, UserActivity] = {}
    # What the data file says counts; what it leaves out follows from jobs and history.
    for user in {*site.users, *held, *accuracy}:
        given, jobs = site.users.get(user, UserActivity()), held.get(user, [])
        shown = {"jobs": len(jobs), "procs": sum(job.procs for job in jobs), "proc_s": sum(map(proc_s, jobs))}
        shown["accuracy"] = accuracy.get(user, 0.0)
        users[user] = replace(given, **{name: value for name, value in shown.items() if getattr(given, name) is None})
    return users


def _components(config: MoabConfig, partition: str) -> tuple[ComponentRules, ...]:
    components = []
    for component in Component:
        subfactors = []
        for subfactor in (subfactor for subfactor in SUBFACTORS if subfactor.component is component):
            offset = _OFFSETS.get(subfactor.name, "")
            weight, cap = config.integer(subfactor.weight, partition), config.integer(subfactor.cap, partition)
            subfactors.append(SubfactorRules(subfactor, weight, cap, offset, _kinds_with(config, offset)))
        counting = tuple(rules for rules in subfactors if rules.weight or rules.offsets)
        offset = "fsweight" if component is Component.FS else ""
        offsets = _kinds_with(config, offset)
        weight, cap = config.integer(component.weight, partition), config.integer(component.cap, partition)
        # A component without any weight is left out here once, and not for each of thousands of jobs.
        if counting and (weight or offsets):
            weights = tuple(rules.weight for rules in counting)
            components.append(ComponentRules(component, weight, cap, counting, weights, offset, offsets))
    return tuple(components)


def _kinds_with(config: MoabConfig, attribute: str) -> tuple[CredentialKind, ...]:
    """The kinds of credentials of which at least one has a non-zero value of the attribute."""
    kinds = config.credentials.items() if attribute else ()
    return tuple(kind for kind, named in kinds if any(getattr(own, attribute) for own in named.values()))


def _accruals(config: MoabConfig, names: Iterable[str]) -> dict[str | None, Accrual]:
    policy, exceptions = config.value("JOBPRIOACCRUALPOLICY"), config.value("JOBPRIOEXCEPTIONS")
    accruals: dict[str | None, Accrual] = {None: Accrual.of(policy, exceptions)}
    for name in {*names, *config.names(CredentialKind.QOS)}:
        qos = config.credential(CredentialKind.QOS, name)
        if qos.accrual_policy is not None or qos.accrual_exceptions is not None:
            # Either may be set alone; the other then is the global one.
            own = exceptions if qos.accrual_exceptions is None else qos.accrual_exceptions
            accruals[name] = Accrual.of(qos.accrual_policy or policy, own)
    return accruals
