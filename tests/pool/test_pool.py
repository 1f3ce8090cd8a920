"""The pool of the tests keeps to itself, and leaves nothing behind."""

from pathlib import Path

from tests.pool.pool import Cluster, Pool, running_pool
from tests.pool.processes import in_sessions, listening
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind


def at_work(pool: Pool) -> None:
    pool.advertise([SlotKind(3, {})])
    pool.submit([Cluster("alice", 2), Cluster("bob", 2, schedd=2)])
    pool.settle()
    assert len(pool.negotiate().events) > 0


def test_nothing_of_a_pool_listens_beyond_the_loopback(htcondor: HTCondor) -> None:
    with running_pool(htcondor, schedds=2) as pool:
        at_work(pool)
        addresses = {address for process in in_sessions(pool.sessions) for address in listening(process)}
    assert addresses
    assert {address for address in addresses if not address.startswith("127.")} == set()


def test_when_a_pool_is_over_its_processes_and_files_are_gone(htcondor: HTCondor) -> None:
    with running_pool(htcondor, schedds=2) as pool:
        at_work(pool)
        sessions, folder = pool.sessions, pool.folder
        # Collector, two schedds, negotiator.
        assert len(in_sessions(sessions)) >= 4
    assert in_sessions(sessions) == set()
    assert not Path(folder).exists()


def test_two_pools_at_once_do_not_meet(htcondor: HTCondor) -> None:
    with running_pool(htcondor) as one, running_pool(htcondor) as other:
        one.advertise([SlotKind(3, {})])
        other.advertise([SlotKind(2, {})])
        one.settle()
        other.settle()
        counts = [pool.run("condor_status", "-af", "Name").count("\n") for pool in (one, other)]
    assert counts == [3, 2]
    assert one.address != other.address
