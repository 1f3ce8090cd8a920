"""A forecast as sentences, tables and charts, as a plot, and for scripts."""

from collections.abc import Collection, Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct, structs

from userprio.base import common_domain
from userprio.report.bands import FEW, MOST_NAMED, band_blocks, bands_data, short_name
from userprio.report.charts import MOST_SERIES, NEAR, Series, bounds, line_chart, sparkline, stacked_chart
from userprio.report.data import field_values
from userprio.report.extras import ForecastExtra
from userprio.report.formats import (
    FITTING,
    Block,
    Drawing,
    Formats,
    Paragraph,
    Presentation,
    TableBlock,
    TableColumn,
)
from userprio.report.plots import MOST_LINES, date_axis, dated, drawn_as, new_figure
from userprio.report.table import EPOCH, FRACTION, SECONDS, WEIGHT, Table, data_column, name_column, text_column, whole
from userprio.report.text import ROOT, amount, count, depth_first, duration, percent, printable
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

_IN_PIPES: Final = 78
"""The width of charts in pipes and files."""
_CELLS: Final = 12
"""The width of a sparkline."""
_LEAST_SHIFT: Final = 0.02
"""What counts as a change of use, as a part of the pool's weight."""
_LAST: Final = 4
"""Where use goes is what it is in the mean of the last quarter; the last moment alone would be chance."""
_DEMANDS: Final = {
    Demand.CONSTANT: "demand stays as it is now",
    Demand.QUEUE: "there are no jobs but those of the snapshot",
    Demand.HISTORY: "jobs come as in the history",
}


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
        combined.append(structs.replace(rest, name=rest.name if len(last) == 1 else f"{rest.members} others"))
    return combined


def _together(group: str, curves: Sequence[Curve]) -> Curve:
    use = [sum(weights) for weights in zip(*(curve.in_use for curve in curves), strict=True)]
    members, used = sum(curve.members for curve in curves), sum(curve.used_weight_s for curve in curves)
    together = Curve("", use, used, group=group, members=members)
    return structs.replace(together, name=curves[0].name if len(curves) == 1 else rest_name(together))


