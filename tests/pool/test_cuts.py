"""A log that was cut or spoilt is recovered by a real negotiator and by us to the same state, or refused by both."""

import time
from collections.abc import Callable

import pytest

from tests.counting import POOL, POOL_SEED, counter
from tests.pool.cuts import KNOBS, disagreements, trials
from tests.pool.pool import Pool

CUTS = 200


def test_damaged_logs_are_read_alike(new_pool: Callable[..., Pool], request: pytest.FixtureRequest) -> None:
    """`POOL_SEED=7` damages others, and `python -m tests.pool.cuts` as many as are wanted."""
    pool = new_pool(KNOBS, schedds=0)
    parted = {what: lines for what, lines in trials(pool, POOL_SEED, CUTS) if lines}
    agreed = CUTS - len(parted)
    line = f"{agreed} of {CUTS} damaged ledgers are recovered, or refused, as by HTCondor (seed {POOL_SEED})"
    counter(request.config, POOL)[line] += 1
    assert parted == {}


def test_a_log_cut_at_any_byte_is_recovered_alike(
    new_pool: Callable[..., Pool], request: pytest.FixtureRequest
) -> None:
    """A small log with every kind of record, within a transaction and without."""
    now = int(time.time())
    log = (
        f"107 1 CreationTimestamp {now - 9000}\n101 Customer.g.a@x * *\n105 \n103 Customer.g.a@x Floor 7\n"
        "101 Customer.b@x * *\n106 \n104 Customer.g.a@x Floor\n102 Customer.b@x\n"
    ).encode()
    pool = new_pool(KNOBS, schedds=0)
    parted = {at: lines for at in range(len(log) + 1) if (lines := disagreements(pool, log[:at]))}
    line = f"a ledger cut at each of {len(log) + 1} bytes is recovered as by HTCondor at {len(log) + 1 - len(parted)}"
    counter(request.config, POOL)[line] += 1
    assert parted == {}
