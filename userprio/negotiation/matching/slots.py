"""The slots still available, in classes whose members no request can tell apart."""

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from heapq import heapify, heappop
from itertools import compress, islice
from math import inf
from operator import or_
from typing import Any, Final

import msgspec

from userprio.base.array_sort import MANY, as_array, numpy
from userprio.base.array_sort import chosen as picked
from userprio.base.incremental import ListDiff
from userprio.classad import Ad
from userprio.negotiation.matching.answers import MatchSide
from userprio.negotiation.matching.assessment import Assessor, SlotKind
from userprio.negotiation.matching.candidates import Search, Slot, SlotClass, SlotClasses, Suiting
from userprio.negotiation.matching.held import HeldSlots

_BYTE: Final = 256
_FEW: Final = 64
_FEW_FREE: Final = 8
"""If fewer than one slot in this many is free, the free ones are scanned individually."""
_INT_BYTES: Final = array("i").itemsize
GONE: Final = 0
"""Stands for no class: the slot is gone, or is in the other list (free or held)."""


class _Best(msgspec.Struct, frozen=True):
    """The best slots of some classes, as far as they are still there."""

    numbers: tuple[int, ...]
    order: Sequence[int]
    places: list[int]
    """In reverse order: the first place comes last."""


class _Heap(msgspec.Struct, frozen=True):
    """Candidates for some search with their ranks, as far as they are still there."""

    search: Hashable
    ranked: list[tuple[int, int]]
    """Heap of ranks and places; the best is at the top, of equals the first in the list."""


class ListChange(Enum):
    """What may happen to a list of slots."""

    REARRANGED = "slots have other places"
    COUNTED_IN = "a slot is new, or has become another kind"
    HELD = "a slot that is held is new, or has become another kind"
    HELD_BEFORE = "a place that a held slot had is taken by another"
    FREE_ADDED = "a place without a free slot got one"
    NEW_HELD_KIND = "slots of a kind are held of which none was before"
    VALUES = "expressions may have other values"
    TAKING = "those that decide which slots may be taken from their users may have other values"


_DROPPED_BY: Final[Mapping[ListChange, tuple[str, ...]]] = {
    ListChange.REARRANGED: ("best", "heap", "claimed", "free_places", "by_order"),
    ListChange.COUNTED_IN: ("best", "heap", "by_order"),
    ListChange.HELD: ("claimed", "free_places"),
    ListChange.HELD_BEFORE: ("claimed",),
    ListChange.FREE_ADDED: ("free_places",),
    ListChange.NEW_HELD_KIND: ("may_lose",),
    ListChange.VALUES: ("heap", "matching", "may_lose", "wishes"),
    ListChange.TAKING: ("heap", "claimed", "may_lose"),
}
"""What each change makes invalid, by the names of `DerivedIndexes`. That slots leave the list is no such change: every
index skips the places of those that are gone."""


class DerivedIndexes(msgspec.Struct):
    """Everything that is worked out about a list of slots and then reused until a change makes it invalid.

    Methods that change the list say what they change, see `ListChange`; what that invalidates is known in one table.
    """

    best: _Best | None = None
    heap: _Heap | None = None
    claimed: HeldSlots | None = None
    """The held slots."""
    free_places: list[int] | None = None
    """The places of free slots; unless they are few, some of the slots may be gone."""
    free_ranks: bytearray | list[int] = msgspec.field(default_factory=bytearray)
    """The rank class of each."""
    by_order: dict[int, tuple[Sequence[int], Any]] = msgspec.field(default_factory=dict)
    """The rank of the free slot at each place, by the identity of an order of rank classes."""
    matching: dict[tuple[object, ...], Suiting] = msgspec.field(default_factory=dict)
    """The classes that suit all requests that agree in what decides it."""
    may_lose: dict[MatchSide, bool] = msgspec.field(default_factory=dict)
    """Whether a request might take any slot that was ever held."""
    wishes: dict[int, tuple[int, float]] = msgspec.field(default_factory=dict)
    """How many kinds of partitionable slots were asked, and the highest rank that one gave, by class of request."""

    def drop(self, change: ListChange) -> None:
        """Drop what this change makes invalid."""
        for name in _DROPPED_BY[change]:
            setattr(self, name, {} if name in _TABLES else None)


