"""From targets to the changes that reach them, or why they cannot be reached. Start reading at `aim`."""

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial

from msgspec import Struct, structs

from userprio.accounting.quotas import QuotaSettings, build_tree
from userprio.analysis.aim.levers import (
    MOST_STEPS,
    Lever,
    LeverKind,
    Members,
    Permission,
    PoolState,
    Steps,
    Target,
    TargetKind,
    TargetStanding,
    Values,
    after_cycle,
    in_long_run,
    in_replay,
    levers_of,
    standing,
)
from userprio.analysis.aim.rules import LeverRules, Try
from userprio.analysis.aim.search import LeverSearch
from userprio.analysis.explain import Cause, Reason, explain_group, explain_submitter, known_submitters
from userprio.analysis.plan import Changes, Horizon, Plan, changed, plan
from userprio.base import BadInput, NothingFound, Progress, Stopped, counted, figure, listed, one_meant, percent, spoken
from userprio.negotiation import Memory
from userprio.pool import ScenarioData, as_its_negotiator
from userprio.simulation import (
    CHANGED,
    ForecastTerms,
    ReplayDifferences,
    ReplayTerms,
    Sampling,
    check_days,
    replay_differences,
    set_up_replay,
)
from userprio.simulation.history import History

_BY_GROUP = frozenset({Reason.GROUP_ZERO, Reason.GROUP_FRACTION, Reason.PARENT_LIMIT, Reason.GROUP_LIMIT})
_BY_SHARE = frozenset({Reason.SUBMITTER_LIMIT, Reason.LIMIT_BELOW_SLOT})
_CONTENT = frozenset({Reason.SATISFIED, Reason.NO_IDLE_JOBS})


def contradictions(targets: Sequence[Target], state: PoolState, members: Members) -> dict[Target, str]:
    """Targets that cannot hold together whatever is turned, each with a sentence."""
    sentences: dict[Target, str] = {}
    weighed = (target for target in targets if target.kind in (TargetKind.SHARE, TargetKind.HOLD))
    weights = {target: standing(target, state, members).wanted for target in weighed}
    shares = [target for target in weights if target.kind is TargetKind.SHARE]
    for outer in [None, *shares]:
        room_weight = state.weight if outer is None else weights[outer]
        inside = set(members.submitters) if outer is None else set(members.of(outer.name))
        parts: list[Target] = []
        # Largest first, and only targets without a submitter in common: a group and its member are not added up.
        for target in sorted(weights, key=lambda other: -weights[other]):
            apart = not any(members.meet(target.name, part.name) for part in parts)
            if target is not outer and inside.issuperset(members.of(target.name)) and apart:
                parts.append(target)
        total = sum(weights[part] for part in parts)
        if total > room_weight + state.tolerance:
            room = f"{'the pool has' if outer is None else f'{outer.name} is to have'} {figure(room_weight)}"
            names = listed(part.name for part in parts)
            what = f"{names} are to have {figure(total)} together" if len(parts) > 1 else f"that is {figure(total)}"
            concerned = [*parts, *([] if outer is None else [outer])]
            sentences = {**dict.fromkeys(concerned, f"{what}, and {room}"), **sentences}
    of = {share.name: share for share in shares}
    for target in targets:
        own, other = of.get(target.name), of.get(target.other or "")
        if target.other is None or own is None or other is None:
            continue
        wanted = target.amount * weights[other]
        # Both sides may miss by the tolerance, and the other one's miss is multiplied by the amount.
        if abs(weights[own] - wanted) > state.tolerance * (1 + target.amount):
            sentence = (
                f"{target.name} is to have {percent(own.amount)} of the pool and {other.name} {percent(other.amount)}, "
                f"which is not {figure(target.amount)} times as much"
            )
            sentences = {**dict.fromkeys((target, own, other), sentence), **sentences}
    return sentences


