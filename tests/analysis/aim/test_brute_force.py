"""No change of the documented grid of values is smaller than the one that is found, and where none is, none reaches."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest

from tests.analysis.aim.drawn import Drawn, drawn, uneven
from tests.analysis.aim.test_drawn_pools import pool
from tests.marks import sampled
from userprio.accounting.quotas import build_tree
from userprio.analysis.aim import Aim, Lever, LeverKind, Permission, Target, TargetKind, aim
from userprio.analysis.aim.levers import Members, PoolState, after_cycle, levers_of
from userprio.analysis.plan import Changes, changed
from userprio.negotiation import Memory
from userprio.pool.scenario import ScenarioData

Values = tuple[float, ...]


def two_digits(lever: Lever) -> list[float]:
    """10, 11 to 99, and these times powers of ten; weights are whole numbers from 1 on."""
    if lever.kind is LeverKind.SURPLUS:
        return [0.0, 1.0]
    numbers = (float(f"{number}e{exponent}") for exponent in range(-5, 10) for number in range(10, 100))
    return scaled(lever, numbers, lever.low, lever.high)


def six_a_decade(lever: Lever) -> list[float]:
    """1, 1.5, 2, 3, 5, 7 times powers of ten; factors sixteen times what they are, or a sixteenth, at most."""
    if lever.kind is LeverKind.SURPLUS:
        return [0.0, 1.0]
    low, high = lever.low, lever.high
    if lever.kind is LeverKind.FACTORS:
        low, high = max(low, lever.now / 16), min(high, lever.now * 16)
    numbers = (float(f"{number}e{exponent}") for exponent in range(-5, 10) for number in (1, 1.5, 2, 3, 5, 7))
    return scaled(lever, numbers, low, high)


def scaled(lever: Lever, numbers: Iterator[float], low: float, high: float) -> list[float]:
    whole = lever.kind is LeverKind.QUOTAS and lever.static
    return sorted({low, high, *(n for n in numbers if low <= n <= high and not (whole and n > 1 and n % 1))})


def size_of(levers: Sequence[Lever], values: Values, state: PoolState) -> float:
    """The sum of the logarithms of ratios; a slot is added to quotas, and accepting surplus counts as a doubling."""
    total = 0.0
    for lever, value in zip(levers, values, strict=True):
        if lever.kind is LeverKind.SURPLUS:
            total += lever.now != value
        elif lever.kind is LeverKind.FACTORS:
            total += abs(math.log2(value / lever.now))
        else:
            unit = 1.0 if lever.static else state.weight
            total += abs(math.log2((value * unit + state.slot) / (lever.now * unit + state.slot)))
    return total


class Brute:
    """All changes of the grid, tried."""

    def __init__(self, scenario: ScenarioData, targets: Sequence[Target], levers: Sequence[Lever]) -> None:
        self.scenario, self.targets, self.levers = scenario, targets, levers
        self.memory = Memory()
        self.now = tuple(lever.now for lever in levers)
        self.known: dict[Values, bool] = {}
        self.start = after_cycle(scenario, self.memory)
        self.members = Members(build_tree(scenario.config), self.start.holds)

    def reaches(self, values: Values) -> bool:
        if values not in self.known:
            changes = Changes()
            for lever, value in zip(self.levers, values, strict=True):
                if value != lever.now:
                    changes = changes.and_then(lever.change(value))
            state = after_cycle(changed(self.scenario, changes, self.scenario.config)[0], self.memory)
            self.known[values] = all(self.is_met(target, state) for target in self.targets)
        return self.known[values]

    def is_met(self, target: Target, state: PoolState) -> bool:
        most = max(0.01 * state.weight, state.slot) / 2 * (1 + 1e-9)
        held = state.held(self.members.of(target.name))
        if target.kind is TargetKind.HOLD:
            return held >= target.amount - 1e-9
        if target.kind is TargetKind.SHARE:
            wanted = target.amount * state.weight
        else:
            assert target.other is not None
            both = held + state.held(self.members.of(target.other))
            wanted = both * target.amount / (1 + target.amount) if both else most
        return abs(held - wanted) <= most and not wanted > 0 >= held

    def changes_of(self, count: int) -> Iterator[Values]:
        """Of one lever all values of two digits, of several all combinations of six a decade."""
        values_of = two_digits if count == 1 else six_a_decade
        for active in combinations(range(len(self.levers)), count):
            choices = (
                values_of(lever) if number in active else [lever.now] for number, lever in enumerate(self.levers)
            )
            for values in product(*choices):
                if sum(value != now for value, now in zip(values, self.now, strict=True)) == count:
                    yield values

    def best(self) -> tuple[int, float, Values] | None:
        """The smallest change that reaches the targets: the fewest levers, then the smallest sum."""
        if self.reaches(self.now):
            return 0, 0.0, self.now
        for count in range(1, len(self.levers) + 1):
            own = [(size_of(self.levers, values, self.start), values) for values in self.changes_of(count)]
            for size, values in sorted(own):
                if self.reaches(values):
                    return count, size, values
        return None


def is_round(lever: Lever, value: float) -> bool:
    return value in (lever.now, lever.low, lever.high) or float(f"{value:.2g}") == value


def hold_to_the_grid(scenario: ScenarioData, targets: Sequence[Target], permissions: Sequence[Permission]) -> Aim:
    """What is found is as small as the best of the grid; if nothing is found, the grid has nothing either."""
    found = aim(scenario, targets, permissions, most_steps=20_000)
    levers = [each.lever for each in found.levers]
    brute = Brute(scenario, [each.target for each in found.targets], levers)
    best = brute.best()
    values = tuple(each.after for each in found.levers)
    if not found.reached:
        assert best is None, (best, values)
    else:
        assert brute.reaches(values)
        assert best is None or len(found.turned) <= best[0], (best, values)
        if best is not None and len(found.turned) == best[0]:
            assert all(map(is_round, levers, values)), (best, values)
            assert sum(each.size for each in found.turned) <= best[1] + 1e-9, (best, values)
    assert not found.out_of_steps
    return found


def task(seed: int) -> tuple[ScenarioData, list[Target], list[Permission]]:
    """A pool, targets and levers: a factor, a quota, two factors, a quota and surplus, or whatever is usual.

    Half of the targets are what a hidden change gives; whether the others can be reached is not known.
    """
    random = Random(seed)
    base = pool(7000 + seed, uneven if seed % 3 == 2 else drawn)
    names = list(base.now.holds)
    random.shuffle(names)
    tree = base.members.tree
    one, *rest = names
    rivals = [name for name in rest if tree.assigned(name).name == tree.assigned(one).name]
    groups = [group.name for group in tree.groups if group.name != "<none>"]
    factors = Permission(LeverKind.FACTORS, None, 100.0, 10000.0)
    match seed % 5:
        case 0:
            return base.scenario, shares_of(random, base, [one]), [factors]
        case 1 if rivals:
            use = Target(TargetKind.USE, one, random.choice((0.5, 1.0, 1.5, 2.0, 3.0)), rivals[0])
            return base.scenario, [use], [factors]
        case 2 if groups:
            group = random.choice(groups)
            weight = random.randint(1, max(1, int(base.now.weight * 0.6)))
            kind = random.choice((TargetKind.SHARE, TargetKind.HOLD))
            amount = weight / base.now.weight if kind is TargetKind.SHARE else float(weight)
            turn = [Permission(LeverKind.QUOTAS, group)]
            if random.random() < 0.5:
                turn.append(Permission(LeverKind.SURPLUS, group))
            return base.scenario, [Target(kind, group, amount)], turn
        case 3 if rivals:
            return base.scenario, shares_of(random, base, [one, rivals[0]]), [factors]
    return base.scenario, list(base.targets), []


def shares_of(random: Random, base: Drawn, names: Sequence[str]) -> list[Target]:
    """Shares that these have with other factors, or any."""
    if random.random() < 0.5:
        return [Target(TargetKind.SHARE, name, random.randint(1, 12 // len(names)) / 20) for name in names]
    levers = levers_of(
        base.scenario,
        [Target(TargetKind.SHARE, name, 0.5) for name in names],
        [Permission(LeverKind.FACTORS, None, 100.0, 10000.0)],
        base.members,
        base.now,
    )
    changes = Changes()
    for lever in levers:
        changes = changes.and_then(lever.change(random.choice(six_a_decade(lever))))
    then = after_cycle(changed(base.scenario, changes, base.scenario.config)[0])
    return [Target(TargetKind.SHARE, name, then.holds[name] / then.weight) for name in names]


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(100)))
def test_no_change_of_the_grid_is_smaller_than_what_is_found_for_a_hundred_drawn_targets(seed: int) -> None:
    hold_to_the_grid(*task(seed))
