"""Targets, how far a state is from them, and what may be turned to reach them.

Levers are priority factors, quotas, and whether groups accept surplus, within bounds. `Steps` evaluates a set of
values. Each evaluation is a step of the search; steps are counted and cached.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from enum import StrEnum
from fnmatch import translate
from functools import reduce
from typing import Final, TypeAlias

from msgspec import Struct, structs

from userprio.accounting import MIN_FACTOR, Edit, EditAction, PriorityRules, expire_leases, priority_factor
from userprio.accounting.quotas import ROOT, GroupTree
from userprio.analysis.plan import ChangePlace, Changes, CycleFigures, Horizon, KnobChange, LedgerChange
from userprio.base import BadInput, Progress, Run, figure, listed, parse_length, percent, run_all, spoken
from userprio.ledger import Customer
from userprio.negotiation import Memory, PoolSize, negotiate
from userprio.pool import ScenarioData
from userprio.simulation import (
    ForecastTerms,
    ReplayTerms,
    calibrated,
    cycle_times,
    find_steady_state,
    replay_policy,
    set_up_replay,
)
from userprio.simulation.history import History

TOLERANCE: Final = 0.01
"""A mean may miss a target by this fraction of the pool, or by a mean slot if that is more; one cycle by half of it."""

_NUMBER: Final = r"(\d{1,12}(?:\.\d{1,9})?)"
_SHARE: Final = re.compile(rf"(.+)=\s*{_NUMBER}\s*%\s*", re.ASCII)
_USE: Final = re.compile(rf"(.+)=\s*{_NUMBER}\s*x?\s*:(.+)", re.ASCII)
_HOLD: Final = re.compile(rf"(.+)=\s*{_NUMBER}\s*", re.ASCII)
_HOLD_EARLIER: Final = re.compile(rf"\s*{_NUMBER}\s*:(.+)", re.ASCII)


class TargetKind(StrEnum):
    """The figure that a target is about."""

    SHARE = "share"
    """A fraction of the pool's weight."""
    USE = "use"
    """A multiple of another's weight."""
    HOLD = "hold"
    """At least this much weight."""
    WAIT = "wait_p95"
    """The 95th percentile of the jobs' waits for their first start in a replay, at most."""


class Target(Struct, frozen=True):
    """What a submitter, or a group with all its subgroups, is to have. Weights are sums of SlotWeight."""

    kind: TargetKind
    name: str
    amount: float
    """For a share a fraction of the pool, 0 to 1; for a use a ratio; for a wait seconds; else a weight."""
    other: str | None = None
    """For a use, the submitter or group to compare with."""

    @property
    def names(self) -> tuple[str, ...]:
        """The submitters or groups it is about."""
        return (self.name,) if self.other is None else (self.name, self.other)

    @property
    def text(self) -> str:
        """The target in a few words, such as `share 40%`."""
        match self.kind:
            case TargetKind.SHARE:
                return f"share {percent(self.amount)}"
            case TargetKind.USE:
                return f"{figure(self.amount)} times {self.other}"
            case TargetKind.WAIT:
                return f"95% wait {spoken(round(self.amount))} at most"
        return f"at least {figure(self.amount)}"

    def __post_init__(self) -> None:
        most = 1.0 if self.kind is TargetKind.SHARE else math.inf
        if not 0 <= self.amount <= most or (self.amount == 0 and self.kind is not TargetKind.SHARE):
            raise BadInput(f"{figure(self.amount)} is not a {self.kind} that {self.name} can have")

    def with_names(self, full_name: Callable[[str], str]) -> "Target":
        """The same target with full names."""
        other = None if self.other is None else full_name(self.other)
        return structs.replace(self, name=full_name(self.name), other=other)


