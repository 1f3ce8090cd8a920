"""The state of a cycle: what every visit reads and changes, and the terms of the pass that visits belong to.

Then which slots requests could get at the moment, so that visits that cannot match anything need not be simulated.

In a full pool most visits end without a match, for one and the same reason: none of the slots that suit a request is
free, or the free ones cost more than the submitter may still win. Which classes of slots suit a request is found out
once for all submitters, and holds from cycle to cycle; whether they have slots left is checked in each visit.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from itertools import repeat
from math import inf
from typing import Final, Protocol

from msgspec import Struct

from userprio.accounting import (
    MIN_FACTOR,
    AnyAccount,
    LimitRules,
    PriorityRules,
    charged,
    count,
    priority_factor,
    real_priority,
    refusal,
    released,
)
from userprio.classad import Ad, Evaluator, Partition
from userprio.ledger import Customer
from userprio.negotiation.clock import Clock
from userprio.negotiation.matching import (
    Allowance,
    Assessor,
    Comparison,
    LowestRanks,
    MatchList,
    MatchSide,
    Refusals,
    Search,
    Slot,
    SlotClass,
    SlotKind,
    SlotList,
    any_may_be_taken,
    keeps_order,
    permits,
)
from userprio.negotiation.outcome import Match, PassKind
from userprio.negotiation.schedd import Request, TakenClaim
from userprio.pool import NegotiatorSettings

_MANY: Final = 1000.0
"""A concurrency limit with at least this much left is taken not to end a cycle that repeats itself."""


class LiveAccounts:
    """Priorities, usage, floors and ceilings by name of submitter or group (`Accountant`)."""

    def __init__(
        self,
        customers: Mapping[str, AnyAccount],
        rules: PriorityRules,
        group_of: Callable[[str], str],
        previous_quotas: Mapping[str, float],
        held: dict[str, tuple[str, float]] | None = None,
    ) -> None:
        """`held`: who is charged for each slot, and with what weight; None if a match does not release that user."""
        self._customers = customers
        self._rules = rules
        self.group_of = group_of
        """Returns the name of the group that is charged for a submitter."""
        self._previous_quotas = previous_quotas
        self._usage = {name: customer.weighted_resources_used or 0.0 for name, customer in customers.items()}
        self._changes: list[tuple[str, float]] = []
        """What was in use before each change of usage, with whose it was."""
        self._priorities: dict[str, tuple[float, float]] = {}
        self._held = held
        self._real: Callable[[str], float] | None = None
        """Gives real priorities by name; None: they are those of the customers."""

    def with_priorities(self, real: Callable[[str], float]) -> "LiveAccounts":
        """A copy with other real priorities."""
        other = copy(self)
        other._priorities = {name: (real(name) * factor, factor) for name, (_, factor) in self._priorities.items()}
        other._real = real
        other._usage, other._changes = self._usage.copy(), self._changes.copy()
        return other

    @property
    def changes(self) -> int:
        """How often usage has changed."""
        return len(self._changes)

    def go_back(self, changes: int) -> None:
        """Undo all changes of usage but so many."""
        while len(self._changes) > changes:
            name, usage = self._changes.pop()
            self._usage[name] = usage

    @property
    def priorities(self) -> dict[str, float]:
        """The effective priorities that were asked for so far, by name."""
        return {name: priority for name, (priority, _) in self._priorities.items()}

    def previous_quota(self, name: str) -> float | None:
        """Effective quota of this submitter's group after the cycle before; None in a first cycle or without groups."""
        return self._previous_quotas.get(self.group_of(name))

    @property
    def groups_with_quotas(self) -> frozenset[str]:
        """The groups that had a quota in the cycle before."""
        return frozenset(self._previous_quotas)

    def priority(self, name: str) -> float:
        """Effective priority.

        A factor from configuration is used unchanged the first time; it is then stored, raised to 1 if it is below,
        and the stored one counts from the second time on (`Accountant::GetPriorityFactor`).
        """
        return (self._priorities.get(name) or self._first_answer(name))[0]

    def first_priority(self, name: str) -> float:
        """The effective priority that was, or would be, the first answer."""
        return self._real_priority(name) * self._first_factor(name)

    def factor(self, name: str) -> float:
        """Priority factor."""
        return self.priority_and_factor(name)[1]

    def priority_and_factor(self, name: str) -> tuple[float, float]:
        """Effective priority, and the factor in it."""
        return self._priorities.get(name) or self._first_answer(name)

    def _first_answer(self, name: str) -> tuple[float, float]:
        real, factor = self._real_priority(name), self._first_factor(name)
        stored = max(factor, MIN_FACTOR)
        self._priorities[name] = (real * stored, stored)
        return real * factor, factor

    def _real_priority(self, name: str) -> float:
        return real_priority(self._customers.get(name) or Customer(name)) if self._real is None else self._real(name)

    def _first_factor(self, name: str) -> float:
        return priority_factor(self._customers.get(name) or Customer(name), self.group_of(name), self._rules)

    def usage(self, name: str) -> float:
        """Weight in use now by exactly this submitter or group."""
        return self._usage.get(name, 0.0)

    def usages(self, names: Iterable[str]) -> tuple[float, ...]:
        """Weight in use now by each of these submitters and groups."""
        return tuple(map(self._usage.get, names, repeat(0.0)))

    def in_use_before(self) -> dict[str, float]:
        """Weight in use before the first match, by submitters and groups that had any in use."""
        before = self._usage | dict(reversed(self._changes))
        return {name: usage for name, usage in before.items() if usage > 0}

    def floor(self, name: str) -> int:
        """Guaranteed weight, 0 for none."""
        customer = self._customers.get(name)
        return 0 if customer is None or customer.floor is None else customer.floor

    def ceiling_left(self, name: str) -> int | None:
        """Weight left under the ceiling, at least 0; None without a ceiling. Usage counts without its fraction."""
        customer = self._customers.get(name)
        if customer is None or customer.ceiling is None or customer.ceiling < 0:
            return None
        return max(customer.ceiling - int(self.usage(name)), 0)

    def charge(self, name: str, cost: float) -> None:
        """Charge a match to a submitter and to its own group (`Accountant::AddMatch`)."""
        self._change(name, charged, cost)

    def _change(self, name: str, changed: Callable[[float, float], float], weight: float) -> None:
        """Change what this submitter and its own group have in use."""
        group = self.group_of(name)
        # A customer that is itself the group is changed once.
        for customer in (name,) if group == name else (name, group):
            usage = self._usage.get(customer, 0.0)
            self._changes.append((customer, usage))
            self._usage[customer] = changed(usage, weight)

    def charged_now(self) -> Hashable:
        """All charges, by submitter and by slot, for comparison with later ones."""
        return frozenset(self._usage.items()), frozenset((self._held or {}).items())

    @property
    def charges_by_record(self) -> bool:
        """Whether usage follows the records of slots; see `Behaviour.preempted_users_keep_usage`."""
        return self._held is not None

    def take(self, resource: str, name: str, weight: float) -> bool:
        """Charge a match of a whole slot, given the name of its record, where `charges_by_record`.

        Returns False, without a charge, if this submitter is charged for the slot already; any other is released.
        """
        assert self._held is not None
        holder, recorded = self._held.get(resource, (None, 0.0))
        if holder == name:
            return False
        if holder is not None:
            self._change(holder, released, recorded)
        self._held[resource] = name, weight
        self.charge(name, weight)
        return True


