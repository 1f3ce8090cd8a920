"""Decay and charges between updates, and the start of a negotiator."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.accounting.appended import start_up_log
from tests.negotiation.recorded import recorded
from userprio.accounting import PriorityRules, priority_at, real_priority, start_up
from userprio.accounting.priorities import age, aging_factor, aging_log, sanity_log, updates
from userprio.base.cxx import round_trip
from userprio.ledger import Customer, Ledger, format_record, real_text

DAY = 86400.0
T = 1767600000


def aged(customer: Customer, elapsed_s: int, half_life_s: float = DAY) -> Customer:
    stored: dict[str, Any] = {
        name: round_trip(value) if isinstance(value, float) else value
        for name, value in updates(customer, elapsed_s, aging_factor(elapsed_s, half_life_s), T)
    }
    return replace(customer, **stored)


def test_worked_example_of_a_slot_of_weight_4_given_10_seconds_into_70() -> None:
    alice = Customer(
        "alice@x.org", resources_used=1, weighted_resources_used=4.0, uncharged_time=-10, weighted_uncharged_time=-40.0
    )
    root = Customer(
        "<none>",
        resources_used=1,
        weighted_resources_used=4.0,
        hier_weighted_resources_used=4.0,
        uncharged_time=-10,
        weighted_uncharged_time=-40.0,
    )
    after = aged(alice, 70)
    # (4 - 40/70) = 3.428571 of recent use; the group's recent use is 4, without the correction.
    assert after.priority == 0.501644
    assert aged(root, 70).priority == 0.501965
    for charged in (after, aged(root, 70)):
        assert (charged.accumulated_usage, charged.weighted_accumulated_usage) == (60.0, 240.0)
        assert (charged.begin_usage_time, charged.last_usage_time) == (T, T)
        assert (charged.uncharged_time, charged.weighted_uncharged_time) == (0, 0.0)


def test_half_of_a_priority_is_gone_after_a_half_life() -> None:
    assert aged(Customer("a@x", priority=10.0), 3600, 3600.0).priority == 5.0


def test_a_priority_approaches_the_weight_in_use_and_never_falls_below_one_half() -> None:
    busy = Customer("a@x", priority=0.5, weighted_resources_used=8.0)
    assert aged(busy, 3600, 3600.0).priority == 4.25
    assert aged(Customer("a@x", priority=0.6), 10**9).priority == 0.5


def test_a_group_follows_the_weight_of_its_subtree_however_little_it_is() -> None:
    group = Customer("g", priority=0.5, weighted_resources_used=9.0, hier_weighted_resources_used=0.75)
    assert aged(group, 3600, 3600.0).priority == 0.625
    assert aged(Customer("g", priority=0.5, weighted_resources_used=9.0), 3600, 3600.0).priority == 4.75


def test_a_first_update_forgets_whatever_was_there() -> None:
    assert aging_factor(T, DAY) == 0.0
    assert aged(Customer("a@x", priority=900.0), T).priority == 0.5


def test_a_low_stored_priority_is_not_rewritten_while_it_counts_as_one_half() -> None:
    assert updates(Customer("a@x", priority=0.2, uncharged_time=0, weighted_uncharged_time=0.0), 60, 0.5, T) == []


def test_corrections_are_cleared_where_they_are_missing_or_not_zero() -> None:
    assert updates(Customer("a@x"), 60, 0.5, T) == [("uncharged_time", 0), ("weighted_uncharged_time", 0.0)]


def test_weighted_usage_starts_from_the_unweighted_where_it_is_missing() -> None:
    old = Customer("a@x", accumulated_usage=1000.0, weighted_resources_used=2.0)
    assert aged(old, 50).weighted_accumulated_usage == 1100.0


def test_a_parent_group_follows_its_subtree_in_priority_but_not_in_usage() -> None:
    parent = Customer("g", priority=0.5, hier_weighted_resources_used=10.0)
    after = aged(parent, 3600, 3600.0)
    assert after.priority == 5.25
    assert (after.weighted_accumulated_usage, after.last_usage_time) == (None, None)


def test_begin_and_last_time_depend_on_unweighted_figures() -> None:
    by_hand = Customer("a@x", weighted_accumulated_usage=5000.0)
    assert aged(by_hand, 60).begin_usage_time is None
    used = Customer("a@x", resources_used=1, begin_usage_time=5)
    assert (aged(used, 60).begin_usage_time, aged(used, 60).last_usage_time) == (5, T)
    undone = Customer("a@x", resources_used=1, uncharged_time=-60)
    assert aged(undone, 60).last_usage_time is None


@pytest.mark.parametrize(("half_life_s", "left"), [(3600.0, 0.5), (0.0, 0.0), (-3600.0, 2.0), (-1e-9, math.inf)])
def test_half_lives_that_make_no_sense_do_no_harm(half_life_s: float, left: float) -> None:
    assert aging_factor(3600, half_life_s) == left


LEDGER = Ledger.of_bytes(
    b"101 Accountant. * *\n103 Accountant. LastUpdateTime 1000\n"
    b"101 Customer.a@x * *\n103 Customer.a@x Priority 8.0\n103 Customer.a@x ResourcesUsed 2\n"
)


def test_the_log_of_an_update_has_the_time_first_and_then_one_transaction() -> None:
    assert "".join(map(format_record, aging_log(LEDGER, 4600, 3600.0))) == (
        "103 Accountant. LastUpdateTime 4600\n"
        "105 \n"
        "103 Customer.a@x Priority 4.000000\n"
        "103 Customer.a@x AccumulatedUsage 7200.000000\n"
        "103 Customer.a@x BeginUsageTime 4600\n"
        "103 Customer.a@x LastUsageTime 4600\n"
        "103 Customer.a@x UnchargedTime 0\n"
        "103 Customer.a@x WeightedUnchargedTime 0.000000\n"
        "106 \n"
    )


def test_an_update_of_an_empty_ledger_writes_no_empty_transaction() -> None:
    log = "".join(map(format_record, aging_log(Ledger.empty(), 5, DAY)))
    assert log == "101 Accountant. * *\n103 Accountant. LastUpdateTime 5\n"


def test_age_is_the_replay_of_its_log_with_shares_forgotten() -> None:
    after = age(LEDGER, 4600, 3600.0)
    replayed = LEDGER.replay(aging_log(LEDGER, 4600, 3600.0))
    assert after.last_update_time == replayed.last_update_time == 4600
    customer = after.customers["a@x"]
    assert (customer.submitter_share, customer.submitter_limit) == (0.0, 0.0)
    assert customer.priority == replayed.customers["a@x"].priority == 4.0


def test_no_time_passed_changes_nothing() -> None:
    assert age(LEDGER, 1000, DAY) == LEDGER
    assert aging_log(LEDGER, 1000, DAY) == ()


def test_a_clock_set_back_moves_the_update_and_charges_nothing() -> None:
    after = age(LEDGER, 400, DAY)
    assert (after.last_update_time, after.ads) == (400, LEDGER.ads)
    assert aging_log(LEDGER, 400, DAY) == ()
    assert age(after, 500, DAY).customers["a@x"].accumulated_usage == 200.0


@given(
    st.floats(0.5, 1e6).map(round_trip),
    st.integers(0, 10**4),
    st.integers(1, 10**6),
    st.integers(1, 10**6),
    st.floats(60, 1e7),
)
def test_two_updates_are_as_good_as_one(
    priority: float, used: int, first: int, second: int, half_life_s: float
) -> None:
    customer = Customer(
        "a@x", priority=float(real_text(priority)), resources_used=used, weighted_resources_used=float(used)
    )
    twice = aged(aged(customer, first, half_life_s), second, half_life_s)
    once = aged(customer, first + second, half_life_s)
    if used:
        # Six decimals are kept at each store; the floor of one half breaks the equality of the idle.
        assert twice.priority == pytest.approx(once.priority, rel=1e-9, abs=2e-6)
    assert twice.accumulated_usage == once.accumulated_usage
    assert twice.weighted_accumulated_usage == once.weighted_accumulated_usage


@given(st.floats(0, 1e9).map(round_trip), st.floats(0, 1e6).map(round_trip), st.integers(1, 10**9))
def test_what_is_stored_survives_being_written(priority: float, weight: float, elapsed_s: int) -> None:
    after = aged(Customer("a@x", priority=priority, weighted_resources_used=weight), elapsed_s)
    for value in (after.weighted_accumulated_usage, after.priority):
        assert value is None or float(real_text(value)) == value


def in_root(name: str) -> str:
    return "<none>"


def test_a_new_ledger_begins_with_the_root_group_and_an_update() -> None:
    log = start_up_log(Ledger.empty(), T, PriorityRules(), ["<none>"], in_root)
    assert "".join(map(format_record, log)) == (
        "101 Customer.<none> * *\n"
        "103 Customer.<none> PriorityFactor 1000.000000\n"
        "101 Accountant. * *\n"
        f"103 Accountant. LastUpdateTime {T}\n"
        "105 \n"
        "103 Customer.<none> UnchargedTime 0\n"
        "103 Customer.<none> WeightedUnchargedTime 0.000000\n"
        "106 \n"
    )


def test_counts_are_mended_from_the_slots_records() -> None:
    def group_of(name: str) -> str:
        return "g" if name.startswith("g") and name != "gone" else "<none>"

    text = (
        "101 Customer.g * *\n103 Customer.g ResourcesUsed 9\n103 Customer.g HierWeightedResourcesUsed 9.0\n"
        "101 Customer.gone * *\n103 Customer.gone ResourcesUsed 4\n"
        "101 Customer.g.a@x * *\n103 Customer.g.a@x ResourcesUsed 2\n103 Customer.g.a@x WeightedResourcesUsed 3.5\n"
        "101 Customer.b@x * *\n"
        "101 Customer.<none> * *\n"
        '101 Resource.s1@ * *\n103 Resource.s1@ RemoteUser "g.a@x"\n103 Resource.s1@ SlotWeight 2.5\n'
        '101 Resource.s2@ * *\n103 Resource.s2@ RemoteUser "g.a@x"\n'
        '101 Resource.s3@ * *\n103 Resource.s3@ RemoteUser "b@x"\n103 Resource.s3@ SlotWeight 4.0\n'
        "101 Resource.s4@ * *\n103 Resource.s4@ SlotWeight 4.0\n"
    )
    ledger = Ledger.of_bytes(text.encode())
    after = ledger.replay(sanity_log(ledger, group_of))
    used = {name: (c.resources_used, c.weighted_resources_used) for name, c in after.customers.items()}
    assert used == {
        "g": (2, 3.5),
        "gone": (0, None),
        "g.a@x": (2, 3.5),
        "b@x": (1, 4.0),
        "<none>": (1, 4.0),
    }
    assert after.customers["g"].hier_weighted_resources_used == 9.0
    assert sanity_log(after, group_of) == ()


def test_usage_without_any_slot_record_is_not_charged() -> None:
    text = (
        f"101 Accountant. * *\n103 Accountant. LastUpdateTime {T}\n101 Customer.a@x * *\n"
        "103 Customer.a@x Priority 8.0\n103 Customer.a@x ResourcesUsed 5\n103 Customer.a@x WeightedResourcesUsed 5.0\n"
    )
    after = start_up(Ledger.of_bytes(text.encode()), T + 86400, PriorityRules(), ["<none>"], in_root)
    customer = after.customers["a@x"]
    assert (customer.priority, customer.accumulated_usage, customer.last_usage_time) == (4.0, None, None)
    assert after.last_update_time == T + 86400


def test_a_ledger_knows_its_groups_before_the_file_is_asked_for_submitters() -> None:
    after = start_up(Ledger.empty(), T, PriorityRules(group_factors={"g": 5.0}), ["<none>", "g"], in_root)
    assert [c.priority_factor for c in after.customers.values()] == [1000.0, 1000.0]
    grouped = start_up(Ledger.empty(), T, PriorityRules(group_factors={"g": 5.0}), ["<none>", "g"], lambda name: name)
    assert grouped.customers["g"].priority_factor == 5.0


def test_the_priority_at_a_moment_is_that_of_the_ledger_updated_then() -> None:
    ledger = recorded("random-1").ledger
    since = ledger.last_update_time
    for later in (-5, 0, 1, 61, 86400):
        updated = age(ledger, since + later, 86400.0)
        for name, customer in ledger.customers.items():
            assert priority_at(customer, since, since + later, 86400.0) == real_priority(updated.customers[name])
