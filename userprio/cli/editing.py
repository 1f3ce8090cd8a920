"""What the commands that edit have in common: their arguments and options, and the ledger opened for an edit: locked,
repaired where a crash left half an edit, with its history at hand."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, TypeVar

import click

from userprio import __version__
from userprio.accounting import Edit, EditAction, EditPlan, GroupOf, PriorityRules, lease_attribute, plan_edit
from userprio.cli.committing import (
    AlreadyMade,
    answering_again,
    check_owner,
    find_made,
    request_text,
    tell_again,
    uninterrupted,
    warned_files,
)
from userprio.cli.environment import Environment
from userprio.cli.exits import tell_made
from userprio.cli.inputs import CommandInputs, find_ledger, no_ledger
from userprio.cli.loading import load_inputs
from userprio.cli.moments import length, moment
from userprio.cli.options import Decorator, Shared, env_of, repeating_options, shared_options, together
from userprio.cli.preview import Unlocked, previewed
from userprio.cli.showing import show
from userprio.config import Config
from userprio.errors import BadInput, Refused
from userprio.ledger import (
    CUSTOMER_PREFIX,
    Change,
    Ledger,
    LedgerStore,
    Operation,
    OperationsLog,
    OperationState,
    Session,
    StoreError,
    StoreErrorKind,
)
from userprio.pool import examples
from userprio.quotas import build_tree
from userprio.report import EditReport
from userprio.times import Moment

Number = TypeVar("Number", int, float)
Reader = Callable[[str, Environment], float | int]
"""Makes a value of what was typed, or raises click.BadParameter."""

ValueReader = Callable[[str, Environment], float | int | Moment]
"""The same, and moments that depend on when now is."""

# Values may be negative, so that what begins with a dash is not always an option.
TAKES_NEGATIVES: Final = {"ignore_unknown_options": True}

_OPTION: Final = re.compile(r"-(?!\d|\.\d|inf|nan|$)")


def real(text: str, env: Environment) -> float:
    """A number, with a point and an exponent if wanted."""
    return _number(float, text, "a number")


def whole(text: str, env: Environment) -> int:
    """A whole number."""
    return _number(int, text, "a whole number")


def _number(kind: Callable[[str], Number], text: str, what: str) -> Number:
    try:
        return kind(text)
    except ValueError as wrong:
        hint = " The value comes last." if "@" in text else ""
        raise click.BadParameter(f"{text!r} is not {what}.{hint}") from wrong


def ceiling(text: str, env: Environment) -> int:
    """A whole number, or none."""
    return -1 if text.lower() in ("none", "unlimited") else whole(text, env)


def time(text: str, env: Environment) -> Moment:
    """A time; a mere length of time is that long ago."""
    return moment(text, env)


def value_argument(read: ValueReader, metavar: str) -> Decorator:
    """The last word: what is set."""

    def callback(context: click.Context, parameter: click.Parameter, text: str) -> float | int | Moment:
        _not_an_option(text, context)
        return read(text, env_of(context))

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
    if words and not names:
        raise click.BadParameter("There are no names on standard input.")
    return tuple(names)


def _not_an_option(word: str, context: click.Context) -> None:
    if "@" not in word and _OPTION.match(word):
        raise click.NoSuchOption(word.partition("=")[0], ctx=context)


names_argument: Final = click.argument("names", metavar="NAME...", nargs=-1, required=True, callback=_read_names)
"""Submitters, one at least; `-` stands for names on stdin, one to a line."""
optional_names_argument: Final = click.argument("names", metavar="[NAME]...", nargs=-1, callback=_read_names)
"""The same of a command that may be told in another way whom it is about."""
duration_option: Final = click.option(
    "--duration",
    "duration_s",
    metavar="TIME",
    callback=lambda context, parameter, text: None if text is None else length(text),
    help="Make it a lease: after this time, such as 3600, 90m or 2d, the old value is restored.",
)
new_option: Final = click.option("--new", is_flag=True, help="Make a record for a submitter that has none.")
yes_option: Final = click.option("--yes", is_flag=True, help="Do not ask for confirmation.")


def recorded_options(result: str = "EditReport") -> Decorator:
    """Options of everything that is written down in the operations log, with those that all commands share."""
    return together(
        click.option("--reason", metavar="TEXT", help="The reason, for the operations log."),
        click.option(
            "--force",
            is_flag=True,
            help="Edit even if a negotiator seems to own the ledger, or its damaged end has to be removed first.",
        ),
        repeating_options,
        shared_options(result),
        answering_again,
    )


_HINTS: Final = {
    StoreErrorKind.IN_USE: "Edit the running pool with --pool, or stop the negotiator first; what --force writes now "
    "will probably be lost",
    StoreErrorKind.LOCKED: "Try again, or give --wait more seconds",
    StoreErrorKind.DAMAGED: "Give --force to take it out; it is kept in a file beside the ledger",
}


def rules_of(config: Config) -> tuple[PriorityRules, GroupOf]:
    """A configuration's rules of priorities, and its groups."""
    tree = build_tree(config)
    rules = PriorityRules.from_config(config, [group.name for group in tree.groups])
    return rules, lambda name: tree.assigned(name).name


