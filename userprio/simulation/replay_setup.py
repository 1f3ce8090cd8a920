"""What a replay begins with: the pool at the beginning of the period, and the jobs that take part in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct, structs

from userprio.base.errors import BadInput
from userprio.base.formats import counted, listed
from userprio.classad import Ad, Evaluator, Expr, references
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation.clock import EventClock
from userprio.simulation.history import Fate, History, JobKey, PastJob, history_of
from userprio.simulation.machine_availability import Move, moves_within
from userprio.simulation.replay_result import ReplayTerms
from userprio.simulation.slots import SimulatedSlots

_RUNNING: Final = 2
_LEFT_OUT: Final = {Fate.HELD: "held before starting", Fate.PREPARING: "still being prepared"}
_LONGEST_S: Final = 10 * 366 * 86_400
_COUNTS: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")


class ReplaySetup(Struct, frozen=True):
    """What a replay begins with."""

    scenario: ScenarioData
    """As it is at the beginning."""
    begins_at: float
    ends_at: float
    jobs: tuple[PastJob, ...]
    """All that take part, in the order in which they were queued."""
    present: Mapping[JobKey, int]
    """The places among `jobs` of those that wait or run as it begins."""
    coming: Sequence[tuple[int, PastJob]]
    """The others, which come later, in the order of time, with their places."""
    assumptions: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    """Machines that come and go, in the order of time."""
    unrecorded: frozenset[JobKey] = frozenset()
    """Jobs of the snapshot that the history does not contain: nobody knows what became of them."""


def set_up_replay(scenario: ScenarioData, history: History, terms: ReplayTerms) -> ReplaySetup:
    """The beginning of a replay: the pool of the snapshot as it is if that is of the same second, else empty slots.

    Raises:
        BadInput: there are no slots, or the period has no length, no jobs or more than ten years.
    """
    if not scenario.pool.slots:
        raise BadInput("there are no slots to replay on", hint="Give a snapshot with slots.ads, or --slots 100:Cpus=8")
    begins, ends = _period(scenario, history, terms)
    as_it_is = int(begins) == scenario.now
    told = list(history.remarks)
    if as_it_is:
        pool = scenario.pool
    else:
        pool = _emptied(scenario, int(begins))
        if scenario.pool.jobs or len(pool.slots) != len(scenario.pool.slots) or _busy(scenario):
            told.append(
                "the snapshot is not of the time at which the period begins: its slots begin empty, without "
                "the jobs that it shows"
            )
    waiting = history_of(pool.jobs) if as_it_is else History(())
    known = {job.key for job in history.jobs}
    jobs = sorted(
        (*history.jobs, *(job for job in waiting.jobs if job.key not in known)), key=lambda job: job.queued_at
    )
    jobs = [job for job in jobs if job.queued_at <= ends and (job.ended_at is None or job.ended_at > begins)]
    # What was still being prepared, and ran later, comes when the period begins.
    queued = {
        job.key for job in waiting.jobs if not job.withdrawn or (job.key in known and job.fate is not Fate.PREPARING)
    }
    left_out = Counter(
        _LEFT_OUT.get(job.fate, "removed before starting") for job in jobs if job.withdrawn and job.key not in queued
    )
    told += [f"{counted(number, 'job')} {what} left out" for what, number in left_out.items()]
    jobs = [job for job in jobs if not job.withdrawn or job.key in queued]
    if not jobs:
        raise BadInput("no job of the history takes part in this period")
    unending = sum(job.length_s is None for job in jobs)
    if unending:
        told.append(
            f"{counted(unending, 'job')} whose end the history does not have "
            f"{'runs' if unending == 1 else 'run'} as long as others of the same submitter that did not end sooner, by "
            "their median"
        )
    killed = sum(job.killed is True for job in jobs)
    if killed:
        told.append(
            f"{counted(killed, 'job')} had to be killed when told to go: they stay as long as they may, as do others "
            "of submitters most of whose jobs had to be killed"
        )
    jobs, missing = _completed(jobs, pool, scenario.now)
    told += missing
    begun = [job for job in jobs if job.key not in queued and job.started_at is not None and job.started_at < begins]
    if as_it_is and begun:
        pool = replace(pool, jobs=(*pool.jobs, *(_running(job) for job in begun)))
    there_keys = queued | {job.key for job in begun} if as_it_is else set()
    there = {job.key: place for place, job in enumerate(jobs) if job.key in there_keys}
    coming = [(place, job) for place, job in enumerate(jobs) if job.key not in there]
    if not as_it_is:
        coming = [(place, _rest(job, begins)) for place, job in coming]
    ledger = scenario.ledger
    if ledger.last_update_time > begins:
        told.append("the ledger is of a later time than the beginning of the period: priorities begin as it has them")
        ledger = Ledger(ledger.ads, ledger.history, int(begins), ledger.sequence, ledger.created)
    beginning = replace(scenario, pool=pool, now=int(begins), ledger=ledger)
    moves = moves_within(history.machines, begins, ends)
    if history.machines is None:
        told.append("machines are there all the time: nothing says when one came or went")
    else:
        moving = len({move.machine for move in moves})
        told.append(f"machines: {moving:,} came or went in the period, by {history.machines.source}")
        told += history.machines.remarks
    unrecorded = frozenset(job.key for job in waiting.jobs) - known
    return ReplaySetup(beginning, begins, ends, tuple(jobs), there, coming, tuple(told), moves, unrecorded)


def _period(scenario: ScenarioData, history: History, terms: ReplayTerms) -> tuple[float, float]:
    ends = history.ends_at if terms.ends_at is None else terms.ends_at
    if terms.begins_at is not None:
        begins = terms.begins_at
    else:
        # A snapshot from shortly before the first job is of the same time too.
        early = history.begins_at - scenario.now <= ends - history.begins_at
        begins = float(scenario.now) if scenario.now < ends and early else float(int(history.begins_at))
    if ends <= begins:
        raise BadInput("the period that is to be replayed is over before it begins")
    if ends - begins > _LONGEST_S:
        raise BadInput("the period that is to be replayed is longer than ten years", hint="Shorten it: --from, --until")
    return begins, ends


def _busy(scenario: ScenarioData) -> bool:
    return bool(SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now)).claimed())


def _emptied(scenario: ScenarioData, now: int) -> Pool:
    """The pool with all slots free and no jobs."""
    slots = SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now))
    for slot, _ in slots.claimed():
        slots.free(slot)
    heard = {"LastHeardFrom": now, "MyCurrentTime": now, "EnteredCurrentState": now, "EnteredCurrentActivity": now}
    pool = scenario.pool
    submitters = tuple(
        ad.replace({"LastHeardFrom": now, **{name: 0 for name in _COUNTS if name in ad}}) for ad in pool.submitters
    )
    return replace(pool, slots=tuple(slot.ad.replace(heard) for slot in slots), submitters=submitters, jobs=())


def _running(job: PastJob) -> Ad:
    """The ad of a job that runs as the period begins."""
    return job.ad.replace({"JobStatus": _RUNNING})


def _rest(job: PastJob, begins: float) -> PastJob:
    """The rest of a job that ran as the period began and whose slot is not known: it waits at the beginning."""
    if job.last_started_at is None or job.last_started_at >= begins or job.length_s is None:
        return job
    return structs.replace(job, length_s=max(job.last_started_at + job.length_s - begins, 0.0))


def _completed(jobs: Sequence[PastJob], pool: Pool, now: int) -> tuple[list[PastJob], list[str]]:
    """The jobs, with the attributes that their Requirements look at and their records lack taken from other ads.

    `condor_history -attributes` leaves out what it was not asked for.
    """
    evaluator = Evaluator(now)
    wanted: dict[int, tuple[Expr, frozenset[str]]] = {}
    lacking: Counter[str] = Counter()
    for job in jobs:
        requirements = job.ad.expr("Requirements")
        if requirements is not None:
            if id(requirements) not in wanted:
                wanted[id(requirements)] = requirements, _own(requirements)
            lacking.update(name for name in wanted[id(requirements)][1] if name not in job.ad)
    given = {name: value for name in lacking if (value := _common(name, pool, evaluator)) is not None}
    if not given:
        return list(jobs), []
    names = [next((own for own in ad if own.lower() == name), name) for name in sorted(given) for ad in pool.slots[:1]]
    told = f"jobs that lack {listed(names)}, which their Requirements look at, have what the ads of the snapshot say"
    return [
        structs.replace(job, ad=job.ad.replace({name: value for name, value in given.items() if name not in job.ad}))
        for job in jobs
    ], [told]


def _own(requirements: Expr) -> frozenset[str]:
    return frozenset(reference.name for reference in references(requirements) if reference.scope == "my")


def _common(name: str, pool: Pool, evaluator: Evaluator) -> Expr | None:
    """The value that all jobs of a snapshot that have the attribute share, or else all slots; None if they differ."""
    for ads in (pool.jobs, pool.slots):
        said = {repr(expr): expr for expr in _said(name, ads)}
        if len(said) == 1:
            return next(iter(said.values()))
    return None


def _said(name: str, ads: Iterable[Ad]) -> Iterator[Expr]:
    for ad in ads:
        expr = ad.expr(name)
        if expr is not None:
            yield expr
