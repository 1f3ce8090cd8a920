"""A second opinion: one cycle without groups, written down as the rules are told, with nothing done to be fast.

Every expression is evaluated for every slot each time it is needed; nothing is shared between slots or requests, or
remembered from one scan to the next but the match list, which is part of the rules. Numbers in comments are the steps
of a visit and of a scan of candidates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from userprio.classad import Ad, Evaluator, Expr, as_number, parse
from userprio.cxx import float32, std_sort

LOWEST = -1.7976931348623157e308
FLT_MAX = 3.4028234663852886e38
PRE = parse("(10000000 * My.Rank) + (1000000 * (RemoteOwner =?= UNDEFINED)) - (100000 * Cpus) - Memory")
POST = parse(
    "(RemoteOwner =?= UNDEFINED) * (ifthenElse(isUndefined(KFlops), 1000, Kflops) - SlotID - 1.0e10*(Offline=?=True))"
)
PREEMPTION_RANK = parse("(RemoteUserPrio * 1000000) - ifThenElse(isUndefined(TotalJobRuntime), 0, TotalJobRuntime)")
STRICT, WEAK = parse("MY.Rank > MY.CurrentRank"), parse("MY.Rank >= MY.CurrentRank")
PRIORITY, RANK, FREE = 0, 1, 2


@dataclass
class Slot:
    name: str
    ad: Ad
    user: str | None
    claims: int


@dataclass
class Job:
    id: str
    ad: Ad
    autocluster: int
    claimed: bool = False
    noticed: bool = False


@dataclass
class Request:
    jobs: list[Job]
    count: int

    @property
    def first(self) -> Job:
        return self.jobs[0]


@dataclass
class Candidate:
    slot: Slot
    cost: float
    state: int
    rank: tuple[float, ...]
    limits: str | None


@dataclass
class Pool:
    """What a cycle is run on; names of users are whole."""

    slots: Sequence[Ad]
    jobs: Mapping[str, Sequence[Job]]
    """In the order in which the schedd offers them, by user."""
    priorities: Mapping[str, float]
    users: Sequence[str]
    """Those who have a submitter ad, in the order of the ads."""
    requirements: Expr | None = None
    """PREEMPTION_REQUIREMENTS."""
    limits: Mapping[str, float] = field(default_factory=dict)
    preemption: bool = True
    """NEGOTIATOR_CONSIDER_PREEMPTION."""
    remembers: bool = True
    """NEGOTIATOR_MATCHLIST_CACHING."""


Told = tuple[str, str, str, str]
"""User, request, and slot and how it could be had; or the reason for a rejection and nothing."""


class Cycle:
    """The state of one cycle."""

    def __init__(self, pool: Pool, now: int) -> None:
        self.pool = pool
        self.evaluator = Evaluator(now)
        self.told: list[Told] = []
        self.usage = dict.fromkeys(pool.priorities, 0.0)
        self.in_use = dict.fromkeys(pool.limits, 0.0)
        self.slots: list[Slot] = []
        weights = []
        for ad in pool.slots:
            weight = self.number(ad, "SlotWeight", None)
            weights.append(weight)
            user = self.text(ad, "RemoteUser")
            if user is not None:
                self.usage[user] += weight
                for name in (self.text(ad, "ConcurrencyLimits") or "").split(","):
                    if name:
                        self.in_use[name] += 1
            if user is not None and not pool.preemption:
                continue
            if user is not None:
                ad = ad.replace({"RemoteUserPrio": float32(pool.priorities[user])})
            self.slots.append(Slot(self.text(ad, "Name") or "", ad, user, int(self.number(ad, "NumClaims", None) or 1)))
        self.pie = sum(weights)
        self.smallest = min(weights)

    def number(self, ad: Ad, name: str, target: Ad | None) -> float:
        return as_number(self.evaluator.attribute(name, ad, target)) or 0.0

    def text(self, ad: Ad, name: str) -> str | None:
        value = self.evaluator.attribute(name, ad)
        return value if isinstance(value, str) else None

    # -- the pie -----------------------------------------------------------------------------------------------------

    def run(self) -> list[Told]:
        """Spin until nobody gains."""
        users = list(self.pool.users)
        spin = 0
        while True:
            spin += 1
            if not self.pool.preemption:
                users = [user for user in users if self.pool.jobs.get(user)]
            if not users:
                return self.told
            worst = max(self.pool.priorities[user] for user in users)
            norm = 0.0
            for user in users:
                norm += worst / self.pool.priorities[user]
            shares = {user: worst / (self.pool.priorities[user] * norm) for user in users}
            left = 0.0
            for user in users:
                left += max(shares[user] * self.pie - self.usage[user], 0.0)
            if not self.pool.preemption and left <= 0:
                return self.told
            if spin == 1:
                users.sort(key=self.pool.priorities.__getitem__)
            before, staying = left, []
            for user in users:
                if not self.pool.jobs.get(user):
                    continue
                limit = max(shares[user] * self.pie - self.usage[user], 0.0)
                if spin > 1 and (min(limit, left) < self.smallest or left < self.smallest):
                    staying.append(user)
                    continue
                resume, left = self.visit(user, min(limit, left), limit, left, spin == 1 and self.pool.preemption)
                if resume:
                    staying.append(user)
            gained = left < before or len(staying) < len(users)
            users = staying
            if not gained or not users or not self.slots:
                return self.told

    # -- one visit ---------------------------------------------------------------------------------------------------

    def visit(self, user: str, limit: float, unclaimed: float, left: float, ignore: bool) -> tuple[bool, float]:
        used = used_unclaimed = 0.0
        limited = False
        rejected: set[int] = set()
        reached: set[str] = set()
        latest: set[str] = set()
        kept: tuple[tuple[int, bool], list[Candidate], set[str]] | None = None
        for request in self.requests(user):
            if request.first.autocluster in rejected:
                continue
            for _ in range(request.count):
                if used >= limit and not ignore:
                    return True, left
                rank_only = used >= limit
                ad = self.shown(request.first.ad, user)
                limits = self.text(ad, "ConcurrencyLimits")
                refused = self.refused(limits)
                chosen = None
                if refused is not None:
                    reached.add(refused)
                elif limits != "":
                    reached.clear()
                    key = (request.first.autocluster, rank_only)
                    if kept is None or kept[0] != key:
                        found, reasons = self.scan(ad, user, rank_only, (limit, used), (unclaimed, used_unclaimed))
                        latest = set(reasons)
                        if self.pool.remembers:
                            in_order = std_sort(found, key=lambda one: tuple(-value for value in one.rank))
                            kept = key, in_order, reasons
                            chosen = in_order.pop(0) if in_order else None
                        else:
                            chosen = max(found, key=lambda one: one.rank, default=None)
                    else:
                        while kept[1] and chosen is None:
                            one = kept[1].pop(0)
                            held = one.state != FREE
                            if (held and permits(limit, used, one.cost)) or permits(
                                unclaimed, used_unclaimed, one.cost
                            ):
                                chosen = one
                            else:
                                kept[2].add("submitter limit exceeded")
                        if chosen is None:
                            latest = kept[2]
                if chosen is None:
                    limited = limited or "submitter limit exceeded" in latest
                    rejected.add(request.first.autocluster)
                    self.told.append((user, request.first.id, why(reached if refused else set(), latest), ""))
                    break
                self.hand_out(user, request, ad, chosen, kept[1] if kept else [])
                used += chosen.cost
                left -= chosen.cost
                if chosen.slot.user is None:
                    used_unclaimed += chosen.cost
        # The list of requests ends here, unless the limit ended it before.
        if used >= limit and not ignore:
            return True, left
        return used >= limit or limited, left

    def shown(self, job: Ad, user: str) -> Ad:
        priority = self.pool.priorities[user]
        return job.replace({"SubmitterUserPrio": priority, "SubmittorPrio": priority})

    def requests(self, user: str) -> list[Request]:
        """Neighbours of one autocluster, without what the schedd has noticed to be claimed."""
        found: list[Request] = []
        run: list[Job] = []
        for job in [job for job in self.pool.jobs[user] if not job.noticed]:
            if run and run[0].autocluster != job.autocluster:
                found.append(Request(run, len(run)))
                run = []
            run.append(job)
        found.append(Request(run, len(run)))
        cut = []
        for request in found:
            while request.jobs and request.jobs[0].claimed:
                request.jobs.pop(0)
            if request.jobs:
                cut.append(Request(request.jobs, len(request.jobs)))
        return cut

    def refused(self, limits: str | None) -> str | None:
        for name in (limits or "").split(","):
            if name and self.in_use[name] + 1 > self.pool.limits[name]:
                return name
        return None

    # -- candidates --------------------------------------------------------------------------------------------------

    def scan(
        self, ad: Ad, user: str, rank_only: bool, limit: tuple[float, float], unclaimed: tuple[float, float]
    ) -> tuple[list[Candidate], set[str]]:
        found, reasons = [], set()
        for slot in self.slots:
            cost = self.cost_of(ad, slot)
            if cost is None:
                continue
            state = self.state_of(ad, user, slot, rank_only, reasons)
            if state is None:
                continue
            allowed = state == RANK or permits(*(unclaimed if state == FREE else limit), cost)
            if not allowed:
                reasons.add("submitter limit exceeded")
                continue
            found.append(self.candidate(ad, slot, cost, state))
        return found, reasons

    def cost_of(self, ad: Ad, slot: Slot) -> float | None:
        """What a match costs; None where slot and request do not fit."""
        if "ConsumptionCpus" not in slot.ad:
            return self.number(slot.ad, "SlotWeight", None) if self.evaluator.matches(ad, slot.ad) else None
        cpus, memory = self.consumed(ad, slot)
        if cpus > self.number(slot.ad, "Cpus", None) or memory > self.number(slot.ad, "Memory", None):
            return None
        if cpus < 0 or memory < 0 or cpus + memory <= 0:
            return None
        asking = ad.replace({"RequestCpus": int(cpus), "RequestMemory": int(memory)})
        return float(cpus) if self.evaluator.matches(asking, slot.ad) else None

    def consumed(self, ad: Ad, slot: Slot) -> tuple[float, float]:
        return self.number(slot.ad, "ConsumptionCpus", ad), self.number(slot.ad, "ConsumptionMemory", ad)

    def state_of(self, ad: Ad, user: str, slot: Slot, rank_only: bool, reasons: set[str]) -> int | None:
        if slot.user is None:
            return None if rank_only else FREE
        if self.evaluator.evaluate(STRICT, slot.ad, ad) is True:
            return RANK
        if rank_only or slot.user == user:
            return None
        policy = self.pool.requirements
        if policy is not None and self.evaluator.evaluate(policy, slot.ad, ad) is not True:
            reasons.add("PREEMPTION_REQUIREMENTS == False")
            return None
        return PRIORITY if self.evaluator.evaluate(WEAK, slot.ad, ad) is True else None

    def candidate(self, ad: Ad, slot: Slot, cost: float, state: int) -> Candidate:
        def own(expr: Expr) -> float:
            number = as_number(self.evaluator.evaluate(expr, slot.ad, ad))
            return LOWEST if number is None else float32(number)

        wish = as_number(self.evaluator.attribute("Rank", ad, slot.ad))
        preempting = own(PREEMPTION_RANK) if state != FREE else -FLT_MAX
        rank = (own(PRE), 0.0 if wish is None else float(wish), own(POST), state, preempting)
        # A request without limits of its own is charged with those of the job that it displaces.
        limits = self.text(ad, "ConcurrencyLimits") if "ConcurrencyLimits" in ad else None
        if "ConcurrencyLimits" not in ad:
            limits = self.text(slot.ad, "ConcurrencyLimits")
        return Candidate(slot, cost, state, rank, limits)

    # -- what a match changes ----------------------------------------------------------------------------------------

    def hand_out(self, user: str, request: Request, ad: Ad, chosen: Candidate, kept: list[Candidate]) -> None:
        slot = chosen.slot
        self.told.append((user, request.first.id, slot.name, ("priority", "rank", "free")[chosen.state]))
        self.usage[user] += chosen.cost
        for name in (chosen.limits or "").split(","):
            if name:
                self.in_use[name] += 1
        self.claim(user, request, chosen)
        if "ConsumptionCpus" not in slot.ad:
            self.slots.remove(slot)
            return
        cpus, memory = self.consumed(ad, slot)
        slot.claims -= 1
        slot.ad = slot.ad.replace(
            {
                "Cpus": int(self.number(slot.ad, "Cpus", None) - cpus),
                "Memory": int(self.number(slot.ad, "Memory", None) - memory),
            }
        )
        cost = self.cost_of(ad, slot)
        if cost is not None:
            again = self.candidate(ad, slot, cost, FREE)
            place = 0
            while place < len(kept) and again.rank > kept[place].rank:
                place += 1
            kept.insert(place, again)

    def claim(self, user: str, request: Request, chosen: Candidate) -> None:
        """The named job gets the claim, or the first job of the user that can run in the slot."""
        if not request.first.claimed:
            request.first.claimed = True
            return
        refused: set[int] = set()
        for job in self.pool.jobs[user]:
            if job.noticed or job.autocluster in refused:
                continue
            job.noticed = job.claimed
            if job.claimed:
                continue
            if self.could_run(job.ad, chosen):
                job.claimed = True
                return
            refused.add(job.autocluster)

    def could_run(self, ad: Ad, chosen: Candidate) -> bool:
        slot = chosen.slot.ad
        limits = (
            self.text(ad, "ConcurrencyLimits") if "ConcurrencyLimits" in ad else self.text(slot, "ConcurrencyLimits")
        )
        return (
            self.evaluator.matches(ad, slot)
            and self.number(slot, "Rank", ad) >= self.number(slot, "CurrentRank", None)
            and (limits or "") == (chosen.limits or "")
        )


def permits(allowed: float, used: float, cost: float) -> bool:
    return used + cost <= allowed or (used <= 0 and allowed > 0)


def why(reached: set[str], reasons: set[str]) -> str:
    if reached:
        return f"concurrency limit {', '.join(sorted(reached))} reached"
    for reason in ("PREEMPTION_REQUIREMENTS == False", "submitter limit exceeded"):
        if reason in reasons:
            return reason
    return "no match found"
