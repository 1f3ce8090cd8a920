"""The simulated pool, event by event: jobs end at their second, cycles come when a negotiator's would.

A cycle is `negotiation.negotiate` on ads of the pool in its present state. In between, claims pass from job to job of
their submitter until `CLAIM_WORKLIFE`, schedds claim what a job leaves of a partitionable slot, startds let jobs retire
and vacate, and use is charged as the accountant does it: from cycle to cycle, as the last one counted it.

Assumptions: a cycle takes no time; jobs start within a second of their match, or of the job before them on their
claim; schedds send their ads SCHEDD_INTERVAL after the last time, when a job comes and none waited before, and when all
jobs of a submitter were matched; a daemon wakes up in the middle of a second if nothing tells when; a machine that
drains as the simulation begins goes on draining.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby
from operator import is_, itemgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import (
    MIN_FACTOR,
    Account,
    Accountant,
    AnyAccount,
    Charge,
    PriorityRules,
    claims,
    priority_factor,
    start_up,
)
from userprio.accounting.quotas import GroupTree, build_tree
from userprio.base.errors import BadInput
from userprio.config import Config
from userprio.ledger import CUSTOMER_PREFIX, Customer, Ledger
from userprio.negotiation import Because, Decided, Match, Memory, Outcome, Roster, decide
from userprio.negotiation.schedd import Job
from userprio.pool import Batches, NegotiatorSettings, Pool, ScenarioData, lasting, schedd_states
from userprio.simulation.beginnings import WorldMemory
from userprio.simulation.claims import CALLED_S, MOST_BUSY_S, Claims
from userprio.simulation.defrag import DefragPolicy, Poll, poll, with_expectations
from userprio.simulation.running import Running, RunningCounts
from userprio.simulation.schedds import SubmitterAds, UserRecords, WaitingJobs, running_jobs
from userprio.simulation.slots import Daemon, EventClock, Move, Owner, SimulatedSlots, machine_of, rounded
from userprio.simulation.workload import Workload

PHASE_S: Final = 0.5
"""Cycles begin in the middle of a second: an event in the same second is as likely to be before as after."""
SETTLED_S: Final = 0.9
"""A fraction late in the second of a cycle: slots that it took from jobs have their new users by then."""
SENT_S: Final = 0.8
"""The assumed fraction of a second at which a schedd sent the ad in the snapshot, though before the first cycle."""
CYCLE_S: Final = 0.1
"""The length of a cycle where it matters: whether it ends in the second in which it began."""


class CycleTimes(Struct, frozen=True):
    """When cycles come (`Matchmaker::negotiationTime`), in seconds."""

    interval_s: int
    least_s: int
    """The least time between two cycles, if a schedd asks for one."""
    first_at: float | None = None
    """Start of the first cycle, seconds since the epoch; None: in the middle of the second of the snapshot."""
    last_at: float = -math.inf
    """Start of the last cycle before, as far as it is known: if it is not, the next may come at once."""

    @classmethod
    def from_config(cls, config: Config) -> "CycleTimes":
        """The times of a negotiator whose cycles take no time, so that it does not matter that NEGOTIATOR_MIN_INTERVAL
        counts from the start of the last one and NEGOTIATOR_CYCLE_DELAY from its end.
        """
        knobs = ("INTERVAL", "MIN_INTERVAL", "CYCLE_DELAY")
        interval, least, delay = (max(config.integer(f"NEGOTIATOR_{knob}"), 0) for knob in knobs)
        return cls(max(interval, delay, 1), max(least, delay))


ACCOUNT_FIELDS: Final = tuple(name for name in Account.__struct_fields__ if name != "name")


class CycleDecisions(Struct, frozen=True):
    """What a cycle decided, as far as it moves the pool.

    A world that follows known decisions comes to the same state as one that negotiates, many times faster; where they
    end, it also needs what a negotiator remembers, its `NegotiatorState`.
    """

    at: float
    """When it began, seconds since the epoch."""
    called: Sequence[str | None]
    """The schedds that it called."""
    matches: Sequence[Match] = ()
    satisfied: Sequence[tuple[str, str]] = ()
    """Submitters, each with a schedd that considers them satisfied: all jobs were offered, and none was rejected."""


class NegotiatorState(Struct, frozen=True):
    """What a negotiator remembers after a cycle: accounts, and the quotas and last turns of groups."""

    updated_at: int
    accounts: Sequence[Sequence[str | int | float | None]]
    """The name of each and its fields, in the order of `Account`."""
    quotas: Mapping[str, int | float] | None
    served_at: Mapping[str, int | float] | None
    sent_at: Sequence[tuple[str | None, int | float]]
    """When each schedd sent its last ads."""


class World:
    """A pool at a moment of the simulation."""

    def __init__(
        self,
        scenario: ScenarioData,
        workload: Workload,
        times: CycleTimes | None = None,
        defrag: DefragPolicy | None = None,
        expected: Collection[Owner] = (),
        memory: Memory | None = None,
        sent_s: Callable[[str | None], float] = lambda schedd: SENT_S,
        *,
        wants_first: bool = True,
    ) -> None:
        """Without `times`, cycles come as configured. With `defrag` a condor_defrag polls too. `wants_first`: the
        outcome of the first cycle is asked for.

        `sent_s` is in which part of its second a schedd sent its last ads, which no file tells.

        `expected` are the owners of jobs that will be fed. A `memory` that served another world, which is over, makes
        cycles faster and changes nothing else.
        """
        pool, ledger, config, now = scenario.pool, scenario.accounts, scenario.config, scenario.now
        self.tree: GroupTree = build_tree(config)
        groups = [group.name for group in self.tree.groups]
        self.rules = PriorityRules.from_config(config, groups)
        self.half_life_s = self.rules.half_life_s
        self.behaviour = scenario.versions.behaviour
        self.cycles = 0
        self.first: Outcome | None = None
        """The outcome of the first cycle; None before it, if its decisions were known already or it is not wanted."""
        self._wants_first = wants_first
        self.on_decided: Callable[[CycleDecisions], None] | None = None
        """Called with the decisions of each cycle that were not known before."""
        self._begun = False
        """Whether a cycle has been run, or known decisions are followed."""
        self.follows_known = False
        """Whether known decisions may be left that are still to be replayed."""
        self._known: Iterator[CycleDecisions] = iter(())
        self._read_at: Mapping[str | None, float] = {}
        """When each schedd sent its last ads before the end of the known decisions."""
        self._scenario = scenario
        self._settings = NegotiatorSettings.of(scenario)
        self._quotas = scenario.previous_quotas
        self._served_at = scenario.groups_served_at
        self._stalemate: ScenarioData | None = None
        """The scenario of the last cycle, if nothing can be matched as long as its pool stays as it is."""
        self._times = CycleTimes.from_config(config) if times is None else times
        # The timer of a negotiator that has just started goes off at once.
        self.next_cycle_at: float = now + PHASE_S if self._times.first_at is None else self._times.first_at
        """Seconds since the epoch."""
        self._last_cycle: float = self._times.last_at
        self._rescheduled = False
        self._clock = EventClock(now)
        self._memory = Memory() if memory is None else memory
        beginning = memory.beginning(scenario) if isinstance(memory, WorldMemory) else None
        if beginning is None:
            self.slots = SimulatedSlots(pool.slots, config, self._clock)
            self.jobs = WaitingJobs(pool.jobs, self._clock.evaluator)
        else:
            self.slots = beginning.slots(self._clock)
            self.jobs = beginning.waiting(self._most_wanted(), self._clock.evaluator)
        self._users = UserRecords(pool, scenario.versions)
        self._schedds: dict[str | None, Daemon] = defaultdict(lambda: Daemon(now + PHASE_S))
        self._schedd_ads = lasting(pool.schedds)
        queues = self.slots, self.jobs, self._users, workload, self._settings.schedd
        self.claims = Claims(*queues, config, self._clock, self._submitted, self._wake)
        self._ads = SubmitterAds(pool.submitters, expected, self.jobs, self._clock)
        running = running_jobs if beginning is None else beginning.running
        self.claims.begin(pool, self._ads.schedds, schedd_states(pool, config, self._clock.evaluator), running)
        self._running = RunningCounts(self.slots, self._clock)
        self._ads.begin(self._running.now())
        # A ledger may have a hundred thousand submitters; those without jobs and slots take no part in any cycle.
        names = {*self._ads.schedds, *(claim.submitter for _, claim in self.slots.claimed())}

        def start() -> Ledger:
            return start_up(with_only(ledger, names), now, self.rules, groups, self.group_of)

        started = start() if beginning is None else beginning.started(names, start)
        # Factors of the configuration are frozen when they are first read; here that is now.
        self.accountant = Accountant(started, self.group_of)
        """The accounts, as of the last cycle."""
        self.accountant.expire_leases(now, self.rules.default_factor, self.behaviour)
        self._memory.accountant = self.accountant
        self._recount(self._memory.charges(self._present_scenario()), ())

        self._publish_every_s = max(config.integer("SCHEDD_INTERVAL", default=300), 1)
        self._publish_after_s = max(config.integer("SCHEDD_MIN_INTERVAL", default=5), 0)
        self._submit_asks = config.boolean("SUBMIT_SEND_RESCHEDULE")
        self._send_reschedule = config.boolean("SCHEDD_SEND_RESCHEDULE")
        self._asking: set[str | None] = set()
        """Schedds that will ask for a cycle after their next update."""
        self._updates: dict[str | None, int] = {}
        """The second for which the next update of each schedd is set."""
        for schedd, heard in self._ads.heard(now).items():
            # Only the second of the last update is known. The first cycle has read it, so it was sent before that.
            at = heard + sent_s(schedd)
            self._schedds[schedd].awake_at = sent = min(at, self.next_cycle_at - (1 - SENT_S))
            # A schedd that was not heard from for several intervals keeps its rhythm; what it missed is not sent
            # later.
            passed = max(math.floor((now - sent) / self._publish_every_s), 0) * self._publish_every_s
            self._plan_update(schedd, rounded(sent + passed + self._publish_every_s))
            # An ad may lack the time at which it came.
            if heard:
                self._ads.assume_sent(schedd, sent)
            if schedd in self._ads.behind:
                self._press(schedd)
        self.polls: list[Poll] = []
        """The polls of condor_defrag."""
        self._defrag = defrag
        if defrag is not None and defrag.interval_s > 0:
            self._clock.at(now, self._poll)

    @property
    def unseen_idle(self) -> int:
        """Idle jobs that submitter ads count but that have no job ads."""
        return self._ads.unseen_idle

    @property
    def now(self) -> float:
        """The present, seconds since the epoch."""
        return self._clock.now

    def customer(self, name: str) -> AnyAccount:
        """The account of a submitter or group, as of the last cycle."""
        return self.accountant.customers.get(name) or Customer(name)

    def factor_of(self, account: AnyAccount) -> float:
        """The priority factor of a submitter or group."""
        return max(priority_factor(account, self.group_of(account.name), self.rules), MIN_FACTOR)

    def group_of(self, name: str) -> str:
        """The group that a submitter belongs to."""
        return self.tree.assigned(name).name

    def present(self) -> Accountant:
        """The accounts as a cycle would find them now."""
        present = self.accountant.copy()
        self._bring_up_to_date(present)
        return present

    def _bring_up_to_date(self, accountant: Accountant) -> None:
        accountant.update(int(self.now), self.half_life_s)
        accountant.expire_leases(int(self.now), self.rules.default_factor, self.behaviour)

    def in_use(self) -> dict[str, float]:
        """Weight in use by submitter at the moment."""
        use: dict[str, float] = defaultdict(float)
        ads = (slot.ad for slot, _ in self.slots.claimed())
        for name, weight in claims(ads, self._settings.charging, self._clock.evaluator):
            use[name] += weight
        return dict(use)

    def seen(self) -> Pool:
        """The pool as a negotiator sees it at the moment."""
        negotiator = self._scenario.pool.negotiator
        ads = self.slots.ads(), self._ads.ads(), self.jobs.ads(self._most_wanted()), self._users.ads()
        return Pool(*ads, negotiator, schedds=self._schedd_ads)

    def _most_wanted(self) -> int:
        # Jobs beyond those that can be matched, and those offered and refused before, decide nothing.
        return self.slots.most_matches() + (self._settings.schedd.offer_cap or 0)

    def run_until(self, end: float, tick: Callable[[], None] = lambda: None) -> None:
        """Simulate up to `end`, including events at `end` itself.

        `tick` is called after each cycle; if it raises an error, the world is at that moment.
        """
        while True:
            event = self._clock.next_at
            at = min(event, self.next_cycle_at)
            if at > end:
                break
            self._clock.turn_to(at)
            # What happens at the very moment of a cycle, the cycle sees.
            if event <= self.next_cycle_at:
                self._clock.pop()()
            else:
                self._cycle()
                tick()
        self._clock.turn_to(end)

    def pace(self, times: CycleTimes) -> None:
        """Let cycles after the next one come at other times."""
        self._times = times

    def move(self, moves: Iterable[Move]) -> None:
        """Schedule machines that come and go."""
        for move in moves:
            happens = self.slots.bring_back if move.comes else self.claims.remove
            self._clock.at(move.at, partial(happens, move.machine))

    # Schedds

    def feed(self, arrivals: Iterable[tuple[float, Owner, Job]]) -> None:
        """Schedule the arrival of jobs, given in the order of time; they are drawn one moment at a time."""
        self._await(groupby(arrivals, key=itemgetter(0)))

    def _await(self, coming: Iterator[tuple[float, Iterator[tuple[float, Owner, Job]]]]) -> None:
        """Those of one time are submitted together: no update of their schedd comes in between."""
        at, arrivals = next(coming, (math.inf, iter(())))
        by_schedd: dict[str | None, list[tuple[Owner, Job]]] = defaultdict(list)
        for _, owner, job in arrivals:
            by_schedd[owner[1]].append((owner, job))

        def come() -> None:
            for schedd, jobs in by_schedd.items():
                self._submitted(schedd, jobs)
            self._await(coming)

        # Only the next moment is in the clock: a year of arrivals need not be made before the first of them.
        if by_schedd:
            self._clock.at(at, come)

    def _submitted(self, schedd: str | None, jobs: Iterable[tuple[Owner, Job]]) -> None:
        # Ads that are due go out as condor_submit connects.
        self._wake(schedd)
        for owner, job in jobs:
            self.jobs.put(owner, job)
        self._press(schedd)

    def _press(self, schedd: str | None) -> None:
        """A schedd to which jobs came asks for a cycle only if its last update showed no idle jobs.

        The condor_submit of older versions asks for one every time (SUBMIT_SEND_RESCHEDULE).
        """
        if self._submit_asks:
            self.claims.idle_claims.look(schedd)
        if self._submit_asks or self._ads.idle_at(schedd) == 0:
            self._asking.add(schedd)
            self._hurry(schedd)

    def _hurry(self, schedd: str | None) -> None:
        """Move a schedd's next update forward to when SCHEDD_MIN_INTERVAL allows it (`Timeslice::expediteNextRun`)."""
        allowed = rounded(self._ads.sent_at(schedd) + self._publish_after_s)
        if allowed < self._updates.get(schedd, math.inf):
            self._plan_update(schedd, allowed)

    def _plan_update(self, schedd: str | None, second: int) -> None:
        self._updates[schedd] = second
        self._clock.at(max(second, self.now), partial(self._update_due, schedd, second))

    def _update_due(self, schedd: str | None, second: int) -> None:
        """An update is due in this second, and comes when the schedd is awake."""
        # An update that was moved forward, or sent meanwhile, leaves its event behind.
        if self._updates.get(schedd) == second:
            at = self._schedds[schedd].goes_off_at(second)
            if at <= self.now:
                self._update(schedd)
            else:
                self._clock.at(at, partial(self._update_due, schedd, second))

    def _wake(self, schedd: str | None, busy_s: float = 0.0) -> None:
        """Wake a schedd and keep it busy for a moment, after what it is busy with already."""
        daemon, now = self._schedds[schedd], self.now
        daemon.awake_at = max(daemon.awake_at, min(max(daemon.awake_at, now) + busy_s, now + MOST_BUSY_S))
        if self._updates.get(schedd, math.inf) <= now:
            self._update(schedd)

    def send_ads(self) -> None:
        """All schedds send their ads."""
        for schedd in list(self._updates):
            self._update(schedd)

    def _update(self, schedd: str | None) -> None:
        """A schedd sends its ads; if it was asked to, or jobs wait again after none did, it asks for a cycle."""
        asked, pressed = schedd in self._asking, self._ads.idle_at(schedd) > 0
        self._asking.discard(schedd)
        # Only cycles read what runs, and of the ads sent while decisions are known only the last are read.
        running = Running({}, {}) if self.now < self._read_at.get(schedd, -math.inf) else self._running.now()
        self._ads.publish(running, schedd)
        self._plan_update(schedd, rounded(self.now + self._publish_every_s))
        asks = asked or (self._ads.idle_at(schedd) > 0 and not pressed)
        # Further requests before the next cycle are dropped (`GotRescheduleCmd`).
        if asks and self._send_reschedule and not self._rescheduled:
            self._rescheduled = True
            self.next_cycle_at = min(self.next_cycle_at, max(self.now, self._timer(self._times.least_s)))

    def _wake_called(self, decisions: CycleDecisions) -> None:
        """The negotiator wakes schedds, whatever it has for them (`prefetchResourceRequestLists`).

        One whose jobs of a submitter were all matched sends its ads anew (`negotiationFinished`); if it may at once,
        these jobs are still idle in them.
        """
        # Before the calls below, which send what is due: this may make an update due.
        for submitter, visited in decisions.satisfied:
            owner = self.jobs.owner_of(visited, submitter)
            if owner is not None:
                self._hurry(owner[1])
        for schedd in decisions.called:
            self._wake(schedd, CALLED_S)

    # condor_defrag

    def _poll(self) -> None:
        """A poll of condor_defrag, using the costs of draining that startds publish."""
        assert self._defrag is not None
        ads, now = with_expectations(self.slots, int(self.now)), int(self.now)
        done = poll(self._defrag, ads, now, self.polls[-1].at if self.polls else None)
        self.polls.append(done)
        for slot in done.cancelled:
            self.claims.resume(machine_of(slot))
        for slot in done.drained:
            self.claims.drain(machine_of(slot), graceful=self._defrag.schedule == "graceful")
        self._clock.at(self.now + self._defrag.interval_s, self._poll)

    # Cycles

    def _cycle(self) -> None:
        self.cycles += 1
        self._last_cycle, self._rescheduled = self.now, False
        self.next_cycle_at = self._timer(self._times.interval_s)
        decisions = self._decide()
        self._wake_called(decisions)
        self.claims.follow_up(decisions.matches)

    def _decide(self) -> CycleDecisions:
        """The decisions of a cycle: the known ones, or those of a negotiation."""
        if self.follows_known:
            following = next(self._known, None)
            if following is not None:
                if following.at != self.now:
                    # Where cycles part from the known ones, nothing that follows was decided for this pool.
                    raise BadInput("the decisions of another course of events cannot be followed")
                return following
            self.follows_known = False
        self._bring_up_to_date(self.accountant)
        scenario = self._present_scenario()
        roster = self._memory.charges(scenario)
        decided = self._negotiated(scenario)
        self._recount(roster, [] if decided is None else decided.matches)
        # Without preemption a negotiator ignores submitters that only have running jobs.
        called = self._ads.called(idle_only=not self._settings.consider_preemption)
        if decided is None:
            decisions = CycleDecisions(self.now, called)
        else:
            left = Counter[tuple[str, str | None]](self.jobs.counts())
            left.subtract((match.submitter, match.schedd) for match in decided.matches)
            decisions = CycleDecisions(self.now, called, decided.matches, decided.satisfied(left))
        if self.on_decided is not None:
            self.on_decided(decisions)
        return decisions

    # What is known of cycles

    def follow(self, known: Iterable[CycleDecisions], state: NegotiatorState) -> None:
        """Replay known decisions from the beginning on, after which the negotiator is in the `remembered` state."""
        self._known, self.follows_known = iter(known), True
        self._begun, self._read_at = True, dict(state.sent_at)
        accounts = []
        for name, *values in state.accounts:
            account = Account(str(name))
            for field, value in zip(ACCOUNT_FIELDS, values, strict=True):
                setattr(account, field, value)
            accounts.append(account)
        self.accountant.restore(accounts, state.updated_at)
        self._quotas, self._served_at = state.quotas, state.served_at

    @property
    def negotiator_state(self) -> NegotiatorState:
        """What the negotiator remembers after its last cycle."""
        customers = self.accountant.customers.values()
        accounts = [[account.name, *(getattr(account, name) for name in ACCOUNT_FIELDS)] for account in customers]
        sent = list(self._ads.sent().items())
        return NegotiatorState(self.accountant.last_update_time, accounts, self._quotas, self._served_at, sent)

    def _timer(self, seconds: int) -> float:
        """When a timer goes off that the negotiator set in the second in which the last cycle began."""
        if math.isinf(self._last_cycle):
            return self.now
        began, ended = self._last_cycle, self._last_cycle + CYCLE_S
        return math.floor(began) + seconds + (began if int(ended) == int(began) else ended) % 1

    def _recount(self, roster: Roster, matches: Sequence[Match]) -> None:
        """Charge everybody for the slots that they hold, and for those that a cycle gave them."""
        given = [(match.submitter, match.cost) for match in matches]
        if self.behaviour.preempted_users_keep_usage:
            # Such versions charge the preempted and the new user alike until the next recount.
            charges = roster.charges
            charges.update(given)
            self.accountant.recount(charges, lambda: [*roster.charged(), *given])
        else:
            left = [*self._remaining(roster.charged(), matches), *given]
            self.accountant.recount(Counter(left), lambda: left)

    def _remaining(self, charges: Iterable[Charge], matches: Sequence[Match]) -> Iterator[Charge]:
        """The charges that are left after the matches of a cycle: those of preempted claims end."""
        taken = [self.slots.named(match.slot) for match in matches if match.because is not Because.FREE]
        held = [slot.ad for slot in taken if slot is not None and slot.claim is not None]
        charging, evaluator = self._settings.charging, self._clock.evaluator
        ended = Counter(charge for ad in held for charge in claims([ad], charging, evaluator))
        for charge in charges:
            if ended[charge]:
                ended[charge] -= 1
            else:
                yield charge

    def _present_scenario(self) -> ScenarioData:
        quotas, served_at = self._quotas, self._served_at
        pool, now = self.seen(), int(self.now)
        return replace(self._scenario, pool=pool, now=now, previous_quotas=quotas, groups_served_at=served_at)

    def _negotiated(self, scenario: ScenarioData) -> Decided | None:
        # Held slots can be taken by policy, or because they want other jobs more.
        displaces = self._settings.ranks.priority_displaces or self.slots.rank_jobs
        preempts = self._settings.consider_preemption and displaces
        # A cycle without waiting jobs, or without a slot to give, decides nothing, and most cycles of a full pool are
        # such.
        if self._begun and not (self.jobs and (preempts or self.slots.any_room())):
            return None
        if self._stalemate is not None and _same_pool(self._stalemate, scenario):
            # The same groups have no demand.
            before, served_at = self._stalemate.now, self._served_at or {}
            self._served_at = {name: scenario.now if at == before else at for name, at in served_at.items()}
            self._stalemate = scenario
            return None
        decided = decide(scenario, memory=self._memory, only_matches=self._begun or not self._wants_first)
        # Without groups a cycle leaves none; an empty mapping would make the next the first of its negotiator.
        self._quotas, self._served_at = decided.quotas or None, decided.served_at
        self._stalemate = scenario if self._settings.charging.use_slot_weights and decided.is_stalemate else None
        if not self._begun and self._wants_first:
            self.first = decided.outcome()
        self._begun = True
        return decided


def _same_pool(before: ScenarioData, now: ScenarioData) -> bool:
    """Whether a negotiator sees the same ads as before, and remembers the same quotas."""
    listed = zip(_listed(before.pool), _listed(now.pool), strict=True)
    same = all(len(old) == len(new) and all(map(is_, old, new)) for old, new in listed)
    return same and before.previous_quotas == now.previous_quotas


def _listed(pool: Pool) -> Iterator[Sequence[object]]:
    yield from (pool.slots, pool.submitters, pool.users)
    yield pool.jobs.batches if isinstance(pool.jobs, Batches) else pool.jobs


def with_only(ledger: Ledger, names: Set[str]) -> Ledger:
    """The ledger without submitters that are not among `names`: those who ask for and hold nothing decide nothing."""
    records = {
        key: ad
        for key, ad in ledger.ads.items()
        if not key.startswith(CUSTOMER_PREFIX) or "@" not in key or key[len(CUSTOMER_PREFIX) :] in names
    }
    dropped = ledger.ads.keys() - records.keys()
    history = tuple(entry for entry in ledger.history if entry[1:] not in dropped)
    return Ledger(records, history, ledger.last_update_time, ledger.sequence, ledger.created)
