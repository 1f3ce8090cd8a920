"""Everything that is the same for all jobs of a partition, computed once."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.moab.config import MoabConfig
from userprio.moab.fairshare import BoundsMode, FairShare, FairShareUsage, accuracy_of, usage_of
from userprio.moab.jobs import Accrual, MoabJob, PartitionTotals, Site, UserActivity
from userprio.moab.parameters import (
    GLOBAL,
    SUBFACTORS,
    Component,
    Credential,
    CredentialKind,
    MoabError,
    Subfactor,
    nearest,
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
        """The rules of a partition for this configuration and site.

        Raises:
            MoabError: the partition is in neither configuration nor data, or a required capacity is missing.
        """
        _check_partition(partition, config, site)
        fair_share = fair_share_usage(config, site, now, partition, mode)
        named = {
            (kind, name) for job in site.jobs for kind in CredentialKind if (name := job.belongs_to(kind)) is not None
        }
        credentials = {(kind, name): config.credential(kind, name) for kind, name in named}
        return cls(
            config=config,
            now=now,
            partition=partition,
            totals=site.totals.get(partition, site.totals.get(GLOBAL, PartitionTotals())),
            default_wallclock_s=site.default_wallclock_s,
            users=_users_now(site, now, credentials),
            queues=site.queues,
            fair_share=fair_share,
            global_fair_share=FairShareUsage.of(site.global_usage, config, partition, mode),
            components=_components(config, partition),
            negative_allowed=config.value("ENABLENEGJOBPRIORITY"),
            capped=_kinds_with(config, "caps"),
            accruals=_accruals(config, {name for kind, name in named if kind is CredentialKind.QOS}),
            credentials=credentials,
            shares={
                (kind, name): fair_share.share(kind, name, credential.target)
                for (kind, name), credential in credentials.items()
            },
        )

    def credential(self, kind: CredentialKind, name: str | None) -> Credential:
        """A credential with defaults filled in."""
        if name is None:
            return self.config.credential(kind, None)
        return self.credentials.get((kind, name)) or self.config.credential(kind, name)

    def share(self, kind: CredentialKind, name: str) -> FairShare:
        """A credential's usage against its target."""
        known = self.shares.get((kind, name))
        return known or self.fair_share.share(kind, name, self.credential(kind, name).target)

    def accrual(self, qos: str | None) -> Accrual:
        """When the queue time of a job counts."""
        return self.accruals.get(qos) or self.accruals[None]


def fair_share_usage(config: MoabConfig, site: Site, now: int, partition: str, mode: BoundsMode) -> FairShareUsage:
    """Fair share usage from the site's windows, else from its history.

    Raises:
        MoabError: percentages are of the capacity, which is unknown.
    """
    usage = site.usage
    # Windows are what Moab itself would read; the history is for sites that kept none.
    if usage is None and site.history:
        procs = site.totals.get(partition, site.totals.get(GLOBAL, PartitionTotals())).procs
        charge = config.policy(partition).charge
        usage = usage_of(site.history, now, config.integer("FSINTERVAL"), config.integer("FSDEPTH"), charge, procs)
    return FairShareUsage.of(usage, config, partition, mode)


def _users_now(
    site: Site, now: int, credentials: Mapping[tuple[CredentialKind, str], Credential]
) -> dict[str, UserActivity]:
    """Each user's activity as given, else as derived from active jobs and history."""
    accuracy = accuracy_of(site.history, now)
    limits = {
        name: credential.wclimit for (kind, name), credential in credentials.items() if kind is CredentialKind.CLASS
    }
    held: dict[str, list[MoabJob]] = {}
    for job in site.jobs:
        if job.active and job.user is not None:
            held.setdefault(job.user, []).append(job)
    users: dict[str, UserActivity] = {}
    # What the data file says counts; what it leaves out follows from jobs and history.
    for user in {*site.users, *held, *accuracy}:
        given, jobs = site.users.get(user, UserActivity()), held.get(user, [])
        shown = {
            "jobs": len(jobs),
            "procs": sum(job.procs for job in jobs),
            "proc_s": sum(
                job.procs * (job.limit_s(limits.get(job.class_ or ""), site.default_wallclock_s) or 0.0) for job in jobs
            ),
            "accuracy": accuracy.get(user, 0.0),
        }
        users[user] = replace(given, **{name: value for name, value in shown.items() if getattr(given, name) is None})
    return users


def _check_partition(partition: str, config: MoabConfig, site: Site) -> None:
    known = sorted({GLOBAL, *config.partitions(), *site.totals})
    if partition in known:
        return
    near = nearest(partition, known)
    hint = f"Did you mean {near}?" if near else f"There are {', '.join(known)}"
    raise MoabError(f"unknown partition {partition!r}", hint=hint)


def _components(config: MoabConfig, partition: str) -> tuple[ComponentRules, ...]:
    components = []
    for component in Component:
        subfactors = []
        for subfactor in SUBFACTORS:
            if subfactor.component is component:
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
    return tuple(
        kind
        for kind, named in config.credentials.items()
        if attribute and any(getattr(credential, attribute) for credential in named.values())
    )


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
