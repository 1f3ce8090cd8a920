"""The slots still to be had, and the sorted candidates of a request that the next like it may use again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from userprio.classad import Ad
from userprio.cxx import std_sort
from userprio.negotiation.assessment import Assessment, Displacement, Rank, SlotKind


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


class SlotList:
    """The slots that matching looks at, in list order."""

    def __init__(self, slots: Iterable[Slot]) -> None:
        self._slots = {id(slot): slot for slot in slots}

    def __iter__(self) -> Iterator[Slot]:
        return iter(self._slots.values())

    def __len__(self) -> int:
        return len(self._slots)

    def remove(self, slot: Slot) -> None:
        """It will not be looked at again in this cycle."""
        self._slots.pop(id(slot), None)

    def move_to_end(self, slot: Slot) -> None:
        """Others of the same rank come first from now on."""
        self._slots[id(slot)] = self._slots.pop(id(slot))


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


@dataclass(frozen=True, slots=True)
class ListKey:
    """What a request must share with the one that a match list was made for."""

    autocluster: int
    submitter: str
    schedd_address: str
    priority: float
    rank_only: bool


@dataclass(slots=True)
class MatchList:
    """Candidates of one scan, best first (`MatchListType`)."""

    key: ListKey
    candidates: list[Candidate]
    refusals: Refusals
    """As the scan left them; refusals by the submitter limit since then are added."""
    head: int = field(default=0)

    @classmethod
    def of(cls, key: ListKey, candidates: list[Candidate], refusals: Refusals) -> "MatchList":
        """Sort the candidates of a scan; equals stay as `std::sort` leaves them."""
        best_first = std_sort(candidates, key=lambda candidate: tuple(-value for value in candidate.rank))
        return cls(key, best_first, refusals)

    def peek(self) -> Candidate | None:
        """The next candidate, left where it is."""
        return self.candidates[self.head] if self.head < len(self.candidates) else None

    def pop(self) -> Candidate | None:
        """The next candidate."""
        candidate = self.peek()
        if candidate is not None:
            self.head += 1
        return candidate

    def put_back(self, candidate: Candidate) -> None:
        """Return a slot that still fits after its match, with the rank that it has now.

        The comparison runs the wrong way round (`insert_candidate`): the slot goes behind each entry that it beats and
        stays before the first that it does not beat.
        """
        at = self.head
        while at < len(self.candidates) and candidate.rank > self.candidates[at].rank:
            at += 1
        self.candidates.insert(at, candidate)