def parse_share(text: str) -> Target:
    """The target of `NAME=NUMBER%`; BadInput if it does not have this form, or is above 100 %."""
    if (match := _SHARE.fullmatch(text)) is None or float(match[2]) > 100:
        raise BadInput("this is not a share of the pool", f"--share {text}", hint="Such as physics=40%, up to 100%")
    return Target(TargetKind.SHARE, match[1].strip(), float(match[2]) / 100)


def parse_use(text: str) -> Target:
    """The target of `NAME=NUMBERx:OTHER`; BadInput if it does not have this form, or the ratio is 0."""
    if (match := _USE.fullmatch(text)) is None or float(match[2]) <= 0:
        hint = "Such as ada=2x:ben, for twice as much as ben"
        raise BadInput("this does not compare two uses", f"--use {text}", hint=hint)
    return Target(TargetKind.USE, match[1].strip(), float(match[2]), match[3].strip())


def parse_hold(text: str) -> Target:
    """The target of `NAME=WEIGHT` or `WEIGHT:NAME`; BadInput if it has neither form, or the weight is 0."""
    # WEIGHT:NAME is an earlier spelling, which scripts may still have.
    earlier, match = _HOLD_EARLIER.fullmatch(text), _HOLD.fullmatch(text)
    weight, name = earlier.groups() if earlier else match.groups()[::-1] if match else ("0", "")
    if float(weight) <= 0 or not name.strip():
        hint = "Such as salam=12, for at least 12"
        raise BadInput("this is not a weight that somebody holds", f"--hold {text}", hint=hint)
    return Target(TargetKind.HOLD, name.strip(), float(weight))


def parse_wait(text: str) -> Target:
    """The target of `NAME=TIME`; BadInput if it does not have this form, or the time is 0."""
    name, equals, length = text.rpartition("=")
    seconds = parse_length(length) if equals else 0
    if not name.strip() or seconds <= 0:
        hint = "Such as theory=4h, for at most four hours"
        raise BadInput("this is not a time that somebody waits", f"--wait-p95 {text}", hint=hint)
    return Target(TargetKind.WAIT, name.strip(), float(seconds))


class PoolState(Struct, frozen=True):
    """The result of a step: what submitters hold after a cycle, or on average in the long run or a replay."""

    weight: float
    """Weight of the pool."""
    slot: float
    """Mean weight of a slot."""
    holds: Mapping[str, float]
    """Weight by submitter."""
    wanting: frozenset[str]
    """The submitters that would take more."""
    lump: float = 0.0
    """The largest weight of a slot that a cycle gave; 0 where that is not known."""
    retained: Mapping[str, float] = {}
    """The part of `holds` that submitters had before the cycle and kept."""
    demand: Mapping[str, float] = {}
    """Weight of running and idle jobs by submitter; only for the long run."""
    shares: Mapping[str, float] = {}
    """Fraction of the pie by submitter, at its first visit in a cycle."""
    waits: Mapping[str, float] = {}
    """By submitter and group: the 95th percentile of its jobs' waits for their first start in a replay, in seconds."""
    exact: bool = True
    """Whether this is the result of one cycle, rather than a mean that whole slots make uneven."""
    within: float | None = None
    """Weight by which a target may be missed; None: the default, see `tolerance`."""
    remarks: tuple[str, ...] = ()
    """For a replay: its assumptions and, if it is not close to what really happened, how far off it is."""

    @property
    def tolerance(self) -> float:
        """Weight by which a target may be missed."""
        if self.within is not None:
            return self.within
        return max(TOLERANCE * self.weight, self.slot) / (2 if self.exact else 1)

    @property
    def near(self) -> float:
        """Weight within which getting nearer means little: half a slot, or most of a mean's tolerance."""
        return self.slot / 2 if self.exact else self.tolerance * 0.75

    def held(self, names: Iterable[str]) -> float:
        """Weight that these submitters hold together."""
        return math.fsum(self.holds.get(name, 0.0) for name in names)


