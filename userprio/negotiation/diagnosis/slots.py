"""The slots of a cycle at any of its moments, and the engine's verdict on all of them for a request.

A pool has many slots and few kinds of them, so slots are counted, not listed. A `Bucket` holds those that agree in
which requests they match and in what they weigh; within it, those that agree in all that decides whether they may be
given are counted by the users who hold them. Buckets are never changed, only replaced: what the pool was like after a
visit is a copy of one small dictionary, and verdicts are worked out only for the moments and jobs that are asked about.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct, structs

from userprio.classad import Ad
from userprio.negotiation.diagnosis.sorts import CLAIMLESS, HELD, SlotSorts, displaced
from userprio.negotiation.matching import (
    TRIMMED,
    UNFIT,
    Assessment,
    Assessor,
    Lineup,
    Search,
    Slot,
    SlotClass,
    SlotDecision,
    SlotKind,
    SlotVerdict,
    afforded,
    fitness,
    memoized,
    out_of_reach,
    slot_verdict,
)
from userprio.negotiation.state import CycleState, Given
from userprio.pool import Trim

_GIVEN_IF_CLAIMED: Final = frozenset(
    {SlotVerdict.NONE, SlotVerdict.LIMIT, SlotVerdict.CEILING, SlotVerdict.CONCURRENCY}
)
"""Verdicts that limits alone decide: without a claim to give, the slot would not be given beyond them either."""
_NO_CLAIM: Final = _GIVEN_IF_CLAIMED | {SlotVerdict.NO_CLAIM}
_OTHERS, _OWN, _BOTH = (False,), (True,), (True, False)

_NO_MATCH: Final = SlotDecision(SlotVerdict.REQUIREMENTS)

Holders: TypeAlias = Mapping[str | None, int]
"""How many slots each user holds, or was given; None: nobody."""


class TrimmedSlots(NamedTuple):
    """Slots that no request can distinguish, which the negotiator leaves out before the first request."""

    ad: Ad
    trim: Trim
    user: str | None
    weight: float
    """Of each."""


class AlikeSlots(NamedTuple):
    """What slots of a bucket agree in that decides whether they may be given to a request."""

    kind: SlotKind
    """The first kind that was seen of those that decide alike."""
    sort: int
    """The number of all slots that agree in what a match would do to their users, see `SlotSorts`."""
    earlier: SlotKind | None = None
    """The kind of a slot when the cycle began, if a match has changed it."""
    receiver: str | None = None
    """Who was last given a slot that a match has changed."""
    slot: Slot | None = None
    """The slot itself where each is judged by itself."""


class Bucket(Struct, frozen=True, gc=False):
    """Slots of one class: they agree in which requests they match, and in what they weigh."""

    here: Mapping[AlikeSlots, Holders]
    """Those that can still be matched."""
    given: Holders
    """Those that are gone, by who got them."""
    count: int
    """How many they all are."""
    uniform: bool
    """None of them was changed by a match, or has to be judged by itself."""


class SlotCensus(msgspec.Struct, frozen=True, eq=False):
    """All slots that were not trimmed, at one moment."""

    buckets: Mapping[SlotClass, Bucket]
    """In the order in which their classes were first met, which later moments share."""
    mixed: frozenset[SlotClass]
    """The classes whose buckets are not uniform."""
    sorts: SlotSorts


_Place: TypeAlias = tuple[SlotClass, AlikeSlots, str | None]
"""Where a slot is counted: its bucket, what it agrees in with others there, and who holds it."""


class SlotCounts:
    """The slots of a pool while a cycle goes on."""

    def __init__(self, state: CycleState, *, singly: bool) -> None:
        """`singly`: each slot is judged by itself, since dynamic slots may be merged into it."""
        self._state = state
        self._singly = singly
        self._typical: dict[object, SlotKind] = {}
        self._sorts = SlotSorts()
        self._classes: dict[SlotKind, tuple[SlotClass, SlotKind, int | None]] = {}
        """The class of each kind, the kind that stands for it there, and its number in `SlotList.taking`, None for free
        slots."""
        self._changed: dict[Slot, tuple[SlotKind, _Place]] = {}
        """The first kind of each slot that was given and is still here, and where it is counted; of all slots if each
        is judged by itself."""
        self._here: defaultdict[SlotClass, defaultdict[AlikeSlots, Counter[str | None]]]
        self._here = defaultdict(lambda: defaultdict(Counter))
        self._given: defaultdict[SlotClass, Counter[str | None]] = defaultdict(Counter)
        for slot in state.slots:
            place = self._place(slot)
            self._count(place, 1)
            if singly:
                self._changed[slot] = slot.kind, place
        self._outdated = {*self._here}
        """The classes whose buckets do not show the latest counts."""
        self._buckets: dict[SlotClass, Bucket] = {}
        self._snapshot = SlotCensus({}, frozenset(), self._sorts)
        self._counted = len(state.matches)
        """How many matches the counts reflect."""

    def snapshot(self) -> SlotCensus:
        """The slots as they are now."""
        matches = self._state.matches[self._counted :]
        for given, match in zip(self._state.given[self._counted :], matches, strict=True):
            self._give(given, match.submitter)
        self._counted += len(matches)
        if self._outdated:
            for of in self._outdated:
                here = {alike: users for alike, holders in self._here[of].items() if (users := dict(+holders))}
                gone = dict(self._given[of])
                count = sum(gone.values()) + sum(sum(holders.values()) for holders in here.values())
                uniform = not any(alike.earlier or alike.slot for alike in here)
                self._buckets[of] = Bucket(here, gone, count, uniform)
            self._outdated.clear()
            mixed = frozenset(of for of, bucket in self._buckets.items() if not bucket.uniform)
            self._snapshot = SlotCensus(dict(self._buckets), mixed, self._sorts)
        return self._snapshot

    def place_before(self, given: Given) -> _Place:
        """Where a slot was counted before this match gave it, unless another match had given it already."""
        of, kind, taking = self._class_of(given.kind)
        sort = self._sorts.number(kind, taking, claimless=_has_no_claim(kind, 1))
        return of, AlikeSlots(kind, sort, slot=given.slot if self._singly else None), given.kind.user

    def _class_of(self, kind: SlotKind) -> tuple[SlotClass, SlotKind, int | None]:
        known = self._classes.get(kind)
        if known is None:
            slots = self._state.slots
            of = slots.class_of(kind)
            taking = slots.taking(kind) if of.held else None
            decisive = of, taking, kind.claimable, kind.addressed
            known = self._classes[kind] = of, self._typical.setdefault(decisive, kind), taking
        return known

    def _place(self, slot: Slot, first: SlotKind | None = None, receiver: str | None = None) -> _Place:
        of, kind, taking = self._class_of(slot.kind)
        sort = self._sorts.number(kind, taking, claimless=_has_no_claim(kind, slot.claims))
        return of, AlikeSlots(kind, sort, first, receiver, slot if self._singly else None), slot.kind.user

    def _count(self, place: _Place, number: int) -> None:
        of, alike, user = place
        self._here[of][alike][user] += number

    def _give(self, given: Given, receiver: str) -> None:
        """Count a slot where a match has put it."""
        slot = given.slot
        first, before = self._changed.pop(slot, (given.kind, self.place_before(given)))
        self._count(before, -1)
        self._outdated.add(before[0])
        if slot in self._state.slots:
            now = self._place(slot, first, receiver)
            self._count(now, 1)
            self._outdated.add(now[0])
            self._changed[slot] = first, now
        else:
            of, *_ = self._class_of(first)
            self._given[of][receiver] += 1
            self._outdated.add(of)


def _has_no_claim(kind: SlotKind, claims: int) -> bool:
    return kind.claimable and not (kind.addressed and claims > 0)


class JudgedPart(Struct, frozen=True, eq=False, gc=False):
    """Slots with the same verdict for a request that are alike."""

    ad: Ad
    """The ad of one of them."""
    weight: float
    """Of each, when the cycle began."""
    users: Holders
    """How many of them each user holds, was given or has reserved; None: nobody."""
    of: SlotClass | None = None
    alike: AlikeSlots | None = None
    """Where they are counted, if they can still be matched."""
    without: str | None = None
    """A user of these whose slots are not among them."""

    @property
    def count(self) -> int:
        """How many slots."""
        count = sum(self.users.values())
        return count if self.without is None else count - self.users[self.without]

    @property
    def holders(self) -> Holders:
        """`users`, but for the one whose slots are not among them."""
        if self.without is None:
            return self.users
        return {user: count for user, count in self.users.items() if user != self.without}


class JudgedSlots:
    """Slots with the same verdict for a request."""

    def __init__(
        self, verdict: SlotVerdict, cheapest: float | None, list_parts: Callable[[SlotVerdict], Iterable[JudgedPart]]
    ) -> None:
        """`list_parts` is called once, if anything asks for more than the verdict and the cost."""
        self.verdict = verdict
        self.cheapest = cheapest
        """The least that one of them would cost; None if they do not match."""
        self._list_parts = list_parts

    @cached_property
    def parts(self) -> tuple[JudgedPart, ...]:
        """Those that are alike; there is at least one."""
        return tuple(self._list_parts(self.verdict))

    @property
    def count(self) -> int:
        """How many slots."""
        return sum(part.count for part in self.parts)

    @property
    def holders(self) -> Counter[str | None]:
        """How many of them each user holds, was given or has reserved; None: nobody."""
        holders: Counter[str | None] = Counter()
        for part in self.parts:
            holders.update(part.holders)
        return holders

    @property
    def weights(self) -> dict[str | None, float]:
        """The weight of these slots, by the same users."""
        weights: defaultdict[str | None, float] = defaultdict(float)
        for part in self.parts:
            for user, count in part.holders.items():
                weights[user] += count * part.weight
        return weights


class JudgedCensus(NamedTuple):
    """The verdicts on all slots for a request at one moment."""

    by_verdict: tuple[JudgedSlots, ...]
    """In the order of `SlotVerdict`."""
    fitting: int
    """How many of the slots suit it, whatever became of them."""
    given: Mapping[str | None, int]
    """How many of those that suit it each user was given."""

    def have(self, *verdicts: SlotVerdict) -> bool:
        """Whether any of the slots have one of these verdicts; takes less time than to count them."""
        return any(judged.verdict in verdicts for judged in self.by_verdict)

    def number(self, verdict: SlotVerdict) -> int:
        """How many of the slots have this verdict."""
        return sum(judged.count for judged in self.by_verdict if judged.verdict is verdict)

    def given_to_others(self, submitter: str) -> int:
        """How many of the slots that suit it others got in this cycle."""
        return _of_others(submitter, self.given)

    def receivers(self, submitter: str) -> Counter[str | None]:
        """The same by who got them."""
        receivers = Counter(self.given)
        del receivers[submitter], receivers[None]
        return receivers


def _of_others(submitter: str, given: Holders) -> int:
    return sum(given.values()) - given.get(submitter, 0) - given.get(None, 0)


Judgement: TypeAlias = tuple[SlotDecision, JudgedPart]
"""Slots that are alike, with the verdict on them."""


_MOST_SETS: Final = 32
"""What is kept of the latest so many sets of classes: with preemption, each has most of the slots' classes in it."""
_MOST_MOMENTS: Final = 2
"""Of each, what is kept of the latest so many moments: visits are judged one after the other."""


