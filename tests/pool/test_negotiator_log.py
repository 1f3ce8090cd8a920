"""What is read from a negotiator's log."""

from tests.negotiation.told import told_by
from tests.pool.negotiator_log import read_cycle


def test_slots_are_in_the_one_order_of_all_scans() -> None:
    """The first scan stops after its second slot; b is given, so that the next goes further, and comes again behind e.

    The third has another schedd, which is asked about a partitionable slot p of its own too.
    """
    scans = (("1.0", "ba"), ("1.0", "acd"), ("2.0", "pcdeb"))
    lines = ["---------- Started Negotiation Cycle ----------"]
    for job, slots in scans:
        cluster, proc = map(int, job.split("."))
        lines.append(f"    Request {cluster:05d}.{proc:05d}: autocluster 1 (request count 1 of 1)")
        lines += [f"Job {job} {'does' if slot in 'bd' else 'does not'} match with slot1@{slot}." for slot in slots]
        lines.append(
            f"    Matched {job} u1@x <1.1.1.1:1> preempting none <1.1.1.2:1> slot1@{'b' if slots == 'ba' else 'd'}"
        )
    cycle = read_cycle("".join(f"11/22/26 07:47:04 {line}\n" for line in lines))
    assert cycle.slots_looked_at() == [f"slot1@{slot}" for slot in "bapcde"]


def test_a_user_is_displaced_from_the_slot_that_is_matched_not_from_one_without_a_claim_to_give() -> None:
    """The negotiator tells whom it would displace before it looks for a claim."""
    lines = (
        "---------- Started Negotiation Cycle ----------",
        "    Negotiating with u1@x at <1.1.1.1:1>",
        "    SubmitterPrio = 500.000000",
        "    Request 00007.00001: autocluster 9 (request count 1 of 1)",
        "    Preempting u3@x (user prio=500.00, startd rank=0.00) on slot1@a for u1@x (user prio=5, startd rank=10.00)",
        "    slot1@a has no claim id",
        "    Matched 7.1 u1@x <1.1.1.1:1> preempting none <1.1.1.2:1> slot1@b",
        "    Preempting u3@x (user prio=500.00, startd rank=0.00) on slot1@c for u1@x (user prio=5, startd rank=10.00)",
        "    Matched 7.1 u1@x <1.1.1.1:1> preempting u3@x (1) <1.1.1.3:1> slot1@c",
    )
    told = told_by(read_cycle("".join(f"11/22/26 07:47:04 {line}\n" for line in lines)).events)
    assert [(match["slot"], match["because"]) for match in told.matches] == [
        ("slot1@b", "free"),
        ("slot1@c", "rank preemption"),
    ]
