"""A machine for whoever asks for one; without a compiler these tests are skipped, with the reason."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import pytest

from tests.counting import ALL_FAULTS, FAULTS, FAULTS_SEED, counter
from tests.faults.machine import Machine, NoCompiler, built, running

Try = TypeVar("Try")


def some(tries: list[Try], most: int, what: str) -> list[Try]:
    """As many of the tries as there is time for, in their order; of the same ones the same part."""
    if ALL_FAULTS or len(tries) <= most:
        return tries
    chosen = sorted(random.Random(f"{FAULTS_SEED} {what}").sample(range(len(tries)), most))
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
    return counter(request.config, FAULTS)
