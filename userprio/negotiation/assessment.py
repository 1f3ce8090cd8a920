"""What a slot and a request make of each other: do they match, how do they rank, may the slot's user be displaced."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from userprio.accounting import slot_weight
from userprio.classad import Ad, Evaluator, Expr, as_number, parse
from userprio.cxx import float32
from userprio.negotiation import consumption
from userprio.negotiation.addresses import ip_protocols
from userprio.negotiation.settings import NegotiatorSettings
from userprio.negotiation.shares import FLT_MAX
from userprio.negotiation.slotads import flag_of, integer_of, number_of, text_of

LOWEST: Final = -1.7976931348623157e308
"""`-DBL_MAX`: the rank where the negotiator's expression is missing or gives no number."""

STRICTLY_PREFERRED: Final = parse("MY.Rank > MY.CurrentRank")
"""The slot wants the request more than what it runs."""
EQUALLY_PREFERRED: Final = parse("MY.Rank >= MY.CurrentRank")
"""The slot wants the request at least as much."""

KEPT_PRE_JOB_RANK: Final = "pre-job rank of the cycle"
KEPT_POST_JOB_RANK: Final = "post-job rank of the cycle"
"""Attributes of slots that are ranked once a cycle, under names that no ad has."""

USER_NAMES: Final = ("PreemptingAccountingGroup", "PreemptingUser", "AccountingGroup", "RemoteUser")
"""Where the user of a slot stands, the first defined one counting."""


class Displacement(IntEnum):
    """What a match does to the user of the slot; the larger, the better the candidate (`PreemptState`)."""

    PRIORITY = 0
    RANK = 1
    NONE = 2


Rank = tuple[float, float, float, int, float]
"""The five values by which candidates compare, larger being better: pre-job rank, job rank, post-job rank,
displacement, preemption rank."""


@dataclass(frozen=True, slots=True, eq=False)
class SlotKind:
    """A kind of slot: the ad of one of them, and what is asked of it again and again."""

    ad: Ad
    protocols: frozenset[int]
    weight: float
    advertised_weight: float
    """`SlotWeight` as the ad has it, whether weights count or not."""
    user: str | None
    """Who holds it."""
    remote_user: str | None
    """`RemoteUser`, whom the negotiator's log calls preempted."""
    claiming_schedd: str | None
    """For a partitionable slot: the only schedd that may have it."""
    resources: tuple[str, ...] | None
    """What its consumption policy covers, None without one."""
    claimable: bool
    """A match gives its schedd a claim; without one (offline, WantClaiming False) the job stays idle."""
    addressed: bool
    """It has the address that claiming needs."""
    comes_again: bool
    """`WantAdRevaluate`: after a match it goes to the end of the list instead of leaving it."""
    covered: bool
    """A dynamic slot whose partitionable slot answers for it when that may be preempted."""


