"""The commands that edit records of submitters."""

from collections.abc import Callable, Iterator

import click

from userprio.accounting import (
    Edit,
    EditAction,
    EditError,
    EditPlan,
    PriorityRules,
    UnknownSubmitter,
    Unused,
    plan_edit,
    unused_since,
)
from userprio.cli.editing import (
    TAKES_NEGATIVES,
    Desk,
    Reader,
    agreed,
    ceiling,
    duration_option,
    ledger_path,
    names_argument,
    new_option,
    opened,
    optional_names_argument,
    plan_at,
    real,
    recorded_options,
    show_edit,
    time,
    value_argument,
    whole,
    yes_option,
)
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.loading import load_inputs
from userprio.cli.options import Shared, as_moment, env_of, refuse_live, shared_of
from userprio.config import Config
from userprio.ledger import Ledger
from userprio.quotas import build_tree
from userprio.report import EditReport, count, moment


def _setter(action: EditAction, read: Reader, metavar: str, about: str, *examples: str, leased: bool) -> click.Command:
    """The command that sets one attribute of submitters."""

    def run(
        context: click.Context,
        names: tuple[str, ...],
        value: float | int,
        new: bool,
        reason: str | None,
        force: bool,
        duration_s: int | None = None,
    ) -> ExitStatus:
        edit = Edit(action, names, value, duration_s)
        return _perform(context, edit, action, reason, force, create=new, creatable=True)

    run.__doc__ = about
    function: Callable[..., ExitStatus] = click.pass_context(run)
    function = new_option(recorded_options()(function))
    if leased:
        function = duration_option(function)
    function = names_argument(value_argument(read, metavar)(function))
    shown = "\n".join(f"  userprio {example}" for example in examples)
    return click.command(action.value, context_settings=TAKES_NEGATIVES, epilog=f"\b\nExamples:\n{shown}\n")(function)


_MANY = """

    Several names are changed together or not at all; - stands for names on stdin, one to a line.
    """

setfactor = _setter(
    EditAction.SET_FACTOR,
    real,
    "FACTOR",
    """Set the priority factor of submitters, 1 or more: the larger, the smaller their share.""" + _MANY,
    "setfactor alice@example.org 500",
    "setfactor alice@example.org bob@example.org 2000 --duration 2d --reason 'paper deadline'",
    leased=True,
)
setprio = _setter(
    EditAction.SET_PRIORITY,
    real,
    "PRIORITY",
    """Set the real priority of submitters: the weight that they used lately, without their factor.""" + _MANY,
    "setprio alice@example.org 0.5",
    leased=False,
)
setaccum = _setter(
    EditAction.SET_ACCUMULATED,
    real,
    "SECONDS",
    """Set the accumulated usage of submitters, in weight-seconds.""" + _MANY,
    "setaccum alice@example.org 0",
    leased=False,
)
setbegin = _setter(
    EditAction.SET_BEGIN,
    time,
    "TIME",
    """Set when submitters began to use the pool, as seconds since 1970 or in ISO 8601.""" + _MANY,
    "setbegin alice@example.org 2026-01-01",
    leased=False,
)
setlast = _setter(
    EditAction.SET_LAST,
    time,
    "TIME",
    """Set when submitters last used the pool, as seconds since 1970 or in ISO 8601.""" + _MANY,
    "setlast alice@example.org 2026-03-02T09:00",
    leased=False,
)
setfloor = _setter(
    EditAction.SET_FLOOR,
    whole,
    "WEIGHT",
    """Set the floor of submitters: the weight that they get before anybody else is served; 0 is none.""" + _MANY,
    "setfloor alice@example.org 16",
    "setfloor alice@example.org 64 --duration 12h",
    leased=True,
)
setceiling = _setter(
    EditAction.SET_CEILING,
    ceiling,
    "WEIGHT",
    """Set the ceiling of submitters: the weight that they never get more than; -1 or `none` is no ceiling.""" + _MANY,
    "setceiling alice@example.org 100",
    "setceiling alice@example.org bob@example.org -1",
    leased=True,
)


