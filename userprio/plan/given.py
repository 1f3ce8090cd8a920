"""Changes as scripts give them: Python values in place of files and options."""

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
    jobs: JobsLike | Iterable[JobsLike] | Mapping[str, int | str],
    *,
    new: bool,
) -> Changes:
    """Knobs, priority factors, slots and jobs as changes; `new` lets in submitters that are not known.

    Raises:
        BadInput: a text cannot be understood.
    """
    several_slots = [slots] if isinstance(slots, SlotsLike) else slots
    if isinstance(jobs, Mapping):
        jobs = [f"{name}={number}" for name, number in jobs.items()]
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
        BadInput: a file cannot be read or understood, or the changes lead elsewhere, where nothing was loaded.
        TypeError: they are something else.
    """
    if isinstance(changes, (str, Path)):
        path = Path(changes)
        try:
            changes = read_changes(path)
        except OSError as error:
            raise BadInput(error.strerror or str(error), path, hint="Check the name") from error
    elif changes is None:
        changes = Changes()
    elif not isinstance(changes, Changes):
        raise TypeError("changes are a file of changes, or Changes; knobs, factors, slots and jobs are given by name")
    if not elsewhere and (changes.to_config is not None or changes.to_snapshot is not None):
        raise BadInput("these changes name another configuration or pool", hint="Load it and give it as other=")
    return changes


def knob_text(value: KnobValue) -> str:
    """The value as a configuration file would have it.

    Raises:
        TypeError: a knob cannot have such a value.
    """
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
    if not isinstance(value, Iterable):
        raise TypeError(f"a knob is set to a text, a number, a truth value or a list of names, not to {value!r}")
    return ", ".join(value)


def texts(given: str | Iterable[str]) -> tuple[str, ...]:
    """Several texts, or one that stands alone."""
    return (given,) if isinstance(given, str) else tuple(given)
