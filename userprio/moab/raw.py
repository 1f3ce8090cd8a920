"""The raw value of each subfactor of a job, before caps and weights; None if unknown."""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Final

from msgspec import Struct

from userprio.moab.jobs import MoabJob
from userprio.moab.parameters import Credential, CredentialKind
from userprio.moab.rules import MoabRules

MISSED: Final = 1e8
"""The value of a target at the moment it is missed."""
_NEAREST: Final = 0.0001
_DIGITS: Final = re.compile(r"[0-9]+")
_LARGEST: Final = 1e15


class Facts(Struct, frozen=True, dict=True):
    """A job with derived values that several subfactors need. Times are in seconds."""

    job: MoabJob
    rules: MoabRules

    @cached_property
    def queued_s(self) -> float | None:
        """The effective queue time: as given, else since submission, less what the accrual policy excludes.

        For an active job it ends at its start.
        """
        job, rules = self.job, self.rules
        if job.eligible_s is not None:
            return job.eligible_s
        if job.submitted is None:
            return None
        until = min(job.started, rules.now) if job.active and job.started is not None else rules.now
        return rules.accrual(job.qos).time_s(job.submitted, until, job.blocks)

    @cached_property
    def limit_s(self) -> float | None:
        """The requested wallclock limit, else its class's default, else the system's."""
        job, rules = self.job, self.rules
        return job.limit_s(rules.credential(CredentialKind.CLASS, job.class_).wclimit, rules.default_wallclock_s)

    @cached_property
    def ran_s(self) -> float | None:
        """The time since its start; None for jobs that are not active."""
        job = self.job
        return max(0.0, self.rules.now - job.started) if job.active and job.started is not None else None

    @property
    def qos(self) -> Credential:
        """The attributes of its quality of service."""
        return self.rules.credential(CredentialKind.QOS, self.job.qos)

    @property
    def xfactor(self) -> float | None:
        """The expansion factor: 1 plus the queue time divided by the run time."""
        if self.queued_s is None or self.limit_s is None:
            return None
        return 1 + self.queued_s / max(self.rules.config.integer("XFMINWCLIMIT"), self.limit_s)


def processor_equivalents(job: MoabJob, rules: MoabRules) -> float:
    """The part of the partition's scarcest resource that each task takes, in processors, summed over tasks."""
    totals = rules.totals
    if not totals.procs:
        return 0.0
    pe = 0.0
    for group in job.tasks:
        pairs = (
            (group.procs, totals.procs),
            (group.mem_mb, totals.mem_mb),
            (group.disk_mb, totals.disk_mb),
            (group.swap_mb, totals.swap_mb),
        )
        pe += group.tasks * max((asked / total for asked, total in pairs if asked and total), default=0.0)
    return totals.procs * pe


def _class_priority(facts: Facts) -> float:
    """Moab's own value if set, else the resource manager's, else Moab's default."""
    name = facts.job.class_
    if name is None:
        return 0
    own = facts.rules.config.own(CredentialKind.CLASS, name).priority
    if own is None:
        own = facts.rules.queues.get(name)
    return (facts.rules.credential(CredentialKind.CLASS, name).priority or 0) if own is None else own


def _priority(kind: CredentialKind) -> Callable[[Facts], float]:
    return lambda facts: facts.rules.credential(kind, facts.job.belongs_to(kind)).priority or 0


def _delta(kind: CredentialKind) -> Callable[[Facts], float]:
    def delta(facts: Facts) -> float:
        name = facts.job.belongs_to(kind)
        return 0.0 if name is None else facts.rules.share(kind, name).delta

    return delta


def _global_delta(kind: CredentialKind) -> Callable[[Facts], float]:
    def delta(facts: Facts) -> float:
        name, rules = facts.job.belongs_to(kind), facts.rules
        if name is None:
            return 0.0
        return rules.global_fair_share.share(kind, name, rules.credential(kind, name).target).delta

    return delta


def _user_now(field: str) -> Callable[[Facts], float]:
    def value(facts: Facts) -> float:
        user = None if facts.job.user is None else facts.rules.users.get(facts.job.user)
        return 0.0 if user is None else getattr(user, field) or 0.0

    return value


def _tent(value: float, ideal: int) -> float:
    """Rises with slope 1 up to the ideal and falls with slope 1 beyond it; without an ideal, the value itself."""
    return max(0.0, ideal - abs(value - ideal)) if ideal else value


def _procs(facts: Facts) -> float:
    return _tent(facts.job.procs, facts.rules.config.integer("PRIORITYTARGETPROCCOUNT"))


