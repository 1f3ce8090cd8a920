"""What goes into a plan, or into a result that is about a pool as it is not: the changes, as values for scripts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from userprio.ledger import Change
from userprio.plan import Changes, MadeChanges, Mark, Upgrade
from userprio.report.data import Field
from userprio.report.operations import change_fields, dropped, made

_KEYS: Final = ("mark", "kind", "name", "attribute", "before", "after")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """The changes that were made to what a result is about, and to nothing else."""

    changes: Changes
    """As they were asked for."""
    made: MadeChanges
    """What they came to."""


def changed_fields(changes: Changes, made: MadeChanges, upgrade: Upgrade | None = None) -> list[dict[str, Any]]:
    """What goes in, in the order of `change_values`: the key `changes` of a plan, and `what_if` of other results."""
    return [dict(zip(_KEYS, change, strict=True)) for change in change_values(changes, made, upgrade)]


def change_values(changes: Changes, inputs: MadeChanges, upgrade: Upgrade | None) -> Iterator[tuple[Field, ...]]:
    """What goes in: knobs, attributes of records, slots, jobs; the values of `_KEYS` of each."""
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
    for one in inputs.pool:
        yield pool_mark(one.before, one.after), one.what, one.whose, None, one.before, one.after


def record_changes(changes: Iterable[Change]) -> Iterator[tuple[Field, ...]]:
    """The attributes of records that change, in the same form."""
    for change in change_fields(changes):
        yield mark_of(change["before"], change["after"]), "record", *change.values()


def mark_of(before: object, after: object) -> str:
    """`+` for what is added, `-` for what is removed, `~` for what is changed."""
    return Mark.MORE if before is None else Mark.LESS if after is None else Mark.CHANGED


def pool_mark(before: int, after: int) -> Mark:
    """Whether there are more slots or jobs, or fewer."""
    return Mark.MORE if after > before else Mark.LESS if after < before else Mark.SAME
