"""One negotiation cycle, step by step: passes, spins, visits and matches.

This is `matchmaker.cpp` retold. Only the match list outlives a scan, being part of the rules: it decides who gets
which slot.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import count as counting
from typing import Final

from userprio.accounting import (
    LimitRules,
    PriorityRules,
    catch_up,
    charged,
    claims,
    count,
    expire_leases,
    limits_in_use,
    named,
    priority_factor,
    real_priority,
    recount,
    refusal,
    start_up,
)
from userprio.accounting.quotas import ROOT, QuotaSettings
from userprio.base.cxx import FLT_MAX, INT_MAX, float32, std_sort, total
from userprio.classad import (
    ERROR,
    KNOWN_HOMES,
    Ad,
    Call,
    Context,
    Evaluator,
    Expr,
    Literal,
    Value,
    parse,
    text_of,
)
from userprio.ledger import Customer
from userprio.negotiation.reference.groups import (
    Group,
    GroupRounds,
    MatchRow,
    PassRow,
    RejectionRow,
    RoundRow,
    VisitRow,
    assign_quotas,
    assigned_group,
    construct_tree,
)
from userprio.negotiation.reference.slots_and_jobs import (
    FREE,
    PRIORITY,
    Candidate,
    Job,
    Queue,
    Slot,
    SlotRules,
    idle_jobs,
    restored,
    significant_attributes,
    submitter_of,
)
from userprio.pool import (
    NegotiatorSettings,
    ScenarioData,
    Submitter,
    as_its_negotiator,
    fetched_slots,
    fetched_submitters,
    pool_weights,
    trims,
    user_maps,
)

DBL_MAX: Final = sys.float_info.max
POLICY: Final = "PREEMPTION_REQUIREMENTS == False"
LIMIT: Final = "submitter limit exceeded"
CONCURRENCY: Final = "concurrency limit"
"""Why slots that fit were passed over, in the words of rejections."""

AT_LIMIT, AT_CEILING, SATISFIED = ("submitter limit", True), ("ceiling", True), ("satisfied", False)
"""How a visit ends, and whether the submitter takes part in the next spin."""


@dataclass(frozen=True)
class Pass:
    """On what terms a list of submitters is negotiated."""

    round: int | None = None
    group: str | None = None
    quota: int = INT_MAX
    limited_group: Group | None = None
    """The group whose usage counts against the quota: none without groups, nor in the pass for everybody."""
    floor: bool = False
    """Submitters get their floors only."""


class Cycle:
    """The state of one cycle (`negotiationTime`), and what it decided."""

    def __init__(self, scenario: ScenarioData) -> None:
        """Everything before the first visit: fetch, recount usage, assign quotas, trim, add attributes to slots."""
        self.scenario = scenario = as_its_negotiator(scenario)
        self.settings = settings = NegotiatorSettings.of(scenario)
        self.quota_settings, pool = QuotaSettings.from_config(scenario.config), scenario.pool
        self.evaluator = evaluator = Evaluator(
            scenario.now,
            {
                "ResourcesInUseByUser": (1, 1, self._use_by_user),
                "ResourcesInUseByUsersGroup": (1, 1, self._use_by_group),
            },
            user_maps=user_maps(scenario.config)[0],
            homes=KNOWN_HOMES if scenario.config.boolean("CLASSAD_ENABLE_USER_HOME") else {},
            circles_are_undefined=settings.behaviour.circles_are_undefined,
            caching=settings.caching,
        )
        self.rules = rules = SlotRules(settings, evaluator)
        self.visits: list[VisitRow] = []
        self.matches: list[MatchRow] = []
        self.rejections: list[RejectionRow] = []
        self.on_visit: Callable[[], None] = lambda: None
        """Called after each visit, to show progress."""

        # Slots and submitters that are fetched at all. A slot is fetched as never matched.
        fetched, _ = fetched_slots(pool.slots, settings, evaluator)
        fetched = [ad.replace({"MachineMatchCount": 0, "OfflineMatches": None}) for ad in fetched]
        self.submitters, _ = fetched_submitters(pool.submitters, settings, evaluator)
        weights = pool_weights(fetched, settings, evaluator)
        self.pie, self.smallest = weights.pie, weights.smallest
        self.pie_left = 0.0

        # Groups, and their quotas, which the root under autoregroup has replaced by the whole pool.
        self.tree = construct_tree(scenario.config)
        assign_quotas(self.tree.root, weights.quota, oversubscription=self.quota_settings.oversubscription)
        quotas = {group.name: group.quota for group in self.tree.groups} if self.tree.group_mode else {}
        if self.tree.root.autoregroup and quotas:
            quotas[ROOT] = self.tree.root.subtree_quota
        self.previous_quotas = quotas if scenario.previous_quotas is None else scenario.previous_quotas
        for group in self.tree.groups:
            group.served_at = (scenario.groups_served_at or {}).get(group.name, 0.0)

        # The accountant: priorities decay up to now, leases run out, usage is counted anew from the slots.
        names = [group.name for group in self.tree.groups]
        self.priorities = PriorityRules.from_config(scenario.config, names)
        begin = start_up if scenario.first_cycle else catch_up
        ledger = begin(scenario.accounts, scenario.now, self.priorities, names, self.group_of)
        ledger = expire_leases(ledger, scenario.now, self.priorities.default_factor, settings.behaviour)
        ledger = recount(ledger, claims(fetched, settings.charging, evaluator), scenario.now, self.group_of)
        self.customers = ledger.customers
        self.used = {name: customer.weighted_resources_used or 0.0 for name, customer in ledger.customers.items()}
        self.maxima = LimitRules.from_config(scenario.config)
        self.limits_in_use = limits_in_use(fetched, named(ledger.resources), evaluator)

        # What schedds have to offer.
        significant = significant_attributes(fetched, pool.jobs, settings)
        self.queues: list[Queue] = [Queue() for _ in self.submitters]
        schedds = {text_of(evaluator, ad, "ScheddName") for ad in pool.submitters}
        for name, schedd, job in idle_jobs(pool.jobs, significant, scenario, settings):
            at = submitter_of((name, schedd), self.submitters, schedds)
            if at is not None:
                self.queues[at].jobs.append(job)
        for queue in self.queues:
            queue.jobs.sort(key=lambda job: job.order)

        # The slots left. A consumption policy changes what requests ask for, so where there is any, their Requirements
        # are evaluated as they are.
        self.flattens_requests = all(rules.policy_resources(ad) is None for ad in fetched)
        trimmed = zip(fetched, trims(fetched, settings, evaluator), strict=True)
        self.slots = [self.prepared_slot(ad) for ad, why in trimmed if why is None]
        rules.ads = {text_of(evaluator, ad, "Name") or "": ad for ad in fetched}
        rules.ads |= {slot.name: slot.ad for slot in self.slots}
        self.rounds: list[RoundRow] = []
        self.passes: list[PassRow] = []

    def _use_by_user(self, context: Context, arguments: list[Value]) -> Value:
        user = arguments[0]
        return float32(self.usage(user)) if isinstance(user, str) else ERROR

    def _use_by_group(self, context: Context, arguments: list[Value]) -> Value:
        user = arguments[0]
        known = isinstance(user, str) and self.tree.group_mode
        return float32(self.usage(self.group_of(str(user)))) if known else ERROR

    def prepared_slot(self, fetched: Ad) -> Slot:
        """A slot as it is matched: Requirements flattened, then attributes about its user added."""
        rules, settings = self.rules, self.settings
        added: dict[str, Expr | Value] = {name: parse(text) for name, text in settings.match_exprs}
        user = rules.user(fetched)
        if settings.consider_preemption and user is not None:
            added["RemoteUserPrio"] = float32(self.priority(user))
            added["RemoteUserResourcesInUse"] = Call("ResourcesInUseByUser", (Literal(user),))
            added["RemoteUserFloor"] = self.floor(user)
            quota = self.previous_quotas.get(self.group_of(user))
            if quota is not None:
                added["RemoteGroup"] = self.group_of(user)
                added["RemoteGroupResourcesInUse"] = Call("ResourcesInUseByUsersGroup", (Literal(user),))
                added["RemoteGroupQuota"] = quota
        waiting = rules.number("PreemptingRank", fetched)
        if settings.consider_preemption and waiting is not None:
            # Whoever wants the slot has to beat the one who waits for it.
            added["CurrentRank"] = float(waiting)
        claims_left = None if rules.policy_resources(fetched) is None else rules.number("NumClaims", fetched)
        ad = rules.flattened(fetched, leads=False).replace(added)
        return Slot(ad, rules.text(ad, "Name") or "", user, 1 if claims_left is None else int(claims_left))

    # -- the accountant ------------------------------------------------------------------------------------------------

    def group_of(self, name: str) -> str:
        """The name of the group that is charged for a submitter."""
        return assigned_group(name, self.tree).name

    def usage(self, name: str) -> float:
        """What a submitter, or exactly this group, has in use now."""
        return self.used.get(name, 0.0)

    def priority(self, name: str) -> float:
        """Effective priority: the smaller, the better."""
        customer = self.customers.get(name) or Customer(name)
        return real_priority(customer) * priority_factor(customer, self.group_of(name), self.priorities)

    def floor(self, name: str) -> int:
        """The weight that a submitter may have before all others; 0 for none."""
        customer = self.customers.get(name)
        return 0 if customer is None else customer.floor or 0

    def ceiling_left(self, name: str) -> int:
        """What is left under the ceiling; usage counts without its fraction."""
        customer = self.customers.get(name)
        ceiling = None if customer is None else customer.ceiling
        return INT_MAX if ceiling is None or ceiling < 0 else max(ceiling - int(self.usage(name)), 0)

    def charge(self, submitter: str, weight: float) -> None:
        """Charge a match to a submitter and to its own group; a user who is displaced is still charged as well."""
        for name in {submitter, self.group_of(submitter)}:
            self.used[name] = charged(self.usage(name), weight)

    # -- rounds and passes ---------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Without groups, one pass over all; else allocate, serve group after group, and again for what is left."""
        everybody = list(range(len(self.submitters)))
        if not self.tree.group_mode:
            self.serve(everybody, Pass())
            return
        members: dict[Group, list[int]] = {group: [] for group in self.tree.groups}
        for at in everybody:
            submitter = self.submitters[at]
            if "@" in submitter.name:
                group = assigned_group(submitter.name, self.tree)
                members[group].append(at)
                group.demand += self.demand(submitter)
        for group in self.tree.groups[1:]:
            if group.autoregroup:
                members[self.tree.root] += members[group]

        def negotiate(number: int, group: Group, limit: int) -> None:
            for_everybody = group is self.tree.root and group.autoregroup
            terms = Pass(number, group.name, limit, None if for_everybody else group)
            members[group] = self.serve(members[group], terms)

        rounds = GroupRounds(
            self.tree,
            self.quota_settings,
            self.evaluator,
            usage=lambda group: self.usage(group.name),
            has_submitters=lambda group: bool(members[group]),
            negotiate=negotiate,
        )
        rounds.run(self.scenario.now)
        self.rounds, self.passes = rounds.rounds, rounds.passes

    def demand(self, submitter: Submitter) -> float:
        """What a submitter ad asks for, running jobs included; a weighted count that is missing is one of jobs."""
        idle, running = submitter.weighted_idle, submitter.weighted_running
        if not self.quota_settings.weighted_demand:
            return float(submitter.running_jobs + submitter.idle_jobs)
        running_weight = float(submitter.running_jobs if running is None else running)
        return running_weight + (submitter.idle_jobs if idle is None else idle)

    def serve(self, submitters: list[int], terms: Pass) -> list[int]:
        """First those below their floor, then everybody; returns who is left."""
        names = {at: self.submitters[at].name for at in submitters}
        below = [at for at in submitters if self.usage(names[at]) < self.floor(names[at])]
        if below:
            self.negotiate_with_group(below, replace(terms, floor=True))
        return self.negotiate_with_group(submitters, terms)

    # -- the pie -------------------------------------------------------------------------------------------------------

    def negotiate_with_group(self, submitters: list[int], terms: Pass) -> list[int]:
        """Spin the pie as long as anybody gains by it (`negotiateWithGroup`); returns who is left."""
        settings = self.settings
        for spin in counting(1):
            # In the first spin, slots that prefer a request are given beyond any limit, and quotas end no spin.
            ignore_limit = spin == 1 and settings.consider_preemption
            if not ignore_limit and self.quota_met(terms):
                return submitters
            # With preemption, submitters without idle jobs still have a share of the first spin.
            if not settings.consider_preemption:
                submitters = [at for at in submitters if self.submitters[at].idle_jobs > 0]
            shares, room = self.shares(submitters), None
            if terms.limited_group is not None:
                used = self.usage(terms.limited_group.name)
                room = max(float32(float32(terms.quota) - float32(used)), 0.0)
            begins = {at: self.limits(at, shares, terms, room) for at in submitters}
            self.pie_left = before = total(limit for limit, _ in begins.values())
            if not settings.consider_preemption and before <= 0:
                return submitters
            if spin == 1:
                submitters = std_sort(submitters, key=lambda at: self.turn(at, begins[at][0]))
            staying: list[int] = []
            for turn, at in enumerate(submitters):
                if not ignore_limit and self.quota_met(terms):
                    staying += submitters[turn:]
                    break
                if self.submitters[at].idle_jobs > 0 and self.submitters[at].schedd_name is not None:
                    staying += [at] if self.visit(at, spin, shares, terms, room, ignore_limit) else []
            gained = self.pie_left < before or len(staying) < len(submitters)
            submitters = staying
            if not gained or not submitters or not self.slots or terms.floor:
                break
        return submitters

    def quota_met(self, terms: Pass) -> bool:
        """Whether the group of the pass has all that it may have."""
        return terms.limited_group is not None and self.usage(terms.limited_group.name) >= terms.quota

    def shares(self, submitters: list[int]) -> dict[str, float]:
        """Shares in inverse proportion to priorities, a name counting once (`calculateNormalizationFactor`)."""
        priorities = {self.submitters[at].name: self.priority(self.submitters[at].name) for at in submitters}
        worst = max(priorities.values(), default=0.0)
        norm = total(worst / priority for priority in priorities.values())
        return {name: worst / (priority * norm) for name, priority in priorities.items()}

    def limits(self, at: int, shares: dict[str, float], terms: Pass, room: float | None) -> tuple[float, float]:
        """What a submitter may still win, and how much of slots that nobody holds (`calculateSubmitterLimit`).

        The second is also cut to what is left of the group's quota, and is no larger in a floor pass.
        """
        name = self.submitters[at].name
        wanted = shares[name] * min(self.pie, float(terms.quota)) - self.usage(name)
        # Without priorities everybody may have everything, but submitters are still sorted by them.
        limit = DBL_MAX if self.settings.ignore_user_priorities else max(wanted, 0.0)
        unclaimed = limit if room is None else min(limit, room)
        return limit if self.settings.consider_preemption else unclaimed, unclaimed

    def turn(self, at: int, limit: float) -> tuple[float, float, int]:
        """By what submitters are sorted: priority, then starvation, then what is as good as chance."""
        submitter = self.submitters[at]
        used = self.usage(submitter.name)
        starvation = used / (used + limit) if used + limit > 0 else FLT_MAX
        return self.priority(submitter.name), starvation, submitter.last_heard_from % 1009

    def visit(
        self, at: int, spin: int, shares: dict[str, float], terms: Pass, room: float | None, ignore_limit: bool
    ) -> bool:
        """Visit a submitter, or skip it; returns whether it takes part in the next spin."""
        submitter = self.submitters[at]
        usage, (limit, unclaimed) = self.usage(submitter.name), self.limits(at, shares, terms, room)
        if terms.floor:
            # The whole floor, not what is missing to it.
            limit = min(limit, float(self.floor(submitter.name)))
        limit = min(limit, self.pie_left)
        visit = Visit(self, submitter, self.queues[at], spin, terms, limit, unclaimed, ignore_limit)
        outcome, stays = visit.run()
        kind, quota = "floor" if terms.floor else "normal", None if terms.group is None else terms.quota
        where = terms.round, terms.group, quota, kind, spin, submitter.name, submitter.schedd_name or ""
        share = shares[submitter.name]
        self.visits.append(VisitRow(*where, share, limit, unclaimed, usage, visit.matched, outcome))
        self.on_visit()
        return stays


