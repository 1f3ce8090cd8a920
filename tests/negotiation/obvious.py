"""A second opinion: one negotiation cycle, written down as the rules are told, with nothing done to be fast.

Here are rounds, passes, spins and visits; `obvious_quotas` tells what groups may have, `obvious_slots` which slots a
request may have. Nothing is remembered from one scan to the next but the match list, which is part of the rules.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tests.negotiation.obvious_quotas import ROOT, Group, allocate, another_round, group_of, groups_of, hand_down
from tests.negotiation.obvious_quotas import largest_growth, limit_of, order
from tests.negotiation.obvious_slots import FLT_MAX, FREE, PRIORITY, Candidate, Judge, Slot
from userprio.accounting import ChargeRules, LimitRules, charged, claims, count, limits_in_use, refusal
from userprio.classad import ERROR, Ad, Context, Evaluator, Expr, Value, parse
from userprio.config import Config
from userprio.cxx import INT_MAX, float32, std_sort, total

POLICY, LIMIT, CONCURRENCY = "PREEMPTION_REQUIREMENTS == False", "submitter limit exceeded", "concurrency limit"
"""Why slots that fit were passed over; the first that applies is told."""
AT_LIMIT = "submitter limit", True
"""How a visit ends, and whether the submitter takes part in the next spin."""


@dataclass(eq=False)
class Job:
    id: str
    ad: Ad
    autocluster: int
    claimed: bool = False
    noticed: bool = False  # its schedd has come across the claim in search of a job for another


@dataclass(frozen=True, eq=False)
class Submitter:
    """A submitter at one schedd, which offers its jobs in this order."""

    name: str
    schedd: str
    idle: int
    demand: float
    heard: int
    jobs: list[Job]


@dataclass(frozen=True)
class Pool:
    """What a cycle is run on."""

    slots: Sequence[Ad]
    submitters: Sequence[Submitter]
    config: Config
    priorities: Mapping[str, float]
    floors: Mapping[str, int]
    ceilings: Mapping[str, int]
    first_cycle: bool


@dataclass(frozen=True)
class Pass:
    """Under what terms a list of submitters is negotiated."""

    round: int | None = None
    group: str | None = None
    quota: int = INT_MAX
    bound: Group | None = None  # whose usage counts against the quota
    floors: bool = False  # up to their floors only


@dataclass(frozen=True)
class Told:
    """What was decided, in order."""

    matches: list[tuple[object, ...]] = field(default_factory=list)
    rejections: list[tuple[object, ...]] = field(default_factory=list)
    visits: list[tuple[object, ...]] = field(default_factory=list)
    rounds: list[dict[str, tuple[float, float]]] = field(default_factory=list)
    quotas: dict[str, float] = field(default_factory=dict)


class Cycle:
    """The state of one cycle."""

    def __init__(self, pool: Pool, now: int) -> None:
        def by_user(_: Context, arguments: list[Value]) -> Value:
            return float32(self.used(str(arguments[0])))

        def by_group(_: Context, arguments: list[Value]) -> Value:
            return float32(self.used(self.group(str(arguments[0])).name)) if self.grouped else ERROR

        functions = {"ResourcesInUseByUser": (1, 1, by_user), "ResourcesInUseByUsersGroup": (1, 1, by_group)}
        self.pool, self.told, self.config, self.groups = pool, Told(), pool.config, groups_of(pool.config)
        self.grouped = len(self.groups) > 1
        self.evaluator = Evaluator(now, functions)
        self.judge = Judge(pool.config, self.evaluator)
        self.maxima, self.in_use = LimitRules.from_config(self.config), limits_in_use(pool.slots, {}, self.evaluator)
        self.usage: dict[str, float] = {}
        for user, weight in claims(pool.slots, ChargeRules(), self.evaluator):
            self.charge(user, weight)
        weights = [self.judge.weight(ad) for ad in pool.slots]
        self.pie, self.smallest = total(weights), min(weights)
        hand_down(self.groups[0], self.pie, self.config.boolean("NEGOTIATOR_ALLOW_QUOTA_OVERSUBSCRIPTION"))
        self.slots = [self.slot(ad) for ad in pool.slots if not self.trimmed(ad)]
        named = {self.judge.text(ad, "Name") or "": ad for ad in pool.slots}
        self.judge.every = named | {slot.name: slot.ad for slot in self.slots}

    def trimmed(self, ad: Ad) -> bool:
        if self.judge.preemption:
            return (self.judge.number(ad, "RetirementTimeRemaining") or 0) > 0
        held = self.judge.text(ad, "State") in ("Claimed", "Preempting")
        return held and not self.judge.number(ad, "PartitionableSlot")

    def slot(self, ad: Ad) -> Slot:
        """A slot as expressions see it: with what the negotiator knows of its user."""
        user, judge = self.judge.user(ad), self.judge
        shown: dict[str, Expr | Value] = {}
        if user is not None and judge.preemption:
            shown["RemoteUserPrio"] = float32(self.pool.priorities[user])
            shown["RemoteUserFloor"] = self.pool.floors.get(user, 0)
            shown["RemoteUserResourcesInUse"] = parse(f'ResourcesInUseByUser("{user}")')
            if self.grouped and not self.pool.first_cycle:
                # The quotas that the cycle before left: those that this one leaves, in a pool that goes on as it is.
                its = self.group(user)
                shown["RemoteGroup"] = its.name
                shown["RemoteGroupQuota"] = its.subtree if its.regroups and its.name == ROOT else its.quota
                shown["RemoteGroupResourcesInUse"] = parse(f'ResourcesInUseByUsersGroup("{user}")')
        waiting = judge.number(ad, "PreemptingRank")
        if waiting is not None and judge.preemption:
            shown["CurrentRank"] = float(waiting)
        claims = None if judge.consumed(Ad(), ad) is None else judge.number(ad, "NumClaims")
        return Slot(judge.text(ad, "Name") or "", ad.replace(shown), user, 1 if claims is None else int(claims))

    def group(self, user: str) -> Group:
        return group_of(self.groups, user)

    def used(self, name: str) -> float:
        return self.usage.get(name, 0.0)

    def charge(self, user: str, weight: float) -> None:
        for name in (user, self.group(user).name):
            self.usage[name] = charged(self.used(name), weight)

    # -- rounds and passes -------------------------------------------------------------------------------------------

    def run(self) -> Told:
        if self.grouped:
            self.rounds()
        else:
            self.serve(list(self.pool.submitters), Pass())
        return self.told

    def rounds(self) -> None:
        """Allocate, serve group after group, and again with what is wanted then."""
        root, strict = self.groups[0], self.config.boolean("NEGOTIATOR_STRICT_ENFORCE_QUOTA")
        members = {group: [one for one in self.pool.submitters if self.group(one.name) is group] for group in self.groups}
        for group in self.groups:
            group.wanted, group.held = total(one.demand for one in members[group]), self.used(group.name)
            if group.regroups and group is not root:
                members[root] = members[root] + members[group]
        for number in range(1, self.config.integer("GROUP_QUOTA_MAX_ALLOCATION_ROUNDS") + 1):
            allocate(root)
            self.told.quotas.update((one.name, one.quota) for one in self.groups)
            self.told.rounds.append({one.name: (one.allocated, one.wanted) for one in self.groups})
            most, growth, served = largest_growth(self.groups), 0.0, order(self.groups, self.config, self.evaluator)
            first = True
            while first or growth < most:
                first, growth = False, min(growth + self.config.real("GROUP_QUOTA_ROUND_ROBIN_RATE"), most)
                for group in served:
                    met = group.held >= group.allocated and not self.judge.preemption
                    if group.allocated > 0 and not met and members[group]:
                        limit = limit_of(group, growth, most, lambda one: self.used(one.name), strict)
                        bound = None if group is root and root.regroups else group
                        members[group] = self.serve(members[group], Pass(number, group.name, limit, bound))
            if not another_round(self.groups, lambda one: self.used(one.name)):
                return

    def serve(self, submitters: list[Submitter], terms: Pass) -> list[Submitter]:
        """First those below their floor, then everybody; who is left."""
        below = [one for one in submitters if self.used(one.name) < self.pool.floors.get(one.name, 0)]
        if below:
            self.spin(below, replace(terms, floors=True))
        return self.spin(submitters, terms)

    # -- the pie -----------------------------------------------------------------------------------------------------

    def spin(self, submitters: list[Submitter], terms: Pass) -> list[Submitter]:
        """Spin the pie until nobody gains; who is left, in the order of visits."""
        spin = 0
        while True:
            spin += 1
            ignore = spin == 1 and self.judge.preemption
            if not self.judge.preemption:
                submitters = [one for one in submitters if one.idle > 0]
            if (not ignore and self.met(terms)) or not submitters:
                return submitters
            shares = self.shares(submitters)
            room = None
            if terms.bound is not None:
                room = max(float32(float32(terms.quota) - float32(self.used(terms.bound.name))), 0.0)
            limits = {one: self.limits(one, shares, replace(terms, floors=False), room)[0] for one in submitters}
            before = left = total(limits.values())
            if not self.judge.preemption and left <= 0:
                return submitters
            if spin == 1:
                submitters = std_sort(submitters, key=lambda one: self.turn(one, limits[one]))
            staying: list[Submitter] = []
            for place, one in enumerate(submitters):
                if not ignore and self.met(terms):
                    staying += submitters[place:]
                    break
                if one.idle > 0:
                    visit = Visit(self, one, terms, *self.limits(one, shares, terms, room), left, ignore)
                    ended, stays = self.skipped(spin, visit, left) or visit.run()
                    left -= visit.used
                    staying += [one] if stays else []
                    self.told.visits.append((terms.round, terms.group, spin, one.name, one.schedd, *visit.told(), ended))
            gained = left < before or len(staying) < len(submitters)
            submitters = staying
            if not gained or not self.slots or terms.floors:
                return submitters

    def met(self, terms: Pass) -> bool:
        return terms.bound is not None and self.used(terms.bound.name) >= terms.quota

    def shares(self, submitters: Sequence[Submitter]) -> dict[str, float]:
        """In inverse proportion to priorities, a name counting once."""
        priorities = {one.name: self.pool.priorities[one.name] for one in submitters}
        worst = max(priorities.values())
        norm = total(worst / priority for priority in priorities.values())
        return {name: worst / (priority * norm) for name, priority in priorities.items()}

    def limits(self, one: Submitter, shares: Mapping[str, float], terms: Pass, room: float | None) -> tuple[float, float]:
        """What a submitter may still win, and what of slots that nobody holds."""
        limit = max(shares[one.name] * min(self.pie, float(terms.quota)) - self.used(one.name), 0.0)
        unclaimed = limit if room is None else min(limit, room)
        limit = limit if self.judge.preemption else unclaimed
        return min(limit, float(self.pool.floors[one.name])) if terms.floors else limit, unclaimed

    def turn(self, one: Submitter, limit: float) -> tuple[float, float, int]:
        """Priority, then starvation, then as good as chance."""
        used = self.used(one.name)
        return self.pool.priorities[one.name], used / (used + limit) if used + limit > 0 else FLT_MAX, one.heard % 1009

    def skipped(self, spin: int, visit: "Visit", left: float) -> tuple[str, bool] | None:
        if spin > 1 and visit.limit < self.smallest:
            return "limit below the smallest slot", True
        if spin > 1 and left < self.smallest:
            return "pie below the smallest slot", True
        return ("ceiling", False) if visit.ceiling == 0 or visit.ceiling < self.smallest else None


class Visit:
    """One submitter's turn with its schedd."""

    def __init__(
        self, cycle: Cycle, who: Submitter, terms: Pass, limit: float, unclaimed: float, left: float, ignore: bool
    ) -> None:
        self.cycle, self.who, self.terms, self.ignore = cycle, who, terms, ignore
        self.limit, self.unclaimed = min(limit, left), unclaimed
        ceiling = cycle.pool.ceilings.get(who.name, -1)
        self.ceiling = INT_MAX if ceiling < 0 else max(ceiling - int(cycle.used(who.name)), 0)
        self.used = self.used_unclaimed = 0.0
        self.matched, self.limited = 0, False
        self.blame: set[str] = set()  # of the latest scan
        self.reached: set[str] = set()  # concurrency limits that refused requests in a row
        self.latest = ""  # the concurrency limits refused last for this request
        self.key: tuple[int, bool] | None = None  # for which autocluster the match list is
        self.kept: list[Candidate] = []
        self.kept_blame: set[str] = set()

    def told(self) -> tuple[object, ...]:
        return None if self.terms.group is None else self.terms.quota, self.limit, self.unclaimed, self.matched

    def run(self) -> tuple[str, bool]:
        finished: set[int] = set()
        for request in self.requests():
            for _ in request:
                ended = self.ended()
                if ended is not None:
                    return ended
                if request[0].autocluster in finished:
                    break
                ad = self.shown(request[0].ad)
                chosen = self.find(request[0], ad, self.used >= self.limit)
                if chosen is None:
                    finished.add(request[0].autocluster)
                    self.reject(request[0])
                else:
                    self.hand_out(request[0], ad, chosen)
        short = self.used >= self.limit or self.limited
        return self.ended() or (AT_LIMIT if short else ("satisfied", False))

    def ended(self) -> tuple[str, bool] | None:
        if self.used >= self.limit and not self.ignore:
            return AT_LIMIT
        return ("ceiling", True) if self.used >= self.ceiling else None

    def requests(self) -> list[list[Job]]:
        """Neighbours of one autocluster as long as the schedd may offer more, without claimed ones at the head."""
        runs: list[list[Job]] = []
        for job in self.who.jobs:
            if job.noticed:
                continue
            if not runs or runs[-1][0].autocluster != job.autocluster:
                runs.append([])
            runs[-1].append(job)
        cap = self.cycle.config.integer("MAX_CONCURRENT_UPLOADS_PER_USER") or INT_MAX
        offered: list[list[Job]] = []
        for run in runs:
            waiting = next((place for place, job in enumerate(run) if not job.claimed), len(run))
            request = run[waiting : waiting + cap]
            cap -= len(request)
            offered += [request] if request else []
        return offered

    def shown(self, job: Ad) -> Ad:
        """The request as expressions see it: with what the negotiator says of its submitter."""
        cycle, name, group = self.cycle, self.who.name, self.cycle.group(self.who.name)
        about: dict[str, Expr | Value] = {"SubmitterUserResourcesInUse": cycle.used(name)}
        about |= dict.fromkeys(("SubmitterUserPrio", "SubmittorPrio"), cycle.pool.priorities[name])
        about["SubmitterNegotiatingGroup"] = self.terms.group or ROOT
        about["SubmitterAutoregroup"] = self.terms.group == ROOT and cycle.groups[0].regroups
        if cycle.grouped:
            about |= {"SubmitterGroup": group.name, "SubmitterGroupQuota": group.quota}
            about["SubmitterGroupResourcesInUse"] = cycle.used(group.name)
        return job.replace(about)

    # -- finding a slot ----------------------------------------------------------------------------------------------

    def find(self, job: Job, ad: Ad, rank_only: bool) -> Candidate | None:
        """The best slot; one without a claim left is dropped, and the search goes on."""
        while (chosen := self.best(job, ad, rank_only)) is not None and chosen.slot.claims <= 0:
            self.cycle.slots.remove(chosen.slot)
        return chosen

    def best(self, job: Job, ad: Ad, rank_only: bool) -> Candidate | None:
        limits = self.cycle.judge.text(ad, "ConcurrencyLimits")
        by_slot = limits is None and "ConcurrencyLimits" in ad
        self.latest = ""
        self.blame.discard(CONCURRENCY)
        if limits is not None and self.refused(limits.lower()):
            self.blame |= {CONCURRENCY} if self.latest else set()
            return None
        self.reached.clear()
        if self.key != (job.autocluster, rank_only):
            found = self.scan(ad, rank_only, by_slot)
            if not self.cycle.config.boolean("NEGOTIATOR_MATCHLIST_CACHING"):
                return max(found, key=lambda one: one.rank, default=None)
            self.key, self.kept_blame = (job.autocluster, rank_only), set(self.blame)
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
        judge, who = self.cycle.judge, self.who
        found: list[Candidate] = []
        self.blame = set()
        for slot in self.cycle.slots:
            if not judge.in_reach(slot.ad, who.schedd):
                continue
            cost, offer = judge.cost(ad, slot.ad), slot.ad
            if cost is not None:
                state, forbidden = judge.state(slot, ad, who.name, rank_only)
                self.blame |= {POLICY} if forbidden else set()
            else:
                offer, state = judge.merged(slot, ad, who.name, rank_only) or (slot.ad, None)
                cost = judge.weight(offer)
            if state is None:
                continue
            if not self.permitted(state, cost):
                self.blame.add(LIMIT)
                continue
            candidate = judge.candidate(slot, offer, ad, cost, state)
            if by_slot and candidate.limits is not None and self.refused(candidate.limits):
                self.blame |= {CONCURRENCY} if candidate.limits else set()
                continue
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
        self.cycle.told.rejections.append((self.who.name, self.who.schedd, job.id, reason))

    # -- what a match changes ----------------------------------------------------------------------------------------

    def hand_out(self, job: Job, ad: Ad, chosen: Candidate) -> None:
        cycle, slot, name = self.cycle, chosen.slot, self.who.name
        how = ("priority preemption", "rank preemption", "free")[chosen.state]
        cycle.told.matches.append((name, self.who.schedd, job.id, slot.name, how, chosen.cost))
        slot.claims -= 1
        self.claim(job, chosen)
        amounts = None if chosen.merged else cycle.judge.consumed(ad, slot.ad)
        if amounts is None:
            cycle.slots.remove(slot)
        else:
            stamp = {"MatchedConcurrencyLimits": chosen.limits, "RemoteGroup": ad.expr("SubmitterGroup")}
            stamp |= {"RemoteNegotiatingGroup": self.terms.group or ROOT, "RemoteAutoregroup": None}
            slot.ad = cycle.judge.deducted(slot.ad, amounts).replace(stamp)
            self.put_back(slot, ad)
        cycle.charge(name, chosen.cost)
        cycle.in_use = count(cycle.in_use, chosen.limits or "")
        self.matched += 1
        self.used += chosen.cost
        self.used_unclaimed += chosen.cost if slot.user is None and not chosen.merged else 0.0

    def put_back(self, slot: Slot, ad: Ad) -> None:
        """A slot that still fits stays in the match list, behind each that it beats: the comparison is the wrong way."""
        cost = self.cycle.judge.cost(ad, slot.ad)
        if self.key is not None and cost is not None:
            again = self.cycle.judge.candidate(slot, slot.ad, ad, cost, FREE)
            stop = (place for place, one in enumerate(self.kept) if not again.rank > one.rank)
            self.kept.insert(next(stop, len(self.kept)), again)

    def claim(self, job: Job, chosen: Candidate) -> None:
        """The job that was named gets the claim, or the first of the submitter's that can run in the slot."""
        hopeless: set[int] = set()
        if not job.claimed:
            job.claimed = True
            return
        for other in self.who.jobs:
            if not other.noticed and other.autocluster not in hopeless:
                other.noticed = other.claimed
                if not other.claimed and self.cycle.judge.could_run(other.ad, chosen):
                    other.claimed = True
                    return
                hopeless |= set() if other.claimed else {other.autocluster}
