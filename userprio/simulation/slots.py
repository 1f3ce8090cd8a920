"""Simulated time and the slots of a simulated pool: who holds each, and their ads as claims come and go.

Timers of HTCondor's daemons count whole seconds, and go off when the daemon is awake. Dynamic slots are created when a
claim is made on a partitionable one, and merged into it when the claim ends.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from heapq import heappop, heappush
from itertools import count
from typing import Final

from msgspec import Struct, field

from userprio.accounting import ChargeRules, claimed_by
from userprio.base.incremental import KeyedList
from userprio.base.patterns import lazy_pattern
from userprio.classad import (
    Ad,
    ChangeKind,
    Evaluator,
    Expr,
    Literal,
    Value,
    flag_of,
    integer_of,
    number_of,
    parse,
    text_of,
)
from userprio.config import Config
from userprio.negotiation import (
    NOTHING_GRANTED,
    Vacating,
    VacatingRules,
    amounts_of,
    cut,
    finite,
    granted_by_ad,
    requested,
    whole,
)
from userprio.negotiation.schedd import Job
from userprio.pool import Pool


class EventClock:
    """The present, and events in the order of their times, then in that in which they were planned."""

    def __init__(self, now: float) -> None:
        self.now: float = now
        """Seconds since the epoch."""
        self.evaluator = Evaluator(int(now))
        """One whose present is that second."""
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._number = count()

    def at(self, time: float, event: Callable[[], None]) -> None:
        """Plan an event."""
        heappush(self._events, (time, next(self._number), event))

    @property
    def next_at(self) -> float:
        """When the next event is; infinite without one."""
        return self._events[0][0] if self._events else math.inf

    def pop(self) -> Callable[[], None]:
        """Take out the next event."""
        return heappop(self._events)[2]

    def turn_to(self, time: float) -> None:
        """Set the present."""
        self.now = time
        if int(time) != self.evaluator.present:
            self.evaluator = self.evaluator.at(int(time))


REPORTED_AFTER_S: Final = 1
"""Seconds from a change to its update: a startd waits for more changes (`ResMgr::rip_update_needed`)."""

_TIMES: Final = frozenset({"EnteredCurrentState", "EnteredCurrentActivity", "JobStart", "TotalJobRunTime"})
_APART: Final = frozenset(map(str.lower, _TIMES))
_MOST_CHANGE_KINDS: Final = 1 << 14

HALF_S: Final = 0.5
"""Assumed fraction of times of which only the second is known."""


def rounded(at: float) -> int:
    """The second for which a schedd sets a timer that is to go off at some time (`Timeslice::updateNextStartTime`)."""
    return math.floor(at + 0.5)


class Daemon(Struct, eq=False):
    """A daemon that sleeps until something happens or a timer is due (`TimerManager::Timeout`, `DaemonCore::Driver`).

    It sleeps for whole seconds from the moment at which it fell asleep, so that a timer goes off at the fraction of a
    second at which the daemon was awake last; or before, as soon as anything wakes it in the second of the timer.
    """

    awake_at: float
    """When it was awake last, seconds since the epoch."""

    def goes_off_at(self, second: int) -> float:
        """When a timer goes off that is set for a second."""
        return self.awake_at if self.awake_at >= second else second + self.awake_at % 1


class Startd(Daemon, eq=False):
    """The startd of a machine, which tells the collector what changed about its slots: all at once, a little later."""

    updated_at: int
    """When it last sent the ads of all its slots, as the oldest of them in the snapshot shows."""
    unreported: "dict[SimulatedSlot, None]" = field(default_factory=dict)
    """Slots that have changed since the collector was told of them."""
    _due: int = 0

    def change(self, slot: "SimulatedSlot", ad: Ad, now: float) -> None:
        """Give a slot another ad. The collector must have been told what was due by now."""
        if not self.unreported:
            self._due = math.floor(now) + REPORTED_AFTER_S
        slot.ad = ad
        self.unreported[slot] = None
        self.awake_at = now

    def reports_by(self, now: float) -> bool:
        """Whether there are changes that the collector is to know by now."""
        return bool(self.unreported) and now >= self.goes_off_at(self._due)

    def last_full_update(self, now: float, interval_s: int) -> int:
        """The second in which it last sent the ads of all its slots."""
        last = int(now) - (int(now) - self.updated_at) % interval_s
        return last if now >= self.goes_off_at(last) else last - interval_s


Owner = tuple[str, str | None]
"""Submitter and schedd of a job."""

RUN_TIME: Final = parse("time() - JobStart")
OF_A_CLAIM: Final = (
    "AccountingGroup RemoteUser RemoteOwner RemoteGroup RemoteNegotiatingGroup RemoteAutoregroup RemoteScheddName "
    "ClientMachine PreemptingUser PreemptingOwner PreemptingAccountingGroup PreemptingRank "
    "PreemptingConcurrencyLimits ConcurrencyLimits JobId GlobalJobId JobStart TotalJobRunTime TotalJobSuspendTime "
    "RetirementTimeRemaining ImageSize NumJobStarts"
).split()
"""Attributes that a slot has only while it is claimed."""


class Move(Struct, frozen=True):
    """A machine comes, or goes."""

    at: float
    """Seconds since the epoch."""
    machine: str
    comes: bool


class Claim(Struct, eq=False):
    """Who holds a slot, and the job in it."""

    submitter: str
    owner: Owner | None
    """Whose queue its job came from; None: the snapshot does not say."""
    job: Job | None
    began_at: float
    """Start of the claim, seconds since the epoch."""
    job_began_at: float
    """When its job began, or will begin if its schedd makes it wait."""
    ends_at: float = math.inf
    """When its job is over."""
    limits: str = ""
    """Concurrency limits of the job for which it was made, in lower case: it serves only jobs with the same."""
    rank: float = 0.0
    """The slot's rank of that job: it serves none that the slot wants less."""
    granted: Vacating = NOTHING_GRANTED
    successor: "Claim | None" = None
    """A claim that waits for this one to end: its job retires, and no other follows it."""
    vacating: bool = False
    """Its job has been told to go."""
    keep_idle_s: int = 0
    """How long it is kept without a job: `KeepClaimIdle` of the job for which its shadow was started, whichever jobs
    the shadow ran after that."""
    idle_until: float | None = None
    """While it is kept without a job: until when at least. `job` is then its last one."""


