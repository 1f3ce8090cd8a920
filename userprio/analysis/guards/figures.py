"""The rows that guards are about: figures of users, groups and the pool, as things are and with the changes."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from math import fsum
from typing import Final, TypeAlias

from msgspec import Struct, structs

from userprio.accounting.quotas import build_tree
from userprio.analysis.aim import Members
from userprio.analysis.check import Finding, Situation, check, not_ignored
from userprio.analysis.guards.comparison import GuardColumn, GuardHorizon, GuardSubject
from userprio.analysis.plan import CycleFigures, Plan, VariantPair, variant_pairs
from userprio.base import counted
from userprio.config import Config
from userprio.negotiation import Chance, Outcome, Reason
from userprio.pool import ScenarioData
from userprio.simulation import Figures, Forecast, Replay

Side = Mapping[GuardColumn, float | None]
"""The figures of a row on one side; None, or no entry: there is none."""

_Members: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""The submitters that a row adds up, before and after."""

_SUMS: Final = {GuardColumn.WON: "won", GuardColumn.PREEMPTED: "lost", GuardColumn.IDLE: "left"}
"""Columns that are sums of figures of a submitter's summary."""
_NOT_SIMULATED: Final = (Reason.JOBS_MISSING, Reason.NOT_SIMULATED)
_UNKNOWN: Final = (Chance.SLOT_ORDER, Chance.AUTOCLUSTER_IDS, Chance.CLOCK)
"""What the cycle may hang on without any variant of it that is known."""


class GuardRow(Struct, frozen=True):
    """A user, a group with its subgroups, or the pool, before and after."""

    subject: GuardSubject
    name: str
    """Empty for the pool."""
    group: str
    """Of a user; that of a group is itself."""
    members: _Members
    before: Side
    after: Side
    caveats: tuple[str, ...] = ()
    """What of it is not simulated."""
    reason: Reason | None = None
    """Of a user, why most of its idle jobs wait after the cycle with the changes; None if that is not known."""


class GuardedFigures(Struct, frozen=True):
    """All rows, and what is known about how firm they are."""

    over: GuardHorizon
    at: int
    """The moment of the pool, in seconds since the epoch."""
    rows: tuple[GuardRow, ...]
    pool_weight: float
    """With the changes."""
    variants: tuple[VariantPair, ...] = ()
    caveats: tuple[str, ...] = ()
    """What is true of all rows."""


def new_findings(present: ScenarioData, after: ScenarioData) -> tuple[Finding, ...]:
    """What `check` finds with the changes only; findings that their files suppress do not count."""
    found = [not_ignored(check(Situation(side)), side.config.within) for side in (present, after)]
    known = {(finding.code, finding.happens) for finding in found[0]}
    return tuple(finding for finding in found[1] if (finding.code, finding.happens) not in known)


def in_cycle(plan: Plan, present: ScenarioData, after: ScenarioData) -> GuardedFigures:
    """The figures of the two cycles of a plan, of these scenarios."""
    sides = [_CycleSide(plan.before, present), _CycleSide(plan.after, after)]
    unattributed = plan.difference.unattributed
    unknown = [chance for chance in _UNKNOWN if any(chance in side.outcome.left_to_chance for side in sides)]
    caveats = [f"the cycle hangs on something that is not known beforehand: {chance}" for chance in unknown]
    if unattributed:
        matches = counted(unattributed, "match preempts", "matches preempt")
        caveats.append(
            f"{matches} slots of which it is not known whose they were, so that nobody is shown to lose them"
        )
    return GuardedFigures(
        GuardHorizon.CYCLE,
        after.now,
        tuple(_rows(sides[0], sides[1])),
        plan.difference.pool.weight.after or 0.0,
        tuple(variant_pairs(plan.before, plan.after)),
        tuple(caveats),
    )