class ConcurrencyLimits(Struct):
    """How much of each concurrency limit is in use, and whether a request fits (`rejectForConcurrencyLimits`)."""

    rules: LimitRules
    in_use: dict[str, float]

    def refused(self, limits: str) -> str | None:
        """The first limit of the list that cannot be met now, None if all can."""
        refused = refusal(limits, self.in_use, self.rules)
        return None if refused is None else refused.name

    def nearly_reached(self) -> Hashable:
        """Use of each limit that has little left."""
        return frozenset(item for item in self.in_use.items() if self.rules.maximum(item[0]) - item[1] < _MANY)

    def take(self, limits: str) -> None:
        """Charge a match to these limits."""
        self.in_use = count(self.in_use, limits)


class Requester(Struct, frozen=True):
    """What a request shows about its submitter."""

    submitter: str
    negotiating_group: str
    """Group of the pass; `<none>` without groups and in the root's pass."""
    autoregroup: bool
    """It is the root's pass under autoregroup, which is for everybody."""
    group_quota: float | None
    """Effective quota of the submitter's own group; None where no groups are configured."""


class PassTerms(Struct, frozen=True):
    """The terms of a pass over a list of submitters."""

    kind: PassKind
    round: int | None
    group: str | None
    """The group of the pass, for the record; None without groups."""
    limited_group: str | None
    """The group whose quota and usage bound the pass; None without groups, and in a pass for everybody."""
    quota: int
    requester: Callable[[str], Requester]
    """What requests show about the submitter of this name."""