class Reasons(Struct, frozen=True):
    """Why targets are not reached by the values that come nearest."""

    nearest: Try
    search: LeverSearch
    steps: Steps
    members: Members
    over: Horizon
    alone: Callable[[Sequence[str], Values], PoolState]
    """Replays the jobs of these submitters alone, with these values."""

    def of(self, result: TargetStanding) -> str:
        """Why this target is not reached: a clause without capital letter and full stop."""
        target = result.target
        # If two are compared, what one has in excess the other lacks.
        lacking = target.name if result.short > 0 or target.other is None else target.other
        lacks = result.short > 0 or target.other is not None
        parts = [
            self._lack(lacking, result) if lacks else self._excess(result),
            self._at_bounds(lacking, more=lacks),
            self._whole_slots(result),
        ]
        clauses = [part for part in parts if part is not None]
        if self.search.out_of_steps:
            clauses.append(f"the search ended after {self.steps.taken} steps; --steps allows it more")
        return "; ".join(clauses) or f"nothing that may be turned brings it nearer, as {self.steps.taken} steps show"

    def _lack(self, name: str, result: TargetStanding) -> str | None:
        """What keeps a submitter or group from more, even with its levers turned all the way."""
        if result.target.kind is TargetKind.WAIT:
            values, _ = self._all_the_way(name)
            wait = self.alone(self.members.of(name), values).waits.get(name, 0.0)
            shown = spoken(round(wait))
            return f"with the pool to itself 95% of its jobs would wait {shown}" if wait > result.wanted else None
        wanted = result.wanted if name == result.target.name else result.wanted / result.target.amount
        if self.over is not Horizon.CYCLE:
            demand = sum(self.nearest.state.demand.get(member, math.inf) for member in self.members.of(name))
            return f"{name} asks for {figure(demand)} in all" if demand < wanted else None
        who, cause = name, self._cause(self.steps.scenario(self.nearest.values), name)
        values, turned = self._all_the_way(name)
        own = self.members.of(name)
        # Only these causes can give way to a lever; requirements, for example, stay what they are.
        if turned and cause.reason in {*_BY_GROUP, *_BY_SHARE, Reason.SLOTS_TAKEN}:
            who, cause = f"{name} with {listed(turned)}", self._cause(self.steps.scenario(values), name)
        if cause.reason in _CONTENT:
            then = after_cycle(self.steps.scenario(values))
            if then.held(own) >= wanted:
                return self._too_far(result, turned, then) if turned else None
            # The values found may give it less than it asks for, for the sake of other targets.
            who = who if self.nearest.state.wanting.intersection(own) else name
            return f"{who} asks for no more: {cause.sentence}"
        return f"{who}: {cause.sentence}{self._advice(wanted, cause, name)}"

    def _too_far(self, result: TargetStanding, turned: Sequence[str], then: PoolState) -> str:
        """What turning its levers all the way would give, if that is more than the target."""
        would = shown(standing(result.target, then, self.members))
        others = [other.target for other in self.nearest.standings if other is not result]
        missed = [target.name for target in others if not standing(target, then, self.members).reached]
        other = f", and {listed(missed)} would miss the target" if missed else ""
        return f"with {listed(turned)} it would come to {would}{other}"

    def _at_bounds(self, name: str, *, more: bool) -> str | None:
        """The levers that are at a bound and would have to go beyond it."""
        limits = []
        for number, lever in self._own_levers(name):
            up = more if lever.kind is LeverKind.QUOTAS else not more
            end = lever.high if up else lever.low
            if self.nearest.values[number] == end and (lever.bounded or lever.kind is LeverKind.FACTORS):
                given = " (--turn)" if lever.bounded else ""
                limits.append(f"{lever.label} may not be {'above' if up else 'below'} {lever.written(end)}{given}")
        return listed(limits) if limits else None

    def _cause(self, scenario: ScenarioData, name: str) -> Cause:
        """What holds back a submitter, or most of the jobs of a group's members."""
        if not self.members.is_group(name):
            return explain_submitter(scenario, name).primary
        explained = explain_group(scenario, name)
        if explained.primary.reason is not Reason.MEMBERS:
            return explained.primary
        findings = [member.finding for member in explained.members]
        return max(findings, key=lambda finding: (finding.reason not in _CONTENT, finding.jobs))

    def _own_levers(self, name: str) -> Iterator[tuple[int, Lever]]:
        """The levers, with their numbers, that set its own factor or quota, or the quota of a group that it is in."""
        names = {name, *self.members.groups_above(name)}
        levers = enumerate(self.search.levers)
        return ((at, own) for at, own in levers if own.name in names and own.kind is not LeverKind.SURPLUS)

    def _all_the_way(self, name: str) -> tuple[Values, list[str]]:
        """The values with its own levers at their most favourable, and the changed ones in words."""
        values, turned = list(self.nearest.values), []
        for number, lever in self._own_levers(name):
            most = lever.high if lever.kind is LeverKind.QUOTAS else lever.low
            if most != values[number]:
                values[number] = most
                turned.append(f"{lever.label} = {lever.written(most)}")
        return tuple(values), turned

    def _advice(self, wanted: float, cause: Cause, name: str) -> str:
        """Advice, in parentheses, on what else could be turned; empty if there is none."""
        levers, members = self.search.levers, self.members
        quotas = {lever.name for lever in levers if lever.kind is LeverKind.QUOTAS}
        groups = [*([name] if members.is_group(name) else []), *members.groups_above(name)]
        fixed = [group for group in groups if group not in quotas]
        all_of_group = bool(groups) and wanted > self.nearest.state.held(members.of(groups[0]))
        # A quota above that may not be turned comes first: without it, advice about a factor would lead nowhere.
        if fixed and (cause.reason in _BY_GROUP or all_of_group):
            return f" (--turn quotas:{fixed[0]} would let its quota be turned)"
        if cause.reason is Reason.SLOTS_TAKEN and len(members.tree.groups) - 1 > len(quotas):
            return " (--turn 'quotas:*' would let the quotas of others be turned)"
        own = any(lever.kind is LeverKind.FACTORS and lever.name == name for lever in levers)
        if cause.reason in _BY_SHARE and not (own or members.is_group(name)):
            return f" (--turn factors:{name} would let its factor be turned)"
        return ""

    def _excess(self, result: TargetStanding) -> str | None:
        """What keeps a submitter or group from holding less."""
        own, state = self.members.of(result.target.name), self.nearest.state
        retained = sum(state.retained.get(member, 0.0) for member in own)
        if retained > result.wanted and result.target.kind is TargetKind.SHARE:
            return (
                f"{result.target.name} keeps {figure(retained)} of what it had in use, and one cycle takes no more "
                "from it; --over long-run looks beyond that"
            )
        others = state.wanting - set(own)
        return None if others else f"nobody else asks for more, so that {result.target.name} gets what they leave"

    def _whole_slots(self, result: TargetStanding) -> str | None:
        """The nearest figures on both sides of the target, if none was found between them."""
        stands = [standing(result.target, state, self.members) for state in self.steps.states]
        less = max((stand for stand in stands if stand.short > 0), key=lambda stand: -stand.short, default=None)
        above = min((stand for stand in stands if stand.short < 0), key=lambda stand: -stand.short, default=None)
        if less is None or above is None or any(stand.reached for stand in stands):
            return None
        return f"it came to {shown(less)} or {shown(above)}, and nothing between, in {self.steps.taken} steps"


