"""A dry run decides what a real negotiator decided on the same ads, ledger and configuration."""

import pytest

from tests.negotiation.agreement import ASPECTS
from tests.negotiation.recorded import NAMES, recorded, rerun


@pytest.mark.parametrize("aspect", ASPECTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_cycle_is_decided_again(name: str, aspect: str) -> None:
    """Its quotas, allocations, passes, visits, matches, rejections and requests; see `agreement`."""
    cycle = recorded(name)
    assert ASPECTS[aspect](rerun(name), cycle.events, cycle.pool) == []
