"""The idle jobs of each submitter at each schedd; which attributes of jobs are significant, and their autoclusters."""

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import repeat, starmap
from typing import Final, cast

from msgspec import Struct
from msgspec.structs import replace

from userprio.base.incremental import MemoizedMap
from userprio.classad import (
    Ad,
    AdsBySchema,
    ClassAdSyntaxError,
    ClosurePartition,
    Evaluator,
    Expr,
    ListExpr,
    Literal,
    PackedAds,
    PackedRun,
    ReferenceIndex,
    external_references,
    flag_of,
    integer_of,
    internal_references,
    is_plain,
    parse_prefix,
    search,
)
from userprio.negotiation.schedd.queue import Job, JobKind, JobQueue, Jobs
from userprio.negotiation.schedd.starting import (
    GRID,
    IDLE,
    VANILLA,
    Standing,
    Starting,
    UserKey,
    asked_of_jobs,
    schedd_of,
    schedd_of_all,
    submitter_of,
)
from userprio.pool import UNMATCHED_UNIVERSES, BatchEdit, Batches, JobCopy, NegotiatorSettings, Submitter

JOB_FACTS: Final = frozenset(
    "jobstatus isnoopjob jobuniverse wantmatching jobcooldownexpiration currenthosts maxhosts user owner "
    "accountinggroup niceuser scheddname jobprio prejobprio1 prejobprio2 postjobprio1 postjobprio2".split()
)
"""Attributes that decide a job's submitter, whether it is offered, and in what order, in lower case."""

_NOT_OFFERED: Final = None, None, 0, 0
_SPARE: Final = 4
"""The cache is pruned when it has more than this many times as many ads as there are jobs."""
_FEW_ALIKE: Final = 3
"""A run is split into neighbours that are equal if there are this many of them on average."""
_DIGITS: Final = 19
"""Numbers with fewer fit in 64 bits."""

Autocluster = Callable[[Ad], int]
"""The autocluster id of a job, -1 where schedds form none."""

JobOrder = Callable[[Ad], tuple[float, ...]]
"""A sort key of a job ad that replaces the schedd's own priorities, smallest first; equals go by cluster and proc."""


class _Origin(Struct, frozen=True):
    """What a schedd makes of all jobs of a class: submitter's name and kind, None if it does not offer them."""

    name: str
    kind: JobKind | None
    steady: bool = True
    """It does not change as time passes."""


Owner = tuple[str, str | None]
"""A submitter and a schedd, by name."""

_Job = tuple[Owner | None, JobKind | None, int, int]
"""The owner, kind, cluster and proc of a job; None, None, 0 and 0 if it is not offered."""

Read = dict[Owner, Jobs]
"""The idle jobs of each submitter (by name) at each schedd (by name)."""


