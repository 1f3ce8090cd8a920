"""What of a plan belongs into the configuration, in its language; what was done and what was not as comments."""

from collections.abc import Iterator, Sequence
from typing import Final

from userprio.plan.saved import SavedKnob, SavedPlan
from userprio.report.operations import EditReport, edit_text
from userprio.report.text import printable

_END: Final = "end_of_value"


def fragment_text(saved: SavedPlan, report: EditReport | None) -> str:
    """A file for HTCondor to read, such as one in LOCAL_CONFIG_DIR; of a plan without knobs comments alone."""
    return "".join(f"{line}\n" for line in _lines(saved, report))


def _lines(saved: SavedPlan, report: EditReport | None) -> Iterator[str]:
    yield f"# Plan: {printable(saved.name)}"
    if report is not None:
        yield from _ledger_lines(report)
    yield from knob_lines(saved.knobs)
    for sentence in saved.not_applied:
        yield f"# Not applied: {printable(sentence)}"


def _ledger_lines(report: EditReport) -> Iterator[str]:
    if report.operation is None:
        yield "# Ledger: nothing to change."
        return
    number = report.operation.id
    yield f"# Ledger: operation {number}; `userprio undo {number}` takes it back."
    for line in edit_text(report).splitlines():
        yield f"#   {line}"


def knob_lines(knobs: Sequence[SavedKnob]) -> Iterator[str]:
    """The lines that set knobs; one that is only to be taken out of the configuration is a comment."""
    for knob in knobs:
        name = printable(knob.name)
        if knob.after is None:
            yield f"# Take out: {name}{f' ({printable(knob.where)})' if knob.where else ''}"
        elif "\n" in knob.after:
            yield f"{name} @={_END}"
            yield from knob.after.split("\n")
            yield f"@{_END}"
        else:
            yield f"{name} = {knob.after}"
