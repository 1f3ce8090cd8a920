"""The priority of a job with all its parts, and how another configuration would change the order of jobs."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final

from msgspec import Struct

from userprio.moab.fairshare import FairShare
from userprio.moab.parameters import Component, Credential, CredentialKind, Subfactor, UsageMetric, clamp
from userprio.moab.rules import AdminPriority, ComponentRules, JobClass, MoabJob, MoabRules, SubfactorRules

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
        # What it has waited is known once it runs; the expansion factor of a running job stands still.
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
    # Per group, since each may lack another resource: the scarcest of one is not that of the next.
    for group in job.tasks:
        pairs = [(getattr(group, name), getattr(totals, name)) for name in ("procs", "mem_mb", "disk_mb", "swap_mb")]
        pe += group.tasks * max((asked / total for asked, total in pairs if asked and total), default=0.0)
    return totals.procs * pe


def _class_priority(facts: Facts) -> float:
    """Moab's own value if set, else the resource manager's, else Moab's default."""
    name = facts.job.class_
    if name is None:
        return 0
    # DEFAULT comes last, behind the resource manager, and so not by `credential` alone.
    own = facts.rules.config.own(CredentialKind.CLASS, name).priority
    if own is None:
        own = facts.rules.queues.get(name)
    return (facts.rules.credential(CredentialKind.CLASS, name).priority or 0) if own is None else own


def _priority(kind: CredentialKind) -> Callable[[Facts], float]:
    return lambda facts: facts.rules.credential(kind, facts.job.belongs_to(kind)).priority or 0


def _delta(
    kind: CredentialKind, share: Callable[[MoabRules, CredentialKind, str], FairShare]
) -> Callable[[Facts], float]:
    def delta(facts: Facts) -> float:
        name = facts.job.belongs_to(kind)
        return 0.0 if name is None else share(facts.rules, kind, name).delta

    return delta


def _global_share(rules: MoabRules, kind: CredentialKind, name: str) -> FairShare:
    return rules.global_fair_share.share(kind, name, rules.credential(kind, name).target)


def _user_now(field: str) -> Callable[[Facts], float]:
    def value(facts: Facts) -> float:
        user = None if facts.job.user is None else facts.rules.users.get(facts.job.user)
        return 0.0 if user is None else getattr(user, field) or 0.0

    return value


def _tent(facts: Facts, value: float | None, target: str) -> float | None:
    """Rises with slope 1 up to the target and falls with slope 1 beyond it; without a target, the value itself."""
    ideal = facts.rules.config.integer(target)
    # The manual says that the value is largest at the ideal, and not how it falls.
    return max(0.0, ideal - abs(value - ideal)) if ideal and value is not None else value


def _deadline(facts: Facts) -> float | None:
    """The fraction of the time from submission to deadline that has passed; that time is at least a second."""
    job = facts.job
    if job.deadline is None:
        return 0.0
    if job.submitted is None:
        return None
    # "Increases linearly" is all that the manual says; 1 at the deadline, and more after it.
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
        # Maui compares the target with a time of day here, which is surely not meant.
        return MISSED + (value - target)
    return 1 / max(_NEAREST, target - value) ** 2


def _of_run(value: Callable[[Facts, float, float], float]) -> Callable[[Facts], float | None]:
    """What follows from a job's limit and how long it has run, both in seconds; None if one is unknown."""
    return lambda facts: (
        None if facts.limit_s is None or facts.ran_s is None else value(facts, facts.limit_s, facts.ran_s)
    )


def _attributes(facts: Facts) -> float:
    """The values of all attributes, including those given by node features."""
    # Features count as attributes only where NODETOJOBATTRMAP names them.
    mapped = {feature.lower() for feature in facts.rules.config.value("NODETOJOBATTRMAP")}
    features = (name for name in facts.job.features if name.lower() in mapped)
    return facts.rules.config.job_value("ATTR", (*facts.job.attributes, *features))


def _number_in(text: str) -> int:
    """The first number in a text; one of more than 15 digits counts as 10¹⁵."""
    match = _DIGITS.search(text)
    return 0 if match is None else int(min(_LARGEST, float(match[0])))