class Given(Struct, frozen=True):
    """A slot that was given, as it was then, and the resulting claim."""

    slot: Slot
    kind: SlotKind
    ad: Ad
    taken: TakenClaim | None
    """None: no job starts. The slot gives no claim, or the schedd turned it down."""
    preempted: tuple[int, ...] = ()
    """The dynamic slots of a partitionable one that the match preempts, by their places in its lists."""


class CycleState(Struct):
    """What every visit reads and changes; the caller keeps the rest of the cycle's state."""

    settings: NegotiatorSettings
    evaluator: Evaluator
    accounts: LiveAccounts
    concurrency: ConcurrencyLimits
    clock: Clock
    check_time: Callable[[], None]
    """Raises Exceeded if the run has used up its processor time."""
    slots: SlotList
    by_name: Callable[[], Mapping[str, Ad]]
    """Ads of all fetched slots by name."""
    assessor: Assessor
    flattens_requests: bool
    """Whether Requirements of requests are flattened."""
    request_side: Callable[[Ad, Requester], MatchSide]
    """Returns a request as expressions see it, one object for all that no expression can tell apart."""
    job_kinds: Partition[MatchSide]
    unflattened_kinds: Callable[[Ad], SlotKind]
    """Returns the kind of a slot whose original Requirements were put back."""
    reads_matches: bool
    """Expressions refer to what a match writes into the ad of its slot."""
    volatile: frozenset[str]
    """Functions in use that return usage: what depends on them is valid only until the next match."""
    lowest_ranks: Callable[[], LowestRanks]
    """Returns those of all dynamic slots that may be preempted for their partitionable one."""
    eligible_children: dict[tuple[Ad, frozenset[int]], list[tuple[int, float]]] = {}
    """The dynamic slots that may be preempted, by the ad of their partitionable slot and those that already were."""
    child_users: dict[Ad, list[tuple[Ad, str] | None]] = {}
    """The ads of dynamic slots and the users who hold them, by the ad of their partitionable slot; None: not known."""
    match_list: MatchList | None = None
    matches: list[Match] = []
    given: list[Given] = []
    """The slot that each match gave."""
    warnings: list[str] = []
    endless: dict[tuple[str, str], str] = {}
    """The first request (cluster.proc), by submitter and schedd, that would be offered again until time is up."""
    _sides: dict[Ad, MatchSide] = {}

    def job_side(self, ad: Ad) -> MatchSide:
        """Jobs with this ad as expressions see them, without what requests say about their submitters."""
        known = self._sides.get(ad)
        if known is None:
            known = self._sides[ad] = self.job_kinds.of(ad)
        return known


