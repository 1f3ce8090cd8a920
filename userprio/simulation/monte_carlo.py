"""Random work: how long jobs run and which come later, as a history or a snapshot leads one to expect.

With a history, a submitter's jobs run as long as its past ones did; what it submitted together (no more than a minute
apart) comes again at random times, as often as it came. How often that is, and which lengths there are, is itself drawn
anew for each future, since few observations leave both uncertain. Without one, lengths are spread around what
`JobLengths` knows: from half to one and a half of a mean that was given or follows from the limits of the jobs;
exponentially around one that was guessed or assumed, itself drawn, since n running jobs leave it uncertain.

A job has the same length however often it begins, and whatever else differs in the pool.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.classad import Ad, Evaluator, Value, integer_of
from userprio.negotiation import Memory
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import ScenarioData
from userprio.simulation.claims import Run
from userprio.simulation.results import JobLength, LengthSource
from userprio.simulation.slots import Claim, Owner, root_slot
from userprio.simulation.workload import MOST_SPANS, TELLING_S, JobLengths, Lengths, Span, resampled
from userprio.simulation.world import PHASE_S, CycleTimes, World

TOGETHER_S: Final = 60.0
"""Jobs of a submitter that come no further apart were submitted together."""
LEAST_KNOWN: Final = 3
"""Fewest finished runs of a submitter from which the lengths of its jobs can be drawn."""
_GUESSED: Final = (LengthSource.RUNNING, LengthSource.OTHERS, LengthSource.ASSUMED)
_FIRST_CLUSTER: Final = 1_000_000_000
"""Jobs that are drawn have clusters of their own."""


class LaterJobs(StrEnum):
    """Which jobs come later."""

    HISTORY = "history"
    """Jobs like those that came before, as often."""
    CONSTANT = "constant"
    """Each job that ends is followed by another like it."""
    QUEUE = "queue"
    """None."""


class Submission(Struct, frozen=True):
    """A job as it was submitted."""

    owner: Owner
    at: float
    """Seconds since the epoch."""
    ad: Ad
    cluster: int = 0
    """Jobs of one number, submitted together, are alike for their schedd."""


class Past(Struct, frozen=True):
    """What is known of a pool's jobs from some time on, up to the present."""

    since: float
    until: float
    """Seconds since the epoch."""
    spans: Mapping[str, Sequence[Span]] = field(default_factory=dict)
    """How long runs took, by submitter, the latest last."""
    submissions: Sequence[Submission] = ()
    remarks: tuple[str, ...] = ()
    """What was left out or assumed, one sentence each."""

    def and_running(self, claims: Collection[Claim], now: float) -> "Past":
        """With the jobs that run now, which are known to take longer than they have taken so far."""
        spans = {name: list(own) for name, own in self.spans.items()}
        for claim in claims:
            age = now - claim.job_began_at
            if age > 0:
                known_from = min(max(self.since - claim.job_began_at, 0.0), age)
                spans.setdefault(claim.submitter, []).append(Span(age, False, known_from))
        return replace(self, spans=spans)

    def known(self, submitter: str) -> Sequence[Span]:
        """Runs that tell how long a submitter's jobs take: its own, everybody's if they are too few, or none."""
        if self.knows(submitter):
            return self.spans[submitter][-MOST_SPANS:]
        every = [span for spans in self.spans.values() for span in spans[-MOST_SPANS:]]
        return every if sum(span.over for span in every) >= LEAST_KNOWN else ()

    def knows(self, submitter: str) -> bool:
        """Whether enough of its own runs are known."""
        return sum(span.over for span in self.spans.get(submitter, ())) >= LEAST_KNOWN


