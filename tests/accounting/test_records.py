"""What the accountant answers to those who list it."""

import math

from userprio.accounting import (
    AccountingRecord,
    GroupFigures,
    PriorityRules,
    accounting_records,
    legacy_records,
    stand_in,
)
from userprio.ledger import Ledger, NewAd, SetAttribute

LEDGER = Ledger.of_bytes(
    b"""\
101 Accountant. * *
103 Accountant. LastUpdateTime 1000
101 Customer.<none> * *
103 Customer.<none> PriorityFactor 1000.0
103 Customer.<none> ResourcesUsed 1
103 Customer.<none> AccumulatedUsage 2.0
101 Customer.g * *
103 Customer.g PriorityFactor 50.0
103 Customer.g Priority 4.0
103 Customer.g AccumulatedUsage 7.0
103 Customer.g WeightedAccumulatedUsage 100.0
103 Customer.g BeginUsageTime 500
103 Customer.g LastUsageTime 600
101 Customer.g.s * *
103 Customer.g.s ResourcesUsed 3
103 Customer.g.s WeightedResourcesUsed 6.0
103 Customer.g.s WeightedAccumulatedUsage 11.0
103 Customer.g.s LastUsageTime 900
101 Customer.gone * *
101 Customer.g.s.joe@x * *
103 Customer.g.s.joe@x PriorityFactor 20.0
103 Customer.g.s.joe@x Priority 0.1
103 Customer.g.s.joe@x Ceiling -7
103 Customer.g.s.joe@x Floor -7
103 Customer.g.s.joe@x UnchargedTime -5
101 Customer.new@x * *
"""
)
RULES = PriorityRules(group_factors={"g": 77.0})
FIGURES = {
    name: GroupFigures(quota, quota, quota, 0.5, "byquota", 0.0)
    for name, quota in [("<none>", 1.0), ("g", 2.0), ("g.s", 3.0)]
}


def group_of(name: str) -> str:
    if "@" in name:
        return "g.s" if name.startswith("g.s.") else "<none>"
    return name if name in FIGURES else "<none>"


def modular() -> dict[str, AccountingRecord]:
    return {record.name: record for record in accounting_records(LEDGER, RULES, group_of, FIGURES)}


def test_the_modular_answer_has_every_customer_in_table_order() -> None:
    assert list(modular()) == LEDGER.customers_in_table_order()
    assert set(modular()) == {"<none>", "g", "g.s", "gone", "g.s.joe@x", "new@x"}


def test_priorities_are_effective_and_a_missing_factor_shows_as_it_will_be_stored() -> None:
    records = modular()
    assert (records["g"].priority, records["g"].factor, records["g"].real_priority) == (200.0, 50.0, 4.0)
    assert (records["g.s.joe@x"].priority, records["g.s.joe@x"].factor) == (10.0, 20.0)
    assert (records["new@x"].priority, records["new@x"].factor) == (500.0, 1000.0)
    [low] = accounting_records(
        Ledger.of_bytes(b"101 Customer.a@x * *\n"), PriorityRules(default_factor=0.5), group_of, FIGURES
    )
    assert (low.priority, low.factor) == (0.25, 1.0)


def test_ceilings_and_floors_are_brought_to_minus_one_and_zero_and_the_rest_stays_missing() -> None:
    joe = modular()["g.s.joe@x"]
    assert (joe.ceiling, joe.floor, joe.last_update) == (-1, 0, 1000)
    assert (joe.resources_used, joe.weighted_accumulated_usage, joe.last_usage_time) == (None, None, None)
    assert (modular()["<none>"].ceiling, modular()["<none>"].resources_used) == (-1, 1)


def test_a_group_names_itself_and_one_that_vanished_names_the_root() -> None:
    records = modular()
    assert [records[name].accounting_group for name in ("<none>", "g", "g.s", "gone", "g.s.joe@x")] == [
        *("<none>", "g", "g.s", "<none>", "g.s")
    ]
    assert [records[name].is_group for name in ("gone", "g", "new@x")] == [True, True, False]
    assert (records["g"].group_figures, records["gone"].group_figures) == (FIGURES["g"], FIGURES["<none>"])
    assert records["g.s.joe@x"].group_figures is None