def slot_kind(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator) -> SlotKind:
    """The kind of which this slot is one."""
    users = (text_of(evaluator, ad, name) for name in USER_NAMES)
    partitionable = flag_of(evaluator, ad, "PartitionableSlot")
    offline = flag_of(evaluator, ad, "Offline")
    advertised = number_of(evaluator, ad, "SlotWeight")
    return SlotKind(
        ad=ad,
        protocols=ip_protocols(text_of(evaluator, ad, "MyAddress")),
        weight=slot_weight(ad, settings.charging, evaluator),
        advertised_weight=1.0 if advertised is None else float(advertised),
        user=next((user for user in users if user is not None), None),
        remote_user=text_of(evaluator, ad, "RemoteUser"),
        claiming_schedd=text_of(evaluator, ad, "RemoteScheddName") if partitionable else None,
        resources=consumption.policy_resources(ad, evaluator),
        claimable=not offline and flag_of(evaluator, ad, "WantClaiming", True),
        addressed=text_of(evaluator, ad, "StartdIpAddr") is not None,
        comes_again=flag_of(evaluator, ad, "WantAdRevaluate"),
        covered=flag_of(evaluator, ad, "DynamicSlot") and flag_of(evaluator, ad, "PslotRollupInformation"),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """A slot and a request that match each other."""

    cost: float
    """Weight charged for the match."""
    pre_job_rank: float
    job_rank: float
    post_job_rank: float
    preemption_rank: float
    strictly_preferred: bool
    equally_preferred: bool
    policy_allows: bool
    """PREEMPTION_REQUIREMENTS do not stand against taking the slot from its user."""
    limits: str | None
    """Concurrency limits of the match, in lower case."""
    amounts: Mapping[str, float] | None
    """What the match consumes of a slot with a consumption policy."""

    def rank(self, displacement: Displacement) -> Rank:
        """How good a candidate the slot is when its user is treated like this."""
        preempting = self.preemption_rank if displacement is not Displacement.NONE else -FLT_MAX
        return (self.pre_job_rank, self.job_rank, self.post_job_rank, displacement, preempting)


class Assessor:
    """Assesses kinds of slots for kinds of requests, each pair once as long as its answer holds."""

    def __init__(self, settings: NegotiatorSettings, evaluator: Evaluator) -> None:
        self._settings = settings
        self._evaluator = evaluator
        self._known: dict[tuple[int, int], tuple[Ad, SlotKind, Assessment | None]] = {}
        self._runs: dict[tuple[int, int, str | None], tuple[Ad, SlotKind, bool]] = {}

    def forget(self) -> None:
        """Drop the answers: something that they depend on has changed."""
        self._known.clear()
        self._runs.clear()

    def assess(self, job: Ad, slot: SlotKind) -> Assessment | None:
        """None where they do not match. `job` is the ad of a kind of request, the same object for the same kind."""
        key = (id(job), id(slot))
        known = self._known.get(key)
        if known is None:
            # Both are kept with the answer, so that their ids stay theirs.
            known = self._known[key] = (job, slot, self._assess(job, slot))
        return known[2]

    def ranked_once(self, prepared: Ad, fetched: Ad) -> Ad:
        """A slot with the ranks that it keeps through the cycle (`NEGOTIATOR_IGNORE_JOB_RANKS`).

        They are taken against no job at all, and from the ad as it was fetched, before its user's attributes are added.
        """
        ranks, nobody = self._settings.ranks, Ad({})
        return prepared.replace(
            {
                KEPT_PRE_JOB_RANK: self._own_rank(ranks.pre_job_rank, fetched, nobody),
                KEPT_POST_JOB_RANK: self._own_rank(ranks.post_job_rank, fetched, nobody),
            }
        )

    def kept_ranks(self, slot: SlotKind) -> tuple[float, float]:
        """Pre-job and post-job rank of a slot that was `ranked_once`."""
        pre, post = (number_of(self._evaluator, slot.ad, name) for name in (KEPT_PRE_JOB_RANK, KEPT_POST_JOB_RANK))
        return LOWEST if pre is None else pre, LOWEST if post is None else post

    def _assess(self, job: Ad, slot: SlotKind) -> Assessment | None:
        evaluator = self._evaluator
        amounts = None
        asking = job
        if slot.resources is not None:
            amounts = consumption.consumption_of(job, slot.ad, slot.resources, evaluator)
            if not consumption.suffices(slot.ad, amounts, evaluator):
                return None
            asking = consumption.requesting(job, amounts)
        if not evaluator.matches(asking, slot.ad):
            return None
        cost = slot.weight if amounts is None else consumption.match_cost(slot.ad, amounts, evaluator)
        return self.judge(job, slot, cost, amounts)

    def judge(self, job: Ad, slot: SlotKind, cost: float, amounts: Mapping[str, float] | None) -> Assessment:
        """What a slot and a request that are known to match make of each other."""
        evaluator, ranks = self._evaluator, self._settings.ranks
        held = slot.user is not None and self._settings.consider_preemption
        if ranks.ignore_job_ranks:
            pre, post = self.kept_ranks(slot)
            job_rank, preemption_rank = 1.0, -FLT_MAX
        else:
            pre = self._own_rank(ranks.pre_job_rank, slot.ad, job)
            post = self._own_rank(ranks.post_job_rank, slot.ad, job)
            job_rank = self._job_rank(job, slot.ad)
            preemption_rank = self._own_rank(ranks.preemption_rank, slot.ad, job) if held else -FLT_MAX
        return Assessment(
            cost=cost,
            pre_job_rank=pre,
            job_rank=job_rank,
            post_job_rank=post,
            preemption_rank=preemption_rank,
            strictly_preferred=held and evaluator.evaluate(STRICTLY_PREFERRED, slot.ad, job) is True,
            equally_preferred=held and evaluator.evaluate(EQUALLY_PREFERRED, slot.ad, job) is True,
            policy_allows=held and self.policy_allows(job, slot.ad),
            limits=_limits(job, slot.ad, evaluator),
            amounts=amounts,
        )

    def could_run(self, job: Ad, slot: SlotKind, limits: str | None) -> bool:
        """Whether its schedd could run a job in a slot that was matched, with these limits, for the sake of another.

        Their Requirements have to be true, the slot must not want the job less than what it ran, and the concurrency
        limits have to be those of the match (`FindRunnableJob`).
        """
        key = (id(job), id(slot), limits)
        known = self._runs.get(key)
        if known is None:
            known = self._runs[key] = (job, slot, self._could_run(job, slot, limits))
        return known[2]

    def _could_run(self, job: Ad, slot: SlotKind, limits: str | None) -> bool:
        ad, evaluator = with_own_requirements(slot.ad), self._evaluator
        if not evaluator.matches(job, ad):
            return False
        current = number_of(evaluator, ad, "CurrentRank")
        rank = as_number(evaluator.attribute("Rank", ad, job))
        if current is not None and rank is not None and rank < current:
            return False
        return (_limits(job, ad, evaluator) or "") == (limits or "")

    def policy_allows(self, job: Ad, slot: Ad) -> bool:
        """Whether PREEMPTION_REQUIREMENTS are unset, or true (a number is not)."""
        policy = self._settings.ranks.preemption_requirements
        return policy is None or self._evaluator.evaluate(policy, slot, job) is True

    def preemption_rank(self, job: Ad, slot: Ad) -> float:
        """PREEMPTION_RANK as it is now."""
        return self._own_rank(self._settings.ranks.preemption_rank, slot, job)

    def _own_rank(self, expr: Expr | None, slot: Ad, job: Ad) -> float:
        """One of the own ranks, in single precision; the lowest where it is no number (`EvalNegotiatorMatchRank`)."""
        number = None if expr is None else as_number(self._evaluator.evaluate(expr, slot, job))
        return LOWEST if number is None else float32(number)

    def _job_rank(self, job: Ad, slot: Ad) -> float:
        """`Rank` of the job; 0 if it is no number, and the slot's own if the job has none (`EvalFloat`)."""
        if "Rank" in job:
            number = as_number(self._evaluator.attribute("Rank", job, slot))
        else:
            number = as_number(self._evaluator.attribute("Rank", slot, job))
        return 0.0 if number is None else float(number)


def with_own_requirements(slot: Ad) -> Ad:
    """The slot with the Requirements that it had before the negotiator's took their place; a match puts them back."""
    own = slot.expr("SavedRequirements")
    return slot if own is None else slot.replace({"Requirements": own})


def as_matched(slot: Ad, job: Ad, limits: str | None) -> Ad:
    """What a match writes into the ad of its slot, for later requests to see if it stays (`matchmakingProtocol`)."""
    return with_own_requirements(slot).replace(
        {
            "MatchedConcurrencyLimits": limits,
            "RemoteGroup": job.expr("SubmitterGroup"),
            "RemoteNegotiatingGroup": job.expr("SubmitterNegotiatingGroup"),
            # Meant to come from the request as well, but looked for in the slot.
            "RemoteAutoregroup": slot.expr("SubmitterAutoregroup"),
        }
    )


def _limits(job: Ad, slot: Ad, evaluator: Evaluator) -> str | None:
    """Concurrency limits of a match, in lower case.

    Without any of its own, a request is charged with those of the job that it displaces (`EvalString`).
    """
    mine, theirs = (job, slot) if "ConcurrencyLimits" in job else (slot, job)
    limits = evaluator.attribute("ConcurrencyLimits", mine, theirs)
    return limits.lower() if isinstance(limits, str) else None


def jobs_in_slot(job: Ad, slot: Ad, evaluator: Evaluator) -> int:
    """How many jobs like this the slot could hold, by cores and memory (`NEGOTIATOR_DEPTH_FIRST`)."""

    def fitting(resource: str) -> int:
        there = integer_of(evaluator, slot, resource, 1)
        asked = as_number(evaluator.attribute(f"Request{resource}", job, slot))
        return there // max(int(asked) if asked is not None else 1, 1)

    return min(fitting("Cpus"), fitting("Memory"))


def claims_of(ad: Ad, kind: SlotKind, evaluator: Evaluator) -> int:
    """How many matches a slot can serve in one cycle: claim ids are private, but their number is published."""
    if kind.resources is None:
        return 1
    claims = number_of(evaluator, ad, "NumClaims")
    return 1 if claims is None else int(claims)
