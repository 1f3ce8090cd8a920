"""Whatever happens to a list of slots, what it has worked out is what the slots that are left say."""

from random import Random

import pytest

from tests.marks import sampled
from tests.negotiation.random_pools import draw, scenario_of
from userprio.negotiation.matching import Allowance, Assessor, MatchSide, Search, SlotList, out_of_reach
from userprio.negotiation.prepare import Prepared, prepare

_STEPS = 40


def change(slots: SlotList, prepared: Prepared, random: Random) -> None:
    """Remove a slot, make it another kind, move it to the end, or let values of expressions be others."""
    slot, other = random.choice(list(slots)), random.choice(list(slots))
    match random.choice(("remove", "remove", "change", "change", "move", "forget")):
        case "remove":
            slots.remove(slot)
        case "change":
            slots.change(slot, other.ad, other.kind)
        case "move":
            slots.move_to_end(slot)
        case "forget":
            slots.forget(prepared.state.volatile)


def search_for(job: MatchSide, prepared: Prepared) -> Search:
    return Search(
        job=job,
        submitter="nobody@pool.test",
        schedd_name="ap1",
        protocols=frozenset(),
        rank_only=False,
        consider_preemption=prepared.settings.consider_preemption,
        allowance=Allowance(0.0, 0.0, 0.0, 0.0),
        limits_reached=None,
        multi_match=None,
        stop_at_weight=None,
    )


def check_free(slots: SlotList, job: MatchSide, assessor: Assessor) -> None:
    """Free slots come in list order with their ranks, and the best is the first of the best."""
    free = [slot for slot in slots if not slots.class_of(slot.kind).held]
    order = assessor.order(job, slots.ranked_kinds) if free else None
    if order is None:
        return
    chosen = list(slots.free_classes)
    places, ranks = slots.ranked(chosen, order)
    assert [slots.by_place[place] for place in places] == free
    expected = [assessor.ranks(job, slot.kind) for slot in free]
    by_rank = sorted(set(expected), reverse=True)
    numbers = sorted(set(ranks))
    assert [by_rank.index(rank) for rank in expected] == [numbers.index(rank) for rank in ranks]
    best = free[expected.index(by_rank[0])]
    assert slots.best(chosen, order) is best
    # Without match lists the same search goes on where it ended.
    assert slots.by_place[slots.first(job, lambda: slots.ranked(chosen, order))] is best


def check_held(slots: SlotList, job: MatchSide, assessor: Assessor) -> None:
    """Held slots are those that users hold, and whoever might take one of them is known to."""
    held = [slot for slot in slots if slots.class_of(slot.kind).held]
    claimed = slots.held(assessor)
    assert (claimed is None) is (not held)
    flags = slots.flags(slots.held_classes, held=True)
    assert [slot for slot, flag in zip(slots.by_place, flags, strict=True) if flag] == held
    may_be_lost = [
        slot
        for slot in held
        if assessor.prefers_strictly.of(slot.kind, job) or assessor.may_be_taken.of(slot.kind, job)
    ]
    assert not may_be_lost or slots.may_lose_any(job, assessor) is not False


def check_matching(slots: SlotList, search: Search, assessor: Assessor) -> None:
    """The classes that suit a request are those of the slots that suit it."""
    for held in (False, True):
        suitable = {
            slot_class
            for slot in slots
            if (slot_class := slots.class_of(slot.kind)).held is held
            and out_of_reach(search, slot.kind) is None
            and assessor.matches(search.job, slot.kind)
        }
        assert {*slots.fitting(search, assessor, held=held)} == suitable


def check(seed: int) -> None:
    random, prepared = Random(seed), prepare(scenario_of(draw(seed)))
    slots, assessor = prepared.state.slots, prepared.state.assessor
    jobs = [prepared.state.job_kinds.of(ad) for ad in prepared.schedds.representatives()]
    for _ in range(_STEPS):
        if not len(slots) or not jobs:
            break
        job = random.choice(jobs[:2])
        check_free(slots, job, assessor)
        check_held(slots, job, assessor)
        check_matching(slots, search_for(job, prepared), assessor)
        change(slots, prepared, random)


@pytest.mark.parametrize("seed", range(30))
def test_after_any_changes_all_indexes_are_as_if_worked_out_afresh(seed: int) -> None:
    check(seed)


@pytest.mark.slow
@pytest.mark.parametrize("first", sampled(range(30, 1030, 50)))
def test_so_they_are_in_many_pools(first: int) -> None:
    for seed in range(first, first + 50):
        check(seed)