class WorkloadModel(Struct, frozen=True, dict=True):
    """What futures are drawn from."""

    lengths: JobLengths
    running: Mapping[str, int]
    """How many running jobs of each submitter say something about lengths."""
    coming: LaterJobs
    past: Past | None = None

    def __post_init__(self) -> None:
        if self.coming is LaterJobs.HISTORY and self.past is None:
            raise ValueError("jobs cannot come as in the history without a history")

    def spans(self, submitter: str) -> Sequence[Span]:
        """What is known of the lengths of a submitter's jobs; empty where `lengths` tells."""
        given = self.lengths.of(submitter).source is LengthSource.GIVEN
        return () if given or self.past is None else self.past.known(submitter)

    def draw(self, seed: str, now: float, until: float) -> "SampledWork":
        """The work of one future, up to a time."""
        return SampledWork(self, seed, self._arrivals(seed, now, until))

    def _arrivals(self, seed: str, now: float, until: float) -> "list[_ArrivingJob]":
        if self.coming is not LaterJobs.HISTORY or self.past is None:
            return []
        by_owner: dict[Owner, list[Submission]] = defaultdict(list)
        for submission in sorted(self.past.submissions, key=lambda submission: submission.at):
            by_owner[submission.owner].append(submission)
        observed_s = max(self.past.until - self.past.since, 1.0)
        arrivals: list[_ArrivingJob] = []
        for owner, submissions in by_owner.items():
            # A stream for each owner: another submitter, or one more, leaves everybody else's arrivals as they are.
            random = Random(f"{seed} arrivals {owner}")
            batches = _batches(submissions)
            # The rate of a Poisson process of which so many events were seen (Jeffreys' prior).
            rate = random.gammavariate(len(batches) + 0.5, 1 / observed_s)
            at = now + random.expovariate(rate)
            while at < until:
                batch = random.choice(batches)
                arrivals += [_ArrivingJob(at + it.at - batch[0].at, (owner, at, it.cluster), it) for it in batch]
                at += random.expovariate(rate)
        arrivals.sort(key=lambda submission: submission.at)
        return arrivals

    @cached_property
    def _jobs(self) -> dict[int, tuple[Owner, Job] | None]:
        """Those that `job` has read, by the identity of their submissions: all futures share them."""
        return {}

    def job(self, of: Submission) -> tuple[Owner, Job] | None:
        """A submitted job, as its schedd would offer it; None for one that it would not."""
        if id(of) not in self._jobs:
            offered = offered_jobs([of.ad], Evaluator(int(of.at)))
            self._jobs[id(of)] = next(((owner, jobs[0]) for owner, jobs in offered.items()), None)
        return self._jobs[id(of)]


class _ArrivingJob(Struct, frozen=True):
    """A job that comes later."""

    at: float
    together: Hashable
    """The same of jobs that are one cluster."""
    like: Submission


def _batches(submissions: Sequence[Submission]) -> list[list[Submission]]:
    batches: list[list[Submission]] = []
    for submission in submissions:
        if batches and submission.at - batches[-1][-1].at <= TOGETHER_S:
            batches[-1].append(submission)
        else:
            batches.append([submission])
    return batches


