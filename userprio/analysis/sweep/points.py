"""Sweeps: the pool with each of a range of values, and the figures of everybody, over a cycle or a longer time.

Several ranges make a grid. Each point is the scenario with its changes made by `plan.changed`, and is judged by one
cycle, by where the pool settles, or by a past period that is replayed: by what `negotiate`, `forecast` and `replay`
show of it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from fnmatch import translate
from functools import partial, reduce
from itertools import count
from typing import Final, TypeAlias

from msgspec import Struct, structs

from userprio.accounting.quotas import GroupTree, build_tree
from userprio.analysis.plan import ChangePlace, Changes, CycleFigures, Horizon, MadeChanges, changed, reads_alike
from userprio.analysis.sweep.machines import Machines, check_removal, machine_changes, machines_like
from userprio.analysis.sweep.measures import USUAL, By, Measure
from userprio.analysis.sweep.ranges import FORMS_OF_RANGES, MACHINES, Dimension, combinations
from userprio.base import BadInput, Progress, Stopped, counted, near_misses, run_each
from userprio.classad import Evaluator, text_of
from userprio.config import Config
from userprio.negotiation import Memory, negotiate
from userprio.pool import ScenarioData
from userprio.simulation import (
    AVERAGED_CYCLES,
    IN_FORCE,
    SETTLING_CYCLES,
    Calibration,
    Enough,
    Figures,
    ForecastTerms,
    ReplayDifferences,
    ReplayedPolicy,
    ReplayTerms,
    Sampling,
    WaitBound,
    WeekWaits,
    check_days,
    find_steady_state,
    first_that_holds,
    replay_differences,
    replay_history,
    set_up_replay,
    weekly_waits,
)
from userprio.simulation.history import History

_NOUNS: Final = {Horizon.CYCLE: "cycle", Horizon.LONG_RUN: "long run", Horizon.REPLAY: "replay"}
ROOT: Final = "<none>"
"""The group of submitters without one."""
_Figures: TypeAlias = Mapping[Measure, float | None]


class PeriodFigures(Struct, frozen=True):
    """What became of all jobs of a replayed period, and of the slots."""

    weight: float
    """Mean weight of all slots: cores, unless SlotWeight says otherwise."""
    jobs: int
    started: int
    finished: int
    median_wait_s: float
    """Jobs that never started count as waiting until the end of the period, here and below."""
    p95_wait_s: float
    mean_wait_s: float
    idle_weight_s: float
    """Weight-seconds that nobody used."""
    idle_share: float
    """`idle_weight_s` as a fraction of the slots' capacity."""
    idle_while_waiting_weight_s: float
    """The part of it while waiting jobs asked for as much."""
    badput_weight_s: float
    """Weight-seconds of runs that were interrupted."""
    jain: float
    """How evenly use followed entitlement, see `Fairness`."""
    saved_s: float | None = None
    """Seconds of waiting, of all jobs, that a weight-hour more than in the present pool saves; with fewer machines the
    seconds that a weight-hour less costs. None with the weight of the present pool."""


class SweepPoint(Struct, frozen=True):
    """The pool with one value of each dimension."""

    values: tuple[str, ...]
    as_it_is: bool
    """Whether these values are the present ones, however they are written: 12.0 is 12."""
    figures: Mapping[str, Mapping[Measure, float | None]]
    """By submitter or group; None where a figure does not exist."""
    totals: Mapping[Measure, float | None]
    """Over everybody, shown or not; only of measures that add up."""
    period: PeriodFigures | None = None
    """Of a replay."""
    differences: ReplayDifferences | None = None
    """From what is in force, in drawn periods, if these were asked for."""

    def figure(self, name: str, measure: Measure) -> float | None:
        """The figure of a submitter or group; if it is absent at this point, 0 where figures add up, else None."""
        own = self.figures.get(name)
        return own[measure] if own is not None else 0.0 if measure.adds_up else None


