"""Usage from claimed slots: what slot ads say, the recount of a cycle, the charge of a match."""

import pytest

from tests.accounting.appended import Charge, matches_log, recount_log
from userprio.accounting import ChargeRules, SlotStatus, charged, claimed_by, claims, recount, slot_status, slot_weight
from userprio.accounting.usage import group_path, resource_name
from userprio.classad import Ad, Evaluator
from userprio.ledger import Customer, Ledger, format_record

LEDGER = Ledger.of_bytes(
    b"101 Accountant. * *\n103 Accountant. LastUpdateTime 1000\n"
    b"101 Customer.<none> * *\n"
    b"101 Customer.idle@x * *\n103 Customer.idle@x ResourcesUsed 7\n103 Customer.idle@x WeightedResourcesUsed 7.5\n"
    b"101 Customer.a.b.joe@x * *\n103 Customer.a.b.joe@x UnchargedTime 5\n"
)


def group_of(name: str) -> str:
    return "a.b" if name.startswith("a.b") else "<none>"


def usage(customer: Customer) -> tuple[int | None, float | None, float | None]:
    return customer.resources_used, customer.weighted_resources_used, customer.hier_weighted_resources_used


def test_usage_is_counted_from_zero_up_the_path_of_the_groups() -> None:
    after = recount(LEDGER, [("a.b.joe@x", 4.0), ("new@x", 0.5), ("a.b.joe@x", 1.25)], 1000, group_of)
    figures = {name: usage(customer) for name, customer in after.customers.items()}
    assert figures == {
        "<none>": (1, 0.5, 0.5),
        "idle@x": (0, 0.0, 0.0),
        "a.b.joe@x": (2, 5.25, 0.0),
        "a.b": (2, 5.25, 5.25),
        # The group above is charged in its subtree figure only, and the root not at all.
        "a": (None, None, 5.25),
        "new@x": (1, 0.5, None),
    }


def test_time_since_the_last_update_is_not_charged() -> None:
    after = recount(LEDGER, [("a.b.joe@x", 4.0), ("a.b.joe@x", 4.0)], 1003, group_of)
    joe, group = after.customers["a.b.joe@x"], after.customers["a.b"]
    assert (joe.uncharged_time, joe.weighted_uncharged_time) == (5 - 6, -24.0)
    assert (group.uncharged_time, group.weighted_uncharged_time) == (-6, -24.0)


def test_a_sum_is_rounded_to_six_decimals_at_each_match() -> None:
    third = 1 / 3
    assert charged(charged(0.0, third), third) == 0.666666
    after = recount(LEDGER, [("new@x", third)] * 3, 1000, group_of)
    assert after.customers["new@x"].weighted_resources_used == 0.999999


def test_a_claim_of_a_group_itself_is_charged_once() -> None:
    after = recount(LEDGER, [("<none>", 2.0)], 1000, group_of)
    assert usage(after.customers["<none>"]) == (1, 2.0, 2.0)


def test_the_path_of_a_group_goes_up_by_the_dots_of_its_name() -> None:
    assert group_path("a.b.c") == ["a.b.c", "a.b", "a"]
    assert group_path("<none>") == ["<none>"]


def test_a_match_is_one_transaction_with_the_groups_weight_before_its_count() -> None:
    log = matches_log(LEDGER, [Charge("a.b.joe@x", 4.0, "slot1@ep1@<10.0.0.1:9618>", "license:2")], 1010, group_of)
    slot = "Resource.slot1@ep1@<10.0.0.1:9618>"
    assert "".join(map(format_record, log)) == (
        "105 \n"
        "103 Customer.a.b.joe@x ResourcesUsed 1\n"
        "103 Customer.a.b.joe@x WeightedResourcesUsed 4.000000\n"
        "103 Customer.a.b.joe@x UnchargedTime -5\n"
        "103 Customer.a.b.joe@x WeightedUnchargedTime -40.000000\n"
        "101 Customer.a.b * *\n"
        "103 Customer.a.b WeightedResourcesUsed 4.000000\n"
        "103 Customer.a.b ResourcesUsed 1\n"
        "103 Customer.a.b UnchargedTime -10\n"
        "103 Customer.a.b WeightedUnchargedTime -40.000000\n"
        "103 Customer.a.b HierWeightedResourcesUsed 4.000000\n"
        "101 Customer.a * *\n"
        "103 Customer.a HierWeightedResourcesUsed 4.000000\n"
        f"101 {slot} * *\n"
        f'103 {slot} RemoteUser "a.b.joe@x"\n'
        f"103 {slot} SlotWeight 4.000000\n"
        f"103 {slot} StartTime 1010\n"
        f'103 {slot} MatchedConcurrencyLimits "license:2"\n'
        "106 \n"
    )


def test_a_match_adds_to_what_is_in_use() -> None:
    after = LEDGER.replay(matches_log(LEDGER, [Charge("idle@x", 0.5, "s@")], 1000, group_of))
    assert usage(after.customers["idle@x"]) == (8, 8.0, None)


