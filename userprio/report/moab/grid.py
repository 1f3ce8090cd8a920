"""Lines of text in columns that are as wide as their longest cell."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A column from its heading down, and what stands before it on each line."""

    cells: Sequence[str]
    before: str = "  "
    left: bool = False
    """Left-aligned; numbers stand to the right."""
    after: str = ""
    """What closes it on each line."""


def grid(columns: Sequence[TextColumn]) -> list[str]:
    """The lines of the columns side by side, without blanks at their ends."""
    padded = []
    for number, column in enumerate(columns):
        width = max(map(len, column.cells), default=0)
        before = column.before if number else ""
        adjust = str.ljust if column.left else str.rjust
        padded.append([f"{before}{adjust(cell, width)}{column.after}" for cell in column.cells])
    return ["".join(cells).rstrip() for cells in zip(*padded, strict=True)]
