"""Assessing a slot for a request: whether they match, how the slot ranks, whether its user may be displaced."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum, IntEnum
from functools import partial
from itertools import count
from math import inf
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting import charged_weight
from userprio.base.cxx import FLT_MAX, float32
from userprio.classad import (
    ERROR,
    Ad,
    AdExpr,
    Call,
    Evaluator,
    Expr,
    ListExpr,
    Literal,
    ReferenceIndex,
    Value,
    as_number,
    flag_of,
    integer_of,
    number_of,
    parse,
    text_of,
)
from userprio.negotiation.matching.answers import MatchSide, Memoized, PassingAnswers, PassingRecord, reads_priority
from userprio.negotiation.matching.lineup import Lineup
from userprio.negotiation.matching.predicates import (
    UNOPTIMIZED,
    MatchPredicates,
    consumption_attributes,
    consumption_of,
    is_met,
    match_cost,
    policy_resources,
    requesting,
    suffices,
    unflattened,
    with_own_requirements,
)
from userprio.pool import NegotiatorSettings, RankSettings, ip_protocols

LOWEST: Final = -1.7976931348623157e308
"""`-DBL_MAX`: the rank where the negotiator's expression is missing or is not a number."""

STRICTLY_PREFERRED: Final = parse("MY.Rank > MY.CurrentRank")
"""The slot wants the request more than what it runs."""
EQUALLY_PREFERRED: Final = parse("MY.Rank >= MY.CurrentRank")
"""The slot wants the request at least as much."""

KEPT_PRE_JOB_RANK: Final = "pre-job rank of the cycle"
KEPT_POST_JOB_RANK: Final = "post-job rank of the cycle"
"""Attributes for the ranks of slots that are ranked once a cycle, with names that no ad has."""

USER_NAMES: Final = ("PreemptingAccountingGroup", "PreemptingUser", "AccountingGroup", "RemoteUser")
"""Attributes that may contain a slot's user; the first that is defined counts."""


class Displacement(IntEnum):
    """What a match does to the user of the slot; the larger, the better the candidate (`PreemptState`)."""

    PRIORITY = 0
    RANK = 1
    NONE = 2


Rank = tuple[float, float, float, int, float]
"""The five values by which candidates compare, larger being better: pre-job rank, job rank, post-job rank,
displacement, preemption rank."""


class SlotKind(MatchSide, eq=False, kw_only=True):
    """A kind of slot: the ad of one of them, and facts that are often needed."""

    protocols: frozenset[int]
    weight: float
    advertised_weight: float
    """`SlotWeight` as the ad has it, whether weights count or not; 1 if it is not a number."""
    user: str | None
    """The user who holds it."""
    remote_user: str | None
    """`RemoteUser`, which the negotiator's log names as preempted."""
    partitionable: bool
    claiming_schedd: str | None
    """For a partitionable slot: the only schedd that may have it."""
    resources: tuple[str, ...] | None
    """The resources that its consumption policy covers; None without one."""
    claimable: bool
    """A match gives its schedd a claim; without one (offline, WantClaiming False) the job stays idle."""
    addressed: bool
    """Its ad has the address that claiming needs."""
    comes_again: bool
    """`WantAdRevaluate`: after a match it goes to the end of the list instead of leaving it."""
    covered: bool
    """A dynamic slot that is preempted only by way of its partitionable slot, if that is allowed."""
    own_terms: bool | None = None
    """Whether a schedd sees other Requirements in it than matching does, worked out on first use."""

    def of(self, ad: Ad, flattens: bool, *, addressed: bool) -> "SlotKind":
        """The kind of a slot with this ad, which agrees with this one in all other facts."""
        anew: dict[str, Any] = dict.fromkeys(("conditions", "originals", "has_limits", "own_terms"))
        return replace(self, ad=ad, flattens=flattens, addressed=addressed, numbers={}, **anew)


KIND_READS: Final = (
    *USER_NAMES,
    *("PartitionableSlot", "Offline", "SlotWeight", "RemoteScheddName", "MachineResources", "WantClaiming"),
    *("WantAdRevaluate", "DynamicSlot", "PslotRollupInformation"),
)
"""What the facts of a kind are read from, besides addresses and the attributes of consumption policies."""


