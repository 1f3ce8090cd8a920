"""The slots still to be had, in classes that a request cannot tell apart, and the sorted candidates of a request."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import Final

from userprio.classad import Ad, Projection
from userprio.matching.assessment import Assessment, Displacement, Rank, SlotKind

UNRANKED: Final = 0
"""Of slots that somebody holds."""

GONE: Final = 0
HELD: Final = 1
"""Class bytes of slots that are gone, and of those that somebody holds."""


@dataclass(slots=True, eq=False)
class SlotClass:
    """Slots that agree in whether a request may have them, but for the name of who holds them."""

    class_byte: int
    """What a list of slots notes of it: from 2 on one for each class of slots that nobody holds, mostly few enough for
    a byte; the others are always looked at one by one."""
    kind: SlotKind
    """One of them."""
    held: bool
    """Somebody holds them, and preemption is considered."""
    holders: Counter[str | None] = field(default_factory=Counter)
    """How many slots that are still there each user holds; None for those that nobody holds."""


class SlotClasses:
    """Puts kinds of slots in classes and rank classes, by what decides about them."""

    def __init__(self, free: Projection, held: Projection, ranks: Projection, consider_preemption: bool) -> None:
        """What sets slots apart that nobody holds, that somebody holds, and in their ranks."""
        self._free, self._held, self._ranks = free, held, ranks
        self._consider_preemption = consider_preemption
        self._known: dict[object, SlotClass] = {}
        self._of_kind: dict[SlotKind, tuple[SlotClass, int]] = {}
        self._rank_classes: dict[int, int] = {}
        self.listed: list[SlotClass] = []
        """In the order in which they were met."""
        self._last_byte = HELD
        self.ranked_kinds: list[SlotKind] = []
        """A kind of each rank class; their numbers begin with 1."""

    @property
    def are_stale(self) -> bool:
        """Whether most of those that were met have no slots any more."""
        return len(self.listed) > _FEW and len(self.listed) > 4 * sum(bool(each.holders) for each in self.listed)

    def of(self, kind: SlotKind) -> tuple[SlotClass, int]:
        """Class and rank class of a kind."""
        known = self._of_kind.get(kind)
        if known is None:
            held = bool(kind.user) and self._consider_preemption
            known = self._of_kind[kind] = self._class(kind, held), UNRANKED if held else self._rank_class(kind)
        return known

    def _class(self, kind: SlotKind, held: bool) -> SlotClass:
        facts = kind.user is None, kind.protocols, kind.weight, kind.claiming_schedd, kind.resources, kind.covered
        key = (held, kind.flattens, facts, kind.number(self._held if held else self._free))
        known = self._known.get(key)
        if known is None:
            self._last_byte += not held
            known = self._known[key] = SlotClass(HELD if held else self._last_byte, kind, held)
            self.listed.append(known)
        return known

    def _rank_class(self, kind: SlotKind) -> int:
        known = self._rank_classes.setdefault(kind.number(self._ranks), len(self.ranked_kinds) + 1)
        if known > len(self.ranked_kinds):
            self.ranked_kinds.append(kind)
        return known


_BYTE = 256
_FEW = 64
_FEW_FREE = 8
"""Of slots of which nobody holds one in so many, or fewer, those are looked at one by one."""


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


@dataclass(frozen=True, slots=True)
class _Best:
    """The best slots of some classes, as far as they are still there."""

    class_bytes: tuple[int, ...]
    order: Sequence[int]
    places: list[int]
    """The first in the list comes last."""


class SlotList:
    """The slots that matching looks at, in list order, with class and rank class of each."""

    def __init__(self, slots: Iterable[Slot], classes: SlotClasses) -> None:
        self._classes = classes
        self.ranked_kinds = classes.ranked_kinds
        self.by_place: list[Slot] = []
        """What stands at each place, slots that are gone included; it stays as it is when places are closed up."""
        self._class_bytes: bytearray | list[int] = bytearray()
        """The byte of its class by place; GONE where the slot is gone."""
        self._rank_classes: list[int] = []
        self._places: dict[Slot, int] = {}
        self._numbers: list[int] = []
        """The places, each once, so that lists of many of them are made without making a number for each."""
        self._best: _Best | None = None
        self._free_at: list[int] | None = None
        self.turnover = 0
        """Counts how often a class has lost, or won, one of its holders or its last slot that nobody holds."""
        self.touched: set[int] = set()
        """The places whose slots are gone or changed; those of the beginning, unless it is `rearranged`."""
        self.rearranged = False
        """Slots no longer stand where they stood."""
        for slot in slots:
            self._append(slot)

    def __iter__(self) -> Iterator[Slot]:
        return compress(self.by_place.copy(), self._class_bytes.copy())

    def __len__(self) -> int:
        return len(self._places)

    @property
    def classes(self) -> Iterator[SlotClass]:
        """The classes that have slots."""
        return (each for each in self._classes.listed if each.holders)

    def ranked(self, chosen: Iterable[SlotClass], order: Sequence[int]) -> tuple[list[int], Sequence[int]]:
        """Where the slots of these classes, which nobody holds, stand in the list, and how each ranks, 0 the best.

        `order` says how rank classes stand to each other.
        """
        wanted = {each.class_byte for each in chosen}
        flags: Iterable[object]
        free = self._free_places()
        if len(free) * _FEW_FREE < len(self.by_place):
            places = [place for place in free if self._class_bytes[place] in wanted]
            return places, _ranks([self._rank_classes[place] for place in places], order)
        if isinstance(self._class_bytes, bytearray):
            # One pass of the machine over a byte a slot, whatever the number of slots.
            flags = self._class_bytes.translate(bytes(byte in wanted for byte in range(_BYTE)))
        else:
            flags = list(map(wanted.__contains__, self._class_bytes))
        return list(compress(self._numbers, flags)), _ranks(list(compress(self._rank_classes, flags)), order)

    def _free_places(self) -> list[int]:
        """Where slots stand that nobody holds, or that are gone since this was asked first."""
        if self._free_at is None:
            self._free_at = list(compress(self._numbers, map(HELD.__lt__, self._class_bytes)))
        return self._free_at

    def best(self, chosen: Sequence[SlotClass], order: Sequence[int]) -> Slot:
        """The first in the list of the best of these classes; there is one.

        Where schedds form no autoclusters every match is a new scan. Those after the first go on where it ended as long
        as they look at the same classes in the same order and slots have only left the list.
        """
        class_bytes = tuple(each.class_byte for each in chosen)
        best = self._best
        if best is None or best.class_bytes != class_bytes or best.order is not order:
            best = self._best = self._find_best(class_bytes, chosen, order)
        while best.places and self._class_bytes[best.places[-1]] == GONE:
            best.places.pop()
        if not best.places:
            best = self._best = self._find_best(class_bytes, chosen, order)
        return self.by_place[best.places[-1]]

    def _find_best(self, class_bytes: tuple[int, ...], chosen: Sequence[SlotClass], order: Sequence[int]) -> "_Best":
        places, ranks = self.ranked(chosen, order)
        equal = list(compress(places, map(min(ranks).__eq__, ranks)))
        equal.reverse()
        return _Best(class_bytes, order, equal)

    def class_of(self, slot: Slot) -> SlotClass:
        """The class of a slot."""
        return self._classes.of(slot.kind)[0]

    def remove(self, slot: Slot) -> None:
        """It will not be looked at again in this cycle."""
        place = self._places.pop(slot, None)
        if place is None:
            return
        self.touched.add(place)
        self._count_out(slot)
        self._class_bytes[place] = GONE
        if len(self._places) * 2 < len(self.by_place):
            self._close_up()

    def change(self, slot: Slot, ad: Ad, kind: SlotKind) -> None:
        """A slot that stays where it is says something else from now on."""
        place = self._places.get(slot)
        if place is not None:
            self._count_out(slot)
        slot.ad, slot.kind = ad, kind
        if place is not None:
            self.touched.add(place)
            self._count_in(slot, place)

    def renew(self, place: int, slot: Slot) -> None:
        """Another slot at a place, or the same again as it is at the beginning of a cycle; nothing is rearranged."""
        before = self.by_place[place]
        if self._places.pop(before, None) is not None:
            self._count_out(before)
        self.by_place[place], self._places[slot] = slot, place
        self._count_in(slot, place)

    def move_to_end(self, slot: Slot) -> None:
        """Others of the same rank come first from now on."""
        self.remove(slot)
        self._append(slot)
        self.rearranged = True

    def _append(self, slot: Slot) -> None:
        place = self._places[slot] = len(self.by_place)
        self.by_place.append(slot)
        self._numbers.append(place)
        self._class_bytes.append(GONE)
        self._rank_classes.append(0)
        self._count_in(slot, place)

    def _count_in(self, slot: Slot, place: int) -> None:
        self._best = self._free_at = None
        of, rank_class = self._classes.of(slot.kind)
        of.holders[slot.kind.user] += 1
        self.turnover += of.holders[slot.kind.user] == 1
        if of.class_byte >= _BYTE and isinstance(self._class_bytes, bytearray):
            self._class_bytes = list(self._class_bytes)
        self._class_bytes[place] = of.class_byte
        self._rank_classes[place] = rank_class

    def _count_out(self, slot: Slot) -> None:
        holders = self.class_of(slot).holders
        holders[slot.kind.user] -= 1
        if not holders[slot.kind.user]:
            del holders[slot.kind.user]
            self.turnover += 1

    def _close_up(self) -> None:
        """Drop the places of slots that are gone."""
        self._best, self._free_at, self.rearranged = None, None, True
        self.by_place = list(compress(self.by_place, self._class_bytes))
        self._rank_classes = list(compress(self._rank_classes, self._class_bytes))
        left = filter(None, self._class_bytes)
        self._class_bytes = bytearray(left) if isinstance(self._class_bytes, bytearray) else list(left)
        self._numbers = self._numbers[: len(self.by_place)]
        self._places = dict(zip(self.by_place, self._numbers, strict=True))


def _ranks(rank_classes: Sequence[int], order: Sequence[int]) -> Sequence[int]:
    """What the order gives for each rank class, in numbers that fit in bytes if they can: those are quicker to sort."""
    used = set(rank_classes)
    places = {rank: place for place, rank in enumerate(sorted({order[number] for number in used}))}
    if len(places) > _BYTE:
        return list(map(order.__getitem__, rank_classes))
    close = {number: places[order[number]] for number in used}
    return bytes(map(close.__getitem__, rank_classes))


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
