"""What is written down while a pool lives on."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from userprio.accounting import MIN_FACTOR, priority_factor, real_priority
from userprio.ledger import Customer
from userprio.simulation.result import Point
from userprio.simulation.world import World


def factor_of(world: World, name: str) -> float:
    """The priority factor of a submitter or group at the moment."""
    customer = world.ledger.customers.get(name) or Customer(name)
    return max(priority_factor(customer, world.group_of(name), world.rules), MIN_FACTOR)


def held_by_group(world: World, group: str) -> float:
    """Weight in use by a group and all below it; of `<none>` by those without a group."""
    customer = world.ledger.customers.get(group)
    return 0.0 if customer is None else customer.hier_weighted_resources_used or 0.0


class Recorder:
    """The courses of some names: priorities are looked at before each cycle, use after it."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(names)
        self._priorities: dict[str, list[tuple[float, float]]] = defaultdict(list)
        self._use: dict[str, list[float]] = defaultdict(list)

    def look(self, world: World) -> None:
        """Note everybody's priorities."""
        for name in self._names:
            real = real_priority(world.ledger.customers.get(name) or Customer(name))
            self._priorities[name].append((real, real * factor_of(world, name)))

    def use(self, in_use: Mapping[str, float]) -> None:
        """Note what everybody has in use; nothing where nothing is given."""
        for name in self._names:
            self._use[name].append(in_use.get(name, 0.0))

    def points(self, name: str) -> tuple[Point, ...]:
        """The course of one of them."""
        noted = zip(self._use[name], self._priorities[name], strict=True)
        return tuple(Point(in_use, real, effective) for in_use, (real, effective) in noted)

    def effective_priorities(self, name: str) -> list[float]:
        """Its effective priority at each moment."""
        return [effective for _, effective in self._priorities[name]]

    def used(self, name: str, times: Sequence[int]) -> float:
        """Weight-seconds from the first moment to the last."""
        intervals = zip(self._use[name], times, times[1:], strict=False)
        return sum(weight * (later - at) for weight, at, later in intervals)
