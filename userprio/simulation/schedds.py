"""The schedds of a simulated pool: which jobs wait, in the order of offers, and what a negotiator hears of them.

It hears of them by submitter ads as old as the last update, and by the records of their users.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from operator import attrgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.classad import Ad, Evaluator, Expr, Literal, Value, integer_of, number_of, text_of
from userprio.negotiation import finite
from userprio.negotiation.schedd import IDLE, VANILLA, Job, User, UserKey, Users, offered_jobs, schedd_of, user_of
from userprio.pool import Batch, BatchEdit, Batches, JobCopy, Pool, Versions, completed
from userprio.simulation.running import Running
from userprio.simulation.slots import Claim, EventClock, Held, Owner, SimulatedSlot

_WEIGHED_BY: Final = "RequestCpus"
"""What a schedd weighs an idle job by (`SCHEDD_SLOT_WEIGHT` as HTCondor ships it)."""
_AD: Final = attrgetter("kind.ad")
_AUTOCLUSTER: Final = attrgetter("kind.autocluster")
_RUNNING: Final = 2
_WAITING: Final = {"JobStatus": Literal(IDLE), "CurrentHosts": Literal(0)}


class _HandedOut(Struct, frozen=True):
    """The ads of a queue as they were last handed out, at most `most` of those submitted together."""

    ads: Batch
    most: int
    """A smaller bound may cut it shorter; a larger one makes it longer if it is `cut`."""
    cut: bool


def _hand_out(queue: Sequence[Job], most: int) -> _HandedOut:
    longest = len(queue) if len(queue) <= most else max(Counter(map(_AUTOCLUSTER, queue)).values(), default=0)
    if longest <= most:
        return _HandedOut(Batch(map(_AD, queue)), longest, cut=False)
    seen: Counter[int] = Counter()
    chosen: list[Ad] = []
    for job in queue:
        seen[job.autocluster] += 1
        if seen[job.autocluster] <= most:
            chosen.append(job.ad)
    return _HandedOut(Batch(chosen), most, cut=True)


class WaitingJobs:
    """The idle jobs of every submitter at every schedd, each queue in its schedd's order."""

    def __init__(self, ads: Iterable[Ad], evaluator: Evaluator) -> None:
        ads = list(ads)
        self._evaluator = evaluator
        self._queues: dict[Owner, list[Job]] = defaultdict(list)
        self._orders: dict[Owner, list[tuple[float, ...]]] = defaultdict(list)
        """The sort keys of each queue's jobs. They end with cluster and proc, so that no two of a schedd are equal."""
        self._weights: dict[Owner, float] = defaultdict(float)
        self._handed_out: dict[Owner, _HandedOut] = {}
        self._changes: dict[Owner, list[tuple[int, Ad | None]]] = defaultdict(list)
        """Those of each queue since its ads were last handed out."""
        self._copies: dict[Ad, JobCopy] = {}
        """The ads of copies that were made since then."""
        self._by_id: dict[tuple[str | None, str], tuple[Owner, Job]] = {}
        self.next_cluster = 1 + max((integer_of(evaluator, ad, "ClusterId") for ad in ads), default=0)
        for owner, jobs in offered_jobs(ads, evaluator).items():
            for job in jobs:
                # A snapshot may hold a job twice; a schedd has one of each number.
                if not self.waits(owner, job):
                    self.put(owner, job)

    def copy(self, evaluator: Evaluator) -> "WaitingJobs":
        """An independent copy, which has handed out the same ads."""
        other = copy(self)
        other._evaluator = evaluator
        other._queues = defaultdict(list, {owner: queue.copy() for owner, queue in self._queues.items()})
        other._orders = defaultdict(list, {owner: orders.copy() for owner, orders in self._orders.items()})
        other._changes = defaultdict(list, {owner: changes.copy() for owner, changes in self._changes.items()})
        other._weights, other._handed_out = self._weights.copy(), self._handed_out.copy()
        other._by_id, other._copies = self._by_id.copy(), self._copies.copy()
        return other

    def __len__(self) -> int:
        return len(self._by_id)

    def __iter__(self) -> Iterator[tuple[Owner, Job]]:
        """The jobs that wait, each with its owner."""
        return iter(self._by_id.values())

    def ads(self, most: int) -> Batches:
        """The ads of the jobs that wait, by queue; of those submitted together, at most `most` of each submitter.

        The ads of a queue are the same object as long as it does not change.
        """
        edits: dict[tuple[Ad, ...], BatchEdit] = {}
        for owner, queue in self._queues.items():
            batch, changes = self._handed_out.get(owner), self._changes.pop(owner, ())
            # A few changes are passed on as such: a reader that knows the batch before need not read the queue again.
            if batch is not None and changes and not batch.cut and len(changes) < len(batch.ads) and len(queue) <= most:
                edit = BatchEdit(batch.ads, tuple(changes))
                ads = edit.applied()
                edits[ads] = edit
                self._handed_out[owner] = _HandedOut(ads, len(queue), cut=False)
            elif batch is None or changes or most < batch.most or (batch.cut and most > batch.most):
                self._handed_out[owner] = _hand_out(queue, most)
        copies, self._copies = self._copies, {}
        return Batches([self._handed_out[owner].ads for owner in self._queues], edits, copies)

    def counts(self) -> dict[Owner, int]:
        """How many jobs of each owner wait."""
        return {owner: len(queue) for owner, queue in self._queues.items()}

    def weights(self) -> dict[Owner, float]:
        """The weight of each owner's jobs that wait, as schedds weigh them."""
        return dict(self._weights)

    def named(self, schedd: str, number: str) -> tuple[Owner, Job] | None:
        """The waiting job with this cluster.proc at a schedd, and its owner."""
        return self._by_id.get((schedd, number)) or self._by_id.get((None, number))

    def waits(self, owner: Owner, job: Job) -> bool:
        """Whether a job is in the queue."""
        return (owner[1], job.id) in self._by_id

    def owner_of(self, schedd: str, submitter: str) -> Owner | None:
        """The owner whose jobs a match for a submitter at a schedd is for."""
        return next((owner for owner in ((submitter, schedd), (submitter, None)) if owner in self._queues), None)

    def take(self, owner: Owner, job: Job) -> None:
        """Take a job that starts out of its queue."""
        orders = self._orders[owner]
        index = bisect_left(orders, job.order)
        del orders[index], self._queues[owner][index]
        self._changes[owner].append((index, None))
        del self._by_id[owner[1], job.id]
        self._weights[owner] -= self._weight(job)

    def first(self, owner: Owner, fits: Callable[[Job], bool]) -> Job | None:
        """The first job of an owner that fits; of jobs that are alike only one is tried."""
        refused: set[int] = set()
        for job in self._queues.get(owner, ()):
            # Copies of a job, submitted when it ends, share its autocluster.
            if job.autocluster in refused:
                continue
            if fits(job):
                return job
            # What one job of an autocluster is refused for, all are (`FindRunnableJob` skips them, too).
            refused.add(job.autocluster)
        return None

    def another(self, owner: Owner, like: Job) -> Job:
        """Another job like that one, with a number of its own; it does not wait yet."""
        cluster = self.next_cluster
        self.next_cluster += 1
        number = None if owner[1] is None else f"{owner[1]}#{cluster}.0"
        new: dict[str, Expr | Value | None] = {"ClusterId": cluster, "ProcId": 0, "GlobalJobId": number, **_WAITING}
        ad = like.ad.replace(new)
        waits_anew = any(like.ad.expr(name) is not says for name, says in _WAITING.items())
        self._copies[ad] = JobCopy(like.ad, cluster, 0, waits_anew)
        return Job(cluster, 0, replace(like.kind, ad=ad))

    def put(self, owner: Owner, job: Job) -> None:
        """Put a job in its place in the queue: a new one, or one that was preempted."""
        if job.autocluster == -1:
            # A job of its own kind needs a number that no other has: that of its cluster, which arrivals never share.
            job = replace(job, kind=replace(job.kind, autocluster=job.cluster))
        order, orders = job.order, self._orders[owner]
        index = bisect_left(orders, order)
        orders.insert(index, order)
        self._queues[owner].insert(index, job)
        self._changes[owner].append((index, job.ad))
        self._by_id[owner[1], job.id] = owner, job
        self._weights[owner] += self._weight(job)

    def _weight(self, job: Job) -> float:
        return finite(self._evaluator.attribute(_WEIGHED_BY, job.ad)) or 1.0


