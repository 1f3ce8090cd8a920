"""A view applied to the tables of a screen and to rows of CSV; and a screen as plain text or Markdown.

Which column a name means is one rule for tables, the rows of CSV, and the fields of JSON.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final
from unicodedata import combining, east_asian_width

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.formats import View, ViewError, listed, no_such_column
from userprio.base.patterns import lazy_pattern
from userprio.report.formats import (
    FITTING,
    NARROWEST,
    AnyColumn,
    Block,
    Cell,
    Drawing,
    Field,
    Kind,
    Paragraph,
    Rows,
    T,
    TableBlock,
    TableColumn,
    TableRow,
    in_key_style,
)
from userprio.report.text import count, printable, within_group

_PLURALS: Final = {"match": "matches"}
_FEWEST: Final = 10
"""Rows of a table that are shown however low a terminal is."""
_PROMPT: Final = 2
"""Lines that are kept free for a note on names, and for the shell's next prompt."""


class Selected(Struct, frozen=True):
    """A screen after applying a view."""

    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()
    """What was asked for but is not there."""


def selected(screen: Iterable[Block], view: View) -> Selected:
    """The screen with the view applied, without tables that end up empty.

    Raises:
        ViewError: no table has a named column, or none is about submitters although some are named.
    """
    blocks = tuple(screen)
    tables = [block for block in blocks if isinstance(block, TableBlock)]
    # Over all tables at once: a column that only one of them has is no error in the others.
    view = _with_full_names(tables, view)
    warnings = tuple(_unmatched(tables, view))
    homes = _homes(tables, view)
    shown: list[Block] = []
    for block in blocks:
        if isinstance(block, TableBlock):
            # Groups are folded before rows are chosen, so that --top counts what is left; columns come last, since
            # rows may be sorted by one that is not shown.
            table = _columns(_with_asked(_rows(_folded(block, view.depth), view, homes), view), view)
            if table is not None:
                shown.append(_explained(table))
        else:
            shown.append(block)
    return Selected(tuple(shown), warnings)


# Which column a name means


def column_meant(
    name: str, shown: Sequence[AnyColumn], others: Sequence[AnyColumn] = (), known: Sequence[str] | None = None
) -> str:
    """The key of the column that a name means: a key, a heading, an alias, or part of one that is clear.

    A name that is only part of one, such as `priority`, means the column that ends with it or, if none does, contains
    it; columns that are `shown` come before `others`. An error lists those that are `known`, by default all keys.

    Raises:
        ViewError: no column can be meant, or several can.
    """
    wanted = in_key_style(name)
    columns = (*shown, *others)
    # Keys first: the heading or an alias of one column may be the key of another.
    for column in sorted(columns, key=lambda column: column.key != wanted):
        if wanted in column.names:
            return column.key
    part = f"_{wanted}_"
    # A part of a name that is clear among the columns in sight stays clear, whatever hidden columns are called.
    for candidates in (shown, others):
        for at_the_end in (True, False):
            # Whole words only: `use` does not mean `used_weight_s`.
            spelled = [(column.key, f"_{known_as}_") for column in candidates for known_as in column.names]
            fitting = (key for key, words in spelled if (words.endswith(part) if at_the_end else part in words))
            keys = list(dict.fromkeys(fitting))
            if len(keys) > 1:
                raise ViewError(f"{name!r} may mean {listed(keys, joined_by='or')}: give the whole name.")
            if keys:
                return keys[0]
    keys = [column.key for column in columns if column.key]
    spellings = (spelling for column in columns for spelling in column.names)
    raise no_such_column(name, keys if known is None else known, spellings)


def field_meant(name: str, fields: Sequence[str], shown: Iterable[AnyColumn], others: Iterable[AnyColumn]) -> str:
    """The field of a row that a name means: one of these fields, or what the column so named in a table is called here.

    `shown` are the columns that the same result's tables show by themselves, `others` those that they may show.

    Raises:
        ViewError: no field can be meant, or several can.
    """
    if name in fields:
        return name
    plain: list[AnyColumn] = [TableColumn(field, field) for field in fields]
    return column_meant(name, list(_as_fields(shown, fields)), [*_as_fields(others, fields), *plain], fields)


