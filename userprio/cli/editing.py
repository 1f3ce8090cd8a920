"""Opens the ledger for an edit: locks it, repairs half an edit left by a crash, and loads its history."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import click

from userprio import __version__
from userprio.accounting import Edit, EditAction, EditError, EditPlan, lease_attribute, plan_edit
from userprio.base.errors import BadInput, Refused
from userprio.cli.committing import (
    AlreadyMade,
    Unlocked,
    answering_again,
    check_owner,
    find_made,
    previewed,
    request_text,
    tell_again,
    uninterrupted,
    warned_files,
)
from userprio.cli.edit_options import agreed
from userprio.cli.environment import Environment, tell_made
from userprio.cli.inputs import CommandInputs, find_ledger, no_ledger
from userprio.cli.loading import load_inputs
from userprio.cli.options import Decorator, Shared, remember, repeating_options, together
from userprio.cli.showing import show
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
from userprio.pool import examples, priority_rules
from userprio.report import EDIT_FORMATS, EditReport, count, printable

_HINTS: Final = {
    StoreErrorKind.IN_USE: "Edit the running pool with --pool, or stop the negotiator first; what --force writes now "
    "will probably be lost",
    StoreErrorKind.LOCKED: "Try again, or give --wait more seconds",
    StoreErrorKind.DAMAGED: "Give --force to take it out; it is kept in a file beside the ledger",
}
_MAGIC: Final = re.compile(r"[*?\[]")


def recorded_options() -> Decorator:
    """The options of commands that are recorded in the operations log."""
    return together(
        click.option(
            "--reason",
            metavar="TEXT",
            expose_value=False,
            callback=remember,
            help="The reason, for the operations log.",
        ),
        click.option(
            "--force",
            is_flag=True,
            expose_value=False,
            callback=remember,
            help="Edit even if a negotiator seems to own the ledger, or its damaged end has to be removed first.",
        ),
        repeating_options,
        answering_again,
    )


@dataclass(frozen=True, slots=True)
class Desk:
    """The locked ledger, with everything needed to plan an edit."""

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
        *,
        title: str | None = None,
        undoes: int | None = None,
        note: str | None = None,
        logged: tuple[Change, ...] | None = None,
    ) -> EditReport:
        """Carry out the plan as one operation, unless it changes nothing.

        A `title` is put before the given reason. `logged` are the changes for the log if those of the plan are too
        many; they cannot be undone.
        """
        done = None
        report = EditReport(self.session.path, action, plan.changes, plan.ended, plan.messages, note)
        if isinstance(self.session, Unlocked):
            config = self.inputs.config
            return previewed(report, self.session.ledger, plan.records, config, self.shared, self.env)
        if plan.changes or plan.ended:
            reason = self.shared.reason
            operation = Operation(
                action=action,
                names=tuple(dict.fromkeys(names)),
                changes=plan.changes if logged is None else logged,
                at=self.inputs.now,
                who=self.env.user,
                version=__version__,
                reason=f"{title}: {reason}" if title and reason else title or reason,
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
) -> Iterator[Desk]:
    """The ledger that is named or found, locked.

    `request` identifies this edit, which is made at most once with --once.

    Raises:
        BadInput: there is no ledger, or it makes no sense.
        Refused: it belongs to a shipped example, or a negotiator on another machine may keep it.
        StoreError: see `LedgerStore.locked`; also DAMAGED, unless forced, where more than half an edit is left out.
        AlreadyMade: an earlier call with the same key made the edit.
    """
    inputs = inputs or load_inputs(shared, env, with_pool=False)
    path = ledger_path(inputs, shared, env)
    files = warned_files(env)
    if shared.dry_run:
        yield Desk(Unlocked(path), OperationsLog(path.resolve()), inputs, env, None, "", shared)
        return
    try:
        with LedgerStore(path, shared.wait_s, files=files).locked(inputs.now, force=shared.force) as session:
            damage = session.damage
            if damage is not None and (shared.force or session.interrupted):
                kept = session.repair()
                if damage.dropped_bytes:
                    env.warn(f"{path}, {damage}; this was taken out{'' if kept is None else f' and is kept in {kept}'}")
            log = OperationsLog(session.path, files)
            settled = log.settle(session)
            if settled is not None and settled.state is OperationState.UNCERTAIN:
                env.warn(f"operation {settled.id} was interrupted, and the ledger does not show whether it was made")
            desk = Desk(session, log, inputs, env, shared.once, request_text(request), shared)
            _check_not_made(desk)
            check_owner(session, log, inputs.config, env, force=shared.force)
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
    """The identity of an edit, the same in both spellings of the command line."""
    return edit.action, *edit.names, edit.value, edit.duration_s


def plan_at(desk: Desk, edit: Edit, *, create: bool) -> EditPlan:
    """Plan an edit, reading no more of the ledger than needed."""
    session = desk.session
    if edit.action is EditAction.RESET_ALL:
        ledger = session.ledger
    else:
        leased = lease_attribute(edit)
        holders = () if leased is None else session.customers_with(leased)
        ads = session.ads([CUSTOMER_PREFIX + name for name in dict.fromkeys((*edit.names, *holders))])
        ledger = Ledger(ads, tuple(f"+{key}" for key in ads))
    rules, group_of = priority_rules(desk.inputs.config)
    return plan_edit(edit, ledger, desk.inputs.now, rules, group_of, create=create, known=session.names)


def ledger_path(inputs: CommandInputs, shared: Shared, env: Environment) -> Path:
    """The path of the ledger to edit; if named, it need not exist.

    Raises:
        BadInput: none was named, and none is found.
        Refused: it belongs to a shipped example, which must not be changed; not for a dry run.
    """
    path = known_ledger(inputs, shared, env)
    if not shared.dry_run and any(
        path.resolve().is_relative_to(example.folder.resolve()) for example in examples.shipped()
    ):
        raise Refused(f"{path} belongs to a shipped example, which stays as it is; copy the ledger and give --ledger")
    return path


def known_ledger(inputs: CommandInputs, shared: Shared, env: Environment) -> Path:
    """The path of the ledger; if named, it need not exist.

    Raises:
        BadInput: none was named, and none is found.
    """
    path = find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    if path is None:
        raise BadInput(no_ledger(inputs.config, env), hint="Give --ledger FILE")
    return path


def show_edit(report: EditReport, shared: Shared, env: Environment) -> None:
    """Show what was done; remarks go to stderr."""
    env.warn_all(report.messages)
    show(report, EDIT_FORMATS, shared.format, env)
    touched = len({change.key for change in report.changes})
    operation = report.operation
    if operation is not None and operation.reversible and touched > 1:
        where = "" if report.pool is None else " on the same pool"
        back = f"`{env.program} undo {operation.id}`{where} takes them back"
        env.stderr.write(f"{env.program}: {touched} records were changed by operation {operation.id}; {back}.\n")


def chosen(words: Sequence[str], shared: Shared, env: Environment) -> tuple[str, ...]:
    """The names meant by these words; a word with `*`, `?` or `[...]` means all matching records, unless it is itself
    a record's name.

    Raises:
        EditError: a pattern matches nobody.
        BadInput, LiveError: the ledger, or the pool, cannot be read.
    """
    if not any(map(_MAGIC.search, words)):
        return tuple(words)
    known = _submitters(shared, env)
    names: list[str] = []
    for word in words:
        if word in known or not _MAGIC.search(word):
            names.append(word)
            continue
        matched = [name for name in known if fnmatchcase(name, word)]
        if not matched:
            raise EditError(f"no submitter matches {word}")
        names += matched
    return tuple(dict.fromkeys(names))


def _submitters(shared: Shared, env: Environment) -> dict[str, None]:
    if shared.live:
        from userprio.cli.live_editing import submitters_of_pool

        return dict.fromkeys(sorted(submitters_of_pool(shared, env)))
    ledger = Ledger.read(ledger_path(load_inputs(shared, env, with_pool=False, warn=False), shared, env))
    return dict.fromkeys(sorted(name for name in ledger.customers if "@" in name))


def confirmed(question: str, words: Sequence[str], names: Sequence[str], shared: Shared, env: Environment) -> bool:
    """Whether the user confirms an edit of all names that match patterns in `words`; without patterns nobody is asked.

    The names are listed on stderr first.
    """
    if tuple(names) == tuple(words) or not shared.asks:
        return True
    env.stderr.write(f"{count(len(names), 'submitter')}:\n")
    env.stderr.write("".join(f"  {printable(name)}\n" for name in names))
    return agreed(question, shared, env)
