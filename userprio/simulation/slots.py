"""The jobs and slots of a pool that lives on: which jobs wait, and what slots say as claims come and go."""

import math
import re
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter
from typing import Final

from userprio.accounting import ChargeRules, claimed_by
from userprio.classad import Ad, Evaluator, Expr, Value, flag_of, integer_of, number_of, parse, text_of
from userprio.negotiation import amounts_of, cut, finite, requested, whole
from userprio.schedd import IDLE, VANILLA, Job, offered_jobs

Owner = tuple[str, str | None]
"""Submitter and schedd of a job."""

_WEIGHED_BY: Final = "RequestCpus"
"""What a schedd weighs an idle job by (`SCHEDD_SLOT_WEIGHT` as HTCondor ships it)."""


_ORDER: Final = attrgetter("order")
"""Cluster and proc are its end, so that no two jobs of a schedd have the same."""


class WaitingJobs:
    """The idle jobs of every submitter at every schedd, each queue in its schedd's order."""

    def __init__(self, ads: Iterable[Ad], evaluator: Evaluator) -> None:
        ads = list(ads)
        self._evaluator = evaluator
        self._queues: dict[Owner, list[Job]] = defaultdict(list)
        self._weights: dict[Owner, float] = defaultdict(float)
        self._by_id: dict[tuple[str | None, str], tuple[Owner, Job]] = {}
        self._next_cluster = 1 + max((integer_of(evaluator, ad, "ClusterId") for ad in ads), default=0)
        for owner, jobs in offered_jobs(ads, evaluator).items():
            for job in jobs:
                self.put(owner, replace(job, kind=replace(job.kind, autocluster=job.cluster)))

    def __len__(self) -> int:
        return len(self._by_id)

    def ads(self, most: int) -> tuple[Ad, ...]:
        """The ads of those that wait; of each submitter's jobs that were submitted together, so many at most."""
        chosen: list[Ad] = []
        for queue in self._queues.values():
            seen: Counter[int] = Counter()
            for job in queue:
                seen[job.autocluster] += 1
                if seen[job.autocluster] <= most:
                    chosen.append(job.ad)
        return tuple(chosen)

    def counts(self) -> dict[Owner, int]:
        """How many wait."""
        return {owner: len(queue) for owner, queue in self._queues.items()}

    def weights(self) -> dict[Owner, float]:
        """The weight of those that wait, as their schedds reckon it."""
        return dict(self._weights)

    def named(self, schedd: str, number: str) -> tuple[Owner, Job] | None:
        """The job of that cluster.proc which waits at that schedd, and whose it is."""
        return self._by_id.get((schedd, number)) or self._by_id.get((None, number))

    def owner_of(self, schedd: str, submitter: str) -> Owner | None:
        """Whose jobs a match for that submitter at that schedd is for."""
        return next((owner for owner in ((submitter, schedd), (submitter, None)) if owner in self._queues), None)

    def take(self, owner: Owner, job: Job) -> None:
        """A job starts."""
        queue = self._queues[owner]
        del queue[bisect_left(queue, job.order, key=_ORDER)]
        del self._by_id[owner[1], job.id]
        self._weights[owner] -= self._weight(job)

    def first(self, owner: Owner, fits: Callable[[Job], bool]) -> Job | None:
        """The first job of an owner that fits; of a cluster that was submitted together one job is tried."""
        refused: set[int] = set()
        for job in self._queues.get(owner, ()):
            # The cluster of its first forebear: jobs that were handed in like others are as alike as those.
            if job.autocluster in refused:
                continue
            if fits(job):
                return job
            refused.add(job.autocluster)
        return None

    def another(self, owner: Owner, like: Job) -> Job:
        """Another job like that one, with a number of its own; it does not wait yet."""
        cluster = self._next_cluster
        self._next_cluster += 1
        schedd = owner[1]
        ad = like.ad.replace(
            {
                "ClusterId": cluster,
                "ProcId": 0,
                "JobStatus": IDLE,
                "CurrentHosts": 0,
                "GlobalJobId": None if schedd is None else f"{schedd}#{cluster}.0",
            }
        )
        return Job(cluster, 0, replace(like.kind, ad=ad))

    def put(self, owner: Owner, job: Job) -> None:
        """A job waits, at its place: another one, or one that was preempted."""
        insort(self._queues[owner], job, key=_ORDER)
        self._by_id[owner[1], job.id] = owner, job
        self._weights[owner] += self._weight(job)

    def _weight(self, job: Job) -> float:
        return finite(self._evaluator.attribute(_WEIGHED_BY, job.ad)) or 1.0


