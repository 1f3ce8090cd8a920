"""Spinning the pie: one pass over a list of submitters (`Matchmaker::negotiateWithGroup`)."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from itertools import compress, count
from typing import Final

from msgspec import Struct

from userprio.base.cxx import INT_MAX, INT_MIN, std_sort
from userprio.negotiation.clock import NO_TIME
from userprio.negotiation.observer import CycleObserver
from userprio.negotiation.outcome import PassKind, Rejection, Visit, VisitOutcome
from userprio.negotiation.prepare import Prepared
from userprio.negotiation.schedd import Request, is_complete
from userprio.negotiation.shares import Limits, Normalisation, group_room, normalise, starvation, submitter_limits
from userprio.negotiation.state import Asker, CycleState, PassTerms
from userprio.negotiation.visit import LiveVisit, Occasion, RefusedRequest, VisitTerms
from userprio.pool import Submitter, consolidate_job_prios, ip_protocols

RESUMED = frozenset({VisitOutcome.SHARE_TOO_SMALL, VisitOutcome.PIE_TOO_SMALL})
"""Outcomes of submitters that were skipped, but take part in the next spin."""

_NONE: Final[Sequence[RefusedRequest]] = ()

_ENDLESS: Final = (
    "a real negotiator would now give the same slots again and again, to submitters that are charged for them already "
    "or back and forth between submitters, until its time for the cycle is up; here it does so once"
)


def negotiate_pass(
    prepared: Prepared, terms: PassTerms, submitters: list[Submitter], observer: CycleObserver
) -> tuple[list[Submitter], list["MadeVisit"]]:
    """Spin the pie until a spin changes nothing; returns the submitters left, in their new order, and all visits."""
    negotiated = _Pass(prepared, terms, observer)
    return negotiated.run(submitters), negotiated.visits


def foretells(prepared: Prepared, observer: CycleObserver) -> bool:
    """Whether visits that cannot match anything need not be made."""
    # An observer has to see each visit, and a clock that moves may end one.
    return (
        prepared.matching.outlooks.work
        and type(observer) is CycleObserver
        and prepared.state.clock.stands_still
        and not prepared.settings.use_global_job_prios
    )


def can_match_nothing(prepared: Prepared, terms: PassTerms, submitters: list[Submitter]) -> bool:
    """Whether it is certain that a pass over these submitters matches nothing; asked where `foretells` is true."""
    if prepared.state.slots.is_used_up:
        return True
    fetching, outlooks = prepared.settings.schedd.fetching, prepared.matching.outlooks
    for submitter in submitters:
        if submitter.schedd_name is None or submitter.idle_jobs <= 0:
            continue
        [requests] = prepared.schedds.prefetched([submitter])
        if requests is None or not is_complete(requests, fetching):
            return False
        protocols = ip_protocols(submitter.schedd_address)
        asker = Asker(terms.requester(submitter.name), protocols, submitter.schedd_name, float(INT_MAX), False)
        if not outlooks.none_may_match(requests, asker):
            return False
    return True


def has_no_room(prepared: Prepared, terms: PassTerms) -> bool:
    """Whether a group has nothing left to win in a pass with preemption, so that it matches nothing.

    It would visit all submitters of the group. Whether each takes part in later passes is not known without it.
    """
    state, group = prepared.state, terms.limited_group
    if group is None or state.slots.displaces or not prepared.settings.consider_preemption:
        return False
    # A slot that costs nothing fits into no room at all.
    return prepared.each_match_costs and group_room(terms.quota, state.accounts.usage(group)) <= 0


class Standing(Struct, frozen=True):
    """A submitter's figures, as in `Visit`, when a spin begins."""

    priority: float
    factor: float
    share: float
    usage: float
    limits: Limits
    """What it may win."""
    starvation: float


