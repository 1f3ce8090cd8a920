"""When a job starts, what holds it back, and what would help: many futures, and one cycle of the present.

Start reading at `wait`. What may help is tried, each on a pool of its own: smaller requests, other accounting groups,
holding jobs that are in the way.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import ROOT, GroupTree, build_tree
from userprio.analysis.explain import Cause, Reason, explain_job, explain_submitter, known_submitters
from userprio.base import BadInput, NothingFound, counted, one_meant, run_all
from userprio.classad import Ad, Evaluator, Expr, Literal, number_of, text_of
from userprio.negotiation import Memory
from userprio.negotiation.schedd import Job, offered_jobs, schedd_of
from userprio.pool import Pool, ScenarioData
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

_REQUESTS: Final = (("RequestMemory", "Memory", "memory", 2.0), ("RequestCpus", "Cpus", "cores", 2.0))
"""The request to reduce, the slot attribute it is met from, its name in words, and the least value to try."""
GROUP: Final = "AccountingGroup"
STATUS: Final = "JobStatus"
_HELD: Final = 5
_OFFERS: Final = "MAX_CONCURRENT_UPLOADS_PER_USER"


class Attempt(Struct, frozen=True, eq=False):
    """A scenario with some jobs changed, and whom it is tried for."""

    kind: str
    """The job attribute that is changed."""
    what: str
    """The change in words, without a full stop."""
    scenario: ScenarioData
    target: StartTarget
    jobs: tuple[Ad, ...]
    """The jobs concerned, with the change made."""
    unfit: bool = False
    """The target is a job that fits no slot without the change, whatever else its submitter has waiting."""


class Attempts(Struct, frozen=True):
    """What may help a target, whose submitter has this queue: half the request, a request that fits, other groups."""

    scenario: ScenarioData
    target: StartTarget
    queue: Sequence[tuple[Owner, Job]]
    reach: EligibleSlots

    def all(self, known: Collection[str], groups: Collection[str]) -> Iterator[Attempt]:
        """Every attempt; `known` are the names of all submitters, `groups` further groups to try."""
        jobs = [job.ad for owner, job in self.queue if self.target.is_meant(owner, job.id)]
        for request in _REQUESTS:
            yield from self._with_less(jobs, *request)
        yield from self._of_unfit(jobs)
        tree = build_tree(self.scenario.config)
        for name in other_names(self.target.submitter, known, groups, tree):
            account, group = name.rpartition("@")[0], tree.assigned(name).name
            moved = [ad.replace({GROUP: account, "AcctGroup": None}) for ad in jobs]
            what = f"{'no accounting group' if group == ROOT else f'accounting group {group}'} ({name})"
            target = replace(self.target, submitter=name)
            yield Attempt(GROUP, what, self._changed(jobs, moved, name), target, tuple(moved))

    def _with_less(
        self, jobs: Sequence[Ad], attribute: str, resource: str, what: str, least: float
    ) -> Iterator[Attempt]:
        """Half of a request, and as much as opens further slots."""
        asked = self._asked(jobs, attribute)
        if max(asked, default=0.0) < least:
            return
        now = _range(asked)
        tried = {f"half the {what} ({attribute} is {now})": [own // 2 if own >= least else own for own in asked]}
        # The largest request at which further slots fit: asking for less would help no more.
        if (room := self.reach.next_size(jobs, attribute, resource)) is not None:
            words = f"{attribute} of at most {room:g}, which fits further slots (it is {now})"
            tried[words] = [min(value, room) for value in asked]
        for words, values in tried.items():
            less = [ad.replace({attribute: int(value)}) for ad, value in zip(jobs, values, strict=True)]
            yield Attempt(attribute, words, self._changed(jobs, less, self.target.submitter), self.target, tuple(less))

    def _of_unfit(self, jobs: Sequence[Ad]) -> Iterator[Attempt]:
        """Where some jobs of the queue fit no slot: requests with which they do, or holding them out of others' way."""
        fitting = zip(self.queue, self.reach.fitting(job.ad for _, job in self.queue), strict=True)
        unfit = [place for place, fits in fitting if not fits]
        waiting = [ad for ad, fits in zip(jobs, self.reach.fitting(jobs), strict=True) if fits]
        # If none fits, the request itself is tried; if all do, none is in another's way.
        if not (unfit and waiting):
            return
        ads = [job.ad for _, job in unfit]
        more = f" and {len(unfit) - 1} more" if len(unfit) > 1 else ""
        which = f"job {unfit[0][1].id}{more}, which {'fit' if more else 'fits'} no slot"
        for attribute, resource, _, _ in _REQUESTS if self.target.job is None else ():
            if (room := self.reach.next_size(ads, attribute, resource)) is None:
                continue
            asked = self._asked(ads, attribute)
            less = [ad.replace({attribute: int(min(value, room))}) for ad, value in zip(ads, asked, strict=True)]
            fitting_now = zip(unfit, less, self.reach.fitting(less), strict=True)
            (owner, job), ad = next((place, ad) for place, ad, fits in fitting_now if fits)
            what = f"{attribute} of at most {room:g} for {which} (it is {_range(asked)})"
            awaited = StartTarget(self.target.submitter, (owner[1], job.id))
            yield Attempt(attribute, what, self._changed(ads, less, awaited.submitter), awaited, (ad,), unfit=True)
        offered = self.scenario.config.integer(_OFFERS, default=0)
        if 0 < offered < len(self.queue):  # they count among the jobs that are offered
            held = self._changed(ads, [ad.replace({STATUS: _HELD}) for ad in ads], None)
            yield Attempt(STATUS, f"holding {which}", held, self.target, tuple(waiting))

    def _asked(self, jobs: Sequence[Ad], attribute: str) -> list[float]:
        evaluator = Evaluator(self.scenario.now)
        return [number_of(evaluator, ad, attribute) or 0.0 for ad in jobs]

    def _changed(self, before: Sequence[Ad], after: Sequence[Ad], to: str | None) -> ScenarioData:
        """The scenario with some jobs changed, and moved `to` another submitter (None: held)."""
        pool, evaluator = self.scenario.pool, Evaluator(self.scenario.now)
        return replace(self.scenario, pool=_with_jobs(pool, before, after, self.target.submitter, to, evaluator))


