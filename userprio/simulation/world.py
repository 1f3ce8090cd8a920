"""A pool that lives on, event by event: jobs end at their second, cycles come when a negotiator's would.

A cycle is `negotiation.negotiate` on ads that say what the pool has come to. In between, claims pass from job to job of
their submitter until `CLAIM_WORKLIFE`, schedds claim what a job leaves of a partitionable slot, startds let jobs retire
and vacate, and use is charged as the accountant does it: from cycle to cycle, as the last one counted it.

Taken for granted: a cycle takes no time; a job that is matched starts half a second later, one that follows another on
its claim at once; a job that is told to go goes at once; schedds send their ads every SCHEDD_INTERVAL from the present
on, and when a job comes that nobody waited before.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from heapq import heappop, heappush
from itertools import count
from typing import Final

from userprio.accounting import PriorityRules, age, claims, expire_leases, recount, start_up
from userprio.classad import Ad, Evaluator, Literal, number_of
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Customer, Ledger
from userprio.negotiation import Because, Match, Outcome, VacatingRules, negotiate
from userprio.pool import NegotiatorSettings, Pool, Scenario, fetched_slots
from userprio.quotas import GroupTree, build_tree
from userprio.schedd import Job, offered_jobs
from userprio.simulation.advertising import SubmitterAds
from userprio.simulation.queues import WaitingJobs, running_jobs
from userprio.simulation.slots import (
    Claim,
    Owner,
    SimulatedSlot,
    SimulatedSlots,
    claimable,
    fits,
    limits_of,
    rank_of,
)
from userprio.simulation.workload import Workload

START_S: Final = 0.2
"""From a match to its job, in the mean of recorded pools (0 to 1 s)."""
END_S: Final = 0.1
"""From the end of a job to that of its run, and again to the start of the next on its claim, in the mean (0 to 1 s)."""
PHASE_S: Final = 0.5
"""Cycles begin in the middle of their second: what came in a second of the same number is as likely before as after."""


class Ending(StrEnum):
    """How the run of a job ended."""

    DONE = "done"
    EVICTED = "evicted"


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a job. Times are seconds since the epoch."""

    schedd: str | None
    job: str
    """cluster.proc."""
    submitter: str
    slot: str
    weight: float
    started_at: float
    ended_at: float
    ending: Ending

    @property
    def weight_s(self) -> float:
        """Weight-seconds."""
        return self.weight * (self.ended_at - self.started_at)


@dataclass(frozen=True, slots=True)
class CycleTimes:
    """When cycles come (`Matchmaker::negotiationTime`), in seconds."""

    interval_s: int
    min_interval_s: int
    """From the start of the last."""
    delay_s: int
    """From the end of the last."""

    @classmethod
    def from_config(cls, config: Config) -> "CycleTimes":
        """NEGOTIATOR_INTERVAL, NEGOTIATOR_MIN_INTERVAL, NEGOTIATOR_CYCLE_DELAY."""
        interval, least, delay = (
            max(config.integer(f"NEGOTIATOR_{what}"), 0) for what in ("INTERVAL", "MIN_INTERVAL", "CYCLE_DELAY")
        )
        return cls(max(interval, delay, 1), least, delay)


@dataclass(slots=True)
class StartBursts:
    """When a schedd starts jobs: JOB_START_COUNT at once, then not for JOB_START_DELAY seconds."""

    count: int
    delay_s: float
    _at: float = -math.inf
    _used: int = 0

    def next(self, wanted: float) -> float:
        """When a job starts that could start at `wanted`; those before it come first."""
        if wanted >= self._at + self.delay_s:
            self._at, self._used = wanted, 1
        elif self._used < self.count:
            self._used += 1
        else:
            self._at, self._used = self._at + self.delay_s, 1
        return max(self._at, wanted)


