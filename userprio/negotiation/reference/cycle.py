"""One negotiation cycle, step by step: rounds, passes, spins, visits and matches.

This is `matchmaker.cpp` retold. Only the match list outlives a scan, being part of the rules: it decides who gets
which slot.
"""

import math
from collections import defaultdict
from collections.abc import Callable
from itertools import count as counting
from typing import Any, Final

import msgspec

from userprio.accounting import (
    LimitRules,
    PriorityRules,
    catch_up,
    charged,
    claims,
    count,
    effective_priority,
    expire_leases,
    limits_in_use,
    named,
    recount,
    refusal,
    start_up,
)
from userprio.accounting.quotas import ROOT, QuotaSettings
from userprio.base.cxx import FLT_MAX, INT_MAX, float32, std_sort, to_int, total
from userprio.classad import ERROR, KNOWN_HOMES, Ad, Call, Context, Evaluator, Expr, Literal, Value, as_number, parse
from userprio.ledger import Customer
from userprio.negotiation.reference import groups as hgq
from userprio.negotiation.reference.jobs import Job, Queue, queues_of
from userprio.negotiation.reference.slots import (
    DBL_MAX,
    FREE,
    PRIORITY,
    Candidate,
    Lookup,
    Slot,
    SlotRules,
    restored,
    sent,
)
from userprio.pool import (
    NegotiatorSettings,
    ScenarioData,
    as_its_negotiator,
    fetched_slots,
    fetched_submitters,
    pool_weights,
    trims,
    user_maps,
)

POLICY: Final = "PREEMPTION_REQUIREMENTS == False"
LIMIT: Final = "submitter limit exceeded"
CONCURRENCY: Final = "concurrency limit"
"""Why slots that fit were passed over, in the words of rejections."""
AT_LIMIT, AT_CEILING, SATISFIED = ("submitter limit", True), ("ceiling", True), ("satisfied", False)
"""How a visit ends, and whether the submitter takes part in the next spin."""


class Pass(msgspec.Struct):
    """On what terms a list of submitters is negotiated, and what is settled anew as each of its spins begins."""

    round: int | None = None
    group: str | None = None
    quota: int = INT_MAX
    limited: str | None = None  # the group whose usage counts against the quota: none in the pass for everybody
    floor: bool = False  # submitters get their floors only
    spin: int = 0
    ignore_limit: bool = False  # slots that strictly prefer a request are given beyond any limit
    shares: dict[str, float] = msgspec.field(default_factory=dict)  # of the pie, by submitter
    room: float = math.inf  # what was left of the quota


