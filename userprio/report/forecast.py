"""A forecast as tables, as charts of letters, as a plot, and for scripts."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from itertools import groupby
from math import log10
from string import ascii_letters
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.report.data import field_values
from userprio.report.formats import Block, Drawing, Formats, Paragraph, TableColumn
from userprio.report.plots import MOST_LINES, date_axis, dated, drawn_as, new_figure
from userprio.report.table import EPOCH, FRACTION, SECONDS, WEIGHT, Table, data_column, name_column, text_column, whole
from userprio.report.text import ROOT, amount, count, depth_first, duration, moment, percent, printable
from userprio.simulation import (
    Demand,
    FactorEffect,
    Forecast,
    GroupTrajectory,
    Overtaking,
    RemainderTrajectory,
    SubmitterTrajectory,
    TrajectoryPoint,
)

_DRAWN: Final = 12
_WIDEST_CHART: Final = 78
_CHART_HEIGHT: Final = 11
_COLOURS: Final = ("cyan", "magenta", "yellow", "green", "red", "blue")
_DEMANDS: Final = {Demand.CONSTANT: "demand stays as it is now", Demand.QUEUE: "no jobs but those of the snapshot"}
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
    # Later courses are drawn first, so that where several meet the first one shows.
    for number in reversed(range(len(courses))):
        for column in range(columns):
            # Spread so that the first and the last time are always drawn: how a course ends is what a forecast is for.
            point = round(column * (len(times) - 1) / max(columns - 1, 1))
            part = axis.part(courses[number][point])
            # Above 1, a priority is off the scale, and not drawn at the edge, where it would look like a value.
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
    # A submitter with an enormous factor would press all others to the lower edge.
    high = max(value for value in positive if value <= low * _TOO_FAR_APART)
    # Priorities that are all the same would make a scale without length.
    return low, max(high, low * 2)


class _Axis(Struct, frozen=True):
    low: float
    high: float
    logarithmic: bool

    @classmethod
    def of(cls, values: Sequence[float], logarithmic: bool) -> "_Axis":
        if not logarithmic:
            # From 0, so that heights compare as amounts do; the 1 is for courses that are all 0.
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


class Curve(Struct, frozen=True):
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


def curves(forecast: Forecast) -> Sequence[Curve]:
    """The curves of a forecast: those with a priority first, then by use, busiest first.

    Subgroups come after top-level groups, whose use includes theirs.
    """
    own = [_curve(course) for course in forecast.submitters] or [
        _curve(group, apart="." not in group.name) for group in forecast.groups if forecast.terms.by_group
    ]
    rest = [
        Curve(rest_name(rest), rest.in_use, rest.used_weight_s, group=rest.group, members=rest.members)
        for rest in forecast.rest
    ]
    return sorted([*own, *rest], key=lambda line: (not line.priorities, not line.apart, -line.used_weight_s, line.name))


def _curve(course: SubmitterTrajectory | GroupTrajectory, *, apart: bool = True) -> Curve:
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
    # Equal use would be in the order of the snapshot, which may differ between two of the same pool.
    busiest = sorted(parts, key=lambda group: (-sum(line.used_weight_s for line in parts[group]), group))
    shown = busiest[:_MOST_GROUPS] if len(busiest) > 1 else []
    combined = [_together(group, parts[group]) for group in shown]
    last = [line for group in busiest[len(shown) :] for line in parts[group]]
    if last:
        rest = _together(ROOT, last)
        combined.append(replace(rest, name=rest.name if len(last) == 1 else f"{rest.members} others"))
    return combined


def _together(group: str, curves: Sequence[Curve]) -> Curve:
    use = [sum(weights) for weights in zip(*(curve.in_use for curve in curves), strict=True)]
    members, used = sum(curve.members for curve in curves), sum(curve.used_weight_s for curve in curves)
    together = Curve("", use, used, group=group, members=members)
    return replace(together, name=curves[0].name if len(curves) == 1 else rest_name(together))


_UNITS: Final = {
    "at": "seconds since the epoch",
    "in_use": "weight, from this time to the next",
    "demand": "weight",
    "used_weight_s": "weight-seconds",
    "share": "fraction of the weight of the pool",
    "waited_weight_s": "weight-seconds",
    "waited_share": "fraction of the weight-seconds of the pool",
}


def forecast_document(forecast: Forecast) -> dict[str, Any]:
    """A forecast, schema `userprio.forecast/1`; `times` has the times of each course's points."""
    terms = forecast.terms
    return {
        "schema": "userprio.forecast/1",
        "at": forecast.times[0],
        "until_at": forecast.times[-1],
        "step_s": forecast.step_s,
        "demand": terms.demand,
        **field_values(forecast, "half_life_s", "pool_weight"),
        "units": _UNITS,
        "times": forecast.times,
        "submitters": [_submitter(submitter) for submitter in forecast.submitters],
        "rest": forecast.rest,
        "groups": [_points_last(group) for group in forecast.groups],
        **field_values(
            forecast, "overtakings", "cycles", "steady_cycles", "waited_weight_s", "waited_share", "warnings"
        ),
    }