_TABLES: Final = frozenset({"by_order", "matching", "may_lose", "wishes"})
_MOST_ORDERS: Final = 4
_MOST_JOBS: Final = 1 << 13
"""Largest number of kinds of requests for which suitable classes are cached."""


class SlotList:
    """The slots that matching considers, in list order, with class and rank class of each."""

    def __init__(self, slots: Iterable[Slot], classes: SlotClasses, *, displaces: bool = True) -> None:
        """Without `displaces` it is certain that no slot may be taken from its user."""
        self._classes, self.displaces = classes, displaces
        self.ranked_kinds = classes.ranked_kinds
        self.by_place = list(slots)
        """The slot at each place, including those that are gone; `_close_up` makes a new list and leaves this one."""
        self.numbers = list(range(len(self.by_place)))
        """All places; lists of places share these integers instead of creating new ones."""
        self._places = dict(zip(self.by_place, self.numbers, strict=True))
        self._derived = DerivedIndexes()
        self.turnover = 0
        """How often held slots were added, or a class lost one of its holders."""
        self.forgotten = 0
        """How often something cached was dropped because it depends on values of expressions."""
        self.touched: set[int] = set()
        """The places whose slots are gone or changed; meaningless if the list is `rearranged`."""
        self.rearranged = False
        """Slots have moved to other places."""
        self._taken_alike: dict[int, SlotKind] = {}
        """The kind of one held slot for each number of `SlotClasses.taking`."""
        self._divided: dict[SlotKind, None] = {}
        """The kinds of all partitionable slots that were ever in the list, in order of first occurrence."""
        listed = self._all_counted_in(self.by_place)
        self._free: bytearray | list[int] = _in_bytes_if_small([GONE if of.held else of.number for of, _ in listed])
        self._held: bytearray | list[int] = _in_bytes_if_small([of.number if of.held else GONE for of, _ in listed])
        """By place, the class number of a free or of a held slot; GONE if there is no such slot."""
        self.rank_classes = array("i", [rank_class for _, rank_class in listed])
        """By place, the rank classes of free slots."""

    def _all_counted_in(self, slots: Sequence[Slot]) -> list[tuple[SlotClass, int]]:
        """Class and rank class of each of these new slots, which are counted kind by kind, as they mostly are many."""
        kinds = [slot.kind for slot in slots]
        met: dict[SlotKind, tuple[SlotClass, int]] = {}
        for kind, count in Counter(kinds).items():
            known = met[kind] = self._meet(kind)
            self._hold(known[0], kind.user, count)
        return list(map(met.__getitem__, kinds))

    def _meet(self, kind: SlotKind) -> tuple[SlotClass, int]:
        """Class and rank class of a kind of which there is a slot."""
        if kind.partitionable:
            self._divided.setdefault(kind)
        of, rank_class = self._classes.of(kind)
        if of.held and (number := self._classes.taking(kind)) not in self._taken_alike:
            self._taken_alike[number] = kind
            self._derived.drop(ListChange.NEW_HELD_KIND)
        return of, rank_class

    def _hold(self, of: SlotClass, user: str | None, count: int = 1) -> None:
        """Count more slots of a class."""
        if not of.holders:
            self._classes.refill(of)
        of.holders[user] += count
        self.turnover += of.held

    def __iter__(self) -> Iterator[Slot]:
        return compress(self.by_place.copy(), list(self._presence()))

    def __len__(self) -> int:
        return len(self._places)

    def _presence(self) -> Iterator[int]:
        """For each place, whether its slot is still there."""
        return map(or_, self._free, self._held)

    def __contains__(self, slot: Slot) -> bool:
        return slot in self._places

    @property
    def classes(self) -> tuple[SlotClass, ...]:
        """All classes that ever had slots."""
        return (*self._classes.free, *self._classes.held)

    @property
    def is_used_up(self) -> bool:
        """Whether there certainly is no slot that anybody might get: none is free, and none may be taken."""
        return not self.displaces and not any(True for _ in self.free_classes)

    @property
    def free_classes(self) -> Iterator[SlotClass]:
        """The classes that have free slots."""
        return (slot_class for slot_class in self._classes.free if slot_class.holders)

    @property
    def held_classes(self) -> Iterator[SlotClass]:
        """The classes that have held slots."""
        return (slot_class for slot_class in self._classes.held if slot_class.holders)

    def held(self, assessor: Assessor) -> HeldSlots | None:
        """The held slots, some of which may be gone; None if none are left."""
        if not any(True for _ in self.held_classes):
            return None
        if self._derived.claimed is None:
            places = list(compress(self.numbers, self._held))
            kinds = [self.by_place[place].kind for place in places]
            self._derived.claimed = HeldSlots(places, kinds, len(self.by_place), self._classes, assessor)
        return self._derived.claimed

    def may_lose_any(self, job: MatchSide, assessor: Assessor) -> bool | None:
        """Whether the request might take any slot that was ever held; None if they are of too many kinds to try."""
        if not self.displaces:
            return False
        if len(self._taken_alike) > _FEW:
            return None
        answers = self._derived.may_lose
        known = answers.get(job)
        if known is None:
            if len(answers) >= _MOST_JOBS:
                answers.clear()
            known = answers[job] = any(
                assessor.prefers_strictly.of(kind, job) or assessor.may_be_taken.of(kind, job)
                for kind in self._taken_alike.values()
            )
        return known

    def highest_wish(self, job: MatchSide, assessor: Assessor) -> float:
        """At least the highest rank that any partitionable slot gives the request."""
        closure, wishes = assessor.wish.closure, self._derived.wishes
        if closure.names is None or "random" in closure.calls:  # Dice are not to be thrown once more
            return inf
        number = job.number(assessor.wish.projection)
        asked, highest = wishes.get(number, (0, -inf))
        if asked < len(self._divided):
            new = islice(self._divided, asked, None)
            highest = max(highest, *(assessor.wish.of(kind, job) for kind in new))
            wishes[number] = len(self._divided), highest
        return highest

    def suiting(self, search: Search, *, held: bool) -> Suiting:
        """The classes, held or free, that suit a request; the same object until the cache is cleared."""
        job, multi = search.job, search.multi_match is not None
        key = job.number(self._classes.match), job.flattens, held, search.protocols, search.schedd_name, multi
        by_request = self._derived.matching
        known = by_request.get(key)
        if known is None:
            if len(by_request) >= _MOST_JOBS:
                by_request.clear()
            known = by_request[key] = Suiting(self._classes, held)
        return known

    def fitting(self, search: Search, assessor: Assessor, *, held: bool) -> Iterable[SlotClass]:
        """Suitable classes that still have slots; held ones, of which the first often is enough, are checked lazily."""
        suiting = self.suiting(search, held=held)
        if not held or suiting.complete:
            return [slot_class for slot_class in suiting.every(search, assessor) if slot_class.holders]
        return (slot_class for slot_class in suiting.asked_for(search, assessor) if slot_class.holders)

    def forget(self, calls: frozenset[str]) -> None:
        """Drop everything cached that depends on these functions."""
        self.forgotten += 1
        self._derived.drop(ListChange.VALUES)
        if self._derived.claimed is not None:
            self._derived.claimed.forget(calls)

    def forget_values(self, *, matches: bool) -> None:
        """Drop everything cached that depends on which slots may be taken; with `matches`, on any values."""
        self.forgotten += 1
        for change in (ListChange.VALUES, ListChange.REARRANGED) if matches else (ListChange.TAKING,):
            self._derived.drop(change)

    def flags(self, chosen: Iterable[SlotClass], *, held: bool) -> bytes | bytearray:
        """For each place, whether a slot of these classes, all held or all free, is still there."""
        numbers, wanted = self._held if held else self._free, {slot_class.number for slot_class in chosen}
        if isinstance(numbers, bytearray):
            # A single call over one byte for each slot.
            table = bytearray(_BYTE)
            for number in wanted:
                if number < _BYTE:
                    table[number] = True
            return numbers.translate(table)
        return bytes(map(wanted.__contains__, numbers))

    def ranked(self, chosen: Iterable[SlotClass], order: Sequence[int]) -> tuple[Any, Any]:
        """The places of the free slots of these classes in list order, and the rank of each; the smallest is the best.

        `order` gives the rank of each rank class. Both results are numpy arrays, or plain sequences.
        """
        derived = self._derived
        if derived.free_places is None:
            derived.free_places = list(compress(self.numbers, self._free))
            derived.free_ranks = _in_bytes_if_small(list(compress(self.rank_classes, self._free)))
        if self._are_few(derived.free_places):
            wanted, places = {slot_class.number for slot_class in chosen}, derived.free_places
            if all(slot_class.number in wanted for slot_class in self.free_classes):
                return places.copy(), _ranks(derived.free_ranks, order)
            present = list(map(wanted.__contains__, map(self._free.__getitem__, places)))
            return list(compress(places, present)), _ranks(list(compress(derived.free_ranks, present)), order)
        flags, ranks = self.flags(chosen, held=False), self._ranks_by_place(order)
        if not isinstance(ranks, Sequence):
            places = picked(flags)
            return places, ranks[places]
        given = list(compress(ranks, flags))
        return list(compress(self.numbers, flags)), bytes(given) if len(order) <= _BYTE else in_bytes(given)

    def _ranks_by_place(self, order: Sequence[int]) -> Any:
        """The rank of the free slot at each place, as an array of numpy or a plain sequence."""
        by_order = self._derived.by_order
        known = by_order.get(id(order))
        if known is None:
            if len(by_order) >= _MOST_ORDERS:
                by_order.clear()
            if len(self.rank_classes) >= MANY and numpy() is not None:
                by_place = as_array(order, "i")[as_array(self.rank_classes, "i")]
            else:
                by_place = list(map(order.__getitem__, self.rank_classes))
            # The order is kept with it, so that no other object gets its id.
            known = by_order[id(order)] = order, by_place
        return known[1]

    def _are_few(self, free: list[int]) -> bool:
        return len(free) * _FEW_FREE < len(self.by_place)

    def best(self, chosen: Sequence[SlotClass], order: Sequence[int]) -> Slot:
        """The best slot of these classes, of equals the first in the list; there is one.

        Where schedds form no autoclusters every match needs a new scan. Each continues where the last one ended, as
        long as classes and order are the same and slots have only left the list.
        """
        numbers = tuple([slot_class.number for slot_class in chosen])
        best = self._derived.best
        if best is None or best.numbers != numbers or best.order is not order:
            best = self._derived.best = self._find_best(numbers, chosen, order)
        while best.places and self._free[best.places[-1]] == GONE:
            best.places.pop()
        if not best.places:
            best = self._derived.best = self._find_best(numbers, chosen, order)
        return self.by_place[best.places[-1]]

    def _find_best(self, numbers: tuple[int, ...], chosen: Sequence[SlotClass], order: Sequence[int]) -> "_Best":
        places, ranks = self.ranked(chosen, order)
        if isinstance(ranks, Sequence):
            equal = list(compress(places, map(min(ranks).__eq__, ranks)))
        else:
            equal = places[ranks == ranks.min()].tolist()
        equal.reverse()
        return _Best(numbers, order, equal)

    def first(self, search: Hashable, ranked: Callable[[], tuple[Sequence[int], Sequence[int]]]) -> int:
        """The place of the best candidate of a search, of equals the first in the list; there is one.

        `ranked` gives places and ranks, of which the smallest is the best. An equal search continues where the last one
        ended, as long as slots have only left the list.
        """
        heap = self._derived.heap
        if heap is None or heap.search != search:
            places, ranks = ranked()
            pairs = (
                zip(ranks, places, strict=True)
                if isinstance(ranks, Sequence)
                else zip(ranks.tolist(), places.tolist(), strict=True)
            )
            heap = self._derived.heap = _Heap(search, list(pairs))
            heapify(heap.ranked)
        while self._free[place := heap.ranked[0][1]] == self._held[place] == GONE:
            heappop(heap.ranked)
        return place

    def class_of(self, kind: SlotKind) -> SlotClass:
        """The class of the slots of a kind."""
        return self._classes.of(kind)[0]

    def taking(self, kind: SlotKind) -> int:
        """A number shared by all kinds that agree in what decides whether slots may be taken from their user."""
        return self._classes.taking(kind)

    def remove(self, slot: Slot) -> None:
        """Remove a slot for the rest of the cycle."""
        place = self._places.pop(slot, None)
        if place is None:
            return
        self.touched.add(place)
        self._count_out(slot.kind)
        free_places = self._derived.free_places
        if free_places is not None and self._free[place] != GONE and self._are_few(free_places):
            at = bisect_left(free_places, place)
            del free_places[at], self._derived.free_ranks[at]
        self._free[place] = self._held[place] = GONE
        # Places of slots that are gone cost every scan a little. Moving all others costs as much as a scan, so that it
        # is done when half are gone.
        if len(self._places) * 2 < len(self.by_place):
            self._close_up()

    def change(self, slot: Slot, ad: Ad, kind: SlotKind) -> None:
        """Give a slot another ad and kind; it keeps its place."""
        place = self._places.get(slot)
        if place is not None:
            self._count_out(slot.kind)
        slot.ad, slot.kind = ad, kind
        if place is not None:
            self.touched.add(place)
            self._count_in(slot, place)

    def turn_to(self, edits: ListDiff, slot_at: Callable[[int], Slot]) -> None:
        """Begin another cycle, with the slots of the last one after these edits.

        Slots that are new, or were changed in the last cycle, are those that `slot_at` gives for their places.
        """
        outdated = self.touched.union(edits.removed)
        if not outdated and not edits.added:
            return
        self._derived.drop(ListChange.REARRANGED)
        # First all that is outdated goes, at its old places; only then do the others move, and the new ones come. A
        # class that loses its last slot in between counts as refilled, which costs a look and changes no answer.
        before = [self.by_place[place] for place in outdated]
        gone = [slot.kind for slot in before if self._places.pop(slot, None) is not None]
        for kind, count in Counter(gone).items():
            self._count_out(kind, count)
        for place in outdated:
            self._free[place] = self._held[place] = GONE
        # Slots that the last cycle gave or changed begin anew, too: marks move with them to their new places.
        again: Collection[int] = outdated
        if not edits.in_place:
            marks = bytearray(len(self.by_place))
            for place in self.touched:
                marks[place] = True
            marks = self._move(edits, marks)
            again = {*edits.added, *compress(self.numbers, marks)}
        slots = list(map(slot_at, again))
        self._places.update(zip(slots, again, strict=True))
        entered = self._all_counted_in(slots)
        self._widen({of for of, _ in entered})
        # As `_enter` does, where neither list has anything yet.
        by_place, rank_classes, free, held = self.by_place, self.rank_classes, self._free, self._held
        for place, slot, (of, rank_class) in zip(again, slots, entered, strict=True):
            by_place[place] = slot
            rank_classes[place] = rank_class
            (held if of.held else free)[place] = of.number
        self.touched.clear()

    def _move(self, edits: ListDiff, marks: bytearray) -> bytearray:
        """Give all slots the places that they have after these edits; returns marks of places for the new places."""
        length = len(self.by_place) - len(edits.removed) + len(edits.added)
        by_place: list[Any] = [None] * length
        self._free, self._held = (
            edits.carry(numbers, bytearray(length) if isinstance(numbers, bytearray) else [GONE] * length)
            for numbers in (self._free, self._held)
        )
        self.by_place = edits.carry(self.by_place, by_place)
        self.rank_classes = edits.carry(self.rank_classes, array("i", bytes(length * _INT_BYTES)))
        self.numbers = list(range(length))
        self._places = dict(compress(zip(self.by_place, self.numbers, strict=True), self._presence()))
        return edits.carry(marks, bytearray(length))

    def move_to_end(self, slot: Slot) -> None:
        """Move a slot to the end of the list: from now on it loses ties with others."""
        self.remove(slot)
        self._append(slot)
        self.rearranged = True

    def _append(self, slot: Slot) -> None:
        place = self._places[slot] = len(self.by_place)
        self.by_place.append(slot)
        self.numbers.append(place)
        self._free.append(GONE)
        self._held.append(GONE)
        self.rank_classes.append(0)
        self._count_in(slot, place)

    def _count_in(self, slot: Slot, place: int) -> None:
        derived = self._derived
        derived.drop(ListChange.COUNTED_IN)
        # Held slots are listed by place. One that was held is listed as what it was, and a place behind the end of that
        # list would not be looked at.
        if self._held[place] != GONE or (derived.claimed is not None and place >= derived.claimed.columns.length):
            derived.drop(ListChange.HELD_BEFORE)
        of, rank_class = self._meet(slot.kind)
        self._hold(of, slot.kind.user)
        self._enter(place, of, rank_class)
        if of.held:
            derived.drop(ListChange.HELD)
        else:
            self._rank_free(place, rank_class)

    def _enter(self, place: int, of: SlotClass, rank_class: int) -> None:
        """Enter the class and rank class of the slot at a place."""
        if of.number >= _BYTE:
            self._widen([of])
        self.rank_classes[place] = rank_class
        self._free[place], self._held[place] = (GONE, of.number) if of.held else (of.number, GONE)

    def _widen(self, classes: Iterable[SlotClass]) -> None:
        """Make room for the numbers of these classes."""
        for of in classes:
            if of.number >= _BYTE and of.held:
                self._held = _widened(self._held)
            elif of.number >= _BYTE:
                self._free = _widened(self._free)

    def _rank_free(self, place: int, rank_class: int) -> None:
        """Note the rank class of a free slot, which may have been free before."""
        free_places = self._derived.free_places
        if free_places is None:
            return
        at = bisect_left(free_places, place)
        if free_places[at : at + 1] == [place]:
            if rank_class >= _BYTE:
                self._derived.free_ranks = _widened(self._derived.free_ranks)
            self._derived.free_ranks[at] = rank_class
        else:
            self._derived.drop(ListChange.FREE_ADDED)

    def _count_out(self, kind: SlotKind, count: int = 1) -> None:
        """Count fewer slots of a kind."""
        slot_class, user = self.class_of(kind), kind.user
        holders = slot_class.holders
        left = holders[user] - count
        if left:
            holders[user] = left
            return
        del holders[user]
        self.turnover += 1
        if not holders:
            self._classes.empty(slot_class)

    def _close_up(self) -> None:
        """Drop the places of slots that are gone."""
        self._derived.drop(ListChange.REARRANGED)
        self.rearranged = True
        present = list(self._presence())
        self.by_place = list(compress(self.by_place, present))
        self.rank_classes = array("i", compress(self.rank_classes, present))
        self._free, self._held = (
            (bytearray if isinstance(numbers, bytearray) else list)(compress(numbers, present))
            for numbers in (self._free, self._held)
        )
        self.numbers = self.numbers[: len(self.by_place)]
        self._places = dict(zip(self.by_place, self.numbers, strict=True))


