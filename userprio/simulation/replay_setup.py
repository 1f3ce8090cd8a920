"""What a replay begins with: the pool at the beginning of the period, and the jobs that take part in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.errors import BadInput
from userprio.base.formats import counted, listed
from userprio.classad import Ad, Evaluator, Expr, references
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation.clock import EventClock
from userprio.simulation.history import Fate, History, JobKey, MachineTimes, PastJob, history_of
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
    """Where in `jobs` those are that wait or run as it begins."""
    arrivals: Sequence[tuple[int, PastJob]]
    """The others, which come later, in the order of time, each with where it is in `jobs`."""
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
    pool = scenario.pool if as_it_is else _emptied(scenario, int(begins))
    snapshot = history_of(pool.jobs) if as_it_is else History(())
    known = {job.key for job in history.jobs}
    # A job that was still being prepared, and that the history shows to have run later, comes when the period begins.
    queued = {
        job.key for job in snapshot.jobs if not job.withdrawn or (job.key in known and job.fate is not Fate.PREPARING)
    }
    candidates = _in_period((*history.jobs, *(job for job in snapshot.jobs if job.key not in known)), begins, ends)
    jobs = [job for job in candidates if not job.withdrawn or job.key in queued]
    if not jobs:
        raise BadInput("no job of the history takes part in this period")
    jobs, completed = _completed(jobs, pool, scenario.now)
    # Started before the period and missing from the snapshot's queue: it runs, and the snapshot has no ad of it.
    begun = [job for job in jobs if job.key not in queued and job.started_at is not None and job.started_at < begins]
    present: dict[JobKey, int] = {}
    if as_it_is:
        pool = replace(pool, jobs=(*pool.jobs, *(_running(job) for job in begun)))
        keys = queued.union(job.key for job in begun)
        present = {job.key: index for index, job in enumerate(jobs) if job.key in keys}
    arrivals = [(index, job) for index, job in enumerate(jobs) if job.key not in present]
    if not as_it_is:
        arrivals = [(index, _remainder(job, begins)) for index, job in arrivals]
    ledger, of_ledger = _ledger_at(scenario.ledger, begins)
    moves = moves_within(history.machines, begins, ends)
    return ReplaySetup(
        scenario=replace(scenario, pool=pool, now=int(begins), ledger=ledger),
        begins_at=begins,
        ends_at=ends,
        jobs=tuple(jobs),
        present=present,
        arrivals=arrivals,
        assumptions=(
            *history.remarks,
            *(() if as_it_is else _of_empty_slots(scenario, pool)),
            *_of_left_out([job for job in candidates if job.withdrawn and job.key not in queued]),
            *_of_lengths(jobs),
            *completed,
            *of_ledger,
            *_of_machines(history.machines, moves),
        ),
        moves=moves,
        unrecorded=frozenset(job.key for job in snapshot.jobs) - known,
    )


def _in_period(jobs: Iterable[PastJob], begins: float, ends: float) -> list[PastJob]:
    """The jobs that were queued, and not over, at some time in the period, in the order in which they were queued."""
    ordered = sorted(jobs, key=lambda job: job.queued_at)
    return [job for job in ordered if job.queued_at <= ends and (job.ended_at is None or job.ended_at > begins)]


# What a replay assumes, one sentence each


def _of_empty_slots(scenario: ScenarioData, emptied: Pool) -> Iterator[str]:
    slots = SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now))
    if scenario.pool.jobs or len(emptied.slots) != len(scenario.pool.slots) or slots.claimed():
        yield (
            "the snapshot is not of the time at which the period begins: its slots begin empty, without "
            "the jobs that it shows"
        )


def _of_left_out(jobs: Iterable[PastJob]) -> Iterator[str]:
    reasons = Counter(_LEFT_OUT.get(job.fate, "removed before starting") for job in jobs)
    yield from (f"{counted(number, 'job')} {reason} left out" for reason, number in reasons.items())


def _of_lengths(jobs: Iterable[PastJob]) -> Iterator[str]:
    """How long jobs run, and how long they stay when told to go, where the history does not say."""
    jobs = list(jobs)
    if unending := sum(job.length_s is None for job in jobs):
        yield (
            f"{counted(unending, 'job')} whose end the history does not have "
            f"{'runs' if unending == 1 else 'run'} as long as others of the same submitter that did not end sooner, by "
            "their median"
        )
    if killed := sum(job.killed is True for job in jobs):
        yield (
            f"{counted(killed, 'job')} had to be killed when told to go: they stay as long as they may, as do others "
            "of submitters most of whose jobs had to be killed"
        )


def _of_machines(machines: MachineTimes | None, moves: Sequence[Move]) -> Iterator[str]:
    if machines is None:
        yield "machines are there all the time: nothing says when one came or went"
        return
    moving = len({move.machine for move in moves})
    yield f"machines: {moving:,} came or went in the period, by {machines.source}"
    yield from machines.remarks


def _ledger_at(ledger: Ledger, begins: float) -> tuple[Ledger, list[str]]:
    """The ledger at the beginning of the period, and what that assumes."""
    if ledger.last_update_time <= begins:
        return ledger, []
    # Decay cannot be undone: what was charged in between is not known.
    remark = "the ledger is of a later time than the beginning of the period: priorities begin as it has them"
    return Ledger(ledger.ads, ledger.history, int(begins), ledger.sequence, ledger.created), [remark]


# The pool and the jobs as the period begins


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


def _remainder(job: PastJob, begins: float) -> PastJob:
    """The rest of a job that ran as the period began and whose slot is not known: it waits at the beginning."""
    if job.last_started_at is None or job.last_started_at >= begins or job.length_s is None:
        return job
    return replace(job, length_s=max(job.last_started_at + job.length_s - begins, 0.0))


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
    # Only what is the same everywhere: where ads differ, nothing tells which value the job had.
    given = {name: value for name in lacking if (value := _common(name, pool, evaluator)) is not None}
    if not given:
        return list(jobs), []
    names = [next((own for own in ad if own.lower() == name), name) for name in sorted(given) for ad in pool.slots[:1]]
    remark = f"jobs that lack {listed(names)}, which their Requirements look at, have what the ads of the snapshot say"
    return [
        replace(job, ad=job.ad.replace({name: value for name, value in given.items() if name not in job.ad}))
        for job in jobs
    ], [remark]


def _own(requirements: Expr) -> frozenset[str]:
    return frozenset(reference.name for reference in references(requirements) if reference.scope == "my")


def _common(name: str, pool: Pool, evaluator: Evaluator) -> Expr | None:
    """The value that all jobs of a snapshot that have the attribute share, or else all slots; None if they differ."""
    for ads in (pool.jobs, pool.slots):
        values = {repr(expr): expr for expr in _values(name, ads)}
        if len(values) == 1:
            return next(iter(values.values()))
    return None


def _values(name: str, ads: Iterable[Ad]) -> Iterator[Expr]:
    for ad in ads:
        expr = ad.expr(name)
        if expr is not None:
            yield expr