def running_jobs(
    claimed: Iterable[Held], ads: Iterable[Ad], waiting: WaitingJobs, schedds: Mapping[str, str], evaluator: Evaluator
) -> Iterator[tuple[Claim, Owner, Job]]:
    """The job of each claim and its owner; claims of a submitter that no schedd advertises are left out.

    It is the job that the slot names, if its ad is there; otherwise a copy of one of the submitter's waiting jobs that
    asks for as many cores and fits, or else a job that asks for the slot as it is. `schedds` names one for each.
    """
    running = (ad for ad in ads if integer_of(evaluator, ad, "JobStatus") == _RUNNING)
    named = {text_of(evaluator, ad, "GlobalJobId"): ad for ad in running}
    for slot, claim in claimed:
        submitter = claim.submitter
        if submitter not in schedds:
            continue
        number = text_of(evaluator, slot.ad, "GlobalJobId")
        own = None if number is None else named.get(number)
        if own is not None:
            offered = offered_jobs([own.replace({"JobStatus": IDLE, "CurrentHosts": 0})], evaluator)
            yield from ((claim, owner, job) for owner, jobs in offered.items() for job in jobs)
            continue
        owner = waiting.owner_of(schedds[submitter], submitter) or (submitter, schedds[submitter])
        like = waiting.first(owner, partial(_as_large, slot=slot, evaluator=evaluator))
        yield claim, owner, waiting.another(owner, like or _imagined(slot, owner, evaluator))