@click.command(
    epilog="""\b
Examples:
  userprio resetusage alice@example.org --reason 'left the project'
""",
)
@names_argument
@recorded_options()
@click.pass_context
def resetusage(context: click.Context, names: tuple[str, ...], reason: str | None, force: bool) -> ExitStatus:
    """Set the accumulated usage of submitters to nothing; it begins anew now.

    Priorities and what is in use at present stay. Several names are changed together or not at all; - stands for names
    on stdin, one to a line.
    """
    return _perform(context, Edit(EditAction.RESET_USAGE, names), "resetusage", reason, force)


@click.command(
    epilog="""\b
Examples:
  userprio resetall --yes --reason 'new budget year'
"""
)
@yes_option
@recorded_options()
@click.pass_context
def resetall(context: click.Context, yes: bool, reason: str | None, force: bool) -> ExitStatus:
    """Set the accumulated usage of everybody to nothing, of groups as well.

    Priorities and what is in use at present stay. It asks first on a terminal; elsewhere it takes --yes.
    """
    if not (yes or agreed(context, "Reset the accumulated usage of all submitters and groups?")):
        return ExitStatus.REFUSED
    return _perform(context, Edit(EditAction.RESET_ALL), "resetall", reason, force)


@click.command(
    epilog="""\b
Examples:
  userprio delete alice@example.org
  userprio delete --yes - < names.txt
  userprio delete --unused-since 2026-01-01
""",
)
@optional_names_argument
@click.option(
    "--unused-since",
    metavar="TIME",
    callback=as_moment,
    help="Instead of names: all submitters that have used nothing since then.",
)
@yes_option
@recorded_options()
@click.pass_context
def delete(
    context: click.Context,
    names: tuple[str, ...],
    unused_since: int | None,
    yes: bool,
    reason: str | None,
    force: bool,
) -> ExitStatus:
    """Delete the records of submitters, with priority, factor, usage, floor, ceiling and leases.

    It asks first on a terminal; elsewhere it takes --yes. `userprio undo` brings a record back as it was. Several names
    are deleted together or not at all; - stands for names on stdin, one to a line.

    HTCondor never deletes a record by itself, and a negotiator takes minutes to start on a hundred thousand. With
    --unused-since those go that use nothing now and have used nothing since then. Whoever has a factor of his own, a
    floor, a ceiling or a lease stays; and groups stay. `userprio check` says when it is worth it.
    """
    if bool(names) == (unused_since is not None):
        raise click.UsageError("Give the names of submitters, or --unused-since with a time.", context)
    if unused_since is not None:
        return _delete_unused(context, unused_since, yes, reason, force)
    whose = ", ".join(names) if len(names) <= 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"
    if not (yes or agreed(context, f"Delete the records of {whose}?")):
        return ExitStatus.REFUSED
    return _perform(context, Edit(EditAction.DELETE, names), "delete", reason, force)


_CANCELLATIONS = {
    "ceiling": EditAction.CANCEL_CEILING_LEASE,
    "floor": EditAction.CANCEL_FLOOR_LEASE,
    "factor": EditAction.CANCEL_FACTOR_LEASE,
}


@click.command(
    "cancel-lease",
    epilog="""\b
Examples:
  userprio cancel-lease alice@example.org factor
""",
)
@names_argument
@click.argument("kind", metavar="ceiling|floor|factor", type=click.Choice(list(_CANCELLATIONS)))
@recorded_options()
@click.pass_context
def cancel_lease(
    context: click.Context, names: tuple[str, ...], kind: str, reason: str | None, force: bool
) -> ExitStatus:
    """End leases of submitters before their time: the value that was set before comes back.

    The kind of lease stands last. Several names are changed together or not at all; - stands for names on stdin, one to
    a line.
    """
    return _perform(context, Edit(_CANCELLATIONS[kind], names), "cancel-lease", reason, force)


