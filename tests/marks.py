"""Which cases of a parametrized test are plain, and which are slow."""

from collections.abc import Iterable

import pytest


def slow(cases: Iterable[object]) -> list[object]:
    """Cases that are left to `-m slow`, where a few others are plain."""
    return [pytest.param(case, marks=pytest.mark.slow) for case in cases]
