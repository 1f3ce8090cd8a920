"""The result of an edit, and the history of edits, as lines, JSON, CSV and tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Any, Final

from userprio.accounting import Overwritten
from userprio.ledger import EXISTENCE, Change, Operation, OperationState, compacted_text, value_of
from userprio.report.data import Field, Rows
from userprio.report.formats import Formats
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import amount, count, moment, percent, printable

_ABSENT: Final = "none"
_CHANGE_KEYS: Final = ("name", "attribute", "before", "after")
_MOST_SHARES: Final = 12
"""The most shares to show; JSON has all."""
_OPERATION_KEYS: Final = ("id", "at", "who", "action", "reason", "undoes", "undone_by", "state", "note", "key")
_MOST_LINES: Final = 200
"""The most changes of one edit to show; JSON has all."""
_MOST_NAMES: Final = 3

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


@dataclass(frozen=True, slots=True)
class ShareChange:
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


@dataclass(frozen=True, slots=True)
class EditReport:
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


@dataclass(frozen=True, slots=True)
class EditHistory:
    """All edits in the log, or the last ones."""

    operations: Sequence[Operation]
    """Oldest first."""
    overwritten: Sequence[Overwritten] = ()
    """Changes, also of earlier edits, that something else has overwritten."""

    def overwritten_of(self, operation: Operation) -> list[Overwritten]:
        """The changes of an operation that something else has overwritten."""
        return [found for found in self.overwritten if found.operation.id == operation.id]


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


def change_fields(changes: Iterable[Change]) -> list[dict[str, Field]]:
    """The changed attributes with their values, None where one is absent."""
    return [
        dict(zip(_CHANGE_KEYS, (change.name, change.attribute, value(change.before), value(change.after)), strict=True))
        for change in changes
        if change.attribute != EXISTENCE
    ]


def value(text: str | None) -> Field:
    """An attribute's value; anything but a number, string or boolean stays text."""
    if text is None:
        return None
    found = value_of(text)
    return found if isinstance(found, (bool, int, float, str)) else text


def _operation_fields(operation: Operation) -> dict[str, Field]:
    """The fields of an operation, without its changes."""
    return {key: getattr(operation, key) for key in _OPERATION_KEYS}


def edit_text(report: EditReport) -> str:
    """A line for each change: submitter, attribute, before, after."""
    lines = [_line(change) for change in shown(report.ended)]
    lines += [report.note] if report.note else [_line(change) for change in shown(report.changes)]
    shares = visible(report.shares)
    lines += [f"{change.name} {' -> '.join(change.texts)} of the pie" for change in shares[:_MOST_SHARES]]
    if len(shares) > _MOST_SHARES:
        lines.append(f"and {len(shares) - _MOST_SHARES} more shares")
    return "".join(f"{printable(line)}\n" for line in lines)


def visible(shares: Iterable[ShareChange]) -> list[ShareChange]:
    """The changes of shares that are visible in percent."""
    return [change for change in shares if len(set(change.texts)) > 1]


def _line(change: Change) -> str:
    if change.makes_record:
        return f"{change.name} created"
    if change.drops_record:
        return f"{change.name} deleted"
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
        "shares": [{"name": one.name, "before": one.before, "after": one.after} for one in report.shares],
    }


def edit_rows(report: EditReport) -> Rows:
    """A row for each attribute that an edit changed; expired leases that it ended come first."""
    return _CHANGE_KEYS, change_fields((*report.ended, *report.changes))


def history_document(history: EditHistory) -> dict[str, Any]:
    """The history of edits, oldest first, schema `userprio.log/1`."""
    return {
        "schema": "userprio.log/1",
        "operations": [
            {
                **_operation_fields(operation),
                "names": list(operation.names),
                "version": operation.version,
                "created": made(operation.changes),
                "deleted": dropped(operation.changes),
                "changes": change_fields(operation.changes),
                "ended_leases": change_fields(operation.ended),
                "overwritten": [
                    {"name": found.change.name, "attribute": found.attribute, "now": value(found.now)}
                    for found in history.overwritten_of(operation)
                ],
            }
            for operation in history.operations
        ],
    }


def history_rows(history: EditHistory) -> Rows:
    """A row for each attribute that an operation changed, or one for an operation without changes."""
    rows: list[Mapping[str, Field]] = []
    for operation in history.operations:
        head = _operation_fields(operation)
        changes = change_fields(operation.changes) or [dict.fromkeys(_CHANGE_KEYS)]
        rows += [{**head, **change} for change in changes]
    return (*_OPERATION_KEYS, *_CHANGE_KEYS), rows


def edit_blocks(report: EditReport, zone: tzinfo) -> Iterator[Block]:
    """What an edit changed, and how to undo it."""
    changes = [*shown(report.ended), *(() if report.note else shown(report.changes))]
    if changes:
        lines = (
            Line((cell(change.name), *map(cell, change_cells(change, zone))), change.name)
            for change in changes[:_MOST_LINES]
        )
        heads = (name_head("submitter"), text_head("what", " "), Head("before", "before"), Head("after", "after"))
        yield Sheet(heads, tuple(lines), one="change", fits=_MOST_LINES)
    if len(changes) > _MOST_LINES:
        yield Words.of(f"and {count(len(changes) - _MOST_LINES, 'more change')}")
    if report.note:
        yield Words.of(report.note)
    yield from _shares(visible(report.shares))
    if report.operation is None:
        if not changes:
            yield Words.of("Nothing to change.")
    elif report.operation.reversible:
        number = report.operation.id
        where = "" if report.pool is None else " on the same pool"
        yield Words.of(f"`userprio undo {number}`{where} undoes it.", "dim")


