"""A dry run decides what a real negotiator decided on the same ads, ledger and configuration."""

from tests.negotiation.agreement import disagreements
from tests.negotiation.recorded import each_pool, recorded, rerun


@each_pool
def test_a_recorded_cycle_is_decided_again(name: str) -> None:
    """Its quotas, allocations, passes, visits, matches, rejections and requests; see `agreement`."""
    cycle = recorded(name)
    assert disagreements(rerun(name), cycle.events, cycle.pool) == []
