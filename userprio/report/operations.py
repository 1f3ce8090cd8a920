"""What an edit did, and the history of edits: as lines, and as the values behind JSON, CSV and tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from userprio.ledger import Change, Operation, compacted_text, undone_by, value_of
from userprio.ledger.changes import EXISTENCE
from userprio.report.fields import Field
from userprio.report.text import printable

ABSENT: Final = "none"
CHANGE_KEYS: Final = ("name", "attribute", "before", "after")
OPERATION_KEYS: Final = ("id", "at", "who", "action", "reason", "undoes", "undone_by", "state", "note")


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
    """RawValue in a line what the changes are, where they are too many to be read."""
    operation: Operation | None = None
    """As the log has it; None where there was nothing to change."""
    pool: str | None = None
    """The running pool that it was made on."""


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
        {
            "name": change.name,
            "attribute": change.attribute,
            "before": value(change.before),
            "after": value(change.after),
        }
        for change in changes
        if change.attribute != EXISTENCE
    ]


def value(text: str | None) -> Field:
    """The value of an attribute's text; what is no number, string or truth value stays text."""
    if text is None:
        return None
    found = value_of(text)
    return found if isinstance(found, (bool, int, float, str)) else text


def operation_fields(operation: Operation, operations: Sequence[Operation]) -> dict[str, Field]:
    """One operation of the log without its changes."""
    later = undone_by(operation, operations)
    return {
        "id": operation.id,
        "at": operation.at,
        "who": operation.who,
        "action": operation.action,
        "reason": operation.reason,
        "undoes": operation.undoes,
        "undone_by": None if later is None else later.id,
        "state": operation.state,
        "note": operation.note,
    }


def edit_text(report: EditReport) -> str:
    """One line for each change: submitter, attribute, before, after."""
    lines = [_line(change) for change in shown(report.ended)]
    lines += [report.note] if report.note else [_line(change) for change in shown(report.changes)]
    return "".join(f"{printable(line)}\n" for line in lines)


def _line(change: Change) -> str:
    if change.makes_record:
        return f"{change.name} created"
    if change.drops_record:
        return f"{change.name} deleted"
    return f"{change.name} {change.attribute} {_text(change.before)} -> {_text(change.after)}"


def _text(text: str | None) -> str:
    return ABSENT if text is None else compacted_text(text)
