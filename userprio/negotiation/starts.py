"""What a cycle leaves behind: jobs that are expected to start, jobs that stay idle, and why these were refused.

A startd cuts a dynamic slot for the job that claims a partitionable one, and gives the schedd a claim on the rest. The
schedd claims the rest for another job of the same submitter that fits, and so on until nothing fits or no job waits
(`CLAIM_PARTITIONABLE_LEFTOVERS`). The negotiator's limits play no part in this.

Assumptions: every job that was matched gets its slot before leftovers are used, in the order of matches; what is left
goes to the jobs without a match, in their schedd's order; jobs take what they ask for, rounded as startds do by
default; the whole rest of the machine is available. A partitionable slot that is taken from somebody serves one job,
since a cycle does not tell what is freed with it. Limits of projects (`condor_qusers`) are ignored.
"""

import math
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import claimed_by, slot_weight
from userprio.classad import Ad, Evaluator, Value, as_number, flag_of, text_of
from userprio.negotiation.matching import (
    SlotKind,
    consumption_of,
    is_content,
    of_child,
    requesting,
    suffices,
    with_own_requirements,
)
from userprio.negotiation.outcome import Because, Eviction, Loss, Match, Refusal, Rejection, Unvisited, Visit
from userprio.negotiation.prepare import Prepared
from userprio.negotiation.schedd import JobKind, JobQueue, PassedOver, Starting
from userprio.negotiation.spins import MadeVisit
from userprio.negotiation.state import Given
from userprio.negotiation.vacating import age_of_job, granted_by_ad
from userprio.pool import ScheddSettings

Queue = tuple[str, str | None]
"""Submitter and schedd, by name."""


class Aftermath(Struct, frozen=True):
    """A cycle's visits and matches with the jobs that they start, and sums over them."""

    visits: tuple[Visit, ...]
    matches: tuple[Match, ...]
    rejections: tuple[Rejection, ...]
    refusals: tuple[Refusal, ...]
    unvisited: tuple[Unvisited, ...]
    left: Counter[str]
    """Idle jobs that no match is expected to start, by group."""
    won: Mapping[str, float]
    """Weight won, by the submitter's group."""
    lost: Mapping[str, float]
    """Weight lost by preemption, by the loser's group."""
    losses: tuple[Loss, ...]


def aftermath(prepared: Prepared, visits: Sequence[MadeVisit]) -> Aftermath:
    """Work out what a finished cycle will start; `visits` are all of its visits, in order."""
    state, tree = prepared.state, prepared.tree
    settings, schedds = prepared.settings.schedd, prepared.schedds
    jobs = expected_jobs(state.matches, state.given, settings, schedds.room, state.evaluator, schedds.starting)
    matches = [
        replace(match, jobs=count, eviction=_eviction(match, prepared))
        if count != match.jobs or match.because is not Because.FREE
        else match
        for match, count in zip(state.matches, jobs, strict=True)
    ]
    idle = _idle(prepared)
    records = []
    for visit in visits:
        key = visit.submitter.name, visit.schedd
        started = sum(jobs[visit.matches])
        idle[key] -= started
        records.append(visit.record(state, started, idle[key]))
    visited = {(visit.submitter, visit.schedd) for visit in records}
    rejections = tuple(rejection for visit in visits for rejection in visit.rejections())

    def group(name: str) -> str:
        return tree.assigned(name).name

    left: Counter[str] = Counter()
    for (name, _), count in idle.items():
        left[group(name)] += count
    won: defaultdict[str, float] = defaultdict(float)
    for match in state.matches:
        won[group(match.submitter)] += match.cost
    taken = tuple(losses(prepared))
    lost: defaultdict[str, float] = defaultdict(float)
    for loss in taken:
        lost[group(loss.submitter)] += loss.weight
    return Aftermath(
        visits=tuple(records),
        matches=tuple(matches),
        rejections=rejections,
        refusals=_refusals(prepared, visits, rejections),
        unvisited=tuple(
            Unvisited(name, schedd, group(name) if tree.group_mode else None, count)
            for (name, schedd), count in idle.items()
            if count > 0 and (name, schedd) not in visited
        ),
        left=left,
        won=won,
        lost=lost,
        losses=taken,
    )


def losses(prepared: Prepared) -> Iterator[Loss]:
    """The slots that matches take from their users, as the accountant charges them."""
    state, tree = prepared.state, prepared.tree
    rules, evaluator, by_name = prepared.settings.charging, state.evaluator, state.by_name
    for number, (match, given) in enumerate(zip(state.matches, state.given, strict=True)):
        if match.because is Because.FREE:
            continue
        children = (of_child(given.ad, "Name", place, evaluator) for place in given.preempted)
        for name in children if given.preempted else (match.slot,):
            ad = by_name().get(name) if isinstance(name, str) else None
            user = None if ad is None else claimed_by(ad, rules, evaluator)
            if ad is not None and user is not None:
                group = tree.assigned(user).name if tree.group_mode else None
                weight = slot_weight(ad, rules, evaluator)
                yield Loss(user, group, match.submitter, str(name), weight, number, match.because)


