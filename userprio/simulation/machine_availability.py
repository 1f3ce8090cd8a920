"""Machines that come and go: when, and what weight of slots is there in between."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from math import fsum
from typing import TypeAlias

from msgspec import Struct

from userprio.classad import Evaluator, text_of
from userprio.pool import Pool
from userprio.simulation.history import MachineTimes
from userprio.simulation.slots import SimulatedSlots, machine_of

Capacity: TypeAlias = tuple[tuple[float, float], ...]
"""Times and the weight of slots that are there from each of them on, in order."""


class Move(Struct, frozen=True):
    """A machine comes, or goes."""

    at: float
    """Seconds since the epoch."""
    machine: str
    comes: bool


def moves_within(times: MachineTimes | None, begin: float, end: float) -> tuple[Move, ...]:
    """The moves in a period, in the order of time. Machines that are not there as it begins go then.

    One that goes and comes in the same second goes first.
    """
    moves = []
    for machine, stays in () if times is None else times.stays.items():
        if not any(since <= begin < until for since, until in stays):
            moves.append(Move(begin, machine, comes=False))
        for since, until in stays:
            moves += [Move(at, machine, comes) for at, comes in ((since, True), (until, False)) if begin < at < end]
    return tuple(sorted(moves, key=lambda move: (move.at, move.comes)))


def slot_machines(pool: Pool, now: int) -> set[str]:
    """The machines of a pool, as the names of its slots have them."""
    evaluator = Evaluator(now)
    names = (text_of(evaluator, ad, "Name") for ad in pool.slots)
    return {machine_of(name) for name in names if name is not None}


def capacity_of(slots: SimulatedSlots, moves: Iterable[Move], begin: float) -> Capacity:
    """The weight of the slots that are there from `begin` on; all of them still are in `slots`."""
    weights: dict[str, float] = defaultdict(float)
    for slot in slots:
        weights[machine_of(slot.name)] += slots.weight(slot)
    available = fsum(weights.values())
    steps = {begin: available}
    for move in moves:
        available += weights[move.machine] if move.comes else -weights[move.machine]
        steps[move.at] = max(available, 0.0)
    return tuple(steps.items())


def weight_s(capacity: Capacity, end: float) -> float:
    """Weight-seconds until `end`."""
    return fsum(weight * (until - since) for (since, weight), (until, _) in pairwise([*capacity, (end, 0.0)]))


def most(capacity: Capacity) -> float:
    """The most that is there at once."""
    return max(weight for _, weight in capacity)
