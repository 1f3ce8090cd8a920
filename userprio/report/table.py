"""A table: columns over records, from which every form of it comes.

A screen (`block`), the rows of CSV and JSON (`rows`, `values`), the tables of a page (`report.page`), the names that
`--columns` and `--sort` take, and the data dictionary all read the same columns, so that a column is one entry.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from functools import partial
from typing import Final, Generic, TypedDict, Unpack

from msgspec import Struct
from msgspec.structs import replace

from userprio.report.formats import (
    NARROWEST,
    AnyColumn,
    Cell,
    Field,
    Kind,
    R,
    Rows,
    TableBlock,
    TableColumn,
    TableRow,
    cell,
)
from userprio.report.text import amount, moment, printable

EPOCH: Final = "seconds since the epoch"
"""The unit of columns that a screen shows as dates in the user's zone."""
WEIGHT: Final = "weight"
CORE_S: Final = "weight-seconds"
SECONDS: Final = "seconds"
FRACTION: Final = "fraction"


def nobody(record: object) -> str:
    """The submitter or group of a record that is about none."""
    return ""


class Table(Struct, Generic[R], frozen=True):
    """Columns over records of one type."""

    name: str
    """What its rows are, for the data dictionary: the command, and the kind of rows if it has several."""
    columns: tuple[TableColumn[R], ...] = ()
    """In the order of the screen."""
    noun: str = "row"
    """The noun for a row on a screen, in the singular."""
    by: str = ""
    """If not all rows fit on a screen, the largest by this column are shown."""
    submitter: Callable[[R], str] = nobody
    """The full name of the submitter that a record is about; by default, the value of a column of that name."""
    group: Callable[[R], str] = nobody
    """The full name of its group, or of its submitter's group."""
    order: tuple[str, ...] = ()
    """The keys of the rows for scripts, if these are not all or in another order; scripts rely on it."""
    scripts: bool = True
    """Whether there are rows for scripts; if not, the result says the same in another form."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns of CSV."""
        return self.order or tuple(column.key for column in self.columns if column.in_rows and self.scripts)

    @property
    def on_screen(self) -> tuple[TableColumn[R], ...]:
        """The columns of the screen."""
        return tuple(column for column in self.columns if column.on_screen)

    def of(self, *columns: TableColumn[R]) -> "Table[R]":
        """The table with these columns; those of names called `submitter` and `group` say whom a row is about."""
        names = {column.key: column.value for column in columns if column.kind is Kind.NAME}
        about = {key: names[key] for key in ("submitter", "group") if key in names and getattr(self, key) is nobody}
        return replace(self, columns=columns, **about)

    def dicts(self, records: Iterable[R]) -> Iterator[dict[str, Field]]:
        """The fields of records in CSV and JSON."""
        # Functions are looked up once, not per record: a cycle may have a hundred thousand visits.
        values = {column.key: column.value for column in self.columns if column.in_rows}
        readers = [(key, values[key]) for key in self.keys]
        for record in records:
            yield {key: read(record) for key, read in readers}

    def values(self, record: R) -> dict[str, Field]:
        """The fields of a single record."""
        return next(self.dicts((record,)))

    def rows(self, records: Iterable[R]) -> Rows:
        """The records as rows of CSV."""
        return self.keys, self.dicts(records)

    def with_columns(self, *more: TableColumn[R]) -> "Table[R]":
        """The table with further columns on the right, such as one for each policy of a replay."""
        order = (*self.order, *(column.key for column in more if column.in_rows)) if self.order else ()
        return replace(self, columns=(*self.columns, *more), order=order)

    def row(
        self,
        record: R,
        zone: tzinfo = UTC,
        *,
        label: str | None = None,
        depth: int = 0,
        style: str = "",
        pinned: bool = False,
    ) -> TableRow:
        """A row of the screen; `label` replaces the name, such as one without the group that it is listed under."""
        cells = [_cell(column, record, zone) for column in self.on_screen]
        if label is not None:
            cells[self._name_at] = cell(label, cells[self._name_at].style)
        return TableRow(
            tuple(cells), self.submitter(record), self.group(record), depth=depth, style=style, pinned=pinned
        )

    def filled(
        self,
        cells: Mapping[str, Cell],
        *,
        submitter: str = "",
        group: str = "",
        depth: int = 0,
        title: bool = False,
        style: str = "",
    ) -> TableRow:
        """A row of the screen with only these cells, by key: a title above others, a total, or what is no record."""
        texts = tuple(cells.get(column.key, Cell()) for column in self.on_screen)
        return TableRow(texts, submitter, group, depth, title, style)

    @property
    def _name_at(self) -> int:
        return next((index for index, column in enumerate(self.on_screen) if column.kind is Kind.NAME), 0)

    def block(
        self,
        records: "Iterable[R | TableRow]",
        title: str = "",
        *,
        zone: tzinfo = UTC,
        by: str | None = None,
        noun: str = "",
        fits: int | None = None,
        total: TableRow | None = None,
        notes: Sequence[str] = (),
        inset: int = 0,
        narrowest: int = NARROWEST,
        also: tuple[AnyColumn, ...] = (),
        hide: Collection[str] = (),
        headings: Mapping[str, str] | None = None,
        legend: tuple[str, ...] = (),
    ) -> TableBlock:
        """The table on a screen, of records or of rows that were made of them.

        `hide` has the keys of columns that say nothing here, and are shown only if they are asked for; `headings` has
        those that depend on the result.
        """
        rows = tuple(record if isinstance(record, TableRow) else self.row(record, zone) for record in records)
        columns = tuple(_as_shown(column, hide, headings or {}) for column in self.on_screen)
        return TableBlock(
            columns,
            rows,
            title,
            noun or self.noun,
            self.by if by is None else by,
            fits,
            total,
            tuple(note for note in notes if note),
            inset,
            narrowest,
            also=also,
            legend=legend,
        )


