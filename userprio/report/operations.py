"""The result of an edit, and the history of edits, as lines, JSON, CSV and tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import SETTABLE, Overwritten
from userprio.ledger import EXISTENCE, Change, Operation, OperationState, compacted_text, value_of
from userprio.report.formats import Block, Field, Formats, Kind, Paragraph, Rows, TableColumn
from userprio.report.table import EPOCH, Table, data_column, field_columns, name_column, text_column
from userprio.report.text import amount, count, moment, percent, printable

_ABSENT: Final = "none"
_MOST_SHARES: Final = 12
"""The most shares to show; JSON has all."""
_MOST_LINES: Final = 200
"""The most changes of one edit to show; JSON has all."""
_MOST_NAMES: Final = 3
_MOST_VALUES: Final = 3
"""The most different values of one operation to show in the log."""
_SETTABLE: Final = {action.spec.value.attribute for action in SETTABLE.values() if action.spec.value is not None}

_LABELS: Final = {
    "PriorityFactor": "priority factor",
    "Priority": "real priority",
    "AccumulatedUsage": "usage, slot-seconds",
    "WeightedAccumulatedUsage": "usage, weight-seconds",
    "BeginUsageTime": "first used",
    "LastUsageTime": "last used",
    "Ceiling": "ceiling",
    "Floor": "floor",
    "CeilingLeaseExpiration": "ceiling lease ends",
    "FloorLeaseExpiration": "floor lease ends",
    "PriorityFactorLeaseExpiration": "factor lease ends",
    "CeilingPreLeaseValue": "ceiling after the lease",
    "FloorPreLeaseValue": "floor after the lease",
    "PriorityFactorPreLeaseValue": "factor after the lease",
}
_EXPIRATION: Final = "LeaseExpiration"
_PRIOR: Final = "PreLeaseValue"
_TIMES: Final = ("BeginUsageTime", "LastUsageTime")
_CEILINGS: Final = ("Ceiling", "CeilingPreLeaseValue")


class ShareChange(Struct, frozen=True):
    """How an edit would change a submitter's share of the pie, 0 to 1; None: it has none."""

    name: str
    before: float | None
    after: float | None

    @property
    def by(self) -> float:
        """By how much the share changes."""
        return (self.after or 0.0) - (self.before or 0.0)

    @property
    def texts(self) -> tuple[str, str]:
        """Both shares in percent."""
        before, after = ("nothing" if share is None else percent(share) for share in (self.before, self.after))
        return before, after


class EditReport(Struct, frozen=True):
    """The outcome of one edit command."""

    ledger: Path | None
    """None: the edit was made on a running pool."""
    action: str
    changes: Sequence[Change]
    ended: Sequence[Change] = ()
    """Expired leases that the edit ended first."""
    messages: Sequence[str] = ()
    note: str | None = None
    """The changes in one line, if they are too many to read."""
    operation: Operation | None = None
    """Its entry in the operations log; None if there was nothing to change."""
    pool: str | None = None
    """The running pool that was edited."""
    dry_run: bool = False
    """The edit was not carried out."""
    shares: Sequence[ShareChange] = ()
    """How shares would change."""


class EditHistory(Struct, frozen=True):
    """All edits in the log, or the last ones."""

    operations: Sequence[Operation]
    """Oldest first."""
    overwritten: Sequence[Overwritten] = ()
    """Changes, also of earlier edits, that something else has overwritten."""

    def overwritten_of(self, operation: Operation) -> list[Overwritten]:
        """The changes of an operation that something else has overwritten."""
        return [overwritten for overwritten in self.overwritten if overwritten.operation.id == operation.id]


def made(changes: Iterable[Change]) -> list[str]:
    """Names whose records are new."""
    return [change.name for change in changes if change.makes_record]


def dropped(changes: Iterable[Change]) -> list[str]:
    """Names whose records are gone."""
    return [change.name for change in changes if change.drops_record]


def shown(changes: Sequence[Change]) -> list[Change]:
    """The changes worth a line: for a deleted record, only its deletion."""
    gone = set(dropped(changes))
    return [change for change in changes if change.drops_record or change.name not in gone]


_CHANGES: Final = Table[Change]("edit").of(
    data_column("name", lambda change: change.name, about="a submitter or group"),
    data_column("attribute", lambda change: change.attribute, about="of its record in the ledger"),
    data_column("before", lambda change: value(change.before)),
    data_column("after", lambda change: value(change.after)),
)


