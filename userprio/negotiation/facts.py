"""Facts that follow from a slot's ad alone, worked out once for all slots whose ads agree in what decides them."""

from collections.abc import Hashable
from typing import Any, Final

from msgspec import Struct

from userprio.accounting import Charge, claimed_by, slot_state, slot_weight
from userprio.classad import Ad, Evaluator, ReferenceSchema, ReferenceSchemas, SchemaProjection, text_of
from userprio.negotiation.matching import consumption
from userprio.pool import FETCHED_BY, Missing, NegotiatorSettings, SlotSize, Trim, fetched_slot, slot_size, why_trimmed

_LIMITS: Final = ("ConcurrencyLimits", "PreemptingConcurrencyLimits")
_READ: Final = FETCHED_BY | {"activity", "accountinggroup", "remoteuser", "machineresources"}
"""Attributes that decide, in lower case, besides those that configuration and the slot's own expressions name. Which
attributes a slot has, such as `ConsumptionCpus`, depends on its form.
"""
_MOST: Final = 1 << 16
"""Largest number of different slots that are cached."""


class SlotStanding(Struct, frozen=True, eq=False):
    """What a negotiator makes of a slot; one object for all slots that agree."""

    weight: float
    matched: bool
    """The slot is in state Matched."""
    user: str | None
    """The user who is charged for it."""
    size: SlotSize
    trim: Trim | None
    """Why it is dropped, not considering the slots before it; see `trims`."""
    counts_limits: bool
    """It uses concurrency limits, or may."""
    consumes: bool
    """It has a consumption policy."""
    form: ReferenceSchema | None
    """None unless forms were asked for."""

    @property
    def charge(self) -> Charge | None:
        """Who is charged for it, and with what weight."""
        return None if self.user is None else (self.user, self.weight)


class SlotFacts(Struct, frozen=True, eq=False):
    """A slot that exists for the negotiator."""

    name: str
    ad: Ad
    """As it was fetched."""
    standing: SlotStanding


class FactFinder:
    """Works out the facts of slots for one configuration and set of versions."""

    def __init__(self, settings: NegotiatorSettings, evaluator: Evaluator, forms: ReferenceSchemas | None) -> None:
        """Without `forms` nothing is cached: the facts of each slot are worked out anew."""
        self._settings, self._evaluator, self._forms = settings, evaluator, forms
        deciding = (settings.slot_constraint, settings.pool_size_constraint, settings.slot_weight)
        self._read = SchemaProjection([expr for expr in deciding if expr is not None], _READ)
        self._known: dict[Hashable, SlotStanding] = {}
        self._standings: dict[Hashable, SlotStanding] = {}

    def of(self, raw: Ad) -> SlotFacts | Missing:
        """The facts of a slot, or why it does not exist."""
        evaluator, forms = self._evaluator, self._forms
        if forms is None:
            return self._found_out(raw, None)
        name = text_of(evaluator, raw, "Name")
        number = self._read.number(raw, form := forms.of(raw))
        if name is None or number is None:
            return self._found_out(raw, forms)
        standing = self._known.get((form, number))
        if standing is not None:
            return SlotFacts(name, raw, standing)
        looks = evaluator.impure_reads
        answer = self._found_out(raw, forms)
        if isinstance(answer, SlotFacts) and answer.ad is raw and evaluator.impure_reads == looks:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[form, number] = answer.standing
        return answer

    def _found_out(self, raw: Ad, forms: ReferenceSchemas | None) -> SlotFacts | Missing:
        settings, evaluator = self._settings, self._evaluator
        ad = fetched_slot(raw, settings, evaluator)
        if isinstance(ad, Missing):
            return ad
        matched = slot_state(ad, evaluator) == "Matched"
        weight = slot_weight(ad, settings.charging, evaluator)
        standing = self._standing(
            weight,
            matched,
            claimed_by(ad, settings.charging, evaluator),
            slot_size(ad, weight, settings, evaluator),
            why_trimmed(ad, settings, evaluator),
            matched or any(name in ad for name in _LIMITS),
            consumption.policy_resources(ad, evaluator) is not None,
            None if forms is None else forms.of(ad),
        )
        return SlotFacts(text_of(evaluator, ad, "Name") or "", ad, standing)

    def _standing(self, weight: float, *others: Any) -> SlotStanding:
        """One object for all slots with these values."""
        if len(self._standings) >= _MOST:
            self._standings.clear()
        key = repr(weight), repr(others[2]), others  # zero is not minus zero
        known = self._standings.get(key)
        if known is None:
            known = self._standings[key] = SlotStanding(weight, *others)
        return known