def slot_kind(ad: Ad, settings: NegotiatorSettings, evaluator: Evaluator, *, flattens: bool) -> SlotKind:
    """The kind of a slot with this ad; `flattens`: its original Requirements were not put back."""
    users = (_name_of(evaluator, ad, name) for name in USER_NAMES)
    partitionable = flag_of(evaluator, ad, "PartitionableSlot")
    offline = flag_of(evaluator, ad, "Offline")
    weight = evaluator.attribute("SlotWeight", ad)
    advertised = as_number(weight)
    return SlotKind(
        ad=ad,
        flattens=flattens,
        protocols=ip_protocols(text_of(evaluator, ad, "MyAddress")),
        weight=charged_weight(weight, settings.charging),
        advertised_weight=1.0 if advertised is None else float(advertised),
        user=next((user for user in users if user is not None), None),
        remote_user=_name_of(evaluator, ad, "RemoteUser"),
        partitionable=partitionable,
        claiming_schedd=text_of(evaluator, ad, "RemoteScheddName") if partitionable else None,
        resources=policy_resources(ad, evaluator),
        claimable=not offline and flag_of(evaluator, ad, "WantClaiming", True),
        addressed=text_of(evaluator, ad, "StartdIpAddr") is not None,
        comes_again=flag_of(evaluator, ad, "WantAdRevaluate"),
        covered=flag_of(evaluator, ad, "DynamicSlot") and flag_of(evaluator, ad, "PslotRollupInformation"),
    )


def _name_of(evaluator: Evaluator, ad: Ad, name: str) -> str | None:
    """The name of a user, one object for all kinds of slots."""
    user = text_of(evaluator, ad, name)
    return None if user is None else sys.intern(user)


class Assessment(Struct, frozen=True):
    """Cost, limits and resources of a match."""

    cost: float
    """Weight charged for it."""
    limits: str | None
    """Its concurrency limits, in lower case; None where the request has none with this slot."""
    amounts: Mapping[str, float] | None = None
    """What it consumes of each resource of a slot with a consumption policy; None without one."""


class Passed(Enum):
    """What the answers decided that were valid for one cycle only."""

    NOTHING = "there were none"
    TAKING = "which slots may be taken from their users"
    MATCHES = "which slots match, or how they rank"


_Ranks = tuple[float, float, float]


