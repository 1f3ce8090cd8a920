"""The search for the fewest levers that reach the targets and, among equally few, the smallest change.

Sets of levers are tried, smallest first. Closed-form rules propose values for a set, a state of the pool shows their
result, and the rules start again from there. If no set reaches the targets this way, levers are searched one after the
other: by bisection between values that give too little and too much, and finally over all of their bounds. Unnecessary
changes are then reverted.

The rules: a share of the pie is inversely proportional to effective priority. So, in one cycle, a submitter's odds
against its competitors are inversely proportional to its factor; once use has settled, to the square root of its factor
(`simulation.priorities`). A quota is what the tree hands down (`quotas.assign_quotas`). Effects that the rules ignore,
such as whole slots, running jobs and surplus, show in the next state, from which they are applied again.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import combinations, pairwise, product
from math import ceil, floor, sqrt
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from userprio.accounting.quotas import GroupTree, QuotaSettings, assign_quotas
from userprio.analysis.aim.levers import (
    Horizon,
    Lever,
    LeverKind,
    Members,
    OutOfSteps,
    PoolState,
    Steps,
    Target,
    TargetKind,
    TargetStanding,
    Values,
    standing,
)

Turned: TypeAlias = Set[tuple[LeverKind, str]]
"""The levers that a rule may turn, by kind and name."""
MOST_AT_ONCE: Final = 64.0
"""The most by which a weight in the pie is multiplied or divided in one step."""
_HALVINGS: Final = 60
_DECIMALS: Final = 9
_EXPONENTS: Final = {Horizon.CYCLE: 1.0, Horizon.LONG_RUN: 2.0, Horizon.REPLAY: 2.0}
"""The factor goes with this power of the submitter's odds."""


