"""Adds slots and idle jobs to a pool, or removes them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from fnmatch import translate
from itertools import starmap
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import UnknownSubmitter
from userprio.analysis.plan.changes import NOWHERE, ChangePlace, JobsChange, SlotsAdded, SlotsRemoved
from userprio.base import BadInput, counted, near_misses
from userprio.classad import Ad, Evaluator, integer_of, number_of, text_of
from userprio.negotiation.schedd import Job, offered_jobs
from userprio.pool import CLAIMED, JobTable, Pool, job_number, synthesize, weight_of, with_jobs

if TYPE_CHECKING:
    from userprio.submission import SubmittedCluster

_DEFAULT_DOMAIN: Final = "pool.example"
"""Domain of new machines if no ad of the pool shows one."""


class PoolDifference(Struct, frozen=True):
    """Slots or jobs added or removed by one change."""

    what: str
    """`slots` or `jobs`."""
    whose: str
    """A description of the slots, or the submitter of the jobs."""
    before: int
    after: int
    place: ChangePlace = NOWHERE

    @property
    def sentence(self) -> str:
        """In a few words, such as `4 more slots (Cpus=8)`."""
        by = abs(self.after - self.before)
        more = "more" if self.after > self.before else "fewer"
        noun = self.what.removesuffix("s") if by == 1 else self.what
        if self.what == "slots":
            return f"{by} {more} {noun} ({self.whose})"
        return f"{by} {more} idle {noun} of {self.whose} ({self.after} in all)"


class ChangedPool(Struct, frozen=True):
    """A pool after changes."""

    pool: Pool
    differences: tuple[PoolDifference, ...]
    remarks: tuple[str, ...]
    """What was assumed."""


def change_slots(pool: Pool, changes: Iterable[SlotsAdded | SlotsRemoved], now: int) -> ChangedPool:
    """The pool with slots added at the end, or removed, at `now` (seconds since the epoch).

    Jobs that ran on removed slots end with them: they are neither running nor idle afterwards.

    Raises:
        BadInput: no slot matches a pattern.
    """
    differences, remarks = [], []
    for change in changes:
        before = len(pool.slots)
        if isinstance(change, SlotsAdded):
            pool = _with_slots(pool, change, now)
            like = [f"like {change.like}"] if change.like else []
            whose = ", ".join([*like, *starmap("{}={}".format, change.table.attributes.items())]) or "one core each"
        else:
            pool, ended = _without_slots(pool, change, now)
            whose = change.pattern
            for name, count in ended.items():
                over = "ends with its slot" if count == 1 else "end with their slots"
                remarks.append(f"{counted(count, 'running job')} of {name} {over}")
        differences.append(PoolDifference("slots", whose, before, len(pool.slots), change.place))
    return ChangedPool(pool, tuple(differences), tuple(remarks))


def _with_slots(pool: Pool, change: SlotsAdded, now: int) -> Pool:
    evaluator = Evaluator(now)
    domain = _domain(pool, evaluator)
    if change.like is None:
        ads = synthesize([change.table], [], domain, now).slots
    else:
        model = _matching_slots(pool, change.like, change.place, evaluator)[0]
        ads = (_idle(model, evaluator, now).replace(dict(change.table.attributes)),) * change.table.count
    named = any(name.lower() in ("name", "machine") for name in change.table.attributes)
    taken = {text_of(evaluator, ad, "Name") for ad in pool.slots}
    added, number = list[Ad](), 0
    for ad in ads:
        if not named or text_of(evaluator, ad, "Name") in taken or change.like is not None:
            # Copies need names of their own: a collector keeps one ad for each name.
            while (name := f"slot1@planned{(number := number + 1):03}.{domain}") in taken:
                pass
            address, machine = _address(len(pool.slots) + number), name.partition("@")[2]
            ad = ad.replace({"Name": name, "Machine": machine, "MyAddress": address, "StartdIpAddr": address})
        taken.add(text_of(evaluator, ad, "Name"))
        added.append(ad)
    return replace(pool, slots=(*pool.slots, *added))


def _address(number: int) -> str:
    """An address from the range reserved for benchmarking (RFC 2544), which no real slot has."""
    host = f"198.18.{number >> 8 & 255}.{number & 255}"
    return f"<{host}:{9618 + (number >> 16)}?addrs={host}-{9618 + (number >> 16)}>"


_OF_CLAIMS: Final = (
    "RemoteUser RemoteOwner RemoteGroup RemoteNegotiatingGroup RemoteScheddName AccountingGroup ClientMachine JobId "
    "GlobalJobId JobStart TotalJobRunTime TotalClaimRunTime ConcurrencyLimits PublicClaimId PreemptingUser "
    "PreemptingOwner PreemptingAccountingGroup PreemptingRank"
).split()
"""Attributes that a startd publishes only while a slot is claimed."""
_WHOLE: Final = {"Cpus": "TotalSlotCpus", "Memory": "TotalSlotMemory", "Disk": "TotalSlotDisk"}
_OF_CHILDREN: Final = re.compile(r"child|numdynamicslots", re.IGNORECASE)


def _idle(ad: Ad, evaluator: Evaluator, now: int) -> Ad:
    """The slot as if neither it nor any dynamic slot of it were claimed."""
    if evaluator.attribute("PartitionableSlot", ad) is True:
        # A partitionable slot publishes what its dynamic slots have left; a new machine has all of it.
        whole: dict[str, float | None] = dict.fromkeys(name for name in ad if _OF_CHILDREN.match(name))
        for name, total in _WHOLE.items():
            if (amount := number_of(evaluator, ad, total)) is not None:
                whole[name] = amount
        ad = ad.replace(whole)
    if text_of(evaluator, ad, "State") not in CLAIMED:
        return ad
    gone: dict[str, None] = dict.fromkeys(name for name in _OF_CLAIMS if name in ad)
    idle = {**gone, "State": "Unclaimed", "Activity": "Idle"}
    return ad.replace({**idle, "CurrentRank": 0.0, "EnteredCurrentState": now})


def _domain(pool: Pool, evaluator: Evaluator) -> str:
    """The most common domain among the machines."""
    machines = (text_of(evaluator, ad, "Machine") or "" for ad in pool.slots)
    domains = Counter(domain for machine in machines if (domain := machine.partition(".")[2]))
    return domains.most_common(1)[0][0] if domains else _DEFAULT_DOMAIN


def _matching_slots(pool: Pool, pattern: str, place: ChangePlace, evaluator: Evaluator) -> list[Ad]:
    """The slots whose Name or Machine matches the pattern; at least one."""
    fits = re.compile(translate(pattern.lower())).match
    slots = []
    for ad in pool.slots:
        names = (text_of(evaluator, ad, name) for name in ("Name", "Machine"))
        if any(fits(name.lower()) for name in names if name is not None):
            slots.append(ad)
    if not slots:
        first = text_of(evaluator, pool.slots[0], "Name") if pool.slots else None
        hint = f"The first slot is called {first}; * stands for anything" if first else "The pool has no slots"
        raise BadInput(f"no slot or machine is called {pattern}", place.path, place.line, hint=hint)
    return slots


def _without_slots(pool: Pool, change: SlotsRemoved, now: int) -> tuple[Pool, dict[str, int]]:
    evaluator = Evaluator(now)
    matching = _matching_slots(pool, change.pattern, change.place, evaluator)
    gone = matching if change.most is None else matching[-change.most :]
    removed = {id(ad) for ad in gone}
    left = tuple(ad for ad in pool.slots if id(ad) not in removed)
    running: Counter[str] = Counter()
    weight: defaultdict[str, float] = defaultdict(float)
    for ad in gone:
        holder = text_of(evaluator, ad, "AccountingGroup") or text_of(evaluator, ad, "RemoteUser")
        if holder is not None and text_of(evaluator, ad, "State") in CLAIMED:
            running[holder] += 1
            weight[holder] += number_of(evaluator, ad, "SlotWeight") or 0.0
    submitters, accounting = list(pool.submitters), list(pool.accounting)
    # Demand is what submitters' ads say: without this, quotas would still count jobs whose slots are gone.
    for name, count in running.items():
        _reduce(accounting, name, {"ResourcesUsed": count}, evaluator)
        _reduce(submitters, name, {"RunningJobs": count, "WeightedRunningJobs": weight[name]}, evaluator)
    return replace(pool, slots=left, submitters=tuple(submitters), accounting=tuple(accounting)), dict(running)


def _reduce(submitters: list[Ad], name: str, by: dict[str, float], evaluator: Evaluator) -> None:
    """Subtract amounts from a submitter's ads, emptying the first one before going on to the next."""
    for attribute, left in by.items():
        for at, ad in enumerate(submitters):
            counted_now = number_of(evaluator, ad, attribute)
            if left > 0 and counted_now is not None and text_of(evaluator, ad, "Name") == name:
                taken = min(left, max(counted_now, 0))
                submitters[at] = ad.replace({attribute: counted_now - taken})
                left -= taken


