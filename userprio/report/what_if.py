"""The changes behind a plan or another hypothetical result, as rows for scripts and as text; and a plan carried out."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from userprio.accounting import Edit
from userprio.analysis.plan import Changes, KnobChange, MadeChanges, Mark, SavedKnob, SavedPlan, Upgrade
from userprio.base import spoken
from userprio.base.credentials import MASK, is_credential, masked
from userprio.ledger import Change
from userprio.report.formats import Field, Formats, Rows
from userprio.report.operations import EditReport, change_cells, change_fields, dropped, edit_text, made, shown
from userprio.report.table import Table, data_column
from userprio.report.text import count, moment, printable

_MOST_LINES: Final = 20


class PlanRow(Struct, frozen=True):
    """A change to the input, or a figure that differs."""

    mark: str
    kind: Field
    name: Field
    figure: Field = None
    before: Field = None
    after: Field = None


PLAN_ROWS: Final = Table[PlanRow]("plan").of(
    data_column("mark", lambda row: row.mark, about="+ more or new, - less or gone, ~ different"),
    data_column("kind", lambda row: row.kind, about="what the row is about, such as knob, record, gain, group"),
    data_column("name", lambda row: row.name),
    data_column("figure", lambda row: row.figure, about="the attribute, or the figure that differs"),
    data_column("before", lambda row: row.before),
    data_column("after", lambda row: row.after),
)


class WhatIf(msgspec.Struct, frozen=True):
    """Hypothetical changes that a result is based on; nothing real is changed."""

    changes: Changes
    """The changes as asked for."""
    made: MadeChanges
    """What they amount to."""


def changed_fields(changes: Changes, made_changes: MadeChanges, upgrade: Upgrade | None = None) -> list[dict[str, Any]]:
    """The changes in the order of `change_values`: `changes` of a plan's JSON, `what_if` of other results'."""
    keys = ("mark", "kind", "name", "attribute", "before", "after")
    rows = change_values(changes, made_changes, upgrade)
    return [dict(zip(keys, astuple(row), strict=True)) for row in rows]


def change_values(changes: Changes, inputs: MadeChanges, upgrade: Upgrade | None) -> Iterator[PlanRow]:
    """The changes of knobs, record attributes, slots and jobs."""
    if upgrade is not None:
        yield PlanRow(Mark.CHANGED, "version", "HTCondor", None, str(upgrade.before), str(upgrade.after))
    if changes.to_snapshot is not None:
        yield PlanRow(Mark.CHANGED, "pool", changes.to_snapshot)
    for knob in inputs.knobs:
        mark = mark_of(knob.before, None if knob.removed else knob.after)
        yield PlanRow(mark, "knob", knob.name, None, knob.before, knob.after)
    for edited in (inputs.edits.ended, inputs.edits.changes):
        new, gone = set(made(edited)), set(dropped(edited))
        for name in (*new, *gone):
            yield PlanRow(Mark.MORE if name in new else Mark.LESS, "record", name, None, name in gone, name in new)
        yield from record_changes(edited)
    for submission in changes.submissions:
        yield PlanRow(Mark.MORE, "submission", submission.source, submission.made_by, None, len(submission.jobs))
    for change in inputs.pool:
        mark = _pool_mark(change.before, change.after)
        yield PlanRow(mark, change.what, change.whose, None, change.before, change.after)


def record_changes(changes: Iterable[Change]) -> Iterator[PlanRow]:
    """The changed attributes of records."""
    for change in change_fields(changes):
        yield PlanRow(mark_of(change["before"], change["after"]), "record", *change.values())


def mark_of(before: object, after: object) -> str:
    """`+` for added, `-` for removed, `~` for changed."""
    return Mark.MORE if before is None else Mark.LESS if after is None else Mark.CHANGED


def _pool_mark(before: int, after: int) -> Mark:
    """The mark for more, or fewer, slots or jobs."""
    return Mark.MORE if after > before else Mark.LESS if after < before else Mark.SAME


def change_texts(
    changes: Changes, made_changes: MadeChanges, zone: tzinfo, upgrade: Upgrade | None = None
) -> Iterator[tuple[str, str, str, str]]:
    """Mark, subject, before and after of every change: versions, pool, knobs, records, slots, jobs."""
    if upgrade is not None:
        yield Mark.CHANGED, "HTCondor", str(upgrade.before), str(upgrade.after)
    if changes.to_snapshot is not None:
        yield Mark.CHANGED, "pool", "as it is", changes.to_snapshot
    for knob in made_changes.knobs:
        after = None if knob.removed else knob.after
        yield mark_of(knob.before, after), knob.name, knob.before or "", after or ""
    for edited in (made_changes.edits.ended, made_changes.edits.changes):
        made_or_dropped = {change.name for change in edited if change.makes_record or change.drops_record}
        for change in shown(edited):
            label, before, then = change_cells(change, zone)
            mark = mark_of(change.before, change.after) if change.name in made_or_dropped else Mark.CHANGED
            yield mark, f"{change.name}: {label}", before, then
    for submission in changes.submissions:
        yield Mark.MORE, submission.sentence, "", ""
    for pool_change in made_changes.pool:
        what = f"slots ({pool_change.whose})" if pool_change.what == "slots" else f"{pool_change.whose}: idle jobs"
        yield _pool_mark(pool_change.before, pool_change.after), what, str(pool_change.before), str(pool_change.after)


def what_if_lines(what_if: WhatIf, zone: tzinfo) -> list[str]:
    """A heading, and the changes behind a hypothetical result, including those without effect."""
    changes, made_changes = what_if.changes, what_if.made
    lines = [
        f"  {what}  {after}, as it is"
        if mark == Mark.SAME
        else f"{mark} {what}  {before or 'none'} -> {after or 'none'}"
        if before or after
        else f"{mark} {what}"
        for mark, what, before, after in change_texts(changes, made_changes, zone)
    ]
    differing = {knob.name.lower() for knob in made_changes.knobs}
    asked = {knob.name.lower(): knob for knob in changes.knobs if knob.name.lower() not in differing}
    lines += [f"  {knob.name}  {_harmless(knob)}, as it is" for knob in asked.values()]
    edited = {change.name for change in (*made_changes.edits.ended, *made_changes.edits.changes)}
    unchanged = dict.fromkeys((name, edit.edit.action) for edit in changes.edits for name in edit.edit.names)
    lines += [f"  {name}: {action}, as it is" for name, action in unchanged if name not in edited]
    if len(lines) > _MOST_LINES:
        more = count(len(lines) - _MOST_LINES, "more change")
        lines = [*lines[:_MOST_LINES], f"  and {more}; --format json has all"]
    differs = made_changes or changes.to_snapshot is not None
    heading = "What if (nothing is written):" if differs else "What if, but these changes change nothing:"
    return [heading, *map(printable, lines)]


def _harmless(knob: KnobChange) -> str:
    return MASK if is_credential(knob.name) else masked(knob.value)


def planned_text(saved: SavedPlan, ledger: Path, zone: tzinfo) -> str:
    """Which ledger a plan is about to edit, and with which edits; all of them, since each is to be seen."""
    lines = [f"the plan {saved.name} is to edit {ledger}:", *(f"  {_edit_line(own.edit, zone)}" for own in saved.edits)]
    return "".join(f"{printable(line)}\n" for line in lines)


def _edit_line(edit: Edit, zone: tzinfo) -> str:
    """An edit much as it would be typed."""
    parts: list[str] = [edit.action, *edit.names]
    if edit.value is not None:
        parts.append(_plain(edit.value))
    if edit.duration_s is not None:
        parts.append(f"for {spoken(edit.duration_s)}")
    if edit.until is not None:
        parts.append(f"until {moment(edit.until, zone)}")
    if edit.prior is not None:
        parts.append(f"then {_plain(edit.prior)}")
    return " ".join(parts)


def _plain(value: float) -> str:
    return repr(value).removesuffix(".0")


class Applied(Struct, frozen=True):
    """A plan that was carried out."""

    saved: SavedPlan
    report: EditReport | None
    """What was done to the ledger; None: the plan does not edit it."""


def applied_text(applied: Applied, *, on_terminal: bool) -> str:
    """The configuration to add, verbatim for a file; on a terminal with control characters escaped."""
    text = fragment_text(applied.saved, applied.report)
    return "".join(f"{printable(line)}\n" for line in text.splitlines()) if on_terminal else text


def applied_document(applied: Applied) -> dict[str, Any]:
    """A plan as carried out, schema `userprio.apply/1`; `operation` is null if the ledger is unchanged."""
    saved, report = applied.saved, applied.report
    operation = None if report is None else report.operation
    return {
        "schema": "userprio.apply/1",
        "name": saved.name,
        "operation": None if operation is None else operation.id,
        "ledger": None if report is None else str(report.ledger),
        "changes": [] if report is None else change_fields(report.changes),
        "ended_leases": [] if report is None else change_fields(report.ended),
        "knobs": [{"name": knob.name, "before": knob.before, "after": knob.after} for knob in saved.knobs],
        "fragment": fragment_text(saved, report),
        "not_applied": saved.not_applied,
    }


def applied_rows(applied: Applied) -> Rows:
    """A row for each changed attribute of the ledger and each knob to be set."""
    report = applied.report
    changes = record_changes(() if report is None else (*report.ended, *report.changes))
    knobs = (
        PlanRow(mark_of(knob.before, knob.after), "knob", knob.name, None, knob.before, knob.after)
        for knob in applied.saved.knobs
    )
    return PLAN_ROWS.rows((*changes, *knobs))


_END: Final = "end_of_value"


def fragment_text(saved: SavedPlan, report: EditReport | None) -> str:
    """A configuration file for HTCondor, such as one in LOCAL_CONFIG_DIR; only comments if the plan has no knobs."""
    lines = [f"# Plan: {printable(saved.name)}"]
    if report is not None:
        lines.append(f"# Ledger: {printable(str(report.ledger))}")
    if report is not None and report.dry_run:
        lines.append("# A dry run; the ledger is not changed. These would be the changes:")
        lines += [f"#   {line}" for line in edit_text(report).splitlines()]
    elif report is not None and report.operation is None:
        # Whoever sees settings below, and wants them back, looks for them in vain in `userprio log`.
        lines.append(f"# Nothing to change{' in the ledger: there is no operation to undo' if saved.knobs else ''}.")
    elif report is not None and report.operation is not None:
        number = report.operation.id
        lines.append(f"# Operation {number}; `userprio undo {number}` undoes it.")
        lines += [f"#   {line}" for line in edit_text(report).splitlines()]
    lines += knob_lines(saved.knobs)
    lines += [f"# Not applied: {printable(sentence)}" for sentence in saved.not_applied]
    return "".join(f"{line}\n" for line in lines)


def knob_lines(knobs: Sequence[SavedKnob]) -> Iterator[str]:
    """The lines that set knobs; a knob to be removed from the configuration becomes a comment."""
    for knob in knobs:
        name = printable(knob.name)
        if knob.after is None:
            yield f"# Remove: {name}{f' ({printable(knob.where)})' if knob.where else ''}"
        elif "\n" in knob.after:
            # A value that contains the tag would end there, and the rest of it would be read as configuration.
            mark = next(mark for mark in _marks() if f"@{mark}" not in knob.after)
            yield f"{name} @={mark}"
            yield from knob.after.split("\n")
            yield f"@{mark}"
        else:
            yield f"{name} = {knob.after}"


def _marks() -> Iterator[str]:
    """Candidates for the tag that ends a multi-line value, the usual one first."""
    yield _END
    yield from (f"{_END}_{number}" for number in itertools.count(2))


APPLIED_FORMATS: Final = Formats[Applied](
    document=applied_document,
    rows=applied_rows,
    text=lambda result, look: applied_text(result, on_terminal=look.on_terminal),
)
