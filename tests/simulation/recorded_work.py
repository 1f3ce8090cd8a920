"""Work whose lengths are all known, for simulations of recorded pools and of tiny ones."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field

from userprio.classad import Ad, Evaluator
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import ScenarioData
from userprio.simulation.slots import Claim, Owner
from userprio.simulation.world import SENT_S, CycleTimes, World


class Arrival(Struct, frozen=True):
    """A job that is submitted at a time, seconds since the epoch."""

    at: float
    ad: Ad


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


def recorded_world(
    scenario: ScenarioData,
    work: RecordedWork,
    times: CycleTimes | None = None,
    sent_s: Callable[[str | None], float] = lambda schedd: SENT_S,
) -> World:
    """The pool at its beginning; the jobs that come later are in the order of time."""
    evaluator = Evaluator(scenario.now)
    coming = [
        (arrival.at, owner, job)
        for arrival in work.arrivals
        for owner, jobs in offered_jobs([arrival.ad], evaluator).items()
        for job in jobs
    ]
    world = World(scenario, work, times, expected={owner for _, owner, _ in coming}, sent_s=sent_s)
    world.feed(coming)
    return world