_DYNAMIC: Final = re.compile(r"(slot\d+)_\d+(@.*)", re.IGNORECASE | re.DOTALL)
_RUN_TIME: Final = parse("time() - JobStart")
_OF_A_CLAIM: Final = (
    "AccountingGroup RemoteUser RemoteOwner RemoteGroup RemoteNegotiatingGroup RemoteAutoregroup RemoteScheddName "
    "ClientMachine PreemptingUser PreemptingOwner PreemptingAccountingGroup PreemptingRank "
    "PreemptingConcurrencyLimits ConcurrencyLimits JobId GlobalJobId JobStart TotalJobRunTime TotalJobSuspendTime "
    "RetirementTimeRemaining ImageSize NumJobStarts"
).split()
"""Attributes that a slot has only while it is claimed."""
_RUNNING: Final = 2


@dataclass(slots=True)
class Claim:
    """Who holds a slot."""

    submitter: str
    owner: Owner | None
    """Whose queue its job came from; None: the snapshot does not say."""
    job: Job | None
    began_at: float
    """Start of the claim, seconds since the epoch."""
    job_began_at: float
    ends_at: float = math.inf
    """When its job is over."""


@dataclass(slots=True, eq=False)
class SimulatedSlot:
    """One slot, as it stands at the moment."""

    name: str
    idle: Ad
    """Its ad without a claim."""
    ad: Ad
    """Its ad now."""
    claim: Claim | None = None
    parent: "SimulatedSlot | None" = None
    """The partitionable slot that it was cut from."""
    amounts: Mapping[str, float] = field(default_factory=dict)
    """What it took from there, by resource."""
    partitionable: bool = False
    policy: bool = False
    """It serves requests one by one, by a consumption policy."""


