"""Scenarios drawn at random go through a real negotiator's cycles and through dry runs, and both decide the same.

Most are the first cycle of a negotiator. The chains are two to four cycles of one negotiator, between which jobs start
and end, slots come and go, and knobs change.

`POOL_SEED=7 python -m pytest -m pool` draws others; `python -m tests.pool.hunt` draws thousands.
"""

import os
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from tests.pool.conftest import SEED, TRIALS
from tests.pool.root import HTCondor
from tests.pool.traits import CHAIN_NAMES, NAMES, draw
from tests.pool.trial import Trial, run_trial

CASES = [
    (theme, number) for themes, rounds in ((CHAIN_NAMES, 2), (NAMES, 3)) for number in range(rounds) for theme in themes
]
"""Each theme is drawn more than once; the chains, which take longest, go first."""


@pytest.fixture(scope="module")
def trials(htcondor: HTCondor) -> Iterator[Mapping[tuple[str, int], Future[Trial]]]:
    """All the scenarios, under way in as many pools as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        yield {
            (theme, number): threads.submit(run_trial, htcondor, draw(theme, SEED + number)) for theme, number in CASES
        }
        threads.shutdown(cancel_futures=True)


@pytest.mark.parametrize(("theme", "number"), CASES)
def test_a_random_scenario_is_decided_as_by_the_real_negotiator(
    theme: str,
    number: int,
    trials: Mapping[tuple[str, int], Future[Trial]],
    request: pytest.FixtureRequest,
) -> None:
    trial = trials[theme, number].result()
    request.config.stash.setdefault(TRIALS, []).append(trial)
    again = f"python -m tests.pool.hunt --seeds {SEED + number} --themes {theme}"
    assert not trial.differences, "\n".join([*trial.differences, f"once more: {again}"])
