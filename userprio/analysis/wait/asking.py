"""When a job starts, what holds it back, and what would help: many futures, and one cycle of the present."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from userprio.accounting.quotas import build_tree
from userprio.analysis.explain import Cause, Reason, explain_job, explain_submitter, known_submitters
from userprio.analysis.wait.remedies import Attempt, attempts
from userprio.base.errors import BadInput
from userprio.base.formats import counted
from userprio.base.naming import NothingFound, one_meant
from userprio.base.parallel import run_all
from userprio.classad import Ad, Evaluator, Expr, Literal
from userprio.negotiation import Memory
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import ScenarioData
from userprio.simulation import (
    EligibleSlots,
    ForecastTerms,
    LaterJobs,
    Lengths,
    LengthSource,
    Owner,
    Past,
    Span,
    Start,
    StartTarget,
    Submission,
    WaitRange,
    WorkloadModel,
    claims_of,
    expected_lengths,
    long_running,
    sample_starts,
)
from userprio.simulation.history import History, PastJob, as_submitted, history_of

DAY_S = 86_400


@dataclass(frozen=True, slots=True)
class WaitTerms:
    """How the futures for `wait` are drawn."""

    futures: int = 100
    """How many futures are drawn."""
    seed: int = 0
    """The same seed draws the same futures."""
    horizon_s: int = 3 * DAY_S
    """How far each future goes, in seconds."""
    past: Past | None = None
    """Job lengths and arrivals learnt from a history."""
    coming: LaterJobs | None = None
    """Which jobs come later; None: as in the history if there is one, else demand stays as it is."""
    job_length_s: float | None = None
    job_lengths_s: Mapping[str, float] = field(default_factory=dict)
    """Mean run times in seconds; see `ForecastTerms`."""
    remedies: bool = True
    """Whether to try remedies."""
    groups: tuple[str, ...] = ()
    """Full names of groups that the submitter may use besides those in which it is known."""
    processes: int = 1
    """How many futures are simulated at once."""


@dataclass(frozen=True, slots=True)
class WaitFor:
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


@dataclass(frozen=True, slots=True)
class Remedy:
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
    """cluster.proc of the job that is waited for, if that fits no slot without the change; None: what was asked
    about."""


@dataclass(frozen=True, slots=True)
class KnownLength:
    """How long a submitter's jobs are assumed to run."""

    submitter: str
    mean_s: float
    source: LengthSource | None
    """None: taken from the history."""
    runs: int
    """How many finished jobs of the history this is based on."""
    own: bool
    """Whether those are the submitter's own jobs, rather than everybody's."""


@dataclass(frozen=True, slots=True)
class Wait:
    """When jobs start, what holds them back, and what would help."""

    at: int
    """The present, in seconds since the epoch."""
    seed: int
    futures: int
    horizon_s: int
    coming: LaterJobs
    history_s: float | None
    """The period that the history covers."""
    found: tuple[WaitFor, ...]
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


_UP_TO_DATE: Final = 0.1
"""A history may end before the snapshot by at most this part of its period, or the two are of different times."""
_ANYWHERE: Final = Literal(True)


