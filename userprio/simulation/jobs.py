"""The jobs that wait, while a forecast starts them and their users hand in others."""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from userprio.classad import Ad, Evaluator, integer_of
from userprio.negotiation import finite
from userprio.schedd import Job, offered_jobs

Owner = tuple[str, str | None]
"""Submitter and schedd of a job."""

_WAITING: Final = 1
_WEIGHED_BY: Final = "RequestCpus"
"""What a schedd weighs an idle job by (`SCHEDD_SLOT_WEIGHT` as HTCondor ships it)."""


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
                self._put(owner, replace(job, kind=replace(job.kind, autocluster=job.cluster)))

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
        del queue[bisect_left(queue, job.order, key=_order)]
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

    def put_back(self, owner: Owner, job: Job) -> None:
        """A job that was preempted waits again, at its old place."""
        self._put(owner, job)

    def hand_in(self, owner: Owner, like: Job) -> None:
        """Another job like that one waits, behind all others."""
        self._put(owner, self.another(owner, like))

    def another(self, owner: Owner, like: Job) -> Job:
        """Another job like that one, with a number of its own; it does not wait yet."""
        cluster = self._next_cluster
        self._next_cluster += 1
        schedd = owner[1]
        ad = like.ad.replace(
            {
                "ClusterId": cluster,
                "ProcId": 0,
                "JobStatus": _WAITING,
                "CurrentHosts": 0,
                "GlobalJobId": None if schedd is None else f"{schedd}#{cluster}.0",
            }
        )
        return Job(cluster, 0, replace(like.kind, ad=ad))

    def _put(self, owner: Owner, job: Job) -> None:
        insort(self._queues[owner], job, key=_order)
        self._by_id[owner[1], job.id] = owner, job
        self._weights[owner] += self._weight(job)

    def _weight(self, job: Job) -> float:
        return finite(self._evaluator.attribute(_WEIGHED_BY, job.ad)) or 1.0


def _order(job: Job) -> tuple[float, ...]:
    """Cluster and proc are its end, so that no two jobs of a schedd have the same."""
    return job.order
