"""`userprio check`: what would surprise, or stop, a real negotiator."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from userprio.check import (
    Finding,
    LedgerLines,
    Level,
    Situation,
    SubmitterLines,
    in_order,
    unreadable_config,
    unreadable_ledger,
)
from userprio.check import check as find_all
from userprio.cli.environment import Environment
from userprio.cli.exits import ExitStatus
from userprio.cli.inputs import find_ledger, no_ledger
from userprio.cli.loading import load_inputs
from userprio.cli.options import Shared, command, shared_options
from userprio.cli.showing import show
from userprio.config import ConfigError, ErrorKind, KnobError
from userprio.ledger import Ledger, LedgerError, Operation, OperationsError, OperationsLog
from userprio.pool import SUBMITTERS, Scenario
from userprio.report import Findings

_NO_FINDING: Final = frozenset({ErrorKind.COMMAND_REFUSED, ErrorKind.ROOT_MISSING})
"""Why a configuration was not read that says nothing about it."""


@command(
    "check",
    "check --config /etc/condor/condor_config --ledger Accountantnew.log",
    "check --snapshot physics --set GROUP_QUOTA_group_physics=-5",
    "check --format json | jq '.findings[] | select(.level == \"error\")'",
)
@shared_options("Findings")
def check(shared: Shared, env: Environment) -> ExitStatus:
    """Look for what would surprise, or stop, a real negotiator, in configuration, ledger and snapshot.

    An error makes a daemon refuse to start, stop or hang. A warning is about something that works differently from
    how it looks, a note about something worth knowing. Each comes with file and line, with one sentence on what happens
    and one on what to do.

    With --snapshot the sums of quotas are compared with the pool, the names of its submitters with the groups, and a
    cycle is run dry to see whether slots stay idle because shares and quotas are fractions, and which groups come to
    more than their quotas through what jobs leave of partitionable slots. Claimed slots are named whose startds would
    now end or suspend their jobs. The knobs of condor_defrag are looked at where any of them is set, or DAEMON_LIST
    starts it. Without a ledger only the configuration is looked at.

    The exit status is 1 if there is any error. Unless output goes to a terminal, each finding begins with file:line:,
    which editors understand.
    """
    found = _found(shared, env)
    show(found, shared.format, env)
    return ExitStatus.FAILED if any(finding.level is Level.ERROR for finding in found.found) else ExitStatus.DONE


def _found(shared: Shared, env: Environment) -> Findings:
    """The findings; a file that cannot be read to its end is one of them."""
    unreadable: list[Finding] = []
    try:
        inputs = load_inputs(shared, env, warn=False)
    except (ConfigError, KnobError) as error:
        if isinstance(error, ConfigError) and error.kind in _NO_FINDING:
            raise
        return Findings((unreadable_config(error),), shared.present(env))
    env.warn_all(inputs.pool.problems)
    path = None if shared.live else find_ledger(shared.ledger, inputs.snapshot, inputs.config, env)
    ledger = inputs.ledger
    if path is not None:
        try:
            ledger = Ledger.read(path)
        except LedgerError as error:
            if error.line is None:
                raise
            unreadable.append(unreadable_ledger(error))
    elif inputs.snapshot is None and not shared.live:
        env.warn(f"{no_ledger(inputs.config, env)}; only the configuration is checked")
    situation = Situation(
        Scenario(inputs.pool, ledger or Ledger.empty(), inputs.config, inputs.now, version=shared.version)
    )
    if path is not None:
        situation = replace(situation, record_place=LedgerLines(path).place, operations=_operations(path, env))
    if (snapshot := inputs.snapshot) is not None:
        submitters = snapshot.toml or snapshot.own(SUBMITTERS) or snapshot.own(f"{SUBMITTERS}.gz")
        if submitters is not None:
            situation = replace(situation, submitter_place=SubmitterLines(submitters).place)
    return Findings(in_order([*unreadable, *find_all(situation)]), inputs.now)


def _operations(path: Path, env: Environment) -> tuple[Operation, ...]:
    """The edits that were made with this program; whether they can be read is not what is checked."""
    try:
        return OperationsLog(path.resolve()).read()
    except OperationsError as failed:
        env.warn(str(failed))
        return ()
