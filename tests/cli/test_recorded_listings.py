"""What condor_userprio printed for 73 real pools in 25 modes, and what is printed here from the same files.

Each file under `recorded/` holds the ledger that HTCondor 25.14.1 left after a cycle, the text of every listing that
its negotiator answered then, and the time. The slots and jobs that the cycle saw are those
under `tests/negotiation/pools`; each cycle was the first of its negotiator.
"""

import gzip
import json
from collections import Counter
from datetime import UTC
from enum import StrEnum
from functools import cached_property
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from userprio.accounting.quotas import build_tree
from userprio.classad import Evaluator
from userprio.cli.accounts import query_of, show_answer
from userprio.cli.classic.actions import parse_classic
from userprio.cli.environment import Environment
from userprio.cli.loading import load_scenario
from userprio.cli.options import GlobalOptions
from userprio.cli.request import ListingRequest
from userprio.ledger import Ledger
from userprio.report.listing import EVERYBODY, Column
from userprio.report.listing.build import Records, query_ledger

from .borrowing import text_with_borrowed_values

pytestmark = pytest.mark.slow

RECORDED = Path(__file__).parent / "recorded"
POOLS = Path(__file__).parents[1] / "negotiation" / "pools"
NAMES = sorted(path.name.removesuffix(".json.gz") for path in RECORDED.iterdir())

MODES = {
    "default": "",
    "most": "-most",
    "all": "-all",
    "quotas": "-quotas",
    "usage": "-usage",
    "priority": "-priority",
    "allusers": "-allusers",
    "allusers-all": "-allusers -all",
    "allusers-flat": "-allusers -flat",
    "allusers-hierarchical": "-allusers -hierarchical",
    "allusers-grouporder": "-allusers -grouporder",
    "allusers-grouprollup": "-allusers -grouprollup",
    "allusers-groupid-order-sortkey": "-allusers -groupid -order -sortkey",
    "quotas-allusers": "-quotas -allusers",
    "quotas-surplus": "-quotas -surplus",
    "usage-allusers": "-usage -allusers",
    "priority-allusers": "-priority -allusers",
    "activefrom": "-activefrom 1 1 2020",
    "long": "-long",
    "long-modular": "-long -modular",
    "long-legacy": "-long -legacy",
    "rollup-long": "-grouprollup -long",
    "af-h": "-allusers -af:h Name Priority PriorityFactor WeightedResourcesUsed",
    "af-l": "-allusers -af:l Name Priority IsAccountingGroup",
    "all-flat-usage-quotas": "-allusers -all -quotas",
}


class Verdict(StrEnum):
    """How a text compares with the recorded one."""

    EXACT = "exact"
    EARLIER = "it was printed seconds before"
    """The time is that of the last listing; the limit of activity, shown to the minute, moves on with it."""
    ORDER = "rows in another order"
    BORROWED = "theirs has values of the record before"
    BORROWED_ORDER = "both of these"
    LEDGER = "the recorded ledger lacks the last match"
    """It was copied before the negotiator had written it."""
    OTHER = "other"


# Of the 73 files of each mode. What is not exact is a listing in which theirs borrows values; or was printed some
# seconds before the time that is known, which shows where a limit is; or is -grouporder, where the order of groups
# and users that come mixed is nobody's; or is of the one pool with a ledger cut short.
EXPECTED = {
    "default": {Verdict.EXACT: 56, Verdict.BORROWED: 15, Verdict.EARLIER: 2},
    "most": {Verdict.EXACT: 56, Verdict.BORROWED: 15, Verdict.EARLIER: 2},
    "all": {Verdict.EXACT: 54, Verdict.BORROWED: 15, Verdict.EARLIER: 4},
    "quotas": {Verdict.EXACT: 60, Verdict.BORROWED: 13},
    "usage": {Verdict.EXACT: 56, Verdict.BORROWED: 15, Verdict.EARLIER: 2},
    "priority": {Verdict.EXACT: 67, Verdict.BORROWED: 6},
    "allusers": {Verdict.EXACT: 43, Verdict.BORROWED: 29, Verdict.LEDGER: 1},
    "allusers-all": {Verdict.EXACT: 43, Verdict.BORROWED: 29, Verdict.LEDGER: 1},
    "allusers-flat": {Verdict.EXACT: 43, Verdict.BORROWED: 29, Verdict.LEDGER: 1},
    "allusers-hierarchical": {Verdict.EXACT: 43, Verdict.BORROWED: 29, Verdict.LEDGER: 1},
    "allusers-grouporder": {
        Verdict.ORDER: 28,
        Verdict.BORROWED_ORDER: 19,
        Verdict.EXACT: 15,
        Verdict.BORROWED: 10,
        Verdict.LEDGER: 1,
    },
    "allusers-grouprollup": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "allusers-groupid-order-sortkey": {Verdict.EXACT: 73},
    "quotas-allusers": {Verdict.EXACT: 73},
    "quotas-surplus": {Verdict.EXACT: 60, Verdict.BORROWED: 13},
    "usage-allusers": {Verdict.EXACT: 43, Verdict.BORROWED: 29, Verdict.LEDGER: 1},
    "priority-allusers": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "activefrom": {Verdict.EXACT: 58, Verdict.BORROWED: 15},
    "long": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "long-modular": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "long-legacy": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "rollup-long": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "af-h": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "af-l": {Verdict.EXACT: 72, Verdict.LEDGER: 1},
    "all-flat-usage-quotas": {Verdict.EXACT: 43, Verdict.BORROWED: 29, Verdict.LEDGER: 1},
}