def shown(result: TargetStanding) -> str:
    """A figure in the measure of its target."""
    if result.target.kind is TargetKind.SHARE:
        return percent(result.figure)
    return f"{figure(result.figure)}x" if result.target.kind is TargetKind.USE else figure(result.figure)


class TargetResult(Struct, frozen=True):
    """A target, and how near it is before and after. Weights are sums of SlotWeight."""

    target: Target
    before: float
    """In the target's measure: a fraction of the pool, a ratio, a weight, or seconds; NaN if undefined."""
    after: float
    held_before: float | None
    """Weight held by the target's submitters; None for a wait."""
    held_after: float | None
    wanted: float | None
    """Weight that they would have to hold."""
    reached: bool
    because: str | None
    """Why it is not reached, as far as is known; None if it is."""


class LeverChange(Struct, frozen=True):
    """A lever with its values before and after."""

    lever: Lever
    before: float
    after: float
    size: float
    """The size of the change: 1 for a doubling, see `Lever.size`."""

    @property
    def differs(self) -> bool:
        """Whether it was turned."""
        return self.before != self.after


class Aim(Struct, frozen=True):
    """The smallest change that reaches the targets or, if they cannot all be reached, what comes nearest."""

    at: int
    over: Horizon
    targets: tuple[TargetResult, ...]
    levers: tuple[LeverChange, ...]
    """Everything that may be turned."""
    changes: Changes
    """The changes to make, without the fixed ones."""
    plan: Plan
    """What these changes and the fixed ones do to the next cycle."""
    pool_weight: float
    tolerance: float
    """Weight by which a target may be missed: by default a hundredth of the pool, or a mean slot if that is more, and
    half of that over a cycle."""
    steps: int
    """How many cycles, long runs or replays the search took."""
    most_steps: int
    out_of_steps: bool
    """The search ended for lack of steps: there may be a smaller change, or one that reaches the targets."""
    remarks: tuple[str, ...]
    """Assumptions, and what an administrator should know."""
    differences: ReplayDifferences | None = None
    """What the changes bring in drawn periods, if these were asked for and something is turned."""

    @property
    def reached(self) -> bool:
        """Whether all targets are reached."""
        return all(result.reached for result in self.targets)

    @property
    def turned(self) -> tuple[LeverChange, ...]:
        """The levers that are turned."""
        return tuple(lever for lever in self.levers if lever.differs)