def _delete_unused(context: click.Context, since: int, yes: bool, reason: str | None, force: bool) -> ExitStatus:
    env = env_of(context)
    shared = shared_of(context)
    refuse_live(shared, "On a running pool, name the submitters to delete; --unused-since is for a ledger.")
    inputs = load_inputs(shared, env, with_pool=False)
    if since > inputs.now:
        raise click.UsageError("The time of --unused-since lies in the future.", context)
    found = unused_in(Ledger.read(ledger_path(inputs, shared, env)), inputs.config, since)
    for remark in remarks_on(found):
        env.warn(remark)
    if not found.names:
        env.stderr.write("There are no such submitters; nothing was changed.\n")
        return ExitStatus.DONE
    whose = f"{count(len(found.names), 'submitter')} that used nothing since {moment(since, env.zone)}"
    if not (yes or agreed(context, f"Delete the records of {whose}?")):
        return ExitStatus.REFUSED
    with opened(inputs, shared, env, force=force) as desk:
        plan, names = plan_deletion(desk, since, found)
        note = f"{count(len(names), 'submitter')} deleted that used nothing since {moment(since, env.zone)}"
        report = desk.commit(plan, "delete", names, reason, note=note)
    show_edit(report, shared, env)
    return ExitStatus.DONE


def _perform(
    context: click.Context,
    edit: Edit,
    command: str,
    reason: str | None,
    force: bool,
    *,
    create: bool = False,
    creatable: bool = False,
) -> ExitStatus:
    """Make an edit and show what it changed; with `create`, for unknown submitters too."""
    env = env_of(context)
    shared = shared_of(context)
    if shared.live:
        show_edit(_on_pool(edit, command, reason, shared, env, create=create, creatable=creatable), shared, env)
        return ExitStatus.DONE
    with opened(load_inputs(shared, env, with_pool=False), shared, env, force=force) as desk:
        try:
            plan = plan_at(desk, edit, create=create)
        except UnknownSubmitter as unknown:
            raise _with_way_out(unknown, creatable) from unknown
        report = desk.commit(plan, command, edit.names, reason)
    show_edit(report, shared, env)
    return ExitStatus.DONE


def _on_pool(
    edit: Edit,
    command: str,
    reason: str | None,
    shared: Shared,
    env: Environment,
    *,
    create: bool,
    creatable: bool,
) -> EditReport:
    from userprio.cli.live_editing import edit_pool

    try:
        return edit_pool(edit, command, reason, shared, env, create=create)
    except UnknownSubmitter as unknown:
        raise _with_way_out(unknown, creatable) from unknown


def _with_way_out(unknown: UnknownSubmitter, creatable: bool) -> EditError:
    """What to give where a record may be made."""
    if not creatable:
        return unknown
    text = str(unknown)
    return EditError(f"{text}{'' if text.endswith('?') else '.'} Give --new to make a record")


def unused_in(ledger: Ledger, config: Config, since: int) -> Unused:
    """The submitters of a ledger that used nothing since `since`, seconds since the epoch."""
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    return unused_since(ledger, since, rules, lambda name: tree.assigned(name).name)


def remarks_on(found: Unused) -> Iterator[str]:
    """What an administrator should know before these go."""
    if found.kept:
        stay = "stays" if len(found.kept) == 1 else "stay"
        yield f"{count(len(found.kept), 'submitter')} {stay} for a factor, floor, ceiling or lease of their own"
    if found.indebted:
        have = "has" if len(found.indebted) == 1 else "have"
        number = count(len(found.indebted), "submitter")
        yield f"{number} still {have} a real priority above 0.5, and would start anew with 0.5"


def plan_deletion(desk: Desk, since: int, agreed: Unused) -> tuple[EditPlan, tuple[str, ...]]:
    """The deletion of those that were agreed upon and are still unused, now that the ledger is locked; their names."""
    ledger = desk.session.ledger
    still = set(unused_in(ledger, desk.inputs.config, since).names)
    names = tuple(name for name in agreed.names if name in still)
    rules, group_of = desk.rules()
    if not names:
        return EditPlan((), ()), names
    return plan_edit(Edit(EditAction.DELETE, names), ledger, desk.now, rules, group_of), names
