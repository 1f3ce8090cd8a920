"""The search for the levers that reach the targets with the fewest and smallest changes, in round numbers.

It has two parts. The first finds some values that reach the targets, in few steps: sets of levers are tried, smallest
first. The rules propose values for a set, a state of the pool shows their result, and the rules start again from there.
If no set reaches the targets this way, levers are searched one after the other, by bisection between values that give
too little and too much.

The second part leaves nothing to rules. All values that come first in the order of `LeverSearch.rank` are tried, from
the present ones outwards: of a lever alone all round values, of several together all combinations of fewer values. What
reaches the targets first is the solution, and if nothing does, nothing among all these values does. This part is for
cycles only: long runs and replays take too long, and are means of noisy figures.
"""

from collections.abc import Generator, Sequence
from contextlib import suppress
from heapq import heappop, heappush, nsmallest
from itertools import chain, combinations, islice, pairwise, product
from math import ceil, sqrt
from typing import Final, TypeAlias

from userprio.analysis.aim.levers import (
    Lever,
    LeverKind,
    Members,
    OutOfSteps,
    PoolState,
    Steps,
    Target,
    TargetKind,
    Values,
    standing,
)
from userprio.analysis.aim.round_values import (
    DIGITS,
    MOST_DIGITS,
    combined_values,
    round_values,
    rounded_ways,
    significant_digits,
    values_between,
)
from userprio.analysis.aim.rules import LeverRules, Try, rounded

ROUNDS: Final = 5
"""How often the rules are applied to a set of levers."""
MOST_SETS: Final = 64
HALVINGS: Final = 12
SWEEPS: Final = 3
CLOSE: Final = 32
"""Of more values than this at least one between the ends is tried, whatever the results at the ends are."""
WIGGLE: Final = 2
"""Between values that are close to each other, results are taken to be no further from theirs than these slots."""
_BOXES_AHEAD: Final = 7
"""So many boxes of values are looked at side by side, where there are workers to do that."""
MOST_COMBINED: Final = 4
"""All combinations of values are tried of no more levers than this."""
Box: TypeAlias = tuple[tuple[int, int], ...]
"""For each of some levers the places of the first and the last of a range of its values."""
_SHORT: Final = 3
"""Significant digits to which a value is rounded over long runs and replays."""