_NO_LIMIT: Final = Allowance(0.0, 0.0, 0.0, 0.0)
_MOST_KINDS: Final = 1 << 13
"""Largest number of kinds of requests whose outlook is cached."""
_NOTHING: Final = Refusals()
_REFUSALS: Final = {
    (policy, limit): Refusals(policy=policy, limit=limit) for policy in (True, False) for limit in (True, False)
}


class Asker(Struct, frozen=True):
    """The submitter and schedd that ask in a visit."""

    requester: Requester
    protocols: frozenset[int]
    """IP protocols of its schedd."""
    schedd: str
    unclaimed_limit: float
    """The weight of free slots that may be won."""
    rank_only: bool
    """The submitter is at its limit: only slots that strictly prefer a request may be given."""


class Sides(Protocol):
    """Requests as expressions see them (`RequestSides`)."""

    ordering: Comparison | None
    """What reads priorities, if that is all that tells submitters apart."""

    def of(self, ad: Ad, requester: Requester) -> MatchSide:
        """The request with this ad."""

    def apart_from_priority(self, ad: Ad) -> int:
        """A number shared by all requests that nothing but the priorities of their submitters tells apart."""

    def priority(self, requester: Requester) -> float:
        """The priority that its requests show."""


_NOWHERE: Final = inf, -inf


class Outlook:
    """What is available to a kind of request, whoever its submitter is."""

    def __init__(self, search: Search, slots: SlotList, assessor: Assessor, sides: Sides) -> None:
        """The outlook for requests that search like this; where `sides` compare priorities, for all priorities."""
        self._search, self._slots, self._assessor, self._sides = search, slots, assessor, sides
        self._free, self._held = (slots.suiting(search, held=held) for held in (False, True))
        self._costs: list[tuple[SlotClass, float]] = []
        """The cost of free slots that suit it, by class."""
        self._at: int | None = None
        """The turnover of slots at which it was last checked whether any may be taken."""
        self._taken: bool | None = None
        self._refused = _NOWHERE
        """Between these priorities of submitters none may be taken.

        PREEMPTION_REQUIREMENTS that compare the priority once have, for each slot, no other values between two
        priorities than at these. So where no slot may be taken at either of them, none may in between.
        """

    def refusals(self, ad: Ad, asker: Asker) -> Refusals | None:
        """Why no slot can be given for this request of this asker; None if one might be."""
        if self._any_may_be_taken(ad, asker):
            return None
        if asker.rank_only:
            return _NOTHING
        free, costs, dear = self._free.every(self._search, self._assessor), self._costs, False
        if len(costs) < len(free):
            costs += [
                (slot_class, self._assessor.of_match(self._search.job, slot_class.kind).cost)
                for slot_class in free[len(costs) :]
            ]
        for slot_class, cost in costs:
            if slot_class.holders:
                if permits(0.0, cost, asker.unclaimed_limit):
                    return None
                dear = True
        return _REFUSALS[self._others_hold_some(asker.requester.submitter), dear]

    def may_match(self, ad: Ad, asker: Asker) -> bool:
        """Whether any slot might be given for this request, whatever its submitter may still win."""
        return self._any_may_be_taken(ad, asker) or self._free.any_left(self._search, self._assessor)

    def _any_may_be_taken(self, ad: Ad, asker: Asker) -> bool:
        slots, sides, ordering = self._slots, self._sides, self._sides.ordering
        if self._at != slots.turnover:
            self._at, self._taken, self._refused = slots.turnover, None, _NOWHERE
        if ordering is None:
            if self._taken is None:
                self._taken = self._may_take_any(self._search.job)
            return self._taken
        priority, (low, high) = sides.priority(asker.requester), self._refused
        if low <= priority <= high:
            self._assessor.passing.folded = True
            return False
        if self._may_take_any(sides.of(ad, asker.requester)):
            return True
        wider = min(low, priority), max(high, priority)
        self._refused = wider if keeps_order(ordering, *wider) else (priority, priority)
        return False

    def _may_take_any(self, job: MatchSide) -> bool:
        slots, assessor = self._slots, self._assessor
        if slots.may_lose_any(job, assessor) is False:
            return False
        held = (slot_class for slot_class in self._held.asked_for(self._search, assessor) if slot_class.holders)
        return any_may_be_taken(held, job, slots, assessor)

    def _others_hold_some(self, submitter: str) -> bool:
        """Whether PREEMPTION_REQUIREMENTS refused a slot that suits the request; they are not asked about its own."""
        holding = (slot_class.holders for slot_class in self._held.asked_for(self._search, self._assessor))
        return any(holders and (len(holders) > 1 or submitter not in holders) for holders in holding)


