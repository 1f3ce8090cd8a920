"""The cycles, one after the other: each is run once, and all tests look at it before the next one."""

import pytest

from tests.cli.conftest import userprio as userprio
from tests.screens.cycles import CYCLES, Cycle


@pytest.fixture(scope="session", params=CYCLES)
def cycle(request: pytest.FixtureRequest) -> Cycle:
    return Cycle(str(request.param))
