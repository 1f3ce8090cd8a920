"""A machine for whoever asks for one; without a compiler these tests are skipped, with the reason."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

import pytest

from tests.faults.machine import Machine, NoCompiler, built, running

Try = TypeVar("Try")

TRIED = pytest.StashKey[Counter[str]]()
"""How much was tried, by what it is called in the summary."""

SEED: Final = int(os.environ.get("FAULTS_SEED", "1"))
"""What chance begins with. The same in every run unless told otherwise: a failure then means a change, not bad luck."""
ALL: Final = os.environ.get("FAULTS") == "all"
"""Everything is tried, and not a part of it."""


def some(tries: list[Try], most: int, what: str) -> list[Try]:
    """As many of the tries as there is time for, in their order; of the same ones the same part."""
    if ALL or len(tries) <= most:
        return tries
    chosen = sorted(random.Random(f"{SEED} {what}").sample(range(len(tries)), most))
    return [tries[number] for number in chosen]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A server that runs command lines under `faults.c`."""
    try:
        library = built(tmp_path_factory.mktemp("faults"))
    except NoCompiler as reason:
        pytest.skip(str(reason))
    with running(library) as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """An empty folder, in memory where there is one: what reaches a disk is reckoned here and not looked up."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else tmp_path) as name:
        yield Path(name)


@pytest.fixture(scope="session")
def tried(request: pytest.FixtureRequest) -> Counter[str]:
    """What the summary counts."""
    return request.config.stash.setdefault(TRIED, Counter())


def pytest_sessionfinish(session: pytest.Session) -> None:
    """One of several processes hands on what it counted."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["tried"] = dict(session.config.stash.get(TRIED, Counter()))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add up what the processes counted."""
    counted = node.config.stash.setdefault(TRIED, Counter())
    counted.update(getattr(node, "workeroutput", {}).get("tried", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    counted = config.stash.get(TRIED, None)
    if counted:
        numbers = ", ".join(f"{number} {what}" for what, number in counted.items())
        part = "all there are" if ALL else f"a part of them, seed {SEED}; FAULTS=all tries all"
        terminalreporter.write_line(f"faults: {numbers} ({part})")