class World:
    """A pool at some moment of its future."""

    def __init__(self, scenario: Scenario, workload: Workload, times: CycleTimes | None = None) -> None:
        """`times` of cycles are those of the configuration if not given."""
        pool, ledger, config, now = scenario.pool, scenario.ledger, scenario.config, scenario.now
        self.now: float = now
        self.workload = workload
        self.tree: GroupTree = build_tree(config)
        self.rules = PriorityRules.from_config(config, [group.name for group in self.tree.groups])
        self.half_life_s = self.rules.half_life_s
        self.behaviour = scenario.versions.behaviour
        self.cycles = 0
        self.runs: list[Run] = []
        self.first: Outcome | None = None
        """What the first cycle decided."""
        self.waited_weight_s = 0.0
        """Weight-seconds for which slots whose claims were over stood empty until a cycle gave them away again."""
        self._scenario = scenario
        self._settings = NegotiatorSettings.of(scenario)
        self._quotas = scenario.previous_quotas
        self._times = CycleTimes.from_config(config) if times is None else times
        self._next_cycle: float = now + PHASE_S
        self._last_cycle: float = -math.inf
        self._rescheduled = False
        self._worklife_s = config.integer("CLAIM_WORKLIFE")
        starts = max(config.integer("JOB_START_COUNT"), 1), float(max(config.integer("JOB_START_DELAY"), 0))
        self._bursts: dict[str | None, StartBursts] = defaultdict(lambda: StartBursts(*starts))
        self._held: Counter[str | None] = Counter()
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

        self._evaluator = Evaluator(now)
        self.slots = SimulatedSlots(
            pool.slots,
            VacatingRules.from_config(config),
            max(config.integer("UPDATE_INTERVAL", default=300), 1),
            self._evaluator,
        )
        self.jobs = WaitingJobs(pool.jobs, self._evaluator)
        arrivals = [(arrival.at, self._job(arrival.ad)) for arrival in workload.arrivals]
        self._ads = SubmitterAds(pool.submitters, {owner for _, (owner, _) in arrivals}, now)
        self._find_running_jobs(pool)
        self._ads.begin(self.slots.claimed(), self.jobs, self._evaluator)
        names = {*self._ads.schedds, *(claim.submitter for _, claim in self.slots.claimed())}
        known = _only(ledger, names)
        started = start_up(known, now, self.rules, [group.name for group in self.tree.groups], self.group_of)
        # Factors of the configuration are frozen when they are first read; here that is now.
        ledger = expire_leases(started, now, self.rules.default_factor, self.behaviour)
        self.ledger = recount(ledger, self._charges(), now, self.group_of)

        self._publish_every_s = max(config.integer("SCHEDD_INTERVAL", default=300), 1)
        self._publish_after_s = max(config.integer("SCHEDD_MIN_INTERVAL", default=5), 0)
        self._at(now + self._publish_every_s, self._publish_all)
        for at, (owner, job) in arrivals:
            self._at(at, partial(self._arrive, owner, job))

    @property
    def unseen_idle(self) -> int:
        """Idle jobs that submitter ads count and no job ad stands for."""
        return self._ads.unseen_idle

    def customer(self, name: str) -> Customer:
        """What the ledger says of a submitter or group, at the last cycle."""
        return self.ledger.customers.get(name) or Customer(name)

    def group_of(self, name: str) -> str:
        """The group that a submitter belongs to."""
        return self.tree.assigned(name).name

    def present(self) -> Ledger:
        """The ledger as a cycle would find it now."""
        aged = age(self.ledger, int(self.now), self.half_life_s)
        return expire_leases(aged, int(self.now), self.rules.default_factor, self.behaviour)

    def in_use(self) -> dict[str, float]:
        """Weight in use by submitter at the moment."""
        use: dict[str, float] = defaultdict(float)
        for name, weight in claims(
            (slot.ad for slot, _ in self.slots.claimed()), self._settings.charging, self._evaluator
        ):
            use[name] += weight
        return dict(use)

    def seen(self) -> Pool:
        """The pool as a negotiator sees it at the moment."""
        # More than there are matches to be had, and offers to be refused before, decide nothing.
        most = self.slots.most_matches(self._evaluator) + (self._settings.schedd.offer_cap or 0)
        negotiator = self._scenario.pool.negotiator
        return Pool(self.slots.ads(self.now), self._ads.ads(), self.jobs.ads(most), negotiator=negotiator)

    def run_until(self, end: float) -> None:
        """Let time pass; what happens at `end` itself happens."""
        while True:
            event = self._events[0][0] if self._events else math.inf
            at = min(event, self._next_cycle)
            if at > end:
                break
            self._turn_clock(at)
            if event <= self._next_cycle:
                heappop(self._events)[2]()
            else:
                self._cycle()
        self._turn_clock(end)

    # Time

    def _turn_clock(self, at: float) -> None:
        self.now = self.slots.now = at
        if int(at) != self._evaluator.now:
            self._evaluator = Evaluator(int(at))

    def _at(self, at: float, event: Callable[[], None]) -> None:
        heappush(self._events, (at, next(self._number), event))

    # Schedds

    def _job(self, ad: Ad) -> tuple[Owner, Job]:
        ((owner, (job,)),) = offered_jobs([ad], self._evaluator).items()
        return owner, job

    def _arrive(self, owner: Owner, job: Job) -> None:
        """A submission hurries the schedd's update, and the negotiator, only if nobody waited before."""
        self.jobs.put(owner, job)
        schedd = owner[1]
        if self._ads.idle_at(schedd) == 0 and self._ads.hurry(schedd):
            self._at(
                max(self.now, self._ads.sent_at(schedd) + self._publish_after_s), partial(self._reschedule, schedd)
            )

    def _reschedule(self, schedd: str | None) -> None:
        self._ads.publish(self.slots.claimed(), self.jobs, self._evaluator, self.now, [schedd])
        if not self._rescheduled:
            self._rescheduled = True
            soonest = max(self._last_cycle + self._times.min_interval_s, self._last_cycle + self._times.delay_s)
            self._next_cycle = min(self._next_cycle, max(self.now, soonest))

    def _publish_all(self) -> None:
        self._ads.publish(self.slots.claimed(), self.jobs, self._evaluator, self.now)
        self._at(self.now + self._publish_every_s, self._publish_all)

    def _runnable(self, owner: Owner, slot: SimulatedSlot, limits: str, rank: float) -> Job | None:
        """The first job of a submitter that a claim can serve (`FindRunnableJob`)."""
        compares = self._settings.schedd.leftovers_consider_limits

        def suits(job: Job) -> bool:
            if compares and limits_of(job.ad, slot.idle, self._evaluator) != limits:
                return False
            return fits(job, slot, self._evaluator) and rank_of(slot.idle, job.ad, self._evaluator) >= rank

        return self.jobs.first(owner, suits)

    def _has_room(self, schedd: str | None) -> bool:
        most = self._settings.schedd.max_jobs_running
        return most is None or self._held[schedd] < most

    # Cycles

    def _cycle(self) -> None:
        self.cycles += 1
        self._last_cycle, self._rescheduled = self.now, False
        self._next_cycle = self.now + self._times.interval_s
        self.ledger = self.present()
        charges = list(self._charges())
        outcome = self._negotiated()
        if outcome is not None:
            charges = [*self._kept(charges, outcome), *((match.submitter, match.cost) for match in outcome.matches)]
        self.ledger = recount(self.ledger, charges, int(self.now), self.group_of)
        if outcome is not None:
            self._follow_up(outcome)

    def _kept(self, charges: list[tuple[str, float]], outcome: Outcome) -> Iterable[tuple[str, float]]:
        """The charges that the matches of a cycle do not end: those whose claims are preempted, they do."""
        if self.behaviour.preempted_users_keep_usage:
            return charges
        taken = [self.slots.named(match.slot) for match in outcome.matches if match.because is not Because.FREE]
        ended = Counter(
            charge
            for slot in taken
            if slot is not None and slot.claim is not None
            for charge in claims([slot.ad], self._settings.charging, self._evaluator)
        )
        kept = []
        for charge in charges:
            if ended[charge]:
                ended[charge] -= 1
            else:
                kept.append(charge)
        return kept

    def _negotiated(self) -> Outcome | None:
        """What the cycle decides; None where there is nothing to decide."""
        if self.first is not None and not (
            len(self.jobs) and (self._preempts() or self.slots.any_room(self._evaluator))
        ):
            return None
        outcome = negotiate(
            replace(
                self._scenario, pool=self.seen(), ledger=self.ledger, now=int(self.now), previous_quotas=self._quotas
            )
        )
        self._quotas = {group.name: group.effective_quota for group in outcome.groups}
        self.first = self.first or outcome
        return outcome

    def _preempts(self) -> bool:
        """Whether held slots can be taken: by policy, or because they want other jobs more."""
        if not self._settings.consider_preemption:
            return False
        policy = self._settings.ranks.preemption_requirements
        return not (isinstance(policy, Literal) and policy.value is False) or self.slots.rank_jobs

    def _charges(self) -> Iterable[tuple[str, float]]:
        fetched, _ = fetched_slots(self.slots.ads(self.now), self._settings, self._evaluator)
        return claims(fetched, self._settings.charging, self._evaluator)

    # Claims

    def _follow_up(self, outcome: Outcome) -> None:
        """Each match gets its slot, then what is left of partitionable ones goes to jobs of the same submitter."""
        asked = [self.jobs.named(match.schedd, match.request) for match in outcome.matches]
        rests: dict[str, tuple[SimulatedSlot, Claim]] = {}
        for match, found in zip(outcome.matches, asked, strict=True):
            slot = self.slots.named(match.slot)
            owner = self.jobs.owner_of(match.schedd, match.submitter) if found is None else found[0]
            if slot is None or owner is None or not claimable(slot, self._evaluator) or not self._has_room(owner[1]):
                continue
            claim = self._matched(match, slot, owner, None if found is None else found[1])
            if claim is not None and slot.partitionable:
                rests.setdefault(slot.name, (slot, claim))
        # The schedd asks all startds at once, and each answer is followed by the next claim on the same machine.
        chains = list(rests.values()) if self._settings.schedd.claim_leftovers else []
        while chains:
            chains = [(slot, claim) for slot, claim in chains if self._claim_leftovers(slot, claim)]

    def _matched(self, match: Match, slot: SimulatedSlot, owner: Owner, asked: Job | None) -> Claim | None:
        """A match becomes a claim, at once or when the one before it is over."""
        if match.because is not Because.FREE and slot.partitionable:
            self._make_room(slot, asked)
        limits = "" if asked is None else limits_of(asked.ad, slot.idle, self._evaluator)
        rank = 0.0 if asked is None else rank_of(slot.idle, asked.ad, self._evaluator)
        job = asked if asked is not None and self.jobs.waits(owner, asked) else None
        if job is not None and slot.partitionable and not fits(job, slot, self._evaluator):
            job = None
        job = job or self._runnable(owner, slot, limits, rank)
        if job is None:
            return None
        self.jobs.take(owner, job)
        claim = Claim(match.submitter, owner, job, self.now + START_S, 0.0, limits=limits, rank=rank)
        held = slot.claim
        if held is None:
            self._begin(slot, claim)
            return claim
        told_in = held.granted.told_after_s(self.now - held.job_began_at)
        if told_in <= 0:
            self._evict(slot, held)
            self._begin(slot, claim)
        else:
            held.successor = claim
            self._at(self.now + told_in, partial(self._retired, slot, held))
        return claim

    def _begin(self, slot: SimulatedSlot, claim: Claim) -> None:
        """A new claim, on a slot or on a piece of it, and its first job."""
        assert claim.owner is not None and claim.job is not None
        self._held[claim.owner[1]] += 1
        whole = slot
        if slot.partitionable:
            slot = self.slots.cut(slot, claim.job, self._evaluator)
        self._start(slot, claim, self.now + START_S)
        self.waited_weight_s += self.slots.waited_weight_s(whole, self._weight(slot))

    def _claim_leftovers(self, slot: SimulatedSlot, first: Claim) -> bool:
        """One more claim on what is left, which comes without the limits of the match; False if nothing suits it."""
        assert first.owner is not None
        if not self._has_room(first.owner[1]):
            return False
        job = self._runnable(first.owner, slot, "", first.rank)
        if job is None:
            return False
        self.jobs.take(first.owner, job)
        self._begin(slot, Claim(first.submitter, first.owner, job, self.now + START_S, 0.0, rank=first.rank))
        return True

    def _start(self, slot: SimulatedSlot, claim: Claim, at: float) -> None:
        """The job of a claim starts, as soon as its schedd may start another."""
        assert claim.owner is not None and claim.job is not None
        claim.job_began_at = self._bursts[claim.owner[1]].next(at)
        claim.ends_at = claim.job_began_at + self.workload.length_s(claim.owner, claim.job) + END_S
        self.slots.claim(slot, claim, self._evaluator)
        self._at(claim.ends_at, partial(self._job_over, slot, claim))

    def _job_over(self, slot: SimulatedSlot, claim: Claim) -> None:
        if slot.claim is not claim:
            return
        self._note(slot, claim, Ending.DONE)
        owner, job = claim.owner, claim.job
        if self.workload.endless and owner is not None and job is not None:
            self.jobs.put(owner, self.jobs.another(owner, job))
        if claim.successor is not None:
            self._hand_over(slot, claim)
            return
        young = self._worklife_s < 0 or int(self.now) - int(claim.began_at) <= self._worklife_s
        following = self._runnable(owner, slot, claim.limits, claim.rank) if young and owner is not None else None
        if following is None or owner is None:
            self._free(slot, claim)
            return
        self.jobs.take(owner, following)
        self._start(slot, replace(claim, job=following), self.now + END_S)

    def _retired(self, slot: SimulatedSlot, claim: Claim) -> None:
        """The retirement of a job is over, and somebody waits for its slot."""
        if slot.claim is claim and claim.successor is not None:
            self._evict(slot, claim, keep=True)
            self._hand_over(slot, claim)

    def _hand_over(self, slot: SimulatedSlot, claim: Claim) -> None:
        """The claim that waited for this one takes its place."""
        assert claim.successor is not None
        if claim.owner is not None:
            self._held[claim.owner[1]] -= 1
        slot.claim = None
        claim.successor.began_at = self.now + START_S
        self._begin(slot, claim.successor)

    def _make_room(self, slot: SimulatedSlot, job: Job | None) -> None:
        """Dynamic slots give way to a match with their partitionable slot, the least wanted first."""
        held = sorted(
            self.slots.children(slot), key=lambda child: number_of(self._evaluator, child.ad, "CurrentRank") or 0
        )
        for child in held:
            if job is None or fits(job, slot, self._evaluator):
                return
            if child.claim is not None:
                self._evict(child, child.claim)
                self.slots.free(child, self._evaluator)

    def _evict(self, slot: SimulatedSlot, claim: Claim, *, keep: bool = False) -> None:
        """The job of a claim is stopped and waits again, from its beginning; the slot stays for who comes next."""
        self._note(slot, claim, Ending.EVICTED)
        if claim.owner is not None and claim.job is not None:
            self.jobs.put(claim.owner, claim.job)
        if not keep:
            if claim.owner is not None:
                self._held[claim.owner[1]] -= 1
            slot.claim = None

    def _free(self, slot: SimulatedSlot, claim: Claim) -> None:
        if claim.owner is not None:
            self._held[claim.owner[1]] -= 1
        self.slots.free(slot, self._evaluator)

    def _note(self, slot: SimulatedSlot, claim: Claim, ending: Ending) -> None:
        schedd = None if claim.owner is None else claim.owner[1]
        number = "" if claim.job is None else claim.job.id
        run = Run(schedd, number, claim.submitter, slot.name, self._weight(slot), claim.job_began_at, self.now, ending)
        self.runs.append(run)

    def _weight(self, slot: SimulatedSlot) -> float:
        return number_of(self._evaluator, slot.ad, "SlotWeight") or 0.0

    def _find_running_jobs(self, pool: Pool) -> None:
        """The jobs of the claims that the snapshot shows, and how long they go on."""
        claimed = self.slots.claimed()
        for claim, owner, job in running_jobs(claimed, pool.jobs, self.jobs, self._ads.schedds, self._evaluator):
            claim.owner, claim.job = owner, job
        for slot, claim in claimed:
            if claim.owner is not None:
                self._held[claim.owner[1]] += 1
            claim.ends_at = self.now + self.workload.left_s(claim, self.now)
            self._at(claim.ends_at, partial(self._job_over, slot, claim))


def _only(ledger: Ledger, names: set[str]) -> Ledger:
    """The ledger without submitters who neither ask for anything nor hold a slot: they decide nothing."""
    kept = {
        key: ad
        for key, ad in ledger.ads.items()
        if not key.startswith(CUSTOMER_PREFIX) or "@" not in key or key[len(CUSTOMER_PREFIX) :] in names
    }
    dropped = ledger.ads.keys() - kept.keys()
    history = tuple(entry for entry in ledger.history if entry[1:] not in dropped)
    return Ledger(kept, history, ledger.last_update_time, ledger.sequence, ledger.created)
