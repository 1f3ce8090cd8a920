"""The example pool that the listings are shown on: four groups and four users, one of them long inactive."""

from datetime import UTC
from pathlib import Path

from msgspec.structs import replace

from userprio.accounting.records import AccountingRecord, GroupFigures
from userprio.report.classic import classic_text
from userprio.report.listing import EVERYBODY, ListingOptions, build_listing

NOW = 1767605400
"""2026-01-05 09:30:00 UTC."""

UPDATED = NOW - 30
DAY = 86_400
DECEMBER = 1764583200
"""2025-12-01 10:00:00 UTC."""


def group(name: str, in_use: int, hours: float, last: int, figures: GroupFigures) -> AccountingRecord:
    return AccountingRecord(
        name=name,
        is_group=True,
        accounting_group=name,
        priority=500.0,
        factor=1000.0,
        resources_used=in_use,
        weighted_resources_used=float(in_use),
        accumulated_usage=hours * 3600,
        weighted_accumulated_usage=hours * 3600,
        begin_usage_time=DECEMBER,
        last_usage_time=last,
        last_update=UPDATED,
        group_figures=figures,
    )


def user(
    name: str,
    member_of: str,
    priority: float,
    factor: float,
    in_use: int,
    hours: float,
    begin: int,
    last: int,
    floor: int = 0,
    ceiling: int = -1,
) -> AccountingRecord:
    return AccountingRecord(
        name=name,
        is_group=False,
        accounting_group=member_of,
        priority=priority,
        factor=factor,
        ceiling=ceiling,
        floor=floor,
        resources_used=in_use,
        weighted_resources_used=float(in_use),
        accumulated_usage=hours * 3600,
        weighted_accumulated_usage=hours * 3600,
        begin_usage_time=begin,
        last_usage_time=last,
        last_update=UPDATED,
    )


NONE = group("<none>", 12, 96, NOW, GroupFigures(40.0, 0.0, 100.0, 3.4e38, "byquota", 12.0))
CHEM = group("group_chem", 0, 1, NOW - 3 * DAY, GroupFigures(20.0, 20.0, 20.0, 0.25, "byquota", 0.0))
PHYS = group("group_phys", 5, 25, NOW, GroupFigures(10.0, 40.0, 40.0, 0.5, "no", 4.0))
HEP = group("group_phys.hep", 24, 2000, NOW, GroupFigures(30.0, 30.0, 30.0, 0.8, "no", 64.0))
ALICE = user("alice@example.org", "<none>", 12500.0, 1000.0, 12, 96, DECEMBER, NOW)
BOB = user("group_phys.hep.bob@example.org", "group_phys.hep", 12000.0, 500.0, 24, 2000, DECEMBER, NOW, 5, 50)
CAROL = user("group_phys.carol@example.org", "group_phys", 750.0, 1000.0, 5, 25, 1766000000, NOW - 20220)
DAVE = user("group_chem.dave@example.org", "group_chem", 500.0, 1000.0, 0, 1, 1700000000, NOW - 3 * DAY)

POOL = [NONE, CHEM, PHYS, HEP, ALICE, BOB, CAROL, DAVE]

LEGACY = [replace(record, factor=0.0) if record.is_group else record for record in POOL]
"""A legacy answer has the factor of a group from the configuration: 0 where none is set."""


def rolled_up(record: AccountingRecord, in_use: int, hours: float) -> AccountingRecord:
    return replace(
        record,
        priority=0.0,
        resources_used=in_use,
        weighted_resources_used=float(in_use),
        weighted_accumulated_usage=hours * 3600,
    )


ROLLUP = [
    rolled_up(NONE, 41, 2122),
    rolled_up(CHEM, 0, 1),
    rolled_up(PHYS, 29, 2025),
    rolled_up(HEP, 24, 2000),
    *POOL[4:],
]

AT_NOW = ListingOptions(now=NOW)
ALL_USERS = ListingOptions(now=NOW, active_since=EVERYBODY)


def shown(records: list[AccountingRecord], options: ListingOptions) -> str:
    """The classic text in UTC without the blanks that pad its lines."""
    text = classic_text(build_listing(records, options), UTC)
    return "".join(line.rstrip() + "\n" for line in text.splitlines())


def layout(name: str) -> str:
    """A text too wide to stand in a test."""
    return (Path(__file__).parent / "layouts" / f"{name}.txt").read_text()