class LeverSearch:
    """Looks for lever values that reach the targets."""

    def __init__(
        self, steps: Steps, levers: Sequence[Lever], targets: Sequence[Target], members: Members, rules: LeverRules
    ) -> None:
        self._steps, self.levers, self._targets = steps, levers, targets
        self._members, self._rules = members, rules
        self._tries: dict[Values, Try] = {}
        self._own = [number for number, lever in enumerate(levers) if self._is_about(lever)]
        self.best: Try | None = None
        """What comes nearest to the targets."""
        self.smallest: Try | None = None
        """What reaches them and comes first in the order of `rank`."""
        self.out_of_steps = False

    @property
    def now(self) -> Values:
        """The present values."""
        return tuple(lever.now for lever in self.levers)

    def rank(self, values: Values) -> tuple[int, int, int, float]:
        """A sort key of values that reach the targets; smaller is better.

        Levers of submitters and groups without targets are turned only if the others do not suffice. Then the fewest
        turned levers count, then the fewest digits, and then the sum of the sizes of the changes, see `Lever.size`.
        """
        state = self._tries[self.now].state
        turned = [number for number, lever in enumerate(self.levers) if values[number] != lever.now]
        sizes = (self.levers[number].size(values[number], state.weight, state.slot) for number in turned)
        digits = (significant_digits(self.levers[number], values[number]) for number in turned)
        return len(set(turned).difference(self._own)) > 0, len(turned), max(digits, default=0), rounded(sum(sizes))

    def solution(self) -> Try:
        """The smallest change that reaches the targets, or else what comes nearest to them."""
        start, reached = self.tried(self.now), None
        assert self.best is not None
        if not start.unreached:
            return start
        try:
            reached = self._smallest_set() or self._thorough()
            if start.state.exact:
                self._all_before()
                reached = self.smallest
            elif reached is not None:
                reached = self._tidied(self._shrunk(reached))
            return reached or self._tidied(self._without_idle_turns())
        except OutOfSteps:
            self.out_of_steps = True
        return (self.smallest if start.state.exact else reached) or self.best

    def tried(self, values: Values) -> Try:
        """Evaluate these values, keeping the best so far; OutOfSteps if this would exceed the limit on steps."""
        if (known := self._tries.get(values)) is not None:
            return known
        attempt = self._tries[values] = self._try(values, self._steps.state(values))
        if self.best is None or attempt.nearness < self.best.nearness:
            self.best = attempt
        if not attempt.unreached and self._is_before(values):
            self.smallest = attempt
        return attempt

    def _try(self, values: Values, state: PoolState) -> Try:
        sizes = [lever.size(value, state.weight, state.slot) for lever, value in zip(self.levers, values, strict=True)]
        standings = tuple(standing(target, state, self._members) for target in self._targets)
        return Try(values, state, standings, sum(size > 0 for size in sizes), sum(sizes))

    def _is_before(self, values: Values) -> bool:
        return self.smallest is None or self.rank(values) < self.rank(self.smallest.values)

    def _all_before(self) -> None:
        """Look through all values of the grid that come before the smallest solution so far."""
        self._without_idle_turns()
        every = range(len(self.levers))
        for numbers in (self._own, every) if 0 < len(self._own) < len(every) else (every,):
            for count in range(1, len(numbers) + 1):
                if self._has(numbers, count):
                    self._refined()
                for active in combinations(numbers, count):
                    if numbers is every and set(active) <= set(self._own) and len(self._own) < len(every):
                        continue
                    if count == 1:
                        self._along(active[0], self.now)
                    elif count <= MOST_COMBINED and not all(map(self._is_idle_factor, active)):
                        choices = [combined_values(self.levers[number]) for number in active]
                        self._smallest_in(active, self.now, choices, DIGITS)
                if self._has(numbers, count):
                    self._refined()
                    return

    def _is_idle_factor(self, number: int) -> bool:
        """Whether the lever is a factor which alone has no effect at all, as its submitter competes with nobody."""
        if self.levers[number].kind is not LeverKind.FACTORS:
            return False
        others = _with(self.now, number, 0.0)
        alone = (attempt for attempt in self._tries.values() if _with(attempt.values, number, 0.0) == others)
        return all(attempt.state.holds == self._tries[self.now].state.holds for attempt in alone)

    def _has(self, numbers: Sequence[int], count: int) -> bool:
        """Whether the smallest solution so far turns no more levers than this, and only of these."""
        if self.smallest is None or self.smallest.turned > count:
            return False
        values = self.smallest.values
        return all(values[number] == lever.now or number in numbers for number, lever in enumerate(self.levers))

    def _along(self, number: int, base: Values) -> None:
        """Look for the smallest change of a lever that reaches the targets, the others as in `base`."""
        lever = self.levers[number]
        self._smallest_in((number,), base, [round_values(lever)], DIGITS)
        for digits in range(DIGITS + 1, MOST_DIGITS + 1):
            others = _with(base, number, 0.0)
            along = [attempt for attempt in self._tries.values() if _with(attempt.values, number, 0.0) == others]
            along.sort(key=lambda attempt: attempt.values[number])
            for less, more in pairwise(along):
                if not self._is_barren((less, more), 1, slots=1):
                    between = values_between(lever, less.values[number], more.values[number], digits)
                    self._smallest_in((number,), base, [between], digits)

    def _smallest_in(
        self, active: Sequence[int], base: Values, choices: Sequence[Sequence[float]], digits: int
    ) -> None:
        """Look through all combinations of these values of levers for the smallest change that reaches the targets.

        Boxes of values are split again and again, those with the smallest changes first, but for those in which there
        is nothing to be found: nothing smaller than the solution so far, or see `_is_barren`.
        """
        state = self._tries[self.now].state
        sizes = [
            [self.levers[number].size(value, state.weight, state.slot) for value in values]
            for number, values in zip(active, choices, strict=True)
        ]
        others, turned, _, size = self.rank(_with_all(base, active, [self.levers[number].now for number in active]))
        prefix = max(others, not set(active) <= set(self._own)), turned + len(active), digits

        def least(box: Box) -> float:
            total = size
            for (low, high), number, values, own in zip(box, active, choices, sizes, strict=True):
                is_inside = values[low] < self.levers[number].now < values[high]
                total += 0.0 if is_inside else min(own[low], own[high])
            return rounded(total)

        def corners_of(box: Box) -> list[Values]:
            every = dict.fromkeys(product(*box))
            return [
                _with_all(base, active, [own[at] for own, at in zip(choices, places, strict=True)]) for places in every
            ]

        whole: Box = tuple((0, len(values) - 1) for values in choices)
        boxes = [(least(whole), whole)]
        while boxes:
            size_at_least, box = heappop(boxes)
            if self.smallest is not None and (*prefix, size_at_least) >= self.rank(self.smallest.values):
                continue
            # The boxes that come next are most likely looked at too.
            near = (corners_of(it) for it in (box, *(it for _, it in nsmallest(_BOXES_AHEAD, boxes))))
            self._steps.foresee(chain.from_iterable(near))
            corners = list(map(self.tried, corners_of(box)))
            widths = [high - low for low, high in box]
            widest = max(widths)
            if widest <= 1 or self._is_barren(corners, widest, WIGGLE if digits == DIGITS else 1):
                continue
            side = widths.index(widest)
            low, high = box[side]
            middle = (low + high) // 2
            for half in ((low, middle), (middle, high)):
                part = (*box[:side], half, *box[side + 1 :])
                heappush(boxes, (least(part), part))

    def _is_barren(self, corners: Sequence[Try], width: int, slots: int) -> bool:
        """Whether nothing between these is expected to reach the targets if none of them does.

        They are so close to each other that results between are like theirs: without any effect, or missing a target on
        the same side by more than some slots. For one lever it is not enough that results are equal while shares
        differ, since rounding may make one between differ; for combinations and for more digits, of which there are
        many, it is.
        """
        if width > CLOSE:
            return False
        first = corners[0].state
        is_alone = len(corners) == 2 and slots == WIGGLE
        if all(
            own.state.holds == first.holds and (not is_alone or own.state.shares == first.shares) for own in corners
        ):
            return True
        for standings in zip(*(corner.standings for corner in corners), strict=True):
            # Where slots are uneven, a change of some slots may be one of the largest.
            lump = max(corner.state.lump if is_alone else 0.0 for corner in corners)
            margin = standings[0].tolerance + slots * max(lump, first.slot)
            short = [standing.short for standing in standings]
            if min(short) > margin or max(short) < -margin:
                return True
        return False

    def _refined(self) -> None:
        """Make the smallest solution so far rounder and smaller: its levers together, and then one after the other."""
        assert self.smallest is not None
        for digits in range(DIGITS, self.rank(self.smallest.values)[2]):
            pairs = zip(self.levers, self.smallest.values, strict=True)
            ways = [[value] if value == lever.now else rounded_ways(lever, value, digits) for lever, value in pairs]
            for values in sorted(filter(self._is_before, product(*ways)), key=self.rank):
                if not self.tried(values).unreached:
                    break
        for _ in range(SWEEPS):
            before = self.smallest
            for number, lever in enumerate(self.levers):
                if self.smallest.values[number] != lever.now:
                    self._along(number, self.smallest.values)
            if self.smallest is before:
                break

    def _smallest_set(self) -> Try | None:
        """The smallest change among the smallest sets of levers that reach the targets.

        Levers of submitters and groups without targets are tried only if those with targets do not suffice.
        """
        smallest = self._smallest_of(self._own)
        if smallest is None and len(self._own) < len(self.levers):
            return self._smallest_of(range(len(self.levers)))
        return smallest

    def _is_about(self, lever: Lever) -> bool:
        names = [name for target in self._targets for name in target.names]
        return any(lever.name == name or lever.name in self._members.groups_above(name) for name in names)

    def _smallest_of(self, numbers: Sequence[int]) -> Try | None:
        sets = (active for count in range(1, len(numbers) + 1) for active in combinations(numbers, count))
        reached: list[Try] = []
        foreseen = 0
        for seen, active in enumerate(sets):
            # Sets come smallest first: once one reaches the targets, larger ones can only be worse.
            # Half of the steps are left for trimming.
            if reached and (len(active) > reached[0].turned or self._steps.taken > self._steps.most // 2):
                break
            if seen >= MOST_SETS or self._steps.taken > self._steps.most // 2:
                attempt = self._by_rules(numbers, self.now)
                return self._fewer(attempt) if not attempt.unreached else None
            if len(active) > foreseen:
                # Each set of a size is tried, whatever comes of the others.
                foreseen = len(active)
                self._foresee(list(islice(combinations(numbers, foreseen), MOST_SETS - seen)))
            attempt = self._by_rules(active, self._flipped(active))
            if attempt.unreached and len(active) == len(self._targets) == 1:
                [number], others = active, _with(attempt.values, active[0], 0.0)
                along = [own for own in self._tries.values() if _with(own.values, number, 0.0) == others]
                attempt = self._between(number, attempt, along)
            if not attempt.unreached:
                reached.append(attempt)
        return min(reached, key=lambda solution: (solution.turned, rounded(solution.size), solution.miss), default=None)

    def _flipped(self, active: Sequence[int]) -> Values:
        """The present values, but for switches among these levers."""
        flipped = {number for number in active if self.levers[number].kind is LeverKind.SURPLUS}
        return tuple(1.0 - value if number in flipped else value for number, value in enumerate(self.now))

    def _foresee(self, sets: Sequence[Sequence[int]]) -> None:
        """Evaluate side by side what the rules will ask for with these sets of levers."""
        asking = [self._rounds(active, self._flipped(active), ROUNDS) for active in sets]
        wanted = {number: next(rounds) for number, rounds in enumerate(asking)}
        while wanted and self._steps.foresee(wanted.values()):
            for number, values in list(wanted.items()):
                del wanted[number]
                state = self._steps.foreseen(values)
                with suppress(StopIteration):
                    if state is not None:
                        wanted[number] = asking[number].send(self._try(values, state))

    def _by_rules(self, active: Sequence[int], values: Values, rounds: int = ROUNDS) -> Try:
        """The nearest that the rules get with these levers."""
        asking = self._rounds(active, values, rounds)
        wanted = next(asking)
        while True:
            try:
                wanted = asking.send(self.tried(wanted))
            except StopIteration as end:
                nearest: Try = end.value
                return nearest

    def _rounds(self, active: Sequence[int], values: Values, rounds: int) -> Generator[Values, Try, Try]:
        """Asks for what the rules propose, round after round; returns the nearest."""
        best = latest = yield values
        tried, idle, power = {values}, 0, 1.0
        for _ in range(rounds):
            # Two steps without any effect mean that whole slots or demand are in the way, not the size of the change.
            if latest.close or idle > 1:
                break
            after = self._rules.proposed(latest, active, tried, power)
            if after in tried:
                both = zip(latest.values, after, strict=True)
                after = tuple(self._middle(number, *pair) for number, pair in enumerate(both))
            if after in tried:
                break
            tried.add(after)
            before, latest = latest, (yield after)
            idle = idle + 1 if latest.state.holds == before.state.holds else 0
            pairs = zip(before.standings, latest.standings, strict=True)
            if any(old.apart * new.apart < 0 for old, new in pairs):  # from too little to too much, or back
                # Factors do more than the rule says here, as they do when priorities preempt.
                power /= 2
            if latest.nearness < best.nearness:
                best = latest
        return best

    def _middle(self, number: int, first: float, second: float) -> float:
        """The middle of two values: geometric for factors; for weights a whole number, if one is between."""
        lever = self.levers[number]
        if lever.kind is LeverKind.FACTORS:
            return rounded(sqrt(max(first, 1.0) * max(second, 1.0)))
        # Limits are cut to whole numbers: a static quota of 7.5 gives what 7 gives.
        middle = rounded((first + second) / 2)
        is_between = min(first, second) < round(middle) < max(first, second)
        return float(round(middle)) if lever.static and is_between else middle

    def _thorough(self) -> Try | None:
        """Search the levers one after the other, starting from the best values; then revert unnecessary changes."""
        assert self.best is not None
        for _ in range(SWEEPS):
            before = self.best.nearness
            for number in sorted(range(len(self.levers)), key=lambda number: number not in self._own):
                self._by_halves(number)
                if not self.best.unreached:
                    return self._fewer(self.best)
            if self.best.nearness >= before:
                break
        return None

    def _by_halves(self, number: int) -> None:
        """Bisect one lever between its bounds, starting from the best values."""
        lever, start = self.levers[number], self.best
        assert start is not None
        # Surplus is a switch: it has one other value, and nothing lies between.
        ends = (1.0 - start.values[number],) if lever.kind is LeverKind.SURPLUS else (lever.low, lever.high)
        points = [start, *(self.tried(_with(start.values, number, end)) for end in dict.fromkeys(ends))]
        if lever.kind is not LeverKind.SURPLUS:
            self._between(number, start, points)

    def _between(self, number: int, start: Try, points: Sequence[Try]) -> Try:
        """The best try found by bisecting between too little and too much, for the worst target first."""
        along = {attempt.values[number]: attempt for attempt in points}
        best = start
        misses = [-abs(result.short) / result.scale for result in start.standings]
        for worst in sorted(range(len(misses)), key=misses.__getitem__):
            pairs = pairwise(sorted((value, attempt.standings[worst].apart) for value, attempt in along.items()))
            # Two neighbouring values, one giving too little and the other too much.
            straddling = ((low, high) for (low, less), (high, more) in pairs if less * more < 0)
            pair = None if start.standings[worst].reached else next(straddling, None)
            for _ in range(HALVINGS):
                if pair is None or (middle := self._middle(number, *pair)) in pair:
                    break
                low, high = pair
                halved = along[middle] = self.tried(_with(start.values, number, middle))
                best = min(best, halved, key=lambda attempt: attempt.nearness)
                if halved.close and abs(halved.standings[worst].apart) <= halved.standings[worst].near:
                    return best
                same = halved.standings[worst].apart * along[low].standings[worst].apart > 0
                pair = (middle, high) if same else (low, middle)
        return best

    def _fewer(self, solution: Try) -> Try:
        """The values without unnecessary changes; the smallest changes are reverted first."""
        state = solution.state
        order = [number for number, lever in enumerate(self.levers) if solution.values[number] != lever.now]
        order.sort(key=lambda number: self.levers[number].size(solution.values[number], state.weight, state.slot))
        # The smallest first: what hardly matters is most likely superfluous, and each reversal makes the next harder.
        for number in order:
            values = _with(solution.values, number, self.levers[number].now)
            active = [other for other in order if other != number and values[other] != self.levers[other].now]
            other = self._by_rules(active, values, rounds=2)
            if not other.unreached:
                solution = other
        return solution

    def _without_idle_turns(self) -> Try:
        """The nearest values, without changes that bring no target nearer."""
        assert self.best is not None
        own = self.best.values
        self._steps.foresee(_with(own, number, lever.now) for number, lever in enumerate(self.levers))
        for number, lever in enumerate(self.levers):
            if self.best.values[number] != lever.now:
                self.tried(_with(self.best.values, number, lever.now))
        return self.best

    def _shrunk(self, solution: Try) -> Try:
        """The values with smaller changes where the result is as good; levers of exact targets are left alone."""
        of_exact = (target.names for target in self._targets if target.kind in (TargetKind.SHARE, TargetKind.USE))
        exact = {name for names in of_exact for name in names}
        for number, lever in enumerate(self.levers):
            if solution.values[number] == lever.now or lever.name in exact or lever.kind is LeverKind.SURPLUS:
                continue
            # Bisection towards the present value: the last value that still does is the smallest change.
            back = lever.now
            for _ in range(2):
                middle = self._middle(number, solution.values[number], back)
                if middle in (solution.values[number], back):
                    break
                other = self.tried(_with(solution.values, number, middle))
                if self._as_good(other, solution):
                    solution = other
                else:
                    back = middle
        return solution

    @staticmethod
    def _as_good(other: Try, solution: Try) -> bool:
        return (
            other.unreached == solution.unreached
            and other.turned == solution.turned
            and (other.close or rounded(other.miss) <= rounded(solution.miss))
        )

    def _tidied(self, solution: Try) -> Try:
        """The values with fewer digits, where the result is as good."""
        for number, lever in enumerate(self.levers):
            value = solution.values[number]
            if value == lever.now or lever.kind is LeverKind.SURPLUS:
                continue
            # Limits are whole numbers, and so are most quotas.
            is_whole = lever.kind is LeverKind.QUOTAS and lever.static and value >= 1
            short = lever.within(float(ceil(value)) if is_whole else float(f"{value:.{_SHORT}g}"))
            if short not in (value, lever.now):
                other = self.tried(_with(solution.values, number, short))
                if self._as_good(other, solution):
                    solution = other
        return solution


def _with(values: Values, number: int, value: float) -> Values:
    return (*values[:number], value, *values[number + 1 :])


def _with_all(values: Values, numbers: Sequence[int], chosen: Sequence[float]) -> Values:
    own = dict(zip(numbers, chosen, strict=True))
    return tuple(own.get(number, value) for number, value in enumerate(values))
