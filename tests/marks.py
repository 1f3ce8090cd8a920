"""Which cases of a parametrized test are slow."""

from collections.abc import Iterable

import pytest


def slow(cases: Iterable[object]) -> list[object]:
    """Cases that run with `-m slow` only, while others run by default."""
    return [pytest.param(case, marks=pytest.mark.slow) for case in cases]
