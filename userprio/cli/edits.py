"""The commands that edit records of submitters."""

import re
from collections.abc import Iterator
from typing import Final

import click
from msgspec.structs import replace

from userprio import accounting
from userprio.base.times import Moment
from userprio.cli import Environment, ExitStatus, editing, load_inputs, read_ledger
from userprio.cli.options import Decorator, GlobalOptions, command, env_of, misuse, refuse_live, together, yes_option
from userprio.cli.parameters import as_moment, as_parameter, length, read_moment, read_number
from userprio.pool import priority_rules
from userprio.report import count, moment

# Values may be negative, so a word that begins with a dash is not always an option.
_TAKES_NEGATIVES: Final = {"ignore_unknown_options": True}

_OPTION: Final = re.compile(r"-(?!\d|\.\d|inf|nan|$)")


def _value_argument(quantity: accounting.Quantity, metavar: str) -> Decorator:
    """The value to set, which is the last word."""

    def callback(context: click.Context, parameter: click.Parameter, text: str) -> float | int | Moment:
        _not_an_option(text, context)
        if quantity is accounting.Quantity.TIME:
            return read_moment(text, env_of(context))
        return read_number(text, quantity)

    return click.argument("value", metavar=metavar, callback=callback)


def _read_names(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    names: list[str] = []
    for word in words:
        if word != "-":
            _not_an_option(word, context)
            names.append(word)
            continue
        stdin = env_of(context).stdin
        if stdin is None:
            raise click.BadParameter("There is no standard input to read names from.")
        names += filter(None, map(str.strip, stdin.read().split("\n")))
    # An empty file, such as the output of a failed command, must not look like an edit that was made.
    if words and not names:
        raise click.BadParameter("There are no names on standard input.")
    return tuple(names)


def _not_an_option(word: str, context: click.Context) -> None:
    # Where negative values are taken, Click takes a misspelt option for a name.
    if "@" not in word and _OPTION.match(word):
        raise click.NoSuchOption(word.partition("=")[0], ctx=context)


_names_argument: Final = click.argument("names", metavar="NAME...", nargs=-1, required=True, callback=_read_names)
"""One or more submitters; `-` means names on stdin, one per line."""
_optional_names_argument: Final = click.argument("names", metavar="[NAME]...", nargs=-1, callback=_read_names)
"""Any number of submitters, for a command with another way to select them."""
_duration_option: Final = click.option(
    "--duration",
    "duration_s",
    metavar="TIME",
    callback=lambda context, parameter, text: None if text is None else length(text),
    help="Make it a lease: after this time, such as 3600, 90m or 2d, the old value is restored.",
)
_new_option: Final = click.option("--new", is_flag=True, help="Create a record for a submitter that has none.")


def _setter(action: accounting.EditAction, about: str, *examples: str) -> click.Command:
    """The command that sets one attribute of submitters."""
    spec = action.spec.value
    assert spec is not None

    def run(
        shared: GlobalOptions,
        env: Environment,
        names: tuple[str, ...],
        value: float | int | Moment,
        new: bool,
        duration_s: int | None = None,
    ) -> ExitStatus:
        typed = None
        if isinstance(value, Moment):
            with as_parameter():
                value = value.at(shared.present(env))
            typed = moment(value, env.zone())
        edit = accounting.Edit(action, names, value, duration_s)
        what = f"Set the {spec.title} of {{}} to {value if typed is None else typed}?"
        return _perform_on_all(edit, what, shared, env, create=new)

    many = (
        "Several names are changed together or not at all; - means names on stdin, one per line. A name with * ? or "
        "[...] stands for all submitters that it matches: they are listed, and it asks for confirmation on a terminal; "
        "elsewhere --yes is required."
    )
    run.__doc__ = f"{about}\n\n{many}"
    options = (_duration_option,) if action.spec.leasable else ()
    add = together(
        _names_argument,
        _value_argument(spec.quantity, spec.metavar),
        *options,
        _new_option,
        yes_option,
        editing.recorded_options(),
    )
    return command(action.value, *examples, context_settings=_TAKES_NEGATIVES)(add(run))


setfactor = _setter(
    accounting.EditAction.SET_FACTOR,
    "Set the priority factor of submitters, 1 or more: the larger, the smaller their share.",
    "setfactor alice@example.org 500",
    "setfactor alice@example.org bob@example.org 2000 --duration 2d --reason 'paper deadline'",
    "setfactor 'group_a.*@example.org' 500 --dry-run",
)
setprio = _setter(
    accounting.EditAction.SET_PRIORITY,
    "Set the real priority of submitters: their recent average use in weight, without their factor.",
    "setprio alice@example.org 0.5",
)
setaccum = _setter(
    accounting.EditAction.SET_ACCUMULATED,
    "Set the accumulated usage of submitters, in weight-seconds.",
    "setaccum alice@example.org 0",
)
setbegin = _setter(
    accounting.EditAction.SET_BEGIN,
    "Set when submitters began to use the pool, such as 2026-01-01, yesterday, or 90d for 90 days ago.",
    "setbegin alice@example.org 2026-01-01",
)
setlast = _setter(
    accounting.EditAction.SET_LAST,
    "Set when submitters last used the pool, such as 2026-03-02T09:00, yesterday, or 90d for 90 days ago.",
    "setlast alice@example.org 2026-03-02T09:00",
)
setfloor = _setter(
    accounting.EditAction.SET_FLOOR,
    "Set the floor of submitters: the weight that they get before anybody else is served; 0 means none.",
    "setfloor alice@example.org 16",
    "setfloor alice@example.org 64 --duration 12h",
)
setceiling = _setter(
    accounting.EditAction.SET_CEILING,
    "Set the ceiling of submitters: the most weight that they may have in use; -1 or `none` means no ceiling.",
    "setceiling alice@example.org 100",
    "setceiling alice@example.org bob@example.org -1",
)


@command("resetusage", "resetusage alice@example.org --reason 'left the project'")
@_names_argument
@yes_option
@editing.recorded_options()
def resetusage(shared: GlobalOptions, env: Environment, names: tuple[str, ...]) -> ExitStatus:
    """Reset the accumulated usage of submitters to 0; it starts again now.

    Priorities and current use stay as they are. Several names are changed together or not at all; - means names on
    stdin, one to a line. A name with * ? or [...] stands for all submitters that it matches: they are listed, and it
    asks for confirmation on a terminal; elsewhere --yes is required.
    """
    question = "Reset the accumulated usage of {}?"
    return _perform_on_all(accounting.Edit(accounting.EditAction.RESET_USAGE, names), question, shared, env)


@command("resetall", "resetall --yes --reason 'new budget year'")
@yes_option
@editing.recorded_options()
def resetall(shared: GlobalOptions, env: Environment) -> ExitStatus:
    """Reset the accumulated usage of all submitters and groups to 0.

    Priorities and current use stay as they are. It asks for confirmation on a terminal; elsewhere --yes is required.
    """
    question = "Reset the accumulated usage of all submitters and groups?"
    if not editing.agreed(question, shared, env):
        return ExitStatus.REFUSED
    return _perform(accounting.Edit(accounting.EditAction.RESET_ALL), "resetall", shared, env)


@command("delete", "delete alice@example.org", "delete --yes - < names.txt", "delete --unused-since 90d")
@_optional_names_argument
@click.option(
    "--unused-since",
    metavar="TIME",
    callback=as_moment,
    help="Instead of names: all submitters that have used nothing since this time, such as 2026-01-01, or for this "
    "long, such as 90d.",
)
@yes_option
@editing.recorded_options()
def delete(shared: GlobalOptions, env: Environment, names: tuple[str, ...], unused_since: Moment | None) -> ExitStatus:
    """Delete the records of submitters, with priority, factor, usage, floor, ceiling and leases.

    It asks for confirmation on a terminal; elsewhere --yes is required. `userprio undo` restores a record. Several
    names are deleted together or not at all; - means names on stdin, one to a line. A name with * ? or [...] stands for
    all submitters that it matches; they are listed first.

    HTCondor never deletes a record by itself, and a negotiator takes minutes to start with a hundred thousand of
    them. --unused-since deletes the submitters that use nothing now and have used nothing since then, except those
    with a factor of their own, a floor, a ceiling or a lease. Groups are kept. `userprio check` says when it is
    worthwhile.
    """
    # Neither would delete everything or nothing, and both leave open whether the names restrict the search.
    if bool(names) == (unused_since is not None):
        raise misuse("Give the names of submitters, or --unused-since with a time.")
    if unused_since is not None:
        with as_parameter():
            since = unused_since.at(shared.present(env))
        return _delete_unused(since, shared, env)
    # Plain names are confirmed here, patterns once their matches have been listed.
    if editing.chosen(names, shared, env) == names and not editing.agreed(
        f"Delete the records of {editing.some(names)}?", shared, env
    ):
        return ExitStatus.REFUSED
    question = "Delete the records of {}?"
    return _perform_on_all(accounting.Edit.deletion(*names), question, shared, env)


@command("cancel-lease", "cancel-lease alice@example.org factor")
@_names_argument
@click.argument("kind", metavar="|".join(accounting.LEASES), type=click.Choice([*accounting.LEASES]))
@yes_option
@editing.recorded_options()
def cancel_lease(shared: GlobalOptions, env: Environment, names: tuple[str, ...], kind: str) -> ExitStatus:
    """End leases of submitters early: the value that was set before is restored.

    The kind of lease comes last. Several names are changed together or not at all; - means names on stdin, one to
    a line. A name with * ? or [...] stands for all submitters that it matches: they are listed, and it asks for
    confirmation on a terminal; elsewhere --yes is required.
    """
    edit = accounting.Edit(accounting.edit_of(accounting.LEASES[kind], accounting.Effect.CANCEL), names)
    return _perform_on_all(edit, f"End the {kind} leases of {{}}?", shared, env, "cancel-lease")


def _delete_unused(since: int, shared: GlobalOptions, env: Environment) -> ExitStatus:
    refuse_live(shared, "On a running pool, name the submitters to delete; --unused-since is for a ledger.")
    inputs = load_inputs(shared, env, with_pool=False)
    # Everybody has used nothing since tomorrow: a mistyped year would delete all records.
    if since > inputs.now:
        raise misuse("The time of --unused-since is in the future.")
    rules, group_of = priority_rules(inputs.config)
    ledger = read_ledger(editing.ledger_path(inputs, shared, env), inputs, shared, env)
    unused = accounting.unused_since(ledger, since, rules, group_of)
    env.warn_all(_remarks_on(unused))
    # Status 0: a nightly job that finds nothing left to delete has done its work.
    if not unused.names:
        env.stderr.write("There are no such submitters; nothing was changed.\n")
        return ExitStatus.DONE
    since_then = f"that have used nothing since {moment(since, env.zone())}"
    question = f"Delete the records of {count(len(unused.names), 'submitter')} {since_then}?"
    if not editing.agreed(question, shared, env):
        return ExitStatus.REFUSED
    with editing.opened(shared, env, inputs, request=("delete", "unused since", since)) as session:
        # Only confirmed names that are still unused, now that the ledger is locked.
        ledger = session.access.ledger
        still = set(accounting.unused_since(ledger, since, rules, group_of).names)
        names = tuple(name for name in unused.names if name in still)
        plan = accounting.EditPlan((), ())
        if names:
            plan = accounting.plan_edit(accounting.Edit.deletion(*names), ledger, inputs.now, rules, group_of)
        note = f"{count(len(names), 'submitter')} deleted {since_then}"
        report = session.commit(plan, "delete", names, note=note)
    editing.show_edit(report, shared, env)
    return ExitStatus.DONE


def _remarks_on(unused: accounting.Unused) -> Iterator[str]:
    """Remarks for an administrator before these are deleted."""
    if unused.exempt:
        stay = "stays" if len(unused.exempt) == 1 else "stay"
        yield f"{count(len(unused.exempt), 'submitter')} {stay} for a factor, floor, ceiling or lease of their own"
    if unused.indebted:
        have = "has" if len(unused.indebted) == 1 else "have"
        number = count(len(unused.indebted), "submitter")
        yield f"{number} still {have} a real priority above 0.5, and would start again with 0.5"


def _perform_on_all(
    edit: accounting.Edit,
    question: str,
    shared: GlobalOptions,
    env: Environment,
    name: str | None = None,
    *,
    create: bool = False,
) -> ExitStatus:
    """Make an edit of names and patterns, after confirmation if there are patterns."""
    names = editing.chosen(edit.names, shared, env)
    asked = question.format(count(len(names), "submitter"))
    if not editing.confirmed(asked, edit.names, names, shared, env):
        return ExitStatus.REFUSED
    # Under --once a pattern is what was typed: a second try must not fail because somebody new matches it by then.
    typed, edit = editing.request_of(edit), replace(edit, names=names)
    return _perform(edit, name or edit.action, shared, env, create=create, request=typed)


def _perform(
    edit: accounting.Edit,
    name: str,
    shared: GlobalOptions,
    env: Environment,
    *,
    create: bool = False,
    request: tuple[object, ...] | None = None,
) -> ExitStatus:
    """Make an edit and show what it changed; with `create`, also for unknown submitters."""
    try:
        report = editing.make_edit(edit, shared, env, name=name, create=create, request=request)
    # The accountant knows no commands; the one that helps is named here.
    except accounting.LeaseInEffect as error:
        raise accounting.EditError(f"{error.explanation}; `{env.program} cancel-lease` ends it") from error
    except accounting.UnknownSubmitter as unknown:
        if edit.value is None:
            # Only edits that set a value can create a record for it.
            raise
        text = str(unknown)
        raise accounting.EditError(
            f"{text}{'' if text.endswith('?') else '.'} Give --new to create a record"
        ) from unknown
    editing.show_edit(report, shared, env)
    return ExitStatus.DONE
