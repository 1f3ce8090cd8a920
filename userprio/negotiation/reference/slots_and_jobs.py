"""Slots and jobs: does a slot fit a request, how good is it, may its user be displaced; and what schedds offer.

Every expression is evaluated anew for every slot each time its value is needed. Ads never change; where the negotiator
writes into an ad, a slot gets another one.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, groupby
from typing import Final

from userprio.accounting import slot_weight
from userprio.base.cxx import FLT_MAX, INT_MAX, float32, std_sort
from userprio.classad import (
    UNDEFINED,
    Ad,
    AttributeRef,
    Evaluator,
    Expr,
    ListExpr,
    ListValue,
    Literal,
    Value,
    as_number,
    external_references,
    flag_of,
    integer_of,
    internal_references,
    is_true,
    number_of,
    parse,
    satisfies,
    search,
    text_of,
)
from userprio.pool import (
    UNMATCHED_UNIVERSES,
    NegotiatorSettings,
    ScenarioData,
    Submitter,
    ip_protocols,
    share_protocol,
)

LOWEST: Final = -1.7976931348623157e308
"""The rank of a slot where the negotiator's expression is missing, or not a number (`-DBL_MAX`)."""
STRICTLY_PREFERRED, EQUALLY_PREFERRED = parse("MY.Rank > MY.CurrentRank"), parse("MY.Rank >= MY.CurrentRank")
PRIORITY, RANK, FREE = 0, 1, 2
"""What a match does to the user of a slot: priority preemption, rank preemption, none; the larger, the better."""
UNOPTIMIZED: Final = "UnoptimizedRequirements"
"""Where an ad with flattened Requirements has the original ones."""
USER_NAMES: Final = ("PreemptingAccountingGroup", "PreemptingUser", "AccountingGroup", "RemoteUser")
"""Who holds a slot: the first of these that is defined."""


@dataclass(eq=False)
class Slot:
    """A slot of the list; its ad changes as it is matched."""

    ad: Ad
    name: str
    user: str | None
    """Who holds it."""
    claims: int
    """How many matches it can still serve."""
    preempted: set[int] = field(default_factory=set)
    """Its dynamic slots that were merged into it, as indices into its lists."""


@dataclass
class Candidate:
    """A slot that may be given to a request."""

    slot: Slot
    ad: Ad
    """That of the slot, or what it becomes with dynamic slots merged into it."""
    cost: float
    displacement: int
    rank: tuple[float, ...]
    """Pre-job rank, job rank, post-job rank, displacement, preemption rank; the larger, the better."""
    limits: str | None
    """The concurrency limits of the match, in lower case; None without any."""
    preempted: int = 0
    """How many dynamic slots were merged into it."""


