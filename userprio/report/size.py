"""A pool with more or fewer machines, for scripts and as a picture; its tables are in `report.screens`."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from userprio.futures import Size, SizePoint
from userprio.report.data import Field, Rows
from userprio.report.plots import drawn_as, new_figure

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
    "machines": "machines, more than there are",
    "weight": "weight of all slots",
    "idle_weight_s": "weight-seconds",
    "idle_share": "fraction of the weight-seconds of the pool",
    "badput_weight_s": "weight-seconds",
}
HOUR_S: Final = 3600


def size_document(found: Size) -> dict[str, Any]:
    """A past period with different numbers of machines, schema `userprio.size/1`; `knee` is that of a point."""
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
    """One line for each number of machines."""
    return _KEYS, [_figures(found, point) for point in found.points]


def _figures(found: Size, point: SizePoint) -> Mapping[str, Field]:
    return {**asdict(point), "knee": point == found.knee}


def size_image(found: Size, form: str) -> bytes:
    """Waits, and what stood idle, over the weight of the pool, as `svg` or `png`; a line marks the knee.

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
