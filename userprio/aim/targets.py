"""What is sought: targets, as they are typed and as values, and how far a course is from them."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from userprio.errors import BadInput
from userprio.formats import figure, percent
from userprio.quotas import GroupTree
from userprio.times import parse_length, spoken

TOLERANCE: Final = 0.01
"""A target is reached where no more than this part of the pool is missing, or a slot if that is more."""

_NUMBER: Final = r"(\d{1,12}(?:\.\d{1,9})?)"
_SHARE: Final = re.compile(rf"(.+)=\s*{_NUMBER}\s*%\s*", re.ASCII)
_USE: Final = re.compile(rf"(.+)=\s*{_NUMBER}\s*x?\s*:(.+)", re.ASCII)
_HOLD: Final = re.compile(rf"(.+)=\s*{_NUMBER}\s*", re.ASCII)
_HOLD_EARLIER: Final = re.compile(rf"\s*{_NUMBER}\s*:(.+)", re.ASCII)


class TargetKind(StrEnum):
    """What a target is about."""

    SHARE = "share"
    """A fraction of the pool's weight."""
    USE = "use"
    """A multiple of what another one has."""
    HOLD = "hold"
    """At least this much weight."""
    WAIT = "wait_p95"
    """The longest that 95 % of the jobs wait for their first start in a replay."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a submitter or a group, with all groups below it, is to have. Weights are sums of SlotWeight."""

    kind: TargetKind
    name: str
    amount: float
    """Of a share a fraction of the pool, 0 to 1; of a use a ratio; of a wait seconds; else a weight."""
    other: str | None = None
    """Of a use, whose use it is compared with."""

    @property
    def names(self) -> tuple[str, ...]:
        """Those whom it is about."""
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

    def with_names(self, whole: Callable[[str], str]) -> "Target":
        """The same with everybody named in full."""
        return replace(self, name=whole(self.name), other=None if self.other is None else whole(self.other))


def parse_share(text: str) -> Target:
    """The target of `NAME=NUMBER%`.

    Raises:
        BadInput: it is of another form, or above 100 %.
    """
    found = _SHARE.fullmatch(text)
    if found is None or float(found[2]) > 100:
        raise BadInput("this is not a share of the pool", f"--share {text}", hint="Such as physics=40%, up to 100%")
    return Target(TargetKind.SHARE, found[1].strip(), float(found[2]) / 100)


def parse_use(text: str) -> Target:
    """The target of `NAME=NUMBERx:OTHER`.

    Raises:
        BadInput: it is of another form, or the ratio is 0.
    """
    found = _USE.fullmatch(text)
    if found is None or float(found[2]) <= 0:
        hint = "Such as ada=2x:ben, for twice as much as ben"
        raise BadInput("this does not compare two uses", f"--use {text}", hint=hint)
    return Target(TargetKind.USE, found[1].strip(), float(found[2]), found[3].strip())


def parse_hold(text: str) -> Target:
    """The target of `NAME=WEIGHT`; `WEIGHT:NAME` is the same.

    Raises:
        BadInput: it is of another form, or the weight is 0.
    """
    earlier, found = _HOLD_EARLIER.fullmatch(text), _HOLD.fullmatch(text)
    weight, name = earlier.groups() if earlier else found.groups()[::-1] if found else ("0", "")
    if float(weight) <= 0 or not name.strip():
        hint = "Such as salam=12, for at least 12"
        raise BadInput("this is not a weight that somebody holds", f"--hold {text}", hint=hint)
    return Target(TargetKind.HOLD, name.strip(), float(weight))


def parse_wait(text: str) -> Target:
    """The target of `NAME=TIME`.

    Raises:
        BadInput: it is of another form, or the time is 0.
    """
    name, equals, length = text.rpartition("=")
    seconds = parse_length(length) if equals else 0
    if not name.strip() or seconds <= 0:
        hint = "Such as theory=4h, for at most four hours"
        raise BadInput("this is not a time that somebody waits", f"--wait-p95 {text}", hint=hint)
    return Target(TargetKind.WAIT, name.strip(), float(seconds))


