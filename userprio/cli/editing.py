"""Edits of a ledger, in one session each: locked, repaired, planned, recorded, and made at most once under a key.

`make_edits` is the way of every edit, in our spelling or condor_userprio's, of a ledger or of a running pool. A session
is opened by itself where several edits are planned in it. With `--dry-run`, the ledger is not locked.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from functools import wraps
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from msgspec import structs

from userprio import __version__
from userprio import ledger as ledgers
from userprio.accounting import Edit, EditError, EditPlan, lease_attribute, plan_in_turn
from userprio.base import BadInput, Refused, spoken
from userprio.cli import Environment, ExitStatus, show, tell_made, uninterrupted
from userprio.cli.help import rare_option
from userprio.cli.loading import CommandInputs, load_inputs, read_ledger, root_of_ledger
from userprio.cli.once import IdempotentReplay, earlier_report, identity, operation_under
from userprio.cli.options import Decorator, GlobalOptions, misuse, remember, repeating_options, tabled, together
from userprio.cli.places import find_ledger, no_ledger
from userprio.cli.sessions import DryRunSession, pool_session, previewed
from userprio.config import Config
from userprio.pool import examples, priority_rules
from userprio.report import EDIT_FORMATS, EditReport, count, printable

_HINTS: Final = {
    ledgers.StoreErrorKind.IN_USE: "Edit the running pool with --pool, or stop the negotiator first; what --force "
    "writes now will probably be lost",
    ledgers.StoreErrorKind.LOCKED: "Try again, or give --wait more seconds",
    ledgers.StoreErrorKind.DAMAGED: "Give --force to take it out; it is kept in a file beside the ledger",
}
_MAGIC: Final = re.compile(r"[*?\[]")


def _showing_replays(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a command whose edit was made before repeat its result."""

    @wraps(function)
    def run(shared: GlobalOptions, env: Environment, **values: Any) -> Any:
        try:
            return function(shared, env, **values)
        except IdempotentReplay as replay:
            show(replay.report, EDIT_FORMATS, shared.format, env)
            return ExitStatus.DONE

    return run


def recorded_options() -> Decorator:
    """The options of commands that are recorded in the operations log."""
    return together(
        tabled({"--reason TEXT": "The reason, for the operations log."}, expose_value=False, callback=remember),
        tabled(
            {
                "--force": "Edit even if a negotiator seems to own the ledger, or its damaged end has to be removed "
                "first.",
                "--atomic": "On a running pool: if a part of the edit is refused, take back the rest. A ledger is "
                "edited as a whole in any case.",
            },
            rare_option,
            expose_value=False,
            callback=remember,
        ),
        repeating_options,
        _showing_replays,
    )


class EditSession(msgspec.Struct, frozen=True):
    """A ledger that is open for one operation, with everything needed to plan and record it."""

    access: ledgers.Session | DryRunSession
    """The locked ledger, or one that is only read."""
    log: ledgers.OperationsLog
    inputs: CommandInputs
    env: Environment
    key: str | None
    request: str
    shared: GlobalOptions

    def plan(self, edits: Sequence[Edit], *, create: bool) -> EditPlan:
        """Plan edits as one transaction, reading no more of the ledger than needed.

        Raises:
            EditError: see `plan_edit`.
        """
        if any(edit.spec.everyone for edit in edits):
            ledger = self.access.ledger
        else:
            names = dict.fromkeys(name for edit in edits for name in edit.names)
            for attribute in map(lease_attribute, edits):
                names |= {} if attribute is None else dict.fromkeys(self.access.customers_with(attribute))
            # Few of a hundred thousand records are read: parsing all of them would take most of the time of an edit.
            ads = self.access.ads([ledgers.CUSTOMER_PREFIX + name for name in names])
            ledger = ledgers.Ledger(ads, tuple(f"+{key}" for key in ads))
        terms = (ledger, self.inputs.now, *priority_rules(self.inputs.config))
        return plan_in_turn(edits, *terms, create=create, known=self.access.names)

    def commit(
        self,
        plan: EditPlan,
        action: str,
        names: Iterable[str],
        *,
        title: str | None = None,
        undoes: int | None = None,
        note: str | None = None,
        logged: tuple[ledgers.Change, ...] | None = None,
    ) -> EditReport:
        """Carry out the plan as one operation, unless it changes nothing.

        A `title` is put before the given reason. `logged` are the changes for the log if those of the plan are too
        many; they cannot be undone.
        """
        done = None
        report = EditReport(self.access.path, action, plan.changes, plan.ended, plan.messages, note)
        # A dry run gets as far as a real edit, so that it refuses what that would refuse.
        if isinstance(self.access, DryRunSession):
            config = self.inputs.config
            return previewed(report, self.access.ledger, plan.records, config, self.shared, self.env)
        if plan.changes or plan.ended:
            reason = self.shared.reason
            operation = ledgers.Operation(
                action=action,
                names=tuple(dict.fromkeys(names)),
                changes=plan.changes if logged is None else logged,
                at=self.inputs.now,
                who=self.env.user,
                login=self.env.login,
                version=__version__,
                reason=f"{title}: {reason}" if title and reason else title or reason,
                undoes=undoes,
                ended=plan.ended,
                note=note,
                reversible=logged is None and bool(plan.changes),
                key=self.key,
                request=None if self.key is None else self.request,
            )
            # Once the records are written the edit is made, so it must also be recorded and reported as made.
            with uninterrupted():
                done = self.log.carry_out(operation, plan.records, self.access)
                tell_made(done, self.env)
        return structs.replace(report, operation=done)


