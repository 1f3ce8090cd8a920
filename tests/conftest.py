"""Settings for all tests."""

import gc
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.faults.counting import ALL, SEED, TRIED

# A busy machine is not a defect of what is tested: neither a slow example nor slow generation fails.
_UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
settings.register_profile("plain", _UNHURRIED, max_examples=20)
settings.register_profile("slow", _UNHURRIED, max_examples=200)


def pytest_configure(config: pytest.Config) -> None:
    """Tests with Hypothesis try a few examples by default, and many with `-m slow`."""
    settings.load_profile("slow" if config.option.markexpr == "slow" else "plain")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Such tests are plain and slow."""
    if config.option.markexpr == "slow":
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
    """One of several processes hands on how many faults it tried."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["tried"] = dict(session.config.stash.get(TRIED, Counter()))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up what the processes tried."""
    tried = node.config.stash.setdefault(TRIED, Counter())
    tried.update(getattr(node, "workeroutput", {}).get("tried", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how many faults were tried, if any."""
    tried = config.stash.get(TRIED, None)
    if tried:
        numbers = ", ".join(f"{number} {what}" for what, number in tried.items())
        part = "all there are" if ALL else f"a part of them, seed {SEED}; FAULTS=all tries all"
        terminalreporter.write_line(f"faults: {numbers} ({part})")