class Assessor:
    """Assesses kinds of slots for kinds of requests; each predicate is evaluated once as long as its answer holds."""

    def __init__(self, settings: NegotiatorSettings, evaluator: Evaluator, references: ReferenceIndex) -> None:
        self._settings = settings
        self._evaluator = evaluator
        self._predicates = predicates = MatchPredicates(references, evaluator)
        self._parts: dict[Expr, Memoized[Value]] = {}
        self._consumption: dict[tuple[int, int], tuple[MatchSide, SlotKind, Assessment | None]] = {}
        ranks = settings.ranks
        self._pre_job_rank = self._rank_predicate(ranks.pre_job_rank)
        self._post_job_rank = self._rank_predicate(ranks.post_job_rank)
        self.preempting = self._rank_predicate(ranks.preemption_rank)
        """PREEMPTION_RANK of a slot for a request."""
        self._job_rank = predicates.about([], ["Rank"], self._ask_job_rank)
        self.wish = predicates.about([], ["Rank"], self._ask_wish)
        """The rank that a slot gives a request, infinite if that is NaN, which no other rank is above."""
        self._content = predicates.about([], ["Rank", "CurrentRank"], partial(is_content, evaluator=evaluator))
        self._running = predicates.projection(["Requirements", "SavedRequirements", UNOPTIMIZED, "Rank", "CurrentRank"])
        self._runs: dict[tuple[int, int], bool] = {}
        """By class numbers of slot and job in that projection: whether the slot could run the job, limits apart."""
        self._orders: dict[tuple[int, ...], list[int]] = {}
        self._ranked: dict[tuple[int, ...], tuple[list[_Ranks], dict[_Ranks, int]]] = {}
        """The ranks that each order was made from, and the place of each rank, the best first."""
        self.limits = predicates.about([], ["ConcurrencyLimits"], partial(_limits, evaluator=evaluator))
        """Concurrency limits of a match, in lower case; None where the request has none with this slot."""
        self.prefers_strictly = self._wish(STRICTLY_PREFERRED)
        """Whether a held slot prefers a request to what it runs."""
        self.prefers_equally = self._wish(EQUALLY_PREFERRED)
        """Whether a held slot wants a request at least as much as what it runs."""
        consuming = consumption_attributes(references.names())
        self._reads_priority = reads_priority(references.closure([], ["Requirements", *consuming]))
        self.policy = policy = ranks.preemption_requirements
        """The condition for taking a slot from its user; None if there is none."""
        self.may_be_taken = predicates.about([] if policy is None else [policy], [], self._allows)
        """Whether PREEMPTION_REQUIREMENTS allow a slot to be taken from its user."""

    def part(self, expr: Expr) -> Memoized[Value]:
        """The value of an expression in a slot, against a request."""
        known = self._parts.get(expr)
        if known is None:
            ask = partial(self._evaluator.evaluate, expr)
            known = self._parts[expr] = self._predicates.about([expr], [], ask)
        return known

    def _rank_predicate(self, expr: Expr | None) -> Memoized[float]:
        ask = partial(_own_rank, expr, evaluator=self._evaluator)
        return self._predicates.about([] if expr is None else [expr], [], ask)

    def _wish(self, expr: Expr) -> Memoized[bool]:
        return self._predicates.about([expr], [], lambda slot, job: self._evaluator.evaluate(expr, slot, job) is True)

    @property
    def passing(self) -> PassingAnswers:
        """The answers that are valid for one cycle only."""
        return self._predicates.passing

    def record(self) -> PassingRecord:
        """The answers so far that may decide otherwise in another second."""
        return self.passing.so_far(self.preempting)

    def decides_alike(
        self,
        recorded: PassingRecord,
        as_then: Callable[[Ad], Ad | None],
        go_back: Callable[[int], None],
        usage: frozenset[str],
    ) -> bool:
        """Whether answers decide alike now, in another second; see `PassingRecord.decide_alike`."""
        ranks = self._pre_job_rank, self._job_rank, self._post_job_rank, self.preempting
        return recorded.decide_alike(ranks, self._parts, as_then, go_back, usage)

    def forget_passing(self) -> Passed:
        """Drop those answers and everything derived from them; returns what they decided."""
        dropped = self._predicates.passing.forget()
        taking = (self.prefers_strictly, self.prefers_equally, self.may_be_taken, self.preempting)
        if dropped.issubset(map(id, (*taking, *self._parts.values()))):
            return Passed.TAKING if dropped else Passed.NOTHING
        self._consumption.clear()
        self._runs.clear()
        self._orders.clear()
        return Passed.MATCHES

    def forget_orders(self) -> None:
        """Drop cached orders of kinds, whose numbers are different in another list of slots."""
        self._orders.clear()

    def forget(self, calls: frozenset[str]) -> None:
        """Drop the answers that depend on these functions, whose results have changed."""
        self._predicates.forget(calls)
        self._consumption.clear()
        self._runs.clear()
        if self.ranks_call(calls):
            self._orders.clear()

    def matches(self, job: MatchSide, slot: SlotKind) -> bool:
        """Whether a slot and a request fit each other."""
        if slot.resources is None:
            return self._predicates.match(slot, job)
        return self.assess(job, slot) is not None

    def matching(self, job: MatchSide, slots: Collection[SlotKind]) -> Collection[SlotKind]:
        """The slots, of these, that match a request."""
        if any(slot.resources is not None for slot in slots):
            return [slot for slot in slots if self.matches(job, slot)]
        return self._predicates.matching(slots, job)

    def lineup(self, slots: Collection[SlotKind]) -> Lineup[SlotKind]:
        """Slots that many requests are matched with."""
        return self._predicates.lineup(slots)

    def matching_set(self, job: MatchSide, lineup: Lineup[SlotKind]) -> frozenset[SlotKind]:
        """The slots of a lineup that match a request, mostly the same object for the same slots."""
        if any(slot.resources is not None for slot in lineup.slots):
            return frozenset(slot for slot in lineup.slots if self.matches(job, slot))
        return self._predicates.matching_set(lineup, job)

    def assess(self, job: MatchSide, slot: SlotKind) -> Assessment | None:
        """The assessment of a slot and a request; None if they do not match."""
        if slot.resources is None:
            return self.of_match(job, slot) if self._predicates.match(slot, job) else None
        key = (id(job), id(slot))
        known = self._consumption.get(key)
        if known is None:
            # Both are kept with the answer, so that no other object gets their ids.
            assessment = self._assess_consuming(job, slot, slot.resources, as_consumed=not self._settings.parallel)
            known = self._consumption[key] = (job, slot, assessment)
        return known[2]

    def of_match(self, job: MatchSide, slot: SlotKind) -> Assessment:
        """Cost and limits of a slot and a request already known to match."""
        if slot.resources is None:
            return Assessment(slot.weight, self.limits.of(slot, job))
        assessment = self.assess(job, slot)
        assert assessment is not None
        return assessment

    def rank(self, job: MatchSide, slot: SlotKind, displacement: Displacement) -> Rank:
        """The rank of a matching slot as a candidate, given what happens to its user."""
        pre, job_rank, post = self.ranks(job, slot)
        if displacement is Displacement.NONE or self._settings.ranks.ignore_job_ranks:
            preempting = -FLT_MAX
        else:
            preempting = self.preempting.of(slot, job)
            self.passing.compares_held = True
        return pre, job_rank, post, displacement, preempting

    def kept_ranks(self, slot: SlotKind) -> tuple[float, float]:
        """Pre-job and post-job rank of a slot that was `ranked_once`."""
        pre, post = (number_of(self._evaluator, slot.ad, name) for name in (KEPT_PRE_JOB_RANK, KEPT_POST_JOB_RANK))
        return LOWEST if pre is None else pre, LOWEST if post is None else post

    def assess_again(self, job: MatchSide, slot: SlotKind) -> Assessment | None:
        """The assessment of a slot after a match with the request; None if it does not fit once more."""
        if self._settings.parallel and slot.resources is not None:
            return self._assess_consuming(job, slot, slot.resources, as_consumed=True)
        return self.assess(job, slot)

    def _assess_consuming(
        self, job: MatchSide, slot: SlotKind, resources: tuple[str, ...], *, as_consumed: bool
    ) -> Assessment | None:
        """With `as_consumed`, Requirements see the request as asking for what it would consume.

        With several threads a scan evaluates them before policies change the request (`ParallelIsAMatch`).
        """
        evaluator = self._evaluator
        self.passing.folded |= self._reads_priority
        amounts = consumption_of(job.ad, slot.ad, resources, evaluator)
        if not suffices(slot.ad, amounts, evaluator):
            return None
        asking = requesting(job.ad, amounts) if as_consumed else job.ad
        # In a pool with such a slot Requirements of requests are not flattened.
        if not is_met(asking, slot.ad, evaluator, leads=True) or not self._predicates.met(slot, asking, of_slot=True):
            return None
        return Assessment(match_cost(slot.ad, amounts, evaluator), self.limits.of(slot, job), amounts)

    def ranks(self, job: MatchSide, slot: SlotKind) -> tuple[float, float, float]:
        """Pre-job rank, job rank, post-job rank."""
        if self._settings.ranks.ignore_job_ranks:
            pre, post = self.kept_ranks(slot)
            return pre, 1.0, post
        return self._pre_job_rank.of(slot, job), self._job_rank.of(slot, job), self._post_job_rank.of(slot, job)

    def ranks_call(self, functions: frozenset[str]) -> bool:
        """Whether ranks may depend on one of these functions."""
        ranks = self._pre_job_rank, self._job_rank, self._post_job_rank, self.preempting
        return any(rank.closure.called(functions) for rank in ranks)

    def rank_key(self, job: MatchSide) -> tuple[int, ...]:
        """The class numbers of a request in what each of the ranks depends on."""
        if job.rank_key is None:
            ranks = self._pre_job_rank, self._job_rank, self._post_job_rank, self.preempting
            job.rank_key = tuple([job.number(rank.projection) for rank in ranks])
        return job.rank_key

    def order(self, job: MatchSide, kinds: Sequence[SlotKind]) -> list[int] | None:
        """The places of kinds of free slots for a request, 0 the best; None if a rank is not a number (NaN).

        They begin at index 1 of the list. It is cached by the few attributes of a request that ranks depend on.
        """
        key = self.rank_key(job)[:3]
        known = self._orders.get(key)
        # Kinds are only ever appended, so an order that is too short is one from before the last came.
        if known is None or (known and len(known) <= len(kinds)):
            nothing: tuple[list[_Ranks], dict[_Ranks, int]] = [], {}
            ranks, places = nothing if known is None else self._ranked[key]
            new = [self.ranks(job, kind) for kind in kinds[len(ranks) :]]
            ranks += new
            # What is known is in order already, so that sorting it with a few more takes one look at each.
            places = dict(zip(dict.fromkeys(sorted([*places, *new], reverse=True)), count(), strict=False))
            self._ranked[key] = ranks, places
            unordered = any(value != value for rank in new for value in rank)
            known = self._orders[key] = [] if unordered else [0, *map(places.__getitem__, ranks)]
        return known or None

    def could_run(self, job: MatchSide, slot: SlotKind, limits: str | None, *, by_slot: bool = True) -> bool:
        """Whether a schedd could run a job in a slot that was matched, with these limits, for another job.

        The slot is as the match left it, and nothing is flattened here. The Requirements of both have to be true, the
        slot must not want the job less than what it ran, and the concurrency limits have to be those of the match
        (`FindRunnableJob`). Without `by_slot`, limits that depend on the slot count as none.
        """
        own = self.limits.of(slot, job) if by_slot else text_of(self._evaluator, job.ad, "ConcurrencyLimits")
        key = slot.number(self._running), job.number(self._running)
        runs = self._runs.get(key)
        if runs is None:
            runs = self._predicates.match_unflattened(slot, job) and self._content.of(slot, job)
            self._runs[key] = runs
        return runs and (own or "").lower() == (limits or "")

    def fits_changed(self, job: MatchSide, slot: Ad) -> bool:
        """Whether a request fits a slot with a tentative ad; the slot's original Requirements are put back for that."""
        slot = unflattened(slot)
        return self._predicates.met(job, slot, of_slot=False) and is_met(slot, job.ad, self._evaluator, leads=False)

    def policy_allows(self, slot: Ad, job: Ad) -> bool:
        """Whether PREEMPTION_REQUIREMENTS are unset, or the boolean true, now, whatever was cached; a number is not."""
        self.passing.folded |= self.may_be_taken.reads_priority
        return self._allows(slot, job)

    def _allows(self, slot: Ad, job: Ad) -> bool:
        policy = self._settings.ranks.preemption_requirements
        return policy is None or self._evaluator.evaluate(policy, slot, job) is True

    def preemption_rank(self, slot: Ad, job: Ad) -> float:
        """PREEMPTION_RANK now, whatever was cached."""
        self.passing.folded |= self.preempting.reads_priority
        return _own_rank(self._settings.ranks.preemption_rank, slot, job, self._evaluator)

    def _ask_wish(self, slot: Ad, job: Ad) -> float:
        number = as_number(self._evaluator.attribute("Rank", slot, job)) or 0.0
        return number if number == number else inf

    def _ask_job_rank(self, slot: Ad, job: Ad) -> float:
        """`Rank` of the job; 0 if it is not a number, and the slot's own if the job has none (`EvalFloat`)."""
        mine, other = (job, slot) if "Rank" in job else (slot, job)
        number = as_number(self._evaluator.attribute("Rank", mine, other))
        return 0.0 if number is None else float(number)


