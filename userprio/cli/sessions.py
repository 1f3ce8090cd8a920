"""Edits that lock no ledger: dry runs, with their effect on shares, and edits of a running pool.

A running pool is edited as planned on its present accounts. The plan is in the user's own log before the first request
is sent, and what the pool shows afterwards is added; where something ends in between, the next edit does that.
"""

import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import msgspec
from msgspec.structs import replace
from msgspec.structs import replace as replace_fields

from userprio import __version__, negotiation
from userprio.accounting import Edit, EditPlan
from userprio.base.errors import Refused, UserprioError
from userprio.base.formats import listed
from userprio.base.own_files import owner_elsewhere
from userprio.base.snapshot_trust import SnapshotRoot
from userprio.cli import GlobalOptions, check_live, load_scenario, reach
from userprio.cli.environment import Environment, sentence, tell_made, uninterrupted
from userprio.cli.once import IdempotentReplay, earlier_report, identity, operation_under
from userprio.config import Config
from userprio.ledger import (
    Change,
    Ledger,
    Operation,
    OperationsError,
    OperationsLog,
    Record,
    StoreError,
    exclusive,
    left_to_undo,
    to_be_undone,
    with_outcome,
)
from userprio.pool import priority_rules
from userprio.report import EditReport, ShareChange

if TYPE_CHECKING:
    from userprio.live import LiveError, LiveSession, Sent


_RECENT_S: Final = 86_400
_MOST_NAMES: Final = 8
_TAKEN_BACK: Final = "not all of it could be made"
"""The reason in the log where an edit is taken back by itself."""


class DryRunSession(msgspec.Struct, frozen=True, dict=True):
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


