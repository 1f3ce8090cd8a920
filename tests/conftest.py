"""Settings for all tests."""

import gc
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import counting

# A busy machine is not a defect of what is tested: neither a slow example nor slow generation fails.
_UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
settings.register_profile("plain", _UNHURRIED, max_examples=20)
settings.register_profile("slow", _UNHURRIED, max_examples=200)


def _slow(config: pytest.Config) -> bool:
    """Whether slow tests are asked for: by `-m slow`, or `-m 'slow or …'`."""
    return str(config.option.markexpr).startswith("slow")


def pytest_configure(config: pytest.Config) -> None:
    """Tests with Hypothesis try a few examples by default, and many with `-m slow`."""
    settings.load_profile("slow" if _slow(config) else "plain")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Such tests are plain and slow."""
    if _slow(config):
        for item in items:
            if "hypothesis" in item.keywords:
                item.add_marker("slow")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of collected tests are not garbage: looking at them again and again took a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that everybody may read."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One of several processes hands on what it counted."""
    if hasattr(session.config, "workeroutput"):
        counts = session.config.stash.get(counting.COUNTS, {})
        session.config.workeroutput["counts"] = {subject: dict(numbers) for subject, numbers in counts.items()}


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up what the processes counted."""
    counting.add(node.config, getattr(node, "workeroutput", {}).get("counts", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many faults were tried and scenarios compared, if any."""
    for line in counting.lines(config):
        terminalreporter.write_line(line)