@dataclass(frozen=True, slots=True)
class Desk:
    """Where an edit is made: the ledger under its lock, and all that planning one takes."""

    session: Session | Unlocked
    log: OperationsLog
    inputs: CommandInputs
    env: Environment
    key: str | None
    request: str
    shared: Shared

    def commit(
        self,
        plan: EditPlan,
        action: str,
        names: Iterable[str],
        reason: str | None,
        *,
        undoes: int | None = None,
        note: str | None = None,
        logged: tuple[Change, ...] | None = None,
    ) -> EditReport:
        """Make the plan true, as one operation; a plan that changes nothing is left at that.

        `logged` are the changes that the log keeps, where those of the plan are too many; they cannot be taken back.
        """
        done = None
        report = EditReport(self.session.path, action, plan.changes, plan.ended, plan.messages, note)
        if isinstance(self.session, Unlocked):
            rules = rules_of(self.inputs.config)
            return previewed(report, self.session.ledger, plan.records, rules, self.shared, self.env)
        if plan.changes or plan.ended:
            operation = Operation(
                action=action,
                names=tuple(dict.fromkeys(names)),
                changes=plan.changes if logged is None else logged,
                at=self.inputs.now,
                who=self.env.user,
                version=__version__,
                reason=reason,
                undoes=undoes,
                ended=plan.ended,
                note=note,
                reversible=logged is None and bool(plan.changes),
                key=self.key,
                request=None if self.key is None else self.request,
            )
            with uninterrupted():
                done = self.log.carry_out(operation, plan.records, self.session)
                tell_made(done, self.env)
        return replace(report, operation=done)


@contextmanager
def opened(
    shared: Shared,
    env: Environment,
    inputs: CommandInputs | None = None,
    *,
    request: Sequence[object],
    force: bool,
) -> Iterator[Desk]:
    """The ledger that the options name, or that is found, under its lock.

    `request` is all that makes this edit another than others: with --once it is made at most once.

    Raises:
        BadInput: there is no ledger, or it makes no sense.
        Refused: it belongs to a shipped example, or a negotiator on another machine may keep it.
        StoreError: see `LedgerStore.locked`; also DAMAGED, unless `force`, where more than half an edit is left out.
        AlreadyMade: an earlier call with the same key made the edit.
    """
    inputs = inputs or load_inputs(shared, env, with_pool=False)
    path = ledger_path(inputs, shared, env)
    files = warned_files(env)
    if shared.dry_run:
        yield Desk(Unlocked(path), OperationsLog(path.resolve()), inputs, env, None, "", shared)
        return
    try:
        with LedgerStore(path, shared.wait_s, files=files).locked(inputs.now, force=force) as session:
            damage = session.damage
            if damage is not None and (force or session.interrupted):
                kept = session.repair()
                if damage.dropped_bytes:
                    env.warn(f"{path}, {damage}; this was taken out{'' if kept is None else f' and is kept in {kept}'}")
            log = OperationsLog(session.path, files)
            settled = log.settle(session)
            if settled is not None and settled.state is OperationState.UNCERTAIN:
                env.warn(f"operation {settled.id} was interrupted, and the ledger does not show whether it was made")
            desk = Desk(session, log, inputs, env, shared.once, request_text(request), shared)
            _check_not_made(desk)
            check_owner(session, log, inputs.config, env, force=force)
            yield desk
    except StoreError as error:
        if error.kind not in _HINTS:
            raise
        raise StoreError(error.kind, error.message, error.path, _HINTS[error.kind]) from error


