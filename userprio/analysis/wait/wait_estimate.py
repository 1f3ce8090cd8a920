"""When a job starts, what holds it back, and what would help: many futures, and one cycle of the present.

Start reading at `wait`. What may help is tried, each on a pool of its own: smaller requests, other accounting groups,
holding jobs that are in the way.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import build_tree
from userprio.analysis.explain import Cause, Reason, explain_job, explain_submitter, known_submitters
from userprio.analysis.wait.backtesting import Backtest
from userprio.analysis.wait.basis import Basis, Choice
from userprio.analysis.wait.futures import Futures, FutureSide, MilestoneWait, WaitTerms
from userprio.analysis.wait.past import workload_model
from userprio.analysis.wait.queues import before_submission
from userprio.analysis.wait.remedies import Attempt, Attempts
from userprio.base import BadInput, NothingFound, Progress, Stopped, counted, one_meant, spoken
from userprio.classad import Evaluator
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import ScenarioData
from userprio.simulation import (
    Demand,
    EligibleSlots,
    JobNumber,
    LengthSource,
    Owner,
    Start,
    StartTarget,
    WaitRange,
    WorkloadModel,
)


class WaitEstimate(Struct, frozen=True):
    """How long a submitter waits until its first job starts, or a job waits until it starts."""

    submitter: str
    job: str | None
    """cluster.proc; None: whichever of the submitter's jobs starts first."""
    schedd: str | None
    """The job's."""
    idle_jobs: int
    """The submitter's."""
    slots: int
    """How many slots would fit the job, or any of the idle jobs, if unclaimed; partitionable ones count once."""
    waits: WaitRange
    after: tuple[tuple[str | None, int], ...]
    """Whose job was the last to end on its slot, and in how many futures, most first; None: nobody's."""
    fitting_jobs: int
    """How many of the idle jobs fit a slot; the others never start."""
    milestones: tuple[MilestoneWait, ...] = ()
    """Until the first, half and all of the fitting jobs have started; empty unless one submitter was asked about."""
    cluster: str | None = None
    """The cluster whose jobs are meant, and counted as idle; None: all of the submitter's."""
    past_waits: int | None = None
    """How many past waits its range and median are from, fewer than nine telling nothing; None: futures."""


class Remedy(Struct, frozen=True):
    """A change to the jobs that was tried in the same futures."""

    kind: str
    """The job attribute that is changed: RequestMemory, RequestCpus, JobStatus or AccountingGroup."""
    what: str
    """The change in words, without a full stop."""
    submitter: str
    """The submitter of the jobs after the change."""
    slots: int
    """How many slots would fit the changed jobs if unclaimed."""
    waits: WaitRange
    gain_s: float | None
    """By how many seconds the median wait is shorter; None if either median is unknown."""
    helps: bool
    """The median is sooner by a second or more, or there are more futures with a start and it is not later."""
    job: str | None = None
    """cluster.proc of the job waited for, if that fits no slot without the change; None: what was asked about."""


class KnownLength(Struct, frozen=True):
    """How long a submitter's jobs are assumed to run."""

    submitter: str
    mean_s: float
    source: LengthSource | None
    """None: taken from the history."""
    runs: int
    """How many finished jobs of the history this is based on."""
    own: bool
    """Whether those are the submitter's own jobs, rather than everybody's."""


class Wait(Struct, frozen=True):
    """When jobs start, what holds them back, and what would help."""

    at: int
    """The present, in seconds since the epoch."""
    seed: int
    futures: int
    """How many were drawn."""
    horizon_s: int
    coming: Demand
    history_s: float | None
    """The period that the history covers."""
    found: tuple[WaitEstimate, ...]
    """The one asked about, or everybody with idle jobs, earliest start first."""
    causes: tuple[Cause, ...]
    """What holds it back in a cycle of the present, the cause for most jobs first; empty if asked about everybody."""
    remedies: tuple[Remedy, ...]
    """All that were tried: those that help, the most helpful first, and then those that do not."""
    lengths: tuple[KnownLength, ...]
    """For every submitter with jobs."""
    assumptions: tuple[str, ...]
    """What is assumed, one sentence each."""
    warnings: tuple[str, ...] = ()
    backtest: Backtest | None = None
    """How ranges held in the past, if that was asked for."""
    basis: Basis = Basis.SIMULATION
    """What ranges and medians of `found` rest on; milestones and remedies always rest on the simulation."""
    choice: Choice = Choice()
    """What past answers showed."""

    @property
    def told_s(self) -> int:
        """Up to when all ranges can tell a start: `horizon_s`, or as far as the backtest looked if any is moved."""
        used = self.basis, self.choice.of_simulations
        return int(min(self.choice.reach_s(basis, self.horizon_s) for basis in used))


