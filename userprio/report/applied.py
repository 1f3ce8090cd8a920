"""A plan that was carried out: the configuration to add, and its formats for scripts."""

import itertools
from collections.abc import Iterator, Sequence
from itertools import starmap
from typing import Any, Final

from msgspec import Struct

from userprio.analysis.plan import SavedKnob, SavedPlan
from userprio.report.data import Rows
from userprio.report.formats import Formats
from userprio.report.operations import EditReport, change_fields, edit_text
from userprio.report.plan import PLAN_ROWS, PlanRow
from userprio.report.text import printable
from userprio.report.what_if import mark_of, record_changes


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
    return PLAN_ROWS.rows((*starmap(PlanRow, changes), *knobs))


_END: Final = "end_of_value"


def fragment_text(saved: SavedPlan, report: EditReport | None) -> str:
    """A configuration file for HTCondor, such as one in LOCAL_CONFIG_DIR; only comments if the plan has no knobs."""
    lines = [f"# Plan: {printable(saved.name)}"]
    if report is not None and report.dry_run:
        lines.append("# A dry run; the ledger is not changed. These would be the changes:")
        lines += [f"#   {line}" for line in edit_text(report).splitlines()]
    elif report is not None and report.operation is None:
        lines.append("# Ledger: nothing to change.")
    elif report is not None and report.operation is not None:
        number = report.operation.id
        lines.append(f"# Ledger: operation {number}; `userprio undo {number}` undoes it.")
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
