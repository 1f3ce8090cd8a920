"""The courses of submitters and groups through a simulated pool: what they have in use, and what the ledger says."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

from userprio.accounting import Accountant, real_priority
from userprio.accounting.quotas import GroupTree
from userprio.ledger import Customer
from userprio.simulation.results import TrajectoryPoint
from userprio.simulation.world import SETTLED_S, World


class Recorder:
    """The courses of some names, each with what it has in use and what the ledger says of it."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = list(names)
        self.points: dict[str, list[TrajectoryPoint]] = defaultdict(list)
        """The course of each of them."""
        self._charged: dict[str, list[float]] = defaultdict(list)

    @classmethod
    def mean(cls, recorders: "Sequence[Recorder]") -> "Recorder":
        """The mean of several, which looked at the same names at the same moments."""
        mean = cls(recorders[0].names)
        for name in mean.names:
            courses = zip(*(recorder.points[name] for recorder in recorders), strict=True)
            mean.points[name] = [
                TrajectoryPoint(
                    fmean(point.in_use for point in points),
                    fmean(point.real_priority for point in points),
                    fmean(point.effective_priority for point in points),
                )
                for points in courses
            ]
            charges = zip(*(recorder._charged[name] for recorder in recorders), strict=True)
            mean._charged[name] = [fmean(charged) for charged in charges]
        return mean

    def look(self, world: World, accountant: Accountant, in_use: Mapping[str, float]) -> None:
        """Record the use and the account of each."""
        for name in self.names:
            customer = accountant.customers.get(name) or Customer(name)
            real = real_priority(customer)
            self.points[name].append(TrajectoryPoint(in_use.get(name, 0.0), real, real * world.factor_of(customer)))
            self._charged[name].append(customer.weighted_accumulated_usage or 0.0)

    def effective_priorities(self, name: str) -> list[float]:
        """Its effective priority at each moment."""
        return [point.effective_priority for point in self.points[name]]

    def used(self, name: str) -> float:
        """Weight-seconds charged from the first moment to the last."""
        return self._charged[name][-1] - self._charged[name][0]


class Course:
    """A world that is looked at from time to time."""

    def __init__(self, world: World, submitters: Iterable[str], groups: Iterable[str]) -> None:
        self.world = world
        self.submitters, self.groups = Recorder(submitters), Recorder(groups)
        self.looks = 0
        """At how many of the moments the world has been looked at."""

    def follow(self, times: Sequence[int], tick: Callable[[int], None], cycles: int) -> None:
        """Run the world and look at it at each of these times, `cycles` apart; `tick` is told how many more are done.

        Raises:
            Stopped: `tick` raised it; what was seen up to then stays.
        """
        world = self.world
        for at in times:
            world.run_until(at + SETTLED_S, lambda: tick(0))
            in_use, accountant = world.in_use(), world.present()
            self.submitters.look(world, accountant, in_use)
            self.groups.look(world, accountant, by_group(world, in_use))
            self.looks += 1
            tick(cycles)


def by_group(world: World, in_use: Mapping[str, float]) -> dict[str, float]:
    """Use of groups with all below them; that of `<none>` is of those without a group."""
    use: dict[str, float] = defaultdict(float)
    for name, weight in in_use.items():
        for group in world.tree.groups:
            if below(world.tree, name, group.name):
                use[group.name] += weight
    return use


def below(tree: GroupTree, submitter: str, group: str) -> bool:
    """Whether the use of a submitter counts for a group; of the root, only that of those without a group."""
    path = [above.name for above in tree.ancestry(tree.assigned(submitter).number)]
    # The root is above everybody, and would sum up the whole pool beside its parts.
    return group in (path[:-1] or path)
