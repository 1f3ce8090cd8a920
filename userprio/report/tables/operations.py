"""Edits, their history, and what `check` found, on a console."""

from collections.abc import Sequence
from datetime import tzinfo
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.text import Text

from userprio.check import Level
from userprio.ledger import Change, Operation, OperationState
from userprio.report.housekeeping import Findings, place_text, summary
from userprio.report.operations import ABSENT, MOST_SHARES, EditReport, History, ShareChange, shown, value, visible
from userprio.report.tables import add_name_column, add_number_column, indented, name_text, named_table, new_table
from userprio.report.text import amount, count, moment, printable

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


def print_edit(report: EditReport, console: Console, zone: tzinfo) -> None:
    """Print what an edit changed, and how it is taken back."""
    changes = [*shown(report.ended), *(() if report.note else shown(report.changes))]
    if changes:
        table = named_table(console, "submitter")
        table.add_column("")
        add_number_column(table, "before")
        add_number_column(table, "after")
        for change in changes[:_MOST_LINES]:
            table.add_row(name_text(change.name), *change_cells(change, zone))
        console.print(table)
    if len(changes) > _MOST_LINES:
        console.print(Text(f"and {count(len(changes) - _MOST_LINES, 'more change')}"))
    if report.note:
        console.print(name_text(report.note))
    _print_shares(visible(report.shares), console)
    if report.operation is None:
        if not changes:
            console.print(Text("Nothing to change."))
    elif report.operation.reversible:
        number = report.operation.id
        where = "" if report.pool is None else " on the same pool"
        console.print(Text(f"`userprio undo {number}`{where} takes it back.", style="dim"))


def _print_shares(shares: Sequence[ShareChange], console: Console) -> None:
    if shares:
        table = named_table(console, "share of the pie", "before", "after")
        for one in shares[:MOST_SHARES]:
            table.add_row(name_text(one.name), *one.texts)
        console.print(table)
    if len(shares) > MOST_SHARES:
        console.print(Text(f"and {count(len(shares) - MOST_SHARES, 'more share')}"))


def print_history(history: History, console: Console, zone: tzinfo) -> None:
    """Print the history, newest last."""
    if not history.operations:
        console.print(Text("No operations."))
        return
    table = new_table(console)
    add_number_column(table, "id")
    table.add_column("when", no_wrap=True, vertical="top")
    table.add_column("who", vertical="top")
    table.add_column("command", no_wrap=True, vertical="top")
    add_name_column(table, "submitters")
    table.add_column("change", vertical="top", overflow="fold")
    table.add_column("reason", vertical="top", overflow="fold")
    for operation in history.operations:
        undone = operation.undone_by
        what = _summary(operation, zone)
        if history.overwritten_of(operation):
            what = f"{what}, overwritten"
        table.add_row(
            str(operation.id),
            moment(operation.at, zone),
            name_text(operation.who),
            name_text(operation.action if operation.undoes is None else f"undo {operation.undoes}"),
            name_text(_names(operation)),
            name_text(what if undone is None else f"{what}, undone by {undone}"),
            name_text(operation.reason or ""),
            style="dim" if undone else "",
        )
    console.print(table)


def change_cells(change: Change, zone: tzinfo) -> tuple[str, str, str]:
    """What of a record changes, and its value before and after."""
    if change.makes_record or change.drops_record:
        return "record", "" if change.makes_record else "there", "created" if change.makes_record else "deleted"
    label = _LABELS.get(change.attribute, change.attribute)
    return label, _cell(change, change.before, zone), _cell(change, change.after, zone)


def _cell(change: Change, text: str | None, zone: tzinfo) -> str:
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


def print_findings(findings: Findings, console: Console) -> None:
    """Print the findings, those of one place under its name, and how many there are."""
    for place, found in groupby(findings.found, place_text):
        if place:
            # A place stays on one line, however long: that is how it is found and copied.
            console.print(name_text(place, "dim"), soft_wrap=True)
        for finding in found:
            message = Text.assemble((str(finding.level), _STYLES[finding.level]), f": {printable(finding.message)}. ")
            message.append(f"[{finding.code}]", style="dim")
            console.print(indented(message, _INDENT))
            console.print(indented(name_text(f"{finding.hint}."), 2 * _INDENT))
    console.print(Text(summary(findings.found), style="bold" if findings.found else ""))
