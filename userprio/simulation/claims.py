"""What becomes of matches: claims, the jobs that follow each other on them, and how they end.

A claim serves the jobs of its submitter at its schedd until it is older than CLAIM_WORKLIFE; of a partitionable slot
the schedd also claims what each job leaves; a job whose slot goes to another submitter retires and vacates. A claim is
held without a job for a while if its last job asked for that.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from typing import Final

from msgspec import Struct, structs

from userprio.base.cxx import INT_MAX
from userprio.classad import Ad, Evaluator, as_number, integer_of, number_of, text_of
from userprio.config import Config
from userprio.negotiation import Because, Match
from userprio.negotiation.schedd import Job
from userprio.pool import Pool, ScheddSettings, ScheddState
from userprio.simulation.schedds import UserRecords, WaitingJobs, running_jobs
from userprio.simulation.slots import Claim, EventClock, Held, Owner, SimulatedSlot, SimulatedSlots, machine_of
from userprio.simulation.workload import Workload

CALLED_S: Final = 0.08
"""How long a cycle keeps a schedd busy that it calls. This and the following are means of recorded pools."""
SPAWNING_S: Final = 0.055
"""How long the start of a shadow does: with twenty of them a schedd is busy for over a second."""
FOLLOWING_S: Final = 0.15
"""How long the next job on a claim does."""
LEAVING_S: Final = 0.1
"""How long the end of a claim does."""
MOST_BUSY_S: Final = 1.5
"""Nothing keeps a schedd busy for longer, however much comes together."""

START_S: Final = 0.2
"""From a match to the start of its job: the mean of recorded pools (0 to 1 s)."""
GONE_S: Final = 0.35
"""From a soft kill to the end of the run, at least."""
CLAIMED_S: Final = 0.05
"""From a match to its claim, from which the claim's age counts."""
END_S: Final = 0.07
"""From the end of a job to that of its run, and to the start of the next on its claim, in the mean (0 to 1 s)."""
RESUMED_AFTER_S: Final = 3.0
"""From the last job of a draining machine to its return (within a POLLING_INTERVAL)."""
_AT_ONCE: Final = ("SIGKILL", "9")
"""Soft signals that no job can ignore."""


class Ending(StrEnum):
    """How the run of a job ended."""

    DONE = "done"
    EVICTED = "evicted"
    RUNNING = "running"
    """It has not ended."""


class Run(Struct, frozen=True):
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
    like: int = 0
    """The autocluster of its job; with endless work, that of the first job of which it is a copy."""

    @property
    def weight_s(self) -> float:
        """Weight-seconds."""
        return self.weight * (self.ended_at - self.started_at)


Running = Callable[
    [Sequence[Held], Sequence[Ad], WaitingJobs, Mapping[str, str], Evaluator], Iterable[tuple[Claim, Owner, Job]]
]
"""Such as `running_jobs`."""


