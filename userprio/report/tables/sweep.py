"""A sweep as tables: one for each measure, a line for each submitter or group, a column for each value."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from userprio.plan import Measure, Sweep, SweepPoint
from userprio.report.sweep import courses
from userprio.report.tables import add_name_column, add_number_column, gap, name_text, new_table, print_section
from userprio.report.text import amount, count, percent, printable

_MOST_NAMES = 40
"""In one table; JSON and CSV have all."""
_AS_IT_IS = "*"
_LONGEST_VALUE = 24


def print_sweep(found: Sweep, console: Console) -> None:
    """Print the figures; remarks are left to the caller."""
    over = " and ".join(printable(each.label) for each in found.dimensions)
    console.print(Text(f"{count(len(found.points), 'cycle')} over {over}"))
    if any(point.as_it_is for point in found.points):
        console.print(Text(f"{_AS_IT_IS} is as things are"))
    for measure in found.measures:
        for what, points in courses(found):
            title = f"{measure}{f', {printable(what)}' if what else ''}: {measure.about}"
            print_section(console, title, *_tables(found, measure, points, console))


def _tables(found: Sweep, measure: Measure, points: Sequence[SweepPoint], console: Console) -> Iterator[Table | Text]:
    """As many as it takes for the values to stand side by side."""
    names = found.names[:_MOST_NAMES]
    columns = [_column(point, measure, names) for point in points]
    heading = printable(found.dimensions[-1].label)
    widest = max((len(printable(name)) for name in (*names, heading, found.by)), default=0)
    room = console.width - min(widest, console.width // 3)
    while columns:
        some = max(1, _fitting([max(map(len, column)) + gap(console) for column in columns], room))
        yield _table(found, heading, columns[:some], console)
        columns = columns[some:]
    if len(found.names) > len(names):
        yield Text(f"and {len(found.names) - len(names)} more that vary less; --format csv has all", style="dim")


def _fitting(widths: Sequence[int], room: int) -> int:
    """How many of the columns have room together."""
    taken = 0
    for number, width in enumerate(widths):
        taken += width
        if taken > room:
            return number
    return len(widths)


def _column(point: SweepPoint, measure: Measure, names: Sequence[str]) -> list[str]:
    """The value, what everybody shown has there, and all together."""
    text = percent if measure is Measure.SHARE else amount
    figures = [point.figure(name, measure) for name in names]
    if measure.adds_up:
        figures.append(point.totals[measure])
    value = printable(point.values[-1])
    short = value if len(value) <= _LONGEST_VALUE else f"{value[: _LONGEST_VALUE - 1]}…"
    return [f"{short}{_AS_IT_IS * point.as_it_is}", *("" if each is None else text(each) for each in figures)]


def _table(found: Sweep, heading: str, columns: Sequence[Sequence[str]], console: Console) -> Table:
    table = new_table(console)
    add_name_column(table, f"{heading}\n{found.by}")
    for value, *_ in columns:
        add_number_column(table, value)
    names = [name_text(name) for name in found.names[:_MOST_NAMES]]
    if len(columns[0]) > len(names) + 1:
        names.append(Text("all together", style="dim"))
    for name, *cells in zip(names, *(column[1:] for column in columns), strict=True):
        table.add_row(name, *map(str, cells))
    return table
