"""Slots as the negotiator fetches and trims them, and their addresses."""

import pytest

from tests.negotiation.builders import NOW, configured, cycle, jobs, slot, submitter
from userprio.base.versions import parse_version
from userprio.classad import Ad, Evaluator, text_of
from userprio.pool.fetched import fetched_slots, ip_protocols, pool_weights, trims
from userprio.pool.scenario import Versions
from userprio.pool.settings import NegotiatorSettings

EVALUATOR = Evaluator(NOW)


def settings(knobs: str = "") -> NegotiatorSettings:
    return NegotiatorSettings.from_config(configured(knobs))


def kept(ad: Ad, knobs: str = "") -> bool:
    """Whether a slot is left for matching."""
    return list(trims([ad], settings(knobs), EVALUATOR)) == [None]


class TestFetching:
    def test_the_slot_constraint_decides_which_slots_exist(self) -> None:
        slots, _ = fetched_slots(
            [slot(1, Rack=1), slot(2, Rack=2)], settings("NEGOTIATOR_SLOT_CONSTRAINT = Rack == 2"), EVALUATOR
        )
        assert [text_of(EVALUATOR, ad, "Name") for ad in slots] == ["slot1@exec2"]

    def test_slots_without_a_name_are_left_out_and_counted(self) -> None:
        slots, warnings = fetched_slots([Ad({"Cpus": 1}), slot(2)], settings(), EVALUATOR)
        assert len(slots) == 1
        assert warnings == ["1 slot ad has no Name and was left out"]

    def test_negotiator_requirements_take_the_place_of_requirements(self) -> None:
        (ad,), _ = fetched_slots([slot(1, NegotiatorRequirements="false")], settings(), EVALUATOR)
        assert EVALUATOR.attribute("Requirements", ad) is False
        assert "SavedRequirements" in ad

    @pytest.mark.parametrize(
        ("weight", "knobs", "expected"),
        [
            ("Cpus", "", 4.0),
            ('"heavy"', "SLOT_WEIGHT = Cpus * 10", 40.0),
            ("7", "SLOT_WEIGHT = Cpus * 10", 7.0),
            ("7", "SLOT_WEIGHT = Cpus * 10\nFORCE_NEGOTIATOR_SLOT_WEIGHT = True", 40.0),
            ("-3", "", 1.0),
            ("7", "NEGOTIATOR_USE_SLOT_WEIGHTS = False", 1.0),
        ],
    )
    def test_a_slot_weighs_what_it_says_if_that_is_a_number(self, weight: str, knobs: str, expected: float) -> None:
        chosen = settings(knobs)
        slots, _ = fetched_slots([slot(1, Cpus=4, SlotWeight=weight)], chosen, EVALUATOR)
        assert pool_weights(slots, chosen, EVALUATOR).smallest == expected


def test_without_preemption_only_some_attributes_of_claimed_slots_are_asked_for() -> None:
    """What the weight refers to comes along; GhostMultiplier does not, so that a claimed ghost counts once."""
    chosen = settings("NEGOTIATOR_CONSIDER_PREEMPTION = False")
    ghosts = [
        slot(number, State=f'"{state}"', Cpus=2, GhostMultiplier=3)
        for number, state in enumerate(("Claimed", "Unclaimed"))
    ]
    slots, _ = fetched_slots(ghosts, chosen, EVALUATOR)
    assert pool_weights(slots, chosen, EVALUATOR).pie == 2.0 + 6.0


class TestPoolSize:
    slots = (slot(1, Cpus=4), slot(2, Cpus=8, PartitionableSlot="true"), slot(3, Cpus=2, GhostMultiplier=3))

    def test_weights_are_added_over_all_slots_ghosts_as_often_as_they_say(self) -> None:
        weights = pool_weights(list(self.slots), settings(), EVALUATOR)
        assert (weights.slots, weights.pie, weights.quota, weights.smallest) == (3, 18.0, 18.0, 4.0)

    def test_a_constraint_narrows_the_pool_but_not_the_smallest_weight(self) -> None:
        chosen = settings("NEGOTIATOR_SLOT_POOLSIZE_CONSTRAINT = Cpus > 4")
        weights = pool_weights(list(self.slots), chosen, EVALUATOR)
        assert (weights.pie, weights.smallest) == (8.0, 4.0)

    def test_the_older_name_of_the_constraint_counts_where_the_newer_is_not_set(self) -> None:
        chosen = settings("GROUP_DYNAMIC_MACH_CONSTRAINT = Cpus == 4")
        assert pool_weights(list(self.slots), chosen, EVALUATOR).pie == 4.0

    def test_without_weights_slots_count_and_for_quotas_cores_of_partitionable_ones(self) -> None:
        chosen = settings("NEGOTIATOR_USE_SLOT_WEIGHTS = False")
        weights = pool_weights(list(self.slots), chosen, EVALUATOR)
        assert (weights.pie, weights.quota) == (3.0, 10.0)


