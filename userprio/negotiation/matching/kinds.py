"""Kinds of slots: one for all that no expression can tell apart."""

from collections.abc import Hashable

from userprio.classad import Ad, Evaluator, Projection, ReferenceClosure, ReferenceIndex, text_of
from userprio.negotiation.matching.assessment import KIND_READS, SlotKind, slot_kind
from userprio.negotiation.matching.predicates import consumption_attributes
from userprio.pool import NegotiatorSettings, ip_protocols


class SlotKinds:
    """Finds the kinds of slots.

    There may be nearly as many as slots, since ranks tell them apart by little, such as SlotID. Their facts follow from
    a few attributes, and are worked out once for all kinds that agree in these.
    """

    def __init__(
        self,
        relevant: ReferenceClosure,
        references: ReferenceIndex,
        settings: NegotiatorSettings,
        evaluator: Evaluator,
    ) -> None:
        """`relevant` are the attributes that decide about matches, which slots have these `references`."""
        self._settings, self._evaluator = settings, evaluator
        self._relevant = Projection(relevant.names)
        reads = [*KIND_READS, *consumption_attributes(references.names())]
        self._reads = Projection(references.closure([], reads).names)
        self._known: dict[bool, dict[Hashable, SlotKind]] = {True: {}, False: {}}
        self._alike: dict[Hashable, SlotKind] = {}
        """One kind of all that agree in `_reads`."""

    def __len__(self) -> int:
        """How many kinds were met of slots whose Requirements are flattened."""
        return len(self._known[True])

    def of(self, ad: Ad, *, flattens: bool) -> SlotKind:
        """The kind of a slot; `flattens`: its original Requirements were not put back."""
        # Addresses differ from slot to slot, but only what they say about reaching a slot makes a difference.
        protocols = ip_protocols(text_of(self._evaluator, ad, "MyAddress"))
        known, key = self._known[flattens], (self._relevant.number(ad), protocols, "StartdIpAddr" in ad)
        kind = known.get(key)
        if kind is None:
            kind = known[key] = self._new(ad, protocols, flattens)
        return kind

    def _new(self, ad: Ad, protocols: frozenset[int], flattens: bool) -> SlotKind:
        key, evaluator = (self._reads.number(ad), protocols), self._evaluator
        alike = self._alike.get(key)
        if alike is not None:
            return alike.of(ad, flattens, addressed=text_of(evaluator, ad, "StartdIpAddr") is not None)
        looks = evaluator.impure_reads
        kind = slot_kind(ad, self._settings, evaluator, flattens=flattens)
        if evaluator.impure_reads == looks:
            self._alike[key] = kind
        return kind
