"""The order of `std::sort`, compared with what GNU libstdc++ printed for the same lists (g++ 12, -O2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from userprio.base.cxx import std_sort

# (length, number of different keys) -> digest of the order in which it left the indices; key of i is i * 7919 % keys.
PRINTED = {
    (17, 1): 155316404,
    (17, 2): 44989436,
    (17, 5): 466899698,
    (17, 13): 231871480,
    (25, 1): 950764439,
    (25, 2): 807121396,
    (40, 1): 951746003,
    (40, 5): 808437774,
    (100, 1): 780198037,
    (100, 13): 510483021,
    (1000, 1): 953757947,
    (1000, 2): 418138195,
    (1000, 5): 604157799,
    (1000, 13): 211038121,
}


def digest(order: list[int]) -> int:
    number = 0
    for index in order:
        number = (number * 31 + index) % 2**64
    return number % 1000000007


@pytest.mark.parametrize(("length", "keys"), PRINTED)
def test_equals_end_up_where_libstdcxx_leaves_them(length: int, keys: int) -> None:
    order = std_sort(range(length), key=lambda i: i * 7919 % keys)
    assert digest(order) == PRINTED[length, keys]


def test_lists_that_defeat_the_choice_of_pivots_are_heap_sorted_as_libstdcxx_does() -> None:
    half = 1000
    keys = [key for i in range(1, half + 1, 2) for key in (i, half + i)] + [2 * i for i in range(1, half + 1)]
    order = std_sort(range(len(keys)), key=lambda i: keys[i] // 3)
    assert digest(order) == 255486211


def test_up_to_sixteen_equals_keep_their_order() -> None:
    assert std_sort(range(16), key=lambda i: 0) == list(range(16))
    assert std_sort(range(17), key=lambda i: 0) != list(range(17))


@given(st.lists(st.integers(0, 9), max_size=200))
def test_the_result_is_sorted_and_nothing_is_lost(keys: list[int]) -> None:
    order = std_sort(range(len(keys)), key=keys.__getitem__)
    assert sorted(order) == list(range(len(keys)))
    assert [keys[i] for i in order] == sorted(keys)


def test_keys_that_are_not_a_number_leave_items_where_comparisons_stop() -> None:
    """NaN stops what moves to the left, unless it goes to the very front."""
    keys = [0.0, 3.0, float("nan"), 1.0, 2.0, 0.5]
    assert std_sort(range(6), key=lambda i: keys[i]) == [0, 1, 2, 5, 3, 4]
    keys = [1.0, float("nan"), 0.0]
    assert std_sort(range(3), key=lambda i: keys[i]) == [2, 0, 1]


@given(st.lists(st.sampled_from([0.0, 1.0, 2.0, float("nan"), float("inf")]), max_size=120))
def test_not_a_number_among_the_keys_costs_order_but_loses_nothing(keys: list[float]) -> None:
    assert sorted(std_sort(range(len(keys)), key=keys.__getitem__)) == list(range(len(keys)))
