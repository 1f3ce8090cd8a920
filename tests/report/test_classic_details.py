"""condor_userprio's columns on the example pool; blanks at the ends of lines are left out."""

from msgspec.structs import replace

from userprio.report.listing import ALL, PRIORITIES, QUOTAS, USAGES, Column, Layout

from .sample import AT_NOW, POOL, layout, shown


def test_priorities_alone_are_a_flat_list_of_users() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
                                Effective     Real   Priority
User Name                        Priority   Priority  Factor
------------------------------ ------------ -------- ---------
group_phys.carol@example.org         750.00     0.75   1000.00
group_phys.hep.bob@example.org     12000.00    24.00    500.00
alice@example.org                  12500.00    12.50   1000.00
------------------------------ ------------ -------- ---------
Number of users: 3
"""
    assert shown(POOL, replace(AT_NOW, details=PRIORITIES)) == expected


def test_priorities_stand_under_groups_when_that_is_asked_for() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
Group                   Effective     Real   Priority
  User Name              Priority   Priority  Factor
---------------------- ------------ -------- ---------
group_phys                              0.50   1000.00
  carol@example.org          750.00     0.75   1000.00
group_phys.hep                          0.50   1000.00
  bob@example.org          12000.00    24.00    500.00
<none>                                  0.50   1000.00
  alice@example.org        12500.00    12.50   1000.00
---------------------- ------------ -------- ---------
Number of users: 3
"""
    assert shown(POOL, replace(AT_NOW, details=PRIORITIES, layout=Layout.HIERARCHICAL)) == expected


def test_usage_orders_groups_by_their_own_hours() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
Group                  Wghted Total Usage       Usage             Last
  User Name            In Use (wghted-hrs)    Start Time       Usage Time
---------------------- ------ ------------ ---------------- ----------------
group_phys                  5        25.00 12/01/2025 10:00  1/05/2026 09:30
  carol@example.org         5        25.00 12/17/2025 19:33  1/05/2026 03:53
<none>                     12        96.00 12/01/2025 10:00  1/05/2026 09:30
  alice@example.org        12        96.00 12/01/2025 10:00  1/05/2026 09:30
group_phys.hep             24      2000.00 12/01/2025 10:00  1/05/2026 09:30
  bob@example.org          24      2000.00 12/01/2025 10:00  1/05/2026 09:30
---------------------- ------ ------------ ---------------- ----------------
Number of users: 3         41      2121.00                   1/04/2026 09:30
"""
    assert shown(POOL, replace(AT_NOW, details=USAGES)) == expected


def test_quotas_hide_users_and_order_groups_by_number() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
Group                  Effective  Config     Use    Subtree   Weighted
Name                     Quota     Quota   Surplus   Quota   Requested
---------------------- --------- --------- ------- --------- ----------
<none>                     40.00      0.00 yes        100.00         12
group_phys                 10.00     40.00 no          40.00          4
group_phys.hep             30.00     30.00 no          30.00         64
---------------------- --------- --------- ------- --------- ----------
Number of users: 3                         ByQuota
"""
    assert shown(POOL, replace(AT_NOW, details=QUOTAS, keep_quotas=True)) == expected


def test_surplus_alone_is_one_column_of_groups() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
Group                    Use
Name                   Surplus
---------------------- -------
<none>                 yes
group_phys             no
group_phys.hep         no
---------------------- -------
Number of users: 3     ByQuota
"""
    assert shown(POOL, replace(AT_NOW, details=Column.SURPLUS, keep_quotas=True)) == expected


def test_all_details_are_fifteen_columns() -> None:
    assert shown(POOL, replace(AT_NOW, details=ALL)) == layout("all-details")


def test_sort_keys_of_groups() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
Group                    Group
  User Name            Sort Key
---------------------- ---------
<none>                   3.4e+38
  alice@example.org
group_phys                  0.50
  carol@example.org
group_phys.hep              0.80
  bob@example.org
---------------------- ---------
Number of users: 3
"""
    assert shown(POOL, replace(AT_NOW, details=Column.SORT_KEY)) == expected


def test_numbers_and_order_of_groups() -> None:
    expected = """\
Last Priority Update:  1/5  09:29
Group                  Group   Group
  User Name             Id     Order
---------------------- ----- ---------
<none>                         3.4e+38
  alice@example.org            3.4e+38
group_phys                 2      2.00
  carol@example.org        2      2.00
group_phys.hep             3      3.00
  bob@example.org          3      3.00
---------------------- ----- ---------
Number of users: 3
"""
    assert shown(POOL, replace(AT_NOW, details=Column.GROUP_ID | Column.GROUP_ORDER)) == expected
