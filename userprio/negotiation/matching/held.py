"""Held slots: what is true of them, found out for all at once, and how they rank in comparison with free ones.

Codes and flags take a byte for each place of a list of slots. Flags are large integers, so that `&` and `|` combine all
places in one operation.

A condition such as PREEMPTION_REQUIREMENTS is split at `&&`, `||` and `!`. A part that compares something in which
slots differ with something that is the same for all of them is answered by `cuts`; any other is evaluated for one slot
of each class. The answers are combined as flags of all slots, and cached by the values that are read of requests.
"""

from array import array
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, cached_property, partial
from typing import Any, Final, TypeVar

import msgspec

from userprio.base.cxx import FLT_MAX
from userprio.classad import STRAYING, Binary, Expr, Parenthesized, Projection, Unary, Value
from userprio.negotiation.matching.answers import Cut, MatchSide, Memoized
from userprio.negotiation.matching.assessment import Assessor, Displacement, Rank, SlotKind
from userprio.negotiation.matching.candidates import SlotClasses
from userprio.negotiation.matching.cuts import (
    FAILED,
    FALSE,
    NUMBER,
    TRUE,
    AskedComparison,
    Comparison,
    state_of,
    taken_apart,
)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

Flags = int
"""An integer with a byte for each place of a list of slots, 1 or 0, the first place being the lowest byte."""

_BYTE: Final = 256
_MOST_ASKED: Final = 16
"""At most so many groups with different entries are looked through slot by slot."""


def flags_of(data: bytes | bytearray) -> Flags:
    """Flags from bytes."""
    return int.from_bytes(data, "little")


def without(flags: Flags, others: Flags) -> Flags:
    """The flags that are not among the others."""
    return flags ^ (flags & others)