class _UniformSlots:
    """The slots of uniform buckets at one moment, as requests meet them that the same classes suit at the same cost."""

    def __init__(self, buckets: Mapping[SlotClass, Bucket], fits: "ClassFits") -> None:
        uniform = {of: bucket for of, bucket in buckets.items() if bucket.uniform}
        suitable = [(match, uniform[of]) for of, match in fits.suitable.items() if of in uniform]
        self.unfit = {fit.verdict for of, fit in fits.unfit.items() if of in uniform and uniform[of].count}
        """The verdicts on slots that do not suit the requests."""
        self.count = sum(bucket.count for _, bucket in suitable)
        """How many suit them, whatever became of them."""
        self.costs_given = {match.cost for match, bucket in suitable if bucket.given}
        self.given: Counter[str | None] = Counter()
        """How many of these each user was given."""
        here: dict[tuple[float, str | None], _PresentSlots] = {}
        for match, bucket in suitable:
            self.given.update(bucket.given)
            here.setdefault((match.cost, match.limits), _PresentSlots(match)).add(bucket)
        self.here = tuple(here.values())
        """Those that can still be matched, by what a match costs."""


class _PresentSlots(Struct, frozen=True, eq=False):
    """Slots that suit requests at the same cost and can still be matched."""

    match: Assessment
    holders: list[tuple[int, Holders]] = msgspec.field(default_factory=list)
    """Their sorts and holders."""
    shared: set[int] = msgspec.field(default_factory=set)
    """The sorts of which somebody else holds some, whoever asks: several users, or nobody."""
    lone_holders: list[tuple[int, Holders]] = msgspec.field(default_factory=list)
    """The sorts and holders of those that are all of one user."""

    def add(self, bucket: Bucket) -> None:
        """Add the slots of a bucket."""
        for alike, users in bucket.here.items():
            self.holders.append((alike.sort, users))
            if len(users) > 1 or None in users:
                self.shared.add(alike.sort)
            else:
                self.lone_holders.append((alike.sort, users))