def _check_not_made(desk: Desk) -> None:
    if desk.key is not None and desk.log.mentions(desk.key):
        made = find_made(desk.key, desk.request, desk.log.newest_first())
        if made is not None:
            tell_again(made, desk.env)
            raise AlreadyMade(EditReport(desk.session.path, made.action, made.changes, made.ended, (), made.note, made))


def request_of(edit: Edit) -> tuple[object, ...]:
    """What makes an edit another than others, in either spelling."""
    return edit.action, *edit.names, edit.value, edit.duration_s


def plan_at(desk: Desk, edit: Edit, *, create: bool) -> EditPlan:
    """Plan an edit of the ledger at hand, reading no more of it than needed."""
    session = desk.session
    if edit.action is EditAction.RESET_ALL:
        ledger = session.ledger
    else:
        leased = lease_attribute(edit)
        holders = () if leased is None else session.customers_with(leased)
        ads = session.ads([CUSTOMER_PREFIX + name for name in dict.fromkeys((*edit.names, *holders))])
        ledger = Ledger(ads, tuple(f"+{key}" for key in ads))
    rules, group_of = rules_of(desk.inputs.config)
    return plan_edit(edit, ledger, desk.inputs.now, rules, group_of, create=create, known=session.names)


def ledger_path(inputs: CommandInputs, shared: Shared, env: Environment) -> Path:
    """Where the ledger is that a command edits; it may be missing if it was named.

    Raises:
        BadInput: none was named, and none is found.
        Refused: it belongs to a shipped example, which stays as it is.
    """
    path = find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    if path is None:
        raise BadInput(no_ledger(inputs.config, env), hint="Give --ledger FILE")
    if any(path.resolve().is_relative_to(example.folder.resolve()) for example in examples.shipped()):
        raise Refused(f"{path} belongs to a shipped example, which stays as it is; copy the ledger and give --ledger")
    return path


def show_edit(report: EditReport, shared: Shared, env: Environment) -> None:
    """Tell what was done; remarks go to stderr."""
    env.warn_all(report.messages)
    show(report, shared.format, env)
    touched = len({change.key for change in report.changes})
    operation = report.operation
    if operation is not None and operation.reversible and touched > 1:
        where = "" if report.pool is None else " on the same pool"
        back = f"`{env.program} undo {operation.id}`{where} takes them back"
        env.stderr.write(f"{env.program}: {touched} records were changed by operation {operation.id}; {back}.\n")


def agreed(question: str, env: Environment) -> bool:
    """Whether a person wants it; where there is none to ask, a sentence on stderr says what to give."""
    answer = env.ask(question)
    if answer is None:
        name = click.get_current_context().info_name
        env.stderr.write(f"{env.program}: {name} asks first, and nobody is there to answer; give --yes.\n")
    elif not answer:
        env.stderr.write("Nothing was changed.\n")
    return bool(answer)


def some(names: Sequence[str]) -> str:
    """Five names at most, for a question."""
    return ", ".join(names) if len(names) <= 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"