class JobReader:
    """Reads job ads as schedds do.

    Jobs in one class of `classes` are taken to be equal but for their ids, and one ad is kept for all of them; without
    `classes` each job is read, and its ad kept, but for neighbours that say the same in all but their ids if
    `ids_are_names`: nobody reads these but to name jobs. `wanted` is NEGOTIATOR_JOB_CONSTRAINT, which schedds apply.
    """

    def __init__(
        self,
        autocluster: Autocluster,
        wanted: Callable[[Ad], bool],
        evaluator: Evaluator,
        job_order: JobOrder | None = None,
        classes: ClosurePartition | None = None,
        *,
        ids_are_names: bool = False,
    ) -> None:
        self._ids_are_names = ids_are_names
        self._autocluster, self._wanted, self._evaluator, self._job_order = autocluster, wanted, evaluator, job_order
        self._classes = classes
        self._origins: dict[tuple[int, str | None], _Origin] = {}
        """By the class of jobs and, where schedds go by their users, the schedd."""
        self._known: dict[Ad, _Job] = {}
        """For ads that are read in batches."""
        self._waiting_anew: dict[tuple[Owner, JobKind], tuple[Owner, JobKind]] = {}
        """Owner and kind of jobs that wait anew, by those of the jobs that they repeat."""
        self._owners: dict[Owner, Owner] = {}
        """One object for equal owners, which makes comparisons fast."""
        self._starting: Starting | None = None
        self._by_schedd = False
        """Whether it may matter at which schedd a job is."""
        self._with_limits = frozenset[UserKey]()
        self._keeps = False
        self._kept: MemoizedMap[tuple[Ad, ...], Read] = MemoizedMap()
        self._whole: tuple[Sequence[Ad], list[Read]] | None = None
        """The ads that were last read as a whole, and what came of them."""
        self._present: dict[Jobs, tuple[list[Standing | None], Jobs]] = {}
        """What users' other jobs decided about each kind of jobs in the last cycle, and the jobs with that."""
        self._edits: Mapping[tuple[Ad, ...], BatchEdit] = {}
        self._copies: Mapping[Ad, JobCopy] = {}

    def read(self, ads: Sequence[Ad], starting: Starting | None = None) -> list[Read]:
        """The idle jobs of these ads, by owner: a list of one mapping, or for `Batches` of one for each batch.

        `starting` decides what schedds start now; without it, they start everything. What is known is not read again.
        """
        self._starting = starting
        self._by_schedd = starting is not None and starting.goes_by_users
        with_limits = frozenset() if starting is None else starting.users.with_limits
        if with_limits != self._with_limits:
            self._origins, self._known, self._kept, self._whole = {}, {}, MemoizedMap(), None
            self._waiting_anew = {}
        self._with_limits = with_limits
        self._origins = {key: origin for key, origin in self._origins.items() if origin.steady}
        self._keeps = isinstance(ads, Batches)
        if len(self._known) > _SPARE * len(ads):
            self._known = {ad: self._known[ad] for ad in ads if ad in self._known}
        if isinstance(ads, Batches):
            self._edits, self._copies = ads.edits, ads.copies
            read: list[Read] = self._kept.of(ads.batches, self._read_batch, lambda: self._evaluator.impure_reads)
        else:
            read = self._read_whole(ads)
        return read if starting is None or not starting.goes_by_users else self._as_of_now(read, starting)

    def _as_of_now(self, read: list[Read], starting: Starting) -> list[Read]:
        """The same jobs, with what users' other jobs decide about them in this cycle."""
        before, self._present = self._present, {}

        def present(jobs: Jobs) -> Jobs:
            if not any(kind.by_user for kind in jobs.different):
                return jobs
            standings = [starting.standing(kind.ad) if kind.by_user else None for kind in jobs.different]
            known = before.get(jobs)
            if known is None or known[0] != standings:
                kinds = [
                    kind if standing is None else replace(kind, passed_over=standing[0], most=standing[1])
                    for kind, standing in zip(jobs.different, standings, strict=True)
                ]
                known = standings, jobs.of_kinds(kinds)
            self._present[jobs] = known
            return known[1]

        return [{owner: present(jobs) for owner, jobs in batch.items()} for batch in read]

    def _read_whole(self, ads: Sequence[Ad]) -> list[Read]:
        if self._whole is not None and self._whole[0] is ads:
            return self._whole[1]
        looks = self._evaluator.impure_reads
        read = [self._read_packed(ads) if isinstance(ads, PackedAds) else self._read(ads)]
        self._whole = (ads, read) if self._evaluator.impure_reads == looks else None
        return read

    def _read_batch(self, ads: tuple[Ad, ...]) -> Read:
        edit = self._edits.get(ads)
        return (None if edit is None else self._edited(edit)) or self._read(ads)

    def _edited(self, edit: BatchEdit) -> Read | None:
        """The jobs after an edit, worked out from its changes; None unless all are offered, for the same owner."""
        read = self._kept.known(edit.before)
        if read is None or len(read) != 1:
            return None
        ((owner, jobs),) = read.items()
        if len(jobs) != len(edit.before):
            return None
        changes: list[tuple[int, tuple[int, int, JobKind] | None]] = []
        for place, ad in edit.changes:
            if ad is None:
                changes.append((place, None))
                continue
            whose, kind, cluster, proc = self._copied(ad) or self._job(ad)
            if kind is None or whose != owner:
                return None
            changes.append((place, (cluster, proc, kind)))
        edited = jobs.edited(changes)
        return {owner: edited} if edited else {}

    def _copied(self, ad: Ad) -> _Job | None:
        """The job of an ad that was made from one that is known; None if it has to be read."""
        copied = self._copies.get(ad)
        if copied is None:
            return None
        owner, kind, _, _ = self._known.get(copied.of, _NOT_OFFERED)
        if owner is None or kind is None or kind.by_ids:
            return None
        if copied.waits_anew:
            # Jobs of one kind stay of one kind when the same values are set in both.
            anew = self._waiting_anew.get((owner, kind))
            if anew is None:
                return self._first_anew(ad, (owner, kind))
            owner, kind = anew
        job = self._known[ad] = owner, kind, copied.cluster, copied.proc
        return job

    def _first_anew(self, ad: Ad, before: tuple[Owner, JobKind]) -> _Job:
        job = owner, kind, _, _ = self._job(ad)
        if ad in self._known and owner is not None and kind is not None and not kind.by_ids:
            self._waiting_anew[before] = owner, kind
        return job

    def _read(self, ads: Sequence[Ad]) -> Read:
        read: Read = {}
        read_jobs: Iterable[_Job] = map(self._job, ads)
        if self._keeps:
            known = list(map(self._known.get, ads))
            if None in known:
                known = [job or self._job(ad) for job, ad in zip(known, ads, strict=True)]
            read_jobs = cast("list[_Job]", known)
            # Mostly all are of one owner: then they are taken column by column.
            owners, kinds, clusters, procs = zip(*read_jobs, strict=True) if read_jobs else ((), (), (), ())
            if owners and owners.count(owners[0]) == len(owners):
                if owners[0] is not None:
                    read[owners[0]] = Jobs.of_columns(clusters, procs, kinds)
                return read
        _add(read, read_jobs)
        return read

    def _read_packed(self, ads: PackedAds) -> Read:
        """Read packed ads: neighbours that agree in everything that is read are taken column by column."""
        read: Read = {}
        for piece in ads.pieces():
            if not isinstance(piece, PackedRun):
                _add(read, [self._job(piece)])
            elif not self._add_alike(piece, read):
                _add(read, map(self._job, piece.ads()))
        return read

    def _add_alike(self, run: PackedRun, read: Read) -> bool:
        """Add the jobs of a run, of which neighbours are equal but for plain ids; False if they have to be read one by
        one."""
        classes = self._classes
        if run.count == 1 or (classes is None and not self._ids_are_names):
            return False
        first = run.first()
        number = -1 if classes is None else classes.number(first)
        telling = _all_but_ids(first) if classes is None else classes.compared(first)
        if run.differs(telling):
            parts = run.split(telling)
            if len(parts) > run.count // _FEW_ALIKE:
                return False
            for part in parts:
                if not self._add_alike(part, read):
                    _add(read, map(self._job, part.ads()))
            return True
        schedd = schedd_of_all(run.texts("globaljobid")) if self._by_schedd else None
        if self._by_schedd and schedd is None:
            return False
        key = number, schedd
        origin = None if classes is None else self._origins.get(key)
        if origin is None:
            origin = self._origin(first)
            if classes is not None:
                self._origins[key] = origin
        if not origin.steady:
            self._evaluator.look()
        if origin.kind is None:
            return True
        clusters, procs = (_all_plain(run.texts(name)) for name in ("clusterid", "procid"))
        schedd = schedd or schedd_of_all(run.texts("globaljobid"))
        if schedd is None or clusters is None or procs is None:
            return False
        jobs = read.setdefault((origin.name, schedd), Jobs())
        jobs.extend(Jobs.of_columns(clusters, procs, repeat(origin.kind, run.count)))
        return True

    def _job(self, ad: Ad) -> _Job:
        evaluator, classes, origins = self._evaluator, self._classes, self._origins
        looks = evaluator.impure_reads
        if classes is None:
            origin = self._origin(ad)
        else:
            key = classes.number(ad), schedd_of(ad, evaluator) if self._by_schedd else None
            known = origins.get(key)
            origin = origins[key] = self._origin(ad) if known is None else known
            if not origin.steady:
                evaluator.look()
        if origin.kind is None:
            job: _Job = _NOT_OFFERED
        else:
            cluster, proc = _number(ad, "clusterid", evaluator), _number(ad, "procid", evaluator)
            owner = origin.name, schedd_of(ad, evaluator)
            job = self._owners.setdefault(owner, owner), origin.kind, cluster, proc
        if self._keeps and evaluator.impure_reads == looks:
            self._known[ad] = job
        return job

    def _origin(self, ad: Ad) -> _Origin:
        looks = self._evaluator.impure_reads
        if not _runnable(ad, self._evaluator):
            return _Origin("", None, self._evaluator.impure_reads == looks)
        kind = _kind(ad, self._autocluster(ad), self._wanted(ad), self._evaluator, self._job_order)
        if self._starting is not None:
            # Where the user's other jobs count, they do so in each cycle anew.
            by_user = self._starting.goes_by_user_of(ad)
            passed_over = None if by_user else self._starting.passes_over(ad)
            most = None if by_user else self._starting.most(ad)
            kind = replace(kind, passed_over=passed_over, most=most, by_user=by_user)
        if self._keeps and self._classes is not None:
            kind = replace(kind, by_ids=not IDS.isdisjoint(self._classes.compared(ad)))
        return _Origin(submitter_of(ad, self._evaluator), kind, self._evaluator.impure_reads == looks)


