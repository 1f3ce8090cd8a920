"""One visit: the negotiator asks a schedd for a submitter's requests and hands out slots (`Matchmaker::negotiate`).

Dynamic slots may be preempted so that their partitionable slot can take a request (`pslotMultiMatch`). Claim ids of
dynamic slots are private; every dynamic slot that is listed is assumed to have one.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, NamedTuple

from msgspec import Struct, field

from userprio.accounting import resource_name
from userprio.base.versions import Behaviour
from userprio.classad import (
    Ad,
    Evaluator,
    Value,
    as_number,
    flag_of,
    integer_of,
    number_of,
    text_of,
)
from userprio.negotiation.clock import NO_TIME, Deadline
from userprio.negotiation.matching import (
    UNOPTIMIZED,
    USER_NAMES,
    Allowance,
    Assessment,
    Candidate,
    Displacement,
    ListKey,
    MatchList,
    MatchSide,
    Refusals,
    Search,
    Slot,
    SlotKind,
    as_matched,
    as_sent,
    deducted,
    eligible_children,
    jobs_in_slot,
    noted_offline,
    of_child,
    permits,
    rolled_up,
    slot_kind,
    unflattened,
    with_figures,
)
from userprio.negotiation.matching.scan import scan
from userprio.negotiation.outcome import Because, Match, Rejection, VisitOutcome
from userprio.negotiation.schedd import Offer, Request, RequestList, TakenClaim
from userprio.negotiation.state import CycleState, Given, Requester

NOBODY_IN_PARTICULAR = "various_dSlot_users"
"""`RemoteUser` of a partitionable slot merged with dynamic slots."""


def multi_match(slot: Slot, *, job: MatchSide, submitter: str, rank_only: bool, state: CycleState) -> Candidate | None:
    """The slot with as many of its dynamic slots merged into it as the request needs, lowest current rank first.

    None if it is not partitionable, or if even all that may be preempted do not suffice. A dynamic slot whose current
    rank is below the slot's rank of the request is preempted by rank; one where they are equal by priority, if
    PREEMPTION_REQUIREMENTS allow. Dynamic slots that were merged once are not considered again in the cycle.
    """
    evaluator = state.evaluator
    eligible = _eligible(slot, state) if slot.kind.partitionable else []
    if not eligible:
        return None
    by_priority = state.settings.ranks.priority_displaces and not rank_only
    wanted = as_number(evaluator.attribute("Rank", slot.ad, job.ad)) or 0.0
    merged, taken, displacement = slot.ad, [], Displacement.NONE
    for place, current_rank in eligible:
        # They come in ascending order, so none of the rest can be preempted either.
        if current_rank > wanted:
            break
        if current_rank == wanted:
            # Passed over without an end: the next of the same rank may belong to another user.
            if not by_priority or not _may_displace(slot, place, job.ad, submitter, state):
                continue
            displacement = Displacement.PRIORITY
        # One that is taken by priority makes the whole match one of priority.
        elif displacement is not Displacement.PRIORITY:
            displacement = Displacement.RANK
        taken.append(place)
        if slot.kind.flattens:
            # HTCondor undoes the merge if it does not suffice, but does not flatten Requirements again.
            ad = unflattened(slot.ad)
            state.slots.change(slot, ad, state.unflattened_kinds(ad))
        merged = _merge(merged, slot.ad, place, evaluator)
        if state.assessor.fits_changed(job, merged):
            slot.preempted_children |= frozenset(taken)
            return _candidate(slot, merged, job, tuple(taken), displacement, state)
    return None


def _candidate(
    slot: Slot, merged: Ad, job: MatchSide, taken: tuple[int, ...], displacement: Displacement, state: CycleState
) -> Candidate:
    ad = merged.replace({"RemoteUser": NOBODY_IN_PARTICULAR})
    kind = slot_kind(ad, state.settings, state.evaluator, flattens=False)
    assessment = Assessment(kind.weight, state.assessor.limits.of(kind, job))
    return Candidate(slot, assessment, displacement, state.assessor.rank(job, kind, displacement), taken, kind)


def _eligible(slot: Slot, state: CycleState) -> list[tuple[int, float]]:
    """See `eligible_children`; worked out once for all requests."""
    key = slot.ad, slot.preempted_children
    known = state.eligible_children.get(key)
    if known is None:
        known = state.eligible_children[key] = eligible_children(*key, state.evaluator)
    return known


def _may_displace(slot: Slot, place: int, job: Ad, submitter: str, state: CycleState) -> bool:
    known = state.child_users.get(slot.ad)
    if known is None:
        known = state.child_users[slot.ad] = _child_users(slot.ad, state)
    child, policy = known[place] if place < len(known) else None, state.settings.ranks.preemption_requirements
    # An unset policy allows any slot to be taken, but no dynamic slot: `pslotMultiMatch` asks for a true one.
    if child is None or policy is None or child[1] == submitter:
        return False
    return state.evaluator.evaluate(policy, child[0], job) is True


def _child_users(parent: Ad, state: CycleState) -> list[tuple[Ad, str] | None]:
    names, evaluator = rolled_up(parent, "Name", state.evaluator), state.evaluator
    ads = [state.by_name().get(name) if isinstance(name, str) else None for name in names]
    users = ((text_of(evaluator, ad, user) for user in USER_NAMES) if ad is not None else () for ad in ads)
    holders = (next((name for name in held if name is not None), "") for held in users)
    return [None if ad is None else (ad, holder) for ad, holder in zip(ads, holders, strict=True)]


def _merge(merged: Ad, parent: Ad, place: int, evaluator: Evaluator) -> Ad:
    """Add what a dynamic slot holds of each resource to what its partitionable slot has left."""
    listed = text_of(evaluator, parent, "MachineResources")
    added: dict[str, Value] = {}
    for name in ["Cpus", "Memory", "Disk"] if listed is None else listed.split():
        left = number_of(evaluator, merged, name)
        more = of_child(parent, name, place, evaluator)
        if left is not None and isinstance(more, int | float) and not isinstance(more, bool):
            added[name] = math.floor(left) + more
    return merged.replace(added)


_UNTIMED: Final = 64
"""So many matches of a request pass between two looks at the time that the run has used."""

BECAUSE = {
    Displacement.NONE: Because.FREE,
    Displacement.RANK: Because.RANK,
    Displacement.PRIORITY: Because.PRIORITY,
}


Claim = Callable[[int, Callable[[Ad], bool], Callable[[], Ad]], TakenClaim | None]
"""Gives the schedd a claim on a slot, for the job that a request named, or another that can use it; None if none can.

