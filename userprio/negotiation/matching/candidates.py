"""Slots that may be given to a request: verdicts on them, their classes, and the sorted list that requests reuse.

Whether a slot may be given, and why not, is decided here only, for scans and for explanations of them. A scan checks
classes of slots, whose members no request can tell apart, in the fastest order and keeps few of the reasons;
`slot_verdict` checks one slot in the order in which people would, and keeps the first reason against it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from enum import StrEnum
from itertools import islice, takewhile
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from userprio.classad import Ad, AttributeChanges, Projection
from userprio.negotiation.matching.answers import MatchSide
from userprio.negotiation.matching.assessment import Assessment, Assessor, Displacement, Rank, SlotKind
from userprio.pool import Trim, share_protocol


class Slot(msgspec.Struct, eq=False, gc=False):
    """A slot during the cycle. A match changes it if it stays in the list, and so may merging dynamic slots into it."""

    name: str
    _ad: Ad
    kind: SlotKind
    claims: int
    """How many more matches it can serve."""
    _added: AttributeChanges | None = None
    """What its ad lacks yet. Nobody looks at most slots that others hold, so that their ads need not be made."""
    preempted_children: frozenset[int] = frozenset()
    """Dynamic slots that were merged into it in this cycle, by their places in its lists."""

    @property
    def ad(self) -> Ad:
        """Its ad as matching sees it."""
        if self._added is not None:
            self._ad, self._added = self._ad.replace(self._added), None
        return self._ad

    @ad.setter
    def ad(self, ad: Ad) -> None:
        self._ad, self._added = ad, None


class Candidate(Struct, frozen=True):
    """A slot that may be given to a request."""

    slot: Slot
    assessment: Assessment
    displacement: Displacement
    rank: Rank
    preempted: tuple[int, ...] = ()
    """Dynamic slots of a partitionable one that the match preempts, by their places in its lists."""
    merged: SlotKind | None = None
    """The partitionable slot merged with these; None if there are none."""


class Refusals(msgspec.Struct):
    """Which reasons for refusing a slot occurred in a scan."""

    policy: bool = False
    """PREEMPTION_REQUIREMENTS refused one that met both Requirements."""
    limit: bool = False
    """The submitter limit refused one."""
    concurrency: bool = False
    """A concurrency limit refused one."""

    @property
    def reason(self) -> str:
        """In HTCondor's words, concurrency limits apart."""
        if self.policy:
            return "PREEMPTION_REQUIREMENTS == False"
        return "submitter limit exceeded" if self.limit else "no match found"

    def copy(self) -> "Refusals":
        """An independent copy."""
        return Refusals(self.policy, self.limit, self.concurrency)


class ListKey(Struct, frozen=True):
    """What a request must share with the one that a match list was made for."""

    autocluster: int
    submitter: str
    schedd_address: str
    priority: float
    rank_only: bool


class MatchList:
    """Candidates of one scan, best first (`MatchListType`)."""

    __slots__ = ("_ahead", "_least", "_rest", "costs", "key", "refusals")

    def __init__(
        self, key: ListKey, best_first: Iterator[Candidate], costs: dict[float, int], refusals: Refusals
    ) -> None:
        self.key = key
        self.costs = costs
        """How many candidates of each cost are left."""
        self.refusals = refusals
        """The refusals of the scan, and since then those by the submitter limit."""
        self._rest = best_first
        self._ahead: list[Candidate] = []
        """Candidates that were peeked at or put back, the next one last."""
        self._least: float | None = None
        """The cost that was last seen to be the least, if no cheaper candidate has come since."""

    def peek(self) -> Candidate | None:
        """The next candidate, without removing it."""
        if not self._ahead:
            self._ahead.extend(islice(self._rest, 1))
        return self._ahead[-1] if self._ahead else None

    def pop(self) -> Candidate | None:
        """Remove and return the next candidate."""
        candidate = self._ahead.pop() if self._ahead else next(self._rest, None)
        if candidate is not None:
            self.costs[candidate.assessment.cost] -= 1
        return candidate

    def least_cost(self) -> float | None:
        """The cost of the cheapest candidate; None if none is left."""
        if self._least is None or self.costs[self._least] <= 0:
            self._least = min((cost for cost, count in self.costs.items() if count > 0), default=None)
        return self._least

    def clear(self) -> None:
        """Drop all candidates."""
        self._ahead, self._rest, self._least = [], iter(()), None
        self.costs.clear()

    def _push(self, candidate: Candidate) -> None:
        self._ahead.append(candidate)
        self._least = None
        cost = candidate.assessment.cost
        self.costs[cost] = self.costs.get(cost, 0) + 1

    def put_back(self, candidate: Candidate) -> None:
        """Put back a slot that still fits after its match, with its new rank.

        The comparison runs the wrong way round (`insert_candidate`): the slot goes after each entry that it beats and
        stays before the first that it does not beat.
        """
        # With the default pre-job rank the slot just used beats each fuller one, so jobs spread breadth first instead
        # of filling one slot after the other: four equal slots are given in the order 1 2 3 4 4 3 2 1 1 2 3 4.
        beaten: list[Candidate] = []
        while (following := self.pop()) is not None:
            if not candidate.rank > following.rank:
                self._push(following)
                break
            beaten.append(following)
        for following in (candidate, *reversed(beaten)):
            self._push(following)


