"""Changes that go into a plan or a what-if, as people read them."""

from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from userprio.credentials import MASK, is_credential, masked
from userprio.plan import Changes, KnobChange, MadeChanges, Mark, Upgrade
from userprio.report.operations import shown
from userprio.report.screens.operations import change_cells
from userprio.report.text import count, printable
from userprio.report.what_if import WhatIf, mark_of, pool_mark

_MOST_LINES: Final = 20


def change_texts(
    changes: Changes, made: MadeChanges, zone: tzinfo, upgrade: Upgrade | None = None
) -> Iterator[tuple[str, str, str, str]]:
    """Mark, what it is, before and after of everything that goes in: versions, pool, knobs, records, slots, jobs."""
    if upgrade is not None:
        yield Mark.CHANGED, "HTCondor", str(upgrade.before), str(upgrade.after)
    if changes.to_snapshot is not None:
        yield Mark.CHANGED, "pool", "as it is", changes.to_snapshot
    for knob in made.knobs:
        after = None if knob.removed else knob.after
        yield mark_of(knob.before, after), knob.name, knob.before or "", after or ""
    for edited in (made.edits.ended, made.edits.changes):
        made_or_dropped = {change.name for change in edited if change.makes_record or change.drops_record}
        for change in shown(edited):
            label, before, then = change_cells(change, zone)
            mark = mark_of(change.before, change.after) if change.name in made_or_dropped else Mark.CHANGED
            yield mark, f"{change.name}: {label}", before, then
    for one in made.pool:
        what = f"slots ({one.whose})" if one.what == "slots" else f"{one.whose}: idle jobs"
        yield pool_mark(one.before, one.after), what, str(one.before), str(one.after)


def what_if_lines(what_if: WhatIf, zone: tzinfo) -> list[str]:
    """What stands above a result that is about a pool as it is not, those changes among it that change nothing."""
    changes, made = what_if.changes, what_if.made
    found = [
        f"  {what}  {after}, as it is"
        if mark == Mark.SAME
        else f"{mark} {what}  {before or 'none'} -> {after or 'none'}"
        for mark, what, before, after in change_texts(changes, made, zone)
    ]
    differing = {knob.name.lower() for knob in made.knobs}
    asked = {knob.name.lower(): knob for knob in changes.knobs if knob.name.lower() not in differing}
    found += [f"  {knob.name}  {_harmless(knob)}, as it is" for knob in asked.values()]
    edited = {change.name for change in (*made.edits.ended, *made.edits.changes)}
    unchanged = dict.fromkeys((name, edit.edit.action) for edit in changes.edits for name in edit.edit.names)
    found += [f"  {name}: {action}, as it is" for name, action in unchanged if name not in edited]
    if len(found) > _MOST_LINES:
        more = count(len(found) - _MOST_LINES, "more change")
        found = [*found[:_MOST_LINES], f"  and {more}; --format json has all"]
    differs = made or changes.to_snapshot is not None
    heading = "What if (nothing is written):" if differs else "What if, but these changes change nothing:"
    return [heading, *map(printable, found)]


def _harmless(knob: KnobChange) -> str:
    return MASK if is_credential(knob.name) else masked(knob.value)
