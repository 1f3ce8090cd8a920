"""From targets to the changes that reach them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msgspec import structs

from userprio.accounting.quotas import QuotaSettings, build_tree
from userprio.analysis.aim.levers import (
    MOST_STEPS,
    Lever,
    LeverKind,
    Over,
    Permission,
    Steps,
    Values,
    after_cycle,
    in_long_run,
    in_replay,
    levers_of,
)
from userprio.analysis.aim.reasons import Reasons, contradictions
from userprio.analysis.aim.rules import LeverRules
from userprio.analysis.aim.search import LeverSearch, Try
from userprio.analysis.aim.targets import Course, Members, Target, TargetKind, TargetStanding, standing
from userprio.analysis.explain import known_submitters
from userprio.analysis.plan import Changes, Plan, changed, plan
from userprio.base.errors import BadInput
from userprio.base.formats import figure, listed
from userprio.base.naming import NothingFound, one_meant
from userprio.negotiation import Memory
from userprio.pool import ScenarioData, as_its_negotiator
from userprio.simulation import ForecastTerms, ReplayTerms
from userprio.simulation.history import History


@dataclass(frozen=True, slots=True)
class Aimed:
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


@dataclass(frozen=True, slots=True)
class Turned:
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


@dataclass(frozen=True, slots=True)
class Aim:
    """The smallest change that reaches the targets or, if they cannot all be reached, what comes nearest."""

    at: int
    over: Over
    targets: tuple[Aimed, ...]
    levers: tuple[Turned, ...]
    """Everything that may be turned."""
    changes: Changes
    """The changes to make, without the fixed ones."""
    plan: Plan
    """What these changes and the fixed ones do to the next cycle."""
    pool_weight: float
    tolerance: float
    """Weight by which a target may be missed: by default a hundredth of the pool, or a mean slot if that is more."""
    steps: int
    """How many cycles, long runs or replays the search took."""
    most_steps: int
    out_of_steps: bool
    """The search ended for lack of steps: there may be a smaller change, or one that reaches the targets."""
    remarks: tuple[str, ...]
    """Assumptions, and what an administrator should know."""

    @property
    def reached(self) -> bool:
        """Whether all targets are reached."""
        return all(each.reached for each in self.targets)

    @property
    def turned(self) -> tuple[Turned, ...]:
        """The levers that are turned."""
        return tuple(each for each in self.levers if each.differs)


def aim(
    present: ScenarioData,
    targets: Sequence[Target],
    permissions: Sequence[Permission] = (),
    *,
    over: Over = Over.CYCLE,
    fixed: Changes | None = None,
    other: ScenarioData | None = None,
    terms: ForecastTerms | None = None,
    history: History | None = None,
    period: ReplayTerms | None = None,
    most_steps: int | None = None,
    within: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Aim:
    """The smallest change that reaches the targets: the fewest levers and, among equally few, the smallest ratios.

    `permissions` say what may be turned, see `levers_of`; `over` says over what time. `fixed` changes apply throughout
    and are made to `other` if given, else to the present scenario. `terms` say how long jobs run, for the long run. A
    replay needs a `history`, of which a `period` may be chosen; only replays have waits. `most_steps` bounds the
    search. A target may be missed by the weight `within`; None: a hundredth of the pool, or a mean slot if more.

    Raises:
        BadInput: a target or a permission names nobody, or a value would stop a real negotiator.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter if a submitter is unknown.
    """
    if not targets:
        raise BadInput("there is no target", hint="Name one, such as --share physics=40%")
    if over is Over.REPLAY and history is None:
        raise BadInput("a replay needs a history", hint="Name one with --history")
    if over is not Over.REPLAY and any(target.kind is TargetKind.WAIT for target in targets):
        raise BadInput("only a replay shows how long jobs wait", hint="Give --over replay and a history")
    fixed = fixed or Changes()

    def made(changes: Changes) -> ScenarioData:
        return changed(present if other is None else other, fixed.and_then(changes), present.config)[0]

    scenario = made(Changes())
    tree = build_tree(scenario.config)
    past = () if history is None else (job.submitter for job in history.jobs)
    members = Members(tree, dict.fromkeys((*known_submitters(as_its_negotiator(scenario)), *past)))
    targets = tuple(dict.fromkeys(target.with_names(lambda name: _whole(name, members)) for target in targets))
    for target in targets:
        if target.other is not None and members.meet(target.name, target.other):
            raise BadInput(f"{target.name} and {target.other} have submitters in common, and cannot be compared")
    at_first = after_cycle(scenario)
    levers = tuple(levers_of(scenario, targets, permissions, members, at_first))
    memory = Memory()

    def course_of(then: ScenarioData) -> Course:
        if over is Over.CYCLE:
            return after_cycle(then, memory)
        if history is None:
            return in_long_run(then, terms or ForecastTerms())
        return in_replay(then, history, period or ReplayTerms())

    steps = Steps(made, levers, course_of, most_steps or MOST_STEPS[over], within, progress)
    rules = LeverRules(levers, members, QuotaSettings.from_config(scenario.config), over)
    search = LeverSearch(steps, levers, targets, members, rules)
    found = search.found()
    before = steps.course(search.now)
    against = contradictions(targets, before, members)

    def alone(names: Sequence[str], values: Values) -> Course:
        assert history is not None
        own = structs.replace(history, jobs=tuple(job for job in history.jobs if job.submitter in names))
        ends = period or ReplayTerms()
        whole = ReplayTerms(ends.begins_at or history.begins_at, ends.ends_at or history.ends_at, ends.interval_s)
        return in_replay(steps.scenario(values), own, whole)

    reasons = Reasons(found, search, steps, members, over, alone)
    aimed = [
        _aimed(
            standing(target, before, members),
            after,
            None if after.reached else against.get(target) or reasons.of(after),
        )
        for target, after in zip(targets, found.standings, strict=True)
    ]
    # What really happened was without the fixed changes.
    as_it_was = course_of(present) if over is Over.REPLAY and (fixed or other is not None) else before
    changes = steps.changes(found.values)
    made_plan = plan(present, fixed.and_then(changes), other)
    return Aim(
        at=scenario.now,
        over=over,
        targets=tuple(aimed),
        levers=tuple(
            Turned(lever, lever.now, value, lever.size(value, before.weight, before.slot))
            for lever, value in zip(levers, found.values, strict=True)
        ),
        changes=changes,
        plan=made_plan,
        pool_weight=before.weight,
        tolerance=before.tolerance,
        steps=steps.taken,
        most_steps=steps.most,
        out_of_steps=search.out_of_steps,
        remarks=(*as_it_was.remarks, *made_plan.remarks, *(_fleeting(rules, found) if over is Over.CYCLE else ())),
    )


def _fleeting(rules: LeverRules, found: Try) -> Iterator[str]:
    """A remark on quotas that add up to more than there is: a later cycle may undo what this one gives."""
    turned = {
        lever.name
        for lever, value in zip(rules.levers, found.values, strict=True)
        if lever.kind is LeverKind.QUOTAS and value != lever.now
    }
    for names, total, there in rules.excess(found.values, found.course.weight):
        if not turned.isdisjoint(names):
            yield (
                f"the quotas of {listed(names)} add up to {figure(total)}, and there are {figure(there)} for them: a "
                "group that is further below its quota goes first, so that later cycles may undo what this one gives; "
                "--over long-run looks at them too"
            )


def _whole(name: str, members: Members) -> str:
    known = [*members.submitters, *(group.name for group in members.tree.groups)]
    try:
        return one_meant(name, known, "submitter or group")
    except NothingFound as nothing:
        raise BadInput(nothing.message, hint=nothing.hint) from nothing


def _aimed(before: TargetStanding, after: TargetStanding, because: str | None) -> Aimed:
    waits = after.target.kind is TargetKind.WAIT
    return Aimed(
        target=after.target,
        before=before.figure,
        after=after.figure,
        held_before=None if waits else before.held,
        held_after=None if waits else after.held,
        wanted=None if waits else after.wanted,
        reached=after.reached,
        because=because,
    )