def _add(read: Read, more: Iterable[_Job]) -> None:
    for owner, kind, cluster, proc in more:
        if owner is not None and kind is not None:
            jobs = read.get(owner)
            if jobs is None:
                jobs = read[owner] = Jobs()
            jobs.append(cluster, proc, kind)


Directory = Callable[[str, str | None], tuple[str, str] | None]
"""Finds the submitter ad of a job by the names of its submitter and schedd: returns advertised name and schedd
address, None if there is no such ad."""


def job_queues(batches: Iterable[Read], find: Directory) -> tuple[dict[tuple[str, str], JobQueue], dict[str, int]]:
    """The queue of each (advertised name, schedd address), and the number of jobs without a submitter ad, by name."""
    parts: dict[tuple[str, str], list[Jobs]] = defaultdict(list)
    lost: dict[str, int] = defaultdict(int)
    for batch in batches:
        for (name, schedd), jobs in batch.items():
            owner = find(name, schedd)
            if owner is None:
                lost[name] += len(jobs)
            else:
                parts[owner].append(jobs)
    return {owner: JobQueue(_together(parts)) for owner, parts in parts.items()}, dict(lost)


def _together(parts: list[Jobs]) -> Jobs:
    if len(parts) == 1:
        return parts[0]
    jobs = Jobs()
    for part in parts:
        jobs.extend(part)
    return jobs


