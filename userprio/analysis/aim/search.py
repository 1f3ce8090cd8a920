"""The search for the fewest levers that reach the targets and, among equally few, the smallest change.

Sets of levers are tried, smallest first. The rules propose values for a set, a course shows their result, and the
rules start again from there. If no set reaches the targets this way, levers are searched one after the other: by
bisection between values that give too little and too much, and finally over all of their bounds. Unnecessary changes
are then reverted.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import ceil, floor, sqrt
from typing import Final

from msgspec import Struct

from userprio.analysis.aim.levers import Lever, LeverKind, OutOfSteps, Steps, Values
from userprio.analysis.aim.rules import LeverRules, rounded
from userprio.analysis.aim.targets import Course, Members, Target, TargetKind, TargetStanding, standing

ROUNDS: Final = 5
"""How often the rules are applied to a set of levers."""
MOST_SETS: Final = 64
HALVINGS: Final = 12
SCATTERED: Final = 64
"""How many values spread over the bounds are tried as a last resort."""
FAR: Final = 16.0
"""The largest ratio by which these change a factor."""
SWEEPS: Final = 3
_DIGITS: Final = (2, 3, 4)
"""Numbers of significant digits to which a value is rounded if the result is as good."""


class Try(Struct, frozen=True):
    """Values and their result."""

    values: Values
    course: Course
    standings: tuple[TargetStanding, ...]
    turned: int
    """How many levers are turned."""
    size: float
    """The size of the change, see `Lever.size`."""

    @property
    def unreached(self) -> int:
        """How many targets are not reached."""
        return sum(not result.reached for result in self.standings)

    @property
    def miss(self) -> float:
        """By how much all targets together are missed, in units of their tolerances."""
        return sum(abs(result.short) / result.scale for result in self.standings)

    @property
    def close(self) -> bool:
        """Whether all targets are reached so closely that getting nearer would mean little."""
        return not self.unreached and all(abs(result.short) <= result.near * (1 + 1e-9) for result in self.standings)

    @property
    def nearness(self) -> tuple[int, float, int, float]:
        """A sort key: smaller is nearer, regardless of the change."""
        return self.unreached, rounded(self.miss), self.turned, self.size


class LeverSearch:
    """Looks for lever values that reach the targets."""

    def __init__(
        self, steps: Steps, levers: Sequence[Lever], targets: Sequence[Target], members: Members, rules: LeverRules
    ) -> None:
        self._steps, self.levers, self._targets = steps, levers, targets
        self._members, self._rules = members, rules
        self._tries: dict[Values, Try] = {}
        self.best: Try | None = None
        self.out_of_steps = False

    @property
    def now(self) -> Values:
        """The present values."""
        return tuple(lever.now for lever in self.levers)

    def solution(self) -> Try:
        """The smallest change that reaches the targets, or else what comes nearest to them."""
        start = reached = self.tried(self.now)
        assert self.best is not None
        if not start.unreached:
            return start
        try:
            reached = self._smallest_set() or self._thorough() or self._scattered() or start
            reached = self._without_idle_turns() if reached.unreached else self._shrunk(reached)
            return self._tidied(reached)
        except OutOfSteps:
            self.out_of_steps = True
        return self.best if reached.unreached else reached

    def tried(self, values: Values) -> Try:
        """Evaluate these values, keeping the best so far.

        Raises:
            OutOfSteps: this would exceed the limit on steps.
        """
        course = self._steps.course(values)
        sizes = [
            lever.size(value, course.weight, course.slot) for lever, value in zip(self.levers, values, strict=True)
        ]
        standings = tuple(standing(target, course, self._members) for target in self._targets)
        attempt = self._tries[values] = Try(values, course, standings, sum(size > 0 for size in sizes), sum(sizes))
        if self.best is None or attempt.nearness < self.best.nearness:
            self.best = attempt
        return attempt

    # -- by the rules ----------------------------------------------------------------------------------------------

    def _smallest_set(self) -> Try | None:
        """The smallest change among the smallest sets of levers that reach the targets.

        Levers of submitters and groups without targets are tried only if those with targets do not suffice.
        """
        numbers = range(len(self.levers))
        own = [number for number in numbers if self._is_about(self.levers[number])]
        smallest = self._smallest_of(own)
        return self._smallest_of(numbers) if smallest is None and len(own) < len(numbers) else smallest

    def _is_about(self, lever: Lever) -> bool:
        names = [name for target in self._targets for name in target.names]
        return any(lever.name == name or lever.name in self._members.groups_above(name) for name in names)

    def _smallest_of(self, numbers: Sequence[int]) -> Try | None:
        sets = (active for count in range(1, len(numbers) + 1) for active in combinations(numbers, count))
        reached: list[Try] = []
        for seen, active in enumerate(sets):
            if reached and (len(active) > reached[0].turned or self._steps.taken > self._steps.most // 2):
                break
            if seen >= MOST_SETS or self._steps.taken > self._steps.most // 2:
                attempt = self._by_rules(numbers, self.now)
                return self._fewer(attempt) if not attempt.unreached else None
            attempt = self._by_rules(active, self._started(active))
            if attempt.unreached and len(active) == len(self._targets) == 1:
                attempt = self._between(active[0], attempt, self._along(active[0], attempt))
            if not attempt.unreached:
                reached.append(attempt)
        return min(reached, key=lambda solution: (solution.turned, rounded(solution.size), solution.miss), default=None)

    def _started(self, active: Iterable[int]) -> Values:
        """The present values, with the active surplus levers flipped."""
        flips = {number for number in active if self.levers[number].kind is LeverKind.SURPLUS}
        return tuple(1.0 - lever.now if number in flips else lever.now for number, lever in enumerate(self.levers))

    def _by_rules(self, active: Sequence[int], values: Values, rounds: int = ROUNDS) -> Try:
        """The nearest that the rules get with these levers."""
        best = latest = self.tried(values)
        tried, idle, power = {values}, 0, 1.0
        for _ in range(rounds):
            if latest.close or idle > 1:
                break
            after = self._rules.proposed(latest.values, latest.course, latest.standings, active, tried, power)
            if after in tried:
                after = self._halfway(latest.values, after)
            if after in tried:
                break
            tried.add(after)
            before, latest = latest, self.tried(after)
            idle = idle + 1 if latest.course.holds == before.course.holds else 0
            if _turned_over(before, latest):
                # Factors do more than the rule says here, as they do when priorities preempt.
                power /= 2
            if latest.nearness < best.nearness:
                best = latest
        return best

    def _halfway(self, first: Values, second: Values) -> Values:
        return tuple(self._middle(number, *pair) for number, pair in enumerate(zip(first, second, strict=True)))

    def _middle(self, number: int, first: float, second: float) -> float:
        """The middle of two values: geometric for factors; for weights a whole number, if one is between."""
        lever = self.levers[number]
        if lever.kind is LeverKind.FACTORS:
            return rounded(sqrt(max(first, 1.0) * max(second, 1.0)))
        middle = rounded((first + second) / 2)
        return (
            float(round(middle)) if lever.static and min(first, second) < round(middle) < max(first, second) else middle
        )

    # -- by bisection ----------------------------------------------------------------------------------------------

    def _thorough(self) -> Try | None:
        """Search the levers one after the other, starting from the best values; then revert unnecessary changes."""
        assert self.best is not None
        for _ in range(SWEEPS):
            before = self.best.nearness
            for number in sorted(range(len(self.levers)), key=lambda number: not self._is_about(self.levers[number])):
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
        ends = (1.0 - start.values[number],) if lever.kind is LeverKind.SURPLUS else (lever.low, lever.high)
        points = [start, *(self.tried(_with(start.values, number, end)) for end in dict.fromkeys(ends))]
        if lever.kind is not LeverKind.SURPLUS:
            self._between(number, start, points)

    def _scattered(self) -> Try | None:
        """Try values spread over the bounds: with slots of different sizes, more of a lever may give less."""
        assert self.best is not None
        numbers = [number for number, lever in enumerate(self.levers) if self._is_about(lever)]
        per_lever = floor(SCATTERED ** (1 / len(numbers))) if numbers else 0
        if not self.best.course.exact or per_lever < 2:
            return None
        for chosen in product(*(self._spread(self.levers[number], per_lever) for number in numbers)):
            values = list(self.now)
            for number, value in zip(numbers, chosen, strict=True):
                values[number] = value
            attempt = self.tried(tuple(values))
            if not attempt.unreached:
                return self._fewer(attempt)
        return None

    @staticmethod
    def _spread(lever: Lever, count: int) -> list[float]:
        """`count` values between the bounds; factors in equal ratios around the present one."""
        parts = [(number + 0.5) / count for number in range(count)]
        if lever.kind is LeverKind.SURPLUS:
            return [0.0, 1.0]
        if lever.kind is LeverKind.FACTORS:
            return [lever.within(rounded(lever.now * FAR ** (2 * part - 1))) for part in parts]
        return [lever.within(rounded(lever.low + (lever.high - lever.low) * part)) for part in parts]

    def _along(self, number: int, near: Try) -> list[Try]:
        """All tries that differ from this one at most in this lever."""
        own = self.levers[number].now
        return [
            attempt
            for attempt in self._tries.values()
            if _with(attempt.values, number, own) == _with(near.values, number, own)
        ]

    def _between(self, number: int, start: Try, points: Sequence[Try]) -> Try:
        """The best try found by bisecting between too little and too much, for the worst target first."""
        along = {attempt.values[number]: attempt for attempt in points}
        best = start
        for worst in sorted(
            range(len(self._targets)),
            key=lambda place: -abs(start.standings[place].short) / start.standings[place].scale,
        ):
            pair = None if start.standings[worst].reached else self._straddling(along, worst)
            for _ in range(HALVINGS if pair is not None else 0):
                assert pair is not None
                low, high = pair
                middle = self._middle(number, low, high)
                if middle in pair:
                    break
                halved = along[middle] = self.tried(_with(start.values, number, middle))
                best = min(best, halved, key=lambda attempt: attempt.nearness)
                if halved.close and abs(halved.standings[worst].apart) <= halved.standings[worst].near:
                    return best
                same = halved.standings[worst].apart * along[low].standings[worst].apart > 0
                pair = (middle, high) if same else (low, middle)
        return best

    @staticmethod
    def _straddling(along: Mapping[float, Try], worst: int) -> tuple[float, float] | None:
        """Two neighbouring values, one giving too little and the other too much."""
        values = sorted(along)
        for low, high in pairwise(values):
            if along[low].standings[worst].apart * along[high].standings[worst].apart < 0:
                return low, high
        return None

    # -- no more than is needed ------------------------------------------------------------------------------------

    def _fewer(self, solution: Try) -> Try:
        """The values without unnecessary changes; the smallest changes are reverted first."""
        order = sorted(
            (number for number, lever in enumerate(self.levers) if solution.values[number] != lever.now),
            key=lambda number: self._size_of(number, solution),
        )
        for number in order:
            values = _with(solution.values, number, self.levers[number].now)
            active = [other for other in order if other != number and values[other] != self.levers[other].now]
            other = self._by_rules(active, values, rounds=2)
            if not other.unreached:
                solution = other
        return solution

    def _size_of(self, number: int, attempt: Try) -> float:
        return self.levers[number].size(attempt.values[number], attempt.course.weight, attempt.course.slot)

    def _without_idle_turns(self) -> Try:
        """The nearest values, without changes that bring no target nearer."""
        assert self.best is not None
        for number, lever in enumerate(self.levers):
            if self.best.values[number] != lever.now:
                self.tried(_with(self.best.values, number, lever.now))
        return self.best

    def _shrunk(self, solution: Try) -> Try:
        """The values with smaller changes where the result is as good; levers of exact targets are left alone."""
        exact = {target.name for target in self._targets if target.kind in (TargetKind.SHARE, TargetKind.USE)}
        exact |= {target.other for target in self._targets if target.other is not None}
        for number, lever in enumerate(self.levers):
            if solution.values[number] == lever.now or lever.name in exact or lever.kind is LeverKind.SURPLUS:
                continue
            back = lever.now
            for _ in range(HALVINGS // 2 if solution.course.exact else 2):
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
            for short in map(
                lever.within, _short(lever, value) if solution.course.exact else _short(lever, value)[1:2]
            ):
                if short in (value, lever.now):
                    break
                other = self.tried(_with(solution.values, number, short))
                if self._as_good(other, solution):
                    solution = other
                    break
        return solution


def _with(values: Values, number: int, value: float) -> Values:
    return (*values[:number], value, *values[number + 1 :])


def _turned_over(before: Try, after: Try) -> bool:
    """Whether a target went from too little to too much, or the other way round."""
    pairs = zip(before.standings, after.standings, strict=True)
    return any(old.apart * new.apart < 0 for old, new in pairs)


def _short(lever: Lever, value: float) -> list[float]:
    """The value with fewer digits, fewest first. Limits are whole numbers, and so are most quotas."""
    if lever.kind is LeverKind.QUOTAS and lever.static and value >= 1:
        return [float(floor(value)), float(ceil(value))]
    return [float(f"{value:.{digits}g}") for digits in _DIGITS]
