"""Flattened Requirements: how ads show them, and when HTCondor leaves them as they are (`OptimizeAdForMatchmaking`).

A negotiator flattens the Requirements of each slot when it fetches the ad, and those of each request before it looks
for a slot; but no request's in a pool where some slot has a consumption policy. A match puts back the original ones
of its slot, and so does any attempt to merge dynamic slots into a partitionable one. Ranks and policies are never
flattened.
"""

from collections.abc import Sequence
from typing import Final

from userprio.classad import Ad, AdsBySchema, AttributeRef, Evaluator, is_true
from userprio.negotiation.matching.consumption import policy_resources

UNOPTIMIZED: Final = "UnoptimizedRequirements"
"""The attribute in which an ad with flattened Requirements keeps the original ones."""
WHOLE: Final = AttributeRef("Requirements")
"""The Requirements of an ad as a whole."""
_IN_THE_WAY: Final = frozenset({"my", "target", "other"})


def may_be_flattened(ad: Ad) -> bool:
    """Whether Requirements of an ad are flattened: not if they were, nor if it has an attribute MY, TARGET or OTHER."""
    return UNOPTIMIZED not in ad and ad.shadows.isdisjoint(_IN_THE_WAY)


def flattens_requests(slots: Sequence[Ad], evaluator: Evaluator) -> bool:
    """Whether Requirements of requests are flattened: not if any slot that was fetched has a consumption policy."""
    if not any(name.startswith("consumption") for name in AdsBySchema(slots).names()):
        return True
    return all(policy_resources(ad, evaluator) is None for ad in slots)


def flattened(ad: Ad, evaluator: Evaluator, *, of_slot: bool) -> Ad:
    """The ad with flattened Requirements and the original ones beside them, or unchanged if they are not flattened."""
    own = ad.expr("Requirements")
    flat = evaluator.flatten(own, ad, leads=not of_slot) if own is not None and may_be_flattened(ad) else None
    return ad if flat is None else ad.replace({"Requirements": flat, UNOPTIMIZED: own})


def unflattened(ad: Ad) -> Ad:
    """The ad with its original Requirements (`UnoptimizeAdForMatchmaking`)."""
    original = ad.expr(UNOPTIMIZED)
    return ad if original is None else ad.replace({"Requirements": original, UNOPTIMIZED: None})


def is_met(ad: Ad, other: Ad, evaluator: Evaluator, *, leads: bool) -> bool:
    """Whether an ad's Requirements, flattened or not, are true of another; `leads` as in `Evaluator.evaluate`."""
    return "Requirements" in ad and is_true(evaluator.evaluate(WHOLE, ad, other, leads=leads))


def with_own_requirements(slot: Ad) -> Ad:
    """The slot with its own Requirements, unflattened and without NegotiatorRequirements: a match puts them back."""
    slot = unflattened(slot)
    own = slot.expr("SavedRequirements")
    return slot if own is None else slot.replace({"Requirements": own})