def _in_bytes_if_small(numbers: list[int]) -> bytearray | list[int]:
    return bytearray(numbers) if max(numbers, default=0) < _BYTE else numbers


def _widened(numbers: bytearray | list[int]) -> list[int]:
    """The same numbers, in what holds larger ones, too; the same object if it already does."""
    return list(numbers) if isinstance(numbers, bytearray) else numbers


def _ranks(rank_classes: Sequence[int], order: Sequence[int]) -> Sequence[int]:
    """What the order gives for each rank class, as bytes in the same order if possible: those are faster to sort."""
    if len(order) <= _BYTE:
        return bytes(rank_classes).translate(bytes(order).ljust(_BYTE))
    used = set(rank_classes)
    places = {rank: place for place, rank in enumerate(sorted({order[number] for number in used}))}
    if len(places) > _BYTE:
        return list(map(order.__getitem__, rank_classes))
    close = {number: places[order[number]] for number in used}
    return bytes(map(close.__getitem__, rank_classes))


def in_bytes(ranks: Sequence[int]) -> Sequence[int]:
    """These numbers, or bytes in the same order if at most 256 of them are different."""
    used = set(ranks)
    if len(used) > _BYTE:
        return ranks
    places = {rank: place for place, rank in enumerate(sorted(used))}
    return bytes(map(places.__getitem__, ranks))