_UNITS: Final = {
    "at": "seconds since the epoch",
    "in_use": "weight, at this time",
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
        **({} if forecast.bands is None else {"bands": bands_data(forecast.bands)}),
        **({} if forecast.differences is None else {"differences": forecast.differences}),
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
    data_column("in_use", lambda line: line.in_use, WEIGHT, "at this time"),
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


def forecast_blocks(forecast: Forecast, extras: Collection[ForecastExtra], look: Presentation) -> Iterator[Block]:
    """Who gains and who loses, tables, charts, and what is assumed; warnings are left to the caller."""
    if not curves(forecast):
        yield Paragraph.of("nobody asks for anything")
        return
    yield from _answer(forecast)
    yield from _course_tables(forecast, look)
    yield from band_blocks(forecast, _length(_span(forecast)), _domain(forecast), look)
    yield Drawing(lambda width: _charts(forecast, width if look.on_terminal else min(width, _IN_PIPES), look))
    yield Paragraph.of(_assumed(forecast), "dim", space_before=True)
    tables = dict(_extras(forecast, look.zone))
    yield from (structs.replace(table, on_request=extra not in extras) for extra, table in tables.items())
    for extra in extras:
        if extra not in tables:
            yield Paragraph.of(f"Nothing to say about {extra.about}", space_before=True)


def _extras(forecast: Forecast, zone: tzinfo) -> Iterator[tuple[ForecastExtra, TableBlock]]:
    began = forecast.times[0]
    if forecast.overtakings:
        lines = ((event, event.at - began) for event in forecast.overtakings)
        yield ForecastExtra.OVERTAKING, _OVERTAKINGS.block(lines, "Who overtakes whom", zone=zone)
    effects = [_EffectLine(course, course.effect) for course in forecast.submitters if course.effect is not None]
    if effects:
        title = "What a priority factor does: shares among submitters who always want more"
        yield ForecastExtra.FACTORS, _EFFECTS.block(effects, title)
    if forecast.submitters:
        yield ForecastExtra.LENGTHS, _LENGTHS.block(forecast.submitters, "How long jobs are assumed to run")


def _span(forecast: Forecast) -> int:
    return forecast.times[-1] - forecast.times[0]


def _answer(forecast: Forecast) -> Iterator[Paragraph]:
    """Who has more in use towards the end, and who less, and what becomes of priorities."""
    span, domain = _span(forecast), _domain(forecast)
    parts = _parts(forecast)
    shifts = [(_later(part.in_use) - part.in_use[0], part) for part in parts]
    visible = [shift for shift in shifts if abs(shift[0]) >= _LEAST_SHIFT * forecast.pool_weight]
    more = sorted((shift for shift in visible if shift[0] > 0), key=lambda shift: (-shift[0], shift[1].name))
    less = sorted((shift for shift in visible if shift[0] < 0), key=lambda shift: (shift[0], shift[1].name))
    sides = [
        f"{word} for {_named([part for _, part in side], domain)}"
        for word, side in (("more", more), ("less", less))
        if side
    ]
    if sides:
        text = f"In {_length(span)}, in use: {'; '.join(sides)} (mean of the last {_length(span / _LAST)})"
    else:
        text = f"In {_length(span)}, everybody has about as much in use as after the first cycle"
    yield Paragraph.of(text, "bold")
    way = percent(1 - 0.5 ** (span / forecast.half_life_s)) if forecast.half_life_s > 0 else percent(1)
    overtakings = len(forecast.overtakings)
    level = f"; {count(overtakings, 'overtaking')}: --show {ForecastExtra.OVERTAKING}" if overtakings else ""
    half_life = _length(forecast.half_life_s)
    yield Paragraph.of(f"Priorities go {way} of the way to where this use takes them (half-life {half_life}){level}")


def _named(parts: Sequence[Curve], domain: str) -> str:
    """The first of them with their use before and after, and how many more there are."""
    shown = [
        f"{short_name(part.name, domain)} {amount(part.in_use[0])} -> {amount(_later(part.in_use))}"
        for part in parts[:MOST_NAMED]
    ]
    return ", ".join([*shown, *([count(len(parts) - MOST_NAMED, "other")] if len(parts) > MOST_NAMED else [])])


def _domain(forecast: Forecast) -> str:
    return printable(common_domain(submitter.name for submitter in forecast.submitters))


def _later(in_use: Sequence[float]) -> float:
    """The mean weight in use in the last quarter."""
    last = in_use[-max(len(in_use) // _LAST, 1) :]
    return sum(last) / len(last)


def _parts(forecast: Forecast) -> list[Curve]:
    """Those whose use adds up to that of the pool, busiest first: groups at the top, or submitters."""
    if not forecast.groups or forecast.terms.only:
        return [line for line in curves(forecast) if line.apart]
    tree = depth_first(forecast.groups, lambda group: group.name)
    return sorted(
        (_curve(group) for depth, _, group in tree if depth == 0), key=lambda line: (-line.used_weight_s, line.name)
    )


def _assumed(forecast: Forecast) -> str:
    lengths = [submitter.length.seconds for submitter in forecast.submitters]
    run = ""
    if lengths:
        least, most = _length(min(lengths)), _length(max(lengths))
        run = f"jobs run for {least if least == most else f'{least} to {most}'} (--show {ForecastExtra.LENGTHS})"
    steady = forecast.terms.long_run is None and not forecast.steady_cycles
    hint = "--long-run adds where all settles" if steady and forecast.terms.demand is Demand.CONSTANT else ""
    waited = f"{percent(forecast.waited_share)} of the pool stands empty between claims, and is charged"
    if forecast.bands is not None:
        return "; ".join(("Assumed: " + forecast.bands.assumptions[0], *forecast.bands.assumptions[1:], waited))
    return "; ".join(filter(None, (f"Assumed: {_DEMANDS[forecast.terms.demand]}", run, waited, hint)))


def _length(seconds: float) -> str:
    return duration(round(seconds)) if seconds >= 60 else f"{amount(seconds)}s"


class _CourseLine(Struct, frozen=True):
    """A submitter, a group, or the rest of one."""

    name: str
    group: str
    use: Sequence[float]
    mean_in_use: float
    over_time: str
    """Its use as a sparkline."""
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
        "in_use", "in use\nafter\ncycle 1", lambda line: line.use[0], WEIGHT, sums=True, aliases=("in_use_at_first",)
    ),
    TableColumn(
        "later_in_use",
        "\n\nthen",
        lambda line: _later(line.use),
        WEIGHT,
        "mean of the last quarter of the time",
        sums=True,
        aliases=("in_use_then",),
    ),
    TableColumn(
        "mean_in_use",
        "charged\nmean",
        lambda line: line.mean_in_use,
        WEIGHT,
        sums=True,
        gives_way=2,
        aliases=("in_use_mean",),
    ),
    TableColumn("steady_in_use", "in use\nlong\nrun", lambda line: line.steady_in_use, WEIGHT, sums=True, gives_way=1),
    text_column(
        "use_over_time",
        lambda line: line.over_time,
        "use over\ntime",
        about="from 0 to its own largest value",
        style=lambda line: "cyan",
        gives_way=4,
        optional=True,
    ),
    TableColumn("real_priority", "real\nprio\nnow", lambda line: line.priority("real_priority", 0), gives_way=3),
    TableColumn("real_priority_then", "\n\nthen", lambda line: line.priority("real_priority", -1), gives_way=3),
    TableColumn("effective_priority", "effective\npriority\nnow", lambda line: line.priority("effective_priority", 0)),
    TableColumn("effective_priority_then", "\n\nthen", lambda line: line.priority("effective_priority", -1)),
    TableColumn("steady_effective_priority", "\nlong\nrun", _long_run_priority, gives_way=1),
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
).of(
    name_column("group", lambda line: line.name),
    *(structs.replace(column, inclusive=True) for column in _COURSE_COLUMNS),
)


def _course_tables(forecast: Forecast, look: Presentation) -> Iterator[Block]:
    """Groups and submitters; the long run is there only if it was computed, or asked for."""
    span = _span(forecast)
    end = f"\n\nin {_length(span)}"
    headings = {
        "later_in_use": f"in use\nlast\n{_length(span / _LAST)}",
        "real_priority_then": end,
        "effective_priority_then": end,
    }
    hide = () if any(course.steady for course in forecast.submitters) else _LONG_RUN

    def over_time(use: Sequence[float]) -> str:
        return sparkline(use, _CELLS, look)

    def of(course: SubmitterTrajectory | GroupTrajectory, group: str) -> _CourseLine:
        steady = None if course.steady is None else course.steady.in_use
        use = [point.in_use for point in course.points]
        return _CourseLine(course.name, group, use, course.used_weight_s / span, over_time(use), steady, course)

    if forecast.groups:
        tree = depth_first(forecast.groups, lambda group: group.name)
        groups = (_GROUPS.row(of(group, group.name), label=label, depth=depth) for depth, label, group in tree)
        yield _GROUPS.block(groups, "Groups", headings=headings, hide=hide)
    if forecast.submitters:
        domain = _domain(forecast) if look.on_terminal else ""
        rows = [
            _SUBMITTERS.row(of(submitter, submitter.group), label=submitter.name.removesuffix(domain))
            for submitter in forecast.submitters
        ]
        for rest in forecast.rest:
            name, mean = rest_name(rest), rest.used_weight_s / span
            line = _CourseLine(name, rest.group, rest.in_use, mean, over_time(rest.in_use), rest.steady_in_use)
            rows.append(_SUBMITTERS.row(line))
        fits = FEW if forecast.groups else FITTING
        notes = [f"users are {domain}"] if domain else []
        yield _SUBMITTERS.block(rows, "Submitters", headings=headings, hide=hide, fits=fits, notes=notes)


def _charts(forecast: Forecast, width: int, look: Presentation) -> Iterator[Paragraph]:
    domain = _domain(forecast)

    parts = _parts(forecast)
    stacked = [Series(short_name(part.name, domain), part.in_use, _later(part.in_use)) for part in parts[:MOST_SERIES]]
    if others := parts[MOST_SERIES:]:
        use = [sum(weights) for weights in zip(*(part.in_use for part in others), strict=True)]
        name = short_name(others[0].name, domain) if len(others) == 1 else f"{len(others)} others"
        stacked.append(Series(name, use, _later(use), others=True))
    last = _length(_span(forecast) / _LAST)
    title = f"Weight in use, of {amount(forecast.pool_weight)}; at the right, the mean of the last {last}"
    yield Paragraph.of(title, "bold", space_before=True)
    yield from stacked_chart(forecast.times, stacked, forecast.pool_weight, width, look)
    ranked = [line for line in curves(forecast) if line.priorities]
    if ranked:
        shown = ranked[:MOST_SERIES]
        whose = f" of the {len(shown)} busiest of {len(ranked)}" if len(ranked) > len(shown) else ""
        title = f"Effective priority{whose}, less is better (logarithmic)"
        yield Paragraph.of(title, "bold", space_before=True)
        lines = [Series(short_name(line.name, domain), line.priorities, line.priorities[-1]) for line in shown]
        yield from line_chart(forecast.times, lines, width, look)


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
        low, high = bounds([priority for line in ranked for priority in line.priorities])
        # Powers of ten alone would be too few labels if priorities are close to each other.
        near = high < NEAR * low
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
    screen=lambda result, look: forecast_blocks(result, (), look),
)


def forecast_formats(extras: Collection[ForecastExtra]) -> Formats[Forecast]:
    """The formats of a forecast whose screen shows these as well."""
    return structs.replace(FORECAST_FORMATS, screen=lambda result, look: forecast_blocks(result, extras, look))
