"""What the accountant reads off slot ads."""

import pytest

from userprio.accounting import (
    ChargeRules,
    SlotStatus,
    claimed_by,
    claims,
    resource_name,
    slot_status,
    slot_weight,
)
from userprio.classad import Ad, Evaluator

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
