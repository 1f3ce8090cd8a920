"""Listings as tables: groups as a tree with their members, marking use beyond the quota; and all their formats."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import tzinfo
from functools import reduce
from itertools import compress
from operator import or_
from typing import Final

from msgspec.structs import replace

from userprio.accounting import AccountingRecord
from userprio.base.formats import EVERYTHING, View, ViewError
from userprio.report.formats import (
    AnyColumn,
    Block,
    Cell,
    Formats,
    Kind,
    Paragraph,
    Presentation,
    TableBlock,
    TableColumn,
    TableRow,
    cell,
    number,
)
from userprio.report.layout import column_meant
from userprio.report.listing import LAST, Column, Listing, Row
from userprio.report.listing import Cell as Value
from userprio.report.listing.model import NOTHING, OTHERS, UNITS, ValueKind, other_field
from userprio.report.listing.quotas import is_of_quotas, ranked_by, shown_elsewhere, use_cells, use_columns
from userprio.report.listing.scripts import listing_document, listing_rows
from userprio.report.table import EPOCH, in_hours
from userprio.report.text import ROOT, amount, count, depth_first, duration, moment, percent, printable

_NARROWEST_NAME: Final = 20
_OVER: Final = "!"
_LEASED: Final = "~"
_ENDING: Final = "*"
_STYLES: Final = {_OVER: "yellow", _LEASED: "cyan", _ENDING: "yellow"}
"""Marks after a number, distinguishable without colour."""

_SOON_S: Final = 3600
"""A lease that ends within this many seconds is about to end."""

_SURPLUS_WORDS: Final = {"byquota": "by quota", "regroup": "regroup"}

_OWN: Final = Column.IN_USE | Column.USAGE | Column.REQUESTED
"""Columns whose values may be summed over groups or users."""

_ROLLED_UP: Final = Column.IN_USE | Column.USAGE
"""Of these, the columns that include the usage of subgroups in a rolled-up reply."""

_UPDATED: Final = Column.PRIORITY | Column.REAL_PRIORITY | Column.USAGE
"""Columns with figures that each cycle first brings up to date (`UpdatePriorities`)."""

_ALONE: Final = Column.EFFECTIVE_QUOTA | _OWN
"""Columns with figures of a group without its subgroups, unless rolled up."""

_REQUESTED: Final = Column.REQUESTED.spec.key

_LARGEST_BY: Final = (Column.IN_USE, Column.USAGE, Column.REQUESTED, Column.EFFECTIVE_QUOTA)
"""If not all rows fit, the largest by the first of these columns with values are shown."""


def listing_blocks(listing: Listing, zone: tzinfo, view: View = EVERYTHING) -> Iterator[Block]:
    """The listing, without columns that are empty in all rows; `zone` is for dates."""
    if not listing.totals.records:
        yield Paragraph.of("No records.")
        return
    if not listing.entries:
        yield Paragraph.of(_nothing(listing))
        return
    # Until a cycle has set quotas, all are 0, and exceeding them means nothing.
    of_quotas = is_of_quotas(listing)
    # In a listing of quotas, a column of its own has what is in use beyond them.
    marked = not of_quotas and any(_quota(row.record, rolled_up=listing.rolled_up) > 0 for row in listing.entries)
    only_groups = all(row.record.is_group for row in listing.entries)
    name = "group" if listing.hierarchical or only_groups else "user"
    others = [key for key in keys_called(view.names) if key in OTHERS]
    use = dict(zip(map(id, listing.entries), use_cells(listing), strict=True)) if of_quotas else {}
    # Over members, a group's name is a heading.
    heading = "" if listing.users_hidden or not listing.hierarchical else "bold"
    lines = tuple(
        TableRow(
            (
                cell(label, heading if row.record.is_group else ""),
                *use.get(id(row), ()),
                *_cells(listing, row, zone, marked),
                *(_other_cell(row, key, zone) for key in others),
            ),
            "" if row.record.is_group else row.record.name,
            row.record.name if row.record.is_group else row.record.accounting_group,
            depth,
        )
        for row, label, depth in _arranged(listing)
    )
    total = (Cell(count(listing.totals.users, "user")), *(Cell(_total(listing, column)) for column in listing.columns))
    hidden = listing.extra | (shown_elsewhere(listing) if of_quotas else NOTHING)
    heads = [*(use_columns(charts=not view.whole) if of_quotas else ())]
    heads += [_head(column, listing.rolled_up, bool(column & hidden)) for column in listing.columns]
    if of_quotas:
        # The column of that heading has the demand of a group with its subgroups there.
        heads = [replace(head, heading="own\ndemand") if head.key == _REQUESTED else head for head in heads]
    heads += map(_other_head, others)
    keys = {head.key for head in heads}
    largest = [column for column in _LARGEST_BY if column in listing.columns]
    places = {column: listing.columns.index(column) for column in largest}
    # By a column that is 0 in all rows, the largest would just be the first ones.
    by = next((column.spec.key for column in largest if any(row.cells[places[column]] for row in listing.entries)), "")
    yield TableBlock(
        (TableColumn("name", name, kind=Kind.NAME, aliases=("user", "group")), *heads),
        lines,
        noun="group" if only_groups else "user",
        by=ranked_by(use.values()) or by,
        # Totals are over the users listed: below groups alone, 0 would look like an idle pool.
        total=None if only_groups else TableRow((*total, *[Cell()] * len(others))),
        notes=(
            *_inactive(listing, zone),
            *_as_of(listing, view, zone),
            *_about_subgroups(listing, view),
        ),
        legend=tuple(_legend(listing, zone)),
        narrowest=_NARROWEST_NAME,
        also=tuple(head for head in (*map(_head, Column), *map(_other_head, OTHERS)) if head.key not in keys),
    )


def columns_of(keys: Iterable[str]) -> Column:
    """The columns with these keys."""
    wanted = set(keys)
    return reduce(or_, (column for column in Column if column.spec.key in wanted), NOTHING)


def keys_called(names: Iterable[str], details: Column = NOTHING) -> tuple[str, ...]:
    """The keys that these names of columns mean in a listing that shows `details`; unknown names are ignored here."""
    shown = [_head(column) for column in details]
    others = [*map(_head, Column), *map(_other_head, OTHERS)]
    keys = []
    for name in names:
        with suppress(ViewError):
            keys.append(column_meant(name, shown, others))
    return tuple(keys)


def _other_head(key: str) -> AnyColumn:
    """The heading of a column that condor_userprio does not have."""
    kind = Kind.TEXT if key in ("is_group", "accounting_group") else Kind.NUMBER
    return TableColumn(key, key.replace("_", " "), kind=kind, extra=True)


def _other_cell(row: Row, key: str, zone: tzinfo) -> Cell:
    value = other_field(row, key)
    if isinstance(value, bool):
        return cell("yes" if value else "no")
    if isinstance(value, str):
        return cell(value)
    return number(value, lambda at: moment(int(at), zone)) if UNITS.get(key) == EPOCH else number(value)


def _head(column: Column, rolled_up: bool = False, extra: bool = False) -> AnyColumn:
    spec = column.spec
    return TableColumn(
        spec.key,
        spec.heading,
        sums=bool(column & _OWN),
        write=in_hours if spec.kind is ValueKind.USAGE else amount,
        optional=True,
        alone=column is Column.EFFECTIVE_QUOTA,
        inclusive=rolled_up and bool(column & _ROLLED_UP),
        extra=extra,
        aliases=spec.aliases,
        gives_way=spec.gives_way,
    )


def _cells(listing: Listing, row: Row, zone: tzinfo, quotas_set: bool) -> Iterator[Cell]:
    for column, value in zip(listing.columns, row.cells, strict=True):
        mark = _mark(listing, row.record, column, quotas_set)
        style = _STYLES.get(mark, "dim" if value == 0 and column & _OWN else "")
        yield Cell(_text(row.record, column, value, zone) + mark, style, value)


def _nothing(listing: Listing) -> str:
    """Why no record is shown although there are some."""
    if not listing.users_hidden:
        return "No record was active in that time."
    if not listing.totals.groups:
        return "No groups are configured."
    return f"No group was used in that time; --allusers lists all {count(listing.totals.groups, 'group')}."


def _inactive(listing: Listing, zone: tzinfo) -> Iterator[str]:
    """How many are left out as inactive, of those that the listing is about."""
    # Groups that a listing of users does not have are not left out of it.
    groups_shown = listing.hierarchical or any(row.record.is_group for row in listing.entries)
    users = 0 if listing.users_hidden else listing.totals.inactive_users
    groups = listing.totals.inactive_groups if groups_shown else 0
    parts = [*([count(users, "user")] if users else []), *([count(groups, "group")] if groups else [])]
    if parts:
        since = moment(listing.activity_limit, zone)
        yield f"left out, inactive since {since}: {', '.join(parts)} (see --all-users)"


def _lease_end(record: AccountingRecord, column: Column) -> int:
    """When the lease on a column's value ends, in seconds since the epoch; 0 if there is none."""
    lease = column.spec.lease
    return 0 if lease is None else lease(record) or 0


