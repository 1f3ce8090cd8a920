"""Dynamic slots as their partitionable slot rolls them up in lists, and which of them may be preempted for it."""

import math
from itertools import chain, repeat
from operator import itemgetter
from typing import NamedTuple

from userprio.base.cxx import std_sort
from userprio.classad import UNDEFINED, Ad, Evaluator, ListValue, Value, as_number, integer_of


def of_child(ad: Ad, name: str, place: int, evaluator: Evaluator) -> Value:
    """An attribute of the dynamic slot at a place in the lists of its partitionable slot."""
    values = rolled_up(ad, name, evaluator)
    return values[place] if place < len(values) else UNDEFINED


def eligible_children(ad: Ad, preempted: frozenset[int], evaluator: Evaluator) -> list[tuple[int, float]]:
    """The dynamic slots that may be preempted, as places in the slot's lists, with their current ranks, ascending.

    `preempted` are the places of those that were merged into it before.
    """
    retirements, states, ranks = (
        chain(rolled_up(ad, name, evaluator), repeat(UNDEFINED))
        for name in ("RetirementTimeRemaining", "State", "CurrentRank")
    )
    places = range(integer_of(evaluator, ad, "NumDynamicSlots"))
    children = [
        (place, float(as_number(rank) or 0.0))
        for place, retirement, state, rank in zip(places, retirements, states, ranks, strict=False)
        if not (place in preempted or (as_number(retirement) or 0) > 0 or state == "Preempting")
    ]
    return std_sort(children, key=itemgetter(1))


class LowestRanks(NamedTuple):
    """The lowest current ranks of dynamic slots that may be preempted for their partitionable one.

    Infinite if there are none, minus infinity if one is not a number (NaN).
    """

    of_all: float = math.inf
    of_named: float = math.inf
    """Of those whose names are known: without its name, the ad of a dynamic slot cannot be asked for its user."""


def lowest_ranks(ad: Ad, evaluator: Evaluator) -> LowestRanks:
    """Those of a partitionable slot."""
    names = rolled_up(ad, "Name", evaluator)
    ranks = [
        (-math.inf if math.isnan(rank) else rank, place < len(names) and isinstance(names[place], str))
        for place, rank in eligible_children(ad, frozenset(), evaluator)
    ]
    named = [rank for rank, is_named in ranks if is_named]
    return LowestRanks(min((rank for rank, _ in ranks), default=math.inf), min(named, default=math.inf))


def rolled_up(ad: Ad, name: str, evaluator: Evaluator) -> ListValue:
    """An attribute of all dynamic slots, from the list in which their partitionable slot rolls it up."""
    values = evaluator.attribute(f"Child{name}", ad)
    return values if isinstance(values, ListValue) else ListValue(())
