"""Records a cycle while it is negotiated, so that it can be diagnosed afterwards."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial

import msgspec
from msgspec import structs

from userprio.accounting import LimitRefusal, refusal, slot_weight
from userprio.accounting.quotas import ROOT, AllocationRound, GroupLimit, Skip
from userprio.base.cxx import total
from userprio.classad import Ad, Expr, Partition, ReferenceIndex, Value, text_of
from userprio.negotiation.added_attributes import request_attributes
from userprio.negotiation.diagnosis.requirements import meets
from userprio.negotiation.diagnosis.slots import (
    JudgedCensus,
    JudgedSlots,
    Judgement,
    RequestFits,
    SlotCensus,
    SlotCounts,
    TrimmedSlots,
    given_to_others,
    judge_slots,
    judge_trimmed,
)
from userprio.negotiation.matching import USER_NAMES, Allowance, MatchSide, Search, SlotVerdict, memoized, refusing
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import PassKind, Visit, VisitOutcome
from userprio.negotiation.prepare import Prepared
from userprio.negotiation.schedd import Job, JobClass, JobQueue, Jobs, Schedds
from userprio.negotiation.shares import Limits, Normalisation
from userprio.negotiation.state import CycleState, PassTerms, Requester
from userprio.negotiation.visit import LiveVisit, RefusedRequest, multi_match
from userprio.pool import Pool, Submitter, fetched_slots, ip_protocols, trims

_MATCHING = ("requirements", "partitionableslot", "machineresources", "cpus", "memory", "disk")
"""The attributes from which matching of a slot and a job starts."""


class Turn(msgspec.Struct, frozen=True):
    """The turn of a group in a pass over the groups."""

    opened: AllocationRound
    number: int
    """The group's number."""
    limit: GroupLimit | Skip


class Spin(msgspec.Struct, frozen=True):
    """The state at the beginning of a spin of the pie."""

    round: int | None
    group: str | None
    kind: PassKind
    number: int
    turn: Turn | None
    """The group's number; None without groups."""
    submitters: tuple[Submitter, ...]
    """The participants, in the order of the spin before or, in the first, of their ads."""
    names: tuple[str, ...]
    """Theirs: one for each submitter ad."""
    priorities: tuple[float, ...]
    factors: tuple[float, ...]
    usage: tuple[float, ...]
    limits: tuple[Limits, ...]
    normalisation: Normalisation
    pie: float
    room: float | None
    """What the group may still win; None if no group bounds the pass."""
    slots: SlotCensus
    """The slots at the beginning of the pass."""


class VisitTrace(msgspec.Struct, frozen=True):
    """What a submitter met in a visit, and the state in which the visit left the cycle."""

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
    matches: slice
    """Its matches, among those of the cycle."""
    refused: Sequence[RefusedRequest]
    slots: SlotCensus
    added: Mapping[str, Value]
    """What requests show about the submitter."""
    limits_in_use: Mapping[str, float]
    """How much of each concurrency limit is in use."""
    judged: dict[JobClass, JudgedCensus] = msgspec.field(default_factory=dict)
    """The verdicts on all slots for its jobs, as far as they are known."""

    @property
    def matched(self) -> int:
        """The number of its matches."""
        return int(self.matches.stop - self.matches.start)

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

    @property
    def may_be_limited(self) -> bool:
        """Whether its limits may have kept a slot from it; if not, there is no need to look at any."""
        dearest = max((of.kind.weight for of in self.slots.buckets), default=0.0)
        spared = (
            self.used + dearest <= self.record.limit and self.unclaimed_used + dearest <= self.record.unclaimed_limit
        )
        return self.at_ceiling or self.over_limit or not spared


class Waiting(msgspec.Struct, frozen=True, eq=False):
    """Jobs of one autocluster without a claim, and the verdicts on all slots for them after a visit."""

    job: Job
    """The first of them."""
    ad: Ad
    """The ad as expressions see it."""
    slots: JudgedCensus
    refusal: LimitRefusal | None
    """The refusing concurrency limit, if it does not depend on the slot."""
    empty_limits: bool
    """The job has `ConcurrencyLimits = ""`, which is always refused."""
    flattens: bool
    """Its Requirements are flattened before they are evaluated."""


