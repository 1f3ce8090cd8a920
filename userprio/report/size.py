"""A period with more or fewer machines, as tables, as a plot, and for scripts."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.wait import Size, SizePoint
from userprio.base.formats import View
from userprio.report.data import field_values
from userprio.report.formats import Block, Formats, Paragraph, TableColumn
from userprio.report.plots import drawn_as, new_figure
from userprio.report.replay import NOT_KNOWN, length
from userprio.report.replay_sweep import bound_data, bound_line, weeks_line
from userprio.report.table import CORE_S, FRACTION, SECONDS, WEIGHT, Table, data_column, in_hours, text_column, whole
from userprio.report.text import count, moment, percent, printable

_UNITS: Final = {
    "machines": "machines added to the present ones",
    "weight": "weight of all slots",
    "idle_weight_s": "weight-seconds",
    "idle_share": "fraction of the weight-seconds of the pool",
    "badput_weight_s": "weight-seconds",
    "saved_s": "seconds of waiting of all jobs for each weight-hour more than at present",
}
HOUR_S: Final = 3600


class _SizeLine(Struct, frozen=True):
    point: SizePoint
    is_enough: bool


_POINTS: Final = Table[_SizeLine](
    "size",
    noun="size",
    order=(
        *("machines", "weight", "jobs", "started", "finished", "median_wait_s", "p95_wait_s", "mean_wait_s"),
        *("idle_weight_s", "idle_share", "badput_weight_s", "saved_s", "enough"),
    ),
).of(
    text_column("machines", lambda line: line.point.machines, unit=_UNITS["machines"], text=lambda line: _name(line)),
    TableColumn("weight", "cores", lambda line: line.point.weight, WEIGHT, "of all slots"),
    TableColumn("median_wait_s", "wait\nmedian", lambda line: line.point.median_wait_s, SECONDS, write=length),
    TableColumn("p95_wait_s", "\n95 %", lambda line: line.point.p95_wait_s, SECONDS, write=length),
    TableColumn("mean_wait_s", "\nmean", lambda line: line.point.mean_wait_s, SECONDS, write=length),
    TableColumn("idle_weight_s", "idle\ncore-hours", lambda line: line.point.idle_weight_s, CORE_S, write=in_hours),
    TableColumn("idle_share", "\nof all", lambda line: line.point.idle_share, FRACTION, write=percent),
    TableColumn("started", "jobs\nstarted", lambda line: line.point.started, write=whole),
    TableColumn("finished", "\nfinished", lambda line: line.point.finished, write=whole),
    TableColumn(
        "saved_s",
        "wait saved\nby a core-hour",
        lambda line: line.point.saved_s,
        _UNITS["saved_s"],
        write=length,
    ),
    data_column("jobs", lambda line: line.point.jobs),
    data_column("badput_weight_s", lambda line: line.point.badput_weight_s, CORE_S, "of runs that were interrupted"),
    data_column("enough", lambda line: line.is_enough, about="the smallest that keeps to the bound on waits"),
)


def size_document(size: Size) -> dict[str, Any]:
    """A past period with different numbers of machines, schema `userprio.size/2`; `until_wait` has the bound."""
    calibration = size.calibration
    return {
        "schema": "userprio.size/2",
        **field_values(size, "begins_at", "ends_at", "machine"),
        "machine_slots": size.slots,
        "units": _UNITS,
        "points": list(_POINTS.dicts(_lines(size))),
        "until_wait": bound_data(size.enough, "machines", [point.machines for point in size.points]),
        "near_the_truth": None if calibration is None else calibration.near,
        "why_not": [] if calibration is None else calibration.why_not,
        "assumptions": size.assumptions,
    }


def _lines(size: Size) -> Iterator[_SizeLine]:
    first = None if size.enough is None else size.enough.first
    return (_SizeLine(point, place == first) for place, point in enumerate(size.points))


def size_image(size: Size, form: str) -> bytes:
    """Waits and idle weight over the weight of the pool, as `svg` or `png`; a line marks the smallest that is enough.

    Raises:
        Refused: matplotlib is not installed.
    """
    weights = [point.weight for point in size.points]
    with new_figure() as figure:
        waits, idle = figure.subplots(2, 1, sharex=True)
        for label, heights in (
            ("mean", [point.mean_wait_s for point in size.points]),
            ("median", [point.median_wait_s for point in size.points]),
            ("95 %", [point.p95_wait_s for point in size.points]),
        ):
            waits.plot(weights, [height / HOUR_S for height in heights], marker="o", label=label)
        waits.set_ylabel("wait (hours)")
        idle.plot(weights, [100 * point.idle_share for point in size.points], marker="o", color="C3", label="idle")
        idle.set_ylabel("idle (% of the pool)")
        idle.set_xlabel("weight of the pool (cores)")
        for plot in (waits, idle):
            plot.set_ylim(bottom=0)
            plot.grid(True, alpha=0.3)
            plot.axvline(size.present.weight, color="0.4", linewidth=0.8, linestyle="--", label="as it is")
            if size.enough is not None and size.enough.first is not None:
                weight = size.points[size.enough.first].weight
                plot.axvline(weight, color="C2", linewidth=1.2, linestyle=":", label=size.enough.bound.text)
            plot.legend(frameon=False)
        return drawn_as(form, figure)


def size_blocks(size: Size, view: View, zone: tzinfo) -> Iterator[Block]:
    """Waits and idle cores for each number of machines, and how many keep to a bound; doubts come first."""
    calibration = size.calibration
    if calibration is None:
        yield Paragraph.of(NOT_KNOWN, "bold red")
    elif not calibration.near:
        yield Paragraph.of("The replay with the present machines is not close to what really happened:", "bold red")
        for why in calibration.why_not:
            yield Paragraph.of(why, "red", inset=2)
    else:
        near = f"{percent(calibration.near_jobs)} of {count(calibration.jobs, 'job')}"
        yield Paragraph.of(f"with the present machines, {near} start close to the truth")
    span = f"{moment(round(size.begins_at), zone)} to {moment(round(size.ends_at), zone)}"
    machine = f"machines like {printable(size.machine)}, of {count(size.slots, 'slot')} each"
    yield Paragraph.of(f"{span}: {count(size.present.jobs, 'job')}; {machine}")
    for assumption in size.assumptions:
        yield Paragraph.of(assumption)
    rows = (_POINTS.row(line, style="bold" if line.is_enough else "") for line in _lines(size))
    yield _POINTS.block(rows, "Waits and idle cores by size of the pool")
    if size.enough is not None:
        names = [f"{point.machines:+d}" if point.machines else "as it is" for point in size.points]
        yield Paragraph.of(bound_line(size.enough, names), "bold", space_before=True)
        yield Paragraph.of(weeks_line(size.enough, names))


def _name(line: _SizeLine) -> str:
    """The number of machines added or removed; `*` marks the present pool, `<` the first that is enough."""
    machines = line.point.machines
    marks = "*" * (not machines) + " < enough" * line.is_enough
    return f"{machines:+d}{marks}" if machines else f"as it is{marks}"


SIZE_FORMATS: Final = Formats[Size](
    document=size_document,
    rows=lambda result: _POINTS.rows(_lines(result)),
    screen=lambda result, look: size_blocks(result, look.view, look.zone),
)