class SlotVerdict(StrEnum):
    """Why a slot is not given to a request: the first reason found."""

    UNREACHABLE = "no common IP protocol"
    PART = "part of another slot"
    """A dynamic slot that can be preempted only by way of its partitionable slot."""
    OTHER_SCHEDD = "claimed by another schedd"
    REQUIREMENTS = "does not match"
    GIVEN = "given in this cycle"
    NO_CLAIM = "has no claim to give"
    CLAIMED = "claimed, preemption off"
    RETIRING = "within retirement time"
    SHUTTING_DOWN = "about to shut down"
    CLAIMED_FOR_ANOTHER = "kept for another pool"
    OWN = "held by itself"
    POLICY = "PREEMPTION_REQUIREMENTS not true"
    RANK = "prefers its present job"
    CEILING = "beyond its ceiling"
    LIMIT = "beyond its limit"
    CONCURRENCY = "concurrency limit"
    NONE = "could be given"


UNFIT: Final = frozenset(
    {SlotVerdict.UNREACHABLE, SlotVerdict.PART, SlotVerdict.OTHER_SCHEDD, SlotVerdict.REQUIREMENTS}
)
"""Verdicts on slots that do not suit a request, whatever limits and submitters there are."""

TRIMMED: Final = {
    Trim.CLAIMED: SlotVerdict.CLAIMED,
    Trim.RETIRING: SlotVerdict.RETIRING,
    Trim.SHUTTING_DOWN: SlotVerdict.SHUTTING_DOWN,
    Trim.CLAIMED_FOR_ANOTHER: SlotVerdict.CLAIMED_FOR_ANOTHER,
}
"""The verdicts on slots that are trimmed before the first request."""

LimitsReached = Callable[[str], bool]
"""Whether one of these concurrency limits is reached now."""

MultiMatch = Callable[[Slot], Candidate | None]
"""The candidate that a slot becomes by preempting dynamic slots of it; None if it cannot become one."""


class Allowance(Struct, frozen=True):
    """What a submitter may take in a visit, and has taken (`SubmitterLimitPermits`)."""

    limit: float
    used: float
    unclaimed_limit: float
    unclaimed_used: float
    closed: SlotVerdict | None = None
    """CEILING or LIMIT if that has stopped the visit."""
    open_to_rank: bool = False
    """Slots that strictly prefer the request are given even then."""

    def refusal(self, cost: float, displacement: Displacement) -> SlotVerdict | None:
        """Why a slot of this cost may not be taken, None if it may; preemption by rank ignores the limit."""
        if displacement is Displacement.RANK:
            return None if self.open_to_rank else self.closed
        if self.closed is not None:
            return self.closed
        if displacement is Displacement.PRIORITY:
            within = permits(self.used, cost, self.limit)
        else:
            within = permits(self.unclaimed_used, cost, self.unclaimed_limit)
        return None if within else SlotVerdict.LIMIT


def permits(used: float, cost: float, allowed: float) -> bool:
    """Whether a match stays within the limit, or is the first: that one may go beyond any limit above zero."""
    return used + cost <= allowed or (used <= 0 and allowed > 0)