class CodeColumn:
    """A code for each place, below `count`.

    If there are more codes than a byte holds, neighbouring codes form groups. If the order of codes means something,
    the table has the same entry for all codes of nearly every group.
    """

    __slots__ = ("_bytes", "_codes", "_members", "_width")

    def __init__(self, codes: Sequence[int], count: int) -> None:
        self._codes = codes
        self._width = -(-max(count, 1) // _BYTE)
        width = self._width
        self._bytes = bytes(codes) if width == 1 else bytes([code // width for code in codes])
        self._members: dict[int, list[int]] = {}

    def look_up(self, table: bytes) -> bytes:
        """The table's entry for the code of each place."""
        width = self._width
        if width == 1:
            return self._bytes.translate(table.ljust(_BYTE, b"\0"))
        groups = [table[first : first + width] for first in range(0, len(table), width)]
        mixed = [number for number, group in enumerate(groups) if group.count(group[:1]) < len(group)]
        if len(mixed) > _MOST_ASKED:
            return bytes(map(table.__getitem__, self._codes))
        values = bytearray(self._bytes.translate(bytes(group[0] for group in groups).ljust(_BYTE, b"\0")))
        for number in mixed:
            for place in self._members_of(number):
                values[place] = table[self._codes[place]]
        return bytes(values)

    def _members_of(self, group: int) -> list[int]:
        if not self._members:
            members: dict[int, list[int]] = {}
            for place, number in enumerate(self._bytes):
                members.setdefault(number, []).append(place)
            self._members = members
        return self._members.get(group, [])


def numbered(things: Iterable[K]) -> tuple[list[int], dict[K, int]]:
    """A code for each of these things, counting from 0 in order of first occurrence, and the codes by thing."""
    codes: dict[K, int] = {}
    return [codes.setdefault(thing, len(codes)) for thing in things], codes


_DEEPEST: Final = 50
"""Conditions nested deeper than this are evaluated as a whole."""
_KEPT: Final = 8
"""At least so many answers are cached for each part, by the values of a request that the part reads."""
_KEPT_BYTES: Final = 1 << 20
"""And as many as take about this much memory: an answer has a byte for each place."""
_OVERHEAD: Final = 128
"""What an answer takes besides, in bytes."""


class HeldColumns:
    """Some slots of a list, for columns of what is known about them."""

    def __init__(self, places: Sequence[int], kinds: Sequence[SlotKind], length: int, assessor: Assessor) -> None:
        """Kinds of slots and their places, in a list with `length` places."""
        self.places, self.kinds, self.length, self.assessor = places, kinds, length, assessor
        self.most_answers = max(_KEPT, _KEPT_BYTES // (length + _OVERHEAD))
        """How many answers with a byte for each place are cached for each part."""
        # Many slots are of few kinds: what is worked out for each kind is then looked up for all slots.
        self.different = list(dict.fromkeys(kinds))
        numbers = {kind: number for number, kind in enumerate(self.different, start=1)}
        self._by_place = [0] * length
        """The number of each slot's kind, counted from 1."""
        for place, number in zip(places, map(numbers.__getitem__, kinds), strict=True):
            self._by_place[place] = number
        self._classes: dict[Projection, tuple[list[int], list[SlotKind]]] = {}

    def classes(self, projection: Projection) -> tuple[list[int], list[SlotKind]]:
        """The class of each different kind in a projection, and a kind of each class."""
        known = self._classes.get(projection)
        if known is None:
            known_numbers = [kind.numbers.get(projection) for kind in self.different]
            codes, classes = numbered(
                kind.number(projection) if number is None else number
                for kind, number in zip(self.different, known_numbers, strict=True)
            )
            first = dict(zip(reversed(codes), reversed(self.different), strict=True))
            known = self._classes[projection] = codes, [first[code] for code in range(len(classes))]
        return known

    def by_place(self, codes: Sequence[int]) -> list[int]:
        """These codes, one for each different kind, by place; 0 where there is none of these slots."""
        return list(map([0, *codes].__getitem__, self._by_place))


class Conditions:
    """Conditions on these slots; the owner of the list creates a new object when slots change."""

    def __init__(self, places: Sequence[int], kinds: Sequence[SlotKind], length: int, assessor: Assessor) -> None:
        self._conditions: dict[Expr, _Condition] = {}
        # Conditions refer to their slots. If they referred to `self`, the cycle would keep all of it alive.
        self.columns = HeldColumns(places, kinds, length, assessor)
        self.every: Flags = flags_of(b"\1" * length)

    def true(self, expr: Expr, job: MatchSide) -> Flags:
        """The slots of which a condition is true, as a boolean, not a number. Other places may have any flag."""
        condition = self._conditions.get(expr)
        if condition is None:
            condition = self._conditions[expr] = _Condition(expr, self.columns)
        return condition.true(job)

    def forget(self, calls: frozenset[str]) -> None:
        """Drop everything cached that depends on these functions."""
        for condition in self._conditions.values():
            condition.forget(calls)


def memoized(known: dict[K, T], key: K, make: Callable[[], T], most: int = _KEPT) -> T:
    """The value made for this key, from a cache of the latest few."""
    value = known.get(key)
    if value is None:
        value = make()
        if len(known) >= most:
            del known[next(iter(known))]
        known[key] = value
    return value


class _Condition:
    """A condition on held slots, split into its parts."""

    def __init__(self, expr: Expr, slots: HeldColumns) -> None:
        self._whole = slots.assessor.part(expr)
        self._leaves: list[_Leaf] = []
        self._root = _tree(expr, slots, self._whole, self._leaves)
        self._true: dict[int, Flags] = {}
        self._most_answers = slots.most_answers

    def forget(self, calls: frozenset[str]) -> None:
        if self._whole.closure.called(calls):
            self._true.clear()
            for leaf in self._leaves:
                leaf.forget(calls)

    def true(self, job: MatchSide) -> Flags:
        number = job.number(self._whole.projection)
        return memoized(self._true, number, lambda: self._root.true(job, as_boolean=True), self._most_answers)


class _Chain(msgspec.Struct, frozen=True):
    """Operands of `&&` or `||`: the first that decides it, or is an error, ends it."""

    decides_by: bool
    operands: "tuple[_Node, ...]"

    def true(self, job: MatchSide, *, as_boolean: bool = False) -> Flags:
        return self._decided(job) if self.decides_by else self._passed(job)

    def false(self, job: MatchSide) -> Flags:
        return self._passed(job) if self.decides_by else self._decided(job)

    def failed(self, job: MatchSide) -> Flags:
        flags, ended = 0, 0
        for operand in self.operands:
            failed = without(operand.failed(job), ended)
            flags |= failed
            ended |= failed | self._decides(operand, job)
        return flags

    def _decided(self, job: MatchSide) -> Flags:
        """Places at which an operand decides and none before it is an error."""
        flags, failed = 0, 0
        for operand in self.operands:
            flags |= without(self._decides(operand, job), failed)
            if operand is not self.operands[-1]:
                failed |= operand.failed(job)
        return flags

    def _passed(self, job: MatchSide) -> Flags:
        flags = None
        for operand in self.operands:
            passed = operand.false(job) if self.decides_by else operand.true(job)
            flags = passed if flags is None else flags & passed
        return flags or 0

    def _decides(self, operand: "_Node", job: MatchSide) -> Flags:
        return operand.true(job) if self.decides_by else operand.false(job)


class _Not(msgspec.Struct, frozen=True):
    """`!` of something."""

    operand: "_Node"

    def true(self, job: MatchSide, *, as_boolean: bool = False) -> Flags:
        return self.operand.false(job)

    def false(self, job: MatchSide) -> Flags:
        return self.operand.true(job)

    def failed(self, job: MatchSide) -> Flags:
        return self.operand.failed(job)


_TABLES: Final[dict[tuple[int, ...], bytes]] = {
    states: bytes(state in states for state in range(256)) for states in ((TRUE,), (TRUE, NUMBER), (FALSE,), (FAILED,))
}


class _Leaf:
    """A part that is not split further; it has the same value for all slots of a class."""

    def __init__(self, part: Memoized[Value], slots: HeldColumns) -> None:
        self._part, self._slots = part, slots
        self._states: dict[int, bytes] = {}
        self._column: CodeColumn | None = None
        self._kinds: list[SlotKind] = []

    def forget(self, calls: frozenset[str]) -> None:
        if self._part.closure.called(calls):
            self._states.clear()

    def true(self, job: MatchSide, *, as_boolean: bool = False) -> Flags:
        return self._flags(job, (TRUE,) if as_boolean else (TRUE, NUMBER))

    def false(self, job: MatchSide) -> Flags:
        return self._flags(job, (FALSE,))

    def failed(self, job: MatchSide) -> Flags:
        return self._flags(job, (FAILED,))

    def _flags(self, job: MatchSide, states: tuple[int, ...]) -> Flags:
        number = job.number(self._part.projection)
        known = memoized(self._states, number, lambda: self.states(job), self._slots.most_answers)
        return flags_of(known.translate(_TABLES[states]))

    def states(self, job: MatchSide) -> bytes:
        """Its state at each place."""
        if self._column is None:
            codes, self._kinds = self._slots.classes(self._part.projection)
            self._column = CodeColumn(self._slots.by_place(codes), len(self._kinds))
            self._slots.assessor.passing.by_state.add(id(self._part))
        return self._column.look_up(bytes(state_of(self._part.of(kind, job)) for kind in self._kinds))


class _Cut(_Leaf):
    """A comparison of something that varies between slots, answered by `cuts`."""

    def __init__(self, part: Memoized[Value], comparison: Comparison, slots: HeldColumns) -> None:
        super().__init__(part, slots)
        self._passing = slots.assessor.passing
        self._comparison = comparison
        self._varying = slots.assessor.part(comparison.varying)
        self._constants = list(map(slots.assessor.part, comparison.constants))
        self._sorted: dict[int, _Sorted] = {}

    def forget(self, calls: frozenset[str]) -> None:
        super().forget(calls)
        if self._varying.closure.called(calls):
            self._sorted.clear()

    def states(self, job: MatchSide) -> bytes:
        some = self._slots.kinds[0]
        asked = AskedComparison(self._comparison, [constant.of(some, job) for constant in self._constants])
        known = memoized(self._sorted, job.number(self._varying.projection), lambda: self._sort(job))
        self._passing.cut(self._part, Cut(self._comparison, self._varying, self._constants, known.kinds, job))
        table = b"".join(map(asked.states, known.runs)) + bytes(map(asked.state, known.others))
        return known.column.look_up(table)

    def _sort(self, job: MatchSide) -> "_Sorted":
        codes, kinds = self._slots.classes(self._varying.projection)
        values = [self._varying.of(kind, job) for kind in kinds]
        runs: list[list[Any]] = [[value for value in values if _is_sorted(value, kind)] for kind in (int, float)]
        runs = [sorted(set(run)) for run in runs]
        others: list[Value] = []
        place = {(value.__class__, value): at for at, value in enumerate([*runs[0], *runs[1]])}
        known: list[int] = []
        for value in values:
            if _is_sorted(value, int) or _is_sorted(value, float):
                known.append(place[value.__class__, value])
            else:
                known.append(len(place) + len(others))
                others.append(value)
        column = CodeColumn(self._slots.by_place(list(map(known.__getitem__, codes))), len(place) + len(others))
        return _Sorted(column, kinds, runs, others)


class _Sorted(msgspec.Struct, frozen=True):
    """The values that vary between slots: sorted integers, sorted reals, others; and which of them each place has."""

    column: CodeColumn
    kinds: list[SlotKind]
    """One for each value, in another order."""
    runs: list[list[Any]]
    others: list[Value]


def _is_sorted(value: Value, number: type) -> bool:
    return value.__class__ is number and value == value


_Node = _Chain | _Not | _Leaf


def _tree(expr: Expr, slots: HeldColumns, condition: Memoized[Value], leaves: "list[_Leaf]") -> _Node:
    """The condition split into parts, if they may be evaluated separately (see `STRAYING`); adds them to `leaves`."""
    if condition.closure.names is None or condition.closure.calls & STRAYING or _is_deep(expr):
        leaves.append(_Leaf(condition, slots))
        return leaves[0]

    @cache
    def is_constant(expr: Expr) -> bool:
        projection = slots.assessor.part(expr).projection
        return len(slots.classes(projection)[1]) == 1

    return _node(expr, slots, is_constant, leaves)


def _node(expr: Expr, slots: HeldColumns, is_constant: Callable[[Expr], bool], leaves: "list[_Leaf]") -> _Node:
    # Not nested in `_tree`: a nested recursive function would keep itself, and the slots, alive.
    while isinstance(expr, Parenthesized):
        expr = expr.inner
    if isinstance(expr, Unary) and expr.op == "!":
        return _Not(_node(expr.operand, slots, is_constant, leaves))
    if isinstance(expr, Binary) and expr.op in ("&&", "||"):
        operands = tuple(_node(operand, slots, is_constant, leaves) for operand in _operands(expr))
        return _Chain(expr.op == "||", operands)
    part = slots.assessor.part(expr)
    comparison = taken_apart(expr, is_constant)
    leaves.append(_Leaf(part, slots) if comparison is None else _Cut(part, comparison, slots))
    return leaves[-1]


def _operands(chain: Binary) -> list[Expr]:
    """The operands of a chain of one operator, which nests to the left."""
    operands: list[Expr] = []
    left: Expr = chain
    while isinstance(left, Binary) and left.op == chain.op:
        operands.append(left.right)
        left = left.left
    return [left, *reversed(operands)]


def _is_deep(expr: Expr) -> bool:
    """Whether logic is nested too deep for recursive functions."""
    waiting = [(expr, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > _DEEPEST:
            return True
        if isinstance(node, Binary) and node.op in ("&&", "||"):
            waiting += [(operand, depth + 1) for operand in _operands(node)]
        elif isinstance(node, Parenthesized | Unary):
            waiting.append((node.children[0], depth + 1))
    return False


class RankNumbers(msgspec.Struct, frozen=True, eq=False):
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
        self, places: Sequence[int], kinds: Sequence[SlotKind], length: int, classes: SlotClasses, assessor: Assessor
    ) -> None:
        # What runs in them makes most slots differ, but decides only how they rank.
        super().__init__(places, classes.taken_alike(kinds), length, assessor)
        self._ranks, self._every_kind = classes.ranks, partial(HeldColumns, places, kinds, length, assessor)
        self._numbered: dict[tuple[int, ...], RankNumbers | None] = {}
        self._users: tuple[CodeColumn, dict[str | None, int]] | None = None
        """The number of each slot's user, counted from 1, and the numbers by name."""
        self._of_users: dict[str, Flags] = {}

    def of_user(self, user: str) -> Flags:
        """The slots that this user holds."""
        return memoized(self._of_users, user, lambda: self._of_user(user), self.columns.most_answers)

    def _of_user(self, user: str) -> Flags:
        if self._users is None:
            codes, users = numbered([kind.user for kind in self.columns.different])
            by_place = self.columns.by_place([code + 1 for code in codes])
            self._users = CodeColumn(by_place, len(users) + 1), {name: code + 1 for name, code in users.items()}
        column, numbers = self._users
        wanted = bytearray(len(numbers) + 1)
        if user in numbers:
            wanted[numbers[user]] = 1
        return flags_of(column.look_up(bytes(wanted)))

    def forget(self, calls: frozenset[str]) -> None:
        """Drop what depends on these functions."""
        super().forget(calls)
        if self.columns.assessor.ranks_call(calls):
            self._numbered = {}

    @cached_property
    def _ranked(self) -> HeldColumns:
        """The same slots, in the kinds that they rank by."""
        return self._every_kind()

    def rank_numbers(self, job: MatchSide, free: Sequence[SlotKind]) -> RankNumbers | None:
        """The ranks of held slots and of these rank classes; None if ranks cannot be ordered."""
        key = (*self.columns.assessor.rank_key(job), len(free))
        if key not in self._numbered:
            if len(self._numbered) >= _KEPT_RANKS:
                del self._numbered[next(iter(self._numbered))]
            self._numbered[key] = self._rank_numbers(job, free)
        return self._numbered[key]

    def _rank_numbers(self, job: MatchSide, free: Sequence[SlotKind]) -> RankNumbers | None:
        columns, assessor = self._ranked, self.columns.assessor
        codes, kinds = columns.classes(self._ranks)
        preempting_codes, preempting_kinds = columns.classes(assessor.preempting.projection)
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
            taken=array("q", columns.by_place(taken)),
            preferred=len(after),
            _free_ranks=free_ranks,
            _held_ranks=held_ranks,
            _preempting=preempting,
            _classes=array("i", columns.by_place(codes)),
            _preempting_classes=array("i", columns.by_place(preempting_codes)),
        )


_KEPT_RANKS: Final = 4
"""How many rankings are cached, by the values that ranks read of requests, which take few combinations."""