class _PointLine(Struct, frozen=True):
    """What a submitter, a group or the rest of a group has from a time on."""

    at: int
    kind: str
    name: str
    in_use: float
    point: TrajectoryPoint | None = None
    """None for the rest of a group, which has no priority."""


_POINTS: Final = Table[_PointLine]("forecast").of(
    data_column("at", lambda line: line.at, EPOCH),
    data_column("kind", lambda line: line.kind, about="submitter, rest (others of a group) or group"),
    data_column("name", lambda line: line.name),
    data_column("in_use", lambda line: line.in_use, WEIGHT, "from this time to the next"),
    data_column("real_priority", lambda line: None if line.point is None else line.point.real_priority),
    data_column("effective_priority", lambda line: None if line.point is None else line.point.effective_priority),
)


def _points_at(forecast: Forecast, index: int, at: int) -> Iterator[_PointLine]:
    for submitter in forecast.submitters:
        point = submitter.points[index]
        yield _PointLine(at, "submitter", submitter.name, point.in_use, point)
    for rest in forecast.rest:
        yield _PointLine(at, "rest", rest.group, rest.in_use[index])
    for group in forecast.groups:
        point = group.points[index]
        yield _PointLine(at, "group", group.name, point.in_use, point)


def _submitter(course: SubmitterTrajectory) -> dict[str, Any]:
    return {
        **field_values(course, "name", "group", "factor", "running_jobs", "idle_jobs", "demand"),
        "job_length_s": course.length.seconds,
        "job_length_from": course.length.source,
        **field_values(course, "used_weight_s", "steady"),
        "factor_effect": course.effect,
        "points": course.points,
    }


def _points_last(course: GroupTrajectory) -> dict[str, Any]:
    values = field_values(course)
    points = values.pop("points")
    return {**values, "points": points}


# The screen


