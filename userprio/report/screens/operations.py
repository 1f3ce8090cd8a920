"""Edits, their history, and what `check` found, on a console."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Final

from userprio.check import Level
from userprio.ledger import Change, Operation, OperationState
from userprio.report.housekeeping import Findings, place_text, summary
from userprio.report.operations import ABSENT, MOST_SHARES, EditHistory, EditReport, ShareChange, shown, value, visible
from userprio.report.sheets.model import Block, Cell, Head, Line, Sheet, Words, cell, name_head, number, text_head
from userprio.report.text import amount, count, moment, printable
from userprio.view import View

_MOST_LINES: Final = 200
"""Of one edit; nobody reads more, and JSON has them all."""
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


def edit_blocks(report: EditReport, view: View, zone: tzinfo) -> Iterator[Block]:
    """What an edit changed, and how it is taken back."""
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
        yield Words.of(f"`userprio undo {number}`{where} takes it back.", "dim")


def _shares(shares: Sequence[ShareChange]) -> Iterator[Block]:
    if shares:
        lines = (Line((cell(one.name), *map(cell, one.texts)), one.name) for one in shares[:MOST_SHARES])
        heads = (name_head("share of the pie"), Head("before", "before"), Head("after", "after"))
        yield Sheet(heads, tuple(lines), one="share")
    if len(shares) > MOST_SHARES:
        yield Words.of(f"and {count(len(shares) - MOST_SHARES, 'more share')}")


_HISTORY_HEADS: Final = (
    Head("id", "id"),
    text_head("at", "when"),
    text_head("who"),
    text_head("action", "command"),
    name_head("names", "submitters"),
    text_head("change"),
    text_head("reason"),
)


def history_blocks(history: EditHistory, view: View, zone: tzinfo) -> Iterator[Block]:
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
    """What of a record changes, and its value before and after."""
    if change.makes_record or change.drops_record:
        return "record", "" if change.makes_record else "there", "created" if change.makes_record else "deleted"
    label = _LABELS.get(change.attribute, change.attribute)
    return label, _value(change, change.before, zone), _value(change, change.after, zone)


def _value(change: Change, text: str | None, zone: tzinfo) -> str:
    found = value(text)
    if not isinstance(found, (int, float)):
        return ABSENT if found is None else str(found)
    if change.attribute in _TIMES:
        return moment(int(found), zone)
    if change.attribute.endswith(_EXPIRATION):
        return moment(int(found), zone) if found > 0 else ABSENT
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
    # What a lease notes down for its end goes without saying.
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


_STYLES: Final = {Level.ERROR: "bold red", Level.WARNING: "bold yellow", Level.NOTE: "bold"}
_INDENT: Final = 2


def findings_blocks(findings: Findings, view: View) -> Iterator[Block]:
    """The findings, those of one place under its name, and how many there are."""
    for place, found in groupby(findings.found, place_text):
        if place:
            # A place stays on one line, however long: that is how it is found and copied.
            yield Words(((printable(place), "dim"),), unbroken=True)
        for finding in found:
            level = (str(finding.level), _STYLES[finding.level])
            message = (f": {printable(finding.message)}. ", "")
            yield Words((level, message, (f"[{finding.code}]", "dim")), _INDENT)
            yield Words.of(f"{finding.hint}.", inset=2 * _INDENT)
    yield Words.of(summary(findings.found), "bold" if findings.found else "")