class PoolSession(msgspec.Struct, frozen=True, dict=True):
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

    def make(self, edits: Sequence[Edit], command: str, *, create: bool, request: Sequence[object]) -> EditReport:
        """Make edits, each name and value by a request of its own, and return the changes that the pool then shows.

        Raises:
            EditError: an edit cannot be made; nothing was sent.
            LiveError: the pool cannot be reached, refused, or does not show the edits.
            IdempotentReplay, Refused, StoreError: see `opened`; nothing was sent.
        """
        from userprio.live import concerns, single

        with self._transaction():
            requests = single(*edits)
            earlier = self._earlier(request)
            if earlier is not None:
                left = earlier.missing if earlier.undone_by is None else (*earlier.missing, *earlier.changes)
                requests = [edit for edit in requests if any(concerns(edit, change) for change in left)]
                edits = requests
            plan = self._session.plan(*edits, create=create)
            # Nothing is sent, since no look at the pool could tell whether it arrived.
            if not plan.changes:
                return EditReport(None, command, (), (), plan.messages, pool=self._name)
            # A ledger takes all names in one transaction; a negotiator knows no transaction over several commands.
            if not self.shared.dry_run and len(requests) > 1:
                step = "name" if len({edit.action for edit in requests}) == 1 else "value"
                then = "are taken back" if self.shared.atomic else "stay changed"
                self.env.warn(f"a running pool is changed one {step} at a time: if one fails, those before it {then}")
            names = [name for edit in requests for name in edit.names]
            return self._carry_out(requests, plan, self._operation(command, names, request))

    def undo(self, number: int | None) -> EditReport:
        """Undo an edit that was made on the pool from here.

        Raises:
            Refused: there is none, it is undone already, or no edit can undo it.
            LiveError, IdempotentReplay, StoreError: see `make`.
        """
        with self._transaction():
            request = ("undo", number)
            earlier = self._earlier(request)
            operation = to_be_undone(self._log.newest_first(), number if earlier is None else earlier.undoes)
            edits, plan = self._undoing(operation, self._session)
            undo = replace(self._operation("undo", operation.names, request), undoes=operation.id)
            return self._carry_out(edits, plan, undo)

    @cached_property
    def _log(self) -> OperationsLog:
        return log_of_pool(self.shared, self.env)

    def _operation(self, command: str, names: Iterable[str], request: Sequence[object]) -> Operation:
        key = self.shared.once
        return Operation(
            action=command,
            names=tuple(dict.fromkeys(names)),
            changes=(),
            at=int(self.env.clock()),
            who=self.env.user,
            login=self.env.login,
            version=__version__,
            reason=self.shared.reason,
            key=key,
            request=None if key is None else identity(request),
        )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """While nobody else edits this pool with the same log, and what was interrupted before is settled.

        In a dry run there is nothing to be kept from others, and nothing is written.
        """
        if self.shared.dry_run:
            if (unsettled := self._log.unsettled()) is not None:
                self.env.warn(f"{self._unsettled(unsettled)}, and this dry run leaves it out")
            yield
            return
        with ExitStack() as stack:
            ledger = self._log.ledger
            try:
                ledger.parent.mkdir(parents=True, exist_ok=True)
                path = ledger.parent.resolve() / ledger.name
                # A tool may outlive this process, and what it sends must not arrive after others have settled it.
                lock = exclusive(path, None, self.shared.wait_s, called="the pool", inherited=True)
                stack.enter_context(lock)
            except OSError as failed:
                reason = f"{ledger.parent}: {failed.strerror}"
                raise Refused(f"the edit cannot be logged, so nothing was sent: {reason}") from failed
            self._settle()
            yield

    def _settle(self) -> None:
        """Find out what became of an operation that was interrupted, log it, and say it in a sentence."""
        unsettled = self._log.unsettled()
        if unsettled is None:
            return
        settled = self._session.settled(unsettled)
        self._log.conclude(settled)
        self.env.warn(
            f"operation {settled.id} ({settled.action}) was interrupted; the pool shows that {_outcome_of(settled)}"
        )

    def _earlier(self, request: Sequence[object]) -> Operation | None:
        """The operation under the key that made a part of the edit, if any.

        Raises:
            IdempotentReplay: one made all of it.
        """
        key = self.shared.once
        earlier = None
        if key is not None and not self.shared.dry_run:
            earlier = operation_under(key, identity(request), self._log, "the pool")
        if earlier is None:
            return None
        if not earlier.missing:
            raise IdempotentReplay(earlier_report(earlier, self.env, pool=self._name))
        self.env.warn(f"operation {earlier.id} made a part of this edit; only the rest is sent now")
        return earlier

    def _undoing(self, operation: Operation, session: "LiveSession") -> "tuple[list[Edit], EditPlan]":
        """The edits that take back what is left of an operation, and what they will change."""
        from userprio.live import undoing

        try:
            edits, plan = undoing(left_to_undo(self._log.newest_first(), operation), session.ledger)
        except Refused as refused:
            raise Refused(f"operation {operation.id} ({operation.action}) is not undone: {refused}") from refused
        # All edits are checked against the transport before the first is sent, or the undo might stop half way.
        for edit in edits:
            session.transport.check(edit)
        return edits, plan

    def _carry_out(self, edits: list[Edit], plan: EditPlan, operation: Operation) -> EditReport:
        """Send the edits and log what they changed; in a dry run, show what they would change."""
        command = operation.action
        if self.shared.dry_run:
            report = EditReport(None, command, plan.changes, plan.ended, plan.messages, pool=self._name)
            return previewed(report, self._session.ledger, plan.records, None, self.shared, self.env)
        sent, done = self._sent(self._session, edits, plan, operation)
        if sent.failures:
            raise self._failure(sent, done)
        tell_made(done, self.env)
        return EditReport(None, command, done.changes, (), plan.messages, None, done, pool=self._name)

    def _sent(
        self, session: "LiveSession", edits: list[Edit], plan: EditPlan, operation: Operation
    ) -> "tuple[Sent, Operation]":
        """Log the operation, send its edits, and log what the pool then shows; as long as nothing does, it is
        `intended`.
        """
        # Before the first request: whenever this process or the pool ends, the log knows what may have been sent.
        intended = self._log.intend(replace(operation, changes=plan.changes))
        try:
            sent = session.send(edits, plan)
        except KeyboardInterrupt:
            self.env.warn(f"interrupted; what was sent before stays. {self._unsettled(intended)}")
            raise
        if sent.in_doubt:
            return sent, intended
        look = sent.shown
        done = with_outcome(intended, look.state, look.changes, sent.refused, look.unclear)
        try:
            with uninterrupted():
                self._log.conclude(done)
        except (StoreError, OperationsError) as failed:
            self.env.warn(f"what the pool shows could not be logged: {failed}. {self._unsettled(intended)}")
        return sent, done

    def _unsettled(self, operation: Operation) -> str:
        return f"Operation {operation.id} is not settled yet; the next edit or undo of this pool does that"

    def _failure(self, sent: "Sent", operation: Operation) -> "LiveError":
        """The error that says what the pool did not do, or is not known to have done, and what becomes of the rest."""
        from userprio.live import LiveError, refusal_of

        if sent.in_doubt:
            self._warn_of(sent.changes)
            names, number = listed(sent.in_doubt, _MOST_NAMES), len(sent.in_doubt)
            were, they = ("was", "it") if number == 1 else ("were", "they")
            message = f"{names} {were} sent, and whether {they} arrived is not known: {'; '.join(sent.failures)}"
            assert sent.error is not None
            nothing = "; --atomic took nothing back" if self.shared.atomic else ""
            return LiveError(sent.error.kind, message, f"{self._unsettled(operation)}{nothing}")
        error = refusal_of(sent)
        hints = [error.hint] if error.hint else []
        if operation.changes and self.shared.atomic:
            hints.insert(0, self._taken_back(operation))
        elif operation.changes:
            self._warn_of(operation.changes)
            hints.insert(0, f"`{self.env.program} undo {operation.id} {self._options}` takes back what was made")
        return LiveError(error.kind, error.message, ". ".join(hints) or None)

    def _warn_of(self, changes: Iterable[Change]) -> None:
        self.env.warn_all(f"{change.name}: {change.attribute} was changed to {change.after}" for change in changes)

    def _taken_back(self, operation: Operation) -> str:
        """Undo what was made of an operation by another one, and say what became of it."""
        # A new session, since the accounts that the first one read are those before its edits.
        session = replace_fields(self._session)
        undo = self._operation("undo", operation.names, ())
        undo = replace(undo, undoes=operation.id, key=None, request=None, reason=_TAKEN_BACK)
        try:
            edits, plan = self._undoing(operation, session)
            sent, done = self._sent(session, edits, plan, undo)
        except UserprioError as failed:
            return f"What was made stays, as it cannot be taken back: {sentence(failed).rstrip('.')}"
        if sent.in_doubt:
            return (
                f"Whether {listed(sent.in_doubt, _MOST_NAMES)} could be taken back is not known: "
                f"{'; '.join(sent.failures)}. {self._unsettled(done)}"
            )
        if sent.failures or plan.messages:
            gone = {(change.key, change.attribute) for change in done.changes}
            stays = [each for each in operation.changes if (each.key, each.attribute) not in gone]
            names = listed(dict.fromkeys(change.name for change in stays), _MOST_NAMES)
            reasons = "; ".join((*sent.failures, *plan.messages))
            return f"What was made is taken back by operation {done.id}, except for {names}: {reasons}"
        return f"What was made is taken back by operation {done.id}"

    @property
    def _options(self) -> str:
        """The options that name this pool."""
        words = [] if self.shared.pool is None else ["--pool", self.shared.pool]
        words += [] if self.shared.negotiator is None else ["--name", self.shared.negotiator]
        return shlex.join(words)


def _outcome_of(operation: Operation) -> str:
    """What became of a settled operation, for a sentence."""
    made = dict.fromkeys(change.name for change in operation.changes)
    absent = dict.fromkeys(change.name for change in operation.missing if change.name not in operation.unclear)
    parts = [
        f"it {what} {listed(names, _MOST_NAMES)}"
        for what, names in (("was made for", made), ("was not made for", absent))
        if names
    ]
    if operation.unclear:
        parts.append(
            f"{listed(operation.unclear, _MOST_NAMES)} changed since, so whether it was made there is not known"
        )
    return "; ".join(parts)


def pool_session(shared: GlobalOptions, env: Environment) -> PoolSession:
    """A session with the running pool that the options name.

    Raises:
        click.UsageError: options contradict a running pool.
    """
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