def _eviction(match: Match, prepared: Prepared) -> Eviction | None:
    """The end of the job in a slot that was taken, as far as the slot's ad tells; None if that is not one job."""
    evaluator, ad = prepared.state.evaluator, prepared.state.by_name().get(match.slot)
    if match.because is Because.FREE or ad is None or flag_of(evaluator, ad, "PartitionableSlot"):
        return None
    known = age_of_job(ad, evaluator)
    age = known or 0.0
    granted = granted_by_ad(ad, prepared.vacating, evaluator)
    records, gone = granted.told_after_s(age), granted.gone_after_s(age)
    return Eviction(records, gone, None if known is None else match.cost * (age + gone))


def _idle(prepared: Prepared) -> Counter[Queue]:
    """The idle jobs of each submitter at each schedd as the cycle began.

    An ad is as old as its schedd's last update, and a snapshot may lack jobs: the larger number counts.
    """
    idle: Counter[Queue] = Counter()
    seen: set[tuple[str, str]] = set()
    for submitter in prepared.submitters:
        key = submitter.advertised_name, submitter.schedd_address
        # USE_GLOBAL_JOB_PRIOS makes a copy of the ad for each priority; all stand for the same jobs.
        if key not in seen:
            seen.add(key)
            count = max(submitter.idle_jobs, len(prepared.schedds.queue(submitter).jobs), 0)
            idle[submitter.name, submitter.schedd_name] += count
    return idle


def _refusals(prepared: Prepared, visits: Sequence[MadeVisit], rejections: Sequence[Rejection]) -> tuple[Refusal, ...]:
    times = Counter((rejected.submitter, rejected.schedd, rejected.reason) for rejected in rejections)
    queues: dict[Queue, JobQueue] = {}
    for visit in visits:
        queue = queues[visit.submitter.name, visit.schedd] = prepared.schedds.queue(visit.submitter)
        for refused in visit.refused:
            queue.refuse(refused.request.jobs, refused.reason)
    jobs: defaultdict[Queue, Counter[str]] = defaultdict(Counter)
    for where in {(submitter, schedd) for submitter, schedd, _ in times}:
        for waiting in queues[where].waiting():
            jobs[where] += waiting.by_refusal()
    return tuple(
        Refusal(submitter, schedd, reason, count, jobs[submitter, schedd][reason])
        for (submitter, schedd, reason), count in times.items()
    )


Left = tuple[float, ...]
"""How much of each resource of a slot is left."""


def expected_jobs(
    matches: Sequence[Match],
    given: Sequence[Given],
    settings: ScheddSettings,
    room: Callable[[str], int | None],
    evaluator: Evaluator,
    starting: Starting,
) -> list[int]:
    """The number of jobs expected to start from each match; `given` has the slot that each match gave.

    `room` tells how many more jobs the schedd at an address may run (`MAX_JOBS_RUNNING`), beyond those that were
    matched; None: any number.
    """
    counts = [0 if slot.taken is None else 1 for slot in given]
    if not settings.claim_leftovers:
        return counts
    startd = _Startd(evaluator, starting)
    rests: dict[int, _Rest] = {}
    for match, grant in zip(matches, given, strict=True):
        if grant.taken is not None and match.because is Because.FREE and grant.kind.partitionable:
            rest = rests.get(id(grant.slot))
            if rest is None:
                rest = rests[id(grant.slot)] = _Rest(grant.kind, startd.amounts(grant.ad, grant.kind))
            rest.left = startd.after(grant.taken.job.kind, rest) or (0.0,) * len(rest.left)
    waiting: dict[int, _Waiting] = {}
    started: Counter[str] = Counter()
    for number, grant in enumerate(given):
        rest = rests.get(id(grant.slot))
        if rest is None or grant.taken is None:
            continue
        queue, address = grant.taken.queue, grant.taken.schedd_address
        if id(queue) not in waiting:
            waiting[id(queue)] = _Waiting(queue, evaluator, limited=not settings.leftovers_consider_limits)
        most = room(address)
        if most is not None:
            most -= started[address]
        more = waiting[id(queue)].fill(rest, startd, most, grant.taken.submitter)
        started[address] += more
        counts[number] += more
    return counts


class _Rest(Struct):
    """What is left of a partitionable slot."""

    kind: SlotKind
    left: Left


