"""What differs between a pool and a policy, as people read it."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from userprio.report.policy import PolicyDifference, mark, side, title
from userprio.report.sheets.model import Block, Cell, Head, Kind, Line, Sheet, Words, cell, name_head, text_head
from userprio.view import View

_STYLES: Final = {"+": "green", "-": "red", "~": "yellow"}
_HEADS: Final = (
    Head("mark", "", Kind.TEXT),
    text_head("kind", "what"),
    name_head("name"),
    name_head("pool"),
    name_head("policy"),
)


def difference_blocks(found: PolicyDifference, view: View, zone: tzinfo) -> Iterator[Block]:
    """A line for each difference."""
    if found.changes:
        lines = []
        for one in found.changes:
            sign = mark(one)
            sides = (cell(side(of, zone, one.kind)) for of in (one.pool, one.policy))
            lines.append(Line((Cell(sign, _STYLES[sign], sign), cell(one.kind), cell(one.name), *sides)))
        yield Sheet(_HEADS, tuple(lines), one="difference")
    yield Words.of(title(found), "bold")
