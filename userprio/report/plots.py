"""Plots: the common parts, and the plot of a replay. Only this module imports matplotlib."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from userprio.base.errors import Refused
from userprio.report.replay import busiest_first
from userprio.report.text import printable

if TYPE_CHECKING:
    from userprio.simulation import Replay, ReplayedPolicy

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


Stack = tuple[str, str, list[float]]
"""A name, its colour, and the weight in use at each look."""


def replay_image(replay: "Replay", form: str, zone: tzinfo) -> bytes:
    """Use by group (by submitter without groups), stacked below the weight of the pool, as `svg` or `png`.

    Times are in `zone`. At most the ten busiest are drawn, and the use of all others together. The replay's terms must
    ask for `looks`.

    Raises:
        Refused: matplotlib is not installed.
    """
    names = busiest_first(replay)
    highest = max(weight for policy in replay.policies for _, weight in policy.capacity)
    with new_figure() as figure:
        # Policies share both axes: on axes of their own, different use could look the same.
        every = figure.subplots(len(replay.policies), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for axes, policy in zip(every, replay.policies, strict=True):
            stacks = _stacks(policy, names)
            if stacks:
                labels, colours, weights = zip(*stacks, strict=True)
                # A look's figures hold for the time since the previous look.
                moments = dated([replay.begins_at, *(look.at for look in policy.looks)])
                courses = [[course[0], *course] for course in weights]
                axes.stackplot(moments, courses, labels=labels, colors=colours, step="pre", linewidth=0)
            steps = [*policy.capacity, (policy.until, policy.capacity[-1][1])]
            capacity = [weight for _, weight in steps]
            axes.step(dated(at for at, _ in steps), capacity, where="post", color="0.4", linewidth=0.8, linestyle="--")
            axes.set_title(policy.name)
            axes.set_ylabel("weight in use")
        every[0].set_ylim(0, max(highest, 1.0) * 1.05)
        date_axis(every[-1], dated([replay.begins_at, replay.ends_at]), zone)
        if names:
            handles, labels = every[0].get_legend_handles_labels()
            columns = 2 if len(labels) <= MOST_LINES else 3
            figure.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)
        return drawn_as(form, figure)


def _stacks(policy: "ReplayedPolicy", names: list[str]) -> list[Stack]:
    drawn, others = names[:MOST_LINES], names[MOST_LINES:]
    stacks = [
        (printable(name), f"C{number}", [look.weights.get(name, 0.0) for look in policy.looks])
        for number, name in enumerate(drawn)
    ]
    if others:
        rest = [sum(look.weights.get(name, 0.0) for name in others) for look in policy.looks]
        stacks.append((f"{len(others)} more", "0.7", rest))
    return stacks