@dataclass
class SlotRules:
    """The rules about a slot and a request under these knobs."""

    settings: NegotiatorSettings
    evaluator: Evaluator
    ads: Mapping[str, Ad] = field(default_factory=dict)
    """The ads of all slots by name, those that are not left for matching included."""

    def number(self, name: str, ad: Ad, other: Ad | None = None) -> float | None:
        """An attribute as a number, None if it is not one."""
        return as_number(self.evaluator.attribute(name, ad, other))

    def text(self, ad: Ad, name: str) -> str | None:
        """An attribute as a text, None if it is not one."""
        return text_of(self.evaluator, ad, name)

    def flag(self, ad: Ad, name: str) -> bool:
        """Whether an attribute is true, or a number other than zero."""
        return flag_of(self.evaluator, ad, name)

    def is_true(self, expr: Expr, slot: Ad, job: Ad) -> bool:
        """Whether an expression is the boolean true: a number is not enough, and undefined counts as false."""
        return self.evaluator.evaluate(expr, slot, job) is True

    def user(self, ad: Ad) -> str | None:
        """Who holds a slot."""
        return next((user for name in USER_NAMES if (user := self.text(ad, name)) is not None), None)

    def weight(self, ad: Ad) -> float:
        """What a slot is charged at (`Accountant::GetSlotWeight`)."""
        return slot_weight(ad, self.settings.charging, self.evaluator)

    def claimable(self, ad: Ad) -> bool:
        """Whether a match gives its schedd a claim; an offline slot is matched, but starts nothing."""
        return not self.flag(ad, "Offline") and flag_of(self.evaluator, ad, "WantClaiming", True)

    @property
    def merges(self) -> bool:
        """Whether dynamic slots may be preempted to make room in their partitionable slot."""
        return self.settings.allow_pslot_preemption and self.settings.consider_preemption

    # -- whether slot and request fit, and at what cost ------------------------------------------------------------

    def in_reach(self, ad: Ad, schedd: str, schedd_address: str) -> bool:
        """Whether a schedd may have a slot at all (the first tests of `matchmakingAlgorithm`)."""
        if not share_protocol(ip_protocols(self.text(ad, "MyAddress")), ip_protocols(schedd_address)):
            return False
        # Where dynamic slots may be preempted, they may be had only by way of their partitionable slot.
        if self.merges and self.flag(ad, "DynamicSlot") and self.flag(ad, "PslotRollupInformation"):
            return False
        # A claimed partitionable slot belongs to the schedd that claimed it.
        return not self.flag(ad, "PartitionableSlot") or self.text(ad, "RemoteScheddName") in (None, schedd)

    def fit(self, job: Ad, slot: Ad) -> bool:
        """Whether the Requirements of both are true of the other, or a number other than zero (`IsAMatch`)."""
        return self.is_met(job, slot, leads=True) and self.is_met(slot, job, leads=False)

    def is_met(self, ad: Ad, other: Ad, *, leads: bool) -> bool:
        """Whether the Requirements of an ad are true of another; `leads`: it is the request's ad."""
        requirements = AttributeRef("Requirements")
        return "Requirements" in ad and is_true(self.evaluator.evaluate(requirements, ad, other, leads=leads))

    def flattened(self, ad: Ad, *, leads: bool) -> Ad:
        """The ad with flattened Requirements, the original ones beside them (`OptimizeAdForMatchmaking`).

        Flattening puts in what the ad itself says. That decides some expressions otherwise than evaluation would: of
        `(A || B)`, where A is true of the ad by itself, nothing is left that could fail.
        """
        own = ad.expr("Requirements")
        # An attribute called MY would be taken for the ad itself.
        if own is None or UNOPTIMIZED in ad or not ad.shadows.isdisjoint({"my", "target", "other"}):
            return ad
        flat = self.evaluator.flatten(own, ad, leads=leads)
        return ad if flat is None else ad.replace({"Requirements": flat, UNOPTIMIZED: own})

    def cost(self, job: Ad, slot: Ad) -> float | None:
        """The weight that a match takes; None where slot and request do not fit."""
        amounts = self.consumption(job, slot)
        if amounts is None:
            return self.weight(slot) if self.fit(job, slot) else None
        left = {name: number_of(self.evaluator, slot, name) for name in amounts}
        for name, amount in amounts.items():
            has = left[name]
            if has is None or not 0 <= amount <= has:
                return None
        # Requirements see the request as asking for what it will get (`cp_override_requested`).
        asked = {f"Request{name}": preserved(amount) for name, amount in amounts.items() if f"Request{name}" in job}
        if not any(amounts.values()) or not self.fit(job.replace(asked), slot):
            return None
        before, after = (self.number("SlotWeight", ad) or 0.0 for ad in (slot, self.deducted(slot, amounts)))
        return float(before) - float(after)

    # -- consumption policies --------------------------------------------------------------------------------------

    def policy_resources(self, slot: Ad) -> list[str] | None:
        """The resources of a slot with a consumption policy, None without one (`cp_supports_policy`)."""
        listed = self.text(slot, "MachineResources") if self.flag(slot, "PartitionableSlot") else None
        if listed is None:
            return None
        names = [name for name in listed.replace(",", " ").split() if name.lower() != "swap"]
        return names if all(f"Consumption{name}" in slot for name in names) else None

    def consumption(self, job: Ad, slot: Ad) -> dict[str, float] | None:
        """What the policy of a slot takes for a request (`cp_compute_consumption`); None without a policy.

        A consumption that is not a number is negative, which fits nothing.
        """
        names = self.policy_resources(slot)
        if names is None:
            return None
        amounts: dict[str, float] = {}
        for name in names:
            given = self.number(f"_condor_Request{name}", job)
            if given is not None:
                job = job.replace({f"Request{name}": float(given)})
            elif f"Request{name}" not in job:
                job = job.replace({f"Request{name}": 0})
            amount = self.evaluator.attribute(f"Consumption{name}", slot, job)
            amounts[name] = float(amount) if isinstance(amount, int | float) else -1.0
        return amounts

    def deducted(self, slot: Ad, amounts: Mapping[str, float]) -> Ad:
        """The slot without what is consumed (`cp_deduct_assets`)."""
        return slot.replace(
            {name: preserved((self.number(name, slot) or 0) - amount) for name, amount in amounts.items()}
        )

    # -- preemption and rank ---------------------------------------------------------------------------------------

    def displacement(self, slot: Slot, job: Ad, submitter: str, *, rank_only: bool) -> tuple[int | None, bool]:
        """What giving a slot does to its user, None if it may not be given; and whether the policy forbids it.

        No comparison of priorities is built in: only PREEMPTION_REQUIREMENTS may ask for one. They must be the boolean
        true; if they are unset, they refuse nothing. Preemption because the machine prefers the job ignores them.
        """
        if not slot.user or not self.settings.consider_preemption:
            return None if rank_only else FREE, False
        if self.is_true(STRICTLY_PREFERRED, slot.ad, job):
            return RANK, False
        if rank_only or slot.user == submitter:
            return None, False
        policy = self.settings.ranks.preemption_requirements
        if policy is not None and not self.is_true(policy, slot.ad, job):
            return None, True
        return PRIORITY if self.is_true(EQUALLY_PREFERRED, slot.ad, job) else None, False

    def candidate(self, slot: Slot, ad: Ad, job: Ad, cost: float, displacement: int, preempted: int = 0) -> Candidate:
        """A slot with its ranks (`calculateRanks`); those of the negotiator are in single precision."""

        def own_rank(expr: Expr | None) -> float:
            number = None if expr is None else as_number(self.evaluator.evaluate(expr, ad, job))
            return LOWEST if number is None else float32(number)

        ranks = self.settings.ranks
        # A job without Rank is ranked by that of the slot.
        mine, other = (job, ad) if "Rank" in job else (ad, job)
        job_rank = float(self.number("Rank", mine, other) or 0.0)
        preemption_rank = -FLT_MAX if displacement == FREE else own_rank(ranks.preemption_rank)
        rank = own_rank(ranks.pre_job_rank), job_rank, own_rank(ranks.post_job_rank), displacement, preemption_rank
        return Candidate(slot, ad, cost, displacement, rank, self.limits(job, ad), preempted)

    def limits(self, job: Ad, slot: Ad) -> str | None:
        """The concurrency limits of a match; a request without any is charged with those of the job it displaces."""
        mine, other = (job, slot) if "ConcurrencyLimits" in job else (slot, job)
        limits = self.evaluator.attribute("ConcurrencyLimits", mine, other)
        return limits.lower() if isinstance(limits, str) else None

    def could_run(self, job: Ad, given: Candidate) -> bool:
        """Whether a schedd could run a job with the claim that it got for another (`FindRunnableJob`)."""
        if not self.fit(job, given.ad):
            return False
        rank, current = self.number("Rank", given.ad, job), self.number("CurrentRank", given.ad)
        content = rank is None or current is None or rank >= current
        return content and (self.limits(job, given.ad) or "") == (given.limits or "")

    # -- preemption of dynamic slots -------------------------------------------------------------------------------

    def merged(self, slot: Slot, job: Ad, submitter: str, *, rank_only: bool) -> Candidate | None:
        """A partitionable slot that does not fit, with dynamic slots merged into it until it does (`pslotMultiMatch`).

        None if nothing helps. Those whose jobs the machine wants least come first, and those whose jobs it wants more
        than the request stay.
        """
        if not (self.merges and self.flag(slot.ad, "PartitionableSlot")):
            return None
        wanted = self.number("Rank", slot.ad, job) or 0.0
        eligible = [
            (float(as_number(self.of_child(slot.ad, "CurrentRank", at)) or 0.0), at)
            for at in range(integer_of(self.evaluator, slot.ad, "NumDynamicSlots"))
            if at not in slot.preempted
            and (as_number(self.of_child(slot.ad, "RetirementTimeRemaining", at)) or 0) <= 0
            and self.of_child(slot.ad, "State", at) != "Preempting"
        ]
        ad, taken, displacement = slot.ad, set[int](), RANK
        for current, at in std_sort(eligible, key=lambda child: child[0]):
            if current > wanted:
                break
            if current == wanted:
                if rank_only or not self.may_displace(slot.ad, at, job, submitter):
                    continue
                displacement = PRIORITY
            taken.add(at)
            for name in (self.text(slot.ad, "MachineResources") or "Cpus Memory Disk").split():
                left, more = self.number(name, ad), self.of_child(slot.ad, name, at)
                if left is not None and isinstance(more, int | float):
                    ad = ad.replace({name: math.floor(left) + more})
            # The merge is undone if it does not suffice, but Requirements are not flattened again.
            slot.ad, ad = unflattened(slot.ad), unflattened(ad)
            if self.fit(job, ad):
                slot.preempted |= taken
                ad = ad.replace({"RemoteUser": "various_dSlot_users"})
                return self.candidate(slot, ad, job, self.weight(ad), displacement, len(taken))
        return None

    def may_displace(self, parent: Ad, at: int, job: Ad, submitter: str) -> bool:
        """Whether the policy, which has to be set for this, is true of a dynamic slot that another user holds."""
        policy, ad = self.settings.ranks.preemption_requirements, self.ads.get(str(self.of_child(parent, "Name", at)))
        if policy is None or ad is None or (self.user(ad) or "") == submitter:
            return False
        return self.is_true(policy, ad, job)

    def of_child(self, ad: Ad, name: str, at: int) -> Value:
        """What a dynamic slot says, from the lists in which its partitionable slot repeats it."""
        listed = self.evaluator.attribute(f"Child{name}", ad)
        return listed[at] if isinstance(listed, ListValue) and at < len(listed) else UNDEFINED