class ClassFits:
    """Which classes of slots suit requests: those that agree in that, and in the cost, share this."""

    def __init__(self, search: Search, suitable: Set[SlotKind], state: CycleState) -> None:
        """`search` is for one of the requests, and `suitable` are the kinds of the classes."""
        classes, assessor = state.slots.classes, state.assessor
        self.suitable = {of: assessor.of_match(search.job, of.kind) for of in classes if of.kind in suitable}
        """Those that suit them, with what a match costs."""
        self.unfit = {of: _misfit(search, of.kind, assessor) for of in classes if of.kind not in suitable}
        """The others, with why not."""
        self._uniform: dict[SlotCensus, _UniformSlots] = {}

    def uniform(self, census: SlotCensus) -> _UniformSlots:
        """The slots of uniform buckets at one moment."""
        return memoized(self._uniform, census, lambda: _UniformSlots(census.buckets, self), _MOST_MOMENTS)

    def decision(self, of: SlotClass) -> SlotDecision:
        """The verdict on slots of a class that limits and users say nothing about."""
        match = self.suitable.get(of)
        return self.unfit[of] if match is None else SlotDecision(SlotVerdict.NONE, cost=match.cost)


class _Reach(NamedTuple):
    """The slots that a schedd can reach."""

    near: Lineup[SlotKind]
    """Those of each class within its reach."""
    beyond: tuple[SlotVerdict | None, ...]
    """Why those of each class are out of reach."""


