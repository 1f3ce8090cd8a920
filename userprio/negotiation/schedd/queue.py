"""The runnable jobs of one submitter at one schedd, in the order in which they are offered."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress, groupby, islice
from operator import le
from typing import Any, Final, overload

from msgspec import Struct

from userprio.base.versions import Behaviour
from userprio.classad import Ad
from userprio.negotiation.schedd.starting import PassedOver
from userprio.pool import JobPrioRange

JobClass = tuple[int, bool, PassedOver | None]
"""The group of jobs, whether they meet NEGOTIATOR_JOB_CONSTRAINT, and why their schedd passes them over."""


class JobKind(Struct, frozen=True, eq=False):
    """The common properties of jobs that differ only in their ids."""

    ad: Ad
    """The ad of one of them."""
    prio: int
    autocluster: int
    order: tuple[float, ...]
    """Sort key among the submitter's jobs, smallest first; equals go by cluster and proc (`prio_compar`)."""
    wanted: bool
    """They meet NEGOTIATOR_JOB_CONSTRAINT. If not, they are not offered, but may get a claim not used by another."""
    passed_over: PassedOver | None = None
    """Why the schedd does not begin a request with one of them, although requests of others count them."""
    most: int | None = None
    """The most jobs that a request beginning with one of them may count; None if unlimited."""
    by_user: bool = False
    """These two follow from how many other jobs of their user run, or are idle, in the cycle."""
    by_ids: bool = True
    """Ids may have a part in which jobs are of this kind."""


class Job(Struct, frozen=True):
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
        """Its ad, or that of an equal job."""
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
    def standing(self) -> JobClass:
        """What decides whether it is offered; jobs that agree in it are reported together."""
        return self.group, self.kind.wanted, self.kind.passed_over

    @property
    def order(self) -> tuple[float, ...]:
        """Its sort key among its submitter's jobs, smallest first."""
        return (*self.kind.order, self.cluster, self.proc)

    @property
    def group(self) -> int:
        """What the schedd groups jobs by: the autocluster, or the cluster if it forms none."""
        return _group(self.cluster, self.kind)


def _group(cluster: int, kind: JobKind) -> int:
    return cluster if kind.autocluster < 0 else kind.autocluster


class Neighbours(Struct, frozen=True):
    """Consecutive jobs of one group."""

    jobs: Sequence[int]
    """The jobs, by their places in the queue."""
    autocluster: int
    """The autocluster as the schedd sees it, which need not be the one in their request."""


class WaitingClass(Struct, frozen=True):
    """Jobs of a queue that agree in `Job.standing`, and that no match is expected to start."""

    first: Job
    reasons: Counter[str]
    """How many of them were last refused for each reason, in HTCondor's words; empty: they were never refused."""

    @property
    def jobs(self) -> int:
        """How many they are."""
        return self.reasons.total()

    @property
    def refused(self) -> str | None:
        """Why most of those that were refused were last refused; None if none was."""
        return max((reason for reason in self.reasons if reason), key=self.reasons.__getitem__, default=None)

    def by_refusal(self) -> Counter[str]:
        """How many jobs each reason keeps waiting: a refusal of some jobs of a class is one of all jobs behind them.

        Empty if none was refused.
        """
        if self.refused is None:
            return Counter()
        return Counter({reason: count for reason, count in self.reasons.items() if reason}) + Counter(
            {self.refused: self.reasons[""]}
        )


