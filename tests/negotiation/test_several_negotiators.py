"""A cycle of one of two negotiators of 25.14.1 that share a collector and a schedd.

Each has half of the slots, quotas of its own and a ledger of its own; the other's jobs run already. The folder is like
those of `recorded`, and `negotiator.ads` says whose cycle it is.
"""

from pathlib import Path

from msgspec.structs import replace

from tests.negotiation.agreement import disagreements
from tests.negotiation.recorded import recorded
from userprio.negotiation import negotiate
from userprio.pool import of_its_negotiator

SEVERAL = Path(__file__).parent / "several"


def test_a_cycle_of_one_of_two_negotiators_goes_by_the_knobs_of_its_local_name() -> None:
    cycle = recorded("second-of-two", SEVERAL)
    scenario = replace(cycle.scenario, config=of_its_negotiator(cycle.settings, cycle.pool))
    outcome = negotiate(scenario)
    assert len(outcome.matches) == len(cycle.of_kind("match")) > 0
    assert disagreements(outcome, cycle.events, cycle.pool) == []
    others = negotiate(cycle.scenario)
    assert others.pool.slots > outcome.pool.slots
    assert disagreements(others, cycle.events, cycle.pool)
