"""A cycle summed up: what each submitter and each group had, won, lost and has, and the one reason why it got no more.

Every screen, format and script reads these figures; none is computed anywhere else.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from userprio.accounting.quotas import ROOT, assigned_number, fold
from userprio.negotiation.outcome import (
    PRECEDENCE,
    Because,
    GroupOutcome,
    LeftJobs,
    Loss,
    Match,
    Outcome,
    PassKind,
    Reason,
    Unvisited,
    Visit,
)


class ReasonCount(Struct, frozen=True):
    """A reason, and how many jobs it keeps waiting."""

    reason: Reason
    jobs: int
    refused: str | None
    """Why most of these jobs were last refused, in HTCondor's words; None if they were not."""


class Takeover(Struct, frozen=True):
    """Slots that pass from one user to another by preemption."""

    winner: str
    loser: str
    because: Because
    slots: tuple[str, ...]
    """By name, in the order of the matches."""
    weight: float
    """What the loser is charged for them."""


class SubmitterSummary(Struct, frozen=True):
    """One submitter in a cycle. Weights are sums of SlotWeight; `held` + `won` - `lost` = `holds`."""

    name: str
    group: str | None
    """The group that it belongs to; None without groups. With autoregroup, visits may be in the turns of others."""
    priority: float | None
    """Effective priority; None if it was never visited."""
    factor: float | None
    share: float | None
    """Fraction of the pie in its own turn, 0 to 1; a visit for its floor counts only if there is no other."""
    limit: float | None
    """Weight that it could win in that turn."""
    due: float | None
    """Weight of its share of the pie in that turn; None if that is not a number."""
    held: float
    """Weight in use when the cycle began."""
    won: float
    lost: float
    """Weight that others take from it by preemption."""
    holds: float
    """Weight after the cycle."""
    matches: int
    jobs: int
    """Jobs expected to start from its matches; with `left` they are its idle jobs."""
    left: int
    """Idle jobs that no match is expected to start."""
    reason: Reason | None
    """Why most of the jobs left wait, of equals the first in the order of `Reason`; SATISFIED if none is left,
    NO_IDLE_JOBS if it had none, None if that was not looked at."""
    reasons: tuple[ReasonCount, ...]
    """All reasons, that of most jobs first; empty if no job is left."""

    @property
    def idle_jobs(self) -> int:
        """Its idle jobs when the cycle began."""
        return self.jobs + self.left

    @property
    def refused(self) -> str | None:
        """Why most of the jobs with its reason were last refused, in HTCondor's words; None if they were not."""
        return self.reasons[0].refused if self.reasons else None


class GroupTotals(Struct, frozen=True):
    """Figures of a group, by itself or with all its subgroups. All but `left` are weights."""

    quota: float
    """Effective quota; with subgroups, the quota of the subtree."""
    requested: float
    """Demand, running jobs included."""
    held: float
    """In use when the cycle began."""
    allocated: float
    """In the last round, surplus included."""
    won: float
    lost: float
    holds: float
    """After the cycle."""
    left: int
    """Idle jobs that no match is expected to start."""


class GroupSummary(Struct, frozen=True):
    """One group in a cycle."""

    name: str
    parent: str | None
    alone: GroupTotals
    """Its own submitters, not those of its subgroups."""
    whole: GroupTotals
    """With all its subgroups; the same where it has none."""
    has_subgroups: bool
    """Other groups are below it; false for the root, whose row stands for submitters without a group."""
    limit: int | None
    """The limit of its last turn, see `Pass`; None if it had none."""


class IdleJobs(Struct, frozen=True):
    """Jobs that no match is expected to start, for one reason."""

    reason: Reason | None
    """None: nobody looked into it."""
    jobs: int
    submitters: int
    """How many submitters have such jobs."""
    most: str
    """The submitter that has most of them."""


class Loser(Struct, frozen=True):
    """A submitter from which others take slots."""

    name: str
    slots: int
    """Each with a job that has to go."""
    weight: float


class CycleSummary(Struct, frozen=True):
    """A cycle summed up."""

    submitters: tuple[SubmitterSummary, ...]
    """Those visited, in the order of first visits, then those with idle jobs whose turn never came, then those who
    only lose slots."""
    groups: tuple[GroupSummary, ...]
    """As in `Outcome.groups`."""
    takeovers: tuple[Takeover, ...]
    """Who takes slots from whom, in the order of the first match."""
    waiting: tuple[IdleJobs, ...]
    """The idle jobs left by reason, that of most jobs first, equals in the order of `Reason`, those without any last;
    together they are `idle_left`."""
    losers: tuple[Loser, ...]
    """Those who lose most slots first."""
    matches: int
    weight: float
    """Weight charged for the matches."""
    served: int
    """Submitters that got at least one match."""
    asking: int
    """Submitters with idle jobs: visited, or never visited."""
    idle_left: int
    """Idle jobs that no match is expected to start."""
    jobs: int
    """Jobs expected to start from the matches, see `Match.jobs`."""
    unmatched: int
    """Idle jobs without a match; some may start on what others leave of a partitionable slot."""
    out_of_time: int
    """Submitters that a time limit stopped, or left no time for, at one schedd or more."""

    def submitter(self, name: str) -> SubmitterSummary | None:
        """That of a submitter, by its full name."""
        return next((submitter for submitter in self.submitters if submitter.name == name), None)


