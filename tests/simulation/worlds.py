"""Pools that live by rules of their own, to see whether the ranges of `wait` hold outside the program's own world.

`python -m tests.simulation.worlds [POOLS [FUTURES [WORLD …]]]` prints coverage and width by world.

Nothing here is the program's but ads, the history and the question: slots, fair share by decayed use, claims that are
reused for twenty minutes and a cycle a minute are simulated anew, in the simplest way that serves users in HTCondor's
order. Users hand in batches of jobs for two days; then `wait` is asked, and the pool lives on.
"""

import heapq
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from tests.negotiation.builders import DOMAIN, NOW, configured, slot, submitter
from userprio.analysis.wait import WaitTerms, past_of
from userprio.analysis.wait.past import workload_model
from userprio.base.executors import Processes, run_all
from userprio.classad import Ad
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation import (
    Demand,
    StartTarget,
    WaitRange,
    sample_future,
)
from userprio.simulation.history import Fate, History, PastJob

HOUR, DAY = 3600.0, 86_400.0
BEGIN = NOW - 2 * DAY
HORIZON_S = 6 * HOUR
CYCLE_S, REUSED_S, HALF_LIFE_S = 60.0, 1200.0, DAY
SLACK_S = 30.0
"""A cycle comes at any moment of its minute."""
MOST_JOBS = 2
"""So many idle jobs are asked for by name in each pool."""


@dataclass(frozen=True)
class Kind:
    """How users of a world behave."""

    alike: float = 0.0
    """The correlation of the logarithms of lengths within a cluster."""
    amplitude: float = 0.0
    """Of the day's rhythm of arrivals: between 1 - amplitude and 1 + amplitude."""
    sigmas: Sequence[float] = (0.3, 0.6, 1.0)
    """Standard deviations of the logarithms of lengths, one of which each user has."""
    changes: bool = False
    """Whether a user comes to have jobs of another length, half a day to a day and a half before the question."""


WORLDS = {
    "as the model": Kind(),
    "alike": Kind(alike=0.85),
    "rhythm": Kind(amplitude=0.9),
    "both": Kind(alike=0.85, amplitude=0.9),
    "heavy tails": Kind(sigmas=(1.6, 2.0)),
    "habits": Kind(changes=True),
}


@dataclass
class Job:
    """One job of a life."""

    user: str
    cluster: int
    proc: int
    at: float
    length_s: float
    started_at: float | None = None

    @property
    def id(self) -> str:
        return f"{self.cluster}.{self.proc}"

    @property
    def ended_at(self) -> float:
        assert self.started_at is not None
        return self.started_at + self.length_s

    def ad(self, running: bool = False) -> Ad:
        """As a schedd has it."""
        state = {"JobStatus": 2, "CurrentHosts": 1} if running else {"JobStatus": 1}
        return Ad(
            {
                "AccountingGroup": self.user,
                "User": f"submit@{DOMAIN}",
                "Owner": "submit",
                "JobUniverse": 5,
                "RequestCpus": 1,
                "RequestMemory": 1000,
                "RequestDisk": 100,
                "Requirements": True,
                "Rank": 0.0,
                "ClusterId": self.cluster,
                "ProcId": self.proc,
                "QDate": int(self.at),
                "GlobalJobId": f"ap1#{self.id}#{int(self.at)}",
                **state,
            }
        )


def coming(kind: Kind, slots: int, users: Sequence[str], random: Random) -> list[Job]:
    """All jobs of a life, in the order of time."""
    load, peak = random.uniform(0.85, 1.1), random.uniform(0, DAY)
    changing = random.choice(users) if kind.changes else None
    changed_at = NOW - random.uniform(0.5, 1.5) * DAY
    jobs, cluster = list[Job](), 0
    for user in users:
        median_s, sigma, size = random.uniform(400, 4000), random.choice(kind.sigmas), random.choice([1, 3, 8])
        mean_s = median_s * math.exp(sigma**2 / 2)
        factor = random.choice([0.25, 4.0])
        every_s = size * mean_s * len(users) / (slots * load)
        at = BEGIN + random.expovariate(1 / every_s)
        while at < NOW + HORIZON_S:
            level = 1 + kind.amplitude * math.sin(2 * math.pi * (at - peak) / DAY)
            new = user == changing and at >= changed_at
            if random.random() * (1 + kind.amplitude) < level:
                cluster += 1
                shared = random.gauss(0, 1)
                for proc in range(1 + int(random.expovariate(1 / size)) if size > 1 else 1):
                    score = math.sqrt(kind.alike) * shared + math.sqrt(1 - kind.alike) * random.gauss(0, 1)
                    length_s = median_s * (factor if new else 1.0) * math.exp(sigma * score)
                    jobs.append(Job(user, cluster, proc, at, min(max(length_s, 5.0), 5 * DAY)))
            at += random.expovariate((1 + kind.amplitude) / (every_s * (factor if new else 1.0)))
    return sorted(jobs, key=lambda job: job.at)