def change_jobs(pool: Pool, changes: Iterable[JobsChange], now: int) -> ChangedPool:
    """The pool with more or fewer idle jobs, and submitter ads to match, at `now` (seconds since the epoch).

    Jobs are removed from the end of the order in which they would be offered.

    Raises:
        UnknownSubmitter: the pool has no such submitter, and the change does not create one.
    """
    differences = []
    for change in changes:
        pool = replace(pool, jobs=tuple(pool.jobs))  # jobs are removed by the identity of their ads, so read them once
        evaluator = Evaluator(now)
        queues = _queues(pool, change.submitter, evaluator)
        idle = sum(map(len, queues))
        names = [text_of(evaluator, ad, "Name") for ad in pool.submitters]
        advertised = [at for at, name in enumerate(names) if name == change.submitter]
        if not queues and not advertised and not change.create:
            near = " or ".join(near_misses(change.submitter, dict.fromkeys(name for name in names if name is not None)))
            message = f"the pool has no submitter {change.submitter}{f'; did you mean {near}?' if near else ''}"
            raise UnknownSubmitter(change.place.unknown(message, creatable=change.count > 0))
        advertised_idle = sum(max(integer_of(evaluator, pool.submitters[at], "IdleJobs"), 0) for at in advertised)
        # The queue decides, not the ad: it may count jobs that the snapshot lacks.
        wanted = max(change.count + (idle if change.relative else 0), 0)
        if wanted > idle:
            pool = _with_jobs(pool, change, wanted - idle, queues, advertised, now)
        elif wanted < idle or advertised_idle:
            gone = [job.ad for queue in queues for job in queue][wanted:]
            pool = _without_jobs(pool, change.submitter, gone, () if wanted else advertised, evaluator)
        differences.append(PoolDifference("jobs", change.submitter, idle or advertised_idle, wanted, change.place))
    return ChangedPool(pool, tuple(differences), ())


