"""Slots: does one fit a request, at what cost, may its user be displaced, and how good is it.

Every expression is evaluated anew for every slot each time its value is needed. Ads never change; where the negotiator
writes into an ad, a slot gets another one.
"""

import math
import sys
from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from userprio.accounting import slot_weight
from userprio.base.cxx import FLT_MAX, float32, std_sort, to_int
from userprio.classad import (
    ERROR,
    UNDEFINED,
    Ad,
    Call,
    Evaluator,
    Expr,
    ListValue,
    Value,
    as_number,
    is_true,
    parse,
)
from userprio.pool import NegotiatorSettings, ip_protocols, share_protocol

DBL_MAX: Final = sys.float_info.max
REQUIREMENTS: Final = parse("Requirements")
STRICTLY_PREFERRED, EQUALLY_PREFERRED = parse("MY.Rank > MY.CurrentRank"), parse("MY.Rank >= MY.CurrentRank")
PRIORITY, RANK, FREE = 0, 1, 2
"""What a match does to the user of a slot: priority preemption, rank preemption, none; the larger, the better."""
UNOPTIMIZED: Final = "UnoptimizedRequirements"
"""Where an ad with flattened Requirements has the original ones."""
USER_NAMES: Final = ("PreemptingAccountingGroup", "PreemptingUser", "AccountingGroup", "RemoteUser")
"""Who holds a slot: the first of these that is defined."""


class Slot(msgspec.Struct, eq=False):
    """A slot of the list; its ad changes as it is matched."""

    ad: Ad
    claims: int  # how many matches it can still serve
    # Its dynamic slots merged into it, as indices into its lists
    preempted: set[int] = msgspec.field(default_factory=set)


class Candidate(NamedTuple):
    """A slot that may be given to a request."""

    slot: Slot
    ad: Ad  # that of the slot, or what it becomes with dynamic slots merged into it
    cost: float
    displacement: int
    rank: tuple[float, ...]  # pre-job rank, job rank, post-job rank, displacement, preemption rank: larger is better
    limits: str | None  # the concurrency limits of the match, in lower case; None without any
    preempted: int  # how many dynamic slots were merged into it