@dataclass
class Life:
    """A pool, event by event."""

    slots: int
    jobs: Sequence[Job]
    phase_s: float
    now: float = BEGIN
    holders: list[tuple[str, float, Job] | None] = field(default_factory=list)
    """Of each slot, who holds it, since when, and the job in it."""
    idle: dict[str, list[Job]] = field(default_factory=lambda: defaultdict(list))
    priority: dict[str, float] = field(default_factory=lambda: defaultdict(lambda: 0.5))
    done: list[Job] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.holders = [None] * self.slots
        self._arrivals = iter([*self.jobs, Job("", 0, 0, math.inf, 0.0)])
        self._next, self._cycle_at = next(self._arrivals), self.now + self.phase_s
        self._ends: list[tuple[float, int]] = []

    def run_until(self, until: float) -> None:
        """Live on."""
        while True:
            end_at = self._ends[0][0] if self._ends else math.inf
            at = min(self._next.at, end_at, self._cycle_at)
            if at > until:
                break
            self.now = at
            if at == end_at:
                self._end(heapq.heappop(self._ends)[1])
            elif at == self._next.at:
                self.idle[self._next.user].append(self._next)
                self._next = next(self._arrivals)
            else:
                self._negotiate()
                self._cycle_at += CYCLE_S
        self.now = until

    def _start(self, place: int, user: str, since: float) -> None:
        job = self.idle[user].pop(0)
        job.started_at = self.now
        self.holders[place] = user, since, job
        heapq.heappush(self._ends, (job.ended_at, place))

    def _end(self, place: int) -> None:
        holder = self.holders[place]
        assert holder is not None
        user, since, job = holder
        self.done.append(job)
        self.holders[place] = None
        if self.idle[user] and self.now - since < REUSED_S:
            self._start(place, user, since)

    def _negotiate(self) -> None:
        held: dict[str, int] = defaultdict(int)
        for holder in self.holders:
            if holder is not None:
                held[holder[0]] += 1
        for user in {*self.priority, *held, *self.idle}:
            rest = 0.5 ** (CYCLE_S / HALF_LIFE_S)
            self.priority[user] = max(self.priority[user] * rest + held[user] * (1 - rest), 0.5)
        free = [place for place, holder in enumerate(self.holders) if holder is None]
        asking = sorted((user for user in self.idle if self.idle[user]), key=lambda user: (self.priority[user], user))
        # The best first, each up to its share and once for a fraction of a slot (`Matchmaker::SubmitterLimitPermits`);
        # again with the shares of those who still have jobs; then all that is free.
        before = -1
        while free and asking and len(free) != before:
            before = len(free)
            parts = {user: 1 / self.priority[user] for user in asking}
            for user in asking:
                left, won = self.slots * parts[user] / sum(parts.values()) - held[user], 0
                while free and self.idle[user] and (won + 1 <= left or (not won and left > 0)):
                    won += 1
                    held[user] += 1
                    self._start(free.pop(0), user, self.now)
            asking = [user for user in asking if self.idle[user]]
        for user in asking:
            while free and self.idle[user]:
                self._start(free.pop(0), user, self.now)

    def snapshot(self) -> ScenarioData:
        """What can be seen of it."""
        slots, running = list[Ad](), Counter[str]()
        ads = list[Ad]()
        for place, holder in enumerate(self.holders):
            if holder is None:
                slots.append(slot(place + 1))
                continue
            user, since, job = holder
            running[user] += 1
            begun, name = int(job.started_at or 0), f'"{user}@{DOMAIN}"'
            slots.append(
                slot(
                    place + 1,
                    State='"Claimed"',
                    Activity='"Busy"',
                    RemoteUser=name,
                    RemoteOwner=name,
                    EnteredCurrentState=int(since),
                    EnteredCurrentActivity=begun,
                    JobStart=begun,
                    TotalJobRunTime=int(self.now - begun),
                    JobId=f'"{job.id}"',
                    GlobalJobId=f'"ap1#{job.id}#{int(job.at)}"',
                )
            )
            ads.append(job.ad(running=True))
        users = sorted({*self.idle, *running})
        submitters = tuple(submitter(user, len(self.idle[user]), running[user]) for user in users)
        waiting = [job.ad() for user in users for job in self.idle[user]]
        ledger = _ledger(self.priority)
        negotiator = Ad({"MyType": "Negotiator", "LastNegotiationCycleTime0": int(self._cycle_at - CYCLE_S)})
        pool = Pool(tuple(slots), submitters, (*ads, *waiting), negotiator=negotiator)
        return ScenarioData(pool, ledger, configured(), int(self.now))

    def history(self) -> History:
        """What condor_history has of it."""
        return History(
            tuple(
                PastJob(
                    schedd="ap1",
                    id=job.id,
                    submitter=f"{job.user}@{DOMAIN}",
                    queued_at=job.at,
                    started_at=job.started_at,
                    last_started_at=job.started_at,
                    ended_at=job.ended_at,
                    length_s=job.length_s,
                    earlier_s=0.0,
                    runs=1,
                    weight=1.0,
                    fate=Fate.COMPLETED,
                    ad=job.ad(),
                )
                for job in sorted(self.done, key=lambda job: job.at)
            )
        )


