"""The commands that edit records of submitters."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import click
from msgspec.structs import replace

from userprio import accounting
from userprio.base.formats import listed
from userprio.base.times import Moment
from userprio.base.tomltables import nearest_key
from userprio.cli import Environment, ExitStatus, editing, load_inputs, read_ledger
from userprio.cli.options import Decorator, GlobalOptions, command, env_of, misuse, refuse_live, together, yes_option
from userprio.cli.parameters import as_moment, as_parameter, length, read_moment, read_number
from userprio.pool import priority_rules
from userprio.report import count, moment

# Values may be negative, so a word that begins with a dash is not always an option.
_TAKES_NEGATIVES: Final = {"ignore_unknown_options": True}

_OPTION: Final = re.compile(r"-(?!\d|\.\d|inf|nan|$)")

_Value: TypeAlias = float | int | Moment
"""A value to set; a time is known only once the present is."""


def _read_value(text: str, quantity: accounting.Quantity, context: click.Context) -> _Value:
    if quantity is accounting.Quantity.TIME:
        return read_moment(text, env_of(context))
    return read_number(text, quantity)


def _value_argument(quantity: accounting.Quantity, metavar: str) -> Decorator:
    """The value to set, which is the last word."""

    def callback(context: click.Context, parameter: click.Parameter, text: str) -> _Value:
        _not_an_option(text, context)
        return _read_value(text, quantity, context)

    return click.argument("value", metavar=metavar, callback=callback)


def _read_names(context: click.Context, parameter: click.Parameter, words: Sequence[str]) -> tuple[str, ...]:
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


def _lease_option(name: str, what: str) -> Decorator:
    """The option that makes leases of values."""
    return click.option(
        name,
        "duration_s",
        metavar="TIME",
        callback=lambda context, parameter, text: None if text is None else length(text),
        help=f"Make {what}: after this time, such as 3600, 90m or 2d, the old value is restored.",
    )


_new_option: Final = click.option("--new", is_flag=True, help="Create a record for a submitter that has none.")


_MANY: Final = (
    "Several names are changed together or not at all (with --pool: if --atomic is given); - means names on stdin, one "
    "per line. A name with * ? or [...] stands for all submitters that it matches: they are listed, and it asks for "
    "confirmation on a terminal; elsewhere --yes is required."
)


def _set(
    names: tuple[str, ...],
    values: Mapping[accounting.EditAction, _Value],
    duration_s: int | None,
    command_name: str,
    shared: GlobalOptions,
    env: Environment,
    *,
    create: bool,
) -> ExitStatus:
    """Set values of names and patterns, after confirmation if there are patterns."""
    edits, phrases = [], []
    for action, value in values.items():
        assert action.spec.value is not None
        shown: object = value
        if isinstance(value, Moment):
            with as_parameter():
                value = value.at(shared.present(env))
            shown = moment(value, env.zone())
        edits.append(accounting.Edit(action, names, value, duration_s))
        phrases.append((action.spec.value.title, shown))
    (title, first), *rest = phrases
    more = "".join(f", the {title} to {shown}" for title, shown in rest)
    question = f"Set the {title} of {{}} to {first}{more}?"
    return _perform_on_all(edits, question, shared, env, command_name, create=create)


def _setter(action: accounting.EditAction, about: str, *examples: str) -> click.Command:
    """The command that sets one attribute of submitters."""
    spec = action.spec.value
    assert spec is not None

    def run(
        shared: GlobalOptions,
        env: Environment,
        names: tuple[str, ...],
        value: _Value,
        new: bool,
        duration_s: int | None = None,
    ) -> ExitStatus:
        return _set(names, {action: value}, duration_s, action, shared, env, create=new)

    run.__doc__ = f"{about}\n\n{_MANY}"
    options = (_lease_option("--duration", "it a lease"),) if action.spec.leasable else ()
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


def _read_assignments(
    context: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> tuple[tuple[str, ...], dict[accounting.EditAction, _Value]]:
    """The names, and the values of KEY=VALUE by what sets them.

    A word is an assignment if it begins with the word for a value and an equals sign; any other with an @ is a name,
    which may have an equals sign too.
    """
    names: list[str] = []
    values: dict[accounting.EditAction, _Value] = {}
    for word in words:
        key, equals, text = word.partition("=")
        action = accounting.SETTABLE.get(key.lower()) if equals else None
        if action is None:
            if equals and "@" not in word:
                hint = nearest_key(key, accounting.SETTABLE).rstrip(".")
                raise click.BadParameter(f"{key!r} is nothing that can be set. {hint}{'' if hint[-1:] == '?' else '.'}")
            names.append(word)
            continue
        if action in values:
            raise click.BadParameter(f"{key} is given twice.")
        assert action.spec.value is not None
        try:
            values[action] = _read_value(text, action.spec.value.quantity, context)
        except click.BadParameter as error:
            raise click.BadParameter(error.message, param_hint=word) from error
    if not values:
        raise misuse("Say what to set, such as factor=500.")
    if not names:
        raise misuse("Name the submitters to change; - means names on standard input.")
    return _read_names(context, parameter, names), values


def _what_can_be_set() -> Iterator[str]:
    """What each word of `set` means, a line each."""
    for word, action in accounting.SETTABLE.items():
        spec = action.spec.value
        assert spec is not None
        none = ", or none" if spec.quantity is accounting.Quantity.LIMIT else ""
        yield f"{f'{word}={spec.metavar}':<18}{spec.title}{none}"


def _set_all(
    shared: GlobalOptions,
    env: Environment,
    words: tuple[tuple[str, ...], dict[accounting.EditAction, _Value]],
    new: bool,
    duration_s: int | None,
) -> ExitStatus:
    names, values = words
    permanent = [word for word, action in accounting.SETTABLE.items() if action in values and not action.spec.leasable]
    if duration_s is not None and permanent:
        raise misuse(f"--for: {listed(permanent)} cannot be leased; only {listed(accounting.LEASES)} can.")
    return _set(names, values, duration_s, "set", shared, env, create=new)


_set_all.__doc__ = "\n".join(
    (
        "Set one or more values of submitters, all in one transaction, which one `userprio undo` takes back.\n",
        "\b",
        *_what_can_be_set(),
        f"\n{_MANY}",
    )
)
set_values = command(
    "set",
    "set alice@example.org factor=500 floor=16 --for 2d",
    "set 'group_a.*@example.org' prio=0.5 ceiling=none --dry-run",
)(
    together(
        click.argument("words", metavar="NAME... KEY=VALUE...", nargs=-1, required=True, callback=_read_assignments),
        _lease_option("--for", "factor, floor and ceiling leases"),
        _new_option,
        yes_option,
        editing.recorded_options(),
    )(_set_all)
)


@command("resetusage", "resetusage alice@example.org --reason 'left the project'")
@_names_argument
@yes_option
@editing.recorded_options()
def resetusage(shared: GlobalOptions, env: Environment, names: tuple[str, ...]) -> ExitStatus:
    """Reset the accumulated usage of submitters to 0; it starts again now.

    Priorities and current use stay as they are. Several names are changed together or not at all (with --pool: if
    --atomic is given); - means names on stdin, one to a line. A name with * ? or [...] stands for all submitters that
    it matches: they are listed, and it asks for confirmation on a terminal; elsewhere --yes is required.
    """
    return _reset_usage(names, shared, env)


@command("resetall", "resetall --yes --reason 'new budget year'")
@yes_option
@editing.recorded_options()
def resetall(shared: GlobalOptions, env: Environment) -> ExitStatus:
    """Reset the accumulated usage of all submitters and groups to 0.

    Priorities and current use stay as they are. It asks for confirmation on a terminal; elsewhere --yes is required.
    """
    return _reset_all(shared, env)


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
    names are deleted together or not at all (with --pool: if --atomic is given); - means names on stdin, one to a line.
    A name with * ? or [...] stands for all submitters that it matches; they are listed first.

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
    edit = accounting.Edit.deletion(*names)
    return _perform_on_all((edit,), "Delete the records of {}?", shared, env, edit.action)


@command("cancel-lease", "cancel-lease alice@example.org factor")
@_names_argument
@click.argument("kind", metavar="|".join(accounting.LEASES), type=click.Choice([*accounting.LEASES]))
@yes_option
@editing.recorded_options()
def cancel_lease(shared: GlobalOptions, env: Environment, names: tuple[str, ...], kind: str) -> ExitStatus:
    """End leases of submitters early: the value that was set before is restored.

    The kind of lease comes last. Several names are changed together or not at all (with --pool: if --atomic is given);
    - means names on stdin, one to a line. A name with * ? or [...] stands for all submitters that it matches: they are
    listed, and it asks for confirmation on a terminal; elsewhere --yes is required.
    """
    return _end_leases(names, kind, shared, env)


@command(
    "reset",
    "reset alice@example.org --reason 'left the project'",
    "reset --all --yes --reason 'new budget year'",
    "reset 'group_a.*@example.org' --lease factor",
)
@_optional_names_argument
@click.option("--all", "everybody", is_flag=True, help="Reset the accumulated usage of all submitters and groups.")
@click.option(
    "--lease",
    type=click.Choice([*accounting.LEASES]),
    help="Instead of resetting usage, end leases of this kind early: the value that was set before is restored.",
)
@yes_option
@editing.recorded_options()
def reset(
    shared: GlobalOptions, env: Environment, names: tuple[str, ...], everybody: bool, lease: str | None
) -> ExitStatus:
    """Reset the accumulated usage of submitters to 0, or end leases of theirs.

    Usage is counted again from now on; priorities and current use stay as they are. Several names are changed together
    or not at all (with --pool: if --atomic is given); - means names on stdin, one to a line. With --all, and for a name
    with * ? or [...], which stands for all submitters that it matches, it asks for confirmation on a terminal;
    elsewhere --yes is required.
    """
    if bool(names) == everybody:
        raise misuse("Give the names of submitters, or --all.")
    if everybody:
        if lease is not None:
            raise misuse("--lease ends leases of the submitters that are named; --all resets usage.")
        return _reset_all(shared, env)
    return _reset_usage(names, shared, env) if lease is None else _end_leases(names, lease, shared, env)


def _reset_usage(names: tuple[str, ...], shared: GlobalOptions, env: Environment) -> ExitStatus:
    edit = accounting.Edit(accounting.EditAction.RESET_USAGE, names)
    return _perform_on_all((edit,), "Reset the accumulated usage of {}?", shared, env, edit.action)


def _reset_all(shared: GlobalOptions, env: Environment) -> ExitStatus:
    if not editing.agreed("Reset the accumulated usage of all submitters and groups?", shared, env):
        return ExitStatus.REFUSED
    edit = accounting.Edit(accounting.EditAction.RESET_ALL)
    return _perform((edit,), edit.action, shared, env)


def _end_leases(names: tuple[str, ...], kind: str, shared: GlobalOptions, env: Environment) -> ExitStatus:
    edit = accounting.Edit(accounting.edit_of(accounting.LEASES[kind], accounting.Effect.CANCEL), names)
    return _perform_on_all((edit,), f"End the {kind} leases of {{}}?", shared, env, "cancel-lease")


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
    edits: Sequence[accounting.Edit],
    question: str,
    shared: GlobalOptions,
    env: Environment,
    name: str,
    *,
    create: bool = False,
) -> ExitStatus:
    """Make edits of the same names and patterns, after confirmation if there are patterns."""
    words = edits[0].names
    names = editing.chosen(words, shared, env)
    asked = question.format(count(len(names), "submitter"))
    if not editing.confirmed(asked, words, names, shared, env):
        return ExitStatus.REFUSED
    # Under --once a pattern is what was typed: a second try must not fail because somebody new matches it by then.
    typed, edits = editing.request_of(*edits), [replace(edit, names=names) for edit in edits]
    return _perform(edits, name, shared, env, create=create, request=typed)


def _perform(
    edits: Sequence[accounting.Edit],
    name: str,
    shared: GlobalOptions,
    env: Environment,
    *,
    create: bool = False,
    request: tuple[object, ...] | None = None,
) -> ExitStatus:
    """Make edits and show what they changed; with `create`, also for unknown submitters."""
    try:
        report = editing.make_edits(edits, shared, env, name=name, create=create, request=request)
    # The accountant knows no commands; the one that helps is named here.
    except accounting.LeaseInEffect as error:
        cure = "reset --lease" if name == "set" else "cancel-lease"
        raise accounting.EditError(f"{error.explanation}; `{env.program} {cure}` ends it") from error
    except accounting.UnknownSubmitter as unknown:
        if edits[0].value is None:
            # Only edits that set a value can create a record for it.
            raise
        text = str(unknown)
        raise accounting.EditError(
            f"{text}{'' if text.endswith('?') else '.'} Give --new to create a record"
        ) from unknown
    editing.show_edit(report, shared, env)
    return ExitStatus.DONE