Arguments: the place of that job in its queue; whether the job of an ad can use the slot; the slot's ad.
"""


class Occasion(NamedTuple):
    """When in the cycle a visit takes place: the first fields of each of its `Match` and `Rejection` records."""

    round: int | None
    group: str | None
    spin: int
    submitter: str
    schedd: str


class RefusedRequest(Struct, frozen=True):
    """A request that got no slot."""

    request: Request
    reason: str
    """In HTCondor's words."""
    jobs: int
    """How many jobs of the request were left without a match."""

    def rejection(self, where: Occasion) -> Rejection:
        """The record of it in the outcome."""
        return Rejection(*where, self.request.first, self.reason, self.jobs)


class VisitTerms(Struct, frozen=True):
    """What a submitter may win in a visit, and the addresses involved."""

    schedd_address: str
    schedd_behaviour: Behaviour
    protocols: frozenset[int]
    priority: float
    limit: float
    unclaimed_limit: float
    ceiling_left: int | None
    ignore_limit: bool
    """Slots that strictly prefer a request are given beyond the limit, as in the first spin with preemption."""
    deadline: Deadline


class VisitResult(NamedTuple):
    """The result of a visit."""

    outcome: VisitOutcome
    resume: bool
    """The submitter takes part in the next spin."""
    pie_left: float


