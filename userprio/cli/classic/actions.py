"""Carries out condor_userprio's arguments: a single action, the first in its order (`user_prio.cpp`: `main`).

Checks, wording and exit statuses of edits are those of that program.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from userprio.accounting import Edit, EditAction, EditError
from userprio.base.errors import UserprioError
from userprio.cli.classic.arguments import LEASABLE, ClassicError, Typed, chosen_edit, parse_classic
from userprio.cli.environment import Environment, ExitStatus, sentence
from userprio.cli.options import Shared, misuse
from userprio.report import printable


def run_classic_arguments(arguments: Sequence[str], shared: Shared, env: Environment) -> ExitStatus:
    """Make an edit, or list slots, records of a file, or records; as in that program, finding nobody is success."""
    try:
        return _run(parse_classic(arguments, env.program, shared.tool), shared, env)
    except ClassicError as failure:
        for line in failure.lines:
            text = line.lstrip("\t")
            env.stderr.write("\t" * (len(line) - len(text)) + printable(text) + "\n")
        if failure.usage:
            from userprio.cli.classic.options import usage_text

            env.stderr.write(usage_text())
        return ExitStatus.FAILED


def _run(typed: Typed, shared: Shared, env: Environment) -> ExitStatus:
    edit = chosen_edit(typed)
    _refuse_leftovers(typed)
    for given, option in ((shared.once is not None, "--once"), (shared.dry_run, "--dry-run")):
        if edit is None and given:
            raise misuse(f"{option} is for edits.")
    shared = _with_pool(typed, shared)
    _warn_of_the_rest(typed, edit, shared, env)
    try:
        if edit is not None:
            return _perform(edit, shared, env)
        if "getreslist" in typed.given:
            _list_slots(typed, shared, env)
        else:
            _list_records(typed, shared, env)
        return ExitStatus.DONE
    except UserprioError as error:
        if not shared.live:
            raise
        env.stderr.write(f"{env.program}: {sentence(error)}\n")
        return ExitStatus.FAILED


def _list_slots(typed: Typed, shared: Shared, env: Environment) -> None:
    name = typed.given["getreslist"][0]
    if "@" not in name:
        raise ClassicError(
            f"{typed.program}: You must specify the full name of the submittor you wish",
            "\tto update the priority of (user@uid.domain or user@full.host.name)",
        )
    from userprio.base.formats import Format
    from userprio.cli.accounts import held_by
    from userprio.cli.showing import show
    from userprio.report import HOLDINGS_FORMATS

    held = held_by(name, shared, env, known_only=False)
    assert held is not None
    show(held, HOLDINGS_FORMATS, Format.LONG if "long" in typed.given else shared.format, env)


def _list_records(typed: Typed, shared: Shared, env: Environment) -> None:
    from userprio.cli.accounts import NoAds, UnreadableAds, answer, show_answer

    request = typed.request(env.zone())
    try:
        show_answer(answer(request, shared, env), request, shared, env)
    except UnreadableAds as error:
        raise ClassicError(f"Can't open file of userprio ads: {error.path}") from error
    except NoAds as error:
        raise ClassicError("Error -1 reading userprio ads") from error


def _with_pool(typed: Typed, shared: Shared) -> Shared:
    """The shared options with the named pool; a file of ads needs none."""
    if "inputfile" in typed.given and not typed.edits:
        return replace(shared, pool=None, negotiator=None)
    return replace(
        shared,
        pool=typed.given.get("pool", (shared.pool,))[0],
        negotiator=typed.given.get("name", (shared.negotiator,))[0],
    )


def _refuse_leftovers(typed: Typed) -> None:
    """Refuse words that condor_userprio would take for users of a listing, but then not list."""
    action = next((name for name in (*typed.edits, "getreslist") if name in typed.given), None)
    if action is not None and typed.names:
        listed = ", ".join(typed.names)
        done = "nothing was changed" if typed.edits else "nothing is listed"
        raise ClassicError(f"{typed.program}: {listed} is left over beside -{action}; {done}")


def _warn_of_the_rest(typed: Typed, edit: Edit | None, shared: Shared, env: Environment) -> None:
    if edit is not None:
        for other in typed.edits:
            if other != edit.action:
                env.warn(f"-{other} is ignored beside -{edit.action}, which goes first; only one change is made")
    if typed.duration_s is not None and (edit is None or edit.action not in LEASABLE):
        env.warn("-duration is ignored: it belongs to -setfactor, -setfloor and -setceiling")


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
"""What it says it cannot update if a name lacks an @."""

_CANCELLATIONS: Final = frozenset(
    {EditAction.CANCEL_CEILING_LEASE, EditAction.CANCEL_FLOOR_LEASE, EditAction.CANCEL_FACTOR_LEASE}
)
_LEASES: Final = {
    EditAction.SET_CEILING: "ceiling",
    EditAction.SET_FLOOR: "floor",
    EditAction.SET_FACTOR: "priority-factor",
}
_LEAST: Final = {
    EditAction.SET_FACTOR: (1, "Priority factors must be greater than or equal to 1.\n"),
    EditAction.SET_FLOOR: (0, "floor must be greater than or equal to 0.\n"),
    EditAction.SET_CEILING: (-1, "ceiling must be greater than or equal to -1.\n"),
    EditAction.SET_ACCUMULATED: (0, "Usage must be greater than 0 seconds\n"),
    EditAction.SET_BEGIN: (0, "Time must be greater than 0 seconds\n"),
    EditAction.SET_LAST: (0, "Time must be greater than 0 seconds\n"),
}
"""The least value of each option, and the message that refuses lower ones."""

_SUCCESS: Final = {
    EditAction.SET_PRIORITY: "The priority of {} was set to {:f}",
    EditAction.SET_FACTOR: "The priority factor of {} was set to {:f}",
    EditAction.SET_FLOOR: "The floor of {} was set to {}",
    EditAction.SET_CEILING: "The ceiling of {} was set to {}",
    EditAction.SET_ACCUMULATED: "The Accumulated Usage of {} was set to {:f}",
    EditAction.SET_BEGIN: "The Begin Usage Time of {} was set to {}",
    EditAction.SET_LAST: "The Last Usage Time of {} was set to {}",
    EditAction.RESET_USAGE: "The accumulated usage of {} was reset",
    EditAction.DELETE: "The accountant record named {} was deleted",
    EditAction.RESET_ALL: "The accumulated usage was reset for all users",
    EditAction.CANCEL_CEILING_LEASE: "Cancelled ceiling lease for {}",
    EditAction.CANCEL_FLOOR_LEASE: "Cancelled floor lease for {}",
    EditAction.CANCEL_FACTOR_LEASE: "Cancelled priority-factor lease for {}",
}
"""The message after each edit, with the name and the value."""


def _perform(edit: Edit, shared: Shared, env: Environment) -> ExitStatus:
    """Make an edit as condor_userprio would on a negotiator with this ledger, creating missing records silently.

    The value of `edit` is as that program reads it (`atof`, `strtol`). Unlike condor_userprio, edits that would damage
    the ledger, such as of a name with white space, are refused.
    """
    refusal = _objection(edit, env.program)
    if refusal is not None:
        env.stderr.write(refusal)
        return ExitStatus.FAILED
    try:
        if shared.live:
            from userprio.cli.live_editing import edit_pool

            report = edit_pool(edit, str(edit.action), shared, env, create=True)
        else:
            from userprio.cli.committing import AlreadyMade
            from userprio.cli.editing import opened, plan_at, request_of

            report = None
            with suppress(AlreadyMade), opened(shared, env, request=request_of(edit)) as desk:
                report = desk.commit(plan_at(desk, edit, create=True), edit.action, edit.names)
    except UserprioError as error:
        env.stderr.write(_rejection(edit, error, env.program))
        return ExitStatus.FAILED
    if report is not None and report.dry_run:
        from userprio.cli.editing import show_edit

        show_edit(report, shared, env)
        return ExitStatus.DONE
    name, value = printable(", ".join(edit.names)), 0 if edit.value is None else edit.value
    text = _SUCCESS[edit.action].format(name, value)
    if edit.duration_s is not None:
        shown = f"{value:f}" if edit.action is EditAction.SET_FACTOR else f"{value}"
        text = f"Set {_LEASES[edit.action]} lease on {name} to {shown} for {edit.duration_s} seconds"
    env.stdout.write(f"{text}\n")
    return ExitStatus.DONE


def _objection(edit: Edit, program: str) -> str | None:
    """Why condor_userprio refuses the edit before sending anything: a name without @, or a value below `_LEAST`."""
    action, value = edit.action, edit.value
    name = next((name for name in edit.names if "@" not in name), None)
    if name is not None and action in _CANCELLATIONS:
        return f"{program}: -{action} requires a full submitter name (user@domain)\n"
    if name is not None and action is EditAction.DELETE:
        return f"{program}: You must specify the full name of the record you wish\n\tto delete {_FULL_NAMES}\n"
    if name is not None:
        not_this = f" (not {printable(name)})" if action in (EditAction.SET_FLOOR, EditAction.SET_CEILING) else ""
        return (
            f"{program}: You must specify the full name of the submittor you wish\n"
            f"\tto update the {_UPDATED[action]} of {_FULL_NAMES}{not_this}\n"
        )
    if value is not None and action in _LEAST:
        least, complaint = _LEAST[action]
        return complaint if value < least else None
    return None


def _rejection(edit: Edit, error: UserprioError, program: str) -> str:
    """Why the accountant refuses the edit; refused leases have their own message."""
    if isinstance(error, EditError) and edit.action in _CANCELLATIONS:
        return f"negotiator rejected cancel: {printable(str(error))}\n"
    if isinstance(error, EditError) and edit.duration_s is not None:
        return f"negotiator rejected {_LEASES[edit.action]} lease: {printable(str(error))}\n"
    return f"{program}: {sentence(error)}\n"