class SampledWork:
    """The work of one future; it also notes which jobs start."""

    def __init__(self, expected: WorkloadModel, seed: str, coming: Sequence[_ArrivingJob]) -> None:
        self._coming, self.endless = coming, expected.coming is LaterJobs.CONSTANT
        self.started: list[tuple[Owner, str]] = []
        """The jobs that began, by cluster.proc, in that order."""
        self._expected, self._seed = expected, seed
        self._known: dict[str, Lengths | None] = {}
        self._means: dict[str, float] = {}

    @property
    def owners(self) -> set[Owner]:
        """Whose jobs come."""
        return {arrival.like.owner for arrival in self._coming}

    def coming(self) -> Iterator[tuple[float, Owner, Job]]:
        """The jobs that come, in the order of time, each made when it is asked for."""
        clusters: dict[Hashable, int] = {}
        procs: Counter[int] = Counter()
        for arrival in self._coming:
            offered = self._expected.job(arrival.like)
            if offered is None:
                continue
            (owner, job), at = offered, int(arrival.at)
            # Jobs that are alike for their schedd share a cluster, as they did.
            cluster = clusters.setdefault(arrival.together, _FIRST_CLUSTER + len(clusters))
            proc = procs[cluster]
            procs[cluster] += 1
            number: dict[str, Value] = {"ClusterId": cluster, "ProcId": proc, "QDate": at}
            if owner[1] is not None:
                number["GlobalJobId"] = f"{owner[1]}#{cluster}.{proc}#{at}"
            yield arrival.at, owner, Job(cluster, proc, replace(job.kind, ad=job.ad.replace(number)))

    def length_s(self, owner: Owner, job: Job) -> float:
        """How long a job runs; it begins now."""
        self.started.append((owner, job.id))
        return self._drawn(owner[0], f"{owner[1]} {job.id}", 0.0)

    def left_s(self, claim: Claim, now: float) -> float:
        """How long a job that has been running for some time goes on."""
        owner, job, age = claim.owner, claim.job, max(now - claim.job_began_at, 0.0)
        which = f"{claim.submitter} {claim.job_began_at}" if owner is None or job is None else f"{owner[1]} {job.id}"
        return self._drawn(claim.submitter, which, age) - age

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """Jobs end at once when they are told to."""
        return 0.0

    def _drawn(self, submitter: str, which: str, age_s: float) -> float:
        # Drawn anew from its own seed each time: a job that is evicted and begins again has the same length.
        random = Random(f"{self._seed} length {which}")
        if submitter not in self._known:
            spans, of_lengths = self._expected.spans(submitter), Random(f"{self._seed} lengths {submitter}")
            self._known[submitter] = Lengths(resampled(spans, of_lengths)) if spans else None
        known = self._known[submitter]
        if known is not None:
            return known.draw(random, age_s)
        length = self._expected.lengths.of(submitter)
        if length.source not in _GUESSED:
            longest = 1.5 * length.seconds
            # One that has run longer than it should may end at any time.
            if age_s >= longest:
                return age_s + length.seconds * random.random()
            return random.uniform(max(0.5 * length.seconds, age_s), longest)
        mean = self._mean(submitter, length)
        # Whatever the distribution, running jobs go on for as long as they have run, in the mean.
        return age_s + random.expovariate(2 / mean) if age_s else random.expovariate(1 / mean)

    def _mean(self, submitter: str, length: JobLength) -> float:
        """A mean drawn around the guessed one, as far off as a guess from n running jobs may be."""
        if submitter not in self._means:
            # Submitters whose means are guessed from the same jobs are wrong together.
            shared = submitter if length.source is LengthSource.RUNNING else "others"
            running = self._expected.running
            informative = running.get(submitter, 0) if shared == submitter else sum(running.values())
            # With a single running job a gamma variate may come so near to 0 that jobs last for years.
            n = 2 if length.source is LengthSource.ASSUMED else max(informative, 2)
            self._means[submitter] = length.seconds * n / Random(f"{self._seed} mean {shared}").gammavariate(n, 1.0)
        return self._means[submitter]


def long_running(claims: Collection[Claim], now: float) -> dict[str, int]:
    """How many running jobs of each submitter have run long enough to say something about lengths."""
    return dict(Counter(claim.submitter for claim in claims if now - claim.job_began_at >= TELLING_S))


LOW, HIGH = 0.1, 0.9
"""The range of waits leaves out a tenth of them on each side."""


class StartTarget(Struct, frozen=True):
    """Whose start is waited for."""

    submitter: str
    job: tuple[str | None, str] | None = None
    """Schedd and cluster.proc; None: whichever of the submitter's jobs starts first."""

    def is_meant(self, owner: Owner, number: str) -> bool:
        """Whether a job of that owner and number is waited for."""
        return owner[0] == self.submitter if self.job is None else (owner[1], number) == self.job


