"""What differs between a pool and a policy, on a console."""

from datetime import tzinfo
from typing import Final

from rich.console import Console
from rich.text import Text

from userprio.report.policy import PolicyDifference, mark, side, title
from userprio.report.tables import add_name_column, name_text, new_table

_STYLES: Final = {"+": "green", "-": "red", "~": "yellow"}
_MOST_ROWS: Final = 200
"""Nobody reads more, and the other formats have them all."""


def print_difference(found: PolicyDifference, console: Console, zone: tzinfo) -> None:
    """Print a line for each difference."""
    if found.changes:
        table = new_table(console)
        table.add_column("")
        table.add_column("what", no_wrap=True, vertical="top")
        add_name_column(table, "name")
        add_name_column(table, "pool")
        add_name_column(table, "policy")
        for one in found.changes[:_MOST_ROWS]:
            sign = mark(one)
            sides = (name_text(side(of, zone, one.kind)) for of in (one.pool, one.policy))
            table.add_row(Text(sign, style=_STYLES[sign]), one.kind, name_text(one.name), *sides)
        console.print(table)
    if len(found.changes) > _MOST_ROWS:
        console.print(Text(f"and {len(found.changes) - _MOST_ROWS} more"))
    console.print(Text(title(found), style="bold"))
