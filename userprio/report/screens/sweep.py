"""A sweep as tables: one for each measure, a line for each submitter or group, a column for each value."""

from collections.abc import Iterator, Sequence
from typing import Final

from userprio.plan import Measure, Sweep, SweepPoint
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number
from userprio.report.sweep import courses
from userprio.report.text import amount, count, percent, printable
from userprio.view import View

_AS_IT_IS: Final = "*"
_LONGEST_VALUE: Final = 24


def sweep_blocks(found: Sweep, view: View) -> Iterator[Block]:
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