class Jobs(Sequence[Job]):
    """Jobs in columns, a few machine words each: a pool may have millions, and few kinds of them.

    What is worked out about all of them is cached until another is added.
    """

    __slots__ = ("_clusters", "_different", "_groups", "_ordered", "_procs", "first_lists", "kinds", "neighbours")

    def __init__(self, jobs: Iterable[Job] = ()) -> None:
        self._clusters = array("q")
        self._procs = array("q")
        self.kinds: list[JobKind] = []
        """The kind of each job."""
        self.neighbours: dict[tuple[JobPrioRange, bool], list[Neighbours]] = {}
        """See `JobQueue.neighbours`; for a queue in which no job is known to have a claim."""
        self.first_lists: dict[JobPrioRange, tuple[Behaviour, list[Any]]] = {}
        """The first list that their schedd sends if none of them has a claim; see `Schedds.prefetched`."""
        self._different: tuple[JobKind, ...] | None = None
        self._ordered: Jobs | None = None
        self._groups: list[int] | None = None
        for job in jobs:
            self.append(job.cluster, job.proc, job.kind)

    @classmethod
    def of_columns(cls, clusters: Iterable[int], procs: Iterable[int], kinds: Iterable[JobKind]) -> "Jobs":
        """Jobs with these clusters, procs and kinds."""
        jobs = cls()
        jobs._clusters, jobs._procs, jobs.kinds = array("q", clusters), array("q", procs), list(kinds)
        return jobs

    def edited(self, changes: Iterable[tuple[int, tuple[int, int, JobKind] | None]]) -> "Jobs":
        """A copy with these changes, made one after the other.

        Each has a place, counted when it is made, and the job to insert there, as cluster, proc and kind, or None to
        remove the one there. What is known about order and groups is kept if it still holds.
        """
        jobs = Jobs()
        clusters, procs, kinds = self._clusters[:], self._procs[:], self.kinds[:]
        jobs._clusters, jobs._procs, jobs.kinds = clusters, procs, kinds
        in_order, groups = self._ordered is _SAME, None if self._groups is None else self._groups[:]
        only = self.only_kind
        for place, job in changes:
            if job is None:
                del clusters[place], procs[place], kinds[place]
                if groups is not None:
                    del groups[place]
                continue
            cluster, proc, kind = job
            clusters.insert(place, cluster)
            procs.insert(place, proc)
            kinds.insert(place, kind)
            if groups is not None:
                groups.insert(place, _group(cluster, kind))
            if kind is not only:
                only = None
            # In a list in order an insertion can be wrong only beside itself, and a removal never.
            if in_order and place > 0:
                before = kinds[place - 1].order, clusters[place - 1], procs[place - 1]
                in_order = before <= (kind.order, cluster, proc)
            if in_order and place + 1 < len(kinds):
                after = kinds[place + 1].order, clusters[place + 1], procs[place + 1]
                in_order = (kind.order, cluster, proc) <= after
        jobs._groups, jobs._ordered = groups, _SAME if in_order else None
        if only is not None and kinds:
            jobs._different = self._different
        return jobs

    def of_kinds(self, kinds: Sequence[JobKind]) -> "Jobs":
        """The same jobs with these kinds, one for each of `different`, which order and group them as before."""
        jobs, now = Jobs(), dict(zip(self.different, kinds, strict=True))
        jobs._clusters, jobs._procs, jobs.kinds = self._clusters, self._procs, list(map(now.__getitem__, self.kinds))
        jobs._groups, jobs.neighbours, jobs._different = self.groups(), self.neighbours, tuple(kinds)
        ordered = self.in_order()
        jobs._ordered = _SAME if ordered is self else ordered.of_kinds([now[kind] for kind in ordered.different])
        return jobs

    @property
    def different(self) -> tuple[JobKind, ...]:
        """Their kinds, each once."""
        if self._different is None:
            self._different = tuple(dict.fromkeys(self.kinds))
        return self._different

    @property
    def only_kind(self) -> JobKind | None:
        """The kind that they all have, as is usual; None if they differ, or there are none."""
        return self.kinds[0] if len(self.different) == 1 else None

    def append(self, cluster: int, proc: int, kind: JobKind) -> None:
        """Append a job."""
        self._clusters.append(cluster)
        self._procs.append(proc)
        self.kinds.append(kind)
        self._forget()

    def extend(self, others: "Jobs") -> None:
        """Append more jobs."""
        self._clusters.extend(others._clusters)
        self._procs.extend(others._procs)
        self.kinds.extend(others.kinds)
        self._forget()

    def _forget(self) -> None:
        self._ordered = self._groups = self._different = None
        if self.neighbours or self.first_lists:
            self.neighbours, self.first_lists = {}, {}

    def __len__(self) -> int:
        return len(self.kinds)

    @overload
    def __getitem__(self, at: int) -> Job: ...
    @overload
    def __getitem__(self, at: slice) -> list[Job]: ...
    def __getitem__(self, at: int | slice) -> Job | list[Job]:
        if isinstance(at, slice):
            return [self[place] for place in range(len(self))[at]]
        return Job(self._clusters[at], self._procs[at], self.kinds[at])

    def groups(self) -> list[int]:
        """The group of each job (`Job.group`)."""
        if self._groups is None:
            only = self.only_kind
            if only is not None and only.autocluster >= 0:
                self._groups = [only.autocluster] * len(self)
                return self._groups
            pairs = zip(self._clusters, self.kinds, strict=True)
            self._groups = [cluster if kind.autocluster < 0 else kind.autocluster for cluster, kind in pairs]
        return self._groups

    def in_order(self) -> "Jobs":
        """The same jobs in the order in which their schedd offers them."""
        if self._ordered is None:
            columns: list[Iterable[Any]] = [self._clusters, self._procs]
            if self.only_kind is None:
                columns.insert(0, [kind.order for kind in self.kinds])
            keys = list(zip(*columns, strict=True))
            are_in_order = all(map(le, keys, islice(keys, 1, None)))
            self._ordered = _SAME if are_in_order else self._sorted()
        return self if self._ordered is _SAME else self._ordered

    def _sorted(self) -> "Jobs":
        order = list(range(len(self)))
        # The least significant key first. Jobs are mostly in order already, which makes sorting fast.
        order.sort(key=self._procs.__getitem__)
        order.sort(key=self._clusters.__getitem__)
        order.sort(key=[kind.order for kind in self.kinds].__getitem__)
        return Jobs.of_columns(
            map(self._clusters.__getitem__, order),
            map(self._procs.__getitem__, order),
            map(self.kinds.__getitem__, order),
        )


