"""Targets that can be reached, since a change that is kept from the search reaches them, and targets that cannot."""

from collections.abc import Callable
from itertools import count
from random import Random

import pytest

from tests.analysis.aim.drawn import Drawn, drawn, uneven
from tests.marks import sampled
from userprio.analysis.aim import Target, TargetKind, aim
from userprio.analysis.aim.levers import TOLERANCE, after_cycle
from userprio.analysis.plan import changed
from userprio.classad import Evaluator, integer_of, text_of


def pool(first: int, draw: Callable[[int], Drawn | None] = drawn) -> Drawn:
    """The first pool from this seed on that can be drawn."""
    return next(pool for seed in count(first) if (pool := draw(seed)) is not None)


def hold_to_its_word(pool: Drawn) -> None:
    """What can be reached is, as a cycle shows, to half a hundredth of the pool or half a slot in the mean."""
    found = aim(pool.scenario, pool.targets)
    assert found.reached, [(each.target, each.because) for each in found.targets]
    then = after_cycle(changed(pool.scenario, found.changes, pool.scenario.config)[0])
    most = max(TOLERANCE * then.weight, then.slot) / 2 * (1 + 1e-9)
    for target in pool.targets:
        weight = then.held(pool.members.of(target.name))
        match target.kind:
            case TargetKind.SHARE:
                assert abs(weight - target.amount * then.weight) <= most
            case TargetKind.HOLD:
                assert weight >= target.amount
            case TargetKind.USE:
                assert target.other is not None
                both = weight + then.held(pool.members.of(target.other))
                assert abs(weight - both * target.amount / (1 + target.amount)) <= most


def hold_to_what_was_asked_for(pool: Drawn) -> None:
    """Who is to have more than all of its jobs, which would fit, gets no more than these, and is told so."""
    name = pool.targets[0].name
    whose = set(pool.members.of(name))
    evaluator = Evaluator(pool.scenario.now)
    asked = sum(
        integer_of(evaluator, ad, "IdleJobs") + integer_of(evaluator, ad, "RunningJobs")
        for ad in pool.scenario.pool.submitters
        if text_of(evaluator, ad, "Name") in whose
    )
    found = aim(pool.scenario, [Target(TargetKind.HOLD, name, asked + 2.0)])
    [one] = found.targets
    assert not one.reached
    assert one.because is not None
    assert one.held_before <= one.held_after <= asked
    if asked + 2 > pool.now.weight:
        assert f"and the pool has {pool.now.weight:g}" in one.because
    elif one.held_after == asked:
        assert "asks for no more" in one.because


def hold_to_a_whole(pool: Drawn) -> None:
    """Two that are to have seven tenths each cannot both, and that is why."""
    one = pool.targets[0].name
    other = next(name for name in pool.members.submitters if not pool.members.meet(one, name))
    found = aim(pool.scenario, [Target(TargetKind.SHARE, name, 0.7) for name in (one, other)])
    assert not found.reached
    assert any("together, and the pool has" in (each.because or "") for each in found.targets)


def hold_to_what_is_said_of_demand(pool: Drawn, random: Random) -> None:
    """Who is said to ask for no more leaves no job idle, unless it is said with which change that would be so."""
    targets = [Target(TargetKind.HOLD, target.name, random.uniform(1, pool.now.weight)) for target in pool.targets]
    found = aim(pool.scenario, targets)
    then = after_cycle(changed(pool.scenario, found.changes, pool.scenario.config)[0])
    for each in found.targets:
        if f"{each.target.name} asks for no more" in (each.because or ""):
            assert then.wanting.isdisjoint(pool.members.of(each.target.name)), each


@pytest.mark.parametrize("seed", range(0, 40, 5))
def test_what_can_be_reached_is(seed: int) -> None:
    hold_to_its_word(pool(seed))


@pytest.mark.parametrize("seed", [4122, 4347])
def test_what_can_be_reached_with_slots_of_different_sizes_is(seed: int) -> None:
    """In the first no lever alone does, and halves lead nowhere; in the second few values of one do, by large slots."""
    hold_to_its_word(pool(seed, uneven))


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(1000, 1100)))
def test_what_can_be_reached_is_in_a_hundred_drawn_pools(seed: int) -> None:
    hold_to_its_word(pool(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(2000, 2050)))
def test_more_than_all_of_its_jobs_is_refused_with_the_reason_in_fifty_drawn_pools(seed: int) -> None:
    hold_to_what_was_asked_for(pool(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(3000, 3050)))
def test_more_than_the_whole_pool_is_refused_with_the_reason_in_fifty_drawn_pools(seed: int) -> None:
    drawn_pool = pool(seed)
    if len(drawn_pool.members.submitters) > len(drawn_pool.members.of(drawn_pool.targets[0].name)):
        hold_to_a_whole(drawn_pool)


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(4262, 4362)))
def test_what_can_be_reached_with_slots_and_jobs_of_different_sizes_is_in_a_hundred_drawn_pools(seed: int) -> None:
    hold_to_its_word(pool(seed, uneven))


@pytest.mark.slow
@pytest.mark.parametrize("seed", sampled(range(5000, 5100)))
def test_nobody_is_said_to_ask_for_no_more_whose_jobs_wait_in_a_hundred_drawn_pools(seed: int) -> None:
    hold_to_what_is_said_of_demand(pool(seed, uneven), Random(seed))
