"""Random work: how long jobs run and which come later, as a history or a snapshot leads one to expect.

With a history, a submitter's jobs run as long as its past ones did, those of a cluster as much alike (`lengths`); what
it submitted together comes again, as often and in the same hours as it came (`arrivals`). All that is itself drawn
anew for each future, since few observations leave it uncertain. Without one, lengths are spread around what
`JobLengths` knows: from half to one and a half of a mean that was given or follows from the limits of the jobs;
exponentially around one that was guessed or assumed, itself drawn, since n running jobs leave it uncertain.

A job has the same length however often it begins, and whatever else differs in the pool.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from heapq import merge
from operator import itemgetter
from random import Random
from typing import Final, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.classad import Evaluator, Value, integer_of
from userprio.negotiation import Memory
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import ScenarioData
from userprio.simulation.arrivals import ArrivingJob, Submission, arriving, batches_of, drawn_rhythm
from userprio.simulation.arrivals import since_change as batches_since_change
from userprio.simulation.claims import Run
from userprio.simulation.lengths import (
    MOST_SPANS,
    Lengths,
    Span,
    Variation,
    drawn_level,
    pooled,
    resampled,
    since_change,
    variation,
)
from userprio.simulation.results import Demand, ForecastTerms, JobLength, LengthSource
from userprio.simulation.slots import Claim, Owner, root_slot
from userprio.simulation.workload import TELLING_S, CompliantWork, JobLengths, claims_of, job_lengths
from userprio.simulation.world import PHASE_S, CycleTimes, World

Cluster = tuple[str | None, int]
"""Schedd and number."""
LEAST_KNOWN: Final = 3
"""Fewest finished runs of a submitter from which the lengths of its jobs can be drawn."""
_GUESSED: Final = (LengthSource.RUNNING, LengthSource.OTHERS, LengthSource.ASSUMED)
_FIRST_CLUSTER: Final = 1_000_000_000
"""Jobs that are drawn have clusters of their own."""


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
                cluster = None if claim.owner is None or claim.job is None else (claim.owner[1], claim.job.cluster)
                spans.setdefault(claim.submitter, []).append(Span(age, False, known_from, cluster))
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
    coming: Demand
    past: Past | None = None

    def __post_init__(self) -> None:
        if self.coming is Demand.HISTORY and self.past is None:
            raise ValueError("jobs cannot come as in the history without a history")

    @classmethod
    def of(cls, scenario: ScenarioData, coming: Demand, past: Past | None, terms: ForecastTerms) -> "WorkloadModel":
        """What a snapshot, a history and the lengths that `terms` state lead one to expect.

        Raises:
            BadInput: jobs are to run for no time.
        """
        claims = claims_of(scenario)
        running = None if past is None else past.and_running(claims, scenario.now)
        return cls(job_lengths(scenario, claims, terms), long_running(claims, scenario.now), coming, running)

    def spans(self, submitter: str) -> Sequence[Span]:
        """What is known of the lengths of a submitter's jobs; empty where `lengths` tells."""
        if submitter not in self._spans:
            given = self.lengths.of(submitter).source is LengthSource.GIVEN
            own = () if given or self.past is None else self.past.known(submitter)
            self._spans[submitter] = since_change(own) if self.past is not None and self.past.knows(submitter) else own
        return self._spans[submitter]

    @cached_property
    def _spans(self) -> dict[str, Sequence[Span]]:
        """Those that were asked for."""
        return {}

    def mean_s(self, submitter: str) -> float:
        """How long a submitter's jobs run in the mean."""
        spans = self.spans(submitter)
        return Lengths(spans).mean_s if spans else self.lengths.of(submitter).seconds

    def variation(self, submitter: str) -> Variation:
        """How much the lengths of a submitter's jobs vary between and within clusters, as all of them show."""
        if submitter not in self._variations:
            spans = self.spans(submitter)
            self._variations[submitter] = variation(spans).and_others(self._usual_variation)
        return self._variations[submitter]

    @cached_property
    def _variations(self) -> dict[str, Variation]:
        """Those that were asked for."""
        return {}

    @cached_property
    def _usual_variation(self) -> Variation:
        past = self.past
        return Variation() if past is None else pooled(variation(own[-MOST_SPANS:]) for own in past.spans.values())

    @cached_property
    def spans_of_cluster(self) -> Mapping[Hashable, Sequence[Span]]:
        """What is known of the runs of each cluster."""
        spans: dict[Hashable, list[Span]] = defaultdict(list)
        for own in () if self.past is None else self.past.spans.values():
            for span in own:
                spans[span.cluster].append(span)
        return spans

    def draw(self, seed: str, now: float, until: float) -> "SampledWork":
        """The work of one future, up to a time."""
        return SampledWork(self, seed, self._arrivals(seed, now, until))

    def _arrivals(self, seed: str, now: float, until: float) -> "list[ArrivingJob]":
        if self.coming is not Demand.HISTORY or self.past is None:
            return []
        since, end, batches = self.past.since, max(self.past.until, self.past.since + 1.0), self._batches
        everything = [batch[0].at for own in batches.values() for batch in own]
        usual = drawn_rhythm(everything, since, end, Random(f"{seed} rhythm"))
        arrivals: list[ArrivingJob] = []
        for owner, own in batches.items():
            # A stream for each owner: another submitter, or one more, leaves everybody else's arrivals as they are.
            random = Random(f"{seed} arrivals {owner}")
            rhythm = drawn_rhythm([batch[0].at for batch in own], since, end, random, usual)
            recent, observed_s = batches_since_change(own, since, end, rhythm)
            for after, batch in arriving(recent, rhythm, now, observed_s, random):
                at = now + after
                if at >= until:
                    break
                arrivals += [ArrivingJob(at + it.at - batch[0].at, (owner, at, it.cluster), it) for it in batch]
        arrivals.sort(key=lambda submission: submission.at)
        return arrivals

    @cached_property
    def _batches(self) -> dict[Owner, list[list[Submission]]]:
        """What each owner submitted together."""
        by_owner: dict[Owner, list[Submission]] = defaultdict(list)
        for submission in sorted(() if self.past is None else self.past.submissions, key=lambda own: own.at):
            by_owner[submission.owner].append(submission)
        return {owner: batches_of(own) for owner, own in by_owner.items()}

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