class LiveVisit(Struct, eq=False):
    """A visit in progress."""

    state: CycleState
    where: Occasion
    terms: VisitTerms
    requester: Requester
    requests: RequestList
    claim: Claim
    refused: list[RefusedRequest] = []
    used: float = 0.0
    unclaimed_used: float = 0.0
    limited: bool = False
    refusals: Refusals = field(default_factory=Refusals)
    """Of the latest scan; a request that concurrency limits refuse before a scan changes only `concurrency` in it."""
    reached: set[str] = set()
    """Concurrency limits reached by the latest requests refused before a scan, and by slots of the latest scan."""
    last_request: MatchSide | None = None
    """The request for which a slot was last sought."""
    _last_refused: str = ""
    """The concurrency limits refused last for this request."""

    def run(self, pie_left: float) -> VisitResult:
        """Hand out slots until something ends the visit."""
        state, terms, requests, skip = self.state, self.terms, self.requests, 1
        settings, clock = state.settings, state.clock
        costs = clock.costs
        clock.now_s += costs.visit
        while True:
            if clock.now_s >= terms.deadline.at_s:
                return VisitResult(VisitOutcome.DEADLINE, True, pie_left)
            # The limit is looked at between matches only. In the first spin the visit goes on beyond it, for slots that
            # prefer the request to what they run.
            at_limit = self.used >= terms.limit
            if at_limit and not terms.ignore_limit:
                return VisitResult(VisitOutcome.LIMIT, True, pie_left)
            # The ceiling, too, counts between matches only: with 2 left below it a slot of 8 cores can be given.
            if terms.ceiling_left is not None and self.used >= terms.ceiling_left:
                return VisitResult(VisitOutcome.CEILING, True, pie_left)
            offer = requests.next(skip)
            if offer is None:
                # Where a limit played a part, a larger share in the next spin may help.
                short = self.used >= terms.limit or self.limited
                return VisitResult(VisitOutcome.LIMIT if short else VisitOutcome.SATISFIED, short, pie_left)
            if offer.number == 1:
                clock.now_s += costs.request
            if offer.number % _UNTIMED == 1:
                state.check_time()
            self.last_request = job = state.request_side(offer.request.ad, self.requester)
            candidate = self._claimable(offer, job, rank_only=at_limit)
            if candidate is None:
                self._reject(offer)
                if requests.reject():
                    state.endless.setdefault((self.where.submitter, self.where.schedd), offer.request.first)
                # Without weights every slot costs the same: what was too dear once is so for every further request.
                if self.refusals.limit and not settings.consider_preemption and not settings.charging.use_slot_weights:
                    return VisitResult(VisitOutcome.LIMIT, True, pie_left)
                skip = 1
                continue
            skip = self._hand_out(offer, job, candidate)
            requests.matched()
            clock.now_s += costs.match
            cost = candidate.assessment.cost
            self.used += cost
            # A partitionable slot shows no user of its own, but what it gains from preempted dynamic slots is not free.
            if candidate.slot.kind.user is None and not candidate.preempted:
                self.unclaimed_used += cost
            pie_left -= cost

    # -- finding ---------------------------------------------------------------------------------------------------

    def _claimable(self, offer: Offer, job: MatchSide, *, rank_only: bool) -> Candidate | None:
        """The best slot for a request; those that have no claim left to give are dropped on the way."""
        while (candidate := self._find(offer, job, rank_only)) is not None:
            # A bad match in `negotiate`: the request is not refused, but scans again without the slot.
            slot = candidate.slot
            if not slot.kind.claimable or (slot.claims > 0 and slot.kind.addressed):
                break
            self.state.slots.remove(slot)
        return candidate

    def _find(self, offer: Offer, job: MatchSide, rank_only: bool) -> Candidate | None:
        self._last_refused, reached, by_slot = "", False, False
        if job.has_limits is None:
            job.has_limits = "ConcurrencyLimits" in job.ad
        if job.has_limits:
            limits = self.state.evaluator.attribute("ConcurrencyLimits", job.ad)
            # A string is checked once, before any slot; what needs the slot is checked with each candidate.
            by_slot = not isinstance(limits, str)
            reached = isinstance(limits, str) and self._limits_reached(limits.lower())
        self.refusals.concurrency = self._last_refused != ""
        if reached:
            return None
        self.reached.clear()
        where, terms = self.where, self.terms
        key = ListKey(offer.request.autocluster, where.submitter, terms.schedd_address, terms.priority, rank_only)
        listed = self.state.match_list
        if listed is not None and listed.key == key and self._still_valid(listed, job):
            return self._next_of(listed, by_slot)
        return self._scan(key, job, rank_only, by_slot)

    def _limits_reached(self, limits: str) -> bool:
        """Whether these limits refuse the request now (`rejectForConcurrencyLimits`).

        Limits that were refused last are refused again without another look. As that is an empty string at first,
        empty limits are refused, without a reason, until others have been.
        """
        if limits == self._last_refused:
            return True
        refused = self.state.concurrency.refused(limits)
        if refused is not None:
            self.reached.add(refused)
            self._last_refused = limits
        return refused is not None

    def _still_valid(self, listed: MatchList, job: MatchSide) -> bool:
        """Whether a match list still holds, where preemption policy or rank are unstable (`cache_still_valid`)."""
        ranks, assessor = self.state.settings.ranks, self.state.assessor
        if ranks.requirements_stable and ranks.rank_stable:
            return True
        following = listed.peek()
        if not ranks.requirements_stable:
            # What was refused when the list was made may be allowed by now, so a list that is used up proves nothing.
            if following is None:
                return False
            if following.displacement is Displacement.PRIORITY and not assessor.policy_allows(
                following.slot.ad, job.ad
            ):
                return False
        if not ranks.rank_stable and following is not None and following.displacement is not Displacement.NONE:
            return assessor.preemption_rank(following.slot.ad, job.ad) == following.rank[-1]
        return True

    def _next_of(self, listed: MatchList, by_slot: bool) -> Candidate | None:
        """The next candidate of a list that limits still allow; others are dropped."""
        used, limit = self.used, self.terms.limit
        unclaimed_used, unclaimed_limit = self.unclaimed_used, self.terms.unclaimed_limit
        while (candidate := listed.pop()) is not None:
            cost, limits = candidate.assessment.cost, candidate.assessment.limits
            if by_slot and limits is not None and self._limits_reached(limits):
                continue
            # Unlike in a scan, a slot that prefers the request has to be within a limit, and one that is taken from its
            # user may pass as if it were free.
            preempting = candidate.displacement is not Displacement.NONE
            if (preempting and permits(used, cost, limit)) or permits(unclaimed_used, cost, unclaimed_limit):
                return candidate
            listed.refusals.limit = True
            # A shortcut for long lists in which all slots are too dear. With limits that depend on the slot it would be
            # wrong: a slot that those refuse is not counted as refused by the submitter limit.
            least = None if by_slot else listed.least_cost()
            if least is not None and not (
                permits(used, least, limit) or permits(unclaimed_used, least, unclaimed_limit)
            ):
                listed.clear()
        self.refusals = listed.refusals.copy()
        return None

    def _scan(self, key: ListKey, job: MatchSide, rank_only: bool, by_slot: bool) -> Candidate | None:
        state, settings = self.state, self.state.settings
        state.match_list = None
        # Without autoclusters nothing says that the next request is like this one. Every match is a new scan then, and
        # of equals the first in list order is given, not the one that `std::sort` leaves in front.
        keep = settings.matchlist_caching and key.autocluster >= 0 and len(state.slots) > 0
        merges = settings.allow_pslot_preemption and settings.consider_preemption
        search = Search(
            job=job,
            submitter=key.submitter,
            schedd_name=self.where.schedd,
            protocols=self.terms.protocols,
            rank_only=rank_only,
            consider_preemption=settings.consider_preemption,
            allowance=Allowance(self.terms.limit, self.used, self.terms.unclaimed_limit, self.unclaimed_used),
            limits_reached=self._limits_reached if by_slot else None,
            multi_match=partial(multi_match, job=job, submitter=key.submitter, rank_only=rank_only, state=state)
            if merges
            else None,
            stop_at_weight=self.terms.limit if settings.ranks.ignore_job_ranks else None,
            children_stay=merges and self._children_stay(job, rank_only),
        )
        candidates, self.refusals = scan(search, state.slots, state.assessor)
        costs = state.clock.costs
        if costs is not NO_TIME:
            state.clock.now_s += len(state.slots) * costs.slot_scanned
            state.clock.now_s += sum(candidates.costs.values()) * costs.candidate
        if not keep:
            return candidates.best()
        state.match_list = MatchList(key, candidates.best_first(), candidates.costs, self.refusals.copy())
        return state.match_list.pop()

    def _children_stay(self, job: MatchSide, rank_only: bool) -> bool:
        """Whether no dynamic slot can be preempted for its partitionable slot; see `multi_match` for the conditions."""
        state = self.state
        wish, lowest = state.slots.highest_wish(job, state.assessor), state.lowest_ranks()
        by_priority = state.settings.ranks.priority_displaces and not rank_only
        return wish < lowest.of_all or (wish == lowest.of_all and not (by_priority and lowest.of_named <= wish))

    # -- deciding --------------------------------------------------------------------------------------------------

    def _hand_out(self, offer: Offer, job: MatchSide, candidate: Candidate) -> int:
        """Make the changes of a match (`matchmakingProtocol` and what follows); returns how many jobs it will serve."""
        state, slot, assessment = self.state, candidate.slot, candidate.assessment
        kind, taken = slot.kind, None
        if kind.claimable:
            slot.claims -= 1
            matched = _MatchedSlot(self, candidate)
            taken = self.claim(offer.request.jobs[0], matched.can_be_used_by, matched.ad)
        elif assessment.amounts is not None or kind.comes_again:
            asked = offer.request
            address = self.terms.schedd_address
            slot.ad = noted_offline(slot.ad, address, asked.autocluster, asked.count, state.evaluator)
        # With the ad before anything is deducted from it: the startd cuts the job's slot out of what there was.
        state.given.append(Given(slot, kind, slot.ad, taken, candidate.preempted))
        state.matches.append(
            Match(
                *self.where,
                request=offer.request.first,
                number=offer.number,
                slot=slot.name,
                because=BECAUSE[candidate.displacement],
                preempts=f"{len(candidate.preempted)} dslots" if candidate.preempted else kind.remote_user,
                cost=assessment.cost,
            )
        )
        if assessment.amounts is not None:
            self._deduct(job, slot, assessment.amounts, assessment.limits)
        elif kind.comes_again:
            with_match = self.with_match(slot.ad, assessment.limits)
            ad = with_match.replace({"CurMatches": integer_of(state.evaluator, with_match, "CurMatches") + 1})
            state.slots.change(slot, ad, state.unflattened_kinds(ad))
            state.slots.move_to_end(slot)
        else:
            state.slots.remove(slot)
        if candidate.preempted:
            slot.preempted_children |= frozenset(candidate.preempted)
        charged = self._charge(slot, assessment)
        if state.settings.behaviour.offline_match_ends_negotiator and flag_of(state.evaluator, slot.ad, "Offline"):
            state.warnings.append(
                f"a negotiator of HTCondor {state.settings.versions.negotiator} crashes here: it matched {slot.name}, "
                "which is offline"
            )
        # `Accountant::AddMatch` charges a submitter once for a slot, and only with the charge counts its limits.
        if charged and assessment.limits is not None:
            state.concurrency.take(assessment.limits)
        # `ResourcesInUseByUser` and its like are functions of usage, which each match changes.
        if state.volatile:
            state.assessor.forget(state.volatile)
            state.slots.forget(state.volatile)
        given = candidate.merged.ad if candidate.merged is not None else slot.ad
        return jobs_in_slot(job.ad, given, state.evaluator) if state.settings.depth_first else 1

    def _charge(self, slot: Slot, assessment: Assessment) -> bool:
        """Charge the match, unless the submitter is charged for the slot already; returns whether it was charged."""
        accounts, submitter, cost = self.state.accounts, self.where.submitter, assessment.cost
        if accounts.charges_by_record and assessment.amounts is None:
            return accounts.take(resource_name(slot.ad, self.state.evaluator), submitter, cost)
        accounts.charge(submitter, cost)
        return True

    def with_match(self, slot: Ad, limits: str | None) -> Ad:
        """The ad of a slot after a match of this visit, with the groups of its requester, not of the shared request."""
        asked, accounts = self.requester, self.state.accounts
        group = None if asked.group_quota is None else accounts.group_of(asked.submitter)
        return as_matched(slot, group, asked.negotiating_group, limits)

    def _deduct(self, job: MatchSide, slot: Slot, amounts: Mapping[str, float], limits: str | None) -> None:
        """Deduct what the match consumes from a slot with a consumption policy; if it fits, the match list keeps it."""
        state = self.state
        ad = deducted(self.with_match(slot.ad, limits), amounts, state.evaluator)
        state.slots.change(slot, ad, state.unflattened_kinds(ad))
        if state.match_list is None:
            return
        again = state.assessor.assess_again(job, slot.kind)
        if again is not None:
            rank = state.assessor.rank(job, slot.kind, Displacement.NONE)
            state.match_list.put_back(Candidate(slot, again, Displacement.NONE, rank))

    def _reject(self, offer: Offer) -> None:
        """Record the rejection of what is left of a request, in HTCondor's words."""
        refusals = self.refusals
        self.limited = self.limited or refusals.limit
        if refusals.concurrency and not self.reached:
            self.state.warnings.append(
                "HTCondor's own negotiator ends with an error here: when a match list is used up, it no longer knows "
                f"which concurrency limit refused a slot to {offer.request.first}"
            )
        if refusals.concurrency:
            reason = f"concurrency limit {', '.join(sorted(self.reached))} reached"
        else:
            reason = refusals.reason
        self.refused.append(RefusedRequest(offer.request, reason, offer.request.count - offer.number + 1))


