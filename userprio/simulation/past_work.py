"""How long the jobs of a history run when its period is replayed, and how long they take to leave."""

import math
from collections.abc import Callable, Sequence
from typing import Final

from userprio.negotiation.schedd import Job
from userprio.simulation.claimed import Claim, Owner
from userprio.simulation.claims import END_S, START_S
from userprio.simulation.history import Fate, JobKey, PastJob
from userprio.simulation.lengths import Lengths, Span
from userprio.simulation.workload import Arrival

_UNKNOWN_S: Final = 3600.0
"""Of jobs of which no history tells how long any ran."""
_TO_START_S: Final = (START_S + END_S) / 2
"""From the present to the start of a job, after a match or after another job."""


class PastWork:
    """How long jobs run: as long as they did. One whose end is not known runs as long as the median of its submitter's
    jobs that ran for longer than it is known to have run (of the product-limit estimate), or else of everybody's.
    """

    endless = False
    arrivals: Sequence[Arrival] = ()

    def __init__(self, jobs: Sequence[PastJob], until: float, ends: float | None) -> None:
        """`until` is the end of the period; `ends` as in `Fractions`."""
        self.now: Callable[[], float] = lambda: 0.0
        """The present."""
        self._ends = ends
        self._usual: dict[str, Lengths] = {}
        """Those of each submitter some of whose jobs came to their end."""
        spans: dict[str, list[Span]] = {}
        for job in jobs:
            length = _ran_s(job, until) if job.length_s is None else job.length_s
            if length > 0 or job.length_s is not None:
                spans.setdefault(job.submitter, []).append(Span(length, job.length_s is not None))
        for name, own in spans.items():
            if any(span.over for span in own):
                self._usual[name] = Lengths(own)
        over = [span for own in spans.values() for span in own]
        self._of_all = Lengths(over) if any(span.over for span in over) else None
        self._stays = {_name(job): job.killed for job in jobs if job.killed is not None}
        known: dict[str, list[bool]] = {}
        for job in jobs:
            if job.killed is not None:
                known.setdefault(job.submitter, []).append(job.killed)
        self._staying = {name for name, killed in known.items() if 2 * sum(killed) > len(killed)}
        """Submitters most of whose jobs had to be killed."""
        self._lengths = {_name(job): self._length_s(job, until) for job in jobs}

    def length_s(self, owner: Owner, job: Job) -> float:
        """How long the job runs."""
        length = self._lengths.get((owner[1], job.id))
        if length is None:
            length = self._lengths.get((owner[1], job.id.partition(".")[0]))
        if length is None:
            return self._usual_s(owner[0])
        if self._ends is None:
            return length
        return max(length + self._ends - (self.now() + _TO_START_S) % 1 - END_S, 0.0)

    def left_s(self, claim: Claim, now: float) -> float:
        """What is left of the job as the period begins."""
        length = self._usual_s(claim.submitter)
        if claim.owner is not None and claim.job is not None:
            length = self.length_s(claim.owner, claim.job)
        return max(claim.job_began_at + length - now, 0.0)

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """Jobs that had to be killed stay until they are, and so do others of submitters most of whose jobs had to be;
        the rest end at once when they are told to: no history tells how long they took.
        """
        stays = self._stays.get((owner[1], job.id), owner[0] in self._staying)
        return math.inf if stays else 0.0

    def _length_s(self, job: PastJob, until: float) -> float:
        if job.length_s is None:
            return self._usual_s(job.submitter, _ran_s(job, until))
        # The record of a removed job does not tell when its run was over.
        if self._ends is None or job.fate is not Fate.COMPLETED or job.ended_at is None or job.last_started_at is None:
            return job.length_s
        return job.ended_at - job.last_started_at

    def _usual_s(self, submitter: str, ran_s: float = 0.0) -> float:
        """How long a submitter's jobs run, by the median of those that ran for longer than `ran_s`."""
        usual = self._usual.get(submitter, self._of_all)
        return max(_UNKNOWN_S, ran_s) if usual is None else usual.median_s(ran_s)


def _name(job: PastJob) -> JobKey:
    """The key of a job; that of a trace's job in pieces without the number of the piece."""
    return (job.schedd, job.id.partition(".")[0]) if job.pieces > 1 else job.key


def _ran_s(job: PastJob, until: float) -> float:
    """How long a job whose end is not known has run at a stretch, at least."""
    goes_on = job.fate is Fate.RUNNING and job.last_started_at is not None
    before = job.runs - goes_on
    return max(
        until - job.last_started_at if goes_on and job.last_started_at is not None else 0.0,
        job.earlier_s / before if before > 0 else 0.0,
    )
