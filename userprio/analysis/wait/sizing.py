"""A past period with more or fewer machines: how long jobs would have waited, and how much would have been idle."""

import re
from collections.abc import Callable, Mapping, Sequence
from fnmatch import translate
from glob import escape

from msgspec import Struct, field
from msgspec.structs import replace

from userprio.analysis.plan import SlotsAdded, SlotsRemoved, change_slots
from userprio.base import BadInput, counted, run_all
from userprio.classad import Evaluator, flag_of, text_of
from userprio.pool import ScenarioData, SlotTable
from userprio.simulation import (
    Calibration,
    Enough,
    ReplayedPolicy,
    ReplayTerms,
    WaitBound,
    Waits,
    WeekWaits,
    first_that_holds,
    machine_of,
    replay_history,
    set_up_replay,
    weekly_waits,
)
from userprio.simulation.history import History

Progress = Callable[[int, int], None]


class SizeTerms(Struct, frozen=True):
    """Which pool sizes to try."""

    machines: tuple[int, ...] = (0, 1, 2, 4, 8)
    """Machines to add, or if negative to remove. 0 is always tried."""
    like: str = "*"
    """A pattern of names of machines or their slots: machines added are like the first match, the last are removed."""
    until_wait: WaitBound | None = None
    """A bound on waits, for which the smallest number of machines is sought."""
    replay: ReplayTerms = field(default_factory=ReplayTerms)
    processes: int = 1


class SizePoint(Struct, frozen=True):
    """The period with one number of machines."""

    machines: int
    """Machines added; negative if removed."""
    weight: float
    """Total of all slots: cores, unless SlotWeight says otherwise."""
    jobs: int
    started: int
    finished: int
    median_wait_s: float
    """Jobs that never started count as waiting until the end of the period, here and below."""
    p95_wait_s: float
    mean_wait_s: float
    idle_weight_s: float
    """Weight-seconds that nobody used."""
    idle_share: float
    """`idle_weight_s` as a fraction of the slots' capacity."""
    badput_weight_s: float
    """Weight-seconds of runs that were interrupted."""
    saved_s: float | None = None
    """Seconds of waiting, of all jobs, that a weight-hour more saves beside the present pool; None for that pool.
    With fewer machines: the seconds that a weight-hour less costs."""


class Size(Struct, frozen=True):
    """A period with different numbers of machines."""

    begins_at: float
    ends_at: float
    machine: str
    """The model for added machines."""
    slots: int
    """How many slots the model has."""
    points: tuple[SizePoint, ...]
    """Fewest machines first."""
    enough: Enough | None
    """The smallest of the points that keep to the bound on waits, if one was given."""
    calibration: Calibration | None
    """How close the replay with the present machines comes to what really happened."""
    assumptions: tuple[str, ...]

    @property
    def present(self) -> SizePoint:
        """The period with the present machines."""
        return next(point for point in self.points if not point.machines)


def size(scenario: ScenarioData, history: History, terms: SizeTerms, progress: Progress | None = None) -> Size:
    """Replay a history with each number of machines.

    Raises:
        BadInput: no machine matches, more are to be removed than there are, or the period makes no sense.
    """
    machines = _machines(scenario, terms.like)
    numbers = sorted({0, *terms.machines})
    # Before any replay, since one may take minutes.
    _can_go(-numbers[0], machines, scenario, terms.like)
    present = set_up_replay(scenario, history, terms.replay)
    period = replace(terms.replay, begins_at=present.begins_at, ends_at=present.ends_at, each_job=False)
    if numbers[0] < 0 and int(present.begins_at) == scenario.now:
        # Jobs on removed machines must not be lost: start from empty slots, with all running jobs first in the queue.
        scenario = replace(scenario, now=scenario.now - 1)
        present = set_up_replay(scenario, history, period)

    # The largest pools take longest, so start with them.
    order = numbers[::-1]

    def progress_of(place: int) -> Progress | None:
        if progress is None or terms.processes > 1:  # a replay in another process cannot report it
            return None
        return lambda done, of: progress(place * of + done, len(order) * of)

    def run(number: int) -> tuple[SizePoint, tuple[WeekWaits, ...], Calibration | None]:
        sized = with_machines(scenario, number, machines)
        replayed = replay_history(sized, history, period, progress=progress_of(order.index(number)))
        weeks = weekly_waits(replayed.in_force, present.begins_at)
        return _point(number, replayed.in_force, period_s), weeks, None if number else replayed.calibration

    period_s = present.ends_at - present.begins_at
    done = dict(zip(order, run_all(run, order, terms.processes, progress), strict=True))
    now = done[0][0]
    points = tuple(replace(done[number][0], saved_s=_saved_s(done[number][0], now, period_s)) for number in numbers)
    enough = None
    if terms.until_wait is not None:
        waits = [Waits(point.median_wait_s, point.p95_wait_s, point.mean_wait_s) for point in points]
        enough = first_that_holds(terms.until_wait, waits, [done[number][1] for number in numbers])
    machine, slots = next(iter(machines.items()))
    bounds, calibration = (present.begins_at, present.ends_at), done[0][2]
    return Size(*bounds, machine, len(slots), points, enough, calibration, present.assumptions)