def forecast_blocks(forecast: Forecast, zone: tzinfo) -> Iterator[Block]:
    """A forecast as tables and charts; warnings are left to the caller."""
    first, last = forecast.times[0], forecast.times[-1]
    span = f"{moment(first, zone)} to {moment(last, zone)}"
    step, half_life = _length(forecast.step_s), _length(forecast.half_life_s)
    steps = f"{count(len(forecast.times) - 1, 'step')} of {step}, half-life {half_life}"
    yield Paragraph.of(f"{span}, {steps}")
    yield Paragraph.of(f"pool of weight {amount(forecast.pool_weight)}; {_DEMANDS[forecast.terms.demand]}")
    yield Paragraph.of(_waited(forecast))
    if forecast.terms.long_run is None and not forecast.steady_cycles and forecast.terms.demand is Demand.CONSTANT:
        yield Paragraph.of("the long run takes a while to compute for a pool of this size: ask for it with --long-run")
    if not curves(forecast):
        yield Paragraph.of("nobody asks for anything")
        return
    yield from _course_tables(forecast)
    yield Drawing(lambda width: _charts(forecast, width))
    if forecast.overtakings:
        began = forecast.times[0]
        lines = ((event, event.at - began) for event in forecast.overtakings)
        yield _OVERTAKINGS.block(lines, "Who overtakes whom", zone=zone)
    if any(course.effect for course in forecast.submitters):
        title = "What a priority factor does: shares among submitters who always want more"
        effects = (_EffectLine(course, course.effect) for course in forecast.submitters if course.effect is not None)
        yield _EFFECTS.block(effects, title)
    if forecast.submitters:
        yield _LENGTHS.block(forecast.submitters, "How long jobs are assumed to run")


def _waited(forecast: Forecast) -> str:
    hours, share = amount(forecast.waited_weight_s / 3600), percent(forecast.waited_share)
    return (
        f"slots stood empty between claims, charged until the next cycle, for {hours} core-hours, {share} of the pool"
    )


def _length(seconds: float) -> str:
    return duration(round(seconds)) if seconds >= 60 else f"{amount(seconds)}s"


class _CourseLine(Struct, frozen=True):
    """A submitter, a group, or the rest of one, and how long the forecast is."""

    name: str
    group: str
    in_use: float
    used_weight_s: float
    span_s: int
    steady_in_use: float | None = None
    course: SubmitterTrajectory | GroupTrajectory | None = None
    """None for the rest of a group, whose members have nothing together but their use."""

    def priority(self, name: str, index: int) -> float | None:
        """A priority at the first or last time."""
        return None if self.course is None else getattr(self.course.points[index], name)


def _long_run_priority(line: _CourseLine) -> float | None:
    steady = None if line.course is None else line.course.steady
    return None if steady is None else steady.effective_priority


_COURSE_COLUMNS: Final[tuple[TableColumn[_CourseLine], ...]] = (
    TableColumn(
        "in_use", "in use\nafter\ncycle 1", lambda line: line.in_use, WEIGHT, sums=True, aliases=("in_use_at_first",)
    ),
    TableColumn(
        "mean_in_use",
        "charged\nmean",
        lambda line: line.used_weight_s / line.span_s,
        WEIGHT,
        sums=True,
        aliases=("in_use_mean",),
    ),
    TableColumn("steady_in_use", "in use\nlong\nrun", lambda line: line.steady_in_use, WEIGHT, sums=True),
    TableColumn("real_priority", "real\nprio\nnow", lambda line: line.priority("real_priority", 0)),
    TableColumn("real_priority_then", "\n\nthen", lambda line: line.priority("real_priority", -1)),
    TableColumn("effective_priority", "effective\npriority\nnow", lambda line: line.priority("effective_priority", 0)),
    TableColumn("effective_priority_then", "\n\nthen", lambda line: line.priority("effective_priority", -1)),
    TableColumn("steady_effective_priority", "\nlong\nrun", _long_run_priority),
)
_LONG_RUN: Final = ("steady_in_use", "steady_effective_priority")
_SUBMITTERS: Final = Table[_CourseLine](
    "forecast submitters",
    noun="submitter",
    by="mean_in_use",
    scripts=False,
    submitter=lambda line: "" if line.course is None else line.name,
    group=lambda line: line.group,
).of(name_column("submitter", lambda line: line.name), *_COURSE_COLUMNS)
_GROUPS: Final = Table[_CourseLine](
    "forecast groups", noun="group", by="mean_in_use", scripts=False, group=lambda line: line.group
).of(name_column("group", lambda line: line.name), *(replace(column, inclusive=True) for column in _COURSE_COLUMNS))


