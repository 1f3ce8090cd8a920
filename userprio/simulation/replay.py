"""Replaying a past period: the jobs of a history come when they came, and the simulated pool runs them.

`replay_policy` runs one policy; `replay_history` runs the one in force and perhaps others beside it, and says how
close the first comes to what really happened. Deterministic: the same history, pool and policy give the same result.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from functools import partial
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import astuple, replace

from userprio.base.errors import Stopped
from userprio.base.executors import Progress, run_all, run_each, unheard
from userprio.base.times import spoken
from userprio.classad import Evaluator
from userprio.negotiation.schedd import Autoclusters, Job, asked_attributes, offered_jobs, significant_attributes
from userprio.pool import NegotiatorSettings, ScenarioData
from userprio.simulation.claims import END_S, START_S, Ending, Run
from userprio.simulation.history import Fate, History, JobKey, PastJob, as_submitted
from userprio.simulation.lengths import Lengths, Span
from userprio.simulation.replay_figures import calibrated, figures_of
from userprio.simulation.replay_state import ReplaySetup, SavedPolicy, SavedReplay, capacity_of, set_up_replay
from userprio.simulation.results import JobTimeline, Replay, ReplayedPolicy, ReplayTerms, UsageSample
from userprio.simulation.slots import Claim, Owner
from userprio.simulation.world import PHASE_S, CycleTimes, World

_ARRIVES: Final = 0.6
"""Histories have whole seconds: a job comes in the middle of its second, in the mean, and its schedd advertises it a
moment later, after a cycle that begins in the same second."""
_LOOKS: Final = 500
"""How often in a period runs are collected and progress is reported, at most once a second."""
IN_FORCE: Final = "in force"
CHANGED: Final = "changed"


_FEW_CYCLES: Final = 500
_FEW_JOBS: Final = 2_000
_NEAR_ENOUGH: Final = 0.02
_SAME_S: Final = 2.0
_TRIED: Final = (
    "a history has whole seconds, but fractions decide who comes first: of {} ways to fill them in, the one that comes "
    "closest to what really happened is used"
)


class Fractions(Struct, frozen=True):
    """Fractions of seconds, which a history of whole seconds lacks."""

    cycle: float = PHASE_S
    """The fraction of its second at which the first cycle begins."""
    ends: float | None = None
    """The fraction of its second at which a completed job ends if it starts in its second; None: every job runs for its
    `PastJob.length_s`."""


_FRACTIONS: Final = [Fractions(cycle, ends) for cycle in (PHASE_S, 0.1, 0.9) for ends in (None, 0.3, 0.5, 0.7)]


def replay_history(
    scenario: ScenarioData,
    history: History,
    terms: ReplayTerms | None = None,
    *,
    others: Mapping[str, ScenarioData] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    saved: SavedReplay | None = None,
    kept: Callable[[ReplayedPolicy], ReplayedPolicy] = lambda policy: policy,
) -> Replay:
    """The period of a history under the policy of a scenario, and under those of `others`, by name.

    These begin with their own ledgers, slots and knobs; an `executor` runs them side by side. A replay whose state was
    `saved` is resumed, and its state is saved there, which only processes of this machine can do. `kept` is what
    remains of each policy, such as without its jobs.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator, the terms make no sense, or what is kept is
            damaged or of another replay.
        Refused: another replay uses that folder.
        Stopped: `progress` raised it; with the replay up to then, under the policy in force alone.
    """
    terms = terms or ReplayTerms()
    with nullcontext() if saved is None else saved.held() as folder:
        setup = set_up_replay(scenario, history, terms)
        setups = [(IN_FORCE, setup)]
        # The same period, which the moment of another's snapshot might otherwise move.
        same = replace(terms, begins_at=setup.begins_at, ends_at=setup.ends_at)
        setups += [(name, set_up_replay(other, history, same)) for name, other in (others or {}).items()]
        # Read before anything is simulated: a folder that belongs to another replay is refused at once.
        states = [
            None if saved is None or folder is None else saved.of(name, own, cycle_times(own, terms), folder)
            for name, own in setups
        ]
        trying = None if progress is None else _before(progress, len(setups))
        fractions, tried = _nearest(setup, terms, executor, trying)
        if progress is not None and tried > 1:
            progress = _within(progress, tried, len(setups), tried + len(setups))
        run = partial(_replayed, _Policies(setups, terms, fractions, states))
        policies: list[ReplayedPolicy] = []
        reached = ""
        try:
            results = run_each(run, range(len(setups)), executor, progress)
            for (policy, rests), (_, own) in zip(results, setups, strict=True):
                timelines = tuple(JobTimeline(past, *rest) for past, rest in zip(own.jobs, rests, strict=True))
                policy = replace(policy, jobs=timelines)
                # The first is compared with what really happened below.
                policies.append(kept(policy) if policies else policy)
        except Stopped as stopped:
            reached = "the first of two policies" if policies else stopped.reached
            # A second policy that is not at the end of the period could not be compared with the first.
            policies = policies or ([] if stopped.result is None else [stopped.result])
            if not policies:
                raise
        ends = policies[0].until if reached else setup.ends_at
        calibration = calibrated(policies[0], setup, cycle_times(setup, terms).interval_s)
        assumptions = (*setup.assumptions, *((_TRIED.format(tried),) if tried > 1 else ()))
        policies[0] = kept(policies[0])
        replayed = Replay(terms, setup.begins_at, ends, tuple(policies), calibration, assumptions)
        if reached:
            raise Stopped(replayed, reached)
        return replayed


class _Policies(Struct, frozen=True):
    """What is replayed."""

    setups: Sequence[tuple[str, ReplaySetup]]
    """By the names of the policies."""
    terms: ReplayTerms
    fractions: Fractions
    states: Sequence[SavedPolicy | None]


def _replayed(what: _Policies, number: int, progress: Progress) -> tuple[ReplayedPolicy, list[tuple[Any, ...]]]:
    """One of the policies, without its jobs, and what became of these."""
    name, own = what.setups[number]
    terms, times = what.terms, cycle_times(own, what.terms)
    policy = replay_policy(own, name, times, what.fractions, progress, watched=terms.looks, saved=what.states[number])
    # What is known of past jobs need not travel from one process to another.
    return replace(policy, jobs=()), [astuple(timeline)[1:] for timeline in policy.jobs]


def _nearest(
    setup: ReplaySetup, terms: ReplayTerms, executor: Executor | None, progress: Progress | None
) -> tuple[Fractions, int]:
    """The fractions of seconds with which a short replay is closest to what really happened, and how many were tried.

    How far off a replay is adds up from the part of jobs that do not start within an interval of the truth, half the
    part that does not within two seconds, and the largest relative error in a submitter's use.
    """
    interval = cycle_times(setup, terms).interval_s
    if setup.ends_at - setup.begins_at > _FEW_CYCLES * interval or len(setup.jobs) > _FEW_JOBS:
        return Fractions(), 1
    indices = range(len(_FRACTIONS))

    distance = partial(_distance, setup, terms)
    # Most replays are near enough with the plain assumption, and eleven more would be simulated for nothing.
    if distance(0, unheard) <= _NEAR_ENOUGH:
        return Fractions(), 1
    distances = run_all(distance, indices, executor, progress)
    return _FRACTIONS[min(indices, key=distances.__getitem__)], len(indices)


def _distance(setup: ReplaySetup, terms: ReplayTerms, index: int, _: Progress) -> float:
    """How far a replay with some fractions of seconds is off."""
    times = cycle_times(setup, terms)
    policy = replay_policy(setup, times=times, fractions=_FRACTIONS[index])
    calibration = calibrated(policy, setup, times.interval_s)
    if calibration is None:
        return 0.0
    errors = [abs(compared.replayed / compared.true - 1) for compared in calibration.weight_s if compared.true]
    on_time = sum(_in_its_second(timeline, setup.begins_at) for timeline in policy.jobs)
    return 1 - calibration.within_interval + (1 - on_time / calibration.jobs) / 2 + max(errors, default=0.0)


def _in_its_second(timeline: JobTimeline, begins: float) -> bool:
    """Whether a job really started in the period, and does so within `_SAME_S` of then."""
    true = timeline.past.started_at
    return true is not None and true >= begins and abs((timeline.started_at or 0.0) - true) <= _SAME_S


def _first_cycle(setup: ReplaySetup, times: CycleTimes, fraction: float) -> float:
    """When the first cycle comes: with the first match in the history, if that is within an interval, else at once."""
    begins, ends = setup.begins_at, setup.begins_at + times.interval_s
    matches = (job.matched_at for job in setup.jobs if job.matched_at is not None)
    return min((at for at in matches if begins <= at < ends), default=begins) + fraction


def _before(progress: Progress, then: int) -> Progress:
    """Progress of replays that are followed by `then` more."""
    return lambda done, of: progress(done, of + then)


def _within(progress: Progress, before: int, parts: int, total: int) -> Progress:
    """Progress of some parts of a whole, after others."""
    return lambda done, of: progress(before * of + done * parts, total * of)


def cycle_times(setup: ReplaySetup, terms: ReplayTerms) -> CycleTimes:
    """When cycles come in a replay."""
    if terms.interval_s is None:
        return CycleTimes.from_config(setup.scenario.config)
    return CycleTimes(terms.interval_s, terms.interval_s)


def replay_policy(
    setup: ReplaySetup,
    name: str = IN_FORCE,
    times: CycleTimes | None = None,
    fractions: Fractions | None = None,
    progress: Progress | None = None,
    *,
    watched: bool = False,
    saved: SavedPolicy | None = None,
) -> ReplayedPolicy:
    """The period under one policy; without `times`, cycles come as configured; if `watched`, use is sampled.

    Raises:
        Stopped: `progress` raised it; with the period up to then, unless nothing of it is over.
    """
    times, fractions = times or CycleTimes.from_config(setup.scenario.config), fractions or Fractions()
    times = replace(times, first_at=_first_cycle(setup, times, fractions.cycle))
    all_progress = _AllProgress(setup.jobs, setup.begins_at)
    work = PastWork(setup.jobs, setup.ends_at, fractions.ends)
    coming = _ArrivingJobs(setup, all_progress)
    world = World(setup.scenario, work, times, expected=coming.owners)
    all_progress.expect(setup.present)
    # The work needs the world's clock, and the world its work.
    work.now = lambda: world.now
    world.feed(iter(coming))
    capacity = capacity_of(world.slots, setup.moves, setup.begins_at)
    world.move(setup.moves)
    if saved is not None:
        saved.begin(world)
    period_s = setup.ends_at - setup.begins_at
    looks = max(min(_LOOKS, int(period_s)), 1)
    seen: list[UsageSample] = []
    reached = ""

    def tick(done: int) -> None:
        if progress is not None:
            progress(done, looks)

    try:
        for look in range(1, looks + 1):
            world.run_until(setup.begins_at + period_s * look / looks, partial(tick, look - 1))
            all_progress.take_up(world.claims.runs)
            # Runs of months do not fit in memory; what they come to does.
            world.claims.runs.clear()
            if watched:
                seen.append(_look(world))
            if saved is not None:
                saved.keep(world, last=look == looks)
            tick(look)
    except Stopped:
        if world.now <= setup.begins_at + 1:
            raise
        reached = f"{spoken(int(world.now - setup.begins_at))} of {spoken(int(period_s))}"
        # What was still to come has no part in the period that was replayed.
        capacity = tuple(step for step in capacity if step[0] <= world.now)
    all_progress.take_up(world.claims.all_runs())
    timelines = tuple(line for line in all_progress.done() if not reached or line.past.queued_at <= world.now)
    policy = replace(figures_of(name, setup, timelines, world, capacity), looks=tuple(seen))
    if reached:
        raise Stopped(policy, reached)
    return policy


def _look(world: World) -> UsageSample:
    weights: dict[str, float] = defaultdict(float)
    for slot, claim in world.slots.claimed():
        name = world.group_of(claim.submitter) if world.tree.group_mode else claim.submitter
        weights[name] += world.slots.weight(slot)
    return UsageSample(world.now, dict(weights))


class _JobProgress(Struct, eq=False):
    """What has become of a job so far."""

    missing: int
    """Pieces that have not started."""
    left: int
    """Pieces that have not come to their end."""
    started: float | None = None
    last: float | None = None
    ended: float | None = None
    weight_s: float = 0.0
    badput: float = 0.0
    preemptions: int = 0

    @property
    def starts(self) -> tuple[float | None, float | None]:
        """When it started first and last; None while a piece has not started."""
        return (None, None) if self.missing else (self.started, self.last)


class _AllProgress:
    """The progress of all jobs so far, from the runs that are over."""

    def __init__(self, jobs: Sequence[PastJob], begins_at: float) -> None:
        self._jobs, self._begins_at = jobs, begins_at
        self._progress = [_JobProgress(job.pieces, job.pieces) for job in jobs]
        self._indices: dict[JobKey, int] = {}
        """Where in `jobs` those are, or their pieces, that wait or run."""
        self._again: set[JobKey] = set()
        """Jobs that were interrupted."""

    def expect(self, jobs: Mapping[JobKey, int]) -> None:
        """Add jobs, each with where it is; their runs may be collected from now on."""
        self._indices.update(jobs)

    def take_up(self, runs: Iterable[Run]) -> None:
        """Collect runs in the order in which they ended, or that still go on."""
        for run in runs:
            key = run.schedd, run.job
            index = self._indices.get(key)
            if index is None:
                continue
            job = self._progress[index]
            # A job that starts again after an eviction has started before.
            if key not in self._again:
                job.missing -= 1
                job.started = max(job.started or 0.0, run.started_at)
            job.last = max(job.last or 0.0, run.started_at)
            job.weight_s += run.weight * (run.ended_at - max(run.started_at, self._begins_at))
            if run.ending is Ending.EVICTED:
                self._again.add(key)
                job.preemptions += 1
                job.badput += run.weight_s
            elif run.ending is Ending.DONE:
                del self._indices[key]
                self._again.discard(key)
                job.left -= 1
                job.ended = run.ended_at if not job.left else None

    def done(self) -> tuple[JobTimeline, ...]:
        """What became of each job."""
        both = zip(self._jobs, self._progress, strict=True)
        return tuple(JobTimeline(job, *it.starts, it.ended, it.weight_s, it.preemptions, it.badput) for job, it in both)


class _ArrivingJobs:
    """The jobs that come in the period, each made when it comes."""

    def __init__(self, setup: ReplaySetup, all_progress: _AllProgress) -> None:
        self._setup, self._progress = setup, all_progress
        settings = NegotiatorSettings.of(setup.scenario)
        asked = asked_attributes(setup.scenario.pool.slots, settings)
        self._clusters = Autoclusters(significant_attributes(asked, settings))
        self._evaluator = Evaluator(setup.scenario.now)
        self.owners = {(job.submitter, job.schedd) for _, job in setup.arrivals}

    def __iter__(self) -> Iterator[tuple[float, Owner, Job]]:
        for index, past in self._setup.arrivals:
            at = max(past.queued_at + _ARRIVES, self._setup.begins_at)
            ad = as_submitted(past.ad, past.queued_at)
            cluster = int(past.id.partition(".")[0])
            first: Job | None = None
            owner: Owner = (past.submitter, past.schedd)
            for piece in range(past.pieces):
                if past.pieces > 1 or "ClusterId" not in ad:
                    number = f"{past.schedd}#{cluster}.{piece}"
                    ad = ad.replace({"ClusterId": cluster, "ProcId": piece, "GlobalJobId": number})
                if first is None:
                    offered = offered_jobs([ad], self._evaluator)
                    if not offered:
                        break
                    ((owner, (first,)),) = offered.items()
                    # Autoclusters of the snapshot have numbers from 0 on.
                    kind = replace(first.kind, autocluster=-2 - self._clusters.number(ad))
                    job = Job(first.cluster, first.proc, kind)
                else:
                    job = Job(cluster, piece, replace(kind, ad=ad))
                self._progress.expect({(owner[1], job.id): index})
                yield at, owner, job


_UNKNOWN_S: Final = 3600.0
"""Of jobs of which no history tells how long any ran."""
_TO_START_S: Final = (START_S + END_S) / 2
"""From the present to the start of a job, after a match or after another job."""


class PastWork:
    """How long jobs run: as long as they did. One whose end is not known runs as long as the median of its submitter's
    jobs that ran for longer than it is known to have run (of the product-limit estimate), or else of everybody's.
    """

    endless = False

    def __init__(self, jobs: Sequence[PastJob], until: float, ends: float | None) -> None:
        """`until` is the end of the period; `ends` as in `Fractions`."""
        self.now: Callable[[], float] = lambda: 0.0
        """The present."""
        self._ends = ends
        spans: dict[str, list[Span]] = defaultdict(list)
        known: dict[str, list[bool]] = defaultdict(list)
        for job in jobs:
            length = _ran_s(job, until) if job.length_s is None else job.length_s
            if length > 0 or job.length_s is not None:
                spans[job.submitter].append(Span(length, job.length_s is not None))
            if job.killed is not None:
                known[job.submitter].append(job.killed)
        self._usual = {name: Lengths(own) for name, own in spans.items() if any(span.over for span in own)}
        """Those of each submitter some of whose jobs came to their end."""
        every = [span for own in spans.values() for span in own]
        self._of_all = Lengths(every) if self._usual else None
        self._stays = {_name(job): job.killed for job in jobs if job.killed is not None}
        self._staying = {name for name, killed in known.items() if 2 * sum(killed) > len(killed)}
        """Submitters most of whose jobs had to be killed."""
        self._lengths = {_name(job): self._length_s(job, until) for job in jobs}

    def length_s(self, owner: Owner, job: Job) -> float:
        """How long the job runs."""
        length = self._lengths.get((owner[1], job.id), self._lengths.get((owner[1], job.id.partition(".")[0])))
        if length is None:
            return self._usual_s(owner[0])
        if self._ends is None:
            return length
        return max(length + self._ends - (self.now() + _TO_START_S) % 1 - END_S, 0.0)

    def left_s(self, claim: Claim, now: float) -> float:
        """What is left of the job as the period begins."""
        length = self._usual_s(claim.submitter)
        if claim.owner is not None and claim.job is not None:
            length = self.length_s(claim.owner, claim.job)
        return max(claim.job_began_at + length - now, 0.0)

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """Jobs that had to be killed stay until they are, and so do others of submitters most of whose jobs had to be;
        the rest end at once when they are told to: no history tells how long they took.
        """
        return math.inf if self._stays.get((owner[1], job.id), owner[0] in self._staying) else 0.0

    def _length_s(self, job: PastJob, until: float) -> float:
        if job.length_s is None:
            return self._usual_s(job.submitter, _ran_s(job, until))
        # The record of a removed job does not tell when its run was over.
        if self._ends is None or job.fate is not Fate.COMPLETED or job.ended_at is None or job.last_started_at is None:
            return job.length_s
        return job.ended_at - job.last_started_at

    def _usual_s(self, submitter: str, ran_s: float = 0.0) -> float:
        usual = self._usual.get(submitter, self._of_all)
        return max(_UNKNOWN_S, ran_s) if usual is None else usual.median_s(ran_s)


def _name(job: PastJob) -> JobKey:
    """The key of a job; that of a trace's job in pieces without the number of the piece."""
    return (job.schedd, job.id.partition(".")[0]) if job.pieces > 1 else job.key


def _ran_s(job: PastJob, until: float) -> float:
    """How long a job whose end is not known has run at a stretch, at least."""
    began = job.last_started_at if job.fate is Fate.RUNNING else None
    before = job.runs - (began is not None)
    return max(0.0 if began is None else until - began, job.earlier_s / before if before > 0 else 0.0)
