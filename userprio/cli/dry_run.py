"""Dry runs of edits: planned on a ledger that is not locked, with their effect on shares."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.options import GlobalOptions
from userprio.config import Config
from userprio.ledger import Ledger, Record
from userprio.report import EditReport, ShareChange

_RECENT_S: Final = 86_400


@dataclass(frozen=True)
class DryRunSession:
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
        from userprio.negotiation import negotiate

        scenario = load_scenario(shared, env)
        outcomes = (negotiate(replace(scenario, ledger=state)) for state in (ledger, after))
        # The first of several rounds counts, since later ones depend on what was won before.
        sides = [{visit.submitter: visit.share for visit in reversed(outcome.visits)} for outcome in outcomes]
    else:
        from userprio.negotiation import standing_shares
        from userprio.pool import priority_rules

        # A submitter that is deleted asks for nothing more, but one that is edited is shown even if it was idle.
        gone = {change.name for change in report.changes if change.drops_record}
        named = {change.name for change in report.changes if "@" in change.name} - gone
        asking = dict.fromkeys([*_recent(ledger, shared.present(env)), *sorted(named)])
        assert config is not None
        rules, group_of = priority_rules(config)
        sides = [standing_shares(state, rules, group_of, asking) for state in (ledger, after)]
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