_NEVER = WaitRange(0, 0, None, None, None)
_NOTICED_S: Final = 1.0
"""A median that is shorter by less is not sooner."""


def wait(
    scenario: ScenarioData,
    terms: WaitTerms,
    submitter: str | None = None,
    job: str | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    tested: Backtest | None = None,
    past_waits: Callable[[StartTarget], WaitRange | None] | None = None,
) -> Wait:
    """When the next job of a submitter, a given `job` (cluster.proc), or the next job of everybody starts.

    The trailing part of a submitter's name is enough if it is unique. With `job`, the submitter tells jobs of several
    schedds apart. Ranges rest on what was best when it was `tested`: on `past_waits` only if these are given.

    Raises:
        NothingFound: there is no such submitter or job, or it has nothing waiting.
        BadInput: a knob has a value that would stop a real negotiator, or the terms make no sense.
        Stopped: `progress` raised it; with the answer of the futures so far, if there are any.
    """
    terms = _whole(terms, scenario)
    if tested is not None:
        terms = replace(terms, choice=tested.choice)
    basis = terms.choice.basis if past_waits is not None else terms.choice.of_simulations
    if terms.remedies and not (submitter is None and job is None):
        # Jobs are recognized by the identity of their ads, and ads in files are made anew each time they are read.
        scenario = replace(scenario, pool=replace(scenario.pool, jobs=tuple(scenario.pool.jobs)))
    waiting: dict[str, list[tuple[Owner, Job]]] = defaultdict(list)
    for owner, queue in offered_jobs(scenario.pool.jobs, Evaluator(scenario.now)).items():
        waiting[owner[0]] += [(owner, entry) for entry in queue]
    target, causes = _asked(scenario, submitter, job, waiting)
    targets = [StartTarget(name) for name in waiting] if target is None else [target]
    jobs = {
        awaited: [entry.ad for owner, entry in waiting[awaited.submitter] if awaited.is_meant(owner, entry.id)]
        for awaited in targets
    }
    reach = EligibleSlots(scenario)
    slots = {awaited: reach.slots(jobs[awaited]) for awaited in targets}
    never = _unfit(waiting, reach)
    # Remedies need a target: with everybody's jobs in question, no single change stands out.
    tried = []
    if target is not None and terms.remedies:
        known = known_submitters(scenario)
        tried = list(Attempts(scenario, target, waiting[target.submitter], reach).all(known, terms.groups))
    expected = workload_model(scenario, terms)
    # What fits no slot even so never starts: no future has to be drawn to know that.
    reached = [awaited for awaited in targets if slots[awaited]]
    sides = [FutureSide(scenario, reached, reached, never)] if reached else []
    sides += [
        FutureSide(attempt.scenario, [attempt.target], [attempt]) for attempt in tried if reach.slots(attempt.jobs)
    ]
    if terms.submitted is not None:
        for place, side in enumerate(sides):
            earlier, submitted = before_submission(side.scenario, terms.submitted)
            sides[place] = replace(side, scenario=earlier, submitted=submitted)
    follows = target is not None and target.job is None and bool(reached)
    lengths = tuple(_known(name, expected) for name in sorted({*waiting, *expected.running}))
    futures = Futures(sides, expected, terms, min((known.mean_s for known in lengths), default=0.0), executor)
    if follows:
        futures.follow()
    stopped = ""
    try:
        futures.draw(progress)
    except Stopped:
        if not futures.count:
            raise
        stopped = f"{futures.count} of {counted(futures.most, 'future')}"
    estimates = []
    for awaited in targets:
        (schedd, number), own = awaited.job or (None, None), futures.starts(awaited)
        offered = [own for own in waiting[awaited.submitter] if awaited.job or awaited.is_meant(own[0], own[1].id)]
        before = Counter(start.before for start in own if start.wait_s is not None)
        after = tuple(sorted(before.items(), key=lambda pair: (-pair[1], pair[0] or "")))
        fitting = sum((owner[1], entry.id) not in never for owner, entry in offered)
        passed = tuple(futures.milestones(awaited, fitting)) if follows else ()
        queued = (len(offered), slots[awaited])
        waited = past_waits(awaited) if own and past_waits is not None and not basis.of_simulation else None
        estimates.append(
            WaitEstimate(
                awaited.submitter,
                number,
                schedd,
                *queued,
                waits=_waits(own, terms) if waited is None else _past(waited, own, terms, basis),
                after=after,
                fitting_jobs=fitting,
                milestones=passed,
                cluster=None if awaited.cluster is None else awaited.cluster[1],
                past_waits=None if waited is None else waited.futures,
            )
        )
    estimates.sort(key=lambda wait: (wait.waits.median_s is None, wait.waits.median_s or 0.0, wait.submitter))
    base = _waits(futures.starts(targets[0]), terms) if targets else _NEVER
    remedies = [_remedy(attempt, _waits(futures.starts(attempt), terms), base, reach) for attempt in tried]

    def helpful_first(remedy: Remedy) -> tuple[bool, float, int]:
        median_s, started = remedy.waits.median_s, remedy.waits.started
        return not remedy.helps, math.inf if median_s is None else median_s, -started

    answer = Wait(
        at=scenario.now,
        seed=terms.seed,
        futures=futures.count if sides else futures.most,
        horizon_s=terms.horizon_s,
        coming=expected.coming,
        history_s=None if terms.past is None else terms.past.until - terms.past.since,
        found=tuple(estimates),
        causes=tuple(causes),
        remedies=tuple(sorted(remedies, key=helpful_first)),
        lengths=lengths,
        assumptions=tuple(_assumptions(terms, expected, futures, tested)),
        warnings=scenario.pool.problems,
        backtest=tested,
        basis=basis,
        choice=terms.choice,
    )
    if stopped:
        raise Stopped(answer, stopped)
    return answer


