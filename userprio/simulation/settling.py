"""A pool as its next cycle will find it: with the claims of the last cycle that its slots do not show yet.

Right after a cycle a job may run while the ad of its slot still says unclaimed, and a match may have no claim at all
yet. Jobs and slots would be matched again. Which they are is known from the jobs that run, the negotiator's records of
slots, and the order in which schedds start jobs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.classad import Ad, PackedAds, PackedRun, Value, integer_of, number_of, text_of
from userprio.negotiation import finite, match_records
from userprio.negotiation.schedd import IDLE, Job, offered_jobs
from userprio.pool import AssumedClaim, NegotiatorSettings, ScenarioData, job_column, last_cycle
from userprio.simulation.schedds import COUNTED, WaitingJobs
from userprio.simulation.slots import Claim, EventClock, Owner, SimulatedSlot, SimulatedSlots, root_slot

_RECENT_S: Final = 30
"""So long after a cycle claims of it may be missing in the ads; only slow startds take more than two seconds."""
_CHAIN_S: Final = 5
"""So long after a cycle a partitionable slot may be without the claims of a match although it has been heard from."""
_SENT_S: Final = 2
"""A slot that was heard from so many seconds after the start of a job, or later, would show it."""
_RUNNING: Final = "2"


def settled(scenario: ScenarioData) -> ScenarioData:
    """The scenario with such claims in its slots and their jobs running; the same object if there are none."""
    pool, ledger = scenario.pool, scenario.accounts
    if not pool.recorded:
        return scenario
    ended = last_cycle(pool).ended or ledger.last_update_time
    if not 0 <= scenario.now - ended <= _RECENT_S:
        return scenario
    settling = _Settling(scenario)
    settling.show_running()
    settling.follow_matches()
    return settling.scenario() if settling.claims else scenario


class _Made(Struct, frozen=True):
    """A claim that was put into a slot."""

    owner: Owner
    job: str
    slot: SimulatedSlot
    since: int
    """When its job started, seconds since the epoch; 0: it has not yet."""
    idle_weight: float
    """What its schedd weighed the job by while it was idle."""


class _Settling:
    """Puts claims into slots."""

    def __init__(self, scenario: ScenarioData) -> None:
        self._scenario = scenario
        self._clock = EventClock(scenario.now)
        self._slots = SimulatedSlots(scenario.pool.slots, scenario.config, self._clock)
        self._before = {slot.name: slot.ad for slot in self._slots}
        self._evaluator = self._clock.evaluator
        self.claims: list[_Made] = []

    def show_running(self) -> None:
        """Jobs that run in slots that do not show it yet: of these all is known."""
        for ad in _running(self._scenario.pool.jobs):
            host = text_of(self._evaluator, ad, "RemoteHost")
            slot = None if host is None else self._slots.named(host) or self._slots.named(root_slot(host))
            if slot is None or slot.claim is not None or (slot.partitionable and slot.name == host):
                continue
            since = integer_of(self._evaluator, ad, "JobCurrentStartDate") or integer_of(
                self._evaluator, ad, "EnteredCurrentStatus"
            )
            if since + _SENT_S < integer_of(self._evaluator, slot.ad, "LastHeardFrom"):
                continue
            offered = offered_jobs([ad.replace({"JobStatus": IDLE, "CurrentHosts": 0})], self._evaluator)
            for owner, (job, *_) in offered.items():
                if not slot.partitionable or slot.fits(job, self._evaluator):
                    self._claim(slot, owner, job, since)

    def follow_matches(self) -> None:
        """Matches without a claim: their schedd gives each the first of the submitter's jobs that can use it."""
        updated, config = self._scenario.accounts.last_update_time, NegotiatorSettings.of(self._scenario).schedd
        records = [
            (slot, user)
            for name, user in match_records(self._scenario.pool, self._scenario.ledger).items()
            if (slot := self._slots.named(name)) is not None and slot.claim is None
        ]
        if not records:
            return
        # Of the snapshot's own records it is known that they were made in the last cycle.
        least = 1 if self._scenario.pool.pending is None else 0
        waiting = WaitingJobs(self._scenario.pool.jobs, self._evaluator)
        owners: dict[str, list[Owner]] = defaultdict(list)
        for owner in waiting.counts():
            owners[owner[0]].append(owner)
        for slot, user in records:
            if not slot.partitionable:
                # Unclaimed since later, its claim has ended already.
                if least <= integer_of(self._evaluator, slot.ad, "EnteredCurrentState") < updated:
                    self._next_job(slot, waiting, owners[user])
                continue
            begun = any(
                child.claim is not None and child.claim.submitter == user and child.claim.began_at >= updated
                for child in self._slots.children(slot)
            )
            # Its state does not change with a match; but its ad does, as soon as a part of it is claimed.
            silent = integer_of(self._evaluator, slot.ad, "LastHeardFrom") < updated
            recent = silent or self._scenario.now - updated <= _CHAIN_S
            if not recent or (begun and not config.claim_leftovers):
                continue
            unlimited = begun and config.leftovers_consider_limits
            while self._next_job(slot, waiting, owners[user], unlimited=unlimited) and config.claim_leftovers:
                unlimited = config.leftovers_consider_limits

    def _next_job(
        self, slot: SimulatedSlot, waiting: WaitingJobs, owners: Iterable[Owner], *, unlimited: bool = False
    ) -> bool:
        """Whether one of the owners has a job that can use the slot; `unlimited`: without concurrency limits."""
        suits = partial(self._suits, slot, unlimited=unlimited)
        for owner in owners:
            job = waiting.first(owner, suits)
            if job is not None:
                waiting.take(owner, job)
                self._claim(slot, owner, job, 0)
                return True
        return False

    def _suits(self, slot: SimulatedSlot, job: Job, *, unlimited: bool) -> bool:
        return slot.fits(job, self._evaluator) and not (unlimited and slot.limits_of(job, self._evaluator))

    def _claim(self, slot: SimulatedSlot, owner: Owner, job: Job, since: int) -> None:
        """Give a job a slot or a part of it; `since` is when it started, 0 if it has not yet."""
        if slot.partitionable:
            slot = self._slots.cut(slot, job)
        at = float(since or self._scenario.now)
        self._slots.claim(slot, Claim(owner[0], owner, job, at, at))
        named: dict[str, Value | None] = {
            "GlobalJobId": text_of(self._evaluator, job.ad, "GlobalJobId"),
            "JobId": job.id,
        }
        slot.ad = slot.ad.replace(named)
        idle_weight = finite(self._evaluator.attribute("RequestCpus", job.ad)) or 1.0
        self.claims.append(_Made(owner, job.id, slot, since, idle_weight))

    def scenario(self) -> ScenarioData:
        """The scenario with all of this."""
        pool = self._scenario.pool
        slots = list(self._slots)
        # What a simulation makes of claims that were there before is no concern of the next cycle.
        before = [
            ad if slot.ad is self._before[slot.name] else slot.ad for ad, slot in zip(pool.slots, slots, strict=False)
        ]
        after = [slot.ad for slot in slots[len(before) :]]
        return replace(
            self._scenario,
            pool=replace(
                pool,
                slots=(*before, *after),
                jobs=self._jobs(),
                submitters=tuple(map(self._submitter, pool.submitters)),
                schedds=tuple(map(self._schedd, pool.schedds)),
                assumed_claims=tuple(
                    AssumedClaim(*made.owner, made.job, made.slot.name, runs=made.since > 0) for made in self.claims
                ),
            ),
        )

    def _jobs(self) -> PackedAds:
        """All jobs, those that were idle and have a claim now running, behind the others."""
        slots = {(made.owner[1], made.job): made.slot.name for made in self.claims if not made.since}
        jobs = self._scenario.pool.jobs
        pieces = jobs.pieces() if isinstance(jobs, PackedAds) else iter(jobs)
        return PackedAds(self._started(pieces, slots) if slots else pieces)

    def _started(
        self, pieces: Iterable[PackedRun | Ad], slots: Mapping[tuple[str | None, str], str]
    ) -> Iterator[PackedRun | Ad]:
        ids = {job for _, job in slots}
        started: list[Ad] = []
        for piece in pieces:
            pairs = zip(job_column(piece, "clusterid"), job_column(piece, "procid"), strict=True)
            suspects = [f"{cluster}.{proc}" in ids for cluster, proc in pairs]
            if not any(suspects):
                yield piece
                continue
            for ad in piece.ads() if isinstance(piece, PackedRun) else (piece,):
                slot = None
                for (_, schedd), (job, *_) in offered_jobs([ad], self._evaluator).items():
                    slot = slots.get((schedd, job.id))
                if slot is None:
                    yield ad
                else:
                    started.append(ad.replace({"JobStatus": int(_RUNNING), "CurrentHosts": 1, "RemoteHost": slot}))
        yield from started

    def _submitter(self, ad: Ad) -> Ad:
        """A submitter's ad as its schedd will send it next, if it will before the next cycle."""
        config, evaluator = self._scenario.config, self._evaluator
        heard = integer_of(evaluator, ad, "LastHeardFrom")
        next_cycle = self._scenario.now + max(config.integer("NEGOTIATOR_INTERVAL"), 1)
        if heard + config.integer("SCHEDD_INTERVAL", default=300) > next_cycle:
            return ad
        owner = text_of(evaluator, ad, "Name") or "", text_of(evaluator, ad, "ScheddName")
        change = [0.0] * len(COUNTED)
        for made in self.claims:
            # An ad that is newer than the start of a job counts it already.
            if made.owner in (owner, (owner[0], None)) and (not made.since or heard < made.since):
                for number, by in enumerate((-1, 1, -made.idle_weight, made.slot.weighs(evaluator))):
                    change[number] += by
        counts = {name: number_of(evaluator, ad, name) for name in COUNTED}
        moved = {
            name: type(count)(max(count + by, 0))
            for (name, count), by in zip(counts.items(), change, strict=True)
            if count is not None and by
        }
        return ad.replace(moved) if moved else ad

    def _schedd(self, ad: Ad) -> Ad:
        """A schedd's ad without the pending claims whose jobs have a slot by now; these run instead."""
        evaluator = self._evaluator
        pending = integer_of(evaluator, ad, "NumPendingClaims")
        if pending <= 0:
            return ad
        name, heard = text_of(evaluator, ad, "Name"), integer_of(evaluator, ad, "LastHeardFrom")
        begun = Counter(made.owner[1] for made in self.claims if not made.since or made.since >= heard)
        taken = min(begun[name], pending)
        running = integer_of(evaluator, ad, "ShadowsRunning") + taken
        return ad.replace({"NumPendingClaims": pending - taken, "ShadowsRunning": running}) if taken else ad


def _running(jobs: Iterable[Ad]) -> Iterator[Ad]:
    """The jobs that run and say where."""
    for piece in jobs.pieces() if isinstance(jobs, PackedAds) else jobs:
        pairs = zip(job_column(piece, "jobstatus"), job_column(piece, "remotehost"), strict=True)
        wanted = [status == _RUNNING and host is not None for status, host in pairs]
        if isinstance(piece, Ad):
            yield from (piece,) if wanted[0] else ()
        elif any(wanted):
            yield from piece.chosen(wanted).ads()
