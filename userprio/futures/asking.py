"""When a job starts, what holds it back, and what would help: many futures, and one cycle of the present."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from userprio.classad import Evaluator
from userprio.errors import BadInput
from userprio.explain import Cause, Reason, explain_job, explain_submitter, known_submitters
from userprio.futures.remedies import Attempt, attempts
from userprio.futures.result import KnownLength, Remedy, Wait, WaitFor, WaitTerms
from userprio.naming import NothingFound, one_meant
from userprio.pool import Scenario
from userprio.processes import run_all
from userprio.quotas import build_tree
from userprio.schedd import Job, offered_jobs
from userprio.simulation import (
    Awaited,
    Coming,
    Expected,
    ForecastTerms,
    Lengths,
    Owner,
    Reach,
    Start,
    WaitRange,
    claims_of,
    expected_lengths,
    starts_in,
    telling,
)

Progress = Callable[[int, int], None]
_NEVER = WaitRange(0, 0, None, None, None)


def wait(
    scenario: Scenario,
    terms: WaitTerms,
    submitter: str | None = None,
    job: str | None = None,
    progress: Progress | None = None,
) -> Wait:
    """When a submitter's next job starts, or a `job` (cluster.proc), or the next one of everybody with idle jobs.

    Of a name the end is enough where only one has it; beside `job` it tells jobs of several schedds apart.

    Raises:
        NothingFound: there is nobody, or no job, of that name, or nothing of it waits.
        BadInput: a knob has a value that would stop a real negotiator, or the terms make no sense.
    """
    terms = _whole(terms, scenario)
    if terms.remedies and not (submitter is None and job is None):
        # A job that something is tried for is known by its ad, and ads of files are made anew each time they are read.
        scenario = replace(scenario, pool=replace(scenario.pool, jobs=tuple(scenario.pool.jobs)))
    waiting: dict[str, list[tuple[Owner, Job]]] = defaultdict(list)
    for owner, queue in offered_jobs(scenario.pool.jobs, Evaluator(scenario.now)).items():
        waiting[owner[0]] += [(owner, entry) for entry in queue]
    target, causes = _asked(scenario, submitter, job, waiting)
    targets = [Awaited(name) for name in waiting] if target is None else [target]
    jobs = {
        one: [entry.ad for owner, entry in waiting[one.submitter] if one.is_meant(owner, entry.id)] for one in targets
    }
    reach = Reach(scenario)
    slots = {one: reach.slots(jobs[one]) for one in targets}
    tried = []
    if target is not None and terms.remedies:
        known = known_submitters(scenario)
        tried = list(attempts(scenario, target, jobs[target], reach, known, terms.groups))
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
        remedies=tuple(sorted(remedies, key=lambda one: _rank(one.waits))),
        lengths=tuple(_known(name, expected) for name in sorted({*waiting, *expected.running})),
        assumptions=tuple(_assumptions(terms, expected)),
        warnings=scenario.pool.problems,
    )


def _whole(terms: WaitTerms, scenario: Scenario) -> WaitTerms:
    """The terms with names in full, and what is not said filled in."""
    if terms.futures < 1 or terms.horizon_s < 1:
        raise BadInput("there is one future at least, of a second at least")
    groups = [group.name for group in build_tree(scenario.config).groups]
    everybody = [*known_submitters(scenario), *groups]
    try:
        lengths = {one_meant(name, everybody, "submitter or group"): s for name, s in terms.job_lengths_s.items()}
        tried = tuple(one_meant(name, groups, "group") for name in terms.groups)
    except NothingFound as nothing:
        raise BadInput(nothing.message, hint=nothing.hint) from nothing
    coming = terms.coming or (Coming.CONSTANT if terms.past is None else Coming.HISTORY)
    if coming is Coming.HISTORY and terms.past is None:
        raise BadInput("jobs cannot come as in a history that is not there", hint="Give a history")
    return replace(terms, job_lengths_s=lengths, groups=tried, coming=coming)


def _asked(
    scenario: Scenario,
    submitter: str | None,
    job: str | None,
    waiting: Mapping[str, Sequence[tuple[Owner, Job]]],
) -> tuple[Awaited | None, list[Cause]]:
    """Who is waited for, None: everybody; and what holds it back in a cycle of the present.

    Raises:
        NothingFound: there is nobody, or no job, of that name, or nothing of it waits.
    """
    if submitter is None and job is None:
        return None, []
    explained = explain_submitter(scenario, submitter or "") if job is None else explain_job(scenario, job, submitter)
    causes = [explained.primary, *explained.others]
    name = explained.submitter or ""
    if job is None:
        if name not in waiting:
            hint = f"--jobs {name}=+1 supposes that it hands in a job"
            why = "" if explained.primary.reason is Reason.NO_IDLE_JOBS else f": {explained.primary.sentence}"
            raise NothingFound(f"no job of {name} waits{why}", hint)
        return Awaited(name), causes
    found = [owner for queue in waiting.values() for owner, entry in queue if entry.id == job]
    owner = next((one for one in found if one[0] == name), found[0] if found else None)
    if owner is None:
        raise NothingFound(f"job {job} does not wait: {causes[0].sentence}")
    return Awaited(owner[0], (owner[1], job)), causes


def _expected(scenario: Scenario, terms: WaitTerms) -> Expected:
    """What the futures are drawn from."""
    assert terms.coming is not None
    lengths = ForecastTerms(job_length_s=terms.job_length_s, job_lengths_s=terms.job_lengths_s)
    claims = claims_of(scenario)
    past = None if terms.past is None else terms.past.and_running(claims, scenario.now)
    return Expected(expected_lengths(scenario, lengths), telling(claims, scenario.now), terms.coming, past)


def _starts(
    scenario: Scenario,
    expected: Expected,
    targets: Sequence[Awaited],
    tried: Sequence[Attempt],
    terms: WaitTerms,
    progress: Progress | None,
) -> dict[Awaited | Attempt, list[Start]]:
    """How it goes in all futures: with the targets as things are, and with each attempt."""
    sides: list[tuple[Scenario, Sequence[Awaited], Sequence[Awaited | Attempt]]] = []
    if targets:
        sides.append((scenario, targets, targets))
    sides += [(attempt.scenario, [attempt.target], [attempt]) for attempt in tried]

    def run(task: tuple[int, int]) -> list[Start]:
        number, side = task
        pool, asked, _ = sides[side]
        return starts_in(pool, expected, asked, f"{terms.seed} {number}", terms.horizon_s)

    tasks = [(number, side) for number in range(terms.futures) for side in range(len(sides))]
    found: dict[Awaited | Attempt, list[Start]] = {}
    for (_, side), starts in zip(tasks, run_all(run, tasks, terms.processes, progress), strict=True):
        for whose, start in zip(sides[side][2], starts, strict=True):
            found.setdefault(whose, []).append(start)
    return found


def _waits(starts: Sequence[Start]) -> WaitRange:
    """Of none, which are not lived where no slot could take a job: it never starts."""
    return WaitRange.of(starts) if starts else _NEVER


def _after(starts: Sequence[Start]) -> tuple[tuple[str | None, int], ...]:
    counts = Counter(start.before for start in starts if start.wait_s is not None)
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0] or "")))


def _remedy(attempt: Attempt, starts: Sequence[Start], base: WaitRange, reach: Reach) -> Remedy:
    waits = _waits(starts)
    gain = None if base.median_s is None or waits.median_s is None else base.median_s - waits.median_s
    return Remedy(attempt.kind, attempt.what, attempt.target.submitter, reach.slots(attempt.jobs), waits, gain)


def _rank(waits: WaitRange) -> tuple[float, float]:
    """The shortest median first, then in how many futures it starts at all."""
    return (math.inf if waits.median_s is None else waits.median_s), -waits.started


def _known(name: str, expected: Expected) -> KnownLength:
    spans = expected.spans(name)
    if spans:
        own = expected.past is not None and expected.past.knows(name)
        return KnownLength(name, Lengths(spans).mean_s, None, sum(span.over for span in spans), own)
    length = expected.lengths.of(name)
    return KnownLength(name, length.seconds, length.source, 0, own=True)


def _assumptions(terms: WaitTerms, expected: Expected) -> Iterator[str]:
    """What is taken for granted, in sentences."""
    match expected.coming:
        case Coming.CONSTANT:
            yield "whoever finishes a job hands in another like it"
        case Coming.QUEUE:
            yield "no jobs come but those that are there"
        case Coming.HISTORY:
            yield "jobs come as often as in the history and at all hours alike"
    yield from terms.past.remarks if terms.past is not None else ()
    if terms.past is None:
        yield (
            "without a history (--history) lengths are spread around what options, limits and running jobs say, and "
            "the range holds less often than it should"
        )
    yield "machines stay as they are, and users do not remove, hold or change their jobs"