def change_fields(changes: Iterable[Change]) -> list[dict[str, Field]]:
    """The changed attributes with their values, None where one is absent."""
    return list(_CHANGES.dicts(change for change in changes if change.attribute != EXISTENCE))


def value(text: str | None) -> Field:
    """An attribute's value; anything but a number, string or boolean stays text."""
    if text is None:
        return None
    parsed = value_of(text)
    return parsed if isinstance(parsed, (bool, int, float, str)) else text


def edit_text(report: EditReport, zone: tzinfo | None = None) -> str:
    """A line for each change: submitter, attribute, before, after; without a zone, times as the ledger has them."""
    lines = [_line(change, zone) for change in shown(report.ended)]
    lines += [report.note] if report.note else [_line(change, zone) for change in shown(report.changes)]
    shares = visible(report.shares)
    lines += [f"{change.name} {' -> '.join(change.texts)} of the pie" for change in shares[:_MOST_SHARES]]
    if len(shares) > _MOST_SHARES:
        lines.append(f"and {len(shares) - _MOST_SHARES} more shares")
    return "".join(f"{printable(line)}\n" for line in lines)


def visible(shares: Iterable[ShareChange]) -> list[ShareChange]:
    """The changes of shares that are visible in percent."""
    return [change for change in shares if len(set(change.texts)) > 1]


def _line(change: Change, zone: tzinfo | None) -> str:
    if change.makes_record:
        return f"{change.name} created"
    if change.drops_record:
        return f"{change.name} deleted"
    if zone is not None and (change.attribute in _TIMES or change.attribute.endswith(_EXPIRATION)):
        _, before, after = change_cells(change, zone)
    else:
        before, after = (_ABSENT if text is None else compacted_text(text) for text in (change.before, change.after))
    return f"{change.name} {change.attribute} {before} -> {after}"


def edit_document(report: EditReport) -> dict[str, Any]:
    """What an edit changed, schema `userprio.edit/1`; `operation` is its number in the log, null if nothing changed.

    `created` and `deleted` name new and removed records; their attributes are among the changes.
    """
    operation = report.operation
    return {
        "schema": "userprio.edit/1",
        "ledger": None if report.ledger is None else str(report.ledger),
        "pool": report.pool,
        "action": report.action,
        "operation": None if operation is None else operation.id,
        "at": None if operation is None else operation.at,
        "undoes": None if operation is None else operation.undoes,
        "created": made(report.changes),
        "deleted": dropped(report.changes),
        "changes": change_fields(report.changes),
        "ended_leases": change_fields(report.ended),
        "messages": list(report.messages),
        "note": report.note,
        "dry_run": report.dry_run,
        "shares": report.shares,
    }


def history_document(history: EditHistory) -> dict[str, Any]:
    """The history of edits, oldest first, schema `userprio.log/1`.

    `changes` are those that were made or, in the state `intended`, are to be. `missing` are those that a running pool
    does not show; `refused` and `unclear` the submitters for whom it refused them, or shows something else.
    """
    return {
        "schema": "userprio.log/1",
        "operations": [
            {
                **_OPERATIONS.values(operation),
                "names": list(operation.names),
                "version": operation.version,
                "created": made(operation.changes),
                "deleted": dropped(operation.changes),
                "changes": change_fields(operation.changes),
                "missing": change_fields(operation.missing),
                "refused": list(operation.refused),
                "unclear": list(operation.unclear),
                "ended_leases": change_fields(operation.ended),
                "overwritten": [
                    {"name": change.change.name, "attribute": change.attribute, "now": value(change.now)}
                    for change in history.overwritten_of(operation)
                ],
            }
            for operation in history.operations
        ],
    }


def history_rows(history: EditHistory) -> Rows:
    """A row for each attribute that an operation changed, or one for an operation without changes."""
    rows: list[Mapping[str, Field]] = []
    for operation in history.operations:
        fields = _OPERATIONS.values(operation)
        changes = change_fields(operation.changes) or [dict.fromkeys(_CHANGES.keys)]
        rows += [{**fields, **change} for change in changes]
    return (*_OPERATIONS.keys, *_CHANGES.keys), rows


class _ChangeLine(Struct, frozen=True):
    """A change of a record in words."""

    change: Change
    what: str
    before: str
    after: str


