"""A sample in the plain suite, more behind the marker, and what is known to differ."""

import pytest

from tests.classad.differential.comparing import batches, differences
from tests.classad.differential.generator import Generator
from tests.classad.differential.known import KNOWN
from tests.marks import sampled

pytest.importorskip("classad2", reason="the oracle comes with HTCondor's Python bindings")

SHAPES = sorted(Generator(0).shapes)


def unexplained(seed: int, count: int, shape: str | None = None) -> list[tuple[object, ...]]:
    return [
        (each.part, each.case.text, each.case.my, each.case.target, each.ours, each.theirs)
        for cases in batches(seed, count, shape)
        for each in differences(cases)
        if each.reason is None
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_expressions_are_read_evaluated_and_printed_as_by_htcondor(shape: str) -> None:
    assert unexplained(0, 100, shape) == []


@pytest.mark.differential
@pytest.mark.parametrize("seed", sampled(range(1, 11)))
def test_many_expressions_are_read_evaluated_and_printed_as_by_htcondor(seed: int) -> None:
    assert unexplained(seed, 10_000) == []


def test_what_is_known_to_differ_does() -> None:
    found = {(each.case, each.reason) for each in differences([entry.example for entry in KNOWN])}
    assert [entry for entry in KNOWN if (entry.example, entry.reason) not in found] == []


def test_a_seed_gives_the_same_cases_again() -> None:
    one, two = Generator(5), Generator(5)
    assert [one.case() for _ in range(100)] == [two.case() for _ in range(100)]