def _as_fields(columns: Iterable[AnyColumn], fields: Sequence[str]) -> Iterator[AnyColumn]:
    """The columns whose values are among these fields, by the names of those."""
    for column in columns:
        if field := next((name for name in column.names if name in fields), ""):
            yield replace(column, key=field, aliases=column.names)


def _with_full_names(tables: Sequence[TableBlock], view: View) -> View:
    """The view with full names of columns."""
    if not tables or not (view.columns or view.sort):
        return view
    shown, others = _columns_of(tables)
    known = {name for column in (*shown, *others) for name in column.names}

    def full(name: str) -> str:
        return spelling if (spelling := in_key_style(name)) in known else column_meant(name, shown, others)

    return view.with_(columns=tuple(map(full, view.columns)), sort=view.sort and full(view.sort))


def _columns_of(screen: Iterable[Block]) -> tuple[list[AnyColumn], list[AnyColumn]]:
    """The columns that tables show by themselves, and those that they may show."""
    tables = [block for block in screen if isinstance(block, TableBlock)]
    columns = [column for table in tables for column in table.columns]
    extra = [column for column in columns if column.extra]
    also = (column for table in tables for column in table.also)
    return [column for column in columns if not column.extra], [*extra, *also]


# Tables


def _unmatched(tables: Sequence[TableBlock], view: View) -> Iterator[str]:
    """Messages about patterns that match nothing."""
    rows = [row for table in tables for row in table.rows if not row.title]
    users = {(row.submitter, row.group) for row in rows if row.submitter}
    groups = {row.group for row in rows if row.group}
    # Where there is nothing to show, a pool without jobs say, the same command must not fail.
    if view.users and rows and not users:
        raise ViewError("--user: nothing here is about submitters.")
    for pattern in view.users:
        if not any(View(users=(pattern,)).takes_user(*user) for user in users):
            yield f"no submitter here matches {pattern!r}"
    for pattern in view.groups:
        if not any(map(View(groups=(pattern,)).takes_group, groups)):
            yield f"no group here matches {pattern!r}"


def _homes(tables: Sequence[TableBlock], view: View) -> frozenset[str]:
    """The groups of the submitters asked for."""
    if not view.users:
        return frozenset()
    rows = (row for table in tables for row in table.rows if row.submitter)
    return frozenset(row.group for row in rows if view.takes_user(row.submitter, row.group))


def _folded(table: TableBlock, depth: int | None) -> TableBlock:
    """The table with groups below a depth folded into their ancestors, below which their members are listed."""
    if depth is None:
        return table
    rows: list[TableRow] = []
    # The index of the group that deeper ones are folded into, which is the last one at the greatest depth; -1 below a
    # shallower row, whose members stay where they are.
    ancestor, folded = -1, 0
    for row in table.rows:
        if row.title or row.depth < depth:
            is_group = not row.title and not row.submitter
            ancestor = len(rows) if is_group and row.depth == depth - 1 else -1 if not row.submitter else ancestor
            rows.append(row)
        elif ancestor < 0:
            rows.append(row)
        elif row.submitter:
            # Its label may lack the name of the folded group, which is no longer above it.
            label = within_group(row.submitter, rows[ancestor].group)
            renamed = replace(row.cells[table.name_at], text=label)
            rows.append(replace(row, cells=_with(row.cells, table.name_at, renamed), depth=depth))
        else:
            # A row for the group without its subgroups is no deeper group.
            folded += row.group != rows[ancestor].group
            rows[ancestor] = _sum_of(table.columns, rows[ancestor], row)
    if not folded:
        return table
    note = f"{count(folded, 'deeper group is', 'deeper groups are')} counted in those above (--depth {depth})"
    summed = [column.title for column in table.columns if column.sums and not (column.inclusive or column.extra)]
    added = f"; added up: {', '.join(summed)}" if summed else ""
    return replace(table, rows=tuple(rows), notes=(*table.notes, f"{note}{added}."))


def _with(cells: Sequence[Cell], index: int, cell: Cell) -> tuple[Cell, ...]:
    return (*cells[:index], cell, *cells[index + 1 :])


