"""A second opinion: one negotiation cycle, written down as the rules are told, with nothing done to be fast.

Here are rounds, passes, spins and visits; `obvious_slots` tells which slots a request may have. Nothing is remembered
from one scan to the next but the match list, which is part of the rules.

Not told: what groups may have, which `userprio.accounting.quotas` itself tells plainly and tests/quotas holds to what
HTCondor's own code makes of numbers; time limits, WantAdRevaluate, global job priorities, other ways to ask schedds for
requests, static ranks.
"""

from collections import defaultdict
from dataclasses import dataclass, field, replace
from itertools import dropwhile, groupby

from tests.negotiation.obvious_slots import FREE, PRIORITY, Candidate, Judge, Slot, unflattened
from tests.negotiation.random_pools import Job, SmallPool, Submitter
from userprio.accounting import ChargeRules, LimitRules, charged, claims, count, limits_in_use, quotas, refusal
from userprio.base.cxx import FLT_MAX, INT_MAX, float32, std_sort, total
from userprio.classad import Ad, Evaluator, Expr, Value, parse

POLICY, LIMIT, CONCURRENCY = "PREEMPTION_REQUIREMENTS == False", "submitter limit exceeded", "concurrency limit"
"""Why slots that fit were passed over."""
AT_LIMIT, SATISFIED, AT_CEILING = ("submitter limit", True), ("satisfied", False), ("ceiling", True)
"""How a visit ends, and whether the submitter takes part in the next spin."""
Told = list[tuple[object, ...]]
"""What was decided, in order, in plain values."""


@dataclass(frozen=True)
class Pass:
    """Under what terms a list of submitters is negotiated."""

    round: int | None = None
    group: str | None = None
    quota: int = INT_MAX
    bound: int | None = None  # the group whose usage counts against the quota
    floors: bool = False  # up to their floors only