class Cycle:
    """The state of one cycle (`negotiationTime`), and what it decided."""

    def __init__(self, scenario: ScenarioData) -> None:
        """Everything before the first visit: fetch, recount usage, assign quotas, trim, add attributes to slots."""
        self.scenario = scenario = as_its_negotiator(scenario)
        self.settings = settings = NegotiatorSettings.of(scenario)
        self.quota_settings, config = QuotaSettings.from_config(scenario.config), scenario.config
        functions = {"ResourcesInUseByUser": self.use_by_user, "ResourcesInUseByUsersGroup": self.use_by_group}
        self.evaluator = evaluator = Evaluator(
            scenario.now,
            {name: (1, 1, function) for name, function in functions.items()},
            user_maps=user_maps(config)[0],
            homes=KNOWN_HOMES if config.boolean("CLASSAD_ENABLE_USER_HOME") else {},
            circles_are_undefined=settings.behaviour.circles_are_undefined,
            caching=settings.caching,
        )
        self.rules = rules = SlotRules(settings, evaluator)
        self.decided = {kind: list[dict[str, Any]]() for kind in ("allocation", "pass", "visit", "rejection", "match")}
        """What was decided, in order; the fields are those of the records in the outcome of the fast engine."""
        self.on_visit: Callable[[], None] = lambda: None
        """Called after each visit, to show progress."""

        # Slots and submitters that are fetched at all. A slot is fetched as never matched.
        fetched, _ = fetched_slots(scenario.pool.slots, settings, evaluator)
        fetched = [ad.replace({"MachineMatchCount": 0, "OfflineMatches": None}) for ad in fetched]
        submitters, _ = fetched_submitters(scenario.pool.submitters, settings, evaluator)
        weights = pool_weights(fetched, settings, evaluator)
        self.pie, self.smallest, self.pie_left = weights.pie, weights.smallest, 0.0

        # Groups, and their quotas, which the root under autoregroup has replaced by the whole pool.
        self.groups = hgq.construct_tree(config)
        self.root, self.group_mode = self.groups[0], len(self.groups) > 1
        hgq.assign_quotas(self.root, weights.quota, oversubscription=self.quota_settings.oversubscription)
        quotas = {group.name: group.quota for group in self.groups} if self.group_mode else {}
        if self.root.autoregroup and quotas:
            quotas[ROOT] = self.root.subtree_quota
        self.previous_quotas = quotas if scenario.previous_quotas is None else scenario.previous_quotas
        for group in self.groups:
            group.served_at = (scenario.groups_served_at or {}).get(group.name, 0.0)

        # The accountant: leases ran out when the cycle began, before it fetched its ads; priorities decay up to now,
        # and usage is counted anew from the slots.
        names = [group.name for group in self.groups]
        self.priorities = PriorityRules.from_config(config, names)
        begin = start_up if scenario.first_cycle else catch_up
        ledger = begin(scenario.accounts, scenario.now, self.priorities, names, self.group_of)
        ledger = expire_leases(ledger, scenario.leases_until, self.priorities.default_factor, settings.behaviour)
        claimed = claims(fetched, settings.charging, evaluator)
        ledger = recount(ledger, claimed, scenario.now, self.group_of)
        self.customers, self.used = ledger.customers, defaultdict[str, float](float)
        """What each submitter, and exactly each group, has in use now."""
        self.used |= {name: customer.weighted_resources_used or 0.0 for name, customer in self.customers.items()}
        self.maxima = LimitRules.from_config(config)
        self.limits_in_use = limits_in_use(fetched, named(ledger.resources), evaluator)

        # What schedds have to offer, and the slots left. A consumption policy changes what requests ask for, so where
        # there is any, their Requirements are evaluated as they are.
        self.queues = queues_of(submitters, fetched, scenario.pool, settings, Lookup(Evaluator(scenario.now)))
        self.flattens_requests = all(rules.policy_resources(ad) is None for ad in fetched)
        rules.ads = {rules.text(ad, "Name") or "": ad for ad in fetched}
        trimmed = zip(fetched, trims(fetched, settings, evaluator), strict=True)
        self.slots = [self.prepared_slot(ad) for ad, why in trimmed if why is None]
        rules.ads |= {rules.text(slot.ad, "Name") or "": slot.ad for slot in self.slots}

    def use_by_user(self, context: Context, arguments: list[Value]) -> Value:
        """The function `ResourcesInUseByUser` of expressions."""
        user = arguments[0]
        return float32(self.used[user]) if isinstance(user, str) else ERROR

    def use_by_group(self, context: Context, arguments: list[Value]) -> Value:
        """The function `ResourcesInUseByUsersGroup` of expressions, an error where there are no groups."""
        user = arguments[0]
        return float32(self.used[self.group_of(user)]) if isinstance(user, str) and self.group_mode else ERROR

    def group_of(self, name: str) -> str:
        """The name of the group that is charged for a submitter."""
        return hgq.assigned_group(name, self.groups).name

    def customer(self, name: str) -> Customer:
        """The accountant's record of a submitter."""
        return self.customers.get(name) or Customer(name)

    def priority(self, name: str) -> float:
        """Effective priority: the smaller, the better (`Accountant::GetPriority`)."""
        return effective_priority(self.customer(name), self.group_of(name), self.priorities)

    def prepared_slot(self, fetched: Ad) -> Slot:
        """A slot as it is matched: Requirements flattened, attributes about its user added (`addRemoteUserPrios`)."""
        rules, settings = self.rules, self.settings
        added: dict[str, Expr | Value] = {name: parse(text) for name, text in settings.match_exprs}
        user, waiting = rules.user(fetched), rules.number(fetched, "PreemptingRank")
        if settings.consider_preemption and user is not None:
            added["RemoteUserPrio"] = float32(self.priority(user))
            added["RemoteUserResourcesInUse"] = Call("ResourcesInUseByUser", (Literal(user),))
            added["RemoteUserFloor"] = self.customer(user).floor or 0
            quota = self.previous_quotas.get(self.group_of(user))
            if quota is not None:
                added["RemoteGroup"] = self.group_of(user)
                added["RemoteGroupResourcesInUse"] = Call("ResourcesInUseByUsersGroup", (Literal(user),))
                added["RemoteGroupQuota"] = quota
        if settings.consider_preemption and waiting is not None:
            # Whoever wants the slot has to beat the one who waits for it.
            added["CurrentRank"] = float(waiting)
        claims = None if rules.policy_resources(fetched) is None else rules.number(fetched, "NumClaims")
        return Slot(rules.flattened(fetched, leads=False).replace(added), 1 if claims is None else int(claims))

    def run(self) -> None:
        """Without groups, one pass over all; else allocate and negotiate, group by group."""
        if not self.group_mode:
            self.serve(self.queues, Pass())
            return
        for queue in self.queues:
            if "@" in queue.name:
                group = hgq.assigned_group(queue.name, self.groups)
                group.members.append(queue)
                group.demand += self.demand(queue)
        for group in self.groups[1:]:
            self.root.members += group.members if group.autoregroup else []
        self.negotiate_with_all_groups()

    def demand(self, queue: Queue) -> float:
        """What a submitter ad asks for, running jobs included; a weighted count that is missing is one of jobs."""
        submitter, weighted = queue.submitter, self.quota_settings.weighted_demand
        running, idle = submitter.weighted_running, submitter.weighted_idle
        running = float(submitter.running_jobs if running is None or not weighted else running)
        return running + (submitter.idle_jobs if idle is None or not weighted else idle)

    def negotiate_with_all_groups(self) -> None:
        """Until as much is in use as was allocated, or after the last round (`hgq_negotiate_with_all_groups`)."""
        groups, root = self.groups, self.root
        for group in groups:
            group.asked = group.demand
        for number in range(1, self.quota_settings.max_rounds + 1):
            for group in groups:
                group.usage, group.unmet, group.dealt = self.used[group.name], group.asked, False
            hgq.fairshare(root)
            # Weights are reals already; only numbers of slots have to be made whole.
            if not self.quota_settings.slot_weights:
                hgq.recover_remainders(root)
            # Where any group regroups, everybody may turn to the root as well, so it has the whole pool. Its quota
            # stays that large, and in later rounds what it leaves unused of it counts as surplus once more.
            if root.autoregroup:
                root.allocated = root.quota = root.subtree_quota
            for group in groups:
                row = {"round": number, "group": group.name, "requested": group.asked}
                self.decided["allocation"].append(row | {"allocated": group.allocated, "unallocated": group.unmet})
            self.negotiate_round(number)
            # Whoever could not fill what it was allocated asks for no more than it has, so that others get a chance
            # at the rest; all others repeat their demand.
            for group in groups:
                used = self.used[group.name]
                group.asked = used if used < group.allocated else group.unmet + group.allocated
            credit = total(min(self.used[group.name], group.allocated) for group in groups)
            if not credit < total(group.allocated for group in groups):
                break
        for group in groups:
            if group.dealt or group.asked <= 0:
                group.served_at = self.scenario.now

    def negotiate_round(self, number: int) -> None:
        """The passes of a round: each lets groups grow further, and serves all of them in the same order.

        How much the group furthest below its target may grow in a pass is GROUP_QUOTA_ROUND_ROBIN_RATE; by default that
        is beyond all bounds, so that there is one pass. The target of this measure is not that of `group_limit`: where
        nobody accepts surplus it is the quota, else the allocation.
        """
        groups, root, settings = self.groups, self.root, self.quota_settings
        for group in groups:
            group.sort_key = self.sort_key(group)
        # The smallest key first; under autoregroup the root is last, whatever its key.
        order = std_sort(groups, key=lambda group: (root.autoregroup and group is root, group.sort_key))
        by_default = self.scenario.config.boolean("GROUP_ACCEPT_SURPLUS")
        any_accepts = by_default or any(group.accepts_surplus for group in groups[1:])
        lacking = ((group.allocated if any_accepts else group.quota) - group.usage for group in groups)
        growth, largest_growth = 0.0, max(0.0, *lacking)
        while True:
            growth = min(growth + settings.round_robin_rate, largest_growth)
            for group in order:
                if group.allocated <= 0:
                    continue  # "zero slots allocated"
                if group.usage >= group.allocated and not settings.consider_preemption:
                    continue  # "at or over quota"
                if not group.members:
                    continue
                # The callback takes an int, so a fraction is lost; for NaN that gives the smallest integer.
                limit = to_int(hgq.group_limit(group, growth, largest_growth, settings, self.used))
                self.decided["pass"].append({"round": number, "group": group.name, "limit": limit})
                limited = None if root.autoregroup and group is root else group.name
                group.members = self.serve(group.members, Pass(number, group.name, limit, limited))
            # Not `>=`: a rate that is not a number has to end the passes as well.
            if not growth < largest_growth:
                break

    def sort_key(self, group: hgq.Group) -> float:
        """GROUP_SORT_EXPR of a group; FLT_MAX, which is behind everybody, if it is not a number."""
        about: dict[str, Expr | Value] = {"AccountingGroup": group.name, "GroupQuota": float(group.quota)}
        about |= {"GroupResourcesAllocated": float(group.allocated), "GroupResourcesInUse": float(group.usage)}
        about |= {"SortExpr": self.quota_settings.sort_expression, "SortExprString": self.quota_settings.sort_text}
        key = as_number(self.evaluator.attribute("SortExpr", Ad(about)))
        return FLT_MAX if key is None else float(key)

    def serve(self, queues: list[Queue], terms: Pass) -> list[Queue]:
        """First those below their floor, then everybody; returns who is left."""
        below = [queue for queue in queues if self.used[queue.name] < (self.customer(queue.name).floor or 0)]
        if below:
            self.negotiate_with_group(below, Pass(terms.round, terms.group, terms.quota, terms.limited, floor=True))
        return self.negotiate_with_group(queues, terms)

    def negotiate_with_group(self, queues: list[Queue], terms: Pass) -> list[Queue]:
        """Spin the pie as long as anybody gains by it (`negotiateWithGroup`); returns who is left."""
        settings = self.settings
        for spin in counting(1):
            # In the first spin, slots that prefer a request are given beyond any limit, and quotas end no spin.
            terms.spin, terms.ignore_limit = spin, spin == 1 and settings.consider_preemption
            if self.quota_met(terms):
                return queues
            # With preemption, submitters without idle jobs still have a share of the first spin.
            if not settings.consider_preemption:
                queues = [queue for queue in queues if queue.submitter.idle_jobs > 0]
            terms.shares = self.shares(queues)
            if terms.limited is not None:
                terms.room = max(float32(float32(terms.quota) - float32(self.used[terms.limited])), 0.0)
            self.pie_left = before = total(self.limits(queue, terms)[0] for queue in queues)
            if not settings.consider_preemption and before <= 0:
                return queues
            if spin == 1:
                queues = std_sort(queues, key=lambda queue: self.turn(queue, self.limits(queue, terms)[0]))
            staying: list[Queue] = []
            for turn, queue in enumerate(queues):
                if self.quota_met(terms):
                    staying += queues[turn:]
                    break
                if queue.submitter.idle_jobs > 0 and queue.submitter.schedd_name is not None:
                    staying += [queue] if self.visit(queue, terms) else []
            gained = self.pie_left < before or len(staying) < len(queues)
            queues = staying
            if not gained or not queues or not self.slots or terms.floor:
                break
        return queues

    def quota_met(self, terms: Pass) -> bool:
        """Whether the group of the pass has all that it may have, and the spin ends with that."""
        return not (terms.ignore_limit or terms.limited is None) and self.used[terms.limited] >= terms.quota

    def shares(self, queues: list[Queue]) -> dict[str, float]:
        """Shares in inverse proportion to priorities, a name counting once (`calculateNormalizationFactor`)."""
        priorities = {queue.name: self.priority(queue.name) for queue in queues}
        worst = max(priorities.values(), default=0.0)
        norm = total(worst / priority for priority in priorities.values())
        return {name: worst / (priority * norm) for name, priority in priorities.items()}

    def limits(self, queue: Queue, terms: Pass) -> tuple[float, float]:
        """What a submitter may still win, and how much of slots that nobody holds (`calculateSubmitterLimit`).

        The second is also cut to what is left of the group's quota, and is no larger in a floor pass.
        """
        wanted = terms.shares[queue.name] * min(self.pie, float(terms.quota)) - self.used[queue.name]
        # Without priorities everybody may have everything, but submitters are still sorted by them.
        limit = DBL_MAX if self.settings.ignore_user_priorities else max(wanted, 0.0)
        unclaimed = min(limit, terms.room)
        return limit if self.settings.consider_preemption else unclaimed, unclaimed

    def turn(self, queue: Queue, limit: float) -> tuple[float, float, int]:
        """By what submitters are sorted: priority, starvation, then as good as chance (`submitterLessThan`)."""
        used = self.used[queue.name]
        starvation = used / (used + limit) if used + limit > 0 else FLT_MAX
        return self.priority(queue.name), starvation, queue.submitter.last_heard_from % 1009

    def visit(self, queue: Queue, terms: Pass) -> bool:
        """Visit a submitter, or skip it; returns whether it takes part in the next spin."""
        usage, (limit, unclaimed) = self.used[queue.name], self.limits(queue, terms)
        if terms.floor:
            # The whole floor, not what is missing to it.
            limit = min(limit, float(self.customer(queue.name).floor or 0))
        visit = Visit(self, queue, terms, min(limit, self.pie_left), unclaimed)
        outcome, stays = visit.run()
        quota, kind = None if terms.group is None else terms.quota, "floor" if terms.floor else "normal"
        self.decided["visit"].append(
            {"round": terms.round, "group": terms.group, "group_limit": quota, "kind": kind, "spin": terms.spin}
            | {"submitter": queue.name, "schedd": queue.submitter.schedd_name or "", "share": terms.shares[queue.name]}
            | {"limit": visit.limit, "unclaimed_limit": unclaimed, "usage": usage}
            | {"matched": visit.matched, "outcome": outcome}
        )
        self.on_visit()
        return stays