class SweptPeriod(Struct, frozen=True):
    """The past period of a sweep over replays."""

    begins_at: float
    ends_at: float
    in_force: SweepPoint
    """The period without the values of the ranges; it has no values."""
    calibration: Calibration | None
    """How close that comes to what really happened; None: the history does not tell."""
    enough: Enough | None
    """The first of the points that keep to a bound on waits, if one was given."""
    holds_as_it_is: bool | None
    """Whether the period in force keeps to that bound."""
    assumptions: tuple[str, ...]


class Sweep(Struct, frozen=True):
    """A pool over a range of values, or a grid of several."""

    at: int
    over: Horizon
    dimensions: tuple[Dimension, ...]
    measures: tuple[Measure, ...]
    by: By
    names: tuple[str, ...]
    """Submitters or groups, sorted by how much their first measure varies, most first, then by name."""
    points: tuple[SweepPoint, ...]
    """The values of the last dimension change fastest."""
    remarks: tuple[str, ...]
    """Assumptions and the cycles' warnings, each once."""
    models: tuple[str, ...] = ()
    """What machines that are added are like, a sentence each."""
    past: SweptPeriod | None = None
    """Of a sweep over replays."""


def sweep(
    present: ScenarioData,
    dimensions: Sequence[Dimension],
    *,
    over: Horizon = Horizon.CYCLE,
    fixed: Changes | None = None,
    other: ScenarioData | None = None,
    measures: Sequence[Measure] | None = None,
    by: By = By.SUBMITTER,
    only: Sequence[str] = (),
    new: bool = False,
    terms: ForecastTerms | None = None,
    history: History | None = None,
    period: ReplayTerms | None = None,
    until_wait: WaitBound | None = None,
    sampling: Sampling | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Judge the pool with each combination of values. All of them are checked before the first is.

    `fixed` changes apply at every point; they are made to `other` if given, else to the present scenario. Without
    `measures` the usual ones of that time are shown. `only` limits names by patterns for the full name, the name
    without its domain, the user alone, or the group. `terms` say how long jobs run, for the long run. A replay needs a
    `history`, of which a `period` may be chosen; only replays have a bound on waits, and are drawn again and again with
    `sampling`, which shows how certain differences are. An `executor` judges points side by side.

    Raises:
        Stopped: `progress` raised it; with the points so far, if there are any.
        BadInput: a value cannot be set, there are too many points, or a pattern matches nobody.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter if a submitter is unknown.
    """
    if measures is None:
        measures = [measure for measure in USUAL[over] if measure.is_of(by)]
    for measure in measures:
        if over not in measure.over:
            raise BadInput(f"{measure} is not a figure of a {_NOUNS[over]}", hint=f"It is {measure.about}")
        if not measure.is_of(by):
            raise BadInput(f"{measure} is not a figure of a {by}", hint=f"It is {measure.about}")
    if not dimensions:
        raise BadInput("there is no range of values", hint=FORMS_OF_RANGES)
    if until_wait is not None and (over is not Horizon.REPLAY or len(dimensions) > 1):
        raise BadInput("the first value that keeps to a bound on waits is sought over a replay, in one range")
    if over is Horizon.REPLAY and any(dimension.kind == "jobs" for dimension in dimensions):
        raise BadInput("the jobs of a replay are those of its history", hint="jobs: is for a cycle or the long run")
    ranges = _Ranges(present, dimensions, fixed or Changes(), other, new=new)
    judge = _Judge(ranges, measures, by)
    if over is not Horizon.REPLAY:
        judged = judge.points(over, terms or ForecastTerms(), executor, progress)
    elif history is None:
        raise BadInput("a replay needs a history", hint="Name one with --history")
    else:
        judged = judge.replays(history, period or ReplayTerms(), until_wait, sampling, executor, progress)
    points: list[SweepPoint] = []
    stopped = False
    try:
        for point in judged:
            points.append(point)
    except Stopped:
        if not points:
            raise
        stopped = True
    groups = dict(judge.groups)
    if only and by is By.SUBMITTER:
        # Named submitters and groups are shown even if they neither have nor want anything.
        evaluator, tree = Evaluator(present.now), build_tree(present.config)
        names = (text_of(evaluator, ad, "Name") or "" for ad in present.pool.submitters)
        groups |= {name: tree.assigned(name).name for name in names if name not in groups}

    def spread(name: str) -> float:
        figures = [point.figure(name, measure) or 0.0 for point in points for measure in measures[:1]]
        return max(figures, default=0.0) - min(figures, default=0.0)

    ordered = tuple(sorted(_chosen(groups, only, by), key=lambda name: (-spread(name), name)))
    swept = Sweep(
        present.now,
        over,
        tuple(dimensions),
        tuple(measures),
        by,
        ordered,
        tuple(points),
        tuple(dict.fromkeys((*ranges.remarks, *judge.remarks))),
        tuple(ranges.models),
        judge.past,
    )
    if stopped:
        raise Stopped(swept, f"{len(points)} of {counted(len(ranges.combinations), _NOUNS[over])}")
    return swept


class _Ranges:
    """The scenario at each point of some ranges."""

    def __init__(
        self,
        present: ScenarioData,
        dimensions: Sequence[Dimension],
        fixed: Changes,
        other: ScenarioData | None,
        *,
        new: bool,
    ) -> None:
        self._present, self._other, self._dimensions, self._fixed, self._new = present, other, dimensions, fixed, new
        self.combinations = combinations(dimensions)
        self.base = self._changed(Changes())[0]
        """The scenario without any value of the ranges."""
        self.remarks: dict[str, None] = {}
        self.models: list[str] = []
        """What machines that are added are like, a sentence each."""
        self._machines: dict[str, Machines] = {}
        for dimension in dimensions:
            if dimension.kind == MACHINES:
                machines = self._machines[dimension.label] = machines_like(self.base, dimension.name)
                check_removal(-int(dimension.values[0]), machines, self.base, dimension.name)
                if int(dimension.values[-1]) > 0:
                    name, slots = next(iter(machines.items()))
                    self.models.append(f"machines that are added are like {name}, of {counted(len(slots), 'slot')}")
        # A mistake in the last value should not show after an hour of cycles.
        for values in self.combinations:
            self.at(values)

    @property
    def removes_machines(self) -> bool:
        """Whether some values are fewer machines than at present."""
        return any(it.kind == MACHINES and int(it.values[0]) < 0 for it in self._dimensions)

    def at(self, values: Sequence[str]) -> tuple[ScenarioData, bool]:
        """The scenario with these values, and whether they are the present ones."""
        scenario, inputs = self._changed(self._changes(values))
        self.remarks |= dict.fromkeys(inputs.remarks)
        return scenario, _changes_nothing(inputs, self._present.config, scenario.config)

    def is_base(self, values: Sequence[str]) -> bool:
        """Whether these values change nothing."""
        scenario, inputs = changed(self.base, self._changes(values), self.base.config)
        return _changes_nothing(inputs, self.base.config, scenario.config)

    def label(self, values: Sequence[str]) -> str:
        """The values as they would be typed."""
        return ", ".join(it.place(value) for it, value in zip(self._dimensions, values, strict=True))

    def _changed(self, changes: Changes) -> tuple[ScenarioData, MadeChanges]:
        present = self._present
        return changed(present if self._other is None else self._other, self._fixed.and_then(changes), present.config)

    def _changes(self, values: Sequence[str]) -> Changes:
        own = (self._change(it, value) for it, value in zip(self._dimensions, values, strict=True))
        return reduce(Changes.and_then, own)

    def _change(self, dimension: Dimension, value: str) -> Changes:
        if dimension.kind != MACHINES:
            return dimension.change(value, new=self._new)
        place = ChangePlace(dimension.place(value))
        return Changes(slots=machine_changes(int(value), self._machines[dimension.label], place))


def _changes_nothing(inputs: MadeChanges, present: Config, config: Config) -> bool:
    """Whether changes that led to a configuration leave all values as they are, however they are written."""
    knobs = tuple(knob for knob in inputs.knobs if not reads_alike(knob.name, present, config))
    return not structs.replace(inputs, knobs=knobs)


class _Points(Struct, frozen=True):
    """The points of some ranges, and what is wanted of each."""

    ranges: _Ranges
    measures: Sequence[Measure]
    by: By
    terms: ForecastTerms
    memory: Memory


class _Judged(Struct, frozen=True):
    """A point, and what is known of it besides."""

    point: SweepPoint
    groups: Mapping[str, str]
    """Whom it has figures of, each with its group."""
    remarks: tuple[str, ...] = ()


def _after_cycle(of: _Points, values: tuple[str, ...], progress: Progress) -> _Judged:
    """A point over a cycle."""
    progress(0, 1)
    scenario, as_it_is = of.ranges.at(values)
    outcome = negotiate(scenario, memory=of.memory)
    cycle = CycleFigures(outcome, scenario)
    submitters = {name: cycle.tree.assigned(name).name for name in (*cycle.visits, *cycle.names)}
    own = {name: {it: _of_submitter(cycle, name, it) for it in of.measures} for name in submitters}
    point, groups = _point(of, values, as_it_is, cycle.tree, submitters, own, partial(_of_group, cycle))
    return _Judged(point, groups, outcome.warnings)


def _settled(of: _Points, values: tuple[str, ...], progress: Progress) -> _Judged:
    """A point where the pool settles."""
    scenario, as_it_is = of.ranges.at(values)
    cycles = count(1)
    steady = find_steady_state(scenario, of.terms, lambda: progress(next(cycles), SETTLING_CYCLES + AVERAGED_CYCLES))
    tree = build_tree(scenario.config)
    submitters = {name: tree.assigned(name).name for name in (*steady.demand, *steady.in_use)}
    figures = {
        Measure.HOLDS: lambda name: steady.in_use.get(name, 0.0),
        Measure.UNMET: lambda name: max(steady.demand.get(name, 0.0) - steady.in_use.get(name, 0.0), 0.0),
    }
    own = {name: {measure: figures[measure](name) for measure in of.measures} for name in submitters}
    return _Judged(*_point(of, values, as_it_is, tree, submitters, own, lambda group, measure: None))


def _point(
    of: _Points,
    values: tuple[str, ...],
    as_it_is: bool,
    tree: GroupTree,
    submitters: Mapping[str, str],
    own: Mapping[str, _Figures],
    of_group: Callable[[str, Measure], float | None],
) -> tuple[SweepPoint, Mapping[str, str]]:
    """A point whose groups have the sums of their own members, and where figures have none, `of_group`."""
    totals = {measure: _sum(own.values(), measure) for measure in of.measures if measure.adds_up}
    if of.by is By.SUBMITTER:
        return SweepPoint(values, as_it_is, own, totals), submitters
    names = [group.name for group in tree.groups]
    members = {group: [own[name] for name, its in submitters.items() if its == group] for group in names}
    figures = {
        group: {
            measure: _sum(members[group], measure) if measure.adds_up else of_group(group, measure)
            for measure in of.measures
        }
        for group in names
    }
    return SweepPoint(values, as_it_is, figures, totals), dict(zip(names, names, strict=True))


class _Judge:
    """What comes of the scenarios of some ranges; what is known of all of them adds up on the way."""

    def __init__(self, ranges: _Ranges, measures: Sequence[Measure], by: By) -> None:
        self._ranges, self._measures, self._by = ranges, measures, by
        self.groups: dict[str, str] = {}
        """The group of everybody who has figures, by name."""
        self.remarks: dict[str, None] = {}
        self.past: SweptPeriod | None = None

    def points(
        self, over: Horizon, terms: ForecastTerms, executor: Executor | None, progress: Progress | None
    ) -> Iterator[SweepPoint]:
        """The points over a cycle or the long run; Stopped if `progress` raises it."""
        # Neighbouring points differ in one value: most of what a cycle reads and matches is the same.
        run = partial(
            _after_cycle if over is Horizon.CYCLE else _settled,
            _Points(self._ranges, self._measures, self._by, terms, Memory()),
        )
        for judged in run_each(run, self._ranges.combinations, executor, progress):
            self.groups |= judged.groups
            self.remarks |= dict.fromkeys(judged.remarks)
            yield judged.point

    def replays(
        self,
        history: History,
        terms: ReplayTerms,
        until_wait: WaitBound | None,
        sampling: Sampling | None,
        executor: Executor | None,
        progress: Progress | None,
    ) -> Iterator[SweepPoint]:
        """The points over a past period, all of them replayed first; Stopped after those that are done."""
        base, ranges = self._ranges.base, self._ranges
        setup = set_up_replay(base, history, terms)
        if sampling is not None:
            check_days(setup)
        terms = structs.replace(terms, begins_at=setup.begins_at, ends_at=setup.ends_at, each_job=False)
        # Jobs on removed machines must not be lost: start from empty slots, with all running jobs first in the queue.
        emptied = {"now": base.now - 1} if ranges.removes_machines and int(setup.begins_at) == base.now else {}
        same = {values for values in ranges.combinations if ranges.is_base(values)}
        others = {
            ranges.label(values): structs.replace(ranges.at(values)[0], **emptied)
            for values in ranges.combinations
            if values not in same
        }
        weeks: dict[str, tuple[WeekWaits, ...]] = {}

        def without_jobs(policy: ReplayedPolicy) -> ReplayedPolicy:
            weeks[policy.name] = weekly_waits(policy, setup.begins_at)
            # Those of all points would not fit in memory.
            return structs.replace(policy, jobs=())

        scenario = structs.replace(base, **emptied)
        replay, stopped = None, None
        try:
            replay = replay_history(
                scenario, history, terms, others=others, executor=executor, progress=progress, kept=without_jobs
            )
        except Stopped as early:
            replay, stopped = early.result, early
            if replay is None or len(replay.policies) < 2:
                raise
        by_name = {policy.name: policy for policy in replay.policies}
        in_force = self._replayed(replay.in_force, (), replay.in_force, True)
        points = [
            self._replayed(by_name[name], values, replay.in_force, values in same)
            for values in ranges.combinations
            if (name := IN_FORCE if values in same else ranges.label(values)) in by_name
        ]
        enough = None
        if until_wait is not None:
            names = [IN_FORCE if point.as_it_is else ranges.label(point.values) for point in points]
            waits = [by_name[name].everybody.waits for name in names]
            enough = first_that_holds(until_wait, waits, [weeks[name] for name in names])
        holds = None if until_wait is None else until_wait.holds(replay.in_force.everybody.waits)
        self.past = SweptPeriod(
            replay.begins_at, replay.ends_at, in_force, replay.calibration, enough, holds, replay.assumptions
        )
        if sampling is not None and stopped is None:
            drawn = replay_differences(scenario, others, history, terms, sampling, executor, progress)
            known = {differences.policy: differences for differences in drawn}
            points = [
                structs.replace(point, differences=None if point.as_it_is else known[ranges.label(point.values)])
                for point in points
            ]
        yield from points
        if stopped is not None:
            raise stopped

    def _replayed(
        self, policy: ReplayedPolicy, values: tuple[str, ...], in_force: ReplayedPolicy, as_it_is: bool
    ) -> SweepPoint:
        everybody = structs.replace(policy.everybody, name=ROOT, group=ROOT)
        parties = policy.submitters if self._by is By.SUBMITTER else policy.groups or (everybody,)
        self.groups |= {party.name: party.group or ROOT for party in parties}
        length_s = policy.until - policy.capacity[0][0]

        def figures(party: Figures) -> _Figures:
            return {measure: _of_period(party, length_s, measure) for measure in self._measures}

        totals = {measure: _of_period(everybody, length_s, measure) for measure in self._measures}
        own = {party.name: figures(party) for party in parties}
        return SweepPoint(values, as_it_is, own, totals, _of_all(policy, in_force, length_s))


def _of_period(party: Figures, length_s: float, measure: Measure) -> float | None:
    if measure.is_time and not party.jobs:
        return None
    match measure:
        case Measure.HOLDS:
            return party.used_weight_s / length_s
        case Measure.MEDIAN:
            return party.waits.median_s
        case Measure.P95:
            return party.waits.p95_s
        case Measure.MEAN:
            return party.waits.mean_s
        case Measure.STARTED:
            return float(party.started)
    return float(party.finished)


def _of_all(policy: ReplayedPolicy, in_force: ReplayedPolicy, length_s: float) -> PeriodFigures:
    everybody, capacity = policy.everybody, policy.pool_weight_s
    waits, more_h = everybody.waits, (capacity - in_force.pool_weight_s) / 3600
    saved_s = (in_force.everybody.waits.mean_s - waits.mean_s) * everybody.jobs
    return PeriodFigures(
        weight=capacity / length_s,
        jobs=everybody.jobs,
        started=everybody.started,
        finished=everybody.finished,
        median_wait_s=waits.median_s,
        p95_wait_s=waits.p95_s,
        mean_wait_s=waits.mean_s,
        idle_weight_s=policy.idle_weight_s,
        idle_share=policy.idle_weight_s / capacity if capacity > 0 else 0.0,
        idle_while_waiting_weight_s=policy.idle_while_waiting_weight_s,
        badput_weight_s=everybody.badput_weight_s,
        jain=policy.fairness.jain,
        saved_s=saved_s / more_h if more_h else None,
    )


def _chosen(groups: Mapping[str, str], only: Sequence[str], by: By) -> Iterable[str]:
    """The names to show; `groups` maps each name to its group."""
    chosen: dict[str, None] = {}
    for pattern in only:
        fits = re.compile(translate(pattern), re.IGNORECASE).match
        own = [name for name, group in groups.items() if any(map(fits, (*_forms(name), group)))]
        if not own:
            near = " or ".join(near_misses(pattern, groups))
            raise BadInput(f"no {by} is called {pattern}", hint=f"Did you mean {near}?" if near else None)
        chosen |= dict.fromkeys(own)
    return chosen if only else groups


def _forms(name: str) -> tuple[str, str, str]:
    """The whole name, without its domain, and without its group too."""
    local = name.partition("@")[0]
    return name, local, local.rpartition(".")[2] if "@" in name else local


def _of_submitter(cycle: CycleFigures, name: str, measure: Measure) -> float | None:
    match measure:
        case Measure.HOLDS:
            return cycle.holds(name)
        case Measure.WON | Measure.MATCHES | Measure.JOBS | Measure.IDLE:
            return cycle.of(name, "left" if measure is Measure.IDLE else str(measure))
        case Measure.WAITS:
            return float(cycle.of(name, "left") > 0 and not cycle.of(name, "matches"))
    turn = cycle.own_turn(name)
    return None if turn is None else turn.share if measure is Measure.SHARE else turn.limit


def _of_group(cycle: CycleFigures, name: str, measure: Measure) -> float | None:
    if measure is Measure.LIMIT:
        return cycle.limits.get(name)
    group = cycle.groups.get(name)
    return None if group is None else group.effective_quota if measure is Measure.QUOTA else group.allocated


def _sum(figures: Iterable[_Figures], measure: Measure) -> float:
    return sum(figure[measure] or 0.0 for figure in figures)