def _as_large(job: Job, slot: SimulatedSlot, evaluator: Evaluator) -> bool:
    cores = number_of(evaluator, job.ad, "RequestCpus") or 1
    return cores == (number_of(evaluator, slot.ad, "Cpus") or 1) and slot.fits(job, evaluator)


def _imagined(slot: SimulatedSlot, owner: Owner, evaluator: Evaluator) -> Job:
    """A job that asks for exactly what the slot has."""
    submitter, schedd = owner
    name, at, domain = submitter.rpartition("@")
    user = name.rpartition(".")[2]
    ad: dict[str, Value] = {"Owner": user, "User": f"{user}{at}{domain}", "AccountingGroup": name, "Requirements": True}
    ad |= {f"Request{what}": number_of(evaluator, slot.ad, what) or 0 for what in ("Cpus", "Memory", "Disk")}
    ad |= {"Rank": 0.0, "JobStatus": IDLE, "JobUniverse": VANILLA, "ClusterId": 0, "ProcId": 0}
    ad |= {} if schedd is None else {"GlobalJobId": f"{schedd}#0.0"}
    ((job,),) = offered_jobs([Ad(ad)], evaluator).values()
    return job


COUNTED: Final = ("IdleJobs", "RunningJobs", "WeightedIdleJobs", "WeightedRunningJobs")

Counts = tuple[float, float, float, float]
"""Idle and running jobs, and their weights."""