_CLOSED: Final = {"Draining": True, "Start": False, "Requirements": False}
_OF_DRAINING: Final[Mapping[str, Value]] = {**_CLOSED, "State": "Drained", "Activity": "Retiring"}
"""What a slot without a job says while its machine drains; START is the default of DEFRAG_DRAINING_START_EXPR."""
_NO_RANK: Final = Literal(0.0)
_DYNAMIC: Final = lazy_pattern(r"(slot\d+)_\d+(@.*)", re.IGNORECASE | re.DOTALL)


class SimulatedSlot(Struct, eq=False):
    """A slot in its present state."""

    name: str
    idle: Ad
    """Its ad without a claim."""
    ad: Ad
    """Its ad now."""
    advertised: Ad
    """Its ad as the collector has it."""
    aged: Ad | None = None
    """The `ad` to which RetirementTimeRemaining was last added."""
    weighed: Ad | None = None
    weight: float = 0.0
    """Its weight, cached."""
    claim: Claim | None = None
    parent: "SimulatedSlot | None" = None
    """The partitionable slot that it was cut from."""
    amounts: Mapping[str, float] = field(default_factory=dict)
    """The resources that it took from there, or has as a dynamic slot without one."""
    dynamic: bool = False
    """Its ad says so."""
    heard: int = 0
    """When the collector got its ad in the snapshot, seconds since the epoch."""
    partitionable: bool = False
    policy: bool = False
    """It has a consumption policy and serves requests one by one."""
    draining: dict[str, Expr | None] = field(default_factory=dict)
    """While its machine drains: the previous values of the attributes that show it."""
    freed: list[tuple[float, float]] = field(default_factory=list)
    """When claims on it, or on pieces of it, ended, and how much of their weight nobody has claimed again."""

    def as_read(self) -> "SimulatedSlot":
        """An independent copy of a slot of the snapshot to which nothing has happened."""
        other = copy(self)
        other.claim, other.draining, other.freed = copy(self.claim), {}, []
        return other

    def weighs(self, evaluator: Evaluator) -> float:
        """Its weight at the moment."""
        if self.weighed is self.ad:
            return self.weight
        looks, weight = evaluator.impure_reads, number_of(evaluator, self.ad, "SlotWeight") or 0.0
        if evaluator.impure_reads == looks:
            self.weighed, self.weight = self.ad, weight
        return weight

    def fits(self, job: Job, evaluator: Evaluator) -> bool:
        """Whether a job could run in it if nobody held it."""
        return evaluator.matches(self.idle, job.ad)

    def rank_of(self, job: Job, evaluator: Evaluator) -> float:
        """How much it wants a job."""
        return finite(evaluator.attribute("Rank", self.idle, job.ad))

    def limits_of(self, job: Job, evaluator: Evaluator) -> str:
        """The concurrency limits of a job as text, in lower case, by which a schedd compares them."""
        limits = evaluator.attribute("ConcurrencyLimits", job.ad, self.idle)
        return limits.lower() if isinstance(limits, str) else ""

    def is_claimable(self, evaluator: Evaluator) -> bool:
        """Whether a match leads to a claim: it is online and takes claims."""
        return not flag_of(evaluator, self.ad, "Offline") and flag_of(evaluator, self.ad, "WantClaiming", True)

    def is_choosy(self) -> bool:
        """Whether it may want one job more than another."""
        return not isinstance(self.idle.expr("Rank") or _NO_RANK, Literal)

    def of_claim(self, claim: Claim, job: Job, evaluator: Evaluator) -> dict[str, Expr | Value | None]:
        """What a startd publishes about a claim."""
        limits, start = self.limits_of(job, evaluator), int(claim.job_began_at)
        return {
            "State": "Claimed",
            "Activity": "Busy" if claim.successor is None else "Retiring",
            "EnteredCurrentState": int(claim.began_at),
            "EnteredCurrentActivity": start,
            "RemoteUser": claim.submitter,
            "RemoteOwner": text_of(evaluator, job.ad, "User") or claim.submitter,
            "AccountingGroup": claim.submitter,
            "JobStart": start,
            "TotalJobRunTime": RUN_TIME,
            "CurrentRank": self.rank_of(job, evaluator),
            "ConcurrencyLimits": limits or None,
            "RetirementTimeRemaining": claim.granted.retirement_s,
        }

    def of_successor(self, successor: Claim | None, evaluator: Evaluator) -> dict[str, Expr | Value | None]:
        """What it publishes about a claim that waits for the present one, if any (`Claim::publishPreemptingClaim`)."""
        if successor is None or successor.job is None:
            return dict.fromkeys(name for name in OF_A_CLAIM if name.startswith("Preempting"))
        return {
            "PreemptingUser": successor.submitter,
            "PreemptingOwner": text_of(evaluator, successor.job.ad, "User") or successor.submitter,
            "PreemptingAccountingGroup": successor.submitter,
            "PreemptingRank": self.rank_of(successor.job, evaluator),
            "PreemptingConcurrencyLimits": self.limits_of(successor.job, evaluator) or None,
        }


