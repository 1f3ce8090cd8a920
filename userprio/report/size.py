"""A period with more or fewer machines, as tables, as a plot, and for scripts."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import tzinfo
from typing import Any, Final

from userprio.analysis.wait import Size, SizePoint
from userprio.base.formats import View
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.plots import drawn_as, new_figure
from userprio.report.replay import length
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, number, text_head
from userprio.report.text import amount, count, moment, percent, printable

_KEYS: Final = (
    "machines",
    "weight",
    "jobs",
    "started",
    "finished",
    "median_wait_s",
    "p95_wait_s",
    "mean_wait_s",
    "idle_weight_s",
    "idle_share",
    "badput_weight_s",
    "knee",
)
_UNITS: Final = {
    "machines": "machines added to the present ones",
    "weight": "weight of all slots",
    "idle_weight_s": "weight-seconds",
    "idle_share": "fraction of the weight-seconds of the pool",
    "badput_weight_s": "weight-seconds",
}
HOUR_S: Final = 3600


def size_document(found: Size) -> dict[str, Any]:
    """A past period with different numbers of machines, schema `userprio.size/1`; `knee` is the knee's `machines`."""
    calibration = found.calibration
    return {
        "schema": "userprio.size/1",
        "begins_at": found.begins_at,
        "ends_at": found.ends_at,
        "machine": found.machine,
        "machine_slots": found.slots,
        "units": _UNITS,
        "points": [_figures(found, point) for point in found.points],
        "knee": None if found.knee is None else found.knee.machines,
        "near_the_truth": None if calibration is None else calibration.near,
        "why_not": [] if calibration is None else calibration.why_not,
        "assumptions": found.assumptions,
    }


def size_rows(found: Size) -> Rows:
    """A row for each number of machines."""
    return _KEYS, [_figures(found, point) for point in found.points]


def _figures(found: Size, point: SizePoint) -> Mapping[str, Field]:
    return {**asdict(point), "knee": point == found.knee}


def size_image(found: Size, form: str) -> bytes:
    """Waits and idle weight over the weight of the pool, as `svg` or `png`; a line marks the knee.

    Raises:
        Refused: matplotlib is not installed.
    """
    weights = [point.weight for point in found.points]
    with new_figure() as figure:
        waits, idle = figure.subplots(2, 1, sharex=True)
        for label, heights in (
            ("mean", [point.mean_wait_s for point in found.points]),
            ("median", [point.median_wait_s for point in found.points]),
            ("95 %", [point.p95_wait_s for point in found.points]),
        ):
            waits.plot(weights, [height / HOUR_S for height in heights], marker="o", label=label)
        waits.set_ylabel("wait (hours)")
        idle.plot(weights, [100 * point.idle_share for point in found.points], marker="o", color="C3", label="idle")
        idle.set_ylabel("idle (% of the pool)")
        idle.set_xlabel("weight of the pool (cores)")
        for plot in (waits, idle):
            plot.set_ylim(bottom=0)
            plot.grid(True, alpha=0.3)
            plot.axvline(found.present.weight, color="0.4", linewidth=0.8, linestyle="--", label="as it is")
            if found.knee is not None:
                plot.axvline(found.knee.weight, color="C2", linewidth=1.2, linestyle=":", label="knee")
            plot.legend(frameon=False)
        return drawn_as(form, figure)


def size_blocks(found: Size, view: View, zone: tzinfo) -> Iterator[Block]:
    """Waits and idle cores for each number of machines, and the knee; doubts come first."""
    calibration = found.calibration
    if calibration is None:
        yield Words.of(
            "it is not known how close this is to what really happened: the history has no starts", "bold red"
        )
    elif not calibration.near:
        yield Words.of("The replay with the present machines is not close to what really happened:", "bold red")
        for why in calibration.why_not:
            yield Words.of(why, "red", inset=2)
    else:
        near = f"{percent(calibration.near_jobs)} of {count(calibration.jobs, 'job')}"
        yield Words.of(f"with the present machines, {near} start close to the truth")
    span = f"{moment(round(found.begins_at), zone)} to {moment(round(found.ends_at), zone)}"
    machine = f"machines like {printable(found.machine)}, of {count(found.slots, 'slot')} each"
    yield Words.of(f"{span}: {count(found.present.jobs, 'job')}; {machine}")
    for told in found.assumptions:
        yield Words.of(told)
    yield _points(found)
    yield Words(((_knee(found), "bold"),), apart=True)
    yield Words.of(
        "The knee is where the mean wait over cores is furthest below the straight line between the ends of this range "
        "(Kneedle): beyond it, more cores bring less than before. Another range may have another knee."
    )


def _points(found: Size) -> Sheet:
    heads = (
        text_head("machines"),
        Head("weight", "cores"),
        Head("median_wait_s", "wait\nmedian"),
        Head("p95_wait_s", "\n95 %"),
        Head("mean_wait_s", "\nmean"),
        Head("idle_weight_s", "idle\ncore-hours"),
        Head("idle_share", "\nof all"),
        Head("started", "jobs\nstarted"),
        Head("finished", "\nfinished"),
    )
    lines = tuple(
        Line(
            (
                Cell(_name(point, found), "", point.machines),
                number(point.weight),
                *(number(wait, length) for wait in (point.median_wait_s, point.p95_wait_s, point.mean_wait_s)),
                number(point.idle_weight_s / HOUR_S),
                number(point.idle_share, percent),
                number(point.started, str),
                number(point.finished, str),
            ),
            style="bold" if point == found.knee else "",
        )
        for point in found.points
    )
    return Sheet(heads, lines, "Waits and idle cores by size of the pool", "size")


def _name(point: SizePoint, found: Size) -> str:
    """The number of machines added or removed; `*` marks the present pool, `<` the knee."""
    marks = "*" * (not point.machines) + " < knee" * (point == found.knee)
    return f"{point.machines:+d}{marks}" if point.machines else f"as it is{marks}"


def _knee(found: Size) -> str:
    if found.knee is None:
        return "No knee: within this range waits fall evenly with cores, or do not fall"
    knee, present = found.knee, found.present
    at = f"Knee at {amount(knee.weight)} cores"
    if not knee.machines:
        return f"{at}: as it is"
    by = f"{abs(knee.machines)} {'more' if knee.machines > 0 else 'fewer'}"
    return f"{at}, {by}: a mean wait of {length(knee.mean_wait_s)}, where it is {length(present.mean_wait_s)} now"


SIZE_FORMATS: Final = Formats[Size](
    document=size_document,
    rows=size_rows,
    screen=lambda result, look: size_blocks(result, look.view, look.zone),
)