def keeps_its_job(slot: Ad, evaluator: Evaluator) -> bool:
    """Whether it is certain that a slot prefers no request to what it runs."""
    ranks = slot.lookup("rank"), slot.lookup("currentrank")
    if None in ranks:
        return not slot.shadows
    plain = all(isinstance(rank, Literal) for rank in ranks) and not slot.shadows
    return plain and evaluator.evaluate(STRICTLY_PREFERRED, slot) is not True


def is_content(slot: Ad, job: Ad, evaluator: Evaluator) -> bool:
    """Whether a slot wants a job at least as much as what it ran, or either rank is not a number."""
    current = number_of(evaluator, slot, "CurrentRank")
    rank = as_number(evaluator.attribute("Rank", slot, job))
    return current is None or rank is None or rank >= current


def ranked_once(prepared: Ad, fetched: Ad, ranks: RankSettings, evaluator: Evaluator) -> Ad:
    """A slot with the ranks that it keeps through the cycle (`NEGOTIATOR_IGNORE_JOB_RANKS`).

    They are evaluated against an empty job, in the ad as fetched, before attributes about its user are added.
    """
    nobody = Ad({})
    return prepared.replace(
        {
            KEPT_PRE_JOB_RANK: _own_rank(ranks.pre_job_rank, fetched, nobody, evaluator),
            KEPT_POST_JOB_RANK: _own_rank(ranks.post_job_rank, fetched, nobody, evaluator),
        }
    )


