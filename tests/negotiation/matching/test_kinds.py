"""Kinds of slots share the facts that follow from a few attributes."""

from itertools import chain

import pytest

from tests.negotiation.recorded import recorded
from userprio.classad import Ad, Evaluator, ReferenceIndex
from userprio.negotiation.matching import SlotKind, SlotKinds, slot_kind
from userprio.pool import NegotiatorSettings

FACTS = [name for name in SlotKind.__struct_fields__ if name not in ("ad", "numbers", "conditions", "originals")]
POOLS = ("claims-for-other-jobs", "consumption-policy", "partitionable-groups", "preempt-by-priority", "ranks")


FLAGS = ("Offline", "WantAdRevaluate", "DynamicSlot", "PslotRollupInformation")
"""Which recorded slots mostly lack."""


def variants(ad: Ad) -> list[Ad]:
    """The ad, and one with flags that are true; both also without each of their attributes."""
    return [
        variant
        for whole in (ad, ad.replace(dict.fromkeys(FLAGS, True)))
        for variant in (whole, *(whole.replace({name: None}) for name in whole))
    ]


@pytest.mark.parametrize("name", POOLS)
def test_a_kind_has_the_facts_of_its_ad(name: str) -> None:
    """Whichever attribute of a slot is missing, its facts are not those of a slot that has it."""
    scenario = recorded(name).scenario
    settings, evaluator = NegotiatorSettings.from_config(scenario.config), Evaluator(scenario.now)
    ads = list(chain.from_iterable(map(variants, scenario.pool.slots[:6])))
    references = ReferenceIndex(ads)
    kinds = SlotKinds(references.closure([], references.names()), references, settings, evaluator)
    for ad in ads:
        of_it, shared = slot_kind(ad, settings, evaluator, flattens=True), kinds.of(ad, flattens=True)
        assert [getattr(shared, fact) for fact in FACTS] == [getattr(of_it, fact) for fact in FACTS]