def past_of(history: History, scenario: ScenarioData) -> Past:
    """What a history and the snapshot's queue say about lengths and arrivals.

    A history has the jobs that left the queue from its first record on, which biases it: runs that began earlier are
    included only because they were long enough, and jobs submitted earlier only if they waited and ran long enough. So
    such runs are taken as left-truncated, and such jobs are not counted as arrivals. A trace has all its jobs.
    """
    since = history.begins_at
    if not history.trace:
        since = min((job.ended_at for job in history.jobs if job.ended_at is not None), default=since)
    until = history.ends_at
    queue = []
    if until <= scenario.now <= until + _UP_TO_DATE * (until - since):
        known = {job.key for job in history.jobs}
        until = float(scenario.now)
        queue = [job for job in history_of(scenario.pool.jobs).jobs if job.key not in known]
    spans: dict[str, list[Span]] = defaultdict(list)
    for job in sorted(history.jobs, key=lambda job: job.ended_at or 0.0):
        if job.length_s is not None and job.length_s > 0:
            begun_before = 0.0 if job.last_started_at is None else max(since - job.last_started_at, 0.0)
            spans[job.submitter].append(Span(job.length_s, True, min(begun_before, job.length_s)))
    came = [job for job in (*history.jobs, *queue) if not job.withdrawn and since <= job.queued_at <= until]
    requirements = _requirements((*(job.ad for job in came), *scenario.pool.jobs))
    lacking = sum("Requirements" not in job.ad for job in came)
    submissions = tuple(each for job in came for each in _submissions(job, requirements))
    remarks = list(history.remarks)
    if lacking:
        remarks.append(
            f"{counted(lacking, 'record')} without Requirements: such jobs are assumed to have those of all other jobs "
            "if these are identical, or else to fit anywhere"
        )
    return Past(since, until, spans, submissions, tuple(remarks))


def _requirements(ads: Iterable[Ad]) -> Expr:
    """The Requirements of all ads that have any, if they are identical; else an expression that fits any slot."""
    said = {repr(expr): expr for ad in ads if (expr := ad.expr("Requirements")) is not None}
    return next(iter(said.values())) if len(said) == 1 else _ANYWHERE


def _submissions(job: PastJob, requirements: Expr) -> Iterable[Submission]:
    ad = as_submitted(job.ad, job.queued_at)
    if "Requirements" not in ad:
        ad = ad.replace({"Requirements": requirements})
    cluster = int(job.id.partition(".")[0])
    return [Submission((job.submitter, job.schedd), job.queued_at, ad, cluster)] * job.pieces


Progress = Callable[[int, int], None]
_NEVER = WaitRange(0, 0, None, None, None)
_NOTICED_S: Final = 1.0
"""A median that is shorter by less is not sooner."""


def wait(
    scenario: ScenarioData,
    terms: WaitTerms,
    submitter: str | None = None,
    job: str | None = None,
    progress: Progress | None = None,
) -> Wait:
    """When the next job of a submitter, a given `job` (cluster.proc), or the next job of everybody starts.

    The trailing part of a submitter's name is enough if it is unique. With `job`, the submitter tells jobs of several
    schedds apart.

    Raises:
        NothingFound: there is no such submitter or job, or it has nothing waiting.
        BadInput: a knob has a value that would stop a real negotiator, or the terms make no sense.
    """
    terms = _whole(terms, scenario)
    if terms.remedies and not (submitter is None and job is None):
        # Jobs are recognized by the identity of their ads, and ads in files are made anew each time they are read.
        scenario = replace(scenario, pool=replace(scenario.pool, jobs=tuple(scenario.pool.jobs)))
    waiting: dict[str, list[tuple[Owner, Job]]] = defaultdict(list)
    for owner, queue in offered_jobs(scenario.pool.jobs, Evaluator(scenario.now)).items():
        waiting[owner[0]] += [(owner, entry) for entry in queue]
    target, causes = _asked(scenario, submitter, job, waiting)
    targets = [StartTarget(name) for name in waiting] if target is None else [target]
    jobs = {
        one: [entry.ad for owner, entry in waiting[one.submitter] if one.is_meant(owner, entry.id)] for one in targets
    }
    reach = EligibleSlots(scenario)
    slots = {one: reach.slots(jobs[one]) for one in targets}
    tried = []
    if target is not None and terms.remedies:
        known = known_submitters(scenario)
        tried = list(attempts(scenario, target, waiting[target.submitter], reach, known, terms.groups))
    expected = _expected(scenario, terms)
    reached = [attempt for attempt in tried if reach.slots(attempt.jobs)]
    starts = _starts(scenario, expected, [one for one in targets if slots[one]], reached, terms, progress)
    found = [
        WaitFor(
            submitter=one.submitter,
            job=None if one.job is None else one.job[1],
            schedd=None if one.job is None else one.job[0],
            idle_jobs=len(waiting[one.submitter]),
            slots=slots[one],
            waits=_waits(starts.get(one, [])),
            after=_after(starts.get(one, [])),
        )
        for one in targets
    ]
    found.sort(key=lambda one: (one.waits.median_s is None, one.waits.median_s or 0.0, one.submitter))
    base = found[0].waits if found else _NEVER
    remedies = [_remedy(attempt, starts.get(attempt, []), base, reach) for attempt in tried]
    return Wait(
        at=scenario.now,
        seed=terms.seed,
        futures=terms.futures,
        horizon_s=terms.horizon_s,
        coming=expected.coming,
        history_s=None if terms.past is None else terms.past.until - terms.past.since,
        found=tuple(found),
        causes=tuple(causes),
        remedies=tuple(sorted(remedies, key=lambda one: (not one.helps, *_rank(one.waits)))),
        lengths=tuple(_known(name, expected) for name in sorted({*waiting, *expected.running})),
        assumptions=tuple(_assumptions(terms, expected)),
        warnings=scenario.pool.problems,
    )


