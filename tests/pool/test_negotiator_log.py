"""What is read from a negotiator's log."""

from tests.pool.negotiator_log import read_cycle


def test_slots_are_in_the_one_order_of_all_scans() -> None:
    """The first scan stops after its second slot; b is gone before the next, which goes further.

    The third has another schedd, which is asked about a partitionable slot p of its own too.
    """
    scans = (("1.0", "ba"), ("1.0", "acd"), ("2.0", "pcde"))
    lines = ["---------- Started Negotiation Cycle ----------"]
    for job, slots in scans:
        cluster, proc = map(int, job.split("."))
        lines.append(f"    Request {cluster:05d}.{proc:05d}: autocluster 1 (request count 1 of 1)")
        lines += [f"Job {job} {'does' if slot in 'bd' else 'does not'} match with slot1@{slot}." for slot in slots]
    cycle = read_cycle("".join(f"11/22/26 07:47:04 {line}\n" for line in lines))
    assert cycle.slots_looked_at() == [f"slot1@{slot}" for slot in "bapcde"]
