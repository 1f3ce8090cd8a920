"""Shares of the pie and limits of submitters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.base.cxx import FLT_MAX
from userprio.negotiation.shares import UNLIMITED, group_room, normalise, starvation, submitter_limits

PRIORITIES = st.floats(0.5, 1e12)


@given(st.dictionaries(st.text(max_size=4), PRIORITIES, min_size=1, max_size=20))
def test_shares_add_up_to_one(priorities: dict[str, float]) -> None:
    scale = normalise(list(priorities), priorities.__getitem__)
    assert sum(scale.share(priority) for priority in priorities.values()) == pytest.approx(1.0)


@given(PRIORITIES, PRIORITIES)
def test_shares_are_inverse_to_effective_priorities(one: float, other: float) -> None:
    scale = normalise(["a", "b"], {"a": one, "b": other}.__getitem__)
    assert scale.share(one) * one == pytest.approx(scale.share(other) * other)


def test_a_name_counts_once_however_many_schedds_it_submits_from() -> None:
    priority = {"a": 500.0, "b": 1000.0}.__getitem__
    assert normalise(["a", "b", "a"], priority) == normalise(["a", "b"], priority)


def test_a_factor_of_0_makes_shares_as_equal_as_what_is_stored_for_it() -> None:
    """Seen with HTCondor 25.14.1 and DEFAULT_PRIO_FACTOR = 0: three new submitters have a third each."""
    answers = {name: iter([0.0, *[500.0] * 9]) for name in "abc"}
    scale = normalise(["a", "b", "c"], lambda name: next(answers[name]))
    assert scale.share(500.0) == pytest.approx(1 / 3)


def limits(
    share: float,
    pie: float,
    usage: float,
    *,
    room: float | None = None,
    consider_preemption: bool = True,
    ignore_user_priorities: bool = False,
    floor: float | None = None,
) -> tuple[float, float]:
    """Limit and unclaimed limit."""
    found = submitter_limits(
        share,
        pie,
        usage,
        group_room=room,
        consider_preemption=consider_preemption,
        ignore_user_priorities=ignore_user_priorities,
        floor=floor,
    )
    return found.limit, found.unclaimed


def test_a_limit_is_the_share_of_the_pie_less_what_is_in_use_and_never_below_zero() -> None:
    assert limits(0.25, 8, 0) == (2.0, 2.0)
    assert limits(0.25, 8, 1.5) == (0.5, 0.5)
    assert limits(0.25, 8, 3) == (0.0, 0.0)


def test_a_groups_room_cuts_free_slots_and_without_preemption_everything() -> None:
    assert limits(0.5, 10, 0, room=2.0) == (5.0, 2.0)
    assert limits(0.5, 10, 0, room=2.0, consider_preemption=False) == (2.0, 2.0)


def test_a_floor_pass_gives_up_to_the_whole_floor_and_leaves_the_unclaimed_limit_alone() -> None:
    assert limits(1.0, 20, 3, floor=5.0) == (5.0, 17.0)
    assert limits(1.0, 6, 3, floor=5.0) == (3.0, 3.0)


def test_ignoring_user_priorities_lifts_the_limit() -> None:
    assert limits(0.1, 8, 3, ignore_user_priorities=True) == (UNLIMITED, UNLIMITED)


def test_a_groups_room_is_a_difference_of_single_precision() -> None:
    assert group_room(10, 8.0) == 2.0
    assert group_room(10, 12.0) == 0.0
    assert group_room(16_777_217, 0.0) == 16_777_216.0


def test_starvation_is_the_part_already_used() -> None:
    assert starvation(3.0, 1.0) == 0.75
    assert starvation(0.0, 2.0) == 0.0
    assert starvation(2.0, 0.0) == 1.0
    assert starvation(0.0, 0.0) == FLT_MAX
