"""Edits that lock no ledger: dry runs, with their effect on shares, and edits of a running pool.

A running pool is edited as planned on its present accounts; what it shows afterwards is recorded in the user's own log.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from msgspec.structs import replace

from userprio import __version__, negotiation
from userprio.accounting import Edit, EditPlan
from userprio.base.errors import Refused
from userprio.base.own_files import owner_elsewhere
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.cli import GlobalOptions, check_live, load_scenario, misuse, reach
from userprio.cli.environment import Environment, result_is_needed, tell_made, uninterrupted
from userprio.config import Config
from userprio.ledger import Ledger, Operation, OperationsLog, Record, exclusive, to_be_undone
from userprio.pool import priority_rules
from userprio.report import EditReport, ShareChange

if TYPE_CHECKING:
    from userprio.live import LiveSession


_RECENT_S: Final = 86_400


@dataclass(frozen=True)
class DryRunSession:
    """A ledger with the reading interface of an edit session, which is never written."""

    path: Path
    within: SnapshotRoot | None = None
    """The untrusted snapshot that it must be in; None: it may be anywhere."""

    @cached_property
    def ledger(self) -> Ledger:
        """The whole state.

        Raises:
            BadInput: it cannot be read.
        """
        return Ledger.read(self.path, self.within)

    @property
    def size(self) -> int:
        """Always 0, so that it is never compacted."""
        return 0

    def ads(self, keys: Collection[str]) -> dict[str, Mapping[str, str]]:
        """The existing records among those keys."""
        return {key: self.ledger.ads[key] for key in keys if key in self.ledger.ads}

    def customers_with(self, name: str) -> list[str]:
        """The names of customers with the attribute."""
        return self.ledger.customers_with(frozenset({name}))

    def names(self) -> list[str]:
        """The names of all customers."""
        return list(self.ledger.customers)


def previewed(
    report: EditReport,
    ledger: Ledger,
    records: Sequence[Record],
    config: Config | None,
    shared: GlobalOptions,
    env: Environment,
) -> EditReport:
    """The report of an edit that is not made; `records` are what it would append to the ledger.

    With a pool, shares are those in a cycle on it. Otherwise they are those in a cycle where everybody who uses the
    pool, or did during the last day, asks for more, each in the pie of its group, by the rules of `config`.
    """
    # On stderr, and before anything can fail: nobody may take the table, or an error, for that of a real edit.
    env.stderr.write(f"{env.program}: this is a dry run: nothing was changed.\n")
    after = ledger.replay(tuple(records))
    # Without records nothing can move, and the two cycles need not be run.
    if not records:
        return replace(report, dry_run=True)
    if shared.live or shared.snapshot is not None:
        scenario = load_scenario(shared, env)
        outcomes = (negotiation.negotiate(replace(scenario, ledger=state)) for state in (ledger, after))
        # The first of several rounds counts, since later ones depend on what was won before.
        sides = [{visit.submitter: visit.share for visit in reversed(outcome.visits)} for outcome in outcomes]
    else:
        # A submitter that is deleted asks for nothing more, but one that is edited is shown even if it was idle.
        gone = {change.name for change in report.changes if change.drops_record}
        named = {change.name for change in report.changes if "@" in change.name} - gone
        asking = dict.fromkeys([*_recent(ledger, shared.present(env)), *sorted(named)])
        assert config is not None
        rules, group_of = priority_rules(config)
        sides = [negotiation.standing_shares(state, rules, group_of, asking) for state in (ledger, after)]
        env.stderr.write("Shares are those of submitters that use the pool or did during the last day, by group.\n")
    return replace(
        report, dry_run=True, shares=_changes(sides[0], sides[1], [change.name for change in report.changes])
    )


def _recent(ledger: Ledger, now: int) -> list[str]:
    return [
        name
        for name, customer in ledger.customers.items()
        if "@" in name and (customer.weighted_resources_used or (customer.last_usage_time or 0) >= now - _RECENT_S)
    ]


def _changes(before: Mapping[str, float], after: Mapping[str, float], first: Iterable[str]) -> tuple[ShareChange, ...]:
    """The changes of shares: edited submitters first, then others, largest change first."""
    changes = (ShareChange(name, before.get(name), after.get(name)) for name in {**before, **after})
    edited, moved = set(first), [change for change in changes if change.by]
    return tuple(sorted(moved, key=lambda change: (change.name not in edited, -abs(change.by), change.name)))


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

    def make(self, edits: Sequence[Edit], command: str, *, create: bool) -> EditReport:
        """Make edits, each name and value by a request of its own, and return the changes that the pool then shows.

        Raises:
            EditError: an edit cannot be made; nothing was sent.
            LiveError: the pool cannot be reached, refused, or does not show the edits.
        """
        from userprio.live import single

        plan = self._session.plan(*edits, create=create)
        # Nothing is sent, since no look at the pool could tell whether it arrived.
        if not plan.changes:
            return EditReport(None, command, (), (), plan.messages, pool=self._name)
        # A ledger takes all names in one transaction; a negotiator knows no transaction over several commands.
        requests = single(*edits)
        if not self.shared.dry_run and len(requests) > 1:
            step = "name" if len(edits) == 1 else "value"
            self.env.warn(f"a running pool is changed one {step} at a time: if one fails, those before it stay changed")
        return self._carry_out(requests, plan, command, [name for request in requests for name in request.names])

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
                login=env.login,
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
    log_of_pool(shared, env)  # What cannot be logged is not sent
    return PoolSession(shared, env)


def log_of_pool(shared: GlobalOptions, env: Environment) -> OperationsLog:
    """The log of edits made on a pool from here, which is in the user's own data.

    Raises:
        Refused: these are another user's.
    """
    stranger = owner_elsewhere(env.data_home() / "pools")
    if stranger is not None:
        message = f"the log of edits of pools is not used: {env.data_home()} belongs to user {stranger}"
        raise Refused(f"{message}. Set HOME, or run sudo with -H")
    # The address alone would mix up the logs of two negotiators that share a collector.
    names = (shared.pool or "local", *(() if shared.negotiator is None else (shared.negotiator,)))
    return OperationsLog(env.data_home() / "pools" / quote("_".join(names), safe=":@"))