class Start(Struct, frozen=True):
    """When it starts in one future."""

    wait_s: float | None
    """From the present to the start; None: not within the time that was looked at."""
    before: str | None = None
    """Whose job was the last to end on that slot, or on the one it was cut from; None: nobody's, it was free."""


class WaitRange(Struct, frozen=True):
    """How long it takes, over all futures."""

    futures: int
    started: int
    """In how many of them it started within the time that was looked at."""
    median_s: float | None
    """None: beyond that time, here and below."""
    low_s: float | None
    high_s: float | None

    @classmethod
    def of(cls, starts: Sequence[Start]) -> "WaitRange":
        """The range over these futures."""
        waits = sorted(math.inf if start.wait_s is None else start.wait_s for start in starts)
        median, low, high = (quantile(waits, part) for part in (0.5, LOW, HIGH))
        return cls(len(waits), sum(map(math.isfinite, waits)), median, low, high)


def quantile(ordered: Sequence[float], part: float) -> float | None:
    """The value below which this part of their distribution is expected to lie; None where it is infinite.

    The k-th of n values has k / (n + 1) of the distribution below it in the mean; in between it is interpolated.
    """
    rank = min(max(part * (len(ordered) + 1) - 1, 0.0), len(ordered) - 1.0)
    lower, upper = ordered[math.floor(rank)], ordered[math.ceil(rank)]
    return None if math.isinf(upper) else lower + (upper - lower) * (rank - math.floor(rank))


def sample_starts(
    scenario: ScenarioData,
    expected: WorkloadModel,
    targets: Sequence[StartTarget],
    seed: str,
    horizon_s: float,
    memory: Memory | None = None,
) -> list[Start]:
    """When each of the targets starts in the future of that seed, if it does so within so many seconds.

    A `memory` that served other futures makes this one faster and changes nothing else.
    """
    now, until = float(scenario.now), scenario.now + horizon_s
    work = expected.draw(seed, now, until)
    at = _first_cycle_at(scenario, Random(f"{seed} cycle"))
    times = replace(CycleTimes.from_config(scenario.config), first_at=at)
    world = World(scenario, work, times, expected=work.owners, memory=memory)
    world.feed(work.coming())
    pending, starts = set(targets), dict.fromkeys(targets, Start(None))
    while pending and world.now < until:
        at = min(at, until)
        world.run_until(at)
        at += max(scenario.config.integer("NEGOTIATOR_INTERVAL"), 1)
        begun = {target for target in pending if any(target.is_meant(*started) for started in work.started)}
        if not begun:
            work.started.clear()
            continue
        runs = sorted((run for run in world.claims.all_runs() if run.started_at > now), key=lambda run: run.started_at)
        for target in begun:
            first = next((run for run in runs if target.is_meant((run.submitter, run.schedd), run.job)), None)
            # A job whose schedd makes it wait for its turn has been given a slot, and does not run yet.
            if first is not None:
                starts[target] = Start(first.started_at - now, _before(first, world.claims.runs))
                pending.discard(target)
    return [starts[target] for target in targets]


def _before(first: Run, over: Iterable[Run]) -> str | None:
    """Whose job was the last to end where that one started."""
    slot = root_slot(first.slot)
    ended = [run for run in over if run.ended_at <= first.started_at and root_slot(run.slot) == slot]
    return max(ended, key=lambda run: run.ended_at).submitter if ended else None


def _first_cycle_at(scenario: ScenarioData, random: Random) -> float:
    """An interval after the last cycle, if the negotiator's ad has one that is recent, else at random within one."""
    now, interval = scenario.now, max(scenario.config.integer("NEGOTIATOR_INTERVAL"), 1)
    ad = scenario.pool.negotiator
    last = 0 if ad is None else integer_of(Evaluator(now), ad, "LastNegotiationCycleTime0")
    if now - 2 * interval < last <= now:
        return max(last + interval, now) + PHASE_S
    return now + PHASE_S + random.random() * interval