def _sum_of(columns: Sequence[AnyColumn], row: TableRow, other: TableRow) -> TableRow:
    """The row of a group with that of a group below it folded in."""
    # A figure that includes subgroups already has that of the folded group, and would count it twice. One of the
    # group alone is no longer right for the row, nor may it be added: it is left empty.
    cells = [
        own
        if column.inclusive
        else _sum_cell(column, [own, added])
        if column.sums and added.value is not None
        else Cell()
        if column.alone
        else own
        for column, own, added in zip(columns, row.cells, other.cells, strict=True)
    ]
    return replace(row, cells=tuple(cells))


def _sum_cell(column: AnyColumn, cells: Iterable[Cell]) -> Cell:
    # Without any value the sum is empty: a 0 would claim that something was counted.
    values = [cell.value for cell in cells if isinstance(cell.value, int | float)]
    total = sum(values)
    return Cell(column.write(total), "", total) if values else Cell()


def _rows(table: TableBlock, view: View, homes: frozenset[str]) -> TableBlock:
    """The rows asked for, in the order asked for, and a row for the others."""
    of_members = any(row.submitter for row in table.rows)
    # Where rows are sorted, or leave the terminal, those above them no longer say which group they belong to.
    flat = view.flat or (view.top is not None and not of_members)
    rows = [_out_of_context(table, row) for row in table.rows if not row.title] if flat else list(table.rows)
    wanted = [at for at, row in enumerate(rows) if not row.title and _is_wanted(row, view, of_members, homes)]
    # The amounts of a group are sums over its members: ranked among them, groups would only take the first places.
    if view.rearranged and of_members:
        wanted = [at for at in wanted if rows[at].submitter]
    all_wanted = [rows[at] for at in wanted]
    order = _index_of(table, view.sort) if view.sort else None
    if order is not None:
        wanted = _sorted(wanted, rows, order, view.ascending)
    most = (
        view.top
        if view.top is not None
        else _fitting(table, view, len(wanted))
        if view.fits and not view.every
        else None
    )
    largest = _index_of(table, table.by) if table.by and order is None else None
    if most is not None and len(wanted) > most:
        ranked = wanted if largest is None else _sorted(wanted, rows, largest, False)
        # In tables with members, groups only give context.
        ranked.sort(key=lambda at: of_members and not rows[at].submitter)
        # Who gave a number gets as many, whatever stands above them; what has to fit a screen is counted with that.
        is_tree = view.top is None and any(row.depth or row.title for row in rows)
        pinned = [at for at in ranked[most:] if rows[at].pinned]
        wanted = _branches(rows, ranked, most, nearest=of_members) if is_tree else ranked[:most] + pinned
    chosen = set(wanted)
    if len(chosen) == sum(not row.title for row in rows):
        return replace(table, rows=tuple(rows[at] for at in wanted) if order is not None else tuple(rows))
    if not chosen:
        return replace(table, rows=())
    # Of a member, the group is enough: lines for the groups above that are better spent on other members.
    context = _ancestors(rows, chosen, nearest=of_members)
    # With ancestors, rows stay in the order of the tree: a row that moved would stand below another group.
    shown = _grafted(table, rows, chosen | context) if context else [rows[at] for at in wanted]
    rest = [row for at, row in enumerate(rows) if at not in chosen | context and not row.title]
    notes = table.notes
    # Who gave a number expects rows to be missing; anybody else has to be shown how to get them.
    if view.top is None and len(chosen) < len(all_wanted):
        largest_by = f"the largest by {table.columns[largest].title}; " if largest is not None else ""
        notes = (*notes, f"{largest_by}--top all shows all {_counted(table, all_wanted)}")
    return replace(table, rows=(*shown, *([_rest(table, rest, of_members=of_members)] if rest else [])), notes=notes)


def _explained(table: TableBlock) -> TableBlock:
    """The table with the meanings of the marks that are in it."""
    columns = [at for at, column in enumerate(table.columns) if column.kind is not Kind.NAME]
    marks = {row.cells[at].text[-1:] for row in table.rows if not row.title for at in columns}
    meanings = (meaning for meaning in table.legend if meaning[0] in marks)
    return replace(table, notes=(*table.notes, *meanings), legend=())


