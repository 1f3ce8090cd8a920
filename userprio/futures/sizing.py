"""More or fewer machines through a past period: how long jobs would have waited, and what would have stood idle.

The knee is where the curve of mean waits over cores is furthest below its chord, both from 0 to 1 over the range that
was looked at: from there on more cores bring less than they did before (Kneedle; Satopää, Albrecht, Irwin and
Raghavan, "Finding a 'Kneedle' in a Haystack", 2011, without their smoothing, since no noise is to be smoothed).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import translate
from glob import escape
from typing import Final

from userprio.classad import Evaluator, flag_of, text_of
from userprio.errors import BadInput
from userprio.formats import counted
from userprio.history import History
from userprio.plan import SlotsAdded, SlotsRemoved, change_slots
from userprio.pool import Scenario, SlotTable
from userprio.processes import run_all
from userprio.simulation import Calibration, ReplayedPolicy, ReplayTerms, live_again, machine_of, setting_of

Progress = Callable[[int, int], None]
LEAST_BEND: Final = 0.05
"""A curve that is nowhere further from its chord than this part of its height has no knee."""


@dataclass(frozen=True, slots=True)
class SizeTerms:
    """Which sizes of the pool are tried, and how."""

    machines: tuple[int, ...] = (0, 1, 2, 4, 8)
    """How many machines are added; below 0, taken away. 0 is tried in any case."""
    like: str = "*"
    """A pattern of the names of machines, or slots of theirs: the first of them is the model of those that come, and
    the last of them go."""
    replay: ReplayTerms = field(default_factory=ReplayTerms)
    processes: int = 1


@dataclass(frozen=True, slots=True)
class SizePoint:
    """The period with so many machines more or fewer."""

    machines: int
    """How many more; below 0, fewer."""
    weight: float
    """Of all slots together: cores, unless SlotWeight says otherwise."""
    jobs: int
    started: int
    finished: int
    median_wait_s: float
    """Of jobs that never started, until the period was over; here and below."""
    p95_wait_s: float
    mean_wait_s: float
    idle_weight_s: float
    """Weight-seconds that nobody used."""
    idle_share: float
    """The same as a fraction of what the slots could have given."""
    badput_weight_s: float
    """Weight-seconds of runs that were interrupted."""


@dataclass(frozen=True, slots=True)
class Size:
    """A period with different numbers of machines."""

    begins_at: float
    ends_at: float
    machine: str
    """The model of those that come."""
    slots: int
    """How many it has."""
    points: tuple[SizePoint, ...]
    """The fewest machines first."""
    knee: SizePoint | None
    """Where more stops paying off; None: nowhere within the range."""
    calibration: Calibration | None
    """How near the period with the machines that are there comes to what really was."""
    assumptions: tuple[str, ...]

    @property
    def present(self) -> SizePoint:
        """The period with the machines that are there."""
        return next(point for point in self.points if not point.machines)


def size(scenario: Scenario, history: History, terms: SizeTerms, progress: Progress | None = None) -> Size:
    """Replay a history with each number of machines.

    Raises:
        BadInput: no machine has such a name, fewer are there than are to go, or the period makes no sense.
    """
    machines = _machines(scenario, terms.like)
    numbers = sorted({0, *terms.machines})
    _can_go(-numbers[0], machines, scenario, terms.like)
    present = setting_of(scenario, history, terms.replay)
    period = replace(terms.replay, begins_at=present.begins_at, ends_at=present.ends_at, each_job=False)
    if numbers[0] < 0 and int(present.begins_at) == scenario.now:
        # Whoever runs on a machine that goes is not to be lost: all begin with empty slots, and those jobs come first.
        scenario = replace(scenario, now=scenario.now - 1)
        present = setting_of(scenario, history, period)

    # The largest pools take longest: they go first.
    order = numbers[::-1]

    def told_within(place: int) -> Progress | None:
        """What a replay tells while it goes on; what goes on in another process is not heard of here."""
        if progress is None or terms.processes > 1:
            return None
        return lambda done, of: progress(place * of + done, len(order) * of)

    def run(number: int) -> tuple[SizePoint, Calibration | None]:
        sized = with_machines(scenario, number, machines)
        found = live_again(sized, history, period, progress=told_within(order.index(number)))
        return _point(number, found.in_force, period_s), None if number else found.calibration

    period_s = present.ends_at - present.begins_at
    done = dict(zip(order, run_all(run, order, terms.processes, progress), strict=True))
    points = tuple(done[number][0] for number in numbers)
    model = next(iter(machines))
    return Size(
        begins_at=present.begins_at,
        ends_at=present.ends_at,
        machine=model,
        slots=len(machines[model]),
        points=points,
        knee=knee(points),
        calibration=done[0][1],
        assumptions=present.assumptions,
    )


def _machines(scenario: Scenario, like: str) -> dict[str, list[str]]:
    """The slots of each machine that the pattern fits, in their order; dynamic ones are parts of others.

    Raises:
        BadInput: there is none.
    """
    evaluator, fits = Evaluator(scenario.now), re.compile(translate(like.lower())).match
    found: dict[str, list[str]] = {}
    for ad in scenario.pool.slots:
        name = text_of(evaluator, ad, "Name")
        if name is None or flag_of(evaluator, ad, "DynamicSlot"):
            continue
        machine = machine_of(name)
        if fits(name.lower()) or fits(machine.lower()) or machine in found:
            found.setdefault(machine, []).append(name)
    if not found:
        first = next((text_of(evaluator, ad, "Name") for ad in scenario.pool.slots), None)
        hint = f"The first slot is called {first}; * stands for anything" if first else "The pool has no slots"
        raise BadInput(f"no slot or machine is called {like}", hint=hint)
    return found


def _can_go(number: int, machines: Mapping[str, Sequence[str]], scenario: Scenario, like: str) -> None:
    """Ensure that so many machines can go.

    Raises:
        BadInput: so many are not there, or they are all there is.
    """
    of_them = "machines" if like == "*" else f"machines like {like}"
    if number > len(machines):
        raise BadInput(f"{counted(number, 'machine')} cannot go: of {of_them} there are {len(machines)}")
    if number == len(machines) and machines.keys() == _machines(scenario, "*").keys():
        reason = "it is the only one" if number == 1 else "they are all that there are"
        raise BadInput(f"{counted(number, 'machine')} cannot go: {reason}")


def with_machines(scenario: Scenario, number: int, machines: Mapping[str, Sequence[str]]) -> Scenario:
    """The scenario with so many machines like the first of these more, or without so many of the last of these."""
    changes: list[SlotsAdded | SlotsRemoved]
    if number < 0:
        changes = [SlotsRemoved(_all_slots(name, machines[name])) for name in list(machines)[number:]]
    else:
        model = next(iter(machines.values()))
        changes = [SlotsAdded(SlotTable(number, {}), escape(slot)) for slot in model] if number else []
    return replace(scenario, pool=change_slots(scenario.pool, changes, scenario.now).pool)


def _all_slots(machine: str, slots: Sequence[str]) -> str:
    """A pattern of the names of the slots of a machine, those that are cut from others too."""
    return escape(machine) if slots[0] == machine else f"*@{escape(machine)}"


def _point(number: int, policy: ReplayedPolicy, length_s: float) -> SizePoint:
    everybody, waits = policy.everybody, policy.everybody.waits
    whole = policy.pool_weight_s
    return SizePoint(
        machines=number,
        weight=whole / length_s,
        jobs=everybody.jobs,
        started=everybody.started,
        finished=everybody.finished,
        median_wait_s=waits.median_s,
        p95_wait_s=waits.p95_s,
        mean_wait_s=waits.mean_s,
        idle_weight_s=policy.idle_weight_s,
        idle_share=policy.idle_weight_s / whole if whole > 0 else 0.0,
        badput_weight_s=everybody.badput_weight_s,
    )


def knee(points: Sequence[SizePoint]) -> SizePoint | None:
    """Where waits over weight bend most; None where they do not fall, or fall evenly."""
    first, last = points[0], points[-1]
    across, down = last.weight - first.weight, first.mean_wait_s - last.mean_wait_s
    if across <= 0 or down <= 0:
        return None

    def below_chord(point: SizePoint) -> float:
        fallen = (first.mean_wait_s - point.mean_wait_s) / down
        return fallen - (point.weight - first.weight) / across

    best = max(points, key=below_chord)
    return best if below_chord(best) > LEAST_BEND else None