@contextmanager
def opened(
    shared: GlobalOptions, env: Environment, inputs: CommandInputs | None = None, *, request: Sequence[object]
) -> Iterator[EditSession]:
    """The ledger that is named or found, locked.

    `request` identifies this edit, which is made at most once with --once.

    Raises:
        BadInput: there is no ledger, or it makes no sense.
        Refused: it belongs to a shipped example, or a negotiator on another machine may keep it.
        StoreError: see `LedgerStore.locked`; also DAMAGED, unless forced, where more than half an edit is left out.
        IdempotentReplay: an earlier call with the same key made the edit.
    """
    inputs = inputs or load_inputs(shared, env, with_pool=False)
    path = ledger_path(inputs, shared, env)
    if shared.dry_run:
        session = DryRunSession(path, root_of_ledger(path, inputs, shared, env))
        yield EditSession(session, ledgers.OperationsLog(path.resolve()), inputs, env, None, "", shared)
        return
    files = _warned_files(env.warn)
    try:
        with ledgers.LedgerStore(path, shared.wait_s, files=files).locked(inputs.now, force=shared.force) as access:
            damage = access.damage
            # Nothing is lost by removing what an interrupted write leaves, so that takes no --force. Other damage may
            # hide edits that an administrator still wants to see.
            if damage is not None and (shared.force or access.interrupted):
                removed = access.repair()
                if damage.dropped_bytes:
                    copy = "" if removed is None else f" and is kept in {removed}"
                    env.warn(f"{path}, {damage}; this was taken out{copy}")
            log = ledgers.OperationsLog(access.path, files)
            # An operation that a crash interrupted is settled before any other is looked for by its key.
            settled = log.settle(access)
            if settled is not None and settled.state is ledgers.OperationState.UNCERTAIN:
                env.warn(f"operation {settled.id} was interrupted, and the ledger does not show whether it was made")
            identified = identity(request)
            earlier = None if shared.once is None else operation_under(shared.once, identified, log, "the ledger")
            if earlier is not None:
                # An exception, since no caller may go on to plan: the edit would be made a second time.
                raise IdempotentReplay(earlier_report(earlier, env, ledger=access.path))
            # After the key has been looked for: a script that tries again needs its first result
            # even where a negotiator may be about now.
            warning = _overwriting(access, log, inputs.config, int(env.clock()), force=shared.force)
            if warning is not None:
                env.warn(warning)
            yield EditSession(access, log, inputs, env, shared.once, identified, shared)
    except ledgers.StoreError as error:
        # The remedy is an option of this command line, which the ledger knows nothing of.
        if error.kind not in _HINTS:
            raise
        raise ledgers.StoreError(error.kind, error.message, error.path, _HINTS[error.kind]) from error