def _unfit(waiting: Mapping[str, Sequence[tuple[Owner, Job]]], reach: EligibleSlots) -> set[JobNumber]:
    """The jobs that fit no slot, even if none were in use."""
    every = [(owner[1], job) for queue in waiting.values() for owner, job in queue]
    fitting = reach.fitting(job.ad for _, job in every)
    return {(schedd, job.id) for (schedd, job), fits in zip(every, fitting, strict=True) if not fits}


def _whole(terms: WaitTerms, scenario: ScenarioData) -> WaitTerms:
    """The terms with full names, and with defaults filled in."""
    if (terms.futures is not None and terms.futures < 1) or terms.horizon_s < 1:
        raise BadInput("at least one future is needed, of at least a second")
    groups = [group.name for group in build_tree(scenario.config).groups]
    everybody = [*known_submitters(scenario), *groups]
    try:
        lengths = {one_meant(name, everybody, "submitter or group"): s for name, s in terms.job_lengths_s.items()}
        tried = tuple(one_meant(name, groups, "group") for name in terms.groups)
    except NothingFound as nothing:
        raise BadInput(nothing.message, hint=nothing.hint) from nothing
    coming = terms.coming or (Demand.CONSTANT if terms.past is None else Demand.HISTORY)
    if coming is Demand.HISTORY and terms.past is None:
        raise BadInput("no history was given for jobs to come from", hint="Give a history")
    return replace(terms, job_lengths_s=lengths, groups=tried, coming=coming)