@dataclass
class Visit:
    """One submitter's turn with its schedd (`Matchmaker::negotiate`)."""

    cycle: Cycle
    submitter: Submitter
    queue: Queue
    spin: int
    terms: Pass
    limit: float
    unclaimed_limit: float
    """The limit for slots that nobody holds."""
    ignore_limit: bool
    """Beyond the limit, slots are given that strictly prefer the request."""
    used: float = 0.0
    unclaimed_used: float = 0.0
    matched: int = 0
    limited: bool = False
    """The limit refused a slot to a request that got none."""
    blame: set[str] = field(default_factory=set)
    """Why the latest scan passed over slots that fit."""
    reached: set[str] = field(default_factory=set)
    """The concurrency limits that refused requests in a row."""
    latest: str = ""
    """The concurrency limits refused last for this request."""
    match_list: list[Candidate] | None = None
    """Candidates for requests alike, best first."""
    match_list_for: tuple[object, bool] | None = None
    """The autocluster that it is for, and whether for preemption by rank only."""
    match_list_blame: set[str] = field(default_factory=set)

    @property
    def occasion(self) -> tuple[int | None, str | None, int, str, str]:
        """The first fields of each record of a match or rejection."""
        submitter = self.submitter
        return self.terms.round, self.terms.group, self.spin, submitter.name, submitter.schedd_name or ""

    def run(self) -> tuple[str, bool]:
        """Hand out slots until something ends the visit; returns how it ended, and whether another may follow."""
        cycle, settings, ceiling = self.cycle, self.cycle.settings, self.cycle.ceiling_left(self.submitter.name)
        if self.spin > 1 and self.limit < cycle.smallest:
            return "limit below the smallest slot", True
        if self.spin > 1 and cycle.pie_left < cycle.smallest:
            return "pie below the smallest slot", True
        if ceiling == 0 or ceiling < cycle.smallest:
            return "ceiling", False
        if not self.submitter.tagged:
            return "no submitter tag", False
        if not self.submitter.name_fits:
            return "name too long", False
        finished = set[object]()
        for request in self.queue.requests(settings.schedd.offer_cap):
            for number in range(1, len(request) + 1):
                # Looked at between requests only: the last one may go far beyond the ceiling.
                if (ended := self.ended(ceiling)) is not None:
                    return ended
                if request[0].autocluster in finished:
                    break
                ad = self.request_ad(request[0])
                chosen = self.claimable(request[0], ad)
                if chosen is not None:
                    self.hand_out(request, number, ad, chosen)
                    continue
                self.reject(request, number)
                if LIMIT in self.blame and not settings.consider_preemption and not settings.charging.use_slot_weights:
                    return AT_LIMIT
                # With the request all further ones of its autocluster are finished for this visit.
                if request[0].autocluster is not None:
                    finished.add(request[0].autocluster)
                break
        return self.ended(ceiling) or (AT_LIMIT if self.used >= self.limit or self.limited else SATISFIED)

    def ended(self, ceiling: int) -> tuple[str, bool] | None:
        """What ends the visit now, None if nothing does."""
        if self.used >= self.limit and not self.ignore_limit:
            return AT_LIMIT
        return AT_CEILING if self.used >= ceiling else None

    def request_ad(self, job: Job) -> Ad:
        """A request as expressions see it: with what the negotiator says about its submitter."""
        cycle, name = self.cycle, self.submitter.name
        priority, group = cycle.priority(name), assigned_group(name, cycle.tree)
        about: dict[str, Expr | Value] = {
            "SubmitterUserPrio": priority,
            "SubmittorPrio": priority,
            "SubmitterUserResourcesInUse": cycle.usage(name),
            "SubmitterNegotiatingGroup": self.terms.group or ROOT,
            "SubmitterAutoregroup": self.terms.group == ROOT and cycle.tree.root.autoregroup,
        }
        if cycle.tree.group_mode:
            about["SubmitterGroup"] = group.name
            about["SubmitterGroupQuota"] = group.quota
            about["SubmitterGroupResourcesInUse"] = cycle.usage(group.name)
        ad = job.sent.replace(about)
        return cycle.rules.flattened(ad, leads=True) if cycle.flattens_requests else ad

    # -- finding a slot ------------------------------------------------------------------------------------------------

    def claimable(self, job: Job, ad: Ad) -> Candidate | None:
        """The best slot that still has a claim to give; others leave the list on the way."""
        rules = self.cycle.rules
        while (chosen := self.best(job, ad)) is not None:
            slot = chosen.slot
            if not rules.claimable(slot.ad) or (slot.claims > 0 and rules.text(slot.ad, "StartdIpAddr") is not None):
                return chosen
            self.cycle.slots.remove(slot)
        return None

    def best(self, job: Job, ad: Ad) -> Candidate | None:
        """The next of the match list if that was made for requests like this, else the best that a scan finds."""
        rank_only = self.used >= self.limit
        limits = self.cycle.evaluator.attribute("ConcurrencyLimits", ad)
        by_slot = "ConcurrencyLimits" in ad and not isinstance(limits, str)
        self.latest = ""
        self.blame.discard(CONCURRENCY)
        # A text is the same for all slots, so it is looked at before any of them.
        if isinstance(limits, str) and self.refused(limits.lower()):
            self.blame |= {CONCURRENCY} if self.latest else set()
            return None
        self.reached.clear()
        if self.match_list is None or self.match_list_for != (job.autocluster, rank_only):
            return self.best_of_scan(job, ad, rank_only=rank_only, by_slot=by_slot)
        while self.match_list:
            candidate = self.match_list.pop(0)
            if by_slot and candidate.limits is not None and self.refused(candidate.limits):
                continue
            # Here no slot is exempt from the limits, and what is taken from a user may count as if it were free.
            if candidate.displacement != FREE and self.permitted(PRIORITY, candidate.cost):
                return candidate
            if self.permitted(FREE, candidate.cost):
                return candidate
            self.match_list_blame.add(LIMIT)
        self.blame = set(self.match_list_blame)
        return None

    def best_of_scan(self, job: Job, ad: Ad, *, rank_only: bool, by_slot: bool) -> Candidate | None:
        """The best candidate of all slots; the others make up the match list, if there are to be any."""
        any_slots = bool(self.cycle.slots)
        candidates = self.scan(ad, rank_only=rank_only, by_slot=by_slot)
        if not self.cycle.settings.matchlist_caching or job.autocluster is None or not any_slots:
            self.match_list = None
            return max(candidates, key=lambda candidate: candidate.rank, default=None)
        self.match_list_for, self.match_list_blame = (job.autocluster, rank_only), set(self.blame)
        # Not a stable sort: it decides which of equal slots is given.
        self.match_list = std_sort(candidates, key=lambda candidate: tuple(-value for value in candidate.rank))
        return self.match_list.pop(0) if self.match_list else None

    def scan(self, ad: Ad, *, rank_only: bool, by_slot: bool) -> list[Candidate]:
        """The candidates in list order; `blame` says why others were passed over (`matchmakingAlgorithm`)."""
        rules, candidates, self.blame = self.cycle.rules, list[Candidate](), set()
        name, submitter = self.submitter.name, self.submitter
        for slot in self.cycle.slots:
            if not rules.in_reach(slot.ad, submitter.schedd_name or "", submitter.schedd_address):
                continue
            cost = rules.cost(ad, slot.ad)
            if cost is None:
                candidate = rules.merged(slot, ad, name, rank_only=rank_only)
                if candidate is None:
                    continue
            else:
                displacement, forbidden = rules.displacement(slot, ad, name, rank_only=rank_only)
                self.blame |= {POLICY} if forbidden else set()
                if displacement is None:
                    continue
                candidate = rules.candidate(slot, slot.ad, ad, cost, displacement)
            if not self.permitted(candidate.displacement, candidate.cost):
                self.blame.add(LIMIT)
            elif by_slot and candidate.limits is not None and self.refused(candidate.limits):
                # Empty limits leave no trace.
                self.blame |= {CONCURRENCY} if candidate.limits else set()
            else:
                candidates.append(candidate)
        return candidates

    def refused(self, limits: str) -> bool:
        """Whether concurrency limits refuse a request (`rejectForConcurrencyLimits`).

        What was refused last is refused again unseen; empty limits therefore as long as nothing else was.
        """
        if limits == self.latest:
            return True
        refused = refusal(limits, self.cycle.limits_in_use, self.cycle.maxima)
        if refused is not None:
            self.reached.add(refused.name)
            self.latest = limits
        return refused is not None

    def permitted(self, displacement: int, cost: float) -> bool:
        """Whether limits allow a slot (`SubmitterLimitPermits`): the first of a visit may be of any size.

        A slot that prefers the request knows no limit.
        """
        used, limit = self.used, self.limit
        if displacement == FREE:
            used, limit = self.unclaimed_used, self.unclaimed_limit
        elif displacement != PRIORITY:
            return True
        return used + cost <= limit or used <= 0 < limit

    def reject(self, request: list[Job], number: int) -> None:
        """Record that a request gets no further slot, and for which of the reasons."""
        self.limited = self.limited or LIMIT in self.blame
        reason = next((reason for reason in (CONCURRENCY, POLICY, LIMIT) if reason in self.blame), "no match found")
        if reason == CONCURRENCY:
            reason = f"concurrency limit {', '.join(sorted(self.reached))} reached"
        left = len(request) - number + 1
        self.cycle.rejections.append(RejectionRow(*self.occasion, request[0].id, reason, left))

    # -- what a match changes ------------------------------------------------------------------------------------------

    def hand_out(self, request: list[Job], number: int, ad: Ad, chosen: Candidate) -> None:
        """Give a slot to a request (`matchmakingProtocol`, `Accountant::AddMatch`)."""
        cycle, rules, slot, job = self.cycle, self.cycle.rules, chosen.slot, request[0]
        because = ("priority preemption", "rank preemption", "free")[chosen.displacement]
        preempts = f"{chosen.preempted} dslots" if chosen.preempted else rules.text(slot.ad, "RemoteUser")
        match = MatchRow(*self.occasion, job.id, number, slot.name, because, preempts, chosen.cost)
        cycle.matches.append(match)
        if rules.claimable(slot.ad):
            slot.claims -= 1
            given = replace(chosen, ad=self.stamped(chosen.ad, chosen.limits))
            self.queue.claim(job, lambda other: rules.could_run(other.ad, given))
        # A dynamic slot merged into it ends a policy for this match: the whole slot is given.
        amounts = None if chosen.preempted else rules.consumption(ad, slot.ad)
        if amounts is None:
            cycle.slots.remove(slot)
        else:
            slot.ad = rules.deducted(self.stamped(slot.ad, chosen.limits), amounts)
            cost = rules.cost(ad, slot.ad)
            if self.match_list is not None and cost is not None:
                # Back in the match list, but behind each that it beats: the comparison runs the wrong way round.
                again = rules.candidate(slot, slot.ad, ad, cost, FREE)
                unbeaten = (at for at, candidate in enumerate(self.match_list) if not again.rank > candidate.rank)
                self.match_list.insert(next(unbeaten, len(self.match_list)), again)
        cycle.charge(self.submitter.name, chosen.cost)
        cycle.limits_in_use = count(cycle.limits_in_use, chosen.limits or "")
        cycle.pie_left -= chosen.cost
        self.matched += 1
        self.used += chosen.cost
        self.unclaimed_used += chosen.cost if slot.user is None and not chosen.preempted else 0.0

    def stamped(self, slot: Ad, limits: str | None) -> Ad:
        """The ad of a slot after this match, as its schedd and, if it stays in the list, later requests see it."""
        cycle, name = self.cycle, self.submitter.name
        return restored(slot).replace(
            {
                "MatchedConcurrencyLimits": limits,
                "RemoteGroup": cycle.group_of(name) if cycle.tree.group_mode else None,
                "RemoteNegotiatingGroup": self.terms.group or ROOT,
                # It is looked for in the slot, not in the request, where it would be.
                "RemoteAutoregroup": slot.expr("SubmitterAutoregroup"),
            }
        )