def offered_jobs(
    ads: Iterable[Ad], evaluator: Evaluator, job_order: JobOrder | None = None
) -> dict[tuple[str, str | None], list[Job]]:
    """The idle jobs of each (submitter, schedd name), in the order in which the schedd would offer them in a cycle.

    Whether the submitter takes part in a cycle makes no difference.
    """
    jobs: dict[tuple[str, str | None], list[Job]] = defaultdict(list)
    for ad in ads:
        if _runnable(ad, evaluator):
            owner = submitter_of(ad, evaluator), schedd_of(ad, evaluator)
            kind = _kind(ad, -1, True, evaluator, job_order)
            jobs[owner].append(Job(_number(ad, "clusterid", evaluator), _number(ad, "procid", evaluator), kind))
    return {owner: sorted(jobs, key=lambda job: job.order) for owner, jobs in jobs.items()}


def directory(submitters: Iterable[Submitter], schedds: Container[str | None] = ()) -> Directory:
    """Returns a function that finds which of these submitters a job belongs to.

    If no name is the same, those before the `@` are compared: a schedd may advertise another domain than its users'.
    A submitter at another schedd is found only if the job's own is not among `schedds`, which are all that have a
    submitter ad, including those of submitters that take no part.
    """
    by_name: dict[str, list[Submitter]] = defaultdict(list)
    for submitter in submitters:
        for name in {submitter.advertised_name, submitter.advertised_name.rpartition("@")[0]}:
            by_name[name].append(submitter)

    @cache
    def find(name: str, schedd: str | None) -> tuple[str, str] | None:
        entries = by_name.get(name) or by_name.get(name.rpartition("@")[0] or name)
        if not entries:
            return None
        own = next((entry for entry in entries if entry.schedd_name == schedd), None)
        if own is None and schedd in schedds:
            return None
        best = own or entries[0]
        return best.advertised_name, best.schedd_address

    return find