def test_an_update_leaves_a_share_of_zero_and_a_match_leaves_none() -> None:
    ledger = Ledger.of_bytes(
        b"""\
101 Customer.updated@x * *
103 Customer.updated@x UnchargedTime 0
103 Customer.updated@x ResourcesUsed 1
101 Customer.matched@x * *
103 Customer.matched@x ResourcesUsed 1
103 Customer.matched@x UnchargedTime -5
101 Customer.new@x * *
"""
    )
    records = {record.name: record for record in accounting_records(ledger, RULES, group_of, FIGURES)}
    shares = {name: (record.submitter_share, record.submitter_limit) for name, record in records.items()}
    assert shares == {"updated@x": (0.0, 0.0), "matched@x": (None, None), "new@x": (None, None)}


def test_a_record_made_before_the_last_update_went_through_it_whatever_is_in_it() -> None:
    ledger = Ledger.of_bytes(
        b"101 Customer.old@x * *\n101 Accountant. * *\n103 Accountant. LastUpdateTime 1000\n101 Customer.new@x * *\n"
    )
    shares = {record.name: record.submitter_share for record in accounting_records(ledger, RULES, group_of, FIGURES)}
    assert shares == {"old@x": 0.0, "new@x": None}
    updated = ledger.replay([SetAttribute("Accountant.", "LastUpdateTime", "1060"), NewAd("Customer.newer@x")])
    shares = {record.name: record.submitter_share for record in accounting_records(updated, RULES, group_of, FIGURES)}
    assert shares == {"old@x": 0.0, "new@x": 0.0, "newer@x": None}


PARENTS = {"<none>": None, "g": "<none>", "g.s": "g"}


def test_the_legacy_answer_lists_groups_breadth_first_then_submitters() -> None:
    records = legacy_records(LEDGER, RULES, group_of, FIGURES, PARENTS)
    submitters = [name for name in LEDGER.customers_in_table_order() if "@" in name]
    assert [record.name for record in records] == ["<none>", "g", "g.s", *submitters]


def test_in_the_legacy_answer_groups_name_their_parents_and_show_configured_factors() -> None:
    root, g, s, *_ = legacy_records(LEDGER, RULES, group_of, FIGURES, PARENTS)
    assert [r.accounting_group for r in (root, g, s)] == ["<none>", "<none>", "g"]
    assert [r.factor for r in (root, g, s)] == [0.0, 77.0, 0.0]
    assert (g.priority, math.isnan(root.real_priority)) == (200.0, True)
    assert (s.resources_used, s.accumulated_usage, s.begin_usage_time) == (3, 0.0, 0)


def test_a_rollup_adds_the_subtree_and_takes_never_used_for_the_earliest_begin() -> None:
    root, g, s, *_ = legacy_records(LEDGER, RULES, group_of, FIGURES, PARENTS, rollup=True)
    assert [r.resources_used for r in (root, g, s)] == [4, 3, 3]
    assert [r.weighted_resources_used for r in (root, g, s)] == [6.0, 6.0, 6.0]
    assert [r.accumulated_usage for r in (root, g, s)] == [9.0, 7.0, 0.0]
    assert [r.weighted_accumulated_usage for r in (root, g, s)] == [111.0, 111.0, 11.0]
    assert [r.last_usage_time for r in (root, g, s)] == [900, 900, 900]
    assert [r.begin_usage_time for r in (root, g, s)] == [0, 0, 0]
    assert [(r.priority, r.factor) for r in (root, g, s)] == [(0.0, 1000.0), (0.0, 50.0), (0.0, 1000.0)]


def test_shares_are_cleared_by_an_update_that_wrote_its_counts_before_those_of_slots() -> None:
    def share(*attributes: str) -> float | None:
        lines = ["101 Customer.a@x * *", *(f"103 Customer.a@x {each}" for each in attributes)]
        made = Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())
        return accounting_records(made, RULES, group_of, FIGURES)[0].submitter_share

    assert share("UnchargedTime 0", "ResourcesUsed 1") == 0.0
    assert share("ResourcesUsed 1", "UnchargedTime 0") is None
    assert share("ResourcesUsed 1") is None