class Search(Struct, frozen=True):
    """The search for a slot for one request."""

    job: MatchSide
    submitter: str
    schedd_name: str
    protocols: frozenset[int]
    """IP protocols of the schedd's addresses."""
    rank_only: bool
    """Over its limit in the first spin: only slots that strictly prefer the request."""
    consider_preemption: bool
    allowance: Allowance
    limits_reached: LimitsReached | None
    """Given if concurrency limits depend on the slot."""
    multi_match: MultiMatch | None
    """Given if dynamic slots may be preempted for their partitionable slot."""
    stop_at_weight: float | None
    """With slots ranked once a cycle: stop when the accepted ones weigh more than this."""
    children_stay: bool = False
    """`multi_match` would refuse every slot."""


def out_of_reach(search: Search, kind: SlotKind) -> SlotVerdict | None:
    """Why slots are out of reach, whatever they and the request require; None if they are not."""
    if not share_protocol(kind.protocols, search.protocols):
        return SlotVerdict.UNREACHABLE
    if search.multi_match is not None and kind.covered:
        return SlotVerdict.PART
    if kind.claiming_schedd is not None and kind.claiming_schedd != search.schedd_name:
        return SlotVerdict.OTHER_SCHEDD
    return None


def displacement_of(
    search: Search, kind: SlotKind, assessor: Assessor, *, held: bool, own: bool
) -> Displacement | SlotVerdict:
    """What giving matching slots does to their users, or why they are not given.

    `held`: somebody holds them, and preemption is considered; `own`: the submitter itself does.
    """
    return decide_displacement(
        held=held,
        own=own,
        rank_only=search.rank_only,
        prefers=lambda: assessor.prefers_strictly.of(kind, search.job),
        allowed=lambda: assessor.may_be_taken.of(kind, search.job),
        content=lambda: assessor.prefers_equally.of(kind, search.job),
    )


def decide_displacement(
    *,
    held: bool,
    own: bool,
    rank_only: bool,
    prefers: Callable[[], bool],
    allowed: Callable[[], bool],
    content: Callable[[], bool],
) -> Displacement | SlotVerdict:
    """What giving matching slots does to their users, or why they are not given.

    It asks no more than it needs: whether they prefer the request to what they run, whether PREEMPTION_REQUIREMENTS
    allow that they are taken, and whether they want the request at least as much.
    """
    if not held:
        # A slot that runs nothing cannot prefer the request to what it runs.
        return SlotVerdict.LIMIT if rank_only else Displacement.NONE
    # `matchmakingAlgorithm` tries rank before anything else: neither the user nor PREEMPTION_REQUIREMENTS can prevent
    # it, and a submitter may displace a job of its own.
    if prefers():
        return Displacement.RANK
    if rank_only:
        return SlotVerdict.LIMIT
    if own:
        return SlotVerdict.OWN
    if not allowed():
        return SlotVerdict.POLICY
    return Displacement.PRIORITY if content() else SlotVerdict.RANK


def afforded(search: Search, match: Assessment, displacement: Displacement) -> SlotVerdict:
    """NONE if limits allow a match: first the submitter's, then concurrency limits that depend on the slot."""
    refused = search.allowance.refusal(match.cost, displacement)
    if refused is not None:
        return refused
    if search.limits_reached is not None and match.limits is not None and search.limits_reached(match.limits):
        return SlotVerdict.CONCURRENCY
    return SlotVerdict.NONE


class SlotDecision(Struct, frozen=True, gc=False):
    """The verdict on a slot for one request."""

    verdict: SlotVerdict
    user: str | None = None
    """The user who holds the slot or was given it, or the schedd that has claimed it; None if there is none."""
    cost: float | None = None
    """What it would cost; None if it does not suit the request."""


def fitness(search: Search, kind: SlotKind, assessor: Assessor) -> SlotDecision:
    """Whether a kind of slot suits a request at all: the verdict is NONE, with its cost, or one of UNFIT."""
    beyond = out_of_reach(search, kind)
    if beyond is not None:
        return SlotDecision(beyond, kind.claiming_schedd if beyond is SlotVerdict.OTHER_SCHEDD else None)
    if not assessor.matches(search.job, kind):
        return SlotDecision(SlotVerdict.REQUIREMENTS)
    return SlotDecision(SlotVerdict.NONE, cost=assessor.of_match(search.job, kind).cost)


