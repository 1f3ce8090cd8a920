"""The shells that complete command lines of userprio."""

import shutil

import pytest

from userprio.cli.housekeeping import SHELLS


@pytest.fixture(params=SHELLS, scope="module")
def shell(request: pytest.FixtureRequest) -> str:
    """Each shell that is there."""
    name = str(request.param)
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed: apt-get install {name}")
    return name
