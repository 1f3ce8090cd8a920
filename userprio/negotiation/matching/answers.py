"""Answers about a slot and a request, cached, and those of them that depend on time, dice, usage or priorities.

A cycle is decided by its answers alone, apart from the order and the limits of submitters. If all that it asked has the
same answers in another second, it comes out the same. Where numbers only rank slots it is enough that they rank them
alike, and of a comparison, that it has the same result.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

import msgspec

from userprio.classad import Ad, Evaluator, Literal, Projection, ReferenceClosure, Value
from userprio.negotiation.matching.cuts import AskedComparison, Comparison, state_of

PRIORITIES: Final = ("SubmitterUserPrio", "SubmittorPrio")
"""Attributes of a request that have its submitter's priority as a number."""
PRIORITY_NAMES: Final = frozenset(map(str.lower, PRIORITIES))


def reads_priority(closure: ReferenceClosure) -> bool:
    """Whether something with these references may read the priority of a request's submitter."""
    return closure.names is None or not PRIORITY_NAMES.isdisjoint(closure.names)


T = TypeVar("T")


class MatchSide(msgspec.Struct, eq=False):
    """One side of a match: an ad, and the numbers of its classes in the projections of the predicates."""

    ad: Ad
    numbers: dict[Projection, int] = msgspec.field(default_factory=dict)
    flattens: bool = True
    """Its Requirements are flattened before they are evaluated, if they may be."""
    conditions: "tuple[Condition, ...] | None" = None
    """The conditions in its Requirements, worked out on first use."""
    originals: "tuple[Condition, ...] | None" = None
    """The same without flattening."""
    has_limits: bool | None = None
    """Whether its ad has ConcurrencyLimits, worked out on first use."""
    rank_key: tuple[int, ...] | None = None
    """The class numbers of a request in what each of the ranks depends on, worked out on first use."""

    def number(self, projection: Projection) -> int:
        """The number of its class in a projection."""
        number = self.numbers.get(projection)
        if number is None:
            number = self.numbers[projection] = projection.number(self.ad)
        return number


class Ordering(NamedTuple):
    """A condition that compares a number of the other ad with one of its own: attribute, operator, own number."""

    name: str
    op: str
    bound: float


class Memoized(Generic[T]):
    """A function of a slot and a request, cached by their classes."""

    __slots__ = ("_passing", "answers", "ask", "closure", "ordering", "passes", "projection", "reads_priority")

    def __init__(
        self, closure: ReferenceClosure, projection: Projection, ask: Callable[[Ad, Ad], T], passing: "PassingAnswers"
    ) -> None:
        self.closure = closure
        self.projection = projection
        """The projection onto that closure."""
        self.ask = ask
        """The function itself, which evaluates."""
        self._passing = passing
        self.reads_priority = reads_priority(closure)
        """It may read the priority of the request's submitter."""
        self.answers: dict[int, dict[int, T]] = {}
        """By class number of the request, then of the slot."""
        self.passes = self.reads_priority
        """Some answer was recorded as one that may be another later."""
        self.ordering: Ordering | None = None
        """What it certainly compares; None if that is not known."""

    def of(self, slot: MatchSide, job: MatchSide) -> T:
        """The answer for a slot and a request."""
        projection = self.projection
        try:
            return self.answers[job.numbers[projection]][slot.numbers[projection]]
        except KeyError:
            return self.known_or_new(self.answers.setdefault(job.number(projection), {}), slot, job)

    def known_or_new(self, known: dict[int, T], slot: MatchSide, job: MatchSide) -> T:
        """The answer for a slot, which is added to those that are known for the request."""
        number = slot.number(self.projection)
        if number not in known:
            begun = self._passing.begin()
            known[number] = self.ask(slot.ad, job.ad)
            self._passing.end(begun, self, slot, job, known[number])
        return known[number]

    def drop(self, slot: MatchSide, job: MatchSide) -> None:
        """Drop the answer for a slot and a request."""
        self.answers.get(job.number(self.projection), {}).pop(slot.number(self.projection), None)


Condition: TypeAlias = Memoized[bool | None]
"""A condition in Requirements. None counts as false: flattened now, the Requirements would be other conditions."""


class PassingAnswer(NamedTuple):
    """An answer that was worked out for a slot and a request."""

    predicate: Memoized[Any]
    slot: MatchSide
    job: MatchSide
    value: Any
    changes: int
    """How often usage had changed by then."""
    passes: bool
    """It is valid for one cycle only."""
    timed: bool
    """It may be another one in another second, though usage is the same."""