_INVERTED: Final = b"\1" + bytes(255)
"""Translates flags into their opposites."""

_SAME: Final = Jobs()
"""Stands for jobs that are in order already; a reference to themselves would keep them alive after their use."""


class JobQueue:
    """The jobs by their places, from 0.

    A schedd makes this list once a cycle. A job that got a claim stays in it, and is marked only when the schedd comes
    across it while looking for a job for another match. Until then it separates or lengthens requests, though it is not
    offered.
    """

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs.in_order()
        """All jobs, including those with a claim."""
        self._groups = self.jobs.groups()
        self._claimed = bytearray(len(self.jobs))
        """Which jobs got a claim in this cycle."""
        self._seen_claimed = bytearray(len(self.jobs))
        """Which of them are marked in the schedd's list."""
        self._refusals: list[str] = [""]
        self._refused = array("H")
        """The index of the reason for which each job was last refused; empty if no job was."""
        self._beside: set[int] = set()
        """Places of jobs that are expected to start on what another job leaves of its slot."""
        self._head = 0
        self._neighbours = self.jobs.neighbours
        self.first_lists = self.jobs.first_lists
        """The first list that their schedd sends; dropped when one of them gets a claim. See `Schedds.prefetched`."""

    def neighbours(self, prios: JobPrioRange, *, one_each: bool) -> list[Neighbours]:
        """Places of consecutive jobs of one group; claims that the list does not know of make no difference.

        With `one_each` (NEGOTIATE_ALL_JOBS_IN_CLUSTER) every job stands alone, and its autocluster is its place in the
        schedd's list, which includes jobs that do not meet NEGOTIATOR_JOB_CONSTRAINT.
        """
        known = self._neighbours.get((prios, one_each))
        if known is None:
            known = self._neighbours[prios, one_each] = self._grouped(prios, one_each)
        return known

    def _grouped(self, prios: JobPrioRange, one_each: bool) -> list[Neighbours]:
        kinds, seen, different = self.jobs.kinds, self._seen_claimed, self.jobs.different
        listed: Iterable[int] = range(self._head, len(kinds))
        if seen.find(True, self._head) >= 0:
            listed = compress(listed, seen[self._head :].translate(_INVERTED))
        offered = [kind for kind in different if prios.low <= kind.prio <= prios.high and (kind.wanted or one_each)]
        if len(offered) < len(different):
            among = set(offered)
            listed = (place for place in listed if kinds[place] in among)
        if one_each:
            return [Neighbours((place,), number) for number, place in enumerate(listed, 1) if kinds[place].wanted]
        if len({kind.autocluster for kind in offered}) == 1 and offered[0].autocluster >= 0:
            places = listed if isinstance(listed, range) else _compact(list(listed))
            return [Neighbours(places, offered[0].autocluster)] if places else []
        groups = (_compact(list(alike)) for _, alike in groupby(listed, key=self._groups.__getitem__))
        return [Neighbours(alike, kinds[alike[0]].autocluster) for alike in groups]

    def job(self, place: int) -> Job:
        """The job at a place."""
        return self.jobs[place]

    def place(self, named: str) -> int:
        """The place of the job with this id (cluster.proc)."""
        return next(place for place, job in enumerate(self.jobs) if job.id == named)

    def has_claim(self, place: int) -> bool:
        """Whether the job at a place got a claim in this cycle."""
        return bool(self._claimed[place])

    def is_offered(self, place: int) -> bool:
        """Whether the schedd would put the job at a place into a request now."""
        return not self._claimed[place] and self.jobs.kinds[place].passed_over is None

    def claim(
        self, asked: int, can_use: Callable[[Ad], bool], may_start: Callable[[Ad, bool], bool] | None = None
    ) -> Job | None:
        """Give a job a claim; it is not offered again in this cycle (`MainScheddNegotiate::scheduler_handleMatch`).

        It is the job at the place `asked`, which the request named. If that one has a claim already, or may not start,
        it is the first job of the submitter, in any request, that can use the slot and may start (`FindRunnableJob`).
        Returns it, or None if there is none. The second argument of `may_start` says whether the job is another than
        the one asked for; None: any job may.
        """
        self.first_lists = {}
        if not self._claimed[asked] and (may_start is None or may_start(self.jobs.kinds[asked].ad, False)):
            self._claimed[asked] = True
            return self.jobs[asked]
        claimed_job = self._other(can_use, may_start)
        self._neighbours = {}
        # All jobs before the first unmarked one are marked, so no search looks there again; otherwise a queue of a
        # million jobs would be gone through from its beginning for every match.
        unseen = self._seen_claimed.find(0, self._head)
        self._head = len(self.jobs) if unseen < 0 else unseen
        return claimed_job

    def unclaimed(self) -> Iterator[int]:
        """The places of the jobs without a claim."""
        return (place for place, claimed in enumerate(self._claimed) if not claimed)

    def start_beside(self, place: int) -> None:
        """Note that the job at a place, which has no claim, is expected to start on leftovers of another."""
        self._beside.add(place)

    def is_waiting(self, place: int) -> bool:
        """Whether no match is expected to start the job at a place."""
        return not self._claimed[place] and place not in self._beside

    def waiting(self) -> "Iterator[WaitingClass]":
        """The jobs that no match is expected to start, class by class, in the order of their first jobs."""
        waits = self._claimed.translate(_INVERTED)
        for place in self._beside:
            waits[place] = False
        columns = self._groups, self.jobs.kinds, self._refused or bytes(len(self.jobs))
        places = list(compress(range(len(waits)), waits))
        firsts: dict[JobClass, int] = {}
        reasons: defaultdict[JobClass, Counter[str]] = defaultdict(Counter)
        seen = 0
        # Neighbours are mostly alike, and are counted without a step of Python for each.
        for (group, kind, refusal), alike in groupby(compress(zip(*columns, strict=True), waits)):
            standing, count = (group, kind.wanted, kind.passed_over), len(list(alike))
            firsts.setdefault(standing, places[seen])
            reasons[standing][self._refusals[refusal]] += count
            seen += count
        for standing, place in firsts.items():
            yield WaitingClass(self.jobs[place], reasons[standing])

    def refuse(self, places: Sequence[int], reason: str) -> None:
        """Note that the negotiator found nothing for a request of these jobs."""
        if not self._refused:
            self._refused.extend(bytes(len(self.jobs)))
        if reason not in self._refusals:
            self._refusals.append(reason)
        number = self._refusals.index(reason)
        if isinstance(places, range):
            self._refused[places.start : places.stop] = array("H", [number]) * len(places)
        else:
            for place in places:
                self._refused[place] = number

    def _other(self, can_use: Callable[[Ad], bool], may_start: Callable[[Ad, bool], bool] | None) -> Job | None:
        refused: set[int] = set()
        groups, kinds = self._groups, self.jobs.kinds
        for place in range(self._head, len(kinds)):
            if groups[place] in refused:
                continue
            self._seen_claimed[place] = self._claimed[place]
            if self._claimed[place]:
                continue
            if kinds[place].passed_over is PassedOver.MAX_RUNNING:
                continue
            # `FindRunnableJob` tries Requirements once for each autocluster. A job that may not start does not speak
            # for the others of its group.
            if not can_use(kinds[place].ad):
                refused.add(groups[place])
            elif may_start is None or may_start(kinds[place].ad, True):
                self._claimed[place] = True
                return self.jobs[place]
        return None


def _compact(places: list[int]) -> Sequence[int]:
    """The same places, given in ascending order; as a range if none between them is missing."""
    every_place = range(places[0], places[-1] + 1) if places else range(0)
    return every_place if len(every_place) == len(places) else array("q", places)
