"""Listings as tables: groups as a tree with their members, use beyond the quota marked; slots of a submitter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from rich.console import Console
from rich.text import Text

from userprio.accounting import AccountingRecord
from userprio.report.listing import LAST, Cell, Column, Listing, Row
from userprio.report.listing.columns import ValueKind
from userprio.report.submitters import Holdings, slot_name
from userprio.report.tables import gap, indented, name_text, named_table
from userprio.report.text import ROOT, amount, count, depth_first, duration, moment, printable

_NARROWEST_NAME: Final = 20
_OVER: Final = "!"
_LEASED: Final = "~"
_ENDING: Final = "*"
_STYLES: Final = {_OVER: "bold red", _LEASED: "cyan", _ENDING: "bold yellow"}
"""Marks behind a number, told apart without colour too."""

_SOON_S: Final = 3600
"""A lease that ends within this time is about to end."""

_SURPLUS_WORDS: Final = {"byquota": "by quota", "regroup": "regroup"}


_Line = tuple[Row, str, int]
"""A row with its label and indent in the tree."""


@dataclass(frozen=True, slots=True)
class _Texts:
    heading: str
    cells: tuple[str, ...]
    """One for each line, then the total."""

    @property
    def width(self) -> int:
        return max(len(text) for text in (*self.heading.split("\n"), *self.cells))


def print_listing(listing: Listing, console: Console, zone: tzinfo) -> None:
    """Print the listing, in several tables below each other where one would be too wide; `zone` is for dates.

    Columns in which no row has anything to show are left out.
    """
    if not listing.totals.records:
        console.print(Text("No records."))
        return
    if not listing.rows:
        console.print(Text(_nothing(listing)))
        return
    lines = _arranged(listing)
    # Until a cycle has set quotas, all of them are 0 and exceeding them means nothing.
    quotas_set = any(_quota(row.record) > 0 for row in listing.rows)
    columns = []
    for place, column in enumerate(listing.columns):
        cells = [
            _text(row.record, column, row.cells[place], zone) + _mark(row.record, column, listing.now, quotas_set)
            for row, _, _ in lines
        ]
        if any(cells):
            columns.append(_Texts(column.spec.heading, (*cells, _total(listing, column))))
    total = count(listing.totals.users, "user")
    longest = max(len(total), *(indent + name_text(label).cell_len for _, label, indent in lines))
    for number, block in enumerate(_blocks(columns, console.width - min(longest, _NARROWEST_NAME), gap(console))):
        if number:
            console.print()
        _print_block(listing, console, lines, block, total)
    for note in _notes(listing, [cell for column in columns for cell in column.cells], zone):
        console.print(Text(note, style="dim"))


def _nothing(listing: Listing) -> str:
    """Why no record is shown although there are some."""
    if not listing.users_hidden:
        return "No record was active in that time."
    if not listing.totals.groups:
        return "No groups are configured."
    return f"No group was used in that time; --allusers lists all {count(listing.totals.groups, 'group')}."


def _print_block(
    listing: Listing, console: Console, lines: Sequence[_Line], columns: Sequence[_Texts], total: str
) -> None:
    name = "group" if listing.hierarchical or listing.users_hidden else "user"
    table = named_table(console, name, *(column.heading for column in columns))
    for index, (row, label, indent) in enumerate(lines):
        cells = [Text(cell, style=_STYLES.get(cell[-1:], "")) for cell in (column.cells[index] for column in columns)]
        style = "bold" if row.record.is_group else ""
        table.add_row(indented(name_text(label, style), indent), *cells, end_section=index == len(lines) - 1)
    if not listing.users_hidden:
        table.add_row(Text(total, style="bold"), *(Text(column.cells[-1], style="bold") for column in columns))
    console.print(table)


def _blocks(columns: Sequence[_Texts], room: int, gap: int) -> list[list[_Texts]]:
    """Columns put together as long as they fit; each block has at least one."""
    blocks: list[list[_Texts]] = [[]]
    left = room
    for column in columns:
        if blocks[-1] and column.width + gap > left:
            blocks.append([])
            left = room
        blocks[-1].append(column)
        left -= column.width + gap
    return blocks


def _lease_end(record: AccountingRecord, column: Column) -> int:
    """When the lease on what a column shows ends; 0 where there is none."""
    lease = column.spec.lease
    return 0 if lease is None else lease(record) or 0


def _mark(record: AccountingRecord, column: Column, now: int, quotas_set: bool) -> str:
    used = record.weighted_resources_used
    over = record.group_figures is not None and used is not None and used > _quota(record)
    if quotas_set and over and column is Column.IN_USE:
        return _OVER
    end = _lease_end(record, column)
    if end <= 0:
        return ""
    return _ENDING if end - now <= _SOON_S else _LEASED


def _notes(listing: Listing, cells: Sequence[str], zone: tzinfo) -> Iterator[str]:
    """What the marks in these cells mean."""
    marks = {cell[-1:] for cell in cells}
    if _OVER in marks:
        yield f"{_OVER} more in use than the effective quota"
    if _LEASED in marks:
        yield f"{_LEASED} on a lease"
    if _ENDING in marks:
        for row in listing.rows:
            for column in listing.columns:
                if _mark(row.record, column, listing.now, False) == _ENDING:
                    end = moment(_lease_end(row.record, column), zone)
                    yield f"{_ENDING} {printable(row.record.name)}: {column.spec.heading} on a lease until {end}"


def _arranged(listing: Listing) -> list[_Line]:
    """The lines in tree order where groups lead: a group, its members, its subgroups."""
    rows = listing.rows
    if not (listing.hierarchical or listing.users_hidden):
        return [(row, row.label, 0) for row in rows]
    groups = [row for row in rows if row.record.is_group]
    members: dict[int, list[Row]] = {}
    for row in rows:
        if row.member:
            members.setdefault(row.group_number, []).append(row)
    arranged: list[_Line] = []
    for depth, label, group in depth_first(groups, lambda row: row.record.name):
        arranged.append((group, label, 2 * depth))
        arranged += [(row, row.label, 2 * depth + 2) for row in members.pop(group.group_number, [])]
    # A member stands alone, under its whole name, where the record of its group is hidden or missing.
    return arranged + [(row, row.record.name, 0) for rows in members.values() for row in rows]


def _text(record: AccountingRecord, column: Column, cell: Cell, zone: tzinfo) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return "yes" if record.name == ROOT else _SURPLUS_WORDS.get(cell, "no")
    match column.spec.kind:
        case ValueKind.SORT_KEY | ValueKind.ORDER if cell >= LAST:
            return "last"
        case ValueKind.USAGE:
            return amount(cell / 3600)
        case ValueKind.DATE:
            return moment(int(cell), zone)
        case ValueKind.AGE:
            return duration(int(cell)) if record.last_usage_time else "never"
        case ValueKind.POSITIVE | ValueKind.GROUP if cell <= 0:
            return ""
        case ValueKind.LIMIT if cell < 0:
            return ""
    return amount(cell)


def _total(listing: Listing, column: Column) -> str:
    match column:
        case Column.IN_USE:
            return amount(listing.totals.in_use)
        case Column.USAGE:
            return amount(listing.totals.usage / 3600)
    return ""


def _quota(record: AccountingRecord) -> float:
    figures = record.group_figures
    return (figures and figures.effective_quota) or 0.0


def print_holdings(found: Holdings, console: Console, zone: tzinfo) -> None:
    """Print one line for each slot and the total weight; `zone` is for dates."""
    if not found.slots:
        console.print(Text.assemble(name_text(found.submitter), " holds no slot."))
        return
    table = named_table(console, "slot", "weight", "since", "for")
    weights = [slot.weight for slot in found.slots]
    last = len(weights) - 1
    for place, (slot, weight) in enumerate(zip(found.slots, weights, strict=True)):
        start = slot.start_time or 0
        held = duration(found.now - start) if start else ""
        table.add_row(Text(slot_name(slot)), amount(weight), moment(start, zone), held, end_section=place == last)
    total = count(len(weights), "slot")
    table.add_row(Text(total, style="bold"), Text(amount(sum(weights)), style="bold"), "", "")
    console.print(table)