def _warned_files(warn: Callable[[str], None]) -> ledgers.FileCalls:
    """The file calls of an edit. A failure to close a file is only a warning, since the data were synced before."""

    def close(file: int) -> None:
        try:
            os.close(file)
        except OSError as failed:
            with suppress(OSError, ValueError):
                warn(f"a file could not be closed ({failed.strerror}), though what was written to it is on disk")

    return ledgers.FileCalls(close=close)


def _overwriting(
    session: ledgers.Session, log: ledgers.OperationsLog, config: Config, at: int, *, force: bool
) -> str | None:
    """A warning that a negotiator will overwrite an edit made `at` this time, or None.

    Raises:
        Refused: priorities were updated so recently that a negotiator may be running out of sight; not with `force`.
    """
    others = session.others
    # This is only reached with --force: without it, locking a ledger that a negotiator seems to own is refused.
    if others.owner is not None:
        lost = "it does not see this edit, and will probably overwrite it; edit the running pool with --pool instead"
        has = "has the ledger open" if others.owner.opened else "seems to keep the ledger"
        return f"{others.owner} {has}: {lost}"
    last_update = None if others.unsure is None else _last_update(session, log)
    if last_update is None:
        return None
    # A negotiator may be out of sight, but not for two of its cycles without an update.
    age = at - last_update
    left = 2 * config.integer("NEGOTIATOR_INTERVAL") - age
    if left <= 0:
        return None
    updated = f"{spoken(age)} ago" if age >= 0 else f"{spoken(age)} in the future"
    why = f"priorities were last updated {updated}, so that a negotiator may be keeping this ledger; {others.unsure}"
    if force:
        return f"{why}. If there is one, it will probably overwrite this edit"
    stopped = f"If it was stopped, wait {spoken(left)}, or give --force; if it is running, edit the pool with --pool"
    raise Refused(f"{session.path}: {why}; nothing was changed. {stopped}")


def _last_update(session: ledgers.Session, log: ledgers.OperationsLog) -> int | None:
    """When a negotiator last updated priorities, as it does in every cycle; None if it was `userprio update`."""
    text = ledgers.text_in(session.ads([ledgers.ACCOUNTANT_KEY]), ledgers.ACCOUNTANT_KEY, "LastUpdateTime")
    updated = None if text is None else ledgers.value_of(text)
    if not isinstance(updated, int) or not updated:
        return None
    ours = (
        change
        for operation in log.newest_first()
        for change in operation.changes
        if change.key == ledgers.ACCOUNTANT_KEY
    )
    # An update of our own proves nothing about a negotiator, and must not lock the administrator out for two intervals.
    return None if any(ledgers.same_text(change.after, text) for change in ours) else updated


def make_edits(
    edits: Sequence[Edit],
    shared: GlobalOptions,
    env: Environment,
    *,
    name: str,
    create: bool,
    request: Sequence[object] | None = None,
) -> EditReport:
    """Make edits of the ledger or running pool that the options name, with `create` of unknown submitters too.

    They are one operation, which is recorded under the name of the command and is identified by what was typed,
    `request`, unless that is the edits themselves. A ledger takes all of them or none.

    Raises:
        EditError: an edit cannot be made.
        LiveError: the pool cannot be reached, refused, or does not show the edits.
        BadInput, Refused, StoreError, IdempotentReplay: see `opened`.
    """
    if shared.live:
        return pool_session(shared, env).make(edits, name, create=create, request=request or request_of(*edits))
    with opened(shared, env, request=request or request_of(*edits)) as session:
        names = (name for edit in edits for name in edit.names)
        return session.commit(session.plan(edits, create=create), name, names)


def request_of(*edits: Edit) -> tuple[object, ...]:
    """The identity of edits that are made together, the same however they are spelt on the command line."""
    return tuple(part for edit in edits for part in (edit.action, *edit.names, edit.value, edit.duration_s))


def ledger_path(inputs: CommandInputs, shared: GlobalOptions, env: Environment) -> Path:
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


