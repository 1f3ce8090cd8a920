"""Draws screens on a console; a table that is too wide is split into several, one below the other."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from userprio.report.formats import NARROWEST, Block, Drawing, Kind, Paragraph, TableBlock, TableRow

_LONGEST_WORD: Final = 24
"""The most that a column of words may require."""
_INDENT: Final = 2
_JOINTS: Final = re.compile(r"(?=@)|(?<=\.)")
_ASCII_HEAD: Final = box.Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)
_ROOMY: Final = 100
"""From this width on, columns are two blanks apart."""


def print_screen(blocks: Iterable[Block], console: Console, *, plain: bool, unicode: bool = True) -> None:
    """Print paragraphs and tables, without rules if `plain`; an empty line precedes anything with a title.

    Without `unicode`, rules are ASCII.
    """
    rule = None if plain or not console.is_terminal else box.SIMPLE_HEAD if unicode else _ASCII_HEAD
    begun = False
    for block in blocks:
        match block:
            case Paragraph():
                _print_paragraph(block, console, begun)
            case Drawing():
                for line in block.lines(console.width):
                    _print_paragraph(line, console, begun)
            case TableBlock():
                _print_table(block, console, begun, rule)
        begun = True


def _print_paragraph(paragraph: Paragraph, console: Console, begun: bool) -> None:
    if paragraph.space_before and begun:
        console.print()
    text = Text.assemble(*paragraph.parts)
    inset = Padding(text, (0, 0, 0, paragraph.inset), expand=False) if paragraph.inset else text
    console.print(inset, soft_wrap=paragraph.unbroken)


def _print_table(table: TableBlock, console: Console, begun: bool, rule: box.Box | None) -> None:
    if table.title:
        if begun:
            console.print()
        console.print(Text(table.title, style="bold"))
    room, gap = console.width - table.inset, _gap(console)
    chosen = _chosen(table, room, gap)
    for number, indexes in enumerate(_parts(table, chosen, room, gap)):
        if number:
            console.print()
        _print_part(table, indexes, console, rule)
    left_out = [column.title for index, column in enumerate(table.columns) if index not in chosen]
    notes = [f"no room for: {', '.join(left_out)} (see --columns)"] if left_out else []
    for note in (*table.notes, *notes):
        console.print(Text(note, style="dim"))


def _chosen(table: TableBlock, room: int, between: int) -> list[int]:
    """The columns that are shown in this room: those that may give way do, as far as it takes."""
    chosen = list(range(len(table.columns)))
    giving_way = sorted(
        (index for index in chosen if table.columns[index].gives_way), key=lambda index: -table.columns[index].gives_way
    )
    widths = [_least(table, index) + between for index in chosen]
    while giving_way and sum(widths[index] for index in chosen) - between > room:
        chosen.remove(giving_way.pop(0))
    return chosen


def _parts(table: TableBlock, chosen: Sequence[int], room: int, between: int) -> list[Sequence[int]]:
    """The columns of each table into which one is split to fit the room; each has the names."""
    widths = {index: _least(table, index) + between for index in chosen}
    if sum(widths.values()) - between <= room:
        return [chosen]
    # Columns up to the names say what a row is about, and are repeated in each part.
    front = [index for index in chosen if index <= table.name_at]
    free = room - sum(widths[index] for index in front)
    parts: list[list[int]] = [[*front]]
    left = free
    for index in (index for index in chosen if index > table.name_at):
        # A part has at least one column besides the names, even if that is too wide.
        if len(parts[-1]) > len(front) and widths[index] - between > left:
            parts.append([*front])
            left = free
        parts[-1].append(index)
        left -= widths[index]
    return list(parts)


def _least(table: TableBlock, index: int) -> int:
    """The least width of a column; names and words may be folded as far as they stay readable."""
    column, rows = table.columns[index], table.all_rows
    heading = max(map(cell_len, column.heading.split("\n")), default=0)
    if column.kind is Kind.NAME:
        longest = max((cell_len(row.cells[index].text) + _INDENT * row.depth for row in rows), default=0)
        return min(max(longest, heading), table.narrowest)
    if column.kind in (Kind.TEXT, Kind.FIGURES):
        cells = (row.cells[index] for row in rows)
        # What has several styles is a drawing, and keeps its shape.
        words = (word for cell in cells for word in ([cell.text] if cell.parts else cell.text.split()))
        return max(heading, min(max(map(cell_len, words), default=0), _LONGEST_WORD))
    # Numbers are never folded: the digits on the first line would pass for the whole.
    return max(heading, max((cell_len(row.cells[index].text) for row in rows), default=0))


def _natural(table: TableBlock, index: int) -> int:
    """The width at which nothing in a column folds; for short names, a little more."""
    texts = [table.columns[index].heading]
    for row in table.all_rows:
        indent = " " * (_INDENT * row.depth) if index == table.name_at else ""
        texts.extend(indent + line for line in row.cells[index].text.split("\n"))
    least = NARROWEST if table.columns[index].kind is Kind.NAME else 0
    return max(least, *(cell_len(line) for text in texts for line in text.split("\n")))


def _widths(table: TableBlock, indexes: Sequence[int], room: int) -> list[int]:
    """The widths of columns that share a room: the least of each; the rest goes to short columns, then long ones."""
    widths = [_least(table, index) for index in indexes]
    # If a column does not fit beside the names, the names fold further.
    names = list(indexes).index(table.name_at)
    widths[names] = max(min(widths[names], room - sum(widths) + widths[names]), 1)
    natural = [_natural(table, index) for index in indexes]
    missing = [max(wanted - width, 0) for wanted, width in zip(natural, widths, strict=True)]
    spare = max(room - sum(widths), 0)
    # Names count as long even if they are short, so that figures beside them are never folded for their sake.
    long = [at for at, wanted in enumerate(natural) if at == names or wanted > _LONGEST_WORD]
    short = [at for at in range(len(indexes)) if at not in long]
    for group in (short, long):
        # The columns that need least come first: what they leave of an even share goes to the others.
        for number, at in enumerate(sorted(group, key=missing.__getitem__)):
            more = min(missing[at], spare // (len(group) - number))
            widths[at] += more
            spare -= more
    return widths


def _print_part(table: TableBlock, indexes: Sequence[int], console: Console, rule: box.Box | None) -> None:
    drawn = _new_table(console, rule)
    # Headings that are all blank would print as an empty line.
    drawn.show_header = any(table.columns[index].heading.strip() for index in indexes)
    room = console.width - table.inset - _gap(console) * (len(indexes) - 1)
    widths = _widths(table, indexes, room)
    for index, width in zip(indexes, widths, strict=True):
        column = table.columns[index]
        drawn.add_column(
            column.heading,
            justify="right" if column.kind in (Kind.NUMBER, Kind.FIGURES) else "left",
            no_wrap=column.kind is Kind.NUMBER,
            overflow="fold",
            vertical="top",
            width=width,
        )
    last = len(table.rows) - 1
    for number, row in enumerate(table.rows):
        cells = _cells(table, row, indexes, widths)
        drawn.add_row(*cells, style=row.style, end_section=number == last and bool(table.total))
    if table.total:
        drawn.add_row(*_cells(table, table.total, indexes, widths), style="bold")
    console.print(Padding(drawn, (0, 0, 0, table.inset), expand=False) if table.inset else drawn)


def _cells(table: TableBlock, row: TableRow, indexes: Sequence[int], widths: Sequence[int]) -> Iterator[Text | Padding]:
    for index, width in zip(indexes, widths, strict=True):
        cell = row.cells[index]
        style = cell.style or ("bold" if row.title else "")
        indent = _INDENT * row.depth if index == table.name_at else 0
        text = Text.assemble(*cell.parts) if cell.parts else Text(_folded(cell.text, width - indent), style=style)
        # Padding, not leading blanks, so that folded lines are indented as well.
        yield Padding(text, (0, 0, 0, indent)) if indent else text


def _folded(text: str, width: int) -> str:
    """The text with words that are too long broken before an @ or after a dot."""
    # Letters beyond ASCII may be two columns wide: Rich knows which, and breaks such words itself.
    if len(text) <= width or width < 1 or not text.isascii():
        return text
    return " ".join(_parts_of(word, width) for word in text.split(" "))


def _parts_of(word: str, width: int) -> str:
    lines = []
    while len(word) > width:
        # Rich breaks what remains too long.
        ends = [end.start() for end in _JOINTS.finditer(word, 1) if end.start() <= width]
        domain = (end for end in ends if word[end] == "@" and len(word) - end <= width)
        at = next(domain, ends[-1] if ends else width)
        lines.append(word[:at])
        word = word[at:]
    return "\n".join([*lines, word])


def _gap(console: Console) -> int:
    """The number of blanks between columns."""
    return 2 if console.width >= _ROOMY else 1


def _new_table(console: Console, rule: box.Box | None) -> Table:
    """An empty table, with a rule under the headings if there is one."""
    # The frame itself takes one of the blanks between columns.
    return Table(
        box=rule,
        padding=(0, _gap(console) - (rule is not None), 0, 0),
        show_edge=False,
        pad_edge=False,
        header_style="bold",
    )
