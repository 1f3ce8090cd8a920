"""A screen as Markdown, for a page or a ticket: GitHub's tables, with whole names in each row."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from userprio.report.sheets.model import Block, Drawing, Kind, Line, Sheet, Words

_WIDTH: Final = 78
_MARKS: Final = re.compile(r"([\\`*_\[\]<>|#~])")


def markdown_text(screen: Iterable[Block]) -> str:
    """The text of a screen."""
    return "\n".join(_lines(screen)).strip("\n") + "\n"


def _lines(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Words():
                yield from ("", _escaped(block.text))
            case Drawing():
                yield from ("", "```text", *(line.text for line in block.lines(_WIDTH)), "```")
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
    """Text that Markdown takes as it is."""
    return _MARKS.sub(r"\\\1", text)
