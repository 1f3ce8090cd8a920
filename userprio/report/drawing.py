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

from userprio.report.sheets.model import NARROWEST, Block, Drawing, Kind, Line, Sheet, Words

_LONGEST_WORD: Final = 24
"""The most that a column of words may require."""
_INDENT: Final = 2
_JOINTS: Final = re.compile(r"(?=@)|(?<=\.)")
_ROOMY: Final = 100
"""From this width on, columns are two blanks apart."""


def print_screen(blocks: Iterable[Block], console: Console, *, plain: bool) -> None:
    """Print paragraphs and tables, without rules if `plain`; an empty line precedes anything with a title."""
    begun = False
    for block in blocks:
        match block:
            case Words():
                _print_words(block, console, begun)
            case Drawing():
                for line in block.lines(console.width):
                    _print_words(line, console, begun)
            case Sheet():
                _print_sheet(block, console, begun, plain)
        begun = True


def _print_words(words: Words, console: Console, begun: bool) -> None:
    if words.apart and begun:
        console.print()
    text = Text.assemble(*words.parts)
    inset = Padding(text, (0, 0, 0, words.inset), expand=False) if words.inset else text
    console.print(inset, soft_wrap=words.unbroken)


def _print_sheet(sheet: Sheet, console: Console, begun: bool, plain: bool) -> None:
    if sheet.title:
        if begun:
            console.print()
        console.print(Text(sheet.title, style="bold"))
    room = console.width - sheet.inset
    for number, places in enumerate(_parts(sheet, room, _gap(console))):
        if number:
            console.print()
        _print_part(sheet, places, console, plain)
    for note in sheet.notes:
        console.print(Text(note, style="dim"))


def _parts(sheet: Sheet, room: int, between: int) -> list[Sequence[int]]:
    """The columns of each table into which the sheet is split to fit the room; each has the names."""
    widths = [_least(sheet, place) + between for place in range(len(sheet.heads))]
    if sum(widths) - between <= room:
        return [range(len(sheet.heads))]
    front = list(range(sheet.name_at + 1))
    free = room - sum(widths[place] for place in front)
    parts: list[list[int]] = [[*front]]
    left = free
    for place in range(sheet.name_at + 1, len(sheet.heads)):
        if len(parts[-1]) > len(front) and widths[place] - between > left:
            parts.append([*front])
            left = free
        parts[-1].append(place)
        left -= widths[place]
    return list(parts)


def _least(sheet: Sheet, place: int) -> int:
    """The least width of a column; names and words may be folded as far as they stay readable."""
    head = sheet.heads[place]
    lines = [*sheet.lines, *([sheet.total] if sheet.total else [])]
    heading = max(map(cell_len, head.heading.split("\n")), default=0)
    if head.kind is Kind.NAME:
        longest = max((cell_len(line.cells[place].text) + _INDENT * line.depth for line in lines), default=0)
        return min(max(longest, heading), sheet.narrowest)
    if head.kind in (Kind.TEXT, Kind.FIGURES):
        words = (word for line in lines for word in line.cells[place].text.split())
        return max(heading, min(max(map(cell_len, words), default=0), _LONGEST_WORD))
    return max(heading, max((cell_len(line.cells[place].text) for line in lines), default=0))


def _natural(sheet: Sheet, place: int) -> int:
    """The width at which nothing in a column folds; for short names, a little more."""
    texts = [sheet.heads[place].heading]
    for line in (*sheet.lines, *([sheet.total] if sheet.total else [])):
        indent = " " * (_INDENT * line.depth) if place == sheet.name_at else ""
        texts.extend(indent + row for row in line.cells[place].text.split("\n"))
    least = NARROWEST if sheet.heads[place].kind is Kind.NAME else 0
    return max(least, *(cell_len(row) for text in texts for row in text.split("\n")))


def _widths(sheet: Sheet, places: Sequence[int], room: int) -> list[int]:
    """The widths of columns that share a room: the least of each; the rest goes to short columns, then long ones."""
    widths = [_least(sheet, place) for place in places]
    # If a column does not fit beside the names, the names fold further.
    names = list(places).index(sheet.name_at)
    widths[names] = max(min(widths[names], room - sum(widths) + widths[names]), 1)
    natural = [_natural(sheet, place) for place in places]
    missing = [max(wanted - width, 0) for wanted, width in zip(natural, widths, strict=True)]
    spare = max(room - sum(widths), 0)
    long = [at for at, wanted in enumerate(natural) if at == names or wanted > _LONGEST_WORD]
    short = [at for at in range(len(places)) if at not in long]
    for group in (short, long):
        for number, at in enumerate(sorted(group, key=missing.__getitem__)):
            more = min(missing[at], spare // (len(group) - number))
            widths[at] += more
            spare -= more
    return widths


def _print_part(sheet: Sheet, places: Sequence[int], console: Console, plain: bool) -> None:
    table = _new_table(console, plain)
    table.show_header = any(sheet.heads[place].heading.strip() for place in places)
    room = console.width - sheet.inset - _gap(console) * (len(places) - 1)
    widths = _widths(sheet, places, room)
    for place, width in zip(places, widths, strict=True):
        head = sheet.heads[place]
        table.add_column(
            head.heading,
            justify="right" if head.kind in (Kind.NUMBER, Kind.FIGURES) else "left",
            no_wrap=head.kind is Kind.NUMBER,
            overflow="fold",
            vertical="top",
            width=width,
        )
    last = len(sheet.lines) - 1
    for number, line in enumerate(sheet.lines):
        cells = _cells(sheet, line, places, widths)
        table.add_row(*cells, style=line.style, end_section=number == last and bool(sheet.total))
    if sheet.total:
        table.add_row(*_cells(sheet, sheet.total, places, widths), style="bold")
    console.print(Padding(table, (0, 0, 0, sheet.inset), expand=False) if sheet.inset else table)


def _cells(sheet: Sheet, line: Line, places: Sequence[int], widths: Sequence[int]) -> Iterator[Text | Padding]:
    for place, width in zip(places, widths, strict=True):
        cell = line.cells[place]
        style = cell.style or ("bold" if line.title else "")
        indent = _INDENT * line.depth if place == sheet.name_at else 0
        text = Text(_folded(cell.text, width - indent), style=style)
        # Padding, not leading blanks, so that folded lines are indented as well.
        yield Padding(text, (0, 0, 0, indent)) if indent else text


def _folded(text: str, width: int) -> str:
    """The text with words that are too long broken before an @ or after a dot."""
    if len(text) <= width or width < 1 or not text.isascii():
        return text
    return " ".join(_parts_of(word, width) for word in text.split(" "))


def _parts_of(word: str, width: int) -> str:
    lines = []
    while len(word) > width:
        # Rich breaks what remains too long.
        ends = [end.start() for end in _JOINTS.finditer(word, 1) if end.start() <= width]
        whole = (end for end in ends if word[end] == "@" and len(word) - end <= width)
        at = next(whole, ends[-1] if ends else width)
        lines.append(word[:at])
        word = word[at:]
    return "\n".join([*lines, word])


def _gap(console: Console) -> int:
    """The number of blanks between columns."""
    return 2 if console.width >= _ROOMY else 1


def _new_table(console: Console, plain: bool) -> Table:
    """An empty table, with a rule under the headings on a terminal unless `plain`."""
    framed = console.is_terminal and not plain
    # The frame itself takes one of the blanks between columns.
    return Table(
        box=box.SIMPLE_HEAD if framed else None,
        padding=(0, _gap(console) - framed, 0, 0),
        show_edge=False,
        pad_edge=False,
        header_style="bold",
    )