def _range(values: Sequence[float]) -> str:
    return f"{values[0]:g}" if len(set(values)) == 1 else f"{min(values):g} to {max(values):g}"


def other_names(name: str, known: Collection[str], groups: Collection[str], tree: GroupTree) -> list[str]:
    """The same user's submitter names in other groups: the known ones, and those in `groups`."""
    user, domain = _user(name, tree)
    same = [other for other in known if "@" in other and _user(other, tree) == (user, domain)]
    named = [f"{user}@{domain}" if group == ROOT else f"{group}.{user}@{domain}" for group in groups]
    return [other for other in dict.fromkeys([*sorted(same), *named]) if other != name]


def _user(name: str, tree: GroupTree) -> tuple[str, str]:
    """The user's own name, without the group, and the domain."""
    local, _, domain = name.rpartition("@")
    group = tree.assigned(name).name
    return (local if group == ROOT else local[len(group) + 1 :]), domain


def _with_jobs(
    pool: Pool, before: Sequence[Ad], after: Sequence[Ad], owner: str, to: str | None, evaluator: Evaluator
) -> Pool:
    """The pool with some idle jobs moved to another submitter (None: held), submitter ads included."""
    become = {id(old): new for old, new in zip(before, after, strict=True)}
    submitters = list(pool.submitters)
    for schedd in dict.fromkeys(schedd_of(ad, evaluator) for ad in before):
        old = [ad for ad in before if schedd_of(ad, evaluator) == schedd]
        _count(submitters, owner, schedd, -1, old, evaluator)
        if to is None:
            continue
        # A negotiator visits only who has an ad: a new name at this schedd needs one, with nothing counted yet.
        like = _place(submitters, owner, schedd, evaluator)
        if to != owner and _place(submitters, to, schedd, evaluator) is None and like is not None:
            nothing = {name: 0 for name in _COUNTS if name in submitters[like]}
            submitters.append(submitters[like].replace({"Name": to, **nothing}))
        _count(submitters, to, schedd, 1, [become[id(ad)] for ad in old], evaluator)
    return replace(pool, jobs=tuple(become.get(id(ad), ad) for ad in pool.jobs), submitters=tuple(submitters))


_COUNTS: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")


def _place(submitters: Sequence[Ad], name: str, schedd: str | None, evaluator: Evaluator) -> int | None:
    """The index of a submitter's ad at a schedd, or else at any other."""
    own = [number for number, ad in enumerate(submitters) if text_of(evaluator, ad, "Name") == name]
    at_schedd = [number for number in own if text_of(evaluator, submitters[number], "ScheddName") == schedd]
    return next(iter(at_schedd or own), None)