class Cut(NamedTuple):
    """A comparison that was answered for one request and all of some kinds of slots."""

    comparison: Comparison
    varying: Memoized[Value]
    constants: Sequence[Memoized[Value]]
    kinds: Sequence[MatchSide]
    """One for each value that varies."""
    job: MatchSide

    @property
    def parts(self) -> Sequence[Memoized[Value]]:
        """Both sides."""
        return self.varying, *self.constants


class PassingAnswers:
    """Answers that depend on the time, random functions or usage: valid for one cycle.

    Whatever is derived from answers, such as orders of slots, has to be dropped with them.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._answers: list[PassingAnswer] = []
        self.looks = 0
        """The number of reads that they took."""
        self.timed_looks = 0
        """Those of them that may read something else in another second, with `reworked`."""
        self.reworked = 0
        """The number of such reads that were taken by what is worked out again for each answer."""
        self.by_state: set[int] = set()
        """The identities of predicates of whose answers only the state matters (`state_of`)."""
        self._cuts: dict[tuple[int, int, int], Cut] = {}
        self.changes: Callable[[], int] = int
        """How often usage has changed."""
        self.compares_held = False
        """It mattered which of several held slots has the higher PREEMPTION_RANK."""
        self.folded = False
        """Something else than these answers was made of the priority of a request's submitter."""

    def begin(self) -> tuple[int, int, int, int]:
        """Begin an evaluation, which may cause others."""
        return self._evaluator.impure_reads, self.looks, self._evaluator.timed_reads, self.timed_looks

    def end(
        self,
        begun: tuple[int, int, int, int],
        predicate: Memoized[Any],
        slot: MatchSide,
        job: MatchSide,
        value: object,
    ) -> None:
        """End an evaluation, which gave this value; `begun` is the result of `begin`."""
        looks, noted = self._evaluator.impure_reads - begun[0], self.looks - begun[1]
        timed, timed_noted = self._evaluator.timed_reads - begun[2], self.timed_looks - begun[3]
        if looks or predicate.reads_priority:
            predicate.passes = True
            self.looks += looks - noted
            self.timed_looks += timed - timed_noted
            self._answers.append(PassingAnswer(predicate, slot, job, value, self.changes(), looks > 0, timed > 0))

    def rework(self, begun: tuple[int, int, int, int]) -> None:
        """End what was worked out to prepare answers, and is worked out again for each of them in another second."""
        timed = self._evaluator.timed_reads - begun[2] - (self.timed_looks - begun[3])
        self.timed_looks += timed
        self.reworked += timed

    def cut(self, comparison: Memoized[Value], cut: Cut) -> None:
        """Note a comparison with its parts."""
        key = id(comparison), cut.job.number(comparison.projection), id(cut.kinds)
        self._cuts.setdefault(key, cut)

    def forget(self) -> set[int]:
        """Drop all of them; returns the identities of the predicates that had any."""
        answers, self._answers, self._cuts, self.compares_held = self._answers, [], {}, False
        passing = [answer for answer in answers if answer.passes]
        for answer in passing:
            answer.predicate.drop(answer.slot, answer.job)
        return {id(answer.predicate) for answer in passing}

    def so_far(self, preemption_rank: Memoized[float]) -> "PassingRecord":
        """What was recorded so far that may differ in another second, and mattered."""
        matter = [
            answer
            for answer in self._answers
            if (answer.timed or answer.predicate.reads_priority)
            and (self.compares_held or answer.predicate is not preemption_rank)
        ]
        which = {id(answer.predicate) for answer in matter}
        cuts = [cut for cut in self._cuts.values() if any(id(part) in which for part in cut.parts)]
        return PassingRecord(matter, cuts, frozenset(self.by_state))


class PassingRecord(NamedTuple):
    """The answers of a cycle that may differ in another second, and the comparisons made of them."""

    answers: list[PassingAnswer]
    cuts: list[Cut]
    by_state: frozenset[int]

    def decide_alike(
        self,
        ranks: Sequence[Memoized[float]],
        parts: Mapping[Any, Memoized[Value]],
        as_then: Callable[[Ad], Ad | None],
        go_back: Callable[[int], None],
        usage: frozenset[str],
    ) -> bool:
        """Whether all of them decide alike now, when it is another second than when they were recorded.

        `ranks` are those whose answers only rank slots, `parts` those that are parts of conditions. `as_then` gives a
        request as it is now; None if that is not known. `go_back` makes usage what it was after so many changes;
        `usage` are the functions that return it.
        """
        # Of ranks and comparisons only the last values are there.
        ranking, cutting = set(map(id, ranks)), set(map(id, parts.values()))
        if any(part.closure.called(usage) for cut in self.cuts for part in cut.parts) or any(
            id(answer.predicate) in ranking and answer.predicate.closure.called(usage) for answer in self.answers
        ):
            return False
        then = _Then(as_then)
        rows: dict[tuple[int, int], list[PassingAnswer]] = {}
        for answer in reversed(self.answers):
            predicate = answer.predicate
            if id(predicate) in ranking:
                rows.setdefault((id(predicate), answer.job.number(predicate.projection)), []).append(answer)
                continue
            go_back(answer.changes)
            value = then.evaluate(predicate, answer.slot, answer.job)
            if value is _UNKNOWN:
                return False
            if id(predicate) not in cutting:
                if value != answer.value:
                    return False
            elif id(predicate) in self.by_state and state_of(value) != state_of(answer.value):
                return False
        return all(map(then.cuts_alike, self.cuts)) and all(map(then.ranked_alike, rows.values()))