def unflattened(ad: Ad) -> Ad:
    """The ad with its original Requirements (`UnoptimizeAdForMatchmaking`)."""
    original = ad.expr(UNOPTIMIZED)
    return ad if original is None else ad.replace({"Requirements": original, UNOPTIMIZED: None})


def restored(slot: Ad) -> Ad:
    """A slot with the Requirements that its startd wrote: neither flattened nor replaced by NegotiatorRequirements."""
    slot = unflattened(slot)
    own = slot.expr("SavedRequirements")
    return slot if own is None else slot.replace({"Requirements": own})


def preserved(amount: float) -> float:
    """The amount as an integer if it is one (`assign_preserve_integers`)."""
    return amount if amount > math.floor(amount) else int(amount)


# -- what schedds offer --------------------------------------------------------------------------------------------

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
    knobs = settings.significant
    if knobs.replace is not None:
        return knobs.replace
    asked = set[str]()
    for slot in slots:
        asked |= external_references(
            slot, [name for name in slot if not isinstance(slot.expr(name), ListExpr | Literal)]
        )
    ranks = settings.ranks
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


@dataclass(eq=False)
class Job:
    """An idle job that its schedd may offer."""

    ad: Ad
    sent: Ad
    """What the negotiator gets to see of it."""
    cluster: int
    proc: int
    autocluster: object
    """Equal for all jobs of an autocluster; None where there are none."""
    order: tuple[int, ...]
    """Its place among the jobs of its submitter, smallest first (`prio_compar`)."""
    wanted: bool
    """It meets NEGOTIATOR_JOB_CONSTRAINT."""
    room: int
    """How many more jobs its user may run at this schedd (MaxJobsRunning)."""

    @property
    def id(self) -> str:
        """cluster.proc."""
        return f"{self.cluster}.{self.proc}"

    @property
    def group(self) -> object:
        """What a schedd groups jobs by: the autocluster, or the cluster where there are none."""
        return self.cluster if self.autocluster is None else self.autocluster