RAW: Final[dict[str, Callable[[Facts], float | None]]] = {
    **{kind.name: _priority(kind) for kind in CredentialKind},
    "CLASS": _class_priority,
    **{f"FS{kind.name}": _delta(kind, MoabRules.share) for kind in CredentialKind},
    **{f"FSG{name}": _delta(CredentialKind[name], _global_share) for name in ("USER", "GROUP", "ACCOUNT")},
    "FSJPU": _user_now("jobs"),
    "FSPPU": _user_now("procs"),
    "FSPSPU": _user_now("proc_s"),
    "WCACCURACY": _user_now("accuracy"),
    "NODE": lambda facts: sum(group.nodes for group in facts.job.tasks),
    "PROC": lambda facts: _tent(facts, facts.job.procs, "PRIORITYTARGETPROCCOUNT"),
    "MEM": lambda facts: sum(group.tasks * group.mem_mb for group in facts.job.tasks),
    "SWAP": lambda facts: sum(group.tasks * group.swap_mb for group in facts.job.tasks),
    "DISK": lambda facts: sum(group.tasks * group.disk_mb for group in facts.job.tasks),
    "PS": lambda facts: None if facts.limit_s is None else facts.job.procs * facts.limit_s,
    "PE": lambda facts: processor_equivalents(facts.job, facts.rules),
    "WALLTIME": lambda facts: _tent(facts, facts.limit_s, "PRIORITYTARGETDURATION"),
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
    "REMAINING": _of_run(lambda facts, limit_s, ran_s: facts.job.procs * max(0.0, limit_s - ran_s)),
    "EXECUTIONTIME": lambda facts: facts.ran_s,
    "PERCENT": _of_run(lambda facts, limit_s, ran_s: 100 * ran_s / limit_s),
    "ATTRATTR": _attributes,
    "ATTRSTATE": lambda facts: facts.rules.config.job_values.get("STATE", {}).get(facts.job.state, 0),
    "ATTRGRES": lambda facts: facts.rules.config.job_value("GRES", facts.job.resources),
    "JOBID": lambda facts: _number_in(facts.job.id.partition(".")[0].partition("[")[0]),
    "JOBNAME": lambda facts: _number_in(facts.job.name or ""),
}
"""The function for each subfactor's raw value."""


LOWEST: Final = 1
"""The minimum of a computed priority, unless negative ones are allowed."""
HIGHEST: Final = 1_000_000_000
"""The maximum of a computed priority; administrators' absolute ones are above it."""


class Term(Struct, frozen=True):
    """The contribution of one subfactor to its component."""

    subfactor: Subfactor
    raw: float | None
    """None if unknown, which counts as 0."""
    capped: float
    cap: int
    """0 or less: no cap."""
    weight: int
    """Including what the job's credentials add."""
    points: float
    """Weight times capped value, before the component's own cap and weight."""

    @property
    def missing(self) -> bool:
        """The raw value is unknown, and the subfactor has weight."""
        return self.raw is None and self.weight != 0


class Share(Struct, frozen=True):
    """One component's contribution to the priority; terms are made on demand, as a listing of many jobs needs few."""

    rule: ComponentRules
    raws: tuple[float | None, ...]
    """The raw value of each subfactor; None if unknown."""
    weights: tuple[int, ...]
    """The weight of each subfactor, including what the job's credentials add."""
    sum: float
    capped: float
    weight: int
    """Including what the job's credentials add."""
    points: float

    @property
    def component(self) -> Component:
        """The component."""
        return self.rule.component

    @property
    def cap(self) -> int:
        """The cap on the sum; 0 or less: none."""
        return self.rule.cap

    @property
    def terms(self) -> tuple[Term, ...]:
        """The contributions of its subfactors."""
        return tuple(map(_term, self.rule.subfactors, self.raws, self.weights))


def _term(rule: SubfactorRules, raw: float | None, weight: int) -> Term:
    capped = 0.0 if raw is None else clamp(raw, rule.cap)
    return Term(rule.subfactor, raw, capped, rule.cap, weight, weight * capped)


class Adjustment(Struct, frozen=True):
    """A step between the sum of the components and the priority."""

    name: str
    before: float
    after: float


class Breakdown(Struct, frozen=True):
    """A job's priority and all its parts; the sum and the adjustments give exactly the priority."""

    job: MoabJob
    job_class: JobClass
    shares: tuple[Share, ...]
    sum: float
    magnitude: float
    """The sum of the components' magnitudes, which is 100 percent."""
    adjustments: tuple[Adjustment, ...]
    priority: int
    administered: bool
    """It includes an administrator's priority."""
    verdicts: tuple[str, ...] = ()
    """Why the job would not start, whatever its priority."""

    def points(self, component: Component) -> float:
        """The contribution of a component; 0 if it does not count."""
        return next((share.points for share in self.shares if share.component is component), 0.0)

    def percent(self, component: Component) -> float:
        """The percentage of a component, by magnitude."""
        return 100 * abs(self.points(component)) / self.magnitude if self.magnitude else 0.0

    @property
    def missing(self) -> tuple[str, ...]:
        """Subfactors that have a weight but cannot be computed."""
        lacking = [share for share in self.shares if None in share.raws]
        return tuple(term.subfactor.name for share in lacking for term in share.terms if term.missing)


def prioritise(jobs: Iterable[MoabJob], rules: MoabRules) -> list[Breakdown]:
    """All jobs with their priorities, highest first, ties by job id."""
    return sorted((breakdown(job, rules) for job in jobs), key=lambda own: (-own.priority, id_order(own.job.id)))