class Visit(msgspec.Struct):
    """One submitter's turn with its schedd (`Matchmaker::negotiate`)."""

    cycle: Cycle
    queue: Queue
    terms: Pass
    limit: float
    unclaimed_limit: float  # the limit for slots that nobody holds
    used: float = 0.0
    unclaimed_used: float = 0.0
    matched: int = 0
    limited: bool = False  # the limit refused a slot to a request that got none
    blame: set[str] = msgspec.field(default_factory=set)  # why the latest scan passed over slots that fit
    reached: set[str] = msgspec.field(default_factory=set)  # the concurrency limits that refused requests in a row
    latest: str = ""  # the concurrency limits refused last for this request
    match_list: list[Candidate] | None = None  # candidates for requests alike, best first
    match_list_for: tuple[object, bool] | None = None  # its autocluster, and whether for preemption by rank only
    match_list_blame: set[str] = msgspec.field(default_factory=set)

    def run(self) -> tuple[str, bool]:
        """Hand out slots until something ends the visit; returns how it ended, and whether another may follow."""
        cycle, settings, ceiling = self.cycle, self.cycle.settings, self.ceiling_left()
        if self.terms.spin > 1 and self.limit < cycle.smallest:
            return "limit below the smallest slot", True
        if self.terms.spin > 1 and cycle.pie_left < cycle.smallest:
            return "pie below the smallest slot", True
        if ceiling == 0 or ceiling < cycle.smallest:
            return "ceiling", False
        if not self.queue.submitter.tagged:
            return "no submitter tag", False
        if not self.queue.submitter.name_fits:
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
                    self.hand_out(request[0], number, ad, chosen)
                    continue
                self.reject(request, number)
                if LIMIT in self.blame and not settings.consider_preemption and not settings.charging.use_slot_weights:
                    return AT_LIMIT
                # With the request all further ones of its autocluster are finished for this visit.
                if request[0].autocluster is not None:
                    finished.add(request[0].autocluster)
                break
        return self.ended(ceiling) or (AT_LIMIT if self.used >= self.limit or self.limited else SATISFIED)

    def ceiling_left(self) -> int:
        """What is left under the submitter's ceiling; usage counts without its fraction."""
        ceiling = self.cycle.customer(self.queue.name).ceiling
        used = int(self.cycle.used[self.queue.name])
        return INT_MAX if ceiling is None or ceiling < 0 else max(ceiling - used, 0)

    def ended(self, ceiling: int) -> tuple[str, bool] | None:
        """What ends the visit now, None if nothing does."""
        if self.used >= self.limit and not self.terms.ignore_limit:
            return AT_LIMIT
        return AT_CEILING if self.used >= ceiling else None

    def request_ad(self, job: Job) -> Ad:
        """A request as expressions see it: with what the negotiator says about its submitter."""
        cycle, name, negotiating = self.cycle, self.queue.name, self.terms.group or ROOT
        priority, group = cycle.priority(name), hgq.assigned_group(name, cycle.groups)
        about: dict[str, Expr | Value] = {"SubmitterUserPrio": priority, "SubmittorPrio": priority}
        about["SubmitterUserResourcesInUse"] = cycle.used[name]
        about["SubmitterNegotiatingGroup"] = negotiating
        about["SubmitterAutoregroup"] = self.terms.group == ROOT and cycle.root.autoregroup
        if cycle.group_mode:
            about |= {"SubmitterGroup": group.name, "SubmitterGroupQuota": group.quota}
            about["SubmitterGroupResourcesInUse"] = cycle.used[group.name]
        ad = job.sent.replace(about)
        return cycle.rules.flattened(ad, leads=True) if cycle.flattens_requests else ad

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
        rules, submitter = self.cycle.rules, self.queue.submitter
        candidates, self.blame = list[Candidate](), set()
        for slot in self.cycle.slots:
            if not rules.in_reach(slot.ad, submitter.schedd_name or "", submitter.schedd_address):
                continue
            cost = rules.cost(ad, slot.ad)
            if cost is None:
                candidate = rules.merged(slot, ad, submitter.name, rank_only=rank_only)
                if candidate is None:
                    continue
            else:
                displacement, forbidden = rules.displacement(slot.ad, ad, submitter.name, rank_only=rank_only)
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

    def record(self, kind: str, job: Job, **fields: object) -> None:
        """Note a match or a rejection of the request that begins with a job."""
        occasion = {"round": self.terms.round, "group": self.terms.group, "spin": self.terms.spin}
        who = {"submitter": self.queue.name, "schedd": self.queue.submitter.schedd_name or "", "request": job.id}
        self.cycle.decided[kind].append({**occasion, **who, **fields})

    def reject(self, request: list[Job], number: int) -> None:
        """Record that a request gets no further slot, and for which of the reasons."""
        self.limited = self.limited or LIMIT in self.blame
        reason = next((reason for reason in (CONCURRENCY, POLICY, LIMIT) if reason in self.blame), "no match found")
        if reason == CONCURRENCY:
            reason = f"concurrency limit {', '.join(sorted(self.reached))} reached"
        self.record("rejection", request[0], reason=reason, jobs=len(request) - number + 1)

    def hand_out(self, job: Job, number: int, ad: Ad, chosen: Candidate) -> None:
        """Give a slot to a request (`matchmakingProtocol`, `Accountant::AddMatch`)."""
        cycle, rules, slot, cost = self.cycle, self.cycle.rules, chosen.slot, chosen.cost
        because = ("priority preemption", "rank preemption", "free")[chosen.displacement]
        preempts = f"{chosen.preempted} dslots" if chosen.preempted else rules.text(slot.ad, "RemoteUser")
        row = {"slot": rules.text(slot.ad, "Name") or "", "because": because, "preempts": preempts, "cost": cost}
        self.record("match", job, number=number, **row)
        self.unclaimed_used += cost if rules.user(slot.ad) is None and not chosen.preempted else 0.0
        if rules.claimable(slot.ad):
            slot.claims -= 1
            given = chosen._replace(ad=sent(self.stamped(chosen.ad, chosen.limits)))
            self.queue.claim(job, lambda other: rules.could_run(other.ad, given))
        # A dynamic slot merged into it ends a policy for this match: the whole slot is given.
        amounts = None if chosen.preempted else rules.consumption(ad, slot.ad)
        if amounts is None:
            cycle.slots.remove(slot)
        else:
            slot.ad = rules.deducted(self.stamped(slot.ad, chosen.limits), amounts)
            next_cost = rules.cost(ad, slot.ad)
            if self.match_list is not None and next_cost is not None:
                # Back in the match list, but behind each that it beats: the comparison runs the wrong way round.
                again = rules.candidate(slot, slot.ad, ad, next_cost, FREE)
                unbeaten = (at for at, candidate in enumerate(self.match_list) if not again.rank > candidate.rank)
                self.match_list.insert(next(unbeaten, len(self.match_list)), again)
        # The submitter and its own group are charged; a user who is displaced is still charged as well.
        for name in {self.queue.name, cycle.group_of(self.queue.name)}:
            cycle.used[name] = charged(cycle.used[name], cost)
        cycle.limits_in_use = count(cycle.limits_in_use, chosen.limits or "")
        cycle.pie_left -= cost
        self.matched += 1
        self.used += cost

    def stamped(self, slot: Ad, limits: str | None) -> Ad:
        """The ad of a slot after this match, as later requests see it if it stays in the list."""
        group = self.cycle.group_of(self.queue.name) if self.cycle.group_mode else None
        about: dict[str, Expr | Value | None] = {"MatchedConcurrencyLimits": limits, "RemoteGroup": group}
        about["RemoteNegotiatingGroup"] = self.terms.group or ROOT
        # It is looked for in the slot, not in the request, where it would be.
        about["RemoteAutoregroup"] = slot.expr("SubmitterAutoregroup")
        return restored(slot).replace(about)
