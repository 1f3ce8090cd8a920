"""Carries out condor_userprio's arguments: a single action, the first in its order (`user_prio.cpp`: `main`).

Checks, wording and exit statuses of edits are those of that program.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from userprio.accounting import Edit, EditError, Effect
from userprio.base.errors import UserprioError
from userprio.cli.classic.arguments import ClassicError, Typed, chosen_edit, parse_classic
from userprio.cli.environment import Environment, ExitStatus, sentence
from userprio.cli.options import GlobalOptions, misuse
from userprio.report import printable


def run_classic_arguments(arguments: Sequence[str], shared: GlobalOptions, env: Environment) -> ExitStatus:
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


def _run(typed: Typed, shared: GlobalOptions, env: Environment) -> ExitStatus:
    # The value of an edit is read before leftovers are refused, so that a mistyped number is what the message names.
    edit = chosen_edit(typed)
    _refuse_leftovers(typed)
    # A listing would ignore both; a script that believes that its edit was
    # guarded must not get a listing with status 0.
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


def _list_slots(typed: Typed, shared: GlobalOptions, env: Environment) -> None:
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


def _list_records(typed: Typed, shared: GlobalOptions, env: Environment) -> None:
    from userprio.cli.accounts import NoAds, UnreadableAds, answer, show_answer

    request = typed.request(env.zone())
    try:
        show_answer(answer(request, shared, env), request, shared, env)
    except UnreadableAds as error:
        raise ClassicError(f"Can't open file of userprio ads: {error.path}") from error
    except NoAds as error:
        raise ClassicError("Error -1 reading userprio ads") from error


def _with_pool(typed: Typed, shared: GlobalOptions) -> GlobalOptions:
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


def _warn_of_the_rest(typed: Typed, edit: Edit | None, shared: GlobalOptions, env: Environment) -> None:
    if edit is not None:
        for other in typed.edits:
            if other != edit.action:
                env.warn(f"-{other} is ignored beside -{edit.action}, which goes first; only one change is made")
    if typed.duration_s is not None and (edit is None or not edit.spec.leasable):
        env.warn("-duration is ignored: it belongs to -setfactor, -setfloor and -setceiling")


_FULL_NAMES: Final = "(user@uid.domain or user@full.host.name)"


def _perform(edit: Edit, shared: GlobalOptions, env: Environment) -> ExitStatus:
    """Make an edit as condor_userprio would on a negotiator with this ledger, creating missing records silently.

    The value of `edit` is as that program reads it (`atof`, `strtol`). Unlike condor_userprio, edits that would damage
    the ledger, such as of a name with white space, are refused.
    """
    from userprio.cli.editing import IdempotentReplay, make_edit, show_edit

    # condor_userprio looks at the arguments before it looks for a negotiator, so these refusals come first.
    refusal = _objection(edit, env.program)
    if refusal is not None:
        env.stderr.write(refusal)
        return ExitStatus.FAILED
    try:
        report = make_edit(edit, shared, env, create=True)
    except IdempotentReplay:
        # To a script that tries again it looks as if the edit were made now, as condor_userprio says nothing else.
        report = None
    except UserprioError as error:
        env.stderr.write(_rejection(edit, error, env.program))
        return ExitStatus.FAILED
    if report is not None and report.dry_run:
        show_edit(report, shared, env)
        return ExitStatus.DONE
    name, value = printable(", ".join(edit.names)), 0 if edit.value is None else edit.value
    text = edit.spec.success.format(name, value)
    if edit.duration_s is not None:
        shown = f"{value:f}" if isinstance(value, float) else f"{value}"
        text = f"Set {edit.spec.lease} lease on {name} to {shown} for {edit.duration_s} seconds"
    env.stdout.write(f"{text}\n")
    return ExitStatus.DONE


def _objection(edit: Edit, program: str) -> str | None:
    """Why condor_userprio refuses the edit before sending anything: a name without @, or a value that is too low."""
    spec = edit.spec
    name = next((name for name in edit.names if "@" not in name), None)
    if name is None:
        least = None if spec.value is None else spec.value.least
        low = edit.value is not None and least is not None and edit.value < least
        return f"{spec.too_low}\n" if low else None
    if spec.effect is Effect.CANCEL:
        return f"{program}: -{edit.action} requires a full submitter name (user@domain)\n"
    if spec.subject is None:
        return f"{program}: You must specify the full name of the record you wish\n\tto delete {_FULL_NAMES}\n"
    repeated = f" (not {printable(name)})" if spec.repeats_name else ""
    return (
        f"{program}: You must specify the full name of the submittor you wish\n"
        f"\tto update the {spec.subject} of {_FULL_NAMES}{repeated}\n"
    )


def _rejection(edit: Edit, error: UserprioError, program: str) -> str:
    """Why the accountant refuses the edit; refused leases have their own message."""
    if isinstance(error, EditError) and edit.spec.effect is Effect.CANCEL:
        return f"negotiator rejected cancel: {printable(str(error))}\n"
    if isinstance(error, EditError) and edit.duration_s is not None:
        return f"negotiator rejected {edit.spec.lease} lease: {printable(str(error))}\n"
    return f"{program}: {sentence(error)}\n"
