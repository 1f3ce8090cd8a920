"""The queues of a simulated pool: which jobs wait, in the order in which their schedds offer them."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.classad import Ad, Evaluator, integer_of, number_of, text_of
from userprio.negotiation import finite
from userprio.negotiation.schedd import IDLE, VANILLA, Job, offered_jobs
from userprio.pool import Batch, BatchEdit, Batches
from userprio.simulation.slots import Claim, Owner, SimulatedSlot, fits

_WEIGHED_BY: Final = "RequestCpus"
"""What a schedd weighs an idle job by (`SCHEDD_SLOT_WEIGHT` as HTCondor ships it)."""
_AD: Final = attrgetter("kind.ad")
_AUTOCLUSTER: Final = attrgetter("kind.autocluster")
_RUNNING: Final = 2


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
        self._by_id: dict[tuple[str | None, str], tuple[Owner, Job]] = {}
        self._next_cluster = 1 + max((integer_of(evaluator, ad, "ClusterId") for ad in ads), default=0)
        for owner, jobs in offered_jobs(ads, evaluator).items():
            for job in jobs:
                # A snapshot may hold a job twice; a schedd has one of each number.
                if not self.waits(owner, job):
                    self.put(owner, job)

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
        return Batches([self._handed_out[owner].ads for owner in self._queues], edits)

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
    claimed: Iterable[tuple[SimulatedSlot, Claim]],
    ads: Iterable[Ad],
    waiting: WaitingJobs,
    schedds: Mapping[str, str],
    evaluator: Evaluator,
) -> Iterator[tuple[Claim, Owner, Job]]:
    """The job of each claim and its owner; claims of a submitter that no schedd advertises are left out.

    It is the job that the slot names, if its ad is there; otherwise a copy of one of the submitter's waiting jobs that
    asks for as many cores and fits, or else a job that asks for the slot as it is. `schedds` names one for each.
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
            offered = offered_jobs([own.replace({"JobStatus": IDLE, "CurrentHosts": 0})], evaluator)
            yield from ((claim, owner, job) for owner, jobs in offered.items() for job in jobs)
            continue
        owner = waiting.owner_of(schedds[submitter], submitter) or (submitter, schedds[submitter])
        like = waiting.first(owner, partial(_as_large, slot=slot, evaluator=evaluator))
        yield claim, owner, waiting.another(owner, like or _imagined(slot, owner, evaluator))


def _as_large(job: Job, slot: SimulatedSlot, evaluator: Evaluator) -> bool:
    cores = number_of(evaluator, job.ad, "RequestCpus") or 1
    return cores == (number_of(evaluator, slot.ad, "Cpus") or 1) and fits(job, slot, evaluator)


def _imagined(slot: SimulatedSlot, owner: Owner, evaluator: Evaluator) -> Job:
    """A job that asks for exactly what the slot has."""
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