def _mark(listing: Listing, record: AccountingRecord, column: Column, quotas_set: bool) -> str:
    # Only groups have figures of quotas: a user's use is compared with nothing.
    used = record.weighted_resources_used
    quota = _quota(record, rolled_up=listing.rolled_up)
    over = record.group_figures is not None and used is not None and used > quota
    if quotas_set and over and column is Column.IN_USE:
        return _OVER
    end = _lease_end(record, column)
    if end <= 0:
        return ""
    return _ENDING if end - listing.now <= _SOON_S else _LEASED


def _shown(listing: Listing, view: View) -> Column:
    """The columns that the view shows."""
    # A column without any value, such as priorities of groups, is left out of the table.
    filled = (any(row.cells[place] is not None for row in listing.entries) for place in range(len(listing.columns)))
    columns = reduce(or_, compress(listing.columns, filled), NOTHING)
    chosen = columns_of(keys_called(view.columns, columns & ~listing.extra)) if view.columns else ~listing.extra
    return columns & chosen


def _as_of(listing: Listing, view: View, zone: tzinfo) -> Iterator[str]:
    """The time of figures that are older than the listing: between two updates they stand still."""
    old = _shown(listing, view) & _UPDATED
    if old and 0 < listing.last_update < listing.now:
        yield f"{_headings(old)}: as of {moment(listing.last_update, zone)}; a cycle updates them"


