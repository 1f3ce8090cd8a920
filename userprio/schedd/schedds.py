"""The schedds' side of a negotiation: what they offer in a visit, and which jobs got a claim."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from userprio.classad import Ad
from userprio.pool import ScheddSettings, Submitter
from userprio.schedd.queue import Job, JobQueue, Jobs
from userprio.schedd.requests import Negotiation, Request, RequestList, fetch


@dataclass(frozen=True, slots=True)
class Taken:
    """A claim that a schedd has, and the job it has it for."""

    job: Job
    queue: JobQueue
    """Whose other jobs may run on what is left of the slot."""
    schedd_address: str


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

    def representatives(self) -> list[Ad]:
        """The ad of one job of each autocluster, and those of all jobs that are in none."""
        ads: dict[object, Ad] = {}
        for kind in dict.fromkeys(kind for queue in self.queues.values() for kind in queue.jobs.kinds):
            ads.setdefault(kind if kind.autocluster < 0 else kind.autocluster, kind.ad)
        return list(ads.values())

    def prefetched(self, submitters: list[Submitter]) -> list[Callable[[], RequestList]]:
        """The requests of each submitter in one spin, the first fetched as that begins, or if so configured in a visit.

        The schedd starts its part anew for the visit, whatever it sent before.
        """
        if not self.settings.prefetch:
            return [partial(self.requests, submitter) for submitter in submitters]
        return [
            partial(self.requests, submitter, fetch(self._negotiation(submitter), self.settings.fetching))
            for submitter in submitters
        ]

    def requests(self, submitter: Submitter, prefetched: list[Request] | None = None) -> RequestList:
        """What its schedd offers of a submitter in one visit."""
        return RequestList(self._negotiation(submitter), self.settings.fetching, prefetched)

    def _negotiation(self, submitter: Submitter) -> Negotiation:
        settings, queue, address = self.settings, self.queue(submitter), submitter.schedd_address
        # Asked for one job at a time, a schedd sends whole ads.
        shown = self.shown if settings.fetching.list_size > 1 else _whole

        def waits(place: int) -> bool:
            return not queue.has_claim(place)

        def request(place: int, count: int) -> Request:
            job = queue.job(place)
            return Request(queue.name(place), shown(job.ad), job.autocluster, count)

        def number(offered: Request) -> int:
            """What the negotiator sends back with a rejection: the autocluster, also where a job's place counts."""
            told = (
                queue.job(queue.place(offered.first)).ad.source("AutoClusterId")
                if settings.negotiate_all_jobs
                else None
            )
            return int(told) if told is not None and told.isdigit() else offered.autocluster

        full = self.room(address) == 0
        return Negotiation(
            [] if full else queue.neighbours(submitter.job_prios, one_each=settings.negotiate_all_jobs),
            waits,
            request,
            settings.offer_cap,
            lambda: self.room(address),
            number,
        )

    def room(self, address: str) -> int | None:
        """How many more jobs a schedd may run, claims that it just got counting as jobs (`shadowsSpawnLimit`)."""
        most = self.settings.max_jobs_running
        return None if most is None else max(most - self.running.get(address, 0) - self.claimed[address], 0)

    def claim(self, submitter: Submitter, named: str, can_use: Callable[[Ad], bool]) -> Taken | None:
        """A schedd gets a claim for the job that a request named; it turns it down where no job may run with it."""
        address, queue = submitter.schedd_address, self.queue(submitter)
        job = None if self.room(address) == 0 else queue.claim(named, can_use)
        if job is None:
            return None
        self.claimed[address] += 1
        return Taken(job, queue, address)

    def queue(self, submitter: Submitter) -> JobQueue:
        """The idle jobs that an ad of a submitter speaks for."""
        found = self.queues.get((submitter.advertised_name, submitter.schedd_address))
        return JobQueue(Jobs()) if found is None else found


def _whole(ad: Ad) -> Ad:
    return ad
