"""Slots that may be given to a request, and the sorted list of them that the next request goes on with."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from userprio.classad import Ad
from userprio.frozen import quickly_made
from userprio.matching.assessment import Assessment, Displacement, Rank, SlotKind


@dataclass(slots=True, eq=False)
class Slot:
    """A slot during the cycle. Only consumption policies change it."""

    number: int
    """Place in the list as the collector gave it."""
    name: str
    ad: Ad
    kind: SlotKind
    claims: int
    """Matches that it can still serve."""
    preempted_children: frozenset[int] = frozenset()
    """Dynamic slots whose claims went to a request that preempts them."""


@quickly_made
@dataclass(frozen=True, slots=True)
class Candidate:
    """A slot that may be given to a request."""

    slot: Slot
    assessment: Assessment
    displacement: Displacement
    rank: Rank
    preempted: tuple[int, ...] = ()
    """Dynamic slots of a partitionable one that the match preempts, by their place in its lists."""
    merged: SlotKind | None = None
    """The partitionable slot with what those dynamic slots hold."""


@dataclass(slots=True)
class Refusals:
    """Why slots were passed over in a scan; what matters is which kinds of refusal there were."""

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
        """The same, to be added to by somebody else."""
        return Refusals(self.policy, self.limit, self.concurrency)


@quickly_made
@dataclass(frozen=True, slots=True)
class ListKey:
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
        """How many candidates are left of each cost."""
        self.refusals = refusals
        """As the scan left them; refusals by the submitter limit since then are added."""
        self._rest = best_first
        self._ahead: list[Candidate] = []
        """What was looked at already, the next one last."""

    def peek(self) -> Candidate | None:
        """The next candidate, left where it is."""
        candidate = self.pop()
        if candidate is not None:
            self._push(candidate)
        return candidate

    def pop(self) -> Candidate | None:
        """The next candidate."""
        candidate = self._ahead.pop() if self._ahead else next(self._rest, None)
        if candidate is not None:
            self.costs[candidate.assessment.cost] -= 1
        return candidate

    def least_cost(self) -> float | None:
        """What the cheapest candidate costs, None where none is left."""
        return min((cost for cost, count in self.costs.items() if count > 0), default=None)

    def clear(self) -> None:
        """Drop what is left."""
        self._ahead, self._rest = [], iter(())
        self.costs.clear()

    def _push(self, candidate: Candidate) -> None:
        self._ahead.append(candidate)
        self.costs[candidate.assessment.cost] += 1

    def put_back(self, candidate: Candidate) -> None:
        """Return a slot that still fits after its match, with the rank that it has now.

        The comparison runs the wrong way round (`insert_candidate`): the slot goes behind each entry that it beats and
        stays before the first that it does not beat.
        """
        beaten: list[Candidate] = []
        while (following := self.pop()) is not None:
            if not candidate.rank > following.rank:
                self._push(following)
                break
            beaten.append(following)
        for following in (candidate, *reversed(beaten)):
            self._push(following)
