"""A past period with more or fewer machines, as a table."""

from collections.abc import Iterator
from datetime import tzinfo

from userprio.futures import Size, SizePoint
from userprio.report.replay_figures import length
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, number, text_head
from userprio.report.size import HOUR_S
from userprio.report.text import amount, count, moment, percent, printable
from userprio.view import View


def size_blocks(found: Size, view: View, zone: tzinfo) -> Iterator[Block]:
    """Waits and idle cores for each number of machines, and the knee; what casts doubt on it first."""
    calibration = found.calibration
    if calibration is None:
        yield Words.of("whether this is near what really was is not known: the history tells of no starts", "bold red")
    elif not calibration.near:
        yield Words.of("The replay with the machines that are there is not near what really was:", "bold red")
        for why in calibration.why_not:
            yield Words.of(why, "red", inset=2)
    else:
        near = f"{percent(calibration.near_jobs)} of {count(calibration.jobs, 'job')}"
        yield Words.of(f"with the machines that are there, {near} start near the truth")
    span = f"{moment(round(found.begins_at), zone)} to {moment(round(found.ends_at), zone)}"
    machine = f"machines like {printable(found.machine)}, of {count(found.slots, 'slot')} each"
    yield Words.of(f"{span}: {count(found.present.jobs, 'job')}; {machine}")
    for told in found.assumptions:
        yield Words.of(told)
    yield _points(found)
    yield Words(((_knee(found), "bold"),), apart=True)
    yield Words.of(
        "The knee is where the mean wait over cores is furthest below the straight line between the ends of this range "
        "(Kneedle): from there on more cores bring less than before. Another range may have another."
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
    return Sheet(heads, lines, "Waits, and what stands idle, over the size of the pool", "size")


def _name(point: SizePoint, found: Size) -> str:
    """How many machines more or fewer; `*` is as it is, `<` the knee."""
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