Held = tuple[SimulatedSlot, Claim]
"""A slot with the claim on it."""


class SimulatedSlots:
    """All slots of a pool, in the order of the snapshot; new dynamic ones and those of returning machines come last."""

    def __init__(
        self,
        ads: Iterable[Ad],
        config: Config,
        clock: EventClock,
        known: dict[tuple[str, Ad], SimulatedSlot] | None = None,
    ) -> None:
        """`known` has slots as they were read before at the same moment, by name and ad, and gets the others."""
        self._slots: dict[str, SimulatedSlot] = {}
        self._clock, evaluator = clock, clock.evaluator
        self._rules = VacatingRules.from_config(config)
        self._update_interval_s = max(config.integer("UPDATE_INTERVAL", default=300), 1)
        """How old published figures that change with time may be, in seconds."""
        self._startds: dict[str, Startd] = {}
        """The startd of each machine."""
        self._ads: KeyedList[str, Ad] = KeyedList()
        """The ads as the collector has them, but for updates that are due."""
        self._unreported: set[Startd] = set()
        """Startds with changes that the collector does not know yet."""
        self._free: dict[SimulatedSlot, None] = {}
        """Slots without a claim."""
        self._on: dict[str, dict[SimulatedSlot, None]] = defaultdict(dict)
        """The slots of each machine."""
        self._away: dict[str, list[SimulatedSlot]] = {}
        """The slots of machines that are away."""
        self._retiring: dict[SimulatedSlot, None] = {}
        """Slots whose jobs have retirement time, of which less and less is left."""
        self._policies: list[SimulatedSlot] = []
        self._choosy = 0
        """How many slots may prefer one job to another."""
        self._change_kinds: dict[str, ChangeKind] = {}
        """The kinds of what is published about claims, by what those of a kind have in common."""
        self.changed: dict[str, None] = {}
        """The names of slots that came, went, or got another claim or ad since `RunningCounts` looked at them."""
        for number, ad in enumerate(ads):
            name = text_of(evaluator, ad, "Name")
            # Slots that share a name would stand in for each other; one without a name is never matched.
            key = name if name is not None and name not in self._slots else f"\n{number}"
            read = None if known is None else known.get((key, ad))
            if read is None:
                read = _read(key, ad, self._rules, evaluator)
                if known is not None:
                    known[key, ad] = read
            self._add(read if known is None else read.as_read())
            machine, heard = machine_of(key), read.heard
            startd = self._startds.get(machine)
            if startd is None:
                startd = self._startds[machine] = Startd(heard + HALF_S, heard)
            startd.updated_at = min(startd.updated_at, heard)
        for slot in self._slots.values():
            parent = self._slots.get(root_slot(slot.name)) if slot.dynamic else None
            if parent is not None and parent is not slot and parent.partitionable:
                slot.parent = parent

    def __iter__(self) -> Iterator[SimulatedSlot]:
        return iter(self._slots.values())

    def _add(self, slot: SimulatedSlot) -> None:
        self._slots[slot.name], self._ads[slot.name] = slot, slot.advertised
        self._on[machine_of(slot.name)][slot] = None
        self._choosy += slot.is_choosy()
        if slot.policy:
            self._policies.append(slot)
        self._note_claim(slot)

    def _drop(self, slot: SimulatedSlot) -> None:
        del self._slots[slot.name], self._ads[slot.name]
        self.changed[slot.name] = None
        self._choosy -= slot.is_choosy()
        if slot.policy:
            self._policies.remove(slot)
        for noted in (self._free, self._retiring, self._on[machine_of(slot.name)]):
            noted.pop(slot, None)
        self._startds[machine_of(slot.name)].unreported.pop(slot, None)

    def _note_claim(self, slot: SimulatedSlot) -> None:
        self._ads[slot.name] = slot.advertised
        self.changed[slot.name] = None
        claim = slot.claim
        retires = claim is not None and claim.granted.retirement_s > 0
        for noted, applies in ((self._free, claim is None), (self._retiring, retires)):
            if applies:
                noted[slot] = None
            else:
                noted.pop(slot, None)

    def let_go(self, slot: SimulatedSlot) -> None:
        """End the claim on a slot unbeknown to the collector; `free` tells it, or another claim follows at once."""
        slot.claim = None
        self._note_claim(slot)

    def ads(self) -> Sequence[Ad]:
        """The ads of all slots as a collector has them; not to be changed."""
        for startd in list(self._unreported):
            self._catch_up(startd)
        for slot in self._retiring:
            self._ads[slot.name] = self._published(slot)
        return self._ads.listed()

    def _published(self, slot: SimulatedSlot) -> Ad:
        """The ad with the retirement that was left at the last update: of a change, or of all slots of the startd."""
        claim = slot.claim
        if claim is None or claim.granted.retirement_s <= 0 or slot.advertised is not slot.ad:
            return slot.advertised
        began, startd = int(claim.job_began_at), self._startds[machine_of(slot.name)]
        updated_at = startd.last_full_update(self._clock.now, self._update_interval_s)
        # It shrinks without an event that a startd would report: the figure is as old as the last update of all its
        # slots.
        left = int(claim.granted.remaining_s(max(updated_at, began) - began))
        before = self._ads[slot.name]
        published = before.expr("RetirementTimeRemaining")
        if slot.aged is slot.ad and isinstance(published, Literal) and published.value == left:
            return before
        slot.aged = slot.ad
        return slot.ad.replace({"RetirementTimeRemaining": left})

    def _publish(self, slot: SimulatedSlot, ad: Ad) -> None:
        """Change a slot's ad; its startd reports this a little later, together with what changes until then."""
        startd = self._startds[machine_of(slot.name)]
        self._catch_up(startd)
        # What was due before must leave without this change, which opens the next second of waiting.
        startd.change(slot, ad, self._clock.now)
        self.changed[slot.name] = None
        self._unreported.add(startd)
        self._catch_up(startd)

    def _catch_up(self, startd: Startd) -> None:
        if startd.reports_by(self._clock.now):
            for slot in startd.unreported:
                slot.advertised = slot.ad
                self._ads[slot.name] = slot.advertised
            startd.unreported.clear()
            self._unreported.discard(startd)

    def most_matches(self) -> int:
        """How many matches a cycle can make at most: one for each slot, several with a consumption policy."""
        evaluator = self._clock.evaluator
        ads = (slot.ad for slot in self._policies)
        given = (max(finite(evaluator.attribute(name, ad)) for name in ("NumClaims", "Cpus")) for ad in ads)
        return len(self._slots) + sum(max(int(number), 1) - 1 for number in given)

    def claimed(self) -> list[Held]:
        """The held slots, with their claims."""
        return [(slot, slot.claim) for slot in self._slots.values() if slot.claim is not None]

    def named(self, name: str) -> SimulatedSlot | None:
        """The slot of that name."""
        return self._slots.get(name)

    def children(self, parent: SimulatedSlot) -> list[SimulatedSlot]:
        """The dynamic slots that were cut from a partitionable one."""
        return [slot for slot in self._slots.values() if slot.parent is parent]

    def claim(self, slot: SimulatedSlot, claim: Claim) -> None:
        """Give a slot to a claim: a new one, one with another job, or one that is kept without a job."""
        assert claim.job is not None
        evaluator = self._clock.evaluator
        idle = claim.idle_until is not None
        claim.granted = NOTHING_GRANTED if idle else self.granted(slot, claim.job)
        slot.claim = claim
        self._note_claim(slot)
        published = slot.of_claim(claim, claim.job, evaluator)
        if idle:
            published |= {"Activity": "Idle", "EnteredCurrentActivity": int(self._clock.now)}
            published |= dict.fromkeys(("JobStart", "TotalJobRunTime"))
        # No reader knows a dynamic slot without a claim: there is none.
        kind = None if slot.parent is not None else self._kind_of_changes(published)
        self._publish(slot, slot.idle.replace(published, kind))

    def _kind_of_changes(self, published: Mapping[str, Expr | Value | None]) -> ChangeKind:
        """The kind of what is published about a claim: claims of one submitter mostly differ in times alone."""
        common = repr([name if name in _TIMES and says is not None else says for name, says in published.items()])
        known = self._change_kinds.get(common)
        if known is None:
            if len(self._change_kinds) >= _MOST_CHANGE_KINDS:
                self._change_kinds.clear()
            known = self._change_kinds[common] = ChangeKind(_APART)
        return known

    def granted(self, slot: SimulatedSlot, job: Job) -> Vacating:
        """How long a job may stay once another submitter is to get its slot."""
        return self._rules.granted(slot.idle, job.ad, self._clock.evaluator)

    def follow(self, slot: SimulatedSlot, successor: Claim | None) -> None:
        """Let a claim wait for that on a slot to end, or none any more."""
        assert slot.claim is not None
        slot.claim.successor = successor
        activity = "Busy" if successor is None else "Retiring"
        published = slot.of_successor(successor, self._clock.evaluator)
        self._publish(slot, slot.ad.replace(published if slot.claim.vacating else published | {"Activity": activity}))

    def vacate(self, slot: SimulatedSlot) -> None:
        """Its job has been told to go, and has not gone yet."""
        since = {"EnteredCurrentActivity": int(self._clock.now)}
        self._publish(slot, slot.ad.replace({"State": "Preempting", "Activity": "Vacating", **since}))

    def free(self, slot: SimulatedSlot) -> None:
        """End a claim; a dynamic slot is merged into the partitionable one."""
        (slot.parent or slot).freed.append((self._clock.now, self.weight(slot)))
        self.let_go(slot)
        self._publish(slot, slot.idle)
        if slot.parent is not None:
            self._drop(slot)
            self._change(slot.parent, slot.amounts, 1)

    def on(self, machine: str) -> list[SimulatedSlot]:
        """The slots of a machine."""
        return list(self._on.get(machine, ()))

    def take_away(self, machine: str) -> None:
        """Remove a machine whose slots are all free."""
        slots = self.on(machine)
        for slot in slots:
            self._drop(slot)
            slot.freed.clear()
        self._away.setdefault(machine, []).extend(slots)

    def bring_back(self, machine: str) -> None:
        """Bring back a machine that was away; the collector knows it at once."""
        for slot in self._away.pop(machine, ()):
            slot.advertised = slot.ad
            self._add(slot)

    def drain(self, slot: SimulatedSlot) -> None:
        """Make a slot take no more jobs, and show this in its ad."""
        if not slot.draining:
            slot.draining = {name: slot.idle.expr(name) for name in _OF_DRAINING}
            self._show_draining(slot, _OF_DRAINING)

    def resume(self, slot: SimulatedSlot) -> None:
        """Make a slot take jobs again."""
        if slot.draining:
            before, slot.draining = slot.draining, {}
            self._show_draining(slot, before)

    def _show_draining(self, slot: SimulatedSlot, shown: Mapping[str, Expr | Value | None]) -> None:
        slot.idle = slot.idle.replace(shown)
        # A claimed slot goes on showing its claim; START tells the negotiator that nobody else may have it.
        claimed = {name: value for name, value in shown.items() if name not in ("State", "Activity")}
        self._publish(slot, slot.idle if slot.claim is None else slot.ad.replace(claimed))

    def waited_weight_s(self, slot: SimulatedSlot, weight: float) -> float:
        """Weight-seconds for which the weight of a slot that is claimed now stood empty since the claims before."""
        waited = 0.0
        while weight > 0 and slot.freed:
            at, freed = slot.freed.pop()
            waited += min(weight, freed) * (self._clock.now - at)
            # The latest first: a slot that is claimed again at once has not waited, whatever stands empty beside it.
            if freed > weight:
                slot.freed.append((at, freed - weight))
            weight -= freed
        return waited

    def weight(self, slot: SimulatedSlot) -> float:
        """Its weight at the moment."""
        return slot.weighs(self._clock.evaluator)

    def any_room(self) -> bool:
        """Whether a slot is free, or a partitionable one has cores left."""
        evaluator = self._clock.evaluator
        return any(not slot.partitionable or (number_of(evaluator, slot.ad, "Cpus") or 0) > 0 for slot in self._free)

    @property
    def rank_jobs(self) -> bool:
        """Whether any slot may prefer one job to another."""
        return self._choosy > 0

    def cut(self, parent: SimulatedSlot, job: Job) -> SimulatedSlot:
        """A dynamic slot for a job, with what the job asks for, rounded up as startds do."""
        evaluator = self._clock.evaluator
        available = amounts_of(parent.ad, evaluator)
        # Not the request itself: MODIFY_REQUEST_EXPR_* round it up.
        amounts = cut(requested(job.ad, parent.ad, available, evaluator), available)
        first, at, rest = parent.name.partition("@")
        # A startd takes the lowest number that is free.
        name = next(name for number in count(1) if (name := f"{first}_{number}{at}{rest}") not in self._slots)
        own: dict[str, Value | None] = {resource: whole(amount) for resource, amount in amounts.items()}
        own |= {"Name": name, "PartitionableSlot": None, "DynamicSlot": True, "SlotType": "Dynamic"}
        own["NumDynamicSlots"] = None
        ad = parent.idle.replace(own)
        slot = SimulatedSlot(name, ad, ad, ad, parent=parent, amounts=amounts)
        self._add(slot)
        self._change(parent, amounts, -1)
        return slot

    def _change(self, parent: SimulatedSlot, amounts: Mapping[str, float], sign: int) -> None:
        evaluator = self._clock.evaluator
        had = {name: finite(evaluator.attribute(name, parent.ad)) for name in amounts}
        left = {name: whole(had[name] + sign * amount) for name, amount in amounts.items()}
        left["NumDynamicSlots"] = max(integer_of(evaluator, parent.ad, "NumDynamicSlots") - sign, 0)
        # The unclaimed form too: nothing else would remember the change when the slot is drained or freed.
        parent.idle = parent.idle.replace(left)
        self._publish(parent, parent.ad.replace(left))