class Recorded:
    """One pool after its cycle."""

    def __init__(self, name: str, folder: Path) -> None:
        data = json.loads(gzip.decompress((RECORDED / f"{name}.json.gz").read_bytes()))
        self.at: int = data["recorded_at"]
        self.listings: dict[str, str] = data["listings"]
        self.shared = GlobalOptions(snapshot=str(POOLS / name), ledger=folder / f"{name}.log", now=self.at)
        self.shared.ledger.write_text(data["ledger"])
        self.ledger = Ledger.read(self.shared.ledger)
        self.answers: dict[tuple[bool, bool, bool, int, bool], Records] = {}

    @cached_property
    def is_cut_short(self) -> bool:
        """Whether its users held more slots, when they were listed, than the ledger says."""
        ads = [ad for ad in self.listings["long"].split("\n\n") if "IsAccountingGroup = false" in ad]
        used = sum(int(line.split(" = ")[1]) for ad in ads for line in ad.splitlines() if line.startswith("Res"))
        customers = self.ledger.customers.values()
        return used != sum(customer.resources_used or 0 for customer in customers if not customer.is_group)

    @property
    def moments(self) -> tuple[int, ...]:
        """Times at which it may have been printed that make a difference: the cycle's own, and the minute before."""
        minute_before = self.at - self.at % 60 - 1
        cycle = self.ledger.last_update_time
        return (cycle, minute_before) if minute_before > cycle else (cycle,)

    def answer(self, request: ListingRequest) -> Records:
        """What is found, once for all requests that differ only in how it is shown."""
        options = request.options(self.at)
        numbered = Column.GROUP_ID in options.details
        wanted = query_of(request, self.shared, self.at)
        kind = (wanted.rollup, wanted.ads, wanted.needs_cycle, options.activity_limit, numbered)
        if kind not in self.answers:
            scenario = load_scenario(self.shared, environment(), first_cycle=True)
            query = query_of(request, self.shared, scenario.now)
            tree, evaluator = build_tree(scenario.config), Evaluator(scenario.now, zone=UTC)
            self.answers[kind] = query_ledger(scenario, query, tree, evaluator)
        return self.answers[kind]

    def printed(self, request: ListingRequest) -> str:
        out = StringIO()
        show_answer(self.answer(request), request, self.shared, environment(out))
        return out.getvalue()

    def printed_at(self, request: ListingRequest, now: int) -> str:
        """What it would have been at another time, when others may have been active."""
        out = StringIO()
        everybody = self.answer(replace(request, active_since=EVERYBODY))
        show_answer(replace(everybody, now=now), request, self.shared, environment(out))
        return out.getvalue()

    def judge(self, mode: str) -> Verdict:
        request = parse_classic(MODES[mode].split()).request(UTC)
        recorded = self.listings[mode]
        text = self.printed(request)
        if text == recorded:
            return Verdict.EXACT
        if self.is_cut_short:
            return Verdict.LEDGER
        if any(self.printed_at(request, now) == recorded for now in self.moments):
            return Verdict.EARLIER
        if same_rows(text, recorded):
            return Verdict.ORDER
        if query_of(request, self.shared, self.at).ads:
            return Verdict.OTHER
        records = self.answer(replace(request, active_since=EVERYBODY)).records
        borrowed = [text_with_borrowed_values(records, request.options(now)) for now in (self.at, *self.moments)]
        if recorded in borrowed:
            return Verdict.BORROWED
        return Verdict.BORROWED_ORDER if any(same_rows(one, recorded) for one in borrowed) else Verdict.OTHER


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Verdict]:
    folder = tmp_path_factory.mktemp("ledgers")
    found = {}
    for name in NAMES:
        pool = Recorded(name, folder)
        found |= {(name, mode): pool.judge(mode) for mode in MODES}
    return found


def environment(out: StringIO | None = None) -> Environment:
    return Environment(
        out or StringIO(), StringIO(), {}, lambda: 0.0, lambda: UTC, lambda: Path("/none"), lambda: Path("/none"), ()
    )


def same_rows(one: str, other: str) -> bool:
    """The same lines in any order; that of the root is there or not by what stands before it."""
    return rows(one) == rows(other)


def rows(text: str) -> list[str]:
    return sorted(line for line in text.splitlines() if not line.startswith("<none> "))


def test_everything_that_is_not_the_same_text_is_explained(verdicts: dict[tuple[str, str], Verdict]) -> None:
    assert [where for where, verdict in verdicts.items() if verdict is Verdict.OTHER] == []


@pytest.mark.parametrize("mode", MODES)
def test_so_many_files_of_the_mode_are_the_same_text(mode: str, verdicts: dict[tuple[str, str], Verdict]) -> None:
    assert Counter(verdicts[name, mode] for name in NAMES) == EXPECTED[mode]
