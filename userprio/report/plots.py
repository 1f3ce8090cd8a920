"""Pictures. Matplotlib is imported here alone, and only when one is wanted."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from io import BytesIO
from typing import Any, Final

from userprio.errors import Refused

PLOT_FORMATS: Final = ("svg", "png")
MOST_LINES: Final = 10
"""As many as there are colours that can be told apart."""
_INCHES: Final = (10.0, 8.0)
_DOTS_PER_INCH: Final = 120
# Ids in an SVG are random unless salted; text stays text, and no date is put in: the same figures, the same file.
_SETTINGS: Final = {"svg.hashsalt": "userprio", "svg.fonttype": "none", "text.parse_math": False}


def can_plot() -> None:
    """Make sure that plots can be drawn, before somebody waits for one.

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
        # By name: checking the types of this program takes no matplotlib either.
        return import_module(name)
    except ImportError as missing:
        what = "plots are drawn with matplotlib, which is not installed: pip install 'userprio[plot]'"
        raise Refused(what) from missing


@contextmanager
def new_figure() -> Iterator[Any]:
    """An empty figure, to be filled and drawn in this context.

    Raises:
        Refused: matplotlib is not installed.
    """
    with library("matplotlib").rc_context(_SETTINGS):
        yield library("matplotlib.figure").Figure(figsize=_INCHES, layout="constrained")


def dated(times: Iterable[float]) -> list[float]:
    """Seconds since the epoch as matplotlib counts time."""
    dates = library("matplotlib.dates")
    return [float(dates.date2num(datetime.fromtimestamp(at, UTC))) for at in times]


def date_axis(axes: Any, moments: Sequence[float], zone: tzinfo) -> None:
    """Let time run from the first to the last of these moments, told in `zone`."""
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