class Claims:
    """All claims of a pool."""

    def __init__(
        self,
        slots: SimulatedSlots,
        jobs: WaitingJobs,
        users: UserRecords,
        workload: Workload,
        settings: ScheddSettings,
        config: Config,
        clock: EventClock,
        submit: Callable[[str | None, Sequence[tuple[Owner, Job]]], None],
        wake: Callable[[str | None, float], None],
    ) -> None:
        """`submit` submits jobs to a schedd, `wake` wakes a schedd and keeps it busy for a number of seconds more."""
        self.runs: list[Run] = []
        """Runs that are over."""
        self.waited_weight_s = 0.0
        """Weight-seconds for which slots whose claims were over stood empty until a cycle gave them away again."""
        self._slots, self._jobs, self._workload, self._clock = slots, jobs, workload, clock
        self._users, self._settings, self._submit, self._wake = users, settings, submit, wake
        self._worklife = config.usable_expression("CLAIM_WORKLIFE")
        self._kill = config.usable_expression("KILL")
        self._poll_s = max(config.integer("POLLING_INTERVAL", default=5), 1)
        self.idle_claims = IdleClaims(max(config.integer("SCHEDD_INTERVAL", default=300), 1), clock, self._serve_idle)
        starts = max(config.integer("JOB_START_COUNT"), 1), float(max(config.integer("JOB_START_DELAY"), 0))
        self._bursts: dict[str | None, StartBursts] = defaultdict(lambda: StartBursts(*starts))
        self._held: Counter[str | None] = Counter()
        self._most: Mapping[str, int] = {}
        """How many jobs each schedd that says it may run."""

    def begin(
        self, pool: Pool, schedds: Mapping[str, str], states: Mapping[str, ScheddState], running: Running = running_jobs
    ) -> None:
        """Find the jobs of a snapshot's claims, and how long they go on; `schedds` as in `running_jobs`.

        `states` are what schedds say of themselves; `running` gives the jobs.
        """
        self._most = {name: state.most for name, state in states.items() if state.most is not None}
        claimed = self._slots.claimed()
        for claim, owner, job in running(claimed, pool.jobs, self._jobs, schedds, self._clock.evaluator):
            claim.owner, claim.job = owner, job
            claim.keep_idle_s = integer_of(self._clock.evaluator, job.ad, "KeepClaimIdle")
        for slot, claim in claimed:
            if claim.owner is not None:
                self._held[claim.owner[1]] += 1
            if claim.job is not None:
                # The ad of a slot says how much retirement is left, but not how long its job may take to vacate.
                granted = self._slots.granted(slot, claim.job)
                claim.granted = structs.replace(claim.granted, vacate_s=granted.vacate_s, wanted_s=granted.wanted_s)
            claim.ends_at = self._clock.now + self._workload.left_s(claim, self._clock.now)
            self._plan(claim.ends_at, self._job_over, slot, claim)

    def all_runs(self) -> list[Run]:
        """The runs that are over, and those that go on, up to the present."""
        held = ((slot, claim) for slot, claim in self._slots.claimed() if claim.idle_until is None)
        running = ((slot, claim) for slot, claim in held if claim.job_began_at <= self._clock.now)
        return [*self.runs, *(self._run(slot, claim, Ending.RUNNING) for slot, claim in running)]

    def follow_up(self, matches: Sequence[Match]) -> None:
        """Each match gets its slot, then what is left of partitionable ones goes to jobs of the same submitter."""
        asked = [self._jobs.named(match.schedd, match.request) for match in matches]
        remainders: dict[str, Held] = {}
        for match, offered in zip(matches, asked, strict=True):
            slot = self._slots.named(match.slot)
            owner, job = (self._jobs.owner_of(match.schedd, match.submitter), None) if offered is None else offered
            # Beyond MAX_JOBS_RUNNING the schedd drops matches; their slots stay unclaimed until the next cycle.
            if slot is None or owner is None or not self._has_room(owner[1]):
                continue
            if not slot.is_claimable(self._clock.evaluator):
                continue
            claim = self._matched(match, slot, owner, job)
            if claim is not None and slot.partitionable:
                # With a consumption policy a slot may have several matches in a cycle, but there is one remainder to
                # claim.
                remainders.setdefault(slot.name, (slot, claim))
        # The schedd asks all startds at once, and each answer is followed by the next claim on the same machine.
        chains = list(remainders.values()) if self._settings.claim_leftovers else []
        while chains:
            chains = [(slot, claim) for slot, claim in chains if self._claim_leftovers(slot, claim)]

    def _matched(self, match: Match, slot: SimulatedSlot, owner: Owner, asked: Job | None) -> Claim | None:
        """Make a match a claim, at once or when the present one is over; None if no job suits the slot."""
        if match.because is not Because.FREE and slot.partitionable:
            self._make_room(slot, asked)
        limits, rank, evaluator = "", 0.0, self._clock.evaluator
        if asked is not None:
            limits, rank = slot.limits_of(asked, evaluator), slot.rank_of(asked, evaluator)
        # The job that was offered need not be the one that runs: another claim may have taken it since
        # (`scheduler_handleMatch`).
        job = asked if asked is not None and self._jobs.waits(owner, asked) else None
        if job is None or (slot.partitionable and not slot.fits(job, evaluator)):
            job = self._runnable(owner, slot, limits, rank)
        if job is None:
            return None
        self._jobs.take(owner, job)
        claim = Claim(match.submitter, owner, job, self._clock.now + CLAIMED_S, 0.0, limits=limits, rank=rank)
        held = slot.claim
        if held is None:
            self._begin(slot, claim)
            return claim
        self._give_up(held.successor)
        # `Resource::r_pre` holds a single preempting claim: a later one takes the place of an earlier one.
        self._slots.follow(slot, claim)
        told_in = held.granted.told_after_s(self._clock.now - held.job_began_at)
        if told_in <= 0:
            self._tell_to_go(slot, held)
        else:
            self._plan(self._clock.now + told_in, self._retired, slot, held)
        return claim

    def _begin(self, slot: SimulatedSlot, claim: Claim) -> None:
        """A new claim, on a slot or on a piece of it, and its first job."""
        assert claim.owner is not None and claim.job is not None
        self._held[claim.owner[1]] += 1
        container = slot
        if slot.partitionable:
            slot = self._slots.cut(slot, claim.job)
        self._spawn(slot, claim)
        self.waited_weight_s += self._slots.waited_weight_s(container, self._slots.weight(slot))
        self.idle_claims.look(claim.owner[1])

    def _claim_leftovers(self, slot: SimulatedSlot, first: Claim) -> bool:
        """Claim what is left, for a job without concurrency limits; False if none suits it."""
        assert first.owner is not None
        # The chain knows no limit of the negotiator, neither quota nor submitter limit: only the schedd ends it
        # (`can_use_leftovers`).
        if not self._has_room(first.owner[1]):
            return False
        # The ad of the leftovers is without MatchedConcurrencyLimits: jobs with limits are refused there.
        job = self._runnable(first.owner, slot, "", first.rank)
        if job is None:
            return False
        self._jobs.take(first.owner, job)
        self._begin(slot, Claim(first.submitter, first.owner, job, self._clock.now + CLAIMED_S, 0.0, rank=first.rank))
        return True

    def _spawn(self, slot: SimulatedSlot, claim: Claim) -> None:
        """The schedd starts a shadow: for the first job of a claim, or the first after a pause."""
        assert claim.job is not None
        claim.keep_idle_s = integer_of(self._clock.evaluator, claim.job.ad, "KeepClaimIdle")
        self._start(slot, claim, self._clock.now + START_S, SPAWNING_S)

    def _start(self, slot: SimulatedSlot, claim: Claim, at: float, busy_s: float) -> None:
        """The job of a claim starts, as soon as its schedd may start another."""
        assert claim.owner is not None and claim.job is not None
        claim.job_began_at = self._bursts[claim.owner[1]].next(at)
        claim.ends_at = claim.job_began_at + self._workload.length_s(claim.owner, claim.job) + END_S
        self._slots.claim(slot, claim)
        self._users.count(claim.job, 1)
        self._wake(claim.owner[1], busy_s)
        self._plan(claim.ends_at, self._job_over, slot, claim)

    def _plan(
        self, at: float, happens: Callable[[SimulatedSlot, Claim], None], slot: SimulatedSlot, claim: Claim
    ) -> None:
        """Plan what happens to a claim unless it has ended by then: the clock takes no event back."""
        self._clock.at(at, lambda: happens(slot, claim) if slot.claim is claim else None)

    def _job_over(self, slot: SimulatedSlot, claim: Claim) -> None:
        self._note(slot, claim, Ending.DONE)
        owner, job = claim.owner, claim.job
        if self._workload.endless and owner is not None and job is not None:
            self._submit(owner[1], [(owner, self._jobs.another(owner, job))])
        if claim.successor is not None or owner is None:
            self._end(slot, claim)
            return
        worklife = self._worklife_s(slot)
        # Strictly older, in whole seconds: with 60, a job follows on a claim of age 60, and none at 61.
        young = worklife is None or int(self._clock.now) - int(claim.began_at) <= worklife
        following = self._runnable(owner, slot, claim.limits, claim.rank) if young else None
        if following is not None:
            self._jobs.take(owner, following)
            self._start(slot, structs.replace(claim, job=following), self._clock.now + END_S, FOLLOWING_S)
        # A draining startd closes its claims (`command_deactivate`), whatever the job asked for.
        elif young and claim.keep_idle_s > 0 and not slot.draining:
            until = self._clock.now + claim.keep_idle_s
            self._keep_idle(slot, structs.replace(claim, idle_until=until, ends_at=math.inf))
        else:
            self._free(slot, claim)

    def _worklife_s(self, slot: SimulatedSlot) -> int | None:
        """The age up to which a claim may take another job, in seconds, or None (`Resource::claimWorklifeExpired`)."""
        value = None if self._worklife is None else as_number(self._clock.evaluator.evaluate(self._worklife, slot.ad))
        return None if value is None or math.isnan(value) or value < 0 else int(min(value, INT_MAX))

    # Claims without a job

    def _keep_idle(self, slot: SimulatedSlot, claim: Claim) -> None:
        """Keep a claim for the next job; its startd ends it when its worklife is over."""
        self._slots.claim(slot, claim)
        self.idle_claims.keep(slot, claim)
        if (worklife := self._worklife_s(slot)) is not None:
            self._plan(int(claim.began_at) + worklife + 1, self._free, slot, claim)

    def _serve_idle(self, slot: SimulatedSlot, claim: Claim) -> bool:
        assert claim.owner is not None and claim.idle_until is not None
        following = self._runnable(claim.owner, slot, claim.limits, claim.rank)
        if following is not None:
            self._jobs.take(claim.owner, following)
            self._spawn(slot, structs.replace(claim, job=following, idle_until=None))
            return True
        # Looked at only here, so that a claim may stay longer than KeepClaimIdle asks for.
        if int(claim.idle_until) < int(self._clock.now):
            self._free(slot, claim)
            return True
        return False

    # Jobs that have to go

    def _retired(self, slot: SimulatedSlot, claim: Claim) -> None:
        if claim.successor is not None:
            self._tell_to_go(slot, claim)

    def _tell_to_go(self, slot: SimulatedSlot, claim: Claim) -> None:
        """The retirement of a job is over: a soft kill, and a hard one if it has not gone in time."""
        if claim.vacating:
            return
        claim.vacating = True
        until = self._clock.now + self._leaves_in_s(claim)
        if until > self._clock.now:
            self._slots.vacate(slot)
        self._vacate(slot, claim, until)

    def _leaves_in_s(self, claim: Claim) -> float:
        if claim.owner is None or claim.job is None or claim.idle_until is not None:
            return 0.0
        signal = text_of(self._clock.evaluator, claim.job.ad, "KillSig") or ""
        # A job that ignores the signal goes when MaxVacateTime is over, and its slot is charged to it until then.
        takes = 0.0 if signal.upper() in _AT_ONCE else self._workload.leaving_s(claim.owner, claim.job)
        return max(min(takes, claim.granted.vacating_s(self._clock.now - claim.job_began_at)), GONE_S)

    def _vacate(self, slot: SimulatedSlot, claim: Claim, until: float) -> None:
        """The startd looks every POLLING_INTERVAL whether KILL has become true."""
        # KILL may become true long before the time to vacate is over; then the hard kill comes at once.
        killed = self._kill is not None and self._clock.evaluator.evaluate(self._kill, slot.ad) is True
        if self._clock.now < until and not killed:
            self._plan(min(self._clock.now + self._poll_s, until), partial(self._vacate, until=until), slot, claim)
        else:
            self._evict(slot, claim)
            self._end(slot, claim)

    def _end(self, slot: SimulatedSlot, claim: Claim) -> None:
        """Hand the slot to the claim that waited for this one, or free it."""
        if claim.successor is None:
            self._free(slot, claim)
            return
        if claim.owner is not None:
            self._held[claim.owner[1]] -= 1
        self._slots.let_go(slot)
        claim.successor.began_at = self._clock.now + CLAIMED_S
        self._begin(slot, claim.successor)

    def _give_up(self, claim: Claim | None) -> None:
        """The job of a claim that waited in vain, or was stopped, waits again."""
        if claim is not None and claim.owner is not None and claim.job is not None:
            self._jobs.put(claim.owner, claim.job)

    def _make_room(self, slot: SimulatedSlot, job: Job | None) -> None:
        """Dynamic slots give way to a match with their partitionable slot, the least wanted first."""
        evaluator = self._clock.evaluator
        children = self._slots.children(slot)
        for child in sorted(children, key=lambda child: number_of(evaluator, child.ad, "CurrentRank") or 0):
            # No more than the job needs: the negotiator, too, stops as soon as it fits (`pslotMultiMatch`).
            if job is None or slot.fits(job, evaluator):
                return
            if child.claim is not None:
                self._evict(child, child.claim)
                self._free(child, child.claim)

    def _evict(self, slot: SimulatedSlot, claim: Claim) -> None:
        """The job of a claim is stopped and waits again, from its beginning."""
        if claim.idle_until is None:
            # Vanilla jobs have no checkpoint: the whole length is run again.
            self._note(slot, claim, Ending.EVICTED)
            self._give_up(claim)

    def _free(self, slot: SimulatedSlot, claim: Claim) -> None:
        if claim.owner is not None:
            self._held[claim.owner[1]] -= 1
            self._wake(claim.owner[1], LEAVING_S)
        self._slots.free(slot)
        if slot.draining:
            self._end_if_empty(machine_of(slot.name))

    def remove(self, machine: str) -> None:
        """Remove a machine at once: its jobs wait again."""
        for slot in self._slots.on(machine):
            if slot.claim is not None:
                self._give_up(slot.claim.successor)
                self._evict(slot, slot.claim)
                self._free(slot, slot.claim)
        self._slots.take_away(machine)

    # Draining

    def drain(self, machine: str, *, graceful: bool = True) -> None:
        """Drain a machine: it takes no more jobs, and its jobs leave when they end or have to."""
        for slot in self._slots.on(machine):
            self._slots.drain(slot)
            claim = slot.claim
            if claim is not None:
                # A claim that waits for the slot would be refused: START is false from now on.
                self._give_up(claim.successor)
                if claim.successor is not None:
                    self._slots.follow(slot, None)
                wait = claim.granted.told_after_s(self._clock.now - claim.job_began_at) if graceful else 0.0
                self._plan(self._clock.now + wait, self._drive_out, slot, claim)
        self._end_if_empty(machine)

    def resume(self, machine: str) -> None:
        """End the draining of a machine, complete or not."""
        for slot in self._slots.on(machine):
            self._slots.resume(slot)

    def _drive_out(self, slot: SimulatedSlot, claim: Claim) -> None:
        if slot.draining:
            self._tell_to_go(slot, claim)

    def _end_if_empty(self, machine: str) -> None:
        if all(slot.claim is None for slot in self._slots.on(machine)):
            self._clock.at(self._clock.now + RESUMED_AFTER_S, partial(self.resume, machine))

    # Jobs

    def _runnable(self, owner: Owner, slot: SimulatedSlot, limits: str, rank: float) -> Job | None:
        """The first job of a submitter that a claim can serve (`FindRunnableJob`)."""
        compares, evaluator = self._settings.leftovers_consider_limits, self._clock.evaluator

        def suits(job: Job) -> bool:
            # The cheapest question first: nothing of an ad is evaluated for it.
            if not self._users.may_start(job):
                return False
            # Compared as text: `db` does not serve `db:1`, nor `db,x` (CLAIM_RECYCLING_CONSIDER_LIMITS).
            if compares and slot.limits_of(job, evaluator) != limits:
                return False
            # A claim made for a job that the slot prefers must not pass to one that it likes less.
            return slot.fits(job, evaluator) and slot.rank_of(job, evaluator) >= rank

        return self._jobs.first(owner, suits)

    def _has_room(self, schedd: str | None) -> bool:
        most = (
            self._settings.max_jobs_running
            if schedd is None
            else self._most.get(schedd, self._settings.max_jobs_running)
        )
        return most is None or self._held[schedd] < most

    def _note(self, slot: SimulatedSlot, claim: Claim, ending: Ending) -> None:
        if claim.job_began_at <= self._clock.now:
            self.runs.append(self._run(slot, claim, ending))
        if claim.owner is not None and claim.job is not None:
            self._users.count(claim.job, -1)

    def _run(self, slot: SimulatedSlot, claim: Claim, ending: Ending) -> Run:
        number, like = ("", 0) if claim.job is None else (claim.job.id, claim.job.autocluster)
        schedd, weight = None if claim.owner is None else claim.owner[1], self._slots.weight(slot)
        period = claim.job_began_at, self._clock.now
        return Run(schedd, number, claim.submitter, slot.name, weight, *period, ending, like)