def _runnable(ad: Ad, evaluator: Evaluator) -> bool:
    """Whether its schedd considers a job for offering (`Runnable` of the schedd)."""
    if integer_of(evaluator, ad, "JobStatus", IDLE) != IDLE or flag_of(evaluator, ad, "IsNoopJob"):
        return False
    universe = integer_of(evaluator, ad, "JobUniverse", VANILLA)
    if universe in UNMATCHED_UNIVERSES or (universe == GRID and not flag_of(evaluator, ad, "WantMatching")):
        return False
    cool_from = integer_of(evaluator, ad, "JobCoolDownExpiration", -1)
    if cool_from >= 0 and cool_from >= evaluator.now:
        return False
    return integer_of(evaluator, ad, "CurrentHosts", 0) < integer_of(evaluator, ad, "MaxHosts", 1)


def _kind(ad: Ad, autocluster: int, wanted: bool, evaluator: Evaluator, job_order: JobOrder | None) -> JobKind:
    prios = ("PreJobPrio1", "PreJobPrio2", "JobPrio", "PostJobPrio1", "PostJobPrio2")
    order = tuple(-integer_of(evaluator, ad, name) for name in prios) if job_order is None else job_order(ad)
    return JobKind(ad, integer_of(evaluator, ad, "JobPrio"), autocluster, order, wanted)


def _number(ad: Ad, name: str, evaluator: Evaluator) -> int:
    said = ad.raw_value(name)
    if isinstance(said, Literal) and said.value.__class__ is int:
        return said.value
    plain = _plain(said) if isinstance(said, str) else None
    return integer_of(evaluator, ad, name) if plain is None else plain


def _all_plain(texts: Sequence[str | None]) -> list[int] | None:
    """These texts as integers; None if any is not a plain one."""
    numbers = [number for text in texts if text is not None and (number := _plain(text)) is not None]
    return numbers if len(numbers) == len(texts) else None


@lru_cache(maxsize=1 << 12)
def _plain(text: str) -> int | None:
    """The text as an integer, None if it is not a plain one; cached, as procs recur from cluster to cluster."""
    usual = len(text) < _DIGITS and text.isdecimal() and text.isascii() and (text[0] != "0" or text == "0")
    return int(text) if usual else None


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


def ids_are_names(asked: frozenset[str], settings: NegotiatorSettings) -> bool:
    """Whether a cycle certainly reads ids of jobs only to name them, unless the jobs themselves refer to them."""
    constraint = settings.job_constraint
    named = ReferenceIndex([]).closure([] if constraint is None else [constraint], []).names
    started_by = asked_of_jobs(settings.schedd.start_vanilla)
    if named is None or started_by is None or settings.schedd.negotiate_all_jobs:
        return False
    return IDS.isdisjoint((*asked, *named, *started_by))


def _all_but_ids(ad: Ad) -> Set[str]:
    """All names of an ad, in lower case, but those of ids to which nothing else in it refers."""
    names = {name.lower() for name in ad}
    read = ReferenceIndex([ad]).closure((), names - IDS).names
    return names if read is None else names - IDS | IDS.intersection(read)


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