def _own_rank(expr: Expr | None, slot: Ad, job: Ad, evaluator: Evaluator) -> float:
    """One of the negotiator's ranks, in single precision; LOWEST if not a number (`EvalNegotiatorMatchRank`)."""
    # Single precision has all integers up to 16,777,216 only: the default pre-job rank of a slot with 192 cores and 1.5
    # TB is beyond that, so that near ties become ties, which the job's own rank decides.
    number = None if expr is None else as_number(evaluator.evaluate(expr, slot, job))
    return LOWEST if number is None else float32(number)


WRITTEN: Final = ("MatchedConcurrencyLimits", "RemoteGroup", "RemoteNegotiatingGroup", "RemoteAutoregroup")
"""Attributes that a match writes into the slot's ad, besides Requirements."""


def as_matched(slot: Ad, group: str | None, negotiating_group: str, limits: str | None) -> Ad:
    """The ad of a slot after a match, as later requests see it if it stays (`matchmakingProtocol`).

    `group` is the submitter's own, None where no groups are configured.
    """
    return with_own_requirements(slot).replace(
        {
            "MatchedConcurrencyLimits": limits,
            "RemoteGroup": group,
            "RemoteNegotiatingGroup": negotiating_group,
            # HTCondor means to copy it from the request, but looks for it in the slot.
            "RemoteAutoregroup": slot.expr("SubmitterAutoregroup"),
        }
    )


