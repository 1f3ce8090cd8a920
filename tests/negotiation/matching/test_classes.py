"""Which slots a scan takes for the same."""

from collections.abc import Mapping

import pytest

from tests.negotiation.builders import NOW, configured, slot
from userprio.classad import Ad, Evaluator
from userprio.classad.equivalence import Projection
from userprio.negotiation.matching.assessment import slot_kind
from userprio.negotiation.matching.candidates import SlotClasses
from userprio.negotiation.matching.predicates import consumption_of, policy_resources
from userprio.pool.settings import NegotiatorSettings

EVALUATOR = Evaluator(NOW)
NOTHING = (Projection(()), Projection(()), Projection(()))
PARTITIONABLE = {"PartitionableSlot": "true", "MachineResources": '"Cpus"', "ConsumptionCpus": "1"}


def of(classes: SlotClasses, ad: Ad) -> object:
    settings = NegotiatorSettings.from_config(configured())
    return classes.of(slot_kind(ad, settings, EVALUATOR, flattens=True))[0]


@pytest.mark.parametrize(
    "difference",
    [
        {"RemoteUser": '"ann@pool.test"'},
        {"MyAddress": '"<[::1]:9618>"'},
        {"SlotWeight": "2"},
        {"PartitionableSlot": "true", "RemoteScheddName": '"ap1"'},
        PARTITIONABLE,
        {"DynamicSlot": "true", "PslotRollupInformation": "true"},
    ],
    ids=lambda difference: next(iter(difference)),
)
def test_what_a_kind_knows_by_itself_tells_classes_apart(difference: Mapping[str, str]) -> None:
    classes = SlotClasses(*NOTHING, consider_preemption=True)
    assert of(classes, slot(1)) is of(classes, slot(1, Memory=1))
    assert of(classes, slot(1)) is not of(classes, slot(1, **difference))


def test_schedds_that_alone_may_have_a_slot_tell_classes_apart() -> None:
    classes = SlotClasses(*NOTHING, consider_preemption=True)
    one, other = (slot(1, PartitionableSlot="true", RemoteScheddName=f'"{name}"') for name in ("ap1", "ap2"))
    assert of(classes, one) is not of(classes, other)


def test_a_consumption_policy_is_one_of_partitionable_slots() -> None:
    assert policy_resources(slot(1, **PARTITIONABLE), EVALUATOR) == ("Cpus",)
    assert policy_resources(slot(1, **{**PARTITIONABLE, "PartitionableSlot": "false"}), EVALUATOR) is None


def test_what_a_request_does_not_ask_for_counts_as_nothing_in_a_consumption_policy() -> None:
    policy = slot(1, **{**PARTITIONABLE, "ConsumptionCpus": "TARGET.RequestCpus"})
    assert consumption_of(Ad({}), policy, ("Cpus",), EVALUATOR) == {"Cpus": 0.0}
    assert consumption_of(Ad({"RequestCpus": 3}), policy, ("Cpus",), EVALUATOR) == {"Cpus": 3.0}
