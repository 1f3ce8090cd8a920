"""What may be turned, within bounds, to reach a target: priority factors, quotas, and whether groups accept surplus.

`Steps` evaluates a set of values. Each evaluation is a step of the search; steps are counted and cached."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fnmatch import translate
from typing import Final, TypeAlias

from userprio.accounting import MIN_FACTOR, Edit, EditAction, PriorityRules, expire_leases, priority_factor
from userprio.accounting.quotas import ROOT
from userprio.analysis.aim.targets import Course, Members, Target
from userprio.analysis.plan import ChangePlace, Changes, CycleFigures, CycleResult, KnobChange, LedgerChange
from userprio.base.errors import BadInput
from userprio.base.formats import figure, listed
from userprio.ledger import Customer
from userprio.negotiation import Memory, PoolSize, negotiate
from userprio.pool import ScenarioData
from userprio.simulation import (
    Calibration,
    ForecastTerms,
    ReplayTerms,
    calibrated,
    cycle_times,
    find_steady_state,
    replay_policy,
    set_up_replay,
)
from userprio.simulation.history import History

WIDEST: Final = 1e6
"""A factor without given bounds is multiplied or divided by this at most."""
_PARTS: Final = 1e4
"""Dynamic quotas are no finer than this fraction, unless the bounds ask for it."""
_NUMBER: Final = r"\d{1,12}(?:\.\d{1,9})?"
_TURN: Final = re.compile(
    rf"\s*(factors|quotas|surplus)\s*(?::\s*([^=]*?)\s*)?(?:=\s*({_NUMBER})\s*\.\.\s*({_NUMBER})\s*)?", re.ASCII
)
_FORMS: Final = "Such as factors, quotas:group_physics*, surplus, or with bounds factors:ada=100..5000"


class LeverKind(StrEnum):
    """The kind of setting that is turned."""

    FACTORS = "factors"
    """Priority factors of submitters, in the ledger."""
    QUOTAS = "quotas"
    """Quotas of groups, in the configuration; static ones stay static, and dynamic ones dynamic."""
    SURPLUS = "surplus"
    """Whether groups accept surplus, in the configuration."""


@dataclass(frozen=True, slots=True)
class Permission:
    """Permission to turn settings of one kind."""

    kind: LeverKind
    pattern: str | None = None
    """A name, or a pattern with `*`, `?` and `[...]`; None: the names that targets are about."""
    low: float | None = None
    high: float | None = None


def parse_turn(text: str) -> Permission:
    """The permission of `KIND[:PATTERN][=LOW..HIGH]`.

    Raises:
        BadInput: it does not have this form, or the bounds are not a range.
    """
    found = _TURN.fullmatch(text)
    if found is None or found[2] == "":
        raise BadInput("this is not something that can be turned", f"--turn {text}", hint=_FORMS)
    kind = LeverKind(found[1])
    low, high = (None if bound is None else float(bound) for bound in (found[3], found[4]))
    if low is not None and high is not None and (low > high or kind is LeverKind.SURPLUS):
        hint = "Surplus is accepted or not" if kind is LeverKind.SURPLUS else "The lower bound comes first"
        raise BadInput("these are not bounds", f"--turn {text}", hint=hint)
    if kind is LeverKind.FACTORS and low is not None and low < MIN_FACTOR:
        raise BadInput("a priority factor is at least 1", f"--turn {text}", hint="Raise the lower bound")
    return Permission(kind, found[2], low, high)


@dataclass(frozen=True, slots=True)
class Lever:
    """A setting that may be turned."""

    kind: LeverKind
    name: str
    """The submitter or the group."""
    now: float
    """The present factor, or quota as configured (a weight or a fraction); 1 if surplus is accepted, else 0."""
    low: float
    high: float
    static: bool = True
    """For a quota: it is a weight, not a fraction of what the parent has to distribute."""
    bounded: bool = False
    """Whether the bounds were given."""

    @property
    def label(self) -> str:
        """The setting as named in `userprio sweep`."""
        match self.kind:
            case LeverKind.FACTORS:
                return f"setfactor:{self.name}"
            case LeverKind.QUOTAS:
                return f"GROUP_QUOTA_{'' if self.static else 'DYNAMIC_'}{self.name}"
        return f"GROUP_ACCEPT_SURPLUS_{self.name}"

    def within(self, value: float) -> float:
        """The value, clamped to the bounds."""
        return min(max(value, self.low), self.high)

    def written(self, value: float) -> str:
        """The value as written in a configuration or for `setfactor`."""
        if self.kind is LeverKind.SURPLUS:
            return "True" if value else "False"
        return f"{value:.9f}".rstrip("0").rstrip(".")

    def change(self, value: float) -> Changes:
        """The change to this value."""
        text = self.written(value)
        if self.kind is not LeverKind.FACTORS:
            return Changes(knobs=(KnobChange(self.label, text, ChangePlace(f"{self.label}={text}")),))
        edit = Edit(EditAction.SET_FACTOR, (self.name,), float(text))
        return Changes(edits=(LedgerChange(edit, create=True, place=ChangePlace(f"{self.label}={text}")),))

    def size(self, value: float, pool: float, slot: float) -> float:
        """How large the change to this value is: the absolute base-2 logarithm of the ratio, so that doubling counts 1.

        For quotas it is the ratio of weights, a slot added to each so that a quota of 0 is not infinitely far away; a
        change of surplus counts 1.
        """
        if value == self.now:
            return 0.0
        if self.kind is LeverKind.SURPLUS:
            return 1.0
        if self.kind is LeverKind.FACTORS:
            return abs(math.log2(value / self.now))
        unit = 1.0 if self.static else pool
        return abs(math.log2((value * unit + slot) / (self.now * unit + slot)))


def levers_of(
    scenario: ScenarioData,
    targets: Iterable[Target],
    permissions: Iterable[Permission],
    members: Members,
    course: Course,
) -> list[Lever]:
    """Everything that may be turned; `course` is the result of the present values.

    Without permissions these are the factors of submitters that are targets, and the quotas of three kinds of groups:
    those that are targets, their ancestors, and those of submitters compared across groups.

    Raises:
        BadInput: a permission matches nobody, or nothing is left to turn.
    """
    targets, permissions = list(targets), list(permissions)
    about = list(dict.fromkeys(name for target in targets for name in target.names))
    chosen: dict[tuple[LeverKind, str], Permission] = {}
    for permission in permissions or _usual(targets, members):
        for name in _named(permission, about, members):
            chosen[permission.kind, name] = permission
    levers = [_lever(scenario, members, course, name, permission) for (_, name), permission in chosen.items()]
    if not levers:
        what = listed(dict.fromkeys(each.kind for each in permissions))
        raise BadInput(f"there is nothing to turn: no {what or 'quotas'} of those that targets are about", hint=_FORMS)
    return levers


def _usual(targets: list[Target], members: Members) -> Iterator[Permission]:
    """What may be turned if no permission is given."""
    for target in targets:
        for name in target.names:
            if not members.is_group(name):
                yield Permission(LeverKind.FACTORS, name)
        groups = {members.tree.assigned(name).name for name in target.names}
        across = target.other is not None and len(groups) > 1
        for name in target.names:
            own = members.is_group(name)
            for group in ([name] if own else []) + (members.groups_above(name) if own or across else []):
                if group != ROOT:
                    yield Permission(LeverKind.QUOTAS, group)


def _named(permission: Permission, about: list[str], members: Members) -> list[str]:
    """The submitters or groups that a permission matches."""
    if permission.kind is LeverKind.FACTORS:
        known, nearby = members.submitters, [name for name in about if not members.is_group(name)]
    else:
        known = [group.name for group in members.tree.groups if group.name != ROOT]
        own = [name for name in about if name in known]
        nearby = list(dict.fromkeys([*own, *(group for name in about for group in members.groups_above(name))]))
    if permission.pattern is None:
        return nearby
    if permission.pattern in known:
        return [permission.pattern]
    fits = re.compile(translate(permission.pattern), re.IGNORECASE).match
    found = [name for name in known if any(map(fits, _forms(name)))]
    if not found:
        what = "submitter" if permission.kind is LeverKind.FACTORS else "group"
        raise BadInput(f"no {what} is called {permission.pattern}", "--turn", hint="Patterns may have *, ? and [...]")
    return found


def _forms(name: str) -> tuple[str, ...]:
    """The forms that a pattern may match: the full name, that without the domain, and its trailing parts."""
    local = name.partition("@")[0]
    return name, local, local.rpartition(".")[2], local.rpartition("_")[2]


def _lever(scenario: ScenarioData, members: Members, course: Course, name: str, permission: Permission) -> Lever:
    given = permission.low is not None
    low, high = permission.low or 0.0, permission.high
    if permission.kind is LeverKind.FACTORS:
        factor = _factor(scenario, members, name)
        least = max(MIN_FACTOR, factor / WIDEST) if not given else low
        return Lever(permission.kind, name, factor, least, high or factor * WIDEST, bounded=given)
    group = members.tree.find(name)
    assert group is not None
    if permission.kind is LeverKind.SURPLUS:
        return Lever(permission.kind, name, float(group.accepts_surplus), 0.0, 1.0)
    # A group without any quota has a dynamic one of 0; a weight is easier to read.
    static = group.static or group.configured <= 0
    if high is not None and not static and high > 1:
        message = f"the quota of {name} is dynamic, a fraction, and {figure(high)} is above 1"
        raise BadInput(message, "--turn", hint="Give bounds between 0 and 1")
    if high is None:
        # At most the whole pool, and at least a slot: a smaller quota gives nothing.
        unit = 1.0 if static else course.weight or 1.0
        least = math.ceil(course.slot / unit * _PARTS) / _PARTS
        low, high = min(least, group.configured), max(course.weight / unit, group.configured)
    return Lever(permission.kind, name, group.configured, low, high, static, given)


def _factor(scenario: ScenarioData, members: Members, name: str) -> float:
    """The factor in force in a cycle."""
    rules = PriorityRules.from_config(scenario.config, [group.name for group in members.tree.groups])
    ledger = expire_leases(scenario.ledger, scenario.now, rules.default_factor, scenario.versions.behaviour)
    customer = ledger.customers.get(name) or Customer(name)
    return max(priority_factor(customer, members.tree.assigned(name).name, rules), MIN_FACTOR)


Values: TypeAlias = tuple[float, ...]
"""A value for each lever."""


class Over(StrEnum):
    """The time over which targets are to be reached."""

    CYCLE = "cycle"
    """What submitters hold after the next cycle: what they hold now and what they win in it."""
    LONG_RUN = "long-run"
    """What submitters hold on average once the pool has settled, if demand stays as it is."""
    REPLAY = "replay"
    """What submitters hold on average in a replayed past period, and how long their jobs wait in it."""


_WAITS_S: Final = 120.0
"""Submitters whose jobs wait longer than this on average, in seconds, would take more."""
MOST_STEPS: Final[Mapping[Over, int]] = {Over.CYCLE: 200, Over.LONG_RUN: 40, Over.REPLAY: 40}
"""The default limit on steps."""


class OutOfSteps(Exception):
    """The search has used up its steps."""


class Steps:
    """Evaluates sets of values, each only once, and counts them."""

    def __init__(
        self,
        make: Callable[[Changes], ScenarioData],
        levers: tuple[Lever, ...],
        course_of: Callable[[ScenarioData], Course],
        most: int,
        within: float | None,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """`make` applies changes to the scenario, `course_of` evaluates it."""
        self._make, self._course_of = make, course_of
        self._levers, self._progress, self._within = levers, progress, within
        self._known: dict[Values, Course] = {}
        self.most = most

    @property
    def courses(self) -> Iterable[Course]:
        """All courses evaluated so far."""
        return self._known.values()

    @property
    def taken(self) -> int:
        """How many courses have been evaluated."""
        return len(self._known)

    def changes(self, values: Values) -> Changes:
        """The changes from the present values to these."""
        own = Changes()
        for lever, value in zip(self._levers, values, strict=True):
            if value != lever.now:
                own = own.and_then(lever.change(value))
        return own

    def scenario(self, values: Values) -> ScenarioData:
        """The scenario with these values."""
        return self._make(self.changes(values))

    def course(self, values: Values) -> Course:
        """The result of these values.

        Raises:
            OutOfSteps: this would exceed the limit on steps.
        """
        known = self._known.get(values)
        if known is not None:
            return known
        if self.taken >= self.most:
            raise OutOfSteps
        if self._progress is not None:
            self._progress(self.taken, self.most)
        made = self._known[values] = replace(self._course_of(self.scenario(values)), within=self._within)
        return made


def after_cycle(scenario: ScenarioData, memory: Memory | None = None) -> Course:
    """What submitters hold after a cycle."""
    outcome = negotiate(scenario, memory=memory)
    cycle = CycleFigures(CycleResult(outcome, scenario, {}))
    names = (*cycle.visits, *cycle.names)
    wanting = frozenset(name for name, summary in cycle.summary.items() if summary.left > 0)
    kept = {name: cycle.in_use.get(name, 0.0) - cycle.of(name, "lost") for name in names}
    visits = {name: visit for name in names if (visit := cycle.own_turn(name)) is not None}
    return Course(
        *_size(outcome.pool),
        {name: cycle.holds(name) for name in names},
        wanting,
        kept,
        shares={name: visit.share for name, visit in visits.items()},
    )


def in_long_run(scenario: ScenarioData, terms: ForecastTerms) -> Course:
    """What submitters hold once the pool has settled."""
    pool = negotiate(scenario).pool
    found = find_steady_state(scenario, terms)
    weight, slot = _size(pool)
    wanting = frozenset(
        name for name, demand in found.demand.items() if demand > found.in_use.get(name, 0.0) + slot / 2
    )
    holds = {**dict.fromkeys(found.demand, 0.0), **found.in_use}
    return Course(weight, slot, holds, wanting, demand=found.demand, exact=False)


def in_replay(scenario: ScenarioData, history: History, terms: ReplayTerms) -> Course:
    """What submitters hold on average in a past period, and how long jobs wait.

    Raises:
        BadInput: the terms make no sense.
    """
    setting = set_up_replay(scenario, history, terms)
    times = cycle_times(setting, terms)
    policy = replay_policy(setting, times=times)
    length_s = setting.ends_at - setting.begins_at
    slots = len(scenario.pool.slots)
    weight = policy.pool_weight_s / length_s
    return Course(
        weight,
        weight / slots if slots else 0.0,
        {each.name: each.used_weight_s / length_s for each in policy.submitters},
        frozenset(each.name for each in policy.submitters if each.waits.mean_s > _WAITS_S),
        waits={each.name: each.waits.p95_s for each in (*policy.submitters, *policy.groups)},
        exact=False,
        remarks=(*_beside_the_truth(calibrated(policy, setting, times.interval_s)), *setting.assumptions),
    )


def _beside_the_truth(found: Calibration | None) -> Iterator[str]:
    """A remark if the replay is not, or not known to be, close to what really happened."""
    if found is None:
        yield "it is not known how close the replay is to what really happened: the history has no start in the period"
    elif not found.near:
        yield f"the replay is not close to what really happened: {'; '.join(found.why_not)}"


def _size(pool: PoolSize) -> tuple[float, float]:
    """Weight of the pool, and mean weight of a slot."""
    return pool.weight, pool.weight / pool.slots if pool.slots else 0.0