def idle_jobs(
    ads: Iterable[Ad], significant: frozenset[str], scenario: ScenarioData, settings: NegotiatorSettings
) -> Iterator[tuple[str, str | None, Job]]:
    """The jobs that may be offered, with the names of submitter and schedd."""
    evaluator = Evaluator(scenario.now)
    for ad in ads:
        universe = integer_of(evaluator, ad, "JobUniverse", 5)
        cooling_until = integer_of(evaluator, ad, "JobCoolDownExpiration", -1)
        if (
            integer_of(evaluator, ad, "JobStatus", 1) != 1
            or flag_of(evaluator, ad, "IsNoopJob")
            or universe in UNMATCHED_UNIVERSES
            or (universe == 9 and not flag_of(evaluator, ad, "WantMatching"))  # a grid job
            or (cooling_until >= 0 and cooling_until >= scenario.now)
            or integer_of(evaluator, ad, "CurrentHosts") >= integer_of(evaluator, ad, "MaxHosts", 1)
        ):
            continue
        user = text_of(evaluator, ad, "User") or text_of(evaluator, ad, "Owner") or ""
        owner, at, domain = user.rpartition("@") if "@" in user else (user, "", "")
        group = text_of(evaluator, ad, "AccountingGroup")
        if not group:
            group = f"nice-user.{owner}" if flag_of(evaluator, ad, "NiceUser") else owner
        global_id = text_of(evaluator, ad, "GlobalJobId")
        schedd = global_id.partition("#")[0] if global_id else text_of(evaluator, ad, "ScheddName")
        prios = ("PreJobPrio1", "PreJobPrio2", "JobPrio", "PostJobPrio1", "PostJobPrio2")
        cluster, proc = integer_of(evaluator, ad, "ClusterId"), integer_of(evaluator, ad, "ProcId")
        telling = significant | internal_references(ad, significant)
        room = INT_MAX
        for record in scenario.pool.users:
            if text_of(evaluator, record, "User") == user and text_of(evaluator, record, "ScheddName") in (
                None,
                schedd,
            ):
                most = number_of(evaluator, record, "MaxJobsRunning")
                running = sum(integer_of(evaluator, record, name) for name in ("NumRunning", "NumSuspended"))
                room = INT_MAX if most is None else int(most) - running
        yield (
            f"{group}@{domain}" if at else group,
            schedd,
            Job(
                ad=ad,
                sent=ad.replace({name: None for name in ad if name.lower() not in telling | ALWAYS_SENT})
                if significant
                else ad,
                cluster=cluster,
                proc=proc,
                autocluster=frozenset((name, ad.raw_value(name)) for name in telling) if significant else None,
                order=(*(-integer_of(evaluator, ad, name) for name in prios), cluster, proc),
                wanted=satisfies(evaluator, ad, settings.job_constraint),
                room=room,
            ),
        )


