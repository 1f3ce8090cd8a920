"""Edits of a running pool: planned on its present accounts, sent, verified, and recorded in the log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from userprio import __version__
from userprio.accounting import Edit, EditPlan
from userprio.base.errors import Refused
from userprio.cli.dry_run import previewed
from userprio.cli.environment import Environment, result_is_needed, tell_made, uninterrupted
from userprio.cli.options import GlobalOptions, misuse
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


@dataclass(frozen=True)
class PoolSession:
    """The running pool that the options name, to be edited; it is asked for its accounts when these are needed."""

    shared: GlobalOptions
    env: Environment

    @cached_property
    def _session(self) -> "LiveSession":
        from userprio.live import LiveSession

        reached = reach(self.shared, self.env)
        return LiveSession(reached.transport, reached.negotiator(), lambda: int(self.env.clock()))

    @property
    def _name(self) -> str:
        """The pool as it was named, for reports."""
        return self.shared.pool or "local"

    def submitters(self) -> list[str]:
        """The names of the submitters with records in the pool."""
        return [name for name in self._session.ledger.customers if "@" in name]

    def make(self, edit: Edit, command: str, *, create: bool) -> EditReport:
        """Make an edit, and return the changes that the pool then shows.

        Raises:
            EditError: the edit cannot be made; nothing was sent.
            LiveError: the pool cannot be reached, refused, or does not show the edit.
        """
        from userprio.live import single

        plan = self._session.plan(edit, create=create)
        # Nothing is sent, since no look at the pool could tell whether it arrived.
        if not plan.changes:
            return EditReport(None, command, (), (), plan.messages, pool=self._name)
        # A ledger takes all names in one transaction; a negotiator knows no transaction over several commands.
        if not self.shared.dry_run and len(edit.names) > 1:
            self.env.warn("a running pool is changed one name at a time: if one fails, those before it stay changed")
        return self._carry_out(single(edit), plan, command, edit.names)

    def undo(self, number: int | None) -> EditReport:
        """Undo an edit that was made on the pool from here.

        Raises:
            Refused: there is none, it is undone already, or no edit can undo it.
            LiveError: see `make`.
        """
        from userprio.live import undoing

        operation = to_be_undone(log_of_pool(self.shared, self.env).newest_first(), number)
        try:
            edits, plan = undoing(operation.changes, self._session.ledger)
        except Refused as refused:
            raise Refused(f"operation {operation.id} ({operation.action}) is not undone: {refused}") from refused
        # All edits are checked against the transport before the first is sent, or the undo might stop half way.
        for edit in edits:
            self._session.transport.check(edit)
        return self._carry_out(edits, plan, "undo", operation.names, undoes=operation.id)

    def _carry_out(
        self, edits: list[Edit], plan: EditPlan, command: str, names: Iterable[str], *, undoes: int | None = None
    ) -> EditReport:
        """Send the edits and log what they changed; in a dry run, show what they would change."""
        from userprio.live import refusal_of

        session, env = self._session, self.env
        if self.shared.dry_run:
            report = EditReport(None, command, plan.changes, plan.ended, plan.messages, pool=self._name)
            return previewed(report, session.ledger, plan.records, None, self.shared, env)
        try:
            sent = session.send(edits, plan)
        # What the pool now shows was not read back, so the log cannot say what was changed.
        except KeyboardInterrupt:
            env.warn("what was sent before the interruption stays, and is not in the log")
            raise
        # The log comes after the edit here, unlike that of a ledger: nothing but
        # the pool's answer says what was changed.
        done = None
        if sent.changes:
            operation = Operation(
                action=command,
                names=tuple(dict.fromkeys(names)),
                changes=sent.changes,
                at=int(env.clock()),
                who=env.user,
                version=__version__,
                reason=self.shared.reason,
                undoes=undoes,
            )
            done = self._logged(operation)
        if sent.failures:
            # What was changed stays, so it is said here: the command fails and shows no result.
            result_is_needed()
            for change in sent.changes:
                env.warn(f"{change.name}: {change.attribute} was changed to {change.after}")
            raise refusal_of(sent)
        return EditReport(None, command, sent.changes, (), plan.messages, None, done, pool=self._name)

    def _logged(self, operation: Operation) -> Operation | None:
        """Log an operation. A log that cannot be written is only a warning, since the edit has been made."""
        log = log_of_pool(self.shared, self.env)
        try:
            log.path.parent.mkdir(parents=True, exist_ok=True)
            with exclusive(log.ledger.parent.resolve() / log.ledger.name, None, self.shared.wait_s):
                accounts = _Accounts(self._session.ledger)
                # A crash while logging leaves an operation open; it is settled first, as before an edit of a ledger.
                log.settle(accounts)
                with uninterrupted():
                    done = log.carry_out(operation, (), accounts)
                    tell_made(done, self.env)
                return done
        except OSError as failed:
            self.env.warn(f"the edit was made, but is not in the log: {failed}")
        return None


def pool_session(shared: GlobalOptions, env: Environment) -> PoolSession:
    """A session with the running pool that the options name.

    Raises:
        click.UsageError: options contradict a running pool.
    """
    # After a crash between sending and logging, a second try would find no key and send the edit again.
    if shared.once is not None:
        raise misuse("--once is for a ledger: an edit of a running pool is sent before it can be written down.")
    check_live(shared, env)
    return PoolSession(shared, env)


def log_of_pool(shared: GlobalOptions, env: Environment) -> OperationsLog:
    """The log of edits made on a pool from here, which is in the user's own data."""
    # The address alone would mix up the logs of two negotiators that share a collector.
    names = (shared.pool or "local", *(() if shared.negotiator is None else (shared.negotiator,)))
    return OperationsLog(env.data_home() / "pools" / quote("_".join(names), safe=":@"))
