"""Scenarios drawn at random go through a real negotiator's cycles and through dry runs, and both decide the same.

Most are the first cycle of a negotiator. The chains are two to four cycles of one negotiator, between which jobs start
and end, slots come and go, and knobs change. Each release of HTCondor gets scenarios of its own.

`POOL_SEED=7 python -m pytest -m pool` draws others; `python -m tests.pool.hunt` draws thousands.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

import pytest

from tests.pool.conftest import SEED, TRIALS, provided
from tests.pool.root import version
from tests.pool.traits import CHAIN_NAMES, NAMES, draw
from tests.pool.trial import Trial, run_trial

SHARES: Final = {"current": (range(1), range(2)), "earlier": (range(1, 2), range(2, 3))}
"""By release, how often each theme is drawn, and with which seeds: those of several cycles, and those of one.

What they have in common is drawn for one release or the other, so that a run stays within minutes.
"""
# 23.9 evaluates records within records and circles of attributes differently, which is not simulated.
_SPARED: Final = {("earlier", theme) for theme in NAMES if theme.startswith("flattened")}
CASES = [
    (release, theme, number)
    for kind, themes in enumerate((CHAIN_NAMES, NAMES))
    for release, numbers in SHARES.items()
    for number in numbers[kind]
    for theme in themes
    if (release, theme) not in _SPARED
]
"""The chains, which take longest, go first."""


@pytest.fixture(scope="module")
def trials() -> Iterator[Mapping[tuple[str, str, int], Future[Trial]]]:
    """All the scenarios, under way in as many pools as there are processors."""
    releases = {release: provided(release) for release in SHARES}
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield {
            (release, theme, number): threads.submit(run_trial, releases[release], draw(theme, SEED + number))
            for release, theme, number in CASES
        }
        threads.shutdown(cancel_futures=True)


@pytest.mark.parametrize(("release", "theme", "number"), CASES)
def test_a_random_scenario_is_decided_as_by_the_real_negotiator(
    release: str,
    theme: str,
    number: int,
    trials: Mapping[tuple[str, str, int], Future[Trial]],
    request: pytest.FixtureRequest,
) -> None:
    trial = trials[release, theme, number].result()
    request.config.stash.setdefault(TRIALS, {}).setdefault(version(provided(release)), []).append(trial)
    again = f"python -m tests.pool.hunt --release {release} --seeds {SEED + number} --themes {theme}"
    assert not trial.differences, "\n".join([*trial.differences, f"once more: {again}"])
