"""The slots still to be had, and the sorted candidates of a request that the next like it may use again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import compress

from userprio.classad import Ad
from userprio.negotiation.assessment import Assessment, Displacement, Rank, SlotKind
from userprio.negotiation.classes import SlotClass, SlotClasses

_BYTE = 256


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
    """The slots that matching looks at, in list order, and the number of the class of each."""

    def __init__(self, slots: Iterable[Slot], classes: SlotClasses) -> None:
        self._classes = classes
        self._slots: list[Slot] = []
        self._numbers: bytearray | list[int] = bytearray()
        """Class by place; 0 where the slot is gone."""
        self._places: dict[Slot, int] = {}
        self._gone = 0
        for slot in slots:
            self._append(slot)

    def __iter__(self) -> Iterator[Slot]:
        return compress(self._slots.copy(), self._numbers.copy())

    def __len__(self) -> int:
        return len(self._slots) - self._gone

    @property
    def classes(self) -> Iterator[SlotClass]:
        """The classes of which there are slots."""
        return (one for one in self._classes.listed if one.holders)

    def of_classes(self, chosen: dict[int, int]) -> tuple[list[Slot], "bytearray | list[int]"]:
        """The slots of these classes in list order, and what `chosen` has for the class (by number) of each."""
        if isinstance(self._numbers, bytearray) and max(chosen.values()) < _BYTE:
            # One pass of the machine over a byte a slot, whatever the number of slots.
            others = bytes(number for number in range(_BYTE) if number not in chosen)
            table = bytes(chosen.get(number, 0) for number in range(_BYTE))
            flags = bytes(number in chosen for number in range(_BYTE))
            return list(compress(self._slots, self._numbers.translate(flags))), self._numbers.translate(table, others)
        found = [(slot, number) for slot, number in zip(self._slots, self._numbers, strict=True) if number in chosen]
        return [slot for slot, _ in found], [chosen[number] for _, number in found]

    def class_of(self, slot: Slot) -> SlotClass:
        """The class of a slot."""
        return self._classes.of(slot.kind)

    def remove(self, slot: Slot) -> None:
        """It will not be looked at again in this cycle."""
        place = self._places.pop(slot, None)
        if place is None:
            return
        self._count_out(slot)
        self._numbers[place] = 0
        self._gone += 1
        if self._gone * 2 > len(self._slots):
            self._close_up()

    def change(self, slot: Slot, ad: Ad, kind: SlotKind) -> None:
        """A slot that stays where it is says something else from now on."""
        place = self._places.get(slot)
        if place is None:
            slot.ad, slot.kind = ad, kind
            return
        self._count_out(slot)
        slot.ad, slot.kind = ad, kind
        self._set(place, self._count_in(slot))

    def move_to_end(self, slot: Slot) -> None:
        """Others of the same rank come first from now on."""
        self.remove(slot)
        self._append(slot)

    def _append(self, slot: Slot) -> None:
        self._places[slot] = len(self._slots)
        self._slots.append(slot)
        self._numbers.append(0)
        self._set(len(self._slots) - 1, self._count_in(slot))

    def _set(self, place: int, number: int) -> None:
        if number >= _BYTE and isinstance(self._numbers, bytearray):
            self._numbers = list(self._numbers)
        self._numbers[place] = number

    def _count_in(self, slot: Slot) -> int:
        of = self._classes.of(slot.kind)
        of.holders[slot.kind.user] += 1
        return of.number

    def _count_out(self, slot: Slot) -> None:
        of = self._classes.of(slot.kind)
        of.holders[slot.kind.user] -= 1
        if not of.holders[slot.kind.user]:
            del of.holders[slot.kind.user]

    def _close_up(self) -> None:
        """Drop the places of slots that are gone."""
        kept = list(compress(self._slots, self._numbers))
        self._numbers = (
            self._numbers.translate(None, b"\0")
            if isinstance(self._numbers, bytearray)
            else [number for number in self._numbers if number]
        )
        self._slots = kept
        self._places = {slot: place for place, slot in enumerate(kept)}
        self._gone = 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A slot that may be given to a request."""

    slot: Slot
    assessment: Assessment
    displacement: Displacement
    rank: Rank
    preempted: tuple[int, ...] = ()
    """Dynamic slots of a partitionable one that the match preempts, by their place in its lists."""


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


class MatchList:
    """Candidates of one scan, best first (`MatchListType`)."""

    __slots__ = ("_ahead", "_rest", "key", "refusals")

    def __init__(self, key: ListKey, best_first: Iterator[Candidate], refusals: Refusals) -> None:
        self.key = key
        self.refusals = refusals
        """As the scan left them; refusals by the submitter limit since then are added."""
        self._rest = best_first
        self._ahead: list[Candidate] = []
        """What was looked at already, the next one last."""

    def peek(self) -> Candidate | None:
        """The next candidate, left where it is."""
        candidate = self.pop()
        if candidate is not None:
            self._ahead.append(candidate)
        return candidate

    def pop(self) -> Candidate | None:
        """The next candidate."""
        return self._ahead.pop() if self._ahead else next(self._rest, None)

    def put_back(self, candidate: Candidate) -> None:
        """Return a slot that still fits after its match, with the rank that it has now.

        The comparison runs the wrong way round (`insert_candidate`): the slot goes behind each entry that it beats and
        stays before the first that it does not beat.
        """
        beaten: list[Candidate] = []
        while (following := self.pop()) is not None:
            if not candidate.rank > following.rank:
                self._ahead.append(following)
                break
            beaten.append(following)
        self._ahead.append(candidate)
        self._ahead.extend(reversed(beaten))
