"""A shipped pool over time: simulated, and as its moments would be recorded."""

from collections.abc import Iterator

from msgspec.structs import replace

import userprio
from userprio.pool import ScenarioData
from userprio.simulation import Demand, ForecastTerms, expected_lengths
from userprio.simulation.workload import ExpectedWork
from userprio.simulation.world import SETTLED_S, World


def moments(example: str, every_s: int, number: int) -> Iterator[ScenarioData]:
    """The pool as a snapshot would find it at so many moments, its ledger as after the last update of priorities."""
    scenario: ScenarioData = userprio.load(example)
    world = World(scenario, ExpectedWork(expected_lengths(scenario, ForecastTerms()), Demand.CONSTANT))
    for count in range(number):
        world.run_until(scenario.now + count * every_s + SETTLED_S)
        ledger = world.accountant.ledger
        yield replace(scenario, pool=world.seen(), ledger=ledger, now=int(world.now))
