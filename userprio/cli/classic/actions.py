"""Doing what condor_userprio's arguments ask for: one thing, the first in its order."""

from collections.abc import Sequence
from dataclasses import replace

from userprio.accounting import Edit
from userprio.cli.classic.arguments import LEASABLE, ClassicError, Typed, chosen_edit, parse_classic
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus, sentence
from userprio.cli.options import Shared
from userprio.cli.request import Source
from userprio.errors import UserprioError
from userprio.report import printable


def run_classic_arguments(arguments: Sequence[str], shared: Shared, env: Environment) -> ExitStatus:
    """A change, the slots of a submitter, the records of a file, or a listing; as there, finding nobody is success."""
    try:
        return _run(parse_classic(arguments, env.program), shared, env)
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
    shared = _with_pool(typed, shared)
    _warn_of_the_rest(typed, edit, shared, env)
    if not shared.live:
        return _act(typed, edit, shared, env)
    try:
        return _act(typed, edit, shared, env)
    except UserprioError as error:
        env.stderr.write(f"{env.program}: {sentence(error)}\n")
        return ExitStatus.FAILED


def _act(typed: Typed, edit: Edit | None, shared: Shared, env: Environment) -> ExitStatus:
    if edit is not None:
        from userprio.cli.classic.edits import run_classic

        return run_classic(edit, shared, env)
    if "getreslist" in typed.given:
        return _list_slots(typed, shared, env)
    return _list_records(typed, shared, env)


def _list_slots(typed: Typed, shared: Shared, env: Environment) -> ExitStatus:
    name = typed.given["getreslist"][0]
    if "@" not in name:
        raise ClassicError(
            f"{typed.program}: You must specify the full name of the submittor you wish",
            "\tto update the priority of (user@uid.domain or user@full.host.name)",
        )
    from userprio.cli.accounts import held_by
    from userprio.cli.showing import show
    from userprio.formats import Format

    show(held_by(name, shared, env), Format.LONG if "long" in typed.given else shared.format, env)
    return ExitStatus.DONE


def _list_records(typed: Typed, shared: Shared, env: Environment) -> ExitStatus:
    from userprio.cli.accounts import BadConstraint, NoAds, UnreadableAds, answer, show_answer

    request = typed.request(env.zone())
    try:
        show_answer(answer(request, shared, env), request, shared, env)
    except BadConstraint as error:
        raise ClassicError(f"Error:  could not parse constraint {error.hint}") from error
    except UnreadableAds as error:
        raise ClassicError(f"Can't open file of userprio ads: {error.path}") from error
    except NoAds as error:
        raise ClassicError("Error -1 reading userprio ads") from error
    return ExitStatus.DONE


def _with_pool(typed: Typed, shared: Shared) -> Shared:
    """The shared options with the pool that is named; a file of ads needs none."""
    if "inputfile" in typed.given and not typed.edits:
        return replace(shared, pool=None, negotiator=None)
    return replace(
        shared,
        pool=typed.given.get("pool", (shared.pool,))[0],
        negotiator=typed.given.get("name", (shared.negotiator,))[0],
    )


def _refuse_leftovers(typed: Typed) -> None:
    """Words that condor_userprio would take for users of a listing, and then not list."""
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
    if typed.source is Source.COLLECTOR and edit is None and "inputfile" not in typed.given and not shared.live:
        env.warn("-collector: there is no collector here; this is what the negotiator would answer")