def _whole(terms: WaitTerms, scenario: ScenarioData) -> WaitTerms:
    """The terms with full names, and with defaults filled in."""
    if terms.futures < 1 or terms.horizon_s < 1:
        raise BadInput("at least one future is needed, of at least a second")
    groups = [group.name for group in build_tree(scenario.config).groups]
    everybody = [*known_submitters(scenario), *groups]
    try:
        lengths = {one_meant(name, everybody, "submitter or group"): s for name, s in terms.job_lengths_s.items()}
        tried = tuple(one_meant(name, groups, "group") for name in terms.groups)
    except NothingFound as nothing:
        raise BadInput(nothing.message, hint=nothing.hint) from nothing
    coming = terms.coming or (LaterJobs.CONSTANT if terms.past is None else LaterJobs.HISTORY)
    if coming is LaterJobs.HISTORY and terms.past is None:
        raise BadInput("no history was given for jobs to come from", hint="Give a history")
    return replace(terms, job_lengths_s=lengths, groups=tried, coming=coming)


def _asked(
    scenario: ScenarioData,
    submitter: str | None,
    job: str | None,
    waiting: Mapping[str, Sequence[tuple[Owner, Job]]],
) -> tuple[StartTarget | None, list[Cause]]:
    """The submitter or job asked about (None: everybody), and what holds it back in a cycle of the present.

    Raises:
        NothingFound: there is no such submitter or job, or it has nothing waiting.
    """
    if submitter is None and job is None:
        return None, []
    explained = explain_submitter(scenario, submitter or "") if job is None else explain_job(scenario, job, submitter)
    causes = [explained.primary, *explained.others]
    name = explained.submitter or ""
    if job is None:
        if name not in waiting:
            hint = f"--jobs {name}=+1 supposes that it submits a job"
            why = "" if explained.primary.reason is Reason.NO_IDLE_JOBS else f": {explained.primary.sentence}"
            raise NothingFound(f"no job of {name} waits{why}", hint)
        return StartTarget(name), causes
    found = [owner for queue in waiting.values() for owner, entry in queue if entry.id == job]
    owner = next((one for one in found if one[0] == name), found[0] if found else None)
    if owner is None:
        raise NothingFound(f"job {job} does not wait: {causes[0].sentence}")
    return StartTarget(owner[0], (owner[1], job)), causes


def _expected(scenario: ScenarioData, terms: WaitTerms) -> WorkloadModel:
    """The distributions that futures are drawn from."""
    assert terms.coming is not None
    lengths = ForecastTerms(job_length_s=terms.job_length_s, job_lengths_s=terms.job_lengths_s)
    claims = claims_of(scenario)
    past = None if terms.past is None else terms.past.and_running(claims, scenario.now)
    return WorkloadModel(expected_lengths(scenario, lengths), long_running(claims, scenario.now), terms.coming, past)