def last_visits(visits: Iterable[Visit]) -> list[Visit]:
    """The last visit of each submitter at each of its schedds."""
    return list({(visit.submitter, visit.schedd): visit for visit in visits}.values())


def own_turn(visits: Sequence[Visit]) -> Visit | None:
    """The visit of a submitter that its share and limit are those of: the first that is not for its floor, or else the
    first; None if it was never visited."""
    usual = (visit for visit in visits if visit.kind is PassKind.NORMAL)
    return next(usual, visits[0] if visits else None)


def reasons_of(waiting: Iterable[LeftJobs]) -> tuple[ReasonCount, ...]:
    """The reasons of these jobs, that of most jobs first, equals in the order of `Reason`."""
    jobs: Counter[Reason] = Counter()
    refused: defaultdict[Reason, Counter[str]] = defaultdict(Counter)
    for left_jobs in waiting:
        jobs[left_jobs.reason] += left_jobs.jobs
        if left_jobs.refused is not None:
            refused[left_jobs.reason][left_jobs.refused] += left_jobs.jobs
    order = sorted(jobs, key=lambda reason: (-jobs[reason], PRECEDENCE[reason]))
    return tuple(
        ReasonCount(reason, jobs[reason], max(refused[reason], key=refused[reason].__getitem__, default=None))
        for reason in order
    )


def visit_reasons(outcome: Outcome) -> list[Reason | None]:
    """For each visit that is the last of its submitter at its schedd, why most jobs left there wait; else None."""
    last = {(visit.submitter, visit.schedd): place for place, visit in enumerate(outcome.visits)}
    reasons: list[Reason | None] = [None] * len(outcome.visits)
    waiting: dict[tuple[str, str | None], list[LeftJobs]] = {}
    for jobs in outcome.waiting:
        waiting.setdefault((jobs.submitter, jobs.schedd), []).append(jobs)
    for where, place in last.items():
        counts = reasons_of(waiting.get(where, ()))
        reasons[place] = counts[0].reason if counts else None if outcome.visits[place].left else Reason.SATISFIED
    return reasons


def summarise(outcome: Outcome) -> CycleSummary:
    """Sum a cycle up; reasons are known only of an outcome of `diagnosed`."""
    submitters = _submitters(outcome)
    jobs = sum(match.jobs for match in outcome.matches)
    left = sum(left_jobs.left for left_jobs in submitters)
    return CycleSummary(
        submitters=tuple(submitters),
        groups=tuple(_groups(outcome)),
        takeovers=tuple(_takeovers(outcome.losses)),
        waiting=_waiting(submitters),
        losers=_losers(outcome.losses),
        matches=len(outcome.matches),
        weight=sum(match.cost for match in outcome.matches),
        served=len({match.submitter for match in outcome.matches}),
        asking=len(
            {visit.submitter for visit in outcome.visits} | {unvisited.submitter for unvisited in outcome.unvisited}
        ),
        idle_left=left,
        jobs=jobs,
        unmatched=max(left + jobs - len(outcome.matches), 0),
        out_of_time=len({visit.submitter for visit in outcome.visits if visit.time_limit is not None}),
    )


def _submitters(outcome: Outcome) -> list[SubmitterSummary]:
    visits: dict[str, list[Visit]] = {}
    for visit in outcome.visits:
        visits.setdefault(visit.submitter, []).append(visit)
    never: dict[str, list[Unvisited]] = {}
    for unvisited in outcome.unvisited:
        never.setdefault(unvisited.submitter, []).append(unvisited)
    losses: dict[str, list[Loss]] = {}
    for loss in outcome.losses:
        losses.setdefault(loss.submitter, []).append(loss)
    matches: dict[str, list[Match]] = {}
    for match in outcome.matches:
        matches.setdefault(match.submitter, []).append(match)
    waiting: dict[str, list[LeftJobs]] = {}
    for jobs in outcome.waiting:
        waiting.setdefault(jobs.submitter, []).append(jobs)
    # The root comes first, and goes by no name of a submitter.
    numbers = {fold(group.name): number for number, group in enumerate(outcome.groups) if number}
    return [
        _submitter(
            outcome,
            name,
            outcome.groups[assigned_number(name, numbers)].name if outcome.groups else None,
            visits.get(name, []),
            never.get(name, []),
            matches.get(name, []),
            losses.get(name, []),
            waiting.get(name, []),
        )
        for name in dict.fromkeys((*visits, *never, *losses))
    ]


