"""What a replay begins with: the pool at the beginning of the period, and the jobs that take part in it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.errors import BadInput
from userprio.base.formats import counted, listed
from userprio.classad import Expr, references
from userprio.ledger import Ledger
from userprio.pool import Pool, ScenarioData
from userprio.simulation.history import Fate, History, JobKey, MachineTimes, PastJob, history_of
from userprio.simulation.results import Capacity, ReplayTerms
from userprio.simulation.schedds import COUNTED
from userprio.simulation.slots import EventClock, Move, SimulatedSlots, machine_of

_RUNNING: Final = 2
_LEFT_OUT: Final = {Fate.HELD: "held before starting", Fate.PREPARING: "still being prepared"}
_LONGEST_S: Final = 10 * 366 * 86_400


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
    every = (*history.jobs, *(job for job in snapshot.jobs if job.key not in known))
    # Those that were queued, and not over, at some time in the period.
    candidates = [job for job in every if job.queued_at <= ends and (job.ended_at is None or job.ended_at > begins)]
    candidates.sort(key=lambda job: job.queued_at)
    jobs = [job for job in candidates if not job.withdrawn or job.key in queued]
    if not jobs:
        raise BadInput("no job of the history takes part in this period")
    jobs, completed = _completed(jobs, pool)
    # Started before the period and missing from the snapshot's queue: it runs, and the snapshot has no ad of it.
    begun = [job for job in jobs if job.key not in queued and job.started_at is not None and job.started_at < begins]
    present: dict[JobKey, int] = {}
    if as_it_is:
        pool = replace(pool, jobs=(*pool.jobs, *(job.ad.replace({"JobStatus": _RUNNING}) for job in begun)))
        keys = queued.union(job.key for job in begun)
        present = {job.key: index for index, job in enumerate(jobs) if job.key in keys}
    later = ((index, job) for index, job in enumerate(jobs) if job.key not in present)
    arrivals = [(index, job if as_it_is else _remainder(job, begins)) for index, job in later]
    ledger, of_ledger = _ledger_at(scenario.ledger, begins)
    moves = moves_within(history.machines, begins, ends)
    remarks = [] if as_it_is else [*_of_empty_slots(scenario, pool)]
    remarks += [*_of_left_out(job for job in candidates if job.withdrawn and job.key not in queued), *_of_lengths(jobs)]
    assumptions = (*history.remarks, *remarks, *completed, *of_ledger, *_of_machines(history.machines, moves))
    scenario = replace(scenario, pool=pool, now=int(begins), ledger=ledger)
    unrecorded = frozenset(job.key for job in snapshot.jobs) - known
    return ReplaySetup(scenario, begins, ends, tuple(jobs), present, arrivals, assumptions, moves, unrecorded)


def moves_within(times: MachineTimes | None, begin: float, end: float) -> tuple[Move, ...]:
    """The moves in a period, in the order of time. Machines that are not there as it begins go then.

    One that goes and comes in the same second goes first.
    """
    moves = []
    for machine, stays in () if times is None else times.stays.items():
        if not any(since <= begin < until for since, until in stays):
            moves.append(Move(begin, machine, comes=False))
        for since, until in stays:
            moves += [Move(at, machine, comes) for at, comes in ((since, True), (until, False)) if begin < at < end]
    return tuple(sorted(moves, key=lambda move: (move.at, move.comes)))


def capacity_of(slots: SimulatedSlots, moves: Iterable[Move], begin: float) -> Capacity:
    """The weight of the slots that are there from `begin` on; all of them still are in `slots`."""
    weights: dict[str, float] = defaultdict(float)
    for slot in slots:
        weights[machine_of(slot.name)] += slots.weight(slot)
    available = fsum(weights.values())
    steps = {begin: available}
    for move in moves:
        available += weights[move.machine] if move.comes else -weights[move.machine]
        steps[move.at] = max(available, 0.0)
    return tuple(steps.items())


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
    slots = SimulatedSlots(scenario.pool.slots, scenario.config, EventClock(scenario.now))
    for slot, _ in slots.claimed():
        slots.free(slot)
    heard = {"LastHeardFrom": now, "MyCurrentTime": now, "EnteredCurrentState": now, "EnteredCurrentActivity": now}
    pool = scenario.pool
    submitters = tuple(
        ad.replace({"LastHeardFrom": now, **{name: 0 for name in COUNTED if name in ad}}) for ad in pool.submitters
    )
    return replace(pool, slots=tuple(slot.ad.replace(heard) for slot in slots), submitters=submitters, jobs=())


def _remainder(job: PastJob, begins: float) -> PastJob:
    """The rest of a job that ran as the period began and whose slot is not known: it waits at the beginning."""
    if job.last_started_at is None or job.last_started_at >= begins or job.length_s is None:
        return job
    return replace(job, length_s=max(job.last_started_at + job.length_s - begins, 0.0))


def _completed(jobs: Sequence[PastJob], pool: Pool) -> tuple[list[PastJob], list[str]]:
    """The jobs, with the attributes that their Requirements look at and their records lack taken from other ads.

    `condor_history -attributes` leaves out what it was not asked for.
    """
    wanted: dict[int, tuple[Expr, frozenset[str]]] = {}
    lacking: Counter[str] = Counter()
    for job in jobs:
        requirements = job.ad.expr("Requirements")
        if requirements is not None:
            if id(requirements) not in wanted:
                own = (reference.name for reference in references(requirements) if reference.scope == "my")
                wanted[id(requirements)] = requirements, frozenset(own)
            lacking.update(name for name in wanted[id(requirements)][1] if name not in job.ad)
    # Only what is the same everywhere: where ads differ, nothing tells which value the job had.
    given = {name: value for name in lacking if (value := _common(name, pool)) is not None}
    if not given:
        return list(jobs), []
    names = [next((own for own in ad if own.lower() == name), name) for name in sorted(given) for ad in pool.slots[:1]]
    remark = f"jobs that lack {listed(names)}, which their Requirements look at, have what the ads of the snapshot say"
    ads = (job.ad.replace({name: value for name, value in given.items() if name not in job.ad}) for job in jobs)
    return [replace(job, ad=ad) for job, ad in zip(jobs, ads, strict=True)], [remark]


def _common(name: str, pool: Pool) -> Expr | None:
    """The value that all jobs of a snapshot that have the attribute share, or else all slots; None if they differ."""
    for ads in (pool.jobs, pool.slots):
        values = {repr(expr): expr for ad in ads if (expr := ad.expr(name)) is not None}
        if len(values) == 1:
            return next(iter(values.values()))
    return None
