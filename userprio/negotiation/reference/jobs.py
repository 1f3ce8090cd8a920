"""Jobs: which of them schedds offer, in which order, as which requests, and what becomes of the claims they get."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import dropwhile, groupby
from typing import Final

import msgspec

from userprio.base.cxx import INT_MAX
from userprio.classad import Ad, ListExpr, Literal, external_references, internal_references, satisfies, search
from userprio.negotiation.reference.slots import Lookup
from userprio.pool import UNMATCHED_UNIVERSES, NegotiatorSettings, Pool, Submitter

NEVER_SIGNIFICANT: Final = frozenset(
    (
        "currenttime lastheardfrom remoteuser remoteowner remoteuserfloor remoteuserprio remoteuserresourcesinuse "
        "remotegroupresourcesinuse submittorprio submitteruserprio submitteruserresourcesinuse "
        "submittergroupresourcesinuse totaljobruntime machinelastmatchtime jobcurrentstartdate jobstate mips kflops "
        "slotid dslotid partitionableslot dynamicslot offline pelicanpluginversion"
    ).split()
)
"""Attributes of slots that make no autoclusters, although expressions of slots refer to them."""
ALWAYS_SIGNIFICANT: Final = frozenset({"requirements", "rank", "concurrencylimits", "flockto"})
"""What a schedd adds, whatever it is asked for."""
ALWAYS_SENT: Final = frozenset(
    {"owner", "clusterid", "procid", "resourcerequestconstraint", "globaljobid", "autoclusterid", "wantpslotpreemption"}
)
"""What every request shows, besides what makes autoclusters."""
_POLICY: Final = "policy of the negotiator"
"""The name, which no ad has, under which an expression is put into an ad to see what it refers to."""


def significant_attributes(slots: Sequence[Ad], jobs: Iterable[Ad], settings: NegotiatorSettings) -> frozenset[str]:
    """The attributes, in lower case, by which schedds tell jobs apart; empty where they form no autoclusters.

    They are what slots refer to and do not define (`compute_significant_attrs`), and what the negotiator's expressions
    refer to beyond a slot. A schedd forgets none until it restarts: what all its autoclusters list counts as well.
    """
    knobs, ranks = settings.significant, settings.ranks
    if knobs.replace is not None:
        return knobs.replace
    asked = set[str]()
    for slot in slots:
        written = [name for name in slot if not isinstance(slot.expr(name), ListExpr | Literal)]
        asked |= external_references(slot, written)
    for expr in (ranks.preemption_requirements, ranks.preemption_rank, ranks.pre_job_rank, ranks.post_job_rank):
        if slots and expr is not None:
            # What a running job's ad adds to a slot counts as defined there.
            sample = slots[0].replace(dict.fromkeys(knobs.startd_job_attrs, True))
            asked |= external_references(sample.replace({_POLICY: expr}), [_POLICY])
    if slots and settings.job_constraint is not None:
        asked |= external_references(Ad({_POLICY: settings.job_constraint}))
    asked -= NEVER_SIGNIFICANT | knobs.remove
    pattern = knobs.remove_pattern
    if pattern is not None:
        asked = {name for name in asked if search(pattern, name.encode(errors="surrogateescape")) is None}
    lists = {
        job.source("AutoClusterAttrs") for job in jobs if job.source("JobStatus") == "1" and "AutoClusterId" in job
    }
    before = [frozenset(re.split(r"[\s,]+", text.strip('"').lower())) - {""} for text in lists if text]
    known = frozenset.intersection(*before) if before else frozenset()
    if not asked and not known:
        return frozenset()
    return (known | asked | ALWAYS_SIGNIFICANT | knobs.add) - knobs.schedd_remove


class Job(msgspec.Struct, eq=False):
    """An idle job that its schedd may offer."""

    ad: Ad
    sent: Ad  # what the negotiator gets to see of it
    id: str  # cluster.proc
    autocluster: object  # equal for all jobs of an autocluster; None where there are none
    group: object  # what a schedd groups jobs by: the autocluster, or the cluster where there are none
    order: tuple[int, ...]  # its place among the jobs of its submitter, smallest first (`prio_compar`)
    wanted: bool  # it meets NEGOTIATOR_JOB_CONSTRAINT
    room: int  # how many more jobs its user may run at this schedd (MaxJobsRunning)


class Queue(msgspec.Struct, eq=False):
    """A submitter at one schedd, and its jobs there in the order in which they are offered."""

    submitter: Submitter
    jobs: list[Job] = msgspec.field(default_factory=list)
    claimed: set[Job] = msgspec.field(default_factory=set)  # those that got a claim
    noticed: set[Job] = msgspec.field(default_factory=set)
    """Those of them that the schedd came across in search of a job for another claim: they left its list."""

    @property
    def name(self) -> str:
        """The submitter's."""
        return self.submitter.name

    def requests(self, cap: int | None) -> list[list[Job]]:
        """Neighbours that are alike, `cap` jobs at most, without those at the head of each that are not offered.

        The schedd makes its list once a cycle. Until it notices that a job has a claim, that job still lengthens or
        separates requests.
        """
        left, requests = INT_MAX if cap is None else cap, []
        listed = [job for job in self.jobs if job.wanted and job not in self.noticed]
        for _, alike in groupby(listed, lambda job: job.group):
            offered = list(dropwhile(lambda job: job in self.claimed or job.room <= 0, alike))
            # MaxJobsRunning of the user of the first job bounds each request by itself.
            request = offered[: min(left, offered[0].room)] if offered else []
            left -= len(request)
            requests += [request] if request else []
        return requests

    def claim(self, asked: Job, could_run: Callable[[Job], bool]) -> None:
        """Give a claim to the job that the request named, or, if it has one, to the first that can run in the slot."""
        if asked not in self.claimed:
            self.claimed.add(asked)
            return
        hopeless = set[object]()
        for job in self.jobs:
            if job in self.noticed or job.group in hopeless:
                continue
            if job in self.claimed:
                self.noticed.add(job)
            elif job.room > 0:
                if could_run(job):
                    self.claimed.add(job)
                    return
                hopeless.add(job.group)


