"""A list of slots that goes on from cycle to cycle is the one that would be made anew."""

from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from tests.negotiation.builders import NOW, configured, slot
from userprio.base.incremental import list_diff
from userprio.classad import Ad, Evaluator, integer_of
from userprio.classad.equivalence import Projection
from userprio.negotiation.matching.assessment import SlotKind, slot_kind
from userprio.negotiation.matching.candidates import Slot, SlotClasses
from userprio.negotiation.matching.slots import SlotList
from userprio.pool.settings import NegotiatorSettings

SETTINGS = NegotiatorSettings.from_config(configured())
EVALUATOR = Evaluator(NOW)


def _slot(number: int, ad: Ad) -> Slot:
    return Slot(f"slot{number}", ad, slot_kind(ad, SETTINGS, EVALUATOR, flattens=True), 1)


def _listed(ads: Sequence[Ad]) -> SlotList:
    classes = SlotClasses(Projection(("memory",)), Projection(()), Projection(("cpus",)), consider_preemption=True)
    return SlotList([_slot(number, ad) for number, ad in enumerate(ads)], classes)


def _what(kind: SlotKind) -> tuple[int, int]:
    """What tells classes apart; the cores are the rank, and the weight."""
    return integer_of(EVALUATOR, kind.ad, "Memory"), integer_of(EVALUATOR, kind.ad, "Cpus")


@cache
def _order(ranks: tuple[int, ...]) -> list[int]:
    """Always the same object, since a scan with the same order goes on where the last one ended."""
    return list(ranks)


def _seen(slots: SlotList) -> list[object]:
    """All that a scan sees: the slots in order, and which of them are best of all, of each class and of each pair."""
    free = sorted(slots.free_classes, key=lambda each: _what(each.kind))
    order = _order((0, *(_what(kind)[1] for kind in slots.ranked_kinds)))
    chosen = [*([each] for each in free), *(free[at : at + 2] for at in range(len(free) - 1)), free]
    seen: dict[object, object] = {}
    for classes in filter(None, chosen):
        places, found = slots.ranked(classes, order)
        ranked = [(slots.by_place[place].ad, rank) for place, rank in zip(places, found, strict=True)]
        seen[tuple(_what(each.kind) for each in classes)] = ranked, slots.best(classes, order).ad
    held = sorted((_what(each.kind), sorted(each.holders.items())) for each in slots.held_classes)
    return [len(slots), [slot.ad for slot in slots], seen, held]


def _ad(random: Random, held: float) -> Ad:
    by = {"State": '"Claimed"', "RemoteUser": f'"{random.choice("ab")}"'} if random.random() < held else {}
    return slot(1, Cpus=random.choice((1, 2, 3)), Memory=random.choice((100, 200)), **by)


@pytest.mark.parametrize("seed", range(60))
def test_a_list_turned_to_another_cycle_is_that_of_its_slots(seed: int) -> None:
    """Slots come, go, are matched and change in a cycle; a list that only lost some forgets what it knew of places."""
    random = Random(seed)
    held = random.choice((0.5, 0.9))
    ads = [_ad(random, held) for _ in range(random.choice((20, 40)))]
    going_on = _listed(ads)
    for _ in range(6):
        assert _seen(going_on) == _seen(_listed(ads))
        assert [slot.ad for slot in going_on.by_place] == ads
        before = list(ads)
        for place in sorted(random.sample(range(len(ads)), random.randrange(3)), reverse=True):
            del ads[place]
        if random.random() < 0.6:
            for _ in range(random.randrange(3)):
                ads.insert(random.randrange(len(ads) + 1), _ad(random, held))
            for place in random.sample(range(len(ads)), random.randrange(2)):
                ads[place] = _ad(random, held)
            taken = random.choice(list(going_on))
            changed = taken.ad.replace({"Cpus": 1})
            going_on.change(taken, changed, _slot(0, changed).kind)
            assert _seen(going_on) == _seen(_listed([left.ad for left in going_on]))
            going_on.remove(random.choice(list(going_on)))
            assert _seen(going_on) == _seen(_listed([left.ad for left in going_on]))
        edits = list_diff(before, ads)
        assert edits is not None
        going_on.turn_to(edits, lambda place: _slot(place, ads[place]))