class RequestFits:
    """Finds out which classes of slots suit a request, empty ones included; valid as long as answers are."""

    def __init__(self, state: CycleState) -> None:
        self._state = state
        self._known: dict[Hashable, ClassFits] = {}
        self._reach: dict[Hashable, _Reach] = {}

    def of(self, search: Search) -> ClassFits:
        """Which classes suit the request; what matching knows of it is not asked again."""
        assessor, job, classes = self._state.assessor, search.job, self._state.slots.classes

        def reach() -> _Reach:
            beyond = tuple(out_of_reach(search, of.kind) for of in classes)
            near = [of.kind for of, why in zip(classes, beyond, strict=True) if why is None]
            return _Reach(assessor.lineup(near), beyond)

        near, beyond = memoized(
            self._reach, (search.schedd_name, search.protocols, len(classes)), reach, most=_MOST_SETS
        )
        suitable = assessor.matching_set(job, near)
        # What a consumption policy charges depends on more of a request.
        consumes = job if any(kind.resources is not None for kind in suitable) else None
        agree = suitable, beyond, job.number(assessor.limits.projection), consumes
        return memoized(self._known, agree, lambda: ClassFits(search, suitable, self._state), _MOST_SETS)


def _misfit(search: Search, kind: SlotKind, assessor: Assessor) -> SlotDecision:
    """The verdict on slots that matching found not to suit a request."""
    return _NO_MATCH if out_of_reach(search, kind) is None else fitness(search, kind, assessor)


def judge_slots(
    search: Search, census: SlotCensus, state: CycleState, fits: ClassFits, trimmed: Sequence[Judgement]
) -> JudgedCensus:
    """All slots by their verdict for a request at one moment; `trimmed` are those that the negotiator left out."""
    judge = _CensusJudge(search, census, state, fits, trimmed)
    # Mostly nobody asks for more than which verdicts there are, so the slots that have them are listed on demand. Those
    # of classes in which a match changed a slot are the exception.
    apart = [*chain.from_iterable(judge.mixed.values()), *trimmed]
    cheapest: dict[SlotVerdict, float | None] = {}
    for verdict, cost in chain(judge.verdicts(), ((decision.verdict, decision.cost) for decision, _ in apart)):
        least = cheapest.setdefault(verdict, cost)
        if cost is not None and (least is None or cost < least):
            cheapest[verdict] = cost
    fitting = fits.uniform(census).count
    fitting += sum(part.count for decision, part in apart if decision.verdict not in UNFIT)
    judged = (JudgedSlots(verdict, cheapest[verdict], judge.parts) for verdict in SlotVerdict if verdict in cheapest)
    return JudgedCensus(tuple(judged), fitting, judge.given())


