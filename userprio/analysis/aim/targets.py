"""Targets, as typed and as values, and how far a state is from them."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct, structs

from userprio.accounting.quotas import GroupTree
from userprio.base.errors import BadInput
from userprio.base.formats import figure, percent
from userprio.base.times import parse_length, spoken

TOLERANCE: Final = 0.01
"""A target may be missed by this fraction of the pool, or by a mean slot if that is more."""

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
        return structs.replace(
            self, name=full_name(self.name), other=None if self.other is None else full_name(self.other)
        )


def parse_share(text: str) -> Target:
    """The target of `NAME=NUMBER%`.

    Raises:
        BadInput: it does not have this form, or is above 100 %.
    """
    match = _SHARE.fullmatch(text)
    if match is None or float(match[2]) > 100:
        raise BadInput("this is not a share of the pool", f"--share {text}", hint="Such as physics=40%, up to 100%")
    return Target(TargetKind.SHARE, match[1].strip(), float(match[2]) / 100)


def parse_use(text: str) -> Target:
    """The target of `NAME=NUMBERx:OTHER`.

    Raises:
        BadInput: it does not have this form, or the ratio is 0.
    """
    match = _USE.fullmatch(text)
    if match is None or float(match[2]) <= 0:
        hint = "Such as ada=2x:ben, for twice as much as ben"
        raise BadInput("this does not compare two uses", f"--use {text}", hint=hint)
    return Target(TargetKind.USE, match[1].strip(), float(match[2]), match[3].strip())


def parse_hold(text: str) -> Target:
    """The target of `NAME=WEIGHT`; `WEIGHT:NAME` is the same.

    Raises:
        BadInput: it does not have this form, or the weight is 0.
    """
    # WEIGHT:NAME is an earlier spelling, which scripts may still have.
    earlier, match = _HOLD_EARLIER.fullmatch(text), _HOLD.fullmatch(text)
    weight, name = earlier.groups() if earlier else match.groups()[::-1] if match else ("0", "")
    if float(weight) <= 0 or not name.strip():
        hint = "Such as salam=12, for at least 12"
        raise BadInput("this is not a weight that somebody holds", f"--hold {text}", hint=hint)
    return Target(TargetKind.HOLD, name.strip(), float(weight))


def parse_wait(text: str) -> Target:
    """The target of `NAME=TIME`.

    Raises:
        BadInput: it does not have this form, or the time is 0.
    """
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
        return max(TOLERANCE * self.weight, self.slot) if self.within is None else self.within

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
