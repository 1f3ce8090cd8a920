"""The order of `std::sort`, taken bit by bit: the same as all at once."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.base.cxx import _introsort, std_order, std_sort


@given(st.lists(st.integers(0, 400), max_size=300))
def test_ranks_come_out_as_the_whole_algorithm_leaves_them(ranks: list[int]) -> None:
    assert list(std_order(ranks, range(len(ranks)))) == _introsort(ranks)


@given(st.lists(st.integers(0, 3), max_size=300))
def test_so_do_lists_full_of_equals(ranks: list[int]) -> None:
    assert list(std_order(ranks, range(len(ranks)))) == _introsort(ranks)


@pytest.mark.parametrize("scale", [1, 1000])
def test_lists_that_defeat_the_choice_of_pivots_are_heap_sorted_in_part(scale: int) -> None:
    half = 500
    keys = [key for i in range(1, half + 1, 2) for key in (i, half + i)] + [2 * i for i in range(1, half + 1)]
    ranks = [key // 3 * scale for key in keys]
    assert list(std_order(ranks, range(len(ranks)))) == _introsort(ranks)


def test_the_first_few_are_those_of_the_whole_order() -> None:
    ranks = [i * 7919 % 13 for i in range(5000)]
    assert list(islice(std_order(ranks, range(len(ranks))), 40)) == std_sort(range(5000), key=ranks.__getitem__)[:40]


@pytest.mark.parametrize("number", [2, 16, 17, 33, 500, 1024, 1025])
def test_equals_come_out_in_the_order_of_their_number_however_far_others_have_asked(number: int) -> None:
    expected = _introsort([7] * number)
    ahead, behind = (std_order([7] * number, range(number)) for _ in range(2))
    assert list(islice(ahead, number // 2)) == expected[: number // 2]
    assert list(behind) == expected
    assert list(ahead) == expected[number // 2 :]
