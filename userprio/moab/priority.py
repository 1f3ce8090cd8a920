"""The priority of a job with all its parts, and how another configuration would change the order of jobs."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from userprio.moab.jobs import AdminPriority, JobClass, MoabJob
from userprio.moab.parameters import Component, CredentialKind, Subfactor
from userprio.moab.raw import RAW, Facts, processor_equivalents
from userprio.moab.rules import ComponentRules, MoabRules, SubfactorRules
from userprio.moab.values import UsageMetric, clamp

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
    """The contribution of one component to the priority.

    Terms are created on demand, since a listing of many jobs does not need most of them.
    """

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
    return sorted((breakdown(job, rules) for job in jobs), key=lambda found: (-found.priority, id_order(found.job.id)))


def id_order(job_id: str) -> tuple[tuple[bool, int, str], ...]:
    """A key that sorts ids by the numbers in them: 9.0 before 10.0."""
    parts = job_id.replace("[", ".").replace("]", "").split(".")
    return tuple(
        (False, int(part), "") if part.isascii() and part.isdigit() and len(part) < 19 else (True, 0, part)
        for part in parts
    )


def breakdown(job: MoabJob, rules: MoabRules) -> Breakdown:
    """The priority of one job, term by term."""
    facts = Facts(job, rules)
    shares = tuple(
        [_share(facts, rule) for rule in rules.components if rule.component is not Component.USAGE or job.active]
    )
    contributions = [share.points for share in shares]
    total = sum(contributions)
    admin = _admin(job, rules)
    adjustments, priority = _adjust(total, admin, rules)
    return Breakdown(
        job,
        job.job_class(rules.now),
        shares,
        total,
        sum(map(abs, contributions)),
        adjustments,
        priority,
        admin is not None,
        _verdicts(facts, priority),
    )


def _share(facts: Facts, rule: ComponentRules) -> Share:
    raws = tuple([RAW[each.subfactor.name](facts) for each in rule.subfactors])
    weights = rule.weights
    if any(each.offsets for each in rule.subfactors):
        weights = tuple([each.weight + _added(facts, each.offset, each.offsets) for each in rule.subfactors])
    total = 0.0
    for raw, weight, each in zip(raws, weights, rule.subfactors, strict=True):
        if raw is not None:
            total += weight * clamp(raw, each.cap)
    capped = clamp(total, rule.cap)
    weight = rule.weight + _added(facts, rule.offset, rule.offsets)
    return Share(rule, raws, weights, total, capped, weight, weight * capped)


def _added(facts: Facts, attribute: str, kinds: tuple[CredentialKind, ...]) -> int:
    """The sum that a job's credentials add to a weight."""
    added = 0
    for kind in kinds:
        added += getattr(facts.rules.credential(kind, facts.job.belongs_to(kind)), attribute) or 0
    return added


def _admin(job: MoabJob, rules: MoabRules) -> AdminPriority | None:
    if job.admin is not None:
        return job.admin if job.admin.value else None
    of_qos = rules.credential(CredentialKind.QOS, job.qos).sysprio
    return AdminPriority(of_qos, relative=False) if of_qos else None


def _adjust(total: float, admin: AdminPriority | None, rules: MoabRules) -> tuple[tuple[Adjustment, ...], int]:
    steps = [("", total)]
    if total < LOWEST and not rules.negative_allowed:
        steps.append(("lower bound", LOWEST))
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
    if job.active:
        return ()
    found = []
    if priority < 0 and rules.config.value("REJECTNEGPRIOJOBS"):
        found.append("not started: negative priority")
    if rules.capped and rules.fair_share.on:
        for kind in rules.capped:
            name = job.belongs_to(kind)
            credential = rules.credential(kind, name)
            if name is None or not credential.caps:
                continue
            pes = rules.fair_share.policy.charge is UsageMetric.DEDICATED_PES
            added = (facts.limit_s or 0.0) * (processor_equivalents(job, rules) if pes else job.procs)
            reason = rules.fair_share.blocked(credential, kind, name, added)
            if reason is not None:
                found.append(f"blocked: {reason}")
    return tuple(found)


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
