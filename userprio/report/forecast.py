"""A forecast for scripts, as a chart of letters and as a plot; its tables are in `report.screens`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from math import log10
from string import ascii_letters
from typing import Any, Final

from msgspec.structs import asdict

from userprio.report.data import Field, Rows
from userprio.report.plots import MOST_LINES, date_axis, dated, drawn_as, new_figure
from userprio.report.text import ROOT, amount, duration, printable
from userprio.simulation import Forecast, GroupTrajectory, RemainderTrajectory, SubmitterTrajectory

_MOST_COURSES: Final = len(ascii_letters)
_TICKS: Final = 4
_TOO_FAR_APART: Final = 1e4
"""Priorities worse than the best by more than this factor are off the scale and not drawn."""
_NEAR: Final = 100
"""If they differ by less, ticks between powers of ten are labelled too."""


Chart = list[tuple[str, list[int | None]]]
"""The rows of a chart from the top: the text, and the course that each of its characters belongs to, if any."""


def draw_chart(
    times: Sequence[int], courses: Sequence[Sequence[float]], width: int, height: int, *, logarithmic: bool = False
) -> Chart:
    """The courses over these times, the first as `a`. Where several meet, the first one shows.

    Values are at least 0, or with `logarithmic` above 0. At most `_MOST_COURSES` are drawn.
    """
    courses = courses[:_MOST_COURSES]
    axis = _Axis.of([value for course in courses for value in course], logarithmic)
    labels = {round((height - 1) * tick / _TICKS): amount(axis.value(tick / _TICKS)) for tick in range(_TICKS + 1)}
    margin = max(len(text) for text in labels.values())
    columns = max(width - margin - 2, 1)
    cells: list[list[int | None]] = [[None] * columns for _ in range(height)]
    for number in reversed(range(len(courses))):
        for column in range(columns):
            point = round(column * (len(times) - 1) / max(columns - 1, 1))
            part = axis.part(courses[number][point])
            if part <= 1:
                cells[round(part * (height - 1))][column] = number
    rows: Chart = []
    for level in reversed(range(height)):
        drawn = "".join(" " if cell is None else ascii_letters[cell] for cell in cells[level])
        text = f"{labels.get(level, ''):>{margin}} |{drawn}".rstrip()
        owners = [*[None] * (margin + 2), *cells[level]]
        rows.append((text, owners[: len(text)]))
    for text in (f"{'':>{margin}} +{'-' * columns}", (" " * (margin + 2) + _hours(times, columns)).rstrip()):
        rows.append((text, [None] * len(text)))
    return rows


def _hours(times: Sequence[int], columns: int) -> str:
    """The axis labels: times since the beginning, as many as fit."""
    marks = [" "] * columns
    for tick in range(_TICKS + 1):
        text = "now" if tick == 0 else duration(round((times[-1] - times[0]) * tick / _TICKS))
        start = min(max(round((columns - 1) * tick / _TICKS) - (len(text) // 2 if tick else 0), 0), columns - len(text))
        if start >= 0 and all(mark == " " for mark in marks[max(start - 1, 0) : start + len(text)]):
            marks[start : start + len(text)] = text
    return "".join(marks)


def scale(values: Sequence[float]) -> tuple[float, float]:
    """Both ends of a logarithmic scale for these values, ignoring those that are off it."""
    positive = [value for value in values if value > 0] or [1.0]
    low = min(positive)
    high = max(value for value in positive if value <= low * _TOO_FAR_APART)
    return low, max(high, low * 2)


@dataclass(frozen=True, slots=True)
class _Axis:
    low: float
    high: float
    logarithmic: bool

    @classmethod
    def of(cls, values: Sequence[float], logarithmic: bool) -> "_Axis":
        if not logarithmic:
            return cls(0.0, max([*values, 1.0]), False)
        return cls(*scale(values), True)

    def part(self, value: float) -> float:
        """The position of a value: 0 at the lower edge, 1 at the upper one, above 1 off the scale."""
        if self.logarithmic:
            part = log10(max(value, self.low) / self.low) / log10(self.high / self.low)
        else:
            part = (value - self.low) / (self.high - self.low)
        return max(part, 0.0)

    def value(self, part: float) -> float:
        """The value at this position."""
        if self.logarithmic:
            return float(self.low * (self.high / self.low) ** part)
        return self.low + (self.high - self.low) * part


@dataclass(frozen=True, slots=True)
class Curve:
    """The curve of a submitter, a group, or the rest of a group."""

    name: str
    in_use: Sequence[float]
    used_weight_s: float
    priorities: Sequence[float] = ()
    """Effective priorities; empty for several together."""
    apart: bool = True
    """Whether its use is not part of another curve's."""
    group: str = ROOT
    members: int = 1
    """How many submitters or groups it combines."""


