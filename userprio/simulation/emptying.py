"""What it costs to empty machines, as their startds reckon it (`ResMgr::compute_draining_attrs`)."""

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from userprio.base.cxx import INT_MAX
from userprio.classad import Ad, Evaluator
from userprio.negotiation import finite
from userprio.simulation.slots import SimulatedSlot, machine_of


class Emptying(Struct, frozen=True):
    """What a machine has, and what comes of draining it if no job ends before it has to go."""

    cores: float = 0.0
    free_cores: float = 0.0
    jobs: int = 0
    badput_core_s: float = 0.0
    """Work that is lost."""
    idle_core_s: float = 0.0
    """Core-seconds that stand empty until the last job has gone."""
    after_s: float = 0.0
    """Seconds until the last job has gone."""


def emptying(slots: Iterable[SimulatedSlot], schedule: str, evaluator: Evaluator) -> Emptying:
    """What it costs to empty a machine with these slots; `schedule` as in DEFRAG_DRAINING_SCHEDULE."""
    free = 0.0
    busy: list[tuple[float, float, float]] = []
    for slot in slots:
        cores, claim = finite(evaluator.attribute("Cpus", slot.ad)), slot.claim
        if claim is None:
            free += cores
            continue
        age = max(evaluator.now - claim.job_began_at, 0.0)
        left = 0.0 if schedule == "fast" else claim.granted.vacating_s(age)
        if schedule == "graceful":
            left = max(left, claim.granted.remaining_s(age))
        busy.append((cores, age, left))
    until = max((left for _, _, left in busy), default=0.0)
    return Emptying(
        cores=free + sum(cores for cores, _, _ in busy),
        free_cores=free,
        jobs=len(busy),
        badput_core_s=sum(cores * (age + left) for cores, age, left in busy),
        idle_core_s=free * until + sum(cores * (until - left) for cores, _, left in busy),
        after_s=until,
    )


def with_expectations(slots: Iterable[SimulatedSlot], now: int) -> list[Ad]:
    """The ads of slots with what startds publish of their draining at `now`."""
    evaluator = Evaluator(now)
    machines: dict[str, list[SimulatedSlot]] = defaultdict(list)
    for slot in slots:
        machines[machine_of(slot.name)].append(slot)
    ads = []
    for own in machines.values():
        graceful, quick = (emptying(own, schedule, evaluator) for schedule in ("graceful", "quick"))
        expected = {
            "ExpectedMachineGracefulDrainingBadput": graceful.badput_core_s,
            "ExpectedMachineGracefulDrainingCompletion": now + graceful.after_s,
            "ExpectedMachineQuickDrainingBadput": quick.badput_core_s,
            "ExpectedMachineQuickDrainingCompletion": now + quick.after_s,
        }
        published = {name: int(min(figure, INT_MAX)) for name, figure in expected.items()}
        ads += [slot.ad.replace(published) for slot in own]
    return ads