Asking = tuple[MatchSide | int, frozenset[int], str]
"""A kind of request, or all kinds that differ in priorities only; IP protocols and name of the schedd."""


class Outlooks:
    """The outlooks of all kinds of requests that occur, for one list of slots."""

    def __init__(
        self,
        settings: NegotiatorSettings,
        slots: SlotList,
        assessor: Assessor,
        sides: Sides,
    ) -> None:
        self._settings, self._slots, self._assessor, self._sides = settings, slots, assessor, sides
        self._known: dict[Asking, Outlook | None] = {}
        """None: only a scan can tell, because of concurrency limits."""
        self._forgotten = slots.forgotten
        self.work = not (
            settings.ranks.ignore_job_ranks
            or settings.allow_pslot_preemption
            or (not settings.consider_preemption and not settings.charging.use_slot_weights)
        )
        """False if scans have to judge slots one by one, or a visit may end before its requests do."""

    def of(self, ad: Ad, asker: Asker) -> Outlook | None:
        """The outlook for a request with this ad; None if only a scan can tell."""
        if self._forgotten != self._slots.forgotten or len(self._known) >= _MOST_KINDS:
            self._forgotten = self._slots.forgotten
            self._known.clear()
        sides = self._sides
        alike = sides.of(ad, asker.requester) if sides.ordering is None else sides.apart_from_priority(ad)
        key = alike, asker.protocols, asker.schedd
        try:
            return self._known[key]
        except KeyError:
            side = sides.of(ad, asker.requester)
            known = self._known[key] = self._look(side, asker.protocols, asker.schedd)
            return known

    def _look(self, job: MatchSide, protocols: frozenset[int], schedd: str) -> Outlook | None:
        if "ConcurrencyLimits" in job.ad:
            return None
        # Whose slots they are and what may still be won is checked in each visit.
        search = Search(
            job=job,
            submitter="",
            schedd_name=schedd,
            protocols=protocols,
            rank_only=False,
            consider_preemption=self._settings.consider_preemption,
            allowance=_NO_LIMIT,
            limits_reached=None,
            multi_match=None,
            stop_at_weight=None,
        )
        return Outlook(search, self._slots, self._assessor, self._sides)

    def none_may_match(self, requests: Iterable[Request], asker: Asker) -> bool:
        """Whether it is certain that none of these requests can get a slot now, whatever the asker may still win."""
        outlooks = ((request.ad, self.of(request.ad, asker)) for request in requests)
        return not any(outlook is None or outlook.may_match(ad, asker) for ad, outlook in outlooks)

    def refused(self, requests: Iterable[Request], asker: Asker) -> list[tuple[Request, Refusals]] | None:
        """The requests of a visit that cannot match anything, each with the reasons; None if the visit has to be made.

        The rest of an autocluster is not asked for once a request of it was refused.
        """
        refused: list[tuple[Request, Refusals]] = []
        seen: set[int] = set()
        for request in requests:
            if request.autocluster in seen:
                continue
            outlook = self.of(request.ad, asker)
            why = None if outlook is None else outlook.refusals(request.ad, asker)
            if why is None:
                return None
            if request.autocluster >= 0:
                seen.add(request.autocluster)
            refused.append((request, why))
        return refused