def known_ledger(inputs: CommandInputs, shared: GlobalOptions, env: Environment) -> Path:
    """The path of the ledger; if named, it need not exist.

    Raises:
        BadInput: none was named, and none is found.
    """
    if shared.at is not None:
        raise misuse("An edit does not take --at, which is for commands that read a pool.")
    path = find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    if path is None:
        raise BadInput(no_ledger(inputs.config, env), hint="Give --ledger FILE, or --pool HOST")
    return path


def show_edit(report: EditReport, shared: GlobalOptions, env: Environment) -> None:
    """Show what was done; remarks, and how to take it back, go to stderr."""
    env.warn_all(report.messages)
    show(report, EDIT_FORMATS, shared.format, env)
    tell_way_back(report, env)


def tell_way_back(report: EditReport, env: Environment) -> None:
    """Say on stderr how to take an edit back: to people, and wherever it changed more than one record."""
    operation = report.operation
    if operation is None or not operation.reversible:
        return
    touched = len({change.key for change in report.changes})
    where = "" if report.pool is None else " on the same pool"
    back = f"`{env.program} undo {operation.id}`{where} takes"
    # A pattern may have changed hundreds of records, also where nobody looks at a terminal.
    if touched > 1:
        env.stderr.write(
            f"{env.program}: {touched} records were changed by operation {operation.id}; {back} them back.\n"
        )
    elif env.on_terminal:
        env.stderr.write(f"{env.program}: {back} it back.\n")


def chosen(words: Sequence[str], shared: GlobalOptions, env: Environment) -> tuple[str, ...]:
    """The names meant by these words; a word with `*`, `?` or `[...]` means all matching records, unless it is itself
    a record's name.

    Raises:
        EditError: a pattern matches nobody.
        BadInput, LiveError: the ledger, or the pool, cannot be read.
    """
    # Without patterns, the ledger need not be read to know who is meant.
    if not any(map(_MAGIC.search, words)):
        return tuple(words)
    known = _submitters(shared, env)
    names: list[str] = []
    for word in words:
        # Nothing forbids * or [ in a name, and such a record must stay within reach.
        if word in known or not _MAGIC.search(word):
            names.append(word)
            continue
        matched = [name for name in known if fnmatchcase(name, word)]
        # Like a misspelt name, this is refused for all names together: half of a list would be edited otherwise.
        if not matched:
            raise EditError(f"no submitter matches {word}")
        names += matched
    return tuple(dict.fromkeys(names))


def _submitters(shared: GlobalOptions, env: Environment) -> dict[str, None]:
    if shared.live:
        return dict.fromkeys(sorted(pool_session(shared, env).submitters()))
    inputs = load_inputs(shared, env, with_pool=False, warn=False)
    ledger = read_ledger(ledger_path(inputs, shared, env), inputs, shared, env)
    return dict.fromkeys(sorted(name for name in ledger.customers if "@" in name))


def confirmed(
    question: str, words: Sequence[str], names: Sequence[str], shared: GlobalOptions, env: Environment
) -> bool:
    """Whether the user confirms an edit of all names that match patterns in `words`; without patterns nobody is asked.

    The names are listed on stderr first.
    """
    # Who typed every name has seen what is meant; a pattern may match more than was thought of.
    if tuple(names) == tuple(words) or not shared.asks:
        return True
    env.stderr.write(f"{count(len(names), 'submitter')}:\n")
    env.stderr.write("".join(f"  {printable(name)}\n" for name in names))
    return agreed(question, shared, env)


def agreed(question: str, shared: GlobalOptions, env: Environment) -> bool:
    """Whether the user confirms; with `--yes`, or if nothing will be changed, nobody is asked.

    If there is nobody to ask, a sentence on stderr says what to give.
    """
    if not shared.asks:
        return True
    answer = env.ask(question)
    if answer is None:
        name = click.get_current_context().info_name
        env.stderr.write(f"{env.program}: {name} asks for confirmation, which needs a terminal; use --yes.\n")
    elif not answer:
        env.stderr.write("Nothing was changed.\n")
    return bool(answer)


def some(names: Sequence[str]) -> str:
    """At most five names, for a question."""
    return ", ".join(names) if len(names) <= 5 else f"{', '.join(names[:4])} and {len(names) - 4} more"
