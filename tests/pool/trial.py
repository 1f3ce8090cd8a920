"""One scenario, both ways: a real negotiator's cycle over it, and the dry run over what that negotiator read."""

import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.negotiation.agreement import disagreements
from tests.pool.daemons import PoolFailed
from tests.pool.pool import running_pool
from tests.pool.root import HTCondor
from tests.pool.scenario import Scenario
from userprio import config
from userprio.errors import BadInput
from userprio.ledger import Ledger
from userprio.negotiation import negotiate, read_snapshot


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
    difference too: the scenario is no good, or the negotiator died over it.
    """
    began = time.monotonic()
    with TemporaryDirectory() as scratch:
        try:
            differences, matches, rejections = _hold(htcondor, scenario, folder or Path(scratch))
        except (PoolFailed, BadInput) as failed:
            differences, matches, rejections = [f"{type(failed).__name__}: {failed}"], 0, 0
    return Trial(scenario, tuple(differences), matches, rejections, time.monotonic() - began)


def _hold(htcondor: HTCondor, scenario: Scenario, folder: Path) -> tuple[list[str], int, int]:
    with running_pool(htcondor, scenario.knobs, schedds=scenario.schedds) as pool:
        pool.advertise(scenario.slots)
        pool.submit(scenario.clusters)
        pool.settle()
        ledger = scenario.ledger_at(int(time.time()), pool.network)
        if ledger is not None:
            pool.put_ledger(ledger)
        pool.snapshot(folder)
        decided = pool.negotiate()
        # The second in which the cycle began may have been over when it aged the priorities.
        at = max(decided.at, *pool.aged_at())
        (folder / "NegotiatorLog").write_text(pool.said("NegotiatorLog"), errors="surrogateescape")
    found = read_snapshot(folder)
    kept = folder / "Accountantnew.log"
    outcome = negotiate(
        found,
        Ledger.read(kept) if kept.exists() else Ledger.empty(),
        config.read(folder / "condor_config", environ={}),
        at,
    )
    events = decided.events
    counts = [sum(event["event"] == kind for event in events) for kind in ("match", "reject")]
    return disagreements(outcome, events, found), counts[0], counts[1]
