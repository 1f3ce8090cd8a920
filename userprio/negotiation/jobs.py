"""The idle jobs of each submitter at each schedd, in the order in which the schedd offers them."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from itertools import groupby, islice

from userprio.classad import Ad, Evaluator
from userprio.negotiation.requests import Neighbours
from userprio.negotiation.slotads import flag_of, integer_of, text_of
from userprio.negotiation.submitterads import JobPrioRange, Submitter

IDLE = 1
VANILLA = 5
GRID = 9
UNMATCHED_UNIVERSES = frozenset({7, 11, 12})
"""Scheduler and local universe need no slot; parallel jobs are the dedicated scheduler's."""

Autocluster = Callable[[Ad], int]
"""The autocluster id of a job, -1 where schedds form none."""

JobOrder = Callable[[Ad], tuple[float, ...]]
"""A key of a job ad in place of the schedd's own priorities, smallest first; equals go by cluster and proc."""


@dataclass(frozen=True, slots=True)
class Job:
    """One idle job; `order` is its place among its submitter's jobs, smallest first (`prio_compar` of the schedd)."""

    cluster: int
    proc: int
    ad: Ad
    prio: int
    autocluster: int
    order: tuple[float, ...]
    wanted: bool
    """It meets NEGOTIATOR_JOB_CONSTRAINT. If not it is not offered, but may still get a claim that another left."""

    @property
    def id(self) -> str:
        """cluster.proc."""
        return f"{self.cluster}.{self.proc}"

    @property
    def group(self) -> int:
        """What makes jobs alike for the schedd: the autocluster, or without any the cluster."""
        return self.cluster if self.autocluster < 0 else self.autocluster


@dataclass(slots=True)
class _Place:
    """A job in its schedd's list of runnable jobs (`prio_rec`)."""

    job: Job
    claimed: bool = False
    """It got a claim in this cycle."""
    seen_claimed: bool = False
    """The list says so too; until it does, the job still stands between its neighbours."""


class JobQueue:
    """The runnable jobs of one submitter at one schedd, in the order in which they are offered.

    A schedd makes this list once a cycle. A job that got a claim stays in it, and is marked only when the schedd comes
    across it in search of a job for another match. Until then it parts or lengthens requests, though it is not offered.
    """

    def __init__(self, jobs: Iterable[Job] = ()) -> None:
        self._places = [_Place(job) for job in sorted(jobs, key=lambda job: job.order)]
        self._by_id = {place.job.id: place for place in self._places}
        self._head = 0

    @property
    def jobs(self) -> list[Job]:
        """All jobs, those with a claim too."""
        return [place.job for place in self._places]

    def neighbours(self, prios: JobPrioRange, *, one_each: bool) -> list[Neighbours]:
        """Jobs that follow each other and are of one group; claims that the list does not know of change nothing.

        With `one_each` (NEGOTIATE_ALL_JOBS_IN_CLUSTER) every job is by itself, and an autocluster by its place in the
        schedd's list, in which those stand too that do not meet NEGOTIATOR_JOB_CONSTRAINT.
        """
        listed = (
            place.job
            for place in islice(self._places, self._head, None)
            if not place.seen_claimed and prios.low <= place.job.prio <= prios.high
        )
        if one_each:
            return [Neighbours((job.id,), number) for number, job in enumerate(listed, 1) if job.wanted]
        groups = groupby((job for job in listed if job.wanted), key=lambda job: job.group)
        members = (list(alike) for _, alike in groups)
        return [Neighbours(tuple(job.id for job in alike), alike[0].autocluster) for alike in members]

    def job(self, named: str) -> Job:
        """The job (cluster.proc) of this name."""
        return self._by_id[named].job

    def has_claim(self, named: str) -> bool:
        """Whether the job of this name got a claim in this cycle."""
        return self._by_id[named].claimed

    def claim(self, named: str, can_use: Callable[[Ad], bool]) -> bool:
        """A job gets a claim, and is not offered again in this cycle (`MainScheddNegotiate::scheduler_handleMatch`).

        It is the job that the request named. When that has one already, it is the first job of the submitter, of
        whatever request, that can use the slot (`FindRunnableJob`); where none can, the answer is False.
        """
        place = self._by_id[named]
        if not place.claimed:
            place.claimed = True
            return True
        found = self._other(can_use)
        while self._head < len(self._places) and self._places[self._head].seen_claimed:
            self._head += 1
        return found

    def _other(self, can_use: Callable[[Ad], bool]) -> bool:
        refused: set[int] = set()
        for place in islice(self._places, self._head, None):
            if place.job.group in refused:
                continue
            place.seen_claimed = place.claimed
            if place.claimed:
                continue
            if can_use(place.job.ad):
                place.claimed = True
                return True
            refused.add(place.job.group)
        return False