def _starts(
    scenario: ScenarioData,
    expected: WorkloadModel,
    targets: Sequence[StartTarget],
    tried: Sequence[Attempt],
    terms: WaitTerms,
    progress: Progress | None,
) -> dict[StartTarget | Attempt, list[Start]]:
    """The starts in all futures: of the targets without a change, and of each attempt."""
    sides: list[tuple[ScenarioData, Sequence[StartTarget], Sequence[StartTarget | Attempt]]] = []
    if targets:
        sides.append((scenario, targets, targets))
    sides += [(attempt.scenario, [attempt.target], [attempt]) for attempt in tried]
    memory = Memory()

    def run(task: tuple[int, int]) -> list[Start]:
        number, side = task
        pool, asked, _ = sides[side]
        return sample_starts(pool, expected, asked, f"{terms.seed} {number}", terms.horizon_s, memory)

    tasks = [(number, side) for number in range(terms.futures) for side in range(len(sides))]
    found: dict[StartTarget | Attempt, list[Start]] = {}
    for (_, side), starts in zip(tasks, run_all(run, tasks, terms.processes, progress), strict=True):
        for whose, start in zip(sides[side][2], starts, strict=True):
            found.setdefault(whose, []).append(start)
    return found


def _waits(starts: Sequence[Start]) -> WaitRange:
    """The range of these starts' waits; without starts, as when no slot fits, the job never starts."""
    return WaitRange.of(starts) if starts else _NEVER


def _after(starts: Sequence[Start]) -> tuple[tuple[str | None, int], ...]:
    counts = Counter(start.before for start in starts if start.wait_s is not None)
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0] or "")))


def _remedy(attempt: Attempt, starts: Sequence[Start], base: WaitRange, reach: EligibleSlots) -> Remedy:
    waits, base = _waits(starts), _NEVER if attempt.unfit else base
    gain = None if base.median_s is None or waits.median_s is None else base.median_s - waits.median_s
    more, sooner_s = waits.started > base.started, gain or 0.0
    helps = sooner_s >= _NOTICED_S or (more and sooner_s > -_NOTICED_S)
    job = attempt.target.job[1] if attempt.unfit and attempt.target.job is not None else None
    return Remedy(
        kind=attempt.kind,
        what=attempt.what,
        submitter=attempt.target.submitter,
        slots=reach.slots(attempt.jobs),
        waits=waits,
        gain_s=gain,
        helps=helps,
        job=job,
    )


def _rank(waits: WaitRange) -> tuple[float, float]:
    """A sort key: the shortest median first, then the most futures with a start."""
    return (math.inf if waits.median_s is None else waits.median_s), -waits.started


def _known(name: str, expected: WorkloadModel) -> KnownLength:
    spans = expected.spans(name)
    if spans:
        own = expected.past is not None and expected.past.knows(name)
        return KnownLength(name, Lengths(spans).mean_s, None, sum(span.over for span in spans), own)
    length = expected.lengths.of(name)
    return KnownLength(name, length.seconds, length.source, 0, own=True)


def _assumptions(terms: WaitTerms, expected: WorkloadModel) -> Iterator[str]:
    """What is assumed, one sentence each."""
    match expected.coming:
        case LaterJobs.CONSTANT:
            yield "for each job that ends, its submitter submits another like it"
        case LaterJobs.QUEUE:
            yield "no further jobs are submitted"
        case LaterJobs.HISTORY:
            yield "jobs come as often as in the history and at all hours alike"
    yield from terms.past.remarks if terms.past is not None else ()
    if terms.past is None:
        yield (
            "without a history (--history) lengths are spread around what options, limits and running jobs say, and "
            "the range holds less often than it should"
        )
    yield "machines stay as they are, and users do not remove, hold or change their jobs"
