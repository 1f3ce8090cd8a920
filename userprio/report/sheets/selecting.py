"""Applies a view to tables and to the rows of CSV: filters, sorts, truncates and chooses columns."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from userprio.base.formats import View, ViewError
from userprio.report.data import Field, Rows
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, in_key_style
from userprio.report.sheets.naming import column_meant, field_meant
from userprio.report.text import count, printable, within_group

_PLURALS: Final = {"match": "matches"}


@dataclass(frozen=True, slots=True)
class Selected:
    """A screen after applying a view."""

    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()
    """What was asked for but not found."""


def selected(screen: Iterable[Block], view: View) -> Selected:
    """The screen with the view applied, without tables that end up empty.

    Raises:
        ViewError: no table has a named column, or none is about submitters although some are named.
    """
    blocks = tuple(screen)
    sheets = [block for block in blocks if isinstance(block, Sheet)]
    view = _with_whole_names(sheets, view)
    warnings = tuple(_unmatched(sheets, view))
    homes = _homes(sheets, view)
    shown: list[Block] = []
    for block in blocks:
        if isinstance(block, Sheet):
            sheet = _columns(_with_asked(_rows(_folded(block, view.depth), view, homes), view), view)
            if sheet is not None:
                shown.append(sheet)
        else:
            shown.append(block)
    return Selected(tuple(shown), warnings)


def _with_whole_names(sheets: Sequence[Sheet], view: View) -> View:
    """The view with whole names of columns."""
    if not sheets or not (view.columns or view.sort):
        return view
    shown, others = _heads(sheets)
    known = {name for head in (*shown, *others) for name in head.names}

    def whole(name: str) -> str:
        return spelt if (spelt := in_key_style(name)) in known else column_meant(name, shown, others)

    return replace(view, columns=tuple(map(whole, view.columns)), sort=view.sort and whole(view.sort))


def _heads(screen: Iterable[Block]) -> tuple[list[Head], list[Head]]:
    """The columns that tables show by themselves, and those that they may show."""
    sheets = [block for block in screen if isinstance(block, Sheet)]
    heads = [head for sheet in sheets for head in sheet.heads]
    extra = [head for head in heads if head.extra]
    return [head for head in heads if not head.extra], [*extra, *(head for sheet in sheets for head in sheet.also)]


def _unmatched(sheets: Sequence[Sheet], view: View) -> Iterator[str]:
    """Messages about patterns that match nothing."""
    lines = [line for sheet in sheets for line in sheet.lines if not line.title]
    users = {(line.submitter, line.group) for line in lines if line.submitter}
    groups = {line.group for line in lines if line.group}
    if view.users and lines and not users:
        raise ViewError("--user: nothing here is about submitters.")
    for pattern in view.users:
        if not any(View(users=(pattern,)).takes_user(*user) for user in users):
            yield f"no submitter here matches {pattern!r}"
    for pattern in view.groups:
        if not any(map(View(groups=(pattern,)).takes_group, groups)):
            yield f"no group here matches {pattern!r}"


def _homes(sheets: Sequence[Sheet], view: View) -> frozenset[str]:
    """The groups of the submitters asked for."""
    if not view.users:
        return frozenset()
    lines = (line for sheet in sheets for line in sheet.lines if line.submitter)
    return frozenset(line.group for line in lines if view.takes_user(line.submitter, line.group))


def _folded(sheet: Sheet, depth: int | None) -> Sheet:
    """The sheet with groups below a depth folded into their ancestors, below which their members are listed."""
    if depth is None:
        return sheet
    lines: list[Line] = []
    ancestor, gone = -1, 0
    for line in sheet.lines:
        if line.title or line.depth < depth:
            is_group = not line.title and not line.submitter
            ancestor = len(lines) if is_group and line.depth == depth - 1 else -1 if not line.submitter else ancestor
            lines.append(line)
        elif ancestor < 0:
            lines.append(line)
        elif line.submitter:
            label = within_group(line.submitter, lines[ancestor].group)
            renamed = replace(line.cells[sheet.name_at], text=label)
            cells = _with(line.cells, sheet.name_at, renamed)
            lines.append(replace(line, cells=cells, depth=depth))
        else:
            # A line for the group without its subgroups is no deeper group.
            gone += line.group != lines[ancestor].group
            lines[ancestor] = _sum_of(sheet.heads, lines[ancestor], line)
    if not gone:
        return sheet
    note = f"{count(gone, 'deeper group is', 'deeper groups are')} counted in those above (--depth {depth})"
    summed = [head.title for head in sheet.heads if head.sums and not head.inclusive]
    added = f"; added up: {', '.join(summed)}" if summed else ""
    return replace(sheet, lines=tuple(lines), notes=(*sheet.notes, f"{note}{added}."))


def _with(cells: Sequence[Cell], place: int, one: Cell) -> tuple[Cell, ...]:
    return (*cells[:place], one, *cells[place + 1 :])


def _sum_of(heads: Sequence[Head], one: Line, other: Line) -> Line:
    cells = [
        mine
        if head.inclusive
        else _sum_cell(head, [mine, theirs])
        if head.sums and theirs.value is not None
        else Cell()
        if head.alone
        else mine
        for head, mine, theirs in zip(heads, one.cells, other.cells, strict=True)
    ]
    return replace(one, cells=tuple(cells))


def _sum_cell(head: Head, cells: Iterable[Cell]) -> Cell:
    values = [one.value for one in cells if isinstance(one.value, int | float)]
    total = sum(values)
    return Cell(head.write(total), "", total) if values else Cell()


def _rows(sheet: Sheet, view: View, homes: frozenset[str]) -> Sheet:
    """The rows asked for, in the order asked for, and a line for the others."""
    several = any(line.submitter for line in sheet.lines)
    flat = view.whole or view.rearranged
    lines = [_alone(sheet, line) for line in sheet.lines if not line.title] if flat else list(sheet.lines)
    wanted = [place for place, line in enumerate(lines) if not line.title and _is_wanted(line, view, several, homes)]
    if view.rearranged and several:
        wanted = [place for place in wanted if lines[place].submitter]
    all_wanted = [lines[place] for place in wanted]
    order = _head_of(sheet, view.sort) if view.sort else None
    if order is not None:
        wanted = _sorted(wanted, lines, order, view.ascending)
    cut = view.top if view.top is not None else sheet.fits if view.fits and not view.every else None
    if cut is not None and len(wanted) > cut:
        largest = _head_of(sheet, sheet.by) if sheet.by and order is None else None
        ranked = wanted if largest is None else _sorted(wanted, lines, largest, False)
        # In tables with members, groups only give context.
        ranked.sort(key=lambda place: several and not lines[place].submitter)
        is_tree = any(line.depth or line.title for line in lines)
        pinned = [place for place in ranked[cut:] if lines[place].pinned]
        wanted = _branches(lines, ranked, cut) if is_tree else ranked[:cut] + pinned
    kept = set(wanted)
    if len(kept) == sum(not line.title for line in lines):
        return replace(sheet, lines=tuple(lines[place] for place in wanted) if order is not None else tuple(lines))
    if not kept:
        return replace(sheet, lines=())
    context = _ancestors(lines, kept)
    shown = [lines[place] for place in (sorted(kept | context) if context else wanted)]
    rest = [line for place, line in enumerate(lines) if place not in kept | context and not line.title]
    notes = sheet.notes
    if view.top is None and len(kept) < len(all_wanted):
        head = _head_of(sheet, sheet.by) if sheet.by and order is None else None
        largest_by = f"the largest by {sheet.heads[head].title}; " if head is not None else ""
        notes = (*notes, f"{largest_by}--top all shows all {_counted(sheet, all_wanted)}")
    return replace(sheet, lines=(*shown, *([_rest(sheet, rest, several=several)] if rest else [])), notes=notes)


def _counted(sheet: Sheet, lines: Sequence[Line]) -> str:
    """These lines with their nouns: in a table with members, groups are counted as groups."""
    members = sum(bool(line.submitter) for line in lines)
    groups = len(lines) - members if members else 0
    counted = count(len(lines) - groups, sheet.one, _plural(sheet.one))
    return f"{counted} and {count(groups, 'group')}" if groups else counted


def _plural(one: str) -> str:
    return _PLURALS.get(one, f"{one}s")


def _alone(sheet: Sheet, line: Line) -> Line:
    """The line with its full name and without indent, to be read out of context."""
    at = sheet.name_at
    name = line.cells[at]
    text = printable(line.whole) if line.whole.lower().endswith(name.text.lower()) else name.text
    return replace(line, depth=0, cells=_with(line.cells, at, replace(name, text=text)))


def _is_wanted(line: Line, view: View, several: bool, homes: frozenset[str]) -> bool:
    if view.groups and not (line.group and view.takes_group(line.group)):
        return False
    if not view.users:
        return True
    if several:
        return bool(line.submitter) and view.takes_user(line.submitter, line.group)
    # A table of groups only: show those of the submitters asked for.
    return not line.group or line.group in homes


def _head_of(sheet: Sheet, name: str | None) -> int | None:
    """The index of the column with this name, first of all as its key; None if the table lacks it."""
    places = [place for place, head in enumerate(sheet.heads) if name in head.names]
    return min(places, key=lambda place: sheet.heads[place].key != name, default=None)


def _with_asked(sheet: Sheet, view: View) -> Sheet:
    """The table with those of its empty columns that are asked for."""
    asked = tuple(head for head in sheet.also if not set(head.names).isdisjoint(view.columns))
    if not asked:
        return sheet
    empty = (Cell(),) * len(asked)
    total = sheet.total and replace(sheet.total, cells=(*sheet.total.cells, *empty))
    lines = tuple(replace(line, cells=(*line.cells, *empty)) for line in sheet.lines)
    return replace(sheet, heads=(*sheet.heads, *asked), lines=lines, total=total, also=())


def _sorted(places: Iterable[int], lines: Sequence[Line], at: int, ascending: bool | None) -> list[int]:
    """Line indexes sorted by a column, empty values last."""
    known: list[tuple[float | str, int]] = []
    unknown: list[int] = []
    for place in places:
        value = lines[place].cells[at].value
        if value is None or (isinstance(value, float) and math.isnan(value)):
            unknown.append(place)
        else:
            known.append((value, place))
    words = any(isinstance(value, str) for value, _ in known)
    upwards = words if ascending is None else ascending
    known.sort(key=lambda pair: str(pair[0]) if words else pair[0], reverse=not upwards)
    return [place for _, place in known] + unknown


def _ancestors(lines: Sequence[Line], kept: set[int]) -> set[int]:
    """The ancestors of the kept lines that are not themselves kept."""
    path: list[int] = []
    found: set[int] = set()
    for place, line in enumerate(lines):
        while path and lines[path[-1]].depth >= line.depth:
            path.pop()
        if place in kept:
            found.update(path)
        path.append(place)
    return found - kept


def _branches(lines: Sequence[Line], ranked: Iterable[int], most: int) -> list[int]:
    """As many of the ranked lines as fit together with their ancestors, in tree order."""
    kept: set[int] = set()
    around: set[int] = set()
    for place in ranked:
        more = _ancestors(lines, {place})
        if len(kept | around | more | {place}) > most:
            break
        kept.add(place)
        around |= more
    return sorted(kept | {place for place in around if not lines[place].title})


def _rest(sheet: Sheet, rest: Sequence[Line], *, several: bool) -> Line:
    """A line for the rows not shown, with their sums."""
    # In tables with members, the figures of groups are already those of members.
    counted = [line for line in rest if line.submitter] if several else rest
    told = [count(len(counted), f"more {sheet.one}", f"more {_plural(sheet.one)}")] if counted else []
    if len(counted) < len(rest):
        told.append(count(len(rest) - len(counted), "group" if told else "more group"))
    label = f"and {', '.join(told)}"
    cells = [
        _sum_cell(head, (line.cells[place] for line in counted))
        if head.sums and (several or not head.inclusive)
        else Cell()
        for place, head in enumerate(sheet.heads)
    ]
    return Line(_with(cells, sheet.name_at, Cell(label)), style="dim")


def _columns(sheet: Sheet, view: View) -> Sheet | None:
    """The table with the columns asked for; None if nothing is left of it."""
    if not sheet.lines and (view.users or view.groups):
        return None
    if view.columns:
        wanted = [_head_of(sheet, name) for name in view.columns]
        chosen = [place for place in wanted if place is not None]
        if not chosen:
            return None
        places = list(dict.fromkeys((sheet.name_at, *chosen)))
    else:
        places = [place for place in range(len(sheet.heads)) if _is_shown(sheet, place, view)]
    if places == list(range(len(sheet.heads))):
        return sheet
    total = sheet.total
    return replace(
        sheet,
        heads=tuple(sheet.heads[place] for place in places),
        lines=tuple(replace(line, cells=tuple(line.cells[place] for place in places)) for line in sheet.lines),
        total=None if total is None else replace(total, cells=tuple(total.cells[place] for place in places)),
    )


def _is_shown(sheet: Sheet, place: int, view: View) -> bool:
    """Whether a column is shown though none was chosen."""
    head = sheet.heads[place]
    if head.extra and view.sort not in head.names:
        return False
    return not head.optional or any(line.cells[place].text for line in sheet.lines)


_USERS: Final = frozenset({"submitter", "gain", "loss"})
"""For rows that have a kind, the kinds whose name is a submitter's."""