class _Side:
    """One side: who there is, and their figures."""

    def __init__(self, config: Config, names: Iterable[str]) -> None:
        self.tree, self.names = build_tree(config), frozenset(names)
        members = Members(self.tree, sorted(self.names))
        self.groups = {group.name: frozenset(members.of(group.name)) for group in self.tree.groups}

    def figures(self, subject: GuardSubject, name: str, members: Collection[str]) -> Side:
        """The figures of a row that adds up these submitters."""
        raise NotImplementedError

    def caveats(self, names: Iterable[str]) -> Iterator[str]:
        """What of these submitters is not simulated."""
        return iter(())

    def reason(self, name: str) -> Reason | None:
        """Why most of a submitter's idle jobs wait; None if that is not known."""
        return None


def _rows(before: _Side, after: _Side) -> Iterator[GuardRow]:
    nobody: frozenset[str] = frozenset()
    for name in sorted(before.names | after.names):
        own = frozenset({name})
        group = (after if name in after.names else before).tree.assigned(name).name
        yield _row(GuardSubject.USER, name, group, (before, after), (own, own))
    for name in dict.fromkeys((*before.groups, *after.groups)):
        members = before.groups.get(name, nobody), after.groups.get(name, nobody)
        yield _row(GuardSubject.GROUP, name, name, (before, after), members)
    yield _row(GuardSubject.POOL, "", "", (before, after), (before.names, after.names))


def _row(subject: GuardSubject, name: str, group: str, sides: tuple[_Side, _Side], members: _Members) -> GuardRow:
    before, after = (side.figures(subject, name, own) for side, own in zip(sides, members, strict=True))
    caveats = dict.fromkeys(chain(*(side.caveats(own) for side, own in zip(sides, members, strict=True))))
    row = GuardRow(subject, name, group, members, before, after, tuple(caveats), sides[1].reason(name))
    return with_weights(row, before[GuardColumn.HOLDS] or 0.0, after[GuardColumn.HOLDS] or 0.0)


def with_weights(row: GuardRow, before: float, after: float) -> GuardRow:
    """The row, holding these weights before and after, with what it loses by that."""
    return structs.replace(
        row,
        before={**row.before, GuardColumn.HOLDS: before, GuardColumn.LOSES: 0.0},
        after={**row.after, GuardColumn.HOLDS: after, GuardColumn.LOSES: max(before - after, 0.0)},
    )


class _CycleSide(_Side):
    """The figures of one cycle."""

    def __init__(self, outcome: Outcome, scenario: ScenarioData) -> None:
        self.outcome, self.cycle = outcome, CycleFigures(outcome, scenario)
        super().__init__(scenario.config, {*self.cycle.visits, *self.cycle.names})
        self.preemptions = Counter(loss.submitter for loss in outcome.losses)

    def figures(self, subject: GuardSubject, name: str, members: Collection[str]) -> Side:
        """The sums, and what only a user, a group or the pool has."""
        figures: dict[GuardColumn, float | None] = {
            column: fsum(self.cycle.of(member, figure) for member in members) for column, figure in _SUMS.items()
        }
        figures[GuardColumn.HOLDS] = fsum(map(self.cycle.holds, members))
        figures[GuardColumn.PREEMPTIONS] = float(sum(self.preemptions[member] for member in members))
        match subject:
            case GuardSubject.USER:
                turn = self.cycle.own_turn(name)
                share, limit = (None, None) if turn is None else (turn.share, turn.limit)
                return {**figures, GuardColumn.SHARE: share, GuardColumn.LIMIT: limit}
            case GuardSubject.GROUP:
                group = self.cycle.groups.get(name)
                # The root stands for submitters without a group, to whom not all of its subtree is due.
                quota = None if group is None else group.subtree_quota if group.parent else group.effective_quota
                return {**figures, GuardColumn.LIMIT: self.cycle.limits.get(name), GuardColumn.QUOTA: quota}
        # Preemptions of slots included of which it is not known whose they were.
        figures[GuardColumn.PREEMPTIONS] = float(self.cycle.preempting)
        return {**figures, GuardColumn.IDLE_WEIGHT: self.cycle.idle}

    def caveats(self, names: Iterable[str]) -> Iterator[str]:
        """The idle jobs about which the dry run says nothing."""
        jobs: Counter[Reason] = Counter()
        for summary in filter(None, map(self.cycle.summary.get, names)):
            for own in summary.reasons:
                if own.reason in _NOT_SIMULATED:
                    jobs[own.reason] += own.jobs
        for reason, number in jobs.items():
            yield f"{counted(number, 'idle job is', 'idle jobs are')} not simulated: {reason}"

    def reason(self, name: str) -> Reason | None:
        """As the dry run found it."""
        summary = self.cycle.summary.get(name)
        return summary.reason if summary is not None and summary.left else None


