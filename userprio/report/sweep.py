"""A sweep for scripts, as a plot, and as tables: one for each measure, with a line for each submitter or group."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, groupby
from typing import Any, Final

from userprio.analysis.plan import Measure, Sweep, SweepPoint
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.plots import MOST_LINES, drawn_as, new_figure
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number
from userprio.report.text import amount, count, percent, printable

_UNITS: Final = {
    Measure.HOLDS: "weight",
    Measure.GOT: "weight",
    Measure.MATCHES: "matches",
    Measure.JOBS: "jobs",
    Measure.IDLE: "jobs",
    Measure.WAITS: "submitters",
    Measure.SHARE: "fraction of the pie",
    Measure.LIMIT: "weight",
    Measure.QUOTA: "weight",
    Measure.ALLOCATED: "weight",
}
_STYLES: Final = ("-", "--", ":", "-.")
_LONG_LABEL: Final = 48
"""In characters; two longer ones would not fit side by side under a plot."""
_FAR_APART: Final = 50
"""Values with at least this ratio of largest to smallest get a logarithmic axis."""
_AS_IT_IS: Final = "*"
_LONGEST_VALUE: Final = 24


def sweep_document(found: Sweep) -> dict[str, Any]:
    """A sweep, schema `userprio.sweep/1`: each of `points` is a cycle, with figures for each of `names`."""
    return {
        "schema": "userprio.sweep/1",
        "at": found.at,
        "by": found.by,
        "units": {measure: _UNITS[measure] for measure in found.measures},
        "dimensions": [
            {"label": each.label, "kind": each.kind, "name": each.name, "values": each.values}
            for each in found.dimensions
        ],
        "names": found.names,
        "points": [
            {
                "values": _values(found, point),
                "as_it_is": point.as_it_is,
                "figures": [{"name": name, **_figures(found, point, name)} for name in found.names],
                "totals": dict(point.totals),
            }
            for point in found.points
        ],
        "remarks": found.remarks,
    }


def sweep_rows(found: Sweep) -> Rows:
    """A row for each point and submitter or group: the values, whether they are the present ones, and the figures."""
    labels = [each.label for each in found.dimensions]
    rows: Iterator[Mapping[str, Field]] = (
        {**_values(found, point), "as_it_is": point.as_it_is, "name": name, **_figures(found, point, name)}
        for point in found.points
        for name in found.names
    )
    return [*labels, "as_it_is", "name", *found.measures], rows


def _values(found: Sweep, point: SweepPoint) -> dict[str, str]:
    return dict(zip((each.label for each in found.dimensions), point.values, strict=True))


def _figures(found: Sweep, point: SweepPoint, name: str) -> dict[str, float | None]:
    return {str(measure): point.figure(name, measure) for measure in found.measures}


def courses(found: Sweep) -> list[tuple[str, list[SweepPoint]]]:
    """Runs of points that differ only in the last dimension, each with the values of the others as text."""
    others = [each.label for each in found.dimensions[:-1]]
    return [
        (", ".join(f"{label} = {value}" for label, value in zip(others, values, strict=True)), list(points))
        for values, points in groupby(found.points, lambda point: point.values[:-1])
    ]


def sweep_image(found: Sweep, form: str) -> bytes:
    """Each measure over the last dimension, as `svg` or `png`, with lines by name and values of other dimensions.

    At most ten lines are drawn, those of the names whose first measure varies most.

    Raises:
        Refused: matplotlib is not installed.
    """
    last = found.dimensions[-1]
    numbers = _numbers(last.values)
    places = list(range(len(last.values))) if numbers is None else numbers
    # Lines of the same name may well overlap.
    styles = dict(zip((what for what, _ in courses(found)), cycle(_STYLES), strict=False))
    lines = [(what, name, points) for name in found.names for what, points in courses(found)][:MOST_LINES]
    with new_figure() as figure:
        plots = figure.subplots(len(found.measures), 1, sharex=True, squeeze=False)[:, 0]
        for plot, measure in zip(plots, found.measures, strict=True):
            for what, name, points in lines:
                heights = [point.figure(name, measure) for point in points]
                plot.plot(
                    places, [float("nan") if each is None else each for each in heights], styles[what], marker="o"
                )
            plot.set_ylabel(measure if measure == _UNITS[measure] else f"{measure} ({_UNITS[measure]})")
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


def sweep_blocks(found: Sweep) -> Iterator[Block]:
    """The figures; remarks are left to the caller."""
    over = " and ".join(printable(each.label) for each in found.dimensions)
    yield Words.of(f"{count(len(found.points), 'cycle')} over {over}")
    if any(point.as_it_is for point in found.points):
        yield Words.of(f"{_AS_IT_IS} is as things are")
    for measure in found.measures:
        for what, points in courses(found):
            yield _sheet(found, measure, points, f"{measure}{f', {printable(what)}' if what else ''}: {measure.about}")


def _sheet(found: Sweep, measure: Measure, points: Sequence[SweepPoint], title: str) -> Sheet:
    text = percent if measure is Measure.SHARE else amount
    values = (Head("", _value(point), sums=measure.adds_up, write=text) for point in points)
    lines = []
    for name in found.names:
        cells = (number(point.figure(name, measure), text) for point in points)
        submitter, group = ("", name) if found.by == "group" else (name, "")
        lines.append(Line((cell(name), *cells), submitter, group))
    total = None
    if measure.adds_up:
        sums = (number(point.totals[measure], text) for point in points)
        total = Line((Cell("all together", "dim"), *sums))
    heads = (name_head(found.by, f"{printable(found.dimensions[-1].label)}\n{found.by}"), *values)
    return Sheet(heads, tuple(lines), title, found.by, total=total)


def _value(point: SweepPoint) -> str:
    value = printable(point.values[-1])
    short = value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 1]}…"
    return f"{short}{_AS_IT_IS * point.as_it_is}"


SWEEP_FORMATS: Final = Formats[Sweep](
    document=sweep_document,
    rows=sweep_rows,
    screen=lambda result, look: sweep_blocks(result),
)