class _Lengths(NamedTuple):
    """How long a submitter's jobs run in one future."""

    lengths: Lengths
    sharing: float
    """How alike those of a cluster are, from 0 to 1."""


class SampledWork(CompliantWork):
    """The work of one future; it also notes which jobs start."""

    def __init__(self, expected: WorkloadModel, seed: str, coming: Sequence[ArrivingJob]) -> None:
        self._coming, self.endless = coming, expected.coming is Demand.CONSTANT
        self.started: list[tuple[Owner, str]] = []
        """The jobs that began, by cluster.proc, in that order."""
        self._expected, self._seed = expected, seed
        self._known: dict[str, _Lengths | None] = {}
        self._levels: dict[Hashable, float] = {}
        """Of clusters, as far as asked for."""
        self._means: dict[str, float] = {}

    def sent_s(self, schedd: str | None) -> float:
        """In which part of its second a schedd sent its last ads: that decides who is older later, and goes first."""
        return Random(f"{self._seed} schedd {schedd}").random()

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
        return self._drawn(owner[0], f"{owner[1]} {job.id}", 0.0, (owner[1], job.cluster))

    def left_s(self, claim: Claim, now: float) -> float:
        """How long a job that has been running for some time goes on."""
        age_s = max(now - claim.job_began_at, 0.0)
        if claim.owner is None or claim.job is None:
            return self._drawn(claim.submitter, f"{claim.submitter} {claim.job_began_at}", age_s, None) - age_s
        schedd, job = claim.owner[1], claim.job
        return self._drawn(claim.submitter, f"{schedd} {job.id}", age_s, (schedd, job.cluster)) - age_s

    def _drawn(self, submitter: str, which: str, age_s: float, cluster: Cluster | None) -> float:
        # Drawn anew from its own seed each time: a job that is evicted and begins again has the same length.
        random = Random(f"{self._seed} length {which}")
        if submitter not in self._known:
            self._known[submitter] = self._lengths_of(submitter)
        known = self._known[submitter]
        if known is not None:
            level = random.gauss(0, 1) if cluster is None else self._level(known, cluster)
            return known.lengths.draw(random, age_s, level, known.sharing)
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

    def _lengths_of(self, submitter: str) -> "_Lengths | None":
        """What this future knows of a submitter's lengths, if the history tells."""
        random, spans = Random(f"{self._seed} lengths {submitter}"), self._expected.spans(submitter)
        if not spans:
            return None
        sharing = self._expected.variation(submitter).sharing(random)
        return _Lengths(Lengths(resampled(spans, random)), sharing)

    def _level(self, known: "_Lengths", cluster: Cluster) -> float:
        """What the lengths of a cluster's jobs share, given those that are known of it."""
        if cluster not in self._levels:
            random = Random(f"{self._seed} cluster {cluster}")
            spans = self._expected.spans_of_cluster.get(cluster, ())
            self._levels[cluster] = drawn_level(known.lengths, known.sharing, spans, random)
        return self._levels[cluster]

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


