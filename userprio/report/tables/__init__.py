"""Tables for people, drawn with Rich on a console that the caller made: width, colour and boxes are its business.

Here is what all of them have in common; each module imports what it shows, and is only loaded for that.
"""

from typing import Final

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from userprio.cxx import INT_MIN
from userprio.report.text import amount, printable

_NARROWEST: Final = 12
"""A column of names keeps this much, however many numbers stand beside it."""

_ROOMY: Final = 100
"""From this width on columns stand two blanks apart."""


def gap(console: Console) -> int:
    """Blanks between columns."""
    return 2 if console.width >= _ROOMY else 1


def new_table(console: Console) -> Table:
    """An empty table: a rule under the headings on a terminal, nothing drawn elsewhere."""
    framed = console.is_terminal
    # The frame itself takes one of the blanks between columns.
    return Table(
        box=box.SIMPLE_HEAD if framed else None,
        padding=(0, gap(console) - framed, 0, 0),
        show_edge=False,
        pad_edge=False,
        header_style="bold",
    )


def named_table(console: Console, name: str, *numbers: str) -> Table:
    """An empty table with a column of names and columns of numbers under these headings."""
    table = new_table(console)
    add_name_column(table, name)
    for heading in numbers:
        add_number_column(table, heading)
    return table


def add_name_column(table: Table, heading: str) -> None:
    """The column of names: it takes what room is left, and folds rather than loses a letter."""
    table.add_column(heading, overflow="fold", vertical="top", min_width=_NARROWEST)


def add_number_column(table: Table, heading: str) -> None:
    """A column of numbers, never folded."""
    table.add_column(heading, justify="right", no_wrap=True, vertical="top")


def name_text(name: str, style: str = "") -> Text:
    """A foreign name, safe to show, never read as markup."""
    return Text(printable(name), style=style)


def indented(text: Text, depth: int) -> Padding:
    """The text moved to the right by `depth` blanks, on every line where it folds."""
    return Padding(text, (0, 0, 0, depth))


def print_heading(console: Console, text: str) -> None:
    """A line over a table."""
    console.print(name_text(text, "bold"))


def print_section(console: Console, title: str, *content: RenderableType) -> None:
    """An empty line, a heading, and what stands below it."""
    console.print()
    print_heading(console, title)
    for each in content:
        console.print(each)


def limit_text(limit: float) -> str:
    """HTCondor's limit of 0/0 lets nothing through."""
    return "0/0" if limit == INT_MIN else amount(limit)
