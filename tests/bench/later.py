"""Cycles after cycles of a pool that lives on, 3 % of whose slots change hands between two; prints JSON."""

import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

from msgspec.structs import replace

from tests.bench.measure import Stages
from tests.negotiation.builders import DOMAIN, NOW, configured, slot
from tests.simulation.pools import hungry
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.negotiation import Memory
from userprio.pool.scenario import ScenarioData
from userprio.simulation import world as simulated
from userprio.simulation.results import Demand, ForecastTerms
from userprio.simulation.workload import ExpectedWork, expected_lengths

_LENGTH_S = 2000.0
"""Of a job: a cycle every minute sees the end of 3 % of them."""
_BEGUN_S = 6000
"""So long a pool lives before anything is measured; then about as many jobs end in every minute."""


def measure(
    cores: int, submitters: int, groups: int, cycles: int, size: int = 1, limit: int = 0, more: Sequence[str] = ()
) -> dict[str, Any]:
    """Processor milliseconds of a cycle, and of that with everything that happens in the minute around it.

    Each job takes one core. With a `size` above 1, the cores are in partitionable slots of that many; with a
    `limit`, each submitter is a user of its own who may have so many running (MaxJobsRunning). `more` are knobs.
    """
    users = {f"g{number % groups}.u{number}": 5 * cores // submitters // 2 for number in range(submitters)}
    names = [f"g{number}" for number in range(groups)]
    quotas = [f"GROUP_QUOTA_DYNAMIC_{name} = {1 / groups}" for name in names]
    knobs = ["PREEMPTION_REQUIREMENTS = False", "GROUP_ACCEPT_SURPLUS = True", f"GROUP_NAMES = {', '.join(names)}"]
    config = configured("\n".join([*knobs, *quotas, *more, ""]))
    # As in a snapshot: a record of everybody who ever used the schedd, mostly without a limit.
    most = {"MaxJobsRunning": limit} if limit else {}
    records = tuple(Ad({"User": f"{user}@{DOMAIN}", "ScheddName": "ap1", **most}) for user in ("submit", *users))
    pool = replace(hungry(users, cores), users=records)
    if limit:
        whose = [user for user, count in users.items() for _ in range(count)]
        own = [ad.replace({"User": f"{user}@{DOMAIN}"}) for ad, user in zip(pool.jobs, whose, strict=True)]
        pool = replace(pool, jobs=tuple(own))
    if size > 1:
        divided = {"PartitionableSlot": "true", "SlotType": '"Partitionable"', "SlotID": 1}
        whole = {"Cpus": size, "TotalCpus": size, "TotalSlotCpus": size, "Memory": 2048 * size}
        pool = replace(pool, slots=tuple(slot(number, **divided, **whole) for number in range(1, cores // size + 1)))
    scenario = ScenarioData(pool, Ledger.empty(), config, NOW)
    terms = ForecastTerms(job_length_s=_LENGTH_S, long_run=False)
    lengths = expected_lengths(scenario, terms)
    world = simulated.World(scenario, ExpectedWork(lengths, Demand.CONSTANT))
    world.run_until(NOW + _BEGUN_S)
    ended = len(world.claims.runs)
    took, negotiated, stages = [], [], Stages()

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            with stages.stage("cycle"):
                return function(*arguments, **more)

        return call

    with (
        mock.patch.object(simulated, "decide", timed(simulated.decide)),
        mock.patch.object(Memory, "charges", timed(Memory.charges)),
    ):
        for cycle in range(cycles):
            stages.seconds.clear()
            began = time.process_time()
            world.run_until(NOW + _BEGUN_S + 60 * (cycle + 1))
            took.append(1000 * (time.process_time() - began))
            negotiated.append(1000 * stages.seconds["cycle"])
    return {
        "cycle_ms": min(negotiated),
        "cycle_median_ms": statistics.median(negotiated),
        "minute_ms": min(took),
        "minute_median_ms": statistics.median(took),
        "ended": round((len(world.claims.runs) - ended) / cycles),
    }


if __name__ == "__main__":
    gc.set_threshold(1_000_000, 50, 1_000)  # as `userprio` does
    print(json.dumps(measure(*map(int, sys.argv[1:7]), more=sys.argv[7:])))
