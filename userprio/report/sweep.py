"""A sweep for scripts, as a plot, and as tables: one for each measure, with a line for each submitter or group."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from itertools import cycle, groupby
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.analysis.plan import Horizon
from userprio.analysis.sweep import By, Measure, Sweep, SweepPoint
from userprio.base.formats import percent
from userprio.report.data import field_values
from userprio.report.drawn_periods import differences_data
from userprio.report.formats import Block, Cell, Formats, Paragraph, Rows, TableBlock, TableColumn, TableRow, number
from userprio.report.plots import MOST_LINES, drawn_as, new_figure
from userprio.report.swept_period import (
    AS_IT_IS,
    IN_FORCE,
    PERIOD_FIELDS,
    PERIOD_UNITS,
    period_blocks,
    period_closing,
    period_data,
    period_image,
    with_in_force,
)
from userprio.report.table import Table, data_column, name_column
from userprio.report.text import amount, count, length, printable

_UNITS: Final = {
    Measure.HOLDS: "weight",
    Measure.WON: "weight",
    Measure.MATCHES: "matches",
    Measure.JOBS: "jobs",
    Measure.IDLE: "jobs",
    Measure.WAITS: "submitters",
    Measure.SHARE: "fraction of the pie",
    Measure.LIMIT: "weight",
    Measure.QUOTA: "weight",
    Measure.ALLOCATED: "weight",
    Measure.UNMET: "weight",
    Measure.MEDIAN: "seconds",
    Measure.P95: "seconds",
    Measure.MEAN: "seconds",
    Measure.STARTED: "jobs",
    Measure.FINISHED: "jobs",
}
_NOUNS: Final = {Horizon.CYCLE: "cycle", Horizon.LONG_RUN: "long run", Horizon.REPLAY: "replay"}
_STYLES: Final = ("-", "--", ":", "-.")
_LONG_LABEL: Final = 48
"""In characters; two longer ones would not fit side by side under a plot."""
_FAR_APART: Final = 50
"""Values with at least this ratio of largest to smallest get a logarithmic axis."""
_LONGEST_VALUE: Final = 24


def sweep_document(sweep: Sweep) -> dict[str, Any]:
    """A sweep, schema `userprio.sweep/1`: each of `points` has figures for each of `names`; replays have a `period`."""
    past, values = sweep.past, [_values(sweep, point) for point in sweep.points]
    return {
        "schema": "userprio.sweep/1",
        **field_values(sweep, "at", "over", "by"),
        "units": {measure: _UNITS[measure] for measure in sweep.measures} | ({} if past is None else PERIOD_UNITS),
        "dimensions": [field_values(dimension, "label", "kind", "name", "values") for dimension in sweep.dimensions],
        "names": sweep.names,
        "points": [_point(sweep, point) for point in sweep.points],
        "remarks": sweep.remarks,
        "models": sweep.models,
        **({} if past is None else period_data(past, _point(sweep, past.in_force), values)),
    }


def _point(sweep: Sweep, point: SweepPoint) -> dict[str, Any]:
    return {
        "values": _values(sweep, point),
        "as_it_is": point.as_it_is,
        "figures": [
            {"name": name, **{str(measure): point.figure(name, measure) for measure in sweep.measures}}
            for name in sweep.names
        ],
        "totals": dict(point.totals),
        **({} if point.period is None else {"period": field_values(point.period, *PERIOD_FIELDS)}),
        **({} if point.differences is None else {"differences": differences_data(point.differences)}),
    }


class _FigureLine(Struct, frozen=True):
    """What a submitter or group has at a point."""

    point: SweepPoint
    values: Mapping[str, str]
    """The values of the dimensions, by label."""
    name: str
    """Empty for everybody together, in a replayed period."""


_ROWS: Final = Table[_FigureLine]("sweep").of(
    data_column("as_it_is", lambda line: line.point.as_it_is, about="the values are the present ones"),
    data_column("name", lambda line: line.name, about="a submitter or group"),
)


def sweep_rows(sweep: Sweep) -> Rows:
    """A row for each point and submitter or group: the values, whether they are the present ones, and the figures."""
    values = (_dimension_column(dimension.label) for dimension in sweep.dimensions)
    more = () if sweep.past is None else map(_period_column, PERIOD_FIELDS)
    table = replace(_ROWS, columns=(*values, *_ROWS.columns, *map(_measure_column, sweep.measures), *more))
    names = sweep.names if sweep.past is None else ("", *sweep.names)
    points = with_in_force(sweep.past, sweep.points)
    return table.rows(_FigureLine(point, _values(sweep, point), name) for point in points for name in names)


def _dimension_column(label: str) -> TableColumn[_FigureLine]:
    return data_column(label, lambda line: line.values.get(label, ""))


def _measure_column(measure: Measure) -> TableColumn[_FigureLine]:
    def value(line: _FigureLine) -> float | None:
        return line.point.figure(line.name, measure) if line.name else line.point.totals.get(measure)

    return data_column(str(measure), value, _UNITS[measure], measure.about)


def _period_column(field: str) -> TableColumn[_FigureLine]:
    return data_column(field, lambda line: None if line.name else getattr(line.point.period, field))


def _values(sweep: Sweep, point: SweepPoint) -> dict[str, str]:
    return dict(zip((dimension.label for dimension in sweep.dimensions), point.values, strict=bool(point.values)))


def courses(sweep: Sweep) -> list[tuple[str, list[SweepPoint]]]:
    """Runs of points that differ only in the last dimension, each with the values of the others as text."""
    others = [dimension.label for dimension in sweep.dimensions[:-1]]
    return [
        (", ".join(f"{label} = {value}" for label, value in zip(others, values, strict=True)), list(points))
        for values, points in groupby(sweep.points, lambda point: point.values[:-1])
    ]


def sweep_image(sweep: Sweep, form: str) -> bytes:
    """Each measure over the last dimension, as `svg` or `png`, with lines by name and values of other dimensions.

    At most ten lines are drawn, those of the names whose first measure varies most. Of replays the whole period is
    drawn instead.

    Raises:
        Refused: matplotlib is not installed.
    """
    if sweep.past is not None:
        return period_image(sweep, sweep.past, form)
    last = sweep.dimensions[-1]
    numbers = _numbers(last.values)
    places = list(range(len(last.values))) if numbers is None else numbers
    # Lines of the same name may well overlap.
    styles = dict(zip((what for what, _ in courses(sweep)), cycle(_STYLES), strict=False))
    lines = [(what, name, points) for name in sweep.names for what, points in courses(sweep)][:MOST_LINES]
    with new_figure() as figure:
        plots = figure.subplots(len(sweep.measures), 1, sharex=True, squeeze=False)[:, 0]
        for plot, measure in zip(plots, sweep.measures, strict=True):
            for what, name, points in lines:
                heights = [point.figure(name, measure) for point in points]
                # NaN leaves a gap: who has no such figure at a point does not have 0 there.
                plot.plot(
                    places, [float("nan") if height is None else height for height in heights], styles[what], marker="o"
                )
            plot.set_ylabel(measure if measure == _UNITS[measure] else f"{measure} ({_UNITS[measure]})")
            # A little below 0, since the axis would hide lines at 0.
            plot.set_ylim(bottom=-0.02 * plot.get_ylim()[1])
            plot.grid(True, alpha=0.3)
        plots[-1].set_xlabel(printable(last.label))
        if numbers is None:
            plots[-1].set_xticks(places, [printable(value) for value in last.values])
        elif 0 < _FAR_APART * min(numbers) < max(numbers):
            plots[-1].set_xscale("log")
            plots[-1].xaxis.set_major_formatter(lambda value, place: f"{value:g}")
        if lines:
            labels = [printable(f"{name}, {what}" if what else name) for what, name, _ in lines]
            columns = 1 if max(map(len, labels)) > _LONG_LABEL else 2
            figure.legend(plots[0].lines, labels, loc="outside lower center", ncols=columns, frameon=False)
        return drawn_as(form, figure)


def _numbers(values: Sequence[str]) -> list[float] | None:
    try:
        return [float(value) for value in values]
    except ValueError:
        return None


def sweep_blocks(sweep: Sweep, zone: tzinfo) -> Iterator[Block]:
    """The figures; remarks are left to the caller. Doubts about replays come first."""
    over = " and ".join(printable(dimension.label) for dimension in sweep.dimensions)
    yield Paragraph.of(f"{count(len(sweep.points), _NOUNS[sweep.over])} over {over}")
    if any(point.as_it_is for point in sweep.points):
        yield Paragraph.of(f"{AS_IT_IS} is as things are")
    for model in sweep.models:
        yield Paragraph.of(printable(model))
    if sweep.past is not None:
        yield from period_blocks(sweep, sweep.past)
    for measure in sweep.measures:
        meaning = measure.meaning(sweep.over)
        for what, points in courses(sweep):
            yield _table(sweep, measure, points, f"{measure}{f', {printable(what)}' if what else ''}: {meaning}")
    if sweep.past is not None:
        yield from period_closing(sweep, sweep.past, zone)


_NAMES: Final = Table[str]("sweep figures", (name_column("name", lambda name: name),), scripts=False)


def _table(sweep: Sweep, measure: Measure, points: Sequence[SweepPoint], title: str) -> TableBlock:
    """A measure of each submitter or group, with a column for each value of the last dimension."""
    # Values of the dimension are the headings beside it, so its name stands above that of the rows.
    heading = f"{printable(sweep.dimensions[-1].label)}\n{sweep.by}"
    write = percent if measure is Measure.SHARE else length if measure.is_time else amount
    points = with_in_force(sweep.past, points)
    # Over a replay a group has its subgroups in it.
    inclusive = sweep.past is not None and sweep.by is By.GROUP
    table = Table[str](
        _NAMES.name,
        noun=sweep.by,
        scripts=False,
        submitter=lambda name: "" if sweep.by == "group" else name,
        group=lambda name: name if sweep.by == "group" else "",
    ).of(
        name_column(sweep.by, lambda name: name, heading),
        *(_value_column(point, measure, write, sums=measure.adds_up and not inclusive) for point in points),
    )
    total = None
    if all(measure in point.totals for point in points):
        sums = (number(point.totals[measure], write) for point in points)
        total = TableRow((Cell("all together", "dim"), *sums))
    nested = sweep.by is By.GROUP and any(name.rpartition(".")[0] in sweep.names for name in sweep.names)
    including = "groups include their subgroups" if inclusive else "groups without their subgroups"
    return table.block(sweep.names, title, total=total, notes=(including,) if nested else ())


def _value_column(
    point: SweepPoint, measure: Measure, write: Callable[[float], str], *, sums: bool
) -> TableColumn[str]:
    return TableColumn("", _value(point), lambda name: point.figure(name, measure), sums=sums, write=write)


def _value(point: SweepPoint) -> str:
    if not point.values:
        return IN_FORCE
    value = printable(point.values[-1])
    short = value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 1]}…"
    return f"{short}{AS_IT_IS * point.as_it_is}"


SWEEP_FORMATS: Final = Formats[Sweep](
    document=sweep_document, rows=sweep_rows, screen=lambda result, look: sweep_blocks(result, look.zone)
)
