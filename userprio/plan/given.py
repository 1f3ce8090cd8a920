"""Changes as they are given in Python: knobs and factors by name, slots and jobs as a text or what it stands for."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

from userprio.accounting import Edit, EditAction
from userprio.errors import BadInput
from userprio.plan.changes import Changes, JobsChange, KnobChange, LedgerChange, SlotsAdded, SlotsRemoved
from userprio.plan.changes_file import parse_jobs, parse_slots, read_changes

KnobValue: TypeAlias = str | bool | int | float | Iterable[str]
"""The value of a knob: a text as a configuration file would have it, a number, a truth value, or names of a list."""
SlotsLike: TypeAlias = str | SlotsAdded | SlotsRemoved
"""More or fewer slots; a text is one of `--slots`, such as `+100:Cpus=8` or `-10:slot1@*`."""
JobsLike: TypeAlias = str | JobsChange
"""More or fewer idle jobs; a text is one of `--jobs`, such as `alice@lab.example=+20:request_cpus=4`."""


def changes_of(
    knobs: Mapping[str, KnobValue] | None,
    factors: Mapping[str, float] | None,
    slots: SlotsLike | Iterable[SlotsLike],
    jobs: JobsLike | Iterable[JobsLike],
    *,
    new: bool,
) -> Changes:
    """The changes that stand for these knobs, priority factors, slots and jobs.

    Raises:
        BadInput: the text of slots or jobs cannot be understood.
    """
    several_slots = [slots] if isinstance(slots, SlotsLike) else slots
    several_jobs = [jobs] if isinstance(jobs, JobsLike) else jobs
    return Changes(
        knobs=tuple(KnobChange(name, knob_text(value)) for name, value in (knobs or {}).items()),
        edits=tuple(
            LedgerChange(Edit(EditAction.SET_FACTOR, (name,), factor), new) for name, factor in (factors or {}).items()
        ),
        slots=tuple(parse_slots(one) if isinstance(one, str) else one for one in several_slots),
        jobs=tuple(parse_jobs(one, new=new) if isinstance(one, str) else one for one in several_jobs),
    )


def changes_read(changes: Changes | str | Path | None, *, elsewhere: bool = False) -> Changes:
    """The changes, read if they are a file; where they lead `elsewhere`, that has been loaded.

    Raises:
        BadInput: the file cannot be read or makes no sense, or names a configuration or pool that was not loaded.
    """
    if isinstance(changes, (str, Path)):
        changes = read_changes(Path(changes))
    elif changes is None:
        changes = Changes()
    if not elsewhere and (changes.to_config is not None or changes.to_snapshot is not None):
        raise BadInput("these changes name another configuration or pool", hint="Load it and give it as other=")
    return changes


def knob_text(value: KnobValue) -> str:
    """The value as a configuration file would have it."""
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    return ", ".join(value)
