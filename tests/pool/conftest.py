"""A real pool for whoever asks for one; without HTCondor these tests are skipped, with the reason.

What asks for `htcondor`, or for a pool, runs against each release of `RELEASES`, unless `CURRENT_ONLY` says why not.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from tests.pool.pool import Pool, running_pool
from tests.pool.root import RELEASES, HTCondor, NoHTCondor, find

CURRENT_ONLY: Final = {
    r"test_edits\.py.*lease|test_edits\.py.*for a time": "leases came with 25.11 and 25.12",
    r"test_live(_troubles)?\.py": "listings are compared with those of a tool that asks for each record, since 25.10",
    r"test_live_snapshot.*preemption": "a limit in it is 0 to the last digit, and the time of priorities is not told",
    r"test_aim\.py.*long run": "what is found does not depend on the release",
    r"test_forecast": "it goes by the cap on what a visit offers, which came with 25.11",
    r"test_check": "`check` speaks of the newest HTCondor",
    r"test_cuts|test_pool\.py": "it does not depend on the release",
}
"""Which tests, by a pattern in their ids, run against the current release alone, and why."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "htcondor" in metafunc.fixturenames:
        metafunc.parametrize("htcondor", RELEASES, indirect=True, scope="session")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    spared = [item for item in items if _is_spared(item)]
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.pool)
    if spared:
        config.hook.pytest_deselected(items=spared)
        items[:] = [item for item in items if item not in spared]


def _is_spared(item: pytest.Item) -> bool:
    """Whether it is a test of the earlier release that only the current one passes."""
    release = (
        item.callspec.params.get("htcondor")
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
        else None
    )
    return release not in (None, "current") and any(re.search(pattern, item.nodeid) for pattern in CURRENT_ONLY)


def provided(release: str) -> HTCondor:
    """The HTCondor of a release, by its name in `RELEASES`; nothing is installed for its sake."""
    try:
        found = find(RELEASES[release])
    except NoHTCondor as reason:
        pytest.skip(str(reason))
    return found


@pytest.fixture(scope="session")
def htcondor(request: pytest.FixtureRequest) -> HTCondor:
    """The HTCondor to test against."""
    return provided(request.param)


@pytest.fixture
def new_pool(htcondor: HTCondor) -> Iterator[Callable[..., Pool]]:
    """Makes running pools from knobs and a number of schedds; they are gone when the test is over."""
    with ExitStack() as pools:
        yield lambda knobs="", schedds=1: pools.enter_context(running_pool(htcondor, knobs, schedds=schedds))
