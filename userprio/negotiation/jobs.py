"""The idle jobs of each submitter at each schedd, in the order in which the schedd offers them."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from userprio.classad import Ad, Evaluator
from userprio.negotiation.requests import Request
from userprio.negotiation.slotads import flag_of, integer_of, text_of
from userprio.negotiation.submitterads import JobPrioRange, Submitter

IDLE = 1
VANILLA = 5
GRID = 9
UNMATCHED_UNIVERSES = frozenset({7, 11, 12})
"""Scheduler and local universe need no slot; parallel jobs are the dedicated scheduler's."""

Autocluster = Callable[[Ad], int]
"""The autocluster id of a job, -1 where schedds form none."""


@dataclass(frozen=True, slots=True)
class Job:
    """One idle job; `order` is its place among its submitter's jobs, smallest first (`prio_compar` of the schedd)."""

    cluster: int
    proc: int
    ad: Ad
    prio: int
    autocluster: int
    order: tuple[int, ...]

    @property
    def id(self) -> str:
        """cluster.proc."""
        return f"{self.cluster}.{self.proc}"


@dataclass(slots=True)
class JobQueue:
    """The jobs of one submitter at one schedd that have no match yet, in the order in which they are offered."""

    jobs: list[Job] = field(default_factory=list)

    def requests(self, cap: int | None, prios: JobPrioRange, *, one_each: bool) -> list[Request]:
        """What the schedd offers in one visit: neighbours of one autocluster together, at most `cap` jobs in all.

        `one_each` gives every job a request of its own.
        """
        offered: list[Request] = []
        left = len(self.jobs) if cap is None else cap
        for job in self.jobs:
            if left <= 0:
                break
            if not prios.low <= job.prio <= prios.high:
                continue
            group = job.cluster if job.autocluster < 0 else job.autocluster
            last = offered[-1] if offered else None
            if last is not None and last.group == group and not one_each:
                last.jobs.append(job.id)
            else:
                offered.append(Request(job.id, job.ad, job.autocluster, group, [job.id]))
            left -= 1
        return offered

    def take(self, ids: Collection[str]) -> None:
        """Jobs that got a claim are not offered again in this cycle."""
        if ids:
            self.jobs = [job for job in self.jobs if job.id not in ids]


def job_queues(
    ads: Iterable[Ad],
    submitters: Iterable[Submitter],
    autocluster: Autocluster,
    wanted: Callable[[Ad], bool],
    evaluator: Evaluator,
) -> tuple[dict[tuple[str, str], JobQueue], dict[str, int]]:
    """The queue of each (advertised name, schedd address), and by name how many jobs are of none of these submitters.

    `wanted` is NEGOTIATOR_JOB_CONSTRAINT, which schedds apply.
    """
    directory = _Directory(submitters)
    jobs: dict[tuple[str, str], list[Job]] = defaultdict(list)
    lost: dict[str, int] = defaultdict(int)
    for ad in ads:
        if not _runnable(ad, evaluator):
            continue
        name = submitter_of(ad, evaluator)
        owner = directory.find(name, _schedd_of(ad, evaluator))
        if owner is None:
            lost[name] += 1
        elif wanted(ad):
            jobs[owner].append(_job(ad, autocluster(ad), evaluator))
    queues = {owner: JobQueue(sorted(theirs, key=lambda job: job.order)) for owner, theirs in jobs.items()}
    return queues, dict(lost)


def submitter_of(ad: Ad, evaluator: Evaluator) -> str:
    """The name under which a schedd advertises the submitter of a job: accounting group or user, and the domain."""
    user = text_of(evaluator, ad, "User") or text_of(evaluator, ad, "Owner") or ""
    owner, at, domain = user.rpartition("@")
    if not at:
        owner, domain = user, ""
    group = text_of(evaluator, ad, "AccountingGroup")
    if not group:
        group = f"nice-user.{owner}" if flag_of(evaluator, ad, "NiceUser") else owner
    return f"{group}@{domain}" if at else group


class _Directory:
    """Finds the submitter ad that speaks for a job, by name and schedd, with less if that is all there is."""

    def __init__(self, submitters: Iterable[Submitter]) -> None:
        self._by_name: dict[str, list[Submitter]] = defaultdict(list)
        for submitter in submitters:
            for name in {submitter.advertised_name, submitter.advertised_name.rpartition("@")[0]}:
                self._by_name[name].append(submitter)

    def find(self, name: str, schedd: str | None) -> tuple[str, str] | None:
        """(advertised name, schedd address).

        Without the exact name, the one before the @ will do: a schedd may advertise another domain than its users'.
        """
        entries = self._by_name.get(name) or self._by_name.get(name.rpartition("@")[0] or name)
        if not entries:
            return None
        best = next((entry for entry in entries if entry.schedd_name == schedd), entries[0])
        return best.advertised_name, best.schedd_address


def _schedd_of(ad: Ad, evaluator: Evaluator) -> str | None:
    """The schedd's name, which begins `GlobalJobId`."""
    global_id = text_of(evaluator, ad, "GlobalJobId")
    return global_id.partition("#")[0] if global_id else text_of(evaluator, ad, "ScheddName")


def _runnable(ad: Ad, evaluator: Evaluator) -> bool:
    """Whether its schedd would offer a job (`Runnable` of the schedd)."""
    if integer_of(evaluator, ad, "JobStatus", IDLE) != IDLE or flag_of(evaluator, ad, "IsNoopJob"):
        return False
    universe = integer_of(evaluator, ad, "JobUniverse", VANILLA)
    if universe in UNMATCHED_UNIVERSES or (universe == GRID and not flag_of(evaluator, ad, "WantMatching")):
        return False
    if integer_of(evaluator, ad, "JobCoolDownExpiration", -1) >= evaluator.now:
        return False
    return integer_of(evaluator, ad, "CurrentHosts", 0) < integer_of(evaluator, ad, "MaxHosts", 1)


def _job(ad: Ad, autocluster: int, evaluator: Evaluator) -> Job:
    cluster, proc = integer_of(evaluator, ad, "ClusterId"), integer_of(evaluator, ad, "ProcId")
    prio = integer_of(evaluator, ad, "JobPrio")
    before = [-integer_of(evaluator, ad, name) for name in ("PreJobPrio1", "PreJobPrio2")]
    after = [-integer_of(evaluator, ad, name) for name in ("PostJobPrio1", "PostJobPrio2")]
    return Job(cluster, proc, ad, prio, autocluster, (*before, -prio, *after, cluster, proc))