class StartBursts(Struct):
    """When a schedd starts jobs: JOB_START_COUNT at once, then not for JOB_START_DELAY seconds."""

    count: int
    delay_s: float
    _at: float = -math.inf
    _used: int = 0

    def next(self, wanted: float) -> float:
        """When a job starts that could start at `wanted`, after those asked for before."""
        if wanted >= self._at + self.delay_s:
            self._at, self._used = wanted, 1
        elif self._used < self.count:
            self._used += 1
        else:
            self._at, self._used = self._at + self.delay_s, 1
        return max(self._at, wanted)


class IdleClaims:
    """Claims that stay without a job, for the next one (`KeepClaimIdle`).

    A schedd looks after all of them every SCHEDD_INTERVAL, whenever it has started a shadow on a new claim
    (`Scheduler::StartJobs`), and when condor_submit sends a reschedule: only then do they get a job, or are released if
    they have waited long enough.
    """

    def __init__(self, interval_s: float, clock: EventClock, serve: Callable[[SimulatedSlot, Claim], bool]) -> None:
        """`serve` gives a claim a job or releases it, and says whether it did either."""
        self._interval_s, self._clock, self._serve = interval_s, clock, serve
        self._idle_claims: dict[str | None, list[Held]] = defaultdict(list)
        self._looked_at: dict[str | None, float] = defaultdict(lambda: clock.now)

    def keep(self, slot: SimulatedSlot, claim: Claim) -> None:
        """Keep one more claim."""
        assert claim.owner is not None
        schedd = claim.owner[1]
        if not self._idle_claims[schedd]:
            self._plan(schedd)
        self._idle_claims[schedd].append((slot, claim))

    def look(self, schedd: str | None) -> None:
        """A schedd looks after its claims, and does so again after its interval."""
        self._looked_at[schedd] = self._clock.now
        idle = self._idle_claims.pop(schedd, [])
        left = [(slot, claim) for slot, claim in idle if slot.claim is claim and not self._serve(slot, claim)]
        if left:
            self._idle_claims[schedd] = left
            self._plan(schedd)

    def _plan(self, schedd: str | None) -> None:
        last = self._looked_at[schedd]
        passed = math.floor((self._clock.now - last) / self._interval_s)
        self._clock.at(last + (passed + 1) * self._interval_s, partial(self._look_again, schedd, last))

    def _look_again(self, schedd: str | None, last: float) -> None:
        if self._looked_at[schedd] == last:
            self.look(schedd)