class _Judging(Struct, frozen=True):
    """What changes are made to, and what they are judged by."""

    present: ScenarioData
    other: ScenarioData | None
    """What the changes are made to, if not to the present."""
    fixed: Changes
    over: Horizon
    terms: ForecastTerms
    history: History | None
    period: ReplayTerms
    memory: Memory

    def scenario(self, changes: Changes) -> ScenarioData:
        """The scenario with the fixed changes and these."""
        base = self.present if self.other is None else self.other
        return changed(base, self.fixed.and_then(changes), self.present.config)[0]

    def state(self, scenario: ScenarioData, progress: Progress) -> PoolState:
        """What comes of a scenario."""
        if self.over is Horizon.CYCLE:
            return after_cycle(scenario, self.memory)
        if self.history is None:
            return in_long_run(scenario, self.terms, partial(progress, 0, 1))
        return in_replay(scenario, self.history, self.period, progress)


def _after_changes(judged: _Judging, changes: Changes, progress: Progress) -> PoolState:
    return judged.state(judged.scenario(changes), progress)


def aim(
    present: ScenarioData,
    targets: Sequence[Target],
    permissions: Sequence[Permission] = (),
    *,
    over: Horizon = Horizon.CYCLE,
    fixed: Changes | None = None,
    other: ScenarioData | None = None,
    terms: ForecastTerms | None = None,
    history: History | None = None,
    period: ReplayTerms | None = None,
    sampling: Sampling | None = None,
    most_steps: int | None = None,
    within: float | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Aim:
    """The smallest change that reaches the targets: the fewest levers and, among equally few, the smallest ratios.

    `permissions` say what may be turned, see `levers_of`; `over` says over what time. `fixed` changes apply throughout
    and are made to `other` if given, else to the present scenario. `terms` say how long jobs run, for the long run. A
    replay needs a `history`, of which a `period` may be chosen; only replays have waits, and with `sampling` the
    changes are compared with the present in drawn periods too. `most_steps` bounds the search. A target may be missed
    by the weight `within`; None: a hundredth of the pool, or a mean slot if more. An `executor` evaluates values side
    by side, as far as it is known which ones come next.

    Raises:
        Stopped: `progress` raised it; with what came nearest so far.
        BadInput: a target or a permission names nobody, or a value would stop a real negotiator.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter if a submitter is unknown.
    """
    if not targets:
        raise BadInput("there is no target", hint="Name one, such as --share physics=40%")
    if over is Horizon.REPLAY and history is None:
        raise BadInput("a replay needs a history", hint="Name one with --history")
    if over is not Horizon.REPLAY and any(target.kind is TargetKind.WAIT for target in targets):
        raise BadInput("only a replay shows how long jobs wait", hint="Give --over replay and a history")
    # From here on "present" is with the fixed changes: they are given, and levers are measured from there.
    fixed = fixed or Changes()

    judged = _Judging(present, other, fixed, over, terms or ForecastTerms(), history, period or ReplayTerms(), Memory())
    scenario = judged.scenario(Changes())
    tree = build_tree(scenario.config)
    # A replay has submitters that the snapshot does not know any more.
    past = () if history is None else (job.submitter for job in history.jobs)
    members = Members(tree, dict.fromkeys((*known_submitters(as_its_negotiator(scenario)), *past)))
    targets = tuple(dict.fromkeys(target.with_names(lambda name: _whole(name, members)) for target in targets))
    for target in targets:
        if target.other is not None and members.meet(target.name, target.other):
            raise BadInput(f"{target.name} and {target.other} have submitters in common, and cannot be compared")
    # Bounds are wanted before the search, and a cycle is the cheapest state that knows pool and slots.
    if sampling is not None and history is not None:
        # Before the search, which may take an hour.
        check_days(set_up_replay(scenario, history, period or ReplayTerms()))
    levers = tuple(levers_of(scenario, targets, permissions, members, after_cycle(scenario)))

    def tick(*part: int) -> None:
        if progress is not None:
            progress(steps.taken, steps.most)

    most = most_steps or MOST_STEPS[over]
    steps = Steps(judged.scenario, levers, partial(_after_changes, judged), most, within, executor, progress)
    rules = LeverRules(levers, members, QuotaSettings.from_config(scenario.config), over)
    search = LeverSearch(steps, levers, targets, members, rules)
    stopped = ""
    try:
        nearest = search.solution()
    except Stopped:
        if search.best is None:
            raise
        nearest, stopped = search.best, counted(steps.taken, "step")
    before = steps.state(search.now)
    against = contradictions(targets, before, members)

    def alone(names: Sequence[str], values: Values) -> PoolState:
        assert history is not None
        own = structs.replace(history, jobs=tuple(job for job in history.jobs if job.submitter in names))
        ends = period or ReplayTerms()
        full_period = ReplayTerms(ends.begins_at or history.begins_at, ends.ends_at or history.ends_at, ends.interval_s)
        return in_replay(steps.scenario(values), own, full_period, tick)

    # Asked only about what was missed: each reason may cost a cycle or a replay.
    reasons = Reasons(nearest, search, steps, members, over, alone)
    aimed = []
    for target, after in zip(targets, nearest.standings, strict=True):
        because = None if after.reached else against.get(target)
        try:
            if not (after.reached or because or stopped):
                because = reasons.of(after)
        except Stopped:
            stopped = counted(steps.taken, "step")
        if not (after.reached or because):
            because = "the search was stopped"
        aimed.append(_aimed(standing(target, before, members), after, because))
    # What really happened was without the fixed changes.
    differs = over is Horizon.REPLAY and (fixed or other is not None) and not stopped
    as_it_was = judged.state(present, tick) if differs else before
    changes = steps.changes(nearest.values)
    made_plan = plan(present, fixed.and_then(changes), other)
    result = Aim(
        at=scenario.now,
        over=over,
        targets=tuple(aimed),
        levers=tuple(
            LeverChange(lever, lever.now, value, lever.size(value, before.weight, before.slot))
            for lever, value in zip(levers, nearest.values, strict=True)
        ),
        changes=changes,
        plan=made_plan,
        pool_weight=before.weight,
        tolerance=before.tolerance,
        steps=steps.taken,
        most_steps=steps.most,
        out_of_steps=search.out_of_steps,
        remarks=(*as_it_was.remarks, *made_plan.remarks, *(_fleeting(rules, nearest) if over is Horizon.CYCLE else ())),
    )
    if stopped:
        raise Stopped(result, stopped)
    if sampling is not None and history is not None and result.turned:
        sides = steps.scenario(search.now), {CHANGED: steps.scenario(nearest.values)}
        [differences] = replay_differences(*sides, history, period or ReplayTerms(), sampling, executor, tick)
        return structs.replace(result, differences=differences)
    return result


def _fleeting(rules: LeverRules, nearest: Try) -> Iterator[str]:
    """A remark on quotas that add up to more than there is: a later cycle may undo what this one gives."""
    values = zip(rules.levers, nearest.values, strict=True)
    turned = {lever.name for lever, value in values if lever.kind is LeverKind.QUOTAS and value != lever.now}
    for names, total, available in rules.excess(nearest.values, nearest.state.weight):
        if not turned.isdisjoint(names):
            yield (
                f"the quotas of {listed(names)} add up to {figure(total)}, and there are {figure(available)} for them: "
                "a group that is further below its quota goes first, so that later cycles may undo what this one "
                "gives; --over long-run looks at them too"
            )


def _whole(name: str, members: Members) -> str:
    known = [*members.submitters, *(group.name for group in members.tree.groups)]
    try:
        return one_meant(name, known, "submitter or group")
    except NothingFound as nothing:
        raise BadInput(nothing.message, hint=nothing.hint) from nothing


def _aimed(before: TargetStanding, after: TargetStanding, because: str | None) -> TargetResult:
    target, figures = after.target, (before.figure, after.figure)
    if target.kind is TargetKind.WAIT:
        return TargetResult(target, *figures, None, None, None, after.reached, because)
    return TargetResult(target, *figures, before.held, after.held, after.wanted, after.reached, because)