def kind_verdict(
    search: Search, kind: SlotKind, fit: SlotDecision, assessor: Assessor, user: str | None
) -> SlotDecision:
    """The verdict on a slot of this kind that is still available, and that this user holds (None: nobody).

    `fit` is its fitness.
    """
    if fit.verdict is not SlotVerdict.NONE:
        return fit
    held = bool(user) and search.consider_preemption
    displaced = displacement_of(search, kind, assessor, held=held, own=user == search.submitter)
    if not isinstance(displaced, SlotVerdict):
        displaced = afforded(search, assessor.of_match(search.job, kind), displaced)
    return SlotDecision(displaced, user if held else None, fit.cost)


def slot_verdict(search: Search, slot: Slot, assessor: Assessor) -> SlotDecision:
    """The verdict on a slot that is still available, which dynamic slots may be merged into."""
    known = kind_verdict(search, slot.kind, fitness(search, slot.kind, assessor), assessor, slot.kind.user)
    if known.verdict is SlotVerdict.REQUIREMENTS and search.multi_match is not None:
        # A copy, so that its dynamic slots are not marked as merged.
        merged = search.multi_match(replace(slot))
        if merged is not None:
            verdict = afforded(search, merged.assessment, merged.displacement)
            return SlotDecision(verdict, cost=merged.assessment.cost)
    return known


_FEW: Final = 64


class SlotClass(msgspec.Struct, eq=False):
    """Slots that agree in which requests they match, and in what a match costs."""

    number: int
    """Counts from 1, separately for free and for held classes; mostly small enough for a byte."""
    kind: SlotKind
    """The kind of one of its slots."""
    held: bool
    """Somebody holds them, and preemption is considered."""
    holders: Counter[str | None] = msgspec.field(default_factory=Counter)
    """How many of its remaining slots each user holds; None for free slots."""


class SlotClasses:
    """Assigns kinds of slots to classes and rank classes."""

    def __init__(self, match: Projection, taking: Projection, ranks: Projection, consider_preemption: bool) -> None:
        """The projections that distinguish slots in matches, in whether they may be taken from users, and in rank."""
        self.match, self._taking, self.ranks = match, taking, ranks
        self._consider_preemption = consider_preemption
        self._known: dict[object, SlotClass] = {}
        self._of_kind: dict[SlotKind, tuple[SlotClass, int]] = {}
        self._rank_classes: dict[int, int] = {}
        self._taken_alike: dict[tuple[int, str | None], SlotKind] = {}
        self._taken_as: dict[SlotKind, SlotKind] = {}
        self.free: list[SlotClass] = []
        self.held: list[SlotClass] = []
        """Classes of held slots, in the order of their first appearance."""
        self.ranked_kinds: list[SlotKind] = []
        """One kind of each rank class of free slots; their numbers begin with 1."""
        self.refilled = 0
        """How often a class without slots got one."""
        self._filled: set[SlotClass] = set()
        """The classes that have slots."""
        self._refills: dict[SlotClass, int] = {}
        """The value of `refilled` when each class last got one, ascending."""

    @property
    def are_stale(self) -> bool:
        """Whether most classes have become empty."""
        met = (*self.free, *self.held)
        return len(met) > _FEW and len(met) > 4 * sum(bool(slot_class.holders) for slot_class in met)

    def refill(self, slot_class: SlotClass) -> None:
        """Note that a class without slots gets one."""
        self.refilled += 1
        self._refills.pop(slot_class, None)
        self._refills[slot_class] = self.refilled
        self._filled.add(slot_class)

    def empty(self, slot_class: SlotClass) -> None:
        """Note that a class has lost its last slot."""
        self._filled.discard(slot_class)

    def any_filled(self, among: Set[SlotClass]) -> bool:
        """Whether any of these classes has slots."""
        return not self._filled.isdisjoint(among)

    def refilled_since(self, count: int) -> list[SlotClass]:
        """The classes refilled after this count."""
        return [
            slot_class for slot_class, _ in takewhile(lambda refill: refill[1] > count, reversed(self._refills.items()))
        ]

    def of(self, kind: SlotKind) -> tuple[SlotClass, int]:
        """Class and rank class of a kind; held slots have no rank class."""
        known = self._of_kind.get(kind)
        if known is None:
            held = bool(kind.user) and self._consider_preemption
            known = self._of_kind[kind] = self._class(kind, held), 0 if held else self._rank_class(kind)
        return known

    def taking(self, kind: SlotKind) -> int:
        """A number shared by all kinds that agree in what decides whether slots may be taken from their users."""
        return kind.number(self._taking)

    def taken_alike(self, kinds: Iterable[SlotKind]) -> list[SlotKind]:
        """Instead of each kind, the same for all that agree in this number and have the same user."""
        known = self._taken_as
        return [known.get(kind) or self._first_alike(kind) for kind in kinds]

    def _first_alike(self, kind: SlotKind) -> SlotKind:
        first = self._taken_as[kind] = self._taken_alike.setdefault((self.taking(kind), kind.user), kind)
        return first

    def _class(self, kind: SlotKind, held: bool) -> SlotClass:
        facts = kind.protocols, kind.weight, kind.claiming_schedd, kind.resources, kind.covered
        key = (held, kind.flattens, facts, kind.number(self.match))
        known = self._known.get(key)
        if known is None:
            listed = self.held if held else self.free
            known = self._known[key] = SlotClass(len(listed) + 1, kind, held)
            listed.append(known)
        return known

    def _rank_class(self, kind: SlotKind) -> int:
        known = self._rank_classes.setdefault(kind.number(self.ranks), len(self.ranked_kinds) + 1)
        if known > len(self.ranked_kinds):
            self.ranked_kinds.append(kind)
        return known