class MadeVisit(Struct, frozen=True):
    """The record of a visit, with figures as in `Visit`; most are never turned into one."""

    terms: PassTerms
    spin: int
    submitter: Submitter
    schedd: str
    standing: Standing
    limit: float
    unclaimed_limit: float
    ceiling_left: int | None
    usage: float
    outcome: VisitOutcome
    matches: slice
    """Its own matches, as a slice of those of the cycle."""
    refused: Sequence[RefusedRequest]
    time_limit: str | None
    took_s: float | None

    def satisfies(self, left: int) -> bool:
        """Whether the schedd, with `left` jobs unmatched, considers the submitter satisfied.

        It does if it offered all jobs in this visit, some got a match and none was rejected, even if a match took the
        submitter beyond its limit (`ScheddNegotiate::getSatisfaction`).
        """
        all_offered = self.outcome is VisitOutcome.SATISFIED or left <= 0
        return all_offered and not self.refused and self.matches.stop > self.matches.start

    @property
    def where(self) -> Occasion:
        """When in the cycle it took place."""
        terms = self.terms
        return Occasion(terms.round, terms.group, self.spin, self.submitter.name, self.schedd)

    def rejections(self) -> Iterator[Rejection]:
        """The rejections of its requests, in order."""
        where = self.where
        return (refused.rejection(where) for refused in self.refused)

    def record(self, state: CycleState, jobs: int = 0, left: int = 0) -> Visit:
        """The full record; `jobs` (how many start) and `left` (how many do not) are known only after the cycle."""
        terms, submitter, standing, matches = self.terms, self.submitter, self.standing, state.matches[self.matches]
        return Visit(
            round=terms.round,
            group=terms.group,
            group_limit=None if terms.group is None else terms.quota,
            kind=terms.kind,
            spin=self.spin,
            submitter=submitter.name,
            schedd=self.schedd,
            priority=standing.priority,
            factor=standing.factor,
            share=standing.share,
            limit=self.limit,
            unclaimed_limit=self.unclaimed_limit,
            ceiling_left=None if self.ceiling_left is None else float(self.ceiling_left),
            usage=self.usage,
            starvation=standing.starvation,
            idle_jobs=submitter.idle_jobs,
            matched=len(matches),
            outcome=self.outcome,
            refused=_main_reason(self.refused),
            won=sum(match.cost for match in matches),
            time_limit=self.time_limit,
            took_s=self.took_s,
            jobs=jobs,
            left=left,
        )


class _Spin(Struct, frozen=True):
    """One spin of the pie, as it begins."""

    number: int
    ignore_limit: bool
    """Slots that strictly prefer a request are given beyond submitter limits."""
    room: float | None
    """What the group may still win; None where no group bounds the pass."""
    normalisation: Normalisation
    pie: float