class Cycle:
    """The state of one cycle."""

    def __init__(self, pool: SmallPool, now: int) -> None:
        self.pool, self.config, self.tree = pool, pool.config, quotas.build_tree(pool.config)
        self.group_used = [0.0] * len(self.tree.groups)  # by exactly this group, now
        self.rounds, self.visits, self.rejections, self.matches = Told(), Told(), Told(), Told()
        self.used: defaultdict[str, float] = defaultdict(float)  # by user, now; that of preempted jobs stays in it
        functions = {
            "ResourcesInUseByUser": (1, 1, lambda _, name: float32(self.used[str(name[0])])),
            "ResourcesInUseByUsersGroup": (1, 1, lambda _, name: float32(self.group_used[self.group(str(name[0]))])),
        }
        evaluator = Evaluator(now, functions)
        self.judge = Judge(self.config, evaluator)
        self.consuming = any(self.judge.consumed(Ad(), ad) is not None for ad in pool.slots)
        self.maxima, self.in_use = LimitRules.from_config(self.config), limits_in_use(pool.slots, {}, evaluator)
        self.claimed: set[Job] = set()
        self.noticed: set[Job] = set()  # claims that a schedd came across in search of a job for another
        for user, weight in claims(pool.slots, ChargeRules(), evaluator):
            self.charge(user, weight)
        weights = [self.judge.weight(ad) for ad in pool.slots]
        self.pie, self.smallest = total(weights), min(weights)
        self.left = 0.0  # of the pie, in this spin
        self.settings = quotas.QuotaSettings.from_config(self.config)
        self.assigned = quotas.assign_quotas(self.tree, self.pie, self.settings)
        regroups = self.tree.root.autoregroup
        self.quotas = (self.assigned.with_whole_pool_for_root() if regroups else self.assigned).effective
        self.slots = [self.slot(ad) for ad in pool.slots if self.judge.considers(ad)]
        self.judge.every = {self.judge.text(ad, "Name"): ad for ad in (*pool.slots, *(slot.ad for slot in self.slots))}

    def slot(self, ad: Ad) -> Slot:
        """A slot as expressions see it: with what the negotiator knows of its user."""
        user, judge = self.judge.user(ad), self.judge
        shown: dict[str, Expr | Value] = {}
        if user is not None and judge.preemption:
            name, group = user.rpartition("@")[0], self.group(user)
            shown["RemoteUserPrio"] = float32(self.pool.priorities[name])
            shown["RemoteUserFloor"] = self.pool.floors.get(name, 0)
            shown["RemoteUserResourcesInUse"] = parse(f'ResourcesInUseByUser("{user}")')
            if self.pool.groups and not self.pool.first_cycle:
                # The quotas that the cycle before left: those that this one leaves, in a pool that goes on as it is.
                shown["RemoteGroup"] = self.tree.groups[group].name
                shown["RemoteGroupQuota"] = self.quotas[group]
                shown["RemoteGroupResourcesInUse"] = parse(f'ResourcesInUseByUsersGroup("{user}")')
        waiting = judge.number(ad, "PreemptingRank")
        if waiting is not None and judge.preemption:
            shown["CurrentRank"] = float(waiting)
        claims = None if judge.consumed(Ad(), ad) is None else judge.number(ad, "NumClaims")
        return Slot(judge.flattened(ad).replace(shown), user, 1 if claims is None else int(claims))

    def group(self, user: str) -> int:
        """The number of the deepest group there is on the way to `group.group.user@domain`; 0 is the root."""
        return self.tree.assigned(user).number

    def charge(self, user: str, weight: float) -> None:
        group = self.group(user)
        self.used[user] = charged(self.used[user], weight)
        self.group_used[group] = charged(self.group_used[group], weight)

    # -- rounds and passes -------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Without groups, one pass over all; else allocate, serve group after group, and again for what is left."""
        groups, submitters = self.tree.groups, self.pool.submitters
        if not self.tree.group_mode:
            self.serve(submitters, Pass())
            return
        members = [[one for one in submitters if self.group(one.name) == group.number] for group in groups]
        demand = [total(float(len(one.jobs) + one.running) for one in theirs) for theirs in members]
        members[0] += [one for group in groups[1:] if group.autoregroup for one in members[group.number]]
        start: quotas.RoundStart | None = quotas.first_round(self.tree, self.assigned, demand, self.group_used)
        while start is not None:
            opened = quotas.open_round(start, self.settings, self.judge.evaluator, [0.0] * len(groups))
            allocated, unmet = opened.allocation.allocated, opened.allocation.unmet
            figures = zip(groups, opened.quotas.effective, allocated, unmet, strict=True)
            self.rounds += [(start.number, group.name, *numbers) for group, *numbers in figures]
            for growth in quotas.passes(opened):
                for at in opened.order:
                    limit = quotas.group_limit(opened, growth, at, self.group_used, bool(members[at]))
                    if isinstance(limit, quotas.GroupLimit):
                        bound = None if limit.everybody else at
                        terms = Pass(start.number, groups[at].name, limit.limit, bound)
                        members[at] = self.serve(members[at], terms)
            start = quotas.end_round(opened, self.group_used).following

    def serve(self, submitters: list[Submitter], terms: Pass) -> list[Submitter]:
        """First those below their floor, then everybody; who is left."""
        below = [one for one in submitters if self.used[one.name] < self.pool.floors.get(one.user, 0)]
        if below:
            self.spin(below, replace(terms, floors=True))
        return self.spin(submitters, terms)

    # -- the pie -----------------------------------------------------------------------------------------------------

    def spin(self, submitters: list[Submitter], terms: Pass, number: int = 1) -> list[Submitter]:
        """A spin of the pie, and further ones as long as somebody gains; who is left, in the order of visits."""
        ignore = number == 1 and self.judge.preemption
        if not self.judge.preemption:
            submitters = [one for one in submitters if one.jobs]
        if (not ignore and self.met(terms)) or not submitters:
            return submitters
        shares, room = self.shares(submitters), None
        if terms.bound is not None:
            room = max(float32(float32(terms.quota) - float32(self.group_used[terms.bound])), 0.0)
        whole = {one: self.limits(one, shares, terms, room)[0] for one in submitters}
        before = self.left = total(whole.values())
        if not self.judge.preemption and before <= 0:
            return submitters
        if number == 1:
            submitters = std_sort(submitters, key=lambda one: self.turn(one, whole[one]))
        staying: list[Submitter] = []
        for place, one in enumerate(submitters):
            if not ignore and self.met(terms):
                staying += submitters[place:]
                break
            if one.jobs:
                limit, unclaimed = self.limits(one, shares, terms, room)
                limit = min(limit, float(self.pool.floors[one.user])) if terms.floors else limit
                visit = Visit(self, one, terms, min(limit, self.left), unclaimed, self.ceiling(one), ignore)
                ended, stays = visit.run(number)
                staying += [one] if stays else []
                kind = "floor" if terms.floors else "normal"
                where = terms.round, terms.group, terms.quota if terms.group else None, kind, number
                self.visits.append((*where, one.name, one.schedd, visit.limit, unclaimed, visit.matched, ended))
        gained = self.left < before or len(staying) < len(submitters)
        again = gained and self.slots and not terms.floors
        return self.spin(staying, terms, number + 1) if again else staying

    def met(self, terms: Pass) -> bool:
        return terms.bound is not None and self.group_used[terms.bound] >= terms.quota

    def shares(self, submitters: list[Submitter]) -> dict[str, float]:
        """In inverse proportion to priorities, a name counting once."""
        priorities = {one.name: self.pool.priorities[one.user] for one in submitters}
        worst = max(priorities.values())
        norm = total(worst / priority for priority in priorities.values())
        return {name: worst / (priority * norm) for name, priority in priorities.items()}

    def limits(self, one: Submitter, shares: dict[str, float], terms: Pass, room: float | None) -> tuple[float, float]:
        """What a submitter may still win, and what of slots that nobody holds."""
        limit = max(shares[one.name] * min(self.pie, float(terms.quota)) - self.used[one.name], 0.0)
        unclaimed = limit if room is None else min(limit, room)
        return limit if self.judge.preemption else unclaimed, unclaimed

    def ceiling(self, one: Submitter) -> int:
        ceiling = self.pool.ceilings.get(one.user)
        return INT_MAX if ceiling is None else max(ceiling - int(self.used[one.name]), 0)

    def turn(self, one: Submitter, limit: float) -> tuple[float, float, int]:
        """Priority, then starvation, then as good as chance."""
        used = self.used[one.name]
        starvation = used / (used + limit) if used + limit > 0 else FLT_MAX
        return self.pool.priorities[one.user], starvation, one.heard % 1009


