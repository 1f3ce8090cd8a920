"""The schedds' side of a negotiation: what they offer in a visit, and which jobs got a claim."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from userprio.negotiation.jobs import JobQueue
from userprio.negotiation.requests import RequestList
from userprio.negotiation.settings import ScheddSettings
from userprio.negotiation.submitterads import Submitter


@dataclass(frozen=True, slots=True)
class Schedds:
    """All schedds of the pool; their queues shrink as jobs get claims."""

    settings: ScheddSettings
    queues: Mapping[tuple[str, str], JobQueue]
    """By advertised submitter name and schedd address."""
    running: Mapping[str, int]
    """Jobs running from each schedd, by address."""

    def requests(self, submitter: Submitter) -> RequestList:
        """What its schedd offers of a submitter in one visit."""
        settings = self.settings
        queue = self.queues.get((submitter.advertised_name, submitter.schedd_address), JobQueue())
        offered = queue.requests(
            self._cap(submitter.schedd_address),
            submitter.job_prios,
            one_each=settings.negotiate_all_jobs or not settings.use_request_counts,
        )
        # Asked for one job at a time, a schedd that negotiates all jobs keeps no memory of what was refused.
        remember = settings.use_request_counts or not settings.negotiate_all_jobs
        return RequestList(offered, use_counts=settings.use_request_counts, remember_rejections=remember)

    def _cap(self, address: str) -> int | None:
        caps = [] if self.settings.offer_cap is None else [self.settings.offer_cap]
        if self.settings.max_jobs_running is not None:
            caps.append(max(self.settings.max_jobs_running - self.running.get(address, 0), 0))
        return min(caps, default=None)

    def claim(self, submitter: Submitter, jobs: Collection[str]) -> None:
        """These jobs of a submitter got a claim and are not offered again."""
        queue = self.queues.get((submitter.advertised_name, submitter.schedd_address))
        if queue is not None:
            queue.take(jobs)