def lines(found: Forecast) -> Sequence[Curve]:
    """The curves of a forecast: those with a priority first, then by use, busiest first.

    Subgroups come after top-level groups, whose use includes theirs.
    """
    own = [_line(course) for course in found.submitters] or [
        _line(group, apart="." not in group.name) for group in found.groups if found.terms.by_group
    ]
    rest = [
        Curve(rest_name(rest), rest.in_use, rest.used_weight_s, group=rest.group, members=rest.members)
        for rest in found.rest
    ]
    return sorted([*own, *rest], key=lambda line: (not line.priorities, not line.apart, -line.used_weight_s, line.name))


def _line(course: SubmitterTrajectory | GroupTrajectory, *, apart: bool = True) -> Curve:
    points = course.points
    priorities = [point.effective_priority for point in points]
    in_use = [point.in_use for point in points]
    group = course.group if isinstance(course, SubmitterTrajectory) else ROOT
    return Curve(printable(course.name), in_use, course.used_weight_s, priorities, apart, group)


def rest_name(rest: RemainderTrajectory | Curve) -> str:
    """What to call the rest of a group."""
    return f"{printable(rest.group) if rest.group != ROOT else 'no group'}, {rest.members} more"


def others_together(others: Sequence[Curve]) -> list[Curve]:
    """The use of curves that are not drawn individually, summed by top-level group, busiest first.

    The less busy groups are combined into one, and so is everybody if all belong to one group. Curves without use are
    left out.
    """
    parts: dict[str, list[Curve]] = {}
    for line in others:
        if any(line.in_use):
            parts.setdefault(line.group.partition(".")[0], []).append(line)
    busiest = sorted(parts, key=lambda group: (-sum(line.used_weight_s for line in parts[group]), group))
    shown = busiest[:_MOST_GROUPS] if len(busiest) > 1 else []
    found = [_together(group, parts[group]) for group in shown]
    last = [line for group in busiest[len(shown) :] for line in parts[group]]
    if last:
        rest = _together(ROOT, last)
        found.append(replace(rest, name=rest.name if len(last) == 1 else f"{rest.members} others"))
    return found


def _together(group: str, theirs: Sequence[Curve]) -> Curve:
    use = [sum(weights) for weights in zip(*(line.in_use for line in theirs), strict=True)]
    members, used = sum(line.members for line in theirs), sum(line.used_weight_s for line in theirs)
    together = Curve("", use, used, group=group, members=members)
    return replace(together, name=theirs[0].name if len(theirs) == 1 else rest_name(together))


_UNITS: Final = {
    "at": "seconds since the epoch",
    "in_use": "weight, from this time to the next",
    "demand": "weight",
    "used_weight_s": "weight-seconds",
    "share": "fraction of the weight of the pool",
    "waited_weight_s": "weight-seconds",
    "waited_share": "fraction of the weight-seconds of the pool",
}
_KEYS: Final = ("at", "kind", "name", "in_use", "real_priority", "effective_priority")


def forecast_document(found: Forecast) -> dict[str, Any]:
    """A forecast, schema `userprio.forecast/1`; `times` has the times of each course's points."""
    terms = found.terms
    return {
        "schema": "userprio.forecast/1",
        "at": found.times[0],
        "until_at": found.times[-1],
        "step_s": found.step_s,
        "demand": terms.demand,
        "half_life_s": found.half_life_s,
        "pool_weight": found.pool_weight,
        "units": _UNITS,
        "times": found.times,
        "submitters": [_submitter(one) for one in found.submitters],
        "rest": [asdict(one) for one in found.rest],
        "groups": [_group(one) for one in found.groups],
        "overtakings": [asdict(event) for event in found.overtakings],
        "cycles": found.cycles,
        "steady_cycles": found.steady_cycles,
        "waited_weight_s": found.waited_weight_s,
        "waited_share": found.waited_share,
        "warnings": found.warnings,
    }