@dataclass
class Visit:
    """One submitter's turn with its schedd."""

    cycle: Cycle
    who: Submitter
    terms: Pass
    limit: float
    unclaimed: float  # the limit for slots that nobody holds
    ceiling: int  # what is left below it
    ignore: bool  # past the limit, only slots are given that strictly prefer the request
    used: float = 0.0
    used_unclaimed: float = 0.0
    matched: int = 0
    limited: bool = False
    blame: set[str] = field(default_factory=set)  # of the latest scan
    reached: set[str] = field(default_factory=set)  # concurrency limits that refused requests in a row
    latest: str = ""  # the concurrency limits refused last for this request
    key: tuple[int, bool] | None = None  # what the match list is for: alike jobs, rank only
    kept: list[Candidate] = field(default_factory=list)  # the match list
    kept_blame: set[str] = field(default_factory=set)

    def run(self, spin: int) -> tuple[str, bool]:
        """A pie that is too small is a limit that is too small as well."""
        if spin > 1 and self.limit < self.cycle.smallest:
            return "limit below the smallest slot", True
        if self.ceiling == 0 or self.ceiling < self.cycle.smallest:
            return "ceiling", False
        finished: set[int] = set()
        for request in self.requests():
            for _ in request:
                if (ended := self.ended()) is not None:
                    return ended
                if request[0].alike in finished:
                    break
                ad = self.shown(request[0].ad)
                while (chosen := self.best(request[0], ad)) is not None and chosen.slot.claims <= 0:
                    self.cycle.slots.remove(chosen.slot)
                if chosen is None:
                    finished.add(request[0].alike)
                    self.reject(request[0])
                else:
                    self.hand_out(request[0], ad, chosen)
        return self.ended() or (AT_LIMIT if self.used >= self.limit or self.limited else SATISFIED)

    def ended(self) -> tuple[str, bool] | None:
        if self.used >= self.limit and not self.ignore:
            return AT_LIMIT
        return AT_CEILING if self.used >= self.ceiling else None

    def requests(self) -> list[list[Job]]:
        """Neighbours that are alike, as many as a schedd may offer, without those at the head that have a claim.

        MaxJobsRunning of their user bounds each request by itself.
        """
        offered, cap = [], self.cycle.config.integer("MAX_CONCURRENT_UPLOADS_PER_USER") or INT_MAX
        room = self.cycle.pool.room.get(self.who.schedd, INT_MAX)
        for _, alike in groupby((job for job in self.who.jobs if job not in self.cycle.noticed), lambda job: job.alike):
            request = list(dropwhile(self.cycle.claimed.__contains__, alike))[: min(cap, room)]
            cap -= len(request)
            offered += [request] if request else []
        return offered

    def shown(self, job: Ad) -> Ad:
        """The request as expressions see it: with what the negotiator says of its submitter."""
        cycle, name, group = self.cycle, self.who.name, self.cycle.group(self.who.name)
        priority = cycle.pool.priorities[self.who.user]
        about: dict[str, Expr | Value] = {"SubmitterUserPrio": priority, "SubmittorPrio": priority}
        about["SubmitterUserResourcesInUse"] = cycle.used[name]
        about["SubmitterNegotiatingGroup"] = self.terms.group or quotas.ROOT
        about["SubmitterAutoregroup"] = self.terms.group == quotas.ROOT and cycle.tree.root.autoregroup
        if cycle.pool.groups:
            about["SubmitterGroup"] = cycle.tree.groups[group].name
            about["SubmitterGroupQuota"] = cycle.quotas[group]
            about["SubmitterGroupResourcesInUse"] = cycle.group_used[group]
        shown = job.replace(about)
        # Consumption policies change what requests ask for, so where there are any these are left as they are.
        return shown if cycle.consuming else cycle.judge.flattened(shown)

    # -- finding a slot ----------------------------------------------------------------------------------------------

    def best(self, job: Job, ad: Ad) -> Candidate | None:
        """The next of the match list if that was made for jobs like this, else the best that a scan finds."""
        rank_only = self.used >= self.limit
        limits = self.cycle.judge.evaluator.attribute("ConcurrencyLimits", ad)
        by_slot = "ConcurrencyLimits" in ad and not isinstance(limits, str)
        self.latest = ""
        self.blame.discard(CONCURRENCY)
        if isinstance(limits, str) and self.refused(limits.lower()):
            self.blame |= {CONCURRENCY} if self.latest else set()
            return None
        self.reached.clear()
        if self.key != (job.alike, rank_only):
            found = self.scan(ad, rank_only, by_slot)
            if not self.cycle.config.boolean("NEGOTIATOR_MATCHLIST_CACHING"):
                return max(found, key=lambda one: one.rank, default=None)
            self.key, self.kept_blame = (job.alike, rank_only), set(self.blame)
            self.kept = std_sort(found, key=lambda one: tuple(-value for value in one.rank))
            return self.kept.pop(0) if self.kept else None
        while self.kept:
            one = self.kept.pop(0)
            if by_slot and one.limits is not None and self.refused(one.limits):
                continue
            # Here no slot is exempt from the limits, and what is taken from somebody may count as if it were free.
            if (one.state != FREE and self.permitted(PRIORITY, one.cost)) or self.permitted(FREE, one.cost):
                return one
            self.kept_blame.add(LIMIT)
        self.blame = set(self.kept_blame)
        return None

    def scan(self, ad: Ad, rank_only: bool, by_slot: bool) -> list[Candidate]:
        """The candidates in list order; `blame` says why others were passed over."""
        judge, found, self.blame = self.cycle.judge, list[Candidate](), set()
        for slot in self.cycle.slots:
            if not judge.in_reach(slot.ad, self.who.schedd):
                continue
            cost, offer = judge.cost(ad, slot.ad), slot.ad
            if cost is not None:
                state, forbidden = judge.state(slot, ad, self.who.name, rank_only)
                self.blame |= {POLICY} if forbidden else set()
            else:
                offer, state = judge.merged(slot, ad, self.who.name, rank_only)
                cost = judge.weight(offer)
            if state is None:
                continue
            candidate = judge.candidate(slot, offer, ad, cost, state)
            if not self.permitted(state, cost):
                self.blame.add(LIMIT)
            elif by_slot and candidate.limits is not None and self.refused(candidate.limits):
                # Empty limits leave no trace.
                self.blame |= {CONCURRENCY} if candidate.limits else set()
            else:
                found.append(candidate)
        return found

    def refused(self, limits: str) -> bool:
        """What was refused last is refused again unseen, and so are empty limits as long as nothing was."""
        if limits == self.latest:
            return True
        refused = refusal(limits, self.cycle.in_use, self.cycle.maxima)
        if refused is not None:
            self.reached.add(refused.name)
            self.latest = limits
        return refused is not None

    def permitted(self, state: int, cost: float) -> bool:
        """Within the limit, or the first of the visit, of any size; a slot that prefers the request knows no limit."""
        used, limit = (self.used_unclaimed, self.unclaimed) if state == FREE else (self.used, self.limit)
        return state not in (FREE, PRIORITY) or used + cost <= limit or used <= 0 < limit

    def reject(self, job: Job) -> None:
        self.limited = self.limited or LIMIT in self.blame
        reason = next((reason for reason in (CONCURRENCY, POLICY, LIMIT) if reason in self.blame), "no match found")
        if reason == CONCURRENCY:
            reason = f"concurrency limit {', '.join(sorted(self.reached))} reached"
        self.cycle.rejections.append((self.who.name, self.who.schedd, job.id, reason))

    # -- what a match changes ----------------------------------------------------------------------------------------

    def hand_out(self, job: Job, ad: Ad, chosen: Candidate) -> None:
        cycle, judge, slot, name = self.cycle, self.cycle.judge, chosen.slot, self.who.name
        how = ("priority preemption", "rank preemption", "free")[chosen.state]
        cycle.matches.append((name, self.who.schedd, job.id, judge.text(slot.ad, "Name"), how, chosen.cost))
        slot.claims -= 1
        stamp = {"MatchedConcurrencyLimits": chosen.limits, "RemoteGroup": ad.expr("SubmitterGroup")}
        stamp |= {"RemoteNegotiatingGroup": self.terms.group or quotas.ROOT, "RemoteAutoregroup": None}
        self.claim(job, replace(chosen, ad=unflattened(chosen.ad).replace(stamp)))
        amounts = None if chosen.merged else judge.consumed(ad, slot.ad)
        if amounts is None:
            cycle.slots.remove(slot)
        else:
            slot.ad = judge.deducted(unflattened(slot.ad), amounts).replace(stamp)
            cost = judge.cost(ad, slot.ad)
            if self.key is not None and cost is not None:
                # Back in the match list, but behind each that it beats: the comparison is the wrong way round.
                again = judge.candidate(slot, slot.ad, ad, cost, FREE)
                unbeaten = (place for place, one in enumerate(self.kept) if not again.rank > one.rank)
                self.kept.insert(next(unbeaten, len(self.kept)), again)
        cycle.charge(name, chosen.cost)
        cycle.in_use = count(cycle.in_use, chosen.limits or "")
        cycle.left -= chosen.cost
        self.matched += 1
        self.used += chosen.cost
        self.used_unclaimed += chosen.cost if slot.user is None and not chosen.merged else 0.0

    def claim(self, job: Job, chosen: Candidate) -> None:
        """The job that was named gets the claim, or the first of the submitter's that can run in the slot."""
        claimed, noticed, hopeless = self.cycle.claimed, self.cycle.noticed, set[int]()
        for other in [job] if job not in claimed else self.who.jobs:
            if other in noticed or other.alike in hopeless:
                continue
            if other in claimed:
                noticed.add(other)
            elif other is job or self.cycle.judge.could_run(other.ad, chosen):
                claimed.add(other)
                return
            else:
                hopeless.add(other.alike)