def queues_of(
    submitters: Iterable[Submitter], slots: Sequence[Ad], pool: Pool, settings: NegotiatorSettings, look: Lookup
) -> list[Queue]:
    """The queue of each submitter, with the idle jobs that belong to it."""
    queues = [Queue(submitter) for submitter in submitters]
    significant = significant_attributes(slots, pool.jobs, settings)
    schedds = {look.text(ad, "ScheddName") for ad in pool.submitters}
    for ad in pool.jobs:
        user = look.text(ad, "User") or look.text(ad, "Owner") or ""
        global_id = look.text(ad, "GlobalJobId")
        schedd = global_id.partition("#")[0] if global_id else look.text(ad, "ScheddName")
        queue = queue_of(submitter_name(ad, user, look), schedd, queues, schedds)
        if queue is None or not is_idle(ad, look):
            continue
        cluster, proc = look.integer(ad, "ClusterId"), look.integer(ad, "ProcId")
        prios = ("PreJobPrio1", "PreJobPrio2", "JobPrio", "PostJobPrio1", "PostJobPrio2")
        telling = significant | internal_references(ad, significant)
        hidden = {name: None for name in ad if name.lower() not in telling | ALWAYS_SENT} if significant else {}
        autocluster = frozenset((name, ad.raw_value(name)) for name in telling) if significant else None
        job = Job(
            ad=ad,
            sent=ad.replace(hidden),
            id=f"{cluster}.{proc}",
            autocluster=autocluster,
            group=cluster if autocluster is None else autocluster,
            order=(*(-look.integer(ad, name) for name in prios), cluster, proc),
            wanted=satisfies(look.evaluator, ad, settings.job_constraint),
            room=room_left(user, schedd, pool.users, look),
        )
        queue.jobs.append(job)
    for queue in queues:
        queue.jobs.sort(key=lambda job: job.order)
    return queues


def is_idle(ad: Ad, look: Lookup) -> bool:
    """Whether a job waits for a slot (`Runnable`)."""
    universe = look.integer(ad, "JobUniverse", 5)
    return (
        look.integer(ad, "JobStatus", 1) == 1
        and not look.flag(ad, "IsNoopJob")
        and universe not in UNMATCHED_UNIVERSES
        and (universe != 9 or look.flag(ad, "WantMatching"))  # a grid job
        and look.integer(ad, "JobCoolDownExpiration", -1) < look.evaluator.now
        and look.integer(ad, "CurrentHosts") < look.integer(ad, "MaxHosts", 1)
    )


def submitter_name(ad: Ad, user: str, look: Lookup) -> str:
    """The name under which a user's job competes."""
    owner, at, domain = user.rpartition("@") if "@" in user else (user, "", "")
    nice = "nice-user." if look.flag(ad, "NiceUser") else ""
    return (look.text(ad, "AccountingGroup") or nice + owner) + at + domain


def queue_of(name: str, schedd: str | None, queues: Sequence[Queue], schedds: set[str | None]) -> Queue | None:
    """Where a job belongs, given the names of its submitter and schedd; None if no submitter ad stands for it.

    A schedd may advertise another domain than its users'. A job of a schedd that has no submitter ad at all belongs to
    the submitter of that name at another one.
    """

    def of_this_name(wanted: str) -> list[Queue]:
        names = ((queue, queue.submitter.advertised_name) for queue in queues)
        return [queue for queue, own in names if wanted in (own, own.rpartition("@")[0])]

    alike = of_this_name(name) or of_this_name(name.rpartition("@")[0] or name)
    own = [queue for queue in alike if queue.submitter.schedd_name == schedd]
    return next(iter(own if own or schedd in schedds else alike), None)


def room_left(user: str, schedd: str | None, records: Iterable[Ad], look: Lookup) -> int:
    """How many more jobs a user may run at a schedd, as the user's record there says (MaxJobsRunning)."""
    room = INT_MAX
    for record in records:
        of_schedd = look.text(record, "ScheddName") in (None, schedd)
        if of_schedd and look.text(record, "User") == user:
            most = look.number(record, "MaxJobsRunning")
            running = sum(look.integer(record, name) for name in ("NumRunning", "NumSuspended"))
            room = INT_MAX if most is None else int(most) - running
    return room
