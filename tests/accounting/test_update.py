"""What an update between cycles writes: expired leases, charged usage, decayed priorities, slots counted anew."""

import pytest

from userprio.accounting import PriorityRules, SlotStatus, plan_update
from userprio.base.errors import Refused
from userprio.ledger import Ledger, format_record

LEDGER = Ledger.of_bytes(
    b"""\
101 Accountant. * *
103 Accountant. LastUpdateTime 1000
101 Customer.ann * *
103 Customer.ann PriorityFactor 1000.0
103 Customer.ann Priority 10.0
103 Customer.ann ResourcesUsed 1
103 Customer.ann WeightedResourcesUsed 2.0
101 Resource.slot1 * *
103 Resource.slot1 RemoteUser "ann"
103 Resource.slot1 SlotWeight 2.0
103 Resource.slot1 StartTime 900
"""
)
RULES = PriorityRules()


def written(*slots: SlotStatus, now: int = 1000) -> list[str]:
    made = plan_update(LEDGER, now, RULES, lambda name: "<none>", slots)
    return [format_record(record).rstrip("\n") for record in made.records]


def test_a_claim_that_stays_with_its_weight_writes_nothing_of_its_slot() -> None:
    assert not [line for line in written(SlotStatus("slot1", 2.0, claimed_by="ann")) if "Resource." in line]


def test_a_claim_that_stays_with_another_weight_writes_the_weight() -> None:
    lines = written(SlotStatus("slot1", 3.0, claimed_by="ann"))
    assert [line.split()[1:3] for line in lines if "Resource." in line] == [["Resource.slot1", "SlotWeight"]]
    assert any(line.startswith("103 Customer.ann WeightedResourcesUsed 3") for line in lines)
    assert not any(" ResourcesUsed " in line and "ann" in line for line in lines)


def test_a_slot_that_is_matched_keeps_its_record() -> None:
    assert not [line for line in written(SlotStatus("slot1", 3.0, matched=True)) if "Resource." in line]


def test_a_slot_in_other_hands_gets_a_new_record() -> None:
    lines = [line for line in written(SlotStatus("slot1", 2.0, claimed_by="bob")) if "Resource." in line]
    assert lines[0].split() == ["102", "Resource.slot1"]
    assert '103 Resource.slot1 RemoteUser "bob"' in lines
    assert "103 Resource.slot1 SlotWeight 2.000000" in lines
    assert "103 Resource.slot1 StartTime 1000" in lines


def test_a_slot_that_is_gone_takes_its_record_and_its_use_along() -> None:
    lines = written()
    assert "102 Resource.slot1" in [line.strip() for line in lines]
    assert "103 Customer.ann ResourcesUsed 0" in lines


def test_a_ledger_of_the_future_is_refused_with_how_far_it_is_ahead() -> None:
    with pytest.raises(Refused, match="updated 1 minute 40 seconds after"):
        written(now=900)


def test_the_first_of_two_ads_of_a_slot_counts_for_its_record_and_a_newcomer_gets_a_factor() -> None:
    lines = written(SlotStatus("slot1", 2.0, claimed_by="ann"), SlotStatus("new", 1.0, claimed_by="bob"))
    assert "103 Customer.bob PriorityFactor 1000.000000" in lines
    assert "103 Customer.bob ResourcesUsed 1" in lines
    assert not [line for line in lines if "Customer.ann" in line or "Resource.slot1" in line]
    twice = written(SlotStatus("slot1", 2.0, claimed_by="ann"), SlotStatus("slot1", 2.0, claimed_by="bob"))
    assert not [line for line in twice if "Resource." in line]


def test_a_slot_that_nobody_claims_gets_no_record_and_ends_one() -> None:
    assert not [line for line in written(SlotStatus("free", 1.0)) if "Resource.free" in line]
    assert "102 Resource.slot1" in written(SlotStatus("slot1", 2.0))


def test_an_update_without_slots_charges_and_leaves_the_figures_of_use() -> None:
    plan = plan_update(LEDGER, 1010, RULES, lambda name: "<none>")
    lines = [format_record(record).rstrip("\n") for record in plan.records]
    # One slot of weight 2 for 10 seconds.
    assert "103 Customer.ann AccumulatedUsage 10.000000" in lines
    assert "103 Customer.ann WeightedAccumulatedUsage 20.000000" in lines
    assert not [line for line in lines if "ResourcesUsed" in line or "Resource." in line]
    assert {change.attribute for change in plan.changes if change.key == "Customer.ann"} >= {"AccumulatedUsage"}


def test_a_time_that_cannot_be_stored_is_refused() -> None:
    with pytest.raises(Refused, match="32 bits"):
        written(now=2**31)