def _course_tables(forecast: Forecast) -> Iterator[Block]:
    """Groups and submitters; the long run is there only if it was computed, or asked for."""
    span = forecast.times[-1] - forecast.times[0]
    end = f"\n\nin {_length(span)}"
    headings = {"real_priority_then": end, "effective_priority_then": end}
    hide = () if any(course.steady for course in forecast.submitters) else _LONG_RUN
    if forecast.groups:
        tree = depth_first(forecast.groups, lambda group: group.name)
        rows = (
            _GROUPS.row(_course_line(group, group.name, span), label=label, depth=depth) for depth, label, group in tree
        )
        yield _GROUPS.block(rows, "Groups", headings=headings, hide=hide)
    if forecast.submitters:
        lines = [_course_line(submitter, submitter.group, span) for submitter in forecast.submitters]
        lines += [
            _CourseLine(rest_name(rest), rest.group, rest.in_use[0], rest.used_weight_s, span, rest.steady_in_use)
            for rest in forecast.rest
        ]
        yield _SUBMITTERS.block(lines, "Submitters", headings=headings, hide=hide)


def _course_line(course: SubmitterTrajectory | GroupTrajectory, group: str, span_s: int) -> _CourseLine:
    steady = None if course.steady is None else course.steady.in_use
    return _CourseLine(course.name, group, course.points[0].in_use, course.used_weight_s, span_s, steady, course)


def _charts(forecast: Forecast, most: int) -> Iterator[Paragraph]:
    known = curves(forecast)
    drawn, others = known[:_DRAWN], known[_DRAWN:]
    width = min(most, _WIDEST_CHART)
    chart = draw_chart(forecast.times, [line.in_use for line in drawn], width, _CHART_HEIGHT)
    yield Paragraph.of("Weight in use", "bold", space_before=True)
    yield from _coloured(chart)
    # Curves with priorities come first, so that a letter means the same one in both charts.
    priorities = [line.priorities for line in drawn if line.priorities]
    chart = draw_chart(forecast.times, priorities, width, _CHART_HEIGHT, logarithmic=True)
    yield Paragraph.of("Effective priority, less is better (logarithmic)", "bold", space_before=True)
    yield from _coloured(chart)
    yield from _legend([line.name for line in drawn], width)
    if others:
        yield Paragraph.of(f"  and {len(others)} more that use less")


def _coloured(chart: Chart) -> Iterator[Paragraph]:
    for text, owners in chart:
        runs = groupby(zip(text, owners, strict=True), lambda pair: pair[1])
        yield Paragraph(
            tuple(
                ("".join(letter for letter, _ in run), "" if owner is None else _colour(owner)) for owner, run in runs
            )
        )


def _legend(names: Sequence[str], width: int) -> Iterator[Paragraph]:
    """An empty line, then letters and names, in two columns if there is room."""
    entries = [f"{ascii_letters[number]} {name}" for number, name in enumerate(names)]
    half = width // 2 - 2
    rows: list[list[tuple[str, str]]] = []
    for place, entry in enumerate(entries):
        parts = [(entry[:1], _colour(place)), (entry[1:], "")]
        if place % 2 == 1 and len(entry) <= half and len(entries[place - 1]) <= half:
            rows[-1] += [(" " * (half + 2 - len(entries[place - 1])), ""), *parts]
        else:
            rows.append([("  ", ""), *parts])
    return (Paragraph(tuple(parts), space_before=place == 0) for place, parts in enumerate(rows))


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]


# An event, and how many seconds after the beginning it is.
_OVERTAKINGS: Final = Table[tuple[Overtaking, int]](
    "forecast overtakings", noun="event", scripts=False, submitter=lambda line: line[0].who
).of(
    TableColumn("after", "after", lambda line: line[1], SECONDS, write=lambda seconds: _length(seconds)),
    TableColumn("at", "at", lambda line: line[0].at, EPOCH),
    name_column("who", lambda line: line[0].who),
    text_column("how", lambda line: "draws level with" if line[0].level else "overtakes", " "),
    name_column("whom", lambda line: line[0].whom),
)