JobNumber = tuple[str | None, str]
"""Schedd and cluster.proc."""


class Milestone(StrEnum):
    """How many of a submitter's idle jobs have started."""

    FIRST = "first"
    HALF = "half"
    ALL = "all"

    def of(self, jobs: int) -> int:
        """How many of so many jobs that is; of an odd number, half is the larger half."""
        return {Milestone.FIRST: min(jobs, 1), Milestone.HALF: (jobs + 1) // 2, Milestone.ALL: jobs}[self]


class StartTarget(Struct, frozen=True):
    """Whose start is waited for."""

    submitter: str
    job: "JobNumber | None" = None
    """None: whichever of the submitter's jobs starts first."""
    cluster: "JobNumber | None" = None
    """The schedd and the number of a cluster, of whose jobs it is the first; None: any of the submitter's."""

    def is_meant(self, owner: Owner, number: str) -> bool:
        """Whether a job of that owner and number is waited for."""
        if self.job is not None:
            return (owner[1], number) == self.job
        of_cluster = self.cluster is None or (owner[1], number.partition(".")[0]) == self.cluster
        return owner[0] == self.submitter and of_cluster


class Start(Struct, frozen=True):
    """When it starts in one future; times are from the present, None: not within the time that was looked at."""

    wait_s: float | None
    before: str | None = None
    """Whose job was the last to end on that slot, or on the one it was cut from; None: nobody's, it was free."""
    half_s: float | None = None
    """When half of the submitter's jobs have started that wait at present, if the future was followed that far."""
    all_s: float | None = None
    """When all of them have."""

    def reached_s(self, milestone: Milestone) -> float | None:
        """When a milestone was reached."""
        return {Milestone.FIRST: self.wait_s, Milestone.HALF: self.half_s, Milestone.ALL: self.all_s}[milestone]


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
    def of(cls, starts: Sequence[Start], milestone: Milestone = Milestone.FIRST) -> "WaitRange":
        """The range over these futures, until a milestone is reached."""
        waits = ordered_waits(starts, milestone)
        low, median, high = (quantile(waits, part) for part in (LOW, 0.5, HIGH))
        return cls(len(waits), sum(map(math.isfinite, waits)), median, low, high)


def ordered_waits(starts: Iterable[Start], milestone: Milestone = Milestone.FIRST) -> list[float]:
    """The waits until a milestone, the shortest first; infinite where it was not reached."""
    waits = (start.reached_s(milestone) for start in starts)
    return sorted(math.inf if wait_s is None else wait_s for wait_s in waits)


def quantile(ordered: Sequence[float], part: float) -> float | None:
    """The value below which this part of their distribution is expected to lie; None where it is infinite.

    The k-th of n values has k / (n + 1) of the distribution below it in the mean; in between it is interpolated.
    """
    rank = min(max(part * (len(ordered) + 1) - 1, 0.0), len(ordered) - 1.0)
    lower, upper = ordered[math.floor(rank)], ordered[math.ceil(rank)]
    return None if math.isinf(upper) else lower + (upper - lower) * (rank - math.floor(rank))


class Future(Struct, frozen=True):
    """What happened in one future."""

    starts: list[Start]
    """Of each target."""
    by_chance: bool
    """Whether a job ran or came at all; otherwise every future is like this one."""
    cycles: int
    """How many cycles were simulated."""


def sample_future(
    scenario: ScenarioData,
    expected: WorkloadModel,
    targets: Sequence[StartTarget],
    seed: str,
    horizon_s: float,
    memory: Memory | None = None,
    *,
    follow_s: float = 0.0,
    exact_s: float = math.inf,
    longest_s: float = 0.0,
    never: Collection[JobNumber] = (),
    submitted: Sequence[tuple[Owner, Job]] = (),
    tick: Callable[[], None] = lambda: None,
) -> Future:
    """When each of the targets starts in the future of that seed, if it does so within so many seconds.

    The future ends with the last of these starts, or `follow_s` from the present, if that is later, so that half and
    all of a target's jobs may start; those in `never` are not waited for. Meanwhile, beyond `exact_s` and while no job
    runs, cycles come as far apart as `slow_interval_s` says, with that `longest_s`. `tick` is called after each cycle.
    A `memory` that served other futures makes this one faster and changes nothing else.

    Jobs that are `submitted` come together, within the usual time from cycle to cycle: how soon, nobody knows. Starts
    are counted from then.
    """
    now, until = float(scenario.now), scenario.now + horizon_s
    work = expected.draw(seed, now, until)
    times = _cycle_times(scenario, Random(f"{seed} cycle"))
    at = now + PHASE_S if times.first_at is None else times.first_at
    came = now + Random(f"{seed} submission").random() * times.interval_s if submitted else now
    expecting = work.owners.union(owner for owner, _ in submitted)
    world = World(scenario, work, times, expected=expecting, memory=memory, sent_s=work.sent_s, wants_first=False)
    queue = [*world.jobs, *submitted]
    awaited = {
        target: {(owner[1], job.id) for owner, job in queue if target.is_meant(owner, job.id)}.difference(never)
        for target in targets
    }
    missing = {number for numbers in awaited.values() for number in numbers}
    waits: dict[JobNumber, float] = {}
    first: dict[StartTarget, Start] = {}
    world.feed(merge(((came, *job) for job in submitted), work.coming(), key=itemgetter(0)))

    by_chance = bool(expecting) or bool(world.slots.claimed())
    # Where one of them has no job, there is no start to wait for.
    possible, cycles = sum(map(bool, awaited.values())), 0
    while world.now < until and (len(first) < possible or (missing and world.now < now + follow_s)):
        at = min(at, until)
        world.run_until(at)
        tick()
        cycles += 1
        by_chance, interval_s = by_chance or bool(work.started), times.interval_s
        if len(first) == possible or not by_chance or world.now - now >= exact_s:
            interval_s = slow_interval_s(world.now - now, interval_s, longest_s if by_chance else math.inf)
        slow = interval_s > times.interval_s
        world.pace(CycleTimes(interval_s, interval_s) if slow else times)
        at += interval_s
        begun = {(owner[1], number) for owner, number in work.started}.intersection(missing)
        if begun:
            runs = (run for run in world.claims.all_runs() if (run.schedd, run.job) in begun and run.started_at > now)
            for run in sorted(runs, key=lambda run: run.started_at):
                number = run.schedd, run.job
                # One that was interrupted meanwhile may have more than one run.
                if number in missing:
                    missing.discard(number)
                    waits[number] = run.started_at - came
                for target in targets:
                    if target not in first and number in awaited[target]:
                        first[target] = Start(run.started_at - came, _before(run, world.claims.runs))
        # A job whose schedd makes it wait for its turn has been given a slot, and does not run yet.
        work.started = [(owner, number) for owner, number in work.started if (owner[1], number) in missing]
    follow_s = min(follow_s, horizon_s)
    starts = [_with_milestones(first.get(target, Start(None)), awaited[target], waits, follow_s) for target in targets]
    return Future(starts, by_chance, cycles)


SLOW: Final = 1 / 20
"""The part of the time looked ahead that may pass from cycle to cycle, where not all are simulated."""


def slow_interval_s(ahead_s: float, interval_s: int, longest_s: float) -> int:
    """How far cycles are apart, so many seconds ahead, where not all are simulated: an error of a few per cent.

    Neither the time ahead nor the lengths of jobs, from which `longest_s` should follow, are cut finer than `SLOW`.
    """
    return max(interval_s, int(min(SLOW * ahead_s, longest_s)))


def _with_milestones(
    first: Start, awaited: Collection[JobNumber], waits: Mapping[JobNumber, float], follow_s: float
) -> Start:
    """The start, with when half and all of these jobs have started, if that is by `follow_s`."""
    jobs, own = len(awaited), sorted(waits[number] for number in awaited if number in waits)
    half_s, all_s = (
        own[number - 1] if 0 < number <= len(own) and own[number - 1] <= follow_s else None
        for number in (Milestone.HALF.of(jobs), Milestone.ALL.of(jobs))
    )
    return replace(first, half_s=half_s, all_s=all_s)


def _before(first: Run, over: Iterable[Run]) -> str | None:
    """Whose job was the last to end where that one started."""
    slot = root_slot(first.slot)
    ended = [run for run in over if run.ended_at <= first.started_at and root_slot(run.slot) == slot]
    return max(ended, key=lambda run: run.ended_at).submitter if ended else None


def _cycle_times(scenario: ScenarioData, random: Random) -> CycleTimes:
    """With the first cycle an interval after the last one if that was recently, else at random within an interval.

    A ledger is brought up to date at the beginning of each cycle; the negotiator's ad is often older.
    """
    now, times, ad = scenario.now, CycleTimes.from_config(scenario.config), scenario.pool.negotiator
    told = 0 if ad is None else integer_of(Evaluator(now), ad, "LastNegotiationCycleTime0")
    last = max((at for at in (told, scenario.ledger.last_update_time) if at <= now), default=0)
    if last > now - 2 * times.interval_s:
        return replace(times, first_at=max(last + times.interval_s, now) + PHASE_S, last_at=last + PHASE_S)
    return replace(times, first_at=now + PHASE_S + random.random() * times.interval_s)