def _about_subgroups(listing: Listing, view: View) -> Iterator[str]:
    """Which figures of groups include their subgroups, if it makes a difference; of folded ones another note tells."""
    shown = _shown(listing, view)
    groups = {row.record.name.lower() for row in listing.entries if row.record.is_group}
    nested = any(name.rpartition(".")[0] in groups for name in groups)
    if view.users or (view.flat and view.rearranged and not all(row.record.is_group for row in listing.entries)):
        # Then only submitters are shown.
        return
    if is_of_quotas(listing):
        if nested:
            own = " (effective quota: without)" if Column.EFFECTIVE_QUOTA & ~shown_elsewhere(listing) else ""
            yield f"groups include their subgroups{own}; {ROOT}: no group"
        return
    if listing.rolled_up and shown & _ROLLED_UP:
        alone = shown & _ALONE & ~_ROLLED_UP if view.depth is None else NOTHING
        without = f"; without: {_headings(alone)}" if alone else ""
        yield f"with subgroups: {_headings(shown & _ROLLED_UP)}{without}"
    elif nested and view.depth is None and shown & _ALONE:
        yield f"of groups without their subgroups: {_headings(shown & _ALONE)}"


def _headings(columns: Column) -> str:
    return ", ".join(_head(column).title for column in columns)


def _legend(listing: Listing, zone: tzinfo) -> Iterator[str]:
    """The marks, each with its meaning."""
    if listing.rolled_up:
        yield f"{_OVER} more in use, with subgroups, than the subtree quota"
    else:
        yield f"{_OVER} more in use, without subgroups, than the effective quota"
    yield f"{_LEASED} on a lease"
    leased = [column for column in listing.columns if column.spec.lease is not None]
    for row in listing.entries if leased else ():
        for column in leased:
            if _mark(listing, row.record, column, False) == _ENDING:
                end = moment(_lease_end(row.record, column), zone)
                yield f"{_ENDING} {printable(row.record.name)}: {column.spec.heading} on a lease until {end}"


def _arranged(listing: Listing) -> list[tuple[Row, str, int]]:
    """Rows, labels and depths; in a hierarchical listing a group, its members, then its subgroups."""
    rows = listing.entries
    if not (listing.hierarchical or listing.users_hidden):
        return [(row, row.label, 0) for row in rows]
    groups = [row for row in rows if row.record.is_group]
    members: dict[int, list[Row]] = {}
    for row in rows:
        if row.member:
            members.setdefault(row.group_number, []).append(row)
    arranged: list[tuple[Row, str, int]] = []
    for depth, label, group in depth_first(groups, lambda row: row.record.name):
        arranged.append((group, label, depth))
        arranged += [(row, row.label, depth + 1) for row in members.pop(group.group_number, [])]
    # A member whose group's record is hidden or missing is at the top level, with its full name.
    return arranged + [(row, row.record.name, 0) for rows in members.values() for row in rows]


def _text(record: AccountingRecord, column: Column, value: Value, zone: tzinfo) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return "yes" if record.name == ROOT else _SURPLUS_WORDS.get(value, "no")
    # A dynamic quota is a fraction of the parent's: written as a weight, 0.5 would read as half a core.
    if column is Column.CONFIG_QUOTA and record.group_figures and record.group_figures.static is False:
        return percent(value)
    match column.spec.kind:
        case ValueKind.SORT_KEY | ValueKind.ORDER if value >= LAST:
            return "last"
        case ValueKind.USAGE:
            return in_hours(value)
        case ValueKind.DATE:
            return moment(int(value), zone)
        case ValueKind.AGE:
            # Of a record never used, the value is the age of the epoch, for condor_userprio's text.
            return duration(int(value)) if record.last_usage_time else "never"
        case ValueKind.POSITIVE | ValueKind.GROUP if value <= 0:
            return ""
        case ValueKind.LIMIT if value < 0:
            return ""
    return amount(value)


def _total(listing: Listing, column: Column) -> str:
    match column:
        case Column.IN_USE:
            return amount(listing.totals.in_use)
        case Column.USAGE:
            return in_hours(listing.totals.usage)
    return ""


def _quota(record: AccountingRecord, *, rolled_up: bool) -> float:
    """What a group's use compares with: the quota of its subtree if that is what its use is, else its own."""
    figures = record.group_figures
    return (figures and (figures.subtree_quota if rolled_up else figures.effective_quota)) or 0.0


def _classic_text(result: Listing, look: Presentation) -> str:
    # Not loaded for a table.
    from userprio.report.classic import classic_text

    return classic_text(result, look.zone)


LISTING_FORMATS: Final = Formats[Listing](
    document=listing_document,
    rows=listing_rows,
    screen=lambda result, look: listing_blocks(result, look.zone, look.view),
    text=_classic_text,
)
