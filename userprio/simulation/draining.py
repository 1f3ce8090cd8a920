"""What draining machines costs, and what it buys: the jobs that would start on them once they are whole."""

import math
from collections.abc import Callable, Collection, Sequence
from itertools import count
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.errors import BadInput
from userprio.classad import Ad, Evaluator, flag_of, number_of, text_of
from userprio.negotiation import negotiate
from userprio.pool import ScenarioData, nameless_remark
from userprio.simulation.claims import Ending
from userprio.simulation.defrag import PUBLISHED, DefragPolicy, DrainCost, Poll, daemon_name, drain_cost, poll
from userprio.simulation.eligible_slots import drained
from userprio.simulation.leftovers import matched_ad, offered_ads
from userprio.simulation.results import ForecastTerms
from userprio.simulation.slots import EventClock, SimulatedSlots, machine_of
from userprio.simulation.workload import ExpectedWork, expected_lengths
from userprio.simulation.world import World


class Drain(Struct, frozen=True):
    """One machine that would be drained now."""

    machine: str
    rank: float
    cost: DrainCost


class Gain(Struct, frozen=True):
    """Jobs that would start on drained machines, if a cycle came as soon as these are whole."""

    submitter: str
    request: str
    """cluster.proc of the first of them."""
    machine: str
    jobs: int
    fits_now: bool
    """Some slot would take such a job as the pool is now, though it may be held."""


class DefragRun(Struct, frozen=True):
    """What comes of a policy over some time."""

    setting: str
    """The policy in a word: `none`, or DEFRAG_MAX_CONCURRENT_DRAINING with its value."""
    drained: int
    """Machines, one that is drained twice counting twice."""
    large_started: int
    """Starts of jobs of the kinds that no slot takes as the time begins."""
    large_waiting: int
    """Jobs of these kinds that wait at its end."""
    badput_core_s: float
    """Weight-seconds of runs that were stopped before they were done, from their starts on."""
    used_core_s: float
    """Weight-seconds of all jobs in that time, those that were stopped too."""


class Defrag(Struct, frozen=True):
    """What condor_defrag would do, from its first poll on, and what that comes to."""

    at: int
    policy: DefragPolicy
    polls: tuple[Poll, ...]
    drains: tuple[Drain, ...]
    """Of the first poll."""
    whole_now: int
    whole_then: int
    gains: tuple[Gain, ...]
    warnings: tuple[str, ...]
    partitionable: int = 0
    """Partitionable slots of the pool; no others are looked at."""
    unranked: tuple[str, ...] = ()
    """Candidates of the first poll whose DEFRAG_RANK is not a number, and counts as 0."""
    length_s: int = 0
    """Of the time that `courses` are about."""
    courses: tuple[DefragRun, ...] = ()
    """Without condor_defrag, with it as configured, and with one more machine at a time if it has such a limit."""

    @property
    def badput_core_s(self) -> float:
        """Of all that are drained."""
        return sum(drain.cost.badput_core_s for drain in self.drains)

    @property
    def large_jobs(self) -> int:
        """Jobs that no slot takes now, and that would start."""
        return sum(gain.jobs for gain in self.gains if not gain.fits_now)


def drain(scenario: ScenarioData, daemon: str | None = None, polls: int = 1) -> Defrag:
    """The first `polls` polls of a condor_defrag that has just started, one DEFRAG_INTERVAL apart.

    `daemon` is its name; None: see `daemon_name`.

    The pool stays as it is in between; only the first poll's machines are followed up.

    Raises:
        BadInput: `polls` is less than 1, or a knob has a value that ends the real daemon.
    """
    if polls < 1:
        raise BadInput("there is one poll at least")
    pool, now = scenario.pool, scenario.now
    evaluator = Evaluator(now)
    policy = DefragPolicy.from_config(scenario.config, daemon or daemon_name(scenario.config, pool.slots))
    interval = policy.interval_s
    # Only `now` if DEFRAG_INTERVAL turns polls off.
    times = range(now, now + polls * interval, interval) if interval > 0 else range(now, now + 1)
    done = [poll(policy, pool.slots, at, previous) for previous, at in zip((None, *times), times, strict=False)]
    first = done[0]
    machines = [machine_of(name) for name in first.drained]
    simulated = SimulatedSlots(pool.slots, scenario.config, EventClock(now))
    drains = tuple(_drain(name, simulated, policy, evaluator) for name in first.drained)
    emptied = drained(pool, machines, scenario.config, now)
    after = poll(policy, emptied.slots, now)
    gains = _gains(scenario, replace(scenario, pool=emptied), set(machines)) if machines else ()
    nameless = sum(text_of(evaluator, ad, "Name") is None for ad in pool.slots)
    partitionable = sum(flag_of(evaluator, ad, "PartitionableSlot") is True for ad in pool.slots)
    results = drains, len(first.whole), len(after.whole), gains, (*pool.problems, *nameless_remark(nameless))
    return Defrag(now, policy, tuple(done), *results, partitionable, _unranked(policy, first, pool.slots, evaluator))