@dataclass(frozen=True, slots=True)
class Course:
    """What a step found: what everybody holds, after a cycle, or in the mean of the long run or of a replay."""

    weight: float
    """Of the pool."""
    slot: float
    """Weight of a slot in the mean."""
    holds: Mapping[str, float]
    """By submitter."""
    wanting: frozenset[str]
    """The submitters that would take more."""
    kept: Mapping[str, float] = field(default_factory=dict)
    """Of that what submitters had before a cycle, and nobody took from them in it."""
    demand: Mapping[str, float] = field(default_factory=dict)
    """Weight of the running and idle jobs of submitters, for the long run."""
    shares: Mapping[str, float] = field(default_factory=dict)
    """Part of the pie of submitters at their first visits in a cycle."""
    waits: Mapping[str, float] = field(default_factory=dict)
    """By submitter and group, the seconds that 95 % of its jobs did not exceed until their first start in a replay."""
    exact: bool = True
    """It is what a cycle comes to, and no mean that whole slots make uneven."""
    within: float | None = None
    """Weight by which a target may be missed, if that is given."""
    remarks: tuple[str, ...] = ()
    """Of a replay: how close it comes to what really happened, if not near, and what it takes for granted."""

    @property
    def tolerance(self) -> float:
        """Weight by which a target may be missed."""
        return max(TOLERANCE * self.weight, self.slot) if self.within is None else self.within

    @property
    def near(self) -> float:
        """Weight from which nearer means little: half a slot, or most of what a mean may miss."""
        return self.slot / 2 if self.exact else self.tolerance * 0.75

    def held(self, names: Iterable[str]) -> float:
        """Weight of these submitters."""
        return math.fsum(self.holds.get(name, 0.0) for name in names)


class Members:
    """Who is meant by the name of a submitter or a group."""

    def __init__(self, tree: GroupTree, submitters: Iterable[str]) -> None:
        self.tree = tree
        self._below: dict[str, list[str]] = {group.name: [] for group in tree.groups}
        self.submitters = list(submitters)
        for name in self.submitters:
            path = [group.name for group in tree.ancestry(tree.assigned(name).number)]
            for group in path[:-1] or path:
                self._below[group].append(name)

    def of(self, name: str) -> list[str]:
        """The submitter itself, or all submitters of the group and of those below it; of `<none>` its own."""
        return self._below.get(name, [name])

    def is_group(self, name: str) -> bool:
        """Whether it is the name of a group."""
        return name in self._below

    def groups_above(self, name: str) -> list[str]:
        """The groups that a submitter or group is in, the nearest first, without the root and itself."""
        path = [group.name for group in self.tree.ancestry(self.tree.assigned(name).number)][:-1]
        return [group for group in path if group != name]

    def meet(self, one: str, other: str) -> bool:
        """Whether some submitter is in both."""
        return not set(self.of(one)).isdisjoint(self.of(other)) or one == other


_BOUNDS: Final = frozenset({TargetKind.HOLD, TargetKind.WAIT})
"""What is kept by more than was asked for too."""


@dataclass(frozen=True, slots=True)
class TargetStanding:
    """How a target stands in a course; of a wait, seconds stand in for weights."""

    target: Target
    held: float
    """Weight of whom it is about."""
    wanted: float
    """Weight that they would have to hold."""
    figure: float
    """In the target's own measure: a fraction of the pool, a ratio, a weight."""
    tolerance: float
    near: float
    """From where nearer means little."""
    scale: float
    """What misses of several targets are compared by."""

    @property
    def apart(self) -> float:
        """Weight from what is held to what is wanted; negative where more is held. Of waits, seconds too long."""
        return self.held - self.wanted if self.target.kind is TargetKind.WAIT else self.wanted - self.held

    @property
    def short(self) -> float:
        """Weight that is missing; negative where it is too much."""
        return max(self.apart, 0.0) if self.target.kind in _BOUNDS else self.apart

    @property
    def reached(self) -> bool:
        """Whether it is reached. Who is to have something must not come out with nothing."""
        nothing = self.wanted > 0 >= self.held and self.target.kind is not TargetKind.WAIT
        return abs(self.short) <= self.tolerance * (1 + 1e-9) and not nothing


def standing(target: Target, course: Course, members: Members) -> TargetStanding:
    """How a target stands."""
    if target.kind is TargetKind.WAIT:
        # Who has no job in the period waits for nothing.
        wait = course.waits.get(target.name, 0.0)
        return TargetStanding(target, wait, target.amount, wait, 0.0, near=target.amount / 20, scale=target.amount)
    held = course.held(members.of(target.name))

    def made(wanted: float, shown: float, tolerance: float = course.tolerance) -> TargetStanding:
        return TargetStanding(target, held, wanted, shown, tolerance, near=course.near, scale=course.tolerance or 1.0)

    if target.kind is TargetKind.SHARE:
        return made(target.amount * course.weight, held / course.weight if course.weight > 0 else 0.0)
    if target.other is not None:
        other = course.held(members.of(target.other))
        ratio = held / other if other > 0 else math.inf if held > 0 else math.nan
        # Of what both have together, so that it does not matter which of them is named first.
        both = held + other
        return made(both * target.amount / (1 + target.amount) if both > 0 else course.tolerance, ratio)
    # A promise of at least so much is kept to the letter by a cycle; a mean of whole slots comes half a slot near.
    return made(target.amount, held, 1e-9 if course.exact else course.slot / 2)
