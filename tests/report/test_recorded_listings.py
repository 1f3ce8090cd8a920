"""Listings that a real condor_userprio printed, byte for byte, trailing blanks included."""

from datetime import UTC

import pytest
from msgspec.structs import replace

from userprio.report.classic import classic_text
from userprio.report.listing import (
    ALL,
    EVERYBODY,
    PRIORITIES,
    QUOTAS,
    USAGES,
    Column,
    Layout,
    ListingOptions,
    build_listing,
)

from .recording import FOLDER, recorded_at, recorded_text, records_of

_ALL_USERS = ListingOptions(now=0, active_since=EVERYBODY)

_MODES = {
    "default": ListingOptions(now=0),
    "all": ListingOptions(now=0, details=ALL),
    "quotas": ListingOptions(now=0, details=QUOTAS, keep_quotas=True),
    "usage": ListingOptions(now=0, details=USAGES),
    "priority": ListingOptions(now=0, details=PRIORITIES),
    "allusers": _ALL_USERS,
    "allusers-all": replace(_ALL_USERS, details=ALL),
    "allusers-flat": replace(_ALL_USERS, layout=Layout.FLAT),
    "allusers-grouporder": replace(_ALL_USERS, layout=Layout.GROUPS_FIRST),
    "allusers-groupid-order-sortkey": replace(
        _ALL_USERS, details=Column.GROUP_ID | Column.GROUP_ORDER | Column.SORT_KEY
    ),
    "quotas-allusers": replace(_ALL_USERS, details=QUOTAS, keep_quotas=True),
    "usage-allusers": replace(_ALL_USERS, details=USAGES),
    "priority-allusers": replace(_ALL_USERS, details=PRIORITIES),
    "all-flat-usage-quotas": replace(_ALL_USERS, details=ALL, keep_quotas=True),
}

_RECORDED = [
    (folder.name, mode) for folder in sorted(FOLDER.iterdir()) for mode in _MODES if (folder / f"{mode}.txt").exists()
]


@pytest.mark.parametrize(("pool", "mode"), _RECORDED)
def test_the_text_is_the_recorded_one(pool: str, mode: str) -> None:
    options = replace(_MODES[mode], now=recorded_at(pool))
    assert classic_text(build_listing(records_of(pool), options), UTC) == recorded_text(pool, mode)


def test_equals_stand_as_an_unstable_sort_leaves_them() -> None:
    """18 records, three users with priority 500: beyond 16 the order is neither that of arrival nor that of names."""
    listing = build_listing(records_of("random-11"), replace(_MODES["priority-allusers"], now=0))
    assert [row.label for row in listing.entries[:3]] == ["u6@pool.test", "g3.u1@pool.test", "g0.s2.u5@pool.test"]
