"""What a simulated pool is given to do: how long jobs run, which come later, what follows a job that is over."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from msgspec import Struct, field

from userprio.classad import Ad
from userprio.negotiation.schedd import Job
from userprio.simulation.claimed import Claim, Owner
from userprio.simulation.demand import JobLengths, spread
from userprio.simulation.result import Demand

_TO_TELL_S: Final = 3.0
"""More than the time from the end of a job until a negotiator knows of it."""


class Arrival(Struct, frozen=True):
    """A job that is submitted at a time, seconds since the epoch."""

    at: float
    ad: Ad


class Workload(Protocol):
    """What there is to do."""

    @property
    def arrivals(self) -> Sequence[Arrival]:
        """The jobs that come later, in the order of time."""

    @property
    def endless(self) -> bool:
        """Whether each job that ends is followed by another like it."""

    def length_s(self, owner: Owner, job: Job) -> float:
        """How long a job runs that starts now, if nothing interrupts it."""

    def left_s(self, claim: Claim, now: float) -> float:
        """How long the job of a claim, running as the simulation begins, goes on."""

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """How long a job takes to end once it is told to (soft kill); infinite: until it is killed."""


class ExpectedWork:
    """What a snapshot suggests: lengths spread around each submitter's mean, from half to one and a half of it."""

    arrivals: Sequence[Arrival] = ()

    def __init__(self, lengths: JobLengths, demand: Demand) -> None:
        self.endless = demand is Demand.CONSTANT
        self._lengths = lengths
        self._spread = spread()

    def length_s(self, owner: Owner, job: Job) -> float:
        """The next of the lengths around the submitter's mean."""
        return self._mean(owner[0]) * (0.5 + next(self._spread))

    def left_s(self, claim: Claim, now: float) -> float:
        """What is left of such a length."""
        mean = self._mean(claim.submitter)
        left = claim.job_began_at + mean * (0.5 + next(self._spread)) - now
        # A job that has run for longer may end at any time.
        return left if left > 0 else mean * next(self._spread)

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """Jobs end at once when they are told to."""
        return 0.0

    def _mean(self, submitter: str) -> float:
        return self._lengths.of(submitter).seconds


class SteppedWork:
    """Endless work whose jobs run for whole cycles, a few in the mean, so that none of their slots stands empty."""

    arrivals: Sequence[Arrival] = ()
    endless = True

    def __init__(self, step_s: int, mean_steps: int) -> None:
        self._step_s, self._mean_steps = step_s, mean_steps
        self._spread = spread()

    def length_s(self, owner: Owner, job: Job) -> float:
        """A whole number of cycles, less the moments that it takes to report the end."""
        return self._steps() * self._step_s - _TO_TELL_S

    def left_s(self, claim: Claim, now: float) -> float:
        """As of one that begins now."""
        return self._steps() * self._step_s - _TO_TELL_S

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """Jobs end at once when they are told to."""
        return 0.0

    def _steps(self) -> int:
        return max(round(self._mean_steps * (0.5 + next(self._spread))), 1)


class RecordedWork(Struct, frozen=True):
    """What a history tells: each job with its own length, by schedd and cluster.proc."""

    lengths_s: Mapping[tuple[str | None, str], float]
    arrivals: Sequence[Arrival] = ()
    unknown_s: float = 3600.0
    """Of a job whose length nothing tells."""
    endless: bool = False
    leave_in_s: Mapping[tuple[str | None, str], float] = field(default_factory=dict)
    """Jobs that do not end at once when they are told to, and how long they take; infinite: they ignore it."""

    def length_s(self, owner: Owner, job: Job) -> float:
        """The length that it had."""
        return self.lengths_s.get((owner[1], job.id), self.unknown_s)

    def left_s(self, claim: Claim, now: float) -> float:
        """What is left of it."""
        length = self.unknown_s if claim.owner is None or claim.job is None else self.length_s(claim.owner, claim.job)
        return max(claim.job_began_at + length - now, 0.0)

    def leaving_s(self, owner: Owner, job: Job) -> float:
        """How long it took, if it is known."""
        return self.leave_in_s.get((owner[1], job.id), 0.0)
