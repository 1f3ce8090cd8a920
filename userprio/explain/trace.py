"""Records a cycle while it is negotiated, so that it can be explained afterwards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from userprio.accounting import LimitRefusal, refusal, slot_weight
from userprio.classad import Ad, Expr, Partition, ReferenceIndex, text_of
from userprio.explain.slots import JudgedSlots, PoolSlot, alike, judged
from userprio.matching import USER_NAMES, Allowance, MatchSide, Search, SlotVerdict, refusing
from userprio.negotiation import (
    CycleObserver,
    CycleState,
    Limits,
    LiveVisit,
    Match,
    Normalisation,
    PassKind,
    PassTerms,
    Prepared,
    Rejection,
    Visit,
    VisitOutcome,
    multi_match,
    request_attributes,
)
from userprio.pool import Pool, Submitter, fetched_slots, ip_protocols, trims
from userprio.quotas import AllocationRound, GroupLimit, Skip
from userprio.schedd import Job, JobClass, JobQueue, Jobs, Schedds

_MATCHING = ("requirements", "partitionableslot", "machineresources", "cpus", "memory", "disk")
"""The attributes from which matching of a slot and a job starts."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a group in a pass over the groups."""

    opened: AllocationRound
    number: int
    """The group's number."""
    limit: GroupLimit | Skip


@dataclass(frozen=True, slots=True)
class Spin:
    """The state at the beginning of a spin of the pie."""

    round: int | None
    group: str | None
    kind: PassKind
    number: int
    turn: Turn | None
    """The group's number; None without groups."""
    names: tuple[str, ...]
    """One for each submitter ad."""
    priorities: tuple[float, ...]
    factors: tuple[float, ...]
    usage: tuple[float, ...]
    limits: tuple[Limits, ...]
    normalisation: Normalisation
    pie: float
    room: float | None
    """What the group may still win; None if no group bounds the pass."""


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """Jobs of one autocluster without a claim, and the verdicts on all slots for them after a visit."""

    job: Job
    """The first of them."""
    ad: Ad
    """The ad as expressions see it."""
    slots: tuple[JudgedSlots, ...]
    refusal: LimitRefusal | None
    """The refusing concurrency limit, if it does not depend on the slot."""
    empty_limits: bool
    """The job has `ConcurrencyLimits = ""`, which is always refused."""
    unwilling: tuple[tuple[Expr, int], ...] = ()
    """The conditions of PREEMPTION_REQUIREMENTS that refuse slots that fit, each with how many it refuses."""


@dataclass(frozen=True, slots=True)
class VisitTrace:
    """The state of a submitter after a visit."""

    record: Visit
    submitter: Submitter
    spin: Spin
    used: float
    unclaimed_used: float
    group_usage: float | None
    """Weight that the group bounding the pass has in use after the visit."""
    schedd_room: int | None
    """How many more jobs its schedd may run; None for no limit."""
    offered: int
    """How many jobs its schedd offered in the visit."""
    matches: tuple[Match, ...]
    rejections: tuple[Rejection, ...]
    waiting: tuple[Waiting, ...]

    @property
    def at_ceiling(self) -> bool:
        """Whether it has reached its ceiling."""
        left = self.record.ceiling_left
        return self.record.outcome is VisitOutcome.CEILING or (left is not None and self.used >= left)

    @property
    def over_limit(self) -> bool:
        """Whether its limit allows nothing more, not even by rounding up."""
        if self.record.outcome in (VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL):
            return True
        return self.used >= self.record.limit