def id_order(job_id: str) -> tuple[tuple[bool, int, str], ...]:
    """A key that sorts ids by the numbers in them: 9.0 before 10.0."""
    return tuple(
        (False, int(part), "") if part.isascii() and part.isdigit() and len(part) < 19 else (True, 0, part)
        for part in job_id.replace("[", ".").replace("]", "").split(".")
    )


def breakdown(job: MoabJob, rules: MoabRules) -> Breakdown:
    """The priority of one job, term by term."""
    facts = Facts(job, rules)
    # USAGE is of jobs that run; a waiting one has used nothing.
    counting = (rule for rule in rules.components if rule.component is not Component.USAGE or job.active)
    shares = tuple([_share(facts, rule) for rule in counting])
    contributions = [share.points for share in shares]
    total, magnitude, admin = sum(contributions), sum(map(abs, contributions)), _admin(job, rules)
    adjustments, priority = _adjust(total, admin, rules)
    computed = shares, total, magnitude, adjustments, priority, admin is not None
    return Breakdown(job, job.job_class(rules.now), *computed, _verdicts(facts, priority))


def _share(facts: Facts, rule: ComponentRules) -> Share:
    raws = tuple([RAW[term.subfactor.name](facts) for term in rule.subfactors])
    weights = rule.weights
    if any(term.offsets for term in rule.subfactors):
        weights = tuple([term.weight + _added(facts, term.offset, term.offsets) for term in rule.subfactors])
    total = 0.0
    for raw, weight, term in zip(raws, weights, rule.subfactors, strict=True):
        if raw is not None:
            total += weight * clamp(raw, term.cap)
    capped = clamp(total, rule.cap)
    weight = rule.weight + _added(facts, rule.offset, rule.offsets)
    return Share(rule, raws, weights, total, capped, weight, weight * capped)


def _added(facts: Facts, attribute: str, kinds: tuple[CredentialKind, ...]) -> int:
    own = (facts.rules.credential(kind, facts.job.belongs_to(kind)) for kind in kinds)
    return sum(getattr(credential, attribute) or 0 for credential in own)


def _admin(job: MoabJob, rules: MoabRules) -> AdminPriority | None:
    if job.admin is not None:
        return job.admin if job.admin.value else None
    of_qos = rules.credential(CredentialKind.QOS, job.qos).sysprio
    return AdminPriority(of_qos, relative=False) if of_qos else None


def _adjust(total: float, admin: AdminPriority | None, rules: MoabRules) -> tuple[tuple[Adjustment, ...], int]:
    steps = [("", total)]
    if total < LOWEST and not rules.negative_allowed:
        steps.append(("lower bound", LOWEST))
    # Both bounds come before the administrator, whose absolute priority must stay above every other.
    if total > HIGHEST:
        steps.append(("upper bound", HIGHEST))
    value = steps[-1][1]
    if admin is not None:
        value = value + admin.value if admin.relative else HIGHEST + admin.value
        steps.append(("administrator", value))
    # Rounded, as in published tables of `mdiag -p` (50.0 + 17.6 + 69.2 is 137 there); Maui dropped the fraction.
    priority = round(value)
    if priority != value:
        steps.append(("rounding", priority))
    return tuple([Adjustment(name, before, after) for (_, before), (name, after) in pairwise(steps)]), priority


def _verdicts(facts: Facts, priority: int) -> tuple[str, ...]:
    job, rules = facts.job, facts.rules
    # What would keep it from starting no longer matters.
    if job.active:
        return ()
    verdicts = []
    if priority < 0 and rules.config.value("REJECTNEGPRIOJOBS"):
        verdicts.append("not started: negative priority")
    for kind in rules.capped if rules.fair_share.on else ():
        name = job.belongs_to(kind)
        credential = rules.credential(kind, name)
        if name is not None and credential.caps:
            pes = rules.fair_share.policy.charge is UsageMetric.DEDICATED_PES
            added = (facts.limit_s or 0.0) * (processor_equivalents(job, rules) if pes else job.procs)
            if reason := rules.fair_share.blocked(credential, kind, name, added):
                verdicts.append(f"blocked: {reason}")
    return tuple(verdicts)


class RankChange(Struct, frozen=True):
    """A job before and after; ranks count from 1."""

    before: Breakdown
    after: Breakdown
    rank_before: int
    rank_after: int

    @property
    def gained(self) -> int:
        """Points of priority gained."""
        return self.after.priority - self.before.priority

    @property
    def climbed(self) -> int:
        """Ranks gained."""
        return self.rank_before - self.rank_after


def compare(before: Sequence[Breakdown], after: Sequence[Breakdown]) -> list[RankChange]:
    """The changes between two configurations for the same jobs, in the order of the second."""
    ranks = {id(old.job): (rank, old) for rank, old in enumerate(before, 1)}
    return [RankChange(ranks[id(new.job)][1], new, ranks[id(new.job)][0], rank) for rank, new in enumerate(after, 1)]
