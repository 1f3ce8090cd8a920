"""Which attributes of jobs are significant, and the autoclusters that they make."""

import re
from collections.abc import Iterable, Sequence, Set
from itertools import starmap
from typing import Final

from userprio.classad import (
    Ad,
    AdsBySchema,
    ClassAdSyntaxError,
    ClosurePartition,
    Expr,
    ListExpr,
    Literal,
    PackedAds,
    PackedRun,
    ReferenceIndex,
    external_references,
    internal_references,
    is_plain,
    parse_prefix,
    search,
)
from userprio.negotiation.schedd.jobs import JOB_FACTS
from userprio.negotiation.schedd.starting import asked_of_jobs
from userprio.pool import NegotiatorSettings

NEVER: Final = frozenset(
    (
        "CurrentTime LastHeardFrom RemoteUser RemoteOwner RemoteUserFloor RemoteUserPrio RemoteUserResourcesInUse "
        "RemoteGroupResourcesInUse SubmittorPrio SubmitterUserPrio SubmitterUserResourcesInUse "
        "SubmitterGroupResourcesInUse TotalJobRunTime MachineLastMatchTime JobCurrentStartDate JobState Mips KFlops "
        "SlotID DSlotId PartitionableSlot DynamicSlot Offline PelicanPluginVersion"
    )
    .lower()
    .split()
)
"""Names that slots refer to but that are no attributes of jobs, in lower case (`compute_significant_attrs`)."""

NEVER_BEFORE: Final = frozenset(
    "currenttime remoteuserprio remoteuserresourcesinuse remotegroupresourcesinuse submittorprio submitteruserprio "
    "submitteruserresourcesinuse submittergroupresourcesinuse".split()
)
"""The same for older negotiators, to which `few_significant_attributes` does not apply."""

_POLICY: Final = "policy of the negotiator"
"""The name, which no ad has, under which an expression is put into an ad to see what it refers to."""

ALWAYS: Final = frozenset({"requirements", "rank", "concurrencylimits", "flockto"})
"""Names that a schedd adds whatever the negotiator asks for (`MinimalSigAttrs`)."""

ALWAYS_SHOWN: Final = frozenset(
    {"owner", "clusterid", "procid", "resourcerequestconstraint", "globaljobid", "autoclusterid", "wantpslotpreemption"}
)
"""Names that every request shows."""


def asked_attributes(
    slots: Sequence[Ad], settings: NegotiatorSettings, asked_by_slots: Set[str] | None = None
) -> frozenset[str]:
    """Names, in lower case, of job attributes that slots and the negotiator's expressions refer to, significant or not.

    All fetched slots count, trimmed ones too. If `asked_by_slots` is given, what `ReferenceSchema.external` says
    of all of them, any one of them will do as `slots`.
    """
    if not slots:
        return frozenset()
    if asked_by_slots is None:
        asked_by_slots = _asked_by_slots(slots)
    # As the negotiator has it: it sets MachineMatchCount in every slot, and removes OfflineMatches.
    sample = slots[0].replace({"MachineMatchCount": 0, "OfflineMatches": None})
    return frozenset(asked_by_slots - {"machinematchcount"} | _asked_by_policy(sample, settings))


def autoclusters_told(jobs: Iterable[Ad]) -> frozenset[str]:
    """The distinct values of AutoClusterAttrs of idle jobs that are in autoclusters."""
    if not isinstance(jobs, PackedAds):
        return frozenset(map(autocluster_told, jobs)) - {""}
    lists = set[str]()
    for piece in jobs.pieces():
        if isinstance(piece, PackedRun):
            lists.update(starmap(_told, set(zip(*map(piece.texts, _TELLING), strict=True))))
        else:
            lists.add(autocluster_told(piece))
    return frozenset(lists) - {""}


_TELLING: Final = ("autoclusterid", "jobstatus", "autoclusterattrs")


def autocluster_told(job: Ad) -> str:
    """AutoClusterAttrs of an idle job that is in an autocluster, else an empty string."""
    number = job.raw_value(_TELLING[0])
    return _told(number, *map(job.raw_value, _TELLING[1:])) if number else ""


def _told(number: str | Expr | None, status: str | Expr | None, names: str | Expr | None) -> str:
    return names if number and status == "1" and isinstance(names, str) else ""


def remembered_attributes(lists: Iterable[frozenset[str]]) -> frozenset[str]:
    """What was significant in earlier cycles, in lower case, as far as `autoclusters_told` of all jobs tells.

    A schedd adds what a cycle finds significant to what it knows, and drops nothing until it restarts
    (`AutoCluster::config`). A job also lists what its own significant attributes refer to, so only what all jobs list
    counts.
    """
    texts = frozenset[str]().union(*lists) - {""}
    named = [frozenset(re.split(r"[\s,]+", text.strip('"').lower())) for text in texts]
    return frozenset.intersection(*named) - {""} if named else frozenset()


