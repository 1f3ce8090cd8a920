"""A log that was cut or spoilt is recovered by a real negotiator and by us to the same state, or refused by both."""

import random
from collections.abc import Callable

from tests.pool.cuts import KNOBS, trials
from tests.pool.pool import Pool

SEED = random.SystemRandom().randrange(10**6)
CUTS = 200


def test_damaged_logs_are_read_alike(new_pool: Callable[..., Pool]) -> None:
    """Each run damages others; `python -m tests.pool.cuts --seeds SEED` damages the same ones again, and more."""
    pool = new_pool(KNOBS, schedds=0)
    assert {what: lines for what, lines in trials(pool, SEED, CUTS) if lines} == {}
