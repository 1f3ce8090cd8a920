"""How often `wait` is right: pools whose lives are known are asked in the middle, and live on.

`python -m tests.simulation.backtest [POOLS [FUTURES]]` prints the coverage by kind of pool.

A pool begins empty. Users hand in batches of jobs at times of chance, with lengths from a distribution of their own
that nobody is told. After some hours the snapshot and the history so far are what `wait` is given; then the same pool
lives on, with the lengths and the arrivals that were settled at the beginning, and shows when jobs really start.
"""

import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from msgspec import structs

from tests.negotiation.builders import DOMAIN, NOW, configured, slot, submitter
from tests.simulation.recorded_work import Arrival, RecordedWork, recorded_world
from userprio.analysis.wait import past_of
from userprio.base.executors import Processes, run_all
from userprio.classad import Ad, Evaluator, integer_of, text_of
from userprio.ledger import Ledger
from userprio.pool import FIRST_CYCLE, Pool, ScenarioData
from userprio.simulation.claims import Ending
from userprio.simulation.history import Fate, History, PastJob
from userprio.simulation.monte_carlo import (
    Demand,
    StartTarget,
    WaitRange,
    WorkloadModel,
    long_running,
    sample_future,
)
from userprio.simulation.results import ForecastTerms
from userprio.simulation.workload import claims_of, expected_lengths
from userprio.simulation.world import World

HOUR = 3600.0
HISTORY_S = 10 * HOUR
HORIZON_S = 12 * HOUR
MOST_JOBS = 3
"""So many idle jobs are asked for by name in each pool."""

Length = Callable[[Random], float]
_EVALUATOR = Evaluator(NOW)


def lognormal(median_s: float, sigma: float) -> Length:
    return partial(_lognormal, median_s, sigma)


def _lognormal(median_s: float, sigma: float, random: Random) -> float:
    return max(median_s * math.exp(sigma * random.gauss(0, 1)), 5.0)


def exponential(mean_s: float) -> Length:
    return partial(_exponential, mean_s)


def _exponential(mean_s: float, random: Random) -> float:
    return max(random.expovariate(1 / mean_s), 5.0)


def uniform(mean_s: float) -> Length:
    return partial(_uniform, mean_s)


def _uniform(mean_s: float, random: Random) -> float:
    return random.uniform(0.5, 1.5) * mean_s


@dataclass(frozen=True)
class User:
    """Somebody who hands in jobs."""

    name: str
    length: Length
    every_s: float
    """Mean time between two batches."""
    batch: int
    """Mean number of jobs of a batch."""
    cores: int = 1


@dataclass(frozen=True)
class Kind:
    """A kind of pool."""

    name: str
    machines: int
    cores: int
    """Of each machine; with more than one it is cut as jobs need it."""
    users: Sequence[User]
    knobs: str = ""


@dataclass(frozen=True)
class Asked:
    """One answer of `wait`, and the truth."""

    kind: str
    pool: int
    target: StartTarget
    waits: WaitRange
    true_s: float | None

    @property
    def covered(self) -> bool:
        """Whether it started within the range; what is beyond the time looked at is infinitely long."""
        low, high, true = (
            math.inf if value is None else value for value in (self.waits.low_s, self.waits.high_s, self.true_s)
        )
        # Starts are told to the second.
        return low - 1 <= true <= high + 1