def given_to_others(search: Search, census: SlotCensus, state: CycleState, fits: ClassFits) -> int:
    """How many slots that suit a request others got by one moment, without any other verdict on slots."""
    return _of_others(search.submitter, _CensusJudge(search, census, state, fits).given())


def judge_trimmed(trimmed: Mapping[TrimmedSlots, int], fits: Callable[[Ad], bool]) -> Iterator[Judgement]:
    """The verdicts on slots that the negotiator left out; `fits` says whether such a slot and a request match."""
    for slots, count in trimmed.items():
        if fits(slots.ad):
            decision = SlotDecision(TRIMMED[slots.trim], slots.user, slots.weight)
        else:
            decision = SlotDecision(SlotVerdict.REQUIREMENTS)
        yield decision, JudgedPart(slots.ad, slots.weight, {decision.user: count})


class _CensusJudge:
    """Judges the slots of one moment for a request."""

    def __init__(
        self,
        search: Search,
        census: SlotCensus,
        state: CycleState,
        fits: ClassFits,
        trimmed: Sequence[Judgement] = (),
    ) -> None:
        self._search, self._census, self._fits, self._trimmed = search, census, fits, trimmed
        self._slots, self._assessor = state.slots, state.assessor
        self._verdicts: dict[Hashable, SlotVerdict] = {}
        self.mixed: Mapping[SlotClass, list[Judgement]] = {
            of: list(self._of_bucket(of, bucket)) for of, bucket in census.buckets.items() if of in census.mixed
        }
        """The verdicts on slots of classes whose buckets are not uniform."""

    @property
    def _sort_flags(self) -> bytes:
        return self._census.sorts.flags(self._search.job, self._assessor, self._slots.forgotten)

    def verdicts(self) -> Iterator[tuple[SlotVerdict, float | None]]:
        """The verdicts on slots of uniform buckets, each with what such a slot costs; one may come more than once."""
        uniform, me, flags = self._fits.uniform(self._census), self._search.submitter, self._sort_flags
        yield from ((verdict, None) for verdict in uniform.unfit)
        for here in uniform.here:
            mine = {flags[sort] for sort, users in here.holders if me in users}
            others = {flags[sort] for sort in here.shared}
            others.update(flags[sort] for sort, users in here.lone_holders if me not in users)
            for own, sorts in ((True, mine), (False, others)):
                yield from ((self._verdict(sort, here.match, own=own), here.match.cost) for sort in sorts)
        yield from ((SlotVerdict.GIVEN, cost) for cost in uniform.costs_given)

    def given(self) -> Mapping[str | None, int]:
        """How many of the slots that suit the request each user was given."""
        given = self._fits.uniform(self._census).given
        apart = [
            part for decision, part in chain.from_iterable(self.mixed.values()) if decision.verdict is SlotVerdict.GIVEN
        ]
        if apart:
            given = given.copy()
            for part in apart:
                given.update(part.holders)
        return given

    def parts(self, verdict: SlotVerdict) -> Iterator[JudgedPart]:
        """The slots with a verdict."""
        fits = self._fits
        for of, bucket in self._census.buckets.items():
            if of in self.mixed:
                yield from (part for decision, part in self.mixed[of] if decision.verdict is verdict)
            elif of not in fits.suitable:
                fit = fits.unfit[of]
                if fit.verdict is verdict and bucket.count:
                    yield JudgedPart(of.kind.ad, of.kind.weight, {fit.user: bucket.count})
            elif verdict is SlotVerdict.GIVEN:
                # What no match has changed is given only if it is gone, so that the others need not be looked at.
                if bucket.given:
                    yield JudgedPart(of.kind.ad, of.kind.weight, bucket.given)
            else:
                yield from self._uniform_parts(of, bucket, fits.suitable[of], verdict)
        yield from (part for decision, part in self._trimmed if decision.verdict is verdict)

    def _verdict(self, sort_flags: int, match: Assessment, *, own: bool) -> SlotVerdict:
        """The verdict on slots that suit the request; limits are asked once."""
        key = sort_flags, own, match.cost, match.limits
        known = self._verdicts.get(key)
        if known is None:
            outcome = displaced(sort_flags, own=own)
            known = outcome if isinstance(outcome, SlotVerdict) else afforded(self._search, match, outcome)
            if sort_flags & CLAIMLESS and known in _GIVEN_IF_CLAIMED:
                known = SlotVerdict.NO_CLAIM
            self._verdicts[key] = known
        return known

    def _uniform_parts(
        self, of: SlotClass, bucket: Bucket, match: Assessment, verdict: SlotVerdict
    ) -> Iterator[JudgedPart]:
        """The slots of a uniform bucket that suit the request, can still be matched and have a verdict."""
        flags = self._sort_flags
        present = {flags[alike.sort] for alike in bucket.here}
        wanted = {
            own: {sort for sort in present if self._verdict(sort, match, own=own) is verdict} for own in (False, True)
        }
        if any(wanted.values()):
            for alike, users in bucket.here.items():
                for own in self._whose(users):
                    if (sort := flags[alike.sort]) in wanted[own]:
                        part = self._part(of, alike, users, own=own)
                        held = sort & HELD and verdict is not SlotVerdict.NO_CLAIM
                        yield part if held else _held_by(None, part)

    def _of_bucket(self, of: SlotClass, bucket: Bucket) -> Iterator[Judgement]:
        fit = self._fits.decision(of)
        suits = fit.verdict is SlotVerdict.NONE
        if bucket.given:
            decision = SlotDecision(SlotVerdict.GIVEN, cost=fit.cost) if suits else fit
            holders = bucket.given if suits else {fit.user: sum(bucket.given.values())}
            yield decision, JudgedPart(of.kind.ad, of.kind.weight, holders)
        for alike, users in bucket.here.items():
            for own in self._whose(users):
                decision, part = self._of_alike(alike, users, fit, own=own), self._part(of, alike, users, own=own)
                yield decision, _held_by(decision.user, part)

    def _of_alike(self, alike: AlikeSlots, users: Holders, fit: SlotDecision, *, own: bool) -> SlotDecision:
        """The verdict on slots that can still be matched: the submitter's own or all others."""
        search, assessor, sorts = self._search, self._assessor, self._census.sorts
        if alike.slot is not None:
            decision = slot_verdict(search, alike.slot, assessor)
        elif fit.verdict is not SlotVerdict.NONE:
            decision = fit
        else:
            flags, match = self._sort_flags[alike.sort], assessor.of_match(search.job, alike.kind)
            holder = next(user for user in users if own is (user == search.submitter)) if flags & HELD else None
            decision = SlotDecision(self._verdict(flags, match, own=own), holder, fit.cost)
        if decision.verdict is SlotVerdict.REQUIREMENTS and alike.earlier is not None:
            before = fitness(search, alike.earlier, assessor)
            if before.verdict is SlotVerdict.NONE:
                # They fitted until a match took so much of them.
                return SlotDecision(SlotVerdict.GIVEN, alike.receiver, before.cost)
        elif sorts.claimless(alike.sort) and decision.verdict in _NO_CLAIM:
            return SlotDecision(SlotVerdict.NO_CLAIM, alike.receiver, decision.cost)
        return decision

    def _whose(self, users: Holders) -> Sequence[bool]:
        """True if any of these slots are the submitter's own, False if any are not."""
        if self._search.submitter not in users:
            return _OTHERS
        return _BOTH if len(users) > 1 else _OWN

    def _part(self, of: SlotClass, alike: AlikeSlots, users: Holders, *, own: bool) -> JudgedPart:
        me, ad, weight = self._search.submitter, alike.kind.ad, (alike.earlier or alike.kind).weight
        if own:
            return JudgedPart(ad, weight, {me: users[me]}, of, alike)
        return JudgedPart(ad, weight, users, of, alike, me if me in users else None)


def _held_by(user: str | None, part: JudgedPart) -> JudgedPart:
    """The slots, all in the name of a user where that holds none of them."""
    return part if user in part.users else structs.replace(part, users={user: part.count}, without=None)