class _Startd:
    """How startds fit jobs into slots; results are cached, since there are many slots and jobs of a kind."""

    def __init__(self, evaluator: Evaluator, starting: Starting) -> None:
        self._evaluator, self._starting = evaluator, starting
        self._names: dict[SlotKind, list[str]] = {}
        self._after: dict[tuple[JobKind, SlotKind, Left, str | None], Left | None] = {}

    def amounts(self, ad: Ad, kind: SlotKind) -> Left:
        """How much a slot of a kind has of each resource."""
        self._names.setdefault(kind, resources_of(ad, self._evaluator))
        available = amounts_of(ad, self._evaluator)
        return tuple(available.get(name, 0.0) for name in self._names[kind])

    def after(self, job: JobKind, rest: _Rest, submitter: str | None = None) -> Left | None:
        """What is left after a job of this kind; None if it does not fit.

        With `submitter`, whose jobs its schedd looks through for one that fits, also None if it may not start.
        """
        key = (job, rest.kind, rest.left, submitter)
        if key not in self._after:
            self._after[key] = self._ask(job.ad, rest, submitter)
        return self._after[key]

    def _ask(self, job: Ad, rest: _Rest, submitter: str | None) -> Left | None:
        evaluator, names = self._evaluator, self._names[rest.kind]
        available = dict(zip(names, rest.left, strict=True))
        slot = with_own_requirements(rest.kind.ad).replace({name: whole(amount) for name, amount in available.items()})
        if rest.kind.resources is None:
            asked = requested(job, slot, available, evaluator)
            if any(asked[name] > amount for name, amount in available.items()):
                return None
            amounts = cut(asked, available)
        else:
            amounts = consumption_of(job, slot, rest.kind.resources, evaluator)
            if not suffices(slot, amounts, evaluator):
                return None
            job = requesting(job, amounts)
        if not evaluator.matches(slot, job) or not is_content(slot, job, evaluator):
            return None
        if submitter is not None and not self._starting.may_start(job, lambda: slot, submitter):
            return None
        taken = {name.lower(): amount for name, amount in amounts.items()}
        return tuple(amount - taken.get(name.lower(), 0.0) for name, amount in available.items())


class _Waiting:
    """The jobs of a queue without a match, by kind, that may run on leftovers."""

    def __init__(self, queue: JobQueue, evaluator: Evaluator, *, limited: bool) -> None:
        """With `limited`, jobs with concurrency limits are among them."""
        self._queue = queue
        by_kind: dict[JobKind, array[int]] = defaultdict(lambda: array("q"))
        for place in queue.unclaimed():
            by_kind[queue.jobs.kinds[place]].append(place)
        # Leftovers come without the limits of the match, and a claim serves only jobs with the same limits.
        self._places = {
            kind: places[::-1]
            for kind, places in by_kind.items()
            if (limited or not text_of(evaluator, kind.ad, "ConcurrencyLimits"))
            and kind.passed_over is not PassedOver.MAX_RUNNING
        }

    def fill(self, rest: _Rest, startd: _Startd, most: int | None, submitter: str) -> int:
        """Start up to `most` jobs on what is left of a slot, in their order; returns how many.

        Once a job of a kind does not fit, none of that kind will.
        """
        # First jobs suffice for the schedd's order: a queue may have millions of jobs, but few kinds of them.
        heads = [(places[-1], number, kind) for number, (kind, places) in enumerate(self._places.items())]
        heapify(heads)
        count = 0
        while heads and (most is None or count < most):
            _, number, kind = heappop(heads)
            after = startd.after(kind, rest, submitter)
            if after is None:
                continue
            rest.left = after
            count += 1
            places = self._places[kind]
            self._queue.start_beside(places.pop())
            if places:
                heappush(heads, (places[-1], number, kind))
            else:
                del self._places[kind]
        return count


_QUANTA: Final = {"cpus": 1.0, "memory": 128.0, "disk": 1024.0}
"""Startds round requests up to multiples of these (defaults of `MODIFY_REQUEST_EXPR_REQUESTMEMORY` and the like)."""


def finite(value: Value) -> float:
    """A number as a real; anything else, infinities too, as 0."""
    number = as_number(value)
    if number is None:
        return 0.0
    try:
        real = float(number)
    except OverflowError:
        return 0.0
    return real if math.isfinite(real) else 0.0


def resources_of(ad: Ad, evaluator: Evaluator) -> list[str]:
    """The resources that a partitionable slot divides among jobs; swap is not one of them."""
    listed = (text_of(evaluator, ad, "MachineResources") or "").replace(",", " ").split()
    names = {name.lower(): name for name in ("Cpus", "Memory", "Disk", *listed)}
    return [name for lower, name in names.items() if lower != "swap" and name in ad]


def amounts_of(ad: Ad, evaluator: Evaluator) -> dict[str, float]:
    """How much of each of these resources the slot has."""
    return {name: finite(evaluator.attribute(name, ad)) for name in resources_of(ad, evaluator)}


def requested(job: Ad, slot: Ad, available: Mapping[str, float], evaluator: Evaluator) -> dict[str, float]:
    """How much of each of these resources a job asks for; at least one core."""
    asked = {name: finite(evaluator.attribute(f"Request{name}", job, slot)) for name in available}
    return {name: max(amount, 1.0) if name.lower() == "cpus" else amount for name, amount in asked.items()}


def cut(asked: Mapping[str, float], available: Mapping[str, float]) -> dict[str, float]:
    """What a job that asks for these amounts gets: rounded up as startds do, never more than there is."""
    amounts = {}
    for name, amount in asked.items():
        quantum = _QUANTA.get(name.lower(), 0.0)
        rounded = math.ceil(amount / quantum) * quantum if quantum else amount
        amounts[name] = max(min(rounded, available[name]), 0.0)
    return amounts


def whole(amount: float) -> Value:
    """The amount as an integer if it is whole, as startds publish resources."""
    return int(amount) if amount == int(amount) else amount