def _unranked(policy: DefragPolicy, first: Poll, ads: Sequence[Ad], evaluator: Evaluator) -> tuple[str, ...]:
    """Candidates whose DEFRAG_RANK is not a number; none if it is empty, which is meant to be 0."""
    if policy.rank is None:
        return ()
    candidates = {name for equals in first.candidates for name in equals}
    named = ((text_of(evaluator, ad, "Name") or "", ad) for ad in ads)
    return tuple(name for name, ad in named if name in candidates and policy.own_rank(ad, evaluator) is None)


def defrag_runs(
    scenario: ScenarioData,
    terms: ForecastTerms,
    daemon: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[DefragRun, ...]:
    """Simulate the pool without condor_defrag, with it, and, if it has such a limit, with one more draining at a time.

    `terms` say for how long, what becomes of demand, and how long jobs run. `progress` is called with the parts
    that are done and their total, over all simulations.
    """
    policy = DefragPolicy.from_config(scenario.config, daemon or daemon_name(scenario.config, scenario.pool.slots))
    policies: list[DefragPolicy | None] = [None, policy]
    if policy.max_concurrent >= 0:
        policies.append(replace(policy, max_concurrent=policy.max_concurrent + 1))
    done = count(1)

    def tick() -> None:
        if progress is not None:
            progress(next(done), len(policies) * _SLICES)

    return tuple(_course(scenario, terms, tried, tick) for tried in policies)


_SLICES: Final = 50
"""Parts of a simulation after each of which progress is reported."""


def _course(
    scenario: ScenarioData, terms: ForecastTerms, policy: DefragPolicy | None, tick: Callable[[], None]
) -> DefragRun:
    world = World(scenario, ExpectedWork(expected_lengths(scenario, terms), terms.demand), defrag=policy)
    evaluator, ads = Evaluator(scenario.now), scenario.pool.slots
    kinds = {(owner[1], job.autocluster): job.ad for owner, job in world.jobs}
    # Large is what fits nowhere as slots are now, held ones included: only a drained machine can take it.
    large = {kind for kind, ad in kinds.items() if not any(evaluator.matches(slot, ad) for slot in ads)}
    for part in range(1, _SLICES + 1):
        world.run_until(scenario.now + terms.length_s * part / _SLICES)
        tick()
    runs = world.claims.all_runs()
    return DefragRun(
        setting="none" if policy is None else f"DEFRAG_MAX_CONCURRENT_DRAINING = {policy.max_concurrent}",
        drained=sum(len(poll_done.drained) for poll_done in world.polls),
        large_started=sum((run.schedd, run.like) in large for run in runs),
        large_waiting=sum((owner[1], job.autocluster) in large for owner, job in world.jobs),
        badput_core_s=sum(run.weight_s for run in runs if run.ending is Ending.EVICTED),
        used_core_s=sum(run.weight * (run.ended_at - max(run.started_at, scenario.now)) for run in runs),
    )


def _drain(name: str, slots: SimulatedSlots, policy: DefragPolicy, evaluator: Evaluator) -> Drain:
    """What it costs to drain the machine of a slot; badput that its startd publishes counts before what is computed."""
    machine = machine_of(name)
    machine_slots = slots.on(machine)
    cost = drain_cost(machine_slots, policy.schedule, evaluator)
    ad = next(slot.ad for slot in machine_slots if slot.name == name)
    published = number_of(evaluator, ad, PUBLISHED[policy.schedule]) if policy.schedule in PUBLISHED else None
    if published is not None and math.isfinite(published):
        cost = replace(cost, badput_core_s=published)
    return Drain(machine, policy.rank_of(ad, evaluator), cost)


def _gains(now: ScenarioData, then: ScenarioData, machines: Collection[str]) -> tuple[Gain, ...]:
    evaluator = Evaluator(now.now)
    jobs = offered_ads(now.pool.jobs, evaluator)
    gains = []
    for match in negotiate(then).matches:
        machine = machine_of(match.slot)
        if machine in machines and match.jobs:
            ad = matched_ad(match, jobs)
            fits = ad is None or any(evaluator.matches(slot, ad) for slot in now.pool.slots)
            gains.append(Gain(match.submitter, match.request, machine, match.jobs, fits))
    return tuple(gains)