class _Pass:
    """A pass in progress."""

    def __init__(self, prepared: Prepared, terms: PassTerms, observer: CycleObserver) -> None:
        self.visits: list[MadeVisit] = []
        self._prepared = prepared
        self._state = prepared.state
        self._accounts = prepared.state.accounts
        self._terms = terms
        self._observer = observer
        self._standings: dict[str, Standing] = {}
        """By name, as the spin began."""
        self._is_floor_pass = terms.kind is PassKind.FLOOR
        self._outlooks = prepared.matching.outlooks
        self._observed = type(observer) is not CycleObserver
        self._foretells = foretells(prepared, observer)

    def run(self, submitters: list[Submitter]) -> list[Submitter]:
        """Run all spins; returns the submitters that are left, in their new order."""
        state, settings, terms = self._state, self._state.settings, self._terms
        seen: set[Hashable] = set()
        for number in count(1):
            # Startds may prefer a job to what they run, however much its submitter has in use; so the first spin stops
            # neither at limits nor at the group's quota. The group may exceed it: with 2 left, each of two members can
            # win 2, because what is left is that of the spin's beginning.
            ignore_limit = number == 1 and settings.consider_preemption
            if not ignore_limit and self._quota_met():
                break
            # The list may lack slots that cost too much for the limits of the spin before.
            state.match_list = None
            # With preemption, submitters without idle jobs have a share in the first spin, and leave the list only
            # there: the others' limits are smaller in that spin than in those that follow.
            if not settings.consider_preemption:
                submitters = [submitter for submitter in submitters if submitter.idle_jobs > 0]
            group, names = terms.limited_group, [submitter.name for submitter in submitters]
            spin = _Spin(
                number,
                ignore_limit,
                None if group is None else group_room(terms.quota, self._accounts.usage(group)),
                normalise(names, self._accounts.priority),
                min(self._prepared.weights.pie, float(terms.quota)),
            )
            standings = self._standings = {name: self._standing(spin, name) for name in names}
            limits = [standings[submitter.name].limits for submitter in submitters]
            if self._observed:
                self._observer.spin(terms, number, submitters, limits, spin.normalisation, spin.pie, spin.room)
            pie_left = 0.0
            for limits_of in limits:  # added one by one: sum() of newer Pythons rounds differently from C++
                pie_left += limits_of.limit
            if not settings.consider_preemption and pie_left <= 0:
                break
            # Later spins compute shares and limits anew, but keep the order, even where starvation has changed it.
            if number == 1:
                submitters = self._in_order(submitters)
            pie_before, count_before = pie_left, len(submitters)
            given_before, matches_before = self._given_away(), len(state.matches)
            submitters, pie_left = self._walk(spin, submitters, pie_left)
            # A submitter that left makes the others' shares larger, so that a spin without a match may be followed by
            # one with some. Held slots that were not trimmed count as slots: a full pool is spun again, too.
            gained = pie_left < pie_before or len(submitters) < count_before
            if not gained or not submitters or not len(state.slots) or self._is_floor_pass:
                break
            # Slots that give no claim stay with their jobs idle, so that two submitters may win them in turn for ever.
            # A spin without a match dropped some submitter, so the same situation cannot recur.
            if self._given_away() == given_before and len(state.matches) > matches_before:
                situation = self._situation(submitters)
                if situation in seen:
                    state.warnings.append(_ENDLESS)
                    break
                seen.add(situation)
        return submitters

    def _given_away(self) -> tuple[int, int]:
        """The numbers of claims and slots, which change if a spin gives something away for good."""
        return self._prepared.schedds.claimed.total(), len(self._state.slots)

    def _situation(self, submitters: list[Submitter]) -> Hashable:
        """Everything that the next spin depends on, as long as nothing is given away for good."""
        state = self._state
        slots = tuple((slot.name, id(slot.kind), slot.claims, slot.preempted_children) for slot in state.slots)
        who = tuple((submitter.name, submitter.schedd_address) for submitter in submitters)
        return who, slots, self._accounts.charged_now(), state.concurrency.nearly_reached()

    def _quota_met(self) -> bool:
        group = self._terms.limited_group
        return group is not None and self._accounts.usage(group) >= self._terms.quota

    def _standing(self, spin: _Spin, name: str) -> Standing:
        priority, factor = self._accounts.priority_and_factor(name)
        share, usage = spin.normalisation.share(priority), self._accounts.usage(name)
        limits = self._limits(spin, share, usage)
        return Standing(priority, factor, share, usage, limits, starvation(usage, limits.limit))

    def _limits(self, spin: _Spin, share: float, usage: float, floor: float | None = None) -> Limits:
        settings = self._state.settings
        return submitter_limits(
            share,
            spin.pie,
            usage,
            group_room=spin.room,
            consider_preemption=settings.consider_preemption,
            ignore_user_priorities=settings.ignore_user_priorities,
            floor=floor,
        )

    def _in_order(self, submitters: list[Submitter]) -> list[Submitter]:
        """The order of visits (`submitterLessThan`): priority, job priority, starvation, LastHeardFrom modulo 1009.

        Submitters that agree in all of these are left where `std::sort` leaves equals.
        """

        # Starvation is that of the spin's beginning: HTCondor stores it in the ad while it sums up the pie. It is the
        # same for all entries of a name, whose order then follows from when their schedds were heard from.
        def key(place: int) -> tuple[float, int, float, int]:
            submitter = submitters[place]
            prio = INT_MIN if submitter.job_prio is None else submitter.job_prio
            standing = self._standings[submitter.name]
            return standing.priority, -prio, standing.starvation, submitter.tie_break

        # Not a stable sort: with more than sixteen submitters equals may change places, here as in HTCondor.
        ordered = [submitters[place] for place in std_sort(range(len(submitters)), key=key)]
        return consolidate_job_prios(ordered) if self._state.settings.use_global_job_prios else ordered

    def _walk(self, spin: _Spin, submitters: list[Submitter], pie_left: float) -> tuple[list[Submitter], float]:
        """Visit each submitter once; returns those that stay for the next spin, and what is left of the pie."""
        staying: list[Submitter] = []
        asked = [True] * len(submitters)
        if spin.number > 1:
            asked = [self._may_be_asked(submitter) for submitter in submitters]
        offers = iter(self._prepared.schedds.prefetched(list(compress(submitters, asked))))
        for place, submitter in enumerate(submitters):
            fetched = next(offers) if asked[place] else None
            if not spin.ignore_limit and self._quota_met():
                staying += submitters[place:]
                break
            if submitter.schedd_name is None:
                continue
            if self._observed:
                share = self._standings[submitter.name].share
                self._observer.turn(submitter.name, spin.number, share, spin.pie)
            if submitter.idle_jobs <= 0:
                continue
            resumes, pie_left = self._visit(spin, submitter, submitter.schedd_name, fetched, pie_left)
            if resumes:
                staying.append(submitter)
        return staying, pie_left

    def _may_be_asked(self, submitter: Submitter) -> bool:
        """Whether a submitter may be asked for requests after the first spin: its share is large enough."""
        # Nothing makes it larger before its turn, except that a slot is taken from it for which it is still charged.
        limit = self._standings[submitter.name].limits.limit
        return limit >= self._prepared.weights.smallest or self._accounts.charges_by_record

    def _visit(
        self, spin: _Spin, submitter: Submitter, schedd: str, fetched: list[Request] | None, pie_left: float
    ) -> tuple[bool, float]:
        """Whether the submitter takes part in the next spin, and what is left of the pie."""
        state, terms, accounts, schedds = self._state, self._terms, self._accounts, self._prepared.schedds
        name, standing = submitter.name, self._standings[submitter.name]
        usage, limits = accounts.usage(name), standing.limits
        # Figures of the spin's beginning still hold unless an entry of the same name won something since then.
        if self._is_floor_pass:
            limits = self._limits(spin, standing.share, usage, float(accounts.floor(name)))
        elif usage != standing.usage:
            limits = self._limits(spin, standing.share, usage)
        # Only this one is cut to what is left of the pie: a free slot given as the first of a visit may exceed the pie.
        limit = min(limits.limit, pie_left)
        ceiling_left = accounts.ceiling_left(name)
        clock = state.clock
        began_s, time_limit = clock.now_s, None if clock.stands_still else clock.used_up(submitter)
        outcome: VisitOutcome | None = VisitOutcome.NO_TIME
        if time_limit is None:
            outcome = self._skipped(spin, limit, pie_left, ceiling_left, submitter)
        resume = outcome in RESUMED
        visit, matches_before, refused = None, len(state.matches), _NONE
        if outcome is None:
            requester, protocols = terms.requester(name), ip_protocols(submitter.schedd_address)
            if self._foretells and fetched is not None:
                asker = Asker(requester, protocols, schedd, limits.unclaimed, rank_only=limit <= 0)
                refused, outcome = self._foretold(spin, fetched, asker)
                resume = outcome is VisitOutcome.LIMIT
        if outcome is None:
            deadline = clock.deadline(submitter)
            visit = LiveVisit(
                state,
                Occasion(terms.round, terms.group, spin.number, name, schedd),
                VisitTerms(
                    schedd_address=submitter.schedd_address,
                    schedd_behaviour=submitter.schedd,
                    protocols=protocols,
                    priority=standing.priority,
                    limit=limit,
                    unclaimed_limit=limits.unclaimed,
                    ceiling_left=ceiling_left,
                    ignore_limit=spin.ignore_limit,
                    deadline=deadline,
                ),
                requester,
                schedds.requests(submitter, fetched),
                claim=partial(schedds.claim, submitter),
            )
            outcome, resume, pie_left = visit.run(pie_left)
            refused = visit.refused
            clock.visited(submitter, began_s)
            if outcome is VisitOutcome.DEADLINE:
                time_limit = deadline.knob
        visit_record = MadeVisit(
            terms,
            spin.number,
            submitter,
            schedd,
            standing,
            limit,
            limits.unclaimed,
            ceiling_left,
            usage,
            outcome,
            slice(matches_before, len(state.matches)),
            refused,
            time_limit,
            None if clock.costs is NO_TIME else clock.now_s - began_s,
        )
        self.visits.append(visit_record)
        if self._observed:
            self._observer.visit(state, terms, submitter, schedds, visit_record.record(state), visit)
        return resume, pie_left

    def _foretold(
        self, spin: _Spin, requests: list[Request], asker: Asker
    ) -> tuple[Sequence[RefusedRequest], VisitOutcome | None]:
        """The result of a visit that cannot match anything, without simulating it; outcome None if it might match."""
        rank_only = asker.rank_only
        # A visit at its limit ends before its first request, so there is nothing to save. A list as long as the schedd
        # may send could be followed by another, with jobs that are not known yet.
        if (rank_only and not spin.ignore_limit) or not is_complete(requests, self._state.settings.schedd.fetching):
            return _NONE, None
        reasons = self._outlooks.refused(requests, asker)
        if reasons is None:
            return _NONE, None
        # The scans of the visit would have replaced the list by one from which nothing can be taken.
        self._state.match_list = None
        short = rank_only or any(why.limit for _, why in reasons)
        refused = [RefusedRequest(request, why.reason, request.count) for request, why in reasons]
        return refused, VisitOutcome.LIMIT if short else VisitOutcome.SATISFIED

    def _skipped(
        self, spin: _Spin, limit: float, pie_left: float, ceiling_left: int | None, submitter: Submitter
    ) -> VisitOutcome | None:
        """Why a submitter is not asked for requests, None if it is."""
        smallest = self._prepared.weights.smallest
        # The smallest of all slots that were fetched, so this may skip a submitter that could be served: with nothing
        # but a slot of 8 cores under a consumption policy, one that may still win 4 does not get the core that is left.
        if spin.number > 1 and limit < smallest:
            return VisitOutcome.SHARE_TOO_SMALL
        if spin.number > 1 and pie_left < smallest:
            return VisitOutcome.PIE_TOO_SMALL
        # Without a ceiling it is INT_MAX, still less than the infinite smallest weight of a pool without slots.
        room = INT_MAX if ceiling_left is None else ceiling_left
        if room == 0 or room < smallest:
            return VisitOutcome.CEILING
        if not submitter.tagged:
            return VisitOutcome.NO_TAG
        return None if submitter.name_fits else VisitOutcome.NAME_TOO_LONG


def _main_reason(refused: Sequence[RefusedRequest]) -> str | None:
    """The reason for which most jobs were refused, of equals the first."""
    jobs: Counter[str] = Counter()
    for request in refused:
        jobs[request.reason] += request.jobs
    return max(jobs, key=jobs.__getitem__, default=None)
