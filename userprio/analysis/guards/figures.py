"""The rows that guards are about: figures of users, groups and the pool, as things are and with the changes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from math import fsum
from typing import Final

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
from userprio.simulation import Figures, Forecast, Replay, ReplayedPolicy

Side = Mapping[GuardColumn, float | None]
"""The figures of a row on one side; None, or no entry: there is none."""

_NOT_SIMULATED: Final = (Reason.JOBS_MISSING, Reason.NOT_SIMULATED)
_UNKNOWN: Final = (Chance.SLOT_ORDER, Chance.AUTOCLUSTER_IDS, Chance.CLOCK)
"""What the cycle may hang on without any variant of it that is known."""


class GuardRow(Struct, frozen=True):
    """A user, a group with its subgroups, or the pool, before and after."""

    subject: GuardSubject
    name: str
    """Empty for the pool."""
    before: Side
    after: Side
    group: str = ""
    """Of a user."""
    members: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """The submitters whose weights it adds up, before and after; empty for the pool, which adds up all."""
    caveats: tuple[str, ...] = ()
    """What of it is not simulated."""


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
    known = {(finding.code, finding.message) for finding in found[0]}
    return tuple(finding for finding in found[1] if (finding.code, finding.message) not in known)


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
        self.tree = build_tree(config)
        self.names = frozenset(names)
        self.members = Members(self.tree, sorted(self.names))
        self.groups = {group.name: frozenset(self.members.of(group.name)) for group in self.tree.groups}

    def user(self, name: str) -> Side:
        raise NotImplementedError

    def group(self, name: str) -> Side:
        raise NotImplementedError

    def pool(self) -> Side:
        raise NotImplementedError

    def caveats(self, names: Iterable[str]) -> Iterator[str]:
        """What of these submitters is not simulated."""
        return iter(())


def _rows(before: _Side, after: _Side) -> Iterator[GuardRow]:
    nobody: frozenset[str] = frozenset()
    for name in sorted(before.names | after.names):
        own = frozenset({name})
        group = (after if name in after.names else before).tree.assigned(name).name
        notes = dict.fromkeys((*before.caveats(own), *after.caveats(own)))
        yield _with_losses(
            GuardRow(GuardSubject.USER, name, before.user(name), after.user(name), group, (own, own), tuple(notes))
        )
    for name in dict.fromkeys((*before.groups, *after.groups)):
        members = before.groups.get(name, nobody), after.groups.get(name, nobody)
        notes = dict.fromkeys((*before.caveats(members[0]), *after.caveats(members[1])))
        yield _with_losses(
            GuardRow(GuardSubject.GROUP, name, before.group(name), after.group(name), name, members, tuple(notes))
        )
    notes = dict.fromkeys((*before.caveats(before.names), *after.caveats(after.names)))
    yield _with_losses(GuardRow(GuardSubject.POOL, "", before.pool(), after.pool(), caveats=tuple(notes)))


def _with_losses(row: GuardRow) -> GuardRow:
    """The row with what it loses: how much less it holds."""
    return with_weights(row, (row.before.get(GuardColumn.HOLDS) or 0.0, row.after.get(GuardColumn.HOLDS) or 0.0))


def with_weights(row: GuardRow, holds: tuple[float, float]) -> GuardRow:
    """The row, holding these weights before and after."""
    before, after = holds
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

    def user(self, name: str) -> Side:
        turn = self.cycle.own_turn(name)
        figures = self._sums((name,))
        return (
            {**figures, GuardColumn.SHARE: turn.share, GuardColumn.LIMIT: turn.limit} if turn is not None else figures
        )

    def group(self, name: str) -> Side:
        group = self.cycle.groups.get(name)
        # The root stands for submitters without a group, to whom not all of its subtree is due.
        quota = None if group is None else group.effective_quota if group.parent is None else group.subtree_quota
        limit = self.cycle.limits.get(name)
        return {**self._sums(self.groups.get(name, ())), GuardColumn.LIMIT: limit, GuardColumn.QUOTA: quota}

    def pool(self) -> Side:
        figures = {GuardColumn.PREEMPTIONS: float(self.cycle.preempting), GuardColumn.IDLE_WEIGHT: self.cycle.idle}
        return {**self._sums(self.names), **figures}

    def _sums(self, names: Iterable[str]) -> dict[GuardColumn, float | None]:
        own = sorted(names)
        return {
            GuardColumn.HOLDS: fsum(map(self.cycle.holds, own)),
            **{
                column: fsum(self.cycle.of(name, figure) for name in own)
                for column, figure in (
                    (GuardColumn.WON, "won"),
                    (GuardColumn.PREEMPTED, "lost"),
                    (GuardColumn.IDLE, "left"),
                )
            },
            GuardColumn.PREEMPTIONS: float(sum(self.preemptions[name] for name in own)),
        }

    def caveats(self, names: Iterable[str]) -> Iterator[str]:
        """The idle jobs about which the dry run says nothing."""
        jobs: Counter[Reason] = Counter()
        for summary in filter(None, map(self.cycle.summary.get, names)):
            for own in summary.reasons:
                if own.reason in _NOT_SIMULATED:
                    jobs[own.reason] += own.jobs
        for reason, number in jobs.items():
            yield f"{counted(number, 'idle job is', 'idle jobs are')} not simulated: {reason}"


class _TimeSide(_Side):
    """Weight-seconds in use over a time, and what else is known of its jobs."""

    def __init__(
        self,
        config: Config,
        used: Mapping[str, float],
        pool_weight_s: float,
        seconds: float,
        jobs: ReplayedPolicy | None,
    ) -> None:
        super().__init__(config, used)
        self.used, self.pool_weight_s, self.seconds = used, pool_weight_s, seconds
        everybody = () if jobs is None else (*jobs.submitters, *jobs.groups)
        self.jobs = {figures.name: figures for figures in everybody}
        self.everybody = None if jobs is None else jobs.everybody

    def user(self, name: str) -> Side:
        return self._figures((name,), self.jobs.get(name))

    def group(self, name: str) -> Side:
        return self._figures(self.groups.get(name, ()), self.jobs.get(name))

    def pool(self) -> Side:
        figures = self._figures(self.names, self.everybody)
        return {
            **figures,
            GuardColumn.IDLE_WEIGHT: max(self.pool_weight_s - fsum(self.used.values()), 0.0) / self.seconds,
        }

    def _figures(self, names: Iterable[str], jobs: Figures | None) -> dict[GuardColumn, float | None]:
        weight_s = fsum(self.used.get(name, 0.0) for name in sorted(names))
        figures: dict[GuardColumn, float | None] = {
            GuardColumn.HOLDS: weight_s / self.seconds,
            GuardColumn.WEIGHT_HOURS: weight_s / 3600,
        }
        if jobs is None or not jobs.jobs:
            return figures
        return {
            **figures,
            GuardColumn.PREEMPTIONS: float(jobs.preemptions),
            GuardColumn.WAIT_MEDIAN: jobs.waits.median_s,
            GuardColumn.WAIT_P95: jobs.waits.p95_s,
        }


def in_forecast(before: Forecast, after: Forecast, present: ScenarioData, changed: ScenarioData) -> GuardedFigures:
    """The figures of two forecasts of these scenarios, over the same time."""
    sides = []
    for forecast, scenario in ((before, present), (after, changed)):
        seconds = max(forecast.times[-1] - forecast.times[0], 1)
        used = {course.name: course.used_weight_s for course in forecast.submitters}
        sides.append(_TimeSide(scenario.config, used, forecast.pool_weight * seconds, seconds, None))
    warnings = tuple(dict.fromkeys(chain(before.warnings, after.warnings)))
    return GuardedFigures(GuardHorizon.FORECAST, changed.now, tuple(_rows(*sides)), after.pool_weight, caveats=warnings)


def in_replay(replay: Replay, present: ScenarioData, changed: ScenarioData) -> GuardedFigures:
    """The figures of a past period, under the policy in force and under the first of the others, if there is one."""
    seconds = max(replay.ends_at - replay.begins_at, 1.0)
    policies = replay.in_force, replay.policies[-1]
    sides = []
    for policy, scenario in zip(policies, (present, changed), strict=True):
        used = {figures.name: figures.used_weight_s for figures in policy.submitters}
        sides.append(_TimeSide(scenario.config, used, policy.pool_weight_s, seconds, policy))
    caveats, calibration = list(replay.assumptions), replay.calibration
    if calibration is None:
        caveats.insert(0, "the history has no start in the period, so that nobody knows how close the replay is to it")
    elif not calibration.near:
        caveats.insert(0, f"this replay is not close to what really happened: {'; '.join(calibration.why_not)}")
    weight = policies[1].pool_weight_s / seconds
    return GuardedFigures(GuardHorizon.REPLAY, changed.now, tuple(_rows(*sides)), weight, caveats=tuple(caveats))
