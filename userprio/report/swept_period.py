"""What of a sweep only replays have: figures of the whole period for each value, bounds on waits, and their plot."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.sweep import MACHINES, PeriodFigures, Sweep, SweepPoint, SweptPeriod
from userprio.report.data import field_values
from userprio.report.drawn_periods import differences_line
from userprio.report.formats import Block, Paragraph, TableColumn
from userprio.report.plots import drawn_as, new_figure
from userprio.report.replay import NOT_SIMULATED, nearness, three_decimals
from userprio.report.table import CORE_S, FRACTION, SECONDS, WEIGHT, Table, in_hours, text_column, whole
from userprio.report.text import count, length, moment, percent, printable
from userprio.simulation import Enough

IN_FORCE: Final = "in force"
AS_IT_IS: Final = "*"
HOUR_S: Final = 3600
_SAVED: Final = "seconds of waiting of all jobs for each weight-hour more than at present"
PERIOD_UNITS: Final = {
    "weight": "mean weight of all slots",
    "idle_weight_s": "weight-seconds",
    "idle_share": "fraction of the weight-seconds of the pool",
    "idle_while_waiting_weight_s": "weight-seconds",
    "badput_weight_s": "weight-seconds",
    "saved_s": _SAVED,
}


class PeriodLine(Struct, frozen=True):
    """The whole period with one combination of values."""

    point: SweepPoint
    name: str
    is_enough: bool = False

    @property
    def figures(self) -> PeriodFigures:
        """Those of the period."""
        assert self.point.period is not None
        return self.point.period


PERIOD: Final = Table[PeriodLine]("sweep period", noun="value", scripts=False).of(
    text_column("values", lambda line: line.name),
    TableColumn("weight", "cores", lambda line: line.figures.weight, WEIGHT, "of all slots"),
    TableColumn("median_wait_s", "wait\nmedian", lambda line: line.figures.median_wait_s, SECONDS, write=length),
    TableColumn("p95_wait_s", "\n95 %", lambda line: line.figures.p95_wait_s, SECONDS, write=length),
    TableColumn("mean_wait_s", "\nmean", lambda line: line.figures.mean_wait_s, SECONDS, write=length),
    TableColumn("idle_weight_s", "idle\ncore-hours", lambda line: line.figures.idle_weight_s, CORE_S, write=in_hours),
    TableColumn("idle_share", "\nof all", lambda line: line.figures.idle_share, FRACTION, write=percent, gives_way=2),
    TableColumn("started", "jobs\nstarted", lambda line: line.figures.started, write=whole),
    TableColumn("finished", "\nfinished", lambda line: line.figures.finished, write=whole, gives_way=3),
    TableColumn(
        "jain",
        "Jain's\nindex",
        lambda line: line.figures.jain,
        about="how evenly use follows entitlement; 1 is best",
        write=three_decimals,
        gives_way=4,
    ),
    TableColumn(
        "saved_s",
        "wait saved\nby a core-hour",
        lambda line: line.figures.saved_s,
        _SAVED,
        write=length,
        optional=True,
    ),
)
PERIOD_FIELDS: Final = PeriodFigures.__struct_fields__


def named(sweep: Sweep, point: SweepPoint) -> str:
    """The values of a point as a table names them: `*` marks what is in force."""
    if not point.values:
        return IN_FORCE
    several = len(sweep.dimensions) > 1
    parts = (
        f"{dimension.label}={value}" if several and dimension.kind == MACHINES else value
        for dimension, value in zip(sweep.dimensions, point.values, strict=True)
    )
    return f"{', '.join(parts)}{AS_IT_IS * point.as_it_is}"


def with_in_force(past: SweptPeriod | None, points: Sequence[SweepPoint]) -> list[SweepPoint]:
    """The points, after what is in force if that is none of them."""
    first = [] if past is None or any(point.as_it_is for point in points) else [past.in_force]
    return [*first, *points]


def period_lines(sweep: Sweep, past: SweptPeriod) -> list[PeriodLine]:
    """A line for each combination of values, after what is in force if that is none of them."""
    enough = None if past.enough is None or past.enough.first is None else sweep.points[past.enough.first]
    every = with_in_force(past, sweep.points)
    return [PeriodLine(point, named(sweep, point), point is enough) for point in every]


def period_data(past: SweptPeriod, in_force: dict[str, Any], values: Sequence[dict[str, str]]) -> dict[str, Any]:
    """The period, for JSON; `in_force` is that point, `values` are those of the points."""
    calibration, enough = past.calibration, past.enough
    until = None
    if enough is not None:

        def first(place: int | None) -> dict[str, object]:
            return {"values": None if place is None else values[place]}

        weeks = [{**field_values(week, "begins_at", "jobs"), **first(week.first)} for week in enough.weeks]
        until = {
            **field_values(enough.bound, "figure", "most_s"),
            **first(enough.first),
            "holds_in_force": past.holds_as_it_is,
            "weeks": weeks,
        }
    return {
        **field_values(past, "begins_at", "ends_at"),
        "in_force": in_force,
        "until_wait": until,
        "near_the_truth": None if calibration is None else calibration.near,
        "why_not": [] if calibration is None else calibration.why_not,
        "assumptions": past.assumptions,
    }


def period_blocks(sweep: Sweep, past: SweptPeriod) -> Iterator[Block]:
    """How close the replay comes to what really happened, the period with each combination of values, and bounds."""
    yield from nearness(past.calibration)
    labels = printable(", ".join(dimension.label for dimension in sweep.dimensions))
    lines = period_lines(sweep, past)
    rows = (PERIOD.row(line, style="bold" if line.is_enough else "") for line in lines)
    yield PERIOD.block(rows, f"The period, by {labels}", headings={"values": "value"})
    if any(point.differences for point in sweep.points):
        yield Paragraph.of("Beside what is in force, in periods drawn from this one:", "bold", space_before=True)
    for line in lines:
        if line.point.differences is not None:
            yield Paragraph.of(f"{printable(line.name)}: {differences_line(line.point.differences)}", inset=2)
    if past.enough is not None:
        names = [printable(named(sweep, point)) for point in sweep.points]
        yield Paragraph.of(_bound_line(past.enough, names, past), "bold", space_before=True)
        yield Paragraph.of(_weeks_line(past.enough, names))


def period_closing(sweep: Sweep, past: SweptPeriod, zone: tzinfo) -> Iterator[Block]:
    """The period, what the replays assume, and what is not simulated."""
    figures = past.in_force.period
    assert figures is not None
    first, last = (moment(round(at), zone) for at in (past.begins_at, past.ends_at))
    yield Paragraph.of(f"Replayed: {first} to {last}, {count(figures.jobs, 'job')}", "dim", space_before=True)
    for sentence in (*past.assumptions, NOT_SIMULATED):
        yield Paragraph.of(sentence, "dim")


def _bound_line(enough: Enough, names: Sequence[str], past: SweptPeriod) -> str:
    """The first value that keeps to a bound; `names` are those of the values, in their order."""
    already = " It holds as things are." if past.holds_as_it_is else ""
    if enough.first is None:
        return f"{enough.bound.text} holds nowhere in this range.{already}"
    return f"{enough.bound.text} holds first at {names[enough.first].removesuffix(AS_IT_IS)}.{already}"


def _weeks_line(enough: Enough, names: Sequence[str]) -> str:
    """What single weeks of the period take."""
    if len(enough.weeks) < 2:
        return "The period has jobs of one week only, so that nothing says how far weeks differ."
    firsts = sorted(week.first for week in enough.weeks if week.first is not None)
    missed = len(enough.weeks) - len(firsts)
    parts = []
    if firsts:
        some = f"{len(firsts)} of {len(enough.weeks)} weeks"
        between = names[firsts[0]] if firsts[0] == firsts[-1] else f"from {names[firsts[0]]} to {names[firsts[-1]]}"
        parts.append(f"by itself it holds in {some} first at {between}")
    if missed:
        parts.append(f"{missed} of {len(enough.weeks)} weeks keep to it nowhere in this range")
    line = "; ".join(parts)
    return f"{line[0].upper()}{line[1:]}."


def period_image(sweep: Sweep, past: SweptPeriod, form: str) -> bytes:
    """Waits and idle weight for each value, as `svg` or `png`; lines mark what is in force, and what is enough.

    Machines are drawn as the weight of the pool.

    Raises:
        Refused: matplotlib is not installed.
    """
    lines = period_lines(sweep, past)
    by_weight = any(dimension.kind == MACHINES for dimension in sweep.dimensions)
    if by_weight:
        lines.sort(key=lambda line: line.figures.weight)
    places = [line.figures.weight if by_weight else float(place) for place, line in enumerate(lines)]
    marks = [(place, "as it is", "0.4", "--") for place, line in zip(places, lines, strict=True) if line.point.as_it_is]
    if past.enough is not None:
        marks += [
            (place, past.enough.bound.text, "C2", ":")
            for place, line in zip(places, lines, strict=True)
            if line.is_enough
        ]
    with new_figure() as figure:
        waits, idle = figure.subplots(2, 1, sharex=True)
        for label, heights in (
            ("mean", [line.figures.mean_wait_s for line in lines]),
            ("median", [line.figures.median_wait_s for line in lines]),
            ("95 %", [line.figures.p95_wait_s for line in lines]),
        ):
            waits.plot(places, [height / HOUR_S for height in heights], marker="o", label=label)
        waits.set_ylabel("wait (hours)")
        idle.plot(places, [100 * line.figures.idle_share for line in lines], marker="o", color="C3", label="idle")
        idle.set_ylabel("idle (% of the pool)")
        if by_weight:
            idle.set_xlabel("weight of the pool (cores)")
        else:
            idle.set_xlabel(printable(", ".join(dimension.label for dimension in sweep.dimensions)))
            idle.set_xticks(places, [printable(line.name) for line in lines])
        for plot in (waits, idle):
            plot.set_ylim(bottom=0)
            plot.grid(True, alpha=0.3)
            for place, label, colour, style in marks:
                plot.axvline(place, color=colour, linewidth=1.0, linestyle=style, label=label)
            plot.legend(frameon=False)
        return drawn_as(form, figure)