def _asked(
    scenario: ScenarioData, submitter: str | None, job: str | None, waiting: Mapping[str, Sequence[tuple[Owner, Job]]]
) -> tuple[StartTarget | None, list[Cause]]:
    """The submitter or job asked about (None: everybody), and what holds it back in a cycle of the present."""
    if submitter is None and job is None:
        return None, []
    # Names are resolved there, in one place, with its suggestions.
    explained = explain_submitter(scenario, submitter or "") if job is None else explain_job(scenario, job, submitter)
    causes = [explained.primary, *explained.others]
    name = explained.submitter or ""
    if job is None:
        if name not in waiting:
            why = "" if explained.primary.reason is Reason.NO_IDLE_JOBS else f": {explained.primary.sentence}"
            raise NothingFound(f"no job of {name} waits{why}", f"--jobs {name}=+1 supposes that it submits a job")
        return StartTarget(name), causes
    single = "." in job
    owners = [
        owner
        for queue in waiting.values()
        for owner, entry in queue
        if (entry.id if single else entry.id.partition(".")[0]) == job
    ]
    if not owners:
        raise NothingFound(f"{'job' if single else 'cluster'} {job} does not wait: {causes[0].sentence}")
    owner = next((candidate for candidate in owners if candidate[0] == name), owners[0])
    if not single:
        return StartTarget(owner[0], cluster=(owner[1], job)), causes
    return StartTarget(owner[0], (owner[1], job)), causes


def _waits(starts: Sequence[Start], terms: WaitTerms) -> WaitRange:
    # No slot fits where there are none.
    return terms.choice.of_futures(WaitRange.of(starts), terms.horizon_s) if starts else _NEVER


def _past(past: WaitRange, starts: Sequence[Start], terms: WaitTerms, basis: Basis) -> WaitRange:
    """What past waits say, as far as is looked ahead, beside in how many futures it started."""
    waits, said = WaitRange.of(starts), terms.choice.of_past_waits(past, terms.horizon_s, basis)
    ends = (None if end is None or end >= terms.horizon_s else end for end in (said.median_s, said.low_s, said.high_s))
    return WaitRange(waits.futures, waits.started, *ends)


def _remedy(attempt: Attempt, waits: WaitRange, base: WaitRange, reach: EligibleSlots) -> Remedy:
    base = _NEVER if attempt.unfit else base
    gain = None if base.median_s is None or waits.median_s is None else base.median_s - waits.median_s
    more, sooner_s = waits.started > base.started, gain or 0.0
    # More futures with a start may leave the median of the starts as it was: that helps, too, unless it gets later.
    helps = sooner_s >= _NOTICED_S or (more and sooner_s > -_NOTICED_S)
    job = attempt.target.job[1] if attempt.unfit and attempt.target.job is not None else None
    of_jobs = (attempt.target.submitter, reach.slots(attempt.jobs))
    return Remedy(attempt.kind, attempt.what, *of_jobs, waits, gain, helps, job)


def _known(name: str, expected: WorkloadModel) -> KnownLength:
    if spans := expected.spans(name):
        own = expected.past is not None and expected.past.knows(name)
        return KnownLength(name, expected.mean_s(name), None, sum(span.over for span in spans), own)
    length = expected.lengths.of(name)
    return KnownLength(name, length.seconds, length.source, 0, own=True)


def _assumptions(terms: WaitTerms, expected: WorkloadModel, futures: Futures, tested: Backtest | None) -> Iterator[str]:
    yield expected.coming.assumption
    if terms.past is not None:
        yield from terms.past.remarks
        if tested is None:
            yield "how often such ranges held in this history was not looked at (--backtest)"
    else:
        yield (
            "without a history (--history) lengths are spread around what options, limits and running jobs say, and "
            "the range holds less often than it should"
        )
    if terms.submitted is not None:
        yield (
            "the jobs are submitted within the usual time from cycle to cycle, waits are counted from then, and their "
            "schedd advertises them with its next ads"
        )
    yield "machines stay as they are, and users do not remove, hold or change their jobs"
    if futures.slowest_s:
        exact_s = futures.exact_s
        beyond = "the first start" if exact_s >= terms.horizon_s else f"the first start, or {spoken(exact_s)} ahead,"
        yield f"cycles beyond {beyond} are simulated up to {spoken(futures.slowest_s)} apart, further the further ahead"
    if futures.bounded:
        yield f"only {counted(futures.most, 'future')} were drawn, to bound the work; --futures N draws more"
