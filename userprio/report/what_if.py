"""The changes behind a plan or another hypothetical result, as values for scripts and as text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any, Final

from userprio.analysis.plan import Changes, KnobChange, MadeChanges, Mark, Upgrade
from userprio.base.credentials import MASK, is_credential, masked
from userprio.ledger import Change
from userprio.report.data import Field
from userprio.report.operations import change_cells, change_fields, dropped, made, shown
from userprio.report.text import count, printable

_KEYS: Final = ("mark", "kind", "name", "attribute", "before", "after")
_MOST_LINES: Final = 20


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Hypothetical changes that a result is based on; nothing real is changed."""

    changes: Changes
    """The changes as asked for."""
    made: MadeChanges
    """What they amount to."""


def changed_fields(changes: Changes, made_changes: MadeChanges, upgrade: Upgrade | None = None) -> list[dict[str, Any]]:
    """The changes in the order of `change_values`: `changes` of a plan's JSON, `what_if` of other results'."""
    return [dict(zip(_KEYS, change, strict=True)) for change in change_values(changes, made_changes, upgrade)]


def change_values(changes: Changes, inputs: MadeChanges, upgrade: Upgrade | None) -> Iterator[tuple[Field, ...]]:
    """The changes of knobs, record attributes, slots and jobs, each as the values of `_KEYS`."""
    if upgrade is not None:
        yield Mark.CHANGED, "version", "HTCondor", None, str(upgrade.before), str(upgrade.after)
    if changes.to_snapshot is not None:
        yield Mark.CHANGED, "pool", changes.to_snapshot, None, None, None
    for knob in inputs.knobs:
        mark = mark_of(knob.before, None if knob.removed else knob.after)
        yield mark, "knob", knob.name, None, knob.before, knob.after
    for edited in (inputs.edits.ended, inputs.edits.changes):
        new, gone = set(made(edited)), set(dropped(edited))
        for name in (*new, *gone):
            yield Mark.MORE if name in new else Mark.LESS, "record", name, None, name in gone, name in new
        yield from record_changes(edited)
    for change in inputs.pool:
        yield _pool_mark(change.before, change.after), change.what, change.whose, None, change.before, change.after


def record_changes(changes: Iterable[Change]) -> Iterator[tuple[Field, ...]]:
    """The changed attributes of records, in the form of `change_values`."""
    for change in change_fields(changes):
        yield mark_of(change["before"], change["after"]), "record", *change.values()


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