_CHANGE_LINES: Final = Table[_ChangeLine]("edit changes", noun="change", scripts=False).of(
    name_column("submitter", lambda line: line.change.name),
    text_column("what", lambda line: line.what, " "),
    TableColumn("before", "before", lambda line: line.before),
    TableColumn("after", "after", lambda line: line.after),
)
_SHARES: Final = Table[ShareChange]("edit shares", noun="share", scripts=False, submitter=lambda share: share.name).of(
    name_column("share of the pie", lambda share: share.name),
    TableColumn("before", "before", lambda share: share.texts[0]),
    TableColumn("after", "after", lambda share: share.texts[1]),
)


def edit_blocks(report: EditReport, zone: tzinfo, *, on_terminal: bool) -> Iterator[Block]:
    """What an edit changed, and how to undo it, which on a terminal the message beside it says."""
    changes = [*shown(report.ended), *(() if report.note else shown(report.changes))]
    if changes:
        lines = (_ChangeLine(change, *change_cells(change, zone)) for change in changes[:_MOST_LINES])
        yield _CHANGE_LINES.block(lines, fits=_MOST_LINES)
    if len(changes) > _MOST_LINES:
        yield Paragraph.of(f"and {count(len(changes) - _MOST_LINES, 'more change')}")
    if report.note:
        yield Paragraph.of(report.note)
    shares = visible(report.shares)
    if shares:
        yield _SHARES.block(shares[:_MOST_SHARES])
    if len(shares) > _MOST_SHARES:
        yield Paragraph.of(f"and {count(len(shares) - _MOST_SHARES, 'more share')}")
    if report.operation is None:
        if not changes:
            yield Paragraph.of("Nothing to change.")
    elif report.operation.reversible and not on_terminal:
        number = report.operation.id
        where = "" if report.pool is None else " on the same pool"
        yield Paragraph.of(f"`userprio undo {number}`{where} undoes it.", "dim")


_OF_OPERATIONS: Final[tuple[TableColumn[Operation], ...]] = field_columns(
    lambda operation: operation, ("undoes", "undone_by", "state", "note", "key")
)
_OPERATIONS: Final = Table[Operation](
    "log",
    noun="operation",
    by="id",
    order=("id", "at", "who", "action", "reason", "undoes", "undone_by", "state", "note", "key"),
).of(
    TableColumn("id", "id", lambda operation: operation.id, write=str),
    TableColumn("at", "when", lambda operation: operation.at, EPOCH, kind=Kind.TEXT),
    text_column("who", lambda operation: operation.who),
    TableColumn(
        "action",
        "command",
        lambda operation: operation.action,
        kind=Kind.TEXT,
        text=lambda operation: operation.action if operation.undoes is None else f"undo {operation.undoes}",
    ),
    name_column("names", lambda operation: _names(operation), "submitters", aliases=("name",), in_rows=False),
    text_column("reason", lambda operation: operation.reason),
    *_OF_OPERATIONS,
)


def history_blocks(history: EditHistory, zone: tzinfo) -> Iterator[Block]:
    """The history, newest last."""
    if not history.operations:
        yield Paragraph.of("No operations.")
        return

    def change(operation: Operation) -> str:
        overwritten = ", overwritten" if history.overwritten_of(operation) else ""
        undone = "" if operation.undone_by is None else f", undone by {operation.undone_by}"
        return f"{_summary(operation, zone)}{overwritten}{undone}"

    *before, reason = [column for column in _OPERATIONS.columns if column.on_screen]
    table = replace(_OPERATIONS, columns=(*before, text_column("change", change), reason), order=(), scripts=False)
    rows = (table.row(operation, zone, style="dim" if operation.undone_by else "") for operation in history.operations)
    yield table.block(rows)


def change_cells(change: Change, zone: tzinfo) -> tuple[str, str, str]:
    """The changed attribute in words, and its values before and after."""
    if change.makes_record or change.drops_record:
        return "record", "" if change.makes_record else "there", "created" if change.makes_record else "deleted"
    label = _LABELS.get(change.attribute, change.attribute)
    return label, _value(change, change.before, zone), _value(change, change.after, zone)