def _count(
    submitters: list[Ad], name: str, schedd: str | None, sign: int, jobs: Sequence[Ad], evaluator: Evaluator
) -> None:
    """Add idle jobs to the counts of a submitter's ad (`sign` is 1), or subtract them (-1)."""
    if (place := _place(submitters, name, schedd, evaluator)) is None:
        return
    weight = sum(number_of(evaluator, job, "RequestCpus") or 1 for job in jobs)
    counts = {}
    for attribute, idle in {"IdleJobs": len(jobs), "WeightedIdleJobs": weight}.items():
        if (count := number_of(evaluator, submitters[place], attribute)) is not None:
            counts[attribute] = max(count + sign * idle, 0)
    submitters[place] = submitters[place].replace(counts)


DAY_S = 86_400


class WaitTerms(Struct, frozen=True):
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
    job_lengths_s: Mapping[str, float] = {}
    """Mean run times in seconds; see `ForecastTerms`."""
    remedies: bool = True
    """Whether to try remedies."""
    groups: tuple[str, ...] = ()
    """Full names of groups that the submitter may use besides those in which it is known."""
    processes: int = 1
    """How many futures are simulated at once."""


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
    horizon_s: int
    coming: LaterJobs
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


_UP_TO_DATE: Final = 0.1
"""A history may end before the snapshot by at most this part of its period, or the two are of different times."""


def past_of(history: History, scenario: ScenarioData) -> Past:
    """What a history and the snapshot's queue say about lengths and arrivals.

    A history has the jobs that left the queue from its first record on, which biases it: runs that began earlier are
    included only because they were long enough, and jobs submitted earlier only if they waited and ran long enough. So
    such runs are taken as left-truncated, and such jobs are not counted as arrivals. A trace has all its jobs.
    """
    since, until, queue = history.begins_at, history.ends_at, list[PastJob]()
    if not history.trace:
        since = min((job.ended_at for job in history.jobs if job.ended_at is not None), default=since)
    if until <= scenario.now <= until + _UP_TO_DATE * (until - since):
        known = {job.key for job in history.jobs}
        until = float(scenario.now)
        # Jobs still queued are in no history; without them, arrivals of the last hours would seem to fade.
        queue = [job for job in history_of(scenario.pool.jobs).jobs if job.key not in known]
    spans: dict[str, list[Span]] = defaultdict(list)
    for job in sorted(history.jobs, key=lambda job: job.ended_at or 0.0):
        if job.length_s is not None and job.length_s > 0:
            begun_before = 0.0 if job.last_started_at is None else max(since - job.last_started_at, 0.0)
            spans[job.submitter].append(Span(job.length_s, True, min(begun_before, job.length_s)))
    came = [job for job in (*history.jobs, *queue) if not job.withdrawn and since <= job.queued_at <= until]
    ads = (*(job.ad for job in came), *scenario.pool.jobs)
    given = {repr(expr): expr for ad in ads if (expr := ad.expr("Requirements")) is not None}
    # Those of all other jobs, if these are identical; else jobs without any fit any slot.
    requirements = next(iter(given.values())) if len(given) == 1 else Literal(True)
    lacking = sum("Requirements" not in job.ad for job in came)
    submissions = tuple(submission for job in came for submission in _submissions(job, requirements))
    remarks = list(history.remarks)
    if lacking:
        remarks.append(
            f"{counted(lacking, 'record')} without Requirements: such jobs are assumed to have those of all other jobs "
            "if these are identical, or else to fit anywhere"
        )
    return Past(since, until, spans, submissions, tuple(remarks))


def _submissions(job: PastJob, requirements: Expr) -> Iterable[Submission]:
    ad = as_submitted(job.ad, job.queued_at)
    if "Requirements" not in ad:
        ad = ad.replace({"Requirements": requirements})
    return [Submission((job.submitter, job.schedd), job.queued_at, ad, int(job.id.partition(".")[0]))] * job.pieces


