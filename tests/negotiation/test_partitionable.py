"""Partitionable slots, and those with a consumption policy, in cycles worked out by hand."""

from tests.negotiation.builders import cycle, held, jobs, slot, submitter, told, won
from userprio.classad import Ad


def test_a_partitionable_slot_is_one_candidate_of_its_whole_remaining_weight() -> None:
    """`big` 8 and `small` 4 cores: A is charged 4 for one job, B 8, until the next cycle recounts."""
    parts: dict[str, str | float] = {"PartitionableSlot": "true", "SlotID": 1}
    outcome = cycle(
        [slot(1, Cpus=8, Memory=8192, **parts), slot(2, Cpus=4, Memory=4096, **parts)],
        [submitter("a", 10, heard=1), submitter("b", 10, heard=2)],
        [*jobs("a", 10, 1), *jobs("b", 10, 2)],
    )
    assert outcome.pool.smallest_weight == 4.0
    assert [(match.submitter[0], match.slot, match.cost) for match in outcome.matches] == [
        ("a", "slot1@exec2", 4.0),
        ("b", "slot1@exec1", 8.0),
    ]


def consuming(number: int, cpus: int = 8) -> Ad:
    """A partitionable slot with a consumption policy over cores."""
    return slot(
        number,
        Cpus=cpus,
        PartitionableSlot="true",
        MachineResources='"Cpus"',
        ConsumptionCpus="TARGET.RequestCpus",
        NumClaims=cpus,
    )


def test_a_consumption_policy_serves_several_requests_from_one_slot() -> None:
    """Eight cores, A wants 3, B 10: 3 and 4; one core stays free as its limit is below the whole slot's weight."""
    outcome = cycle(
        [consuming(1)], [submitter("a", 3, heard=1), submitter("b", 10, heard=2)], [*jobs("a", 3, 1), *jobs("b", 10, 2)]
    )
    assert told(outcome, "spin", "submitter", "limit", "matched", "outcome") == [
        (1, "a", 4.0, 3, "satisfied"),
        (1, "b", 4.0, 4, "submitter limit"),
        (2, "b", 4.0, 0, "limit below the smallest slot"),
    ]


def test_a_small_slot_anywhere_lets_the_last_core_of_a_consumption_policy_go() -> None:
    """Any other slot of weight 1 makes the smallest weight 1, even one that B itself holds."""
    outcome = cycle(
        [consuming(1), *held("b", 1, 2)],
        [submitter("a", 3, heard=1), submitter("b", 10, 1, heard=2)],
        [*jobs("a", 3, 1), *jobs("b", 10, 2)],
    )
    assert won(outcome) == {"a": 3, "b": 5}


def test_slots_with_consumption_policies_are_filled_breadth_first() -> None:
    """A slot put back into the match list goes behind each entry that it beats: 1 2 3 3 2 1 1 2 3."""
    outcome = cycle([consuming(number, 3) for number in (1, 2, 3)], [submitter("a", 9)], jobs("a", 9, 1))
    assert [match.slot[-1] for match in outcome.matches] == list("123321123")


def test_a_partitionable_slot_claimed_by_another_schedd_is_not_given_though_it_reads_the_same() -> None:
    slots = [
        slot(1, PartitionableSlot="true"),
        slot(2, PartitionableSlot="true", RemoteScheddName='"ap2"'),
        slot(3, PartitionableSlot="true", RemoteScheddName='"ap1"'),
    ]
    outcome = cycle(slots, [submitter("ann", 3)], jobs("ann", 3, 1))
    assert [match.slot for match in outcome.matches] == ["slot1@exec1", "slot1@exec3"]
