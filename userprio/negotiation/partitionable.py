"""What a startd cuts from a partitionable slot for a job: its resources, and how requests are rounded."""

import math
from collections.abc import Mapping
from typing import Final

from userprio.classad import Ad, Evaluator, Value, as_number, text_of

_QUANTA: Final = {"cpus": 1.0, "memory": 128.0, "disk": 1024.0}
"""What a startd rounds requests up to (`MODIFY_REQUEST_EXPR_REQUESTMEMORY` and the like, as HTCondor ships them)."""


def finite(value: Value) -> float:
    """A number as a real; anything else, infinities too, as 0."""
    number = as_number(value)
    if number is None:
        return 0.0
    try:
        real = float(number)
    except OverflowError:
        return 0.0
    return real if math.isfinite(real) else 0.0


def resources_of(ad: Ad, evaluator: Evaluator) -> list[str]:
    """The resources that are handed out of a partitionable slot; swap is not."""
    listed = (text_of(evaluator, ad, "MachineResources") or "").replace(",", " ").split()
    names = {name.lower(): name for name in ("Cpus", "Memory", "Disk", *listed)}
    return [name for lower, name in names.items() if lower != "swap" and name in ad]


def amounts_of(ad: Ad, evaluator: Evaluator) -> dict[str, float]:
    """How much of each the slot has."""
    return {name: finite(evaluator.attribute(name, ad)) for name in resources_of(ad, evaluator)}


def requested(job: Ad, slot: Ad, there: Mapping[str, float], evaluator: Evaluator) -> dict[str, float]:
    """What a job asks for of each of these resources; of cores one at least."""
    asked = {name: finite(evaluator.attribute(f"Request{name}", job, slot)) for name in there}
    return {name: max(amount, 1.0) if name.lower() == "cpus" else amount for name, amount in asked.items()}


def cut(asked: Mapping[str, float], there: Mapping[str, float]) -> dict[str, float]:
    """What a job that asks for so much gets: rounded up as startds do, never more than there is."""
    amounts = {}
    for name, amount in asked.items():
        quantum = _QUANTA.get(name.lower(), 0.0)
        rounded = math.ceil(amount / quantum) * quantum if quantum else amount
        amounts[name] = max(min(rounded, there[name]), 0.0)
    return amounts


def whole(amount: float) -> Value:
    """An integer where it is one, as startds publish resources."""
    return int(amount) if amount == int(amount) else amount
