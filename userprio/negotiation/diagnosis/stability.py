"""Whether a cycle comes out the same a little later, and what of it hangs on a second or a tie.

Nobody knows beforehand in which second a negotiator will update priorities, nor when schedds will send their next ads.
So the cycle is run again at other seconds, and with ties resolved otherwise; but only where something is close, for
which the order of submitters and their limits are worked out anew from the record of the cycle (`_Close.outline`).
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from math import floor
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from userprio.accounting import catch_up, priority_at, sanity_log, start_up
from userprio.base.cxx import INT_MIN
from userprio.base.formats import counted, figure
from userprio.classad import Evaluator, text_of
from userprio.ledger import CUSTOMER_PREFIX, Customer, SetAttribute
from userprio.negotiation.clock import NO_TIME, Costs
from userprio.negotiation.cycle import Decided, decide
from userprio.negotiation.diagnosis.trace import Spin, Trace, VisitTrace
from userprio.negotiation.matching import Refusals, SlotKind
from userprio.negotiation.memory import Memory
from userprio.negotiation.outcome import (
    Because,
    Chance,
    Instability,
    Match,
    Outcome,
    Stability,
    UnstableMatch,
    Variant,
    VisitOutcome,
)
from userprio.negotiation.prepare import Prepared
from userprio.negotiation.schedd import JobOrder
from userprio.negotiation.shares import Limits, normalise, starvation, submitter_limits
from userprio.negotiation.visit import RefusedRequest
from userprio.pool import ScenarioData, Submitter, priority_rules

_LATER: Final = (1, 2, 4, 8, 15, 30, 45)
"""Seconds after the cycle at which order and limits are worked out anew, and after them the interval."""
_MOST_LATER: Final = 4
"""The cycle is run again at no more of these seconds that are different, and after the interval."""
_LAST_DIGIT: Final = 1e-6
"""How much a real priority differs if it was aged in two steps, and rounded twice, as by a reconfiguration."""
_FAST: Final = 5e-4
"""The relative change of a priority within a second from which its figures are told to hold for that second only."""
_FETCH_S: Final = 10
"""So long a negotiator of a large pool may fetch ads between the beginning of a cycle and its update of priorities."""
_NOISE: Final = 1e-9
"""Sums of weights may differ by so little without any difference."""
_NO_MATCH: Final = Refusals().reason

_WHY: Final = {
    Chance.PRIORITY_ORDER: "submitters change places as priorities are updated again",
    Chance.SUBMITTER_LIMITS: "shares move as priorities are updated again, and a submitter limit is close to the cost "
    "of a slot",
    Chance.PASSING_VALUES: "ranks or policies read the time or priorities",
    Chance.DIGITS: "priorities differ in the last of the six decimals that a ledger has, which hangs on how often they "
    "were rounded",
    Chance.LEASE_END: "a floor, ceiling or factor ends about when the cycle begins, and holds in it if it ends while "
    "the negotiator fetches its ads",
    Chance.LAST_HEARD_FROM: "submitters tie, and who goes first is decided by LastHeardFrom of their ads, modulo 1009",
}

_Priority = Callable[[str], float]
"""Gives the effective priority of a submitter, or the real one."""
_SortKey = tuple[float, int, float, int]
"""What submitters are sorted by, see `_in_order` of spins."""


def _sorted(
    spin: Spin, priorities: Mapping[str, float], limits: Mapping[str, Limits]
) -> tuple[list[int], list[_SortKey]]:
    """The places of submitters in their order, and the keys by which they are sorted, by place."""
    keys = []
    for submitter, usage in zip(spin.submitters, spin.usage, strict=True):
        name, prio = submitter.name, INT_MIN if submitter.job_prio is None else submitter.job_prio
        keys.append((priorities[name], -prio, starvation(usage, limits[name].limit), submitter.tie_break))
    return sorted(range(len(keys)), key=keys.__getitem__), keys


class _Room(NamedTuple):
    """What weight a submitter may win in a visit: of all slots, and of free ones."""

    limit: float
    unclaimed: float


class _Course(NamedTuple):
    """A spin with its visits."""

    spin: Spin
    visits: tuple[VisitTrace, ...]


_Place = tuple[int, int]
"""A visit in different courses: the number of the course, and that of the visit in it."""


class _Outline(NamedTuple):
    """What decides about a cycle as far as it follows from priorities, for each of its different courses."""

    orders: tuple[Hashable, ...]
    """The order of submitters, where the spin begins a pass."""
    rooms: tuple[tuple[_Room, ...], ...]
    """Of each visit."""


class _Steps(NamedTuple):
    """The values at which one of the limits of a visit makes a difference; both in ascending order."""

    after: Sequence[float]
    """What was won after each match: it makes a difference whether the limit is larger."""
    up_to: Sequence[float]
    """What would be won with another slot: whether the limit is at least as large."""

    def between(self, low: float, high: float) -> bool:
        """Whether it makes a difference which of two values the limit has."""
        following, reached = bisect_left(self.after, low), bisect_right(self.up_to, low)
        return (following < len(self.after) and self.after[following] < high) or (
            reached < len(self.up_to) and self.up_to[reached] <= high
        )


def with_stability(
    scenario: ScenarioData,
    outcome: Outcome,
    trace: Trace,
    memory: Memory,
    job_order: JobOrder | None = None,
    costs: Costs = NO_TIME,
) -> Outcome:
    """The outcome of a cycle, of which `trace` recorded every visit, with what of it hangs on a second or a tie.

    `memory` is that of the cycle, which need not go on to others than those run here.
    """
    close = _Close(scenario, trace)
    runner = _Runner(outcome, trace, memory, job_order, costs)
    for rerun in close.reruns():
        runner.add(rerun, close)
    variants = runner.variants
    if close.fast():
        variants.append(Variant(Chance.FIGURES, 1, 0, 0))
    unstable = tuple(runner.unstable[number] for number in sorted(runner.unstable))
    return replace(
        outcome,
        stability=Stability(close.interval_s, tuple(variants), unstable),
        left_to_chance=(*outcome.left_to_chance, *dict.fromkeys(variant.reason for variant in variants)),
    )


def with_stability_remarks(outcome: Outcome) -> Outcome:
    """The outcome with a warning for each reason why it hangs on a second or a tie who gets or loses slots."""
    stability = outcome.stability
    if stability is None:
        return outcome
    # Where everybody gets as much, only of other slots that are free, the marks of matches say enough.
    matter = {variant.reason for variant in stability.variants if variant.changes}
    matter |= {own.reason for own in stability.unstable if outcome.matches[own.match].preempts is not None}
    return replace(outcome, warnings=(*outcome.warnings, *(_sentence(why, outcome) for why in _WHY if why in matter)))


def _sentence(reason: Chance, outcome: Outcome) -> str:
    """Which matches hang on a second or a tie, and why."""
    assert outcome.stability is not None
    variant = next(own for own in outcome.stability.variants if own.reason is reason and own.moves_matches)
    unstable = [own for own in outcome.stability.unstable if own.reason is reason]
    ties = "had the lease held" if reason is Chance.LEASE_END else "with ties resolved otherwise"
    when = f"{variant.later_s} s later" if variant.later_s else ties
    if not unstable:
        return f"{counted(variant.others, 'more match', 'more matches')} would be made {when}: {_WHY[reason]}"
    first, count = unstable[0], counted(len(outcome.matches), "match", "matches")
    match = outcome.matches[first.match]
    return (
        f"{len(unstable):,} of {count} would differ {when}: {_WHY[reason]}. The first: {match.slot} for "
        f"{match.submitter}; instead {first.instead}"
    )


def instabilities(outcome: Outcome, concerns: Callable[[str], bool]) -> tuple[Instability, ...]:
    """What the submitters that `concerns` selects by name get otherwise, for each reason that matters to them."""
    stability, of_them = outcome.stability, []
    if stability is None:
        return ()
    for reason in dict.fromkeys(variant.reason for variant in stability.variants):
        unstable = [own for own in stability.unstable if own.reason is reason]
        matches = sum(concerns(outcome.matches[own.match].submitter) for own in unstable)
        changes = (
            (variant.later_s, sum(change for name, change in variant.changes.items() if concerns(name)))
            for variant in stability.variants
            if variant.reason is reason
        )
        later_s, change = next((own for own in changes if abs(own[1]) > _NOISE), (0, 0.0))
        # Where they get as much, only of other slots that are free, nothing is said.
        if change or any(
            outcome.matches[own.match].preempts is not None and concerns(outcome.matches[own.match].submitter)
            for own in unstable
        ):
            if not change:
                later_s = next(own.later_s for own in unstable if concerns(outcome.matches[own.match].submitter))
            sentence = _own_sentence(reason, later_s, matches, change)
            of_them.append(Instability(reason, later_s, matches, change, sentence))
    return tuple(of_them)


def _own_sentence(reason: Chance, later_s: int, matches: int, change: float) -> str:
    when = f"{later_s} s later" if later_s else "with ties resolved otherwise"
    differing = f"{counted(matches, 'match', 'matches')} would differ" if matches else ""
    weight = f"it would hold {figure(abs(change))} {'more' if change > 0 else 'less'}" if change else ""
    return f"{when} {' and '.join(filter(None, (weight, differing)))}: {_WHY[reason]}"


class _Rerun(NamedTuple):
    """A cycle that may come out differently."""

    scenario: ScenarioData
    later_s: int
    outline: _Outline
    signature: Hashable
    """Those that share it come out alike, unless they read what passes."""
    reason: Chance | None = None
    """Why it would differ; None: that is found out by where the two cycles part."""


def _different_courses(trace: Trace) -> tuple[list[_Course], list[_Place]]:
    """The spins with their visits, equal ones once, as in rounds that give nothing; and the place of each visit."""
    visits: defaultdict[int, list[VisitTrace]] = defaultdict(list)
    for visit in trace.course:
        visits[id(visit.spin)].append(visit)
    numbers: dict[Hashable, int] = {}
    courses: list[_Course] = []
    places: list[_Place] = []
    for spin in trace.spins:
        own = visits[id(spin)]
        went = tuple(map(_went, own))
        key = spin.number == 1, *map(id, spin.submitters), spin.priorities, spin.usage, spin.pie, spin.room, went
        number = numbers.setdefault(key, len(courses))
        if number == len(courses):
            courses.append(_Course(spin, tuple(own)))
        places += ((number, place) for place in range(len(own)))
    return courses, places


def _went(visit: VisitTrace) -> Hashable:
    """Everything about a visit by which it is judged whether other limits make a difference."""
    record, matched = visit.record, visit.matches if visit.matched else None
    refused = tuple((one.request.first, one.reason) for one in visit.refused)
    bounds = None if matched is None else (matched.start, matched.stop)
    return id(visit.submitter), record.usage, record.outcome, bounds, id(visit.slots), refused


class _Close:
    """Finds out which other seconds and ties may make a difference, from the record of a cycle."""

    def __init__(self, scenario: ScenarioData, trace: Trace) -> None:
        self._scenario, self._trace, self._cycle = scenario, trace, trace.cycle
        self._rules, self._group_of = priority_rules(scenario.config)
        self.interval_s = max(scenario.config.integer("NEGOTIATOR_INTERVAL"), 1)
        ledger = scenario.accounts
        self._ledger = ledger.replay(sanity_log(ledger, self._group_of)) if scenario.first_cycle else ledger
        """The ledger by which priorities are updated: a negotiator that starts corrects what is in use before that."""
        self._courses, self.places = _different_courses(trace)
        self._factors, self._recorded = dict[str, float](), dict[str, float]()
        for spin in trace.spins:
            self._factors.update(zip(spin.names, spin.factors, strict=True))
            self._recorded.update(zip(spin.names, spin.priorities, strict=True))
        self._left_known: dict[int, list[SlotKind]] = {}
        self._heaviest: dict[int, float] = {}
        """The same of their weights."""
        self._steps: dict[tuple[_Place, bool], _Steps] = {}
        self.reads_what_passes = self._cycle.matching.read_what_passes
        self.recorded = self.outline(self._priority_of({}))

    def reruns(self) -> Iterator[_Rerun]:
        """The cycles to be run again: later ones first, then those with ties resolved otherwise."""
        now, here = self._scenario.now, (self._signature(self.recorded), 0)
        later = [*(seconds for seconds in _LATER if seconds < self.interval_s), self.interval_s]
        # Values that pass move smoothly or step once, so that these seconds are enough.
        always = {later[0], later[len(later) // 2], later[-1]} if self.reads_what_passes else set()
        # All at once: another cycle changes what is known.
        differ = {seconds for seconds in always if not self.reads_alike(self._cycle, now, now + seconds)}
        signatures = {here}
        for seconds in later:
            outline = self.outline(self._priority_at(now + seconds))
            signature = self._signature(outline), self._leases_ended(seconds)
            few = signature in signatures or len(signatures) <= _MOST_LATER or seconds == later[-1]
            if seconds in differ or (signature != here and (few or seconds in always)):
                signatures.add(signature)
                yield _Rerun(replace(self._scenario, now=now + seconds), seconds, outline, signature)
        if (ended := self._lease_ended()) is not None:
            longer = replace(self._scenario, began=ended - 1)
            yield _Rerun(longer, 0, self.recorded, Chance.LEASE_END, Chance.LEASE_END)
        if (digits := self._digits()) is not None:
            yield _Rerun(digits, 0, self.recorded, Chance.DIGITS, Chance.DIGITS)
        if (heard := self._heard_otherwise()) is not None:
            yield _Rerun(heard, 0, self.recorded, Chance.LAST_HEARD_FROM, Chance.LAST_HEARD_FROM)

    def _signature(self, outline: _Outline) -> Hashable:
        """What two outlines that decide alike share."""
        moved = ((place, outline.rooms[place[0]][place[1]]) for place in self.moved(outline))
        return outline.orders, tuple((place, *map(floor, room)) for place, room in moved)

    def fast(self) -> bool:
        """Whether some priority changes so much within a second that shares and limits hold for this one only."""
        now, after = self._priority_at(self._scenario.now), self._priority_at(self._scenario.now + 1)
        names = {visit.record.submitter for visit in self._trace.course}
        return any(abs(after(name) - now(name)) > _FAST * now(name) for name in names)

    def outline(self, priority: _Priority) -> _Outline:
        """The order of submitters and the place of their limits with these priorities, all else as it was."""
        courses = [self._course_outline(course, priority) for course in self._courses]
        return _Outline(tuple(order for order, _ in courses), tuple(rooms for _, rooms in courses))

    def _course_outline(self, course: _Course, priority: _Priority) -> tuple[Hashable, tuple[_Room, ...]]:
        spin, order, rooms = course.spin, None, []
        priorities = {name: priority(name) for name in spin.names}
        normalisation = normalise(spin.names, priorities.__getitem__)
        shares = {name: normalisation.share(value) for name, value in priorities.items()}
        usage = dict(zip(spin.names, spin.usage, strict=True))
        allowed = {name: self._limits(spin, share, usage[name]) for name, share in shares.items()}
        if spin.number == 1:
            sequence, keys = _sorted(spin, priorities, allowed)
            # The result of HTCondor's sort depends on which of them are equal, too.
            order = *sequence, *(keys[first] == keys[second] for first, second in pairwise(sequence))
        pie_left = sum(allowed[name].limit for name in spin.names)
        for visit in course.visits:
            name = visit.record.submitter
            limits = allowed[name]
            if visit.record.usage != usage[name]:
                limits = self._limits(spin, shares[name], visit.record.usage)
            rooms.append(_Room(min(limits.limit, pie_left), limits.unclaimed))
            pie_left -= visit.record.won
        return order, tuple(rooms)

    def _limits(self, spin: Spin, share: float, usage: float) -> Limits:
        settings = self._cycle.settings
        return submitter_limits(
            share,
            spin.pie,
            usage,
            group_room=spin.room,
            consider_preemption=settings.consider_preemption,
            ignore_user_priorities=settings.ignore_user_priorities,
        )

    def moved(self, other: _Outline) -> tuple[_Place, ...]:
        """The visits that may decide otherwise because limits have moved past the cost of a slot."""
        return tuple(
            (number, place)
            for number, (course, *rooms) in enumerate(zip(self._courses, self.recorded.rooms, other.rooms, strict=True))
            for place, (visit, *pair) in enumerate(zip(course.visits, *rooms, strict=True))
            if self._decides((number, place), visit, *pair)
        )

    def _decides(self, place: _Place, visit: VisitTrace, before: _Room, after: _Room) -> bool:
        """Whether it may make a difference to a visit which of the two limits it."""
        smallest, record = self._cycle.weights.smallest, visit.record
        # Both are skipped then.
        if record.spin > 1 and max(before.limit, after.limit) < smallest:
            return False
        matches = self._cycle.state.matches[visit.matches]
        # Neither limit kept a slot from it.
        ample = record.outcome is VisitOutcome.SATISFIED and all(one.reason == _NO_MATCH for one in visit.refused)
        for one, other, free in ((before.limit, after.limit, False), (before.unclaimed, after.unclaimed, True)):
            low, high = min(one, other), max(one, other)
            if low == high:
                continue
            won = [match.cost for match in matches if not free or match.because is Because.FREE]
            used = sum(won)
            if low >= used + max([*won, self._dearest(visit)]) or (ample and low >= used and low > 0):
                continue
            steps = self._steps.get((place, free))
            if steps is None:
                costs, after_each = {smallest, *self._costs(visit), *won}, list(accumulate(won, initial=0.0))
                reached = sorted(taken + cost for taken in after_each for cost in costs)
                steps = self._steps[place, free] = _Steps(sorted(after_each), reached)
            if steps.between(low, high):
                return True
        return False

    def _left(self, visit: VisitTrace) -> list[SlotKind]:
        """The kinds of slots that are left after a visit, and may be won."""
        census = visit.slots
        if id(census) not in self._left_known:
            displaces = self._cycle.matching.displaces
            self._left_known[id(census)] = [
                of.kind
                for of, bucket in census.buckets.items()
                if any(displaces or None in holders for holders in bucket.here.values())
            ]
        return self._left_known[id(census)]

    def _dearest(self, visit: VisitTrace) -> float:
        """The weight of the heaviest slot that is left after a visit, and may be won."""
        known = self._heaviest.get(id(visit.slots))
        if known is None:
            known = self._heaviest[id(visit.slots)] = max((kind.weight for kind in self._left(visit)), default=0.0)
        return known

    def _costs(self, visit: VisitTrace) -> set[float]:
        """What slots that are left after a visit would have cost the requests that were refused."""
        trace, assessor, left = self._trace, self._cycle.state.assessor, self._left(visit)
        consuming = [kind for kind in left if kind.resources is not None]
        costs = {kind.weight for kind in left if kind.resources is None}
        queue = trace.queue(visit.submitter)
        for refused in visit.refused if consuming else ():
            side = trace.side(queue.job(queue.place(refused.request.first)), visit.added)
            assessed = (assessor.assess(side, kind) for kind in consuming)
            costs.update(assessment.cost for assessment in assessed if assessment is not None)
        return costs

    def reads_alike(self, cycle: Prepared, at: int, now: int) -> bool:
        """Whether all that a cycle `at` a second read of the time and of priorities certainly decides alike `now`."""
        accounts = cycle.state.accounts
        here, then = (accounts.with_priorities(self._real_at(second)) for second in (at, now))
        priorities = defaultdict[float, set[float]](set)
        for name, priority in accounts.priorities.items():
            if here.priority(name) != priority:
                return False
            priorities[priority].add(then.priority(name))
        certain = {before: next(iter(after)) for before, after in priorities.items() if len(after) == 1}
        return cycle.matching.decides_alike(now, then, certain.get)

    def _real_at(self, now: int) -> _Priority:
        ledger, half_life_s = self._ledger, self._rules.half_life_s
        return lambda name: priority_at(
            ledger.customers.get(name) or Customer(name), ledger.last_update_time, now, half_life_s
        )

    def _priority_at(self, now: int) -> _Priority:
        real = self._real_at(now)
        return self._priority_of({name: real(name) for name in self._factors})

    def _priority_of(self, real: Mapping[str, float]) -> _Priority:
        """Effective priorities, as they were in the cycle but for these real ones."""
        effective = self._recorded | {name: value * self._factors[name] for name, value in real.items()}
        return effective.__getitem__

    def _leases_ended(self, seconds: int) -> int:
        """How many floors, ceilings and factors end in these seconds after the cycle."""
        now = self._scenario.now
        return sum(now < end <= now + seconds for end in self._lease_expirations())

    def _lease_ended(self) -> int | None:
        """When the first floor, ceiling or factor ended that may hold in the cycle, if that began so much earlier."""
        now, cycle = self._scenario.leases_until, self._scenario.began
        # Where it is known when the cycle began, so is what holds in it.
        ended = [end for end in self._lease_expirations() if cycle is None and now - _FETCH_S < end <= now]
        return min(ended, default=None)

    def _lease_expirations(self) -> Iterator[int]:
        customers = self._scenario.accounts.customers
        for name in self._factors:
            if (customer := customers.get(name)) is not None:
                yield customer.ceiling_lease_expiration or 0
                yield customer.floor_lease_expiration or 0
                yield customer.factor_lease_expiration or 0

    def _asking(self) -> Iterator[list[tuple[Submitter, _SortKey]]]:
        """The submitters with idle jobs in the order of each pass, with the keys by which they were sorted."""
        for spin, _ in self._courses:
            if spin.number == 1:
                order, keys = _sorted(spin, self._recorded, dict(zip(spin.names, spin.limits, strict=True)))
                pairs = ((spin.submitters[place], keys[place]) for place in order)
                yield [pair for pair in pairs if pair[0].idle_jobs > 0]

    def _digits(self) -> ScenarioData | None:
        """The scenario with last digits so that close submitters change places; None if none are close."""
        real: dict[str, float] = {}
        neighbours = (pair for asking in self._asking() for pair in pairwise(asking))
        for (first, _), (second, _) in neighbours:
            pair = [first.name, second.name]
            near = _LAST_DIGIT * sum(self._factors[name] for name in pair)
            if (
                not real.keys().isdisjoint(pair)
                or not 0 < self._recorded[second.name] - self._recorded[first.name] < near
            ):
                continue
            for name, by in zip(pair, (_LAST_DIGIT, -_LAST_DIGIT), strict=True):
                real[name] = self._recorded[name] / self._factors[name] + by
        if not real or self._signature(self.outline(self._priority_of(real))) == self._signature(self.recorded):
            return None
        scenario, rules, group_of = self._scenario, self._rules, self._group_of
        begin = start_up if scenario.first_cycle else catch_up
        groups = [group.name for group in self._cycle.tree.groups]
        ledger = begin(scenario.accounts, scenario.now, rules, groups, group_of)
        records = [SetAttribute(CUSTOMER_PREFIX + name, "Priority", repr(value)) for name, value in real.items()]
        return replace(scenario, ledger=ledger.replay(records))

    def _heard_otherwise(self) -> ScenarioData | None:
        """The scenario with submitters that tie in the opposite order; None if none of them do."""
        heard: dict[tuple[str, str | None], int] = {}
        for asking in self._asking():
            for _, members in groupby(asking, lambda pair: pair[1][:-1]):
                tied = [submitter for submitter, _ in members]
                for number, submitter in enumerate(reversed(tied)):
                    if len(tied) > 1:
                        heard.setdefault((submitter.advertised_name, submitter.schedd_name), number)
        if not heard:
            return None
        evaluator, pool = Evaluator(self._scenario.now), self._scenario.pool
        ads = []
        for ad in pool.submitters:
            whose = text_of(evaluator, ad, "Name") or "", text_of(evaluator, ad, "ScheddName")
            ads.append(ad.replace({"LastHeardFrom": heard[whose]}) if whose in heard else ad)
        return replace(self._scenario, pool=replace(pool, submitters=tuple(ads)))


_MatchKey = tuple[str, str, str, Hashable, str | None]


class _Runner(msgspec.Struct, dict=True):
    """Runs the cycle again, and finds the matches that differ."""

    outcome: Outcome
    trace: Trace
    memory: Memory
    job_order: JobOrder | None
    costs: Costs
    variants: list[Variant] = msgspec.field(default_factory=list)
    unstable: dict[int, UnstableMatch] = msgspec.field(default_factory=dict)
    """By the number of the match."""
    known: dict[Hashable, Variant | None] = msgspec.field(default_factory=dict)
    """What came of them, by their signatures."""
    last: tuple[Hashable, Decided] | None = None
    """The cycle that was run last, with its signature."""

    def add(self, rerun: _Rerun, close: _Close) -> None:
        """Run the cycle again, unless one that comes out alike was run already."""
        if rerun.signature not in self.known or (close.reads_what_passes and not self._comes_out_as_last(rerun, close)):
            self.known[rerun.signature] = self._run(rerun, close)
        variant = self.known[rerun.signature]
        if variant is not None:
            self.variants.append(replace(variant, later_s=rerun.later_s))

    def _comes_out_as_last(self, rerun: _Rerun, close: _Close) -> bool:
        if self.last is None or self.last[0] != rerun.signature:
            return False
        again = self.last[1]
        return close.reads_alike(again.prepared, again.scenario.now, rerun.scenario.now)

    def _run(self, rerun: _Rerun, close: _Close) -> Variant | None:
        again = decide(rerun.scenario, self.job_order, None, self.costs, self.memory)
        self.last = rerun.signature, again
        parting = self._parting(again)
        if parting is None:
            return None
        reason = rerun.reason or self._reason(parting, rerun, close)
        left = Counter(map(self._key, again.matches))
        lost: list[int] = []
        for number, match in enumerate(self.outcome.matches):
            key = self._key(match)
            if left[key]:
                left[key] -= 1
            else:
                lost.append(number)
        others = []
        for match in again.matches:
            if left[key := self._key(match)]:
                left[key] -= 1
                others.append(match)
        by_slot, left_over = {match.slot: match.submitter for match in again.matches}, [*others]
        for number in lost:
            instead = _instead(self.outcome.matches[number], left_over, by_slot)
            if number not in self.unstable:
                self.unstable[number] = UnstableMatch(number, reason, rerun.later_s, instead)
        changes = self._changes(again) if lost or others else {}
        return Variant(reason, rerun.later_s, len(lost), len(others), changes)

    def _key(self, match: Match) -> _MatchKey:
        kind = self._kinds.get(match.slot, match.slot)
        return match.submitter, match.schedd, match.request, kind, match.preempts

    @cached_property
    def _kinds(self) -> Mapping[str, Hashable]:
        """The kinds of the slots as the cycle began, by name."""
        return {slot.name: id(slot.kind) for slot in self.trace.cycle.matching.ready}

    def _parting(self, again: Decided) -> tuple[int, bool] | None:
        """The first visit that differs, by number, and whether it is another submitter's; None if none does."""
        course, matches = self.trace.course, again.prepared.state.matches
        for number, (here, there) in enumerate(zip(course, again.visits, strict=False)):
            record, terms = here.record, there.terms
            place = record.round, record.group, record.kind, record.spin, record.submitter, record.schedd
            if place != (terms.round, terms.group, terms.kind, there.spin, there.submitter.name, there.schedd):
                return number, True
            ours, theirs = self.outcome.matches[here.matches], matches[there.matches]
            if (
                record.outcome != there.outcome
                or ((ours or theirs) and self._given(ours) != self._given(theirs))
                or not _alike(here.refused, there.refused)
            ):
                return number, False
        shorter = min(len(course), len(again.visits))
        return None if len(course) == len(again.visits) else (shorter, True)

    def _given(self, matches: Sequence[Match]) -> list[tuple[_MatchKey, int]]:
        return [(self._key(match), match.number) for match in matches]

    def _changes(self, again: Decided) -> dict[str, float]:
        """By how much weight submitters hold more after another cycle, less if negative."""
        changes: defaultdict[str, float] = defaultdict(float)
        for sign, cycle in ((-1, self.outcome), (1, again)):
            for match in cycle.matches:
                changes[match.submitter] += sign * match.cost
            for loss in cycle.losses:
                changes[loss.submitter] -= sign * loss.weight
        return {name: change for name, change in changes.items() if abs(change) > _NOISE}

    def _reason(self, parting: tuple[int, bool], rerun: _Rerun, close: _Close) -> Chance:
        number, another = parting
        if another:
            ordered = rerun.outline.orders == close.recorded.orders
            return Chance.SUBMITTER_LIMITS if ordered else Chance.PRIORITY_ORDER
        moved = close.places[number] in close.moved(rerun.outline)
        return Chance.SUBMITTER_LIMITS if moved or not close.reads_what_passes else Chance.PASSING_VALUES


def _alike(here: Sequence[RefusedRequest], there: Sequence[RefusedRequest]) -> bool:
    """Whether the same was refused for the same reasons."""
    return len(here) == len(there) and all(
        (one.request.first, one.reason, one.jobs) == (other.request.first, other.reason, other.jobs)
        for one, other in zip(here, there, strict=True)
    )


def _instead(match: Match, others: list[Match], by_slot: Mapping[str, str]) -> str:
    """What becomes of a match in another cycle, from the matches that only that one has, of which it removes one."""
    alike = (other for other in others if (other.submitter, other.request) == (match.submitter, match.request))
    if (other := next(alike, None)) is not None:
        others.remove(other)
        return f"it gets {other.slot}" + ("" if other.preempts is None else f" of {other.preempts}")
    match by_slot.get(match.slot):
        case None:
            return "it gets no slot"
        case match.submitter:
            return "the slot goes to another job of its submitter"
        case winner:
            return f"the slot goes to {winner}"