class Trace(CycleObserver):
    """Records what concerns some submitters, and the parts of the cycle that concern everybody."""

    cycle: Prepared
    """Set once the cycle has begun."""

    def __init__(self, pool: Pool, concerns: Callable[[str], bool]) -> None:
        self._pool = pool
        self._concerns = concerns
        self.places: list[PoolSlot] = []
        self.rounds: list[AllocationRound] = []
        self.turns: list[Turn] = []
        self.spins: list[Spin] = []
        self.visit_traces: list[VisitTrace] = []
        self.given: dict[int, str] = {}
        """Who last got each slot, by index in the pool."""
        self.usage_before: dict[str, float] = {}
        """Weight that each submitter with an ad, and each group, had in use when the cycle began."""
        self._by_name: dict[str, list[PoolSlot]] = {}
        self._seen_matches = 0

    def prepared(self, prepared: Prepared) -> None:
        """Record every slot's initial state."""
        self.cycle = prepared
        names = [*(ad.name for ad in prepared.submitters), *(group.name for group in prepared.tree.groups)]
        self.usage_before = {name: prepared.state.accounts.usage(name) for name in names}
        settings, evaluator = prepared.settings, prepared.state.evaluator
        fetched, _ = fetched_slots(self._pool.slots, settings, evaluator)
        # The negotiator may have fetched only a few attributes of claimed slots, but matching them needs all.
        whole, _ = fetched_slots(self._pool.slots, replace(settings, consider_preemption=True), evaluator)
        ready = {slot.number: slot for slot in prepared.state.slots}
        reasons = list(trims(fetched, settings, evaluator))
        asking = [job.ad for queue in prepared.schedds.queues.values() for job in queue.jobs]
        trimmed = [full for full, trim in zip(whole, reasons, strict=True) if trim is not None]
        kinds = Partition(ReferenceIndex([*trimmed, *asking] if trimmed else []).closure([], _MATCHING), lambda ad: ad)
        kept = 0
        for number, (ad, full, trim) in enumerate(zip(fetched, whole, reasons, strict=True)):
            slot = ready[kept] if trim is None else None
            kept += trim is None
            users = (text_of(evaluator, full, name) for name in USER_NAMES)
            place = PoolSlot(
                number=number,
                name=text_of(evaluator, ad, "Name") or "",
                ad=kinds.of(full) if slot is None else slot.ad,
                weight=slot_weight(ad, settings.charging, evaluator),
                slot=slot,
                kind=None if slot is None else slot.kind,
                trim=trim,
                user=next((user for user in users if user is not None), None),
            )
            self.places.append(place)
            self._by_name.setdefault(place.name, []).append(place)

    def opened(self, opened: AllocationRound) -> None:
        """Record a round."""
        self.rounds.append(opened)

    def group(self, opened: AllocationRound, number: int, limit: GroupLimit | Skip) -> None:
        """Record the turn of a group."""
        self.turns.append(Turn(opened, number, limit))

    def spin(
        self,
        terms: PassTerms,
        number: int,
        submitters: Sequence[Submitter],
        limits: Sequence[Limits],
        normalisation: Normalisation,
        pie: float,
        room: float | None,
    ) -> None:
        """Record a spin, with the priorities of all participants."""
        accounts = self.cycle.state.accounts
        names = tuple(submitter.name for submitter in submitters)
        self.spins.append(
            Spin(
                round=terms.round,
                group=terms.group,
                kind=terms.kind,
                number=number,
                turn=self.turns[-1] if self.turns else None,
                names=names,
                priorities=tuple(map(accounts.priority, names)),
                factors=tuple(map(accounts.factor, names)),
                usage=tuple(map(accounts.usage, names)),
                limits=tuple(limits),
                normalisation=normalisation,
                pie=pie,
                room=room,
            )
        )

    def visit(
        self,
        state: CycleState,
        terms: PassTerms,
        submitter: Submitter,
        schedds: Schedds,
        record: Visit,
        visit: LiveVisit | None,
    ) -> None:
        """Record the verdicts on every slot for the jobs of a watched submitter."""
        matches = tuple(state.matches[self._seen_matches :])
        self._seen_matches = len(state.matches)
        self._note_given(matches, state)
        if not self._concerns(record.submitter):
            return
        used, unclaimed_used = (0.0, 0.0) if visit is None else (visit.used, visit.unclaimed_used)
        most = schedds.settings.max_jobs_running
        address = submitter.schedd_address
        running = schedds.running.get(address, 0) + schedds.claimed[address]
        group = terms.limited_group
        seen = VisitTrace(
            record=record,
            submitter=submitter,
            spin=self.spins[-1],
            used=used,
            unclaimed_used=unclaimed_used,
            group_usage=None if group is None else state.accounts.usage(group),
            schedd_room=None if most is None else max(most - running, 0),
            offered=0 if visit is None else visit.requests.jobs,
            matches=matches,
            rejections=() if visit is None else tuple(refused.told(visit.where) for refused in visit.refused),
            waiting=(),
        )
        added = request_attributes(terms.requester(record.submitter), state.accounts)
        queue = schedds.queues.get((submitter.advertised_name, address), JobQueue(Jobs()))
        waiting_jobs = unclaimed(queue).values()
        slots = alike(self.places, state.slots, self.given) if waiting_jobs else ()
        waiting = []
        for jobs in waiting_jobs:
            side = state.job_kinds.of(schedds.shown(jobs[0].ad).replace(added))
            found = judged(_search(seen, side, state), slots, state.assessor, state.evaluator)
            waiting.append(replace(_as_waiting(jobs, side.ad, found, state), unwilling=_unwilling(side, found, state)))
        self.visit_traces.append(replace(seen, waiting=tuple(waiting)))

    def usage_at_first(self, name: str) -> float:
        """Weight that a submitter or group had in use when the cycle began; if not recorded, what it has in use now."""
        known = self.usage_before.get(name)
        return self.cycle.state.accounts.usage(name) if known is None else known

    def unvisited(self, jobs: Sequence[Job]) -> Waiting:
        """Jobs of one kind that the negotiator never asked for, as they are at the end."""
        return _as_waiting(jobs, jobs[0].ad, (), self.cycle.state)

    def _note_given(self, matches: Sequence[Match], state: CycleState) -> None:
        for match in matches:
            places = self._by_name[match.slot]
            if len(places) > 1:
                # Slot names should be unique; if not, it is one that is no longer available.
                left = {id(slot) for slot in state.slots}
                gone = [place for place in places if place.number not in self.given and id(place.slot) not in left]
                places = gone or places
            self.given[places[0].number] = match.submitter


