"""condor_userprio's layouts on the example pool, default columns; blanks at the ends of lines are left out."""

from msgspec.structs import replace

from userprio.report.listing import Layout

from .sample import ALICE, ALL_USERS, AT_NOW, HEP, LEGACY, NONE, PHYS, POOL, ROLLUP, layout, shown


def test_members_stand_under_their_groups_by_default() -> None:
    assert shown(POOL, AT_NOW) == layout("hierarchical")


def test_a_pool_without_groups_is_a_flat_list_of_users() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
                    Effective   Priority  Wghted Total Usage  Time Since Submitter Submitter
User Name            Priority    Factor   In Use (wghted-hrs) Last Usage   Floor    Ceiling
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
alice@example.org      12500.00   1000.00     12        96.00      <now>
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
Number of users: 1                            12        96.00    0+23:59
"""
    assert shown([NONE, ALICE], AT_NOW) == expected


def test_a_group_without_a_factor_shows_none() -> None:
    assert shown(LEGACY, AT_NOW) == layout("legacy")


def test_groups_without_any_member_are_listed_flat_and_the_root_is_left_out() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
                    Effective   Priority  Wghted Total Usage  Time Since Submitter Submitter
User Name            Priority    Factor   In Use (wghted-hrs) Last Usage   Floor    Ceiling
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
group_phys                        1000.00      5        25.00      <now>
group_phys.hep                    1000.00     24      2000.00      <now>
alice@example.org      12500.00   1000.00     12        96.00      <now>
------------------ ------------ --------- ------ ------------ ---------- --------- ---------
Number of users: 1                            12        96.00    0+23:59
"""
    assert shown([NONE, PHYS, HEP, ALICE], AT_NOW) == expected


def test_a_flat_list_mixes_groups_and_users_by_effective_priority() -> None:
    assert shown(POOL, replace(AT_NOW, layout=Layout.FLAT)) == layout("flat")


def test_groups_come_first_and_breadth_first_in_group_order() -> None:
    assert shown(LEGACY, replace(ALL_USERS, layout=Layout.GROUPS_FIRST)) == layout("group-order")


def test_rolled_up_groups_leave_the_total_alone() -> None:
    assert shown(ROLLUP, AT_NOW) == layout("rolled-up")


def test_without_activity_limit_everybody_is_shown_and_the_limit_is_not_a_total() -> None:
    assert shown(POOL, ALL_USERS) == layout("all-users")
