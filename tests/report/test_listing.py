"""What is selected and which columns are left, apart from any text."""

import pytest
from msgspec.structs import replace

from userprio.accounting import AccountingRecord
from userprio.report.listing import ALL, EVERYBODY, PRIORITIES, QUOTAS, Column, Layout, build_listing
from userprio.report.text import ROOT

from .sample import ALICE, ALL_USERS, AT_NOW, BOB, CAROL, CHEM, DAVE, DAY, HEP, NONE, NOW, PHYS, POOL


def shown_since(limit: int, last_used: int | None) -> bool:
    return replace(AT_NOW, active_since=limit).shows(replace(ALICE, last_usage_time=last_used))


def test_a_record_passes_the_limit_by_its_last_usage_user_or_group() -> None:
    assert shown_since(NOW - DAY, CAROL.last_usage_time)
    assert not shown_since(NOW - DAY, DAVE.last_usage_time)
    assert not shown_since(NOW - DAY, CHEM.last_usage_time)
    assert shown_since(NOW - 3 * DAY, DAVE.last_usage_time)


@pytest.mark.parametrize("last", [None, 0])
def test_what_was_never_used_passes_only_without_a_limit(last: int | None) -> None:
    assert not shown_since(0, last)
    assert shown_since(EVERYBODY, last)


@pytest.mark.parametrize("last", [None, 0])
def test_who_holds_slots_passes_without_a_last_use_except_in_condor_userprios_text(last: int | None) -> None:
    """Matched in this cycle for the first time: only the next one charges for it and notes a use."""
    others = replace(AT_NOW, classic=False)
    assert others.shows(replace(ALICE, last_usage_time=last))
    assert not others.shows(replace(ALICE, last_usage_time=last, resources_used=0, weighted_resources_used=0.0))
    assert not AT_NOW.shows(replace(ALICE, last_usage_time=last))
    assert not others.shows(replace(ALICE, last_usage_time=NOW - 3 * DAY))


STRANGER = replace(ALICE, name="new@example.org", last_usage_time=None)


def listed(*records: AccountingRecord, **options: bool) -> list[str]:
    return [row.record.name for row in build_listing([NONE, *records], replace(AT_NOW, **options)).entries]


def test_who_holds_slots_for_the_first_time_is_listed_where_condor_userprio_lists_them() -> None:
    """It goes by the last use of the record before, which may be anybody's."""
    old = replace(DAVE, last_usage_time=NOW - 3 * DAY)
    assert set(listed(ALICE, STRANGER)) == {"new@example.org", "alice@example.org"}
    assert listed(old, STRANGER, ALICE) == ["alice@example.org"]
    assert listed(old, STRANGER, classic=False) == ["new@example.org"]
    assert listed(ALICE, STRANGER, in_order=False) == ["alice@example.org"]


def test_a_record_without_last_usage_and_slots_does_not_borrow_that_of_the_record_before_it() -> None:
    idle = replace(STRANGER, resources_used=0, weighted_resources_used=0.0)
    group = replace(PHYS, last_usage_time=None)
    assert listed(ALICE, idle, group) == ["alice@example.org"]


def test_missing_usage_adds_nothing_to_the_totals() -> None:
    newcomer = replace(
        ALICE,
        name="new@example.org",
        resources_used=None,
        weighted_resources_used=None,
        accumulated_usage=None,
        weighted_accumulated_usage=None,
    )
    totals = build_listing([NONE, ALICE, newcomer], ALL_USERS).totals
    assert (totals.users, totals.in_use, totals.usage) == (2, 12.0, 96 * 3600)


def test_unweighted_use_stands_in_for_missing_weight() -> None:
    listing = build_listing([NONE, replace(ALICE, weighted_resources_used=None)], AT_NOW)
    assert listing.totals.in_use == 12.0


def test_columns_that_no_record_can_fill_are_left_out() -> None:
    blank = replace(
        ALICE,
        resources_used=None,
        weighted_resources_used=None,
        weighted_accumulated_usage=None,
        begin_usage_time=None,
        last_usage_time=None,
    )
    columns = build_listing([blank], replace(ALL_USERS, details=ALL)).columns
    assert columns == (
        Column.PRIORITY,
        Column.REAL_PRIORITY,
        Column.FACTOR,
        Column.FLOOR,
        Column.CEILING,
    )


def test_quota_columns_go_when_no_visible_user_has_a_group_unless_asked_for_by_name() -> None:
    everything = replace(AT_NOW, details=ALL)
    assert not set(QUOTAS) & set(build_listing([NONE, PHYS, ALICE], everything).columns)
    kept = build_listing([NONE, PHYS, ALICE], replace(everything, keep_quotas=True))
    assert set(QUOTAS) <= set(kept.columns)