class _TimeSide(_Side):
    """Weight-seconds in use over a time and, in a replay, what became of the jobs."""

    def __init__(
        self, config: Config, used: Mapping[str, float], pool_weight_s: float, seconds: float, jobs: Iterable[Figures]
    ) -> None:
        super().__init__(config, used)
        self.used, self.pool_weight_s, self.seconds = used, pool_weight_s, seconds
        self.jobs = {figures.name: figures for figures in jobs}

    def figures(self, subject: GuardSubject, name: str, members: Collection[str]) -> Side:
        """The weight that its submitters used, and what their jobs waited."""
        weight_s = fsum(self.used[member] for member in members)
        figures: dict[GuardColumn, float | None] = {
            GuardColumn.HOLDS: weight_s / self.seconds,
            GuardColumn.WEIGHT_HOURS: weight_s / 3600,
        }
        if subject is GuardSubject.POOL:
            figures[GuardColumn.IDLE_WEIGHT] = max(self.pool_weight_s - weight_s, 0.0) / self.seconds
        if (jobs := self.jobs.get(name)) is not None and jobs.jobs:
            figures[GuardColumn.PREEMPTIONS] = float(jobs.preemptions)
            figures[GuardColumn.WAIT_MEDIAN], figures[GuardColumn.WAIT_P95] = jobs.waits.median_s, jobs.waits.p95_s
        return figures


def in_forecast(before: Forecast, after: Forecast, present: ScenarioData, changed: ScenarioData) -> GuardedFigures:
    """The figures of two forecasts of these scenarios, over the same time."""
    sides = []
    for forecast, scenario in ((before, present), (after, changed)):
        seconds = max(forecast.times[-1] - forecast.times[0], 1)
        used = {course.name: course.used_weight_s for course in forecast.submitters}
        sides.append(_TimeSide(scenario.config, used, forecast.pool_weight * seconds, seconds, ()))
    warnings = tuple(dict.fromkeys(chain(before.warnings, after.warnings)))
    return GuardedFigures(GuardHorizon.FORECAST, changed.now, tuple(_rows(*sides)), after.pool_weight, caveats=warnings)


def in_replay(replay: Replay, present: ScenarioData, changed: ScenarioData) -> GuardedFigures:
    """The figures of a past period, under the policy in force and under the first of the others, if there is one."""
    seconds = max(replay.ends_at - replay.begins_at, 1.0)
    policies = replay.in_force, replay.policies[-1]
    sides = []
    for policy, scenario in zip(policies, (present, changed), strict=True):
        used = {figures.name: figures.used_weight_s for figures in policy.submitters}
        everybody = structs.replace(policy.everybody, name="")
        jobs = (*policy.submitters, *policy.groups, everybody)
        sides.append(_TimeSide(scenario.config, used, policy.pool_weight_s, seconds, jobs))
    caveats, calibration = list(replay.assumptions), replay.calibration
    if calibration is None:
        caveats.insert(0, "the history has no start in the period, so that nobody knows how close the replay is to it")
    elif not calibration.near:
        caveats.insert(0, f"this replay is not close to what really happened: {'; '.join(calibration.why_not)}")
    weight = policies[1].pool_weight_s / seconds
    return GuardedFigures(GuardHorizon.REPLAY, changed.now, tuple(_rows(*sides)), weight, caveats=tuple(caveats))