class SimulatedSlots:
    """All slots of a pool, in the order of the snapshot; dynamic ones that are cut later follow behind."""

    def __init__(self, ads: Iterable[Ad], evaluator: Evaluator) -> None:
        self._slots: dict[str, SimulatedSlot] = {}
        self._cut: Counter[str] = Counter()
        for number, ad in enumerate(ads):
            name = text_of(evaluator, ad, "Name")
            # Slots that share a name would stand in for each other; one without a name is never matched.
            key = name if name is not None and name not in self._slots else f"\n{number}"
            self._slots[key] = _read(key, ad, evaluator)
        for slot in self._slots.values():
            dynamic = _DYNAMIC.fullmatch(slot.name)
            if dynamic and flag_of(evaluator, slot.ad, "DynamicSlot"):
                parent = self._slots.get(dynamic[1] + dynamic[2])
                if parent is not None and parent.partitionable:
                    slot.parent = parent
                    slot.amounts = amounts_of(slot.ad, evaluator)

    @property
    def ads(self) -> tuple[Ad, ...]:
        """The ads of all slots as they stand."""
        return tuple(slot.ad for slot in self._slots.values())

    def most_matches(self, evaluator: Evaluator) -> int:
        """How many matches a cycle can come to: one for each slot, by a consumption policy several."""
        return sum(_matches(slot, evaluator) if slot.policy else 1 for slot in self._slots.values())

    def claimed(self) -> list[tuple[SimulatedSlot, Claim]]:
        """The slots that somebody holds, with their claims."""
        return [(slot, slot.claim) for slot in self._slots.values() if slot.claim is not None]

    def named(self, name: str) -> SimulatedSlot | None:
        """The slot of that name."""
        return self._slots.get(name)

    def children(self, parent: SimulatedSlot) -> list[SimulatedSlot]:
        """The dynamic slots that were cut from a partitionable one."""
        return [slot for slot in self._slots.values() if slot.parent is parent]

    def claim(self, slot: SimulatedSlot, claim: Claim, evaluator: Evaluator) -> None:
        """Somebody gets a slot and starts a job in it."""
        assert claim.job is not None
        slot.claim = claim
        slot.ad = slot.idle.replace(_claimed(slot.idle, claim, claim.job.ad, evaluator))

    def free(self, slot: SimulatedSlot, evaluator: Evaluator) -> None:
        """A claim is over; a dynamic slot goes back into the partitionable one."""
        slot.claim = None
        slot.ad = slot.idle
        if slot.parent is not None:
            del self._slots[slot.name]
            self._change(slot.parent, slot.amounts, 1, evaluator)

    def cut(self, parent: SimulatedSlot, job: Job, evaluator: Evaluator) -> SimulatedSlot:
        """A dynamic slot for a job, with what the job asks for, rounded up as startds do."""
        there = amounts_of(parent.ad, evaluator)
        amounts = cut(requested(job.ad, parent.ad, there, evaluator), there)
        first, at, rest = parent.name.partition("@")
        while True:
            self._cut[parent.name] += 1
            name = f"{first}_{self._cut[parent.name]}{at}{rest}"
            if name not in self._slots:
                break
        ad = parent.idle.replace(
            {
                **{resource: whole(amount) for resource, amount in amounts.items()},
                "Name": name,
                "PartitionableSlot": None,
                "DynamicSlot": True,
                "SlotType": "Dynamic",
                "NumDynamicSlots": None,
            }
        )
        slot = SimulatedSlot(name, ad, ad, parent=parent, amounts=amounts)
        self._slots[name] = slot
        self._change(parent, amounts, -1, evaluator)
        return slot

    def _change(self, parent: SimulatedSlot, amounts: Mapping[str, float], sign: int, evaluator: Evaluator) -> None:
        left = {
            name: whole(finite(evaluator.attribute(name, parent.ad)) + sign * amount)
            for name, amount in amounts.items()
        }
        left["NumDynamicSlots"] = max(integer_of(evaluator, parent.ad, "NumDynamicSlots") - sign, 0)
        parent.idle, parent.ad = parent.idle.replace(left), parent.ad.replace(left)


def fits(job: Job, slot: SimulatedSlot, evaluator: Evaluator) -> bool:
    """Whether a job could run in a slot that nobody held."""
    return evaluator.matches(slot.idle, job.ad)


def _matches(slot: SimulatedSlot, evaluator: Evaluator) -> int:
    given = (finite(evaluator.attribute(name, slot.ad)) for name in ("NumClaims", "Cpus"))
    return max(1, *(int(number) for number in given))


def claimable(slot: SimulatedSlot, evaluator: Evaluator) -> bool:
    """Whether a match leads to a claim: the slot is online and takes claims."""
    return not flag_of(evaluator, slot.ad, "Offline") and flag_of(evaluator, slot.ad, "WantClaiming", True)


def _read(name: str, ad: Ad, evaluator: Evaluator) -> SimulatedSlot:
    """A slot of the snapshot. The length of its job is not known here."""
    partitionable = flag_of(evaluator, ad, "PartitionableSlot")
    policy = partitionable and any(key.lower().startswith("consumption") for key in ad)
    user = claimed_by(ad, ChargeRules(), evaluator)
    if user is None or partitionable:
        return SimulatedSlot(name, ad, ad, partitionable=partitionable, policy=policy)
    now = evaluator.now
    since = next((at for at in _moments(ad, evaluator) if 0 < at <= now), now)
    claimed_since = integer_of(evaluator, ad, "EnteredCurrentState")
    idle = ad.replace({**dict.fromkeys(_OF_A_CLAIM), "State": "Unclaimed", "Activity": "Idle", "CurrentRank": 0.0})
    running = ad.replace({"JobStart": since, "TotalJobRunTime": _RUN_TIME})
    claim = Claim(user, None, None, claimed_since if 0 < claimed_since <= now else since, since)
    return SimulatedSlot(name, idle, running, claim)