def _read(name: str, ad: Ad, rules: VacatingRules, evaluator: Evaluator) -> SimulatedSlot:
    """A slot of the snapshot. The length of its job is not known here."""
    slot = _in_state(name, ad, rules, evaluator)
    slot.heard = integer_of(evaluator, ad, "LastHeardFrom") or evaluator.now
    if flag_of(evaluator, slot.ad, "DynamicSlot"):
        slot.dynamic, slot.amounts = True, amounts_of(slot.ad, evaluator)
    return slot


def _in_state(name: str, ad: Ad, rules: VacatingRules, evaluator: Evaluator) -> SimulatedSlot:
    partitionable = flag_of(evaluator, ad, "PartitionableSlot")
    policy = partitionable and any(key.lower().startswith("consumption") for key in ad)
    user, now = claimed_by(ad, ChargeRules(), evaluator), evaluator.now
    if user is None or partitionable:
        return SimulatedSlot(name, ad, ad, ad, partitionable=partitionable, policy=policy)
    since = next((at for at in _moments(ad, evaluator) if 0 < at <= now), now)
    claimed_since = integer_of(evaluator, ad, "EnteredCurrentState")
    # Undoes what `Resource::publish` adds for a claim; START and Requirements of the ad are the same in both states.
    idle = ad.replace({**dict.fromkeys(OF_A_CLAIM), "State": "Unclaimed", "Activity": "Idle", "CurrentRank": 0.0})
    running = ad.replace({"JobStart": since, "TotalJobRunTime": RUN_TIME})
    claim = Claim(user, None, None, claimed_since if 0 < claimed_since <= now else since, job_began_at=since)
    claim.limits = (text_of(evaluator, ad, "ConcurrencyLimits") or "").lower()
    claim.rank, claim.granted = number_of(evaluator, ad, "CurrentRank") or 0.0, granted_by_ad(ad, rules, evaluator)
    return SimulatedSlot(name, idle, running, running, claim=claim)


