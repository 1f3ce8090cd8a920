"""The schedds' side of a negotiation: what they offer in a visit, and which jobs got a claim."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from userprio.classad import Ad
from userprio.negotiation.jobs import JobQueue
from userprio.negotiation.requests import RequestList
from userprio.negotiation.settings import ScheddSettings
from userprio.negotiation.submitterads import Submitter


@dataclass(slots=True)
class Schedds:
    """All schedds of the pool; their queues shrink as jobs get claims."""

    settings: ScheddSettings
    queues: Mapping[tuple[str, str], JobQueue]
    """By advertised submitter name and schedd address."""
    running: Mapping[str, int]
    """Jobs running from each schedd, by address."""
    shown: Callable[[Ad], Ad]
    """What of a job's ad a request shows when it is asked for in a list."""
    claimed: Counter[str] = field(default_factory=Counter)
    """Claims that each got in this cycle, by address."""

    def prefetched(self, submitters: list[Submitter]) -> list[Callable[[], RequestList]]:
        """What each submitter's schedd offers in one spin: as that begins, or if so configured as its turn comes."""
        if self.settings.use_request_counts and self.settings.prefetch:
            return [partial(_same, self.requests(submitter)) for submitter in submitters]
        return [partial(self.requests, submitter) for submitter in submitters]

    def requests(self, submitter: Submitter) -> RequestList:
        """What its schedd offers of a submitter in one visit."""
        settings = self.settings
        offered = self._queue(submitter).requests(
            self._cap(submitter.schedd_address),
            submitter.job_prios,
            # Asked for one job at a time, a schedd sends whole ads.
            self.shown if settings.use_request_counts else _whole,
            one_each=settings.negotiate_all_jobs or not settings.use_request_counts,
        )
        # Asked for one job at a time, a schedd that negotiates all jobs keeps no memory of what was refused.
        remember = settings.use_request_counts or not settings.negotiate_all_jobs
        return RequestList(offered, use_counts=settings.use_request_counts, remember_rejections=remember)

    def _cap(self, address: str) -> int | None:
        caps = [] if self.settings.offer_cap is None else [self.settings.offer_cap]
        room = self._room(address)
        if room is not None:
            caps.append(room)
        return min(caps, default=None)

    def _room(self, address: str) -> int | None:
        """How many more jobs a schedd may run, claims that it just got counting as jobs (`shadowsSpawnLimit`)."""
        most = self.settings.max_jobs_running
        return None if most is None else max(most - self.running.get(address, 0) - self.claimed[address], 0)

    def claim(self, submitter: Submitter, named: str, can_use: Callable[[Ad], bool]) -> None:
        """A schedd gets a claim for the job that a request named; it turns it down where no job may run with it."""
        address = submitter.schedd_address
        if self._room(address) != 0 and self._queue(submitter).claim(named, can_use):
            self.claimed[address] += 1

    def _queue(self, submitter: Submitter) -> JobQueue:
        return self.queues.get((submitter.advertised_name, submitter.schedd_address), JobQueue())


def _whole(ad: Ad) -> Ad:
    return ad


def _same(requests: RequestList) -> RequestList:
    return requests
