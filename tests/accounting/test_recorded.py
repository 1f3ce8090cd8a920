"""Usage by the records of slots, as negotiators before 25.10.1 keep it. The figures are those of a live 23.9.6."""

from userprio.accounting import SlotStatus, check_records
from userprio.ledger import Ledger

LEDGER = Ledger.of_bytes(
    b"""101 Accountant. * *
103 Accountant. LastUpdateTime 1000
101 Customer.alice@x * *
103 Customer.alice@x ResourcesUsed 2
103 Customer.alice@x WeightedResourcesUsed 7.000000
101 Resource.m1@<a> * *
103 Resource.m1@<a> RemoteUser "alice@x"
103 Resource.m1@<a> SlotWeight 2.000000
103 Resource.m1@<a> StartTime 900
101 Resource.c1@<a> * *
103 Resource.c1@<a> RemoteUser "alice@x"
103 Resource.c1@<a> SlotWeight 5.000000
103 Resource.c1@<a> StartTime 1010
"""
)
MATCHED = SlotStatus("m1@<a>", 2.0, matched=True)


def checked(*slots: SlotStatus) -> Ledger:
    return check_records(LEDGER, slots, 1060, lambda name: "<none>")


def usage(ledger: Ledger, name: str) -> tuple[int | None, float | None]:
    customer = ledger.customers[name]
    return customer.resources_used, customer.weighted_resources_used


def test_a_claim_keeps_the_weight_that_was_recorded_whatever_the_slot_weighs_now() -> None:
    after = checked(MATCHED, SlotStatus("c1@<a>", 2.0, claimed_by="alice@x"))
    assert usage(after, "alice@x") == (2, 7.0)


def test_a_slot_that_is_gone_or_idle_is_released_with_the_recorded_weight() -> None:
    assert usage(checked(MATCHED), "alice@x") == (1, 2.0)
    assert usage(checked(MATCHED, SlotStatus("c1@<a>", 2.0)), "alice@x") == (1, 2.0)
    assert list(checked(MATCHED).resources) == ["m1@<a>"]


def test_what_was_held_since_the_last_update_is_charged_when_it_ends() -> None:
    """c1 was held from 1010 to 1060, m1 from 900, of which the last update charged what lies before 1000."""
    alice = checked().customers["alice@x"]
    assert (alice.uncharged_time, alice.weighted_uncharged_time) == (50 + 60, 50 * 5.0 + 60 * 2.0)


def test_a_slot_that_somebody_else_claims_is_charged_anew_with_its_weight_of_now() -> None:
    after = checked(MATCHED, SlotStatus("c1@<a>", 3.0, claimed_by="bob@x"))
    assert usage(after, "alice@x") == (1, 2.0)
    assert usage(after, "bob@x") == (1, 3.0)
    assert after.resources["c1@<a>"].remote_user == "bob@x"


def test_groups_and_those_above_them_follow() -> None:
    group = Ledger.of_bytes(
        b'101 Resource.s@<a> * *\n103 Resource.s@<a> RemoteUser "a.b.joe@x"\n103 Resource.s@<a> SlotWeight 4.000000\n'
        b"101 Customer.a.b * *\n103 Customer.a.b WeightedResourcesUsed 4.000000\n"
        b"103 Customer.a.b HierWeightedResourcesUsed 4.000000\n"
        b"101 Customer.a * *\n103 Customer.a HierWeightedResourcesUsed 9.000000\n"
    )
    after = check_records(group, [], 50, lambda name: "a.b")
    assert after.customers["a.b"].weighted_resources_used == 0.0
    assert after.customers["a"].hier_weighted_resources_used == 5.0