class SubmitterAds:
    """The ads of all submitters, with what each schedd said in its last update."""

    def __init__(self, ads: Iterable[Ad], expected: Collection[Owner], jobs: WaitingJobs, clock: EventClock) -> None:
        """`expected` are submitters of jobs that come later; each gets an ad."""
        now = int(clock.now)
        evaluator = Evaluator(now)
        self._waiting, self._clock = jobs, clock
        self._ads = [completed(ad, evaluator) for ad in ads]
        names = ((text_of(evaluator, ad, "Name") or "", ad) for ad in self._ads)
        self._owners = [(name, text_of(evaluator, ad, "ScheddName")) for name, ad in names]
        owned = zip(self._owners, self._ads, strict=True)
        addresses = {schedd: text_of(evaluator, ad, "ScheddIpAddr") for (_, schedd), ad in owned}
        given = len(self._ads)
        for name, schedd in sorted(set(expected).difference(self._owners), key=repr):
            self._ads.append(advertised(name, schedd, addresses.get(schedd) or f"<{schedd}:9618>", now))
            self._owners.append((name, schedd))
        self._indices: dict[str | None, list[int]] = defaultdict(list)
        """Of the ads of each schedd."""
        # Jobs of a snapshot may lack their schedd: the first ad of that submitter counts them, and no second one.
        taken: set[Owner] = set()
        self._counted: list[list[Owner]] = []
        """Whose jobs each ad counts."""
        for name, schedd in self._owners:
            owners = [owner for owner in dict.fromkeys(((name, schedd), (name, None))) if owner not in taken]
            taken.update(owners)
            self._counted.append(owners)
        self.schedds: dict[str, str] = {}
        """A schedd for each submitter."""
        for index, (name, schedd) in enumerate(self._owners):
            self._indices[schedd].append(index)
            if schedd is not None:
                self.schedds.setdefault(name, schedd)
        self._jobs: dict[str | None, tuple[float, float]] = {}
        """See `_jobs_at`, as far as it was asked for since the last update."""
        self._unseen: list[Counts] = []
        self._published: list[Counts] = []
        self.behind: set[str | None] = set()
        """Schedds to which jobs came after the last update before the beginning."""
        self._sent: dict[int, Ad] = {}
        """By index, the ads as a collector has them; those that a schedd sends anew are made when they are wanted."""
        self._all: tuple[Ad, ...] | None = None
        """All of them; None if one was sent anew."""
        self._sent_at: dict[str | None, float] = defaultdict(lambda: float(now))
        self._heard: dict[str | None, int] = {}
        """The second of the last update of each schedd that has sent one since the beginning."""
        self._heard_before: dict[str | None, int] = {}
        """The second of the last update of each schedd before the snapshot."""
        for (_, schedd), ad in zip(self._owners, self._ads[:given], strict=False):
            heard = integer_of(evaluator, ad, "LastHeardFrom")
            self._heard_before[schedd] = max(heard, self._heard_before.get(schedd, 0))

    def begin(self, present: Running) -> None:
        """Compare the counts in the ads with the jobs and slots that are there.

        What only the ads count, later ads count too. Idle jobs that an ad does not count came after it was sent.
        """
        counts = self._counts(present, range(len(self._ads)))
        for (_, schedd), ad, counted in zip(self._owners, self._ads, counts, strict=True):
            shown = [finite(self._clock.evaluator.attribute(attribute, ad)) for attribute in COUNTED]
            idle, running, *weights = (stated - known for stated, known in zip(shown, counted, strict=True))
            if idle < 0:
                self.behind.add(schedd)
                self._unseen.append((0, int(running), 0.0, weights[1]))
                self._published.append((shown[0], counted[1], shown[2], counted[3]))
            else:
                self._unseen.append((int(idle), int(running), weights[0], weights[1]))
                self._published.append(counted)
        self._sent, self._all, self._jobs = {}, None, {}

    @property
    def unseen_idle(self) -> int:
        """Idle jobs that ads count and no job ad stands for."""
        return int(sum(max(idle, 0) for idle, _, _, _ in self._unseen))

    def ads(self) -> tuple[Ad, ...]:
        """The ads as a collector has them; the same object as long as no schedd has sent others."""
        if self._all is None:
            self._sent |= {number: self._ad(number) for number in range(len(self._ads)) if number not in self._sent}
            self._all = tuple(map(self._sent.__getitem__, range(len(self._ads))))
        return self._all

    def _ad(self, number: int) -> Ad:
        ad, heard = self._ads[number], self._heard.get(self._owners[number][1])
        counts = zip(COUNTED, self._unseen[number], self._published[number], strict=True)
        now = {name: max(unseen + counted, 0) for name, unseen, counted in counts}
        if heard is not None:
            now["LastHeardFrom"] = heard
        return ad.replace({name: value for name, value in now.items() if name in ad})

    def heard(self, now: int) -> dict[str | None, int]:
        """The second of each schedd's last update before the snapshot; `now` for one without an ad in it."""
        return {schedd: self._heard_before.get(schedd, now) for _, schedd in self._owners}

    def idle_at(self, schedd: str | None) -> float:
        """How many idle jobs a schedd's last update showed."""
        return self._jobs_at(schedd)[0]

    def called(self, idle_only: bool) -> list[str | None]:
        """The schedds that a cycle calls: those whose last update showed jobs, with `idle_only` idle ones."""
        return [schedd for schedd in self._indices if any(self._jobs_at(schedd)[: 1 if idle_only else 2])]

    def _jobs_at(self, schedd: str | None) -> tuple[float, float]:
        known = self._jobs.get(schedd)
        if known is None:
            idle = running = 0.0
            for index in self._indices.get(schedd, ()):
                unseen, published = self._unseen[index], self._published[index]
                idle, running = idle + max(unseen[0] + published[0], 0), running + max(unseen[1] + published[1], 0)
            self._jobs[schedd] = known = idle, running
        return known

    def assume_sent(self, schedd: str | None, at: float) -> None:
        """When a schedd sent the ads that are known at the beginning."""
        self._sent_at[schedd] = at

    def sent_at(self, schedd: str | None) -> float:
        """When a schedd last sent its ads; the beginning of the simulation if that is not known."""
        return self._sent_at[schedd]

    def sent(self) -> dict[str | None, float]:
        """The same of each schedd that has sent them or was asked about."""
        return dict(self._sent_at)

    def publish(self, present: Running, schedd: str | None) -> None:
        """A schedd sends its ads with the present counts."""
        indices, now = self._indices.get(schedd, ()), self._clock.now
        for index, counted in zip(indices, self._counts(present, indices), strict=True):
            self._published[index] = counted
            self._sent.pop(index, None)
        self._sent_at[schedd], self._heard[schedd], self._all = now, int(now), None
        self._jobs.pop(schedd, None)

    def _counts(self, present: Running, indices: Sequence[int]) -> list[Counts]:
        """Idle and running jobs, and their weights, for these ads, as far as slots and jobs show them."""
        idle, weighted_idle = self._waiting.counts(), self._waiting.weights()
        tallies = idle, present.jobs, weighted_idle, present.weights
        counts = []
        for index in indices:
            jobs_idle, jobs_running, *weights = (
                sum(tally.get(owner, 0) for owner in self._counted[index]) for tally in tallies
            )
            counts.append((jobs_idle, jobs_running, weights[0], weights[1]))
        return counts