class LeverRules:
    """Proposes values by closed-form rules."""

    def __init__(self, levers: Sequence[Lever], members: Members, settings: QuotaSettings, over: Horizon) -> None:
        self.levers, self.members, self._settings = levers, members, settings
        self._exponent = _EXPONENTS[over]

    def proposed(self, latest: "Try", active: Iterable[int], tried: set[Values], power: float = 1.0) -> Values:
        """The values that should reach the targets by the rules, after the latest; only `active` levers change.

        The rule's ratio for factors is raised to `power`. Values already `tried` are avoided.
        """
        values, state = latest.values, latest.state
        # Waits are seconds and all other targets weights: no rule turns the one into the other.
        waits = [result for result in latest.standings if result.target.kind is TargetKind.WAIT and result.short]
        standings = [result for result in latest.standings if result.target.kind is not TargetKind.WAIT]
        active = [number for number in active if self.levers[number].kind is not LeverKind.SURPLUS]
        turned = {(self.levers[number].kind, self.levers[number].name) for number in active}
        tree, proposal = self._tree(values), list(values)
        for number, lever in ((number, self.levers[number]) for number in active):
            # A wait that is too long outranks a weight: otherwise two targets of one lever would pull it to and fro.
            patience = self._times_too_long(lever.name, waits)
            if lever.kind is LeverKind.FACTORS:
                ratio = self._weight_ratio(lever.name, state, standings, turned) if patience <= 1 else patience
                value = values[number] / min(max(ratio, 1 / MOST_AT_ONCE), MOST_AT_ONCE) ** (self._exponent * power)
                proposal[number] = lever.within(rounded(value))
            else:
                weight = self._quota_weight(lever.name, tree, state, standings, turned)
                if weight is None or patience > 1:
                    weight = self._weight_by_waits(lever.name, tree, state, waits, turned)
                if weight is not None:
                    proposal[number] = lever.within(self._configured(tree, lever, weight, state.weight))
        if tuple(proposal) in tried:
            # Whole slots or surplus are likely to add the same error again: correct by the difference.
            for number, lever in ((number, self.levers[number]) for number in active):
                missing = next((result.short for result in standings if result.target.name == lever.name), 0.0)
                if lever.kind is LeverKind.QUOTAS and missing:
                    now = self._subtree(tree, lever, values[number], state.weight)
                    proposal[number] = lever.within(self._configured(tree, lever, now + missing, state.weight))
        return tuple(proposal)

    def excess(self, values: Values, pool: float) -> Iterator[tuple[list[str], float, float]]:
        """Siblings whose quotas together exceed what their parent has for them: names, sum, and what there is."""
        tree = self._tree(values)
        subtree = assign_quotas(tree, pool, self._settings).subtree
        for group in tree.groups:
            total = sum(subtree[child] for child in group.children)
            if total > subtree[group.number] * (1 + 1e-9):
                yield [tree.groups[child].name for child in group.children], total, subtree[group.number]

    def _weight_by_waits(
        self, name: str, tree: GroupTree, state: PoolState, waits: Sequence[TargetStanding], turned: Turned
    ) -> float | None:
        """The weight to hand a group so that waits get shorter; at most twice as much in one step.

        The additional weight comes from the other groups that may be turned, in equal parts.
        """
        quotas = self._quotas(tree, state.weight)
        most = {group: max(weight, state.slot) for group, weight in quotas.items()}
        patience = min(self._times_too_long(name, waits), 2.0)
        if patience > 1:
            return most[name] * patience
        groups = [group for kind, group in turned if kind is LeverKind.QUOTAS]
        favoured = [group for group in groups if self._times_too_long(group, waits) > 1]
        taken = sum(most[group] * (min(self._times_too_long(group, waits), 2.0) - 1) for group in favoured)
        return max(quotas[name] - taken / (len(groups) - len(favoured)), state.slot) if taken else None

    def _times_too_long(self, name: str, waits: Iterable[TargetStanding]) -> float:
        """The factor by which a wait is too long; no rule says how much more of the pie that requires."""
        of_it = (wait for wait in waits if wait.target.name == name or self._inside(wait.target.name, name))
        return max((wait.held / wait.wanted for wait in of_it), default=1.0)

    def _weight_ratio(self, name: str, state: PoolState, standings: Sequence[TargetStanding], turned: Turned) -> float:
        """The ratio by which the submitter's weight in the pie should grow."""
        group = self.members.tree.assigned(name).name
        pie = [member for member in state.holds if self.members.tree.assigned(member).name == group]
        pie_weight = state.held(pie)
        # Ratios need something above 0: a quarter of a slot counts as nothing, and keeps the first step finite.
        least = state.slot / 4 or 1.0

        def held(submitter: str) -> float:
            """What the submitter holds, or its share if the two differ by less than a slot."""
            # Whole slots make what is held jump; within a slot the share, which moves evenly, is the better guide.
            weight, share = state.holds.get(submitter, 0.0), state.shares.get(submitter, 0.0) * pie_weight
            return max(share if abs(share - weight) < state.slot else weight, least)

        wanted: dict[str, float] = {}
        for result in standings:
            target, other = result.target, result.target.other
            if other is None:
                if not self.members.is_group(target.name):
                    wanted[target.name] = result.held + result.short
            elif target.name not in wanted and other not in wanted:
                if name in target.names and other in pie and target.name in pie:
                    ratio = target.amount * held(other) / held(target.name)
                    if name == target.name:
                        return ratio
                    # If both factors may be turned, one of the two does all the work: moving both would overshoot.
                    return 1.0 if (LeverKind.FACTORS, target.name) in turned else 1 / ratio
                wanted |= {target.name: result.wanted, other: result.held - result.short + _other(result)}
        own = {member: weight for member, weight in wanted.items() if member in pie}
        if not own:
            return 1.0
        moved = [member for member in own if (LeverKind.FACTORS, member) in turned]
        others = [member for member in pie if member not in moved]
        # Submitters with all that they want give something up only if nobody else has anything.
        rest = [member for member in others if member in state.wanting or member in own] or others
        have, left = sum(map(held, rest)), sum(map(held, rest)) + sum(held(member) - own[member] for member in moved)
        # What the pie loses to this submitter its competitors lose, so that odds, not weights, are scaled.
        if name in own:
            against = have / max(left, least) if rest else 1.0
            ratio = max(own[name], least) / held(name) * against
            return max(ratio, self._by_share(name, own[name], pie, state)) if ratio > 1 else ratio
        if moved:
            return 1.0
        # A competitor of submitters that have targets.
        member, weight = next(iter(own.items()))
        against = sum(held(rival) for rival in pie if rival != member and (rival in state.wanting or rival == name))
        odds = max(weight, least) / held(member) * against / max(against + held(member) - weight, least)
        return 1 / odds

    @staticmethod
    def _by_share(name: str, wanted: float, pie: Sequence[str], state: PoolState) -> float:
        """The ratio by which the weight has to grow for the share itself to reach what is wanted.

        A submitter may hold more than its share while others want less than theirs.
        """
        # Example: with a share of 10% it holds 30%, as others rest. To be sure of 40%, its share has to grow fourfold.
        share, pie_weight = state.shares.get(name, 0.0), state.held(pie)
        if not 0 < share < 1 or wanted >= pie_weight:
            return 0.0
        return wanted / (pie_weight - wanted) * (1 - share) / share

    def _quota_weight(
        self, name: str, tree: GroupTree, state: PoolState, standings: Sequence[TargetStanding], turned: Turned
    ) -> float | None:
        """The weight to hand the group and its subgroups; None: unchanged."""
        mine, now = state.held(self.members.of(name)), self._quotas(tree, state.weight)[name]
        for result in standings:
            if result.target.name == name and result.target.other is None:
                return result.wanted if result.short or result.target.kind is TargetKind.SHARE else None
        for result in standings:
            if result.target.other is not None and name in result.target.names:
                # With both quotas free, each group moves to its part of what they have together; with one, that does.
                both = all((LeverKind.QUOTAS, party) in turned for party in result.target.names)
                other_weight = _other(result)
                if name == result.target.name:
                    return result.wanted if both else result.target.amount * other_weight
                return result.held + other_weight - result.wanted if both else result.held / result.target.amount
        for result in standings:
            own = next((party for party in result.target.names if self._inside(party, name)), None)
            if own is None or not result.short:
                continue
            missing = result.short if own == result.target.name else -result.short
            # A lever of its own brings the target there; the groups around it must only leave the room.
            if (LeverKind.QUOTAS, own) in turned or (LeverKind.FACTORS, own) in turned:
                return max(now, mine) + max(missing, 0.0)
            held = state.held(self.members.of(own))
            if not self.members.is_group(own) and held > 0:
                return mine * max(held + missing, 0.0) / held
            return mine + missing
        for result in standings:
            if result.short and not self.members.meet(result.target.name, name):
                return max(min(now, mine) - result.short, 0.0)
        return None

    def _inside(self, name: str, group: str) -> bool:
        return group in self.members.groups_above(name)

    def _tree(self, values: Values) -> GroupTree:
        return _with_quotas(self.members.tree, zip(self.levers, values, strict=True))

    def _quotas(self, tree: GroupTree, pool: float) -> Mapping[str, float]:
        subtree = assign_quotas(tree, pool, self._settings).subtree
        return {group.name: subtree[group.number] for group in tree.groups}

    def _subtree(self, tree: GroupTree, lever: Lever, value: float, pool: float) -> float:
        """The weight that the group is handed with this quota."""
        return self._quotas(_with_quotas(tree, [(lever, value)]), pool)[lever.name]

    def _configured(self, tree: GroupTree, lever: Lever, weight: float, pool: float) -> float:
        """The smallest quota, with as few digits as possible, that hands the group this weight."""
        weight = rounded(max(weight, 0.0))
        low, high = lever.low, lever.high
        if self._subtree(tree, lever, high, pool) < weight:
            return high
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            enough = self._subtree(tree, lever, middle, pool) >= weight
            # The tree has no inverse: parents scale, siblings compete. But more quota never gives less: halving works.
            low, high = (low, middle) if enough else (middle, high)
        # Limits are truncated to whole numbers: the slightest shortfall would cost a slot.
        for decimals in range(_DECIMALS + 1):
            short = round(high, decimals)
            if weight <= self._subtree(tree, lever, short, pool) <= weight + 1e-6:
                return short
        return math.ceil(high * 10**_DECIMALS) / 10**_DECIMALS