def test_a_recount_keeps_the_records_of_slots_that_still_belong_to_whom_they_name() -> None:
    slots = ["kept", "taken", "gone", "matched", "free", "nobodys"]
    text = "".join(
        f"101 Resource.{slot}@ * *\n" + (f'103 Resource.{slot}@ RemoteUser "old@x"\n' if slot != "nobodys" else "")
        for slot in slots
    )
    ledger = Ledger.of_bytes(text.encode())
    after = ledger.replay(
        recount_log(
            ledger,
            [
                SlotStatus("kept@", 1.0, claimed_by="old@x"),
                SlotStatus("taken@", 1.0, claimed_by="new@x"),
                SlotStatus("matched@", 1.0, matched=True),
                SlotStatus("free@", 1.0),
                SlotStatus("nobodys@", 1.0, matched=True),
            ],
            5,
            group_of,
        )
    )
    assert {name: slot.remote_user for name, slot in after.resources.items()} == {
        "kept@": "old@x",
        "matched@": "old@x",
        "taken@": "new@x",
    }
    assert usage(after.customers["new@x"]) == (1, 1.0, None)


def test_the_recount_of_pairs_and_of_slots_give_the_same_figures() -> None:
    slots = [SlotStatus(f"slot{n}@", n / 3, claimed_by=["a.b.joe@x", "new@x"][n % 2]) for n in range(9)]
    by_slots = LEDGER.replay(recount_log(LEDGER, slots, 1007, group_of))
    by_pairs = recount(LEDGER, [(slot.claimed_by or "", slot.weight) for slot in slots], 1007, group_of)
    assert dict(by_slots.customers) == dict(by_pairs.customers)


EVALUATOR = Evaluator(now=0)
RULES = ChargeRules()


@pytest.mark.parametrize(
    ("ad", "weight"),
    [
        ("[ SlotWeight = Cpus; Cpus = 4 ]", 4.0),
        ("[ SlotWeight = 2.5 ]", 2.5),
        ("[ SlotWeight = 0 ]", 0.0),
        ("[ SlotWeight = true ]", 1.0),
        ("[ SlotWeight = -1 ]", 1.0),
        ('[ SlotWeight = "4" ]', 1.0),
        ("[ SlotWeight = Missing ]", 1.0),
        ("[ Cpus = 4 ]", 1.0),
    ],
)
def test_the_weight_is_a_number_of_at_least_zero_or_else_one(ad: str, weight: float) -> None:
    assert slot_weight(Ad.parse(ad), RULES, EVALUATOR) == weight


def test_without_weights_every_slot_weighs_one() -> None:
    assert slot_weight(Ad.parse("[ SlotWeight = 8 ]"), ChargeRules(use_slot_weights=False), EVALUATOR) == 1.0


@pytest.mark.parametrize(
    ("ad", "customer"),
    [
        ('[ State = "Claimed"; RemoteUser = "a@x" ]', "a@x"),
        ('[ State = "Preempting"; RemoteUser = "a@x"; PreemptingUser = "b@x" ]', "a@x"),
        ('[ State = "Claimed"; RemoteUser = "a@x"; AccountingGroup = "g.a@x" ]', "g.a@x"),
        ('[ State = "Claimed" ]', None),
        ('[ State = "Matched"; RemoteUser = "a@x" ]', None),
        ('[ State = "Unclaimed"; RemoteUser = "a@x" ]', None),
        ('[ State = "claimed"; RemoteUser = "a@x" ]', None),
        ('[ RemoteUser = "a@x" ]', None),
    ],
)
def test_claimed_and_preempting_slots_are_charged(ad: str, customer: str | None) -> None:
    assert claimed_by(Ad.parse(ad), RULES, EVALUATOR) == customer


@pytest.mark.parametrize(
    ("activity", "customer"),
    [('Activity = "Suspended"', None), ('Activity = "suspended"', None), ('Activity = "Busy"', "a@x"), ("", None)],
)
def test_suspended_claims_may_be_discounted(activity: str, customer: str | None) -> None:
    slot = Ad.parse(f'[ State = "Claimed"; RemoteUser = "a@x"; {activity} ]')
    assert claimed_by(slot, ChargeRules(discount_suspended=True), EVALUATOR) == customer
    assert claimed_by(slot, RULES, EVALUATOR) == "a@x"


def test_a_slot_is_recorded_under_its_name_and_the_address_of_its_startd() -> None:
    slot = Ad.parse('[ Name = "slot1@ep1"; StartdIpAddr = "<10.0.0.1:9618>"; State = "Matched"; SlotWeight = 2 ]')
    assert resource_name(slot, EVALUATOR) == "slot1@ep1@<10.0.0.1:9618>"
    assert resource_name(Ad.parse('[ Name = "slot1@ep1" ]'), EVALUATOR) == "slot1@ep1@"
    assert slot_status(slot, RULES, EVALUATOR) == SlotStatus("slot1@ep1@<10.0.0.1:9618>", 2.0, matched=True)


def test_claims_are_the_charged_slots_in_order() -> None:
    slots = [
        Ad.parse('[ State = "Claimed"; RemoteUser = "b@x"; SlotWeight = 2 ]'),
        Ad.parse('[ State = "Unclaimed" ]'),
        Ad.parse('[ State = "Claimed"; RemoteUser = "a@x" ]'),
    ]
    assert list(claims(slots, RULES, EVALUATOR)) == [("b@x", 2.0), ("a@x", 1.0)]