def _fitting(table: TableBlock, view: View, rows: int) -> int:
    """How many of these rows are shown on a terminal: as many as it has lines for, with all that is around them."""
    if table.fits is not None:
        return table.fits
    if not view.height:
        return FITTING
    headings = max(column.heading.count("\n") for column in table.columns) + 2
    around = headings + 2 * bool(table.title) + 2 * bool(table.total) + len(table.notes) + len(table.legend) + _PROMPT
    free = view.height - around
    # Where rows are left out, two lines say so.
    return rows if rows <= free else max(free - 2, _FEWEST)


def _counted(table: TableBlock, rows: Sequence[TableRow]) -> str:
    """These rows with their nouns: in a table with members, groups are counted as groups."""
    members = sum(bool(row.submitter) for row in rows)
    groups = len(rows) - members if members else 0
    counted = count(len(rows) - groups, table.noun, _plural(table.noun))
    return f"{counted} and {count(groups, 'group')}" if groups else counted


def _plural(noun: str) -> str:
    return _PLURALS.get(noun, f"{noun}s")


def _out_of_context(table: TableBlock, row: TableRow) -> TableRow:
    """The row with its full name and without indent, to be read without those above it."""
    at = table.name_at
    name = row.cells[at]
    # A name with a remark, such as the schedd, does not end the full name, and stays as it is.
    text = printable(row.full_name) if row.full_name.lower().endswith(name.text.lower()) else name.text
    return replace(row, depth=0, cells=_with(row.cells, at, replace(name, text=text)))


def _is_wanted(row: TableRow, view: View, of_members: bool, homes: frozenset[str]) -> bool:
    if view.groups and not (row.group and view.takes_group(row.group)):
        return False
    if not view.users:
        return True
    if of_members:
        return bool(row.submitter) and view.takes_user(row.submitter, row.group)
    # A table of groups only: show those of the submitters asked for.
    return not row.group or row.group in homes


def _index_of(table: TableBlock, name: str | None) -> int | None:
    """The index of the column with this name, first of all as its key; None if the table lacks it."""
    places = [index for index, column in enumerate(table.columns) if name in column.names]
    return min(places, key=lambda index: table.columns[index].key != name, default=None)


def _with_asked(table: TableBlock, view: View) -> TableBlock:
    """The table with those of its empty columns that are asked for."""
    asked = tuple(column for column in table.also if not set(column.names).isdisjoint(view.columns))
    if not asked:
        return table
    empty = (Cell(),) * len(asked)
    total = table.total and replace(table.total, cells=(*table.total.cells, *empty))
    rows = tuple(replace(row, cells=(*row.cells, *empty)) for row in table.rows)
    return replace(table, columns=(*table.columns, *asked), rows=rows, total=total, also=())


def _sorted(indexes: Iterable[int], rows: Sequence[TableRow], column: int, ascending: bool | None) -> list[int]:
    """Row indexes sorted by a column, empty values last."""
    return _by_value(((rows[at].cells[column].value, at) for at in indexes), ascending)


def _by_value(pairs: Iterable[tuple[Field, T]], ascending: bool | None) -> list[T]:
    """What comes with these values, sorted by them, empty ones last; by default words upwards, numbers downwards."""
    known: list[tuple[Field, T]] = []
    unknown: list[T] = []
    for value, item in pairs:
        # NaN is neither more nor less than any number, and would leave the order of the others to chance.
        if value is None or (isinstance(value, float) and math.isnan(value)):
            unknown.append(item)
        else:
            known.append((value, item))
    words = any(isinstance(value, str) for value, _ in known)
    upwards = words if ascending is None else ascending
    known.sort(key=lambda pair: str(pair[0]).lower() if words else float(pair[0] or 0), reverse=not upwards)
    return [item for _, item in known] + unknown


def _ancestors(rows: Sequence[TableRow], chosen: set[int], *, nearest: bool) -> set[int]:
    """The ancestors of the chosen rows that are not themselves chosen; with `nearest`, only their parents."""
    path: list[int] = []
    above: set[int] = set()
    for at, row in enumerate(rows):
        while path and rows[path[-1]].depth >= row.depth:
            path.pop()
        if at in chosen:
            above.update(path[-1:] if nearest else path)
        path.append(at)
    return above - chosen


