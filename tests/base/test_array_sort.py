"""With numpy everything comes out as without it."""

from itertools import islice
from random import Random

import pytest

from tests.marks import slow_sample
from tests.negotiation import test_second_opinion
from userprio.base.array_sort import best_first, chosen
from userprio.base.cxx import std_order
from userprio.negotiation.matching import scan, slots

numpy = pytest.importorskip("numpy")


@pytest.mark.parametrize("count", [0, 1, 16, 17, 511, 513, 700, 5000, 20_000])
@pytest.mark.parametrize("distinct", [1, 2, 5, 300, 10**9])
def test_arrays_are_sorted_as_std_sort_does(count: int, distinct: int) -> None:
    random = Random(count + distinct)
    ranks = [random.randrange(distinct) for _ in range(count)]
    found = list(best_first(numpy.array(ranks, dtype="q"), numpy.arange(count)))
    assert found == list(std_order(ranks, range(count)))
    assert all(type(place) is int for place in found)


@pytest.mark.parametrize("name", ["ascending", "descending", "organ pipe"])
def test_so_are_arrays_that_are_in_some_order(name: str) -> None:
    ranks = list(range(3000)) if name != "descending" else list(range(3000, 0, -1))
    if name == "organ pipe":
        ranks[1500:] = reversed(ranks[:1500])
    assert list(best_first(numpy.array(ranks), numpy.arange(3000))) == list(std_order(ranks, range(3000)))


def test_the_first_of_many_cost_no_more_than_they_have_to() -> None:
    ranks = numpy.array([Random(place).randrange(50) for place in range(5000)])
    expected = list(islice(std_order(ranks.tolist(), range(5000)), 40))
    assert list(islice(best_first(ranks, numpy.arange(5000)), 40)) == expected


def test_places_are_those_of_bytes_that_are_not_zero() -> None:
    assert chosen(bytearray((0, 1, 0, 7))).tolist() == [1, 3]


@pytest.mark.parametrize("seed", [*range(3000, 3015), *slow_sample(range(3015, 3060))])
def test_cycles_decide_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "MANY", 0)
    monkeypatch.setattr(scan, "MANY", 0)
    test_second_opinion.check(seed)