def submitter_of(job: tuple[str, str | None], submitters: Sequence[Submitter], schedds: set[str | None]) -> int | None:
    """Which submitter ad a job belongs to, given the names of its submitter and schedd; None if none does.

    A schedd may advertise another domain than its users'. A job of a schedd that has no submitter ad at all belongs to
    the submitter of that name at another one.
    """
    name, schedd = job

    def of_this_name(wanted: str) -> list[int]:
        names = [submitter.advertised_name for submitter in submitters]
        return [at for at, own in enumerate(names) if wanted in (own, own.rpartition("@")[0])]

    alike = of_this_name(name) or of_this_name(name.rpartition("@")[0] or name)
    own = [at for at in alike if submitters[at].schedd_name == schedd]
    if own or schedd in schedds:
        return own[0] if own else None
    return alike[0] if alike else None


@dataclass
class Queue:
    """The jobs of a submitter at one schedd, in the order in which they are offered."""

    jobs: list[Job] = field(default_factory=list)
    claimed: set[Job] = field(default_factory=set)
    """Those that got a claim."""
    noticed: set[Job] = field(default_factory=set)
    """Those of them that the schedd came across in search of a job for another claim: they left its list."""

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
            elif job.room <= 0:
                continue
            elif could_run(job):
                self.claimed.add(job)
                return
            else:
                hopeless.add(job.group)