def _walltime(facts: Facts) -> float | None:
    ideal = facts.rules.config.integer("PRIORITYTARGETDURATION")
    return None if facts.limit_s is None else _tent(facts.limit_s, ideal)


def _deadline(facts: Facts) -> float | None:
    """The fraction of the time from submission to deadline that has passed; that time is at least a second."""
    job = facts.job
    if job.deadline is None:
        return 0.0
    if job.submitted is None:
        return None
    return max(0.0, facts.rules.now - job.submitted) / max(1.0, job.deadline - job.submitted)


def _user_priority(facts: Facts) -> float:
    highest = 1023 if facts.rules.config.value("ENABLEPOSUSERPRIORITY") else 0
    return max(-1024, min(highest, facts.job.user_priority))


def closeness(value: float | None, target: float | None) -> float | None:
    """How close a value is to its target: the inverse square of the distance, growing slowly once it is missed."""
    if not target:
        return 0.0
    if value is None:
        return None
    if value >= target:
        return MISSED + (value - target)
    return 1 / max(_NEAREST, target - value) ** 2


def _remaining(facts: Facts) -> float | None:
    if facts.limit_s is None or facts.ran_s is None:
        return None
    return facts.job.procs * max(0.0, facts.limit_s - facts.ran_s)


def _attributes(facts: Facts) -> float:
    """The values of all attributes, including those given by node features."""
    mapped = {feature.lower() for feature in facts.rules.config.value("NODETOJOBATTRMAP")}
    features = (name for name in facts.job.features if name.lower() in mapped)
    return facts.rules.config.job_value("ATTR", (*facts.job.attributes, *features))


def _number_in(text: str) -> int:
    """The first number in a text; one of more than 15 digits counts as 10¹⁵."""
    found = _DIGITS.search(text)
    return 0 if found is None else int(min(_LARGEST, float(found[0])))


RAW: Final[dict[str, Callable[[Facts], float | None]]] = {
    **{kind.name: _priority(kind) for kind in CredentialKind},
    "CLASS": _class_priority,
    **{f"FS{kind.name}": _delta(kind) for kind in CredentialKind},
    **{
        f"FSG{kind.name}": _global_delta(kind)
        for kind in (CredentialKind.USER, CredentialKind.GROUP, CredentialKind.ACCOUNT)
    },
    "FSJPU": _user_now("jobs"),
    "FSPPU": _user_now("procs"),
    "FSPSPU": _user_now("proc_s"),
    "WCACCURACY": _user_now("accuracy"),
    "NODE": lambda facts: sum(group.nodes for group in facts.job.tasks),
    "PROC": _procs,
    "MEM": lambda facts: sum(group.tasks * group.mem_mb for group in facts.job.tasks),
    "SWAP": lambda facts: sum(group.tasks * group.swap_mb for group in facts.job.tasks),
    "DISK": lambda facts: sum(group.tasks * group.disk_mb for group in facts.job.tasks),
    "PS": lambda facts: None if facts.limit_s is None else facts.job.procs * facts.limit_s,
    "PE": lambda facts: processor_equivalents(facts.job, facts.rules),
    "WALLTIME": _walltime,
    "QUEUETIME": lambda facts: None if facts.queued_s is None else facts.queued_s / 60,
    "XFACTOR": lambda facts: facts.xfactor,
    "BYPASS": lambda facts: facts.job.bypassed,
    "STARTCOUNT": lambda facts: facts.job.restarts,
    "DEADLINE": _deadline,
    "SPVIOLATION": lambda facts: float(facts.job.soft_violation),
    "USERPRIO": _user_priority,
    "TARGETQUEUETIME": lambda facts: closeness(facts.queued_s, facts.qos.qttarget),
    "TARGETXFACTOR": lambda facts: closeness(facts.xfactor, facts.qos.xftarget),
    "CONSUMED": lambda facts: None if facts.ran_s is None else facts.job.procs * facts.ran_s,
    "HUNGER": lambda facts: facts.job.hunger,
    "REMAINING": _remaining,
    "EXECUTIONTIME": lambda facts: facts.ran_s,
    "PERCENT": lambda facts: (
        None if facts.limit_s is None or facts.ran_s is None else 100 * facts.ran_s / facts.limit_s
    ),
    "ATTRATTR": _attributes,
    "ATTRSTATE": lambda facts: facts.rules.config.job_values.get("STATE", {}).get(facts.job.state, 0),
    "ATTRGRES": lambda facts: facts.rules.config.job_value("GRES", facts.job.resources),
    "JOBID": lambda facts: _number_in(facts.job.id.partition(".")[0].partition("[")[0]),
    "JOBNAME": lambda facts: _number_in(facts.job.name or ""),
}
"""The function for each subfactor's raw value."""