def _moments(ad: Ad, evaluator: Evaluator) -> Iterator[int]:
    """Since when its job may have been running, the most reliable first."""
    yield integer_of(evaluator, ad, "JobStart")
    run = number_of(evaluator, ad, "TotalJobRunTime")
    if run is not None and math.isfinite(run):
        # TotalJobRunTime is as old as the ad: counted back from when the startd wrote it, not from now.
        yield integer_of(evaluator, ad, "MyCurrentTime", int(evaluator.now)) - int(run)
    yield integer_of(evaluator, ad, "EnteredCurrentActivity")
    yield integer_of(evaluator, ad, "EnteredCurrentState")


def machine_of(slot: str) -> str:
    """The machine, that is the startd, of a slot's name (`slotNameToDaemonName`)."""
    return slot.partition("@")[2] or slot


def slot_machines(pool: Pool, now: int) -> set[str]:
    """The machines of a pool, as the names of its slots have them."""
    names = (text_of(Evaluator(now), ad, "Name") for ad in pool.slots)
    return {machine_of(name) for name in names if name is not None}


def root_slot(slot: str) -> str:
    """The name of the slot that a dynamic one was cut from, going by its name; of any other slot, its own."""
    dynamic = _DYNAMIC.fullmatch(slot)
    return slot if dynamic is None else dynamic[1] + dynamic[2]