class Members:
    """Looks up the submitters meant by the name of a submitter or a group."""

    def __init__(self, tree: GroupTree, submitters: Iterable[str]) -> None:
        self.tree = tree
        self._below: dict[str, list[str]] = {group.name: [] for group in tree.groups}
        self.submitters = list(submitters)
        for name in self.submitters:
            path = [group.name for group in tree.ancestry(tree.assigned(name).number)]
            # Not the root, unless it is all there is: its name means only those without a group.
            for group in path[:-1] or path:
                self._below[group].append(name)

    def of(self, name: str) -> list[str]:
        """The submitter itself, or all submitters of the group and its subgroups; for `<none>` only its own."""
        return self._below.get(name, [name])

    def is_group(self, name: str) -> bool:
        """Whether the name is a group's."""
        return name in self._below

    def groups_above(self, name: str) -> list[str]:
        """The groups that a submitter or group is in, nearest first, without the root and itself."""
        path = [group.name for group in self.tree.ancestry(self.tree.assigned(name).number)][:-1]
        return [group for group in path if group != name]

    def meet(self, name: str, other: str) -> bool:
        """Whether the two have a submitter in common."""
        return not set(self.of(name)).isdisjoint(self.of(other)) or name == other


_BOUNDS: Final = frozenset({TargetKind.HOLD, TargetKind.WAIT})
"""Targets that having more than asked for (or waiting less) also meets."""


class TargetStanding(Struct, frozen=True):
    """How close a state comes to a target; for a wait, all weights are seconds instead."""

    target: Target
    held: float
    """Weight that the target's submitters hold."""
    wanted: float
    """Weight that they would have to hold."""
    figure: float
    """In the target's measure: a fraction of the pool, a ratio, a weight, or seconds."""
    tolerance: float
    near: float
    """The miss below which getting nearer means little."""
    scale: float
    """Divides misses, so that those of several targets can be compared."""

    @property
    def apart(self) -> float:
        """Wanted less held weight; for waits, the seconds by which they are too long."""
        return self.held - self.wanted if self.target.kind is TargetKind.WAIT else self.wanted - self.held

    @property
    def short(self) -> float:
        """Weight that is missing; negative if there is too much."""
        return max(self.apart, 0.0) if self.target.kind in _BOUNDS else self.apart

    @property
    def reached(self) -> bool:
        """Whether it is reached. A submitter that is to have something must not end up with nothing."""
        # In a small pool the tolerance, a slot, may be all that is wanted.
        nothing = self.wanted > 0 >= self.held and self.target.kind is not TargetKind.WAIT
        return abs(self.short) <= self.tolerance * (1 + 1e-9) and not nothing


def standing(target: Target, state: PoolState, members: Members) -> TargetStanding:
    """How close a state comes to a target."""
    if target.kind is TargetKind.WAIT:
        # A submitter without jobs in the period does not wait.
        wait = state.waits.get(target.name, 0.0)
        return TargetStanding(target, wait, target.amount, wait, 0.0, near=target.amount / 20, scale=target.amount)
    held = state.held(members.of(target.name))

    def standing_at(wanted: float, shown: float, tolerance: float = state.tolerance) -> TargetStanding:
        return TargetStanding(target, held, wanted, shown, tolerance, near=state.near, scale=state.tolerance or 1.0)

    if target.kind is TargetKind.SHARE:
        return standing_at(target.amount * state.weight, held / state.weight if state.weight > 0 else 0.0)
    if target.other is not None:
        other = state.held(members.of(target.other))
        ratio = held / other if other > 0 else math.inf if held > 0 else math.nan
        # Split what both have together, so that it does not matter which of them is named first.
        both = held + other
        return standing_at(both * target.amount / (1 + target.amount) if both > 0 else state.tolerance, ratio)
    # One cycle can meet a minimum exactly; a mean of whole slots only to within half a slot.
    return standing_at(target.amount, held, 1e-9 if state.exact else state.slot / 2)


