"""Dynamic slots as their partitionable slot rolls them up in lists, and which of them may be preempted for it."""

import math
from itertools import chain, repeat
from operator import itemgetter

from userprio.base.cxx import std_sort
from userprio.classad import UNDEFINED, Ad, Evaluator, ListValue, Value, as_number, integer_of


def of_child(ad: Ad, name: str, place: int, evaluator: Evaluator) -> Value:
    """An attribute of the dynamic slot at a place in the lists of its partitionable slot."""
    values = _rolled_up(ad, name, evaluator)
    return values[place] if place < len(values) else UNDEFINED


def eligible_children(ad: Ad, preempted: frozenset[int], evaluator: Evaluator) -> list[tuple[int, float]]:
    """The dynamic slots that may be preempted, as places in the slot's lists, with their current ranks, ascending.

    `preempted` are the places of those that were merged into it before.
    """
    retirements, states, ranks = (
        chain(_rolled_up(ad, name, evaluator), repeat(UNDEFINED))
        for name in ("RetirementTimeRemaining", "State", "CurrentRank")
    )
    places = range(integer_of(evaluator, ad, "NumDynamicSlots"))
    children = [
        (place, float(as_number(rank) or 0.0))
        for place, retirement, state, rank in zip(places, retirements, states, ranks, strict=False)
        if not (place in preempted or (as_number(retirement) or 0) > 0 or state == "Preempting")
    ]
    return std_sort(children, key=itemgetter(1))


def lowest_child_rank(ad: Ad, evaluator: Evaluator) -> float:
    """The lowest current rank of these; infinite if there are none, minus infinity if one is not a number (NaN)."""
    ranks = [rank for _, rank in eligible_children(ad, frozenset(), evaluator)]
    return -math.inf if any(map(math.isnan, ranks)) else min(ranks, default=math.inf)


def _rolled_up(ad: Ad, name: str, evaluator: Evaluator) -> ListValue:
    """An attribute of all dynamic slots, from the list in which their partitionable slot rolls it up."""
    values = evaluator.attribute(f"Child{name}", ad)
    return values if isinstance(values, ListValue) else ListValue(())