def _submitter(
    outcome: Outcome,
    name: str,
    group: str | None,
    visits: Sequence[Visit],
    never: Sequence[Unvisited],
    matches: Sequence[Match],
    losses: Sequence[Loss],
    waiting: Sequence[LeftJobs],
) -> SubmitterSummary:
    turn = own_turn(visits)
    held, won, lost = (
        outcome.usage.get(name, 0.0),
        sum(match.cost for match in matches),
        sum(loss.weight for loss in losses),
    )
    reasons = reasons_of(waiting)
    left = sum(visit.left for visit in last_visits(visits)) + sum(unvisited.idle_jobs for unvisited in never)
    return SubmitterSummary(
        name=name,
        group=group,
        priority=None if turn is None else turn.priority,
        factor=None if turn is None else turn.factor,
        share=None if turn is None else turn.share,
        limit=None if turn is None else turn.limit,
        due=None if turn is None else _due(turn, outcome.pool.weight),
        held=held,
        won=won,
        lost=lost,
        holds=held + won - lost,
        matches=len(matches),
        jobs=sum(match.jobs for match in matches),
        left=left,
        reason=_reason(reasons, left, visits),
        reasons=reasons,
    )


def _reason(reasons: Sequence[ReasonCount], left: int, visits: Sequence[Visit]) -> Reason | None:
    if reasons or left:
        return reasons[0].reason if reasons else None
    # Whoever only loses slots had no idle job that could have got one.
    return Reason.SATISFIED if visits else Reason.NO_IDLE_JOBS


def _due(turn: Visit, pool: float) -> float | None:
    pie = pool if turn.group_limit is None else max(min(pool, turn.group_limit), 0.0)
    due = turn.share * pie
    return due if math.isfinite(due) else None


def _takeovers(losses: Iterable[Loss]) -> Iterable[Takeover]:
    by_pair: dict[tuple[str, str, Because], list[Loss]] = {}
    for loss in losses:
        by_pair.setdefault((loss.to, loss.submitter, loss.because), []).append(loss)
    return (
        Takeover(*pair, tuple(loss.slot for loss in lost), sum(loss.weight for loss in lost))
        for pair, lost in by_pair.items()
    )


def _waiting(submitters: Iterable[SubmitterSummary]) -> tuple[IdleJobs, ...]:
    by_reason: dict[Reason | None, dict[str, int]] = {}
    for submitter in submitters:
        unexplained = submitter.left
        for count in submitter.reasons:
            by_reason.setdefault(count.reason, {})[submitter.name] = count.jobs
            unexplained -= count.jobs
        if unexplained > 0:
            by_reason.setdefault(None, {})[submitter.name] = unexplained
    waiting = [
        IdleJobs(reason, sum(jobs.values()), len(jobs), max(jobs, key=jobs.__getitem__))
        for reason, jobs in by_reason.items()
    ]
    last = len(PRECEDENCE)

    def place(entry: IdleJobs) -> tuple[bool, int, int]:
        return entry.reason is None, -entry.jobs, last if entry.reason is None else PRECEDENCE[entry.reason]

    return tuple(sorted(waiting, key=place))


def _losers(losses: Sequence[Loss]) -> tuple[Loser, ...]:
    by_loser: dict[str, list[float]] = {}
    for loss in losses:
        by_loser.setdefault(loss.submitter, []).append(loss.weight)
    losers = (Loser(name, len(weights), sum(weights)) for name, weights in by_loser.items())
    return tuple(sorted(losers, key=lambda loser: -loser.slots))


_FIGURES: Final = ("requested", "held", "allocated", "won", "lost", "holds", "left")
"""The figures of a group that are the sums of its parts; quotas are not."""


def _groups(outcome: Outcome) -> list[GroupSummary]:
    limits = {step.group: step.limit for step in outcome.passes}
    below: defaultdict[str, list[str]] = defaultdict(list)
    alone = {}
    for group in outcome.groups:
        alone[group.name] = GroupTotals(
            quota=group.effective_quota,
            requested=group.requested,
            held=group.usage,
            allocated=group.allocated,
            won=group.won,
            lost=group.lost,
            holds=group.usage + group.won - group.lost,
            left=group.left,
        )
        if group.parent is not None:
            below[group.parent].append(group.name)

    def members(name: str) -> list[str]:
        return [name, *(member for child in below[name] for member in members(child))]

    def whole(group: GroupOutcome) -> GroupTotals:
        parts = [alone[name] for name in members(group.name)]
        return GroupTotals(group.subtree_quota, *(sum(getattr(part, name) for part in parts) for name in _FIGURES))

    return [
        GroupSummary(
            name=group.name,
            parent=group.parent,
            alone=alone[group.name],
            whole=whole(group) if below[group.name] else alone[group.name],
            has_subgroups=bool(below[group.name]) and group.name != ROOT,
            limit=limits.get(group.name),
        )
        for group in outcome.groups
    ]