def add_submissions(changed: ChangedPool, submissions: "Iterable[SubmittedCluster]", now: int) -> ChangedPool:
    """The pool with the jobs of submissions in its queues, at `now` (seconds since the epoch)."""
    for submission in submissions:
        jobs, evaluator = submission.by_submitter(now), Evaluator(now)
        place = ChangePlace(f"--submit {submission.source}")
        before = [sum(map(len, _queues(changed.pool, name, evaluator))) for name in jobs]
        differences = (
            PoolDifference("jobs", name, idle, idle + len(own), place)
            for (name, own), idle in zip(jobs.items(), before, strict=True)
        )
        changed = ChangedPool(
            with_jobs(changed.pool, jobs, submission.schedd, now),
            (*changed.differences, *differences),
            (*changed.remarks, *submission.remarks),
        )
    return changed


def _queues(pool: Pool, submitter: str, evaluator: Evaluator) -> list[list[Job]]:
    """The submitter's idle jobs at each schedd, in the order in which they are offered."""
    offered = offered_jobs(pool.jobs, evaluator)
    own = [queue for (name, _), queue in offered.items() if name == submitter]
    if own:
        return own
    # A schedd may advertise a domain that is not the users' own.
    local = submitter.rpartition("@")[0]
    advertised = {text_of(evaluator, ad, "Name") for ad in pool.submitters}
    others = ((name, queue) for (name, _), queue in offered.items() if name not in advertised)
    return [queue for name, queue in others if (name.rpartition("@")[0] or name) == local]


def _without_jobs(pool: Pool, submitter: str, gone: Sequence[Ad], cleared: Sequence[int], evaluator: Evaluator) -> Pool:
    """The pool without these jobs of a submitter; `cleared` are its ads, by index, if it has none left."""
    removed = {id(ad) for ad in gone}
    submitters = list(pool.submitters)
    # Even if the ads count jobs that the snapshot lacks.
    for at in cleared:
        weighted = {"WeightedIdleJobs": 0} if "WeightedIdleJobs" in submitters[at] else {}
        submitters[at] = submitters[at].replace({"IdleJobs": 0, **weighted})
    if not cleared:
        weight = sum(weight_of(ad, evaluator) for ad in gone)
        _reduce(submitters, submitter, {"IdleJobs": len(gone), "WeightedIdleJobs": weight}, evaluator)
    return replace(pool, jobs=tuple(ad for ad in pool.jobs if id(ad) not in removed), submitters=tuple(submitters))


def _with_jobs(
    pool: Pool, change: JobsChange, count: int, queues: Sequence[Sequence[Job]], advertised: Sequence[int], now: int
) -> Pool:
    evaluator = Evaluator(now)
    submitter, _, domain = change.submitter.rpartition("@")
    group, _, user = submitter.rpartition(".")
    # For a new submitter, the first schedd of the pool.
    own = text_of(evaluator, pool.submitters[advertised[0]], "ScheddName") if advertised else None
    home = own or _first(pool, "ScheddName", evaluator) or f"ap.{domain}"
    table = JobTable(1, f"{user}@{domain}", group or None, home, {}, {})
    if change.like is not None:
        table = replace(table, requests=change.like.requests, attributes=change.like.attributes)
    invented = synthesize([], [table], domain, now)
    # The last job of the queue is the one most likely to be followed by more of its kind.
    model = queues[0][-1].ad if queues and change.like is None else invented.jobs[0]
    cluster = 1 + max((integer_of(evaluator, ad, "ClusterId") for ad in pool.jobs), default=0)
    schedd = (text_of(evaluator, model, "GlobalJobId") or "").partition("#")[0] or table.schedd
    added = tuple(model.replace(job_number(schedd, cluster, proc, now)) for proc in range(count))
    names = {text_of(evaluator, pool.submitters[at], "ScheddName") for at in advertised}
    # Where its ad is at another schedd only, the jobs count there.
    return with_jobs(pool, {change.submitter: added}, schedd if not names or schedd in names else own or schedd, now)


def _first(pool: Pool, attribute: str, evaluator: Evaluator) -> str | None:
    return next((value for ad in pool.submitters if (value := text_of(evaluator, ad, attribute))), None)
