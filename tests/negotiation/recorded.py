"""Pools recorded from HTCondor 25.14.1, or 23.9.6 where the name says so: what a negotiator read and decided.

Each folder under `pools/` holds the ads in the collector's order, the configuration, the ledger as it stood before, and
`decided.json.gz`: the lines of the negotiator's log about one cycle, as events in their order. Cycles are the first of
a negotiator that just started, but where that file says that they are of one in steady state.
"""

import gzip
import json
import math
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.marks import slow
from userprio import config
from userprio.base.cxx import INT_MIN
from userprio.ledger import Ledger
from userprio.negotiation import Outcome, negotiate
from userprio.pool import Pool, previous_quotas, read_snapshot
from userprio.pool.scenario import FIRST_CYCLE, ScenarioData

POOLS = Path(__file__).parent / "pools"
UNSTABLE = Path(__file__).parent / "unstable"
"""Recorded cycles that hang on a second or on when ads were sent: other than in `POOLS`, the time is that at which the
cycle was started, and its priorities were updated a second later."""
NAMES = sorted(folder.name for folder in POOLS.iterdir())
PLAIN = frozenset(
    "accounting-alias autoregroup claims-for-other-jobs concurrency-limits consumption-policy custom-slot-weight "
    "edge-preempt-mix-23.9.6 floors-and-ceilings fractional-quotas job-priorities manual-static-15 manual-surplus "
    "partitionable-groups preempt-by-machine-rank preempt-by-priority random-1 ranks requirements round-robin "
    "quotas-moved sort-expr steady-user-in-use strict-priority talk-four-users talk-pie".split()
)
"""One or two of each kind."""
each_pool = pytest.mark.parametrize("name", [*sorted(PLAIN), *slow(name for name in NAMES if name not in PLAIN)])
"""A test of every recorded pool; those beside `PLAIN` are slow."""

Event = dict[str, Any]

# Attributes in which slots differ though a request cannot tell them apart.
IDENTITY = frozenset(
    "name machine myaddress startdipaddr addressv1 jobid updatesequencenumber lastheardfrom mycurrenttime "
    "authenticatedidentity authenticationmethod updatestotal updatessequenced updateslost updateshistory".split()
)


@dataclass(frozen=True)
class Recorded:
    """One recorded cycle."""

    name: str
    at: int
    events: list[Event]
    pool: Pool
    ledger: Ledger
    settings: config.Config
    steady: bool
    """The negotiator had a cycle before, over the same slots."""

    @property
    def scenario(self) -> ScenarioData:
        previous = previous_quotas(self.pool, self.ledger)[0] if self.steady else FIRST_CYCLE
        return ScenarioData(self.pool, self.ledger, self.settings, self.at, previous)

    def of_kind(self, *kinds: str) -> list[Event]:
        return [event for event in self.events if event["event"] in kinds]


@cache
def rerun(name: str) -> Outcome:
    """The same cycle, run dry."""
    cycle = recorded(name)
    return negotiate(cycle.scenario)


@cache
def recorded(name: str, pools: Path = POOLS) -> Recorded:
    folder = pools / name
    decided = json.loads(gzip.decompress((folder / "decided.json.gz").read_bytes()))
    return Recorded(
        name=name,
        at=decided["cycle_start"],
        events=decided["events"],
        pool=read_snapshot(folder),
        ledger=Ledger.read(folder / "ledger.log"),
        settings=config.read(folder / "condor_config", environ={}),
        steady=decided.get("cycle") == "steady",
    )


def rounds(events: list[Event]) -> dict[tuple[int, str], tuple[float, float]]:
    """Allocated and unallocated by round and group."""
    found, number = {}, 0
    for event in events:
        if event["event"] == "round":
            number = int(event["round"])
        elif event["event"] == "allocation":
            found[number, event["group"]] = (event["allocated"], event["unallocated"])
    return found


def request(event: Event) -> str:
    return f"{int(event['cluster'])}.{int(event['proc'])}"


def slot_kinds(pool: Pool) -> dict[str, int]:
    """A number for every slot by name; slots that differ in nothing but their identity have the same."""
    numbers: dict[tuple[tuple[str, str | None], ...], int] = {}
    kinds = {}
    for ad in pool.slots:
        says = tuple(sorted((name.lower(), ad.source(name)) for name in ad if name.lower() not in IDENTITY))
        kinds[str(ad.source("Name")).strip('"')] = numbers.setdefault(says, len(numbers))
    return kinds


def given(
    matches: list[tuple[str, str, str, str | None]], kinds: dict[str, int]
) -> list[tuple[str, str, tuple[int, int], str | None]]:
    """Matches with the slot as its kind and how often it was given before: among equals the choice is free."""
    before: Counter[str] = Counter()
    told = []
    for submitter, asked, slot, preempts in matches:
        told.append((submitter, asked, (kinds[slot], before[slot]), preempts))
        before[slot] += 1
    return told


def near(one: float, other: float, relative: float = 1e-5, absolute: float = 2e-6) -> bool:
    """Close enough for what the log shows with so few digits; what is not a number agrees with the same."""
    if math.isnan(one) or math.isnan(other):
        return math.isnan(one) and math.isnan(other)
    return one == other or abs(one - other) <= max(absolute, relative * max(abs(one), abs(other)))


def aged(one: float, other: float, absolute: float = 2e-6) -> bool:
    """Close enough for what depends on priorities: the negotiator aged them when it started, up to a second before."""
    return near(one, other, 5e-4, absolute)


def limit_agrees(limit: int, logged: float) -> bool:
    """The log shows six digits of a group limit, before its fraction is dropped."""
    if math.isnan(logged):
        return limit == INT_MIN
    slack = 5e-6 * abs(logged)
    return int(logged - slack) <= limit <= int(logged + slack)