WIDEST: Final = 1e6
"""A factor without given bounds is multiplied or divided by this at most."""
_PARTS: Final = 1e4
"""Dynamic quotas are no finer than this fraction, unless the bounds ask for it."""
_BOUND: Final = r"\d{1,12}(?:\.\d{1,9})?"
_TURN: Final = re.compile(
    rf"\s*(factors|quotas|surplus)\s*(?::\s*([^=]*?)\s*)?(?:=\s*({_BOUND})\s*\.\.\s*({_BOUND})\s*)?", re.ASCII
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


class Permission(Struct, frozen=True):
    """Permission to turn settings of one kind."""

    kind: LeverKind
    pattern: str | None = None
    """A name, or a pattern with `*`, `?` and `[...]`; None: the names that targets are about."""
    low: float | None = None
    high: float | None = None


def parse_turn(text: str) -> Permission:
    """The permission of `KIND[:PATTERN][=LOW..HIGH]`; BadInput if it is none, or the bounds are not a range."""
    if (match := _TURN.fullmatch(text)) is None or match[2] == "":
        raise BadInput("this is not something that can be turned", f"--turn {text}", hint=_FORMS)
    kind = LeverKind(match[1])
    low, high = (None if bound is None else float(bound) for bound in (match[3], match[4]))
    if low is not None and high is not None and (low > high or kind is LeverKind.SURPLUS):
        hint = "Surplus is accepted or not" if kind is LeverKind.SURPLUS else "The lower bound comes first"
        raise BadInput("these are not bounds", f"--turn {text}", hint=hint)
    if kind is LeverKind.FACTORS and low is not None and low < MIN_FACTOR:
        raise BadInput("a priority factor is at least 1", f"--turn {text}", hint="Raise the lower bound")
    return Permission(kind, match[2], low, high)


class Lever(Struct, frozen=True):
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
        # A fraction of the pool becomes a weight, so that both kinds of quotas compare.
        unit = 1.0 if self.static else pool
        return abs(math.log2((value * unit + slot) / (self.now * unit + slot)))


def levers_of(
    scenario: ScenarioData, targets: Sequence[Target], allowed: Sequence[Permission], members: Members, state: PoolState
) -> list[Lever]:
    """Everything that may be turned; `state` is the result of the present values.

    Without permissions these are the factors of submitters that are targets, and the quotas of three kinds of groups:
    those that are targets, their ancestors, and those of submitters compared across groups.

    Raises:
        BadInput: a permission matches nobody, or nothing is left to turn.
    """
    about = list(dict.fromkeys(name for target in targets for name in target.names))
    chosen: dict[tuple[LeverKind, str], Permission] = {}
    for permission in allowed or _usual(targets, members):
        # A later permission replaces an earlier one of the same lever: `factors`, then bounds for one of them.
        for name in _named(permission, about, members):
            chosen[permission.kind, name] = permission
    levers = [_lever(scenario, members, state, name, permission) for (_, name), permission in chosen.items()]
    if not levers:
        what = listed(dict.fromkeys(permission.kind for permission in allowed))
        raise BadInput(f"there is nothing to turn: no {what or 'quotas'} of those that targets are about", hint=_FORMS)
    return levers


def _usual(targets: Sequence[Target], members: Members) -> Iterator[Permission]:
    """What may be turned if no permission is given."""
    for target in targets:
        yield from (Permission(LeverKind.FACTORS, name) for name in target.names if not members.is_group(name))
        groups = {members.tree.assigned(name).name for name in target.names}
        # Factors compare submitters of one group only; across groups, quotas decide.
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
        above = (group for name in about for group in members.groups_above(name))
        nearby = list(dict.fromkeys([*(name for name in about if name in known), *above]))
    if permission.pattern is None:
        return nearby
    # A whole name comes before a pattern: a submitter may have [ or * in its name.
    if permission.pattern in known:
        return [permission.pattern]
    fits = re.compile(translate(permission.pattern), re.IGNORECASE).match
    names = [name for name in known if any(map(fits, _forms(name)))]
    if not names:
        what = "submitter" if permission.kind is LeverKind.FACTORS else "group"
        raise BadInput(f"no {what} is called {permission.pattern}", "--turn", hint="Patterns may have *, ? and [...]")
    return names


def _forms(name: str) -> tuple[str, ...]:
    """The forms that a pattern may match: the full name, that without the domain, and its trailing parts."""
    local = name.partition("@")[0]
    return name, local, local.rpartition(".")[2], local.rpartition("_")[2]


def _lever(scenario: ScenarioData, members: Members, state: PoolState, name: str, permission: Permission) -> Lever:
    given, low, high = permission.low is not None, permission.low or 0.0, permission.high
    if permission.kind is LeverKind.FACTORS:
        factor = _factor(scenario, members, name)
        least = low if given else max(MIN_FACTOR, factor / WIDEST)
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
        unit = 1.0 if static else state.weight or 1.0
        least = math.ceil(state.slot / unit * _PARTS) / _PARTS
        low, high = min(least, group.configured), max(state.weight / unit, group.configured)
    return Lever(permission.kind, name, group.configured, low, high, static, given)


def _factor(scenario: ScenarioData, members: Members, name: str) -> float:
    """The factor in force in a cycle."""
    rules = PriorityRules.from_config(scenario.config, [group.name for group in members.tree.groups])
    ledger = expire_leases(scenario.ledger, scenario.now, rules.default_factor, scenario.versions.behaviour)
    customer = ledger.customers.get(name) or Customer(name)
    return max(priority_factor(customer, members.tree.assigned(name).name, rules), MIN_FACTOR)


Values: TypeAlias = tuple[float, ...]
"""A value for each lever."""


_WAITS_S: Final = 120.0
"""Submitters whose jobs wait longer than this on average, in seconds, would take more."""
MOST_STEPS: Final[Mapping[Horizon, int]] = {Horizon.CYCLE: 500, Horizon.LONG_RUN: 40, Horizon.REPLAY: 40}
"""The default limit on steps."""


class OutOfSteps(Exception):
    """The search has used up its steps."""


class Steps(Struct):
    """Evaluates sets of values, each only once, and counts them."""

    make: Callable[[Changes], ScenarioData]
    """Applies changes to the scenario."""
    levers: tuple[Lever, ...]
    run: Run[Changes, PoolState]
    """Evaluates the scenario with changes."""
    most: int
    within: float | None
    executor: Executor | None
    progress: Progress | None
    _known: dict[Values, PoolState] = {}
    _ahead: dict[Values, PoolState] = {}
    """Evaluated before anybody asked: these are not counted."""

    @property
    def states(self) -> Iterable[PoolState]:
        """All states evaluated so far."""
        return self._known.values()

    @property
    def taken(self) -> int:
        """How many states have been evaluated."""
        return len(self._known)

    def changes(self, values: Values) -> Changes:
        """The changes from the present values to these."""
        turned = ((lever, value) for lever, value in zip(self.levers, values, strict=True) if value != lever.now)
        return reduce(Changes.and_then, (lever.change(value) for lever, value in turned), Changes())

    def scenario(self, values: Values) -> ScenarioData:
        """The scenario with these values."""
        return self.make(self.changes(values))

    def state(self, values: Values) -> PoolState:
        """The result of these values; OutOfSteps if this would exceed the limit on steps."""
        if (known := self._known.get(values)) is not None:
            return known
        if self.taken >= self.most:
            raise OutOfSteps
        self._tick()
        if (state := self._ahead.pop(values, None)) is None:
            state = self.run(self.changes(values), self._tick)
        result = self._known[values] = structs.replace(state, within=self.within)
        return result

    def foresee(self, wanted: Iterable[Values]) -> bool:
        """Evaluate side by side what will be asked for, or may be; False: in this process that would save nothing."""
        if self.executor is None:
            return False
        new = [values for values in dict.fromkeys(wanted) if values not in self._known and values not in self._ahead]
        new = new[: max(self.most - self.taken - len(self._ahead), 0)]
        if len(new) > 1:
            states = run_all(self.run, [self.changes(values) for values in new], self.executor, self._tick)
            self._ahead.update(zip(new, states, strict=True))
        return True

    def foreseen(self, values: Values) -> PoolState | None:
        """The result of these values if it is known, whether it was asked for or not."""
        state = self._known.get(values) or self._ahead.get(values)
        return None if state is None else structs.replace(state, within=self.within)

    def _tick(self, *part: int) -> None:
        if self.progress is not None:
            self.progress(self.taken, self.most)


def after_cycle(scenario: ScenarioData, memory: Memory | None = None) -> PoolState:
    """What submitters hold after a cycle."""
    outcome = negotiate(scenario, memory=memory)
    cycle = CycleFigures(outcome, scenario)
    names = (*cycle.visits, *cycle.names)
    # Idle jobs that no match is expected to start: who has none would take no more, whatever its share.
    wanting = frozenset(name for name, summary in cycle.summary.items() if summary.left > 0)
    retained = {name: cycle.in_use.get(name, 0.0) - cycle.of(name, "lost") for name in names}
    visits = {name: visit for name in names if (visit := cycle.own_turn(name)) is not None}
    return PoolState(
        *_size(outcome.pool),
        {name: cycle.holds(name) for name in names},
        wanting,
        max((match.cost for match in outcome.matches), default=0.0),
        retained,
        shares={name: visit.share for name, visit in visits.items()},
    )


def in_long_run(scenario: ScenarioData, terms: ForecastTerms, tick: Callable[[], None] = lambda: None) -> PoolState:
    """What submitters hold once the pool has settled. `tick` is called after each cycle."""
    steady = find_steady_state(scenario, terms, tick)
    weight, slot = _size(negotiate(scenario).pool)
    # Whoever asks and gets nothing must be there with 0, or its target would never be missed.
    holds = {**dict.fromkeys(steady.demand, 0.0), **steady.in_use}
    wanting = frozenset(name for name, demand in steady.demand.items() if demand > holds[name] + slot / 2)
    return PoolState(weight, slot, holds, wanting, demand=steady.demand, exact=False)


def in_replay(
    scenario: ScenarioData, history: History, terms: ReplayTerms, tick: Callable[[int, int], None] | None = None
) -> PoolState:
    """What submitters hold on average in a past period, and how long jobs wait; BadInput if the terms make no sense.

    `tick` is called after each cycle.
    """
    setting = set_up_replay(scenario, history, terms)
    times = cycle_times(setting, terms)
    policy = replay_policy(setting, times=times, progress=tick)
    length_s, slots = setting.ends_at - setting.begins_at, len(scenario.pool.slots)
    weight = policy.pool_weight_s / length_s
    remarks, calibration = list(setting.assumptions), calibrated(policy, setting, times.interval_s)
    if calibration is None:
        unknown = "it is not known how close the replay is to what really happened"
        remarks.insert(0, f"{unknown}: the history has no start in the period")
    elif not calibration.near:
        remarks.insert(0, f"the replay is not close to what really happened: {'; '.join(calibration.why_not)}")
    return PoolState(
        weight,
        weight / slots if slots else 0.0,
        {party.name: party.used_weight_s / length_s for party in policy.submitters},
        frozenset(party.name for party in policy.submitters if party.waits.mean_s > _WAITS_S),
        waits={party.name: party.waits.p95_s for party in (*policy.submitters, *policy.groups)},
        exact=False,
        remarks=tuple(remarks),
    )


def _size(pool: PoolSize) -> tuple[float, float]:
    return pool.weight, pool.weight / pool.slots if pool.slots else 0.0