def _machines(scenario: ScenarioData, like: str) -> dict[str, list[str]]:
    """The slots, in order, of each matching machine, without dynamic ones (parts of others); BadInput if none does."""
    evaluator, fits = Evaluator(scenario.now), re.compile(translate(like.lower())).match
    machines: dict[str, list[str]] = {}
    for ad in scenario.pool.slots:
        if (name := text_of(evaluator, ad, "Name")) is None or flag_of(evaluator, ad, "DynamicSlot"):
            continue
        machine = machine_of(name)
        if fits(name.lower()) or fits(machine.lower()) or machine in machines:
            machines.setdefault(machine, []).append(name)
    if not machines:
        first = next((text_of(evaluator, ad, "Name") for ad in scenario.pool.slots), None)
        hint = f"The first slot is called {first}; * stands for anything" if first else "The pool has no slots"
        raise BadInput(f"no slot or machine is called {like}", hint=hint)
    return machines


def _can_go(number: int, machines: Mapping[str, Sequence[str]], scenario: ScenarioData, like: str) -> None:
    """Raise BadInput if there are fewer machines than are to be removed, or if the pool has no others."""
    if number > len(machines):
        reason = f"there are {len(machines)} {'machines' if like == '*' else f'machines like {like}'}"
    elif number == len(machines) and machines.keys() == _machines(scenario, "*").keys():
        reason = "it is the only one" if number == 1 else "they are all that there are"
    else:
        return
    raise BadInput(f"{counted(number, 'machine')} cannot be removed: {reason}")


def with_machines(scenario: ScenarioData, number: int, machines: Mapping[str, Sequence[str]]) -> ScenarioData:
    """The scenario with `number` more machines like the first of these, or without the last `-number` of them."""
    changes: list[SlotsAdded | SlotsRemoved]
    if number < 0:
        # Whole machines go, dynamic slots included: a part of a machine cannot be sent back.
        gone = ((escape(name), machines[name][0] == name) for name in list(machines)[number:])
        changes = [SlotsRemoved(name if is_slot else f"*@{name}") for name, is_slot in gone]
    else:
        model = next(iter(machines.values()))
        changes = [SlotsAdded(SlotTable(number, {}), escape(slot)) for slot in model] if number else []
    return replace(scenario, pool=change_slots(scenario.pool, changes, scenario.now).pool)


def _point(number: int, policy: ReplayedPolicy, length_s: float) -> SizePoint:
    own, capacity = policy.everybody, policy.pool_weight_s
    jobs, waits = (own.jobs, own.started, own.finished), (own.waits.median_s, own.waits.p95_s, own.waits.mean_s)
    idle = (policy.idle_weight_s, policy.idle_weight_s / capacity if capacity > 0 else 0.0)
    return SizePoint(number, capacity / length_s, *jobs, *waits, *idle, badput_weight_s=own.badput_weight_s)


def _saved_s(point: SizePoint, now: SizePoint, length_s: float) -> float | None:
    bought_h = (point.weight - now.weight) * length_s / 3600
    return (now.mean_wait_s - point.mean_wait_s) * now.jobs / bought_h if bought_h else None