class _EffectLine(Struct, frozen=True):
    course: SubmitterTrajectory
    effect: FactorEffect


_EFFECTS: Final = Table[_EffectLine](
    "forecast factors", noun="submitter", by="share_now", scripts=False, group=lambda line: line.course.group
).of(
    name_column("submitter", lambda line: line.course.name),
    TableColumn("factor", "factor", lambda line: line.course.factor),
    TableColumn("share_now", "share\nnow", lambda line: line.effect.now, FRACTION, write=percent),
    TableColumn("share_now_doubled", "factor\ndoubled", lambda line: line.effect.now_doubled, write=percent),
    TableColumn("share_long_run", "long\nrun", lambda line: line.effect.long_run, FRACTION, write=percent),
    TableColumn("share_long_run_doubled", "factor\ndoubled", lambda line: line.effect.long_run_doubled, write=percent),
)
_LENGTHS: Final = Table[SubmitterTrajectory](
    "forecast lengths", noun="submitter", by="running_jobs", scripts=False, group=lambda course: course.group
).of(
    name_column("submitter", lambda course: course.name),
    TableColumn("running_jobs", "running", lambda course: course.running_jobs, sums=True, write=whole),
    TableColumn("idle_jobs", "idle", lambda course: course.idle_jobs, sums=True, write=whole),
    TableColumn("job_length_s", "each", lambda course: course.length.seconds, SECONDS, write=_length),
    name_column("job_length_from", lambda course: course.length.source, "known from"),
)


_MOST_GROUPS: Final = 10
"""The most bands, in paler colours, that combine those not drawn individually."""
_PALER: Final = 0.35


def plot_image(forecast: Forecast, form: str, zone: tzinfo) -> bytes:
    """Stacked use above effective priorities on a logarithmic scale, as `svg` or `png`, with times in `zone`.

    At most the ten busiest are drawn individually; the use of the others is summed by top-level group.

    Raises:
        Refused: matplotlib is not installed.
    """
    with new_figure() as figure:
        use, priorities = figure.subplots(2, 1, sharex=True)
        moments = dated(forecast.times)
        everybody = curves(forecast)
        drawn, others = everybody[:MOST_LINES], [line for line in everybody[MOST_LINES:] if line.apart]
        # The use of a subgroup is part of another band, and stacked on it would exceed the pool.
        stacked = [(line, (f"C{number}", 1.0)) for number, line in enumerate(drawn) if line.apart]
        stacked += [(line, (f"C{number}", _PALER)) for number, line in enumerate(others_together(others))]
        if stacked:
            stacks, labels = [line.in_use for line, _ in stacked], [line.name for line, _ in stacked]
            colours = [colour for _, colour in stacked]
            use.stackplot(moments, stacks, labels=labels, colors=colours, step="post", linewidth=0)
        use.axhline(forecast.pool_weight, color="0.4", linewidth=0.8, linestyle="--")
        use.set_ylabel("weight in use")
        use.set_ylim(bottom=0)
        ranked = [line for line in drawn if line.priorities]
        for number, line in enumerate(ranked):
            # matplotlib leaves labels that begin with `_` out of a legend: a band has this name already.
            label = "_" if line.apart else line.name
            priorities.plot(moments, line.priorities, color=f"C{number}", label=label)
        # Subgroups only have a line of priorities.
        known = [axes.get_legend_handles_labels() for axes in (use, priorities)]
        handles, names = ([entry for item in known for entry in item[part]] for part in (0, 1))
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


FORECAST_FORMATS: Final = Formats[Forecast](
    document=forecast_document,
    rows=lambda result: _POINTS.rows(
        line for index, at in enumerate(result.times) for line in _points_at(result, index, at)
    ),
    screen=lambda result, look: forecast_blocks(result, look.zone),
)
