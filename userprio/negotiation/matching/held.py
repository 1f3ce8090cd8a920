"""Held slots: which may be taken for a request, and how they rank in comparison with free ones."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from userprio.base.cxx import FLT_MAX
from userprio.classad import Projection
from userprio.negotiation.matching.assessment import Assessor, Displacement, Rank, SlotKind
from userprio.negotiation.matching.columns import Flags, flags_of
from userprio.negotiation.matching.conditions import Conditions, memoized
from userprio.negotiation.matching.predicates import MatchSide


@dataclass(frozen=True, slots=True, eq=False)
class RankNumbers:
    """The ranks of slots for a request as natural numbers, 0 being the best.

    The rank of a free slot is the number of its rank class; that of a held one is the number of its place, less
    `preferred` if it is taken by rank.
    """

    free: Sequence[int]
    """By rank class of free slots."""
    taken: "array[int]"
    """By place, for slots taken by priority."""
    preferred: int
    """Subtracted for slots that prefer the request to what they run."""
    _free_ranks: Sequence[tuple[float, float, float]]
    _held_ranks: Sequence[tuple[float, float, float]]
    _preempting: Sequence[float]
    _classes: Sequence[int]
    _preempting_classes: Sequence[int]

    def rank(self, place: int, rank_class: int, displacement: Displacement) -> Rank:
        """The rank of a slot as the values that its number stands for."""
        if displacement is Displacement.NONE:
            return (*self._free_ranks[rank_class - 1], displacement, -FLT_MAX)
        preempting = self._preempting[self._preempting_classes[place]]
        return (*self._held_ranks[self._classes[place]], displacement, preempting)


class HeldSlots(Conditions):
    """The held slots of a list."""

    def __init__(
        self, places: Sequence[int], kinds: Sequence[SlotKind], length: int, ranks: Projection, assessor: Assessor
    ) -> None:
        super().__init__(places, kinds, length, assessor)
        self._ranks = ranks
        self._rank_classes: tuple[list[int], list[SlotKind]] | None = None
        self._preempting_classes: tuple[list[int], list[SlotKind]] | None = None
        self._numbered: dict[tuple[int, ...], RankNumbers | None] = {}
        self._places_of: dict[str | None, list[int]] = {}
        self._of_users: dict[str, Flags] = {}

    def of_user(self, user: str) -> Flags:
        """The slots that this user holds."""
        return memoized(self._of_users, user, lambda: self._of_user(user))

    def _of_user(self, user: str) -> Flags:
        if not self._places_of:
            for place, kind in zip(self.places, self.kinds, strict=True):
                self._places_of.setdefault(kind.user, []).append(place)
        data = bytearray(self.length)
        for place in self._places_of.get(user, ()):
            data[place] = 1
        return flags_of(data)

    def forget(self, calls: frozenset[str]) -> None:
        """Drop what depends on these functions."""
        super().forget(calls)
        if self.assessor.ranks_call(calls):
            self._numbered = {}

    def rank_numbers(self, job: MatchSide, free: Sequence[SlotKind]) -> RankNumbers | None:
        """The ranks of held slots and of these rank classes; None if ranks cannot be ordered."""
        key = (*self.assessor.rank_key(job), len(free))
        if key not in self._numbered:
            if len(self._numbered) >= _KEPT_RANKS:
                del self._numbered[next(iter(self._numbered))]
            self._numbered[key] = self._rank_numbers(job, free)
        return self._numbered[key]

    def _rank_numbers(self, job: MatchSide, free: Sequence[SlotKind]) -> RankNumbers | None:
        assessor = self.assessor
        if self._rank_classes is None or self._preempting_classes is None:
            self._rank_classes = self.classes(self._ranks)
            self._preempting_classes = self.classes(assessor.preempting.projection)
        (codes, kinds), (preempting_codes, preempting_kinds) = self._rank_classes, self._preempting_classes
        free_ranks, held_ranks = ([assessor.ranks(job, kind) for kind in some] for some in (free, kinds))
        preempting = [assessor.preempting.of(kind, job) for kind in preempting_kinds]
        if any(value != value for value in preempting) or any(
            value != value for rank in (*free_ranks, *held_ranks) for value in rank
        ):
            return None
        places = {rank: place for place, rank in enumerate(sorted({*free_ranks, *held_ranks}, reverse=True))}
        after = {value: place for place, value in enumerate(sorted(set(preempting), reverse=True))}
        # Of slots whose ranks are equal, free ones come first, then those that prefer the request.
        width = 1 + 2 * len(after)
        by_class = [places[rank] * width for rank in held_ranks]
        by_preempting = [1 + len(after) + after[value] for value in preempting]
        taken = [by_class[code] + by_preempting[two] for code, two in zip(codes, preempting_codes, strict=True)]
        return RankNumbers(
            free=[0, *[places[rank] * width for rank in free_ranks]],
            taken=array("q", self.by_place(taken)),
            preferred=len(after),
            _free_ranks=free_ranks,
            _held_ranks=held_ranks,
            _preempting=preempting,
            _classes=array("i", self.by_place(codes)),
            _preempting_classes=array("i", self.by_place(preempting_codes)),
        )


_KEPT_RANKS: Final = 4
"""How many rankings are cached, by the values that ranks read of requests, which take few combinations."""
