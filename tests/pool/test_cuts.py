"""A log that was cut or spoilt is recovered by a real negotiator and by us to the same state, or refused by both."""

from collections.abc import Callable

import pytest

from tests.pool.conftest import SEED, SUMMARY
from tests.pool.cuts import KNOBS, trials
from tests.pool.pool import Pool

CUTS = 200


def test_damaged_logs_are_read_alike(new_pool: Callable[..., Pool], request: pytest.FixtureRequest) -> None:
    """`POOL_SEED=7` damages others, and `python -m tests.pool.cuts` as many as are wanted."""
    pool = new_pool(KNOBS, schedds=0)
    parted = {what: lines for what, lines in trials(pool, SEED, CUTS) if lines}
    line = f"{CUTS - len(parted)} of {CUTS} damaged ledgers are recovered, or refused, as by HTCondor (seed {SEED})"
    request.config.stash.setdefault(SUMMARY, []).append(line)
    assert parted == {}
