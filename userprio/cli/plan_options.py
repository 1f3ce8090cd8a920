"""Options of `userprio plan` that name changes directly, and the changes that they make."""

from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from userprio.accounting import Edit, EditAction
from userprio.cli.edit_options import Reader, ceiling, duration_option, real, whole
from userprio.cli.environment import Environment
from userprio.plan import ChangePlace, Changes, KnobChange, LedgerChange
from userprio.plan.changes_file import parse_jobs, parse_slots

Command = TypeVar("Command", bound=Callable[..., Any])

_SETTERS: Final[tuple[tuple[EditAction, Reader, str, str], ...]] = (
    (EditAction.SET_FACTOR, real, "FACTOR", "Set a priority factor."),
    (EditAction.SET_PRIORITY, real, "PRIORITY", "Set a real priority."),
    (EditAction.SET_FLOOR, whole, "WEIGHT", "Set a floor."),
    (EditAction.SET_CEILING, ceiling, "WEIGHT", "Set a ceiling; -1 or none: no ceiling."),
)


def change_options(command: Command) -> Command:
    """Options for every kind of change; `changes_of` makes changes of their values."""
    options = [
        click.option(f"--{action}", metavar=f"NAME={metavar}", multiple=True, help=f"{about} May be repeated.")
        for action, _, metavar, about in _SETTERS
    ]
    options += [
        duration_option,
        click.option("--delete", metavar="SUBMITTER", multiple=True, help="Delete a record. May be repeated."),
        click.option(
            "--slots",
            metavar="CHANGE",
            multiple=True,
            help="More or fewer slots: +100:Cpus=8,Memory=16000, +100:like=slot1@exec1*, -slot1@old*, -10:slot1@old*. "
            "May be repeated.",
        ),
        click.option(
            "--jobs",
            metavar="NAME=NUMBER",
            multiple=True,
            help="Idle jobs of a submitter: NAME=0, NAME=+20 or NAME=-20; NAME=+20:request_cpus=4 says what new ones "
            "ask for. May be repeated.",
        ),
        click.option("--new", is_flag=True, help="Let in submitters that ledger or pool do not know."),
        click.option(
            "--to-config",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Another configuration in place of the present one.",
        ),
        click.option("--to-snapshot", metavar="POOL", help="Another pool in place of the present one."),
    ]
    return reduce(lambda function, option: option(function), reversed(options), command)


def changes_of(given: dict[str, Any], knobs: dict[str, str], env: Environment) -> Changes:
    """The changes that options make; knobs are those of `--set`.

    Raises:
        click.BadParameter, BadInput: an option is of another form than it should be.
    """
    new: bool = given["new"]
    edits = []
    for action, read, metavar, _ in _SETTERS:
        for text in given[action.value]:
            name, value = _assignment(text, action.value, metavar)
            leased = None if action is EditAction.SET_PRIORITY else given["duration_s"]
            edit = Edit(action, (name,), _value(value, read, f"--{action} {text}", env), leased)
            edits.append(LedgerChange(edit, new, ChangePlace(f"--{action} {text}")))
    edits += [
        LedgerChange(Edit(EditAction.DELETE, (name,)), place=ChangePlace(f"--delete {name}"))
        for name in given["delete"]
    ]
    return Changes(
        knobs=tuple(KnobChange(name, value, ChangePlace(f"--set {name}={value}")) for name, value in knobs.items()),
        edits=tuple(edits),
        slots=tuple(parse_slots(text) for text in given["slots"]),
        jobs=tuple(parse_jobs(text, new=new) for text in given["jobs"]),
        to_config=given["to_config"],
        to_snapshot=given["to_snapshot"],
    )


def _assignment(text: str, option: str, metavar: str) -> tuple[str, str]:
    name, equals, value = text.rpartition("=")
    if not equals or not name:
        raise click.BadParameter(f"{text!r} is not of the form NAME={metavar}.", param_hint=f"--{option}")
    return name.strip(), value.strip()


def _value(text: str, read: Reader, option: str, env: Environment) -> float | int:
    try:
        return read(text, env)
    except click.BadParameter as error:
        raise click.BadParameter(error.message, param_hint=option) from error
