"""Listings as tables, at the width of a terminal; blanks at the ends of lines are left out."""

import pytest
from msgspec.structs import replace

from userprio.accounting.records import AccountingRecord
from userprio.report.listing import ALL, PRIORITIES, QUOTAS, Column, ListingOptions, build_listing

from .sample import ALICE, ALL_USERS, AT_NOW, BOB, DAVE, HEP, NONE, PHYS, POOL, layout
from .screen import drawn


def table(records: list[AccountingRecord], options: ListingOptions, width: int = 80, terminal: bool = False) -> str:
    return drawn(build_listing(records, options), width, terminal)


def test_members_stand_under_their_group_and_columns_that_do_not_fit_are_named_below() -> None:
    expected = """\
                    config effective        weight weight-   last
group                quota  priority factor in use   hours    use floor ceiling
group_phys              40             1000      5      25    now
  carol@example.org              750   1000      5      25 5h 36m
  hep                   30             1000     24    2000    now
    bob@example.org            12000    500     24    2000    now     5      50
<none>                   0             1000     12      96    now
  alice@example.org            12500   1000     12      96    now
3 users                                         41    2121
left out, inactive since 2026-01-04 09:30: 1 user, 1 group (see --all-users)
effective priority, weight-hours: as of 2026-01-05 09:29; a cycle updates them
of groups without their subgroups: weight in use, weight-hours, demand
no room for: takes surplus, demand (see --columns)
"""
    assert table(POOL, AT_NOW) == expected


def test_a_wider_terminal_takes_it_in_one_piece() -> None:
    assert table(POOL, AT_NOW, 120) == layout("table-most-120")


def test_all_details_at_120_columns_are_those_that_matter_most() -> None:
    assert table(POOL, replace(AT_NOW, details=ALL), 120) == layout("table-all-120")


def test_quotas_are_a_tree_of_groups() -> None:
    expected = """\
             in        % of                             effective config   takes
group       use quota quota use │ quota          demand     quota  quota surplus
<none>       12    40   30% █████▊             │     12        40      0     yes
group_phys   29    40   72% ██████████████     │     68        10     40      no
  hep        24    30   80% ███████████▌  │          64        30     30      no
left out, inactive since 2026-01-04 09:30: 1 group (see --all-users)
groups include their subgroups (effective quota: without); <none>: no group
"""
    assert table(POOL, replace(AT_NOW, details=QUOTAS, keep_quotas=True)) == expected


def test_a_flat_list_keeps_its_order_and_whole_names() -> None:
    expected = """\
                               effective     real
user                            priority priority factor
group_phys.carol@example.org         750     0.75   1000
group_phys.hep.bob@example.org     12000       24    500
alice@example.org                  12500     12.5   1000
3 users
left out, inactive since 2026-01-04 09:30: 1 user (see --all-users)
effective priority, real priority: as of 2026-01-05 09:29; a cycle updates them
"""
    assert table(POOL, replace(AT_NOW, details=PRIORITIES)) == expected


def test_a_group_beyond_its_quota_is_marked_even_without_colour() -> None:
    busy = replace(PHYS, weighted_resources_used=11.0)
    text = table([NONE, busy, HEP, ALICE, BOB], replace(AT_NOW, details=Column.IN_USE))
    assert "group_phys             11!\n" in text
    assert "\n! more in use, without subgroups, than the effective quota\n" in text
    coloured = table([NONE, busy, HEP, ALICE, BOB], replace(AT_NOW, details=Column.IN_USE), terminal=True)
    assert "\x1b[33m" in coloured
    assert "\x1b[31m" not in coloured


def test_before_any_cycle_no_group_is_beyond_its_quota() -> None:
    fresh = [
        replace(record, group_figures=replace(record.group_figures, effective_quota=0.0))
        for record in (NONE, PHYS, HEP)
        if record.group_figures
    ]
    assert "!" not in table([*fresh, ALICE, BOB], AT_NOW)


def test_a_member_whose_group_is_hidden_stands_alone_under_its_whole_name() -> None:
    old = replace(PHYS, last_usage_time=0)
    text = table([NONE, old, replace(BOB, accounting_group="group_phys")], replace(AT_NOW, details=Column.FACTOR))
    assert "\ngroup_phys.hep.bob@example.org    500\n" in text


def test_a_long_name_folds_and_loses_no_letter() -> None:
    long = replace(ALICE, name="somebody-with-a-very-long-name@a.long.domain.example.org")
    text = table([NONE, long], AT_NOW)
    first = [line.split(" ")[0] for line in text.splitlines()[2:5]]
    assert "".join(first).startswith(long.name)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("terminal", [False, True])
def test_names_are_neither_markup_nor_escape_codes(terminal: bool) -> None:
    evil = replace(ALICE, name="[red]x[/red]\x1b[2J@example.org")
    text = table([NONE, evil], replace(AT_NOW, details=Column.FACTOR), terminal=terminal)
    assert "[red]x[/red]\\x1b[2J@example.org" in text
    assert "\x1b[2J" not in text


def test_nothing_to_show_is_said() -> None:
    assert table([], AT_NOW) == "No records.\n"
    assert table([DAVE], AT_NOW) == "No record was active in that time.\n"


def test_a_user_that_never_ran_says_so() -> None:
    text = table([NONE, replace(ALICE, last_usage_time=0)], replace(ALL_USERS, details=Column.IDLE_FOR))
    assert "alice@example.org never\n" in text
