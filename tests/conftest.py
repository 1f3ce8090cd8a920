"""What holds for all tests."""

import gc
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is not a defect of what is tested: neither a slow example nor slow generation fails.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Ten thousand collected tests are not garbage: looking at them again and again took a tenth of the time."""
    gc.freeze()


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody may read."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