def _moments(ad: Ad, evaluator: Evaluator) -> Iterator[int]:
    """Since when its job may run, the surest first."""
    yield integer_of(evaluator, ad, "JobStart")
    run = number_of(evaluator, ad, "TotalJobRunTime")
    if run is not None and math.isfinite(run):
        yield int(evaluator.now - run)
    yield integer_of(evaluator, ad, "EnteredCurrentActivity")
    yield integer_of(evaluator, ad, "EnteredCurrentState")


def _claimed(idle: Ad, claim: Claim, job: Ad, evaluator: Evaluator) -> dict[str, Expr | Value | None]:
    """What a startd publishes of a claim."""
    limits = evaluator.attribute("ConcurrencyLimits", job, idle)
    rank = finite(evaluator.attribute("Rank", idle, job))
    start = int(claim.job_began_at)
    return {
        "State": "Claimed",
        "Activity": "Busy",
        "EnteredCurrentState": int(claim.began_at),
        "EnteredCurrentActivity": start,
        "RemoteUser": claim.submitter,
        "RemoteOwner": text_of(evaluator, job, "User") or claim.submitter,
        "AccountingGroup": claim.submitter,
        "JobStart": start,
        "TotalJobRunTime": _RUN_TIME,
        "CurrentRank": rank,
        "ConcurrencyLimits": limits.lower() if isinstance(limits, str) else None,
    }


def running_jobs(
    claimed: Iterable[tuple[SimulatedSlot, Claim]],
    ads: Iterable[Ad],
    waiting: WaitingJobs,
    schedds: Mapping[str, str],
    evaluator: Evaluator,
) -> Iterator[tuple[Claim, Owner, Job]]:
    """The job of each claim and whose it is; that of a submitter that no schedd advertises is left out.

    It is the job that the slot names, if its ad is there. Otherwise one of the submitter's waiting jobs that would fit
    stands for it, or without any a job that asks for the slot as it is. `schedds` names one for each submitter.
    """
    named = {
        text_of(evaluator, ad, "GlobalJobId"): ad for ad in ads if integer_of(evaluator, ad, "JobStatus") == _RUNNING
    }
    for slot, claim in claimed:
        submitter = claim.submitter
        if submitter not in schedds:
            continue
        number = text_of(evaluator, slot.ad, "GlobalJobId")
        own = None if number is None else named.get(number)
        if own is not None:
            found = offered_jobs([own.replace({"JobStatus": IDLE, "CurrentHosts": 0})], evaluator)
            yield from ((claim, owner, job) for owner, jobs in found.items() for job in jobs)
            continue
        owner = waiting.owner_of(schedds[submitter], submitter) or (submitter, schedds[submitter])
        like = waiting.first(owner, partial(_as_large, slot=slot, evaluator=evaluator))
        yield claim, owner, waiting.another(owner, like or _imagined(slot, owner, evaluator))


def _as_large(job: Job, slot: SimulatedSlot, evaluator: Evaluator) -> bool:
    cores = number_of(evaluator, job.ad, "RequestCpus") or 1
    return cores == (number_of(evaluator, slot.ad, "Cpus") or 1) and fits(job, slot, evaluator)


def _imagined(slot: SimulatedSlot, owner: Owner, evaluator: Evaluator) -> Job:
    """A job that asks for just what the slot has."""
    submitter, schedd = owner
    name, at, domain = submitter.rpartition("@")
    asked = {f"Request{what}": number_of(evaluator, slot.ad, what) or 0 for what in ("Cpus", "Memory", "Disk")}
    user = name.rpartition(".")[2]
    ad = Ad(
        {
            **asked,
            **({} if schedd is None else {"GlobalJobId": f"{schedd}#0.0"}),
            "JobStatus": IDLE,
            "JobUniverse": VANILLA,
            "Owner": user,
            "User": f"{user}{at}{domain}",
            "AccountingGroup": name,
            "Requirements": True,
            "Rank": 0.0,
            "ClusterId": 0,
            "ProcId": 0,
        }
    )
    ((job,),) = offered_jobs([ad], evaluator).values()
    return job