def _as_shown(column: TableColumn[R], hide: Collection[str], headings: Mapping[str, str]) -> TableColumn[R]:
    heading, extra = headings.get(column.key, column.heading), column.extra or column.key in hide
    # Most columns are shown as they are, and a copy of each would cost more than the rows of a small table.
    if (heading, extra) == (column.heading, column.extra):
        return column
    return replace(column, heading=heading, extra=extra)


def _cell(column: TableColumn[R], record: R, zone: tzinfo) -> Cell:
    """The cell of a record. Numbers sort as such, whatever is shown of them; words sort as they are shown."""
    value = column.value(record)
    style = "" if column.style is None else column.style(record)
    if column.text is not None:
        text = printable(column.text(record))
    elif isinstance(value, bool):
        text = "yes" if value else "no"
    elif isinstance(value, str):
        text = printable(value)
    elif value is None or (value == 0 and column.blank_zero):
        return Cell("", style)
    else:
        text = moment(int(value), zone, column.to_the_second) if column.unit == EPOCH else column.write(value)
    # A row without a value sorts last, whatever its text says, such as `none` or a time beyond the horizon.
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return Cell(text, style, value)
    return Cell(text, style, text.lower() or None)


class ColumnOptions(TypedDict, Generic[R], total=False):
    """Fields of `TableColumn` that columns of names and words may have."""

    unit: str
    about: str
    text: Callable[[R], str] | None
    style: Callable[[R], str] | None
    optional: bool
    gives_way: int
    extra: bool
    aliases: tuple[str, ...]
    on_screen: bool
    in_rows: bool


def name_column(
    key: str, value: Callable[[R], Field], heading: str = "", **options: Unpack[ColumnOptions[R]]
) -> TableColumn[R]:
    """A column of names, headed by its key unless it has a heading."""
    return TableColumn(key, heading or key, value, kind=Kind.NAME, **options)


def text_column(
    key: str, value: Callable[[R], Field], heading: str = "", **options: Unpack[ColumnOptions[R]]
) -> TableColumn[R]:
    """A column of words, headed by its key unless it has a heading."""
    return TableColumn(key, heading or key, value, kind=Kind.TEXT, **options)


def data_column(key: str, value: Callable[[R], Field], unit: str = "", about: str = "") -> TableColumn[R]:
    """A column that only scripts have."""
    return TableColumn(key, "", value, unit, about, on_screen=False)


def field_columns(read: Callable[[R], object], names: Iterable[str]) -> tuple[TableColumn[R], ...]:
    """Columns that only scripts have, each a field of the record that `read` returns."""
    return tuple(data_column(name, partial(_field, read, name)) for name in names)


def _field(read: Callable[[R], object], name: str, record: R) -> Field:
    value: Field = getattr(read(record), name)
    return value


def whole(value: float) -> str:
    """A number of things."""
    return str(round(value))


def in_hours(weight_s: float) -> str:
    """Weight-seconds as core-hours."""
    return amount(weight_s / 3600)