def test_shares_are_cleared_in_records_that_were_charged_or_compacted_since_their_first_match() -> None:
    def share(*attributes: str) -> float | None:
        lines = ["101 Customer.a@x * *", *(f"103 Customer.a@x {each} 1" for each in attributes)]
        made = Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())
        return accounting_records(made, RULES, group_of, FIGURES)[0].submitter_share

    matched = ("PriorityFactor", "ResourcesUsed", "WeightedResourcesUsed", "UnchargedTime", "WeightedUnchargedTime")
    assert share(*matched) is None
    assert share(*matched, "AccumulatedUsage", "LastUsageTime") == 0.0
    assert share(*sorted(matched, key=lambda name: (len(name), name))) == 0.0


def test_in_the_legacy_answer_no_group_has_a_floor_or_a_ceiling() -> None:
    limited = LEDGER.replay([SetAttribute("Customer.g", "Floor", "3"), SetAttribute("Customer.g", "Ceiling", "9")])
    for rollup in (False, True):
        _, g, *_ = legacy_records(limited, RULES, group_of, FIGURES, PARENTS, rollup=rollup)
        assert (g.floor, g.ceiling) == (0, -1)
    [asked] = accounting_records(limited, RULES, group_of, FIGURES, among=["g"])
    assert (asked.floor, asked.ceiling) == (3, 9)


def test_numbers_have_the_16_digits_with_which_they_are_sent() -> None:
    """5 * 0.285 is 1.4249999999999998, which would be printed as 1.42; HTCondor sends 1.425 and prints 1.43."""
    quota = 5 * 0.285
    figures = {**FIGURES, "g": GroupFigures(quota, quota, quota, quota, "byquota", quota)}
    [asked] = accounting_records(LEDGER, RULES, group_of, figures, among=["g"])
    _, listed, *_ = legacy_records(LEDGER, RULES, group_of, figures, PARENTS)
    for record in (asked, listed):
        assert record.group_figures == GroupFigures(1.425, 1.425, 1.425, 1.425, "byquota", 1.425)
    assert f"{1.425:.2f}" == "1.43"


def test_the_legacy_answer_has_the_usage_of_who_used_something_and_zeros_for_who_did_not() -> None:
    answered = {record.name: record for record in legacy_records(LEDGER, RULES, group_of, FIGURES, PARENTS)}
    assert answered["g.s"].resources_used == 3
    new = answered["new@x"]
    assert (new.resources_used, new.accumulated_usage, new.begin_usage_time, new.last_usage_time) == (0, 0.0, 0, 0)


def test_a_stand_in_has_a_value_wherever_one_of_those_it_stands_for_has_one() -> None:
    ledger = Ledger.of_bytes(
        b"101 Customer.a@x * *\n103 Customer.a@x ResourcesUsed 3\n103 Customer.a@x AccumulatedUsage 8.0\n"
        b"101 Customer.g.s.b@x * *\n103 Customer.g.s.b@x LastUsageTime 900\n"
    )
    first = stand_in(ledger, RULES, group_of, ["a@x", "g.s.b@x"])
    assert (first.name, first.accounting_group) == ("a@x", "g.s")
    assert (first.resources_used, first.last_usage_time) == (3, 900)
    assert (first.weighted_resources_used, first.accumulated_usage, first.begin_usage_time) == (None, None, None)
    alone = stand_in(ledger, RULES, group_of, ["a@x"])
    assert (alone.accounting_group, alone.last_usage_time) == ("<none>", None)


def test_the_earliest_begin_and_the_latest_use_of_a_subtree_are_its_groups() -> None:
    lines = [
        f"101 Customer.{name} * *\n103 Customer.{name} BeginUsageTime {time}\n"
        f"103 Customer.{name} LastUsageTime {time}\n"
        for name, time in (("g", 500), ("g.s", 300))
    ]
    ledger = Ledger.of_bytes("".join(lines).encode())
    groups = legacy_records(ledger, RULES, group_of, FIGURES, {"g": None, "g.s": "g"}, rollup=True)
    assert [record.begin_usage_time for record in groups] == [300, 300]
    assert [record.last_usage_time for record in groups] == [500, 300]
    assert [record.accounting_group for record in groups] == ["g", "g"]
    assert [record.hier_weighted_resources_used for record in groups] == [0.0, 0.0]
