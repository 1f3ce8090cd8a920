"""A real pool for whoever asks for one; without HTCondor these tests are skipped, with the reason."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.pool.pool import Pool, running_pool
from tests.pool.root import HTCondor, NoHTCondor, find, version
from tests.pool.trial import Trial

TRIALS = pytest.StashKey[list[Trial]]()
RELEASE = pytest.StashKey[str]()
SUMMARY = pytest.StashKey[list[str]]()
"""What else the summary tells, a line each."""

SEED: Final = int(os.environ.get("POOL_SEED", "1"))
"""What chance begins with. The same in every run unless told otherwise: a failure then means a change, not bad luck."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.pool)


@pytest.fixture(scope="session")
def htcondor(request: pytest.FixtureRequest) -> HTCondor:
    """The HTCondor to test against; nothing is installed for its sake."""
    try:
        found = find()
        request.config.stash[RELEASE] = version(found)
    except NoHTCondor as reason:
        pytest.skip(str(reason))
    return found


@pytest.fixture
def new_pool(htcondor: HTCondor) -> Iterator[Callable[..., Pool]]:
    """Makes running pools from knobs and a number of schedds; they are gone when the test is over."""
    with ExitStack() as pools:
        yield lambda knobs="", schedds=1: pools.enter_context(running_pool(htcondor, knobs, schedds=schedds))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    trials = config.stash.get(TRIALS, [])
    if trials:
        agreed = sum(not trial.differences for trial in trials)
        matches = sum(trial.matches for trial in trials)
        terminalreporter.write_line(
            f"pool: {agreed} of {len(trials)} random scenarios agree with HTCondor {config.stash[RELEASE]}"
            f" ({matches} matches; seed {SEED})"
        )
    for line in config.stash.get(SUMMARY, []):
        terminalreporter.write_line(f"pool: {line}")
