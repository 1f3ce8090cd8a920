"""Slots that may be given to a request, and the sorted list of them that following requests reuse."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import Struct

from userprio.classad import Ad
from userprio.negotiation.matching.assessment import Assessment, Displacement, Rank, SlotKind


@dataclass(slots=True, eq=False)
class Slot:
    """A slot during the cycle. A match changes it if it stays in the list, and so may merging dynamic slots into it."""

    number: int
    """Its position among the slots left after trimming, in the collector's order, from 0."""
    name: str
    ad: Ad
    kind: SlotKind
    claims: int
    """How many more matches it can serve."""
    preempted_children: frozenset[int] = frozenset()
    """Dynamic slots that were merged into it in this cycle, by their places in its lists."""


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


@dataclass(slots=True)
class Refusals:
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

    __slots__ = ("_ahead", "_rest", "costs", "key", "refusals")

    def __init__(
        self, key: ListKey, best_first: Iterator[Candidate], costs: Counter[float], refusals: Refusals
    ) -> None:
        self.key = key
        self.costs = costs
        """How many candidates of each cost are left."""
        self.refusals = refusals
        """The refusals of the scan, and since then those by the submitter limit."""
        self._rest = best_first
        self._ahead: list[Candidate] = []
        """Candidates that were peeked at or put back, the next one last."""

    def peek(self) -> Candidate | None:
        """The next candidate, without removing it."""
        candidate = self.pop()
        if candidate is not None:
            self._push(candidate)
        return candidate

    def pop(self) -> Candidate | None:
        """Remove and return the next candidate."""
        candidate = self._ahead.pop() if self._ahead else next(self._rest, None)
        if candidate is not None:
            self.costs[candidate.assessment.cost] -= 1
        return candidate

    def least_cost(self) -> float | None:
        """The cost of the cheapest candidate; None if none is left."""
        return min((cost for cost, count in self.costs.items() if count > 0), default=None)

    def clear(self) -> None:
        """Drop all candidates."""
        self._ahead, self._rest = [], iter(())
        self.costs.clear()

    def _push(self, candidate: Candidate) -> None:
        self._ahead.append(candidate)
        self.costs[candidate.assessment.cost] += 1

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
