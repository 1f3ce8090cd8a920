"""Sweeps: a cycle for each value of a knob, a ledger record or a number of jobs, and the figures of everybody.

Several ranges make a grid. Each point is the scenario with its changes made by `comparison.changed`."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from fnmatch import translate
from functools import reduce
from itertools import islice, product
from typing import Final, Self

from msgspec import Struct

from userprio.accounting.quotas import build_tree
from userprio.analysis.plan.changes import SETTERS, ChangePlace, Changes, KnobChange, parse_jobs, parse_setter, parts
from userprio.analysis.plan.comparison import changed
from userprio.analysis.plan.difference import CycleFigures
from userprio.base import BadInput, Stopped, counted, near_misses
from userprio.classad import Evaluator, text_of
from userprio.negotiation import Memory, negotiate
from userprio.pool import ScenarioData

MOST_POINTS: Final = 10_000
_NUMBER: Final = r"[+-]?\d{1,15}(?:\.\d{1,9})?"
_RANGE: Final = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?:([/*])({_NUMBER}))?", re.ASCII)
_KNOB_NAME: Final = re.compile(r"[A-Za-z0-9_./]+\Z")
KNOB: Final = "knob"
JOBS: Final = "jobs"
MACHINES: Final = "machines"
"""The range of a replay: machines more or, if negative, fewer."""
_KINDS: Final = (*SETTERS, JOBS)
_FORMS: Final = "Such as GROUP_QUOTA_physics=2..20/2, setfactor:ann@lab.example=1..1000*10 or START=true,false"


class Dimension(Struct, frozen=True):
    """A knob, a submitter's setting or a number of jobs, and the values to try."""

    kind: str
    """`knob`, a setter such as `setfactor`, or `jobs`."""
    name: str
    """The knob, or the submitter."""
    values: tuple[str, ...]

    @property
    def label(self) -> str:
        """As it is typed before the equals sign."""
        return self.name if self.kind == KNOB else f"{self.kind}:{self.name}"

    def change(self, value: str, *, new: bool) -> Changes:
        """The change to one of the values; `new` admits unknown submitters. BadInput if the value is not valid here."""
        place = f"{self.label}={value}"
        if self.kind == KNOB:
            return Changes(knobs=(KnobChange(self.name, value, ChangePlace(place)),))
        if self.kind == JOBS:
            return Changes(jobs=(parse_jobs(f"{self.name}={value}", new=new),))
        return Changes(edits=(parse_setter(self.kind, self.name, value, place, new=new),))


def parse_dimension(text: str) -> Dimension:
    """A range as typed: `KNOB=VALUES`, `setfactor:NAME=VALUES` or the same with another setter.

    VALUES are single values and ranges `A..B`, `A..B/STEP` or `A..B*RATIO`, both ends included, separated by commas.

    Raises:
        BadInput: it does not have this form.
    """
    label, equals, values = text.rpartition("=") if text.partition(":")[0] in _KINDS else text.partition("=")
    return dimension(label, values_of(values, text) if equals else (), text)


def dimension(label: str, values: Iterable[str], place: str) -> Dimension:
    """The dimension of a label such as `KNOB` or `setfactor:NAME`; BadInput if it has neither form, or no values."""
    kind, colon, name = label.partition(":")
    if not colon:
        kind, name = KNOB, label
    elif kind not in _KINDS:
        raise BadInput(f"{kind!r} is not one of {', '.join(_KINDS)}", place, hint=_FORMS)
    name, values = name.strip(), tuple(dict.fromkeys(values))
    if not name or not values or (kind == KNOB and not _KNOB_NAME.match(name)):
        raise BadInput("this is not a range of values", place, hint=_FORMS)
    return Dimension(kind, name, values)


def values_of(text: str, place: str) -> list[str]:
    """The values of a comma-separated list of values and ranges; BadInput if a range has no end, or too many values."""
    values: list[str] = []
    for part in map(str.strip, parts(text)):
        bounds = _RANGE.fullmatch(part)
        values += [part] if bounds is None else _ranged(bounds, place)
        if len(values) > MOST_POINTS:
            raise BadInput(f"there are more than {MOST_POINTS} values", place, hint="Take larger steps")
    return values


def _ranged(bounds: re.Match[str], place: str) -> list[str]:
    first, last, by = Decimal(bounds[1]), Decimal(bounds[2]), Decimal(bounds[4] or 1)
    ratio = bounds[3] == "*"
    if by <= (1 if ratio else 0) or (ratio and min(first, last) <= 0):
        hint = "A ratio is above 1, and both ends above 0" if ratio else "A step is above 0, in either direction"
        raise BadInput(f"{bounds[0]} never ends", place, hint=hint)
    texts = (f"{number:f}" for number in islice(_steps(first, last, by, ratio=ratio), MOST_POINTS + 1))
    return [text.rstrip("0").rstrip(".") if "." in text else text for text in texts]


