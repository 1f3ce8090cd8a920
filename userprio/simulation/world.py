"""A pool that lives on: jobs end, real cycles are run dry on what is there then, and what they match is started.

Every step is a cycle of `negotiation.negotiate` on ads that say what the pool has come to, between the same ageing and
recounting of the ledger that an accountant does. Of schedds and startds it knows: a claim serves further jobs of its
submitter until `CLAIM_WORKLIFE`; a partitionable slot is cut for as many jobs of the submitter that it was matched to
as fit; a preempted job waits again from its beginning.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from userprio.accounting import PriorityRules, age, claims, expire_leases, recount, start_up
from userprio.classad import Evaluator, number_of, text_of
from userprio.ledger import CUSTOMER_PREFIX, Customer, Ledger
from userprio.negotiation import Because, Match, Outcome, finite, negotiate
from userprio.pool import NegotiatorSettings, Pool, Scenario, fetched_slots
from userprio.quotas import GroupTree, build_tree
from userprio.schedd import Job
from userprio.simulation.demand import JobLengths, spread
from userprio.simulation.result import Demand
from userprio.simulation.slots import (
    Claim,
    Owner,
    SimulatedSlot,
    SimulatedSlots,
    WaitingJobs,
    claimable,
    fits,
    running_jobs,
)

_COUNTED: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")


@dataclass(frozen=True, slots=True)
class Pace:
    """How time goes by."""

    step_s: int
    demand: Demand
    lengths: JobLengths
    worklife_s: float
    """Age from which a claim takes no further job; negative: any age."""
    cycles_per_step: int
    """Most cycles of a negotiator in a step."""


class World:
    """A pool at some moment of its future."""

    def __init__(self, scenario: Scenario, pace: Pace) -> None:
        pool, ledger, config, now = scenario.pool, scenario.ledger, scenario.config, scenario.now
        self.now = now
        self.pace = pace
        self.tree: GroupTree = build_tree(config)
        self.rules = PriorityRules.from_config(config, [group.name for group in self.tree.groups])
        self.behaviour = scenario.versions.behaviour
        self._version = scenario.version
        self.cycles = 0
        self._config = config
        self._settings = NegotiatorSettings.of(scenario)
        self._negotiator = pool.negotiator
        self._submitter_ads = list(pool.submitters)
        self._quotas = scenario.previous_quotas
        self._served_at = scenario.groups_served_at
        self._spread = spread()
        evaluator = Evaluator(now)
        self.slots = SimulatedSlots(pool.slots, evaluator)
        self.jobs = WaitingJobs(pool.jobs, evaluator)
        schedds: dict[str, str] = {}
        for ad in pool.submitters:
            name, schedd = text_of(evaluator, ad, "Name"), text_of(evaluator, ad, "ScheddName")
            if name is not None and schedd is not None:
                schedds.setdefault(name, schedd)
        claimed = self.slots.claimed()
        for claim, owner, job in running_jobs(claimed, pool.jobs, self.jobs, schedds, evaluator):
            claim.owner, claim.job = owner, job
        for _, claim in claimed:
            self._set_end(claim, running=True)
        self._unseen = self._counted_beyond(evaluator)
        names = {*schedds, *(claim.submitter for _, claim in claimed)}
        known = _only(ledger, names)
        started = start_up(known, now, self.rules, [group.name for group in self.tree.groups], self.group_of)
        # Factors of the configuration are frozen when they are first read; here that is now.
        self.ledger = self._recounted(expire_leases(started, now, self.rules.default_factor, self.behaviour))

    @property
    def unseen_idle(self) -> int:
        """Idle jobs that submitter ads count and no job ad stands for."""
        return int(sum(max(idle, 0) for idle, _, _, _ in self._unseen))

    def customer(self, name: str) -> Customer:
        """What the ledger says of a submitter or group at the moment."""
        return self.ledger.customers.get(name) or Customer(name)

    def group_of(self, name: str) -> str:
        """The group that a submitter belongs to."""
        return self.tree.assigned(name).name

    def advance_to(self, at: int, half_life_s: float | None = None) -> None:
        """Let time pass to `at`: use is charged, priorities age, leases end, and the jobs that are over by then end.

        The half-life is the configuration's unless another is given.
        """
        half_life = self.rules.half_life_s if half_life_s is None else half_life_s
        self.now = at
        self.ledger = expire_leases(age(self.ledger, at, half_life), at, self.rules.default_factor, self.behaviour)
        evaluator = Evaluator(at)
        # Ends fall between two steps. Half of them are too early by it, half too late.
        over = at + self.pace.step_s / 2
        for slot, claim in self.slots.claimed():
            self._end(slot, claim, over, evaluator)

    def cycle(self) -> Outcome:
        """Negotiate, start what is matched, and go on as long as a negotiator could find more in this step."""
        first = self._negotiated()
        outcome, left = first, self.pace.cycles_per_step - 1
        while left > 0 and self._cut_short(outcome):
            outcome, left = self._negotiated(), left - 1
        self.ledger = self._recounted(self.ledger)
        return first

    def in_use(self) -> dict[str, float]:
        """Weight in use by submitter."""
        use: dict[str, float] = defaultdict(float)
        for name, weight in self._charges():
            use[name] += weight
        return dict(use)

    def _negotiated(self) -> Outcome:
        evaluator = Evaluator(self.now)
        self.cycles += 1
        outcome = negotiate(
            Scenario(
                self._pool(evaluator),
                self.ledger,
                self._config,
                self.now,
                self._quotas,
                self._version,
                groups_served_at=self._served_at,
            )
        )
        self._quotas = {group.name: group.effective_quota for group in outcome.groups}
        self._served_at = {group.name: group.served_at for group in outcome.groups}
        for match in outcome.matches:
            self._start(match, evaluator)
        return outcome

    def _cut_short(self, outcome: Outcome) -> bool:
        """Whether something stopped the cycle that would not stop the next one a minute later."""
        cap = self._settings.schedd.offer_cap
        if cap is not None and any(visit.matched >= cap for visit in outcome.visits):
            return True
        # A cycle gives a partitionable slot to one submitter; what that one leaves of it is there for the next cycle.
        evaluator = Evaluator(self.now)
        matched = (self.slots.named(match.slot) for match in outcome.matches)
        return any(
            slot is not None
            and slot.partitionable
            and not slot.policy
            and (number_of(evaluator, slot.ad, "Cpus") or 0) > 0
            for slot in matched
        )

    # Slots

    def _start(self, match: Match, evaluator: Evaluator) -> None:
        slot = self.slots.named(match.slot)
        found = self.jobs.named(match.schedd, match.request)
        owner = self.jobs.owner_of(match.schedd, match.submitter) if found is None else found[0]
        if slot is None or owner is None or not claimable(slot, evaluator):
            return
        if slot.partitionable:
            if match.because is not Because.FREE:
                self._make_room(slot, owner, match, evaluator)
            self._cut(slot, owner, match, evaluator)
            return
        job = found[1] if found is not None else self.jobs.first(owner, lambda job: fits(job, slot, evaluator))
        if job is not None:
            self._put_back(slot)
            self.jobs.take(owner, job)
            self.slots.claim(slot, self._claim(match.submitter, owner, job), evaluator)

    def _cut(self, slot: SimulatedSlot, owner: Owner, match: Match, evaluator: Evaluator) -> None:
        """The schedd has the whole slot: it cuts it for the job that was named, then for others of the submitter."""
        named = self.jobs.named(match.schedd, match.request)
        job = None if named is None or not fits(named[1], slot, evaluator) else named[1]
        while job := job or self.jobs.first(owner, lambda job: fits(job, slot, evaluator)):
            self.jobs.take(owner, job)
            self.slots.claim(self.slots.cut(slot, job, evaluator), self._claim(match.submitter, owner, job), evaluator)
            if slot.policy:
                return
            job = None

    def _make_room(self, slot: SimulatedSlot, owner: Owner, match: Match, evaluator: Evaluator) -> None:
        """Dynamic slots give way to a match with their partitionable slot, the least wanted first."""
        named = self.jobs.named(match.schedd, match.request)
        job = self.jobs.first(owner, lambda one: True) if named is None else named[1]
        held = sorted(self.slots.children(slot), key=lambda child: number_of(evaluator, child.ad, "CurrentRank") or 0)
        for child in held:
            if job is None or fits(job, slot, evaluator):
                return
            self._put_back(child)
            self.slots.free(child, evaluator)

    def _put_back(self, slot: SimulatedSlot) -> None:
        """The job of a slot that is taken from its user waits again."""
        claim = slot.claim
        if claim is not None and claim.job is not None and claim.owner is not None:
            self.jobs.put(claim.owner, claim.job)

    def _claim(self, submitter: str, owner: Owner, job: Job) -> Claim:
        claim = Claim(submitter, owner, job, self.now, self.now)
        self._set_end(claim)
        return claim

    def _set_end(self, claim: Claim, *, running: bool = False) -> None:
        """When a claim's job is over; of constant demand, when its last one is, each handing in the next."""
        mean = self.pace.lengths.of(claim.submitter).seconds
        length = mean * (0.5 + next(self._spread))
        worklife = self.pace.worklife_s
        if self.pace.demand is Demand.CONSTANT:
            length = math.inf if worklife < 0 else length * max(-(-worklife // length), 1.0)
        claim.ends_at = claim.job_began_at + length
        if running and claim.ends_at <= self.now:
            # It has run longer than it should, and nobody knows for how long it will.
            claim.ends_at = self.now + mean * next(self._spread)

    def _end(self, slot: SimulatedSlot, claim: Claim, over: float, evaluator: Evaluator) -> None:
        """End what is over; the claim goes on with another job while it is young enough and there is one."""
        while claim.ends_at <= over:
            owner, job, ended = claim.owner, claim.job, claim.ends_at
            following = None
            if self.pace.demand is Demand.CONSTANT:
                if owner is not None and job is not None:
                    self.jobs.put(owner, self.jobs.another(owner, job))
            elif owner is not None and (self.pace.worklife_s < 0 or ended - claim.began_at < self.pace.worklife_s):
                following = self.jobs.first(owner, lambda job: fits(job, slot, evaluator))
            if following is None or owner is None:
                self.slots.free(slot, evaluator)
                return
            self.jobs.take(owner, following)
            claim = Claim(claim.submitter, owner, following, claim.began_at, ended)
            self._set_end(claim)
            self.slots.claim(slot, claim, evaluator)

    # Ads and accounts

    def _pool(self, evaluator: Evaluator) -> Pool:
        ads = []
        for ad, unseen, counts in zip(self._submitter_ads, self._unseen, self._counts(evaluator), strict=True):
            now = {name: max(sum(both), 0) for name, *both in zip(_COUNTED, unseen, counts, strict=True)}
            ads.append(ad.replace({name: count for name, count in now.items() if name in ad}))
        # More than there are matches to be had, and offers to be refused before, decide nothing.
        most = self.slots.most_matches(evaluator) + (self._settings.schedd.offer_cap or 0)
        return Pool(self.slots.ads, tuple(ads), self.jobs.ads(most), negotiator=self._negotiator)

    def _counts(self, evaluator: Evaluator) -> list[tuple[float, float, float, float]]:
        """Idle and running jobs, and their weights, for each submitter ad, as far as slots and jobs show them."""
        idle, weighted_idle = self.jobs.counts(), self.jobs.weights()
        running: dict[Owner, int] = defaultdict(int)
        weighted_running: dict[Owner, float] = defaultdict(float)
        for slot, claim in self.slots.claimed():
            owner = claim.owner or (claim.submitter, None)
            running[owner] += 1
            weighted_running[owner] += number_of(evaluator, slot.ad, "SlotWeight") or 0
        taken: set[Owner] = set()
        counts = []
        for ad in self._submitter_ads:
            name = text_of(evaluator, ad, "Name") or ""
            owners = [
                owner for owner in ((name, text_of(evaluator, ad, "ScheddName")), (name, None)) if owner not in taken
            ]
            taken.update(owners)
            tallies = (idle, running, weighted_idle, weighted_running)
            one, two, three, four = (sum(tally.get(owner, 0) for owner in owners) for tally in tallies)
            counts.append((one, two, three, four))
        return counts

    def _counted_beyond(self, evaluator: Evaluator) -> list[tuple[float, float, float, float]]:
        """What each submitter ad counts beyond the jobs and slots of the snapshot."""
        beyond: list[tuple[float, float, float, float]] = []
        for ad, counts in zip(self._submitter_ads, self._counts(evaluator), strict=True):
            said = [finite(evaluator.attribute(attribute, ad)) for attribute in _COUNTED]
            idle, running, *weights = (there - count for there, count in zip(said, counts, strict=True))
            beyond.append((int(idle), int(running), weights[0], weights[1]))
        return beyond

    def _charges(self) -> Iterator[tuple[str, float]]:
        evaluator = Evaluator(self.now)
        fetched, _ = fetched_slots(self.slots.ads, self._settings, evaluator)
        return claims(fetched, self._settings.charging, evaluator)

    def _recounted(self, ledger: Ledger) -> Ledger:
        return recount(ledger, self._charges(), self.now, self.group_of)


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