class _MatchedSlot(Struct):
    """The slot of a match, as its schedd gets it."""

    visit: LiveVisit
    candidate: Candidate
    kind: SlotKind | None = None
    """The slot as a job meets it there, worked out on first use."""

    def can_be_used_by(self, job: Ad) -> bool:
        """Whether a job could run in it."""
        state, limits = self.visit.state, self.candidate.assessment.limits
        if self.kind is None:
            kind = self.candidate.merged or self.candidate.slot.kind
            tells_usage = state.volatile and (kind.user is not None or state.settings.cross_slot_prios)
            if kind.own_terms is None:
                kind.own_terms = "SavedRequirements" in kind.ad or UNOPTIMIZED in kind.ad
            changes = kind.own_terms or state.reads_matches or tells_usage
            self.kind = state.unflattened_kinds(as_sent(self.visit.with_match(kind.ad, limits))) if changes else kind
        by_slot = self.visit.terms.schedd_behaviour.limits_by_slot_are_recycled
        return state.assessor.could_run(state.job_side(job), self.kind, limits, by_slot=by_slot)

    def ad(self) -> Ad:
        """Its ad."""
        merged = self.candidate.merged
        own = self.candidate.slot.ad if merged is None else merged.ad
        with_match = self.visit.with_match(own, self.candidate.assessment.limits)
        return with_figures(as_sent(with_match), self.visit.state.evaluator)
