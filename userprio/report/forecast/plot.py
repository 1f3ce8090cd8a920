"""A forecast as a picture. Matplotlib is imported here alone, and only when a picture is wanted."""

from datetime import UTC, datetime, tzinfo
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from userprio.errors import Refused
from userprio.report.forecast.busiest import busiest
from userprio.report.forecast.chart import scale
from userprio.report.humanize import amount
from userprio.report.text import printable
from userprio.simulation import Forecast

PLOT_FORMATS: Final = ("svg", "png")
_MOST_LINES: Final = 10
"""As many as there are colours that can be told apart."""
_INCHES: Final = (10.0, 8.0)
_DOTS_PER_INCH: Final = 120


def can_plot() -> None:
    """Make sure that plots can be drawn, before somebody waits for one.

    Raises:
        Refused: matplotlib is not installed.
    """
    _library("matplotlib")


def _library(name: str) -> Any:
    try:
        # By name: checking the types of this program takes no matplotlib either.
        return import_module(name)
    except ImportError as missing:
        what = "plots are drawn with matplotlib, which is not installed: pip install 'userprio[plot]'"
        raise Refused(what) from missing


def plot_image(found: Forecast, form: str, zone: tzinfo) -> bytes:
    """Use, stacked, above effective priorities on a logarithmic scale, as `svg` or `png`, times in `zone`.

    Of many submitters the ten busiest are drawn, and the use of all others together.

    Raises:
        Refused: matplotlib is not installed.
    """
    matplotlib, dates, figures = (_library(name) for name in ("matplotlib", "matplotlib.dates", "matplotlib.figure"))
    # Ids in an SVG are random unless salted; text stays text, and no date is put in: the same forecast, the same file.
    settings = {"svg.hashsalt": "userprio", "svg.fonttype": "none", "text.parse_math": False}
    with matplotlib.rc_context(settings):
        figure = figures.Figure(figsize=_INCHES, layout="constrained")
        use, priorities = figure.subplots(2, 1, sharex=True)
        moments = [float(dates.date2num(datetime.fromtimestamp(at, UTC))) for at in found.times]
        drawn, others = busiest(found, _MOST_LINES)
        colours = [f"C{number}" for number in range(len(drawn))]
        stacks = [[point.in_use for point in course.points] for course in drawn]
        labels = [printable(course.name) for course in drawn]
        if others:
            stacks.append([sum(course.points[place].in_use for course in others) for place in range(len(moments))])
            labels.append(f"{len(others)} others")
            colours.append("0.7")
        if stacks:
            use.stackplot(moments, stacks, labels=labels, colors=colours, step="post", alpha=0.85)
            handles, names = use.get_legend_handles_labels()
            figure.legend(handles, names, loc="outside lower center", ncols=2, frameon=False)
        use.axhline(found.pool_weight, color="0.4", linewidth=0.8, linestyle="--")
        use.set_ylabel("weight in use")
        use.set_ylim(bottom=0)
        for number, course in enumerate(drawn):
            priorities.plot(moments, [point.effective_priority for point in course.points], color=f"C{number}")
        priorities.set_yscale("log")
        priorities.yaxis.set_major_formatter(lambda value, place: amount(value))
        low, high = scale([point.effective_priority for course in drawn for point in course.points])
        priorities.set_ylim(low / 1.3, high * 1.3)
        priorities.set_ylabel("effective priority (less is better)")
        priorities.grid(True, which="major", alpha=0.3)
        locator = dates.AutoDateLocator(tz=zone)
        priorities.xaxis.set_major_locator(locator)
        priorities.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator, tz=zone))
        priorities.set_xlim(moments[0], moments[-1])
        out = BytesIO()
        figure.savefig(out, format=form, dpi=_DOTS_PER_INCH, metadata={"Date": None} if form == "svg" else None)
    return out.getvalue()
