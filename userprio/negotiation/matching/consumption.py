"""Consumption policies: partitionable slots that serve several requests in one cycle (`consumption_policy.cpp`)."""

import math
from collections.abc import Mapping, Sequence

from userprio.classad import Ad, Evaluator, Value, flag_of, number_of, text_of

FAILED = -999.0
"""Stands for a consumption that is not a number; like any negative one it makes the slot unusable for the request."""


def policy_resources(ad: Ad, evaluator: Evaluator) -> tuple[str, ...] | None:
    """The resources that a slot's consumption policy covers, None where it has none (`cp_supports_policy`)."""
    if not flag_of(evaluator, ad, "PartitionableSlot"):
        return None
    listed = text_of(evaluator, ad, "MachineResources")
    if listed is None:
        return None
    resources = tuple(name for name in listed.replace(",", " ").split() if name.lower() != "swap")
    return resources if all(f"Consumption{name}" in ad for name in resources) else None


def consumption_of(job: Ad, slot: Ad, resources: Sequence[str], evaluator: Evaluator) -> dict[str, float]:
    """What a match of this request would consume of each resource (`cp_compute_consumption`)."""
    amounts: dict[str, float] = {}
    for name in resources:
        asked = f"Request{name}"
        given = number_of(evaluator, job, f"_condor_{asked}")
        if given is not None:
            job = job.replace({asked: float(given)})
        elif asked not in job:
            job = job.replace({asked: 0})
        value = evaluator.attribute(f"Consumption{name}", slot, job)
        amounts[name] = float(value) if isinstance(value, int | float) else FAILED
    return amounts


def suffices(slot: Ad, amounts: Mapping[str, float], evaluator: Evaluator) -> bool:
    """Whether the slot has these amounts left, none is negative and some is above zero (`cp_sufficient_assets`)."""
    for name, amount in amounts.items():
        left = number_of(evaluator, slot, name)
        if left is None or amount < 0 or left < amount:
            return False
    return any(amount > 0 for amount in amounts.values())


def requesting(job: Ad, amounts: Mapping[str, float]) -> Ad:
    """The request asking for what would be consumed, as Requirements see it (`cp_override_requested`)."""
    return job.replace(
        {f"Request{name}": _whole(amount) for name, amount in amounts.items() if f"Request{name}" in job}
    )


def deducted(slot: Ad, amounts: Mapping[str, float], evaluator: Evaluator) -> Ad:
    """The slot after the match (`cp_deduct_assets`)."""
    return slot.replace(
        {name: _whole((number_of(evaluator, slot, name) or 0) - amount) for name, amount in amounts.items()}
    )


def match_cost(slot: Ad, amounts: Mapping[str, float], evaluator: Evaluator) -> float:
    """Weight charged: the slot's before the match minus that after."""
    before = number_of(evaluator, slot, "SlotWeight") or 0
    after = number_of(evaluator, deducted(slot, amounts, evaluator), "SlotWeight") or 0
    return float(before) - float(after)


def _whole(amount: float) -> Value:
    """The amount as an integer if it is whole (`assign_preserve_integers`)."""
    return amount if amount > math.floor(amount) else int(amount)
