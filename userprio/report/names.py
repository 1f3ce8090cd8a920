"""Names of submitters on a screen: the domain that all of them share is said once, under a table."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from userprio.base.naming import common_domain
from userprio.report.formats import Block, Cell, Drawing, Kind, Paragraph, TableBlock, TableRow
from userprio.report.text import printable

_NAME: Final = re.compile(r"([^\s,;:()'\"=@]+)(@[\w-]+(?:\.[\w-]+)*)(?![\w@=])")
"""A name with its domain; one that a value follows, as in `--setfactor NAME=VALUE`, is part of a command."""
_SLOT: Final = re.compile(r"slot\d+(_\d+)*\Z")
_COMMANDS: Final = ("userprio ", " --")
"""Text with one of these may be a command to type, and edits take full names only."""


def without_domain(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The screen without the domain that all its submitters share, and a note of it; or as it is if they share none.

    A screen with a single name stays as it is: there the note would be longer than what it saves.
    """
    domain = common_domain(_submitters(blocks))
    if not domain:
        return tuple(blocks)
    shortened = _Shortened(domain)
    shown = [shortened.block(block) for block in blocks]
    if len(shortened.names) == 1:
        return tuple(blocks)
    for at, (block, before) in enumerate(zip(shown, blocks, strict=True)):
        # The first table with shorter names has the note: it is read before the others.
        if isinstance(block, TableBlock) and block != before:
            shown[at] = replace(block, notes=(f"users are {domain}", *block.notes))
            return tuple(shown)
    return tuple(blocks)


def _submitters(blocks: Iterable[Block]) -> Iterator[str]:
    """The full names of the submitters in tables, and whatever else in columns of names has a domain."""
    for table in blocks:
        if not isinstance(table, TableBlock):
            continue
        yield from (printable(row.submitter) for row in table.rows if row.submitter)
        columns = [at for at, column in enumerate(table.columns) if column.kind is Kind.NAME and column.key != "slot"]
        for row in table.rows:
            names = (match[0] for at in columns for match in _NAME.finditer(row.cells[at].text))
            # A label without its group is the end of a name that the row itself has in full.
            yield from (name for name in names if not printable(row.submitter).endswith(name))


class _Shortened(msgspec.Struct, frozen=True):
    """Parts of a screen without a domain."""

    domain: str
    names: set[str] = msgspec.field(default_factory=set)
    """The names that are shorter."""

    def text(self, text: str) -> str:
        """The text with shorter names; a command stays as it is, and so does the name of a slot."""
        if self.domain not in text or any(sign in text for sign in _COMMANDS):
            return text
        return _NAME.sub(self._name, text)

    def _name(self, match: re.Match[str]) -> str:
        if match[2] != self.domain or _SLOT.match(match[1]):
            return match[0]
        self.names.add(match[1])
        return match[1]

    def block(self, block: Block) -> Block:
        match block:
            case Paragraph():
                return self.paragraph(block)
            case Drawing():
                return Drawing(lambda width: map(self.paragraph, block.lines(width)))
            case TableBlock():
                return self.table(block)

    def paragraph(self, paragraph: Paragraph) -> Paragraph:
        if any(sign in paragraph.text for sign in _COMMANDS):
            return paragraph
        return replace(paragraph, parts=tuple((self.text(text), style) for text, style in paragraph.parts))

    def table(self, table: TableBlock) -> TableBlock:
        return replace(
            table,
            columns=tuple(replace(column, heading=self.text(column.heading)) for column in table.columns),
            rows=tuple(map(self.row, table.rows)),
            title=self.text(table.title),
            total=table.total and self.row(table.total),
            notes=tuple(map(self.text, table.notes)),
            legend=tuple(map(self.text, table.legend)),
        )

    def row(self, row: TableRow) -> TableRow:
        if not any(self.domain in cell.text for cell in row.cells):
            return row
        return replace(row, cells=tuple(map(self.cell, row.cells)))

    def cell(self, cell: Cell) -> Cell:
        return replace(cell, text=self.text(cell.text)) if self.domain in cell.text else cell
