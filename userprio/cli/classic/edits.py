"""Edits in condor_userprio's spelling: its checks, its words and its exit statuses (`user_prio.cpp`: `main`)."""

from dataclasses import replace
from typing import Final

from userprio.accounting import Edit, EditAction, EditError
from userprio.cli.editing import opened, plan_at
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus, sentence
from userprio.cli.options import Shared
from userprio.errors import UserprioError
from userprio.report import printable

_FULL_NAMES: Final = "(user@uid.domain or user@full.host.name)"
_UPDATED: Final = {
    EditAction.SET_PRIORITY: "priority",
    EditAction.SET_FACTOR: "priority",
    EditAction.SET_FLOOR: "floor",
    EditAction.SET_CEILING: "ceiling",
    EditAction.SET_ACCUMULATED: "Accumulated usage",
    EditAction.SET_BEGIN: "begin usage time",
    EditAction.SET_LAST: "last usage time",
    EditAction.RESET_USAGE: "priority",
}
"""What a name without an @ keeps from being updated."""

_CANCELLED: Final = {
    EditAction.CANCEL_CEILING_LEASE: "ceiling",
    EditAction.CANCEL_FLOOR_LEASE: "floor",
    EditAction.CANCEL_FACTOR_LEASE: "priority-factor",
}
_LEASED: Final = {
    EditAction.SET_CEILING: "ceiling",
    EditAction.SET_FLOOR: "floor",
    EditAction.SET_FACTOR: "priority-factor",
}
_LEAST: Final = {EditAction.SET_FLOOR: 0, EditAction.SET_CEILING: -1}


def run_classic(edit: Edit, shared: Shared, env: Environment) -> ExitStatus:
    """Make an edit as condor_userprio would on a negotiator that holds this ledger; records are made silently.

    `edit` has its value as that program reads it (`atof`, `strtol`). What would damage the ledger, such as a name with
    white space, is refused, which condor_userprio does not do.
    """
    if edit.action not in _LEASED:
        edit = replace(edit, duration_s=None)
    refusal = _objection(edit, env.program)
    if refusal is not None:
        env.stderr.write(refusal)
        return ExitStatus.FAILED
    try:
        if shared.live:
            from userprio.cli.live_editing import edit_pool

            edit_pool(edit, str(edit.action), None, shared, env, create=True)
        else:
            with opened(shared, env, force=False) as desk:
                desk.commit(plan_at(desk, edit, create=True), edit.action, edit.names, None)
    except EditError as error:
        env.stderr.write(_rejection(edit, error, env.program))
        return ExitStatus.FAILED
    except UserprioError as error:
        env.stderr.write(f"{env.program}: {sentence(error)}\n")
        return ExitStatus.FAILED
    env.stdout.write(f"{_success(edit)}\n")
    return ExitStatus.DONE


def _objection(edit: Edit, program: str) -> str | None:
    """What condor_userprio has against the edit before it sends anything."""
    action, value = edit.action, edit.value
    for name in edit.names:
        if "@" in name:
            continue
        if action in _CANCELLED:
            return f"{program}: -{action} requires a full submitter name (user@domain)\n"
        if action is EditAction.DELETE:
            return f"{program}: You must specify the full name of the record you wish\n\tto delete {_FULL_NAMES}\n"
        not_this = f" (not {printable(name)})" if action in _LEAST else ""
        return (
            f"{program}: You must specify the full name of the submittor you wish\n"
            f"\tto update the {_UPDATED[action]} of {_FULL_NAMES}{not_this}\n"
        )
    if value is None:
        return None
    if action is EditAction.SET_FACTOR and value < 1:
        return "Priority factors must be greater than or equal to 1.\n"
    if action in _LEAST and value < _LEAST[action]:
        return f"{_LEASED[action]} must be greater than or equal to {_LEAST[action]}.\n"
    if action is EditAction.SET_ACCUMULATED and value < 0:
        return "Usage must be greater than 0 seconds\n"
    if action in (EditAction.SET_BEGIN, EditAction.SET_LAST) and value < 0:
        return "Time must be greater than 0 seconds\n"
    return None


def _rejection(edit: Edit, error: EditError, program: str) -> str:
    """The reason why the accountant would not; leases have an answer of their own."""
    if edit.action in _CANCELLED:
        return f"negotiator rejected cancel: {printable(str(error))}\n"
    if edit.duration_s is not None:
        return f"negotiator rejected {_LEASED[edit.action]} lease: {printable(str(error))}\n"
    return f"{program}: {sentence(error)}\n"


def _success(edit: Edit) -> str:
    name = printable(", ".join(edit.names))
    value = 0 if edit.value is None else edit.value
    if edit.duration_s is not None:
        shown = f"{value:f}" if edit.action is EditAction.SET_FACTOR else f"{value}"
        return f"Set {_LEASED[edit.action]} lease on {name} to {shown} for {edit.duration_s} seconds"
    match edit.action:
        case EditAction.SET_PRIORITY:
            return f"The priority of {name} was set to {value:f}"
        case EditAction.SET_FACTOR:
            return f"The priority factor of {name} was set to {value:f}"
        case EditAction.SET_FLOOR | EditAction.SET_CEILING:
            return f"The {_LEASED[edit.action]} of {name} was set to {value}"
        case EditAction.SET_ACCUMULATED:
            return f"The Accumulated Usage of {name} was set to {value:f}"
        case EditAction.SET_BEGIN:
            return f"The Begin Usage Time of {name} was set to {value}"
        case EditAction.SET_LAST:
            return f"The Last Usage Time of {name} was set to {value}"
        case EditAction.RESET_USAGE:
            return f"The accumulated usage of {name} was reset"
        case EditAction.DELETE:
            return f"The accountant record named {name} was deleted"
        case EditAction.RESET_ALL:
            return "The accumulated usage was reset for all users"
        case action:
            return f"Cancelled {_CANCELLED[action]} lease for {name}"