def _shares(shares: Sequence[ShareChange]) -> Iterator[Block]:
    if shares:
        lines = (Line((cell(one.name), *map(cell, one.texts)), one.name) for one in shares[:_MOST_SHARES])
        heads = (name_head("share of the pie"), Head("before", "before"), Head("after", "after"))
        yield Sheet(heads, tuple(lines), one="share")
    if len(shares) > _MOST_SHARES:
        yield Words.of(f"and {count(len(shares) - _MOST_SHARES, 'more share')}")


_HISTORY_HEADS: Final = (
    Head("id", "id"),
    text_head("at", "when"),
    text_head("who"),
    text_head("action", "command"),
    name_head("names", "submitters", aliases=("name",)),
    text_head("change"),
    text_head("reason"),
)


def history_blocks(history: EditHistory, zone: tzinfo) -> Iterator[Block]:
    """The history, newest last."""
    if not history.operations:
        yield Words.of("No operations.")
        return
    lines = []
    for operation in history.operations:
        undone = operation.undone_by
        what = _summary(operation, zone)
        if history.overwritten_of(operation):
            what = f"{what}, overwritten"
        cells = (
            number(operation.id, str),
            Cell(moment(operation.at, zone), "", operation.at),
            cell(operation.who),
            cell(operation.action if operation.undoes is None else f"undo {operation.undoes}"),
            cell(_names(operation)),
            cell(what if undone is None else f"{what}, undone by {undone}"),
            cell(operation.reason or ""),
        )
        lines.append(Line(cells, style="dim" if undone else ""))
    yield Sheet(_HISTORY_HEADS, tuple(lines), one="operation", by="id")


def change_cells(change: Change, zone: tzinfo) -> tuple[str, str, str]:
    """The changed attribute in words, and its values before and after."""
    if change.makes_record or change.drops_record:
        return "record", "" if change.makes_record else "there", "created" if change.makes_record else "deleted"
    label = _LABELS.get(change.attribute, change.attribute)
    return label, _value(change, change.before, zone), _value(change, change.after, zone)


def _value(change: Change, text: str | None, zone: tzinfo) -> str:
    found = value(text)
    if not isinstance(found, (int, float)):
        return _ABSENT if found is None else str(found)
    if change.attribute in _TIMES:
        return moment(int(found), zone)
    if change.attribute.endswith(_EXPIRATION):
        return moment(int(found), zone) if found > 0 else _ABSENT
    return "unlimited" if change.attribute in _CEILINGS and found < 0 else amount(found)


def _names(operation: Operation) -> str:
    names = operation.names or tuple(dict.fromkeys(change.name for change in operation.changes))
    if len(names) > _MOST_NAMES:
        return f"{', '.join(names[:_MOST_NAMES])} and {len(names) - _MOST_NAMES} more"
    return ", ".join(names) if operation.names else ""


def _summary(operation: Operation, zone: tzinfo) -> str:
    """What the operation changed, in a few words."""
    if operation.state is OperationState.ABANDONED:
        return "never came about"
    if operation.state is OperationState.INTENDED:
        return "under way or interrupted"
    text = operation.note or _changes(operation, zone)
    return f"{text} (interrupted; perhaps)" if operation.state is OperationState.UNCERTAIN else text


def _changes(operation: Operation, zone: tzinfo) -> str:
    gone = {change.name for change in operation.changes if change.drops_record}
    if gone:
        others = [change for change in operation.changes if change.name not in gone]
        return f"{count(len(gone), 'record')} deleted, {count(len(others), 'change')}" if others else "deleted"
    ends = {change.after for change in operation.changes if change.attribute.endswith(_EXPIRATION)}
    # The value that a lease records for its end goes without saying.
    main = [c for c in operation.changes if not (c.makes_record or c.attribute.endswith((_EXPIRATION, _PRIOR)))]
    until = ""
    if len(ends) == 1 and isinstance(end := value(ends.pop()), int) and end > 0:
        until = f" until {moment(end, zone)}"
    made = "created, " if any(change.makes_record for change in operation.changes) else ""
    kinds = {change_cells(change, zone) for change in main}
    if len(kinds) == 1:
        [(label, before, after)] = kinds
        return f"{made}{label} {before} -> {after}{until}"
    after_alike = {(label, after) for label, _, after in kinds}
    if len(after_alike) == 1:
        [(label, after)] = after_alike
        return f"{made}{label} -> {after}{until}"
    return made + count(len(main), "change")


EDIT_FORMATS: Final = Formats[EditReport](
    document=edit_document,
    rows=edit_rows,
    screen=lambda result, look: edit_blocks(result, look.zone),
    text=lambda result, look: edit_text(result),
)


HISTORY_FORMATS: Final = Formats[EditHistory](
    document=history_document,
    rows=history_rows,
    screen=lambda result, look: history_blocks(result, look.zone),
)