def _value(change: Change, text: str | None, zone: tzinfo) -> str:
    parsed = value(text)
    if not isinstance(parsed, (int, float)):
        return _ABSENT if parsed is None else str(parsed)
    if change.attribute in _TIMES:
        return moment(int(parsed), zone)
    if change.attribute.endswith(_EXPIRATION):
        # An end of 0 is no lease; as a time it would read `never`, as if the lease did not end.
        return moment(int(parsed), zone) if parsed > 0 else _ABSENT
    # HTCondor has -1 for no ceiling, which as a number would read as the strictest of all.
    return "unlimited" if change.attribute in _CEILINGS and parsed < 0 else amount(parsed)


def _names(operation: Operation) -> str:
    names = operation.names or tuple(dict.fromkeys(change.name for change in operation.changes))
    return _few(names) if operation.names or len(names) > _MOST_NAMES else ""


def _few(names: Iterable[str]) -> str:
    names = tuple(names)
    more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
    return f"{', '.join(names[:_MOST_NAMES])}{more}"


def _summary(operation: Operation, zone: tzinfo) -> str:
    """What the operation changed, in a few words."""
    if operation.state is OperationState.INTENDED:
        return "under way or interrupted"
    if operation.missing:
        return "; ".join(_parts(operation, zone))
    if operation.state is OperationState.ABANDONED:
        return "never came about"
    text = operation.note or _changes(operation, zone)
    return f"{text} (interrupted; perhaps)" if operation.state is OperationState.UNCERTAIN else text


def _parts(operation: Operation, zone: tzinfo) -> Iterator[str]:
    """What became of an edit of which a running pool did not show all, in words."""
    if operation.changes:
        yield f"{_changes(operation, zone)} for {_few(dict.fromkeys(change.name for change in operation.changes))}"
    if operation.refused:
        yield f"refused for {_few(operation.refused)}"
    said = {*operation.refused, *operation.unclear}
    absent = dict.fromkeys(change.name for change in operation.missing if change.name not in said)
    if absent:
        yield f"not made for {_few(absent)}"
    if operation.unclear:
        yield f"not known for {_few(operation.unclear)}"


def _changes(operation: Operation, zone: tzinfo) -> str:
    gone = {change.name for change in operation.changes if change.drops_record}
    if gone:
        others = [change for change in operation.changes if change.name not in gone]
        return f"{count(len(gone), 'record')} deleted, {count(len(others), 'change')}" if others else "deleted"
    # An edit of many names with one lease is told with its end once.
    leases = [change for change in operation.changes if change.attribute.endswith(_EXPIRATION)]
    ends = {change.after for change in leases}
    # The value that a lease records for its end goes without saying.
    main = [c for c in operation.changes if not (c.makes_record or c.attribute.endswith((_EXPIRATION, _PRIOR)))]
    if not main:
        # Only leases were set, on values that stay as they are, or ended.
        main, ends = leases, set()
    kinds = dict.fromkeys(change_cells(change, zone) for change in main)
    labels = {label for label, _, _ in kinds}
    prefix = "created, " if any(change.makes_record for change in operation.changes) else ""
    # What `userprio set` sets is told; a reset, say, changes several attributes at once, which its name tells.
    settings = main is leases or {c.attribute for c in main} <= _SETTABLE
    few = len(labels) == 1 or (labels and len(labels) <= _MOST_VALUES and settings)
    if not few:
        return prefix + count(len(main), "change")
    until = ""
    if len(ends) == 1 and isinstance(end := value(ends.pop()), int) and end > 0:
        until = f"{' until' if len(labels) == 1 else '; leases until'} {moment(end, zone)}"
    if len(kinds) == len(labels):
        return f"{prefix}{', '.join(f'{label} {before} -> {after}' for label, before, after in kinds)}{until}"
    # Values before may differ where all get the same one: then only what they get is told.
    after_alike = dict.fromkeys((label, after) for label, _, after in kinds)
    if len(after_alike) == len(labels):
        return f"{prefix}{', '.join(f'{label} -> {after}' for label, after in after_alike)}{until}"
    return prefix + count(len(main), "change")


EDIT_FORMATS: Final = Formats[EditReport](
    document=edit_document,
    rows=lambda result: (_CHANGES.keys, change_fields((*result.ended, *result.changes))),
    screen=lambda result, look: edit_blocks(result, look.zone, on_terminal=look.on_terminal),
    text=lambda result, look: edit_text(result, look.zone),
)

HISTORY_FORMATS: Final = Formats[EditHistory](
    document=history_document, rows=history_rows, screen=lambda result, look: history_blocks(result, look.zone)
)
