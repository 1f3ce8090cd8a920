"""One scenario, both ways: a real negotiator's cycle over it, and the dry run over what that negotiator read."""

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.negotiation.agreement import decisions, disagreements
from tests.pool.daemons import PoolFailed
from tests.pool.pool import NegotiatorEnded, running_pool
from tests.pool.root import HTCondor
from tests.pool.scenario import Scenario
from userprio import config
from userprio.errors import BadInput
from userprio.ledger import Ledger
from userprio.negotiation import negotiate
from userprio.pool import read_snapshot


@dataclass(frozen=True, slots=True)
class Trial:
    """How a scenario went."""

    scenario: Scenario
    differences: tuple[str, ...]
    """A sentence for each; none: the dry run agreed."""
    matches: int = 0
    rejections: int = 0
    took_s: float = 0.0


def run_trial(htcondor: HTCondor, scenario: Scenario, folder: Path | None = None) -> Trial:
    """Play a scenario in a pool of its own and hold the dry run against it.

    What the negotiator read and logged stays in `folder`, if one is given. A real pool that makes no cycle is a
    difference too, unless the negotiator died over it and the dry run says that it would.
    """
    began = time.monotonic()
    with TemporaryDirectory() as scratch:
        try:
            differences, matches, rejections = _hold(htcondor, scenario, folder or Path(scratch))
        except (PoolFailed, BadInput) as failed:
            differences, matches, rejections = [f"{type(failed).__name__}: {failed}"], 0, 0
    return Trial(scenario, tuple(differences), matches, rejections, time.monotonic() - began)


def _hold(htcondor: HTCondor, scenario: Scenario, folder: Path) -> tuple[list[str], int, int]:
    ended: NegotiatorEnded | None = None
    with running_pool(htcondor, scenario.knobs, schedds=scenario.schedds) as pool:
        pool.advertise(scenario.slots)
        pool.submit(scenario.clusters)
        pool.settle()
        ledger = scenario.ledger_at(int(time.time()), pool.network)
        if ledger is not None:
            pool.put_ledger(ledger)
        pool.snapshot(folder)
        try:
            decided = pool.negotiate()
        except NegotiatorEnded as error:
            decided, ended = error.decided, error
        # The second in which the cycle began may have been over when it aged the priorities.
        at = max(decided.at, *pool.aged_at())
        if "NEGOTIATE_ALL_JOBS_IN_CLUSTER" in scenario.knobs:
            _number_autoclusters(folder / "jobs.ads", pool.autoclusters())
        for log in ("NegotiatorLog", "SchedLog"):
            (folder / log).write_text(pool.said(log), errors="surrogateescape")
    found = read_snapshot(folder)
    kept = folder / "Accountantnew.log"
    outcome = negotiate(
        found,
        Ledger.read(kept) if kept.exists() else Ledger.empty(),
        config.read(folder / "condor_config", environ={}),
        at,
    )
    matches, rejections = decided.count("match"), decided.count("reject")
    if ended is None:
        return disagreements(outcome, decided.events, found), matches, rejections
    if not any("ends with an error" in warning for warning in outcome.warnings):
        return [f"the negotiator ended, and here nothing foretells it: {ended}"], matches, rejections
    until_then = replace(outcome, matches=outcome.matches[:matches], rejections=outcome.rejections[:rejections])
    return decisions(until_then, decided.events, found), matches, rejections


def _number_autoclusters(path: Path, numbers: Mapping[str, int]) -> None:
    """Add to job ads what a schedd that never negotiated does not know yet."""
    text = re.sub(
        r'^GlobalJobId = "(.*)"$',
        lambda found: found[0] + (f"\nAutoClusterId = {numbers[found[1]]}" if found[1] in numbers else ""),
        path.read_text(),
        flags=re.MULTILINE,
    )
    path.write_text(text)
