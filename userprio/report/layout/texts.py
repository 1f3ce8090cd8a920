"""A screen as plain text, for pipes and files, or as Markdown, for a page or a ticket.

Plain text has no colour, rules or folded lines; a table may have 100,000 rows. Markdown uses GitHub's tables, with full
names in each row.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

from userprio.report.layout.blocks import NARROWEST, Block, Drawing, Kind, Paragraph, TableBlock

_BETWEEN = "  "
_INDENT = 2
_WIDTH = 1000
"""Effectively no limit on the width."""
_PAGE_WIDTH: Final = 78
_MARKS: Final = re.compile(r"([\\`*_\[\]<>|#~])")


def plain_text(screen: Iterable[Block]) -> str:
    """A screen as plain text without trailing blanks; an empty line precedes anything with a title."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(screen))


def _lines(screen: Iterable[Block]) -> Iterator[str]:
    begun = False
    for block in screen:
        match block:
            case Paragraph():
                yield from _paragraph(block, begun)
            case Drawing():
                for paragraph in block.lines(_WIDTH):
                    yield from _paragraph(paragraph, begun)
            case TableBlock():
                yield from _table_lines(block, begun)
        begun = True


def _paragraph(paragraph: Paragraph, begun: bool) -> Iterator[str]:
    if paragraph.space_before and begun:
        yield ""
    yield " " * paragraph.inset + paragraph.text


def _table_lines(table: TableBlock, begun: bool) -> Iterator[str]:
    if table.title:
        if begun:
            yield ""
        yield table.title
    columns = [_column(table, index) for index in range(len(table.columns))]
    inset = " " * table.inset
    for texts in zip(*columns, strict=True):
        yield inset + _BETWEEN.join(texts)
    yield from table.notes


def _column(table: TableBlock, index: int) -> list[str]:
    """The headings and cells of a column, padded to its width."""
    column = table.columns[index]
    headed = any(other.heading.strip() for other in table.columns)
    height = max(other.heading.count("\n") for other in table.columns) + 1 if headed else 0
    # Headings end on the line above the first row, however many lines the tallest has.
    texts = ([""] * height + column.heading.split("\n"))[-height:] if headed else []
    indent = _INDENT if index == table.name_at else 0
    texts += [" " * (indent * row.depth) + row.cells[index].text for row in table.all_rows]
    least = NARROWEST if column.kind is Kind.NAME else 0
    width = max(least, max(map(_width, texts), default=0))
    if column.kind in (Kind.NUMBER, Kind.FIGURES):
        return [" " * (width - _width(text)) + text for text in texts]
    return [text + " " * (width - _width(text)) for text in texts]


def _width(text: str) -> int:
    """The number of terminal columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_wide, text))


@cache
def _wide(letter: str) -> int:
    return 0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1


def markdown_text(screen: Iterable[Block]) -> str:
    """A screen as Markdown."""
    return "\n".join(_markdown_lines(screen)).strip("\n") + "\n"


def _markdown_lines(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph():
                yield from ("", _escaped(block.text))
            case Drawing():
                yield from ("", "```text", *(line.text for line in block.lines(_PAGE_WIDTH)), "```")
            case TableBlock():
                yield from _markdown_table(block)


def _markdown_table(table: TableBlock) -> Iterator[str]:
    if table.title:
        yield from ("", f"### {_escaped(table.title)}")
    yield ""
    # In GitHub's tables a line break would end the row.
    yield _row(_escaped(column.title) for column in table.columns)
    yield _row("---:" if column.kind in (Kind.NUMBER, Kind.FIGURES) else "---" for column in table.columns)
    for row in table.all_rows:
        yield _row(_escaped(cell.text) for cell in row.cells)
    for note in table.notes:
        yield from ("", _escaped(note))


def _row(texts: Iterable[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _escaped(text: str) -> str:
    """Text with Markdown's special characters escaped."""
    return _MARKS.sub(r"\\\1", text)