def _steps(first: Decimal, last: Decimal, by: Decimal, *, ratio: bool) -> Iterator[Decimal]:
    upwards, at = first <= last, first
    # Decimal, because 0.1 + 0.2 would miss the end of 0.1..0.3 by a rounding error.
    while at <= last if upwards else at >= last:
        yield at
        if ratio:
            at = at * by if upwards else at / by
        else:
            at += by if upwards else -by


class By(StrEnum):
    """Whether figures are shown by submitter or by group."""

    SUBMITTER = "submitter"
    GROUP = "group"
    """Of a group's own members, without its subgroups."""


class Measure(StrEnum):
    """A figure of a submitter or group. Weights are sums of SlotWeight: cores, unless a pool says otherwise."""

    HOLDS = "holds", "weight after the cycle: in use before it, and won, less what others took by preemption"
    GOT = "got", "weight won in the cycle"
    MATCHES = "matches", "requests that got a slot in the cycle"
    JOBS = "jobs", "jobs expected to start from the matches"
    IDLE = "idle", "idle jobs that no match is expected to start"
    WAITS = "waits", "submitters with idle jobs that got no match; 0 or 1 for a single one"
    SHARE = "share", "a submitter's part of the pie at its first visit"
    LIMIT = "limit", "the most weight a submitter could win at its first visit; a group's limit in its last pass"
    QUOTA = "quota", "effective quota of a group"
    ALLOCATED = "allocated", "weight that the last round allocated to a group"

    about: str
    """What it means, in a few words."""

    def __new__(cls, name: str, about: str = "") -> Self:
        """A measure of this name."""
        measure = str.__new__(cls, name)
        measure._value_, measure.about = name, about
        return measure

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls.GOT if value == cls.GOT.heading else None

    @property
    def heading(self) -> str:
        """What screens call it; it may be asked for by this name too."""
        return "won" if self is Measure.GOT else self.value

    @property
    def adds_up(self) -> bool:
        """Whether figures can be summed into a total."""
        return self not in (Measure.SHARE, Measure.LIMIT, Measure.QUOTA, Measure.ALLOCATED)

    def is_of(self, by: By) -> bool:
        """Whether submitters, or groups, have this figure."""
        return self is not Measure.SHARE if by is By.GROUP else self not in (Measure.QUOTA, Measure.ALLOCATED)


Figures = Mapping[Measure, float | None]


class SweepPoint(Struct, frozen=True):
    """A cycle with one value of each dimension."""

    values: tuple[str, ...]
    as_it_is: bool
    """Whether these values are the present ones."""
    figures: Mapping[str, Figures]
    """By submitter or group; None where a figure does not exist."""
    totals: Figures
    """Over everybody, shown or not; only of measures that add up."""

    def figure(self, name: str, measure: Measure) -> float | None:
        """The figure of a submitter or group; if it is absent at this point, 0 where figures add up, else None."""
        own = self.figures.get(name)
        return own[measure] if own is not None else 0.0 if measure.adds_up else None


class Sweep(Struct, frozen=True):
    """Cycles over a range of values, or a grid of several."""

    at: int
    dimensions: tuple[Dimension, ...]
    measures: tuple[Measure, ...]
    by: By
    names: tuple[str, ...]
    """Submitters or groups, sorted by how much their first measure varies, most first, then by name."""
    points: tuple[SweepPoint, ...]
    """The values of the last dimension change fastest."""
    remarks: tuple[str, ...]
    """Assumptions and the cycles' warnings, each once."""