_USAGE: Final = ("remoteuserresourcesinuse", "remotegroupresourcesinuse")


def as_sent(matched: Ad) -> Ad:
    """The ad of a matched slot as its schedd has it: usage is a call there of functions that only negotiators know."""
    calls = (name for name in matched if name.lower().endswith(_USAGE))
    return matched.replace({name: ERROR for name in calls if isinstance(matched.expr(name), Call)})


_FIGURES: Final = ("remoteuserprio", "remoteuserfloor", "remotegroupquota")


def with_figures(ad: Ad, evaluator: Evaluator) -> Ad:
    """The ad of a slot with the figures of its user for which functions stand that only matching knows."""
    calls = (name for name in ad if name.lower().endswith(_FIGURES) and isinstance(ad.expr(name), Call))
    return ad.replace({name: evaluator.attribute(name, ad) for name in calls})


def noted_offline(slot: Ad, schedd_address: str, autocluster: int, count: int, evaluator: Evaluator) -> Ad:
    """The ad of an offline slot with a record of the match, for tools that wake machines; others are unchanged.

    `RegisterAttemptedOfflineMatch`; `count` is that of the whole request, in each of its matches.
    """
    if not flag_of(evaluator, slot, "Offline"):
        return slot
    values: dict[str, Value] = {"Scheduler": schedd_address, "AutoclusterID": autocluster, "RequestCount": count}
    record = AdExpr(tuple((name, Literal(value)) for name, value in values.items()))
    before = slot.expr("OfflineMatches")
    return slot.replace(
        {
            "MachineMatchCount": integer_of(evaluator, slot, "MachineMatchCount") + count,
            "OfflineMatches": ListExpr((*(before.items if isinstance(before, ListExpr) else ()), record)),
        }
    )


def _limits(slot: Ad, job: Ad, evaluator: Evaluator) -> str | None:
    """Concurrency limits of a match, in lower case.

    Without any of its own, a request is charged with those of the job that it displaces (`EvalString`).
    """
    mine, other = (job, slot) if "ConcurrencyLimits" in job else (slot, job)
    limits = evaluator.attribute("ConcurrencyLimits", mine, other)
    return limits.lower() if isinstance(limits, str) else None


def jobs_in_slot(job: Ad, slot: Ad, evaluator: Evaluator) -> int:
    """How many such jobs the slot could hold by cores and memory, perhaps 0 (`NEGOTIATOR_DEPTH_FIRST`)."""

    def fitting(resource: str) -> int:
        available = integer_of(evaluator, slot, resource, 1)
        asked = as_number(evaluator.attribute(f"Request{resource}", job, slot))
        return available // max(int(asked) if asked is not None else 1, 1)

    return min(fitting("Cpus"), fitting("Memory"))


def claims_of(ad: Ad, kind: SlotKind, evaluator: Evaluator) -> int:
    """How many matches a slot can serve in a cycle: 1, or with a consumption policy `NumClaims` if published."""
    if kind.resources is None:
        return 1
    claims = number_of(evaluator, ad, "NumClaims")
    return 1 if claims is None else int(claims)