class Lookup:
    """Attributes of ads as daemons read them; what is missing, or something else, is None."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator

    def number(self, ad: Ad, name: str, other: Ad | None = None) -> float | None:
        """A number, booleans as 0 and 1 (`LookupFloat`)."""
        return as_number(self.evaluator.attribute(name, ad, other))

    def integer(self, ad: Ad, name: str, default: int = 0) -> int:
        """An integer, reals truncated (`LookupInteger`)."""
        number = self.number(ad, name)
        return default if number is None else number if isinstance(number, int) else to_int(number)

    def flag(self, ad: Ad, name: str, default: bool = False) -> bool:
        """Whether it is true, or a number other than zero (`LookupBool`)."""
        number = self.number(ad, name)
        return default if number is None else bool(number)

    def text(self, ad: Ad, name: str) -> str | None:
        """A text (`LookupString`)."""
        value = self.evaluator.attribute(name, ad)
        return value if isinstance(value, str) else None


class SlotRules(Lookup):
    """The rules about a slot and a request under these knobs; `ads` are those of all slots by name, trimmed too."""

    def __init__(self, settings: NegotiatorSettings, evaluator: Evaluator) -> None:
        super().__init__(evaluator)
        self.settings, self.ads = settings, dict[str, Ad]()
        self.merges = settings.allow_pslot_preemption and settings.consider_preemption
        """Whether dynamic slots may be preempted to make room in their partitionable slot."""

    def user(self, ad: Ad) -> str | None:
        """Who holds a slot."""
        return next((user for name in USER_NAMES if (user := self.text(ad, name)) is not None), None)

    def claimable(self, ad: Ad) -> bool:
        """Whether a match gives its schedd a claim; an offline slot is matched, but starts nothing."""
        return not self.flag(ad, "Offline") and self.flag(ad, "WantClaiming", True)

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
        return all(
            "Requirements" in ad and is_true(self.evaluator.evaluate(REQUIREMENTS, ad, other, leads=ad is job))
            for ad, other in ((job, slot), (slot, job))
        )

    def flattened(self, ad: Ad, *, leads: bool) -> Ad:
        """The ad with flattened Requirements, the original ones beside them (`OptimizeAdForMatchmaking`).

        Flattening puts in what the ad itself says. That decides some expressions otherwise than evaluation would: of
        `(A || B)`, where A is true of the ad by itself, nothing is left that could fail. `leads`: a request's ad.
        """
        own = ad.expr("Requirements")
        # An attribute called MY would be taken for the ad itself.
        if own is None or UNOPTIMIZED in ad or not ad.shadows.isdisjoint({"my", "target", "other"}):
            return ad
        flat = self.evaluator.flatten(own, ad, leads=leads)
        return ad if flat is None else ad.replace({"Requirements": flat, UNOPTIMIZED: own})

    def cost(self, job: Ad, slot: Ad) -> float | None:
        """The weight that a match takes (`GetSlotWeight`, or by `cp_…`); None where slot and request do not fit."""
        amounts = self.consumption(job, slot)
        if amounts is None:
            return slot_weight(slot, self.settings.charging, self.evaluator) if self.fit(job, slot) else None
        has = {name: self.number(slot, name) for name in amounts}
        if not all((left := has[name]) is not None and 0 <= amount <= left for name, amount in amounts.items()):
            return None
        # Requirements see the request as asking for what it will get (`cp_override_requested`).
        asked = {f"Request{name}": preserved(amount) for name, amount in amounts.items() if f"Request{name}" in job}
        if not any(amounts.values()) or not self.fit(job.replace(asked), slot):
            return None
        before, after = (self.number(ad, "SlotWeight") or 0.0 for ad in (slot, self.deducted(slot, amounts)))
        return float(before) - float(after)

    def policy_resources(self, slot: Ad) -> list[str] | None:
        """The resources of a slot with a consumption policy, None without one (`cp_supports_policy`)."""
        listed = self.text(slot, "MachineResources") if self.flag(slot, "PartitionableSlot") else None
        names = [name for name in (listed or "").replace(",", " ").split() if name.lower() != "swap"]
        return names if listed is not None and all(f"Consumption{name}" in slot for name in names) else None

    def consumption(self, job: Ad, slot: Ad) -> dict[str, float] | None:
        """What the policy of a slot takes for a request (`cp_compute_consumption`); None without a policy.

        A consumption that is not a number is negative, which fits nothing.
        """
        names = self.policy_resources(slot)
        if names is None:
            return None
        amounts: dict[str, float] = {}
        for name in names:
            given = self.number(job, f"_condor_Request{name}")
            if given is not None or f"Request{name}" not in job:
                job = job.replace({f"Request{name}": 0 if given is None else float(given)})
            amount = self.evaluator.attribute(f"Consumption{name}", slot, job)
            amounts[name] = float(amount) if isinstance(amount, int | float) else -1.0
        return amounts

    def deducted(self, slot: Ad, amounts: Mapping[str, float]) -> Ad:
        """The slot without what is consumed (`cp_deduct_assets`)."""
        left = {name: (self.number(slot, name) or 0) - amount for name, amount in amounts.items()}
        return slot.replace({name: preserved(amount) for name, amount in left.items()})

    def displacement(self, slot: Ad, job: Ad, submitter: str, *, rank_only: bool) -> tuple[int | None, bool]:
        """What giving a slot does to its user, None if it may not be given; and whether the policy forbids it.

        No comparison of priorities is built in: only PREEMPTION_REQUIREMENTS may ask for one. They must be the boolean
        true: a number is not enough; if they are unset, they refuse nothing. Preemption because the machine prefers
        the job ignores them.
        """
        user, evaluate = self.user(slot), self.evaluator.evaluate
        if not user or not self.settings.consider_preemption:
            return None if rank_only else FREE, False
        if evaluate(STRICTLY_PREFERRED, slot, job) is True:
            return RANK, False
        if rank_only or user == submitter:
            return None, False
        policy = self.settings.ranks.preemption_requirements
        if policy is not None and evaluate(policy, slot, job) is not True:
            return None, True
        return PRIORITY if evaluate(EQUALLY_PREFERRED, slot, job) is True else None, False

    def candidate(self, slot: Slot, ad: Ad, job: Ad, cost: float, displacement: int, preempted: int = 0) -> Candidate:
        """A slot with its ranks (`calculateRanks`); those of the negotiator are in single precision."""

        def own_rank(expr: Expr | None) -> float:
            number = None if expr is None else as_number(self.evaluator.evaluate(expr, ad, job))
            return -DBL_MAX if number is None else float32(number)

        ranks = self.settings.ranks
        # A job without Rank is ranked by that of the slot.
        mine, other = (job, ad) if "Rank" in job else (ad, job)
        job_rank = float(self.number(mine, "Rank", other) or 0.0)
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
        rank, current = self.number(given.ad, "Rank", job), self.number(given.ad, "CurrentRank")
        content = rank is None or current is None or rank >= current
        return content and (self.limits(job, given.ad) or "") == (given.limits or "")

    def merged(self, slot: Slot, job: Ad, submitter: str, *, rank_only: bool) -> Candidate | None:
        """A partitionable slot that does not fit, with dynamic slots merged into it until it does (`pslotMultiMatch`).

        None if nothing helps. Those whose jobs the machine wants least come first, and those whose jobs it wants more
        than the request stay.
        """
        if not (self.merges and self.flag(slot.ad, "PartitionableSlot")):
            return None
        wanted = self.number(slot.ad, "Rank", job) or 0.0
        eligible = [
            (float(as_number(self.of_child(slot.ad, "CurrentRank", at)) or 0.0), at)
            for at in range(self.integer(slot.ad, "NumDynamicSlots"))
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
                left, more = self.number(ad, name), self.of_child(slot.ad, name, at)
                if left is not None and isinstance(more, int | float):
                    ad = ad.replace({name: math.floor(left) + more})
            # The merge is undone if it does not suffice, but Requirements are not flattened again.
            slot.ad, ad = unflattened(slot.ad), unflattened(ad)
            if self.fit(job, ad):
                slot.preempted |= taken
                ad = ad.replace({"RemoteUser": "various_dSlot_users"})
                weight = slot_weight(ad, self.settings.charging, self.evaluator)
                return self.candidate(slot, ad, job, weight, displacement, len(taken))
        return None

    def may_displace(self, parent: Ad, at: int, job: Ad, submitter: str) -> bool:
        """Whether the policy, which has to be set for this, is true of a dynamic slot that another user holds."""
        policy, ad = self.settings.ranks.preemption_requirements, self.ads.get(str(self.of_child(parent, "Name", at)))
        if policy is None or ad is None or (self.user(ad) or "") == submitter:
            return False
        return self.evaluator.evaluate(policy, ad, job) is True

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


def sent(slot: Ad) -> Ad:
    """A slot as a schedd is told of it: there are no functions that know the use of users and groups."""
    unknown = ("ResourcesInUseByUser", "ResourcesInUseByUsersGroup")
    read = {name: slot.expr(name) for name in slot}
    return slot.replace({name: ERROR for name, expr in read.items() if isinstance(expr, Call) and expr.name in unknown})


def preserved(amount: float) -> float:
    """The amount as an integer if it is one (`assign_preserve_integers`)."""
    return amount if amount > math.floor(amount) else int(amount)