def kinds(random: Random) -> list[Kind]:
    """One pool of each kind, with somewhat more work than it can do."""

    def users(lengths: Sequence[Length], means_s: Sequence[float], cores: Sequence[int], whole: int) -> list[User]:
        load = random.uniform(0.9, 1.15)
        found = []
        for number, (length, mean_s, wide) in enumerate(zip(lengths, means_s, cores, strict=True)):
            batch = random.choice([1, 3, 8])
            every_s = batch * mean_s * wide * len(lengths) / (whole * load)
            found.append(User(f"user{number}", length, every_s, batch, wide))
        return found

    medians = [random.uniform(400, 4000) for _ in range(4)]
    sigmas = [random.choice([0.3, 0.6, 1.0]) for _ in medians]
    means = [median * math.exp(sigma**2 / 2) for median, sigma in zip(medians, sigmas, strict=True)]
    ones = [1] * len(medians)
    mixed = [random.choice([1, 1, 2, 4]) for _ in medians]
    groups = users([uniform(mean) for mean in means], means, ones, 24)
    return [
        Kind("lognormal", 20, 1, users([*map(lognormal, medians, sigmas)], means, ones, 20)),
        Kind("exponential", 12, 1, users([exponential(mean) for mean in means], means, ones, 12)),
        Kind("cut machines", 4, 8, users([*map(lognormal, medians, sigmas)], means, mixed, 32)),
        Kind(
            "group quotas",
            24,
            1,
            [replace(user, name=f"group_{'ab'[at % 2]}.{user.name}") for at, user in enumerate(groups)],
            "GROUP_NAMES = group_a, group_b\nGROUP_QUOTA_group_a = 16\nGROUP_QUOTA_group_b = 8\n"
            "GROUP_ACCEPT_SURPLUS = True\n",
        ),
    ]


def life(kind: Kind, random: Random) -> tuple[World, list[Arrival]]:
    """A pool of that kind, at its beginning, with all jobs that will ever come."""
    arrivals: list[tuple[float, Ad, float]] = []
    cluster = 0
    for user in kind.users:
        at = NOW + random.expovariate(1 / user.every_s)
        while at < NOW + HISTORY_S + HORIZON_S:
            cluster += 1
            for proc in range(1 + int(random.expovariate(1 / user.batch)) if user.batch > 1 else 1):
                arrivals.append((at, _job(user, cluster, proc, int(at)), user.length(random)))
            at += random.expovariate(1 / user.every_s)
    arrivals.sort(key=lambda one: one[0])
    lengths: dict[tuple[str | None, str], float] = {("ap1", _number(ad)): length for _, ad, length in arrivals}
    coming = [Arrival(at, ad) for at, ad, _ in arrivals]
    partitionable = {"PartitionableSlot": "true", "TotalSlotCpus": kind.cores} if kind.cores > 1 else {}
    amounts = {"Cpus": kind.cores, "Memory": 2048 * kind.cores, "Disk": 10**6, **partitionable}
    slots = tuple(slot(number, **amounts) for number in range(1, kind.machines + 1))
    ads = tuple(submitter(user.name, 0) for user in kind.users)
    scenario = ScenarioData(Pool(slots, ads), Ledger.empty(), configured(kind.knobs), NOW, FIRST_CYCLE)
    return recorded_world(scenario, RecordedWork(lengths, coming)), coming


def _job(user: User, cluster: int, proc: int, at: int) -> Ad:
    return Ad(
        {
            "AccountingGroup": user.name,
            "User": f"submit@{DOMAIN}",
            "Owner": "submit",
            "JobStatus": 1,
            "JobUniverse": 5,
            "RequestCpus": user.cores,
            "RequestMemory": 1000,
            "RequestDisk": 100,
            "Requirements": True,
            "Rank": 0.0,
            "ClusterId": cluster,
            "ProcId": proc,
            "QDate": at,
            "GlobalJobId": f"ap1#{cluster}.{proc}#{at}",
        }
    )


def _number(ad: Ad) -> str:
    return f"{integer_of(_EVALUATOR, ad, 'ClusterId')}.{integer_of(_EVALUATOR, ad, 'ProcId')}"


def snapshot(world: World, like: ScenarioData) -> ScenarioData:
    """What can be seen of a pool at the moment."""
    seen = world.seen()
    running = {slot.name: claim.job for slot, claim in world.slots.claimed() if claim.job is not None}
    slots = []
    for ad in seen.slots:
        job = running.get(text_of(_EVALUATOR, ad, "Name") or "")
        slots.append(ad if job is None else ad.replace({"GlobalJobId": job.ad.expr("GlobalJobId")}))
    jobs = [job.ad for _, job in world.jobs]
    jobs += [job.ad.replace({"JobStatus": 2, "CurrentHosts": 1}) for job in running.values()]
    negotiator = Ad({"MyType": "Negotiator", "LastNegotiationCycleTime0": int(world._last_cycle)})
    pool = Pool(tuple(slots), tuple(seen.submitters), tuple(jobs), negotiator=negotiator)
    return structs.replace(
        like, pool=pool, ledger=world.present().ledger, now=int(world.now), previous_quotas=world._quotas
    )


