"""Sums that are kept up from cycle to cycle are those of a roster that sees its slots for the first time."""

from collections import Counter
from random import Random

import pytest

from tests.negotiation.builders import DOMAIN, NOW, configured, free
from userprio.base.incremental import KeyedList, MemoizedMap, differences, list_diff
from userprio.classad import Ad, parse
from userprio.ledger import Ledger
from userprio.negotiation import Memory
from userprio.pool import Pool
from userprio.pool.scenario import ScenarioData

_BEGINS_AS = {
    "SlotWeight": 1,
    "PartitionableSlot": True,
    "MachineResources": "Cpus",
    "MyCurrentTime": NOW - 900,
}
_KNOBS = "NEGOTIATOR_SLOT_CONSTRAINT = Cpus > 0\nNEGOTIATOR_TRIM_SHUTDOWN_THRESHOLD = 600\n"


def _changed(random: Random, ad: Ad) -> Ad:
    user = f"{random.choice(('ann', 'bob'))}@{DOMAIN}"
    return ad.replace(
        random.choice(
            (
                {"State": "Claimed", "RemoteUser": user},
                {"State": "Unclaimed", "RemoteUser": None},
                {"SlotWeight": random.choice((1, 2.5, 4, 1e12))},
                {"Cpus": random.choice((0, 1, 8))},
                {"Name": None},
                {"ConcurrencyLimits": "licence:2"},
                {"ConsumptionCpus": parse("TARGET.RequestCpus")},
                {"MyCurrentTime": NOW - random.choice((0, 300, 900))},
                {"DaemonShutdown": parse(f"CurrentTime >= {NOW}")},
            )
        )
    )


@pytest.mark.parametrize("seed", range(40))
def test_every_sum_is_that_of_the_slots(seed: int) -> None:
    random, config = Random(seed), configured(_KNOBS)
    slots, kept = [ad.replace(_BEGINS_AS) for ad in free(12)], Memory()
    for cycle in range(8):
        scenario = ScenarioData(Pool(tuple(slots)), Ledger.empty(), config, NOW + 60 * cycle)
        here = kept.charges(scenario)
        for anew in (Memory(), Memory(goes_on=False)):
            there, settings = anew.charges(scenario), anew.rules.settings
            assert here.weights(settings) == there.weights(settings)
            assert (here.in_use(), here.nameless, here.consumes) == (there.in_use(), there.nameless, there.consumes)
            assert (here.charges, here.charged()) == (there.charges, there.charged())
            assert here.forms == {facts.standing.form for facts in here.slots}
            left = [[facts.ad for facts in roster.left()] for roster in (here, there)]
            assert (here.ads(), left[0], here.limited()) == (there.ads(), left[1], there.limited())
        slots = [_changed(random, ad) if random.random() < 0.2 else ad for ad in slots]
        if random.random() < 0.4:
            del slots[random.randrange(len(slots))]
        if random.random() < 0.4:
            slots.insert(random.randrange(len(slots) + 1), random.choice(slots))


def test_differences_count_what_stands_twice() -> None:
    a, b, c = object(), object(), object()
    assert differences([a, b, c], [a, c, c]) == ([b], [c])
    assert differences([a, b], [b, a, a]) == ([], [a])
    assert differences([a, a, b], [b]) == ([a, a], [])


def test_what_moved_because_others_came_and_went_stays_as_it_is() -> None:
    before = [object() for _ in range(9)]
    now = [*before[2:5], object(), *before[5:8], object()]
    edits = list_diff(before, now)
    assert edits is not None
    assert (edits.removed, edits.added) == ([0, 1, 8], [3, 7])
    assert edits.carry(bytearray(b"abcdefghi"), bytearray(8)) == b"cde\0fgh\0"
    assert list_diff(before, before[::-1]) is not None
    again = list_diff(before, [*before, before[0]])
    assert again is not None
    assert (again.removed, again.added) == ([], [9])


@pytest.mark.parametrize("seed", range(60))
def test_where_lists_of_the_same_things_differ_is_known_of_neighbours_and_found_of_others(seed: int) -> None:
    """Each list is compared with the one before it, of which that is remembered, and with the one before that."""
    random, kept, things = Random(seed), MemoizedMap[int, object](), list(range(300, 320))
    made = [kept.of(tuple(things), lambda _: object(), int)]
    for _ in range(8):
        for place in random.sample(range(len(things)), random.randrange(4)):
            things[place] = random.randrange(300, 330)
        for _ in range(random.choice((0, 0, 1, 3))):
            things.insert(random.randrange(len(things) + 1), random.randrange(300, 330))
        for place in sorted(random.sample(range(len(things)), random.choice((0, 0, 1, 3))), reverse=True):
            del things[place]
        if random.random() < 0.1:
            random.shuffle(things)
        made.append(kept.of(tuple(things), lambda _: object(), int))
        for before in made[-3:-1]:
            lost, won = map(Counter, differences(before, made[-1]))
            assert lost - won == Counter(before) - Counter(made[-1])
            assert won - lost == Counter(made[-1]) - Counter(before)
            edits = list_diff(before, made[-1])
            if edits is not None:
                carried = edits.carry(list(before), [None] * len(made[-1]))
                for place in edits.added:
                    carried[place] = made[-1][place]
                assert carried == made[-1]


@pytest.mark.parametrize("seed", range(20))
def test_lists_by_key_say_what_turns_each_into_the_next(seed: int) -> None:
    random, kept, values = Random(seed), KeyedList[int, object](), dict[int, object]()
    before = kept.listed()
    for step in range(12):
        for _ in range(random.randrange(4)):
            key = random.randrange(9) if step % 2 else random.choice([*values, 0])
            values[key] = kept[key] = values.get(key, "") if random.random() < 0.2 else object()
        if values and random.random() < 0.4:
            key = random.choice(list(values))
            del values[key], kept[key]
        now = kept.listed()
        assert now == list(values.values())
        edits = now.diff_since(before)
        assert (edits is None) == (now is before)
        if edits is not None:
            carried = edits.carry(list(before), [None] * len(now))
            for place in edits.added:
                carried[place] = now[place]
            assert carried == now
        before = now


def test_what_is_made_with_a_look_at_the_present_is_made_again() -> None:
    looks, kept, made = [0], MemoizedMap[str, str](), []

    def make(thing: str) -> str:
        made.append(thing)
        looks[0] += thing.startswith("now")
        return thing.upper()

    for _ in range(2):
        assert kept.of(["a", "now", "a"], make, lambda: looks[0]) == ["A", "NOW", "A"]
    assert made == ["a", "now", "now"]