def _ledger(priority: dict[str, float]) -> Ledger:
    lines = [f"107 1 CreationTimestamp {NOW}", "101 Accountant. * *", f"103 Accountant. LastUpdateTime {NOW}"]
    for user, value in priority.items():
        name = f"Customer.{user}@{DOMAIN}"
        lines += [f"101 {name} * *", f"103 {name} Priority {value:f}", f"103 {name} PriorityFactor 1000.000000"]
    return Ledger.of_bytes("".join(f"{line}\n" for line in lines).encode())


@dataclass(frozen=True)
class Answer:
    """One answer of `wait`, and the truth; seconds, infinite where it is beyond the time looked at."""

    world: str
    by_name: bool
    low_s: float
    high_s: float
    true_s: float

    @property
    def covered(self) -> bool:
        """Whether it started within the range."""
        return self.low_s - SLACK_S <= self.true_s <= self.high_s + SLACK_S

    @property
    def width_s(self) -> float:
        """As far as the time that was looked at goes."""
        return min(self.high_s, HORIZON_S) - min(self.low_s, HORIZON_S)


def asked(world: str, number: int, futures: int) -> list[Answer]:
    """Ask for every submitter with idle jobs and some of these jobs, and see when they really start."""
    random = Random(f"{world} {number}")
    slots = random.choice([12, 24])
    users = [f"user{place}" for place in range(random.choice([2, 3, 4]))]
    jobs = coming(WORLDS[world], slots, users, random)
    life = Life(slots, jobs, random.uniform(0, CYCLE_S))
    life.run_until(NOW)
    idle = [job for own in life.idle.values() for job in own]
    if not idle:
        return []
    scenario = life.snapshot()
    terms = WaitTerms(past=past_of(life.history(), scenario), coming=Demand.HISTORY)
    targets = [StartTarget(f"{user}@{DOMAIN}") for user in dict.fromkeys(job.user for job in idle)]
    named = random.sample(idle, min(MOST_JOBS, len(idle)))
    targets += [StartTarget(f"{job.user}@{DOMAIN}", ("ap1", job.id)) for job in named]
    expected = workload_model(scenario, terms)
    drawn = [
        sample_future(scenario, expected, targets, f"{number} {future}", HORIZON_S).starts for future in range(futures)
    ]
    life.run_until(NOW + HORIZON_S)
    answers = []
    for place, target in enumerate(targets):
        waits = WaitRange.of([starts[place] for starts in drawn])
        started = [
            job.started_at - NOW
            for job in jobs
            if job.started_at is not None
            and job.started_at > NOW
            and (target.job[1] == job.id if target.job else f"{job.user}@{DOMAIN}" == target.submitter)
        ]
        low, high = (math.inf if value is None else value for value in (waits.low_s, waits.high_s))
        answers.append(Answer(world, target.job is not None, low, high, min(started, default=math.inf)))
    return answers


def best_constant_s(answers: Sequence[Answer], part: float = 0.8) -> float:
    """The width of the narrowest range that covers this part of all true starts, known in hindsight."""
    true = sorted(min(answer.true_s, HORIZON_S) for answer in answers)
    take = math.ceil(part * len(true))
    return min(true[place + take - 1] - true[place] for place in range(len(true) - take + 1))


def summary(answers: Iterable[Answer]) -> str:
    """Coverage and width by world."""
    by_world: dict[str, list[Answer]] = defaultdict(list)
    for answer in answers:
        by_world[answer.world].append(answer)
    lines = []
    for world, own in by_world.items():
        covered = sum(answer.covered for answer in own) / len(own)
        early = sum(answer.true_s < answer.low_s - SLACK_S for answer in own)
        late = sum(answer.true_s > answer.high_s + SLACK_S for answer in own)
        width, best = sum(answer.width_s for answer in own) / len(own), best_constant_s(own)
        lines.append(
            f"{world:>13}: {covered:.1%} of {len(own)}, {early} earlier, {late} later; width {width:,.0f} s, "
            f"of the best constant range {best:,.0f} s ({width / max(best, 1):.2f})"
        )
    return "\n".join(lines)


def judged(
    pools: int, futures: int, worlds: Iterable[str] = WORLDS, processes: int = 1, first: int = 0
) -> list[Answer]:
    """The answers of so many pools of each world."""
    tasks = [(world, number) for number in range(pools) for world in worlds]
    with Processes(processes) as executor:
        every = run_all(lambda task, _: asked(*task, futures), tasks, executor)
    return [own for answers in every for own in answers]


if __name__ == "__main__":
    pools, futures = (int(number) for number in (*sys.argv[1:3], "10", "30")[:2])
    print(summary(judged(pools, futures, sys.argv[3:] or WORLDS, 2)))