_UNKNOWN: Final = object()


class _Then:
    """What answers are in another second."""

    def __init__(self, as_then: Callable[[Ad], Ad | None]) -> None:
        self._as_then = as_then
        self._jobs: dict[int, Ad | None] = {}
        self._values: dict[tuple[int, int, int], Any] = {}
        self._varying: dict[tuple[int, int, int], tuple[list[Any], list[Any], bool]] = {}

    def evaluate(self, predicate: Memoized[Any], slot: MatchSide, job: MatchSide) -> Any:
        """An answer; `_UNKNOWN` if the request is not known as it is then."""
        ad: Ad | None = job.ad
        if predicate.reads_priority:
            if id(job) not in self._jobs:
                self._jobs[id(job)] = self._as_then(job.ad)
            ad = self._jobs[id(job)]
        value = _UNKNOWN if ad is None else predicate.ask(slot.ad, ad)
        self._values[_key(predicate, slot, job)] = value
        return value

    def ranked_alike(self, passing: Sequence[PassingAnswer]) -> bool:
        """Whether all ranks that a request gave slots are in the same order; `passing` are those that may differ."""
        predicate, job = passing[0].predicate, passing[0].job
        slots = {answer.slot.number(predicate.projection): answer.slot for answer in passing}
        last: tuple[float, Any] | None = None
        for number, before in sorted(predicate.answers[job.number(predicate.projection)].items(), key=itemgetter(1)):
            after = self.evaluate(predicate, slots[number], job) if number in slots else before
            if after is _UNKNOWN:
                return False
            if last is not None and not (last[1] < after if last[0] < before else last == (before, after)):
                return False
            last = before, after
        return True

    def _value(self, predicate: Memoized[Value], slot: MatchSide, job: MatchSide) -> Value:
        key = _key(predicate, slot, job)
        return self._values[key] if key in self._values else predicate.of(slot, job)

    def cuts_alike(self, cut: Cut) -> bool:
        """Whether a comparison has the same result for each slot."""
        if not cut.kinds:
            return True
        some, job = cut.kinds[0], cut.job
        before = AskedComparison(cut.comparison, [constant.of(some, job) for constant in cut.constants])
        after = AskedComparison(cut.comparison, [self._value(constant, some, job) for constant in cut.constants])
        old, new, ascending = self._sorted(cut)
        if ascending:
            return before.states(old) == after.states(new)
        return all(before.state(one) == after.state(other) for one, other in zip(old, new, strict=True))

    def _sorted(self, cut: Cut) -> tuple[list[Any], list[Any], bool]:
        """What varies in both seconds, sorted if both are numbers in the same order; and whether that is so."""
        key = id(cut.varying), cut.job.number(cut.varying.projection), id(cut.kinds)
        known = self._varying.get(key)
        if known is None:
            values = [(cut.varying.of(kind, cut.job), self._value(cut.varying, kind, cut.job)) for kind in cut.kinds]
            pairs: list[tuple[Any, Any]] = [*values]
            ascending = all(one.__class__ is other.__class__ is float for one, other in pairs)
            if ascending:
                pairs.sort()
                ascending = all(one[1] <= other[1] for one, other in pairwise(pairs))
                ascending = ascending and all(one == one and other == other for one, other in pairs)
            known = self._varying[key] = [one for one, _ in pairs], [other for _, other in pairs], ascending
        return known


def _key(predicate: Memoized[Any], slot: MatchSide, job: MatchSide) -> tuple[int, int, int]:
    return id(predicate), slot.number(predicate.projection), job.number(predicate.projection)


def with_priority(ad: Ad, priority_then: Callable[[float], float | None]) -> Ad | None:
    """A request with the priority that its submitter has in another second; None if that is not known.

    `priority_then` gives it by the priority that the request has.
    """
    own = ad.lookup(PRIORITIES[0].lower())
    if own is None:
        return ad
    before = own.value if isinstance(own, Literal) else None
    priority = priority_then(before) if isinstance(before, float) else None
    return None if priority is None else ad.replace(dict.fromkeys(PRIORITIES, priority))