def _grafted(table: TableBlock, rows: Sequence[TableRow], shown: set[int]) -> list[TableRow]:
    """These rows of a tree; one whose parent is not among them stands under the nearest ancestor that is."""
    result: list[TableRow] = []
    path: list[int] = []
    depths: dict[int, int] = {}
    for at, row in enumerate(rows):
        while path and rows[path[-1]].depth >= row.depth:
            path.pop()
        if at in shown:
            above = next((index for index in reversed(path) if index in shown), None)
            depths[at] = 0 if above is None else depths[above] + 1
            if path[-1:] not in ([], [above]):
                name = _out_of_context(table, row).cells[table.name_at]
                group = "" if above is None else rows[above].group
                row = replace(
                    row, cells=_with(row.cells, table.name_at, replace(name, text=within_group(name.text, group)))
                )
            result.append(replace(row, depth=depths[at]))
        path.append(at)
    return result


def _branches(rows: Sequence[TableRow], ranked: Iterable[int], most: int, *, nearest: bool) -> list[int]:
    """As many of the ranked rows as fit together with their ancestors, in tree order."""
    chosen: set[int] = set()
    around: set[int] = set()
    for at in ranked:
        more = _ancestors(rows, {at}, nearest=nearest)
        # The first row that does not fit ends this: a later one that does would seem to rank above it.
        if len(chosen | around | more | {at}) > most:
            break
        chosen.add(at)
        around |= more
    return sorted(chosen if nearest else chosen | {at for at in around if not rows[at].title})


def _rest(table: TableBlock, rest: Sequence[TableRow], *, of_members: bool) -> TableRow:
    """A row for those not shown, with their sums."""
    # In tables with members, the figures of groups are already those of members.
    counted = [row for row in rest if row.submitter] if of_members else rest
    parts = [count(len(counted), f"more {table.noun}", f"more {_plural(table.noun)}")] if counted else []
    if len(counted) < len(rest):
        parts.append(count(len(rest) - len(counted), "group" if parts else "more group"))
    # Groups that include their subgroups overlap, so that their sum would count the same use several times.
    cells = [
        _sum_cell(column, (row.cells[index] for row in counted))
        if column.sums and (of_members or not column.inclusive)
        else Cell()
        for index, column in enumerate(table.columns)
    ]
    return TableRow(_with(cells, table.name_at, Cell(f"and {', '.join(parts)}")), style="dim")


def _columns(table: TableBlock, view: View) -> TableBlock | None:
    """The table with the columns asked for; None if nothing is left of it."""
    # A table that a filter emptied is not about what was asked; one that was empty before says that there is nothing.
    if not table.rows and (view.users or view.groups):
        return None
    if view.columns:
        wanted = [_index_of(table, name) for name in view.columns]
        chosen = [index for index in wanted if index is not None]
        # The columns asked for are in other tables of the screen.
        if not chosen or (table.on_request and chosen == [table.name_at]):
            return None
        indexes = list(dict.fromkeys((table.name_at, *chosen)))
    elif table.on_request and _index_of(table, view.sort) in (None, table.name_at):
        return None
    else:
        indexes = [index for index in range(len(table.columns)) if _is_shown(table, index, view)]
    asked = {_index_of(table, name) for name in view.names}
    if indexes == list(range(len(table.columns))) and not asked:
        return table
    columns = [replace(column, gives_way=0) if at in asked else column for at, column in enumerate(table.columns)]
    return replace(
        table,
        columns=tuple(columns[index] for index in indexes),
        rows=tuple(_only(row, indexes) for row in table.rows),
        total=table.total and _only(table.total, indexes),
    )


def _only(row: TableRow, indexes: Sequence[int]) -> TableRow:
    return replace(row, cells=tuple(row.cells[index] for index in indexes))