def rounded(value: float) -> float:
    """The value rounded to the nine decimals that are written."""
    return round(value, _DECIMALS)


def _other(result: TargetStanding) -> float:
    """The weight of the other party of a comparison."""
    return result.wanted * (1 + result.target.amount) / result.target.amount - result.held


def _with_quotas(tree: GroupTree, values: Iterable[tuple[Lever, float]]) -> GroupTree:
    groups = {group.name: group for group in tree.groups}
    for lever, value in values:
        if lever.kind is LeverKind.QUOTAS:
            groups[lever.name] = replace(groups[lever.name], configured=value, static=lever.static)
    return GroupTree(tuple(groups.values()), tree.numbers, tree.accepts_surplus, tree.warnings)


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
    state: PoolState
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
            # From the cheapest to the dearest: each takes more steps than the last, and finds what that one cannot.
            reached = self._smallest_set() or self._thorough() or self._scattered() or start
            reached = self._without_idle_turns() if reached.unreached else self._shrunk(reached)
            return self._tidied(reached)
        except OutOfSteps:
            self.out_of_steps = True
        return self.best if reached.unreached else reached

    def tried(self, values: Values) -> Try:
        """Evaluate these values, keeping the best so far; OutOfSteps if this would exceed the limit on steps."""
        state = self._steps.state(values)
        sizes = [lever.size(value, state.weight, state.slot) for lever, value in zip(self.levers, values, strict=True)]
        standings = tuple(standing(target, state, self._members) for target in self._targets)
        attempt = self._tries[values] = Try(values, state, standings, sum(size > 0 for size in sizes), sum(sizes))
        if self.best is None or attempt.nearness < self.best.nearness:
            self.best = attempt
        return attempt

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
            # Sets come smallest first: once one reaches the targets, larger ones can only be worse.
            # Half of the steps are left for trimming.
            if reached and (len(active) > reached[0].turned or self._steps.taken > self._steps.most // 2):
                break
            if seen >= MOST_SETS or self._steps.taken > self._steps.most // 2:
                attempt = self._by_rules(numbers, self.now)
                return self._fewer(attempt) if not attempt.unreached else None
            flipped = {number for number in active if self.levers[number].kind is LeverKind.SURPLUS}
            values = tuple(1.0 - value if number in flipped else value for number, value in enumerate(self.now))
            attempt = self._by_rules(active, values)
            if attempt.unreached and len(active) == len(self._targets) == 1:
                [number], others = active, _with(attempt.values, active[0], 0.0)
                along = [own for own in self._tries.values() if _with(own.values, number, 0.0) == others]
                attempt = self._between(number, attempt, along)
            if not attempt.unreached:
                reached.append(attempt)
        return min(reached, key=lambda solution: (solution.turned, rounded(solution.size), solution.miss), default=None)

    def _by_rules(self, active: Sequence[int], values: Values, rounds: int = ROUNDS) -> Try:
        """The nearest that the rules get with these levers."""
        best = latest = self.tried(values)
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
            before, latest = latest, self.tried(after)
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
        # Surplus is a switch: it has one other value, and nothing lies between.
        ends = (1.0 - start.values[number],) if lever.kind is LeverKind.SURPLUS else (lever.low, lever.high)
        points = [start, *(self.tried(_with(start.values, number, end)) for end in dict.fromkeys(ends))]
        if lever.kind is not LeverKind.SURPLUS:
            self._between(number, start, points)

    def _scattered(self) -> Try | None:
        """Try values spread over the bounds: with slots of different sizes, more of a lever may give less."""
        assert self.best is not None
        numbers = [number for number, lever in enumerate(self.levers) if self._is_about(lever)]
        # The grid shrinks with the number of levers, so that the number of tries stays the same.
        per_lever = floor(SCATTERED ** (1 / len(numbers))) if numbers else 0
        if not self.best.state.exact or per_lever < 2:
            return None
        for chosen in product(*(self._spread(self.levers[number], per_lever) for number in numbers)):
            values = dict(enumerate(self.now)) | dict(zip(numbers, chosen, strict=True))
            attempt = self.tried(tuple(values.values()))
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
            for _ in range(HALVINGS // 2 if solution.state.exact else 2):
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
            for short in map(lever.within, _short(lever, value) if solution.state.exact else _short(lever, value)[1:2]):
                # No shorter form differs from the value itself, or it would undo the change.
                if short in (value, lever.now):
                    break
                other = self.tried(_with(solution.values, number, short))
                if self._as_good(other, solution):
                    solution = other
                    break
        return solution


def _with(values: Values, number: int, value: float) -> Values:
    return (*values[:number], value, *values[number + 1 :])


def _short(lever: Lever, value: float) -> list[float]:
    """The value with fewer digits, fewest first. Limits are whole numbers, and so are most quotas."""
    if lever.kind is LeverKind.QUOTAS and lever.static and value >= 1:
        return [float(floor(value)), float(ceil(value))]
    return [float(f"{value:.{digits}g}") for digits in _DIGITS]