def history(world: World, coming: Iterable[Arrival]) -> History:
    """What condor_history has of it: the jobs that have left the queue."""
    came = {_number(one.ad): one for one in coming}
    jobs = [
        PastJob(
            schedd=run.schedd,
            id=run.job,
            submitter=run.submitter,
            queued_at=came[run.job].at,
            started_at=run.started_at,
            last_started_at=run.started_at,
            ended_at=run.ended_at,
            length_s=run.ended_at - run.started_at,
            earlier_s=0.0,
            runs=1,
            weight=run.weight,
            fate=Fate.COMPLETED,
            ad=came[run.job].ad,
        )
        for run in world.claims.runs
        if run.ending is Ending.DONE
    ]
    return History(tuple(sorted(jobs, key=lambda job: job.queued_at)))


def asked(kind: Kind, pool: int, futures: int, informed: bool = True) -> list[Asked]:
    """Ask for every submitter with idle jobs, and for some of these jobs, and see when they really start."""
    random = Random(f"{pool} {kind.name}")
    world, coming = life(kind, random)
    world.run_until(int(NOW + HISTORY_S + random.uniform(0, HOUR)))
    found = snapshot(world, world._scenario)
    claims = claims_of(found)
    known = past_of(history(world, coming), found).and_running(claims, found.now) if informed else None
    idle = [(owner, job.id) for owner, job in world.jobs]
    if not idle:
        return []
    targets = [StartTarget(name) for name in dict.fromkeys(owner[0] for owner, _ in idle)]
    targets += [
        StartTarget(owner[0], (owner[1], number)) for owner, number in random.sample(idle, min(MOST_JOBS, len(idle)))
    ]
    expected = WorkloadModel(
        expected_lengths(found, ForecastTerms()),
        long_running(claims, found.now),
        Demand.HISTORY if informed else Demand.CONSTANT,
        known,
    )
    drawn = [sample_future(found, expected, targets, f"{pool} {number}", HORIZON_S).starts for number in range(futures)]
    now = world.now
    world.run_until(now + HORIZON_S)
    runs = sorted((run for run in world.claims.all_runs() if run.started_at > now), key=lambda run: run.started_at)
    answers = []
    for at, target in enumerate(targets):
        true = next((run.started_at for run in runs if target.is_meant((run.submitter, run.schedd), run.job)), None)
        waits = WaitRange.of([one[at] for one in drawn])
        answers.append(Asked(kind.name, pool, target, waits, None if true is None else true - now))
    return answers


def backtested(pools: int, futures: int, informed: bool = True, processes: int = 1) -> list[Asked]:
    """The answers over so many pools of each kind."""
    tasks = [(kind, pool) for pool in range(pools) for kind in kinds(Random(pool))]
    with Processes(processes) as executor:
        every = run_all(lambda task, _: asked(*task, futures, informed), tasks, executor)
    return [one for found in every for one in found]


def told(answers: Iterable[Asked]) -> str:
    """Coverage by kind of pool, and of all."""
    by_kind: dict[str, list[Asked]] = defaultdict(list)
    for one in answers:
        for name in (one.kind, "job" if one.target.job else "submitter", "all"):
            by_kind[name].append(one)
    lines = []
    for name, ones in by_kind.items():
        covered = sum(one.covered for one in ones)
        below = sum(not one.covered and (one.true_s or math.inf) < (one.waits.low_s or math.inf) for one in ones)
        long = [one for one in ones if (one.true_s or math.inf) > 300]
        lines.append(
            f"{name:>14}: {covered} of {len(ones)} covered, {covered / len(ones):.1%}; {below} earlier, "
            f"{len(ones) - covered - below} later; of {len(long)} above 5 min "
            f"{sum(one.covered for one in long) / max(len(long), 1):.1%}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    pools, futures = (int(number) for number in (*sys.argv[1:], "10", "40")[:2])
    print(told(backtested(pools, futures, "--without-history" not in sys.argv, 2)))