def job_queues(
    ads: Iterable[Ad],
    submitters: Iterable[Submitter],
    autocluster: Autocluster,
    wanted: Callable[[Ad], bool],
    evaluator: Evaluator,
    job_order: JobOrder | None = None,
    schedds: Container[str | None] = (),
) -> tuple[dict[tuple[str, str], JobQueue], dict[str, int]]:
    """The queue of each (advertised name, schedd address), and by name how many jobs are of none of these submitters.

    `wanted` is NEGOTIATOR_JOB_CONSTRAINT, which schedds apply. `schedds` names those that advertise submitters, of whom
    not all need take part.
    """
    directory = _Directory(submitters, schedds)
    jobs: dict[tuple[str, str], list[Job]] = defaultdict(list)
    lost: dict[str, int] = defaultdict(int)
    for ad in ads:
        if not _runnable(ad, evaluator):
            continue
        name = submitter_of(ad, evaluator)
        owner = directory.find(name, _schedd_of(ad, evaluator))
        if owner is None:
            lost[name] += 1
        else:
            jobs[owner].append(_job(ad, autocluster(ad), wanted(ad), evaluator, job_order))
    queues = {owner: JobQueue(theirs) for owner, theirs in jobs.items()}
    return queues, dict(lost)


def offered_jobs(
    ads: Iterable[Ad], evaluator: Evaluator, job_order: JobOrder | None = None
) -> dict[tuple[str, str | None], list[Job]]:
    """The idle jobs of each (submitter, schedd name) as its schedd would offer them, whoever takes part in a cycle."""
    jobs: dict[tuple[str, str | None], list[Job]] = defaultdict(list)
    for ad in ads:
        if _runnable(ad, evaluator):
            owner = submitter_of(ad, evaluator), _schedd_of(ad, evaluator)
            jobs[owner].append(_job(ad, -1, True, evaluator, job_order))
    return {owner: sorted(theirs, key=lambda job: job.order) for owner, theirs in jobs.items()}


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

    def __init__(self, submitters: Iterable[Submitter], schedds: Container[str | None]) -> None:
        self._schedds = schedds
        self._by_name: dict[str, list[Submitter]] = defaultdict(list)
        for submitter in submitters:
            for name in {submitter.advertised_name, submitter.advertised_name.rpartition("@")[0]}:
                self._by_name[name].append(submitter)

    def find(self, name: str, schedd: str | None) -> tuple[str, str] | None:
        """(advertised name, schedd address).

        Without the exact name, the one before the @ will do: a schedd may advertise another domain than its users'.
        Another schedd's submitter will do only where the job's own schedd is not known.
        """
        entries = self._by_name.get(name) or self._by_name.get(name.rpartition("@")[0] or name)
        if not entries:
            return None
        own = next((entry for entry in entries if entry.schedd_name == schedd), None)
        if own is None and schedd in self._schedds:
            return None
        best = own or entries[0]
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


def _job(ad: Ad, autocluster: int, wanted: bool, evaluator: Evaluator, job_order: JobOrder | None) -> Job:
    cluster, proc = integer_of(evaluator, ad, "ClusterId"), integer_of(evaluator, ad, "ProcId")
    prio = integer_of(evaluator, ad, "JobPrio")
    before = [-integer_of(evaluator, ad, name) for name in ("PreJobPrio1", "PreJobPrio2")]
    after = [-integer_of(evaluator, ad, name) for name in ("PostJobPrio1", "PostJobPrio2")]
    order = (*before, -prio, *after) if job_order is None else job_order(ad)
    return Job(cluster, proc, ad, prio, autocluster, (*order, cluster, proc), wanted)