def _search(seen: VisitTrace, job: MatchSide, state: CycleState) -> Search:
    """The search for a request in the state at the end of a visit."""
    record, settings = seen.record, state.settings
    closed = SlotVerdict.CEILING if seen.at_ceiling else SlotVerdict.LIMIT if seen.over_limit else None
    # In the first spin, slots that strictly prefer the request may be won beyond the limit.
    open_to_rank = closed is SlotVerdict.LIMIT and record.spin == 1 and settings.consider_preemption
    merging = settings.allow_pslot_preemption and settings.consider_preemption
    return Search(
        job=job,
        submitter=record.submitter,
        schedd_name=record.schedd,
        protocols=ip_protocols(seen.submitter.schedd_address),
        rank_only=False,
        consider_preemption=settings.consider_preemption,
        allowance=Allowance(record.limit, seen.used, record.unclaimed_limit, seen.unclaimed_used, closed, open_to_rank),
        # Empty limits are refused until the same search has seen others.
        limits_reached=lambda limits: limits == "" or state.concurrency.refused(limits) is not None,
        multi_match=partial(multi_match, job=job, submitter=record.submitter, rank_only=open_to_rank, state=state)
        if merging
        else None,
        stop_at_weight=None,
    )


def _unwilling(job: MatchSide, found: Sequence[JudgedSlots], state: CycleState) -> tuple[tuple[Expr, int], ...]:
    policy = state.settings.ranks.preemption_requirements
    refused = [
        (part.first.kind.ad, len(part.numbers))
        for slots in found
        if slots.verdict is SlotVerdict.POLICY
        for part in slots.parts
        if part.first.kind is not None
    ]
    return () if policy is None else refusing(policy, refused, job.ad, state.evaluator)


def _as_waiting(jobs: Sequence[Job], ad: Ad, slots: tuple[JudgedSlots, ...], state: CycleState) -> Waiting:
    limits, concurrency = state.evaluator.attribute("ConcurrencyLimits", ad), state.concurrency
    refused = None
    if isinstance(limits, str):
        refused = refusal(limits.lower(), concurrency.in_use, concurrency.rules)
    return Waiting(jobs[0], ad, slots, refused, empty_limits=limits == "")


def unclaimed(queue: JobQueue) -> dict[JobClass, list[Job]]:
    """The jobs of a queue without a claim, by kind; jobs that are not to be offered are separate."""
    found: dict[JobClass, list[Job]] = {}
    for place, job in enumerate(queue.jobs):
        if not queue.has_claim(place):
            found.setdefault(job.standing, []).append(job)
    return found
