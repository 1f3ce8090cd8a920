"""From targets to the changes that reach them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from userprio.aim.courses import MOST_STEPS, Over, Steps, after_cycle
from userprio.aim.levers import Lever, LeverKind, Permission, levers_of
from userprio.aim.reasons import contradictions, reason
from userprio.aim.rules import Rules
from userprio.aim.search import Search, Try
from userprio.aim.targets import Members, Standing, Target, standing
from userprio.errors import BadInput
from userprio.explain import known_submitters
from userprio.formats import figure, listed
from userprio.naming import NothingFound, one_meant
from userprio.plan import Changes, Plan, changed, plan
from userprio.pool import Scenario, as_its_negotiator
from userprio.quotas import QuotaSettings, build_tree
from userprio.simulation import ForecastTerms


@dataclass(frozen=True, slots=True)
class Aimed:
    """A target, and how near it is before and after. Weights are sums of SlotWeight."""

    target: Target
    before: float
    """In its own measure: a fraction of the pool, a ratio, a weight. Not a number where nobody has anything."""
    after: float
    held_before: float
    """Weight of whom it is about."""
    held_after: float
    wanted: float
    """Weight that they would have to hold afterwards."""
    reached: bool
    because: str | None
    """Why it cannot be reached, as far as is known; None where it is."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A lever, and where it stands before and after."""

    lever: Lever
    before: float
    after: float
    size: float
    """Of the change: 1 for a doubling, see `Lever.size`."""

    @property
    def differs(self) -> bool:
        """Whether it was turned."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class Aim:
    """The smallest change that reaches the targets, or where they cannot all be reached, what comes nearest."""

    at: int
    over: Over
    targets: tuple[Aimed, ...]
    levers: tuple[Turned, ...]
    """All that might be turned."""
    changes: Changes
    """What is to be changed, without what holds throughout."""
    plan: Plan
    """What the changes do to the next cycle, with what holds throughout."""
    pool_weight: float
    tolerance: float
    """Weight by which a target may be missed: a hundredth of the pool, or a slot in the mean."""
    steps: int
    """Cycles, or long runs, that the search took."""
    most_steps: int
    out_of_steps: bool
    """It ended for lack of steps: there may be a smaller change, or one at all."""
    remarks: tuple[str, ...]
    """What was assumed, and what an administrator should know."""

    @property
    def reached(self) -> bool:
        """Whether all targets are."""
        return all(each.reached for each in self.targets)

    @property
    def turned(self) -> tuple[Turned, ...]:
        """The levers that are turned."""
        return tuple(each for each in self.levers if each.differs)


def aim(
    present: Scenario,
    targets: Sequence[Target],
    permissions: Sequence[Permission] = (),
    *,
    over: Over = Over.CYCLE,
    fixed: Changes | None = None,
    other: Scenario | None = None,
    terms: ForecastTerms | None = None,
    most_steps: int | None = None,
    within: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Aim:
    """The smallest change that reaches the targets: the fewest levers, and of equally few the smallest ratios.

    `permissions` say what may be turned, see `levers_of`; `over` says over what time. `fixed` are changes that hold
    throughout, made to `other` where that is not the present scenario. `terms` say how long jobs run, for the long run.
    `most_steps` bounds the search. A target may be missed by the weight `within`; None: by a hundredth of the pool,
    or a slot if that is more.

    Raises:
        BadInput: a target or a permission names nobody, or a value would stop a real negotiator.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter for somebody unknown.
    """
    if not targets:
        raise BadInput("there is no target", hint="Name one, such as --share physics=40%")
    fixed = fixed or Changes()

    def made(changes: Changes) -> Scenario:
        return changed(present if other is None else other, fixed.and_then(changes), present.config)[0]

    scenario = made(Changes())
    tree = build_tree(scenario.config)
    members = Members(tree, known_submitters(as_its_negotiator(scenario)))
    targets = tuple(dict.fromkeys(target.with_names(lambda name: _whole(name, members)) for target in targets))
    for target in targets:
        if target.other is not None and members.meet(target.name, target.other):
            raise BadInput(f"{target.name} and {target.other} have submitters in common, and cannot be compared")
    at_first = after_cycle(scenario)
    levers = tuple(levers_of(scenario, targets, permissions, members, at_first))
    steps = Steps(made, levers, over, terms or ForecastTerms(), most_steps or MOST_STEPS[over], within, progress)
    rules = Rules(levers, members, QuotaSettings.from_config(scenario.config), over)
    search = Search(steps, levers, targets, members, rules)
    found = search.found()
    before = steps.course(search.now)
    against = contradictions(targets, before, members)
    aimed = [
        _aimed(
            standing(target, before, members),
            after,
            None if after.reached else against.get(target) or reason(after, found, search, steps, members, over),
        )
        for target, after in zip(targets, found.standings, strict=True)
    ]
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
        remarks=(*made_plan.remarks, *(_fleeting(rules, found) if over is Over.CYCLE else ())),
    )


def _fleeting(rules: Rules, found: Try) -> Iterator[str]:
    """What to say of quotas that come to more than there is: a cycle may give what those after it take back."""
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


def _aimed(before: Standing, after: Standing, because: str | None) -> Aimed:
    return Aimed(
        target=after.target,
        before=before.figure,
        after=after.figure,
        held_before=before.held,
        held_after=after.held,
        wanted=after.wanted,
        reached=after.reached,
        because=because,
    )