def advertised(name: str, schedd: str | None, address: str, now: int) -> Ad:
    """The ad of a submitter without jobs."""
    ad: dict[str, Value] = {"MyType": "Submitter", "Name": name, "ScheddName": schedd or "", "ScheddIpAddr": address}
    ad |= {"MyAddress": address, "SubmitterTag": "", "LastHeardFrom": now}
    return Ad(ad | dict.fromkeys(COUNTED, 0))


_RECORDED: Final = ("NumRunning", "NumSuspended", "NumIdle", "NumHeld")


class UserRecords:
    """The user records of schedds, brought up to the present; idle and held jobs keep the counts of the snapshot."""

    def __init__(self, pool: Pool, versions: Versions) -> None:
        self._users = Users.of_pool(pool, versions)
        self._evaluator = Evaluator(now=0)
        self._begun: Counter[UserKey] = Counter()
        """Jobs that have started, less those that are over, by schedd and user."""
        self._running: dict[Ad, UserKey] = {}
        """Whose the jobs that have started are."""
        self._given = pool.users
        self._ads = list(pool.users)
        self._indices: dict[UserKey, list[int]] = defaultdict(list)
        for index, ad in enumerate(pool.users):
            name, schedd = (text_of(self._evaluator, ad, attribute) for attribute in ("User", "ScheddName"))
            if name is not None:
                self._indices[schedd, name].append(index)
        self._changed = set(self._indices)
        """Whose ads are to be brought up to date."""

    def count(self, job: Job, change: int) -> None:
        """A job starts (1), or a run is over (-1)."""
        if self._given:
            # A job that is over has started.
            key = self._running.pop(job.ad, None) or self._key(job)
            if change > 0:
                self._running[job.ad] = key
            self._begun[key] += change
            self._changed.add(key)

    def may_start(self, job: Job) -> bool:
        """Whether the user of a job may have one more running."""
        room = self._users.room(job.ad)
        return room is None or self._begun[self._key(job)] < room

    def ads(self) -> tuple[Ad, ...]:
        """The records as they are by now; of users of whom no job started or ended, the same objects as before."""
        for key in self._changed:
            schedd, name = key
            user = self._users.known(name, schedd) or User(name)
            counts = max(user.running + self._begun[key], 0), 0, user.idle, user.held
            for index in self._indices.get(key, ()):
                self._ads[index] = self._given[index].replace(dict(zip(_RECORDED, counts, strict=True)))
        self._changed.clear()
        return tuple(self._ads)

    def _key(self, job: Job) -> UserKey:
        return schedd_of(job.ad, self._evaluator), user_of(job.ad, self._evaluator)
