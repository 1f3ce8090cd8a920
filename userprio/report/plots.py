"""What all plots have in common. Only this module imports matplotlib."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from userprio.base.errors import Refused

PLOT_FORMATS: Final = ("svg", "png")
MOST_LINES: Final = 10
"""The number of distinguishable colours."""
_INCHES: Final = (10.0, 8.0)
_DOTS_PER_INCH: Final = 120
# Make files reproducible: SVG ids are random unless salted, and a date would differ. Text stays text.
_SETTINGS: Final = {"svg.hashsalt": "userprio", "svg.fonttype": "none", "text.parse_math": False}


def can_plot() -> None:
    """Ensure that plots can be drawn, before starting a long computation.

    Raises:
        Refused: matplotlib is not installed.
    """
    library("matplotlib")


def library(name: str) -> Any:
    """A module of matplotlib.

    Raises:
        Refused: matplotlib is not installed.
    """
    try:
        # By name, so that type-checking this program needs no matplotlib either.
        return import_module(name)
    except ImportError as missing:
        what = "plots are drawn with matplotlib, which is not installed: pip install 'userprio[plot]'"
        raise Refused(what) from missing


@contextmanager
def new_figure() -> Iterator[Any]:
    """A context with an empty figure, which must be filled and drawn inside.

    Raises:
        Refused: matplotlib is not installed.
    """
    with library("matplotlib").rc_context(_SETTINGS):
        yield library("matplotlib.figure").Figure(figsize=_INCHES, layout="constrained")


def dated(times: Iterable[float]) -> list[float]:
    """Seconds since the epoch as matplotlib's dates."""
    dates = library("matplotlib.dates")
    return [float(dates.date2num(datetime.fromtimestamp(at, UTC))) for at in times]


def date_axis(axes: Any, moments: Sequence[float], zone: tzinfo) -> None:
    """Let the axis run from the first to the last of these moments, labelled in `zone`."""
    dates = library("matplotlib.dates")
    locator = dates.AutoDateLocator(tz=zone)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator, tz=zone))
    axes.set_xlim(moments[0], moments[-1])


def drawn_as(form: str, figure: Any) -> bytes:
    """The figure as `svg` or `png`."""
    out = BytesIO()
    figure.savefig(out, format=form, dpi=_DOTS_PER_INCH, metadata={"Date": None} if form == "svg" else None)
    return out.getvalue()
