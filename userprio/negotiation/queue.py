"""The runnable jobs of one submitter at one schedd, in the order in which they are offered."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from userprio.classad import Ad
from userprio.negotiation.requests import Neighbours
from userprio.negotiation.submitterads import JobPrioRange


@dataclass(frozen=True, slots=True, eq=False)
class JobKind:
    """What jobs that read the same have in common, but for their ids."""

    ad: Ad
    """That of one of them."""
    prio: int
    autocluster: int
    order: tuple[float, ...]
    """Place among the submitter's jobs, smallest first, before ids are looked at (`prio_compar` of the schedd)."""
    wanted: bool
    """They meet NEGOTIATOR_JOB_CONSTRAINT. If not they are not offered, but may still get a claim that another left."""


@dataclass(frozen=True, slots=True)
class Job:
    """One idle job."""

    cluster: int
    proc: int
    kind: JobKind

    @property
    def id(self) -> str:
        """cluster.proc."""
        return f"{self.cluster}.{self.proc}"

    @property
    def ad(self) -> Ad:
        """Its ad, or that of a job like it."""
        return self.kind.ad

    @property
    def autocluster(self) -> int:
        """-1 where schedds form none."""
        return self.kind.autocluster

    @property
    def wanted(self) -> bool:
        """It meets NEGOTIATOR_JOB_CONSTRAINT."""
        return self.kind.wanted

    @property
    def order(self) -> tuple[float, ...]:
        """Its place among its submitter's jobs, smallest first."""
        return (*self.kind.order, self.cluster, self.proc)

    @property
    def group(self) -> int:
        """What makes jobs alike for the schedd: the autocluster, or without any the cluster."""
        return self.cluster if self.kind.autocluster < 0 else self.kind.autocluster


class JobQueue:
    """The jobs by their places, from 0.

    A schedd makes this list once a cycle. A job that got a claim stays in it, and is marked only when the schedd comes
    across it in search of a job for another match. Until then it parts or lengthens requests, though it is not offered.
    """

    def __init__(self, jobs: Iterable[Job] = ()) -> None:
        self._jobs = sorted(jobs, key=lambda job: (job.kind.order, job.cluster, job.proc))
        self._claimed = bytearray(len(self._jobs))
        """Which jobs got a claim in this cycle."""
        self._seen_claimed = bytearray(len(self._jobs))
        """Of which of them the list knows."""
        self._head = 0
        self._named: dict[str, int] = {}
        self._neighbours: dict[tuple[JobPrioRange, bool], list[Neighbours]] = {}

    @property
    def jobs(self) -> list[Job]:
        """All jobs, those with a claim too."""
        return self._jobs

    def neighbours(self, prios: JobPrioRange, *, one_each: bool) -> list[Neighbours]:
        """Places of jobs that follow each other and are of one group; claims not known to the list change nothing.

        With `one_each` (NEGOTIATE_ALL_JOBS_IN_CLUSTER) every job is by itself, and an autocluster by its place in the
        schedd's list, in which those stand too that do not meet NEGOTIATOR_JOB_CONSTRAINT.
        """
        known = self._neighbours.get((prios, one_each))
        if known is None:
            known = self._neighbours[prios, one_each] = list(self._grouped(prios, one_each))
        return known

    def _grouped(self, prios: JobPrioRange, one_each: bool) -> Iterator[Neighbours]:
        jobs, seen = self._jobs, self._seen_claimed
        listed = (
            place
            for place in range(self._head, len(jobs))
            if not seen[place] and prios.low <= jobs[place].kind.prio <= prios.high
        )
        if one_each:
            return (Neighbours((place,), number) for number, place in enumerate(listed, 1) if jobs[place].kind.wanted)
        groups = groupby((place for place in listed if jobs[place].kind.wanted), key=lambda place: jobs[place].group)
        members = (tuple(alike) for _, alike in groups)
        return (Neighbours(alike, jobs[alike[0]].autocluster) for alike in members)

    def job(self, place: int) -> Job:
        """The job at a place."""
        return self._jobs[place]

    def name(self, place: int) -> str:
        """The id of the job at a place, by which it can be claimed."""
        named = self._jobs[place].id
        self._named[named] = place
        return named

    def place(self, named: str) -> int:
        """Where the job of this id (cluster.proc) stands."""
        place = self._named.get(named)
        if place is None:
            place = self._named[named] = next(place for place, job in enumerate(self._jobs) if job.id == named)
        return place

    def has_claim(self, place: int) -> bool:
        """Whether the job at a place got a claim in this cycle."""
        return bool(self._claimed[place])

    def claim(self, named: str, can_use: Callable[[Ad], bool]) -> bool:
        """A job gets a claim, and is not offered again in this cycle (`MainScheddNegotiate::scheduler_handleMatch`).

        It is the job that the request named. When that has one already, it is the first job of the submitter, of
        whatever request, that can use the slot (`FindRunnableJob`); where none can, the answer is False.
        """
        place = self.place(named)
        if not self._claimed[place]:
            self._claimed[place] = True
            return True
        found = self._other(can_use)
        self._neighbours.clear()
        self._head = self._seen_claimed.find(0, self._head)
        if self._head < 0:
            self._head = len(self._jobs)
        return found

    def _other(self, can_use: Callable[[Ad], bool]) -> bool:
        refused: set[int] = set()
        for place in range(self._head, len(self._jobs)):
            job = self._jobs[place]
            if job.group in refused:
                continue
            self._seen_claimed[place] = self._claimed[place]
            if self._claimed[place]:
                continue
            if can_use(job.ad):
                self._claimed[place] = True
                return True
            refused.add(job.group)
        return False