class Suiting:
    """The classes whose slots would match a request if they were free.

    They hold as long as the values of expressions do, whether or not they have slots. New classes are checked on
    demand, and empty ones once they get a slot.
    """

    def __init__(self, classes: SlotClasses, held: bool) -> None:
        """Looks at the held classes, or at the free ones."""
        self._classes = classes
        self._met = classes.held if held else classes.free
        self._known: list[SlotClass] = []
        self._suit: set[SlotClass] = set()
        """The same classes."""
        self._looked_at = 0
        self._empty: set[SlotClass] = set()
        """Classes that were empty when it was their turn to be checked."""
        self._refilled = classes.refilled
        """The count at the last check."""

    @property
    def complete(self) -> bool:
        """Whether all classes that have slots were checked."""
        return self._looked_at == len(self._met) and (not self._empty or self._refilled == self._classes.refilled)

    def every(self, search: Search, assessor: Assessor) -> Sequence[SlotClass]:
        """All suitable classes that have or had slots, new ones last; each `search` is for a request that agrees."""
        if not self.complete:
            self._again(search, assessor)
            if new := self._met[self._looked_at :]:
                self._looked_at = len(self._met)
                self._look_at(new, search, assessor)
        return self._known

    def any_left(self, search: Search, assessor: Assessor) -> bool:
        """Whether any of them has slots; those that are known are looked at first."""
        if self._classes.any_filled(self._suit):
            return True
        return not self.complete and bool(self.every(search, assessor)) and self._classes.any_filled(self._suit)

    def asked_for(self, search: Search, assessor: Assessor) -> Iterator[SlotClass]:
        """The same, checked lazily."""
        self._again(search, assessor)
        given = 0
        while True:
            # Other callers may find some meanwhile.
            present = self._known[given:]
            yield from present
            given += len(present)
            if given == len(self._known):
                if self._looked_at == len(self._met):
                    break
                self._looked_at += 1
                self._look_at(self._met[self._looked_at - 1 : self._looked_at], search, assessor)

    def _again(self, search: Search, assessor: Assessor) -> None:
        """Check classes that were empty and got slots."""
        if self._refilled != self._classes.refilled:
            again = self._empty and self._empty.intersection(self._classes.refilled_since(self._refilled))
            self._refilled = self._classes.refilled
            if again:
                self._empty -= again
                self._look_at(sorted(again, key=lambda slot_class: slot_class.number), search, assessor)

    def _look_at(self, classes: Sequence[SlotClass], search: Search, assessor: Assessor) -> None:
        """Check these classes, unless they are empty."""
        present = [slot_class for slot_class in classes if slot_class.holders]
        if len(present) < len(classes):
            self._empty.update(slot_class for slot_class in classes if not slot_class.holders)
        if present:
            self._match(present, search, assessor)

    def _match(self, classes: Sequence[SlotClass], search: Search, assessor: Assessor) -> None:
        near = {slot_class.kind: slot_class for slot_class in classes if out_of_reach(search, slot_class.kind) is None}
        suitable = [near[kind] for kind in assessor.matching(search.job, near)]
        self._known += suitable
        self._suit.update(suitable)