def sweep(
    present: ScenarioData,
    dimensions: Sequence[Dimension],
    *,
    fixed: Changes | None = None,
    other: ScenarioData | None = None,
    measures: Sequence[Measure] = (Measure.HOLDS, Measure.IDLE),
    by: By = By.SUBMITTER,
    only: Sequence[str] = (),
    new: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Sweep:
    """Run a cycle for each combination of values. All of them are checked before the first is run.

    `fixed` changes apply at every point; they are made to `other` if given, else to the present scenario. `only` limits
    names by patterns for the full name, the name without its domain, the user alone, or the group.

    Raises:
        Stopped: `progress` raised it; with the points so far, if there are any.
        BadInput: a value cannot be set, there are too many points, or a pattern matches nobody.
        EditError: an edit that the edit commands would refuse as well; UnknownSubmitter if a submitter is unknown.
    """
    for measure in measures:
        if not measure.is_of(by):
            raise BadInput(f"{measure} is not a figure of a {by}", hint=f"It is {measure.about}")
    combinations = _combinations(dimensions)

    def at(values: Sequence[str]) -> tuple[ScenarioData, bool, tuple[str, ...]]:
        own = (dimension.change(value, new=new) for dimension, value in zip(dimensions, values, strict=True))
        changes = reduce(Changes.and_then, own, fixed or Changes())
        scenario, inputs = changed(present if other is None else other, changes, present.config)
        return scenario, not inputs, inputs.remarks

    # A mistake in the last value should not show after an hour of cycles.
    for values in combinations:
        at(values)
    # Neighbouring points differ in one value: most of what a cycle reads and matches is the same.
    memory, remarks = Memory(), dict[str, None]()
    points: list[SweepPoint] = []
    groups: dict[str, str] = {}
    for values in combinations:
        try:
            if progress is not None:
                progress(len(points), len(combinations))
        except Stopped:
            if not points:
                raise
            break
        scenario, as_it_is, input_remarks = at(values)
        outcome = negotiate(scenario, memory=memory)
        remarks |= dict.fromkeys((*input_remarks, *outcome.warnings))
        cycle = CycleFigures(outcome, scenario)
        submitters = {name: cycle.tree.assigned(name).name for name in (*cycle.visits, *cycle.names)}
        groups |= submitters if by is By.SUBMITTER else {group.name: group.name for group in cycle.tree.groups}
        own = {name: {measure: _of_submitter(cycle, name, measure) for measure in measures} for name in submitters}
        points.append(
            SweepPoint(
                values,
                as_it_is,
                own if by is By.SUBMITTER else _by_group(cycle, submitters, own, measures),
                {measure: _sum(own.values(), measure) for measure in measures if measure.adds_up},
            )
        )
    if only and by is By.SUBMITTER:
        # Named submitters and groups are shown even if they neither have nor want anything.
        evaluator, tree = Evaluator(present.now), build_tree(present.config)
        names = (text_of(evaluator, ad, "Name") or "" for ad in present.pool.submitters)
        groups |= {name: tree.assigned(name).name for name in names if name not in groups}

    def spread(name: str) -> float:
        figures = [point.figure(name, measures[0]) or 0.0 for point in points]
        return max(figures) - min(figures)

    ordered = tuple(sorted(_chosen(groups, only, by), key=lambda name: (-spread(name), name)))
    swept = Sweep(present.now, tuple(dimensions), tuple(measures), by, ordered, tuple(points), tuple(remarks))
    if len(points) < len(combinations):
        raise Stopped(swept, f"{len(points)} of {counted(len(combinations), 'cycle')}")
    return swept


def scenarios_of(
    present: ScenarioData, dimensions: Sequence[Dimension], *, new: bool = False
) -> tuple[dict[tuple[str, ...], ScenarioData], tuple[str, ...]]:
    """The present scenario with each combination of values, by these, and the assumptions, each once.

    Raises:
        BadInput, EditError: see `sweep`.
    """
    scenarios: dict[tuple[str, ...], ScenarioData] = {}
    remarks: dict[str, None] = {}
    for values in _combinations(dimensions):
        own = (dimension.change(value, new=new) for dimension, value in zip(dimensions, values, strict=True))
        scenarios[values], inputs = changed(present, reduce(Changes.and_then, own), present.config)
        remarks |= dict.fromkeys(inputs.remarks)
    return scenarios, tuple(remarks)


def _combinations(dimensions: Sequence[Dimension]) -> list[tuple[str, ...]]:
    count = math.prod(len(dimension.values) for dimension in dimensions)
    if count > MOST_POINTS:
        raise BadInput(f"these ranges make {count} cycles; at most {MOST_POINTS} are allowed", hint="Take larger steps")
    labels = [dimension.label for dimension in dimensions]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise BadInput(f"{twice} has two ranges", hint="Write them as one, separated by a comma")
    return list(product(*(dimension.values for dimension in dimensions)))


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
        case Measure.GOT | Measure.MATCHES | Measure.JOBS | Measure.IDLE:
            return cycle.of(name, {Measure.GOT: "won", Measure.IDLE: "left"}.get(measure, str(measure)))
        case Measure.WAITS:
            return float(cycle.of(name, "left") > 0 and not cycle.of(name, "matches"))
    turn = cycle.own_turn(name)
    return None if turn is None else turn.share if measure is Measure.SHARE else turn.limit


def _by_group(
    cycle: CycleFigures, submitters: Mapping[str, str], own: Mapping[str, Figures], measures: Iterable[Measure]
) -> dict[str, Figures]:
    members: dict[str, list[Figures]] = {group.name: [] for group in cycle.tree.groups}
    for name, group in submitters.items():
        members[group].append(own[name])
    return {
        group: {
            measure: _sum(figures, measure) if measure.adds_up else _of_group(cycle, group, measure)
            for measure in measures
        }
        for group, figures in members.items()
    }


def _of_group(cycle: CycleFigures, name: str, measure: Measure) -> float | None:
    if measure is Measure.LIMIT:
        return cycle.limits.get(name)
    group = cycle.groups.get(name)
    return None if group is None else group.effective_quota if measure is Measure.QUOTA else group.allocated


def _sum(figures: Iterable[Figures], measure: Measure) -> float:
    return sum(figure[measure] or 0.0 for figure in figures)