class TestTrimming:
    def test_retirement_time_keeps_a_slot_for_its_user_unless_early_preemption_is_considered(self) -> None:
        retiring = slot(1, State='"Claimed"', RetirementTimeRemaining=60)
        assert not kept(retiring)
        assert kept(retiring, "NEGOTIATOR_CONSIDER_EARLY_PREEMPTION = True")

    @pytest.mark.parametrize(("state", "left"), [("Claimed", False), ("Preempting", False), ("Owner", True)])
    def test_without_preemption_held_slots_are_left_out(self, state: str, left: bool) -> None:
        assert kept(slot(1, State=f'"{state}"'), "NEGOTIATOR_CONSIDER_PREEMPTION = False") is left

    def test_without_preemption_held_partitionable_slots_stay(self) -> None:
        partitionable = slot(1, State='"Claimed"', PartitionableSlot="true")
        assert kept(partitionable, "NEGOTIATOR_CONSIDER_PREEMPTION = False")

    def test_slots_about_to_shut_down_are_left_out_by_their_own_clock(self) -> None:
        closing = slot(1, DaemonShutdown=f"CurrentTime > {NOW + 100}", MyCurrentTime=NOW)
        assert kept(closing)
        assert kept(closing, "NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD = 60")
        assert not kept(closing, "NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD = 120")

    def test_the_fast_shutdown_decides_where_both_are_given(self) -> None:
        both = slot(1, DaemonShutdown="true", DaemonShutdownFast="false")
        assert kept(both, "NEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD = 60")

    def test_a_claimed_partitionable_slot_may_be_meant_for_another_negotiator(self) -> None:
        claimed: dict[str, str | float] = {"State": '"Claimed"', "PartitionableSlot": "true"}
        assert not kept(slot(1, WantMatching="false", **claimed))
        assert not kept(slot(1, WorkingCM='"other"', **claimed))
        assert kept(slot(1, WorkingCM='"other"', **claimed), "MATCH_WORKING_CM_SLOTS = True")


@pytest.mark.parametrize(
    ("sinful", "protocols"),
    [
        ("<10.0.0.1:9618>", {4}),
        ("<[::1]:9618>", {6}),
        ("<10.0.0.1:9618?addrs=10.0.0.1-9618+[fd00::1]-9618&alias=x>", {4, 6}),
        ("<[fd00::1]:9618?alias=x&addrs=[fd00::1]-9618>", {6}),
        ("", set()),
        (None, set()),
    ],
)
def test_an_address_tells_its_protocols(sinful: str | None, protocols: set[int]) -> None:
    assert ip_protocols(sinful) == protocols


def test_slots_of_another_protocol_than_the_schedds_are_passed_over() -> None:
    slots = [slot(1, MyAddress='"<[fd00::1]:9618>"'), slot(2)]
    outcome = cycle(slots, [submitter("a", 2)], jobs("a", 2, 1))
    assert [match.slot for match in outcome.matches] == ["slot1@exec2"]


def test_a_slot_without_an_address_is_taken_to_be_reachable() -> None:
    outcome = cycle([slot(1).replace({"MyAddress": None})], [submitter("a", 1)], jobs("a", 1, 1))
    assert len(outcome.matches) == 1


def test_before_23_10_a_claim_that_does_not_say_takes_after_the_claim_before_it() -> None:
    """Behind a claimed partitionable slot a claimed one without PartitionableSlot counts as partitionable too."""
    claimed = {"State": '"Claimed"'}
    pool = [slot(1, **claimed), slot(2, **claimed, PartitionableSlot="true"), slot(3, **claimed), slot(4)]

    def left(version: str) -> list[str | None]:
        config = configured("NEGOTIATOR_CONSIDER_PREEMPTION = False\n")
        knobs = NegotiatorSettings.from_config(config, Versions(parse_version(version)))
        reasons = trims(pool, knobs, EVALUATOR)
        return [text_of(EVALUATOR, ad, "Name") for ad, trim in zip(pool, reasons, strict=True) if trim is None]

    assert left("23.9.6") == ["slot1@exec2", "slot1@exec3", "slot1@exec4"]
    assert left("23.10.1") == ["slot1@exec2", "slot1@exec4"]
