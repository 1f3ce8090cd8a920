"""What an edit did, and the history of edits: as lines, and as the values behind JSON, CSV and tables."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from userprio.accounting import Overwritten
from userprio.ledger import EXISTENCE, Change, Operation, compacted_text, value_of
from userprio.report.data import Field, Rows
from userprio.report.text import percent, printable

ABSENT: Final = "none"
CHANGE_KEYS: Final = ("name", "attribute", "before", "after")
MOST_SHARES: Final = 12
"""Shares that are shown to people; JSON has all."""
OPERATION_KEYS: Final = ("id", "at", "who", "action", "reason", "undoes", "undone_by", "state", "note", "key")


@dataclass(frozen=True, slots=True)
class ShareChange:
    """What an edit would do to the share of a submitter in the pie, 0 to 1; None: it takes no part."""

    name: str
    before: float | None
    after: float | None

    @property
    def by(self) -> float:
        """By how much."""
        return (self.after or 0.0) - (self.before or 0.0)

    @property
    def texts(self) -> tuple[str, str]:
        """Both in percent."""
        before, after = ("nothing" if share is None else percent(share) for share in (self.before, self.after))
        return before, after


@dataclass(frozen=True, slots=True)
class EditReport:
    """The outcome of one command that edits."""

    ledger: Path | None
    """None: it was made on a running pool."""
    action: str
    changes: Sequence[Change]
    ended: Sequence[Change] = ()
    """Expired leases that were ended first."""
    messages: Sequence[str] = ()
    note: str | None = None
    """In one line, what the changes are, where they are too many to be read."""
    operation: Operation | None = None
    """As the log has it; None where there was nothing to change."""
    pool: str | None = None
    """The running pool that it was made on."""
    dry_run: bool = False
    """It was not made."""
    shares: Sequence[ShareChange] = ()
    """What it would do to shares."""


@dataclass(frozen=True, slots=True)
class EditHistory:
    """The edits that were made, or the last ones of them."""

    operations: Sequence[Operation]
    """Oldest first."""
    overwritten: Sequence[Overwritten] = ()
    """What of them, and of earlier ones, something else wrote over."""

    def overwritten_of(self, operation: Operation) -> list[Overwritten]:
        """What of an operation something else wrote over."""
        return [found for found in self.overwritten if found.operation.id == operation.id]


def made(changes: Iterable[Change]) -> list[str]:
    """Names whose records are new."""
    return [change.name for change in changes if change.makes_record]


def dropped(changes: Iterable[Change]) -> list[str]:
    """Names whose records are gone."""
    return [change.name for change in changes if change.drops_record]


def shown(changes: Sequence[Change]) -> list[Change]:
    """The changes that are worth a line: of a record that is gone only that it is."""
    gone = set(dropped(changes))
    return [change for change in changes if change.drops_record or change.name not in gone]


def change_fields(changes: Iterable[Change]) -> list[dict[str, Field]]:
    """The changed attributes with their values, None where one is absent."""
    return [
        dict(zip(CHANGE_KEYS, (change.name, change.attribute, value(change.before), value(change.after)), strict=True))
        for change in changes
        if change.attribute != EXISTENCE
    ]


def value(text: str | None) -> Field:
    """The value of an attribute's text; what is not a number, string or truth value stays text."""
    if text is None:
        return None
    found = value_of(text)
    return found if isinstance(found, (bool, int, float, str)) else text


def operation_fields(operation: Operation) -> dict[str, Field]:
    """One operation of the log without its changes."""
    return {key: getattr(operation, key) for key in OPERATION_KEYS}


def edit_text(report: EditReport) -> str:
    """One line for each change: submitter, attribute, before, after."""
    lines = [_line(change) for change in shown(report.ended)]
    lines += [report.note] if report.note else [_line(change) for change in shown(report.changes)]
    shares = visible(report.shares)
    lines += [f"{change.name} {' -> '.join(change.texts)} of the pie" for change in shares[:MOST_SHARES]]
    if len(shares) > MOST_SHARES:
        lines.append(f"and {len(shares) - MOST_SHARES} more shares")
    return "".join(f"{printable(line)}\n" for line in lines)


def visible(shares: Iterable[ShareChange]) -> list[ShareChange]:
    """The changes of shares that show in percent."""
    return [change for change in shares if len(set(change.texts)) > 1]


def _line(change: Change) -> str:
    if change.makes_record:
        return f"{change.name} created"
    if change.drops_record:
        return f"{change.name} deleted"
    before, after = (ABSENT if text is None else compacted_text(text) for text in (change.before, change.after))
    return f"{change.name} {change.attribute} {before} -> {after}"


def edit_document(report: EditReport) -> dict[str, Any]:
    """What an edit changed, schema `userprio.edit/1`; `operation` is its number in the log, null if nothing changed.

    Records that came or went are named in `created` and `deleted`; the attributes of either are among the changes.
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
    """One line for each attribute that an edit changed; expired leases that it ended come first."""
    return CHANGE_KEYS, change_fields((*report.ended, *report.changes))


def history_document(history: EditHistory) -> dict[str, Any]:
    """The history of edits, oldest first, schema `userprio.log/1`."""
    return {
        "schema": "userprio.log/1",
        "operations": [
            {
                **operation_fields(operation),
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
    """One line for each attribute that an operation changed, or one for an operation without any."""
    rows: list[Mapping[str, Field]] = []
    for operation in history.operations:
        head = operation_fields(operation)
        changes = change_fields(operation.changes) or [dict.fromkeys(CHANGE_KEYS)]
        rows += [{**head, **change} for change in changes]
    return (*OPERATION_KEYS, *CHANGE_KEYS), rows
