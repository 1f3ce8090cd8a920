"""A screen as plain text, for pipes and files, or as Markdown, for a page or a ticket.

Plain text has no colour, rules or folded lines; a table may have 100,000 rows. Markdown uses GitHub's tables, with full
names in each row.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

from userprio.report.sheets.model import NARROWEST, Block, Drawing, Kind, Line, Sheet, Words

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
            case Words():
                yield from _words(block, begun)
            case Drawing():
                for words in block.lines(_WIDTH):
                    yield from _words(words, begun)
            case Sheet():
                yield from _sheet(block, begun)
        begun = True


def _words(words: Words, begun: bool) -> Iterator[str]:
    if words.apart and begun:
        yield ""
    yield " " * words.inset + words.text


def _sheet(sheet: Sheet, begun: bool) -> Iterator[str]:
    if sheet.title:
        if begun:
            yield ""
        yield sheet.title
    lines = (*sheet.lines, *([sheet.total] if sheet.total else []))
    columns = [_column(sheet, place, lines) for place in range(len(sheet.heads))]
    inset = " " * sheet.inset
    for texts in zip(*columns, strict=True):
        yield inset + _BETWEEN.join(texts)
    yield from sheet.notes


def _column(sheet: Sheet, place: int, lines: Iterable[Line]) -> list[str]:
    """The headings and cells of a column, padded to its width."""
    head = sheet.heads[place]
    named = any(each.heading.strip() for each in sheet.heads)
    height = max(each.heading.count("\n") for each in sheet.heads) + 1 if named else 0
    texts = ([""] * height + head.heading.split("\n"))[-height:] if named else []
    if place == sheet.name_at:
        texts += [" " * (_INDENT * line.depth) + line.cells[place].text for line in lines]
    else:
        texts += [line.cells[place].text for line in lines]
    least = NARROWEST if head.kind is Kind.NAME else 0
    width = max(least, max(map(_width, texts), default=0))
    if head.kind in (Kind.NUMBER, Kind.FIGURES):
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
            case Words():
                yield from ("", _escaped(block.text))
            case Drawing():
                yield from ("", "```text", *(line.text for line in block.lines(_PAGE_WIDTH)), "```")
            case Sheet():
                yield from _table(block)


def _table(sheet: Sheet) -> Iterator[str]:
    if sheet.title:
        yield from ("", f"### {_escaped(sheet.title)}")
    yield ""
    yield _row(_escaped(" ".join(head.heading.split())) for head in sheet.heads)
    yield _row("---:" if head.kind in (Kind.NUMBER, Kind.FIGURES) else "---" for head in sheet.heads)
    for line in (*sheet.lines, *([sheet.total] if sheet.total else [])):
        yield _row(_texts(line))
    for note in sheet.notes:
        yield from ("", _escaped(note))


def _texts(line: Line) -> Iterator[str]:
    return (_escaped(cell.text) for cell in line.cells)


def _row(texts: Iterable[str]) -> str:
    return f"| {' | '.join(texts)} |"


def _escaped(text: str) -> str:
    """Text with Markdown's special characters escaped."""
    return _MARKS.sub(r"\\\1", text)