class Trace(CycleObserver):
    """Records what concerns some submitters, and the parts of the cycle that concern everybody."""

    cycle: Prepared
    """Set once the cycle has begun."""

    def __init__(self, pool: Pool, concerns: Callable[[str], bool], also: CycleObserver | None = None) -> None:
        """`concerns`: which submitters are watched; `also` is told of each visit, too."""
        self._pool = pool
        self._concerns = concerns
        self._also = CycleObserver() if also is None else also
        self.rounds: list[AllocationRound] = []
        self.turns: list[Turn] = []
        self.spins: list[Spin] = []
        self.visits: dict[tuple[str, str], list[VisitTrace]] = {}
        """Those of each watched submitter at each schedd, by its name and the schedd's address."""
        self.course: list[VisitTrace] = []
        """Those of all submitters, in their order."""
        self.usage_before: dict[str, float] = {}
        """Weight that each group had in use when the cycle began."""
        self._trimmed_judged: dict[MatchSide, Sequence[Judgement]] = {}
        self._trimmed_fit: dict[tuple[Ad, Ad], bool] = {}
        self._matched = 0

    def prepared(self, prepared: Prepared) -> None:
        """Record the initial state."""
        self.cycle, state = prepared, prepared.state
        self.usage_before = {group.name: state.accounts.usage(group.name) for group in prepared.tree.groups}
        merging = state.settings.allow_pslot_preemption and state.settings.consider_preemption
        self._slots = SlotCounts(state, singly=merging)
        self._weight_at_first = total(slot.kind.weight for slot in state.slots)
        self.kinds_at_first = Counter(slot.kind.ad for slot in state.slots)
        """How many slots there were of each kind when the cycle began, without the trimmed ones, by ads of them."""
        # Verdicts that depend on what is in use, or change slots, hold only at their own moment.
        self._judges_at_once = merging or bool(state.volatile)
        self.at_first = self._slots.snapshot()
        """The slots when the cycle began."""

    @cached_property
    def trimmed(self) -> Mapping[TrimmedSlots, int]:
        """The slots that the negotiator left out before the first request."""
        settings, evaluator = self.cycle.settings, self.cycle.state.evaluator
        if self.cycle.candidates == self.cycle.weights.slots:
            return {}
        fetched, _ = fetched_slots(self._pool.slots, settings, evaluator)
        # The negotiator may have fetched only a few attributes of claimed slots, but matching them needs all.
        complete, _ = fetched_slots(self._pool.slots, structs.replace(settings, consider_preemption=True), evaluator)
        reasons = trims(fetched, settings, evaluator)
        trimmed = [
            (ad, full, trim) for ad, full, trim in zip(fetched, complete, reasons, strict=True) if trim is not None
        ]
        asking = [job.ad for queue in self.cycle.schedds.queues.values() for job in queue.jobs.different]
        index = ReferenceIndex([*(full for _, full, _ in trimmed), *asking])
        kinds = Partition(index.closure([], _MATCHING), lambda ad: ad)
        counts: Counter[TrimmedSlots] = Counter()
        for ad, full, trim in trimmed:
            users = (text_of(evaluator, full, name) for name in USER_NAMES)
            user = next((user for user in users if user is not None), None)
            counts[TrimmedSlots(kinds.of(full), trim, user, slot_weight(ad, settings.charging, evaluator))] += 1
        return counts

    @property
    def weight(self) -> float:
        """The weight of all slots that the negotiator fetches."""
        return self._weight_at_first + sum(slots.weight * count for slots, count in self.trimmed.items())

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
                submitters=tuple(submitters),
                names=names,
                priorities=tuple(map(accounts.priority, names)),
                factors=tuple(map(accounts.factor, names)),
                usage=tuple(map(accounts.usage, names)),
                limits=tuple(limits),
                normalisation=normalisation,
                pie=pie,
                room=room,
                slots=self._slots.snapshot() if number == 1 else self.spins[-1].slots,
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
        """Record the state after a visit, and of a watched submitter what slots were to its jobs."""
        slots, matches = self._slots.snapshot(), slice(self._matched, len(state.matches))
        self._matched = len(state.matches)
        self._also.visit(state, terms, submitter, schedds, record, visit)
        address = submitter.schedd_address
        group = terms.limited_group
        seen = VisitTrace(
            record=record,
            submitter=submitter,
            spin=self.spins[-1],
            used=0.0 if visit is None else visit.used,
            unclaimed_used=0.0 if visit is None else visit.unclaimed_used,
            group_usage=None if group is None else state.accounts.usage(group),
            schedd_room=schedds.room(address),
            offered=0 if visit is None else visit.requests.jobs,
            matches=matches,
            refused=() if visit is None else visit.refused,
            slots=slots,
            added=request_attributes(terms.requester(record.submitter), state.accounts),
            limits_in_use=state.concurrency.in_use,
        )
        self.course.append(seen)
        if not self._concerns(record.submitter):
            return
        self.visits.setdefault((submitter.name, address), []).append(seen)
        if self._judges_at_once:
            for job in first_unclaimed(self.queue(submitter)).values():
                seen.judged[job.standing] = self.waiting(seen, job).slots

    def queue(self, submitter: Submitter) -> JobQueue:
        """The jobs of a submitter at its schedd."""
        key = submitter.advertised_name, submitter.schedd_address
        return self.cycle.schedds.queues.get(key, JobQueue(Jobs()))

    def waiting(self, seen: VisitTrace, job: Job) -> Waiting:
        """Jobs like this one, as a visit of their submitter left them."""
        state, record = self.cycle.state, seen.record
        side = self.side(job, seen.added)
        slots = seen.judged.get(job.standing)
        if slots is None:
            closed = SlotVerdict.CEILING if seen.at_ceiling else SlotVerdict.LIMIT if seen.over_limit else None
            # In the first spin, slots that strictly prefer the request may be won beyond the limit.
            open_to_rank = closed is SlotVerdict.LIMIT and record.spin == 1 and state.settings.consider_preemption
            allowance = Allowance(
                record.limit, seen.used, record.unclaimed_limit, seen.unclaimed_used, closed, open_to_rank
            )
            search = self._search(seen.submitter, side, allowance, seen.limits_in_use)
            slots = seen.judged[job.standing] = self._judged(search, seen.slots)
        return self._waiting(job, side, slots, seen.limits_in_use)

    def forget(self, submitter: Submitter) -> None:
        """Forget the verdicts on slots for the jobs of a submitter that can be worked out again."""
        if self._judges_at_once:
            return
        for seen in self.visits.get((submitter.name, submitter.schedd_address), ()):
            seen.judged.clear()

    def given_in_its_passes(self, seen: VisitTrace, job: Job) -> bool:
        """Whether others got slots that suit jobs like this one since the first pass began that their submitter was in.

        A larger share brings a submitter forward in such passes, not before those of other groups.
        """
        name = seen.record.submitter
        first = self._first_spins[name]
        allowance = Allowance(0.0, 0.0, 0.0, 0.0, SlotVerdict.LIMIT, False)
        search = self._search(seen.submitter, self.side(job, seen.added), allowance, seen.limits_in_use)
        before = given_to_others(search, first.slots, self.cycle.state, self._fits.of(search))
        return self.waiting(seen, job).slots.given_to_others(name) > before

    @cached_property
    def _first_spins(self) -> Mapping[str, Spin]:
        """The first spin of each submitter."""
        return {name: spin for spin in reversed(self.spins) for name in spin.names}

    def unvisited(self, submitter: Submitter, job: Job) -> Waiting:
        """Jobs like this one, which the negotiator never asked for, as they were when the cycle began.

        What any of the slots could have been given to them but for the limits of others has the verdict LIMIT.
        """
        in_use, search = self.cycle.state.concurrency.in_use, self.first_search(submitter, job)
        return self._waiting(job, search.job, self._judged(search, self.at_first), in_use)

    def first_search(self, submitter: Submitter, job: Job) -> Search:
        """A search for jobs like this one when the cycle begins, in which only the limits of others are open."""
        state = self.cycle.state
        side = self.side(job, request_attributes(Requester(submitter.name, ROOT, False, None), state.accounts))
        allowance = Allowance(0.0, 0.0, 0.0, 0.0, SlotVerdict.LIMIT, False)
        return self._search(submitter, side, allowance, state.concurrency.in_use)

    def side(self, job: Job, added: Mapping[str, Value]) -> MatchSide:
        """A job as expressions see it, with what requests show about its submitter."""
        return self.cycle.state.job_kinds.of(self.cycle.schedds.shown(job.ad).replace(added))

    def _judged(self, search: Search, slots: SlotCensus) -> JudgedCensus:
        def judged() -> Sequence[Judgement]:
            return tuple(judge_trimmed(self.trimmed, partial(self._fits_trimmed, search.job)))

        trimmed = memoized(self._trimmed_judged, search.job, judged)
        return judge_slots(search, slots, self.cycle.state, self._fits.of(search), trimmed)

    @property
    def _fits(self) -> RequestFits:
        # What depends on what is in use is asked anew at each moment.
        return RequestFits(self.cycle.state) if self._judges_at_once else self._lasting_fits

    @cached_property
    def _lasting_fits(self) -> RequestFits:
        return RequestFits(self.cycle.state)

    def _fits_trimmed(self, job: MatchSide, slot: Ad) -> bool:
        key = job.ad, slot
        if key not in self._trimmed_fit:
            self._trimmed_fit[key] = meets(job, slot, self.cycle.state.evaluator)
        return self._trimmed_fit[key]

    def _search(
        self, submitter: Submitter, job: MatchSide, allowance: Allowance, limits_in_use: Mapping[str, float]
    ) -> Search:
        state, settings = self.cycle.state, self.cycle.state.settings
        merging = settings.allow_pslot_preemption and settings.consider_preemption
        rules = state.concurrency.rules
        return Search(
            job=job,
            submitter=submitter.name,
            schedd_name=submitter.schedd_name or "",
            protocols=ip_protocols(submitter.schedd_address),
            rank_only=False,
            consider_preemption=settings.consider_preemption,
            allowance=allowance,
            # Empty limits are refused until the same search has seen others.
            limits_reached=lambda limits: limits == "" or refusal(limits, limits_in_use, rules) is not None,
            multi_match=partial(
                multi_match, job=job, submitter=submitter.name, rank_only=allowance.open_to_rank, state=state
            )
            if merging
            else None,
            stop_at_weight=None,
        )

    def _waiting(self, job: Job, side: MatchSide, slots: JudgedCensus, limits_in_use: Mapping[str, float]) -> Waiting:
        state = self.cycle.state
        limits, refused = state.evaluator.attribute("ConcurrencyLimits", side.ad), None
        if isinstance(limits, str):
            refused = refusal(limits.lower(), limits_in_use, state.concurrency.rules)
        return Waiting(job, side.ad, slots, refused, limits == "", side.flattens)

    def unwilling(self, waiting: Waiting) -> tuple[tuple[Expr, int], ...]:
        """The conditions of PREEMPTION_REQUIREMENTS that refuse slots that fit, each with how many it refuses."""
        state = self.cycle.state
        policy = state.settings.ranks.preemption_requirements
        refused = [
            (part.ad, part.count)
            for slots in waiting.slots.by_verdict
            if slots.verdict is SlotVerdict.POLICY
            for part in slots.parts
            if part.alike is not None
        ]
        return () if policy is None else refusing(policy, refused, waiting.ad, state.evaluator)

    def own_later(self, seen: VisitTrace, slots: Iterable[JudgedSlots]) -> int:
        """How many of these slots, as they were after a visit, its submitter got later in the cycle."""
        state = self.cycle.state
        counted = {(part.of, part.alike) for judged in slots for part in judged.parts if part.alike is not None}
        won = self._won[seen.record.submitter]
        later = {given.slot: given for given in map(state.given.__getitem__, won[bisect(won, seen.matches.stop - 1) :])}
        return sum(self._slots.place_before(given)[:2] in counted for given in later.values())

    @cached_property
    def _won(self) -> Mapping[str, list[int]]:
        """The matches of each submitter, by their numbers in the cycle."""
        won: defaultdict[str, list[int]] = defaultdict(list)
        for number, match in enumerate(self.cycle.state.matches):
            won[match.submitter].append(number)
        return won


def first_unclaimed(queue: JobQueue) -> dict[JobClass, Job]:
    """The first job of a queue without a claim of each sort; jobs that are not to be offered are separate."""
    firsts: dict[JobClass, Job] = {}
    groups, kinds = queue.jobs.groups(), queue.jobs.kinds
    for place in queue.unclaimed():
        kind = kinds[place]
        standing = groups[place], kind.wanted, kind.passed_over
        if standing not in firsts:
            firsts[standing] = queue.job(place)
    return firsts