def significant_attributes(
    asked: frozenset[str], settings: NegotiatorSettings, remembered: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Names in lower case. Empty, so that there are no autoclusters, if nothing is asked of jobs now or was before."""
    knobs = settings.significant
    if knobs.replace is not None:
        return knobs.replace
    never = NEVER if settings.behaviour.few_significant_attributes else NEVER_BEFORE
    names = asked - never - knobs.remove
    if knobs.remove_pattern is not None:
        pattern = knobs.remove_pattern
        names = frozenset(name for name in names if search(pattern, name.encode(errors="surrogateescape")) is None)
    always = ALWAYS | (asked_of_jobs(settings.schedd.start_vanilla) or frozenset())
    return (names | always | knobs.add | remembered) - knobs.schedd_remove if names or remembered else frozenset()


def _asked_by_slots(slots: Sequence[Ad]) -> set[str]:
    """Names that slot ads refer to and do not define; attributes that are lists do not count."""
    names: set[str] = set()
    for ad in AdsBySchema(slots).representatives(_is_computed):
        asking = [name for name in ad if not isinstance(ad.expr(name), ListExpr | Literal)]
        names |= external_references(ad, asking)
    return names


def _is_computed(text: str) -> bool:
    """Whether a text is an expression that may refer to something."""
    if is_plain(text):
        return False
    try:
        return not isinstance(parse_prefix(text), ListExpr | Literal)
    except ClassAdSyntaxError:
        return False


def _asked_by_policy(sample: Ad, settings: NegotiatorSettings) -> set[str]:
    """Names that the negotiator's expressions refer to and a sample slot does not define."""
    ranks = settings.ranks
    # A slot publishes these, with whatever values, only while it runs a job; so the sample may lack them.
    known = sample.replace(dict.fromkeys(settings.significant.startd_job_attrs, True))
    names: set[str] = set()
    for expr in (ranks.preemption_requirements, ranks.preemption_rank, ranks.pre_job_rank, ranks.post_job_rank):
        if expr is not None:
            names |= external_references(known.replace({_POLICY: expr}), [_POLICY])
    if settings.job_constraint is not None:
        names |= external_references(Ad({_POLICY: settings.job_constraint}))
    return names


IDS: Final = frozenset({"clusterid", "procid", "globaljobid", "autoclusterid"})
"""Names of attributes that identify a job or its autocluster, in which equal jobs may differ."""


def job_classes(
    asked: frozenset[str], significant: frozenset[str], settings: NegotiatorSettings
) -> ClosurePartition | None:
    """Classes of jobs that a cycle cannot tell apart but for their ids; None if anything in their ads may matter.

    NEGOTIATOR_JOB_CONSTRAINT and START_VANILLA_UNIVERSE may refer to what is not significant, and with
    NEGOTIATE_ALL_JOBS_IN_CLUSTER the autocluster ids that schedds give matter.
    """
    constraint = settings.job_constraint
    named = ReferenceIndex([]).closure([] if constraint is None else [constraint], []).names
    started_by = asked_of_jobs(settings.schedd.start_vanilla)
    if not significant or named is None or started_by is None or started_by & IDS:
        return None
    ids = {"autoclusterid"} if settings.schedd.negotiate_all_jobs else set()
    return ClosurePartition(JOB_FACTS | significant | (ALWAYS_SHOWN - IDS) | asked | set(named) | started_by | ids)


class Autoclusters:
    """Numbers autoclusters from 1: jobs that agree in significant attributes and in what those refer to.

    Without significant attributes there are no autoclusters, and every job has the number -1.
    """

    def __init__(self, significant: Iterable[str]) -> None:
        self._significant = frozenset(significant)
        self._classes = ClosurePartition(self._significant)
        self._shown: dict[Ad, Ad] = {}

    def number(self, job: Ad) -> int:
        """The number of a job's autocluster."""
        return self._classes.number(job) + 1 if self._significant else -1

    def shown(self, job: Ad) -> Ad:
        """The part of a job's ad that its request shows: ALWAYS_SHOWN and what makes autoclusters; without any, all.

        `ScheddNegotiate::sendJobInfo`; anything else that the negotiator's expressions refer to is undefined.
        """
        if not self._significant:
            return job
        known = self._shown.get(job)
        if known is None:
            shown = ALWAYS_SHOWN | self._significant | internal_references(job, self._significant)
            known = self._shown[job] = job.replace({name: None for name in job if name.lower() not in shown})
        return known
