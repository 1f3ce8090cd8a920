"""Which cases of a test are slow, and how many of them run for a single change."""

import os
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

import pytest

SAMPLE: Final = os.environ.get("SAMPLE", "")
"""Chooses one in ten of what is drawn or repeated many times, others with each commit; empty: all of it."""
_PART: Final = 10


def slow(cases: Iterable[object]) -> list[object]:
    """Cases that run with `-m slow` only, while others run by default."""
    return [pytest.param(case, marks=pytest.mark.slow) for case in cases]


def slow_sample(cases: Sequence[object]) -> list[object]:
    """Slow cases that are drawn by chance, of which a few find nearly what all do: those that `SAMPLE` chooses."""
    return slow(sampled(cases))


def fewer(number: int) -> int:
    """So many examples, or one in ten of them where `SAMPLE` is set."""
    return -(-number // _PART) if SAMPLE else number


def sampled(cases: Sequence[object]) -> Sequence[object]:
    """One in ten of these cases, in their order; all of them where `SAMPLE` is not set."""
    if not SAMPLE:
        return cases
    places = Random(SAMPLE).sample(range(len(cases)), fewer(len(cases)))
    return [cases[place] for place in sorted(places)]
