"""What `check` calls an error stops a real negotiator, and what it calls less does not."""

import subprocess
from collections.abc import Iterator

import pytest

from tests.check.tried import PASSES, STOPS, SUBGROUPS
from tests.pool.daemons import until
from tests.pool.pool import Cluster, Pool, running_pool
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind

STOPPED = 4
"""The exit status of a daemon that ends on purpose."""


@pytest.fixture(scope="module")
def pool(htcondor: HTCondor) -> Iterator[Pool]:
    """A pool of four slots, with a job of a group in its schedd, for one negotiator after the other."""
    with running_pool(htcondor, SUBGROUPS) as pool:
        pool.advertise([SlotKind(4, {})])
        pool.submit([Cluster("ann", 1, group="b.x")])
        pool.settle()
        yield pool


def ended(pool: Pool, line: str) -> int | None:
    """The exit status of a negotiator that is given a line of configuration; None if it runs a cycle."""
    (pool.folder / "knobs").write_text(f"{SUBGROUPS}{line}\n")
    (pool.folder / "log/NegotiatorLog").unlink(missing_ok=True)
    negotiator: subprocess.Popen[bytes] = pool.start_negotiator()
    try:
        until(
            lambda: negotiator.poll() is not None or "Finished Negotiation Cycle" in pool.said("NegotiatorLog"),
            "the negotiator ends or runs a cycle",
        )
        return negotiator.poll()
    finally:
        pool.forget_negotiator()


@pytest.mark.parametrize("line", STOPS)
def test_a_real_negotiator_stops_at_it(line: str, pool: Pool) -> None:
    assert ended(pool, line) == STOPPED


@pytest.mark.parametrize("line", PASSES)
def test_a_real_negotiator_goes_on_with_it(line: str, pool: Pool) -> None:
    assert ended(pool, line) is None