def _is_shown(table: TableBlock, index: int, view: View) -> bool:
    """Whether a column is shown though none was chosen."""
    column = table.columns[index]
    # The column that rows are sorted by is always shown: without it their order would seem arbitrary.
    if column.extra and view.sort not in column.names:
        return False
    return not column.optional or any(row.cells[index].text for row in table.rows)


# Rows for scripts

_USERS: Final = frozenset({"submitter", "gain", "loss"})
"""For rows that have a kind, the kinds whose name is a submitter's."""
_USER_FIELDS: Final = frozenset({"submitter", "user", "name"})
_GROUP_FIELDS: Final = frozenset({"group", "accounting_group", "name"})


def rows_selected(rows: Rows, view: View, screen: Callable[[], Iterable[Block]] = tuple) -> Rows:
    """The rows selected by a view; `screen` has the tables of the same result, by whose columns fields may be named.

    Raises:
        ViewError: there is no such field, or rows do not say which submitter or group they are about.
    """
    names, records = rows
    if not view.asked:
        return rows
    if view.depth is not None:
        raise ViewError("--depth is for tables; the rows of CSV and JSON are those of all groups.")
    # The screen costs time, and is drawn only for names that are not those of fields.
    shown, others = ([], []) if set(view.names) <= set(names) else _columns_of(screen())
    meant = {name: field_meant(name, names, shown, others) for name in view.names}
    for option, wanted, fields in (("--user", view.users, _USER_FIELDS), ("--group", view.groups, _GROUP_FIELDS)):
        if wanted and not fields.intersection(names):
            raise ViewError(f"{option}: rows of this result do not say whom they are about.")
    chosen = [row for row in records if _is_row_wanted(row, view)]
    if view.sort is not None:
        chosen = _by_value(((row[meant[view.sort]], row) for row in chosen), view.ascending)
    return [meant[name] for name in view.columns] or names, chosen[: view.top]


def _is_row_wanted(row: Mapping[str, Field], view: View) -> bool:
    user, group = _about(row)
    if view.groups and not (group and view.takes_group(group)):
        return False
    return not view.users or (bool(user) and view.takes_user(user, group))


def _about(row: Mapping[str, Field]) -> tuple[str, str]:
    """The submitter and the group that a row is about; empty if unknown."""
    name, kind = str(row.get("name") or ""), row.get("kind")
    group = str(row.get("group") or row.get("accounting_group") or "")
    if row.get("is_group") is True or kind == "group":
        return "", name
    if "submitter" in row or "user" in row:
        return str(row.get("submitter") or row.get("user") or ""), group
    if kind is not None and kind not in _USERS:
        return "", group
    # Rows about records of a ledger may have the group only in the name: `group_phys.hep.alice@example.org`.
    return name, group or name.rpartition("@")[0].rpartition(".")[0]


_BETWEEN = "  "
_STEP = 2
_ENDLESS = 1000
"""Effectively no limit on the width."""
_PAGE_WIDTH: Final = 78
_MARKS: Final = lazy_pattern(r"([\\`*_\[\]<>|#~])")


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
                for paragraph in block.lines(_ENDLESS):
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
    columns = [_padded(table, index) for index in range(len(table.columns))]
    inset = " " * table.inset
    for texts in zip(*columns, strict=True):
        yield inset + _BETWEEN.join(texts)
    yield from table.notes


def _padded(table: TableBlock, index: int) -> list[str]:
    """The headings and cells of a column, padded to its width."""
    column = table.columns[index]
    headed = any(other.heading.strip() for other in table.columns)
    height = max(other.heading.count("\n") for other in table.columns) + 1 if headed else 0
    # Headings end on the line above the first row, however many lines the tallest has.
    texts = ([""] * height + column.heading.split("\n"))[-height:] if headed else []
    indent = _STEP if index == table.name_at else 0
    texts += [" " * (indent * row.depth) + row.cells[index].text for row in table.all_rows]
    least = NARROWEST if column.kind is Kind.NAME else 0
    width = max(least, max(map(width_of, texts), default=0))
    if column.kind in (Kind.NUMBER, Kind.FIGURES):
        return [" " * (width - width_of(text)) + text for text in texts]
    return [text + " " * (width - width_of(text)) for text in texts]


def width_of(text: str) -> int:
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
