"""Committing edits: detection of other writers, edits made at most once, and commits without interruption.

With `--dry-run` an edit is planned on the unlocked ledger, and its effect on shares is shown.
"""

import json
import os
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from pathlib import Path
from typing import Any, Final

from userprio.base.errors import Refused
from userprio.base.times import spoken
from userprio.cli.environment import Environment, ExitStatus
from userprio.cli.loading import load_scenario
from userprio.cli.options import Shared, misuse
from userprio.cli.showing import show
from userprio.config import Config
from userprio.ledger import (
    ACCOUNTANT_KEY,
    FileCalls,
    Ledger,
    Operation,
    OperationsLog,
    OperationState,
    Record,
    Session,
    same_text,
    text_in,
    value_of,
)
from userprio.report import EDIT_FORMATS, EditReport, ShareChange

_HELD_BACK: Final = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
_RECENT_S: Final = 86_400


class AlreadyMade(Exception):
    """An earlier call with the same key made the edit; `report` has its changes."""

    def __init__(self, report: EditReport) -> None:
        super().__init__(report)
        self.report = report


def request_text(request: Sequence[object]) -> str:
    """The identity of an edit, which the operations log keeps with a key."""
    return json.dumps(list(request), separators=(",", ":"))


def find_made(key: str, request: str, newest_first: Iterable[Operation]) -> Operation | None:
    """The operation that made the edit under this key, if any.

    Raises:
        click.UsageError: the key was used for another edit.
        Refused: an operation with the key was interrupted, and it is not known whether it was made.
    """
    found = next((o for o in newest_first if o.key == key and o.state is not OperationState.ABANDONED), None)
    if found is None:
        return None
    if found.request != request:
        raise misuse(f"--once {key}: this key was used for another edit, operation {found.id} ({found.action}).")
    if found.state is not OperationState.DONE:
        raise Refused(
            f"operation {found.id} was to make this edit under the key {key} and was interrupted, and the ledger does "
            "not show whether it was made; look at it, and use another key to make the edit"
        )
    return found


def tell_again(made: Operation, env: Environment) -> None:
    """Say on stderr that an operation made this edit before, and that nothing is done now."""
    undone = "" if made.undone_by is None else f", and operation {made.undone_by} undid it"
    env.stderr.write(f"{env.program}: operation {made.id} made this edit already{undone}; nothing was done now.\n")


def answering_again(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a command whose edit was made before repeat its result."""

    @wraps(function)
    def run(shared: Shared, env: Environment, **values: Any) -> Any:
        try:
            return function(shared, env, **values)
        except AlreadyMade as again:
            show(again.report, EDIT_FORMATS, shared.format, env)
            return ExitStatus.DONE

    return run


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer Ctrl-C and other terminating signals until the block ends."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, _HELD_BACK)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def warned_files(env: Environment) -> FileCalls:
    """The file calls of an edit. A failure to close a file is only a warning, since the data were synced before."""

    def close(file: int) -> None:
        try:
            os.close(file)
        except OSError as failed:
            with suppress(OSError, ValueError):
                env.warn(f"a file could not be closed ({failed.strerror}), though what was written to it is on disk")

    return FileCalls(close=close)


def check_owner(session: Session, log: OperationsLog, config: Config, env: Environment, *, force: bool) -> None:
    """Refuse an edit that an unseen negotiator may overwrite; warn if a known one will.

    Raises:
        Refused: priorities were updated so recently that one may be running out of sight; not with `force`.
    """
    others = session.others
    if others.owner is not None:
        lost = "it does not see this edit, and will probably overwrite it; edit the running pool with --pool instead"
        has = "has the ledger open" if others.owner.opened else "seems to keep the ledger"
        env.warn(f"{others.owner} {has}: {lost}")
        return
    if others.unsure is None:
        return
    found = _last_update(session, log)
    if found is None:
        return
    age = int(env.clock()) - found
    left = 2 * config.integer("NEGOTIATOR_INTERVAL") - age
    if left <= 0:
        return
    updated = f"{spoken(age)} ago" if age >= 0 else f"{spoken(age)} in the future"
    why = f"priorities were last updated {updated}, so that a negotiator may be keeping this ledger; {others.unsure}"
    if force:
        env.warn(f"{why}. If there is one, it will probably overwrite this edit")
        return
    stopped = f"If it was stopped, wait {spoken(left)}, or give --force; if it is running, edit the pool with --pool"
    raise Refused(f"{session.path}: {why}; nothing was changed. {stopped}")


def _last_update(session: Session, log: OperationsLog) -> int | None:
    """When a negotiator last updated priorities, as it does in every cycle; None if it was `userprio update`."""
    text = text_in(session.ads([ACCOUNTANT_KEY]), ACCOUNTANT_KEY, "LastUpdateTime")
    updated = None if text is None else value_of(text)
    if not isinstance(updated, int) or not updated:
        return None
    ours = (change for operation in log.newest_first() for change in operation.changes if change.key == ACCOUNTANT_KEY)
    return None if any(same_text(change.after, text) for change in ours) else updated


@dataclass(frozen=True)
class Unlocked:
    """A ledger with the reading interface of an edit session, which is never written."""

    path: Path

    @cached_property
    def ledger(self) -> Ledger:
        """The whole state.

        Raises:
            BadInput: it cannot be read.
        """
        return Ledger.read(self.path)

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
    shared: Shared,
    env: Environment,
) -> EditReport:
    """The report of an edit that is not made; `records` are what it would append to the ledger.

    With a pool, shares are those in a cycle on it. Otherwise they are those in a cycle where everybody who uses the
    pool, or did during the last day, asks for more, each in the pie of its group, by the rules of `config`.
    """
    env.stderr.write(f"{env.program}: this is a dry run: nothing was changed.\n")
    after = ledger.replay(tuple(records))
    if not records:
        return replace(report, dry_run=True)
    if shared.live or shared.snapshot is not None:
        from userprio.negotiation import negotiate

        scenario = load_scenario(shared, env)
        outcomes = (negotiate(replace(scenario, ledger=each)) for each in (ledger, after))
        # The first of several rounds counts, since later ones depend on what was won before.
        sides = [{visit.submitter: visit.share for visit in reversed(outcome.visits)} for outcome in outcomes]
    else:
        from userprio.negotiation import standing_shares
        from userprio.pool import priority_rules

        gone = {change.name for change in report.changes if change.drops_record}
        named = {change.name for change in report.changes if "@" in change.name} - gone
        asking = dict.fromkeys([*_recent(ledger, shared.present(env)), *sorted(named)])
        assert config is not None
        rules, group_of = priority_rules(config)
        sides = [standing_shares(each, rules, group_of, asking) for each in (ledger, after)]
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
    found = [ShareChange(name, before.get(name), after.get(name)) for name in {**before, **after}]
    edited, moved = set(first), [change for change in found if change.by]
    return tuple(sorted(moved, key=lambda change: (change.name not in edited, -abs(change.by), change.name)))