def test_hidden_users_are_counted_but_not_summed() -> None:
    listing = build_listing(POOL, replace(AT_NOW, details=QUOTAS, keep_quotas=True))
    assert listing.users_hidden
    assert (listing.totals.users, listing.totals.in_use) == (3, 0.0)


def test_priorities_alone_hide_the_groups_and_every_other_column_shows_them() -> None:
    assert not any(row.record.is_group for row in build_listing(POOL, replace(AT_NOW, details=PRIORITIES)).entries)
    more = replace(AT_NOW, details=PRIORITIES | Column.FLOOR)
    assert any(row.record.is_group for row in build_listing(POOL, more).entries)


def test_users_whose_group_has_no_record_keep_their_whole_names_and_share_a_number_below_all() -> None:
    orphan = replace(BOB, name="lost.eve@example.org", accounting_group="lost")
    listing = build_listing([*POOL, orphan], AT_NOW)
    row = next(row for row in listing.entries if row.record is orphan)
    assert (row.label, row.group_number) == ("lost.eve@example.org", -2 * (len(POOL) + 1))


def test_the_group_is_cut_off_a_member_whatever_its_case_but_never_anything_else() -> None:
    shouting = replace(CAROL, name="GROUP_PHYS.eve@example.org")
    alias = replace(CAROL, name="eve@example.org")
    labels = {row.record.name: row.label for row in build_listing([*POOL, shouting, alias], AT_NOW).entries}
    assert labels["GROUP_PHYS.eve@example.org"] == "eve@example.org"
    assert labels["eve@example.org"] == "eve@example.org"


def test_the_root_goes_last_wherever_surplus_is_regrouped() -> None:
    assert NONE.group_figures is not None
    regroup = replace(NONE, group_figures=replace(NONE.group_figures, surplus_policy="regroup"))
    by_number = replace(AT_NOW, details=QUOTAS, keep_quotas=True)
    assert build_listing(POOL, by_number).entries[0].record.name == ROOT
    assert build_listing([*POOL[1:], regroup], by_number).entries[-1].record.name == ROOT


def test_before_the_first_cycle_the_root_goes_where_its_sort_key_puts_it() -> None:
    assert NONE.group_figures is not None
    fresh = replace(NONE, group_figures=replace(NONE.group_figures, sort_key=0.0))
    assert build_listing([fresh, *POOL[1:]], AT_NOW).entries[0].record.name == ROOT


def test_without_sort_keys_groups_stand_by_effective_priority_with_the_root_last() -> None:
    bare = [
        replace(NONE, group_figures=None, priority=1.0),
        replace(PHYS, group_figures=None, priority=700.0),
        replace(HEP, group_figures=None, priority=600.0),
        ALICE,
        BOB,
        CAROL,
    ]
    groups = [row.record.name for row in build_listing(bare, AT_NOW).entries if row.record.is_group]
    assert groups == ["group_phys.hep", "group_phys", "<none>"]


def test_siblings_in_group_order_stand_level_by_level_and_mixed_arrival_does_not_matter() -> None:
    listing = build_listing([BOB, HEP, ALICE, PHYS, CHEM, NONE], replace(ALL_USERS, layout=Layout.GROUPS_FIRST))
    assert [row.label for row in listing.entries] == [
        "<none>",
        "group_chem",
        "group_phys",
        "group_phys.hep",
        "group_phys.hep.bob@example.org",
        "alice@example.org",
    ]


def test_root_users_have_the_order_of_the_root_even_where_no_other_group_is_listed() -> None:
    ordered = replace(ALL_USERS, details=Column.GROUP_ORDER)
    rows = build_listing([NONE, ALICE, CAROL], ordered).entries
    assert {row.record.name: row.group_order for row in rows if not row.record.is_group} == {
        ALICE.name: pytest.approx(3.4e38),
        CAROL.name: None,
    }


def test_two_groups_of_one_name_are_numbered_apart_and_members_belong_to_the_first() -> None:
    twin = replace(PHYS, priority=9.0)
    rows = build_listing([NONE, PHYS, twin, CAROL], replace(ALL_USERS, details=Column.GROUP_ID)).entries
    assert [(row.record.name, row.group_number) for row in rows] == [
        (NONE.name, 0),
        (PHYS.name, 1),
        (CAROL.name, 1),
        (PHYS.name, 2),
    ]


def test_no_record_is_an_empty_listing() -> None:
    listing = build_listing([], AT_NOW)
    assert (listing.entries, listing.totals.records, listing.last_update) == ((), 0, 0)
