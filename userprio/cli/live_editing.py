"""Edits of a running pool: planned on its present accounts, sent, verified, and recorded in the log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from msgspec.structs import replace

from userprio import __version__
from userprio.accounting import Edit, EditPlan
from userprio.base.errors import Refused
from userprio.cli.committing import previewed, uninterrupted
from userprio.cli.environment import Environment, result_is_needed, tell_made
from userprio.cli.options import Shared, misuse
from userprio.cli.pools import check_live, reach
from userprio.ledger import Ledger, Operation, OperationsLog, Record, exclusive, to_be_undone
from userprio.report import EditReport

if TYPE_CHECKING:
    from userprio.live import LiveSession


@dataclass(frozen=True, slots=True)
class _Accounts:
    """A pool's accounts as a ledger for the operations log; committing does nothing, since edits are already sent."""

    ledger: Ledger

    def ads(self, keys: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        return {key: self.ledger.ads[key] for key in keys if key in self.ledger.ads}

    def commit(self, records: Iterable[Record]) -> None:
        pass


def edit_pool(edit: Edit, command: str, shared: Shared, env: Environment, *, create: bool) -> EditReport:
    """Make an edit on the pool that the options name, and return the changes that the pool then shows.

    Raises:
        EditError: the edit cannot be made; nothing was sent.
        LiveError: the pool cannot be reached, refused, or does not show the edit.
    """
    from userprio.live import single

    _check(shared, env)
    session = _session(shared, env)
    plan = session.plan(edit, create=create)
    if not plan.changes:
        return EditReport(None, command, (), (), plan.messages, pool=_named(shared))
    if shared.dry_run:
        report = EditReport(None, command, plan.changes, plan.ended, plan.messages, pool=_named(shared))
        return previewed(report, session.ledger, plan.records, None, shared, env)
    if len(edit.names) > 1:
        env.warn("a running pool is changed one name at a time: if one fails, those before it stay changed")
    operation = _operation(command, edit.names, shared, env)
    return _send(session, single(edit), plan, operation, shared, env)


def _check(shared: Shared, env: Environment) -> None:
    if shared.once is not None:
        raise misuse("--once is for a ledger: an edit of a running pool is sent before it can be written down.")
    check_live(shared, env)


def _operation(
    action: str, names: Iterable[str], shared: Shared, env: Environment, undoes: int | None = None
) -> Operation:
    """The operation to log once something has been changed."""
    return Operation(
        action=action,
        names=tuple(dict.fromkeys(names)),
        changes=(),
        at=int(env.clock()),
        who=env.user,
        version=__version__,
        reason=shared.reason,
        undoes=undoes,
    )


def _send(
    session: "LiveSession", edits: list[Edit], plan: EditPlan, operation: Operation, shared: Shared, env: Environment
) -> EditReport:
    from userprio.live import refusal_of

    done = None
    try:
        sent = session.send(edits, plan)
    except KeyboardInterrupt:
        env.warn("what was sent before the interruption stays, and is not in the log")
        raise
    if sent.changes:
        operation = replace(operation, changes=sent.changes, at=int(env.clock()))
        done = _log(session.ledger, operation, shared, env)
    if sent.failures:
        result_is_needed()
        for change in sent.changes:
            env.warn(f"{change.name}: {change.attribute} was changed to {change.after}")
        raise refusal_of(sent)
    return EditReport(None, operation.action, sent.changes, (), plan.messages, None, done, pool=_named(shared))


def undo_on_pool(number: int | None, shared: Shared, env: Environment) -> EditReport:
    """Undo an edit that was made on the pool from here.

    Raises:
        Refused: there is none, it is undone already, or no edit can undo it.
        LiveError: see `edit_pool`.
    """
    from userprio.live import undoing

    _check(shared, env)
    operation = to_be_undone(log_of_pool(shared, env).newest_first(), number)
    session = _session(shared, env)
    try:
        edits, plan = undoing(operation.changes, session.ledger)
    except Refused as refused:
        raise Refused(f"operation {operation.id} ({operation.action}) is not undone: {refused}") from refused
    for edit in edits:
        session.transport.check(edit)
    if shared.dry_run:
        report = EditReport(None, "undo", plan.changes, (), plan.messages, pool=_named(shared))
        return previewed(report, session.ledger, plan.records, None, shared, env)
    undo = _operation("undo", operation.names, shared, env, undoes=operation.id)
    return _send(session, edits, plan, undo, shared, env)


def _named(shared: Shared) -> str:
    """The pool as it was named, for reports."""
    return shared.pool or "local"


def submitters_of_pool(shared: Shared, env: Environment) -> list[str]:
    """The names of the submitters with records in a pool."""
    _check(shared, env)
    return [name for name in _session(shared, env).ledger.customers if "@" in name]


def log_of_pool(shared: Shared, env: Environment) -> OperationsLog:
    """The log of edits made on a pool from here, which is in the user's own data."""
    names = (_named(shared), *(() if shared.negotiator is None else (shared.negotiator,)))
    return OperationsLog(env.data_home() / "pools" / quote("_".join(names), safe=":@"))


def _session(shared: Shared, env: Environment) -> "LiveSession":
    from userprio.live import LiveSession

    reached = reach(shared, env)
    return LiveSession(reached.transport, reached.negotiator(), lambda: int(env.clock()))


def _log(before: Ledger, operation: Operation, shared: Shared, env: Environment) -> Operation | None:
    """Log the changes. A log that cannot be written is only a warning, since the edit has been made."""
    log = log_of_pool(shared, env)
    try:
        log.path.parent.mkdir(parents=True, exist_ok=True)
        with exclusive(log.ledger.parent.resolve() / log.ledger.name, None, shared.wait_s):
            accounts = _Accounts(before)
            log.settle(accounts)
            with uninterrupted():
                done = log.carry_out(operation, (), accounts)
                tell_made(done, env)
            return done
    except OSError as failed:
        env.warn(f"the edit was made, but is not in the log: {failed}")
    return None