def rows_selected(rows: Rows, view: View, screen: Callable[[], Iterable[Block]] = tuple) -> Rows:
    """The rows selected by a view; `screen` has the tables of the same result, by whose columns fields may be named.

    Raises:
        ViewError: there is no such field, or rows do not say which submitter or group they are about.
    """
    names, lines = rows
    if not view.asked:
        return rows
    if view.depth is not None:
        raise ViewError("--depth is for tables; the rows of CSV and JSON are those of all groups.")
    shown, others = ([], []) if set(view.names) <= set(names) else _heads(screen())
    meant = {name: field_meant(name, names, shown, others) for name in view.names}
    for option, wanted, fields in (("--user", view.users, _USER_FIELDS), ("--group", view.groups, _GROUP_FIELDS)):
        if wanted and not fields.intersection(names):
            raise ViewError(f"{option}: rows of this result do not say whom they are about.")
    found = [row for row in lines if _is_row_wanted(row, view)]
    if view.sort is not None:
        found = _sorted_rows(found, meant[view.sort], view.ascending)
    return [meant[name] for name in view.columns] or names, found[: view.top]


_USER_FIELDS: Final = frozenset({"submitter", "user", "name"})
_GROUP_FIELDS: Final = frozenset({"group", "accounting_group", "name"})


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
    return name, group or name.rpartition("@")[0].rpartition(".")[0]


def _sorted_rows(rows: list[Mapping[str, Field]], name: str, ascending: bool | None) -> list[Mapping[str, Field]]:
    """Rows sorted by a field, empty values last."""
    known = [row for row in rows if not _is_empty(row[name])]
    words = any(isinstance(row[name], str) for row in known)
    upwards = words if ascending is None else ascending
    known.sort(key=lambda row: str(row[name]).lower() if words else float(row[name] or 0), reverse=not upwards)
    return known + [row for row in rows if _is_empty(row[name])]


def _is_empty(value: Field) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
