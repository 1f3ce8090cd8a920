"""Replaying a past period: the jobs of a history come when they came, and the simulated pool runs them.

`lived` runs one policy; `live_again` runs the one in force and perhaps another beside it, and says how close the first
comes to what really happened. Deterministic: the same history, pool and policy give the same result.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, fields, replace
from typing import Any, Final

from userprio.base.parallel import run_all
from userprio.classad import Evaluator, Value
from userprio.negotiation.schedd import Autoclusters, Job, asked_attributes, offered_jobs, significant_attributes
from userprio.pool import NegotiatorSettings, ScenarioData
from userprio.simulation.calibration import calibrated
from userprio.simulation.checkpoints import KeptPolicy, KeptReplay
from userprio.simulation.claimed import Owner
from userprio.simulation.claims import Ending, Run
from userprio.simulation.figures import figures_of
from userprio.simulation.history import History, JobKey, PastJob, as_submitted
from userprio.simulation.past_work import PastWork
from userprio.simulation.presence import capacity_of
from userprio.simulation.replay_result import JobCourse, Look, Replay, ReplayedPolicy, ReplayTerms
from userprio.simulation.replay_setting import Setting, setting_of
from userprio.simulation.world import PHASE_S, CycleTimes, World

Progress = Callable[[int, int], None]
"""Called with the amount done and the total."""

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


@dataclass(frozen=True, slots=True)
class Fractions:
    """Fractions of seconds, which a history of whole seconds lacks."""

    cycle: float = PHASE_S
    """The fraction of its second at which the first cycle begins."""
    ends: float | None = None
    """The fraction of its second at which a completed job ends if it starts in its second; None: every job runs for its
    `PastJob.length_s`."""


_FRACTIONS: Final = [Fractions(cycle, ends) for cycle in (PHASE_S, 0.1, 0.9) for ends in (None, 0.3, 0.5, 0.7)]


def live_again(
    scenario: ScenarioData,
    history: History,
    terms: ReplayTerms | None = None,
    *,
    other: ScenarioData | None = None,
    processes: int = 1,
    progress: Progress | None = None,
    kept: KeptReplay | None = None,
) -> Replay:
    """The period of a history under the policy of a scenario, and under that of the `other`, if there is one.

    The second begins with the ledger, slots and knobs of `other`. With two processes they run in parallel. A replay
    whose state was `kept` is resumed, and its state is saved there.

    Raises:
        BadInput: a knob has a value that would stop a real negotiator, the terms make no sense, or what is kept is
            damaged or of another replay.
        Refused: another replay uses that folder.
    """
    with nullcontext() if kept is None else kept.held():
        return _replayed(scenario, history, terms or ReplayTerms(), other, processes, progress, kept)


def _replayed(
    scenario: ScenarioData,
    history: History,
    terms: ReplayTerms,
    other: ScenarioData | None,
    processes: int,
    progress: Progress | None,
    kept: KeptReplay | None,
) -> Replay:
    setting = setting_of(scenario, history, terms)
    settings = [(IN_FORCE, setting)]
    if other is not None:
        same = replace(terms, begins_at=setting.begins_at, ends_at=setting.ends_at)
        settings.append((CHANGED, setting_of(other, history, same)))

    known = [None if kept is None else kept.of(name, each, cycle_times(each, terms)) for name, each in settings]
    trying = None if progress is None else _before(progress, len(settings))
    fractions, tried = _nearest(setting, terms, processes, trying)
    if progress is not None and tried > 1:
        progress = _behind(progress, tried, len(settings))

    def one(number: int) -> tuple[ReplayedPolicy, list[tuple[Any, ...]]]:
        name, each = settings[number]
        tell = None if progress is None or processes > 1 else _part(progress, number, len(settings))
        policy = lived(each, name, cycle_times(each, terms), fractions, tell, watched=terms.looks, kept=known[number])
        # What is known of past jobs need not travel from one process to another.
        return replace(policy, jobs=()), [_fields(course) for course in policy.jobs]

    found = run_all(one, range(len(settings)), processes, progress if processes > 1 else None)
    policies = [
        replace(policy, jobs=tuple(JobCourse(past, *rest) for past, rest in zip(each.jobs, courses, strict=True)))
        for (policy, courses), (_, each) in zip(found, settings, strict=True)
    ]
    return Replay(
        terms,
        setting.begins_at,
        setting.ends_at,
        tuple(policies),
        calibrated(policies[0], setting, cycle_times(setting, terms).interval_s),
        (*setting.assumptions, *((_TRIED.format(tried),) if tried > 1 else ())),
    )


def _nearest(setting: Setting, terms: ReplayTerms, processes: int, progress: Progress | None) -> tuple[Fractions, int]:
    """The fractions of seconds with which a short replay is closest to what really happened, and how many were tried.

    How far off a replay is adds up from the part of jobs that do not start within an interval of the truth, half the
    part that does not within two seconds, and the largest relative error in a submitter's use.
    """
    interval = cycle_times(setting, terms).interval_s
    if setting.ends_at - setting.begins_at > _FEW_CYCLES * interval or len(setting.jobs) > _FEW_JOBS:
        return Fractions(), 1
    places = range(len(_FRACTIONS))

    def off(place: int) -> float:
        policy = lived(setting, times=cycle_times(setting, terms), fractions=_FRACTIONS[place])
        found = calibrated(policy, setting, interval)
        if found is None:
            return 0.0
        apart = [abs(each.replayed / each.true - 1) for each in found.weight_s if each.true]
        there = sum(_in_its_second(course, setting.begins_at) for course in policy.jobs)
        return 1 - found.within_interval + (1 - there / found.jobs) / 2 + max(apart, default=0.0)

    if off(0) <= _NEAR_ENOUGH:
        return Fractions(), 1
    far = run_all(off, places, processes, progress)
    return _FRACTIONS[min(places, key=far.__getitem__)], len(places)


def _in_its_second(course: JobCourse, begins: float) -> bool:
    """Whether a job really started in the period, and does so within `_SAME_S` of then."""
    true = course.past.started_at
    return true is not None and true >= begins and abs((course.started_at or 0.0) - true) <= _SAME_S


def _first_cycle(setting: Setting, times: CycleTimes, fraction: float) -> float:
    """When the first cycle comes: with the first match in the history, if that is within an interval, else at once."""
    begins, interval = setting.begins_at, times.interval_s
    matches = (job.matched_at for job in setting.jobs if job.matched_at is not None)
    first = min((at for at in matches if begins <= at < begins + interval), default=begins)
    return first + fraction


def _fields(course: JobCourse) -> tuple[Any, ...]:
    """All fields but `past`."""
    return tuple(getattr(course, field.name) for field in fields(course)[1:])


def _before(progress: Progress, then: int) -> Progress:
    """Progress of replays that are followed by `then` more."""
    return lambda done, of: progress(done, of + then)


def _behind(progress: Progress, lives: int, then: int) -> Progress:
    """Progress of `then` replays that follow others."""
    return lambda done, of: progress(lives * of + done * then, (lives + then) * of)


def _part(progress: Progress, number: int, of: int) -> Progress:
    return lambda done, whole: progress(number * whole + done, of * whole)


def cycle_times(setting: Setting, terms: ReplayTerms) -> CycleTimes:
    """When cycles come in a replay."""
    if terms.interval_s is None:
        return CycleTimes.from_config(setting.scenario.config)
    return CycleTimes(terms.interval_s, terms.interval_s)


def lived(
    setting: Setting,
    name: str = IN_FORCE,
    times: CycleTimes | None = None,
    fractions: Fractions | None = None,
    progress: Progress | None = None,
    *,
    watched: bool = False,
    kept: KeptPolicy | None = None,
) -> ReplayedPolicy:
    """The period under one policy. Without `times`, cycles come as configured; if it is `watched`, weight in use is
    sampled; `kept` is where its state is saved.
    """
    times = CycleTimes.from_config(setting.scenario.config) if times is None else times
    fractions = fractions or Fractions()
    times = replace(times, first_at=_first_cycle(setting, times, fractions.cycle))
    courses = _Courses(setting.jobs, setting.begins_at)
    work = PastWork(setting.jobs, setting.ends_at, fractions.ends)
    coming = _Coming(setting, courses)
    world = World(setting.scenario, work, times, expected=coming.owners)
    courses.expect(setting.there)
    work.now = lambda: world.now
    world.feed(iter(coming))
    capacity = capacity_of(world.slots, setting.moves, setting.begins_at)
    world.move(setting.moves)
    if kept is not None:
        kept.begin(world)
    looks = max(min(_LOOKS, int(setting.ends_at - setting.begins_at)), 1)
    seen: list[Look] = []
    for look in range(1, looks + 1):
        world.run_until(setting.begins_at + (setting.ends_at - setting.begins_at) * look / looks)
        courses.take_up(world.claims.runs)
        world.claims.runs.clear()
        if watched:
            seen.append(_look(world))
        if kept is not None:
            kept.keep(world, last=look == looks)
        if progress is not None:
            progress(look, looks)
    courses.take_up(world.claims.all_runs())
    return replace(figures_of(name, setting, courses.done(), world, capacity), looks=tuple(seen))


def _look(world: World) -> Look:
    weights: dict[str, float] = defaultdict(float)
    for slot, claim in world.slots.claimed():
        name = world.group_of(claim.submitter) if world.tree.group_mode else claim.submitter
        weights[name] += world.slots.weight(slot)
    return Look(world.now, dict(weights))


class _Course:
    """The course of a job so far."""

    __slots__ = ("badput", "ended", "last", "left", "missing", "preemptions", "started", "weight_s")

    def __init__(self, pieces: int) -> None:
        self.started: float | None = None
        self.last: float | None = None
        self.ended: float | None = None
        self.weight_s = self.badput = 0.0
        self.preemptions = 0
        self.missing = self.left = pieces
        """Pieces that have not started, and those that have not come to their end."""


class _Courses:
    """The courses of all jobs so far, from the runs that are over."""

    def __init__(self, jobs: Sequence[PastJob], begins_at: float) -> None:
        self._jobs, self._begins_at = jobs, begins_at
        self._courses = [_Course(job.pieces) for job in jobs]
        self._places: dict[JobKey, int] = {}
        """The places of jobs, or of their pieces, that wait or run."""
        self._again: set[JobKey] = set()
        """Jobs that were interrupted."""

    def expect(self, jobs: Mapping[JobKey, int]) -> None:
        """Add jobs by their places; their runs may be collected from now on."""
        self._places.update(jobs)

    def take_up(self, runs: Iterable[Run]) -> None:
        """Collect runs in the order in which they ended, or that still go on."""
        for run in runs:
            key = run.schedd, run.job
            place = self._places.get(key)
            if place is None:
                continue
            course = self._courses[place]
            if key not in self._again:
                course.missing -= 1
                course.started = max(course.started or 0.0, run.started_at)
            course.last = max(course.last or 0.0, run.started_at)
            course.weight_s += run.weight * (run.ended_at - max(run.started_at, self._begins_at))
            if run.ending is Ending.EVICTED:
                self._again.add(key)
                course.preemptions += 1
                course.badput += run.weight_s
            elif run.ending is Ending.DONE:
                del self._places[key]
                self._again.discard(key)
                course.left -= 1
                course.ended = run.ended_at if not course.left else None

    def done(self) -> tuple[JobCourse, ...]:
        """The course of each job."""
        return tuple(
            JobCourse(
                past=job,
                started_at=course.started if not course.missing else None,
                last_started_at=course.last if not course.missing else None,
                ended_at=course.ended,
                weight_s=course.weight_s,
                preemptions=course.preemptions,
                badput_weight_s=course.badput,
            )
            for job, course in zip(self._jobs, self._courses, strict=True)
        )


class _Coming:
    """The jobs that come in the period, each made when it comes."""

    def __init__(self, setting: Setting, courses: _Courses) -> None:
        self._setting, self._courses = setting, courses
        scenario = setting.scenario
        settings = NegotiatorSettings.of(scenario)
        asked = asked_attributes(scenario.pool.slots, settings)
        self._clusters = Autoclusters(significant_attributes(asked, settings))
        self._evaluator = Evaluator(scenario.now)
        self.owners = {(job.submitter, job.schedd) for _, job in setting.coming}

    def __iter__(self) -> Iterator[tuple[float, Owner, Job]]:
        for place, past in self._setting.coming:
            at = max(past.queued_at + _ARRIVES, self._setting.begins_at)
            ad = as_submitted(past.ad, past.queued_at)
            cluster = int(past.id.partition(".")[0])
            first: Job | None = None
            owner: Owner = (past.submitter, past.schedd)
            for piece in range(past.pieces):
                if past.pieces > 1 or "ClusterId" not in ad:
                    ids: dict[str, Value] = {
                        "ClusterId": cluster,
                        "ProcId": piece,
                        "GlobalJobId": f"{past.schedd}#{cluster}.{piece}",
                    }
                    ad = ad.replace(ids)
                if first is None:
                    found = offered_jobs([ad], self._evaluator)
                    if not found:
                        break
                    ((owner, (first,)),) = found.items()
                    # Autoclusters of the snapshot have numbers from 0 on.
                    kind = replace(first.kind, autocluster=-2 - self._clusters.number(ad))
                    job = Job(first.cluster, first.proc, kind)
                else:
                    job = Job(cluster, piece, replace(kind, ad=ad))
                self._courses.expect({(owner[1], job.id): place})
                yield at, owner, job
