"""A forecast is compared with a real negotiator's ledger over several of its cycles, an hour apart for the ledger.

Nobody waits for hours: between two cycles the negotiator is stopped, and the time of the last update in its ledger is
set back. SimulatedSlots that were matched are advertised as claimed before the next cycle, as their startds would do.
"""

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.pool.negotiator_log import Decided
from tests.pool.pool import Cluster, Pool
from tests.pool.root import HTCondor
from tests.pool.slots import SlotKind
from userprio import config
from userprio.accounting import real_priority
from userprio.ledger import Ledger
from userprio.pool import read_snapshot
from userprio.pool.scenario import ScenarioData
from userprio.simulation import Demand, ForecastTerms
from userprio.simulation.workload import ExpectedWork, JobLengths
from userprio.simulation.world import World

# One match for each submitter in a cycle, so that the pool fills over several of them.
KNOBS = """
NEGOTIATOR_INTERVAL = 100000
PRIORITY_HALFLIFE = 7200
MAX_CONCURRENT_UPLOADS_PER_USER = 1
GROUP_NAMES = lab
GROUP_QUOTA_lab = 3
"""
CYCLES = 5
HOUR = 3600
SLOTS = 8
START = """\
107 1 CreationTimestamp 1700000000
101 Accountant. * *
103 Accountant. LastUpdateTime {now}
101 Customer.ann@pool.test * *
103 Customer.ann@pool.test Priority 20.000000
103 Customer.ann@pool.test PriorityFactor 1000.000000
101 Customer.bob@pool.test * *
103 Customer.bob@pool.test Priority 3.000000
103 Customer.bob@pool.test PriorityFactor 4000.000000
"""
NAMES = ("ann@pool.test", "bob@pool.test", "lab.cid@pool.test", "lab", "<none>")


def set_back(pool: Pool) -> None:
    """For the ledger, the last update was an hour earlier."""
    text = pool.ledger.read_text()
    pattern = re.compile(r"^(103 Accountant\. LastUpdateTime )(\d+)$", re.MULTILINE)
    pool.put_ledger(pattern.sub(lambda found: f"{found[1]}{int(found[2]) - HOUR}", text).encode())


def advertise_claims(pool: Pool, htcondor: HTCondor, decided: Decided) -> None:
    """The slots that were matched are claimed now."""
    users = {event["slot"]: event["submitter"] for event in decided.events if event["event"] == "match"}
    ads = [
        claimed(ad, users[name[1]])
        for ad in pool.run("condor_status", "-long", "-sort", "no").strip().split("\n\n")
        if (name := re.search(r'^Name = "(.*)"$', ad, re.MULTILINE)) and name[1] in users
    ]
    if ads:
        path = pool.folder / "in" / "claimed.ads"
        path.write_text("\n\n".join(ads) + "\n")
        inside = htcondor.inside(pool.folder) / "in" / "claimed.ads"
        pool.run("condor_advertise", "-tcp", "-multiple", "-fake-private-ad", "UPDATE_STARTD_AD", str(inside))


def claimed(ad: str, user: str) -> str:
    given = {"State": "Claimed", "Activity": "Busy", "RemoteUser": user, "RemoteOwner": user, "AccountingGroup": user}
    kept = [line for line in ad.splitlines() if line.partition(" ")[0] not in given]
    return "\n".join([*kept, *(f'{name} = "{value}"' for name, value in given.items())])


def figures(ledger: Ledger) -> Mapping[str, tuple[float, float]]:
    """Real priority and weight in use."""
    records = {name: ledger.customers[name] for name in NAMES if name in ledger.customers}
    return {name: (real_priority(one), one.weighted_resources_used or 0.0) for name, one in records.items()}


def test_priorities_and_use_go_as_in_the_ledger_of_a_real_negotiator(
    htcondor: HTCondor, new_pool: Callable[..., Pool], tmp_path: Path
) -> None:
    pool = new_pool(KNOBS)
    pool.advertise([SlotKind(SLOTS, {})])
    pool.submit([Cluster("ann", 6), Cluster("bob", 6), Cluster("cid", 6, group="lab")])
    pool.settle()
    pool.put_ledger(START.replace("{now}", str(int(time.time()) - HOUR)).encode())
    pool.snapshot(tmp_path)
    work = ExpectedWork(JobLengths(ForecastTerms(job_length_s=1e9), {}, {}, {}), Demand.CONSTANT)
    world: World | None = None
    for cycle in range(CYCLES):
        decided = pool.negotiate()
        pool.stop_negotiator()
        theirs = Ledger.read(pool.ledger)
        at = pool.aged_at()[-1] + cycle * HOUR
        if world is None:
            knobs = config.read(tmp_path / "condor_config", environ={})
            ledger = Ledger.read(tmp_path / "Accountantnew.log")
            world = World(ScenarioData(read_snapshot(tmp_path), ledger, knobs, at), work)
        world.next_cycle_at = at
        world.run_until(at + 1)
        expected, found = figures(theirs), figures(world.accountant.ledger)
        assert found.keys() == expected.keys()
        for name, (priority, weight) in expected.items():
            # A match is charged from its own second on, which may be one or two after that of the ageing.
            assert found[name] == (pytest.approx(priority, abs=0.005), weight), f"{name} in cycle {cycle + 1}"
        advertise_claims(pool, htcondor, decided)
        set_back(pool)
    assert sum(weight for name, (_, weight) in expected.items() if "@" in name) == SLOTS
    assert expected["lab"][0] > 1