Progress = Callable[[int, int], None]
_Side = tuple[ScenarioData, Sequence[StartTarget], Sequence[StartTarget | Attempt]]
"""A scenario, whose starts are wanted in it, and for what: the targets themselves, or an attempt."""
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
        awaited: [entry.ad for owner, entry in waiting[awaited.submitter] if awaited.is_meant(owner, entry.id)]
        for awaited in targets
    }
    reach = EligibleSlots(scenario)
    slots = {awaited: reach.slots(jobs[awaited]) for awaited in targets}
    # Remedies need a target: with everybody's jobs in question, no single change stands out.
    tried = []
    if target is not None and terms.remedies:
        known = known_submitters(scenario)
        tried = list(Attempts(scenario, target, waiting[target.submitter], reach).all(known, terms.groups))
    expected = _expected(scenario, terms)
    # What fits no slot even so never starts: no future has to be drawn to know that.
    reached = [awaited for awaited in targets if slots[awaited]]
    sides: list[_Side] = [(scenario, reached, reached)] if reached else []
    sides += [(attempt.scenario, [attempt.target], [attempt]) for attempt in tried if reach.slots(attempt.jobs)]
    starts = _starts(sides, expected, terms, progress)
    estimates = []
    for awaited in targets:
        (schedd, number), own = awaited.job or (None, None), starts.get(awaited, [])
        queued = (len(waiting[awaited.submitter]), slots[awaited])
        before = Counter(start.before for start in own if start.wait_s is not None)
        after = tuple(sorted(before.items(), key=lambda pair: (-pair[1], pair[0] or "")))
        estimates.append(WaitEstimate(awaited.submitter, number, schedd, *queued, _waits(own), after))
    estimates.sort(key=lambda wait: (wait.waits.median_s is None, wait.waits.median_s or 0.0, wait.submitter))
    base = estimates[0].waits if estimates else _NEVER
    remedies = [_remedy(attempt, starts.get(attempt, []), base, reach) for attempt in tried]

    def helpful_first(remedy: Remedy) -> tuple[bool, float, int]:
        median_s, started = remedy.waits.median_s, remedy.waits.started
        return not remedy.helps, math.inf if median_s is None else median_s, -started

    return Wait(
        at=scenario.now,
        seed=terms.seed,
        futures=terms.futures,
        horizon_s=terms.horizon_s,
        coming=expected.coming,
        history_s=None if terms.past is None else terms.past.until - terms.past.since,
        found=tuple(estimates),
        causes=tuple(causes),
        remedies=tuple(sorted(remedies, key=helpful_first)),
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
    owners = [owner for queue in waiting.values() for owner, entry in queue if entry.id == job]
    if not owners:
        raise NothingFound(f"job {job} does not wait: {causes[0].sentence}")
    owner = next((candidate for candidate in owners if candidate[0] == name), owners[0])
    return StartTarget(owner[0], (owner[1], job)), causes


def _expected(scenario: ScenarioData, terms: WaitTerms) -> WorkloadModel:
    assert terms.coming is not None
    lengths = ForecastTerms(job_length_s=terms.job_length_s, job_lengths_s=terms.job_lengths_s)
    claims = claims_of(scenario)
    past = None if terms.past is None else terms.past.and_running(claims, scenario.now)
    return WorkloadModel(expected_lengths(scenario, lengths), long_running(claims, scenario.now), terms.coming, past)


def _starts(
    sides: Sequence[_Side], expected: WorkloadModel, terms: WaitTerms, progress: Progress | None
) -> dict[StartTarget | Attempt, list[Start]]:
    """The starts in all futures: of the targets without a change, and of each attempt."""
    memory = Memory()

    def run(task: tuple[int, int]) -> list[Start]:
        number, side = task
        pool, asked, _ = sides[side]
        # The same number draws the same future on both sides: what differs is due to the remedy, not to chance.
        return sample_starts(pool, expected, asked, f"{terms.seed} {number}", terms.horizon_s, memory)

    tasks = [(number, side) for number in range(terms.futures) for side in range(len(sides))]
    by_target: defaultdict[StartTarget | Attempt, list[Start]] = defaultdict(list)
    for (_, side), starts in zip(tasks, run_all(run, tasks, terms.processes, progress), strict=True):
        for whose, start in zip(sides[side][2], starts, strict=True):
            by_target[whose].append(start)
    return by_target


def _waits(starts: Sequence[Start]) -> WaitRange:
    return WaitRange.of(starts) if starts else _NEVER  # as when no slot fits


def _remedy(attempt: Attempt, starts: Sequence[Start], base: WaitRange, reach: EligibleSlots) -> Remedy:
    waits, base = _waits(starts), _NEVER if attempt.unfit else base
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
        return KnownLength(name, Lengths(spans).mean_s, None, sum(span.over for span in spans), own)
    length = expected.lengths.of(name)
    return KnownLength(name, length.seconds, length.source, 0, own=True)


def _assumptions(terms: WaitTerms, expected: WorkloadModel) -> Iterator[str]:
    yield {
        LaterJobs.CONSTANT: "for each job that ends, its submitter submits another like it",
        LaterJobs.QUEUE: "no further jobs are submitted",
        LaterJobs.HISTORY: "jobs come as often as in the history and at all hours alike",
    }[expected.coming]
    if terms.past is not None:
        yield from terms.past.remarks
    else:
        yield (
            "without a history (--history) lengths are spread around what options, limits and running jobs say, and "
            "the range holds less often than it should"
        )
    yield "machines stay as they are, and users do not remove, hold or change their jobs"