def forecast_rows(found: Forecast) -> Rows:
    """A row for each time and submitter or group; the rest of a group has no priorities."""
    courses = [("submitter", one.name, [asdict(point) for point in one.points]) for one in found.submitters]
    nothing = {"real_priority": None, "effective_priority": None}
    courses += [("rest", one.group, [{"in_use": weight, **nothing} for weight in one.in_use]) for one in found.rest]
    courses += [("group", one.name, [asdict(point) for point in one.points]) for one in found.groups]
    rows: list[Mapping[str, Field]] = [
        {"at": at, "kind": kind, "name": name, **points[number]}
        for number, at in enumerate(found.times)
        for kind, name, points in courses
    ]
    return _KEYS, rows


def _submitter(course: SubmitterTrajectory) -> dict[str, Any]:
    return {
        "name": course.name,
        "group": course.group,
        "factor": course.factor,
        "running_jobs": course.running_jobs,
        "idle_jobs": course.idle_jobs,
        "demand": course.demand,
        "job_length_s": course.length.seconds,
        "job_length_from": course.length.source,
        "used_weight_s": course.used_weight_s,
        "steady": None if course.steady is None else asdict(course.steady),
        "factor_effect": None if course.effect is None else asdict(course.effect),
        "points": [asdict(point) for point in course.points],
    }


def _group(course: GroupTrajectory) -> dict[str, Any]:
    values = asdict(course)
    points = values.pop("points")
    return {**values, "points": points}


_MOST_GROUPS: Final = 10
"""The most bands, in paler colours, that combine those not drawn individually."""
_PALER: Final = 0.35


def plot_image(found: Forecast, form: str, zone: tzinfo) -> bytes:
    """Stacked use above effective priorities on a logarithmic scale, as `svg` or `png`, with times in `zone`.

    At most the ten busiest are drawn individually; the use of the others is summed by top-level group.

    Raises:
        Refused: matplotlib is not installed.
    """
    with new_figure() as figure:
        use, priorities = figure.subplots(2, 1, sharex=True)
        moments = dated(found.times)
        everybody = lines(found)
        drawn, others = everybody[:MOST_LINES], [line for line in everybody[MOST_LINES:] if line.apart]
        stacked = [(line, (f"C{number}", 1.0)) for number, line in enumerate(drawn) if line.apart]
        stacked += [(line, (f"C{number}", _PALER)) for number, line in enumerate(others_together(others))]
        if stacked:
            stacks, labels = [line.in_use for line, _ in stacked], [line.name for line, _ in stacked]
            colours = [colour for _, colour in stacked]
            use.stackplot(moments, stacks, labels=labels, colors=colours, step="post", linewidth=0)
        use.axhline(found.pool_weight, color="0.4", linewidth=0.8, linestyle="--")
        use.set_ylabel("weight in use")
        use.set_ylim(bottom=0)
        ranked = [line for line in drawn if line.priorities]
        for number, line in enumerate(ranked):
            label = "_" if line.apart else line.name
            priorities.plot(moments, line.priorities, color=f"C{number}", label=label)
        # Subgroups only have a line of priorities.
        known = [axes.get_legend_handles_labels() for axes in (use, priorities)]
        handles, names = ([each for one in known for each in one[part]] for part in (0, 1))
        if handles:
            columns = 2 if len(names) <= MOST_LINES else 3
            figure.legend(handles, names, loc="outside lower center", ncols=columns, frameon=False)
        priorities.set_yscale("log")
        priorities.yaxis.set_major_formatter(lambda value, place: amount(value))
        low, high = scale([priority for line in ranked for priority in line.priorities])
        # Powers of ten alone would be too few labels if priorities are close to each other.
        near = high < _NEAR * low
        priorities.yaxis.set_minor_formatter(
            lambda value, place: amount(value) if near and f"{value:e}"[0] in "25" else ""
        )
        priorities.set_ylim(low / 1.3, high * 1.3)
        priorities.set_ylabel("effective priority (less is better)")
        priorities.grid(True, which="major", alpha=0.3)
        date_axis(priorities, moments, zone)
        return drawn_as(form, figure)
